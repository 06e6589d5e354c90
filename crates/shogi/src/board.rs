//! A position as bit sets, with counting of legal moves; checked against the plain rules.

use crate::geometry::{Geometry, bit, squares};
use crate::material::{Material, SLOTS};
use crate::piece::{Kind, Movement};
use crate::position::{Position, side_index};
use crate::rules::Rules;
use yomikiri_core::Side;

/// What the fast path must know about the kinds in play, by slot.
pub(crate) struct Slots {
    kinds: Vec<SlotKind>,
}

#[derive(Clone, Copy)]
pub(crate) struct SlotKind {
    pub(crate) kind: Kind,
    pub(crate) count: u8,
    pub(crate) promotes: bool,
    /// Whether it would promote if there were a zone: only such kinds can be where they are stuck.
    can_be_stuck: bool,
    /// Unpromoted and promoted.
    pub(crate) movement: [Movement; 2],
}

impl Slots {
    pub(crate) fn new(material: &Material, rules: Rules) -> Slots {
        let kinds = material.kinds().iter().map(|(kind, count)| SlotKind {
            kind: *kind,
            count: *count,
            promotes: kind.promotes() && rules.zone > 0,
            can_be_stuck: kind.promotes(),
            movement: [kind.movement(false), kind.movement(true)],
        });
        Slots { kinds: kinds.collect() }
    }

    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &SlotKind)> {
        // Said for the compiler, which then need not check the slots.
        self.kinds[..self.kinds.len().min(SLOTS)].iter().enumerate()
    }

    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(crate) fn kind(&self, slot: usize) -> &SlotKind {
        &self.kinds[slot]
    }
}

/// A form of a piece: whose it is (0 moves towards square 0) and whether it has promoted.
#[inline(always)]
pub(crate) fn form(owner: usize, promoted: bool) -> usize {
    2 * owner + usize::from(promoted)
}

/// Pieces by slot and form, with the form of the piece on each square beside them.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    pub(crate) pieces: [[u32; 4]; SLOTS],
    pub(crate) forms: [u8; 32],
    pub(crate) hands: [[u8; SLOTS]; 2],
    pub(crate) kings: [u8; 2],
    /// Occupied squares by owner, kings included.
    pub(crate) occupied: [u32; 2],
}

impl Board {
    pub(crate) fn new(own_king: u8, other_king: u8) -> Board {
        Board {
            pieces: [[0; 4]; SLOTS],
            forms: [0; 32],
            hands: [[0; SLOTS]; 2],
            kings: [own_king, other_king],
            occupied: [bit(own_king.into()), bit(other_king.into())],
        }
    }

    /// A position as a board with owner 0 to move.
    pub(crate) fn read(geometry: &Geometry, slots: &Slots, position: &Position) -> Board {
        let size = geometry.size;
        let turned = position.side == Side::Second;
        let turn = |square: usize| if turned { size.squares() - 1 - square } else { square };
        let owner = |side: Side| side_index(side) ^ usize::from(turned);
        let king = |side| turn(position.king(side).expect("both have a king")) as u8;
        let mut board = Board::new(king(position.side), king(!position.side));
        for (slot, kind) in slots.iter() {
            for (square, piece) in position.board.iter().enumerate() {
                if let Some(piece) = piece.filter(|piece| piece.kind == kind.kind) {
                    board.put(slot, form(owner(piece.side), piece.promoted), turn(square));
                }
            }
            for side in [Side::First, Side::Second] {
                board.hands[owner(side)][slot] =
                    position.hands[side_index(side)][kind.kind as usize];
            }
        }
        board
    }

    #[inline(always)]
    pub(crate) fn all(&self) -> u32 {
        self.occupied[0] | self.occupied[1]
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, slot: usize, form: usize, square: usize) {
        self.pieces[slot][form] |= bit(square);
        self.occupied[form / 2] |= bit(square);
        self.forms[square] = form as u8;
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, slot: usize, form: usize, square: usize) {
        self.pieces[slot][form] &= !bit(square);
        self.occupied[form / 2] &= !bit(square);
    }

    /// The pieces of `owner` that attack `square`.
    #[inline(always)]
    pub(crate) fn attackers(
        &self,
        geometry: &Geometry,
        slots: &Slots,
        owner: usize,
        square: usize,
        occupied: u32,
    ) -> u32 {
        // A piece attacks a square if from there it would be attacked by the same piece of the
        // other side.
        let mut attackers = geometry.king(square) & bit(self.kings[owner].into());
        for (slot, kind) in slots.iter() {
            for promoted in [false, true] {
                let pieces = self.pieces[slot][form(owner, promoted)];
                if pieces != 0 {
                    let movement = kind.movement[usize::from(promoted)];
                    attackers |= pieces & geometry.attacks(1 - owner, movement, square, occupied);
                }
            }
        }
        attackers
    }

    /// Every square that `owner` attacks.
    #[inline(always)]
    fn attacked(&self, geometry: &Geometry, slots: &Slots, owner: usize, occupied: u32) -> u32 {
        let mut attacked = geometry.king(self.kings[owner].into());
        for (slot, kind) in slots.iter() {
            for promoted in [false, true] {
                let movement = kind.movement[usize::from(promoted)];
                for square in squares(self.pieces[slot][form(owner, promoted)]) {
                    attacked |= geometry.attacks(owner, movement, square, occupied);
                }
            }
        }
        attacked
    }

    /// Whether an unpromoted piece stands where it never can, or two pawns on a file where that
    /// is forbidden.
    #[inline(always)]
    pub(crate) fn is_impossible(&self, geometry: &Geometry, slots: &Slots) -> bool {
        slots.iter().any(|(slot, kind)| {
            (0..2).any(|owner| {
                let pieces = self.pieces[slot][form(owner, false)];
                let doubled = |file: &u32| (pieces & file).count_ones() > 1;
                pieces & geometry.impossible[owner][kind.kind as usize] != 0
                    || kind.kind == Kind::Pawn
                        && !geometry.rules.nifu
                        && geometry.files.iter().any(doubled)
            })
        })
    }

    /// Where `own`'s king can go.
    #[inline(always)]
    pub(crate) fn king_targets(&self, geometry: &Geometry, slots: &Slots, own: usize) -> u32 {
        let king = usize::from(self.kings[own]);
        let without_king = self.all() & !bit(king);
        geometry.king(king)
            & !self.occupied[own]
            & !self.attacked(geometry, slots, 1 - own, without_king)
    }

    /// How many legal moves `own` has. The other king is taken to be out of reach.
    #[inline(always)]
    pub(crate) fn count_moves(&self, geometry: &Geometry, slots: &Slots, own: usize) -> u16 {
        let king = usize::from(self.kings[own]);
        let occupied = self.all();
        let attacked = self.attacked(geometry, slots, 1 - own, occupied & !bit(king));
        let king_targets = geometry.king(king) & !self.occupied[own] & !attacked;
        let mut count = king_targets.count_ones();

        // Where a move other than the king's must lead, and where a drop must.
        let (mut targets, mut drops) = (geometry.all, geometry.all & !occupied);
        if attacked & bit(king) != 0 {
            let checkers = self.attackers(geometry, slots, 1 - own, king, occupied);
            if checkers.count_ones() > 1 {
                return count as u16;
            }
            let between = geometry.between[king][checkers.trailing_zeros() as usize];
            targets = between | checkers;
            drops &= between;
        }
        targets &= !self.occupied[own];

        let (pinned, pins) = self.pins(geometry, slots, own, king, occupied);
        let zone = geometry.zone[own];
        for (slot, kind) in slots.iter() {
            let dead = geometry.dead[own][kind.kind as usize];
            for promoted in [false, true] {
                let movement = kind.movement[usize::from(promoted)];
                for square in squares(self.pieces[slot][form(own, promoted)]) {
                    let mut to = geometry.attacks(own, movement, square, occupied) & targets;
                    if pinned & bit(square) != 0 {
                        to &= pins[square];
                    }
                    count += match promoted || !kind.can_be_stuck {
                        true => to.count_ones(),
                        false => {
                            let promoting = if zone & bit(square) != 0 { to } else { to & zone };
                            let staying = to & !stuck(geometry, dead, promoting);
                            promoting.count_ones() + staying.count_ones()
                        }
                    };
                }
            }
            if self.hands[own][slot] > 0 {
                let mut to = drops & !geometry.undroppable[own][kind.kind as usize];
                if kind.kind == Kind::Pawn {
                    to = self.pawn_drops(geometry, slots, own, slot, to);
                }
                count += to.count_ones();
            }
        }
        count as u16
    }

    /// Whether `own` has no legal move; out of line, for it is rarely asked.
    #[inline(never)]
    pub(crate) fn is_stuck(&self, geometry: &Geometry, slots: &Slots, own: usize) -> bool {
        self.count_moves(geometry, slots, own) == 0
    }

    /// The files on which some of the pieces stand.
    #[inline(always)]
    pub(crate) fn files_of(&self, geometry: &Geometry, pieces: u32) -> u32 {
        let files = geometry.files.iter().filter(|file| *file & pieces != 0);
        files.fold(0, |set, file| set | file)
    }

    /// Those of the squares `to` where a pawn may be dropped.
    #[inline(always)]
    fn pawn_drops(
        &self,
        geometry: &Geometry,
        slots: &Slots,
        own: usize,
        slot: usize,
        mut to: u32,
    ) -> u32 {
        if !geometry.rules.nifu {
            to &= !self.files_of(geometry, self.pieces[slot][form(own, false)]);
        }
        if !geometry.rules.uchifuzume {
            let other_king = usize::from(self.kings[1 - own]);
            let before_king = geometry.attacks(1 - own, Movement::Pawn, other_king, 0) & to;
            if before_king != 0 {
                let mut next = *self;
                next.put(slot, form(own, false), before_king.trailing_zeros() as usize);
                if next.is_stuck(geometry, slots, 1 - own) {
                    to &= !before_king;
                }
            }
        }
        to
    }

    /// The pinned pieces of `own`, and for each where it may go.
    #[inline(always)]
    fn pins(
        &self,
        geometry: &Geometry,
        slots: &Slots,
        own: usize,
        king: usize,
        occupied: u32,
    ) -> (u32, [u32; 32]) {
        let mut pinned = 0;
        let mut pins = [0; 32];
        for (slot, kind) in slots.iter() {
            for promoted in [false, true] {
                let movement = kind.movement[usize::from(promoted)];
                let pieces = self.pieces[slot][form(1 - own, promoted)];
                if pieces == 0 || movement.slides().is_empty() {
                    continue;
                }
                for square in squares(pieces & geometry.attacks(own, movement, king, 0)) {
                    let between = geometry.between[king][square];
                    let blockers = between & occupied;
                    if blockers.count_ones() == 1 && blockers & self.occupied[own] != 0 {
                        pinned |= blockers;
                        pins[blockers.trailing_zeros() as usize] = between | bit(square);
                    }
                }
            }
        }
        (pinned, pins)
    }
}

/// Where a piece may not stay unpromoted, given where it could promote.
#[inline(always)]
pub(crate) fn stuck(geometry: &Geometry, dead: u32, promoting: u32) -> u32 {
    let with = if geometry.rules.may_stay_dead(true) { 0 } else { promoting };
    let without = if geometry.rules.may_stay_dead(false) { 0 } else { !promoting };
    dead & (with | without)
}
