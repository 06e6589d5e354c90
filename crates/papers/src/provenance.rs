//! Where a report's numbers come from: the program, the machine, the options, the time.

use crate::format;
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
    cpu: String,
    cores: usize,
    threads: usize,
    memory_bytes: u64,
    options: String,
    seed: String,
    started: String,
    seconds: f64,
    rows_from_earlier_runs: usize,
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
            profile: if cfg!(debug_assertions) { "with debug assertions" } else { "release" },
            cpu: cpu_model().unwrap_or_else(|| "unknown".into()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
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
            clock: Instant::now(),
        }
    }

    /// The same with the duration, and how many rows were read back instead of run.
    pub(crate) fn end(mut self, reused: usize) -> Provenance {
        self.seconds = self.clock.elapsed().as_secs_f64();
        self.rows_from_earlier_runs = reused;
        self
    }

    /// As `(name, what)` for the page.
    pub(crate) fn lines(&self) -> Vec<(&'static str, String)> {
        vec![
            ("Program", format!("yomikiri {} ({} build)", self.version, self.profile)),
            ("Commit", self.commit.into()),
            ("Processor", format!("{}, {} cores", self.cpu, self.cores)),
            ("Threads", self.threads.to_string()),
            ("Memory allowed", format!("{} MiB", self.memory_bytes >> 20)),
            ("Options", self.options.clone()),
            ("Seed", self.seed.clone()),
            ("Started", self.started.clone()),
            ("Duration", format::time(self.seconds)),
            (
                "Rows kept from earlier runs",
                format!("{} (each row tells when it was run)", self.rows_from_earlier_runs),
            ),
        ]
    }
}

fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
