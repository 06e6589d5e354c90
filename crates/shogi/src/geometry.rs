//! Tables of one board under given rules, for the fast path: squares as bits.

use crate::piece::{Kind, Movement};
use crate::position::{Position, Shogi};
use crate::rules::{Rules, Size, Variant};
use yomikiri_core::Side;

/// Room for every square; a power of two, so that a masked number needs no other check.
pub(crate) const SQUARES: usize = 32;

/// Rays in the directions in which square numbers grow, then in those in which they fall.
const DIRECTIONS: [(i32, i32); 8] =
    [(-1, 1), (-1, 0), (-1, -1), (0, 1), (0, -1), (1, -1), (1, 0), (1, 1)];

/// What pieces do on one board.
pub(crate) struct Geometry {
    pub(crate) size: Size,
    pub(crate) rules: Rules,
    /// Every square of the board.
    pub(crate) all: u32,
    /// One step or jump, by owner (0 moves towards square 0), movement and square.
    steps: [[[u32; SQUARES]; Movement::ALL.len()]; 2],
    rays: [[u32; SQUARES]; 8],
    /// The squares between two that are on a line; none for others.
    pub(crate) between: [[u32; SQUARES]; SQUARES],
    /// Where owner's pieces can promote.
    pub(crate) zone: [u32; 2],
    /// Where an unpromoted piece could not move again, by owner and kind.
    pub(crate) dead: [[u32; Kind::COUNT]; 2],
    /// Where an unpromoted piece may not be dropped.
    pub(crate) undroppable: [[u32; Kind::COUNT]; 2],
    /// Where an unpromoted piece can never stand.
    pub(crate) impossible: [[u32; Kind::COUNT]; 2],
    pub(crate) files: Vec<u32>,
    /// Where an owner's lion is home; none in shogi.
    pub(crate) home: [u32; 2],
}

#[inline(always)]
pub(crate) fn bit(square: usize) -> u32 {
    1 << square
}

/// The squares of a set.
#[inline(always)]
pub(crate) fn squares(set: u32) -> Squares {
    Squares(set)
}

/// What [`squares`] gives.
pub(crate) struct Squares(u32);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl Geometry {
    pub(crate) fn new(size: Size, rules: Rules) -> Geometry {
        let game = Shogi { size, rules, start: Position::empty(Side::First) };
        let all = bit(size.squares()) - 1;
        let sides = [Side::First, Side::Second];
        let ray = |square: usize, direction| {
            let mut set = 0;
            let mut at = square;
            while let Some(next) = game.step(Side::First, at, direction) {
                set |= bit(next);
                at = next;
            }
            set
        };
        let per_square = |of: &dyn Fn(usize) -> u32| {
            std::array::from_fn(|square| if square < size.squares() { of(square) } else { 0 })
        };
        let steps = sides.map(|side| {
            Movement::ALL.map(|movement| {
                per_square(&|square| {
                    let targets = movement.steps().iter();
                    let targets = targets.filter_map(|step| game.step(side, square, *step));
                    targets.fold(0, |set, target| set | bit(target))
                })
            })
        });
        let rays: [[u32; SQUARES]; 8] =
            DIRECTIONS.map(|direction| per_square(&|square| ray(square, direction)));
        let between = std::array::from_fn(|from| {
            per_square(&|to| {
                if from >= size.squares() {
                    return 0;
                }
                let towards = rays.iter().find(|ray| ray[from] & bit(to) != 0);
                let beyond = |ray: &[u32; SQUARES]| ray[from] & !ray[to] & !bit(to);
                towards.map_or(0, beyond)
            })
        });
        let far_ranks = |side: Side, ranks: usize| {
            let far = (0..size.squares()).filter(|square| game.far_rank(side, *square) < ranks);
            far.fold(0, |set, square| set | bit(square))
        };
        // The squares of which something holds, by owner and kind.
        let where_kind = |holds: &dyn Fn(Side, Kind, usize) -> bool| {
            sides.map(|side| {
                Kind::ALL.map(|kind| {
                    let squares = (0..size.squares()).filter(|square| holds(side, kind, *square));
                    squares.fold(0, |set, square| set | bit(square))
                })
            })
        };
        let dead = where_kind(&|side, kind, square| game.is_dead(side, kind, square));
        let files = size.files();
        Geometry {
            size,
            rules,
            all,
            steps,
            rays,
            between,
            zone: sides.map(|side| far_ranks(side, usize::from(rules.zone))),
            dead,
            undroppable: if rules.may_drop_dead() { Default::default() } else { dead },
            impossible: where_kind(&|side, kind, square| !game.can_stand(side, kind, square)),
            files: (0..files)
                .map(|file| (file..size.squares()).step_by(files).fold(0, |set, sq| set | bit(sq)))
                .collect(),
            home: match rules.variant {
                Variant::Shogi => [0; 2],
                Variant::Dobutsu => sides.map(|side| far_ranks(side, 1)),
            },
        }
    }

    /// The squares that a piece of `owner` on `square` attacks, the board filled with `occupied`.
    #[inline(always)]
    pub(crate) fn attacks(
        &self,
        owner: usize,
        movement: Movement,
        square: usize,
        occupied: u32,
    ) -> u32 {
        let steps = self.steps[owner][movement as usize][square % SQUARES];
        let up = |ray: usize| {
            let ray = self.rays[ray][square % SQUARES];
            let blockers = ray & occupied;
            ray & (blockers ^ blockers.wrapping_sub(1))
        };
        let down = |ray: usize| {
            let ray = self.rays[ray][square % SQUARES];
            let nearest = 31 - (ray & occupied | 1).leading_zeros();
            ray & (u32::MAX << nearest)
        };
        steps
            | match movement {
                Movement::Rook | Movement::Dragon => up(1) | up(3) | down(4) | down(6),
                Movement::Bishop | Movement::Horse => up(0) | up(2) | down(5) | down(7),
                Movement::Lance if owner == 0 => down(6),
                Movement::Lance => up(1),
                _ => 0,
            }
    }

    /// The squares that a king on `square` attacks.
    #[inline(always)]
    pub(crate) fn king(&self, square: usize) -> u32 {
        self.steps[0][Movement::King as usize][square % SQUARES]
    }

    /// Left and right exchanged.
    #[inline(always)]
    pub(crate) fn mirror(&self, set: u32) -> u32 {
        let mut mirrored = set;
        let last = self.files.len() - 1;
        for left in 0..self.files.len() / 2 {
            let right = last - left;
            let shift = right - left;
            let (l, r) = (self.files[left], self.files[right]);
            mirrored = mirrored & !(l | r) | (set & l) << shift | (set & r) >> shift;
        }
        mirrored
    }

    /// The square across the middle file.
    #[inline(always)]
    pub(crate) fn mirror_square(&self, square: usize) -> usize {
        let files = self.files.len();
        let column = square % files;
        square - column + (files - 1 - column)
    }
}
