//! Figures 1 and 2: where the pieces of a problem stand.

use super::results::RANKS;
use crate::report::Drawing;
use yomikiri_core::{Cell, Diagram, Face, Ground, Picture, Piece, Side, diagram};

/// What stands for the pieces that differ from problem to problem, as in the text.
const ANY: [&str; 3] = ["x", "y", "z"];

pub(super) fn all() -> Vec<Drawing> {
    let title = "Figures 1 and 2. The problems on 3×3 and 3×4.";
    let diagrams = RANKS.map(|ranks| Diagram::new(format!("3×{ranks}"), picture(ranks)));
    vec![Drawing {
        id: "figures-1-2",
        caption: format!(
            "{title} After the paper's text, which has lost them: x, y and z are the king, a rook, \
             bishop, gold, silver, knight, lance or pawn, or nothing; the other side has the same, \
             turned by 180 degrees. One of them is the king; rook, bishop and nothing come at most once; \
             of mirror images with the king in the middle one is kept."
        ),
        svg: diagram::svg(title, &diagrams),
    }]
}

/// The back ranks of both sides.
fn picture(ranks: usize) -> Picture {
    let columns = (1..=ANY.len()).rev().map(|file| file.to_string()).collect();
    let rows = ('a'..).take(ranks).map(String::from).collect();
    let mut picture = Picture::new(Ground::Wood, columns, rows);
    let last = picture.cells.len() - 1;
    for (place, sign) in ANY.into_iter().enumerate() {
        let piece = |side| {
            let face = Face::Pointed { sign, promoted: false };
            Cell::Piece(Piece { side, face, name: "any piece", mark: sign.into() })
        };
        picture.cells[last + 1 - ANY.len() + place] = piece(Side::First);
        picture.cells[ANY.len() - 1 - place] = piece(Side::Second);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_player_has_the_same_turned() {
        assert_eq!(picture(3).marks(), ["zyx", "...", "xyz"]);
        let cells = picture(4).cells;
        let side = |cell: &Cell| match cell {
            Cell::Piece(piece) => Some(piece.side),
            _ => None,
        };
        assert_eq!((side(&cells[0]), side(&cells[11])), (Some(Side::Second), Some(Side::First)));
    }
}
