//! The room `shogi`: shogi on small boards, every set-up read out to the end.

pub mod attempts;
mod board;
pub mod check;
pub mod diagram;
pub mod duel;
mod geometry;
pub mod index;
pub mod line;
pub mod material;
mod moves;
pub mod notation;
mod picture;
pub mod piece;
pub mod position;
mod progress;
pub mod reach;
pub mod rules;
pub mod searches;
pub mod setup;
pub mod solver;
mod space;
pub mod survey;
pub mod tables;
pub mod usi;

pub use index::Index;
pub use material::Material;
pub use position::{Move, Position, Shogi};
pub use rules::{DeadSquares, PerpetualCheck, Repetition, Rules, Size, Variant};
pub use setup::Setup;
pub use solver::ReadTable;
pub use tables::{Subject, Table, Tables};
