//! Tables on disk, and their check from the rules alone.

mod common;

use common::{context, game};
use proptest::prelude::*;
use std::sync::OnceLock;
use yomikiri_core::{Game, Goal, Repeated, Side, Solver, Verdict};
use yomikiri_search::Store;
use yomikiri_search::retrograde::{Value, Values};
use yomikiri_shogi::check::{Checked, check};
use yomikiri_shogi::notation::parse_sfen;
use yomikiri_shogi::{
    DeadSquares, PerpetualCheck, ReadTable, Repetition, Rules, Shogi, Subject, Table, Tables,
    Variant,
};

fn built(board: &str, setup: &str, rules: Rules) -> Table {
    let game = game(board, setup, rules);
    Table::build(Subject::of(&game, &game.start), &context()).unwrap().unwrap()
}

fn is_sound(table: &Table) -> bool {
    match check(table, &context()).unwrap() {
        Checked::Sound { positions } => {
            let counts = table.counts().unwrap();
            assert_eq!(positions, counts.wins + counts.losses + counts.draws);
            true
        }
        Checked::Unsound { .. } => false,
        Checked::Stopped => panic!("nobody stopped it"),
    }
}

#[test]
fn tables_agree_with_the_rules_whatever_the_rules() {
    for dead_squares in [DeadSquares::Forbid, DeadSquares::Unpromotable, DeadSquares::Allow] {
        for (nifu, uchifuzume, zone) in
            [(false, false, 1), (true, false, 2), (true, true, 1), (false, false, 0)]
        {
            let rules = Rules { nifu, uchifuzume, dead_squares, ..Rules::standard(zone) };
            for (board, setup) in [("3x3", "K-P"), ("3x3", "-KS"), ("3x4", "K-N"), ("2x4", "KP")] {
                assert!(is_sound(&built(board, setup, rules)), "{board} {setup} {rules:?}");
            }
        }
    }
    // Drop-pawn mates and pins want larger pieces too.
    assert!(is_sound(&built("3x3", "KPR", Rules::standard(1))));
}

#[test]
fn without_promotion_there_are_fewer_states_under_a_name_of_their_own() {
    let [without, with] = [0, 1].map(|zone| built("3x3", "KSP", Rules::standard(zone)));
    assert!(is_sound(&without));
    assert!(without.index.len() < with.index.len());
    assert_ne!(without.subject.file_name(), with.subject.file_name());
    let folder = tempfile::tempdir().unwrap();
    without.write(folder.path()).unwrap();
    assert!(Table::open(&with.subject, folder.path()).unwrap().is_none());
    let found = Table::open(&without.subject, folder.path()).unwrap().unwrap();
    assert_eq!(Subject::parse(&found.subject.parameters()), Some(without.subject));
}

#[test]
fn a_table_is_found_again_and_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let game = game("3x3", "KPS", Rules::standard(2));
    let table = built("3x3", "KPS", game.rules);
    let path = table.write(folder.path()).unwrap();
    let found = Table::open(&table.subject, folder.path()).unwrap().unwrap();
    assert_eq!(*found.load().unwrap(), *table.load().unwrap());
    assert_eq!(found.value(&game.start).unwrap(), table.value(&game.start).unwrap());
    assert_eq!(Subject::parse(&found.subject.parameters()), Some(found.subject.clone()));

    // `solve` and `values` use it: nothing is made anew.
    let method = ReadTable { tables: Tables::new(Some(folder.path().into())).into() };
    let answer = method.solve(&game, &game.start, Goal::Score, &context()).unwrap();
    assert_eq!(answer.nodes, 0);
    let values = method.values(&game, &game.start, Goal::Score, &context()).unwrap();
    let choice = values.choice(Goal::Score, game.max_score()).unwrap();
    assert_eq!(choice.finding, answer.finding);

    // Another table under its name is not believed.
    let other = built("3x3", "KPS", Rules::standard(1));
    Store::write(&path, &other.subject.parameters(), &other.load().unwrap()).unwrap();
    let Err(error) = Table::open(&table.subject, folder.path()) else { panic!("not refused") };
    assert!(error.to_string().contains("something else"), "{error}");
}

#[test]
fn repetition_can_count_for_either_side() {
    let rules = Rules::standard(1);
    let drawn = game("3x3", "KPN", rules);
    let method = ReadTable::default();
    let mut outcomes = Vec::new();
    for repetition in [Repetition::Draw, Repetition::First, Repetition::Second] {
        let game = yomikiri_shogi::Shogi { rules: Rules { repetition, ..rules }, ..drawn };
        let answer = method.solve(&game, &game.start, Goal::Win, &context()).unwrap();
        let Verdict::Outcome { outcome, plies: None } = answer.verdict() else { panic!() };
        outcomes.push(format!("{outcome:?}"));
    }
    assert_eq!(outcomes, ["Draw", "Win", "Loss"]);
}

#[test]
fn a_move_without_check_ends_a_perpetual_check_wherever_it_stands_in_the_repetition() {
    let rules = Rules { perpetual_check: PerpetualCheck::Loses, ..Rules::standard(1) };
    // The rook gives check and goes back, or gives check both times.
    for (position, moves, rule) in [
        ("2k/R2/2K w r", "1a2a 3b2b 2a1a 2b3b", Repeated::Draw),
        ("1k1/R2/2K b r", "3b2b 2a1a 2b3b 1a2a", Repeated::Draw),
        ("2k/R2/2K b r", "3b1b 1a2a 1b2b 2a1a 2b1b", Repeated::Won { winner: Side::Second }),
        ("1k1/1R1/2K w r", "2a1a 2b1b 1a2a 1b2b", Repeated::Won { winner: Side::Second }),
    ] {
        let (size, start) = parse_sfen(position, Variant::Shogi).unwrap();
        let game = Shogi { size, rules, start };
        let mut played = vec![start];
        for mv in moves.split(' ') {
            let position = played.last().unwrap();
            assert_eq!(game.repeated(&played[..played.len() - 1], position), None, "{moves}");
            played.push(game.play(position, game.parse_move(position, mv).unwrap()));
        }
        let (last, earlier) = played.split_last().unwrap();
        assert_eq!(game.repeated(earlier, last), Some(rule), "{position}: {moves}");
    }
}

#[test]
fn perpetual_check_loses_where_that_is_the_rule() {
    let mut decided = 0;
    for (board, setup, zone) in [
        ("3x3", "KSP", 2),
        ("3x3", "KPN", 1),
        ("3x3", "K-R", 1),
        ("3x4", "K-R", 2),
        ("3x4", "K-S", 1),
    ] {
        let allowed = Rules::standard(zone);
        let rules = Rules { perpetual_check: PerpetualCheck::Loses, ..allowed };
        let (with, without) = (built(board, setup, rules), built(board, setup, allowed));
        assert!(is_sound(&with), "{board} {setup}");
        let (with, without) = (with.load().unwrap(), without.load().unwrap());
        for index in 0..with.len() {
            match (with.get(index), without.get(index)) {
                (Value::RuleWin | Value::RuleLoss, Value::Draw) => decided += 1,
                (with, without) => assert_eq!(with, without),
            }
        }
    }
    assert!(decided > 0, "the rule decides something");
}

/// A small table whose every state the next test may spoil.
fn small() -> &'static Table {
    static SMALL: OnceLock<Table> = OnceLock::new();
    SMALL.get_or_init(|| built("3x3", "K-P", Rules::standard(1)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn any_changed_entry_is_found_even_with_good_checksums(at in 0.0..1.0_f64, byte in 0_u8..254) {
        let table = small();
        let values = table.load().unwrap();
        let at = (at * values.len() as f64) as usize;
        let mut bytes = values.bytes().to_vec();
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.table");
        let spoiled = Values::from_parts(bytes, values.long().to_vec()).unwrap();
        Store::write(&path, &table.subject.parameters(), &spoiled).unwrap();
        let spoiled = Table::from_store(Store::open(&path).unwrap()).unwrap();
        prop_assert!(!is_sound(&spoiled), "state {} as {}", at, byte);
    }
}

#[test]
fn draws_last_and_wins_end() {
    let game = game("3x3", "KPN", Rules::standard(1));
    let answer = ReadTable::default().solve(&game, &game.start, Goal::Score, &context()).unwrap();
    // A drawn line ends where a position comes back.
    let mut seen = vec![game.start];
    for mv in &answer.line {
        seen.push(game.play(seen.last().unwrap(), *mv));
    }
    let last = seen.pop().unwrap();
    assert!(seen.contains(&last));
}
