//! The shapes of a catalogue as they stand in a file: in order, so that one is found by halving.

use crate::shape::{Catalogue, MOST_CELLS, Shape};
use yomikiri_core::checked::Fields;

/// How many shapes there are of each size: connected sets of cells, turned or mirrored ones not
/// counted (A030222).
const SHAPES: [usize; MOST_CELLS + 1] = [0, 1, 2, 5, 22, 94, 524, 3031, 18_770, 118_133, 758_381];
/// Cells that a shape may lie on.
const CELLS: usize = MOST_CELLS * MOST_CELLS;
/// Bytes of a shape.
const KEY: usize = 16;

/// Where the shapes of each size stand.
pub struct Keys {
    counts: Vec<usize>,
    starts: Vec<usize>,
}

/// All shapes, each size with its number of shapes before it.
pub fn write(catalogue: &Catalogue) -> Vec<u8> {
    let mut bytes = Vec::new();
    for size in 1..=catalogue.most() {
        let shapes = catalogue.of(size);
        bytes.extend((shapes.len() as u32).to_le_bytes());
        bytes.extend(shapes.iter().flat_map(|shape| shape.0.to_le_bytes()));
    }
    bytes
}

impl Keys {
    /// Reads what [`write()`] gave for shapes up to so many cells, and nothing behind it. There are
    /// as many as there must be, in order, each with its cells on ten by ten.
    pub fn read(bytes: &[u8], at: usize, cells: usize) -> Option<Keys> {
        let mut keys = Keys { counts: vec![0], starts: vec![0] };
        let mut fields = Fields::new(bytes.get(at..)?);
        for size in 1..=cells {
            let count = fields.count().filter(|count| SHAPES.get(size) == Some(count))?;
            keys.counts.push(count);
            keys.starts.push(bytes.len() - fields.clone().rest().len());
            let shapes = fields.bytes(count * KEY)?.as_chunks::<KEY>().0;
            let shapes = || shapes.iter().map(|key| Shape(u128::from_le_bytes(*key)));
            let on_board = |shape: Shape| shape.len() == size && shape.0 >> CELLS == 0;
            if !shapes().all(on_board) || !shapes().is_sorted_by(|a, b| a < b) {
                return None;
            }
        }
        fields.rest().is_empty().then_some(keys)
    }

    /// How many shapes there are of each size.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }

    /// A shape by its number, from the bytes that were read.
    pub fn shape(&self, bytes: &[u8], size: usize, number: usize) -> Shape {
        let key = Fields::new(&bytes[self.starts[size] + number * KEY..]).u128();
        Shape(key.expect("every number has its shape"))
    }

    /// The number of a shape among those of its size.
    pub fn find(&self, bytes: &[u8], shape: Shape) -> Option<u32> {
        let size = shape.len();
        let (mut low, mut high) = (0, *self.counts.get(size)?);
        while low < high {
            let middle = (low + high) / 2;
            match self.shape(bytes, size, middle).cmp(&shape) {
                std::cmp::Ordering::Equal => return Some(middle as u32),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::Context;

    /// The shapes up to so many cells as they stand in a file.
    fn checked(cells: usize) -> Vec<u8> {
        let catalogue = Catalogue::new(cells, &Context::default()).unwrap();
        let bytes = write(&catalogue);
        let keys = Keys::read(&bytes, 0, cells).unwrap();
        assert_eq!(keys.counts(), &SHAPES[..=cells]);
        bytes
    }

    #[test]
    fn there_are_as_many_shapes_as_there_must_be() {
        let bytes = checked(7);
        // A shape out of order, of another size, or off the board is noticed.
        for at in (4..bytes.len()).step_by(101) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x80;
            assert!(Keys::read(&damaged, 0, 7).is_none(), "byte {at}");
        }
        assert!(Keys::read(&bytes[1..], 0, 7).is_none());
    }

    #[test]
    #[ignore = "slow: all shapes of ten cells"]
    fn there_are_as_many_large_shapes_as_there_must_be() {
        checked(MOST_CELLS);
    }
}
