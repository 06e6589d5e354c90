//! Rows that are run once: each finished one is written to disk and read back the next time.
//!
//! A kept row is a text file: a first line `yomikiri-run 1 CHECKSUM`, where the checksum is the
//! BLAKE3 of everything after that line, then JSON with the program's version, what was asked and
//! what was found. A row is used again only if the checksum, the version and the question fit.

use crate::{format, provenance};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use yomikiri_core::{Context, Error, Limits, Progress, ProgressSink, Result, Stop, files};

const MAGIC: &str = "yomikiri-run 1";

/// The outcome of one row's work.
pub(crate) trait Finding: Serialize + DeserializeOwned {
    /// Whether the question was answered, or only as far as the limits allowed.
    fn settled(&self) -> bool;

    /// Positions entered.
    fn nodes(&self) -> u64;
}

/// A finished row: what was found, and what it cost.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run<T> {
    /// The version and commit that ran it.
    pub(crate) program: String,
    pub(crate) begun: String,
    pub(crate) seconds: f64,
    pub(crate) threads: usize,
    pub(crate) memory: u64,
    /// The row's own limit on time in seconds, if it had one.
    pub(crate) limit: Option<f64>,
    pub(crate) found: T,
}

#[derive(Serialize, Deserialize)]
struct Kept<T> {
    version: String,
    asked: serde_json::Value,
    run: Run<T>,
}

/// What a report lacks because its making was stopped.
#[derive(Clone, Debug)]
pub(crate) struct Early {
    pub(crate) why: Stop,
    /// The names of the rows that are missing.
    pub(crate) rows: Vec<String>,
}

/// The rows kept in a folder.
pub(crate) struct Runs<'a> {
    folder: PathBuf,
    context: &'a Context,
    nodes: Cell<u64>,
    reused: Cell<usize>,
    missing: RefCell<Vec<String>>,
}

impl<'a> Runs<'a> {
    /// Opens the folder, making it if it is missing.
    pub(crate) fn open(folder: &Path, context: &'a Context) -> Result<Runs<'a>> {
        files::prepare_folder(folder, "the report")?;
        Ok(Runs {
            folder: folder.into(),
            context,
            nodes: Cell::new(0),
            reused: Cell::new(0),
            missing: RefCell::default(),
        })
    }

    /// Where the rows are kept.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many threads a row may use.
    pub(crate) fn threads(&self) -> usize {
        self.context.limits.threads.max(1)
    }

    /// How many rows were read back instead of run.
    pub(crate) fn reused(&self) -> usize {
        self.reused.get()
    }

    /// Why the work ended early, if it did, and the rows that are missing for it.
    pub(crate) fn ended_early(&self) -> Option<Early> {
        let rows = self.missing.borrow().clone();
        let why = self.context.stopped().filter(|_| !rows.is_empty())?;
        Some(Early { why, rows })
    }

    fn miss<T>(&self, name: &str) -> Option<T> {
        self.missing.borrow_mut().push(name.into());
        None
    }

    /// The row `name`, which answers `asked`: read back if it is there, else worked out, within
    /// `limit` if one is given, and kept. `None` if the whole work is to end before it is done; the
    /// rows after it are asked for all the same, because some may be kept from an earlier run.
    pub(crate) fn run<T: Finding>(
        &self,
        name: &str,
        asked: serde_json::Value,
        limit: Option<Duration>,
        work: impl FnOnce(&Context) -> Result<T>,
    ) -> Result<Option<Run<T>>> {
        let note = |text: String| self.context.progress.note(&text);
        let path = self.folder.join(format!("{name}.run"));
        let limit_seconds = limit.map(|limit| limit.as_secs_f64());
        match read::<T>(&path) {
            Ok(Some(kept)) if kept.version != env!("CARGO_PKG_VERSION") || kept.asked != asked => {
                note(format!("{name}: kept by another version or for other options; run again"));
            }
            Ok(Some(Kept { run, .. })) => {
                let enough = |most: f64| run.limit.is_some_and(|limit| limit >= most);
                if run.found.settled() || limit_seconds.is_some_and(enough) {
                    note(format!("{name}: kept from {}", run.begun));
                    self.reused.set(self.reused.get() + 1);
                    return Ok(Some(run));
                }
            }
            Ok(None) => {}
            Err(error) => note(format!("{error}; run again")),
        }
        if self.context.check(self.nodes.get()) {
            return Ok(self.miss(name));
        }
        let (begun, clock) = (format::moment(SystemTime::now()), Instant::now());
        let inner = self.row_context(name, limit);
        let found = work(&inner)?;
        let seconds = clock.elapsed().as_secs_f64();
        self.nodes.set(self.nodes.get() + found.nodes());
        // A row has no limit on nodes but its own memory.
        let gave_up = matches!(inner.stopped(), Some(Stop::Time | Stop::Memory));
        if !found.settled() && !gave_up {
            return Ok(self.miss(name));
        }
        let state = if found.settled() { "done" } else { "stopped by its limit" };
        note(format!("{name}: {state} after {}", format::time(seconds)));
        let Limits { threads, memory, .. } = inner.limits;
        let run = Run {
            program: provenance::program(),
            begun,
            seconds,
            threads,
            memory,
            limit: limit_seconds,
            found,
        };
        let kept = Kept { version: env!("CARGO_PKG_VERSION").into(), asked, run };
        write(&path, &kept)?;
        Ok(Some(kept.run))
    }

    /// A context for one row. A clone of the whole work's context would not do: its stop flag is
    /// shared, so the row's own limit would end everything. This one has its own flag, and the
    /// sink passes a stop of the whole work on to it.
    fn row_context(&self, name: &str, limit: Option<Duration>) -> Context {
        let Limits { threads, memory, .. } = self.context.limits;
        let inner = Context::new(Limits { threads, memory, time: limit, nodes: None });
        let sink = RowSink {
            name: name.into(),
            outer: self.context.clone(),
            inner: inner.clone(),
            earlier_nodes: self.nodes.get(),
        };
        inner.with_progress(Arc::new(sink))
    }
}

/// Tells a row's progress under the row's name, and stops the row with the whole work.
struct RowSink {
    name: String,
    outer: Context,
    inner: Context,
    earlier_nodes: u64,
}

impl ProgressSink for RowSink {
    fn report(&self, progress: &Progress) {
        let stage = format!("{}: {}", self.name, progress.stage);
        // What is the whole to the row is a part to the report.
        self.outer.progress.report(&Progress { stage, whole: None, ..progress.clone() });
        if self.outer.check(self.earlier_nodes + progress.nodes) {
            self.inner.stop(Stop::Cancelled);
        }
    }

    fn note(&self, text: &str) {
        self.outer.progress.note(&format!("{}: {text}", self.name));
    }
}

fn write<T: Serialize>(path: &Path, kept: &Kept<T>) -> Result<()> {
    let body = serde_json::to_string_pretty(kept)
        .map_err(|error| Error::file(path, format!("cannot be written: {error}")))?;
    let checksum = blake3::hash(body.as_bytes()).to_hex();
    files::write_whole(path, format!("{MAGIC} {checksum}\n{body}").as_bytes())
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<Kept<T>>> {
    const LONGEST: u64 = 1 << 28;
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read_bounded(path, LONGEST)?;
    let damaged = |problem: &str| Error::file(path, format!("damaged ({problem})"));
    let text = std::str::from_utf8(&bytes).map_err(|_| damaged("not text"))?;
    let (head, body) = text.split_once('\n').ok_or_else(|| damaged("no first line"))?;
    let checksum = head.strip_prefix(MAGIC).ok_or_else(|| damaged("not a kept row"))?.trim();
    if blake3::hash(body.as_bytes()).to_hex().as_str() != checksum {
        return Err(damaged("the checksum differs"));
    }
    serde_json::from_str(body).map(Some).map_err(|error| damaged(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::fs;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Sum(u64, bool);

    impl Finding for Sum {
        fn settled(&self) -> bool {
            self.1
        }
        fn nodes(&self) -> u64 {
            1
        }
    }

    fn ask(runs: &Runs<'_>, asked: u64, limit: Option<u64>, found: Sum) -> Sum {
        let limit = limit.map(Duration::from_secs);
        let stop_early = !found.settled();
        let work = |context: &Context| {
            if stop_early {
                context.stop(Stop::Time);
            }
            Ok(found)
        };
        runs.run("sum", json!(asked), limit, work).unwrap().unwrap().found
    }

    #[test]
    fn a_kept_row_is_used_again_only_for_the_same_question_and_if_undamaged() {
        let folder = tempfile::tempdir().unwrap();
        let context = Context::default();
        let runs = Runs::open(folder.path(), &context).unwrap();
        assert_eq!(ask(&runs, 1, None, Sum(10, true)), Sum(10, true));
        assert_eq!(ask(&runs, 1, None, Sum(11, true)), Sum(10, true), "kept");
        assert_eq!(ask(&runs, 2, None, Sum(12, true)), Sum(12, true), "another question");
        assert_eq!(runs.reused(), 1);
        let path = folder.path().join("sum.run");
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.iter().rposition(|byte| *byte == b'2').unwrap();
        bytes[last] = b'3';
        fs::write(&path, &bytes).unwrap();
        let error = read::<Sum>(&path).err().unwrap().to_string();
        assert!(error.contains("checksum"), "{error}");
        assert_eq!(ask(&runs, 2, None, Sum(14, true)), Sum(14, true), "damaged, so run again");
    }

    #[test]
    fn an_unsettled_row_is_kept_until_more_time_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let context = Context::default();
        let runs = Runs::open(folder.path(), &context).unwrap();
        assert_eq!(ask(&runs, 1, Some(5), Sum(1, false)), Sum(1, false));
        assert_eq!(ask(&runs, 1, Some(4), Sum(2, true)), Sum(1, false));
        assert_eq!(ask(&runs, 1, Some(6), Sum(3, true)), Sum(3, true));
    }

    #[test]
    fn stopping_the_whole_work_stops_the_row_and_keeps_nothing_unfinished() {
        let folder = tempfile::tempdir().unwrap();
        let context = Context::default();
        let runs = Runs::open(folder.path(), &context).unwrap();
        let work = |row: &Context| {
            context.stop(Stop::Cancelled);
            row.progress.report(&Progress::default());
            assert_eq!(row.stopped(), Some(Stop::Cancelled));
            Ok(Sum(1, false))
        };
        assert!(runs.run("sum", json!(1), None, work).unwrap().is_none());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let never = |_: &Context| -> Result<Sum> { panic!("the work is over") };
        assert!(runs.run("other", json!(1), None, never).unwrap().is_none());
        let early = runs.ended_early().unwrap();
        assert_eq!((early.why, early.rows), (Stop::Cancelled, vec!["sum".into(), "other".into()]));
    }
}
