//! How shogi is read out: by looking into a table of every position.

use crate::position::{Move, Position, Shogi};
use crate::progress;
use crate::rules::{PerpetualCheck, Repetition};
use crate::tables::{Subject, Table, Tables};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use yomikiri_core::{
    Answer, Answers, Basis, Context, Finding, Game, Goal, Outcome, Progress, ProgressSink, Result,
    Side, Solver, Verdict,
};
use yomikiri_search::retrograde::Value;

/// The default method: a table, from disk if it is there, and otherwise made.
#[derive(Default)]
pub struct ReadTable {
    /// Where the tables are.
    pub tables: Arc<Tables>,
}

/// A value under the game's rule for repetition, for `side`.
pub fn verdict(game: &Shogi, side: Side, value: Value) -> Verdict {
    match value {
        Value::Hole => Verdict::Unknown,
        Value::Win(plies) => Verdict::Outcome { outcome: Outcome::Win, plies: Some(plies.into()) },
        Value::Loss(plies) => {
            Verdict::Outcome { outcome: Outcome::Loss, plies: Some(plies.into()) }
        }
        Value::RuleWin => Verdict::Outcome { outcome: Outcome::Win, plies: None },
        Value::RuleLoss => Verdict::Outcome { outcome: Outcome::Loss, plies: None },
        Value::Draw => {
            let outcome = Outcome::from(game.repetition_score(side));
            Verdict::Outcome { outcome, plies: None }
        }
    }
}

/// What a move is worth to `side`, who makes it, given the value of what it leads to.
pub fn move_verdict(game: &Shogi, side: Side, value: Value) -> Verdict {
    verdict(game, !side, value).of_move()
}

/// The moves of a position, best first, each with the value of what it leads to.
pub fn ranked_moves(
    table: &Table,
    game: &Shogi,
    position: &Position,
) -> Result<Vec<(Move, Value)>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut ranked = Vec::new();
    for mv in moves {
        ranked.push((mv, table.value(&game.play(position, mv))?));
    }
    ranked.sort_by_key(|(_, value)| order(*value));
    Ok(ranked)
}

/// What one would rather leave to the opponent comes first.
fn order(value: Value) -> (u8, i32) {
    match value {
        Value::Loss(plies) => (0, i32::from(plies)),
        Value::RuleLoss => (1, 0),
        Value::Draw => (2, 0),
        Value::RuleWin => (3, 0),
        Value::Win(plies) => (4, -i32::from(plies)),
        Value::Hole => (5, 0),
    }
}

/// A line of best moves to the end of the game, or until a position comes back. There is none for
/// what perpetual check decides: it takes more than single moves to show that.
pub fn best_line(table: &Table, game: &Shogi, position: &Position) -> Result<Vec<Move>> {
    let mut line = Vec::new();
    if matches!(table.value(position)?, Value::RuleWin | Value::RuleLoss) {
        return Ok(line);
    }
    let mut position = *position;
    let mut seen = HashSet::from([position]);
    while let Some((mv, _)) = ranked_moves(table, game, &position)?.first() {
        line.push(*mv);
        position = game.play(&position, *mv);
        if !seen.insert(position) {
            break;
        }
    }
    Ok(line)
}

/// Remembers how many positions a table's making had settled when it last told.
struct Watch {
    nodes: AtomicU64,
    told: Arc<dyn ProgressSink>,
}

impl Watch {
    fn over(context: &Context) -> (Arc<Watch>, Context) {
        let told = context.progress.clone();
        let watch = Arc::new(Watch { nodes: AtomicU64::new(0), told });
        (watch.clone(), context.clone().with_progress(watch))
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl ProgressSink for Watch {
    fn report(&self, progress: &Progress) {
        self.nodes.store(progress.nodes, Ordering::Relaxed);
        self.told.report(progress);
    }

    fn found(&self, mv: &str, finding: &Finding) {
        self.told.found(mv, finding);
    }

    fn note(&self, text: &str) {
        self.told.note(text);
    }

    fn warn(&self, text: &str) {
        self.told.warn(text);
    }
}

impl ReadTable {
    /// Nothing is proved; what was done of the table is told.
    fn stopped<M>(
        game: &Shogi,
        position: &Position,
        settled: u64,
        context: &Context,
    ) -> Result<Answer<M>> {
        let all = Subject::of(game, position).index()?.len();
        let counts = vec![("positions_settled", settled), ("positions_of_the_table", all)];
        let answer = Answer::new(Finding::Nothing, settled).with_counts(counts);
        Ok(answer.stopped_by(context.stopped()))
    }
}

impl Solver<Shogi> for ReadTable {
    fn name(&self) -> &'static str {
        "table"
    }

    fn threads(&self, context: &Context) -> usize {
        context.limits.threads.max(1)
    }

    fn solve(
        &self,
        game: &Shogi,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let (watch, watched) = Watch::over(context);
        let Some(table) = self.tables.get(game, position, &watched)? else {
            return ReadTable::stopped(game, position, watch.nodes(), context);
        };
        let nodes = if table.store().is_some() { 0 } else { table.index.len() };
        let verdict = verdict(game, position.side, table.value(position)?);
        let line = match goal {
            Goal::Win => Vec::new(),
            Goal::Score => best_line(&table, game, position)?,
        };
        Ok(Answer::new(Finding::proved(verdict, Basis::Table), nodes).with_line(line))
    }

    fn values_of(
        &self,
        game: &Shogi,
        position: &Position,
        moves: &[Move],
        _: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        let (watch, watched) = Watch::over(context);
        let Some(table) = self.tables.get(game, position, &watched)? else {
            let moves = moves.iter().map(|mv| (*mv, Finding::Nothing)).collect();
            let (nodes, stopped) = (watch.nodes(), context.stopped());
            return Ok(Answers { moves, nodes, stopped, ..Answers::none() });
        };
        let mut answers = Answers::none();
        for mv in moves {
            let value = table.value(&game.play(position, *mv))?;
            let verdict = move_verdict(game, position.side, value);
            answers.moves.push((*mv, Finding::proved(verdict, Basis::Table)));
        }
        answers.nodes = if table.store().is_some() { 0 } else { table.index.len() };
        answers.leading = leading(&table, game, position, moves)?;
        Ok(answers)
    }

    fn lead(
        &self,
        game: &Shogi,
        position: &Position,
        answers: &Answers<Move>,
        context: &Context,
    ) -> Result<Option<Move>> {
        if game.rules.perpetual_check == PerpetualCheck::Allowed {
            return Ok(None);
        }
        let Some(table) = self.tables.get(game, position, context)? else { return Ok(None) };
        let moves: Vec<Move> = answers.moves.iter().map(|(mv, _)| *mv).collect();
        leading(&table, game, position, &moves)
    }
}

/// One of these moves that leads on, where whoever merely keeps what is proved may come to lose it.
fn leading(
    table: &Table,
    game: &Shogi,
    position: &Position,
    moves: &[Move],
) -> Result<Option<Move>> {
    match game.rules.perpetual_check {
        PerpetualCheck::Allowed => Ok(None),
        PerpetualCheck::Loses => progress::lead(table, game, position, moves),
    }
}

/// The result of a set-up, said of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SetupResult {
    /// Sente wins.
    First,
    /// Gote wins.
    Second,
    /// Nobody can force a win.
    Draw,
    /// Sente could take the king at once.
    Illegal,
}

impl SetupResult {
    /// Every result.
    pub const ALL: [SetupResult; 4] =
        [SetupResult::First, SetupResult::Second, SetupResult::Draw, SetupResult::Illegal];

    /// What it is that a side wins, or that nobody can force a win.
    pub fn of(winner: Option<Side>, repetition: Repetition) -> SetupResult {
        match (winner, repetition) {
            (Some(Side::First), _) | (None, Repetition::First) => SetupResult::First,
            (Some(Side::Second), _) | (None, Repetition::Second) => SetupResult::Second,
            (None, Repetition::Draw) => SetupResult::Draw,
        }
    }

    /// As reports have it.
    pub fn name(self) -> &'static str {
        match self {
            SetupResult::First => "first",
            SetupResult::Second => "second",
            SetupResult::Draw => "draw",
            SetupResult::Illegal => "illegal",
        }
    }
}

/// Who wins from the start of a game, and in how many plies; `None` if stopped.
pub fn solve_start(
    tables: &Tables,
    game: &Shogi,
    context: &Context,
) -> Result<Option<(SetupResult, Option<u16>)>> {
    if game.attacks_king(&game.start, game.start.side) {
        return Ok(Some((SetupResult::Illegal, None)));
    }
    let Some(table) = tables.get(game, &game.start, context)? else { return Ok(None) };
    let value = table.value(&game.start)?;
    let result = match value {
        Value::Win(_) | Value::RuleWin => SetupResult::First,
        Value::Loss(_) | Value::RuleLoss => SetupResult::Second,
        _ => SetupResult::of(None, game.rules.repetition),
    };
    Ok(Some((result, value.plies())))
}
