//! Shapes: sets of at most ten cells up to the board's symmetries, and the catalogue of all of
//! them that hang together.

use arrayvec::ArrayVec;
use yomikiri_core::Context;
use yomikiri_search::par_chunks;

/// The most cells that a catalogued shape has.
pub const MOST_CELLS: usize = 10;
const WIDTH: u32 = MOST_CELLS as u32;

/// A cell of the plane: column and row.
pub type Place = (i8, i8);

/// The places of a shape, in the order of its cells.
pub type Places = ArrayVec<Place, MOST_CELLS>;

/// Cells of a grid ten wide and ten high, a bit each, row by row. A shape in its normal form
/// touches both edges and is the smallest number among its mirror images and rotations; its cells
/// are numbered in the order of their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(pub u128);

/// A shape's normal form, and for each place given, the number of its cell there.
pub struct Normal {
    /// The normal form.
    pub shape: Shape,
    /// `cells[i]` is the cell that the `i`th place became.
    pub cells: ArrayVec<u8, MOST_CELLS>,
}

/// The eight ways to lay a shape of the given extent: for each the place that a place becomes.
fn laid(way: u8, (x, y): Place, (width, height): Place) -> Place {
    let x = if way & 1 != 0 { width - x } else { x };
    let y = if way & 2 != 0 { height - y } else { y };
    if way & 4 != 0 { (y, x) } else { (x, y) }
}

fn bit((x, y): Place) -> u32 {
    y as u32 * WIDTH + x as u32
}

impl Shape {
    /// The normal form of at most ten places, which may lie anywhere but not wider than ten.
    pub fn normal(places: &[Place]) -> Normal {
        let least = |part: fn(&Place) -> i8| places.iter().map(part).min().unwrap_or(0);
        let most = |part: fn(&Place) -> i8| places.iter().map(part).max().unwrap_or(0);
        let corner = (least(|p| p.0), least(|p| p.1));
        let extent = (most(|p| p.0) - corner.0, most(|p| p.1) - corner.1);
        // A normal form is never higher than wide, so half of the ways can be left out.
        let ways = match extent.0.cmp(&extent.1) {
            std::cmp::Ordering::Greater => 0..4,
            std::cmp::Ordering::Equal => 0..8,
            std::cmp::Ordering::Less => 4..8,
        };
        let bits = |way| {
            let moved = places.iter().map(|p| (p.0 - corner.0, p.1 - corner.1));
            moved.map(move |place| bit(laid(way, place, extent)))
        };
        let mask = |way| bits(way).fold(0_u128, |mask, bit| mask | 1 << bit);
        let (shape, way) = ways.map(|way| (mask(way), way)).min().unwrap_or((0, 0));
        let number = |bit: u32| (shape & ((1 << bit) - 1)).count_ones() as u8;
        Normal { shape: Shape(shape), cells: bits(way).map(number).collect() }
    }

    /// Where its cells are.
    pub fn places(self) -> Places {
        let mut places = Places::new();
        let mut left = self.0;
        while left != 0 {
            let bit = left.trailing_zeros();
            places.push(((bit % WIDTH) as i8, (bit / WIDTH) as i8));
            left &= left - 1;
        }
        places
    }

    /// How many cells it has.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The symmetries that lay the shape on itself, each as where a cell goes; itself among them.
    pub fn automorphisms(self) -> Vec<ArrayVec<u8, MOST_CELLS>> {
        let places = self.places();
        let extent = places.iter().fold((0, 0), |e, p| (p.0.max(e.0), p.1.max(e.1)));
        let onto = |way| -> Option<ArrayVec<u8, MOST_CELLS>> {
            let cell = |place| places.iter().position(|other| *other == laid(way, place, extent));
            places.iter().map(|place| cell(*place).map(|cell| cell as u8)).collect()
        };
        (0..8).filter_map(onto).collect()
    }
}

/// The places around one.
pub fn neighbours((x, y): Place) -> impl Iterator<Item = Place> {
    let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    around.into_iter().map(move |(dx, dy)| (x + dx, y + dy))
}

/// The parts of some places that hang together, each as the indices of its places.
pub fn components(places: &[Place]) -> ArrayVec<ArrayVec<u8, MOST_CELLS>, MOST_CELLS> {
    let mut found = ArrayVec::new();
    let mut left: u16 = (1 << places.len()) - 1;
    while left != 0 {
        let mut part: u16 = left & left.wrapping_neg();
        let mut edge = part;
        while edge != 0 {
            let (x, y) = places[edge.trailing_zeros() as usize];
            edge &= edge - 1;
            for (other, (ox, oy)) in places.iter().enumerate() {
                if left & !part & 1 << other != 0 && (ox - x).abs() <= 1 && (oy - y).abs() <= 1 {
                    part |= 1 << other;
                    edge |= 1 << other;
                }
            }
        }
        left &= !part;
        found.push((0..places.len() as u8).filter(|i| part >> i & 1 != 0).collect());
    }
    found
}

/// Every shape that hangs together, by its number of cells.
pub struct Catalogue {
    /// `shapes[n]` has the shapes of `n` cells, in order; none of no cell.
    shapes: Vec<Vec<Shape>>,
}

impl Catalogue {
    /// All shapes of at most `cells` cells. `None` if stopped.
    pub fn new(cells: usize, context: &Context) -> Option<Catalogue> {
        assert!(cells <= MOST_CELLS, "shapes have at most {MOST_CELLS} cells");
        let mut shapes = vec![Vec::new(), vec![Shape::normal(&[(0, 0)]).shape]];
        for size in 2..=cells {
            let smaller: &[Shape] = &shapes[size - 1];
            let grown = par_chunks(context, "shapes", smaller.len(), 1024, |range| {
                let mut grown: Vec<Shape> =
                    smaller[range].iter().flat_map(|s| larger(*s)).collect();
                grown.sort_unstable();
                grown.dedup();
                grown
            })?;
            let mut grown = grown.concat();
            grown.sort_unstable();
            grown.dedup();
            shapes.push(grown);
        }
        shapes.truncate(cells + 1);
        Some(Catalogue { shapes })
    }

    /// The shapes of so many cells, in order.
    pub fn of(&self, cells: usize) -> &[Shape] {
        &self.shapes[cells]
    }

    /// The most cells that a shape in it has.
    pub fn most(&self) -> usize {
        self.shapes.len() - 1
    }

    /// The number of a shape in normal form among those of its size.
    pub fn find(&self, shape: Shape) -> Option<u32> {
        self.shapes.get(shape.len())?.binary_search(&shape).ok().map(|index| index as u32)
    }
}

/// The shapes with one cell more.
fn larger(shape: Shape) -> Vec<Shape> {
    let places = shape.places();
    let mut around: Vec<Place> = places.iter().flat_map(|place| neighbours(*place)).collect();
    around.sort_unstable();
    around.dedup();
    around.retain(|place| !places.contains(place));
    let with = |place: Place| -> Places { places.iter().copied().chain([place]).collect() };
    around.into_iter().map(|place| Shape::normal(&with(place)).shape).collect()
}
