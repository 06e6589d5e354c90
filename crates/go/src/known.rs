//! What is known of a position: both ends of its bracket, as far as they are proved and refuted.

use crate::position::{Go, Position};
use crate::rules::Repetition;
use crate::state::State;
use crate::tables::Table;
use yomikiri_core::{Basis, Bounds, Error, Finding, Game, Goal, Result, Side, Verdict};

/// What is known of the two ends of a bracket, as margins for Black before komi. Each end lies
/// between what is proved and what is not yet refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Black gets at least this.
    pub low: i32,
    /// Black cannot force more than this.
    pub low_most: i32,
    /// Black gets at most this.
    pub high: i32,
    /// White cannot force less than this.
    pub high_least: i32,
}

impl Known {
    /// Nothing, on a board of so many points.
    pub(crate) fn nothing(points: i32) -> Known {
        Known { low: -points, low_most: points, high: points, high_least: -points }
    }

    /// Both ends.
    pub(crate) fn bracket(low: i32, high: i32) -> Known {
        Known { low, low_most: low, high, high_least: high }
    }

    /// This and something else that is known of the same position.
    pub(crate) fn and(self, other: Known) -> Known {
        Known {
            low: self.low.max(other.low),
            low_most: self.low_most.min(other.low_most),
            high: self.high.min(other.high),
            high_least: self.high_least.max(other.high_least),
        }
    }

    /// What a side has that can choose between this and something else.
    pub(crate) fn or(self, other: Known, side: Side) -> Known {
        let better = |a: i32, b: i32| if side == Side::First { a.max(b) } else { a.min(b) };
        Known {
            low: better(self.low, other.low),
            low_most: better(self.low_most, other.low_most),
            high: better(self.high, other.high),
            high_least: better(self.high_least, other.high_least),
        }
    }

    /// Each end bounds the other.
    pub(crate) fn tighten(&mut self) {
        self.low_most = self.low_most.min(self.high);
        self.high_least = self.high_least.max(self.low);
        // Between ends that are equal there is nothing left.
        if self.low == self.high {
            (self.low_most, self.high_least) = (self.low, self.high);
        }
    }

    /// Whether both ends are known.
    pub fn is_settled(self) -> bool {
        self.low == self.low_most && self.high == self.high_least
    }

    /// The margin, if all that is known agrees on it under a rule for endless play.
    pub fn margin(self, repetition: Repetition) -> Option<i32> {
        let tie = match repetition {
            _ if self.low == self.high => return Some(self.low),
            Repetition::Open => return None,
            Repetition::Tie(tie) => tie,
        };
        let low = tie.clamp(self.low, self.high_least);
        let high = tie.clamp(self.low_most, self.high);
        (low == high).then_some(low)
    }

    /// The verdict for a side.
    pub fn verdict(self, go: &Go, side: Side) -> Verdict {
        if let Some(margin) = self.margin(go.rules.repetition) {
            return Verdict::Score { score: go.score(margin, side) };
        }
        let bounds = self.bounds(go, side);
        match self.is_settled() && go.rules.repetition == Repetition::Open {
            true => Verdict::Cycle(bounds),
            false => Verdict::Bounds(bounds),
        }
    }

    /// What is proved for a side, if anything is.
    pub(crate) fn finding(self, go: &Go, side: Side, basis: Basis) -> Finding {
        match self.verdict(go, side) {
            Verdict::Bounds(bounds) if bounds == go.scores(side) => Finding::Nothing,
            verdict => Finding::proved(verdict, basis)
                .with_bracket(self.is_settled().then(|| self.bounds(go, side))),
        }
    }

    /// What is proved, as scores for a side.
    pub(crate) fn bounds(self, go: &Go, side: Side) -> Bounds {
        let ends = [self.low, self.high].map(|margin| go.score(margin, side).0);
        Bounds::new(ends[0].min(ends[1]), ends[0].max(ends[1]))
    }

    /// Whether it answers the question, or all that can be known is.
    pub(crate) fn reached(self, go: &Go, goal: Goal) -> bool {
        let margin = self.margin(go.rules.repetition);
        let komi = go.rules.komi;
        let decided = goal == Goal::Win && (self.low > komi || self.high < komi);
        margin.is_some() || decided || self.is_settled()
    }
}

/// What a table says of a position, as margins for Black.
pub fn known_by(table: &Table, position: &Position) -> Result<Known> {
    let state = State::of(position, position.side);
    let bracket = table.value(&state)?.ok_or_else(|| {
        Error::refused("the table has no such position; is the ko ban one that can occur?")
    })?;
    let [low, high] = [i32::from(bracket.low), i32::from(bracket.high)];
    Ok(match position.side {
        Side::First => Known::bracket(low, high),
        Side::Second => Known::bracket(-high, -low),
    })
}
