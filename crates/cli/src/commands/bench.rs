use super::{context, end_of};
use crate::End;
use crate::args::BenchArgs;
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::time::Instant;
use yomikiri_core::text::grouped;
use yomikiri_core::{Game, Goal, Solver};
use yomikiri_othello::{Othello, ReadOut, Size, Start};

/// Boards, starts and goals of the fixed set; the last two are left out by `--quick`.
const SET: [(u32, u32, Start, Goal); 8] = [
    (4, 6, Start::Othello, Goal::Score),
    (4, 6, Start::Reversi, Goal::Score),
    (4, 8, Start::Othello, Goal::Score),
    (4, 8, Start::Reversi, Goal::Score),
    (4, 10, Start::Othello, Goal::Score),
    (4, 10, Start::Reversi, Goal::Score),
    (4, 12, Start::Reversi, Goal::Win),
    (6, 6, Start::Othello, Goal::Score),
];

pub(crate) fn run(args: &BenchArgs) -> Result<End> {
    let (mut context, bar) = context(&args.limits, &args.output)?;
    // One thread unless asked otherwise: only then the signature is fixed.
    context.limits.threads = args.limits.threads.unwrap_or(1);
    context.limits.memory = args.limits.memory.unwrap_or(1 << 30);
    let set = if args.quick { &SET[..6] } else { &SET[..] };
    let (mut nodes, mut seconds) = (0, 0.0);
    for (rows, columns, start, goal) in set {
        let size = Size::new(*rows, *columns).expect("the set has playable boards");
        let game = Othello { start: *start, ..Othello::new(size) };
        let begun = Instant::now();
        let answer = ReadOut::default().solve(&game, &game.start(), *goal, &context)?;
        let time = begun.elapsed().as_secs_f64();
        if answer.stopped.is_some() {
            break;
        }
        nodes += answer.nodes;
        seconds += time;
        let start = &game.rules()[0].1;
        let speed = answer.nodes as f64 / time;
        match args.output.json {
            true => output::json(
                "bench",
                &json!({ "board": game.board(), "start": start, "nodes": answer.nodes,
                         "seconds": time, "nodes_per_second": speed.round() }),
            )?,
            false => output::line(&format!(
                "{:<5} {:<8} {:>14} nodes  {:>8.3} s  {:>6.1} M/s  {}",
                game.board(),
                start,
                grouped(answer.nodes),
                time,
                speed / 1e6,
                answer.verdict
            ))?,
        }
    }
    bar.clear();
    if context.stopped().is_none() {
        let kernel = ReadOut::default().kernel_name()?;
        let threads = context.limits.threads;
        let speed = nodes as f64 / seconds;
        match args.output.json {
            true => output::json(
                "summary",
                &json!({ "signature": nodes, "nodes": nodes, "seconds": seconds,
                         "nodes_per_second": speed.round(), "threads": threads, "kernel": kernel }),
            )?,
            false => output::line(&format!(
                "signature {nodes}\n{seconds:.2} s, {:.1} M nodes/s, {threads} thread{}, {kernel} kernel",
                speed / 1e6,
                if threads == 1 { "" } else { "s (the signature is fixed for one thread only)" },
            ))?,
        }
    }
    if context.stopped().is_some() {
        context.progress.warn("stopped before the set was done; there is no signature");
    }
    Ok(end_of(&context))
}
