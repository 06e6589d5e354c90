use crate::Verdict;
use std::time::Duration;

/// How far a long piece of work has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is being done, such as "win reading".
    pub stage: String,
    /// Share of the present stage that is done, from 0 to 1, if it can be told.
    pub share: Option<f64>,
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

    /// Time left in the present stage if it goes on as so far; `None` until enough
    /// is done for the figure to mean something.
    pub fn remaining(&self) -> Option<Duration> {
        let share = self.share.filter(|share| *share >= 0.01)?;
        let left = self.stage_elapsed.as_secs_f64() * (1.0 - share) / share;
        Duration::try_from_secs_f64(left).ok()
    }
}

/// Where progress goes: a bar, a stream, a test.
pub trait ProgressSink: Send + Sync {
    /// Called a few times a second from the thread that runs the work.
    fn report(&self, progress: &Progress);

    /// What is proved of a legal move of the position in question, for the side that makes it.
    fn found(&self, _mv: &str, _verdict: &Verdict) {}

    /// Something worth a line of its own ("win reading: black wins").
    fn note(&self, _text: &str) {}

    /// Takes what is shown off the screen, because something else is to stand there.
    fn clear(&self) {}

    /// Something that the person must know even where nobody watches progress.
    fn warn(&self, text: &str) {
        self.note(text);
    }
}

/// A sink that tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl ProgressSink for Silent {
    fn report(&self, _: &Progress) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_is_proportional_and_silent_when_unfounded() {
        let mut progress = Progress {
            share: Some(0.25),
            stage_elapsed: Duration::from_secs(10),
            ..Progress::default()
        };
        assert_eq!(progress.remaining(), Some(Duration::from_secs(30)));
        progress.share = Some(0.001);
        assert_eq!(progress.remaining(), None);
        progress.share = None;
        assert_eq!(progress.remaining(), None);
    }
}
