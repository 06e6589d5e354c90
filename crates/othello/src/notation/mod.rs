//! Text in and out: sizes, squares, moves, and positions as lines or drawn boards; problems
//! ([`obf`]) and games ([`ggf`], [`transcript`]).

pub mod ggf;
pub mod obf;
mod sheet;
pub mod transcript;

pub use sheet::{Note, Sheet, tournament_game};

use crate::position::{Move, Othello, Position, Size};
use yomikiri_core::{Error, Result, Side};

const SIZE_EXPECTED: &str = "ROWSxCOLUMNS with even sides from 4 to 16 and at most 64 squares, \
                             such as 6x6 or 4x12";
const POSITION_EXPECTED: &str = "a line such as '4x4: ---- -OX- -XO- ---- X' (X black, O white, \
                                 - empty, then who is to move), or a drawn board with 'X to move'";

/// A size as people write it, rows first.
pub fn size_name(size: Size) -> String {
    format!("{}x{}", size.rows(), size.columns())
}

/// Reads a size such as `6x6`.
pub fn parse_size(text: &str) -> Result<Size> {
    let wrong = |problem: String| Error::notation("board size", text, problem, SIZE_EXPECTED);
    let (rows, columns) = text
        .split_once(['x', 'X', '×'])
        .ok_or_else(|| wrong("no 'x' between rows and columns".into()))?;
    let number = |part: &str| {
        part.parse::<u32>()
            .ok()
            .filter(|n| *n < 1000)
            .ok_or_else(|| wrong(format!("'{}' is no number of squares", part.escape_debug())))
    };
    let (rows, columns) = (number(rows)?, number(columns)?);
    Size::new(rows, columns).ok_or_else(|| {
        let problem = match (rows, columns) {
            _ if rows % 2 == 1 || columns % 2 == 1 => "a side is odd".into(),
            _ if rows < 4 || columns < 4 => "a side is below 4".into(),
            _ if rows > 16 || columns > 16 => "a side is above 16".into(),
            _ => format!("{} squares", rows * columns),
        };
        wrong(problem)
    })
}

/// A square as people write it: column letter, row number.
pub fn square_name(size: Size, square: u32) -> String {
    let column = char::from(b'a' + (square % size.columns()) as u8);
    format!("{column}{}", square / size.columns() + 1)
}

/// Reads a move (`c4`, or `pass`, `pa`, `--`) without asking whether it is legal anywhere.
pub fn parse_move(size: Size, text: &str) -> Result<Move> {
    let lower = text.to_ascii_lowercase();
    if matches!(lower.as_str(), "pass" | "pa" | "ps" | "--") {
        return Ok(Move::Pass);
    }
    let last = square_name(size, size.squares() - 1);
    let wrong = |problem: &str| {
        Error::notation("move", text, problem, format!("a square from a1 to {last}, or pass"))
    };
    let mut letters = lower.chars();
    let column =
        letters.next().filter(char::is_ascii_lowercase).ok_or_else(|| wrong("no column letter"))?
            as u32
            - 'a' as u32;
    let digits = letters.as_str();
    let row = digits
        .parse::<u32>()
        .ok()
        .filter(|row| *row > 0 && !digits.starts_with(['+', '0']))
        .ok_or_else(|| wrong("no row number"))?;
    if column >= size.columns() || row > size.rows() {
        return Err(wrong("off the board"));
    }
    Ok(Move::Disc(((row - 1) * size.columns() + column) as u8))
}

/// Splits a list of moves: separated by spaces or commas, or run together as in `f5d6c3`.
pub fn split_moves(text: &str) -> Vec<String> {
    let mut moves = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        let mut current = String::new();
        for c in word.chars() {
            // A letter after a digit begins a new move; so does whatever follows a pass.
            let ends = current.ends_with(|c: char| c.is_ascii_digit()) && !c.is_ascii_digit();
            let passed = matches!(current.to_ascii_lowercase().as_str(), "pass" | "--")
                || (matches!(current.to_ascii_lowercase().as_str(), "pa" | "ps")
                    && !c.eq_ignore_ascii_case(&'s'));
            if ends || passed {
                moves.push(std::mem::take(&mut current));
            }
            current.push(c);
        }
        if !current.is_empty() {
            moves.push(current);
        }
    }
    moves
}

/// A position on one line, with its size, so that it stands for itself.
pub fn print_position(size: Size, position: &Position) -> String {
    let mut line = format!("{}:", size_name(size));
    for row in 0..size.rows() {
        line.push(' ');
        line.extend((0..size.columns()).map(|column| mark(size, position, row, column)));
    }
    line.push(' ');
    line.push(side_mark(position.side));
    line
}

/// All squares, row by row.
fn marks(size: Size, position: &Position) -> String {
    let square = |number: u32| (number / size.columns(), number % size.columns());
    let all = (0..size.squares()).map(square);
    all.map(|(row, column)| mark(size, position, row, column)).collect()
}

pub(crate) fn side_mark(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn mark(size: Size, position: &Position, row: u32, column: u32) -> char {
    let bit = 1u64 << (row * size.columns() + column);
    match () {
        _ if position.black & bit != 0 => 'X',
        _ if position.white & bit != 0 => 'O',
        _ => '-',
    }
}

/// The board drawn with coordinates and who is to move; [`parse_position`] reads it back.
pub fn draw(size: Size, position: &Position) -> String {
    let columns: Vec<String> =
        (0..size.columns()).map(|c| char::from(b'a' + c as u8).to_string()).collect();
    let mut picture = format!("   {}\n", columns.join(" "));
    for row in 0..size.rows() {
        let marks: Vec<String> = (0..size.columns())
            .map(|column| mark(size, position, row, column).to_string())
            .collect();
        picture.push_str(&format!("{:>2} {}\n", row + 1, marks.join(" ")));
    }
    picture.push_str(&format!("{} to move", side_mark(position.side)));
    picture
}

/// Reads a position that names its own board.
///
/// A line has an optional size (`4x12:`), the squares row by row (rows may be set apart by
/// spaces, `/` or `|`), and who is to move; what follows a `;` is left alone, as in OBF files.
/// A drawn board has one row a line with or without numbers, and `X to move` somewhere. A line
/// without a size is taken as the board of that many squares with at least as many columns as
/// rows (64 squares: 8x8); 48 squares can be 6x8 or 4x12 and need the size or separate rows.
pub fn parse_position(text: &str) -> Result<(Size, Position)> {
    let wrong = |problem: String| Error::notation("position", text, problem, POSITION_EXPECTED);
    const LONGEST: usize = 4096;
    if text.len() > LONGEST {
        return Err(wrong(format!("{} bytes are too many for a position", text.len())));
    }
    // Some editors begin a file with a mark of its encoding.
    let mut body = text.trim_start_matches('\u{feff}').trim();
    let mut named_size = None;
    if let Some((head, rest)) = body.split_once(|c: char| c == ':' || c.is_whitespace())
        && head.starts_with(|c: char| c.is_ascii_digit())
        && head.contains(['x', 'X', '×'])
    {
        named_size = Some(parse_size(head)?);
        body = rest.trim_start().trim_start_matches(':');
    }

    let mut rows: Vec<String> = Vec::new();
    let mut side = None;
    for line in body.lines() {
        let line = line.split_once(';').map_or(line, |(position, _)| position).trim();
        let lower = line.to_ascii_lowercase();
        if let Some(who) = lower.strip_suffix("to move") {
            side = Some(parse_side(who.trim()).ok_or_else(|| {
                wrong(format!("'{}' does not say who is to move", line.escape_debug()))
            })?);
            continue;
        }
        if is_header(&lower) {
            continue;
        }
        // A row of a drawn board may begin (and end) with its number.
        let number = |c: char| c.is_ascii_digit();
        let line = line.trim_start_matches(number).trim_end_matches(number).trim();
        let mut words: Vec<&str> =
            line.split(|c: char| c.is_whitespace() || c == '/' || c == '|').collect();
        words.retain(|word| !word.is_empty());
        let drawn = words.len() > 1 && words.iter().all(|word| word.chars().count() == 1);
        let several_lines = body.lines().count() > 1;
        if !(drawn && several_lines)
            && let [_, .., last] = words[..]
            && let Some(who) = parse_side(last)
        {
            side = Some(who);
            words.pop();
        }
        if drawn && several_lines {
            rows.push(words.concat());
        } else {
            rows.extend(words.into_iter().map(str::to_owned));
        }
    }

    // A last word of one letter can only have been meant to say who is to move.
    if side.is_none()
        && let [_, .., last] = &rows[..]
        && last.chars().count() == 1
    {
        return Err(wrong(format!("'{}' does not say who is to move", last.escape_debug())));
    }
    let all = rows.concat();
    let count = all.chars().count() as u32;
    let size = match named_size {
        Some(size) => size,
        None => size_of_rows(&rows, count).map_err(&wrong)?,
    };
    if count != size.squares() {
        return Err(wrong(format!(
            "{count} squares, but a {} board has {}",
            size_name(size),
            size.squares()
        )));
    }
    if rows.len() > 1
        && let Some(row) =
            rows.iter().find(|row| !row.chars().count().is_multiple_of(size.columns() as usize))
    {
        return Err(wrong(format!(
            "the row '{}' does not have {} squares",
            row.escape_debug(),
            size.columns()
        )));
    }
    let side = side.ok_or_else(|| wrong("it does not say who is to move".into()))?;
    let (mut black, mut white) = (0, 0);
    for (square, mark) in all.chars().enumerate() {
        match mark {
            '*' | '●' | 'X' | 'x' => black |= 1 << square,
            'O' | 'o' | '○' => white |= 1 << square,
            _ if is_square(mark) => {}
            other => return Err(wrong(format!("'{}' is no disc", other.escape_debug()))),
        }
    }
    Othello::new(size).check_possible(black, white).map_err(wrong)?;
    Ok((size, Position { black, white, side }))
}

/// Whether a mark stands for a square: a disc, or none.
fn is_square(mark: char) -> bool {
    matches!(mark, 'X' | 'x' | '*' | '●' | 'O' | 'o' | '○' | '-' | '.' | '_' | '·')
}

fn parse_side(text: &str) -> Option<Side> {
    match text.to_ascii_lowercase().as_str() {
        "x" | "*" | "●" | "b" | "black" => Some(Side::First),
        "o" | "○" | "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// Whether a line holds nothing but the column letters above or below a drawn board.
fn is_header(line: &str) -> bool {
    let letters = line.chars().filter(|c| !c.is_whitespace());
    let mut expected = 'a'..='p';
    let mut count = 0;
    for letter in letters {
        if Some(letter) != expected.next() {
            return false;
        }
        count += 1;
    }
    count > 0 || line.is_empty()
}

/// The size that rows of text stand for.
fn size_of_rows(rows: &[String], count: u32) -> Result<Size, String> {
    if rows.len() > 1 {
        let columns = rows[0].chars().count() as u32;
        let size = (rows.len() < 1000).then(|| Size::new(rows.len() as u32, columns)).flatten();
        return size.ok_or_else(|| {
            format!("{} rows of {columns} squares are no board that can be played", rows.len())
        });
    }
    let wide: Vec<Size> = Size::all()
        .filter(|size| size.rows() <= size.columns() && size.squares() == count)
        .collect();
    match wide[..] {
        [size] => Ok(size),
        // Sixty-four squares are a chessboard unless somebody says otherwise.
        [_, _] if count == 64 => Ok(Size::new(8, 8).expect("8x8 can be played")),
        [] => Err(format!("{count} squares are no board that can be played")),
        _ => {
            let names: Vec<_> = wide.iter().map(|size| size_name(*size)).collect();
            Err(format!(
                "{count} squares can be {}; put the size in front, as in '{}: …'",
                names.join(" or "),
                names[0]
            ))
        }
    }
}
