//! Every field that is told as data is named in `docs/formats.md`.

mod common;

use common::{command, ended};
use serde_json::Value;
use std::collections::HashSet;
use std::io::Write;
use std::process::Stdio;

/// The words that stand in backquotes.
fn named() -> HashSet<&'static str> {
    let spans = include_str!("../../../docs/formats.md").split('`').skip(1).step_by(2);
    spans.flat_map(|span| span.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')).collect()
}

/// The fields that are not named, but for the rules of games, which are named as options are.
fn unnamed(value: &Value, named: &HashSet<&str>, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if !named.contains(name.as_str()) {
                    found.push(name.clone());
                }
                if name != "rules" {
                    unnamed(value, named, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| unnamed(value, named, found)),
        _ => {}
    }
}

#[test]
fn every_field_is_in_the_formats() {
    let (named, folder) = (named(), tempfile::tempdir().unwrap());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (tables, run) = (at("tables"), at("run"));
    let problem = at("problem.obf");
    std::fs::write(&problem, format!("{}X- X;\n", "O".repeat(62))).unwrap();
    let of_tables = |rest: &'static str| format!("table {rest} --tables {tables}");
    let round = "A1\nB1\npass\npass\nA1\npass\npass\nB1\n";
    for (arguments, input) in [
        ("solve othello 4x4".into(), ""),
        ("solve othello 4x4 --method paper".into(), ""),
        ("solve othello 6x6 --nodes 1000".into(), ""),
        ("solve go 2x3 --repetition tie=0 --scoring afure".into(), ""),
        (format!("solve go 3x3 --checkpoint {run}"), ""),
        ("solve go 3x4 --method all --goal win".into(), ""),
        ("solve shogi 3x3 --setup KSP --method dfpn".into(), ""),
        ("solve shogi 3x4 --setup KSP --nodes 100".into(), ""),
        ("solve shogi 3x3 --all --zone 1 --method pds --nodes 100".into(), ""),
        ("solve amazons X..|.#O+X.O".into(), ""),
        ("solve amazons X..|.#O+X.O+O... --method bounds".into(), ""),
        ("values go 1x2 --moves A1,B1,pass,pass,A1,pass,pass".into(), ""),
        ("values go 1x2 --moves A1,B1,pass,pass,A1,pass,pass,B1".into(), ""),
        ("values shogi 3x3 --setup KSP".into(), ""),
        ("values amazons X..|.#O --method bounds".into(), ""),
        ("show go 3x4 --knowledge".into(), ""),
        ("show go 2x2 --scoring afure --moves A1,pass,pass".into(), ""),
        ("show shogi 3x3 --setup KG-+P".into(), ""),
        ("show amazons X..|.#O".into(), ""),
        ("perft othello 4x4 3".into(), ""),
        (format!("solve-file {problem}"), ""),
        ("analyze f5d6c3 --time 1s".into(), ""),
        ("analyze f5d6c3 --features".into(), ""),
        ("match random random --games 2 --openings start".into(), ""),
        ("play tictactoe 3x3".into(), "zz\nmoves\nvalues\nhint\nhelp\nundo\nb2\nquit\n"),
        ("play go 1x2 --against random --as first".into(), round),
        ("play go 1x2 --scoring afure --as nobody".into(), ""),
        (of_tables("build shogi 3x3 --setup K-G"), ""),
        (of_tables("build go 2x3"), ""),
        (of_tables("build amazons --cells 4"), ""),
        (of_tables("build amazons --cells 4 --forms"), ""),
        (of_tables("info shogi 3x3 --setup K-G"), ""),
        (of_tables("info go 2x3"), ""),
        (of_tables("info amazons --cells 4"), ""),
        (of_tables("info amazons --cells 4 --forms"), ""),
        (of_tables("check go 2x3"), ""),
        (of_tables("query shogi 3x3 --setup K-G"), ""),
        (of_tables("query go 2x3"), ""),
        (of_tables("query amazons X..|.#O+X.O"), ""),
    ] {
        let words: Vec<&str> = arguments.split(' ').chain(["--json"]).collect();
        let mut child = command(&words).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = ended(child, &arguments);
        let told = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<Value> =
            told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!lines.is_empty(), "{arguments}: {error}");
        for line in lines {
            let mut found = Vec::new();
            unnamed(&line, &named, &mut found);
            assert!(found.is_empty(), "{arguments}: {found:?}");
            let kind = line["type"].as_str().unwrap();
            assert!(named.contains(kind), "{arguments}: {kind}");
        }
    }
}
