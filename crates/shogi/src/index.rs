//! Numbers for positions: every arrangement of a material on a board has one, and only few
//! numbers have none.
//!
//! A position is seen by the side to move. The kings come first: pairs that touch are left out
//! (the side to move would take the king), and of two mirror images one is kept. Then come the
//! kinds one after the other: how many of them are on the board, how the others are shared
//! between the hands, which of the squares still free they stand on, and whose and how promoted
//! each is. Nothing is ever numbered twice on the same square, so the only gaps are the mirror
//! images of positions with both kings on the middle file.

use crate::board::{Board, Slots, form};
use crate::geometry::{Geometry, SQUARES, bit, squares};
use crate::material::Material;
use crate::position::{Position, side_index};
use crate::piece::{Kind, Piece};
use crate::rules::{Rules, Size};
use yomikiri_core::{Error, Result, Side};

/// More states than anybody could hold.
const MOST_STATES: u128 = 1 << 40;
/// More arrangements of the last kind than are worth a list.
const MOST_TAILS: u128 = 1 << 23;
const NO_PAIR: u16 = u16::MAX;

/// The numbering of one material on one board.
pub struct Index {
    pub(crate) geometry: Geometry,
    pub(crate) slots: Slots,
    material: Material,
    pairs: Vec<(u8, u8)>,
    pair_of: Vec<[u16; SQUARES]>,
    /// Per slot, by free squares: arrangements of this kind and all later ones.
    weights: Vec<[u64; SQUARES + 1]>,
    /// Per slot, by free squares and pieces on the board: where these begin.
    bases: Vec<[[u64; MOST_ALIKE + 1]; SQUARES + 1]>,
    /// The arrangements of the last kind, by free squares.
    tails: Vec<Vec<Tail>>,
    binomials: [[u32; MOST_ALIKE + 1]; SQUARES + 1],
}

/// The most pieces of one kind.
const MOST_ALIKE: usize = 18;

/// An arrangement of one kind: squares counted among the free ones, forms, and the hand.
#[derive(Clone, Copy, Default)]
struct Tail {
    on_board: u8,
    in_hand: u8,
    squares: [u8; 8],
    forms: u32,
}

/// A number, and whether the position is its own mirror image or had to be mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) index: u64,
    pub(crate) mirrored: bool,
    pub(crate) symmetric: bool,
}

impl Index {
    /// Numbers the positions of `material`; an error if there are far too many.
    pub fn new(size: Size, rules: Rules, material: &Material) -> Result<Index> {
        let geometry = Geometry::new(size, rules);
        let slots = Slots::new(material);
        let mut binomials = [[0; MOST_ALIKE + 1]; SQUARES + 1];
        for n in 0..=SQUARES {
            binomials[n][0] = 1;
            for k in 1..=MOST_ALIKE.min(n) {
                binomials[n][k] = binomials[n - 1][k - 1] + if k < n { binomials[n - 1][k] } else { 0 };
            }
        }
        let (pairs, pair_of) = king_pairs(&geometry);
        let too_many = || {
            Error::refused(format!(
                "the pieces {} on {size} have more positions than can be held",
                material.name()
            ))
        };

        let mut weights = vec![[0; SQUARES + 1]; slots.len() + 1];
        let mut bases = vec![[[0; MOST_ALIKE + 1]; SQUARES + 1]; slots.len()];
        weights[slots.len()] = [1; SQUARES + 1];
        for slot in (0..slots.len()).rev() {
            let kind = slots.kind(slot);
            let count = usize::from(kind.count);
            let form_bits = form_bits(kind.promotes);
            for free in 0..=size.squares() - 2 {
                let mut total: u128 = 0;
                for on_board in 0..=count {
                    bases[slot][free][on_board] = total as u64;
                    if on_board <= free {
                        let ways = (count - on_board + 1) as u128
                            * u128::from(binomials[free][on_board])
                            << (form_bits * on_board);
                        total += ways * u128::from(weights[slot + 1][free - on_board]);
                    }
                    if total > MOST_STATES {
                        return Err(too_many());
                    }
                }
                weights[slot][free] = total as u64;
            }
        }
        let mut index = Index {
            geometry,
            slots,
            material: material.clone(),
            pairs,
            pair_of,
            weights,
            bases,
            tails: Vec::new(),
            binomials,
        };
        if u128::from(index.weights[0][size.squares() - 2]) * index.pairs.len() as u128
            > MOST_STATES
        {
            return Err(too_many());
        }
        if let Some(last) = index.slots.len().checked_sub(1) {
            let alike = usize::from(index.slots.kind(last).count);
            let most = u128::from(index.weights[last][size.squares() - 2]);
            if most > MOST_TAILS || alike > 8 {
                return Err(too_many());
            }
            index.tails = (0..=size.squares() - 2)
                .map(|free| (0..index.weights[last][free]).map(|n| index.tail(last, free, n)).collect())
                .collect();
        }
        Ok(index)
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.pairs.len() as u64 * self.weights[0][self.geometry.size.squares() - 2]
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The pieces that are numbered.
    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// The rules that the positions are seen under.
    pub fn rules(&self) -> &Rules {
        &self.geometry.rules
    }

    /// Splits the number of an arrangement of one kind and all later ones.
    fn tail_and_rest(&self, slot: usize, free: usize, number: u64) -> (Tail, u64) {
        let kind = self.slots.kind(slot);
        let bases = &self.bases[slot][free];
        let mut on_board = usize::from(kind.count).min(free);
        while bases[on_board] > number {
            on_board -= 1;
        }
        let weight = self.weights[slot + 1][free - on_board];
        let within = number - bases[on_board];
        let (mut code, rest) = (within / weight, within % weight);
        let bits = form_bits(kind.promotes);
        let mask = (1_u64 << (bits * on_board)) - 1;
        let mut tail =
            Tail { on_board: on_board as u8, forms: (code & mask) as u32, ..Tail::default() };
        code >>= bits * on_board;
        let combinations = u64::from(self.binomials[free][on_board]);
        tail.in_hand = (code / combinations) as u8;
        let mut combination = (code % combinations) as u32;
        let mut square = free;
        for at in (0..on_board).rev() {
            while square > 0 && self.binomials[square][at + 1] > combination || square == free {
                square -= 1;
            }
            combination -= self.binomials[square][at + 1];
            tail.squares[at] = square as u8;
        }
        (tail, rest)
    }

    fn tail(&self, slot: usize, free: usize, number: u64) -> Tail {
        self.tail_and_rest(slot, free, number).0
    }

    /// Puts an arrangement of one kind on the board, `mover` being its side to move; `free` are
    /// the squares still free as the side to move sees them.
    #[inline(always)]
    fn put(&self, board: &mut Board, slot: usize, tail: &Tail, free: u32, mover: usize) -> u32 {
        let kind = self.slots.kind(slot);
        let bits = form_bits(kind.promotes);
        let last = self.geometry.size.squares() - 1;
        let mut left = free;
        for at in 0..usize::from(tail.on_board) {
            let square = select(free, tail.squares[at]);
            left &= !bit(square);
            let code = (tail.forms >> (bits * at)) as usize & ((1 << bits) - 1);
            let (owner, promoted) = if kind.promotes { (code / 2, code % 2) } else { (code, 0) };
            let (owner, square) =
                if mover == 0 { (owner, square) } else { (1 - owner, last - square) };
            board.put(slot, form(owner, promoted == 1), square);
        }
        board.hands[mover][slot] = tail.in_hand;
        board.hands[1 - mover][slot] = kind.count - tail.on_board - tail.in_hand;
        left
    }

    /// The kings of a number, the squares that they leave free, and the rest of the number.
    fn kings(&self, index: u64, mover: usize) -> (Board, u32, u64) {
        let weight = self.weights[0][self.geometry.size.squares() - 2];
        let (own, other) = self.pairs[(index / weight) as usize];
        let last = self.geometry.size.squares() as u8 - 1;
        let board = match mover {
            0 => Board::new(own, other),
            _ => Board::new(last - other, last - own),
        };
        let free = self.geometry.all & !bit(own.into()) & !bit(other.into());
        (board, free, index % weight)
    }

    /// The board of a number, with `mover` (0 or 1) to move.
    pub(crate) fn board(&self, index: u64, mover: usize) -> Board {
        let (mut board, mut free, mut number) = self.kings(index, mover);
        for slot in 0..self.slots.len() {
            let squares = free.count_ones() as usize;
            let tail;
            if slot + 1 == self.slots.len() {
                tail = self.tails[squares][number as usize];
            } else {
                (tail, number) = self.tail_and_rest(slot, squares, number);
            }
            free = self.put(&mut board, slot, &tail, free, mover);
        }
        board
    }

    /// Calls `visit` with the board of every number of a range, owner 0 to move.
    pub(crate) fn boards(&self, range: std::ops::Range<u64>, mut visit: impl FnMut(u64, &Board)) {
        let Some(last) = self.slots.len().checked_sub(1) else {
            for index in range {
                visit(index, &self.board(index, 0));
            }
            return;
        };
        let mut index = range.start;
        while index < range.end {
            // Everything but the last kind stays as it is for a while.
            let (mut head, mut free, mut number) = self.kings(index, 0);
            for slot in 0..last {
                let tail;
                (tail, number) = self.tail_and_rest(slot, free.count_ones() as usize, number);
                free = self.put(&mut head, slot, &tail, free, 0);
            }
            let tails = &self.tails[free.count_ones() as usize][number as usize..];
            for tail in tails.iter().take((range.end - index) as usize) {
                let mut board = head;
                self.put(&mut board, last, tail, free, 0);
                visit(index, &board);
                index += 1;
            }
        }
    }

    /// The number of a board with owner 0 to move; `None` if its kings touch, or if the game is
    /// over by where they are.
    #[inline(always)]
    pub(crate) fn place(&self, board: &Board) -> Option<Place> {
        let [own, other] = board.kings;
        let pair = self.pair_of[usize::from(own)][usize::from(other)];
        if pair == NO_PAIR {
            return None;
        }
        let base = u64::from(pair >> 2) * self.weights[0][self.geometry.size.squares() - 2];
        Some(match pair & 3 {
            0 => Place {
                index: base + self.rank::<false>(board),
                mirrored: false,
                symmetric: false,
            },
            1 => Place { index: base + self.rank::<true>(board), mirrored: true, symmetric: false },
            _ => {
                // The kings stand on the middle file: of the two images the lower one counts.
                let (straight, mirrored) = (self.rank::<false>(board), self.rank::<true>(board));
                Place {
                    index: base + straight.min(mirrored),
                    mirrored: mirrored < straight,
                    symmetric: straight == mirrored,
                }
            }
        })
    }

    #[inline(always)]
    fn rank<const MIRRORED: bool>(&self, board: &Board) -> u64 {
        let geometry = &self.geometry;
        let turn = |set: u32| if MIRRORED { geometry.mirror(set) } else { set };
        let [own, other] = board.kings;
        let mut free = geometry.all & !turn(bit(own.into()) | bit(other.into()));
        let mut number = 0;
        for (slot, kind) in self.slots.iter() {
            let [a, b, c, d] = board.pieces[slot];
            let pieces = turn(a | b | c | d);
            let free_squares = free.count_ones() as usize;
            let bits = form_bits(kind.promotes);
            let (mut combination, mut forms, mut on_board) = (0, 0, 0);
            for square in squares(pieces) {
                let below = (free & (bit(square) - 1)).count_ones() as usize;
                combination += self.binomials[below][on_board + 1];
                let at = if MIRRORED { geometry.mirror_square(square) } else { square };
                let form = u64::from(board.forms[at]);
                let code = if kind.promotes { form } else { form / 2 };
                forms |= code << (bits * on_board);
                on_board += 1;
            }
            let hand = u64::from(board.hands[0][slot]);
            let combinations = u64::from(self.binomials[free_squares][on_board]);
            let code =
                (hand * combinations + u64::from(combination)) << (bits * on_board) | forms;
            number += self.bases[slot][free_squares][on_board]
                + code * self.weights[slot + 1][free_squares - on_board];
            free &= !pieces;
        }
        number
    }

    /// The number of a position, if its kings do not touch. It must have this material.
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        self.place(&self.read(position)).map(|place| place.index)
    }

    /// A position as a board with owner 0 to move.
    pub(crate) fn read(&self, position: &Position) -> Board {
        let size = self.geometry.size;
        let turned = position.side == Side::Second;
        let turn = |square: usize| if turned { size.squares() - 1 - square } else { square };
        let owner = |side: Side| side_index(side) ^ usize::from(turned);
        let king = |side| turn(position.king(side).expect("both have a king")) as u8;
        let mut board = Board::new(king(position.side), king(!position.side));
        for (slot, kind) in self.slots.iter() {
            for (square, piece) in position.board.iter().enumerate() {
                if let Some(piece) = piece.filter(|piece| piece.kind == kind.kind) {
                    board.put(slot, form(owner(piece.side), piece.promoted), turn(square));
                }
            }
            for side in [Side::First, Side::Second] {
                board.hands[owner(side)][slot] = position.hands[side_index(side)][kind.kind as usize];
            }
        }
        board
    }

    /// The position of a number, the first player to move.
    pub fn position(&self, index: u64) -> Position {
        let board = self.board(index, 0);
        let mut position = Position::empty(Side::First);
        for (owner, side) in [Side::First, Side::Second].into_iter().enumerate() {
            position.board[usize::from(board.kings[owner])] =
                Some(Piece { side, kind: Kind::King, promoted: false });
            for (slot, kind) in self.slots.iter() {
                for promoted in [false, true] {
                    for square in squares(board.pieces[slot][form(owner, promoted)]) {
                        position.board[square] = Some(Piece { side, kind: kind.kind, promoted });
                    }
                }
                position.hands[owner][kind.kind as usize] = board.hands[owner][slot];
            }
        }
        position
    }
}

fn form_bits(promotes: bool) -> usize {
    if promotes { 2 } else { 1 }
}

/// The square with `count` others of the set below it.
#[inline(always)]
fn select(mut set: u32, count: u8) -> usize {
    for _ in 0..count {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// The pairs of kings that do not touch, one of two mirror images; and for every pair its number
/// times four, plus 1 if it is kept mirrored and 2 if it is its own image.
fn king_pairs(geometry: &Geometry) -> (Vec<(u8, u8)>, Vec<[u16; SQUARES]>) {
    let mut pairs = Vec::new();
    let mut pair_of = vec![[NO_PAIR; SQUARES]; SQUARES];
    let count = geometry.size.squares();
    for own in 0..count {
        for other in 0..count {
            let touch = own == other || geometry.king(own) & bit(other) != 0;
            let home = geometry.home[0] & bit(own) != 0 || geometry.home[1] & bit(other) != 0;
            let mirrored = (geometry.mirror_square(own), geometry.mirror_square(other));
            if touch || home || mirrored < (own, other) {
                continue;
            }
            let number = 4 * pairs.len() as u16;
            pairs.push((own as u8, other as u8));
            pair_of[mirrored.0][mirrored.1] = number + 1;
            pair_of[own][other] = number + if mirrored == (own, other) { 2 } else { 0 };
        }
    }
    (pairs, pair_of)
}
