//! A GTP engine (version 2) that plays what it can prove.
//!
//! [`Engine::run`] reads commands from one side and writes answers to the other, in turn, as the
//! protocol has it. Where the time for a move does not suffice for a proof, it moves all the same,
//! by rules of thumb.

use crate::board::{Board, points};
use crate::glance::{finish, guess, standing};
use crate::notation::{move_name, parse_move, point_name};
use crate::position::{Go, Move, Position};
use crate::solver::ReadOut;
use crate::tables::Tables;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;
use yomikiri_core::protocol::gtp::{Clock, Commands, Reply, color, converse, numbers, syntax};
use yomikiri_core::{Context, Finding, Game, Goal, Limits, Side, Solver};

/// Most moves that can be taken back.
const MOST_UNDONE: usize = 1 << 12;
/// Time for a move, unless somebody says otherwise.
const MOVE_TIME: Duration = Duration::from_secs(10);
/// Lines of the board, either way, before any size was asked for.
const FIRST_SIZE: usize = 5;
const COMMANDS: &[&str] = &[
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "final_status_list",
    "time_settings",
    "time_left",
    "yomikiri-values",
    "yomikiri-rules",
];

/// The engine's side of a dialogue.
pub struct Engine<W> {
    output: W,
    seat: Seat,
}

/// What it plays.
struct Seat {
    solver: ReadOut,
    limits: Limits,
    /// Without komi: it may be a fraction, and the best score does not depend on it.
    go: Go,
    komi: f64,
    position: Position,
    /// What came before, the latest last.
    earlier: VecDeque<Position>,
    clock: Clock,
}

impl<W: Write> Engine<W> {
    /// An engine that writes to `output` and finds tables in a folder, if there is one. The limit
    /// on time is one on every move.
    pub fn new(output: W, tables: Option<PathBuf>, limits: &Limits) -> Engine<W> {
        let go = Go::new(Board::new(FIRST_SIZE, FIRST_SIZE).expect("the board is small"));
        let seat = Seat {
            solver: ReadOut { tables: Tables::new(tables).into() },
            limits: limits.clone(),
            go,
            komi: 0.0,
            position: go.start(),
            earlier: VecDeque::new(),
            clock: Clock::default(),
        };
        Engine { output, seat }
    }

    /// Answers commands until `quit` or the end of the input. Only a failure to read or write is
    /// an error; a bad command is answered by `?` and what was expected.
    pub fn run(self, input: impl BufRead) -> io::Result<()> {
        let Engine { output, mut seat } = self;
        converse(&mut seat, input, output)
    }
}

impl Commands for Seat {
    fn names(&self) -> &[&str] {
        COMMANDS
    }

    fn answer(&mut self, command: &str, arguments: &[&str]) -> Reply {
        let first = arguments.first().copied().unwrap_or("");
        Ok(match command {
            "boardsize" if arguments.len() == 1 => {
                let [lines] = numbers(arguments, "a number of lines, or COLUMNS ROWS")?;
                self.set_size(lines, lines)?
            }
            "boardsize" | "rectangular_boardsize" => {
                let [columns, rows] = numbers(arguments, "COLUMNS ROWS")?;
                self.set_size(columns, rows)?
            }
            "clear_board" => {
                self.position = self.go.start();
                self.earlier.clear();
                self.clock.new_game();
                String::new()
            }
            "komi" => {
                let komi = first.parse().ok().filter(|komi: &f64| komi.abs() <= 1000.0);
                self.komi = komi.ok_or_else(|| syntax("a number of points, such as 6.5"))?;
                String::new()
            }
            "play" => {
                let side = color(first)?;
                let vertex = arguments.get(1).ok_or_else(|| syntax("COLOR VERTEX"))?;
                let wrong = |error| format!("syntax error: {error}");
                self.play(side, parse_move(self.go.board, vertex).map_err(wrong)?)?;
                String::new()
            }
            "genmove" | "reg_genmove" => {
                let side = color(first)?;
                let mv = self.choose(side)?;
                if command == "genmove" {
                    self.play(side, mv)?;
                }
                move_name(self.go.board, mv)
            }
            "undo" => {
                self.position = self.earlier.pop_back().ok_or("cannot undo")?;
                String::new()
            }
            "showboard" => format!("\n{}", self.go.draw(&self.position)),
            "final_score" => match f64::from(self.go.margin(&self.position)) - self.komi {
                0.0 => "0".into(),
                black if black > 0.0 => format!("B+{black}"),
                black => format!("W+{}", -black),
            },
            "final_status_list" => match first {
                // Whoever thinks that stones are dead takes them: those that stand are alive.
                "alive" => {
                    let Position { black, white, .. } = self.position;
                    let chains = self.go.board.parts(black).chain(self.go.board.parts(white));
                    let names = |chain| {
                        let names = points(chain).map(|point| point_name(self.go.board, point));
                        names.collect::<Vec<_>>().join(" ")
                    };
                    chains.map(names).collect::<Vec<_>>().join("\n")
                }
                "dead" | "seki" => String::new(),
                _ => return Err(syntax("alive, dead or seki")),
            },
            "time_settings" => self.clock.set(arguments, self.go.board.points() as u32)?,
            "time_left" => self.clock.set_left(arguments, self.go.board.points() as u32)?,
            "yomikiri-values" => self.values()?,
            "yomikiri-rules" => {
                let mut rules = self.go.rules();
                rules.retain(|(name, _)| ["ko", "suicide", "scoring"].contains(name));
                let lines = rules.iter().map(|(name, choice)| format!("{name} {choice}"));
                lines.collect::<Vec<_>>().join("\n")
            }
            _ => return Err("unknown command".into()),
        })
    }
}

impl Seat {
    fn set_size(&mut self, columns: u32, rows: u32) -> Reply {
        let board = Board::new(rows as usize, columns as usize).ok_or("unacceptable size")?;
        self.go = Go::new(board);
        self.answer("clear_board", &[])
    }

    /// The position with this side to move, whoever's turn it is.
    fn turn(&self, side: Side) -> Position {
        let Position { black, white, passes, .. } = self.position;
        match self.position.side == side {
            true => self.position.clone(),
            // A game that is over stays so.
            false if passes >= 2 => Position { side, ..self.position.clone() },
            false => self.go.position(black, white, side),
        }
    }

    fn play(&mut self, side: Side, mv: Move) -> Result<(), String> {
        let position = self.turn(side);
        let next = match mv {
            // Games are played on after two passes, where players do not agree on what is dead.
            Move::Place(point) => self.go.place(&position, point).map_err(|_| "illegal move")?,
            Move::Pass if position.passes >= 2 => Position { side: !side, ..position },
            Move::Pass => self.go.play(&position, mv),
        };
        if self.earlier.len() == MOST_UNDONE {
            self.earlier.pop_front();
        }
        self.earlier.push_back(std::mem::replace(&mut self.position, next));
        Ok(())
    }

    /// A context for one move of a side.
    fn context(&self, side: Side) -> Context {
        let time = self.clock.time(side, self.limits.time).unwrap_or(MOVE_TIME);
        Context::new(Limits { time: Some(time), ..self.limits.clone() })
    }

    /// The best move of a side, or what seems good where the time does not suffice.
    fn choose(&self, side: Side) -> Result<Move, String> {
        let (go, position) = (&self.go, self.turn(side));
        if position.passes >= 2 {
            return Ok(Move::Pass);
        }
        if let Some(mv) = finish(go, &position) {
            return Ok(mv);
        }
        let failed = |error| format!("cannot read this out: {error}");
        let patient = Context::new(self.limits.clone());
        if self.clock.time(side, self.limits.time).is_none()
            && self.solver.tables.can_have(go, &patient)
        {
            // Where nobody set a clock, a table may take longer: it is made once and then asked.
            self.solver.tables.get(go, &patient).map_err(failed)?;
        }
        let context = self.context(side);
        if self.solver.tables.at_hand(go).map_err(failed)?.is_none() {
            // One proof of the position is nearer than one of every move.
            let found = self.solver.solve(go, &position, Goal::Score, &context).map_err(failed)?;
            if let Some(bracket) = found.finding.bracket().filter(|_| found.stopped.is_none()) {
                let sure = bracket.low.0;
                let mut legal = Vec::new();
                go.moves(&position, &mut legal);
                let leading = self.solver.lead_on(go, &position, &legal, sure, &context);
                if let Some(mv) = leading.map_err(failed)? {
                    return Ok(mv);
                }
            }
        }
        let found =
            self.solver.values_to_play(go, std::slice::from_ref(&position), Goal::Score, &context);
        let found = found.map_err(failed)?;
        if let Some(chosen) = found.choice(Goal::Score, go.max_score()) {
            return Ok(chosen.mv);
        }
        // Of equal ones the last is the greatest to `max_by_key`.
        let best = found.moves.iter().rev().max_by_key(|(_, found)| self.rank(found));
        match best {
            Some((mv, best)) if found.stopped.is_none() || self.wins(side, low(best)) => Ok(*mv),
            _ => Ok(guess(go, &position, self.wins(side, standing(go, &position)))),
        }
    }

    /// Whether a margin for a side is worth more than komi.
    fn wins(&self, side: Side, margin: i32) -> bool {
        f64::from(margin) > if side == Side::First { self.komi } else { -self.komi }
    }

    /// What moves are chosen by: what they are sure of, then, where that is nothing at all, what
    /// endless play may yet save. Elsewhere, of equals, the first one leads on to the end.
    fn rank(&self, found: &Finding) -> (i32, i32) {
        let low = low(found);
        let lost = low == -(self.go.board.points() as i32);
        (low, found.verdict().bounds().filter(|_| lost).map_or(0, |bounds| bounds.high.0))
    }

    /// Every move of the side to move with what is proved of it, the best first.
    fn values(&self) -> Reply {
        let context = self.context(self.position.side);
        let found = self.solver.values(&self.go, &self.position, Goal::Score, &context);
        let mut moves = found.map_err(|error| format!("cannot read this out: {error}"))?.moves;
        moves.sort_by_key(|(_, found)| Reverse(self.rank(found)));
        let name = |mv| move_name(self.go.board, mv);
        let lines = moves.iter().map(|(mv, found)| format!("{} {}", name(*mv), found.verdict()));
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// What a move is proved to be worth at least.
fn low(found: &Finding) -> i32 {
    found.verdict().bounds().map_or(i32::MIN, |bounds| bounds.low.0)
}
