//! The states of a material for retrograde analysis: which can occur, how many moves each has,
//! and from which others it is reached.

use crate::board::{Board, form, stuck};
use crate::geometry::{Geometry, SQUARES, bit, squares};
use crate::index::{Index, Place};
use crate::material::SLOTS;
use crate::moves::{HAND, KING};
use crate::piece::{Kind, Movement};
use arrayvec::ArrayVec;
use std::ops::Range;
use yomikiri_search::perpetual::Checks;
use yomikiri_search::retrograde::{Look, StateSpace};

impl StateSpace for Index {
    fn len(&self) -> u64 {
        Index::len(self)
    }

    fn look(&self, range: Range<u64>, visit: impl FnMut(u64, Look)) {
        if self.counts_bits {
            #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
            // SAFETY: the processor was asked whether it has what this needs.
            return unsafe { self.look_with_bits(range, visit) };
        }
        self.look_at_all(range, visit);
    }

    fn predecessors(&self, index: u64, visit: impl FnMut(u64, u16)) {
        if self.counts_bits {
            #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
            // SAFETY: the processor was asked whether it has what this needs.
            return unsafe { self.predecessors_with_bits(index, visit) };
        }
        self.go_back_from(index, visit);
    }
}

impl Checks for Index {
    fn in_check(&self, index: u64) -> bool {
        let board = self.board(index);
        let king = usize::from(board.kings[0]);
        board.attackers(&self.geometry, &self.slots, 1, king, board.all()) != 0
    }
}

#[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
impl Index {
    /// # Safety
    /// The processor has these features.
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    unsafe fn look_with_bits(&self, range: Range<u64>, visit: impl FnMut(u64, Look)) {
        self.look_at_all(range, visit);
    }

    /// # Safety
    /// The processor has these features.
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    unsafe fn predecessors_with_bits(&self, index: u64, visit: impl FnMut(u64, u16)) {
        self.go_back_from(index, visit);
    }
}

impl Index {
    #[inline(always)]
    fn look_at_all(&self, range: Range<u64>, mut visit: impl FnMut(u64, Look)) {
        let mut walk = self.walk(range);
        while let Some((index, board)) = walk.next() {
            visit(index, self.look_at(index, board));
        }
    }

    #[inline(always)]
    fn look_at(&self, index: u64, board: &Board) -> Look {
        let (geometry, slots) = (&self.geometry, &self.slots);
        let other_king = usize::from(board.kings[1]);
        if board.attackers(geometry, slots, 0, other_king, board.all()) != 0
            || board.is_impossible(geometry, slots)
            || self.image(board).is_some_and(|place| place.index != index)
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

    /// The place of a board whose kings stand on the middle file, and which therefore may have
    /// its mirror image among the numbers.
    #[inline(always)]
    fn image(&self, board: &Board) -> Option<Place> {
        let middle = board.kings.iter().all(|king| {
            let king = usize::from(*king);
            self.geometry.mirror_square(king) == king
        });
        if middle { self.place_out_of_line(board) } else { None }
    }

    #[inline(never)]
    fn place_out_of_line(&self, board: &Board) -> Option<Place> {
        self.place(board)
    }

    /// Calls `visit` with every state from which owner 0 can have reached a board, and with the
    /// number of its moves that do.
    ///
    /// Where a board and its mirror image count as one, moves are counted by the number of
    /// boards behind each: a symmetric board is reached from both images of another, which has
    /// only one such move; and it reaches both images of another by two moves.
    #[inline(always)]
    fn go_back_from(&self, index: u64, mut visit: impl FnMut(u64, u16)) {
        let mut board = self.board_before(index);
        let symmetric = self.image(&board).is_some_and(|place| place.symmetric);
        let captures = self.captures(&board);
        let mut unmoves = Unmoves { list: ArrayVec::new() };
        unmoves.find(self, &board);
        for unmove in &unmoves.list {
            let to = usize::from(unmove.to) % SQUARES;
            unmove.apply(&mut board);
            for capture in &captures {
                if capture.impossible & bit(to) != 0 {
                    continue;
                }
                capture.apply(&mut board, to);
                if let Some(place) = self.place(&board) {
                    match (symmetric, place.symmetric) {
                        (true, false) if place.mirrored => {}
                        (false, true) => visit(place.index, 2),
                        _ => visit(place.index, 1),
                    }
                }
                capture.revert(&mut board, to);
                if unmove.is_drop() {
                    break;
                }
            }
            unmove.revert(&mut board);
        }
    }

    /// What the last move can have taken: nothing, which comes first, or a piece that is in hand
    /// now.
    #[inline(always)]
    fn captures(&self, board: &Board) -> ArrayVec<Capture, { 1 + 2 * SLOTS }> {
        let mut captures = ArrayVec::new();
        captures.push(Capture { slot: usize::MAX, form: 0, impossible: 0 });
        for (slot, kind) in self.slots.iter() {
            if board.hands[0][slot] > 0 {
                let impossible = self.geometry.impossible[1][kind.kind as usize];
                captures.push(Capture { slot, form: form(1, false), impossible });
                if kind.promotes {
                    captures.push(Capture { slot, form: form(1, true), impossible: 0 });
                }
            }
        }
        captures
    }
}

/// A piece that the last move can have taken.
#[derive(Clone, Copy)]
struct Capture {
    /// No slot for nothing taken.
    slot: usize,
    form: usize,
    /// Where it cannot have stood.
    impossible: u32,
}

impl Capture {
    #[inline(always)]
    fn apply(&self, board: &mut Board, to: usize) {
        if self.slot < SLOTS {
            board.hands[0][self.slot] -= 1;
            board.put(self.slot, self.form, to);
        }
    }

    #[inline(always)]
    fn revert(&self, board: &mut Board, to: usize) {
        if self.slot < SLOTS {
            board.take(self.slot, self.form, to);
            board.hands[0][self.slot] += 1;
        }
    }
}

/// A move to be taken back.
#[derive(Clone, Copy)]
struct Unmove {
    slot: u8,
    now: u8,
    before: u8,
    to: u8,
    from: u8,
}

impl Unmove {
    #[inline(always)]
    fn is_drop(&self) -> bool {
        self.from == HAND
    }

    #[inline(always)]
    fn apply(&self, board: &mut Board) {
        if self.slot == KING {
            board.kings[0] = self.from;
            return;
        }
        let slot = usize::from(self.slot) % SLOTS;
        board.take(slot, usize::from(self.now) % 4, usize::from(self.to) % SQUARES);
        match self.from {
            HAND => board.hands[0][slot] += 1,
            from => board.put(slot, usize::from(self.before) % 4, usize::from(from) % SQUARES),
        }
    }

    #[inline(always)]
    fn revert(&self, board: &mut Board) {
        if self.slot == KING {
            board.kings[0] = self.to;
            return;
        }
        let slot = usize::from(self.slot) % SLOTS;
        match self.from {
            HAND => board.hands[0][slot] -= 1,
            from => board.take(slot, usize::from(self.before) % 4, usize::from(from) % SQUARES),
        }
        board.put(slot, usize::from(self.now) % 4, usize::from(self.to) % SQUARES);
    }
}

/// The most moves that can be taken back: those of the king, and for a piece on any other square
/// a drop and its sources, promoting and not.
const MOST_UNMOVES: usize = 8 + 28 * (1 + 2 * 14);

/// Moves to be taken back.
struct Unmoves {
    list: ArrayVec<Unmove, MOST_UNMOVES>,
}

impl Unmoves {
    #[inline(always)]
    fn add(&mut self, slot: usize, [before, now]: [usize; 2], to: usize, sources: u32) {
        for from in squares(sources) {
            self.push(slot, [before, now], to, from as u8);
        }
    }

    #[inline(always)]
    fn push(&mut self, slot: usize, [before, now]: [usize; 2], to: usize, from: u8) {
        let (slot, before, now) = (slot as u8, before as u8, now as u8);
        self.list.push(Unmove { slot, now, before, to: to as u8, from });
    }

    /// The moves of owner 0 that can be taken back, what they took aside. Those that would leave a
    /// board on which the other king could have been taken are left out where that is cheap to see.
    #[inline(always)]
    fn find(&mut self, index: &Index, board: &Board) {
        let (geometry, slots) = (&index.geometry, &index.slots);
        let occupied = board.all();
        let empty = geometry.all & !occupied;
        let other_king = usize::from(board.kings[1]);
        let checkers = board.attackers(geometry, slots, 0, other_king, occupied);

        // Whatever else checks the king must have been blocked by the piece that moved.
        let blocks = |to: usize| {
            let others = squares(checkers & !bit(to));
            others.fold(empty, |set, checker| set & geometry.between[other_king % SQUARES][checker])
        };
        let king = usize::from(board.kings[0]);
        self.add(KING.into(), [0, 0], king, geometry.king(king) & blocks(king));
        let [plain, promoted] = [form(0, false), form(0, true)];
        for (slot, kind) in slots.iter() {
            // From where a piece would have attacked the king already.
            let attacking = [
                geometry.attacks(1, kind.movement[0], other_king, occupied),
                geometry.attacks(1, kind.movement[1], other_king, occupied),
            ];
            for to in squares(board.pieces[slot][plain]) {
                let undroppable = geometry.undroppable[0][kind.kind as usize] & bit(to) != 0;
                let alone = checkers & !bit(to) == 0;
                if alone && !undroppable && !is_drop_pawn_mate(index, board, kind.kind, to) {
                    self.push(slot, [plain, plain], to, HAND);
                }
                let sources = geometry.attacks(1, kind.movement[0], to, occupied)
                    & blocks(to)
                    & !attacking[0]
                    & !must_promote(geometry, kind.kind, to);
                self.add(slot, [plain, plain], to, sources);
            }
            for to in squares(board.pieces[slot][promoted]) {
                let blocks = blocks(to);
                let sources = geometry.attacks(1, kind.movement[1], to, occupied) & blocks;
                self.add(slot, [promoted, promoted], to, sources & !attacking[1]);
                let promoting = promoting_sources(geometry, to);
                let sources =
                    geometry.attacks(1, kind.movement[0], to, occupied) & blocks & promoting;
                let impossible = geometry.impossible[0][kind.kind as usize];
                self.add(slot, [plain, promoted], to, sources & !attacking[0] & !impossible);
            }
        }
    }
}

/// From where a piece that goes to `to` can promote.
#[inline(always)]
fn promoting_sources(geometry: &Geometry, to: usize) -> u32 {
    if geometry.zone[0] & bit(to) != 0 { geometry.all } else { geometry.zone[0] }
}

/// From where a piece that goes to `to` may not stay as it is.
#[inline(always)]
fn must_promote(geometry: &Geometry, kind: Kind, to: usize) -> u32 {
    match geometry.dead[0][kind as usize] & bit(to) {
        0 => 0,
        _ => stuck(geometry, geometry.all, promoting_sources(geometry, to)),
    }
}

/// Whether the last move was a pawn drop that gave mate, which the rules may forbid.
#[inline(always)]
fn is_drop_pawn_mate(index: &Index, board: &Board, kind: Kind, to: usize) -> bool {
    let king = bit(board.kings[1].into());
    kind == Kind::Pawn
        && !index.geometry.rules.uchifuzume
        && index.geometry.attacks(0, Movement::Pawn, to, 0) & king != 0
        && board.is_stuck(&index.geometry, &index.slots, 1)
}
