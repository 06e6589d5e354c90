//! The Othello room: every board with even sides from 4 to 16 and at most 64 squares.
//!
//! - `position.rs`: state and rules, plain; [`Othello`] implements [`yomikiri_core::Game`].
//! - [`notation`]: text in and out; [`numbered`]: a line of play drawn as one numbered board.
//! - `solver.rs`: [`ReadOut`], the default method; `paper.rs`: [`PaperMethod`], whole or in part; [`tree`]: how large
//!   the tree is that plain minimax walks.
//! - [`search`], [`endgame`], [`batch`], [`ordering`], [`stability`]: the parts of the default method, generic
//!   over the board's shape ([`geometry`]) and the instruction set ([`kernel`]).
//! - [`thesis`]: the players of paper 003 on 8x8; [`Yomi`]: the strong one; [`Analyst`]: what moves lost.
//! - [`openings`]: those with a name, and balanced random ones.
//! - [`gtp`], [`nboard`]: it as an engine of two protocols; [`external`]: other programs as engines.
//!
//! ```
//! use yomikiri_core::{Context, Game, Goal, Score, Solver};
//! use yomikiri_othello::{Othello, ReadOut, notation};
//!
//! let game = Othello::new(notation::parse_size("4x4").unwrap());
//! let answer =
//!     ReadOut::default().solve(&game, &game.start(), Goal::Score, &Context::default()).unwrap();
//! assert_eq!(answer.verdict().score(), Some(Score(-8)));
//! ```

mod analysis;
pub mod batch;
pub mod endgame;
pub mod evaluation;
pub mod external;
pub mod geometry;
pub mod gtp;
pub mod kernel;
mod key;
pub mod nboard;
pub mod notation;
pub mod numbered;
pub mod openings;
pub mod ordering;
mod paper;
mod picture;
mod position;
pub mod search;
mod solver;
pub mod stability;
pub mod symmetry;
pub mod thesis;
pub mod training;
pub mod tree;
mod yomi;

pub use analysis::{Analyst, Judgement};
pub use kernel::KernelChoice;
pub use ordering::Ordering;
pub use paper::{Device, PaperMethod, Reading, Steps, rank};
pub use position::{Move, Othello, Position, Scoring, Size, Start, flips, mobility};
pub use solver::{FirstBest, ReadOut};
pub use yomi::{Level, Opinion, Yomi};
