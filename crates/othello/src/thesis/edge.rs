//! The table of edge shapes: all 3^8 ways to fill one edge, worked out at start-up.

use super::weights::{Feature, Weights};

/// Ways to fill an edge.
pub const EDGES: usize = 3usize.pow(8);

/// What an edge says, for the side whose discs are the ones of its code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    /// Wings, C squares and stable discs, weighed.
    pub score: i16,
    /// 1 for a mountain of this side, -1 for one of the opponent; whether it counts depends on
    /// the row above it.
    pub mountain: i8,
}

/// The shapes of one side on one edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// Five in a row, one corner and the other corner with its neighbour empty.
    pub wing: bool,
    /// The six between two empty corners.
    pub mountain: bool,
    /// Discs beside an empty corner that belong to neither.
    pub c_squares: i32,
    /// Discs in unbroken rows from the corners.
    pub stable: i32,
}

impl Shapes {
    /// The shapes of side `who` (1 or 2) on an edge with `squares` from corner to corner, 0 empty.
    pub fn of(squares: [u8; 8], who: u8) -> Shapes {
        let all = |from: usize, to: usize, what: u8| squares[from..=to].iter().all(|s| *s == what);
        let wing = all(1, 5, who) && all(0, 0, 0) && all(6, 7, 0)
            || all(2, 6, who) && all(0, 1, 0) && all(7, 7, 0);
        let mountain = all(1, 6, who) && all(0, 0, 0) && all(7, 7, 0);
        let mut c_squares = 0;
        for (corner, beside) in [(0, 1), (7, 6)] {
            c_squares += i32::from(squares[corner] == 0 && squares[beside] == who);
        }
        let run =
            |squares: &mut dyn Iterator<Item = &u8>| squares.take_while(|s| **s == who).count();
        // A row from corner to corner is one row.
        let stable = (run(&mut squares.iter()) + run(&mut squares.iter().rev())).min(8) as i32;
        Shapes { wing, mountain, c_squares: if wing || mountain { 0 } else { c_squares }, stable }
    }

    /// What they are worth to their owner, mountains aside.
    fn score(self, weights: &Weights) -> i32 {
        weights[Feature::Wing] * i32::from(self.wing)
            + weights[Feature::CSquare] * self.c_squares
            + weights[Feature::Stable] * self.stable
    }
}

/// Every edge by its code: digits to base three, 1 for a disc of the side, 2 for the opponent's.
pub fn edge_table(weights: &Weights) -> Box<[Edge; EDGES]> {
    let mut table = Box::new([Edge::default(); EDGES]);
    for (code, edge) in table.iter_mut().enumerate() {
        let digit = |place: u32| (code / 3usize.pow(place) % 3) as u8;
        let squares = std::array::from_fn(|place| digit(place as u32));
        let (own, other) = (Shapes::of(squares, 1), Shapes::of(squares, 2));
        edge.score = (own.score(weights) - other.score(weights)) as i16;
        edge.mountain = i8::from(own.mountain) - i8::from(other.mountain);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(edge: &str) -> Shapes {
        let squares: Vec<u8> =
            edge.bytes().map(|mark| ".XO".bytes().position(|m| m == mark).unwrap() as u8).collect();
        Shapes::of(squares.try_into().unwrap(), 1)
    }

    #[test]
    fn the_papers_shapes_are_recognised() {
        let plain = Shapes::default();
        assert_eq!(shapes("..XXXXX."), Shapes { wing: true, ..plain });
        assert_eq!(shapes(".XXXXX.."), Shapes { wing: true, ..plain });
        assert_eq!(shapes(".XXXXXX."), Shapes { mountain: true, ..plain });
        assert_eq!(shapes(".XXXXXXO"), Shapes { c_squares: 1, ..plain });
        assert_eq!(shapes(".X....X."), Shapes { c_squares: 2, ..plain });
        assert_eq!(shapes("XXXO..XX"), Shapes { stable: 5, ..plain });
        assert_eq!(shapes("XXXXXXXX"), Shapes { stable: 8, ..plain });
        assert_eq!(shapes("..XXXX.."), plain);
    }

    #[test]
    fn the_table_sees_both_sides_alike() {
        let exchanged = |code: usize| {
            (0..8).map(|place| [0, 2, 1][code / 3usize.pow(place) % 3] * 3usize.pow(place)).sum()
        };
        let table = edge_table(&super::super::weights::WEIGHTS);
        for (code, edge) in table.iter().enumerate() {
            let other: usize = exchanged(code);
            assert_eq!(table[other].score, -edge.score);
            assert_eq!(table[other].mountain, -edge.mountain);
        }
    }
}
