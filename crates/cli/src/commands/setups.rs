//! `solve shogi --all`: every set-up of the paper, in every promotion zone.

use super::{context, end_of};
use crate::End;
use crate::args::SolveCommand;
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::collections::BTreeMap;
use yomikiri_core::Error;
use yomikiri_rooms::registry::{self, shogi_rules};
use yomikiri_shogi::Size;
use yomikiri_shogi::notation::parse_size;
use yomikiri_shogi::solver::SetupResult;
use yomikiri_shogi::survey::{Surveyed, survey};

/// How many set-ups of a board and zone have which result.
type Totals = BTreeMap<SetupResult, u32>;

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

/// The zones that the arguments name: one, or 1 to 3.
pub(super) fn zones(zone: Option<u8>) -> Vec<u8> {
    zone.map_or(vec![1, 2, 3], |zone| vec![zone])
}

pub(crate) fn run(command: &SolveCommand) -> Result<End> {
    let args = &command.common;
    registry::only_shogi(&args.game, &args.rules)?;
    let boards = boards(args.position.as_deref())?;
    let (context, bar) = context(&args.limits, &args.output)?;
    let folder = registry::tables_folder(&args.rules.tables);
    let mut totals = Vec::new();
    if command.csv {
        output::line("board,zone,setup,result,plies")?;
    }
    for size in boards {
        for zone in zones(args.rules.zone) {
            let mut rules = shogi_rules(&args.rules, size.ranks())?;
            rules.zone = zone;
            let found = survey(size, rules, folder.clone(), &context);
            bar.clear();
            let found = found?;
            let mut count = Totals::new();
            for row in &found.setups {
                *count.entry(row.result).or_default() += 1;
                print(command, size, zone, row)?;
            }
            totals.push((size, zone, count));
            if !found.finished {
                context.progress.warn("stopped: only what is told here was solved");
                print_totals(command, &totals)?;
                return Ok(end_of(&context));
            }
        }
    }
    print_totals(command, &totals)?;
    Ok(end_of(&context))
}

fn print(command: &SolveCommand, size: Size, zone: u8, row: &Surveyed) -> Result<()> {
    let (setup, result, plies) = (row.setup.name(), row.result.name(), row.plies);
    if command.common.output.json {
        let board = size.to_string();
        let data = json!({ "board": board, "setup": setup, "zone": zone, "result": result,
                           "plies": plies });
        return output::json("setup", &data);
    }
    let plies = plies.map_or(String::new(), |plies| plies.to_string());
    output::line(&match command.csv {
        true => format!("{size},{zone},{setup},{result},{plies}"),
        false => format!("{size}  zone {zone}  {setup}  {result:<7} {plies:>4}").trim_end().into(),
    })
}

fn print_totals(command: &SolveCommand, totals: &[(Size, u8, Totals)]) -> Result<()> {
    let of = |count: &Totals, result| count.get(&result).copied().unwrap_or(0);
    let mut boards: BTreeMap<String, Totals> = BTreeMap::new();
    for (size, _, count) in totals {
        let whole = boards.entry(size.to_string()).or_default();
        for (result, number) in count {
            *whole.entry(*result).or_default() += number;
        }
    }
    let zones = totals.iter().map(|(size, zone, count)| (size.to_string(), Some(*zone), count));
    let lines: Vec<_> =
        zones.chain(boards.iter().map(|(size, count)| (size.clone(), None, count))).collect();
    if command.csv {
        return Ok(());
    }
    if !command.common.output.json {
        output::line("\nboard  zone   first  second  draw  illegal")?;
    }
    for (board, zone, count) in lines {
        let [first, second, draw, illegal] = SetupResult::ALL.map(|result| of(count, result));
        if command.common.output.json {
            let data = json!({ "board": board, "zone": zone, "first": first, "second": second,
                               "draw": draw, "illegal": illegal });
            output::json("totals", &data)?;
        } else {
            let zone = zone.map_or("all".into(), |zone| zone.to_string());
            output::line(&format!(
                "{board:<6} {zone:<5} {first:>6}  {second:>6}  {draw:>4}  {illegal:>7}"
            ))?;
        }
    }
    Ok(())
}
