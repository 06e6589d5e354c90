//! The verifier: follows a finished proof by the plain rules.
//!
//! It takes from the search's table only which move to follow: stones are placed and taken point by
//! point, life and dead regions come from their definitions, and every move of the side that opposes
//! the proof is tried. What it does share is the theory, that living stones live and dead regions
//! may be filled: `validate.rs` compares that with the truth. What is proved at a
//! glance is looked at again; what the table has lost is proved afresh, and then followed too.

use crate::benson::alive_plain;
use crate::board::{Board, Points, points};
use crate::dead_region::{dead_regions_plain, has_no_two_eyes_plain};
use crate::key::Keys;
use crate::position::{Go, Move};
use crate::question::{Question, moves};
use crate::state::State;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use yomikiri_core::Context;
use yomikiri_core::hash::HashSet;
use yomikiri_search::proof::{Contest, Found, Search};
use yomikiri_search::{Sharded, on_deep_stacks};

/// What came of following a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// It holds, through this many positions.
    Yes(u64),
    /// It does not hold.
    No,
    /// Stopped before the end, by the context or for want of memory.
    Stopped,
}

/// Follows the proof that side 0 gets at least `target` from `root`.
pub fn verify(go: &Go, search: &Search<'_, Question>, root: &State, context: &Context) -> Verified {
    let threads = context.limits.threads.max(1);
    let shared =
        Shared { held: Sharded::default(), count: AtomicU64::new(0), done: AtomicBool::new(false) };
    let root = fill(go.board, root);
    let follow = |number: usize| {
        let mut walk = Walk {
            go,
            question: search.contest(),
            search,
            context,
            keys: Keys::new(go.board),
            shared: &shared,
            turn: number,
            way: HashSet::default(),
            looked: 0,
            stopped: false,
            tries: AFRESH_BYTES.len(),
        };
        let holds = walk.holds(&root);
        if !walk.stopped {
            // Whoever comes to the end has followed, or found followed, all of it.
            shared.done.store(true, Ordering::Relaxed);
        }
        (!walk.stopped).then_some(holds)
    };
    let found = on_deep_stacks(threads, STACK, follow);
    match found.into_iter().flatten().next() {
        None => Verified::Stopped,
        Some(true) => Verified::Yes(shared.count.into_inner()),
        Some(false) => Verified::No,
    }
}

const STACK: usize = 1 << 28;
/// Bytes that a position takes in a set, while the set grows too.
const HELD_BYTES: u64 = 64;
/// Sizes of the tables of proofs afresh, the last one tried first.
const AFRESH_BYTES: [u64; 3] = [1 << 28, 1 << 24, 1 << 20];
/// Nodes for a proof afresh with all but the largest table.
const AFRESH_NODES: u64 = 1 << 16;

/// What the threads share: each begins with another move, and finds what the others have done.
struct Shared {
    /// Positions from which the proof holds.
    held: Sharded<u128, ()>,
    count: AtomicU64,
    done: AtomicBool,
}

struct Walk<'a, 'b> {
    go: &'a Go,
    question: &'a Question,
    search: &'a Search<'b, Question>,
    context: &'a Context,
    keys: Keys,
    shared: &'a Shared,
    /// Which move to begin with.
    turn: usize,
    /// Positions on the way from the root: a proof must not come back to one.
    way: HashSet<u128>,
    looked: u64,
    stopped: bool,
    /// How many of the tables for proofs afresh may be used.
    tries: usize,
}

/// Puts a stone down by looking at single points; `None` if it would be suicide.
fn place(go: &Go, state: &State, point: usize) -> Option<State> {
    let board = go.board;
    let (me, you) = (state.mover, 1 - state.mover);
    let mut next = State { ko: 0, mover: you, passed: false, ..*state };
    next.stones[me] |= 1 << point;
    let breathes = |stones: &[Points; 2], side: usize, from: usize| {
        let (mut chain, mut waiting) = (1_u64 << from, vec![from]);
        while let Some(point) = waiting.pop() {
            if state.settled >> point & 1 != 0 {
                return (true, chain);
            }
            for next in board.beside(point) {
                if (stones[0] | stones[1]) >> next & 1 == 0 {
                    return (true, chain);
                }
                if stones[side] >> next & 1 != 0 && chain >> next & 1 == 0 {
                    chain |= 1 << next;
                    waiting.push(next);
                }
            }
        }
        (false, chain)
    };
    let mut taken = 0;
    for beside in board.beside(point) {
        if next.stones[you] >> beside & 1 != 0
            && let (false, chain) = breathes(&next.stones, you, beside)
        {
            taken |= chain;
        }
    }
    next.stones[you] &= !taken;
    if !breathes(&next.stones, me, point).0 {
        return None;
    }
    let alone = board.beside(point).all(|beside| next.stones[me] >> beside & 1 == 0);
    let air: Points = board
        .beside(point)
        .filter(|beside| (next.stones[0] | next.stones[1]) >> beside & 1 == 0)
        .fold(0, |air, beside| air | 1 << beside);
    if taken.count_ones() == 1 && alone && air == taken {
        next.ko = taken;
    }
    Some(next)
}

/// The state after a pass; `None` for the end of the game.
fn pass(state: &State) -> Option<State> {
    let next = State { ko: 0, mover: 1 - state.mover, passed: state.ko == 0, ..*state };
    (!state.passed).then_some(next)
}

/// Living stones whose eyes will all be filled, from the definition: regions too large to be filled
/// are taken for the opponent's settled ground, where no eye counts.
fn settling(board: Board, stones: Points, other: Points, settled: Points) -> Points {
    // Two eyes are two regions.
    if stones & settled == 0 && board.parts(board.full & !stones).nth(1).is_none() {
        return 0;
    }
    let large = board
        .parts(board.full & !stones)
        .filter(|region| !has_no_two_eyes_plain(board, *region, stones));
    let large = large.fold(0, |all, region| all | region);
    alive_plain(board, stones, other, settled | large)
}

fn fill(board: Board, state: &State) -> State {
    let mut next = *state;
    for side in [0, 1] {
        let [own, other] = [next.stones[side], next.stones[1 - side]];
        let living = settling(board, own, other, next.settled);
        if living != 0 {
            let filled = dead_regions_plain(board, living);
            next.stones[side] |= filled;
            next.stones[1 - side] &= !filled;
            next.settled |= living | filled;
        }
    }
    next.ko &= !next.settled;
    next
}

impl Walk<'_, '_> {
    fn target(&self) -> i32 {
        self.question.target()
    }

    fn margin(&self, state: &State) -> i32 {
        let [own, other] = self.go.areas(state.stones[0], state.stones[1]);
        own.count_ones() as i32 - other.count_ones() as i32
    }

    /// Whether side 0 has enough at a glance: settled points and half of the open ones beside them.
    fn is_enough(&self, state: &State) -> bool {
        let board = self.go.board;
        let held = state.stones[0] & state.settled;
        let open = points(board.full & !state.stones[0] & !state.stones[1])
            .filter(|point| board.beside(*point).any(|beside| held >> beside & 1 != 0))
            .count() as i32;
        let half = if state.mover == 0 { (open + 1) / 2 } else { open / 2 };
        2 * (held.count_ones() as i32 + half) - board.points() as i32 >= self.target()
    }

    /// What the moves of a state lead to; `None` for the end of the game.
    fn moves(&self, state: &State) -> Vec<Option<State>> {
        let free = points(self.go.board.full & !state.stones[0] & !state.stones[1] & !state.ko);
        let mut next: Vec<Option<State>> = free
            .filter_map(|point| place(self.go, state, point))
            .map(|next| Some(fill(self.go.board, &next)))
            .collect();
        next.push(pass(state));
        next
    }

    /// Whether side 0 reaches its goal from a filled state.
    fn holds(&mut self, state: &State) -> bool {
        if self.is_enough(state) {
            return true;
        }
        let key = self.keys.key(state);
        if self.shared.held.of(&key).contains_key(&key) {
            return true;
        }
        self.looked += 1;
        if self.looked.is_multiple_of(256) {
            let done = self.shared.done.load(Ordering::Relaxed);
            let full = self.shared.count.load(Ordering::Relaxed) * HELD_BYTES
                > self.context.limits.memory / 4;
            self.stopped |= done || full || self.context.check(0);
        }
        if self.stopped || !self.way.insert(key) {
            return false;
        }
        let holds = match state.mover {
            0 => self.some_move_holds(state),
            _ => {
                let mut next = self.moves(state);
                let turn = self.turn * next.len() / self.context.limits.threads.max(1);
                next.rotate_left(turn);
                next.iter().all(|next| match next {
                    Some(next) => self.holds(next),
                    None => self.margin(state) >= self.target(),
                })
            }
        };
        self.way.remove(&key);
        if holds && self.shared.held.of(&key).insert(key, ()).is_none() {
            self.shared.count.fetch_add(1, Ordering::Relaxed);
        }
        holds
    }

    /// Whether a move does it. Which one to follow the table tells; what it leads to is found by
    /// the plain rules.
    fn some_move_holds(&mut self, state: &State) -> bool {
        if state.passed && self.margin(state) >= self.target() {
            return true;
        }
        if self.some_proved_move_holds(state) {
            return true;
        }
        // What is no longer in the table is searched again; where that goes round in circles, because
        // what was lost is proved by what rests on it, it is proved afresh.
        let found = match self.stopped {
            true => Found::Open,
            false => self.search.run_here(&self.question.child(state)),
        };
        match found {
            Found::Proved => self.some_proved_move_holds(state) || self.holds_afresh(state),
            Found::Disproved => false,
            Found::Open => {
                self.stopped = true;
                false
            }
        }
    }

    /// Follows the moves that the table has as proved, lowest proof first.
    fn some_proved_move_holds(&mut self, state: &State) -> bool {
        let mut proved: Vec<(u32, Move)> = moves(self.go.board, state)
            .into_iter()
            .filter_map(|mv| Some((self.height(state, mv)?, mv)))
            .collect();
        proved.sort_by_key(|(height, _)| *height);
        for (_, mv) in proved {
            let next = match mv {
                Move::Pass => pass(state),
                Move::Place(point) => place(self.go, state, point.into()),
            };
            if next.is_some_and(|next| self.holds(&fill(self.go.board, &next))) {
                return true;
            }
        }
        false
    }

    /// Proves a position once more, with an empty table, and follows that proof.
    fn holds_afresh(&mut self, state: &State) -> bool {
        let mut one = self.context.clone();
        one.limits.threads = 1;
        for tries in (0..self.tries).rev() {
            if self.stopped {
                return false;
            }
            let question = self.question.again();
            let bytes = AFRESH_BYTES[tries].min(self.context.limits.memory / 8);
            let Ok(search) = Search::new(question, "checking", bytes, &one) else { break };
            let root = search.contest().child(state);
            let budget = if tries == 0 { u64::MAX } else { AFRESH_NODES };
            match search.run(&root, budget) {
                Found::Proved if self.holds_by(&search, state, tries) => return true,
                Found::Disproved => return false,
                _ if self.stopped || self.context.stopped().is_some() => {
                    self.stopped = true;
                    return false;
                }
                _ => {}
            }
        }
        // Not even the largest table sufficed to find a proof that can be followed: that is no
        // answer.
        self.stopped |= self.tries == AFRESH_BYTES.len();
        false
    }

    /// Follows the proof of another search; on a way of its own, for it needs nothing of this one.
    fn holds_by(&mut self, search: &Search<'_, Question>, state: &State, tries: usize) -> bool {
        let mut walk = Walk {
            go: self.go,
            question: search.contest(),
            search,
            context: self.context,
            keys: Keys::new(self.go.board),
            shared: self.shared,
            turn: self.turn,
            way: HashSet::default(),
            looked: 0,
            stopped: false,
            tries,
        };
        let holds = walk.some_proved_move_holds(state);
        self.stopped |= walk.stopped;
        holds
    }

    /// How high the proof of what a move leads to is, if there is one.
    fn height(&self, state: &State, mv: Move) -> Option<u32> {
        let next = state.play(self.go.board, mv, false)?;
        match self.question.child(&next) {
            child if child.numbers.pn == 0 => Some(0),
            child if child.numbers.dn == 0 => None,
            child => self.search.height(child.key),
        }
    }
}

/// The move of side 0 that a proof takes, as the state that it leads to.
pub fn proving_child(search: &Search<'_, Question>, state: &State) -> Option<State> {
    let mut children = Vec::new();
    search.contest().expand(state, &mut children);
    let height = |child: &yomikiri_search::proof::Child<State>| match child.numbers {
        numbers if numbers.pn == 0 => Some(0),
        numbers if numbers.dn == 0 => None,
        _ => search.height(child.key),
    };
    let proved = children.iter().filter_map(|child| Some((height(child)?, child.state)));
    proved.min_by_key(|(height, _)| *height).map(|(_, state)| state)
}
