//! What the values of its parts say about a sum: the paper's bounds, the same made sound, and
//! those that hold whoever moves where.
//!
//! A score is Black's moves less White's when both move in turn somewhere in the sum and pass only
//! if stuck everywhere. Behind the bounds of (a|b) is a way to play (section 3.1 of the paper,
//! [`keep`]): answer where the other side played, so that every part is played strictly in turn and
//! keeps its value. It works as long as the keeper, left without an answer in a part, has a move
//! to spare where the other side is stuck.
//!
//! Why [`Rule::Sound`] holds, with Black as the keeper, after a move of his: let w be a part's
//! value with White to move. White's move there and Black's answer leave w as it is, or better for
//! Black. If Black has no answer then w was at most -1, because where Black is stuck White can
//! step, shoot back, and have the last move; and after Black's pass in that part its w is higher by
//! one or more. So a part takes at most max(0, -w) spare moves, its need. Where Black is stuck
//! already, C has paid for the need in full. The needs of the open parts, where both can move,
//! must be met too, all but the least: parts where Black has become stuck ask for no answer, so
//! that without spare moves only the last open part is left, and when Black is stuck there he is
//! stuck everywhere and passes. That is the condition, and every move of either side leaves it
//! true: an open part that Black is stuck in moves from the needs into C, at the same price.
//!
//! A spare move must leave the others to spare. It does if the part where White is stuck is, as a
//! game, the integer m that its value says: from what is at least m Black can move to what is at
//! least m - 1, and there answer White, should that move have set White free. So it was found to be
//! in all regions of up to 8 cells, though in one of them, `##.#.|###X#|.#O#.|#X###|##.##`, Black
//! cannot get his 3 without setting White free.
//!
//! What the values cannot show, and what is taken for granted, is that it gains nothing to set the
//! other side free where it is stuck (into a zugzwang, say, when it has run out of other moves). No
//! region of up to 7 cells with one side stuck adds anything but its value to up to two free moves
//! for either side; and where setting free costs at most one move there, sums with an open part
//! and spare moves gave a million bounds, none of them broken.
//!
//! [`keep`]: crate::keep

pub mod pairs;

pub use pairs::{pair_lower, pair_upper};

use crate::value::Value;
use yomikiri_core::Side;

/// Which conditions a bound is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Those of the paper's section 3.3 as printed, which claim too much for three and more open
    /// parts beside one-sided ones.
    Paper,
    /// Those that the way to play can keep.
    Sound,
}

/// How the side to move begins to keep its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// In this part.
    In(usize),
    /// With a spare move, where the other side is stuck; if there is none, by passing.
    Spare,
}

/// A sum as section 3.3 sees it, Black to move.
struct Tally {
    /// The paper's C: what the parts are worth where only one side can move.
    settled: i32,
    /// Where both can move, (a, b), and which part it is.
    open: Vec<(i32, i32, usize)>,
}

impl Tally {
    fn new(values: &[Value]) -> Tally {
        let mut tally = Tally { settled: 0, open: Vec::new() };
        for (i, value) in values.iter().enumerate() {
            match (value.black_first.map(i32::from), value.white_first.map(i32::from)) {
                (Some(a), Some(b)) => tally.open.push((a, b, i)),
                (Some(alone), None) | (None, Some(alone)) => tally.settled += alone,
                (None, None) => {}
            }
        }
        tally
    }

    fn lower(&self, rule: Rule) -> Option<(i32, Opening)> {
        if self.open.is_empty() {
            return Some((self.settled, Opening::Spare));
        }
        match rule {
            Rule::Paper => self.printed_lower(),
            Rule::Sound => self.sound_lower(),
        }
    }

    fn upper(&self, rule: Rule) -> Option<i32> {
        let (c, sum) = (self.settled, self.open.iter().map(|part| part.0).sum::<i32>());
        let least = match self.open.iter().map(|part| part.0).min() {
            None => return Some(c),
            Some(least) => least,
        };
        let kept = match rule {
            Rule::Paper if self.open.len() == 1 => c <= 0,
            Rule::Paper => c <= 0 && self.open.iter().all(|part| part.0 <= -c) && sum - least <= -c,
            Rule::Sound => demand(self.open.iter().map(|part| part.0)) <= -c,
        };
        kept.then_some(sum + c)
    }

    fn printed_lower(&self) -> Option<(i32, Opening)> {
        let c = self.settled;
        if c < 0 {
            return None;
        }
        if let [(a, b, part)] = self.open[..] {
            return Some(match c > 0 && b > a {
                true => (b + c, Opening::Spare),
                false => (a + c, Opening::In(part)),
            });
        }
        let below: Vec<usize> = (0..self.open.len()).filter(|i| self.open[*i].1 < -c).collect();
        let candidates = match below[..] {
            [] => 0..self.open.len(),
            [k] => k..k + 1,
            _ => return None,
        };
        let bounds = candidates.filter_map(|k| {
            let (a, _, part) = self.open[k];
            let others = || (0..self.open.len()).filter(|i| *i != k).map(|i| self.open[i].1);
            let (rest, most) = (others().sum::<i32>(), others().max()?);
            (a > -c && a + rest - most > -c).then_some((a + rest + c, Opening::In(part)))
        });
        best(bounds)
    }

    fn sound_lower(&self) -> Option<(i32, Opening)> {
        let c = self.settled;
        let all: i32 = self.open.iter().map(|part| part.1).sum();
        // What is left to White once Black has moved: in part k, or with a spare move.
        let in_part = self.open.iter().map(|(a, b, k)| {
            let left = self.open.iter().map(|(_, b, i)| if i == k { a - 1 } else { *b });
            let kept = demand(left.map(|w| -w)) <= c;
            kept.then_some((a + all - b + c, Opening::In(*k)))
        });
        let spare = c >= 1 && demand(self.open.iter().map(|part| -part.1)) < c;
        let spare = spare.then_some((all + c, Opening::Spare));
        best(in_part.flatten().chain(spare))
    }
}

/// How many spare moves the keeper must have, given how much each part goes against him: for all
/// of them but the cheapest, during which he may be stuck everywhere.
fn demand(against: impl Iterator<Item = i32> + Clone) -> i32 {
    let needs = against.map(|moves| moves.max(0));
    needs.clone().sum::<i32>() - needs.min().unwrap_or(0)
}

/// The first of the highest bounds.
fn best(bounds: impl Iterator<Item = (i32, Opening)>) -> Option<(i32, Opening)> {
    bounds.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

fn exchanged(values: &[Value]) -> Vec<Value> {
    values.iter().map(|value| -*value).collect()
}

/// A score that the sum does not fall below, if the rule knows one.
pub fn lower(rule: Rule, values: &[Value], to_move: Side) -> Option<i32> {
    match to_move {
        Side::First => Tally::new(values).lower(rule).map(|(bound, _)| bound),
        Side::Second => Tally::new(&exchanged(values)).upper(rule).map(|bound| -bound),
    }
}

/// A score that the sum does not rise above, if the rule knows one.
pub fn upper(rule: Rule, values: &[Value], to_move: Side) -> Option<i32> {
    lower(rule, &exchanged(values), !to_move).map(|bound| -bound)
}

/// How the side to move begins if it is to keep its own bound, the lower one for Black and the
/// upper one for White; `None` if there is no such bound.
pub fn opening(rule: Rule, values: &[Value], to_move: Side) -> Option<Opening> {
    let tally = match to_move {
        Side::First => Tally::new(values),
        Side::Second => Tally::new(&exchanged(values)),
    };
    tally.lower(rule).map(|(_, opening)| opening)
}

/// Bounds that hold whoever moves where, from each part's (a*, b*): the least integer that the
/// part is at most, and the greatest that it is at least.
///
/// With Black to move they are bounds of the sum's a*, with White to move of its b*: for winning
/// these count as a score does ([`winner`]), because Black to move loses G exactly if G ≤ 0, which
/// is a* ≤ 0, and White to move loses exactly if G ≥ 0. In zugzwangs the score itself may lie
/// elsewhere on its side of 0.
///
/// For if G ≤ m then part k is at most m less the others, each of which is at least its b*; and G
/// is at most the sum of the a*.
pub fn unconditional(parts: &[(i32, i32)], to_move: Side) -> (i32, i32) {
    let sum = |number: fn(&(i32, i32)) -> i32| parts.iter().map(number).sum::<i32>();
    let (most, least) = (sum(|part| part.0), sum(|part| part.1));
    let gaps = || parts.iter().map(|part| part.0 - part.1);
    match to_move {
        Side::First => (least + gaps().max().unwrap_or(0), most),
        Side::Second => (least, most - gaps().max().unwrap_or(0)),
    }
}

/// Who wins, if bounds of the score say so; they need not both be known.
///
/// Black to move wins exactly if the score is above 0: he makes the last move only if he gets one
/// more than White, and White, once stuck, stays at least one behind, because Black can always
/// step and shoot back. At 0 both make as many moves and Black, who began, is stuck first. So at 0
/// the side to move has lost, whichever it is, and White to move wins exactly if it is below 0.
pub fn winner(low: Option<i32>, high: Option<i32>, to_move: Side) -> Option<Side> {
    let (surely, never) = match to_move {
        Side::First => (low.is_some_and(|low| low > 0), high.is_some_and(|high| high <= 0)),
        Side::Second => (high.is_some_and(|high| high < 0), low.is_some_and(|low| low >= 0)),
    };
    match (surely, never) {
        (true, _) => Some(to_move),
        (_, true) => Some(!to_move),
        _ => None,
    }
}
