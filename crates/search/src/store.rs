//! A solved state space on disk: an [`Archive`] whose records are compressed blocks of states.

use crate::archive::{Archive, ArchiveWriter};
use crate::retrograde::{Counts, Value, Values};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::checked::Fields;
use yomikiri_core::{Error, Result};

/// States in a block.
const BLOCK: u64 = 1 << 16;
/// Bytes of a long distance: the state, and the plies.
const LONG_ENTRY: usize = 8 + 2;
/// Blocks kept unpacked.
const KEPT: usize = 32;
const LEVEL: i32 = 6;

/// A table in a file.
pub struct Store {
    archive: Archive,
    states: u64,
    long: Vec<(u64, u16)>,
    recent: Mutex<VecDeque<(u64, Arc<Vec<u8>>)>>,
}

impl Store {
    /// Writes a table, in place of what was there or not at all.
    pub fn write(path: &Path, parameters: &str, values: &Values) -> Result<()> {
        Store::write_bytes(path, parameters, values.bytes(), values.long())
    }

    /// Writes a table of bytes that mean something of their own, and a list of long distances.
    pub fn write_bytes(
        path: &Path,
        parameters: &str,
        values: &[u8],
        long: &[(u64, u16)],
    ) -> Result<()> {
        let mut appendix = (values.len() as u64).to_le_bytes().to_vec();
        for (index, distance) in long {
            appendix.extend(index.to_le_bytes());
            appendix.extend(distance.to_le_bytes());
        }
        let mut writer = ArchiveWriter::anew(path, parameters, appendix)?;
        for block in values.chunks(BLOCK as usize) {
            writer.push(&zstd::bulk::compress(block, LEVEL).map_err(|e| Error::io(path, e))?)?;
        }
        writer.finish()
    }

    /// Opens a table; what is not one, or damaged before its blocks, is refused.
    pub fn open(path: &Path) -> Result<Store> {
        Store::from_archive(Archive::open(path)?)
    }

    /// The table that an archive holds.
    pub fn from_archive(archive: Archive) -> Result<Store> {
        let wrong = || Error::file(archive.path(), "is a table of another kind");
        let mut fields = Fields::new(archive.appendix());
        let states = fields.u64().ok_or_else(wrong)?;
        let (long, rest) = fields.rest().as_chunks::<LONG_ENTRY>();
        if states.div_ceil(BLOCK) != archive.records() as u64 || !rest.is_empty() {
            return Err(wrong());
        }
        let entry = |entry: &[u8; LONG_ENTRY]| {
            let mut fields = Fields::new(entry);
            fields.u64().zip(fields.u16())
        };
        let long = long.iter().map(entry).collect::<Option<_>>().ok_or_else(wrong)?;
        Ok(Store { archive, states, long, recent: Mutex::new(VecDeque::new()) })
    }

    /// What the table is of, as it was written.
    pub fn parameters(&self) -> &str {
        self.archive.parameters()
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.archive.path()
    }

    /// Bytes of the file.
    pub fn file_len(&self) -> u64 {
        self.archive.file_len()
    }

    /// How many numbers it has.
    pub fn len(&self) -> u64 {
        self.states
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.states == 0
    }

    /// Unpacks a block, after comparing it with its checksum.
    fn unpack(&self, block: usize) -> Result<Vec<u8>> {
        let packed = self.archive.record(block)?;
        let damaged = || Error::file(self.path(), format!("block {block} is damaged"));
        let len = (self.states - block as u64 * BLOCK).min(BLOCK) as usize;
        let bytes = zstd::bulk::decompress(packed, len).map_err(|_| damaged())?;
        if bytes.len() == len { Ok(bytes) } else { Err(damaged()) }
    }

    /// What state `index` is worth.
    pub fn get(&self, index: u64) -> Result<Value> {
        Value::from_byte(self.byte(index)?, index, &self.long).ok_or_else(|| {
            Error::file(self.path(), format!("state {index} has no distance in the list"))
        })
    }

    /// A byte of the table as it is; `index` must be below [`Store::len`].
    pub fn byte(&self, index: u64) -> Result<u8> {
        let number = index / BLOCK;
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = recent.iter().find(|(kept, _)| *kept == number).map(|(_, block)| block.clone());
        let block = match kept {
            Some(block) => block,
            None => {
                let block = Arc::new(self.unpack(number as usize)?);
                if recent.len() == KEPT {
                    recent.pop_front();
                }
                recent.push_back((number, block.clone()));
                block
            }
        };
        Ok(block[(index % BLOCK) as usize])
    }

    /// How many states are worth what; the table is not held as a whole.
    pub fn counts(&self) -> Result<Counts> {
        let mut by_code = [0; 256];
        for block in 0..self.archive.records() {
            for byte in self.unpack(block)? {
                by_code[usize::from(byte)] += 1;
            }
        }
        Ok(Counts::of(&by_code, &self.long))
    }

    /// The whole table.
    pub fn load(&self) -> Result<Values> {
        Values::from_parts(self.load_bytes()?, self.long.clone())
            .ok_or_else(|| Error::file(self.path(), "the list of long distances does not match"))
    }

    /// The whole table as it is.
    pub fn load_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.states as usize);
        for block in 0..self.archive.records() {
            bytes.extend(self.unpack(block)?);
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn sample() -> Values {
        let mut bytes: Vec<u8> =
            (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 20) as u8 % 254).collect();
        bytes[7] = 254;
        bytes[199_999] = 254;
        bytes[5] = 255;
        Values::from_parts(bytes, vec![(7, 300), (199_999, 257)]).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let values = sample();
        Store::write(&path, "a game", &values).unwrap();
        let store = Store::open(&path).unwrap();
        assert_eq!(store.parameters(), "a game");
        assert_eq!(store.load().unwrap(), values);
        for index in [0, 5, 7, 65_535, 65_536, 131_072, 199_999] {
            assert_eq!(store.get(index).unwrap(), values.get(index), "{index}");
        }
        let empty = folder.path().join("empty.table");
        Store::write(&empty, "", &Values::from_parts(vec![], vec![]).unwrap()).unwrap();
        assert!(Store::open(&empty).unwrap().is_empty());
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let small = Values::from_parts((0..250).collect(), vec![]).unwrap();
        Store::write(&path, "a game", &small).unwrap();
        let whole = fs::read(&path).unwrap();
        let is_refused = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            Store::open(&path).and_then(|store| store.load()).is_err()
        };
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            assert!(is_refused(&damaged), "byte {at}");
            assert!(is_refused(&whole[..at]), "cut at {at}");
        }
        let longer = [&whole[..], &[0]].concat();
        assert!(is_refused(&longer));
    }
}
