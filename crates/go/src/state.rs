//! The rules on sets of points: the fast path that tables and searches use. A state has no
//! memory beyond the ko; `position.rs` is its plain version.

use crate::board::{Board, Points};
use crate::position::{Position, at};
use crate::rules::{Ko, Passes};
use crate::{Go, Move};
use yomikiri_core::Side;

/// A state of play. Who the two sides are is up to the user: Black and White, or who is to prove
/// something and who opposes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stones of side 0 and side 1.
    pub stones: [Points; 2],
    /// Stones of either side that stay for ever, with or without liberties.
    pub settled: Points,
    /// The point where the side to move may not play, as a set.
    pub ko: Points,
    /// Who is to move, 0 or 1.
    pub mover: usize,
    /// Whether one more pass ends the game.
    pub passed: bool,
}

impl State {
    /// A position under basic ko, with `first` as side 0. It must not be over.
    pub fn of(position: &Position, first: Side) -> State {
        State {
            stones: [position.stones(first), position.stones(!first)],
            settled: 0,
            ko: position.ko.map_or(0, |point| 1 << point),
            mover: at(position.side) ^ at(first),
            passed: position.passes == 1,
        }
    }

    /// The position that this is, with side 0 as `first`.
    pub fn position(&self, go: &Go, first: Side) -> Position {
        debug_assert!(go.rules.ko == Ko::Basic);
        let [black, white] = match first {
            Side::First => self.stones,
            Side::Second => [self.stones[1], self.stones[0]],
        };
        let side = if self.mover == 0 { first } else { !first };
        let mut position = go.position(black, white, side);
        position.ko = (self.ko != 0).then(|| self.ko.trailing_zeros() as u8);
        position.passes = self.passed.into();
        position
    }

    /// Points without a stone.
    #[inline(always)]
    pub fn empty(&self, board: Board) -> Points {
        board.full & !self.stones[0] & !self.stones[1]
    }

    /// The state after a stone on an empty point that is not banned; `None` if it would be
    /// suicide, which `suicide` allows.
    #[inline(always)]
    pub fn place(&self, board: Board, at: Points, suicide: bool) -> Option<State> {
        debug_assert!(at.count_ones() == 1 && at & self.empty(board) & !self.ko == at);
        let (me, you) = (self.mover, 1 - self.mover);
        let (mut mine, mut theirs) = (self.stones[me] | at, self.stones[you]);
        let beside = board.neighbours(at);
        let mut taken = 0;
        let mut attacked = beside & theirs & !self.settled;
        while attacked != 0 {
            let chain = board.connected(attacked & attacked.wrapping_neg(), theirs);
            attacked &= !chain;
            if board.neighbours(chain) & !mine & !theirs == 0 {
                taken |= chain;
            }
        }
        theirs &= !taken;
        let empty = board.full & !mine & !theirs;
        let mut ko = 0;
        if beside & empty == 0 {
            let chain = board.connected(at, mine);
            if chain & self.settled == 0 && board.neighbours(chain) & empty == 0 {
                if !suicide {
                    return None;
                }
                mine &= !chain;
            }
        } else if taken != 0
            && taken & (taken - 1) == 0
            && beside & mine == 0
            && beside & empty == taken
        {
            ko = taken;
        }
        let mut stones = [0; 2];
        stones[me] = mine;
        stones[you] = theirs;
        Some(State { stones, settled: self.settled, ko, mover: you, passed: false })
    }

    /// The state after a pass; `None` if it ends the game.
    #[inline(always)]
    pub fn pass(&self) -> Option<State> {
        self.pass_by(Passes::ButBans)
    }

    /// The same by another rule for passes.
    #[inline(always)]
    pub(crate) fn pass_by(&self, passes: Passes) -> Option<State> {
        let passed = self.ko == 0 || passes == Passes::All;
        (!self.passed).then_some(State { ko: 0, mover: 1 - self.mover, passed, ..*self })
    }

    /// The state after a move; `None` if the move is not legal or ends the game.
    pub fn play(&self, board: Board, mv: Move, suicide: bool) -> Option<State> {
        match mv {
            Move::Pass => self.pass(),
            Move::Place(point) => {
                let at = 1 << point;
                let free = at & self.empty(board) & !self.ko != 0;
                free.then(|| self.place(board, at, suicide)).flatten()
            }
        }
    }

    /// Side 0's stones less side 1's.
    #[inline(always)]
    pub fn stones_margin(&self) -> i32 {
        self.stones[0].count_ones() as i32 - self.stones[1].count_ones() as i32
    }

    /// Side 0's points less side 1's if the game ends here, by area.
    #[inline(always)]
    pub fn margin(&self, board: Board) -> i32 {
        let mut areas = self.stones.map(u64::count_ones);
        for part in board.parts(self.empty(board)) {
            let beside = board.neighbours(part);
            match (beside & self.stones[0] != 0, beside & self.stones[1] != 0) {
                (true, false) => areas[0] += part.count_ones(),
                (false, true) => areas[1] += part.count_ones(),
                _ => {}
            }
        }
        areas[0] as i32 - areas[1] as i32
    }
}
