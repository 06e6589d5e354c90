//! What the game is played on and by: the board, and the rules that can be switched.

use std::fmt;

/// A board of 1 to 5 files and 3 to 6 ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    files: u8,
    ranks: u8,
}

impl Size {
    /// The most squares that a board can have.
    pub const MOST_SQUARES: usize = 30;

    /// The size, if there is such a board.
    pub fn new(files: usize, ranks: usize) -> Option<Size> {
        let fits = (1..=5).contains(&files) && (3..=6).contains(&ranks);
        fits.then_some(Size { files: files as u8, ranks: ranks as u8 })
    }

    /// How many files.
    pub fn files(self) -> usize {
        usize::from(self.files)
    }

    /// How many ranks.
    pub fn ranks(self) -> usize {
        usize::from(self.ranks)
    }

    /// How many squares. Square 0 is the left end of the far rank as the first player sees it;
    /// numbers go on to the right and then towards the first player.
    pub fn squares(self) -> usize {
        self.files() * self.ranks()
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

/// Which pieces there are and what ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Variant {
    /// Shogi: mate the king.
    #[default]
    Shogi,
    /// Dobutsu shogi: catch the lion, or bring one's own lion safely to the far rank.
    Dobutsu,
}

/// What becomes of pieces where they could never move again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DeadSquares {
    /// Neither moves nor drops may lead there.
    #[default]
    Forbid,
    /// A move may lead there if the piece cannot promote by it; a drop may not.
    Unpromotable,
    /// Moves and drops may lead there.
    Allow,
}

/// Who wins a game that repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// Nobody.
    #[default]
    Draw,
    /// The side that moved first from the start.
    First,
    /// The other side.
    Second,
}

/// What becomes of a side that gives check with every move of a game that repeats itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PerpetualCheck {
    /// It is a repetition like any other.
    #[default]
    Allowed,
    /// It loses; where both sides do so, it is a repetition like any other.
    Loses,
}

/// The rules that can be switched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which game.
    pub variant: Variant,
    /// How many ranks at the far end let pieces promote; with none nothing ever does.
    pub zone: u8,
    /// Whether a second unpromoted pawn may be dropped on a file.
    pub nifu: bool,
    /// Whether a pawn may be dropped to give mate.
    pub uchifuzume: bool,
    /// What becomes of pieces that could never move again.
    pub dead_squares: DeadSquares,
    /// Who wins a game that repeats itself.
    pub repetition: Repetition,
    /// What becomes of a side that gives check for ever.
    pub perpetual_check: PerpetualCheck,
}

impl Rules {
    /// Shogi as it is usually played, with this promotion zone.
    pub fn standard(zone: u8) -> Rules {
        Rules {
            variant: Variant::Shogi,
            zone,
            nifu: false,
            uchifuzume: false,
            dead_squares: DeadSquares::Forbid,
            repetition: Repetition::Draw,
            perpetual_check: PerpetualCheck::Allowed,
        }
    }

    /// A reconstruction of the paper's rules, which it does not tell in full: those by which its
    /// counts on 3×4 come out.
    pub fn paper(zone: u8) -> Rules {
        Rules { nifu: true, dead_squares: DeadSquares::Unpromotable, ..Rules::standard(zone) }
    }

    /// Dobutsu shogi.
    pub fn dobutsu() -> Rules {
        Rules {
            variant: Variant::Dobutsu,
            zone: 1,
            nifu: true,
            uchifuzume: true,
            dead_squares: DeadSquares::Unpromotable,
            repetition: Repetition::Draw,
            perpetual_check: PerpetualCheck::Allowed,
        }
    }

    /// Whether a piece may be dropped where it could never move again.
    pub fn may_drop_dead(&self) -> bool {
        self.variant == Variant::Dobutsu || self.dead_squares == DeadSquares::Allow
    }

    /// Whether a piece that moves to where it would be dead, promoting or not as it may, can
    /// stay unpromoted.
    pub fn may_stay_dead(&self, can_promote: bool) -> bool {
        match self.dead_squares {
            DeadSquares::Forbid => false,
            DeadSquares::Unpromotable => !can_promote,
            DeadSquares::Allow => true,
        }
    }

    /// Plies that end a game after mate: none in shogi, where mate is the end; two in dobutsu
    /// shogi, where any move is made and the lion caught.
    pub fn plies_after_mate(&self) -> u16 {
        match self.variant {
            Variant::Shogi => 0,
            Variant::Dobutsu => 2,
        }
    }
}
