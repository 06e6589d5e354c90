//! `analyze --features`: what the evaluation of paper 003's players says, feature by feature.

use crate::End;
use crate::args::AnalyzeArgs;
use crate::engines::weights_of;
use crate::output;
use anyhow::Result;
use serde_json::{Value, json};
use yomikiri_core::{Context, Game};
use yomikiri_othello::notation::Sheet;
use yomikiri_othello::thesis::evaluation::Evaluation;
use yomikiri_othello::thesis::{Breakdown, Share};
use yomikiri_othello::{Othello, Position};

pub(super) fn tell(args: &AnalyzeArgs, sheets: &[Sheet], context: &Context) -> Result<End> {
    let evaluation = match &args.weights {
        Some(file) => Evaluation::new(weights_of(file, context)?),
        None => Evaluation::usual(),
    };
    let mut is_first = true;
    for (number, sheet) in (1..).zip(sheets) {
        let mut position = sheet.record.start;
        let count = sheet.record.moves.len();
        for played in 0..=count {
            if args.boards || played == count {
                let told = Breakdown::of(&evaluation, &sheet.game, &position)?;
                if args.output.json {
                    output::json(
                        "features",
                        &as_json(&sheet.game, &position, &told, number, played),
                    )?;
                } else {
                    let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
                    output::line(&format!("{gap}{}", as_text(&sheet.game, &position, &told)))?;
                }
            }
            if let Some(mv) = sheet.record.moves.get(played) {
                position = sheet.game.play(&position, *mv);
            }
        }
    }
    Ok(End::Done)
}

/// The rows of the edges, added up.
fn edges(told: &Breakdown) -> i32 {
    told.shares.iter().filter(|share| share.feature.is_of_edges()).map(Share::worth).sum()
}

fn as_text(game: &Othello, position: &Position, told: &Breakdown) -> String {
    let (mover, opponent) = (game.side_name(position.side), game.side_name(!position.side));
    let mut text = game.draw(position);
    text += &format!("\n{:<46}{:>7}{mover:>8}{opponent:>8}{:>8}", "", "weight", "worth");
    for share in &told.shares {
        let Share { feature, weight, own, other } = share;
        let name = format!("{} ({})", feature.name(), feature.meaning());
        text += &format!("\n{name:<46}{weight:>7}{own:>8}{other:>8}{:>+8}", share.worth());
    }
    let sum: i32 = told.shares.iter().map(Share::worth).sum();
    text += &format!("\nof which the edges{:>59}", format!("{:+}", edges(told)));
    text += &format!("\nsum, for {mover}{:>width$}", format!("{sum:+}"), width = 68 - mover.len());
    if told.is_over {
        text += &format!("\nThe game is over: only its result counts, {:+}.", told.value);
    }
    text
}

fn as_json(
    game: &Othello,
    position: &Position,
    told: &Breakdown,
    number: usize,
    played: usize,
) -> Value {
    let shares = told.shares.iter().map(|share| {
        json!({
            "feature": share.feature.name(),
            "weight": share.weight,
            "own": share.own,
            "other": share.other,
            "worth": share.worth(),
        })
    });
    json!({
        "game": number,
        "moves": played,
        "to_move": position.side,
        "position": game.print_position(position),
        "features": shares.collect::<Vec<_>>(),
        "edges": edges(told),
        "value": told.value,
        "over": told.is_over,
    })
}
