//! The tables of all grounds up to some size, in memory: each layer from the ones below it.

use crate::ground::Grounds;
use crate::kernel::{Kernel, Layers, Reckoning, THREES};
use std::sync::{Mutex, PoisonError};
use yomikiri_core::Context;
use yomikiri_search::par_ordered;

/// Grounds that a thread takes at a time.
const STRIDE: usize = 64;

/// The layers of grounds with fewer than `cells` cells. `None` if stopped.
pub fn layers_below(
    cells: usize,
    reckoning: Reckoning,
    grounds: &Grounds,
    context: &Context,
) -> Option<Layers> {
    let mut layers = Layers::new();
    for (size, length) in THREES.into_iter().enumerate().take(cells) {
        let count = grounds.count(size);
        let mut layer = vec![0; count * length];
        let pieces: Vec<_> = layer.chunks_mut(length * STRIDE).map(Mutex::new).collect();
        let stage = format!("{size} cells");
        let solve = |kernel: &mut Kernel, range: std::ops::Range<usize>| {
            let mut piece =
                pieces[range.start / STRIDE].lock().unwrap_or_else(PoisonError::into_inner);
            for (number, scores) in range.zip(piece.chunks_mut(length)) {
                kernel.black_first(grounds, &grounds.ground(size, number as u32), &layers);
                kernel.keep(size, reckoning, scores);
            }
        };
        if !par_ordered(context, &stage, 0..count, STRIDE, Kernel::new, solve, |()| true) {
            return None;
        }
        drop(pieces);
        layers.push(layer);
    }
    Some(layers)
}
