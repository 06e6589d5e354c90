//! Rows that are run once: each finished one is written to disk and read back the next time.
//!
//! A kept row is a text file, sealed by [`ROW`]: JSON with the program's version, what was asked and
//! what was found. A row is used again only if the checksum, the version and the question fit.

use crate::{format, provenance};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant, SystemTime};
use yomikiri_core::checked::TextKind;
use yomikiri_core::{Context, Error, Limits, Progress, ProgressSink, Result, Stop, Whole, files};

/// A kept row.
const ROW: TextKind = TextKind("yomikiri-run 1");
/// More bytes than any row has.
const LONGEST: u64 = 1 << 28;

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
    /// The machine that ran it; rows of earlier builds do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) machine: Option<String>,
    /// The row's own limit on time in seconds, if it had one.
    pub(crate) limit: Option<f64>,
    /// How many rows were worked out at a time, this one among them.
    #[serde(default = "one")]
    pub(crate) beside: usize,
    pub(crate) found: T,
}

fn one() -> usize {
    1
}

/// A row that needs one thread, to be worked out beside others.
pub(crate) struct Row<'w, T> {
    pub(crate) name: String,
    pub(crate) asked: serde_json::Value,
    pub(crate) limit: Option<Duration>,
    pub(crate) work: Work<'w, T>,
}

type Work<'w, T> = Box<dyn Fn(&Context) -> Result<T> + Sync + 'w>;

#[derive(Serialize, Deserialize)]
struct Kept<T> {
    version: String,
    asked: serde_json::Value,
    run: Run<T>,
}

/// What a report lacks.
#[derive(Clone, Debug)]
pub(crate) struct Early {
    /// What stopped its making; `None` if these rows were not asked for.
    pub(crate) why: Option<Stop>,
    /// The names of the rows that are missing.
    pub(crate) rows: Vec<String>,
}

/// How many rows were read back instead of run, by the machine that ran them, where that is known.
pub(crate) type Reused = BTreeMap<Option<String>, usize>;

/// The rows kept in a folder.
pub(crate) struct Runs<'a> {
    folder: PathBuf,
    context: &'a Context,
    nodes: Cell<u64>,
    reused: RefCell<Reused>,
    missing: RefCell<Vec<String>>,
    /// Rows that are there, and how many there will be, where that was counted.
    done: Arc<AtomicU64>,
    of: Option<u64>,
    /// Whether rows are only counted.
    counts: bool,
    wanted: Wanted,
}

/// Which rows are to be run, by the beginnings of their names; all, if none is given.
#[derive(Clone, Debug, Default)]
pub struct Wanted(Vec<String>);

impl Wanted {
    /// Those whose names begin with one of these.
    pub fn beginning_with(names: Vec<String>) -> Wanted {
        Wanted(names)
    }

    fn has(&self, name: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|wanted| name.starts_with(wanted))
    }

    /// The first that is the beginning of no row's name.
    fn unknown(&self, names: &[String]) -> Option<&str> {
        let begins = |wanted: &String| names.iter().any(|name| name.starts_with(wanted));
        self.0.iter().find(|wanted| !begins(wanted)).map(String::as_str)
    }
}

impl<'a> Runs<'a> {
    /// Opens the folder, making it if it is missing.
    pub(crate) fn open(folder: &Path, context: &'a Context) -> Result<Runs<'a>> {
        files::prepare_folder(folder, "the report")?;
        Ok(Runs::new(folder, context, false))
    }

    /// Only these rows are run; of the others those that are kept are read.
    pub(crate) fn only(self, wanted: Wanted) -> Runs<'a> {
        Runs { wanted, ..self }
    }

    fn new(folder: &Path, context: &'a Context, counts: bool) -> Runs<'a> {
        Runs {
            folder: folder.into(),
            context,
            nodes: Cell::new(0),
            reused: RefCell::default(),
            missing: RefCell::default(),
            done: Arc::default(),
            of: None,
            counts,
            wanted: Wanted::default(),
        }
    }

    /// Counts the rows that `experiments` will ask for, so that it can be told how many are done;
    /// refuses to look for rows that are not among them.
    pub(crate) fn count<T>(
        &mut self,
        experiments: impl FnOnce(&Runs<'_>) -> Result<T>,
    ) -> Result<()> {
        let context = Context::default();
        context.stop(Stop::Cancelled);
        let counting = Runs::new(&self.folder, &context, true);
        experiments(&counting)?;
        let names = counting.missing.into_inner();
        if let Some(unknown) = self.wanted.unknown(&names) {
            let expected = format!("the beginnings of names among {}", names.join(", "));
            return Err(Error::notation("rows", unknown, "no row begins so", expected));
        }
        self.of = Some(names.iter().filter(|name| self.wanted.has(name)).count() as u64);
        Ok(())
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
    pub(crate) fn reused(&self) -> Reused {
        self.reused.borrow().clone()
    }

    /// The rows that are missing, if any are, and why.
    pub(crate) fn ended_early(&self) -> Option<Early> {
        let rows = self.missing.borrow().clone();
        (!rows.is_empty()).then(|| Early { why: self.context.stopped(), rows })
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
        if let Some(run) = self.kept(name, &asked, limit) {
            return Ok(Some(run));
        }
        if !self.wanted.has(name) || self.context.check(self.nodes.get()) {
            return Ok(self.miss(name));
        }
        let desk = self.desk(self.context.limits.clone(), 1);
        self.keep(name, asked, desk.work_out(name, limit, work)?)
    }

    /// The same for rows that take one thread each: as many at a time as there are threads, which
    /// share the memory.
    pub(crate) fn run_beside<T: Finding + Send>(
        &self,
        rows: Vec<Row<'_, T>>,
    ) -> Result<Vec<Option<Run<T>>>> {
        let mut found: Vec<_> =
            rows.iter().map(|row| self.kept(&row.name, &row.asked, row.limit)).collect();
        let missing: Vec<usize> = (0..rows.len()).filter(|at| found[*at].is_none()).collect();
        let is_wanted = |at: &usize| self.wanted.has(&rows[*at].name);
        let open: Vec<usize> = missing.iter().copied().filter(is_wanted).collect();
        let beside = self.threads().min(open.len()).max(1);
        let memory = self.context.limits.memory / beside as u64;
        let limits = Limits { threads: 1, memory, ..self.context.limits.clone() };
        let desk = self.desk(limits, beside);
        let next = AtomicUsize::new(0);
        let (done, finished) = mpsc::channel();
        let labour = |done: mpsc::Sender<_>| {
            while !desk.outer.check(desk.earlier_nodes) && !desk.broken.load(Ordering::Relaxed) {
                let Some(at) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let Row { name, limit, work, .. } = &rows[*at];
                let end = desk.work_out(name, *limit, work);
                if end.is_err() {
                    desk.broken.store(true, Ordering::Relaxed);
                }
                // Nobody listens any more after a fault.
                let _ = done.send((*at, end));
            }
        };
        let mut ended = vec![false; rows.len()];
        std::thread::scope(|scope| {
            for _ in 0..beside {
                let done = done.clone();
                scope.spawn(|| labour(done));
            }
            drop(done);
            // Each is kept as soon as it is done, whatever becomes of the others.
            for (at, end) in finished {
                ended[at] = true;
                let kept = end.and_then(|end| {
                    let Row { name, asked, .. } = &rows[at];
                    self.keep(name, asked.clone(), end)
                });
                desk.broken.fetch_or(kept.is_err(), Ordering::Relaxed);
                found[at] = kept?;
            }
            Ok::<_, Error>(())
        })?;
        for at in missing.into_iter().filter(|at| !ended[*at]) {
            found[at] = self.miss(&rows[at].name);
        }
        Ok(found)
    }

    /// The row as it was kept, if it answers this question and had as much time.
    fn kept<T: Finding>(
        &self,
        name: &str,
        asked: &serde_json::Value,
        limit: Option<Duration>,
    ) -> Option<Run<T>> {
        if self.counts {
            return None;
        }
        let note = |text: String| self.context.progress.note(&text);
        match read::<T>(&self.path(name)) {
            Ok(Some(kept)) if kept.version != env!("CARGO_PKG_VERSION") || kept.asked != *asked => {
                note(format!("{name}: kept by another version or for other options; run again"));
            }
            Ok(Some(Kept { run, .. })) => {
                let enough = |most: Duration| run.limit >= Some(most.as_secs_f64());
                if run.found.settled() || limit.is_some_and(enough) {
                    note(format!("{name}: kept from {}", run.begun));
                    *self.reused.borrow_mut().entry(run.machine.clone()).or_default() += 1;
                    self.done.fetch_add(1, Ordering::Relaxed);
                    return Some(run);
                }
            }
            Ok(None) => {}
            Err(error) => note(format!("{error}; run again")),
        }
        None
    }

    /// Keeps a row that was worked out, unless it was cut short.
    fn keep<T: Finding>(
        &self,
        name: &str,
        asked: serde_json::Value,
        (run, stopped): (Run<T>, Option<Stop>),
    ) -> Result<Option<Run<T>>> {
        self.nodes.set(self.nodes.get() + run.found.nodes());
        // A row has no limit on nodes but its own memory.
        let gave_up = matches!(stopped, Some(Stop::Time | Stop::Memory));
        if !run.found.settled() && !gave_up {
            return Ok(self.miss(name));
        }
        let state = if run.found.settled() { "done" } else { "stopped by its limit" };
        let note = format!("{name}: {state} after {}", format::time(run.seconds));
        self.context.progress.note(&note);
        let kept = Kept { version: env!("CARGO_PKG_VERSION").into(), asked, run };
        write(&self.path(name), &kept)?;
        self.done.fetch_add(1, Ordering::Relaxed);
        Ok(Some(kept.run))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.run"))
    }

    fn desk(&self, limits: Limits, beside: usize) -> Desk {
        Desk {
            outer: self.context.clone(),
            limits,
            beside,
            earlier_nodes: self.nodes.get(),
            broken: Arc::default(),
            done: self.done.clone(),
            of: self.of,
        }
    }
}

/// Where rows are worked out; several threads may share it.
struct Desk {
    outer: Context,
    /// Of each row.
    limits: Limits,
    beside: usize,
    earlier_nodes: u64,
    /// Whether one of its rows met with a fault, which ends the others.
    broken: Arc<AtomicBool>,
    /// As of [`Runs`].
    done: Arc<AtomicU64>,
    of: Option<u64>,
}

impl Desk {
    /// Works a row out, and says what stopped it, if anything did.
    fn work_out<T>(
        &self,
        name: &str,
        limit: Option<Duration>,
        work: impl FnOnce(&Context) -> Result<T>,
    ) -> Result<(Run<T>, Option<Stop>)> {
        let (begun, clock) = (format::moment(SystemTime::now()), Instant::now());
        let inner = self.row_context(name, limit);
        let found = work(&inner)?;
        let Limits { threads, memory, .. } = inner.limits;
        let run = Run {
            program: provenance::program(),
            begun,
            seconds: clock.elapsed().as_secs_f64(),
            threads,
            memory,
            machine: Some(provenance::machine()),
            limit: limit.map(|limit| limit.as_secs_f64()),
            beside: self.beside,
            found,
        };
        Ok((run, inner.stopped()))
    }

    /// A context for one row. A clone of the whole work's context would not do: its stop flag is
    /// shared, so the row's own limit would end everything. This one has its own flag, and the
    /// sink passes a stop of the whole work on to it.
    fn row_context(&self, name: &str, limit: Option<Duration>) -> Context {
        let Limits { threads, memory, .. } = self.limits;
        let inner = Context::new(Limits { threads, memory, time: limit, nodes: None });
        let sink = RowSink {
            name: name.into(),
            outer: self.outer.clone(),
            inner: inner.clone(),
            earlier_nodes: self.earlier_nodes,
            broken: self.broken.clone(),
            done: self.done.clone(),
            of: self.of,
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
    broken: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
    of: Option<u64>,
}

impl ProgressSink for RowSink {
    fn report(&self, progress: &Progress) {
        let stage = format!("{}: {}", self.name, progress.stage);
        // What is the whole to the row is a part to the report, and no row is like another.
        let done = self.done.load(Ordering::Relaxed);
        let whole = self.of.map(|of| Whole { done, of, unit: "rows", alike: false });
        self.outer.progress.report(&Progress { stage, whole, ..progress.clone() });
        if self.outer.check(self.earlier_nodes + progress.nodes)
            || self.broken.load(Ordering::Relaxed)
        {
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
    ROW.write(path, &body)
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<Kept<T>>> {
    let Some(body) = ROW.read(path, LONGEST)? else { return Ok(None) };
    let damaged = |error| Error::file(path, format!("is damaged: {error}"));
    serde_json::from_str(&body).map(Some).map_err(damaged)
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
        let here = Some(provenance::machine());
        assert_eq!(runs.reused(), Reused::from([(here, 1)]));
        let path = folder.path().join("sum.run");
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.iter().rposition(|byte| *byte == b'2').unwrap();
        bytes[last] = b'3';
        fs::write(&path, &bytes).unwrap();
        let error = read::<Sum>(&path).err().unwrap().to_string();
        assert!(error.contains("checksum"), "{error}");
        assert_eq!(ask(&runs, 2, None, Sum(14, true)), Sum(14, true), "damaged, so run again");
    }

    /// Rows of long runs are worth keeping: the bytes of one, as they have been written so far.
    #[test]
    fn a_row_kept_by_an_earlier_build_is_still_read() {
        let body = r#"{
  "version": "0.1.0",
  "asked": 7,
  "run": {
    "program": "0.1.0 (3dca812df9841b4049a99a501161f4f850eb6a78)",
    "begun": "2026-11-19T23:54:27Z",
    "seconds": 0.5,
    "threads": 2,
    "memory": 1024,
    "limit": null,
    "beside": 1,
    "found": [
      10,
      true
    ]
  }
}"#;
        let head =
            "yomikiri-run 1 3b1b37d6e54a9c90f78f066295bd1e7bb7f91fd8be8afff363e15ba91a5db5eb";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sum.run");
        fs::write(&path, format!("{head}\n{body}")).unwrap();
        let kept: Kept<Sum> = read(&path).unwrap().unwrap();
        assert_eq!((kept.run.found.0, kept.run.threads, &kept.run.machine), (10, 2, &None));
        write(&path, &kept).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{head}\n{body}"));
        fs::write(&path, format!("yomikiri-run 2 {}", "0".repeat(64))).unwrap();
        assert!(read::<Sum>(&path).is_err(), "another format");
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

    fn beside<'w>(name: &str, work: impl Fn(&Context) -> Result<Sum> + Sync + 'w) -> Row<'w, Sum> {
        Row { name: name.into(), asked: json!(name), limit: None, work: Box::new(work) }
    }

    #[test]
    fn rows_worked_out_beside_each_other_are_kept_in_their_places() {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits { threads: 3, memory: 3 << 20, ..Limits::default() };
        let context = Context::new(limits);
        let runs = Runs::open(folder.path(), &context).unwrap();
        runs.run("row 2", json!("row 2"), None, |_| Ok(Sum(20, true))).unwrap();
        let rows = || {
            let row = |at: u64| {
                beside(&format!("row {at}"), move |context| {
                    let Limits { threads, memory, .. } = context.limits;
                    assert_eq!((threads, memory), (1, 1 << 20), "they share the memory");
                    Ok(Sum(at, true))
                })
            };
            (0..7).map(row).collect::<Vec<_>>()
        };
        let found = runs.run_beside(rows()).unwrap();
        let sums: Vec<u64> = found.iter().map(|run| run.as_ref().unwrap().found.0).collect();
        assert_eq!(sums, [0, 1, 20, 3, 4, 5, 6], "one was kept");
        assert_eq!(found[3].as_ref().unwrap().beside, 3);
        assert_eq!(runs.run_beside(rows()).unwrap().len(), 7);
        assert_eq!(runs.reused().values().sum::<usize>(), 1 + 7);
    }

    #[test]
    fn a_fault_or_a_stop_ends_all_rows_and_loses_none_that_is_done() {
        let endless = |context: &Context| {
            while context.stopped().is_none() {
                context.progress.report(&Progress::default());
                std::thread::yield_now();
            }
            Ok(Sum(0, false))
        };
        let folder = tempfile::tempdir().unwrap();
        let context = Context::new(Limits { threads: 2, ..Limits::default() });
        let runs = Runs::open(folder.path(), &context).unwrap();
        let fault = |_: &Context| Err(Error::refused("a fault"));
        let rows = vec![beside("endless", endless), beside("fault", fault)];
        assert_eq!(runs.run_beside(rows).unwrap_err().to_string(), "a fault");

        let stop = |inner: &Context| {
            let is_kept = || folder.path().join("done.run").exists();
            while !is_kept() {
                std::thread::yield_now();
            }
            context.stop(Stop::Cancelled);
            endless(inner)
        };
        let done = beside("done", |_| Ok(Sum(1, true)));
        let rows =
            vec![beside("stop", stop), done, beside("endless", endless), beside("last", stop)];
        let found = runs.run_beside(rows).unwrap();
        let is_there: Vec<bool> = found.iter().map(Option::is_some).collect();
        assert_eq!(is_there, [false, true, false, false]);
        let mut missing = runs.ended_early().unwrap().rows;
        missing.sort();
        assert_eq!(missing, ["endless", "last", "stop"]);
    }

    #[test]
    fn it_is_told_how_many_rows_of_how_many_are_done() {
        #[derive(Default)]
        struct Heard(std::sync::Mutex<Vec<Option<Whole>>>);
        impl ProgressSink for Heard {
            fn report(&self, progress: &Progress) {
                self.0.lock().unwrap().push(progress.whole);
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let heard = Arc::new(Heard::default());
        let context = Context::default().with_progress(heard.clone());
        let work = |row: &Context| {
            row.progress.report(&Progress::default());
            Ok(Sum(1, true))
        };
        let experiments = |runs: &Runs<'_>| {
            for name in ["a", "b"] {
                runs.run(name, json!(1), None, work)?;
            }
            let row = |name: &str| Row {
                name: name.into(),
                asked: json!(1),
                limit: None,
                work: Box::new(work),
            };
            runs.run_beside(vec![row("c"), row("d")])
        };
        for reused in [0, 4] {
            let mut runs = Runs::open(folder.path(), &context).unwrap();
            runs.count(experiments).unwrap();
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), reused, "counting is no work");
            assert_eq!(experiments(&runs).unwrap().iter().flatten().count(), 2);
            assert_eq!(runs.reused().values().sum::<usize>(), reused);
        }
        let whole = |done| Some(Whole { done, of: 4, unit: "rows", alike: false });
        let heard = heard.0.lock().unwrap();
        assert_eq!(heard[..3], [0, 1, 2].map(whole));
        // The last may have begun before the one before it was kept.
        assert!(heard.len() == 4 && [whole(2), whole(3)].contains(&heard[3]), "{heard:?}");
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
        assert_eq!(
            (early.why, early.rows),
            (Some(Stop::Cancelled), vec!["sum".into(), "other".into()])
        );
    }

    #[test]
    fn only_the_rows_that_are_wanted_are_run_and_the_others_are_missing() {
        let folder = tempfile::tempdir().unwrap();
        let context = Context::default();
        let experiments = |runs: &Runs<'_>| {
            runs.run("one", json!(1), None, |_| Ok(Sum(1, true)))?;
            let rows = ["two-a", "two-b", "three"].map(|name| beside(name, |_| Ok(Sum(2, true))));
            runs.run_beside(rows.into())
        };
        let run = |names: &[&str]| {
            let wanted = Wanted(names.iter().map(|name| (*name).to_owned()).collect());
            let mut runs = Runs::open(folder.path(), &context)?.only(wanted);
            runs.count(experiments)?;
            experiments(&runs)?;
            Ok::<_, Error>(runs.ended_early().map_or(Vec::new(), |early| early.rows))
        };
        assert_eq!(run(&["two"]).unwrap(), ["one", "three"]);
        assert_eq!(run(&["on"]).unwrap(), ["three"], "the others were kept");
        let error = run(&["one", "four"]).unwrap_err().to_string();
        assert!(error.contains("'four'") && error.contains("two-a"), "{error}");
        assert_eq!(run(&[]).unwrap(), [""; 0]);
    }
}
