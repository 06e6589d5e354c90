//! Games that people paste: records, transcripts and lists of moves.

use crate::catalog::Library;
use crate::games::go::rules;
use yomikiri_core::options::Options;
use yomikiri_core::{Error, Game, Result};
use yomikiri_go::sgf;
use yomikiri_othello::notation::{self, Sheet, ggf, transcript};
use yomikiri_othello::{Move, Othello};

/// A game that was pasted: where it began, and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasted {
    /// A board size or a position.
    pub position: String,
    /// The moves, as the game writes them.
    pub moves: Vec<String>,
}

/// The game that a text is; `None` if it can only be a board or a position. A list of moves begins
/// on `board`, or where its squares are not there, on the game's usual one.
pub fn read(
    library: &Library,
    game: &str,
    board: &str,
    options: &Options,
    text: &str,
) -> Result<Option<Pasted>> {
    let declared = library.game(game)?;
    if let Some(record) = (declared.record)(board, options, text)? {
        return Ok(Some(record));
    }
    match moves_in(declared.moves, text) {
        Some(moves) => of_moves(library, game, board, options, moves).map(Some),
        None => Ok(None),
    }
}

/// The moves that a text is, taken apart by `split`; `None` if it is something else.
fn moves_in(split: fn(&str) -> Vec<String>, text: &str) -> Option<Vec<String>> {
    let moves = tokens(split, text);
    moves.first().is_some_and(|first| looks_like_a_move(first)).then_some(moves)
}

/// A game of Othello: GGF, or a transcript, which may be of another board than the one chosen.
pub fn othello(board: &str, _: &Options, text: &str) -> Result<Option<Pasted>> {
    if ggf::is_ggf(text) {
        return Ok(Some(of_sheet(&ggf::parse(text)?)));
    }
    match moves_in(notation::split_moves, text) {
        Some(moves) => of_transcript(board, text, &moves).map(Some),
        None => Ok(None),
    }
}

/// A game of Go: SGF.
pub fn go(_: &str, options: &Options, text: &str) -> Result<Option<Pasted>> {
    match text.trim_start().starts_with('(') {
        true => of_sgf(text, options),
        false => Ok(None),
    }
}

/// The words of a list of moves, without their numbers.
fn tokens(split: fn(&str) -> Vec<String>, text: &str) -> Vec<String> {
    let words = split(text);
    let without_number = |word: &String| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.strip_prefix(['.', ')']).unwrap_or(word).to_owned()
    };
    let mut tokens: Vec<String> = words.iter().map(without_number).collect();
    tokens.retain(|token| !token.is_empty() && !token.bytes().all(|byte| byte.is_ascii_digit()));
    tokens
}

/// Whether a word names a square, as moves do and positions do not: `f5`, `C3`, `2c2b`, `G*2b`,
/// `a1b1/c2`; or is a pass.
fn looks_like_a_move(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let word = word.split_once('*').map_or(word.as_str(), |(_, square)| square);
    let letter = |byte: &u8| byte.is_ascii_lowercase() && *byte != b'x';
    let mut bytes = word.bytes();
    match (bytes.next(), bytes.next()) {
        _ if word == "pass" => true,
        (Some(first), Some(second)) => {
            letter(&first) && second.is_ascii_digit() || first.is_ascii_digit() && letter(&second)
        }
        _ => false,
    }
}

fn of_sheet(sheet: &Sheet) -> Pasted {
    let game = &sheet.game;
    let start = &sheet.record.start;
    let position = match *start == Othello::new(game.size).start() {
        true => notation::size_name(game.size),
        false => notation::print_position(game.size, start),
    };
    let moves = sheet.record.moves.iter().map(|mv| game.print_move(start, *mv)).collect();
    Pasted { position, moves }
}

/// The moves of an SGF record; `None` if it is more than moves from a position, so that only its
/// last position can be told.
fn of_sgf(text: &str, options: &Options) -> Result<Option<Pasted>> {
    let (go, positions) = sgf::read(text, rules(options)?)?;
    let Some(start) = positions.first() else { return Ok(None) };
    let mut moves = Vec::new();
    for (before, after) in positions.iter().zip(&positions[1..]) {
        let mut legal = Vec::new();
        go.moves(before, &mut legal);
        match legal.into_iter().find(|mv| go.play(before, *mv) == *after) {
            Some(mv) => moves.push(go.print_move(before, mv)),
            None => return Ok(None),
        }
    }
    let position = match *start == go.start() {
        true => go.board.to_string(),
        false => go.print_position(start),
    };
    Ok(Some(Pasted { position, moves }))
}

/// A transcript is of the board that was chosen, or else of 8x8.
fn of_transcript(board: &str, text: &str, tokens: &[String]) -> Result<Pasted> {
    let usual = notation::tournament_game();
    let chosen = notation::parse_size(board).map_or(usual, Othello::new);
    let on = |game: Othello| transcript::parse(game, game.start(), text);
    let error = match on(chosen) {
        Ok(sheet) => return Ok(of_sheet(&sheet)),
        Err(error) => error,
    };
    if let Ok(sheet) = on(usual) {
        return Ok(of_sheet(&sheet));
    }
    // It was meant for the board that has all its squares.
    let on_board = |token: &String| {
        !matches!(notation::parse_move(usual.size, token), Ok(Move::Disc(_)))
            || notation::parse_move(chosen.size, token).is_ok()
    };
    match tokens.iter().all(on_board) {
        true => Err(error),
        false => on(usual).map(|sheet| of_sheet(&sheet)),
    }
}

fn of_moves(
    library: &Library,
    game: &str,
    board: &str,
    options: &Options,
    tokens: Vec<String>,
) -> Result<Pasted> {
    let mut room = library.open(game, board, options, "")?;
    for (number, token) in (1..).zip(&tokens) {
        room = room.after(token).map_err(|error| match error {
            Error::Notation { what, found, problem, expected } => {
                let problem = format!("{problem} (move {number} of the game, on {board})");
                Error::Notation { what, found, problem, expected }
            }
            other => other,
        })?;
    }
    Ok(Pasted { position: board.to_owned(), moves: tokens })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pasted(game: &str, board: &str, text: &str) -> Result<Option<Pasted>> {
        let setup = Options::default().with("setup", "KSP");
        let rules = if game == "shogi" { setup } else { Options::default() };
        read(&Library::new(None), game, board, &rules, text)
    }

    fn game(game: &str, board: &str, text: &str) -> (String, String) {
        let Pasted { position, moves } = pasted(game, board, text).unwrap().expect(text);
        (position, moves.join(" "))
    }

    fn expect(position: &str, moves: &str) -> (String, String) {
        (position.to_owned(), moves.to_owned())
    }

    #[test]
    fn games_are_read_with_their_moves() {
        assert_eq!(game("othello", "4x4", "f5d6c3d3c4"), expect("8x8", "f5 d6 c3 d3 c4"));
        assert_eq!(game("othello", "8x8", "1. F5 d6 2. c3\nd3"), expect("8x8", "f5 d6 c3 d3"));
        assert_eq!(game("othello", "4x4", "b1a1a2"), expect("4x4", "b1 a1 a2"));
        let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
        let ggf = format!("(;GM[Othello]PB[a]PW[b]TY[8]BO[{board}]B[f5]W[d6//1.5];)");
        assert_eq!(game("othello", "4x4", &ggf), expect("8x8", "f5 d6"));
        assert_eq!(game("go", "3x3", "B2 pass A1"), expect("3x3", "B2 pass A1"));
        assert_eq!(game("go", "3x3", "(;GM[1]SZ[3];B[bb];W[ab])"), expect("3x3", "B2 A2"));
        assert_eq!(game("shogi", "3x3", "2c2b"), expect("3x3", "2c2b"));
        assert_eq!(game("tictactoe", "3x3", "b2a1"), expect("3x3", "b2 a1"));
    }

    #[test]
    fn positions_are_left_to_the_game() {
        for (game, text) in [
            ("othello", "6x6"),
            ("othello", "4x4: ---- -OX- -XO- ---- X"),
            ("othello", "---XO---/--------"),
            ("othello", "  a b c d\n1 - - - -\n2 - O X -\n3 - X O -\n4 - - - -\nX to move"),
            ("go", "3x4: .... .XO. .... X"),
            ("shogi", "psk/3/KSP b - 1"),
            ("shogi", "3x4"),
            ("amazons", "X..O + .XO#|..#."),
            ("tictactoe", "X--|-O-|--X O"),
            ("othello", ""),
        ] {
            assert_eq!(pasted(game, "3x3", text).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_game_is_told() {
        for (game, board, text, told) in [
            ("othello", "8x8", "f5d6a1", "a1"),
            ("othello", "4x4", "f5d6a1", "move 3"),
            ("othello", "6x6", "c2c2", "move 2"),
            ("othello", "8x8", "(;GM[Othello]B[z9];)", "BO"),
            ("go", "3x3", "B2 B2", "move 2"),
            ("go", "3x3", "(;SZ[3];B[zz])", "zz"),
            ("shogi", "3x3", "2c2b 2c2b", "move 2"),
        ] {
            let error = pasted(game, board, text).unwrap_err().to_string();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
