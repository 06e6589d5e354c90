//! Boards drawn after the paper's figures: what it says of each is in its text, the figures
//! themselves are lost, so these are positions with the same properties.

use crate::report::Drawing;
use yomikiri_core::{Diagram, Game, Mark, Side, diagram};
use yomikiri_go::board::points;
use yomikiri_go::ladder::{captures, priority};
use yomikiri_go::{
    Board, Go, Knowledge, Move, Position, Rules, Scoring, State, afure, knowledge, notation,
};

/// Figure 18: White to move has seven stones, three eyes and half of five dame.
pub(super) const FIGURE_18: &str = "5x5: X.X.X XXXXX ..... OOOOO .O.O. O";
/// Figure 20: two groups with seven dame each, five of them shared.
pub(super) const FIGURE_20: &str = "5x7: X.X.X.. XXXXX.. ....... XXXXX.. X.X.X.. O";
const FIGURES_1_AND_2: [&str; 2] =
    ["5x5: .X.X. XXXX. ..... ..... ..... O", "5x5: .XO.. X.XO. XX.X. .XXX. ..... O"];
const FIGURE_3: &str = "5x7: ...XX.X ...XXXX ...X.XX ...XX.. ...XX.. O";
const FIGURE_4: &str = "5x5: ..... .XO.. ..... .OX.. ..... X";
const FIGURE_5: &str = "5x5: X.X.X XXXXX XOXOX OOOOO .O.O. X over";
const FIGURE_13: &str = "6x5: XXX.. X.X.. XXXXX XXXXX X.X.. XXX.. O";
/// Four of many ways to hold the same halves of 3x6, as in figures 11, 12, 16 and 17.
const FIGURE_11: [&str; 4] = [
    "3x6: .XXO.O XXXOOO .XXO.O X",
    "3x6: .XXOO. X.XO.O XXXOOO X",
    "3x6: X.XOO. XXXOOO .XXO.O X",
    "3x6: .XXO.O XXXOOO X.XOO. X",
];

pub(super) fn read(text: &str, scoring: Scoring) -> (Go, Position) {
    let rules = Rules { scoring, ..Rules::default() };
    let (board, position) =
        notation::parse_position(text, rules).expect("the report's positions can be read");
    (Go { board, rules }, position)
}

pub(super) fn known(text: &str) -> (Go, Knowledge) {
    let (go, position) = read(text, Scoring::Area);
    let known = knowledge(&go, &position);
    (go, known)
}

/// The board of a position with a caption.
fn plain(text: &str, caption: &str) -> Diagram {
    let (go, position) = read(text, Scoring::Area);
    Diagram::new(caption, go.picture(&position).expect("Go has pictures"))
}

/// Places among the diagrams of what is known of a position.
const DAME: usize = 4;
const DAME_FILLED: usize = 5;

/// One of the diagrams of what is known of a position.
fn of(text: &str, which: usize, caption: &str) -> Diagram {
    let (go, known) = known(text);
    Diagram { caption: caption.into(), ..known.diagrams(&go).swap_remove(which) }
}

/// The same of dame, with the board as it stands and not filled: only dame are taken from it.
fn dame(text: &str, which: usize, caption: &str) -> Diagram {
    let is_dame = of(text, DAME, "").marks;
    let shown = of(text, which, caption);
    let mut picture = plain(text, "").picture;
    for (place, mark) in is_dame.into_iter().enumerate() {
        if mark != Mark::None {
            picture.cells[place] = shown.picture.cells[place].clone();
        }
    }
    Diagram { picture, ..shown }
}

fn drawing(id: &'static str, caption: &str, diagrams: &[Diagram]) -> Drawing {
    Drawing { id, caption: caption.into(), svg: diagram::svg(caption, diagrams) }
}

pub(super) fn all() -> Vec<Drawing> {
    vec![
        drawing(
            "figures-1-2",
            "Figures 1 and 2. Living groups of Black, after the paper's text (its figures are lost).",
            &FIGURES_1_AND_2.map(|text| of(text, 0, "Living stones (ring) and eyes (cross)")),
        ),
        drawing(
            "figure-3",
            "Figure 3. Right of the black stones is a dead closed region, left of them is none.",
            &[
                of(FIGURE_3, 1, "Dead closed region (cross)"),
                of(FIGURE_3, 0, "The living stones and their eyes"),
            ],
        ),
        choice(),
        filling(),
        liberties(),
        order(),
        drawing(
            "figures-11-12",
            "Figures 11, 12, 16 and 17. Positions of two living groups of seven stones each that \
             share the board alike, and the one position that they are once filled.",
            &figure_11(),
        ),
        drawing(
            "figures-13-14",
            "Figures 13 and 14. Ten promise points, and the board filled: the other side's overflow \
             grows by ten.",
            &[of(FIGURE_13, 2, "Ten promise points (cross)"), of(FIGURE_13, 3, "Filled")],
        ),
        drawing(
            "figure-15",
            "Figure 15. Settled stones stay without a liberty: White has taken every dame.",
            &[of(FIGURE_18, DAME, "Filled; dame (cross)"), surrounded()],
        ),
        drawing(
            "figures-18-19",
            "Figures 18 and 19. White to move has 7 stones, 3 eyes and half of 5 dame: 12.5, rounded \
             up to 13 because it is to move, more than half of 25.",
            &[
                dame(FIGURE_18, DAME, "White to move; dame (cross)"),
                dame(FIGURE_18, DAME_FILLED, "The dame filled in turn: White has 13"),
            ],
        ),
        drawing(
            "figure-20",
            "Figure 20. Two groups with seven dame each, five of them shared: half of nine is 4.5, \
             not 3.5 + 3.5.",
            &[dame(FIGURE_20, DAME, "Nine dame (cross)")],
        ),
    ]
}

/// Figure 4: whoever is to move puts a stone on the board, or adds one to the overflow.
fn choice() -> Drawing {
    let (go, before) = read(FIGURE_4, Scoring::Afure);
    let shown = |position: &Position, what: &str| {
        let [black, white] = position.overflow;
        Diagram::new(
            format!("{what}: {black} and {white}"),
            go.picture(position).expect("Go has pictures"),
        )
    };
    let centre = Move::Place(go.board.points() as u8 / 2);
    drawing(
        "figure-4",
        "Figure 4. Black is to move: a stone on the board, or a stone more in the overflow. Either way \
         both sides have as many stones after as many turns, on the board and in the overflow together. \
         Below: Black's and White's overflow.",
        &[
            shown(&before, "Black to move"),
            shown(&go.play(&before, centre), "Black plays"),
            shown(&go.play(&before, Move::Pass), "Black passes"),
        ],
    )
}

/// Figure 7: a stone in the middle, on the edge and in the corner, and its dame.
fn liberties() -> Drawing {
    let board = Board::new(5, 5).expect("a small board");
    let go = Go::new(board);
    let of = |point: usize, place: &str| {
        let stone = go.play(&go.start(), Move::Place(point as u8));
        let dame = board.neighbours(1 << point);
        let caption = format!("{place}: {} dame (cross)", dame.count_ones());
        Diagram::new(caption, go.picture(&stone).expect("Go has pictures"))
            .marked(Mark::Cross, points(dame))
    };
    let last = board.columns() - 1;
    drawing(
        "figure-7",
        "Figure 7. A stone in the middle has four dame, on the edge three, in the corner two: the fewer, \
         the sooner it is taken. So moves near the middle are tried first.",
        &[
            of(board.points() / 2, "In the middle"),
            of(last / 2, "On the edge"),
            of(last, "In the corner"),
        ],
    )
}

/// Figures 5 and 6.
fn filling() -> Drawing {
    let (go, position) = read(FIGURE_5, Scoring::Afure);
    let filled = afure::filled(&go, &position);
    let before = go.areas(position.black, position.white);
    let territory = (0..go.board.points()).filter(|point| {
        (before[0] | before[1]) & !position.black & !position.white & 1 << point != 0
    });
    let [black, white] = filled.stones;
    let after =
        go.picture(&Position { black, white, ..position.clone() }).expect("Go has pictures");
    let [one, other] = filled.overflow;
    drawing(
        "figures-5-6",
        "Figures 5 and 6. Play has stopped; territory (cross) is filled in turn until Black is to \
         move. The overflow stones decide.",
        &[
            plain(FIGURE_5, "Play has stopped; territory (cross)").marked(Mark::Cross, territory),
            Diagram::new(
                format!("Overflow: Black {one}, White {other}. Black wins by {}.", filled.margin()),
                after,
            ),
        ],
    )
}

/// Figures 8 to 10: the priorities by which moves are ordered.
fn order() -> Drawing {
    let by_position = |columns: usize| {
        let board = Board::new(3, columns).expect("a small board");
        let go = Go::new(board);
        let mut shown = Diagram::new(
            format!("Priority by position, {board}"),
            go.picture(&go.start()).expect("Go has pictures"),
        );
        for point in 0..board.points() {
            shown.marks[point] = Mark::Number(priority(board, point) as u32);
        }
        shown
    };
    let by_capture = |text: &str, mv: &str| {
        let (go, position) = read(text, Scoring::Area);
        let mut shown = Diagram::new("", go.picture(&position).expect("Go has pictures"));
        if let Ok(Move::Place(point)) = notation::parse_move(go.board, mv) {
            let state = State::of(&position, Side::First);
            if let Some(next) = state.place(go.board, 1 << point, false) {
                let count = captures(go.board, &state, &next, point.into());
                shown.caption = format!("Black at {mv}: +{count}");
                shown.marks[usize::from(point)] = Mark::Number(count as u32);
            }
        }
        shown
    };
    drawing(
        "figures-8-10",
        "Figures 8, 9 and 10. The priorities of moves: by position, and one more for every point \
         beside the move where it takes a stone.",
        &[
            by_position(3),
            by_position(4),
            by_position(5),
            by_capture("3x5: .XO.. ..X.. ..... X", "D3"),
            by_capture("3x5: XO.OX .X.X. ..... X", "C3"),
        ],
    )
}

fn figure_11() -> Vec<Diagram> {
    let mut shown = Vec::from(FIGURE_11.map(|text| plain(text, "")));
    shown.push(of(FIGURE_11[0], 3, "Each of them filled"));
    shown
}

/// Figure 15: every dame taken by White, on the board already filled.
fn surrounded() -> Diagram {
    let (go, known) = known(FIGURE_18);
    let mut rows = known.filled.clone();
    for row in rows.iter_mut().filter(|row| row.contains('.')) {
        *row = row.replace('.', "O");
    }
    let empty = go.picture(&go.start()).expect("Go has pictures");
    let stone = |mark: char| match mark {
        'X' => go.pieces()[1].clone(),
        'O' => go.pieces()[2].clone(),
        _ => go.pieces()[0].clone(),
    };
    let cells = rows.concat().chars().map(stone).collect();
    Diagram::new("Black's ten stones cannot be taken", yomikiri_core::Picture { cells, ..empty })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_shows_what_its_caption_says() {
        let drawn = all();
        assert_eq!(drawn.len(), 11);
        assert!(drawn.iter().all(|drawing| drawing.svg.contains("<svg")));
        let shown = |id: &str| &drawn.iter().find(|drawing| drawing.id == id).unwrap().svg;
        let choice = shown("figure-4");
        assert!(choice.contains("Black plays: 0 and 0"), "{choice}");
        assert!(choice.contains("Black passes: 1 and 0"), "{choice}");
        for dame in ["In the middle: 4 dame", "On the edge: 3 dame", "In the corner: 2 dame"] {
            assert!(shown("figure-7").contains(dame), "{dame}");
        }
        assert!(shown("figures-5-6").contains("Black wins by 1"));
        assert!(
            shown("figures-8-10").contains("D3: +1") && shown("figures-8-10").contains("C3: +2")
        );
        for text in FIGURES_1_AND_2 {
            assert!(known(text).1.sides[0].living_stones >= 6, "{text}");
        }
        assert_eq!(known(FIGURE_13).1.sides[0].promised_points, 10);
        assert_eq!(known(FIGURE_20).1.sides[0].dame, 9);
        // Figure 18 has its eyes open, and so has figure 19: seven stones, three eyes, three more.
        let [before, after] = [DAME, DAME_FILLED].map(|which| dame(FIGURE_18, which, "").text());
        let count = |text: &str, sign| text.matches(sign).count();
        assert_eq!(["O", "×", "."].map(|sign| count(&before, sign)), [7, 5, 5], "{before}");
        assert_eq!(["O", "×", "."].map(|sign| count(&after, sign)), [10, 0, 5], "{after}");
        // All that figure 11 shows are one position once filled.
        let filled: Vec<_> = FIGURE_11.iter().map(|text| known(text).1.filled).collect();
        assert!(filled.iter().all(|rows| *rows == filled[0]), "{filled:?}");
    }
}
