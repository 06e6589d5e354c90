//! The choices that rule sets differ in.

use std::fmt;

/// Which moves repetition forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ko {
    /// A single stone that took a single stone may not be taken back at once. A pass lifts the
    /// ban, and does not count towards the two that end the game.
    #[default]
    Basic,
    /// No board may come back.
    Positional,
    /// No board may come back with the same side to move.
    Situational,
}

impl Ko {
    /// As the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Ko::Basic => "basic",
            Ko::Positional => "positional",
            Ko::Situational => "situational",
        }
    }
}

/// Which passes count towards the two that end the game, under basic ko. Everything here is played by
/// the first rule; the second is there to see what hangs on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Passes {
    /// All but those that lift a ban.
    #[default]
    ButBans,
    /// Every one.
    All,
}

/// How a finished game is counted. Area and overflow give the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Scoring {
    /// Stones on the board and the empty points that only they reach.
    #[default]
    Area,
    /// The paper's: stones taken and passes are counted while the game goes on.
    Afure,
    /// Pure Go: the stones on the board alone, so that every group pays for its last two eyes.
    Stones,
}

impl Scoring {
    /// As the command line has it.
    pub fn name(self) -> &'static str {
        match self {
            Scoring::Area => "area",
            Scoring::Afure => "afure",
            Scoring::Stones => "stones",
        }
    }
}

/// What a game that never ends is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// Nothing is assumed: where it matters, both ends of what it could be are told.
    #[default]
    Open,
    /// This many points for Black, before komi.
    Tie(i32),
}

impl fmt::Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repetition::Open => f.write_str("open"),
            Repetition::Tie(score) => write!(f, "tie={score}"),
        }
    }
}

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rules {
    /// Which moves repetition forbids.
    pub ko: Ko,
    /// Whether one may take one's own stones off the board.
    pub suicide: bool,
    /// How a finished game is counted.
    pub scoring: Scoring,
    /// What a game that never ends is worth.
    pub repetition: Repetition,
    /// Points that White gets for moving second.
    pub komi: i32,
}
