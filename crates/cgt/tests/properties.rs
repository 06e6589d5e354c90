//! What holds for all games, tried on random ones.

mod common;

use common::{recipes, trees};
use proptest::prelude::*;
use std::cmp::Ordering;
use yomikiri_cgt::notation::{parse, print, print_within};
use yomikiri_cgt::{Dyadic, Form, Forms, Outcome, Sums, wins_by_adding};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn comparison_is_the_definition(a in trees(4), b in trees(4)) {
        let mut forms = Forms::new();
        let (first, second) = (a.form(&mut forms), b.form(&mut forms));
        prop_assert_eq!(forms.le(first, second), a.le(&b));
        prop_assert_eq!(forms.le(second, first), b.le(&a));
        prop_assert_eq!(first == second, a.le(&b) && b.le(&a));
    }

    #[test]
    fn adding_is_that_of_a_group(a in recipes(), b in recipes(), c in recipes()) {
        let mut forms = Forms::new();
        let (a, b, c) = (a.form(&mut forms), b.form(&mut forms), c.form(&mut forms));
        let ab = forms.add(a, b);
        prop_assert_eq!(ab, forms.add(b, a));
        let bc = forms.add(b, c);
        prop_assert_eq!(forms.add(ab, c), forms.add(a, bc));
        prop_assert_eq!(forms.subtract(a, a), forms.zero());
        prop_assert_eq!(forms.subtract(ab, b), a);
        prop_assert_eq!(forms.negate(forms.negate(a)), a);
        let turned = forms.add(forms.negate(a), forms.negate(b));
        prop_assert_eq!(forms.negate(ab), turned);
    }

    #[test]
    fn order_is_partial_and_fits_adding(a in recipes(), b in recipes(), c in recipes()) {
        let mut forms = Forms::new();
        let (a, b, c) = (a.form(&mut forms), b.form(&mut forms), c.form(&mut forms));
        if forms.le(a, b) && forms.le(b, c) {
            prop_assert!(forms.le(a, c));
        }
        prop_assert_eq!(forms.le(a, b) && forms.le(b, a), a == b);
        let (ac, bc) = (forms.add(a, c), forms.add(b, c));
        prop_assert_eq!(forms.le(a, b), forms.le(ac, bc));
        let difference = forms.subtract(a, b);
        let expected = match forms.compare(a, b) {
            Some(Ordering::Less) => Outcome::Right,
            Some(Ordering::Equal) => Outcome::Previous,
            Some(Ordering::Greater) => Outcome::Left,
            None => Outcome::Next,
        };
        prop_assert_eq!(forms.outcome(difference), expected);
    }

    #[test]
    fn every_form_is_canonical(a in recipes(), b in recipes()) {
        let mut forms = Forms::new();
        let (a, b) = (a.form(&mut forms), b.form(&mut forms));
        forms.add(a, b);
        for form in forms.iter() {
            let (left, right) = (forms.left(form).to_vec(), forms.right(form).to_vec());
            for side in [&left, &right] {
                for (place, &first) in side.iter().enumerate() {
                    for &second in &side[place + 1..] {
                        prop_assert_eq!(forms.compare(first, second), None);
                    }
                }
            }
            for &option in &left {
                for reply in forms.right(option).to_vec() {
                    prop_assert!(!forms.le(reply, form));
                }
            }
            for &option in &right {
                for reply in forms.left(option).to_vec() {
                    prop_assert!(!forms.le(form, reply));
                }
            }
            prop_assert_eq!(forms.make(&left, &right), form);
            prop_assert!(left.iter().chain(&right).all(|option| option.id() < form.id()));
        }
    }

    #[test]
    fn numbers_move_games_along(a in recipes(), quarters in -12i64..12) {
        let mut forms = Forms::new();
        let a = a.form(&mut forms);
        let number = Dyadic::new(quarters, 2).unwrap();
        let shift = forms.number(number);
        let sum = forms.add(a, shift);
        prop_assert_eq!(forms.left_stop(sum), forms.left_stop(a) + number);
        prop_assert_eq!(forms.right_stop(sum), forms.right_stop(a) + number);
        prop_assert_eq!(forms.mean(sum), forms.mean(a) + number);
        if !forms.is_number(a) {
            prop_assert_eq!(forms.temperature(sum), forms.temperature(a));
            let moved: Vec<Form> =
                forms.left(a).to_vec().into_iter().map(|option| forms.add(option, shift)).collect();
            prop_assert!(moved.iter().all(|option| forms.left(sum).contains(option)));
            prop_assert_eq!(moved.len(), forms.left(sum).len());
        }
    }

    #[test]
    fn means_add_up_and_heat_does_not(a in recipes(), b in recipes()) {
        let mut forms = Forms::new();
        let (a, b) = (a.form(&mut forms), b.form(&mut forms));
        let sum = forms.add(a, b);
        prop_assert_eq!(forms.mean(sum), forms.mean(a) + forms.mean(b));
        let hotter = forms.temperature(a).max(forms.temperature(b));
        prop_assert!(forms.temperature(sum) <= hotter);
        prop_assert!(forms.left_stop(sum) <= forms.left_stop(a) + forms.left_stop(b));
        prop_assert!(forms.left_stop(sum) >= forms.left_stop(a) + forms.right_stop(b));
        prop_assert!(forms.right_stop(sum) >= forms.right_stop(a) + forms.right_stop(b));
    }

    #[test]
    fn thermographs_are_what_the_definition_says(a in recipes(), eighths in 0i64..64) {
        let mut forms = Forms::new();
        let a = a.form(&mut forms);
        for form in forms.iter() {
            let graph = forms.thermograph(form);
            prop_assert_eq!(graph, &forms.thermograph(forms.negate(form)).mirrored());
            let heat = Dyadic::new(eighths, 3).unwrap();
            if forms.is_number(form) || heat >= graph.temperature() {
                prop_assert_eq!(graph.left_at(heat), graph.mean());
                prop_assert_eq!(graph.right_at(heat), graph.mean());
                continue;
            }
            let left = forms.left(form).iter();
            let left = left.map(|&option| forms.thermograph(option).right_at(heat) - heat).max();
            let right = forms.right(form).iter();
            let right = right.map(|&option| forms.thermograph(option).left_at(heat) + heat).min();
            prop_assert_eq!(Some(graph.left_at(heat)), left);
            prop_assert_eq!(Some(graph.right_at(heat)), right);
            prop_assert!(left > right);
        }
        prop_assert_eq!(forms.thermograph(a).left_at(Dyadic::ZERO), stop(&forms, a, true));
        prop_assert_eq!(forms.thermograph(a).right_at(Dyadic::ZERO), stop(&forms, a, false));
    }

    #[test]
    fn sums_are_read_as_they_add_up(
        parts in prop::collection::vec(recipes(), 0..5),
        twice in 0usize..5,
        turned in 0usize..8,
    ) {
        let mut forms = Forms::new();
        let mut parts: Vec<Form> = parts.iter().map(|part| part.form(&mut forms)).collect();
        if let Some(&again) = parts.get(twice) {
            parts.push(again);
        }
        if let Some(&part) = parts.get(turned) {
            parts.push(forms.negate(part));
        }
        let mut sums = Sums::new();
        for left_first in [true, false] {
            let wins = sums.wins(&forms, &parts, left_first);
            prop_assert_eq!(wins, wins_by_adding(&mut forms, &parts, left_first));
            let best = sums.best_moves(&forms, &parts, left_first);
            prop_assert_eq!(wins, !best.is_empty());
            for (place, option) in best {
                let mut after = parts.clone();
                after[place] = option;
                prop_assert!(!wins_by_adding(&mut forms, &after, !left_first));
            }
        }
        let sum = parts.iter().fold(forms.zero(), |sum, &part| forms.add(sum, part));
        prop_assert_eq!(sums.outcome(&forms, &parts), forms.outcome(sum));
    }

    #[test]
    fn cool_sums_are_read_as_they_add_up(parts in prop::collection::vec(trees(4), 0..5)) {
        let mut forms = Forms::new();
        let parts: Vec<Form> = parts.iter().map(|part| part.form(&mut forms)).collect();
        let mut sums = Sums::new();
        for left_first in [true, false] {
            let wins = sums.wins(&forms, &parts, left_first);
            prop_assert_eq!(wins, wins_by_adding(&mut forms, &parts, left_first));
        }
    }

    #[test]
    fn text_is_read_back(a in recipes(), b in trees(4)) {
        let mut forms = Forms::new();
        for form in [a.form(&mut forms), b.form(&mut forms)] {
            let text = print(&forms, form);
            prop_assert_eq!(parse(&mut forms, &text), Ok(form), "{}", text);
            prop_assert_eq!(print_within(&forms, form, text.len()), Some(text.clone()));
            prop_assert_eq!(print_within(&forms, form, text.len() - 1), None);
        }
    }

    #[test]
    fn no_text_is_too_strange(text in r"[-{}|,0-9/*^v±() tinym]{0,24}|\PC{0,16}") {
        let mut forms = Forms::new();
        if let Ok(form) = parse(&mut forms, &text) {
            let again = print(&forms, form);
            prop_assert_eq!(parse(&mut forms, &again), Ok(form));
        }
    }

    #[test]
    fn sets_make_the_same_forms(
        left in prop::collection::vec(recipes(), 0..6),
        right in prop::collection::vec(recipes(), 0..6),
    ) {
        let mut forms = Forms::new();
        let left: Vec<Form> = left.iter().map(|option| option.form(&mut forms)).collect();
        let right: Vec<Form> = right.iter().map(|option| option.form(&mut forms)).collect();
        let form = forms.make(&left, &right);
        let (for_left, for_right) = (forms.intern_left(&left), forms.intern_right(&right));
        prop_assert_eq!(forms.from_sets(for_left, for_right), form);
        prop_assert_eq!(forms.from_sets(for_right, for_left), forms.negate(form));
        let turned = forms.negate_set(for_left);
        prop_assert_eq!(forms.negate_set(turned), for_left);
        forms.forget();
        let mut shuffled = left.clone();
        shuffled.reverse();
        shuffled.extend(&left);
        prop_assert_eq!(forms.make(&shuffled, &right), form);
    }

    #[test]
    fn forms_are_put_away_and_taken_up(a in recipes(), b in recipes()) {
        let mut forms = Forms::new();
        let (a, b) = (a.form(&mut forms), b.form(&mut forms));
        forms.add(a, b);
        let parts = common::parts(&forms);
        let again = Forms::from_parts(parts.clone()).map_err(TestCaseError::fail)?;
        prop_assert_eq!(common::parts(&again), parts.clone());
        let half = parts[..parts.len() - 1].to_vec();
        let last = Form::clone(&forms.iter().last().unwrap());
        if forms.negate(last) != last {
            prop_assert!(Forms::from_parts(half).is_err());
        }
    }

    #[test]
    fn damaged_forms_are_refused_or_canonical(
        a in recipes(),
        place in any::<prop::sample::Index>(),
        side in any::<bool>(),
        id in 0u32..40,
    ) {
        let mut forms = Forms::new();
        a.form(&mut forms);
        let mut parts = common::parts(&forms);
        let index = place.index(parts.len());
        let (left, right) = &mut parts[index];
        let options = if side { left } else { right };
        match options.iter().position(|&other| other == id) {
            Some(found) => { options.remove(found); }
            None => { options.push(id); options.sort_unstable(); }
        }
        if let Ok(again) = Forms::from_parts(parts.clone()) {
            prop_assert_eq!(common::parts(&again), parts);
        }
    }
}

/// The stop by plain alternating play that ends at numbers.
fn stop(forms: &Forms, form: Form, left_first: bool) -> Dyadic {
    if let Some(number) = forms.as_number(form) {
        return number;
    }
    if left_first {
        forms.left(form).iter().map(|&option| stop(forms, option, false)).max().unwrap()
    } else {
        forms.right(form).iter().map(|&option| stop(forms, option, true)).min().unwrap()
    }
}
