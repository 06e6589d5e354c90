//! A game in the terminal, whatever the game: a person against an engine or perfect play, or two of
//! those against each other.
//!
//! A move is called proved only if it is proved to be as good as any; every other one is marked as a
//! guess, by ≈, and a game that is not played to its end is never told as a result.

use crate::opponents::choose;
use anyhow::Result;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use yomikiri_core::text::time;
use yomikiri_core::{
    Answers, Context, Engine, Game, Goal, Limits, Outcome, Record, Repeated, Score, Side, Solver,
    Standing, Stop, Verdict,
};

const HELP: &str = "Type a move, or: moves (what is legal), values (what each is worth), hint, \
                    undo, board, quit";
/// The longest line that is read.
const LONGEST: u64 = 1 << 12;
/// Time for a move, unless somebody says otherwise: for an engine, and to prove one.
const ENGINE_TIME: Duration = Duration::from_secs(3);
const PROOF_TIME: Duration = Duration::from_secs(60);

/// Whether nothing is going on but waiting for a person: then Ctrl-C need not wait for anything.
pub static AT_PROMPT: AtomicBool = AtomicBool::new(false);

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whoever types.
    Person,
    /// The game's engine or, in a game without one, perfect play as far as that is found in time.
    Usual,
    /// One of the room's opponents.
    Opponent {
        /// Its name.
        name: String,
        /// Its level, if not the usual one.
        level: Option<u32>,
        /// Where chance comes from.
        seed: u64,
    },
}

/// Who plays a game.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The side that moves first in a game, and the other one.
    pub players: [Who; 2],
    /// Time for a move and for advice, if somebody chose one.
    pub move_time: Option<Duration>,
}

/// Who makes the moves of a side.
pub(crate) enum Mover<G: Game> {
    Person,
    Engine(Box<dyn Engine<G>>),
    /// Perfect play; `proves` if it would rather stop than guess.
    Solver {
        proves: bool,
    },
}

/// What a game is played with.
pub(crate) struct Terms<'a, G: Game> {
    /// What proves moves.
    pub(crate) solver: &'a dyn Solver<G>,
    /// What gives advice where nothing can be proved in time, if the game has that.
    pub(crate) helper: Option<Box<dyn Engine<G>>>,
    /// Time for a move, if somebody chose one.
    pub(crate) time: Option<Duration>,
    /// What the whole game may use.
    pub(crate) context: &'a Context,
}

/// A move that was found, and what to say of it.
struct Found<M> {
    mv: M,
    /// What it is worth, and whether that is proved.
    said: String,
    proved: bool,
}

/// A game being played.
pub(crate) struct Dialogue<'a, G: Game> {
    game: &'a G,
    movers: [Mover<G>; 2],
    terms: Terms<'a, G>,
    record: Record<G>,
    /// The positions of the game before it was taken up here.
    earlier: Vec<G::Position>,
    /// The positions since, the present one last.
    history: Vec<G::Position>,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

/// What came of a line that a person typed.
enum Answered {
    /// The position is another one, or is to be shown again.
    Show,
    /// Something was said.
    Said,
    Quit,
}

impl<'a, G: Game> Dialogue<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        start: &G::Position,
        movers: [Mover<G>; 2],
        terms: Terms<'a, G>,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> Dialogue<'a, G> {
        let record = Record::new(start.clone());
        let history = vec![start.clone()];
        Dialogue { game, movers, terms, record, earlier: Vec::new(), history, input, output }
    }

    /// The same game with what was played before.
    pub(crate) fn after(self, earlier: Vec<G::Position>) -> Dialogue<'a, G> {
        Dialogue { earlier, ..self }
    }

    /// Plays until the game ends or the input does; why it was stopped, if it was.
    pub(crate) fn run(mut self) -> Result<Option<Stop>> {
        self.introduce()?;
        for mover in &mut self.movers {
            if let Mover::Engine(engine) = mover {
                engine.begin(self.game, self.terms.context)?;
            }
        }
        let mut shown = false;
        loop {
            let side = self.game.to_move(&self.record.position);
            if !shown {
                let board = self.game.draw(&self.record.position);
                self.say(&format!("\n{board}"))?;
            }
            let whole = [&self.earlier[..], &self.history].concat();
            if let Some(end) = ending(self.game, &whole) {
                for line in end {
                    self.say(&line)?;
                }
                return Ok(None);
            }
            if let Mover::Person = self.movers[side.index()] {
                match self.person(side)? {
                    Answered::Show => shown = false,
                    Answered::Said => shown = true,
                    Answered::Quit => return Ok(None),
                }
            } else {
                if !self.engine_move(side)? {
                    let why = self.stopped().unwrap_or(Stop::Time);
                    self.say(&format!(
                        "The game is stopped here ({}); nobody has won.",
                        why.name()
                    ))?;
                    return Ok(Some(why));
                }
                shown = false;
            }
            if let Some(why) = self.stopped() {
                self.say(&format!("Stopped ({}).", why.name()))?;
                return Ok(Some(why));
            }
        }
    }

    /// Why the whole game is to stop, if it is.
    fn stopped(&self) -> Option<Stop> {
        self.terms.context.check(0);
        self.terms.context.stopped()
    }

    fn say(&mut self, text: &str) -> Result<()> {
        self.terms.context.progress.clear();
        writeln!(self.output, "{text}")?;
        self.output.flush()?;
        Ok(())
    }

    /// Says who plays, and how far that can be relied on.
    fn introduce(&mut self) -> Result<()> {
        for side in [Side::First, Side::Second] {
            let who = match &self.movers[side.index()] {
                Mover::Person => "you".into(),
                Mover::Engine(engine) => {
                    let limit = time(self.time(ENGINE_TIME).as_secs_f64());
                    format!("{}, up to {limit} a move; what it believes is marked ≈", engine.name())
                }
                Mover::Solver { proves: true } => {
                    "perfection: what is proved best, or the game is stopped".into()
                }
                Mover::Solver { proves: false } => {
                    let limit = time(self.time(PROOF_TIME).as_secs_f64());
                    format!("perfection; where nothing is proved within {limit}, a guess, marked ≈")
                }
            };
            self.say(&format!("{}: {who}", self.game.side_name(side)))?;
        }
        if self.movers.iter().any(|mover| matches!(mover, Mover::Person)) {
            self.say(HELP)?;
        }
        Ok(())
    }

    /// The time for a move: the one that somebody chose, or the usual one.
    fn time(&self, usual: Duration) -> Duration {
        self.terms.time.unwrap_or(usual)
    }

    /// The time for advice: where there is an engine, nobody waits for proofs.
    fn advice_time(&self) -> Duration {
        self.time(if self.terms.helper.is_some() { ENGINE_TIME } else { PROOF_TIME })
    }

    /// A context for one move.
    fn context(&self, time: Option<Duration>) -> Context {
        let limits = Limits { time, ..self.terms.context.limits.clone() };
        let limits = Limits { nodes: None, ..limits };
        self.terms.context.part(limits).with_progress(self.terms.context.progress.clone())
    }

    /// Lets whoever plays a side move; says whether a move was made.
    fn engine_move(&mut self, side: Side) -> Result<bool> {
        let begun = Instant::now();
        let name = self.game.side_name(side);
        let (found, by) = match &self.movers[side.index()] {
            Mover::Engine(engine) => {
                let by = engine.name();
                self.terms.context.progress.note(&format!("{name} ({by}) thinks ..."));
                (self.ask_engine(side)?, by)
            }
            Mover::Solver { proves } => {
                let proves = *proves;
                self.terms.context.progress.note(&format!("{name} (perfection) thinks ..."));
                // Who is to prove every move may take its time.
                let usual = if proves { self.terms.time } else { Some(self.time(PROOF_TIME)) };
                let found = self.prove(usual)?;
                match found {
                    found if found.as_ref().is_ok_and(|found| found.proved) || !proves => {
                        let found = match found {
                            Ok(found) => found,
                            Err(why) => {
                                self.say(&format!("{name} cannot prove anything here: {why}"))?;
                                self.guess()?
                            }
                        };
                        (found, "perfection".into())
                    }
                    Ok(_) => {
                        self.say(&format!("No move of {name} is proved to be best in time."))?;
                        return Ok(false);
                    }
                    Err(why) => {
                        self.say(&format!("{name} cannot prove anything here: {why}"))?;
                        return Ok(false);
                    }
                }
            }
            Mover::Person => return Ok(false),
        };
        if self.terms.context.stopped().is_some() {
            // Nobody had the time to choose it.
            return Ok(false);
        }
        let taken = time(begun.elapsed().as_secs_f64());
        let mv = self.game.print_move(&self.record.position, found.mv);
        self.say(&format!("{name} ({by}) plays {mv}{}  [{taken}]", found.said))?;
        self.play(found.mv);
        Ok(true)
    }

    fn play(&mut self, mv: G::Move) {
        self.record.play(self.game, mv);
        self.history.push(self.record.position.clone());
    }

    /// The move of the engine that plays a side.
    fn ask_engine(&mut self, side: Side) -> Result<Found<G::Move>> {
        let context = self.context(Some(self.time(ENGINE_TIME)));
        let Mover::Engine(engine) = &mut self.movers[side.index()] else {
            unreachable!("only engines are asked");
        };
        believed(self.game, &mut **engine, &self.record, &context)
    }

    /// The best move that can be proved in time, or else a guess; why nothing can be proved at all,
    /// if that is so.
    fn prove(&mut self, time: Option<Duration>) -> Result<Result<Found<G::Move>, String>> {
        let context = self.context(time);
        let position = &self.record.position;
        let found = self.terms.solver.values(self.game, position, Goal::Score, &context);
        let mut answers = match found {
            Ok(answers) => answers,
            Err(error) => return Ok(Err(error.to_string())),
        };
        if answers.leading.is_none() {
            // What leads on is worked out once for a board, and kept: it may take its time.
            let context = self.context(time.map(|time| time.max(PROOF_TIME)));
            let found = self.terms.solver.lead(self.game, position, &answers, &context);
            answers.leading = found.ok().flatten().or_else(|| self.no_repetition(&answers));
        }
        let Some((choice, verdict)) = choose(self.game, &answers) else {
            return Ok(Err("the game is over".into()));
        };
        Ok(Ok(match (choice.proved, verdict) {
            (true, Verdict::Unknown) => {
                Found { mv: choice.mv, said: " (the only move)".into(), proved: true }
            }
            (true, _) => Found { mv: choice.mv, said: format!(" ({verdict})"), proved: true },
            (false, Verdict::Unknown) => self.guess()?,
            _ if self.terms.helper.is_some() => self.guess()?,
            (false, _) => {
                let said = format!(" ≈ (a guess; {verdict} is proved)");
                Found { mv: choice.mv, said, proved: false }
            }
        }))
    }

    /// Where nothing is known of the way to the end, a best move that at least does not lead back to
    /// where the game has been.
    fn no_repetition(&self, answers: &Answers<G::Move>) -> Option<G::Move> {
        let standings = answers.standings(Goal::Score, self.game.max_score());
        let mut best = answers
            .moves
            .iter()
            .zip(standings)
            .filter(|(_, standing)| matches!(standing, Standing::Best | Standing::Lost));
        let is_new = |mv: &G::Move| {
            let next = self.game.play(&self.record.position, *mv);
            !self.earlier.contains(&next) && !self.history.contains(&next)
        };
        best.find(|((mv, _), _)| is_new(mv)).map(|((mv, _), _)| *mv)
    }

    /// A move where nothing is proved: the engine's, or any.
    fn guess(&mut self) -> Result<Found<G::Move>> {
        let context = self.context(Some(self.time(ENGINE_TIME)));
        match &mut self.terms.helper {
            Some(helper) => believed(self.game, &mut **helper, &self.record, &context),
            None => {
                let mut random = yomikiri_core::Random::new(self.record.moves.len() as u64);
                let mv = random.choose(self.game, &self.record, &context)?.mv;
                let said = " ≈ (a guess: nothing is proved of any move)".into();
                Ok(Found { mv, said, proved: false })
            }
        }
    }

    /// Reads a line and does what it says.
    fn person(&mut self, side: Side) -> Result<Answered> {
        self.terms.context.progress.clear();
        write!(self.output, "{}> ", self.game.side_name(side))?;
        self.output.flush()?;
        AT_PROMPT.store(true, Ordering::SeqCst);
        let line = read_line(&mut self.input);
        AT_PROMPT.store(false, Ordering::SeqCst);
        let Some(line) = line? else { return Ok(Answered::Quit) };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Answered::Quit),
            "help" | "?" => self.say(HELP)?,
            "board" => return Ok(Answered::Show),
            "moves" => {
                let mut moves = Vec::new();
                self.game.moves(&self.record.position, &mut moves);
                let name = |mv: &G::Move| self.game.print_move(&self.record.position, *mv);
                let names: Vec<_> = moves.iter().map(name).collect();
                self.say(&names.join(" "))?;
            }
            "values" => self.values()?,
            "hint" => self.hint()?,
            "undo" => return self.undo(side),
            text => match self.game.parse_move(&self.record.position, text) {
                Ok(mv) => {
                    self.play(mv);
                    return Ok(Answered::Show);
                }
                Err(error) => self.say(&error.to_string())?,
            },
        }
        Ok(Answered::Said)
    }

    /// What is proved of every move in time.
    fn values(&mut self) -> Result<()> {
        let limit = self.advice_time();
        let context = self.context(Some(limit));
        let position = self.record.position.clone();
        let found = self.terms.solver.values(self.game, &position, Goal::Score, &context);
        let answers = match found {
            Ok(answers) => answers,
            Err(error) => return self.say(&format!("{error}")),
        };
        let most = self.game.max_score();
        let nothing = |verdict: &Verdict| match verdict {
            Verdict::Bounds(bounds) => bounds.low == -most && bounds.high == most,
            verdict => *verdict == Verdict::Unknown,
        };
        let standings = answers.standings(Goal::Score, most);
        let mut moves: Vec<_> = answers.moves.iter().zip(standings).collect();
        moves.sort_by_key(|((_, verdict), _)| std::cmp::Reverse(verdict.rank()));
        for ((mv, verdict), standing) in moves {
            let name = self.game.print_move(&position, *mv);
            let (verdict, best) = match nothing(verdict) {
                // Best it may be, as the only move.
                true => ("not known".into(), ""),
                false if standing == Standing::Best => (verdict.to_string(), "  best"),
                false => (verdict.to_string(), ""),
            };
            self.say(&format!("{name:<6} {verdict}{best}"))?;
        }
        if answers.stopped.is_some() {
            let limit = time(limit.as_secs_f64());
            self.say(&format!("Stopped after {limit}: what is not told is not known."))?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        let found = match self.prove(Some(self.advice_time()))? {
            Ok(found) => found,
            Err(why) => {
                self.say(&why)?;
                if self.terms.helper.is_none() {
                    return Ok(());
                }
                self.guess()?
            }
        };
        let mv = self.game.print_move(&self.record.position, found.mv);
        self.say(&format!("{mv}{}", found.said))
    }

    /// Back to the person's last move.
    fn undo(&mut self, side: Side) -> Result<Answered> {
        let own = |at: &usize| self.game.to_move(&self.history[*at]) == side;
        match (0..self.history.len() - 1).rev().find(own) {
            Some(at) => {
                self.history.truncate(at + 1);
                self.record.moves.truncate(at);
                self.record.position = self.history[at].clone();
                Ok(Answered::Show)
            }
            None => {
                self.say("There is nothing to take back.")?;
                Ok(Answered::Said)
            }
        }
    }
}

/// What an engine plays, with what it believes.
fn believed<G: Game>(
    game: &G,
    engine: &mut dyn Engine<G>,
    record: &Record<G>,
    context: &Context,
) -> Result<Found<G::Move>> {
    let choice = engine.choose(game, record, context)?;
    let mut legal = Vec::new();
    game.moves(&record.position, &mut legal);
    anyhow::ensure!(legal.contains(&choice.mv), "{} chose an illegal move", engine.name());
    let said = match choice.value {
        None => String::new(),
        Some(value) if choice.proved => format!(" ({value:+}, proved)"),
        Some(value) => format!(" ≈ {value:+.1}"),
    };
    Ok(Found { mv: choice.mv, said, proved: choice.proved })
}

fn read_line(input: &mut dyn BufRead) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let mut limited = std::io::Read::take(&mut *input, LONGEST);
    if limited.read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// How the game has ended, if it has, line by line: the one place where that is told.
fn ending<G: Game>(game: &G, history: &[G::Position]) -> Option<Vec<String>> {
    let last = &history[history.len() - 1];
    if let Some(score) = game.final_score(last) {
        let score = if game.to_move(last) == Side::First { score } else { -score };
        // What else is counted comes after both sides' points.
        let counts: Vec<u32> = game.tally(last).iter().map(|(_, count)| *count).take(2).collect();
        let mut lines = vec![format!("The game is over: {}.", result(game, score, &counts))];
        lines.extend(game.ending(last));
        return Some(lines);
    }
    let side = |side| game.side_name(side);
    let what = match game.repeated(history)? {
        Repeated::Undecided => {
            "play could go on like this for ever, and these rules do not say what that is worth"
                .into()
        }
        Repeated::Draw => "a draw".into(),
        Repeated::Won { winner } => format!("{} wins", side(winner)),
        Repeated::Worth { score } => format!("{}, as the rules have it", result(game, score, &[])),
    };
    Some(vec![format!("A position repeats: {what}.")])
}

/// A result in words: the score for the side that moves first in a game, and what was counted.
fn result<G: Game>(game: &G, score: Score, counts: &[u32]) -> String {
    let (winner, margin) = match Outcome::from(score) {
        Outcome::Draw => (None, 0),
        Outcome::Win => (Some(Side::First), score.0),
        Outcome::Loss => (Some(Side::Second), -score.0),
    };
    let Some(winner) = winner else {
        return match counts {
            [a, b] => format!("a draw ({a} - {b})"),
            _ => "a draw".into(),
        };
    };
    let name = game.side_name(winner);
    let counted = match (counts, winner) {
        ([a, b], Side::First) | ([b, a], Side::Second) => Some((*a, *b)),
        _ => None,
    };
    match counted {
        _ if game.max_score() == Score(1) => format!("{name} has won"),
        None => format!("{name} wins by {margin}"),
        Some((own, other)) if i64::from(own) - i64::from(other) == i64::from(margin) => {
            format!("{name} wins by {margin} ({own} - {other})")
        }
        // Empty squares, komi, and the like.
        Some((own, other)) => {
            format!("{name} wins by {margin}, as the rules count {own} - {other}")
        }
    }
}

#[cfg(test)]
mod tests;
