//! Every target against its corpus, and against copies of it that were changed by chance, the same
//! ones every time. What a longer search finds is put into `corpus/`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use yomikiri_core::Dice;
use yomikiri_fuzz::TARGETS;

/// Changed copies of the whole corpus of a target.
const CHANGED: u64 = 400;
/// What texts are made of, put in here and there.
const WORDS: [&[u8]; 12] = [
    b"\n",
    b" ",
    b"0",
    b"-1",
    b"99999999999999999999",
    b"(",
    b"]",
    b";",
    b"pass",
    b"X",
    b"\xff",
    b"\0",
];

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A few changes: a bit, a byte, a word put in, a piece left out, doubled, or taken from another.
fn changed(bytes: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let to = at + dice.below((bytes.len() - at).min(16) + 1);
        match dice.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            2 => drop(bytes.splice(at..at, WORDS[dice.below(WORDS.len())].iter().copied())),
            3 => drop(bytes.drain(at..to)),
            4 => {
                let piece = bytes[at..to].to_vec();
                drop(bytes.splice(at..at, piece));
            }
            _ => {
                let from = dice.below(other.len() + 1);
                let piece = other[from..].iter().take(32).copied();
                drop(bytes.splice(at..to, piece));
            }
        }
    }
    bytes
}

fn replay(name: &str) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).unwrap();
    let corpus = corpus(name);
    assert!(!corpus.is_empty(), "{name} has no corpus");
    let run = |bytes: &[u8], what: &dyn Fn() -> String| {
        let end = catch_unwind(AssertUnwindSafe(|| target(bytes)));
        assert!(end.is_ok(), "{name}, {}: {:?}", what(), String::from_utf8_lossy(bytes));
    };
    for (number, bytes) in corpus.iter().enumerate() {
        run(bytes, &|| format!("file {number} of the corpus"));
    }
    for number in 0..CHANGED {
        let mut dice = Dice::numbered(2026, number);
        let [bytes, other] = [0; 2].map(|_| &corpus[dice.below(corpus.len())]);
        run(&changed(bytes, other, &mut dice), &|| format!("change {number}"));
    }
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            replay(stringify!($name));
        })*

        #[test]
        fn every_target_is_replayed() {
            assert_eq!(TARGETS.map(|(name, _)| name), [$(stringify!($name)),*]);
        }
    };
}

targets! {
    amazons_sums claims commands forms games ggf gtp_go gtp_othello nboard obf pasted results setups
    sgf shogi_diagrams tables transcripts usi weights
}
