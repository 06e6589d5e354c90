//! Records of any length in one file: written one after the other, memory-mapped, checksummed.
//!
//! `docs/formats.md` gives the bytes. The head and the directory are checked when a file is
//! opened, each record when it is read; nothing of a damaged file is ever believed. A file that
//! is not finished has another name, and writing goes on behind its last sound record.

use memmap2::Mmap;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use yomikiri_core::checked::{CHECKSUM, Fields, Kind, checksum};
use yomikiri_core::files::open_file;
use yomikiri_core::{Error, Result};

const KIND: Kind = Kind { what: "a yomikiri table", magic: b"YOMITABL", version: 2 };
/// Bytes before the parameters.
const FIXED: usize = 40;
/// Bytes before a record: its length, and the start of its digest.
const PREFIX: usize = 4 + 16;
const MOST_PARAMETERS: usize = 4096;
const OFFSET: usize = 8;

/// The checksum of a record belongs to its number too, so that records cannot change places.
fn checksum_of(number: u64, bytes: &[u8]) -> [u8; 16] {
    let whole = checksum(&[&number.to_le_bytes(), bytes]);
    *whole.first_chunk().expect("it is longer")
}

/// What stands before the records; the number of records and the directory's place are known last.
fn head(parameters: &str, appendix: &[u8], records: u64, directory: u64) -> Vec<u8> {
    assert!(parameters.len() <= MOST_PARAMETERS, "the parameters are a short text");
    let mut bytes = KIND.start();
    bytes.extend((parameters.len() as u32).to_le_bytes());
    bytes.extend((appendix.len() as u64).to_le_bytes());
    bytes.extend(records.to_le_bytes());
    bytes.extend(directory.to_le_bytes());
    bytes.extend(parameters.as_bytes());
    bytes.extend(appendix);
    bytes
}

/// The length of a record and its checksum.
fn fields_of(prefix: &[u8; PREFIX]) -> (usize, [u8; 16]) {
    let mut fields = Fields::new(prefix);
    let found = fields.count().zip(fields.array());
    found.expect("the prefix has both")
}

/// Where an archive is while it is not finished.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Refuses to write where something stands that is not a table's file.
fn refuse_foreign(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Err(Error::file(path, "is a folder, where a table is to be"));
    }
    for path in [path, &part_of(path)] {
        // What a link leads to is not replaced, and what is no file would be.
        let Ok(at) = fs::symlink_metadata(path) else { continue };
        if !at.is_file() {
            return Err(Error::file(path, "is not a file, where a table is to be"));
        }
        let mut start = Vec::new();
        let file = File::open(path).map_err(|error| Error::io(path, error))?;
        let read = file.take(KIND.magic.len() as u64).read_to_end(&mut start);
        read.map_err(|error| Error::io(path, error))?;
        // A process that was killed may have written less than the whole of it.
        if !KIND.magic.starts_with(&start) {
            return Err(Error::file(
                path,
                "is not a table of ours, and not overwritten; delete it or move it away",
            ));
        }
    }
    Ok(())
}

/// Writes an archive, record by record.
pub struct ArchiveWriter {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    parameters: String,
    appendix: Vec<u8>,
    /// Where each record begins.
    offsets: Vec<u64>,
    end: u64,
}

impl ArchiveWriter {
    /// Begins an archive, or goes on with one of the same parameters and appendix that was not
    /// finished. [`ArchiveWriter::records`] says how many records are there already.
    pub fn begin(path: &Path, parameters: &str, appendix: Vec<u8>) -> Result<ArchiveWriter> {
        let part = part_of(path);
        refuse_foreign(path)?;
        let io = |error| Error::io(&part, error);
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(&part).map_err(io)?;
        if file.try_lock().is_err() {
            return Err(Error::file(&part, "is being written by another process"));
        }
        let start = head(parameters, &appendix, 0, 0);
        let (offsets, end) = match sound_records(&mut file, &start).map_err(io)? {
            Some(found) => found,
            None => {
                file.set_len(0).map_err(io)?;
                file.rewind().map_err(io)?;
                file.write_all(&start).map_err(io)?;
                (Vec::new(), start.len() as u64)
            }
        };
        file.set_len(end).map_err(io)?;
        file.seek(SeekFrom::Start(end)).map_err(io)?;
        let (path, parameters) = (path.to_owned(), parameters.to_owned());
        let file = BufWriter::with_capacity(1 << 18, file);
        Ok(ArchiveWriter { path, part, file, parameters, appendix, offsets, end })
    }

    /// Refuses at once what [`ArchiveWriter::begin`] would refuse after all the work: a file that
    /// another process writes, or a folder in its place.
    pub fn check_free(path: &Path) -> Result<()> {
        refuse_foreign(path)?;
        match File::open(part_of(path)) {
            Ok(file) if file.try_lock().is_err() => {
                Err(Error::file(part_of(path), "is being written by another process"))
            }
            _ => Ok(()),
        }
    }

    /// Begins an archive from nothing.
    pub fn anew(path: &Path, parameters: &str, appendix: Vec<u8>) -> Result<ArchiveWriter> {
        let mut writer = ArchiveWriter::begin(path, parameters, appendix)?;
        let start = head(&writer.parameters, &writer.appendix, 0, 0).len() as u64;
        let io = |error| Error::io(&writer.part, error);
        writer.file.get_ref().set_len(start).map_err(io)?;
        writer.file.seek(SeekFrom::Start(start)).map_err(io)?;
        (writer.offsets, writer.end) = (Vec::new(), start);
        Ok(writer)
    }

    /// How many records it has.
    pub fn records(&self) -> u64 {
        self.offsets.len() as u64
    }

    /// Adds a record.
    pub fn push(&mut self, bytes: &[u8]) -> Result<()> {
        let checksum = checksum_of(self.records(), bytes);
        self.offsets.push(self.end);
        self.end += (PREFIX + bytes.len()) as u64;
        let mut put = || {
            self.file.write_all(&(bytes.len() as u32).to_le_bytes())?;
            self.file.write_all(&checksum)?;
            self.file.write_all(bytes)
        };
        put().map_err(|error| Error::io(&self.part, error))
    }

    /// Leaves what was written for a later [`ArchiveWriter::begin`].
    pub fn pause(mut self) -> Result<()> {
        self.file.flush().map_err(|error| Error::io(&self.part, error))
    }

    /// Writes the directory, and gives the file its name.
    pub fn finish(mut self) -> Result<()> {
        let head = head(&self.parameters, &self.appendix, self.records(), self.end);
        let directory: Vec<u8> =
            self.offsets.iter().flat_map(|offset| offset.to_le_bytes()).collect();
        let mut put = || {
            self.file.write_all(&directory)?;
            self.file.write_all(&checksum(&[&head, &directory]))?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&head)?;
            self.file.flush()?;
            self.file.get_ref().sync_all()?;
            fs::rename(&self.part, &self.path)
        };
        put().map_err(|error| Error::io(&self.path, error))
    }
}

/// The records of an unfinished file that begins with `head`: where each begins, and the end of
/// the last that is whole. `None` if it begins otherwise.
fn sound_records(file: &mut File, head: &[u8]) -> std::io::Result<Option<(Vec<u64>, u64)>> {
    let whole = file.metadata()?.len();
    if whole < head.len() as u64 {
        return Ok(None);
    }
    file.rewind()?;
    let mut reader = std::io::BufReader::with_capacity(1 << 20, &*file);
    let mut start = vec![0; head.len()];
    reader.read_exact(&mut start)?;
    if start != head {
        return Ok(None);
    }
    let mut offsets = Vec::new();
    let mut end = head.len() as u64;
    let mut bytes = Vec::new();
    loop {
        let mut prefix = [0; PREFIX];
        let left = whole - end;
        if left < PREFIX as u64 || reader.read_exact(&mut prefix).is_err() {
            return Ok(Some((offsets, end)));
        }
        let (length, stated) = fields_of(&prefix);
        if length as u64 > left - PREFIX as u64 {
            return Ok(Some((offsets, end)));
        }
        bytes.resize(length, 0);
        reader.read_exact(&mut bytes)?;
        if checksum_of(offsets.len() as u64, &bytes) != stated {
            return Ok(Some((offsets, end)));
        }
        offsets.push(end);
        end += (PREFIX + length) as u64;
    }
}

/// An archive in a file.
pub struct Archive {
    path: PathBuf,
    map: Mmap,
    parameters: String,
    appendix: std::ops::Range<usize>,
    records: usize,
    directory: usize,
    /// Records read since pages were last let go.
    read: AtomicU32,
}

/// After so many records the pages that they were read from are let go, so that a process that
/// asks for many does not come to hold the whole file.
const LET_GO: u32 = 1024;

impl Archive {
    /// Opens an archive; what is not one, or has a damaged head or directory, is refused.
    pub fn open(path: &Path) -> Result<Archive> {
        let file = open_file(path)?;
        // SAFETY: the file is only read, and every byte of it is compared with a checksum before
        // it is believed; that somebody cuts it while it is mapped cannot be ruled out.
        let map = unsafe { Mmap::map(&file) }.map_err(|e| Error::io(path, e))?;
        // Records are asked for here and there: what lies around one is not worth reading too.
        #[cfg(unix)]
        let _ = map.advise(memmap2::Advice::Random);
        let wrong = |problem: &str| Error::file(path, problem);
        let cut = || wrong("is cut short");
        let fields = Fields::new(KIND.after_start(&map).map_err(|problem| wrong(&problem))?);
        let sizes = |mut fields: Fields<'_>| {
            let (parameters, appendix) = (fields.count()?, fields.long_count()?);
            Some((parameters, appendix, fields.long_count()?, fields.long_count()?))
        };
        let (parameters, appendix, records, directory) = sizes(fields).ok_or_else(cut)?;
        if parameters > MOST_PARAMETERS {
            return Err(wrong("has a damaged head"));
        }
        let parameters = FIXED..FIXED + parameters;
        let appendix = parameters.end..parameters.end.checked_add(appendix).ok_or_else(cut)?;
        let end = records.checked_mul(OFFSET).and_then(|length| directory.checked_add(length));
        let end = end.ok_or_else(cut)?;
        let head = map.get(..appendix.end).ok_or_else(cut)?;
        let stated = map.get(end..).filter(|rest| rest.len() == CHECKSUM).ok_or_else(cut)?;
        let directory_bytes = map.get(directory..end).ok_or_else(cut)?;
        if checksum(&[head, directory_bytes]) != stated {
            return Err(wrong("has a damaged head: its checksum does not match"));
        }
        let parameters = String::from_utf8_lossy(&map[parameters]).into_owned();
        let path = path.to_owned();
        let read = AtomicU32::new(0);
        Ok(Archive { path, parameters, appendix, records, directory, map, read })
    }

    /// What the archive is of, as it was written.
    pub fn parameters(&self) -> &str {
        &self.parameters
    }

    /// What was put before the records.
    pub fn appendix(&self) -> &[u8] {
        &self.map[self.appendix.clone()]
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the file.
    pub fn file_len(&self) -> u64 {
        self.map.len() as u64
    }

    /// How many records it has.
    pub fn records(&self) -> usize {
        self.records
    }

    fn let_go(&self) {
        #[cfg(unix)]
        if self.read.fetch_add(1, Ordering::Relaxed) % LET_GO == LET_GO - 1 {
            // SAFETY: the mapping is shared with the file and never written to, so pages that are
            // let go come back from the file with the same bytes.
            let _ = unsafe { self.map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }

    /// A record, after comparing it with its checksum.
    pub fn record(&self, index: usize) -> Result<&[u8]> {
        let damaged = || Error::file(&self.path, format!("block {index} is damaged"));
        if index >= self.records {
            return Err(Error::file(&self.path, format!("has no block {index}")));
        }
        self.let_go();
        let start = Fields::new(&self.map[self.directory + index * OFFSET..]).long_count();
        let start = start.ok_or_else(damaged)?;
        let rest = self.map[..self.directory].get(start..).ok_or_else(damaged)?;
        let (prefix, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
        let (length, stated) = fields_of(prefix);
        let bytes = rest.get(..length).ok_or_else(damaged)?;
        match checksum_of(index as u64, bytes) == stated {
            true => Ok(bytes),
            false => Err(damaged()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u32) -> Vec<u8> {
        (0..number * 7 % 300).map(|n| (n * number) as u8).collect()
    }

    #[test]
    #[cfg(unix)]
    fn what_is_not_ours_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let begin = || ArchiveWriter::begin(&path, "a game", vec![]);
        for at in [path.clone(), part_of(&path)] {
            fs::write(&at, "a user's own").unwrap();
            assert!(ArchiveWriter::check_free(&path).is_err());
            let error = begin().err().unwrap().to_string();
            assert!(error.contains("not a table of ours"), "{error}");
            assert_eq!(fs::read_to_string(&at).unwrap(), "a user's own");
            fs::remove_file(&at).unwrap();
            let elsewhere = folder.path().join("elsewhere");
            fs::write(&elsewhere, "").unwrap();
            std::os::unix::fs::symlink(&elsewhere, &at).unwrap();
            assert!(begin().is_err() && at.is_symlink());
            fs::remove_file(&at).unwrap();
        }
        // A process that was killed at once left this.
        fs::write(part_of(&path), &KIND.magic[..3]).unwrap();
        begin().unwrap().finish().unwrap();
        assert_eq!(Archive::open(&path).unwrap().records(), 0);
    }

    #[test]
    fn what_was_written_before_an_interruption_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let begin = |appendix: &[u8]| ArchiveWriter::begin(&path, "a game", appendix.to_vec());
        let mut writer = begin(b"about").unwrap();
        for number in 0..50 {
            writer.push(&record(number)).unwrap();
        }
        assert!(begin(b"about").is_err(), "two write at once");
        writer.pause().unwrap();
        // The last record was not written whole.
        let part = folder.path().join("a.table.part");
        let length = fs::metadata(&part).unwrap().len();
        OpenOptions::new().write(true).open(&part).unwrap().set_len(length - 3).unwrap();
        assert!(Archive::open(&part).is_err(), "an unfinished file is no archive");
        let mut writer = begin(b"about").unwrap();
        assert_eq!(writer.records(), 49);
        for number in 49..100 {
            writer.push(&record(number)).unwrap();
        }
        writer.finish().unwrap();
        let archive = Archive::open(&path).unwrap();
        assert_eq!((archive.records(), archive.appendix()), (100, &b"about"[..]));
        for number in 0..100 {
            assert_eq!(archive.record(number as usize).unwrap(), record(number));
        }
        assert!(!part.exists());
        // Another archive of that name begins from nothing.
        let mut writer = begin(b"about").unwrap();
        writer.push(b"one").unwrap();
        writer.pause().unwrap();
        assert_eq!(begin(b"else").unwrap().records(), 0);
    }
}
