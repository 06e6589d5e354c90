use super::{context, end_of};
use crate::End;
use crate::args::TrainArgs;
use crate::output;
use anyhow::Result;
use serde_json::json;
use yomikiri_core::{Error, files};
use yomikiri_othello::Size;
use yomikiri_othello::evaluation::{Evaluation, from_bytes, to_bytes};
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
        said = tell(args, generation, evaluation, bytes.len());
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
    for (name, spread) in
        ["of a deeper search", "of the exact score"].iter().zip(evaluation.spreads)
    {
        output::line(&format!("  off by {name}: {:?}", spread.0))?;
    }
    output::line(&format!("  {bytes} bytes in {}", args.out.display()))
}
