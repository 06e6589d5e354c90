//! Pipes, terminals and devices that a person names as a file: somebody at the other end may keep
//! one waiting, which lasts no longer than a [`Context`] goes on.

use crate::files::{Destination, destination, write_whole};
use crate::{Context, Error, Result};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often a stop is looked for while waiting.
const LOOK: Duration = Duration::from_millis(20);
/// After a stop, so long without anything being read ends the waiting: what is there already is
/// still taken, and who reads what was found is still given it.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes that are written at once.
const CHUNK: usize = 1 << 14;

/// Reads what a person named as input, at most `most` bytes: a file, a pipe, or standard input by
/// the name `-`.
pub fn read(path: &Path, most: u64, context: &Context) -> Result<Vec<u8>> {
    let take = move |input: &mut dyn Read| {
        let mut bytes = Vec::new();
        input.take(most + 1).read_to_end(&mut bytes).map(|_| bytes)
    };
    let (name, bytes) = match path == Path::new("-") {
        true => {
            let name = Path::new("standard input");
            (name, patiently(name, "write", context, move |_| take(&mut io::stdin().lock()))?)
        }
        false => {
            // Even what is called a file may keep one waiting, such as some of `/proc`.
            let named = path.to_owned();
            (path, patiently(path, "write", context, move |_| take(&mut File::open(named)?))?)
        }
    };
    match bytes.len() as u64 > most {
        true => Err(Error::file(name, format!("is too long; expected at most {most} bytes"))),
        false => Ok(bytes),
    }
}

/// Writes what a person is to get under a name of theirs: a file as [`write_whole`] does, or
/// through a pipe or to a device.
pub fn write(path: &Path, bytes: &[u8], context: &Context) -> Result<()> {
    match destination(path)? {
        Destination::Stream => open(path, context)?.write(bytes),
        Destination::File(_) | Destination::Output => write_whole(path, bytes),
    }
}

/// Something that is written piece by piece, and may be a pipe.
pub struct Output {
    path: PathBuf,
    context: Context,
    to: To,
}

enum To {
    File(File),
    Stream(Arc<File>),
    /// What our own standard output goes to.
    Standard,
}

impl Output {
    /// Opens it; a file is emptied.
    pub fn create(path: &Path, context: &Context) -> Result<Output> {
        let to = match destination(path)? {
            Destination::Stream => return open(path, context),
            Destination::File(path) => {
                To::File(File::create(&path).map_err(|error| Error::io(path, error))?)
            }
            Destination::Output => To::Standard,
        };
        Ok(Output { path: path.into(), context: context.clone(), to })
    }

    /// Adds so much to it.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = match &mut self.to {
            To::File(file) => file.write_all(bytes),
            To::Standard => {
                let mut output = io::stdout().lock();
                output.write_all(bytes).and_then(|()| output.flush())
            }
            To::Stream(stream) => {
                let (stream, bytes) = (stream.clone(), bytes.to_vec());
                return patiently(&self.path, "read", &self.context, move |moved| {
                    bytes.chunks(CHUNK).try_for_each(|chunk| {
                        moved();
                        (&*stream).write_all(chunk)
                    })
                });
            }
        };
        written.map_err(|error| Error::io(&self.path, error))
    }
}

fn open(path: &Path, context: &Context) -> Result<Output> {
    let named = path.to_owned();
    let stream =
        patiently(path, "read", context, move |_| OpenOptions::new().write(true).open(named))?;
    Ok(Output { path: path.into(), context: context.clone(), to: To::Stream(stream.into()) })
}

/// Does something that may have to wait for somebody to read or write `path`. It is done by a
/// thread, which calls `moved` whenever it gets on; one that waits in vain is left behind.
fn patiently<T: Send + 'static>(
    path: &Path,
    deed: &'static str,
    context: &Context,
    work: impl FnOnce(&dyn Fn()) -> io::Result<T> + Send + 'static,
) -> Result<T> {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        // Whoever asked may be gone.
        let done = work(&|| drop(tell.send(None)));
        let _ = tell.send(Some(done));
    });
    let mut waited_since = None;
    loop {
        match told.recv_timeout(LOOK) {
            Ok(Some(done)) => return done.map_err(|error| Error::io(path, error)),
            Ok(None) => waited_since = None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::file(path, "could not be used: a thread broke off"));
            }
        }
        context.check(0);
        let Some(why) = context.stopped() else { continue };
        if waited_since.get_or_insert_with(Instant::now).elapsed() > GRACE {
            return Err(Error::Stopped { path: path.into(), deed, why });
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{Limits, Stop};
    use std::fs;

    /// A folder with a pipe in it.
    fn fresh_pipe() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        (folder, pipe)
    }

    /// Whether it is `deed` that nobody did before the stop.
    fn stopped_by<T>(result: Result<T>, wanted: &str, by: Stop) -> bool {
        matches!(result, Err(Error::Stopped { deed, why, .. }) if deed == wanted && why == by)
    }

    fn reader(pipe: &Path) -> std::thread::JoinHandle<Vec<u8>> {
        let pipe = pipe.to_owned();
        std::thread::spawn(move || fs::read(pipe).unwrap())
    }

    #[test]
    fn what_goes_through_a_pipe_arrives_and_the_pipe_stays() {
        use std::os::unix::fs::FileTypeExt;
        let (_folder, pipe) = fresh_pipe();
        let context = Context::default();
        let long: Vec<u8> = (0..300_000_u32).map(|n| n as u8).collect();
        let read_by = reader(&pipe);
        write(&pipe, &long, &context).unwrap();
        assert!(read_by.join().unwrap() == long);
        let read_by = reader(&pipe);
        let mut output = Output::create(&pipe, &context).unwrap();
        output.write(b"one ").unwrap();
        output.write(b"two").unwrap();
        drop(output);
        assert_eq!(read_by.join().unwrap(), b"one two");
        for most in [300_000, 299_999] {
            let (pipe, long) = (pipe.clone(), long.clone());
            let read_here = pipe.clone();
            let writer = std::thread::spawn(move || drop(fs::write(pipe, long)));
            let found = read(&read_here, most, &context);
            assert_eq!(found.is_ok_and(|bytes| bytes.len() == 300_000), most == 300_000);
            writer.join().unwrap();
        }
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[test]
    fn a_stop_ends_the_waiting_for_the_other_end() {
        let waits: [fn(&Path, &Context) -> Result<()>; 3] = [
            |pipe, context| read(pipe, 9, context).map(drop),
            |pipe, context| write(pipe, b"x", context),
            |pipe, context| Output::create(pipe, context).map(drop),
        ];
        for (wait, deed) in waits.iter().zip(["write", "read", "read"]) {
            let time = Some(Duration::from_millis(50));
            let context = Context::new(Limits { time, ..Limits::default() });
            // The thread of one that waited in vain would be the other end for the next.
            let (_folder, pipe) = fresh_pipe();
            assert!(stopped_by(wait(&pipe, &context), deed, Stop::Time));
            let (_folder, pipe) = fresh_pipe();
            let context = Context::default();
            let cancelled = context.clone();
            let other = std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                cancelled.stop(Stop::Cancelled);
            });
            assert!(stopped_by(wait(&pipe, &context), deed, Stop::Cancelled));
            other.join().unwrap();
        }
    }

    /// Bytes that fit into no pipe.
    const FAR_TOO_MANY: usize = 4 << 20;

    #[test]
    fn a_stop_ends_the_waiting_for_one_who_opened_and_does_not_read() {
        let (_folder, pipe) = fresh_pipe();
        let context = Context::default();
        let opened = std::thread::spawn({
            let pipe = pipe.clone();
            move || File::open(pipe).unwrap()
        });
        let mut output = Output::create(&pipe, &context).unwrap();
        let _reader = opened.join().unwrap();
        context.stop(Stop::Cancelled);
        let written = output.write(&[7; FAR_TOO_MANY]);
        assert!(stopped_by(written, "read", Stop::Cancelled));
    }

    #[test]
    fn after_a_stop_a_reader_that_reads_still_gets_all() {
        let (_folder, pipe) = fresh_pipe();
        let context = Context::default();
        context.stop(Stop::Time);
        let slow = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let (mut file, mut all) = (File::open(pipe).unwrap(), 0);
                let mut some = vec![0; FAR_TOO_MANY / 8];
                while let Ok(count @ 1..) = file.read(&mut some) {
                    all += count;
                    std::thread::sleep(Duration::from_millis(5));
                }
                all
            }
        });
        write(&pipe, &[7; FAR_TOO_MANY], &context).unwrap();
        assert_eq!(slow.join().unwrap(), FAR_TOO_MANY);
    }

    #[test]
    fn a_thread_that_breaks_off_is_an_error() {
        let context = Context::default();
        let path = Path::new("x");
        let broken: Result<()> = patiently(path, "read", &context, |_| panic!("on purpose"));
        assert!(matches!(broken, Err(Error::File { .. })));
    }

    #[test]
    fn files_are_read_and_written_though_the_work_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let context = Context::default();
        context.stop(Stop::Cancelled);
        write(&file, b"text", &context).unwrap();
        assert_eq!(read(&file, 4, &context).unwrap(), b"text");
        let mut output = Output::create(&file, &context).unwrap();
        output.write(b"more").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"more");
        let error = read(&file, 3, &context).unwrap_err().to_string();
        assert!(error.contains("at most 3 bytes"), "{error}");
        assert!(read(folder.path(), 9, &context).is_err());
        assert!(write(folder.path(), b"x", &context).is_err());
        write(Path::new("/dev/null"), b"gone", &context).unwrap();
        if cfg!(target_os = "linux") {
            assert!(write(Path::new("/dev/full"), b"x", &context).is_err());
        }
    }
}
