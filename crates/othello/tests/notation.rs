//! Text in and out: what is written is read back, what is wrong is named, nothing panics.

mod common;

use common::played;
use proptest::prelude::*;
use yomikiri_core::{Game, Side};
use yomikiri_othello::notation::{
    Note, Sheet, draw, ggf, obf, parse_move, parse_position, parse_size, print_position,
    split_moves, tournament_game, transcript,
};
use yomikiri_othello::{Move, Othello, Scoring, Size};

proptest! {
    #[test]
    fn positions_survive_the_round_trip(
        size in prop::sample::select(Size::all().collect::<Vec<_>>()),
        choices in prop::collection::vec(any::<u8>(), 0..70),
    ) {
        let game = Othello::new(size);
        let position = played(&game, &choices);
        let line = print_position(size, &position);
        prop_assert_eq!(parse_position(&line).unwrap(), (size, position));
        prop_assert_eq!(parse_position(&draw(size, &position)).unwrap(), (size, position));
        let slashes = line.split_once(": ").unwrap().1.replace(' ', "/");
        let (rows, side) = slashes.rsplit_once('/').unwrap();
        prop_assert_eq!(parse_position(&format!("{rows} {side}")).unwrap(), (size, position));
        for image in game.symmetries(&position) {
            prop_assert_eq!(game.symmetries(&image).len(), game.symmetries(&position).len());
        }
    }

    /// Whatever the text, a parser answers; it never panics.
    #[test]
    fn parsers_take_anything(text in "\\PC{0,200}", board in "[-XOxo.*/| 0-9a-p\n:;]{0,300}") {
        for text in [&text, &board] {
            let _ = parse_size(text);
            let _ = parse_position(text);
            let _ = parse_move(Size::new(6, 6).unwrap(), text);
            let _ = split_moves(text);
        }
    }
}

#[test]
fn obf_lines_and_their_kin_are_read() {
    let obf = "---------------------------OX------XO--------------------------- X; f5:0; d3:0;";
    let (size, position) = parse_position(obf).unwrap();
    assert_eq!((size.rows(), size.columns()), (8, 8));
    assert_eq!(position, Othello::new(size).start());
    let line = format!("{}O", "-".repeat(11) + "OX------XO" + &"-".repeat(11) + " ");
    let (size, position) = parse_position(&line).unwrap();
    assert_eq!((size.columns(), position.side), (8, Side::Second));
}

#[test]
fn wrong_positions_are_named() {
    for (text, problem) in [
        ("", "0 squares"),
        ("4x4: ---- -OX- -XO- ----", "who is to move"),
        ("4x4: ---- -OX- -XO- --- X", "15 squares"),
        ("4x4: ---- -O?- -XO- ---- X", "'?' is no disc"),
        ("4x4: ---- -O-- -XO- ---- X", "c2 is empty"),
        ("6x6: X----- ------ --OX-- --XO-- ------ ------ X", "cut off"),
        ("5x5: ----- ----- ----- ----- ----- X", "odd"),
        ("------------------------------------------------ X", "6x8"),
        ("4x4: ----- -OX- -XO- --- X", "does not have 4"),
    ] {
        let error = parse_position(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn wrong_sizes_and_moves_are_named() {
    for (text, problem) in [
        ("6", "no 'x'"),
        ("6x", "no number"),
        ("7x7", "odd"),
        ("2x4", "below 4"),
        ("18x4", "above 16"),
        ("10x10", "100 squares"),
        ("-6x6", "no number"),
        ("6x66666666666", "no number"),
    ] {
        let error = parse_size(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
    let game = Othello::new(Size::new(6, 6).unwrap());
    for (text, problem) in [
        ("z9", "off the board"),
        ("a1", "turns no disc"),
        ("c3", "taken"),
        ("pass", "only when"),
        ("c", "no row"),
        ("33", "no column"),
        ("c+3", "no row"),
    ] {
        let error = game.parse_move(&game.start(), text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn move_lists_may_be_run_together() {
    assert_eq!(split_moves("f5d6c3"), ["f5", "d6", "c3"]);
    assert_eq!(split_moves("f5 d6,c3"), ["f5", "d6", "c3"]);
    assert_eq!(split_moves("f5passd6"), ["f5", "pass", "d6"]);
    assert_eq!(split_moves("f5--d6 pa a10"), ["f5", "--", "d6", "pa", "a10"]);
    assert_eq!(parse_move(Size::new(16, 4).unwrap(), "A16").unwrap(), Move::Disc(60));
}

/// A game of random moves, with notes beside some of them.
fn sheet(game: Othello, choices: &[u8]) -> Sheet {
    let mut sheet = Sheet::new(game, game.start());
    for choice in choices {
        let mut moves = Vec::new();
        game.moves(&sheet.record.position, &mut moves);
        let Some(mv) = moves.get(*choice as usize % moves.len().max(1)) else { break };
        let value = (choice % 3 == 0).then_some(f64::from(*choice) - 100.0);
        sheet.play(*mv, Note { value, seconds: (choice % 5 == 0).then_some(1.25) });
    }
    sheet
}

proptest! {
    #[test]
    fn games_survive_the_round_trip(
        choices in prop::collection::vec(any::<u8>(), 0..70),
        names in prop::collection::vec("[ -Z^-~]{0,12}", 3),
        lines in prop::sample::select(vec![4, 6, 8]),
    ) {
        let mut sheet = sheet(Othello::new(Size::new(lines, lines).unwrap()), &choices);
        let [black, white, place] = [0, 1, 2].map(|index: usize| names[index].trim().to_owned());
        (sheet.black, sheet.white, sheet.place) = (black, white, place);
        let text = ggf::print(&sheet);
        let read = ggf::parse(&text).unwrap();
        prop_assert_eq!(&read.record.moves, &sheet.record.moves);
        prop_assert_eq!(&read.notes, &sheet.notes);
        prop_assert_eq!(read.record.position, sheet.record.position);
        prop_assert_eq!((&read.black, &read.place), (&sheet.black, &sheet.place));
        prop_assert_eq!(ggf::print(&read), text.clone());
        prop_assert_eq!(ggf::parse_all(&format!("2 {text}\n{text}")).unwrap().len(), 2);

        let moves = transcript::print(&sheet);
        let read = transcript::parse(sheet.game, sheet.record.start, &moves).unwrap();
        // A pass at the very end does not follow from anything.
        prop_assert!(sheet.record.moves.starts_with(&read.record.moves));
        prop_assert!(sheet.record.moves.len() <= read.record.moves.len() + 1);
    }

    #[test]
    fn problems_survive_the_round_trip(choices in prop::collection::vec(any::<u8>(), 0..70)) {
        let game = tournament_game();
        let position = played(&game, &choices);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let scores: Vec<_> = moves.into_iter().zip(-3..).collect();
        let text = format!("% a comment\n\n{} # another\n", obf::print(&position, &scores));
        let problems = obf::parse(&text).unwrap();
        let expected = obf::Problem { number: 1, line: 3, position, scores };
        prop_assert_eq!(problems, [expected]);
    }

    /// Whatever the text, a parser answers; it never panics.
    #[test]
    fn readers_of_files_take_anything(
        text in "\\PC{0,300}",
        near in "(\\(;|GM\\[Othello\\]|BO\\[8 |[-*O]{8}|\\]|B\\[|W\\[|d3|/1.5|pa|;\\)|X|;|:[+-]?[0-9]{1,3}|\n| ){0,40}",
        moves in "([a-h][1-8]|pass|--|[0-9]{1,2}\\.| |\n|#){0,70}",
    ) {
        let game = tournament_game();
        for text in [&text, &near, &moves] {
            let _ = obf::parse(text);
            let _ = ggf::parse_all(text);
            let _ = ggf::parse(&format!("(;GM[Othello]{text}"));
            let _ = transcript::parse(game, game.start(), text);
            let _ = transcript::parse_all(game, game.start(), text);
        }
    }
}

const START: &str = "8 ---------------------------O*------*O--------------------------- *";

#[test]
fn a_game_of_nboard_is_read() {
    let text = format!(
        "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./engine]PW[somebody]RE[?]TI[15:00]\
         TY[8]BO[{START}]B[F5]W[F6/-1.5/2]B[D3//0.25];)"
    );
    let sheet = ggf::parse(&text).unwrap();
    assert_eq!((sheet.black.as_str(), sheet.white.as_str()), ("./engine", "somebody"));
    assert_eq!((sheet.place.as_str(), sheet.result.as_str()), ("NBoard", ""));
    assert_eq!(transcript::print(&sheet), "f5f6d3");
    let note = |value, seconds| Note { value, seconds };
    let notes = [note(None, None), note(Some(-1.5), Some(2.0)), note(None, Some(0.25))];
    assert_eq!(sheet.notes, notes);
    assert_eq!(sheet.game.scoring, Scoring::Tournament);
}

#[test]
fn what_is_wrong_with_a_game_is_named() {
    for (text, problem) in [
        ("f5", "no '(;'"),
        ("(;GM[Othello]", "does not end with ';)'"),
        ("(;GM[Othello];)", "no board"),
        ("(;GM[Go];)", "a game of Go"),
        ("(;TY[8a];)", "anti-Othello"),
        ("(;BO[10 --];)", "'10' is no board"),
        ("(;BO[8 -- *];)", "2 squares"),
        ("(;PB[name;)", "does not end with ']'"),
        ("(;[x];)", "no property"),
        ("(;BO[4 ---- -O*- -*O- ---- *]W[b1];)", "the other side is to move"),
        ("(;BO[4 ---- -O*- -*O- ---- *]B[b1]W[d4];)", "(move 2 of the game, White's)"),
        ("(;BO[4 ---- -O*- -*O- ---- *];)(;BO[4 ---- -O*- -*O- ---- *];)", "several games"),
    ] {
        let error = ggf::parse(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
    let game = tournament_game();
    let error = transcript::parse(game, game.start(), "f5 d6 a1").unwrap_err().to_string();
    let words = "move 'a1': it turns no disc (move 3 of the game, Black's); expected one of c3 ";
    assert!(error.contains(words), "{error}");
}

#[test]
fn what_is_wrong_with_a_problem_is_named() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    for (text, problem) in [
        (board.clone(), "line 1: "),
        (format!("\n{board} X; f5\n"), "line 2: problem"),
        (format!("{board} X; a1:+2;"), "turns no disc"),
        (format!("{board} X; f5:much;"), "no score"),
        (format!("{board} X; f5:+65;"), "no score"),
        (format!("{board} X; f5:+2; F5:+4;"), "twice"),
        (format!("{board} Z; f5:+2;"), "does not say who is to move"),
        (format!("{board} X; f5:+2; --:-127; zz:-127"), "move 'zz'"),
        (format!("{board} X; g8"), "is no move and score"),
        ("4x4: ---- -OX- -XO- ---- X;".into(), "OBF has 8x8 only"),
        ("-".repeat(5000), "too many for a line"),
    ] {
        let error = obf::parse(&text).unwrap_err().to_string();
        assert!(error.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn problems_know_whether_an_answer_agrees() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    let text = format!("{board} X; f5:+4; d3:+4; c4:-2;\n{} x\n", board.to_lowercase());
    let problems = obf::parse(&text).unwrap();
    let size = Size::new(8, 8).unwrap();
    let [f5, d3, c4] = ["f5", "d3", "c4"].map(|text| parse_move(size, text).ok());
    assert_eq!(problems[0].agrees(4, f5), Some(true));
    assert_eq!(problems[0].agrees(4, d3), Some(true));
    assert_eq!(problems[0].agrees(4, c4), Some(false));
    assert_eq!(problems[0].agrees(2, f5), Some(false));
    assert_eq!(problems[1].agrees(2, f5), None);
}

/// As Edax, neural-reversi and people write them.
#[test]
fn problems_are_read_as_other_programs_write_them() {
    let board = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    let plain = obf::parse(&format!("{board} X; f5:+4; d3:-2;")).unwrap();
    let dots = board.replace('-', ".");
    for text in [
        format!("{board} X; F5:+4; D3:-2; --:-127; --:-127;"),
        format!("{board} X;f5: +4 ;d3 : - 2"),
        format!("{board}X; f5:+4; d3:-2;"),
        format!("{board} X f5:4; d3:-2"),
        format!("{board} * ; f5:+4; f5:+4; d3:-2; % found by hand"),
        format!("{board} b; f5:+4; d3:-2; // a remark"),
        format!("\u{feff}{} x; f5:+04; d3:-02; # 14 empties\r", board.to_lowercase()),
        format!("{} X; f5:+4; d3:-2;", dots.replace('X', "*")),
        format!("{} X; f5:+4; d3:-2;", dots.replace('.', "_")),
        format!(
            "{} X; f5:+4; d3:-2;",
            (0..8).map(|row| &board[8 * row..8 * row + 8]).collect::<Vec<_>>().join("/")
        ),
        format!("8x8: {board} X; f5:+4; d3:-2;"),
    ] {
        let text = format!("% a file\r\n\r\n   \n// of problems\n{text}\n\n");
        let read = obf::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((read.len(), read[0].line), (1, 5), "{text}");
        assert_eq!((read[0].position, &read[0].scores), (plain[0].position, &plain[0].scores));
    }
    for text in [format!("{board} O"), format!("{board}O"), format!("{board} white;")] {
        let read = obf::parse(&text).unwrap();
        assert_eq!((read[0].position.side, read[0].scores.len()), (Side::Second, 0), "{text}");
    }
    // Who has no move passes; the filler is not taken for that.
    let pass = format!("-OX{} O; PS:-4; --:-127;", "X".repeat(61));
    assert_eq!(obf::parse(&pass).unwrap()[0].scores, [(Move::Pass, -4)]);
    // A bad line keeps its number, and the others theirs.
    let text = format!("{board} X\nno problem\n{board} O\n");
    let told: Vec<_> = obf::lines(&text).map(|(number, told)| (number, told.is_ok())).collect();
    assert_eq!(told, [(1, true), (2, false), (3, true)]);
}

#[test]
fn transcripts_may_fill_lines_and_lines_may_be_games() {
    let game = tournament_game();
    let read = |text: &str| transcript::parse_all(game, game.start(), text).unwrap();
    let moves = |text: &str| read(text).iter().map(transcript::print).collect::<Vec<_>>();
    assert_eq!(moves("f5 d6 # a comment\n c3 d3\n"), ["f5d6c3d3"]);
    assert_eq!(moves("F5d6c3\nf5f6\n\nd3"), ["f5d6c3", "f5f6", "d3"]);
    assert!(moves("\n# nothing\n").is_empty());
    let passes = "e6f4e3f6g5d6e7f5c5";
    let error = transcript::parse_all(game, game.start(), "f5\nd6z9").unwrap_err().to_string();
    assert!(error.starts_with("line 2: move 'z9'"), "{error}");
    assert_eq!(read(passes)[0].record.moves.len(), 9);
}

#[test]
fn passes_may_be_left_out() {
    let (size, start) = parse_position("4x4: -OXX XXXX XXXX XXXX O").unwrap();
    let game = Othello::new(size);
    let both = |text| transcript::parse(game, start, text).unwrap().record;
    assert_eq!(both("a1").moves, [Move::Pass, Move::Disc(0)]);
    for pass in ["pass a1", "--a1", "pa a1", "PSa1"] {
        assert_eq!(both(pass).moves, both("a1").moves, "{pass}");
    }
}
