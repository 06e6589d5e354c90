//! Numbers for boards: three digits a point, symmetric boards as one.

use crate::board::{Board, Points};

/// Most points of a board whose states are all numbered.
pub const MOST_NUMBERED: usize = 16;

/// Codes of boards, seen by the side to move: a point counts 0 if empty, 1 if its own, 2 if the
/// other side's, in base three with point 0 the lowest digit.
pub struct Numbering {
    board: Board,
    /// The code of a set of own stones.
    ternary: Vec<u32>,
    /// The image of a set under each symmetry but the first, which changes nothing.
    images: Vec<Vec<u16>>,
}

impl Numbering {
    /// The numbering of a board of at most 16 points.
    pub fn new(board: Board) -> Numbering {
        let points = board.points();
        assert!(points <= MOST_NUMBERED, "{board} has too many points to number all its states");
        // What a set is made of: the set without its lowest point, and that point.
        let per_set = |of_point: &dyn Fn(usize) -> u32, add: fn(u32, u32) -> u32| {
            let mut table = vec![0_u32; 1 << points];
            for set in 1..table.len() {
                let point = set.trailing_zeros() as usize;
                table[set] = add(table[set & (set - 1)], of_point(point));
            }
            table
        };
        let ternary = per_set(&|point| 3_u32.pow(point as u32), |a, b| a + b);
        let images = (1..board.symmetries()).map(|symmetry| {
            let table = per_set(&|point| 1 << board.image(point, symmetry), |a, b| a | b);
            table.into_iter().map(|set| set as u16).collect()
        });
        Numbering { board, ternary, images: images.collect() }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// How many codes there are.
    pub fn codes(&self) -> usize {
        3_usize.pow(self.board.points() as u32)
    }

    /// The code of a board, given by own and other stones.
    #[inline(always)]
    pub fn code(&self, own: Points, other: Points) -> u32 {
        self.ternary[own as usize] + 2 * self.ternary[other as usize]
    }

    /// The codes of all images of a board, itself first.
    #[inline(always)]
    pub fn codes_of_images(&self, own: Points, other: Points) -> impl Iterator<Item = u32> {
        let rest = self
            .images
            .iter()
            .map(move |image| self.code(image[own as usize].into(), image[other as usize].into()));
        std::iter::once(self.code(own, other)).chain(rest)
    }

    /// The least code among all images of a board.
    #[inline(always)]
    pub fn least(&self, own: Points, other: Points) -> u32 {
        self.codes_of_images(own, other).fold(u32::MAX, u32::min)
    }

    /// The least number among all images of a board with a ban: its code, then the point.
    pub fn least_with_ko(&self, own: Points, other: Points, ko: Points) -> u64 {
        let number = |code: u32, ko: Points| u64::from(code) << 5 | u64::from(ko.trailing_zeros());
        let rest = self.images.iter().map(|image| {
            let of = |set: Points| Points::from(image[set as usize]);
            number(self.code(of(own), of(other)), of(ko))
        });
        rest.fold(number(self.code(own, other), ko), u64::min)
    }

    /// Own and other stones of a code.
    pub fn board_of(&self, code: u32) -> [Points; 2] {
        let (mut stones, mut left) = ([0; 2], code);
        for point in 0..self.board.points() {
            match left % 3 {
                0 => {}
                digit => stones[digit as usize - 1] |= 1 << point,
            }
            left /= 3;
        }
        stones
    }

    /// Own and other stones and the ban of a number from [`Numbering::least_with_ko`].
    pub fn board_of_ko(&self, number: u64) -> ([Points; 2], Points) {
        (self.board_of((number >> 5) as u32), 1 << (number & 31))
    }
}

/// Whether every chain of a board has a liberty.
#[inline(always)]
pub fn is_legal(board: Board, own: Points, other: Points) -> bool {
    let breathing = board.neighbours(board.full & !own & !other);
    board.connected(own & breathing, own) == own
        && board.connected(other & breathing, other) == other
}
