//! Weights on disk: see `docs/formats.md`.

use super::{Evaluation, Spread};
use crate::position::Size;
use yomikiri_core::checked::{Fields, Kind, Seal};
use yomikiri_core::{Error, Result};

const KIND: Kind = Kind { what: "a file of weights", magic: b"YOMIEVAL", version: 1 };
/// No file is larger than this once unpacked.
const MOST: usize = 64 << 20;
const LEVEL: i32 = 19;

/// The weights as a file: compressed, with a checksum.
pub fn to_bytes(evaluation: &Evaluation) -> Vec<u8> {
    let mut body = vec![
        evaluation.size.rows() as u8,
        evaluation.size.columns() as u8,
        evaluation.phases.len() as u8,
    ];
    for spread in &evaluation.spreads {
        body.extend(spread.0.iter().flat_map(|number| number.to_le_bytes()));
    }
    let numbers: Vec<i16> = evaluation.by_empties.iter().copied().chain(kept(evaluation)).collect();
    // Lower bytes first, then higher ones: those are nearly all alike.
    body.extend(numbers.iter().map(|number| number.to_le_bytes()[0]));
    body.extend(numbers.iter().map(|number| number.to_le_bytes()[1]));
    let packed = zstd::bulk::compress(&body, LEVEL).expect("memory suffices for a few megabytes");
    KIND.seal(Seal::Before, &packed)
}

/// The weights that are kept: one for each pair of mirror images.
fn kept(evaluation: &Evaluation) -> impl Iterator<Item = i16> {
    evaluation.phases.iter().flat_map(|phase| {
        evaluation.patterns.shapes.iter().flat_map(move |shape| {
            let own = shape.representative.iter().enumerate();
            own.filter(|(content, least)| *content as u32 == **least)
                .map(move |(content, _)| phase[shape.first + content])
        })
    })
}

/// Reads what [`to_bytes`] wrote.
pub fn from_bytes(bytes: &[u8]) -> Result<Evaluation> {
    let damaged = |problem: &str| Error::refused(format!("the weights cannot be used: {problem}"));
    let packed = KIND.open(Seal::Before, bytes);
    let packed = packed.map_err(|problem| damaged(&format!("the file {problem}")))?;
    let body = zstd::bulk::decompress(packed, MOST).map_err(|_| damaged("they do not unpack"))?;
    let mut fields = Fields::new(&body);
    let short = || damaged("they are too short");
    let [rows, columns, phases] = fields.array().ok_or_else(short)?;
    let mut evaluation = Size::new(rows.into(), columns.into())
        .and_then(Evaluation::blank)
        .filter(|evaluation| evaluation.phases.len() == usize::from(phases))
        .ok_or_else(|| damaged("they are of another board"))?;
    for spread in &mut evaluation.spreads {
        let mut numbers = Spread::default();
        for number in &mut numbers.0 {
            *number = f32::from_le_bytes(fields.array().ok_or_else(short)?);
        }
        *spread = numbers;
    }
    let rest = fields.rest();
    if !rest.len().is_multiple_of(2) {
        return Err(damaged("half a weight is left over"));
    }
    let (low, high) = rest.split_at(rest.len() / 2);
    let mut numbers = low.iter().zip(high).map(|(low, high)| i16::from_le_bytes([*low, *high]));
    let mut next = || numbers.next().ok_or_else(short);
    for number in &mut evaluation.by_empties {
        *number = next()?;
    }
    for phase in &mut evaluation.phases {
        for shape in &evaluation.patterns.shapes {
            for (content, &least) in shape.representative.iter().enumerate() {
                phase[shape.first + content] = match least as usize == content {
                    true => next()?,
                    // The lesser of two mirror images comes first.
                    false => phase[shape.first + least as usize],
                };
            }
        }
    }
    match next() {
        Ok(_) => Err(damaged("they are too long")),
        Err(_) => Ok(evaluation),
    }
}
