//! How Go is read out: questions put to both sides until the answers meet, and where endless play
//! decides, a table of everything.

use crate::glance::finish;
use crate::known::{Known, known_by};
use crate::landfill::landfill;
use crate::oracle::check_possible;
use crate::position::{Go, Move, Position};
use crate::reading::{FIRST_TURN, Preparation, Reading, SIMPLE_POINTS};
use crate::rules::{Ko, Scoring};
use crate::state::State;
use crate::superko;
use crate::tables::Tables;
use crate::verify::proving_child;
use std::sync::Arc;
use yomikiri_core::{
    Answer, Answers, Bounds, Context, Error, Game, Goal, Result, Side, Solver, Stop, Verdict,
};
use yomikiri_search::Facts;
use yomikiri_search::proof::Found;

/// The default method.
#[derive(Default)]
pub struct ReadOut {
    /// Where tables are.
    pub tables: Arc<Tables>,
}

/// Nodes for a question on a board that a table can be made of, before it is made.
const PATIENCE: u64 = 1 << 18;
/// Work, as a logarithm, below which a fact is not kept.
const LEAST_WORK: u8 = 10;

impl ReadOut {
    /// Everything about a position but the superko rules.
    fn read<'a>(
        &self,
        go: &'a Go,
        position: &Position,
        goal: Goal,
        facts: Option<Arc<Facts>>,
        context: &'a Context,
    ) -> Result<Reading<'a>> {
        let mut reading = Reading::new(go, position, facts, context);
        if let Some(table) = self.tables.at_hand(go)? {
            reading.known = known_by(&table, position)?;
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
                reading.known = known_by(&table, position)?;
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
        if is_searchable(go, position) {
            reading.read(goal, has_table.then_some(PATIENCE))?;
            // A tie may tell the value where one end is open still; a table tells that too.
            let open = match goal {
                Goal::Win => !reading.known.reached(go, goal),
                Goal::Score => !reading.known.is_settled(),
            };
            if open && has_table && context.stopped().is_none() {
                if let Some(table) = self.tables.get(go, context)? {
                    reading.known = known_by(&table, position)?;
                    reading.asking.iter_mut().for_each(|asking| asking.proof = None);
                } else {
                    reading.check()?;
                }
            } else {
                reading.check()?;
            }
        } else if has_table {
            if let Some(table) = self.tables.get(go, context)? {
                reading.known = known_by(&table, position)?;
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
            let better =
                |a: i32, b: i32| if position.side == Side::First { a.max(b) } else { a.min(b) };
            best = Some(best.map_or(known, |best| Known {
                low: better(best.low, known.low),
                low_most: better(best.low_most, known.low_most),
                high: better(best.high, known.high),
                high_least: better(best.high_least, known.high_least),
            }));
        }
        Ok(best.expect("there is always a pass"))
    }

    fn facts(&self, go: &Go, context: &Context) -> Result<Option<Arc<Facts>>> {
        let Some(folder) = &context.checkpoint else { return Ok(None) };
        if go.rules.suicide {
            return Err(Error::refused(
                "with suicide allowed a table of all states is made, and nothing is kept on the \
                 way; leave out --checkpoint",
            ));
        }
        let parameters = format!("go {} ko basic suicide forbidden", go.board);
        let memory = context.limits.memory / 8;
        Ok(Some(Arc::new(Facts::open(folder, &parameters, LEAST_WORK, memory)?)))
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
            return Ok(answer(Verdict::Score { score }, Vec::new(), 0, context));
        }
        if go.rules.ko != Ko::Basic {
            if context.checkpoint.is_some() {
                return Err(Error::refused(
                    "under superko nothing can be kept: what a position is worth depends on all \
                     that came before it; leave out --checkpoint",
                ));
            }
            return superko::solve(go, position, goal, &self.tables, context);
        }
        let facts = self.facts(go, context)?;
        let mut reading = self.read(go, position, goal, facts.clone(), context)?;
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
        let mut found = answer(reading.known.verdict(go, position.side), line, nodes, context);
        found.bracket = reading.known.is_settled().then(|| reading.known.bounds(go, position.side));
        found.stopped = stopped;
        if reading.checked > 0 {
            found.counts.push(("positions_checked", reading.checked));
        }
        if reading.unchecked > 0 {
            found.counts.push(("proofs_unchecked", reading.unchecked));
        }
        if let Some(facts) = facts {
            facts.save(nodes)?;
            found.total_nodes += facts.earlier_nodes();
            found.counts.push(("facts_kept", facts.len() as u64));
        }
        Ok(found)
    }

    fn values(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        let mut moves = Vec::new();
        go.moves(position, &mut moves);
        let mut answers = Answers { moves: Vec::new(), leading: None, nodes: 0, stopped: None };
        let mut unchecked = 0;
        // Many positions of a small board: everything at once is the shortest way.
        if go.rules.ko == Ko::Basic && self.tables.can_have(go, context) && !moves.is_empty() {
            self.tables.get(go, context)?;
        }
        for mv in moves {
            let next = go.play(position, mv);
            let verdict = match go.final_score(&next) {
                Some(score) => Verdict::Score { score },
                None if context.stopped().is_some() => Verdict::Unknown,
                None if go.rules.ko != Ko::Basic => {
                    let found = superko::solve(go, &next, goal, &self.tables, context)?;
                    answers.nodes += found.nodes;
                    found.verdict
                }
                None => {
                    let facts = self.facts(go, context)?;
                    let reading = self.read(go, &next, goal, facts.clone(), context)?;
                    answers.nodes += reading.nodes();
                    unchecked += reading.unchecked;
                    if let Some(facts) = facts {
                        facts.save(reading.nodes())?;
                    }
                    reading.known.verdict(go, next.side)
                }
            };
            context.progress.found(&go.print_move(position, mv), &-verdict);
            answers.moves.push((mv, -verdict));
        }
        answers.stopped = context.stopped().or((unchecked > 0).then_some(Stop::Memory));
        self.lead_with_progress(go, position, &mut answers, context)?;
        Ok(answers)
    }
}

impl ReadOut {
    /// Of several moves that are worth the same, puts one first that leads on to the end: of moves
    /// that only keep what one has, one could make too many.
    fn lead_with_progress(
        &self,
        go: &Go,
        position: &Position,
        answers: &mut Answers<Move>,
        context: &Context,
    ) -> Result<()> {
        let points = go.board.points() as i32;
        let low = |verdict: &Verdict| verdict.bounds().map_or(i32::MIN, |bounds| bounds.low.0);
        let Some(best) = answers.moves.iter().map(|(_, verdict)| low(verdict)).max() else {
            return Ok(());
        };
        let by_area = go.rules.scoring != Scoring::Stones;
        if let Some(last) = finish(go, position).filter(|_| by_area && go.rules.ko == Ko::Basic) {
            let is_last = |(mv, verdict): &(Move, Verdict)| *mv == last && low(verdict) == best;
            if let Some(place) = answers.moves.iter().position(is_last) {
                answers.moves[..=place].rotate_right(1);
            }
            return Ok(());
        }
        let target = best - go.score(0, position.side).0;
        let searchable = go.rules.ko == Ko::Basic && is_searchable(go, position);
        if !searchable || target <= -points || context.stopped().is_some() {
            return Ok(());
        }
        let reading = Reading::new(go, position, None, context);
        let how = match go.board.points() <= SIMPLE_POINTS {
            true => Preparation::Well,
            false => Preparation::FirstTry,
        };
        let Some(search) = reading.question(position.side, target, how)? else {
            return Ok(());
        };
        let state = State::of(position, position.side);
        let root = search.contest().child(&state);
        let proved = root.numbers.solved() || search.run(&root, FIRST_TURN) == Found::Proved;
        if !proved {
            return Ok(());
        }
        let filled = landfill(go.board, state);
        let next = proving_child(&search, &filled);
        let wanted = next.map(|child| search.contest().key(&child));
        let place = answers.moves.iter().position(|(mv, verdict)| {
            let next = filled.play(go.board, *mv, false);
            let leads = match next {
                Some(next) => Some(search.contest().key(&landfill(go.board, next))) == wanted,
                // The pass that ends the game.
                None => *mv == Move::Pass && position.passes == 1,
            };
            leads && low(verdict) == best
        });
        if let Some(place) = place {
            answers.moves[..=place].rotate_right(1);
        }
        Ok(())
    }
}

/// Whether a search tells the truth about a position. After a pass the game may end on dead stones
/// that a search takes for gone; where stones can be thrown away for ever, nothing static holds.
fn is_searchable(go: &Go, position: &Position) -> bool {
    let plain = State::of(position, Side::First);
    let filled = landfill(go.board, plain).stones == plain.stones;
    !go.rules.suicide && go.rules.scoring != Scoring::Stones && (!plain.passed || filled)
}

/// An answer without more to tell.
pub(crate) fn answer(
    verdict: Verdict,
    line: Vec<Move>,
    nodes: u64,
    context: &Context,
) -> Answer<Move> {
    let bracket = verdict.score().map(|score| Bounds { low: score, high: score });
    Answer {
        verdict,
        bracket,
        line,
        nodes,
        total_nodes: nodes,
        counts: Vec::new(),
        stopped: context.stopped(),
    }
}
