//! The board as something to look at and to touch.

use crate::notation::kinds;
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
    yomikiri_core::Piece { side: piece.side, face, name }
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
