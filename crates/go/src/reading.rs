//! The reading of one position by search: questions put to both sides until the answers meet.

use crate::key::KEY_BITS;
use crate::known::{Known, known_by};
use crate::landfill::landfill;
use crate::position::{Go, Move, Position, at};
use crate::question::{Question, moves};
use crate::solver::is_searchable;
use crate::state::State;
use crate::tables::Table;
use crate::verify::{Verified, proving_child, verify};
use std::sync::Arc;
use std::time::Duration;
use yomikiri_core::{Basis, Context, Doubt, Error, Finding, Game, Goal, Limits, Result, Side};
use yomikiri_search::proof::{Found, Search};
use yomikiri_storage::{ClaimStore, ProvenBounds};

/// Nodes for the first turn of a question on a larger board; turns grow fourfold.
pub(crate) const FIRST_TURN: u64 = 1 << 24;
/// Points above which preparing a question well takes seconds, and nodes that are tried before.
pub(crate) const SIMPLE_POINTS: usize = 20;
const FIRST_TRY: u64 = 1 << 13;
const FIRST_TRY_BYTES: u64 = 1 << 22;
/// Time that must be there to prepare questions well on such boards.
const TIME_TO_PREPARE: Duration = Duration::from_secs(20);
/// Nodes of a turn from which on it is worth while to prepare a question on a board of more than
/// [`EASY_POINTS`], and bytes that a node may take.
const WORTH_PREPARING: u64 = 1 << 16;
const EASY_POINTS: usize = 16;
const NODE_BYTES: u64 = 64;
/// Share of a turn that the side gets which does not seem to be ahead.
const LESSER_SHARE: u64 = 8;
/// Most moves of a line.
const LONGEST_LINE: usize = 200;

/// One side's questions: at least how many points?
pub(crate) struct Asking<'a> {
    prover: Side,
    /// The question being asked.
    current: Option<Search<'a, Question>>,
    /// The last one that was proved.
    pub(crate) proof: Option<Search<'a, Question>>,
    /// Whether the whole board is asked for first; given up if a turn does not suffice.
    hopes: bool,
}

/// How a question is prepared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preparation {
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
pub(crate) struct Reading<'a> {
    go: &'a Go,
    root: Position,
    context: &'a Context,
    claims: Option<Arc<ClaimStore>>,
    pub(crate) known: Known,
    pub(crate) asking: [Asking<'a>; 2],
    /// Nodes of searches that are gone.
    pub(crate) spent: u64,
    /// Nodes of a turn, if there is only one.
    patience: Option<u64>,
    pub(crate) checked: u64,
    /// Proofs that could not be followed to their end for want of time or memory.
    pub(crate) unchecked: u64,
    /// How what is known was proved.
    pub(crate) basis: Basis,
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
    pub(crate) fn new(
        go: &'a Go,
        root: &Position,
        claims: Option<Arc<ClaimStore>>,
        context: &'a Context,
    ) -> Self {
        let asking = [Side::First, Side::Second];
        let mut reading = Reading {
            go,
            root: root.clone(),
            context,
            claims,
            known: Known::nothing(go.board.points() as i32),
            asking: asking.map(|prover| Asking {
                prover,
                current: None,
                proof: None,
                hopes: false,
            }),
            spent: 0,
            patience: None,
            checked: 0,
            unchecked: 0,
            basis: Basis::Search,
        };
        reading.asking[at(reading.seems_ahead())].hopes = true;
        reading
    }

    /// The whole board is not asked for before anything else.
    pub(crate) fn lose_hope(&mut self) {
        self.asking.iter_mut().for_each(|asking| asking.hopes = false);
    }

    /// Positions entered.
    pub(crate) fn nodes(&self) -> u64 {
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

    /// A question to a side, with what is known of it from earlier.
    pub(crate) fn question(
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
        if let Some(claims) = self.claims.clone() {
            let (earlier, context) = (self.nodes(), self.context.clone());
            question = question.with_sink(Box::new(move |key, proved, work| {
                let (low, high) = match proved {
                    true => (target, board.points() as i32),
                    false => (-(board.points() as i32), target - 1),
                };
                let (low, high) = (low as i16, high as i16);
                let work = work.ilog2() as u8;
                let bounds = ProvenBounds { low, high, best: 0, work, basis: Basis::Search };
                claims.add(claim_key(key, side), bounds);
                claims.keep_up(earlier, &context);
            }));
        }
        let stage = format!("{board}: {} by at least {target}", self.go.side_name(side));
        let bytes = match preparation {
            Preparation::FirstTry => FIRST_TRY_BYTES.min(self.context.limits.memory / 5),
            _ => table_bytes(board.points(), &self.context.limits),
        };
        // A short turn needs little memory.
        let turn = self.patience.map_or(u64::MAX, |nodes| nodes.saturating_mul(NODE_BYTES));
        let bytes = bytes.min(turn.max(1 << 16));
        let search = Search::new(question, &stage, bytes, self.context)?;
        for (key, known) in self.claims.iter().flat_map(|claims| claims.all()) {
            if key >> KEY_BITS & 1 == at(side) as u128 {
                let key = key & ((1 << KEY_BITS) - 1);
                let work = 1 << known.work.min(63);
                match () {
                    _ if i32::from(known.low) >= target => search.teach(key, true, work),
                    _ if i32::from(known.high) < target => search.teach(key, false, work),
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
        let points = self.go.board.points();
        let is_short = self.patience.is_some_and(|nodes| nodes < WORTH_PREPARING);
        let informed = points <= if is_short { EASY_POINTS } else { SIMPLE_POINTS };
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
            found = search.run(&root, if is_short { budget } else { FIRST_TRY.min(budget) });
            if found == Found::Open && !is_short {
                self.spent += search.nodes();
                let time = self.context.limits.time.unwrap_or(Duration::MAX);
                let prepared = self.question(side, target, preparation(time))?;
                let Some(better) = prepared else { return Ok(false) };
                search = better;
                search.count_earlier(self.nodes());
            }
        }
        if found == Found::Open && (informed || !is_short) {
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
    pub(crate) fn read(&mut self, goal: Goal, patience: Option<u64>) -> Result<()> {
        self.patience = patience;
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

    /// Takes what a table says for what is known.
    pub(crate) fn know_by(&mut self, table: &Table) -> Result<()> {
        self.known = known_by(table, &self.root)?;
        self.basis = Basis::Table;
        Ok(())
    }

    /// What was found out, for the side to move.
    pub(crate) fn finding(&self) -> Finding {
        let found = self.known.finding(self.go, self.root.side, self.basis);
        match self.unchecked {
            0 => found,
            _ => Finding::unverified(found.said(), Doubt::Unchecked),
        }
    }

    /// Follows the proofs that the answer rests on, as far as the context allows.
    pub(crate) fn check(&mut self) -> Result<()> {
        self.basis = Basis::Checked;
        for asking in &self.asking {
            let Some(search) = &asking.proof else { continue };
            let begun = search.nodes();
            let root = State::of(&self.root, asking.prover);
            match verify(self.go, search, &root, self.context) {
                Verified::Yes(positions) => self.checked += positions,
                Verified::Stopped => self.unchecked += 1,
                Verified::No => {
                    return Err(Error::fault(format!(
                        "the proof that {} gets at least {} did not hold when it was checked \
                         (after {begun} nodes); nothing is told",
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
    pub(crate) fn line(&self) -> Vec<Move> {
        let board = self.go.board;
        let (mut line, mut position) = (Vec::new(), self.root.clone());
        let mut state = landfill(board, State::of(&self.root, Side::First));
        // As the prover sees it.
        let seen = |state: &State, prover: Side| match prover {
            Side::First => *state,
            Side::Second => State {
                stones: [state.stones[1], state.stones[0]],
                mover: 1 - state.mover,
                ..*state
            },
        };
        let settled = |state: &State| {
            [Side::First, Side::Second].iter().any(|prover| {
                let search = self.asking[at(*prover)].proof.as_ref();
                search.is_some_and(|s| s.contest().child(&seen(state, *prover)).numbers.solved())
            })
        };
        while line.len() < LONGEST_LINE && !settled(&state) {
            let side = if state.mover == 0 { Side::First } else { Side::Second };
            // Who passes while dead stones are on the board may be left with them.
            let is_sound = |mv: &Move| {
                *mv != Move::Pass || is_searchable(self.go, &self.go.play(&position, *mv))
            };
            let mut choices = moves(board, &state).into_iter().filter(is_sound).filter_map(|mv| {
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
            position = self.go.play(&position, mv);
            state = next;
        }
        line
    }

    /// Finds the proofs of both ends of an exact value that a table has told.
    pub(crate) fn prove_both_ends(&mut self) -> Result<()> {
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

fn claim_key(key: u128, prover: Side) -> u128 {
    key | (at(prover) as u128) << KEY_BITS
}
