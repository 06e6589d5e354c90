//! The best whole-number bounds of every small region, for a search to look up.

use crate::ground::Grounds;
use crate::kernel::{Layers, NOUGHT, Reckoning, THREES};
use crate::layers::layers_below;
use crate::regions::Region;
use crate::search::{Interval, Small};
use crate::shape::{Catalogue, MOST_CELLS, Places};
use yomikiri_core::{Context, Side};

/// For every region, or several together, of at most so many cells, how many moves either side has
/// to spare there: the closest whole numbers that the game lies between.
pub struct SpareMoves {
    grounds: Grounds,
    layers: Layers,
    cells: usize,
}

impl SpareMoves {
    /// Works them out for at most nine cells. `None` if stopped.
    pub fn new(cells: usize, context: &Context) -> Option<SpareMoves> {
        assert!(cells < MOST_CELLS, "grounds in several parts have at most nine cells");
        let grounds = Grounds::new(Catalogue::new(cells + 1, context)?);
        let layers = layers_below(cells + 1, Reckoning::ToSpare, &grounds, context)?;
        Some(SpareMoves { grounds, layers, cells })
    }

    fn look_up<'a>(&self, regions: impl Iterator<Item = &'a Region>) -> Option<Interval> {
        let mut places = Places::new();
        let mut stands: arrayvec::ArrayVec<Option<bool>, MOST_CELLS> = arrayvec::ArrayVec::new();
        for (place, what) in regions.flat_map(Region::contents) {
            places.try_push(place).ok()?;
            stands.push(what);
        }
        let found = self.grounds.find(&places)?;
        if found.cells > self.cells {
            return None;
        }
        let sum = |black: bool| -> usize {
            let cells = stands.iter().zip(found.digits);
            cells
                .filter(|(stands, _)| **stands == Some(black))
                .filter_map(|(_, digit)| digit.map(|digit| THREES[usize::from(digit)]))
                .sum()
        };
        let (black, white) = (sum(true), sum(false));
        let size = THREES[found.cells];
        let row = &self.layers[found.cells][found.number as usize * size..][..size];
        let number = |byte: u8| i32::from(byte) - i32::from(NOUGHT);
        let low = number(row[black + 2 * white]);
        let high = -number(row[white + 2 * black]);
        Some(Interval { low, high })
    }
}

impl Small for SpareMoves {
    fn bounds(&self, region: &Region) -> Option<Interval> {
        match region.cells.count() <= self.cells {
            true => self.look_up(std::iter::once(region)),
            false => None,
        }
    }

    fn winner(&self, regions: &[Region], extra: i32, to_move: Side) -> Option<Side> {
        let cells: usize = regions.iter().map(|region| region.cells.count()).sum();
        if cells <= self.cells {
            // The closest bounds of the whole: who begins loses just if they say so.
            let Interval { low, high } = self.look_up(regions.iter())?;
            let begins_well = match to_move {
                Side::First => high + extra > 0,
                Side::Second => low + extra < 0,
            };
            return Some(if begins_well { to_move } else { !to_move });
        }
        let mut bounds = regions.iter().map(|region| self.bounds(region));
        let sum = bounds.try_fold(Interval::number(extra), |sum, bounds| Some(sum + bounds?));
        sum.and_then(|sum| sum.winner(to_move))
    }
}
