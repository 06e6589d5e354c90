//! Positions, moves, games and settings as text.

use std::borrow::Cow;
use yomikiri_amazons::notation as amazons;
use yomikiri_cgt::{Forms, notation};
use yomikiri_core::Game;
use yomikiri_core::options::Options;
use yomikiri_go::{Rules, sgf as records};
use yomikiri_othello::external::Command;
use yomikiri_othello::notation::{Sheet, ggf as ggf_files, obf as problems, transcript};
use yomikiri_othello::{Othello, Size, thesis};
use yomikiri_rooms::{Library, open, pasted as pastes};
use yomikiri_shogi::notation::{parse_sfen, print_sfen};
use yomikiri_shogi::{Material, Setup, Subject, Variant, diagram};

const MOST_MOVES: usize = 40;

fn text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The first line, and the rest.
fn first_line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// A game and perhaps a set-up on the first line, the position on the next ones, and after an empty
/// line moves.
pub(crate) fn games(bytes: &[u8]) {
    let text = text(bytes);
    let (head, rest) = first_line(&text);
    let (position, moves) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let (game, setup) = head.split_once(' ').unwrap_or((head, ""));
    let rules = match setup {
        "" => Options::default(),
        setup => Options::default().with("setup", setup),
    };
    let Ok(mut room) = open(game, position, &rules) else { return };
    for mv in moves.split_whitespace().take(MOST_MOVES).map(Some).chain([None]) {
        let look = room.look();
        if mv.is_none() {
            // It is read as it is written.
            let is_dobutsu = look.rules.get("variant").is_some_and(|name| name == "dobutsu");
            let position = match is_dobutsu {
                true => format!("dobutsu {}", look.position),
                false => look.position.clone(),
            };
            let again = open(game, &position, &Options::default());
            let again = again.unwrap_or_else(|error| panic!("{}: {error}", look.position));
            assert_eq!(again.look().position, look.position);
            for possible in look.moves.iter().take(8) {
                room.after(&possible.name).expect("what is told as legal is");
            }
        }
        if let Some(Ok(next)) = mv.map(|mv| room.after(mv)) {
            room = next;
        }
    }
}

/// A game on the first line, then what somebody pasted.
pub(crate) fn pasted(bytes: &[u8]) {
    let text = text(bytes);
    let (game, text) = first_line(&text);
    let (library, rules) = (Library::new(None), Options::default());
    let Ok(Some(pasted)) = pastes::read(&library, game, "4x4", &rules, text) else { return };
    // What was made of it can be played.
    let mut room = library.open(game, &pasted.position, &rules, "");
    for mv in &pasted.moves {
        room = room.and_then(|room| room.after(mv));
    }
    // A set-up or other rules of a record may be needed for that, but nothing worse.
    drop(room);
}

pub(crate) fn obf(bytes: &[u8]) {
    for (_, problem) in problems::lines(&text(bytes)) {
        let Ok(problem) = problem else { continue };
        let line = problems::print(&problem.position, &problem.scores);
        let again = problems::parse(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(again.len(), 1, "{line}");
        assert_eq!((again[0].position, &again[0].scores), (problem.position, &problem.scores));
    }
}

fn same_game(sheet: &Sheet, again: &Sheet, text: &str) {
    assert_eq!(again.record.start, sheet.record.start, "{text}");
    assert_eq!(again.record.moves, sheet.record.moves, "{text}");
}

pub(crate) fn ggf(bytes: &[u8]) {
    for sheet in ggf_files::parse_all(&text(bytes)).unwrap_or_default() {
        let text = ggf_files::print(&sheet);
        let again = ggf_files::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        same_game(&sheet, &again, &text);
    }
}

pub(crate) fn transcripts(bytes: &[u8]) {
    for (rows, columns) in [(4, 6), (8, 8)] {
        let game = Othello::new(Size::new(rows, columns).expect("a board that there is"));
        let start = game.start();
        for sheet in transcript::parse_all(game, start, &text(bytes)).unwrap_or_default() {
            let text = transcript::print(&sheet);
            let again = transcript::parse(game, start, &text);
            let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
            same_game(&sheet, &again, &text);
        }
    }
}

pub(crate) fn sgf(bytes: &[u8]) {
    let Ok((go, positions)) = records::read(&text(bytes), Rules::default()) else { return };
    let start = &positions[0];
    let written = records::write(&go, start, &[]);
    let (_, again) =
        records::read(&written, go.rules).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!((again[0].black, again[0].white), (start.black, start.white), "{written}");
}

/// The notation of combinatorial games.
pub(crate) fn forms(bytes: &[u8]) {
    let mut forms = Forms::new();
    let Ok(form) = notation::parse(&mut forms, &text(bytes)) else { return };
    if let Some(text) = notation::print_within(&forms, form, 1 << 12) {
        assert_eq!(notation::parse(&mut forms, &text), Ok(form), "{text}");
    }
}

/// Regions of Amazons, or a board as other programs write it.
pub(crate) fn amazons_sums(bytes: &[u8]) {
    let text = text(bytes);
    if let Ok(position) = amazons::parse_fen(&text) {
        let fen = amazons::to_fen(&position);
        assert_eq!(amazons::parse_fen(&fen).expect("it was written here"), position, "{fen}");
    }
    for position in amazons::parse_sum(&text).unwrap_or_default() {
        let rows = amazons::print_position(&position);
        assert_eq!(
            amazons::parse_position(&rows).expect("it was written here"),
            position,
            "{rows}"
        );
    }
}

/// SFEN, drawn boards, KIF and CSA.
pub(crate) fn shogi_diagrams(bytes: &[u8]) {
    let text = text(bytes);
    for variant in [Variant::Shogi, Variant::Dobutsu] {
        if let Ok((size, position)) = parse_sfen(&text, variant) {
            let sfen = print_sfen(size, variant, &position);
            let again = parse_sfen(&sfen, variant).unwrap_or_else(|e| panic!("{sfen}: {e}"));
            assert_eq!(again, (size, position), "{sfen}");
        }
        let _ = diagram::parse_position(&text, Some(variant));
    }
    let _ = diagram::parse_position(&text, None);
}

/// Names of set-ups, of pieces, and of what tables are of.
pub(crate) fn setups(bytes: &[u8]) {
    let text = text(bytes);
    for files in 1..=5 {
        if let Ok(setup) = Setup::parse(&text, files) {
            assert_eq!(Setup::parse(&setup.name(), files).expect("it was written here"), setup);
        }
    }
    for variant in [Variant::Shogi, Variant::Dobutsu] {
        if let Some(material) = Material::parse(&text, variant) {
            assert_eq!(Material::parse(&material.name(), variant), Some(material));
        }
    }
    if let Some(subject) = Subject::parse(&text) {
        assert_eq!(subject.parameters(), text);
    }
}

/// Commands that start programs, and weights.
pub(crate) fn commands(bytes: &[u8]) {
    let text = text(bytes);
    let _ = Command::parse(&text);
    if let Ok(weights) = thesis::weights::Weights::parse(&text) {
        assert!(weights.checked().is_ok());
    }
    if let Ok(weights) = text.parse::<yomikiri_go::ladder::Weights>() {
        assert_eq!(weights.to_string().parse().ok(), Some(weights));
    }
}
