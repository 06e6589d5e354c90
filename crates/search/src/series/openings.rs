use std::collections::HashSet;
use yomikiri_core::{Context, Dice, Game, Record};

/// There are not as many openings as were asked for, or too few that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoOpenings {
    /// How many were found.
    pub found: usize,
}

/// So many openings of `plies` random moves from the start, the same again for the same seed.
///
/// No two of them lead to positions that a symmetry of the board makes one, no game is over, and
/// `keep` approves of each; it is there for those who want *balanced* openings, and may ask an
/// engine for the value. Where the context is stopped there are fewer. An opening is drawn move by move, each legal one as likely as the others.
pub fn random_openings<G: Game>(
    game: &G,
    plies: usize,
    count: usize,
    seed: u64,
    context: &Context,
    mut keep: impl FnMut(&Record<G>) -> bool,
) -> Result<Vec<Record<G>>, NoOpenings> {
    /// So many in a row that are no use, and there are no more to be found.
    const MOST_IN_VAIN: u64 = 10_000;
    let mut seen = HashSet::new();
    let mut openings = Vec::new();
    let (mut number, mut in_vain) = (0, 0);
    while openings.len() < count && !context.check(0) {
        if in_vain == MOST_IN_VAIN {
            return Err(NoOpenings { found: openings.len() });
        }
        let opening = draw(game, plies, &mut Dice::numbered(seed, number));
        number += 1;
        in_vain += 1;
        if game.final_score(&opening.position).is_some() || seen.contains(&opening.position) {
            continue;
        }
        seen.extend(game.symmetries(&opening.position));
        if keep(&opening) {
            openings.push(opening);
            in_vain = 0;
        }
    }
    Ok(openings)
}

fn draw<G: Game>(game: &G, plies: usize, dice: &mut Dice) -> Record<G> {
    let mut record = Record::new(game.start());
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&record.position, &mut moves);
        if moves.is_empty() {
            break;
        }
        record.play(game, moves[dice.below(moves.len())]);
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::tictactoe::TicTacToe;

    #[test]
    fn openings_differ_and_come_again_with_the_seed() {
        let draw =
            |seed| random_openings(&TicTacToe, 3, 8, seed, &Context::default(), |_| true).unwrap();
        let moves = |seed| draw(seed).into_iter().map(|opening| opening.moves).collect::<Vec<_>>();
        assert_eq!(moves(1), moves(1));
        assert_ne!(moves(1), moves(2));
        let positions: HashSet<_> = draw(1).into_iter().map(|opening| opening.position).collect();
        assert_eq!(positions.len(), 8);
    }

    #[test]
    fn what_is_not_there_is_told() {
        let found = random_openings(&TicTacToe, 1, 100, 1, &Context::default(), |_| true)
            .unwrap_err()
            .found;
        assert!(found <= 9, "{found}");
        assert_eq!(
            random_openings(&TicTacToe, 2, 1, 1, &Context::default(), |_| false).unwrap_err().found,
            0
        );
    }
    #[test]
    fn nobody_waits_for_openings_that_are_not_wanted_any_more() {
        let context = Context::default();
        let mut drawn = 0;
        let found = random_openings(&TicTacToe, 3, 8, 1, &context, |_| {
            drawn += 1;
            if drawn == 2 {
                context.stop(yomikiri_core::Stop::Cancelled);
            }
            true
        });
        assert_eq!(found.unwrap().len(), 2);
    }
}
