//! The states of a material for retrograde analysis: which can occur, how many moves each has,
//! and from which others it is reached.

use crate::board::{Board, form, stuck};
use crate::geometry::{bit, squares};
use crate::index::{Index, Place};
use crate::piece::{Kind, Movement};
use std::ops::Range;
use yomikiri_search::retrograde::{Look, StateSpace};

impl StateSpace for Index {
    fn len(&self) -> u64 {
        Index::len(self)
    }

    fn look(&self, range: Range<u64>, mut visit: impl FnMut(u64, Look)) {
        self.boards(range, |index, board| visit(index, self.look_at(index, board)));
    }

    fn predecessors(&self, index: u64, visit: impl FnMut(u64, u16)) {
        let board = self.board(index, 1);
        let symmetric = self.image(&board).is_some_and(|place| place.symmetric);
        Unmoves { index: self, board, symmetric, visit }.all();
    }
}

impl Index {
    fn look_at(&self, index: u64, board: &Board) -> Look {
        let (geometry, slots) = (&self.geometry, &self.slots);
        let other_king = usize::from(board.kings[1]);
        if board.attackers(geometry, slots, 0, other_king, board.all()) != 0
            || board.is_impossible(geometry, slots)
            || self.is_second_image(board, index)
        {
            return Look::Hole;
        }
        if geometry.home[0] != 0 && board.king_targets(geometry, slots, 0) & geometry.home[0] != 0 {
            return Look::Won(1);
        }
        match board.count_moves(geometry, slots, 0) {
            0 => Look::Lost(geometry.rules.plies_after_mate()),
            moves => Look::Open(moves),
        }
    }

    /// Whether a board is the mirror image of one that is numbered already.
    fn is_second_image(&self, board: &Board, index: u64) -> bool {
        self.image(board).is_some_and(|place| place.index != index)
    }

    /// The place of a board whose kings stand on the middle file.
    fn image(&self, board: &Board) -> Option<Place> {
        let middle = board.kings.iter().all(|king| {
            let king = usize::from(*king);
            self.geometry.mirror_square(king) == king
        });
        if middle { self.place(board) } else { None }
    }
}

/// Takes back every move by which owner 0 can have reached a board.
struct Unmoves<'a, V> {
    index: &'a Index,
    board: Board,
    /// Whether the board that is gone back from is its own mirror image.
    symmetric: bool,
    visit: V,
}

impl<V: FnMut(u64, u16)> Unmoves<'_, V> {
    fn all(&mut self) {
        let (geometry, slots) = (&self.index.geometry, &self.index.slots);
        let occupied = self.board.all();

        let king = usize::from(self.board.kings[0]);
        for from in squares(geometry.king(king) & !occupied) {
            self.board.kings[0] = from as u8;
            self.with_captures(king);
        }
        self.board.kings[0] = king as u8;

        let zone = geometry.zone[0];
        for (slot, kind) in slots.iter() {
            let dead = geometry.dead[0][kind.kind as usize];
            let undroppable = geometry.undroppable[0][kind.kind as usize];
            for to in squares(self.board.pieces[slot][form(0, false)]) {
                if undroppable & bit(to) == 0 && !self.is_drop_pawn_mate(kind.kind, to) {
                    self.board.take(slot, form(0, false), to);
                    self.board.hands[0][slot] += 1;
                    self.emit();
                    self.board.hands[0][slot] -= 1;
                    self.board.put(slot, form(0, false), to);
                }
                let mut sources =
                    geometry.attacks(1, kind.movement[0], to, occupied) & !occupied;
                if dead & bit(to) != 0 {
                    // From where a piece that comes here would not have had to promote.
                    let promoting = if zone & bit(to) != 0 { geometry.all } else { zone };
                    let promoting = if kind.promotes { promoting } else { 0 };
                    let may = |from: &usize| {
                        let can_promote = promoting & bit(*from) != 0;
                        stuck(geometry, dead, if can_promote { bit(to) } else { 0 }) & bit(to) == 0
                    };
                    sources = squares(sources).filter(may).fold(0, |set, from| set | bit(from));
                }
                self.go_back(slot, form(0, false), form(0, false), to, sources);
            }
            for to in squares(self.board.pieces[slot][form(0, true)]) {
                let sources = geometry.attacks(1, kind.movement[1], to, occupied) & !occupied;
                self.go_back(slot, form(0, true), form(0, true), to, sources);
                let mut sources = geometry.attacks(1, kind.movement[0], to, occupied) & !occupied;
                if zone & bit(to) == 0 {
                    sources &= zone;
                }
                sources &= !geometry.impossible[0][kind.kind as usize];
                self.go_back(slot, form(0, true), form(0, false), to, sources);
            }
            debug_assert_eq!(self.board.all(), occupied);
        }
    }

    /// Whether the last move was a pawn drop that gave mate, which the rules forbid.
    fn is_drop_pawn_mate(&self, kind: Kind, to: usize) -> bool {
        let (geometry, slots) = (&self.index.geometry, &self.index.slots);
        let king = bit(self.board.kings[1].into());
        kind == Kind::Pawn
            && !geometry.rules.uchifuzume
            && geometry.attacks(0, Movement::Pawn, to, 0) & king != 0
            && self.board.count_moves(geometry, slots, 1) == 0
    }

    /// The piece on `to` came from one of `sources`.
    fn go_back(&mut self, slot: usize, now: usize, before: usize, to: usize, sources: u32) {
        if sources == 0 {
            return;
        }
        self.board.take(slot, now, to);
        for from in squares(sources) {
            self.board.put(slot, before, from);
            self.with_captures(to);
            self.board.take(slot, before, from);
        }
        self.board.put(slot, now, to);
    }

    /// The move took nothing on `to`, or one of the pieces in hand.
    fn with_captures(&mut self, to: usize) {
        self.emit();
        for slot in 0..self.index.slots.len() {
            if self.board.hands[0][slot] == 0 {
                continue;
            }
            let kind = *self.index.slots.kind(slot);
            self.board.hands[0][slot] -= 1;
            let impossible = self.index.geometry.impossible[1][kind.kind as usize];
            if impossible & bit(to) == 0 {
                self.board.put(slot, form(1, false), to);
                self.emit();
                self.board.take(slot, form(1, false), to);
            }
            if kind.promotes {
                self.board.put(slot, form(1, true), to);
                self.emit();
                self.board.take(slot, form(1, true), to);
            }
            self.board.hands[0][slot] += 1;
        }
    }

    /// Tells of the board as it is now.
    ///
    /// Where a board and its mirror image count as one, moves are counted by the number of
    /// boards behind each: a symmetric board is reached twice from images of one other, and
    /// reaches the two images of another by two moves.
    #[inline(always)]
    fn emit(&mut self) {
        let Some(place) = self.index.place(&self.board) else { return };
        match (self.symmetric, place.symmetric) {
            (true, false) if place.mirrored => {}
            (false, true) => (self.visit)(place.index, 2),
            _ => (self.visit)(place.index, 1),
        }
    }
}
