//! The question that a search answers: can this side get at least that many points?

use crate::board::{Board, Points, points};
use crate::dame::sure;
use crate::key::Keys;
use crate::landfill::landfill;
use crate::reach::{self, Reach};
use crate::state::State;
use std::sync::{Arc, Mutex};
use yomikiri_core::Context;
use yomikiri_search::proof::{Child, Contest, Numbers};

/// Whether side 0 can force a margin of at least `target`, endless play counted as a failure.
/// Suicide is forbidden: with it, what is known of living stones would not hold.
pub struct Question {
    board: Board,
    keys: Arc<Keys>,
    target: i32,
    /// For side 0, how far it is from a proof by living stones; for side 1, from a refutation.
    reach: Option<[Arc<Reach>; 2]>,
    /// Points from the middle outwards.
    order: Vec<Points>,
    settled: Option<Mutex<Sink>>,
}

/// Who is told of positions that were settled: the key, whether proved, the work.
pub type Sink = Box<dyn FnMut(u128, bool, u64) + Send>;

/// How hard it seems to prove a new position: so much for every stone that the prover is away from
/// living stones that are worth enough, and to disprove it likewise, more so if there is no room
/// left for them at all.
const STONE_AWAY: i32 = 32;
const MOST_AWAY: i32 = 20;
const NO_ROOM: i32 = 100;
/// Where nothing is known of the distance.
const FAR: i32 = 8;
/// What stones on the board take off one number and add to the other; being to move is worth little.
const EVEN: i32 = 240;
const STONE: i32 = 24;
const TEMPO: i32 = 4;

impl Question {
    /// The question; `informed` if it is to be asked well, which takes its time to prepare. `None` if
    /// stopped.
    pub fn new(board: Board, target: i32, informed: bool, context: &Context) -> Option<Question> {
        let all = board.points() as i32;
        // Points that make a margin of at least the target, or that keep it below.
        let needed = [(all + target + 1).div_euclid(2), (all - target).div_euclid(2) + 1];
        let fits = 3 << board.points() <= context.limits.memory / 5;
        let reach = match informed && fits && board.points() <= reach::MOST_POINTS {
            true => {
                let [proof, refutation] =
                    needed.map(|needed| Reach::get(board, needed.max(1) as u32, context));
                Some([proof?, refutation?])
            }
            false => None,
        };
        let mut order: Vec<usize> = (0..board.points()).collect();
        order.sort_by_key(|point| std::cmp::Reverse(central(board, *point)));
        Some(Question {
            board,
            keys: Arc::new(Keys::new(board)),
            target,
            reach,
            order: order.into_iter().map(|point| 1 << point).collect(),
            settled: None,
        })
    }

    /// The same question, telling nobody.
    pub fn again(&self) -> Question {
        Question {
            board: self.board,
            keys: self.keys.clone(),
            target: self.target,
            reach: self.reach.clone(),
            order: self.order.clone(),
            settled: None,
        }
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The margin that is asked for.
    pub fn target(&self) -> i32 {
        self.target
    }

    /// The same, telling `sink` of what takes some work to settle.
    pub fn with_sink(mut self, sink: Sink) -> Question {
        self.settled = Some(Mutex::new(sink));
        self
    }

    /// A state as a search takes it: filled, as its least image.
    #[inline(always)]
    pub fn child(&self, state: &State) -> Child<State> {
        let state = landfill(self.board, *state);
        let numbers = self.look(&state);
        let state = if numbers.solved() { state } else { self.keys.least(&state) };
        let key = if numbers.solved() { 0 } else { self.keys.pack(&state) };
        Child { key, state, numbers }
    }

    /// The key of a filled state.
    pub fn key(&self, state: &State) -> u128 {
        self.keys.key(state)
    }

    /// Whether a margin is enough.
    fn of_margin(&self, margin: i32) -> Numbers {
        if margin >= self.target { Numbers::PROVED } else { Numbers::DISPROVED }
    }

    /// What can be said of a filled state at a glance.
    #[inline(always)]
    fn look(&self, state: &State) -> Numbers {
        let all = self.board.points() as i32;
        if 2 * sure(self.board, state, 0) as i32 - all >= self.target {
            return Numbers::PROVED;
        }
        if all - 2 * (sure(self.board, state, 1) as i32) < self.target {
            return Numbers::DISPROVED;
        }
        if state.passed {
            // Who is to move may end the game.
            let by_margin = self.of_margin(state.margin(self.board));
            if (by_margin == Numbers::PROVED) == (state.mover == 0) {
                return by_margin;
            }
        }
        self.estimate(state)
    }

    #[inline(always)]
    fn estimate(&self, state: &State) -> Numbers {
        let count = |side: usize| state.stones[side].count_ones() as i32;
        let tempo = if state.mover == 0 { TEMPO } else { -TEMPO };
        let ahead = STONE * (count(0) - count(1)) + tempo;
        let (mut proof, mut refutation) = (STONE_AWAY * FAR, STONE_AWAY * FAR);
        if let Some([own, other]) = &self.reach {
            let [prover, opponent] = state.stones;
            proof = STONE_AWAY * i32::from(own.missing(prover)).min(MOST_AWAY);
            refutation = STONE_AWAY * i32::from(other.missing(opponent)).min(MOST_AWAY);
            if !other.has_room(opponent | state.empty(self.board)) {
                refutation += NO_ROOM;
            }
        }
        let pn = 1 + proof + (EVEN - ahead).max(0);
        let dn = 1 + refutation + (EVEN + ahead).max(0);
        Numbers::open(pn as u32, dn as u32)
    }
}

/// How far a point is from the edge.
fn central(board: Board, point: usize) -> usize {
    let (row, column) = (point / board.columns(), point % board.columns());
    let from_edge = |line: usize, lines: usize| line.min(lines - 1 - line);
    from_edge(row, board.rows()) + from_edge(column, board.columns())
}

impl Contest for Question {
    type State = State;

    fn prover_moves(&self, state: &State) -> bool {
        state.mover == 0
    }

    fn expand(&self, state: &State, children: &mut Vec<Child<State>>) {
        let free = state.empty(self.board) & !state.ko;
        for at in &self.order {
            if at & free == 0 {
                continue;
            }
            let Some(next) = state.place(self.board, *at, false) else { continue };
            let child = self.child(&next);
            if !child.numbers.solved() {
                if children.iter().any(|other| other.key == child.key) {
                    continue;
                }
            } else if (child.numbers.pn == 0) == (state.mover == 0) {
                // It does what its mover wants: nothing else matters.
                children.clear();
                children.push(child);
                return;
            }
            children.push(child);
        }
        children.push(match state.pass() {
            Some(next) => self.child(&next),
            None => {
                let numbers = self.of_margin(state.margin(self.board));
                Child { key: 0, state: *state, numbers }
            }
        });
    }

    fn settled(&self, key: u128, proved: bool, work: u64) {
        if let Some(sink) = &self.settled {
            sink.lock().unwrap_or_else(std::sync::PoisonError::into_inner)(key, proved, work);
        }
    }
}

/// The legal moves of a state, passes included, as plain moves.
pub fn moves(board: Board, state: &State) -> Vec<crate::Move> {
    let free = points(state.empty(board) & !state.ko);
    let stones = free.filter(|at| state.place(board, 1 << at, false).is_some());
    stones.map(|at| crate::Move::Place(at as u8)).chain([crate::Move::Pass]).collect()
}
