//! The room `go`: Go on small boards, read out to the end.

pub mod afure;
pub mod benson;
pub mod board;
pub mod dame;
pub mod dead_region;
pub mod key;
pub mod landfill;
pub mod notation;
pub mod numbering;
pub mod oracle;
pub mod position;
pub mod rules;
pub mod sgf;
pub mod state;
pub mod validate;

pub use board::{Board, Points};
pub use position::{Go, Move, Position};
pub use rules::{Ko, Repetition, Rules, Scoring};
pub use state::State;
