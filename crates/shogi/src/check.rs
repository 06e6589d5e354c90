//! Checks a table from the rules alone.
//!
//! Nothing of what built the table is used but the numbering of positions: moves, checks and what
//! can occur come from the plain rules. Every number that stands for a position that can occur must
//! agree with its moves; every other number must be empty.

use crate::index::Index;
use crate::notation::check_position;
use crate::position::{Position, Shogi};
use crate::rules::PerpetualCheck;
use crate::tables::Table;
use yomikiri_core::{Context, Error, Game, Result, Side};
use yomikiri_search::par_chunks;
use yomikiri_search::retrograde::{Value, Values};

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Every state agrees with its moves.
    Sound {
        /// How many positions were looked at.
        positions: u64,
    },
    /// A state that does not.
    Unsound {
        /// Its number.
        index: u64,
        /// What is wrong with it, in words.
        problem: String,
    },
    /// The context stopped the work.
    Stopped,
}

/// States between two looks at the context.
const STRIDE: usize = 1 << 12;

/// Checks every state of a table; an error if its file is damaged.
pub fn check(table: &Table, context: &Context) -> Result<Checked> {
    if table.index.len() > context.limits.memory {
        return Err(Error::refused(format!(
            "a table of {} MB is checked as a whole, and the limit on memory is {}",
            table.index.len() >> 20,
            context.limits.memory >> 20
        )));
    }
    let values = table.load()?;
    let (values, index) = (&*values, &table.index);
    let game = Shogi {
        size: table.subject.size,
        rules: table.subject.rules,
        start: Position::empty(Side::First),
    };
    let found = par_chunks(context, "checking", index.len() as usize, STRIDE, |range| {
        let mut seen = 0;
        for number in range.start as u64..range.end as u64 {
            match check_state(&game, index, values, number) {
                Ok(is_position) => seen += u64::from(is_position),
                Err(problem) => return Err((number, problem)),
            }
        }
        Ok(seen)
    });
    let Some(found) = found else { return Ok(Checked::Stopped) };
    let (mut positions, mut unsound) = (0, None);
    for part in found {
        match part {
            Ok(seen) => positions += seen,
            // The first of them, in order.
            Err(problem) => unsound = unsound.or(Some(problem)),
        }
    }
    if unsound.is_none() {
        unsound = endless(&game, index, values);
    }
    Ok(match unsound {
        Some((index, problem)) => Checked::Unsound { index, problem },
        None => Checked::Sound { positions },
    })
}

/// Compares a state with its moves; says whether it is a position that can occur.
fn check_state(game: &Shogi, index: &Index, values: &Values, number: u64) -> Result<bool, String> {
    let value = values.get(number);
    let position = index.position(number);
    let says = |expected: &str| {
        let sfen = game.print_position(&position);
        Err(format!("{sfen} is kept as {value:?}, but {expected}"))
    };
    let occurs = check_position(game.size, &game.rules, &position, "").is_ok()
        && index.index_of(&position) == Some(number);
    match (occurs, value) {
        (false, Value::Hole) => return Ok(false),
        (false, _) => return says("it cannot occur"),
        (true, Value::Hole) => return says("it can occur"),
        _ => {}
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    // The best for the side to move: the fastest win, or the slowest loss.
    let (mut fastest_win, mut slowest_loss, mut draws) = (None, None, false);
    for mv in &moves {
        let next = game.play(&position, *mv);
        if game.lion_is_home(&next) {
            fastest_win = Some(1);
            continue;
        }
        let Some(number) = index.index_of(&next) else {
            return says("a move leads to no state");
        };
        match values.get(number) {
            Value::Loss(plies) => {
                fastest_win = Some(fastest_win.unwrap_or(u16::MAX).min(plies.saturating_add(1)));
            }
            Value::Win(plies) => slowest_loss = slowest_loss.max(Some(plies.saturating_add(1))),
            Value::Draw | Value::RuleWin | Value::RuleLoss => draws = true,
            Value::Hole => return says("a move leads to an empty state"),
        }
    }
    let expected = match (fastest_win, draws, slowest_loss) {
        (Some(plies), _, _) => Value::Win(plies),
        (None, true, _) => Value::Draw,
        (None, false, Some(plies)) => Value::Loss(plies),
        (None, false, None) => Value::Loss(game.rules.plies_after_mate()),
    };
    // What is endless is looked at as a whole, afterwards.
    let value = match value {
        Value::RuleWin | Value::RuleLoss => Value::Draw,
        value => value,
    };
    match value == expected {
        true => Ok(true),
        false => says(&format!("its moves make it {expected:?}")),
    }
}

/// Compares what goes on for ever with the rule about perpetual check: the first state that is
/// kept as something else.
fn endless(game: &Shogi, index: &Index, values: &Values) -> Option<(u64, String)> {
    let is_endless = |number: &u64| {
        matches!(values.get(*number), Value::Draw | Value::RuleWin | Value::RuleLoss)
    };
    let says = |number: u64, expected: Value| {
        let sfen = game.print_position(&index.position(number));
        let problem = format!("{sfen} is kept as {:?}, but is {expected:?}", values.get(number));
        Some((number, problem))
    };
    if game.rules.perpetual_check == PerpetualCheck::Allowed {
        let decided = |number: &u64| is_endless(number) && values.get(*number) != Value::Draw;
        return (0..values.len()).find(decided).and_then(|number| says(number, Value::Draw));
    }
    let numbers: Vec<u64> = (0..values.len()).filter(is_endless).collect();
    // Every move that goes on for ever: where it leads, and whether it gives check.
    let moves_of = |number: &u64| {
        let position = index.position(*number);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let next = moves.iter().filter_map(|mv| {
            let next = game.play(&position, *mv);
            let state = numbers.binary_search(&index.index_of(&next)?).ok()?;
            Some((state, game.in_check(&next)))
        });
        next.collect::<Vec<_>>()
    };
    let moves: Vec<Vec<(usize, bool)>> = numbers.iter().map(moves_of).collect();
    let all = vec![true; numbers.len()];
    let mut can = (all.clone(), all);
    loop {
        let none = vec![false; numbers.len()];
        let mut next = (none.clone(), none);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (state, moves) in moves.iter().enumerate() {
                let own = |(to, checks): &(usize, bool)| !checks && can.1[*to] || next.1[*to];
                if can.0[state] && !next.0[state] && moves.iter().any(own) {
                    next.0[state] = true;
                    changed = true;
                }
                if can.1[state] && !next.1[state] && moves.iter().all(|(to, _)| next.0[*to]) {
                    next.1[state] = true;
                    changed = true;
                }
            }
        }
        if next == can {
            break;
        }
        can = next;
    }
    for (state, number) in numbers.iter().enumerate() {
        let expected = match (can.0[state], can.1[state]) {
            (false, true) => Value::RuleLoss,
            (true, false) => Value::RuleWin,
            _ => Value::Draw,
        };
        if values.get(*number) != expected {
            return says(*number, expected);
        }
    }
    None
}
