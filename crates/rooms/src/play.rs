//! A game in the terminal, whatever the game: a person against an engine or perfect play, or two of
//! those against each other.
//!
//! A move is called proved only if it is proved to be as good as any, or what is proved of it is said;
//! every other one is marked as a guess, by ≈, and a game that is not played to its end is never told
//! as a result.

mod events;

use crate::opponents::{BestMove, PERFECTION, choose};
use crate::reports::MoveValue;
use anyhow::Result;
use events::{Begun, Chosen, Ended, Event, Kind, Made, Place, Seated, Why, Worth};
use serde_json::{Map, Value};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use yomikiri_core::protocol::{LONGEST, Line, read_line};
use yomikiri_core::{
    Asked, Choice, Context, Engine, Game, Goal, Limits, Merit, Record, Side, Solver, Stop, Verdict,
};

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
    /// Whether what happens is told as JSON Lines.
    pub json: bool,
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
    /// The rules, as reports tell them.
    pub(crate) rules: Map<String, Value>,
    /// Whether what happens is told as JSON Lines.
    pub(crate) json: bool,
}

/// A move that was found, and why.
struct Found<M> {
    mv: M,
    why: Why,
}

impl<M> Found<M> {
    fn is_proved(&self) -> bool {
        use Why::{Liked, Only, Proved, Sure};
        matches!(self.why, Only | Proved(_) | Sure(_) | Liked { is_best: true, .. })
    }
}

/// A game being played.
pub(crate) struct Dialogue<'a, G: Game> {
    game: &'a G,
    movers: [Mover<G>; 2],
    terms: Terms<'a, G>,
    record: Record<G>,
    /// The positions of the game, the present one last.
    played: Vec<G::Position>,
    /// How many of them were there before it was taken up here.
    earlier: usize,
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
    /// A game that goes on after these positions.
    pub(crate) fn new(
        game: &'a G,
        played: Vec<G::Position>,
        movers: [Mover<G>; 2],
        terms: Terms<'a, G>,
        input: &'a mut dyn BufRead,
        output: &'a mut dyn Write,
    ) -> Dialogue<'a, G> {
        let record = Record::new(played.last().expect("a game has a position").clone());
        let earlier = played.len() - 1;
        Dialogue { game, movers, terms, record, played, earlier, input, output }
    }

    /// Plays until the game ends or the input does; why it was stopped, if it was.
    pub(crate) fn run(mut self) -> Result<Option<Stop>> {
        self.tell(&Event::Game(self.begun()))?;
        for mover in &mut self.movers {
            if let Mover::Engine(engine) = mover {
                engine.begin(self.game, self.terms.context)?;
            }
        }
        let mut shown = false;
        loop {
            let side = self.game.to_move(&self.record.position);
            if !shown {
                self.tell(&Event::Position(self.place()))?;
            }
            if let Some(end) = Ended::of(self.game, &self.played) {
                self.tell(&Event::Result(end))?;
                return Ok(None);
            }
            if let Mover::Person = self.movers[side.index()] {
                match self.person(side)? {
                    Answered::Show => shown = false,
                    Answered::Said => shown = true,
                    Answered::Quit => {
                        self.tell(&Event::Result(Ended::left()))?;
                        return Ok(None);
                    }
                }
            } else {
                if !self.engine_move(side)? {
                    let why = self.stopped().unwrap_or(Stop::Time);
                    self.tell(&Event::Result(Ended::given_up(why)))?;
                    return Ok(Some(why));
                }
                shown = false;
            }
            if let Some(why) = self.stopped() {
                self.tell(&Event::Result(Ended::out_of_time(why)))?;
                return Ok(Some(why));
            }
        }
    }

    /// Why the whole game is to stop, if it is.
    fn stopped(&self) -> Option<Stop> {
        self.terms.context.check(0);
        self.terms.context.stopped()
    }

    /// Tells something, in words or as data.
    fn tell(&mut self, event: &Event) -> Result<()> {
        let text = if self.terms.json { event.json() } else { event.text() };
        if !text.is_empty() {
            self.terms.context.progress.clear();
            writeln!(self.output, "{text}")?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn note(&mut self, note: String) -> Result<()> {
        self.tell(&Event::Note { note })
    }

    /// The game, and who plays.
    fn begun(&self) -> Begun {
        let game = self.game;
        let seated = |side: Side| {
            let (kind, name, limit) = match &self.movers[side.index()] {
                Mover::Person => (Kind::Person, "person".into(), None),
                Mover::Engine(engine) => {
                    (Kind::Engine, engine.name(), Some(self.time(ENGINE_TIME)))
                }
                Mover::Solver { proves: true } => {
                    (Kind::Proofs, PERFECTION.name.into(), self.terms.time)
                }
                Mover::Solver { proves: false } => {
                    (Kind::Perfection, PERFECTION.name.into(), Some(self.time(PROOF_TIME)))
                }
            };
            Seated { kind, name, seconds: limit.map(|limit| limit.as_secs_f64()) }
        };
        let sides = [Side::First, Side::Second];
        Begun {
            game: game.name(),
            board: game.board(),
            rules: self.terms.rules.clone(),
            sides: sides.map(|side| game.side_name(side)),
            players: sides.map(seated),
            played: self.earlier,
        }
    }

    /// Where the game is.
    fn place(&self) -> Place {
        let (game, position) = (self.game, &self.record.position);
        Place {
            number: self.played.len() - 1,
            position: game.print_position(position),
            to_move: game.to_move(position),
            moves: match game.repeated(&self.played[..self.played.len() - 1], position) {
                Some(_) => Vec::new(),
                None => self.legal(),
            },
            drawing: game.draw(position),
        }
    }

    /// The legal moves by name.
    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(&self.record.position, &mut moves);
        moves.into_iter().map(|mv| self.name(mv)).collect()
    }

    /// How a move of the present position is written.
    fn name(&self, mv: G::Move) -> String {
        self.game.print_move(&self.record.position, mv)
    }

    fn chosen(&self, found: &Found<G::Move>) -> Chosen {
        Chosen::new(self.game, self.name(found.mv), found.why)
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
                let found = match self.prove(usual)? {
                    Ok(found) if proves && !found.is_proved() => {
                        self.note(format!("No move of {name} is proved in time."))?;
                        return Ok(false);
                    }
                    Ok(found) => found,
                    Err(why) => {
                        self.note(format!("{name} cannot prove anything here: {why}"))?;
                        if proves {
                            return Ok(false);
                        }
                        self.guess()?
                    }
                };
                (found, PERFECTION.name.into())
            }
            Mover::Person => return Ok(false),
        };
        if self.terms.context.stopped().is_some() {
            // Nobody had the time to choose it.
            return Ok(false);
        }
        self.make(&found, side, by, Some(begun.elapsed()))?;
        Ok(true)
    }

    /// Makes a move, and tells it.
    fn make(
        &mut self,
        found: &Found<G::Move>,
        side: Side,
        by: String,
        taken: Option<Duration>,
    ) -> Result<()> {
        self.tell(&Event::Move(Made {
            number: self.played.len(),
            side,
            by,
            chosen: self.chosen(found),
            seconds: taken.map(|taken| taken.as_secs_f64()),
            side_name: self.game.side_name(side),
        }))?;
        self.record.play(self.game, found.mv);
        self.played.push(self.record.position.clone());
        Ok(())
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
    fn prove(&mut self, limit: Option<Duration>) -> Result<Result<Found<G::Move>, String>> {
        let begun = Instant::now();
        let context = self.context(limit);
        let position = &self.record.position;
        let found = self.terms.solver.values(self.game, position, Goal::Score, &context);
        let mut answers = match found {
            Ok(answers) => answers.in_game(self.game, &self.played),
            Err(error) => return Ok(Err(error.to_string())),
        };
        if answers.leading.is_none() {
            let context = self.context(limit.map(|limit| limit.saturating_sub(begun.elapsed())));
            let solver = self.terms.solver;
            let found = solver.lead_in_game(self.game, position, &answers, &context);
            answers.leading = found.ok().flatten();
        }
        let Some(BestMove { mv, finding, merit }) = choose(self.game, &answers) else {
            return Ok(Err("the game is over".into()));
        };
        let verdict = finding.verdict();
        let why = match (merit, verdict) {
            (Some(Merit::Best), Verdict::Unknown) => Why::Only,
            (Some(Merit::Best), _) => Why::Proved(verdict),
            (Some(Merit::Sure), _) => Why::Sure(verdict),
            (None, Verdict::Unknown) => return self.guess().map(Ok),
            _ if self.terms.helper.is_some() => return self.guess().map(Ok),
            (None, _) => Why::Guessed(verdict),
        };
        Ok(Ok(Found { mv, why }))
    }

    /// A move where nothing is proved: the engine's, or any.
    fn guess(&mut self) -> Result<Found<G::Move>> {
        let context = self.context(Some(self.time(ENGINE_TIME)));
        match &mut self.terms.helper {
            Some(helper) => believed(self.game, &mut **helper, &self.record, &context),
            None => {
                let mut random = yomikiri_core::Random::new(self.record.moves.len() as u64);
                let mv = random.choose(self.game, &self.record, &context)?.mv;
                Ok(Found { mv, why: Why::Guessed(Verdict::Unknown) })
            }
        }
    }

    /// Reads a line and does what it says.
    fn person(&mut self, side: Side) -> Result<Answered> {
        self.terms.context.progress.clear();
        if !self.terms.json {
            write!(self.output, "{}> ", self.game.side_name(side))?;
            self.output.flush()?;
        }
        AT_PROMPT.store(true, Ordering::SeqCst);
        let line = read_line(&mut self.input);
        AT_PROMPT.store(false, Ordering::SeqCst);
        let line = match line? {
            Line::Text(line) => line,
            Line::TooLong(_) => {
                let error = format!("a line of more than {LONGEST} bytes; it was passed over");
                self.tell(&Event::Error { error })?;
                return Ok(Answered::Said);
            }
            Line::End => return Ok(Answered::Quit),
        };
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Answered::Quit),
            "help" | "?" => self.tell(&Event::help())?,
            "board" => return Ok(Answered::Show),
            "moves" => self.tell(&Event::Moves { moves: self.legal() })?,
            "values" => self.values()?,
            "hint" => self.hint()?,
            "undo" => return self.undo(side),
            text => match self.game.parse_move(&self.record.position, text) {
                Ok(mv) => {
                    self.make(&Found { mv, why: Why::Typed }, side, "person".into(), None)?;
                    return Ok(Answered::Show);
                }
                Err(error) => self.tell(&Event::Error { error: error.to_string() })?,
            },
        }
        Ok(Answered::Said)
    }

    /// What is proved of every move in time.
    fn values(&mut self) -> Result<()> {
        let limit = self.advice_time();
        let context = self.context(Some(limit));
        let position = &self.record.position;
        let found = self.terms.solver.values(self.game, position, Goal::Score, &context);
        let answers = match found {
            Ok(answers) => answers.in_game(self.game, &self.played),
            Err(error) => return self.tell(&Event::Error { error: error.to_string() }),
        };
        let asked = Asked::default();
        let (moves, _) = MoveValue::all(self.game, &self.played, &answers, &asked, Goal::Score);
        self.tell(&Event::Values(Worth {
            moves,
            stopped: answers.stopped.map(Stop::name),
            limit: limit.as_secs_f64(),
            most: self.game.max_score(),
        }))
    }

    fn hint(&mut self) -> Result<()> {
        let found = match self.prove(Some(self.advice_time()))? {
            Ok(found) => found,
            Err(why) => {
                self.note(why)?;
                if self.terms.helper.is_none() {
                    return Ok(());
                }
                self.guess()?
            }
        };
        let chosen = self.chosen(&found);
        self.tell(&Event::Hint(chosen))
    }

    /// Back to the person's last move.
    fn undo(&mut self, side: Side) -> Result<Answered> {
        let own = |at: &usize| self.game.to_move(&self.played[*at]) == side;
        match (self.earlier..self.played.len() - 1).rev().find(own) {
            Some(at) => {
                self.played.truncate(at + 1);
                self.record.moves.truncate(at - self.earlier);
                self.record.position = self.played[at].clone();
                Ok(Answered::Show)
            }
            None => {
                self.tell(&Event::Error { error: "There is nothing to take back.".into() })?;
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
    let Choice { mv, worth, is_best, .. } = choice;
    Ok(Found { mv, why: Why::Liked { worth, is_best } })
}

#[cfg(test)]
mod tests;
