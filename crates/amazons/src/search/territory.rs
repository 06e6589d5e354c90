//! What a side can be sure of in a region that is too large to be read out.
//!
//! *Guards.* Squares that only one side's amazons stand beside are its territory as long as these
//! stay: the other side can neither go there nor shoot there. A guard may fill it at any time:
//! its first move goes in and shoots back to where it stood, so that the wall it was stays a wall.
//! To hold guards to that takes moves away from one side only, and so gives a bound: the territory
//! counts as moves, and the rest is played without the guards.

use super::small::{Interval, Memo, Small};
use crate::board::{Board, reach};
use crate::cells::Cells;
use crate::regions::Region;
use arrayvec::ArrayVec;
use std::cmp::Reverse;

/// Positions looked at, at most, to find out how many moves an amazon has in its territory.
const PATIENCE: u32 = 2000;
/// Territories of one side that are counted, and more are not; on small boards there are few.
const MOST_TERRITORIES: usize = 8;
/// Amazons of one side in a region that are looked at.
const MOST_AMAZONS: usize = 8;

/// What Black is sure of where White may come everywhere.
///
/// White has at most a move for every empty square. But a move of White's takes at most two
/// squares from beside an amazon, and one of Black's own at most one: who has three squares to go
/// to can answer the first move, and one with six the second. So White begins, Black answers so
/// often, and only then is all that is left White's.
fn at_worst(part: &Region) -> i32 {
    let empty = part.cells - part.black - part.white;
    let mut ways: ArrayVec<usize, MOST_AMAZONS> = part
        .black
        .into_iter()
        .take(MOST_AMAZONS)
        .map(|at| (part.board.around(Cells::one(at)) & empty).count())
        .collect();
    ways.sort_unstable();
    let answers =
        ways.into_iter().fold(0, |answers, ways| answers + usize::from(ways >= 3 * (answers + 1)));
    2 * answers as i32 - empty.count() as i32
}

/// Bounds of regions of any size.
pub(super) struct Territories {
    board: Board,
    /// Moves that an amazon is sure of in a territory, by its squares and where it stands.
    fills: Memo<(u128, u8), u8>,
}

impl Territories {
    pub(super) fn new(board: Board, bytes: u64) -> Territories {
        Territories { board, fills: Memo::new(bytes) }
    }

    /// Bounds of a region.
    pub(super) fn bounds(&self, region: &Region, small: &impl Small) -> Interval {
        let swapped = Region { black: region.white, white: region.black, ..*region };
        Interval { low: self.sure(region, small), high: -self.sure(&swapped, small) }
    }

    /// What Black is sure of.
    fn sure(&self, region: &Region, small: &impl Small) -> i32 {
        let Region { board, cells, black, white } = *region;
        let mut territories: ArrayVec<Cells, MOST_TERRITORIES> = board
            .parts(cells - black - white)
            .filter(|part| !board.around(*part).meets(white))
            .take(MOST_TERRITORIES)
            .collect();
        territories.sort_by_key(|part| Reverse(part.count()));
        let (mut sure, mut guards, mut idle, mut own) = (0, Cells::EMPTY, black, Cells::EMPTY);
        for territory in territories {
            let around = board.around(territory) & black;
            guards |= around;
            own |= territory;
            let mut best = (0, None);
            for guard in around & idle {
                let moves = self.moves_of(guard, territory);
                if moves > best.0 {
                    best = (moves, Some(guard));
                }
                if usize::from(moves) == territory.count() {
                    break;
                }
            }
            if let Some(guard) = best.1 {
                idle.remove(guard);
                sure += i32::from(best.0);
            }
        }
        for cells in board.parts(cells - own - guards) {
            let part = Region { board, cells, black: black & cells, white: white & cells };
            if part.white.is_empty() || !part.is_alive() {
                continue;
            }
            // What was the whole region is known to be too large.
            let known = if cells == region.cells { None } else { small.bounds(&part) };
            sure += known.map_or_else(|| at_worst(&part), |known| known.low);
        }
        sure.max(at_worst(region))
    }

    /// Moves that a guard is sure to have if it fills a territory.
    fn moves_of(&self, guard: u8, territory: Cells) -> u8 {
        let key = (territory.0, guard);
        if let Some(known) = self.fills.get(&key) {
            return known;
        }
        let mut patience = PATIENCE;
        let moves = self.fill(guard, territory, true, &mut patience) as u8;
        self.fills.insert(key, moves);
        moves
    }

    /// Moves that an amazon finds on empty squares that nobody else comes to, where it stands
    /// belonging to them; `sealing` if its first arrow must go back there.
    fn fill(&self, at: u8, empty: Cells, sealing: bool, patience: &mut u32) -> usize {
        let board = self.board;
        let near = board.around(Cells::one(at)) & empty;
        if near.is_empty() || *patience == 0 {
            return 0;
        }
        *patience -= 1;
        let room = board.connected(near, empty);
        let most = room.count();
        let mut ways: ArrayVec<(usize, u8), 40> = ArrayVec::new();
        for to in reach(board, at, board.full() - room) {
            // Into the corners first, lest they be cut off.
            let _ = ways.try_push(((board.around(Cells::one(to)) & room).count(), to));
        }
        ways.sort_unstable();
        let mut best = 1;
        let back = |to: u8| room.without(to);
        for (_, to) in &ways {
            best = best.max(1 + self.fill(*to, back(*to), false, patience));
            if best == most {
                return best;
            }
        }
        if sealing {
            return best;
        }
        for (_, to) in &ways {
            let left = room.with(at).without(*to);
            for arrow in reach(board, *to, board.full() - left).without(at) {
                best = best.max(1 + self.fill(*to, left.without(arrow), false, patience));
                if best == most || *patience == 0 {
                    return best;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::small::{Nothing, Recursion};
    use super::*;
    use proptest::prelude::*;
    use std::sync::OnceLock;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]
        #[test]
        fn bounds_hold(marks in prop::collection::vec(0_u8..12, 16), rows in 2_usize..=4) {
            let board = Board::new(4, rows).unwrap();
            let of = |from: u8, to: u8| -> Cells {
                let squares = board.full().into_iter().zip(&marks);
                squares.filter(|(_, mark)| (from..to).contains(mark)).map(|(at, _)| at).collect()
            };
            let (black, white, mut walls) = (of(0, 1), of(1, 2), of(2, 4));
            while (board.full() - black - white - walls).count() > 6 {
                walls.insert((board.full() - black - white - walls).first().unwrap());
            }
            // Shared by all cases, which have much in common.
            static BEST: OnceLock<Recursion> = OnceLock::new();
            let best = BEST.get_or_init(|| Recursion::new(16, 1 << 26).unwrap());
            let some = Recursion::new(4, 1 << 20).unwrap();
            let territories = Territories::new(board, 1 << 20);
            for cells in board.parts(board.full() - walls) {
                let region = Region { board, cells, black: black & cells, white: white & cells };
                let best = best.bounds(&region).unwrap();
                for bounds in [
                    territories.bounds(&region, &some),
                    territories.bounds(&region, &Nothing),
                ] {
                    prop_assert!(bounds.low <= best.low, "{bounds:?} {best:?} {}", region.text());
                    prop_assert!(best.high <= bounds.high, "{bounds:?} {best:?} {}", region.text());
                }
            }
        }
    }
}
