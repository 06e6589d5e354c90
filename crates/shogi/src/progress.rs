//! What to play under the rule against perpetual check, where a move that merely keeps what is proved
//! may keep it for ever: whoever gives check with every move of a repetition loses it.
//!
//! Who can draw can come, again and again, to a move that gives no check; who wins by the rule can make
//! the other side give check for ever. Both are ranks of the positions from here on, found as in
//! [`yomikiri_search::perpetual`]; the first is played by until it is 1, the second never rises.

use crate::position::{Move, Position, Shogi};
use crate::tables::Table;
use std::collections::HashMap;
use yomikiri_core::{Game, Result};
use yomikiri_search::retrograde::Value;

/// Positions of one's own that are looked at, at most.
const MOST: usize = 1 << 14;
/// A rank that is not known, or infinite.
const NONE: u32 = u32::MAX;

/// A move, and what the other side can answer.
struct Try {
    mv: Move,
    gives_check: bool,
    /// The positions that keep the value, by number, each with whether the answer gives check; every
    /// other answer gives something away.
    answers: Vec<(usize, bool)>,
}

/// The positions that come up as long as both sides keep the value, with the moves that do.
struct Plays<'a> {
    table: &'a Table,
    game: &'a Shogi,
    value: Value,
    numbers: HashMap<Position, usize>,
    positions: Vec<Position>,
    /// The moves of each position; none yet of those that were not looked at.
    tries: Vec<Vec<Try>>,
}

/// One of `moves` that leads on where the rule could decide a repetition; `None` if it cannot, or where
/// too much would have to be looked at.
pub(crate) fn lead(
    table: &Table,
    game: &Shogi,
    position: &Position,
    moves: &[Move],
) -> Result<Option<Move>> {
    let value = table.value(position)?;
    if !matches!(value, Value::Draw | Value::RuleWin) {
        return Ok(None);
    }
    let (numbers, positions) = (HashMap::from([(*position, 0)]), vec![*position]);
    let mut plays = Plays { table, game, value, numbers, positions, tries: Vec::new() };
    if !plays.find(moves)? {
        return Ok(None);
    }
    Ok(match value {
        Value::RuleWin => plays.leading_to_checks(),
        _ => plays.leading_to_a_quiet_move(),
    })
}

impl Plays<'_> {
    /// Finds all that can come up after `moves` of the first position; whether that was not too much.
    fn find(&mut self, moves: &[Move]) -> Result<bool> {
        while self.tries.len() < self.positions.len() {
            if self.positions.len() > MOST {
                return Ok(false);
            }
            let at = self.tries.len();
            let mut legal = moves.to_vec();
            if at > 0 {
                legal.clear();
                self.game.moves(&self.positions[at], &mut legal);
            }
            let mut tries = Vec::new();
            for mv in legal {
                let next = self.game.play(&self.positions[at], mv);
                let kept = match self.value {
                    Value::RuleWin => Value::RuleLoss,
                    other => other,
                };
                if self.table.value(&next)? == kept {
                    tries.push((mv, next));
                }
            }
            // A move that gives no check is all that a draw needs.
            let is_quiet = |(_, next): &(Move, Position)| !self.game.in_check(next);
            if self.value == Value::Draw && tries.iter().any(is_quiet) {
                tries.retain(is_quiet);
                let quiet = tries.into_iter();
                let quiet =
                    quiet.map(|(mv, _)| Try { mv, gives_check: false, answers: Vec::new() });
                self.tries.push(quiet.collect());
                continue;
            }
            let mut found = Vec::new();
            for (mv, next) in tries {
                let gives_check = self.game.in_check(&next);
                found.push(Try { mv, gives_check, answers: self.answers(&next)? });
            }
            self.tries.push(found);
        }
        Ok(true)
    }

    /// What the other side can answer, as [`Try::answers`] has it.
    fn answers(&mut self, position: &Position) -> Result<Vec<(usize, bool)>> {
        let mut legal = Vec::new();
        self.game.moves(position, &mut legal);
        let mut answers = Vec::new();
        for mv in legal {
            let next = self.game.play(position, mv);
            if self.table.value(&next)? == self.value {
                let number = *self.numbers.entry(next).or_insert(self.positions.len());
                if number == self.positions.len() {
                    self.positions.push(next);
                }
                answers.push((number, self.game.in_check(&next)));
            }
        }
        Ok(answers)
    }

    /// A move by which one that gives no check is nearer, whatever is answered.
    fn leading_to_a_quiet_move(&self) -> Option<Move> {
        let mut ranks = vec![NONE; self.positions.len()];
        let after = |ranks: &[u32], tried: &Try| match tried.gives_check {
            false => 0,
            true => tried.answers.iter().map(|(next, _)| ranks[*next]).max().unwrap_or(0),
        };
        for rank in 1.. {
            let is_near = |tries: &Vec<Try>| tries.iter().any(|tried| after(&ranks, tried) < rank);
            let open = |at: &usize| ranks[*at] == NONE && is_near(&self.tries[*at]);
            let near: Vec<usize> = (0..ranks.len()).filter(open).collect();
            if near.is_empty() || ranks[0] != NONE {
                break;
            }
            near.into_iter().for_each(|at| ranks[at] = rank);
        }
        let nearest = self.tries[0].iter().min_by_key(|tried| after(&ranks, tried))?;
        (after(&ranks, nearest) != NONE).then_some(nearest.mv)
    }

    /// A move after which the other side has to give check, or can go on for a shorter time without.
    fn leading_to_checks(&self) -> Option<Move> {
        // The round in which it turns out that the other side cannot go on, of each position and of
        // each move.
        let mut rounds = vec![NONE; self.positions.len()];
        let mut of_moves: Vec<Vec<u32>> =
            self.tries.iter().map(|tries| vec![NONE; tries.len()]).collect();
        for round in 1.. {
            // Where the other side can force a move that gives no check and leads to where it has not
            // yet failed: after one of our moves, and before it.
            let mut can = vec![false; self.positions.len()];
            let mut can_after: Vec<Vec<bool>> =
                self.tries.iter().map(|tries| vec![false; tries.len()]).collect();
            loop {
                let mut changed = false;
                for (at, tries) in self.tries.iter().enumerate() {
                    for (number, tried) in tries.iter().enumerate() {
                        let escapes = |(next, check): &(usize, bool)| {
                            rounds[*next] == NONE && (!check || can[*next])
                        };
                        let open = of_moves[at][number] == NONE && !can_after[at][number];
                        if open && tried.answers.iter().any(escapes) {
                            can_after[at][number] = true;
                            changed = true;
                        }
                    }
                    let all = !tries.is_empty() && can_after[at].iter().all(|can| *can);
                    if all && rounds[at] == NONE && !can[at] {
                        can[at] = true;
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
            let mut failed = false;
            for at in 0..self.positions.len() {
                for (number, can) in can_after[at].iter().enumerate() {
                    if !can && of_moves[at][number] == NONE {
                        of_moves[at][number] = round;
                        failed = true;
                    }
                }
                if !can[at] && rounds[at] == NONE {
                    rounds[at] = round;
                    failed = true;
                }
            }
            if !failed || rounds[0] != NONE {
                break;
            }
        }
        let keeps = |(number, _): &(usize, &Try)| {
            of_moves[0][*number] != NONE && of_moves[0][*number] <= rounds[0]
        };
        // Who gives check as well makes it a repetition like any other.
        let tries = self.tries[0].iter().enumerate().filter(keeps);
        let best = tries.min_by_key(|(number, tried)| (tried.gives_check, of_moves[0][*number]));
        best.map(|(_, tried)| tried.mv)
    }
}
