//! The command `yomikiri`: reads small games out to the end.
//!
//! [`run`] is the whole command, for whichever games: a program with a game of its own calls it with
//! that game's [`Declaration`].

mod args;
mod commands;
mod engines;
mod game_options;
mod output;
mod quantity;

use std::process::ExitCode;
use yomikiri_core::{Error, Stop};
use yomikiri_rooms::Declaration;

/// The exit code of a program that contradicted itself, as sysexits.h has it.
const FAULT: u8 = 70;

/// How a command ended, as its exit code tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Done.
    Done,
    /// Done, and the answer is no.
    No,
    /// A limit was reached; what is known was told and saved.
    Limit,
    /// Interrupted; what is known was told and saved.
    Interrupted,
}

impl From<Stop> for End {
    fn from(why: Stop) -> End {
        match why {
            Stop::Cancelled => End::Interrupted,
            Stop::Time | Stop::Nodes | Stop::Depth | Stop::Memory => End::Limit,
        }
    }
}

impl From<End> for ExitCode {
    fn from(end: End) -> ExitCode {
        ExitCode::from(match end {
            End::Done => 0,
            End::No => 1,
            End::Limit => 3,
            End::Interrupted => 130,
        })
    }
}

/// Runs the command line for these games.
pub fn run(games: &'static [&'static Declaration]) -> ExitCode {
    game_options::play(games);
    let parsed = args::command().try_get_matches();
    let end = match parsed.and_then(args::read) {
        Ok(arguments) => output::check_open().and_then(|()| commands::run(arguments)),
        Err(told) => match told.use_stderr() {
            true => {
                let _ = told.print();
                return ExitCode::from(2);
            }
            // Help and version are answers like any other: that they cannot be told is an error.
            false => {
                output::check_open().and_then(|()| output::text(&told.render())).map(|()| End::Done)
            }
        },
    };
    output::clear();
    match end {
        Ok(end) => end.into(),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("{error:#}"));
            match error.downcast_ref() {
                Some(Error::Stopped { why, .. }) => End::from(*why).into(),
                Some(Error::Fault(_)) => ExitCode::from(FAULT),
                _ => ExitCode::from(2),
            }
        }
    }
}
