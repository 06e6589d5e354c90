//! The question that the search answers: does this side win?

use super::keys::Keys;
use super::small::{Interval, Small};
use super::state::{Glance, State};
use super::territory::Territories;
use crate::board::{Board, STRIDE};
use crate::cells::Cells;
use yomikiri_core::Side;
use yomikiri_search::proof::{Child, Contest, Numbers};

/// Whether a side wins, whoever is to move.
pub(super) struct Question<'a, S> {
    board: Board,
    keys: Keys,
    territories: Territories,
    small: &'a S,
    prover: Side,
}

/// How hard it seems to prove or to disprove a new position that is even: much against what
/// the rest adds, for it pays to follow one line to its end.
const EVEN: i32 = 1000;
/// What a square adds to one number and takes off the other that one side comes to in fewer moves
/// than the other.
const NEARER: i32 = 24;
/// And one that it comes to in one move.
const AT_ONCE: i32 = 8;
/// The same for each end of what is sure: a move for somebody.
const SURE: i32 = 20;
/// Moves that are counted; what takes more is nobody's.
const FARTHEST: usize = 4;

/// The queen moves from a set of squares over free ones, all at once.
#[inline(always)]
fn spread(from: Cells, free: Cells) -> Cells {
    let mut reached = 0;
    for step in [1, STRIDE - 1, STRIDE, STRIDE + 1] {
        let (mut up, mut down) = (from.0, from.0);
        loop {
            up = up << step & free.0;
            down = down >> step & free.0;
            if up | down == 0 {
                break;
            }
            reached |= up | down;
        }
    }
    Cells(reached)
}

impl<'a, S: Small> Question<'a, S> {
    /// The question for what comes of `root`; `None` if that has too many open squares.
    pub(super) fn new(
        root: &State,
        board: Board,
        prover: Side,
        small: &'a S,
        bytes: u64,
    ) -> Option<Self> {
        let keys = Keys::new(board, root.open)?;
        Some(Question { board, keys, territories: Territories::new(board, bytes), small, prover })
    }

    /// A position as the search takes it.
    pub(super) fn child(&self, state: &State) -> Child<State> {
        match state.glance(self.board, self.small, &self.territories) {
            Glance::Won(winner) => {
                Child { key: 0, state: *state, numbers: self.settled_for(winner) }
            }
            Glance::Open(state, bounds) => {
                Child { key: self.keys.key(&state), numbers: self.estimate(&state, bounds), state }
            }
        }
    }

    /// What a settled position is to the search.
    fn settled_for(&self, winner: Side) -> Numbers {
        if winner == self.prover { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    /// How far an open position seems from either end.
    fn estimate(&self, state: &State, bounds: Interval) -> Numbers {
        let free = state.open - state.black - state.white;
        let (mut black, mut white, mut left) = (state.black, state.white, free);
        let more = |one: Cells, other: Cells| one.count() as i32 - other.count() as i32;
        let mut ahead = SURE * (bounds.low + bounds.high) + NEARER * state.extra;
        for moves in 0..FARTHEST {
            let (by_black, by_white) = (spread(black, free) & left, spread(white, free) & left);
            if moves == 0 {
                ahead += AT_ONCE * more(by_black, by_white);
            }
            // What both come to is taken off again.
            ahead += NEARER * more(by_black, by_white);
            left = left - by_black - by_white;
            if left.is_empty() {
                break;
            }
            black |= by_black;
            white |= by_white;
        }
        let ahead = if self.prover == Side::First { ahead } else { -ahead };
        let number = |away: i32| 1 + away.max(0) as u32;
        Numbers::open(number(EVEN - ahead), number(EVEN + ahead))
    }
}

impl<S: Small> Contest for Question<'_, S> {
    type State = State;

    fn prover_moves(&self, state: &State) -> bool {
        state.to_move == self.prover
    }

    fn expand(&self, state: &State, children: &mut Vec<Child<State>>) {
        let proves = self.prover_moves(state);
        let take = |children: &mut Vec<Child<State>>, next: State| {
            let child = self.child(&next);
            if child.numbers.solved() {
                let wins = (child.numbers.pn == 0) == proves;
                if wins {
                    // It does what its mover wants: nothing else matters.
                    children.clear();
                    children.push(child);
                }
                return !wins;
            }
            children.push(child);
            true
        };
        let mut going = true;
        state.each_next(self.board, |next| {
            going = take(children, next);
            going
        });
        if let Some(next) = state.free_move().filter(|_| going) {
            take(children, next);
        }
        children.sort_unstable_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
    }
}
