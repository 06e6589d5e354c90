//! Work: glances, and what takes long, in a queue, with progress that pages can follow.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use yomikiri_core::{
    Basis, Context, Estimate, Estimator, Finding, Goal, Limits, Outcome, Progress, ProgressSink,
    Proved, Result, Stop, Verdict,
};
use yomikiri_rooms::Room;
use yomikiri_rooms::results::{Question, Remembered, Results};

/// Most pieces of work that wait.
const MOST_WAITING: usize = 64;
/// Most finished pieces of work whose end can still be looked at.
const MOST_ENDED: usize = 256;
/// Most that is kept in memory of results, counted in moves.
const MOST_KNOWN: usize = 1 << 19;
/// How long a page waits for what a glance shows.
pub(crate) const GLANCE: Duration = Duration::from_millis(180);
/// How long a glance may go on while nobody else waits for a turn.
pub(crate) const LONG_GLANCE: Duration = Duration::from_secs(3);
/// Memory of a glance.
const GLANCE_MEMORY: u64 = 64 << 20;

/// How far a piece of work has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Others are before it.
    Waiting,
    /// It is being done.
    Working,
    /// Everything is known.
    Done,
    /// Somebody ended it.
    Cancelled,
    /// A glance did not show everything.
    GivenUp {
        /// Whether it was ended early because somebody waited.
        hurried: bool,
    },
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
    /// How long the whole may still take, if that can be told.
    pub(crate) remaining: Option<Estimate>,
    /// What is proved so far.
    pub(crate) known: Remembered,
}

/// A piece of work.
pub(crate) struct Job {
    pub(crate) name: String,
    room: Box<dyn Room>,
    context: Context,
    state: Arc<watch::Sender<State>>,
    /// When it began, if it is only a glance.
    glance: Option<Instant>,
}

impl Job {
    fn new(name: String, room: &dyn Room, limits: Limits, glance: Option<Instant>) -> Arc<Job> {
        // What is proved is for all games that come to this position.
        let (room, known) = (room.alone(), Remembered::nothing());
        let state = Arc::new(watch::Sender::new(State {
            phase: if glance.is_some() { Phase::Working } else { Phase::Waiting },
            stage: String::new(),
            share: None,
            nodes: 0,
            nodes_per_second: 0.0,
            seconds: 0.0,
            remaining: None,
            known,
        }));
        let teller =
            Teller { state: state.clone(), nodes: Mutex::new((0, 0)), pace: Mutex::default() };
        let context = Context::new(limits).with_progress(Arc::new(teller));
        Arc::new(Job { name, room, context, state, glance })
    }

    pub(crate) fn follow(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    pub(crate) fn state(&self) -> State {
        self.state.borrow().clone()
    }

    fn ended(&self) -> bool {
        self.state.borrow().phase.ended()
    }

    pub(crate) fn is_glance(&self) -> bool {
        self.glance.is_some()
    }

    /// Whether it was a glance that was ended early.
    fn was_hurried(&self) -> bool {
        self.state.borrow().phase == Phase::GivenUp { hurried: true }
    }
}

/// Hands what a solver tells on to whoever follows.
struct Teller {
    state: Arc<watch::Sender<State>>,
    /// Positions entered before the solver last began to count anew, and since.
    nodes: Mutex<(u64, u64)>,
    pace: Mutex<Estimator>,
}

impl Teller {
    /// All positions entered, given how many the solver says.
    fn total(&self, told: u64) -> u64 {
        let mut nodes = self.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        if told < nodes.1 {
            nodes.0 += nodes.1;
        }
        nodes.1 = told;
        nodes.0 + told
    }
}

impl ProgressSink for Teller {
    fn report(&self, progress: &Progress) {
        let nodes = self.total(progress.nodes);
        let left = self.pace.lock().unwrap_or_else(PoisonError::into_inner).see(progress);
        self.state.send_modify(|state| {
            state.stage = progress.stage.clone();
            state.share = progress.share;
            state.nodes = nodes;
            state.nodes_per_second = Progress { nodes, ..progress.clone() }.speed();
            state.seconds = progress.elapsed.as_secs_f64();
            state.remaining = left;
        });
    }

    fn found(&self, mv: &str, finding: &Finding) {
        let Some(proved) = finding.as_proved() else { return };
        self.state.send_modify(|state| {
            let known = &mut state.known.moves;
            match known.iter_mut().find(|(name, _)| name == mv) {
                Some((_, known)) => *known = *proved,
                None => known.push((mv.into(), *proved)),
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
    /// Nobody has looked at it, though its value may be known.
    New(Option<Proved>),
}

#[derive(Default)]
struct Office {
    waiting: VecDeque<Arc<Job>>,
    jobs: HashMap<String, Arc<Job>>,
    /// Glances that go on.
    glances: Vec<Arc<Job>>,
    /// Those that have ended, the latest last.
    ended: VecDeque<String>,
    known: HashMap<String, Remembered>,
    known_order: VecDeque<String>,
    /// What is known, counted in moves.
    known_size: usize,
    closed: bool,
}

/// What an answer takes, counted in moves.
fn size(answer: &Remembered) -> usize {
    8 + answer.moves.len() + answer.line.len()
}

impl Office {
    fn remember(&mut self, name: &str, answer: Remembered) {
        self.known_size += size(&answer);
        match self.known.insert(name.into(), answer) {
            Some(earlier) => self.known_size -= size(&earlier),
            None => self.known_order.push_back(name.into()),
        }
        while self.known_size > MOST_KNOWN
            && let Some(oldest) = self.known_order.pop_front()
        {
            self.known_size -= self.known.remove(&oldest).as_ref().map_or(0, size);
        }
    }

    fn end(&mut self, job: &Job) {
        self.glances.retain(|glance| !std::ptr::eq(&**glance, job));
        self.ended.retain(|ended| *ended != job.name);
        self.ended.push_back(job.name.clone());
        if self.ended.len() > MOST_ENDED
            && let Some(oldest) = self.ended.pop_front()
            && self.jobs.get(&oldest).is_some_and(|job| job.ended())
        {
            self.jobs.remove(&oldest);
        }
    }
}

/// All work, and what came of it.
pub(crate) struct Work {
    office: Mutex<Office>,
    news: Condvar,
    results: Option<Arc<Results>>,
    limits: Limits,
}

/// Why no work could be begun.
pub(crate) struct Full;

impl Work {
    /// Work by one thread, which may use `limits`.
    pub(crate) fn begin(limits: Limits, results: Option<Arc<Results>>) -> Arc<Work> {
        let office = Mutex::new(Office::default());
        let work = Arc::new(Work { office, news: Condvar::new(), results, limits });
        let working = work.clone();
        std::thread::spawn(move || {
            while let Some(job) = working.next() {
                working.run(&job);
            }
        });
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

    /// Does a piece of work on this thread.
    pub(crate) fn run(&self, job: &Job) {
        job.state.send_modify(|state| state.phase = Phase::Working);
        // The clock begins when the work does, not when it was asked for.
        let mut context = job.context.clone();
        context.started = Instant::now();
        let tell = |known: &Remembered| {
            job.state.send_modify(|state| {
                let moves = std::mem::take(&mut state.known.moves);
                state.known = Remembered { moves, ..known.clone() };
            });
        };
        let found = catch_unwind(AssertUnwindSafe(|| read_out(job, &context, tell)));
        // A method may have limits of its own.
        let stopped = context.stopped().or_else(|| match &found {
            Ok(Ok(answer)) if !is_whole(answer, &*job.room) => Some(Stop::Memory),
            _ => None,
        });
        let phase = match (found, stopped) {
            (Ok(Ok(mut answer)), None) => {
                // What is remembered need not be proved again to find out which move leads on.
                if answer.leading.is_none() && self.results.is_some() && !job.is_glance() {
                    answer.leading = sought(&*job.room, &context);
                }
                job.state.send_modify(|state| state.known = answer.clone());
                self.office().remember(&job.name, answer);
                Phase::Done
            }
            (Ok(Ok(_)), Some(_)) if job.is_glance() => {
                let is_early = context.started.elapsed() < LONG_GLANCE;
                Phase::GivenUp { hurried: is_early && context.stopped().is_some() }
            }
            (Ok(Err(_)), _) if job.is_glance() => Phase::GivenUp { hurried: false },
            (Ok(Ok(_)), Some(Stop::Cancelled)) => Phase::Cancelled,
            (Ok(Ok(_)), Some(stop)) => Phase::Failed { why: limit(stop).into() },
            (Ok(Err(error)), _) => Phase::Failed { why: error.to_string() },
            (Err(_), _) => Phase::Failed { why: "the solver failed; this is a bug".into() },
        };
        job.state.send_modify(|state| state.phase = phase);
        self.office().end(job);
    }

    /// What is known of a position without work.
    pub(crate) fn look_up(&self, question: &Question, moves: usize) -> Seen {
        let name = question.name();
        {
            let office = self.office();
            // Work on what is partly known comes first.
            if let Some(job) = office.jobs.get(&name).filter(|job| !job.ended()) {
                return Seen::Job(job.clone());
            }
            if let Some(answer) = office.known.get(&name) {
                return Seen::Known(answer.clone());
            }
        }
        // Somebody else may have written it there since. A damaged file is as good as none.
        let kept = self.results.as_ref().and_then(|results| results.get(question).ok()?);
        let mut office = self.office();
        match kept {
            Some(answer) if answer.moves.len() == moves => {
                office.remember(&name, answer.clone());
                Seen::Known(answer)
            }
            kept => match office.jobs.get(&name).filter(|job| !job.was_hurried()) {
                Some(job) => Seen::Job(job.clone()),
                None => Seen::New(kept.and_then(|answer| answer.value)),
            },
        }
    }

    /// A glance at a position whose value may be known, for whoever has a turn to [`Work::run`];
    /// `None` if somebody else is already at it.
    pub(crate) fn glance(
        &self,
        room: &dyn Room,
        question: &Question,
        value: Option<Proved>,
        threads: usize,
    ) -> Option<Arc<Job>> {
        let name = question.name();
        let mut office = self.office();
        if office.closed || office.jobs.get(&name).is_some_and(|job| !job.ended()) {
            return None;
        }
        let time = Some(LONG_GLANCE);
        let limits = Limits { threads, memory: GLANCE_MEMORY, time, nodes: None };
        let job = Job::new(name.clone(), room, limits, Some(Instant::now()));
        job.state.send_modify(|state| state.known.value = value);
        office.jobs.insert(name, job.clone());
        office.glances.push(job.clone());
        Some(job)
    }

    /// Seeks the move to play in a position whose moves are known, as long as a glance takes, and
    /// keeps it for whoever asks that question.
    pub(crate) fn lead(
        &self,
        room: &dyn Room,
        question: Option<&Question>,
        threads: usize,
    ) -> Option<String> {
        let time = Some(LONG_GLANCE);
        let context = Context::new(Limits { threads, memory: GLANCE_MEMORY, time, nodes: None });
        let choice = sought(room, &context)?;
        if let Some(question) = question
            && let Some(known) = self.office().known.get_mut(&question.name())
        {
            known.leading = Some(choice.clone());
        }
        Some(choice)
    }

    /// Ends glances that have had their time, because so many wait for a turn: the more of them,
    /// the shorter it is.
    pub(crate) fn hurry(&self, waiting: usize) {
        let time = GLANCE / (1 + waiting as u32 / 4);
        for glance in &self.office().glances {
            if glance.glance.is_some_and(|begun| begun.elapsed() >= time) {
                glance.context.stop(Stop::Time);
            }
        }
    }

    /// Begins to read a position out, unless somebody already has.
    pub(crate) fn start(&self, room: &dyn Room, question: &Question) -> Result<Arc<Job>, Full> {
        let name = question.name();
        let mut office = self.office();
        if let Some(job) = office.jobs.get(&name).filter(|job| !job.ended()) {
            match job.glance {
                None => return Ok(job.clone()),
                // The work will show what the glance would have.
                Some(_) => job.context.stop(Stop::Time),
            }
        }
        if office.waiting.len() >= MOST_WAITING || office.closed {
            return Err(Full);
        }
        let job = Job::new(name.clone(), room, self.limits.clone(), None);
        if let Some(known) = office.known.get(&name) {
            job.state.send_modify(|state| state.known = known.clone());
        }
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

/// Whether all moves of a position are known.
fn is_whole(answer: &Remembered, room: &dyn Room) -> bool {
    answer.moves.len() == room.look().moves.len()
        && answer.moves.iter().all(|(_, proved)| proved.is_whole())
}

/// What ended a piece of work, in words.
fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Cancelled => "it was cancelled",
        Stop::Time => "the time ran out",
        Stop::Memory => "the memory ran out",
        Stop::Nodes => "the limit on positions was reached",
        Stop::Depth => "the limit on depth was reached",
    }
}

/// The move to play, which leads on to the end of a game that need not end; `None` if it is not found
/// in time.
fn sought(room: &dyn Room, context: &Context) -> Option<String> {
    let seek = AssertUnwindSafe(|| room.values(None, Goal::Score, context));
    let leading = catch_unwind(seek).ok()?.ok()?.leading;
    leading.filter(|_| context.stopped().is_none())
}

/// Proves a position's value, and every move's; `tell` hears of what is known in between.
fn read_out(job: &Job, context: &Context, tell: impl Fn(&Remembered)) -> Result<Remembered> {
    let room = &*job.room;
    let look = room.look();
    if let Some(score) = look.final_score {
        let verdict = match look.won_not_scored {
            true => Verdict::Outcome { outcome: Outcome::from(score), plies: Some(0) },
            false => Verdict::Score { score },
        };
        let value = Proved::new(verdict, Basis::Rules);
        return Ok(Remembered { value, ..Remembered::nothing() });
    }
    let half = context.limits.time.filter(|_| job.is_glance()).map(|time| time / 2);
    let solved = match half {
        // What is known of some moves says more than half of what would be known of the position.
        Some(half) => {
            let limits = Limits { time: Some(half), ..context.limits.clone() };
            let part = context.part(limits).with_progress(context.progress.clone());
            room.solve(None, Goal::Score, &part)?
        }
        None => room.solve(None, Goal::Score, context)?,
    };
    let mut known = Remembered {
        value: solved.finding.as_proved().copied(),
        line: solved.line,
        remarks: solved.remarks,
        ..Remembered::nothing()
    };
    tell(&known);
    if let Some(lost) = known.value
        && let Verdict::Outcome { outcome: Outcome::Loss, plies: None } = lost.verdict()
        && lost.basis() != Basis::Table
    {
        // Where only winning counts, every move of a lost position loses. A table may tell how soon.
        known.moves = look.moves.into_iter().map(|mv| (mv.name, lost)).collect();
    } else if context.stopped().is_none() {
        let valued = room.only_values(None, Goal::Score, context)?;
        known.leading = valued.leading;
        known.moves = valued
            .moves
            .into_iter()
            .filter_map(|mv| Some((mv.name, *mv.finding.as_proved()?)))
            .collect();
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::{Cell, Picture, Side};
    use yomikiri_rooms::matches::{Plan, Told};
    use yomikiri_rooms::opponents::{Opponent, Player};
    use yomikiri_rooms::play::Seats;
    use yomikiri_rooms::reports::{Look, Shown, Solved, Valued};

    /// A room whose solver fails, or goes on until it is stopped.
    struct Trouble {
        room: Box<dyn Room>,
        panics: bool,
    }

    impl Room for Trouble {
        fn methods(&self) -> Vec<&'static str> {
            self.room.methods()
        }

        fn play_match(
            &self,
            players: [&str; 2],
            plan: &Plan,
            context: &Context,
            tell: &mut dyn FnMut(Told) -> anyhow::Result<()>,
        ) -> anyhow::Result<()> {
            self.room.play_match(players, plan, context, tell)
        }

        fn look(&self) -> Look {
            self.room.look()
        }
        fn identity(&self) -> String {
            self.room.identity()
        }
        fn solve(&self, _: Option<&str>, goal: Goal, context: &Context) -> Result<Solved> {
            assert!(!self.panics, "a solver with a bug");
            while !context.check(0) {
                std::thread::sleep(Duration::from_millis(1));
            }
            self.room.solve(None, goal, context)
        }
        fn show(&self, knowledge: bool) -> Result<Shown> {
            self.room.show(knowledge)
        }
        fn opponents(&self) -> Vec<Opponent> {
            self.room.opponents()
        }
        fn player(
            &self,
            name: &str,
            level: Option<u32>,
            threads: usize,
            seed: u64,
        ) -> Result<Box<dyn Player>> {
            self.room.player(name, level, threads, seed)
        }
        fn pieces(&self) -> Vec<Cell> {
            self.room.pieces()
        }
        fn write_picture(&self, picture: &Picture, to_move: Side) -> String {
            self.room.write_picture(picture, to_move)
        }
        fn after(&self, mv: &str) -> Result<Box<dyn Room>> {
            self.room.after(mv)
        }
        fn alone(&self) -> Box<dyn Room> {
            Box::new(Trouble { room: self.room.alone(), panics: self.panics })
        }
        fn comes_back(&self, moves: &[String]) -> Result<bool> {
            self.room.comes_back(moves)
        }
        fn remember_in(&mut self, results: Arc<Results>) {
            self.room.remember_in(results);
        }
        fn values(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Valued> {
            self.room.values(method, goal, context)
        }
        fn only_values(
            &self,
            method: Option<&str>,
            goal: Goal,
            context: &Context,
        ) -> Result<Valued> {
            self.room.only_values(method, goal, context)
        }
        fn play(
            &self,
            seats: &Seats,
            context: &Context,
            input: &mut dyn std::io::BufRead,
            output: &mut dyn std::io::Write,
        ) -> std::result::Result<Option<Stop>, anyhow::Error> {
            self.room.play(seats, context, input, output)
        }
        fn perft(&self, depth: u32, context: &Context) -> Option<u64> {
            self.room.perft(depth, context)
        }
    }

    fn room(panics: bool) -> (Box<dyn Room>, Question) {
        let room = yomikiri_rooms::open("tictactoe", "3x3", &Default::default()).unwrap();
        let question = Question::of(&room.look());
        (Box::new(Trouble { room, panics }), question)
    }

    fn wait(job: &Job) -> Phase {
        while !job.ended() {
            std::thread::sleep(Duration::from_millis(5));
        }
        job.state().phase
    }

    #[test]
    fn a_solver_that_fails_takes_nobody_with_it() {
        let work = Work::begin(Limits::default(), None);
        let (bad, question) = room(true);
        let job = work.start(&*bad, &question).ok().unwrap();
        assert!(matches!(wait(&job), Phase::Failed { .. }));
        let room = yomikiri_rooms::open("tictactoe", "3x3", &Default::default()).unwrap();
        let job = work.start(&*room, &question).ok().unwrap();
        assert_eq!(wait(&job), Phase::Done);
        assert!(matches!(work.look_up(&question, 9), Seen::Known(_)));
        work.close();
    }

    #[test]
    fn a_glance_ends_when_somebody_waits_and_work_takes_its_place() {
        let work = Work::begin(Limits::default(), None);
        let (endless, question) = room(false);
        let glance = work.glance(&*endless, &question, None, 1).unwrap();
        assert!(work.glance(&*endless, &question, None, 1).is_none());
        let running = (work.clone(), glance.clone());
        let thread = std::thread::spawn(move || running.0.run(&running.1));
        work.hurry(1);
        assert!(!glance.ended(), "everybody has a moment");
        std::thread::sleep(GLANCE / 2);
        work.hurry(4);
        assert_eq!(wait(&glance), Phase::GivenUp { hurried: true });
        assert!(matches!(work.look_up(&question, 9), Seen::New(_)), "it is worth another glance");
        thread.join().unwrap();
        let job = work.start(&*endless, &question).ok().unwrap();
        work.cancel(&job);
        assert_eq!(wait(&job), Phase::Cancelled);
        work.close();
    }

    #[test]
    fn memory_has_a_bound() {
        let mut office = Office::default();
        let draw = Verdict::Score { score: yomikiri_core::Score(0) };
        let draw = Proved::new(draw, Basis::Search).unwrap();
        let moves = vec![("a1".to_owned(), draw); 1000];
        for number in 0..2000 {
            let answer = Remembered { moves: moves.clone(), ..Remembered::nothing() };
            office.remember(&number.to_string(), answer);
            assert!(office.known_size <= MOST_KNOWN);
        }
        let sum: usize = office.known.values().map(size).sum();
        assert_eq!(sum, office.known_size);
        assert!(office.known.len() > 400 && office.known.contains_key("1999"));
    }
}
