//! How far from the end every state of a small board is, for a side that is content with what it is
//! sure of: so that perfect play gets there, where moves that only keep what one has could go on
//! for ever.
//!
//! A side is sure of its value with endless play counted against it. A state's *rank* for a side is
//! the number of plies within which it can end the game with that, or be sure of more. The side can
//! always make a move after which its rank is less, and no move of the other side leaves as high a
//! rank and as low a value: so the rank falls until the game has ended or the value has risen.

use crate::glance::{finish, standing};
use crate::oracle::{Bracket, Graph, Oracle, Place, WITH_KO, check_possible};
use crate::position::{Go, Move, Position};
use crate::rules::{Passes, Scoring};
use crate::state::State;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicU16, Ordering};
use yomikiri_core::{Context, Game as _, Result, text::grouped};
use yomikiri_search::par_chunks;

/// A state that is no nearer to anything: who has nothing to lose has no rank.
const NONE: u16 = u16::MAX;
/// States that a thread takes at a time.
const STRIDE: usize = 1 << 13;

/// The values of all states, and the ranks of each for the side to move and for the other one.
pub(crate) struct Ranks {
    pub(crate) oracle: Oracle,
    /// Of each board: with no pass before, and after a pass.
    boards: Vec<[[u16; 2]; 2]>,
    bans: Vec<[u16; 2]>,
}

/// One kind of successor: the end of the game, with the mover's margin, or a state's number.
enum Next {
    End(i8),
    State(usize),
}

/// The states of a graph by number: boards, boards after a pass, states with a ban.
struct States<'a> {
    graph: &'a Graph,
    /// The margin of each board for its side to move, if the game ends there.
    areas: Vec<i8>,
    /// The boards that a pass lifts bans from.
    lifted: Vec<u32>,
    values: &'a (Vec<[Bracket; 2]>, Vec<Bracket>),
    ranks: Vec<[AtomicU16; 2]>,
}

impl States<'_> {
    fn value(&self, number: usize) -> Bracket {
        let boards = self.graph.boards.len();
        match number.checked_sub(2 * boards) {
            Some(ban) => self.values.1[ban],
            None => self.values.0[number % boards][number / boards],
        }
    }

    /// What a side is sure of, seen by itself: 0 for the side to move.
    fn sure(&self, number: usize, side: usize) -> i8 {
        let Bracket { low, high } = self.value(number);
        if side == 0 { low } else { -high }
    }

    fn successors(&self, number: usize) -> impl Iterator<Item = Next> {
        let boards = self.graph.boards.len();
        let at = match number.checked_sub(2 * boards) {
            Some(ban) => boards + ban,
            None => number % boards,
        };
        let stones = self.graph.moves(at).iter().map(move |next| {
            Next::State(match next & WITH_KO {
                0 => *next as usize,
                _ => 2 * boards + (next & !WITH_KO) as usize,
            })
        });
        let pass = match () {
            _ if at >= boards => Next::State(self.lifted[at - boards] as usize),
            _ if number >= boards => Next::End(self.areas[at]),
            _ => Next::State(boards + self.graph.swapped[at] as usize),
        };
        stones.chain([pass])
    }

    /// Whether a side is within `depth` plies of its end, given who is within fewer.
    fn is_within(&self, number: usize, side: usize, depth: u16) -> bool {
        let sure = self.sure(number, side);
        let near = |next: usize| self.ranks[next][1 - side].load(Ordering::Relaxed) < depth;
        match side {
            // One move that keeps what is sure and is nearer.
            0 => self.successors(number).any(|next| match next {
                Next::End(margin) => margin == sure,
                Next::State(next) => self.sure(next, 1) == sure && near(next),
            }),
            // Every move, unless more is sure after it.
            _ => self.successors(number).all(|next| match next {
                Next::End(_) => true,
                Next::State(next) => self.sure(next, 0) > sure || near(next),
            }),
        }
    }
}

impl Ranks {
    /// Works out the ranks of all states; `None` if the context stopped the work.
    pub(crate) fn new(go: &Go, context: &Context) -> Result<Option<Ranks>> {
        check_possible(go, context)?;
        let Some(graph) = Graph::new(go, context) else { return Ok(None) };
        let Some(values) = graph.values(go, Passes::default(), context) else { return Ok(None) };
        let boards = graph.boards.len();
        let all = 2 * boards + graph.bans.len();
        let ranks = (0..all).map(|_| [const { AtomicU16::new(NONE) }; 2]).collect();
        let areas = (0..boards).map(|board| graph.end(go, board)).collect();
        let lifted = (0..graph.bans.len()).map(|ban| graph.lifted(ban) as u32).collect();
        let states = States { graph: &graph, areas, lifted, values: &values, ranks };
        let worst = -(go.board.points() as i8);
        let mut waiting: Vec<u32> = (0..all as u32).collect();
        for depth in 1..NONE {
            let stage = format!("to the end in {depth}, {} states", grouped(waiting.len() as u64));
            let found = par_chunks(context, &stage, waiting.len(), STRIDE, |range| {
                let (mut left, mut settled) = (Vec::new(), 0_u64);
                for number in &waiting[range] {
                    let at = *number as usize;
                    let mut open = false;
                    for side in [0, 1] {
                        let rank = &states.ranks[at][side];
                        if states.sure(at, side) == worst || rank.load(Ordering::Relaxed) != NONE {
                            continue;
                        }
                        match states.is_within(at, side, depth) {
                            true => {
                                rank.store(depth, Ordering::Relaxed);
                                settled += 1;
                            }
                            false => open = true,
                        }
                    }
                    if open {
                        left.push(*number);
                    }
                }
                (left, settled)
            });
            let Some(found) = found else { return Ok(None) };
            let settled: u64 = found.iter().map(|(_, settled)| settled).sum();
            waiting = found.into_iter().flat_map(|(left, _)| left).collect();
            if settled == 0 || waiting.is_empty() {
                break;
            }
        }
        debug_assert!(waiting.is_empty(), "whoever is sure of something can come to an end");
        let of = |number: usize| [0, 1].map(|s| states.ranks[number][s].load(Ordering::Relaxed));
        let ranks = (0..boards).map(|board| [of(board), of(boards + board)]).collect();
        let bans = (2 * boards..all).map(of).collect();
        let (oracle, _) = Oracle::of(go, graph, values);
        Ok(Some(Ranks { oracle, boards: ranks, bans }))
    }

    /// The value of a state, and its rank for the side to move and for the other one.
    pub(crate) fn look(&self, state: &State) -> Option<(Bracket, [u16; 2])> {
        let rank = match self.oracle.find(state)? {
            Place::Board(at) => self.boards[at][usize::from(state.passed)],
            Place::Ban(at) => self.bans[at],
        };
        Some((self.oracle.value(state)?, rank))
    }

    /// One of these moves that keeps what the side to move is sure of and leads on to the end;
    /// `None` if it is sure of nothing.
    pub(crate) fn lead(&self, go: &Go, position: &Position, moves: &[Move]) -> Option<Move> {
        let (value, [rank, _]) = self.look(&State::of(position, position.side))?;
        // What is known of settled points is about area.
        let by_area = go.rules.scoring != Scoring::Stones;
        let last = finish(go, position).filter(|_| by_area);
        let leading = moves.iter().filter_map(|&mv| {
            let next = go.play(position, mv);
            let (child, after) = match next.passes {
                2 => {
                    let margin = standing(go, position) as i8;
                    (Bracket { low: -margin, high: -margin }, 0)
                }
                _ => self.look(&State::of(&next, next.side)).map(|(v, ranks)| (v, ranks[1]))?,
            };
            let leads = -child.high == value.low && after < rank;
            // Of those the one that loses least if endless play counts for it, then the natural
            // end, then the shortest way.
            leads.then_some(((-child.low, last == Some(mv), Reverse(after)), mv))
        });
        leading.max_by_key(|(worth, _)| *worth).map(|(_, mv)| mv)
    }
}
