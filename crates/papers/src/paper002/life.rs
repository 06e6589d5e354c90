//! Living groups and dead regions, looked for on every board there is.

use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use yomikiri_core::Context;
use yomikiri_go::benson::alive;
use yomikiri_go::dead_region::dead_regions_by_eight_neighbours;
use yomikiri_go::numbering::is_legal;
use yomikiri_go::{Board, Points};
use yomikiri_search::par_chunks;

/// Living groups and dead regions, over every legal board.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Life {
    /// Legal boards; 0 if stopped.
    pub(super) boards: u64,
    /// Of them, boards on which Black has living stones.
    pub(super) living: u64,
    /// Of those, boards on which they and the dead regions make at most half of the board, so that
    /// the game is not decided.
    pub(super) undecided: u64,
    /// Boards with a dead region that is not an eye: it has an empty point that is no liberty of
    /// the same living chain as its other empty points.
    pub(super) regions: u64,
    /// The fewest stones that live; 0 if none ever do.
    pub(super) fewest: u32,
    /// The fewest that live with no white stone on the board.
    pub(super) fewest_alone: u32,
}

impl Finding for Life {
    fn settled(&self) -> bool {
        self.boards > 0
    }

    fn nodes(&self) -> u64 {
        self.boards
    }
}

impl Life {
    /// Looks at every legal board of at most 16 points.
    pub(super) fn find(on: Board, context: &Context) -> Life {
        let found = par_chunks(context, "living groups", 1 << on.points(), 64, |range| {
            let mut life = Life::default();
            for black in range.map(|set| set as Points) {
                let free = on.full & !black;
                let mut white = free;
                loop {
                    if is_legal(on, black, white) {
                        life.look(on, black, white);
                    }
                    if white == 0 {
                        break;
                    }
                    white = (white - 1) & free;
                }
            }
            life
        });
        found.into_iter().flatten().fold(Life::default(), Life::and)
    }

    fn look(&mut self, on: Board, black: Points, white: Points) {
        self.boards += 1;
        let living = alive(on, black, white, 0);
        if living == 0 {
            return;
        }
        let dead = dead_regions_by_eight_neighbours(on, living);
        let half = 2 * (living | dead).count_ones() <= on.points() as u32;
        let empty = on.full & !black & !white;
        let is_eye = |region: Points| {
            on.parts(living).any(|chain| region & empty & !on.neighbours(chain) == 0)
        };
        self.living += 1;
        self.undecided += u64::from(half);
        self.regions += u64::from(on.parts(dead).any(|region| !is_eye(region)));
        let stones = living.count_ones();
        self.fewest = fewer(self.fewest, stones);
        if white == 0 {
            self.fewest_alone = fewer(self.fewest_alone, stones);
        }
    }

    fn and(self, other: Life) -> Life {
        Life {
            boards: self.boards + other.boards,
            living: self.living + other.living,
            undecided: self.undecided + other.undecided,
            regions: self.regions + other.regions,
            fewest: fewer(self.fewest, other.fewest),
            fewest_alone: fewer(self.fewest_alone, other.fewest_alone),
        }
    }
}

/// The smaller of two numbers, 0 standing for none.
fn fewer(one: u32, other: u32) -> u32 {
    if one == 0 || other == 0 { one.max(other) } else { one.min(other) }
}

/// The fewest stones that live on a board with nothing else on it.
pub(super) fn fewest_alone(on: Board) -> Option<u32> {
    (1..=on.points() as u32).find(|count| {
        let mut set: Points = (1 << count) - 1;
        while set <= on.full {
            if alive(on, set, 0, 0) != 0 {
                return true;
            }
            // The next larger number with as many bits.
            let low = set & set.wrapping_neg();
            let high = set + low;
            set = ((set ^ high) / low) >> 2 | high;
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::super::rows::board;
    use super::*;

    #[test]
    fn living_groups_of_3x3() {
        let on = board((3, 3));
        let life = Life::find(on, &Context::default());
        assert_eq!(life.boards, 12_675);
        assert_eq!((life.fewest, life.fewest_alone), (2, 3), "a corner, a line across");
        assert_eq!(fewest_alone(on), Some(3));
        assert_eq!(life.undecided, 0);
    }
}
