//! The default method: how Othello is read out.
//!
//! A score is found by asking, again and again, whether it is above some number (`deep` in
//! `search.rs` answers one such question): first whether the position is won or lost, then at
//! growing distances from what is known until the two ends meet. All questions share one table,
//! so what an earlier one proved is not proved again.

mod first_best;
mod tables;

use crate::evaluation::{DISC, Evaluation};
use crate::geometry::Geometry;
use crate::kernel::{Kernel, KernelChoice, OnBoard, on_board};
use crate::key::key_bits;
use crate::ordering;
use crate::position::{Move, Othello, Position, Size};
use crate::search::{BEYOND, Confidence, Seen, Shared, Worker, answered, with_crew};
use crate::symmetry;
pub use first_best::FirstBest;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tables::{LEAST_TABLE, tables_bytes};
use yomikiri_core::{
    Answer, Answers, Basis, Bounds, Context, Error, Finding, Game, Goal, Progress, Result, Score,
    Solver, Verdict,
};
use yomikiri_search::{Crew, Table};
use yomikiri_storage::{ClaimStore, Policy};

/// Bounds that took fewer nodes than 2^16 are not worth keeping on disk.
const LEAST_WORK: u8 = 4 * 16;
/// How often a checkpoint is written, at most.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);
/// From so many empty squares on moves are ordered by the trained evaluation.
const EVALUATED_FROM: u32 = 13;
/// Memory that everything but the table and the threads may take.
const OVERHEAD: u64 = 16 << 20;
/// Memory that a thread takes: its cache and its stack.
const THREAD_OVERHEAD: u64 = 512 << 10;

/// The default method.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOut {
    /// Which kernels to use; for tests and measurements.
    pub kernel: KernelChoice,
    /// What moves are ordered by.
    pub ordering: ordering::Ordering,
}

impl ReadOut {
    /// The name of the kernel that a solve would use here.
    pub fn kernel_name(&self) -> Result<&'static str> {
        self.kernel.name()
    }

    /// The exact score and a move that keeps it: as [`Solver::solve`], but the line has one move.
    pub fn best(
        &self,
        game: &Othello,
        position: &Position,
        context: &Context,
    ) -> Result<Answer<Move>> {
        self.run(game, position, context, Solve { position, goal: Goal::Score, line: 1 })
    }

    fn run<T: Task>(
        &self,
        game: &Othello,
        root: &Position,
        context: &Context,
        task: T,
    ) -> Result<T::Output> {
        self.run_with(game, root, context, None, task)
    }

    fn run_with<T: Task>(
        &self,
        game: &Othello,
        root: &Position,
        context: &Context,
        crew: Option<Arc<Crew>>,
        task: T,
    ) -> Result<T::Output> {
        struct InSession<'a, T> {
            ordering: ordering::Ordering,
            game: &'a Othello,
            root: &'a Position,
            context: &'a Context,
            crew: Option<Arc<Crew>>,
            task: T,
        }
        impl<T: Task> OnBoard for InSession<'_, T> {
            type Output = Result<T::Output>;
            fn run<K: Kernel, G: Geometry>(self, kernel: K) -> Result<T::Output> {
                let InSession { ordering, game, root, context, crew, task } = self;
                session::<K, G, T>(kernel, ordering, game, root, context, crew, task)
            }
        }
        let ordering = self.ordering;
        on_board(self.kernel, game.size, InSession { ordering, game, root, context, crew, task })?
    }
}

/// Something to do inside a session.
trait Task {
    type Output;
    fn run<K: Kernel, G: Geometry>(self, session: &mut Session<'_, K, G>) -> Self::Output;
}

/// One solve at work: the thread that asks the questions.
struct Session<'a, K: Kernel, G: Geometry> {
    game: &'a Othello,
    worker: &'a mut Worker<K, G>,
    stage: &'a Mutex<Stage>,
}

/// What is being done, for the progress report.
struct Stage {
    name: String,
    begun: Instant,
}

/// Sets up what the threads share, starts them, and runs `task` on this one.
fn session<K: Kernel, G: Geometry, T: Task>(
    kernel: K,
    ordering: ordering::Ordering,
    game: &Othello,
    root: &Position,
    context: &Context,
    crew: Option<Arc<Crew>>,
    task: T,
) -> Result<T::Output> {
    let threads = context.limits.threads.max(1) as u64;
    let overhead = OVERHEAD + threads * THREAD_OVERHEAD;
    if context.limits.memory < overhead + LEAST_TABLE {
        return Err(Error::refused(format!(
            "{} bytes of memory are too few; at least {} MiB are needed with {threads} thread{}",
            context.limits.memory,
            (overhead + LEAST_TABLE).div_ceil(1 << 20),
            if threads == 1 { "" } else { "s" },
        )));
    }
    let empties = (game.size.full() & !(root.black | root.white)).count_ones();
    // An eighth of the memory is for claims, if any are kept.
    let claims_memory =
        context.checkpoint.as_ref().map_or(0, |_| (context.limits.memory - overhead) / 8);
    // Nothing is gained by guessing about a position that is read out at once.
    let evaluation = match ordering {
        ordering::Ordering::Trained if empties >= EVALUATED_FROM => {
            Size::new(G::ROWS, G::COLUMNS).and_then(Evaluation::trained)
        }
        _ => None,
    };
    let memory = context.limits.memory - overhead - claims_memory;
    let (bytes, guess_bytes) =
        tables_bytes::<G>(memory, empties, evaluation.is_some(), &context.limits);
    let no_memory = |error| {
        Error::refused(format!(
            "cannot get {} MiB for the tables ({error}); give a smaller --memory",
            (bytes + guess_bytes) >> 20
        ))
    };
    let table = Table::new(bytes, key_bits(G::SQUARES)).map_err(no_memory)?;
    let guesses = Table::new(guess_bytes, key_bits(G::SQUARES)).map_err(no_memory)?;
    let claims = match &context.checkpoint {
        Some(folder) => {
            let scoring = &game.rules()[1].1;
            let parameters =
                format!("othello, {scoring} scoring, from {}", game.print_position(root));
            let policy = Policy {
                least_work: LEAST_WORK,
                memory: claims_memory,
                interval: CHECKPOINT_INTERVAL,
            };
            Some(ClaimStore::open(folder, &parameters, policy)?)
        }
        None => None,
    };
    if let Some(claims) = claims.as_ref().filter(|claims| claims.earlier_nodes() > 0) {
        context.progress.note(&format!(
            "resuming with proved bounds on {} positions from {} nodes of earlier work",
            claims.len(),
            claims.earlier_nodes()
        ));
    }
    let context = context.clone();
    let (table, guesses) = (Arc::new(table), Arc::new(guesses));
    let mut shared = Shared::<K, G>::new(kernel, table, guesses, evaluation, context, claims);
    shared.recall_guesses();
    shared.ordering = ordering;
    shared.crew = crew;
    let shared = Arc::new(shared);
    let stage = Mutex::new(Stage { name: String::new(), begun: Instant::now() });
    let done = AtomicBool::new(false);
    let output = std::thread::scope(|scope| {
        let monitor = scope.spawn(|| monitor(&shared, &stage, &done));
        // Ends the monitor even if the task panics, so that the scope can be left.
        struct End<'a>(&'a AtomicBool);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let end = End(&done);
        let output = with_crew(&shared, game.scoring, |worker| {
            task.run(&mut Session { game, worker, stage: &stage })
        });
        drop(end);
        monitor.thread().unpark();
        output
    });
    let context = &shared.context;
    if let Some(claims) = &shared.claims {
        claims.finish(shared.nodes.load(Ordering::Relaxed), context)?;
    }
    Ok(output)
}

/// Tells progress and writes checkpoints until the work is done.
fn monitor<K: Kernel, G: Geometry>(shared: &Shared<K, G>, stage: &Mutex<Stage>, done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        std::thread::park_timeout(Duration::from_millis(100));
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let progress = {
            let stage = stage.lock().unwrap_or_else(PoisonError::into_inner);
            Progress {
                stage: stage.name.clone(),
                share: Some(answered(shared.answered.load(Ordering::Relaxed))),
                whole: None,
                nodes,
                table_fill: Some(shared.table.fill()),
                elapsed: shared.context.started.elapsed(),
                stage_elapsed: stage.begun.elapsed(),
            }
        };
        shared.context.progress.report(&progress);
        if let Some(claims) = &shared.claims {
            claims.keep_up(nodes, &shared.context);
        }
        shared.context.check(nodes);
    }
}

impl<K: Kernel, G: Geometry> Session<'_, K, G> {
    /// The sets of discs as the session's board has them, which is never taller than wide.
    fn discs(&self, position: &Position) -> (u64, u64) {
        let (own, other) = position.own_other();
        let size = self.game.size;
        match size.rows() > size.columns() {
            true => (symmetry::transposed(size, own), symmetry::transposed(size, other)),
            false => (own, other),
        }
    }

    /// Asks whether the score is above `alpha`; narrows `bounds` by the answer. False if stopped.
    fn ask(&mut self, own: u64, other: u64, alpha: i32, bounds: &mut Bounds) -> bool {
        self.ask_with(own, other, alpha, Confidence::FULL, bounds)
    }

    /// [`Session::ask`]; unless the confidence is full, the answer is a guess.
    fn ask_with(
        &mut self,
        own: u64,
        other: u64,
        alpha: i32,
        confidence: Confidence,
        bounds: &mut Bounds,
    ) -> bool {
        self.worker.shared.answered.store(0, Ordering::Relaxed);
        let kernel = self.worker.shared.kernel;
        let seen = Seen::new(self.worker.shared.evaluation, own, other);
        let score = kernel.deep::<G>(self.worker, &seen, alpha, 1.0, confidence);
        // A limit that is noticed only now came too late to spoil the answer.
        let aborted = self.worker.aborted();
        self.worker.tell();
        if aborted {
            return false;
        }
        if score > alpha {
            bounds.low = bounds.low.max(Score(score));
        } else {
            bounds.high = bounds.high.min(Score(score));
        }
        true
    }

    fn begin(&self, name: String) {
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        *stage = Stage { name, begun: Instant::now() };
    }

    /// Proves what `goal` asks, or as much of it as the limits allow.
    fn prove(&mut self, position: &Position, goal: Goal) -> Bounds {
        let (own, other) = self.discs(position);
        let squares = G::SQUARES as i32;
        let mut bounds = Bounds::new(-squares, squares);
        if self.worker.aborted() {
            return bounds;
        }
        let mut steps = match self.worker.shared.evaluation {
            Some(_) => Steps::Near(self.foresee(own, other), goal),
            None => {
                let kernel = self.worker.shared.kernel;
                let window = (-i32::MAX / 2, i32::MAX / 2);
                let moves = kernel.mobility::<G>(own, other);
                let guess =
                    kernel.preview::<G>(self.worker, own, other, moves, window, GUESS_DEPTH);
                Steps::Outward(Outward::new(guess, squares))
            }
        };
        if self.worker.aborted() {
            return bounds;
        }
        while !goal.reached(bounds) {
            let alpha = steps.next(bounds);
            self.begin(match bounds.outcome() {
                None => "win reading".into(),
                Some(_) => format!("is it above {}?", Score(alpha)),
            });
            if !self.ask(own, other, alpha, &mut bounds) {
                break;
            }
            let context = &self.worker.shared.context;
            if self.worker.told() > NOTE_FROM {
                let elapsed = context.started.elapsed().as_secs_f64();
                let verdict = Verdict::from_bounds(bounds);
                context.progress.note(&format!("{elapsed:.1} s: {verdict} for the side to move"));
            }
        }
        bounds
    }

    /// What the score will probably be: a search ahead, then searches to the end of the game that
    /// leave out more and more of less and less. What they find best is what the proof tries first.
    fn foresee(&mut self, own: u64, other: u64) -> i32 {
        let shared = self.worker.shared.clone();
        let (kernel, evaluation) = (shared.kernel, shared.evaluation);
        let empties = (G::FULL & !(own | other)).count_ones();
        let seen = Seen::new(evaluation, own, other);
        let moves = kernel.mobility::<G>(own, other);
        let foreseen = shared.foreseen(own, other);
        let mut score = match foreseen {
            Some((_, score)) => score,
            None => {
                self.begin("looking ahead".into());
                let mut guess = 0;
                let deepest = (empties / 2).clamp(4, FORESEE_DEPTH);
                for depth in (2..=deepest).step_by(2) {
                    let window = (-BEYOND, BEYOND);
                    let confidence = Confidence(1);
                    let found =
                        kernel.guess::<G>(self.worker, &seen, moves, window, depth, confidence);
                    if self.worker.aborted() {
                        return guess;
                    }
                    guess = found;
                }
                2 * (guess as f32 / (2 * DISC) as f32).round() as i32
            }
        };
        let squares = G::SQUARES as i32;
        for confidence in Confidence::ALL.into_iter().filter(|c| *c != Confidence::FULL) {
            if empties < SELECTIVE_FROM + SELECTIVE_STEP * u32::from(confidence.0) {
                break;
            }
            // What an earlier run did.
            if foreseen.is_some_and(|(done, _)| confidence <= done) {
                continue;
            }
            self.begin(format!("reading with care {}", confidence.0 + 1));
            let mut bounds = Bounds::new(-squares, squares);
            let mut steps = Steps::Near(score, Goal::Score);
            while bounds.exact().is_none() {
                let alpha = steps.next(bounds);
                if !self.ask_with(own, other, alpha, confidence, &mut bounds) {
                    return score;
                }
                // Guesses may contradict each other.
                if bounds.low > bounds.high {
                    break;
                }
            }
            score = bounds.low.0;
            shared.foresee(own, other, confidence, score);
        }
        score
    }

    /// A line in which every move keeps the score, each proved to do so; cut short if stopped, or
    /// if it is long enough.
    fn line(&mut self, position: &Position, score: Score, length: usize) -> Vec<Move> {
        let (mut position, mut score) = (*position, score);
        let mut line = Vec::new();
        self.begin("perfect line".into());
        while line.len() < length && self.game.final_score(&position).is_none() {
            let Some(mv) = self.keeping_move(&position, score) else { break };
            line.push(mv);
            position = self.game.play(&position, mv);
            score = -score;
        }
        line
    }

    /// A move proved to keep `score`, the position's exact score.
    fn keeping_move(&mut self, position: &Position, score: Score) -> Option<Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let (own, other) = self.discs(position);
        if let Some(best) = self.worker.known_best(own, other) {
            moves.sort_by_key(|mv| {
                let own_after = self.discs(&self.game.play(position, *mv)).1;
                own_after & 1 << best == 0
            });
        }
        let squares = G::SQUARES as i32;
        for mv in moves {
            let (own, other) = self.discs(&self.game.play(position, mv));
            let mut bounds = Bounds::new(-squares, squares);
            // The child's score is to be exactly the negation: not above it, and not below.
            let wanted = -score;
            if !self.ask(own, other, wanted.0, &mut bounds) {
                return None;
            }
            if bounds.high <= wanted {
                if !self.ask(own, other, wanted.0 - 1, &mut bounds) {
                    return None;
                }
                assert!(bounds.low >= wanted, "a move is better than the proved score");
                return Some(mv);
            }
        }
        panic!("no move keeps the proved score {score}");
    }
}

/// Depth of the search on the evaluation that guesses who wins, to ask the right question first.
const GUESS_DEPTH: u32 = 6;
/// A question's answer is worth a line of its own when it took so many nodes.
const NOTE_FROM: u64 = 50_000_000;

/// How far a proof looks ahead to see what to ask first.
const FORESEE_DEPTH: u32 = 12;
/// From so many empty squares on searches that leave something out go before the proof.
const SELECTIVE_FROM: u32 = 22;

/// Each more careful one takes so many more.
const SELECTIVE_STEP: u32 = 4;

/// Which question to ask next.
enum Steps {
    /// Who wins, then away from there.
    Outward(Outward),
    /// Just below and just above what the score probably is.
    Near(i32, Goal),
}

impl Steps {
    fn next(&mut self, bounds: Bounds) -> i32 {
        let (low, high) = (bounds.low.0, bounds.high.0);
        match self {
            Steps::Outward(outward) => outward.next(bounds),
            Steps::Near(score, Goal::Win) => {
                let ask = if *score > 0 || low >= 0 { 0 } else { -1 };
                if (low..high).contains(&ask) { ask } else { -1 - ask }
            }
            Steps::Near(score, Goal::Score) => match (low < *score, high > *score) {
                // Scores are even on a full board.
                (true, true) => (*score - 1).clamp(low, high - 1),
                (false, _) => (low + 1).clamp(low, high - 1),
                (_, false) => (high - 2).clamp(low, high - 1),
            },
        }
    }
}

/// Asks who wins, then moves away from there.
struct Outward {
    squares: i32,
    likely_won: bool,
    step: i32,
    next_step: i32,
}

impl Outward {
    fn new(guess: i32, squares: i32) -> Outward {
        Outward { squares, likely_won: guess >= 0, step: 2, next_step: 2 }
    }

    /// Asks first who wins, then moves away from that end in growing steps until a question is
    /// answered the other way, then halves what is left. A win by more than half the board may
    /// well be a wipe-out: that is asked as soon as it can be, because no other question is
    /// answered as fast (a single stable disc of the loser settles a position).
    fn next(&mut self, bounds: Bounds) -> i32 {
        let (low, high) = (bounds.low.0, bounds.high.0);
        if bounds.outcome().is_none() {
            let (is_won, is_lost) = (low <= 0 && high > 0, low < 0 && high >= 0);
            return match (is_won, is_lost) {
                (true, true) => {
                    if self.likely_won {
                        0
                    } else {
                        -1
                    }
                }
                (true, false) => 0,
                (false, _) => -1,
            };
        }
        if low > self.squares / 2 && high == self.squares {
            return self.squares - 1;
        }
        if high < -self.squares / 2 && low == -self.squares {
            return -self.squares;
        }
        let step = self.step;
        // Two, two, four, eight, …: most games are close.
        (self.step, self.next_step) = (self.next_step, 2 * self.next_step);
        let middle = low + (high - low) / 2;
        match low > 0 {
            true => (low + step - 1).min(middle).max(low),
            false => (high - step).max(middle).min(high - 1),
        }
    }
}

struct Solve<'a> {
    position: &'a Position,
    goal: Goal,
    /// Moves of the line, at most.
    line: usize,
}

impl Task for Solve<'_> {
    type Output = Answer<Move>;

    fn run<K: Kernel, G: Geometry>(self, session: &mut Session<'_, K, G>) -> Answer<Move> {
        let bounds = session.prove(self.position, self.goal);
        let line = match bounds.exact() {
            Some(score) if self.goal == Goal::Score => {
                session.line(self.position, score, self.line)
            }
            _ => Vec::new(),
        };
        let shared = &session.worker.shared;
        let nodes = shared.nodes.load(Ordering::Relaxed);
        let earlier = shared.claims.as_ref().map_or(0, ClaimStore::earlier_nodes);
        let found = Finding::proved(Verdict::from_bounds(bounds), Basis::Search);
        let answer = Answer::new(found, nodes).with_line(line);
        Answer { total_nodes: nodes + earlier, ..answer.stopped_by(shared.context.stopped()) }
    }
}

struct Values<'a> {
    position: &'a Position,
    moves: &'a [Move],
    goal: Goal,
}

impl Task for Values<'_> {
    type Output = Answers<Move>;

    fn run<K: Kernel, G: Geometry>(self, session: &mut Session<'_, K, G>) -> Answers<Move> {
        let moves = self
            .moves
            .iter()
            .map(|&mv| {
                let child = session.game.play(self.position, mv);
                let verdict = -Verdict::from_bounds(session.prove(&child, self.goal));
                let found = Finding::proved(verdict, Basis::Search);
                let name = session.game.print_move(self.position, mv);
                session.worker.shared.context.progress.found(&name, &found);
                (mv, found)
            })
            .collect();
        let shared = &session.worker.shared;
        Answers {
            moves,
            nodes: shared.nodes.load(Ordering::Relaxed),
            stopped: shared.context.stopped(),
            ..Answers::none()
        }
    }
}

impl Solver<Othello> for ReadOut {
    fn name(&self) -> &'static str {
        "readout"
    }

    fn keeps_checkpoints(&self) -> bool {
        true
    }

    fn threads(&self, context: &Context) -> usize {
        context.limits.threads
    }

    fn solve(
        &self,
        game: &Othello,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        self.run(game, position, context, Solve { position, goal, line: usize::MAX })
    }

    fn values_of(
        &self,
        game: &Othello,
        position: &Position,
        moves: &[Move],
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        self.run(game, position, context, Values { position, moves, goal })
    }
}
