use super::{context, end_of, open};
use crate::End;
use crate::args::{LimitArgs, PerftArgs};
use crate::output;
use anyhow::Result;
use serde_json::json;
use std::sync::Arc;
use yomikiri_core::Silent;

pub(crate) fn run(args: &PerftArgs) -> Result<End> {
    let limits = LimitArgs { threads: Some(1), time: args.time, ..LimitArgs::default() };
    let (context, _bar) = context(&limits, &args.output)?;
    let room = open(&args.game, &args.position, &args.rules, &context)?;
    // All of the smaller depths together take less than the last one.
    let quiet = context.clone().with_progress(Arc::new(Silent));
    for depth in 1.min(args.depth)..=args.depth {
        let told = if depth == args.depth { &context } else { &quiet };
        let Some(count) = room.perft(depth, told) else { break };
        match args.output.json {
            true => output::json("perft", &json!({ "depth": depth, "count": count }))?,
            false => output::line(&format!("{depth} {count}"))?,
        }
    }
    Ok(end_of(&context))
}
