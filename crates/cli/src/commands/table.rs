//! `table`: make, describe, ask and check tables.

use super::setups::{boards, zones};
use super::{context, end_of};
use crate::End;
use crate::args::{
    RuleArgs, TableBuildArgs, TableCheckArgs, TableCommand, TableInfoArgs, TableQueryArgs,
    TablesArgs,
};
use crate::output;
use crate::registry::{only, only_shogi, shogi_game, shogi_rules, tables_folder};
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomikiri_core::files::prepare_folder;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Error, Game, Verdict};
use yomikiri_search::Store;
use yomikiri_search::retrograde::Counts;
use yomikiri_shogi::check::{Checked, check};
use yomikiri_shogi::solver::{move_verdict, ranked_moves, verdict};
use yomikiri_shogi::{Rules, Subject, Table, survey};

pub(crate) fn run(command: &TableCommand) -> Result<End> {
    match command {
        TableCommand::Build(args) => build(args),
        TableCommand::Info(args) => info(args),
        TableCommand::Query(args) => query(args),
        TableCommand::Check(args) => check_all(args),
    }
}

/// The folder for tables; an error if none is given and none can be guessed.
fn folder(given: &Option<PathBuf>) -> Result<PathBuf> {
    tables_folder(given).ok_or_else(|| {
        Error::refused("there is no folder for tables; name one with --tables").into()
    })
}

/// What the tables are of that a board, or a position, needs.
fn subjects(position: &str, rules: &RuleArgs, all: bool) -> Result<Vec<Subject>> {
    if !all {
        let (game, position, _) = shogi_game(rules, position)?;
        return Ok(vec![Subject::of(&game, &position)]);
    }
    let mut subjects = Vec::new();
    for size in boards(Some(position))? {
        for zone in zones(rules.zone) {
            let rules = Rules { zone, ..shogi_rules(rules, size.ranks())? };
            subjects.extend(survey::subjects(size, rules));
        }
    }
    Ok(subjects)
}

fn build(args: &TableBuildArgs) -> Result<End> {
    only_shogi(&args.game, &args.rules)?;
    let folder = folder(&args.rules.tables)?;
    let subjects = subjects(&args.position, &args.rules, args.all)?;
    prepare_folder(&folder, "a set of tables")?;
    let (context, bar) = context(&args.limits, &args.output)?;
    for subject in subjects {
        let path = folder.join(subject.file_name());
        match Table::open(&subject, &folder).and_then(|table| table.map(|t| t.counts()).transpose())
        {
            Ok(None) => {}
            Ok(Some(_)) => {
                tell(&args.output, &path, "is there already", json!({ "built": false }))?;
                continue;
            }
            Err(error) => context.progress.warn(&format!("{error}; it is made anew")),
        }
        let begun = Instant::now();
        let built = Table::build(subject, &context);
        bar.clear();
        let Some(table) = built? else { return Ok(end_of(&context)) };
        table.write(&folder)?;
        let (counts, seconds) = (table.counts()?, begun.elapsed().as_secs_f64());
        let mut data = counted(&counts);
        data["built"] = true.into();
        data["seconds"] = seconds.into();
        tell(&args.output, &path, &format!("{}; {}", said(&counts), time(seconds)), data)?;
    }
    Ok(End::Done)
}

/// Reports about one table.
fn tell(output: &crate::args::OutputArgs, path: &Path, text: &str, mut data: Json) -> Result<()> {
    if output.json {
        data["file"] = path.display().to_string().into();
        return output::json("table", &data);
    }
    output::line(&format!("{}: {text}", path.display()))
}

fn counted(counts: &Counts) -> Json {
    json!({ "wins": counts.wins, "losses": counts.losses, "draws": counts.draws,
            "holes": counts.holes, "longest": counts.longest })
}

fn said(counts: &Counts) -> String {
    format!(
        "{} positions: {} won by the side to move, {} lost, {} drawn; longest {} plies",
        grouped(counts.wins + counts.losses + counts.draws),
        grouped(counts.wins),
        grouped(counts.losses),
        grouped(counts.draws),
        counts.longest
    )
}

/// The files named, those of a game and a board, or all tables of the folder.
fn files(args: &TablesArgs) -> Result<Vec<PathBuf>> {
    match &args.named[..] {
        [] => {}
        [game, position] if game.as_os_str() == "shogi" => {
            let folder = folder(&args.rules.tables)?;
            let subjects = subjects(&position.to_string_lossy(), &args.rules, args.all)?;
            return Ok(subjects.iter().map(|subject| folder.join(subject.file_name())).collect());
        }
        named => {
            only(&args.rules, "a table file", &[])?;
            return Ok(named.to_vec());
        }
    }
    let folder = folder(&args.rules.tables)?;
    let entries = std::fs::read_dir(&folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            Error::file(&folder, "there are no tables; make some with 'yomikiri table build'")
        }
        _ => Error::io(&folder, error),
    })?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Error::io(&folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "table") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        let problem = "there are no tables; make some with 'yomikiri table build'";
        return Err(Error::file(&folder, problem).into());
    }
    Ok(files)
}

/// Opens a table by its file alone.
fn open(path: &Path) -> yomikiri_core::Result<Table> {
    Table::from_store(Store::open(path)?)
}

fn info(args: &TableInfoArgs) -> Result<End> {
    let (context, bar) = context(&args.limits, &args.output)?;
    for path in files(&args.tables)? {
        let table = open(&path)?;
        let counts = table.counts()?;
        let bytes = table.store().map_or(0, Store::file_len);
        let mut data = counted(&counts);
        data["parameters"] = table.subject.parameters().into();
        data["bytes"] = bytes.into();
        let mut text = format!(
            "{}\n  {}\n  {} numbers, {} bytes, {:.2} bits a position",
            table.subject.parameters(),
            said(&counts),
            grouped(table.index.len()),
            grouped(bytes),
            8.0 * bytes as f64 / (counts.wins + counts.losses + counts.draws).max(1) as f64
        );
        if args.reachable {
            let reached = yomikiri_shogi::reach::reach(&table, &context);
            bar.clear();
            let Some(reached) = reached? else { return Ok(end_of(&context)) };
            data["reachable"] = json!({ "positions": reached.positions(),
                "terminal": reached.terminal, "wins": reached.wins, "draws": reached.draws,
                "losses": reached.losses, "longest": reached.longest });
            text += &format!(
                "\n  reachable from the start, mirror images and both sides to move counted once: \
                 {}\n  of them the game is not over in {}: {} won by the side to move, {} drawn, \
                 {} lost; longest {} plies",
                grouped(reached.positions()),
                grouped(reached.open()),
                grouped(reached.wins),
                grouped(reached.draws),
                grouped(reached.losses),
                reached.longest
            );
        }
        tell(&args.output, &path, &text, data)?;
    }
    Ok(End::Done)
}

fn query(args: &TableQueryArgs) -> Result<End> {
    only_shogi(&args.game, &args.rules)?;
    let (game, position, _) = shogi_game(&args.rules, &args.position)?;
    let folder = folder(&args.rules.tables)?;
    let subject = Subject::of(&game, &position);
    let Some(table) = Table::open(&subject, &folder)? else {
        return Err(Error::file(
            folder.join(subject.file_name()),
            "there is no such table; make it with 'yomikiri table build', or use 'values', which \
             needs none",
        )
        .into());
    };
    let side = game.to_move(&position);
    let found = verdict(&game, side, table.value(&position)?);
    let mut moves = Vec::new();
    for (mv, value) in ranked_moves(&table, &game, &position)? {
        moves.push((game.print_move(&position, mv), move_verdict(&game, side, value)));
    }
    let plies = |verdict: &Verdict| match verdict {
        Verdict::Outcome { plies, .. } => *plies,
        _ => None,
    };
    if args.output.json {
        let listed = moves.iter().map(
            |(mv, found)| json!({ "move": mv, "outcome": found.outcome(), "plies": plies(found) }),
        );
        let data = json!({
            "position": game.print_position(&position),
            "outcome": found.outcome(),
            "plies": plies(&found),
            "moves": listed.collect::<Vec<_>>(),
        });
        output::json("query", &data)?;
    } else {
        let mut lines = vec![game.draw(&position), String::new(), found.to_string(), String::new()];
        lines.extend(moves.iter().map(|(mv, found)| format!("{mv:<6} {found}")));
        output::line(lines.join("\n").trim_end())?;
    }
    Ok(End::Done)
}

fn check_all(args: &TableCheckArgs) -> Result<End> {
    let (context, bar) = context(&args.limits, &args.output)?;
    let mut end = End::Done;
    for path in files(&args.tables)? {
        let (sound, text) = match check_one(&path, &context) {
            Ok(Checked::Sound { positions }) => {
                (true, format!("sound: {} positions agree with their moves", grouped(positions)))
            }
            Ok(Checked::Unsound { index, problem }) => {
                (false, format!("WRONG: state {index}: {problem}"))
            }
            Ok(Checked::Stopped) => return Ok(end_of(&context)),
            // A file that cannot be read at all is no answer to the question.
            Err(error @ (Error::Io { .. } | Error::Refused(_))) => return Err(error.into()),
            Err(error) => (false, format!("WRONG: {error}")),
        };
        bar.clear();
        if !sound {
            end = End::No;
        }
        tell(
            &args.output,
            &path,
            &text,
            json!({ "sound": sound, "problem": (!sound).then_some(&text) }),
        )?;
    }
    Ok(end)
}

fn check_one(path: &Path, context: &Context) -> yomikiri_core::Result<Checked> {
    check(&open(path)?, context)
}
