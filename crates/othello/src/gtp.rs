//! A GTP engine (version 2) for Othello: [`Yomi`] on 8x8, perfect play on 4x4 and 6x6.

use crate::position::{Move, Othello, Scoring, Size, mobility};
use crate::solver::ReadOut;
use crate::yomi::{Level, Yomi};
use std::io::{self, BufRead, Write};
use yomikiri_core::protocol::gtp::{Clock, Commands, Reply, color, converse, numbers, syntax};
use yomikiri_core::{Context, Engine as _, Game, Limits, Record, Result, Side};

const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
];

/// The engine's side of a dialogue.
pub struct Engine<W> {
    output: W,
    seat: Seat,
}

/// What it plays.
struct Seat {
    yomi: Yomi,
    limits: Limits,
    game: Othello,
    record: Record<Othello>,
    /// How many moves there were before each that was asked for: a pass may be left out.
    before: Vec<usize>,
    clock: Clock,
}

impl<W: Write> Engine<W> {
    /// An engine that writes to `output` and looks so many plies ahead, if that is given. The limit
    /// on time is one on every move.
    pub fn new(output: W, depth: Option<u32>, limits: &Limits) -> Engine<W> {
        let game = crate::notation::tournament_game();
        let seat = Seat {
            yomi: Yomi::new(Level { depth, ..Level::default() }),
            limits: limits.clone(),
            game,
            record: Record::new(game.start()),
            before: Vec::new(),
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
        let position = self.record.position;
        Ok(match command {
            "boardsize" => {
                let [lines] = numbers(arguments, "a number of lines: 4, 6 or 8")?;
                let size = Size::new(lines, lines).ok_or("unacceptable size")?;
                self.game = Othello { scoring: Scoring::usual(size), ..Othello::new(size) };
                self.clear()
            }
            "clear_board" => self.clear(),
            "komi" => {
                first.parse::<f64>().map_err(|_| syntax("a number of points"))?;
                String::new()
            }
            "play" => {
                let side = color(first)?;
                let text = arguments.get(1).ok_or_else(|| syntax("COLOR MOVE"))?;
                self.with_turn(side, |seat| {
                    let mv = seat.game.parse_move(&seat.record.position, text);
                    let mv = mv.map_err(|error| format!("illegal move: {error}"))?;
                    seat.record.play(&seat.game, mv);
                    Ok(String::new())
                })?
            }
            "genmove" => self.with_turn(color(first)?, |seat| match seat.choose()? {
                Some(mv) => {
                    let name = seat.game.print_move(&seat.record.position, mv);
                    seat.record.play(&seat.game, mv);
                    Ok(name)
                }
                None => Ok("pass".into()),
            })?,
            "reg_genmove" => {
                let side = color(first)?;
                let kept = self.record.clone();
                let mv = self.with_turn(side, |seat| {
                    let mv = seat.choose()?;
                    let print = |mv| seat.game.print_move(&seat.record.position, mv);
                    Ok(mv.map_or("pass".into(), print))
                });
                if mv.is_ok() {
                    self.before.pop();
                }
                self.record = kept;
                mv?
            }
            "undo" => {
                let before = self.before.pop().ok_or("cannot undo")?;
                let moves = std::mem::take(&mut self.record.moves);
                self.record = Record::new(self.record.start);
                for mv in &moves[..before] {
                    self.record.play(&self.game, *mv);
                }
                String::new()
            }
            "showboard" => format!("\n{}", self.game.draw(&position)),
            "final_score" => {
                let score = self.game.final_score(&position).ok_or("cannot score")?;
                match if position.side == Side::First { score.0 } else { -score.0 } {
                    0 => "0".into(),
                    black if black > 0 => format!("B+{black}"),
                    black => format!("W+{}", -black),
                }
            }
            "time_settings" => self.clock.set(arguments, self.game.size.squares() / 2)?,
            "time_left" => {
                let empties =
                    self.game.size.squares() - (position.black | position.white).count_ones();
                self.clock.set_left(arguments, empties.div_ceil(2))?
            }
            "set_game" if first.eq_ignore_ascii_case("othello") => String::new(),
            "set_game" => return Err("unsupported game".into()),
            "list_games" => "Othello".into(),
            _ => return Err("unknown command".into()),
        })
    }
}

impl Seat {
    fn clear(&mut self) -> String {
        self.record = Record::new(self.game.start());
        self.before.clear();
        self.clock.new_game();
        // It only forgets, which cannot fail.
        let _ = self.yomi.begin(&self.game, &Context::default());
        String::new()
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.record.position, &mut moves);
        moves
    }

    /// Does something for a side whose turn it is, or would be after a pass that was left out. If
    /// that fails, nothing has happened.
    fn with_turn(&mut self, side: Side, act: impl FnOnce(&mut Seat) -> Reply) -> Reply {
        let kept = self.record.clone();
        if self.record.position.side != side && self.legal() == [Move::Pass] {
            self.record.play(&self.game, Move::Pass);
        }
        let over = self.legal().is_empty();
        let done = match self.record.position.side == side || over {
            true => act(self),
            false => Err("illegal move: it is the other side's turn".into()),
        };
        match done {
            Ok(_) => self.before.push(kept.moves.len()),
            Err(_) => self.record = kept,
        }
        done
    }

    /// A move of the side to move, if the game is not over.
    fn choose(&mut self) -> Result<Option<Move>, String> {
        let moves = self.legal();
        if moves.len() < 2 {
            return Ok(moves.first().copied());
        }
        let time = self.clock.time(self.record.position.side, self.limits.time);
        let context = Context::new(Limits { time, ..self.limits.clone() });
        let chosen = match Yomi::plays(self.game.size) {
            true => self.yomi.choose(&self.game, &self.record, &context).map(|c| c.mv),
            false => self.read_out(&moves, &context),
        };
        chosen.map(Some).map_err(|error| format!("cannot choose a move: {error}"))
    }

    /// The best move, or where the time does not suffice one that leaves few replies.
    fn read_out(&self, moves: &[Move], context: &Context) -> Result<Move> {
        let position = &self.record.position;
        let answer = ReadOut::default().best(&self.game, position, context)?;
        let replies = |mv: &&Move| {
            let (own, other) = self.game.play(position, **mv).own_other();
            mobility(self.game.size, own, other).count_ones()
        };
        let fewest = moves.iter().min_by_key(replies).copied();
        Ok(answer.line.first().copied().or(fewest).unwrap_or(Move::Pass))
    }
}
