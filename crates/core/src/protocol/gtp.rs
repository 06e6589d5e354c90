//! The Go Text Protocol (version 2), which other games are played by too: everything but the
//! commands of a game.

use super::{LONGEST, Line, read_line};
use crate::Side;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// What follows `=`, or what follows `?`.
pub type Reply = Result<String, String>;

/// The commands that need no game.
const COMMON: &[&str] =
    &["protocol_version", "name", "version", "known_command", "list_commands", "quit"];

/// A number of a command that is longer may be cut.
const LONGEST_ID: usize = 1000;

/// What an engine of a game answers.
pub trait Commands {
    /// The names of its commands.
    fn names(&self) -> &[&str];

    /// Answers one of them.
    fn answer(&mut self, command: &str, arguments: &[&str]) -> Reply;
}

/// Answers commands in turn until `quit` or the end of the input. Only a failure to read or write
/// is an error; a bad command is answered by `?` and what was expected.
pub fn converse(
    engine: &mut impl Commands,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let is_id = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    loop {
        let line = match read_line(&mut input)? {
            Line::End => return Ok(()),
            // A long comment is nothing to complain of.
            Line::TooLong(start) if !start.contains('#') => {
                let problem = format!("a line of more than {LONGEST} bytes; it was passed over");
                let start = start.trim_start().split(char::is_whitespace).next().unwrap_or("");
                // A number that goes on beyond what was read is none.
                let id = if is_id(&start) && start.len() < LONGEST_ID { start } else { "" };
                say(&mut output, id, &Err(format!("syntax error: {problem}")))?;
                continue;
            }
            Line::Text(line) | Line::TooLong(line) => line,
        };
        let line = line.split('#').next().unwrap_or("");
        let line: String = line.chars().filter(|c| *c == '\t' || !c.is_control()).collect();
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let id = match words.first().filter(|word| is_id(word)) {
            Some(_) => words.remove(0),
            None if words.is_empty() => continue,
            None => "",
        };
        let (command, arguments) = words.split_first().unwrap_or((&"", &[]));
        let reply = answer(engine, command, arguments);
        say(&mut output, id, &reply)?;
        if *command == "quit" {
            return Ok(());
        }
    }
}

fn answer(engine: &mut impl Commands, command: &str, arguments: &[&str]) -> Reply {
    let names = engine.names();
    let first = arguments.first().copied().unwrap_or("");
    match command {
        "protocol_version" => Ok("2".into()),
        "name" => Ok("yomikiri".into()),
        "version" => Ok(env!("CARGO_PKG_VERSION").into()),
        "known_command" => Ok((COMMON.contains(&first) || names.contains(&first)).to_string()),
        "list_commands" => Ok([COMMON, names].concat().join("\n")),
        "quit" => Ok(String::new()),
        _ if names.contains(&command) => engine.answer(command, arguments),
        _ => Err("unknown command".into()),
    }
}

fn say(output: &mut impl Write, id: &str, reply: &Reply) -> io::Result<()> {
    let (sign, text) = match reply {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let space = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    write!(output, "{sign}{id}{space}{text}\n\n")?;
    output.flush()
}

/// The answer to arguments that are not as they should be.
pub fn syntax(expected: &str) -> String {
    format!("syntax error: expected {expected}")
}

/// Reads a colour.
pub fn color(word: &str) -> Result<Side, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err(syntax("a color: b, black, w or white")),
    }
}

/// Reads as many numbers as are wanted, and no more.
pub fn numbers<const N: usize>(words: &[&str], expected: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| syntax(expected))
}

/// The game's clock, as far as it was told: `time_settings` and `time_left`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    /// Time for a move by the settings.
    usual: Option<Duration>,
    /// Time for the next move of each side.
    left: [Option<Duration>; 2],
}

impl Clock {
    /// Answers `time_settings` in a game in which a side has about so many moves to make.
    pub fn set(&mut self, arguments: &[&str], moves: u32) -> Reply {
        let expected = "MAIN-TIME BYO-YOMI-TIME STONES, times in seconds";
        let [main, overtime, stones] = numbers(arguments, expected)?;
        self.usual = match (main, overtime, stones) {
            // So the protocol says that there is no clock.
            (_, 1.., 0) | (0, 0, _) => None,
            _ => Some(share(main, 0, moves) + share(overtime, stones, moves)),
        };
        self.new_game();
        Ok(String::new())
    }

    /// Answers `time_left`.
    pub fn set_left(&mut self, arguments: &[&str], moves: u32) -> Reply {
        let side = color(arguments.first().copied().unwrap_or(""))?;
        let [seconds, stones] = numbers(&arguments[1..], "COLOR SECONDS STONES")?;
        self.left[usize::from(side == Side::Second)] = Some(share(seconds, stones, moves));
        Ok(String::new())
    }

    /// What was left in an earlier game is no matter any more.
    pub fn new_game(&mut self) {
        self.left = [None; 2];
    }

    /// Time for a move of a side; `usual` where the settings do not say.
    pub fn time(&self, side: Side, usual: Option<Duration>) -> Option<Duration> {
        let left = self.left[usize::from(side == Side::Second)];
        [self.usual.or(usual), left].into_iter().flatten().min()
    }
}

/// What may be spent on one move of so much time for so many stones, or for the rest of the game;
/// something is left for the way there and back.
fn share(seconds: u32, stones: u32, moves: u32) -> Duration {
    let moves = if stones == 0 { moves } else { stones };
    Duration::from_secs(seconds.into()) / moves.max(1) * 9 / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl Commands for Nothing {
        fn names(&self) -> &[&str] {
            &[]
        }

        fn answer(&mut self, _: &str, _: &[&str]) -> Reply {
            unreachable!("it has no commands")
        }
    }

    fn answers(input: &[u8]) -> Vec<String> {
        let mut output = Vec::new();
        converse(&mut Nothing, input, &mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        text.split_terminator("\n\n").map(str::to_owned).collect()
    }

    #[test]
    fn every_line_is_answered_once_by_its_number() {
        let long = "x".repeat(LONGEST as usize + 7);
        let digits = "1".repeat(LONGEST as usize + 7);
        let text = format!(
            "12 name\n34 play b {long}\nplay b {long}\n# {long}\n{digits}\n\0\n5 na\0me\n\
             \u{feff}6\n7 \r\n8 protocol_version"
        );
        let told = answers(text.as_bytes());
        let too_long = "syntax error: a line of more than 65536 bytes; it was passed over";
        assert_eq!(told[0], "=12 yomikiri");
        assert_eq!(told[1], format!("?34 {too_long}"));
        assert_eq!(told[2], format!("? {too_long}"));
        assert_eq!(told[3], format!("? {too_long}"));
        assert_eq!(told[4], "=5 yomikiri", "control characters are passed over");
        assert!(told[5].starts_with('?'));
        assert_eq!(told[6], "?7 unknown command");
        assert_eq!(told[7], "=8 2", "the last line needs no end");
        assert_eq!(told.len(), 8);
        assert!(answers(b"\xff\xfe name\n")[0].starts_with('?'));
    }
}
