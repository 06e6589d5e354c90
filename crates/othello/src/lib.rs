//! The Othello room.

pub mod endgame;
pub mod geometry;
pub mod kernel;
mod key;
pub mod notation;
pub mod ordering;
mod paper;
mod position;
pub mod search;
mod solver;
pub mod stability;
pub mod symmetry;

pub use paper::PaperMethod;
pub use position::{Move, Othello, Position, Scoring, Size, Start, flips, mobility};
pub use solver::{KernelChoice, ReadOut};
