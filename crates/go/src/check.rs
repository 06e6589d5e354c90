//! A table checked from the plain rules alone: every state against its moves, and that nothing
//! holds itself up.
//!
//! That every value follows from those of the moves is not enough where play can go round in
//! circles: two states could each be worth a lot because the other is. So it is also checked that
//! every lower end can be reached, and every upper end enforced, in finitely many moves.

use crate::oracle::{Bracket, Oracle};
use crate::position::{Go, Move, Position};
use crate::state::State;
use yomikiri_core::{Context, Game, Result, Side};
use yomikiri_search::par_chunks;

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Every state is right.
    Sound {
        /// How many there are, symmetric ones as one.
        states: u64,
    },
    /// A state is not.
    Unsound {
        /// What is wrong with it.
        problem: String,
    },
    /// Stopped before the end.
    Stopped,
}

/// States that a thread takes at a time.
const STRIDE: usize = 1 << 11;
/// Stands among moves for the end of the game.
const END: u32 = u32::MAX;

/// Checks a table.
pub fn check(oracle: &Oracle, context: &Context) -> Result<Checked> {
    let states = States { oracle };
    let unsound = |problem: String| Ok(Checked::Unsound { problem });
    // Every legal board is there: counted here, while each one that is there is looked at below.
    let codes = oracle.numbering.codes();
    let found = par_chunks(context, "counting boards", codes, 1 << 16, |range| {
        let is_least = |code: &usize| {
            let [own, other] = oracle.numbering.board_of(*code as u32);
            oracle.go.breathless(own, other).is_none()
                && oracle.numbering.least(own, other) as usize == *code
        };
        range.filter(is_least).count()
    });
    let Some(found) = found else { return Ok(Checked::Stopped) };
    let legal: usize = found.into_iter().sum();
    if legal != oracle.boards.len() {
        return unsound(format!("it has {} boards, where {legal} are legal", oracle.boards.len()));
    }
    let found = par_chunks(context, "checking", states.len(), STRIDE, |range| {
        let mut all = Vec::new();
        for number in range {
            match states.moves(number) {
                Ok(moves) => all.push(moves),
                Err(problem) => return Err(problem),
            }
        }
        Ok(all)
    });
    let Some(found) = found else { return Ok(Checked::Stopped) };
    let mut moves = Vec::with_capacity(states.len());
    for part in found {
        match part {
            Ok(part) => moves.extend(part),
            Err(problem) => return unsound(problem),
        }
    }
    Ok(match states.held_up_by_itself(&moves, context) {
        _ if context.stopped().is_some() => Checked::Stopped,
        Some(number) => Checked::Unsound {
            problem: format!("{} is worth what only endless play makes of it", states.name(number)),
        },
        None => Checked::Sound { states: states.len() as u64 },
    })
}

/// The states of a table by number: two for each board, then those with a ban.
struct States<'a> {
    oracle: &'a Oracle,
}

impl States<'_> {
    fn len(&self) -> usize {
        2 * self.oracle.boards.len() + self.oracle.bans.len()
    }

    fn value(&self, number: usize) -> Bracket {
        match number.checked_sub(2 * self.oracle.boards.len()) {
            None => self.oracle.values[number / 2][number % 2],
            Some(ban) => self.oracle.ban_values[ban],
        }
    }

    fn position(&self, number: usize) -> Position {
        let plain = |stones, ko, passed| State { stones, settled: 0, ko, mover: 0, passed };
        let state = match number.checked_sub(2 * self.oracle.boards.len()) {
            None => {
                let stones = self.oracle.numbering.board_of(self.oracle.boards[number / 2]);
                plain(stones, 0, number % 2 == 1)
            }
            Some(ban) => {
                let (stones, ko) = self.oracle.numbering.board_of_ko(self.oracle.bans[ban]);
                plain(stones, ko, false)
            }
        };
        state.position(&self.oracle.go, Side::First)
    }

    fn name(&self, number: usize) -> String {
        self.oracle.go.print_position(&self.position(number))
    }

    fn number(&self, position: &Position) -> Option<usize> {
        let (own, other) = (position.stones(position.side), position.stones(!position.side));
        let Oracle { numbering, boards, bans, .. } = self.oracle;
        match position.ko {
            None => {
                let at = boards.binary_search(&numbering.least(own, other)).ok()?;
                Some(2 * at + usize::from(position.passes))
            }
            Some(ko) => {
                let ban = numbering.least_with_ko(own, other, 1 << ko);
                Some(2 * boards.len() + bans.binary_search(&ban).ok()?)
            }
        }
    }

    /// What a state's moves lead to, after comparing its value with theirs.
    fn moves(&self, number: usize) -> Result<Vec<u32>, String> {
        let go: &Go = &self.oracle.go;
        let position = self.position(number);
        let name = || go.print_position(&position);
        if go.breathless(position.black, position.white).is_some() {
            return Err(format!("{} cannot occur", name()));
        }
        let most = go.board.points() as i8;
        let mut best = Bracket { low: -most, high: -most };
        let mut moves = Vec::new();
        let placed = (0..go.board.points() as u8).filter_map(|at| go.place(&position, at).ok());
        for next in placed.chain([go.play(&position, Move::Pass)]) {
            let value = if next.passes >= 2 {
                moves.push(END);
                let margin = go.margin(&next) as i8;
                Bracket { low: margin, high: margin }
            } else {
                let Some(number) = self.number(&next) else {
                    return Err(format!("{}: a move leads to no state", name()));
                };
                moves.push(number as u32);
                -self.value(number)
            };
            best = Bracket { low: best.low.max(value.low), high: best.high.max(value.high) };
        }
        match self.value(number) {
            value if value == best => Ok(moves),
            value => Err(format!(
                "{} is kept as {} to {}, but its moves make it {} to {}",
                name(),
                value.low,
                value.high,
                best.low,
                best.high
            )),
        }
    }

    /// A state with an end that no finite play brings about, if there is one.
    fn held_up_by_itself(&self, moves: &[Vec<u32>], context: &Context) -> Option<usize> {
        let most = self.oracle.go.board.points() as i8;
        // Whether the side to move reaches its lower end, and the other keeps it to the upper one.
        let mut reached: Vec<[bool; 2]> = (0..moves.len())
            .map(|number| {
                let Bracket { low, high } = self.value(number);
                [low == -most, high == most]
            })
            .collect();
        let mut changed = true;
        while std::mem::take(&mut changed) && context.stopped().is_none() {
            for (number, moves) in moves.iter().enumerate() {
                let Bracket { low, .. } = self.value(number);
                let ends = |next: u32| {
                    let margin = || self.oracle.go.margin(&self.position(number)) as i8;
                    next == END && margin() == low
                };
                let reaches = |next: &u32| {
                    ends(*next)
                        || *next != END
                            && -self.value(*next as usize).high == low
                            && reached[*next as usize][1]
                };
                let [before_low, before_high] = reached[number];
                let now_low = before_low || moves.iter().any(reaches);
                let kept = |next: &u32| *next == END || reached[*next as usize][0];
                let now_high = before_high || moves.iter().all(kept);
                if (now_low, now_high) != (before_low, before_high) {
                    reached[number] = [now_low, now_high];
                    changed = true;
                }
            }
            context.check(0);
        }
        reached.iter().position(|ends| *ends != [true, true])
    }
}
