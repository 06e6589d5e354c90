//! Where games begin: openings with a name, and balanced random ones.

use crate::notation::transcript;
use crate::position::{Othello, Size};
use crate::yomi::{Level, Yomi};
use yomikiri_core::{Context, Game, Record};
use yomikiri_search::series::{NoOpenings, random_openings};

/// An opening with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// Its moves.
    pub line: &'static str,
    /// What paper 003 prints instead, if it prints something else.
    pub misprint: Option<&'static str>,
}

/// The openings that paper 003 names, as its figures 2 to 5 have them. It prints the first move of
/// the rabbit as f3, which turns no disc; f5 is meant.
pub const NAMED: [Named; 4] = [
    Named { name: "rabbit", line: "f5d6c5f4e3", misprint: Some("f3d6c5f4e3") },
    Named { name: "tiger", line: "f5d6c3d3c4", misprint: None },
    Named { name: "cow", line: "f5f6e6d6c5", misprint: None },
    Named { name: "mouse", line: "f5f4e3f6d3", misprint: None },
];

/// The opening of this name on the board where it is played, 8x8.
pub fn named(game: &Othello, name: &str) -> Option<Record<Othello>> {
    let opening = NAMED.iter().find(|opening| opening.name == name)?;
    if Some(game.size) != Size::new(8, 8) {
        return None;
    }
    transcript::parse(*game, game.start(), opening.line).ok().map(|sheet| sheet.record)
}

/// A random opening is balanced if the strong engine, so many plies ahead…
const JUDGED: u32 = 6;
/// … sees neither side ahead by more discs than this.
const FAIR: f64 = 4.0;

/// So many openings of `plies` random moves on 8x8 that favour neither side, the same again for
/// the same seed. If the context stops, those that are still to be found are not judged any more.
pub fn balanced(
    game: &Othello,
    plies: usize,
    count: usize,
    seed: u64,
    context: &Context,
) -> Result<Vec<Record<Othello>>, NoOpenings> {
    let mut judge = Yomi::new(Level { depth: Some(JUDGED), ..Level::default() });
    random_openings(game, plies, count, seed, context, |record| {
        let opinions = judge.opinions(game, &record.position, &Context::default());
        opinions.is_ok_and(|all| all.first().is_some_and(|best| best.worth.value().abs() <= FAIR))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tournament_game;

    #[test]
    fn named_openings_can_be_played_and_the_misprint_cannot() {
        let game = tournament_game();
        let mut positions = Vec::new();
        for opening in NAMED {
            let record = named(&game, opening.name).unwrap();
            assert_eq!(record.moves.len(), 5, "{}", opening.name);
            positions.push(record.position);
            if let Some(line) = opening.misprint {
                let error = transcript::parse(game, game.start(), line).unwrap_err().to_string();
                assert!(error.contains("f3") && error.contains("turns no disc"), "{error}");
            }
        }
        for (index, position) in positions.iter().enumerate() {
            assert!(!positions[..index].contains(position));
        }
        assert!(named(&game, "snake").is_none());
    }

    #[test]
    fn balanced_openings_differ_and_come_again() {
        let game = tournament_game();
        let moves = |seed| {
            let found = balanced(&game, 6, 4, seed, &Context::default()).unwrap();
            found.into_iter().map(|opening| opening.moves).collect::<Vec<_>>()
        };
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
    }
}
