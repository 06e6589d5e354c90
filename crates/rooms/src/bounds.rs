//! What the paper's bounds say of an Amazons position (`--method bounds`).

use crate::regions::{name, signed};
use serde_json::{Value as Json, json};
use yomikiri_amazons::bounded::{Bounded, Bounds};
use yomikiri_amazons::{Known, Position, notation};
use yomikiri_core::{Context, Result, Side};

/// The regions with their pairs, the bounds by both rules, and the play that keeps one: for people,
/// and as data.
pub fn remarks(
    known: &mut Known,
    position: &Position,
    context: &Context,
) -> Result<(String, Vec<(&'static str, Json)>)> {
    let side = position.to_move;
    let bounded = Bounded::find(known, position, context)?;
    let rule = match bounded.regions.len() {
        2 => "tables 1 and 2",
        _ => "section 3.3",
    };
    let mut lines = vec![match bounded.regions.len() {
        0 => "No region is left to play in.".to_owned(),
        1 => "The region and its pair (a|b):".to_owned(),
        count => format!("{count} regions and their pairs (a|b):"),
    }];
    let mut regions = Vec::new();
    for (region, value) in &bounded.regions {
        let text = region.text();
        lines.push(match value {
            Some(value) => format!("  {text}  {value}"),
            None => format!("  {text}  {} cells, too large for a pair", region.cells.count()),
        });
        let squares = region.cells.into_iter().map(|square| region.board.name(square));
        regions.push(json!({
            "region": text,
            "squares": squares.collect::<Vec<_>>(),
            "values_known": value.is_some(),
            "black_first": value.and_then(|value| value.black_first),
            "white_first": value.and_then(|value| value.white_first),
        }));
    }
    lines.push(format!("Black's moves less White's, {} to move, from these pairs:", name(side)));
    lines.push(format!("  as printed ({rule}): {}", said(bounded.printed)));
    lines.push(format!("  corrected: {}", said(bounded.corrected)));
    if bounded.printed != bounded.corrected {
        lines.push(
            "The printed rule is not sound for three regions and more; the corrected one counts."
                .into(),
        );
    }
    lines.push(match bounded.winner {
        Some(winner) => format!("So {} wins.", name(winner)),
        None => "The bounds do not say who wins; without --method bounds it is proved.".into(),
    });
    let mut keep = Json::Null;
    if let Some(keeping) = bounded.keeping {
        let mv = notation::print_move(position.board, keeping.mv);
        let replies = bounded.replies(known, position, context);
        lines.push(format!(
            "{} keeps {} by {mv}, and by answering in the region where {} moves; without a move \
             there, where {} is stuck.",
            name(side),
            end(side, keeping.bound),
            name(!side),
            name(!side)
        ));
        let written = |mv| notation::print_move(position.board, mv);
        let replies = replies.into_iter().map(
            |(reply, answer)| json!({ "move": written(reply), "answer": answer.map(written) }),
        );
        keep = json!({
            "side": name(side).to_lowercase(),
            "bound": keeping.bound,
            "move": mv,
            "region": keeping.region,
            "replies": replies.collect::<Vec<_>>(),
        });
    }
    let others = match side {
        Side::First => bounded.corrected.1,
        Side::Second => bounded.corrected.0,
    };
    if let Some(bound) = others {
        lines.push(format!("{} keeps {} by answering likewise.", name(!side), end(!side, bound)));
    }
    let data = json!({
        "rule": rule,
        "printed": [bounded.printed.0, bounded.printed.1],
        "corrected": [bounded.corrected.0, bounded.corrected.1],
        "proved": false,
        "winner": bounded.winner.map(|winner| name(winner).to_lowercase()),
        "keep": keep,
    });
    Ok((lines.join("\n"), vec![("regions", regions.into()), ("bounds_of_regions", data)]))
}

fn said((low, high): Bounds) -> String {
    let end = |bound: Option<i32>| bound.map_or("unknown".into(), signed);
    format!("at least {}, at most {}", end(low), end(high))
}

/// A bound as its keeper sees it.
fn end(keeper: Side, bound: i32) -> String {
    match keeper {
        Side::First => format!("at least {}", signed(bound)),
        Side::Second => format!("at most {}", signed(bound)),
    }
}
