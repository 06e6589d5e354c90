//! An NBoard engine (protocol version 2) that plays as [`Yomi`].
//!
//! [`Engine::run`] reads lines in a thread of its own, so that a `ping` is heard, and ends what is
//! being thought about, while the commands before it are still being carried out in their order.

use crate::analysis::Analyst;
use crate::notation::{Note, Sheet, ggf, parse_move, tournament_game};
use crate::position::Move;
use crate::yomi::{Level, Yomi};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use yomikiri_core::protocol::{LONGEST, Line, read_line};
use yomikiri_core::{Context, Engine as _, Error, Game, Limits, Result, Stop, Worth};

const NAME: &str = "yomikiri";
/// Lines that may wait to be carried out.
const MOST_WAITING: usize = 4096;
/// How long an answer may still take after `quit`, for a script that says it at once.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long answers may still take after the end of the input.
const LONG_PATIENCE: Duration = Duration::from_secs(60);
/// `analyze` proves positions with at most so many empty squares.
const ANALYZED_EXACTLY: u32 = 18;
/// Plies that `analyze` looks ahead, unless a depth was set.
const ANALYZED_DEPTH: u32 = 8;

/// The engine's side of a dialogue.
pub struct Engine<W> {
    output: W,
    yomi: Yomi,
    depth: Option<u32>,
    limits: Limits,
    sheet: Sheet,
    thought: Arc<Mutex<Thought>>,
}

/// What may be stopped.
struct Thought {
    /// Of what is being thought about, or was last.
    context: Context,
    /// Pings that were read and not answered: nothing is to be thought about for long.
    pings: u32,
}

impl Thought {
    fn of(thought: &Mutex<Thought>) -> std::sync::MutexGuard<'_, Thought> {
        thought.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> Engine<W> {
    /// An engine that writes to `output` and looks so many plies ahead, if that is given, until the
    /// dialogue says otherwise. The limit on time is one on every move.
    pub fn new(output: W, depth: Option<u32>, limits: &Limits) -> Engine<W> {
        let game = tournament_game();
        Engine {
            output,
            yomi: Yomi::new(Level { depth, ..Level::default() }),
            depth,
            limits: limits.clone(),
            sheet: Sheet::new(game, game.start()),
            thought: Arc::new(Mutex::new(Thought { context: Context::default(), pings: 0 })),
        }
    }

    /// Carries out commands until `quit` or the end of the input. Only a failure to read or write
    /// is an error; what is not understood is passed over, as the protocol has it, and told as a
    /// status if it was meant for this engine.
    pub fn run(mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        let (sender, lines) = sync_channel(MOST_WAITING);
        let thought = self.thought.clone();
        std::thread::spawn(move || read(input, sender, &thought));
        self.carry_out(&lines)
    }

    fn carry_out(&mut self, lines: &Receiver<io::Result<Line>>) -> io::Result<()> {
        for line in lines {
            let Line::Text(line) = line? else {
                // Half a game is not to be believed.
                let problem = format!("a line of more than {LONGEST} bytes; it was passed over");
                self.say(&format!("status {NAME}: {problem}"))?;
                continue;
            };
            let line = line.trim();
            if line == "quit" {
                return Ok(());
            }
            if let Err(error) = self.command(line)? {
                self.say(&format!("status {NAME}: {error}"))?;
            }
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    fn command(&mut self, line: &str) -> io::Result<Result<()>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "nboard" => self.say(&format!("set myname {NAME}"))?,
            "set" => return self.set(rest),
            "move" => return Ok(self.play(rest)),
            "hint" => return self.hint(rest),
            "go" => return self.go(),
            "analyze" => return self.analyze(),
            "ping" => {
                self.say(&format!("pong {rest}"))?;
                let mut thought = Thought::of(&self.thought);
                thought.pings = thought.pings.saturating_sub(1);
            }
            // There is no book to add a game to.
            "learn" => self.say("learned")?,
            // NBoard 1 sends moves so.
            _ if rest.is_empty() && parse_move(self.sheet.game.size, word).is_ok() => {
                return Ok(self.play(word));
            }
            _ => {}
        }
        Ok(Ok(()))
    }

    fn set(&mut self, text: &str) -> io::Result<Result<()>> {
        let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match name {
            "depth" => {
                let Ok(depth) = value.trim().parse::<u32>() else {
                    return Ok(Err(Error::notation("depth", value, "no number", "plies")));
                };
                let depth = depth.clamp(1, 60);
                self.depth = Some(depth);
                self.yomi.set_level(Level { depth: self.depth, ..Level::default() });
                self.say(&format!("set myname {NAME}{depth}"))?;
            }
            "game" => match ggf::parse(value) {
                Ok(sheet) if sheet.game.size == self.sheet.game.size => self.sheet = sheet,
                Ok(sheet) => {
                    let problem = format!("boards of {} cannot be played here", sheet.game.board());
                    return Ok(Err(Error::refused(problem)));
                }
                Err(error) => return Ok(Err(error)),
            },
            // Contempt and whatever else there is makes no difference to this engine.
            _ => {}
        }
        Ok(Ok(()))
    }

    /// `move F5/eval/time`.
    fn play(&mut self, text: &str) -> Result<()> {
        let mut parts = text.split('/').map(str::trim);
        let mv = parts.next().unwrap_or_default();
        let mut number = || parts.next().and_then(|part| part.parse().ok());
        let note = Note { value: number(), seconds: number() };
        self.sheet.play_text(mv, note)
    }

    /// A context for thinking, which a ping stops; at once if one is waiting.
    fn begin_thought(&self) -> Context {
        let context = Context::new(self.limits.clone());
        let mut thought = Thought::of(&self.thought);
        if thought.pings > 0 {
            context.stop(Stop::Cancelled);
        }
        thought.context = context.clone();
        context
    }

    fn think<T>(
        &mut self,
        about: impl FnOnce(&mut Self, &Context) -> Result<T>,
    ) -> io::Result<Result<T>> {
        self.say(&format!("status {NAME} is thinking"))?;
        let context = self.begin_thought();
        Ok(about(self, &context))
    }

    fn is_over(&self) -> bool {
        self.sheet.game.final_score(&self.sheet.record.position).is_some()
    }

    /// `hint N`: what the best N moves are worth.
    fn hint(&mut self, text: &str) -> io::Result<Result<()>> {
        if self.is_over() {
            return Ok(Err(Error::refused("the game is over")));
        }
        let count = text.parse().unwrap_or(1_usize).max(1);
        let opinions = self.think(|engine, context| {
            engine.yomi.opinions(&engine.sheet.game, &engine.sheet.record.position, context)
        })?;
        let opinions = match opinions {
            Ok(opinions) => opinions,
            Err(error) => return Ok(Err(error)),
        };
        for opinion in opinions.iter().take(count) {
            let depth = match opinion.worth {
                Worth::Proved(_) => "100%".to_owned(),
                Worth::Guess(_) => opinion.depth.to_string(),
            };
            let name = self.move_name(opinion.mv);
            self.say(&format!("search {name} {:.2} 0 {depth}", opinion.worth.value()))?;
        }
        self.say("status")?;
        Ok(Ok(()))
    }

    /// `go`: a move, which is not played.
    fn go(&mut self) -> io::Result<Result<()>> {
        if self.is_over() {
            self.say("=== PA")?;
            return Ok(Ok(()));
        }
        let begun = Instant::now();
        let choice = self.think(|engine, context| {
            engine.yomi.choose(&engine.sheet.game, &engine.sheet.record, context)
        })?;
        let choice = match choice {
            Ok(choice) => choice,
            Err(error) => return Ok(Err(error)),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let value = choice.worth.map(|worth| format!("{:.2}", worth.value())).unwrap_or_default();
        let name = self.move_name(choice.mv);
        self.say(&format!("nodestats {} {seconds:.2}", choice.nodes))?;
        self.say(&format!("=== {name}/{value}/{seconds:.2}"))?;
        self.say("status")?;
        Ok(Ok(()))
    }

    /// `analyze`: what every position of the game is worth, the last one first.
    fn analyze(&mut self) -> io::Result<Result<()>> {
        let depth = self.depth.unwrap_or(ANALYZED_DEPTH);
        let mut told = Vec::new();
        let judged = self.think(|engine, context| {
            let Sheet { game, record, .. } = &engine.sheet;
            let mut analyst = Analyst::new(ANALYZED_EXACTLY, depth);
            analyst.judge(game, record, &engine.limits, context, |judgement| {
                let line = format!("analysis {} {:.2}", judgement.index, judgement.value.value());
                told.push(writeln!(engine.output, "{line}").and_then(|()| engine.output.flush()));
            })
        })?;
        told.into_iter().collect::<io::Result<()>>()?;
        self.say("status")?;
        Ok(judged)
    }

    /// A move in two letters.
    fn move_name(&self, mv: Move) -> String {
        match mv {
            Move::Pass => "PA".into(),
            mv => self.sheet.game.print_move(&self.sheet.record.position, mv).to_uppercase(),
        }
    }
}

/// Hands lines on, stops what is being thought about when a ping comes, and some time after the end
/// whatever is still being thought about.
fn read(mut input: impl BufRead, lines: SyncSender<io::Result<Line>>, thought: &Mutex<Thought>) {
    let patience = loop {
        let line = match read_line(&mut input) {
            Ok(Line::End) => break LONG_PATIENCE,
            line => line,
        };
        let first = match &line {
            Ok(Line::Text(line)) => line.split_whitespace().next(),
            _ => None,
        };
        let is_quit = first == Some("quit");
        if first == Some("ping") {
            let mut thought = Thought::of(thought);
            thought.pings = thought.pings.saturating_add(1);
            thought.context.stop(Stop::Cancelled);
        }
        let failed = line.is_err();
        if lines.send(line).is_err() || failed {
            return;
        }
        if is_quit {
            break PATIENCE;
        }
    };
    // The other side ends by itself when it has carried out everything.
    drop(lines);
    std::thread::sleep(patience);
    let mut thought = Thought::of(thought);
    thought.pings = u32::MAX;
    thought.context.stop(Stop::Cancelled);
}
