//! What the proved values of all moves say about each of them.

use crate::{Goal, Outcome, Score, Verdict};
use serde::{Deserialize, Serialize};

/// What is proved of a move beside the other moves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Proved best: no other move's upper bound is above its lower bound.
    Best,
    /// It may be best: neither proved best nor proved worse.
    Possible,
    /// Another move is proved to be better.
    Worse,
    /// It loses as every other move does, and nothing that is proved tells them apart.
    Lost,
}

/// How good a result is for the side to move: who wins, then by how much or how soon.
type Rank = (i8, i64);

const LEAST: Rank = (i8::MIN, 0);
const MOST: Rank = (i8::MAX, 0);

/// What a value lies between, twice: if endless play counts against the side to move, and if it
/// counts for it. Both are the same wherever games end.
#[derive(Clone, Copy)]
struct Range {
    low: [Rank; 2],
    high: [Rank; 2],
}

fn sign(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Loss => -1,
        Outcome::Draw => 0,
        Outcome::Win => 1,
    }
}

impl Range {
    fn of(verdict: &Verdict, goal: Goal, most: Score, scored: bool) -> Range {
        let rank = |score: Score| {
            (sign(score.into()), if goal == Goal::Win { 0 } else { i64::from(score.0) })
        };
        let exact = |rank: Rank| Range { low: [rank; 2], high: [rank; 2] };
        match *verdict {
            Verdict::Score { score } => exact(rank(score)),
            Verdict::Bounds(bounds) => {
                Range { low: [rank(bounds.low); 2], high: [rank(bounds.high); 2] }
            }
            Verdict::Cycle(bounds) => {
                let ends = [rank(bounds.low), rank(bounds.high)];
                Range { low: ends, high: ends }
            }
            // Beside scores, a mere winner leaves open by how much.
            Verdict::Outcome { outcome, .. } if scored && goal == Goal::Score => {
                let (low, high) = match outcome {
                    Outcome::Loss => (-most, Score(-1)),
                    Outcome::Draw => (Score(0), Score(0)),
                    Outcome::Win => (Score(1), most),
                };
                Range { low: [rank(low); 2], high: [rank(high); 2] }
            }
            Verdict::Outcome { outcome, plies } => {
                // What has no end is a slower win than any, and a slower loss.
                let plies = plies.map_or(i64::from(u32::MAX), i64::from);
                exact(match (outcome, goal) {
                    (Outcome::Win, Goal::Score) => (1, -plies),
                    (Outcome::Loss, Goal::Score) => (-1, plies),
                    _ => (sign(outcome), 0),
                })
            }
            // Where only winning counts, nothing is better than a win.
            Verdict::Unknown if scored || goal == Goal::Win => {
                Range { low: [rank(-most); 2], high: [rank(most); 2] }
            }
            Verdict::Unknown => Range { low: [LEAST; 2], high: [MOST; 2] },
        }
    }

    /// Whether this is at least as good as `other`, whatever each of them turns out to be.
    fn is_at_least(&self, other: &Range) -> bool {
        (0..2).all(|end| self.low[end] >= other.high[end])
    }

    /// Whether this is better than `other`, whatever each of them turns out to be and whatever
    /// endless play counts.
    fn is_better_than(&self, other: &Range) -> bool {
        self.is_at_least(other) && (0..2).any(|end| self.low[end] > other.high[end])
    }
}

/// The verdicts as the game says them, whichever way a solver put it.
fn told(verdicts: impl IntoIterator<Item = Verdict>, most: Score) -> Vec<Verdict> {
    verdicts.into_iter().map(|verdict| verdict.told(most)).collect()
}

fn ranges(verdicts: &[Verdict], goal: Goal, most: Score) -> Vec<Range> {
    let scored = verdicts.iter().any(|verdict| verdict.bounds().is_some());
    verdicts.iter().map(|verdict| Range::of(verdict, goal, most, scored)).collect()
}

/// Of every legal move whether no other is proved, or may be proved yet, to be sure of more, endless
/// play being counted against the side that moves: the best that can be done where the rules leave
/// open what endless play is worth.
pub(crate) fn surest(
    verdicts: impl IntoIterator<Item = Verdict>,
    goal: Goal,
    most: Score,
) -> Vec<bool> {
    let ranges = ranges(&told(verdicts, most), goal, most);
    let is_surest = |(at, range): (usize, &Range)| {
        let mut others = ranges.iter().enumerate().filter(|(other, _)| *other != at);
        others.all(|(_, other)| range.low[0] >= other.high[0])
    };
    ranges.iter().enumerate().map(is_surest).collect()
}

/// The standing of every legal move of a position, given what is proved of each for the side that
/// makes it; `most` is the largest score of the game. Where only who wins was asked, that alone
/// tells moves apart.
///
/// ```
/// use yomikiri_core::{Bounds, Goal, Score, Standing, Verdict, standings};
///
/// let exact = Verdict::Score { score: Score(2) };
/// let open = Verdict::Bounds(Bounds::new(-4, 4));
/// let standing = standings([exact, open], Goal::Score, Score(36));
/// assert_eq!(standing, [Standing::Possible; 2], "the second may be worth 4");
/// ```
pub fn standings(
    verdicts: impl IntoIterator<Item = Verdict>,
    goal: Goal,
    most: Score,
) -> Vec<Standing> {
    let verdicts = told(verdicts, most);
    let ranges = ranges(&verdicts, goal, most);
    let just_lost = |verdict: &Verdict| match verdict {
        Verdict::Outcome { outcome: Outcome::Loss, plies } => plies.is_none(),
        other => goal == Goal::Win && other.outcome() == Some(Outcome::Loss),
    };
    if verdicts.iter().all(just_lost) {
        return vec![Standing::Lost; verdicts.len()];
    }
    // The two highest upper bounds: a move's own does not count against it.
    let highest = |end: usize| {
        let mut two = [LEAST; 2];
        for range in &ranges {
            two = match range.high[end] {
                high if high > two[0] => [high, two[0]],
                high => [two[0], two[1].max(high)],
            };
        }
        two
    };
    let highest = [highest(0), highest(1)];
    ranges
        .iter()
        .zip(&verdicts)
        .map(|(range, verdict)| {
            // Of a move that nobody looked at nothing good is said, unless there is no other.
            let seen = *verdict != Verdict::Unknown || verdicts.len() == 1;
            let is_best = seen
                && (0..2).all(|end| {
                    let [first, second] = highest[end];
                    let others = if range.high[end] == first { second } else { first };
                    range.low[end] >= others
                });
            if is_best {
                Standing::Best
            } else if ranges.iter().any(|other| other.is_better_than(range)) {
                Standing::Worse
            } else {
                Standing::Possible
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Standing::{Best, Lost, Possible, Worse};
    use super::*;
    use crate::proofs::{any_verdict, cycle, ends, score, within};
    use proptest::prelude::*;

    fn of(verdicts: &[Verdict]) -> Vec<Standing> {
        standings(verdicts.to_vec(), Goal::Score, Score(16))
    }

    #[test]
    fn best_is_what_no_other_move_can_surpass() {
        assert_eq!(of(&[score(4), score(4), score(2)]), [Best, Best, Worse]);
        assert_eq!(of(&[within(-16, 16), within(-16, 16)]), [Possible, Possible]);
        assert_eq!(of(&[within(2, 4), within(-16, 2), within(-16, 1)]), [Best, Possible, Worse]);
        assert_eq!(of(&[score(4), Verdict::Unknown]), [Possible, Possible]);
        assert_eq!(of(&[score(16), Verdict::Unknown]), [Best, Possible], "nothing is above 16");
        assert_eq!(of(&[Verdict::Unknown]), [Best], "there is no other move");
        assert_eq!(of(&[score(-16), Verdict::Unknown]), [Possible, Possible]);
    }

    #[test]
    fn endless_play_has_two_ends_and_best_means_best_at_both() {
        assert_eq!(of(&[cycle(4, 12), cycle(4, 12), score(4)]), [Best, Best, Worse]);
        assert_eq!(of(&[cycle(4, 12), score(6)]), [Possible, Possible], "it depends on the rule");
        assert_eq!(of(&[cycle(4, 12), within(-16, 4)]), [Best, Worse]);
        assert_eq!(of(&[cycle(4, 12), within(-16, 5)]), [Possible, Possible]);
    }

    #[test]
    fn of_wins_the_fastest_of_losses_the_slowest_and_hopeless_moves_have_no_star() {
        use Outcome::{Draw, Loss, Win};
        assert_eq!(
            of(&[ends(Win, Some(3)), ends(Win, Some(5)), ends(Win, None)]),
            [Best, Worse, Worse]
        );
        assert_eq!(of(&[ends(Loss, Some(4)), ends(Loss, Some(2))]), [Best, Worse]);
        assert_eq!(of(&[ends(Loss, None), ends(Loss, None)]), [Lost, Lost]);
        assert_eq!(of(&[ends(Draw, None), ends(Loss, None)]), [Best, Worse]);
        assert_eq!(of(&[ends(Win, Some(9)), Verdict::Unknown]), [Possible, Possible]);
        let winners = [within(1, 16), score(2), within(-16, -1)];
        assert_eq!(of(&winners), [Possible, Possible, Worse]);
        assert_eq!(standings(winners, Goal::Win, Score(16)), [Best, Best, Worse]);
        let losers = [within(-16, -1), score(-2)];
        assert_eq!(standings(losers, Goal::Win, Score(16)), [Lost, Lost]);
        let unseen = [ends(Win, None), Verdict::Unknown];
        assert_eq!(standings(unseen, Goal::Win, Score(1)), [Best, Possible]);
        assert_eq!(standings(unseen, Goal::Score, Score(1)), [Possible, Possible]);
    }

    #[test]
    fn a_lost_position_is_told_alike_whichever_way_a_solver_puts_it() {
        let lost = |verdict| standings([verdict; 2], Goal::Score, Score(1));
        assert_eq!(lost(score(-1)), [Lost, Lost]);
        assert_eq!(lost(ends(Outcome::Loss, None)), [Lost, Lost]);
        let both = [score(-1), ends(Outcome::Loss, None), score(0)];
        assert_eq!(standings(both, Goal::Score, Score(1)), [Worse, Worse, Best]);
        // Where points count, less may be lost.
        assert_eq!(of(&[score(-1), score(-1)]), [Best, Best]);
    }

    /// The same where games need not end.
    fn any_or_endless() -> impl Strategy<Value = Verdict> {
        let pair = (-4i32..=4, -4i32..=4).prop_map(|(a, b)| cycle(a.min(b), a.max(b)));
        prop_oneof![3 => any_verdict(), 1 => pair]
    }

    proptest! {
        /// The definition, move by move against every other.
        #[test]
        fn the_definition_holds(verdicts in prop::collection::vec(any_or_endless(), 1..6)) {
            let most = Score(4);
            let found = standings(verdicts.clone(), Goal::Score, most);
            let ranges: Vec<Range> = verdicts
                .iter()
                .map(|verdict| Range::of(verdict, Goal::Score, most, true))
                .collect();
            let known = verdicts.iter().any(|verdict| verdict.bounds().is_some());
            prop_assume!(known);
            for (at, standing) in found.iter().enumerate() {
                let others = || ranges.iter().enumerate().filter(|(other, _)| *other != at);
                let seen = verdicts[at] != Verdict::Unknown || verdicts.len() == 1;
                let best = seen && others().all(|(_, other)| ranges[at].is_at_least(other));
                let worse = others().any(|(_, other)| other.is_better_than(&ranges[at]));
                prop_assert_eq!(*standing == Best, best);
                prop_assert_eq!(*standing == Worse, worse && !best);
            }
            for (at, surest) in surest(verdicts, Goal::Score, most).into_iter().enumerate() {
                let mut others = (0..ranges.len()).filter(|other| *other != at);
                let most = others.all(|other| ranges[at].low[0] >= ranges[other].high[0]);
                prop_assert_eq!(surest, most);
                prop_assert!(surest || found[at] != Best || found.len() == 1);
            }
        }
    }
}
