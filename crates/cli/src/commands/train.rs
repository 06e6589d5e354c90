//! `train`: the weights of an evaluation.

use super::{context, end_of};
use crate::End;
use crate::args::TrainArgs;
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::path::Path;
use yomikiri_core::{Error, files};
use yomikiri_othello::Size;
use yomikiri_othello::evaluation::{Evaluation, Spread, from_bytes, to_bytes};
use yomikiri_othello::notation::parse_size;
use yomikiri_othello::training::{Generation, Plan, train};

pub(crate) fn run(args: &TrainArgs) -> Result<End> {
    if args.game != "othello" {
        let problem = "it has no weights to train";
        return Err(Error::notation("game", &args.game, problem, "othello").into());
    }
    let size = parse_size(&args.board)?;
    // Weights are those of the board that is not taller than wide.
    let size = Size::new(size.rows().min(size.columns()), size.rows().max(size.columns()))
        .expect("a board that was turned is a board");
    if Evaluation::blank(size).is_none() {
        let problem = "it has no patterns";
        let expected = "6x6, 6x8 or 8x8";
        return Err(Error::notation("board", &args.board, problem, expected).into());
    }
    let first: Option<&'static Evaluation> = match &args.from {
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Error::io(path, error))?;
            let first = from_bytes(&bytes).map_err(|error| Error::file(path, error.to_string()))?;
            if first.size != size {
                return Err(Error::file(path, "holds the weights of another board").into());
            }
            Some(Box::leak(Box::new(first)))
        }
        None => None,
    };
    const MOST_GAMES: u64 = 100_000_000;
    if !(1..=MOST_GAMES).contains(&args.games) {
        let expected = format!("1 to {MOST_GAMES}");
        let problem = "no number of games to learn from";
        return Err(Error::notation("games", &args.games.to_string(), problem, expected).into());
    }
    // Better now than after hours.
    if args.out.is_dir() {
        return Err(Error::file(&args.out, "is a folder; expected a file to write").into());
    }
    let folder = args.out.parent().filter(|folder| !folder.as_os_str().is_empty());
    files::prepare_folder(folder.unwrap_or(Path::new(".")), "writing the weights")?;
    let (context, bar) = context(&args.limits, &args.output)?;
    let plan = Plan {
        size,
        seed: args.seed,
        generations: args.generations,
        games: args.games as usize,
        depth: args.depth,
        exact: args.exact,
        iterations: args.iterations,
    };
    let mut failed = None;
    let mut said = Ok(());
    let done = train(&plan, first, &context, |generation, evaluation| {
        let bytes = to_bytes(evaluation);
        // Written after every generation: an interrupt loses the one at work, not those before.
        if let Err(error) = files::write_whole(&args.out, &bytes) {
            failed = Some(error);
        }
        if said.is_ok() {
            said = tell(args, generation, evaluation, bytes.len());
        }
    })?;
    bar.clear();
    said?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    if done.is_none() {
        context.progress.warn("stopped before the last generation was done");
    }
    Ok(end_of(&context))
}

fn tell(
    args: &TrainArgs,
    generation: &Generation,
    evaluation: &Evaluation,
    bytes: usize,
) -> Result<()> {
    let Generation { number, positions, fitness } = generation;
    if args.output.json {
        let phases: Vec<_> = fitness
            .phases
            .iter()
            .map(|phase| {
                json!({ "positions": phase.positions.0, "error": phase.error.0,
                        "validation_positions": phase.positions.1,
                        "validation_error": phase.error.1 })
            })
            .collect();
        return output::json(
            "generation",
            &json!({ "generation": number, "positions": positions.0,
                     "validation_positions": positions.1, "error": fitness.error.0,
                     "validation_error": fitness.error.1, "phases": phases,
                     "spreads": evaluation.spreads.map(|spread| spread.0), "bytes": bytes }),
        );
    }
    output::line(&format!(
        "generation {number}: {} positions fitted to {:.2} discs (root mean square), {} kept back: {:.2}",
        positions.0, fitness.error.0, positions.1, fitness.error.1
    ))?;
    for (index, phase) in fitness.phases.iter().enumerate() {
        output::line(&format!(
            "  phase {index:>2}: {:>8} positions {:>6.2}   {:>7} kept back {:>6.2}",
            phase.positions.0, phase.error.0, phase.positions.1, phase.error.1
        ))?;
    }
    for (name, spread) in ["a deeper search", "the exact score"].iter().zip(evaluation.spreads) {
        if spread == Spread::default() {
            output::line(&format!("  how far off {name} shallow ones are was not measured"))?;
            continue;
        }
        let [depth, shallow, empties] = [8, 4, 20];
        let deviation = spread.of(empties, depth, shallow);
        output::line(&format!(
            "  {shallow} plies are off {name} of {depth} by {deviation:.1} discs, {empties} squares being empty"
        ))?;
    }
    output::line(&format!("  {bytes} bytes in {}", args.out.display()))
}
