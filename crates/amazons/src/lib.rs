//! The room `amazons`: endgames of the Game of the Amazons, read out to the end.
//!
//! - [`position`], [`board`], [`cells`], [`notation`], [`regions`]: the rules, and how people
//!   write them.
//! - [`shape`], [`census`], [`ground`], [`kernel`], [`layers`]: every subgame worked out.
//! - [`rows`], [`codec`], [`database`]: kept in a file.
//! - [`search`]: who wins a whole position, its regions small or large.
//! - [`plain`], [`scorer`]: sums read to the end, plainly and quickly.

pub mod board;
pub mod bounds;
pub mod cells;
pub mod census;
pub mod check;
pub mod codec;
pub mod database;
pub mod form_file;
pub mod forms;
pub mod ground;
pub mod keep;
pub mod kernel;
pub mod keys;
pub mod known;
pub mod layers;
pub mod notation;
pub mod plain;
pub mod position;
pub mod reader;
pub mod regions;
pub mod rows;
pub mod scorer;
pub mod search;
pub mod shape;
pub mod solver;
pub mod spare;
pub mod value;

pub use board::{Board, reach};
pub use cells::Cells;
pub use database::Database;
pub use form_file::FormFile;
pub use known::Known;
pub use position::{Amazons, Move, Position};
pub use regions::{Region, Split};
pub use solver::ReadSums;
pub use value::Value;
