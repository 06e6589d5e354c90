//! The folder of a claim store: what may stand in it, and who may write.

use std::fs::{self, File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};
use yomikiri_core::files::{is_temporary, prepare_folder};
use yomikiri_core::{Error, Result};

pub(crate) const CLAIMS: &str = "claims.yomi";
const LOCK: &str = "lock";
/// What held the same before there were claim stores.
const EARLIER_CHECKPOINT: &str = "facts.yomi";
/// A process writes for some thousandths of a second; one that holds the lock for longer hangs.
const PATIENCE: Duration = Duration::from_secs(3);
const PAUSE: Duration = Duration::from_millis(2);

/// Makes sure that a folder is or can become that of a claim store. One that holds anything else is
/// refused and left alone: `lock` is a name that others use too.
pub(crate) fn prepare(folder: &Path, purpose: &str) -> Result<()> {
    refuse_foreign(folder)?;
    prepare_folder(folder, purpose)
}

fn refuse_foreign(folder: &Path) -> Result<()> {
    let io = |error| Error::io(folder, error);
    for name in [CLAIMS, LOCK] {
        let path = folder.join(name);
        if path.exists() && !path.is_file() {
            return Err(Error::file(path, "is not a file; expected one of a claim store"));
        }
    }
    // One that is not there yet is made; what is no folder is refused when it is to be one.
    if folder.join(CLAIMS).exists() || !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let name = entry.file_name();
        let is_empty_lock = name == LOCK && entry.metadata().is_ok_and(|at| at.len() == 0);
        if is_empty_lock || is_temporary(&name) {
            continue;
        }
        let name = name.to_string_lossy().into_owned();
        // Results of an earlier version lie there in folders of two digits each: they are not read, and
        // are no reason to remember nothing.
        let is_earlier = name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_earlier && entry.path().is_dir() {
            continue;
        }
        let problem = match name.as_str() {
            EARLIER_CHECKPOINT => format!(
                "holds '{name}', a checkpoint of an earlier version of this program, which this one \
                 does not read"
            ),
            _ => format!("holds '{name}' and no claims"),
        };
        return Err(Error::file(folder, format!("{problem}; expected an empty or a new folder")));
    }
    Ok(())
}

/// The lock of a folder.
pub(crate) enum Lock {
    /// Nobody else may write as long as the store is open.
    Held(#[allow(dead_code)] File),
    /// It is taken for each write, if others give it back in time.
    Shared(File, Duration),
    /// There is no folder.
    #[cfg(test)]
    None,
}

fn open(folder: &Path) -> Result<File> {
    let path = folder.join(LOCK);
    // Never truncated: whatever it holds, only its lock is wanted.
    let lock = File::options().read(true).append(true).create(true).open(&path);
    lock.map_err(|error| Error::io(path, error))
}

impl Lock {
    /// Takes the lock for as long as the store is open.
    pub(crate) fn hold(folder: &Path) -> Result<Lock> {
        let lock = open(folder)?;
        match lock.try_lock() {
            Ok(()) => Ok(Lock::Held(lock)),
            Err(TryLockError::WouldBlock) => {
                Err(Error::file(folder, "another run is using these claims"))
            }
            Err(TryLockError::Error(error)) => Err(Error::io(folder.join(LOCK), error)),
        }
    }

    /// The lock of a folder in which others may write, too.
    pub(crate) fn share(folder: &Path) -> Result<Lock> {
        Ok(Lock::Shared(open(folder)?, PATIENCE))
    }

    /// Whether others may write, too.
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self, Lock::Shared(..))
    }

    /// Nobody else writes until what is returned is dropped.
    pub(crate) fn take(&self, path: &Path) -> Result<Taken<'_>> {
        let Lock::Shared(lock, patience) = self else { return Ok(Taken(None)) };
        let begun = Instant::now();
        loop {
            match lock.try_lock() {
                Ok(()) => return Ok(Taken(Some(lock))),
                Err(TryLockError::WouldBlock) if begun.elapsed() < *patience => {
                    std::thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => {
                    let problem = "another process has been writing to it for long";
                    return Err(Error::file(path, problem));
                }
                Err(TryLockError::Error(error)) => return Err(Error::io(path, error)),
            }
        }
    }
}

/// A lock that is given back when this is dropped.
pub(crate) struct Taken<'a>(Option<&'a File>);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        // It ends with the process, at the latest.
        let _ = self.0.map(File::unlock);
    }
}
