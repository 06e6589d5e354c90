use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::OnceLock;

/// Threads that a player keeps for all its games: starting them takes longer than choosing many a
/// move. They are started at the first call, and end with the crew.
pub struct Crew {
    size: usize,
    threads: OnceLock<ThreadPool>,
}

impl Crew {
    /// A crew of so many threads.
    pub fn new(size: usize) -> Crew {
        Crew { size, threads: OnceLock::new() }
    }

    /// Has every thread do `call` once, as soon as it is free; does not wait for them.
    pub fn call(&self, call: impl Fn() + Send + Sync + 'static) {
        let start = || {
            // Whoever waits for the work of a thread that panics has been told by it.
            let threads = ThreadPoolBuilder::new().num_threads(self.size).panic_handler(|_| ());
            threads.build().expect("threads can be started")
        };
        self.threads.get_or_init(start).spawn_broadcast(move |_| call());
    }

    /// Whether it has been called yet.
    pub fn was_called(&self) -> bool {
        self.threads.get().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use std::sync::{Arc, Barrier};

    #[test]
    fn every_thread_answers_every_call_and_the_threads_stay_the_same() {
        let crew = Crew::new(3);
        assert!(!crew.was_called());
        let mut seen = Vec::new();
        for round in 1..=4 {
            let (tell, told) = channel();
            let meeting = Arc::new(Barrier::new(4));
            let place = meeting.clone();
            crew.call(move || {
                place.wait();
                tell.send(std::thread::current().id()).unwrap();
                assert!(round != 2, "the threads survive a panic");
            });
            meeting.wait();
            let mut ids: Vec<_> = told.iter().take(3).map(|id| format!("{id:?}")).collect();
            ids.sort();
            seen.push(ids);
        }
        assert!(seen.iter().all(|ids| *ids == seen[0] && ids.len() == 3), "{seen:?}");
    }
}
