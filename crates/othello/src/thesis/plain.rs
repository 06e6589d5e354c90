//! The same evaluation and search in their plain form, which the fast ones are compared with.

use super::edge::Shapes;
use super::weights::{Feature, PerFeature, WEIGHTS, Weights, finished};
use crate::position::{Move, Othello, Position, squares};
use yomikiri_core::{Game, Side};

/// How much one side has of each feature.
pub type Features = PerFeature;

impl PerFeature {
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
            found[Feature::Wing] += i32::from(shapes.wing);
            found[Feature::Mountain] += i32::from(shapes.mountain && !taken_above);
            found[Feature::CSquare] += shapes.c_squares;
            found[Feature::Stable] += shapes.stable;
        }
        for (row, column) in [(0, 0), (0, 7), (7, 0), (7, 7)] {
            let inward = |place| if place == 0 { 1 } else { 6 };
            let disc = at(inward(row), inward(column)) == Some(who);
            found[Feature::XSquare] += i32::from(at(row, column) == Some(0) && disc);
        }
        for square in squares(if side == Side::First { position.black } else { position.white }) {
            let (row, column) = (square as i32 / 8, square as i32 % 8);
            for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)))
            {
                found[Feature::Openness] += i32::from(at(row + down, column + right) == Some(0));
            }
        }
        let mut moves = Vec::new();
        game.moves(&Position { side, ..*position }, &mut moves);
        moves.retain(|mv| *mv != Move::Pass);
        found[Feature::Mobility] = moves.len() as i32;
        found
    }

    /// What these features are worth to their owner.
    pub fn worth(&self, weights: &Weights) -> i32 {
        Feature::ALL.into_iter().map(|feature| weights[feature] * self[feature]).sum()
    }
}

/// How good a position looks for the side to move.
pub fn evaluate(game: &Othello, position: &Position) -> i32 {
    evaluate_with(&WEIGHTS, game, position)
}

/// The same with other weights.
pub fn evaluate_with(weights: &Weights, game: &Othello, position: &Position) -> i32 {
    let worth = |side| Features::of(game, position, side).worth(weights);
    match game.final_score(position) {
        Some(score) => finished(score.0),
        None => worth(position.side) - worth(!position.side),
    }
}

/// Plain alpha-beta: the value of `position` for the side to move, `depth` plies ahead (a pass is
/// none), if it lies between the bounds.
pub fn alpha_beta(game: &Othello, position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
    counted(game, position, depth, (alpha, beta), &mut 0)
}

/// The same, counting the positions entered.
fn counted(
    game: &Othello,
    position: &Position,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if moves.is_empty() || depth == 0 {
        return evaluate(game, position);
    }
    for mv in moves {
        let next = game.play(position, mv);
        let depth = if mv == Move::Pass { depth } else { depth - 1 };
        alpha = alpha.max(-counted(game, &next, depth, (-beta, -alpha), nodes));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Beyond every value.
const ALL: i32 = 1 << 20;

/// The thesis's search of a position as it was meant, in plain form: a presearch (none if it is 0
/// plies) sorts the moves, and alpha-beta searches them in that order. Gives the highest value, and
/// the positions that the presearch and the search entered.
pub fn presearched(
    game: &Othello,
    position: &Position,
    presearch: u32,
    normal: u32,
) -> (i32, [u64; 2]) {
    let mut nodes = [0; 2];
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if presearch > 0 {
        moves.sort_by_cached_key(|mv| {
            counted(game, &game.play(position, *mv), presearch - 1, (-ALL, ALL), &mut nodes[0])
        });
    }
    let mut highest = -ALL;
    for mv in moves {
        let (next, window) = (game.play(position, mv), (-ALL, -highest));
        highest = highest.max(-counted(game, &next, normal - 1, window, &mut nodes[1]));
    }
    (highest, nodes)
}

/// What every move looks like `depth` plies ahead, in the rules' order.
pub fn values(game: &Othello, position: &Position, depth: u32) -> Vec<(Move, i32)> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let value = |mv: &Move| -alpha_beta(game, &game.play(position, *mv), depth - 1, -ALL, ALL);
    moves.iter().map(|mv| (*mv, value(mv))).collect()
}
