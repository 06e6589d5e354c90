//! A line of a win that a search has proved, by the plain rules.
//!
//! The winner's moves are those of the proof; the other side holds out as long as the proof says
//! that it can. What the search's table has forgotten since is searched again. Known plies only
//! fall on the way, so that the line comes to an end.

use crate::duel::{Arena, ArenaMove};
use crate::position::{Move, Position, Shogi};
use std::collections::HashSet;
use yomikiri_core::{Context, Game, Side};
use yomikiri_search::duel::{Bounds, Prover, Reason, Win};

/// A line, as far as it was found.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// Positions entered to find them.
    pub nodes: u64,
    /// Why it does not reach the end of the game, if it does not.
    pub cut: Option<Reason>,
}

/// Follows a proved win from a position to its end; what is searched again on the way stays within
/// `bounds` altogether.
pub(crate) fn follow(
    (game, arena): (&Shogi, &Arena),
    start: &Position,
    win: Win<ArenaMove>,
    prover: &mut impl Prover<Arena>,
    mut bounds: Bounds,
    context: &Context,
) -> Line {
    let mut line = Line::default();
    let mut position = *start;
    let mut seen = HashSet::from([position]);
    let (mut left, mut first) = (win.plies, win.first);
    let mut asked = false;
    let mut moves = Vec::new();
    loop {
        moves.clear();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            return line;
        }
        let given = first.take().map(|mv| arena.plain_move(mv)).filter(|mv| moves.contains(mv));
        let known = |mv: &Move| {
            let next = game.play(&position, *mv);
            let plies = known(game, &next, win.side)
                .or_else(|| prover.known(&arena.stand(&next), win.side))?;
            (plies < left).then_some((*mv, plies))
        };
        let chosen = match given {
            Some(mv) => Some((mv, left.saturating_sub(1))),
            None if position.side == win.side => {
                moves.iter().filter_map(known).min_by_key(|(_, plies)| *plies)
            }
            None => moves.iter().filter_map(known).max_by_key(|(_, plies)| *plies),
        };
        let Some((mv, plies)) = chosen else {
            if std::mem::replace(&mut asked, true) {
                line.cut = Some(Reason::Depth);
                return line;
            }
            let found = prover.prove(&arena.stand(&position), bounds, context);
            line.nodes += found.nodes;
            bounds.nodes = bounds.nodes.saturating_sub(found.nodes);
            bounds.time = bounds.time.saturating_sub(found.time);
            match found.win {
                Ok(win) => (left, first) = (win.plies, win.first),
                Err(reason) => {
                    line.cut = Some(reason);
                    return line;
                }
            }
            continue;
        };
        asked = false;
        left = plies;
        line.moves.push(mv);
        position = game.play(&position, mv);
        if !seen.insert(position) {
            line.cut = Some(Reason::Depth);
            return line;
        }
    }
}

/// What the rules alone say of a position that `winner` may have won.
fn known(game: &Shogi, position: &Position, winner: Side) -> Option<u16> {
    if position.side == winner || game.has_moves(position) {
        return None;
    }
    Some(if game.lion_is_home(position) { 0 } else { game.rules.plies_after_mate() })
}
