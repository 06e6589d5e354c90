//! What strangers hand us, thrown at what reads it: texts, dialogues and files. A target may refuse
//! its input, but not panic, hang, or take memory without bound; and what it reads, it writes so
//! that it reads the same again.
//!
//! The ordinary tests replay `corpus/` and changed copies of it. To search further:
//!
//! ```text
//! cargo +nightly fuzz run --fuzz-dir crates/fuzz --features libfuzzer games
//! ```

mod dialogues;
mod files;
mod texts;

pub use files::pack;

/// Something that reads what a stranger wrote.
pub type Target = fn(&[u8]);

/// Every target by its name, which is that of its folder in `corpus/`.
pub const TARGETS: [(&str, Target); 19] = [
    ("amazons_sums", texts::amazons_sums),
    ("claims", files::claims),
    ("commands", texts::commands),
    ("forms", texts::forms),
    ("games", texts::games),
    ("ggf", texts::ggf),
    ("gtp_go", dialogues::gtp_go),
    ("gtp_othello", dialogues::gtp_othello),
    ("nboard", dialogues::nboard),
    ("obf", texts::obf),
    ("pasted", texts::pasted),
    ("results", files::results),
    ("setups", texts::setups),
    ("sgf", texts::sgf),
    ("shogi_diagrams", texts::shogi_diagrams),
    ("tables", files::tables),
    ("transcripts", texts::transcripts),
    ("usi", dialogues::usi),
    ("weights", files::weights),
];

/// Runs a target.
pub fn run(name: &str, bytes: &[u8]) {
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    let (_, target) = found.unwrap_or_else(|| panic!("there is no target '{name}'"));
    target(bytes);
}
