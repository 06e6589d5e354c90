//! Engines that talk: dialogues with live processes, and matches between programs.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_yomikiri");

/// A dialogue with the command.
struct Dialogue {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    fn begin(arguments: &[&str]) -> Dialogue {
        let mut child = Command::new(BINARY)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Dialogue { child, input, output: BufReader::new(output) }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    /// The next line that begins so.
    fn hear(&mut self, start: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended before '{start}'");
            if line.starts_with(start) {
                return line.trim_end().to_owned();
            }
        }
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_ping_ends_a_long_thought() {
    let mut dialogue = Dialogue::begin(&["nboard", "--threads", "1"]);
    dialogue.say("nboard 2");
    assert_eq!(dialogue.hear("set myname"), "set myname yomikiri");
    // Nobody lives long enough to see the end of this, nor to hear of it.
    dialogue.say("set depth 60");
    dialogue.say("go");
    dialogue.hear("status yomikiri is thinking");
    dialogue.say("ping 12");
    let moved = dialogue.hear("===");
    assert!(moved.starts_with("=== ") && moved.contains('/'), "{moved}");
    assert_eq!(dialogue.hear("pong"), "pong 12");
    // The next thought is not ended by it.
    dialogue.say("set depth 2");
    dialogue.say("hint 4");
    let hint = dialogue.hear("search");
    assert!(hint.ends_with(" 0 2"), "{hint}");
    dialogue.say("quit");
    assert!(dialogue.child.wait().unwrap().success());
}

#[test]
fn gtp_plays_othello_if_asked_to_and_go_otherwise() {
    let mut dialogue = Dialogue::begin(&["gtp", "--game", "othello", "--level", "2"]);
    dialogue.say("1 play black f5");
    assert_eq!(dialogue.hear("=1"), "=1");
    dialogue.say("2 genmove white");
    let mv = dialogue.hear("=2");
    assert!(["=2 d6", "=2 f6", "=2 f4"].contains(&mv.as_str()), "{mv}");
    dialogue.say("3 reg_genmove black");
    dialogue.hear("=3 ");
    // Smaller boards are read out, or played by rules of thumb if there is no time for that.
    dialogue.say("4 boardsize 6\n5 time_settings 0 1 1\n6 genmove black");
    let mv = dialogue.hear("=6");
    assert!(["=6 c2", "=6 b3", "=6 e4", "=6 d5"].contains(&mv.as_str()), "{mv}");
    let mut dialogue = Dialogue::begin(&["gtp"]);
    dialogue.say("komi 6.5\nplay black C3\nlist_commands");
    dialogue.hear("final_status_list");
}

fn play(a: &str, b: &str, more: &[&str]) -> Output {
    let arguments = ["match", a, b, "--games", "4", "--threads", "1", "--json"];
    Command::new(BINARY).args(arguments).args(more).output().unwrap()
}

fn result(output: &Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_else(|| panic!("no output: {output:?}"));
    serde_json::from_str(last).unwrap()
}

#[test]
fn programs_play_each_other_by_both_protocols() {
    let gtp = format!("gtp:'{BINARY}' gtp --game othello --depth 1 --threads 1");
    let nboard = format!("nboard:depth=1 '{BINARY}' nboard --threads 1");
    // One that knows nothing makes many a game with passes.
    for (a, b) in [(&gtp, &nboard), (&gtp, &"random".to_owned()), (&nboard, &"random".to_owned())] {
        let output = play(a, b, &["--time-per-move", "1s"]);
        let data = &result(&output)["data"];
        assert_eq!(data["forfeits"], serde_json::json!({"a": 0, "b": 0}), "{output:?}");
        assert_eq!(data["games"], data["planned"], "{output:?}");
    }
}

#[test]
fn a_position_can_be_begun_from_by_nboard_but_not_by_gtp() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    let position = "8x8: -------- -------- ---X---- ---XX--- ---XO--- -------- -------- -------- O";
    std::fs::write(&openings, position).unwrap();
    let openings = ["--openings", openings.to_str().unwrap()];
    let nboard = format!("nboard:depth=1 '{BINARY}' nboard --threads 1");
    let data = result(&play(&nboard, "random", &openings))["data"].take();
    assert_eq!(data["forfeits"]["a"], 0);
    let gtp = format!("gtp:'{BINARY}' gtp --game othello --depth 1");
    let output = play(&gtp, "random", &openings);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("GTP has no way to set up a position"), "{told}");
}

#[test]
#[cfg(unix)]
fn programs_that_fail_are_refused_or_lose_and_are_named() {
    let answers = |lines: &str| format!("gtp:sh -c 'while read line; do {lines}; done'");
    for (engine, words) in [
        ("gtp:no-such-program-anywhere".to_owned(), "cannot be started"),
        ("gtp:patience=0.3 sleep 1000".to_owned(), "no answer to 'boardsize 8' within 0.3 s"),
        ("nboard:patience=0.3 sleep 1000".to_owned(), "no answer to 'ping 1' within 0.3 s"),
        (
            "gtp:sh -c 'echo first >&2; echo bad luck >&2; exit 3'".to_owned(),
            "it ended (exit status: 3) and did not answer 'boardsize 8'; its last words: first | bad luck",
        ),
        (answers("echo \"? no\"; echo"), "it refused 'boardsize 8': no"),
        (answers("echo \"= a1\"; echo"), "it answered a move that cannot be played at '8x8: "),
        ("nboard:yes '=== z9 pong'".to_owned(), "no answer to 'ping 1'"),
    ] {
        let engine = engine.replace("nboard:yes", "nboard:patience=0.5 yes");
        let begun = Instant::now();
        let output = play(&engine, "random:seed=1", &[]);
        assert!(begun.elapsed() < Duration::from_secs(500), "{engine} was waited for");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(words), "{engine}: {told}");
        assert!(told.contains(engine.split_once(':').unwrap().1), "{engine}: {told}");
        // Who cannot even begin is refused; who fails in play loses.
        match words.contains("move") {
            true => assert_eq!(result(&output)["data"]["forfeits"]["a"], 4, "{engine}"),
            false => assert_eq!(output.status.code(), Some(2), "{engine}"),
        }
    }
}

#[test]
#[cfg(unix)]
fn an_interrupt_tells_what_was_solved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problems.obf");
    // Solved at once, and not to be solved; one that is not begun counts, too.
    let easy = format!("-O{} X;", "X".repeat(62));
    let hard = format!("{}OX------XO{} X;", "-".repeat(27), "-".repeat(27));
    std::fs::write(&file, format!("{easy}\n{hard}\n{easy}\n")).unwrap();
    let mut child = Command::new(BINARY)
        .args(["solve-file", file.to_str().unwrap(), "--json", "--threads", "1", "--memory", "64M"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // As soon as the easy one is told.
    let mut told = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    told.read_line(&mut text).unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    told.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let last = text.lines().last().unwrap();
    let data = &serde_json::from_str::<serde_json::Value>(last).unwrap()["data"];
    assert_eq!((&data["problems"], &data["unsolved"]), (&3.into(), &2.into()));
    assert_eq!(data["stopped"], "interrupted");
}
