//! Text in and out: board sizes, points, moves, and positions as lines or drawn boards.

use crate::board::{Board, MOST_POINTS, Points};
use crate::position::{Go, Move, Position};
use crate::rules::{Ko, Rules};
use crate::sgf;
use yomikiri_core::{Error, Result, Side};

const SIZE_EXPECTED: &str = "ROWSxCOLUMNS with at most 36 points, such as 4x4 or 3x7";
const POSITION_EXPECTED: &str = "a line such as '3x4: .... .XO. .... X' (rows from the top, X \
                                 black, O white, . empty, then who is to move, then perhaps ko and \
                                 a point, or passed), a drawn board with 'X to move', or an SGF record";
/// The longest text that is read as a position.
const LONGEST: usize = 1 << 16;
/// Column letters; there is no I.
const LETTERS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Reads a size such as `4x4`, rows first.
pub fn parse_size(text: &str) -> Result<Board> {
    let wrong = |problem: String| Error::notation("board size", text, problem, SIZE_EXPECTED);
    let (rows, columns) = text
        .split_once(['x', 'X', '×'])
        .ok_or_else(|| wrong("no 'x' between rows and columns".into()))?;
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let number = part.parse::<usize>().ok().filter(|number| digits && *number < 1000);
        number.ok_or_else(|| wrong(format!("'{}' is no number of lines", part.escape_debug())))
    };
    let (rows, columns) = (number(rows)?, number(columns)?);
    Board::new(rows, columns).ok_or_else(|| {
        let points = rows * columns;
        wrong(match points {
            0 => "it has no points".into(),
            _ => format!("{points} points are more than {MOST_POINTS}"),
        })
    })
}

/// The letter, or letters, of a column: A to Z without I, then AA, BB, ….
pub(crate) fn column_name(column: usize) -> String {
    let letter = char::from(LETTERS[column % LETTERS.len()]);
    std::iter::repeat_n(letter, 1 + column / LETTERS.len()).collect()
}

/// A point as GTP has it: column letter without I, row number from the bottom.
pub fn point_name(board: Board, point: usize) -> String {
    let (row, column) = (point / board.columns(), point % board.columns());
    format!("{}{}", column_name(column), board.rows() - row)
}

/// A move as GTP has it.
pub fn move_name(board: Board, mv: Move) -> String {
    match mv {
        Move::Place(point) => point_name(board, point.into()),
        Move::Pass => "pass".into(),
    }
}

fn sgf_letter(line: usize) -> char {
    char::from(if line < 26 { b'a' + line as u8 } else { b'A' + (line - 26) as u8 })
}

/// A move as an SGF record has it, such as `B[cc]`.
pub fn sgf_move(board: Board, side: Side, mv: Move) -> String {
    let color = if side == Side::First { 'B' } else { 'W' };
    format!("{color}[{}]", sgf_point(board, mv))
}

/// The value of a move in an SGF record: column, row from the top; nothing for a pass.
pub fn sgf_point(board: Board, mv: Move) -> String {
    match mv {
        Move::Pass => String::new(),
        Move::Place(point) => {
            let (row, column) =
                (usize::from(point) / board.columns(), usize::from(point) % board.columns());
            [sgf_letter(column), sgf_letter(row)].iter().collect()
        }
    }
}

/// Reads the value of a move in an SGF record.
pub fn parse_sgf_point(board: Board, text: &str) -> Result<Move> {
    let wrong = |problem: &str| {
        let expected = format!("two letters on a {board} board, column and row, or nothing");
        Error::notation("SGF move", text, problem, expected)
    };
    let line = |letter: char| match letter {
        'a'..='z' => Some(letter as usize - 'a' as usize),
        'A'..='Z' => Some(letter as usize - 'A' as usize + 26),
        _ => None,
    };
    let letters: Vec<char> = text.trim().chars().collect();
    match letters[..] {
        [] => Ok(Move::Pass),
        [column, row] => {
            let (column, row) =
                line(column).zip(line(row)).ok_or_else(|| wrong("not two letters"))?;
            if column >= board.columns() || row >= board.rows() {
                // Old records write a pass as the point beyond the board's last.
                return match text.trim() {
                    "tt" => Ok(Move::Pass),
                    _ => Err(wrong("off the board")),
                };
            }
            Ok(Move::Place((row * board.columns() + column) as u8))
        }
        _ => Err(wrong("not two letters")),
    }
}

/// Reads a move (`C3`, `c3`, `pass`, or `B[cb]` from an SGF record) without asking whether it is
/// legal.
pub fn parse_move(board: Board, text: &str) -> Result<Move> {
    let wrong = |problem: &str| {
        let last = format!("{}{}", column_name(board.columns() - 1), board.rows());
        let expected = format!("a point from A1 to {last} (columns without I), or pass");
        Error::notation("move", text, problem, expected)
    };
    let upper = text.trim().to_ascii_uppercase();
    if upper == "PASS" {
        return Ok(Move::Pass);
    }
    if let Some(inside) = text.trim().strip_suffix(']')
        && let Some((color, point)) = inside.split_once('[')
        && matches!(color, "" | ";B" | ";W" | "B" | "W")
    {
        return parse_sgf_point(board, point);
    }
    let letters: String = upper.chars().take_while(char::is_ascii_uppercase).collect();
    let digits = &upper[letters.len()..];
    let column = (0..board.columns()).find(|column| column_name(*column) == letters);
    let row =
        digits.parse::<usize>().ok().filter(|row| *row > 0 && !digits.starts_with(['+', '0']));
    match (letters.is_empty(), row) {
        (true, _) => Err(wrong("no column letter")),
        (_, None) => Err(wrong("no row number")),
        (_, Some(row)) => match column.filter(|_| row <= board.rows()) {
            Some(column) => {
                Ok(Move::Place(((board.rows() - row) * board.columns() + column) as u8))
            }
            None if letters.starts_with('I') => Err(wrong("there is no column I")),
            None => Err(wrong("off the board")),
        },
    }
}

/// Reads a move that is legal in a position.
pub fn parse_legal_move(go: &Go, position: &Position, text: &str) -> Result<Move> {
    let mv = parse_move(go.board, text)?;
    let wrong = |problem: &str| Error::notation("move", text, problem, "a legal move");
    // A move from a record says whose it is.
    let record = text.trim().trim_start_matches(';');
    let other = if position.side == Side::First { "W[" } else { "B[" };
    if record.starts_with(other) {
        return Err(wrong("the other side is to move"));
    }
    if position.passes >= 2 {
        return Err(wrong("the game is over"));
    }
    if let Move::Place(point) = mv {
        go.place(position, point).map_err(wrong)?;
    }
    Ok(mv)
}

/// Splits a list of moves set apart by spaces or commas.
pub fn split_moves(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn mark(position: &Position, point: usize) -> char {
    match () {
        _ if position.black >> point & 1 != 0 => 'X',
        _ if position.white >> point & 1 != 0 => 'O',
        _ => '.',
    }
}

pub(crate) fn side_mark(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// A position on one line; what superko and overflow remember is not part of it.
pub fn print_position(board: Board, position: &Position) -> String {
    let mut line = format!("{board}:");
    for row in 0..board.rows() {
        line.push(' ');
        let points = row * board.columns()..(row + 1) * board.columns();
        line.extend(points.map(|point| mark(position, point)));
    }
    line.push(' ');
    line.push(side_mark(position.side));
    line + &what_else(board, position)
}

/// A position with what superko forbids to come back, in whatever order it was there, and the stones
/// that overflowed, where either counts.
pub fn identity(board: Board, position: &Position) -> String {
    let mut text = print_position(board, position);
    if position.overflow != [0, 0] {
        let [black, white] = position.overflow;
        text += &format!(" overflow {black} {white}");
    }
    let mut seen: Vec<String> = position
        .seen
        .iter()
        .map(|(black, white, side)| {
            let side = side.map_or(String::new(), |side| format!("-{side}"));
            format!("{black:x}/{white:x}{side}")
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    if !seen.is_empty() {
        text += &format!(" seen {}", seen.join(" "));
    }
    text
}

/// A ban, or a pass, as words that follow whose turn it is.
fn what_else(board: Board, position: &Position) -> String {
    match (position.ko, position.passes) {
        (Some(ko), _) => format!(" ko {}", point_name(board, ko.into())),
        (None, 0) => String::new(),
        (None, 1) => " passed".into(),
        (None, _) => " over".into(),
    }
}

/// The board drawn with coordinates.
pub(crate) fn rows(board: Board, position: &Position) -> String {
    let columns: Vec<String> =
        (0..board.columns()).map(|column| column_name(column)[..1].to_owned()).collect();
    let mut picture = format!("   {}\n", columns.join(" "));
    for row in 0..board.rows() {
        let points = row * board.columns()..(row + 1) * board.columns();
        let marks: Vec<String> = points.map(|point| mark(position, point).to_string()).collect();
        picture.push_str(&format!("{:>2} {}\n", board.rows() - row, marks.join(" ")));
    }
    picture.trim_end().to_owned()
}

/// The same with who is to move; [`parse_position`] reads it back.
pub fn draw(board: Board, position: &Position) -> String {
    let more = what_else(board, position);
    format!("{}\n{} to move{more}", rows(board, position), side_mark(position.side))
}

fn parse_side(text: &str) -> Option<Side> {
    match text.to_ascii_lowercase().as_str() {
        "x" | "#" | "●" | "b" | "black" => Some(Side::First),
        "o" | "○" | "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// Takes ` ko C3`, ` passed` or ` over` off the end of a line.
fn take_state(line: &str) -> (&str, Option<&str>, u8) {
    let line = line.trim_end();
    let (head, last) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    match last.to_ascii_lowercase().as_str() {
        "passed" => (head.trim_end(), None, 1),
        "over" => (head.trim_end(), None, 2),
        _ => {
            let head = head.trim_end();
            match head.strip_suffix("ko").filter(|rest| rest.ends_with(char::is_whitespace)) {
                Some(rest) => (rest.trim_end(), Some(last), 0),
                None => (line, None, 0),
            }
        }
    }
}

/// Reads a position that names its own board, for play under some rules.
///
/// A line has the size, the rows from the top set apart by spaces or `/`, whose turn it is, and
/// perhaps `ko C3`, `passed` or `over`. A drawn board has one row a line with or without numbers
/// and column letters, and `X to move` below. An SGF record stands for its last position.
pub fn parse_position(text: &str, rules: Rules) -> Result<(Board, Position)> {
    let wrong = |problem: String| Error::notation("position", text, problem, POSITION_EXPECTED);
    if text.len() > LONGEST {
        return Err(wrong(format!("{} bytes are too many for a position", text.len())));
    }
    // Some editors begin a file with a mark of its encoding.
    let mut body = text.trim_start_matches('\u{feff}').trim();
    if body.starts_with('(') {
        let (go, positions) = sgf::read(body, rules)?;
        let last = positions.last().expect("a record has at least its first position");
        return Ok((go.board, last.clone()));
    }
    if body.ends_with(".sgf") && !body.contains(char::is_whitespace) {
        return Err(wrong(
            "a file's name; a record is read from standard input, as in 'solve go - < game.sgf'"
                .into(),
        ));
    }
    let mut named_size = None;
    if let Some((head, rest)) = body.split_once(|c: char| c == ':' || c.is_whitespace())
        && head.starts_with(|c: char| c.is_ascii_digit())
        && head.contains(['x', 'X', '×'])
    {
        named_size = Some(parse_size(head)?);
        body = rest.trim_start().trim_start_matches(':').trim();
    }
    let (body, ko, passes) = take_state(body);
    let no_side =
        |word: &str| wrong(format!("'{}' does not say who is to move", word.escape_debug()));
    let (grid, side) = match body.to_ascii_lowercase().strip_suffix("to move") {
        Some(rest) => {
            let rest = body[..rest.len()].trim_end();
            let (grid, who) = rest.rsplit_once(char::is_whitespace).unwrap_or(("", rest));
            (grid, parse_side(who).ok_or_else(|| no_side(who))?)
        }
        None => {
            let (grid, who) = body.rsplit_once(char::is_whitespace).unwrap_or(("", body));
            (grid, parse_side(who).ok_or_else(|| no_side(who))?)
        }
    };
    let drawn = grid.lines().count() > 1;
    let mut rows: Vec<String> = Vec::new();
    for line in grid.lines() {
        let line = line.trim();
        let letters = || line.chars().filter(|c| !c.is_whitespace());
        // The letters above or below a drawn board.
        if drawn
            && letters()
                .zip(LETTERS.iter().cycle())
                .all(|(c, letter)| c.to_ascii_uppercase() == char::from(*letter))
        {
            continue;
        }
        if drawn {
            let number = |c: char| c.is_ascii_digit();
            let row = line.trim_start_matches(number).trim_end_matches(number);
            rows.push(row.chars().filter(|c| !c.is_whitespace()).collect());
        } else {
            let words = line.split(|c: char| c.is_whitespace() || c == '/' || c == '|');
            rows.extend(words.filter(|word| !word.is_empty()).map(str::to_owned));
        }
    }
    let columns = rows.first().map_or(0, |row| row.chars().count());
    let board = match named_size {
        Some(board) => board,
        None => Board::new(rows.len(), columns).ok_or_else(|| {
            wrong(format!(
                "{} rows of {columns} points are no board that can be played",
                rows.len()
            ))
        })?,
    };
    if rows.len() != board.rows() {
        return Err(wrong(format!(
            "{} rows, but a {board} board has {}",
            rows.len(),
            board.rows()
        )));
    }
    if let Some(row) = rows.iter().find(|row| row.chars().count() != board.columns()) {
        return Err(wrong(format!(
            "the row '{}' does not have {} points",
            row.escape_debug(),
            board.columns()
        )));
    }
    let (mut black, mut white): (Points, Points) = (0, 0);
    for (point, mark) in rows.concat().chars().enumerate() {
        match mark {
            'X' | 'x' | '#' | '●' | 'B' | 'b' => black |= 1 << point,
            'O' | 'o' | '○' | 'W' | 'w' => white |= 1 << point,
            '.' | '-' | '·' | '+' => {}
            other => return Err(wrong(format!("'{}' is no stone", other.escape_debug()))),
        }
    }
    let go = Go { board, rules };
    check_stones(&go, black, white).map_err(&wrong)?;
    let mut position = go.position(black, white, side);
    position.passes = passes;
    if let Some(ko) = ko {
        position.ko = Some(check_ko(&go, &position, ko).map_err(&wrong)?);
    }
    Ok((board, position))
}

/// Refuses stones without liberties.
pub(crate) fn check_stones(go: &Go, black: Points, white: Points) -> Result<(), String> {
    match go.breathless(black, white) {
        None => Ok(()),
        Some(point) => {
            Err(format!("the stones at {} have no liberty", point_name(go.board, point)))
        }
    }
}

/// Refuses a ban that no capture can have led to.
fn check_ko(go: &Go, position: &Position, text: &str) -> Result<u8, String> {
    if go.rules.ko != Ko::Basic {
        return Err("a ko ban, where superko is the rule".into());
    }
    let Ok(Move::Place(ko)) = parse_move(go.board, text) else {
        return Err(format!("'{}' is no point for a ko ban", text.escape_debug()));
    };
    let name = point_name(go.board, ko.into());
    // There must have been a move that led to this: a stone beside the point, taking the one there.
    let (side, bit) = (position.side, 1 << ko);
    let led_here = go.board.beside(ko.into()).any(|last| {
        let mut before = position.clone();
        let [own, other] = [position.stones(side) | bit, position.stones(!side) & !(1 << last)];
        (before.black, before.white) = match side {
            Side::First => (own, other),
            Side::Second => (other, own),
        };
        before.side = !side;
        let same = |next: Position| {
            (next.black, next.white, next.ko) == (position.black, position.white, Some(ko))
        };
        position.stones(!side) >> last & 1 != 0
            && go.breathless(before.black, before.white).is_none()
            && go.place(&before, last as u8).is_ok_and(same)
    });
    match led_here && position.passes == 0 {
        true => Ok(ko),
        false => Err(format!("a ko ban at {name}, where no capture can have led to one")),
    }
}
