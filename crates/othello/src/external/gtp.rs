//! A program that speaks GTP.

use super::program::Program;
use super::{Command, keep_if_well, legal_move, only_a_pass, running};
use crate::position::{Move, Othello};
use std::time::Duration;
use yomikiri_core::{Choice, Context, Engine, Error, Game, Record, Result, Side};

/// The most lines of an answer.
const LONGEST_ANSWER: usize = 1000;

/// A program that speaks GTP as an engine.
pub struct GtpClient {
    command: Command,
    program: Option<Program>,
    /// The moves that it knows of.
    told: Vec<Move>,
    /// Some programs pass by themselves, and refuse to be told.
    tells_passes: bool,
    /// The time for a move that it was told.
    time: Option<Duration>,
}

impl GtpClient {
    /// An engine that is started when a game begins.
    pub fn new(command: Command) -> GtpClient {
        GtpClient { command, program: None, told: Vec::new(), tells_passes: true, time: None }
    }

    /// Asks something: what followed `=`, or as an inner error what followed `?`.
    fn ask(
        &mut self,
        question: &str,
        time: Option<Duration>,
        context: &Context,
    ) -> Result<Result<String, String>> {
        let program = running(&mut self.program)?;
        program.send(question);
        let mut answer: Option<Vec<String>> = None;
        let lines = program.wait(question, time, context, |line| match &mut answer {
            // What stands before an answer is chatter.
            None if line.starts_with(['=', '?']) => {
                answer = Some(vec![line.to_owned()]);
                None
            }
            None => None,
            Some(lines) if line.is_empty() || lines.len() == LONGEST_ANSWER => {
                Some(lines.join("\n"))
            }
            Some(lines) => {
                lines.push(line.to_owned());
                None
            }
        })?;
        let text = lines[1..].trim().to_owned();
        Ok(if lines.starts_with('=') { Ok(text) } else { Err(text) })
    }

    /// Asks something that must not be refused.
    fn demand(
        &mut self,
        question: &str,
        time: Option<Duration>,
        context: &Context,
    ) -> Result<String> {
        self.ask(question, time, context)?
            .map_err(|refusal| self.error(format!("it refused '{question}': {refusal}")))
    }

    fn error(&self, problem: impl std::fmt::Display) -> Error {
        match &self.program {
            Some(program) => program.error(problem),
            None => Error::refused(problem.to_string()),
        }
    }

    /// Tells it the moves that it does not know of yet.
    fn tell(&mut self, game: &Othello, record: &Record<Othello>, context: &Context) -> Result<()> {
        if !record.moves.starts_with(&self.told) {
            self.demand("clear_board", None, context)?;
            self.told.clear();
        }
        let mut position = record.start;
        for (index, mv) in record.moves.iter().enumerate() {
            if index >= self.told.len() {
                let name = game.print_move(&position, *mv);
                let question = format!("play {} {name}", color(position.side));
                if *mv != Move::Pass {
                    self.demand(&question, None, context)?;
                } else if self.tells_passes {
                    self.tells_passes = self.ask(&question, None, context)?.is_ok();
                }
                self.told.push(*mv);
            }
            position = game.play(&position, *mv);
        }
        Ok(())
    }

    /// Refuses a game that begins elsewhere than at the start.
    fn check_start(&self, game: &Othello, record: &Record<Othello>) -> Result<()> {
        match record.start == game.start() {
            true => Ok(()),
            false => Err(self.error(
                "GTP has no way to set up a position; begin games at the start (--openings start, \
                 random:PLIES, or a file of transcripts)",
            )),
        }
    }

    fn answer(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        self.check_start(game, record)?;
        let time = context.limits.time;
        if let Some(limit) = time.filter(|_| time != self.time) {
            // As much for every single move, in whole seconds; not everybody has a clock.
            let seconds = limit.as_secs().max(1);
            let _ = self.ask(&format!("time_settings 0 {seconds} 1"), None, context)?;
            self.time = time;
        }
        self.tell(game, record, context)?;
        let question = format!("genmove {}", color(record.position.side));
        let answer = self.demand(&question, time, context)?;
        let program = running(&mut self.program)?;
        let mv = legal_move(program, game, &record.position, &answer)?;
        self.told.push(mv);
        Ok(Choice::only(mv))
    }
}

fn color(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

impl Engine<Othello> for GtpClient {
    fn name(&self) -> String {
        format!("gtp:{}", self.command.text)
    }

    fn ready(
        &mut self,
        game: &Othello,
        openings: &[Record<Othello>],
        context: &Context,
    ) -> Result<()> {
        openings.iter().try_for_each(|opening| self.check_start(game, opening))?;
        self.begin(game, context)
    }

    fn begin(&mut self, game: &Othello, context: &Context) -> Result<()> {
        if self.program.is_none() {
            self.program = Some(Program::start(&self.command)?);
            (self.time, self.tells_passes) = (None, true);
        }
        self.told.clear();
        let (rows, columns) = (game.size.rows(), game.size.columns());
        if rows != columns {
            return Err(Error::refused(format!("GTP has no {rows}x{columns} boards in Othello")));
        }
        let begun = self
            .demand(&format!("boardsize {rows}"), None, context)
            .and_then(|_| self.demand("clear_board", None, context));
        keep_if_well(&mut self.program, begun.map(|_| ()))
    }

    fn choose(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        if only_a_pass(game, &record.position) {
            return Ok(Choice::only(Move::Pass));
        }
        let answer = self.answer(game, record, context);
        keep_if_well(&mut self.program, answer)
    }
}
