//! The command as people type it: transcripts in `cmd/`, then what needs a live process.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn yomikiri() -> Command {
    Command::new(env!("CARGO_BIN_EXE_yomikiri"))
}

fn json_of(output: &std::process::Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_else(|| panic!("no output: {output:?}"));
    serde_json::from_str(last).unwrap()
}

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

#[test]
fn a_perfect_line_is_drawn_as_a_numbered_board() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("line.svg");
    let solve = |arguments: &[&str]| {
        let mut command = yomikiri();
        command.args(["solve"]).args(arguments).arg("--svg").arg(&file);
        command.output().unwrap().status.code()
    };
    assert_eq!(solve(&["othello", "6x6", "--nodes", "1000"]), Some(3));
    assert_eq!(solve(&["go", "2x2"]), Some(2));
    assert_eq!(solve(&["othello", "4x4", "--goal", "win"]), Some(2));
    assert!(!file.exists(), "nothing was proved, so nothing is drawn");
    assert_eq!(solve(&["othello", "4x6", "--moves", "c1 b1", "--method", "paper"]), Some(0));
    let svg = std::fs::read_to_string(&file).unwrap();
    // From the position after two moves; the paper has 20 discs to 4 on this board.
    assert_eq!(svg.matches(" start\"").count(), 6);
    assert!(svg.contains("The end: Black 20, White 4"), "{svg}");
}

#[test]
fn the_result_line_has_what_it_promises() {
    let output =
        yomikiri().args(["solve", "othello", "4x6", "--json", "--threads", "1"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "quiet in a pipe");
    let result = json_of(&output);
    assert_eq!(result["type"], "result");
    let data = &result["data"];
    assert_eq!(data["game"], "othello");
    assert_eq!(data["board"], "4x6");
    assert_eq!(data["value"], 16);
    assert_eq!(data["winner"], "first");
    assert_eq!(data["exact"], true);
    assert_eq!(data["threads"], 1);
    assert_eq!(data["rules"]["start"], "othello");
    assert_eq!(data["rules"]["scoring"], "paper");
    assert!(data["line"].as_array().unwrap().iter().any(|mv| mv == "pass"));
    assert!(data["nodes"].as_u64().unwrap() > 0 && data["seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_limit_ends_with_code_three_and_honest_bounds() {
    let output = yomikiri()
        .args(["solve", "othello", "8x8", "--json", "--nodes", "100k", "--memory", "64M"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let data = &json_of(&output)["data"];
    assert_eq!(data["exact"], false);
    assert_eq!(data["value"], serde_json::Value::Null);
    assert_eq!(data["stopped"], "nodes");
    let nodes = data["nodes"].as_u64().unwrap();
    assert!(nodes < 500_000, "{nodes} is far beyond the limit");
}

#[test]
fn a_limit_that_comes_too_late_spoils_nothing() {
    let solve = |nodes: u64| {
        let nodes = nodes.to_string();
        let limits = ["--threads", "1", "--nodes", &nodes];
        let arguments = ["solve", "othello", "4x6", "--goal", "win", "--json"];
        json_of(&yomikiri().args(arguments).args(limits).output().unwrap())["data"].take()
    };
    let whole = solve(1 << 40)["nodes"].as_u64().unwrap();
    // So few are asked as one question, and nobody looks at the limit before its end.
    assert!(whole < 1 << 15, "{whole}");
    let data = solve(whole - 1);
    assert_eq!((&data["winner"], &data["nodes"]), (&"first".into(), &whole.into()), "{data}");
}

#[test]
#[cfg(target_os = "linux")]
fn an_error_that_nobody_can_read_is_still_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let status = yomikiri().args(["solve", "othello", "5x5"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn a_drawn_board_comes_in_by_standard_input() {
    use std::io::Write;
    let mut child = yomikiri()
        .args(["solve", "othello", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let board = "  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\nX to move\n";
    child.stdin.take().unwrap().write_all(board.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(json_of(&output)["data"]["value"], -8);
}

/// A 6x6 position that takes some seconds, solved with a checkpoint.
fn begin_solving(folder: &Path) -> Child {
    yomikiri()
        .args(["solve", "othello", "6x6", "--json", "--threads", "2", "--memory", "256M"])
        .args(["--moves", RESUMED_MOVES])
        .arg("--checkpoint")
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

const RESUMED_MOVES: &str = "c2 b2";

fn solve_to_the_end(folder: &Path) -> serde_json::Value {
    let output = begin_solving(folder).wait_with_output().unwrap();
    assert!(output.status.success(), "a run left alone succeeds");
    json_of(&output)["data"].clone()
}

/// The nodes of all runs, as the checkpoint has them.
fn nodes_kept(folder: &Path) -> u64 {
    let Ok(bytes) = std::fs::read(folder.join("claims.yomi")) else { return 0 };
    let count = |at: usize| u32::from_le_bytes(bytes[at..][..4].try_into().unwrap()) as usize;
    let (mut at, mut nodes) = (64 + count(12), 0);
    // Block after block, as far as they are there.
    while at + 32 < bytes.len() && at + 32 + count(at + 4) <= bytes.len() {
        let program = usize::from(bytes[at + 32]);
        nodes = u64::from_le_bytes(bytes[at + 33 + program..][..8].try_into().unwrap());
        at += 32 + count(at + 4);
    }
    nodes
}

#[test]
fn killing_a_run_again_and_again_loses_little() {
    let alone = tempfile::tempdir().unwrap();
    let whole = solve_to_the_end(alone.path());
    let whole_nodes = whole["nodes"].as_u64().unwrap();

    let folder = tempfile::tempdir().unwrap();
    for quarter in 1..=3 {
        // Killed as soon as so much is on disk. Not by a polite signal: the process gets no chance
        // to save anything.
        let mut child = begin_solving(folder.path());
        while nodes_kept(folder.path()) < quarter * whole_nodes / 4 {
            if let Some(status) = child.try_wait().unwrap() {
                assert!(status.success());
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = solve_to_the_end(folder.path());
    assert_eq!(resumed["value"], whole["value"]);
    assert_eq!(resumed["exact"], true);
    let last_nodes = resumed["nodes"].as_u64().unwrap();
    assert!(
        last_nodes < whole_nodes * 9 / 10,
        "the last run entered {last_nodes} nodes, a whole one {whole_nodes}"
    );
    let total = resumed["total_nodes"].as_u64().unwrap();
    assert!(total > last_nodes, "earlier work is counted");

    // The same folder for another question is refused, and so is a damaged file.
    let other = yomikiri()
        .args(["solve", "othello", "4x4", "--checkpoint"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("proved for"), "{other:?}");
    let file = folder.path().join("claims.yomi");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let damaged = yomikiri()
        .args(["solve", "othello", "6x6", "--moves", RESUMED_MOVES, "--checkpoint"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(damaged.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("damaged"), "{damaged:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_is_known_and_saves_it() {
    let folder = tempfile::tempdir().unwrap();
    let child = yomikiri()
        .args(["solve", "othello", "6x8", "--json", "--memory", "256M", "--checkpoint"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Who holds the checkpoint is at work.
    while !folder.path().join("lock").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(json_of(&output)["data"]["stopped"], "interrupted");
    assert!(folder.path().join("claims.yomi").exists());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = yomikiri()
        .args(["perft", "othello", "4x4", "8"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
}

/// A report that is stopped keeps its rows and goes on from them.
#[test]
fn a_report_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("report");
    let reproduce = |time: &str| {
        let output = yomikiri()
            .args(["reproduce", "000", "--quick", "-v", "--time", time, "--out"])
            .arg(&out)
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, told) = reproduce("2s");
    assert_eq!(code, Some(3), "{told}");
    let page = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("Not finished"), "the page says what is missing");
    assert!(told.contains("4x6-othello-readout-score-paper: done"), "{told}");
    let (code, told) = reproduce("1s");
    assert_eq!(code, Some(3), "{told}");
    assert!(told.contains("4x6-othello-readout-score-paper: kept from"), "{told}");
}

/// The quick report, with all ten published rows.
#[test]
#[ignore = "about a minute"]
fn the_quick_report_has_every_published_value() {
    let folder = tempfile::tempdir().unwrap();
    let output = yomikiri()
        .args(["reproduce", "000", "--quick", "--out"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let page = std::fs::read_to_string(folder.path().join("index.html")).unwrap();
    assert!(page.contains("10 of the 10 published values were proved again"));
}

#[test]
fn all_set_ups_of_a_board_are_told_in_every_form() {
    let run = |form: &str| {
        let arguments = ["solve", "shogi", "3x3", "--all", "--zone", "1", "--tables", "none"];
        let output = yomikiri().args(arguments).args(form.split_whitespace()).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let json = run("--json");
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let setups: Vec<_> = lines.iter().filter(|line| line["type"] == "setup").collect();
    assert_eq!(setups.len(), 94);
    let count = |result| setups.iter().filter(|line| line["data"]["result"] == result).count();
    assert_eq!(["first", "second", "draw", "illegal"].map(count), [37, 20, 8, 29]);
    let drawn = setups.iter().find(|line| line["data"]["setup"] == "KPN").unwrap();
    assert_eq!(drawn["data"]["plies"], serde_json::Value::Null);
    let csv = run("--csv");
    assert_eq!(csv.lines().count(), 95);
    assert!(csv.starts_with("board,zone,setup,result,plies\n"), "{csv}");
    assert!(run("").contains("3x3    1         37      20     8       29"));
}

#[test]
fn all_set_ups_are_tried_by_a_search_within_limits_of_each() {
    let run = |form: &str| {
        let arguments = ["solve", "shogi", "3x3", "--all", "--zone", "1", "--tables", "none"];
        let output = yomikiri().args(arguments).args(form.split_whitespace()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (_, truth) = run("--csv");
    let truth: Vec<Vec<&str>> =
        truth.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let (code, csv) = run("--method pds --nodes 2000 --csv");
    assert_eq!(code, Some(3), "some reach the limit");
    let mut lines = csv.lines();
    let head = "board,zone,setup,result,plies,plies_at_most,nodes,seconds,stopped";
    assert_eq!(lines.next(), Some(head));
    let (mut open, mut solved) = (0, 0);
    for (line, truth) in lines.zip(&truth) {
        let row: Vec<&str> = line.split(',').collect();
        assert_eq!(row[..3], truth[..3], "in the same order");
        let nodes: u64 = row[6].parse().unwrap();
        match row[3] {
            "open" => {
                assert_eq!((row[8], nodes), ("nodes", 2001), "{line}");
                open += 1;
            }
            result => {
                assert_eq!((result, row[8]), (truth[3], ""), "{line}");
                if let Ok(plies) = truth[4].parse::<u32>() {
                    assert!(row[5].parse::<u32>().unwrap() >= plies, "{line}");
                }
                solved += 1;
            }
        }
    }
    assert!(open > 8 && solved > 40 && open + solved == 94, "{open} open, {solved} solved");
    let (code, json) = run("--method dfpn --json");
    assert_eq!(code, Some(0), "df-pn settles them all");
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let totals = &lines.iter().find(|line| line["type"] == "totals").unwrap()["data"];
    let counts = ["first", "second", "draw", "illegal", "open"].map(|name| totals[name].clone());
    assert_eq!(counts, [37, 20, 8, 29, 0]);
}

/// What `solve` draws can be given back to it, hands included.
#[test]
fn a_board_that_was_drawn_is_read_again() {
    let solve = |position: &str, input: &str| {
        let more = ["--zone", "2", "--method", "dfpn"];
        let mut command = yomikiri();
        command.args(["solve", "shogi", position, "--tables", "none"]).args(more);
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{input}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let board = |text: &str| -> String {
        text.lines()
            .skip(1)
            .take_while(|line| !line.is_empty())
            .map(|l| l.to_owned() + "\n")
            .collect()
    };
    let first = solve("1k1/3/K1s b 2Pr 1", "");
    let drawn = board(&first);
    assert!(drawn.contains("Sente has in hand: 2P"), "{drawn}");
    let again = solve("-", &drawn);
    assert_eq!(board(&again), drawn);
    let kifu = "後手の持駒：飛　\n+---------+\n| ・v玉 ・|一\n| ・ ・ ・|二\n| 玉 ・v銀|三\n+---------+\n\
                先手の持駒：歩二\n";
    assert_eq!(board(&solve("-", kifu)), drawn);
    let csa = "P1 * -OU * \nP2 *  *  * \nP3+OU * -GI\nP+00FU00FU\nP-00HI\n+\n";
    assert_eq!(board(&solve("-", csa)), drawn);
}

#[test]
fn without_a_promotion_zone_nothing_promotes() {
    let arguments = ["values", "shogi", "3x3", "--setup", "KLP", "--json", "--tables", "none"];
    let moves = |zone: &str| {
        let output = yomikiri().args(arguments).args(["--zone", zone]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let moves = json_of(&output)["data"]["moves"].take();
        let names = moves.as_array().unwrap().iter().map(|mv| mv["move"].to_string());
        names.collect::<Vec<_>>()
    };
    assert!(moves("2").iter().any(|mv| mv.contains('+')));
    assert!(moves("0").iter().all(|mv| !mv.contains('+')));
    let promoted = ["solve", "shogi", "1k1/2+P/K2 b - 1", "--zone", "0"];
    let output = yomikiri().args(promoted).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no promotion zone"), "{output:?}");
}

#[test]
fn a_table_that_was_not_finished_says_how_far_it_came() {
    let arguments = ["solve", "shogi", "3x4", "--setup", "RKB", "--zone", "1", "--json"];
    let output =
        yomikiri().args(arguments).args(["--nodes", "50000", "--tables", "none"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let data = json_of(&output)["data"].take();
    assert_eq!(data["counts"]["positions_of_the_table"], 17_011_560);
    let settled = data["counts"]["positions_settled"].as_u64().unwrap();
    assert!((50_000..17_011_560).contains(&settled), "{settled}");
    assert_eq!(data["nodes"], settled);
}

#[test]
fn a_table_is_built_asked_and_checked_and_damage_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let table = |arguments: &str, code: i32| {
        let output = yomikiri()
            .arg("table")
            .args(arguments.split_whitespace())
            .env("YOMIKIRI_TABLES", folder.path())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    table("build shogi 3x3 --setup K-P --zone 2", 0);
    assert!(table("build shogi 3x3 --setup KP- --zone 2", 0).contains("is there already"));
    assert!(table("info", 0).contains("pieces P2, zone 2"));
    assert!(table("query shogi 3x3 --setup K-P --zone 2", 0).contains("win in 3"));
    assert!(table("check", 0).contains("sound"));
    assert!(table("check shogi 3x3 --setup K-P --zone 2", 0).contains("sound"));
    table("check shogi 3x3 --setup K-P --zone 1", 2);
    let path = folder.path().join("shogi-3x3-P2-zone2.table");
    let whole = std::fs::read(&path).unwrap();
    for at in [0, 9, 40, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 4;
        std::fs::write(&path, &damaged).unwrap();
        assert!(table("check", 1).contains("WRONG"), "byte {at}");
    }
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    table("query shogi 3x3 --setup K-P --zone 2", 2);
    // A damaged table is made anew, and then all is well.
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    assert!(table("build shogi 3x3 --setup K-P --zone 2", 0).contains("positions"));
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

#[test]
fn values_that_were_stopped_say_so() {
    for method in ["table", "pds"] {
        let arguments = ["values", "shogi", "3x3", "--setup", "KSP", "--nodes", "1", "--json"];
        let with_method = ["--tables", "none", "--method", method];
        let output = yomikiri().args(arguments).args(with_method).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let data = json_of(&output)["data"].take();
        let moves = data["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 4, "{data}");
        assert!(moves.iter().all(|mv| mv["exact"] == false), "{data}");
    }
}

#[test]
fn a_survey_that_was_stopped_tells_what_it_solved() {
    let arguments = ["solve", "shogi", "3x4", "--all", "--time", "1500ms", "--tables", "none"];
    let output = yomikiri().args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped"), "{output:?}");
}

#[test]
fn a_match_comes_from_a_file_of_openings_and_goes_to_a_file_of_games() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    let position = "8x8: -------- -------- ---X---- ---XX--- ---XO--- -------- -------- -------- O";
    let games = folder.path().join("games.csv");
    let run = |text: &str| {
        let mut command = yomikiri();
        command.args(["match", "single:x=1,presearch=1", "random:seed=5", "--games", "4"]);
        command.arg("--openings").arg(&openings).arg("--csv").arg(&games);
        std::fs::write(&openings, text).unwrap();
        command.output().unwrap()
    };
    let output = run(&format!("# two\nf5d6c3\n\n{position}\n"));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let csv = std::fs::read_to_string(&games).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5, "{csv}");
    assert!(lines[1].starts_with("1,1,A,") && lines[1].contains(",f5d6c3"), "{csv}");
    assert!(lines[4].starts_with("4,2,B,"), "{csv}");
    let output = run("f5d6c3\nf5f5\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2: move 'f5'"), "{output:?}");
}

#[test]
fn a_match_that_is_stopped_tells_what_was_played() {
    // Even if it was before the first game, while openings were drawn or a program was started.
    let silent = "gtp:sleep 1000";
    for (engine, openings, time) in [
        ("single:x=5", "random:8", "1500ms"),
        ("single:x=5", "random:8", "0"),
        ("single:x=5", "start", "0"),
        (silent, "start", "100ms"),
    ] {
        let arguments = ["match", engine, "single:x=4", "--games", "1000", "--openings", openings];
        let output = yomikiri().args(arguments).args(["--time", time, "--json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let data = json_of(&output)["data"].take();
        assert_eq!(data["stopped"], "time");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(data["games"].as_u64().unwrap() as usize, text.lines().count() - 1);
    }
}

#[test]
fn what_is_remembered_is_not_proved_again() {
    let folder = tempfile::tempdir().unwrap();
    let remember = format!("--remember={}", folder.path().display());
    let run = |arguments: &[&str]| {
        let output = yomikiri().args(arguments).args([remember.as_str(), "--json"]).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        json_of(&output)["data"].clone()
    };
    for position in [
        &["othello", "4x6"][..],
        &["go", "3x4"],
        &["shogi", "3x3", "--setup", "K-P"],
        &["amazons", ".XO#|..#."],
    ] {
        for command in ["solve", "values"] {
            let arguments = [&[command], position].concat();
            let (proved, known) = (run(&arguments), run(&arguments));
            assert_ne!(proved["method"], "remembered", "{arguments:?}");
            assert_eq!((&known["method"], &known["nodes"]), (&"remembered".into(), &0.into()));
            for field in ["value", "winner", "bounds", "bracket", "plies", "line", "final", "moves"]
            {
                assert_eq!(proved[field], known[field], "{arguments:?}: {field}");
            }
        }
    }
    // Another question is another matter: other rules, only the winner, a method by name.
    let method = |arguments: &[&str]| run(arguments)["method"].clone();
    assert_eq!(method(&["solve", "othello", "4x6", "--scoring", "tournament"]), "readout");
    assert_eq!(method(&["solve", "othello", "4x6", "--goal", "win"]), "readout");
    assert_eq!(method(&["solve", "othello", "4x6", "--method", "alphabeta"]), "alphabeta");
    // The same position by other words is the same question.
    let start = "4x6: ------ --OX-- --XO-- ------ X";
    assert_eq!(method(&["solve", "othello", start]), "remembered");
    // A result that was changed is not believed, and makes room for a good one.
    let file = folder.path().join("claims.yomi");
    let mut bytes = std::fs::read(&file).unwrap();
    let score = b"\"score\":16";
    let places = 0..bytes.len() - score.len();
    let spoiled: Vec<_> = places.filter(|at| bytes[*at..].starts_with(score)).collect();
    assert!(!spoiled.is_empty());
    for at in spoiled {
        bytes[at..][..score.len()].copy_from_slice(b"\"score\":14");
    }
    std::fs::write(&file, bytes).unwrap();
    let output = yomikiri().args(["solve", "othello", "4x6", &remember]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("Black wins by 16"), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("damaged"), "{output:?}");
    assert_eq!(method(&["solve", "othello", "4x6"]), "remembered");
    assert_eq!(method(&["solve", "go", "3x4"]), "remembered", "the others are as they were");
}

/// The command where no file may become longer than so many kilobytes: what a full disk does.
#[cfg(target_os = "linux")]
fn on_a_full_disk(kilobytes: u64, arguments: &[&str]) -> std::process::Output {
    let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("bash");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_yomikiri")]).args(arguments).output().unwrap()
}

/// An answer that cannot be written down is an answer, and what was there stays.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_costs_neither_the_answer_nor_what_was_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let remember = format!("--remember={}", at("results"));
    let checkpoint = format!("--checkpoint={}", at("run"));
    let position = ["othello", "6x6", "--moves", "c2 b2 b3 d2 e5"];
    for (option, kept, complaint) in [
        (&remember, at("results"), "could not be remembered"),
        (&checkpoint, at("run"), "checkpoint was not written"),
    ] {
        let limited = [&["solve"], &position[..], &[option, "--memory", "64M"]].concat();
        let first = yomikiri().args(["solve", "othello", "4x4", option]).output().unwrap();
        assert_eq!(first.status.code(), Some(0), "{first:?}");
        let file = Path::new(&kept).join("claims.yomi");
        if option == &checkpoint {
            // A checkpoint is for one position.
            std::fs::remove_dir_all(&kept).unwrap();
            let none = [&limited[..], &["--nodes", "1"]].concat();
            assert_eq!(yomikiri().args(none).output().unwrap().status.code(), Some(3));
        }
        let before = std::fs::read(&file).unwrap();
        let output = on_a_full_disk(0, &limited);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(complaint), "{output:?}");
        assert_eq!(std::fs::read(&file).unwrap(), before);
    }
}

/// What a command says when it is given this to read.
fn piped(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    use std::io::Write;
    let mut command = yomikiri();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn what_one_command_prints_another_reads() {
    for arguments in [
        &["go", "2x3: .X. OO. O passed"][..],
        &["othello", "4x4", "--moves", "b1"],
        &["amazons", "X..|.#O + X.O", "--moves", "a2b2/c2"],
        &["shogi", "3x3", "--setup", "K-G", "--moves", "1c2c"],
        &["shogi", "dobutsu", "--moves", "2c2b"],
        &["tictactoe", "3x3", "--moves", "b2"],
    ] {
        let game = arguments[0];
        let position = |json: &str| {
            let told: serde_json::Value = serde_json::from_str(json.trim()).unwrap();
            told["data"]["position"].as_str().unwrap().to_owned()
        };
        let all = |first: &&'static str| [&[*first], arguments].concat();
        let shown = position(&piped(&[&["show"], arguments, &["--json"]].concat(), "").1);
        // All of dobutsu shogi takes too long.
        let commands = if arguments[1] == "dobutsu" { 1 } else { 3 };
        for first in &["show", "solve", "values"][..commands] {
            let (code, printed) = piped(&all(first), "");
            assert_eq!(code, Some(0), "{first} {arguments:?}: {printed}");
            for printed in [printed.clone(), format!("\u{feff}{printed}")] {
                let (code, told) = piped(&["show", game, "-", "--json"], &printed);
                assert_eq!((code, position(&told)), (Some(0), shown.clone()), "{first} {printed}");
            }
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped_wherever_text_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("\u{feff}{text}")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let obf = file("a.obf", &format!("{}X- X;\n", "O".repeat(62)));
    let game = file("game.txt", "f5d6c3\n");
    let openings = file("openings", "f5d6c3\n");
    let weights = file("weights", "mobility = 12\n");
    for (arguments, input) in [
        (&["solve", "othello", "\u{feff}4x4"][..], ""),
        (&["solve", "tictactoe", "-"], "3x3"),
        (&["solve", "tictactoe", "3x3", "--moves", "\u{feff}a1"], ""),
        (&["solve", "go", "-"], "(;SZ[2];B[aa])"),
        (&["solve", "shogi", "-"], "g1k/3/K1G b - 1"),
        (&["analyze", "\u{feff}f5d6c3", "--time", "1s", "--features"], ""),
        (&["analyze", &game, "--features"], ""),
        (&["analyze", &game, "--features", "--weights", &weights], ""),
        (&["solve-file", &obf], ""),
        (&["match", "random", "random", "--games", "2", "--openings", &openings], ""),
        (&["play", "tictactoe", "3x3"], "moves\nquit\n"),
    ] {
        let (code, told) = piped(arguments, &format!("\u{feff}{input}"));
        assert_eq!(code, Some(0), "{arguments:?}: {told}");
    }
    for (arguments, input, answer) in [
        (&["gtp"][..], "name\nquit\n", "= yomikiri"),
        (&["gtp", "--game", "othello"], "name\nquit\n", "= yomikiri"),
        (&["usi"], "usi\nquit\n", "usiok"),
        (&["nboard"], "nboard 2\nping 3\nquit\n", "set myname"),
    ] {
        let (_, told) = piped(arguments, &format!("\u{feff}{input}"));
        assert!(told.contains(answer), "{arguments:?}: {told}");
    }
}
