//! Superko, path-exact: a tree of games, every node with all that came before it.
//!
//! No position can stand for another here, because what is legal depends on the whole game. So
//! there is no table: a tree in memory is grown where proof numbers say. Games are finite, and a
//! disproof is as good as a proof.

use crate::benson::alive;
use crate::position::{Go, Move, Position};
use crate::rules::Ko;
use crate::solver::exactly;
use crate::state::State;
use crate::tables::{Table, Tables};
use crate::values::TableTime;
use yomikiri_core::{
    Answer, Basis, Bounds, Context, Game, Goal, Progress, Result, Side, Stop, Verdict,
};

/// More than any sum.
const INFINITE: u32 = 1 << 30;
/// How hard it seems to prove what is not so under basic ko, and where that hangs on endless play.
const UNLIKELY: u32 = 256;
const EVEN: u32 = 16;
/// Nodes between looks at the limits.
const PAUSE: usize = 1 << 12;

#[derive(Clone, Copy)]
struct Node {
    mv: Move,
    parent: u32,
    children: u32,
    count: u8,
    pn: u32,
    dn: u32,
}

/// Proves what `goal` asks about a position.
pub(crate) fn solve(
    go: &Go,
    position: &Position,
    goal: Goal,
    tables: &Tables,
    context: &Context,
) -> Result<Answer<Move>> {
    // What every state is worth under basic ko says where to look first, and nothing more.
    let mut basic = *go;
    basic.rules.ko = Ko::Basic;
    let in_time = TableTime::of(&basic, 1, context) == TableTime::Plenty;
    let hints = match in_time && tables.can_have(&basic, context) {
        true => tables.get(&basic, context)?,
        false => tables.at_hand(&basic)?,
    };
    let points = go.board.points() as i32;
    let komi = go.rules.komi;
    // Black's margin lies between these.
    let (mut low, mut high) = (-points, points);
    let (mut nodes, mut line) = (0, None);
    while low < high && context.stopped().is_none() {
        let target = match () {
            _ if low <= komi && komi < high => komi + 1,
            _ if goal == Goal::Win && (low > komi || high < komi) => break,
            _ if low < komi && komi == high => komi,
            _ if high == points => points,
            _ => (low + high + 1).div_euclid(2),
        };
        let mut tree =
            Tree { go, root: position, target, hints: hints.as_deref(), nodes: Vec::new() };
        let found = tree.grow(nodes, context);
        nodes += tree.nodes.len() as u64;
        match found {
            Some(true) => low = target,
            Some(false) => high = target - 1,
            None => break,
        }
        if let Some(proved) = found
            && (proved == (position.side == Side::First) || line.is_none())
        {
            line = Some(tree.line());
        }
    }
    let ends = [low, high].map(|margin| go.score(margin, position.side).0);
    let verdict = match (low, high) {
        _ if low == -points && high == points => Verdict::Unknown,
        _ => Verdict::from_bounds(Bounds::new(ends[0].min(ends[1]), ends[0].max(ends[1]))),
    };
    // Only a line from the last question is known to keep the value, and only of one side.
    let line =
        Vec::from_iter(line.filter(|_| low == high && low.abs() == points).into_iter().flatten());
    let found = exactly(verdict, Basis::Search);
    Ok(Answer::new(found, nodes).with_line(line).stopped_by(context.stopped()))
}

struct Tree<'a> {
    go: &'a Go,
    root: &'a Position,
    /// Black is to get at least this.
    target: i32,
    hints: Option<&'a Table>,
    nodes: Vec<Node>,
}

impl Tree<'_> {
    /// Grows the tree until its root is settled; `None` if stopped.
    fn grow(&mut self, earlier: u64, context: &Context) -> Option<bool> {
        let most = (context.limits.memory / size_of::<Node>() as u64).min(u32::MAX.into()) as usize;
        let (pn, dn) = self.look(self.root);
        self.nodes.push(Node { mv: Move::Pass, parent: 0, children: 0, count: 0, pn, dn });
        let mut looked = 0;
        loop {
            let Node { pn, dn, .. } = self.nodes[0];
            if pn == 0 || dn == 0 {
                return Some(pn == 0);
            }
            if self.nodes.len() - looked >= PAUSE {
                looked = self.nodes.len();
                context.progress.report(&Progress {
                    stage: format!(
                        "Black by at least {} (to prove {pn}, to disprove {dn})",
                        self.target
                    ),
                    share: None,
                    whole: None,
                    nodes: earlier + looked as u64,
                    table_fill: Some(looked as f64 / most as f64),
                    elapsed: context.started.elapsed(),
                    stage_elapsed: context.started.elapsed(),
                });
                if looked + 64 > most {
                    context.stop(Stop::Memory);
                }
            }
            if context.check(earlier + self.nodes.len() as u64) {
                return None;
            }
            self.expand_best();
        }
    }

    /// Numbers of a new position.
    fn look(&self, position: &Position) -> (u32, u32) {
        let settled = |proved: bool| if proved { (0, INFINITE) } else { (INFINITE, 0) };
        if position.passes >= 2 {
            return settled(self.go.margin(position) >= self.target);
        }
        let points = self.go.board.points() as i32;
        let held = |side: Side| {
            let (own, other) = (position.stones(side), position.stones(!side));
            alive(self.go.board, own, other, 0).count_ones() as i32
        };
        match () {
            _ if 2 * held(Side::First) - points >= self.target => settled(true),
            _ if points - 2 * held(Side::Second) < self.target => settled(false),
            // Who follows a pass may end the game.
            _ if position.passes == 1 => {
                let proved = self.go.margin(position) >= self.target;
                match proved == (position.side == Side::First) {
                    true => settled(proved),
                    false => self.guess(position),
                }
            }
            _ => self.guess(position),
        }
    }

    /// How hard it seems to prove a position, and to disprove it.
    fn guess(&self, position: &Position) -> (u32, u32) {
        let state = State { ko: 0, ..State::of(position, position.side) };
        let value = self.hints.and_then(|table| table.value(&state).ok().flatten());
        let Some(value) = value else { return (1, 1) };
        let value = if position.side == Side::First { value } else { -value };
        match () {
            _ if i32::from(value.low) >= self.target => (1, UNLIKELY),
            _ if i32::from(value.high) < self.target => (UNLIKELY, 1),
            _ => (EVEN, EVEN),
        }
    }

    fn expand_best(&mut self) {
        let mut at = 0;
        let mut position = self.root.clone();
        while self.nodes[at].count > 0 {
            let Node { children, count, pn, dn, .. } = self.nodes[at];
            let black = position.side == Side::First;
            let best = (children..children + u32::from(count)).find(|child| {
                let child = self.nodes[*child as usize];
                if black { child.pn == pn } else { child.dn == dn }
            });
            at = best.expect("a node's number is one of its children's") as usize;
            position = self.go.play(&position, self.nodes[at].mv);
        }
        let mut moves = Vec::new();
        self.go.moves(&position, &mut moves);
        let first = self.nodes.len() as u32;
        for mv in &moves {
            let (pn, dn) = self.look(&self.go.play(&position, *mv));
            self.nodes.push(Node { mv: *mv, parent: at as u32, children: 0, count: 0, pn, dn });
        }
        self.nodes[at].children = first;
        self.nodes[at].count = moves.len() as u8;
        let mut black = position.side == Side::First;
        loop {
            let Node { children, count, parent, .. } = self.nodes[at];
            let children = &self.nodes[children as usize..children as usize + usize::from(count)];
            let least = |of: fn(&Node) -> u32| children.iter().map(of).min().unwrap_or(INFINITE);
            let sum = |of: fn(&Node) -> u32| {
                children.iter().map(of).fold(0_u32, |sum, n| sum.saturating_add(n).min(INFINITE))
            };
            let (pn, dn) = match black {
                true => (least(|node| node.pn), sum(|node| node.dn)),
                false => (sum(|node| node.pn), least(|node| node.dn)),
            };
            (self.nodes[at].pn, self.nodes[at].dn) = (pn, dn);
            if at == 0 {
                break;
            }
            (at, black) = (parent as usize, !black);
        }
    }

    /// A line to the end of what the tree has settled: a settling move where there is one, else
    /// any.
    fn line(&self) -> Vec<Move> {
        let (mut at, mut line) = (0, Vec::new());
        let proved = self.nodes[0].pn == 0;
        while self.nodes[at].count > 0 {
            let Node { children, count, .. } = self.nodes[at];
            let mut range = children as usize..children as usize + usize::from(count);
            let settled = |node: &Node| if proved { node.pn == 0 } else { node.dn == 0 };
            let deepest = |at: &usize| self.nodes[*at].count;
            let Some(next) =
                range.clone().filter(|at| settled(&self.nodes[*at])).max_by_key(deepest)
            else {
                break;
            };
            debug_assert!(range.any(|at| at == next));
            line.push(self.nodes[next].mv);
            at = next;
        }
        line
    }
}
