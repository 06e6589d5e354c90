//! What the paper claims and conjectures, judged by our numbers.

mod cost;

use super::cases::{Case, RECTANGLES, SQUARES, STARTS, start_name};
use super::published::PUBLISHED;
use super::results::{self, AsPrinted, FIRST_MOVES, Results};
use crate::format::{Sentences, listed, score, time};
use crate::report::{Claim, Status, Whose};
use crate::runs::Run;
use yomikiri_core::Outcome;
use yomikiri_othello::{Scoring, Size, Start};

pub(super) use cost::{speed, win_pairs};

pub(super) fn all(results: &Results) -> Vec<Claim> {
    vec![
        ten_rows(results),
        cost::feinstein(results),
        printed_lines(results),
        shirahama(results),
        own_conjecture(results),
        share_rises(results),
        cost::growth(results),
        cost::years(results),
        cost::eight_by_eight(),
        cost::win_reading(results),
        cost::moves_a_second(results),
        cost::devices(results),
        one_first_move(results),
        two_first_moves(results),
        scoring(results),
    ]
}

fn boards<'a>(cases: impl IntoIterator<Item = &'a Case>) -> Vec<String> {
    cases.into_iter().map(Case::board).collect()
}

pub(super) fn ten_rows(results: &Results) -> Claim {
    let (mut agree, mut differ, mut missing) = (0, Vec::new(), Vec::new());
    for row in &PUBLISHED {
        let case = Case::new(row.size(), row.start);
        match results.get(case).and_then(|run| run.found.value()) {
            Some(value) if value == row.value => agree += 1,
            Some(_) => differ.push(case.title()),
            None => missing.push(case.title()),
        }
    }
    let all = PUBLISHED.len();
    let proved =
        (agree > 0).then(|| format!("{agree} of the {all} published values were proved again."));
    let evidence = Sentences::default().maybe(proved).list("Different: ", &differ, ".").list(
        "Not settled in this run: ",
        &missing,
        ".",
    );
    let status = match (differ.is_empty(), missing.is_empty()) {
        (false, _) => Status::Refuted,
        (true, true) => Status::Confirmed,
        (true, false) => Status::Open,
    };
    Claim::paper("The ten published values.", status, evidence)
}

/// What is left of the paper's figures 4-1 to 4-10.
fn printed_lines(results: &Results) -> Claim {
    let (mut there, mut none, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for row in &PUBLISHED {
        let case = Case::new(row.size(), row.start);
        let list = match results.as_printed(row) {
            AsPrinted::Line(_) => &mut there,
            AsPrinted::None => &mut none,
            AsPrinted::Unknown => &mut open,
        };
        list.push(format!("{} {}", case.board(), case.start()));
    }
    let status = match (there.len(), none.is_empty()) {
        (_, false) => Status::Refuted,
        (10, true) => Status::Confirmed,
        _ => Status::Open,
    };
    let evidence = Sentences::default()
        .say(
            "The moves of the paper's lines stood in figures that are lost; the final discs and the \
             numbers of the passes are printed.",
        )
        .list(
            "A perfect line with both was found, every move in it proved to keep the value: ",
            &there,
            ".",
        )
        .list("All perfect lines were tried, and no line has both: ", &none, ".")
        .list("Not checked, or not found within bounds: ", &open, ".");
    Claim::paper(
        "Figures 4-1 to 4-10: perfect play ends with the printed discs, and passes at the printed \
         moves.",
        status,
        evidence,
    )
}

/// Half the sides, as the conjectures write a board 2m×2n.
fn halves(case: &Case) -> (u32, u32) {
    (case.game.size.rows() / 2, case.game.size.columns() / 2)
}

fn shirahama(results: &Results) -> Claim {
    let predicted = |case: &Case| {
        let (m, n) = halves(case);
        if (m + n) % 2 == 1 { Outcome::Win } else { Outcome::Loss }
    };
    let outcomes = results.outcomes(Start::Othello);
    let (fits, fails): (Vec<_>, Vec<_>) =
        outcomes.into_iter().partition(|(case, outcome)| predicted(case) == *outcome);
    let named = |cases: &[(Case, Outcome)]| boards(cases.iter().map(|(case, _)| case));
    let status = if fails.is_empty() { Status::Open } else { Status::Refuted };
    Claim::paper(
        "Shirahama's conjecture (2007, which the paper finds refuted by 4×8): on 2m×2n the first \
         player wins if m + n is odd, the second player if it is even.",
        status,
        Sentences::default().list("It fails on ", &named(&fails), ".").list(
            "It holds on ",
            &named(&fits),
            ".",
        ),
    )
    .by(Whose::Others)
}

fn own_conjecture(results: &Results) -> Claim {
    let covered = |start| {
        let mut outcomes = results.outcomes(start);
        outcomes.retain(|(case, _)| {
            let (m, n) = halves(case);
            m != n || m >= 5
        });
        outcomes
    };
    let split = |start| -> (Vec<Case>, Vec<Case>) {
        let (wins, others): (Vec<_>, Vec<_>) =
            covered(start).into_iter().partition(|(_, outcome)| *outcome == Outcome::Win);
        let cases = |list: Vec<(Case, Outcome)>| list.into_iter().map(|(case, _)| case).collect();
        (cases(wins), cases(others))
    };
    let (wins, fails) = split(Start::Othello);
    let (reversi_wins, reversi_fails) = split(Start::Reversi);
    let new = wins.iter().filter(|case| !is_published(case.game.size));
    let read = !(wins.is_empty() && reversi_wins.is_empty());
    let unbroken = fails.is_empty() && reversi_fails.is_empty();
    let evidence = Sentences::default()
        .list("From the Othello start the first player wins on ", &boards(&wins), ".")
        .list("New among these: ", &boards(new), ".")
        .list("From the Reversi start the first player wins on ", &boards(&reversi_wins), ".")
        .maybe((read && unbroken).then_some("No counterexample among the boards read."))
        .list("The first player does not win on ", &boards(fails.iter().chain(&reversi_fails)), ".")
        .maybe(match results.get(Case::on(6, 8, Start::Othello).win()) {
            Some(Run { found, seconds, .. }) if found.outcome().is_none() => Some(format!(
                "6×8 was tried for {} and is open: its value is proved to lie between {} and {}.",
                time(*seconds),
                score(found.low),
                score(found.high)
            )),
            Some(_) => None,
            None => Some("6×8 was not tried in this run.".into()),
        })
        .say(
            "Square boards from 10×10 up, the other half of the conjecture, are out of reach: see \
             what was left out.",
        );
    let status = if fails.is_empty() { Status::Open } else { Status::Refuted };
    Claim::paper(
        "The paper's conjecture: the first player wins on 2m×2n if m ≠ n, or if m = n ≥ 5.",
        status,
        evidence,
    )
}

fn is_published(size: Size) -> bool {
    PUBLISHED.iter().any(|row| row.size() == size)
}

fn share_rises(results: &Results) -> Claim {
    let mut evidence = Sentences::default();
    let (mut falls, mut whole) = (false, true);
    for start in STARTS {
        for (family, shape) in [(SQUARES, "square"), (RECTANGLES, "rectangular")] {
            let share = |(rows, columns): &(u32, u32)| {
                let case = Case::on(*rows, *columns, start);
                let share = results.get(case).and_then(|run| run.found.share());
                (case, share)
            };
            let shares: Vec<_> = family.iter().map(share).collect();
            // The paper's own boards are all needed; larger ones are welcome.
            whole &=
                shares.iter().all(|(case, share)| share.is_some() || !is_published(case.game.size));
            let known = shares.iter().filter_map(|(case, share)| Some((case.board(), (*share)?)));
            let known: Vec<(String, f64)> = known.collect();
            let told: Vec<_> =
                known.iter().map(|(board, share)| format!("{board} {share:.1} %")).collect();
            evidence = evidence.list(
                &format!("{} start, {shape} boards: ", start_name(start)),
                &told,
                ".",
            );
            falls |= known.windows(2).any(|pair| pair[1].1 < pair[0].1);
        }
    }
    if results.outcomes(Start::Othello).iter().any(|(case, outcome)| {
        case.game.size == Case::on(6, 8, Start::Othello).game.size && *outcome == Outcome::Loss
    }) {
        evidence = evidence.say("But White wins on 6×8, so the share falls below 50 % there.");
        falls = true;
    }
    let (status, meaning) = match (falls, whole) {
        (true, _) => (Status::Refuted, "It falls at least once."),
        (false, true) => (
            Status::Confirmed,
            "It never falls from one board read to the next; a share of 100 % cannot rise further.",
        ),
        (false, false) => (Status::Open, "Not all of the paper's boards were settled in this run."),
    };
    Claim::paper(
        "The first player's share of the discs rises with the board, for both starts (judged on the \
         paper's boards, and on larger ones as far as they were read).",
        status,
        evidence.say(meaning),
    )
}

fn one_first_move(results: &Results) -> Claim {
    let mut evidence = Sentences::default();
    let mut classes = Vec::new();
    for (case, run) in &results.first_moves {
        if case.game.start != Start::Othello || !run.found.settled {
            continue;
        }
        let mut values: Vec<(usize, i32)> =
            run.found.moves.iter().map(|mv| (mv.class, mv.low)).collect();
        values.sort();
        values.dedup();
        let told: Vec<_> = values.iter().map(|(_, value)| score(*value)).collect();
        let (board, count) = (case.board(), run.found.moves.len());
        evidence = match values.len() {
            1 => evidence.list(
                &format!("On {board} the {count} first moves are images of each other, worth "),
                &told,
                ".",
            ),
            many => {
                evidence.list(&format!("On {board} they form {many} classes, worth "), &told, ".")
            }
        };
        classes.push(values.len());
    }
    let status = match classes.iter().any(|classes| *classes > 1) {
        true => Status::Refuted,
        // One board that is alike in all four corners says nothing of the others.
        false if classes.len() == FIRST_MOVES.len() => Status::Confirmed,
        false => Status::Open,
    };
    if status == Status::Refuted {
        evidence = evidence.say(
            "One first move is enough on square boards only: on a rectangle the crossed start is \
             kept by the half turn alone. The published values are right nevertheless.",
        );
    }
    Claim::paper(
        "From the Othello start it is enough to search one of the four first moves.",
        status,
        evidence,
    )
}

/// The other half of section 3.6, which follows from the rules without a search.
fn two_first_moves(results: &Results) -> Claim {
    let boards: Vec<Case> = PUBLISHED
        .iter()
        .filter(|row| row.start == Start::Reversi)
        .map(|row| Case::new(row.size(), row.start))
        .collect();
    let counted: Vec<(String, (usize, usize))> =
        boards.iter().map(|case| (case.board(), case.first_classes())).collect();
    let told = counted.iter().map(|(board, (moves, classes))| {
        format!("{board} {moves} first moves in {classes} classes")
    });
    let mut unlike = false;
    let mut values = Vec::new();
    for (case, run) in &results.first_moves {
        if case.game.start != Start::Reversi || !run.found.settled {
            continue;
        }
        let mut of: Vec<(usize, i32)> =
            run.found.moves.iter().map(|mv| (mv.class, mv.low)).collect();
        of.sort();
        of.dedup();
        // Two values of one class would be a fault of the program.
        unlike |= of.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let worth: Vec<String> = of.iter().map(|(_, value)| score(*value)).collect();
        values.extend(listed(&worth).map(|worth| format!("{} {worth}", case.board())));
    }
    let enough = counted.iter().all(|(_, (_, classes))| *classes <= 2) && !unlike;
    Claim::paper(
        "From the Reversi start it is enough to search two of the four first moves.",
        Status::judged(Some(enough)),
        Sentences::default()
            .list(
                "By the symmetries that keep the start, on every board of the paper: ",
                &told.collect::<Vec<_>>(),
                ". Moves of one class are images of each other, and worth the same.",
            )
            .list("What the classes are worth where they were read out: ", &values, "."),
    )
}

fn scoring(results: &Results) -> Claim {
    // What is published, and what comes out by this rule and by the other.
    let both: Vec<(i32, Option<i32>, Option<i32>)> = PUBLISHED
        .iter()
        .filter_map(|row| {
            let case = Case::new(row.size(), row.start);
            let (ours, other) = (results.get(case)?, results.get(case.tournament())?);
            Some((row.value, ours.found.value(), other.found.value()))
        })
        .collect();
    let asked = both.len();
    let paper = both.iter().filter(|(value, ours, _)| *ours == Some(*value)).count();
    let tournament = both.iter().filter(|(value, _, other)| *other == Some(*value)).count();
    let printed = |rule: &dyn Fn(u32, u32, u32) -> i32| {
        PUBLISHED
            .iter()
            .filter(|row| rule(row.black, row.white, row.size().squares()) == row.value)
            .count()
    };
    let by = |scoring: Scoring| {
        printed(&move |black, white, squares| scoring.score(black, white, squares))
    };
    let plain = printed(&|black, white, _| black as i32 - white as i32);
    let wrong = both.iter().any(|(value, ours, _)| ours.is_some_and(|ours| ours != *value));
    let status = match (wrong, asked == results::by_both_rules(), tournament == asked) {
        (true, ..) => Status::Refuted,
        (false, true, false) if paper == asked => Status::Confirmed,
        _ => Status::Open,
    };
    Claim::paper(
        "The empty squares are added to the winner only when the loser has no disc left.",
        status,
        Sentences::default()
            .maybe((asked > 0).then(|| {
                format!(
                    "Read out by both rules, {paper} of {asked} published values come out by this \
                     one and {tournament} by the tournament rule (empty squares always to the \
                     winner)."
                )
            }))
            .say(format!(
                "Applied to the discs printed for all {} rows, this rule gives {} of the printed \
                 values, the tournament rule {}, the plain difference {plain}.",
                PUBLISHED.len(),
                by(Scoring::Paper),
                by(Scoring::Tournament),
            )),
    )
}

#[cfg(test)]
mod tests {
    use super::super::cases::{FirstMove, FirstMoves};
    use super::super::lines::Matching;
    use super::super::results::tests::{as_published, found, run};
    use super::*;

    #[test]
    fn the_published_numbers_confirm_themselves_and_refute_shirahama() {
        let results = as_published(1.0);
        assert_eq!(ten_rows(&results).status, Status::Confirmed);
        let shirahama = shirahama(&results);
        assert_eq!(shirahama.status, Status::Refuted);
        assert!(shirahama.evidence.contains("fails on 4×8."), "{}", shirahama.evidence);
        assert_eq!(own_conjecture(&results).status, Status::Open);
        assert_eq!(share_rises(&results).status, Status::Confirmed);
    }

    #[test]
    fn one_board_without_a_line_as_printed_refutes_the_figures() {
        let mut results = as_published(1.0);
        assert_eq!(printed_lines(&results).status, Status::Confirmed);
        // Our line has other passes, and nothing else is known.
        results.rows[1].1.found.passes = vec![17];
        assert_eq!(printed_lines(&results).status, Status::Open);
        let nothing = Matching { tried_all: true, ..Matching::default() };
        results.matching.push((results.rows[1].0, run(nothing, 1.0)));
        let claim = printed_lines(&results);
        assert_eq!(claim.status, Status::Refuted);
        assert!(claim.evidence.contains("no line has both: 4×6 Othello"), "{}", claim.evidence);
    }

    #[test]
    fn a_missing_row_leaves_open_and_a_different_one_refutes() {
        let mut results = as_published(1.0);
        results.rows.pop();
        assert_eq!(ten_rows(&results).status, Status::Open);
        assert_eq!(share_rises(&results).status, Status::Open);
        results.rows[0].1.found = found(2, 2);
        assert_eq!(ten_rows(&results).status, Status::Refuted);
    }

    #[test]
    fn a_white_win_on_6x8_refutes_the_papers_conjecture() {
        let mut results = as_published(1.0);
        let case = Case::on(6, 8, Start::Othello).win();
        results.rows.push((case, run(found(-48, 48), 600.0)));
        results.rows.last_mut().unwrap().1.found.settled = false;
        assert_eq!(own_conjecture(&results).status, Status::Open);
        results.rows.last_mut().unwrap().1.found = found(-48, -1);
        assert_eq!(own_conjecture(&results).status, Status::Refuted);
        assert_eq!(share_rises(&results).status, Status::Refuted);
    }

    #[test]
    fn two_first_moves_from_the_reversi_start_are_enough_by_the_rules() {
        let mut results = as_published(1.0);
        results.first_moves.clear();
        let claim = two_first_moves(&results);
        assert_eq!(claim.status, Status::Confirmed, "{}", claim.evidence);
        assert!(claim.evidence.contains("6×6 4 first moves in 2 classes"), "{}", claim.evidence);
        let mv = |class, value| FirstMove { name: "d1".into(), class, low: value, high: value };
        let found = FirstMoves { moves: vec![mv(0, -3), mv(0, -6)], settled: true, nodes: 1 };
        results.first_moves.push((Case::on(4, 4, Start::Reversi), run(found, 1.0)));
        assert_eq!(two_first_moves(&results).status, Status::Refuted, "images with two values");
    }

    #[test]
    fn two_classes_of_first_moves_refute_that_one_is_enough() {
        let mut results = as_published(1.0);
        assert_eq!(one_first_move(&results).status, Status::Open);
        let mv = |class, value| FirstMove { name: "c1".into(), class, low: value, high: value };
        let mut add = |columns, moves| {
            let found = FirstMoves { moves, settled: true, nodes: 1 };
            results.first_moves.push((Case::on(4, columns, Start::Othello), run(found, 1.0)));
            one_first_move(&results).status
        };
        assert_eq!(add(4, vec![mv(0, -8), mv(0, -8)]), Status::Open, "one square board");
        assert_eq!(add(6, vec![mv(0, 16), mv(1, 4)]), Status::Refuted);
    }
}
