//! How large a game tree is that is too large to be walked: Knuth's estimate (1975) by random games.
//!
//! A random game that had b1, b2, b3, ... moves to choose from stands for b1 + b1·b2 + b1·b2·b3 + ...
//! nodes; the mean over all games is the number of nodes.

use crate::position::Othello;
use yomikiri_core::{Context, Dice, Game};

/// An estimate with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The nodes without the root, as minimax enters them: a pass is one.
    pub nodes: f64,
    /// The standard error of that.
    pub error: f64,
    /// How many random games it comes from.
    pub games: u64,
}

/// Estimates the tree of a game from its start. `None` if stopped.
pub fn estimate(
    game: &Othello,
    games: u64,
    dice: &mut Dice,
    context: &Context,
) -> Option<Estimate> {
    let (mut sum, mut squares) = (0.0, 0.0);
    let mut moves = Vec::new();
    for played in 0..games {
        if played & 0xff == 0 && context.check(played) {
            return None;
        }
        let (mut nodes, mut ways) = (0.0, 1.0);
        let mut position = game.start();
        loop {
            moves.clear();
            game.moves(&position, &mut moves);
            if moves.is_empty() {
                // Minimax learns that nobody can move by passing for both.
                let full = position.black | position.white == game.size.full();
                nodes += if full { 0.0 } else { ways };
                break;
            }
            ways *= moves.len() as f64;
            nodes += ways;
            position = game.play(&position, moves[dice.below(moves.len())]);
        }
        sum += nodes;
        squares += nodes * nodes;
    }
    let mean = sum / games as f64;
    let variance = (squares / games as f64 - mean * mean).max(0.0);
    Some(Estimate { nodes: mean, error: (variance / games as f64).sqrt(), games })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::PaperMethod;
    use crate::position::{Size, Start};
    use yomikiri_core::{Goal, Limits, Solver};

    /// Against the tree that minimax does walk.
    #[test]
    fn the_estimate_is_near_the_truth() {
        for start in [Start::Othello, Start::Reversi] {
            let game = Othello { start, ..Othello::new(Size::new(4, 4).unwrap()) };
            let context = Context::default();
            let walked = PaperMethod::MINIMAX
                .solve(&game, &game.start(), Goal::Score, &context)
                .unwrap()
                .nodes as f64;
            let found = estimate(&game, 20_000, &mut Dice::new(7), &context).unwrap();
            let away = (found.nodes - walked) / found.error;
            assert!(away.abs() < 4.0 && found.error < 0.02 * walked, "{found:?} {walked}");
        }
        let stopped = Context::new(Limits { nodes: Some(0), ..Limits::default() });
        let game = Othello::new(Size::new(6, 6).unwrap());
        assert_eq!(estimate(&game, 10, &mut Dice::new(1), &stopped), None);
    }
}
