use crate::Stop;
use std::path::PathBuf;

/// A `Result` whose error is [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Everything that can go wrong, in words for the person who caused it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Text that is not what it should be: a position, a move, a board size, an option.
    #[error("{what} '{found}': {problem}; expected {expected}")]
    Notation {
        /// What the text was meant to be ("board size").
        what: &'static str,
        /// The text, shortened if it is long.
        found: String,
        /// What is wrong with it.
        problem: String,
        /// What would have been right.
        expected: String,
    },
    /// Well-formed text that asks for something the rules or the program do not allow.
    #[error("{0}")]
    Refused(String),
    /// A file that is damaged, foreign, or made for other parameters.
    #[error("{path}: {problem}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The program contradicted itself: a fault of ours, whatever was asked. Nothing is told, and
    /// nothing kept.
    #[error("{0}. This is a fault of the program, not of what it was given; please report it")]
    Fault(String),
    /// The work was to end before somebody was at the other end of a pipe.
    #[error("{path}: stopped ({}) while waiting for somebody to {deed} it", why.name())]
    Stopped {
        /// The pipe.
        path: PathBuf,
        /// What the other end had to do.
        deed: &'static str,
        /// Why the work was to end.
        why: Stop,
    },
    /// A player gave a game up.
    #[error("it resigned")]
    Resigned,
    /// The operating system said no.
    #[error("{path}: {cause}")]
    Io {
        /// The file that it was about.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
}

impl Error {
    /// A [`Error::Notation`], with `found` shortened so that an error stays readable.
    pub fn notation(
        what: &'static str,
        found: &str,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Error {
        const SHOWN: usize = 80;
        let mut shown: String = found.chars().take(SHOWN).flat_map(char::escape_debug).collect();
        if found.chars().nth(SHOWN).is_some() {
            shown.push('…');
        }
        Error::Notation { what, found: shown, problem: problem.into(), expected: expected.into() }
    }

    /// A [`Error::Refused`].
    pub fn refused(why: impl Into<String>) -> Error {
        Error::Refused(why.into())
    }

    /// A [`Error::Fault`].
    pub fn fault(what: impl Into<String>) -> Error {
        Error::Fault(what.into())
    }

    /// A [`Error::File`].
    pub fn file(path: impl Into<PathBuf>, problem: impl Into<String>) -> Error {
        Error::File { path: path.into(), problem: problem.into() }
    }

    /// A [`Error::Io`].
    pub fn io(path: impl Into<PathBuf>, cause: std::io::Error) -> Error {
        Error::Io { path: path.into(), cause }
    }
}
