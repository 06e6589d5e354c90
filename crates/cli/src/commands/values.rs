use super::solve::goal;
use super::{context, end_of, open_to_solve};
use crate::End;
use crate::args::SolveArgs;
use crate::output;
use anyhow::Result;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Doubt, Goal, Outcome, Standing};
use yomikiri_rooms::reports::Valued;

pub(crate) fn run(args: &SolveArgs) -> Result<End> {
    let (mut context, bar) = context(&args.limits, &args.output)?;
    let room = open_to_solve(args, &context)?;
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
        output::line(&text(&valued, goal(args.goal)))?;
    }
    Ok(match (valued.is_answer(goal(args.goal)), end_of(&context)) {
        (true, _) => End::Done,
        // A search may end by a limit of its own.
        (false, End::Done) => End::Limit,
        (false, end) => end,
    })
}

fn text(valued: &Valued, asked: Goal) -> String {
    let mut lines = vec![valued.board.clone(), String::new()];
    match (&valued.repeated, valued.moves.is_empty()) {
        (Some(repeated), _) => {
            lines.push(format!("The game was here before: {}.", repeated.rule.said(valued.sides)));
        }
        (None, true) => lines.push("The game is over: there is no move.".into()),
        (None, false) => {}
    }
    for mv in &valued.moves {
        let mark = match (mv.standing, asked, mv.outcome) {
            _ if mv.doubt == Some(Doubt::Unchecked) => "  (the proof was not checked to its end)",
            _ if mv.doubt.is_some() => "",
            (Standing::Best, Goal::Score, _) => "  best",
            // Where only the winner was asked, moves that win are not told apart.
            (Standing::Best, Goal::Win, Some(Outcome::Win)) => "  wins",
            (Standing::Best, Goal::Win, Some(Outcome::Draw)) => "  draws",
            _ => "",
        };
        // Where the score does not say who wins, because a draw is somebody's.
        let found = mv.finding.said();
        let said = match mv.outcome {
            Some(Outcome::Win) if found.outcome().is_none() => format!("win, {found}"),
            Some(Outcome::Loss) if found.outcome().is_none() => format!("loss, {found}"),
            _ => found.to_string(),
        };
        let back = mv.repeats.map(|back| format!("  (back: {})", back.rule.said(valued.sides)));
        lines.push(format!("{:<5} {said}{mark}{}", mv.name, back.unwrap_or_default()));
    }
    lines.push(String::new());
    if let Some(draw) = valued.about.rules.get("draw").and_then(|draw| draw.as_str()) {
        lines.push(format!("A draw is {draw}, by the method {}.", valued.about.method));
    }
    if valued.about.method == "bounds" {
        lines.push(
            "By the corrected bounds of the regions alone, which are not proved; unknown where they \
             do not tell."
                .into(),
        );
    }
    if let Some(stopped) = valued.stopped {
        lines.push(format!("Stopped ({stopped}); bounds are proved, the rest is not known."));
    }
    lines.push(format!("{} nodes in {}", grouped(valued.nodes), time(valued.seconds)));
    lines.join("\n")
}
