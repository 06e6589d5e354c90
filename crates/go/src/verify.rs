//! The verifier: follows a finished proof by the plain rules.
//!
//! It shares with the search the table that says which positions are proved, and nothing else that
//! could be wrong: stones are placed and taken point by point, life and dead regions come from their
//! definitions, and every move of the side that opposes the proof is tried. What is proved at a
//! glance is looked at again; what the table has lost is searched again, and then followed too.

use crate::benson::alive_plain;
use crate::board::{Board, Points, points};
use crate::dead_region::dead_regions_plain;
use crate::key::Keys;
use crate::position::Go;
use crate::question::Question;
use crate::state::State;
use std::collections::HashMap;
use yomikiri_core::Context;
use yomikiri_search::proof::{Contest, Found, Search};

/// What came of following a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verified {
    /// It holds, through this many positions.
    Yes(u64),
    /// It does not hold.
    No,
    /// Stopped before the end.
    Stopped,
}

/// Follows the proof that side 0 gets at least `target` from `root`.
pub fn verify(go: &Go, search: &Search<'_, Question>, root: &State, context: &Context) -> Verified {
    let mut walk = Walk {
        go,
        question: search.contest(),
        search,
        context,
        keys: Keys::new(go.board),
        marks: HashMap::new(),
        holds: 0,
        stopped: false,
    };
    let follow = || {
        let root = fill(go.board, root);
        let holds = walk.holds(&root);
        match (walk.stopped, holds) {
            (true, _) => Verified::Stopped,
            (false, true) => Verified::Yes(walk.holds),
            (false, false) => Verified::No,
        }
    };
    yomikiri_search::on_deep_stack(follow)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// On the way from the root: a proof must not come back to it.
    OnTheWay,
    Holds,
}

struct Walk<'a, 'b> {
    go: &'a Go,
    question: &'a Question,
    search: &'a Search<'b, Question>,
    context: &'a Context,
    keys: Keys,
    marks: HashMap<u128, Mark>,
    holds: u64,
    stopped: bool,
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
        if next.stones[you] >> beside & 1 != 0 {
            if let (false, chain) = breathes(&next.stones, you, beside) {
                taken |= chain;
            }
        }
    }
    next.stones[you] &= !taken;
    let (lives, chain) = breathes(&next.stones, me, point);
    if !lives {
        next.stones[me] &= !chain;
        return go.rules.suicide.then_some(next);
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

/// Living stones whose eyes will all be filled, from the definition: regions too large to be filled
/// are taken for the opponent's settled ground, where no eye counts.
fn settling(board: Board, stones: Points, other: Points, settled: Points) -> Points {
    let large = board.parts(board.full & !stones).filter(|region| {
        let inside = dead_regions_plain(board, board.neighbours(*region) & stones);
        inside & region != *region
    });
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
        next.push(match state.passed {
            true => None,
            false => Some(State { ko: 0, mover: 1 - state.mover, passed: state.ko == 0, ..*state }),
        });
        next
    }

    /// Whether side 0 reaches its goal from a filled state.
    fn holds(&mut self, state: &State) -> bool {
        if self.is_enough(state) {
            return true;
        }
        let key = self.keys.key(state);
        match self.marks.get(&key) {
            Some(Mark::Holds) => return true,
            Some(Mark::OnTheWay) => return false,
            None => {}
        }
        self.holds += 1;
        if self.stopped || self.holds % 1024 == 0 && self.context.check(0) {
            self.stopped = true;
            return false;
        }
        self.marks.insert(key, Mark::OnTheWay);
        let holds = match state.mover {
            0 => self.some_move_holds(state),
            _ => self.moves(state).iter().all(|next| match next {
                Some(next) => self.holds(next),
                None => self.margin(state) >= self.target(),
            }),
        };
        match holds {
            true => self.marks.insert(key, Mark::Holds),
            false => self.marks.remove(&key),
        };
        holds
    }

    fn some_move_holds(&mut self, state: &State) -> bool {
        if state.passed && self.margin(state) >= self.target() {
            return true;
        }
        let moves: Vec<State> = self.moves(state).into_iter().flatten().collect();
        if moves.iter().any(|next| self.is_enough(next)) {
            return true;
        }
        // Lowest proof first; what is no longer in the table is searched again.
        for again in [false, true] {
            if again {
                let root = self.question.child(state);
                let found = self.search.run(&root, u64::MAX);
                self.stopped |= found == Found::Open;
                if found != Found::Proved || root.numbers.solved() {
                    return false;
                }
            }
            let height = |next: &State| match self.question.child(next) {
                child if child.numbers.pn == 0 => Some(0),
                child if child.numbers.dn == 0 => None,
                child => self.search.height(child.key),
            };
            let mut proved: Vec<(u32, State)> =
                moves.iter().filter_map(|next| Some((height(next)?, *next))).collect();
            proved.sort_by_key(|(height, _)| *height);
            if proved.iter().any(|(_, next)| self.holds(next)) {
                return true;
            }
        }
        false
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
