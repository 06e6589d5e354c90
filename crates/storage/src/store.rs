use crate::claim::{self, ENTRY, Entry, Guess, Made, ProvenBounds};
use crate::disk::{Disk, OnDisk};
use crate::folder::{self, CLAIMS, Lock, Taken};
use crate::log::{HELP, Log, MOST_BODY};
use crate::sync::{Mutex, MutexGuard, others_go_on};
use std::collections::hash_map::Entry as At;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_core::hash::HashMap;
use yomikiri_core::{Context, Error, Result, Stop};

/// Bytes that a claim takes at most, in memory and while it is being written.
const CLAIM_BYTES: u64 = 96;
/// Of the memory, what is for guesses: there are few.
const GUESSES_SHARE: usize = 8;
/// Of the claims in memory, as many as may wait to be written where a disk is full for long.
const WAITING_SHARE: usize = 4;
/// A commit that failed counts as one that took so long.
const AFTER_FAILURE: Duration = Duration::from_secs(3);
/// Commits lie so many times as far apart as one takes.
const COMMIT_SHARE: u32 = 20;
/// So many entries that newer ones made useless are worth a new file.
const WORTH_REWRITING: usize = 10_000;
/// Longest answer.
const MOST_ANSWER: usize = 4 << 20;

/// What a store keeps, and how often it writes.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Claims that took less work are not kept.
    pub least_work: u8,
    /// Bytes of memory. Where the claims would take more, the cheapest are forgotten; what was
    /// written of them stays on disk, for a run with more memory.
    pub memory: u64,
    /// Claims wait for so long to be written with others.
    pub interval: Duration,
}

/// What was proved, kept in one file, so that neither a crash nor another process is told anything
/// that was not.
///
/// The file grows by what is new; each commit is a block that is there as a whole or not at all.
/// Bounds are held in memory, answers are read when they are asked for. What contradicts a claim is
/// a fault of the program ([`Error::Fault`]): nothing is committed any more.
pub struct ClaimStore {
    path: PathBuf,
    parameters: String,
    policy: Policy,
    lock: Lock,
    earlier_nodes: u64,
    /// Before the state, where both are taken: one commit at a time.
    log: Mutex<Log>,
    state: Mutex<State>,
}

/// Claims by position, the cheapest of which are forgotten where there are too many.
struct Bounded<T> {
    claims: HashMap<u128, T>,
    least: u8,
    most: usize,
    worth: fn(&T) -> u8,
}

impl<T> Bounded<T> {
    fn new(least: u8, most: usize, worth: fn(&T) -> u8) -> Bounded<T> {
        Bounded { claims: HashMap::default(), least, most, worth }
    }

    /// Whether something was forgotten.
    fn shrink(&mut self) -> bool {
        let before = self.claims.len();
        while self.claims.len() > self.most && self.least < u8::MAX {
            self.least += 1;
            self.claims.retain(|_, claim| (self.worth)(claim) >= self.least);
        }
        if self.claims.len() > self.most {
            // All are of the same worth.
            let mut room = self.most / 2;
            self.claims.retain(|_, _| {
                let stays = room > 0;
                room = room.saturating_sub(1);
                stays
            });
        }
        self.claims.len() < before
    }
}

#[derive(Clone, Copy)]
struct Kept {
    bounds: ProvenBounds,
    /// The program that narrowed them last, by its place in the list.
    program: u16,
}

struct State {
    bounds: Bounded<Kept>,
    guesses: Bounded<Guess>,
    /// The block that an answer stands in.
    answers: HashMap<u128, u64>,
    most_answers: usize,
    programs: Vec<Arc<str>>,
    /// Of all runs, as the file has it.
    nodes: u64,
    /// Entries in the file.
    entries: usize,
    /// Whether the file holds more than the memory.
    left_out: bool,
    new_bounds: Bounded<ProvenBounds>,
    new_guesses: Bounded<Guess>,
    committed: Instant,
    cost: Duration,
    /// Two claims that cannot both be true.
    contradiction: Option<String>,
    /// What is wrong with the file, where it is used nevertheless.
    damage: Option<String>,
}

/// What this program calls itself beside what it proved.
fn program() -> String {
    format!("yomikiri {}", env!("CARGO_PKG_VERSION"))
}

impl State {
    fn new(policy: &Policy) -> State {
        let most = (policy.memory / CLAIM_BYTES) as usize;
        let guesses = most / GUESSES_SHARE;
        let bounds = most - guesses;
        let least = policy.least_work;
        State {
            bounds: Bounded::new(least, bounds, |kept| kept.bounds.work),
            guesses: Bounded::new(0, guesses, |guess| guess.effort),
            answers: HashMap::default(),
            most_answers: most,
            programs: vec![program().into()],
            nodes: 0,
            entries: 0,
            left_out: false,
            new_bounds: Bounded::new(least, bounds / WAITING_SHARE, |bounds| bounds.work),
            new_guesses: Bounded::new(0, guesses / WAITING_SHARE, |guess| guess.effort),
            committed: Instant::now(),
            cost: Duration::ZERO,
            contradiction: None,
            damage: None,
        }
    }

    /// Knows what a block of the file says.
    fn take_in(&mut self, at: u64, body: &[u8]) -> Result<(), String> {
        let unknown = "holds what this version does not know";
        let made = claim::read(body, |_, _| ()).ok_or(unknown)?;
        let program = match self.programs.iter().position(|known| **known == *made.program) {
            Some(place) => place,
            None => {
                self.programs.push(made.program.into());
                self.programs.len() - 1
            }
        };
        // Nobody has that many versions.
        let program = u16::try_from(program).map_err(|_| unknown)?;
        self.nodes = self.nodes.max(made.nodes);
        let mut problem = None;
        claim::read(body, |key, entry| {
            self.entries += 1;
            match entry {
                Entry::Bounds(bounds) => {
                    if let Err(found) = self.learn(key, bounds, program) {
                        problem.get_or_insert(found);
                    }
                }
                Entry::Guess(guess) => {
                    self.believe(key, guess);
                }
                Entry::Answer(_) => self.find_answer(key, at),
            }
        });
        problem.map_or(Ok(()), |found| Err(format!("contradicts itself: {found}")))
    }

    /// Narrows what is known of a position; what is left of it, or how the new bounds contradict it.
    fn learn(
        &mut self,
        key: u128,
        new: ProvenBounds,
        program: u16,
    ) -> Result<ProvenBounds, String> {
        if new.low > new.high {
            return Err(format!("{new:?} of the position {key:#x}"));
        }
        let all = match self.bounds.claims.entry(key) {
            At::Vacant(_) if new.work < self.bounds.least => {
                self.left_out = true;
                return Ok(new);
            }
            At::Vacant(place) => {
                place.insert(Kept { bounds: new, program });
                new
            }
            At::Occupied(mut place) => {
                let known = place.get_mut();
                let all = known.bounds.and(new).ok_or_else(|| {
                    let [by, now] =
                        [known.program, program].map(|place| &self.programs[usize::from(place)]);
                    let known = known.bounds;
                    format!("{known:?} by {by} and {new:?} by {now} of the position {key:#x}")
                })?;
                if all != known.bounds {
                    *known = Kept { bounds: all, program };
                }
                all
            }
        };
        self.left_out |= self.bounds.shrink();
        Ok(all)
    }

    /// Takes a guess in the place of what was believed before; whether it is another one.
    fn believe(&mut self, key: u128, guess: Guess) -> bool {
        let before = self.guesses.claims.insert(key, guess);
        self.left_out |= self.guesses.shrink();
        before != Some(guess)
    }

    /// Knows where an answer stands; of too many those are forgotten that were given long ago.
    fn find_answer(&mut self, key: u128, at: u64) {
        self.answers.insert(key, at);
        let mut oldest = 0;
        while self.answers.len() > self.most_answers && oldest + 1 < at {
            oldest += (at - oldest).div_ceil(2);
            self.answers.retain(|_, place| *place >= oldest);
        }
    }

    fn refuse_contradictions(&self) -> Result<()> {
        self.contradiction.as_ref().map_or(Ok(()), |found| {
            Err(Error::fault(format!("two claims contradict each other: {found}")))
        })
    }

    /// Forgets what the file said: it is another one.
    fn forget(&mut self, policy: &Policy) {
        let (new_bounds, new_guesses) = (
            std::mem::take(&mut self.new_bounds.claims),
            std::mem::take(&mut self.new_guesses.claims),
        );
        let contradiction = self.contradiction.take();
        *self = State { contradiction, ..State::new(policy) };
        self.new_bounds.claims = new_bounds;
        self.new_guesses.claims = new_guesses;
    }
}

impl ClaimStore {
    /// Opens (or begins) the claims in `folder` for one run alone, with everything in `parameters`
    /// that they depend on; claims of another run, a damaged file, or a folder in use are refused.
    pub fn open(folder: &Path, parameters: &str, policy: Policy) -> Result<ClaimStore> {
        folder::prepare(folder, "a checkpoint")?;
        let lock = Lock::hold(folder)?;
        ClaimStore::on(Box::new(OnDisk::new(folder.join(CLAIMS))), lock, parameters, policy)
    }

    /// Opens (or begins) the claims in `folder`, in which other processes may read and write at the
    /// same time. Damaged blocks are as good as none ([`ClaimStore::damage`]).
    pub fn share(folder: &Path, parameters: &str, memory: u64) -> Result<ClaimStore> {
        folder::prepare(folder, "remembering results")?;
        let lock = Lock::share(folder)?;
        let policy = Policy { least_work: 0, memory, interval: Duration::ZERO };
        ClaimStore::on(Box::new(OnDisk::new(folder.join(CLAIMS))), lock, parameters, policy)
    }

    pub(crate) fn on(
        disk: Box<dyn Disk>,
        lock: Lock,
        parameters: &str,
        policy: Policy,
    ) -> Result<ClaimStore> {
        let mut store = ClaimStore {
            path: disk.path().to_owned(),
            parameters: parameters.to_owned(),
            policy,
            lock,
            earlier_nodes: 0,
            log: Mutex::new(Log::new(disk)),
            state: Mutex::new(State::new(&policy)),
        };
        {
            let mut log = store.log();
            let _taken = store.lock.take(&store.path)?;
            store.look(&mut log, true)?;
            if !store.lock.is_shared() {
                // What cannot be written anew is as good as it was.
                let _ = store.rewrite_if_wasteful(&mut log);
            }
        }
        let nodes = store.state().nodes;
        store.earlier_nodes = nodes;
        Ok(store)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Positions entered by the runs that this one resumes.
    pub fn earlier_nodes(&self) -> u64 {
        self.earlier_nodes
    }

    /// Of how many positions bounds are known.
    pub fn len(&self) -> usize {
        self.state().bounds.claims.len()
    }

    /// Whether no bounds are known yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All bounds that are known.
    pub fn all(&self) -> Vec<(u128, ProvenBounds)> {
        self.state().bounds.claims.iter().map(|(key, kept)| (*key, kept.bounds)).collect()
    }

    /// What is known about the position `key`.
    pub fn get(&self, key: u128) -> Option<ProvenBounds> {
        self.state().bounds.claims.get(&key).map(|kept| kept.bounds)
    }

    /// The version of the program that last narrowed what is known about a position.
    pub fn made_by(&self, key: u128) -> Option<Arc<str>> {
        let state = self.state();
        let kept = state.bounds.claims.get(&key)?;
        Some(state.programs[usize::from(kept.program)].clone())
    }

    /// Adds bounds; what was known of the position is narrowed by them, never widened.
    pub fn add(&self, key: u128, bounds: ProvenBounds) {
        if bounds.work < self.policy.least_work {
            return;
        }
        let mut state = self.state();
        // The first program of the list is this one.
        match state.learn(key, bounds, 0) {
            Ok(all) => {
                state.new_bounds.claims.insert(key, all);
                state.new_bounds.shrink();
            }
            Err(found) => {
                state.contradiction.get_or_insert(found);
            }
        }
    }

    /// All guesses.
    pub fn guesses(&self) -> Vec<(u128, Guess)> {
        self.state().guesses.claims.iter().map(|(key, guess)| (*key, *guess)).collect()
    }

    /// What was last believed of a position.
    pub fn believed(&self, key: u128) -> Option<Guess> {
        self.state().guesses.claims.get(&key).copied()
    }

    /// Keeps a guess in the place of an earlier one.
    pub fn believe(&self, key: u128, guess: Guess) {
        let mut state = self.state();
        if state.believe(key, guess) {
            state.new_guesses.claims.insert(key, guess);
            state.new_guesses.shrink();
        }
    }

    /// What is wrong with a file that is used nevertheless.
    pub fn damage(&self) -> Option<String> {
        self.state().damage.clone()
    }

    /// Knows what is new in the file; whether there is one. Without one, `begin` makes it.
    fn look(&self, log: &mut Log, begin: bool) -> Result<bool> {
        let state = &mut *self.state();
        if !log.look(&self.parameters, begin, || state.forget(&self.policy))? {
            return Ok(false);
        }
        if let Some(problem) = log.read_on(|at, body| state.take_in(at, body))? {
            let problem = format!("{problem}; {HELP}");
            match self.lock.is_shared() {
                true => state.damage = Some(problem),
                false => return Err(Error::file(&self.path, problem)),
            }
        }
        Ok(true)
    }

    /// Nobody else writes until what is returned is dropped, and what others wrote is known.
    fn begin_writing(&self, log: &mut Log) -> Result<Taken<'_>> {
        let taken = self.lock.take(&self.path)?;
        if self.lock.is_shared() {
            self.look(log, true)?;
        }
        Ok(taken)
    }

    /// Commits if something is new and the last commit lies far enough back: at least the interval,
    /// and long enough that commits take a small share of the time.
    pub fn commit_if_due(&self, nodes: u64) -> Result<()> {
        let due = {
            let state = self.state();
            state.refuse_contradictions()?;
            let is_new =
                !state.new_bounds.claims.is_empty() || !state.new_guesses.claims.is_empty();
            is_new
                && state.committed.elapsed() >= self.policy.interval.max(COMMIT_SHARE * state.cost)
        };
        if due { self.commit(nodes) } else { Ok(()) }
    }

    /// Writes what is new; it is on disk when this returns. `nodes` are the positions entered by
    /// this run so far.
    pub fn commit(&self, nodes: u64) -> Result<()> {
        let mut log = self.log();
        let begun = Instant::now();
        let (bounds, guesses) = {
            let mut state = self.state();
            state.refuse_contradictions()?;
            let bounds = std::mem::take(&mut state.new_bounds.claims);
            (bounds, std::mem::take(&mut state.new_guesses.claims))
        };
        others_go_on();
        let written = self.write(&mut log, self.earlier_nodes + nodes, &bounds, &guesses);
        let mut state = self.state();
        state.committed = Instant::now();
        // After a failure a disk may stay full for long: it is not tried, and told, every second.
        let failed = if written.is_err() { AFTER_FAILURE } else { Duration::ZERO };
        state.cost = begun.elapsed().max(failed);
        if written.is_err() {
            // They are tried again when the next commit is due; what came meanwhile is narrower.
            for (key, bounds) in bounds {
                state.new_bounds.claims.entry(key).or_insert(bounds);
            }
            for (key, guess) in guesses {
                state.new_guesses.claims.entry(key).or_insert(guess);
            }
            state.new_bounds.shrink();
            state.new_guesses.shrink();
        }
        written
    }

    fn write(
        &self,
        log: &mut Log,
        nodes: u64,
        bounds: &HashMap<u128, ProvenBounds>,
        guesses: &HashMap<u128, Guess>,
    ) -> Result<()> {
        if bounds.is_empty() && guesses.is_empty() && nodes <= self.state().nodes {
            return Ok(());
        }
        let _taken = self.begin_writing(log)?;
        let program = program();
        let made = Made { program: &program, nodes };
        let bounds = bounds.iter().map(|(key, bounds)| (*key, Entry::Bounds(*bounds)));
        let guesses = guesses.iter().map(|(key, guess)| (*key, Entry::Guess(*guess)));
        for body in bodies(made, bounds.chain(guesses)) {
            log.append(&body)?;
        }
        self.state().nodes = nodes;
        Ok(())
    }

    /// Commits if that is due, while work goes on. What cannot be written is told and tried again
    /// later; a contradiction stops the work, and [`ClaimStore::finish`] will tell of it.
    pub fn keep_up(&self, nodes: u64, context: &Context) {
        match self.commit_if_due(nodes) {
            Ok(()) => {}
            Err(Error::Fault(_)) => context.stop(Stop::Cancelled),
            Err(error) => context.progress.warn(&format!("checkpoint not written: {error}")),
        }
    }

    /// Commits when the work is done. What cannot be written is told: the answer is worth more than
    /// the file. After a contradiction nothing may be told but that.
    pub fn finish(&self, nodes: u64, context: &Context) -> Result<()> {
        match self.commit(nodes) {
            Err(error) if !matches!(error, Error::Fault(_)) => {
                let text = format!("the last checkpoint was not written: {error}");
                context.progress.warn(&text);
                Ok(())
            }
            other => other,
        }
    }

    /// The answer that is kept under a key.
    pub fn answer(&self, key: u128) -> Result<Option<String>> {
        let mut log = self.log();
        if self.lock.is_shared() && !self.look(&mut log, false)? {
            return Ok(None);
        }
        self.read_answer(&mut log, key)
    }

    fn read_answer(&self, log: &mut Log, key: u128) -> Result<Option<String>> {
        let Some(at) = self.state().answers.get(&key).copied() else { return Ok(None) };
        let body = log.body(at)?;
        let mut found = None;
        claim::read(&body.unwrap_or_default(), |own, entry| {
            if let (true, Entry::Answer(text)) = (own == key, entry) {
                found = Some(text.to_owned());
            }
        });
        match found {
            Some(text) => Ok(Some(text)),
            None => Err(Error::file(&self.path, format!("is damaged at byte {at}; {HELP}"))),
        }
    }

    /// Keeps an answer; `merged` is given what was kept before. It is on disk when this returns, and
    /// nobody wrote another one between.
    pub fn keep_answer(
        &self,
        key: u128,
        merged: impl FnOnce(Option<String>) -> Result<String>,
    ) -> Result<()> {
        let mut log = self.log();
        let _taken = self.begin_writing(&mut log)?;
        // What is damaged makes room for a good one.
        let earlier = self.read_answer(&mut log, key).ok().flatten();
        let answer = merged(earlier)?;
        if answer.len() > MOST_ANSWER {
            return Err(Error::file(&self.path, "the answer is too long to be kept"));
        }
        let (program, nodes) = (program(), self.state().nodes);
        let mut body = Made { program: &program, nodes }.body();
        claim::put(&mut body, key, &Entry::Answer(&answer));
        let at = log.append(&body)?;
        self.state().find_answer(key, at);
        Ok(())
    }

    /// Writes the file anew if most of it was made useless by what came later.
    fn rewrite_if_wasteful(&self, log: &mut Log) -> Result<()> {
        let mut state = self.state();
        let live = state.bounds.claims.len() + state.guesses.claims.len();
        let is_wasteful = state.entries > 2 * live + WORTH_REWRITING;
        // What is on disk only would be lost.
        if !is_wasteful || state.left_out || !state.answers.is_empty() {
            return Ok(());
        }
        let mut blocks = Vec::new();
        for (place, program) in state.programs.iter().enumerate() {
            let made = Made { program, nodes: state.nodes };
            let own =
                state.bounds.claims.iter().filter(|(_, kept)| usize::from(kept.program) == place);
            let bounds = own.map(|(key, kept)| (*key, Entry::Bounds(kept.bounds)));
            // Whose a guess was matters to nobody.
            let guesses = state.guesses.claims.iter().filter(|_| place == 0);
            let guesses = guesses.map(|(key, guess)| (*key, Entry::Guess(*guess)));
            blocks.extend(bodies(made, bounds.chain(guesses)));
        }
        log.rewrite(&self.parameters, blocks)?;
        state.entries = live;
        Ok(())
    }
}

/// The bodies of as few blocks as these entries need, at least one.
fn bodies<'a>(made: Made<'_>, entries: impl Iterator<Item = (u128, Entry<'a>)>) -> Vec<Vec<u8>> {
    let mut bodies = vec![made.body()];
    for (key, entry) in entries {
        if bodies.last().is_some_and(|body| body.len() + ENTRY > MOST_BODY) {
            bodies.push(made.body());
        }
        claim::put(bodies.last_mut().expect("there is one"), key, &entry);
    }
    bodies
}
