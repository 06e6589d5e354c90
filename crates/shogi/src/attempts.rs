//! A search tried on many set-ups, several at a time, as the paper did it.

use crate::position::Shogi;
use crate::rules::{Rules, Size};
use crate::searches::{Plies, Search};
use crate::setup::Setup;
use crate::solver::SetupResult;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use yomikiri_core::{Context, Error, Progress, Result, Side, Whole};
use yomikiri_search::duel::{Bounds, Reason};

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
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let done: Mutex<Vec<Option<Attempted>>> = Mutex::new(vec![None; games.len()]);
    let lock = || done.lock().unwrap_or_else(PoisonError::into_inner);
    let labour = || -> Result<()> {
        while !context.check(0) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(at) else { break };
            let attempted = attempt(search, game, bounds, context)?;
            nodes.fetch_add(attempted.nodes, Ordering::Relaxed);
            if attempted.result != Err(Reason::Stopped) {
                lock()[at] = Some(attempted);
            }
        }
        Ok(())
    };
    let begun = Instant::now();
    let mut handed = 0;
    let mut hand_on = || -> Result<()> {
        // Not while the others are kept waiting.
        while let Some(attempted) = { lock().get_mut(handed).and_then(Option::take) } {
            each(attempted)?;
            handed += 1;
        }
        context.progress.report(&Progress {
            stage: format!("set-ups on {size}, zone {}", rules.zone),
            share: Some(handed as f64 / games.len().max(1) as f64),
            // Which of them are hard is seen when they are solved.
            whole: Some(Whole {
                done: handed as u64,
                of: games.len() as u64,
                unit: "set-ups",
                alike: false,
            }),
            nodes: nodes.load(Ordering::Relaxed),
            table_fill: None,
            elapsed: begun.elapsed(),
            stage_elapsed: begun.elapsed(),
        });
        Ok(())
    };
    let told = std::thread::scope(|scope| {
        let threads = context.limits.threads.max(1);
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(labour)).collect();
        // A search may take a minute; results, and with them a wish to stop, do not wait.
        let mut told = Ok(());
        while !workers.iter().all(|worker| worker.is_finished()) {
            told = told.and_then(|()| hand_on());
            if told.is_err() {
                context.stop(yomikiri_core::Stop::Cancelled);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let panicked = |_| Err(Error::refused("a search broke down"));
        let ends = workers.into_iter().map(|worker| worker.join().unwrap_or_else(panicked));
        told.and(ends.collect::<Result<()>>())
    });
    told?;
    hand_on()?;
    let finished = handed == games.len();
    let rest = std::mem::take(&mut *lock());
    rest.into_iter().flatten().try_for_each(each)?;
    Ok(finished)
}
