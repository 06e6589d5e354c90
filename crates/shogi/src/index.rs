//! Numbers for positions: every arrangement of a material on a board has one, and only few
//! numbers have no arrangement.
//!
//! A position is seen by the side to move. The kings come first: pairs that touch are left out
//! (the side to move would take the king), and of two mirror images one is kept. Then come the
//! kinds one after the other: how many of them are on the board, how the others are shared
//! between the hands, which of the squares still free they stand on, and whose and how promoted
//! each is. No two pieces are ever numbered on the same square, so the only gaps are the mirror
//! images of arrangements with both kings on the middle file. Many arrangements cannot occur (the
//! side to move could take the king); to leave those out would take longer than they do.

use crate::board::{Board, Slots, form};
use crate::geometry::{Geometry, SQUARES, bit, squares};
use crate::material::Material;
use crate::piece::{Kind, Piece};
use crate::position::Position;
use crate::rules::{Rules, Size};
use yomikiri_core::{Error, Result, Side};

/// More states than anybody could hold.
const MOST_STATES: u128 = 1 << 40;
/// More arrangements of the last kind than are worth a list.
const MOST_TAILS: u128 = 1 << 21;
/// The most pieces of one kind.
const MOST_ALIKE: usize = 8;
const NO_PAIR: u16 = u16::MAX;

/// The numbering of one material on one board.
pub struct Index {
    pub(crate) geometry: Geometry,
    pub(crate) slots: Slots,
    material: Material,
    pairs: Vec<(u8, u8)>,
    pair_of: Vec<[u16; SQUARES]>,
    /// Per slot, by free squares: arrangements of this kind and all later ones.
    weights: Vec<[u64; SQUARES]>,
    /// Per slot, by free squares and pieces on the board.
    groups: Vec<[[Group; SQUARES]; SQUARES]>,
    /// The arrangements of the last kind, by free squares.
    tails: Vec<Vec<Tail>>,
    /// By pieces, then by squares: how many ways to choose.
    binomials: [[u32; SQUARES]; SQUARES],
    /// Squares as they are, mirrored, turned by 180 degrees, and both.
    turns: [[u8; SQUARES]; 4],
    /// Whether the processor counts bits by itself.
    pub(crate) counts_bits: bool,
}

/// The arrangements of a kind with a given number of pieces on the board.
#[derive(Clone, Copy, Default)]
struct Group {
    /// Where they begin.
    base: u64,
    /// How many arrangements the later kinds have.
    weight: u64,
    /// How many sets of squares there are.
    combinations: u32,
    /// Bits that hold the forms.
    shift: u32,
}

const MIRRORED: usize = 1;
const TURNED: usize = 2;

/// An arrangement of one kind: squares counted among the free ones, forms, and the hand.
#[derive(Clone, Copy, Default)]
struct Tail {
    on_board: u8,
    in_hand: u8,
    squares: [u8; MOST_ALIKE],
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
        Index::build(size, rules, material, false)
    }

    /// The same with every pair of kings, those too that end the game.
    pub(crate) fn with_all_kings(size: Size, rules: Rules, material: &Material) -> Result<Index> {
        Index::build(size, rules, material, true)
    }

    fn build(size: Size, rules: Rules, material: &Material, all_kings: bool) -> Result<Index> {
        let geometry = Geometry::new(size, rules);
        let slots = Slots::new(material, rules);
        let mut binomials = [[0; SQUARES]; SQUARES];
        binomials[0] = [1; SQUARES];
        for n in 1..SQUARES {
            for k in 1..=n {
                binomials[k][n] = binomials[k - 1][n - 1] + binomials[k][n - 1];
            }
        }
        let (pairs, pair_of) = king_pairs(&geometry, all_kings);
        let too_many = || {
            Error::refused(format!(
                "the pieces {} on {size} have more positions than can be held",
                material.name()
            ))
        };

        let mut weights = vec![[0; SQUARES]; slots.len() + 1];
        let mut groups = vec![[[Group::default(); SQUARES]; SQUARES]; slots.len()];
        weights[slots.len()] = [1; SQUARES];
        for slot in (0..slots.len()).rev() {
            let kind = slots.kind(slot);
            let count = usize::from(kind.count);
            for free in 0..=size.squares() - 2 {
                let mut total: u128 = 0;
                for on_board in 0..=count.min(free) {
                    let group = Group {
                        base: total as u64,
                        weight: weights[slot + 1][free - on_board],
                        combinations: binomials[on_board][free],
                        shift: (form_bits(kind.promotes) * on_board) as u32,
                    };
                    let codes = ((count - on_board + 1) as u128 * u128::from(group.combinations))
                        << group.shift;
                    total += codes * u128::from(group.weight);
                    if total > MOST_STATES {
                        return Err(too_many());
                    }
                    groups[slot][free][on_board] = group;
                }
                weights[slot][free] = total as u64;
            }
        }
        let turns = std::array::from_fn(|turn| {
            std::array::from_fn(|square| {
                if square >= size.squares() {
                    return 0;
                }
                let square =
                    if turn & MIRRORED != 0 { geometry.mirror_square(square) } else { square };
                (if turn & TURNED != 0 { size.squares() - 1 - square } else { square }) as u8
            })
        });
        let mut index = Index {
            geometry,
            slots,
            material: material.clone(),
            pairs,
            pair_of,
            weights,
            groups,
            tails: Vec::new(),
            binomials,
            turns,
            counts_bits: counts_bits(),
        };
        if u128::from(index.weights[0][size.squares() - 2]) * index.pairs.len() as u128
            > MOST_STATES
        {
            return Err(too_many());
        }
        if let Some(last) = index.slots.len().checked_sub(1) {
            let alike = usize::from(index.slots.kind(last).count);
            let most = u128::from(index.weights[last][size.squares() - 2]);
            if alike > MOST_ALIKE {
                return Err(Error::refused(format!(
                    "positions with {alike} pieces of a kind cannot be solved; at most {MOST_ALIKE} can"
                )));
            }
            if most > MOST_TAILS {
                return Err(too_many());
            }
            let tails = |free| {
                let numbers = 0..index.weights[last][free];
                numbers.map(|number| index.tail_and_rest(last, free, number).0).collect()
            };
            // As many squares are free as the other kinds leave.
            let most = size.squares() - 2;
            let others: usize = (0..last).map(|s| usize::from(index.slots.kind(s).count)).sum();
            let least = most.saturating_sub(others);
            index.tails = (0..=most)
                .map(|free| if free < least { Vec::new() } else { tails(free) })
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
    #[inline(always)]
    fn tail_and_rest(&self, slot: usize, free: usize, number: u64) -> (Tail, u64) {
        let groups = &self.groups[slot][free];
        let mut on_board = usize::from(self.slots.kind(slot).count).min(free);
        while groups[on_board].base > number {
            on_board -= 1;
        }
        let group = &groups[on_board];
        let within = number - group.base;
        let (mut code, rest) = (within / group.weight, within % group.weight);
        let mut tail = Tail {
            on_board: on_board as u8,
            forms: (code & ((1 << group.shift) - 1)) as u32,
            ..Tail::default()
        };
        code >>= group.shift;
        let combinations = u64::from(group.combinations);
        tail.in_hand = (code / combinations) as u8;
        let mut combination = (code % combinations) as u32;
        let mut square = free;
        for at in (0..on_board).rev() {
            square -= 1;
            while self.binomials[at + 1][square] > combination {
                square -= 1;
            }
            combination -= self.binomials[at + 1][square];
            tail.squares[at] = square as u8;
        }
        (tail, rest)
    }

    /// Puts an arrangement of one kind on the board, its squares turned; `free` are the squares
    /// still free before turning. With [`TURNED`], owner 1 is the side to move.
    #[inline(always)]
    fn put(&self, board: &mut Board, slot: usize, tail: &Tail, free: u32, turn: usize) -> u32 {
        let kind = self.slots.kind(slot);
        let mover = turn / TURNED;
        let bits = form_bits(kind.promotes);
        let mut left = free;
        for at in 0..usize::from(tail.on_board).min(tail.squares.len()) {
            let square = select(free, tail.squares[at]);
            left &= !bit(square);
            let code = (tail.forms >> (bits * at)) as usize & ((1 << bits) - 1);
            let (owner, promoted) = if kind.promotes { (code / 2, code % 2) } else { (code, 0) };
            let square = usize::from(self.turns[turn][square % SQUARES]);
            board.put(slot, form(owner ^ mover, promoted == 1), square);
        }
        board.hands[mover][slot] = tail.in_hand;
        board.hands[1 - mover][slot] = kind.count - tail.on_board - tail.in_hand;
        left
    }

    /// The kings of a number, turned, the squares that they leave free, and the rest of the
    /// number.
    #[inline(always)]
    fn kings(&self, index: u64, turn: usize) -> (Board, u32, u64) {
        let weight = self.weights[0][self.geometry.size.squares() - 2];
        let (own, other) = self.pairs[(index / weight) as usize];
        let turned = |square: u8| self.turns[turn][usize::from(square) % SQUARES];
        let board = match turn / TURNED {
            0 => Board::new(turned(own), turned(other)),
            _ => Board::new(turned(other), turned(own)),
        };
        let free = self.geometry.all & !bit(own.into()) & !bit(other.into());
        (board, free, index % weight)
    }

    /// The board of a number, turned.
    #[inline(always)]
    fn turned_board(&self, index: u64, turn: usize) -> Board {
        let (mut board, mut free, mut number) = self.kings(index, turn);
        for slot in 0..self.slots.len() {
            let squares = free.count_ones() as usize;
            let tail;
            if slot + 1 == self.slots.len() {
                tail = self.tails[squares][number as usize];
            } else {
                (tail, number) = self.tail_and_rest(slot, squares, number);
            }
            free = self.put(&mut board, slot, &tail, free, turn);
        }
        board
    }

    /// The board of a number, owner 0 to move.
    pub(crate) fn board(&self, index: u64) -> Board {
        self.turned_board(index, 0)
    }

    /// The board of a number, owner 1 to move.
    pub(crate) fn board_turned(&self, index: u64) -> Board {
        self.turned_board(index, TURNED)
    }

    /// The board of a number, owner 1 to move, mirrored if owner 0's view of it would be kept
    /// mirrored; so that every board that leads to it by a piece of owner 0 other than the king
    /// is kept as it is.
    #[inline(always)]
    pub(crate) fn board_before(&self, index: u64) -> Board {
        let weight = self.weights[0][self.geometry.size.squares() - 2];
        let (own, other) = self.pairs[(index / weight) as usize];
        let turned = |square: u8| usize::from(self.turns[TURNED][usize::from(square) % SQUARES]);
        let mirrored = self.pair_of[turned(other)][turned(own)] & 3 == 1;
        self.turned_board(index, TURNED | if mirrored { MIRRORED } else { 0 })
    }

    /// The boards of a range of numbers, owner 0 to move, one after the other.
    #[inline(always)]
    pub(crate) fn walk(&self, range: std::ops::Range<u64>) -> Walk<'_> {
        let board = Board::new(0, 0);
        Walk { index: self, range, board, free: 0, occupied: [0; 2], tails: &[] }
    }

    /// The number of a board with owner 0 to move; `None` if its kings touch, or if the game is
    /// over by where they are.
    #[inline(always)]
    pub(crate) fn place(&self, board: &Board) -> Option<Place> {
        let [own, other] = board.kings;
        let pair = self.pair_of[usize::from(own) % SQUARES][usize::from(other) % SQUARES];
        if pair == NO_PAIR {
            return None;
        }
        let base = u64::from(pair >> 2) * self.weights[0][self.geometry.size.squares() - 2];
        let straight = if pair & 3 == 1 { u64::MAX } else { self.rank::<false>(board) };
        let mirrored = if pair & 3 == 0 { u64::MAX } else { self.rank::<true>(board) };
        // With both kings on the middle file, the lower one of the two images counts.
        Some(Place {
            index: base + straight.min(mirrored),
            mirrored: mirrored < straight,
            symmetric: straight == mirrored,
        })
    }

    #[inline(always)]
    fn rank<const MIRROR: bool>(&self, board: &Board) -> u64 {
        let geometry = &self.geometry;
        let turn = |set: u32| if MIRROR { geometry.mirror(set) } else { set };
        let [own, other] = board.kings;
        let mut free = geometry.all & !turn(bit(own.into()) | bit(other.into()));
        let mut number = 0;
        for ((slot, kind), groups) in self.slots.iter().zip(&self.groups) {
            let [a, b, c, d] = board.pieces[slot];
            let pieces = turn(a | b | c | d);
            let free_squares = free.count_ones() as usize;
            let bits = form_bits(kind.promotes);
            let (mut combination, mut forms, mut on_board) = (0, 0, 0);
            for square in squares(pieces) {
                let below = (free & (bit(square) - 1)).count_ones() as usize;
                combination += self.binomials[(on_board + 1) % SQUARES][below % SQUARES];
                let at =
                    if MIRROR { self.turns[MIRRORED][square % SQUARES].into() } else { square };
                let form = u64::from(board.forms[at % SQUARES]);
                let code = if kind.promotes { form } else { form / 2 };
                forms |= code << (bits * on_board);
                on_board += 1;
            }
            let group = &groups[free_squares % SQUARES][on_board % SQUARES];
            let hand = u32::from(board.hands[0][slot]);
            let squares = u64::from(hand * group.combinations + combination);
            number += group.base + (squares << group.shift | forms) * group.weight;
            free &= !pieces;
        }
        number
    }

    /// The number of a position, if its kings do not touch. It must have this material.
    pub fn index_of(&self, position: &Position) -> Option<u64> {
        self.place(&Board::read(&self.geometry, &self.slots, position)).map(|place| place.index)
    }

    /// The position of a number, the first player to move.
    pub fn position(&self, index: u64) -> Position {
        let board = self.board(index);
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

/// See [`Index::walk`].
pub(crate) struct Walk<'a> {
    index: &'a Index,
    range: std::ops::Range<u64>,
    board: Board,
    /// Without the last kind, which changes from board to board.
    free: u32,
    occupied: [u32; 2],
    /// How the last kind will stand while the others stay as they are.
    tails: &'a [Tail],
}

impl Walk<'_> {
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<(u64, &Board)> {
        let number = self.range.next()?;
        let index = self.index;
        let Some(last) = index.slots.len().checked_sub(1) else {
            self.board = index.board(number);
            return Some((number, &self.board));
        };
        if self.tails.is_empty() {
            let (mut board, mut free, mut rest) = index.kings(number, 0);
            for slot in 0..last {
                let tail;
                (tail, rest) = index.tail_and_rest(slot, free.count_ones() as usize, rest);
                free = index.put(&mut board, slot, &tail, free, 0);
            }
            self.tails = &index.tails[free.count_ones() as usize][rest as usize..];
            (self.board, self.free, self.occupied) = (board, free, board.occupied);
        }
        let (tail, tails) = self.tails.split_first()?;
        self.tails = tails;
        self.board.pieces[last] = [0; 4];
        self.board.occupied = self.occupied;
        index.put(&mut self.board, last, tail, self.free, 0);
        Some((number, &self.board))
    }
}

impl Index {
    /// The same numbers, worked out without the instructions that not every processor has.
    pub fn portable(self) -> Index {
        Index { counts_bits: false, ..self }
    }
}

/// Whether the processor counts and picks bits by itself.
fn counts_bits() -> bool {
    #[cfg(all(target_arch = "x86_64", not(yomikiri_portable)))]
    return is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt");
    #[cfg(not(all(target_arch = "x86_64", not(yomikiri_portable))))]
    false
}

#[inline(always)]
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

/// The pairs of kings that do not touch, or all, one of two mirror images; and for every pair its number
/// times four, plus 1 if it is kept mirrored and 2 if it is its own image.
fn king_pairs(geometry: &Geometry, all: bool) -> (Vec<(u8, u8)>, Vec<[u16; SQUARES]>) {
    let mut pairs = Vec::new();
    let mut pair_of = vec![[NO_PAIR; SQUARES]; SQUARES];
    let count = geometry.size.squares();
    for own in 0..count {
        for other in 0..count {
            let touch = geometry.king(own) & bit(other) != 0;
            let home = geometry.home[0] & bit(own) != 0 || geometry.home[1] & bit(other) != 0;
            let mirrored = (geometry.mirror_square(own), geometry.mirror_square(other));
            let left_out = own == other || !all && (touch || home);
            if left_out || mirrored < (own, other) {
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
