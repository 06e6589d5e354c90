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
use yomikiri_shogi::searches::Search;
use yomikiri_shogi::setup::paper_setups;
use yomikiri_shogi::solver::{SetupResult, solve_start};
use yomikiri_shogi::{Move, Rules, Shogi, Subject, Table, Tables};

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
            let found = search.run(&game, &game.start, BOUNDS, &context()).unwrap();
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
            let found = search.run(game, &position, BOUNDS, &context()).unwrap();
            if let Ok(winner) = found.winner {
                prop_assert_eq!(
                    result(winner), truth, "{} {}", search.name(), game.print_position(&position)
                );
            }
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
