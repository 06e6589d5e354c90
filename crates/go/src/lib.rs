//! The room `go`: Go on small boards, read out to the end.

pub mod afure;
pub mod benson;
pub mod board;
pub mod check;
pub mod dame;
pub mod dead_region;
mod glance;
pub mod gtp;
pub mod key;
pub mod knowledge;
pub mod known;
pub mod ladder;
pub mod landfill;
pub mod notation;
pub mod numbering;
pub mod oracle;
mod picture;
pub mod position;
pub mod question;
pub mod reach;
mod reading;
pub mod rules;
pub mod sgf;
pub mod solver;
pub mod state;
mod superko;
pub mod tables;
pub mod validate;
pub mod verify;

pub use board::{Board, Points};
pub use knowledge::{Knowledge, knowledge};
pub use position::{Go, Move, Position};
pub use rules::{Ko, Repetition, Rules, Scoring};
pub use solver::ReadOut;
pub use state::State;
pub use tables::{Subject, Table, Tables};
