//! The same moves chosen with several numbers of threads, each with a clock of its own.
//!
//! They take turns at every move, so that whatever else the machine does meets all of them alike:
//! only times from one run, taken side by side, are compared.

use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use yomikiri_core::{Choice, Context, Engine, Record, Result};
use yomikiri_othello::thesis::{Depths, Player};
use yomikiri_othello::{Move, Othello};

/// What one number of threads took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Clock {
    pub(super) threads: usize,
    /// Seconds of every game.
    pub(super) seconds: Vec<f64>,
    /// Seconds that the asking thread was at work; less than all if it waited for others, or for a
    /// processor.
    pub(super) worked: f64,
    pub(super) nodes: u64,
}

impl Clock {
    pub(super) fn total(&self) -> f64 {
        self.seconds.iter().sum()
    }
}

#[derive(Default)]
struct Board {
    clocks: Vec<Clock>,
    differing: u32,
}

/// Where the times are read after the games.
#[derive(Clone, Default)]
pub(super) struct Clocks(Arc<Mutex<Board>>);

impl Clocks {
    fn lock(&self) -> MutexGuard<'_, Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The clocks, and the moves for which not all chose the same.
    pub(super) fn read(&self) -> (Vec<Clock>, u32) {
        let board = self.lock();
        (board.clocks.clone(), board.differing)
    }
}

/// Players that differ in their threads only; the first one's moves are played.
pub(super) struct Clocked {
    players: Vec<Player>,
    clocks: Clocks,
    asked: usize,
}

impl Clocked {
    pub(super) fn new(depths: Depths, threads: &[usize]) -> (Clocked, Clocks) {
        let clocks = Clocks::default();
        clocks.lock().clocks =
            threads.iter().map(|n| Clock { threads: *n, ..Clock::default() }).collect();
        let players = threads.iter().map(|threads| Player::multi(depths, *threads)).collect();
        (Clocked { players, clocks: clocks.clone(), asked: 0 }, clocks)
    }
}

/// Seconds that this thread has worked, where the system tells.
fn worked() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    0.0
}

impl Engine<Othello> for Clocked {
    fn name(&self) -> String {
        self.players.iter().map(|player| player.name()).collect::<Vec<_>>().join(" and ")
    }

    fn begin(&mut self, game: &Othello, context: &Context) -> Result<()> {
        for player in &mut self.players {
            player.begin(game, context)?;
        }
        for clock in &mut self.clocks.lock().clocks {
            clock.seconds.push(0.0);
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        let count = self.players.len();
        let mut choices = vec![None; count];
        for turn in 0..count {
            let number = (self.asked + turn) % count;
            let (begun, before) = (Instant::now(), worked());
            let choice = self.players[number].choose(game, record, context)?;
            let (seconds, work) = (begun.elapsed().as_secs_f64(), worked() - before);
            let clock = &mut self.clocks.lock().clocks[number];
            if let Some(game) = clock.seconds.last_mut() {
                *game += seconds;
            }
            clock.worked += work;
            clock.nodes += choice.nodes;
            choices[number] = Some(choice);
        }
        self.asked += 1;
        let mut choices = choices.into_iter().flatten();
        let chosen = choices.next().expect("there is a player");
        if context.stopped().is_none() && choices.any(|other| other.mv != chosen.mv) {
            self.clocks.lock().differing += 1;
        }
        Ok(chosen)
    }
}
