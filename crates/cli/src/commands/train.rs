//! `train`: the weights of an evaluation.

use super::{context, end_of};
use crate::End;
use crate::args::TrainArgs;
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use yomikiri_core::{Context, Error, Progress, Stop, Whole, files, streams};
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
    let (context, bar) = context(&args.limits, &args.output)?;
    let first: Option<&'static Evaluation> = match &args.from {
        Some(path) => {
            // Those of 8x8 have under four megabytes.
            const LONGEST: u64 = 64 << 20;
            let bytes = streams::read(path, LONGEST, &context)?;
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
    let mut out = Out::new(&args.out)?;
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
    let finished = Arc::new(AtomicU64::new(0));
    let (counted, of) = (finished.clone(), plan.generations.into());
    let told = context.retold(move |told| Progress {
        whole: Some(Whole {
            done: counted.load(Ordering::Relaxed),
            of,
            unit: "generations",
            // The first has nothing to look ahead with.
            alike: false,
        }),
        ..told.clone()
    });
    let done = train(&plan, first, &told, |generation, evaluation| {
        finished.store(generation.number.into(), Ordering::Relaxed);
        let bytes = to_bytes(evaluation);
        let length = bytes.len();
        let last = generation.number == plan.generations;
        let kept = out.keep(bytes, last, &context).map_err(anyhow::Error::from);
        let done = kept.and_then(|()| tell(args, generation, evaluation, length));
        if let Err(error) = done {
            // What comes after can be neither kept nor told.
            failed.get_or_insert(error);
            context.stop(Stop::Cancelled);
        }
    })?;
    bar.clear();
    match failed {
        Some(error) if !output::is_broken_pipe(&error) => return Err(error),
        _ => {}
    }
    if done.is_none() {
        let left = out.leave(&context)?;
        context.progress.warn(&format!("stopped before the last generation was done{left}"));
    }
    Ok(end_of(&context))
}

/// Where weights go. An interrupt is to lose the generation at work and not those before, but
/// neither is the first generation to take the place of an earlier training's last.
enum Out {
    /// A new file: it has every generation in its turn.
    New(PathBuf),
    /// A file that is there: it is replaced by the last generation; those before have another.
    Over { path: PathBuf, meanwhile: PathBuf, begun: bool },
    /// A pipe: it gets one generation, the last that is done.
    Stream { path: PathBuf, latest: Option<Vec<u8>> },
}

impl Out {
    /// Better an error now than after hours.
    fn new(path: &Path) -> Result<Out> {
        files::prepare_file(path, "writing the weights")?;
        let path = path.to_owned();
        if !files::is_kept(&path)? {
            return Ok(Out::Stream { path, latest: None });
        }
        if !path.exists() {
            return Ok(Out::New(path));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".unfinished");
        let meanwhile = path.with_file_name(name);
        if meanwhile.symlink_metadata().is_ok() {
            let problem = "is there already, and would be overwritten before the training is done; \
                           move it away or delete it";
            return Err(Error::file(meanwhile, problem).into());
        }
        Ok(Out::Over { path, meanwhile, begun: false })
    }

    fn keep(&mut self, bytes: Vec<u8>, last: bool, context: &Context) -> yomikiri_core::Result<()> {
        match self {
            Out::New(path) => files::write_whole(path, &bytes),
            Out::Over { path, meanwhile, begun } if last => {
                files::write_whole(path, &bytes)?;
                if *begun {
                    std::fs::remove_file(&*meanwhile)
                        .map_err(|error| Error::io(meanwhile.clone(), error))?;
                }
                Ok(())
            }
            Out::Over { meanwhile, begun, .. } => {
                *begun = true;
                files::write_whole(meanwhile, &bytes)
            }
            Out::Stream { path, .. } if last => streams::write(path, &bytes, context),
            Out::Stream { latest, .. } => {
                *latest = Some(bytes);
                Ok(())
            }
        }
    }

    /// What is left of a training that was stopped.
    fn leave(&self, context: &Context) -> Result<String> {
        Ok(match self {
            Out::Stream { path, latest: Some(bytes) } => {
                streams::write(path, bytes, context)?;
                "; the one before was written".into()
            }
            Out::Over { path, meanwhile, begun } => {
                let kept = format!("; {} is as it was", path.display());
                match begun {
                    true => format!("{kept}, and the one before is in {}", meanwhile.display()),
                    false => kept,
                }
            }
            _ => String::new(),
        })
    }
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
