//! What is known about positions: from tables as far as there are any, and worked out otherwise.

use crate::bounds;
use crate::database::Database;
use crate::form_file::FormFile;
use crate::position::{Move, Position};
use crate::reader::Reader;
use crate::regions::{Region, split};
use crate::scorer::Scorer;
use crate::shape::MOST_CELLS;
use crate::value::Value;
use std::collections::HashSet;
use std::path::Path;
use yomikiri_cgt::{Form, Forms, Sums};
use yomikiri_core::{Context, Result, Side};

/// The form of a region with more empty cells is not tried; with a file of forms to fall back on,
/// larger ones are in reach.
const MOST_EMPTY: usize = 9;
const MOST_EMPTY_WITH_FILE: usize = 11;
/// Regions that may be met for the form of one region.
const MOST_REGIONS: u64 = 30_000;
/// Alternating scores are not tried where a region has more empty cells.
const MOST_EMPTY_FOR_SCORE: usize = 10;
/// Regions and sums that may be looked into for one alternating score.
const MOST_STEPS: u64 = 200_000;

/// Options of game trees kept for alternating scores, less than a gigabyte.
const MOST_OPTIONS: usize = 6_000_000;

/// Tables, and all that has been worked out so far.
pub struct Known {
    database: Option<Database>,
    reader: Reader,
    sums: Sums,
    scorer: Scorer,
    most_empty: usize,
    /// Regions whose forms were tried in vain.
    given_up: HashSet<Region>,
}

/// What is known of one region.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The region.
    pub region: Region,
    /// Its pair (a|b), if that is in reach.
    pub value: Option<Value>,
    /// Its canonical form, if that is in reach.
    pub form: Option<Form>,
}

impl Known {
    /// With the tables of a folder, as far as it has any.
    pub fn new(folder: Option<&Path>) -> Result<Known> {
        let (database, file) = match folder {
            Some(folder) => {
                (Database::open_largest(folder, MOST_CELLS)?, FormFile::open_largest(folder)?)
            }
            None => (None, None),
        };
        let most_empty = if file.is_some() { MOST_EMPTY_WITH_FILE } else { MOST_EMPTY };
        let (reader, sums, scorer) =
            (Reader::new(file), Sums::new(), Scorer::with_room(MOST_OPTIONS));
        let given_up = HashSet::new();
        Ok(Known { database, reader, sums, scorer, most_empty, given_up })
    }

    /// Whether it has met so much that it had better forget all of it.
    pub(crate) fn is_large(&self) -> bool {
        const MOST_MET: usize = 200_000;
        const MOST_SUMS: u64 = 4_000_000;
        self.regions_met().max(self.forms().len()).max(self.given_up.len()) > MOST_MET
            || self.sums_met() > MOST_SUMS
    }

    /// The forms met so far.
    pub fn forms(&self) -> &Forms {
        self.reader.forms()
    }

    /// How many regions were met so far.
    pub fn regions_met(&self) -> usize {
        self.reader.regions()
    }

    /// How many sums were looked at so far.
    pub fn sums_met(&self) -> u64 {
        self.sums.nodes()
    }

    /// The pair (a|b) of a position played as one subgame; `None` if that is out of reach.
    pub fn value(&mut self, position: &Position, context: &Context) -> Result<Option<Value>> {
        if let Some(database) = &self.database
            && let Some(value) = database.value_of(position)?
        {
            return Ok(Some(value));
        }
        if !has_few_empty(position) {
            return Ok(None);
        }
        self.scorer.allow(MOST_STEPS, context);
        Ok(self.scorer.value(position))
    }

    /// What every move of a side that begins makes of a position that is played as one subgame,
    /// by looking one ply ahead: Black's moves less White's. `None` where that is out of reach.
    pub fn move_values(
        &mut self,
        position: &Position,
        side: Side,
        context: &Context,
    ) -> Result<Vec<(Move, Option<i8>)>> {
        let position = Position { to_move: side, ..*position };
        let mut moves = Vec::new();
        position.each_move(|mv| moves.push(mv));
        let valued = moves.into_iter().map(|mv| {
            let value = self.value(&position.play(mv), context)?;
            let score = value.map(|value| match side {
                Side::First => 1 + value.white_to_move(),
                Side::Second => value.black_to_move() - 1,
            });
            Ok((mv, score))
        });
        valued.collect()
    }

    /// The exact score of a position, all its regions together and both sides in turn: Black's
    /// moves less White's. `None` if that is out of reach.
    pub fn score(&mut self, position: &Position, side: Side, context: &Context) -> Option<i32> {
        if !has_few_empty(position) {
            return None;
        }
        self.scorer.allow(MOST_STEPS, context);
        self.scorer.score(&[*position], side)
    }

    /// The form of a region; `None` if it is too large, or the context stopped the work.
    pub fn form(&mut self, region: &Region, context: &Context) -> Result<Option<Form>> {
        if empty(region) > self.most_empty || self.given_up.contains(region) {
            return Ok(None);
        }
        self.reader.allow(MOST_REGIONS);
        let form = self.reader.region(region, context)?;
        if form.is_none() {
            self.given_up.insert(*region);
        }
        Ok(form)
    }

    /// The forms of all regions of a position; `None` if one is too large.
    pub fn parts(&mut self, position: &Position, context: &Context) -> Result<Option<Vec<Form>>> {
        split(position).regions.iter().map(|region| self.form(region, context)).collect()
    }

    /// What is known of each region of a position.
    pub fn about(&mut self, position: &Position, context: &Context) -> Result<Vec<About>> {
        let about = |region: Region| {
            let value = self.value(&region.position(Side::First), context)?;
            let form = self.form(&region, context)?;
            Ok(About { region, value, form })
        };
        split(position).regions.into_iter().map(about).collect()
    }

    /// Who wins a sum of forms if this side is to move.
    pub fn winner_of(&mut self, parts: &[Form], to_move: Side) -> Side {
        let wins = self.sums.wins(self.reader.forms(), parts, to_move == Side::First);
        if wins { to_move } else { !to_move }
    }

    /// Who wins a position; `None` if a region is too large for its form.
    pub fn winner(&mut self, position: &Position, context: &Context) -> Result<Option<Side>> {
        let parts = self.parts(position, context)?;
        Ok(parts.map(|parts| self.winner_of(&parts, position.to_move)))
    }

    /// The bounds on the score that follow from the values of the regions alone, by the paper's
    /// rule or the sound one.
    pub fn bounds(
        about: &[About],
        rule: bounds::Rule,
        to_move: Side,
    ) -> (Option<i32>, Option<i32>) {
        let values: Option<Vec<Value>> = about.iter().map(|about| about.value).collect();
        values.map_or((None, None), |values| {
            (bounds::lower(rule, &values, to_move), bounds::upper(rule, &values, to_move))
        })
    }
}

/// How many empty cells a region has.
fn empty(region: &Region) -> usize {
    (region.cells - (region.black | region.white)).count()
}

/// Whether no region is too large for an alternating score.
fn has_few_empty(position: &Position) -> bool {
    split(position).regions.iter().all(|region| empty(region) <= MOST_EMPTY_FOR_SCORE)
}
