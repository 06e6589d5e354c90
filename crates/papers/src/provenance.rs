//! Where a report's numbers come from: the program, the machine, the options, the time.

use crate::format::{self, listed};
use crate::runs::Reused;
use serde::Serialize;
use std::time::{Instant, SystemTime};
use yomikiri_core::Context;

/// The commit that was last when the program was built.
const COMMIT: &str = match option_env!("YOMIKIRI_COMMIT") {
    Some(commit) => commit,
    None => "unknown",
};

/// What one needs to know to judge a report's numbers, or to make them again.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Provenance {
    version: &'static str,
    commit: &'static str,
    profile: &'static str,
    machine: String,
    threads: usize,
    memory_bytes: u64,
    options: String,
    seed: String,
    started: String,
    seconds: f64,
    rows_from_earlier_runs: usize,
    #[serde(skip)]
    reused: Reused,
    #[serde(skip)]
    clock: Instant,
}

/// The program that is running, version and commit.
pub(crate) fn program() -> String {
    format!("{} ({COMMIT})", env!("CARGO_PKG_VERSION"))
}

impl Provenance {
    /// What is known before the work begins; its clock starts.
    pub(crate) fn begin(seed: Option<u64>, quick: bool, context: &Context) -> Provenance {
        let limits = &context.limits;
        let mut options = vec![if quick { "--quick".to_owned() } else { "full".to_owned() }];
        options.extend(limits.time.map(|time| format!("--time {}s", time.as_secs_f64())));
        options.extend(limits.nodes.map(|nodes| format!("--nodes {nodes}")));
        Provenance {
            version: env!("CARGO_PKG_VERSION"),
            commit: COMMIT,
            profile: if cfg!(debug_assertions) { "with debug assertions" } else { "for release" },
            machine: machine(),
            threads: limits.threads,
            memory_bytes: limits.memory,
            options: options.join(" "),
            seed: match seed {
                Some(seed) => seed.to_string(),
                None => "none used: nothing here is random".into(),
            },
            started: format::moment(SystemTime::now()),
            seconds: 0.0,
            rows_from_earlier_runs: 0,
            reused: Reused::new(),
            clock: Instant::now(),
        }
    }

    /// The same with the duration, and how many rows were read back instead of run.
    pub(crate) fn end(mut self, reused: Reused) -> Provenance {
        self.seconds = self.clock.elapsed().as_secs_f64();
        self.rows_from_earlier_runs = reused.values().sum();
        self.reused = reused;
        self
    }

    /// As `(name, what)` for the page.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Program", format!("yomikiri {} (built {})", self.version, self.profile)),
            ("Commit", self.commit.into()),
            ("Processor", self.machine.clone()),
            ("Threads", self.threads.to_string()),
            ("Memory allowed", format!("{} MiB", self.memory_bytes >> 20)),
            ("Options", self.options.clone()),
            ("Seed", self.seed.clone()),
            ("Started", self.started.clone()),
            ("Duration", format::time(self.seconds)),
            ("Rows kept from earlier runs", self.kept_rows()),
        ]
    }

    /// What times are of this machine, and what are not.
    fn kept_rows(&self) -> String {
        let machines = self.reused.iter().map(|(machine, rows)| match machine {
            Some(machine) => format!("{rows} on {machine}"),
            None => format!("{rows} on a machine that they do not name, which may be another"),
        });
        match listed(&machines.collect::<Vec<_>>()) {
            Some(machines) => format!(
                "{} (each tells when it was run, and its times are of the machine that ran it): \
                 {machines}",
                self.rows_from_earlier_runs
            ),
            None => "none".into(),
        }
    }
}

/// The machine that is running: its processor, and how many cores there are to use.
pub(crate) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let plural = if cores == 1 { "" } else { "s" };
    let cpu = cpu_model().unwrap_or_else(|| "unknown processor".into());
    format!("{cpu}, {cores} core{plural}")
}

fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_of_which_machine_the_times_of_kept_rows_are() {
        let told =
            |reused| Provenance::begin(None, true, &Context::default()).end(reused).kept_rows();
        assert_eq!(told(Reused::new()), "none");
        let reused = Reused::from([(None, 3), (Some("a large one, 16 cores".into()), 4)]);
        let told = told(reused);
        assert!(told.starts_with("7 "), "{told}");
        assert!(told.contains("3 on a machine that they do not name"), "{told}");
        assert!(told.ends_with("4 on a large one, 16 cores"), "{told}");
    }
}
