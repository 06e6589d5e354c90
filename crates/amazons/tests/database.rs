//! The database against the rules.

use std::collections::HashMap;
use yomikiri_amazons::shape::{Catalogue, Place};
use yomikiri_amazons::{Board, Database, Position, Value};
use yomikiri_core::{Context, Limits, Side};

fn position(cells: &[(Place, Option<bool>)]) -> Position {
    let board = Board::new(10, 10).unwrap();
    let square = |place: &Place| board.square(place.0 as usize, place.1 as usize).unwrap();
    let of = |what: Option<bool>| {
        cells.iter().filter(|cell| cell.1 == what).map(|cell| square(&cell.0)).collect()
    };
    let open: yomikiri_amazons::Cells = cells.iter().map(|cell| square(&cell.0)).collect();
    Position {
        board,
        black: of(Some(true)),
        white: of(Some(false)),
        blocked: board.full() - open,
        to_move: Side::First,
    }
}

fn score(position: &Position, memo: &mut HashMap<Position, i8>) -> i8 {
    if let Some(score) = memo.get(position) {
        return *score;
    }
    let score = match position.to_move {
        side if position.can_move(side) => begin(position, memo).unwrap(),
        side if position.can_move(!side) => {
            begin(&Position { to_move: !side, ..*position }, memo).unwrap()
        }
        _ => 0,
    };
    memo.insert(*position, score);
    score
}

fn begin(position: &Position, memo: &mut HashMap<Position, i8>) -> Option<i8> {
    let mut next = Vec::new();
    position.each_move(|mv| next.push(position.play(mv)));
    let scores = next.iter().map(|next| score(next, memo));
    match position.to_move {
        Side::First => scores.max().map(|score| score + 1),
        Side::Second => scores.min().map(|score| score - 1),
    }
}

#[test]
fn values_are_those_of_the_rules() {
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    let folder = tempfile::tempdir().unwrap();
    Database::build(6, folder.path(), &context).unwrap().unwrap();
    let database = Database::open_largest(folder.path(), 10).unwrap().unwrap();
    assert_eq!(database.cells(), 6);
    let catalogue = Catalogue::new(6, &context).unwrap();
    let mut memo = HashMap::new();
    let mut compared = 0;
    for size in 1..=6 {
        for (number, shape) in catalogue.of(size).iter().enumerate() {
            // All positions of a few shapes of the largest sizes, and of all the others.
            if size >= 5 && number % 23 != 0 {
                continue;
            }
            for index in 0..3_usize.pow(size as u32) {
                let stands = |n: usize| match index / 3_usize.pow(n as u32) % 3 {
                    0 => None,
                    digit => Some(digit == 1),
                };
                let cells: Vec<_> = shape
                    .places()
                    .iter()
                    .copied()
                    .enumerate()
                    .map(|(n, place)| (place, stands(n)))
                    .collect();
                let position = position(&cells);
                if position.black.count().max(position.white.count()) > 4 {
                    assert_eq!(database.value(&cells).unwrap(), None);
                    continue;
                }
                let white = Position { to_move: Side::Second, ..position };
                let value = Value::new(begin(&position, &mut memo), begin(&white, &mut memo));
                assert_eq!(database.value(&cells).unwrap(), Some(value), "{cells:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 19_000, "{compared}");
}
