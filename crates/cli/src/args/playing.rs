//! Who plays: in the terminal, by protocols, in matches.

use super::{LimitArgs, OutputArgs, RuleArgs};
use crate::quantity;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlayAs {
    /// The side that moves first
    First,
    /// The other side
    Second,
    /// Neither: watch it play against itself
    Nobody,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game
    #[arg(value_parser = quantity::game)]
    pub(crate) game: String,
    /// A board size, a position in text, or the name of a variant
    #[arg(value_name = "BOARD-or-POSITION", allow_hyphen_values = true)]
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Which side you play
    #[arg(long = "as", value_enum, default_value_t = PlayAs::First)]
    pub(crate) side: PlayAs,
    /// Who plays against you: perfection, random, or on 8x8 Othello yomi, single or multi; two of
    /// them, as in yomi,single, to watch them [default: the game's engine, or else perfection as far
    /// as that is found in time]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) against: Vec<String>,
    /// Its level: yomi has 1 to 10, single and multi have 1 to 9, the X of paper 003 [default: 5]
    #[arg(long, value_name = "N", value_delimiter = ',', requires = "against")]
    pub(crate) level: Vec<u32>,
    /// What the moves of random come from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Time for a move or for advice, such as 2s or 1m, where --time is that of the whole game
    /// [default: 3s for engines, 60s to prove a move]
    #[arg(long, value_parser = quantity::time, allow_hyphen_values = true, value_name = "TIME", help_heading = "Limits")]
    pub(crate) move_time: Option<Duration>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct UsiArgs {
    /// The folder with tables made by 'table build'
    #[arg(long, value_name = "DIR", env = "YOMIKIRI_TABLES")]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GtpGame {
    /// Go, read out as far as the time allows
    Go,
    /// Othello, by the engine yomi
    Othello,
}

/// How strongly the engine of a protocol plays Othello.
#[derive(Args, Debug)]
pub(crate) struct StrengthArgs {
    /// Plies to look ahead in the middle of an Othello game [default: 12 if no time is given]
    #[arg(long, visible_alias = "level", value_name = "PLIES",
          value_parser = quantity::whole(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Time for a move, such as 30s or 2m, where the game's clock does not say otherwise; a move
    /// of Go that is not proved in time is a guess [default: 10s for Go]
    #[arg(long, value_parser = quantity::time, allow_hyphen_values = true, value_name = "TIME")]
    pub(crate) move_time: Option<Duration>,
    /// Worker threads [default: all cores]
    #[arg(long, value_parser = quantity::threads, allow_negative_numbers = true, value_name = "N")]
    pub(crate) threads: Option<usize>,
}

#[derive(Args, Debug)]
pub(crate) struct NboardArgs {
    #[command(flatten)]
    pub(crate) strength: StrengthArgs,
}

#[derive(Args, Debug)]
pub(crate) struct GtpArgs {
    /// The game
    #[arg(long, value_enum, default_value_t = GtpGame::Go)]
    pub(crate) game: GtpGame,
    /// The folder with tables made by 'table build'
    #[arg(long, value_name = "DIR", env = "YOMIKIRI_TABLES")]
    pub(crate) tables: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) strength: StrengthArgs,
}

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    /// The engine whose results are told, such as single:x=5; in other games than 8x8 Othello one of
    /// those that 'play' knows, such as perfection or random:seed=3
    pub(crate) a: String,
    /// Its opponent
    pub(crate) b: String,
    /// The game [default: othello]
    #[arg(long, value_name = "GAME", value_parser = quantity::game)]
    pub(crate) game: Option<String>,
    /// A board size, or a position from which all games begin [default: 8x8 for othello, or the
    /// first board that the game offers]
    #[arg(long, value_name = "BOARD-or-POSITION", allow_hyphen_values = true)]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = quantity::whole(1..=1_000_000))]
    pub(crate) games: u32,
    /// Where games begin: start, random:PLIES for that many random moves, an opening by its name
    /// (or several: rabbit,cow), or a file with a transcript (f5d6c3) or a position on every line;
    /// in other games than 8x8 Othello start or random [default: random:8, or random:2]
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<String>,
    /// What random openings, and engines without a seed of their own, begin with
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Time for every move, such as 1s or 100ms, where an engine's own setting does not say
    /// otherwise
    #[arg(long, value_parser = quantity::time, allow_hyphen_values = true, value_name = "TIME")]
    pub(crate) time_per_move: Option<Duration>,
    /// Draw the board after every move, with the time that the move took
    #[arg(long, help_heading = "Output")]
    pub(crate) boards: bool,
    /// Write a line for every game into a file, as comma-separated values
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) csv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
