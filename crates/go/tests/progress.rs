//! Perfect play comes to an end with what is proved, whatever the other side does.

use yomikiri_core::{Context, Dice, Game, Goal, Limits, Repeated, Score, Side, Solver, Standing};
use yomikiri_go::{Board, Go, Move, Position, ReadOut, Repetition, Rules, Scoring};

/// Perfection, and what it may use.
struct Player {
    solver: ReadOut,
    limits: Limits,
}

impl Player {
    /// With enough memory for tables.
    fn with_tables() -> Player {
        let limits = Limits { threads: 1, memory: 2 << 30, ..Limits::default() };
        Player { solver: ReadOut::default(), limits }
    }

    fn context(&self) -> Context {
        Context::new(self.limits.clone())
    }
}

/// Who plays against perfection.
#[derive(Clone, Copy, Debug)]
enum Against {
    /// Any legal move.
    Chance,
    /// Any move that is proved best.
    Best,
    /// Wherever the game has been before, else any move that is proved best.
    Dodger,
}

/// What a side is sure of in a position that is not over: the game's value where endless play has
/// one, and else with endless play counted against it.
fn sure(go: &Go, player: &Player, position: &Position, side: Side) -> i32 {
    let context = player.context();
    let verdict = player.solver.solve(go, position, Goal::Score, &context).unwrap().verdict();
    let verdict = if position.side == side { verdict } else { -verdict };
    verdict.bounds().unwrap().low.0
}

fn legal(go: &Go, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    go.moves(position, &mut moves);
    moves
}

/// Plays a game out; its length.
fn play(
    go: &Go,
    player: &Player,
    start: &Position,
    side: Side,
    against: Against,
    dice: &mut Dice,
) -> usize {
    let mut sure_of = sure(go, player, start, side);
    let mut game = vec![start.clone()];
    let tells = |game: &[Position]| {
        let lines: Vec<_> = game.iter().map(|position| go.print_position(position)).collect();
        format!("{side:?} against {against:?}, {:?}:\n{}", go.rules.repetition, lines.join("\n"))
    };
    loop {
        let position = game.last().unwrap();
        let worst = -go.max_score();
        if let Some(score) = go.final_score(position) {
            let score = if position.side == side { score } else { -score };
            assert!(score.0 >= sure_of, "{score}, sure of {sure_of}; {}", tells(&game));
            return game.len();
        }
        match go.repeated(&game[..game.len() - 1], position) {
            None => {}
            Some(Repeated::Worth { score }) => {
                let score = if side == Side::First { score } else { -score };
                assert!(score.0 >= sure_of, "{score}, sure of {sure_of}; {}", tells(&game));
                return game.len();
            }
            Some(_) => {
                assert_eq!(Score(sure_of), worst, "it came back; {}", tells(&game));
                return game.len();
            }
        }
        let now = sure(go, player, position, side);
        assert!(now >= sure_of, "{now} after {sure_of}; {}", tells(&game));
        sure_of = now;
        let answers = player
            .solver
            .values_to_play(go, std::slice::from_ref(position), Goal::Score, &player.context())
            .unwrap();
        let mv = if position.side == side {
            let Some(chosen) = answers.choice(Goal::Score, go.max_score()) else {
                panic!("no choice; {}", tells(&game));
            };
            let bounds = chosen.finding.verdict().bounds().unwrap();
            assert_eq!(bounds.low.0, now, "{}", tells(&game));
            chosen.mv
        } else {
            let moves = legal(go, position);
            let standings = answers.standings(Goal::Score, go.max_score());
            let best: Vec<Move> = answers
                .moves
                .iter()
                .zip(&standings)
                .filter(|(_, standing)| **standing == Standing::Best)
                .map(|((mv, _), _)| *mv)
                .collect();
            let back = moves.iter().find(|mv| {
                let next = go.play(position, **mv);
                let at = |earlier: &&Position| {
                    (earlier.black, earlier.white) == (next.black, next.white)
                };
                next.passes == 0 && game.iter().any(|earlier| at(&earlier))
            });
            match (against, back) {
                (Against::Dodger, Some(back)) => *back,
                (Against::Best | Against::Dodger, _) if !best.is_empty() => {
                    best[dice.below(best.len())]
                }
                _ => moves[dice.below(moves.len())],
            }
        };
        let next = go.play(position, mv);
        game.push(next);
        assert!(game.len() < 300, "no end; {}", tells(&game));
    }
}

/// Games from the start and from what chance makes of it, by both sides, against everybody.
fn games(go: &Go, player: &Player, starts: usize, seed: u64) {
    let mut dice = Dice::new(seed);
    for number in 0..starts {
        let mut start = go.start();
        for _ in 0..number {
            let moves = legal(go, &start);
            let next = go.play(&start, moves[dice.below(moves.len())]);
            if go.final_score(&next).is_some() {
                break;
            }
            start = next;
        }
        for side in [Side::First, Side::Second] {
            for against in [Against::Chance, Against::Best, Against::Dodger] {
                play(go, player, &start, side, against, &mut dice);
            }
        }
    }
}

fn go(rows: usize, columns: usize, rules: Rules) -> Go {
    Go { board: Board::new(rows, columns).unwrap(), rules }
}

#[test]
fn perfect_play_ends_small_games_with_what_is_proved() {
    for (rows, columns, starts) in [(2, 2, 8), (2, 3, 12), (3, 3, 12), (3, 4, 14), (1, 6, 8)] {
        for repetition in [Repetition::Open, Repetition::Tie(0), Repetition::Tie(-3)] {
            let go = go(rows, columns, Rules { repetition, ..Rules::default() });
            games(&go, &Player::with_tables(), starts, 7);
        }
    }
    let suicide = Rules { suicide: true, ..Rules::default() };
    games(&go(2, 3, suicide), &Player::with_tables(), 8, 3);
    let stones = Rules { scoring: Scoring::Stones, ..Rules::default() };
    games(&go(3, 3, stones), &Player::with_tables(), 8, 3);
}

#[test]
#[ignore = "slow: a larger board"]
fn perfect_play_ends_a_larger_game_with_what_is_proved() {
    games(&go(4, 4, Rules::default()), &Player::with_tables(), 6, 7);
}

#[test]
fn perfect_play_by_search_ends_games_with_what_is_proved() {
    // Too little memory for tables: proofs must do.
    let limits = Limits { threads: 1, memory: 4 << 20, ..Limits::default() };
    for (rows, columns, starts) in [(3, 4, 1), (2, 5, 1)] {
        let go = go(rows, columns, Rules::default());
        let player = Player { solver: ReadOut::default(), limits: limits.clone() };
        assert!(!player.solver.tables.can_have(&go, &player.context()));
        games(&go, &player, starts, 7);
    }
}

#[test]
#[ignore = "slow: a larger board"]
fn perfect_play_by_search_ends_a_larger_game_with_what_is_proved() {
    let limits = Limits { threads: 2, memory: 1 << 28, ..Limits::default() };
    let player = Player { solver: ReadOut::default(), limits };
    let go = go(3, 6, Rules::default());
    for against in [Against::Chance, Against::Dodger] {
        play(&go, &player, &go.start(), Side::First, against, &mut Dice::new(7));
    }
}
