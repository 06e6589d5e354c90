//! Tables of Go: every state of a board.

use super::{Tables, counts_no_reachable, needs_board, no_table, tell};
use crate::End;
use crate::args::{RuleArgs, TableBuildArgs, TableQueryArgs};
use crate::commands::end_of;
use anyhow::Result;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::time::Instant;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Error, Game, Score, Side, Verdict};
use yomikiri_go::check::{Checked, check};
use yomikiri_go::known::known_by;
use yomikiri_go::oracle::{Oracle, check_possible};
use yomikiri_go::{Position, Subject, Table};
use yomikiri_rooms::games::go;
use yomikiri_search::{Archive, Store};

pub(super) struct Go;

/// What the table is of that a board, or a position, needs.
fn subject(position: &str, rules: &RuleArgs, all: bool) -> Result<Subject> {
    if all {
        return Err(Error::refused("--all is for shogi's set-ups; leave it out").into());
    }
    let (go, _) = go::position(&rules.options.0, position, &rules.moves)?;
    check_possible(
        &go,
        &Context::new(yomikiri_core::Limits { memory: u64::MAX, ..Default::default() }),
    )?;
    Ok(Subject::of(&go))
}

/// How many states have one value, and how many two.
fn counted(oracle: &Oracle) -> (u64, u64) {
    let values = oracle.values.iter().flatten().chain(&oracle.ban_values);
    let exact = values.clone().filter(|value| value.low == value.high).count() as u64;
    (exact, values.count() as u64 - exact)
}

impl Tables for Go {
    fn files(
        &self,
        folder: &Path,
        position: &str,
        rules: &RuleArgs,
        all: bool,
    ) -> Result<Vec<PathBuf>> {
        needs_board(position)?;
        Ok(vec![folder.join(subject(position, rules, all)?.file_name())])
    }

    fn file_name(&self, archive: Archive) -> Option<String> {
        Some(Subject::of_parameters(archive.parameters())?.file_name())
    }

    fn build(&self, args: &TableBuildArgs, folder: &Path, context: &Context) -> Result<End> {
        let subject = subject(&args.position, &args.rules, args.all)?;
        let path = folder.join(subject.file_name());
        match Table::open(subject, folder).and_then(|table| table.map(Table::load).transpose()) {
            Ok(None) => {}
            Ok(Some(_)) => {
                tell(&args.output, &path, "is there already", json!({ "built": false }))?;
                return Ok(End::Done);
            }
            Err(error) => context.progress.warn(&format!("{error}; it is made anew")),
        }
        let begun = Instant::now();
        let Some((table, counts)) = Table::build(subject, context)? else {
            return Ok(end_of(context));
        };
        table.write(folder)?;
        let seconds = begun.elapsed().as_secs_f64();
        let (exact, open) = counted(&table.load()?);
        let text = format!(
            "{} legal boards, {} ko bans; {} states, symmetric ones as one, {} of them with one \
             value, {} where endless play decides; {}",
            grouped(counts.legal),
            grouped(counts.bans),
            grouped(exact + open),
            grouped(exact),
            grouped(open),
            time(seconds)
        );
        let data = json!({ "built": true, "legal_boards": counts.legal, "ko_bans": counts.bans,
                           "board_classes": counts.classes, "states": exact + open,
                           "exact": exact, "open": open, "seconds": seconds });
        tell(&args.output, &path, &text, data)?;
        Ok(End::Done)
    }

    fn info(
        &self,
        archive: Archive,
        reachable: bool,
        _: &Context,
    ) -> Result<Option<(String, Json)>> {
        counts_no_reachable(reachable)?;
        let bytes = archive.file_len();
        let oracle = Table::from_store(Store::from_archive(archive)?)?.load()?;
        let (exact, open) = counted(&oracle);
        let text = format!(
            "{} states, symmetric ones as one: {} with one value, {} where endless play decides\n  \
             {} boards, {} ko bans, {} bytes, {:.2} bits a state",
            grouped(exact + open),
            grouped(exact),
            grouped(open),
            grouped(oracle.boards.len() as u64),
            grouped(oracle.bans.len() as u64),
            grouped(bytes),
            8.0 * bytes as f64 / (exact + open).max(1) as f64
        );
        let data = json!({ "states": exact + open, "exact": exact, "open": open });
        Ok(Some((text, data)))
    }

    fn query(&self, args: &TableQueryArgs, folder: &Path, _: &Context) -> Result<(String, Json)> {
        let (go, position) =
            go::position(&args.rules.options.0, &args.position, &args.rules.moves)?;
        let subject = subject(&args.position, &args.rules, false)?;
        let Some(table) = Table::open(subject, folder)? else {
            return Err(no_table(folder.join(subject.file_name())).into());
        };
        let verdict = |position: &Position, side: Side| -> Result<Verdict> {
            let found = match go.final_score(position) {
                Some(score) => Verdict::Score { score },
                None => known_by(&table, position)?.verdict(&go, position.side),
            };
            Ok(if side == position.side { found } else { -found })
        };
        let ends = |verdict: &Verdict| verdict.bounds().map(|bounds| [bounds.low, bounds.high]);
        let found = verdict(&position, position.side)?;
        let mut moves = Vec::new();
        go.moves(&position, &mut moves);
        let mut listed: Vec<(String, Verdict)> = Vec::new();
        for mv in moves {
            let next = go.play(&position, mv);
            listed.push((go.print_move(&position, mv), verdict(&next, position.side)?));
        }
        listed.sort_by_key(|(_, verdict)| {
            std::cmp::Reverse(ends(verdict).map(|ends| ends.map(|Score(score)| score)))
        });
        let data = json!({
            "position": go.print_position(&position),
            "value": found.score(),
            "bracket": ends(&found),
            "moves": listed.iter().map(|(mv, verdict)| {
                json!({ "move": mv, "value": verdict.score(), "bracket": ends(verdict) })
            }).collect::<Vec<_>>(),
        });
        let side = go.side_name(position.side);
        let mut lines = vec![go.draw(&position), String::new()];
        lines.push(format!("{found}, for {side}"));
        lines.push(String::new());
        lines.extend(listed.iter().map(|(mv, verdict)| format!("{mv:<6} {verdict}")));
        Ok((lines.join("\n"), data))
    }

    fn check(
        &self,
        archive: Archive,
        _: bool,
        context: &Context,
    ) -> yomikiri_core::Result<Option<(bool, String)>> {
        Ok(match check(&Table::from_store(Store::from_archive(archive)?)?.load()?, context)? {
            Checked::Sound { states } => {
                let states = grouped(states);
                let text = format!(
                    "sound: {states} states agree with their moves, and none holds itself up"
                );
                Some((true, text))
            }
            Checked::Unsound { problem } => Some((false, format!("WRONG: {problem}"))),
            Checked::Stopped => None,
        })
    }
}
