//! What the games let one choose, as the command line and web addresses have it.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// What the games let one choose; each game refuses what is not its own.
#[derive(Args, Clone, Debug, Default)]
pub struct RuleArgs {
    /// The most cells of the subgames, up to 10
    #[arg(long, value_name = "N", help_heading = "Amazons tables")]
    pub cells: Option<usize>,
    /// The table of canonical forms instead of that of values: all subgames up to 8 cells, those
    /// with three amazons against one up to 9, those with one each up to 10
    #[arg(long, help_heading = "Amazons tables")]
    pub forms: bool,
    /// Moves to play from there, such as 'c4 pass d3' or c4d3
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
    /// Which moves repetition forbids [default: basic]
    #[arg(long, value_enum, help_heading = "Go")]
    pub ko: Option<KoArg>,
    /// Whether one may take one's own stones off the board [default: forbidden]
    #[arg(long, value_enum, help_heading = "Go")]
    pub suicide: Option<SuicideArg>,
    /// Whole points that White gets for moving second [default: 0]
    #[arg(long, value_name = "POINTS", help_heading = "Go", allow_negative_numbers = true)]
    pub komi: Option<String>,
    /// How the centre is filled at the start of a game [default: othello]; not used where a
    /// position is given
    #[arg(long, value_enum, help_heading = "Othello")]
    pub start: Option<StartArg>,
    /// What the method readout orders moves by; the values are the same [default: trained]
    #[arg(long, value_enum, help_heading = "Othello")]
    pub ordering: Option<OrderingArg>,
    /// How a finished game is counted [default: for othello tournament on 8x8 and paper on other
    /// boards, area for go]
    #[arg(long, value_enum, help_heading = "Othello and Go")]
    pub scoring: Option<ScoringArg>,
    /// The back rank of both sides, such as KSP or K-P, pieces in hand after a +, as in KG-+P
    #[arg(long, value_name = "RANK", help_heading = "Shogi", allow_hyphen_values = true)]
    pub setup: Option<String>,
    /// Ranks at the far end that let pieces promote; 0 for no promotion [default: 1]
    #[arg(long, value_name = "RANKS", help_heading = "Shogi", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u8).range(0..=6))]
    pub zone: Option<u8>,
    /// The rules to begin with: standard, or what we take for the paper's because its counts come
    /// out (nifu allowed, moves to dead squares where promotion is impossible) [default: standard]
    #[arg(long, value_enum, help_heading = "Shogi")]
    pub rules: Option<RulesArg>,
    /// What else to allow
    #[arg(long, value_enum, value_delimiter = ',', help_heading = "Shogi")]
    pub allow: Vec<AllowArg>,
    /// Pieces where they could never move again: forbidden; allowed by a move that cannot
    /// promote; allowed [default: forbid]
    #[arg(long, value_enum, help_heading = "Shogi")]
    pub dead_squares: Option<DeadSquaresArg>,
    /// What the methods 55taro, base, promise and all order moves by: how much a point's distances
    /// from the edges count, and how much the points beside it where stones are taken [default: 9:1]
    #[arg(long, value_name = "POSITION:CAPTURE", help_heading = "Go")]
    pub weights: Option<String>,
    /// What a game is worth that repeats itself. Shogi: draw, first or second, for who wins [default:
    /// draw]. Go: open, or tie=POINTS for Black before komi, such as tie=0 [default: open, both ends are told]
    #[arg(long, value_name = "RULE", help_heading = "Shogi and Go")]
    pub repetition: Option<String>,
    /// What becomes of a side that gives check with every move of a game that repeats itself
    /// [default: allowed]
    #[arg(long, value_enum, help_heading = "Shogi")]
    pub perpetual_check: Option<PerpetualCheckArg>,
    /// The folder with tables made by 'table build' [default: yomikiri/tables in the user's data
    /// folder]
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Amazons, Go and shogi",
        env = "YOMIKIRI_TABLES"
    )]
    pub tables: Option<PathBuf>,
}

/// Which rules of shogi to begin with.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesArg {
    /// Nifu, drop-pawn mate and dead squares forbidden
    Standard,
    /// Nifu allowed, dead squares where a move cannot promote
    Paper,
}

/// What else shogi may allow.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowArg {
    /// Two pawns on a file
    Nifu,
    /// Mate by dropping a pawn
    Uchifuzume,
}

/// Pieces where they could never move again.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadSquaresArg {
    /// Neither moves nor drops lead there
    Forbid,
    /// Moves do, if the piece cannot promote by them
    Unpromotable,
    /// Moves and drops do
    Allow,
}

/// Check with every move.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerpetualCheckArg {
    /// It is a repetition like any other
    Allowed,
    /// It loses
    Loses,
}

/// Which moves repetition forbids.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoArg {
    /// A single stone may not be taken back at once
    Basic,
    /// No board may come back
    Positional,
    /// No board may come back with the same side to move
    Situational,
}

/// Whether one may take one's own stones.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuicideArg {
    /// It is no legal move
    Forbidden,
    /// One's own stones without liberties are taken
    Allowed,
}

/// How the centre is filled.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartArg {
    /// Crossed
    Othello,
    /// Parallel
    Reversi,
}

/// What moves are ordered by.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderingArg {
    /// What was learnt from games: patterns on 6x6, 6x8 and 8x8, mobility and edges on other boards
    Trained,
    /// Mobility alone, nothing learnt
    Plain,
}

/// How a finished game is counted.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoringArg {
    /// Othello: plain difference, a wipe-out counts as the whole board
    Paper,
    /// Othello: empty squares go to the winner
    Tournament,
    /// Go: stones, and empty points that only they reach
    Area,
    /// Go: stones that overflowed (taken, or never placed), as in paper 002
    Afure,
    /// Go: the stones on the board alone (pure Go), as 55taro of paper 002 counts
    Stones,
    /// Go: refused, with the reason: its result is what the players agree on
    Japanese,
}
