//! `analyze`: what every move of a game lost.

mod features;

use super::{context, end_of, name_of, read_text};
use crate::End;
use crate::args::AnalyzeArgs;
use crate::output;
use anyhow::Result;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;
use yomikiri_core::options::Typed;
use yomikiri_core::text::unmarked;
use yomikiri_core::{Context, Error, Game, Limits, Progress, Score, Side, Stop, Whole};
use yomikiri_othello::notation::{self, Sheet, ggf, tournament_game, transcript};
use yomikiri_othello::{Analyst, Judgement, Othello, Scoring};
use yomikiri_rooms::games::othello::SCORING;

pub(crate) fn run(args: &AnalyzeArgs) -> Result<End> {
    let (mut context, bar) = context(&args.limits, &args.output)?;
    // The limits on time and nodes are those of each move.
    let each = context.limits.clone();
    context.limits = Limits { time: None, nodes: None, ..each.clone() };
    let sheets = read(args, &context)?;
    if args.features {
        return features::tell(args, &sheets, &context);
    }
    let mut analyst = Analyst::new(args.exact, args.depth);
    let mut complete = true;
    let begun = Instant::now();
    // Games of about as many moves take about as long.
    let moves = sheets.iter().map(|sheet| sheet.record.moves.len());
    let alike = moves.clone().min().unwrap_or(0) * 5 >= moves.max().unwrap_or(0) * 4;
    for (number, sheet) in (1..).zip(&sheets) {
        let games = sheets.len() as u64;
        let whole = Whole { done: number as u64 - 1, of: games, unit: "games", alike };
        let told = context.retold(move |told| Progress {
            // Of a single game, its moves are what there is to count.
            whole: if games > 1 { Some(whole) } else { told.whole },
            elapsed: begun.elapsed(),
            ..told.clone()
        });
        let report = Report::of(sheet, number, &mut analyst, &each, &told)?;
        complete &= report.judgements.len() == sheet.record.moves.len();
        bar.clear();
        match args.output.json {
            true => report.tell_json(&context)?,
            false => {
                let gap = if number == 1 { "" } else { "\n" };
                output::line(&format!("{gap}{}", report.text(args.boards, sheets.len())))?;
                let (judged, moves) = (report.judgements.len(), sheet.record.moves.len());
                if judged < moves {
                    output::line(&format!("Stopped: {judged} of {moves} moves were judged."))?;
                }
            }
        }
        if context.stopped().is_some() {
            break;
        }
    }
    Ok(match end_of(&context) {
        End::Done if !complete => End::Limit,
        end => end,
    })
}

/// The games that the argument is, or that stand in the file that it names.
fn read(args: &AnalyzeArgs, context: &Context) -> Result<Vec<Sheet>> {
    let (game, start) = match &args.from {
        None => (tournament_game(), tournament_game().start()),
        Some(text) => {
            let (size, position) = notation::parse_position(text)?;
            (Othello::new(size), position)
        }
    };
    let (path, given) = (Path::new(&args.game), unmarked(&args.game));
    let mut sheets = match args.game == "-" || path.exists() {
        true => {
            let (name, text) = (name_of(path), read_text(path, context)?);
            let sheets = match ggf::is_ggf(&text) {
                true => ggf::parse_all(&text),
                false => transcript::parse_all(game, start, &text),
            };
            let sheets = sheets.map_err(|error| Error::file(&name, error.to_string()))?;
            if sheets.is_empty() {
                return Err(Error::file(name, "there is no game in it").into());
            }
            sheets
        }
        false if ggf::is_ggf(given) => ggf::parse_all(given)?,
        false => match transcript::parse(game, start, given) {
            Ok(sheet) if sheet.record.moves.is_empty() && !args.features => {
                let expected = "moves such as f5d6c3, or a file with games";
                return Err(Error::notation("game", &args.game, "it has no move", expected).into());
            }
            Ok(sheet) => vec![sheet],
            Err(_) if args.features && given.contains(':') => {
                let (size, position) = notation::parse_position(given)?;
                vec![Sheet::new(Othello::new(size), position)]
            }
            Err(_) if looks_like_a_file(&args.game) => {
                return Err(Error::file(path, "there is no such file").into());
            }
            Err(error) => return Err(error.into()),
        },
    };
    for sheet in &mut sheets {
        sheet.game.scoring =
            SCORING.read(args.scoring.as_deref())?.unwrap_or(Scoring::usual(sheet.game.size));
    }
    Ok(sheets)
}

/// Whether a text that is no game was most likely meant as the name of a file.
fn looks_like_a_file(text: &str) -> bool {
    let is_numbered = text.starts_with(|c: char| c.is_ascii_digit());
    text.contains(['/', '.']) && !text.contains(char::is_whitespace) && !is_numbered
}

/// What was found out about a game.
struct Report<'a> {
    sheet: &'a Sheet,
    number: usize,
    judgements: Vec<Judgement>,
}

/// What a side lost.
#[derive(Default)]
struct Losses {
    proved_moves: usize,
    proved_loss: f64,
    guessed_moves: usize,
    guessed_loss: f64,
}

impl<'a> Report<'a> {
    fn of(
        sheet: &'a Sheet,
        number: usize,
        analyst: &mut Analyst,
        each: &Limits,
        context: &Context,
    ) -> Result<Report<'a>> {
        let mut judgements = Vec::new();
        let count = sheet.record.moves.len();
        analyst.judge(&sheet.game, &sheet.record, each, context, |judgement| {
            context.progress.note(&format!("move {} of {count}", judgement.index + 1));
            judgements.push(judgement);
            // Late moves are quick, and those just before the end is read out are not.
            let (done, of) = (judgements.len() as u64, count as u64);
            context.progress.report(&Progress {
                stage: format!("game {number}"),
                share: Some(done as f64 / of as f64),
                whole: Some(Whole { done, of, unit: "moves", alike: false }),
                ..Progress::default()
            });
        })?;
        judgements.reverse();
        Ok(Report { sheet, number, judgements })
    }

    /// The final score for Black, if the game was played to its end.
    fn score(&self) -> Option<Score> {
        let position = &self.sheet.record.position;
        let score = self.sheet.game.final_score(position)?;
        Some(if position.side == Side::First { score } else { -score })
    }

    fn losses(&self, side: Side) -> Losses {
        let mut losses = Losses::default();
        for judgement in self.judgements.iter().filter(|j| j.position.side == side) {
            match judgement.is_proved() {
                true => {
                    losses.proved_moves += 1;
                    losses.proved_loss += judgement.loss();
                }
                false => {
                    losses.guessed_moves += 1;
                    losses.guessed_loss += judgement.loss();
                }
            }
        }
        losses
    }

    fn tell_json(&self, context: &Context) -> Result<()> {
        let game = &self.sheet.game;
        for judgement in &self.judgements {
            let Judgement { index, position, mv, value, move_value, best } = judgement;
            let proved = judgement.is_proved();
            let empties = game.size.squares() - (position.black | position.white).count_ones();
            output::json(
                "move",
                &json!({
                    "game": self.number,
                    "number": index + 1,
                    "to_move": position.side,
                    "empties": empties,
                    "move": game.print_move(position, *mv),
                    "value": number(value.value(), proved),
                    "move_value": number(move_value.value(), proved),
                    "loss": number(judgement.loss(), proved),
                    "best": game.print_move(position, *best),
                    "proved": proved,
                    "position": game.print_position(position),
                }),
            )?;
        }
        let side = |side, name: &str| {
            let losses = self.losses(side);
            json!({
                "player": name,
                "moves": losses.proved_moves + losses.guessed_moves,
                "proved_moves": losses.proved_moves,
                "proved_loss": number(losses.proved_loss, true),
                "guessed_moves": losses.guessed_moves,
                "guessed_loss": number(losses.guessed_loss, false),
            })
        };
        output::json(
            "summary",
            &json!({
                "game": self.number,
                "moves": self.sheet.record.moves.len(),
                "judged": self.judgements.len(),
                "transcript": transcript::print(self.sheet),
                "score": self.score(),
                "first": side(Side::First, &self.sheet.black),
                "second": side(Side::Second, &self.sheet.white),
                "stopped": context.stopped().map(Stop::name),
            }),
        )
    }

    fn text(&self, boards: bool, games: usize) -> String {
        let Sheet { game, record, black, white, .. } = self.sheet;
        let mut lines = Vec::new();
        if games > 1 || !black.is_empty() || !white.is_empty() {
            let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
            lines.push(format!("Game {}: {} against {}", self.number, name(black), name(white)));
        }
        if record.start != game.start() {
            lines.push(game.draw(&record.start));
        }
        lines.push("  no         move   worth    best   worth    loss".into());
        for judgement in &self.judgements {
            let Judgement { index, position, mv, value, move_value, best } = judgement;
            let proved = judgement.is_proved();
            if boards {
                lines.push(game.draw(position));
            }
            let mark = if proved { " " } else { "≈" };
            let points = |points: f64| format!("{mark}{}", shown(points, proved));
            let row = format!(
                "{:>4}  {:<5}  {:<4} {:>7}    {:<4} {:>7}  {:>6}",
                index + 1,
                game.side_name(position.side),
                game.print_move(position, *mv),
                points(move_value.value()),
                game.print_move(position, *best),
                points(value.value()),
                match judgement.loss() {
                    loss if loss < 0.005 => "-".to_owned(),
                    loss => format!("{mark}{}", shown(loss, proved).trim_start_matches('+')),
                }
            );
            lines.push(row);
        }
        lines.push(String::new());
        let picture = game.draw(&record.position);
        match self.score() {
            None => lines.push(picture),
            Some(score) => {
                // Nobody is to move any more.
                let rows = picture.lines().filter(|line| !line.ends_with("to move"));
                lines.extend(rows.map(str::to_owned));
                lines.push(format!("The game is over: {score} for Black."));
            }
        }
        lines.push(String::new());
        for side in [Side::First, Side::Second] {
            let Losses { proved_moves, proved_loss, guessed_moves, guessed_loss } =
                self.losses(side);
            let mut lost = Vec::new();
            if proved_moves > 0 || guessed_moves == 0 {
                lost.push(format!("{proved_loss} in {}, proved", moves(proved_moves)));
            }
            if guessed_moves > 0 {
                lost.push(format!("≈{guessed_loss:.2} in {}, not proved", moves(guessed_moves)));
            }
            lines.push(format!("{} lost {}.", game.side_name(side), lost.join(", and ")));
        }
        lines.join("\n")
    }
}

fn moves(count: usize) -> String {
    format!("{count} move{}", if count == 1 { "" } else { "s" })
}

/// Proved values are whole.
fn number(value: f64, proved: bool) -> Value {
    match proved {
        true => json!(value.round() as i64),
        false => json!((value * 100.0).round() / 100.0),
    }
}

fn shown(value: f64, proved: bool) -> String {
    match proved {
        true => Score(value.round() as i32).to_string(),
        false => format!("{value:+.2}"),
    }
}
