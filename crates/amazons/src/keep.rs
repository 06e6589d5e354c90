//! The way to play that keeps a bound, section 3.1 of the paper: never move twice running in one
//! part and never let the other side, so answer where it played.

use crate::bounds::{Opening, Rule, opening};
use crate::position::{Move, Position};
use crate::value::Value;
use yomikiri_core::Side;

/// What the keeper has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Last {
    /// Nothing: the keeper begins.
    Nothing,
    /// A move in this part.
    In(usize),
    /// A pass, the other side being stuck everywhere.
    Pass,
}

/// The keeper's next move and the part that it is in, or `None` to pass.
///
/// The parts are those of the sum for which the bound was given, each as it stands now, so one that
/// has fallen apart is still one part. `value` gives a part's value; where it has none to give, any
/// move in the part will do. The bound kept is [`Rule::Sound`]'s: the lower one for Black, the
/// upper one for White. If there was none, the answers are those of the same way to play, as far
/// as it goes, and promise nothing.
pub fn next_move(
    parts: &[Position],
    keeper: Side,
    last: Last,
    mut value: impl FnMut(&Position) -> Option<Value>,
) -> Option<(usize, Move)> {
    let own = |part: &usize| parts[*part].can_move(keeper);
    let asked = match last {
        Last::In(part) => Some(part),
        Last::Pass => None,
        Last::Nothing => {
            let values: Option<Vec<Value>> = parts.iter().map(&mut value).collect();
            match values.and_then(|values| opening(Rule::Sound, &values, keeper)) {
                Some(Opening::In(part)) => Some(part),
                Some(Opening::Spare) | None => None,
            }
        }
    };
    let all = || 0..parts.len();
    // Where the other side is stuck it has passed, so that a move there is in turn too.
    let spare = |part: &usize| own(part) && !parts[*part].can_move(!keeper);
    let answer = asked.filter(|part| *part < parts.len() && own(part));
    let part = match answer.or_else(|| all().find(spare)) {
        Some(part) => part,
        // Out of turn somewhere, so where the turn matters least.
        None => all().filter(own).max_by_key(|part| {
            value(&parts[*part]).map(|value| {
                let gap = i32::from(value.black_to_move()) - i32::from(value.white_to_move());
                (gap, std::cmp::Reverse(*part))
            })
        })?,
    };
    Some((part, best_move(&parts[part], keeper, value)?))
}

/// The best move in a part; if there are several, one after which the other side is stuck, so that
/// a spare move leaves the next one to spare.
fn best_move(
    part: &Position,
    keeper: Side,
    mut value: impl FnMut(&Position) -> Option<Value>,
) -> Option<Move> {
    let part = Position { to_move: keeper, ..*part };
    let mut best: Option<((Option<i8>, bool), Move)> = None;
    part.each_move(|mv| {
        let next = part.play(mv);
        let left = value(&next).map(|value| match keeper {
            Side::First => value.white_to_move(),
            Side::Second => -value.black_to_move(),
        });
        let worth = (left, !next.can_move(!keeper));
        if best.is_none_or(|(best, _)| worth > best) {
            best = Some((worth, mv));
        }
    });
    best.map(|(_, mv)| mv)
}
