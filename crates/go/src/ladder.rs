//! The paper's four programs: AND/OR search by iterative deepening, each with one idea more.
//!
//! They answer one question only, whether Black wins with no komi; but for the first, a draw counts
//! for White. "Proved within so many plies" does not depend on what came before, so the table is
//! sound. Where the paper is silent: a node is a position entered, root and table hits included;
//! passes are tried last; the first program's move order, set by hand and lost, is stood in for by
//! the position's priority alone; positions are not merged by exchange of colours, because a draw
//! is not symmetric.

use crate::board::{Board, Points};
use crate::dame::sure;
use crate::dead_region::dead_regions_by_eight_neighbours;
use crate::key::{KEY_BITS, Keys};
use crate::landfill::landfill;
use crate::position::{Go, Move, Position};
use crate::rules::{Ko, Repetition};
use crate::solver::answer;
use crate::state::State;
use std::time::Instant;
use yomikiri_core::{
    Answer, Bounds, Context, Error, Goal, Progress, Result, Side, Solver, Verdict,
};
use yomikiri_search::Table;

/// One of the paper's programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ladder {
    /// Stones alone are counted, a draw is nobody's.
    Taro55,
    /// Area, and moves ordered by position and captures.
    Base,
    /// With promise points filled.
    Promise,
    /// With dame extension too.
    All,
}

impl Ladder {
    /// All of them, in the paper's order.
    pub const ALL: [Ladder; 4] = [Ladder::Taro55, Ladder::Base, Ladder::Promise, Ladder::All];

    /// The name used with `--method`.
    pub fn label(self) -> &'static str {
        match self {
            Ladder::Taro55 => "55taro",
            Ladder::Base => "base",
            Ladder::Promise => "promise",
            Ladder::All => "all",
        }
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climbed {
    /// Who wins: Black, or White if Black does not; `None` if stopped.
    pub winner: Option<Side>,
    /// Positions entered.
    pub nodes: u64,
    /// The depth of the last iteration.
    pub depth: u32,
}

/// What is known of a position at some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Open,
    Black,
    White,
}

const MOST_DEPTH: u32 = 1 << 12;

/// Searches deeper and deeper until the winner is known.
pub fn climb(ladder: Ladder, go: &Go, position: &Position, context: &Context) -> Result<Climbed> {
    // Touching more than is needed takes longer than the search itself.
    let enough = 1_u64 << (2 * go.board.points()).clamp(20, 33);
    let bytes = enough.min(context.limits.memory / 2);
    let table = Table::new(bytes, KEY_BITS)
        .map_err(|error| Error::refused(format!("no memory for a table: {error}")))?;
    let board = go.board;
    let mut order: Vec<usize> = (0..board.points()).collect();
    order.sort_by_key(|point| std::cmp::Reverse(priority(board, *point)));
    let mut climber = Climber {
        ladder,
        board,
        keys: Keys::new(board),
        table,
        order,
        context,
        nodes: 0,
        depth: 0,
        stopped: false,
        begun: Instant::now(),
    };
    let root = climber.filled(State::of(position, Side::First));
    for depth in 1..=MOST_DEPTH {
        climber.depth = depth;
        let found = climber.visit(&root, depth);
        if climber.stopped {
            break;
        }
        let winner = match found {
            Found::Open => continue,
            Found::Black => Side::First,
            Found::White => Side::Second,
        };
        return Ok(Climbed { winner: Some(winner), nodes: climber.nodes, depth });
    }
    Ok(Climbed { winner: None, nodes: climber.nodes, depth: climber.depth })
}

/// A point's priority: its distances from the nearest edges, a corner having 1.
fn priority(board: Board, point: usize) -> usize {
    let (row, column) = (point / board.columns(), point % board.columns());
    let from_edge = |line: usize, lines: usize| 1 + line.min(lines - 1 - line);
    from_edge(row, board.rows()) + from_edge(column, board.columns()) - 1
}

struct Climber<'a> {
    ladder: Ladder,
    board: Board,
    keys: Keys,
    table: Table,
    /// Points by falling priority.
    order: Vec<usize>,
    context: &'a Context,
    nodes: u64,
    depth: u32,
    stopped: bool,
    begun: Instant,
}

impl Climber<'_> {
    fn filled(&self, state: State) -> State {
        match self.ladder {
            Ladder::Taro55 | Ladder::Base => state,
            Ladder::Promise | Ladder::All => landfill(self.board, state),
        }
    }

    /// Points that a side is sure of.
    fn sure(&self, state: &State, side: usize) -> u32 {
        let [own, other] = [state.stones[side], state.stones[1 - side]];
        let living = crate::benson::alive(self.board, own, other, state.settled);
        let held = (living | dead_regions_by_eight_neighbours(self.board, living)).count_ones();
        match self.ladder {
            Ladder::All => held.max(sure(self.board, state, side)),
            _ => held,
        }
    }

    /// Who has more than half of the board; White if both have half.
    fn at_a_glance(&self, state: &State) -> Found {
        let all = self.board.points() as u32;
        match () {
            _ if 2 * self.sure(state, 0) > all => Found::Black,
            _ if 2 * self.sure(state, 1) > all => Found::White,
            _ if self.ladder != Ladder::Taro55 && 2 * self.sure(state, 1) == all => Found::White,
            _ => Found::Open,
        }
    }

    fn at_the_end(&self, state: &State) -> Found {
        let margin = match self.ladder {
            Ladder::Taro55 => {
                state.stones[0].count_ones() as i32 - state.stones[1].count_ones() as i32
            }
            _ => state.margin(self.board),
        };
        match margin {
            1.. => Found::Black,
            0 if self.ladder == Ladder::Taro55 => Found::Open,
            _ => Found::White,
        }
    }

    /// Enemy stones beside a point that a stone there would take, as the paper counts them.
    fn content(&self, state: &State, next: &State, point: usize) -> usize {
        let enemy = state.stones[1 - state.mover];
        let taken = enemy & !next.stones[1 - state.mover];
        (self.board.neighbours(1 << point) & taken).count_ones() as usize
    }

    fn visit(&mut self, state: &State, depth: u32) -> Found {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 12) {
            self.pause();
        }
        let found = self.at_a_glance(state);
        if found != Found::Open || depth == 0 || self.stopped {
            return found;
        }
        let key = self.keys.key(state);
        if let Some(payload) = self.table.probe(key) {
            match payload & 3 {
                1 => return Found::Black,
                2 => return Found::White,
                _ if payload >> 2 >= depth => return Found::Open,
                _ => {}
            }
        }
        let mut next: Vec<(usize, State)> = Vec::new();
        let free: Points = state.empty(self.board) & !state.ko;
        for point in self.order.iter().copied().filter(|point| free >> point & 1 != 0) {
            let Some(placed) = state.place(self.board, 1 << point, false) else { continue };
            let content = match self.ladder {
                Ladder::Taro55 => 0,
                _ => self.content(state, &placed, point),
            };
            next.push((9 * priority(self.board, point) + content, placed));
        }
        next.sort_by_key(|(priority, _)| std::cmp::Reverse(*priority));
        let (wanted, feared) = match state.mover {
            0 => (Found::Black, Found::White),
            _ => (Found::White, Found::Black),
        };
        let mut result = feared;
        let passed = state.pass();
        let stones = next.into_iter().map(|(_, placed)| Some(placed));
        for child in stones.chain([passed]) {
            let found = match child {
                Some(child) => self.visit(&self.filled(child), depth - 1),
                None => self.at_the_end(state),
            };
            if self.stopped {
                return Found::Open;
            }
            if found == wanted {
                result = wanted;
                break;
            }
            if found == Found::Open {
                result = Found::Open;
            }
        }
        let code = match result {
            Found::Open => 3,
            Found::Black => 1,
            Found::White => 2,
        };
        self.table.store(key, depth << 2 | code, (depth as u8).saturating_mul(4));
        result
    }

    fn pause(&mut self) {
        self.stopped |= self.context.check(self.nodes);
        self.context.progress.report(&Progress {
            stage: format!("{}, depth {}", self.ladder.label(), self.depth),
            share: None,
            whole: None,
            nodes: self.nodes,
            table_fill: Some(self.table.fill()),
            elapsed: self.context.started.elapsed(),
            stage_elapsed: self.begun.elapsed(),
        });
    }
}

impl Solver<Go> for Ladder {
    fn name(&self) -> &'static str {
        self.label()
    }

    fn solve(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let label = self.label();
        if goal != Goal::Win {
            return Err(Error::refused(format!(
                "the method {label} tells only whether Black wins; add --goal win"
            )));
        }
        let rules = &go.rules;
        if rules.ko != Ko::Basic || rules.suicide || rules.komi != 0 {
            return Err(Error::refused(format!(
                "the method {label} knows basic ko, no suicide and no komi only"
            )));
        }
        if rules.repetition != Repetition::Open {
            return Err(Error::refused(format!(
                "the method {label} proves wins that are reached in the end; leave out --repetition"
            )));
        }
        if position.passes > 0 {
            return Err(Error::refused(format!(
                "the method {label} cannot begin after a pass: stones that should have been taken \
                 might count"
            )));
        }
        let climbed = climb(*self, go, position, context)?;
        let most = go.board.points() as i32;
        let bounds = match climbed.winner {
            None => None,
            Some(Side::First) => Some(Bounds::new(1, most)),
            Some(Side::Second) => Some(Bounds::new(-most, 0)),
        };
        let verdict = match (bounds, position.side) {
            (None, _) => Verdict::Unknown,
            (Some(bounds), Side::First) => Verdict::Bounds(bounds),
            (Some(bounds), Side::Second) => Verdict::Bounds(-bounds),
        };
        let mut found = answer(verdict, Vec::new(), climbed.nodes, context);
        found.counts.push(("depth", climbed.depth.into()));
        if climbed.winner.is_some() {
            found.stopped = None;
        }
        Ok(found)
    }
}
