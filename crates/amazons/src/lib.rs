//! The room `amazons`: endgames of the Game of the Amazons, read out to the end.

pub mod census;
pub mod codec;
pub mod database;
pub mod ground;
pub mod kernel;
pub mod layers;
pub mod rows;
pub mod shape;
pub mod value;

pub use database::Database;
pub use value::Value;
