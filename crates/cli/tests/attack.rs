//! What an unkind world does to the command: full disks, readers that go away, files that are
//! none, and arguments that nobody should give.

mod common;

use common::{assert_refused, command, ended, run, told};
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_told_is_an_error() {
    for arguments in [
        &["--help"][..],
        &["--version"],
        &["help", "solve"],
        &["solve", "--help"],
        &["completions", "bash"],
        &["solve", "othello", "4x4"],
        &["solve", "othello", "4x4", "--json"],
        &["values", "tictactoe", "3x3"],
        &["perft", "othello", "4x4", "2"],
        &["match", "random", "random", "--games", "2", "--openings", "start"],
        &["match", "random", "random", "--games", "2", "--openings", "start", "--json"],
        &["explore", "--port", "0"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let child = command(arguments).stdout(full).spawn().unwrap();
        let output = ended(child, &arguments.join(" "));
        assert_refused(&output, &arguments.join(" "));
        assert!(told(&output).contains("standard output"), "{arguments:?}: {}", told(&output));
        // Nor is it if there is no such thing.
        let closed = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_yomikiri")])
            .args(arguments)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = ended(closed, &arguments.join(" "));
        assert_refused(&output, &arguments.join(" "));
        assert!(told(&output).contains("standard output: it is closed"), "{}", told(&output));
    }
    // Whoever wants nothing of it says so.
    let nothing = command(&["solve", "othello", "4x4"]).stdout(Stdio::null()).status().unwrap();
    assert!(nothing.success());
}

#[test]
fn work_ends_when_nobody_reads_what_comes_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let [checkpoint, weights] = ["run", "weights"].map(|name| folder.path().join(name));
    let [checkpoint, weights] = [&checkpoint, &weights].map(|path| path.to_str().unwrap());
    // None of them comes to its end in hours; of some a line is read before.
    for (arguments, lines) in [
        (&["perft", "othello", "8x8", "30"][..], 2),
        (&["solve", "othello", "6x8", "--checkpoint", checkpoint, "--memory", "256M"], 0),
        (&["values", "othello", "6x8", "--memory", "256M", "--json"], 0),
        (&["match", "random", "random", "--openings", "start", "--games", "1000000", "--json"], 3),
        (&["match", "yomi", "yomi", "--games", "1000000"], 0),
        (&["train", "othello", "6x6", "--games", "1000000", "--out", weights], 0),
    ] {
        let mut child = command(arguments).spawn().unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..lines {
            assert!(reader.read_line(&mut String::new()).unwrap() > 0, "{arguments:?}");
        }
        if lines == 0 {
            // Let it come to its work.
            std::thread::sleep(Duration::from_millis(500));
        }
        drop(reader);
        let output = ended(child, &arguments.join(" "));
        assert!(!told(&output).contains("panicked"), "{}", told(&output));
        // Nothing was told of what was not done.
        assert!(matches!(output.status.code(), Some(0 | 130)), "{arguments:?}: {output:?}");
    }
    // What was proved is there to go on with.
    let limits = ["--memory", "256M", "--nodes", "1", "--json"];
    let again = [&["solve", "othello", "6x8", "--checkpoint", checkpoint][..], &limits].concat();
    assert_eq!(run(&again).status.code(), Some(3));
}

#[test]
fn a_folder_that_is_no_checkpoint_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let lock = folder.path().join("lock");
    fs::write(&lock, "a user's own").unwrap();
    let path = folder.path().to_str().unwrap();
    let solve = |game, board| run(&["solve", game, board, "--memory", "64M", "--checkpoint", path]);
    for (game, board) in [("othello", "4x4"), ("go", "3x3"), ("amazons", "3x3")] {
        let output = solve(game, board);
        if output.status.code() != Some(0) {
            assert_refused(&output, game);
        }
        assert_eq!(fs::read_to_string(&lock).unwrap(), "a user's own", "{game}");
    }
    assert_refused(&solve("othello", "4x4"), "a folder with other files");
    // Files that changed places, were cut, or are no files.
    fs::remove_file(&lock).unwrap();
    assert_eq!(solve("othello", "4x4").status.code(), Some(0));
    let claims = folder.path().join("claims.yomi");
    let whole = fs::read(&claims).unwrap();
    for damaged in [&b""[..], b"YOMICLMS", &whole[..whole.len() / 2], b"\0\0\0"] {
        fs::write(&claims, damaged).unwrap();
        assert_refused(&solve("othello", "4x4"), "damaged claims");
        assert_eq!(fs::read(&claims).unwrap(), damaged, "it is for the user to delete it");
    }
    // One of an earlier version.
    fs::remove_file(&claims).unwrap();
    fs::write(folder.path().join("facts.yomi"), "YOMIFACT").unwrap();
    let output = solve("othello", "4x4");
    assert_refused(&output, "an earlier version's checkpoint");
    assert!(told(&output).contains("earlier version"), "{}", told(&output));
}

#[test]
fn a_table_is_right_or_refused_whatever_byte_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let query = || run(&["table", "query", "go", "2x2", "--tables", path, "--json"]);
    assert_eq!(run(&["table", "build", "go", "2x2", "--tables", path]).status.code(), Some(0));
    let good = query();
    assert_eq!(good.status.code(), Some(0), "{}", told(&good));
    let mut files = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let table = files.find(|path| path.extension().is_some_and(|end| end == "table")).unwrap();
    let whole = fs::read(&table).unwrap();
    let steps = whole.len() / 40;
    for at in (0..whole.len()).step_by(steps.max(1)) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x40;
        for bytes in [&damaged[..], &whole[..at]] {
            fs::write(&table, bytes).unwrap();
            let output = query();
            match output.status.code() {
                // What was damaged was not needed.
                Some(0) => assert_eq!(output.stdout, good.stdout, "byte {at}"),
                _ => assert_refused(&output, &format!("byte {at}")),
            }
        }
    }
    // No table of ours, and not overwritten either.
    fs::write(&table, "a user's own").unwrap();
    assert_refused(&run(&["table", "build", "go", "2x2", "--tables", path]), "a foreign file");
    assert_eq!(fs::read_to_string(&table).unwrap(), "a user's own");
}

/// What thinks for hours does not when the program that asked has gone.
#[test]
#[cfg(unix)]
fn a_dialogue_ends_with_whoever_holds_it() {
    for (arguments, question) in [
        (&["nboard"][..], "set depth 60\ngo\n"),
        (&["gtp", "--game", "othello", "--depth", "60"], "genmove b\n"),
        (&["gtp", "--move-time", "10h"], "boardsize 6\ngenmove b\n"),
        (&["usi"], "position sfen kgsr1/4p/5/5/P4/1RSGK b - 1\ngo infinite\n"),
    ] {
        let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(question.as_bytes()).unwrap();
        // Let it come to its work.
        std::thread::sleep(Duration::from_millis(500));
        drop(child.stdout.take());
        let output = ended(child, &arguments.join(" "));
        assert!(!told(&output).contains("panicked"), "{}", told(&output));
    }
}

/// A table under another's name is neither sound nor there already.
#[test]
fn a_table_is_what_its_name_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let tables = [
        (&["go", "2x2"][..], "go-2x2.table"),
        (&["amazons", "--cells", "3"], "amazons-3.table"),
        (&["amazons", "--forms", "--cells", "3"], "amazons-forms-3.table"),
        (&["amazons", "--cells", "4"], "amazons-4.table"),
    ];
    let table = |what: &str, of: &[&str]| {
        let output = run(&[&["table", what], of, &["--tables", path]].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let whole = tables.map(|(of, name)| {
        assert_eq!(table("build", of).0, Some(0), "{name}");
        fs::read(folder.path().join(name)).unwrap()
    });
    for (at, (of, name)) in tables.iter().enumerate() {
        let file = folder.path().join(name);
        for other in whole.iter().filter(|other| **other != whole[at]) {
            fs::write(&file, other).unwrap();
            assert_eq!(table("check", of).0, Some(1), "{name}");
            assert_eq!(table("info", of).0, Some(2), "{name}");
            let (code, told) = table("build", of);
            assert!(code == Some(0) && !told.contains("already"), "{name}: {told}");
            assert!(fs::read(&file).unwrap() == whole[at], "{name} is made anew");
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_answered_by_its_number() {
    for game in ["go", "othello"] {
        let mut child = command(&["gtp", "--game", game]).stdin(Stdio::piped()).spawn().unwrap();
        let long = "x".repeat(70_000);
        let text = format!("7 play b {long}\n\0\n8 protocol_version");
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = ended(child, "gtp");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.starts_with("?7 syntax error: a line of more than"), "{game}: {told}");
        assert!(told.ends_with("=8 2\n\n"), "{game}: {told}");
    }
    for (arguments, question, answer) in
        [(&["nboard"][..], "ping 3", "pong 3"), (&["usi"], "isready", "readyok")]
    {
        let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let text = format!("set game {}\n\0\0\n\u{1}x\0\n{question}", "x".repeat(70_000));
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = ended(child, arguments[0]);
        let told = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(told.contains("a line of more than 65536 bytes"), "{told}");
        assert!(told.lines().any(|line| line == answer), "{told}");
    }
}

#[test]
fn bare_remember_uses_the_data_folder_and_a_missing_game_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let solve = |more: &[&str]| {
        let mut command = command(&["solve", "othello", "4x4", "--json"]);
        command.args(more).env("XDG_DATA_HOME", folder.path()).env_remove("YOMIKIRI_RESULTS");
        let output = ended(command.spawn().unwrap(), "solve");
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        result["data"]["nodes"].as_u64().unwrap()
    };
    assert!(solve(&["--remember"]) > 0);
    assert!(folder.path().join("yomikiri/results").is_dir());
    assert_eq!(solve(&["--remember"]), 0, "it is remembered");
    for arguments in [&["solve", "6x6"][..], &["values", "4x4"], &["play", "6x6"]] {
        let output = run(arguments);
        assert_refused(&output, &arguments.join(" "));
        let told = told(&output);
        assert!(told.contains("game") && told.contains("othello, go, shogi, amazons"), "{told}");
    }
}

/// Every command with arguments and files that are nonsense: refused or answered, never a crash,
/// never a hang.
#[test]
fn nonsense_is_refused_by_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).into_os_string();
    fs::create_dir(at("folder")).unwrap();
    for (name, bytes) in [
        ("empty", Vec::new()),
        ("zeros", vec![0; 3000]),
        ("noise", (0..5000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect()),
        ("long", vec![b'x'; 300_000]),
        ("newlines", vec![b'\n'; 30_000]),
        ("brackets", vec![b'('; 30_000]),
    ] {
        fs::write(at(name), bytes).unwrap();
    }
    let texts: &[&str] = &[
        "",
        "-1",
        "x",
        "0x0",
        "6x",
        "99999999999999999999x2",
        "\u{1F4A5}",
        "\n\n",
        "%s%n",
        "4x4:",
        "4x4: ---- -OX- -XO- ---- Q",
        "4x4: XXXX XXXX XXXX XXXX X",
        "|",
        "+",
        "X+",
        "{|}",
        "((((",
        "k8/9 b - 1",
        "3/3/3 b 99999999999P 1",
        "9/9/9/9/9/9/9/9/9 b - 1",
        ";SZ[19]",
        "1x99",
        "(;SZ[99999999999999999999]",
        "64x1",
        "3x3: ",
        "../..",
        "/dev/full",
    ];
    let long = "((".repeat(20_000);
    let mut all: Vec<Vec<OsString>> = Vec::new();
    let mut add = |words: &[&str], last: OsString| {
        let words = words.iter().map(|word| OsString::from(*word)).chain([last]);
        all.push(words.collect());
    };
    for game in ["othello", "go", "shogi", "amazons", "tictactoe"] {
        for text in texts.iter().chain([&&*long]) {
            add(&["solve", game, "--time", "1s", "--memory", "64M", "--threads", "1"], text.into());
        }
    }
    for (option, values) in [
        ("--memory", &["0", "-1", "x", "1e99", "nan", ""][..]),
        ("--threads", &["0", "1000000000", "-1", "x", ""]),
        ("--time", &["-1", "x", "1e99", "nan", ""]),
        ("--nodes", &["x", "-1", "1e30", ""]),
        ("--moves", &["zz", ",,", "a1a1", "pass pass pass"]),
        ("--checkpoint", &["", "/dev/null", "/dev/full", "/proc", "/dev/null/x"]),
        ("--method", &["x", ""]),
    ] {
        for value in values {
            add(&["solve", "othello", "4x4", option], value.into());
        }
    }
    let mut files: Vec<OsString> = ["empty", "zeros", "noise", "long", "newlines", "brackets"]
        .map(at)
        .into_iter()
        .chain([at("folder"), at("missing"), "-".into()])
        .collect();
    if cfg!(target_os = "linux") {
        files.push("/dev/zero".into());
    }
    for file in files {
        add(&["solve-file", "--time", "1s"], file.clone());
        add(&["analyze", "--time", "1s"], file.clone());
        add(&["match", "random", "random", "--games", "2", "--openings"], file.clone());
        let out = at("weights");
        let out = out.to_str().unwrap();
        add(&["train", "othello", "6x6", "--games", "1", "--out", out, "--from"], file);
    }
    for engine in ["x", "", "gtp:", "gtp:'", "gtp:/nonexistent", "yomi:depth=x", "random:seed=x"] {
        add(&["match", "random", "--games", "2", "--openings", "start"], engine.into());
    }
    for games in ["0", "-2", "x", "99999999999999999999"] {
        add(&["match", "random", "random", "--openings", "start", "--games"], games.into());
    }
    add(&["solve", "shogi", "3x3", "--setup", "KSP", "--tables"], "/dev/null".into());
    add(&["reproduce"], "x".into());
    add(&["reproduce", "000", "--quick", "--out"], at("empty"));
    add(&["explore", "--port"], "99999".into());
    add(&["completions"], "x".into());
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        let bytes = || OsString::from_vec(vec![0xff, b'x']);
        add(&[], bytes());
        add(&["solve"], bytes());
        add(&["solve", "othello"], bytes());
        add(&["solve", "othello", "4x4", "--moves"], bytes());
        add(&["solve-file"], bytes());
    }
    for arguments in all {
        let what = format!("{arguments:.200?}");
        let child = command(&[]).args(&arguments).spawn().unwrap();
        let output = ended(child, &what);
        match output.status.code() {
            // Some of it means something after all, and is answered or stopped by its limit.
            Some(0 | 3) => {
                assert!(!told(&output).contains("panicked"), "{what}: {}", told(&output))
            }
            _ => assert_refused(&output, &what),
        }
    }
}
