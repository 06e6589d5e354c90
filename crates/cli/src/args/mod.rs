//! The command line: the one place where every argument is defined and described.

mod playing;
mod solving;
mod tables;

pub(crate) use playing::*;
pub(crate) use solving::*;
pub(crate) use tables::*;

use crate::game_options::{GameOptions, games};
use crate::quantity;
use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::PathBuf;
use std::time::Duration;
use yomikiri_rooms::GAMES;

/// Reads small games out to the end: proved values, perfect lines, results that can be checked.
#[derive(Parser, Debug)]
#[command(
    version,
    propagate_version = true,
    after_help = "\
Examples:
  yomikiri solve othello 6x6                   the perfect game on 6x6
  yomikiri solve othello 4x12 --goal win       only who wins
  yomikiri values othello 6x6 --moves 'c2 b2'  what every move is worth
  yomikiri solve go 3x5
  yomikiri solve amazons 'X..O + .XO#|..#.'    who wins a sum of regions
  yomikiri solve shogi 3x4 --setup KPB --zone 3
  yomikiri play shogi dobutsu                  against perfection
  yomikiri solve-file problems.obf             solve a file of Othello problems
  yomikiri analyze f5d6c3d3c4                  what every move of a game lost
  yomikiri match single:x=5 random             a series of games between engines
  yomikiri reproduce 000 --quick               a paper's tables, theirs beside ours

Exit codes: 0 done, 1 the answer is no, 2 bad usage or input, 3 a limit was reached,
70 a fault of the program, 130 interrupted. With 3 and 130 what is known is told, and kept if
--checkpoint was given."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Commands that are about one of the built-in games.
const OF_ONE_GAME: &[(&str, &str)] = &[
    ("solve-file", "othello"),
    ("analyze", "othello"),
    ("usi", "shogi"),
    ("nboard", "othello"),
    ("gtp", "go"),
    ("table", "shogi"),
    ("reproduce", "othello"),
    ("train", "othello"),
    ("bench", "othello"),
];

/// The built-in game that a command is about, if it is about one.
fn game_of(command: &str) -> Option<&'static str> {
    OF_ONE_GAME.iter().find(|(name, _)| *name == command).map(|(_, game)| *game)
}

fn has(game: &str) -> bool {
    games().iter().any(|other| other.name == game)
}

/// The arguments; a command that is about a game that is not there is refused.
pub(crate) fn read(found: clap::ArgMatches) -> Result<Arguments, clap::Error> {
    if let Some(name) = found.subcommand_name()
        && let Some(game) = game_of(name).filter(|game| !has(game))
    {
        let problem = format!("'{name}' is about {game}, which this program does not have");
        return Err(command().error(clap::error::ErrorKind::InvalidSubcommand, problem));
    }
    Arguments::from_arg_matches(&found)
}

/// The command line for the games there are: a program with other games has its own name, and
/// neither commands nor examples of games that it does not have.
pub(crate) fn command() -> clap::Command {
    let command = Arguments::command();
    let games: Vec<&str> = games().iter().map(|game| game.name).collect();
    if GAMES.iter().all(|game| games.contains(&game.name)) {
        return command;
    }
    let name = std::env::args_os().next().map(PathBuf::from);
    let name = name.as_deref().and_then(|path| path.file_stem()).unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let about = format!("Solves small games to the end: {}", games.join(", "));
    command.name(name.clone()).bin_name(name).about(about).after_help("").mut_subcommands(
        |command| {
            let is_hidden = game_of(command.get_name()).is_some_and(|game| !has(game));
            command.hide(is_hidden).after_help("")
        },
    )
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Prove the value of a position and show a perfect line
    #[command(after_help = "\
Examples:
  yomikiri solve othello 6x6
  yomikiri solve othello 4x10 --start reversi --json
  yomikiri solve othello 6x6 --svg perfect.svg               (the line as a numbered board)
  yomikiri solve othello '4x4: ---- -OX- -XO- ---- X'
  yomikiri solve othello 6x6 --moves 'c2 b2' --goal win
  yomikiri solve othello 6x8 --checkpoint run68 --time 2h    (run again to go on)
  yomikiri solve othello 6x6 --remember                      (at once the second time)
  yomikiri solve othello - < board.txt                       (a drawn board)
  yomikiri solve go 4x5
  yomikiri solve go 3x4 --repetition tie=0
  yomikiri solve go '3x4: .... .XO. .... X' --moves 'B3 C3'
  yomikiri solve go 5x5 --moves C3 --checkpoint run55
  yomikiri solve amazons '.XO#|..#. w'                       (a region, White to move)
  yomikiri solve amazons 'X..O + .XO#|..#.'                  (a sum of regions)
  yomikiri solve amazons 5x4 --goal win                      (a whole board, columns x rows)
  yomikiri solve amazons 'X..O + .XO#|..#.' --method bounds  (only from the regions' pairs)
  yomikiri solve shogi 3x4 --setup KPB --zone 3
  yomikiri solve shogi 'psk/3/KSP b - 1' --zone 2
  yomikiri solve shogi dobutsu
  yomikiri solve shogi - < board.txt                         (a drawn board, KIF or CSA)
  yomikiri solve shogi --all --csv > setups.csv              (the paper's 564 problems)
  yomikiri solve shogi 3x3 --all --method pds --nodes 100k   (by one of the paper's searches)")]
    Solve(SolveCommand),
    /// Prove the value of every legal move of a position
    #[command(after_help = "\
Examples:
  yomikiri values othello 4x6
  yomikiri values othello 6x6 --moves 'c2 b2 b3' --time 1m
  yomikiri values go 4x4
  yomikiri values amazons 'X..|.#.|..O'
  yomikiri values shogi 3x4 --setup KPB --zone 3")]
    Values(SolveArgs),
    /// Draw a position of any game; of Go also what is known of it without a search
    #[command(after_help = "\
Examples:
  yomikiri show othello 6x6 --moves 'c2 b2'
  yomikiri show go 5x5 --moves 'C3 B3' --svg board.svg
  yomikiri show go '5x5: X.X.X XXXXX ..... OOOOO .O.O. O' --knowledge
  yomikiri show go '3x3: .X. XX. ... O' --knowledge --json

With --knowledge: unconditionally living groups and their eyes, dead closed regions, promise points,
the board with them filled, dame, the board with those filled in turn, and what follows for the result.")]
    Show(ShowArgs),
    /// Solve every problem of an OBF file and compare with the scores in it
    #[command(after_help = "\
Examples:
  yomikiri solve-file fforum-40-59.obf
  yomikiri solve-file fforum-40-59.obf --problems 1-5,8 --time 2m --json
  yomikiri solve-file - < problems.obf

A line is 64 squares of - X O, the side to move, and if they are known the scores of moves:
  --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; g8:+18; h1:+12;
Limits are those of one problem. Exit code 1 if a value or a move is not that of the file.")]
    SolveFile(SolveFileArgs),
    /// Tell what every move of an Othello game lost
    #[command(after_help = "\
Examples:
  yomikiri analyze f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6
  yomikiri analyze games.ggf --exact 24 --time 1m
  yomikiri analyze game.txt --json
  yomikiri analyze d2 --from '6x6: ------ --X--- --XX-- --XO-- ------ ------ O'

Values with ≈ before them are what the engine expects; the others are proved.

With --features the evaluation of paper 003's players is told instead, for the position reached:
  yomikiri analyze f5d6c3d3c4 --features
  yomikiri analyze '8x8: ...' --features --weights my-weights.txt
A file with weights has lines such as 'mobility = 12'; what it does not name stays as it is.")]
    Analyze(AnalyzeArgs),
    /// Play against perfection or an engine in the terminal
    #[command(after_help = "\
Examples:
  yomikiri play shogi 3x4 --setup KPB --zone 3
  yomikiri play shogi dobutsu --as second
  yomikiri play othello 4x6
  yomikiri play othello 8x8 --against single --level 3 --move-time 2s
  yomikiri play othello 8x8 --as nobody --against yomi,multi --level 2,5
  yomikiri play go 3x4 --as nobody                       (perfection against itself)

What is proved is told as it is; what an engine believes has ≈ before it. A game that is stopped
before its end has no result: exit code 3, or 130 after Ctrl-C.")]
    Play(PlayArgs),
    /// Speak USI, the protocol of shogi programs, on standard input and output
    #[command(after_help = "\
Example of a dialogue (what is typed is marked by >):
  > usi
  id name yomikiri ...
  > setoption name Zone value 2
  > position sfen psk/3/KSP b - 1
  > go
  info depth 0 nodes 1456713 score cp 0 pv 2c1b+ ...
  bestmove 2c1b+")]
    Usi(UsiArgs),
    /// Speak NBoard (version 2), the protocol of Othello programs, on standard input and output
    #[command(after_help = "\
Example of a dialogue (what is typed is marked by >):
  > nboard 2
  set myname yomikiri
  > set depth 8
  set myname yomikiri8
  > set game (;GM[Othello]PC[]PB[]PW[]TY[8]BO[8 ---...--- *]B[f5];)
  > hint 2
  status yomikiri is thinking
  search F6 -1.50 0 8
  search D6 -2.88 0 8
  status
  > go
  status yomikiri is thinking
  nodestats 377 0.00
  === F6/-1.50/0.00
  status
  > ping 7
  pong 7

A ping ends what is being thought about; the best found so far is told before the pong.")]
    Nboard(NboardArgs),
    /// Speak GTP, the protocol of Go programs, on standard input and output
    #[command(after_help = "\
Example of a dialogue (what is typed is marked by >; an empty line follows every answer):
  > boardsize 3
  =
  > play black B2
  =
  > genmove white
  = B1
  > yomikiri-values
  = A2 +9
  ...
  > rectangular_boardsize 5 4
  =
  > quit
  =

  $ yomikiri gtp --game othello --depth 8
  > play black f5
  =
  > genmove white
  = f6

Go boards have at most 36 points; columns come before rows, as in everything that GTP says. Othello
boards are 8x8, and 4x4 and 6x6, which are read out.")]
    Gtp(GtpArgs),
    /// Count the lines of play up to a depth, to compare rules with other programs
    #[command(after_help = "\
Examples:
  yomikiri perft othello 6x6 8     one line a depth: the depth, then the count
  yomikiri perft shogi 3x4 --setup KPB --zone 3 6")]
    Perft(PerftArgs),
    /// Make, describe, ask and check tables of solved positions
    #[command(subcommand)]
    Table(TableCommand),
    /// Let two engines play a series of games, each opening with both sides; usually of 8x8 Othello
    #[command(after_help = "\
Engines:
  random                      any legal move; random:seed=3
  single                      paper 003's player with one thread; x=1 to 9 are the depths of its
                              series A (presearch 5, normal 2+x, wld 5+x, perfect 3+x), x=5 unless
                              given; or presearch=, normal=, wld=, perfect=; its evaluation is
                              changed by single:openness=0 or single:weights=FILE (see analyze)
  multi                       the same with all threads; multi:x=9,threads=2
  as-printed                  the same as the paper's listing has it, faults included; the search
                              of its root, which cannot change the move, is not made
  msai-as-printed             the paper's listing of the other: plays the last legal move
  yomi                        the strong engine; yomi:time=0.1 (seconds a move), yomi:depth=8
  nboard:COMMAND              a program that speaks NBoard; 'nboard:depth=8 ./engine -nboard' sets its
                              depth (12 unless given)
  gtp:COMMAND                 a program that speaks GTP; 'gtp:patience=300 ./engine' waits so many
                              seconds for an answer, beyond the time for a move (60 unless given)

Examples:
  yomikiri match single:x=5 random --games 100
  yomikiri match yomi:time=0.1 multi:x=9 --openings random:10 --seed 7
  yomikiri match single:presearch=7,normal=10,wld=18,perfect=16 multi:x=9,threads=2 --json
  yomikiri match as-printed random --openings start --csv games.csv
  yomikiri match yomi 'nboard:./edax -nboard' --openings openings.txt --time-per-move 1s
  yomikiri match yomi:depth=4 'gtp:gtp-rhino -l 3 -b 0' --games 20
  yomikiri match single:x=3 random --openings tiger --games 2 --boards
  yomikiri match perfection random --game go --board 3x3 --repetition tie=0 --games 20

Openings by name: rabbit f5d6c5f4e3 (paper 003 prints f3, which turns no disc), tiger f5d6c3d3c4,
cow f5f6e6d6c5, mouse f5f4e3f6d3.

An illegal move, an error or a crash loses a game, and is told.")]
    Match(MatchArgs),
    /// Run a paper's experiments and write the report: theirs beside ours
    #[command(after_help = "\
Examples:
  yomikiri reproduce 000 --quick
  yomikiri reproduce 001 --quick
  yomikiri reproduce 002 --quick --out report-002
  yomikiri reproduce 003 --quick
  yomikiri reproduce 004 --out report-004    (run again to go on where it was stopped)
  yomikiri reproduce 004 --rows search-pds,dobutsu")]
    Reproduce(ReproduceArgs),
    /// Make the weights of an evaluation: play, label, fit, again
    #[command(after_help = "\
Examples:
  yomikiri train othello --games 2000 --generations 2 --out weights.bin    (a taste, minutes)
  yomikiri train othello 6x6 --out weights-6x6.bin

The weights follow from the numbers given, byte for byte, whatever the machine and the threads.
Those that the program has within it were made by the command lines in docs/guide.md.")]
    Train(TrainArgs),
    /// Look at any position in the browser: what every move is worth, and play against perfection
    #[command(after_help = "\
Examples:
  yomikiri explore                     prints the address to open
  yomikiri explore --open              opens it, too
  yomikiri explore --port 0            at any free port
  yomikiri explore --reports .         with the reports in this folder's subfolders")]
    Explore(ExploreArgs),
    /// Solve a fixed set: a node signature that stays the same unless the search changes
    Bench(BenchArgs),
    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  yomikiri completions bash > /etc/bash_completion.d/yomikiri")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What the games let one choose, the moves from there, and the tables.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct RuleArgs {
    #[command(flatten)]
    pub(crate) options: GameOptions,
    /// Moves to play from there, such as 'c4 pass d3' or c4d3
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub(crate) moves: String,
    /// The folder with tables made by 'table build' [default: yomikiri/tables in the user's data
    /// folder]
    #[arg(long, value_name = "DIR", help_heading = "Tables", env = "YOMIKIRI_TABLES")]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(Args, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Worker threads [default: all cores]
    #[arg(long, value_parser = quantity::threads, allow_negative_numbers = true, value_name = "N", help_heading = "Limits")]
    pub(crate) threads: Option<usize>,
    /// Memory to stay within, such as 512M or 4G [default: half of what is free]
    #[arg(long, value_parser = quantity::bytes, allow_negative_numbers = true, value_name = "SIZE", help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
    /// Time to stop after, such as 90s, 15m or 2h
    #[arg(long, value_parser = quantity::time, allow_hyphen_values = true, value_name = "TIME", help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Positions to stop after, such as 200M
    #[arg(long, value_parser = quantity::count, allow_negative_numbers = true, value_name = "COUNT", help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
}

#[derive(Args, Debug, Default)]
pub(crate) struct OutputArgs {
    /// Print JSON Lines, {"type": …, "data": …}, instead of text
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// No progress and no narration
    #[arg(short, long, help_heading = "Output", conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Narrate also where standard error is not a terminal
    #[arg(short, long, action = ArgAction::SetTrue, help_heading = "Output")]
    pub(crate) verbose: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReproduceArgs {
    /// The paper: 000, 001, 002, 003, 004, or all
    pub(crate) paper: String,
    /// Leave out the slow rows (and say so on the page)
    #[arg(long)]
    pub(crate) quick: bool,
    /// The folder to write to [default: report-PAPER]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Run only the rows whose names begin with one of these, such as search-pds,setups; the page
    /// names the others as missing. The kept rows (DIR/runs) of several machines make one report
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) rows: Vec<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Leave out the larger boards
    #[arg(long)]
    pub(crate) quick: bool,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// The game: othello
    pub(crate) game: String,
    /// The board
    #[arg(default_value = "8x8")]
    pub(crate) board: String,
    /// The file to write the weights to
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Weights to begin with [default: none, the first games are played by counting moves]
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// How often to play and fit
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = quantity::whole(1..=100))]
    pub(crate) generations: u32,
    /// Games of each generation
    #[arg(long, value_name = "N", default_value = "40000", value_parser = quantity::count)]
    pub(crate) games: u64,
    /// Plies to look ahead for a move
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = quantity::whole(1..=20))]
    pub(crate) depth: u32,
    /// Up to so many empty squares positions are read out
    #[arg(long, value_name = "SQUARES", default_value_t = 13, value_parser = quantity::whole(4..=20))]
    pub(crate) exact: u32,
    /// Steps of the fit
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = quantity::whole(1..=1000))]
    pub(crate) iterations: u32,
    /// What all chance comes from
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ExploreArgs {
    /// The port to listen on, at 127.0.0.1; another one if it is taken [default: 7766]
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// The folder whose subfolders are reports of 'reproduce'
    #[arg(long, value_name = "DIR")]
    pub(crate) reports: Option<PathBuf>,
    /// The folder that remembers results [default: yomikiri/results in the user's data folder, or
    /// YOMIKIRI_RESULTS]
    #[arg(long, value_name = "DIR")]
    pub(crate) results: Option<PathBuf>,
    /// The folder with tables made by 'table build' [default: yomikiri/tables in the user's data
    /// folder]
    #[arg(long, value_name = "DIR", env = "YOMIKIRI_TABLES")]
    pub(crate) tables: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
