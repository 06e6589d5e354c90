//! Combinatorial game theory: canonical forms, sums, comparison, thermographs.
//!
//! Short partizan games under normal play, exact throughout. A [`Forms`] holds canonical forms,
//! each once, so that two games are equal if and only if their [`Form`]s are. [`Sums`] tells who
//! wins a sum without working out the form of the whole sum.
//!
//! ```
//! use yomikiri_cgt::{Dyadic, Forms, Outcome, Sums, notation};
//!
//! let mut forms = Forms::new();
//! let hot = notation::parse(&mut forms, "{4|0}")?;
//! let hotter = notation::parse(&mut forms, "{1|-4}")?;
//! assert_eq!(forms.temperature(hotter), Dyadic::new(5, 1).unwrap());
//! assert_eq!(Sums::new().outcome(&forms, &[hot, hotter]), Outcome::Left);
//! let sum = forms.add(hot, hotter);
//! assert_eq!(notation::print(&forms, sum), "{5|1||0|-4}");
//! # Ok::<(), String>(())
//! ```

mod arithmetic;
mod canonical;
mod dyadic;
mod forms;
mod grains;
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
