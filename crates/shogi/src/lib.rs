//! The room `shogi`: shogi on small boards, every set-up read out to the end.

mod board;
mod geometry;
pub mod index;
pub mod material;
pub mod notation;
pub mod piece;
pub mod position;
pub mod rules;
pub mod setup;
mod space;

pub use index::Index;
pub use material::Material;
pub use position::{Move, Position, Shogi};
pub use rules::{DeadSquares, Repetition, Rules, Size, Variant};
pub use setup::Setup;
