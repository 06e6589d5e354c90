//! How Go is read out: questions put to both sides until the answers meet, and where endless play
//! decides, a table of everything.

use crate::glance::finish;
use crate::key::KEY_BITS;
use crate::landfill::landfill;
use crate::oracle::check_possible;
use crate::position::{Go, Move, Position, at};
use crate::question::{Question, moves};
use crate::rules::{Ko, Repetition};
use crate::state::State;
use crate::superko;
use crate::tables::{Table, Tables};
use crate::verify::{Verified, proving_child, verify};
use std::sync::Arc;
use std::time::Duration;
use yomikiri_core::{
    Answer, Answers, Bounds, Context, Error, Game, Goal, Limits, Result, Side, Solver, Stop,
    Verdict,
};
use yomikiri_search::proof::{Found, Search};
use yomikiri_search::{Fact, Facts};

/// The default method.
#[derive(Default)]
pub struct ReadOut {
    /// Where tables are.
    pub tables: Tables,
}

/// Nodes for a question on a board that a table can be made of, before it is made.
const PATIENCE: u64 = 1 << 18;
/// Nodes for the first turn of a question on a larger board; turns grow fourfold.
const FIRST_TURN: u64 = 1 << 24;
/// Points above which preparing a question well takes seconds, and nodes that are tried before.
const SIMPLE_POINTS: usize = 20;
const FIRST_TRY: u64 = 1 << 13;
const FIRST_TRY_BYTES: u64 = 1 << 22;
/// Time that must be there to prepare questions well on such boards.
const TIME_TO_PREPARE: Duration = Duration::from_secs(20);
/// Share of a turn that the side gets which does not seem to be ahead.
const LESSER_SHARE: u64 = 8;
/// Most moves of a line.
const LONGEST_LINE: usize = 200;
/// Work, as a logarithm, below which a fact is not kept.
const LEAST_WORK: u8 = 10;
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// What is known of the two ends of a bracket, as margins for Black before komi. Each end lies
/// between what is proved and what is not yet refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Black gets at least this.
    pub low: i32,
    /// Black cannot force more than this.
    pub low_most: i32,
    /// Black gets at most this.
    pub high: i32,
    /// White cannot force less than this.
    pub high_least: i32,
}

impl Known {
    fn nothing(points: i32) -> Known {
        Known { low: -points, low_most: points, high: points, high_least: -points }
    }

    fn bracket(low: i32, high: i32) -> Known {
        Known { low, low_most: low, high, high_least: high }
    }

    /// Each end bounds the other.
    fn tighten(&mut self) {
        self.low_most = self.low_most.min(self.high);
        self.high_least = self.high_least.max(self.low);
        // Between ends that are equal there is nothing left.
        if self.low == self.high {
            (self.low_most, self.high_least) = (self.low, self.high);
        }
    }

    /// Whether both ends are known.
    pub fn is_settled(self) -> bool {
        self.low == self.low_most && self.high == self.high_least
    }

    /// The margin, if all that is known agrees on it under a rule for endless play.
    pub fn margin(self, repetition: Repetition) -> Option<i32> {
        let tie = match repetition {
            _ if self.low == self.high => return Some(self.low),
            Repetition::Open => return None,
            Repetition::Tie(tie) => tie,
        };
        let low = tie.clamp(self.low, self.high_least);
        let high = tie.clamp(self.low_most, self.high);
        (low == high).then_some(low)
    }

    /// The verdict for a side.
    pub fn verdict(self, go: &Go, side: Side) -> Verdict {
        if let Some(margin) = self.margin(go.rules.repetition) {
            return Verdict::Score { score: go.score(margin, side) };
        }
        let bounds = self.bounds(go, side);
        match self.is_settled() && go.rules.repetition == Repetition::Open {
            true => Verdict::Cycle(bounds),
            false => Verdict::Bounds(bounds),
        }
    }

    /// What is proved, as scores for a side.
    fn bounds(self, go: &Go, side: Side) -> Bounds {
        let ends = [self.low, self.high].map(|margin| go.score(margin, side).0);
        Bounds::new(ends[0].min(ends[1]), ends[0].max(ends[1]))
    }

    fn reached(self, go: &Go, goal: Goal) -> bool {
        let margin = self.margin(go.rules.repetition);
        let komi = go.rules.komi;
        let decided = goal == Goal::Win && (self.low > komi || self.high < komi);
        margin.is_some() || decided || self.is_settled()
    }
}

/// One side's questions: at least how many points?
struct Asking<'a> {
    prover: Side,
    /// The question being asked.
    current: Option<Search<'a, Question>>,
    /// The last one that was proved.
    proof: Option<Search<'a, Question>>,
    /// Whether the whole board is asked for first; given up if a turn does not suffice.
    hopes: bool,
}

/// How a question is prepared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Preparation {
    /// Not at all, and with little memory: it may need none.
    FirstTry,
    /// Not at all, for want of time.
    Hurried,
    /// With tables of how far either side is from its end.
    Well,
}

/// How to prepare a question on a large board within some time.
fn preparation(time: Duration) -> Preparation {
    if time >= TIME_TO_PREPARE { Preparation::Well } else { Preparation::Hurried }
}

/// The reading of one position.
struct Reading<'a> {
    go: &'a Go,
    root: Position,
    context: &'a Context,
    facts: Option<Arc<Facts>>,
    known: Known,
    asking: [Asking<'a>; 2],
    /// Nodes of searches that are gone.
    spent: u64,
    checked: u64,
    /// Proofs that could not be followed to their end for want of time or memory.
    unchecked: u64,
}

/// Bytes for one of up to three tables of a reading: what larger boards need takes its time to be
/// touched, small ones need little, and so does who has no time.
fn table_bytes(points: usize, limits: &Limits) -> u64 {
    const PER_SECOND: u64 = 64 << 20;
    let enough = 1_u64 << (8 + points).min(40);
    let in_time =
        limits.time.map_or(u64::MAX, |time| (1 + time.as_secs()).saturating_mul(PER_SECOND));
    enough.min(in_time).clamp(1 << 16, (limits.memory / 5).max(1 << 16))
}

impl<'a> Reading<'a> {
    fn new(go: &'a Go, root: &Position, facts: Option<Arc<Facts>>, context: &'a Context) -> Self {
        let asking = [Side::First, Side::Second];
        let mut reading = Reading {
            go,
            root: root.clone(),
            context,
            facts,
            known: Known::nothing(go.board.points() as i32),
            asking: asking.map(|prover| Asking {
                prover,
                current: None,
                proof: None,
                hopes: false,
            }),
            spent: 0,
            checked: 0,
            unchecked: 0,
        };
        reading.asking[at(reading.seems_ahead())].hopes = true;
        reading
    }

    fn nodes(&self) -> u64 {
        let searches = self.asking.iter().flat_map(|asking| [&asking.current, &asking.proof]);
        self.spent + searches.flatten().map(Search::nodes).sum::<u64>()
    }

    /// The next margin for a side to prove, seen by itself; `None` if its end is known.
    fn next_target(&self, side: Side, goal: Goal) -> Option<i32> {
        let (proved, most) = match side {
            Side::First => (self.known.low, self.known.low_most),
            Side::Second => (-self.known.high, -self.known.high_least),
        };
        let komi = self.go.score(0, side).0;
        let win = 1 - komi;
        let points = self.go.board.points() as i32;
        match () {
            _ if proved >= most => None,
            // More often than not it is all or nothing.
            _ if goal == Goal::Score && most == points && self.asking[at(side)].hopes => Some(most),
            _ if proved < win && win <= most => Some(win),
            _ if most == points => Some(most),
            _ => Some((proved + most + 1).div_euclid(2)),
        }
    }

    fn question(
        &self,
        side: Side,
        target: i32,
        preparation: Preparation,
    ) -> Result<Option<Search<'a, Question>>> {
        let board = self.go.board;
        let Some(mut question) =
            Question::new(board, target, preparation == Preparation::Well, self.context)
        else {
            return Ok(None);
        };
        if let Some(facts) = self.facts.clone() {
            let earlier = self.nodes();
            question = question.with_sink(Box::new(move |key, proved, work| {
                let (low, high) = match proved {
                    true => (target, board.points() as i32),
                    false => (-(board.points() as i32), target - 1),
                };
                let fact =
                    Fact { low: low as i16, high: high as i16, best: 0, work: work.ilog2() as u8 };
                facts.add(fact_key(key, side), fact);
                // What cannot be written now is tried again at the end, where it is told.
                let _ = facts.save_if_due(SAVE_EVERY, earlier);
            }));
        }
        let stage = format!("{board}: {} by at least {target}", self.go.side_name(side));
        let bytes = match preparation {
            Preparation::FirstTry => FIRST_TRY_BYTES.min(self.context.limits.memory / 5),
            _ => table_bytes(board.points(), &self.context.limits),
        };
        let search = Search::new(question, &stage, bytes, self.context)?;
        for (key, fact) in self.facts.iter().flat_map(|facts| facts.all()) {
            if key >> KEY_BITS & 1 == at(side) as u128 {
                let key = key & ((1 << KEY_BITS) - 1);
                match () {
                    _ if i32::from(fact.low) >= target => search.teach(key, true, 1 << fact.work),
                    _ if i32::from(fact.high) < target => search.teach(key, false, 1 << fact.work),
                    _ => {}
                }
            }
        }
        Ok(Some(search))
    }

    /// Asks a side's next question for at most `budget` nodes; whether anything came of it.
    fn ask(&mut self, side: Side, goal: Goal, budget: u64) -> Result<bool> {
        let Some(target) = self.next_target(side, goal) else { return Ok(false) };
        let place = at(side);
        let fits = |search: &Search<'_, Question>| search.contest().target() == target;
        let informed = self.go.board.points() <= SIMPLE_POINTS;
        let fresh = !self.asking[place].current.as_ref().is_some_and(fits);
        if fresh {
            let old = self.asking[place].current.take();
            self.spent += old.map_or(0, |search| search.nodes());
            let how = if informed { Preparation::Well } else { Preparation::FirstTry };
            self.asking[place].current = self.question(side, target, how)?;
        }
        let Some(mut search) = self.asking[place].current.take() else { return Ok(false) };
        let state = State::of(&self.root, side);
        let root = search.contest().child(&state);
        search.count_earlier(self.nodes());
        let mut found = Found::Open;
        if fresh && !informed {
            // Many questions need no preparation.
            found = search.run(&root, FIRST_TRY.min(budget));
            if found == Found::Open {
                self.spent += search.nodes();
                let time = self.context.limits.time.unwrap_or(Duration::MAX);
                let prepared = self.question(side, target, preparation(time))?;
                let Some(better) = prepared else { return Ok(false) };
                search = better;
                search.count_earlier(self.nodes());
            }
        }
        if found == Found::Open {
            let root = search.contest().child(&state);
            found = search.run(&root, budget);
        }
        match (found, side) {
            (Found::Open, _) => {
                self.asking[place].current = Some(search);
                self.asking[place].hopes = false;
                return Ok(false);
            }
            (Found::Proved, Side::First) => self.known.low = target,
            (Found::Proved, Side::Second) => self.known.high = -target,
            (Found::Disproved, Side::First) => self.known.low_most = target - 1,
            (Found::Disproved, Side::Second) => self.known.high_least = 1 - target,
        }
        self.known.tighten();
        let gone = match found {
            Found::Proved => self.asking[place].proof.replace(search),
            _ => Some(search),
        };
        self.spent += gone.map_or(0, |search| search.nodes());
        let what = match found {
            Found::Proved => "yes",
            _ => "no",
        };
        let name = self.go.side_name(side);
        self.context.progress.note(&format!("{name} by at least {target}: {what}"));
        Ok(true)
    }

    /// Who is more likely to prove something: more stones, or the move.
    fn seems_ahead(&self) -> Side {
        match self.root.black.count_ones().cmp(&self.root.white.count_ones()) {
            std::cmp::Ordering::Greater => Side::First,
            std::cmp::Ordering::Less => Side::Second,
            std::cmp::Ordering::Equal => self.root.side,
        }
    }

    /// Asks both sides in turn until the goal is reached, or no question is left that `patience`
    /// suffices for; without it, until the context stops the work.
    fn read(&mut self, goal: Goal, patience: Option<u64>) -> Result<()> {
        let mut budget = patience.unwrap_or(FIRST_TURN);
        let mut ahead = self.seems_ahead();
        while !self.known.reached(self.go, goal) && self.context.stopped().is_none() {
            if self.ask(ahead, goal, budget)? {
                continue;
            }
            if self.context.stopped().is_some() || self.known.reached(self.go, goal) {
                break;
            }
            if self.ask(!ahead, goal, (budget / LESSER_SHARE).max(1024))? {
                // The side that has no question left, or proves something, is ahead.
                ahead = !ahead;
                continue;
            }
            if patience.is_some() {
                break;
            }
            budget = budget.saturating_mul(4);
        }
        Ok(())
    }

    /// Follows the proofs that the answer rests on, as far as the context allows.
    fn check(&mut self) -> Result<()> {
        for asking in &self.asking {
            let Some(search) = &asking.proof else { continue };
            let begun = search.nodes();
            let root = State::of(&self.root, asking.prover);
            match verify(self.go, search, &root, self.context) {
                Verified::Yes(positions) => self.checked += positions,
                Verified::Stopped => self.unchecked += 1,
                Verified::No => {
                    return Err(Error::refused(format!(
                        "the proof that {} gets at least {} did not hold when it was checked \
                         (after {begun} nodes); nothing is told. This is a fault of the program",
                        self.go.side_name(asking.prover),
                        search.contest().target()
                    )));
                }
            }
        }
        Ok(())
    }

    /// A line in which each side does what its proof says; where a side has none, because it
    /// cannot do worse, what makes the other's proof longest.
    fn line(&self) -> Vec<Move> {
        let board = self.go.board;
        let mut line = Vec::new();
        let mut state = landfill(board, State::of(&self.root, Side::First));
        while line.len() < LONGEST_LINE {
            let side = if state.mover == 0 { Side::First } else { Side::Second };
            // As the prover sees it.
            let seen = |state: &State, prover: Side| match prover {
                Side::First => *state,
                Side::Second => State {
                    stones: [state.stones[1], state.stones[0]],
                    mover: 1 - state.mover,
                    ..*state
                },
            };
            let mut choices = moves(board, &state).into_iter().filter_map(|mv| {
                let next = state.play(board, mv, false)?;
                Some((mv, landfill(board, next)))
            });
            let chosen = match (&self.asking[at(side)].proof, &self.asking[at(!side)].proof) {
                (Some(search), _) => {
                    let Some(child) = proving_child(search, &seen(&state, side)) else { break };
                    let wanted = search.contest().key(&child);
                    choices.find(|(_, next)| search.contest().key(&seen(next, side)) == wanted)
                }
                (None, Some(search)) => choices.max_by_key(|(_, next)| {
                    let child = search.contest().child(&seen(next, !side));
                    if child.numbers.solved() { 0 } else { search.height(child.key).unwrap_or(0) }
                }),
                (None, None) => None,
            };
            let Some((mv, next)) = chosen else { break };
            line.push(mv);
            state = next;
            let settled = [Side::First, Side::Second].iter().any(|prover| {
                let search = self.asking[at(*prover)].proof.as_ref();
                search.is_some_and(|s| s.contest().child(&seen(&state, *prover)).numbers.solved())
            });
            if settled {
                break;
            }
        }
        line
    }
}

fn fact_key(key: u128, prover: Side) -> u128 {
    key | (at(prover) as u128) << KEY_BITS
}

/// What a table says of a position, as margins for Black.
pub fn known_by(table: &Table, position: &Position) -> Result<Known> {
    let state = State::of(position, position.side);
    let bracket = table.value(&state)?.ok_or_else(|| {
        Error::refused("the table has no such position; is the ko ban one that can occur?")
    })?;
    let [low, high] = [i32::from(bracket.low), i32::from(bracket.high)];
    Ok(match position.side {
        Side::First => Known::bracket(low, high),
        Side::Second => Known::bracket(-high, -low),
    })
}

impl ReadOut {
    /// Everything about a position but the superko rules.
    fn read<'a>(
        &self,
        go: &'a Go,
        position: &Position,
        goal: Goal,
        facts: Option<Arc<Facts>>,
        context: &'a Context,
    ) -> Result<Reading<'a>> {
        let mut reading = Reading::new(go, position, facts, context);
        if let Some(table) = self.tables.at_hand(go)? {
            reading.known = known_by(&table, position)?;
            return Ok(reading);
        }
        let has_table = self.tables.can_have(go, context);
        // After a pass the game may end on dead stones that a search takes for gone.
        let plain = State::of(position, Side::First);
        let filled = landfill(go.board, plain).stones == plain.stones;
        // Where stones can be thrown away for ever, nothing static holds.
        if go.rules.suicide && !has_table {
            return Err(Error::refused(format!(
                "with suicide allowed a game of Go need not end, so all states of the board must be \
                 looked at: {}",
                check_possible(go, context).err().map_or(String::new(), |error| error.to_string())
            )));
        }
        let searchable = !go.rules.suicide && (!plain.passed || filled);
        if searchable {
            reading.read(goal, has_table.then_some(PATIENCE))?;
            // A tie may tell the value where one end is open still; a table tells that too.
            let open = match goal {
                Goal::Win => !reading.known.reached(go, goal),
                Goal::Score => !reading.known.is_settled(),
            };
            if open && has_table && context.stopped().is_none() {
                if let Some(table) = self.tables.get(go, context)? {
                    reading.known = known_by(&table, position)?;
                    reading.asking.iter_mut().for_each(|asking| asking.proof = None);
                } else {
                    reading.check()?;
                }
            } else {
                reading.check()?;
            }
        } else if has_table {
            if let Some(table) = self.tables.get(go, context)? {
                reading.known = known_by(&table, position)?;
            }
        } else {
            reading.known = self.by_moves(go, position, goal, context, &mut reading)?;
        }
        Ok(reading)
    }

    /// The best of what every move leads to.
    fn by_moves(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
        reading: &mut Reading<'_>,
    ) -> Result<Known> {
        let mut moves = Vec::new();
        go.moves(position, &mut moves);
        let mut best: Option<Known> = None;
        for mv in moves {
            let next = go.play(position, mv);
            let known = match next.passes {
                2 => {
                    let margin = go.margin(&next);
                    Known::bracket(margin, margin)
                }
                _ => {
                    let inner = self.read(go, &next, goal, None, context)?;
                    reading.spent += inner.nodes();
                    reading.checked += inner.checked;
                    reading.unchecked += inner.unchecked;
                    inner.known
                }
            };
            let better =
                |a: i32, b: i32| if position.side == Side::First { a.max(b) } else { a.min(b) };
            best = Some(best.map_or(known, |best| Known {
                low: better(best.low, known.low),
                low_most: better(best.low_most, known.low_most),
                high: better(best.high, known.high),
                high_least: better(best.high_least, known.high_least),
            }));
        }
        Ok(best.expect("there is always a pass"))
    }

    fn facts(&self, go: &Go, context: &Context) -> Result<Option<Arc<Facts>>> {
        let Some(folder) = &context.checkpoint else { return Ok(None) };
        if go.rules.suicide {
            return Err(Error::refused(
                "with suicide allowed a table of all states is made, and nothing is kept on the \
                 way; leave out --checkpoint",
            ));
        }
        let parameters = format!("go {} ko basic suicide forbidden", go.board);
        let memory = context.limits.memory / 8;
        Ok(Some(Arc::new(Facts::open(folder, &parameters, LEAST_WORK, memory)?)))
    }
}

impl Solver<Go> for ReadOut {
    fn name(&self) -> &'static str {
        "readout"
    }

    fn threads(&self, context: &Context) -> usize {
        context.limits.threads.max(1)
    }

    fn keeps_checkpoints(&self) -> bool {
        true
    }

    fn solve(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        if let Some(score) = go.final_score(position) {
            return Ok(answer(Verdict::Score { score }, Vec::new(), 0, context));
        }
        if go.rules.ko != Ko::Basic {
            if context.checkpoint.is_some() {
                return Err(Error::refused(
                    "under superko nothing can be kept: what a position is worth depends on all \
                     that came before it; leave out --checkpoint",
                ));
            }
            return superko::solve(go, position, goal, context);
        }
        let facts = self.facts(go, context)?;
        let mut reading = self.read(go, position, goal, facts.clone(), context)?;
        let nodes = reading.nodes();
        let mut line = Vec::new();
        let done = reading.known.reached(go, goal) && reading.unchecked == 0;
        let stopped = match reading.unchecked {
            0 => context.stopped().filter(|_| !done),
            // Not stopped by the context: the verifier had too little memory.
            _ => context.stopped().or(Some(Stop::Memory)),
        };
        let exact = reading.known.low == reading.known.high && !go.rules.suicide;
        if goal == Goal::Score && stopped.is_none() && exact {
            reading.prove_both_ends()?;
            line = reading.line();
        }
        let mut found = answer(reading.known.verdict(go, position.side), line, nodes, context);
        found.bracket = reading.known.is_settled().then(|| reading.known.bounds(go, position.side));
        found.stopped = stopped;
        if reading.checked > 0 {
            found.counts.push(("positions_checked", reading.checked));
        }
        if reading.unchecked > 0 {
            found.counts.push(("proofs_unchecked", reading.unchecked));
        }
        if let Some(facts) = facts {
            facts.save(nodes)?;
            found.total_nodes += facts.earlier_nodes();
            found.counts.push(("facts_kept", facts.len() as u64));
        }
        Ok(found)
    }

    fn values(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        let mut moves = Vec::new();
        go.moves(position, &mut moves);
        let mut answers = Answers { moves: Vec::new(), nodes: 0, stopped: None };
        let mut unchecked = 0;
        // Many positions of a small board: everything at once is the shortest way.
        if go.rules.ko == Ko::Basic && self.tables.can_have(go, context) && !moves.is_empty() {
            self.tables.get(go, context)?;
        }
        for mv in moves {
            let next = go.play(position, mv);
            let verdict = match go.final_score(&next) {
                Some(score) => Verdict::Score { score },
                None if context.stopped().is_some() => Verdict::Unknown,
                None if go.rules.ko != Ko::Basic => {
                    let found = superko::solve(go, &next, goal, context)?;
                    answers.nodes += found.nodes;
                    found.verdict
                }
                None => {
                    let facts = self.facts(go, context)?;
                    let reading = self.read(go, &next, goal, facts.clone(), context)?;
                    answers.nodes += reading.nodes();
                    unchecked += reading.unchecked;
                    if let Some(facts) = facts {
                        facts.save(reading.nodes())?;
                    }
                    reading.known.verdict(go, next.side)
                }
            };
            answers.moves.push((mv, -verdict));
        }
        answers.stopped = context.stopped().or((unchecked > 0).then_some(Stop::Memory));
        self.lead_with_progress(go, position, &mut answers, context)?;
        Ok(answers)
    }
}

impl Reading<'_> {
    /// Finds the proofs of both ends of an exact value that a table has told.
    fn prove_both_ends(&mut self) -> Result<()> {
        let margin = self.known.low;
        for (side, target) in [(Side::First, margin), (Side::Second, -margin)] {
            let trivial = target == -(self.go.board.points() as i32);
            if self.asking[at(side)].proof.is_some() || trivial {
                continue;
            }
            let Some(search) = self.question(side, target, Preparation::Well)? else {
                return Ok(());
            };
            let root = search.contest().child(&State::of(&self.root, side));
            if search.run(&root, u64::MAX) == Found::Proved {
                self.asking[at(side)].proof = Some(search);
            }
        }
        Ok(())
    }
}

impl ReadOut {
    /// Of several moves that are worth the same, puts one first that leads on to the end: of moves
    /// that only keep what one has, one could make too many.
    fn lead_with_progress(
        &self,
        go: &Go,
        position: &Position,
        answers: &mut Answers<Move>,
        context: &Context,
    ) -> Result<()> {
        let points = go.board.points() as i32;
        let low = |verdict: &Verdict| verdict.bounds().map_or(i32::MIN, |bounds| bounds.low.0);
        let Some(best) = answers.moves.iter().map(|(_, verdict)| low(verdict)).max() else {
            return Ok(());
        };
        if let Some(last) = finish(go, position).filter(|_| go.rules.ko == Ko::Basic) {
            let is_last = |(mv, verdict): &(Move, Verdict)| *mv == last && low(verdict) == best;
            if let Some(place) = answers.moves.iter().position(is_last) {
                answers.moves[..=place].rotate_right(1);
            }
            return Ok(());
        }
        let target = best + go.score(0, position.side).0.neg();
        let searchable = go.rules.ko == Ko::Basic && !go.rules.suicide;
        if !searchable || target <= -points || context.stopped().is_some() {
            return Ok(());
        }
        let reading = Reading::new(go, position, None, context);
        let how = match go.board.points() <= SIMPLE_POINTS {
            true => Preparation::Well,
            false => Preparation::FirstTry,
        };
        let Some(search) = reading.question(position.side, target, how)? else {
            return Ok(());
        };
        let state = State::of(position, position.side);
        let root = search.contest().child(&state);
        let proved = root.numbers.solved() || search.run(&root, FIRST_TURN) == Found::Proved;
        if !proved {
            return Ok(());
        }
        let filled = landfill(go.board, state);
        let next = proving_child(&search, &filled);
        let wanted = next.map(|child| search.contest().key(&child));
        let place = answers.moves.iter().position(|(mv, verdict)| {
            let next = filled.play(go.board, *mv, false);
            let leads = match next {
                Some(next) => Some(search.contest().key(&landfill(go.board, next))) == wanted,
                // The pass that ends the game.
                None => *mv == Move::Pass && position.passes == 1,
            };
            leads && low(verdict) == best
        });
        if let Some(place) = place {
            answers.moves[..=place].rotate_right(1);
        }
        Ok(())
    }
}

use std::ops::Neg;

/// An answer without more to tell.
pub(crate) fn answer(
    verdict: Verdict,
    line: Vec<Move>,
    nodes: u64,
    context: &Context,
) -> Answer<Move> {
    let bracket = verdict.score().map(|score| Bounds { low: score, high: score });
    Answer {
        verdict,
        bracket,
        line,
        nodes,
        total_nodes: nodes,
        counts: Vec::new(),
        stopped: context.stopped(),
    }
}
