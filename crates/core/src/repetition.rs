//! Games that come back to where they have been.

use crate::{Bounds, Game, Outcome, Score, Side, Verdict};
use serde::Serialize;

/// What becomes of a game that repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Repeated {
    /// The rules in force do not say.
    Undecided,
    /// Nobody wins.
    Draw,
    /// This side wins.
    Won {
        /// Who.
        winner: Side,
    },
    /// It counts as this score for the side that moves first in a game.
    Worth {
        /// The score.
        score: Score,
    },
}

impl Repeated {
    /// The same in words, given what both sides are called.
    pub fn said(self, sides: [&str; 2]) -> String {
        match self {
            Repeated::Undecided => "these rules do not say what that is worth".into(),
            Repeated::Draw => "a draw".into(),
            Repeated::Won { winner } => format!("{} wins", sides[winner.index()]),
            Repeated::Worth { score: Score(0) } => "a draw, as the rules have it".into(),
            Repeated::Worth { score: Score(score) } => {
                let winner = sides[usize::from(score < 0)];
                format!("{winner} wins by {}, as the rules have it", score.abs())
            }
        }
    }

    /// What it is worth to a side in a game whose scores lie between these for it, `plies` before
    /// the game comes back. Where the rules do not say, that is whatever endless play counts.
    pub fn verdict(self, side: Side, scores: Bounds, plies: u32) -> Verdict {
        let is_scored = scores.high > Score(1);
        let outcome = |outcome, plies| Verdict::Outcome { outcome, plies };
        match self {
            Repeated::Undecided => Verdict::Cycle(scores),
            Repeated::Draw if is_scored => Verdict::Score { score: Score(0) },
            Repeated::Draw => outcome(Outcome::Draw, None),
            Repeated::Won { winner } => {
                let result = if winner == side { Outcome::Win } else { Outcome::Loss };
                outcome(result, Some(plies).filter(|_| !is_scored))
            }
            Repeated::Worth { score } => {
                Verdict::Score { score: if side == Side::First { score } else { -score } }
            }
        }
    }
}

/// A game that has come back: what the rules make of it, and what that is worth to the side that
/// made the move, or is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Repetition {
    /// What becomes of the game.
    #[serde(flatten)]
    pub rule: Repeated,
    /// What that is worth.
    #[serde(skip)]
    pub verdict: Verdict,
}

impl Repetition {
    /// What becomes of a game with these positions, for the side to move in the last of them; `None`
    /// if that was not there before.
    pub fn of<G: Game>(game: &G, played: &[G::Position]) -> Option<Repetition> {
        let (position, earlier) = played.split_last()?;
        let (rule, side) = (game.repeated(earlier, position)?, game.to_move(position));
        Some(Repetition { rule, verdict: rule.verdict(side, game.scores(side), 0) })
    }

    /// What becomes of it by a legal move, for the side that makes it; `None` if that leads to where
    /// the game has not been.
    pub fn after<G: Game>(game: &G, played: &[G::Position], mv: G::Move) -> Option<Repetition> {
        let position = played.last()?;
        let (rule, side) =
            (game.repeated(played, &game.play(position, mv))?, game.to_move(position));
        Some(Repetition { rule, verdict: rule.verdict(side, game.scores(side), 1) })
    }
}
