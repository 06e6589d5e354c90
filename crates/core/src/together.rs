//! What several proofs say together: of a position, of its moves, and of both.

use crate::{Bounds, Goal, Outcome, Score, Standing, Verdict, standings};

/// A move's value for the side that makes it, and where it stands among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// What is proved of it.
    pub verdict: Verdict,
    /// What that is beside the others.
    pub standing: Standing,
}

impl MoveValue {
    /// A move that nobody has looked at.
    pub const UNKNOWN: MoveValue =
        MoveValue { verdict: Verdict::Unknown, standing: Standing::Possible };

    /// Whether anything at all is known of it.
    pub fn is_known(&self) -> bool {
        self.verdict != Verdict::Unknown
    }

    /// Whether it gets a star.
    pub fn is_best(&self) -> bool {
        self.is_known() && self.standing == Standing::Best
    }

    /// Whether nothing can be lost by it.
    pub fn keeps_all(&self) -> bool {
        matches!(self.standing, Standing::Best | Standing::Lost)
    }

    /// Better moves come first, those that nobody has looked at last.
    pub fn order(&self) -> impl Ord + use<> {
        let standing = match self.standing {
            Standing::Best => 0,
            Standing::Possible => 1,
            Standing::Worse | Standing::Lost => 2,
        };
        (!self.is_known(), standing, std::cmp::Reverse(self.verdict.rank()))
    }
}

/// What is proved of a position together with what is proved of each of its legal moves, and where
/// the moves stand by both; `back` are those that lead back to where the game has been, of which
/// what is proved of the position by itself says nothing; `most` is the largest score of the game.
pub(crate) fn together(
    own: Verdict,
    moves: &[Verdict],
    back: &[bool],
    most: Score,
) -> (Verdict, Vec<MoveValue>) {
    let whole = match back.contains(&true) {
        false => both(own, best_of(moves, most), most),
        // By itself it bounds the other moves from above, and says nothing else of the game.
        true => {
            let highest = range(&own, most).high;
            let others = capped(moves, highest, most).into_iter().zip(moves).zip(back);
            let others = others.map(|((capped, told), back)| if *back { *told } else { capped });
            best_of(&others.collect::<Vec<_>>(), most)
        }
    };
    // No move is worth more than the position, and what is worth less is not the best.
    let Bounds { low, high } = range(&whole, most);
    let high = whole.bounds().map_or(most, |_| high);
    let found = standings(capped(moves, high, most), Goal::Score, most);
    // Where games are won rather than scored, that is not told by bounds.
    let won = own.told(most);
    let is_won = most == Score(1) && won.outcome().is_some() && !back.contains(&true);
    let values = moves.iter().zip(found).map(|(verdict, standing)| {
        let standing = match standing {
            Standing::Possible if range(verdict, most).high < low => Standing::Worse,
            Standing::Possible if is_won && verdict.told(most) == won => match won {
                Verdict::Outcome { outcome: Outcome::Loss, plies: None } => Standing::Lost,
                _ => Standing::Best,
            },
            standing => standing,
        };
        MoveValue { verdict: *verdict, standing }
    });
    (whole, values.collect())
}

/// Verdicts that are worth no more than this.
fn capped(verdicts: &[Verdict], high: Score, most: Score) -> Vec<Verdict> {
    let cap = |verdict: &Verdict| match *verdict {
        Verdict::Unknown if high < most => Verdict::Bounds(Bounds { low: -most, high }),
        Verdict::Bounds(bounds) if bounds.low <= high && high < bounds.high => {
            Verdict::from_bounds(Bounds { high, ..bounds })
        }
        verdict => verdict,
    };
    verdicts.iter().map(cap).collect()
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

/// What the choice among moves is worth: as much as the best of them; `most` is the largest score
/// of the game.
pub fn best_of(verdicts: &[Verdict], most: Score) -> Verdict {
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
    use crate::proofs::{any_verdict, cycle, ends, score, within};
    use proptest::prelude::*;

    const MOST: Score = Score(16);

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

    #[test]
    fn what_a_position_is_worth_by_itself_says_nothing_of_a_move_back() {
        let undecided = cycle(-16, 16);
        for (own, moves, back, worth, best) in [
            // The only winning move leads back: to a draw, or to nobody knows what.
            (score(4), vec![score(0), score(-2)], vec![true, false], score(0), vec![0]),
            (score(4), vec![undecided, score(-2)], vec![true, false], cycle(-2, 16), vec![]),
            // A move back is better than the position by itself is worth.
            (score(-4), vec![score(0), score(-4)], vec![true, false], score(0), vec![0]),
            // Nobody has looked at the others, which are worth no more than the position.
            (score(4), vec![score(0), Verdict::Unknown], vec![true, false], within(0, 4), vec![]),
            (score(4), vec![score(6), Verdict::Unknown], vec![true, false], score(6), vec![0]),
            (score(4), vec![score(0), score(4)], vec![true, false], score(4), vec![1]),
        ] {
            let (whole, values) = together(own, &moves, &back, MOST);
            assert_eq!(whole, worth, "{own:?} {moves:?}");
            let stars = (0..moves.len()).filter(|at| values[*at].is_best());
            assert_eq!(stars.collect::<Vec<_>>(), best, "{own:?} {moves:?}");
        }
    }

    #[test]
    fn where_games_are_won_a_move_that_does_as_the_position_is_best() {
        use Outcome::{Loss, Win};
        let stars = |own, moves: [Verdict; 2]| {
            let (_, values) = together(own, &moves, &[false; 2], Score(1));
            values.iter().map(|value| value.standing).collect::<Vec<_>>()
        };
        let (unknown, open) = (Verdict::Unknown, Standing::Possible);
        assert_eq!(stars(ends(Win, None), [ends(Win, None), unknown]), [Standing::Best, open]);
        assert_eq!(stars(ends(Win, Some(3)), [ends(Win, Some(5)), unknown]), [open, open]);
        assert_eq!(stars(ends(Loss, None), [ends(Loss, None), unknown]), [Standing::Lost, open]);
        assert_eq!(stars(unknown, [ends(Win, None), unknown]), [open, open]);
    }

    proptest! {
        /// Whatever the moves turn out to be, in a game that leads back by some of them or not, what
        /// is told of the position holds, and a move with a star is worth as much.
        #[test]
        fn what_is_told_holds(
            moves in prop::collection::vec((any_verdict(), 0u32..9, any::<bool>()), 1..6),
            own in any_verdict(),
        ) {
            let most = Score(4);
            let verdicts: Vec<Verdict> = moves.iter().map(|(verdict, _, _)| *verdict).collect();
            let back: Vec<bool> = moves.iter().map(|(_, _, back)| *back).collect();
            let truth = |(verdict, pick, _): &(Verdict, u32, bool)| {
                let range = range(verdict, most);
                range.low.0 + (*pick as i32) % (range.high.0 - range.low.0 + 1)
            };
            let truths: Vec<i32> = moves.iter().map(truth).collect();
            let best = *truths.iter().max().unwrap();
            // By itself the position is worth as much as it is wherever that is a proof.
            let alone = truths.iter().zip(&back).filter(|(_, back)| !**back).map(|(truth, _)| *truth);
            let own_range = range(&own, most);
            let fits = match alone.max() {
                _ if !back.contains(&true) => own_range.low.0 <= best && best <= own_range.high.0,
                // What the moves back are worth by themselves may be more.
                Some(others) => others <= own_range.high.0,
                None => true,
            };
            let own = if fits { own } else { Verdict::Unknown };
            let (told, values) = together(own, &verdicts, &back, most);
            let told = range(&told, most);
            prop_assert!((told.low.0..=told.high.0).contains(&best), "{verdicts:?} {own:?} {told:?}");
            let scored = verdicts.iter().any(|verdict| verdict.bounds().is_some());
            for (value, truth) in values.iter().zip(truths) {
                prop_assert!(!scored || !value.is_best() || truth == best, "{verdicts:?} {own:?}");
                prop_assert!(value.standing != Standing::Worse || truth < best || !scored);
            }
        }
    }
}
