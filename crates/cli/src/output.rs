//! Results on standard output, narration and bars on standard error.

use anyhow::Context;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;
use yomikiri_core::text::grouped;
use yomikiri_core::{Estimator, Progress, ProgressSink, Stop};

/// The bar of this process; nothing is written across it.
static BAR: OnceLock<ProgressBar> = OnceLock::new();
/// Whether it is on the screen.
static SHOWN: AtomicBool = AtomicBool::new(false);

/// Does something while no bar is on the screen.
fn without_bar<T>(act: impl FnOnce() -> T) -> T {
    match BAR.get() {
        Some(bar) if SHOWN.load(Ordering::Relaxed) => bar.suspend(act),
        _ => act(),
    }
}

/// Takes the bar off the screen, at the latest when the program ends.
pub(crate) fn clear() {
    if let Some(bar) = BAR.get()
        && SHOWN.swap(false, Ordering::Relaxed)
    {
        bar.finish_and_clear();
    }
}

/// Whether standard output was closed when the process began. Before `main` the null device is opened
/// in its place, so that later on nothing that is written seems to be lost.
static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod before_main {
    use std::sync::atomic::Ordering;

    extern "C" fn look() {
        // SAFETY: it asks the system about a number, and touches no memory.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        super::CLOSED.store(flags == -1, Ordering::Relaxed);
    }

    // SAFETY: functions of this type are called from this section, and this one needs nothing that
    // is not there before `main`.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = look;
}

/// Refuses to begin what nobody could be told the result of.
pub(crate) fn check_open() -> anyhow::Result<()> {
    match CLOSED.load(Ordering::Relaxed) {
        false => Ok(()),
        true => Err(io::Error::other("it is closed, and results are written there"))
            .context("standard output"),
    }
}

/// Writes a line to standard output.
pub(crate) fn line(text: &str) -> anyhow::Result<()> {
    put(&format!("{text}\n"))
}

/// Writes styled text to standard output; the style goes where it is no terminal.
pub(crate) fn text(text: &clap::builder::StyledStr) -> anyhow::Result<()> {
    match io::stdout().is_terminal() {
        true => put(&text.ansi().to_string()),
        false => put(&text.to_string()),
    }
}

fn put(text: &str) -> anyhow::Result<()> {
    without_bar(|| {
        let mut stdout = io::stdout().lock();
        for chunk in text.as_bytes().chunks(ROOM) {
            wait_for_reader()?;
            stdout.write_all(chunk)?;
            stdout.flush()?;
        }
        anyhow::Ok(())
    })
    .context("standard output")
}

/// Whether somebody pressed Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on nobody is waited for who does not read standard output.
pub(crate) fn interrupt() {
    INTERRUPTED.store(true, Ordering::SeqCst);
}

/// What is written at once: a pipe that has room has room for so much.
const ROOM: usize = 4096;

/// Waits until standard output can be written to, but after an interrupt not for long.
fn wait_for_reader() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let look = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };
        let stdout = io::stdout();
        let mut at = [PollFd::new(&stdout, PollFlags::OUT)];
        let mut looks_after_stop = 0;
        // What cannot be asked is written to.
        while let Ok(0) | Err(rustix::io::Errno::INTR) = poll(&mut at, Some(&look)) {
            if INTERRUPTED.load(Ordering::SeqCst) {
                looks_after_stop += 1;
            }
            if looks_after_stop > 1 {
                let path = "standard output".into();
                let why = Stop::Cancelled;
                return Err(yomikiri_core::Error::Stopped { path, deed: "read", why }.into());
            }
        }
    }
    Ok(())
}

/// Does something as soon as nobody can read standard output any more: its pipe has lost the
/// other end, its terminal is gone.
pub(crate) fn when_unread(act: impl FnOnce() + Send + 'static) {
    #[cfg(unix)]
    std::thread::spawn(move || {
        use rustix::event::{PollFd, PollFlags, poll};
        let stdout = io::stdout();
        // Nothing is asked for: what is wrong is told unasked.
        let mut at = [PollFd::new(&stdout, PollFlags::empty())];
        loop {
            match poll(&mut at, None) {
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
                Ok(_) if at[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => break,
                Ok(_) => return,
            }
        }
        act();
    });
    #[cfg(not(unix))]
    drop(act);
}

/// Writes a JSON line `{"type": kind, "data": data}`.
pub(crate) fn json(kind: &str, data: &impl Serialize) -> anyhow::Result<()> {
    #[derive(Serialize)]
    struct Envelope<'a, T> {
        r#type: &'a str,
        data: &'a T,
    }
    line(&serde_json::to_string(&Envelope { r#type: kind, data })?)
}

/// Whether the reader of our output has gone, which is no error.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let of = |error: &(dyn std::error::Error + 'static)| {
        error.downcast_ref::<io::Error>().map(|error| error.kind())
    };
    error.chain().any(|cause| of(cause) == Some(io::ErrorKind::BrokenPipe))
}

/// Shows progress as a bar on a terminal; in a pipe only notes, and those only if asked for.
pub(crate) struct Bar {
    bar: ProgressBar,
    notes: bool,
    pace: Mutex<Estimator>,
}

impl Bar {
    pub(crate) fn new(quiet: bool, verbose: bool) -> Bar {
        let target = match quiet {
            true => ProgressDrawTarget::hidden(),
            false => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(Some(1000), target);
        let style = ProgressStyle::with_template("{msg} [{bar:24}] {prefix}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.progress_chars("=> "));
        let notes = !quiet && (verbose || io::stderr().is_terminal());
        let bar = BAR.get_or_init(|| bar).clone();
        Bar { bar, notes, pace: Mutex::default() }
    }

    /// Takes the bar off the screen.
    pub(crate) fn clear(&self) {
        clear();
    }
}

impl ProgressSink for Bar {
    fn report(&self, progress: &Progress) {
        // Nothing to watch in what is over at once.
        if progress.elapsed < Duration::from_millis(300) {
            return;
        }
        if !SHOWN.swap(true, Ordering::Relaxed) {
            // Work goes on after a result was told.
            self.bar.reset();
        }
        self.bar.set_message(progress.stage.clone());
        let mut parts = Vec::new();
        let alike = progress.whole.filter(|whole| whole.alike);
        // Of parts that differ much, how many are done says little.
        let share = match alike {
            Some(whole) => Some(whole.done as f64 / whole.of.max(1) as f64),
            None => progress.share,
        };
        self.bar.set_position((1000.0 * share.unwrap_or(0.0)) as u64);
        if let Some(share) = share {
            let of = if alike.is_none() { " of this stage" } else { "" };
            parts.push(format!("{:.1} %{of}", 100.0 * share));
        }
        match progress.nodes {
            0 => {}
            nodes @ ..1_000_000 => parts.push(format!("{} nodes", grouped(nodes))),
            nodes => parts.push(format!(
                "{} M nodes, {:.1} M/s",
                grouped(nodes / 1_000_000),
                progress.speed() / 1e6
            )),
        }
        if let Some(fill) = progress.table_fill {
            parts.push(format!("table {:.0} %", 100.0 * fill));
        }
        let left = self.pace.lock().unwrap_or_else(PoisonError::into_inner).see(progress);
        // An estimate says what it rests on.
        let whole = || progress.whole.map(|whole| whole.to_string());
        parts.extend(left.map(|left| left.to_string()).or_else(whole));
        self.bar.set_prefix(parts.join(", "));
    }

    fn clear(&self) {
        Bar::clear(self);
    }

    fn warn(&self, text: &str) {
        complain(text);
    }

    fn note(&self, text: &str) {
        if self.notes {
            narrate(text);
        }
    }
}

/// Says something on standard error. That nobody may be listening is no reason to fail.
fn narrate(text: &str) {
    let _ = without_bar(|| writeln!(io::stderr(), "{text}"));
}

/// Says on standard error that something is wrong.
pub(crate) fn complain(text: &str) {
    narrate(&format!("yomikiri: {text}"));
}
