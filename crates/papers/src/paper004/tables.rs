//! The report's tables.

use super::published::{DOBUTSU, PUBLISHED};
use super::results::{Place, RANKS, Results, ZONES};
use super::rows::{Switch, entries};
use crate::report::{Align, Cell, Table};
use yomikiri_core::text::grouped;
use yomikiri_shogi::searches::Search;

use Align::{Left, Right};

pub(super) const RESULTS: [&str; 4] = ["first", "second", "draw", "illegal"];

pub(super) fn all(results: &Results) -> Vec<Table> {
    let mut tables = vec![
        published(results),
        open(results),
        methods(results),
        zones(results),
        switches(results),
        setups(results),
    ];
    tables.extend(five_ranks(results));
    tables.extend(dobutsu(results));
    tables
}

fn number(count: Option<u32>) -> Cell {
    Cell::count(count.map(u64::from))
}

fn published(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (row, ranks) in PUBLISHED.iter().zip(RANKS) {
        let mut line = vec![Cell::text(row.board), Cell::text("the paper")];
        let theirs = [row.first, row.second, row.draw, row.illegal, row.unsolved()];
        line.extend(theirs.map(|count| Cell::from(count.map(|count| number(Some(count))))));
        rows.push(line);
        for (switch, name) in [
            (Switch::Standard, "ours, standard rules"),
            (Switch::Paper, "ours, rules fitted to it"),
        ] {
            let mut line = vec![Cell::text(row.board), Cell::text(name)];
            line.extend(RESULTS.map(|result| number(results.count(switch, ranks, result))));
            // Tables leave nothing open, where they were made.
            line.push(number(results.count(switch, ranks, "draw").map(|_| 0)));
            rows.push(line);
        }
    }
    Table::new(
        "published",
        "The 564 problems: the paper's results, and all of them solved.",
        "The paper does not say its rules in full. Its first and second wins on 3×4 come out to the \
         number if two pawns on a file are allowed and a knight may move to where it is stuck and \
         cannot promote: a reconstruction of ours, chosen because it fits. Only under it would all \
         that the paper left open be draws."
            .into(),
        vec![
            ("board", Left),
            ("source", Left),
            ("first", Right),
            ("second", Right),
            ("draw", Right),
            ("illegal", Right),
            ("unsolved", Right),
        ],
        rows,
    )
}

/// The draws under the paper's rules: the problems that it left open are among them.
fn open(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (switch, place, run) in &results.setups {
        if *switch != Switch::Paper {
            continue;
        }
        for solved in run.found.solved.iter().filter(|solved| solved.result == "draw") {
            let standard = results.truth(*place, &solved.setup);
            let by = Search::ALL.into_iter().filter(|search| {
                let mut problems = results.problems(*search, *place).iter();
                problems.any(|problem| problem.setup == solved.setup && problem.winner.is_some())
            });
            let by: Vec<_> = by.map(Search::name).collect();
            rows.push(vec![
                Cell::text(place.board()),
                Cell::count(u64::from(place.zone)),
                Cell::text(&solved.setup),
                Cell::text(&solved.result),
                standard.map_or(Cell::none(), |found| Cell::text(&found.result)),
                standard.map_or(Cell::none(), |f| Cell::count(f.plies.map(u64::from))),
                if by.is_empty() { Cell::none() } else { Cell::text(by.join(" ")) },
            ]);
        }
    }
    Table::new(
        "open",
        "Draws under the rules fitted to the paper.",
        "If those rules were the paper's (it does not say so) and its answers are right, the \
         problems that it left open are among these. Which of the searches \
         here settle the set-up (under standard rules, within their limit) stands last."
            .into(),
        vec![
            ("board", Left),
            ("zone", Right),
            ("set-up", Left),
            ("fitted rules", Left),
            ("standard rules", Left),
            ("plies", Right),
            ("settled by search", Left),
        ],
        rows,
    )
}

fn methods(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (search, place, run) in &results.searches {
        let problems = &run.found.problems;
        let winners = |name: &str| {
            problems.iter().filter(|problem| problem.winner.as_deref() == Some(name)).count() as u64
        };
        let stopped = |name: &str| {
            problems.iter().filter(|problem| problem.stopped.as_deref() == Some(name)).count()
                as u64
        };
        let solved = problems.iter().filter(|problem| problem.winner.is_some());
        rows.push(vec![
            Cell::text(search.name()),
            Cell::text(place.board()),
            Cell::count(u64::from(place.zone)),
            Cell::count(problems.len() as u64),
            Cell::count(winners("first")),
            Cell::count(winners("second")),
            Cell::count(winners("draw")),
            Cell::count(stopped("nodes")),
            Cell::count(stopped("depth")),
            Cell::count(solved.clone().map(|problem| problem.nodes).sum::<u64>()),
            Cell::time(solved.map(|problem| problem.seconds).sum()),
            Cell::time(problems.iter().map(|problem| problem.seconds).sum()),
        ]);
    }
    Table::new(
        "methods",
        "Tables 1, 2 and 5: what each search solves, and what stops it.",
        format!(
            "{} nodes and depth 1,024 a problem (for each of two searches where there are two), a \
             table of {} entries, no limit on time, standard rules. Times are of the searches \
             alone: making and clearing tables is not counted, as in the paper; they are by the \
             clock, with as many searches at once as the run had threads. alphabeta and pds do not notice repetitions \
             and cannot settle a draw; alphabeta-twice counts a repetition for one side, then for \
             the other; dfpn asks for a forced win of either side and knows a failure by \
             repetition from one for good.{}",
            grouped(results.nodes),
            grouped(entries(results.nodes) as u64),
            match results.compared() {
                (0, _) => String::new(),
                (all, wrong) => format!(
                    " Answers that differ from the tables: {wrong} of {}.",
                    grouped(all as u64)
                ),
            }
        ),
        vec![
            ("method", Left),
            ("board", Left),
            ("zone", Right),
            ("legal", Right),
            ("first", Right),
            ("second", Right),
            ("draw", Right),
            ("stopped by nodes", Right),
            ("by depth", Right),
            ("nodes, solved ones", Right),
            ("search time, solved ones", Right),
            ("search time, all", Right),
        ],
        rows,
    )
}

fn zones(results: &Results) -> Table {
    let mut rows = Vec::new();
    for ranks in RANKS {
        for zone in ZONES {
            let place = Place { ranks, zone };
            let problems = results.problems(Search::Pds, place);
            if problems.is_empty() {
                continue;
            }
            let mut nodes: Vec<u64> = problems
                .iter()
                .filter(|problem| problem.winner.is_some())
                .map(|problem| problem.nodes)
                .collect();
            nodes.sort_unstable();
            rows.push(vec![
                Cell::text(place.board()),
                Cell::count(u64::from(zone)),
                Cell::count(nodes.len() as u64),
                Cell::count((problems.len() - nodes.len()) as u64),
                Cell::count(nodes.get(nodes.len() / 2).copied()),
                Cell::count(nodes.iter().sum::<u64>()),
            ]);
        }
    }
    Table::new(
        "zones",
        "Tables 3 and 4: PDS by promotion zone.",
        "The paper's own numbers are lost; it says that zone 1 is hardest.".into(),
        vec![
            ("board", Left),
            ("zone", Right),
            ("solved", Right),
            ("not solved", Right),
            ("nodes, median", Right),
            ("nodes, sum", Right),
        ],
        rows,
    )
}

fn switches(results: &Results) -> Table {
    let mut rows = Vec::new();
    for ranks in RANKS {
        for switch in Switch::ALL {
            let counts = RESULTS.map(|result| results.count(switch, ranks, result));
            if counts[0].is_none() {
                continue;
            }
            let mut changed = 0;
            for zone in ZONES {
                let place = Place { ranks, zone };
                for solved in results.setups(switch, place).map_or(&[][..], |s| &s.solved[..]) {
                    let truth = results.truth(place, &solved.setup);
                    changed += u64::from(truth.is_some_and(|truth| truth.result != solved.result));
                }
            }
            let mut row = vec![
                Cell::text(format!("3x{ranks}")),
                Cell::text(switch.name()),
                Cell::text(switch.meaning()),
            ];
            row.extend(counts.map(number));
            row.push(Cell::count(changed));
            rows.push(row);
        }
    }
    Table::new(
        "switches",
        "What each rule decides.",
        "The last column: set-ups with another result than under standard rules.".into(),
        vec![
            ("board", Left),
            ("rules", Left),
            ("what is allowed", Left),
            ("first", Right),
            ("second", Right),
            ("draw", Right),
            ("illegal", Right),
            ("changed", Right),
        ],
        rows,
    )
}

fn setups(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (switch, place, run) in &results.setups {
        if *switch != Switch::Standard {
            continue;
        }
        for solved in &run.found.solved {
            rows.push(vec![
                Cell::text(place.board()),
                Cell::count(u64::from(place.zone)),
                Cell::text(&solved.setup),
                Cell::text(&solved.result),
                Cell::count(solved.plies.map(u64::from)),
            ]);
        }
    }
    Table::new(
        "setups",
        "Every set-up under standard rules.",
        "Plies to mate under best play.".into(),
        vec![
            ("board", Left),
            ("zone", Right),
            ("set-up", Left),
            ("result", Left),
            ("plies", Right),
        ],
        rows,
    )
}

fn five_ranks(results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for zone in ZONES {
        let setups = results.setups(Switch::Standard, Place { ranks: 5, zone })?;
        let longest = setups
            .solved
            .iter()
            .filter_map(|solved| Some((solved.plies?, solved)))
            .max_by_key(|found| found.0);
        let mut row = vec![Cell::count(u64::from(zone))];
        row.extend(RESULTS.map(|result| number(Some(setups.count(result)))));
        row.push(longest.map_or(Cell::none(), |(plies, solved)| {
            Cell::text(format!("{}, {} plies", solved.setup, plies))
        }));
        rows.push(row);
    }
    Some(Table::new(
        "five-ranks",
        "One board further: 3×5, standard rules.",
        "The same 94 set-ups; the paper did not try this board.".into(),
        vec![
            ("zone", Right),
            ("first", Right),
            ("second", Right),
            ("draw", Right),
            ("illegal", Right),
            ("longest", Left),
        ],
        rows,
    ))
}

fn dobutsu(results: &Results) -> Option<Table> {
    let found = &results.dobutsu.as_ref()?.found;
    let rows = DOBUTSU.iter().zip(&found.counts).map(|((name, published), ours)| {
        vec![Cell::text(*name), Cell::count(*published), Cell::count(*ours)]
    });
    Some(Table::new(
        "dobutsu",
        "Dobutsu shogi, against the published count (Tanaka 2009).",
        "Positions are seen by the side to move, and mirror images are one. The game is over where \
         the side to move can take the lion, or where the other lion has come home; such positions \
         are counted as reached, and nothing is reached from them. Distances are plies until the \
         lion is taken or home."
            .into(),
        vec![("", Left), ("published", Right), ("ours", Right)],
        rows.collect(),
    ))
}
