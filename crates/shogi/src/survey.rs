//! All of the paper's set-ups on a board under given rules, several tables at a time.

use crate::position::Shogi;
use crate::rules::{Rules, Size};
use crate::setup::{Setup, paper_setups};
use crate::solver::{SetupResult, solve_start};
use crate::tables::{Subject, Tables};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use yomikiri_core::{Context, Limits, Progress, Result, Silent, Whole};
use yomikiri_search::par_beside;
use yomikiri_search::retrograde::memory_needed;

/// A set-up with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// The set-up.
    pub setup: Setup,
    /// Who wins.
    pub result: SetupResult,
    /// Plies to mate, unless it is a draw or illegal.
    pub plies: Option<u16>,
}

/// What a survey found.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The set-ups that were to be solved, in the order of [`paper_setups`].
    pub setups: Vec<Surveyed>,
    /// States of all the tables.
    pub states: u64,
    /// Whether all were solved; if not, the set-ups are those that were.
    pub finished: bool,
}

/// The subjects of the tables that the set-ups of a board need.
pub fn subjects(size: Size, rules: Rules) -> Vec<Subject> {
    groups(&paper_setups(), size, rules).iter().map(|group| subject(&group[0].2)).collect()
}

fn subject(game: &Shogi) -> Subject {
    Subject::of(game, &game.start)
}

/// The set-ups by their pieces, so that one table serves a group.
fn groups(setups: &[Setup], size: Size, rules: Rules) -> Vec<Vec<(usize, Setup, Shogi)>> {
    let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (at, setup) in setups.iter().enumerate() {
        let game = setup.game(size, rules);
        groups.entry(subject(&game).material).or_default().push((at, setup.clone(), game));
    }
    groups.into_values().collect()
}

/// Solves them all, or as many as the context allows.
pub fn survey(
    size: Size,
    rules: Rules,
    folder: Option<PathBuf>,
    context: &Context,
) -> Result<Survey> {
    survey_up_to(u64::MAX, size, rules, folder, context)
}

/// The same for the set-ups whose tables have at most so many states.
pub fn survey_up_to(
    most_states: u64,
    size: Size,
    rules: Rules,
    folder: Option<PathBuf>,
    context: &Context,
) -> Result<Survey> {
    let mut tasks = Vec::new();
    for group in groups(&paper_setups(), size, rules) {
        tasks.push((subject(&group[0].2).index()?.len(), group));
    }
    tasks.retain(|(states, _)| *states <= most_states);
    let wanted: usize = tasks.iter().map(|(_, group)| group.len()).sum();
    // The largest first, so that the last ones are small.
    tasks.sort_by_key(|(states, _)| std::cmp::Reverse(*states));
    let total: u64 = tasks.iter().map(|(states, _)| states).sum();
    let largest = tasks.first().map_or(0, |(states, _)| memory_needed(*states));

    // One thread a table as far as memory allows: that leaves nothing to wait for.
    let threads = context.limits.threads.max(1);
    let fit = (context.limits.memory / largest.max(1)).max(1) as usize;
    let workers = threads.min(fit);
    let limits = Limits {
        threads: threads / workers,
        memory: context.limits.memory / workers as u64,
        ..context.limits.clone()
    };
    let solve = |task: usize| -> Result<Vec<(usize, Surveyed)>> {
        let inner = context.clone().with_limits(limits.clone()).with_progress(Arc::new(Silent));
        let tables = Tables::new(folder.clone());
        let mut found = Vec::new();
        for (at, setup, game) in &tasks[task].1 {
            let Some((result, plies)) = solve_start(&tables, game, &inner)? else { break };
            found.push((*at, Surveyed { setup: setup.clone(), result, plies }));
        }
        Ok(found)
    };
    let begun = Instant::now();
    let solved = Cell::new(0);
    let mut found = Ok(Vec::new());
    let take = |task: usize, more: Result<Vec<_>>| {
        let (states, group) = &tasks[task];
        if more.as_ref().is_ok_and(|more| more.len() == group.len()) {
            solved.set(solved.get() + states);
        }
        match (&mut found, more) {
            (Ok(found), Ok(more)) => found.extend(more),
            (found, more) => *found = more,
        }
        found.is_ok()
    };
    let tick = || {
        context.progress.report(&Progress {
            stage: format!("set-ups on {size}, zone {}", rules.zone),
            share: Some(solved.get() as f64 / total.max(1) as f64),
            whole: Some(Whole { done: solved.get(), of: total, unit: "states", alike: true }),
            nodes: solved.get(),
            table_fill: None,
            elapsed: begun.elapsed(),
            stage_elapsed: begun.elapsed(),
        });
    };
    par_beside(context, workers, tasks.len(), solve, take, tick);
    let mut found = found?;
    found.sort_by_key(|(at, _)| *at);
    let setups: Vec<_> = found.into_iter().map(|(_, surveyed)| surveyed).collect();
    let finished = setups.len() == wanted;
    Ok(Survey { setups, states: total, finished })
}
