//! Lines of play, counted by the plain and the fast rules, against counts by open_spiel.

mod common;

use common::played;
use proptest::prelude::*;
use yomikiri_core::{Game, Side};
use yomikiri_go::question::moves as fast_moves;
use yomikiri_go::{Board, Go, Move, Position, State};

fn plain(go: &Go, position: &Position, depth: u32, passes: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    go.moves(position, &mut moves);
    moves.retain(|mv| passes || *mv != Move::Pass);
    moves.iter().map(|mv| plain(go, &go.play(position, *mv), depth - 1, passes)).sum()
}

/// `None` stands for a game that is over.
fn fast(board: Board, state: Option<State>, depth: u32, passes: bool) -> u64 {
    let Some(state) = state else { return u64::from(depth == 0) };
    if depth == 0 {
        return 1;
    }
    let moves = fast_moves(board, &state).into_iter().filter(|mv| passes || *mv != Move::Pass);
    moves.map(|mv| fast(board, state.play(board, mv, false), depth - 1, passes)).sum()
}

#[test]
fn counts_agree_with_open_spiel() {
    let rows: Vec<_> = include_str!("data/perft.csv").lines().skip(1).collect();
    assert!(rows.len() > 200, "{}", rows.len());
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let [board, passes, depth, count, moves] = fields[..] else { panic!("{row}") };
        let go = Go::new(yomikiri_go::notation::parse_size(board).unwrap());
        let (passes, depth) = (passes == "yes", depth.parse().unwrap());
        let mut position = go.start();
        for text in moves.split_whitespace() {
            let mv = go.parse_move(&position, text).unwrap();
            position = go.play(&position, mv);
        }
        let count: u64 = count.parse().unwrap();
        assert_eq!(plain(&go, &position, depth, passes), count, "{row}");
        let state = Some(State::of(&position, Side::First));
        assert_eq!(fast(go.board, state, depth, passes), count, "{row}");
    }
}

proptest! {
    /// The fast rules in step with the plain ones, whole games long, suicide allowed or not.
    #[test]
    fn fast_and_plain_rules_agree(
        rows in 1_usize..=6, columns in 1_usize..=12, suicide in any::<bool>(),
        choices in prop::collection::vec(any::<u16>(), 0..150),
    ) {
        let Some(board) = Board::new(rows, columns) else { return Ok(()) };
        let mut go = Go::new(board);
        go.rules.suicide = suicide;
        for position in played(&go, &choices).iter().filter(|position| position.passes < 2) {
            for first in [Side::First, Side::Second] {
                let state = State::of(position, first);
                prop_assert_eq!(&state.position(&go, first), position);
                let mut moves = Vec::new();
                go.moves(position, &mut moves);
                for point in 0..board.points() as u8 {
                    let mv = Move::Place(point);
                    let next = state.play(board, mv, suicide);
                    prop_assert_eq!(next.is_some(), moves.contains(&mv));
                    if let Some(next) = next {
                        prop_assert_eq!(next, State::of(&go.play(position, mv), first));
                    }
                }
                let passed = go.play(position, Move::Pass);
                match state.pass() {
                    Some(next) => prop_assert_eq!(next, State::of(&passed, first)),
                    None => prop_assert_eq!(passed.passes, 2),
                }
                let margin = state.margin(board);
                let margin = if first == Side::First { margin } else { -margin };
                prop_assert_eq!(margin, go.margin(position));
            }
        }
    }
}
