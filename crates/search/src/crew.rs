//! Threads that outlive a piece of work.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// What a crew is called for; every thread does it once.
type Call = Arc<dyn Fn() + Send + Sync>;

/// Threads that sleep until they are called, again and again.
///
/// Starting threads takes longer than choosing many a move, so a player keeps a crew for all its
/// games. The threads are started at the first call, and end with the crew.
pub struct Crew {
    size: usize,
    desk: Arc<Desk>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Desk {
    latest: Mutex<Latest>,
    wake: Condvar,
}

#[derive(Default)]
struct Latest {
    number: u64,
    call: Option<Call>,
    closed: bool,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What every thread of the crew does.
    fn attend(&self) {
        let mut answered = 0;
        let mut latest = self.lock();
        while !latest.closed {
            if let Some(call) = latest.call.clone().filter(|_| latest.number != answered) {
                answered = latest.number;
                drop(latest);
                call();
                latest = self.lock();
            } else {
                latest = self.wake.wait(latest).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl Crew {
    /// A crew of so many threads.
    pub fn new(size: usize) -> Crew {
        Crew { size, desk: Arc::default(), threads: Mutex::default() }
    }

    /// Has every thread do `call` once, as soon as it is free; does not wait for them. A thread
    /// that is not free before the next call leaves this one out.
    pub fn call(&self, call: impl Fn() + Send + Sync + 'static) {
        {
            let mut latest = self.desk.lock();
            latest.number += 1;
            latest.call = Some(Arc::new(call));
        }
        self.desk.wake.notify_all();
        let mut threads = self.threads.lock().unwrap_or_else(PoisonError::into_inner);
        while threads.len() < self.size {
            let desk = self.desk.clone();
            threads.push(std::thread::spawn(move || desk.attend()));
        }
    }

    /// Whether it has been called yet.
    pub fn was_called(&self) -> bool {
        self.desk.lock().number > 0
    }

    /// Forgets the last call, and what it holds.
    pub fn dismiss(&self) {
        self.desk.lock().call = None;
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.desk.lock().closed = true;
        self.desk.wake.notify_all();
        let threads = self.threads.get_mut().unwrap_or_else(PoisonError::into_inner);
        for thread in threads.drain(..) {
            // A thread that panicked has said so to whoever waits for its work.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::mpsc::channel;

    #[test]
    fn every_thread_answers_every_call_and_the_threads_stay_the_same() {
        let crew = Crew::new(3);
        let mut seen = Vec::new();
        for _ in 0..4 {
            let (tell, told) = channel();
            let meeting = Arc::new(Barrier::new(4));
            let place = meeting.clone();
            crew.call(move || {
                place.wait();
                tell.send(std::thread::current().id()).unwrap();
            });
            meeting.wait();
            crew.dismiss();
            let mut ids: Vec<_> = told.iter().take(3).map(|id| format!("{id:?}")).collect();
            ids.sort();
            seen.push(ids);
        }
        assert!(seen.iter().all(|ids| *ids == seen[0] && ids.len() == 3), "{seen:?}");
    }

    #[test]
    fn a_crew_that_was_never_called_has_no_threads() {
        let crew = Crew::new(8);
        assert!(!crew.was_called() && crew.threads.lock().unwrap().is_empty());
    }
}
