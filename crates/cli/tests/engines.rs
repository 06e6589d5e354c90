//! Engines that are other programs: they resign, keep silent, hide behind scripts, leave others
//! behind.

mod common;

use common::{BINARY, PATIENCE, command, ended, run, told};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

#[test]
#[cfg(unix)]
fn who_resigns_has_lost_and_not_erred() {
    for (answer, protocol) in [
        ("while read line; do echo '= resign'; echo; done", "gtp"),
        (
            "while read a b; do case $a in ping) echo pong $b;; go) echo '=== RESIGN';; esac; done",
            "nboard",
        ),
    ] {
        let engine = format!("{protocol}:sh -c {answer:?}");
        let engine = engine.replace("$", "\\$");
        let output = run(&["match", &engine, "random", "--games", "2", "--json"]);
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        for _ in 0..2 {
            let game: serde_json::Value = lines.next().unwrap();
            let game = &game["data"];
            assert_eq!((&game["resigned"], &game["winner"]), (&"A".into(), &"B".into()), "{text}");
            assert_eq!(game["forfeit"], serde_json::Value::Null);
        }
        let last = &lines.next().unwrap()["data"];
        assert_eq!(last["results"]["lost"], 2, "{last}");
        assert_eq!(last["forfeits"], serde_json::json!({"a": 0, "b": 0}));
    }
}

/// Ends with the time of the match, not with the patience that the engine is given.
#[test]
#[cfg(unix)]
fn the_time_of_a_match_ends_with_a_silent_engine() {
    let plays_on = format!("gtp:patience=100000 '{BINARY}' gtp --game othello --depth 1");
    let deaf = "gtp:patience=100000 sh -c 'while read a; do case $a in genmove*) ;; *) echo =; echo;; esac; done'";
    for silent in ["gtp:patience=100000 sleep 100000", "nboard:patience=100000 sleep 100000", deaf]
    {
        for pair in [[silent, &plays_on], [&plays_on, silent]] {
            let arguments = ["match", pair[0], pair[1], "--openings", "start", "--time", "1s"];
            let output = run(&arguments);
            assert_eq!(output.status.code(), Some(3), "{arguments:?}: {}", told(&output));
        }
    }
}

/// Whether a process goes on; one that nobody waits for has ended.
#[cfg(target_os = "linux")]
fn is_alive(id: &str) -> bool {
    fs::read_to_string(format!("/proc/{}/stat", id.trim())).is_ok_and(|stat| !stat.contains(") Z "))
}

/// What stands in a file as soon as it is a line.
#[cfg(target_os = "linux")]
fn written(file: &Path) -> String {
    let begun = Instant::now();
    loop {
        match fs::read_to_string(file) {
            Ok(text) if text.ends_with('\n') => return text,
            _ => assert!(begun.elapsed() < PATIENCE, "nothing in {}", file.display()),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Helpers that an engine starts: of its group, in a session of its own, in one whose parent has
/// ended, and the same without anything in its environment.
#[cfg(target_os = "linux")]
const HELPERS: [&str; 4] = [
    "sh -c 'echo $$ > ID; exec sleep 1000' &",
    "setsid sh -c 'echo $$ > ID; exec sleep 1000' &",
    "(setsid sh -c 'echo $$ > ID; exec sleep 1000' &)",
    "(env -i PATH=\"$PATH\" setsid sh -c 'echo $$ > ID; exec sleep 1000' &)",
];

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_an_engine_started_outlives_the_match() {
    for helper in HELPERS {
        for (ending, code) in [("games", 0), ("engine", 0), ("interrupt", 130), ("time", 3)] {
            let folder = tempfile::tempdir().unwrap();
            let [id, script] = ["id", "engine"].map(|name| folder.path().join(name));
            let id_text = id.to_str().unwrap();
            let engine = match ending {
                "games" => format!("'{BINARY}' gtp --game othello --depth 1"),
                "engine" => format!("while [ ! -s '{id_text}' ]; do sleep 0.01; done; exit 1"),
                _ => "sleep 1000".to_owned(),
            };
            let text = format!("{}\n{engine}\n", helper.replace("ID", &format!("\"{id_text}\"")));
            fs::write(&script, text).unwrap();
            // A helper keeps the engine's output open, so that its end is seen by its silence only.
            let engine = format!(
                "gtp:patience={} sh '{}'",
                1 + 1000 * u32::from(ending != "engine"),
                script.display()
            );
            let mut arguments = vec!["match", &engine, "random", "--games", "2"];
            arguments.extend(["--openings", "start"]);
            if ending == "time" {
                arguments.extend(["--time", "3s"]);
            }
            let child = command(&arguments).spawn().unwrap();
            let number = written(&id);
            if ending == "interrupt" {
                common::interrupt(&child);
            }
            let output = ended(child, ending);
            let what = format!("{helper} {ending}: {output:?}");
            // An engine that ends before it has begun is no opponent.
            let code = if ending == "engine" { 2 } else { code };
            assert_eq!(output.status.code(), Some(code), "{what}");
            assert!(!is_alive(&number), "{what}");
        }
    }
}
