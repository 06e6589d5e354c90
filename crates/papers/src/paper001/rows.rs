//! One row: a question, and its answer.

use super::kinds::{Kind, SEED, Subgame};
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::path::Path;
use yomikiri_amazons::bounds::{Rule, lower, pair_lower, pair_upper, upper};
use yomikiri_amazons::census::{self, MATERIALS};
use yomikiri_amazons::database::{Database, file_name};
use yomikiri_amazons::scorer::Scorer;
use yomikiri_amazons::shape::Catalogue;
use yomikiri_amazons::{Position, Value};
use yomikiri_core::{Context, Error, Result, Side, files};
use yomikiri_search::par_ordered;

/// Sums that a thread takes at a time.
const STRIDE: usize = 16;

/// Table 3: for each of the paper's materials the counts for 1, 2, ... cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Census {
    pub(super) counts: Vec<Vec<u64>>,
}

impl Finding for Census {
    fn settled(&self) -> bool {
        !self.counts.is_empty()
    }

    fn nodes(&self) -> u64 {
        0
    }
}

impl Census {
    pub(super) fn asked(cells: usize) -> Json {
        json!({ "question": "census", "cells": cells })
    }

    pub(super) fn find(cells: usize, context: &Context) -> Result<Census> {
        let mut counts = vec![Vec::new(); MATERIALS.len()];
        let Some(catalogue) = Catalogue::new(cells, context) else {
            return Ok(Census { counts: Vec::new() });
        };
        for size in 1..=cells {
            let Some(found) = census::of_size(&catalogue, size, context) else {
                return Ok(Census { counts: Vec::new() });
            };
            for (row, (black, white)) in counts.iter_mut().zip(MATERIALS) {
                row.push(found[black][white]);
            }
        }
        Ok(Census { counts })
    }

    /// The subgames up to so many cells, as the paper counts them.
    pub(super) fn up_to(&self, cells: usize) -> u64 {
        self.counts.iter().flat_map(|row| row.iter().take(cells)).sum()
    }
}

/// A database made, or found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Stored {
    pub(super) cells: usize,
    pub(super) bytes: u64,
    /// Values in the file: mirror images apart, and grounds in several parts too.
    pub(super) values: u64,
    /// Whether an earlier, interrupted run did part of it, so that its time says nothing.
    pub(super) resumed: bool,
}

impl Finding for Stored {
    fn settled(&self) -> bool {
        self.bytes > 0
    }

    fn nodes(&self) -> u64 {
        self.values
    }
}

impl Stored {
    pub(super) fn asked(cells: usize) -> Json {
        json!({ "question": "database", "cells": cells })
    }

    pub(super) fn find(cells: usize, folder: &Path, context: &Context) -> Result<Stored> {
        files::prepare_folder(folder, "tables")?;
        let Some(built) = Database::build(cells, folder, context)? else {
            return Ok(Stored { cells, bytes: 0, values: 0, resumed: false });
        };
        let bytes = Database::open(&folder.join(file_name(cells)))?.file_len();
        Ok(Stored { cells, bytes, values: built.positions, resumed: built.resumed > 0 })
    }
}

/// Tables 4, 5 and 6: sums of two, the bounds against the score.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Pairs {
    pub(super) sums: u64,
    /// Lower bound equal, below, unknown, by upper bound equal, above, unknown.
    pub(super) grid: [[u64; 3]; 3],
    /// How often the lower bound and the upper bound differ by 1, 2, ..., where they do.
    pub(super) differences: [Vec<u64>; 2],
    /// Bounds on the wrong side of the score.
    pub(super) broken: u64,
    /// Sums in which no best move of a part is a best move of the sum; and those of them where
    /// the lower bound is known and below the score.
    pub(super) elsewhere: u64,
    pub(super) elsewhere_below: u64,
    /// Who wins each, Black moving first: `X` or `O`.
    pub(super) winners: String,
}

impl Finding for Pairs {
    fn settled(&self) -> bool {
        self.sums > 0
    }

    fn nodes(&self) -> u64 {
        0
    }
}

/// What comes of one sum of two.
struct Pair {
    low: Option<i32>,
    high: Option<i32>,
    score: i32,
    elsewhere: bool,
}

impl Pair {
    fn find(parts: &[Position], scorer: &mut Scorer) -> Option<Pair> {
        let values: Option<Vec<Value>> = parts.iter().map(|part| scorer.value(part)).collect();
        let [one, other] = values?[..] else { return None };
        Some(Pair {
            low: pair_lower(one, other),
            high: pair_upper(one, other),
            score: scorer.score(parts, Side::First)?,
            elsewhere: !scorer.keeps_with_a_best_move_of_a_part(parts, Side::First)?,
        })
    }
}

pub(super) fn asked(kind: &Kind, sums: usize) -> Json {
    json!({ "question": "sums", "parts": kind.parts, "sums": sums, "seed": SEED })
}

impl Pairs {
    pub(super) fn find(kind: &Kind, sums: usize, context: &Context) -> Result<Pairs> {
        let Some(catalogue) = Catalogue::new(kind.cells(), context) else {
            return Ok(Pairs::default());
        };
        let drawn = kind.draw(sums, &catalogue);
        let work = |scorer: &mut Scorer, range: std::ops::Range<usize>| {
            let parts = |sum: &Vec<Subgame>| sum.iter().map(Subgame::position).collect::<Vec<_>>();
            drawn[range].iter().map(|sum| Pair::find(&parts(sum), scorer)).collect::<Vec<_>>()
        };
        let (mut pairs, mut failed) = (Pairs::default(), false);
        let keep = |found: Vec<Option<Pair>>| {
            for pair in found {
                match pair {
                    Some(pair) => pairs.add(&pair),
                    None => failed = true,
                }
            }
            !failed
        };
        let done = par_ordered(context, "sums", 0..sums, STRIDE, Scorer::new, work, keep);
        if failed {
            return Err(Error::refused("a sum falls into too many regions"));
        }
        Ok(if done { pairs } else { Pairs::default() })
    }

    fn add(&mut self, pair: &Pair) {
        let column = |bound: Option<i32>| match bound {
            Some(bound) if bound == pair.score => 0,
            Some(_) => 1,
            None => 2,
        };
        self.sums += 1;
        self.grid[column(pair.low)][column(pair.high)] += 1;
        let off = [pair.low.map(|low| pair.score - low), pair.high.map(|high| high - pair.score)];
        for (differences, off) in self.differences.iter_mut().zip(off) {
            match off {
                Some(1..) => {
                    let place = off.map_or(0, |off| off as usize - 1);
                    if differences.len() <= place {
                        differences.resize(place + 1, 0);
                    }
                    differences[place] += 1;
                }
                Some(..0) => self.broken += 1,
                Some(0) | None => {}
            }
        }
        self.elsewhere += u64::from(pair.elsewhere);
        let below = pair.low.is_some_and(|low| low < pair.score);
        self.elsewhere_below += u64::from(pair.elsewhere && below);
        self.winners.push(if pair.score > 0 { 'X' } else { 'O' });
    }

    /// Sums with some bound.
    pub(super) fn bounded(&self) -> u64 {
        self.sums - self.grid[2][2]
    }
}

/// Values from a database, those of larger subgames from all moves in them.
pub(super) struct Values(Database);

impl Values {
    /// Opens the database of so many cells or fewer, and makes it if there is none. `None` if
    /// stopped.
    pub(super) fn open(cells: usize, folder: &Path, context: &Context) -> Result<Option<Values>> {
        let path = folder.join(file_name(cells));
        if !path.exists() && !Stored::find(cells, folder, context)?.settled() {
            return Ok(None);
        }
        Ok(Some(Values(Database::open(&path)?)))
    }

    pub(super) fn of(&self, position: &Position) -> Result<Value> {
        let board = position.board;
        // Parts without amazons are nothing.
        let alive = board.parts(board.full() - position.blocked);
        let alive = alive.filter(|part| part.meets(position.black | position.white));
        let cells: Vec<_> = alive
            .flatten()
            .map(|square| {
                let stands = match () {
                    _ if position.black.contains(square) => Some(true),
                    _ if position.white.contains(square) => Some(false),
                    _ => None,
                };
                ((board.column(square) as i8, board.row(square) as i8), stands)
            })
            .collect();
        if let Some(value) = self.0.value(&cells)? {
            return Ok(value);
        }
        let begun_by = |side: Side| -> Result<Option<i8>> {
            let position = Position { to_move: side, ..*position };
            let mut next = Vec::new();
            position.each_move(|mv| next.push(position.play(mv)));
            let mut best = None;
            for next in next {
                let value = self.of(&next)?;
                let score = match side {
                    Side::First => 1 + value.white_to_move(),
                    Side::Second => value.black_to_move() - 1,
                };
                best = Some(best.map_or(score, |best: i8| match side {
                    Side::First => best.max(score),
                    Side::Second => best.min(score),
                }));
            }
            Ok(best)
        };
        Ok(Value { black_first: begun_by(Side::First)?, white_first: begun_by(Side::Second)? })
    }

    /// The values of the parts of many sums. `None` if stopped.
    pub(super) fn of_all(
        &self,
        sums: &[Vec<Subgame>],
        context: &Context,
    ) -> Result<Option<Vec<Vec<Value>>>> {
        let work = |(): &mut (), range: std::ops::Range<usize>| {
            let of = |subgame: &Subgame| self.of(&subgame.position());
            let sum = |sum: &Vec<Subgame>| sum.iter().map(of).collect::<Result<Vec<Value>>>();
            sums[range].iter().map(sum).collect::<Result<Vec<_>>>()
        };
        let (mut values, mut problem) = (Vec::new(), None);
        let keep = |found: Result<Vec<Vec<Value>>>| {
            match found {
                Ok(found) => values.extend(found),
                Err(error) => problem = Some(error),
            }
            problem.is_none()
        };
        let done = par_ordered(context, "values", 0..sums.len(), STRIDE, || (), work, keep);
        match problem {
            Some(problem) => Err(problem),
            None => Ok(done.then_some(values)),
        }
    }
}

/// Tables 7, 8 and 9: sums of four, and which bounds there are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Fours {
    pub(super) printed: Known,
    pub(super) sound: Known,
    /// Sums where the printed rule claims more than the corrected one.
    pub(super) doubtful: u64,
    /// Where scores were found, the sums whose score lies beyond a bound: as printed, corrected.
    pub(super) broken: Option<[u64; 2]>,
}

/// Four subgames of more cells than this are not read to the end.
const SCORED: usize = 6;

/// Which bounds a rule knows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Known {
    pub(super) both: u64,
    pub(super) only_lower: u64,
    pub(super) only_upper: u64,
    pub(super) neither: u64,
    /// Of those with both, where three parts or more have moves for one side only.
    pub(super) both_one_sided: u64,
    /// Lower bounds above, at and below 0; upper ones too.
    pub(super) lower_signs: [u64; 3],
    pub(super) upper_signs: [u64; 3],
}

impl Finding for Fours {
    fn settled(&self) -> bool {
        self.printed.sums() > 0
    }

    fn nodes(&self) -> u64 {
        0
    }
}

impl Known {
    pub(super) fn sums(&self) -> u64 {
        self.bounded() + self.neither
    }

    pub(super) fn bounded(&self) -> u64 {
        self.both + self.only_lower + self.only_upper
    }

    fn add(&mut self, rule: Rule, values: &[Value]) {
        let (low, high) = (lower(rule, values, Side::First), upper(rule, values, Side::First));
        let place = |bound: i32| match bound {
            1.. => 0,
            0 => 1,
            _ => 2,
        };
        if let Some(low) = low {
            self.lower_signs[place(low)] += 1;
        }
        if let Some(high) = high {
            self.upper_signs[place(high)] += 1;
        }
        match (low, high) {
            (Some(_), Some(_)) => {
                let open =
                    |value: &&Value| value.black_first.is_some() && value.white_first.is_some();
                self.both += 1;
                self.both_one_sided += u64::from(values.iter().filter(open).count() <= 1);
            }
            (Some(_), None) => self.only_lower += 1,
            (None, Some(_)) => self.only_upper += 1,
            (None, None) => self.neither += 1,
        }
    }
}

impl Fours {
    pub(super) fn find(
        kind: &Kind,
        sums: usize,
        (cells, folder): (usize, &Path),
        context: &Context,
    ) -> Result<Fours> {
        let Some(catalogue) = Catalogue::new(kind.cells(), context) else {
            return Ok(Fours::default());
        };
        let Some(values) = Values::open(cells, folder, context)? else {
            return Ok(Fours::default());
        };
        let drawn = kind.draw(sums, &catalogue);
        let Some(values) = values.of_all(&drawn, context)? else { return Ok(Fours::default()) };
        let mut found = Fours::default();
        for values in &values {
            found.printed.add(Rule::Paper, values);
            found.sound.add(Rule::Sound, values);
            found.doubtful += u64::from(is_doubtful(values));
        }
        if kind.cells() <= SCORED {
            found.broken = beyond(&drawn, &values, context)?;
            if found.broken.is_none() {
                return Ok(Fours::default());
            }
        }
        Ok(found)
    }
}

/// The bounds of a rule, Black to move.
fn bounds(rule: Rule, values: &[Value]) -> (Option<i32>, Option<i32>) {
    (lower(rule, values, Side::First), upper(rule, values, Side::First))
}

fn is_doubtful(values: &[Value]) -> bool {
    let (printed, sound) = (bounds(Rule::Paper, values), bounds(Rule::Sound, values));
    printed.0.is_some_and(|low| sound.0.is_none_or(|sound| sound < low))
        || printed.1.is_some_and(|high| sound.1.is_none_or(|sound| sound > high))
}

/// How many sums have a score beyond a bound, as printed and corrected. `None` if stopped.
fn beyond(
    sums: &[Vec<Subgame>],
    values: &[Vec<Value>],
    context: &Context,
) -> Result<Option<[u64; 2]>> {
    let work = |scorer: &mut Scorer, range: std::ops::Range<usize>| {
        let mut broken = [0; 2];
        for (sum, values) in sums[range.clone()].iter().zip(&values[range]) {
            let parts: Vec<Position> = sum.iter().map(Subgame::position).collect();
            let score = scorer.score(&parts, Side::First)?;
            for (broken, rule) in broken.iter_mut().zip([Rule::Paper, Rule::Sound]) {
                let (low, high) = bounds(rule, values);
                let holds = low.is_none_or(|low| low <= score);
                *broken += u64::from(!holds || high.is_some_and(|high| high < score));
            }
        }
        Some(broken)
    };
    let mut broken = Some([0; 2]);
    let keep = |found: Option<[u64; 2]>| {
        let both = broken.zip(found);
        broken = both.map(|(sum, more)| [sum[0] + more[0], sum[1] + more[1]]);
        broken.is_some()
    };
    let done = par_ordered(context, "scores", 0..sums.len(), STRIDE, Scorer::new, work, keep);
    match broken {
        None => Err(Error::refused("a sum falls into too many regions")),
        found => Ok(found.filter(|_| done)),
    }
}
