//! Bounds of sums against exact scores, both from the rules alone.

mod common;
#[path = "common/dice.rs"]
mod dice;

use common::moves;
use dice::{Dice, SIDES, text, values};
use yomikiri_amazons::bounds::{Rule, lower, pair_lower, pair_upper, unconditional, upper, winner};
use yomikiri_amazons::notation::{parse_sum, rows};
use yomikiri_amazons::plain::Plain;
use yomikiri_amazons::{Board, Position, Value};
use yomikiri_core::Side;

/// The paper's printed rule claims these; they are not so.
#[test]
fn the_printed_rule_is_unsound() {
    let cases = [
        ("X##|#.#|##O + X#|#. + .XO.|#.##|##.# + ..#.#|##O##|###X#|####.", 1, 0),
        (
            "X###|#.##|##O#|###. + .O##|##.#|###X + X#|#. + .#.#|#O#.|##X#|#.## + #X.#|.##.|#O.#",
            3,
            -2,
        ),
    ];
    let mut plain = Plain::default();
    for (sum, printed, score) in cases {
        let parts = parse_sum(sum).unwrap();
        let values = values(&mut plain, &parts);
        assert_eq!(lower(Rule::Paper, &values, Side::First), Some(printed), "{sum}");
        assert_eq!(plain.score(&parts, Side::First), Some(score), "{sum}");
        let sound = lower(Rule::Sound, &values, Side::First);
        assert!(sound.is_none_or(|bound| bound <= score), "{sum}: {sound:?}");
    }
    let sum = ".#.#|#.#O|##X# + .O#|#X#|##. + .#|#O + .###|#X#.|##O#|#.## + .X#.|##O#|#.##";
    let parts = parse_sum(sum).unwrap();
    let values = values(&mut plain, &parts);
    assert_eq!(upper(Rule::Paper, &values, Side::First), Some(-1));
    assert_eq!(plain.score(&parts, Side::First), Some(1));
    let sound = upper(Rule::Sound, &values, Side::First);
    assert!(sound.is_none_or(|bound| bound >= 1), "{sound:?}");
}

#[test]
fn small_values() {
    let mut plain = Plain::default();
    let cases = [
        // Black could move twice, but only by setting White free.
        ("O#.|#X#|.##", "(1|null)"),
        ("X.", "(1|null)"),
        ("X...", "(3|null)"),
        ("XO", "(null|null)"),
        ("X.O", "(1|-1)"),
        ("O..", "(null|-2)"),
        ("X#O", "(null|null)"),
    ];
    for (region, value) in cases {
        let position = parse_sum(region).unwrap()[0];
        assert_eq!(plain.value(&position).unwrap().to_string(), value, "{region}");
    }
}

/// Where nobody wants to move the score is not what the game is worth, though its sign is.
#[test]
fn zugzwangs() {
    let mut plain = Plain::default();
    for (region, value) in [
        ("#.O#|X##.|#..#", "(-2|2)"),
        (".O#.|##X#|#.##", "(0|1)"),
        ("#.##|##O#|#X#.|.###", "(-1|0)"),
    ] {
        let position = parse_sum(region).unwrap()[0];
        assert_eq!(plain.value(&position).unwrap().to_string(), value, "{region}");
        assert_eq!(plain.unconditional(&position), Some((0, 0)), "{region}");
        for side in SIDES {
            assert_eq!(plain.wins(&[position], side), Some(false), "{region}");
        }
    }
    // Out of zugzwang too, if one awaits White: Black gets 2, but White need not go on there.
    let position = parse_sum(".OX.|##.#|#.##").unwrap()[0];
    assert_eq!(plain.value(&position), Some(Value::new(2, -1)));
    assert_eq!(plain.unconditional(&position), Some((1, -1)));
}

/// Like the paper's figure 4: the bound is 3 too low, because the best move of the sum is the best
/// move of neither part.
#[test]
fn the_best_move_of_a_sum_may_be_the_best_of_no_part() {
    let mut plain = Plain::default();
    let parts = parse_sum("O..X.. + O.#X|#..#|.###").unwrap();
    let values = values(&mut plain, &parts);
    assert_eq!(values, [Value::new(4, 0), Value::new(1, -4)]);
    assert_eq!(pair_lower(values[0], values[1]), Some(1));
    assert_eq!(plain.score(&parts, Side::First), Some(4));
    for (i, (part, value)) in parts.iter().zip(&values).enumerate() {
        for mv in moves(part) {
            let mut next = parts.clone();
            next[i] = part.play(mv);
            let alone = 1 + plain.value(&next[i]).unwrap().white_to_move();
            let score = 1 + plain.score(&next, Side::Second).unwrap();
            assert!(Some(alone) < value.black_first || score < 4, "{}", text(&next));
        }
    }
}

/// With one side stuck a region is an integer as a game, its value; even this one, where Black gets
/// his third move only by setting White free.
#[test]
fn a_region_where_the_stuck_side_must_be_set_free() {
    let mut plain = Plain::default();
    let region = parse_sum("##.#.|###X#|.#O#.|#X###|##.##").unwrap()[0];
    assert_eq!(plain.value(&region), Some(Value::new(3, None)));
    assert_eq!(plain.unconditional(&region), Some((3, 3)));
    for mv in moves(&region) {
        let next = region.play(mv);
        let left = plain.value(&next).unwrap();
        assert!(left.white_first.is_some() || left.black_to_move() < 2, "{}", rows(&next));
    }
}

/// A region is the sum of what it falls apart into, and nothing is lost by turning it.
#[test]
fn values_are_scores_of_one_part() {
    let (mut plain, mut dice) = (Plain::default(), Dice(11));
    for _ in 0..3000 {
        let region = dice.region(7);
        let value = plain.value(&region).unwrap();
        let parts = [region.image(dice.below(8))];
        assert_eq!(plain.score(&parts, Side::First), Some(value.black_to_move().into()));
        assert_eq!(plain.score(&parts, Side::Second), Some(value.white_to_move().into()));
        assert_eq!(plain.value(&parts[0]), Some(value), "{}", rows(&region));
        // Nobody who alone can move comes out behind.
        let stuck = (value.black_first.is_none(), value.white_first.is_none());
        assert!(stuck != (false, true) || value.black_first >= Some(1), "{}", rows(&region));
        assert!(stuck != (true, false) || value.white_first <= Some(-1), "{}", rows(&region));
    }
}

#[test]
fn memory_has_its_limit() {
    let start = Position::start(Board::new(6, 6).unwrap()).unwrap();
    let mut plain = Plain::new(1000);
    assert_eq!(plain.value(&start), None);
    assert_eq!(plain.score(&[start], Side::First), None);
    assert_eq!(plain.wins(&[start], Side::First), None);
    assert_eq!(plain.unconditional(&start), None);
    assert!(plain.remembered() <= 1000);
    let small = parse_sum("X.").unwrap();
    assert_eq!(Plain::new(1000).score(&small, Side::First), Some(1));
}

/// Every bound against the score, every winner against normal play.
#[test]
fn bounds_are_sound() {
    let (mut plain, mut dice) = (Plain::default(), Dice(5));
    let (mut known, mut named) = (0, 0);
    for _ in 0..3000 {
        let parts = dice.sum();
        let values = values(&mut plain, &parts);
        let rounded: Vec<(i32, i32)> =
            parts.iter().map(|part| plain.unconditional(part).unwrap()).collect();
        for side in SIDES {
            let score = plain.score(&parts, side).unwrap();
            let at = format!("{} {side:?}: {score}", text(&parts));
            let wins = if plain.wins(&parts, side).unwrap() { side } else { !side };
            assert_eq!(winner(Some(score), Some(score), side), Some(wins), "{at}");
            let check = |low: Option<i32>, high: Option<i32>| {
                assert!(low.is_none_or(|low| low <= score), "{at}, not {low:?} or more");
                assert!(high.is_none_or(|high| high >= score), "{at}, not {high:?} or less");
                let winner = winner(low, high, side);
                assert!(winner.is_none_or(|winner| winner == wins), "{at}");
                low.is_some() || high.is_some()
            };
            let low = lower(Rule::Sound, &values, side);
            known += usize::from(check(low, upper(Rule::Sound, &values, side)));
            if let ([one, other], Side::First) = (&values[..], side) {
                check(pair_lower(*one, *other), pair_upper(*one, *other));
            }
            let (low, high) = unconditional(&rounded, side);
            assert!(low <= high, "{at}");
            let told = winner(Some(low), Some(high), side);
            assert!(told.is_none_or(|told| told == wins), "{at}, but {low} to {high}");
            named += usize::from(told.is_some());
        }
    }
    assert!(known > 2000 && named > 3000, "{known} bounds, {named} winners");
}

/// The printed rule claims more than the sound one only of three open parts or more, beside
/// one-sided ones that do not balance.
#[test]
fn the_printed_rule_is_doubtful_only_with_three_open_parts_and_spare_moves() {
    let grid: Vec<Value> = (-3..=3).flat_map(|a| (-3..=3).map(move |b| Value::new(a, b))).collect();
    let doubtful = |values: &[Value]| {
        SIDES.into_iter().any(|side| {
            let low = lower(Rule::Paper, values, side).is_some_and(|low| {
                lower(Rule::Sound, values, side).is_none_or(|sound| sound < low)
            });
            low || upper(Rule::Paper, values, side).is_some_and(|high| {
                upper(Rule::Sound, values, side).is_none_or(|sound| sound > high)
            })
        })
    };
    let mut doubts = 0;
    for one in &grid {
        for other in &grid {
            for settled in -4..=4 {
                let spare = match settled {
                    ..=0 => Value::new(None, settled),
                    _ => Value::new(settled, None),
                };
                let two = [*one, *other, spare];
                assert!(!doubtful(&two[1..]) && !doubtful(&two), "{one} + {other} + {settled}");
            }
            for third in &grid {
                let three = [*one, *other, *third, Value::new(1, None)];
                assert!(!doubtful(&three[..3]), "{one} + {other} + {third}");
                doubts += usize::from(doubtful(&three));
            }
        }
    }
    assert!(doubts > 0);
}
