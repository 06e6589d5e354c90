//! Exact search that knows no game.
//!
//! - [`AlphaBeta`]: the plain windowed search over [`yomikiri_core::Game`]; slow, short,
//!   and the reference that every fast solver is compared with.
//! - [`TableAlphaBeta`]: the same with a table and symmetries, for games without a search of their own.
//! - [`Table`]: a lock-free transposition table whose hits are never false.
//! - [`Cache`]: a thread's own small table.
//! - [`on_deep_stack`], [`on_deep_stacks`]: threads for deep recursion.
//! - [`Crew`]: threads that outlive a piece of work.
//! - [`Sharded`]: a map for several threads.
//! - [`split`]: sharing the moves of a node between threads.
//! - [`retrograde`]: all states of a game solved at once, from the ends backwards.
//! - [`perpetual`]: endless play that a rule against perpetual check decides.
//! - [`duel`]: searches for a forced win in games that need not end.
//! - [`proof`]: whether one side can force a goal, by proof numbers with informed leaves.
//! - [`Archive`]: records in one file, written one after the other and never half believed.
//! - [`Store`]: such a solution on disk.
//! - [`par_chunks`], [`par_ordered`], [`par_beside`], [`Stage::par_each`]: long loops shared between threads.
//! - [`Shelf`]: where solutions come from: the last one used, a folder, or they are made.
//! - [`series`]: games between two engines, with confidence intervals.
//! - [`perft`]: counting lines of play, to compare rules with other programs.

mod alphabeta;
mod archive;
mod cache;
mod crew;
mod deep_stack;
pub mod duel;
mod parallel;
mod perft;
pub mod perpetual;
pub mod proof;
pub mod retrograde;
pub mod series;
mod sharded;
mod shelf;
pub mod split;
mod spread;
mod store;
mod sync;
mod table;

pub use alphabeta::{AlphaBeta, TableAlphaBeta};
pub use archive::{Archive, ArchiveWriter};
pub use cache::Cache;
pub use crew::Crew;
pub use deep_stack::{on_deep_stack, on_deep_stacks};
pub use parallel::{Stage, par_beside, par_chunks, par_ordered};
pub use perft::perft;
pub use sharded::Sharded;
pub use shelf::Shelf;
pub use store::Store;
pub use table::Table;
