//! The paper's four programs: AND/OR search by iterative deepening, each with one idea more.
//!
//! They answer one question only, who wins with no komi. 55taro counts stones alone, and a draw is
//! nobody's; the others count area, and a draw is White's. "Proved within so many plies" does not
//! depend on what came before, so the table is sound.
//!
//! Where the paper is silent: a node is a position entered, root and table hits included; passes
//! are tried last; 55taro's move order, set by hand and lost, is stood in for by the position's
//! priority alone. Positions are merged by rotation and reflection, and in 55taro by exchange of
//! colours too. In the others it does not follow: with colours exchanged, "Black does not win" says
//! that White does not, and not that Black does.

mod solve;

use crate::board::{Board, Points};
use crate::dame::sure;
use crate::dead_region::dead_regions_by_eight_neighbours;
use crate::key::{KEY_BITS, Keys};
use crate::landfill::landfill;
use crate::position::{Go, Move, Position};
use crate::state::State;
use std::fmt;
use std::str::FromStr;
use std::time::Instant;
use yomikiri_core::{Context, Error, Progress, Result, Side, Stop};
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

    /// The program as the paper has it.
    pub fn program(self) -> Program {
        let colours = self == Ladder::Taro55;
        Program { ladder: self, weights: Weights::default(), colours }
    }
}

/// How much the two priorities of a move count, as in the paper's formula (1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Of the point's distances from the edges.
    pub position: u32,
    /// Of the points beside it where stones are taken; 55taro has nothing of the kind.
    pub capture: u32,
}

impl Default for Weights {
    /// The paper's, 9 to 1.
    fn default() -> Weights {
        Weights { position: 9, capture: 1 }
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.position, self.capture)
    }
}

impl FromStr for Weights {
    type Err = Error;

    fn from_str(text: &str) -> Result<Weights> {
        const MOST: u32 = 1000;
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number <= MOST);
        let pair = text.split_once(':').and_then(|(position, capture)| {
            Some(Weights { position: number(position)?, capture: number(capture)? })
        });
        pair.ok_or_else(|| {
            let expected = format!("POSITION:CAPTURE, two whole numbers up to {MOST}, such as 9:1");
            Error::notation("weights", text, "not two weights", expected)
        })
    }
}

/// A program and what may be chosen about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// Which of the paper's.
    pub ladder: Ladder,
    /// What its moves are ordered by.
    pub weights: Weights,
    /// Whether positions are merged by exchange of colours; right only where a draw is nobody's.
    pub colours: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Climbed {
    /// Who wins by the program's own count; `None` if that was not found.
    pub winner: Option<Side>,
    /// Positions entered.
    pub nodes: u64,
    /// The depth of the last iteration.
    pub depth: u32,
    /// A line to where stones and eyes decide: the winner's moves keep the win, the other side's
    /// hold out as long as any.
    pub line: Vec<Move>,
}

/// What is known of a position at some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Open,
    Black,
    White,
}

impl Found {
    fn winner(self) -> Option<Side> {
        match self {
            Found::Open => None,
            Found::Black => Some(Side::First),
            Found::White => Some(Side::Second),
        }
    }

    /// The same with colours exchanged.
    fn turned(self) -> Found {
        match self {
            Found::Open => Found::Open,
            Found::Black => Found::White,
            Found::White => Found::Black,
        }
    }
}

/// What a visit found, and the height of the proof: it falls with every move of a line that
/// follows it, so such a line comes to an end.
#[derive(Clone, Copy, Debug)]
struct Seen {
    found: Found,
    height: u32,
}

const OPEN: Seen = Seen { found: Found::Open, height: 0 };
/// Endless play is never settled by going deeper, and nothing else that can be waited for needs this.
const MOST_DEPTH: u32 = 1 << 9;

/// Searches deeper and deeper until the winner is known.
pub fn climb(program: Program, go: &Go, position: &Position, context: &Context) -> Result<Climbed> {
    let mut climber = Climber::new(program, go.board, context)?;
    let root = climber.root(position);
    let seen = climber.settle(&root);
    let (nodes, depth) = (climber.nodes, climber.depth);
    let line = climber.line(root, seen);
    Ok(Climbed { winner: seen.found.winner(), nodes, depth, line })
}

/// A point's priority: its distances from the nearest edges, a corner having 1.
pub fn priority(board: Board, point: usize) -> usize {
    let (row, column) = (point / board.columns(), point % board.columns());
    let from_edge = |line: usize, lines: usize| 1 + line.min(lines - 1 - line);
    from_edge(row, board.rows()) + from_edge(column, board.columns()) - 1
}

/// Points beside a move where it takes an enemy stone: the priority of what it does.
pub fn captures(board: Board, state: &State, next: &State, point: usize) -> usize {
    let enemy = 1 - state.mover;
    let taken = state.stones[enemy] & !next.stones[enemy];
    (board.neighbours(1 << point) & taken).count_ones() as usize
}

struct Climber<'a> {
    program: Program,
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

impl<'a> Climber<'a> {
    fn new(program: Program, board: Board, context: &'a Context) -> Result<Climber<'a>> {
        // Touching more than is needed takes longer than the search itself.
        let enough = 1_u64 << (2 * board.points()).clamp(20, 33);
        let bytes = enough.min(context.limits.memory / 2);
        let table = Table::new(bytes, KEY_BITS)
            .map_err(|error| Error::refused(format!("no memory for a table: {error}")))?;
        let mut order: Vec<usize> = (0..board.points()).collect();
        order.sort_by_key(|point| std::cmp::Reverse(priority(board, *point)));
        Ok(Climber {
            program,
            board,
            keys: Keys::new(board),
            table,
            order,
            context,
            nodes: 0,
            depth: 0,
            stopped: false,
            begun: Instant::now(),
        })
    }

    /// The state to begin from. After a pass the game may end on stones that are dead but still
    /// count, so nothing is filled there.
    fn root(&self, position: &Position) -> State {
        let state = State::of(position, Side::First);
        if state.passed { state } else { self.filled(state) }
    }

    /// Searches deeper and deeper.
    fn settle(&mut self, root: &State) -> Seen {
        for depth in 1..=MOST_DEPTH {
            let seen = self.visit_root(root, depth);
            if self.stopped || seen.found != Found::Open {
                return seen;
            }
        }
        self.context.stop(Stop::Depth);
        OPEN
    }

    /// One iteration.
    fn visit_root(&mut self, root: &State, depth: u32) -> Seen {
        self.depth = depth;
        match root.passed {
            // Nor is it decided at a glance.
            true => {
                self.nodes += 1;
                self.try_moves(root, depth)
            }
            false => self.visit(root, depth),
        }
    }

    fn filled(&self, state: State) -> State {
        match self.program.ladder {
            Ladder::Taro55 | Ladder::Base => state,
            Ladder::Promise | Ladder::All => landfill(self.board, state),
        }
    }

    /// Points that a side is sure of.
    fn sure(&self, state: &State, side: usize) -> u32 {
        let [own, other] = [state.stones[side], state.stones[1 - side]];
        let living = crate::benson::alive(self.board, own, other, state.settled);
        let held = (living | dead_regions_by_eight_neighbours(self.board, living)).count_ones();
        match self.program.ladder {
            Ladder::All => held.max(sure(self.board, state, side)),
            _ => held,
        }
    }

    /// Who has more than half of the board; White if both have half.
    fn at_a_glance(&self, state: &State) -> Found {
        let all = self.board.points() as u32;
        let draws = self.program.ladder != Ladder::Taro55;
        match () {
            _ if 2 * self.sure(state, 0) > all => Found::Black,
            _ if 2 * self.sure(state, 1) > all => Found::White,
            _ if draws && 2 * self.sure(state, 1) == all => Found::White,
            _ => Found::Open,
        }
    }

    fn at_the_end(&self, state: &State) -> Found {
        let margin = match self.program.ladder {
            Ladder::Taro55 => state.stones_margin(),
            _ => state.margin(self.board),
        };
        match margin {
            1.. => Found::Black,
            0 if self.program.ladder == Ladder::Taro55 => Found::Open,
            _ => Found::White,
        }
    }

    /// The moves in order, stones and then the pass, with what they lead to; nothing where the game
    /// ends.
    fn children(&self, state: &State) -> Vec<(Move, Option<State>)> {
        let Weights { position, capture } = self.program.weights;
        let mut next: Vec<(usize, Move, State)> = Vec::new();
        let free: Points = state.empty(self.board) & !state.ko;
        for point in self.order.iter().copied().filter(|point| free >> point & 1 != 0) {
            let Some(placed) = state.place(self.board, 1 << point, false) else { continue };
            let content = match self.program.ladder {
                Ladder::Taro55 => 0,
                _ => captures(self.board, state, &placed, point),
            };
            let first =
                position as usize * priority(self.board, point) + capture as usize * content;
            next.push((first, Move::Place(point as u8), placed));
        }
        next.sort_by_key(|(priority, _, _)| std::cmp::Reverse(*priority));
        let stones = next.into_iter().map(|(_, mv, placed)| (mv, Some(self.filled(placed))));
        stones.chain([(Move::Pass, state.pass())]).collect()
    }

    /// The key of a state, and whether it is that of the state with colours exchanged.
    fn key(&self, state: &State) -> (u128, bool) {
        let turned = self.program.colours && state.mover == 1;
        let seen = match turned {
            true => State { stones: [state.stones[1], state.stones[0]], mover: 0, ..*state },
            false => *state,
        };
        (self.keys.key(&seen), turned)
    }

    fn visit(&mut self, state: &State, depth: u32) -> Seen {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 12) {
            self.pause();
        }
        let found = self.at_a_glance(state);
        if found != Found::Open || depth == 0 || self.stopped {
            return Seen { found, height: 0 };
        }
        let (key, turned) = self.key(state);
        let turn = |found: Found| if turned { found.turned() } else { found };
        if let Some(payload) = self.table.probe(key) {
            let height = payload >> 2;
            match payload & 3 {
                1 => return Seen { found: turn(Found::Black), height },
                2 => return Seen { found: turn(Found::White), height },
                _ if height >= depth => return OPEN,
                _ => {}
            }
        }
        let seen = self.try_moves(state, depth);
        if self.stopped {
            return OPEN;
        }
        // Of what is open the depth is kept, of what is settled the height of the proof.
        let payload = match turn(seen.found) {
            Found::Open => depth << 2 | 3,
            Found::Black => seen.height << 2 | 1,
            Found::White => seen.height << 2 | 2,
        };
        self.table.store(key, payload, (depth as u8).saturating_mul(4));
        seen
    }

    /// The best of what the moves lead to.
    fn try_moves(&mut self, state: &State, depth: u32) -> Seen {
        let (wanted, feared) = match state.mover {
            0 => (Found::Black, Found::White),
            _ => (Found::White, Found::Black),
        };
        let mut result = Seen { found: feared, height: 0 };
        for (_, child) in self.children(state) {
            let seen = self.reply(state, child.as_ref(), depth);
            if self.stopped {
                return OPEN;
            }
            if seen.found == wanted {
                return Seen { found: wanted, height: seen.height + 1 };
            }
            if seen.found == Found::Open {
                result.found = Found::Open;
            }
            result.height = result.height.max(seen.height + 1);
        }
        result
    }

    /// What a move of `state` leads to.
    fn reply(&mut self, state: &State, child: Option<&State>, depth: u32) -> Seen {
        match child {
            Some(child) => self.visit(child, depth - 1),
            None => Seen { found: self.at_the_end(state), height: 0 },
        }
    }

    /// Follows a proof.
    fn line(&mut self, root: State, proof: Seen) -> Vec<Move> {
        let mut line = Vec::new();
        let (mut state, mut height) = (root, proof.height);
        while height > 0 && proof.found != Found::Open {
            let winning = proof.found.winner() == Some([Side::First, Side::Second][state.mover]);
            let mut next: Option<(Move, Option<State>, u32)> = None;
            for (mv, child) in self.children(&state) {
                let seen = self.reply(&state, child.as_ref(), height);
                // What the table has lost may be proved again by a longer way.
                if seen.found != proof.found || seen.height >= height {
                    continue;
                }
                if next.is_none_or(|(_, _, best)| seen.height > best) {
                    next = Some((mv, child, seen.height));
                }
                if winning {
                    break;
                }
            }
            let Some((mv, child, left)) = next.filter(|_| !self.stopped) else { break };
            line.push(mv);
            let Some(child) = child else { break };
            (state, height) = (child, left);
        }
        line
    }

    fn pause(&mut self) {
        self.stopped |= self.context.check(self.nodes);
        self.context.progress.report(&Progress {
            stage: format!("{}, depth {}", self.program.ladder.label(), self.depth),
            share: None,
            whole: None,
            nodes: self.nodes,
            table_fill: Some(self.table.fill()),
            elapsed: self.context.started.elapsed(),
            stage_elapsed: self.begun.elapsed(),
        });
    }
}
