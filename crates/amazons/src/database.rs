//! The database: both values of every subgame up to some size, packed in one file.

use crate::census::MOST_AMAZONS;
use crate::codec::Model;
use crate::codes::Codes;
use crate::ground::{Apart, Parts, digits_of};
use crate::keys::Keys;
use crate::position::Position;
use crate::regions::{Region, split};
use crate::rows::Rows;
use crate::shape::{MOST_CELLS, Place, Places, Shape, components};
use crate::value::Value;
use arrayvec::ArrayVec;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use yomikiri_core::checked::Fields;
use yomikiri_core::{Context, Error, Result};
use yomikiri_search::{Archive, par_chunks};

/// A database in a file.
pub struct Database {
    archive: Archive,
    cells: usize,
    codes: Codes,
    model: Model,
    rows: Vec<Rows>,
    apart: Apart,
    keys: Keys,
    /// The first record of each size.
    first: Vec<usize>,
    /// The numbers of all values of a size, where they are held unpacked.
    held: Vec<OnceLock<Vec<u8>>>,
}

/// Of parts that do not fit side by side the first has at most five cells, the others three.
const SECOND_ROW: i8 = 6;

/// The name of the file with the subgames up to so many cells.
pub fn file_name(cells: usize) -> String {
    format!("amazons-{cells}.table")
}

/// What the file says that it is.
pub(crate) fn parameters(cells: usize) -> String {
    format!("amazons values cells {cells}")
}

impl Database {
    /// Opens the database of a folder with the most cells, but not more than asked for.
    pub fn open_largest(folder: &Path, most: usize) -> Result<Option<Database>> {
        let found = (1..=most).rev().map(|cells| folder.join(file_name(cells)));
        found.into_iter().find(|path| path.exists()).map(|path| Database::open(&path)).transpose()
    }

    /// Opens a database.
    pub fn open(path: &Path) -> Result<Database> {
        Database::from_archive(Archive::open(path)?)
    }

    /// The database that an archive holds.
    pub fn from_archive(archive: Archive) -> Result<Database> {
        let wrong = || Error::file(archive.path(), "is not a database of Amazons values");
        let cells = (1..=MOST_CELLS)
            .find(|cells| archive.parameters() == parameters(*cells))
            .ok_or_else(wrong)?;
        let appendix = archive.appendix();
        let mut fields = Fields::new(appendix);
        let model = fields.count().and_then(|length| fields.bytes(length)).ok_or_else(wrong)?;
        let codes = Codes::new();
        let keys = Keys::read(appendix, 4 + model.len(), cells).ok_or_else(wrong)?;
        let model = Model::from_bytes(model, &codes).ok_or_else(wrong)?;
        let apart = Apart::new(keys.counts());
        let mut first = vec![0];
        for size in 0..=cells {
            first.push(
                first[size] + if size == 0 { 0 } else { keys.counts()[size] + apart.count(size) },
            );
        }
        if first[cells + 1] != archive.records() {
            return Err(wrong());
        }
        let rows = (0..=cells).map(Rows::new).collect();
        let held = (0..=cells).map(|_| OnceLock::new()).collect();
        Ok(Database { archive, cells, codes, model, rows, apart, keys, first, held })
    }

    /// The most cells that a subgame in it has.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many positions it has, mirror images apart.
    pub fn positions(&self) -> u64 {
        let of = |size: usize| self.grounds(size) as u64 * self.row_len(size) as u64;
        (1..=self.cells).map(of).sum()
    }

    /// The file.
    pub fn path(&self) -> PathBuf {
        self.archive.path().to_owned()
    }

    /// Bytes of the file.
    pub fn file_len(&self) -> u64 {
        self.archive.file_len()
    }

    /// What a position is worth, played as one subgame. `None` if it is too large, or has too many
    /// amazons; dead cells do not count.
    pub fn value_of(&self, position: &Position) -> Result<Option<Value>> {
        let regions = split(position).regions;
        let cells: Vec<_> = regions.iter().flat_map(Region::contents).collect();
        self.value(&cells)
    }

    /// What a subgame is worth, its cells given with what stands on them: nothing, a black amazon
    /// (`Some(true)`) or a white one. It may lie in several parts. `None` if it is too large, or
    /// has too many amazons.
    pub fn value(&self, cells: &[(Place, Option<bool>)]) -> Result<Option<Value>> {
        // Dead cells do not count, so there may be more of them than a shape has.
        if cells.len() > MOST_CELLS {
            return Ok(None);
        }
        let places: Places = cells.iter().map(|(place, _)| *place).collect();
        struct Found {
            part: (u8, u32),
            shape: Shape,
            black: u16,
            white: u16,
        }
        let mut found: ArrayVec<Found, MOST_CELLS> = ArrayVec::new();
        for part in components(&places).iter().filter(|part| part.len() > 1) {
            if part.len() > self.cells {
                return Ok(None);
            }
            let at: Places = part.iter().map(|index| places[usize::from(*index)]).collect();
            let normal = Shape::normal(&at);
            let Some(number) = self.keys.find(self.archive.appendix(), normal.shape) else {
                return Err(Error::file(self.archive.path(), "lacks a shape"));
            };
            let of = |black: bool| {
                part.iter()
                    .zip(&normal.cells)
                    .filter(|(index, _)| cells[usize::from(**index)].1 == Some(black))
                    .fold(0_u16, |set, (_, cell)| set | 1 << cell)
            };
            let (black, white, part) = (of(true), of(false), (part.len() as u8, number));
            found.push(Found { part, shape: normal.shape, black, white });
        }
        found.sort_unstable_by_key(|found| std::cmp::Reverse(found.part));
        let parts: Parts = found.iter().map(|found| found.part).collect();
        let size: usize = parts.iter().map(|(size, _)| usize::from(*size)).sum();
        if size == 0 {
            return Ok(Some(Value::new(None, None)));
        }
        let Some(number) = self.apart.number(&parts) else { return Ok(None) };
        let digits = digits_of(found.iter().map(|found| found.shape));
        let (mut black, mut white, mut before) = (0_u16, 0_u16, 0);
        for found in &found {
            for cell in 0..usize::from(found.part.0) {
                let digit = digits[before + cell];
                black |= (found.black >> cell & 1) << digit;
                white |= (found.white >> cell & 1) << digit;
            }
            before += usize::from(found.part.0);
        }
        if black.count_ones().max(white.count_ones()) as usize > MOST_AMAZONS {
            return Ok(None);
        }
        Ok(Some(match white.count_ones() > black.count_ones() {
            true => -self.look_up(size, number, white, black)?,
            false => self.look_up(size, number, black, white)?,
        }))
    }

    /// How many grounds of so many cells there are, those in several parts included.
    pub fn grounds(&self, size: usize) -> usize {
        self.first[size + 1] - self.first[size]
    }

    /// How many values a ground of so many cells has.
    pub fn row_len(&self, size: usize) -> usize {
        self.rows[size].len()
    }

    /// All values of a ground, in the order of the file.
    pub fn unpack(&self, size: usize, ground: usize) -> Result<Vec<Value>> {
        let value =
            |number: &u8| self.codes.value(*number).ok_or_else(|| self.damaged(size, ground));
        self.numbers(size, ground)?.iter().map(value).collect()
    }

    /// Holds all values of a size unpacked, a byte each, for those who ask for very many. `None` if
    /// stopped.
    pub fn hold(&self, size: usize, context: &Context) -> Result<Option<()>> {
        let pieces = par_chunks(context, "unpacking", self.grounds(size), 64, |range| {
            let numbers: Result<Vec<Vec<u8>>> =
                range.map(|ground| self.numbers(size, ground)).collect();
            numbers.map(|numbers| numbers.concat())
        });
        let Some(pieces) = pieces else { return Ok(None) };
        let whole = pieces.into_iter().collect::<Result<Vec<_>>>()?.concat();
        // Whoever was first holds the same.
        let _ = self.held[size].set(whole);
        Ok(Some(()))
    }

    fn damaged(&self, size: usize, ground: usize) -> Error {
        let record = self.first[size] + ground;
        Error::file(self.archive.path(), format!("block {record} is damaged"))
    }

    /// The numbers of all values of a ground.
    fn numbers(&self, size: usize, ground: usize) -> Result<Vec<u8>> {
        let rows = &self.rows[size];
        let packed = self.archive.record(self.first[size] + ground)?;
        let mut all = Vec::with_capacity(rows.len());
        let mut numbers = Vec::new();
        for group in 0..rows.groups().len() {
            self.unpack_group(packed, rows, group, &mut numbers)
                .ok_or_else(|| self.damaged(size, ground))?;
            all.append(&mut numbers);
        }
        Ok(all)
    }

    fn unpack_group(
        &self,
        packed: &[u8],
        rows: &Rows,
        group: usize,
        numbers: &mut Vec<u8>,
    ) -> Option<()> {
        let templates = rows.groups()[group].iter().map(|black| rows.row(*black));
        self.model.unpack(templates, nth_group(packed, rows, group)?, numbers)
    }

    /// The subgame at a place among the values of a ground, laid on ten by ten.
    pub fn subgame(&self, size: usize, ground: usize, place: usize) -> Vec<(Place, Option<bool>)> {
        let parts = self.apart.parts(self.keys.counts(), size, ground as u32);
        let shapes = parts.iter().map(|(size, number)| {
            self.keys.shape(self.archive.appendix(), usize::from(*size), *number as usize)
        });
        let digits = digits_of(shapes.clone());
        // Side by side, and in a second row, below the largest part, what does not fit in one.
        let (mut places, mut corner) = (Vec::new(), (0, 0));
        for shape in shapes {
            let own = shape.places();
            let width = 1 + own.iter().map(|(x, _)| *x).max().unwrap_or(0);
            if corner.0 + width > MOST_CELLS as i8 {
                corner = (0, SECOND_ROW);
            }
            places.extend(own.iter().map(|(x, y)| (x + corner.0, y + corner.1)));
            corner.0 += 1 + width;
        }
        let (black, white) = self.rows[size].position(place);
        let stands = |digit: u8| match (black >> digit & 1, white >> digit & 1) {
            (1, _) => Some(true),
            (_, 1) => Some(false),
            _ => None,
        };
        places.into_iter().zip(digits).map(|(place, digit)| (place, stands(digit))).collect()
    }

    fn look_up(&self, size: usize, number: u32, black: u16, white: u16) -> Result<Value> {
        let (rows, ground) = (&self.rows[size], number as usize);
        let (group, place) = rows.place(black, white);
        let found = match self.held[size].get() {
            Some(held) => held.get(ground * rows.len() + rows.start(group) + place).copied(),
            None => {
                let packed = self.archive.record(self.first[size] + ground)?;
                let mut numbers = Vec::new();
                self.unpack_group(packed, rows, group, &mut numbers)
                    .and_then(|()| numbers.get(place).copied())
            }
        };
        let value = found.and_then(|number| self.codes.value(number));
        value.ok_or_else(|| self.damaged(size, ground))
    }
}

fn nth_group<'a>(record: &'a [u8], rows: &Rows, group: usize) -> Option<&'a [u8]> {
    let (lengths, bytes) = record.split_at_checked(2 * (rows.groups().len() - 1))?;
    let length = |n: usize| usize::from(u16::from_le_bytes([lengths[2 * n], lengths[2 * n + 1]]));
    let start = (0..group).map(length).sum();
    match group + 1 == rows.groups().len() {
        true => bytes.get(start..),
        false => bytes.get(start..start + length(group)),
    }
}
