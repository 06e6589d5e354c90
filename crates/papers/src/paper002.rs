//! Paper 002: Go on small boards, the paper's four programs and the values themselves.

mod claims;
mod context;
mod diagrams;
mod figures;
mod life;
mod overflow;
mod published;
mod results;
mod rows;
mod shared;
mod tables;

use crate::report::{Report, Status};
use crate::runs::Runs;
use crate::{Paper, format};
use results::Results;
use yomikiri_core::Result;

pub(crate) const PAPER: Paper = Paper {
    id: "002",
    title: "AFURE Go rules and small-board Go search",
    authors: "Matsumoto, Kotani",
    seed: Some(overflow::SEED),
    experiments,
};

fn experiments(runs: &Runs<'_>, quick: bool) -> Result<Report> {
    Ok(report(&Results::collect(runs, quick)?))
}

fn report(results: &Results) -> Report {
    let (values, winners) = (claims::published(results), claims::black_wins(results));
    let mut left_out = Vec::new();
    if !results.left_out.is_empty() {
        let rows = results.left_out.join("; ");
        left_out.push(format!("Slow rows, which a run without --quick has: {rows}."));
    }
    left_out.extend(results.unsettled().into_iter().map(|(title, seconds, known)| {
        format!("{title}: stopped by its own limit after {}; {known}.", format::time(seconds))
    }));
    Report {
        agrees: [&values, &winners].iter().all(|claim| claim.status != Status::Refuted),
        summary: vec![
            "Values are area scores for Black, who moves first, with no komi. The ko rule is basic \
             ko unless a row says otherwise; a pass that lifts a ko ban does not count towards the \
             two that end the game. A value in brackets hangs on endless play: the first number if \
             it is lost for Black, the second if it is won, and what it counts if that lies between."
                .into(),
            "The paper's programs are written after its description. It does not say what a node \
             is, how large its table was, or when passes are tried, and 55taro's move order, set by \
             hand, is lost (the priority of positions stands in). Earlier programs, it says, took \
             positions as one that are the same by exchange of colours; here only 55taro does, \
             because with a draw counted for White it is no valid conclusion (the table on colours \
             has the effect). So node counts need not be equal; what can be compared is \
             how they change from program to program."
                .into(),
        ],
        left_out,
        claims: claims::all(results),
        tables: tables::all(results),
        figures: figures::all(results),
        drawings: diagrams::all(),
    }
}

#[cfg(test)]
mod tests {
    use super::published::{BOARDS, KNOWN, Known, PROGRAMS, Published};
    use super::results::tests::as_published;
    use super::*;
    use crate::report::checks;
    use yomikiri_go::ladder::Ladder;

    #[test]
    fn published_numbers_confirm_the_papers_claims() {
        let report = super::report(&as_published());
        assert!(report.agrees);
        let of = |start: &str| {
            let mut claims = report.claims.iter();
            claims.find(|claim| claim.claim.starts_with(start)).unwrap()
        };
        for start in ["All ideas together", "On 3×4 both", "On 3×5 landfill", "Values of"] {
            let claim = of(start);
            assert_eq!(claim.status, Status::Confirmed, "{}: {}", claim.claim, claim.evidence);
        }
        // Even the paper's own times, which nobody has repeated, are no evidence.
        assert_eq!(of("They take about").status, Status::Open);
        for table in &report.tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.id);
        }
    }

    #[test]
    fn another_value_or_winner_is_noticed_and_another_count_is_not_held_against_anybody() {
        let mut results = as_published();
        results.ladder[0].2.found.nodes *= 10;
        assert!(super::report(&results).agrees);
        results.ladder[0].2.found.winner = Some("White".into());
        assert_eq!(results.contradictions(), 1);
        assert!(!super::report(&results).agrees);
        let mut results = as_published();
        let of = |value| {
            let wanted = |known: &Known| match known.published {
                Published::Value { value: theirs, .. } => theirs == value,
                _ => false,
            };
            KNOWN.iter().position(wanted).unwrap()
        };
        let mut with = |value: i32, low: i32, high: i32| {
            let found = &mut results.values[of(value)].1.found;
            let before = (found.low, found.high);
            (found.low, found.high) = (low, high);
            let report = super::report(&results);
            let found = &mut results.values[of(value)].1.found;
            (found.low, found.high) = before;
            let claim = report.claims.iter().find(|claim| claim.claim.starts_with("Values of"));
            (report.agrees, claim.unwrap().clone())
        };
        let (agrees, claim) = with(9, 3, 3);
        assert!(!agrees && claim.status == Status::Refuted, "{claim:?}");
        // A bracket around the published value is no proof of it, and another rule's value no
        // contradiction.
        let (agrees, claim) = with(4, 4, 12);
        assert!(
            agrees && claim.evidence.contains("hangs on endless play: 3x4 [+4, +12]"),
            "{claim:?}"
        );
        assert!(claim.evidence.contains("the rules were others: 4x4 +2 under Japanese rules"));
        let place =
            KNOWN.iter().position(|known| matches!(known.published, Published::OtherRules { .. }));
        let found = &mut results.values[place.unwrap()].1.found;
        (found.low, found.high) = (1, 1);
        assert!(super::report(&results).agrees);
    }

    #[test]
    fn dame_extension_is_judged_on_the_boards_of_which_the_paper_says_it() {
        let mut results = as_published();
        let (small, large) = (rows::board((3, 5)), rows::board((4, 4)));
        let add = |results: &mut Results, program, nodes, winner| {
            let climb = results::tests::beyond(nodes, winner);
            results.ladder.push((program, large, checks::run(climb, 1.0)));
        };
        let of = |results: &Results| {
            let claims = super::report(results).claims;
            claims.into_iter().find(|claim| claim.claim.starts_with("Dame extension")).unwrap()
        };
        // It saves nothing on 4x4, of which the paper says nothing.
        add(&mut results, Ladder::Promise, 1000, Some("Black"));
        add(&mut results, Ladder::All, 1000, Some("Black"));
        let claim = of(&results);
        assert_eq!(claim.status, Status::Confirmed, "{}", claim.evidence);
        assert!(claim.evidence.contains("4x4"), "but it is told: {}", claim.evidence);
        let row = results.ladder.iter_mut().find(|row| (row.0, row.1) == (Ladder::All, small));
        row.unwrap().2.found.nodes = PROGRAMS[2][2].nodes;
        assert_eq!(of(&results).status, Status::Refuted, "less on 3x5 than on 3x4");
    }

    #[test]
    fn a_search_that_was_stopped_has_searched_one_depth_less() {
        let stopped = results::tests::beyond(1000, None);
        let settled = results::tests::beyond(1000, Some("Black"));
        assert_eq!((stopped.searched(), settled.searched()), (8, 9));
    }

    #[test]
    fn the_printed_speeds_are_nodes_by_seconds() {
        for (board, programs) in BOARDS.iter().zip(PROGRAMS) {
            for program in programs {
                let speed = program.nodes as f64 / program.seconds;
                let printed = program.speed as f64;
                assert!((speed / printed - 1.0).abs() < 0.01, "{board:?}: {speed} and {printed}");
            }
        }
    }
}
