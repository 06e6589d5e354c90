//! The default method gives the values of the plain search, of the paper, and of its own table.

use proptest::prelude::*;
use yomikiri_core::{Bounds, Context, Game, Goal, Limits, Outcome, Score, Solver, Stop};
use yomikiri_othello::{
    Device, KernelChoice, Move, Ordering, Othello, PaperMethod, Position, ReadOut, Scoring, Size,
    Start,
};
use yomikiri_search::AlphaBeta;

fn game(rows: u32, columns: u32, start: Start, scoring: Scoring) -> Othello {
    Othello { start, scoring, ..Othello::new(Size::new(rows, columns).unwrap()) }
}

fn context(threads: usize) -> Context {
    Context::new(Limits { threads, ..Limits::default() })
}

/// Plays the line and checks that it ends the game with the score that was claimed.
fn check_line(game: &Othello, position: &Position, line: &[Move], score: Score) {
    let mut end = *position;
    for mv in line {
        let mut moves = Vec::new();
        game.moves(&end, &mut moves);
        assert!(moves.contains(mv), "{mv:?} is not legal in {end:?}");
        end = game.play(&end, *mv);
    }
    let last = game.final_score(&end).expect("a perfect line ends the game");
    assert_eq!(if end.side == position.side { last } else { -last }, score);
}

/// The paper's table: board, start, value, Black's and White's discs at the end.
const PAPER: [(u32, u32, Start, i32); 8] = [
    (4, 4, Start::Othello, -8),
    (4, 6, Start::Othello, 16),
    (4, 8, Start::Othello, 32),
    (4, 10, Start::Othello, 40),
    (4, 4, Start::Reversi, -3),
    (4, 6, Start::Reversi, 18),
    (4, 8, Start::Reversi, 32),
    (4, 10, Start::Reversi, 40),
];

fn check_published(rows: &[(u32, u32, Start, i32)]) {
    for &(rows, columns, start, value) in rows {
        for threads in [1, 2] {
            let game = game(rows, columns, start, Scoring::Paper);
            let answer = ReadOut::default()
                .solve(&game, &game.start(), Goal::Score, &context(threads))
                .unwrap();
            assert_eq!(answer.verdict().score(), Some(Score(value)), "{rows}x{columns} {start:?}");
            check_line(&game, &game.start(), &answer.line, Score(value));
        }
    }
}

#[test]
fn published_values() {
    // Boards that take no time even without optimisation; the slow suite has the others.
    check_published(&PAPER[..2]);
    check_published(&PAPER[4..6]);
}

#[test]
#[ignore = "slow suite: scripts/test --slow"]
fn published_values_of_larger_boards() {
    check_published(&PAPER);
    check_published(&[(6, 6, Start::Othello, -4), (6, 6, Start::Reversi, -2)]);
    check_published(&[(4, 12, Start::Othello, 48), (4, 12, Start::Reversi, 48)]);
}

#[test]
fn tournament_scoring_gives_the_empties_to_the_winner() {
    for (rows, columns, start, value) in [(4, 4, Start::Othello, -10), (4, 6, Start::Reversi, 22)] {
        let game = game(rows, columns, start, Scoring::Tournament);
        let answer =
            ReadOut::default().solve(&game, &game.start(), Goal::Score, &context(1)).unwrap();
        assert_eq!(answer.verdict().score(), Some(Score(value)));
        check_line(&game, &game.start(), &answer.line, Score(value));
    }
}

#[test]
fn the_papers_method_gives_the_papers_values() {
    for (rows, columns, start, value) in [PAPER[0], PAPER[1], PAPER[4], PAPER[5]] {
        let game = game(rows, columns, start, Scoring::Paper);
        let answer =
            PaperMethod::default().solve(&game, &game.start(), Goal::Score, &context(1)).unwrap();
        assert_eq!(answer.verdict().score(), Some(Score(value)));
        check_line(&game, &game.start(), &answer.line, Score(value));
        assert!(answer.counts[0].1 > 0, "final positions are counted");
    }
}

#[test]
fn a_tall_board_is_the_wide_one_on_its_side() {
    let tall = game(6, 4, Start::Reversi, Scoring::Paper);
    let answer = ReadOut::default().solve(&tall, &tall.start(), Goal::Score, &context(1)).unwrap();
    assert_eq!(answer.verdict().score(), Some(Score(18)));
    check_line(&tall, &tall.start(), &answer.line, Score(18));
}

/// On every shape of board, with and without patterns.
#[test]
fn one_thread_visits_the_same_nodes_every_time_and_on_every_kernel() {
    for (rows, columns, empties) in [
        (4, 6, 20),
        (4, 8, 20),
        (4, 10, 20),
        (4, 12, 20),
        (4, 14, 20),
        (4, 16, 20),
        (6, 6, 18),
        (6, 8, 16),
        (6, 10, 16),
        (8, 8, 15),
    ] {
        let game = game(rows, columns, Start::Othello, Scoring::Paper);
        let position = late(&game, &[7, 1, 4, 2, 5, 8, 3].repeat(9), empties);
        let solve = |kernel| {
            let solver = ReadOut { kernel, ..ReadOut::default() };
            let answer = solver.solve(&game, &position, Goal::Score, &context(1));
            answer.map(|answer| (answer.nodes, answer.verdict(), answer.line))
        };
        let plain = solve(KernelChoice::Portable).unwrap();
        assert!(plain.0 > 1000, "{rows}x{columns}: {} nodes", plain.0);
        assert_eq!(solve(KernelChoice::Portable).unwrap(), plain, "{rows}x{columns}");
        for kernel in [KernelChoice::Avx2, KernelChoice::Avx512, KernelChoice::Fastest] {
            match solve(kernel) {
                Ok(found) => assert_eq!(found, plain, "{kernel:?} on {rows}x{columns}"),
                // A machine without the instructions says so.
                Err(error) => assert!(error.to_string().contains("has no AVX"), "{error}"),
            }
        }
    }
}

#[test]
fn limits_leave_honest_bounds() {
    let game = game(6, 6, Start::Othello, Scoring::Paper);
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let answer = ReadOut::default()
        .solve(&game, &game.start(), Goal::Score, &Context::new(limits.clone()))
        .unwrap();
    assert_eq!(answer.stopped, Some(Stop::Nodes));
    let bounds = answer.verdict().bounds().unwrap();
    assert!(bounds.low <= Score(-4) && Score(-4) <= bounds.high && bounds.exact().is_none());
    let answers = ReadOut::default()
        .values(&game, &game.start(), Goal::Score, &Context::new(limits))
        .unwrap();
    assert_eq!(answers.moves.len(), 4);
    for (_, verdict) in answers.moves {
        let bounds = verdict.verdict().bounds().unwrap();
        assert!(bounds.low <= Score(-4) && Score(-4) <= bounds.high);
    }
}

#[test]
fn too_little_memory_is_refused() {
    let game = game(4, 4, Start::Othello, Scoring::Paper);
    let context = Context::new(Limits { memory: 1000, ..Limits::default() });
    let error = ReadOut::default().solve(&game, &game.start(), Goal::Score, &context).unwrap_err();
    assert!(error.to_string().contains("at least 25 MiB are needed with 1 thread"), "{error}");
}

/// A position with at most `empties` empty squares, from a random game.
fn late(game: &Othello, choices: &[u8], empties: u32) -> Position {
    let mut position = game.start();
    for choice in choices {
        let empty = game.size.full() & !(position.black | position.white);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if empty.count_ones() <= empties || moves.is_empty() {
            break;
        }
        position = game.play(&position, moves[*choice as usize % moves.len()]);
    }
    position
}

fn sizes() -> impl Strategy<Value = Size> {
    prop::sample::select(Size::all().collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// On any board, start and scoring, one thread or two, score or winner only, with every
    /// move's value: the same as the plain search.
    #[test]
    fn the_default_method_agrees_with_the_plain_search(
        size in sizes(),
        choices in prop::collection::vec(any::<u8>(), 80),
        reversi: bool,
        tournament: bool,
        threads in 1usize..3,
        empties in 1u32..8,
    ) {
        let start = if reversi { Start::Reversi } else { Start::Othello };
        let scoring = if tournament { Scoring::Tournament } else { Scoring::Paper };
        let game = Othello { size, start, scoring };
        let position = late(&game, &choices, empties);
        let plain = AlphaBeta
            .solve(&game, &position, Goal::Score, &context(1)).unwrap().verdict().score().unwrap();
        let answer =
            ReadOut::default().solve(&game, &position, Goal::Score, &context(threads)).unwrap();
        prop_assert_eq!(answer.verdict().score(), Some(plain));
        check_line(&game, &position, &answer.line, plain);
        let win = ReadOut::default().solve(&game, &position, Goal::Win, &context(threads)).unwrap();
        prop_assert_eq!(win.verdict().outcome(), Some(Outcome::from(plain)));
        let paper = PaperMethod::default().solve(&game, &position, Goal::Score, &context(1)).unwrap();
        prop_assert_eq!(paper.verdict().score(), Some(plain));
        // The list of empty squares and the kept counts change what it takes, and nothing else.
        let question = (&game, &position, Goal::Score);
        let whole = PaperMethod::default().read(question, None, &context(1));
        prop_assert_eq!((whole.bounds.exact(), whole.nodes), (Some(plain), paper.nodes));
        for device in [Device::List, Device::Counts] {
            let without = PaperMethod::default().read(question, Some(device), &context(1));
            prop_assert_eq!(without, whole, "without {:?}", device);
        }
        let values =
            ReadOut::default().values(&game, &position, Goal::Score, &context(threads)).unwrap();
        let best = values.moves.iter().filter_map(|(_, verdict)| verdict.verdict().score()).max();
        prop_assert!(values.moves.is_empty() || best == Some(plain));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// Far enough from the end that tables, previews, splits and symmetry all take part.
    #[test]
    fn deeper_positions_agree_between_methods_threads_and_kernels(
        choices in prop::collection::vec(any::<u8>(), 80),
        reversi: bool,
    ) {
        let start = if reversi { Start::Reversi } else { Start::Othello };
        let game = game(4, 6, start, Scoring::Paper);
        let position = late(&game, &choices, 16);
        let plain = PaperMethod::default()
            .solve(&game, &position, Goal::Score, &context(1)).unwrap().verdict().score().unwrap();
        for threads in [1, 4] {
            let answer = ReadOut { kernel: KernelChoice::Portable, ..ReadOut::default() }
                .solve(&game, &position, Goal::Score, &context(threads)).unwrap();
            prop_assert_eq!(answer.verdict().score(), Some(plain));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever moves are ordered by: far enough from the end that it is made use of.
    #[test]
    fn both_orderings_give_the_same_values(
        size in prop::sample::select(vec![(4, 8), (6, 6), (6, 8), (8, 6), (6, 10), (8, 8)]),
        choices in prop::collection::vec(any::<u8>(), 80),
        tournament: bool,
        threads in 1usize..3,
        empties in 13u32..17,
    ) {
        let scoring = if tournament { Scoring::Tournament } else { Scoring::Paper };
        let game = game(size.0, size.1, Start::Othello, scoring);
        let position = late(&game, &choices, empties);
        let solver = |ordering| ReadOut { ordering, ..ReadOut::default() };
        let score = |ordering| {
            let context = context(threads);
            let answer = solver(ordering).solve(&game, &position, Goal::Score, &context).unwrap();
            let score = answer.verdict().score().unwrap();
            check_line(&game, &position, &answer.line, score);
            score
        };
        prop_assert_eq!(score(Ordering::Trained), score(Ordering::Plain));
        let values = |ordering| {
            let context = context(threads);
            solver(ordering).values(&game, &position, Goal::Score, &context).unwrap().moves
        };
        prop_assert_eq!(values(Ordering::Trained), values(Ordering::Plain));
    }
}

#[test]
fn bounds_of_a_goal() {
    assert!(Goal::Win.reached(Bounds::new(2, 30)) && !Goal::Score.reached(Bounds::new(2, 30)));
}

/// What is believed before anything is proved is kept, too: of this position it takes more nodes than
/// a slice has.
#[test]
fn slices_too_short_for_the_look_ahead_come_to_the_end() {
    const SLICE: u64 = 250_000;
    const MOST_SLICES: u32 = 150;
    let game = game(6, 6, Start::Othello, Scoring::Paper);
    let text = "6x6: X-O--- -XO--- O-XX-- -OOX-- ---O-- ----O- X";
    let position = game.parse_position(text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits { nodes: Some(SLICE), memory: 64 << 20, ..Limits::default() };
    let mut slices = 0;
    let answer = loop {
        let context = Context::new(limits.clone()).with_checkpoint(folder.path().into());
        let answer = ReadOut::default().solve(&game, &position, Goal::Score, &context).unwrap();
        slices += 1;
        if answer.stopped.is_none() {
            break answer;
        }
        if slices == 1 {
            assert!(answer.finding.as_proved().is_none_or(|known| !known.is_whole()));
        }
        assert!(slices < MOST_SLICES, "it does not get on: {:?}", answer.finding);
    };
    assert_eq!(answer.verdict().score(), Some(Score(30)));
    check_line(&game, &position, &answer.line, Score(30));
    assert!(slices > 10 && answer.total_nodes > 10 * SLICE, "{slices} slices");
}
