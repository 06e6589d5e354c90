//! What all requests share: the tables, the work, and turns to use the processor.

use crate::known::Known;
use crate::work::{Job, Phase, Seen, Work};
use axum::extract::State;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use yomikiri_core::{Basis, Limits, Proved, Result};
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::results::{Question, Remembered, Results};
use yomikiri_rooms::{Declaration, Library, Room};

/// How long a page waits for its turn to glance at a position.
const PATIENCE: Duration = Duration::from_millis(400);

/// How often somebody who waits sees whether others have had their time.
const HURRY: Duration = Duration::from_millis(10);

/// What the server may use.
pub struct Settings {
    /// The games to be looked at.
    pub games: &'static [&'static Declaration],
    /// The folder with tables, if there is one.
    pub tables: Option<PathBuf>,
    /// The folder with results, if any are remembered.
    pub results: Option<PathBuf>,
    /// The folder whose subfolders are reports.
    pub reports: Option<PathBuf>,
    /// Threads and memory of long work, and the longest that a piece of it may take.
    pub limits: Limits,
}

pub(crate) struct App {
    pub(crate) library: Library,
    pub(crate) work: Arc<Work>,
    /// The same tables where the work is done, whose results are remembered.
    pub(crate) workshop: Library,
    glances: Arc<Semaphore>,
    /// Turns for engines to think, which take longer than a glance.
    pub(crate) engines: Arc<Semaphore>,
    /// Threads of each of them.
    pub(crate) threads: usize,
    /// How many wait for a turn to glance.
    waiting: AtomicUsize,
    pub(crate) reports: Option<PathBuf>,
}

/// One who waits, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn begin(count: &AtomicUsize) -> Waiting<'_> {
        count.fetch_add(1, Ordering::Relaxed);
        Waiting(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl App {
    /// With these settings.
    pub(crate) fn new(settings: Settings) -> Result<App> {
        let results = settings.results.as_deref().map(Results::open).transpose()?.map(Arc::new);
        let threads = settings.limits.threads.max(1);
        let library = Library::for_many(settings.tables).with_games(settings.games);
        let mut workshop = library.for_another_thread();
        if let Some(results) = &results {
            workshop = workshop.remembering(results.clone());
        }
        Ok(App {
            library,
            workshop,
            work: Work::begin(settings.limits, results),
            glances: Arc::new(Semaphore::new(threads)),
            engines: Arc::new(Semaphore::new(1)),
            threads,
            waiting: AtomicUsize::new(0),
            reports: settings.reports,
        })
    }

    /// A turn to use the processor for an answer at once: so many at a time, because too many
    /// would make all of them too slow. `None` if others take too long.
    pub(crate) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        let _waiting = Waiting::begin(&self.waiting);
        let turn = self.glances.clone().acquire_owned();
        let patience = tokio::time::sleep(PATIENCE);
        tokio::pin!(turn, patience);
        loop {
            tokio::select! {
                biased;
                turn = &mut turn => return turn.ok(),
                () = &mut patience => return None,
                () = tokio::time::sleep(HURRY) => {
                    self.work.hurry(self.waiting.load(Ordering::Relaxed));
                }
            }
        }
    }

    /// What is known of a position, after a glance at it if nothing is; whoever asks waits so long for
    /// what the glance shows.
    pub(crate) async fn known(
        &self,
        room: Arc<dyn Room>,
        look: &Look,
        patience: Duration,
    ) -> Known {
        if let Some(repeated) = look.repeated {
            // There is nothing to look for: the game has come back.
            let value = Proved::new(repeated.verdict, Basis::Rules);
            return Known::All(Remembered { value, ..Remembered::nothing() });
        }
        told(self.seen(room.clone(), look, patience).await, &*room, look)
    }

    /// What is known of a position without any work.
    pub(crate) fn known_already(&self, room: &dyn Room, look: &Look) -> Known {
        let known = match self.work.look_up(&Question::of(look), look.moves.len()) {
            Seen::Known(answer) => Known::All(answer),
            Seen::Job(job) => so_far(&job),
            Seen::New(value) => Known::Nothing(value),
        };
        told(known, room, look)
    }

    /// What is known of a position, for whoever is to play there: also which move leads on to the end
    /// of the game, because of moves that are as good as each other one has to.
    pub(crate) async fn known_to_play(
        &self,
        room: Arc<dyn Room>,
        look: &Look,
        patience: Duration,
    ) -> Known {
        let known = self.known(room.clone(), look, patience).await;
        if known.knows_what_leads_on(look) {
            return known;
        }
        let Some(turn) = self.turn().await else { return known };
        let threads = 1 + self.glances.available_permits();
        // What leads on from here in this game alone is not for others.
        let back = look.moves.iter().any(|mv| mv.repeats.is_some());
        let question = (!back).then(|| Question::of(look));
        let work = self.work.clone();
        let sought = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work.lead(&*room, question.as_ref(), threads)
        });
        known.with_leading(sought.await.ok().flatten())
    }

    async fn seen(&self, room: Arc<dyn Room>, look: &Look, patience: Duration) -> Known {
        let question = Question::of(look);
        let look_up = || self.work.look_up(&question, look.moves.len());
        let job = match look_up() {
            Seen::Known(answer) => return Known::All(answer),
            Seen::Job(job) => job,
            Seen::New(verdict) => {
                let Some(turn) = self.turn().await else { return Known::Nothing(verdict) };
                // Turns that nobody wants are threads to spare.
                let threads = 1 + self.glances.available_permits();
                match self.work.glance(&*room, &question, verdict, threads) {
                    Some(job) => {
                        let (work, glance) = (self.work.clone(), job.clone());
                        tokio::task::spawn_blocking(move || {
                            work.run(&glance);
                            drop(turn);
                        });
                        job
                    }
                    // Somebody else was faster.
                    None => match look_up() {
                        Seen::Known(answer) => return Known::All(answer),
                        Seen::Job(job) => job,
                        Seen::New(verdict) => return Known::Nothing(verdict),
                    },
                }
            }
        };
        if job.is_glance() {
            let mut state = job.follow();
            let ended = state.wait_for(|state| state.phase.ended());
            let _ = tokio::time::timeout(patience, ended).await;
        }
        so_far(&job)
    }
}

/// What work has shown.
fn so_far(job: &Job) -> Known {
    let state = job.state();
    match state.phase {
        Phase::Done => Known::All(state.known),
        _ => Known::Some(job.name.clone(), state),
    }
}

/// The same as it is told in the game that led to the position.
fn told(known: Known, room: &dyn Room, look: &Look) -> Known {
    let known = known.said_of(look);
    match room.comes_back(known.line()) {
        Ok(false) => known,
        _ => known.without_line(),
    }
}

pub(crate) type Shared = State<Arc<App>>;
