//! Combinatorial game theory: canonical forms, sums, comparison, thermographs.
//!
//! Short partizan games under normal play, exact throughout. A [`Forms`] holds canonical forms,
//! each once, so that two games are equal if and only if their [`Form`]s are. [`Sums`] tells who
//! wins a sum without working out the form of the whole sum.

mod arithmetic;
mod canonical;
mod dyadic;
mod forms;
pub mod notation;
mod order;
mod parse;
mod sets;
mod storage;
mod sums;
pub mod svg;
mod table;
mod thermograph;

pub use dyadic::Dyadic;
pub use forms::{Form, Forms, Outcome};
pub use sets::SideSet;
pub use sums::{Sums, wins_by_adding};
pub use thermograph::{Corner, Thermograph};
