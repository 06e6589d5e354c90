//! The rules: lines of play counted by Fairy-Stockfish, the usual starts, regions.

mod common;

use common::{moves, perft, positions};
use proptest::prelude::*;
use std::collections::HashMap;
use yomikiri_amazons::notation::{parse_position, parse_size, parse_sum, rows, to_fen};
use yomikiri_amazons::regions::{pack, split};
use yomikiri_amazons::{Amazons, Board, Cells, Position, reach};
use yomikiri_core::{Game, Score, Side};

fn start(size: &str) -> Position {
    Position::start(parse_size(size).unwrap()).unwrap()
}

#[test]
fn counts_agree_with_pyffish() {
    let rows: Vec<_> = include_str!("data/perft.csv").lines().skip(1).collect();
    assert!(rows.len() > 200, "{}", rows.len());
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let [fen, depth, count] = fields[..] else { panic!("{row}") };
        let position = parse_position(fen).unwrap();
        assert_eq!(to_fen(&position), fen);
        assert_eq!(perft(&position, depth.parse().unwrap()).to_string(), count, "{row}");
    }
}

#[test]
fn the_game_itself() {
    let position = start("10x10");
    assert_eq!(to_fen(&position), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1");
    assert_eq!(perft(&position, 1), 2176);
    assert_eq!(perft(&position, 2), 4_307_152);
}

#[test]
fn small_starts_are_those_of_the_literature() {
    assert_eq!(rows(&start("6x5")), ".X..X.|X....X|......|O....O|.O..O.");
    assert_eq!(rows(&start("5x5")), ".X.X.|X...X|.....|O...O|.O.O.");
    assert_eq!(rows(&start("4x4")), ".XX.|X..X|O..O|.OO.");
    for size in ["3x4", "7x7", "10x9", "4x7"] {
        let error = Amazons::new(parse_size(size).unwrap()).unwrap_err().to_string();
        assert!(error.contains("no usual start") && error.contains(size), "{error}");
    }
}

/// Whether the side to move wins, by trying everything.
fn wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(known) = known.get(position) {
        return *known;
    }
    let wins = moves(position).into_iter().any(|mv| !wins(&position.play(mv), known));
    known.insert(*position, wins);
    wins
}

#[test]
fn the_second_player_wins_on_4x4() {
    // Müller, "Solving 5x5 Amazons".
    assert!(!wins(&start("4x4"), &mut HashMap::new()));
}

#[test]
fn arrows_go_where_the_amazon_was() {
    // Only by shooting back to or over the square just left is there any move.
    let position = parse_position("X.").unwrap();
    assert_eq!(perft(&position, 1), 1);
    let position = parse_position(".X.").unwrap();
    assert_eq!(perft(&position, 1), 4);
}

#[test]
fn who_is_stuck_has_lost() {
    for (text, score) in [
        ("X#.O", Some(Score(-1))),
        ("X#.O w", None),
        (".", Some(Score(-1))),
        ("XO", Some(Score(-1))),
        // Stuck behind the other's amazon, which might yet go away.
        ("O#.|#X#|.## w", Some(Score(-1))),
    ] {
        let position = parse_position(text).unwrap();
        assert_eq!(Amazons::at(position).final_score(&position), score, "{text}");
    }
}

#[test]
fn a_position_falls_into_regions() {
    let position = parse_position(".X#..#X|..#O.##|###.##.|XO#####").unwrap();
    let found = split(&position);
    let texts: Vec<String> = found.regions.iter().map(|region| region.text()).collect();
    assert_eq!(texts, [".X|..", "..|O.|.#"]);
    // The pair that fills its region, the amazon alone, and the square alone.
    assert_eq!(found.dead.count(), 4);
    assert_eq!(found.regions[0].canonical(), "..|.X");
    assert_eq!(rows(&found.regions[1].position(Side::First)), "..|O.|.#");
}

#[test]
fn sums_fit_on_a_board() {
    // The sums of the endgame paper that have the most regions.
    for text in [
        "X##|#.#|##O + X#|#. + .XO.|#.##|##.# + ..#.#|##O##|###X#|####.",
        "X###|#.##|##O#|###. + .O##|##.#|###X + X#|#. + .#.#|#O#.|##X#|#.## + #X.#|.##.|#O.#",
        ".#.#|#.#O|##X# + .O#|#X#|##. + .#|#O + .###|#X#.|##O#|#.## + .X#.|##O#|#.##",
    ] {
        let parts = parse_sum(text).unwrap();
        let whole = parse_position(&format!("{text} w")).unwrap();
        assert_eq!(whole.to_move, Side::Second);
        let all = |parts: &[Position]| {
            let mut all: Vec<String> = Vec::new();
            for part in parts {
                all.extend(split(part).regions.iter().map(|region| region.canonical()));
            }
            all.sort();
            all
        };
        assert_eq!(all(&parts), all(&[whole]));
    }
    let error = parse_position(&["..........|..........|.........X"; 4].join(" + ")).unwrap_err();
    assert!(error.to_string().contains("do not fit on one 10x10 board"), "{error}");
}

proptest! {
    #[test]
    fn the_game_is_over_where_there_is_no_move(position in positions()) {
        let game = Amazons::at(position);
        let mut legal = Vec::new();
        game.moves(&position, &mut legal);
        prop_assert_eq!(legal.len(), position.count_moves());
        prop_assert_eq!(legal.is_empty(), game.final_score(&position).is_some());
        for mv in legal {
            let next = game.play(&position, mv);
            prop_assert_eq!(next.empty().count() + 1, position.empty().count());
            prop_assert_eq!(next.to_move, !position.to_move);
            let apart = next.black.count() + next.white.count() + next.blocked.count();
            prop_assert_eq!(next.occupied().count(), apart);
            prop_assert_eq!(
                next.amazons(position.to_move).count(), position.amazons(position.to_move).count()
            );
        }
    }

    #[test]
    fn images_have_as_many_moves(position in positions()) {
        let images = Amazons::at(position).symmetries(&position);
        let square = position.board.columns() == position.board.rows();
        prop_assert_eq!(images.len(), if square { 8 } else { 4 });
        prop_assert_eq!(images[0], position);
        for image in images {
            prop_assert_eq!(image.board, position.board);
            prop_assert_eq!(image.count_moves(), position.count_moves());
        }
    }

    #[test]
    fn regions_cover_the_board_and_hold_every_move(position in positions()) {
        let found = split(&position);
        let mut covered = found.dead;
        let mut counts = [0, 0];
        for region in &found.regions {
            prop_assert!(!region.cells.meets(covered));
            covered |= region.cells;
            prop_assert_eq!(region.black, position.black & region.cells);
            prop_assert_eq!(region.white, position.white & region.cells);
            for from in region.cells {
                prop_assert_eq!(
                    reach(position.board, from, position.occupied()) - region.cells, Cells::EMPTY
                );
            }
            for (count, side) in counts.iter_mut().zip([Side::First, Side::Second]) {
                *count += region.position(side).count_moves();
            }
            prop_assert!([Side::First, Side::Second].iter().any(|side| region.position(*side).can_move(*side)));
            let canonical = region.canonical();
            for symmetry in 0..8 {
                let image = split(&region.position(Side::First).image(symmetry));
                prop_assert_eq!(image.regions.len(), 1);
                prop_assert_eq!(image.regions[0].canonical(), canonical.clone());
            }
        }
        prop_assert_eq!(covered, position.board.full() - position.blocked);
        for (count, side) in counts.into_iter().zip([Side::First, Side::Second]) {
            prop_assert_eq!(count, Position { to_move: side, ..position }.count_moves());
        }
    }

    /// What is put on one board falls apart into the same again.
    #[test]
    fn packing_keeps_the_regions(position in positions()) {
        let regions = split(&position).regions;
        let parts: Vec<Position> = regions.iter().map(|region| region.position(Side::First)).collect();
        if let Some(whole) = pack(&parts) {
            let sorted = |regions: &[yomikiri_amazons::Region]| {
                let mut texts: Vec<String> = regions.iter().map(|region| region.canonical()).collect();
                texts.sort();
                texts
            };
            prop_assert_eq!(sorted(&split(&whole).regions), sorted(&regions));
            prop_assert!(Board::new(whole.board.columns(), whole.board.rows()).is_some());
        }
    }
}
