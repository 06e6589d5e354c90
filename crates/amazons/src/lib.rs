//! The room `amazons`: endgames of the Game of the Amazons, read out to the end.
//!
//! - [`position`], [`board`], [`cells`], [`notation`], [`regions`]: the rules, and how people
//!   write them.
//! - [`shape`], [`census`], [`ground`], [`kernel`], [`layers`]: every subgame worked out.
//! - [`rows`], [`codes`], [`codec`], [`keys`], [`database`]: kept in a file.
//! - [`forms`], [`reader`], [`form_file`]: their canonical forms, all of them or one at a time.
//! - [`known`], [`solver`]: what is known of a position, and who wins it.
//! - [`search`], [`spare`]: who wins a whole position, its regions small or large.
//! - [`bounds`], [`keep`], [`bounded`]: what the paper says of sums, put right, the play behind it,
//!   and both for a whole position.
//! - [`plain`], [`scorer`], [`check`]: sums read to the end, plainly and quickly; tables compared
//!   with the rules.

pub mod board;
pub mod bounded;
pub mod bounds;
mod builder;
pub mod cells;
pub mod census;
pub mod check;
pub mod codec;
pub mod codes;
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
mod picture;
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
mod tans;
pub mod value;

pub use board::{Board, reach};
pub use bounded::ByBounds;
pub use builder::Built;
pub use cells::Cells;
pub use database::Database;
pub use form_file::FormFile;
pub use known::Known;
pub use position::{Amazons, Move, Position};
pub use regions::{Region, Split};
pub use solver::ReadSums;
pub use value::Value;
