//! What the moves of a game lost.

use crate::position::{Move, Othello, Position};
use crate::solver::ReadOut;
use crate::yomi::{Level, Yomi};
use yomikiri_core::{Context, Game, Limits, Record, Result, Score, Worth};

/// What is known of a move that was played, for the side that played it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// How many moves were played before it.
    pub index: usize,
    /// The position that it was played in.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The position's value in discs.
    pub value: Worth,
    /// The move's.
    pub move_value: Worth,
    /// A best move; the one played if there is none better.
    pub best: Move,
}

impl Judgement {
    /// Discs that the move lost.
    pub fn loss(&self) -> f64 {
        self.value.value() - self.move_value.value()
    }

    /// Whether the loss is proved, and not what the engine expects.
    pub fn is_proved(&self) -> bool {
        self.value.proved().and(self.move_value.proved()).is_some()
    }
}

/// Judges the moves of a game: proves what it can, and asks [`Yomi`] about the rest.
pub struct Analyst {
    yomi: Yomi,
    exact: u32,
}

impl Analyst {
    /// Proves positions with at most `exact` empty squares, as far as the time for a move allows,
    /// and looks `depth` plies ahead in the others.
    pub fn new(exact: u32, depth: u32) -> Analyst {
        Analyst { yomi: Yomi::new(Level { depth: Some(depth), ..Level::default() }), exact }
    }

    /// Judges every move, the last one first, and tells of each; ends early if stopped. `limits`
    /// are those of one move. Moves that there was no time for are left out.
    pub fn judge(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        limits: &Limits,
        context: &Context,
        mut tell: impl FnMut(Judgement),
    ) -> Result<()> {
        let mut positions = vec![record.start];
        for mv in &record.moves {
            positions.push(game.play(&positions[positions.len() - 1], *mv));
        }
        // The proved value of the position after the move.
        let mut next = game.final_score(&record.position);
        if next.is_none() {
            next =
                self.prove(game, &record.position, &context.part(limits.clone()))?.map(|(v, _)| v);
        }
        for (index, mv) in record.moves.iter().enumerate().rev() {
            let position = positions[index];
            let here = context.part(limits.clone());
            let proved = self.prove(game, &position, &here)?;
            let judged = match (proved, next) {
                (Some((value, best)), Some(next)) => {
                    Some((Worth::Proved(value), Worth::Proved(-next), best))
                }
                _ => self.expect(game, &position, *mv, &context.part(limits.clone()))?,
            };
            if context.stopped().is_some() {
                return Ok(());
            }
            if let Some((value, move_value, best)) = judged {
                let best = if move_value.value() >= value.value() { *mv } else { best };
                tell(Judgement { index, position, mv: *mv, value, move_value, best });
            }
            next = proved.map(|(value, _)| value);
        }
        Ok(())
    }

    /// The exact value and a best move of a position, if it is to be proved and was in time.
    fn prove(
        &self,
        game: &Othello,
        position: &Position,
        context: &Context,
    ) -> Result<Option<(Score, Move)>> {
        let empties = game.size.squares() - (position.black | position.white).count_ones();
        // Where there is nobody to ask, everything is to be proved.
        if empties > self.exact && Yomi::plays(game.size) {
            return Ok(None);
        }
        let answer = ReadOut::default().best(game, position, context)?;
        Ok(answer.verdict().score().zip(answer.line.first().copied()))
    }

    /// What the engine thinks of a position and of a move in it, and which move it likes best.
    fn expect(
        &mut self,
        game: &Othello,
        position: &Position,
        mv: Move,
        context: &Context,
    ) -> Result<Option<(Worth, Worth, Move)>> {
        if !Yomi::plays(game.size) {
            return Ok(None);
        }
        let opinions = self.yomi.opinions(game, position, context)?;
        let of_move = opinions.iter().find(|opinion| opinion.mv == mv);
        let both = opinions.first().zip(of_move);
        Ok(both.map(|(best, played)| (best.worth, played.worth, best.mv)))
    }
}
