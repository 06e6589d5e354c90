use crate::progress::Retold;
use crate::{Progress, ProgressSink, Silent};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much a piece of work may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Worker threads, at least one.
    pub threads: usize,
    /// Bytes for tables.
    pub memory: u64,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Positions entered, over all threads.
    pub nodes: Option<u64>,
}

impl Default for Limits {
    /// One thread and 256 MiB; neither time nor nodes are limited.
    fn default() -> Limits {
        Limits { threads: 1, memory: 256 << 20, time: None, nodes: None }
    }
}

/// Why work ended before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Somebody asked for it (Ctrl-C, a closed page).
    Cancelled,
    /// The limit on time was reached.
    Time,
    /// The limit on nodes was reached.
    Nodes,
    /// A search's own limit on depth was reached.
    Depth,
    /// The limit on memory was reached.
    Memory,
}

impl Stop {
    /// The word for it in results.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Cancelled => "interrupted",
            Stop::Time => "time",
            Stop::Nodes => "nodes",
            Stop::Depth => "depth",
            Stop::Memory => "memory",
        }
    }
}

/// What long work is given: limits, a way to be stopped, somewhere to tell its
/// progress, and a folder where what it proves is kept.
///
/// Clones share the stop flag, so one of them can stop the others.
#[derive(Clone)]
pub struct Context {
    /// What may be used.
    pub limits: Limits,
    /// Where progress is told.
    pub progress: Arc<dyn ProgressSink>,
    /// The folder that keeps what is proved, if the work is to be resumable.
    pub checkpoint: Option<PathBuf>,
    /// When the clock of `limits.time` began.
    pub started: Instant,
    stop: Arc<AtomicU8>,
    /// The work that this one is a part of.
    whole: Option<Box<Context>>,
    pool: Arc<Mutex<Option<Arc<ThreadPool>>>>,
}

impl Default for Context {
    fn default() -> Context {
        Context::new(Limits::default())
    }
}

impl Context {
    /// A silent context without a checkpoint, its clock starting now.
    pub fn new(limits: Limits) -> Context {
        Context {
            limits,
            progress: Arc::new(Silent),
            checkpoint: None,
            started: Instant::now(),
            stop: Arc::new(AtomicU8::new(0)),
            whole: None,
            pool: Arc::default(),
        }
    }

    /// A silent context for a part of the work, its clock starting now: it ends with the whole,
    /// but a limit of its own ends the part only.
    pub fn part(&self, limits: Limits) -> Context {
        Context { whole: Some(Box::new(self.clone())), ..Context::new(limits) }
    }

    /// The same context with other limits, and threads of its own.
    pub fn with_limits(self, limits: Limits) -> Context {
        Context { limits, pool: Arc::default(), ..self }
    }

    /// All of the work that this is a part of, which may be no part of anything else.
    pub fn all(&self) -> &Context {
        self.whole.as_ref().map_or(self, |whole| whole.all())
    }

    /// The same context with its progress told to `sink`.
    pub fn with_progress(mut self, sink: Arc<dyn ProgressSink>) -> Context {
        self.progress = sink;
        self
    }

    /// The same context for a part of the work: what it tells is passed on as `retell` has it.
    pub fn retold(
        &self,
        retell: impl Fn(&Progress) -> Progress + Send + Sync + 'static,
    ) -> Context {
        let to = self.progress.clone();
        self.clone().with_progress(Arc::new(Retold { to, retell }))
    }

    /// The same context keeping what is proved in `folder`.
    pub fn with_checkpoint(mut self, folder: PathBuf) -> Context {
        self.checkpoint = Some(folder);
        self
    }

    /// As many threads as the limits allow, for loops whose items are shared out. They are started
    /// when first asked for, and sleep between loops as long as the context or a clone lives; its
    /// clones have the same ones.
    ///
    /// # Panics
    /// If the system has no threads left.
    pub fn pool(&self) -> Arc<ThreadPool> {
        let threads = self.limits.threads.max(1);
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        match &*pool {
            Some(pool) if pool.current_num_threads() == threads => pool.clone(),
            _ => {
                let started = ThreadPoolBuilder::new().num_threads(threads).build();
                let started = Arc::new(started.expect("threads can be started"));
                pool.insert(started).clone()
            }
        }
    }

    /// Asks the work to end; safe to call from a signal handler's thread. The first
    /// reason given stands.
    pub fn stop(&self, why: Stop) {
        let code = 1 + why as u8;
        let _ = self.stop.compare_exchange(0, code, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Why the work is to end, if it is.
    pub fn stopped(&self) -> Option<Stop> {
        match self.stop.load(Ordering::Relaxed) {
            0 => self.whole.as_ref().and_then(|whole| whole.stopped()),
            1 => Some(Stop::Cancelled),
            2 => Some(Stop::Time),
            3 => Some(Stop::Nodes),
            4 => Some(Stop::Depth),
            _ => Some(Stop::Memory),
        }
    }

    /// How much time is left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        let own = self.limits.time.map(|limit| limit.saturating_sub(self.started.elapsed()));
        let whole = self.whole.as_ref().and_then(|whole| whole.time_left());
        own.into_iter().chain(whole).min()
    }

    /// Compares what was used with the limits, stops if one is reached, and says
    /// whether the work is to end. Call it every few milliseconds, not at every node.
    pub fn check(&self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            self.stop(Stop::Nodes);
        }
        if self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            self.stop(Stop::Time);
        }
        if let Some(whole) = &self.whole {
            // How many nodes the other parts took is not known here.
            whole.check(0);
        }
        self.stopped().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_to_stop_stands() {
        let context = Context::new(Limits { nodes: Some(10), ..Limits::default() });
        assert!(!context.check(9));
        assert!(context.clone().check(10));
        context.stop(Stop::Cancelled);
        assert_eq!(context.stopped(), Some(Stop::Nodes));
    }

    #[test]
    fn what_a_part_tells_is_retold() {
        #[derive(Default)]
        struct Heard(std::sync::Mutex<Vec<String>>);
        impl ProgressSink for Heard {
            fn report(&self, progress: &Progress) {
                self.0.lock().unwrap().push(format!("{} {}", progress.stage, progress.nodes));
            }
            fn note(&self, text: &str) {
                self.0.lock().unwrap().push(text.into());
            }
        }
        let heard = Arc::new(Heard::default());
        let whole = Context::default().with_progress(heard.clone());
        let part = whole.retold(|told| Progress {
            stage: format!("part 2: {}", told.stage),
            nodes: 100 + told.nodes,
            ..told.clone()
        });
        part.progress.report(&Progress { stage: "search".into(), nodes: 5, ..Progress::default() });
        part.progress.note("found");
        part.stop(Stop::Cancelled);
        assert_eq!(*heard.0.lock().unwrap(), ["part 2: search 105", "found"]);
        assert_eq!(whole.stopped(), Some(Stop::Cancelled));
    }

    #[test]
    fn a_part_ends_with_the_whole_but_not_the_other_way() {
        let whole = Context::default();
        let part = whole.part(Limits { nodes: Some(10), ..Limits::default() });
        assert!(part.check(10));
        assert_eq!((part.stopped(), whole.stopped()), (Some(Stop::Nodes), None));
        let short = Some(Duration::from_millis(50));
        let hour = Some(Duration::from_secs(3600));
        let hurried = Context::new(Limits { time: short, ..Limits::default() });
        let left = hurried.part(Limits { time: hour, ..Limits::default() }).time_left();
        assert!(left <= short && whole.time_left().is_none(), "{left:?}");
        let part = whole.part(Limits::default());
        whole.stop(Stop::Cancelled);
        assert_eq!(part.stopped(), Some(Stop::Cancelled));
    }
}
