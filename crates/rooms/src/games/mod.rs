//! The games that are built in, one module a game: what it declares, and how it is opened.

pub mod amazons;
pub mod go;
pub mod othello;
pub mod shogi;
mod tictactoe;

pub use amazons::AMAZONS;
pub use go::GO;
pub use othello::OTHELLO;
pub use shogi::SHOGI;
pub use tictactoe::TIC_TAC_TOE;
