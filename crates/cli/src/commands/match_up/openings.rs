//! Where the games of a match begin.

use crate::args::MatchArgs;
use crate::commands::read_text;
use std::path::Path;
use yomikiri_core::{Context, Error, Game, Record, Result};
use yomikiri_othello::notation::transcript;
use yomikiri_othello::{Level, Othello, Yomi};
use yomikiri_search::series::random_openings;

const EXPECTED: &str = "start, random:PLIES such as random:8, or a file";
/// Random openings longer than this leave too little to play for.
const LONGEST: usize = 40;

/// A random opening is balanced if the strong engine, so many plies ahead…
const JUDGED: u32 = 6;
/// … sees neither side ahead by more discs than this.
const FAIR: f64 = 4.0;

pub(super) fn open(
    game: &Othello,
    args: &MatchArgs,
    context: &Context,
) -> Result<Vec<Record<Othello>>> {
    let wrong = |problem: String| Error::notation("openings", &args.openings, problem, EXPECTED);
    let (kind, rest) = args.openings.split_once(':').unwrap_or((&args.openings, ""));
    match kind {
        "start" => Ok(vec![Record::new(game.start())]),
        "random" => {
            let plies = rest.parse().ok().filter(|plies| (1..=LONGEST).contains(plies));
            let plies =
                plies.ok_or_else(|| wrong(format!("no number of plies from 1 to {LONGEST}")))?;
            let count = args.games.div_ceil(2) as usize;
            let mut judge = Yomi::new(Level { depth: Some(JUDGED), ..Level::default() });
            let mut is_balanced = |record: &Record<Othello>| {
                // What follows is not played any more.
                if context.check(0) {
                    return true;
                }
                let opinions = judge.opinions(game, &record.position, &Context::default());
                opinions.is_ok_and(|all| all.first().is_some_and(|best| best.value.abs() <= FAIR))
            };
            random_openings(game, plies, count, args.seed, &mut is_balanced).map_err(|none| {
                wrong(format!(
                    "there are about {} such openings, and {count} are needed for {} games",
                    none.found, args.games
                ))
            })
        }
        _ => from_file(game, Path::new(&args.openings)),
    }
}

/// One opening a line; empty lines and those that begin with # are passed over.
fn from_file(game: &Othello, path: &Path) -> Result<Vec<Record<Othello>>> {
    let (path, text) = read_text(path)?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = read(game, line)
            .map_err(|error| Error::file(&path, format!("line {number}: {error}")))?;
        openings.push(opening);
    }
    match openings.is_empty() {
        true => Err(Error::file(&path, "there is no opening in it; expected one a line")),
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
