//! What is asked to be solved, shown, analysed or counted.

use super::{LimitArgs, OutputArgs, RuleArgs};
use crate::game_options::one_of;
use crate::quantity;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use yomikiri_rooms::games::othello::SCORING;

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GoalArg {
    /// Who wins
    Win,
    /// The exact score
    Score,
}

/// What `solve` takes beyond what `values` does.
#[derive(Args, Debug)]
pub(crate) struct SolveCommand {
    #[command(flatten)]
    pub(crate) common: SolveArgs,
    /// Solve all set-ups of a board, or of 3x3 and 3x4, in every promotion zone; with a search as
    /// --method, --nodes and --time are limits of each problem [default: the paper's 2^24 and 1m]
    #[arg(long, help_heading = "Shogi", conflicts_with_all = ["moves", "checkpoint"])]
    pub(crate) all: bool,
    /// With --all, print comma-separated values
    #[arg(long, help_heading = "Output", requires = "all", conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Draw the board after every move of the line
    #[arg(long, help_heading = "Output")]
    pub(crate) boards: bool,
    /// Draw the perfect line as a numbered board into a file
    #[arg(long, value_name = "FILE", help_heading = "Othello", conflicts_with = "all")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// The game: othello, amazons, go, shogi, or tictactoe as the smallest example
    #[arg(value_parser = quantity::game)]
    pub(crate) game: String,
    /// A board size such as 6x6 for the start of a game, a position in text, - to read one from
    /// standard input, or the name of a variant (shogi: dobutsu)
    #[arg(value_name = "BOARD-or-POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// What to prove
    #[arg(long, value_enum, default_value_t = GoalArg::Score)]
    pub(crate) goal: GoalArg,
    /// How to prove it: the game's own fast method unless named (othello: readout, paper,
    /// minimax, alphabeta; amazons: sums, bounds, alphabeta; go: readout, 55taro, base, promise, all; shogi: table, dfpn, pds, alphabeta, alphabeta-twice)
    #[arg(long, value_name = "NAME")]
    pub(crate) method: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Keep what is proved in this folder, and go on from what is already there
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Remember what is proved, and do not prove again what is remembered; 'explore' does so in
    /// the same folder [default folder: yomikiri/results in the user's data folder, or
    /// YOMIKIRI_RESULTS]
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = quantity::folder())]
    pub(crate) remember: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    /// The game
    pub(crate) game: String,
    /// A board size, a position in text, - to read one from standard input, or the name of a
    /// variant
    #[arg(value_name = "BOARD-or-POSITION", allow_hyphen_values = true)]
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// What is known without a search (Go)
    #[arg(long)]
    pub(crate) knowledge: bool,
    /// Draw it into a file, too
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct SolveFileArgs {
    /// The file, or - for standard input
    pub(crate) file: PathBuf,
    /// Which problems, by their numbers in the file, such as 1-5,8 [default: all]
    #[arg(long, value_name = "NUMBERS", value_parser = quantity::ranges)]
    pub(crate) problems: Option<quantity::Ranges>,
    /// How a finished game is counted [default: tournament]
    #[arg(long, value_parser = one_of(&SCORING))]
    pub(crate) scoring: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// A transcript such as f5d6c3, a file with games as GGF or transcripts, or - for standard
    /// input
    pub(crate) game: String,
    /// The position that transcripts begin from [default: the start on 8x8]
    #[arg(long, value_name = "POSITION")]
    pub(crate) from: Option<String>,
    /// Up to so many empty squares values are proved
    #[arg(long, value_name = "SQUARES", default_value_t = 20,
          value_parser = quantity::whole(0..=60))]
    pub(crate) exact: u32,
    /// Plies to look ahead where there are more
    #[arg(long, value_name = "PLIES", default_value_t = 10,
          value_parser = quantity::whole(1..=60))]
    pub(crate) depth: u32,
    /// Draw the board before every move
    #[arg(long, help_heading = "Output")]
    pub(crate) boards: bool,
    /// Tell the evaluation of paper 003's players feature by feature, for the position reached
    /// (with --boards for every position of the game); GAME may be a position
    #[arg(long)]
    pub(crate) features: bool,
    /// Weights for --features
    #[arg(long, value_name = "FILE", requires = "features")]
    pub(crate) weights: Option<PathBuf>,
    /// How a finished game is counted [default: tournament on 8x8, paper on other boards]
    #[arg(long, value_parser = one_of(&SCORING))]
    pub(crate) scoring: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    /// The game
    #[arg(value_parser = quantity::game)]
    pub(crate) game: String,
    /// A board size, a position in text, or - to read one from standard input
    #[arg(value_name = "BOARD-or-POSITION", allow_hyphen_values = true)]
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// How many plies; a forced pass is one
    #[arg(allow_hyphen_values = true, value_parser = quantity::whole(0..=64))]
    pub(crate) depth: u32,
    /// Time to stop after, such as 90s
    #[arg(long, value_parser = quantity::time, allow_hyphen_values = true, value_name = "TIME", help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
