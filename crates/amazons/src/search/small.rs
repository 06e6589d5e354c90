//! What is known of small regions, and a way to find it out.

use crate::board::{Board, MOST_LINES, reach};
use crate::cells::Cells;
use crate::regions::Region;
use std::ops::{Add, Neg};
use yomikiri_core::Side;
use yomikiri_search::Sharded;

/// Whole numbers that a game lies between, seen by Black: whoever begins, Black does at least as
/// well as with `low` free moves and no better than with `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// At least this.
    pub low: i32,
    /// At most this.
    pub high: i32,
}

impl Interval {
    /// A game that is this number.
    pub fn number(number: i32) -> Interval {
        Interval { low: number, high: number }
    }

    /// The number that the game is, if it is known to be one.
    pub fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Who wins by this alone: the second to move if nothing is left over, and otherwise who is
    /// ahead.
    pub fn winner(self, to_move: Side) -> Option<Side> {
        let needed = |side: Side| i32::from(side == to_move);
        if self.low >= needed(Side::First) {
            return Some(Side::First);
        }
        (-self.high >= needed(Side::Second)).then_some(Side::Second)
    }
}

impl Add for Interval {
    type Output = Interval;

    /// Bounds of the sum of two games.
    fn add(self, other: Interval) -> Interval {
        Interval { low: self.low + other.low, high: self.high + other.high }
    }
}

impl Neg for Interval {
    type Output = Interval;

    /// The same with the colours exchanged.
    fn neg(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }
}

/// Somebody who knows small regions: a database, canonical forms, or [`Recursion`].
///
/// All that is said must be true under normal play (who cannot move loses) and the same every
/// time; to say nothing is always allowed.
pub trait Small: Sync {
    /// Whole numbers that a region lies between; the closer, the better. A region of one colour
    /// is one number.
    fn bounds(&self, region: &Region) -> Option<Interval>;

    /// Who wins these regions, all of one position, together with `extra` free moves for Black (for White if negative),
    /// all played to the end.
    fn winner(&self, regions: &[Region], extra: i32, to_move: Side) -> Option<Side>;
}

/// Knows nothing at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Small for Nothing {
    fn bounds(&self, _: &Region) -> Option<Interval> {
        None
    }

    fn winner(&self, _: &[Region], _: i32, _: Side) -> Option<Side> {
        None
    }
}

/// Open cells with the amazons there, pushed into the corner of the largest board.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Scene {
    cells: Cells,
    black: Cells,
    white: Cells,
}

/// What was found out, for several threads; forgets when it has grown too large.
pub(super) struct Memo<K, V> {
    known: Sharded<K, V>,
    most_in_shard: usize,
}

impl<K: std::hash::Hash + Eq, V: Copy> Memo<K, V> {
    pub(super) fn new(bytes: u64) -> Memo<K, V> {
        // A map has up to twice the room that it needs, and moves house with both.
        let entry = 3 * (1 + size_of::<(K, V)>() as u64);
        let most_in_shard = (bytes / entry) as usize / Sharded::<K, V>::SHARDS;
        Memo { known: Sharded::default(), most_in_shard }
    }

    pub(super) fn get(&self, key: &K) -> Option<V> {
        self.known.of(key).get(key).copied()
    }

    pub(super) fn insert(&self, key: K, value: V) {
        let mut shard = self.known.of(&key);
        if shard.len() >= self.most_in_shard {
            shard.clear();
        }
        shard.insert(key, value);
    }
}

/// Finds the best whole numbers of regions by reading them out, and remembers them.
pub struct Recursion {
    most_cells: usize,
    plane: Board,
    known: Memo<Scene, (i8, i8)>,
}

impl Recursion {
    /// For regions, and sums of them, of at most `most_cells` cells, remembering what takes no
    /// more than about `bytes`.
    pub fn new(most_cells: usize, bytes: u64) -> Option<Recursion> {
        let plane = Board::new(MOST_LINES, MOST_LINES)?;
        Some(Recursion { most_cells, plane, known: Memo::new(bytes) })
    }

    /// The greatest whole number that the game is not below, and the least that it is not above.
    fn read(&self, scene: Scene) -> Interval {
        let mut numbers = 0;
        let mut rest = Scene { cells: Cells::EMPTY, ..scene };
        let mut parts = 0;
        for cells in self.plane.parts(scene.cells) {
            let (black, white) = (scene.black & cells, scene.white & cells);
            let amazons = black | white;
            if amazons.is_empty() || amazons == cells {
                continue;
            }
            if cells != scene.cells
                && let Some(number) = self.remembered(Scene { cells, black, white }).exact()
            {
                numbers += number;
                continue;
            }
            rest.cells |= cells;
            parts += 1;
        }
        let rest = Scene {
            cells: rest.cells,
            black: rest.black & rest.cells,
            white: rest.white & rest.cells,
        };
        let found = match parts {
            0 => Interval::number(0),
            _ if rest.cells != scene.cells => self.remembered(rest),
            _ => self.by_moves(rest),
        };
        found + Interval::number(numbers)
    }

    fn by_moves(&self, scene: Scene) -> Interval {
        // Who has no move has nothing to choose from.
        let (mut least, mut most) = (i32::MIN, i32::MAX);
        self.each_move(&scene, scene.black, |from, to, arrow| {
            let black = scene.black.without(from).with(to);
            let next = Scene { cells: scene.cells.without(arrow), black, ..scene };
            least = least.max(self.remembered(next).low + 1);
        });
        self.each_move(&scene, scene.white, |from, to, arrow| {
            let white = scene.white.without(from).with(to);
            let next = Scene { cells: scene.cells.without(arrow), white, ..scene };
            most = most.min(self.remembered(next).high - 1);
        });
        if least >= most {
            return Interval { low: most, high: least };
        }
        // The simplest number that fits between the options.
        Interval::number(0.clamp(least, most))
    }

    fn each_move(&self, scene: &Scene, amazons: Cells, mut visit: impl FnMut(u8, u8, u8)) {
        let free = scene.cells - scene.black - scene.white;
        let full = self.plane.full();
        for from in amazons {
            for to in reach(self.plane, from, full - free) {
                for arrow in reach(self.plane, to, full - free.with(from).without(to)) {
                    visit(from, to, arrow);
                }
            }
        }
    }

    fn remembered(&self, scene: Scene) -> Interval {
        let corner = self.corner(scene.cells);
        let moved = |set: Cells| Cells(set.0 >> corner);
        let scene = Scene {
            cells: moved(scene.cells),
            black: moved(scene.black & scene.cells),
            white: moved(scene.white & scene.cells),
        };
        if let Some((low, high)) = self.known.get(&scene) {
            return Interval { low: low.into(), high: high.into() };
        }
        let found = self.read(scene);
        self.known.insert(scene, (found.low as i8, found.high as i8));
        found
    }

    /// How far a set can be pushed towards the corner.
    fn corner(&self, set: Cells) -> u32 {
        let Some(first) = set.first() else { return 0 };
        let row = self.plane.row(first);
        let columns = (0..MOST_LINES).find(|column| set.meets(self.column(*column)));
        let offset = self.plane.square(columns.unwrap_or(0), row).unwrap_or(0);
        offset.into()
    }

    fn column(&self, column: usize) -> Cells {
        const FIRST: u128 = {
            let (mut set, mut row) = (0, 0);
            while row < MOST_LINES {
                set |= 1 << (row * (MOST_LINES + 1));
                row += 1;
            }
            set
        };
        Cells(FIRST << column)
    }
}

impl Small for Recursion {
    fn bounds(&self, region: &Region) -> Option<Interval> {
        let Region { cells, black, white, .. } = *region;
        (cells.count() <= self.most_cells).then(|| self.remembered(Scene { cells, black, white }))
    }

    fn winner(&self, regions: &[Region], extra: i32, to_move: Side) -> Option<Side> {
        let all = |part: fn(&Region) -> Cells| -> Cells {
            regions.iter().fold(Cells::EMPTY, |all, region| all | part(region))
        };
        let cells = all(|region| region.cells);
        if cells.count() > self.most_cells {
            return None;
        }
        let scene =
            Scene { cells, black: all(|region| region.black), white: all(|region| region.white) };
        // These numbers are the best there are, so what is not sure is not so.
        let Interval { low, high } = self.remembered(scene) + Interval::number(extra);
        let black_wins = match to_move {
            Side::First => high > 0,
            Side::Second => low >= 0,
        };
        Some(if black_wins { Side::First } else { Side::Second })
    }
}
