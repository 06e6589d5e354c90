//! Protocols in lines. What makes an engine think is left out, for that takes time whatever was
//! said before.

use std::io::{Cursor, sink};
use yomikiri_core::Limits;

/// The lines without those that have one of these words.
fn without(bytes: &[u8], words: &[&str]) -> Vec<u8> {
    let says = |line: &[u8]| {
        let line = String::from_utf8_lossy(line);
        words.iter().any(|word| line.contains(word))
    };
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| !says(line));
    lines.flatten().copied().collect()
}

fn limits() -> Limits {
    Limits { memory: 16 << 20, ..Limits::default() }
}

pub(crate) fn gtp_go(bytes: &[u8]) {
    let lines = without(bytes, &["genmove", "final", "yomikiri"]);
    let engine = yomikiri_go::gtp::Engine::new(sink(), None, &limits());
    engine.run(&lines[..]).expect("bytes can be read");
}

pub(crate) fn gtp_othello(bytes: &[u8]) {
    let lines = without(bytes, &["genmove", "yomikiri"]);
    let engine = yomikiri_othello::gtp::Engine::new(sink(), Some(1), &limits());
    engine.run(&lines[..]).expect("bytes can be read");
}

pub(crate) fn nboard(bytes: &[u8]) {
    let lines = without(bytes, &["go", "hint", "analyze"]);
    let engine = yomikiri_othello::nboard::Engine::new(sink(), Some(1), &limits());
    engine.run(Cursor::new(lines)).expect("bytes can be read");
}

pub(crate) fn usi(bytes: &[u8]) {
    let lines = without(bytes, &["go", "isready"]);
    let engine = yomikiri_shogi::usi::Engine::new(sink(), None, &limits());
    engine.run(&lines[..]).expect("bytes can be read");
}
