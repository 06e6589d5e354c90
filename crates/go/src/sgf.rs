//! SGF records of games: the main line read, a line of play written.

use crate::board::{Board, Points};
use crate::notation::{check_stones, parse_sgf_point, sgf_move, sgf_point};
use crate::position::{Go, Move, Position};
use crate::rules::Rules;
use yomikiri_core::{Error, Game, Result, Side};

const EXPECTED: &str =
    "an SGF record of Go with SZ of at most 36 points, such as (;GM[1]FF[4]SZ[5:4];B[cb];W[db])";

/// One property of a node: its name and its values.
type Property = (String, Vec<String>);

/// Reads the main line of the first game of a record: every position from the set-up on.
pub fn read(text: &str, rules: Rules) -> Result<(Go, Vec<Position>)> {
    let wrong = |problem: String| Error::notation("record", text, problem, EXPECTED);
    let nodes = main_line(text).map_err(&wrong)?;
    let mut properties = nodes.iter().flatten();
    if let Some((_, values)) = properties.clone().find(|(name, _)| name == "GM")
        && values.first().is_some_and(|value| value.trim() != "1")
    {
        return Err(wrong("it is a record of another game (GM)".into()));
    }
    let size = properties.find(|(name, _)| name == "SZ");
    let size = size.and_then(|(_, values)| values.first()).map(|value| value.trim());
    let board = match size.map(|size| size.split_once(':').unwrap_or((size, size))) {
        None => return Err(wrong("it does not say the size of the board (SZ)".into())),
        Some((columns, rows)) => {
            let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n < 1000);
            let board = number(rows).zip(number(columns)).and_then(|(r, c)| Board::new(r, c));
            board.ok_or_else(|| wrong("SZ is no board of at most 36 points".into()))?
        }
    };
    let go = Go { board, rules };
    let mut position = go.start();
    let mut positions = vec![position.clone()];
    for node in &nodes {
        let (mut black, mut white) = (position.black, position.white);
        let (mut side, mut set_up) = (position.side, false);
        for (name, values) in node {
            let points = || -> Result<Points> {
                let mut set = 0;
                for value in values {
                    set |= rectangle(board, value)?;
                }
                Ok(set)
            };
            match name.as_str() {
                "AB" => (black, white, set_up) = (black | points()?, white & !points()?, true),
                "AW" => (white, black, set_up) = (white | points()?, black & !points()?, true),
                "AE" => (black, white, set_up) = (black & !points()?, white & !points()?, true),
                "PL" => {
                    side = match values.first().map(|value| value.trim()) {
                        Some("B" | "b" | "black") => Side::First,
                        Some("W" | "w" | "white") => Side::Second,
                        _ => return Err(wrong("PL says neither B nor W".into())),
                    };
                    set_up = true;
                }
                _ => {}
            }
        }
        if set_up {
            check_stones(&go, black, white).map_err(&wrong)?;
            position = go.position(black, white, side);
            match positions.len() {
                1 => positions[0] = position.clone(),
                _ => positions.push(position.clone()),
            }
        }
        for (name, values) in node {
            let side = match name.as_str() {
                "B" => Side::First,
                "W" => Side::Second,
                _ => continue,
            };
            let mv = parse_sgf_point(board, values.first().map_or("", String::as_str))?;
            if side != position.side {
                // Records of handicap games leave out whose turn it is.
                let fresh = positions.len() == 1 && !set_up && position.side == Side::First;
                match fresh || set_up {
                    true => position = go.position(position.black, position.white, side),
                    false => {
                        let problem =
                            format!("{}: the other side is to move", sgf_move(board, side, mv));
                        return Err(wrong(problem));
                    }
                }
                let last = positions.len() - 1;
                positions[last] = position.clone();
            }
            let illegal = |why: &str| wrong(format!("{}: {why}", sgf_move(board, side, mv)));
            if position.passes >= 2 {
                return Err(illegal("the game is over"));
            }
            if let Move::Place(point) = mv {
                go.place(&position, point).map_err(illegal)?;
            }
            position = go.play(&position, mv);
            positions.push(position.clone());
        }
    }
    Ok((go, positions))
}

/// The points of `ab` or of the rectangle `ab:cd`.
fn rectangle(board: Board, text: &str) -> Result<Points> {
    let (from, to) = text.split_once(':').unwrap_or((text, text));
    let corner = |text: &str| match parse_sgf_point(board, text)? {
        Move::Place(point) => Ok(usize::from(point)),
        Move::Pass => Err(Error::notation("SGF point", text, "no point", "two letters")),
    };
    let (from, to) = (corner(from)?, corner(to)?);
    let columns = board.columns();
    let mut set = 0;
    for row in (from / columns).min(to / columns)..=(from / columns).max(to / columns) {
        for column in (from % columns).min(to % columns)..=(from % columns).max(to % columns) {
            set |= 1 << (row * columns + column);
        }
    }
    Ok(set)
}

/// The nodes from the root along first variations.
fn main_line(text: &str) -> Result<Vec<Vec<Property>>, String> {
    let mut nodes: Vec<Vec<Property>> = Vec::new();
    let mut letters = text.chars().peekable();
    // What follows the end of the first variation is other variations.
    let (mut depth, mut ended) = (0_usize, false);
    while let Some(letter) = letters.next() {
        match letter {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1).ok_or("a ')' too many")?;
                ended = true;
            }
            ';' if depth == 0 => return Err("a node outside of '(' and ')'".into()),
            ';' if !ended => nodes.push(Vec::new()),
            ';' => {}
            c if c.is_whitespace() => {}
            c if c.is_ascii_alphabetic() => {
                let mut name = String::from(c);
                while let Some(c) = letters.next_if(|c| c.is_ascii_alphabetic()) {
                    name.push(c);
                }
                // Old records have lower-case letters in names.
                name.retain(|c| c.is_ascii_uppercase());
                let mut values = Vec::new();
                loop {
                    while letters.next_if(|c| c.is_whitespace()).is_some() {}
                    if letters.next_if_eq(&'[').is_none() {
                        break;
                    }
                    let mut value = String::new();
                    loop {
                        match letters.next() {
                            None => return Err("a '[' that is never closed".into()),
                            Some(']') => break,
                            Some('\\') => value.extend(letters.next()),
                            Some(c) => value.push(c),
                        }
                    }
                    values.push(value);
                }
                if values.is_empty() {
                    return Err(format!("the property {name} has no value"));
                }
                if !ended {
                    let node = nodes.last_mut().ok_or("a property before the first node")?;
                    node.push((name, values));
                }
            }
            other => return Err(format!("'{}' where none belongs", other.escape_debug())),
        }
    }
    match (depth, nodes.is_empty()) {
        (0, false) => Ok(nodes),
        (0, true) => Err("it has no node".into()),
        _ => Err("a '(' that is never closed".into()),
    }
}

/// Writes a line of play from a position as a record.
pub fn write(go: &Go, position: &Position, line: &[Move]) -> String {
    let board = go.board;
    let mut text = format!(
        "(;GM[1]FF[4]CA[UTF-8]AP[yomikiri]SZ[{}]",
        match board.is_square() {
            true => board.rows().to_string(),
            false => format!("{}:{}", board.columns(), board.rows()),
        }
    );
    if go.rules.komi != 0 {
        text += &format!("KM[{}]", go.rules.komi);
    }
    for (name, stones) in [("AB", position.black), ("AW", position.white)] {
        if stones != 0 {
            text += name;
            for point in crate::board::points(stones) {
                text += &format!("[{}]", sgf_point(board, Move::Place(point as u8)));
            }
        }
    }
    if position.black | position.white != 0 || position.side == Side::Second {
        text += if position.side == Side::First { "PL[B]" } else { "PL[W]" };
    }
    let mut side = position.side;
    for mv in line {
        text += &format!(";{}", sgf_move(board, side, *mv));
        side = !side;
    }
    text + ")"
}
