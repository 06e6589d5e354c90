//! `match`: a series between two engines.

mod openings;

use super::{context, end_of, library, open};
use crate::End;
use crate::args::{MatchArgs, RuleArgs};
use crate::engines::{self, Common};
use crate::game_options::games;
use crate::output::{self, Bar};
use anyhow::Result;
use yomikiri_core::Context;
use yomikiri_othello::external::become_subreaper;
use yomikiri_othello::notation::tournament_game;
use yomikiri_rooms::matches::{Plan, Style, Told, play};

pub(crate) fn run(args: &MatchArgs) -> Result<End> {
    // Nothing that an engine leaves behind is to outlive the match.
    become_subreaper();
    let (context, bar) = context(&args.limits, &args.output)?;
    let mut tell = Telling { args, bar: &bar, played: 0 };
    let played = match is_tournament_game(args) {
        true => of_tournament_game(args, &context, &mut tell),
        false => of_any_game(args, &context, &mut tell),
    };
    tell.end(played, &context)
}

/// The game named, or else the first that there is.
fn game(args: &MatchArgs) -> &str {
    args.game.as_deref().unwrap_or(games()[0].name)
}

/// Whether it is the game that has engines of many kinds, other programs among them: 8x8 Othello
/// with tournament scoring, from the start.
fn is_tournament_game(args: &MatchArgs) -> bool {
    let RuleArgs { options, moves, .. } = &args.rules;
    let is_plain = options.0.iter().next().is_none() && moves.is_empty();
    game(args) == "othello" && args.board.as_deref().unwrap_or("8x8") == "8x8" && is_plain
}

fn of_any_game(args: &MatchArgs, context: &Context, tell: &mut Telling<'_>) -> Result<()> {
    let game = game(args);
    let declared = library(&args.rules).game(game)?;
    let usual = if game == "othello" { "8x8" } else { declared.offers[0].boards[0] };
    let board = args.board.as_deref().unwrap_or(usual);
    let room = open(game, board, &args.rules, context)?;
    room.play_match([&args.a, &args.b], &plan(args, "random:2"), context, &mut |told| {
        tell.say(told)
    })
}

fn of_tournament_game(args: &MatchArgs, context: &Context, tell: &mut Telling<'_>) -> Result<()> {
    let game = tournament_game();
    let plan = plan(args, "random:8");
    let of_seed = |seed| Common { seed, threads: context.limits.threads, context };
    let mut a = engines::parse(&args.a, &of_seed(args.seed))?;
    // Two random movers are not to roll the same dice.
    let mut b = engines::parse(&args.b, &of_seed(args.seed.wrapping_add(1)))?;
    let openings = openings::open(&game, &plan, context)?;
    for engine in [&mut a, &mut b] {
        // Who was not given the time to begin is not to blame.
        if context.stopped().is_none()
            && let Err(error) = engine.ready(&game, &openings, context)
            && context.stopped().is_none()
        {
            return Err(error.into());
        }
    }
    let style = Style { joint: "", sides: ["black", "white"], points: Some("discs") };
    play(&game, [a.as_mut(), b.as_mut()], &openings, &plan, style, context, &mut |told| {
        tell.say(told)
    })
}

/// What a match is to be like.
fn plan(args: &MatchArgs, openings: &str) -> Plan {
    Plan {
        games: args.games,
        openings: args.openings.clone().unwrap_or(openings.into()),
        seed: args.seed,
        time_per_move: args.time_per_move,
        longest: None,
        tells_moves: args.boards,
        csv: args.csv.clone(),
    }
}

/// Tells of a match.
struct Telling<'a> {
    args: &'a MatchArgs,
    bar: &'a Bar,
    played: u32,
}

impl Telling<'_> {
    fn say(&mut self, Told { kind, text, data }: Told) -> Result<()> {
        self.played += u32::from(kind == "game");
        match self.args.output.json {
            true => {
                self.bar.clear();
                output::json(kind, &data)
            }
            // Games are narrated.
            false if kind == "game" => Ok(()),
            false => {
                self.bar.clear();
                output::line(&text)
            }
        }
    }

    /// After the last game, or what went wrong.
    fn end(&self, played: Result<()>, context: &Context) -> Result<End> {
        self.bar.clear();
        played?;
        let (played, games) = (self.played, self.args.games);
        // Nobody reads on after the last game: nothing is left out.
        if played == games {
            return Ok(End::Done);
        }
        if context.stopped().is_some() && !self.args.output.quiet {
            output::complain(&format!("stopped after {played} of {games} games"));
        }
        Ok(end_of(context))
    }
}
