//! The paper's four programs against the truth.

mod common;

use common::{context, go};
use yomikiri_core::{Context, Game, Goal, Limits, Outcome, Side, Solver, Verdict};
use yomikiri_go::ladder::{Ladder, Program, Weights};
use yomikiri_go::oracle::Oracle;
use yomikiri_go::{Go, Move, Position, Scoring, State};

/// Who wins by the program's own count: Black, White, or nobody that can force it.
fn truth(ladder: Ladder, oracle: &Oracle, position: &Position) -> Option<Side> {
    let value = oracle.value(&State::of(position, Side::First)).unwrap();
    let value = if position.side == Side::First { value } else { -value };
    let draw = if ladder == Ladder::Taro55 { -1 } else { 0 };
    match () {
        _ if value.low >= 1 => Some(Side::First),
        _ if i32::from(value.high) <= draw => Some(Side::Second),
        _ => None,
    }
}

fn oracles(rows: usize, columns: usize) -> [Oracle; 2] {
    [Scoring::Area, Scoring::Stones].map(|scoring| {
        let mut go = go(rows, columns);
        go.rules.scoring = scoring;
        Oracle::new(&go, &context()).unwrap().unwrap().0
    })
}

fn winner(program: &Program, verdict: &Verdict, side: Side) -> Option<Side> {
    program.asked().outcome(verdict, side).map(|outcome| match outcome {
        Outcome::Win => side,
        Outcome::Loss => !side,
        Outcome::Draw => panic!("a program never says that nobody wins"),
    })
}

/// Every so many states of a board, with either side to move and after a pass too.
fn agrees(rows: usize, columns: usize, every: usize, patience: u64) -> [u32; 3] {
    let go = go(rows, columns);
    let oracles = oracles(rows, columns);
    let mut counts = [0; 3];
    let boards = oracles[0].boards.iter().enumerate().filter(|(number, _)| number % every == 0);
    for (number, code) in boards {
        let [own, other] = oracles[0].numbering.board_of(*code);
        let side = [Side::First, Side::Second][number / every % 2];
        let (black, white) = if side == Side::First { (own, other) } else { (other, own) };
        let mut position = go.position(black, white, side);
        position.passes = u8::from((number / every).is_multiple_of(5));
        for ladder in Ladder::ALL {
            let program = ladder.program();
            let oracle = &oracles[usize::from(ladder == Ladder::Taro55)];
            let truth = truth(ladder, oracle, &position);
            // Where nobody can force a win there is no end.
            let nodes = truth.is_none().then_some(patience);
            let context = Context::new(Limits { nodes, ..Limits::default() });
            let answer = program.solve(&go, &position, Goal::Win, &context).unwrap();
            let name = format!("{} {}", ladder.label(), go.print_position(&position));
            assert_eq!(winner(&program, &answer.verdict(), side), truth, "{name}");
            assert_eq!(answer.stopped.is_some(), truth.is_none(), "{name}");
            follow(&go, oracle, ladder, &position, &answer.line, truth);
            counts[truth.map_or(2, |side| usize::from(side == Side::Second))] += 1;
        }
    }
    counts
}

/// A line is legal, and the winner keeps its win with every move.
fn follow(
    go: &Go,
    oracle: &Oracle,
    ladder: Ladder,
    start: &Position,
    line: &[Move],
    winner: Option<Side>,
) {
    let mut position = start.clone();
    for mv in line {
        let mut moves = Vec::new();
        go.moves(&position, &mut moves);
        assert!(moves.contains(mv), "{} {line:?}", go.print_position(start));
        position = go.play(&position, *mv);
        if position.passes < 2 {
            let name = go.print_position(start);
            assert_eq!(
                truth(ladder, oracle, &position),
                winner,
                "{} {name} {line:?}",
                ladder.label()
            );
        }
    }
    assert!(winner.is_some() || line.is_empty());
}

#[test]
fn all_four_programs_tell_who_wins_on_small_boards() {
    let counts = agrees(2, 3, 1, 500);
    assert!(counts.iter().all(|count| *count > 40), "{counts:?}");
    let counts = agrees(3, 3, 5, 2_000);
    assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
}

#[test]
fn all_four_programs_tell_who_wins_on_3x4() {
    let counts = agrees(3, 4, 997, 5_000);
    assert!(counts[0] > 50 && counts[1] > 50, "{counts:?}");
}

fn solve(program: Program, text: &str) -> (Option<Side>, yomikiri_core::Answer<Move>) {
    let rules = yomikiri_go::Rules::default();
    let (board, position) = yomikiri_go::notation::parse_position(text, rules).unwrap();
    let answer = program.solve(&Go { board, rules }, &position, Goal::Win, &context()).unwrap();
    (winner(&program, &answer.verdict(), position.side), answer)
}

/// The paper's figure 18: White wins, and only dame extension sees it without a search.
#[test]
fn white_wins_the_papers_figure_18() {
    let nodes = Ladder::ALL.map(|ladder| {
        let (winner, answer) = solve(ladder.program(), "5x5: X.X.X XXXXX ..... OOOOO .O.O. O");
        assert_eq!(winner, Some(Side::Second), "{}", ladder.label());
        assert_eq!(answer.stopped, None);
        answer.nodes
    });
    assert_eq!(nodes[3], 1);
    assert!(nodes[2] > 100 && nodes[1] > nodes[2], "{nodes:?}");
}

/// A drawn game is White's but for 55taro, whose it is nobody's.
#[test]
fn whose_a_draw_is_depends_on_the_program() {
    let over = "2x3: X.O X.O X over";
    for ladder in Ladder::ALL {
        let expected = (ladder != Ladder::Taro55).then_some(Side::Second);
        let (board, position) =
            yomikiri_go::notation::parse_position(over, Default::default()).unwrap();
        let program = ladder.program();
        let answer = program.solve(&Go::new(board), &position, Goal::Win, &context()).unwrap();
        assert_eq!(answer.verdict().score(), Some(yomikiri_core::Score(0)));
        let outcome = program.asked().outcome(&answer.verdict(), position.side);
        let winner = match outcome {
            Some(Outcome::Loss) => Some(Side::Second),
            Some(Outcome::Draw) => None,
            other => panic!("{other:?}"),
        };
        assert_eq!(winner, expected, "{}", ladder.label());
    }
}

#[test]
fn moves_that_are_images_have_one_value_and_the_winning_ones_are_the_oracles() {
    let go = go(3, 3);
    let oracles = oracles(3, 3);
    for ladder in Ladder::ALL {
        let program = ladder.program();
        let oracle = &oracles[usize::from(ladder == Ladder::Taro55)];
        let answers = program.values(&go, &go.start(), Goal::Win, &context()).unwrap();
        assert_eq!((answers.moves.len(), answers.stopped), (10, None));
        for (mv, found) in &answers.moves {
            let next = go.play(&go.start(), *mv);
            let found = winner(&program, &found.verdict(), Side::First);
            assert_eq!(found, truth(ladder, oracle, &next), "{} {mv:?}", ladder.label());
        }
        let leading = answers.leading.unwrap();
        assert_eq!(truth(ladder, oracle, &go.play(&go.start(), leading)), Some(Side::First));
    }
}

#[test]
fn exchange_of_colours_changes_the_nodes_of_55taro_and_not_its_answer() {
    let merged = Ladder::Taro55.program();
    let apart = Program { colours: false, ..merged };
    let [(one, less), (other, more)] =
        [merged, apart].map(|program| solve(program, "3x4: .... .... .... X"));
    assert_eq!((one, other), (Some(Side::First), Some(Side::First)));
    assert!(less.nodes < more.nodes, "{} and {}", less.nodes, more.nodes);
}

#[test]
fn weights_are_read_and_change_the_order() {
    let weights: Weights = "1:9".parse().unwrap();
    assert_eq!((weights.position, weights.capture), (1, 9));
    for wrong in ["", "9", "9:", "9:-1", "a:b", "1:2:3", "1001:1"] {
        assert!(wrong.parse::<Weights>().is_err(), "{wrong}");
    }
    let base = Ladder::Base.program();
    let counts = [base, Program { weights, ..base }].map(|program| {
        let (winner, answer) = solve(program, "3x3: ... ... ... X");
        assert_eq!(winner, Some(Side::First));
        answer.nodes
    });
    assert_ne!(counts[0], counts[1]);
}
