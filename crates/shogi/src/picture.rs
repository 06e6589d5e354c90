//! The board as something to look at and to touch.

use crate::notation::{kinds, piece_name};
use crate::piece::{Kind, Piece};
use crate::position::{Move, Position, Shogi, side_index};
use crate::rules::Variant;
use yomikiri_core::{Cell, Face, Game, Ground, InHand, Picture, Side, Spot};

/// The sign of a piece, and what it is called.
fn look(piece: Piece, variant: Variant) -> (&'static str, &'static str) {
    match (variant, piece.kind, piece.promoted) {
        (Variant::Dobutsu, Kind::King, _) => ("獅", "lion"),
        (Variant::Dobutsu, Kind::Pawn, false) => ("雛", "chick"),
        (Variant::Dobutsu, Kind::Pawn, true) => ("鶏", "hen"),
        (_, Kind::Giraffe, _) => ("麒", "giraffe"),
        (_, Kind::Elephant, _) => ("象", "elephant"),
        (_, Kind::King, _) => ("玉", "king"),
        (_, Kind::Rook, false) => ("飛", "rook"),
        (_, Kind::Rook, true) => ("龍", "promoted rook"),
        (_, Kind::Bishop, false) => ("角", "bishop"),
        (_, Kind::Bishop, true) => ("馬", "promoted bishop"),
        (_, Kind::Gold, _) => ("金", "gold"),
        (_, Kind::Silver, false) => ("銀", "silver"),
        (_, Kind::Silver, true) => ("全", "promoted silver"),
        (_, Kind::Knight, false) => ("桂", "knight"),
        (_, Kind::Knight, true) => ("圭", "promoted knight"),
        (_, Kind::Lance, false) => ("香", "lance"),
        (_, Kind::Lance, true) => ("杏", "promoted lance"),
        (_, Kind::Pawn, false) => ("歩", "pawn"),
        (_, Kind::Pawn, true) => ("と", "promoted pawn"),
    }
}

fn seen(piece: Piece, variant: Variant) -> yomikiri_core::Piece {
    let (sign, name) = look(piece, variant);
    let face = Face::Pointed { sign, promoted: piece.promoted };
    yomikiri_core::Piece { side: piece.side, face, name, mark: piece_name(piece, variant) }
}

/// The board, its files with numbers from the right and its ranks with letters from the top.
pub(crate) fn picture(game: &Shogi, position: &Position) -> Picture {
    let (size, variant) = (game.size, game.rules.variant);
    let columns = (1..=size.files()).rev().map(|file| file.to_string()).collect();
    let rows = ('a'..).take(size.ranks()).map(String::from).collect();
    let mut picture = Picture::new(Ground::Wood, columns, rows);
    for (cell, piece) in picture.cells.iter_mut().zip(position.board) {
        if let Some(piece) = piece {
            *cell = Cell::Piece(seen(piece, variant));
        }
    }
    for (side, hand) in [Side::First, Side::Second].into_iter().zip(&mut picture.hands) {
        for &kind in kinds(variant) {
            let count = position.hands[side_index(side)][kind as usize];
            if count > 0 {
                let piece = seen(Piece { side, kind, promoted: false }, variant);
                hand.push(InHand { piece, kind: kind as u8, count });
            }
        }
    }
    picture
}

/// What can be put on a square.
pub(crate) fn pieces(variant: Variant) -> Vec<Cell> {
    let mut pieces = vec![Cell::Empty];
    for side in [Side::First, Side::Second] {
        for &kind in kinds(variant) {
            for promoted in [false, true] {
                if !promoted || kind.promotes() {
                    pieces.push(Cell::Piece(seen(Piece { side, kind, promoted }, variant)));
                }
            }
        }
    }
    pieces
}

/// The text of a position that looks like this.
pub(crate) fn write(variant: Variant, picture: &Picture, to_move: Side) -> String {
    let ranks: Vec<String> = picture.cells.chunks(picture.columns.len()).map(rank).collect();
    let side = if to_move == Side::First { 'b' } else { 'w' };
    let mut hands = String::new();
    for held in picture.hands.iter().flatten() {
        if held.count > 1 {
            hands += &held.count.to_string();
        }
        hands += &held.piece.mark;
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    let name = if variant == Variant::Dobutsu { "dobutsu " } else { "" };
    format!("{name}{} {side} {hands} 1", ranks.join("/"))
}

/// A rank as SFEN writes it.
fn rank(cells: &[Cell]) -> String {
    let (mut text, mut gap) = (String::new(), 0);
    for cell in cells {
        if *cell == Cell::Empty {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text += &std::mem::take(&mut gap).to_string();
        }
        text += cell.mark();
    }
    if gap > 0 {
        text += &gap.to_string();
    }
    text
}

/// A piece on the board or in hand, where it goes, and whether it promotes if it need not.
pub(crate) fn spots(game: &Shogi, position: &Position, mv: Move) -> Vec<Spot> {
    match mv {
        Move::Drop { kind, to } => vec![Spot::Hand(kind as u8), Spot::Cell(to.into())],
        Move::Board { from, to, promote } => {
            let mut spots = vec![Spot::Cell(from.into()), Spot::Cell(to.into())];
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            if moves.contains(&Move::Board { from, to, promote: !promote }) {
                spots.push(Spot::Word(if promote { "promote" } else { "stay" }));
            }
            spots
        }
    }
}
