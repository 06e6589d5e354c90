//! A USI engine that plays perfectly from tables.
//!
//! [`Engine::run`] reads commands from one side and writes answers to the other; `go` works in a
//! thread of its own, so that `stop` and `isready` are heard while a table is being made.

use crate::notation::{check_position, parse_sfen};
use crate::position::{Position, Shogi};
use crate::rules::{Rules, Variant};
use crate::setup::{Setup, dobutsu};
use crate::solver::{best_line, ranked_moves};
use crate::tables::Tables;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use yomikiri_core::protocol::{LONGEST, Line, read_line};
use yomikiri_core::{Context, Error, Game, Limits, Result, Stop};
use yomikiri_search::retrograde::Value;

/// How long `quit` waits for an answer that was asked for.
const PATIENCE: Duration = Duration::from_secs(10);
const DEFAULT_SETUP: &str = "KSP";

/// What a dialogue has set.
#[derive(Clone)]
struct Settings {
    variant: Variant,
    zone: u8,
    paper: bool,
    setup: String,
    threads: usize,
    /// In MB.
    memory: u64,
    tables: Option<PathBuf>,
}

/// The engine's side of a dialogue.
pub struct Engine<W> {
    output: Arc<Mutex<W>>,
    settings: Settings,
    tables: Arc<Tables>,
    place: Option<(Shogi, Position)>,
    /// The last question being answered; it waits for those before it.
    work: Option<JoinHandle<()>>,
    /// The contexts of all that are.
    open: Vec<Context>,
}

impl<W: Write + Send + 'static> Engine<W> {
    /// An engine that writes to `output` and finds tables in a folder, if there is one.
    pub fn new(output: W, tables: Option<PathBuf>, limits: &Limits) -> Engine<W> {
        Engine {
            output: Arc::new(Mutex::new(output)),
            settings: Settings {
                variant: Variant::Shogi,
                zone: 1,
                paper: false,
                setup: DEFAULT_SETUP.into(),
                threads: limits.threads,
                memory: (limits.memory >> 20).max(1),
                tables: tables.clone(),
            },
            tables: Arc::new(Tables::new(tables)),
            place: None,
            work: None,
            open: Vec::new(),
        }
    }

    /// Answers commands until `quit` or the end of the input. Only a failure to read or write is
    /// an error; a bad command is answered by an `info string`.
    pub fn run(mut self, mut input: impl BufRead) -> io::Result<()> {
        loop {
            let line = match read_line(&mut input)? {
                Line::Text(line) => line.trim().to_owned(),
                Line::TooLong(_) => {
                    self.say(&format!(
                        "info string error: a line of more than {LONGEST} bytes; it was passed over"
                    ))?;
                    continue;
                }
                Line::End => {
                    // Whoever asked by a pipe still wants the answer.
                    self.finish(None);
                    return Ok(());
                }
            };
            if line == "quit" {
                self.finish_within(PATIENCE);
                return Ok(());
            }
            if let Err(error) = self.command(&line)? {
                self.say(&format!("info string error: {error}"))?;
            }
        }
    }

    fn say(&self, text: &str) -> io::Result<()> {
        say(&self.output, text)
    }

    /// Ends the work of the last `go`: lets it come to its end, or stops it.
    fn finish(&mut self, stop: Option<Stop>) {
        for context in self.open.drain(..) {
            if let Some(why) = stop {
                context.stop(why);
            }
        }
        if let Some(work) = self.work.take() {
            // A panic in there was told on standard error; the dialogue goes on.
            let _ = work.join();
        }
    }

    /// Lets the work of the last `go` come to its end, but not for ever: a script may say `quit`
    /// right after its question, and still wants the answer.
    fn finish_within(&mut self, time: Duration) {
        let begun = Instant::now();
        while self.work.as_ref().is_some_and(|work| !work.is_finished()) && begun.elapsed() < time {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.finish(Some(Stop::Cancelled));
    }

    fn command(&mut self, line: &str) -> io::Result<Result<()>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "" | "usinewgame" | "gameover" | "ponderhit" | "debug" => Ok(()),
            "usi" => {
                self.introduce()?;
                Ok(())
            }
            "isready" => {
                self.say("readyok")?;
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "go" => self.go(rest),
            "stop" => {
                self.finish(Some(Stop::Cancelled));
                Ok(())
            }
            _ => Err(Error::notation(
                "command",
                word,
                "there is no such command",
                "usi, isready, setoption, usinewgame, position, go, stop, gameover or quit",
            )),
        })
    }

    fn introduce(&self) -> io::Result<()> {
        let Settings { threads, memory, .. } = &self.settings;
        let mut lines = vec![
            format!("id name yomikiri {}", env!("CARGO_PKG_VERSION")),
            "id author the yomikiri authors".into(),
            "option name Variant type combo default shogi var shogi var dobutsu".into(),
            "option name Zone type spin default 1 min 0 max 6".into(),
            "option name Rules type combo default standard var standard var paper".into(),
            format!("option name Setup type string default {DEFAULT_SETUP}"),
            format!("option name Threads type spin default {threads} min 1 max 1024"),
            format!("option name USI_Hash type spin default {memory} min 1 max 1048576"),
        ];
        let tables = self.settings.tables.as_ref();
        let tables = tables.map_or("<empty>".into(), |folder| folder.display().to_string());
        lines.push(format!("option name Tables type string default {tables}"));
        lines.push("usiok".into());
        self.say(&lines.join("\n"))
    }

    fn set_option(&mut self, text: &str) -> Result<()> {
        const EXPECTED: &str = "name NAME value VALUE, with a name that 'usi' lists";
        let wrong = |problem: &str| Error::notation("option", text, problem, EXPECTED);
        let text = text.strip_prefix("name ").ok_or_else(|| wrong("no name"))?;
        let (name, value) = text.split_once(" value ").ok_or_else(|| wrong("no value"))?;
        let (name, value) = (name.trim(), value.trim());
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                Error::notation(
                    "option value",
                    value,
                    format!("not a value of {name}"),
                    format!("a number from {least} to {most}"),
                )
            })
        };
        let settings = &mut self.settings;
        match name {
            "Variant" => {
                settings.variant = match value {
                    "shogi" => Variant::Shogi,
                    "dobutsu" => Variant::Dobutsu,
                    _ => return Err(wrong("no such variant")),
                }
            }
            "Zone" => settings.zone = number(0, 6)? as u8,
            "Rules" => {
                settings.paper = match value {
                    "standard" => false,
                    "paper" => true,
                    _ => return Err(wrong("no such rules")),
                }
            }
            "Setup" => settings.setup = value.into(),
            "Threads" => settings.threads = number(1, 1024)? as usize,
            "USI_Hash" => settings.memory = number(1, 1 << 20)?,
            "Tables" => {
                settings.tables = (value != "<empty>").then(|| value.into());
                self.tables = Arc::new(Tables::new(settings.tables.clone()));
            }
            "USI_Ponder" => {}
            _ => return Err(wrong("no such option")),
        }
        Ok(())
    }

    fn rules(&self) -> Rules {
        match (self.settings.variant, self.settings.paper) {
            (Variant::Dobutsu, _) => Rules::dobutsu(),
            (_, false) => Rules::standard(self.settings.zone),
            (_, true) => Rules::paper(self.settings.zone),
        }
    }

    /// `position [sfen SFEN | startpos] [moves MOVE ...]`; the old one stays if this fails.
    fn set_position(&mut self, text: &str) -> Result<()> {
        let (place, moves) = match text.strip_suffix("moves") {
            Some(place) if place.is_empty() || place.ends_with(' ') => (place, ""),
            _ => text.split_once(" moves ").unwrap_or((text, "")),
        };
        let place = place.trim();
        let rules = self.rules();
        let (game, mut position) = if let Some(sfen) = place.strip_prefix("sfen ") {
            let (size, position) = parse_sfen(sfen, rules.variant)?;
            if usize::from(rules.zone) > size.ranks() {
                return Err(Error::refused(format!(
                    "the option Zone is {}, and the board has {} ranks",
                    rules.zone,
                    size.ranks()
                )));
            }
            check_position(size, &rules, &position, sfen)?;
            (Shogi { size, rules, start: position }, position)
        } else if place == "startpos" {
            let game = match rules.variant {
                Variant::Dobutsu => dobutsu(),
                Variant::Shogi => {
                    let files = self.settings.setup.split('+').next().map_or(0, str::len);
                    let size = crate::rules::Size::new(files, 4).ok_or_else(|| {
                        let expected = "a back rank of 1 to 5 squares, such as KSP";
                        Error::notation("set-up", &self.settings.setup, "no such board", expected)
                    })?;
                    let setup = Setup::parse(&self.settings.setup, files)?;
                    let game = setup.game(size, rules);
                    check_position(size, &rules, &game.start, &self.settings.setup)?;
                    game
                }
            };
            (game, game.start)
        } else {
            let expected = "'sfen' and a position, or 'startpos' (the option Setup on four ranks)";
            return Err(Error::notation("position", place, "neither", expected));
        };
        for text in moves.split_whitespace() {
            let mv = game.parse_move(&position, text)?;
            position = game.play(&position, mv);
        }
        self.place = Some((game, position));
        Ok(())
    }

    fn go(&mut self, text: &str) -> Result<()> {
        let Some((game, position)) = self.place else {
            return Err(Error::refused("go: no position; send 'position sfen ...' first"));
        };
        // One question at a time; but the dialogue goes on while the last one is being answered.
        let previous = self.work.take();
        let mut words = text.split_whitespace();
        let (mate, time) = match words.next() {
            Some("mate") => (true, words.next().filter(|word| *word != "infinite")),
            first => {
                // Other clocks are no reason to hurry: a table is made once and then asked.
                let words: Vec<&str> = first.into_iter().chain(words).collect();
                let pairs =
                    words.windows(2).filter(|pair| matches!(pair[0], "byoyomi" | "movetime"));
                (false, pairs.map(|pair| pair[1]).find(|time| *time != "0"))
            }
        };
        let time = time.map(|time| {
            time.parse().map(Duration::from_millis).map_err(|_| {
                Error::notation("time", time, "not a time", "milliseconds, or infinite")
            })
        });
        let context = Context::new(Limits {
            threads: self.settings.threads,
            memory: self.settings.memory << 20,
            time: time.transpose()?,
            nodes: None,
        });
        let (output, tables) = (self.output.clone(), self.tables.clone());
        self.open.push(context.clone());
        let work = std::thread::spawn(move || {
            if let Some(previous) = previous {
                let _ = previous.join();
            }
            let answer =
                answer(&game, &position, mate, &tables, &context).unwrap_or_else(|error| {
                    format!("info string error: {error}\n{}", unproved(&game, &position, mate))
                });
            // Nobody may be listening any more.
            let _ = say(&output, &answer);
        });
        self.work = Some(work);
        Ok(())
    }
}

fn say<W: Write>(output: &Mutex<W>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

/// An answer where there is no table: it says so, and moves all the same.
fn unproved(game: &Shogi, position: &Position, mate: bool) -> String {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    match (mate, moves.first()) {
        (true, _) => "checkmate timeout".into(),
        (false, None) => "bestmove resign".into(),
        (false, Some(mv)) => format!(
            "info string there is no table of this position: the move is not proved\nbestmove {}",
            game.print_move(position, *mv)
        ),
    }
}

/// The answer to `go`, or to `go mate`: there, a forced mate is one whether or not every move of
/// it gives check.
fn answer(
    game: &Shogi,
    position: &Position,
    mate: bool,
    tables: &Tables,
    context: &Context,
) -> Result<String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if moves.is_empty() {
        return Ok(if mate { "checkmate nomate" } else { "bestmove resign" }.into());
    }
    let Some(table) = tables.get(game, position, context)? else {
        return Ok(unproved(game, position, mate));
    };
    let value = table.value(position)?;
    let mut line = Vec::new();
    let mut at = *position;
    for mv in best_line(&table, game, position)? {
        line.push(game.print_move(&at, mv));
        at = game.play(&at, mv);
    }
    if mate {
        return Ok(match value {
            Value::Win(_) => format!("checkmate {}", line.join(" ")),
            _ => "checkmate nomate".into(),
        });
    }
    let score = match value {
        Value::Win(plies) => format!("mate {plies}"),
        Value::Loss(plies) => format!("mate -{plies}"),
        _ => "cp 0".into(),
    };
    let best = ranked_moves(&table, game, position)?[0].0;
    Ok(format!(
        "info depth {} nodes {} score {score} pv {}\nbestmove {}",
        value.plies().unwrap_or(0),
        table.index.len(),
        line.join(" "),
        game.print_move(position, best)
    ))
}
