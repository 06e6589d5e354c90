//! A program that speaks NBoard.

use super::program::Program;
use super::{Command, keep_if_well, legal_move, only_a_pass, running};
use crate::notation::{Note, Sheet, ggf, size_name, tournament_game};
use crate::position::{Move, Othello};
use yomikiri_core::{Choice, Context, Engine, Error, Record, Result, Worth};

/// A program that speaks NBoard (version 2) as an engine.
pub struct NboardClient {
    command: Command,
    program: Option<Program>,
    /// The last ping.
    ping: u32,
}

impl NboardClient {
    /// An engine that is started when a game begins.
    pub fn new(command: Command) -> NboardClient {
        NboardClient { command, program: None, ping: 0 }
    }

    /// Makes sure that everything said so far was heard, and nothing is being thought about.
    fn synchronize(&mut self, context: &Context) -> Result<()> {
        self.ping = self.ping.wrapping_add(1);
        let (question, answer) = (format!("ping {}", self.ping), format!("pong {}", self.ping));
        let program = running(&mut self.program)?;
        program.send(&question);
        program.wait(&question, None, context, |line| (line.trim() == answer).then_some(()))
    }

    fn answer(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        let mut sheet = Sheet::new(*game, record.start);
        for mv in &record.moves {
            sheet.play(*mv, Note::default());
        }
        running(&mut self.program)?.send(&format!("set game {}", ggf::print(&sheet)));
        self.synchronize(context)?;
        let program = running(&mut self.program)?;
        program.send("go");
        let mut nodes = 0;
        let answer = program.wait("go", context.limits.time, context, |line| {
            if let Some(stats) = line.strip_prefix("nodestats ") {
                let count =
                    stats.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
                nodes = count.map_or(nodes, |count| count as u64);
            }
            line.strip_prefix("===").map(str::to_owned)
        })?;
        // By the protocol slashes stand between the parts, but some write spaces.
        let mut parts = answer.trim().split(|c: char| c == '/' || c.is_whitespace());
        let mv = parts.next().unwrap_or_default();
        let mv = legal_move(program, game, &record.position, mv)?;
        let value = parts.next().and_then(|part| part.parse().ok()).filter(|v: &f64| v.is_finite());
        // Whatever it says of its depth, nobody here has proved it.
        Ok(Choice { worth: value.map(Worth::Guess), nodes, ..Choice::only(mv) })
    }
}

impl Engine<Othello> for NboardClient {
    fn name(&self) -> String {
        format!("nboard:{}", self.command.text)
    }

    fn ready(&mut self, game: &Othello, _: &[Record<Othello>], context: &Context) -> Result<()> {
        self.begin(game, context)
    }

    fn begin(&mut self, game: &Othello, context: &Context) -> Result<()> {
        if game.size != tournament_game().size {
            let size = size_name(game.size);
            return Err(Error::refused(format!("NBoard is for 8x8, and this board is {size}")));
        }
        if self.program.is_none() {
            let program = Program::start(&self.command)?;
            program.send("nboard 2");
            program.send(&format!("set depth {}", self.command.depth));
            self.program = Some(program);
        }
        let begun = self.synchronize(context);
        keep_if_well(&mut self.program, begun)
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
