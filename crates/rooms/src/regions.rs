//! What is said of the regions of an Amazons position.

use serde_json::{Value as Json, json};
use yomikiri_amazons::Known;
use yomikiri_amazons::bounds::Rule;
use yomikiri_amazons::known::About;
use yomikiri_amazons::regions::split;
use yomikiri_amazons::{Position, notation};
use yomikiri_cgt::{Dyadic, notation::print_within};
use yomikiri_core::{Context, Result, Side};

/// A canonical form longer than this is not spelt out.
const LONGEST_FORM: usize = 100;
/// Winning moves that are listed for people.
const SHOWN: usize = 8;

/// A number as data; a fraction whose denominator is a power of two is exact as a float too.
pub fn number(value: Dyadic) -> Json {
    match value.is_integer() {
        true => value.numerator().into(),
        false => (value.numerator() as f64 / f64::from(value.exponent()).exp2()).into(),
    }
}

/// What is known of regions: for people, and as data.
pub fn said_of(known: &Known, about: &[About]) -> (String, Vec<Json>) {
    let forms = known.forms();
    let mut lines = Vec::new();
    let mut listed = Vec::new();
    for About { region, value, form } in about {
        let text = region.text();
        let mut data = json!({
            "region": text,
            "cells": region.cells.count(),
            "squares": region.cells.into_iter().map(|square| region.board.name(square)).collect::<Vec<_>>(),
            "black": region.black.count(),
            "white": region.white.count(),
            "values_known": value.is_some(),
            "black_first": value.and_then(|value| value.black_first),
            "white_first": value.and_then(|value| value.white_first),
        });
        let mut line = match value {
            Some(value) => format!("{text}  {value}"),
            None => format!("{text}  {} cells, too large for a pair", region.cells.count()),
        };
        if let Some(form) = form {
            let written = print_within(forms, *form, LONGEST_FORM);
            line +=
                &format!("  mean {}, temperature {}", forms.mean(*form), forms.temperature(*form));
            line += &match &written {
                Some(written) => format!(", {written}"),
                None => {
                    format!(", between {} and {}", forms.right_stop(*form), forms.left_stop(*form))
                }
            };
            data["left_stop"] = number(forms.left_stop(*form));
            data["right_stop"] = number(forms.right_stop(*form));
            data["mean"] = number(forms.mean(*form));
            data["temperature"] = number(forms.temperature(*form));
            data["form"] = written.into();
        }
        lines.push(line);
        listed.push(data);
    }
    let head = match about.len() {
        0 => "No region is left to play in.".to_owned(),
        1 => "The region, its pair (a|b), and its value:".to_owned(),
        count => format!("{count} regions, their pairs (a|b), and their values:"),
    };
    lines.insert(0, head);
    (lines.join("\n  "), listed)
}

/// The thermograph of a region as a picture, if its value is in reach.
pub fn thermograph(
    known: &mut Known,
    position: &Position,
    context: &Context,
) -> Result<Option<String>> {
    let about = known.about(position, context)?;
    let [About { region, form: Some(form), .. }] = &about[..] else { return Ok(None) };
    let graph = known.forms().thermograph(*form);
    Ok(Some(yomikiri_cgt::svg::draw(graph, &region.text())))
}

/// The winning moves of a side that begins, and who wins if it does.
struct Beginning {
    winner: Option<Side>,
    score: Option<i32>,
    moves: Vec<String>,
}

fn beginning(
    known: &mut Known,
    position: &Position,
    side: Side,
    context: &Context,
) -> Result<Beginning> {
    let position = Position { to_move: side, ..*position };
    let winner = known.winner(&position, context)?;
    let mut moves = Vec::new();
    if winner == Some(side) {
        let mut all = Vec::new();
        position.each_move(|mv| all.push(mv));
        for mv in all {
            if known.winner(&position.play(mv), context)? == Some(side) {
                moves.push(notation::print_move(position.board, mv));
            }
        }
    }
    let score = known.score(&position, side, context);
    Ok(Beginning { winner, score, moves })
}

/// A score as people write it: nought has no sign.
pub fn signed(score: i32) -> String {
    yomikiri_core::Score(score).to_string()
}

pub(crate) fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

/// What `solve` tells of a position beside who wins: for people, and as data.
pub fn remarks(
    known: &mut Known,
    position: &Position,
    context: &Context,
) -> Result<(String, Vec<(&'static str, Json)>)> {
    let about = known.about(position, context)?;
    let (mut text, regions) = said_of(known, &about);
    let dead = split(position).dead.into_iter().map(|square| position.board.name(square));
    let mut data =
        vec![("dead", Json::from(dead.collect::<Vec<_>>())), ("regions", Json::from(regions))];
    for (side, key) in [(Side::First, "black_first"), (Side::Second, "white_first")] {
        let Beginning { winner, score, moves } = beginning(known, position, side, context)?;
        let mut line = match (winner, score) {
            (Some(winner), Some(score)) => {
                format!(
                    "If {} begins, {} wins; the score is {}",
                    name(side),
                    name(winner),
                    signed(score)
                )
            }
            (Some(winner), None) => format!("If {} begins, {} wins", name(side), name(winner)),
            (None, _) => continue,
        };
        if !moves.is_empty() {
            let shown: Vec<&str> = moves.iter().take(SHOWN).map(String::as_str).collect();
            line += &format!(", by {}", shown.join(" "));
            if moves.len() > SHOWN {
                line += &format!(" and {} more moves", moves.len() - SHOWN);
            }
        }
        text += &format!("\n{line}.");
        let bounds = |rule| {
            let (low, high) = Known::bounds(&about, rule, side);
            json!([low, high])
        };
        data.push((
            key,
            json!({ "winner": winner.map(|winner| name(winner).to_lowercase()), "score": score,
                    "winning_moves": moves, "bounds_paper": bounds(Rule::Paper),
                    "bounds_sound": bounds(Rule::Sound) }),
        ));
    }
    Ok((text, data))
}
