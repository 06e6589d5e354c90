//! Perfect play gets at least what is proved, whatever the other side does, in the games that end by
//! themselves or by a rule about repetition. (Go has its own test.)

use yomikiri_core::tictactoe::TicTacToe;
use yomikiri_core::{
    Context, Dice, Game, Goal, Limits, Outcome, Repeated, Score, Side, Solver, Standing, Verdict,
};
use yomikiri_othello::{Othello, notation::parse_size};
use yomikiri_search::AlphaBeta;
use yomikiri_shogi::notation::{parse_sfen, parse_size as parse_shogi_size};
use yomikiri_shogi::{PerpetualCheck, ReadTable, Rules, Setup, Shogi, Variant};

fn context() -> Context {
    Context::new(Limits { threads: 1, memory: 1 << 28, ..Limits::default() })
}

/// A verdict as a score; a win is 1 where games are won rather than scored.
fn worth(verdict: &Verdict) -> i32 {
    match verdict {
        Verdict::Outcome { outcome, .. } => match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        },
        _ => verdict.score().expect("it is proved").0,
    }
}

/// Plays games from a position, perfection having one side, chance or another perfection the other.
fn games<G: Game>(game: &G, solver: &dyn Solver<G>, start: &G::Position, dice: &mut Dice) {
    for (side, chance) in
        [(Side::First, true), (Side::First, false), (Side::Second, true), (Side::Second, false)]
    {
        let value = worth(&solver.solve(game, start, Goal::Score, &context()).unwrap().verdict());
        let sure = if game.to_move(start) == side { value } else { -value };
        let mut history = vec![start.clone()];
        let got = loop {
            let position = &history[history.len() - 1];
            let mover = game.to_move(position);
            if let Some(Score(score)) = game.final_score(position) {
                break if mover == side { score } else { -score };
            }
            match game.repeated(&history[..history.len() - 1], position) {
                None => {}
                Some(Repeated::Draw) => break 0,
                Some(Repeated::Won { winner }) => break if winner == side { 1 } else { -1 },
                Some(other) => panic!("{other:?} under rules that decide it"),
            }
            let answers = solver.values_to_play(game, &history, Goal::Score, &context()).unwrap();
            let mv = if mover == side {
                answers.choice(Goal::Score, game.max_score()).expect("all is proved").mv
            } else {
                let standings = answers.standings(Goal::Score, game.max_score());
                let moves: Vec<_> = answers
                    .moves
                    .iter()
                    .zip(standings)
                    .filter(|(_, standing)| chance || *standing != Standing::Worse)
                    .map(|((mv, _), _)| *mv)
                    .collect();
                moves[dice.below(moves.len())]
            };
            history.push(game.play(position, mv));
            assert!(history.len() < 500, "no end from {}", game.print_position(start));
        };
        assert!(got >= sure, "{side:?} got {got} of {sure} from {}", game.print_position(start));
    }
}

/// A position after so many moves by chance, before the game is over.
fn after<G: Game>(game: &G, plies: usize, dice: &mut Dice) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let next = game.play(&position, moves[dice.below(moves.len())]);
        if game.final_score(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}

#[test]
fn perfect_play_gets_what_is_proved() {
    let mut dice = Dice::new(11);
    for plies in 0..4 {
        let start = after(&TicTacToe, plies, &mut dice);
        games(&TicTacToe, &AlphaBeta, &start, &mut dice);
    }
    let reads = yomikiri_othello::ReadOut::default();
    for (size, plies) in [("4x4", 0), ("4x4", 2), ("6x6", 20), ("6x6", 22), ("6x6", 23)] {
        let game = Othello::new(parse_size(size).unwrap());
        games(&game, &reads, &after(&game, plies, &mut dice), &mut dice);
    }
    let tables = ReadTable::default();
    for setup in ["LKP", "KSP"] {
        let size = parse_shogi_size("3x3").unwrap();
        let game = Setup::parse(setup, 3).unwrap().game(size, Rules::standard(1));
        for plies in 0..4 {
            games(&game, &tables, &after(&game, plies, &mut dice), &mut dice);
        }
    }
}

#[test]
fn perfect_play_does_not_give_check_for_ever_where_that_loses() {
    let (mut dice, tables) = (Dice::new(2), ReadTable::default());
    for position in ["1kr/3/3/RK1 b -", "rk1/p2/R1K b -", "2k/R2/2K w r", "1kr/3/3/BK1 b -"] {
        let (size, position) = parse_sfen(position, Variant::Shogi).unwrap();
        let rules = Rules { perpetual_check: PerpetualCheck::Loses, ..Rules::standard(1) };
        let game = Shogi { size, rules, start: position };
        for plies in (0..24).map(|number| number % 8) {
            games(&game, &tables, &after(&game, plies, &mut dice), &mut dice);
        }
    }
}
