//! A file that grows by blocks, each written at once and checked by itself.
//!
//! After a crash the file ends with a sound block or with a part of the one that was being written:
//! a block is on disk before the next one is begun. So what follows the last sound block is what a
//! crash left, and is written over; a broken block with a sound one behind it is damage.

use crate::disk::Disk;
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};
use yomikiri_core::checked::{CHECKSUM, Fields, Kind, Seal, checksum};
use yomikiri_core::{Error, Result};

const KIND: Kind = Kind { what: "a claim store", magic: b"YOMICLMS", version: 1 };
/// Bytes of a head beside the parameters: its beginning, two fields, the checksum.
const HEAD: usize = 12 + 4 + 16 + CHECKSUM;
const MOST_PARAMETERS: usize = 4096;
/// What a block begins with.
const MARK: &[u8; 4] = b"\x89CLM";
/// Bytes of a block before its body.
const BEFORE: usize = 32;
/// Most bytes of a block's body.
pub(crate) const MOST_BODY: usize = 16 << 20;

pub(crate) const HELP: &str = "delete it to start afresh, or restore a copy";

/// The file of a claim store.
pub(crate) struct Log {
    disk: Box<dyn Disk>,
    /// The head's checksum, which all others begin with: a block belongs to one file, at one place.
    seal: [u8; CHECKSUM],
    /// Behind the last sound block.
    end: u64,
    /// Whether what is before the end may not be on disk yet.
    unsynced: bool,
}

/// What stands at a place in the file.
enum Found {
    Sound(Vec<u8>),
    /// A sound beginning, and a body of this length that is not.
    Broken(u64),
    /// The file ends before the block does.
    CutShort,
    Nothing,
}

impl Log {
    pub(crate) fn new(disk: Box<dyn Disk>) -> Log {
        Log { disk, seal: [0; CHECKSUM], end: 0, unsynced: true }
    }

    fn io(&self, error: io::Error) -> Error {
        Error::io(self.disk.path(), error)
    }

    /// Bytes until the end of the last sound block.
    #[cfg(test)]
    pub(crate) fn length(&self) -> u64 {
        self.end
    }

    /// Looks at the file under its name again: whether it is there, and, by `forget`, whether it is
    /// another one than before. Where there is none, `begin` puts a new one.
    pub(crate) fn look(
        &mut self,
        parameters: &str,
        begin: bool,
        forget: impl FnOnce(),
    ) -> Result<bool> {
        if !self.disk.look()? {
            if !begin {
                return Ok(false);
            }
            self.disk.replace(&head(parameters))?;
        }
        let (seal, end) = self.read_head(parameters)?;
        // One that became shorter was put in its place by somebody.
        let length = self.disk.length().map_err(|error| self.io(error))?;
        if seal != self.seal || length < self.end {
            (self.seal, self.end, self.unsynced) = (seal, end, true);
            forget();
        }
        Ok(true)
    }

    /// The head's checksum, and where the head ends.
    fn read_head(&mut self, parameters: &str) -> Result<([u8; CHECKSUM], u64)> {
        let mut bytes = vec![0; HEAD + MOST_PARAMETERS];
        let length = self.disk.read(0, &mut bytes).map_err(|error| self.io(error))?;
        bytes.truncate(length);
        let read = || {
            let rest = KIND.after_start(&bytes)?;
            let damaged = "is damaged";
            let made_for = Fields::new(rest).count().ok_or("is cut short")?;
            if made_for > MOST_PARAMETERS {
                return Err(damaged.to_owned());
            }
            let whole = bytes.get(..HEAD + made_for).ok_or("is cut short")?;
            let body = KIND.open(Seal::Behind, whole)?;
            Ok((&body[4..][..made_for], whole))
        };
        let path = self.disk.path();
        let (made_for, whole) =
            read().map_err(|problem| Error::file(path, format!("{problem}; {HELP}")))?;
        if made_for != parameters.as_bytes() {
            let made_for = String::from_utf8_lossy(made_for);
            return Err(Error::file(
                path,
                format!(
                    "these claims were proved for '{made_for}', and this run is '{parameters}'; \
                     give another folder"
                ),
            ));
        }
        let seal = *whole.last_chunk().expect("a head has a checksum");
        Ok((seal, whole.len() as u64))
    }

    /// Reads the sound blocks that were not read yet, with the place of each; what is wrong with the
    /// file, if a broken block stands before a sound one, or `take` refuses what it is given.
    pub(crate) fn read_on(
        &mut self,
        mut take: impl FnMut(u64, &[u8]) -> Result<(), String>,
    ) -> Result<Option<String>> {
        let length = self.disk.length().map_err(|error| self.io(error))?;
        let (mut at, mut broken, mut damage) = (self.end, None, None);
        while at < length {
            match self.block(at, length).map_err(|error| self.io(error))? {
                Found::Sound(body) => {
                    if let Some(from) = broken.take() {
                        damage.get_or_insert_with(|| damaged(from));
                    }
                    if let Err(problem) = take(at, &body) {
                        damage.get_or_insert(problem);
                    }
                    at += (BEFORE + body.len()) as u64;
                    (self.end, self.unsynced) = (at, true);
                }
                Found::Broken(body) => {
                    broken.get_or_insert(at);
                    at += BEFORE as u64 + body;
                }
                Found::CutShort => break,
                Found::Nothing => {
                    let from = *broken.get_or_insert(at);
                    match self.next_block(at + 1, length).map_err(|error| self.io(error))? {
                        Some(next) => at = next,
                        // No crash leaves more than one block.
                        None if length - from > (BEFORE + MOST_BODY) as u64 => {
                            let problem = format!("{}; {HELP}", damaged(from));
                            return Err(Error::file(self.disk.path(), problem));
                        }
                        None => break,
                    }
                }
            }
        }
        Ok(damage)
    }

    /// The body of the block at a place, if it is still sound.
    pub(crate) fn body(&mut self, at: u64) -> Result<Option<Vec<u8>>> {
        let found = self.disk.length().and_then(|length| self.block(at, length));
        match found.map_err(|error| self.io(error))? {
            Found::Sound(body) => Ok(Some(body)),
            _ => Ok(None),
        }
    }

    fn block(&mut self, at: u64, length: u64) -> io::Result<Found> {
        let mut before = [0; BEFORE];
        if self.disk.read(at, &mut before)? < BEFORE {
            return Ok(Found::Nothing);
        }
        let Some(count) = self.body_length(at, &before) else { return Ok(Found::Nothing) };
        if at + (BEFORE + count) as u64 > length {
            return Ok(Found::CutShort);
        }
        let mut body = vec![0; count];
        let read = self.disk.read(at + BEFORE as u64, &mut body)?;
        Ok(match read == count && before[16..] == self.checksum(at, &body)[..16] {
            true => Found::Sound(body),
            false => Found::Broken(count as u64),
        })
    }

    /// The length of a block's body, if the bytes before it are sound.
    fn body_length(&self, at: u64, before: &[u8; BEFORE]) -> Option<usize> {
        let mut fields = Fields::new(before.strip_prefix(MARK)?);
        let length = fields.count().filter(|length| *length <= MOST_BODY)?;
        (fields.array()? == *self.checksum(at, &before[..8]).first_chunk::<8>()?).then_some(length)
    }

    fn checksum(&self, at: u64, bytes: &[u8]) -> [u8; CHECKSUM] {
        checksum(&[&self.seal, &at.to_le_bytes(), bytes])
    }

    /// The next place with a sound beginning of a block, no further away than a block is long.
    fn next_block(&mut self, from: u64, length: u64) -> io::Result<Option<u64>> {
        const STEP: usize = 64 << 10;
        let last = length.min(from + (BEFORE + MOST_BODY) as u64);
        let mut window = vec![0; STEP + BEFORE];
        for at in (from..last).step_by(STEP) {
            let read = self.disk.read(at, &mut window)?;
            for (place, before) in window[..read].windows(BEFORE).enumerate() {
                let before = before.first_chunk().expect("a window has its length");
                let place = at + place as u64;
                if before.starts_with(MARK) && self.body_length(place, before).is_some() {
                    return Ok(Some(place));
                }
            }
        }
        Ok(None)
    }

    /// A block with this body, for this place.
    fn sealed(&self, at: u64, body: &[u8]) -> Vec<u8> {
        let mut block = Vec::with_capacity(BEFORE + body.len());
        block.extend(MARK);
        block.extend((body.len() as u32).to_le_bytes());
        let own = self.checksum(at, &block);
        block.extend(&own[..8]);
        block.extend(&self.checksum(at, body)[..16]);
        block.extend(body);
        block
    }

    /// Puts a block behind the last sound one, over what a crash left there; it is on disk when this
    /// returns, and its place is returned. If it cannot be, the file stays as it was.
    pub(crate) fn append(&mut self, body: &[u8]) -> Result<u64> {
        let at = self.end;
        let block = self.sealed(at, body);
        let disk = &mut self.disk;
        let written = (|| {
            // No block may be on disk before those in front of it.
            if self.unsynced {
                disk.sync()?;
                self.unsynced = false;
            }
            disk.write(at, &block)?;
            disk.sync()
        })();
        match written {
            Ok(()) => {
                self.end += block.len() as u64;
                Ok(at)
            }
            Err(error) => {
                let _ = self.disk.cut(at);
                self.unsynced = true;
                Err(self.io(error))
            }
        }
    }

    /// Replaces the file by one with these blocks.
    pub(crate) fn rewrite(&mut self, parameters: &str, bodies: Vec<Vec<u8>>) -> Result<()> {
        let mut bytes = head(parameters);
        let before =
            std::mem::replace(&mut self.seal, *bytes.last_chunk().expect("a head has a checksum"));
        for body in bodies {
            let block = self.sealed(bytes.len() as u64, &body);
            bytes.extend(block);
        }
        let written = self.disk.replace(&bytes);
        match written {
            Ok(()) => (self.end, self.unsynced) = (bytes.len() as u64, false),
            Err(_) => self.seal = before,
        }
        written
    }
}

fn damaged(at: u64) -> String {
    format!("is damaged from byte {at} on")
}

/// The head of a new file: no two files have the same.
fn head(parameters: &str) -> Vec<u8> {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let id = checksum(&[&time.to_le_bytes(), &std::process::id().to_le_bytes()]);
    let length = (parameters.len() as u32).to_le_bytes();
    KIND.seal(Seal::Behind, &[&length[..], parameters.as_bytes(), &id[..16]].concat())
}
