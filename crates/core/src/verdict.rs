use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// Points at the end of a game, seen by the side to move: positive is good for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Score(pub i32);

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0"),
            points => write!(f, "{points:+}"),
        }
    }
}

/// How a game ends for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Neg for Outcome {
    type Output = Outcome;

    fn neg(self) -> Outcome {
        match self {
            Outcome::Loss => Outcome::Win,
            Outcome::Draw => Outcome::Draw,
            Outcome::Win => Outcome::Loss,
        }
    }
}

impl From<Score> for Outcome {
    fn from(score: Score) -> Outcome {
        match score.0 {
            i32::MIN..0 => Outcome::Loss,
            0 => Outcome::Draw,
            _ => Outcome::Win,
        }
    }
}

/// A proved interval that holds the score; both ends belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bounds {
    /// The score is at least this.
    pub low: Score,
    /// The score is at most this.
    pub high: Score,
}

impl Bounds {
    /// The interval from `low` to `high`.
    pub fn new(low: i32, high: i32) -> Bounds {
        debug_assert!(low <= high, "empty bounds [{low}, {high}]");
        Bounds { low: Score(low), high: Score(high) }
    }

    /// The score, if the interval has closed on one.
    pub fn exact(self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }

    /// Who wins, if every score in the interval agrees on it.
    pub fn outcome(self) -> Option<Outcome> {
        let low = Outcome::from(self.low);
        (low == Outcome::from(self.high)).then_some(low)
    }
}

impl Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds { low: -self.high, high: -self.low }
    }
}

/// What has been proved about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Verdict {
    /// The score under perfect play.
    Score {
        /// The score for the side to move.
        score: Score,
    },
    /// The score lies in an interval.
    Bounds(Bounds),
    /// Who wins, and if known in how many plies.
    Outcome {
        /// The result for the side to move.
        outcome: Outcome,
        /// Plies until the end under best play; `None` where not known or endless.
        plies: Option<u32>,
    },
    /// Endless play decides: the score is `low` if cycles count for the opponent, `high` if they
    /// count for the side to move, and what they count if that lies between.
    Cycle(Bounds),
    /// Nothing has been proved.
    Unknown,
}

impl Verdict {
    /// The verdict that a proved interval amounts to.
    pub fn from_bounds(bounds: Bounds) -> Verdict {
        match bounds.exact() {
            Some(score) => Verdict::Score { score },
            None => Verdict::Bounds(bounds),
        }
    }

    /// The exact score, if that is what is known.
    pub fn score(&self) -> Option<Score> {
        match *self {
            Verdict::Score { score } => Some(score),
            Verdict::Bounds(bounds) | Verdict::Cycle(bounds) => bounds.exact(),
            _ => None,
        }
    }

    /// The proved interval, if the verdict is about scores.
    pub fn bounds(&self) -> Option<Bounds> {
        match *self {
            Verdict::Score { score } => Some(Bounds { low: score, high: score }),
            Verdict::Bounds(bounds) | Verdict::Cycle(bounds) => Some(bounds),
            _ => None,
        }
    }

    /// Higher is better for the side to move, going by what is proved at least: of wins the
    /// fastest, of losses the slowest.
    pub fn rank(&self) -> impl Ord + use<> {
        match self {
            Verdict::Outcome { outcome, plies } => {
                // What has no end is a slower win than any, and a slower loss.
                let plies = plies.map_or(i64::from(u32::MAX), i64::from);
                match outcome {
                    Outcome::Win => (1, -plies, 0),
                    Outcome::Draw => (0, 0, 0),
                    Outcome::Loss => (-1, plies, 0),
                }
            }
            other => other
                .bounds()
                .map_or((i32::MIN, 0, i32::MIN), |bounds| (bounds.low.0, 0, bounds.high.0)),
        }
    }

    /// What a move is worth to the side that makes it, if this is proved of where it leads: the same
    /// fact, said by the other side and a ply earlier.
    pub fn of_move(self) -> Verdict {
        match -self {
            Verdict::Outcome { outcome, plies } => {
                Verdict::Outcome { outcome, plies: plies.map(|plies| plies + 1) }
            }
            other => other,
        }
    }

    /// The same as a game with scores up to `most` says it: who wins, where that is all that counts;
    /// and nothing where no score is ruled out.
    pub fn told(self, most: Score) -> Verdict {
        match self {
            Verdict::Score { score } if most == Score(1) => {
                Verdict::Outcome { outcome: score.into(), plies: None }
            }
            Verdict::Bounds(Bounds { low, high }) if low == -most && high == most => {
                Verdict::Unknown
            }
            verdict => verdict,
        }
    }

    /// Who wins, if that is settled.
    pub fn outcome(&self) -> Option<Outcome> {
        match *self {
            Verdict::Outcome { outcome, .. } => Some(outcome),
            _ => self.bounds().and_then(Bounds::outcome),
        }
    }
}

impl Neg for Verdict {
    type Output = Verdict;

    /// The same fact, said by the other side.
    fn neg(self) -> Verdict {
        match self {
            Verdict::Score { score } => Verdict::Score { score: -score },
            Verdict::Bounds(bounds) => Verdict::Bounds(-bounds),
            Verdict::Outcome { outcome, plies } => Verdict::Outcome { outcome: -outcome, plies },
            Verdict::Cycle(bounds) => Verdict::Cycle(-bounds),
            Verdict::Unknown => Verdict::Unknown,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Score { score } => write!(f, "{score}"),
            Verdict::Bounds(b) => write!(f, "between {} and {}", b.low, b.high),
            Verdict::Outcome { outcome, plies } => {
                let word = match outcome {
                    Outcome::Win => "win",
                    Outcome::Draw => "draw",
                    Outcome::Loss => "loss",
                };
                match plies {
                    Some(plies) => write!(f, "{word} in {plies}"),
                    None => f.write_str(word),
                }
            }
            Verdict::Cycle(b) => write!(f, "{} to {}, as endless play counts", b.low, b.high),
            Verdict::Unknown => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_close_on_a_score_and_settle_a_winner() {
        assert_eq!(Bounds::new(3, 3).exact(), Some(Score(3)));
        assert_eq!(Bounds::new(1, 9).exact(), None);
        assert_eq!(Bounds::new(1, 9).outcome(), Some(Outcome::Win));
        assert_eq!(Bounds::new(0, 9).outcome(), None);
        assert_eq!(Bounds::new(-4, -1).outcome(), Some(Outcome::Loss));
    }

    #[test]
    fn negation_swaps_the_ends() {
        assert_eq!(-Bounds::new(-2, 5), Bounds::new(-5, 2));
        let verdict = Verdict::Outcome { outcome: Outcome::Win, plies: Some(7) };
        assert_eq!((-verdict).to_string(), "loss in 7");
        assert_eq!(verdict.of_move().to_string(), "loss in 8");
    }
}
