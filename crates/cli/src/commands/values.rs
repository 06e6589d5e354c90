use super::solve::{check_ordering, goal};
use super::{context, end_of, open_to_solve};
use crate::End;
use crate::args::SolveArgs;
use crate::output;
use anyhow::Result;
use yomikiri_core::Standing;
use yomikiri_core::text::{grouped, time};
use yomikiri_rooms::reports::Valued;

pub(crate) fn run(args: &SolveArgs) -> Result<End> {
    let room = open_to_solve(args)?;
    check_ordering(args)?;
    let (mut context, bar) = context(&args.limits, &args.output)?;
    context.checkpoint = args.checkpoint.clone();
    // The text does not tell which of several best moves to play.
    let valued = match args.output.json {
        true => room.values(args.method.as_deref(), goal(args.goal), &context),
        false => room.only_values(args.method.as_deref(), goal(args.goal), &context),
    };
    bar.clear();
    let valued = valued?;
    if let Some(why) = &valued.not_remembered {
        output::complain(&format!("this could not be remembered: {why}"));
    }
    if args.output.json {
        output::json("values", &valued)?;
    } else {
        output::line(&text(&valued))?;
    }
    let reached = |bounds: Option<[yomikiri_core::Score; 2]>| {
        bounds
            .is_some_and(|[low, high]| goal(args.goal).reached(yomikiri_core::Bounds { low, high }))
    };
    let all = valued.moves.iter().all(|mv| reached(mv.bounds) || mv.bracket.are_known());
    Ok(match (all, end_of(&context)) {
        (true, _) => End::Done,
        // A search may end by a limit of its own.
        (false, End::Done) => End::Limit,
        (false, end) => end,
    })
}

fn text(valued: &Valued) -> String {
    let mut lines = vec![valued.board.clone(), String::new()];
    if valued.moves.is_empty() {
        lines.push("The game is over: there is no move.".into());
    }
    for mv in &valued.moves {
        let mark = if mv.standing == Standing::Best { "  best" } else { "" };
        lines.push(format!("{:<5} {}{mark}", mv.name, mv.verdict));
    }
    lines.push(String::new());
    if let Some(stopped) = valued.stopped {
        lines.push(format!("Stopped ({stopped}); bounds are proved, the rest is not known."));
    }
    lines.push(format!("{} nodes in {}", grouped(valued.nodes), time(valued.seconds)));
    lines.join("\n")
}
