//! Files that say what they are and carry a checksum, so that nothing of a damaged or foreign one
//! is believed. `docs/formats.md` gives the bytes of each kind; numbers are little-endian.
//!
//! Such files are written whole or not at all, by [`write_whole`]; the tables of
//! `yomikiri_search::Archive`, which are too large for that, check their parts by the same means.

use crate::files::{open_file, write_whole};
use crate::{Error, Result};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Bytes of a checksum.
pub const CHECKSUM: usize = 32;

/// The checksum (BLAKE3) of some bytes, one after the other.
pub fn checksum(parts: &[&[u8]]) -> [u8; CHECKSUM] {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The same of a text, in hexadecimal.
pub fn checksum_of_text(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// A kind of binary file: what stands at its beginning.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What such a file is called ("a table").
    pub what: &'static str,
    /// The first bytes.
    pub magic: &'static [u8; 8],
    /// The version that is written and read, four bytes.
    pub version: u32,
}

/// Where the checksum of a binary file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// At the end, of everything before.
    Behind,
    /// After the version, of everything behind.
    Before,
}

impl Kind {
    /// The beginning of a file.
    pub fn start(&self) -> Vec<u8> {
        [&self.magic[..], &self.version.to_le_bytes()].concat()
    }

    /// What stands behind the beginning; or why it is not such a file.
    pub fn after_start<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], String> {
        let rest =
            bytes.strip_prefix(self.magic).ok_or_else(|| match self.magic.starts_with(bytes) {
                true => "is cut short".to_owned(),
                false => format!("is not {}", self.what),
            })?;
        let (version, rest) = rest.split_first_chunk().ok_or("is cut short")?;
        match u32::from_le_bytes(*version) {
            version if version == self.version => Ok(rest),
            version => Err(format!("has version {version}, where {} is known", self.version)),
        }
    }

    /// A whole file with this body.
    pub fn seal(&self, seal: Seal, body: &[u8]) -> Vec<u8> {
        let start = self.start();
        match seal {
            Seal::Behind => [&start, body, &checksum(&[&start, body])].concat(),
            Seal::Before => [&start, &checksum(&[body])[..], body].concat(),
        }
    }

    /// The body of a whole file; or what is wrong with it.
    pub fn open<'a>(&self, seal: Seal, bytes: &'a [u8]) -> Result<&'a [u8], String> {
        let rest = self.after_start(bytes)?;
        let (body, stated, own) = match seal {
            Seal::Behind => {
                let (body, stated) = rest.split_last_chunk().ok_or("is cut short")?;
                (body, stated, checksum(&[&bytes[..bytes.len() - CHECKSUM]]))
            }
            Seal::Before => {
                let (stated, body) = rest.split_first_chunk().ok_or("is cut short")?;
                (body, stated, checksum(&[body]))
            }
        };
        if own == *stated { Ok(body) } else { Err(MISMATCH.into()) }
    }
}

const MISMATCH: &str = "is damaged: its checksum does not match";

/// A kind of text file: its first line begins with these words, and has the checksum of the others.
#[derive(Clone, Copy, Debug)]
pub struct TextKind(pub &'static str);

impl TextKind {
    /// A whole file with this body, which is one line or more.
    pub fn seal(self, body: &str) -> String {
        let checksum = checksum_of_text(body);
        format!("{} {checksum}\n{body}", self.0)
    }

    /// The body of a whole file; or what is wrong with it.
    pub fn open(self, bytes: &[u8]) -> Result<&str, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "is not text")?;
        let rest = text.strip_prefix(self.0).ok_or("is of another kind")?;
        let (stated, body) = rest.split_once('\n').ok_or("is cut short")?;
        if checksum_of_text(body) == stated.trim() { Ok(body) } else { Err(MISMATCH.into()) }
    }

    /// Writes a file, whole or not at all.
    pub fn write(self, path: &Path, body: &str) -> Result<()> {
        write_whole(path, self.seal(body).as_bytes())
    }

    /// The body of a file of at most so many bytes; `None` if there is none of that name.
    pub fn read(self, path: &Path, most: u64) -> Result<Option<String>> {
        let Some(bytes) = read_if_there(path, most)? else { return Ok(None) };
        let body = self.open(&bytes).map_err(|problem| Error::file(path, problem))?;
        Ok(Some(body.to_owned()))
    }
}

/// What a file holds, which may be at most so many bytes; `None` if there is none of that name.
pub fn read_if_there(path: &Path, most: u64) -> Result<Option<Vec<u8>>> {
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        _ => {}
    }
    let mut bytes = Vec::new();
    let read = open_file(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| Error::io(path, error))?;
    match bytes.len() as u64 > most {
        true => Err(Error::file(path, format!("is too long; expected at most {most} bytes"))),
        false => Ok(Some(bytes)),
    }
}

/// The fields of a binary file, taken one after the other; `None` where it is too short.
#[derive(Clone, Debug)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// The fields in these bytes.
    pub fn new(bytes: &'a [u8]) -> Fields<'a> {
        Fields(bytes)
    }

    /// So many bytes.
    pub fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// So many bytes as an array.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    /// A number of one byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// A number of two bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// A number of four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number of eight bytes.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A number of sixteen bytes.
    pub fn u128(&mut self) -> Option<u128> {
        self.array().map(u128::from_le_bytes)
    }

    /// A length or a count of four bytes.
    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.u32()?).ok()
    }

    /// A length or a count of eight bytes.
    pub fn long_count(&mut self) -> Option<usize> {
        usize::try_from(self.u64()?).ok()
    }

    /// What is left.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: TextKind = TextKind("test 1");
    const KIND: Kind = Kind { what: "a test", magic: b"YOMITEST", version: 7 };

    proptest! {
        #[test]
        fn what_is_sealed_is_opened_and_nothing_else(
            body in prop::collection::vec(any::<u8>(), 0..100),
            at: prop::sample::Index,
            bit in 0..8_u32,
        ) {
            for seal in [Seal::Behind, Seal::Before] {
                let whole = KIND.seal(seal, &body);
                prop_assert_eq!(KIND.open(seal, &whole), Ok(&body[..]));
                let (mut damaged, at) = (whole.clone(), at.index(whole.len()));
                damaged[at] ^= 1 << bit;
                prop_assert!(KIND.open(seal, &damaged).is_err());
                prop_assert!(KIND.open(seal, &whole[..at]).is_err());
                prop_assert!(KIND.open(seal, &[&whole[..], &[0]].concat()).is_err());
            }
        }

        #[test]
        fn so_it_is_with_text(body in "[a-z0-9 \n]{1,99}[a-z]", at: prop::sample::Index) {
            let whole = TEXT.seal(&body);
            prop_assert_eq!(TEXT.open(whole.as_bytes()), Ok(&body[..]));
            let (mut damaged, at) = (whole.clone().into_bytes(), at.index(whole.len()));
            damaged[at] ^= 1;
            prop_assert!(TEXT.open(&damaged) != Ok(&body[..]));
            prop_assert!(TEXT.open(&whole.as_bytes()[..at]).is_err());
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let whole = KIND.seal(Seal::Behind, b"body");
        let problem = |bytes: &[u8]| KIND.open(Seal::Behind, bytes).unwrap_err();
        assert_eq!(problem(b"something else"), "is not a test");
        assert_eq!(problem(b""), "is cut short");
        assert_eq!(problem(&whole[..10]), "is cut short");
        let newer = Kind { version: 8, ..KIND }.seal(Seal::Behind, b"body");
        assert_eq!(problem(&newer), "has version 8, where 7 is known");
        assert!(problem(&whole[1..]).contains("not") && problem(&whole[..45]).contains("damaged"));
    }

    #[test]
    fn a_file_that_is_not_there_is_none_and_a_long_one_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert_eq!(TEXT.read(&path, 1000).unwrap(), None);
        TEXT.write(&path, "a line").unwrap();
        assert_eq!(TEXT.read(&path, 1000).unwrap().unwrap(), "a line");
        let error = TEXT.read(&path, 10).unwrap_err().to_string();
        assert!(error.contains("at most 10 bytes"), "{error}");
        assert!(read_if_there(folder.path(), 10).is_err(), "a folder is no file");
    }
}
