//! The words that all rooms share.
//!
//! A game implements [`Game`]; everything above (search, the command, the
//! explorer) works on that trait alone. What is known about a position is a
//! [`Verdict`], and a [`Finding`] says whether it is proved, and how; long work takes a [`Context`], and whatever goes wrong is an
//! [`Error`] that says what was found and what was expected.
//!
//! [`tictactoe`] is the smallest complete room: read it first to see how a game
//! is added.
//!
//! ```
//! use yomikiri_core::{Game, tictactoe::TicTacToe};
//!
//! let game = TicTacToe;
//! let mut moves = Vec::new();
//! game.moves(&game.start(), &mut moves);
//! assert_eq!(moves.len(), 9);
//! ```

mod answer;
pub mod checked;
mod claim;
mod context;
pub mod diagram;
mod dice;
mod engine;
mod error;
mod estimate;
pub mod files;
mod game;
pub mod hash;
pub mod options;
mod picture;
mod progress;
#[cfg(test)]
mod proofs;
pub mod protocol;
mod repetition;
mod side;
mod standing;
pub mod streams;
mod symmetric;
pub mod text;
pub mod tictactoe;
mod together;
mod verdict;

pub use answer::{Answer, Answers, Asked, Chosen, Goal, Merit, Solver};
pub use claim::{Basis, Doubt, Finding, Proved, Unverified};
pub use context::{Context, Limits, Stop};
pub use diagram::{Diagram, Mark};
pub use dice::Dice;
pub use engine::{Choice, Engine, Random, Record, Worth};
pub use error::{Error, Result};
pub use estimate::{Estimate, Estimator};
pub use game::Game;
pub use picture::{Cell, Face, Ground, InHand, Picture, Piece, Spot};
pub use progress::{Progress, ProgressSink, Silent, Whole};
pub use repetition::{Repeated, Repetition};
pub use side::Side;
pub use standing::{Standing, standings};
use together::together;
pub use together::{MoveValue, best_of};
pub use verdict::{Bounds, Outcome, Score, Verdict};
