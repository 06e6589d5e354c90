//! Canonical forms: against another program, against each other, and against play.

#[path = "common/dice.rs"]
mod dice;

use std::collections::HashSet;
use yomikiri_amazons::forms::{FormTables, has_form};
use yomikiri_amazons::ground::Grounds;
use yomikiri_amazons::plain::Plain;
use yomikiri_amazons::reader::Reader;
use yomikiri_amazons::shape::Catalogue;
use yomikiri_amazons::{FormFile, Known, Position, check, notation};
use yomikiri_cgt::{Form, Forms, notation::parse};
use yomikiri_core::{Context, Limits, Side};

fn context() -> Context {
    Context::new(Limits { threads: 2, ..Limits::default() })
}

fn tables(cells: usize) -> (Grounds, FormTables) {
    let grounds = Grounds::new(Catalogue::new(cells, &context()).unwrap());
    let tables = FormTables::new(&grounds, cells, &context()).unwrap();
    (grounds, tables)
}

fn followers(forms: &Forms, form: Form) -> usize {
    let (mut seen, mut waiting) = (HashSet::new(), vec![form]);
    while let Some(form) = waiting.pop() {
        if seen.insert(form) {
            waiting.extend(forms.left(form).iter().chain(forms.right(form)));
        }
    }
    seen.len()
}

/// The rows were made by pycgt and pyffish; see scripts/crosscheck_forms.py.
#[test]
fn forms_are_those_of_another_program() {
    let mut known = Known::new(None).unwrap();
    let rows = include_str!("data/forms.csv").lines().filter(|row| !row.starts_with("# "));
    let mut compared = 0;
    for row in rows {
        let fields: Vec<&str> = row.split(',').collect();
        let position = notation::parse_position(fields[0]).unwrap();
        let about = known.about(&position, &context()).unwrap();
        assert!(about.len() <= 1, "{row}");
        let form = about.first().map_or(Form::ZERO, |about| about.form.unwrap());
        let forms = known.forms();
        let temperature = match forms.is_number(form) {
            true => "-1".to_owned(),
            false => forms.temperature(form).to_string(),
        };
        let found = [
            fields[0].to_owned(),
            forms.mean(form).to_string(),
            temperature,
            forms.left_stop(form).to_string(),
            forms.right_stop(form).to_string(),
            forms.birthday(form).to_string(),
            forms.left(form).len().to_string(),
            forms.right(form).len().to_string(),
            followers(forms, form).to_string(),
        ];
        assert_eq!(found.join(","), row);
        compared += 1;
    }
    assert_eq!(compared, 60);
}

#[test]
fn known_regions_have_known_values() {
    let mut reader = Reader::default();
    for (region, value) in [
        ("X.", "1"),
        ("X.O", "*"),
        ("X..", "2"),
        ("XO", "0"),
        (".XO.", "0"),
        ("O.", "-1"),
        ("X..O", "{1|-1}"),
    ] {
        reader.allow(1_000);
        let position = notation::parse_position(region).unwrap();
        let form = reader.position(&position, &context()).unwrap().unwrap();
        let expected = parse(reader.forms_mut(), value).unwrap();
        let found = yomikiri_cgt::notation::print(reader.forms(), form);
        assert_eq!(form, expected, "{region} is {found}, not {value}");
    }
}

#[test]
fn tables_agree_with_reading_and_have_the_known_numbers_of_forms() {
    let (grounds, tables) = tables(6);
    assert_eq!(tables.forms().len(), 702);
    let mut reader = Reader::default();
    let mut compared = 0;
    for size in 1..=6 {
        for (number, shape) in grounds.catalogue().of(size).iter().enumerate().step_by(7) {
            let row = tables.row(size, number as u32);
            for ((black, white), form) in tables.slots(size).positions().iter().zip(row).step_by(3)
            {
                let stands = |cell: usize| match (black >> cell & 1, white >> cell & 1) {
                    (1, _) => Some(true),
                    (_, 1) => Some(false),
                    _ => None,
                };
                let places = shape.places().into_iter().enumerate();
                let cells: Vec<_> = places.map(|(n, place)| (place, stands(n))).collect();
                reader.allow(1_000_000);
                let position = check::position(&cells).unwrap();
                let again = reader.position(&position, &context()).unwrap().unwrap();
                // Forms have other numbers in another collection; their names are the same.
                let name = yomikiri_cgt::notation::print(tables.forms(), *form);
                assert_eq!(parse(reader.forms_mut(), &name), Ok(again), "{cells:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
#[ignore = "slow"]
fn there_are_148543_forms_up_to_eight_cells() {
    assert_eq!(tables(8).1.forms().len(), 148_543);
}

#[test]
fn a_file_of_forms_answers_and_is_sound() {
    let folder = tempfile::tempdir().unwrap();
    let built = FormFile::build(5, folder.path(), &context()).unwrap().unwrap();
    let mut file = FormFile::open_largest(folder.path()).unwrap().unwrap();
    assert_eq!((file.cells(), file.forms()), (5, built.forms));
    let checked = file.check(true, &context()).unwrap();
    assert!(
        matches!(checked, check::Checked::Sound { compared, .. } if compared == built.positions)
    );
    assert!(has_form(8, 4, 4) && has_form(9, 3, 1) && has_form(10, 1, 1) && !has_form(9, 2, 2));
}

#[test]
fn sums_of_forms_are_won_as_play_shows() {
    let mut dice = dice::Dice(11);
    let mut known = Known::new(None).unwrap();
    let mut plain = Plain::default();
    for _ in 0..300 {
        let parts: Vec<Position> = (0..3).map(|_| dice.region(6)).collect();
        let forms: Vec<Form> =
            parts.iter().flat_map(|part| known.parts(part, &context()).unwrap().unwrap()).collect();
        for side in [Side::First, Side::Second] {
            let winner = known.winner_of(&forms, side);
            let wins = plain.wins(&parts, side).unwrap();
            assert_eq!(winner == side, wins, "{parts:?}");
        }
    }
}
