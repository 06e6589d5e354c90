//! Connect Four with everything that yomikiri gives a game: `solve`, `values`, `perft`, `play`,
//! `match`, `show` and `explore`.
//!
//! ```text
//! cargo run --release -p connect-four -- solve connect-four 5x4
//! ```

mod game;

use game::{ConnectFour, size};
use std::process::ExitCode;
use yomikiri_core::options::Options;
use yomikiri_core::{Game, Result};
use yomikiri_rooms::catalog::{by_spaces, no_record};
use yomikiri_rooms::{Declaration, Library, Offer, Room, Seat};
use yomikiri_search::{AlphaBeta, TableAlphaBeta};

static CONNECT_FOUR: Declaration = Declaration {
    name: "connect-four",
    title: "Connect Four",
    about: "Drop discs into columns; four in a row win.",
    options: &[],
    methods: &["alphabeta-table", "alphabeta"],
    offers: &[Offer::of(&["4x4", "5x4", "5x5", "6x5", "7x6"], 0, "4x4: .... .... .X.. OX.. O")],
    moves: by_spaces,
    record: no_record,
    open,
};

static GAMES: &[&Declaration] = &[&CONNECT_FOUR];

/// A board by its size, columns first, or a position.
fn open(_: &Library, _: &Options, text: &str) -> Result<Box<dyn Room>> {
    let (game, position) = match text.contains(':') {
        true => ConnectFour::read(text)?,
        false => {
            let (columns, rows) = size(text)?;
            let game = ConnectFour { columns, rows };
            (game, game.start())
        }
    };
    // The last one added is the one that is used unless another is named.
    Ok(Box::new(Seat::new(game, position).with_solver(AlphaBeta).with_solver(TableAlphaBeta)))
}

fn main() -> ExitCode {
    yomikiri::run(GAMES)
}
