//! Figures 11, 12, 16 and 17: positions in which both sides have seven stones, all of them alive, and
//! what becomes of their number by symmetry, by exchange of colours, and by filling.

use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use yomikiri_core::Context;
use yomikiri_go::benson::alive;
use yomikiri_go::board::points;
use yomikiri_go::landfill::landfill;
use yomikiri_go::numbering::is_legal;
use yomikiri_go::{Board, Points, State};

/// Stones that each side has.
pub(super) const STONES: u32 = 7;

/// Positions that are the same once filled, up to symmetry and exchange of colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Class {
    /// The filled board, `X`, `O` and `.`, rows set apart by spaces.
    pub(super) filled: String,
    pub(super) positions: u64,
    /// The same, with images and exchanged colours as one.
    pub(super) classes: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Shared {
    /// Largest first; none if stopped.
    pub(super) classes: Vec<Class>,
    looked: u64,
}

impl Finding for Shared {
    fn settled(&self) -> bool {
        !self.classes.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.looked
    }
}

/// A position as two sets.
type Pair = [Points; 2];

impl Shared {
    #[cfg(test)]
    pub(super) fn of(classes: Vec<Class>) -> Shared {
        Shared { classes, looked: 1 }
    }

    pub(super) fn find(on: Board, context: &Context) -> Shared {
        let sets: Vec<Points> = of_size(on.full, STONES)
            // Two eyes are two regions.
            .filter(|set| on.parts(on.full & !set).nth(1).is_some())
            .collect();
        let mut found: BTreeMap<Pair, (u64, BTreeSet<Pair>)> = BTreeMap::new();
        let mut looked = 0;
        for black in &sets {
            if context.check(looked) {
                return Shared { classes: Vec::new(), looked };
            }
            for white in sets.iter().filter(|white| *white & black == 0) {
                looked += 1;
                let pair = [*black, *white];
                let lives = |side: usize| alive(on, pair[side], pair[1 - side], 0) == pair[side];
                if !lives(0) || !lives(1) || !is_legal(on, *black, *white) {
                    continue;
                }
                let state = State { stones: pair, settled: 0, ko: 0, mover: 0, passed: false };
                let class = found.entry(least(on, landfill(on, state).stones)).or_default();
                class.0 += 1;
                class.1.insert(least(on, pair));
            }
        }
        let mut classes: Vec<Class> = found
            .into_iter()
            .map(|(filled, (positions, classes))| Class {
                filled: text(on, filled),
                positions,
                classes: classes.len() as u64,
            })
            .collect();
        classes.sort_by_key(|class| std::cmp::Reverse(class.positions));
        Shared { classes, looked }
    }
}

/// All sets of so many points.
fn of_size(full: Points, count: u32) -> impl Iterator<Item = Points> {
    let mut next = Some((1 << count) - 1).filter(|set: &Points| *set <= full);
    std::iter::from_fn(move || {
        let set = next?;
        // The next larger number with as many bits.
        let low = set & set.wrapping_neg();
        let high = set + low;
        next = Some(((set ^ high) / low) >> 2 | high).filter(|set| *set <= full);
        Some(set)
    })
}

/// The least image, colours exchanged too.
fn least(on: Board, pair: Pair) -> Pair {
    let images = (0..on.symmetries()).flat_map(|symmetry| {
        let image = |set| points(set).fold(0, |image, p| image | 1 << on.image(p, symmetry));
        let [black, white] = pair.map(image);
        [[black, white], [white, black]]
    });
    images.min().unwrap_or(pair)
}

fn text(on: Board, [black, white]: Pair) -> String {
    let mark = |point: usize| match (black >> point & 1, white >> point & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '.',
    };
    let row = |row: usize| -> String {
        (0..on.columns()).map(|c| mark(row * on.columns() + c)).collect()
    };
    (0..on.rows()).map(row).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::rows::board;
    use super::*;

    /// Each half of 3x6 can be held in eight ways: two eyes that do not touch, among the six points
    /// away from the other half. Both sides choose alike, and either may have the left half.
    #[test]
    fn the_halves_of_3x6() {
        let found = Shared::find(board((3, 6)), &Context::default());
        let halves = found.classes.iter().find(|class| {
            class.filled == "OOOXXX OOOXXX OOOXXX" || class.filled == "XXXOOO XXXOOO XXXOOO"
        });
        let halves = halves.unwrap();
        // By Burnside: (64 + 4 + 8 + 8) / 4.
        assert_eq!((halves.positions, halves.classes), (2 * 8 * 8, 21));
        assert!(found.classes.iter().all(|class| class.classes <= class.positions));
    }
}
