//! A match between two engines, played and told: in words, in JSON and in CSV.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;
use yomikiri_core::streams::Output;
use yomikiri_core::text::{grouped, time};
use yomikiri_core::{Context, Engine, Error, Game, Record, Result, Score, Side, Stop};
use yomikiri_search::series::{
    Estimate, Moved, Played, Seat, Standing, Terms, random_openings, swapped, watch_series,
};

/// What a match is to be like, whatever the game.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u32,
    /// Where they begin, as it was named.
    pub openings: String,
    /// What chance comes from.
    pub seed: u64,
    /// Time for every move, where an engine's own setting does not say otherwise.
    pub time_per_move: Option<Duration>,
    /// Plies after which a game that goes on is called a draw.
    pub longest: Option<usize>,
    /// Whether every move is told.
    pub tells_moves: bool,
    /// Where the games are written as comma-separated values.
    pub csv: Option<std::path::PathBuf>,
}

/// How a game is told.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// What stands between the moves of a record.
    pub joint: &'static str,
    /// What sides are called in data.
    pub sides: [&'static str; 2],
    /// What scores are counted in, if they are more than wins.
    pub points: Option<&'static str>,
}

impl Style {
    /// As every game is told that has no way of its own.
    pub fn of<G: Game>(game: &G) -> Style {
        let points = (game.max_score() > Score(1)).then_some("points");
        Style { joint: " ", sides: ["first", "second"], points }
    }
}

/// Something that happened in a match: for people, and as data.
pub struct Told {
    /// `move`, `game` or `match`.
    pub kind: &'static str,
    /// For people; of a game, what is narrated.
    pub text: String,
    /// The same as data.
    pub data: Value,
}

/// The openings that a plan names, in a game that begins at `start`: `start`, or `random:PLIES`. There
/// may be fewer different ones than there are games; they are gone through again then.
pub(crate) fn openings<G: Game>(
    game: &G,
    start: &G::Position,
    plan: &Plan,
    context: &Context,
) -> Result<Vec<Record<G>>> {
    let wrong = |problem: String| {
        let expected = "start, or random:PLIES such as random:2, from the start of a game";
        Error::notation("openings", &plan.openings, problem, expected)
    };
    let plies = match plan.openings.split_once(':') {
        None if plan.openings == "start" => return Ok(vec![Record::new(start.clone())]),
        Some(("random", plies)) => plies.parse().ok().filter(|plies| (1..=40).contains(plies)),
        _ => return Err(wrong("there is no such opening".into())),
    };
    let plies = plies.ok_or_else(|| wrong("no number of plies from 1 to 40".into()))?;
    if *start != game.start() {
        return Err(wrong("this is not the start of a game".into()));
    }
    let draw = |count| random_openings(game, plies, count, plan.seed, context, |_| true);
    let found = draw(plan.games.div_ceil(2) as usize).or_else(|there_are| draw(there_are.found));
    match found {
        Ok(openings) if !openings.is_empty() || context.stopped().is_some() => Ok(openings),
        _ => Err(wrong("all games are over by then".into())),
    }
}

/// An opponent by its name, with `level=N` or `seed=N` after it.
pub(crate) struct Named<'a> {
    pub(crate) name: &'a str,
    pub(crate) level: Option<u32>,
    pub(crate) seed: Option<u64>,
}

impl<'a> Named<'a> {
    pub(crate) fn read(text: &'a str) -> Result<Named<'a>> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut named = Named { name, level: None, seed: None };
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let expected = "level=N or seed=N, as in yomi:level=3";
            let wrong = || Error::notation("engine", text, "this sets nothing", expected);
            let (key, number) = setting.split_once('=').ok_or_else(wrong)?;
            match key {
                "level" => named.level = Some(number.parse().map_err(|_| wrong())?),
                "seed" => named.seed = Some(number.parse().map_err(|_| wrong())?),
                _ => return Err(wrong()),
            }
        }
        Ok(named)
    }
}

/// Plays a match, telling of it as it goes; an error of `tell` ends it.
pub fn play<G: Game>(
    game: &G,
    [a, b]: [&mut dyn Engine<G>; 2],
    openings: &[Record<G>],
    plan: &Plan,
    style: Style,
    context: &Context,
    tell: &mut dyn FnMut(Told) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut csv = plan.csv.as_deref().map(|path| Csv::create(path, style, context)).transpose()?;
    let names = [a.name(), b.name()];
    let terms = Terms { time_per_move: plan.time_per_move, longest: plan.longest };
    let pairings = match context.stopped() {
        None => swapped(openings.len(), plan.games as usize),
        // There may be no opening yet.
        Some(_) => Vec::new(),
    };
    // What went wrong in telling: there is nobody to play for any more.
    let broken = RefCell::new(None);
    let tell = RefCell::new(tell);
    let say = |told: Told| {
        let said = (tell.borrow_mut())(told);
        if let Err(error) = said {
            broken.borrow_mut().get_or_insert(error);
            context.stop(Stop::Cancelled);
        }
    };
    let mut watch = |moved: &Moved<'_, G>| {
        if plan.tells_moves {
            let (text, data) = (move_text(game, moved), move_json(game, moved));
            say(Told { kind: "move", text, data });
        }
    };
    let ended = |played: &Played<G>| {
        let text = game_line(game, played, style);
        context.progress.note(&text);
        if let Some((seat, problem)) = &played.forfeit {
            let number = played.number + 1;
            context.progress.warn(&format!("game {number}: {seat:?} loses: {problem}"));
        }
        say(Told { kind: "game", text, data: game_json(game, played, style) });
        csv.as_mut().map_or(Ok(()), |csv| csv.add(game, played, style))
    };
    let engines = [a, b];
    let standing =
        watch_series(game, engines, openings, &pairings, terms, context, ended, &mut watch)?;
    if let Some(error) = broken.borrow_mut().take() {
        return Err(error);
    }
    let sides = [Side::First, Side::Second].map(|side| game.side_name(side));
    let rules: Vec<String> =
        game.rules().iter().map(|(name, choice)| format!("{name} {choice}")).collect();
    let about = match &rules[..] {
        [] => format!("{} {}", game.name(), game.board()),
        rules => format!("{} {} ({})", game.name(), game.board(), rules.join(", ")),
    };
    let (openings, stopped) = (openings.len(), context.stopped());
    let outcome = Match { plan, names, openings, standing, stopped, style, sides, about };
    let (text, data) = (outcome.text(), outcome.json());
    tell.into_inner()(Told { kind: "match", text, data })
}

/// The moves of a game.
fn transcript<G: Game>(game: &G, played: &Played<G>, style: Style) -> String {
    let mut position = played.record.start.clone();
    let mut moves = Vec::new();
    for mv in &played.record.moves {
        moves.push(game.print_move(&position, *mv));
        position = game.play(&position, *mv);
    }
    moves.join(style.joint)
}

/// A move with the board that it leads to.
fn move_text<G: Game>(game: &G, moved: &Moved<'_, G>) -> String {
    let Moved { number, seat, record, before, choice, seconds } = moved;
    let nodes = match choice.nodes {
        0 => String::new(),
        nodes => format!(", {} nodes", grouped(nodes)),
    };
    format!(
        "game {}, move {}: {seat:?} ({}) plays {} in {}{nodes}\n{}",
        number + 1,
        record.moves.len(),
        game.side_name(game.to_move(before)),
        game.print_move(before, choice.mv),
        time(*seconds),
        game.draw(&record.position)
    )
}

fn move_json<G: Game>(game: &G, moved: &Moved<'_, G>) -> Value {
    let Moved { number, seat, record, before, choice, seconds } = moved;
    json!({
        "game": number + 1,
        "number": record.moves.len(),
        "engine": format!("{seat:?}"),
        "to_move": game.to_move(before),
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

fn game_line<G: Game>(game: &G, played: &Played<G>, style: Style) -> String {
    let (black, white) = match played.pairing.first {
        Seat::A => ("A", "B"),
        Seat::B => ("B", "A"),
    };
    let result = match (winner(played.score), played.resigned) {
        (Some(who), Some(_)) => format!("{who} wins by resignation"),
        (Some(who), None) if style.points.is_none() => format!("{who} wins"),
        (Some(who), None) => format!("{who} wins by {}", played.score.0.abs()),
        (None, _) => "a draw".into(),
    };
    let (number, moves) = (played.number + 1, transcript(game, played, style));
    let [first, second] = [Side::First, Side::Second].map(|side| game.side_name(side));
    format!("game {number}: {black} is {first}, {white} {second}, {result}: {moves}")
}

fn game_json<G: Game>(game: &G, played: &Played<G>, style: Style) -> Value {
    json!({
        "number": played.number + 1,
        "opening": played.pairing.opening + 1,
        style.sides[0]: format!("{:?}", played.pairing.first),
        "start": game.print_position(&played.record.start),
        "moves": transcript(game, played, style),
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
struct Csv(Output);

impl Csv {
    fn create(path: &Path, style: Style, context: &Context) -> Result<Csv> {
        let mut output = Output::create(path, context)?;
        let columns = "score,winner,forfeit,resigned,seconds_a,seconds_b,nodes_a,nodes_b,moves";
        output.write(format!("game,opening,{},{columns}\n", style.sides[0]).as_bytes())?;
        Ok(Csv(output))
    }

    fn add<G: Game>(&mut self, game: &G, played: &Played<G>, style: Style) -> Result<()> {
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
            transcript(game, played, style)
        );
        self.0.write(line.as_bytes())
    }
}

/// A match that was played.
struct Match<'a> {
    plan: &'a Plan,
    names: [String; 2],
    openings: usize,
    standing: Standing,
    stopped: Option<Stop>,
    style: Style,
    /// What people call the sides.
    sides: [&'static str; 2],
    /// The game, the board and the rules.
    about: String,
}

impl Match<'_> {
    fn json(&self) -> Value {
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
        let mut data = json!({
            "about": self.about,
            "a": self.names[0],
            "b": self.names[1],
            "games": standing.games(),
            "planned": self.plan.games,
            "openings": self.plan.openings,
            "seed": self.plan.seed,
            "results": results(standing.results()),
        });
        for (side, found) in self.style.sides.into_iter().zip(standing.by_side) {
            data[format!("as_{side}")] = results(found);
        }
        data["score"] = estimate(standing.score()).into();
        data["elo"] = estimate(standing.elo()).into();
        if let Some(points) = self.style.points {
            data[points] = standing.score_sum.into();
        }
        data["forfeits"] = both(standing.forfeits.map(Value::from));
        data["seconds"] = both(standing.seconds.map(Value::from));
        data["nodes"] = both(standing.nodes.map(Value::from));
        data["moves"] = both(standing.moves.map(Value::from));
        data["stopped"] = self.stopped.map(Stop::name).into();
        data
    }

    fn text(&self) -> String {
        let standing = &self.standing;
        let games = standing.games();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let mut text = format!("{}\nA  {}\nB  {}\n", self.about, self.names[0], self.names[1]);
        text += &format!(
            "{games} game{} from {} opening{} ({}, seed {}), sides exchanged\n\n",
            plural(games as usize),
            self.openings,
            plural(self.openings),
            self.plan.openings,
            self.plan.seed
        );
        text += "             won  lost drawn\n";
        let [first, second] = standing.by_side;
        let [as_first, as_second] = self.sides.map(|side| format!("A as {side}"));
        for (name, [won, lost, drawn]) in
            [(&*as_first, first), (&*as_second, second), ("all", standing.results())]
        {
            text += &format!("{name:<10} {won:>5} {lost:>5} {drawn:>5}\n");
        }
        if let Some((score, elo)) = standing.score().zip(standing.elo()) {
            let percent = |share: f64| format!("{:.1}", 100.0 * share);
            text += &format!(
                "\nA scores {} % (95 % confidence: {} to {}), Elo {} ({} to {}){}.\n",
                percent(score.value),
                percent(score.low),
                percent(score.high),
                points(elo.value),
                points(elo.low),
                points(elo.high),
                self.style.points.map_or(String::new(), |points| {
                    let mean = standing.score_sum as f64 / f64::from(games);
                    format!(", {mean:+.1} {points} a game")
                })
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
