//! All of the paper's set-ups on a board under given rules, several tables at a time.

use crate::position::Shogi;
use crate::rules::{Rules, Size};
use crate::setup::{Setup, paper_setups};
use crate::solver::{SetupResult, solve_start};
use crate::tables::{Subject, Tables};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_core::{Context, Error, Progress, Result, Silent, Whole};
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
    let mut inner = context.clone().with_progress(Arc::new(Silent));
    inner.limits.threads = threads / workers;
    inner.limits.memory = context.limits.memory / workers as u64;

    let (next, solved) = (AtomicUsize::new(0), AtomicU64::new(0));
    let found = Mutex::new(Vec::new());
    let labour = || -> Result<()> {
        let tables = Tables::new(folder.clone());
        while let Some((states, group)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            for (at, setup, game) in group {
                let Some((result, plies)) = solve_start(&tables, game, &inner)? else {
                    return Ok(());
                };
                let surveyed = Surveyed { setup: setup.clone(), result, plies };
                found.lock().unwrap_or_else(PoisonError::into_inner).push((*at, surveyed));
            }
            solved.fetch_add(*states, Ordering::Relaxed);
        }
        Ok(())
    };
    let begun = Instant::now();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(labour)).collect();
        while !workers.iter().all(|worker| worker.is_finished()) {
            let nodes = solved.load(Ordering::Relaxed);
            context.progress.report(&Progress {
                stage: format!("set-ups on {size}, zone {}", rules.zone),
                share: Some(nodes as f64 / total.max(1) as f64),
                whole: Some(Whole { done: nodes, of: total, unit: "states", alike: true }),
                nodes,
                table_fill: None,
                elapsed: begun.elapsed(),
                stage_elapsed: begun.elapsed(),
            });
            std::thread::sleep(Duration::from_millis(10));
        }
        let panicked = |_| Err(Error::refused("a thread broke down while it made a table"));
        let ends = workers.into_iter().map(|worker| worker.join().unwrap_or_else(panicked));
        ends.collect::<Result<()>>()
    })?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(at, _)| *at);
    let setups: Vec<_> = found.into_iter().map(|(_, surveyed)| surveyed).collect();
    let finished = setups.len() == wanted;
    Ok(Survey { setups, states: total, finished })
}
