//! Tic-tac-toe: the smallest declaration.

use crate::catalog::{Declaration, Library, Offer, no_record};
use crate::room::Room;
use crate::seat::Seat;
use yomikiri_core::options::Options;
use yomikiri_core::tictactoe::TicTacToe;
use yomikiri_core::{Game, Result};
use yomikiri_othello::notation::split_moves;
use yomikiri_search::AlphaBeta;

/// The game.
pub static TIC_TAC_TOE: Declaration = Declaration {
    name: "tictactoe",
    title: "Tic-tac-toe",
    about: "Three in a row: the smallest game.",
    options: &[],
    methods: &["alphabeta"],
    offers: &[Offer::of(&["3x3"], 0, "X--|-O-|--X O")],
    moves: split_moves,
    record: no_record,
    open,
};

fn open(_: &Library, _: &Options, text: &str) -> Result<Box<dyn Room>> {
    let position = match text {
        "3x3" => TicTacToe.start(),
        text => TicTacToe.parse_position(text)?,
    };
    Ok(Box::new(Seat::new(TicTacToe, position).with_solver(AlphaBeta)))
}
