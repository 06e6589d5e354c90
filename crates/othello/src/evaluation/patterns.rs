//! The patterns of a board: small sets of squares whose contents say something about the game.
//!
//! What stands on a pattern is a number in balanced ternary: a disc of the side to move counts
//! +1, one of the other side -1, an empty square 0, each times the power of three of its place.
//! So changing the side to move is changing the sign, and a disc placed or turned adds a constant.

use crate::position::Size;
use crate::symmetry;

/// Numbers that an evaluation keeps of a position, at most; a whole number of vector registers.
pub const LANES: usize = 64;
/// Numbers in use on a board: as many as its shapes have images.
pub const fn lanes_of(rows: u32, columns: u32) -> usize {
    match (rows, columns) {
        (6, 6) => 26,
        (6, 8) => 46,
        (8, 8) => 54,
        _ => 0,
    }
}
/// Squares of a pattern, at most, so that its number fits 16 bits.
const LONGEST: usize = 10;

/// One shape of pattern: its squares as first written, and its images on the board.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The squares of each image, in the order of their places.
    pub images: Vec<Vec<u32>>,
    /// Where the weights of the shape begin among those of a phase.
    pub first: usize,
    /// For each content of the shape, the one that stands for it and its mirror image.
    pub representative: Vec<u32>,
}

impl Shape {
    /// Number of squares.
    pub fn squares(&self) -> usize {
        self.images[0].len()
    }

    /// Number of contents.
    pub fn contents(&self) -> usize {
        3usize.pow(self.squares() as u32)
    }
}

/// All patterns of a board.
#[derive(Clone)]
pub struct Patterns {
    /// The shapes.
    pub shapes: Vec<Shape>,
    /// For each square and lane, what a disc there adds; nothing for the last, which is no square.
    pub steps: Box<[[i16; LANES]; 65]>,
    /// For each lane in use, where in a phase's weights the content zero stands.
    pub zeros: Vec<u32>,
    /// Weights of a phase.
    pub weights: usize,
}

/// The shapes of a board, the squares of each by name.
fn shape_names(size: Size) -> &'static [&'static str] {
    match (size.rows(), size.columns()) {
        (8, 8) => &[
            "a1 b1 c1 a2 b2 c2 a3 b3 c3",
            "a5 a4 a3 a2 a1 b2 b1 c1 d1 e1",
            "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
            "a1 c1 d1 c2 d2 e2 f2 e1 f1 h1",
            "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
            "a2 b2 c2 d2 e2 f2 g2 h2",
            "a3 b3 c3 d3 e3 f3 g3 h3",
            "a4 b4 c4 d4 e4 f4 g4 h4",
            "a1 b2 c3 d4 e5 f6 g7 h8",
            "a2 b3 c4 d5 e6 f7 g8",
            "a3 b4 c5 d6 e7 f8",
            "a4 b5 c6 d7 e8",
            "a5 b6 c7 d8",
        ],
        // Few and short: all weights of a phase are in the nearest cache, and larger shapes did not
        // make the trees smaller.
        (6, 6) => &[
            "b2 a1 b1 c1 d1 e1 f1 e2",
            "a1 b1 c1 d1 a2 b2 c2 d2",
            "a2 b2 c2 d2 e2 f2",
            "a3 b3 c3 d3 e3 f3",
            "a1 b2 c3 d4 e5 f6",
            "a2 b3 c4 d5 e6",
        ],
        (6, 8) => &[
            "a1 b1 c1 a2 b2 c2 a3 b3 c3",
            "a5 a4 a3 a2 a1 b2 b1 c1 d1 e1",
            "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
            "b2 a1 a2 a3 a4 a5 a6 b5",
            "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
            "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5",
            "c1 d1 e1 f1 c2 d2 e2 f2",
            "a2 b2 c2 d2 e2 f2 g2 h2",
            "a3 b3 c3 d3 e3 f3 g3 h3",
            "b1 b2 b3 b4 b5 b6",
            "c1 c2 c3 c4 c5 c6",
            "d1 d2 d3 d4 d5 d6",
            "a1 b2 c3 d4 e5 f6",
            "b1 c2 d3 e4 f5 g6",
            "a2 b3 c4 d5 e6",
            "a3 b4 c5 d6",
        ],
        // On four rows games end early and in wipe-outs: mobility says more than any pattern.
        _ => &[],
    }
}

impl Patterns {
    /// The patterns of a board that is not taller than wide; `None` if it has none.
    pub fn new(size: Size) -> Option<Patterns> {
        let names = shape_names(size);
        if names.is_empty() {
            return None;
        }
        let mut patterns = Patterns {
            shapes: Vec::new(),
            steps: Box::new([[0; LANES]; 65]),
            zeros: Vec::new(),
            weights: 0,
        };
        for names in names {
            let squares: Vec<u32> = names
                .split(' ')
                .map(|name| {
                    let bytes = name.as_bytes();
                    u32::from(bytes[1] - b'1') * size.columns() + u32::from(bytes[0] - b'a')
                })
                .collect();
            assert!(squares.len() <= LONGEST, "{names} is too long");
            patterns.add(size, squares);
        }
        assert_eq!(
            patterns.zeros.len(),
            lanes_of(size.rows(), size.columns()),
            "patterns of {size:?}"
        );
        Some(patterns)
    }

    fn add(&mut self, size: Size, squares: Vec<u32>) {
        let set = |squares: &[u32]| squares.iter().fold(0u64, |set, square| set | 1 << square);
        let mut images: Vec<Vec<u32>> = Vec::new();
        let mut mirrored = None;
        for image in square_maps(size)
            .iter()
            .map(|map| -> Vec<u32> { squares.iter().map(|&square| map[square as usize]).collect() })
        {
            match images.iter().find(|other| set(other) == set(&image)) {
                None => images.push(image),
                // The same squares in another order: contents that are mirror images.
                Some(first) if *first == squares && image != squares => mirrored = Some(image),
                Some(_) => {}
            }
        }
        let contents = 3usize.pow(squares.len() as u32);
        let representative = (0..contents as u32)
            .map(|content| match &mirrored {
                Some(image) => content.min(reordered(content, &squares, image)),
                None => content,
            })
            .collect();
        for image in &images {
            let lane = self.zeros.len();
            let mut power = 1;
            for &square in image {
                self.steps[square as usize][lane] = power;
                power = power.wrapping_mul(3);
            }
            self.zeros.push((self.weights + contents / 2) as u32);
        }
        self.shapes.push(Shape { images, first: self.weights, representative });
        self.weights += contents;
    }

    /// Number of lanes in use.
    pub fn lanes(&self) -> usize {
        self.zeros.len()
    }

    /// The shape of each lane.
    pub fn shape_of_lane(&self) -> Vec<usize> {
        let shapes = self.shapes.iter().enumerate();
        shapes.flat_map(|(index, shape)| vec![index; shape.images.len()]).collect()
    }
}

/// For each symmetry of the board, where it takes each square.
fn square_maps(size: Size) -> Vec<Vec<u32>> {
    let squares = size.squares();
    let images: Vec<Vec<(u64, u64)>> =
        (0..squares).map(|square| symmetry::images(size, 1 << square, 0)).collect();
    (0..images[0].len())
        .map(|map| images.iter().map(|images| images[map].0.trailing_zeros()).collect())
        .collect()
}

/// The content that shows if the squares `from` are read in the order `to`.
fn reordered(content: u32, from: &[u32], to: &[u32]) -> u32 {
    let mut digits = vec![0; 64];
    let mut rest = content;
    for &square in from {
        digits[square as usize] = rest % 3;
        rest /= 3;
    }
    to.iter().rev().fold(0, |content, &square| 3 * content + digits[square as usize])
}
