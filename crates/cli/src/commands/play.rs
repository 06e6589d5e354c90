use super::{context, open};
use crate::End;
use crate::args::{PlayArgs, PlayAs};
use anyhow::Result;
use yomikiri_core::Error;
use yomikiri_rooms::play::{Seats, Who};

pub(crate) fn run(args: &PlayArgs) -> Result<End> {
    let players = players(args)?;
    let (context, bar) = context(&args.limits, &args.output)?;
    let room = open(&args.game, &args.position, &args.rules, &context)?;
    let seats = Seats { players, move_time: args.move_time, json: args.output.json };
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let stopped = room.play(&seats, &context, &mut input, &mut output);
    bar.clear();
    Ok(stopped?.map_or(End::Done, End::from))
}

/// Who plays either side.
fn players(args: &PlayArgs) -> Result<[Who; 2]> {
    let watched = args.side == PlayAs::Nobody;
    let most = if watched { 2 } else { 1 };
    let too_many = |option: &str, count: usize| match count > most {
        false => Ok(()),
        true => Err(Error::refused(format!(
            "--{option} has {count}, where {}",
            if watched { "two play" } else { "one plays against you; --as nobody to watch" }
        ))),
    };
    too_many("against", args.against.len())?;
    too_many("level", args.level.len())?;
    // One name or level is meant for both.
    let of = |number: usize| match args.against.get(number).or(args.against.first()) {
        None => Who::Usual,
        Some(name) => Who::Opponent {
            name: name.clone(),
            level: args.level.get(number).or(args.level.first()).copied(),
            // Two random movers are not to roll the same dice.
            seed: args.seed.wrapping_add(number as u64),
        },
    };
    Ok(match args.side {
        PlayAs::First => [Who::Person, of(0)],
        PlayAs::Second => [of(0), Who::Person],
        PlayAs::Nobody => [of(0), of(1)],
    })
}
