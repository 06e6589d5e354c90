//! Boards as they are drawn: by this program, in Japanese records (KIF, BOD) and in CSA files.

use crate::notation::{SFEN_EXPECTED, in_the_box, kinds, parse_hands, parse_sfen, piece_of};
use crate::piece::{Kind, Piece};
use crate::position::{Position, side_index};
use crate::rules::{Size, Variant};
use yomikiri_core::{Error, Result, Side};

const OURS: &str = "a board as this program draws it: pieces in hand, a rank a line with its letter \
                    at the end, . for an empty square, and 'Sente to move' or 'Gote to move'";
const KIFU: &str = "a board as Japanese records have it: 後手の持駒：, a rank a line such as \
                    | ・v玉 銀|一 with v before gote's pieces, 先手の持駒：, and 後手番 if gote is \
                    to move";
const CSA: &str = "a board as CSA files have it: P1-OU *  ... for every rank, P+00FU for pieces in \
                   hand, and + or - for the side to move";

/// Reads a position: an SFEN, or a drawn board. Where the variant is not given it is dobutsu shogi
/// if there are lions and no kings.
pub fn parse_position(text: &str, variant: Option<Variant>) -> Result<(Size, Variant, Position)> {
    // As files have it that were saved on Windows.
    let text = text.trim_start_matches('\u{feff}');
    let lines = || text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    let is_csa = |line: &str| line.starts_with("P1") || line.starts_with("PI");
    let is_kifu = |line: &str| line.trim_start().starts_with('|') || line.contains("持駒");
    let drawing = if lines().count() <= 1 {
        let has = |piece: char| {
            text.split_whitespace().next().is_some_and(|board| board.to_lowercase().contains(piece))
        };
        let is_dobutsu = has('l') && !has('k') && parse_sfen(text, Variant::Dobutsu).is_ok();
        let usual = if is_dobutsu { Variant::Dobutsu } else { Variant::default() };
        let variant = variant.unwrap_or(usual);
        let (size, position) = parse_sfen(text, variant)?;
        return Ok((size, variant, position));
    } else if lines().any(is_csa) {
        read_csa(lines())?
    } else if lines().any(is_kifu) {
        read_kifu(lines(), variant)?
    } else {
        read_ours(lines(), variant)?
    };
    match variant {
        Some(variant) if variant != drawing.variant => Err(Error::notation(
            "position",
            text,
            "the board is one of the other variant",
            SFEN_EXPECTED,
        )),
        _ => drawing.position(text),
    }
}

/// What a drawn board says.
struct Drawing {
    variant: Variant,
    ranks: Vec<Vec<Option<Piece>>>,
    hands: [[u8; Kind::COUNT]; 2],
    side: Side,
    expected: &'static str,
}

impl Drawing {
    fn position(self, text: &str) -> Result<(Size, Variant, Position)> {
        let wrong = |problem| Error::notation("position", text, problem, self.expected);
        let files = self.ranks.first().map_or(0, Vec::len);
        if let Some(at) = self.ranks.iter().position(|rank| rank.len() != files) {
            let found = self.ranks[at].len();
            return Err(wrong(format!("rank {} has {found} squares, rank 1 has {files}", at + 1)));
        }
        let size = Size::new(files, self.ranks.len()).ok_or_else(|| {
            wrong(format!(
                "a board of {files} files and {} ranks, where there may be 1 to 5 and 3 to 6",
                self.ranks.len()
            ))
        })?;
        let mut position = Position { hands: self.hands, ..Position::empty(self.side) };
        for (square, piece) in self.ranks.into_iter().flatten().enumerate() {
            position.board[square] = piece;
        }
        Ok((size, self.variant, position))
    }
}

/// Makes an error about a line.
fn wrong(line: &str, problem: impl Into<String>, expected: &'static str) -> Error {
    Error::notation("line of a board", line, problem, expected)
}

/// Adds pieces to a hand, no more than there are.
fn add_to_hand(
    hands: &mut [[u8; Kind::COUNT]; 2],
    (side, kind): (Side, Kind),
    count: usize,
    variant: Variant,
) -> Result<(), String> {
    if kind == Kind::King {
        return Err("a king cannot be in hand".into());
    }
    let held = &mut hands[side_index(side)][kind as usize];
    let most = in_the_box(kind, variant);
    if count == 0 || usize::from(*held) + count > most {
        return Err(format!("so many in hand of a kind of which there are {most}"));
    }
    *held += count as u8;
    Ok(())
}

fn read_ours<'a>(
    lines: impl Iterator<Item = &'a str> + Clone,
    variant: Option<Variant>,
) -> Result<Drawing> {
    let squares = |line: &'a str| -> Vec<&'a str> { line.split_whitespace().collect() };
    let is_header = |line: &str| line.split_whitespace().all(|word| word.parse::<u8>().is_ok());
    let is_rank = |line: &str| !line.contains("hand") && !line.contains("move") && !is_header(line);
    let pieces = lines.clone().filter(|line| is_rank(line)).flat_map(squares);
    // The last word of a rank is its letter, and no rank has the letter k.
    let has_king = pieces.clone().any(|word| matches!(word, "K" | "k"));
    let has_lion = pieces.clone().any(|word| matches!(word, "L" | "l"));
    let guess = if has_lion && !has_king { Variant::Dobutsu } else { Variant::Shogi };
    let variant = variant.unwrap_or(guess);
    let mut ranks = Vec::new();
    let mut held = Position::empty(Side::First);
    let (mut side, mut said) = (None, [false; 2]);
    for line in lines {
        let wrong = |problem: String| wrong(line, problem, OURS);
        let text = line.trim();
        if let Some((owner, pieces)) = text.split_once(" has in hand:") {
            let owner = match owner {
                "Sente" => Side::First,
                "Gote" => Side::Second,
                _ => return Err(wrong(format!("'{}' is nobody", owner.escape_debug()))),
            };
            if std::mem::replace(&mut said[side_index(owner)], true) {
                return Err(wrong("said twice".into()));
            }
            let pieces = pieces.trim();
            let foreign = |c: char| {
                c.is_ascii_alphabetic() && c.is_ascii_uppercase() != (owner == Side::First)
            };
            if pieces == "nothing" {
                continue;
            }
            if pieces.is_empty() || pieces.contains(foreign) {
                return Err(wrong("sente's pieces have capitals, gote's small letters".into()));
            }
            parse_hands(pieces, variant, &mut held).map_err(wrong)?;
        } else if let Some(mover) = text.strip_suffix(" to move") {
            let mover = match mover {
                "Sente" => Side::First,
                "Gote" => Side::Second,
                _ => return Err(wrong(format!("'{}' is nobody", mover.escape_debug()))),
            };
            if side.replace(mover).is_some() {
                return Err(wrong("said twice".into()));
            }
        } else if is_header(text) {
            let numbers: Vec<u8> = text.split_whitespace().flat_map(str::parse).collect();
            if !ranks.is_empty() || !numbers.iter().rev().copied().eq(1..=numbers.len() as u8) {
                return Err(wrong("no file numbers over the board, counted from the right".into()));
            }
        } else {
            let mut words = squares(text);
            let letter = char::from(b'a' + ranks.len().min(25) as u8).to_string();
            if words.pop() != Some(&letter) {
                return Err(wrong(format!("no rank {letter}: its letter stands last")));
            }
            let cell = |word: &str| match word.strip_prefix('+').unwrap_or(word) {
                "." if word == "." => Ok(None),
                name if name.chars().count() == 1 => {
                    let c = name.chars().next().expect("it has one");
                    piece_of(c, name != word, variant).map(Some)
                }
                _ => Err(format!("'{}' is no piece", word.escape_debug())),
            };
            let rank = words.into_iter().map(cell).collect::<Result<Vec<_>, _>>();
            ranks.push(rank.map_err(wrong)?);
        }
    }
    let side = side.ok_or_else(|| {
        Error::notation("position", "", "the drawn board does not say who is to move", OURS)
    })?;
    Ok(Drawing { variant, ranks, hands: held.hands, side, expected: OURS })
}

/// The piece that a character of a Japanese record stands for, and whether it is promoted.
fn japanese(c: char) -> Option<(Kind, bool)> {
    Some(match c {
        '玉' | '王' | 'ラ' => (Kind::King, false),
        '飛' => (Kind::Rook, false),
        '龍' | '竜' => (Kind::Rook, true),
        '角' => (Kind::Bishop, false),
        '馬' => (Kind::Bishop, true),
        '金' => (Kind::Gold, false),
        '銀' => (Kind::Silver, false),
        '全' => (Kind::Silver, true),
        '桂' => (Kind::Knight, false),
        '圭' => (Kind::Knight, true),
        '香' => (Kind::Lance, false),
        '杏' => (Kind::Lance, true),
        '歩' | 'ヒ' => (Kind::Pawn, false),
        'と' | 'ニ' => (Kind::Pawn, true),
        'キ' => (Kind::Giraffe, false),
        'ゾ' => (Kind::Elephant, false),
        _ => return None,
    })
}

const NUMERALS: [char; 10] = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];

/// The number at the beginning of a text, as in 十八, and what follows it; 1 where none is written, 0
/// where it is none up to 19.
fn japanese_number(text: &str) -> (usize, &str) {
    let value = |c: char| NUMERALS.iter().position(|numeral| *numeral == c).map(|at| at + 1);
    let rest = text.trim_start_matches(|c| value(c).is_some());
    let digits = &text[..text.len() - rest.len()];
    let values: Vec<usize> = digits.chars().filter_map(value).collect();
    let number = match values[..] {
        [] => 1,
        [number] => number,
        [10, ones @ 1..=9] => 10 + ones,
        // More than a box has, or no number.
        _ => 0,
    };
    (number, rest)
}

fn read_kifu<'a>(
    lines: impl Iterator<Item = &'a str> + Clone,
    variant: Option<Variant>,
) -> Result<Drawing> {
    let has_lion = lines.clone().any(|line| line.contains('|') && line.contains('ラ'));
    let guess = if has_lion { Variant::Dobutsu } else { Variant::Shogi };
    let variant = variant.unwrap_or(guess);
    let own = |kind: Kind, c: char| {
        let own = kinds(variant).contains(&kind)
            && ('ァ'..='ヺ').contains(&c) == (variant == Variant::Dobutsu);
        own.then_some(()).ok_or_else(|| format!("'{c}' is no piece of this game"))
    };
    let mut ranks: Vec<Vec<Option<Piece>>> = Vec::new();
    let (mut hands, mut said) = ([[0; Kind::COUNT]; 2], [false; 2]);
    let mut side = None;
    for line in lines {
        let wrong = |problem: String| wrong(line, problem, KIFU);
        let text = line.trim();
        if let Some(rank) = text.strip_prefix('|') {
            let (squares, label) =
                rank.rsplit_once('|').ok_or_else(|| wrong("no | at the end of the rank".into()))?;
            let number = NUMERALS.get(ranks.len()).copied().unwrap_or('?').to_string();
            if !label.trim().is_empty() && label.trim() != number {
                return Err(wrong(format!("where rank {number} should stand")));
            }
            ranks.push(japanese_rank(squares, &own).map_err(wrong)?);
        } else if let Some((owner, pieces)) = text.split_once("持駒") {
            let owner = match owner.trim_end_matches('の') {
                "先手" | "下手" => Side::First,
                "後手" | "上手" => Side::Second,
                other => return Err(wrong(format!("'{}' is nobody", other.escape_debug()))),
            };
            if std::mem::replace(&mut said[side_index(owner)], true) {
                return Err(wrong("said twice".into()));
            }
            let mut rest = pieces.trim_start_matches(['：', ':', ' ', '　']).trim_end();
            if rest == "なし" {
                continue;
            }
            while let Some(c) = rest.chars().next() {
                let named = japanese(c).filter(|(_, promoted)| !promoted);
                let (kind, _) = named.ok_or_else(|| wrong(format!("'{c}' is no piece in hand")))?;
                own(kind, c).map_err(wrong)?;
                let (count, after) = japanese_number(&rest[c.len_utf8()..]);
                add_to_hand(&mut hands, (owner, kind), count, variant).map_err(wrong)?;
                rest = after.trim_start_matches([' ', '　']);
            }
        } else if let Some(mover) = text.strip_suffix('番') {
            let mover = match mover {
                "先手" | "下手" => Side::First,
                "後手" | "上手" => Side::Second,
                _ => return Err(wrong(format!("'{}' is nobody", mover.escape_debug()))),
            };
            if side.replace(mover).is_some() {
                return Err(wrong("said twice".into()));
            }
        } else {
            let is_edge = text.starts_with('+') && text.ends_with('+');
            let is_files = text
                .chars()
                .all(|c| c.is_whitespace() || c.is_ascii_digit() || ('０'..='９').contains(&c));
            let is_about = text.starts_with(['#', '*', '&'])
                || text.starts_with("手数")
                || text.contains('：');
            if !(is_edge || is_files || is_about) {
                return Err(wrong(
                    "neither a rank nor pieces in hand; moves are not read here".into(),
                ));
            }
        }
    }
    let side = side.unwrap_or(Side::First);
    Ok(Drawing { variant, ranks, hands, side, expected: KIFU })
}

fn japanese_rank(
    squares: &str,
    own: &dyn Fn(Kind, char) -> Result<(), String>,
) -> Result<Vec<Option<Piece>>, String> {
    let mut rank = Vec::new();
    let mut letters = squares.chars();
    let mut side = Side::First;
    while let Some(c) = letters.next() {
        match c {
            ' ' | '　' | '^' => {}
            'v' | 'V' => side = Side::Second,
            '・' | '.' if side == Side::First => rank.push(None),
            _ => {
                let (kind, promoted) = match c {
                    // Two characters in wider drawings.
                    '成' => {
                        let plain = letters.next().and_then(japanese);
                        let plain = plain.filter(|(kind, promoted)| kind.promotes() && !promoted);
                        (plain.ok_or("成 with no piece after it that promotes")?.0, true)
                    }
                    c => {
                        let (kind, promoted) = japanese(c)
                            .ok_or_else(|| format!("'{}' is no piece", c.escape_debug()))?;
                        own(kind, c)?;
                        (kind, promoted)
                    }
                };
                rank.push(Some(Piece { side, kind, promoted }));
                side = Side::First;
            }
        }
    }
    match side {
        Side::First => Ok(rank),
        Side::Second => Err("a v with no piece after it".into()),
    }
}

/// The piece that two letters of a CSA file stand for.
fn csa_piece(name: &str) -> Option<(Kind, bool)> {
    Some(match name {
        "OU" => (Kind::King, false),
        "HI" => (Kind::Rook, false),
        "RY" => (Kind::Rook, true),
        "KA" => (Kind::Bishop, false),
        "UM" => (Kind::Bishop, true),
        "KI" => (Kind::Gold, false),
        "GI" => (Kind::Silver, false),
        "NG" => (Kind::Silver, true),
        "KE" => (Kind::Knight, false),
        "NK" => (Kind::Knight, true),
        "KY" => (Kind::Lance, false),
        "NY" => (Kind::Lance, true),
        "FU" => (Kind::Pawn, false),
        "TO" => (Kind::Pawn, true),
        _ => return None,
    })
}

fn read_csa<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Drawing> {
    let mut ranks = Vec::new();
    let mut hands = [[0; Kind::COUNT]; 2];
    let mut side = None;
    for line in lines {
        let wrong = |problem: String| wrong(line, problem, CSA);
        let sign = |sign: &str| match sign {
            "+" => Some(Side::First),
            "-" => Some(Side::Second),
            _ => None,
        };
        if let Some(mover) = sign(line) {
            if side.replace(mover).is_some() {
                return Err(wrong("said twice".into()));
            }
        } else if line.starts_with(['\'', 'V', '$', 'N']) {
            // Remarks, and what is told of the game.
        } else if !line.is_ascii() || !line.starts_with('P') || line.len() < 2 {
            return Err(wrong("no part of a position; moves are not read here".into()));
        } else if let Some(owner) = sign(&line[1..2]) {
            let mut rest = &line[2..];
            while !rest.is_empty() {
                let (entry, after) = rest.split_at(rest.len().min(4));
                rest = after;
                let name = entry.strip_prefix("00").ok_or_else(|| {
                    wrong(format!("'{entry}' is not in hand; squares stand in lines P1, P2, ..."))
                })?;
                let (kind, _) = csa_piece(name)
                    .filter(|(_, promoted)| !promoted)
                    .ok_or_else(|| wrong(format!("'{name}' is no piece in hand")))?;
                add_to_hand(&mut hands, (owner, kind), 1, Variant::Shogi).map_err(wrong)?;
            }
        } else {
            let number = ranks.len() + 1;
            let squares = line
                .strip_prefix(&format!("P{number}"))
                .filter(|_| number < 10)
                .ok_or_else(|| wrong(format!("where P{number} should stand")))?;
            let cells = squares.as_bytes().chunks(3);
            let rank = cells.map(|cell| {
                let cell = std::str::from_utf8(cell).expect("the line is ASCII");
                if cell.trim() == "*" {
                    return Ok(None);
                }
                let piece = cell.get(1..).and_then(csa_piece).zip(sign(&cell[..1]));
                let ((kind, promoted), side) =
                    piece.ok_or_else(|| format!("'{cell}' is no square"))?;
                Ok(Some(Piece { side, kind, promoted }))
            });
            ranks.push(rank.collect::<Result<Vec<_>, String>>().map_err(wrong)?);
        }
    }
    let side = side.ok_or_else(|| {
        Error::notation("position", "", "the CSA board does not say who is to move", CSA)
    })?;
    Ok(Drawing { variant: Variant::Shogi, ranks, hands, side, expected: CSA })
}
