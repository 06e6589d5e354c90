//! Other programs as engines: started as processes, spoken to by GTP or NBoard.

mod family;
mod gtp;
mod nboard;
mod program;

pub use family::{become_subreaper, end_programs};
pub use gtp::GtpClient;
pub use nboard::NboardClient;

use crate::position::{Move, Othello, Position};
use program::Program;
use std::time::Duration;
use yomikiri_core::{Error, Game, Result};

/// How a program is started, and how long it may be silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The whole text, for names and errors.
    text: String,
    words: Vec<String>,
    /// How long an answer may take beyond the time for a move.
    patience: Duration,
    /// Plies to look ahead, if the protocol has a way to say so.
    depth: u32,
}

const PATIENCE: Duration = Duration::from_secs(60);
const DEPTH: u32 = 12;
const EXPECTED: &str = "a command such as './engine --level 3', with patience=SECONDS or depth=PLIES \
                        before it if wished";

impl Command {
    /// Reads a command as a shell would take it apart: words, quotes. Settings go before it, as in
    /// `depth=8 patience=10 ./engine -nboard`.
    pub fn parse(text: &str) -> Result<Command> {
        let wrong = |problem: String| Error::notation("command", text, problem, EXPECTED);
        let words = shlex::split(text).ok_or_else(|| wrong("a quote is not closed".into()))?;
        let mut command =
            Command { text: text.trim().into(), words, patience: PATIENCE, depth: DEPTH };
        while let Some((key, value)) = command.words.first().and_then(|word| word.split_once('=')) {
            let no_number = || wrong(format!("{key} is '{}'", value.escape_debug()));
            match key {
                "patience" => {
                    let seconds =
                        value.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
                    command.patience = seconds.ok_or_else(no_number)?;
                }
                "depth" => {
                    let depth = value.parse().ok().filter(|depth| (1..=60).contains(depth));
                    command.depth = depth.ok_or_else(no_number)?;
                }
                _ => break,
            }
            command.words.remove(0);
        }
        match command.words.is_empty() {
            true => Err(wrong("no command to run".into())),
            false => Ok(command),
        }
    }
}

/// A program that was started.
fn running(program: &mut Option<Program>) -> Result<&mut Program> {
    program.as_mut().ok_or_else(|| Error::refused("the program was not started"))
}

/// Ends a program that failed: the next game gets a new one. Who resigns has not failed.
fn keep_if_well<T>(program: &mut Option<Program>, result: Result<T>) -> Result<T> {
    if !matches!(result, Ok(_) | Err(Error::Resigned)) {
        *program = None;
    }
    result
}

/// The legal move that a program answered, unless it resigned.
fn legal_move(program: &Program, game: &Othello, position: &Position, text: &str) -> Result<Move> {
    if text.trim().eq_ignore_ascii_case("resign") {
        return Err(Error::Resigned);
    }
    game.parse_move(position, text).map_err(|error| {
        let at = game.print_position(position);
        program.error(format!("it answered a move that cannot be played at '{at}': {error}"))
    })
}

/// Whether there is nothing to choose but a pass: nobody is asked about that, for some programs
/// pass by themselves.
fn only_a_pass(game: &Othello, position: &Position) -> bool {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves == [Move::Pass]
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Context, Engine, Limits, Record, Stop};

    #[test]
    #[cfg(unix)]
    fn a_silent_program_is_waited_for_until_everything_is_over() {
        let game = crate::notation::tournament_game();
        let limited = |time| Limits { time: Some(time), ..Limits::default() };
        let soon = || Context::new(limited(Duration::from_millis(50)));
        let silent = || Command::parse("patience=100000 sleep 100000").unwrap();
        let engines: [Box<dyn Engine<Othello>>; 2] =
            [Box::new(GtpClient::new(silent())), Box::new(NboardClient::new(silent()))];
        for mut engine in engines {
            let everything = soon();
            assert!(engine.begin(&game, &everything).is_err());
            assert_eq!(everything.stopped(), Some(Stop::Time));
        }
        // While it thinks, neither: but that its time for a move is over ends nothing.
        for (answer, comes) in [("sleep 0.1; echo = f5", true), ("sleep 100000", false)] {
            let script = format!(
                "while read line; do case $line in genmove*) {answer};; *) echo =;; esac; echo; done"
            );
            let command = format!("patience=100000 sh -c '{script}'");
            let mut engine = GtpClient::new(Command::parse(&command).unwrap());
            engine.begin(&game, &Context::default()).unwrap();
            let everything = if comes { Context::default() } else { soon() };
            let move_context = everything.part(limited(Duration::from_nanos(1)));
            let record = Record::new(game.start());
            assert_eq!(engine.choose(&game, &record, &move_context).is_ok(), comes);
            assert_eq!(everything.stopped(), (!comes).then_some(Stop::Time));
        }
    }

    #[test]
    #[cfg(unix)]
    fn what_a_program_says_is_told_within_bounds() {
        let game = crate::notation::tournament_game();
        let said = "printf '? \\033[2J\\001'; head -c 60000 /dev/zero | tr '\\000' x; echo; echo";
        let command =
            Command::parse(&format!("sh -c \"while read line; do {said}; done\"")).unwrap();
        let error = GtpClient::new(command).begin(&game, &Context::default()).unwrap_err();
        let told = error.to_string();
        assert!(told.contains("it refused") && told.contains("[2J") && told.len() < 5000, "{told}");
        assert!(!told.chars().any(char::is_control));
    }

    #[test]
    fn commands_are_taken_apart_as_by_a_shell() {
        let command = Command::parse("depth=8 patience=0.5 'my engine' -l \"a b\" x=1").unwrap();
        assert_eq!(command.words, ["my engine", "-l", "a b", "x=1"]);
        assert_eq!((command.depth, command.patience), (8, Duration::from_millis(500)));
        for (text, problem) in [
            ("", "no command"),
            ("  ", "no command"),
            ("depth=8", "no command"),
            ("depth=x engine", "depth is 'x'"),
            ("patience=-1 engine", "patience is '-1'"),
            ("engine 'half", "not closed"),
        ] {
            let error = Command::parse(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text:?}: {error}");
        }
    }
}
