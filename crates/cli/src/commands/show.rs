use super::{context, open};
use crate::End;
use crate::args::{LimitArgs, ShowArgs};
use crate::output;
use anyhow::Result;
use yomikiri_core::{Error, diagram, streams};
use yomikiri_rooms::reports::Shown;

pub(crate) fn run(args: &ShowArgs) -> Result<End> {
    let (context, _bar) = context(&LimitArgs::default(), &args.output)?;
    let room = open(&args.game, &args.position, &args.rules, &context)?;
    let shown = room.show(args.knowledge)?;
    if let Some(path) = &args.svg {
        if shown.diagrams.is_empty() {
            let problem = format!("{} has no picture; leave out --svg", args.game);
            return Err(Error::refused(problem).into());
        }
        let drawn = diagram::svg(&shown.look.position, &shown.diagrams);
        streams::write(path, drawn.as_bytes(), &context)?;
    }
    match args.output.json {
        true => output::json("position", &shown)?,
        false => output::line(&text(&shown, args.knowledge))?,
    }
    Ok(End::Done)
}

fn text(shown: &Shown, knowledge: bool) -> String {
    let look = &shown.look;
    let mut lines = vec![look.drawing.clone(), look.position.clone()];
    if look.moves.is_empty() {
        let tally: Vec<String> =
            look.tally.iter().map(|(name, count)| format!("{name} {count}")).collect();
        lines.push(format!("The game is over: {}.", tally.join(", ")));
        lines.extend(look.ending.iter().cloned());
    }
    if knowledge {
        lines.push(String::new());
        for diagram in &shown.diagrams {
            lines.push(format!("{}:\n{}\n", diagram.caption, diagram.text()));
        }
        lines.extend(shown.said.iter().cloned());
    }
    lines.join("\n")
}
