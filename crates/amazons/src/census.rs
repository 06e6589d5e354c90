//! How many positions there are: on every shape, with so many amazons, symmetric ones as one.

use crate::shape::{Catalogue, Shape};
use yomikiri_core::Context;
use yomikiri_search::par_chunks;

/// The most amazons that a side has.
pub const MOST_AMAZONS: usize = 4;

/// Positions by black amazons and white amazons.
pub type Counts = [[u64; MOST_AMAZONS + 1]; MOST_AMAZONS + 1];

/// The pairs (black, white) of the paper's table, in its order: Black has no fewer.
pub const MATERIALS: [(usize, usize); 15] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (2, 2),
    (3, 2),
    (4, 2),
    (3, 3),
    (4, 3),
    (4, 4),
];

/// The positions on one shape, by Burnside's count: those that a symmetry leaves as they are,
/// averaged over the shape's symmetries.
pub fn on_shape(shape: Shape) -> Counts {
    let group = shape.automorphisms();
    let mut sum = Counts::default();
    for symmetry in &group {
        // One way to fill nothing; then cycle by cycle, all of it empty, black or white.
        let mut ways = Counts::default();
        ways[0][0] = 1;
        let mut seen = [false; crate::shape::MOST_CELLS];
        for cell in 0..symmetry.len() {
            let mut length = 0;
            let mut at = cell;
            while !seen[at] {
                seen[at] = true;
                at = usize::from(symmetry[at]);
                length += 1;
            }
            if length > 0 {
                let before = ways;
                for black in 0..=MOST_AMAZONS {
                    for white in 0..=MOST_AMAZONS {
                        if black >= length {
                            ways[black][white] += before[black - length][white];
                        }
                        if white >= length {
                            ways[black][white] += before[black][white - length];
                        }
                    }
                }
            }
        }
        for (row, more) in sum.iter_mut().zip(ways) {
            for (count, more) in row.iter_mut().zip(more) {
                *count += more;
            }
        }
    }
    sum.map(|row| row.map(|count| count / group.len() as u64))
}

/// The positions on all shapes of so many cells. `None` if stopped.
pub fn of_size(catalogue: &Catalogue, cells: usize, context: &Context) -> Option<Counts> {
    let shapes = catalogue.of(cells);
    let parts = par_chunks(context, "counting", shapes.len(), 4096, |range| {
        shapes[range].iter().fold(Counts::default(), |sum, shape| add(sum, on_shape(*shape)))
    })?;
    Some(parts.into_iter().fold(Counts::default(), add))
}

fn add(mut sum: Counts, more: Counts) -> Counts {
    for (row, more) in sum.iter_mut().zip(more) {
        for (count, more) in row.iter_mut().zip(more) {
            *count += more;
        }
    }
    sum
}
