//! Text in and out: SFEN, USI moves, moves as Japanese records have them; drawn boards out (they
//! are read in [`crate::diagram`]).

use crate::piece::{Kind, Piece};
use crate::position::{Move, Position, Shogi, side_index};
use crate::rules::{Rules, Size, Variant};
use yomikiri_core::{Error, Game, Result, Side};

const SIZE_EXPECTED: &str = "FILESxRANKS with 1 to 5 files and 3 to 6 ranks, such as 3x4";
pub(crate) const SFEN_EXPECTED: &str = "an SFEN such as 'psk/3/KSP b - 1': ranks from the far one, capitals \
                             for sente, b or w to move, pieces in hand or -";

/// Reads a board size such as `3x4`: files, then ranks.
pub fn parse_size(text: &str) -> Result<Size> {
    let wrong = |problem: &str| Error::notation("board size", text, problem, SIZE_EXPECTED);
    let (files, ranks) =
        text.split_once(['x', 'X', '×']).ok_or_else(|| wrong("no 'x' between files and ranks"))?;
    let number = |part: &str| part.parse::<usize>().map_err(|_| wrong("no number of squares"));
    Size::new(number(files)?, number(ranks)?).ok_or_else(|| wrong("there is no such board here"))
}

/// The capital letter of a kind.
pub fn letter(kind: Kind, variant: Variant) -> char {
    match (variant, kind) {
        (Variant::Dobutsu, Kind::King) => 'L',
        (Variant::Dobutsu, Kind::Pawn) => 'C',
        (_, Kind::Giraffe) => 'G',
        (_, Kind::Elephant) => 'E',
        (_, Kind::King) => 'K',
        (_, Kind::Rook) => 'R',
        (_, Kind::Bishop) => 'B',
        (_, Kind::Gold) => 'G',
        (_, Kind::Silver) => 'S',
        (_, Kind::Knight) => 'N',
        (_, Kind::Lance) => 'L',
        (_, Kind::Pawn) => 'P',
    }
}

/// The kinds that a variant has.
pub fn kinds(variant: Variant) -> &'static [Kind] {
    match variant {
        Variant::Shogi => &Kind::ALL[..8],
        Variant::Dobutsu => &[Kind::King, Kind::Giraffe, Kind::Elephant, Kind::Pawn],
    }
}

/// The kind that a capital letter means.
pub fn kind_of(capital: char, variant: Variant) -> Option<Kind> {
    kinds(variant).iter().copied().find(|kind| letter(*kind, variant) == capital)
}

/// How many of a kind a box of pieces has.
pub(crate) fn in_the_box(kind: Kind, variant: Variant) -> usize {
    match (variant, kind) {
        (Variant::Dobutsu, _) | (_, Kind::King | Kind::Rook | Kind::Bishop) => 2,
        (_, Kind::Pawn) => 18,
        _ => 4,
    }
}

fn case(side: Side, capital: char) -> char {
    match side {
        Side::First => capital,
        Side::Second => capital.to_ascii_lowercase(),
    }
}

/// Reads an SFEN; the board's size follows from it. The move number may be left out.
pub fn parse_sfen(text: &str, variant: Variant) -> Result<(Size, Position)> {
    let wrong = |problem: String| Error::notation("position", text, problem, SFEN_EXPECTED);
    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or_else(|| wrong("nothing there".into()))?;
    let side = match fields.next() {
        Some("b") => Side::First,
        Some("w") => Side::Second,
        Some(other) => {
            return Err(wrong(format!("'{}' is no side to move", other.escape_debug())));
        }
        None => return Err(wrong("no side to move".into())),
    };
    let hands = fields.next().unwrap_or("-");
    if let Some(number) = fields.next()
        && number.parse::<u32>().is_err()
    {
        return Err(wrong(format!("'{}' is no move number", number.escape_debug())));
    }
    if let Some(extra) = fields.next() {
        return Err(wrong(format!("'{}' is too much", extra.escape_debug())));
    }

    let ranks = board.split('/').map(|rank| parse_rank(rank, variant).map_err(&wrong));
    let ranks = ranks.collect::<Result<Vec<_>>>()?;
    let files = ranks[0].len();
    if let Some(at) = ranks.iter().position(|rank| rank.len() != files) {
        let letter = char::from(b'a' + at.min(25) as u8);
        return Err(wrong(format!(
            "rank {letter} has {} squares, rank a has {files}",
            ranks[at].len()
        )));
    }
    let size = Size::new(files, ranks.len()).ok_or_else(|| {
        wrong(format!(
            "a board of {files} files and {} ranks, where there may be 1 to 5 and 3 to 6",
            ranks.len()
        ))
    })?;
    let mut position = Position::empty(side);
    for (square, piece) in ranks.into_iter().flatten().enumerate() {
        position.board[square] = piece;
    }
    parse_hands(hands, variant, &mut position).map_err(wrong)?;
    Ok((size, position))
}

pub(crate) fn piece_of(c: char, promoted: bool, variant: Variant) -> Result<Piece, String> {
    let side = if c.is_ascii_uppercase() { Side::First } else { Side::Second };
    let capital = c.to_ascii_uppercase();
    // A hen is a promoted chick.
    let (capital, promoted) = match (variant, capital, promoted) {
        (Variant::Dobutsu, 'H', false) => ('C', true),
        _ => (capital, promoted),
    };
    let kind =
        kind_of(capital, variant).ok_or_else(|| format!("'{}' is no piece", c.escape_debug()))?;
    if promoted && !kind.promotes() {
        return Err(format!("'+{c}': such a piece does not promote"));
    }
    Ok(Piece { side, kind, promoted })
}

fn parse_rank(rank: &str, variant: Variant) -> Result<Vec<Option<Piece>>, String> {
    let mut squares = Vec::new();
    let mut letters = rank.chars();
    while let Some(c) = letters.next() {
        match c {
            '1'..='9' => squares.extend(std::iter::repeat_n(None, c as usize - '0' as usize)),
            '+' => {
                let c = letters.next().ok_or("a + with no piece after it")?;
                squares.push(Some(piece_of(c, true, variant)?));
            }
            c => squares.push(Some(piece_of(c, false, variant)?)),
        }
        if squares.len() > 9 {
            return Err(format!("a rank of more than {} squares", 9));
        }
    }
    Ok(squares)
}

pub(crate) fn parse_hands(
    text: &str,
    variant: Variant,
    position: &mut Position,
) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    let mut number = None;
    for c in text.chars() {
        if let Some(digit) = c.to_digit(10) {
            let so_far: u32 = number.unwrap_or(0) * 10 + digit;
            if so_far == 0 || so_far > 18 {
                return Err(format!("{so_far} pieces of a kind in hand"));
            }
            number = Some(so_far);
            continue;
        }
        let piece = piece_of(c, false, variant)?;
        if piece.kind == Kind::King || piece.promoted {
            return Err(format!("'{c}' cannot be in hand"));
        }
        let held = &mut position.hands[side_index(piece.side)][piece.kind as usize];
        if *held > 0 {
            return Err(format!("'{c}' is in hand twice"));
        }
        *held = number.take().unwrap_or(1) as u8;
    }
    match number {
        Some(number) => Err(format!("{number} in hand of nothing")),
        None => Ok(()),
    }
}

/// Writes an SFEN, with move number 1.
pub fn print_sfen(size: Size, variant: Variant, position: &Position) -> String {
    let mut text = String::new();
    for (rank, squares) in position.board[..size.squares()].chunks(size.files()).enumerate() {
        if rank > 0 {
            text.push('/');
        }
        let mut gap = 0;
        for square in squares {
            if square.is_some() && gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            match square {
                Some(piece) => text += &piece_name(*piece, variant),
                None => gap += 1,
            }
        }
        if gap > 0 {
            text += &gap.to_string();
        }
    }
    text += match position.side {
        Side::First => " b ",
        Side::Second => " w ",
    };
    let hands = [Side::First, Side::Second].map(|side| hand_name(variant, position, side));
    let hands = hands.concat();
    text += if hands.is_empty() { "-" } else { &hands };
    text + " 1"
}

pub(crate) fn piece_name(piece: Piece, variant: Variant) -> String {
    let plus = if piece.promoted { "+" } else { "" };
    format!("{plus}{}", case(piece.side, letter(piece.kind, variant)))
}

/// A hand as SFEN writes it; empty for an empty one.
fn hand_name(variant: Variant, position: &Position, side: Side) -> String {
    let mut text = String::new();
    for kind in kinds(variant) {
        let count = position.hands[side_index(side)][*kind as usize];
        if count > 1 {
            text += &count.to_string();
        }
        if count > 0 {
            text.push(case(side, letter(*kind, variant)));
        }
    }
    text
}

/// Whether a position can occur at all; the error says why not.
pub fn check_position(size: Size, rules: &Rules, position: &Position, text: &str) -> Result<()> {
    possible(size, rules, position)
        .map_err(|problem| Error::notation("position", text, problem, SFEN_EXPECTED))
}

/// Whether a position can occur at all, or why not.
pub fn possible(size: Size, rules: &Rules, position: &Position) -> Result<(), String> {
    let game = Shogi { size, rules: *rules, start: *position };
    for side in [Side::First, Side::Second] {
        let king = Some(Piece { side, kind: Kind::King, promoted: false });
        let kings = position.board.iter().filter(|piece| **piece == king).count();
        if kings != 1 {
            return Err(format!("{} has {kings} kings", game.side_name(side)));
        }
    }
    for kind in kinds(rules.variant) {
        let (count, most) = (position.count(*kind), in_the_box(*kind, rules.variant));
        if count > most {
            let name = letter(*kind, rules.variant);
            return Err(format!("{count} pieces {name}, where there are only {most}"));
        }
    }
    for (square, piece) in position.board.iter().enumerate() {
        let Some(piece) = piece else { continue };
        if piece.promoted && rules.zone == 0 {
            return Err(format!(
                "the {} on {} could never have promoted where there is no promotion zone",
                piece_name(*piece, rules.variant),
                square_name(size, square)
            ));
        }
        if !piece.promoted && !game.can_stand(piece.side, piece.kind, square) {
            return Err(format!(
                "the {} on {} could never move again, which these rules forbid",
                piece_name(*piece, rules.variant),
                square_name(size, square)
            ));
        }
        let below = (square + size.files()..size.squares()).step_by(size.files());
        let pawn = piece.kind == Kind::Pawn && !piece.promoted;
        if pawn && !rules.nifu && below.clone().any(|other| position.board[other] == Some(*piece)) {
            return Err(format!(
                "two pawns of {} on a file, which these rules forbid",
                game.side_name(piece.side)
            ));
        }
    }
    if game.attacks_king(position, position.side) {
        return Err(format!(
            "{} is to move and could take the king",
            game.side_name(position.side)
        ));
    }
    if rules.variant == Variant::Dobutsu {
        let king = position.king(position.side).expect("counted above");
        if game.far_rank(position.side, king) == 0 {
            return Err("the lion of the side to move is home already".into());
        }
    }
    Ok(())
}

/// A square as USI writes it: file from the right, rank as a letter.
pub fn square_name(size: Size, square: usize) -> String {
    let (file, rank) = (size.files() - square % size.files(), square / size.files());
    format!("{file}{}", char::from(b'a' + rank as u8))
}

fn parse_square(size: Size, text: &[u8]) -> Option<u8> {
    let [file @ b'1'..=b'9', rank @ b'a'..=b'i'] = text else { return None };
    let (file, rank) = (usize::from(file - b'0'), usize::from(rank - b'a'));
    let inside = file <= size.files() && rank < size.ranks();
    inside.then(|| (rank * size.files() + size.files() - file) as u8)
}

/// Writes a USI move.
pub fn print_move(size: Size, variant: Variant, mv: Move) -> String {
    match mv {
        Move::Board { from, to, promote } => format!(
            "{}{}{}",
            square_name(size, usize::from(from)),
            square_name(size, usize::from(to)),
            if promote { "+" } else { "" }
        ),
        Move::Drop { kind, to } => {
            format!("{}*{}", letter(kind, variant), square_name(size, usize::from(to)))
        }
    }
}

/// Reads a USI move that is legal in `position`.
pub fn parse_move(game: &Shogi, position: &Position, text: &str) -> Result<Move> {
    const EXPECTED: &str = "a USI move: 3c3b, 3c3b+ to promote, P*2b to drop";
    let wrong = |problem: &str| Error::notation("move", text, problem, EXPECTED);
    let square = |part: &[u8]| parse_square(game.size, part).ok_or_else(|| wrong("no such square"));
    let mv = match text.as_bytes() {
        [kind, b'*', to @ ..] => {
            let kind = kind_of(char::from(*kind), game.rules.variant)
                .ok_or_else(|| wrong("no such piece to drop"))?;
            Move::Drop { kind, to: square(to)? }
        }
        [f1, f2, t1, t2] => {
            Move::Board { from: square(&[*f1, *f2])?, to: square(&[*t1, *t2])?, promote: false }
        }
        [f1, f2, t1, t2, b'+'] => {
            Move::Board { from: square(&[*f1, *f2])?, to: square(&[*t1, *t2])?, promote: true }
        }
        _ => return Err(wrong("not a move")),
    };
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    match moves.contains(&mv) {
        true => Ok(mv),
        false if moves.is_empty() => Err(wrong("the game is over")),
        false => Err(wrong("not a legal move here")),
    }
}

/// A move as Japanese records have it, such as `▲2二歩成(23)`.
pub fn record_move(game: &Shogi, position: &Position, mv: Move) -> String {
    let size = game.size;
    let mark = match position.side {
        Side::First => '▲',
        Side::Second => '△',
    };
    let square = |square: u8| {
        let square = usize::from(square);
        let (file, rank) = (size.files() - square % size.files(), square / size.files());
        (file, rank)
    };
    let place = |to: u8| {
        let (file, rank) = square(to);
        format!("{file}{}", ['一', '二', '三', '四', '五', '六'][rank])
    };
    match mv {
        Move::Drop { kind, to } => {
            format!("{mark}{}{}打", place(to), kanji(kind, false, game.rules.variant))
        }
        Move::Board { from, to, promote } => {
            let piece = position.board[usize::from(from)];
            let name = piece.map_or("", |p| kanji(p.kind, p.promoted, game.rules.variant));
            let (file, rank) = square(from);
            let promotion = if promote { "成" } else { "" };
            format!("{mark}{}{name}{promotion}({file}{})", place(to), rank + 1)
        }
    }
}

fn kanji(kind: Kind, promoted: bool, variant: Variant) -> &'static str {
    match (variant, kind, promoted) {
        (Variant::Dobutsu, Kind::King, _) => "ラ",
        (Variant::Dobutsu, Kind::Pawn, false) => "ヒ",
        (Variant::Dobutsu, Kind::Pawn, true) => "ニ",
        (_, Kind::Giraffe, _) => "キ",
        (_, Kind::Elephant, _) => "ゾ",
        (_, Kind::King, _) => "玉",
        (_, Kind::Rook, false) => "飛",
        (_, Kind::Rook, true) => "龍",
        (_, Kind::Bishop, false) => "角",
        (_, Kind::Bishop, true) => "馬",
        (_, Kind::Gold, _) => "金",
        (_, Kind::Silver, false) => "銀",
        (_, Kind::Silver, true) => "成銀",
        (_, Kind::Knight, false) => "桂",
        (_, Kind::Knight, true) => "成桂",
        (_, Kind::Lance, false) => "香",
        (_, Kind::Lance, true) => "成香",
        (_, Kind::Pawn, false) => "歩",
        (_, Kind::Pawn, true) => "と",
    }
}

/// The board as a picture: files as numbers, ranks as letters, gote's pieces in small letters.
pub fn draw(size: Size, variant: Variant, position: &Position) -> String {
    let held = |side: Side| {
        let hand = hand_name(variant, position, side);
        if hand.is_empty() { "nothing".to_owned() } else { hand }
    };
    let mut lines = vec![format!("Gote has in hand: {}", held(Side::Second))];
    let files: String = (1..=size.files()).rev().map(|file| format!("{file:>3}")).collect();
    lines.push(files);
    for (rank, squares) in position.board[..size.squares()].chunks(size.files()).enumerate() {
        let cell = |square: &Option<Piece>| match square {
            Some(piece) => format!("{:>3}", piece_name(*piece, variant)),
            None => "  .".to_owned(),
        };
        let row: String = squares.iter().map(cell).collect();
        lines.push(format!("{row}  {}", char::from(b'a' + rank as u8)));
    }
    lines.push(format!("Sente has in hand: {}", held(Side::First)));
    lines.push(match position.side {
        Side::First => "Sente to move".into(),
        Side::Second => "Gote to move".into(),
    });
    lines.join("\n")
}
