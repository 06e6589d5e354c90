//! The room `amazons`: endgames of the Game of the Amazons, read out to the end.
