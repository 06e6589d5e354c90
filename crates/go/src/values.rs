//! What every move is worth: from a table of all states where there is time to make one, and
//! otherwise by turns, so that what little suffices for is known soon.

use crate::known::{Known, known_by};
use crate::position::{Go, Move, Position};
use crate::reading::Reading;
use crate::solver::is_searchable;
use crate::tables::Table;
use std::sync::Arc;
use std::time::{Duration, Instant};
use yomikiri_core::{Answers, Basis, Context, Finding, Game, Goal, Result, Stop};
use yomikiri_storage::ClaimStore;

/// Nodes of the first turn of each move, and how much longer the next one is.
const FIRST: u64 = 1 << 11;
pub(crate) const LONGER: u64 = 8;
/// What making a table takes for each way to fill the board, on one thread of a slow machine.
const NANOSECONDS: u64 = 200;
/// Ways to fill the board for each state of a table, at most.
const STATES: u64 = 8;
/// What it takes as work of a search: nodes for a million ways to fill the board, and that it may be
/// more.
const NODES: f64 = 22_000.0;
const UNSURE: f64 = 1.5;
/// Nodes that say how long others take.
const ENOUGH: u64 = 1 << 15;
/// Share of the time that is spent on turns before a table is tried.
pub(crate) const SHARE: u32 = 4;

/// Whether there is time to make a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TableTime {
    /// More than enough.
    Plenty,
    /// It may be.
    Perhaps,
    /// No.
    None,
}

impl TableTime {
    /// What there is for something that takes so many times as long as a table of all states.
    pub(crate) fn of(go: &Go, times: u32, context: &Context) -> TableTime {
        let codes = 3_u64.saturating_pow(go.board.points() as u32);
        if context.limits.nodes.is_some_and(|nodes| nodes < codes / STATES) {
            return TableTime::None;
        }
        let Some(left) = context.time_left() else { return TableTime::Plenty };
        let work = Duration::from_nanos(codes.saturating_mul(NANOSECONDS)).saturating_mul(times);
        let needed = work / context.limits.threads.max(1) as u32;
        match left - left / SHARE {
            left if left >= 8 * needed => TableTime::Plenty,
            left if left >= needed / 4 => TableTime::Perhaps,
            _ => TableTime::None,
        }
    }
}

/// A move, the position that it leads to, what is known of that, and how.
struct Judged {
    mv: Move,
    next: Position,
    known: Known,
    basis: Basis,
}

/// The moves of a position while they are judged.
pub(crate) struct Judging<'a> {
    pub(crate) go: &'a Go,
    position: &'a Position,
    pub(crate) goal: Goal,
    moves: Vec<Judged>,
    /// Positions entered.
    pub(crate) nodes: u64,
    /// Nodes of the next turn.
    turn: u64,
    /// How long turns have taken.
    taken: Duration,
    /// Proofs that could not be followed to their end.
    unchecked: u64,
}

impl<'a> Judging<'a> {
    /// Moves of which nothing is known yet, unless they end the game.
    pub(crate) fn new(
        go: &'a Go,
        position: &'a Position,
        moves: &[Move],
        goal: Goal,
        context: &Context,
    ) -> Self {
        let judged = |mv: &Move| {
            let next = go.play(position, *mv);
            let known = Known::nothing(go.board.points() as i32);
            Judged { mv: *mv, next, known, basis: Basis::Rules }
        };
        let (moves, taken) = (moves.iter().map(judged).collect(), Duration::ZERO);
        let mut judging =
            Judging { go, position, goal, moves, nodes: 0, turn: FIRST, taken, unchecked: 0 };
        for at in 0..judging.moves.len() {
            if let Some(known) = ended(go, &judging.moves[at].next) {
                judging.learn(at, known, Basis::Rules, context);
            }
        }
        judging
    }

    /// What is known of a move, for the side that makes it.
    fn finding(&self, judged: &Judged) -> Finding {
        -judged.known.finding(self.go, judged.next.side, judged.basis)
    }

    /// Whether a move is as well known as it can be without a table.
    fn is_done(&self, judged: &Judged) -> bool {
        judged.known.reached(self.go, self.goal)
    }

    /// Whether a table would tell nothing more.
    pub(crate) fn is_settled(&self) -> bool {
        self.moves.iter().all(|judged| match self.goal {
            Goal::Win => self.is_done(judged),
            Goal::Score => judged.known.is_settled(),
        })
    }

    /// Takes what was found of a move, and tells it.
    fn learn(&mut self, at: usize, found: Known, basis: Basis, context: &Context) {
        let known = self.moves[at].known.and(found);
        if known != self.moves[at].known {
            (self.moves[at].known, self.moves[at].basis) = (known, basis);
            let judged = &self.moves[at];
            let name = self.go.print_move(self.position, judged.mv);
            context.progress.found(&name, &self.finding(judged));
        }
    }

    /// Asks about all moves in turn, longer each time, until all are known or the context stops.
    pub(crate) fn by_turns(
        &mut self,
        claims: Option<&Arc<ClaimStore>>,
        context: &Context,
    ) -> Result<()> {
        let begun = Instant::now();
        while self.moves.iter().any(|judged| !self.is_done(judged)) {
            for at in 0..self.moves.len() {
                if context.check(self.nodes) {
                    self.taken += begun.elapsed();
                    return Ok(());
                }
                if !self.is_done(&self.moves[at]) {
                    let Judged { next, known, .. } = &self.moves[at];
                    let (next, known) = (next.clone(), *known);
                    let found = self.ask(&next, known, claims, context)?;
                    self.learn(at, found, Basis::Checked, context);
                }
            }
            self.turn = self.turn.saturating_mul(LONGER);
        }
        self.taken += begun.elapsed();
        Ok(())
    }

    /// Whether there is time to make a table, going by how long turns have taken if there were
    /// enough to tell.
    pub(crate) fn has_time(&self, context: &Context) -> bool {
        let Some(left) = context.time_left() else { return true };
        if self.nodes < ENOUGH {
            return TableTime::of(self.go, 1, context) != TableTime::None;
        }
        let codes = 3_f64.powi(self.go.board.points() as i32);
        left >= self.taken.mul_f64(UNSURE * NODES * codes / 1e6 / self.nodes as f64)
    }

    /// What one turn shows of a position of which something is known.
    fn ask(
        &mut self,
        position: &Position,
        known: Known,
        claims: Option<&Arc<ClaimStore>>,
        context: &Context,
    ) -> Result<Known> {
        let go = self.go;
        if let Some(known) = ended(go, position) {
            return Ok(known);
        }
        if is_searchable(go, position) {
            let mut reading = Reading::new(go, position, claims.cloned(), context);
            reading.spent = self.nodes;
            reading.known = known;
            if self.turn > FIRST {
                reading.lose_hope();
            }
            reading.read(self.goal, Some(self.turn))?;
            reading.check()?;
            self.nodes = reading.nodes();
            // What was not checked is not told; a longer turn finds it again.
            return Ok(match reading.unchecked {
                0 => reading.known,
                _ => known,
            });
        }
        // Whoever is to move may have to take dead stones first.
        let mut moves = Vec::new();
        go.moves(position, &mut moves);
        let nothing = Known::nothing(go.board.points() as i32);
        let mut best: Option<Known> = None;
        for mv in moves {
            let found = match context.stopped() {
                Some(_) => nothing,
                None => self.ask(&go.play(position, mv), nothing, claims, context)?,
            };
            best = Some(best.map_or(found, |best| best.or(found, position.side)));
        }
        Ok(best.expect("there is always a pass"))
    }

    /// Takes what a table tells.
    pub(crate) fn look_up(&mut self, table: &Table, context: &Context) -> Result<()> {
        for at in 0..self.moves.len() {
            if ended(self.go, &self.moves[at].next).is_none() {
                let found = known_by(table, &self.moves[at].next)?;
                self.learn(at, found, Basis::Table, context);
            }
        }
        Ok(())
    }

    /// Reads out each move that is not known, unless the context stops that.
    pub(crate) fn one_by_one<'b>(
        &mut self,
        context: &Context,
        read: impl Fn(&Position) -> Result<Reading<'b>>,
    ) -> Result<()> {
        for at in 0..self.moves.len() {
            if context.stopped().is_none() && !self.is_done(&self.moves[at]) {
                let reading = read(&self.moves[at].next)?;
                self.nodes += reading.nodes();
                match reading.unchecked {
                    0 => self.learn(at, reading.known, reading.basis, context),
                    more => self.unchecked += more,
                }
            }
        }
        Ok(())
    }

    /// What is known of all moves.
    pub(crate) fn answers(&self, context: &Context) -> Answers<Move> {
        let moves = || self.moves.iter();
        Answers {
            moves: moves().map(|judged| (judged.mv, self.finding(judged))).collect(),
            nodes: self.nodes,
            stopped: match moves().all(|judged| self.is_done(judged)) {
                true if self.unchecked == 0 => None,
                _ => context.stopped().or((self.unchecked > 0).then_some(Stop::Memory)),
            },
            ..Answers::none()
        }
    }
}

/// What is known of a game that is over.
fn ended(go: &Go, position: &Position) -> Option<Known> {
    let margin = go.final_score(position).map(|_| go.margin(position))?;
    Some(Known::bracket(margin, margin))
}
