//! The paper's four kinds of sums, and random ones of each.

use yomikiri_amazons::shape::{Catalogue, MOST_CELLS, Place, Shape};
use yomikiri_amazons::{Board, Cells, Position};
use yomikiri_core::{Dice, Side};

/// What all random choices begin with.
pub(super) const SEED: u64 = 1;

/// What the subgames of a sum are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) id: &'static str,
    /// The paper's table.
    pub(super) table: u32,
    /// Cells, black amazons and white amazons of each part.
    pub(super) parts: &'static [(usize, usize, usize)],
}

pub(super) const KINDS: [Kind; 4] = [
    Kind { id: "two-of-8", table: 4, parts: &[(8, 2, 2); 2] },
    Kind { id: "two-of-9", table: 5, parts: &[(9, 3, 1), (9, 1, 3)] },
    Kind { id: "four-of-6", table: 7, parts: &[(6, 1, 1); 4] },
    Kind { id: "four-of-10", table: 8, parts: &[(10, 1, 1); 4] },
];

impl Kind {
    pub(super) fn cells(&self) -> usize {
        self.parts.iter().map(|part| part.0).max().unwrap_or(0)
    }

    /// In words.
    pub(super) fn title(&self) -> String {
        let (cells, black, white) = self.parts[0];
        let other = match self.parts[1] {
            part if part == self.parts[0] => String::new(),
            (_, black, white) => format!(" and {black}+{white}"),
        };
        let count = ["no", "one", "two", "three", "four"][self.parts.len()];
        format!("{count} of {cells} cells, {black}+{white}{other}")
    }

    /// So many random sums, the same each time. Every subgame is as likely as every other, where
    /// those that differ by a symmetry of the board are one; the catalogue must have the shapes.
    pub(super) fn draw(&self, sums: usize, catalogue: &Catalogue) -> Vec<Vec<Subgame>> {
        let mix = |hash: u64, byte: u8| hash.wrapping_mul(257).wrapping_add(byte.into());
        let name = self.id.bytes().fold(0, mix);
        let mut dice = Dice::new(SEED.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ name);
        let mut subgame = |part: &(usize, usize, usize)| Subgame::draw(*part, catalogue, &mut dice);
        (0..sums).map(|_| self.parts.iter().map(&mut subgame).collect()).collect()
    }
}

/// A shape with amazons on it, its cells numbered as the shape numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subgame {
    pub(super) shape: Shape,
    /// The shape's number among those of its size.
    pub(super) number: u32,
    pub(super) black: u16,
    pub(super) white: u16,
}

impl Subgame {
    pub(super) fn draw(
        (cells, black, white): (usize, usize, usize),
        of: &Catalogue,
        dice: &mut Dice,
    ) -> Self {
        if white > black {
            // As the paper has it: one with more black amazons, the colours exchanged.
            return Subgame::draw((cells, white, black), of, dice).exchanged();
        }
        let shapes = of.of(cells);
        loop {
            let number = dice.below(shapes.len());
            let mut order: [u8; MOST_CELLS] = std::array::from_fn(|cell| cell as u8);
            for place in 0..black + white {
                order.swap(place, place + dice.below(cells - place));
            }
            let set = |cells: &[u8]| cells.iter().fold(0, |set: u16, cell| set | 1 << cell);
            let subgame = Subgame {
                shape: shapes[number],
                number: number as u32,
                black: set(&order[..black]),
                white: set(&order[black..black + white]),
            };
            // It came up once for each of its images on the shape, so it is kept as rarely.
            let group = shapes[number].automorphisms();
            let image = |symmetry: &[u8], set: u16| {
                let cells = (0..cells).filter(|cell| set >> cell & 1 != 0);
                cells.fold(0, |set: u16, cell| set | 1 << symmetry[cell])
            };
            let same = group.iter().filter(|symmetry| {
                image(symmetry, subgame.black) == subgame.black
                    && image(symmetry, subgame.white) == subgame.white
            });
            let same = same.count();
            if dice.below(group.len()) < same {
                return subgame;
            }
        }
    }

    pub(super) fn exchanged(self) -> Subgame {
        Subgame { black: self.white, white: self.black, ..self }
    }

    /// Its cells with what stands on them.
    pub(super) fn cells(&self) -> Vec<(Place, Option<bool>)> {
        let stands = |cell: usize| match () {
            _ if self.black >> cell & 1 != 0 => Some(true),
            _ if self.white >> cell & 1 != 0 => Some(false),
            _ => None,
        };
        let places = self.shape.places().into_iter().enumerate();
        places.map(|(cell, place)| (place, stands(cell))).collect()
    }

    /// On a board of its own.
    pub(super) fn position(&self) -> Position {
        let cells = self.cells();
        let lines = |part: fn(&Place) -> i8| cells.iter().map(|(place, _)| part(place)).max();
        let lines = |part| lines(part).map_or(1, |last| last as usize + 1);
        let board = Board::new(lines(|place| place.0), lines(|place| place.1));
        let board = board.expect("a shape fits on a board");
        let set = |which: &dyn Fn(Option<bool>) -> bool| -> Cells {
            let there = cells.iter().filter(|(_, stands)| which(*stands));
            there.filter_map(|((x, y), _)| board.square(*x as usize, *y as usize)).collect()
        };
        Position {
            board,
            black: set(&|stands| stands == Some(true)),
            white: set(&|stands| stands == Some(false)),
            blocked: board.full() - set(&|_| true),
            to_move: Side::First,
        }
    }
}

/// A share in words.
pub(super) fn percent(count: u64, of: u64) -> String {
    match of {
        0 => "–".into(),
        of => match 100.0 * count as f64 / of as f64 {
            small if small > 0.0 && small < 1.0 => format!("{small:.2} %"),
            share => format!("{share:.1} %"),
        },
    }
}

/// How many standard errors two counts out of so many trials are apart, if both came by the same
/// chance.
pub(super) fn deviation(theirs: (u64, u64), ours: (u64, u64)) -> f64 {
    let (k, n) = (theirs.0 as f64, theirs.1 as f64);
    let (l, m) = (ours.0 as f64, ours.1 as f64);
    let chance = (k + l) / (n + m);
    let error = (chance * (1.0 - chance) * (1.0 / n + 1.0 / m)).sqrt();
    if error == 0.0 { 0.0 } else { (l / m - k / n) / error }
}

/// The standard error of a count out of so many trials.
pub(super) fn standard_error(count: u64, of: u64) -> f64 {
    let share = count as f64 / of.max(1) as f64;
    (share * (1.0 - share) * of as f64).sqrt()
}

/// So many standard errors may happen: one figure in a thousand strays so far by chance.
pub(super) const ALLOWED: f64 = 3.3;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use yomikiri_amazons::regions::split;
    use yomikiri_core::Context;

    /// All 18 subgames of three cells with one amazon each come up about equally often.
    #[test]
    fn subgames_are_equally_likely() {
        let catalogue = Catalogue::new(3, &Context::default()).unwrap();
        let kind = Kind { id: "test", table: 0, parts: &[(3, 1, 1), (3, 1, 1)] };
        let mut counts: HashMap<String, u64> = HashMap::new();
        let sums = kind.draw(9000, &catalogue);
        for subgame in sums.iter().flatten() {
            let region = split(&subgame.position()).regions[0];
            *counts.entry(region.canonical()).or_default() += 1;
        }
        assert_eq!(counts.len(), 18);
        for (region, count) in counts {
            let away = (count as f64 - 1000.0) / standard_error(1000, 18_000);
            assert!(away.abs() < 4.0, "{region}: {count}");
        }
        assert_eq!(kind.draw(100, &catalogue), sums[..100], "the same each time");
    }

    #[test]
    fn deviations() {
        assert_eq!(deviation((50, 100), (50, 100)), 0.0);
        assert!((deviation((400, 1000), (450, 1000)) - 2.26).abs() < 0.01);
        assert_eq!(KINDS[1].title(), "two of 9 cells, 3+1 and 1+3");
    }
}
