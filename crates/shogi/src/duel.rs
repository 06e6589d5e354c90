//! Shogi as the searches for a forced win see it: the fast board, king-losing moves included.

use crate::board::{Board, Slots, form};
use crate::geometry::{Geometry, squares};
use crate::material::Material;
use crate::moves::{Step, Steps};
use crate::piece::Kind;
use crate::position::{Move, Position, Shogi, side_index};
use yomikiri_core::{Error, Result, Side};
use yomikiri_search::duel::{Duel, Hand};

/// A game with the tables that its fast board needs.
pub struct Arena {
    geometry: Geometry,
    slots: Slots,
    plies_when_lost: u16,
}

/// A fast board with a side to move.
#[derive(Clone, Copy)]
pub struct Stand {
    board: Board,
    own: u8,
}

/// Bits that a square takes in a key.
const SQUARE_BITS: usize = 5;
/// The codes of the kings; those of other pieces are below.
const KING_CODES: [u128; 2] = [30, 31];

/// What pieces are worth to the estimate.
fn worth(kind: Kind, promoted: bool) -> i32 {
    match (kind, promoted) {
        (Kind::King, _) => 0,
        (Kind::Rook, false) => 1000,
        (Kind::Rook, true) => 1300,
        (Kind::Bishop, false) => 800,
        (Kind::Bishop, true) => 1100,
        (Kind::Gold, _) => 600,
        (Kind::Silver, false) => 550,
        (Kind::Knight, false) => 350,
        (Kind::Lance, false) => 300,
        (Kind::Pawn, false) => 100,
        (Kind::Giraffe | Kind::Elephant, _) => 300,
        (_, true) => 600,
    }
}

impl Arena {
    /// The arena for a game's positions with the pieces of `position`.
    pub fn new(game: &Shogi, position: &Position) -> Result<Arena> {
        if game.size.squares() * SQUARE_BITS > 127 {
            return Err(Error::refused(format!(
                "the searches keep boards of at most 25 squares apart, and {} has more",
                game.size
            )));
        }
        let material = Material::of(position, game.rules.variant);
        Ok(Arena {
            geometry: Geometry::new(game.size, game.rules),
            slots: Slots::new(&material, game.rules),
            plies_when_lost: game.rules.plies_after_mate(),
        })
    }

    /// A position on the fast board.
    pub fn stand(&self, position: &Position) -> Stand {
        // `read` turns the board such that owner 0 is to move; here owners are the players.
        let first = Position { side: Side::First, ..*position };
        Stand {
            board: Board::read(&self.geometry, &self.slots, &first),
            own: side_index(position.side) as u8,
        }
    }

    fn steps(&self, stand: &Stand) -> Steps {
        let mut steps = Steps::new();
        let own = usize::from(stand.own);
        stand.board.steps(&self.geometry, &self.slots, own, &mut steps);
        steps
    }

    /// A move as the plain rules have it.
    pub fn plain_move(&self, step: ArenaMove) -> Move {
        let step = step.0;
        match step.is_drop() {
            true => {
                let kind = self.slots.kind(usize::from(step.slot)).kind;
                Move::Drop { kind, to: step.to }
            }
            false => Move::Board { from: step.from, to: step.to, promote: step.promotes() },
        }
    }
}

/// A move on the fast board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaMove(Step);

impl Duel for Arena {
    type Position = Stand;
    type Move = ArenaMove;

    fn to_move(&self, stand: &Stand) -> Side {
        if stand.own == 0 { Side::First } else { Side::Second }
    }

    fn wins_at_once(&self, stand: &Stand) -> bool {
        let own = usize::from(stand.own);
        let (geometry, slots) = (&self.geometry, &self.slots);
        let king = usize::from(stand.board.kings[1 - own]);
        stand.board.attackers(geometry, slots, own, king, stand.board.all()) != 0
            || stand.board.king_targets(geometry, slots, own) & geometry.home[own] != 0
    }

    fn moves(&self, stand: &Stand, moves: &mut Vec<ArenaMove>) {
        let (geometry, slots) = (&self.geometry, &self.slots);
        let own = usize::from(stand.own);
        for step in self.steps(stand) {
            // Moves that lose the king are kept; what the rules forbid is not.
            let forbidden = step.is_drop() && {
                let mut next = stand.board;
                next.make(own, &step);
                next.was_drop_pawn_mate(geometry, slots, own, &step)
            };
            if !forbidden {
                moves.push(ArenaMove(step));
            }
        }
    }

    fn play(&self, stand: &Stand, mv: ArenaMove) -> Stand {
        let mut next = Stand { own: 1 - stand.own, ..*stand };
        next.board.make(stand.own.into(), &mv.0);
        next
    }

    fn board_key(&self, stand: &Stand) -> u128 {
        let board = &stand.board;
        let mut key = 0_u128;
        let mut put = |square: usize, code: u128| key |= code << (SQUARE_BITS * square);
        for (owner, code) in KING_CODES.into_iter().enumerate() {
            put(board.kings[owner].into(), code);
            for (slot, _) in self.slots.iter() {
                for promoted in [false, true] {
                    let form = form(owner, promoted);
                    for square in squares(board.pieces[slot][form]) {
                        put(square, (1 + 4 * slot + form) as u128);
                    }
                }
            }
        }
        key | u128::from(stand.own) << 127
    }

    fn hand(&self, stand: &Stand, side: Side) -> Hand {
        let mut hand = Hand::default();
        let held = stand.board.hands[side_index(side)];
        hand.0[..held.len()].copy_from_slice(&held);
        hand
    }

    fn estimate(&self, stand: &Stand) -> i32 {
        let board = &stand.board;
        let mut sum = 0;
        for (slot, kind) in self.slots.iter() {
            for (owner, sign) in [(0, 1), (1, -1)] {
                let held = i32::from(board.hands[owner][slot]) * worth(kind.kind, false);
                let pieces = [false, true].map(|promoted| {
                    let count = board.pieces[slot][form(owner, promoted)].count_ones() as i32;
                    count * worth(kind.kind, promoted)
                });
                sum += sign * (held + pieces[0] + pieces[1]);
            }
        }
        if stand.own == 0 { sum } else { -sum }
    }

    fn plies_when_lost(&self) -> u16 {
        self.plies_when_lost
    }
}

const _: () = assert!(4 * (crate::material::SLOTS as u128) < KING_CODES[0]);
