//! Perpetual check: who loses a game that goes on for ever because one side keeps giving check.
//!
//! After [`crate::retrograde::solve`] the draws are left: there, either side can go on for ever.
//! Under the rule that a side loses if from some move on every move of it gives check, a side
//! must be able to make, again and again, a move that gives none. Where it can is a nested fixed
//! point: of the states where it has not yet failed, those from which it can force such a move
//! that leads to another of them; repeated until none drops out. States where both sides fail,
//! both giving check for ever, stay draws.

use crate::retrograde::{StateSpace, Value, Values};
use yomikiri_core::{Context, Outcome};

/// A space that knows checks.
pub trait Checks: StateSpace {
    /// Whether the side to move is in check.
    fn in_check(&self, index: u64) -> bool;
}

/// Decides the draws in which a side cannot but give check for ever; `None` if the context
/// stopped the work.
pub fn decide<S: Checks>(space: &S, values: &mut Values, context: &Context) -> Option<()> {
    let draws = Draws::new(values);
    let graph = Graph { space, draws: &draws };
    let checked: Vec<bool> = draws.indices.iter().map(|index| space.in_check(*index)).collect();
    let mut moves = vec![0_u16; draws.indices.len()];
    for state in 0..draws.indices.len() {
        graph.before(state, |from, edges| moves[from] += edges);
    }
    let all = vec![true; draws.indices.len()];
    // Where the side to move can go on without perpetual check, and where the other side can.
    let mut can = [all.clone(), all];
    loop {
        if context.check(0) {
            return None;
        }
        let next = graph.can_go_on(&can, &checked, &moves);
        if next == can {
            break;
        }
        can = next;
    }
    for (state, index) in draws.indices.iter().enumerate() {
        let outcome = match (can[0][state], can[1][state]) {
            (false, true) => Outcome::Loss,
            (true, false) => Outcome::Win,
            _ => Outcome::Draw,
        };
        values.decide(*index, outcome);
    }
    Some(())
}

struct Graph<'a, S> {
    space: &'a S,
    draws: &'a Draws,
}

impl<S: Checks> Graph<'_, S> {
    /// Calls `visit` with the draws from which a move leads to a draw.
    fn before(&self, state: usize, mut visit: impl FnMut(usize, u16)) {
        self.space.predecessors(self.draws.indices[state], |index, edges| {
            if let Some(from) = self.draws.state(index) {
                visit(from, edges);
            }
        });
    }

    /// Those states of `can` from which a side can force a move of its own that gives no check
    /// and leads to a state of `can`: first with the side to move, then with the other.
    fn can_go_on(&self, can: &[Vec<bool>; 2], checked: &[bool], moves: &[u16]) -> [Vec<bool>; 2] {
        let none = vec![false; checked.len()];
        let mut next = [none.clone(), none];
        let mut left = moves.to_vec();
        let mut work = Vec::new();
        for state in (0..checked.len()).filter(|state| can[1][*state] && !checked[*state]) {
            self.before(state, |from, _| {
                if can[0][from] && !next[0][from] {
                    next[0][from] = true;
                    work.push((from, 0));
                }
            });
        }
        while let Some((state, role)) = work.pop() {
            self.before(state, |from, edges| match role {
                // The other side moves to where this side can: all its moves must.
                0 if can[1][from] && !next[1][from] => {
                    left[from] -= edges;
                    if left[from] == 0 {
                        next[1][from] = true;
                        work.push((from, 1));
                    }
                }
                1 if can[0][from] && !next[0][from] => {
                    next[0][from] = true;
                    work.push((from, 0));
                }
                _ => {}
            });
        }
        next
    }
}

/// The draws of a space, numbered among themselves.
struct Draws {
    indices: Vec<u64>,
    bits: Vec<u64>,
    /// Draws before each word of bits.
    before: Vec<u32>,
}

impl Draws {
    fn new(values: &Values) -> Draws {
        let is_draw = |index: &u64| values.get(*index) == Value::Draw;
        let indices: Vec<u64> = (0..values.len()).filter(is_draw).collect();
        let mut bits = vec![0; values.len().div_ceil(64) as usize];
        for index in &indices {
            bits[(index / 64) as usize] |= 1 << (index % 64);
        }
        let count = |sum: &mut u32, word: &u64| {
            let before = *sum;
            *sum += word.count_ones();
            Some(before)
        };
        let before = bits.iter().scan(0, count).collect();
        Draws { indices, bits, before }
    }

    fn state(&self, index: u64) -> Option<usize> {
        let (word, bit) = ((index / 64) as usize, index % 64);
        let bits = self.bits[word];
        (bits >> bit & 1 == 1)
            .then(|| (self.before[word] + (bits & ((1 << bit) - 1)).count_ones()) as usize)
    }
}
