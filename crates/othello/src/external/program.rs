//! A program that is spoken to in lines.

use super::Command;
use super::family::Family;
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use yomikiri_core::protocol::{Line, read_line};
use yomikiri_core::{Context, Error, Result};

/// Lines that may wait to be read; a program that says more has to wait itself.
const MOST_WAITING: usize = 1024;
/// Of what it says on standard error, the last lines are kept.
const LAST_WORDS: usize = 5;
/// Characters of an error about it.
const LONGEST_ERROR: usize = 1000;
/// How often a stop is looked for while waiting.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program may take to end when it is asked to.
const LEAVE: Duration = Duration::from_millis(200);

/// A program at work; ended when dropped.
pub(super) struct Program {
    command: Command,
    child: Child,
    family: Family,
    /// Written by a thread, so that a program that does not read cannot hold up anybody.
    input: Option<Sender<String>>,
    output: Receiver<String>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    complaints: Option<JoinHandle<()>>,
}

impl Program {
    pub(super) fn start(command: &Command) -> Result<Program> {
        let mut program = std::process::Command::new(&command.words[0]);
        program.args(&command.words[1..]);
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, family) = Family::start(&mut program).map_err(|error| {
            Error::refused(format!("'{}' cannot be started: {error}", command.text))
        })?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(Error::refused(format!("'{}' has no pipes", command.text)));
        };
        let (input, to_write) = channel::<String>();
        std::thread::spawn(move || {
            for line in to_write {
                // That it has gone is seen by its silence.
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (lines, output) = sync_channel(MOST_WAITING);
        std::thread::spawn(move || {
            each_line(stdout, |line| lines.send(line).is_ok());
        });
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let kept = last_words.clone();
        let complaints = std::thread::spawn(move || {
            each_line(stderr, |line| {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == LAST_WORDS {
                    kept.pop_front();
                }
                kept.push_back(line);
                true
            });
        });
        Ok(Program {
            command: command.clone(),
            child,
            family,
            input: Some(input),
            output,
            last_words,
            complaints: Some(complaints),
        })
    }

    /// An error about this program; what it said itself may be anything, and long.
    pub(super) fn error(&self, problem: impl std::fmt::Display) -> Error {
        let problem = problem.to_string();
        let mut shown: String = problem.chars().take(LONGEST_ERROR).collect();
        if shown.len() < problem.len() {
            shown.push('…');
        }
        let shown = shown.replace(char::is_control, " ");
        Error::refused(format!("'{}': {shown}", self.command.text))
    }

    /// Says a line.
    pub(super) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            // The thread that writes may have ended with the program.
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line that `wanted` makes something of. `asked` is what was asked for, told where
    /// no answer comes in the time for a move and the patience beyond.
    pub(super) fn wait<T>(
        &mut self,
        asked: &str,
        time: Option<Duration>,
        context: &Context,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T> {
        let patience = time.unwrap_or_default().saturating_add(self.command.patience);
        let begun = Instant::now();
        loop {
            match self.output.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(found) = wanted(line.trim_end()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(asked)),
            }
            // Its own time for a move is over before the patience with it; the time of everything
            // ends that, too.
            if context.stopped().is_some() || context.all().check(0) {
                return Err(self.error("stopped while it was thinking"));
            }
            if begun.elapsed() > patience {
                let seconds = patience.as_secs_f64();
                return Err(self.error(format!(
                    "no answer to '{asked}' within {seconds} s (patience=SECONDS before the \
                     command gives it more)"
                )));
            }
        }
    }

    /// What became of a program whose output has ended.
    fn ended(&mut self, asked: &str) -> Error {
        let begun = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break format!("ended ({status})"),
                _ if begun.elapsed() > LEAVE => break "closed its output".into(),
                _ => std::thread::sleep(LOOK / 4),
            }
        };
        if status.starts_with("ended")
            && let Some(complaints) = self.complaints.take()
        {
            // A grandchild may hold the pipe open.
            while !complaints.is_finished() && begun.elapsed() < 2 * LEAVE {
                std::thread::sleep(LOOK / 4);
            }
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<&str> = words.iter().map(|line| line.trim_end()).collect();
        let said = match words.is_empty() {
            true => String::new(),
            false => format!("; its last words: {}", words.join(" | ")),
        };
        self.error(format!("it {status} and did not answer '{asked}'{said}"))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.send("quit");
        self.input = None;
        let begun = Instant::now();
        let goes_on = |child: &mut Child| matches!(child.try_wait(), Ok(None));
        while begun.elapsed() < LEAVE && (goes_on(&mut self.child) || self.family.exists()) {
            std::thread::sleep(LOOK / 4);
        }
        self.family.kill();
        // There is nothing left to be done if even that fails.
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.family.forget();
    }
}

/// Hands lines on as long as they are wanted; long ones are passed over.
fn each_line(pipe: impl Read, mut hand_on: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(pipe);
    loop {
        match read_line(&mut input) {
            Ok(Line::Text(line)) => {
                if !hand_on(line) {
                    return;
                }
            }
            Ok(Line::TooLong(_)) => {}
            Ok(Line::End) | Err(_) => return,
        }
    }
}
