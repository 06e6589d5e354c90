//! What the tests of the command share.

#![allow(dead_code, unreachable_pub, reason = "not every test uses everything")]

use std::io::Read;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub const BINARY: &str = env!("CARGO_BIN_EXE_yomikiri");
/// Far more than anything in here takes; who needs more hangs.
pub const PATIENCE: Duration = Duration::from_secs(120);

pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(BINARY);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What came of a command, which must come to its end.
pub fn ended(mut child: Child, what: &str) -> Output {
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let reader = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                pipe.read_to_end(&mut bytes).unwrap();
            }
            bytes
        })
    };
    let out = reader(out.map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let err = reader(err.map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{what} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Output { status, stdout: out.join().unwrap(), stderr: err.join().unwrap() }
}

pub fn run(arguments: &[&str]) -> Output {
    ended(command(arguments).spawn().unwrap(), &arguments.join(" "))
}

pub fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Refused with a reason, and without a crash.
pub fn assert_refused(output: &Output, what: &str) {
    let told = told(output);
    assert_eq!(output.status.code(), Some(2), "{what}: {told}");
    assert!(!told.trim().is_empty() && told.len() < 10_000, "{what}: {told}");
    assert!(!told.contains("panicked"), "{what}: {told}");
}

/// Sends Ctrl-C to a command once it can bear it, and no second one.
#[cfg(target_os = "linux")]
pub fn interrupt(child: &Child) {
    const SIGINT: u32 = 2;
    let begun = Instant::now();
    let is_ready = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() >> (SIGINT - 1) & 1 == 1
    };
    while !is_ready() {
        assert!(begun.elapsed() < PATIENCE, "it never listens to Ctrl-C");
        std::thread::sleep(Duration::from_millis(5));
    }
    let number = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().unwrap().success());
}

/// Makes a pipe that nobody is at.
#[cfg(unix)]
pub fn make_pipe(path: &std::path::Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}
