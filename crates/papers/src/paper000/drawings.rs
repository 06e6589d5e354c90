//! Perfect play on numbered boards, as in the paper's figures 4-1 to 4-10.

use super::cases::{Case, STARTS};
use super::published::PUBLISHED;
use super::results::{AsPrinted, Results};
use crate::format::score;
use crate::report::Drawing;
use yomikiri_core::{Diagram, Error, Game, Result, diagram};
use yomikiri_othello::{Start, numbered};

/// Each board with what its drawings are called, one for each start: the paper's boards in the
/// order of its figures, then those that it does not have.
const BOARDS: [((u32, u32), [&str; 2]); 8] = [
    ((4, 4), ["figure-4-1", "figure-4-2"]),
    ((4, 6), ["figure-4-3", "figure-4-4"]),
    ((4, 8), ["figure-4-5", "figure-4-6"]),
    ((4, 10), ["figure-4-7", "figure-4-8"]),
    ((6, 6), ["figure-4-9", "figure-4-10"]),
    ((4, 12), ["line-4x12-othello", "line-4x12-reversi"]),
    ((4, 14), ["line-4x14-othello", "line-4x14-reversi"]),
    ((4, 16), ["line-4x16-othello", "line-4x16-reversi"]),
];

/// One for each board and start whose score is proved: the line with the paper's discs and passes
/// where there is one, ours elsewhere.
pub(super) fn all(results: &Results) -> Result<Vec<Drawing>> {
    let mut drawings = vec![starts()];
    for ((rows, columns), ids) in BOARDS {
        for (start, id) in STARTS.into_iter().zip(ids) {
            let case = Case::on(rows, columns, start);
            let Some(run) = results.get(case).filter(|run| run.found.settled) else { continue };
            let figure = id.strip_prefix("figure-").map(|number| format!("Figure {number}: "));
            let row = PUBLISHED.iter().find(|row| Case::new(row.size(), row.start) == case);
            let ours = &run.found.line[..];
            let (line, whose) = match row.map(|row| results.as_printed(row)) {
                Some(AsPrinted::Line(line)) => {
                    (line, "a perfect line with the paper's discs and passes")
                }
                Some(_) => (ours, "our perfect line; the paper's has other discs or passes"),
                None => (ours, "our perfect line; the paper does not have this board"),
            };
            let mut drawn = draw(id, &case, line, run.found.low, whose)?;
            drawn.caption.insert_str(0, &figure.unwrap_or_default());
            drawings.push(drawn);
        }
    }
    Ok(drawings)
}

/// Figure 2-1: where the two games begin.
fn starts() -> Drawing {
    let diagram = |start: Start, caption: &str| {
        let game = Case::on(8, 8, start).game;
        let picture = game.picture(&game.start()).expect("Othello has pictures");
        Diagram::new(caption, picture)
    };
    let title = "Figure 2-1. The start of Othello, and the one of Reversi that the paper takes.";
    let diagrams =
        [diagram(Start::Othello, "Othello board"), diagram(Start::Reversi, "Reversi board")];
    Drawing {
        id: "figure-2-1",
        caption: format!(
            "{title} (In Reversi the players may fill the four squares in the middle as they like.) \
             On smaller boards likewise."
        ),
        svg: diagram::svg(title, &diagrams),
    }
}

fn draw(
    id: &'static str,
    case: &Case,
    line: &[String],
    value: i32,
    whose: &str,
) -> Result<Drawing> {
    let game = &case.game;
    let mut position = game.start();
    let mut moves = Vec::new();
    for text in line {
        let mv = game.parse_move(&position, text).map_err(|error| {
            Error::refused(format!("{}: a kept line cannot be played: {error}", case.title()))
        })?;
        moves.push(mv);
        position = game.play(&position, mv);
    }
    Ok(Drawing {
        id,
        caption: format!(
            "{} {} start, value {}: {whose}. First the discs of the start with a bright rim, and \
             every move with its number in the colour of who made it; then the end.",
            case.board(),
            case.start(),
            score(value)
        ),
        svg: numbered::draw(game, &game.start(), &moves),
    })
}

#[cfg(test)]
mod tests {
    use super::super::results::tests::as_published;
    use super::*;

    #[test]
    fn a_settled_board_is_drawn_and_a_damaged_line_is_an_error() {
        let mut results = as_published(1.0);
        results.rows.retain(|(case, _)| case.name("") == "4x4-reversi-readout-score-paper");
        let found = &mut results.rows[0].1.found;
        let line = "d1 a1 a2 a3 d4 b1 a4 d3 d2 pass b4 c4";
        found.line = line.split(' ').map(str::to_owned).collect();
        let drawings = all(&results).unwrap();
        let ids: Vec<_> = drawings.iter().map(|drawn| drawn.id).collect();
        assert_eq!(ids, ["figure-2-1", "figure-4-2"]);
        assert!(drawings[1].svg.contains("The end: Black 6, White 9"));
        assert!(drawings[1].caption.contains("with the paper's discs and passes"));
        results.rows[0].1.found.line[0] = "a1".into();
        let error = all(&results).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("cannot be played"), "{error}");
        results.rows[0].1.found.settled = false;
        assert_eq!(all(&results).unwrap().len(), 1, "the starts need no row");
    }
}
