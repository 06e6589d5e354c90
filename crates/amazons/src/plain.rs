//! Values, scores and winners worked out straight from the rules: slow, short, and what everything
//! quicker is compared with.

use crate::cells::Cells;
use crate::position::Position;
use crate::regions::split;
use crate::value::Value;
use std::collections::HashMap;
use yomikiri_core::Side;

/// Regions, by their numbers, lowest first: all that is left of a sum.
type Sum = Vec<u32>;

/// A region, whichever way it is turned: columns and rows, amazons, and walls.
type Key = ([usize; 2], [Cells; 3]);

/// What a move in a region leaves there, each once: Black's moves, and White's.
#[derive(Default)]
struct Options([Vec<Sum>; 2]);

impl Options {
    fn of(&self, side: Side) -> &[Sum] {
        &self.0[index(side)]
    }
}

/// Plain search with a memory. Whatever is asked, the answer is `None` once it would have to
/// remember more than [`Plain::limit`] positions.
pub struct Plain {
    /// Most positions that are remembered, of regions and of sums together.
    pub limit: usize,
    alternating: HashMap<Position, i8>,
    numbers: HashMap<Key, u32>,
    options: Vec<Options>,
    scores: HashMap<(Sum, Side), i32>,
    wins: HashMap<(Sum, Side), bool>,
    rounded: HashMap<Sum, (i32, i32)>,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain::new(Plain::USUAL_LIMIT)
    }
}

impl Plain {
    /// A limit that keeps to some hundreds of megabytes.
    pub const USUAL_LIMIT: usize = 4_000_000;

    /// A search that remembers nothing yet.
    pub fn new(limit: usize) -> Plain {
        Plain {
            limit,
            alternating: HashMap::new(),
            numbers: HashMap::new(),
            options: Vec::new(),
            scores: HashMap::new(),
            wins: HashMap::new(),
            rounded: HashMap::new(),
        }
    }

    /// How many positions are remembered.
    pub fn remembered(&self) -> usize {
        self.alternating.len()
            + self.numbers.len()
            + self.scores.len()
            + self.wins.len()
            + self.rounded.len()
    }

    fn room(&self) -> Option<()> {
        (self.remembered() < self.limit).then_some(())
    }

    /// The pair (a|b) of a region, or of any position taken as one: both sides strictly in turn,
    /// who is stuck passes, and null for the side that could not begin.
    pub fn value(&mut self, region: &Position) -> Option<Value> {
        let mut begun_by = |side| -> Option<Option<i8>> {
            match region.can_move(side) {
                true => self.alternate(&Position { to_move: side, ..*region }).map(Some),
                false => Some(None),
            }
        };
        Some(Value { black_first: begun_by(Side::First)?, white_first: begun_by(Side::Second)? })
    }

    fn alternate(&mut self, position: &Position) -> Option<i8> {
        if let Some(score) = self.alternating.get(position) {
            return Some(*score);
        }
        let side = position.to_move;
        let score = if position.can_move(side) {
            let mut next = Vec::new();
            position.each_move(|mv| next.push(position.play(mv)));
            let mut best = None;
            for next in next {
                let score = gain(side) as i8 + self.alternate(&next)?;
                best = Some(best.map_or(score, |best| better(side, best, score)));
            }
            best.unwrap_or(0)
        } else if position.can_move(!side) {
            self.alternate(&Position { to_move: !side, ..*position })?
        } else {
            0
        };
        self.room()?;
        self.alternating.insert(*position, score);
        Some(score)
    }

    /// The score of a sum, Black's moves less White's: in turn each side moves in one of the parts,
    /// passes only if it is stuck in all of them, and plays for the most. Whose turn the parts say
    /// it is does not matter.
    pub fn score(&mut self, parts: &[Position], side: Side) -> Option<i32> {
        let sum = self.sum(parts)?;
        self.score_of(sum, side)
    }

    fn score_of(&mut self, sum: Sum, side: Side) -> Option<i32> {
        if sum.is_empty() {
            return Some(0);
        }
        let key = (sum, side);
        if let Some(score) = self.scores.get(&key) {
            return Some(*score);
        }
        let mut best = None;
        for next in self.after_moves(&key.0, side) {
            let score = gain(side) + self.score_of(next, !side)?;
            best = Some(best.map_or(score, |best| better(side, best, score)));
        }
        // A part where nobody can move is no part, so if one side is stuck the other is not.
        let score = match best {
            Some(score) => score,
            None => self.score_of(key.0.clone(), !side)?,
        };
        self.room()?;
        self.scores.insert(key, score);
        Some(score)
    }

    /// Whether the side to move wins the sum: who cannot move loses.
    pub fn wins(&mut self, parts: &[Position], side: Side) -> Option<bool> {
        let sum = self.sum(parts)?;
        self.wins_of(sum, side)
    }

    fn wins_of(&mut self, sum: Sum, side: Side) -> Option<bool> {
        let key = (sum, side);
        if let Some(wins) = self.wins.get(&key) {
            return Some(*wins);
        }
        let mut wins = false;
        for next in self.after_moves(&key.0, side) {
            if !self.wins_of(next, !side)? {
                wins = true;
                break;
            }
        }
        self.room()?;
        self.wins.insert(key, wins);
        Some(wins)
    }

    /// A region's value as a game, rounded to integers: the least that it is at most, and the
    /// greatest that it is at least; in this order, which is that of (a|b).
    ///
    /// With P the most of 1 + the second number after a move by Black (-∞ if Black has none) and Q
    /// the least of -1 + the first number after a move by White (+∞ if White has none): no integer
    /// below P is at least the game, for Black's best move would win the difference, and none above
    /// Q is at most the game. So if P ≥ Q the numbers are P and Q. Otherwise the game is an
    /// integer, the simplest between the two: the one nearest 0 from P to Q.
    pub fn unconditional(&mut self, region: &Position) -> Option<(i32, i32)> {
        let sum = self.sum(std::slice::from_ref(region))?;
        self.round(sum)
    }

    fn round(&mut self, sum: Sum) -> Option<(i32, i32)> {
        if let Some(rounded) = self.rounded.get(&sum) {
            return Some(*rounded);
        }
        let (mut p, mut q) = (None, None);
        for next in self.after_moves(&sum, Side::First) {
            let least = self.round(next)?.1 + 1;
            p = Some(p.map_or(least, |p: i32| p.max(least)));
        }
        for next in self.after_moves(&sum, Side::Second) {
            let most = self.round(next)?.0 - 1;
            q = Some(q.map_or(most, |q: i32| q.min(most)));
        }
        let rounded = match (p, q) {
            (Some(p), Some(q)) if p >= q => (p, q),
            _ => {
                let integer = 0.max(p.unwrap_or(0)).min(q.unwrap_or(i32::MAX));
                (integer, integer)
            }
        };
        self.room()?;
        self.rounded.insert(sum, rounded);
        Some(rounded)
    }

    /// All sums that a side's moves lead to, each once for every part that differs.
    fn after_moves(&self, sum: &Sum, side: Side) -> Vec<Sum> {
        let mut all = Vec::new();
        for (i, part) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == *part {
                continue;
            }
            for option in self.options[*part as usize].of(side) {
                let mut next = Vec::with_capacity(sum.len() - 1 + option.len());
                next.extend(sum[..i].iter().chain(&sum[i + 1..]).chain(option));
                next.sort_unstable();
                all.push(next);
            }
        }
        all
    }

    /// The parts taken apart into their regions, those left out where nobody can move.
    fn sum(&mut self, parts: &[Position]) -> Option<Sum> {
        let mut sum = Vec::new();
        for part in parts {
            for region in split(part).regions {
                sum.push(self.number(&region.position(Side::First))?);
            }
        }
        sum.sort_unstable();
        Some(sum)
    }

    fn number(&mut self, region: &Position) -> Option<u32> {
        let key = (0..8).map(|symmetry| key(&region.image(symmetry))).min()?;
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let mut options = Options::default();
        for side in [Side::First, Side::Second] {
            let position = Position { to_move: side, ..*region };
            let mut moved = Vec::new();
            position.each_move(|mv| moved.push(position.play(mv)));
            let found = &mut options.0[index(side)];
            for next in moved {
                found.push(self.sum(&[next])?);
            }
            found.sort_unstable();
            found.dedup();
        }
        self.room()?;
        let number = u32::try_from(self.options.len()).ok()?;
        self.options.push(options);
        self.numbers.insert(key, number);
        Some(number)
    }
}

fn key(position: &Position) -> Key {
    let Position { board, black, white, blocked, .. } = *position;
    ([board.columns(), board.rows()], [black, white, blocked])
}

fn index(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

/// What a move adds to the score.
fn gain(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// The one of two scores that a side would rather have.
fn better<T: Ord>(side: Side, one: T, other: T) -> T {
    match side {
        Side::First => one.max(other),
        Side::Second => one.min(other),
    }
}
