//! Tables of Amazons: every region up to some size.

use super::{Tables, counts_no_reachable, tell};
use crate::End;
use crate::args::{RuleArgs, TableBuildArgs, TableQueryArgs};
use crate::commands::end_of;
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomikiri_amazons::check::{Checked, check};
use yomikiri_amazons::shape::MOST_CELLS;
use yomikiri_amazons::{Database, FormFile, Known, Position, database, form_file, notation};
use yomikiri_cgt::svg;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Error, Side, streams};
use yomikiri_rooms::games::amazons::{AMAZONS, CELLS, FORMS};
use yomikiri_rooms::regions::{number, said_of, signed};
use yomikiri_search::Archive;

pub(super) struct Amazons;

/// What a table is of.
#[derive(PartialEq, Eq)]
enum Subject {
    Values(usize),
    Forms(usize),
}

impl Subject {
    fn of(rules: &RuleArgs) -> Result<Subject> {
        let options = &rules.options.0;
        match (options.get(&CELLS)?, options.get(&FORMS)?) {
            (Some(cells), false) => Ok(Subject::Values(cells)),
            (cells, true) => Ok(Subject::Forms(cells.unwrap_or(MOST_CELLS))),
            (None, false) => Err(Error::refused(
                "say how many cells the regions have at most, such as --cells 8 (9 takes half a \
                 minute and 0.3 GB, 10 some minutes and 5.3 GB), or --forms for canonical forms",
            )
            .into()),
        }
    }

    fn file_name(&self) -> String {
        match self {
            Subject::Values(cells) => database::file_name(*cells),
            Subject::Forms(cells) => form_file::file_name(*cells),
        }
    }
}

/// Opens an archive as what it says it is.
enum Opened {
    Values(Box<Database>),
    Forms(Box<FormFile>),
}

impl Opened {
    fn new(archive: Archive) -> yomikiri_core::Result<Opened> {
        match archive.parameters().contains(" forms ") {
            true => FormFile::from_archive(archive).map(|forms| Opened::Forms(Box::new(forms))),
            false => Database::from_archive(archive).map(|values| Opened::Values(Box::new(values))),
        }
    }

    fn subject(&self) -> Subject {
        match self {
            Opened::Values(values) => Subject::Values(values.cells()),
            Opened::Forms(forms) => Subject::Forms(forms.cells()),
        }
    }

    fn about(&self) -> (String, Json) {
        let (positions, bytes, cells) = match self {
            Opened::Values(values) => (values.positions(), values.file_len(), values.cells()),
            Opened::Forms(forms) => (forms.positions(), forms.file_len(), forms.cells()),
        };
        let mut text = format!(
            "regions up to {cells} cells: {} positions, {} bytes, {:.2} bits a position",
            grouped(positions),
            grouped(bytes),
            8.0 * bytes as f64 / positions.max(1) as f64
        );
        let mut data = json!({ "cells": cells, "positions": positions, "bytes": bytes });
        if let Opened::Forms(forms) = self {
            text += &format!("; {} different forms", grouped(forms.forms() as u64));
            data["forms"] = forms.forms().into();
        }
        (text, data)
    }
}

/// The moves of the side that begins, with what each comes to: the best first.
struct Begun {
    moves: Vec<(String, Option<i8>)>,
}

impl Begun {
    fn find(
        known: &mut Known,
        position: &Position,
        side: Side,
        context: &Context,
    ) -> Result<Begun> {
        let mut moves = known.move_values(position, side, context)?;
        // What is out of reach comes last.
        moves.sort_by_key(|(_, value)| match (side, value) {
            (_, None) => i8::MAX,
            (Side::First, Some(value)) => -value,
            (Side::Second, Some(value)) => *value,
        });
        let name = |mv| notation::print_move(position.board, mv);
        Ok(Begun { moves: moves.into_iter().map(|(mv, value)| (name(mv), value)).collect() })
    }

    /// The moves that are as good as any; none where one is out of reach.
    fn best(&self) -> Vec<&str> {
        let known = self.moves.iter().all(|(_, value)| value.is_some());
        let best = self.moves.first().filter(|_| known).map(|(_, value)| *value);
        let moves = self.moves.iter().take_while(|(_, value)| Some(*value) == best);
        moves.map(|(mv, _)| mv.as_str()).collect()
    }

    /// A line for each value.
    fn text(&self, name: &str) -> String {
        if self.moves.is_empty() {
            return format!("{name} has no move.");
        }
        let mut text = format!("If {name} begins:");
        for group in self.moves.chunk_by(|one, other| one.1 == other.1) {
            let value = group[0].1.map_or("unknown".into(), |value| signed(value.into()));
            let moves: Vec<_> = group.iter().map(|(mv, _)| mv.as_str()).collect();
            text += &format!("\n  {value}: {}", moves.join(" "));
        }
        text
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
        let options = &rules.options.0;
        options.check(AMAZONS.name, AMAZONS.options)?;
        if all {
            return Err(Error::refused("--all is for shogi's set-ups; leave it out").into());
        }
        if !position.is_empty() {
            let problem = "tables of Amazons are of all regions up to some size";
            let expected = "no position, but --cells N or --forms";
            return Err(Error::notation("position", position, problem, expected).into());
        }
        if options.get(&CELLS)?.is_none() && !options.get(&FORMS)? {
            // All that there are; to build, one must be named.
            let names = (1..=MOST_CELLS)
                .flat_map(|cells| [Subject::Values(cells), Subject::Forms(cells)])
                .map(|subject| folder.join(subject.file_name()));
            let there: Vec<PathBuf> = names.filter(|path| path.exists()).collect();
            if !there.is_empty() {
                return Ok(there);
            }
        }
        Ok(vec![folder.join(Subject::of(rules)?.file_name())])
    }

    fn file_name(&self, archive: Archive) -> Option<String> {
        Some(Opened::new(archive).ok()?.subject().file_name())
    }

    fn build(&self, args: &TableBuildArgs, folder: &Path, context: &Context) -> Result<End> {
        let subject = Subject::of(&args.rules)?;
        let path = folder.join(subject.file_name());
        if path.exists() {
            match Archive::open(&path).and_then(Opened::new) {
                Ok(opened) if opened.subject() == subject => {
                    tell(&args.output, &path, "is there already", json!({ "built": false }))?;
                    return Ok(End::Done);
                }
                Ok(_) => context.progress.warn(&format!(
                    "{}: is a table of something else than its name says; it is made anew",
                    path.display()
                )),
                Err(error) => context.progress.warn(&format!("{error}; it is made anew")),
            }
        }
        let begun = Instant::now();
        let resumed = match subject {
            Subject::Values(cells) => {
                Database::build(cells, folder, context)?.map(|built| built.resumed)
            }
            Subject::Forms(cells) => FormFile::build(cells, folder, context)?.map(|_| 0),
        };
        let Some(resumed) = resumed else { return Ok(end_of(context)) };
        let seconds = begun.elapsed().as_secs_f64();
        let (text, mut data) = Opened::new(Archive::open(&path)?)?.about();
        data["built"] = true.into();
        data["seconds"] = seconds.into();
        data["resumed"] = resumed.into();
        tell(&args.output, &path, &format!("{text}; {}", time(seconds)), data)?;
        Ok(End::Done)
    }

    fn info(
        &self,
        archive: Archive,
        reachable: bool,
        _: &Context,
    ) -> Result<Option<(String, Json)>> {
        counts_no_reachable(reachable)?;
        Ok(Some(Opened::new(archive)?.about()))
    }

    fn query(
        &self,
        args: &TableQueryArgs,
        folder: &Path,
        context: &Context,
    ) -> Result<(String, Json)> {
        args.rules.options.0.check(AMAZONS.name, &[])?;
        if notation::parse_size(args.position.trim()).is_ok() {
            let problem = "a board size is no region";
            let expected = "a region such as '.XO#|..#.'";
            return Err(Error::notation("position", &args.position, problem, expected).into());
        }
        let mut position = notation::parse_position(&args.position)?;
        for text in args.rules.moves.split_whitespace() {
            position = position.play(notation::parse_move(&position, text)?);
        }
        let mut known = Known::new(Some(folder))?;
        let value = known.value(&position, context)?;
        let about = known.about(&position, context)?;
        // Of several regions together, only what is known of each.
        let form = match &about[..] {
            [] => Some(yomikiri_cgt::Form::ZERO),
            [one] => one.form,
            _ => None,
        };
        if value.is_none() && about.iter().all(|about| about.form.is_none()) {
            return Err(Error::refused(
                "this region is too large to be worked out here, and no table has it; 'yomikiri \
                 solve amazons' tells who wins larger ones",
            )
            .into());
        }
        let sides = [Side::First, Side::Second];
        let mut begun = Vec::new();
        for side in sides {
            begun.push(Begun::find(&mut known, &position, side, context)?);
        }
        let mut data = json!({ "position": notation::rows(&position) });
        if let Some(value) = value {
            data["black_first"] = value.black_first.into();
            data["white_first"] = value.white_first.into();
        }
        let forms = known.forms();
        if let Some(form) = form {
            data["left_stop"] = number(forms.left_stop(form));
            data["right_stop"] = number(forms.right_stop(form));
            data["mean"] = number(forms.mean(form));
            data["temperature"] = number(forms.temperature(form));
        }
        for (begun, [best, moves]) in
            begun.iter().zip([["best_black", "moves_black"], ["best_white", "moves_white"]])
        {
            data[best] = begun.best().into();
            let all = begun.moves.iter().map(|(mv, value)| json!({ "move": mv, "value": value }));
            data[moves] = all.collect();
        }
        let (regions, listed) = said_of(&known, &about);
        data["regions"] = listed.into();
        if let Some(path) = &args.svg {
            let Some(form) = form else {
                return Err(Error::refused(
                    "a thermograph is drawn of one region whose form is in reach",
                )
                .into());
            };
            let title = notation::rows(&position);
            let drawn = svg::draw(forms.thermograph(form), &title);
            streams::write(path, drawn.as_bytes(), context)?;
        }
        let mut lines = vec![notation::draw(&position), String::new()];
        match value {
            Some(value) => {
                lines.push(format!("{value}: Black's moves less White's, both moving in turn"));
                lines.extend(
                    begun.iter().zip(["Black", "White"]).map(|(begun, name)| begun.text(name)),
                );
            }
            None => lines.push("Its pair (a|b) is out of reach without a table.".into()),
        }
        lines.extend([String::new(), regions]);
        if let Some(path) = &args.svg {
            lines.push(format!("The thermograph is in {}.", path.display()));
        }
        let text = lines.join("\n");
        Ok((text, data))
    }

    fn check(
        &self,
        archive: Archive,
        full: bool,
        context: &Context,
    ) -> yomikiri_core::Result<Option<(bool, String)>> {
        let checked = match Opened::new(archive)? {
            Opened::Values(values) => check(&values, full, context)?,
            Opened::Forms(mut forms) => forms.check(full, context)?,
        };
        Ok(match checked {
            Checked::Sound { values, compared } => Some((
                true,
                format!(
                    "sound: {} values unpacked, {} of them worked out again from the rules",
                    grouped(values),
                    grouped(compared)
                ),
            )),
            Checked::Unsound { problem } => Some((false, format!("WRONG: {problem}"))),
            Checked::Stopped => None,
        })
    }
}
