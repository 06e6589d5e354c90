//! Proofs that are kept to be played by: what a side does to get what a search has proved for it,
//! and how far it then is from the end.
//!
//! A search proves that a side can get so much, and another search from a later position may prove
//! it in another way: whoever follows one after the other may come back to where it was. So a proof
//! is kept, every position of it with a rank above those of all positions that it needs; proofs of
//! other positions are added to it and rest on what is there. As long as they are kept, each move
//! leads to a lower rank.

use crate::board::Board;
use crate::glance::{finish, growth};
use crate::landfill::landfill;
use crate::position::{Go, Move, Position};
use crate::question::{Question, moves};
use crate::reading::{FIRST_TURN, Preparation, Reading, SIMPLE_POINTS};
use crate::state::State;
use crate::verify::proving_child;
use std::sync::{Mutex, PoisonError};
use yomikiri_core::hash::{HashMap, HashSet};
use yomikiri_core::{Context, Game, Result};
use yomikiri_search::on_deep_stack;
use yomikiri_search::proof::{Child, Found, Search};

/// Questions whose proofs are kept.
const QUESTIONS: usize = 16;
/// Most positions of a proof that is kept.
const LARGEST: usize = 1 << 20;

/// What is asked: the board, and the margin that side 0 is to get.
type Asked = (Board, i32);

/// The ranks of positions by their keys.
type Proof = HashMap<u128, u32>;

/// The proofs that are kept, the one used last first.
#[derive(Default)]
pub(crate) struct Strategies {
    kept: Mutex<Vec<(Asked, Proof)>>,
}

impl Strategies {
    fn take(&self, asked: Asked) -> Proof {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(other, _)| *other == asked);
        at.map_or_else(Proof::default, |at| kept.remove(at).1)
    }

    fn put(&self, asked: Asked, proof: Proof) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have asked meanwhile: one proof is as good as the other.
        kept.retain(|(other, _)| *other != asked);
        kept.insert(0, (asked, proof));
        kept.truncate(QUESTIONS);
        while kept.len() > 1 && kept.iter().map(|(_, proof)| proof.len()).sum::<usize>() > LARGEST {
            kept.pop();
        }
    }

    /// One of these moves of the side to move that keeps a margin of at least `target`, seen by
    /// itself, and leads on to the end; `None` if no proof was found in time.
    pub(crate) fn lead(
        &self,
        go: &Go,
        position: &Position,
        moves: &[Move],
        target: i32,
        context: &Context,
    ) -> Result<Option<Move>> {
        let side = position.side;
        let margin = |position: &Position| State::of(position, side).margin(go.board);
        if position.passes == 1 && margin(position) >= target {
            return Ok(Some(Move::Pass));
        }
        let reading = Reading::new(go, position, None, context);
        let how = match go.board.points() <= SIMPLE_POINTS {
            true => Preparation::Well,
            false => Preparation::FirstTry,
        };
        let Some(search) = reading.question(side, target, how)? else { return Ok(None) };
        // What a move may not do, though it leads to the right position: end the game too early,
        // before what counts as dead has been taken.
        let may = |mv: &&Move| **mv != Move::Pass || margin(position) >= target;
        let after = |mv: &Move| {
            let next = State::of(&go.play(position, *mv), side);
            let child = search.contest().child(&next);
            (*mv, child)
        };
        let children: Vec<(Move, Child<State>)> = moves.iter().filter(may).map(after).collect();
        // A pass that would end the game too early is no move of this position.
        let plain = landfill(go.board, State { passed: false, ..State::of(position, side) });
        let root = search.contest().child(&plain);
        if root.numbers.pn == 0 {
            return Ok(settle(go, position, &children));
        }
        let asked = (go.board, target);
        let mut proof = self.take(asked);
        let known = proof.contains_key(&root.key);
        let proved = known || search.run(&root, FIRST_TURN) == Found::Proved;
        let followed = known || proved && follow(&search, &plain, &mut proof, context);
        let rank = |child: &Child<State>| match child.numbers.pn {
            0 => Some(0),
            _ => proof.get(&child.key).copied(),
        };
        let best = match followed {
            true => {
                let ranked = children.iter().filter_map(|(mv, child)| Some((rank(child)?, *mv)));
                ranked.min_by_key(|(rank, _)| *rank).map(|(_, mv)| mv)
            }
            false => None,
        };
        self.put(asked, proof);
        Ok(best)
    }
}

/// What to do where a glance shows that all is sure: end the game if the board as it stands is worth
/// enough, and else play beside living stones, which become more with every such move.
fn settle(go: &Go, position: &Position, children: &[(Move, Child<State>)]) -> Option<Move> {
    let is_sure = |mv: Move| children.iter().any(|(m, child)| *m == mv && child.numbers.pn == 0);
    if is_sure(Move::Pass) {
        return Some(Move::Pass);
    }
    if let Some(last) = finish(go, position).filter(|mv| is_sure(*mv)) {
        return Some(last);
    }
    let places = (0..go.board.points()).filter(|point| is_sure(Move::Place(*point as u8)));
    let best = places.max_by_key(|point| growth(go, position, *point));
    best.map(|point| Move::Place(point as u8))
}

/// Adds the proof of a filled state to those that are kept; says whether that was done.
fn follow(
    search: &Search<'_, Question>,
    root: &State,
    proof: &mut Proof,
    context: &Context,
) -> bool {
    let mut walk = Walk { search, proof, way: HashSet::default(), context };
    on_deep_stack(|| walk.rank(root).is_some())
}

struct Walk<'a, 'b> {
    search: &'a Search<'b, Question>,
    proof: &'a mut Proof,
    /// Positions on the way from the root: a proof must not come back to one.
    way: HashSet<u128>,
    context: &'a Context,
}

impl Walk<'_, '_> {
    /// The rank of a filled state from which the proof holds; `None` if it cannot be followed.
    fn rank(&mut self, state: &State) -> Option<u32> {
        let child = self.search.contest().child(state);
        if child.numbers.solved() {
            return (child.numbers.pn == 0).then_some(0);
        }
        if let Some(rank) = self.proof.get(&child.key) {
            return Some(*rank);
        }
        let full = self.proof.len() >= LARGEST;
        if full || self.context.check(self.search.nodes()) || !self.way.insert(child.key) {
            return None;
        }
        let mut highest = 0;
        match state.mover {
            0 => {
                let mut next = proving_child(self.search, state);
                if next.is_none() && self.search.run_here(&child) == Found::Proved {
                    // The table had lost it.
                    next = proving_child(self.search, state);
                }
                highest = self.rank(&landfill(self.board(), next?))?;
            }
            _ => {
                for mv in moves(self.board(), state) {
                    // Who passes twice ends the game, which the search has looked at.
                    let Some(next) = state.play(self.board(), mv, false) else { continue };
                    highest = highest.max(self.rank(&landfill(self.board(), next))?);
                }
            }
        }
        self.way.remove(&child.key);
        self.proof.insert(child.key, highest + 1);
        Some(highest + 1)
    }

    fn board(&self) -> Board {
        self.search.contest().board()
    }
}
