//! The order of a table's values: row by row, one for each set of black amazons, and in it every
//! set of white ones on the cells that are left, small sets first.
//!
//! So a value stands behind those with one white amazon less, which say much about it; see
//! [`crate::codec`]. Only positions with no more white amazons than black ones are kept: the
//! others are these with the colours exchanged.

use crate::census::MOST_AMAZONS;
use crate::shape::MOST_CELLS;

/// Values that are packed together, at most.
const GROUP: usize = 1400;

/// A place in a row: what is known when its value is met.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The white amazons, as a set of the cells left by the black ones.
    pub white: u16,
    /// Amazons on both sides, as one number.
    pub material: u8,
    /// Where in the row the last white amazon is missing, and where the first is; itself if there
    /// is none.
    pub without: (u8, u8),
}

/// The rows of grounds with so many cells.
pub struct Rows {
    cells: usize,
    /// What a row looks like, by the number of black amazons.
    templates: Vec<Vec<Entry>>,
    /// The sets of black amazons of each group, in order.
    groups: Vec<Vec<u16>>,
    /// For a set of black amazons, its group and how many values stand before its row there.
    places: Vec<(u8, u16)>,
    /// How many values stand before each group.
    starts: Vec<usize>,
}

/// How many materials there are, at most.
pub const MATERIALS: usize = (MOST_AMAZONS + 1) * (MOST_AMAZONS + 1);

fn sets(cells: usize, size: usize) -> impl Iterator<Item = u16> {
    (0..1_u16 << cells).filter(move |set| set.count_ones() as usize == size)
}

fn template(cells: usize, black: usize) -> Vec<Entry> {
    let left = cells - black;
    let mut row: Vec<Entry> = Vec::new();
    for count in 0..=black.min(left) {
        for white in sets(left, count) {
            let find = |set: u16| row.iter().position(|entry| entry.white == set);
            let itself = row.len();
            let last = white.checked_ilog2().and_then(|last| find(white & !(1 << last)));
            let first = find(white & white.wrapping_sub(1));
            let without = (last.unwrap_or(itself) as u8, first.unwrap_or(itself) as u8);
            let material = (black * (MOST_AMAZONS + 1) + count) as u8;
            row.push(Entry { white, material, without });
        }
    }
    row
}

impl Rows {
    /// The rows of grounds with so many cells.
    pub fn new(cells: usize) -> Rows {
        assert!(cells <= MOST_CELLS);
        let most = MOST_AMAZONS.min(cells);
        let templates: Vec<_> = (0..=most).map(|black| template(cells, black)).collect();
        let mut groups: Vec<Vec<u16>> = vec![Vec::new()];
        let mut places = vec![(0, 0); 1 << cells];
        let mut filled = 0;
        for (black, row) in templates.iter().enumerate() {
            for set in sets(cells, black) {
                if filled + row.len() > GROUP {
                    groups.push(Vec::new());
                    filled = 0;
                }
                filled += row.len();
                let group = groups.len() - 1;
                places[usize::from(set)] = (group as u8, (filled - row.len()) as u16);
                groups[group].push(set);
            }
        }
        let mut starts = vec![0];
        for group in &groups {
            let length: usize =
                group.iter().map(|black| templates[black.count_ones() as usize].len()).sum();
            starts.push(starts[starts.len() - 1] + length);
        }
        Rows { cells, templates, groups, places, starts }
    }

    /// How many cells the grounds have.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The groups that are packed together: each the black amazons of its rows.
    pub fn groups(&self) -> &[Vec<u16>] {
        &self.groups
    }

    /// A row with these black amazons.
    pub fn row(&self, black: u16) -> &[Entry] {
        &self.templates[black.count_ones() as usize]
    }

    /// Where the position with these amazons stands: its group, and its place there.
    pub fn place(&self, black: u16, white: u16) -> (usize, usize) {
        let (group, before) = self.places[usize::from(black)];
        // The white amazons among the cells that the black ones leave.
        let left = (0..self.cells).filter(|cell| black >> cell & 1 == 0);
        let white = left.enumerate().fold(0, |set, (n, cell)| set | (white >> cell & 1) << n);
        let inside = self.row(black).iter().position(|entry| entry.white == white);
        let inside = inside.expect("no more white amazons than black ones");
        (usize::from(group), usize::from(before) + inside)
    }

    /// How many values stand before a group.
    pub fn start(&self, group: usize) -> usize {
        self.starts[group]
    }

    /// The amazons of the position at a place among all values of a ground.
    pub fn position(&self, mut place: usize) -> (u16, u16) {
        for black in self.groups.iter().flatten() {
            let row = self.row(*black);
            if let Some(entry) = row.get(place) {
                let left = (0..self.cells).filter(|cell| black >> cell & 1 == 0);
                let white =
                    left.enumerate().fold(0, |set, (n, c)| set | (entry.white >> n & 1) << c);
                return (*black, white);
            }
            place -= row.len();
        }
        (0, 0)
    }

    /// How many values a ground has.
    #[expect(clippy::len_without_is_empty, reason = "there are always some")]
    pub fn len(&self) -> usize {
        self.starts[self.groups.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_place_of_its_own() {
        assert_eq!(Rows::new(10).len(), 21_416);
        let rows = Rows::new(6);
        let mut found: Vec<Vec<bool>> = rows
            .groups()
            .iter()
            .map(|group| vec![false; group.iter().map(|black| rows.row(*black).len()).sum()])
            .collect();
        for black in 0..64_u16 {
            for white in 0..64_u16 {
                let (b, w) = (black.count_ones(), white.count_ones());
                if black & white == 0 && b <= 4 && w <= b {
                    let (group, place) = rows.place(black, white);
                    assert!(!std::mem::replace(&mut found[group][place], true));
                }
            }
        }
        assert!(found.iter().flatten().all(|found| *found));
    }
}
