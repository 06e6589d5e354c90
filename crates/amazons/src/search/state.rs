//! A position as the search sees it: only what still matters.

use super::small::{Interval, Small};
use super::territory::Territories;
use crate::board::{Board, reach};
use crate::cells::Cells;
use crate::position::Position;
use crate::regions::Region;
use arrayvec::ArrayVec;
use yomikiri_core::Side;

/// The squares that are still played on, and the moves that are settled elsewhere as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// Squares that are not blocked, those of amazons included.
    pub(super) open: Cells,
    pub(super) black: Cells,
    pub(super) white: Cells,
    /// Free moves for Black; for White if negative.
    pub(super) extra: i32,
    pub(super) to_move: Side,
}

/// Regions of one position that can be alive; each has two squares, and a wall between.
const MOST_REGIONS: usize = 32;

/// What can be said of a position at a glance.
pub(super) enum Glance {
    /// Who wins.
    Won(Side),
    /// What is left of it, and the whole numbers that it lies between.
    Open(State, Interval),
}

impl State {
    pub(super) fn of(position: &Position) -> State {
        State {
            open: position.board.full() - position.blocked,
            black: position.black,
            white: position.white,
            extra: 0,
            to_move: position.to_move,
        }
    }

    /// The same without the squares where nobody will ever move.
    pub(super) fn alive(&self, board: Board) -> State {
        let mut open = Cells::EMPTY;
        for cells in board.parts(self.open) {
            let (black, white) = (self.black & cells, self.white & cells);
            if (Region { board, cells, black, white }).is_alive() {
                open |= cells;
            }
        }
        State { open, black: self.black & open, white: self.white & open, ..*self }
    }

    fn amazons(&self, side: Side) -> Cells {
        match side {
            Side::First => self.black,
            Side::Second => self.white,
        }
    }

    /// Hands the state after each move of an amazon to `visit`, until that says stop.
    #[inline(always)]
    pub(super) fn each_next(&self, board: Board, mut visit: impl FnMut(State) -> bool) {
        let closed = board.full() - (self.open - self.black - self.white);
        for from in self.amazons(self.to_move) {
            for to in reach(board, from, closed) {
                for arrow in reach(board, to, closed.without(from)) {
                    let mut next = *self;
                    let own = match self.to_move {
                        Side::First => &mut next.black,
                        Side::Second => &mut next.white,
                    };
                    *own = own.without(from).with(to);
                    next.open.remove(arrow);
                    next.to_move = !self.to_move;
                    if !visit(next) {
                        return;
                    }
                }
            }
        }
    }

    /// The state after a free move of the side to move, if it has one.
    pub(super) fn free_move(&self) -> Option<State> {
        let step = match self.to_move {
            Side::First => -1,
            Side::Second => 1,
        };
        let own = self.extra * step < 0;
        own.then(|| State { extra: self.extra + step, to_move: !self.to_move, ..*self })
    }

    /// Takes the position apart, and puts aside what is dead and what is a number.
    #[inline(always)]
    pub(super) fn glance(
        &self,
        board: Board,
        small: &impl Small,
        territories: &Territories,
    ) -> Glance {
        let mut state = *self;
        let mut sum = Interval::number(0);
        let mut all_small = true;
        let mut regions: ArrayVec<Region, MOST_REGIONS> = ArrayVec::new();
        for cells in board.parts(self.open) {
            let region =
                Region { board, cells, black: self.black & cells, white: self.white & cells };
            let known = match region.is_alive() {
                true => small.bounds(&region),
                false => Some(Interval::number(0)),
            };
            let bounds = known.unwrap_or_else(|| territories.bounds(&region, small));
            match bounds.exact() {
                Some(number) => {
                    state.extra += number;
                    state.open = state.open - cells;
                    state.black = state.black - cells;
                    state.white = state.white - cells;
                }
                None => {
                    sum = sum + bounds;
                    all_small &= known.is_some() && regions.try_push(region).is_ok();
                }
            }
        }
        let bounds = sum + Interval::number(state.extra);
        if let Some(winner) = bounds.winner(state.to_move) {
            return Glance::Won(winner);
        }
        if all_small && let Some(winner) = small.winner(&regions, state.extra, state.to_move) {
            return Glance::Won(winner);
        }
        Glance::Open(state, bounds)
    }
}
