//! Go on small boards.

use crate::catalog::{Declaration, Library, Offer, looks_like_size};
use crate::pasted;
use crate::reports::Known;
use crate::room::Room;
use crate::seat::Seat;
use yomikiri_core::options::{Choice, Effect, OneOf, Options, Text};
use yomikiri_core::text::unmarked;
use yomikiri_core::{Error, Game, Result};
use yomikiri_go::board::MOST_POINTS;
use yomikiri_go::ladder::{Ladder, Program, Weights};
use yomikiri_go::{Go, Ko, Position, ReadOut, Repetition, Rules, Scoring, notation};

/// Which moves repetition forbids.
pub static KO: OneOf<Ko> = OneOf {
    name: "ko",
    about: "Which moves repetition forbids",
    effect: Effect::Rules,
    choices: &[
        Choice {
            name: "basic",
            value: Ko::Basic,
            about: "A single stone may not be taken back at once",
        },
        Choice { name: "positional", value: Ko::Positional, about: "No board may come back" },
        Choice {
            name: "situational",
            value: Ko::Situational,
            about: "No board may come back with the same side to move",
        },
    ],
    refused: &[],
};

/// How a finished game is counted.
pub static SCORING: OneOf<Scoring> = OneOf {
    name: "scoring",
    about: "How a finished game is counted",
    effect: Effect::Rules,
    choices: &[
        Choice {
            name: "area",
            value: Scoring::Area,
            about: "Stones, and empty points that only they reach",
        },
        Choice {
            name: "afure",
            value: Scoring::Afure,
            about: "Stones that overflowed (taken, or never placed), as in paper 002",
        },
        Choice {
            name: "stones",
            value: Scoring::Stones,
            about: "The stones on the board alone (pure Go), as 55taro of paper 002 counts",
        },
    ],
    refused: &[
        (
            "japanese",
            "under Japanese rules the players agree, after play has stopped, which stones are dead \
             and what is territory; the rules of play do not settle it, and stones taken in a cycle \
             make the counts endless, so there is no value to be proved",
        ),
        ("paper", "Othello is counted so"),
        ("tournament", "Othello is counted so"),
    ],
};

/// Whether one may take one's own stones.
pub static SUICIDE: OneOf<bool> = OneOf {
    name: "suicide",
    about: "Whether one may take one's own stones off the board",
    effect: Effect::Rules,
    choices: &[
        Choice { name: "forbidden", value: false, about: "It is no legal move" },
        Choice {
            name: "allowed",
            value: true,
            about: "One's own stones without liberties are taken",
        },
    ],
    refused: &[],
};

/// What White gets for moving second.
pub static KOMI: Text<i32> = Text {
    name: "komi",
    about: "Whole points that White gets for moving second",
    effect: Effect::Rules,
    value: "POINTS",
    usual: Some("0"),
    examples: &["0", "1", "-1"],
    read: |text| points("komi", text),
};

/// What a game is worth that repeats itself.
pub static REPETITION: Text<Repetition> = Text {
    name: "repetition",
    about: "What a game is worth that repeats itself: open (both ends are told), or tie=POINTS for \
            Black before komi",
    effect: Effect::Rules,
    value: "RULE",
    usual: Some("open"),
    examples: &["open", "tie=0"],
    read: |text| match (text, text.strip_prefix("tie=")) {
        ("open", _) => Ok(Repetition::Open),
        (_, Some(tie)) => Ok(Repetition::Tie(points("repetition", tie)?)),
        _ => {
            let expected = "open, or tie=POINTS for Black, such as tie=0";
            Err(Error::notation("repetition", text, "no such rule in Go", expected))
        }
    },
};

/// What the paper's programs order moves by.
pub static WEIGHTS: Text<Weights> = Text {
    name: "weights",
    about: "What the methods 55taro, base, promise and all order moves by: how much a point's \
            distances from the edges count, and how much the points beside it where stones are taken",
    effect: Effect::Method(&["55taro", "base", "promise", "all"]),
    value: "POSITION:CAPTURE",
    usual: Some("9:1"),
    examples: &["9:1", "0:1"],
    read: str::parse,
};

/// The game.
pub static GO: Declaration = Declaration {
    name: "go",
    title: "Go",
    about: "Surround points on small boards.",
    options: &[&KO, &SCORING, &SUICIDE, &KOMI, &REPETITION, &WEIGHTS],
    methods: &["readout", "all", "promise", "base", "55taro"],
    offers: &[Offer::of(
        &["3x3", "2x2", "2x3", "2x4", "3x4", "4x4", "4x5", "5x5"],
        1,
        "3x4: .... .XO. .... X",
    )],
    moves: notation::split_moves,
    record: pasted::go,
    open,
};

fn points(what: &'static str, text: &str) -> Result<i32> {
    let most = MOST_POINTS as i32;
    let number = text.parse::<i32>().ok().filter(|points| (-most..=most).contains(points));
    number.ok_or_else(|| {
        let problem = match text.parse::<f64>() {
            Ok(points) if points.fract() != 0.0 => {
                "points are whole; half a point more or less decides draws only"
            }
            Ok(_) => "too many points",
            Err(_) => "no number of points",
        };
        Error::notation(what, text, problem, format!("a whole number from -{most} to {most}"))
    })
}

/// The rules that were chosen.
pub fn rules(options: &Options) -> Result<Rules> {
    let ko = options.get(&KO)?;
    if ko != Ko::Basic && options.given(REPETITION.name).is_some_and(|given| given != "open") {
        return Err(Error::refused(
            "under superko nothing repeats; leave out the option repetition",
        ));
    }
    Ok(Rules {
        ko,
        suicide: options.get(&SUICIDE)?,
        scoring: options.get(&SCORING)?,
        repetition: options.get(&REPETITION)?.unwrap_or_default(),
        komi: options.get(&KOMI)?.unwrap_or_default(),
    })
}

/// A game, and a position in it.
pub fn position(options: &Options, text: &str, moves: &str) -> Result<(Go, Position)> {
    options.check(GO.name, GO.options)?;
    let (rules, text) = (rules(options)?, unmarked(text));
    let (go, mut position) = match looks_like_size(text) {
        true => {
            let go = Go { board: notation::parse_size(text.trim())?, rules };
            (go, go.start())
        }
        false => {
            let (board, position) = notation::parse_position(text, rules)?;
            (Go { board, rules }, position)
        }
    };
    for text in notation::split_moves(moves) {
        let mv = go.parse_move(&position, &text)?;
        position = go.play(&position, mv);
    }
    Ok((go, position))
}

fn open(library: &Library, options: &Options, text: &str) -> Result<Box<dyn Room>> {
    let (game, position) = position(options, text, "")?;
    let mut seat = Seat::new(game, position);
    let weights = options.get(&WEIGHTS)?.unwrap_or_default();
    for ladder in Ladder::ALL {
        seat = seat.with_solver(Program { weights, ..ladder.program() });
    }
    let seat = seat.with_knowledge(|game, position| {
        let known = yomikiri_go::knowledge(game, position);
        Known {
            diagrams: known.diagrams(game),
            said: known.said(game),
            data: serde_json::to_value(&known).unwrap_or_default(),
        }
    });
    Ok(Box::new(seat.with_solver(ReadOut { tables: library.go.clone() })))
}
