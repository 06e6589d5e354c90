//! Tables of Amazons: every region up to some size.

use super::{Tables, tell};
use crate::End;
use crate::args::{RuleArgs, TableBuildArgs, TableQueryArgs};
use crate::commands::end_of;
use crate::registry::only;
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomikiri_amazons::Database;
use yomikiri_amazons::database::file_name;
use yomikiri_amazons::shape::MOST_CELLS;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Error};
use yomikiri_search::Archive;

pub(super) struct Amazons;

/// The number of cells that was asked for.
fn cells(rules: &RuleArgs) -> Result<usize> {
    match rules.cells {
        Some(cells @ 1..=MOST_CELLS) => Ok(cells),
        Some(cells) => {
            let expected = format!("1 to {MOST_CELLS}");
            let problem = "no such table";
            Err(Error::notation("cells", &cells.to_string(), problem, expected).into())
        }
        None => Err(Error::refused(
            "say how many cells the regions have at most, such as --cells 8 (9 takes half a minute \
             and 0.3 GB, 10 minutes and 4.6 GB), or --forms for canonical forms",
        )
        .into()),
    }
}

impl Tables for Amazons {
    fn files(
        &self,
        folder: &Path,
        position: &str,
        rules: &RuleArgs,
        all: bool,
    ) -> Result<Vec<PathBuf>> {
        only(rules, "amazons", &["cells", "forms"])?;
        if all {
            return Err(Error::refused("--all is for shogi's set-ups; leave it out").into());
        }
        if !position.is_empty() {
            let problem = "tables of Amazons are of all regions up to some size";
            let expected = "no position, but --cells N or --forms";
            return Err(Error::notation("position", position, problem, expected).into());
        }
        Ok(vec![folder.join(file_name(cells(rules)?))])
    }

    fn build(&self, args: &TableBuildArgs, folder: &Path, context: &Context) -> Result<End> {
        let cells = cells(&args.rules)?;
        let path = folder.join(file_name(cells));
        if path.exists() {
            match Database::open(&path) {
                Ok(_) => {
                    tell(&args.output, &path, "is there already", json!({ "built": false }))?;
                    return Ok(End::Done);
                }
                Err(error) => context.progress.warn(&format!("{error}; it is made anew")),
            }
        }
        let begun = Instant::now();
        let Some(built) = Database::build(cells, folder, context)? else {
            return Ok(end_of(context));
        };
        let seconds = begun.elapsed().as_secs_f64();
        let bytes = Database::open(&path)?.file_len();
        let text = format!(
            "{} positions, {} bytes, {:.2} bits a position; {}",
            grouped(built.positions),
            grouped(bytes),
            8.0 * bytes as f64 / built.positions as f64,
            time(seconds)
        );
        let data = json!({ "built": true, "cells": cells, "positions": built.positions,
                           "bytes": bytes, "resumed": built.resumed, "seconds": seconds });
        tell(&args.output, &path, &text, data)?;
        Ok(End::Done)
    }

    fn info(
        &self,
        archive: Archive,
        reachable: bool,
        _: &Context,
    ) -> Result<Option<(String, Json)>> {
        if reachable {
            return Err(Error::refused("--reachable is for dobutsu shogi; leave it out").into());
        }
        let database = Database::from_archive(archive)?;
        let text = format!("regions up to {} cells", database.cells());
        Ok(Some((text, json!({ "cells": database.cells() }))))
    }

    fn query(&self, _args: &TableQueryArgs, _folder: &Path) -> Result<(String, Json)> {
        anyhow::bail!("not yet")
    }

    fn check(
        &self,
        _archive: Archive,
        _full: bool,
        _context: &Context,
    ) -> yomikiri_core::Result<Option<(bool, String)>> {
        Ok(None)
    }
}
