//! Two rows beside the values: a perfect line that ends as the paper's, whose moves are lost; and
//! the size of the tree that minimax would walk.

use super::cases::Case;
use super::published::Published;
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::HashSet;
use yomikiri_core::{Context, Dice, Game, Goal, Limits, Result, Side, Solver};
use yomikiri_othello::{Move, Othello, Position, ReadOut, tree};

/// A search for a perfect line with printed discs and passes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Matching {
    /// The line, if one was found.
    pub(super) line: Vec<String>,
    /// Whether every perfect line was tried.
    pub(super) tried_all: bool,
    /// Positions that were read out for it.
    pub(super) valued: u64,
    /// Whether the work was not stopped from outside.
    pub(super) ended: bool,
    pub(super) nodes: u64,
}

impl Finding for Matching {
    fn settled(&self) -> bool {
        self.ended
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// No more positions are read out for one line.
const MOST_VALUED: u64 = 100_000;

impl Matching {
    pub(super) fn find(row: &Published, game: &Othello, context: &Context) -> Result<Matching> {
        // Threads gain nothing on positions so small.
        let Limits { memory, .. } = context.limits;
        let part = context.part(Limits { threads: 1, memory, time: None, nodes: None });
        let found = Matching::default();
        let mut walk =
            Walk { row, game, context: part, line: Vec::new(), hopeless: HashSet::new(), found };
        let there = walk.search(&game.start(), row.value)?;
        let Walk { line, mut found, .. } = walk;
        found.ended = context.stopped().is_none();
        found.tried_all = there == Some(false);
        let mut position = game.start();
        for mv in line.into_iter().filter(|_| there == Some(true)) {
            found.line.push(game.print_move(&position, mv));
            position = game.play(&position, mv);
        }
        Ok(found)
    }
}

/// Depth first, through moves that keep the value only.
struct Walk<'a> {
    row: &'a Published,
    game: &'a Othello,
    context: Context,
    line: Vec<Move>,
    /// Positions from which no such line leads on.
    hopeless: HashSet<(u64, u64, Side)>,
    found: Matching,
}

impl Walk<'_> {
    /// Whether a line leads on from a position of this value; `None` if that was too much work.
    fn search(&mut self, position: &Position, value: i32) -> Result<Option<bool>> {
        let (row, game) = (self.row, self.game);
        if game.final_score(position).is_some() {
            let as_printed = position.black.count_ones() == row.black
                && position.white.count_ones() == row.white
                && row.passes.iter().all(|pass| *pass as usize <= self.line.len());
            return Ok(Some(as_printed));
        }
        // How many moves have been made follows from the discs and the passes, which are those of
        // the row; so the position alone says whether there is hope.
        let key = (position.black, position.white, position.side);
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        if !self.fits(&moves) || self.hopeless.contains(&key) {
            return Ok(Some(false));
        }
        // The printed lines have many passes of White's: first what leaves White few moves.
        moves.sort_by_cached_key(|mv| {
            let next = Position { side: Side::Second, ..game.play(position, *mv) };
            let mut replies = Vec::new();
            game.moves(&next, &mut replies);
            replies.iter().filter(|mv| **mv != Move::Pass).count()
        });
        // Who loses everything cannot do worse, and a pass has no choice.
        let any_keeps = value == -game.max_score().0 || moves == [Move::Pass];
        for mv in moves {
            let next = game.play(position, mv);
            self.line.push(mv);
            let found = match any_keeps || self.keeps(&next, value)? {
                true => self.search(&next, -value)?,
                false => Some(false),
            };
            if self.context.stopped().is_some() || self.found.valued > MOST_VALUED {
                return Ok(None);
            }
            match found {
                Some(false) => self.line.pop(),
                other => return Ok(other),
            };
        }
        self.hopeless.insert(key);
        Ok(Some(false))
    }

    /// Whether the next move is a pass exactly if the printed one is.
    fn fits(&self, moves: &[Move]) -> bool {
        moves.is_empty()
            || self.row.passes.contains(&(self.line.len() as u32 + 1)) == (moves == [Move::Pass])
    }

    /// Whether a move that leads there keeps the value of who made it; not asked in vain.
    fn keeps(&mut self, next: &Position, value: i32) -> Result<bool> {
        let mut moves = Vec::new();
        self.game.moves(next, &mut moves);
        if !self.fits(&moves) {
            return Ok(false);
        }
        let read_out = ReadOut::default();
        let answer = read_out.solve(self.game, next, Goal::Score, &self.context)?;
        self.found.valued += 1;
        self.found.nodes += answer.nodes;
        Ok(answer.verdict().score().is_some_and(|score| score.0 == -value))
    }
}

/// The size of a tree, from random games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tree {
    pub(super) size: f64,
    /// The standard error of it.
    pub(super) error: f64,
    pub(super) games: u64,
}

impl Finding for Tree {
    fn settled(&self) -> bool {
        self.games > 0
    }

    fn nodes(&self) -> u64 {
        0
    }
}

/// Random games for an estimate, and what they begin with.
const GAMES: u64 = 20_000;
pub(super) const SEED: u64 = 1;

impl Tree {
    pub(super) fn asked(case: &Case) -> Json {
        let mut asked = case.asked("tree");
        (asked["games"], asked["seed"]) = (GAMES.into(), SEED.into());
        asked
    }

    pub(super) fn find(case: &Case, context: &Context) -> Result<Tree> {
        let found = tree::estimate(&case.game, GAMES, &mut Dice::new(SEED), context);
        Ok(found.map_or(Tree::default(), |found| Tree {
            size: found.nodes,
            error: found.error,
            games: found.games,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::published::PUBLISHED;
    use super::*;

    /// Follows a line with the rules and values each move by another method.
    fn check(row: &Published, line: &[String]) {
        let game = Case::new(row.size(), row.start).game;
        let (mut position, mut value) = (game.start(), row.value);
        for (number, text) in (1..).zip(line) {
            let mv = game.parse_move(&position, text).unwrap();
            assert_eq!(mv == Move::Pass, row.passes.contains(&number), "move {number}");
            position = game.play(&position, mv);
            value = -value;
            let known = yomikiri_othello::PaperMethod::default()
                .solve(&game, &position, Goal::Score, &Context::default())
                .unwrap();
            assert_eq!(known.verdict().score().map(|score| score.0), Some(value), "move {number}");
        }
        let discs = (position.black.count_ones(), position.white.count_ones());
        assert_eq!(discs, (row.black, row.white));
    }

    #[test]
    fn lines_as_printed_are_found_where_they_are_and_only_there() {
        for row in PUBLISHED.iter().filter(|row| row.size().squares() <= 24) {
            let game = Case::new(row.size(), row.start).game;
            let context = Context::default();
            let found = Matching::find(row, &game, &context).unwrap();
            assert!(found.ended && !found.line.is_empty(), "{row:?}: {found:?}");
            check(row, &found.line);
            // Nothing passes at the first move.
            let other = Published { passes: &[1], ..*row };
            let found = Matching::find(&other, &game, &context).unwrap();
            assert!(found.tried_all && found.line.is_empty(), "{found:?}");
            let other = Published { black: row.black + 1, ..*row };
            let found = Matching::find(&other, &game, &context).unwrap();
            assert!(found.tried_all && found.line.is_empty(), "{found:?}");
        }
    }
}
