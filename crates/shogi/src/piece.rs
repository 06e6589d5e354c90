//! The pieces and how they move.

use yomikiri_core::Side;

/// What a piece is, before promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// The king; the lion of dobutsu shogi.
    King,
    /// The rook.
    Rook,
    /// The bishop.
    Bishop,
    /// The gold general.
    Gold,
    /// The silver general.
    Silver,
    /// The knight.
    Knight,
    /// The lance.
    Lance,
    /// The pawn; the chick of dobutsu shogi.
    Pawn,
    /// The giraffe of dobutsu shogi: one step straight.
    Giraffe,
    /// The elephant of dobutsu shogi: one step aslant.
    Elephant,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 10;

    /// Every kind, in the order in which hands and set-ups are written.
    pub const ALL: [Kind; Kind::COUNT] = [
        Kind::King,
        Kind::Rook,
        Kind::Bishop,
        Kind::Gold,
        Kind::Silver,
        Kind::Knight,
        Kind::Lance,
        Kind::Pawn,
        Kind::Giraffe,
        Kind::Elephant,
    ];

    /// Whether it has a promoted form.
    pub fn promotes(self) -> bool {
        !matches!(self, Kind::King | Kind::Gold | Kind::Giraffe | Kind::Elephant)
    }

    /// How a piece of this kind moves.
    pub fn movement(self, promoted: bool) -> Movement {
        match (self, promoted) {
            (Kind::Rook, true) => Movement::Dragon,
            (Kind::Bishop, true) => Movement::Horse,
            (Kind::Gold, _) | (_, true) => Movement::Gold,
            (Kind::King, _) => Movement::King,
            (Kind::Rook, _) => Movement::Rook,
            (Kind::Bishop, _) => Movement::Bishop,
            (Kind::Silver, _) => Movement::Silver,
            (Kind::Knight, _) => Movement::Knight,
            (Kind::Lance, _) => Movement::Lance,
            (Kind::Pawn, _) => Movement::Pawn,
            (Kind::Giraffe, _) => Movement::Giraffe,
            (Kind::Elephant, _) => Movement::Elephant,
        }
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is, or was before it promoted.
    pub kind: Kind,
    /// Whether it has promoted.
    pub promoted: bool,
}

impl Piece {
    /// How it moves.
    pub fn movement(self) -> Movement {
        self.kind.movement(self.promoted)
    }
}

/// A way of moving; several pieces may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "named after the pieces")]
pub enum Movement {
    King,
    Rook,
    Bishop,
    Gold,
    Silver,
    Knight,
    Lance,
    Pawn,
    Dragon,
    Horse,
    Giraffe,
    Elephant,
}

/// A direction as (ranks towards the far side, columns to the right), seen by the mover.
pub type Step = (i32, i32);

const STRAIGHT: [Step; 4] = [(1, 0), (0, -1), (0, 1), (-1, 0)];
const ASLANT: [Step; 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

impl Movement {
    /// Every movement.
    pub const ALL: [Movement; 12] = [
        Movement::King,
        Movement::Rook,
        Movement::Bishop,
        Movement::Gold,
        Movement::Silver,
        Movement::Knight,
        Movement::Lance,
        Movement::Pawn,
        Movement::Dragon,
        Movement::Horse,
        Movement::Giraffe,
        Movement::Elephant,
    ];

    /// Where it can go in one step or jump.
    pub fn steps(self) -> &'static [Step] {
        match self {
            Movement::King => {
                &[(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, -1), (-1, 0), (-1, 1)]
            }
            Movement::Gold => &[(1, -1), (1, 0), (1, 1), (0, -1), (0, 1), (-1, 0)],
            Movement::Silver => &[(1, -1), (1, 0), (1, 1), (-1, -1), (-1, 1)],
            Movement::Knight => &[(2, -1), (2, 1)],
            Movement::Pawn => &[(1, 0)],
            Movement::Dragon | Movement::Elephant => &ASLANT,
            Movement::Horse | Movement::Giraffe => &STRAIGHT,
            Movement::Rook | Movement::Bishop | Movement::Lance => &[],
        }
    }

    /// The directions in which it can go any distance.
    pub fn slides(self) -> &'static [Step] {
        match self {
            Movement::Rook | Movement::Dragon => &STRAIGHT,
            Movement::Bishop | Movement::Horse => &ASLANT,
            Movement::Lance => &[(1, 0)],
            _ => &[],
        }
    }
}
