//! The static rules against the truth: every claim about every state of a small board.

use crate::benson::alive;
use crate::board::{Board, Points};
use crate::dame::sure;
use crate::dead_region::{dead_regions, dead_regions_by_eight_neighbours};
use crate::key::Keys;
use crate::landfill::landfill;
use crate::oracle::{Bracket, Oracle};
use crate::state::State;
use std::collections::HashMap;
use std::time::Instant;
use yomikiri_core::{Context, Progress};
use yomikiri_search::par_chunks;

/// How often a rule was right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validated {
    /// The rule.
    pub rule: &'static str,
    /// Claims about a state and a side.
    pub claims: u64,
    /// Claims that are not true.
    pub wrong: u64,
    /// A state with such a claim.
    pub example: Option<State>,
}

/// Points that a rule makes a side sure of; none if it claims nothing.
type Rule = fn(Board, &State, usize) -> u32;

fn living(board: Board, state: &State, side: usize) -> Points {
    alive(board, state.stones[side], state.stones[1 - side], 0)
}

/// Only empty points are counted as possible eyes: shown to be wrong by its own claims.
fn dead_regions_by_empty_points(board: Board, state: &State, living: Points) -> Points {
    let around = board.around(living);
    let eyes = state.empty(board) & !around;
    let parts = board.parts(board.full & !living);
    let dead = parts.filter(|region| living != 0 && (region & eyes).count_ones() <= 1);
    dead.fold(0, |all, region| all | region)
}

/// The rules, the last of them unsound on purpose.
pub const RULES: [(&str, Rule); 5] = [
    ("alive", |board, state, side| living(board, state, side).count_ones()),
    ("dead regions, eight neighbours", |board, state, side| {
        let living = living(board, state, side);
        (living | dead_regions_by_eight_neighbours(board, living)).count_ones()
    }),
    ("dead regions", |board, state, side| {
        let living = living(board, state, side);
        (living | dead_regions(board, living)).count_ones()
    }),
    ("dame extension", |board, state, side| {
        let filled = landfill(board, *state);
        match filled.stones[side] & filled.settled {
            0 => 0,
            _ => sure(board, &filled, side),
        }
    }),
    ("dead regions, empty points only", |board, state, side| {
        let living = living(board, state, side);
        (living | dead_regions_by_empty_points(board, state, living)).count_ones()
    }),
];
/// The name under which landfill is validated.
pub const LANDFILL: &str = "landfill";

/// Every state of an oracle, with the side to move as side 0, and its value.
fn states(oracle: &Oracle, number: usize) -> impl Iterator<Item = (State, Bracket)> {
    let plain = |[own, other]: [Points; 2], ko, passed| State {
        stones: [own, other],
        settled: 0,
        ko,
        mover: 0,
        passed,
    };
    let mut found = Vec::with_capacity(2);
    match number.checked_sub(oracle.boards.len()) {
        None => {
            let stones = oracle.numbering.board_of(oracle.boards[number]);
            for passed in [false, true] {
                found.push((plain(stones, 0, passed), oracle.values[number][usize::from(passed)]));
            }
        }
        Some(ban) => {
            let (stones, ko) = oracle.numbering.board_of_ko(oracle.bans[ban]);
            found.push((plain(stones, ko, false), oracle.ban_values[ban]));
        }
    }
    found.into_iter()
}

/// Compares every claim with the oracle; `None` if stopped. Landfill comes last.
///
/// After a pass the game may end before dead stones have been taken. So nothing is claimed of such
/// states, and of landfill only where nothing should have been filled before.
pub fn validate(oracle: &Oracle, context: &Context) -> Option<Vec<Validated>> {
    let board = oracle.go.board;
    let all = oracle.boards.len() + oracle.bans.len();
    let fresh = || RULES.map(|(rule, _)| Validated { rule, claims: 0, wrong: 0, example: None });
    let found = par_chunks(context, "static rules", all, 1 << 12, |range| {
        let mut found = fresh();
        for number in range {
            for (state, value) in states(oracle, number).filter(|(state, _)| !state.passed) {
                for (seen, (_, rule)) in found.iter_mut().zip(&RULES) {
                    for side in [0, 1] {
                        let points = rule(board, &state, side) as i32;
                        if points == 0 {
                            continue;
                        }
                        let least = 2 * points - board.points() as i32;
                        let truth = if side == 0 { value.low } else { -value.high };
                        seen.claims += 1;
                        if least > i32::from(truth) {
                            seen.wrong += 1;
                            seen.example.get_or_insert(state);
                        }
                    }
                }
            }
        }
        found
    })?;
    let mut total = fresh();
    for part in found {
        for (total, part) in total.iter_mut().zip(part) {
            total.claims += part.claims;
            total.wrong += part.wrong;
            total.example = total.example.or(part.example);
        }
    }
    let filled = validate_landfill(oracle, context)?;
    Some(total.into_iter().chain([filled]).collect())
}

/// Whether the game in which everything promised is filled after every move is worth the same in
/// every state: its own values, found like the oracle's, against the oracle's.
fn validate_landfill(oracle: &Oracle, context: &Context) -> Option<Validated> {
    let begun = Instant::now();
    let tell = |stage: &str, share: f64| {
        context.progress.report(&Progress {
            stage: stage.into(),
            share: Some(share),
            whole: None,
            nodes: 0,
            table_fill: None,
            elapsed: context.started.elapsed(),
            stage_elapsed: begun.elapsed(),
        });
    };
    let (board, suicide) = (oracle.go.board, oracle.go.rules.suicide);
    let keys = Keys::new(board);
    let turned =
        |state: State| State { stones: [state.stones[1], state.stones[0]], mover: 0, ..state };
    let filled = |state: &State| keys.pack(&keys.least(&landfill(board, *state)));
    let is_claimed =
        |state: &State| !state.passed || landfill(board, *state).stones == state.stones;
    let mut numbers: HashMap<u128, u32> = HashMap::new();
    let mut waiting: Vec<u128> = Vec::new();
    let mut number_of = |key: u128, waiting: &mut Vec<u128>| {
        let next = numbers.len() as u32;
        *numbers.entry(key).or_insert_with(|| {
            waiting.push(key);
            next
        })
    };
    let all = oracle.boards.len() + oracle.bans.len();
    let mut claims = Vec::new();
    for number in 0..all {
        if number % (1 << 12) == 0 {
            tell("landfill: states", number as f64 / all as f64);
            if context.check(0) {
                return None;
            }
        }
        for (state, value) in states(oracle, number).filter(|(state, _)| is_claimed(state)) {
            claims.push((state, number_of(filled(&state), &mut waiting), value));
        }
    }
    // What each filled state is worth if the game ends by its pass, and where its moves lead.
    let (mut ends, mut starts, mut moves) = (Vec::new(), vec![0], Vec::new());
    while ends.len() < waiting.len() {
        let state = keys.unpack(waiting[ends.len()]);
        let points = crate::board::points(state.empty(board) & !state.ko);
        let next = points.filter_map(|at| state.place(board, 1 << at, suicide));
        for next in next.chain(state.pass_by(oracle.passes)).map(turned) {
            moves.push(number_of(filled(&next), &mut waiting));
        }
        starts.push(moves.len());
        ends.push(state.passed.then(|| state.margin(board) as i8));
        if ends.len() % (1 << 12) == 0 {
            tell("landfill: moves", ends.len() as f64 / waiting.len() as f64);
            if context.check(0) {
                return None;
            }
        }
    }
    let most = board.points() as i8;
    let mut values = vec![Bracket { low: -most, high: most }; ends.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        if context.check(0) {
            return None;
        }
        for at in 0..values.len() {
            if values[at].low == values[at].high {
                continue;
            }
            let least = ends[at].unwrap_or(-most);
            let worst = Bracket { low: least, high: least };
            let next = &moves[starts[at]..starts[at + 1]];
            let best = next.iter().fold(worst, |best, next| {
                let value = -values[*next as usize];
                Bracket { low: best.low.max(value.low), high: best.high.max(value.high) }
            });
            changed |= best != values[at];
            values[at] = best;
        }
    }
    let wrong = claims.iter().filter(|(_, number, value)| values[*number as usize] != *value);
    Some(Validated {
        rule: LANDFILL,
        claims: claims.len() as u64,
        wrong: wrong.clone().count() as u64,
        example: wrong.map(|(state, _, _)| *state).next(),
    })
}
