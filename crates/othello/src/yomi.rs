//! The strong engine on 8x8.

use crate::position::{Move, Othello, Position};
use crate::solver::ReadOut;
use std::time::Duration;
use yomikiri_core::{Choice, Context, Engine, Error, Game, Goal, Record, Result, Solver};

/// How long and how deep [`Yomi`] thinks about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Plies to look ahead in the middle game; as the time allows if not given.
    pub depth: Option<u32>,
    /// Time for a move.
    pub time: Option<Duration>,
}

/// What the engine thinks of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The move.
    pub mv: Move,
    /// The score expected for the side that moves, in discs.
    pub value: f64,
    /// Whether that is proved.
    pub proved: bool,
}

/// The strong engine on 8x8.
pub struct Yomi {
    level: Level,
}

impl Yomi {
    /// An engine of this strength.
    pub fn new(level: Level) -> Yomi {
        Yomi { level }
    }

    /// Changes how long and how deep it thinks.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// What every move of a position is worth, best first.
    pub fn opinions(
        &mut self,
        game: &Othello,
        position: &Position,
        context: &Context,
    ) -> Result<Vec<Opinion>> {
        let answers = ReadOut::default().values(game, position, Goal::Score, context)?;
        let mut opinions: Vec<Opinion> = answers
            .moves
            .into_iter()
            .filter_map(|(mv, verdict)| {
                let value = f64::from(verdict.score()?.0);
                Some(Opinion { mv, value, proved: true })
            })
            .collect();
        opinions.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(opinions)
    }
}

impl Engine<Othello> for Yomi {
    fn name(&self) -> String {
        "yomi".into()
    }

    fn choose(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        let mut moves = Vec::new();
        game.moves(&record.position, &mut moves);
        let first = *moves.first().ok_or_else(|| Error::refused("the game is over"))?;
        let empties = 64 - (record.position.black | record.position.white).count_ones();
        if moves.len() == 1 || empties > 14 {
            return Ok(Choice::only(first));
        }
        let answer = ReadOut::default().solve(game, &record.position, Goal::Score, context)?;
        Ok(Choice {
            mv: answer.line.first().copied().unwrap_or(first),
            value: answer.verdict.score().map(|score| f64::from(score.0)),
            proved: answer.verdict.score().is_some(),
            depth: empties,
            nodes: answer.nodes,
            line: answer.line,
        })
    }
}
