//! Choosing a move by reading out: which of several is worth most.

use super::{ReadOut, Session, Task};
use crate::geometry::Geometry;
use crate::kernel::Kernel;
use crate::position::{Move, Othello, Position};
use crate::search::SPLIT_FROM;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use yomikiri_core::{Bounds, Context, Game, Goal, Outcome, Result, Score};
use yomikiri_search::Crew;

/// The first of some moves that is worth most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstBest {
    /// The move.
    pub mv: Move,
    /// Its score for the side that moves, or with [`Goal::Win`] the sign of it.
    pub value: i32,
    /// Positions entered.
    pub nodes: u64,
}

impl ReadOut {
    /// Proves which of `moves`, tried in this order, is the first that `goal` cannot tell from
    /// the best. `None` if the context stopped the work.
    ///
    /// One proof serves all moves: after the first only *is it better?* is asked. The threads are
    /// those of `crew`, which is called if the work takes long, or else new ones.
    pub fn first_best(
        &self,
        game: &Othello,
        position: &Position,
        moves: &[Move],
        goal: Goal,
        crew: Option<&Arc<Crew>>,
        context: &Context,
    ) -> Result<Option<FirstBest>> {
        let task = Choose { position, moves, goal };
        let empties = (game.size.full() & !(position.black | position.white)).count_ones();
        if empties <= SPLIT_FROM {
            // Nothing below would be shared.
            let mut alone = context.clone();
            alone.limits.threads = 1;
            return self.run_with(game, position, &alone, None, task);
        }
        self.run_with(game, position, context, crew.cloned(), task)
    }
}

struct Choose<'a> {
    position: &'a Position,
    moves: &'a [Move],
    goal: Goal,
}

impl Choose<'_> {
    /// The value that `bounds` for the opponent prove, if they do.
    fn value(&self, bounds: Bounds) -> Option<i32> {
        match self.goal {
            Goal::Score => Some(-bounds.exact()?.0),
            Goal::Win => Some(match bounds.outcome()? {
                Outcome::Win => -1,
                Outcome::Draw => 0,
                Outcome::Loss => 1,
            }),
        }
    }
}

impl Task for Choose<'_> {
    type Output = Option<FirstBest>;

    fn run<K: Kernel, G: Geometry>(self, session: &mut Session<'_, K, G>) -> Option<FirstBest> {
        let highest = if self.goal == Goal::Win { 1 } else { G::SQUARES as i32 };
        let mut best: Option<(i32, Move)> = None;
        for &mv in self.moves {
            let child = session.game.play(self.position, mv);
            if let Some((value, _)) = best {
                if value == highest {
                    break;
                }
                let (own, other) = session.discs(&child);
                let squares = Score(G::SQUARES as i32);
                let mut bounds = Bounds { low: -squares, high: squares };
                // Better for this side: not above that for the other.
                let alpha = -value - 1;
                if !session.ask(own, other, alpha, &mut bounds) {
                    return None;
                }
                if bounds.low.0 > alpha {
                    continue;
                }
            }
            let bounds = session.prove(&child, self.goal);
            best = Some((self.value(bounds)?, mv));
        }
        let nodes = session.worker.shared.nodes.load(Ordering::Relaxed);
        best.map(|(value, mv)| FirstBest { mv, value, nodes })
    }
}
