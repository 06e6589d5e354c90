//! Othello, on all boards, from both starts.

use crate::catalog::{Declaration, Library, Offer, looks_like_size};
use crate::opponents::{Opponent, Registered, Strength};
use crate::pasted;
use crate::room::Room;
use crate::seat::Seat;
use yomikiri_core::options::{Choice, Effect, OneOf, Options};
use yomikiri_core::{Game, Result};
use yomikiri_othello::notation::{parse_position, parse_size, split_moves};
use yomikiri_othello::thesis::{Depths, Player};
use yomikiri_othello::{
    Level, Ordering, Othello, PaperMethod, ReadOut, Scoring, Size, Start, Yomi,
};
use yomikiri_search::AlphaBeta;

/// How the centre is filled.
pub static START: OneOf<Start> = OneOf {
    name: "start",
    about: "How the centre is filled at the start of a game; not used where a position is given",
    effect: Effect::Start,
    choices: &[
        Choice { name: "othello", value: Start::Othello, about: "Crossed" },
        Choice { name: "reversi", value: Start::Reversi, about: "Parallel" },
    ],
    refused: &[],
};

/// How a finished game is counted; `None` for what is usual on its board.
pub static SCORING: OneOf<Option<Scoring>> = OneOf {
    name: "scoring",
    about: "How a finished game is counted",
    effect: Effect::Rules,
    choices: &[
        Choice { name: "usual", value: None, about: "tournament on 8x8, paper on other boards" },
        Choice {
            name: "paper",
            value: Some(Scoring::Paper),
            about: "Plain difference, a wipe-out counts as the whole board",
        },
        Choice {
            name: "tournament",
            value: Some(Scoring::Tournament),
            about: "Empty squares go to the winner",
        },
    ],
    refused: ANOTHER_GAMES,
};

const ANOTHER_GAMES: &[(&str, &str)] =
    &[("area", "Go is counted so"), ("afure", "Go is counted so"), ("stones", "Go is counted so")];

/// What moves are ordered by.
pub static ORDERING: OneOf<Ordering> = OneOf {
    name: "ordering",
    about: "What the method readout orders moves by; the values are the same",
    effect: Effect::Method(&["readout"]),
    choices: &[
        Choice {
            name: "trained",
            value: Ordering::Trained,
            about: "What was learnt from games: patterns on 6x6, 6x8 and 8x8, mobility and edges \
                    on other boards",
        },
        Choice { name: "plain", value: Ordering::Plain, about: "Mobility alone, nothing learnt" },
    ],
    refused: &[],
};

/// The game.
pub static OTHELLO: Declaration = Declaration {
    name: "othello",
    title: "Othello",
    about: "Turn discs; the most discs win.",
    options: &[&START, &SCORING, &ORDERING],
    methods: &["readout", "paper", "minimax", "alphabeta"],
    offers: &[Offer::of(
        &["4x4", "4x6", "6x6", "4x8", "4x10", "6x8", "8x8"],
        1,
        "4x4: ---- -OX- -XO- ---- X",
    )],
    moves: split_moves,
    record: pasted::othello,
    open,
};

fn open(_: &Library, options: &Options, text: &str) -> Result<Box<dyn Room>> {
    let start = options.get(&START)?;
    let on = |size| {
        Ok::<_, yomikiri_core::Error>(Othello { size, start, scoring: scoring(options, size)? })
    };
    let seat = match looks_like_size(text) {
        true => {
            let game = on(parse_size(text.trim())?)?;
            Seat::new(game, game.start())
        }
        false => {
            let (size, position) = parse_position(text)?;
            Seat::new(on(size)?, position).without_rule("start")
        }
    };
    let ordering = options.get(&ORDERING)?;
    let seat = seat
        .with_solver(AlphaBeta)
        .with_solver(PaperMethod::MINIMAX)
        .with_solver(PaperMethod::default())
        .with_solver(ReadOut { ordering, ..ReadOut::default() });
    Ok(Box::new(with_engines(seat)))
}

/// How a game on a board is counted.
pub fn scoring(options: &Options, size: Size) -> Result<Scoring> {
    Ok(options.get(&SCORING)?.unwrap_or_else(|| Scoring::usual(size)))
}

/// On 8x8 with the strong engine, and the players of paper 003, who play the paper's game only.
fn with_engines(seat: Seat<Othello>) -> Seat<Othello> {
    if seat.board() != "8x8" {
        return seat;
    }
    let yomi = Opponent {
        name: "yomi",
        levels: 10,
        usual: 5,
        about: "the strong engine: a learnt evaluation, two plies further with every level",
    };
    let tournament = seat.game().scoring == Scoring::Tournament;
    let seat = seat.with_engine(Registered::new(yomi, |Strength { level, threads }| {
        Yomi::new(Level { depth: Some(2 * level), time: None, threads: Some(threads) })
    }));
    if !tournament {
        return seat;
    }
    let single = Opponent {
        name: "single",
        levels: 9,
        usual: 5,
        about: "paper 003's player with one thread; the level is its X",
    };
    let multi = Opponent {
        name: "multi",
        about: "paper 003's player with several threads; the level is its X",
        ..single
    };
    seat.with_engine(Registered::new(single, |Strength { level, .. }| {
        Player::single(Depths::series_a(level))
    }))
    .with_engine(Registered::new(multi, |Strength { level, threads }| {
        Player::multi(Depths::series_a(level), threads)
    }))
}
