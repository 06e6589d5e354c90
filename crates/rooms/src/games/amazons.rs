//! Amazons, on boards and in regions.

use crate::bounds;
use crate::catalog::{Declaration, Library, Offer, by_spaces, looks_like_size, no_record};
use crate::regions::remarks;
use crate::room::Room;
use crate::seat::Seat;
use yomikiri_amazons::shape::MOST_CELLS;
use yomikiri_amazons::{Amazons, ByBounds, notation};
use yomikiri_core::options::{Effect, Options, Switch, Text};
use yomikiri_core::{Error, Result};
use yomikiri_search::AlphaBeta;

/// How large the regions of a table are.
pub static CELLS: Text<usize> = Text {
    name: "cells",
    about: "The most cells of the subgames, up to 10",
    effect: Effect::Tables,
    value: "N",
    usual: None,
    examples: &["8", "9", "10"],
    read: |text| {
        let cells = text.parse().ok().filter(|cells| (1..=MOST_CELLS).contains(cells));
        cells.ok_or_else(|| {
            Error::notation("cells", text, "no such table", format!("1 to {MOST_CELLS}"))
        })
    },
};

/// Which of the two kinds of tables is meant.
pub static FORMS: Switch = Switch {
    name: "forms",
    about: "The table of canonical forms instead of that of values: all subgames up to 8 cells, \
            those with three amazons against one up to 9, those with one each up to 10",
    effect: Effect::Tables,
};

/// The game.
pub static AMAZONS: Declaration = Declaration {
    name: "amazons",
    title: "Amazons",
    about: "Move, shoot, and be the last to move.",
    options: &[&CELLS, &FORMS],
    methods: &["sums", "bounds", "alphabeta"],
    offers: &[Offer::of(&["4x4", "5x4", "5x5", "6x6"], 0, "X..O + .XO#|..#.")],
    moves: by_spaces,
    record: no_record,
    open,
};

fn open(library: &Library, _: &Options, text: &str) -> Result<Box<dyn Room>> {
    let game = match looks_like_size(text) {
        true => Amazons::new(notation::parse_size(text.trim())?)?,
        false => Amazons::at(notation::parse_position(text)?),
    };
    let sums = library.amazons.clone();
    let seat = Seat::new(game, game.start)
        .with_solver(AlphaBeta)
        .with_solver(ByBounds(sums.clone()))
        .with_solver(sums.clone())
        .with_remarks(move |method, position, context| {
            sums.ask(|known| match method {
                "bounds" => bounds::remarks(known, position, context),
                _ => remarks(known, position, context),
            })
        });
    Ok(Box::new(seat))
}
