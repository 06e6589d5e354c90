//! The report's tables.

use super::published::{BOARDS, PROGRAMS, Published};
use super::results::Results;
use super::rows::board;
use crate::format;
use crate::report::{Align, Cell, Table};
use yomikiri_go::ladder::Ladder;
use yomikiri_go::validate::RULES;

use Align::{Left, Right};

pub(super) fn all(results: &Results) -> Vec<Table> {
    let ladder = [("table-4", 4), ("table-5", 5), ("table-6", 6)];
    let mut tables = Vec::from(super::context::all());
    tables.extend(ladder.iter().zip(0..).map(|(name, place)| programs(results, *name, place)));
    tables.push(colours(results));
    tables.push(orders(results));
    tables.push(shared(results));
    tables.push(superko(results));
    tables.extend(beyond(results));
    tables.push(values(results));
    tables.push(rules(results));
    tables.extend(first_moves(results));
    tables.push(life(results));
    tables
}

fn percent(share: Option<f64>) -> Cell {
    share.map_or(Cell::none(), |share| Cell::shown_as(share, format!("{:.1} %", 100.0 * share)))
}

/// Seconds as the paper prints them.
fn seconds(value: f64) -> Cell {
    let thousandths = (1000.0 * value).round() as u64;
    let whole = format::grouped(thousandths / 1000);
    Cell::shown_as(value, format!("{whole}.{:03}", thousandths % 1000))
}

fn speed(nodes: u64, seconds: f64) -> Cell {
    Cell::count((nodes as f64 / seconds).round() as u64)
}

/// A value, or both ends of one that hangs on endless play.
pub(super) fn value(low: i32, high: i32) -> String {
    match low == high {
        true => format::score(low),
        false => format!("[{}, {}]", format::score(low), format::score(high)),
    }
}

/// The same for a table.
fn value_cell(low: i32, high: i32) -> Cell {
    match low == high {
        true => Cell::shown_as(low, value(low, high)),
        false => Cell::shown_as(format!("[{low}, {high}]"), value(low, high)),
    }
}

/// One of the tables 4 to 6.
fn programs(results: &Results, (id, number): (&'static str, usize), place: usize) -> Table {
    let on = board(BOARDS[place]);
    let theirs = &PROGRAMS[place];
    let mut rows = Vec::new();
    for (program, row) in Ladder::ALL.into_iter().zip(theirs) {
        let ours = results.climbed(program, on);
        let shares = results.shares(program, Ladder::Taro55, on);
        rows.push(vec![
            Cell::text(program.label()),
            Cell::count(row.nodes),
            Cell::count(ours.map(|ours| ours.nodes)),
            Cell::factor(ours.map(|ours| ours.nodes as f64 / row.nodes as f64)),
            percent(Some(row.nodes as f64 / theirs[0].nodes as f64)),
            percent(shares.map(|shares| shares[0])),
            seconds(row.seconds),
            ours.map_or(Cell::none(), |ours| seconds(ours.seconds)),
            percent(Some(row.seconds / theirs[0].seconds)),
            percent(shares.map(|shares| shares[1])),
            Cell::count(row.speed),
            ours.map_or(Cell::none(), |ours| speed(ours.nodes, ours.seconds)),
            Cell::count(ours.map(|ours| u64::from(ours.depth))),
            ours.and_then(|ours| ours.winner.as_ref()).map_or(Cell::none(), Cell::text),
        ]);
    }
    if let Some((_, run)) = results.winners.iter().find(|(other, _)| *other == on) {
        let mut row = vec![Cell::none(); 14];
        row[0] = Cell::text("our default search");
        row[2] = Cell::count(run.found.nodes);
        row[7] = seconds(run.seconds);
        row[11] = speed(run.found.nodes, run.seconds);
        row[13] = if run.found.black_wins() { Cell::text("Black") } else { Cell::none() };
        rows.push(row);
    }
    Table {
        id,
        caption: format!("Table {number}. Who wins on {on}, by the paper's four programs."),
        note:
            "The paper's numbers are means of 5 runs on 3x3 and 3x4, of 2 runs on 3x5. Ours: one \
               thread, a table of at most 1 GiB, on 3x3 and 3x4 the shortest of three runs. Ours count a position each time it is entered, hits in the table \
               included. Last our own method on the same question, its proof checked."
                .into(),
        columns: vec![
            ("program", Left),
            ("nodes, paper", Right),
            ("nodes, ours", Right),
            ("ours / paper", Right),
            ("nodes of 55taro's, paper", Right),
            ("nodes of 55taro's, ours", Right),
            ("seconds, paper", Right),
            ("seconds, ours", Right),
            ("time of 55taro's, paper", Right),
            ("time of 55taro's, ours", Right),
            ("nodes a second, paper", Right),
            ("nodes a second, ours", Right),
            ("depth, ours", Right),
            ("winner, ours", Left),
        ],
        rows,
    }
}

/// The programs on a board that the paper left for later, if they were run there.
fn beyond(results: &Results) -> Option<Table> {
    let is_new = |on| !BOARDS.iter().any(|other| board(*other) == on);
    let mut rows = Vec::new();
    for (program, on, run) in results.ladder.iter().filter(|(_, on, _)| is_new(*on)) {
        rows.push(vec![
            Cell::text(on.to_string()),
            Cell::text(program.label()),
            run.found.winner.as_ref().map_or(Cell::text("not found in time"), Cell::text),
            Cell::count(u64::from(run.found.searched())),
            Cell::count(run.found.nodes),
            percent(results.shares(*program, Ladder::Base, *on).map(|shares| shares[0])),
            Cell::time(run.seconds),
        ]);
    }
    (!rows.is_empty()).then(|| Table {
        id: "beyond",
        caption: "The paper's programs on boards that it left for later.".into(),
        note: "Each had a limit of its own, and a table of at most 4 GiB. The depth is the last that was \
               searched to the end. Times were taken once, and nothing is judged by them."
            .into(),
        columns: vec![
            ("board", Left),
            ("program", Left),
            ("winner", Left),
            ("depth", Right),
            ("nodes", Right),
            ("of Base's", Right),
            ("time", Right),
        ],
        rows,
    })
}

fn values(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (known, run) in &results.values {
        let found = &run.found;
        let (published, by) = match known.published {
            Published::Nothing => (Cell::none(), Cell::none()),
            Published::Value { value, by } => (value_cell(value, value), Cell::text(by)),
            Published::OtherRules { value, by, rules } => {
                (value_cell(value, value), Cell::text(format!("{by}, under {rules}")))
            }
            Published::Disputed { values, by } => {
                let values: Vec<String> = values.iter().map(|v| format::score(*v)).collect();
                (Cell::text(values.join(" or ")), Cell::text(by))
            }
        };
        let opening = if known.centre { " after the centre" } else { "" };
        rows.push(vec![
            Cell::text(format!("{}{opening}", board((known.rows, known.columns)))),
            Cell::text(known.ko.name()),
            value_cell(found.low, found.high),
            Cell::text(match found.settled {
                true => "proved",
                false => "open: bounds proved within the row's limit",
            }),
            published,
            by,
            if known.remark.is_empty() { Cell::none() } else { Cell::text(known.remark) },
            Cell::count(found.nodes),
            Cell::count(found.checked),
            Cell::count(run.threads as u64),
            Cell::time(run.seconds),
        ]);
    }
    Table {
        id: "values",
        caption: "What the boards are worth, by our default method.".into(),
        note:
            "Under basic ko a value is proved by search, and the proof followed again with plain \
               rules; where it hangs on endless play, and the board has at most 16 points, all of \
               its states are solved. Few nodes with a long time are such a table. Under superko \
               every path is its own, and there is no table at all."
                .into(),
        columns: vec![
            ("board", Left),
            ("ko", Left),
            ("value, ours", Right),
            ("state", Left),
            ("published", Right),
            ("by", Left),
            ("remark", Left),
            ("nodes", Right),
            ("positions checked", Right),
            ("threads", Right),
            ("time", Right),
        ],
        rows,
    }
}

/// What exchange of colours brings.
fn colours(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (on, programs) in BOARDS.map(board).into_iter().zip(&PROGRAMS) {
        for (program, theirs) in Ladder::ALL.into_iter().zip(programs) {
            let Some([apart, merged]) = results.colours(program, on) else { continue };
            rows.push(vec![
                Cell::text(on.to_string()),
                Cell::text(program.label()),
                Cell::count(theirs.nodes),
                Cell::count(apart),
                Cell::count(merged),
                percent(Some(merged as f64 / apart as f64)),
                Cell::factor(apart as f64 / theirs.nodes as f64),
                Cell::factor(merged as f64 / theirs.nodes as f64),
            ]);
        }
    }
    Table::new(
        "colours",
        "Nodes with positions merged by exchange of colours, and without.",
        "55taro does so in the tables above, the others do not: where a draw is White's, \
         \"Black does not win\" becomes \"White does not win\" by exchange, which is not that Black \
         wins."
            .into(),
        vec![
            ("board", Left),
            ("program", Left),
            ("paper", Right),
            ("apart", Right),
            ("merged", Right),
            ("merged, of apart", Right),
            ("apart / paper", Right),
            ("merged / paper", Right),
        ],
        rows,
    )
}

/// The experiment of section 4.2.3.
fn orders(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (on, run) in &results.orders {
        let Some((_, apart, merged)) = run.found.rows.first() else { continue };
        for (weights, nodes, with_colours) in &run.found.rows {
            rows.push(vec![
                Cell::text(on.to_string()),
                Cell::text(weights),
                Cell::count(*nodes),
                percent(Some(*nodes as f64 / *apart as f64)),
                Cell::count(*with_colours),
                percent(Some(*with_colours as f64 / *merged as f64)),
            ]);
        }
    }
    Table::new(
        "weights",
        "Nodes of Base by the weights of the two priorities (position : captures).",
        "Section 4.2.3. The counts are exact, and the same on every machine. 1:0 leaves captures out, \
         0:1 the position (points in order of it all the same, as ties are kept)."
            .into(),
        vec![
            ("board", Left),
            ("weights", Left),
            ("nodes, colours apart", Right),
            ("of 9:1's", Right),
            ("nodes, colours merged", Right),
            ("of 9:1's", Right),
        ],
        rows,
    )
}

/// Positions that are one once filled.
fn shared(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (on, run) in &results.shared {
        for class in &run.found.classes {
            rows.push(vec![
                Cell::text(on.to_string()),
                Cell::text(&class.filled),
                Cell::count(class.positions),
                Cell::count(class.classes),
                Cell::count(1),
            ]);
        }
    }
    Table::new(
        "shared-board",
        "Positions of seven living stones each, by what they are once filled.",
        "The paper counts 24, 8 and 1 on a board that is lost with its figure 11.".into(),
        vec![
            ("board", Left),
            ("filled", Left),
            ("positions", Right),
            ("up to symmetry and colours", Right),
            ("filled", Right),
        ],
        rows,
    )
}

/// Who wins under superko.
fn superko(results: &Results) -> Table {
    let rows = results.superko.iter().map(|(case, run)| {
        let winner = match (run.found.settled, run.found.black_wins()) {
            (false, _) => "open: stopped by the row's limit",
            (true, true) => "Black",
            (true, false) => "not Black",
        };
        vec![
            Cell::text(case.board.to_string()),
            Cell::text(case.ko.name()),
            Cell::text(winner),
            Cell::count(run.found.nodes),
            Cell::time(run.seconds),
        ]
    });
    Table::new(
        "superko",
        "Who wins under superko, the ko of Chinese rules in the paper's table 1.",
        "Every path is its own, so there is no table; what every state is worth under basic ko only \
         says where to look first. Scores under superko are among the values."
            .into(),
        vec![("board", Left), ("ko", Left), ("winner", Left), ("nodes", Right), ("time", Right)],
        rows.collect(),
    )
}

/// The last of the static rules, unsound on purpose.
pub(super) fn is_unsound(rule: &str) -> bool {
    rule == RULES[RULES.len() - 1].0
}

fn rules(results: &Results) -> Table {
    let mut rows = Vec::new();
    let ours = results.checked.iter().map(|row| (false, row));
    let printed = results.every_pass.iter().map(|row| (true, row));
    for (every_pass, (on, run)) in ours.chain(printed) {
        for rule in &run.found.rules {
            let state = match (is_unsound(&rule.name), rule.wrong) {
                (false, 0) => "right in every state",
                (false, _) if every_pass => "wrong: why our rule for passes is another",
                (false, _) => "WRONG: it must not be used",
                (true, 0) => "unsound, but this board is too small to show it",
                (true, _) => "unsound, as it should be; shown only to be refuted",
            };
            rows.push(vec![
                Cell::text(on.to_string()),
                Cell::text(if every_pass { "all" } else { "but those that lift a ban" }),
                Cell::text(&rule.name),
                Cell::count(rule.claims),
                Cell::count(rule.wrong),
                Cell::text(state),
                rule.example.as_ref().map_or(Cell::none(), Cell::text),
            ]);
        }
    }
    Table {
        id: "static-rules",
        caption: "Every claim of the static rules against the value of every state.".into(),
        note: "A claim says that a side is sure of so many points; it is wrong if the true value \
               is less. Landfill claims that filling changes no value, endless play included. The \
               rule \"dead regions, empty points only\" is how the paper's \"8-neighbour empty \
               contact points\" could be read too, counting as possible eyes only points that are \
               empty now. No search here uses it: stones inside may be taken and become eyes, and \
               on larger boards it is wrong, which is why it is here."
            .into(),
        columns: vec![
            ("board", Left),
            ("passes that count", Left),
            ("rule", Left),
            ("claims", Right),
            ("wrong", Right),
            ("what that means", Left),
            ("a wrong claim, side to move first", Left),
        ],
        rows,
    }
}

/// One small board each, drawn with the values on the points.
fn first_moves(results: &Results) -> impl Iterator<Item = Table> {
    const IDS: [&str; 3] = ["first-moves-3x3", "first-moves-3x4", "first-moves-4x4"];
    const COLUMNS: [(&str, Align); 5] =
        [("", Right), ("a", Right), ("b", Right), ("c", Right), ("d", Right)];
    results.first_moves.iter().filter_map(|(on, run)| {
        let (points, pass) = run.found.moves.split_at_checked(on.points())?;
        let id = IDS.into_iter().find(|id| id.ends_with(&on.to_string()))?;
        let shown = |mv: &(String, i8, i8)| value_cell(mv.1.into(), mv.2.into());
        let rows = points.chunks(on.columns()).map(|row| {
            let line = row[0].0.trim_start_matches(char::is_alphabetic);
            std::iter::once(Cell::text(line)).chain(row.iter().map(shown)).collect()
        });
        let pass = pass.iter().map(|mv| value(mv.1.into(), mv.2.into())).collect::<String>();
        Some(Table {
            id,
            caption: format!("First moves on {on}."),
            note: format!(
                "What each is worth to Black, from the values of all states; a pass {pass}."
            ),
            columns: COLUMNS[..=on.columns()].to_vec(),
            rows: rows.collect(),
        })
    })
}

fn life(results: &Results) -> Table {
    let rows = results.life.iter().map(|(on, run)| {
        let life = run.found;
        vec![
            Cell::text(on.to_string()),
            Cell::count(life.boards),
            Cell::count(life.living),
            Cell::count(life.undecided),
            Cell::count(life.regions),
            Cell::count(u64::from(life.fewest)),
            Cell::count(u64::from(life.fewest_alone)),
            Cell::time(run.seconds),
        ]
    });
    Table {
        id: "life",
        caption: "Living groups and dead regions, on every legal board.".into(),
        note: "Undecided are boards on which Black has living stones, but with the dead regions \
               between them not more than half of the board: only there can landfill or dame \
               extension matter. A dead region is more than an eye if its empty points are not all \
               liberties of one living chain."
            .into(),
        columns: vec![
            ("board", Left),
            ("legal boards", Right),
            ("with living stones", Right),
            ("undecided", Right),
            ("with a dead region that is no eye", Right),
            ("fewest living stones", Right),
            ("with no white stone", Right),
            ("time", Right),
        ],
        rows: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_as_printed() {
        assert_eq!(seconds(28_080.433).shown, "28,080.433");
        assert_eq!(seconds(6183.61).shown, "6,183.610");
        assert_eq!(seconds(0.0028).shown, "0.003");
    }
}
