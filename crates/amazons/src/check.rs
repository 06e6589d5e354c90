//! Checks a database against the rules, by code that shares nothing with what worked it out but
//! the rules themselves: a sample read to the end, or every value from what the database says of
//! the positions that its moves lead to, which is as good if all of them hold.

use crate::board::Board;
use crate::cells::Cells;
use crate::database::Database;
use crate::plain::Plain;
use crate::position::Position;
use crate::shape::{MOST_CELLS, Place};
use crate::value::Value;
use std::sync::Mutex;
use yomikiri_core::{Context, Error, Result, Side};
use yomikiri_search::par_ordered;

/// Positions that a sample has, of each size.
const SAMPLE: u64 = 400;
/// Shapes that a thread takes at a time.
const STRIDE: usize = 16;

/// What a check found.
pub enum Checked {
    /// Nothing wrong: so many values unpacked, and so many of them worked out again.
    Sound {
        /// Values unpacked.
        values: u64,
        /// Values compared with the rules.
        compared: u64,
    },
    /// Something wrong.
    Unsound {
        /// What it is.
        problem: String,
    },
    /// It was stopped.
    Stopped,
}

/// A position with these cells.
pub fn position(cells: &[(Place, Option<bool>)]) -> Option<Position> {
    let board = Board::new(MOST_CELLS, MOST_CELLS)?;
    let square = |place: &Place| board.square(place.0 as usize, place.1 as usize);
    let mut position = Position {
        board,
        black: Cells::EMPTY,
        white: Cells::EMPTY,
        blocked: board.full(),
        to_move: Side::First,
    };
    for (place, stands) in cells {
        let square = square(place)?;
        position.blocked.remove(square);
        match stands {
            Some(true) => position.black.insert(square),
            Some(false) => position.white.insert(square),
            None => {}
        }
    }
    Some(position)
}

/// What a position is worth by its moves and what the database says of what they lead to.
fn by_one_ply(database: &Database, position: &Position) -> Result<Option<Value>> {
    let begun_by = |side: Side| -> Result<Option<Option<i8>>> {
        let position = Position { to_move: side, ..*position };
        let mut next = Vec::new();
        position.each_move(|mv| next.push(position.play(mv)));
        let mut best = None;
        for next in next {
            let Some(value) = database.value_of(&next)? else { return Ok(None) };
            let score = match side {
                Side::First => value.white_to_move() + 1,
                Side::Second => value.black_to_move() - 1,
            };
            best = Some(match (best, side) {
                (None, _) => score,
                (Some(best), Side::First) => score.max(best),
                (Some(best), Side::Second) => score.min(best),
            });
        }
        Ok(Some(best))
    };
    let (Some(black), Some(white)) = (begun_by(Side::First)?, begun_by(Side::Second)?) else {
        return Ok(None);
    };
    Ok(Some(Value::new(black, white)))
}

/// Unpacks every block, and works values out again: a sample of each size from the rules alone, or
/// if `full` is asked for all of them, each from the values that its moves lead to.
pub fn check(database: &Database, full: bool, context: &Context) -> Result<Checked> {
    let (mut values, mut compared) = (0, 0);
    let plain = Mutex::new(Plain::default());
    for size in 1..=database.cells() {
        // A full check asks for every value many times.
        if full && database.hold(size - 1, context)?.is_none() {
            return Ok(Checked::Stopped);
        }
        let count = database.grounds(size);
        // Every so many positions, the same ones every time.
        let every = (database.row_len(size) as u64 * count as u64 / SAMPLE).max(1);
        let work = |_: &mut (), range: std::ops::Range<usize>| -> Result<(u64, u64)> {
            let (mut values, mut compared) = (0, 0);
            for ground in range {
                let row = database.unpack(size, ground)?;
                let first = (ground * row.len()) as u64;
                for (place, value) in row.iter().enumerate() {
                    values += 1;
                    if !full && !(first + place as u64).is_multiple_of(every) {
                        continue;
                    }
                    let cells = database.subgame(size, ground, place);
                    let position = position(&cells).expect("subgames are laid on ten by ten");
                    let again = match full {
                        true => by_one_ply(database, &position)?,
                        false => {
                            let mut plain =
                                plain.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                            if plain.remembered() > plain.limit / 2 {
                                *plain = Plain::default();
                            }
                            plain.value(&position)
                        }
                    };
                    if again != Some(*value) {
                        let text = crate::notation::rows(&position);
                        let again = again.map_or("unknown".into(), |again| again.to_string());
                        let problem = format!("{text} is {again}, but {value} is in the table");
                        return Err(Error::file(database.path(), problem));
                    }
                    compared += 1;
                }
            }
            Ok((values, compared))
        };
        let mut problem = None;
        let take = |found: Result<(u64, u64)>| match found {
            Ok((more, again)) => {
                values += more;
                compared += again;
                true
            }
            Err(error) => {
                problem = Some(error);
                false
            }
        };
        let stage = format!("checking {size} cells");
        let done = par_ordered(context, &stage, 0..count, STRIDE, || (), work, take);
        match problem {
            Some(Error::File { problem, .. }) => return Ok(Checked::Unsound { problem }),
            Some(error) => return Err(error),
            None if !done => return Ok(Checked::Stopped),
            None => {}
        }
    }
    Ok(Checked::Sound { values, compared })
}
