//! Exact scores of sums of regions, for many of them: what [`crate::plain`] says, sooner.
//!
//! A score depends on the game tree alone, so regions with the same tree are one; and where only
//! one side can ever move, all that matters is how many moves it has. For if Black had more of
//! them, he could play as before, use one of the others where he would have had to pass, and make
//! what is left over at the end. The search is alpha-beta with a memory.

use crate::position::Position;
use crate::reader::Key;
use crate::regions::{Region, split};
use crate::value::Value;
use arrayvec::ArrayVec;
use yomikiri_core::hash::HashMap;
use yomikiri_core::{Context, Side};

/// The most regions with moves for both sides that a sum may have at a time.
const MOST_TREES: usize = 12;
/// All is forgotten when so many regions are known.
const MOST_REGIONS: usize = 3_000_000;
/// Scores are forgotten when so many are known.
const MOST_SCORES: usize = 4_000_000;
/// More than any score.
const BEYOND: i16 = i16::MAX;

/// A sum: the moves that one side alone can make, and the trees of the other regions in order.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Sum {
    /// Black's free moves, and White's.
    free: [u8; 2],
    trees: ArrayVec<u32, MOST_TREES>,
}

/// A game tree in which both sides can move, now or later.
struct Tree {
    /// What Black's moves lead to, and White's, each once.
    options: [Vec<Sum>; 2],
    /// About what it is worth.
    guess: f32,
}

/// Finds scores.
pub struct Scorer {
    regions: HashMap<Key, Sum>,
    trees: Vec<Tree>,
    numbers: HashMap<[Vec<Sum>; 2], u32>,
    /// Options of all trees together, whose the most of the memory is, and how many may be.
    volume: usize,
    room: usize,
    /// Between which numbers the score of a sum lies, by who is to move.
    known: HashMap<(Sum, bool), (i16, i16)>,
    /// Regions and sums that may still be looked into, and who else may end the work.
    left: u64,
    context: Option<Context>,
}

impl Default for Scorer {
    fn default() -> Scorer {
        Scorer::new()
    }
}

impl Scorer {
    /// Knows nothing yet, and may look into anything.
    pub fn new() -> Scorer {
        Scorer {
            regions: HashMap::default(),
            trees: Vec::new(),
            numbers: HashMap::default(),
            volume: 0,
            room: usize::MAX,
            known: HashMap::default(),
            left: u64::MAX,
            context: None,
        }
    }

    /// The same with room for so many options of trees, a hundred bytes each; all is forgotten
    /// before a new question when a quarter of it is taken.
    pub fn with_room(options: usize) -> Scorer {
        Scorer { room: options, ..Scorer::new() }
    }

    /// Lets it look into so many new regions and sums from now on, until the context stops it;
    /// then every answer is `None`.
    pub fn allow(&mut self, steps: u64, context: &Context) {
        (self.left, self.context) = (steps, Some(context.clone()));
    }

    fn step(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if self.volume > self.room {
            return None;
        }
        let look = self.left.is_multiple_of(256);
        match &self.context {
            Some(context) if look && context.check(0) => None,
            _ => Some(()),
        }
    }

    /// The score of a sum, as [`crate::plain::Plain::score`] has it. `None` if the sum falls into
    /// more regions than there is room for.
    pub fn score(&mut self, parts: &[Position], side: Side) -> Option<i32> {
        self.forget();
        let sum = self.sum(parts)?;
        Some(self.exact(&sum, side)?.into())
    }

    /// The pair (a|b) of a region: its score if either side begins, null where it cannot.
    pub fn value(&mut self, region: &Position) -> Option<Value> {
        self.forget();
        let sum = self.sum(std::slice::from_ref(region))?;
        let mut begun_by = |side| match region.can_move(side) {
            true => Some(Some(self.exact(&sum, side)? as i8)),
            false => Some(None),
        };
        Some(Value { black_first: begun_by(Side::First)?, white_first: begun_by(Side::Second)? })
    }

    /// Whether a side to move keeps its score of the sum by some first move that is also a best
    /// move of the part that it is in, that part played alone.
    pub fn keeps_with_a_best_move_of_a_part(
        &mut self,
        parts: &[Position],
        side: Side,
    ) -> Option<bool> {
        self.forget();
        let sum = self.sum(parts)?;
        let score = self.exact(&sum, side)?;
        let mut any = false;
        for (i, part) in parts.iter().enumerate() {
            let alone = self.sum(std::slice::from_ref(part))?;
            let best = self.exact(&alone, side)?;
            let rest: Vec<Position> = [&parts[..i], &parts[i + 1..]].concat();
            let rest = self.sum(&rest)?;
            for next in self.moves(&alone, side)? {
                any = true;
                if gain(side) + self.exact(&next, !side)? == best {
                    let whole = joined(&rest, &next)?;
                    if gain(side) + self.exact(&whole, !side)? == score {
                        return Some(true);
                    }
                }
            }
        }
        // Without a move there is none to miss.
        Some(!any)
    }

    fn forget(&mut self) {
        if self.regions.len() > MOST_REGIONS || self.volume > self.room / 4 {
            let (left, room, context) = (self.left, self.room, self.context.take());
            *self = Scorer { left, room, context, ..Scorer::new() };
        }
        if self.known.len() > MOST_SCORES {
            self.known.clear();
        }
    }

    /// The sum of the regions that some positions fall into.
    fn sum(&mut self, parts: &[Position]) -> Option<Sum> {
        let mut sum = Sum::default();
        for part in parts {
            for region in split(part).regions {
                sum = joined(&sum, &self.region(&region)?)?;
            }
        }
        Some(sum)
    }

    fn region(&mut self, region: &Region) -> Option<Sum> {
        let key = Key::of(region);
        if let Some(sum) = self.regions.get(&key) {
            return Some(sum.clone());
        }
        self.step()?;
        let mut options = [Vec::new(), Vec::new()];
        for (side, options) in [Side::First, Side::Second].into_iter().zip(&mut options) {
            let position = region.alone(side);
            let mut next = Vec::new();
            position.each_move(|mv| next.push(position.play(mv)));
            for next in next {
                options.push(self.sum(&[next])?);
            }
            options.sort_unstable();
            options.dedup();
        }
        let sum = self.with_options(options)?;
        self.regions.insert(key, sum.clone());
        Some(sum)
    }

    /// What has these options, in order and each once.
    fn with_options(&mut self, options: [Vec<Sum>; 2]) -> Option<Sum> {
        for side in 0..2 {
            let free = |sum: &Sum| sum.trees.is_empty() && sum.free[1 - side] == 0;
            if options[1 - side].is_empty() && options[side].iter().all(free) {
                let most = options[side].iter().map(|sum| 1 + sum.free[side]).max();
                let mut sum = Sum::default();
                sum.free[side] = most.unwrap_or(0);
                return Some(sum);
            }
        }
        let number = match self.numbers.get(&options) {
            Some(number) => *number,
            None => {
                let number = u32::try_from(self.trees.len()).ok()?;
                let guesses = |side: usize| options[side].iter().map(|sum| self.guess(sum));
                let black = guesses(0).fold(f32::NEG_INFINITY, f32::max) + 1.0;
                let white = guesses(1).fold(f32::INFINITY, f32::min) - 1.0;
                let guess = match (black.is_finite(), white.is_finite()) {
                    (true, true) => (black + white) / 2.0,
                    (true, false) => black,
                    _ => white,
                };
                self.volume += options.iter().map(Vec::len).sum::<usize>();
                self.trees.push(Tree { options: options.clone(), guess });
                self.numbers.insert(options, number);
                number
            }
        };
        let mut sum = Sum::default();
        sum.trees.push(number);
        Some(sum)
    }

    fn guess(&self, sum: &Sum) -> f32 {
        let trees: f32 = sum.trees.iter().map(|tree| self.trees[*tree as usize].guess).sum();
        f32::from(sum.free[0]) - f32::from(sum.free[1]) + trees
    }

    /// What a side's moves lead to, those first that look best.
    fn moves(&self, sum: &Sum, side: Side) -> Option<Vec<Sum>> {
        let own = index(side);
        let mut found = Vec::new();
        for (i, number) in sum.trees.iter().enumerate() {
            if i > 0 && sum.trees[i - 1] == *number {
                continue;
            }
            let mut rest = sum.clone();
            rest.trees.remove(i);
            let tree = &self.trees[*number as usize];
            for option in &tree.options[own] {
                let gained = f32::from(gain(side)) * (self.guess(option) - tree.guess);
                found.push((gained, joined(&rest, option)?));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut moves: Vec<Sum> = found.into_iter().map(|(_, next)| next).collect();
        if sum.free[own] > 0 {
            let mut rest = sum.clone();
            rest.free[own] -= 1;
            moves.push(rest);
        }
        Some(moves)
    }

    fn exact(&mut self, sum: &Sum, side: Side) -> Option<i16> {
        self.search(sum, side, -BEYOND, BEYOND)
    }

    /// The score if it lies between `low` and `high`; else a bound on that side.
    fn search(&mut self, sum: &Sum, side: Side, mut low: i16, mut high: i16) -> Option<i16> {
        if sum.trees.is_empty() {
            return Some(i16::from(sum.free[0]) - i16::from(sum.free[1]));
        }
        let key = (sum.clone(), side == Side::First);
        let (least, most) = self.known.get(&key).copied().unwrap_or((-BEYOND, BEYOND));
        if least >= high || least == most {
            return Some(least);
        }
        if most <= low {
            return Some(most);
        }
        self.step()?;
        let asked = (low, high);
        let mut best: Option<i16> = None;
        for next in self.moves(sum, side)? {
            let gain = gain(side);
            let bound = |bound: i16| if bound.abs() == BEYOND { bound } else { bound - gain };
            let score = gain + self.search(&next, !side, bound(low), bound(high))?;
            best = Some(match side {
                Side::First => best.map_or(score, |best| best.max(score)),
                Side::Second => best.map_or(score, |best| best.min(score)),
            });
            match side {
                Side::First => low = low.max(score),
                Side::Second => high = high.min(score),
            }
            if low >= high {
                break;
            }
        }
        // There is a tree, so if one side is stuck the other is not.
        let score = match best {
            Some(score) => score,
            None => self.search(sum, !side, low, high)?,
        };
        let (mut least, mut most) = (least, most);
        if score > asked.0 {
            least = least.max(score);
        }
        if score < asked.1 {
            most = most.min(score);
        }
        self.known.insert(key, (least, most));
        Some(score)
    }
}

/// Two sums as one, if there is room.
fn joined(one: &Sum, other: &Sum) -> Option<Sum> {
    let mut sum = one.clone();
    for (free, more) in sum.free.iter_mut().zip(other.free) {
        *free = free.checked_add(more)?;
    }
    sum.trees.try_extend_from_slice(&other.trees).ok()?;
    sum.trees.sort_unstable();
    Some(sum)
}

fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// What a move adds to the score.
fn gain(side: Side) -> i16 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}
