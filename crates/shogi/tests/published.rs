//! Results that are known, found again.

mod common;

use common::{context, game};
use std::collections::HashMap;
use yomikiri_core::{Game, Goal, Solver};
use yomikiri_search::retrograde::Value;
use yomikiri_shogi::notation::parse_size;
use yomikiri_shogi::reach::reach;
use yomikiri_shogi::setup::dobutsu;
use yomikiri_shogi::survey::survey;
use yomikiri_shogi::{DeadSquares, ReadTable, Rules, Subject, Table};

/// First wins, second wins, draws and illegal set-ups of a board.
fn totals(board: &str, rules: impl Fn(u8) -> Rules, zones: &[u8]) -> [u32; 4] {
    let mut totals = [0; 4];
    for zone in zones {
        let size = parse_size(board).unwrap();
        let found = survey(size, rules(*zone), None, &context()).unwrap();
        assert_eq!(found.setups.len(), 94);
        for surveyed in found.setups {
            totals[surveyed.result as usize] += 1;
        }
    }
    totals
}

fn value(board: &str, setup: &str, zone: u8) -> Value {
    let game = game(board, setup, Rules::standard(zone));
    let table = Table::build(Subject::of(&game, &game.start), &context()).unwrap().unwrap();
    table.value(&game.start).unwrap()
}

#[test]
fn three_by_three() {
    assert_eq!(totals("3x3", Rules::standard, &[1]), [37, 20, 8, 29]);
    assert_eq!(totals("3x3", Rules::standard, &[2]), [41, 19, 5, 29]);
    assert_eq!(value("3x3", "LKP", 2), Value::Win(23));
    for (setup, zone) in [("KSP", 2), ("KSP", 3), ("KPN", 1)] {
        assert_eq!(value("3x3", setup, zone), Value::Draw, "{setup} {zone}");
    }
}

#[test]
fn three_by_four() {
    // Stalemated at once, and mate in one.
    assert_eq!(value("3x4", "KNN", 1), Value::Loss(0));
    assert_eq!(value("3x4", "KN-", 1), Value::Win(1));
    assert_eq!(value("3x4", "NKP", 1), Value::Loss(32));
}

#[test]
fn the_line_ends_in_mate_after_as_many_plies_as_were_told() {
    let game = game("3x3", "LKP", Rules::standard(2));
    let answer = ReadTable::default().solve(&game, &game.start, Goal::Score, &context()).unwrap();
    assert_eq!(answer.verdict().to_string(), "win in 23");
    assert_eq!(answer.line.len(), 23);
    let mut position = game.start;
    for mv in answer.line {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert!(moves.contains(&mv));
        position = game.play(&position, mv);
    }
    assert!(game.final_score(&position).is_some());
}

#[test]
#[ignore = "a minute or two"]
fn every_set_up_and_every_switch() {
    const ZONES: [u8; 3] = [1, 2, 3];
    assert_eq!(totals("3x3", Rules::standard, &ZONES), [119, 58, 18, 87]);
    assert_eq!(totals("3x4", Rules::standard, &[1]), [37, 3, 39, 15]);
    assert_eq!(totals("3x4", Rules::standard, &[2]), [51, 0, 28, 15]);
    assert_eq!(totals("3x4", Rules::standard, &[3]), [45, 0, 34, 15]);
    assert_eq!(totals("3x4", Rules::paper, &ZONES), [127, 2, 108, 45]);
    let spelled_out = |zone| Rules {
        nifu: true,
        dead_squares: DeadSquares::Unpromotable,
        ..Rules::standard(zone)
    };
    assert_eq!(totals("3x4", spelled_out, &ZONES), [127, 2, 108, 45]);
    assert_eq!(value("3x4", "KPB", 3), Value::Win(81));
    assert_eq!(value("3x4", "NKL", 1), Value::Loss(28));
}

#[test]
#[ignore = "minutes"]
fn dobutsu_shogi() {
    let game = dobutsu();
    let table = Table::build(Subject::of(&game, &game.start), &context()).unwrap().unwrap();
    assert_eq!(table.value(&game.start).unwrap(), Value::Loss(78));
    let reach = reach(&table, &context()).unwrap().unwrap();
    let found: HashMap<_, _> = HashMap::from([
        ("positions", reach.positions()),
        ("open", reach.open()),
        ("wins", reach.wins),
        ("draws", reach.draws),
        ("losses", reach.losses),
        ("longest", reach.longest.into()),
    ]);
    let published = HashMap::from([
        ("positions", 246_803_167),
        ("open", 99_485_568),
        ("wins", 56_474_473),
        ("draws", 2_682_700),
        ("losses", 40_328_395),
        ("longest", 173),
    ]);
    assert_eq!(found, published);
}
