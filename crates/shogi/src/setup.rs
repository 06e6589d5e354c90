//! Set-ups: back ranks, the paper's 94 of them, and named games.

use crate::notation::{self, letter};
use crate::piece::{Kind, Piece};
use crate::position::{Position, Shogi, side_index};
use crate::rules::{Rules, Size, Variant};
use yomikiri_core::{Error, Result, Side};

/// What stands on a back rank from left to right as its owner sees it, and what its owner has in
/// hand; the other side's is the same, turned by 180 degrees.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The back rank.
    pub rank: Vec<Option<Kind>>,
    /// The hand.
    pub hand: Vec<Kind>,
}

impl Setup {
    /// Reads a set-up such as `KSP`, `K-P` or, with pieces in hand, `KG-+P`.
    pub fn parse(text: &str, files: usize) -> Result<Setup> {
        let expected = format!(
            "{files} of K R B G S N L P and - (nothing) with one K, such as {}; pieces in hand \
             after a +, as in {}",
            example(files, ""),
            example(files, "+P")
        );
        let wrong = |problem: String| Error::notation("set-up", text, problem, expected.clone());
        let (rank, hand) = text.split_once('+').unwrap_or((text, ""));
        let piece = |c: char| {
            let kind = notation::kind_of(c.to_ascii_uppercase(), Variant::Shogi);
            kind.ok_or_else(|| wrong(format!("'{}' is no piece", c.escape_debug())))
        };
        let rank = rank
            .chars()
            .map(|c| if c == '-' { Ok(None) } else { piece(c).map(Some) })
            .collect::<Result<Vec<_>>>()?;
        let hand = hand.chars().map(piece).collect::<Result<Vec<_>>>()?;
        if rank.len() != files {
            return Err(wrong(format!("{} squares", rank.len())));
        }
        let kings = rank.iter().filter(|kind| **kind == Some(Kind::King)).count();
        if kings != 1 || hand.contains(&Kind::King) {
            return Err(wrong(match kings {
                0 => "no king".into(),
                1 => "a king in hand".into(),
                _ => format!("{kings} kings"),
            }));
        }
        Ok(Setup { rank, hand })
    }

    /// The set-up as [`Setup::parse`] reads it.
    pub fn name(&self) -> String {
        let rank = self.rank.iter().map(|kind| kind.map_or('-', |k| letter(k, Variant::Shogi)));
        let mut name: String = rank.collect();
        if !self.hand.is_empty() {
            name.push('+');
            name.extend(self.hand.iter().map(|kind| letter(*kind, Variant::Shogi)));
        }
        name
    }

    /// The position in which both sides have this set-up.
    pub fn position(&self, size: Size) -> Position {
        let mut position = Position::empty(Side::First);
        let last = size.squares() - 1;
        for (column, kind) in self.rank.iter().enumerate() {
            let square = size.squares() - size.files() + column;
            for (side, square) in [(Side::First, square), (Side::Second, last - square)] {
                position.board[square] = kind.map(|kind| Piece { side, kind, promoted: false });
            }
        }
        for side in [Side::First, Side::Second] {
            for kind in &self.hand {
                position.hands[side_index(side)][*kind as usize] += 1;
            }
        }
        position
    }

    /// The game from this set-up.
    pub fn game(&self, size: Size, rules: Rules) -> Shogi {
        Shogi { size, rules, start: self.position(size) }
    }
}

fn example(files: usize, hand: &str) -> String {
    let rank: String = "KSPGB".chars().take(files).collect();
    rank + hand
}

/// The paper's 94 set-ups for boards of three files: the king in the centre, mirror images
/// counted once, or in the left corner; rook, bishop and nothing at most once.
pub fn paper_setups() -> Vec<Setup> {
    use Kind::{Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
    let choices = [Rook, Bishop, Gold, Silver, Knight, Lance, Pawn].map(Some);
    let choices: Vec<Option<Kind>> = choices.into_iter().chain([None]).collect();
    let repeats = |kind: Option<Kind>| !matches!(kind, Some(Rook | Bishop) | None);
    let mut setups = Vec::new();
    let mut add = |rank: [Option<Kind>; 3]| {
        setups.push(Setup { rank: rank.to_vec(), hand: Vec::new() });
    };
    for (i, left) in choices.iter().enumerate() {
        for (j, right) in choices.iter().enumerate() {
            if i == j && !repeats(*left) {
                continue;
            }
            add([Some(King), *left, *right]);
            if i <= j {
                add([*left, Some(King), *right]);
            }
        }
    }
    setups
}

/// The start of dobutsu shogi.
pub fn dobutsu() -> Shogi {
    let (size, start) = notation::parse_sfen("gle/1c1/1C1/ELG b - 1", Variant::Dobutsu)
        .expect("the start is well written");
    Shogi { size, rules: Rules::dobutsu(), start }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_94_setups_of_33_materials() {
        let setups = paper_setups();
        assert_eq!(setups.len(), 94);
        let names: HashSet<String> = setups.iter().map(Setup::name).collect();
        assert_eq!(names.len(), 94);
        let centre = setups.iter().filter(|setup| setup.rank[1] == Some(Kind::King)).count();
        assert_eq!(centre, 33);
        let material = |setup: &Setup| {
            let mut kinds: Vec<_> = setup.rank.clone();
            kinds.sort();
            kinds
        };
        assert_eq!(setups.iter().map(material).collect::<HashSet<_>>().len(), 33);
    }

    #[test]
    fn names_read_back_and_bad_ones_are_explained() {
        for name in ["KSP", "-KP", "KG-+P", "K--+RB"] {
            assert_eq!(Setup::parse(name, 3).unwrap().name(), name);
        }
        for (text, problem) in [
            ("KS", "2 squares"),
            ("KKP", "2 kings"),
            ("SSP", "no king"),
            ("KXP", "'X' is no piece"),
            ("KGP+K", "a king in hand"),
        ] {
            let error = Setup::parse(text, 3).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
