//! The shapes of a catalogue as they stand in a file: in order, so that one is found by halving.

use crate::shape::{Catalogue, Shape};
use yomikiri_core::checked::Fields;

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
    /// Reads what [`write()`] gave for shapes up to so many cells, and nothing behind it.
    pub fn read(bytes: &[u8], at: usize, cells: usize) -> Option<Keys> {
        let mut keys = Keys { counts: vec![0], starts: vec![0] };
        let mut fields = Fields::new(bytes.get(at..)?);
        for _ in 1..=cells {
            let count = fields.count()?;
            keys.counts.push(count);
            keys.starts.push(bytes.len() - fields.clone().rest().len());
            fields.bytes(count.checked_mul(KEY)?)?;
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
