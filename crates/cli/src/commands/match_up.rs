//! `match`: a series between two engines.

mod openings;
mod telling;

use super::{context, end_of};
use crate::End;
use crate::args::MatchArgs;
use crate::engines::{self, Common};
use crate::output;
use anyhow::Result;
use std::cell::RefCell;
use telling::{Csv, Match, game_json, game_line, move_json, move_text};
use yomikiri_othello::Othello;
use yomikiri_othello::external::become_subreaper;
use yomikiri_othello::notation::tournament_game;
use yomikiri_search::series::{Moved, Terms, swapped, watch_series};

pub(crate) fn run(args: &MatchArgs) -> Result<End> {
    // Nothing that an engine leaves behind is to outlive the match.
    become_subreaper();
    let game = tournament_game();
    let (context, bar) = context(&args.limits, &args.output)?;
    let of_seed = |seed| Common { seed, threads: context.limits.threads, context: &context };
    let mut a = engines::parse(&args.a, &of_seed(args.seed))?;
    // Two random movers are not to roll the same dice.
    let mut b = engines::parse(&args.b, &of_seed(args.seed.wrapping_add(1)))?;
    let openings = openings::open(&game, args, &context)?;
    for engine in [&mut a, &mut b] {
        // Who was not given the time to begin is not to blame.
        if context.stopped().is_none()
            && let Err(error) = engine.ready(&game, &openings, &context)
            && context.stopped().is_none()
        {
            return Err(error.into());
        }
    }
    let mut csv = args.csv.as_deref().map(|path| Csv::create(path, &context)).transpose()?;
    let names = [a.name(), b.name()];
    let terms = Terms { time_per_move: args.time_per_move, longest: None };
    let pairings = match context.stopped() {
        None => swapped(openings.len(), args.games as usize),
        // There may be no opening yet.
        Some(_) => Vec::new(),
    };
    // What went wrong in telling: there is nobody to play for any more.
    let broken = RefCell::new(None);
    let tell = |told: Result<()>| {
        if let Err(error) = told {
            broken.borrow_mut().get_or_insert(error);
            context.stop(yomikiri_core::Stop::Cancelled);
        }
    };
    let mut watch = |moved: &Moved<'_, Othello>| {
        if args.boards {
            bar.clear();
            tell(match args.output.json {
                true => output::json("move", &move_json(&game, moved)),
                false => output::line(&move_text(&game, moved)),
            });
        }
    };
    let standing = watch_series(
        &game,
        [a.as_mut(), b.as_mut()],
        &openings,
        &pairings,
        terms,
        &context,
        |played| {
            context.progress.note(&game_line(&game, played));
            if let Some((seat, problem)) = &played.forfeit {
                let number = played.number + 1;
                context.progress.warn(&format!("game {number}: {seat:?} loses: {problem}"));
            }
            let told = match args.output.json {
                true => output::json("game", &game_json(&game, played)),
                false => Ok(()),
            };
            tell(told.and_then(|()| csv.as_mut().map_or(Ok(()), |csv| csv.add(&game, played))));
            Ok(())
        },
        &mut watch,
    )?;
    bar.clear();
    if let Some(error) = broken.into_inner() {
        return Err(error);
    }
    let outcome =
        Match { args, names, openings: openings.len(), standing, stopped: context.stopped() };
    match args.output.json {
        true => output::json("match", &outcome.json())?,
        false => output::line(&outcome.text())?,
    }
    if context.stopped().is_some() && !args.output.quiet {
        let played = outcome.standing.games();
        output::complain(&format!("stopped after {played} of {} games", args.games));
    }
    Ok(end_of(&context))
}
