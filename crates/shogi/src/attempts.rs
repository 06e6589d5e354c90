//! A search tried on many set-ups, several at a time, as the paper did it.

use crate::position::Shogi;
use crate::rules::{Rules, Size};
use crate::searches::{Plies, Search};
use crate::setup::Setup;
use crate::solver::SetupResult;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use yomikiri_core::{Context, Progress, Result, Side, Stop, Whole};
use yomikiri_search::duel::{Bounds, Reason};
use yomikiri_search::par_beside;

/// What a search made of a set-up.
#[derive(Clone, Debug)]
pub struct Attempted {
    /// The set-up.
    pub setup: Setup,
    /// Who wins, or what stopped the search.
    pub result: Result<SetupResult, Reason>,
    /// Plies to the end, where somebody wins.
    pub plies: Option<Plies>,
    /// Positions entered.
    pub nodes: u64,
    /// What the search took; its tables were made before.
    pub time: Duration,
    /// The root's proof and disproof number at the end, of PDS.
    pub root_numbers: Option<[u32; 2]>,
}

fn attempt(
    search: Search,
    (setup, game): &(Setup, Shogi),
    bounds: Bounds,
    context: &Context,
) -> Result<Attempted> {
    let setup = setup.clone();
    if game.attacks_king(&game.start, Side::First) {
        return Ok(Attempted {
            setup,
            result: Ok(SetupResult::Illegal),
            plies: None,
            nodes: 0,
            time: Duration::ZERO,
            root_numbers: None,
        });
    }
    let found = search.run(game, &game.start, false, bounds, context)?;
    let result = found.winner.map(|winner| SetupResult::of(winner, game.rules.repetition));
    let (plies, nodes, time) = (found.plies, found.nodes, found.time);
    Ok(Attempted { setup, result, plies, nodes, time, root_numbers: found.root_numbers })
}

/// Tries them all, each within `bounds`, and hands each one on in its turn; what was cut short by the
/// context is left out. Says whether all were tried.
pub fn attempt_all(
    search: Search,
    setups: &[Setup],
    (size, rules): (Size, Rules),
    bounds: Bounds,
    context: &Context,
    mut each: impl FnMut(Attempted) -> Result<()>,
) -> Result<bool> {
    let games: Vec<_> =
        setups.iter().map(|setup| (setup.clone(), setup.game(size, rules))).collect();
    let begun = Instant::now();
    let (nodes, handed) = (Cell::new(0), Cell::new(0));
    let mut waiting = BTreeMap::new();
    let mut wrong = Ok(());
    let mut take = |at: usize, attempted: Result<Attempted>| -> Result<()> {
        let attempted = attempted?;
        nodes.set(nodes.get() + attempted.nodes);
        if attempted.result != Err(Reason::Stopped) {
            waiting.insert(at, attempted);
        }
        while let Some(attempted) = waiting.remove(&handed.get()) {
            each(attempted)?;
            handed.set(handed.get() + 1);
        }
        Ok(())
    };
    let tick = || {
        context.progress.report(&Progress {
            stage: format!("set-ups on {size}, zone {}", rules.zone),
            share: Some(handed.get() as f64 / games.len().max(1) as f64),
            // Which of them are hard is seen when they are solved.
            whole: Some(Whole {
                done: handed.get() as u64,
                of: games.len() as u64,
                unit: "set-ups",
                alike: false,
            }),
            nodes: nodes.get(),
            table_fill: None,
            elapsed: begun.elapsed(),
            stage_elapsed: begun.elapsed(),
        });
    };
    let work = |at: usize| attempt(search, &games[at], bounds, context);
    let take = |at, attempted| {
        wrong = take(at, attempted);
        if wrong.is_err() {
            // Searches may take minutes; those that have begun are not waited for.
            context.stop(Stop::Cancelled);
        }
        wrong.is_ok()
    };
    par_beside(context, context.limits.threads, games.len(), work, take, tick);
    wrong?;
    let finished = handed.get() == games.len();
    waiting.into_values().try_for_each(each)?;
    Ok(finished)
}
