//! The room `amazons`: endgames of the Game of the Amazons, read out to the end.

pub mod census;
pub mod ground;
pub mod kernel;
pub mod shape;
