//! Published problems, and games whose losses are known.

use yomikiri_core::{Context, Game, Limits, Worth};
use yomikiri_othello::notation::{obf, parse_position, tournament_game, transcript};
use yomikiri_othello::{Analyst, Judgement, Move, Othello, ReadOut, Scoring};

#[test]
fn the_first_problems_of_the_ffo_suite_are_solved() {
    let problems = obf::parse(include_str!("data/ffo-1-19.obf")).unwrap();
    assert_eq!(problems.len(), 19);
    let game = tournament_game();
    let context = Context::new(Limits { threads: 2, ..Limits::default() });
    for problem in problems {
        let answer = ReadOut::default().best(&game, &problem.position, &context).unwrap();
        let score = answer.verdict().score().unwrap();
        assert_eq!(answer.line.len(), 1);
        let agrees = problem.agrees(score.0, answer.line.first().copied());
        assert_eq!(agrees, Some(true), "problem {}: {answer:?}", problem.number);
    }
}

#[test]
fn a_side_that_must_pass_is_worth_what_comes_after() {
    let text = format!("-O{} O; pass:-64;", "X".repeat(62));
    let problems = obf::parse(&text).unwrap();
    let answer =
        ReadOut::default().best(&tournament_game(), &problems[0].position, &Context::default());
    let answer = answer.unwrap();
    assert_eq!(answer.line, [Move::Pass]);
    let score = answer.verdict().score().unwrap();
    assert_eq!(problems[0].agrees(score.0, Some(Move::Pass)), Some(true));
}

#[test]
fn eight_by_eight_gives_empty_squares_to_the_winner() {
    assert_eq!(tournament_game().scoring, Scoring::Tournament);
    let (size, _) = parse_position("4x4: ---- -OX- -XO- ---- X").unwrap();
    assert_eq!(Scoring::usual(size), Scoring::Paper);
}

fn judged(game: Othello, moves: &str, analyst: &mut Analyst) -> Vec<Judgement> {
    let sheet = transcript::parse(game, game.start(), moves).unwrap();
    let mut judgements = Vec::new();
    let limits = Limits::default();
    let tell = |judgement| judgements.push(judgement);
    analyst.judge(&game, &sheet.record, &limits, &Context::default(), tell).unwrap();
    judgements.reverse();
    judgements
}

#[test]
fn losses_add_up_to_what_the_game_was_worth() {
    // On 4x4 everything is proved: Black loses by 8 from the start.
    let (size, start) = parse_position("4x4: ---- -OX- -XO- ---- X").unwrap();
    let game = Othello::new(size);
    let mut position = start;
    let mut text = String::new();
    while game.final_score(&position).is_none() {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        text += &game.print_move(&position, moves[0]);
        position = game.play(&position, moves[0]);
    }
    let judgements = judged(game, &text, &mut Analyst::new(0, 1));
    assert!(judgements.iter().all(|judgement| judgement.is_proved() && judgement.loss() >= 0.0));
    let lost: f64 = judgements
        .iter()
        .map(|judgement| match judgement.position.side {
            yomikiri_core::Side::First => judgement.loss(),
            yomikiri_core::Side::Second => -judgement.loss(),
        })
        .sum();
    let score = game.final_score(&position).unwrap().0;
    let black = if position.side == yomikiri_core::Side::First { score } else { -score };
    assert_eq!(judgements[0].value, Worth::Proved(yomikiri_core::Score(-8)));
    assert_eq!(f64::from(black), -8.0 - lost);
}

#[test]
fn what_is_not_proved_is_expected_and_says_so() {
    let judgements = judged(tournament_game(), "f5d6c3", &mut Analyst::new(12, 2));
    assert_eq!(judgements.len(), 3);
    assert!(judgements.iter().all(|judgement| !judgement.is_proved() && judgement.loss() >= 0.0));
}
