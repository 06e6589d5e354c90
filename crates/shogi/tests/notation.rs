//! Text in and out: what is written is read, and nonsense is explained.

mod common;

use common::game;
use proptest::prelude::*;
use yomikiri_core::Game;
use yomikiri_shogi::notation::{check_position, parse_sfen, parse_size, record_move};
use yomikiri_shogi::setup::dobutsu;
use yomikiri_shogi::{Rules, Setup, Shogi, Subject, Variant};

#[test]
fn bad_positions_name_the_problem() {
    for (text, problem) in [
        ("", "nothing there"),
        ("psk/3/KSP", "no side to move"),
        ("psk/3/KSP x - 1", "'x' is no side"),
        ("psk/4/KSP b - 1", "rank b has 4 squares, rank a has 3"),
        ("psk/3/KSQ b - 1", "'Q' is no piece"),
        ("psk/3/K+GP b - 1", "does not promote"),
        ("psk/3/KS+ b - 1", "a + with no piece"),
        ("psk/3/KSP b - one", "'one' is no move number"),
        ("psk/3/KSP b - 1 2", "'2' is too much"),
        ("psk/3/KSP b 0P 1", "0 pieces of a kind"),
        ("psk/3/KSP b 99999999999P 1", "pieces of a kind"),
        ("psk/3/KSP b 2 1", "2 in hand of nothing"),
        ("psk/3/KSP b K 1", "cannot be in hand"),
        ("psk/3/KSP b PP 1", "in hand twice"),
        ("psk/KSP b - 1", "3 files and 2 ranks"),
        ("3/3/3 b - 1", "Sente has 0 kings"),
        ("psk/1K1/KSP b - 1", "Sente has 2 kings"),
        ("rsk/3/KSR b R 1", "3 pieces R"),
        ("2k/PPP/K2 b - 1", "is to move and could take the king"),
        ("Pk1/3/K2 w - 1", "the P on 3a could never move again"),
        ("1k1/P2/P1K w - 1", "two pawns of Sente on a file"),
        ("999999/3/K2 b - 1", "more than 9 squares"),
        ("////////// b - 1", "0 files"),
    ] {
        let (size, position) = match parse_sfen(text, Variant::Shogi) {
            Ok(read) => read,
            Err(error) => {
                assert!(error.to_string().contains(problem), "{text}: {error}");
                continue;
            }
        };
        let error = check_position(size, &Rules::standard(1), &position, text).unwrap_err();
        assert!(error.to_string().contains(problem), "{text}: {error}");
    }
    for text in ["", "3", "3x", "x4", "0x4", "6x4", "3x7", "3x99999999999999999999", "axb"] {
        assert!(parse_size(text).is_err(), "{text}");
    }
}

#[test]
fn moves_are_read_and_recorded() {
    let game = game("3x3", "LKP", Rules::standard(2));
    let mv = game.parse_move(&game.start, "3c3a+").unwrap();
    assert_eq!(game.print_move(&game.start, mv), "3c3a+");
    assert_eq!(record_move(&game, &game.start, mv), "▲3一香成(33)");
    let next = game.play(&game.start, mv);
    let mv = game.parse_move(&next, "2a3a").unwrap();
    assert_eq!(record_move(&game, &next, mv), "△3一玉(21)");
    let next = game.play(&next, mv);
    let mv = game.parse_move(&next, "P*2b").unwrap();
    assert_eq!(record_move(&game, &next, mv), "▲2二歩打");
    let error = game.parse_move(&next, "L*1a").unwrap_err().to_string();
    assert!(error.contains("not a legal move here"), "{error}");
    for text in ["", "3c", "9z9z", "3c3a++", "Q*2b", "P*9i", "歩", "3c3a+\u{301}"] {
        assert!(game.parse_move(&game.start, text).is_err(), "{text}");
    }
}

/// Random play from a start.
fn walk(game: &Shogi, choices: &[u16]) -> Vec<yomikiri_shogi::Position> {
    let mut positions = vec![game.start];
    for choice in choices {
        let position = positions[positions.len() - 1];
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        positions.push(game.play(&position, moves[usize::from(*choice) % moves.len()]));
    }
    positions
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        which in 0_usize..4,
        zone in 0_u8..4,
        choices in proptest::collection::vec(any::<u16>(), 0..40),
    ) {
        let game = match which {
            0 => game("3x3", "KSP", Rules::standard(zone)),
            1 => game("3x4", "KPB", Rules::standard(zone)),
            2 => game("5x6", "RBKLP", Rules::standard(zone)),
            _ => dobutsu(),
        };
        for position in walk(&game, &choices) {
            let sfen = game.print_position(&position);
            if game.lion_is_home(&position) {
                continue;
            }
            prop_assert_eq!(game.parse_position(&sfen).unwrap(), position, "{}", sfen);
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            for mv in moves {
                let text = game.print_move(&position, mv);
                prop_assert_eq!(game.parse_move(&position, &text).unwrap(), mv);
            }
            // The pieces are the same from the start to the end.
            let at_start = Subject::of(&game, &game.start);
            prop_assert_eq!(Subject::of(&game, &position), at_start);
        }
    }

    #[test]
    fn nonsense_never_panics(text in "[-+*/ 0-9KRBGSNLPCEHkrbgsnlpceh bw]{0,40}|\\PC{0,40}") {
        for variant in [Variant::Shogi, Variant::Dobutsu] {
            if let Ok((size, position)) = parse_sfen(&text, variant) {
                let rules = Rules { variant, ..Rules::standard(1) };
                let _ = check_position(size, &rules, &position, &text);
            }
        }
        let _ = Setup::parse(&text, 3);
        let _ = parse_size(&text);
        let _ = Subject::parse(&text);
        let game = game("3x3", "KSP", Rules::standard(1));
        let _ = game.parse_move(&game.start, &text);
    }
}
