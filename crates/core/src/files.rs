//! Files that are either whole or not there.

use crate::{Error, Result};
use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Makes sure that `folder` exists, is one, and can be written to, before hours are spent on what
/// goes in; `purpose` says what it is needed for. Nothing that is there is touched.
pub fn prepare_folder(folder: &Path, purpose: &str) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        return Err(Error::file(folder, format!("is not a folder; {purpose} needs one")));
    }
    fs::create_dir_all(folder)
        .and_then(|()| Temporary::new(folder))
        .map_err(|error| Error::io(folder, error))?;
    Ok(())
}

/// Makes sure that [`streams::write`](crate::streams::write) can write to `path`, before hours are
/// spent on what goes in.
pub fn prepare_file(path: &Path, purpose: &str) -> Result<()> {
    match destination(path)? {
        Destination::File(path) => prepare_folder(folder_of(&path), purpose),
        Destination::Stream | Destination::Output => Ok(()),
    }
}

/// Whether `path` is, or may become, a file that is kept, and not a pipe or a device.
pub fn is_kept(path: &Path) -> Result<bool> {
    Ok(matches!(destination(path)?, Destination::File(_)))
}

/// Puts `bytes` in the place of `path` such that a reader, or a crash, sees all or nothing. Where a
/// symbolic link points to is replaced, not the link.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let written = match destination(path)? {
        Destination::File(path) => replace(&path, bytes),
        Destination::Stream => {
            return Err(Error::file(path, "is a pipe or a device; expected a file to write"));
        }
        Destination::Output => {
            let mut output = io::stdout().lock();
            output.write_all(bytes).and_then(|()| output.flush())
        }
    };
    written.map_err(|error| Error::io(path, error))
}

/// Reads a file that should have `most` bytes at most.
pub fn read_bounded(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open_file(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::io(path, error))?;
    match bytes.len() as u64 > most {
        true => Err(Error::file(path, format!("is too long; expected at most {most} bytes"))),
        false => Ok(bytes),
    }
}

/// Opens a file for reading, but nothing else that may have its name: to open a pipe would mean
/// to wait.
pub fn open_file(path: &Path) -> Result<File> {
    let io = |error| Error::io(path, error);
    if !fs::metadata(path).map_err(io)?.is_file() {
        return Err(Error::file(path, "is not a file; expected one"));
    }
    File::open(path).map_err(io)
}

/// What stands under a name to be written.
pub(crate) enum Destination {
    /// A file, or nothing yet; links are followed.
    File(PathBuf),
    /// A pipe or a device.
    Stream,
    /// What our own standard output goes to, by another name.
    Output,
}

pub(crate) fn destination(path: &Path) -> Result<Destination> {
    let at = match fs::metadata(path) {
        Ok(at) => Some(at),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(Error::io(path, error)),
    };
    match at {
        Some(at) if at.is_dir() => Err(Error::file(path, "is a folder; expected a file to write")),
        // Never in place of the file, or what is written there later would be lost.
        Some(at) if is_own_output(&at) => Ok(Destination::Output),
        Some(at) if !at.is_file() => match is_stream(&at) {
            true => Ok(Destination::Stream),
            false => Err(Error::file(path, "is a disk or a socket; expected a file to write")),
        },
        _ => Ok(Destination::File(followed(path)?)),
    }
}

#[cfg(unix)]
fn is_stream(at: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    at.file_type().is_fifo() || at.file_type().is_char_device()
}

#[cfg(unix)]
fn is_own_output(at: &Metadata) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let output = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let output = output.and_then(|output| output.metadata());
    output.is_ok_and(|output| (output.dev(), output.ino()) == (at.dev(), at.ino()))
}

#[cfg(not(unix))]
fn is_stream(_: &Metadata) -> bool {
    true
}

#[cfg(not(unix))]
fn is_own_output(_: &Metadata) -> bool {
    false
}

/// Where links lead, the last of which may point to nothing yet.
fn followed(path: &Path) -> Result<PathBuf> {
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(Error::file(path, "is a link that leads nowhere"))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = folder_of(path);
    remove_leftovers(folder);
    let mut temporary = Temporary::new(folder)?;
    // Who may read the file is not for us to change.
    if let Ok(earlier) = fs::metadata(path) {
        temporary.file.set_permissions(earlier.permissions())?;
    }
    temporary.file.write_all(bytes)?;
    temporary.file.sync_all()?;
    fs::rename(&temporary.path, path)?;
    // The new name is on disk only when its folder is; not every system lets one ask.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A file of a name of its own, locked and removed by the end of the process or before.
struct Temporary {
    path: PathBuf,
    file: File,
}

const PREFIX: &str = ".yomikiri-";
const SUFFIX: &str = ".tmp";

/// What a process calls a temporary to which it gives `number`, which it uses once. The last part
/// follows from the others, so that no file of anybody else has such a name by chance.
pub fn temporary_name(process: u32, number: u64) -> String {
    // FNV-1a: any function that mixes well would do.
    let mixed = format!("{process}-{number}").bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{PREFIX}{process}-{number}-{mixed:016x}{SUFFIX}")
}

impl Temporary {
    fn new(folder: &Path) -> io::Result<Temporary> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(temporary_name(std::process::id(), number));
        let file = File::create_new(&path)?;
        // Not every system of files has locks; who leaves something there has to remove it.
        let _ = file.try_lock();
        Ok(Temporary { path, file })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // It has gone if it was given its name.
        let _ = fs::remove_file(&self.path);
    }
}

/// The process that a temporary is of, if the name is one of a temporary.
fn owner(name: &str) -> Option<u32> {
    let mut parts = name.strip_prefix(PREFIX)?.split('-');
    let process = parts.next()?.parse().ok()?;
    let number = parts.next()?.parse().ok()?;
    (name == temporary_name(process, number)).then_some(process)
}

/// Whether a name in a folder is that of a temporary of ours.
pub fn is_temporary(name: &std::ffi::OsStr) -> bool {
    name.to_str().and_then(owner).is_some()
}

/// Removes temporaries of processes that are no more, once for each folder; nothing else, whatever
/// it looks like.
fn remove_leftovers(folder: &Path) {
    static SEEN: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.get_or_insert_default().insert(folder.to_owned()) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Some(process) = entry.file_name().to_str().and_then(owner) else { continue };
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // The lock ends with its process; a process that lives may just not have it yet.
        if is_file
            && !is_alive(process)
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether there is such a process, as far as the system tells.
fn is_alive(process: u32) -> bool {
    Path::new("/proc").join(process.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report");
        write_whole(&file, b"long text").unwrap();
        write_whole(&file, b"text").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"text");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        let error = prepare_folder(&file, "the report").unwrap_err().to_string();
        assert!(error.contains("is not a folder; the report needs one"), "{error}");
        prepare_folder(&folder.path().join("a/b"), "the report").unwrap();
        let error = write_whole(folder.path(), b"text").unwrap_err().to_string();
        assert!(error.contains("is a folder"), "{error}");
    }

    #[test]
    fn what_is_too_long_or_no_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, [7; 100]).unwrap();
        assert_eq!(read_bounded(&file, 100).unwrap(), [7; 100]);
        assert!(read_bounded(&file, 99).unwrap_err().to_string().contains("at most 99 bytes"));
        assert!(open_file(&file).is_ok());
        assert!(open_file(folder.path()).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn links_devices_and_pipes_stay_what_they_are() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).unwrap();
        fs::write(at("far/target"), "old").unwrap();
        fs::set_permissions(at("far/target"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("far/target", at("link")).unwrap();
        symlink("link", at("second")).unwrap();
        write_whole(&at("second"), b"new").unwrap();
        assert_eq!(fs::read(at("far/target")).unwrap(), b"new");
        assert_eq!(fs::metadata(at("far/target")).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(at("link").is_symlink() && at("second").is_symlink());
        symlink("far/nothing yet", at("dangling")).unwrap();
        write_whole(&at("dangling"), b"made").unwrap();
        assert_eq!(fs::read(at("far/nothing yet")).unwrap(), b"made");
        symlink("circle", at("circle")).unwrap();
        assert!(write_whole(&at("circle"), b"x").is_err());

        symlink("/dev/null", at("to null")).unwrap();
        for null in [PathBuf::from("/dev/null"), at("to null")] {
            assert!(write_whole(&null, b"gone").is_err());
            assert!(fs::metadata(&null).unwrap().file_type().is_char_device());
        }
        assert!(at("to null").is_symlink());
        assert!(prepare_file(Path::new("/dev/null"), "a test").is_ok());
        assert!(!is_kept(Path::new("/dev/null")).unwrap() && is_kept(&at("link")).unwrap());

        let pipe = at("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        assert!(write_whole(&pipe, b"x").is_err(), "nobody waits for a reader");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(open_file(&pipe).is_err(), "nobody waits for a writer");
        assert!(read_bounded(&pipe, 9).is_err(), "nobody waits for a writer");
        let socket = at("socket");
        let _open = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert!(write_whole(&socket, b"x").is_err());
        assert!(fs::metadata(&socket).unwrap().file_type().is_socket());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_the_dead_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        dead.wait().unwrap();
        let (dead, alive) = (dead.id(), std::process::id());
        let left = temporary_name(dead, 3);
        let kept = [
            temporary_name(alive, 999_999),
            left.replace(".tmp", "0.tmp"),
            left.replace(".tmp", ""),
            format!(".yomikiri-{dead}-3.tmp"),
            format!(".yomikiri-{dead}-3-0123456789abcdef.tmp"),
            ".yomikiri-notes.tmp".into(),
            ".yomikiri-1-x.tmp".into(),
            format!("report.{dead}.tmp"),
            "report.tmp".into(),
        ];
        for name in kept.iter().chain([&left]) {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let held = temporary_name(dead, 4);
        let lock = File::create(folder.path().join(&held)).unwrap();
        lock.lock().unwrap();
        prepare_folder(folder.path(), "a test").unwrap();
        assert!(folder.path().join(&left).exists(), "not before something is written");
        write_whole(&folder.path().join("report"), b"text").unwrap();
        assert!(!folder.path().join(left).exists());
        for name in kept.iter().chain([&held]) {
            assert!(folder.path().join(name).exists(), "{name}");
        }
    }
}
