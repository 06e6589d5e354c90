//! All games behind one door: a [`Room`] is a game at a position, its types forgotten.
//!
//! The command and the explorer know games only through a [`Library`], which opens what is declared
//! in [`catalog`]. A new game is one module in [`games`], or a [`Declaration`] of somebody else's.

pub mod bounds;
pub mod catalog;
pub mod games;
pub mod matches;
pub mod opponents;
mod past;
pub mod pasted;
pub mod play;
mod printed;
pub mod regions;
pub mod reports;
pub mod results;
pub mod room;
pub mod seat;

pub use catalog::{Declaration, GAMES, Library, Offer, open};
pub use room::Room;
pub use seat::Seat;
