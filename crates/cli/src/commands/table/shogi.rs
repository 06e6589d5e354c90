//! Tables of shogi: every position of a set-up's pieces.

use super::{Tables, needs_board, no_table, tell};
use crate::End;
use crate::args::{RuleArgs, TableBuildArgs, TableQueryArgs};
use crate::commands::end_of;
use crate::commands::setups::{boards, no_setup, states, zones};
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Game, Progress, Verdict, Whole};
use yomikiri_rooms::games::shogi;
use yomikiri_search::retrograde::Counts;
use yomikiri_search::{Archive, Store};
use yomikiri_shogi::check::{Checked, check};
use yomikiri_shogi::solver::{move_verdict, ranked_moves, verdict};
use yomikiri_shogi::{Rules, Subject, Table, survey};

pub(super) struct Shogi;

/// What the tables are of that a board, or a position, needs.
fn subjects(position: &str, rules: &RuleArgs, all: bool) -> Result<Vec<Subject>> {
    if !all {
        let (game, position, _) = shogi::position(&rules.options.0, position, &rules.moves)?;
        return Ok(vec![Subject::of(&game, &position)]);
    }
    no_setup(&rules.options.0)?;
    let mut subjects = Vec::new();
    for size in boards(Some(position))? {
        for zone in zones(&rules.options.0)? {
            let rules = Rules { zone, ..shogi::rules(&rules.options.0, size.ranks())? };
            subjects.extend(survey::subjects(size, rules));
        }
    }
    Ok(subjects)
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

impl Tables for Shogi {
    fn files(
        &self,
        folder: &Path,
        position: &str,
        rules: &RuleArgs,
        all: bool,
    ) -> Result<Vec<PathBuf>> {
        needs_board(position)?;
        rules.options.0.check(shogi::SHOGI.name, shogi::SHOGI.options)?;
        let subjects = subjects(position, rules, all)?;
        Ok(subjects.iter().map(|subject| folder.join(subject.file_name())).collect())
    }

    fn file_name(&self, archive: Archive) -> Option<String> {
        Some(Subject::parse(archive.parameters())?.file_name())
    }

    fn build(&self, args: &TableBuildArgs, folder: &Path, context: &Context) -> Result<End> {
        let subjects = subjects(&args.position, &args.rules, args.all)?;
        let states = states(&subjects)?;
        let (mut done, of) = (0, states.iter().sum());
        let all_begun = Instant::now();
        for (subject, states) in subjects.into_iter().zip(states) {
            // Of a single table nothing is known but its stages.
            let whole = args.all.then_some(Whole { done, of, unit: "states", alike: true });
            let part = context.retold(move |told| Progress {
                whole,
                elapsed: all_begun.elapsed(),
                ..told.clone()
            });
            done += states;
            let path = folder.join(subject.file_name());
            match Table::open(&subject, folder)
                .and_then(|table| table.map(|t| t.counts()).transpose())
            {
                Ok(None) => {}
                Ok(Some(_)) => {
                    tell(&args.output, &path, "is there already", json!({ "built": false }))?;
                    continue;
                }
                Err(error) => context.progress.warn(&format!("{error}; it is made anew")),
            }
            let begun = Instant::now();
            let built = Table::build(subject, &part);
            let Some(table) = built? else { return Ok(end_of(context)) };
            table.write(folder)?;
            let (counts, seconds) = (table.counts()?, begun.elapsed().as_secs_f64());
            let mut data = counted(&counts);
            data["built"] = true.into();
            data["seconds"] = seconds.into();
            tell(&args.output, &path, &format!("{}; {}", said(&counts), time(seconds)), data)?;
        }
        Ok(End::Done)
    }

    fn info(
        &self,
        archive: Archive,
        reachable: bool,
        context: &Context,
    ) -> Result<Option<(String, Json)>> {
        let table = Table::from_store(Store::from_archive(archive)?)?;
        let counts = table.counts()?;
        let bytes = table.store().map_or(0, Store::file_len);
        let mut data = counted(&counts);
        let mut text = format!(
            "{}\n  {} numbers, {} bytes, {:.2} bits a position",
            said(&counts),
            grouped(table.index.len()),
            grouped(bytes),
            8.0 * bytes as f64 / (counts.wins + counts.losses + counts.draws).max(1) as f64
        );
        if reachable {
            let Some(reached) = yomikiri_shogi::reach::reach(&table, context)? else {
                return Ok(None);
            };
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
        Ok(Some((text, data)))
    }

    fn query(&self, args: &TableQueryArgs, folder: &Path, _: &Context) -> Result<(String, Json)> {
        let RuleArgs { options, moves, .. } = &args.rules;
        let (game, position, _) = shogi::position(&options.0, &args.position, moves)?;
        let subject = Subject::of(&game, &position);
        let Some(table) = Table::open(&subject, folder)? else {
            return Err(no_table(folder.join(subject.file_name())).into());
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
        let listed = moves.iter().map(
            |(mv, found)| json!({ "move": mv, "outcome": found.outcome(), "plies": plies(found) }),
        );
        let data = json!({
            "position": game.print_position(&position),
            "outcome": found.outcome(),
            "plies": plies(&found),
            "moves": listed.collect::<Vec<_>>(),
        });
        let mut lines = vec![game.draw(&position), String::new(), found.to_string(), String::new()];
        lines.extend(moves.iter().map(|(mv, found)| format!("{mv:<6} {found}")));
        Ok((lines.join("\n"), data))
    }

    fn check(
        &self,
        archive: Archive,
        _: bool,
        context: &Context,
    ) -> yomikiri_core::Result<Option<(bool, String)>> {
        Ok(match check(&Table::from_store(Store::from_archive(archive)?)?, context)? {
            Checked::Sound { positions } => {
                let positions = grouped(positions);
                Some((true, format!("sound: {positions} positions agree with their moves")))
            }
            Checked::Unsound { index, problem } => {
                Some((false, format!("WRONG: state {index}: {problem}")))
            }
            Checked::Stopped => None,
        })
    }
}
