//! `solve shogi --all`: every set-up of the paper, in every promotion zone, by tables or by one of
//! the searches.

use super::{context, end_of};
use crate::End;
use crate::args::{LimitArgs, SolveCommand};
use crate::output;
use anyhow::Result;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;
use yomikiri_core::options::Options;
use yomikiri_core::text::grouped;
use yomikiri_core::{Error, Progress, Whole};
use yomikiri_rooms::catalog::tables_folder;
use yomikiri_rooms::games::shogi;
use yomikiri_search::duel::Reason;
use yomikiri_shogi::attempts::{Attempted, attempt_all};
use yomikiri_shogi::notation::parse_size;
use yomikiri_shogi::searches::{Plies, Search, bounds};
use yomikiri_shogi::setup::paper_setups;
use yomikiri_shogi::solver::SetupResult;
use yomikiri_shogi::survey::{subjects, survey};
use yomikiri_shogi::{Rules, Size, Subject};

/// The boards that the arguments name: one, or the paper's two.
pub(super) fn boards(position: Option<&str>) -> Result<Vec<Size>> {
    let names = position.map_or(vec!["3x3", "3x4"], |name| vec![name]);
    let mut boards = Vec::new();
    for name in names {
        let size = parse_size(name)?;
        if size.files() != 3 {
            return Err(Error::refused(format!(
                "--all is for the paper's set-ups on three files, such as 3x4; not for {size}"
            ))
            .into());
        }
        boards.push(size);
    }
    Ok(boards)
}

/// The zones that were chosen: one, or 1 to 3.
pub(super) fn zones(options: &Options) -> Result<Vec<u8>> {
    let one = options.given(shogi::ZONE.name).and(options.get(&shogi::ZONE)?);
    Ok(one.map_or(vec![1, 2, 3], |zone| vec![zone]))
}

/// Refuses another game, and options that shogi does not have.
fn only_shogi(game: &str, options: &Options) -> Result<()> {
    if game != shogi::SHOGI.name {
        return Err(Error::notation("game", game, "there are no set-ups of it", "shogi").into());
    }
    options.check(game, shogi::SHOGI.options)?;
    no_setup(options)
}

/// Refuses one set-up where all are asked for.
pub(super) fn no_setup(options: &Options) -> Result<()> {
    match options.given(shogi::SETUP.name) {
        None => Ok(()),
        Some(_) => Err(Error::refused("--all means all set-ups; leave out --setup").into()),
    }
}

/// How many states the table of each subject has.
pub(super) fn states(subjects: &[Subject]) -> Result<Vec<u64>> {
    subjects.iter().map(|subject| Ok(subject.index()?.len())).collect()
}

/// How the set-ups are solved: by tables, or by a search.
fn method(name: Option<&str>) -> Result<Option<Search>> {
    match name {
        None | Some("table") => Ok(None),
        Some(name) => {
            let found = Search::ALL.into_iter().find(|search| search.name() == name);
            Ok(Some(found.ok_or_else(|| {
                let names = Search::ALL.map(Search::name).join(", ");
                let expected = format!("one of table, {names}");
                Error::notation("method", name, "shogi has no such method", expected)
            })?))
        }
    }
}

/// How often each result came out on a board and zone.
#[derive(Default)]
struct Totals {
    results: BTreeMap<SetupResult, u32>,
    /// By what stopped the search.
    open: BTreeMap<Reason, u32>,
    nodes: u64,
}

impl Totals {
    fn add(&mut self, row: &Row) {
        match row.result {
            Ok(result) => *self.results.entry(result).or_default() += 1,
            Err(reason) => *self.open.entry(reason).or_default() += 1,
        }
        self.nodes += row.cost.map_or(0, |(nodes, _)| nodes);
    }

    fn add_all(&mut self, other: &Totals) {
        for (result, count) in &other.results {
            *self.results.entry(*result).or_default() += count;
        }
        for (reason, count) in &other.open {
            *self.open.entry(*reason).or_default() += count;
        }
        self.nodes += other.nodes;
    }

    fn open(&self) -> u32 {
        self.open.values().sum()
    }
}

/// A set-up with what was found.
struct Row {
    setup: String,
    result: Result<SetupResult, Reason>,
    plies: Option<Plies>,
    /// Nodes and seconds of a search.
    cost: Option<(u64, f64)>,
}

impl From<Attempted> for Row {
    fn from(found: Attempted) -> Row {
        Row {
            setup: found.setup.name(),
            result: found.result,
            plies: found.plies,
            cost: Some((found.nodes, found.time.as_secs_f64())),
        }
    }
}

pub(crate) fn run(command: &SolveCommand) -> Result<End> {
    let args = &command.common;
    let options = &args.rules.options.0;
    only_shogi(&args.game, options)?;
    let search = method(args.method.as_deref())?;
    let boards = boards(args.position.as_deref())?;
    let (whole, bar) = context(&limits_of_all(&args.limits, search), &args.output)?;
    let bounds = {
        // Each search gets its share of the memory, and the limits that were given.
        let mut each = whole.clone();
        each.limits.memory /= whole.limits.threads.max(1) as u64;
        (each.limits.nodes, each.limits.time) = (args.limits.nodes, args.limits.time);
        bounds(&each)
    };
    let folder = tables_folder(&args.rules.tables);
    // What is to be done on each board and zone, and how much that is.
    let mut tasks = Vec::new();
    for size in boards {
        for zone in zones(options)? {
            let rules = Rules { zone, ..shogi::rules(options, size.ranks())? };
            let parts = match search {
                Some(_) => paper_setups().len() as u64,
                None => states(&subjects(size, rules))?.iter().sum(),
            };
            tasks.push((size, rules, parts));
        }
    }
    let (mut done, of) = (0, tasks.iter().map(|(_, _, parts)| parts).sum());
    let begun = Instant::now();
    let mut totals = Vec::new();
    if command.csv {
        let cost = if search.is_some() { ",plies_at_most,nodes,seconds,stopped" } else { "" };
        output::line(&format!("board,zone,setup,result,plies{cost}"))?;
    }
    for (size, rules, parts) in tasks {
        let zone = rules.zone;
        let context = whole.retold(move |told| Progress {
            whole: told.whole.map(|here| Whole { done: done + here.done, of, ..here }),
            elapsed: begun.elapsed(),
            ..told.clone()
        });
        done += parts;
        let mut count = Totals::default();
        let mut tell = |row: Row| -> Result<()> {
            count.add(&row);
            bar.clear();
            print(command, size, zone, &row)
        };
        let finished = match search {
            None => {
                let found = survey(size, rules, folder.clone(), &context);
                bar.clear();
                let found = found?;
                for row in found.setups {
                    tell(Row {
                        setup: row.setup.name(),
                        result: Ok(row.result),
                        plies: row.plies.map(Plies::Exactly),
                        cost: None,
                    })?;
                }
                found.finished
            }
            Some(search) => {
                // What goes wrong in telling is kept, for the search has no word for it.
                let mut wrong = Ok(());
                let each = |found: Attempted| {
                    wrong = tell(found.into());
                    let gone = || Error::refused("the results cannot be told");
                    wrong.as_ref().map_or_else(|_| Err(gone()), |()| Ok(()))
                };
                let setups = paper_setups();
                let finished = attempt_all(search, &setups, (size, rules), bounds, &context, each);
                bar.clear();
                wrong?;
                finished?
            }
        };
        totals.push((size, zone, count));
        if !finished {
            whole.progress.warn("stopped: only what is told here was solved");
            print_totals(command, search, &totals)?;
            // Nobody reads on, or somebody stopped it.
            return Ok(match end_of(&whole) {
                End::Done => End::Interrupted,
                end => end,
            });
        }
    }
    print_totals(command, search, &totals)?;
    let open: u32 = totals.iter().map(|(_, _, count)| count.open()).sum();
    Ok(if open > 0 { End::Limit } else { end_of(&whole) })
}

/// The limits of the whole work: with a search, nodes and time are those of each problem.
fn limits_of_all(given: &LimitArgs, search: Option<Search>) -> LimitArgs {
    let LimitArgs { threads, memory, time, nodes } = *given;
    match search {
        None => LimitArgs { threads, memory, time, nodes },
        Some(_) => LimitArgs { threads, memory, time: None, nodes: None },
    }
}

fn print(command: &SolveCommand, size: Size, zone: u8, row: &Row) -> Result<()> {
    let setup = &row.setup;
    let result = row.result.map(SetupResult::name);
    let exact = |plies: &Plies| matches!(plies, Plies::Exactly(_));
    let plies = row.plies.filter(exact).map(Plies::number);
    let at_most = row.plies.filter(|plies| !exact(plies)).map(Plies::number);
    let stopped = row.result.err().map(Reason::name);
    if command.common.output.json {
        let mut data = json!({ "board": size.to_string(), "setup": setup, "zone": zone,
                               "result": result.ok(), "plies": plies });
        if let Some((nodes, seconds)) = row.cost {
            let more = json!({ "plies_at_most": at_most, "nodes": nodes, "seconds": seconds,
                               "stopped": stopped });
            merge(&mut data, more);
        }
        return output::json("setup", &data);
    }
    let said = |plies: Option<u16>| plies.map_or(String::new(), |plies| plies.to_string());
    let result = result.unwrap_or("open");
    if command.csv {
        let cost = row.cost.map_or(String::new(), |(nodes, seconds)| {
            format!(",{},{nodes},{seconds:.6},{}", said(at_most), stopped.unwrap_or(""))
        });
        return output::line(&format!("{size},{zone},{setup},{result},{}{cost}", said(plies)));
    }
    let plies = match at_most {
        Some(plies) => format!("≤{plies}"),
        None => said(plies),
    };
    let cost = row.cost.map_or(String::new(), |(nodes, _)| format!("  {:>11}", grouped(nodes)));
    let stopped = stopped.map_or(String::new(), |limit| format!("  limit on {limit}"));
    output::line(
        format!("{size}  zone {zone}  {setup}  {result:<7} {plies:>4}{cost}{stopped}").trim_end(),
    )
}

fn merge(data: &mut Value, more: Value) {
    if let (Value::Object(data), Value::Object(more)) = (data, more) {
        data.extend(more);
    }
}

fn print_totals(
    command: &SolveCommand,
    search: Option<Search>,
    totals: &[(Size, u8, Totals)],
) -> Result<()> {
    if command.csv {
        return Ok(());
    }
    let mut boards: BTreeMap<String, Totals> = BTreeMap::new();
    for (size, _, count) in totals {
        boards.entry(size.to_string()).or_default().add_all(count);
    }
    let zones = totals.iter().map(|(size, zone, count)| (size.to_string(), Some(*zone), count));
    let lines = zones.chain(boards.iter().map(|(size, count)| (size.clone(), None, count)));
    if !command.common.output.json {
        let more = if search.is_some() { "  open        nodes" } else { "" };
        output::line(&format!("\nboard  zone   first  second  draw  illegal{more}"))?;
    }
    for (board, zone, count) in lines {
        let [first, second, draw, illegal] =
            SetupResult::ALL.map(|result| count.results.get(&result).copied().unwrap_or(0));
        if command.common.output.json {
            let mut data = json!({ "board": board, "zone": zone, "first": first, "second": second,
                                   "draw": draw, "illegal": illegal });
            if let Some(search) = search {
                let stopped: serde_json::Map<String, Value> = count
                    .open
                    .iter()
                    .map(|(reason, count)| (reason.name().to_owned(), (*count).into()))
                    .collect();
                merge(
                    &mut data,
                    json!({ "method": search.name(), "open": count.open(),
                                         "stopped": stopped, "nodes": count.nodes }),
                );
            }
            output::json("totals", &data)?;
        } else {
            let zone = zone.map_or("all".into(), |zone| zone.to_string());
            let more = search.map_or(String::new(), |_| {
                format!("  {:>4} {:>12}", count.open(), grouped(count.nodes))
            });
            output::line(&format!(
                "{board:<6} {zone:<5} {first:>6}  {second:>6}  {draw:>4}  {illegal:>7}{more}"
            ))?;
        }
    }
    Ok(())
}
