use super::{context, end_of, open};
use crate::End;
use crate::args::{PlayArgs, PlayAs};
use anyhow::Result;
use yomikiri_core::Side;

pub(crate) fn run(args: &PlayArgs) -> Result<End> {
    let room = open(&args.game, &args.position, &args.rules)?;
    let (context, _bar) = context(&args.limits, &args.output)?;
    let human = match args.side {
        PlayAs::First => Some(Side::First),
        PlayAs::Second => Some(Side::Second),
        PlayAs::Nobody => None,
    };
    room.play(human, &context, &mut std::io::stdin().lock(), &mut std::io::stdout().lock())?;
    Ok(end_of(&context))
}
