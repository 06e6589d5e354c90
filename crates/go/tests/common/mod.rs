//! What the tests share.
#![allow(dead_code, unreachable_pub, reason = "not every test uses everything")]

use yomikiri_core::{Context, Game, Limits};
use yomikiri_go::{Board, Go, Position};

/// Two threads and enough memory.
pub fn context() -> Context {
    Context::new(Limits { threads: 2, memory: 4 << 30, ..Limits::default() })
}

/// The usual rules on a board.
pub fn go(rows: usize, columns: usize) -> Go {
    Go::new(Board::new(rows, columns).unwrap())
}

/// A random game's positions, from the start on; each number chooses a move, passes being rare.
pub fn played(go: &Go, choices: &[u16]) -> Vec<Position> {
    let mut positions = vec![go.start()];
    for choice in choices {
        let position = &positions[positions.len() - 1];
        let mut moves = Vec::new();
        go.moves(position, &mut moves);
        let Some(last) = moves.len().checked_sub(1) else { break };
        let at = match choice % 8 {
            0 => last,
            _ => usize::from(choice / 8) % last.max(1),
        };
        positions.push(go.play(position, moves[at]));
    }
    positions
}
