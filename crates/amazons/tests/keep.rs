//! The way to play that keeps a bound, against every reply.

mod common;
#[path = "common/dice.rs"]
mod dice;

use common::moves;
use dice::{Dice, SIDES, text, values};
use std::collections::HashMap;
use yomikiri_amazons::Position;
use yomikiri_amazons::bounds::{Opening, Rule, lower, opening, upper};
use yomikiri_amazons::keep::{Last, next_move};
use yomikiri_amazons::notation::parse_sum;
use yomikiri_amazons::plain::Plain;
use yomikiri_core::Side;

/// The worst score for the keeper if it keeps to its way of play and the other side tries
/// everything.
fn played_out(
    plain: &mut Plain,
    parts: &[Position],
    keeper: Side,
    last: Option<Last>,
    seen: &mut HashMap<(Vec<Position>, Option<Last>), i32>,
) -> i32 {
    let key = (parts.to_vec(), last);
    if let Some(score) = seen.get(&key) {
        return *score;
    }
    let to_move = if last.is_some() { keeper } else { !keeper };
    let gain = if to_move == Side::First { 1 } else { -1 };
    let can = |side| parts.iter().any(|part| part.can_move(side));
    let mut next = parts.to_vec();
    let score = match last {
        _ if !can(Side::First) && !can(Side::Second) => 0,
        Some(last) => match next_move(parts, keeper, last, |part| plain.value(part)) {
            Some((part, mv)) => {
                next[part] = Position { to_move, ..parts[part] }.play(mv);
                gain + played_out(plain, &next, keeper, None, seen)
            }
            None => {
                assert!(!can(keeper), "{} {keeper:?} passes", text(parts));
                played_out(plain, parts, keeper, None, seen)
            }
        },
        None if !can(!keeper) => played_out(plain, parts, keeper, Some(Last::Pass), seen),
        None => {
            let mut scores = Vec::new();
            for part in 0..parts.len() {
                let from = Position { to_move, ..parts[part] };
                for mv in moves(&from) {
                    next[part] = from.play(mv);
                    let last = Some(Last::In(part));
                    scores.push(gain + played_out(plain, &next, keeper, last, seen));
                }
                next[part] = parts[part];
            }
            let worst =
                if keeper == Side::First { scores.iter().min() } else { scores.iter().max() };
            *worst.unwrap()
        }
    };
    seen.insert(key, score);
    score
}

#[test]
fn the_way_to_play_keeps_the_bound() {
    let (mut plain, mut dice) = (Plain::default(), Dice(3));
    let (mut kept, mut spared) = (0, 0);
    for _ in 0..1500 {
        let count = 2 + dice.below(3);
        let parts: Vec<Position> = (0..count).map(|_| dice.region([5, 4, 4][count - 2])).collect();
        let values = values(&mut plain, &parts);
        for to_move in SIDES {
            let low = lower(Rule::Sound, &values, to_move);
            let high = upper(Rule::Sound, &values, to_move);
            for (keeper, bound) in SIDES.into_iter().zip([low, high]) {
                let Some(bound) = bound else { continue };
                let last = (keeper == to_move).then_some(Last::Nothing);
                let score = played_out(&mut plain, &parts, keeper, last, &mut HashMap::new());
                let holds = if keeper == Side::First { score >= bound } else { score <= bound };
                assert!(holds, "{} {to_move:?}: {keeper:?}'s {bound}, got {score}", text(&parts));
                kept += 1;
                let opening = opening(Rule::Sound, &values, to_move);
                spared += usize::from(last.is_some() && opening == Some(Opening::Spare));
            }
        }
    }
    assert!(kept > 1000 && spared > 100, "{kept} bounds, {spared} spare openings");
}

/// Black cannot take all his spare moves without setting White free, and needs them all the same.
#[test]
fn a_spare_move_may_set_the_other_side_free() {
    let mut plain = Plain::default();
    for others in ["O..", "O... + X.O", "O. + X.O + X.O"] {
        let sum = format!("##.#.|###X#|.#O#.|#X###|##.## + {others}");
        let parts = parse_sum(&sum).unwrap();
        let values = values(&mut plain, &parts);
        for to_move in SIDES {
            let bound = lower(Rule::Sound, &values, to_move).unwrap();
            let last = (to_move == Side::First).then_some(Last::Nothing);
            let score = played_out(&mut plain, &parts, Side::First, last, &mut HashMap::new());
            assert!(score >= bound, "{sum} {to_move:?}: {bound}, got {score}");
        }
    }
}
