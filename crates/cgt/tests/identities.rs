//! Games whose values are known by hand.

use std::cmp::Ordering;
use yomikiri_cgt::notation::{parse, print};
use yomikiri_cgt::{Dyadic, Form, Forms, Outcome, Sums, wins_by_adding};

fn read(forms: &mut Forms, text: &str) -> Form {
    parse(forms, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn dyadic(numerator: i64, exponent: u8) -> Dyadic {
    Dyadic::new(numerator, exponent).unwrap()
}

#[test]
fn texts_mean_what_they_should() {
    let mut forms = Forms::new();
    for (text, expected) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|0}", "-1"),
        ("{0|1}", "1/2"),
        ("{1/2|1}", "3/4"),
        ("{-1|}", "0"),
        ("{-5|5}", "0"),
        ("{2|}", "3"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0,*|0}", "^*"),
        ("{0|^*}", "^^"),
        ("{0|^}", "^^*"),
        ("{0|^^*}", "^3"),
        ("{^|v}", "*"),
        ("{^|^}", "^^*"),
        ("{*|*}", "0"),
        ("{1|1}", "1*"),
        ("{1|1*}", "1^"),
        ("{1/2*|1/2}", "1/2v"),
        ("{0|*2}", "^*3"),
        ("{1|-1}", "±1"),
        ("±{1|0}", "0"),
        ("±{2|1}", "{2|1||-1|-2}"),
        ("±0", "*"),
        ("±*", "0"),
        ("{2|-1}", "{2|-1}"),
        ("{ 3 || 1 | 0 }", "{3||1|0}"),
        ("{3|{1|0}}", "{3||1|0}"),
        ("{0||0|-2}", "tiny(2)"),
        ("{2|0||0}", "miny(2)"),
        ("{0,1,-3|5,7}", "2"),
        ("{4,{9|2}|-4}", "{4,{9|2}|-4}"),
        // Reversible: Right goes on to -9, which is no more than the game was.
        ("{4,{5|-9}|-4}", "±4"),
        ("{0,±1|±1,0}", "*"),
        ("{{1|-5}|-5}", "{1|-5||-5}"),
        // Confused with -5, Left's option does not keep the game from being just that.
        ("{{1|-5}|-4}", "-5"),
    ] {
        let form = read(&mut forms, text);
        assert_eq!(print(&forms, form), expected, "{text}");
        assert_eq!(read(&mut forms, expected), form, "{text}");
    }
}

#[test]
fn wrong_texts_are_refused() {
    let mut forms = Forms::new();
    let deep = "{".repeat(500) + &"}".repeat(500);
    let bars = "|".repeat(5000);
    for text in [
        "",
        " ",
        "{",
        "}",
        "{}",
        "{0}",
        "0|1",
        "{0|1|2}",
        "{0|1}{2|3}",
        "{0|1}}",
        "{,|}",
        "1/3",
        "1/0",
        "99999",
        "99999999999999999999999",
        "1/131072",
        "^^3",
        "^v",
        "*v",
        "1 *",
        "tiny(0)",
        "tiny(-1)",
        "tiny(1",
        "tiny(^)",
        "±",
        "--1",
        "^999",
        "*999",
        "x",
        "é",
        "{0|é}",
        &deep,
        &bars,
    ] {
        assert!(parse(&mut forms, text).is_err(), "{text}");
    }
}

#[test]
fn small_sums() {
    let mut forms = Forms::new();
    for (a, b, sum) in [
        ("*", "*", "0"),
        ("*2", "*3", "*"),
        ("*5", "*3", "*6"),
        ("^", "*", "^*"),
        ("^", "^", "^^"),
        ("^^", "*", "^^*"),
        ("^3*", "v", "^^*"),
        ("^", "*2", "^*2"),
        ("^3", "*6", "^3*6"),
        ("1/2", "1/4", "3/4"),
        ("1", "^*", "1^*"),
        ("±1", "±1", "0"),
        ("±1", "1", "{2|0}"),
        ("{2|0}", "{3|1}", "3"),
        ("{4|0}", "{1|-4}", "{5|1||0|-4}"),
        ("tiny(1)", "miny(1)", "0"),
    ] {
        let (first, second) = (read(&mut forms, a), read(&mut forms, b));
        let found = forms.add(first, second);
        let expected = read(&mut forms, sum);
        assert_eq!(found, expected, "{a} + {b} is not {}", print(&forms, found));
    }
}

#[test]
fn constructors_agree_with_options() {
    let mut forms = Forms::new();
    for count in -5i32..=5 {
        for heap in 0..6 {
            let zero = forms.zero();
            let up = {
                let star = forms.nimber(1);
                forms.make(&[zero], &[star])
            };
            let step = if count < 0 { forms.negate(up) } else { up };
            let mut sum = forms.nimber(heap);
            for _ in 0..count.abs() {
                sum = forms.add(sum, step);
            }
            assert_eq!(forms.ups_and_heap(count, heap), sum);
            if heap < 2 {
                assert_eq!(forms.ups(count, heap == 1), sum);
            }
        }
    }
    let five = forms.integer(5);
    let minus = forms.integer(-5);
    assert_eq!(forms.negate(five), minus);
    assert_eq!(forms.birthday(five), 5);
    assert!(forms.is_integer(five));
    let number = forms.number(dyadic(11, 3));
    assert_eq!(forms.as_number(number), Some(dyadic(11, 3)));
    assert!(forms.is_number(number) && !forms.is_integer(number));
    assert_eq!(forms.birthday(number), 5);
    let heap = forms.nimber(4);
    assert_eq!(forms.birthday(heap), 4);
    assert!(!forms.is_number(heap));
}

#[test]
fn means_and_temperatures() {
    let mut forms = Forms::new();
    let half = dyadic(1, 1);
    for (text, mean, temperature, left, right) in [
        ("±1", dyadic(0, 0), dyadic(1, 0), dyadic(1, 0), dyadic(-1, 0)),
        ("{2|-1}", half, dyadic(3, 1), dyadic(2, 0), dyadic(-1, 0)),
        ("{2||1|0}", dyadic(5, 2), dyadic(3, 2), dyadic(2, 0), dyadic(1, 0)),
        ("{5||1|0}", dyadic(11, 2), dyadic(9, 2), dyadic(5, 0), dyadic(1, 0)),
        // Right's move is a threat that Left answers: sente.
        ("{1||0|-9}", dyadic(0, 0), dyadic(1, 0), dyadic(1, 0), dyadic(0, 0)),
        ("{10|-2||-5|-8}", dyadic(-2, 0), dyadic(9, 1), dyadic(-2, 0), dyadic(-5, 0)),
        ("*", dyadic(0, 0), dyadic(0, 0), dyadic(0, 0), dyadic(0, 0)),
        ("3^*", dyadic(3, 0), dyadic(0, 0), dyadic(3, 0), dyadic(3, 0)),
        ("tiny(7)", dyadic(0, 0), dyadic(0, 0), dyadic(0, 0), dyadic(0, 0)),
        ("7", dyadic(7, 0), dyadic(-1, 0), dyadic(7, 0), dyadic(7, 0)),
        ("1/2", half, dyadic(-1, 1), half, half),
        ("3/8", dyadic(3, 3), dyadic(-1, 3), dyadic(3, 3), dyadic(3, 3)),
    ] {
        let form = read(&mut forms, text);
        assert_eq!(forms.mean(form), mean, "mean of {text}");
        assert_eq!(forms.temperature(form), temperature, "temperature of {text}");
        assert_eq!(forms.left_stop(form), left, "left stop of {text}");
        assert_eq!(forms.right_stop(form), right, "right stop of {text}");
    }
}

#[test]
fn walls_by_hand() {
    let mut forms = Forms::new();
    let corners = |wall: &[yomikiri_cgt::Corner]| -> Vec<(String, String)> {
        wall.iter().map(|c| (c.temperature.to_string(), c.value.to_string())).collect()
    };
    let expect = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|&(t, v)| (t.into(), v.into())).collect()
    };
    // Left's wall slants all the way; Right's stands until the threat {1|0} has cooled at 1/2.
    let form = read(&mut forms, "{2||1|0}");
    let graph = forms.thermograph(form);
    assert_eq!(corners(graph.left()), expect(&[("0", "2"), ("3/4", "5/4")]));
    assert_eq!(corners(graph.right()), expect(&[("0", "1"), ("1/2", "1"), ("3/4", "5/4")]));
    // Sente: the mast stands on Right's wall.
    let form = read(&mut forms, "{1||0|-9}");
    let graph = forms.thermograph(form);
    assert_eq!(corners(graph.left()), expect(&[("0", "1"), ("1", "0")]));
    assert_eq!(corners(graph.right()), expect(&[("0", "0")]));
    // Two options for Left, the better one changing at 1.
    let form = read(&mut forms, "{3,{9|2}|-10}");
    let graph = forms.thermograph(form);
    assert_eq!(
        corners(graph.left()),
        expect(&[("0", "3"), ("1", "2"), ("7/2", "2"), ("31/4", "-9/4")])
    );
}

#[test]
fn order_of_small_games() {
    let mut forms = Forms::new();
    let mut compare = |a: &str, b: &str| {
        let (a, b) = (read(&mut forms, a), read(&mut forms, b));
        forms.compare(a, b)
    };
    assert_eq!(compare("^", "0"), Some(Ordering::Greater));
    assert_eq!(compare("^", "*"), None);
    assert_eq!(compare("^^", "*"), Some(Ordering::Greater));
    assert_eq!(compare("*", "0"), None);
    assert_eq!(compare("^", "1/1024"), Some(Ordering::Less));
    assert_eq!(compare("±1", "1"), None);
    assert_eq!(compare("±1", "2"), Some(Ordering::Less));
    assert_eq!(compare("{1|0}", "0"), None);
    assert_eq!(compare("{1|0}", "v"), Some(Ordering::Greater));
    assert_eq!(compare("tiny(1)", "0"), Some(Ordering::Greater));
    assert_eq!(compare("tiny(1)", "1/65536"), Some(Ordering::Less));
    assert_eq!(compare("tiny(2)", "tiny(1)"), Some(Ordering::Less));
    let (tiny, up) = (read(&mut forms, "tiny(1)"), read(&mut forms, "^"));
    let mut many = forms.zero();
    for _ in 0..12 {
        many = forms.add(many, tiny);
        assert_eq!(forms.compare(many, up), Some(Ordering::Less));
    }
    let form = read(&mut forms, "{1|0}");
    assert_eq!(forms.outcome(form), Outcome::Next);
}

#[test]
fn deep_games_are_compared_in_time() {
    // With answers lost on the way this took forever.
    let mut forms = Forms::new();
    let form = read(&mut forms, "{{{{^200|*200}|^3}|*100}|v100*3}");
    assert_eq!(print(&forms, form), "{^4*|*100||v100*3}");
}

#[test]
fn sums_of_very_fine_and_large_numbers_are_read() {
    let mut forms = Forms::new();
    let fine = forms.number(dyadic(1, 30));
    let one = forms.integer(1);
    let threat = forms.make(&[fine], &[forms.negate(one)]);
    let star = forms.nimber(1);
    let up = forms.ups(1, false);
    for parts in [[threat, star, up], [threat, fine, up], [threat, threat, fine], [star, up, fine]]
    {
        for left_first in [true, false] {
            let wins = Sums::new().wins(&forms, &parts, left_first);
            assert_eq!(wins, wins_by_adding(&mut forms, &parts, left_first));
        }
    }
}

/// All games whose options are among the given ones.
fn next_day(forms: &mut Forms, day: &[Form]) -> Vec<Form> {
    // Only sets of which no element dominates another matter.
    let mut sets: Vec<Vec<Form>> = vec![vec![]];
    for &form in day {
        for place in 0..sets.len() {
            if sets[place].iter().all(|&other| forms.compare(form, other).is_none()) {
                let mut larger = sets[place].clone();
                larger.push(form);
                sets.push(larger);
            }
        }
    }
    let left: Vec<_> = sets.iter().map(|set| forms.intern_left(set)).collect();
    let right: Vec<_> = sets.iter().map(|set| forms.intern_right(set)).collect();
    let mut found = Vec::new();
    for &for_left in &left {
        for &for_right in &right {
            found.push(forms.from_sets(for_left, for_right));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[test]
fn days_are_counted() {
    let mut forms = Forms::new();
    let mut day = vec![forms.zero()];
    for count in [4, 22, 1474] {
        day = next_day(&mut forms, &day);
        assert_eq!(day.len(), count);
    }
    assert!(day.iter().all(|&form| forms.birthday(form) <= 3));
}

#[test]
fn parts_that_are_no_forms_are_refused() {
    let no: [u32; 0] = [];
    let from =
        |parts: &[(&[u32], &[u32])]| Forms::from_parts(parts.to_vec()).map(|forms| forms.len());
    assert!(Forms::from_parts([(no, no)]).is_ok());
    assert!(from(&[]).is_err());
    assert_eq!(from(&[(&[], &[]), (&[0], &[]), (&[], &[0])]), Ok(3));
    assert!(from(&[(&[], &[]), (&[0], &[])]).is_err());
    assert!(from(&[(&[], &[]), (&[1], &[])]).is_err());
    assert!(from(&[(&[], &[]), (&[0], &[]), (&[], &[0]), (&[0, 1], &[])]).is_err());
    assert!(from(&[(&[], &[]), (&[0, 0], &[])]).is_err());
    // Ever finer numbers end in an error and not in a panic.
    let mut parts: Vec<(Vec<u32>, Vec<u32>)> =
        vec![(vec![], vec![]), (vec![0], vec![]), (vec![], vec![0])];
    for step in 0..80u32 {
        let finest = if step == 0 { 1 } else { 2 * step + 1 };
        parts.push((vec![0], vec![finest]));
        parts.push((vec![if step == 0 { 2 } else { 2 * step + 2 }], vec![0]));
    }
    assert!(Forms::from_parts(parts[..43].to_vec()).is_ok());
    assert!(Forms::from_parts(parts).is_err());
}
