//! A solved state space on disk: compressed in blocks, memory-mapped, checksummed.
//!
//! `docs/formats.md` gives the bytes. Everything up to the blocks is checked when a file is
//! opened, each block when it is read; nothing of a damaged file is ever believed.

use crate::retrograde::{Counts, Value, Values};
use memmap2::Mmap;
use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::files::write_whole;
use yomikiri_core::{Error, Result};

const MAGIC: &[u8; 8] = b"YOMITABL";
const VERSION: u32 = 1;
/// States in a block.
const BLOCK: u64 = 1 << 16;
/// Bytes of a block's entry in the directory: its length, and the start of its digest.
const ENTRY: usize = 4 + 16;
const LONG_ENTRY: usize = 8 + 2;
const DIGEST: usize = 32;
const FIXED: usize = 32;
const MOST_PARAMETERS: usize = 4096;
/// Blocks kept unpacked.
const KEPT: usize = 32;
const LEVEL: i32 = 6;

/// A table in a file.
pub struct Store {
    path: PathBuf,
    map: Mmap,
    parameters: String,
    states: u64,
    long: Vec<(u64, u16)>,
    /// Where each block begins, and the end of the last.
    offsets: Vec<usize>,
    digests: Vec<[u8; 16]>,
    recent: Mutex<VecDeque<(u64, Arc<Vec<u8>>)>>,
}

fn digest(bytes: &[u8]) -> [u8; 16] {
    let mut start = [0; 16];
    start.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    start
}

/// Takes `count` bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (head, tail) = bytes.split_at_checked(count)?;
    *bytes = tail;
    Some(head)
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
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
        assert!(parameters.len() <= MOST_PARAMETERS, "the parameters are a short text");
        let mut blocks = Vec::new();
        let mut directory = Vec::new();
        for block in values.chunks(BLOCK as usize) {
            let packed = zstd::bulk::compress(block, LEVEL).map_err(|e| Error::io(path, e))?;
            directory.extend((packed.len() as u32).to_le_bytes());
            directory.extend(digest(&packed));
            blocks.extend(packed);
        }
        let mut bytes = Vec::with_capacity(directory.len() + blocks.len() + FIXED + DIGEST);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((parameters.len() as u32).to_le_bytes());
        bytes.extend((values.len() as u64).to_le_bytes());
        bytes.extend((BLOCK as u32).to_le_bytes());
        bytes.extend((long.len() as u32).to_le_bytes());
        bytes.extend(parameters.as_bytes());
        for (index, distance) in long {
            bytes.extend(index.to_le_bytes());
            bytes.extend(distance.to_le_bytes());
        }
        bytes.extend(directory);
        let head = blake3::hash(&bytes);
        bytes.extend(head.as_bytes());
        bytes.extend(blocks);
        write_whole(path, &bytes)
    }

    /// Opens a table; what is not one, or damaged before its blocks, is refused.
    pub fn open(path: &Path) -> Result<Store> {
        let file = File::open(path).map_err(|e| Error::io(path, e))?;
        // SAFETY: the file is only read, and every byte of it is compared with a checksum before
        // it is believed; that somebody cuts it while it is mapped cannot be ruled out.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| Error::io(path, e))?;
        let wrong = |problem: &str| Error::file(path, problem);
        let cut = || wrong("is cut short, or is not a table");
        let mut rest = &map[..];
        let fixed = take(&mut rest, FIXED).ok_or_else(cut)?;
        if &fixed[..8] != MAGIC {
            return Err(wrong("is not a yomikiri table"));
        }
        let version = number(&fixed[8..12]);
        if version != u64::from(VERSION) {
            return Err(wrong(&format!("has version {version}, where {VERSION} is known")));
        }
        let parameters = number(&fixed[12..16]) as usize;
        let (states, block, long) =
            (number(&fixed[16..24]), number(&fixed[24..28]), number(&fixed[28..32]) as usize);
        if parameters > MOST_PARAMETERS || block != BLOCK {
            return Err(wrong("has a damaged head"));
        }
        let parameters = take(&mut rest, parameters).ok_or_else(cut)?;
        let long = long.checked_mul(LONG_ENTRY).ok_or_else(cut)?;
        let long = take(&mut rest, long).ok_or_else(cut)?;
        let blocks = usize::try_from(states.div_ceil(BLOCK)).map_err(|_| cut())?;
        let directory = blocks.checked_mul(ENTRY).ok_or_else(cut)?;
        let directory = take(&mut rest, directory).ok_or_else(cut)?;
        let head = map.len() - rest.len();
        let stated = take(&mut rest, DIGEST).ok_or_else(cut)?;
        if blake3::hash(&map[..head]).as_bytes() != stated {
            return Err(wrong("has a damaged head: its checksum does not match"));
        }
        let parameters = String::from_utf8_lossy(parameters).into_owned();
        let long = long.chunks(LONG_ENTRY);
        let long = long.map(|entry| (number(&entry[..8]), number(&entry[8..]) as u16)).collect();
        let mut offsets = vec![head + DIGEST];
        let mut digests = Vec::new();
        for entry in directory.chunks(ENTRY) {
            let end = offsets[offsets.len() - 1].checked_add(number(&entry[..4]) as usize);
            offsets.push(end.ok_or_else(cut)?);
            let mut stated = [0; 16];
            stated.copy_from_slice(&entry[4..]);
            digests.push(stated);
        }
        if offsets[offsets.len() - 1] != map.len() {
            return Err(wrong("does not end where its last block does"));
        }
        let recent = Mutex::new(VecDeque::new());
        let path = path.to_owned();
        Ok(Store { path, map, parameters, states, long, offsets, digests, recent })
    }

    /// What the table is of, as it was written.
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the file.
    pub fn file_len(&self) -> u64 {
        self.map.len() as u64
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
        let packed = &self.map[self.offsets[block]..self.offsets[block + 1]];
        let damaged = || Error::file(&self.path, format!("block {block} is damaged"));
        if digest(packed) != self.digests[block] {
            return Err(damaged());
        }
        let len = (self.states - block as u64 * BLOCK).min(BLOCK) as usize;
        let bytes = zstd::bulk::decompress(packed, len).map_err(|_| damaged())?;
        if bytes.len() == len { Ok(bytes) } else { Err(damaged()) }
    }

    /// What state `index` is worth.
    pub fn get(&self, index: u64) -> Result<Value> {
        Value::from_byte(self.byte(index)?, index, &self.long).ok_or_else(|| {
            Error::file(&self.path, format!("state {index} has no distance in the list"))
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
        for block in 0..self.digests.len() {
            for byte in self.unpack(block)? {
                by_code[usize::from(byte)] += 1;
            }
        }
        Ok(Counts::of(&by_code, &self.long))
    }

    /// The whole table.
    pub fn load(&self) -> Result<Values> {
        Values::from_parts(self.load_bytes()?, self.long.clone())
            .ok_or_else(|| Error::file(&self.path, "the list of long distances does not match"))
    }

    /// The whole table as it is.
    pub fn load_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.states as usize);
        for block in 0..self.digests.len() {
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
