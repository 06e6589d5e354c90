//! Small shogi, and dobutsu shogi.

use crate::catalog::{Declaration, Library, Offer, by_spaces, no_record};
use crate::room::Room;
use crate::seat::Seat;
use yomikiri_core::options::{AnyOf, Choice, Effect, OneOf, Options, Text};
use yomikiri_core::text::unmarked;
use yomikiri_core::{Error, Game, Result};
use yomikiri_shogi::searches::{Search, SearchMethod};
use yomikiri_shogi::setup::dobutsu;
use yomikiri_shogi::{
    DeadSquares, PerpetualCheck, Position, ReadTable, Repetition, Rules, Setup, Shogi, Variant,
    diagram, notation,
};

/// The back rank of both sides.
pub static SETUP: Text<String> = Text {
    name: "setup",
    about: "The back rank of both sides, such as KSP or K-P, pieces in hand after a +, as in KG-+P",
    effect: Effect::Start,
    value: "RANK",
    usual: None,
    examples: &["KSP", "KPB", "LKP", "KGP", "K-P"],
    read: |text| Ok(text.to_owned()),
};

/// How many ranks let pieces promote.
pub static ZONE: Text<u8> = Text {
    name: "zone",
    about: "Ranks at the far end that let pieces promote; 0 for no promotion",
    effect: Effect::Rules,
    value: "RANKS",
    usual: Some("1"),
    examples: &["1", "2", "3"],
    read: |text| {
        let expected = "0 up to as many ranks as the board has";
        text.parse().map_err(|_| Error::notation("zone", text, "no such zone", expected))
    },
};

/// The rules to begin with, those of the paper or not.
pub static RULES: OneOf<fn(u8) -> Rules> = OneOf {
    name: "rules",
    about: "The rules to begin with: standard, or what we take for the paper's because its counts \
            come out",
    effect: Effect::Rules,
    choices: &[
        Choice {
            name: "standard",
            value: Rules::standard,
            about: "Nifu, drop-pawn mate and dead squares forbidden",
        },
        Choice {
            name: "paper",
            value: Rules::paper,
            about: "Nifu allowed, dead squares where a move cannot promote",
        },
    ],
    refused: &[],
};

/// What else may be allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allow {
    /// Two pawns on a file.
    Nifu,
    /// Mate by dropping a pawn.
    Uchifuzume,
}

/// What else to allow.
pub static ALLOW: AnyOf<Allow> = AnyOf {
    name: "allow",
    about: "What else to allow",
    effect: Effect::Rules,
    choices: &[
        Choice { name: "nifu", value: Allow::Nifu, about: "Two pawns on a file" },
        Choice { name: "uchifuzume", value: Allow::Uchifuzume, about: "Mate by dropping a pawn" },
    ],
};

/// Pieces where they could never move again; `None` for what the rules to begin with say.
pub static DEAD_SQUARES: OneOf<Option<DeadSquares>> = OneOf {
    name: "dead-squares",
    about: "Pieces where they could never move again",
    effect: Effect::Rules,
    choices: &[
        Choice { name: "usual", value: None, about: "As the rules have it: standard forbids them" },
        Choice {
            name: "forbid",
            value: Some(DeadSquares::Forbid),
            about: "Neither moves nor drops lead there",
        },
        Choice {
            name: "unpromotable",
            value: Some(DeadSquares::Unpromotable),
            about: "Moves do, if the piece cannot promote by them",
        },
        Choice { name: "allow", value: Some(DeadSquares::Allow), about: "Moves and drops do" },
    ],
    refused: &[],
};

/// What a game is worth that repeats itself.
pub static REPETITION: OneOf<Repetition> = OneOf {
    name: "repetition",
    about: "What a game is worth that repeats itself",
    effect: Effect::Rules,
    choices: &[
        Choice { name: "draw", value: Repetition::Draw, about: "It is a draw" },
        Choice { name: "first", value: Repetition::First, about: "Sente wins" },
        Choice { name: "second", value: Repetition::Second, about: "Gote wins" },
    ],
    refused: &[],
};

/// Check with every move.
pub static PERPETUAL_CHECK: OneOf<PerpetualCheck> = OneOf {
    name: "perpetual-check",
    about: "What becomes of a side that gives check with every move of a game that repeats itself",
    effect: Effect::Rules,
    choices: &[
        Choice {
            name: "allowed",
            value: PerpetualCheck::Allowed,
            about: "It is a repetition like any other",
        },
        Choice { name: "loses", value: PerpetualCheck::Loses, about: "It loses" },
    ],
    refused: &[],
};

/// The game.
pub static SHOGI: Declaration = Declaration {
    name: "shogi",
    title: "Shogi",
    about: "Small set-ups, with drops and promotion.",
    options: &[&SETUP, &ZONE, &RULES, &ALLOW, &DEAD_SQUARES, &REPETITION, &PERPETUAL_CHECK],
    methods: &["table", "dfpn", "pds", "alphabeta-twice", "alphabeta"],
    offers: &[
        Offer::of(&["3x3", "3x4", "3x5"], 2, "psk/3/KSP b - 1"),
        Offer {
            variant: Some("dobutsu"),
            boards: &["dobutsu"],
            options: Some(&["repetition"]),
            shown: 1,
            example: "dobutsu gle/1c1/1C1/ELG b - 1",
        },
    ],
    moves: by_spaces,
    record: no_record,
    open,
};

/// The rules that were chosen, on a board of so many ranks.
pub fn rules(options: &Options, ranks: usize) -> Result<Rules> {
    let zone = options.get(&ZONE)?.unwrap_or(1);
    if usize::from(zone) > ranks {
        let expected = format!("0 to {ranks} ranks");
        return Err(Error::notation("zone", &zone.to_string(), "no such zone", expected));
    }
    let mut rules = options.get(&RULES)?(zone);
    let allowed = options.get(&ALLOW)?;
    rules.nifu |= allowed.contains(&Allow::Nifu);
    rules.uchifuzume |= allowed.contains(&Allow::Uchifuzume);
    if let Some(dead_squares) = options.get(&DEAD_SQUARES)? {
        rules.dead_squares = dead_squares;
    }
    rules.repetition = options.get(&REPETITION)?;
    rules.perpetual_check = options.get(&PERPETUAL_CHECK)?;
    Ok(rules)
}

/// A game, a position in it, and the name of its set-up if it was given by one.
pub fn position(
    options: &Options,
    text: &str,
    moves: &str,
) -> Result<(Shogi, Position, Option<String>)> {
    options.check(SHOGI.name, SHOGI.options)?;
    let (game, mut position, setup) = without_moves(options, text)?;
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&position, text)?;
        position = game.play(&position, mv);
    }
    Ok((game, position, setup))
}

fn without_moves(options: &Options, untrimmed: &str) -> Result<(Shogi, Position, Option<String>)> {
    let untrimmed = unmarked(untrimmed);
    let text = untrimmed.trim();
    let dobutsu_game = || {
        options.check("dobutsu shogi", &[&REPETITION])?;
        let mut game = dobutsu();
        game.rules.repetition = options.get(&REPETITION)?;
        Ok::<_, Error>(game)
    };
    if let Some(position) = text.strip_prefix("dobutsu") {
        let game = dobutsu_game()?;
        return Ok(match position.trim() {
            "" => (game, game.start, None),
            position => (game, game.parse_position(position)?, None),
        });
    }
    if !text.contains('/') && !text.contains(char::is_whitespace) {
        // Nine-square shogi is 3x3 with set-ups of its own, pieces in hand among them.
        if text == "9masu" && options.get(&ZONE)? != Some(1) {
            return Err(Error::refused(
                "9masu shogi has promotion zone 1; leave out the option zone",
            ));
        }
        let size = notation::parse_size(if text == "9masu" { "3x3" } else { text })?;
        let Some(name) = options.get(&SETUP)? else {
            return Err(Error::refused(format!(
                "shogi on {size} needs a set-up (the option setup), such as {}, or a position as SFEN",
                &"KSPGB"[..size.files()]
            )));
        };
        let setup = Setup::parse(&name, size.files())?;
        let game = setup.game(size, rules(options, size.ranks())?);
        notation::possible(size, &game.rules, &game.start).map_err(|problem| {
            Error::refused(format!("the set-up {name} on {size} cannot be played: {problem}"))
        })?;
        return Ok((game, game.start, Some(setup.name())));
    }
    if options.given(SETUP.name).is_some() {
        return Err(Error::refused("a set-up goes with a board size, not with a position"));
    }
    let (size, variant, position) = diagram::parse_position(untrimmed, None)?;
    if variant == Variant::Dobutsu {
        let game = dobutsu_game()?;
        return Ok((game, game.parse_position(untrimmed)?, None));
    }
    let rules = rules(options, size.ranks())?;
    notation::check_position(size, &rules, &position, text)?;
    Ok((Shogi { size, rules, start: position }, position, None))
}

fn open(library: &Library, options: &Options, text: &str) -> Result<Box<dyn Room>> {
    let (game, position, setup) = position(options, text, "")?;
    let mut seat = Seat::new(game, position);
    if let Some(setup) = setup {
        seat = seat.with_rule("setup", setup);
    }
    for search in Search::ALL {
        seat = seat.with_solver(SearchMethod(search));
    }
    Ok(Box::new(seat.with_solver(ReadTable { tables: library.shogi.clone() })))
}
