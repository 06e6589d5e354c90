use super::{context, end_of, open_to_solve};
use crate::End;
use crate::args::{GoalArg, SolveArgs, SolveCommand};
use crate::output;
use anyhow::Result;
use std::path::Path;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Doubt, Game, Goal, Score, streams};
use yomikiri_othello::{Othello, notation, numbered};
use yomikiri_rooms::reports::{Distance, Ends, Solved};
use yomikiri_shogi::searches::PLIES_AT_MOST;

pub(super) fn goal(goal: GoalArg) -> Goal {
    match goal {
        GoalArg::Win => Goal::Win,
        GoalArg::Score => Goal::Score,
    }
}

/// The position that the arguments name.
pub(super) fn position(args: &SolveArgs) -> Result<&str> {
    args.position.as_deref().ok_or_else(|| {
        let need = format!("{} needs a board size or a position; see --help", args.game);
        yomikiri_core::Error::refused(need).into()
    })
}

pub(crate) fn run(command: &SolveCommand) -> Result<End> {
    if command.all {
        return super::setups::run(command);
    }
    let args = &command.common;
    let (mut context, bar) = context(&args.limits, &args.output)?;
    let room = open_to_solve(args, &context)?;
    if command.svg.is_some() {
        check_svg(args)?;
    }
    context.checkpoint = args.checkpoint.clone();
    let solved = room.solve(args.method.as_deref(), goal(args.goal), &context);
    bar.clear();
    let solved = solved?;
    if let Some(why) = &solved.not_remembered {
        output::complain(&format!("this could not be remembered: {why}"));
    }
    if args.output.json {
        output::json("result", &solved)?;
    } else {
        output::line(&text(&solved, command.boards))?;
    }
    if let Some(path) = &command.svg {
        draw_line(&solved, path, &context)?;
    }
    // A limit that came too late to matter did not stop anything.
    Ok(match (solved.is_answer(goal(args.goal)), end_of(&context)) {
        (true, _) => End::Done,
        // A search may end by a limit of its own.
        (false, End::Done) => End::Limit,
        (false, end) => end,
    })
}

/// What the corrected bounds of an Amazons position come to; they hold in every sum that was ever
/// searched, but are not a proof.
pub(super) fn by_bounds(winner: Option<&str>) -> String {
    match winner {
        Some(winner) => format!(
            "{winner} wins, by the bounds of the regions: no sum is known where the corrected rule \
             errs, but it is not proved."
        ),
        None => "Not settled: the bounds of the regions do not say who wins.".into(),
    }
}

/// Refuses a drawing before anything is proved in vain.
fn check_svg(args: &SolveArgs) -> Result<()> {
    let problem = match args.goal {
        _ if args.game != "othello" => "--svg draws lines of Othello only; leave it out",
        GoalArg::Win => {
            "--svg draws the perfect line, which --goal win does not find; leave one out"
        }
        GoalArg::Score => return Ok(()),
    };
    Err(yomikiri_core::Error::refused(problem).into())
}

/// Draws the line of an Othello position into a file, unless it was cut short.
fn draw_line(solved: &Solved, path: &Path, context: &Context) -> Result<()> {
    let (size, start) = notation::parse_position(&solved.about.position)?;
    let game = Othello::new(size);
    let (mut position, mut line) = (start, Vec::new());
    for text in &solved.line {
        let mv = game.parse_move(&position, text)?;
        line.push(mv);
        position = game.play(&position, mv);
    }
    if game.final_score(&position).is_none() {
        output::complain(&format!(
            "{} was not written: there is no line to the end of the game to draw",
            path.display()
        ));
        return Ok(());
    }
    Ok(streams::write(path, numbered::draw(&game, &start, &line).as_bytes(), context)?)
}

/// The report for people.
fn text(solved: &Solved, all_boards: bool) -> String {
    let about = &solved.about;
    let text = &solved.text;
    let rules: Vec<String> = about
        .rules
        .iter()
        .map(|(name, choice)| format!("{name} {}", choice.as_str().unwrap_or_default()))
        .collect();
    let mut lines = vec![
        match rules.is_empty() {
            true => format!("{} {}", about.game, about.board),
            false => format!("{} {} ({})", about.game, about.board, rules.join(", ")),
        },
        text.first_board.clone(),
        String::new(),
    ];
    lines.push(match (solved.value, text.winner, solved.bounds) {
        _ if solved.doubt == Some(Doubt::Rule) => by_bounds(text.winner),
        _ if about.method == "bounds" => by_bounds(None),
        _ if solved.doubt == Some(Doubt::Unchecked) => format!(
            "Not proved: {} for {} was found, but the proof was not followed once more to its end.",
            solved.finding.said(),
            text.mover
        ),
        _ if let Distance::Plies(plies) = solved.plies => match (text.winner, plies) {
            (Some("nobody") | None, _) => "A draw: neither side can force a win, proved.".into(),
            (Some(winner), Some(1)) => format!("{winner} wins in 1 ply, proved."),
            (Some(winner), Some(plies)) => format!("{winner} wins in {plies} plies, proved."),
            (Some(winner), None) => match solved.counts.get(PLIES_AT_MOST) {
                Some(plies) => format!("{winner} wins in {plies} plies or fewer, proved."),
                None => format!("{winner} wins, proved."),
            },
        },
        (Some(value), Some("nobody"), _) => format!("A draw: {value} for {}, proved.", text.mover),
        (Some(value), Some(winner), _) => {
            format!("{winner} wins by {}: {value} for {}, proved.", value.0.abs(), text.mover)
        }
        (None, Some("nobody"), _) => "A draw, proved.".to_owned(),
        (None, winner, _) if let Ends::Pair(Some([low, high])) = solved.bracket => format!(
            "{}ndless play decides: {low} for {} if it counts against {}, {high} if it counts for \
             it, both proved.\nSay what it is worth with --repetition, as in --repetition tie=0.",
            match winner {
                Some(winner) if winner != "nobody" => format!("{winner} wins; by how much, e"),
                _ => "E".into(),
            },
            text.mover,
            text.mover
        ),
        (None, Some(winner), Some([low, high])) => format!(
            "{winner} wins{}, proved; the score for {} is between {low} and {high}.",
            text.draw.map_or(String::new(), |side| format!(" (a draw counts as {side}'s)")),
            text.mover
        ),
        (_, _, Some([Score(-1), Score(1)])) => "Not settled: nothing is proved.".to_owned(),
        (_, _, Some([low, high])) => format!(
            "Not settled: the score for {} is between {low} and {high}, as far as proved.",
            text.mover
        ),
        _ => "Nothing is proved.".to_owned(),
    });
    if let Some(stopped) = solved.stopped.filter(|_| !solved.exact) {
        lines.push(match stopped {
            "interrupted" => "It was interrupted.".to_owned(),
            limit => format!("The limit on {limit} was reached."),
        });
    }
    if !text.remarks.is_empty() {
        lines.push(text.remarks.clone());
    }
    if !solved.line.is_empty() {
        lines.push(format!("Perfect line: {}", solved.line.join(" ")));
        if !solved.record.is_empty() {
            lines.push(format!("As a record: {}", solved.record.join(" ")));
        }
        lines.push("Every move in it was proved to keep the value.".into());
        if text.last_board.is_none() {
            lines.push("It was stopped before the line reached the end of the game.".into());
        }
    }
    if all_boards {
        for (mv, board) in solved.line.iter().zip(&text.boards) {
            lines.push(format!("\n{mv}\n{board}"));
        }
    } else if let Some(board) = &text.last_board
        && !solved.line.is_empty()
    {
        lines.push(String::new());
        // Nobody is to move any more.
        let rows = board.lines().filter(|line| !line.ends_with("to move"));
        lines.push(rows.collect::<Vec<_>>().join("\n"));
        let tally: Vec<String> =
            solved.tally.iter().map(|(name, count)| format!("{name} {count}")).collect();
        if !tally.is_empty() {
            lines.push(format!("Final: {}", tally.join(", ")));
        }
        lines.extend(solved.ending.iter().cloned());
    }
    lines.push(String::new());
    for (name, count) in solved.counts.iter().filter(|(name, _)| *name != PLIES_AT_MOST) {
        lines.push(format!("{}: {}", name.replace('_', " "), grouped(count.as_u64().unwrap_or(0))));
    }
    let mut work = format!(
        "{} nodes in {}, {:.1} M/s, {} thread{}, method {}",
        grouped(solved.nodes),
        time(solved.seconds),
        solved.nodes_per_second / 1e6,
        about.threads,
        if about.threads == 1 { "" } else { "s" },
        about.method,
    );
    if solved.total_nodes != solved.nodes {
        work += &format!("; {} nodes with earlier runs", grouped(solved.total_nodes));
    }
    lines.push(work);
    lines.join("\n")
}
