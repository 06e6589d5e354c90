//! Where the games of a match begin.

use crate::commands::read_text;
use std::path::Path;
use yomikiri_core::{Context, Error, Game, Record, Result};
use yomikiri_othello::Othello;
use yomikiri_othello::notation::transcript;
use yomikiri_othello::openings::{NAMED, balanced, named};
use yomikiri_rooms::matches::Plan;

const EXPECTED: &str = "start, random:PLIES such as random:8, rabbit, tiger, cow, mouse, several of \
                        these names as in rabbit,cow, or a file";
/// Random openings longer than this leave too little to play for.
const LONGEST: usize = 40;

/// What games begin with; fewer than are needed if the context was stopped.
pub(super) fn open(game: &Othello, plan: &Plan, context: &Context) -> Result<Vec<Record<Othello>>> {
    let wrong = |problem: String| Error::notation("openings", &plan.openings, problem, EXPECTED);
    let (kind, rest) = plan.openings.split_once(':').unwrap_or((&plan.openings, ""));
    match kind {
        "start" => Ok(vec![Record::new(game.start())]),
        "random" => {
            let plies = rest.parse().ok().filter(|plies| (1..=LONGEST).contains(plies));
            let plies =
                plies.ok_or_else(|| wrong(format!("no number of plies from 1 to {LONGEST}")))?;
            let count = plan.games.div_ceil(2) as usize;
            balanced(game, plies, count, plan.seed, context).map_err(|none| {
                wrong(format!(
                    "there are about {} such openings, and {count} are needed for {} games",
                    none.found, plan.games
                ))
            })
        }
        _ if Path::new(&plan.openings).exists() => {
            from_file(game, Path::new(&plan.openings), context)
        }
        _ => by_name(game, &plan.openings)
            .ok_or_else(|| wrong("there is no such file and no such opening".into())),
    }
}

/// Openings by their names.
fn by_name(game: &Othello, names: &str) -> Option<Vec<Record<Othello>>> {
    debug_assert!(NAMED.iter().all(|opening| EXPECTED.contains(opening.name)));
    names.split(',').map(|name| named(game, name)).collect()
}

/// One opening a line; empty lines and those that begin with # are passed over.
fn from_file(game: &Othello, path: &Path, context: &Context) -> Result<Vec<Record<Othello>>> {
    let text = read_text(path, context)?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read(game, line)
            .map_err(|error| Error::file(path, format!("line {number}: {error}")))?;
        openings.push(opening);
    }
    match openings.is_empty() {
        true => Err(Error::file(path, "there is no opening in it; expected one a line")),
        false => Ok(openings),
    }
}

/// A transcript from the start, or a position.
fn read(game: &Othello, line: &str) -> Result<Record<Othello>> {
    let is_transcript =
        line.chars().next().is_some_and(|c| ('a'..='h').contains(&c.to_ascii_lowercase()))
            && line.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
    let record = match is_transcript {
        false => Record::new(game.parse_position(line)?),
        true => transcript::parse(*game, game.start(), line)?.record,
    };
    match game.final_score(&record.position) {
        Some(_) => Err(Error::refused("the game is over there; expected one to be played on")),
        None => Ok(record),
    }
}
