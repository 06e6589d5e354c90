//! The method of paper 000, as it describes itself.
//!
//! Negamax alpha-beta, depth first, with a fixed priority of squares; the empty squares in a
//! doubly linked list; disc counts kept along the way; first win reading, then complete reading
//! inside the window that it leaves. First moves that mirror each other are searched once: by the
//! board's true symmetries, so that a rectangular board keeps two classes where the paper took
//! one. Final positions reached are counted, as the paper does.

use crate::position::{Move, Othello, Position, Size};
use std::collections::HashSet;
use yomikiri_core::{
    Answer, Basis, Bounds, Context, Finding, Game, Goal, Progress, Result, Score, Solver, Verdict,
};

/// How much of the paper's method is used: each step has what those before it have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Steps {
    /// Every move is tried to the end (its section 3.2).
    Minimax,
    /// What cannot matter any more is cut off (3.3, 3.4); squares are tried row by row.
    AlphaBeta,
    /// Squares are tried in the order of their priority (3.5).
    Priority,
    /// Of first moves that mirror each other only one is tried (3.6).
    FirstMoves,
    /// Win reading goes before complete reading (3.7): the whole method.
    #[default]
    Whole,
}

/// The paper's method, or a part of it, to see what the rest is good for.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaperMethod {
    /// How much of it.
    pub steps: Steps,
}

impl PaperMethod {
    /// Plain minimax: nothing but trying every move to the end.
    pub const MINIMAX: PaperMethod = PaperMethod { steps: Steps::Minimax };

    /// Reads a position without telling a line; without one of the devices that make it faster, if
    /// one is named. They change the time and nothing else.
    pub fn read(
        &self,
        (game, position, goal): (&Othello, &Position, Goal),
        without: Option<Device>,
        context: &Context,
    ) -> Reading {
        fn read<const LIST: bool, const COUNTS: bool>(
            mut search: Search<'_, LIST, COUNTS>,
            (position, goal): (&Position, Goal),
        ) -> Reading {
            let bounds = search.read(position, goal);
            Reading { bounds, nodes: search.nodes, finals: search.finals }
        }
        let (steps, asked) = (self.steps, (position, goal));
        match without {
            None => read(Search::<true, true>::new(game, steps, context), asked),
            Some(Device::List) => read(Search::<false, true>::new(game, steps, context), asked),
            Some(Device::Counts) => read(Search::<true, false>::new(game, steps, context), asked),
        }
    }
}

/// What makes the paper's program faster without changing what it searches (its section 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The empty squares in a doubly linked list, instead of a look at every square.
    List,
    /// The number of discs kept along the way, instead of counted where it is needed.
    Counts,
}

/// What a reading proved, and what it visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What is proved of the score.
    pub bounds: Bounds,
    /// Positions entered.
    pub nodes: u64,
    /// Final positions among them.
    pub finals: u64,
}

/// The end of the list of empty squares, which is also where it begins.
const HEAD: usize = 64;

/// The empty squares in order of priority, as a doubly linked list over square numbers.
struct Empties {
    next: [u8; HEAD + 1],
    previous: [u8; HEAD + 1],
}

impl Empties {
    fn new(order: &[u32]) -> Empties {
        let mut list = Empties { next: [HEAD as u8; HEAD + 1], previous: [HEAD as u8; HEAD + 1] };
        let mut last = HEAD;
        for &square in order {
            list.next[last] = square as u8;
            list.previous[square as usize] = last as u8;
            last = square as usize;
        }
        list.next[last] = HEAD as u8;
        list.previous[HEAD] = last as u8;
        list
    }

    fn remove(&mut self, square: usize) {
        let (next, previous) = (self.next[square], self.previous[square]);
        self.next[previous as usize] = next;
        self.previous[next as usize] = previous;
    }

    fn restore(&mut self, square: usize) {
        let (next, previous) = (self.next[square], self.previous[square]);
        self.next[previous as usize] = square as u8;
        self.previous[next as usize] = square as u8;
    }
}

/// The rank of a square, from 1 for the best: corners, the rest of the edge, the middle, the ring
/// around it, and last the squares beside a corner, on the edge and then on the diagonal. The
/// paper's own ranks stood in a figure that is lost; this is the usual reading of it.
pub fn rank(size: Size, square: u32) -> u32 {
    let row = (square / size.columns()).min(size.rows() - 1 - square / size.columns());
    let column = (square % size.columns()).min(size.columns() - 1 - square % size.columns());
    match (row.min(column), row.max(column)) {
        (0, 0) => 1,
        (0, 1) => 5,
        (1, 1) => 6,
        (0, _) => 2,
        (1, _) => 4,
        _ => 3,
    }
}

/// The squares in the order in which they are tried.
fn order(size: Size, steps: Steps) -> Vec<u32> {
    let mut order: Vec<u32> = (0..size.squares()).collect();
    if steps >= Steps::Priority {
        order.sort_by_key(|square| rank(size, *square));
    }
    order
}

/// The search, with or without the devices of section 3.9: `LIST` and `COUNTS` are those of
/// [`Device`].
struct Search<'a, const LIST: bool = true, const COUNTS: bool = true> {
    game: &'a Othello,
    context: &'a Context,
    steps: Steps,
    stage: &'static str,
    empties: Empties,
    nodes: u64,
    finals: u64,
    stopped: bool,
}

/// A side's discs with their number, if that is kept.
#[derive(Clone, Copy)]
struct Discs {
    set: u64,
    count: i32,
}

impl<'a, const LIST: bool, const COUNTS: bool> Search<'a, LIST, COUNTS> {
    fn new(game: &'a Othello, steps: Steps, context: &'a Context) -> Self {
        let empties = Empties::new(&[]);
        Search { game, context, steps, stage: "", empties, nodes: 0, finals: 0, stopped: false }
    }

    /// How many discs a side has: as kept, or counted square by square.
    fn count(&self, discs: Discs) -> i32 {
        match COUNTS {
            true => discs.count,
            false => {
                let squares = 0..self.game.size.squares();
                squares.map(|square| (discs.set >> square & 1) as i32).sum()
            }
        }
    }

    /// The score inside the window, or a bound beyond it.
    fn search(&mut self, own: Discs, other: Discs, mut alpha: i32, beta: i32, passed: bool) -> i32 {
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && self.check() {
            self.stopped = true;
        }
        if self.stopped {
            return alpha;
        }
        let mut best = i32::MIN;
        let mut square = self.empties.next[HEAD] as usize;
        while square != HEAD {
            // Without the list every square of the board is in it.
            let empty = LIST || (own.set | other.set) >> square & 1 == 0;
            let flips = match empty {
                true => crate::position::flips(self.game.size, own.set, other.set, square as u32),
                false => 0,
            };
            if flips != 0 {
                let turned = if COUNTS { flips.count_ones() as i32 } else { 0 };
                if LIST {
                    self.empties.remove(square);
                }
                let score = -self.search(
                    Discs { set: other.set & !flips, count: other.count - turned },
                    Discs { set: own.set | flips | 1 << square, count: own.count + turned + 1 },
                    -beta,
                    -alpha,
                    false,
                );
                if LIST {
                    self.empties.restore(square);
                }
                best = best.max(score);
                alpha = alpha.max(best);
                if alpha >= beta && self.steps > Steps::Minimax {
                    return best;
                }
            }
            square = self.empties.next[square] as usize;
        }
        if best != i32::MIN {
            return best;
        }
        let (mine, yours) = (self.count(own), self.count(other));
        let squares = self.game.size.squares();
        if passed {
            self.finals += 1;
            self.game.scoring.score(mine as u32, yours as u32, squares)
        } else if mine + yours == squares as i32 {
            self.finals += 1;
            mine - yours
        } else {
            -self.search(other, own, -beta, -alpha, true)
        }
    }

    fn check(&mut self) -> bool {
        if self.nodes & 0xf_ffff == 0 {
            self.context.progress.report(&Progress {
                stage: self.stage.into(),
                nodes: self.nodes,
                elapsed: self.context.started.elapsed(),
                stage_elapsed: self.context.started.elapsed(),
                ..Progress::default()
            });
        }
        self.context.check(self.nodes)
    }

    /// The score of a position within a window; `None` if stopped.
    fn solve(&mut self, position: &Position, alpha: i32, beta: i32) -> Option<i32> {
        let empty = self.game.size.full() & !(position.black | position.white);
        let mut order = order(self.game.size, self.steps);
        order.retain(|square| !LIST || empty & (1 << square) != 0);
        self.empties = Empties::new(&order);
        let (own, other) = position.own_other();
        let discs = |set: u64| Discs { set, count: set.count_ones() as i32 };
        let score = self.search(discs(own), discs(other), alpha, beta, false);
        (!self.stopped).then_some(score)
    }

    /// The first moves in the order in which they are tried; of each class of mirror images only
    /// the first, where the method has come so far.
    fn first_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let order = order(self.game.size, self.steps);
        moves.sort_by_key(|mv| match mv {
            Move::Disc(square) => order.iter().position(|other| *other == u32::from(*square)),
            Move::Pass => None,
        });
        if self.steps < Steps::FirstMoves {
            return moves;
        }
        let mut seen = HashSet::new();
        moves.retain(|mv| {
            let images = self.game.symmetries(&self.game.play(position, *mv));
            !images.iter().any(|image| seen.contains(&(image.black, image.white)))
                && seen.insert({
                    let child = self.game.play(position, *mv);
                    (child.black, child.white)
                })
        });
        moves
    }

    /// The root: as `search`, but over the classes of first moves.
    fn root(&mut self, position: &Position, mut alpha: i32, beta: i32) -> Option<i32> {
        if self.game.final_score(position).is_some() {
            return self.solve(position, alpha, beta);
        }
        let mut best = i32::MIN;
        for mv in self.first_moves(position) {
            let child = self.game.play(position, mv);
            best = best.max(-self.solve(&child, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta && self.steps > Steps::Minimax {
                break;
            }
        }
        Some(best)
    }

    /// Win reading, then complete reading in the window that is left.
    fn read(&mut self, position: &Position, goal: Goal) -> Bounds {
        let max = self.game.max_score().0;
        let mut bounds = Bounds::new(-max, max);
        // Minimax learns no less from asking for everything.
        if self.steps == Steps::Whole || goal == Goal::Win && self.steps > Steps::Minimax {
            self.stage = "win reading";
            let Some(sign) = self.root(position, -1, 1) else { return bounds };
            bounds = match sign {
                i32::MIN..=-1 => Bounds::new(-max, sign),
                0 => Bounds::new(0, 0),
                1.. => Bounds::new(sign, max),
            };
            if goal.reached(bounds) {
                return bounds;
            }
        }
        self.stage = "complete reading";
        match self.root(position, bounds.low.0 - 1, bounds.high.0 + 1) {
            Some(score) => Bounds::new(score, score),
            None => bounds,
        }
    }

    /// A line that keeps the score, found by reading each move's position with a narrow window.
    fn line(&mut self, position: &Position, score: Score) -> Vec<Move> {
        self.stage = "perfect line";
        self.steps = Steps::Whole;
        let (mut position, mut score) = (*position, score.0);
        let mut line = Vec::new();
        while self.game.final_score(&position).is_none() {
            let mut kept = None;
            for mv in self.first_moves(&position) {
                let child = self.game.play(&position, mv);
                match self.solve(&child, -score - 1, -score + 1) {
                    None => return line,
                    Some(value) if value == -score => {
                        kept = Some(mv);
                        break;
                    }
                    Some(_) => {}
                }
            }
            let mv = kept.expect("a position's score is that of one of its moves");
            line.push(mv);
            position = self.game.play(&position, mv);
            score = -score;
        }
        line
    }
}

impl Solver<Othello> for PaperMethod {
    fn name(&self) -> &'static str {
        match self.steps {
            Steps::Minimax => "minimax",
            Steps::AlphaBeta => "paper-alphabeta",
            Steps::Priority => "paper-priority",
            Steps::FirstMoves => "paper-first-moves",
            Steps::Whole => "paper",
        }
    }

    fn solve(
        &self,
        game: &Othello,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let mut search = Search::<true, true>::new(game, self.steps, context);
        let bounds = search.read(position, goal);
        // The paper counts what the two readings visited, not what telling the line costs.
        let (nodes, finals) = (search.nodes, search.finals);
        let line = match bounds.exact() {
            Some(score) if goal == Goal::Score => search.line(position, score),
            _ => Vec::new(),
        };
        let found = Finding::proved(Verdict::from_bounds(bounds), Basis::Search);
        Ok(Answer::new(found, nodes)
            .with_line(line)
            .with_counts(vec![("final_positions", finals)])
            .stopped_by(context.stopped()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Size, Start};

    #[test]
    fn first_moves_have_one_class_on_a_square_and_two_on_a_rectangle() {
        for (rows, columns, start, classes) in [
            (4, 4, Start::Othello, 1),
            (6, 6, Start::Othello, 1),
            (4, 6, Start::Othello, 2),
            (8, 4, Start::Othello, 2),
            (4, 4, Start::Reversi, 2),
            (4, 6, Start::Reversi, 2),
        ] {
            let game = Othello { start, ..Othello::new(Size::new(rows, columns).unwrap()) };
            let context = Context::default();
            let search = Search::<true, true>::new(&game, Steps::Whole, &context);
            let moves = search.first_moves(&game.start());
            assert_eq!(moves.len(), classes, "{rows}x{columns} {start:?}");
        }
    }

    /// Each step takes no more nodes than the one before, and none of them changes the value.
    #[test]
    fn every_step_saves_nodes_and_none_changes_the_value() {
        for (start, value) in [(Start::Othello, -8), (Start::Reversi, -3)] {
            let game = Othello { start, ..Othello::new(Size::new(4, 4).unwrap()) };
            let context = Context::default();
            let mut nodes = Vec::new();
            for steps in
                [Steps::Minimax, Steps::AlphaBeta, Steps::Priority, Steps::FirstMoves, Steps::Whole]
            {
                let method = PaperMethod { steps };
                let answer = method.solve(&game, &game.start(), Goal::Score, &context).unwrap();
                assert_eq!(answer.verdict().score(), Some(Score(value)), "{steps:?}");
                assert!(!answer.line.is_empty());
                nodes.push(answer.nodes);
            }
            // What is searched twice may cost more than the narrow window saves on so small a board.
            assert!(nodes[..4].windows(2).all(|pair| pair[1] <= pair[0]), "{start:?}: {nodes:?}");
            assert!(10 * nodes[1] < nodes[0], "{start:?}: {nodes:?}");
        }
    }

    #[test]
    fn the_list_gives_back_what_was_taken_in_reverse() {
        let mut list = Empties::new(&[5, 3, 9]);
        list.remove(3);
        list.remove(5);
        assert_eq!(list.next[HEAD], 9);
        list.restore(5);
        list.restore(3);
        let mut order = Vec::new();
        let mut square = list.next[HEAD];
        while square as usize != HEAD {
            order.push(square);
            square = list.next[square as usize];
        }
        assert_eq!(order, [5, 3, 9]);
    }
}
