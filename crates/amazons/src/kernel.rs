//! The kernel: what every position on a ground is worth, from the tables of smaller grounds.
//!
//! A position is an index of one digit in base three for each cell: empty, black, white. All
//! positions of a ground are worked out together, move by move: the amazon's three cells and the
//! empty ones between are fixed, the other cells are free, so one move touches a regular pattern
//! of indices, mostly whole runs of them. Only Black's moves are worked out; White's are Black's
//! with the colours exchanged.

use crate::ground::{Ground, Grounds};
use crate::shape::MOST_CELLS;

/// Powers of three.
pub const THREES: [usize; MOST_CELLS + 1] = {
    let mut powers = [1; MOST_CELLS + 1];
    let mut n = 1;
    while n <= MOST_CELLS {
        powers[n] = 3 * powers[n - 1];
        n += 1;
    }
    powers
};

/// What stands for a score of nought in a byte; a byte of nought stands for no move at all.
pub const NOUGHT: u8 = 64;

/// How many digits one lookup exchanges colours in.
const CHUNK: usize = 5;

/// The tables of smaller grounds: for each number of cells, one after the other, what the
/// reckoning keeps of every position.
pub type Layers = Vec<Vec<u8>>;

/// How the end of a subgame is reckoned: what is kept of a position, given the best that Black gets
/// by beginning and the same with the colours exchanged, both as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reckoning {
    /// Moves made, both sides in turn, who is stuck passes: the score with White to move.
    InTurn,
    /// Moves to spare under normal play, when the other may play elsewhere: the greatest whole
    /// number that the game is not below.
    ToSpare,
}

impl Reckoning {
    fn kept(self, black: u8, exchanged: u8) -> u8 {
        let white = 2 * NOUGHT - exchanged;
        match (self, black, exchanged) {
            (_, 0, 0) => NOUGHT,
            (Reckoning::InTurn, black, 0) => black,
            (Reckoning::InTurn, _, _) => white,
            (Reckoning::ToSpare, black, 0) => black.max(NOUGHT),
            (Reckoning::ToSpare, 0, _) => white.min(NOUGHT),
            (Reckoning::ToSpare, black, _) if black >= white => white,
            // The simplest whole number that fits between the options.
            (Reckoning::ToSpare, black, _) => NOUGHT.clamp(black, white),
        }
    }
}

/// Room to work in, and what is the same for every ground.
pub struct Kernel {
    /// For a set of digits, every sum of nothing, one or two of each.
    sums: Vec<Vec<u16>>,
    /// The index with the colours exchanged, for the lowest digits.
    exchanged: Vec<u16>,
    /// The value of the remainder of a ground, in the ground's own order.
    after: Vec<u8>,
    /// The score of every position with Black to move, or nought if Black cannot.
    black_first: Vec<u8>,
}

impl Default for Kernel {
    fn default() -> Kernel {
        Kernel::new()
    }
}

impl Kernel {
    /// A kernel for grounds of any size.
    pub fn new() -> Kernel {
        let digits = MOST_CELLS - 1;
        let mut sums: Vec<Vec<u16>> = vec![vec![0]];
        for set in 1_usize..1 << digits {
            let highest = set.ilog2() as usize;
            let rest = &sums[set & !(1 << highest)];
            let power = THREES[highest] as u16;
            let with = |digit: u16| rest.iter().map(move |sum| sum + digit * power);
            sums.push((0..3).flat_map(with).collect());
        }
        let exchanged = |index: usize| {
            let digits = (0..CHUNK).map(|n| (index / THREES[n] % 3) * THREES[n]);
            digits
                .enumerate()
                .map(|(n, part)| match part / THREES[n] {
                    1 => 2 * THREES[n],
                    2 => THREES[n],
                    _ => 0,
                } as u16)
                .sum()
        };
        Kernel {
            sums,
            exchanged: (0..THREES[CHUNK]).map(exchanged).collect(),
            after: Vec::new(),
            black_first: Vec::new(),
        }
    }

    /// Works out a ground: the best that Black gets by beginning in every position, [`NOUGHT`] added,
    /// or nought if Black has no move.
    pub fn black_first(&mut self, grounds: &Grounds, ground: &Ground, layers: &Layers) -> &[u8] {
        let cells = ground.cells();
        self.black_first.clear();
        self.black_first.resize(THREES[cells], 0);
        for hit in 0..cells {
            self.look_up_remainder(grounds, ground, hit, layers);
            for (to, between_shot) in ground.in_line(hit) {
                for (from, between_move) in ground.in_line(to) {
                    self.play(cells, hit, to, from, (between_shot | between_move) & !(1 << from));
                }
            }
        }
        &self.black_first
    }

    /// What a reckoning keeps of every position; after [`Kernel::black_first`].
    pub fn keep(&self, cells: usize, reckoning: Reckoning, kept: &mut [u8]) {
        self.for_exchanged(cells, |index, black, exchanged| {
            kept[index] = reckoning.kept(black, exchanged);
        });
    }

    /// Goes through all positions with their score if Black begins and that of the position with
    /// the colours exchanged.
    fn for_exchanged(&self, cells: usize, mut tell: impl FnMut(usize, u8, u8)) {
        let low = cells.min(CHUNK);
        for (high, start) in (0..THREES[cells]).step_by(THREES[low]).enumerate() {
            let from = usize::from(self.exchanged[high]) * THREES[low];
            for offset in 0..THREES[low] {
                let other = from + usize::from(self.exchanged[offset]);
                tell(start + offset, self.black_first[start + offset], self.black_first[other]);
            }
        }
    }

    /// Brings the table of what is left after an arrow into the ground's own order, the cell hit
    /// left out, and counts the move that the arrow ended.
    fn look_up_remainder(
        &mut self,
        grounds: &Grounds,
        ground: &Ground,
        hit: usize,
        layers: &Layers,
    ) {
        let remainder = grounds.without(ground, hit);
        let size = THREES[remainder.cells];
        let table = &layers[remainder.cells][remainder.number as usize * size..][..size];
        let mut strides = [0; MOST_CELLS];
        let left = (0..ground.cells()).filter(|cell| *cell != hit);
        for (stride, cell) in strides.iter_mut().zip(left) {
            *stride = remainder.digits[cell].map_or(0, |digit| THREES[usize::from(digit)]);
        }
        let cells = ground.cells() - 1;
        self.after.clear();
        self.after.reserve(THREES[cells]);
        let low = cells.min(3);
        let offsets = all_sums(&strides[..low]);
        let starts = all_sums(&strides[low..cells]);
        for start in &starts {
            let part = &table[usize::from(*start)..];
            self.after.extend(offsets.iter().map(|offset| part[usize::from(*offset)] + 1));
        }
    }

    /// One move in all the positions that allow it.
    fn play(&mut self, cells: usize, hit: usize, to: usize, from: usize, between: u16) {
        let free = !(between | 1 << hit | 1 << to | 1 << from) & ((1 << cells) - 1);
        // An index of what is left has no digit for the cell hit.
        let place = |cell: usize| THREES[cell - usize::from(cell > hit)];
        let (mut low, high) = (free & ((1 << hit) - 1), (free >> (hit + 1)) << hit);
        let run = (!low).trailing_zeros();
        low = low >> run << run;
        let (before, after) = (THREES[from], place(to));
        let (low, high) = (&self.sums[usize::from(low)], &self.sums[usize::from(high)]);
        let (all, left) = (&mut self.black_first[before..], &self.after[after..]);
        match run {
            0 => best(all, left, low, high, |all, left| all[0] = all[0].max(left[0])),
            1 => best(all, left, low, high, best_run::<3>),
            2 => best(all, left, low, high, best_run::<9>),
            3 => best(all, left, low, high, best_run::<27>),
            4 => best(all, left, low, high, best_run::<81>),
            5 => best(all, left, low, high, best_run::<243>),
            _ => {
                let run = THREES[run as usize];
                best(all, left, low, high, |all, left| {
                    for (all, left) in all[..run].iter_mut().zip(&left[..run]) {
                        *all = (*all).max(*left);
                    }
                });
            }
        }
    }
}

/// Every sum of nothing, one or two of each of some strides.
fn all_sums(strides: &[usize]) -> Vec<u16> {
    let mut sums = vec![0];
    for stride in strides {
        let smaller = sums.clone();
        for digit in 1..3 {
            sums.extend(smaller.iter().map(|sum| sum + (digit * stride) as u16));
        }
    }
    sums
}

#[inline(always)]
fn best_run<const RUN: usize>(all: &mut [u8], left: &[u8]) {
    let (all, left) = (&mut all[..RUN], &left[..RUN]);
    for index in 0..RUN {
        all[index] = all[index].max(left[index]);
    }
}

/// Goes through the patterns of two indices that differ by the cell hit.
#[inline(always)]
fn best(all: &mut [u8], left: &[u8], low: &[u16], high: &[u16], keep: impl Fn(&mut [u8], &[u8])) {
    for high in high {
        let high = usize::from(*high);
        let (all, left) = (&mut all[3 * high..], &left[high..]);
        for low in low {
            let low = usize::from(*low);
            keep(&mut all[low..], &left[low..]);
        }
    }
}
