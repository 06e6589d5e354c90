//! Who wins a position: by the forms of its regions where they are small enough, by search where
//! they are not.

use crate::known::Known;
use crate::position::{Amazons, Move, Position};
use crate::search::Reading;
use crate::spare::SpareMoves;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::{
    Answer, Answers, Basis, Context, Error, Finding, Goal, Outcome, Result, Side, Solver, Verdict,
};

/// Cells of the regions, together, whose bounds a search looks up: fewer for a small position,
/// which is read out before more were worked out.
const SMALL: usize = 7;
const SMALLER: usize = 6;
/// Open squares of a position that is not small.
const MANY_OPEN: usize = 16;

/// Reads positions out by their regions. Clones share what they know.
#[derive(Clone)]
pub struct ReadSums {
    folder: Option<PathBuf>,
    known: Arc<Mutex<Option<Known>>>,
}

impl ReadSums {
    /// With the tables of a folder, as far as it has any.
    pub fn new(folder: Option<PathBuf>) -> ReadSums {
        ReadSums { folder, known: Arc::default() }
    }

    /// With the same folder; neither waits for the other.
    pub fn for_another_thread(&self) -> ReadSums {
        ReadSums::new(self.folder.clone())
    }

    /// Asks what is known; the tables are opened at the first question. What was worked out for
    /// earlier questions is kept until it is too much.
    pub fn ask<T>(&self, question: impl FnOnce(&mut Known) -> Result<T>) -> Result<T> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().is_some_and(Known::is_large) {
            *known = None;
        }
        match &mut *known {
            Some(known) => question(known),
            unopened => question(unopened.insert(Known::new(self.folder.as_deref())?)),
        }
    }
}

/// Who wins, seen by a side.
pub(crate) fn verdict(winner: Option<Side>, side: Side) -> Verdict {
    match winner {
        Some(winner) if winner == side => Verdict::Outcome { outcome: Outcome::Win, plies: None },
        Some(_) => Verdict::Outcome { outcome: Outcome::Loss, plies: None },
        None => Verdict::Unknown,
    }
}

/// A move that the winner, if it is the side to move, wins with; else the loser's move after which
/// the winner has the fewest replies.
fn good_move(
    known: &mut Known,
    position: &Position,
    winner: Side,
    context: &Context,
) -> Result<Option<Move>> {
    let mut moves = Vec::new();
    position.each_move(|mv| moves.push(mv));
    if winner != position.to_move {
        return Ok(moves.into_iter().min_by_key(|mv| position.play(*mv).count_moves()));
    }
    for mv in moves {
        if known.winner(&position.play(mv), context)? == Some(winner) {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

/// What a search needs to know of small regions. `None` if stopped.
fn small(position: &Position, context: &Context) -> Option<SpareMoves> {
    let open = (position.board.full() - position.blocked).count();
    SpareMoves::new(if open > MANY_OPEN { SMALL } else { SMALLER }, context)
}

/// A search of a position; `None`, with a word why, if it is too large for one.
fn reading<'a>(
    position: &Position,
    small: &'a SpareMoves,
    context: &'a Context,
) -> Result<Option<Reading<'a, SpareMoves>>> {
    match Reading::new(position, small, context) {
        Err(Error::Refused(why)) => {
            context.progress.warn(&why);
            Ok(None)
        }
        found => found.map(Some),
    }
}

impl Solver<Amazons> for ReadSums {
    fn name(&self) -> &'static str {
        "sums"
    }

    fn threads(&self, context: &Context) -> usize {
        context.limits.threads
    }

    fn solve(
        &self,
        _: &Amazons,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let by_forms = self.ask(|known| {
            let before = known.sums_met();
            let Some(winner) = known.winner(position, context)? else { return Ok(None) };
            let mut line = Vec::new();
            let mut at = *position;
            while goal == Goal::Score
                && let Some(mv) = good_move(known, &at, winner, context)?
            {
                line.push(mv);
                at = at.play(mv);
            }
            let nodes = known.sums_met() - before;
            let counts = vec![
                ("regions_met", known.regions_met() as u64),
                ("canonical_forms", known.forms().len() as u64),
            ];
            Ok(Some((winner, line, nodes, counts)))
        })?;
        let (winner, basis, line, nodes, counts) = match by_forms {
            Some((winner, line, nodes, counts)) => {
                (Some(winner), Basis::Forms, line, nodes, counts)
            }
            None => {
                let Some(small) = small(position, context) else {
                    return Ok(Answer::nothing(context));
                };
                let Some(reading) = reading(position, &small, context)? else {
                    return Ok(Answer::nothing(context));
                };
                let winner = reading.winner(position);
                let line = match (winner, goal) {
                    (Some(_), Goal::Score) => reading.line(position),
                    _ => Vec::new(),
                };
                (winner, Basis::Search, line, reading.nodes(), Vec::new())
            }
        };
        let found = Finding::proved(verdict(winner, position.to_move), basis);
        Ok(Answer::new(found, nodes)
            .with_line(line)
            .with_counts(counts)
            .stopped_by(context.stopped()))
    }

    fn values_of(
        &self,
        _: &Amazons,
        position: &Position,
        moves: &[Move],
        _: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        let side = position.to_move;
        let by_forms = self.ask(|known| {
            let before = known.sums_met();
            let mut found = Vec::new();
            for mv in moves {
                let Some(winner) = known.winner(&position.play(*mv), context)? else {
                    return Ok(None);
                };
                let verdict = verdict(Some(winner), side);
                found.push((*mv, Finding::proved(verdict, Basis::Forms)));
            }
            Ok(Some((found, known.sums_met() - before)))
        })?;
        let (moves, nodes) = match by_forms {
            Some(found) => found,
            None => match small(position, context) {
                None => (moves.iter().map(|mv| (*mv, Finding::Nothing)).collect(), 0),
                Some(small) => {
                    let reading = Reading::new(position, &small, context)?;
                    let tried = reading.values(position, moves).into_iter();
                    let found = tried.map(|tried| {
                        let verdict = verdict(tried.winner, side);
                        (tried.mv, Finding::proved(verdict, Basis::Search))
                    });
                    (found.collect(), reading.nodes())
                }
            },
        };
        Ok(Answers { moves, nodes, stopped: context.stopped(), ..Answers::none() })
    }
}
