//! Work that takes long: in a queue, by a few threads, with progress that pages can follow.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use yomikiri_core::{
    Context, Goal, Limits, Outcome, Progress, ProgressSink, Result, Stop, Verdict,
};
use yomikiri_rooms::Room;
use yomikiri_rooms::results::{Question, Remembered, Results};

/// Most pieces of work that wait.
const MOST_WAITING: usize = 64;
/// Most finished pieces of work whose end can still be looked at.
const MOST_ENDED: usize = 256;
/// Most results kept in memory.
const MOST_KNOWN: usize = 4096;

/// How far a piece of work has come.
#[derive(Clone, Debug)]
pub(crate) enum Phase {
    /// Others are before it.
    Waiting,
    /// It is being done.
    Working,
    /// Everything is known.
    Done,
    /// Somebody ended it.
    Cancelled,
    /// A limit was reached, or something went wrong.
    Failed {
        /// What.
        why: String,
    },
}

impl Phase {
    pub(crate) fn ended(&self) -> bool {
        !matches!(self, Phase::Waiting | Phase::Working)
    }
}

/// What can be seen of a piece of work.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) phase: Phase,
    /// What is being done, in the solver's words.
    pub(crate) stage: String,
    /// Share of the present stage, from 0 to 1.
    pub(crate) share: Option<f64>,
    pub(crate) nodes: u64,
    pub(crate) nodes_per_second: f64,
    pub(crate) seconds: f64,
    /// Seconds left in the present stage, if that can be told.
    pub(crate) remaining: Option<f64>,
    /// What is proved so far.
    pub(crate) known: Remembered,
}

/// A piece of work.
pub(crate) struct Job {
    pub(crate) name: String,
    question: Question,
    room: Arc<dyn Room>,
    context: Context,
    state: Arc<watch::Sender<State>>,
}

impl Job {
    pub(crate) fn follow(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    pub(crate) fn state(&self) -> State {
        self.state.borrow().clone()
    }
}

/// Hands what a solver tells on to whoever follows.
struct Teller(Arc<watch::Sender<State>>);

impl ProgressSink for Teller {
    fn report(&self, progress: &Progress) {
        self.0.send_modify(|state| {
            state.stage = progress.stage.clone();
            state.share = progress.share;
            state.nodes = progress.nodes;
            state.nodes_per_second = progress.speed();
            state.seconds = progress.elapsed.as_secs_f64();
            state.remaining = progress.remaining().map(|left| left.as_secs_f64());
        });
    }

    fn found(&self, mv: &str, verdict: &Verdict) {
        self.0.send_modify(|state| {
            let known = &mut state.known.moves;
            match known.iter_mut().find(|(name, _)| name == mv) {
                Some((_, known)) => *known = *verdict,
                None => known.push((mv.into(), *verdict)),
            }
        });
    }
}

/// What a page of a position can show at once.
pub(crate) enum Seen {
    /// Everything.
    Known(Remembered),
    /// Work on it is going on, or has ended without an answer.
    Job(Arc<Job>),
    /// It would take longer than a glance.
    Nothing,
}

#[derive(Default)]
struct Office {
    waiting: VecDeque<Arc<Job>>,
    jobs: HashMap<String, Arc<Job>>,
    /// Those that have ended, the latest last.
    ended: VecDeque<String>,
    known: HashMap<String, Remembered>,
    known_order: VecDeque<String>,
    closed: bool,
}

impl Office {
    fn remember(&mut self, name: &str, answer: Remembered) {
        if self.known.insert(name.into(), answer).is_none() {
            self.known_order.push_back(name.into());
            if self.known_order.len() > MOST_KNOWN
                && let Some(oldest) = self.known_order.pop_front()
            {
                self.known.remove(&oldest);
            }
        }
    }

    fn end(&mut self, job: &Job) {
        self.ended.push_back(job.name.clone());
        if self.ended.len() > MOST_ENDED
            && let Some(oldest) = self.ended.pop_front()
            && self.jobs.get(&oldest).is_some_and(|job| job.state().phase.ended())
        {
            self.jobs.remove(&oldest);
        }
    }
}

/// All work, and what came of it.
pub(crate) struct Work {
    office: Mutex<Office>,
    news: Condvar,
    results: Option<Results>,
    limits: Limits,
}

/// Why no work could be begun.
pub(crate) struct Full;

impl Work {
    /// Work by so many threads, each of which may use `limits`.
    pub(crate) fn begin(threads: usize, limits: Limits, results: Option<Results>) -> Arc<Work> {
        let office = Mutex::new(Office::default());
        let work = Arc::new(Work { office, news: Condvar::new(), results, limits });
        for _ in 0..threads {
            let work = work.clone();
            std::thread::spawn(move || {
                while let Some(job) = work.next() {
                    work.run(&job);
                }
            });
        }
        work
    }

    fn office(&self) -> MutexGuard<'_, Office> {
        self.office.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all work.
    pub(crate) fn close(&self) {
        let mut office = self.office();
        office.closed = true;
        for job in office.jobs.values() {
            job.context.stop(Stop::Cancelled);
        }
        // Nobody will take these up any more, and who follows them is not to wait for ever.
        for job in office.waiting.drain(..) {
            job.state.send_modify(|state| state.phase = Phase::Cancelled);
        }
        self.news.notify_all();
    }

    fn next(&self) -> Option<Arc<Job>> {
        let mut office = self.office();
        loop {
            if office.closed {
                return None;
            }
            if let Some(job) = office.waiting.pop_front() {
                return Some(job);
            }
            office = self.news.wait(office).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run(&self, job: &Job) {
        job.state.send_modify(|state| state.phase = Phase::Working);
        // The clock begins when the work does, not when it was asked for.
        let mut context = job.context.clone();
        context.started = std::time::Instant::now();
        let found = catch_unwind(AssertUnwindSafe(|| read_out(&*job.room, &context)));
        let phase = match found {
            Ok(Ok(answer)) => {
                let stopped = context.stopped();
                let complete = stopped.is_none();
                job.state.send_modify(|state| state.known = answer.clone());
                if complete {
                    if let Some(results) = &self.results {
                        // What cannot be written down is still known here.
                        let _ = results.put(&job.question, &answer);
                    }
                    self.office().remember(&job.name, answer);
                }
                match stopped {
                    None => Phase::Done,
                    Some(Stop::Cancelled) => Phase::Cancelled,
                    Some(Stop::Time) => Phase::Failed { why: "the time ran out".into() },
                    Some(Stop::Memory) => Phase::Failed { why: "the memory ran out".into() },
                    Some(stop) => Phase::Failed { why: format!("a limit was reached: {stop:?}") },
                }
            }
            Ok(Err(error)) => Phase::Failed { why: error.to_string() },
            Err(_) => Phase::Failed { why: "the solver failed; this is a bug".into() },
        };
        job.state.send_modify(|state| state.phase = phase);
        self.office().end(job);
    }

    /// What is known of a position without work.
    pub(crate) fn look_up(&self, question: &Question) -> Seen {
        let name = question.name();
        {
            let office = self.office();
            if let Some(answer) = office.known.get(&name) {
                return Seen::Known(answer.clone());
            }
            if let Some(job) = office.jobs.get(&name) {
                return Seen::Job(job.clone());
            }
        }
        // A damaged file is as good as none: the position is read out again.
        match self.results.as_ref().map(|results| results.get(question)) {
            Some(Ok(Some(answer))) => {
                self.office().remember(&name, answer.clone());
                Seen::Known(answer)
            }
            _ => Seen::Nothing,
        }
    }

    /// Reads a small position out on this thread; `None` if that takes longer than a glance.
    pub(crate) fn glance(&self, room: &dyn Room, question: &Question) -> Option<Remembered> {
        const GLANCE: Duration = Duration::from_millis(120);
        const MEMORY: u64 = 64 << 20;
        let limits = Limits { threads: 1, memory: MEMORY, time: Some(GLANCE), nodes: None };
        let context = Context::new(limits);
        let answer = read_out(room, &context).ok().filter(|_| context.stopped().is_none())?;
        self.office().remember(&question.name(), answer.clone());
        Some(answer)
    }

    /// Begins to read a position out, unless somebody already has.
    pub(crate) fn start(&self, room: Arc<dyn Room>, question: Question) -> Result<Arc<Job>, Full> {
        let name = question.name();
        let mut office = self.office();
        if let Some(job) = office.jobs.get(&name)
            && !job.state().phase.ended()
        {
            return Ok(job.clone());
        }
        if office.waiting.len() >= MOST_WAITING || office.closed {
            return Err(Full);
        }
        let known = Remembered::nothing();
        let state = State {
            phase: Phase::Waiting,
            stage: String::new(),
            share: None,
            nodes: 0,
            nodes_per_second: 0.0,
            seconds: 0.0,
            remaining: None,
            known,
        };
        let state = Arc::new(watch::Sender::new(state));
        let context =
            Context::new(self.limits.clone()).with_progress(Arc::new(Teller(state.clone())));
        let job = Arc::new(Job { name: name.clone(), question, room, context, state });
        office.ended.retain(|ended| *ended != name);
        office.jobs.insert(name, job.clone());
        office.waiting.push_back(job.clone());
        self.news.notify_one();
        Ok(job)
    }

    /// A piece of work by its name.
    pub(crate) fn job(&self, name: &str) -> Option<Arc<Job>> {
        self.office().jobs.get(name).cloned()
    }

    /// Ends a piece of work.
    pub(crate) fn cancel(&self, job: &Job) {
        job.context.stop(Stop::Cancelled);
        let mut office = self.office();
        let waiting = office.waiting.len();
        office.waiting.retain(|other| other.name != job.name);
        if office.waiting.len() < waiting {
            job.state.send_modify(|state| state.phase = Phase::Cancelled);
            office.end(job);
        }
    }
}

/// Proves a position's value, and every move's.
fn read_out(room: &dyn Room, context: &Context) -> Result<Remembered> {
    let look = room.look();
    if let Some(score) = look.final_score {
        let verdict = match look.won_not_scored {
            true => Verdict::Outcome { outcome: Outcome::from(score), plies: Some(0) },
            false => Verdict::Score { score },
        };
        return Ok(Remembered { verdict, ..Remembered::nothing() });
    }
    let solved = room.solve(None, Goal::Score, context)?;
    let mut known = Remembered {
        verdict: solved.verdict,
        line: solved.line,
        remarks: solved.remarks,
        moves: Vec::new(),
    };
    if context.stopped().is_none() {
        let valued = room.values(None, Goal::Score, context)?;
        known.moves = valued.moves.into_iter().map(|mv| (mv.name, mv.verdict)).collect();
    }
    Ok(known)
}

/// What the moves that are known say of a position's value, if anything.
pub(crate) fn best(moves: &[(String, Verdict)]) -> Option<Verdict> {
    moves.iter().map(|(_, verdict)| *verdict).max_by_key(Verdict::rank)
}
