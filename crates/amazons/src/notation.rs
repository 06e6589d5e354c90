//! Text in and out: board sizes, positions as rows or as FEN, sums of regions, and moves.

use crate::board::{Board, MOST_LINES, reach};
use crate::cells::Cells;
use crate::position::{Move, Position};
use crate::regions::pack;
use yomikiri_core::{Error, Result, Side};

const SIZE_EXPECTED: &str = "COLUMNSxROWS, 1 to 10 each, such as 5x6";
const POSITION_EXPECTED: &str = "rows from the top such as '..X|.#.|O.. b' (X black, O white, # wall \
                                 or arrow, . empty, then b or w to move), several such regions \
                                 joined by ' + ', a FEN such as 'q2/1*1/2Q b', or a \
                                 drawn board with 'X to move'";
/// The longest text that is read as a position.
const LONGEST: usize = 1 << 16;

/// Reads a size such as `4x5`, columns first: in the literature on Amazons, a 6x5 board has the
/// columns A to F and the rows 1 to 5.
pub fn parse_size(text: &str) -> Result<Board> {
    let wrong = |problem: String| Error::notation("board size", text, problem, SIZE_EXPECTED);
    let (columns, rows) = text
        .split_once(['x', 'X', '×'])
        .ok_or_else(|| wrong("no 'x' between columns and rows".into()))?;
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let number = part.parse::<usize>().ok().filter(|number| digits && *number < 1000);
        number.ok_or_else(|| wrong(format!("'{}' is no number of lines", part.escape_debug())))
    };
    let (columns, rows) = (number(columns)?, number(rows)?);
    Board::new(columns, rows).ok_or_else(|| {
        wrong(match columns.min(rows) {
            0 => "it has no squares".into(),
            _ => format!("{} lines are more than {MOST_LINES}", columns.max(rows)),
        })
    })
}

/// Reads a board as [`draw`] draws it.
fn parse_drawn(text: &str) -> Result<Position> {
    let wrong = |problem: String| Error::notation("position", text, problem, POSITION_EXPECTED);
    let mut lines: Vec<&str> = text.lines().map(str::trim).collect();
    let last = lines.pop().unwrap_or_default();
    let to_move = match last.strip_suffix("to move").map(str::trim_end) {
        Some("X") => Side::First,
        Some("O") => Side::Second,
        _ => {
            let problem = format!("'{}' does not say who is to move", last.escape_debug());
            return Err(wrong(problem));
        }
    };
    // The letters above the board.
    lines.remove(0);
    let mut rows = Vec::new();
    for (number, line) in (1..=lines.len()).rev().zip(&lines) {
        let row = line
            .strip_prefix(&number.to_string())
            .ok_or_else(|| wrong(format!("'{}' is not row {number}", line.escape_debug())))?;
        rows.push(row.split_whitespace().collect::<String>());
    }
    parse_rows(&rows.join("|"), to_move).map_err(wrong)
}

/// Reads a position that names its own board: rows, a FEN, a drawn board, or a sum, which is put on
/// one board.
pub fn parse_position(text: &str) -> Result<Position> {
    let body = text.trim_start_matches('\u{feff}').trim();
    if text.len() <= LONGEST && body.starts_with("a ") && body.contains('\n') {
        return parse_drawn(body);
    }
    // Rows have none of these before the side to move.
    let fen = |c: char| "/*qQ".contains(c) || c.is_ascii_digit();
    if text.len() <= LONGEST
        && body.split_whitespace().next().is_some_and(|word| word.contains(fen))
    {
        return parse_fen(body);
    }
    let parts = parse_sum(text)?;
    match parts[..] {
        [position] => Ok(position),
        _ => pack(&parts).ok_or_else(|| {
            let problem = format!("its {} regions do not fit on one 10x10 board", parts.len());
            Error::notation("position", text, problem, "fewer or smaller regions")
        }),
    }
}

/// Reads one or more regions joined by `+`, each as a position of its own. Who is to move stands
/// once, at the very end; where it does not, it is Black.
pub fn parse_sum(text: &str) -> Result<Vec<Position>> {
    let wrong = |problem: String| Error::notation("position", text, problem, POSITION_EXPECTED);
    if text.len() > LONGEST {
        return Err(wrong(format!("{} bytes are too many for a position", text.len())));
    }
    let body = text.trim_start_matches('\u{feff}').trim();
    let (body, to_move) = match body.rsplit_once(char::is_whitespace) {
        Some((rest, word)) if !word.contains('+') && !rest.trim_end().ends_with('+') => {
            let side = parse_side(word).ok_or_else(|| {
                wrong(format!("'{}' does not say who is to move", word.escape_debug()))
            })?;
            (rest, side)
        }
        _ => (body, Side::First),
    };
    let mut positions = Vec::new();
    for part in body.split('+') {
        let part = part.trim();
        if let Some((_, word)) = part.rsplit_once(char::is_whitespace) {
            return Err(wrong(match parse_side(word) {
                Some(_) => format!("'{word}' stands before the end"),
                None => format!("'{}' after a region", word.escape_debug()),
            }));
        }
        positions.push(parse_rows(part, to_move).map_err(&wrong)?);
    }
    Ok(positions)
}

fn parse_side(text: &str) -> Option<Side> {
    match text {
        "b" | "B" => Some(Side::First),
        "w" | "W" => Some(Side::Second),
        _ => None,
    }
}

/// Reads `..X|O#.`; the error is the problem only.
fn parse_rows(text: &str, to_move: Side) -> Result<Position, String> {
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    if text.is_empty() {
        return Err("there is no square".into());
    }
    let mark = |c: char| match c {
        '.' | '#' => Ok(c),
        'X' | 'x' => Ok('X'),
        'O' | 'o' => Ok('O'),
        _ => Err(format!("'{}' is no square", c.escape_debug())),
    };
    from_marks(&rows, to_move, mark)
}

/// A position from its rows, once their lengths are right; `mark` says what a character is.
fn from_marks(
    rows: &[Vec<char>],
    to_move: Side,
    mark: impl Fn(char) -> Result<char, String>,
) -> Result<Position, String> {
    let columns = rows.first().map_or(0, Vec::len);
    if let Some((index, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) {
        return Err(format!(
            "row {} has {} squares, but row 1 has {columns}",
            index + 1,
            row.len()
        ));
    }
    let board = Board::new(columns, rows.len()).ok_or_else(|| {
        format!("a board has 1 to 10 columns and rows, not {columns} and {}", rows.len())
    })?;
    let [mut black, mut white, mut blocked] = [Cells::EMPTY; 3];
    for (row, marks) in rows.iter().enumerate() {
        for (column, c) in marks.iter().enumerate() {
            let cell = board.square(column, row).into_iter().collect();
            match mark(*c)? {
                'X' => black |= cell,
                'O' => white |= cell,
                '#' => blocked |= cell,
                _ => {}
            }
        }
    }
    Ok(Position { board, black, white, blocked, to_move })
}

/// Reads a FEN as Fairy-Stockfish's `amazons` has it, on a board of any size: `q` is Black, `Q` is
/// White, `*` is an arrow or a wall. What stands after the side to move is not needed.
pub fn parse_fen(text: &str) -> Result<Position> {
    let wrong = |problem: String| Error::notation("position", text, problem, POSITION_EXPECTED);
    let mut words = text.split_whitespace();
    let placement = words.next().unwrap_or_default();
    let side = words.next().ok_or_else(|| wrong("it does not say who is to move".into()))?;
    let to_move = parse_side(side)
        .ok_or_else(|| wrong(format!("'{}' does not say who is to move", side.escape_debug())))?;
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(word) = words.clone().find(|word| *word != "-" && !number(word)) {
        return Err(wrong(format!("'{}' after the side to move", word.escape_debug())));
    }
    if words.count() > 4 {
        return Err(wrong("too many fields".into()));
    }
    let mut rows = Vec::new();
    for rank in placement.split('/') {
        let mut row = Vec::new();
        let mut left = rank;
        while let Some(c) = left.chars().next() {
            let digits = left.len() - left.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits == 0 {
                row.push(c);
                left = &left[c.len_utf8()..];
                continue;
            }
            let empty = left[..digits].parse().ok().filter(|n| (1..=MOST_LINES).contains(n));
            let empty = empty.ok_or_else(|| {
                wrong(format!("{} empty squares in a row, not 1 to 10", &left[..digits]))
            })?;
            row.extend(std::iter::repeat_n('.', empty));
            left = &left[digits..];
        }
        rows.push(row);
    }
    let mark = |c: char| match c {
        '.' => Ok('.'),
        'q' => Ok('X'),
        'Q' => Ok('O'),
        '*' => Ok('#'),
        _ => Err(format!("'{}' is neither q, Q, * nor a number", c.escape_debug())),
    };
    from_marks(&rows, to_move, mark).map_err(wrong)
}

pub(crate) fn side_letter(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

fn mark(position: &Position, square: u8) -> char {
    match () {
        _ if position.black.contains(square) => 'X',
        _ if position.white.contains(square) => 'O',
        _ if position.blocked.contains(square) => '#',
        _ => '.',
    }
}

/// The marks of each row, from the top.
fn marks(position: &Position) -> Vec<Vec<char>> {
    let board = position.board;
    let row = |row| {
        let squares = (0..board.columns()).filter_map(|column| board.square(column, row));
        squares.map(|square| mark(position, square)).collect()
    };
    (0..board.rows()).map(row).collect()
}

/// The rows alone, such as `.X|#O`.
pub fn rows(position: &Position) -> String {
    let rows: Vec<String> = marks(position).into_iter().map(String::from_iter).collect();
    rows.join("|")
}

/// A position on one line, such as `.X|#O b`.
pub fn print_position(position: &Position) -> String {
    format!("{} {}", rows(position), side_letter(position.to_move))
}

/// A position as Fairy-Stockfish's `amazons` has it, where the board has that variant's size or
/// the variant is told another.
pub fn to_fen(position: &Position) -> String {
    let rank = |row: &Vec<char>| {
        let (mut rank, mut empty) = (String::new(), 0);
        let mut flush = |rank: &mut String, mark: char| match (mark, empty) {
            ('.', _) => empty += 1,
            (_, 0) => {}
            _ => rank.push_str(&std::mem::take(&mut empty).to_string()),
        };
        for mark in row {
            flush(&mut rank, *mark);
            match mark {
                'X' => rank.push('q'),
                'O' => rank.push('Q'),
                '#' => rank.push('*'),
                _ => {}
            }
        }
        flush(&mut rank, '|');
        rank
    };
    let ranks: Vec<String> = marks(position).iter().map(rank).collect();
    format!("{} {} - - 0 1", ranks.join("/"), side_letter(position.to_move))
}

/// The board as a picture, with its coordinates.
pub fn draw(position: &Position) -> String {
    let board = position.board;
    let spaced = |row: &mut dyn Iterator<Item = char>| {
        row.map(String::from).collect::<Vec<String>>().join(" ")
    };
    let letters = spaced(&mut ('a'..='j').take(board.columns()));
    let mut picture = format!("   {letters}\n");
    for (row, marks) in marks(position).into_iter().enumerate() {
        let number = board.rows() - row;
        picture.push_str(&format!("{number:>2} {}\n", spaced(&mut marks.into_iter())));
    }
    let mover = if position.to_move == Side::First { 'X' } else { 'O' };
    picture.push_str(&format!("{mover} to move"));
    picture
}

/// A move as we write it, `d1a1/b1`: from, to, and the arrow.
pub fn print_move(board: Board, mv: Move) -> String {
    format!("{}{}/{}", board.name(mv.from), board.name(mv.to), board.name(mv.arrow))
}

/// A move as Fairy-Stockfish writes it, `d1a1,a1b1`.
pub fn fairy_move(board: Board, mv: Move) -> String {
    let to = board.name(mv.to);
    format!("{}{to},{to}{}", board.name(mv.from), board.name(mv.arrow))
}

/// Reads a move that is legal in a position: `d1a1/b1`, Fairy-Stockfish's `d1a1,a1b1`, or
/// `D1-A1xB1` as in articles.
pub fn parse_move(position: &Position, text: &str) -> Result<Move> {
    const SHAPE: &str = "from, to and the arrow, such as d1a1/b1 or d1a1,a1b1";
    let board = position.board;
    let unreadable = |problem: String| Error::notation("move", text, problem, SHAPE);
    let lower = text.trim().to_ascii_lowercase();
    let mut left = lower.as_str();
    let from = take_square(board, &mut left).map_err(unreadable)?;
    left = left.strip_prefix('-').unwrap_or(left);
    let to = take_square(board, &mut left).map_err(unreadable)?;
    let separator = left.chars().next();
    left = left.strip_prefix(['/', 'x', ',']).ok_or_else(|| {
        unreadable(match separator {
            None => "the arrow is missing".into(),
            Some(c) => format!("'{}' after the amazon's move", c.escape_debug()),
        })
    })?;
    if separator == Some(',') && take_square(board, &mut left).map_err(unreadable)? != to {
        return Err(unreadable("the arrow does not start where the amazon stops".into()));
    }
    let arrow = take_square(board, &mut left).map_err(unreadable)?;
    if !left.is_empty() {
        return Err(unreadable(format!("'{}' after the move", left.escape_debug())));
    }
    let mv = Move { from, to, arrow };
    match problem_with(position, mv) {
        None => Ok(mv),
        Some(problem) => Err(Error::notation("move", text, problem, "a legal move")),
    }
}

/// Takes a square such as `a10` off the front of a text in lower case.
fn take_square(board: Board, text: &mut &str) -> Result<u8, String> {
    let Some(letter) = text.chars().next() else { return Err("a square is missing".into()) };
    let digits = text[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
    if !letter.is_ascii_lowercase() || digits == 0 {
        return Err(format!("'{}' does not begin with a square", text.escape_debug()));
    }
    let (name, rest) = text.split_at(1 + digits);
    *text = rest;
    let column = usize::from(letter as u8 - b'a');
    let row = name[1..].parse().ok().and_then(|number: usize| board.rows().checked_sub(number));
    let square = row.and_then(|row| board.square(column, row));
    square.ok_or_else(|| format!("{name} is not on the {board} board"))
}

/// Why a move is not legal, if it is not.
fn problem_with(position: &Position, mv: Move) -> Option<String> {
    let board = position.board;
    let side = position.to_move;
    if !position.amazons(side).contains(mv.from) {
        let found = match () {
            _ if position.amazons(!side).contains(mv.from) => "the other side's amazon",
            _ if position.blocked.contains(mv.from) => "blocked",
            _ => "empty",
        };
        let who = if side == Side::First { "Black" } else { "White" };
        let place = board.name(mv.from);
        return Some(format!("{who} is to move and has no amazon on {place}, which is {found}"));
    }
    let occupied = position.occupied();
    let amazon = problem_on_the_way(board, "the amazon", mv.from, mv.to, occupied);
    let left = occupied.without(mv.from);
    amazon.or_else(|| problem_on_the_way(board, "the arrow", mv.to, mv.arrow, left))
}

/// Why a queen cannot go from one square to another, if she cannot.
fn problem_on_the_way(
    board: Board,
    what: &str,
    from: u8,
    to: u8,
    occupied: Cells,
) -> Option<String> {
    if reach(board, from, occupied).contains(to) {
        return None;
    }
    if from == to {
        return Some(format!("{what} stays on {}", board.name(to)));
    }
    // With nothing in the way but one square: is it that one?
    let stops = |square: &u8| !reach(board, from, Cells::one(*square)).contains(to);
    let names = (board.name(from), board.name(to));
    if !reach(board, from, Cells::EMPTY).contains(to) {
        return Some(format!(
            "{what} goes in a straight line, not from {} to {}",
            names.0, names.1
        ));
    }
    let steps = |square: &u8| {
        let apart = |a: usize, b: usize| a.abs_diff(b);
        apart(board.column(*square), board.column(from))
            .max(apart(board.row(*square), board.row(from)))
    };
    let obstacle = occupied.into_iter().filter(stops).min_by_key(steps)?;
    let place = board.name(obstacle);
    Some(format!("{what} is blocked at {place} on its way from {} to {}", names.0, names.1))
}
