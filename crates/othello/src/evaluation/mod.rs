//! What a position looks like it is worth: the sum of a weight for each of its [`patterns`].
//!
//! The weights are fitted by `yomikiri train othello` (see [`crate::training`]), one set a phase of
//! the game. They steer searches and choose moves; no proved value depends on them.

mod file;
pub mod patterns;

pub use file::{from_bytes, to_bytes};

use crate::geometry::Geometry;
use crate::position::{Size, squares};
use patterns::{LANES, Patterns};
use std::sync::OnceLock;

/// Units that make a disc in what [`Evaluation::of`] and the searches on it say.
pub const DISC: i32 = 8;
/// Units of a weight that make a disc.
pub const WEIGHT_DISC: i32 = 128;
/// Plies of a phase.
pub const PHASE_PLIES: u32 = 4;

/// The phase of a position with so many empty squares.
#[inline(always)]
pub fn phase(squares: u32, empties: u32) -> usize {
    ((squares - 4 - empties) / PHASE_PLIES) as usize
}

/// The numbers of the patterns of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features([i16; LANES]);

impl Default for Features {
    fn default() -> Features {
        Features([0; LANES])
    }
}

impl Features {
    /// The same position with the other side to move.
    #[inline(always)]
    pub fn passed(&self) -> Features {
        let mut passed = Features([0; LANES]);
        for lane in 0..LANES {
            passed.0[lane] = -self.0[lane];
        }
        passed
    }

    /// What stands on the pattern of a lane.
    pub fn lane(&self, lane: usize) -> i16 {
        self.0[lane]
    }
}

/// How far a shallow search is off from a deeper one: the standard deviation of the difference, in
/// discs, is `exp(c · (1, empties, depth, shallow, empties², depth · shallow))`.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Spread(pub [f32; 6]);

impl Spread {
    /// What the logarithm of the deviation is a sum of.
    pub fn terms(empties: u32, depth: u32, shallow: u32) -> [f32; 6] {
        let (empties, depth, shallow) = (empties as f32, depth as f32, shallow as f32);
        [
            1.0,
            empties / 10.0,
            depth / 10.0,
            shallow / 10.0,
            empties * empties / 1000.0,
            depth * shallow / 100.0,
        ]
    }

    /// The standard deviation in discs.
    pub fn of(&self, empties: u32, depth: u32, shallow: u32) -> f32 {
        let terms = Spread::terms(empties, depth, shallow);
        terms.iter().zip(&self.0).map(|(term, weight)| term * weight).sum::<f32>().exp()
    }
}

/// The evaluation of one board.
#[derive(Clone)]
pub struct Evaluation {
    /// The board, never taller than wide.
    pub size: Size,
    /// Its patterns.
    pub patterns: Patterns,
    /// The weights of each phase, first phase first.
    pub phases: Vec<Box<[i16]>>,
    /// What is added for each number of empty squares.
    pub by_empties: Vec<i16>,
    /// How far shallow searches are off, in the middle game and against the exact score.
    pub spreads: [Spread; 2],
}

impl Evaluation {
    /// An evaluation that knows nothing, if the board has patterns.
    pub fn blank(size: Size) -> Option<Evaluation> {
        let patterns = Patterns::new(size)?;
        let phases = (size.squares() - 4).div_ceil(PHASE_PLIES) as usize;
        Some(Evaluation {
            size,
            phases: vec![vec![0; patterns.weights].into(); phases],
            patterns,
            by_empties: vec![0; size.squares() as usize + 1],
            spreads: [Spread::default(); 2],
        })
    }

    /// The trained evaluation of a board that is not taller than wide, if it has one.
    pub fn trained(size: Size) -> Option<&'static Evaluation> {
        static PLACES: [OnceLock<Evaluation>; 3] = [const { OnceLock::new() }; 3];
        let (place, bytes): (usize, &[u8]) = match (size.rows(), size.columns()) {
            (6, 6) => (0, include_bytes!("../../data/evaluation-6x6.bin")),
            (6, 8) => (1, include_bytes!("../../data/evaluation-6x8.bin")),
            (8, 8) => (2, include_bytes!("../../data/evaluation-8x8.bin")),
            _ => return None,
        };
        Some(
            PLACES[place].get_or_init(|| from_bytes(bytes).expect("the weights shipped are sound")),
        )
    }

    /// The numbers of a position's patterns, square by square.
    pub fn features(&self, own: u64, other: u64) -> Features {
        let mut features = Features([0; LANES]);
        for (set, sign) in [(own, 1), (other, -1)] {
            for square in squares(set) {
                for (lane, step) in self.patterns.steps[square as usize].iter().enumerate() {
                    features.0[lane] += sign * step;
                }
            }
        }
        features
    }

    /// The numbers after a move, seen by the opponent: `disc` is where it was placed, a set of one
    /// square, and `flips` what it turned.
    #[inline(always)]
    pub fn after<G: Geometry>(&self, features: &Features, disc: u64, flips: u64) -> Features {
        // A whole number of vector registers.
        let lanes = const { patterns::lanes_of(G::ROWS, G::COLUMNS).next_multiple_of(LANES / 2) };
        let steps = &*self.patterns.steps;
        let mut turned = [0i16; LANES];
        let mut rest = flips;
        // By twos, because how often a loop goes round is hard to foresee; where nothing is left,
        // the number of its lowest square is 64.
        while rest != 0 {
            let first = &steps[rest.trailing_zeros() as usize];
            rest &= rest - 1;
            let second = &steps[rest.trailing_zeros() as usize];
            rest &= rest.wrapping_sub(1);
            for lane in 0..lanes {
                turned[lane] = turned[lane].wrapping_add(first[lane]).wrapping_add(second[lane]);
            }
        }
        let placed = &steps[disc.trailing_zeros() as usize];
        let mut after = Features([0; LANES]);
        for lane in 0..lanes {
            let sum = features.0[lane].wrapping_add(placed[lane]);
            after.0[lane] =
                0i16.wrapping_sub(sum.wrapping_add(turned[lane]).wrapping_add(turned[lane]));
        }
        after
    }

    /// What a position with so many empty squares is worth to the side to move, in units of which
    /// [`DISC`] make a disc.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    pub fn of<G: Geometry>(&self, features: &Features, empties: u32) -> i32 {
        // Plain counting: a library's iterator would not be compiled for the kernel's instructions.
        let lanes = const { patterns::lanes_of(G::ROWS, G::COLUMNS) };
        let phase = &self.phases[phase(G::SQUARES, empties).min(self.phases.len() - 1)];
        let zeros = &self.patterns.zeros[..lanes];
        let last = phase.len() as u32 - 1;
        let mut places = [0u32; LANES];
        for lane in 0..lanes {
            let place = zeros[lane].wrapping_add_signed(features.0[lane].into());
            debug_assert!(place <= last, "numbers of another board");
            places[lane] = place.min(last);
        }
        // Four sums, so that none waits long for the one before.
        let mut sums = [0i32; 4];
        for lane in 0..lanes {
            let place = places[lane] as usize;
            // SAFETY: no place is after the last.
            // Volatile keeps the compiler from moving them to vectors one by one, which takes
            // longer than adding them up.
            let weight = unsafe { std::ptr::read_volatile(phase.as_ptr().add(place)) };
            sums[lane % 4] += i32::from(weight);
        }
        let sum = sums.iter().sum::<i32>() + i32::from(self.by_empties[empties as usize]);
        let most = (G::SQUARES as i32 - 1) * DISC;
        ((sum + WEIGHT_DISC / DISC / 2) >> (WEIGHT_DISC / DISC).ilog2()).clamp(-most, most)
    }
}
