//! What the thesis's listings play.

use super::players::{Depths, Player, check_game, legal};
use crate::position::{Move, Othello};
use yomikiri_core::{Choice, Context, Engine, Record, Result};

/// A player that chooses as the thesis's listing of SSAI does.
///
/// Its faults, all kept: the sort's inner loop begins at the second move in every pass, so that
/// nothing is sorted; the root compares every value with one that is never updated, the least
/// number there is, so that each move takes the place of the one before and the last of the list
/// is played, whatever the search says; and the root's window is empty (the negation of the least
/// number overflows), so that the search it does not heed looks at one reply only.
///
/// Since that search cannot change the move, it is not made here: positions and time are those of
/// the presearch, which is ours and finds the same values sooner. What the listing leaves open,
/// the evaluation's weights and the order in which moves are found, is ours: square by square.
pub struct AsPrinted {
    player: Player,
}

impl AsPrinted {
    /// The listing with these depths; only the presearch matters.
    pub fn new(depths: Depths) -> AsPrinted {
        AsPrinted { player: Player::single(depths) }
    }
}

/// The listing's sort: highest first is meant, but every pass begins at the second move again.
fn sort_as_printed(moves: &mut [(Move, i32)]) {
    for begin in 0..moves.len().saturating_sub(1) {
        for current in 1..moves.len() {
            if moves[begin].1 < moves[current].1 {
                moves.swap(begin, current);
            }
        }
    }
}

impl Engine<Othello> for AsPrinted {
    fn name(&self) -> String {
        format!("as-printed:{}", self.player.depths())
    }

    fn begin(&mut self, game: &Othello, context: &Context) -> Result<()> {
        self.player.begin(game, context)
    }

    fn choose(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        let moves = legal(game, &record.position)?;
        if let [mv] = moves[..] {
            return Ok(Choice::only(mv));
        }
        let (mut sorted, nodes) = self.player.presearch(game, &record.position, context)?;
        sort_as_printed(&mut sorted);
        // The last one; the first legal move if the presearch was stopped before any was read.
        let mv = sorted.last().map_or(moves[0], |(mv, _)| *mv);
        Ok(Choice { nodes, depth: self.player.depths().presearch, ..Choice::only(mv) })
    }
}

/// A player that chooses as the thesis's listing of MSAI does: the last legal move.
///
/// Neither the sort nor the root starts its threads, so nothing is searched: every move has the
/// value that its object was made with, the sort finds nothing to exchange, and in the root each
/// move takes the place of the one before (the best value is kept with the wrong sign). The order
/// in which moves are found is not in the listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct MsaiAsPrinted {
    /// The order in which moves are found.
    pub scan: Scan,
}

/// How a board is looked through for moves, line by line.
///
/// There are eight such ways: along rows or along columns, from any of the four corners. The start
/// is kept by a half turn and by both diagonals, so that they are two players and their images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scan {
    /// Row by row from a1 to h8.
    #[default]
    FromTheLeft,
    /// Row by row, each from its right end: from h1 to a8.
    FromTheRight,
}

impl Engine<Othello> for MsaiAsPrinted {
    fn name(&self) -> String {
        match self.scan {
            Scan::FromTheLeft => "msai-as-printed".into(),
            Scan::FromTheRight => "msai-as-printed, rows from the right".into(),
        }
    }

    fn begin(&mut self, game: &Othello, _: &Context) -> Result<()> {
        check_game(game)
    }

    fn choose(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        _: &Context,
    ) -> Result<Choice<Move>> {
        let moves = legal(game, &record.position)?;
        let columns = game.size.columns();
        let place = |mv: &Move| match (*mv, self.scan) {
            (Move::Pass, _) => 0,
            (Move::Disc(square), Scan::FromTheLeft) => u32::from(square),
            (Move::Disc(square), Scan::FromTheRight) => {
                let (row, column) = (u32::from(square) / columns, u32::from(square) % columns);
                row * columns + (columns - 1 - column)
            }
        };
        let last = moves.iter().max_by_key(|mv| place(mv)).expect("there is a move");
        Ok(Choice::only(*last))
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;
    use crate::position::{Position, Scoring, Size};
    use yomikiri_core::{Dice, Game};

    /// The listing's search, with the integers of its language.
    fn search(game: &Othello, position: &Position, limit: i32, mut alpha: i32, beta: i32) -> i32 {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if moves.is_empty() || limit == 0 {
            return plain::evaluate(game, position);
        }
        for mv in moves {
            let next = game.play(position, mv);
            let limit = if mv == Move::Pass { limit } else { limit - 1 };
            let value = search(game, &next, limit, beta.wrapping_neg(), alpha.wrapping_neg())
                .wrapping_neg();
            alpha = alpha.max(value);
            if alpha >= beta {
                return alpha;
            }
        }
        alpha
    }

    /// The listing's root, word for word in what it does.
    fn choose(game: &Othello, position: &Position, presearch: i32, limit: i32) -> Move {
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let mut sorted: Vec<(Move, i32)> = Vec::new();
        for mv in moves {
            let next = game.play(position, mv);
            sorted.push((mv, -search(game, &next, presearch - 1, -i32::MAX, i32::MAX)));
        }
        sort_as_printed(&mut sorted);
        let highest = i32::MIN;
        let mut chosen = None;
        for (mv, _) in sorted {
            let next = game.play(position, mv);
            let value =
                search(game, &next, limit - 1, -i32::MAX, i32::MIN.wrapping_neg()).wrapping_neg();
            if value > highest {
                chosen = Some(mv);
            }
        }
        chosen.expect("every value is above the least number")
    }

    #[test]
    fn the_listing_plays_the_last_move_of_its_list() {
        let game =
            Othello { scoring: Scoring::Tournament, ..Othello::new(Size::new(8, 8).unwrap()) };
        let depths = Depths { presearch: 2, normal: 3, wld: 0, perfect: 0 };
        let mut printed = AsPrinted::new(depths);
        let mut dice = Dice::new(1);
        let mut record = Record::new(game.start());
        for _ in 0..40 {
            let Ok(moves) = legal(&game, &record.position) else { break };
            let chosen = printed.choose(&game, &record, &Context::default()).unwrap().mv;
            if moves.len() > 1 {
                assert_eq!(chosen, choose(&game, &record.position, 2, 3));
            }
            record.play(&game, moves[dice.below(moves.len())]);
        }
    }

    /// The listing's root of MSAI, whose threads are made and joined but never started.
    fn choose_unstarted(moves: &[Move], alpha: i32) -> Move {
        let mut sorted: Vec<(Move, i32)> = moves.iter().map(|mv| (*mv, alpha)).collect();
        sort_as_printed(&mut sorted);
        let mut highest = i32::MIN.wrapping_neg();
        let mut chosen = None;
        for (mv, alpha) in sorted {
            if alpha.wrapping_neg() > highest {
                highest = alpha;
                chosen = Some(mv);
            }
        }
        chosen.expect("every value is above the least number")
    }

    #[test]
    fn msais_listing_plays_the_last_legal_move() {
        let game =
            Othello { scoring: Scoring::Tournament, ..Othello::new(Size::new(8, 8).unwrap()) };
        let mut dice = Dice::new(2);
        let mut record = Record::new(game.start());
        while let Ok(moves) = legal(&game, &record.position) {
            let chosen = |scan| {
                let mut player = MsaiAsPrinted { scan };
                player.choose(&game, &record, &Context::default()).unwrap()
            };
            assert_eq!(chosen(Scan::FromTheLeft).mv, choose_unstarted(&moves, -i32::MAX));
            assert_eq!(chosen(Scan::FromTheLeft).nodes, 0, "nothing is searched");
            let mut mirrored = moves.clone();
            mirrored.sort_by_key(|mv| match mv {
                Move::Disc(square) => square ^ 7,
                Move::Pass => 0,
            });
            assert_eq!(chosen(Scan::FromTheRight).mv, choose_unstarted(&mirrored, -i32::MAX));
            record.play(&game, moves[dice.below(moves.len())]);
        }
    }

    #[test]
    fn of_two_or_three_moves_the_listing_plays_the_worst() {
        for values in [vec![1, 2], vec![2, 1], vec![1, 2, 3], vec![2, 3, 1], vec![3, 1, 2]] {
            let mut moves: Vec<_> =
                values.iter().map(|value| (Move::Disc(*value as u8), *value)).collect();
            sort_as_printed(&mut moves);
            assert_eq!(moves.last().unwrap().1, 1, "{values:?}");
        }
    }
}
