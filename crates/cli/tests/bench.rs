//! The nodes of the fixed set. A change that is not meant to change a search must not change them;
//! one that is changes this file, so that everybody sees it.

use serde_json::Value;
use std::process::Command;

const NODES: [(&str, &str, &str, u64); 20] = [
    ("othello", "4x6", "othello", 18_280),
    ("othello", "4x6", "reversi", 74_904),
    ("othello", "4x8", "othello", 625_884),
    ("othello", "4x8", "reversi", 826_842),
    ("othello", "4x10", "othello", 2_206_156),
    ("othello", "4x10", "reversi", 3_357_856),
    ("shogi", "3x3", "KSP z2 table", 1_456_713),
    ("shogi", "3x3", "RKB z1 table", 1_456_713),
    ("go", "3x4", "win", 1_602),
    ("go", "3x5", "score", 12_699),
    ("go", "4x4", "win", 18_494),
    ("go", "3x6", "score", 374_144),
    ("shogi", "3x3", "LKP z2 alphabeta", 213_853),
    ("shogi", "3x4", "LKP z2 alphabeta-twice", 1_077_698),
    ("shogi", "3x4", "NKP z1 pds", 43_351),
    ("shogi", "3x3", "KSP z2 dfpn", 37_713),
    ("amazons", "<=7", "values", 7_768_705),
    ("amazons", "<=6", "canonical forms", 392_964),
    ("amazons", "4x4", "win", 1_437),
    ("amazons", "5x4", "win", 217),
];

#[test]
fn the_quick_bench_enters_the_nodes_that_it_did() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    let output = command.args(["bench", "--quick", "--json", "--threads", "1"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (summary, tasks) = lines.split_last().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let found = tasks.iter().map(|task| &task["data"]).map(|task| {
        let nodes = task["nodes"].as_u64().unwrap();
        (text(&task["game"]), text(&task["board"]), text(&task["what"]), nodes)
    });
    let wanted = NODES.map(|(game, board, what, nodes)| {
        (game.to_owned(), board.to_owned(), what.to_owned(), nodes)
    });
    assert_eq!(found.collect::<Vec<_>>(), wanted);
    assert_eq!(summary["data"]["signature"], NODES.iter().map(|task| task.3).sum::<u64>());
}
