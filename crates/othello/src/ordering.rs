//! Guesses about which move is best. They steer the search and never decide a value.

use crate::batch::{self, Batch, Batches, LANES};
use crate::geometry::{ARM_CODES, Geometry};
use crate::kernel::Kernel;
use crate::search::Worker;

/// What moves are ordered by far from the end of the game. The values are the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ordering {
    /// A search on what was learnt from games: patterns, on boards that have a trained evaluation
    /// (see [`crate::evaluation`]), and elsewhere the [`Weights`] of mobility, frontier and edges.
    #[default]
    Trained,
    /// A search on mobility alone: nothing in it was learnt from anything.
    Plain,
}

/// Squares next to `set`, and `set` itself.
#[inline(always)]
pub(crate) fn spread<G: Geometry>(set: u64) -> u64 {
    let mut sides = set;
    sides |= set << 1 & (G::FULL & !G::LEFT) | set >> 1 & !G::RIGHT;
    sides | sides << G::COLUMNS & G::FULL | sides >> G::COLUMNS
}

/// The squares beside empty corners: a disc there may give the corner away.
#[inline(always)]
pub(crate) fn beside_open_corners<G: Geometry>(empty: u64) -> u64 {
    spread::<G>(empty & G::CORNERS) & !G::CORNERS
}

/// Units of the evaluation that make a disc.
pub(crate) const DISC: i32 = 16;

/// Weights of the evaluation, fitted by `examples/fit_ordering.rs`.
pub struct Weights {
    /// For a move, a corner to move to, an X square to move to, and a disc next to an empty square.
    pub features: [i16; 4],
    /// For an arm of a long edge, by its code.
    pub long: [i16; ARM_CODES],
    /// For an edge of four.
    pub short: [i16; ARM_CODES],
}

impl Weights {
    /// Reads weights written by [`Weights::to_bytes`].
    pub const fn from_bytes(bytes: &[u8]) -> Weights {
        let mut weights = Weights { features: [0; 4], long: [0; ARM_CODES], short: [0; ARM_CODES] };
        assert!(bytes.len() == 2 * (4 + 2 * ARM_CODES));
        let mut index = 0;
        while index < 4 + 2 * ARM_CODES {
            let weight = i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
            if index < 4 {
                weights.features[index] = weight;
            } else if index < 4 + ARM_CODES {
                weights.long[index - 4] = weight;
            } else {
                weights.short[index - 4 - ARM_CODES] = weight;
            }
            index += 1;
        }
        weights
    }

    /// All weights, two bytes each, the lower one first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let all = self.features.iter().chain(&self.long).chain(&self.short);
        all.flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// The weights for a board.
    const fn of<G: Geometry>() -> &'static Weights {
        static FOUR_ROWS: Weights =
            Weights::from_bytes(include_bytes!("../data/ordering-four-rows.bin"));
        static MORE_ROWS: Weights =
            Weights::from_bytes(include_bytes!("../data/ordering-more-rows.bin"));
        if G::ROWS == 4 { &FOUR_ROWS } else { &MORE_ROWS }
    }
}

/// The code of each arm, `own` squares as ones and `other` squares as twos.
#[inline(always)]
pub fn arm_codes<K: Kernel, G: Geometry>(kernel: K, own: u64, other: u64) -> [usize; 8] {
    let mut codes = [0; 8];
    for (code, arm) in codes.iter_mut().zip(G::ARMS) {
        let digits = |set| usize::from(arm.code[kernel.gather(set, arm.squares) as usize & 127]);
        *code = digits(own) + 2 * digits(other);
    }
    codes
}

/// What `own` has of each feature of [`Weights::features`].
#[inline(always)]
pub fn features<G: Geometry>(own: u64, moves: u64, empty: u64) -> [i32; 4] {
    [
        moves.count_ones() as i32,
        (moves & G::CORNERS).count_ones() as i32,
        (moves & G::X_SQUARES & beside_open_corners::<G>(empty)).count_ones() as i32,
        (own & spread::<G>(empty)).count_ones() as i32,
    ]
}

/// What the features of [`Weights::features`] say.
#[inline(always)]
fn by_features<G: Geometry>(own: u64, other: u64, own_moves: u64, other_moves: u64) -> i32 {
    let weights = const { Weights::of::<G>() };
    let empty = G::FULL & !(own | other);
    let own_features = features::<G>(own, own_moves, empty);
    let other_features = features::<G>(other, other_moves, empty);
    let mut score = 0;
    for index in 0..4 {
        score += i32::from(weights.features[index]) * (own_features[index] - other_features[index]);
    }
    score
}

/// What the arms say.
#[inline(always)]
fn by_arms<K: Kernel, G: Geometry>(kernel: K, own: u64, other: u64) -> i32 {
    let weights = const { Weights::of::<G>() };
    let mut score = 0;
    for (index, code) in arm_codes::<K, G>(kernel, own, other).into_iter().enumerate() {
        let short = index >= 4 && G::ROWS == 4 || G::COLUMNS == 4;
        let table = if short { &weights.short } else { &weights.long };
        score += i32::from(table[code]);
    }
    score
}

/// What the moves alone say, those to corners twice: nothing in it was learnt.
#[inline(always)]
fn by_moves<G: Geometry>(own_moves: u64, other_moves: u64) -> i32 {
    let count = |moves: u64| (moves.count_ones() + (moves & G::CORNERS).count_ones()) as i32;
    DISC * (count(own_moves) - count(other_moves))
}

/// How good a position looks for `own`, in units of which [`DISC`] make a disc.
#[inline(always)]
fn evaluate<K: Kernel, G: Geometry>(
    kernel: K,
    ordering: Ordering,
    own: u64,
    other: u64,
    own_moves: u64,
) -> i32 {
    let other_moves = kernel.mobility::<G>(other, own);
    if own_moves | other_moves == 0 {
        return finished(own, other);
    }
    if ordering == Ordering::Plain {
        return by_moves::<G>(own_moves, other_moves);
    }
    by_features::<G>(own, other, own_moves, other_moves) + by_arms::<K, G>(kernel, own, other)
}

/// What a finished game looks like: far beyond every guess.
fn finished(own: u64, other: u64) -> i32 {
    1000 * DISC * (own.count_ones() as i32 - other.count_ones() as i32)
}

/// A search of `depth` plies on the evaluation; `moves` are those of `own`.
#[inline(always)]
pub fn preview<K: Kernel, G: Geometry>(
    kernel: K,
    worker: &mut Worker<K, G>,
    own: u64,
    other: u64,
    moves: u64,
    (mut alpha, beta): (i32, i32),
    depth: u32,
) -> i32 {
    worker.tally.nodes += 1;
    if depth >= 3 {
        worker.tell_if_due();
        if worker.aborted() {
            return alpha;
        }
    }
    if depth == 0 {
        return evaluate::<K, G>(kernel, worker.shared.ordering, own, other, moves);
    }
    if moves == 0 {
        let moves = kernel.mobility::<G>(other, own);
        if moves == 0 {
            return finished(own, other);
        }
        return -kernel.preview::<G>(worker, other, own, moves, (-beta, -alpha), depth);
    }
    let mut best = i32::MIN + 1;
    let mut batches = Batches::new();
    Batch::play_all::<K, G>(kernel, own, other, moves, &mut batches);
    if depth == 1 {
        let plain = worker.shared.ordering == Ordering::Plain;
        for batch in &batches {
            let moves_again = batch.moves_again::<G>();
            let mut scores = [0; LANES];
            for lane in 0..LANES {
                let (own, other) = (batch.own[lane], batch.other[lane]);
                scores[lane] = by_features::<G>(own, other, batch.moves[lane], moves_again[lane]);
            }
            for lane in 0..batch.len {
                worker.tally.nodes += 1;
                let (own, other) = (batch.own[lane], batch.other[lane]);
                let score = match batch.moves[lane] | moves_again[lane] {
                    0 => -finished(own, other),
                    _ if plain => -by_moves::<G>(batch.moves[lane], moves_again[lane]),
                    _ => -(scores[lane] + by_arms::<K, G>(kernel, own, other)),
                };
                best = best.max(score);
                if best >= beta {
                    return best;
                }
            }
        }
        return best;
    }
    for batch in &mut batches {
        batch.rank(|_, _, replies| {
            -i64::from(replies.count_ones() + (replies & G::CORNERS).count_ones())
        });
    }
    while let Some((own, other, moves)) = batch::take_best(&mut batches) {
        let window = (-beta, -alpha);
        let score = -kernel.preview::<G>(worker, own, other, moves, window, depth - 1);
        best = best.max(score);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Grid;
    use proptest::prelude::*;

    fn spreads<G: Geometry>(set: u64) {
        let set = set & G::FULL;
        let mut plain = set;
        for square in (0..G::SQUARES).filter(|square| set >> square & 1 == 1) {
            let (row, column) = (square / G::COLUMNS, square % G::COLUMNS);
            for row in row.saturating_sub(1)..=(row + 1).min(G::ROWS - 1) {
                for column in column.saturating_sub(1)..=(column + 1).min(G::COLUMNS - 1) {
                    plain |= 1 << (row * G::COLUMNS + column);
                }
            }
        }
        assert_eq!(spread::<G>(set), plain, "{}x{}: {set:#x}", G::ROWS, G::COLUMNS);
    }

    proptest! {
        #[test]
        fn a_set_spreads_to_its_neighbours(sets in prop::array::uniform3(any::<u64>())) {
            let few = sets[0] & sets[1] & sets[2];
            for set in [sets[0], few, !few, 1 << (sets[0] % 64)] {
                spreads::<Grid<4, 4>>(set);
                spreads::<Grid<4, 6>>(set);
                spreads::<Grid<4, 8>>(set);
                spreads::<Grid<4, 10>>(set);
                spreads::<Grid<4, 12>>(set);
                spreads::<Grid<4, 14>>(set);
                spreads::<Grid<4, 16>>(set);
                spreads::<Grid<6, 6>>(set);
                spreads::<Grid<6, 8>>(set);
                spreads::<Grid<6, 10>>(set);
                spreads::<Grid<8, 8>>(set);
            }
        }
    }
}
