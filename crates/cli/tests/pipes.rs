//! Where results go and input comes from: files, links, devices, and pipes that nobody is at.

mod common;

use common::{assert_refused, command, ended, told};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Command;

const TRAIN: [&str; 8] =
    ["train", "othello", "6x6", "--games", "30", "--threads", "1", "--generations"];

fn train(generations: &str, out: &Path) -> Command {
    let mut command = command(&TRAIN);
    command.arg(generations).arg("--out").arg(out);
    command
}

#[test]
#[cfg(unix)]
fn weights_go_where_they_are_wanted_and_nothing_else_is_lost() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let trained = |command: &mut Command| ended(command.spawn().unwrap(), "train");

    // Through a link, in place of an earlier file, and nothing is left beside it.
    fs::write(at("target"), "earlier").unwrap();
    symlink("target", at("link")).unwrap();
    let output = trained(&mut train("2", &at("link")));
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let weights = fs::read(at("target")).unwrap();
    assert!(weights.starts_with(b"YOMIEVAL") && at("link").is_symlink());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);

    // Through a pipe, once.
    common::make_pipe(&at("pipe"));
    let reader = std::thread::spawn({
        let pipe = at("pipe");
        move || fs::read(pipe).unwrap()
    });
    assert_eq!(trained(&mut train("2", &at("pipe"))).status.code(), Some(0));
    assert!(reader.join().unwrap() == weights, "the same plan, the same weights");
    assert!(fs::metadata(at("pipe")).unwrap().file_type().is_fifo());
    let output = trained(train("2", Path::new("/dev/stdout")).arg("--json"));
    assert!(contains(&output.stdout, &weights));

    // An earlier result stays until there is a whole new one.
    let mut child = train("100", &at("target")).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let waited = std::thread::spawn(move || {
        let mut rest = Vec::new();
        reader.read_to_end(&mut rest).unwrap();
    });
    let output = ended(child, "train");
    waited.join().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", told(&output));
    assert!(told(&output).contains("is as it was"), "{}", told(&output));
    assert_eq!(fs::read(at("target")).unwrap(), weights);
    let unfinished = at("target.unfinished");
    assert!(fs::read(&unfinished).unwrap().starts_with(b"YOMIEVAL"));
    // Nor is that one overwritten: it may be gone on from.
    let output = trained(&mut train("1", &at("target")));
    assert_refused(&output, "an unfinished training");
    assert!(told(&output).contains("target.unfinished"), "{}", told(&output));

    for (path, problem) in [
        ("/dev/full", "No space left"),
        ("/dev/zero/x", "Not a directory"),
        (folder.path().to_str().unwrap(), "is a folder"),
    ] {
        let output = trained(&mut train("1", Path::new(path)));
        assert_refused(&output, path);
        assert!(told(&output).contains(problem), "{path}: {}", told(&output));
    }
    for (path, problem) in [("/dev/zero", "too long"), ("/", "directory")] {
        let output = trained(train("1", &at("new")).args(["--from", path]));
        assert_refused(&output, path);
        assert!(told(&output).contains(problem), "{path}: {}", told(&output));
    }
}

#[cfg(unix)]
fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut dead = Command::new("true").spawn().unwrap();
    dead.wait().unwrap();
    let at = |name: String| folder.path().join(name);
    let left = at(yomikiri_core::files::temporary_name(dead.id(), 0));
    let owns = [at("weights.tmp".into()), at(format!(".yomikiri-{}-0.tmp", dead.id()))];
    fs::write(&left, "half").unwrap();
    owns.iter().for_each(|own| fs::write(own, "a user's own").unwrap());
    let mut train = train("1", &folder.path().join("weights"));
    assert_eq!(ended(train.spawn().unwrap(), "train").status.code(), Some(0));
    assert!(!left.exists() && owns.iter().all(|own| own.exists()));
}

/// Commands that have to wait for somebody at the other end of a pipe, and what for.
#[cfg(target_os = "linux")]
fn waiting<'a>(pipe: &'a str, table: &'a str) -> Vec<(Vec<&'a str>, &'static str)> {
    let played = ["--games", "1", "--openings", "start"];
    let trained = ["train", "othello", "6x6", "--games", "10", "--generations", "1"];
    let weighted = ["single:x=1,weights=", pipe].concat().leak();
    vec![
        (vec!["solve", "othello", "4x4", "--svg", pipe], "read"),
        (vec!["show", "othello", "4x4", "--svg", pipe], "read"),
        (vec!["table", "query", "amazons", "X.O", "--svg", pipe, "--tables", table], "read"),
        ([&["match", "random", "random", "--csv", pipe], &played[..]].concat(), "read"),
        ([&trained[..], &["--out", pipe]].concat(), "read"),
        (vec!["solve-file", pipe], "write"),
        (vec!["analyze", pipe], "write"),
        (vec!["analyze", "f5", "--features", "--weights", pipe], "write"),
        (vec!["match", "random", "random", "--openings", pipe], "write"),
        ([&["match", weighted, "random"], &played[..]].concat(), "write"),
        ([&trained[..], &["--out", table, "--from", pipe]].concat(), "write"),
        (vec!["perft", "othello", "-", "3"], "write"),
        (vec!["solve", "othello", "-"], "write"),
    ]
}

#[test]
#[cfg(target_os = "linux")]
fn one_interrupt_ends_the_waiting_for_the_other_end_of_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let [pipe, table] = ["pipe", "table"].map(|name| folder.path().join(name));
    common::make_pipe(&pipe);
    for (arguments, _) in waiting(pipe.to_str().unwrap(), table.to_str().unwrap()) {
        // Standard input is a pipe that nobody writes to either.
        let mut child = command(&arguments).stdin(std::process::Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        common::interrupt(&child);
        let output = ended(child, &arguments.join(" "));
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {}", told(&output));
        drop(input);
    }
    assert!(!table.exists());
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_time_ends_the_waiting_for_the_other_end_of_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let [pipe, table] = ["pipe", "table"].map(|name| folder.path().join(name));
    common::make_pipe(&pipe);
    for (arguments, deed) in waiting(pipe.to_str().unwrap(), table.to_str().unwrap()) {
        // Some limit each problem or move by --time, and some have no such limit.
        if matches!(arguments[0], "show" | "table" | "solve-file" | "analyze") {
            continue;
        }
        // As long as it takes to come to the pipe.
        for seconds in ["1s", "4s", "16s", "64s"] {
            let mut command = command(&arguments);
            command.args(["--time", seconds]).stdin(std::process::Stdio::piped());
            let mut child = command.spawn().unwrap();
            let input = child.stdin.take();
            let output = ended(child, &arguments.join(" "));
            assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", told(&output));
            drop(input);
            if told(&output).contains(&format!("waiting for somebody to {deed} it")) {
                break;
            }
            assert!(seconds != "64s", "{arguments:?}: {}", told(&output));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn one_interrupt_ends_the_waiting_for_a_reader_of_standard_output() {
    for told in ["--json", "--boards"] {
        let games = ["--openings", "start", "--games", "1000000", told];
        let mut child =
            command(&[&["match", "random", "random"][..], &games].concat()).spawn().unwrap();
        let unread = child.stdout.take();
        // Far more is told in that time than a pipe holds.
        std::thread::sleep(std::time::Duration::from_secs(2));
        common::interrupt(&child);
        assert_eq!(ended(child, told).status.code(), Some(130));
        drop(unread);
    }
}
