//! Values of moves: the same by symmetry as one by one, and the same as those of the positions that
//! the moves lead to.

use std::sync::{Arc, Mutex};
use yomikiri_core::options::Options;
use yomikiri_core::tictactoe::TicTacToe;
use yomikiri_core::{
    Answer, Context, Dice, Doubt, Finding, Game, Goal, Limits, Progress, ProgressSink, Score,
    Solver, Standing, Verdict,
};
use yomikiri_go::{Board, Go, Rules};
use yomikiri_rooms::reports::Ends;
use yomikiri_rooms::results::{Question, Results};
use yomikiri_rooms::{Library, open};
use yomikiri_rooms::{Room, Seat};
use yomikiri_search::AlphaBeta;

fn context() -> Context {
    Context::new(Limits { threads: 1, memory: 1 << 28, ..Limits::default() })
}

/// Remembers what it is told of moves.
#[derive(Default)]
struct Told(Mutex<Vec<(String, Finding)>>);

impl ProgressSink for Told {
    fn report(&self, _: &Progress) {}
    fn found(&self, mv: &str, finding: &Finding) {
        self.0.lock().unwrap().push((mv.into(), *finding));
    }
}

/// Plays some moves by chance.
fn some_position<G: Game>(game: &G, plies: usize, dice: &mut Dice) -> G::Position {
    let mut position = game.start();
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let next = game.play(&position, moves[dice.below(moves.len())]);
        if game.final_score(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Every move has the same value as without regard to symmetry, and is told once; how many moves
/// were spared.
fn agrees<G: Game>(game: &G, position: &G::Position, solver: &dyn Solver<G>) -> usize {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let told = Arc::new(Told::default());
    let by_class = context().with_progress(told.clone());
    let found = solver.values(game, position, Goal::Score, &by_class).unwrap();
    let plain = solver.values_of(game, position, &moves, Goal::Score, &context()).unwrap();
    assert_eq!(found.moves, plain.moves, "{}", game.print_position(position));
    let mut told = told.0.lock().unwrap().clone();
    if !told.is_empty() {
        let name = |(mv, found): &(G::Move, Finding)| (game.print_move(position, *mv), *found);
        let mut expected: Vec<_> = found.moves.iter().map(name).collect();
        told.sort_by(|a, b| a.0.cmp(&b.0));
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(told, expected);
    }
    let classes: std::collections::HashSet<_> = moves
        .iter()
        .map(|mv| {
            let next = game.play(position, *mv);
            game.symmetries(&next).iter().map(|image| game.print_position(image)).min()
        })
        .collect();
    moves.len() - classes.len()
}

#[test]
fn images_have_the_values_that_they_have_one_by_one() {
    let mut dice = Dice::new(5);
    let go = Go { board: Board::new(3, 3).unwrap(), rules: Rules::default() };
    let reads_go = yomikiri_go::ReadOut::default();
    let othello =
        yomikiri_othello::Othello::new(yomikiri_othello::notation::parse_size("4x4").unwrap());
    let mut spared = [0, 0];
    for plies in 0..8 {
        let position = some_position(&go, plies, &mut dice);
        spared[0] += agrees(&go, &position, &reads_go);
        let position = some_position(&othello, plies, &mut dice);
        spared[1] += agrees(&othello, &position, &yomikiri_othello::ReadOut::default());
    }
    assert!(spared[0] > 6 && spared[1] >= 3, "{spared:?}");
    let amazons = yomikiri_amazons::Amazons::at(
        yomikiri_amazons::notation::parse_position("X..|...|..O").unwrap(),
    );
    let sums = yomikiri_amazons::ReadSums::new(None);
    assert!(agrees(&amazons, &amazons.start, &sums) > 0);
}

#[test]
fn a_move_has_the_bracket_of_the_position_that_it_leads_to() {
    for (board, repetition, moves) in [
        ("2x3", "tie=0", ""),
        ("2x3", "open", "A1"),
        ("3x3", "tie=3", "B1"),
        ("3x3", "open", "B1"),
        ("3x4", "tie=0", "A1 B2"),
        ("3x4", "tie=-3", "C2 B3 C1 B1 pass"),
        ("3x4", "open", ""),
    ] {
        let options = Options::default().with("repetition", repetition);
        let room = Library::new(None).open("go", board, &options, moves).unwrap();
        let valued = room.values(None, Goal::Score, &context()).unwrap();
        for mv in &valued.moves {
            let after = room.after(&mv.name).unwrap().solve(None, Goal::Score, &context()).unwrap();
            let ends = match after.bracket {
                Ends::Pair(Some([low, high])) => Ends::Pair(Some([-high, -low])),
                other => other,
            };
            assert_eq!(mv.bracket, ends, "{board} {repetition} {moves} {}", mv.name);
            assert!(ends.are_known());
            assert_eq!(
                mv.finding.verdict(),
                -after.finding.verdict(),
                "{board} {repetition} {moves} {}",
                mv.name
            );
        }
    }
}

/// The paper's bounds name winners, but one step of their rule is taken for granted.
#[test]
fn nothing_is_exact_that_is_not_proved() {
    let room = open("amazons", "X.. + .XO#|..#.", &Options::default()).unwrap();
    let solved = room.solve(Some("bounds"), Goal::Score, &context()).unwrap();
    assert!(
        solved.doubt == Some(Doubt::Rule) && !solved.exact && solved.value.is_none(),
        "{solved:?}"
    );
    assert_eq!(solved.winner, Some("first"));
    let valued = room.values(Some("bounds"), Goal::Score, &context()).unwrap();
    assert!(valued.moves.iter().all(|mv| !mv.exact && mv.value.is_none()), "{valued:?}");
    assert!(room.solve(None, Goal::Score, &context()).unwrap().exact);
}

/// Names a winner without a proof.
struct Doubtful(Doubt);

impl Solver<TicTacToe> for Doubtful {
    fn name(&self) -> &'static str {
        "doubtful"
    }

    fn solve(
        &self,
        _: &TicTacToe,
        _: &<TicTacToe as Game>::Position,
        _: Goal,
        _: &Context,
    ) -> yomikiri_core::Result<Answer<<TicTacToe as Game>::Move>> {
        let win = Verdict::Score { score: Score(1) };
        Ok(Answer::new(Finding::unverified(win, self.0), 1))
    }
}

#[test]
fn what_is_not_proved_is_neither_exact_nor_best_nor_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let results = Arc::new(Results::open(folder.path()).unwrap());
    for doubt in [Doubt::Unchecked, Doubt::Rule] {
        let mut room = Seat::new(TicTacToe, TicTacToe.start()).with_solver(Doubtful(doubt));
        room.remember_in(results.clone());
        let solved = room.solve(None, Goal::Score, &context()).unwrap();
        assert_eq!((solved.doubt, solved.value, solved.exact), (Some(doubt), None, false));
        // Whoever names the winner by a rule has done what it can; a proof has to be checked.
        assert_eq!(solved.is_answer(Goal::Score), doubt == Doubt::Rule);
        let valued = room.values(None, Goal::Score, &context()).unwrap();
        assert_eq!((valued.choice, valued.moves.len()), (None, 9));
        assert!(valued.moves.iter().all(|mv| mv.standing == Standing::Possible && !mv.exact));
        assert_eq!(results.get(&Question::of(&room.look())).unwrap(), None, "nothing is kept");
    }
    let mut room = Seat::new(TicTacToe, TicTacToe.start()).with_solver(AlphaBeta);
    room.remember_in(results.clone());
    room.solve(None, Goal::Score, &context()).unwrap();
    assert!(results.get(&Question::of(&room.look())).unwrap().is_some(), "a proof is");
}

/// However it is found, a move's end is a ply further away than that of the position it leads to.
#[test]
fn a_move_takes_a_ply() {
    for position in ["3/2k/K2 w G 1", "2k/3/K2 b G 1", "1k1/3/1K1 b G 1"] {
        let room = open("shogi", position, &Options::default()).unwrap();
        let by = |method| room.values(method, Goal::Score, &context()).unwrap().moves;
        let (table, searched) = (by(Some("table")), by(Some("alphabeta-twice")));
        assert!(table.iter().any(|mv| mv.plies != yomikiri_rooms::reports::Distance::Plies(None)));
        for mv in table {
            let same = searched.iter().find(|other| other.name == mv.name).unwrap();
            assert_eq!(same.finding.verdict(), mv.finding.verdict(), "{position} {}", mv.name);
        }
    }
}
