//! Moves on the fast board, made and taken back; checked against the plain rules.

use crate::board::{Board, Slots, form, stuck};
use crate::geometry::{Geometry, SQUARES, bit, squares};
use crate::piece::Kind;
use arrayvec::ArrayVec;

/// In the place of a slot: the king.
pub(crate) const KING: u8 = 7;
/// In the place of a square: the hand.
pub(crate) const HAND: u8 = 255;
/// In the place of a slot: nothing was taken.
const NOTHING: u8 = 255;

/// One move, with what is needed to take it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) slot: u8,
    pub(crate) from: u8,
    pub(crate) to: u8,
    /// The form before and after.
    pub(crate) forms: [u8; 2],
    taken_slot: u8,
    taken_form: u8,
}

/// More moves than any position on these boards has.
pub(crate) const MOST_MOVES: usize = 600;
pub(crate) type Steps = ArrayVec<Step, MOST_MOVES>;

impl Step {
    pub(crate) fn takes(&self) -> bool {
        self.taken_slot != NOTHING
    }

    pub(crate) fn is_drop(&self) -> bool {
        self.from == HAND
    }

    pub(crate) fn promotes(&self) -> bool {
        self.forms[0] != self.forms[1]
    }
}

impl Board {
    /// Adds every move of `own`, those that leave its king to be taken included, and drop-pawn
    /// mates too.
    pub(crate) fn steps(&self, geometry: &Geometry, slots: &Slots, own: usize, list: &mut Steps) {
        let occupied = self.all();
        let targets = !self.occupied[own];
        let mut add = |slot: u8, from: u8, to: usize, forms: [usize; 2]| {
            let (mut taken_slot, mut taken_form) = (NOTHING, 0);
            if self.occupied[1 - own] & bit(to) != 0 {
                for (slot, _) in slots.iter() {
                    for form in [form(1 - own, false), form(1 - own, true)] {
                        if self.pieces[slot][form] & bit(to) != 0 {
                            (taken_slot, taken_form) = (slot as u8, form as u8);
                        }
                    }
                }
            }
            let forms = forms.map(|form| form as u8);
            list.push(Step { slot, from, to: to as u8, forms, taken_slot, taken_form });
        };
        let king = usize::from(self.kings[own]);
        for to in squares(geometry.king(king) & targets) {
            add(KING, king as u8, to, [0, 0]);
        }
        let [plain, promoted] = [form(own, false), form(own, true)];
        let zone = geometry.zone[own];
        for (slot, kind) in slots.iter() {
            let dead = geometry.dead[own][kind.kind as usize];
            for from in squares(self.pieces[slot][plain]) {
                let to = geometry.attacks(own, kind.movement[0], from, occupied) & targets;
                let promoting = match kind.promotes {
                    false => 0,
                    true if zone & bit(from) != 0 => to,
                    true => to & zone,
                };
                for to in squares(promoting) {
                    add(slot as u8, from as u8, to, [plain, promoted]);
                }
                for to in squares(to & !stuck(geometry, dead, promoting)) {
                    add(slot as u8, from as u8, to, [plain, plain]);
                }
            }
            for from in squares(self.pieces[slot][promoted]) {
                let to = geometry.attacks(own, kind.movement[1], from, occupied) & targets;
                for to in squares(to) {
                    add(slot as u8, from as u8, to, [promoted, promoted]);
                }
            }
            if self.hands[own][slot] > 0 {
                let mut to =
                    geometry.all & !occupied & !geometry.undroppable[own][kind.kind as usize];
                if kind.kind == Kind::Pawn && !geometry.rules.nifu {
                    to &= !self.files_of(geometry, self.pieces[slot][plain]);
                }
                for to in squares(to) {
                    add(slot as u8, HAND, to, [plain, plain]);
                }
            }
        }
    }

    /// Makes a move of `own`.
    #[inline(always)]
    pub(crate) fn make(&mut self, own: usize, step: &Step) {
        let to = usize::from(step.to) % SQUARES;
        if step.takes() {
            self.take(step.taken_slot.into(), step.taken_form.into(), to);
            self.hands[own][usize::from(step.taken_slot)] += 1;
        }
        if step.slot == KING {
            self.occupied[own] ^= bit(self.kings[own].into()) | bit(to);
            self.kings[own] = step.to;
            return;
        }
        let slot = usize::from(step.slot);
        match step.from {
            HAND => self.hands[own][slot] -= 1,
            from => self.take(slot, step.forms[0].into(), from.into()),
        }
        self.put(slot, step.forms[1].into(), to);
    }

    /// Whether the move that `own` has just made was a drop-pawn mate that is forbidden.
    pub(crate) fn was_drop_pawn_mate(
        &self,
        geometry: &Geometry,
        slots: &Slots,
        own: usize,
        step: &Step,
    ) -> bool {
        if geometry.rules.uchifuzume || !step.is_drop() {
            return false;
        }
        let kind = slots.kind(usize::from(step.slot));
        let other_king = bit(self.kings[1 - own].into());
        let to = usize::from(step.to);
        kind.kind == Kind::Pawn
            && geometry.attacks(own, kind.movement[0], to, 0) & other_king != 0
            && self.is_stuck(geometry, slots, 1 - own)
    }
}
