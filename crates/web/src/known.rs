//! What is known of a position, and what follows from it for the position and for every move.

use crate::work::State;
use serde_json::{Map, Value};
use std::collections::HashMap;
use yomikiri_core::{Bounds, Goal, Outcome, Score, Standing, Verdict, standings};
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::results::Remembered;

/// What is known of a position when something is told of it.
pub(crate) enum Known {
    /// Everything.
    All(Remembered),
    /// What work on it has shown so far, or had shown when it ended.
    Some(String, State),
    /// Nobody had the time to look at it; its value may have been remembered.
    Nothing(Verdict),
}

/// A move's value for the side that makes it, and where it stands among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveValue {
    pub(crate) verdict: Verdict,
    pub(crate) standing: Standing,
}

impl MoveValue {
    /// A move that nobody has looked at.
    const UNKNOWN: MoveValue =
        MoveValue { verdict: Verdict::Unknown, standing: Standing::Possible };

    /// Whether anything at all is known of it.
    pub(crate) fn is_known(&self) -> bool {
        self.verdict != Verdict::Unknown
    }

    /// Whether it gets a star.
    pub(crate) fn is_best(&self) -> bool {
        self.is_known() && self.standing == Standing::Best
    }

    /// Whether nothing can be lost by it.
    pub(crate) fn keeps_all(&self) -> bool {
        matches!(self.standing, Standing::Best | Standing::Lost)
    }

    /// Better moves come first, those that nobody has looked at last.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        let standing = match self.standing {
            Standing::Best => 0,
            Standing::Possible => 1,
            Standing::Worse | Standing::Lost => 2,
        };
        (!self.is_known(), standing, std::cmp::Reverse(self.verdict.rank()))
    }
}

/// The legal moves by their names, each with what is known of it.
#[derive(Default)]
pub(crate) struct Values(HashMap<String, MoveValue>);

impl Values {
    /// What is known of a move.
    pub(crate) fn of(&self, name: &str) -> MoveValue {
        self.0.get(name).copied().unwrap_or(MoveValue::UNKNOWN)
    }
}

impl Known {
    fn answer(&self) -> Option<&Remembered> {
        match self {
            Known::All(answer) => Some(answer),
            Known::Some(_, state) => Some(&state.known),
            Known::Nothing(_) => None,
        }
    }

    /// A perfect line: none where the position's value is not settled, because then nobody knows
    /// whether it is one.
    pub(crate) fn line(&self) -> &[String] {
        let settled =
            |answer: &&Remembered| !matches!(answer.verdict, Verdict::Unknown | Verdict::Bounds(_));
        self.answer().filter(settled).map_or(&[], |answer| &answer.line)
    }

    /// What the game tells of the position beside its value.
    pub(crate) fn remarks(&self) -> Option<&Map<String, Value>> {
        self.answer().map(|answer| &answer.remarks)
    }

    /// What was proved of every legal move, in their order.
    fn verdicts(&self, look: &Look) -> Vec<Verdict> {
        let known: HashMap<&str, Verdict> = self
            .answer()
            .into_iter()
            .flat_map(|answer| &answer.moves)
            .map(|(name, verdict)| (name.as_str(), *verdict))
            .collect();
        let of = |name: &str| known.get(name).copied().unwrap_or(Verdict::Unknown);
        look.moves.iter().map(|mv| of(&mv.name)).collect()
    }

    /// The position's value as far as it is known: what was proved of it, and what its moves say.
    pub(crate) fn verdict(&self, look: &Look) -> Verdict {
        let own = match self {
            Known::Nothing(verdict) => *verdict,
            other => other.answer().map_or(Verdict::Unknown, |answer| answer.verdict),
        };
        both(own, best_of(&self.verdicts(look), look.max_score), look.max_score)
    }

    /// What is known of the moves, each beside the others and beside the position's own value.
    pub(crate) fn values(&self, look: &Look) -> Values {
        let verdicts = self.verdicts(look);
        let most = look.max_score;
        // No move is worth more than the position, and what is worth less is not the best.
        let whole = self.verdict(look);
        let high = whole.bounds().map_or(most, |bounds| bounds.high);
        let low = range(&whole, most).low;
        let capped: Vec<Verdict> = verdicts
            .iter()
            .map(|verdict| match *verdict {
                Verdict::Unknown if high < most => Verdict::Bounds(Bounds { low: -most, high }),
                Verdict::Bounds(bounds) if bounds.low <= high && high < bounds.high => {
                    Verdict::from_bounds(Bounds { high, ..bounds })
                }
                verdict => verdict,
            })
            .collect();
        let standings = standings(&capped, Goal::Score, most);
        let values = verdicts.into_iter().zip(standings);
        let values = values.map(|(verdict, standing)| match standing {
            Standing::Possible if range(&verdict, most).high < low => {
                MoveValue { verdict, standing: Standing::Worse }
            }
            standing => MoveValue { verdict, standing },
        });
        Values(look.moves.iter().map(|mv| mv.name.clone()).zip(values).collect())
    }

    /// The same as the game would say it: who wins, where that is all that counts; and what says
    /// nothing is not known.
    pub(crate) fn said_of(mut self, look: &Look) -> Known {
        let say = |verdict: &mut Verdict| match *verdict {
            Verdict::Score { score } if look.won_not_scored => {
                *verdict = Verdict::Outcome { outcome: Outcome::from(score), plies: None };
            }
            Verdict::Bounds(bounds) if bounds == all(look.max_score) => *verdict = Verdict::Unknown,
            _ => {}
        };
        let known = match &mut self {
            Known::All(answer) => answer,
            Known::Some(_, state) => &mut state.known,
            Known::Nothing(verdict) => {
                say(verdict);
                return self;
            }
        };
        say(&mut known.verdict);
        known.moves.iter_mut().for_each(|(_, verdict)| say(verdict));
        self
    }

    /// The move that perfection plays: one that leads on to the end where one is known, and
    /// otherwise any that is proved to be as good as the others; `None` where none is.
    pub(crate) fn choice(&self, look: &Look) -> Option<String> {
        let answer = self.answer()?;
        // Where points count, a line that keeps a win may give points away.
        let only_won = matches!(answer.verdict, Verdict::Outcome { .. }) && !look.won_not_scored;
        let line = self.line().first().filter(|_| !only_won);
        let values = self.values(look);
        let any = || look.moves.iter().map(|mv| &mv.name).find(|mv| values.of(mv).keeps_all());
        answer.leading.as_ref().or(line).or_else(any).cloned()
    }
}

/// Every score that there is.
fn all(most: Score) -> Bounds {
    Bounds { low: -most, high: most }
}

/// What a verdict says of a score; nothing in games that are won rather than scored.
fn range(verdict: &Verdict, most: Score) -> Bounds {
    match verdict {
        Verdict::Outcome { outcome, .. } => match outcome {
            Outcome::Loss => Bounds { low: -most, high: Score(-1) },
            Outcome::Draw => Bounds { low: Score(0), high: Score(0) },
            Outcome::Win => Bounds { low: Score(1), high: most },
        },
        other => other.bounds().unwrap_or(all(most)),
    }
}

/// What the choice among moves is worth: as much as the best of them.
pub(crate) fn best_of(verdicts: &[Verdict], most: Score) -> Verdict {
    if verdicts.iter().all(|verdict| verdict.bounds().is_none()) {
        let all_known = verdicts.iter().all(|verdict| *verdict != Verdict::Unknown);
        return match verdicts.iter().max_by_key(|verdict| verdict.rank()) {
            Some(best) if all_known => *best,
            // Among the others may be a faster win.
            _ if verdicts.iter().any(|verdict| verdict.outcome() == Some(Outcome::Win)) => {
                Verdict::Outcome { outcome: Outcome::Win, plies: None }
            }
            _ => Verdict::Unknown,
        };
    }
    let ranges: Vec<Bounds> = verdicts.iter().map(|verdict| range(verdict, most)).collect();
    let low = ranges.iter().map(|range| range.low).max().unwrap_or(-most);
    let high = ranges.iter().map(|range| range.high).max().unwrap_or(most);
    let bounds = Bounds { low, high };
    // What is worth no more than another move at least has no say.
    let mut counting = verdicts.iter().zip(&ranges).filter(|(_, range)| range.high > low);
    match bounds.exact() {
        Some(score) => Verdict::Score { score },
        None if counting.all(|(verdict, _)| matches!(verdict, Verdict::Cycle(_))) => {
            Verdict::Cycle(bounds)
        }
        None => said(bounds, most),
    }
}

/// What bounds amount to.
fn said(bounds: Bounds, most: Score) -> Verdict {
    let outcome = |outcome| Verdict::Outcome { outcome, plies: None };
    match (bounds.low, bounds.high) {
        (low, high) if low == -most && high == most => Verdict::Unknown,
        (Score(1), high) if high == most => outcome(Outcome::Win),
        (low, Score(-1)) if low == -most => outcome(Outcome::Loss),
        _ => Verdict::from_bounds(bounds),
    }
}

/// What two proofs about the same position say together.
fn both(own: Verdict, of_moves: Verdict, most: Score) -> Verdict {
    let whole = |verdict: &Verdict| matches!(verdict, Verdict::Score { .. } | Verdict::Cycle(_));
    match (own, of_moves) {
        (own, Verdict::Unknown) => own,
        (Verdict::Unknown, of_moves) => of_moves,
        (own, _) if whole(&own) => own,
        (_, of_moves) if whole(&of_moves) => of_moves,
        // Games that are won rather than scored.
        (own @ Verdict::Outcome { .. }, Verdict::Outcome { .. }) => own,
        (own, of_moves) => {
            let (one, other) = (range(&own, most), range(&of_moves, most));
            let (low, high) = (one.low.max(other.low), one.high.min(other.high));
            if low <= high { said(Bounds { low, high }, most) } else { own }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MOST: Score = Score(16);

    fn score(score: i32) -> Verdict {
        Verdict::Score { score: Score(score) }
    }

    fn within(low: i32, high: i32) -> Verdict {
        Verdict::Bounds(Bounds::new(low, high))
    }

    fn cycle(low: i32, high: i32) -> Verdict {
        Verdict::Cycle(Bounds::new(low, high))
    }

    fn ends(outcome: Outcome, plies: Option<u32>) -> Verdict {
        Verdict::Outcome { outcome, plies }
    }

    #[test]
    fn a_choice_is_worth_the_best_of_it() {
        use Outcome::{Draw, Loss, Win};
        for (moves, worth) in [
            (vec![score(2), score(-4)], score(2)),
            (vec![score(2), Verdict::Unknown], within(2, 16)),
            (vec![score(16), Verdict::Unknown], score(16)),
            (vec![within(-4, 2), score(2)], score(2)),
            (vec![within(-4, 3), score(2)], within(2, 3)),
            (vec![score(-16), Verdict::Unknown], Verdict::Unknown),
            (vec![cycle(4, 12), score(6)], cycle(6, 12)),
            (vec![cycle(4, 12), within(-16, 4)], cycle(4, 12)),
            (vec![cycle(4, 12), Verdict::Unknown], within(4, 16)),
            (vec![ends(Win, None), score(-3)], ends(Win, None)),
            (vec![ends(Win, Some(5)), ends(Win, Some(3))], ends(Win, Some(3))),
            (vec![ends(Win, Some(5)), Verdict::Unknown], ends(Win, None)),
            (vec![ends(Draw, None), Verdict::Unknown], Verdict::Unknown),
            (vec![ends(Loss, Some(4)), ends(Loss, Some(2))], ends(Loss, Some(4))),
            (vec![], Verdict::Unknown),
        ] {
            assert_eq!(best_of(&moves, MOST), worth, "{moves:?}");
        }
    }

    #[test]
    fn proofs_are_put_together() {
        use Outcome::Win;
        assert_eq!(both(within(-2, 16), within(4, 16), MOST), within(4, 16));
        assert_eq!(both(within(-2, 8), within(4, 16), MOST), within(4, 8));
        assert_eq!(both(ends(Win, None), within(-4, 16), MOST), ends(Win, None));
        assert_eq!(both(ends(Win, None), within(-4, 6), MOST), within(1, 6));
        assert_eq!(both(ends(Win, None), score(6), MOST), score(6));
        assert_eq!(both(Verdict::Unknown, Verdict::Unknown, MOST), Verdict::Unknown);
    }

    fn known(verdict: Verdict, moves: &[(&str, Verdict)]) -> Known {
        let moves = moves.iter().map(|(name, verdict)| ((*name).to_owned(), *verdict)).collect();
        Known::All(Remembered { verdict, moves, ..Remembered::nothing() })
    }

    fn look(board: &str) -> Look {
        yomikiri_rooms::open("othello", board, &Default::default()).unwrap().look()
    }

    #[test]
    fn a_star_needs_a_proof() {
        let look = look("4x4");
        let names: Vec<&str> = look.moves.iter().map(|mv| mv.name.as_str()).collect();
        let stars = |known: &Known| {
            let values = known.values(&look);
            names.iter().filter(|name| values.of(name).is_best()).count()
        };
        let lost =
            known(ends(Outcome::Win, None), &[(names[0], score(-16)), (names[1], score(-16))]);
        assert_eq!(stars(&lost), 0, "the position is won by another move");
        assert_eq!(lost.values(&look).of(names[0]).standing, Standing::Worse);
        assert_eq!(lost.values(&look).of(names[2]).standing, Standing::Possible);
        assert_eq!(lost.choice(&look), None);
        let open: Vec<_> = names.iter().map(|name| (*name, within(-16, 16))).collect();
        let open = known(Verdict::Unknown, &open).said_of(&look);
        assert_eq!(stars(&open), 0);
        assert_eq!((open.verdict(&look), open.choice(&look)), (Verdict::Unknown, None));
        // A move that is worth as much as the position is best, whatever the others are.
        let one = known(score(4), &[(names[2], score(4))]);
        assert_eq!(stars(&one), 1);
        assert_eq!(one.choice(&look).as_deref(), Some(names[2]));
        let at_most = known(within(-2, 4), &[(names[2], score(4))]);
        assert_eq!((stars(&at_most), at_most.verdict(&look)), (1, score(4)));
    }

    #[test]
    fn perfection_plays_on_to_the_end_or_nothing() {
        let look = look("4x4");
        let name = |at: usize| look.moves[at].name.clone();
        let all: Vec<_> = look.moves.iter().map(|mv| (mv.name.clone(), score(4))).collect();
        let answer = Remembered { verdict: score(4), moves: all, ..Remembered::nothing() };
        assert_eq!(Known::All(answer.clone()).choice(&look), Some(name(0)));
        let line = Remembered { line: vec![name(1)], ..answer };
        assert_eq!(Known::All(line.clone()).choice(&look), Some(name(1)));
        let unsettled = Remembered { verdict: within(2, 6), moves: Vec::new(), ..line.clone() };
        assert_eq!(Known::All(unsettled).choice(&look), None);
        let leading = Remembered { leading: Some(name(2)), ..line };
        assert_eq!(Known::All(leading).choice(&look), Some(name(2)));
    }

    fn any_verdict() -> impl Strategy<Value = Verdict> {
        let pair = (-4i32..=4, -4i32..=4).prop_map(|(a, b)| Bounds::new(a.min(b), a.max(b)));
        let outcome = prop_oneof![Just(Outcome::Loss), Just(Outcome::Draw), Just(Outcome::Win)];
        prop_oneof![
            (-4i32..=4).prop_map(score),
            pair.prop_map(Verdict::from_bounds),
            outcome.prop_map(|outcome| ends(outcome, None)),
            Just(Verdict::Unknown),
        ]
    }

    proptest! {
        /// Whatever the moves turn out to be, what is told of their best holds, and a move with a
        /// star is worth as much.
        #[test]
        fn what_is_told_of_the_best_holds(
            moves in prop::collection::vec((any_verdict(), 0u32..9), 1..6),
        ) {
            let most = Score(4);
            let verdicts: Vec<Verdict> = moves.iter().map(|(verdict, _)| *verdict).collect();
            let truth = |(verdict, pick): &(Verdict, u32)| {
                let range = range(verdict, most);
                range.low.0 + (*pick as i32) % (range.high.0 - range.low.0 + 1)
            };
            let truths: Vec<i32> = moves.iter().map(truth).collect();
            let best = *truths.iter().max().unwrap();
            let told = best_of(&verdicts, most);
            let told = range(&told, most);
            prop_assert!((told.low.0..=told.high.0).contains(&best), "{verdicts:?} {told:?}");
            for (standing, truth) in standings(&verdicts, Goal::Score, most).iter().zip(truths) {
                let scored = verdicts.iter().any(|verdict| verdict.bounds().is_some());
                prop_assert!(!scored || *standing != Standing::Best || truth == best);
            }
        }
    }
}
