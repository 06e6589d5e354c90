//! Who wins a whole position, however large its regions: proof-number search over positions from
//! which all that is settled has been taken away.
//!
//! At every position:
//! - dead squares are dropped, and regions that are known to be a whole number become free moves
//!   (`state`), so that positions meet that differ only there;
//! - the regions that are left are bounded, small ones by somebody who knows them ([`Small`]), and
//!   larger ones by territory (`territory`);
//! - if the bounds say who wins, the search ends there.
//!
//! The table's keys are whole positions, equal ones by symmetry as one (`keys`).

mod keys;
mod question;
mod small;
mod state;
mod territory;

pub use keys::MOST_OPEN;
pub use small::{Interval, Nothing, Recursion, Small};

use crate::position::{Move, Position};
use question::Question;
use state::State;
use yomikiri_core::{Context, Error, Result, Side};
use yomikiri_search::proof::{Child, Found, Search};

/// Share of the memory that remembers how territories are filled.
const FILLS: u64 = 16;
/// Smallest table; it doubles with every empty square, for small roots need little, and to clear
/// a large one takes time.
const LEAST_TABLE: u64 = 1 << 13;
/// Most bytes of the table for every second that there is: more could not be filled.
const TABLE_A_SECOND: u64 = 64 << 20;

/// The reading of one position and of all that can come of it. What is found out is kept, so that
/// questions about its moves are answered the faster.
pub struct Reading<'a, S: Small> {
    root: Position,
    search: Search<'a, Question<'a, S>>,
    context: &'a Context,
    prover: Side,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The move.
    pub mv: Move,
    /// Who wins after it; `None` if the work was stopped before that was known.
    pub winner: Option<Side>,
}

impl<'a, S: Small> Reading<'a, S> {
    /// A reading of `root`, with `small` asked about small regions. It takes three quarters of the
    /// memory that the context allows at most, and no more than can be filled in its time; the rest
    /// is left to `small`.
    ///
    /// Refuses positions with more than [`MOST_OPEN`] squares that are still played on.
    pub fn new(root: &Position, small: &'a S, context: &'a Context) -> Result<Reading<'a, S>> {
        let board = root.board;
        let memory = context.limits.memory;
        // The side to move, which more often has a win to prove.
        let prover = root.to_move;
        let too_large = || {
            Error::refused(format!(
                "this position has more than {MOST_OPEN} squares that are still played on, \
                 which is more than a search can remember positions of"
            ))
        };
        let whole = State::of(root).alive(board);
        let empty = (whole.open - root.black - root.white).count();
        let question = Question::new(&whole, board, prover, small, memory / FILLS);
        let question = question.ok_or_else(too_large)?;
        let enough = LEAST_TABLE << empty;
        let seconds = context.limits.time.map_or(u64::MAX, |time| time.as_secs().saturating_add(1));
        let fillable = TABLE_A_SECOND.saturating_mul(seconds);
        let most = (memory / 4 * 3 - memory / FILLS).min(fillable).max(LEAST_TABLE);
        let stage = format!("{board}: who wins");
        let search = Search::new(question, &stage, enough.clamp(LEAST_TABLE, most), context)?;
        Ok(Reading { root: *root, search, context, prover })
    }

    /// Positions entered so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Counts nodes of other work towards the context's limit too.
    pub fn count_earlier(&self, nodes: u64) {
        self.search.count_earlier(nodes);
    }

    /// Who wins a position that is the root or can come of it; `None` if the work was stopped.
    pub fn winner(&self, position: &Position) -> Option<Side> {
        let child = self.child(position)?;
        self.known(&child).or_else(|| match self.search.run(&child, u64::MAX) {
            Found::Proved => Some(self.prover),
            Found::Disproved => Some(!self.prover),
            Found::Open => None,
        })
    }

    /// Who wins after each of these moves.
    pub fn values(&self, position: &Position, moves: &[Move]) -> Vec<Tried> {
        let tried = moves.iter().map(|&mv| {
            let stopped = self.context.stopped().is_some();
            let winner = if stopped { None } else { self.winner(&position.play(mv)) };
            Tried { mv, winner }
        });
        tried.collect()
    }

    /// A move that wins for the side to move; `None` if there is none, or if the work was stopped.
    pub fn winning_move(&self, position: &Position) -> Option<Move> {
        if self.winner(position)? != position.to_move {
            return None;
        }
        // What is known already first; a win's proof has one of its moves settled.
        let mut open = Vec::new();
        let mut known = None;
        position.each_move(|mv| {
            if known.is_none() {
                match self.child(&position.play(mv)).map(|child| self.known(&child)) {
                    Some(Some(winner)) if winner == position.to_move => known = Some(mv),
                    Some(None) => open.push(mv),
                    _ => {}
                }
            }
        });
        known.or_else(|| {
            open.into_iter().find(|mv| self.winner(&position.play(*mv)) == Some(position.to_move))
        })
    }

    /// A line from the position to the end: the winner's moves win, and the loser makes those after
    /// which it could do most afterwards. It ends early if the work was stopped.
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        while position.can_move(position.to_move) {
            let Some(winner) = self.winner(&position) else { break };
            let chosen = match winner == position.to_move {
                true => self.winning_move(&position),
                false => stubborn_move(&position),
            };
            let Some(mv) = chosen else { break };
            line.push(mv);
            position = position.play(mv);
        }
        line
    }

    /// The position as the search sees it; `None` if it cannot come of the root.
    fn child(&self, position: &Position) -> Option<Child<State>> {
        let open = |position: &Position| position.board.full() - position.blocked;
        let fits = position.board == self.root.board
            && (open(position) - open(&self.root)).is_empty()
            && position.black.count() == self.root.black.count()
            && position.white.count() == self.root.white.count();
        fits.then(|| self.search.contest().child(&State::of(position)))
    }

    /// Who wins, if a glance or the table says it.
    fn known(&self, child: &Child<State>) -> Option<Side> {
        if child.numbers.solved() {
            return Some(if child.numbers.pn == 0 { self.prover } else { !self.prover });
        }
        if self.search.height(child.key).is_some() {
            return Some(self.prover);
        }
        self.search.is_disproved(child.key).then_some(!self.prover)
    }
}

/// The move that leaves its own side the most moves beyond the other's.
fn stubborn_move(position: &Position) -> Option<Move> {
    let moves_of = |position: &Position, side: Side| {
        Position { to_move: side, ..*position }.count_moves() as i64
    };
    let mut best: Option<(i64, Move)> = None;
    position.each_move(|mv| {
        let next = position.play(mv);
        let ahead = moves_of(&next, position.to_move) - moves_of(&next, !position.to_move);
        if best.is_none_or(|(most, _)| ahead > most) {
            best = Some((ahead, mv));
        }
    });
    best.map(|(_, mv)| mv)
}
