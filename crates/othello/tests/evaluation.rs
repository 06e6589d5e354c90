//! The evaluation kept move by move is the one looked at anew, searches on it find what plain
//! look-ahead finds, and weights on disk are sound or refused.

mod common;

use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use yomikiri_core::{Context, Engine, Game, Goal, Limits, Record, Solver, Worth};
use yomikiri_othello::evaluation::{DISC, Evaluation, WEIGHT_DISC, from_bytes, phase, to_bytes};
use yomikiri_othello::geometry::{Geometry, Grid};
use yomikiri_othello::kernel::{Kernel, Portable};
use yomikiri_othello::search::{BEYOND, Confidence, Seen, Shared, Worker};
use yomikiri_othello::training::{Plan, train};
use yomikiri_othello::{
    Level, Move, Othello, Position, ReadOut, Scoring, Size, Yomi, flips, mobility,
};
use yomikiri_search::Table;

type Eight = Grid<8, 8>;

fn eight() -> Othello {
    Othello { scoring: Scoring::Tournament, ..Othello::new(Size::new(8, 8).unwrap()) }
}

fn evaluation() -> &'static Evaluation {
    Evaluation::trained(eight().size).unwrap()
}

/// A position so many plies into a game of random moves, if the game lasts as long.
fn position(plies: usize, choices: &[u8]) -> Option<Position> {
    let choices: Vec<u8> = choices.iter().copied().cycle().take(plies).collect();
    let position = common::played(&eight(), &choices);
    eight().final_score(&position).is_none().then_some(position)
}

/// What a position is worth by the definition: each pattern looked up square by square.
fn plain(evaluation: &Evaluation, own: u64, other: u64) -> i32 {
    let squares = evaluation.size.squares();
    let empties = squares - (own | other).count_ones();
    let mut sum = i32::from(evaluation.by_empties[empties as usize]);
    for shape in &evaluation.patterns.shapes {
        for image in &shape.images {
            let digit = |square: u32| match (own >> square & 1, other >> square & 1) {
                (1, _) => 2,
                (_, 1) => 0,
                _ => 1,
            };
            let content = image.iter().rev().fold(0, |number, square| 3 * number + digit(*square));
            sum += i32::from(evaluation.phases[phase(squares, empties)][shape.first + content]);
        }
    }
    let units = (f64::from(sum) * f64::from(DISC) / f64::from(WEIGHT_DISC) + 0.5).floor() as i32;
    let most = (squares as i32 - 1) * DISC;
    units.clamp(-most, most)
}

/// Plain look-ahead: every move, to the full depth.
fn look_ahead(own: u64, other: u64, depth: u32) -> i32 {
    let size = eight().size;
    let moves = mobility(size, own, other);
    if moves == 0 {
        if mobility(size, other, own) == 0 {
            let score = Scoring::Tournament.score(own.count_ones(), other.count_ones(), 64);
            return DISC * score;
        }
        return -look_ahead(other, own, depth);
    }
    if depth == 0 {
        return plain(evaluation(), own, other);
    }
    let squares = (0..64).filter(|square| moves >> square & 1 == 1);
    squares
        .map(|square| {
            let turned = flips(size, own, other, square);
            -look_ahead(other & !turned, own | turned | 1 << square, depth - 1)
        })
        .max()
        .unwrap()
}

fn worker() -> Worker<Portable, Eight> {
    let (table, guesses) = (Table::new(0, 104).unwrap(), Table::new(1 << 20, 104).unwrap());
    let (table, guesses) = (Arc::new(table), Arc::new(guesses));
    let shared =
        Shared::new(Portable, table, guesses, Some(evaluation()), Context::default(), None);
    Worker::new(Arc::new(shared), Scoring::Tournament)
}

/// Plays a game and compares what is kept of each position with what is seen in it.
fn kept_numbers_agree<G: Geometry>(choices: &[u8]) {
    let game = Othello::new(Size::new(G::ROWS, G::COLUMNS).unwrap());
    let evaluation = Evaluation::trained(game.size).unwrap();
    let mut position = game.start();
    let (own, other) = position.own_other();
    let mut seen = Seen::new(Some(evaluation), own, other);
    for choice in choices {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(*choice) % moves.len()];
        position = game.play(&position, mv);
        let (own, other) = position.own_other();
        seen = match mv {
            Move::Pass => seen.passed(),
            Move::Disc(_) => seen.after::<G>(Some(evaluation), own, other),
        };
        assert_eq!(seen.features, evaluation.features(own, other));
        let empties = G::SQUARES - (own | other).count_ones();
        if empties > 0 {
            let kept = evaluation.of::<G>(&seen.features, empties);
            assert_eq!(kept, plain(evaluation, own, other));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn numbers_kept_move_by_move_are_those_looked_at_anew(
        choices in prop::collection::vec(any::<u8>(), 60),
    ) {
        kept_numbers_agree::<Grid<6, 6>>(&choices);
        kept_numbers_agree::<Grid<6, 8>>(&choices);
        kept_numbers_agree::<Eight>(&choices);
    }

    #[test]
    fn searches_find_what_plain_look_ahead_finds(
        plies in 1usize..56,
        depth in 0u32..4,
        at in -200i32..200,
        choices in prop::collection::vec(any::<u8>(), 60),
    ) {
        let position = position(plies, &choices);
        prop_assume!(position.is_some(), "most games go on for so long");
        let (own, other) = position.unwrap().own_other();
        let truth = look_ahead(own, other, depth);
        let seen = Seen::new(Some(evaluation()), own, other);
        let moves = mobility(eight().size, own, other);
        let mut worker = worker();
        let mut guess = |window| {
            Portable.guess::<Eight>(&mut worker, &seen, moves, window, depth, Confidence::FULL)
        };
        prop_assert_eq!(guess((-BEYOND, BEYOND)), truth);
        // A narrow window is answered on the right side, and nothing is claimed beyond the truth.
        let bound = guess((at, at + 1));
        prop_assert_eq!(bound > at, truth > at);
        let sound = if bound > at { bound <= truth } else { bound >= truth };
        prop_assert!(sound, "bound {}, truth {}", bound, truth);
        prop_assert_eq!(guess((-BEYOND, BEYOND)), truth);
    }

    #[test]
    fn damaged_weights_are_refused(place in 0usize..4000, bit in 0u32..8) {
        static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| to_bytes(evaluation()));
        let mut bytes = SOUND.clone();
        let place = place * bytes.len() / 4000;
        bytes[place] ^= 1 << bit;
        prop_assert!(from_bytes(&bytes).is_err());
        prop_assert!(from_bytes(&bytes[..place]).is_err());
    }
}

#[test]
fn weights_survive_the_disk() {
    let evaluation = evaluation();
    let again = from_bytes(&to_bytes(evaluation)).unwrap();
    assert_eq!(again.phases, evaluation.phases);
    assert_eq!(again.by_empties, evaluation.by_empties);
    assert_eq!(again.spreads, evaluation.spreads);
}

#[test]
fn boards_with_patterns_have_weights_of_their_own() {
    let wide = Size::all().filter(|size| size.rows() <= size.columns());
    let trained: Vec<Size> = wide.filter(|size| Evaluation::trained(*size).is_some()).collect();
    let with_patterns = Size::all()
        .filter(|size| size.rows() <= size.columns() && Evaluation::blank(*size).is_some());
    assert_eq!(trained, with_patterns.collect::<Vec<_>>());
    assert!(trained.iter().all(|size| Evaluation::trained(*size).unwrap().size == *size));
    assert_eq!(trained.len(), 3);
}

#[test]
fn an_evaluation_knows_no_direction() {
    let game = eight();
    let position = position(25, &[3, 1, 4, 1, 5, 9, 2, 6, 5, 3]).unwrap();
    let values: Vec<i32> = game
        .symmetries(&position)
        .iter()
        .map(|image| {
            let (own, other) = image.own_other();
            plain(evaluation(), own, other)
        })
        .collect();
    assert_eq!(values.len(), 8);
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

/// The same plan gives the same weights, whatever the threads, and they are better than none.
#[test]
fn training_is_reproducible() {
    let plan = Plan {
        size: eight().size,
        seed: 1,
        generations: 1,
        games: 60,
        depth: 2,
        exact: 8,
        iterations: 5,
    };
    let weights = |threads| {
        let context = Context::new(Limits { threads, ..Limits::default() });
        let mut errors = Vec::new();
        let trained = train(&plan, None, &context, |generation, _| {
            errors.push(generation.fitness.error.0);
        });
        (to_bytes(trained.unwrap().unwrap()), errors)
    };
    let (one, errors) = weights(1);
    assert_eq!(one, weights(3).0);
    assert!(errors[0] < 20.0, "{errors:?}");
}

#[test]
fn yomi_moves_legally_in_time_and_proves_the_end() {
    let game = eight();
    for plies in [0, 20, 38, 47] {
        let position = position(plies, &[2, 7, 1, 8, 2, 8, 1, 8, 2, 8]);
        let position = position.expect("the game lasts longer");
        let mut yomi = Yomi::new(Level { depth: Some(8), ..Level::default() });
        let choice = yomi.choose(&game, &Record::new(position), &Context::default()).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert!(moves.contains(&choice.mv));
        if plies == 47 {
            let truth = ReadOut::default()
                .solve(&game, &position, Goal::Score, &Context::default())
                .unwrap();
            let score = Worth::Proved(truth.verdict().score().unwrap());
            assert!(choice.worth == Some(score) || moves.len() == 1);
            let opinions = yomi.opinions(&game, &position, &Context::default()).unwrap();
            assert_eq!(opinions[0].worth, score);
            let is_proved = |worth: Worth| worth.proved().is_some();
            assert!(opinions.len() == moves.len() && opinions.iter().all(|o| is_proved(o.worth)));
        }
    }
}
