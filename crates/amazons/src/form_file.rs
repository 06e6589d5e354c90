//! Canonical forms in a file: for every subgame that has one the number of its form, and the forms
//! themselves, each with the numbers of its options.
//!
//! A form is taken up into a [`Forms`] when it is asked for, with what its options need; so one
//! question costs little, however many forms the file has.

use crate::check::{Checked, position};
use crate::forms::{FormTables, Slots, has_form};
use crate::ground::Grounds;
use crate::keys::{self, Keys};
use crate::reader::Reader;
use crate::shape::{Catalogue, MOST_CELLS, Place, Places, Shape, components};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yomikiri_cgt::{Form, Forms};
use yomikiri_core::checked::Fields;
use yomikiri_core::hash::HashMap;
use yomikiri_core::{Context, Error, Result};
use yomikiri_search::{Archive, ArchiveWriter};

/// The name of the file with the forms of subgames up to so many cells.
pub fn file_name(cells: usize) -> String {
    format!("amazons-forms-{cells}.table")
}

/// What the file says that it is.
fn parameters(cells: usize) -> String {
    format!("amazons forms cells {cells}")
}

/// Forms in a record.
const FORMS: usize = 4096;
/// Numbers of forms in a record of shapes, about.
const NUMBERS: usize = 16384;
const LEVEL: i32 = 3;
/// Bytes of a number.
const WIDTH: usize = 3;
/// Subgames of each size that a check works out again.
const SAMPLE: u64 = 200;
/// Unpacked records that are kept.
const KEPT: usize = 64;

/// Whether the file has the forms of subgames of so many cells with so many amazons itself; it has
/// those where White has more by exchanging the colours.
fn is_kept(cells: usize, black: usize, white: usize) -> bool {
    has_form(cells, black, white) && black >= white
}

fn kept_slots(cells: usize) -> Slots {
    Slots::new(cells, |black, white| is_kept(cells, black, white))
}

fn shapes_a_record(slots: &Slots) -> usize {
    (NUMBERS / slots.len().max(1)).max(1)
}

/// A file of forms.
pub struct FormFile {
    archive: Archive,
    keys: Keys,
    /// How many forms there are.
    count: usize,
    slots: Vec<Slots>,
    /// The first record of each size.
    first: Vec<usize>,
    /// What was taken up, by number.
    taken: HashMap<u32, Form>,
    recent: VecDeque<(usize, Arc<Vec<u32>>)>,
}

/// Numbers as bytes: all lowest ones first, then the next.
fn spread(numbers: &[u32]) -> Vec<u8> {
    (0..WIDTH).flat_map(|byte| numbers.iter().map(move |n| (n >> (8 * byte)) as u8)).collect()
}

fn gather(bytes: &[u8]) -> Option<Vec<u32>> {
    let count = bytes.len() / WIDTH;
    let byte = |n: usize, byte: usize| u32::from(bytes[byte * count + n]) << (8 * byte);
    bytes
        .len()
        .is_multiple_of(WIDTH)
        .then(|| (0..count).map(|n| (0..WIDTH).map(|b| byte(n, b)).sum()).collect())
}

/// What was made.
#[derive(Clone, Copy, Debug)]
pub struct BuiltForms {
    /// Different forms.
    pub forms: usize,
    /// Subgames whose forms are in the file, mirror images apart.
    pub positions: u64,
}

impl FormFile {
    /// Works out all forms and writes them. `None` if stopped.
    pub fn build(cells: usize, folder: &Path, context: &Context) -> Result<Option<BuiltForms>> {
        let path = folder.join(file_name(cells));
        ArchiveWriter::check_free(&path)?;
        let Some(catalogue) = Catalogue::new(cells, context) else { return Ok(None) };
        let grounds = Grounds::new(catalogue);
        let Some(tables) = FormTables::new(&grounds, cells, context) else {
            return Ok(None);
        };
        let count = tables.forms().len();
        if count >> (8 * WIDTH) != 0 {
            return Err(Error::refused("there are more forms than numbers for them"));
        }
        let mut appendix = (count as u32).to_le_bytes().to_vec();
        appendix.extend(keys::write(grounds.catalogue()));
        let mut writer = ArchiveWriter::anew(&path, &parameters(cells), appendix)?;
        let mut put = |numbers: &[u32]| {
            let packed = zstd::bulk::compress(&spread(numbers), LEVEL);
            writer.push(&packed.map_err(|error| Error::io(&path, error))?)
        };
        let mut numbers = Vec::new();
        for (number, (left, right)) in tables.forms().options_flat().enumerate() {
            numbers.extend([left.len() as u32, right.len() as u32]);
            numbers.extend(left.iter().chain(right).map(|option| option.id()));
            if (number + 1) % FORMS == 0 || number + 1 == count {
                put(&numbers)?;
                numbers.clear();
            }
        }
        let mut positions = 0;
        for size in 1..=cells {
            let kept = kept_slots(size);
            let places: Vec<usize> = kept
                .positions()
                .iter()
                .filter_map(|(black, white)| tables.slots(size).place(*black, *white))
                .collect();
            let shapes = grounds.catalogue().of(size).len();
            positions += (shapes * places.len()) as u64;
            let stride = shapes_a_record(&kept);
            for start in (0..shapes).step_by(stride) {
                numbers.clear();
                for number in start..(start + stride).min(shapes) {
                    let row = tables.row(size, number as u32);
                    numbers.extend(places.iter().map(|place| row[*place].id()));
                }
                put(&numbers)?;
            }
        }
        writer.finish()?;
        Ok(Some(BuiltForms { forms: count, positions }))
    }

    /// Opens the file of a folder with the most cells, if there is one.
    pub fn open_largest(folder: &Path) -> Result<Option<FormFile>> {
        let mut paths = (1..=MOST_CELLS).rev().map(|cells| folder.join(file_name(cells)));
        let path = paths.find(|path| path.exists());
        path.map(|path| FormFile::from_archive(Archive::open(&path)?)).transpose()
    }

    /// The forms that an archive holds.
    pub fn from_archive(archive: Archive) -> Result<FormFile> {
        let wrong = || Error::file(archive.path(), "is not a table of Amazons forms");
        let cells = (1..=MOST_CELLS)
            .find(|cells| archive.parameters() == parameters(*cells))
            .ok_or_else(wrong)?;
        let count = Fields::new(archive.appendix()).count().ok_or_else(wrong)?;
        let keys = Keys::read(archive.appendix(), 4, cells).ok_or_else(wrong)?;
        let slots: Vec<Slots> = (0..=cells).map(kept_slots).collect();
        let mut first = vec![count.div_ceil(FORMS)];
        for (count, slots) in keys.counts().iter().zip(&slots) {
            first.push(first[first.len() - 1] + count.div_ceil(shapes_a_record(slots)));
        }
        if first.last() != Some(&archive.records()) {
            return Err(wrong());
        }
        let (taken, recent) = (HashMap::default(), VecDeque::new());
        Ok(FormFile { archive, keys, count, slots, first, taken, recent })
    }

    /// The most cells that a subgame in it has.
    pub fn cells(&self) -> usize {
        self.slots.len() - 1
    }

    /// Bytes of the file.
    pub fn file_len(&self) -> u64 {
        self.archive.file_len()
    }

    /// How many forms it has.
    pub fn forms(&self) -> usize {
        self.count
    }

    /// How many subgames it has, mirror images apart.
    pub fn positions(&self) -> u64 {
        let sizes = self.keys.counts().iter().zip(&self.slots);
        sizes.map(|(count, slots)| (count * slots.len()) as u64).sum()
    }

    /// The file.
    pub fn path(&self) -> PathBuf {
        self.archive.path().to_owned()
    }

    fn damaged(&self) -> Error {
        Error::file(self.archive.path(), "has a damaged block")
    }

    fn record(&mut self, record: usize) -> Result<Arc<Vec<u32>>> {
        if let Some((_, numbers)) = self.recent.iter().find(|(kept, _)| *kept == record) {
            return Ok(numbers.clone());
        }
        // The longest list of options and the fullest shape are far below this.
        let most = WIDTH * (NUMBERS * 4 + FORMS * 512);
        let bytes = zstd::bulk::decompress(self.archive.record(record)?, most);
        let numbers = bytes.ok().and_then(|bytes| gather(&bytes)).ok_or_else(|| self.damaged())?;
        let numbers = Arc::new(numbers);
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back((record, numbers.clone()));
        Ok(numbers)
    }

    /// The options of a form by their numbers.
    fn options(&mut self, form: u32) -> Result<(Vec<u32>, Vec<u32>)> {
        if form as usize >= self.count {
            return Err(self.damaged());
        }
        let numbers = self.record(form as usize / FORMS)?;
        let found = || {
            let mut at = 0;
            for _ in 0..form as usize % FORMS {
                at += 2 + *numbers.get(at)? as usize + *numbers.get(at + 1)? as usize;
            }
            let (left, right) = (*numbers.get(at)? as usize, *numbers.get(at + 1)? as usize);
            let options = numbers.get(at + 2..at + 2 + left + right)?;
            // Options come before what has them, so taking up a form comes to an end.
            let (left, right) = options.split_at(left);
            options.iter().all(|option| *option < form).then(|| (left.to_vec(), right.to_vec()))
        };
        found().ok_or_else(|| self.damaged())
    }

    /// Takes a form up, by its number.
    fn take_up(&mut self, form: u32, forms: &mut Forms) -> Result<Form> {
        let mut waiting = vec![form];
        while let Some(number) = waiting.pop() {
            if self.taken.contains_key(&number) {
                continue;
            }
            let (left, right) = self.options(number)?;
            let missing: Vec<u32> = left
                .iter()
                .chain(&right)
                .copied()
                .filter(|option| !self.taken.contains_key(option))
                .collect();
            if missing.is_empty() {
                let of = |options: &[u32]| -> Vec<Form> {
                    options.iter().map(|option| self.taken[option]).collect()
                };
                let (left, right) = (of(&left), of(&right));
                let form = forms.make(&left, &right);
                if forms.left(form).len() != left.len() || forms.right(form).len() != right.len() {
                    return Err(self.damaged());
                }
                self.taken.insert(number, form);
            } else {
                waiting.push(number);
                waiting.extend(missing);
            }
        }
        Ok(self.taken[&form])
    }

    /// Takes up every form, which finds any that is not canonical, and works the forms of a sample
    /// of subgames out again from the rules, or of all of them if `full` is asked for.
    pub fn check(&mut self, full: bool, context: &Context) -> Result<Checked> {
        // Both kinds of forms in one collection, where equal ones are the same.
        let mut reader = Reader::default();
        for form in 0..self.count as u32 {
            if form % 1024 == 0 && context.check(form.into()) {
                return Ok(Checked::Stopped);
            }
            self.take_up(form, reader.forms_mut())?;
        }
        let (mut values, mut compared) = (0_u64, 0);
        for cells in 1..=self.cells() {
            let positions = self.slots[cells].positions().to_vec();
            let shapes = self.keys.counts()[cells];
            let every = ((shapes * positions.len()) as u64 / SAMPLE).max(1);
            for number in 0..shapes {
                let shape = self.keys.shape(self.archive.appendix(), cells, number);
                for (black, white) in &positions {
                    values += 1;
                    if !full && !values.is_multiple_of(every) {
                        continue;
                    }
                    let stands = |cell: usize| match (black >> cell & 1, white >> cell & 1) {
                        (1, _) => Some(true),
                        (_, 1) => Some(false),
                        _ => None,
                    };
                    let places = shape.places().into_iter().enumerate();
                    let contents: Vec<_> = places.map(|(n, place)| (place, stands(n))).collect();
                    let position = position(&contents).expect("a shape fits on ten by ten");
                    reader.allow(u64::MAX);
                    let Some(again) = reader.position(&position, context)? else {
                        return Ok(Checked::Stopped);
                    };
                    if self.form(&contents, reader.forms_mut())? != Some(again) {
                        let text = crate::notation::rows(&position);
                        let problem = format!("{text} has another form than the table says");
                        return Ok(Checked::Unsound { problem });
                    }
                    compared += 1;
                }
            }
        }
        Ok(Checked::Sound { values, compared })
    }

    /// The form of a subgame that hangs together, its cells given with what stands on them:
    /// nothing, a black amazon (`Some(true)`) or a white one. `None` if the file does not have it.
    /// All questions must be asked with the same `forms`.
    pub fn form(
        &mut self,
        cells: &[(Place, Option<bool>)],
        forms: &mut Forms,
    ) -> Result<Option<Form>> {
        let count = |what: bool| cells.iter().filter(|(_, stands)| *stands == Some(what)).count();
        let (black, white) = (count(true), count(false));
        let exchanged = white > black;
        if cells.len() > self.cells() || !is_kept(cells.len(), black.max(white), black.min(white)) {
            return Ok(None);
        }
        let places: Places = cells.iter().map(|(place, _)| *place).collect();
        if components(&places).len() != 1 {
            return Ok(None);
        }
        let normal = Shape::normal(&places);
        let Some(number) = self.keys.find(self.archive.appendix(), normal.shape) else {
            return Err(self.damaged());
        };
        let of = |what: bool| {
            let cells = cells.iter().zip(&normal.cells);
            let there = cells.filter(|((_, stands), _)| *stands == Some(what));
            there.fold(0_u16, |set, (_, cell)| set | 1 << cell)
        };
        let slots = &self.slots[cells.len()];
        let Some(place) = slots.place(of(!exchanged), of(exchanged)) else { return Ok(None) };
        let (stride, length) = (shapes_a_record(slots), slots.len());
        let record = self.first[cells.len()] + number as usize / stride;
        let numbers = self.record(record)?;
        let number = numbers.get(number as usize % stride * length + place).copied();
        let form = self.take_up(number.ok_or_else(|| self.damaged())?, forms)?;
        Ok(Some(if exchanged { forms.negate(form) } else { form }))
    }
}
