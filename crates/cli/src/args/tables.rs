//! What is asked of tables.

use super::{LimitArgs, OutputArgs, RuleArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// What to do with tables.
#[derive(Subcommand, Debug)]
pub(crate) enum TableCommand {
    /// Solve every position of a set-up's pieces, of a board of Go, or of small Amazons regions,
    /// and keep the result
    #[command(after_help = "\
Examples:
  yomikiri table build shogi 3x4 --setup KPB --zone 3
  yomikiri table build shogi 3x3 --all            (all set-ups, all zones)
  yomikiri table build shogi dobutsu --tables big
  yomikiri table build go 3x5                     (all states of the board)
  yomikiri table build amazons --cells 9          (all regions up to 9 cells)
  yomikiri table build amazons --forms            (their canonical forms)")]
    Build(TableBuildArgs),
    /// Say what tables there are and what is in them
    #[command(after_help = "\
Examples:
  yomikiri table info
  yomikiri table info shogi dobutsu --reachable
  yomikiri table info amazons --cells 9
  yomikiri table info copies/shogi-3x4-B2P2-zone3.table")]
    Info(TableInfoArgs),
    /// Look a position up, with all its moves
    #[command(after_help = "\
Examples:
  yomikiri table query shogi 'bpk/3/3/KPB b - 1' --zone 3
  yomikiri table query go '3x5: ..... ..X.. ..... O'
  yomikiri table query amazons '.XO#|..#.'        (works without a table too)")]
    Query(TableQueryArgs),
    /// Check every state of tables from the rules alone
    #[command(after_help = "\
Examples:
  yomikiri table check                                (every table of the folder)
  yomikiri table check shogi 3x4 --setup KPB --zone 3
  yomikiri table check go 3x5
  yomikiri table check amazons --cells 8 --full
  yomikiri table check copies/shogi-3x4-B2P2-zone3.table

Exit code 1 if a table is damaged or wrong.")]
    Check(TableCheckArgs),
}

#[derive(Args, Debug)]
pub(crate) struct TableBuildArgs {
    /// The game: shogi, go or amazons
    pub(crate) game: String,
    /// A board size such as 3x4, a position, or dobutsu; nothing for amazons
    #[arg(value_name = "BOARD-or-POSITION", default_value = "", hide_default_value = true)]
    pub(crate) position: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// All set-ups of the board, in every promotion zone unless one is given
    #[arg(long, help_heading = "Shogi", conflicts_with = "moves")]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Which tables: files, or a game and a board as `table build` takes them.
#[derive(Args, Debug)]
pub(crate) struct TablesArgs {
    /// Table files, or a game and what 'table build' was given [default: all of the folder]
    #[arg(value_name = "FILE-or-GAME")]
    pub(crate) named: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// All set-ups of the board, in every promotion zone unless one is given
    #[arg(long, help_heading = "Shogi", conflicts_with = "moves")]
    pub(crate) all: bool,
}

#[derive(Args, Debug)]
pub(crate) struct TableInfoArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Count what can be reached from the start (dobutsu shogi)
    #[arg(long)]
    pub(crate) reachable: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TableQueryArgs {
    /// The game: shogi, go or amazons
    pub(crate) game: String,
    /// A position, or a board size (shogi: with --setup); for amazons a region such as '.XO#|..#.'
    #[arg(value_name = "POSITION")]
    pub(crate) position: String,
    /// Draw the region's thermograph into a file
    #[arg(long, value_name = "FILE", help_heading = "Amazons")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TableCheckArgs {
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Compare every value with the rules, not a sample only (other games always do)
    #[arg(long, help_heading = "Amazons")]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
