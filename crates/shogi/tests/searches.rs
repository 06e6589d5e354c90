//! The searches against the tables: whatever they claim is so.

mod common;

use common::{context, game};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::OnceLock;
use std::time::Duration;
use yomikiri_core::{Game, Side};
use yomikiri_search::duel::{Bounds, Duel};
use yomikiri_search::retrograde::Value;
use yomikiri_shogi::duel::Arena;
use yomikiri_shogi::searches::{Outcomes, Plies, Search};
use yomikiri_shogi::setup::paper_setups;
use yomikiri_shogi::solver::{SetupResult, solve_start};
use yomikiri_shogi::{Move, Position, Rules, Shogi, Subject, Table, Tables};

const BOUNDS: Bounds =
    Bounds { nodes: 3000, time: Duration::from_secs(60), depth: 1 << 10, entries: 1 << 12 };

fn result(winner: Option<Side>) -> SetupResult {
    match winner {
        Some(Side::First) => SetupResult::First,
        Some(Side::Second) => SetupResult::Second,
        None => SetupResult::Draw,
    }
}

#[test]
fn set_ups_are_as_the_tables_say() {
    let tables = Tables::default();
    let mut solved = [0; 4];
    let mut games: Vec<Shogi> =
        paper_setups().iter().map(|setup| game("3x3", &setup.name(), Rules::standard(1))).collect();
    games.sort_by_key(|game| Subject::of(game, &game.start).material);
    for game in games {
        let (truth, _) = solve_start(&tables, &game, &context()).unwrap().unwrap();
        if truth == SetupResult::Illegal {
            continue;
        }
        for (at, search) in Search::ALL.into_iter().enumerate() {
            let found = search.run(&game, &game.start, false, BOUNDS, &context()).unwrap();
            if let Ok(winner) = found.winner {
                assert_eq!(result(winner), truth, "{} {:?}", search.name(), game);
                solved[at] += 1;
            }
        }
    }
    // Each of them solves a good part, or the test would say little.
    assert!(solved.iter().all(|solved| *solved >= 25), "{solved:?}");
}

/// Tables whose positions are searched: with drops, promotions, doubled pawns and draws.
fn tables() -> &'static [(Shogi, Table)] {
    static TABLES: OnceLock<Vec<(Shogi, Table)>> = OnceLock::new();
    TABLES.get_or_init(|| {
        [
            ("KSP", Rules::standard(2)),
            ("KPN", Rules::standard(1)),
            ("KPP", Rules::paper(1)),
            ("KBP", Rules::standard(1)),
        ]
        .map(|(setup, rules)| {
            let game = game("3x3", setup, rules);
            let subject = Subject::of(&game, &game.start);
            (game, Table::build(subject, &context()).unwrap().unwrap())
        })
        .into()
    })
}

/// Replays a line by the rules: every move keeps the win, and the end is the winner's.
fn check_line(
    game: &Shogi,
    table: &Table,
    start: &Position,
    winner: Side,
    found: &Outcomes,
) -> Result<(), String> {
    let line = &found.line;
    let mut position = *start;
    for (at, mv) in line.moves.iter().enumerate() {
        let text = game.print_move(&position, *mv);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if !moves.contains(mv) {
            return Err(format!("move {at}, {text}, is illegal"));
        }
        position = game.play(&position, *mv);
        let won = match table.value(&position).unwrap() {
            Value::Win(_) => position.side == winner,
            Value::Loss(_) => position.side != winner,
            _ => false,
        };
        if !won {
            return Err(format!("move {at}, {text}, gives the win away"));
        }
    }
    match (line.cut, game.has_moves(&position), found.plies) {
        (None, true, _) => Err("the line ends before the game".into()),
        (None, false, _) if position.side == winner => Err("the winner has no moves".into()),
        (None, _, Some(plies)) if line.moves.len() > usize::from(plies.number()) => {
            Err(format!("{} moves for at most {} plies", line.moves.len(), plies.number()))
        }
        _ => Ok(()),
    }
}

#[test]
fn long_wins_have_whole_lines() {
    let game = game("3x3", "LKP", Rules::standard(2));
    let table = Table::build(Subject::of(&game, &game.start), &context()).unwrap().unwrap();
    let bounds = Bounds { nodes: 1 << 24, entries: 1 << 21, ..BOUNDS };
    for search in Search::ALL {
        let found = search.run(&game, &game.start, true, bounds, &context()).unwrap();
        assert_eq!(found.winner, Ok(Some(Side::First)), "{}", search.name());
        assert_eq!(found.line.cut, None, "{}", search.name());
        check_line(&game, &table, &game.start, Side::First, &found).unwrap();
        assert!(found.line.moves.len() > 10, "{}: {:?}", search.name(), found.line);
        if search == Search::AlphaBetaTwice {
            assert_eq!(found.plies, Some(Plies::Exactly(23)), "as the table says");
        }
    }
}

/// A table too small to remember the proof: what is forgotten is searched again, within the limits.
#[test]
fn lines_are_found_though_the_table_forgets() {
    let (game, table) = &tables()[0];
    let bounds = Bounds { nodes: 1 << 16, entries: 16, ..BOUNDS };
    let (mut whole, mut again) = (0, 0);
    for number in (0..table.index.len()).step_by(4999) {
        let Value::Win(7..) = table.load().unwrap().get(number) else { continue };
        let position = table.index.position(number);
        for search in Search::ALL {
            let found = search.run(game, &position, true, bounds, &context()).unwrap();
            let Ok(Some(winner)) = found.winner else { continue };
            check_line(game, table, &position, winner, &found).unwrap();
            assert!(found.line.nodes <= bounds.nodes + 1, "{}", found.line.nodes);
            assert!(!found.line.moves.is_empty(), "the winning move is always told");
            whole += u32::from(found.line.cut.is_none());
            again += u32::from(found.line.nodes > 0);
        }
    }
    assert!(whole >= 5 && again >= 5, "{whole} {again}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn positions_are_as_the_tables_say(which in 0_usize..4, at in 0.0..1.0_f64, back in any::<bool>()) {
        let (game, table) = &tables()[which];
        let number = (at * table.index.len() as f64) as u64;
        let mut position = table.index.position(number);
        let value = table.load().unwrap().get(number);
        let truth = match value {
            Value::Hole => return Ok(()),
            Value::Win(_) | Value::RuleWin => SetupResult::First,
            Value::Loss(_) | Value::RuleLoss => SetupResult::Second,
            Value::Draw => SetupResult::Draw,
        };
        // The same with the colours exchanged.
        let truth = match (back, truth) {
            (true, SetupResult::First) => SetupResult::Second,
            (true, SetupResult::Second) => SetupResult::First,
            (_, truth) => truth,
        };
        if back {
            let last = game.size.squares() - 1;
            let board = position.board;
            for (square, piece) in board[..=last].iter().enumerate() {
                position.board[last - square] =
                    piece.map(|piece| yomikiri_shogi::piece::Piece { side: !piece.side, ..piece });
            }
            position.hands.swap(0, 1);
            position.side = Side::Second;
        }
        for search in Search::ALL {
            let found = search.run(game, &position, true, BOUNDS, &context()).unwrap();
            let name = format!("{} {}", search.name(), game.print_position(&position));
            let Ok(winner) = found.winner else {
                prop_assert!(found.line.moves.is_empty() && found.plies.is_none(), "{}", name);
                continue;
            };
            prop_assert_eq!(result(winner), truth, "{}", &name);
            let plies = table.value(&position).unwrap().plies();
            match found.plies {
                None => prop_assert_eq!(winner, None, "{}", &name),
                Some(Plies::Exactly(found)) => prop_assert_eq!(Some(found), plies, "{}", &name),
                Some(Plies::AtMost(found)) => prop_assert!(Some(found) >= plies, "{}", &name),
            }
            let Some(winner) = winner else { continue };
            check_line(game, table, &position, winner, &found).map_err(|why| {
                TestCaseError::fail(format!("{name}: {why}"))
            })?;
        }
    }

    #[test]
    fn the_fast_moves_are_the_moves(which in 0_usize..4, at in 0.0..1.0_f64) {
        let (game, table) = &tables()[which];
        let number = (at * table.index.len() as f64) as u64;
        if table.load().unwrap().get(number) == Value::Hole {
            return Ok(());
        }
        let position = table.index.position(number);
        let arena = Arena::new(game, &position).unwrap();
        let stand = arena.stand(&position);
        let mut fast = Vec::new();
        arena.moves(&stand, &mut fast);
        // Those that lose the king are moves there, and none by the rules.
        let safe = fast.into_iter().filter(|mv| !arena.wins_at_once(&arena.play(&stand, *mv)));
        let fast: HashSet<Move> = safe.map(|mv| arena.plain_move(mv)).collect();
        let mut plain = Vec::new();
        game.moves(&position, &mut plain);
        prop_assert_eq!(fast, plain.into_iter().collect::<HashSet<_>>());
    }
}
