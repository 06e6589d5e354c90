//! The default method: published values, and random positions against the oracle.

mod common;

use common::{context, go, played};
use proptest::prelude::*;
use std::time::Duration;
use yomikiri_core::{
    Answer, Bounds, Context, Dice, Game, Goal, Limits, Score, Side, Solver, Verdict,
};
use yomikiri_go::oracle::Oracle;
use yomikiri_go::{Go, Ko, Move, ReadOut, Repetition, State};

fn solve(go: &Go, context: &Context) -> Answer<Move> {
    ReadOut::default().solve(go, &go.start(), Goal::Score, context).unwrap()
}

#[test]
fn published_values_are_proved() {
    let boards = [(2, 4, 8), (2, 5, 10), (2, 6, 12), (3, 3, 9), (3, 5, 15), (5, 3, 15)];
    for (rows, columns, value) in boards {
        let go = go(rows, columns);
        let answer = solve(&go, &context());
        assert_eq!(answer.verdict(), Verdict::Score { score: Score(value) }, "{rows}x{columns}");
        assert!(
            answer.counts.iter().any(|(name, count)| *name == "positions_checked" && *count > 0)
        );
        // The line is legal, and goes on until all is settled.
        let mut position = go.start();
        assert!(!answer.line.is_empty());
        for mv in &answer.line {
            let mut moves = Vec::new();
            go.moves(&position, &mut moves);
            assert!(moves.contains(mv));
            position = go.play(&position, *mv);
        }
    }
}

#[test]
fn where_cycles_decide_both_ends_are_told() {
    let mut go = go(3, 4);
    let bracket = Bounds::new(4, 12);
    assert_eq!(solve(&go, &context()).verdict(), Verdict::Cycle(bracket));
    for (tie, value) in [(0, 4), (4, 4), (7, 7), (12, 12)] {
        go.rules.repetition = Repetition::Tie(tie);
        assert_eq!(solve(&go, &context()).verdict(), Verdict::Score { score: Score(value) });
    }
    go.rules.komi = 5;
    assert_eq!(solve(&go, &context()).verdict(), Verdict::Score { score: Score(7) });
}

#[test]
fn superko_is_exact_along_the_path() {
    for ko in [Ko::Positional, Ko::Situational] {
        let mut small = go(2, 2);
        small.rules.ko = ko;
        assert_eq!(solve(&small, &context()).verdict(), Verdict::Score { score: Score(1) });
        let mut middle = go(3, 3);
        middle.rules.ko = ko;
        assert_eq!(solve(&middle, &context()).verdict(), Verdict::Score { score: Score(9) });
    }
}

#[test]
fn one_thread_always_visits_the_same_nodes() {
    let go = go(3, 5);
    let one = Context::new(Limits { memory: 1 << 30, ..Limits::default() });
    let nodes = [solve(&go, &one).nodes, solve(&go, &one).nodes];
    assert_eq!(nodes[0], nodes[1]);
    assert!(nodes[0] < 100_000, "{nodes:?}");
}

/// Searches alone, without a table, on positions of which the oracle knows the truth.
fn agrees(go: &Go, oracle: &Oracle, choices: &[u16], threads: usize) {
    let limits = Limits { threads, memory: 1 << 20, nodes: Some(3_000), ..Limits::default() };
    for position in played(go, choices).iter().filter(|position| position.passes < 2) {
        let truth = oracle.value(&State::of(position, position.side)).unwrap();
        let context = Context::new(limits.clone());
        let answer = ReadOut::default().solve(go, position, Goal::Score, &context).unwrap();
        let [low, high] = [truth.low, truth.high].map(i32::from);
        let truth = Bounds::new(low, high);
        match answer.verdict() {
            Verdict::Score { score } => assert_eq!(Bounds::new(score.0, score.0), truth),
            Verdict::Cycle(bounds) => assert_eq!(bounds, truth),
            Verdict::Bounds(bounds) => {
                assert!(bounds.low <= truth.low && truth.high <= bounds.high);
            }
            other => assert_eq!(other, Verdict::Unknown),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn searches_tell_the_truth(choices in prop::collection::vec(any::<u16>(), 0..40)) {
        use std::sync::OnceLock;
        static ORACLES: OnceLock<Vec<(Go, Oracle)>> = OnceLock::new();
        let oracles = ORACLES.get_or_init(|| {
            let boards = [(3, 4), (2, 5), (3, 3), (1, 8)];
            boards.map(|(r, c)| {
                let go = go(r, c);
                (go, Oracle::new(&go, &context()).unwrap().unwrap().0)
            }).into()
        });
        for (go, oracle) in oracles {
            for threads in [1, 2] {
                agrees(go, oracle, &choices, threads);
            }
        }
    }
}

#[test]
fn a_checkpoint_is_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let go = go(3, 6);
    let limits = Limits { memory: 1 << 28, nodes: Some(300_000), ..Limits::default() };
    let first = Context::new(limits).with_checkpoint(folder.path().into());
    let stopped = solve(&go, &first);
    assert!(stopped.stopped.is_some() && stopped.verdict().score().is_none());
    let limits = Limits { memory: 1 << 28, ..Limits::default() };
    let second = Context::new(limits.clone()).with_checkpoint(folder.path().into());
    let answer = solve(&go, &second);
    assert_eq!(answer.verdict(), Verdict::Score { score: Score(18) });
    assert!(answer.total_nodes > answer.nodes);
    let fresh = solve(&go, &Context::new(limits));
    assert!(answer.nodes < fresh.nodes, "{} and {}", answer.nodes, fresh.nodes);
}

#[test]
fn values_of_first_moves() {
    let go = go(3, 3);
    let answers =
        ReadOut::default().values_to_play(&go, &[go.start()], Goal::Score, &context()).unwrap();
    let choice = answers.choice(Goal::Score, go.max_score());
    let choice = choice.map(|chosen| (chosen.mv, chosen.finding.verdict()));
    assert_eq!(choice, Some((Move::Place(4), Verdict::Score { score: Score(9) })));
    let found = |mv| answers.moves.iter().find(|(other, _)| *other == mv).unwrap().1;
    let of = |point: u8| found(Move::Place(point)).verdict();
    assert_eq!(of(1), Verdict::Cycle(Bounds::new(3, 9)));
    assert_eq!(of(0), Verdict::Score { score: Score(-9) });
}

#[test]
fn a_game_may_end_on_stones_that_should_have_been_taken() {
    // White has passed too early: the dead stone counts if Black passes too.
    let text = "2x7: XOOOOOO .O..... X passed";
    let go = go(2, 7);
    let position = go.parse_position(text).unwrap();
    assert_eq!(position.side, Side::First);
    let (oracle, _) = Oracle::new(&go, &context()).unwrap().unwrap();
    let truth = oracle.value(&State::of(&position, Side::First)).unwrap();
    let answer = ReadOut::default().solve(&go, &position, Goal::Score, &context()).unwrap();
    assert_eq!(
        answer.verdict().bounds().unwrap(),
        Bounds::new(truth.low.into(), truth.high.into())
    );
    // A search takes the dead stone for gone, so it has no line to offer.
    assert!(answer.line.is_empty());
}

#[test]
#[ignore = "slow: larger boards"]
fn larger_boards_are_proved() {
    for (rows, columns, value) in [(2, 7, 14), (3, 6, 18), (4, 5, 20), (3, 7, 21)] {
        let go = go(rows, columns);
        let answer = solve(&go, &context());
        assert_eq!(answer.verdict(), Verdict::Score { score: Score(value) }, "{rows}x{columns}");
    }
    let answer = solve(&go(4, 4), &context());
    assert_eq!(answer.verdict(), Verdict::Cycle(Bounds::new(1, 16)));
}

/// Without a table, moves are asked about in turns for as long as there is time: whatever is told
/// then is what the table tells.
#[test]
fn what_is_found_in_turns_is_what_a_table_tells() {
    let table = ReadOut::default();
    let mut dice = Dice::new(23);
    let (mut all, mut settled) = (0, 0);
    for round in 0..60 {
        let tie = [Repetition::Open, Repetition::Tie(0), Repetition::Tie(3)][round % 3];
        let board = [(2, 3), (3, 3), (2, 5), (3, 4)][round % 4];
        let mut go = go(board.0, board.1);
        go.rules.repetition = tie;
        go.rules.komi = [0, 2][round % 2];
        let mut position = go.start();
        for _ in 0..dice.below(10) {
            let mut moves = Vec::new();
            go.moves(&position, &mut moves);
            let next = go.play(&position, moves[dice.below(moves.len())]);
            if go.final_score(&next).is_none() {
                position = next;
            }
        }
        let time = Some(Duration::from_millis([20, 600][round % 2]));
        // Too little for a table, but not for a search.
        let limits = Limits { memory: 1 << 22, time, ..Limits::default() };
        let hurried = Context::new(limits);
        assert!(!table.tables.can_have(&go, &hurried));
        let text = go.print_position(&position);
        let told = ReadOut::default().values(&go, &position, Goal::Score, &hurried).unwrap();
        let truth = table.values(&go, &position, Goal::Score, &context()).unwrap();
        for ((mv, found), (same, value)) in told.moves.iter().zip(&truth.moves) {
            assert_eq!(mv, same);
            all += 1;
            let ends = value.verdict().bounds().unwrap();
            match found.verdict() {
                Verdict::Unknown => {}
                Verdict::Bounds(bounds) => {
                    assert!(bounds.low <= ends.low && ends.high <= bounds.high, "{text} {mv:?}");
                }
                verdict => {
                    assert_eq!(verdict, value.verdict(), "{text} {mv:?}");
                    settled += 1;
                }
            }
            assert!(found.bracket().is_none_or(|ends| Some(ends) == value.bracket()), "{text}");
        }
    }
    assert!(4 * settled > all, "{settled} of {all}");
}

#[test]
fn what_little_time_suffices_for_is_known_without_a_table() {
    let go = go(4, 4);
    let solver = ReadOut::default();
    let position = go.parse_position("4x4: XXX. XOOX .O.O OO.O X").unwrap();
    let time = Some(Duration::from_secs(3));
    let hurried = Context::new(Limits { memory: 1 << 30, time, ..Limits::default() });
    let found = solver.values(&go, &position, Goal::Score, &hurried).unwrap();
    assert!(
        found.moves.iter().all(|(_, v)| v.verdict() == Verdict::Score { score: Score(-16) }),
        "{found:?}"
    );
    assert!(found.nodes > 0 && solver.tables.at_hand(&go).unwrap().is_none(), "{found:?}");
    assert_eq!(found.stopped, None);
}

#[test]
fn superko_by_turns_tells_the_same() {
    let mut dice = Dice::new(3);
    let mut settled = 0;
    for round in 0..12 {
        let mut go = go(2, 3);
        go.rules.ko = [Ko::Positional, Ko::Situational][round % 2];
        let mut position = go.start();
        for _ in 0..2 + dice.below(8) {
            let mut moves = Vec::new();
            go.moves(&position, &mut moves);
            let next = go.play(&position, moves[dice.below(moves.len())]);
            if go.final_score(&next).is_none() {
                position = next;
            }
        }
        let values = |time| {
            let limits = Limits { memory: 1 << 28, time, ..Limits::default() };
            let values = ReadOut::default();
            values.values(&go, &position, Goal::Score, &Context::new(limits)).unwrap().moves
        };
        let text = go.print_position(&position);
        let truth = values(None);
        assert!(
            truth.iter().all(|(_, found)| found.verdict().score().is_some()),
            "{text} {truth:?}"
        );
        for ((mv, told), (_, value)) in values(Some(Duration::from_millis(300))).iter().zip(&truth)
        {
            let (value, ends) = (
                value.verdict().score().unwrap(),
                told.verdict().bounds().unwrap_or(go.scores(position.side)),
            );
            assert!(ends.low <= value && value <= ends.high, "{text} {mv:?}");
            settled += usize::from(told.verdict().score().is_some());
        }
    }
    assert!(settled > 12, "{settled}");
}

/// A line that is told keeps the value with every move, also where dead stones are on the board.
#[test]
fn every_move_of_a_line_keeps_the_value() {
    let mut followed = 0;
    for (rows, columns) in [(2, 3), (3, 3)] {
        let go = go(rows, columns);
        let solver = ReadOut::default();
        let oracle = ReadOut::default();
        let mut positions = vec![go.start()];
        if rows == 3 {
            positions.push(go.parse_position("3x3: OX. OXO .X. X").unwrap());
        }
        for game in 0..60 {
            let mut dice = yomikiri_core::Dice::numbered(21, game);
            let mut position = go.start();
            for _ in 0..6 {
                let mut moves = Vec::new();
                go.moves(&position, &mut moves);
                if moves.is_empty() {
                    break;
                }
                position = go.play(&position, moves[dice.below(moves.len())]);
            }
            positions.push(position);
        }
        for start in positions.iter().filter(|position| go.final_score(position).is_none()) {
            let answer = solver.solve(&go, start, Goal::Score, &context()).unwrap();
            let Some(Score(value)) = answer.verdict().score() else { continue };
            let mut position = start.clone();
            for mv in &answer.line {
                position = go.play(&position, *mv);
                let truth = oracle.values(&go, &position, Goal::Score, &context()).unwrap();
                let best =
                    truth.moves.iter().filter_map(|(_, found)| found.verdict().score()).max();
                let best = go.final_score(&position).or(best);
                let kept = if position.side == start.side { value } else { -value };
                // Where endless play has a say, the value is not one number.
                if let Some(Score(best)) = best {
                    assert_eq!(best, kept, "{} {:?}", go.print_position(start), answer.line);
                    followed += 1;
                }
            }
        }
    }
    assert!(followed > 40, "{followed}");
}
