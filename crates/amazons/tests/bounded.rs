//! The paper's system for a whole position: what it says, and that the play it tells keeps it.

#[path = "common/dice.rs"]
mod dice;

use dice::Dice;
use yomikiri_amazons::bounded::Bounded;
use yomikiri_amazons::notation::parse_position;
use yomikiri_amazons::plain::Plain;
use yomikiri_amazons::regions::pack;
use yomikiri_amazons::{Known, Position};
use yomikiri_core::{Context, Side};

fn bounded(known: &mut Known, position: &Position) -> Bounded {
    Bounded::find(known, position, &Context::default()).unwrap()
}

#[test]
fn both_rules_speak_of_a_sum_and_only_the_corrected_one_names_a_winner() {
    let mut known = Known::new(None).unwrap();
    let ask = |known: &mut Known, text: &str| bounded(known, &parse_position(text).unwrap());
    // The printed rule promises Black 1 here; the score is 0, so White wins.
    let found = ask(&mut known, "X##|#.#|##O + X#|#. + .XO.|#.##|##.# + ..#.#|##O##|###X#|####. b");
    assert_eq!((found.printed.0, found.corrected.0, found.winner), (Some(1), None, None));
    assert_eq!(found.regions.len(), 4);
    let found = ask(&mut known, "X.. + .O b");
    assert_eq!((found.printed, found.corrected), ((Some(1), Some(1)), (Some(1), Some(1))));
    assert_eq!(found.winner, Some(Side::First));
    let found = ask(&mut known, "X.. + .O w");
    assert_eq!((found.corrected, found.winner), ((Some(1), Some(1)), Some(Side::First)));
    // Too large for a pair: nothing is known.
    let found = ask(&mut known, "X....|.....|.....|....O b");
    assert_eq!((found.corrected, found.winner), ((None, None), None));
    assert!(found.keeping.is_none());
}

/// The move that is told, and the answer to each reply, leave the score where the bound says: all
/// of them read to the end, and the bound with them.
#[test]
fn the_play_that_is_told_keeps_the_bound_against_every_reply() {
    let (mut known, mut plain, mut dice) = (Known::new(None).unwrap(), Plain::default(), Dice(11));
    let context = Context::default();
    let (mut kept, mut answered, mut named) = (0, 0, 0);
    for _ in 0..600 {
        let count = 2 + dice.below(3);
        let parts: Vec<Position> = (0..count).map(|_| dice.region([6, 5, 4][count - 2])).collect();
        let Some(packed) = pack(&parts) else { continue };
        for side in dice::SIDES {
            let position = Position { to_move: side, ..packed };
            let found = bounded(&mut known, &position);
            let score = plain.score(&[position], side).unwrap();
            let text = yomikiri_amazons::notation::print_position(&position);
            let (low, high) = found.corrected;
            assert!(low.is_none_or(|low| low <= score), "{text}: {low:?} {score}");
            assert!(high.is_none_or(|high| high >= score), "{text}: {high:?} {score}");
            if let Some(winner) = found.winner {
                let wins = plain.wins(&[position], side).unwrap();
                assert_eq!(winner == side, wins, "{text}");
                named += 1;
            }
            let Some(keeping) = found.keeping else { continue };
            let gain = if side == Side::First { 1 } else { -1 };
            let holds = |score: i32| gain * score >= gain * keeping.bound;
            let next = position.play(keeping.mv);
            let after = gain + plain.score(&[next], !side).unwrap();
            assert!(holds(after), "{text}: {keeping:?} leads to {after}");
            kept += 1;
            let replies = found.replies(&mut known, &position, &context);
            let mut legal = 0;
            next.each_move(|_| legal += 1);
            assert_eq!(replies.len(), legal, "{text}");
            for (reply, answer) in replies {
                let next = next.play(reply);
                let (next, made) = match answer {
                    Some(mv) => (next.play(mv), gain),
                    None => {
                        assert!(!next.can_move(side), "{text}: no answer");
                        (Position { to_move: !side, ..next }, 0)
                    }
                };
                let after = made + plain.score(&[next], !side).unwrap();
                assert!(holds(after), "{text}: {reply:?} {answer:?} leads to {after}");
                answered += 1;
            }
        }
    }
    assert!(kept > 150 && answered > 1000 && named > 200, "{kept} {answered} {named}");
}

/// Each move's value against the score of what it leads to, and the best of them against the pair.
#[test]
fn the_moves_of_a_region_are_worth_what_they_lead_to() {
    let (mut known, mut plain, mut dice) = (Known::new(None).unwrap(), Plain::default(), Dice(5));
    let context = Context::default();
    for _ in 0..200 {
        let region = dice.region(6);
        let pair = plain.value(&region).unwrap();
        for (side, begun) in [(Side::First, pair.black_first), (Side::Second, pair.white_first)] {
            let valued = known.move_values(&region, side, &context).unwrap();
            let from = Position { to_move: side, ..region };
            let gain = if side == Side::First { 1 } else { -1 };
            for (mv, score) in &valued {
                let left = plain.score(&[from.play(*mv)], !side).unwrap();
                assert_eq!(score.map(i32::from), Some(gain + left));
            }
            let scores = valued.iter().filter_map(|(_, score)| *score);
            let best = if side == Side::First { scores.max() } else { scores.min() };
            assert_eq!(best, begun);
        }
    }
}
