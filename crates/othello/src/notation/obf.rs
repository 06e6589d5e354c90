//! OBF: files of problems, a position and what its moves are worth on every line.

use super::{is_square, marks, parse_position, parse_side, side_mark, size_name, tournament_game};
use crate::position::{Move, Position};
use yomikiri_core::{Error, Game, Result};

const EXPECTED: &str = "64 squares of - X O, the side to move, and 'MOVE:SCORE;' for moves that are \
                        known, as in '--XX… X; g8:+18; h1:+12;'";

/// A position to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line that it stands on, from 1.
    pub line: usize,
    /// The position, on an 8x8 board.
    pub position: Position,
    /// What moves are worth to the side to move, as far as the file says.
    pub scores: Vec<(Move, i32)>,
}

impl Problem {
    /// The highest score in the file.
    pub fn best_score(&self) -> Option<i32> {
        self.scores.iter().map(|(_, score)| *score).max()
    }

    /// Whether a value is that of the file, and a move one of its best or one that it does not list;
    /// `None` if the file does not say.
    pub fn agrees(&self, value: i32, mv: Option<Move>) -> Option<bool> {
        let best = self.best_score()?;
        let of_move = self.scores.iter().find(|(other, _)| Some(*other) == mv);
        // Nothing is said against a move that the file does not list.
        Some(value == best && of_move.is_none_or(|(_, score)| *score == best))
    }
}

/// Reads every problem of a file's text. The error names the first line that is none.
pub fn parse(text: &str) -> Result<Vec<Problem>> {
    lines(text).map(|(_, problem)| problem).collect()
}

/// Every problem of a file's text with its number, or why its line is none; empty lines, and what
/// follows `%`, `#` or `//`, are passed over. An error names the line.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, Result<Problem>)> {
    let lines = (1..).zip(text.lines());
    let told = lines.filter_map(|(line, text)| parse_line(text).transpose().map(|p| (line, p)));
    (1..).zip(told).map(|(number, (line, told))| {
        let named = |error| Error::refused(format!("line {line}: {error}"));
        let problem = |(position, scores)| Problem { number, line, position, scores };
        (number, told.map(problem).map_err(named))
    })
}

/// Some moves with their scores.
type Scores = Vec<(Move, i32)>;

/// A problem's position and scores, if there is a problem on the line.
fn parse_line(text: &str) -> Result<Option<(Position, Scores)>> {
    let wrong = |problem: String| Error::notation("problem", text, problem, EXPECTED);
    const LONGEST: usize = 4096;
    let body = text.trim_start_matches('\u{feff}').split(['%', '#']).next().unwrap_or("");
    let body = body.split("//").next().unwrap_or("").trim();
    if body.is_empty() {
        return Ok(None);
    }
    if text.len() > LONGEST {
        return Err(wrong(format!("{} bytes are too many for a line", text.len())));
    }
    let (board, pairs) = split(body);
    let (size, position) = parse_position(&board).map_err(|error| match error {
        Error::Notation { problem, .. } => wrong(problem),
        other => other,
    })?;
    let game = tournament_game();
    if size != game.size {
        return Err(wrong(format!("it is on a {} board, and OBF has 8x8 only", size_name(size))));
    }
    let mut scores = Scores::new();
    for pair in pairs.split(';').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (mv, score) = pair
            .split_once(':')
            .ok_or_else(|| wrong(format!("'{}' is no move and score", pair.escape_debug())))?;
        let (mv, score) = (mv.trim(), spaceless(score));
        // Programs that write as many pairs on every line fill up with such.
        if mv == "--" && score.parse().is_ok_and(|score: i32| score.abs() > 64) {
            continue;
        }
        let mv = game.parse_move(&position, mv)?;
        let score = score.parse().ok().filter(|score| (-64..=64).contains(score));
        let score =
            score.ok_or_else(|| wrong(format!("'{}' has no score", pair.escape_debug())))?;
        match scores.iter().find(|(other, _)| *other == mv) {
            None => scores.push((mv, score)),
            Some((_, other)) if *other == score => {}
            Some(_) => {
                return Err(wrong(format!("'{}' scores a move twice", pair.escape_debug())));
            }
        }
    }
    Ok(Some((position, scores)))
}

fn spaceless(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// What stands before the pairs, and these. The usual `;` may be missing between the two, and the
/// space before the side to move.
fn split(body: &str) -> (String, &str) {
    let squares: Vec<(usize, char)> = body
        .char_indices()
        .take_while(|(_, c)| is_square(*c) || c.is_whitespace() || matches!(c, '/' | '|'))
        .filter(|(_, c)| is_square(*c))
        .collect();
    let whole = |&(at, c): &(usize, char)| body[..at + c.len_utf8()].to_owned();
    if let Some(board) = squares.get(63).map(whole) {
        let rest = body[board.len()..].trim_start();
        let end = rest.find(|c: char| c == ';' || c.is_whitespace()).unwrap_or(rest.len());
        let (side, pairs) = rest.split_at(end);
        if parse_side(side).is_some() {
            return (format!("{board} {side}"), pairs);
        }
    }
    let (board, pairs) = body.split_once(';').unwrap_or((body, ""));
    (board.into(), pairs)
}

/// A problem as a line of a file.
pub fn print(position: &Position, scores: &[(Move, i32)]) -> String {
    let game = tournament_game();
    let mut line = format!("{} {};", marks(game.size, position), side_mark(position.side));
    for (mv, score) in scores {
        line += &format!(" {}:{score:+};", game.print_move(position, *mv));
    }
    line
}
