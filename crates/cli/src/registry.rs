//! The games that the command knows: one line each.

use crate::args::{GameArgs, ScoringArg, StartArg};
use crate::room::{Room, Seat};
use yomikiri_core::tictactoe::TicTacToe;
use yomikiri_core::{Error, Game, Result};
use yomikiri_othello::notation::{parse_position, parse_size, split_moves};
use yomikiri_othello::{Othello, PaperMethod, ReadOut, Scoring, Start};

type Open = fn(&GameArgs, &str) -> Result<Box<dyn Room>>;

/// Every game by name.
const GAMES: &[(&str, Open)] = &[("othello", othello), ("tictactoe", tictactoe)];

/// Opens the game and position that the arguments name; `position` is their text.
pub(crate) fn open(args: &GameArgs, position: &str) -> Result<Box<dyn Room>> {
    let Some((_, open)) = GAMES.iter().find(|(name, _)| *name == args.game) else {
        let names: Vec<_> = GAMES.iter().map(|(name, _)| *name).collect();
        let expected = format!("one of {}", names.join(", "));
        return Err(Error::notation("game", &args.game, "there is no such game", expected));
    };
    open(args, position)
}

fn othello(args: &GameArgs, text: &str) -> Result<Box<dyn Room>> {
    let start = match args.start {
        None | Some(StartArg::Othello) => Start::Othello,
        Some(StartArg::Reversi) => Start::Reversi,
    };
    let scoring = match args.scoring {
        None | Some(ScoringArg::Paper) => Scoring::Paper,
        Some(ScoringArg::Tournament) => Scoring::Tournament,
    };
    // A single word that begins like a size is meant as one; everything else as a position.
    let looks_like_size = !text.trim().contains(char::is_whitespace)
        && text.trim().starts_with(|c: char| c.is_ascii_digit());
    let seat = match looks_like_size {
        true => {
            let game = Othello { start, scoring, ..Othello::new(parse_size(text.trim())?) };
            Seat::new(game, game.start())
        }
        false => {
            let (size, position) = parse_position(text)?;
            let game = Othello { scoring, ..Othello::new(size) };
            Seat::new(game, position).without_rule("start")
        }
    };
    let seat = seat.with_solver(PaperMethod).with_solver(ReadOut::default());
    Ok(Box::new(seat.with_moves(&split_moves(&args.moves))?))
}

fn tictactoe(args: &GameArgs, text: &str) -> Result<Box<dyn Room>> {
    if args.start.is_some() || args.scoring.is_some() {
        return Err(Error::refused("tictactoe has no --start and no --scoring; leave them out"));
    }
    let position = match text {
        "3x3" => TicTacToe.start(),
        text => TicTacToe.parse_position(text)?,
    };
    Ok(Box::new(Seat::new(TicTacToe, position).with_moves(&split_moves(&args.moves))?))
}
