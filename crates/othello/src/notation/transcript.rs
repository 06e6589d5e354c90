//! Transcripts: moves one after the other, `f5d6c3`.

use super::{Note, Sheet, split_moves};
use crate::position::{Othello, Position};
use yomikiri_core::{Error, Result};

/// The longest text that is read as one line of moves.
const LONGEST: usize = 4096;

/// Reads the moves of a game that began at `start`. Spaces, line breaks and the numbers of moves
/// (`1. f5 d6 2. c3`) may stand between them, passes may be left out.
///
/// ```
/// use yomikiri_core::Game;
/// use yomikiri_othello::notation::{tournament_game, transcript};
///
/// let game = tournament_game();
/// let sheet = transcript::parse(game, game.start(), "1. F5 d6 2. c3d3c4").unwrap();
/// assert_eq!(transcript::print(&sheet), "f5d6c3d3c4");
/// ```
pub fn parse(game: Othello, start: Position, text: &str) -> Result<Sheet> {
    let mut sheet = Sheet::new(game, start);
    for mv in moves(text)? {
        sheet.play_text(&mv, Note::default())?;
    }
    Ok(sheet)
}

/// Reads the games of a text. A line goes on with the game of the line before if its first move is
/// legal there; it begins a new one otherwise, and after an empty line. What follows `#` is left
/// alone.
pub fn parse_all(game: Othello, start: Position, text: &str) -> Result<Vec<Sheet>> {
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut goes_on = false;
    for (number, line) in (1..).zip(text.lines()) {
        let named = |error| Error::refused(format!("line {number}: {error}"));
        let moves = moves(line.split('#').next().unwrap_or("")).map_err(named)?;
        let Some(first) = moves.first() else {
            // A comment is no end of a game.
            goes_on &= line.contains('#');
            continue;
        };
        let continued = sheets.last_mut().filter(|_| goes_on).is_some_and(|sheet| {
            let mut tried = sheet.clone();
            tried.play_text(first, Note::default()).is_ok()
        });
        if !continued {
            sheets.push(Sheet::new(game, start));
        }
        let Some(sheet) = sheets.last_mut() else { continue };
        for mv in &moves {
            sheet.play_text(mv, Note::default()).map_err(named)?;
        }
        goes_on = true;
    }
    Ok(sheets)
}

/// The moves of a text, without their numbers.
fn moves(text: &str) -> Result<Vec<String>> {
    if text.len() > LONGEST {
        let problem = format!("{} bytes are too many for a game", text.len());
        return Err(Error::notation("transcript", text, problem, "moves such as f5d6c3"));
    }
    let mut moves = split_moves(text.trim_start_matches('\u{feff}'));
    for mv in &mut moves {
        // A number and the dot behind it come as two: `1`, `.f5`.
        *mv = mv.trim_start_matches(['.', ')']).to_owned();
    }
    moves.retain(|mv| !mv.bytes().all(|byte| byte.is_ascii_digit()));
    Ok(moves)
}

/// The moves run together; passes, which follow from the others, are left out.
pub fn print(sheet: &Sheet) -> String {
    let names = sheet.record.moves.iter().filter_map(|mv| match mv {
        crate::Move::Disc(square) => Some(super::square_name(sheet.game.size, (*square).into())),
        crate::Move::Pass => None,
    });
    names.collect()
}
