//! What an address says: the game, the position, and what a person was doing with it.
//!
//! The address is the whole state of a page, so that every page can be shared, kept and gone back
//! to.

use crate::words::Language;
use std::sync::Arc;
use yomikiri_core::options::{Effect, Options};
use yomikiri_core::text::unmarked;
use yomikiri_core::{Error, Result, Side, Spot};
use yomikiri_rooms::opponents::{Opponent, PERFECTION};
use yomikiri_rooms::pasted::{self, Pasted};
use yomikiri_rooms::{Declaration, Library, Room};

/// The longest query that is read.
const LONGEST: usize = 1 << 13;
/// Most moves of a game.
pub(crate) const MOST_MOVES: usize = 600;
/// What an address may choose of a game.
pub(crate) const RULES: &[Effect] = &[Effect::Rules, Effect::Start];

/// Seconds that an engine may take for a move: usually, and at most.
const USUAL_SECONDS: u32 = 2;
const MOST_SECONDS: u32 = 10;

/// Whom a person plays against, as `single:3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Against {
    /// One of the room's opponents.
    pub(crate) name: String,
    pub(crate) level: Option<u32>,
}

impl Default for Against {
    fn default() -> Against {
        Against { name: PERFECTION.name.into(), level: None }
    }
}

impl std::fmt::Display for Against {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.level {
            Some(level) => write!(f, "{}:{level}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl Against {
    /// An opponent at its usual level.
    pub(crate) fn usual(opponent: &Opponent) -> Against {
        let level = Some(opponent.usual).filter(|_| opponent.levels > 0);
        Against { name: opponent.name.into(), level }
    }

    pub(crate) fn is_perfection(&self) -> bool {
        self.name == PERFECTION.name
    }

    fn read(text: &str) -> Result<Against> {
        let Some((name, level)) = text.split_once(':') else {
            return Ok(Against { name: text.into(), level: None });
        };
        let expected = "somebody, or a name and a level, as yomi:5";
        let level = level.parse().map_err(|_| unknown("against", text, expected))?;
        Ok(Against { name: name.into(), level: Some(level) })
    }

    /// Refuses whom one cannot play against in a room.
    fn check(&self, room: &dyn Room) -> Result<()> {
        let opponents = room.opponents();
        let levels = opponents.iter().find(|other| other.name == self.name);
        let is_there = levels.is_some_and(|opponent| {
            self.level.is_none_or(|level| (1..=opponent.levels).contains(&level))
        });
        if is_there {
            return Ok(());
        }
        let names: Vec<String> = opponents
            .iter()
            .map(|opponent| match opponent.levels {
                0 => opponent.name.to_owned(),
                levels => format!("{}:1 to {levels}", opponent.name),
            })
            .collect();
        let expected = format!("one of {}", names.join(", "));
        Err(Error::notation("opponent", &self.to_string(), "there is no such one here", expected))
    }
}

/// A place in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) game: &'static Declaration,
    /// A board size or a position, as it was given.
    pub(crate) position: String,
    /// What was chosen of the game's options.
    pub(crate) rules: Options,
    /// The moves since.
    pub(crate) moves: Vec<String>,
    /// What was touched of a move that is not complete.
    pub(crate) touched: Vec<Spot>,
    /// The side that a person plays, if it is a game against somebody.
    pub(crate) human: Option<Side>,
    /// Whom it is against.
    pub(crate) against: Against,
    /// Seconds that an engine may take for a move.
    pub(crate) seconds: u32,
    /// Thousandths of a second that the last answer took.
    pub(crate) took: Option<u32>,
    /// Whether values are shown in spite of that.
    pub(crate) hint: bool,
    /// Whether it is shown what is settled without a search, instead of values.
    pub(crate) settled: bool,
    pub(crate) language: Language,
    /// A text that was pasted and is not yet read.
    pub(crate) pasted: Option<String>,
}

/// Something that is wrong with what was asked, to be told to whoever asked.
fn unknown(name: &str, text: &str, expected: &str) -> Error {
    Error::notation("address", &format!("{name}={text}"), "not understood", expected)
}

/// Refuses a query that is too long to be read.
pub(crate) fn check_length(query: &str) -> Result<()> {
    if query.len() <= LONGEST {
        return Ok(());
    }
    let start: String = query.chars().take(40).collect();
    Err(Error::notation("address", &start, "too long", format!("at most {LONGEST} characters")))
}

/// A side as addresses have it.
pub(crate) fn side_code(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

fn read_spot(text: &str) -> Option<Spot> {
    let (kind, rest) = text.split_at_checked(1)?;
    match kind {
        "c" => rest.parse().ok().map(Spot::Cell),
        "h" => rest.parse().ok().map(Spot::Hand),
        _ => None,
    }
}

fn write_spot(spot: &Spot) -> String {
    match spot {
        Spot::Cell(cell) => format!("c{cell}"),
        Spot::Hand(kind) => format!("h{kind}"),
        // A word is the last thing that is touched and completes a move.
        Spot::Word(word) => format!("w{word}"),
    }
}

impl Place {
    /// A game from its start on a board.
    pub(crate) fn new(game: &'static Declaration, position: &str) -> Place {
        Place {
            game,
            position: position.into(),
            rules: Options::default(),
            moves: Vec::new(),
            touched: Vec::new(),
            human: None,
            against: Against::default(),
            seconds: USUAL_SECONDS,
            took: None,
            hint: false,
            settled: false,
            language: Language::English,
            pasted: None,
        }
    }

    /// Reads the query of an address.
    pub(crate) fn read(game: &'static Declaration, query: &str) -> Result<Place> {
        check_length(query)?;
        let options = game.options_for(RULES);
        let mut place = Place::new(game, "");
        let mut level: Option<String> = None;
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let (name, value) = (name.as_ref(), unmarked(value.trim()));
            match name {
                _ if value.is_empty() => {}
                "position" => place.position = value.into(),
                "paste" => place.pasted = Some(value.to_owned()),
                "moves" => place.moves = value.split_whitespace().map(str::to_owned).collect(),
                "touch" => {
                    let spots: Option<Vec<Spot>> = value.split('.').map(read_spot).collect();
                    place.touched =
                        spots.ok_or_else(|| unknown(name, value, "cells, as c12.c7"))?;
                }
                "as" => {
                    place.human = Some(match value {
                        "first" => Side::First,
                        "second" => Side::Second,
                        _ => return Err(unknown(name, value, "first or second")),
                    });
                }
                "against" => place.against = Against::read(value)?,
                // As addresses had it while there was one engine.
                "level" => level = Some(value.to_owned()),
                "time" => {
                    let seconds = value.parse().ok();
                    let seconds = seconds.filter(|s| (1..=MOST_SECONDS).contains(s));
                    let expected = format!("seconds a move, from 1 to {MOST_SECONDS}");
                    place.seconds = seconds.ok_or_else(|| unknown(name, value, &expected))?;
                }
                "took" => {
                    let took = value.parse().ok().filter(|took| *took < 1_000_000);
                    let expected = "thousandths of a second";
                    place.took = Some(took.ok_or_else(|| unknown(name, value, expected))?);
                }
                "hint" => match value {
                    "1" => place.hint = true,
                    _ => return Err(unknown(name, value, "1")),
                },
                "settled" => match value {
                    "1" => place.settled = true,
                    _ => return Err(unknown(name, value, "1")),
                },
                "lang" => {
                    let language = Language::read(value);
                    place.language = language.ok_or_else(|| unknown(name, value, "en or ja"))?;
                }
                _ if !options.iter().any(|option| option.name() == name) => {
                    let names = ["position", "moves"].into_iter();
                    let names = names.chain(options.iter().map(|option| option.name()));
                    let expected = format!("one of {}", names.collect::<Vec<_>>().join(", "));
                    return Err(unknown(name, value, &expected));
                }
                _ if place.rules.add(name, value) => {}
                _ => return Err(unknown(name, value, "every rule once")),
            }
        }
        if let Some(level) = level {
            // A level of whoever was named; as addresses had it while there was one engine, of yomi.
            if place.against.level.is_some() {
                return Err(unknown("level", &level, "no level beside against=NAME:LEVEL"));
            }
            let name = match place.against == Against::default() {
                true => "yomi",
                false => &place.against.name,
            };
            place.against = Against::read(&format!("{name}:{level}"))?;
        }
        place.check_moves()?;
        Ok(place)
    }

    fn check_moves(&self) -> Result<()> {
        if self.moves.len() <= MOST_MOVES {
            return Ok(());
        }
        let expected = format!("at most {MOST_MOVES} moves");
        Err(Error::notation("moves", &self.moves[0], "too many follow", expected))
    }

    /// Reads what was pasted: a game, or else a position, which takes the place of the board that
    /// was chosen.
    pub(crate) fn take_pasted(&mut self, library: &Library) -> Result<()> {
        let Some(text) = &self.pasted else { return Ok(()) };
        let game = pasted::read(library, self.game.name, &self.position, &self.rules, text)?;
        match game {
            Some(Pasted { position, moves }) => (self.position, self.moves) = (position, moves),
            None => (self.position, self.moves) = (text.clone(), Vec::new()),
        }
        // A board size is no position.
        if self.position.contains([' ', '/', '|', ':', '(', '\n']) {
            self.forget_beginning();
        }
        self.pasted = None;
        self.check_moves()
    }

    /// What a person typed to get here.
    pub(crate) fn typed(&self) -> &str {
        self.pasted.as_ref().unwrap_or(&self.position)
    }

    /// The place that an address of ours leads to.
    pub(crate) fn at(address: &str, library: &Library) -> Option<Place> {
        let (game, query) = address.strip_prefix("/board/")?.split_once('?')?;
        Place::read(library.game(game).ok()?, query).ok()
    }

    /// The query that [`Place::read`] reads back.
    pub(crate) fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !self.position.is_empty() {
            query.append_pair("position", &self.position);
        }
        for (name, value) in self.rules.iter() {
            query.append_pair(name, value);
        }
        if !self.moves.is_empty() {
            query.append_pair("moves", &self.moves.join(" "));
        }
        if !self.touched.is_empty() {
            let spots: Vec<String> = self.touched.iter().map(write_spot).collect();
            query.append_pair("touch", &spots.join("."));
        }
        if let Some(side) = self.human {
            query.append_pair("as", side_code(side));
        }
        if self.against != Against::default() {
            query.append_pair("against", &self.against.to_string());
        }
        if self.seconds != USUAL_SECONDS {
            query.append_pair("time", &self.seconds.to_string());
        }
        if let Some(took) = self.took {
            query.append_pair("took", &took.to_string());
        }
        if self.hint {
            query.append_pair("hint", "1");
        }
        if self.settled {
            query.append_pair("settled", "1");
        }
        if self.language != Language::English {
            query.append_pair("lang", self.language.code());
        }
        query.finish()
    }

    /// The address of the page on which it is seen.
    pub(crate) fn address(&self) -> String {
        format!("/board/{}?{}", self.game.name, self.query())
    }

    /// The address that leads on to where a person is to move again.
    pub(crate) fn answer_address(&self) -> String {
        format!("/answer/{}?{}", self.game.name, self.query())
    }

    /// The address that a move leads to.
    pub(crate) fn address_after(&self, mv: &str) -> String {
        let next = self.after(mv);
        if next.human.is_some() { next.answer_address() } else { next.address() }
    }

    /// The same, nothing yet done there.
    pub(crate) fn anew(&self) -> Place {
        Place { touched: Vec::new(), hint: false, took: None, ..self.clone() }
    }

    /// The same without anybody playing.
    pub(crate) fn only_looking(&self) -> Place {
        let (against, seconds) = (Against::default(), USUAL_SECONDS);
        Place { human: None, against, seconds, ..self.anew() }
    }

    /// Its position, written so, as if a game began there.
    pub(crate) fn alone(&self, position: &str) -> Place {
        let mut alone =
            Place { position: position.into(), moves: Vec::new(), ..self.only_looking() };
        alone.forget_beginning();
        alone
    }

    /// Leaves out how a game begins, which has no say in a position.
    pub(crate) fn forget_beginning(&mut self) {
        for option in self.game.options_for(&[Effect::Start]) {
            self.rules.remove(option.name());
        }
    }

    /// The same after one more move.
    pub(crate) fn after(&self, mv: &str) -> Place {
        let mut next = self.anew();
        next.moves.push(mv.into());
        next
    }

    /// The same with so many moves only.
    pub(crate) fn back_to(&self, moves: usize) -> Place {
        let mut earlier = self.anew();
        earlier.moves.truncate(moves);
        earlier
    }

    /// The rooms from the start of the moves to their end.
    pub(crate) fn open(&self, library: &Library) -> Result<Vec<Arc<dyn Room>>> {
        if self.position.is_empty() {
            let expected = "a board size such as 6x6, or a position";
            return Err(Error::notation("position", "", "there is none", expected));
        }
        let first = library.open(self.game.name, &self.position, &self.rules, "")?;
        self.against.check(&*first)?;
        let mut rooms: Vec<Arc<dyn Room>> = vec![first.into()];
        for mv in &self.moves {
            let next = rooms[rooms.len() - 1].after(mv)?;
            rooms.push(next.into());
        }
        Ok(rooms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_rooms::games::{OTHELLO, SHOGI};

    #[test]
    fn an_address_is_the_whole_state() {
        let query = "position=6x6&start=reversi&moves=e2+b2&touch=c3.h1&as=second&against=random\
                     &time=5&took=12&settled=1&lang=ja";
        let place = Place::read(&OTHELLO, query).unwrap();
        assert_eq!(place.query(), query);
        assert_eq!(place.after("d1").moves, ["e2", "b2", "d1"]);
        assert_eq!(place.back_to(1).moves, ["e2"]);
        assert_eq!(place.open(&Library::new(None)).unwrap().len(), 3);
        // What is pasted takes the place of the board that was chosen, under the same rules.
        let query = "position=3x3&setup=KSP&zone=2&paste=psk%2F3%2FKSP+w+-+1";
        let pasted = |game, query: &str| {
            let mut place = Place::read(game, query).unwrap();
            place.take_pasted(&Library::new(None)).unwrap();
            place.query()
        };
        assert_eq!(pasted(&SHOGI, query), "position=psk%2F3%2FKSP+w+-+1&zone=2");
        let size = "position=3x3&setup=KSP&paste=3x4";
        assert_eq!(pasted(&SHOGI, size), "position=3x4&setup=KSP");
        // A game comes with its moves.
        let moves = "position=3x3&setup=KSP&paste=2c2b";
        assert_eq!(pasted(&SHOGI, moves), "position=3x3&setup=KSP&moves=2c2b");
        let transcript = "position=4x4&paste=f5d6+c3";
        assert_eq!(pasted(&OTHELLO, transcript), "position=8x8&moves=f5+d6+c3");
    }

    #[test]
    fn only_an_address_of_ours_is_gone_back_to() {
        let own = "/board/go?position=3x3&moves=B2";
        assert_eq!(Place::at(own, &Library::new(None)).unwrap().address(), own);
        let controls = Place::at("/board/go?position=3x3\r\nx: y", &Library::new(None)).unwrap();
        assert_eq!(controls.address(), "/board/go?position=3x3%0D%0Ax%3A+y");
        for other in
            ["//elsewhere", "/board/../x?", "/board/chess?position=8x8", "/board/go\n?", ""]
        {
            assert_eq!(Place::at(other, &Library::new(None)), None, "{other}");
        }
    }

    #[test]
    fn a_level_goes_with_whoever_is_named() {
        let against = |query: &str| Place::read(&OTHELLO, query).unwrap().against.to_string();
        assert_eq!(against("position=8x8&against=single&level=3"), "single:3");
        assert_eq!(against("level=3&position=8x8&against=multi"), "multi:3");
        assert_eq!(against("position=8x8&level=3"), "yomi:3");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let library = Library::new(None);
        for (query, words) in [
            ("position=6x6&colour=red", "colour=red"),
            ("position=6x6&as=third", "first or second"),
            ("position=6x6&start=upside-down", "upside-down"),
            ("position=6x6&tables=/etc", "tables=/etc"),
            ("position=6x6&start=othello&start=reversi", "every rule once"),
            ("position=6x6&moves=z9", "z9"),
            ("", "there is none"),
            ("position=6x6&touch=x", "touch=x"),
            ("position=8x8&against=single:3&level=2", "no level beside"),
            ("position=6x6&against=fate", "one of perfection, random"),
            ("position=8x8&against=single:10", "single:1 to 9"),
            ("position=8x8&against=random:1", "random:1"),
            ("position=8x8&against=yomi:x", "yomi:5"),
            ("position=8x8&time=0", "seconds a move"),
        ] {
            let place = Place::read(&OTHELLO, query);
            let error = match place.and_then(|place| place.open(&library).map(|_| ())) {
                Ok(()) => panic!("{query} was taken"),
                Err(error) => error.to_string(),
            };
            assert!(error.contains(words), "{query}: {error}");
        }
        let long = format!("position={}", "-".repeat(LONGEST));
        assert!(Place::read(&OTHELLO, &long).unwrap_err().to_string().contains("too long"));
    }
}
