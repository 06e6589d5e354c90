//! The evaluation of a position, told feature by feature.

use super::evaluation::{Board, Evaluation, evaluate};
use super::plain::Features;
use super::players::check_game;
use super::weights::Feature;
use crate::kernel::{Kernel, Portable};
use crate::position::{Othello, Position};
use yomikiri_core::{Game, Result};

/// What one feature brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The feature.
    pub feature: Feature,
    /// What one of it counts.
    pub weight: i32,
    /// How many the side to move has.
    pub own: i32,
    /// How many the other side has.
    pub other: i32,
}

impl Share {
    /// What it brings the side to move.
    pub fn worth(&self) -> i32 {
        self.weight * (self.own - self.other)
    }
}

/// The evaluation of a position for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Every feature, counted square by square.
    pub shares: [Share; Feature::ALL.len()],
    /// What the position is worth to the search: the sum, unless the game is over.
    pub value: i32,
    /// Whether the game is over, so that only the discs count.
    pub is_over: bool,
}

impl Breakdown {
    /// The evaluation of a position on 8x8 with tournament scoring; others are refused.
    pub fn of(evaluation: &Evaluation, game: &Othello, position: &Position) -> Result<Breakdown> {
        check_game(game)?;
        let own = Features::of(game, position, position.side);
        let other = Features::of(game, position, !position.side);
        let weights = evaluation.weights();
        let shares = Feature::ALL.map(|feature| Share {
            feature,
            weight: weights[feature],
            own: own[feature],
            other: other[feature],
        });
        let (own, other) = position.own_other();
        let moves = Portable.mobility::<Board>(own, other);
        let value = evaluate(Portable, evaluation, own, other, moves);
        Ok(Breakdown { shares, value, is_over: game.final_score(position).is_some() })
    }
}
