use crate::Finding;
use crate::text::grouped;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Parts that a whole piece of work has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole {
    /// Parts that are done.
    pub done: u64,
    /// All of them.
    pub of: u64,
    /// What they are ("games").
    pub unit: &'static str,
    /// Whether they are about equal, so that something follows for the others from those that are
    /// done.
    pub alike: bool,
}

impl fmt::Display for Whole {
    /// As in `12 of 40 games`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} {}", grouped(self.done), grouped(self.of), self.unit)
    }
}

/// How far a long piece of work has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is being done, such as "win reading".
    pub stage: String,
    /// Share of the present stage that is done, from 0 to 1, if it can be told.
    pub share: Option<f64>,
    /// How many parts of the whole work are done, not of one stage only; where no number of parts
    /// is known, as in the search of a tree, it cannot be told.
    pub whole: Option<Whole>,
    /// Positions entered so far.
    pub nodes: u64,
    /// Share of the table in use, from 0 to 1.
    pub table_fill: Option<f64>,
    /// Time since the work began.
    pub elapsed: Duration,
    /// Time since the present stage began.
    pub stage_elapsed: Duration,
}

impl Progress {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}

/// Where progress goes: a bar, a stream, a test.
pub trait ProgressSink: Send + Sync {
    /// Called a few times a second from the thread that runs the work.
    fn report(&self, progress: &Progress);

    /// What was found out about a legal move of the position in question, for the side that makes it.
    fn found(&self, _mv: &str, _finding: &Finding) {}

    /// Something worth a line of its own ("win reading: black wins").
    fn note(&self, _text: &str) {}

    /// Takes what is shown off the screen, because something else is to stand there.
    fn clear(&self) {}

    /// Something that the person must know even where nobody watches progress.
    fn warn(&self, text: &str) {
        self.note(text);
    }
}

/// Passes on what a part of some work tells, as the whole work tells it.
pub(crate) struct Retold<F> {
    pub(crate) to: Arc<dyn ProgressSink>,
    pub(crate) retell: F,
}

impl<F: Fn(&Progress) -> Progress + Send + Sync> ProgressSink for Retold<F> {
    fn report(&self, progress: &Progress) {
        self.to.report(&(self.retell)(progress));
    }

    fn found(&self, mv: &str, finding: &Finding) {
        self.to.found(mv, finding);
    }

    fn note(&self, text: &str) {
        self.to.note(text);
    }

    fn clear(&self) {
        self.to.clear();
    }

    fn warn(&self, text: &str) {
        self.to.warn(text);
    }
}

/// A sink that tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl ProgressSink for Silent {
    fn report(&self, _: &Progress) {}
}
