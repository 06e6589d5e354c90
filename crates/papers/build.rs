//! Tells the program which commit it is built from, for the provenance of its reports.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn main() {
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    // The other rooms are part of what is built, so a change in one is a change of the program.
    println!("cargo::rerun-if-changed=..");
    if let Some(commit) = git(&["rev-parse", "HEAD"]) {
        let changed = git(&["status", "--porcelain", ".."]).is_none_or(|list| !list.is_empty());
        let suffix = if changed { " with uncommitted changes" } else { "" };
        println!("cargo::rustc-env=YOMIKIRI_COMMIT={commit}{suffix}");
    }
}
