//! One module a command.

mod analyze;
mod bench;
mod explore;
mod gtp;
mod match_up;
mod nboard;
mod perft;
mod play;
mod reproduce;
mod setups;
mod show;
mod solve;
mod solve_file;
mod table;
mod train;
mod usi;
mod values;

use crate::End;
use crate::args::{
    Arguments, Command, LimitArgs, OutputArgs, RuleArgs, SolveArgs, StrengthArgs, command,
};
use crate::game_options::games;
use crate::output::Bar;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use yomikiri_core::text::decoded;
use yomikiri_core::{Context, Error, Limits, Stop, streams};
use yomikiri_othello::external::end_programs;
use yomikiri_rooms::play::AT_PROMPT;
use yomikiri_rooms::results::Results;
use yomikiri_rooms::{Library, Room, catalog};

/// Runs a command.
pub(crate) fn run(arguments: Arguments) -> Result<End> {
    match arguments.command {
        Command::Solve(args) => solve::run(&args),
        Command::Values(args) => values::run(&args),
        Command::Show(args) => show::run(&args),
        Command::SolveFile(args) => solve_file::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Nboard(args) => nboard::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Usi(args) => usi::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Table(command) => table::run(&command),
        Command::Match(args) => match_up::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            let mut command = command();
            let name = command.get_name().to_owned();
            clap_complete::generate(shell, &mut command, name, &mut script);
            crate::output::line(String::from_utf8_lossy(&script).trim_end())?;
            Ok(End::Done)
        }
    }
}

/// The games, with the tables that the arguments name.
fn library(rules: &RuleArgs) -> Library {
    Library::new(catalog::tables_folder(&rules.tables)).with_games(games())
}

/// The game and position that the arguments name.
fn open(game: &str, position: &str, rules: &RuleArgs, context: &Context) -> Result<Box<dyn Room>> {
    open_in(&library(rules), game, position, rules, context)
}

/// The same for what is to be proved.
fn open_to_solve(args: &SolveArgs, context: &Context) -> Result<Box<dyn Room>> {
    let mut library = library(&args.rules);
    if let Some(folder) = &args.remember {
        let given = Some(folder.clone()).filter(|folder| !folder.as_os_str().is_empty());
        let folder = catalog::results_folder(&given).ok_or_else(|| {
            Error::refused("there is no folder to remember results in; name one, --remember=DIR")
        })?;
        let results = Results::open(&folder)?;
        if let Some(damage) = results.damage() {
            crate::output::complain(&format!("some results are left out: {damage}"));
        }
        library = library.remembering(Arc::new(results));
    }
    let declared = library.game(&args.game)?;
    declared.check_method(args.method.as_deref(), &args.rules.options.0)?;
    open_in(&library, &args.game, solve::position(args)?, &args.rules, context)
}

fn open_in(
    library: &Library,
    game: &str,
    position: &str,
    rules: &RuleArgs,
    context: &Context,
) -> Result<Box<dyn Room>> {
    let text = match position {
        "-" => read_text(Path::new("-"), context)?,
        text => text.to_owned(),
    };
    Ok(library.open(game, &text, &rules.options.0, &rules.moves)?)
}

/// The text of a file, of a pipe, or of standard input where it is called `-`; what is not UTF-8 is
/// replaced.
pub(crate) fn read_text(path: &Path, context: &Context) -> yomikiri_core::Result<String> {
    const LONGEST: u64 = 64 << 20;
    Ok(decoded(&streams::read(path, LONGEST, context)?))
}

/// How errors call what `path` names.
pub(crate) fn name_of(path: &Path) -> PathBuf {
    if path == Path::new("-") { "standard input".into() } else { path.into() }
}

/// The limits of a dialogue by which a game is played.
fn play_limits(strength: &StrengthArgs) -> Limits {
    Limits {
        threads: strength.threads.unwrap_or_else(cores),
        memory: (free_memory() / 2).max(256 << 20),
        time: strength.move_time,
        nodes: None,
    }
}

/// Ends a dialogue with whoever holds it: nobody reads what is thought about any more.
fn end_when_unread() {
    crate::output::when_unread(|| std::process::exit(0));
}

/// A context with these limits, its progress told to a bar, that Ctrl-C stops, and that stops when
/// nobody reads what comes of it any more.
fn context(limits: &LimitArgs, output: &OutputArgs) -> Result<(Context, Arc<Bar>)> {
    let (context, bar) = interruptible(limits, output)?;
    let unread = context.clone();
    crate::output::when_unread(move || unread.stop(Stop::Cancelled));
    Ok((context, bar))
}

/// A context with these limits, its progress told to a bar, that Ctrl-C stops.
fn interruptible(limits: &LimitArgs, output: &OutputArgs) -> Result<(Context, Arc<Bar>)> {
    let bar = Arc::new(Bar::new(output.quiet || output.json && !output.verbose, output.verbose));
    let context = Context::new(Limits {
        threads: limits.threads.unwrap_or_else(cores),
        memory: limits.memory.unwrap_or_else(|| (free_memory() / 2).max(256 << 20)),
        time: limits.time,
        nodes: limits.nodes,
    })
    .with_progress(bar.clone());
    let interrupted = context.clone();
    let first = OnceLock::new();
    ctrlc::set_handler(move || {
        // A later Ctrl-C does not wait for what the first one asked for; but one signal may
        // arrive twice, once for the process and once for its group.
        let first = first.get_or_init(Instant::now);
        if first.elapsed() > Duration::from_millis(500)
            || AT_PROMPT.load(std::sync::atomic::Ordering::SeqCst)
        {
            crate::output::clear();
            end_programs();
            std::process::exit(130);
        }
        interrupted.stop(Stop::Cancelled);
        crate::output::interrupt();
    })
    .map_err(|error| Error::refused(format!("cannot watch for Ctrl-C: {error}")))?;
    Ok((context, bar))
}

fn end_of(context: &Context) -> End {
    context.stopped().map_or(End::Done, End::from)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Memory that can be had without pushing others out, as far as the system tells.
fn free_memory() -> u64 {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let available = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib << 10)
    });
    let group = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse::<u64>().ok());
    match (available, group) {
        (Some(a), Some(b)) => a.min(b),
        (Some(a), None) | (None, Some(a)) => a,
        (None, None) => 2 << 30,
    }
}
