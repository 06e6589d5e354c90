//! The players of paper 003, a thesis on multithreaded Reversi, built as it meant them.
//!
//! - [`Random`] (RAI) plays any legal move.
//! - [`Player`] is SSAI with one thread and MSAI with several: a presearch orders the moves, then
//!   alpha-beta on the [`evaluation`]; near the end it reads who wins, nearer the score. The value
//!   and the move do not depend on the number of threads.
//! - [`AsPrinted`] and [`MsaiAsPrinted`] choose as the thesis's listings do, faults included.
//!
//! [`Breakdown`] tells the evaluation of a position feature by feature; [`plain`] has evaluation and search in their plain form; [`weights`] the numbers, which are ours.

mod breakdown;
pub mod edge;
mod entry;
pub mod evaluation;
pub mod plain;
mod players;
mod printed;
mod root;
pub mod search;
pub mod weights;

pub use breakdown::{Breakdown, Share};
pub use players::{Considered, Depths, Player, Reading};
pub use printed::{AsPrinted, MsaiAsPrinted, Scan};
pub use yomikiri_core::Random;
