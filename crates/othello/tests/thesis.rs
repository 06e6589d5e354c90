//! The players of paper 003: the fast ways against the plain ones.

mod common;

use common::played;
use proptest::prelude::*;
use yomikiri_core::{
    Choice, Context, Engine, Game, Goal, Limits, Record, Score, Side, Solver, Stop,
};
use yomikiri_othello::kernel::{self, Kernel};
use yomikiri_othello::thesis::evaluation::{Evaluation, evaluate};
use yomikiri_othello::thesis::weights::{Feature, Weights};
use yomikiri_othello::thesis::{AsPrinted, Breakdown, Depths, Player, Random, Reading, plain};
use yomikiri_othello::{Move, Othello, Position, Scoring, Size, notation};
use yomikiri_search::AlphaBeta;

fn game() -> Othello {
    Othello { scoring: Scoring::Tournament, ..Othello::new(Size::new(8, 8).unwrap()) }
}

/// Depths that never read to the end.
fn ahead(presearch: u32, normal: u32) -> Depths {
    Depths { presearch, normal, wld: 0, perfect: 0 }
}

fn fast(evaluation: &Evaluation, kernel: impl Kernel, position: &Position) -> i32 {
    let (own, other) = position.own_other();
    let moves = kernel.mobility::<yomikiri_othello::geometry::Grid<8, 8>>(own, other);
    evaluate(kernel, evaluation, own, other, moves)
}

/// What a player must choose: the first of the highest, in the order of the presearch.
fn plain_choice(game: &Othello, position: &Position, depths: Depths) -> (Move, i32) {
    let mut order = plain::values(game, position, depths.presearch);
    order.sort_by_key(|(_, value)| -value);
    let values = plain::values(game, position, depths.normal);
    let highest = values.iter().map(|(_, value)| *value).max().unwrap();
    let is_highest = |mv: Move| values.contains(&(mv, highest));
    (order.into_iter().find(|(mv, _)| is_highest(*mv)).unwrap().0, highest)
}

proptest! {
    #[test]
    fn the_evaluation_is_the_plain_one(
        choices in prop::collection::vec(any::<u8>(), 0..60),
        discs in any::<(u64, u64)>(),
        other_weights in prop::collection::vec(-40i32..40, Feature::ALL.len()),
    ) {
        let game = game();
        // Positions from games, and any discs at all, which meet rare edges more often.
        let anything = Position { black: discs.0, white: discs.1 & !discs.0, side: Side::Second };
        let mut weights = Weights::default();
        for (feature, weight) in Feature::ALL.into_iter().zip(other_weights) {
            weights[feature] = weight;
        }
        for evaluation in [Evaluation::usual(), Evaluation::new(weights.checked().unwrap())] {
            for position in [played(&game, &choices), anything] {
                let wanted = plain::evaluate_with(&evaluation.weights(), &game, &position);
                prop_assert_eq!(fast(&evaluation, kernel::Portable, &position), wanted);
                #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
                {
                    if let Some(kernel) = kernel::Avx2::detect() {
                        prop_assert_eq!(fast(&evaluation, kernel, &position), wanted);
                    }
                    if let Some(kernel) = kernel::Avx512::detect() {
                        prop_assert_eq!(fast(&evaluation, kernel, &position), wanted);
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// One thread, several threads and plain alpha-beta: the same value and the same move.
    #[test]
    fn single_multi_and_plain_agree(
        choices in prop::collection::vec(any::<u8>(), 0..58),
        presearch in 1u32..4,
        normal in 1u32..5,
    ) {
        let game = game();
        let position = played(&game, &choices);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        prop_assume!(moves.len() > 1);
        let depths = ahead(presearch, normal);
        let (mv, value) = plain_choice(&game, &position, depths);
        // The order in which moves are searched costs work, and changes no value.
        prop_assert_eq!(plain::presearched(&game, &position, presearch, normal).0, value);
        prop_assert_eq!(plain::presearched(&game, &position, 0, normal).0, value);
        for threads in [1, 3] {
            let mut player = Player::multi(depths, threads);
            // Twice, so that the second time meets a table that is filled.
            for _ in 0..2 {
                let found = player.consider(&game, &position, &Context::default()).unwrap();
                prop_assert_eq!((found.mv, found.value), (mv, Some(value)), "{} threads", threads);
            }
        }
    }

    /// Deeper than the plain search can go.
    #[test]
    fn single_and_multi_agree(
        choices in prop::collection::vec(any::<u8>(), 0..45),
        normal in 5u32..9,
    ) {
        let game = game();
        let position = played(&game, &choices);
        prop_assume!(game.final_score(&position).is_none());
        let consider = |threads| {
            let mut player = Player::multi(ahead(3, normal), threads);
            let found = player.consider(&game, &position, &Context::default()).unwrap();
            (found.mv, found.value)
        };
        prop_assert_eq!(consider(1), consider(4));
    }

    /// Reading to the end gives what the plain search over the rules gives.
    #[test]
    fn reading_to_the_end_is_exact(choices in prop::collection::vec(any::<u8>(), 53..60)) {
        let game = game();
        let position = played(&game, &choices);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        prop_assume!(moves.len() > 1);
        let context = Context::default();
        let worth = AlphaBeta.values(&game, &position, Goal::Score, &context).unwrap();
        let score = |mv: Move| {
            let (_, verdict) = worth.moves.iter().find(|(other, _)| *other == mv).unwrap();
            verdict.verdict().score().unwrap().0
        };
        let best = moves.iter().map(|mv| score(*mv)).max().unwrap();
        let mut order = plain::values(&game, &position, 2);
        order.sort_by_key(|(_, value)| -value);
        for threads in [1, 2] {
            for (wld, perfect, reading) in [(60, 60, Reading::Perfect), (60, 0, Reading::Wld)] {
                let depths = Depths { wld, perfect, ..ahead(2, 3) };
                let found = Player::multi(depths, threads).consider(&game, &position, &context).unwrap();
                let worth = |mv| if reading == Reading::Wld { score(mv).signum() } else { score(mv) };
                let best = if reading == Reading::Wld { best.signum() } else { best };
                let first = order.iter().find(|(mv, _)| worth(*mv) == best).unwrap().0;
                prop_assert_eq!((found.reading, found.value, found.mv), (reading, Some(best), first));
            }
        }
    }
}

proptest! {
    /// What is told feature by feature adds up to what the search sees, and each side's part is the
    /// other's with its sign changed.
    #[test]
    fn the_breakdown_adds_up_to_the_evaluation(
        choices in prop::collection::vec(any::<u8>(), 0..60),
        other_weights in prop::collection::vec(-40i32..40, Feature::ALL.len()),
    ) {
        let game = game();
        let position = played(&game, &choices);
        let mut weights = Weights::default();
        for (feature, weight) in Feature::ALL.into_iter().zip(other_weights) {
            weights[feature] = weight;
        }
        let evaluation = Evaluation::new(weights);
        let told = Breakdown::of(&evaluation, &game, &position).unwrap();
        prop_assert_eq!(told.value, fast(&evaluation, kernel::Portable, &position));
        prop_assert_eq!(told.is_over, game.final_score(&position).is_some());
        let sum: i32 = told.shares.iter().map(|share| share.worth()).sum();
        if !told.is_over {
            prop_assert_eq!(sum, told.value);
        }
        let turned = Position { side: !position.side, ..position };
        let other = Breakdown::of(&evaluation, &game, &turned).unwrap();
        for (mine, theirs) in told.shares.iter().zip(&other.shares) {
            prop_assert_eq!(mine.worth(), -theirs.worth());
            prop_assert_eq!((mine.own, mine.other), (theirs.other, theirs.own));
        }
    }
}

/// Far enough from the end that other threads are called: they change nothing.
#[test]
fn reading_is_the_same_with_several_threads() {
    let game = game();
    let mut nodes = 0;
    for (step, wld, perfect) in [(3, 60, 60), (1, 60, 60), (2, 60, 0), (1, 60, 0)] {
        let position = played(&game, &[step; 42]);
        let consider = |threads| {
            let depths = Depths { wld, perfect, ..ahead(3, 4) };
            let mut player = Player::multi(depths, threads);
            player.consider(&game, &position, &Context::default()).unwrap()
        };
        let (alone, together) = (consider(1), consider(3));
        assert_eq!((alone.mv, alone.value), (together.mv, together.value));
        assert!(alone.value.is_some());
        nodes += alone.nodes;
    }
    assert!(nodes > 200_000, "{nodes}: too few to call anybody");
}

fn choose(engine: &mut dyn Engine<Othello>, record: &Record<Othello>) -> Choice<Move> {
    engine.choose(&game(), record, &Context::default()).unwrap()
}

#[test]
fn an_only_move_is_played_unread() {
    let game = game();
    let text = "8x8: -------- -------- -------- ---OX--- ---OO--- -------- -------- -------- X";
    let record = Record::<Othello>::new(game.parse_position(text).unwrap());
    let mut moves = Vec::new();
    game.moves(&record.position, &mut moves);
    let mut player = Player::single(Depths::series_a(1));
    let choice = choose(&mut player, &record);
    if moves.len() == 1 {
        assert_eq!((choice.mv, choice.nodes), (moves[0], 0));
    } else {
        assert!(choice.nodes > 0);
    }
}

#[test]
fn random_games_differ_and_come_again_with_the_seed() {
    let game = game();
    let play = |random: &mut Random| {
        random.begin(&game, &Context::default()).unwrap();
        let mut record = Record::<Othello>::new(game.start());
        while game.final_score(&record.position).is_none() {
            let mv = choose(random, &record).mv;
            record.play(&game, mv);
        }
        record.moves
    };
    let (mut one, mut other) = (Random::new(3), Random::new(3));
    let first = play(&mut one);
    assert_eq!(first, play(&mut other));
    assert_ne!(first, play(&mut one), "a second game is another one");
    assert_ne!(first, play(&mut Random::new(4)));
}

#[test]
fn a_player_that_is_stopped_still_moves() {
    let game = game();
    let record = Record::<Othello>::new(played(&game, &[1; 20]));
    let context = Context::new(Limits { nodes: Some(1), ..Limits::default() });
    context.stop(Stop::Cancelled);
    for threads in [1, 2] {
        let mut player = Player::multi(ahead(6, 20), threads);
        let choice = player.choose(&game, &record, &context).unwrap();
        let mut moves = Vec::new();
        game.moves(&record.position, &mut moves);
        assert!(moves.contains(&choice.mv) && choice.worth.is_none());
    }
}

#[test]
fn other_games_are_refused() {
    let small = Othello::new(notation::parse_size("6x6").unwrap());
    let error = Player::single(Depths::series_a(1))
        .begin(&small, &Context::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("8x8 with tournament scoring"), "{error}");
    assert!(Depths { presearch: 0, ..Depths::series_a(1) }.checked().is_err());
}

/// The evaluation is worth something: even the shallowest player wins nearly every game against
/// a random one.
#[test]
fn a_shallow_player_beats_a_random_one() {
    let game = game();
    let mut won = 0;
    for seed in 0..10 {
        let mut player = Player::single(Depths { presearch: 1, ..Depths::series_a(1) });
        let mut random = Random::new(seed);
        let mut record = Record::<Othello>::new(game.start());
        while game.final_score(&record.position).is_none() {
            let mv = match record.position.side == Side::First {
                true => choose(&mut player, &record).mv,
                false => choose(&mut random, &record).mv,
            };
            record.play(&game, mv);
        }
        let score = game.final_score(&record.position).unwrap();
        let black = if record.position.side == Side::First { score } else { -score };
        won += u32::from(black > Score(0));
    }
    assert!(won >= 9, "{won} of 10");
    assert!(AsPrinted::new(Depths::series_a(2)).name().starts_with("as-printed:presearch=5"));
}
