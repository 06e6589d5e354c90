//! The same evaluation and search in their plain form, which the fast ones are compared with.

use super::edge::Shapes;
use super::weights::{WEIGHTS, finished};
use crate::position::{Move, Othello, Position, squares};
use yomikiri_core::{Game, Side};

/// What one side has of each feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Wings.
    pub wings: i32,
    /// Mountains under a row that is not the opponent's alone.
    pub mountains: i32,
    /// Discs on C squares beside an empty corner.
    pub c_squares: i32,
    /// Discs on X squares beside an empty corner.
    pub x_squares: i32,
    /// Stable discs on edges.
    pub stable: i32,
    /// Empty neighbours of discs.
    pub openness: i32,
    /// Legal moves.
    pub mobility: i32,
}

impl Features {
    /// Counts everything square by square.
    pub fn of(game: &Othello, position: &Position, side: Side) -> Features {
        let at = |row: i32, column: i32| -> Option<u8> {
            let on_board = (0..8).contains(&row) && (0..8).contains(&column);
            let bit = 1u64 << (8 * row + column).clamp(0, 63);
            let disc = match () {
                _ if position.black & bit != 0 => 1,
                _ if position.white & bit != 0 => 2,
                _ => 0,
            };
            on_board.then_some(disc)
        };
        let who = if side == Side::First { 1 } else { 2 };
        let mut found = Features::default();
        for edge in 0..4 {
            // Along the edge, and along the row above it.
            let line = |height: i32| -> [u8; 8] {
                std::array::from_fn(|place| {
                    let place = place as i32;
                    let (row, column) = match edge {
                        0 => (height, place),
                        1 => (7 - height, place),
                        2 => (place, height),
                        _ => (place, 7 - height),
                    };
                    at(row, column).unwrap_or(0)
                })
            };
            let shapes = Shapes::of(line(0), who);
            let taken_above = line(1)[1..7].iter().all(|square| *square == 3 - who);
            found.wings += i32::from(shapes.wing);
            found.mountains += i32::from(shapes.mountain && !taken_above);
            found.c_squares += shapes.c_squares;
            found.stable += shapes.stable;
        }
        for (row, column) in [(0, 0), (0, 7), (7, 0), (7, 7)] {
            let inward = |place| if place == 0 { 1 } else { 6 };
            let disc = at(inward(row), inward(column)) == Some(who);
            found.x_squares += i32::from(at(row, column) == Some(0) && disc);
        }
        for square in squares(if side == Side::First { position.black } else { position.white }) {
            let (row, column) = (square as i32 / 8, square as i32 % 8);
            for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)))
            {
                found.openness += i32::from(at(row + down, column + right) == Some(0));
            }
        }
        let mut moves = Vec::new();
        game.moves(&Position { side, ..*position }, &mut moves);
        moves.retain(|mv| *mv != Move::Pass);
        found.mobility = moves.len() as i32;
        found
    }

    /// What they are worth to their owner.
    pub fn score(self) -> i32 {
        WEIGHTS.wing * self.wings
            + WEIGHTS.mountain * self.mountains
            + WEIGHTS.c_square * self.c_squares
            + WEIGHTS.x_square * self.x_squares
            + WEIGHTS.stable * self.stable
            + WEIGHTS.openness * self.openness
            + WEIGHTS.mobility * self.mobility
    }
}

/// How good a position looks for the side to move.
pub fn evaluate(game: &Othello, position: &Position) -> i32 {
    match game.final_score(position) {
        Some(score) => finished(score.0),
        None => {
            Features::of(game, position, position.side).score()
                - Features::of(game, position, !position.side).score()
        }
    }
}

/// Plain alpha-beta: the value of `position` for the side to move, `depth` plies ahead (a pass is
/// none), if it lies between the bounds.
pub fn alpha_beta(
    game: &Othello,
    position: &Position,
    depth: u32,
    mut alpha: i32,
    beta: i32,
) -> i32 {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if moves.is_empty() || depth == 0 {
        return evaluate(game, position);
    }
    for mv in moves {
        let next = game.play(position, mv);
        let depth = if mv == Move::Pass { depth } else { depth - 1 };
        alpha = alpha.max(-alpha_beta(game, &next, depth, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// What every move looks like `depth` plies ahead, in the rules' order.
pub fn values(game: &Othello, position: &Position, depth: u32) -> Vec<(Move, i32)> {
    const ALL: i32 = 1 << 20;
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let value = |mv: &Move| -alpha_beta(game, &game.play(position, *mv), depth - 1, -ALL, ALL);
    moves.iter().map(|mv| (*mv, value(mv))).collect()
}
