use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use yomikiri_core::files::write_whole;
use yomikiri_core::{Error, Result};

/// The file of a claim store, as the store uses it. Tests have one that forgets, as a disk does
/// without power, what was not synced.
pub(crate) trait Disk: Send {
    /// The file's name, for errors.
    fn path(&self) -> &Path;

    /// Looks again at what stands under the name; whether there is a file.
    fn look(&mut self) -> Result<bool>;

    /// How long the file is.
    fn length(&mut self) -> io::Result<u64>;

    /// Fills `bytes` from a place in the file on, as far as it goes; how many there were.
    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize>;

    /// Writes at a place in the file; it may not be on disk yet.
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Drops what is behind a place in the file.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Returns when everything that was written is on disk.
    fn sync(&mut self) -> io::Result<()>;

    /// Puts these bytes in the file's place such that it is the old or the new one, whatever
    /// happens; returns when it is the new one.
    fn replace(&mut self, bytes: &[u8]) -> Result<()>;
}

/// A file in the system's folders.
pub(crate) struct OnDisk {
    path: PathBuf,
    file: Option<File>,
}

impl OnDisk {
    pub(crate) fn new(path: PathBuf) -> OnDisk {
        OnDisk { path, file: None }
    }

    fn file(&mut self) -> io::Result<&mut File> {
        self.file.as_mut().ok_or_else(|| ErrorKind::NotFound.into())
    }
}

impl Disk for OnDisk {
    fn path(&self) -> &Path {
        &self.path
    }

    fn look(&mut self) -> Result<bool> {
        let io = |error| Error::io(&self.path, error);
        match fs::metadata(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => self.file = None,
            Err(error) => return Err(io(error)),
            // To open a pipe would mean to wait.
            Ok(at) if !at.is_file() => {
                return Err(Error::file(&self.path, "is not a file; expected a claim store"));
            }
            Ok(_) => {
                let file = File::options().read(true).write(true).open(&self.path);
                self.file = Some(file.map_err(io)?);
            }
        }
        Ok(self.file.is_some())
    }

    fn length(&mut self) -> io::Result<u64> {
        Ok(self.file()?.metadata()?.len())
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        let most = bytes.len() as u64;
        let file = self.file()?;
        file.seek(SeekFrom::Start(at))?;
        let mut file = file.take(most);
        let mut done = 0;
        loop {
            match file.read(&mut bytes[done..]) {
                Ok(0) => return Ok(done),
                Ok(more) => done += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        let file = self.file()?;
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file()?.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file()?.sync_all()
    }

    fn replace(&mut self, bytes: &[u8]) -> Result<()> {
        write_whole(&self.path, bytes)?;
        self.look().map(drop)
    }
}
