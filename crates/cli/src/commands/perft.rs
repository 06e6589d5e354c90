use super::{context, end_of, open};
use crate::End;
use crate::args::{LimitArgs, PerftArgs};
use crate::output;
use anyhow::Result;
use serde_json::json;

pub(crate) fn run(args: &PerftArgs) -> Result<End> {
    let room = open(&args.game, &args.position, &args.rules)?;
    let limits = LimitArgs { threads: Some(1), memory: None, time: args.time, nodes: None };
    let (context, _bar) = context(&limits, &args.output)?;
    for depth in 1.min(args.depth)..=args.depth {
        let Some(count) = room.perft(depth, &context) else { break };
        match args.output.json {
            true => output::json("perft", &json!({ "depth": depth, "count": count }))?,
            false => output::line(&format!("{depth} {count}"))?,
        }
    }
    Ok(end_of(&context))
}
