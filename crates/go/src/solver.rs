//! How Go is read out: questions put to both sides until the answers meet, and where endless play
//! decides, a table of everything.

use crate::known::Known;
use crate::landfill::landfill;
use crate::oracle::check_possible;
use crate::position::{Go, Move, Position};
use crate::reading::Reading;
use crate::rules::{Ko, Repetition, Scoring};
use crate::state::State;
use crate::superko;
use crate::tables::Tables;
use crate::values::{Judging, LONGER, SHARE, TableTime};
use std::sync::Arc;
use std::time::Duration;
use yomikiri_core::{
    Answer, Answers, Basis, Bounds, Context, Error, Finding, Game, Goal, Limits, Result, Score,
    Side, Solver, Standing, Stop, Verdict,
};
use yomikiri_storage::{ClaimStore, Policy};

/// The default method.
#[derive(Default)]
pub struct ReadOut {
    /// Where tables are.
    pub tables: Arc<Tables>,
}

/// Nodes for a question on a board that a table can be made of, before it is made.
const PATIENCE: u64 = 1 << 18;
/// How many times as long as a table the distances of all states from an end take.
const RANKS: u32 = 4;
/// Nodes of a move's first turn under superko.
const SUPERKO_TURN: usize = 1 << 14;
/// Work, as a logarithm, below which a bound is not kept.
const LEAST_WORK: u8 = 10;
/// How often a checkpoint is written, at most.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(1);

impl ReadOut {
    /// Everything about a position but the superko rules.
    fn read<'a>(
        &self,
        go: &'a Go,
        position: &Position,
        goal: Goal,
        claims: Option<Arc<ClaimStore>>,
        context: &'a Context,
    ) -> Result<Reading<'a>> {
        let mut reading = Reading::new(go, position, claims, context);
        if let Some(table) = self.tables.at_hand(go)? {
            reading.know_by(&table)?;
            return Ok(reading);
        }
        let has_table = self.tables.can_have(go, context);
        if go.rules.scoring == Scoring::Stones {
            // What is known of living stones and of what they enclose is about area.
            if !has_table {
                return Err(Error::refused(format!(
                    "where stones alone count, all states of the board must be looked at: {}",
                    check_possible(go, context)
                        .err()
                        .map_or(String::new(), |error| error.to_string())
                )));
            }
            if let Some(table) = self.tables.get(go, context)? {
                reading.know_by(&table)?;
            }
            return Ok(reading);
        }
        if go.rules.suicide && !has_table {
            return Err(Error::refused(format!(
                "with suicide allowed a game of Go need not end, so all states of the board must be \
                 looked at: {}",
                check_possible(go, context).err().map_or(String::new(), |error| error.to_string())
            )));
        }
        // A table that would not be done in time is none.
        let has_table =
            has_table && (go.rules.suicide || TableTime::of(go, 1, context) != TableTime::None);
        if is_searchable(go, position) {
            reading.read(goal, has_table.then_some(PATIENCE))?;
            // A tie may tell the value where one end is open still; a table tells that too.
            let open = match goal {
                Goal::Win => !reading.known.reached(go, goal),
                Goal::Score => !reading.known.is_settled(),
            };
            if open && has_table && context.stopped().is_none() {
                if let Some(table) = self.tables.get(go, context)? {
                    reading.know_by(&table)?;
                    reading.asking.iter_mut().for_each(|asking| asking.proof = None);
                } else {
                    reading.check()?;
                }
            } else {
                reading.check()?;
            }
        } else if has_table {
            if let Some(table) = self.tables.get(go, context)? {
                reading.know_by(&table)?;
            }
        } else {
            reading.known = self.by_moves(go, position, goal, context, &mut reading)?;
        }
        Ok(reading)
    }

    /// The best of what every move leads to.
    fn by_moves(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
        reading: &mut Reading<'_>,
    ) -> Result<Known> {
        let mut moves = Vec::new();
        go.moves(position, &mut moves);
        let mut best: Option<Known> = None;
        for mv in moves {
            let next = go.play(position, mv);
            let known = match next.passes {
                2 => {
                    let margin = go.margin(&next);
                    Known::bracket(margin, margin)
                }
                _ => {
                    let inner = self.read(go, &next, goal, None, context)?;
                    reading.spent += inner.nodes();
                    reading.checked += inner.checked;
                    reading.unchecked += inner.unchecked;
                    inner.known
                }
            };
            best = Some(best.map_or(known, |best| best.or(known, position.side)));
        }
        Ok(best.expect("there is always a pass"))
    }

    /// Finds out what moves are worth: by turns where there is not much time, by a table, and
    /// without one by one after the other.
    fn judge(
        &self,
        judging: &mut Judging<'_>,
        claims: Option<Arc<ClaimStore>>,
        context: &Context,
    ) -> Result<()> {
        let go = judging.go;
        let plain = !go.rules.suicide && go.rules.scoring != Scoring::Stones;
        let at_hand = self.tables.at_hand(go)?.is_some();
        let time = match self.tables.can_have(go, context) {
            true => TableTime::of(go, 1, context),
            false => TableTime::None,
        };
        let mut makes = time != TableTime::None;
        let limited = context.time_left().is_some() || context.limits.nodes.is_some();
        if plain && limited && !at_hand && time != TableTime::Plenty {
            if makes {
                let share = context.time_left().map(|left| left / SHARE);
                let limits = Limits { time: share, ..context.limits.clone() };
                let turns = context.part(limits).with_progress(context.progress.clone());
                judging.by_turns(claims.as_ref(), &turns)?;
                makes = judging.has_time(context);
            }
            if !makes {
                judging.by_turns(claims.as_ref(), context)?;
            }
        }
        // Where a search tells no truth there is nothing but a table.
        makes |= !plain && self.tables.can_have(go, context);
        if (at_hand || makes)
            && !judging.is_settled()
            && let Some(table) = self.tables.get(go, context)?
        {
            return judging.look_up(&table, context);
        }
        let goal = judging.goal;
        judging.one_by_one(context, |next| self.read(go, next, goal, claims.clone(), context))
    }

    /// The same under superko, where every turn is asked from the beginning.
    fn superko_values(
        &self,
        go: &Go,
        position: &Position,
        moves: &[Move],
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        refuse_checkpoint(context)?;
        let all = go.scores(position.side);
        let mut answers = Answers::none();
        answers.moves = moves.iter().map(|mv| (*mv, Finding::Nothing)).collect();
        let is_done = |found: &Finding| match goal {
            Goal::Score => found.verdict().score().is_some(),
            Goal::Win => found.verdict().outcome().is_some(),
        };
        let mut turn = if context.time_left().is_some() { SUPERKO_TURN } else { usize::MAX };
        while answers.moves.iter().any(|(_, found)| !is_done(found)) {
            for (mv, known) in &mut answers.moves {
                if is_done(known) || context.stopped().is_some() {
                    continue;
                }
                let next = go.play(position, *mv);
                let found = match go.final_score(&next) {
                    Some(score) => at_the_end(score),
                    None => {
                        let found = superko::solve(go, &next, goal, &self.tables, turn, context)?;
                        answers.nodes += found.nodes;
                        found.finding
                    }
                };
                let basis = found.as_proved().map_or(Basis::Search, |proved| proved.basis());
                let [before, new] =
                    [known.verdict(), -found.verdict()].map(|v| v.bounds().unwrap_or(all));
                let both = Bounds { low: before.low.max(new.low), high: before.high.min(new.high) };
                if both != before {
                    *known = exactly(Verdict::from_bounds(both), basis);
                    context.progress.found(&go.print_move(position, *mv), known);
                }
            }
            if context.stopped().is_some() || turn == usize::MAX {
                break;
            }
            turn = turn.saturating_mul(LONGER as usize);
        }
        let open = answers.moves.iter().any(|(_, found)| !is_done(found));
        answers.stopped = context.stopped().filter(|_| open);
        Ok(answers)
    }

    fn claims(&self, go: &Go, context: &Context) -> Result<Option<Arc<ClaimStore>>> {
        let Some(folder) = &context.checkpoint else { return Ok(None) };
        if go.rules.suicide {
            return Err(Error::refused(
                "with suicide allowed a table of all states is made, and nothing is kept on the \
                 way; leave out --checkpoint",
            ));
        }
        let parameters = format!("go {} ko basic suicide forbidden", go.board);
        let memory = context.limits.memory / 8;
        let policy = Policy { least_work: LEAST_WORK, memory, interval: CHECKPOINT_INTERVAL };
        Ok(Some(Arc::new(ClaimStore::open(folder, &parameters, policy)?)))
    }
}

impl Solver<Go> for ReadOut {
    fn name(&self) -> &'static str {
        "readout"
    }

    fn threads(&self, context: &Context) -> usize {
        context.limits.threads.max(1)
    }

    fn keeps_checkpoints(&self) -> bool {
        true
    }

    fn solve(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        if let Some(score) = go.final_score(position) {
            return Ok(Answer::new(at_the_end(score), 0));
        }
        if go.rules.ko != Ko::Basic {
            refuse_checkpoint(context)?;
            return superko::solve(go, position, goal, &self.tables, usize::MAX, context);
        }
        let claims = self.claims(go, context)?;
        let mut reading = self.read(go, position, goal, claims.clone(), context)?;
        let nodes = reading.nodes();
        let mut line = Vec::new();
        let done = reading.known.reached(go, goal) && reading.unchecked == 0;
        let stopped = match reading.unchecked {
            0 => context.stopped().filter(|_| !done),
            // Not stopped by the context: the verifier had too little memory.
            _ => context.stopped().or(Some(Stop::Memory)),
        };
        let exact = reading.known.low == reading.known.high && is_searchable(go, position);
        if goal == Goal::Score && stopped.is_none() && exact {
            reading.prove_both_ends()?;
            line = reading.line();
        }
        let found = Answer::new(reading.finding(), nodes);
        let mut found = found.with_line(line).stopped_by(stopped);
        if reading.checked > 0 {
            found.counts.push(("positions_checked", reading.checked));
        }
        if reading.unchecked > 0 {
            found.counts.push(("proofs_unchecked", reading.unchecked));
        }
        if let Some(claims) = claims {
            claims.finish(nodes, context)?;
            found.total_nodes += claims.earlier_nodes();
            found.counts.push(("facts_kept", claims.len() as u64));
        }
        Ok(found)
    }

    fn values_of(
        &self,
        go: &Go,
        position: &Position,
        moves: &[Move],
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        if go.rules.ko != Ko::Basic {
            return self.superko_values(go, position, moves, goal, context);
        }
        let claims = self.claims(go, context)?;
        let mut judging = Judging::new(go, position, moves, goal, context);
        self.judge(&mut judging, claims.clone(), context)?;
        if let Some(claims) = claims {
            claims.finish(judging.nodes, context)?;
        }
        Ok(judging.answers(context))
    }

    fn lead(
        &self,
        go: &Go,
        position: &Position,
        answers: &Answers<Move>,
        context: &Context,
    ) -> Result<Option<Move>> {
        let Some(margin) = sure_of(go, position, answers).filter(|_| go.rules.ko == Ko::Basic)
        else {
            return Ok(None);
        };
        let moves: Vec<Move> = answers.moves.iter().map(|(mv, _)| *mv).collect();
        let leading = self.lead_on(go, position, &moves, margin, context)?;
        // Where endless play has a value, being sure of less than that is no progress.
        let is_best = |mv: &Move| {
            let standings = answers.standings(Goal::Score, go.max_score());
            let at = moves.iter().position(|other| other == mv);
            go.rules.repetition == Repetition::Open
                || at.is_some_and(|at| standings[at] == Standing::Best)
        };
        Ok(leading.filter(is_best))
    }
}

/// The margin that the best move is sure of, endless play counted against it, if that is known.
fn sure_of(go: &Go, position: &Position, answers: &Answers<Move>) -> Option<i32> {
    let none = go.score(0, position.side).0;
    let least = -(go.board.points() as i32);
    let ends = |(_, found): &(Move, Finding)| {
        let verdict = found.verdict();
        let bounds = found.bracket().map(|ends| Bounds { high: ends.low, ..ends });
        let [low, high] = match (bounds.or(verdict.bounds()), go.rules.repetition) {
            (None, _) => return (least, -least),
            (Some(known), _) if bounds.is_some() => [known.low, known.high],
            // What it counts if play is endless may be in it.
            (Some(known), Repetition::Tie(_)) => [Score(least + none), known.high],
            (Some(known), Repetition::Open) => match verdict {
                Verdict::Cycle(_) => [known.low, known.low],
                _ => [known.low, known.high],
            },
        };
        (low.0 - none, high.0 - none)
    };
    let best = answers.moves.iter().map(ends).reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)));
    best.filter(|(low, high)| low == high).map(|(low, _)| low)
}

impl ReadOut {
    /// One of these moves that keeps the margin that the side to move is sure of, and leads on to
    /// the end: of moves that only keep what one has, one could make too many. `None` where nothing
    /// is sure, or where no such move was found in time.
    pub(crate) fn lead_on(
        &self,
        go: &Go,
        position: &Position,
        moves: &[Move],
        margin: i32,
        context: &Context,
    ) -> Result<Option<Move>> {
        if margin <= -(go.board.points() as i32) || context.stopped().is_some() {
            return Ok(None);
        }
        // What takes too long is not begun.
        let in_time = TableTime::of(go, RANKS, context) != TableTime::None;
        if let Some(ranks) = self.tables.ranks(go, in_time, context)? {
            return Ok(ranks.lead(go, position, moves));
        }
        let plain = !go.rules.suicide && go.rules.scoring != Scoring::Stones;
        match !plain || context.stopped().is_some() {
            true => Ok(None),
            false => self.tables.strategies.lead(go, position, moves, margin, context),
        }
    }
}

/// Refuses to keep anything under superko.
fn refuse_checkpoint(context: &Context) -> Result<()> {
    match context.checkpoint {
        None => Ok(()),
        Some(_) => Err(Error::refused(
            "under superko nothing can be kept: what a position is worth depends on all that came \
             before it; leave out --checkpoint",
        )),
    }
}

/// Whether a search tells the truth about a position. After a pass the game may end on dead stones
/// that a search takes for gone; where stones can be thrown away for ever, nothing static holds.
pub(crate) fn is_searchable(go: &Go, position: &Position) -> bool {
    let plain = State::of(position, Side::First);
    let filled = landfill(go.board, plain).stones == plain.stones;
    !go.rules.suicide && go.rules.scoring != Scoring::Stones && (!plain.passed || filled)
}

/// What is found at the end of a game.
pub(crate) fn at_the_end(score: Score) -> Finding {
    exactly(Verdict::Score { score }, Basis::Rules)
}

/// What is proved where endless play has no say: the two ends are one.
pub(crate) fn exactly(verdict: Verdict, basis: Basis) -> Finding {
    let bracket = verdict.score().map(|score| Bounds { low: score, high: score });
    Finding::proved(verdict, basis).with_bracket(bracket)
}
