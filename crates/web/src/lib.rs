//! The explorer: pages on which every move of a position shows what it is worth.
//!
//! Pages are made here, whole, and work without a script; an address is all the state there is.
//! [`Explorer::serve`] answers on a listener until it is told to stop.

mod address;
mod api;
mod app;
mod board;
mod connections;
mod guard;
mod handlers;
mod known;
mod pages;
mod server;
mod settled;
mod words;
mod work;

pub use app::Settings;
pub use server::Explorer;
