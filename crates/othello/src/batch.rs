//! The moves of a position, eight at a time.
//!
//! Everything here is plain arithmetic on eight words side by side, written such that a compiler
//! turns it into vector instructions of whatever width the kernel's instruction set has. A move's
//! flips and the replies to it cost a fraction of what they cost one at a time.

use crate::geometry::Geometry;
use crate::kernel::Kernel;
use arrayvec::ArrayVec;

/// Moves in a batch.
pub const LANES: usize = 8;

/// One word for each move of a batch.
pub type Lanes = [u64; LANES];

/// Up to eight moves of a position, and the positions that they lead to, seen by the opponent.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Batch {
    /// The discs of the opponent, who is to move.
    pub own: Lanes,
    /// The discs of the side that moved.
    pub other: Lanes,
    /// The opponent's moves.
    pub moves: Lanes,
    /// How early each move is to be tried, higher first; [`TAKEN`] where that is no question.
    pub rank: [i64; LANES],
    /// How many lanes are in use.
    pub len: usize,
}

/// The rank of a lane that is empty or has been taken.
pub const TAKEN: i64 = i64::MIN;

/// All moves of a position on any board.
pub type Batches = ArrayVec<Batch, 5>;

/// Spreads `seed` through `through` along one axis, by at most `longest` squares.
macro_rules! flood {
    ($seed:expr, $through:expr, $shift:tt, $step:expr, $longest:expr) => {{
        let (through, step) = ($through, $step);
        let mut flood = through & ($seed $shift step);
        if $longest >= 2 {
            flood |= through & (flood $shift step);
        }
        if $longest > 2 {
            // Runs of two, then of four, so that a long line takes few steps.
            let two = through & (through $shift step);
            flood |= two & (flood $shift (2 * step));
            if $longest > 4 && $longest <= 6 {
                flood |= two & (flood $shift (2 * step));
            } else if $longest > 6 {
                let four = two & (two $shift (2 * step));
                flood |= four & (flood $shift (4 * step));
                flood |= four & (flood $shift (4 * step));
                if $longest > 12 {
                    flood |= four & (flood $shift (4 * step));
                }
            }
        }
        flood
    }};
}

/// Most discs that a line along an axis can turn.
const fn longest<G: Geometry>(axis: usize) -> u32 {
    if axis == 0 { G::COLUMNS - 2 } else { G::ROWS - 2 }
}

#[inline(always)]
fn flips_along<G: Geometry, const AXIS: usize>(own: u64, other: u64, disc: u64) -> u64 {
    let (inner, step) = (other & G::INNER[AXIS], G::STEPS[AXIS]);
    let longest = const { longest::<G>(AXIS) };
    let above = flood!(disc, inner, <<, step, longest);
    let below = flood!(disc, inner, >>, step, longest);
    let above = if (above << step) & own != 0 { above } else { 0 };
    let below = if (below >> step) & own != 0 { below } else { 0 };
    above | below
}

#[inline(always)]
fn moves_along<G: Geometry, const AXIS: usize>(own: u64, other: u64) -> u64 {
    let (inner, step) = (other & G::INNER[AXIS], G::STEPS[AXIS]);
    let longest = const { longest::<G>(AXIS) };
    flood!(own, inner, <<, step, longest) << step | flood!(own, inner, >>, step, longest) >> step
}

/// The discs turned by `disc`, a set of one square (or of none).
#[inline(always)]
fn flips<G: Geometry>(own: u64, other: u64, disc: u64) -> u64 {
    flips_along::<G, 0>(own, other, disc)
        | flips_along::<G, 1>(own, other, disc)
        | flips_along::<G, 2>(own, other, disc)
        | flips_along::<G, 3>(own, other, disc)
}

/// The squares where `own` may place a disc.
#[inline(always)]
fn mobility<G: Geometry>(own: u64, other: u64) -> u64 {
    let moves = moves_along::<G, 0>(own, other)
        | moves_along::<G, 1>(own, other)
        | moves_along::<G, 2>(own, other)
        | moves_along::<G, 3>(own, other);
    moves & G::FULL & !(own | other)
}

impl Batch {
    /// Plays the first eight moves of `moves`, which are legal.
    #[inline(always)]
    pub fn play<K: Kernel, G: Geometry>(kernel: K, own: u64, other: u64, moves: u64) -> Batch {
        let mut batch = Batch {
            own: [u64::MAX; LANES],
            other: [0; LANES],
            moves: [0; LANES],
            rank: [TAKEN; LANES],
            len: moves.count_ones().min(LANES as u32) as usize,
        };
        let discs = kernel.members(moves);
        match batch.len <= LANES / 2 {
            true => batch.fill::<{ LANES / 2 }, G>(own, other, &discs),
            false => batch.fill::<LANES, G>(own, other, &discs),
        }
        batch
    }

    #[inline(always)]
    fn fill<const N: usize, G: Geometry>(&mut self, own: u64, other: u64, discs: &Lanes) {
        for (lane, &disc) in discs[..N].iter().enumerate() {
            let flips = flips::<G>(own, other, disc);
            let (own, other) = (other & !flips, own | flips | disc);
            self.own[lane] = own;
            self.other[lane] = other;
            self.moves[lane] = mobility::<G>(own, other);
        }
    }

    /// Plays all of `moves`.
    #[inline(always)]
    pub fn play_all<K: Kernel, G: Geometry>(
        kernel: K,
        own: u64,
        other: u64,
        mut moves: u64,
        batches: &mut Batches,
    ) {
        while moves != 0 {
            batches.push(Batch::play::<K, G>(kernel, own, other, moves));
            for _ in 0..LANES {
                moves &= moves.wrapping_sub(1);
            }
        }
    }

    /// Whether a move left the opponent without a disc.
    #[inline(always)]
    pub fn wipes_out(&self) -> bool {
        // All lanes at once: those out of use have discs, and none has a place to end the loop.
        self.own.iter().fold(false, |wiped, own| wiped | (*own == 0))
    }

    /// Ranks the moves by `rank`, which is given the opponent's discs, those of the side that
    /// moved, and the opponent's moves.
    #[inline(always)]
    pub fn rank(&mut self, rank: impl Fn(u64, u64, u64) -> i64) {
        let len = self.len as i64;
        for lane in 0..LANES {
            let rank = rank(self.own[lane], self.other[lane], self.moves[lane]);
            // The lane makes every rank another one, so that the highest tells where it stands.
            let rank = rank * LANES as i64 + (LANES - 1 - lane) as i64;
            self.rank[lane] = if (lane as i64) < len { rank } else { TAKEN };
        }
    }

    /// Ranks the moves by what was worked out for each lane.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    pub fn set_ranks(&mut self, ranks: &[i32; LANES]) {
        for lane in 0..self.len {
            self.rank[lane] = i64::from(ranks[lane]) * LANES as i64 + (LANES - 1 - lane) as i64;
        }
    }

    #[inline(always)]
    fn highest(&self) -> i64 {
        let highest = |ranks: &[i64]| ranks.iter().fold(TAKEN, |highest, rank| highest.max(*rank));
        match self.len <= LANES / 2 {
            true => highest(&self.rank[..LANES / 2]),
            false => highest(&self.rank),
        }
    }

    /// Where the disc of a lane was placed; `empty` are the squares empty before.
    #[inline(always)]
    pub fn square(&self, lane: usize, empty: u64) -> u32 {
        (self.other[lane] & empty).trailing_zeros()
    }

    /// The moves that the side that moved would have in each lane, were it to move again.
    #[inline(always)]
    pub fn moves_again<G: Geometry>(&self) -> Lanes {
        let mut moves = [0; LANES];
        for (lane, moves) in moves.iter_mut().enumerate() {
            *moves = mobility::<G>(self.other[lane], self.own[lane]);
        }
        moves
    }
}

/// Takes the move of the highest rank (in a batch, the first of equals): the position that it
/// leads to and the opponent's moves there.
#[inline(always)]
pub fn take_best(batches: &mut Batches) -> Option<(u64, u64, u64)> {
    let mut best = (TAKEN, 0);
    for (index, batch) in batches.iter().enumerate() {
        let highest = batch.highest();
        if highest > best.0 {
            best = (highest, index);
        }
    }
    let (rank, index) = best;
    let batch = batches.get_mut(index).filter(|_| rank > TAKEN)?;
    let lane = (LANES - 1) - (rank as usize & (LANES - 1));
    batch.rank[lane] = TAKEN;
    Some((batch.own[lane], batch.other[lane], batch.moves[lane]))
}
