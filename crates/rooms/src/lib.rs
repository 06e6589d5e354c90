//! All games behind one door: a [`Room`] is a game at a position, its types forgotten.
//!
//! The command and the explorer know games only through [`open`]. A new game is one line in
//! [`registry`].

pub mod bounds;
pub mod choices;
pub mod opponents;
mod past;
pub mod pasted;
pub mod play;
pub mod regions;
pub mod registry;
pub mod reports;
pub mod results;
pub mod room;

pub use registry::{Library, open};
pub use room::Room;
