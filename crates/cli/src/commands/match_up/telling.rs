//! A match in words, in JSON and in CSV.

use crate::args::MatchArgs;
use anyhow::Result;
use serde_json::{Value, json};
use std::path::Path;
use yomikiri_core::streams::Output;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Game, Score, Stop};
use yomikiri_othello::Othello;
use yomikiri_search::series::{Estimate, Moved, Played, Seat, Standing};

type Game8 = Played<Othello>;

/// The moves of a game, run together as transcripts have them.
fn transcript(game: &Othello, played: &Game8) -> String {
    let mut position = played.record.start;
    let mut text = String::new();
    for mv in &played.record.moves {
        text += &game.print_move(&position, *mv);
        position = game.play(&position, *mv);
    }
    text
}

/// A move with the board that it leads to.
pub(super) fn move_text(game: &Othello, moved: &Moved<'_, Othello>) -> String {
    let Moved { number, seat, record, before, choice, seconds } = moved;
    let nodes = match choice.nodes {
        0 => String::new(),
        nodes => format!(", {} nodes", grouped(nodes)),
    };
    format!(
        "game {}, move {}: {seat:?} ({}) plays {} in {}{nodes}\n{}",
        number + 1,
        record.moves.len(),
        game.side_name(before.side),
        game.print_move(before, choice.mv),
        time(*seconds),
        game.draw(&record.position)
    )
}

pub(super) fn move_json(game: &Othello, moved: &Moved<'_, Othello>) -> Value {
    let Moved { number, seat, record, before, choice, seconds } = moved;
    json!({
        "game": number + 1,
        "number": record.moves.len(),
        "engine": format!("{seat:?}"),
        "to_move": before.side,
        "move": game.print_move(before, choice.mv),
        "seconds": seconds,
        "nodes": choice.nodes,
        "position": game.print_position(&record.position),
    })
}

/// Who won: A, B or nobody.
fn winner(score: Score) -> Option<&'static str> {
    match score.0 {
        0 => None,
        1.. => Some("A"),
        _ => Some("B"),
    }
}

pub(super) fn game_line(game: &Othello, played: &Game8) -> String {
    let (black, white) = match played.pairing.first {
        Seat::A => ("A", "B"),
        Seat::B => ("B", "A"),
    };
    let result = match (winner(played.score), played.resigned) {
        (Some(who), Some(_)) => format!("{who} wins by resignation"),
        (Some(who), None) => format!("{who} wins by {}", played.score.0.abs()),
        (None, _) => "a draw".into(),
    };
    let (number, moves) = (played.number + 1, transcript(game, played));
    format!("game {number}: {black} is Black, {white} White, {result}: {moves}")
}

pub(super) fn game_json(game: &Othello, played: &Game8) -> Value {
    json!({
        "number": played.number + 1,
        "opening": played.pairing.opening + 1,
        "black": format!("{:?}", played.pairing.first),
        "start": game.print_position(&played.record.start),
        "moves": transcript(game, played),
        "score": played.score.0,
        "winner": winner(played.score),
        "forfeit": played.forfeit.as_ref().map(|(seat, problem)| {
            json!({ "engine": format!("{seat:?}"), "problem": problem })
        }),
        "resigned": played.resigned.map(|seat| format!("{seat:?}")),
        "seconds": { "a": played.seconds[0], "b": played.seconds[1] },
        "nodes": { "a": played.nodes[0], "b": played.nodes[1] },
    })
}

/// The games as comma-separated values, each written as it ends.
pub(super) struct Csv(Output);

impl Csv {
    pub(super) fn create(path: &Path, context: &Context) -> Result<Csv> {
        let mut output = Output::create(path, context)?;
        let columns = "game,opening,black,score,winner,forfeit,resigned,seconds_a,seconds_b,nodes_a,nodes_b,moves";
        output.write(format!("{columns}\n").as_bytes())?;
        Ok(Csv(output))
    }

    pub(super) fn add(&mut self, game: &Othello, played: &Game8) -> Result<()> {
        let forfeit =
            played.forfeit.as_ref().map_or(String::new(), |(seat, _)| format!("{seat:?}"));
        let resigned = played.resigned.map_or(String::new(), |seat| format!("{seat:?}"));
        let line = format!(
            "{},{},{:?},{},{},{forfeit},{resigned},{:.6},{:.6},{},{},{}\n",
            played.number + 1,
            played.pairing.opening + 1,
            played.pairing.first,
            played.score.0,
            winner(played.score).unwrap_or("draw"),
            played.seconds[0],
            played.seconds[1],
            played.nodes[0],
            played.nodes[1],
            transcript(game, played)
        );
        Ok(self.0.write(line.as_bytes())?)
    }
}

/// A match that was played.
pub(super) struct Match<'a> {
    pub(super) args: &'a MatchArgs,
    pub(super) names: [String; 2],
    pub(super) openings: usize,
    pub(super) standing: Standing,
    pub(super) stopped: Option<Stop>,
}

impl Match<'_> {
    pub(super) fn json(&self) -> Value {
        let standing = &self.standing;
        // Infinity is no number in JSON.
        let estimate = |estimate: Option<Estimate>| {
            let finite = |value: f64| value.is_finite().then_some(value);
            estimate.map(|Estimate { value, low, high }| {
                json!({ "value": finite(value), "low": finite(low), "high": finite(high) })
            })
        };
        let results =
            |[won, lost, drawn]: [u32; 3]| json!({ "won": won, "lost": lost, "drawn": drawn });
        let both = |[a, b]: [Value; 2]| json!({ "a": a, "b": b });
        json!({
            "a": self.names[0],
            "b": self.names[1],
            "games": standing.games(),
            "planned": self.args.games,
            "openings": self.args.openings,
            "seed": self.args.seed,
            "results": results(standing.results()),
            "as_black": results(standing.by_side[0]),
            "as_white": results(standing.by_side[1]),
            "score": estimate(standing.score()),
            "elo": estimate(standing.elo()),
            "discs": standing.score_sum,
            "forfeits": both(standing.forfeits.map(Value::from)),
            "seconds": both(standing.seconds.map(Value::from)),
            "nodes": both(standing.nodes.map(Value::from)),
            "moves": both(standing.moves.map(Value::from)),
            "stopped": self.stopped.map(Stop::name),
        })
    }

    pub(super) fn text(&self) -> String {
        let standing = &self.standing;
        let games = standing.games();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let mut text = format!("A  {}\nB  {}\n", self.names[0], self.names[1]);
        text += &format!(
            "{games} game{} from {} opening{} ({}, seed {}), colours exchanged\n\n",
            plural(games as usize),
            self.openings,
            plural(self.openings),
            self.args.openings,
            self.args.seed
        );
        text += "             won  lost drawn\n";
        let [black, white] = standing.by_side;
        for (name, [won, lost, drawn]) in
            [("A as Black", black), ("A as White", white), ("all", standing.results())]
        {
            text += &format!("{name:<10} {won:>5} {lost:>5} {drawn:>5}\n");
        }
        if let Some((score, elo)) = standing.score().zip(standing.elo()) {
            let percent = |share: f64| format!("{:.1}", 100.0 * share);
            text += &format!(
                "\nA scores {} % (95 % confidence: {} to {}), Elo {} ({} to {}), {:+.1} discs a game.\n",
                percent(score.value),
                percent(score.low),
                percent(score.high),
                points(elo.value),
                points(elo.low),
                points(elo.high),
                standing.score_sum as f64 / f64::from(games)
            );
        }
        text += "\n    moves        time      a move           nodes";
        for seat in 0..2 {
            let a_move = standing.seconds[seat] / f64::from(standing.moves[seat].max(1));
            text += &format!(
                "\n{} {:>7} {:>11} {:>11} {:>15}",
                ["A", "B"][seat],
                standing.moves[seat],
                time(standing.seconds[seat]),
                time(a_move),
                grouped(standing.nodes[seat])
            );
        }
        for (seat, forfeits) in standing.forfeits.into_iter().enumerate() {
            if forfeits > 0 {
                let name = ["A", "B"][seat];
                let times = plural(forfeits as usize);
                text += &format!(
                    "\n{name} lost {forfeits} game{times} by an illegal move, an error or a crash."
                );
            }
        }
        text
    }
}

/// Elo points with their sign; a side with all the points is infinitely stronger.
fn points(elo: f64) -> String {
    match elo.is_finite() {
        true => format!("{elo:+.0}"),
        false => if elo > 0.0 { "+inf" } else { "-inf" }.into(),
    }
}
