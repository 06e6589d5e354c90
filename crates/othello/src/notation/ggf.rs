//! GGF: games of the Generic Game Server and of NBoard, `(;GM[Othello]…;)`.

use super::{Note, Sheet, marks, parse_position, side_mark};
use crate::position::{Othello, Scoring, Size};
use yomikiri_core::{Error, Game, Result, Side};

const EXPECTED: &str = "a game such as (;GM[Othello]PB[name]PW[name]TY[8]BO[8 --… *]B[f5]W[d6];)";
/// The longest value of a property.
const LONGEST_VALUE: usize = 4096;
/// The most properties of a game: far more than a game has moves.
const MOST_PROPERTIES: usize = 1024;

/// Whether a text looks like GGF.
pub fn is_ggf(text: &str) -> bool {
    text.contains("(;")
}

/// Reads the only game of a text.
pub fn parse(text: &str) -> Result<Sheet> {
    let mut sheets = parse_all(text)?;
    match (sheets.pop(), sheets.is_empty()) {
        (Some(sheet), true) => Ok(sheet),
        _ => Err(wrong(text, "there are several games")),
    }
}

/// Reads every game of a text; what stands between games is passed over. The error names the game.
pub fn parse_all(text: &str) -> Result<Vec<Sheet>> {
    let mut sheets = Vec::new();
    let mut rest = text;
    while let Some((_, game)) = rest.split_once("(;") {
        let named = |error: Error| match sheets.len() {
            0 => error,
            before => Error::refused(format!("game {}: {error}", before + 1)),
        };
        let (properties, after) = properties(game).map_err(named)?;
        let sheet = sheet(&properties, game).map_err(named)?;
        sheets.push(sheet);
        rest = after;
    }
    match sheets.is_empty() {
        true => Err(wrong(text, "no '(;' begins a game")),
        false => Ok(sheets),
    }
}

fn wrong(text: &str, problem: impl Into<String>) -> Error {
    Error::notation("GGF", text, problem, EXPECTED)
}

/// A name and a value, `PB[name]`.
type Property<'a> = (&'a str, &'a str);

/// The properties of a game and what follows it.
fn properties(text: &str) -> Result<(Vec<Property<'_>>, &str)> {
    let mut properties = Vec::new();
    let mut rest = text.trim_start();
    loop {
        if let Some(after) = rest.strip_prefix(";)") {
            return Ok((properties, after));
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, value) = rest.split_at(end);
        let value = value.trim_start().strip_prefix('[').filter(|_| !name.is_empty());
        let value = value.ok_or_else(|| match rest.is_empty() {
            true => wrong(text, "it does not end with ';)'"),
            false => wrong(rest, "no property, as in PB[name], begins here"),
        })?;
        let (value, after) = value
            .split_once(']')
            .ok_or_else(|| wrong(rest, format!("the value of {name} does not end with ']'")))?;
        if value.len() > LONGEST_VALUE {
            return Err(wrong(rest, format!("the value of {name} is too long")));
        }
        if properties.len() == MOST_PROPERTIES {
            return Err(wrong(text, "there are too many properties"));
        }
        properties.push((name, value));
        rest = after.trim_start();
    }
}

fn sheet(properties: &[Property<'_>], text: &str) -> Result<Sheet> {
    let value = |name: &str| {
        let named = properties.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.trim())
    };
    if let Some(game) = value("GM").filter(|game| !game.eq_ignore_ascii_case("othello")) {
        return Err(wrong(text, format!("it is a game of {}", game.escape_debug())));
    }
    // The letter a among those behind the size: who has fewer discs wins.
    if value("TY").is_some_and(|kind| kind.to_ascii_lowercase().contains('a')) {
        return Err(wrong(text, "it is a game of anti-Othello"));
    }
    let board = value("BO").ok_or_else(|| wrong(text, "there is no board, BO[8 --… *]"))?;
    let (lines, squares) = board.split_once(char::is_whitespace).unwrap_or((board, ""));
    let size = lines.parse().ok().and_then(|lines| Size::new(lines, lines)).ok_or_else(|| {
        wrong(text, format!("'{}' is no board of 4, 6 or 8 lines", lines.escape_debug()))
    })?;
    let (_, start) = parse_position(&format!("{lines}x{lines}: {squares}"))?;
    let game = Othello { scoring: Scoring::usual(size), ..Othello::new(size) };
    let mut sheet = Sheet::new(game, start);
    let name = |name| value(name).unwrap_or_default().to_owned();
    (sheet.black, sheet.white) = (name("PB"), name("PW"));
    sheet.place = name("PC");
    sheet.result = value("RE").filter(|result| *result != "?").unwrap_or_default().to_owned();
    for (name, value) in properties {
        let side = match *name {
            "B" | "b" => Side::First,
            "W" | "w" => Side::Second,
            _ => continue,
        };
        play(&mut sheet, side, value)?;
    }
    Ok(sheet)
}

/// Plays a move as it is written: `d3`, `d3/1.50/2.3`, `d3//2.3`, `pa`.
fn play(sheet: &mut Sheet, side: Side, text: &str) -> Result<()> {
    let mut parts = text.split('/').map(str::trim);
    let mv = parts.next().unwrap_or_default();
    let mut number =
        || parts.next().and_then(|part| part.parse().ok()).filter(|n: &f64| n.is_finite());
    let note = Note { value: number(), seconds: number() };
    if sheet.record.position.side != side && sheet.must_pass() {
        sheet.play(crate::Move::Pass, Note::default());
    }
    if sheet.record.position.side != side {
        let problem = format!(
            "it is {}'s, and the other side is to move (move {} of the game)",
            sheet.game.side_name(side),
            sheet.record.moves.len() + 1
        );
        let expected = format!("a move of {}", sheet.game.side_name(!side));
        return Err(Error::notation("move", mv, problem, expected));
    }
    sheet.play_text(mv, note)
}

/// A game as GGF, on one line. The result, where none is written down, is that of the last
/// position if the game is over.
pub fn print(sheet: &Sheet) -> String {
    let game = &sheet.game;
    // Nothing may end a value, or the line, before its time.
    let clean = |text: &str| text.replace(['[', ']', '\n', '\r'], " ");
    let position = &sheet.record.position;
    let result = match (sheet.result.as_str(), game.final_score(position)) {
        ("", None) => "?".to_owned(),
        ("", Some(score)) => {
            let black = if position.side == Side::First { score } else { -score };
            format!("{:+}", black.0)
        }
        (result, _) => result.to_owned(),
    };
    let size = game.size.columns();
    let start = &sheet.record.start;
    let squares = format!("{} {}", marks(game.size, start), side_mark(start.side));
    let squares = squares.replace('X', "*");
    let mut text = format!(
        "(;GM[Othello]PC[{}]PB[{}]PW[{}]RE[{}]TY[{size}]BO[{size} {squares}]",
        clean(&sheet.place),
        clean(&sheet.black),
        clean(&sheet.white),
        clean(&result)
    );
    let mut at = sheet.record.start;
    for (index, mv) in sheet.record.moves.iter().enumerate() {
        let note = sheet.notes.get(index).copied().unwrap_or_default();
        let side = if at.side == Side::First { 'B' } else { 'W' };
        let name = match mv {
            crate::Move::Pass => "pa".into(),
            mv => game.print_move(&at, *mv),
        };
        text += &format!("{side}[{name}{}]", note_text(note));
        at = game.play(&at, *mv);
    }
    text + ";)"
}

fn note_text(note: Note) -> String {
    let value = note.value.map(|value| format!("{value:.2}")).unwrap_or_default();
    match note.seconds {
        Some(seconds) => format!("/{value}/{seconds:.2}"),
        None if value.is_empty() => value,
        None => format!("/{value}"),
    }
}
