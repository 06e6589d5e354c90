//! What several tests need.

use yomikiri_core::Game;
use yomikiri_othello::{Othello, Position};

/// A position from a random game, so that it looks like what a search meets.
pub(crate) fn played(game: &Othello, choices: &[u8]) -> Position {
    let mut position = game.start();
    for choice in choices {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let Some(mv) = moves.get(*choice as usize % moves.len().max(1)) else { break };
        position = game.play(&position, *mv);
    }
    position
}
