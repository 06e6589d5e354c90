//! The ground of a table: one shape, or several that lie apart, with the lines between its cells,
//! and what an arrow leaves of it.
//!
//! Strict alternation inside a region that has fallen apart is not a matter of its parts alone,
//! so there are tables for every way to lay parts side by side too. A part of one cell is dead:
//! nobody will ever move there, and it is left out.

use crate::shape::{Catalogue, MOST_CELLS, Place, Places, Shape, components};
use arrayvec::ArrayVec;
use std::collections::HashMap;

/// The parts of a ground, largest first: how many cells each has, and its number among the shapes
/// of its size.
pub type Parts = ArrayVec<(u8, u32), { MOST_CELLS / 2 }>;

/// The numbers of grounds in several parts: they follow those of the shapes with as many cells.
pub struct Apart {
    by_size: Vec<Vec<Parts>>,
    numbers: HashMap<Parts, u32>,
}

impl Apart {
    /// All grounds in several parts with fewer cells than the largest shapes, `counts[n]` being
    /// the number of shapes of `n` cells: a ground falls apart only by losing a cell.
    pub fn new(counts: &[usize]) -> Apart {
        let mut apart = Apart { by_size: vec![Vec::new(); counts.len()], numbers: HashMap::new() };
        for cells in 0..counts.len() - 1 {
            let mut found = Vec::new();
            lay(counts, cells, &mut Parts::new(), &mut found);
            for (number, parts) in found.iter().enumerate() {
                apart.numbers.insert(parts.clone(), (counts[cells] + number) as u32);
            }
            apart.by_size[cells] = found;
        }
        apart
    }

    /// How many there are of so many cells.
    pub fn count(&self, cells: usize) -> usize {
        self.by_size[cells].len()
    }

    /// The parts of a ground by its number, `counts` being the numbers of shapes.
    pub fn parts(&self, counts: &[usize], cells: usize, number: u32) -> Parts {
        match (number as usize).checked_sub(counts[cells]) {
            Some(apart) => self.by_size[cells][apart].clone(),
            None => Parts::from_iter([(cells as u8, number)]),
        }
    }

    /// The number of a ground, in one part or several, given largest part first.
    pub fn number(&self, parts: &Parts) -> Option<u32> {
        match parts[..] {
            [(_, number)] => Some(number),
            _ => self.numbers.get(parts).copied(),
        }
    }
}

/// Lists the ways to go on with parts no larger than the last until no cell is left.
fn lay(counts: &[usize], left: usize, parts: &mut Parts, found: &mut Vec<Parts>) {
    if left == 0 {
        // No cell at all is a ground of its own, without parts; a single part is a shape.
        if parts.len() != 1 {
            found.push(parts.clone());
        }
        return;
    }
    let most = parts.last().map_or((u8::MAX, u32::MAX), |last| *last);
    for size in (2..=left.min(usize::from(most.0))).rev() {
        for number in 0..counts[size] as u32 {
            if (size as u8, number) <= most {
                parts.push((size as u8, number));
                lay(counts, left - size, parts, found);
                parts.pop();
            }
        }
    }
}

/// Every ground of at most so many cells, numbered: those in one part first, as in the catalogue.
pub struct Grounds {
    catalogue: Catalogue,
    /// How many shapes there are of each size.
    counts: Vec<usize>,
    apart: Apart,
    /// For every ground of a size, where its cells stand in an index.
    digits: Vec<Vec<[u8; MOST_CELLS]>>,
}

/// One ground laid out: its cells in the order of their digits in an index.
pub struct Ground {
    cells: usize,
    /// From each cell in each of eight directions, the cells along the line up to the first gap.
    lines: [[ArrayVec<u8, MOST_CELLS>; 8]; MOST_CELLS],
    /// What part each cell belongs to, and where.
    places: ArrayVec<(u8, Place), MOST_CELLS>,
    parts: Parts,
}

/// One part of what an arrow leaves.
pub struct Piece {
    /// How many cells it has, and its number among the shapes of that size.
    pub shape: (u8, u32),
    /// For each cell of the old ground, the shape's own cell that it is.
    pub cells: [Option<u8>; MOST_CELLS],
}

/// What is left of a ground when an arrow has hit a cell.
pub struct Remainder {
    /// Cells of the ground that is left; dead ones do not count.
    pub cells: usize,
    /// Its number.
    pub number: u32,
    /// For each cell of the old ground its digit in an index of the new one; none for the cell hit
    /// and for dead cells.
    pub digits: [Option<u8>; MOST_CELLS],
}

const DIRECTIONS: [Place; 8] =
    [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// From each cell in each direction, the cells of the same part along the line.
fn lines(places: &[(u8, Place)]) -> [[ArrayVec<u8, MOST_CELLS>; 8]; MOST_CELLS] {
    let mut lines: [[ArrayVec<u8, MOST_CELLS>; 8]; MOST_CELLS] = Default::default();
    for (cell, (part, place)) in places.iter().enumerate() {
        for (line, (dx, dy)) in lines[cell].iter_mut().zip(DIRECTIONS) {
            let (mut x, mut y) = *place;
            loop {
                (x, y) = (x + dx, y + dy);
                match places.iter().position(|other| *other == (*part, (x, y))) {
                    Some(next) => line.push(next as u8),
                    None => break,
                }
            }
        }
    }
    lines
}

/// The order of cells in an index: those that take part in the fewest moves come first, so that
/// most moves leave the lowest digits free and touch whole runs of neighbouring indices.
fn order(places: &[(u8, Place)]) -> [u8; MOST_CELLS] {
    let lines = lines(places);
    let busy = |cell: usize| lines[cell].iter().map(ArrayVec::len).sum::<usize>();
    let mut cells: ArrayVec<u8, MOST_CELLS> = (0..places.len() as u8).collect();
    cells.sort_by_key(|cell| busy(usize::from(*cell)));
    let mut digits = [0; MOST_CELLS];
    for (digit, cell) in cells.into_iter().enumerate() {
        digits[usize::from(cell)] = digit as u8;
    }
    digits
}

/// For each cell of some shapes laid apart, largest first and as they number them, its digit in an
/// index.
pub fn digits_of(shapes: impl Iterator<Item = Shape>) -> [u8; MOST_CELLS] {
    order(&laid_apart(shapes))
}

/// The places of several shapes, each in a part of its own.
fn laid_apart(shapes: impl Iterator<Item = Shape>) -> ArrayVec<(u8, Place), MOST_CELLS> {
    shapes
        .enumerate()
        .flat_map(|(part, shape)| shape.places().into_iter().map(move |place| (part as u8, place)))
        .collect()
}

impl Grounds {
    /// All grounds that shapes of the catalogue can be reduced to, and those shapes themselves.
    pub fn new(catalogue: Catalogue) -> Grounds {
        let most = catalogue.most();
        let counts: Vec<usize> = (0..=most).map(|cells| catalogue.of(cells).len()).collect();
        let apart = Apart::new(&counts);
        let mut grounds = Grounds { catalogue, counts, apart, digits: vec![Vec::new(); most + 1] };
        for cells in 0..most {
            grounds.digits[cells] = (0..grounds.count(cells))
                .map(|number| order(&grounds.places(cells, number as u32)))
                .collect();
        }
        grounds
    }

    /// The shapes.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// How many grounds there are of so many cells; of the most cells only those in one part.
    pub fn count(&self, cells: usize) -> usize {
        self.catalogue.of(cells).len() + self.apart.count(cells)
    }

    fn parts(&self, cells: usize, number: u32) -> Parts {
        self.apart.parts(&self.counts, cells, number)
    }

    /// The places of a ground's cells in the order of the shapes' own cells.
    fn places(&self, cells: usize, number: u32) -> ArrayVec<(u8, Place), MOST_CELLS> {
        let parts = self.parts(cells, number);
        laid_apart(parts.iter().map(|(size, n)| self.catalogue.of(usize::from(*size))[*n as usize]))
    }

    /// For each cell of a ground, part by part as the shapes number them, its digit in an index.
    pub fn digits(&self, cells: usize, number: u32) -> [u8; MOST_CELLS] {
        match self.digits[cells].get(number as usize) {
            Some(digits) => *digits,
            None => order(&self.places(cells, number)),
        }
    }

    /// A ground laid out.
    pub fn ground(&self, cells: usize, number: u32) -> Ground {
        let (digits, given) = (self.digits(cells, number), self.places(cells, number));
        let mut places: ArrayVec<_, MOST_CELLS> = given.clone();
        for (cell, place) in given.into_iter().enumerate() {
            places[usize::from(digits[cell])] = place;
        }
        Ground { cells, lines: lines(&places), places, parts: self.parts(cells, number) }
    }

    /// The number of a ground by the places of its cells, its number of live cells, and for each
    /// place its digit in an index; none for a dead cell. `None` if it is too large.
    pub fn find(&self, places: &[Place]) -> Option<Remainder> {
        type Numbered = [Option<u8>; MOST_CELLS];
        let mut found: ArrayVec<((u8, u32), Numbered), MOST_CELLS> = ArrayVec::new();
        for part in components(places).iter().filter(|part| part.len() > 1) {
            let at: Places = part.iter().map(|index| places[usize::from(*index)]).collect();
            let normal = Shape::normal(&at);
            let mut numbered = [None; MOST_CELLS];
            for (index, cell) in part.iter().zip(normal.cells) {
                numbered[usize::from(*index)] = Some(cell);
            }
            found.push(((part.len() as u8, self.catalogue.find(normal.shape)?), numbered));
        }
        found.sort_unstable_by_key(|(part, _)| std::cmp::Reverse(*part));
        let pieces = found.into_iter().map(|(shape, cells)| Piece { shape, cells });
        self.remainder(pieces.collect())
    }

    /// The shape of so many cells with this number, laid out in the order of its own cells.
    pub fn shape(&self, cells: usize, number: u32) -> Ground {
        let places = laid_apart([self.catalogue.of(cells)[number as usize]].into_iter());
        Ground { cells, lines: lines(&places), places, parts: self.parts(cells, number) }
    }

    /// The parts that are left of a ground when an arrow has hit a cell, largest first; dead cells
    /// belong to none.
    pub fn pieces_without(&self, ground: &Ground, hit: usize) -> ArrayVec<Piece, MOST_CELLS> {
        let mut found = ArrayVec::new();
        let struck = ground.places[hit].0;
        for part in 0..ground.parts.len() as u8 {
            let cells: ArrayVec<u8, MOST_CELLS> = (0..ground.cells as u8)
                .filter(|cell| usize::from(*cell) != hit)
                .filter(|cell| ground.places[usize::from(*cell)].0 == part)
                .collect();
            let places: Places =
                cells.iter().map(|cell| ground.places[usize::from(*cell)].1).collect();
            let pieces = match part == struck {
                true => components(&places),
                false => ArrayVec::from_iter([(0..places.len() as u8).collect()]),
            };
            for piece in pieces.iter().filter(|piece| piece.len() > 1) {
                let at: Places = piece.iter().map(|index| places[usize::from(*index)]).collect();
                let normal = Shape::normal(&at);
                let number = match part == struck {
                    true => {
                        self.catalogue.find(normal.shape).expect("the catalogue has all shapes")
                    }
                    false => ground.parts[usize::from(part)].1,
                };
                let mut numbered = [None; MOST_CELLS];
                for (index, cell) in piece.iter().zip(normal.cells) {
                    numbered[usize::from(cells[usize::from(*index)])] = Some(cell);
                }
                found.push(Piece { shape: (piece.len() as u8, number), cells: numbered });
            }
        }
        found.sort_unstable_by_key(|piece: &Piece| std::cmp::Reverse(piece.shape));
        found
    }

    /// What is left of a ground when an arrow has hit a cell.
    pub fn without(&self, ground: &Ground, hit: usize) -> Remainder {
        let pieces = self.pieces_without(ground, hit);
        self.remainder(pieces).expect("all ways to lay parts are numbered")
    }

    fn remainder(&self, pieces: ArrayVec<Piece, MOST_CELLS>) -> Option<Remainder> {
        let parts: Parts = pieces.iter().map(|piece| piece.shape).collect();
        let cells = parts.iter().map(|(size, _)| usize::from(*size)).sum();
        let number = self.apart.number(&parts)?;
        let order = self.digits(cells, number);
        let mut digits = [None; MOST_CELLS];
        let mut before = 0;
        for piece in &pieces {
            for (digit, own) in digits.iter_mut().zip(piece.cells) {
                if let Some(own) = own {
                    *digit = Some(order[usize::from(before + own)]);
                }
            }
            before += piece.shape.0;
        }
        Some(Remainder { cells, number, digits })
    }
}

impl Ground {
    /// How many cells it has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The cells in line with one, each with the set of cells between.
    pub fn in_line(&self, cell: usize) -> impl Iterator<Item = (usize, u16)> {
        self.lines[cell].iter().flat_map(|line| {
            let mut between = 0_u16;
            line.iter().map(move |other| {
                let found = (usize::from(*other), between);
                between |= 1 << other;
                found
            })
        })
    }
}
