//! Who wins a position: by the forms of its regions where they are small enough, by search where
//! they are not.

use crate::position::{Amazons, Move, Position};
use crate::reader::Reader;
use crate::regions::{Region, split};
use std::sync::{Mutex, MutexGuard, PoisonError};
use yomikiri_cgt::{Form, Forms, Sums};
use yomikiri_core::{Answer, Answers, Context, Game, Goal, Outcome, Result, Side, Solver, Verdict};

/// Regions that may be met for the form of one region.
const MOST_REGIONS: u64 = 100_000;
/// A region with more empty cells is not tried.
const MOST_EMPTY: u32 = 14;

/// Reads positions out by the forms of their regions.
pub struct ReadSums {
    known: Mutex<Known>,
}

/// What has been found out so far.
pub struct Known {
    reader: Reader,
    sums: Sums,
}

impl Default for ReadSums {
    fn default() -> ReadSums {
        ReadSums::new()
    }
}

impl ReadSums {
    /// Knows nothing yet.
    pub fn new() -> ReadSums {
        let known = Known { reader: Reader::new(0), sums: Sums::new() };
        ReadSums { known: Mutex::new(known) }
    }

    /// What is known, for one's own questions.
    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// The forms.
    pub fn forms(&self) -> &Forms {
        self.reader.forms()
    }

    /// The form of a region; `None` if it is too large, or the context stopped.
    pub fn region(&mut self, region: &Region, context: &Context) -> Option<Form> {
        if (region.cells - (region.black | region.white)).count() > MOST_EMPTY as usize {
            return None;
        }
        self.reader.allow(MOST_REGIONS);
        self.reader.region(region, context)
    }

    /// The forms of all regions; `None` if one is too large.
    pub fn regions(&mut self, position: &Position, context: &Context) -> Option<Vec<Form>> {
        split(position).regions.iter().map(|region| self.region(region, context)).collect()
    }

    /// Whether the side to move wins; `None` if a region is too large.
    pub fn wins(&mut self, position: &Position, context: &Context) -> Option<bool> {
        let parts = self.regions(position, context)?;
        let black_first = position.to_move == Side::First;
        Some(self.sums.wins(self.reader.forms(), &parts, black_first))
    }
}

fn verdict(wins: Option<bool>) -> Verdict {
    match wins {
        Some(true) => Verdict::Outcome { outcome: Outcome::Win, plies: None },
        Some(false) => Verdict::Outcome { outcome: Outcome::Loss, plies: None },
        None => Verdict::Unknown,
    }
}

impl Solver<Amazons> for ReadSums {
    fn name(&self) -> &'static str {
        "sums"
    }

    fn solve(
        &self,
        game: &Amazons,
        position: &Position,
        _: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let mut known = self.known();
        let before = known.sums.nodes();
        let wins = known.wins(position, context);
        let mut line = Vec::new();
        let mut at = *position;
        while let Some(wins) = wins {
            // The winner moves so as to win; the loser, for whom all is lost, so as to hold out:
            // where the winner has the fewest winning moves would be best, the first will do.
            let side_wins = wins == (at.to_move == position.to_move);
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let keeps = |known: &mut Known, mv: &Move| {
                !side_wins || known.wins(&at.play(*mv), context) == Some(false)
            };
            let Some(mv) = moves.into_iter().find(|mv| keeps(&mut known, mv)) else { break };
            line.push(mv);
            at = at.play(mv);
        }
        let nodes = known.sums.nodes() - before;
        Ok(Answer {
            verdict: verdict(wins),
            bracket: None,
            line,
            nodes,
            total_nodes: nodes,
            counts: vec![
                ("regions_met", known.reader.regions() as u64),
                ("canonical_forms", known.forms().len() as u64),
            ],
            stopped: context.stopped(),
        })
    }

    fn values(
        &self,
        game: &Amazons,
        position: &Position,
        _: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        let mut known = self.known();
        let before = known.sums.nodes();
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let value = |mv| (mv, -verdict(known.wins(&position.play(mv), context)));
        let moves = moves.into_iter().map(value).collect();
        Ok(Answers { moves, nodes: known.sums.nodes() - before, stopped: context.stopped() })
    }
}
