//! Who wins whole positions: against plain search, and from the usual starts.

mod common;

use common::moves;
use proptest::prelude::*;
use std::time::Duration;
use yomikiri_amazons::notation::{parse_position, parse_size, rows};
use yomikiri_amazons::search::{Interval, Nothing, Reading, Recursion, Small};
use yomikiri_amazons::{Amazons, Board, Cells, Position, Region, regions};
use yomikiri_core::{Context, Goal, Limits, Outcome, Side, Solver, Stop};
use yomikiri_search::AlphaBeta;

/// Who wins, by the rules alone.
fn truth(position: &Position) -> Side {
    let game = Amazons::at(*position);
    let answer = AlphaBeta.solve(&game, position, Goal::Win, &Context::default()).unwrap();
    match answer.verdict().outcome() {
        Some(Outcome::Win) => position.to_move,
        Some(Outcome::Loss) => !position.to_move,
        other => panic!("{other:?}"),
    }
}

fn start(size: &str) -> Position {
    Position::start(parse_size(size).unwrap()).unwrap()
}

/// Small boards, walled so that plain search can read them out.
fn walled(most_empty: usize) -> impl Strategy<Value = Position> {
    let sizes = (1_usize..=5, 1_usize..=5);
    (sizes, prop::collection::vec(0_u8..24, 25), any::<bool>())
        .prop_map(move |((columns, rows), marks, white)| {
            let board = Board::new(columns, rows).unwrap();
            let of = |from: u8, to: u8| -> Cells {
                let squares = board.full().into_iter().zip(&marks);
                squares.filter(|(_, mark)| (from..to).contains(mark)).map(|(at, _)| at).collect()
            };
            let mut position = Position {
                board,
                black: of(0, 3),
                white: of(3, 6),
                blocked: of(6, 13),
                to_move: if white { Side::Second } else { Side::First },
            };
            while position.empty().count() > most_empty {
                position.blocked.insert(position.empty().first().unwrap());
            }
            position
        })
        .prop_filter("amazons", |position| !(position.black | position.white).is_empty())
}

fn agrees<S: Small>(position: &Position, small: &S) {
    let context = Context::default();
    let reading = Reading::new(position, small, &context).unwrap();
    let winner = truth(position);
    assert_eq!(reading.winner(position), Some(winner), "{}", rows(position));
    let values = reading.values(position, &moves(position));
    assert_eq!(values.iter().map(|tried| tried.mv).collect::<Vec<_>>(), moves(position));
    let wins = |side| values.iter().any(|tried| tried.winner == Some(side));
    assert_eq!(wins(position.to_move), winner == position.to_move);
    assert!(values.iter().all(|tried| tried.winner.is_some()));
    let line = reading.line(position);
    let mut last = *position;
    for mv in line {
        assert!(moves(&last).contains(&mv));
        last = last.play(mv);
    }
    // The loser is stuck in the end.
    assert!(!last.can_move(last.to_move));
    assert_eq!(last.to_move, !winner);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn agrees_with_plain_search(position in walled(7)) {
        agrees(&position, &Nothing);
        agrees(&position, &Recursion::new(4, 1 << 16).unwrap());
        agrees(&position, &Recursion::new(7, 1 << 20).unwrap());
    }

    /// Each move's winner, where regions are too large for whoever knows small ones.
    #[test]
    fn every_move_agrees(position in walled(6)) {
        let context = Context::new(Limits { threads: 2, ..Limits::default() });
        let small = Recursion::new(4, 1 << 20).unwrap();
        let reading = Reading::new(&position, &small, &context).unwrap();
        for tried in reading.values(&position, &moves(&position)) {
            prop_assert_eq!(tried.winner, Some(truth(&position.play(tried.mv))));
        }
    }

    /// Adding free moves one by one shows where a region turns over, whoever begins.
    #[test]
    fn whole_numbers_are_the_best_there_are(position in walled(4)) {
        let small = Recursion::new(20, 1 << 20).unwrap();
        for region in regions::split(&position).regions {
            let Interval { low, high } = small.bounds(&region).unwrap();
            prop_assert!(low <= high);
            let with = |extra: i32, to_move| {
                let mut parts = vec![region.position(to_move)];
                parts.extend((0..extra.abs()).map(|_| {
                    parse_position(if extra > 0 { "X." } else { "O." }).unwrap()
                }));
                truth(&Position { to_move, ..regions::pack(&parts).unwrap() })
            };
            // At least `low`: Black holds out as second with so many moves for White.
            prop_assert_eq!(with(-low, Side::Second), Side::First);
            prop_assert_eq!(with(-low - 1, Side::Second), Side::Second);
            prop_assert_eq!(with(-high, Side::First), Side::Second);
            prop_assert_eq!(with(-high + 1, Side::First), Side::First);
            let all = [region];
            for extra in -2..=2 {
                for to_move in [Side::First, Side::Second] {
                    let found = small.winner(&all, extra, to_move);
                    prop_assert_eq!(found, Some(with(extra, to_move)));
                }
            }
        }
    }
}

#[test]
fn territory_alone_decides() {
    // Black's amazons hold six squares together, White's three, and nobody can come out.
    let position = parse_position("...#..|..X#.O|.##### w").unwrap();
    let context = Context::default();
    let reading = Reading::new(&position, &Nothing, &context).unwrap();
    assert_eq!(reading.winner(&position), Some(Side::First));
    assert_eq!(reading.nodes(), 0);
}

fn solve(size: &str, threads: usize) -> Option<Side> {
    let position = start(size);
    let context = Context::new(Limits { threads, memory: 2 << 30, ..Limits::default() });
    let small = Recursion::new(6, 256 << 20).unwrap();
    let reading = Reading::new(&position, &small, &context).unwrap();
    let begun = std::time::Instant::now();
    let winner = reading.winner(&position);
    eprintln!("{size}: {winner:?}, {} nodes, {:?}", reading.nodes(), begun.elapsed());
    if winner == Some(position.to_move) {
        let mv = reading.winning_move(&position).unwrap();
        assert_eq!(reading.winner(&position.play(mv)), winner);
    }
    winner
}

#[test]
fn small_starts() {
    // Müller, "Solving 5x5 Amazons", for 4x4; Song and Müller for 5x4.
    for threads in [1, 2] {
        assert_eq!(solve("4x4", threads), Some(Side::Second));
        assert_eq!(solve("5x4", threads), Some(Side::First));
    }
}

#[test]
#[ignore = "slow"]
fn larger_starts() {
    // With the amazons as `Position::start` has them, plain search says the same of 4x5.
    assert_eq!(solve("4x5", 2), Some(Side::Second));
    assert_eq!(solve("5x5", 2), Some(Side::First));
}

#[test]
fn limits_and_strangers() {
    let position = start("6x6");
    let small = Recursion::new(5, 1 << 20).unwrap();
    let limits = Limits { nodes: Some(2000), memory: 1 << 24, ..Limits::default() };
    let context = Context::new(limits);
    let reading = Reading::new(&position, &small, &context).unwrap();
    assert_eq!(reading.winner(&position), None);
    assert_eq!(context.stopped(), Some(Stop::Nodes));
    assert!(reading.nodes() < 4000);
    assert!(reading.line(&position).is_empty());
    assert!(
        reading.values(&position, &moves(&position)).iter().all(|tried| tried.winner.is_none())
    );
    let time = Some(Duration::from_millis(50));
    let context = Context::new(Limits { time, memory: 1 << 24, ..Limits::default() });
    let reading = Reading::new(&position, &small, &context).unwrap();
    assert_eq!(reading.winner(&position), None);
    // Another game's position is not answered for.
    assert_eq!(reading.winner(&start("5x5")), None);
    let refused = Reading::new(&start("10x10"), &small, &context).err().unwrap().to_string();
    assert!(refused.contains("46"), "{refused}");
}

#[test]
fn regions_are_parts_of_the_whole() {
    // What is said of a sum does not depend on how its regions lie.
    let small = Recursion::new(12, 1 << 20).unwrap();
    let position = parse_position(".X#..|O.#O.|.##.X").unwrap();
    let parts: Vec<Region> = regions::split(&position).regions;
    assert_eq!(parts.len(), 2);
    assert_eq!(small.winner(&parts, 0, Side::First), Some(truth(&position)));
}
