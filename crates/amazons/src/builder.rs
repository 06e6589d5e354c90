//! Making the database: worked out layer by layer, packed, and written as it comes.

use crate::codec::{Model, Teacher};
use crate::codes::Codes;
use crate::database::{Database, file_name, parameters};
use crate::ground::Grounds;
use crate::kernel::{Kernel, NOUGHT, Reckoning, THREES};
use crate::keys;
use crate::layers::layers_below;
use crate::rows::Rows;
use crate::shape::{Catalogue, MOST_CELLS};
use crate::value::Value;
use arrayvec::ArrayVec;
use std::path::Path;
use yomikiri_core::{Context, Error, Progress, Result, Whole};
use yomikiri_search::{ArchiveWriter, par_ordered};

/// Grounds of each size that the odds are learnt from.
const SAMPLE: usize = 1500;
/// Grounds that a thread takes at a time.
const STRIDE: usize = 32;

/// The numbers of all values of a ground, from what the kernel says.
struct Numbering {
    /// For a score if Black begins and one of the exchanged position, the number of the value.
    numbers: Vec<u8>,
}

const SCORES: usize = 2 * NOUGHT as usize;
/// Stands for a value that no subgame should have.
const STRANGE: u8 = u8::MAX;

impl Numbering {
    fn new(codes: &Codes) -> Numbering {
        let score = |byte: usize| (byte > 0).then_some(byte as i32 - i32::from(NOUGHT));
        let number = |black: usize, exchanged: usize| {
            let narrow = |score: Option<i32>| score.map(|score| score as i8);
            let value =
                Value::new(narrow(score(black)), narrow(score(exchanged).map(|score| -score)));
            codes.number(value).unwrap_or(STRANGE)
        };
        let pairs = (0..SCORES * SCORES).map(|pair| number(pair / SCORES, pair % SCORES));
        Numbering { numbers: pairs.collect() }
    }

    /// The numbers of one group of rows.
    fn group(&self, rows: &Rows, group: &[u16], scores: &[u8], out: &mut Vec<u8>) {
        out.clear();
        for black in group {
            let left: ArrayVec<usize, MOST_CELLS> = (0..rows.cells())
                .filter(|cell| black >> cell & 1 == 0)
                .map(|cell| THREES[cell])
                .collect();
            let own: usize =
                (0..rows.cells()).filter(|c| black >> c & 1 != 0).map(|c| THREES[c]).sum();
            // A set of white amazons is an earlier one and its last.
            let mut sums: ArrayVec<usize, 64> = ArrayVec::new();
            for entry in rows.row(*black) {
                let sum = match entry.white.checked_ilog2() {
                    Some(last) => sums[usize::from(entry.without.0)] + left[last as usize],
                    None => 0,
                };
                sums.push(sum);
                let (black, exchanged) = (scores[own + 2 * sum], scores[sum + 2 * own]);
                out.push(self.numbers[usize::from(black) * SCORES + usize::from(exchanged)]);
            }
        }
    }
}

/// What was made.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    /// Positions whose values are in the file, mirror images apart.
    pub positions: u64,
    /// Grounds taken over from an interrupted run.
    pub resumed: u64,
}

impl Database {
    /// Makes the database of subgames up to so many cells, or goes on making it. `None` if
    /// stopped; what was written then stays for the next time.
    pub fn build(cells: usize, folder: &Path, context: &Context) -> Result<Option<Built>> {
        let path = folder.join(file_name(cells));
        ArchiveWriter::check_free(&path)?;
        let Some(catalogue) = Catalogue::new(cells, context) else { return Ok(None) };
        let grounds = Grounds::new(catalogue);
        let Some(layers) = layers_below(cells, Reckoning::InTurn, &grounds, context) else {
            return Ok(None);
        };
        let codes = Codes::new();
        let numbering = Numbering::new(&codes);
        let rows: Vec<Rows> = (0..=cells).map(Rows::new).collect();

        // The odds, from a sample that is the same every time.
        let mut teacher = Teacher::new();
        for (size, rows) in rows.iter().enumerate().skip(1) {
            let count = grounds.count(size);
            let step = count.div_ceil(SAMPLE);
            let meet = |kernel: &mut Kernel, range: std::ops::Range<usize>| {
                let mut teacher = Teacher::new();
                let mut numbers = Vec::new();
                for number in range.map(|number| (number * step) as u32) {
                    let scores =
                        kernel.black_first(&grounds, &grounds.ground(size, number), &layers);
                    for group in rows.groups() {
                        numbering.group(rows, group, scores, &mut numbers);
                        let mut rest = &numbers[..];
                        for black in group {
                            let template = rows.row(*black);
                            let (row, tail) = rest.split_at(template.len());
                            teacher.meet(template, row);
                            rest = tail;
                        }
                    }
                }
                teacher
            };
            let join = |other| {
                teacher.join(other);
                true
            };
            let samples = 0..count.div_ceil(step);
            if !par_ordered(context, "sampling", samples, STRIDE, Kernel::new, meet, join) {
                return Ok(None);
            }
        }
        let model = teacher.teach(&codes);

        let mut appendix = (model.bytes().len() as u32).to_le_bytes().to_vec();
        appendix.extend(model.bytes());
        appendix.extend(keys::write(grounds.catalogue()));
        let mut writer = ArchiveWriter::begin(&path, &parameters(cells), appendix)?;
        let resumed = writer.records();
        let all = (1..=cells).map(|size| (grounds.count(size) * rows[size].len()) as u64).sum();
        let (mut positions, mut before) = (0, 0);
        for (size, rows) in rows.iter().enumerate().skip(1) {
            let count = grounds.count(size);
            let there = (writer.records() as usize).saturating_sub(before).min(count);
            before += count;
            // From here on it is known how much is left: nothing comes after what is written.
            let (earlier, each) = (positions + (there * rows.len()) as u64, rows.len() as u64);
            positions += (count * rows.len()) as u64;
            let told = context.retold(move |told| {
                let done = earlier + told.nodes * each;
                let whole = Some(Whole { done, of: all, unit: "positions", alike: true });
                Progress { whole, ..told.clone() }
            });
            let pack = |kernel: &mut Kernel, range: std::ops::Range<usize>| {
                let pack = |number| {
                    let ground = grounds.ground(size, number as u32);
                    let scores = kernel.black_first(&grounds, &ground, &layers);
                    pack(&model, &numbering, rows, scores)
                };
                range.map(pack).collect::<Option<Vec<_>>>()
            };
            let mut problem = None;
            let write = |records: Option<Vec<Vec<u8>>>| {
                let Some(records) = records else {
                    problem = Some(Error::refused("a subgame has a value that none should have"));
                    return false;
                };
                let written = records.iter().try_for_each(|record| writer.push(record));
                problem = written.err();
                problem.is_none()
            };
            let stage = format!("{size} cells, written");
            let done = par_ordered(&told, &stage, there..count, STRIDE, Kernel::new, pack, write);
            if let Some(problem) = problem {
                return Err(problem);
            }
            if !done {
                writer.pause()?;
                return Ok(None);
            }
        }
        writer.finish()?;
        Ok(Some(Built { positions, resumed }))
    }
}

/// The record of a ground: the lengths of its groups but the last, and the groups.
fn pack(model: &Model, numbering: &Numbering, rows: &Rows, scores: &[u8]) -> Option<Vec<u8>> {
    let mut lengths = Vec::new();
    let mut bytes = Vec::new();
    let mut numbers = Vec::new();
    for group in rows.groups() {
        numbering.group(rows, group, scores, &mut numbers);
        if numbers.contains(&STRANGE) {
            return None;
        }
        let packed = model.pack(group.iter().map(|black| rows.row(*black)), &numbers);
        lengths.extend((packed.len() as u16).to_le_bytes());
        bytes.extend(packed);
    }
    lengths.truncate(lengths.len() - 2);
    lengths.extend(bytes);
    Some(lengths)
}
