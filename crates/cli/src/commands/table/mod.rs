//! `table`: make, describe, ask and check tables.

mod amazons;
mod go;
mod shogi;

use super::{context, end_of};
use crate::End;
use crate::args::{
    LimitArgs, OutputArgs, RuleArgs, TableBuildArgs, TableCheckArgs, TableCommand, TableInfoArgs,
    TableQueryArgs, TablesArgs,
};
use crate::output;
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use yomikiri_core::files::prepare_folder;
use yomikiri_core::{Context, Error};
use yomikiri_rooms::catalog::tables_folder;
use yomikiri_search::Archive;

/// What a game must be able to do with its tables.
trait Tables {
    /// The files that a board, or a position, stands for, in a folder.
    fn files(
        &self,
        folder: &Path,
        position: &str,
        rules: &RuleArgs,
        all: bool,
    ) -> Result<Vec<PathBuf>>;

    /// The name of the file that is to hold what an archive holds; `None` if it is no table of the
    /// game.
    fn file_name(&self, archive: Archive) -> Option<String>;

    /// Makes them, telling of each.
    fn build(&self, args: &TableBuildArgs, folder: &Path, context: &Context) -> Result<End>;

    /// What is in a table: for people, and as data. `None` if stopped.
    fn info(
        &self,
        archive: Archive,
        reachable: bool,
        context: &Context,
    ) -> Result<Option<(String, Json)>>;

    /// Looks a position up: for people, and as data.
    fn query(
        &self,
        args: &TableQueryArgs,
        folder: &Path,
        context: &Context,
    ) -> Result<(String, Json)>;

    /// Checks the states, all of them if `full` is asked for: what was found, and whether it is
    /// sound. `None` if stopped.
    fn check(
        &self,
        archive: Archive,
        full: bool,
        context: &Context,
    ) -> yomikiri_core::Result<Option<(bool, String)>>;
}

/// The games that have tables.
const GAMES: [(&str, &dyn Tables); 3] =
    [("shogi", &shogi::Shogi), ("go", &go::Go), ("amazons", &amazons::Amazons)];

fn game(name: &str) -> Result<&'static dyn Tables> {
    let found = GAMES.iter().find(|(game, _)| *game == name).map(|(_, tables)| *tables);
    found.ok_or_else(|| {
        Error::notation("game", name, "there are no tables of it", "shogi, go or amazons").into()
    })
}

/// The game that a table is of.
fn game_of(archive: &Archive) -> yomikiri_core::Result<&'static dyn Tables> {
    let first = archive.parameters().split(' ').next().unwrap_or_default();
    let found = GAMES.iter().find(|(game, _)| *game == first).map(|(_, tables)| *tables);
    found.ok_or_else(|| {
        let problem = format!("is a table of something unknown here: {}", archive.parameters());
        Error::file(archive.path(), problem)
    })
}

pub(crate) fn run(command: &TableCommand) -> Result<End> {
    match command {
        TableCommand::Build(args) => {
            let tables = game(&args.game)?;
            let folder = folder(&args.rules.tables)?;
            // A bad position is told before a folder is made.
            tables.files(&folder, &args.position, &args.rules, args.all)?;
            prepare_folder(&folder, "a set of tables")?;
            let (context, bar) = context(&args.limits, &args.output)?;
            let end = tables.build(args, &folder, &context);
            bar.clear();
            end
        }
        TableCommand::Info(args) => info(args),
        TableCommand::Query(args) => {
            let (context, _bar) = context(&LimitArgs::default(), &args.output)?;
            let folder = folder(&args.rules.tables)?;
            let found = game(&args.game)?.query(args, &folder, &context);
            if context.stopped().is_some() {
                // Something may have been left out.
                return Ok(end_of(&context));
            }
            let (text, data) = found?;
            match args.output.json {
                true => output::json("query", &data)?,
                false => output::line(text.trim_end())?,
            }
            Ok(End::Done)
        }
        TableCommand::Check(args) => check_all(args),
    }
}

/// The folder for tables; an error if none is given and none can be guessed.
fn folder(given: &Option<PathBuf>) -> Result<PathBuf> {
    tables_folder(given).ok_or_else(|| {
        Error::refused("there is no folder for tables; name one with --tables").into()
    })
}

/// Refuses to go on without a board.
fn needs_board(position: &str) -> Result<()> {
    match position.is_empty() {
        true => Err(Error::refused(
            "a board or a position is missing, such as 3x4; only amazons does without",
        )
        .into()),
        false => Ok(()),
    }
}

/// Refuses to count what can be reached from a start, which only dobutsu shogi's tables tell.
fn counts_no_reachable(reachable: bool) -> Result<()> {
    match reachable {
        true => Err(Error::refused("--reachable is for dobutsu shogi; leave it out").into()),
        false => Ok(()),
    }
}

/// That there is no table where one was asked for.
fn no_table(path: PathBuf) -> Error {
    Error::file(
        path,
        "there is no such table; make it with 'yomikiri table build', or use 'values', which \
         needs none",
    )
}

/// Reports about one table.
fn tell(output: &OutputArgs, path: &Path, text: &str, mut data: Json) -> Result<()> {
    if output.json {
        data["file"] = path.display().to_string().into();
        return output::json("table", &data);
    }
    output::line(&format!("{}: {text}", path.display()))
}

/// Refuses a file that does not hold what its name says, where it was not named but what it is of.
fn check_name(path: &Path, asked: Option<&dyn Tables>) -> yomikiri_core::Result<()> {
    let Some(asked) = asked else { return Ok(()) };
    let name = asked.file_name(Archive::open(path)?);
    match name.is_some_and(|name| path.file_name() == Some(name.as_ref())) {
        true => Ok(()),
        false => Err(Error::file(path, "is a table of something else than its name says")),
    }
}

/// The files named; those of a game and a board, and the game; or all tables of the folder.
fn files(args: &TablesArgs) -> Result<(Vec<PathBuf>, Option<&'static dyn Tables>)> {
    match &args.named[..] {
        [] => {}
        [name, position @ ..]
            if position.len() < 2 && GAMES.iter().any(|(game, _)| name.as_os_str() == *game) =>
        {
            let folder = folder(&args.rules.tables)?;
            let tables = game(&name.to_string_lossy())?;
            let position = position.first().map(|position| position.to_string_lossy());
            let position = position.unwrap_or_default();
            let files = tables.files(&folder, &position, &args.rules, args.all)?;
            return Ok((files, Some(tables)));
        }
        named => {
            args.rules.options.0.check("a table file", &[])?;
            return Ok((named.to_vec(), None));
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
    Ok((files, None))
}

fn info(args: &TableInfoArgs) -> Result<End> {
    let (context, bar) = context(&args.limits, &args.output)?;
    let (paths, asked) = files(&args.tables)?;
    for path in paths {
        check_name(&path, asked)?;
        let archive = Archive::open(&path)?;
        let (parameters, bytes) = (archive.parameters().to_owned(), archive.file_len());
        let found = game_of(&archive)?.info(archive, args.reachable, &context);
        bar.clear();
        let Some((text, mut data)) = found? else { return Ok(end_of(&context)) };
        data["parameters"] = parameters.clone().into();
        data["bytes"] = bytes.into();
        tell(&args.output, &path, &format!("{parameters}\n  {text}"), data)?;
    }
    Ok(End::Done)
}

fn check_all(args: &TableCheckArgs) -> Result<End> {
    let (context, bar) = context(&args.limits, &args.output)?;
    let mut end = End::Done;
    let (paths, asked) = files(&args.tables)?;
    for path in paths {
        let checked = check_name(&path, asked)
            .and_then(|()| Archive::open(&path))
            .and_then(|archive| game_of(&archive)?.check(archive, args.full, &context));
        let (sound, text) = match checked {
            Ok(Some(checked)) => checked,
            Ok(None) => return Ok(end_of(&context)),
            // A file that cannot be read at all is no answer to the question.
            Err(error @ (Error::Io { .. } | Error::Refused(_))) => return Err(error.into()),
            Err(error) => (false, format!("WRONG: {error}")),
        };
        bar.clear();
        if !sound {
            end = End::No;
        }
        let problem = (!sound).then_some(&text);
        tell(&args.output, &path, &text, json!({ "sound": sound, "problem": problem }))?;
    }
    Ok(end)
}
