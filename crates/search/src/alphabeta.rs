use yomikiri_core::hash::hash_of;
use yomikiri_core::{
    Answer, Basis, Bounds, Context, Finding, Game, Goal, Result, Score, Solver, Verdict,
};

/// Plain negamax alpha-beta over any [`Game`] that ends: no table, no ordering.
///
/// ```
/// use yomikiri_core::{Context, Game, Goal, Score, Solver, tictactoe::TicTacToe};
/// use yomikiri_search::AlphaBeta;
///
/// let game = TicTacToe;
/// let answer = AlphaBeta.solve(&game, &game.start(), Goal::Score, &Context::default()).unwrap();
/// assert_eq!(answer.verdict().score(), Some(Score(0)));
/// assert_eq!(answer.line.len(), 9);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta;

/// A search within a window of scores.
trait Windowed<G: Game> {
    /// The score if it lies inside the window, and otherwise a bound on it beyond the side of the
    /// window it missed (fail-soft). `None` if stopped.
    fn search(&mut self, position: &G::Position, alpha: i32, beta: i32) -> Option<i32>;

    /// Positions entered.
    fn nodes(&self) -> u64;
}

/// A line in which every move keeps the value `score`, checked move by move.
fn line<G: Game>(
    game: &G,
    position: &G::Position,
    mut score: i32,
    search: &mut impl Windowed<G>,
) -> Option<Vec<G::Move>> {
    let mut position = position.clone();
    let mut line = Vec::new();
    while game.final_score(&position).is_none() {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mut kept = None;
        for mv in moves {
            let child = game.play(&position, mv);
            if -search.search(&child, -score - 1, -score + 1)? == score {
                kept = Some((mv, child));
                break;
            }
        }
        let (mv, child) = kept.expect("a position's score is that of one of its moves");
        line.push(mv);
        (position, score) = (child, -score);
    }
    Some(line)
}

/// The answer that a search gives.
fn answer<G: Game>(
    game: &G,
    position: &G::Position,
    goal: Goal,
    context: &Context,
    mut search: impl Windowed<G>,
) -> Answer<G::Move> {
    let max = game.max_score().0;
    let (alpha, beta) = match goal {
        Goal::Win => (-1, 1),
        Goal::Score => (-max - 1, max + 1),
    };
    let (mut finding, mut moves) = (Finding::Nothing, Vec::new());
    if let Some(score) = search.search(position, alpha, beta) {
        let low = if score > alpha { score } else { -max };
        let high = if score < beta { score } else { max };
        let verdict = Verdict::from_bounds(Bounds { low: Score(low), high: Score(high) });
        finding = Finding::proved(verdict, Basis::Search);
        if goal == Goal::Score {
            moves = line(game, position, score, &mut search).unwrap_or_default();
        }
    }
    Answer::new(finding, search.nodes()).with_line(moves).stopped_by(context.stopped())
}

struct Plain<'a, G: Game> {
    game: &'a G,
    context: &'a Context,
    nodes: u64,
}

impl<G: Game> Windowed<G> for Plain<'_, G> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn search(&mut self, position: &G::Position, mut alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && self.context.check(self.nodes) {
            return None;
        }
        if let Some(score) = self.game.final_score(position) {
            return Some(score.0);
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let mut best = i32::MIN;
        assert!(!moves.is_empty(), "{} has neither an end nor a move here", self.game.name());
        for mv in moves {
            let child = self.game.play(position, mv);
            best = best.max(-self.search(&child, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

impl<G: Game> Solver<G> for AlphaBeta {
    fn name(&self) -> &'static str {
        "alphabeta"
    }

    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<G::Move>> {
        Ok(answer(game, position, goal, context, Plain { game, context, nodes: 0 }))
    }
}

/// Alpha-beta with a transposition table and symmetries, over any [`Game`] that ends: what a game gets
/// that has no search of its own.
///
/// Moves are tried in the order in which the game gives them, after the best one of an earlier
/// search. An entry holds its whole position, so that a hit is never a false one, and the table keeps
/// to a part of the context's memory (what positions hold on the heap is not counted).
///
/// ```
/// use yomikiri_core::{Context, Game, Goal, Score, Solver, tictactoe::TicTacToe};
/// use yomikiri_search::{AlphaBeta, TableAlphaBeta};
///
/// let (game, context) = (TicTacToe, Context::default());
/// let plain = AlphaBeta.solve(&game, &game.start(), Goal::Score, &context)?;
/// let answer = TableAlphaBeta.solve(&game, &game.start(), Goal::Score, &context)?;
/// assert_eq!(answer.verdict(), plain.verdict());
/// assert!(answer.nodes < plain.nodes);
/// # Ok::<(), yomikiri_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TableAlphaBeta;

/// What is known of a position.
struct Entry<G: Game> {
    position: G::Position,
    low: i32,
    high: i32,
    /// The move that was best, or refuted the others.
    best: Option<G::Move>,
}

struct Tabled<'a, G: Game> {
    game: &'a G,
    context: &'a Context,
    entries: Vec<Option<Entry<G>>>,
    nodes: u64,
}

/// Entries of a table that is made at first; it grows with what is searched.
const FIRST_ENTRIES: usize = 1 << 12;

impl<'a, G: Game> Tabled<'a, G> {
    fn new(game: &'a G, context: &'a Context) -> Tabled<'a, G> {
        let mut search = Tabled { game, context, entries: Vec::new(), nodes: 0 };
        search.entries.resize_with(FIRST_ENTRIES, || None);
        search
    }

    /// The most entries for which there is memory: old and new ones while the table grows.
    fn most_entries(&self) -> usize {
        let each = size_of::<Option<Entry<G>>>() as u64;
        let most = (self.context.limits.memory / 4 / each).max(FIRST_ENTRIES as u64);
        1 << most.ilog2()
    }

    /// Of the positions that are images of this one, the one that stands for all.
    fn image(&self, position: &G::Position) -> (u64, G::Position) {
        let images = self.game.symmetries(position).into_iter();
        let hashed = images.map(|image| (hash_of(&image), image));
        hashed.min_by_key(|(hash, _)| *hash).expect("a position is an image of itself")
    }

    fn slot(&self, hash: u64) -> usize {
        // The upper bits: the size is a power of two.
        (hash >> (64 - self.entries.len().ilog2())) as usize
    }

    fn grow(&mut self) {
        if self.entries.len() >= self.most_entries() {
            return;
        }
        let bits = self.entries.len().ilog2() + 1;
        let mut larger = Vec::new();
        larger.resize_with(2 * self.entries.len(), || None);
        for entry in std::mem::take(&mut self.entries).into_iter().flatten() {
            let slot = (hash_of(&entry.position) >> (64 - bits)) as usize;
            larger[slot] = Some(entry);
        }
        self.entries = larger;
    }
}

impl<G: Game> Windowed<G> for Tabled<'_, G> {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn search(&mut self, position: &G::Position, mut alpha: i32, mut beta: i32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes & 0xfff == 0 && self.context.check(self.nodes) {
            return None;
        }
        if let Some(score) = self.game.final_score(position) {
            return Some(score.0);
        }
        let (hash, image) = self.image(position);
        let known = self.entries[self.slot(hash)].as_ref().filter(|entry| entry.position == image);
        // A move of an image is a move of the image, not of the position.
        let mut hint = None;
        if let Some(entry) = known {
            if entry.low >= beta || entry.low == entry.high {
                return Some(entry.low);
            }
            if entry.high <= alpha {
                return Some(entry.high);
            }
            alpha = alpha.max(entry.low);
            beta = beta.min(entry.high);
            hint = entry.best.filter(|_| image == *position);
        }
        let (old_low, old_high) = known
            .map_or((-self.game.max_score().0, self.game.max_score().0), |entry| {
                (entry.low, entry.high)
            });
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if let Some(at) = hint.and_then(|hint| moves.iter().position(|mv| *mv == hint)) {
            moves[..=at].rotate_right(1);
        }
        assert!(!moves.is_empty(), "{} has neither an end nor a move here", self.game.name());
        let (mut best, mut best_move, first_alpha) = (i32::MIN, None, alpha);
        for mv in moves {
            let child = self.game.play(position, mv);
            let score = -self.search(&child, -beta, -alpha)?;
            if score > best {
                (best, best_move) = (score, Some(mv));
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let low = if best > first_alpha { best.max(old_low) } else { old_low };
        let high = if best < beta { best.min(old_high) } else { old_high };
        if self.nodes > 2 * self.entries.len() as u64 {
            self.grow();
        }
        let slot = self.slot(hash);
        let best_move = best_move.filter(|_| image == *position);
        self.entries[slot] = Some(Entry { position: image, low, high, best: best_move });
        Some(best)
    }
}

impl<G: Game> Solver<G> for TableAlphaBeta {
    fn name(&self) -> &'static str {
        "alphabeta-table"
    }

    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<G::Move>> {
        Ok(answer(game, position, goal, context, Tabled::new(game, context)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::tictactoe::TicTacToe;
    use yomikiri_core::{Limits, Outcome, Stop};

    #[test]
    fn a_won_position_is_won_by_a_line_that_wins() {
        let position = TicTacToe.parse_position("XX-|OO-|--- X").unwrap();
        let answer =
            AlphaBeta.solve(&TicTacToe, &position, Goal::Score, &Context::default()).unwrap();
        assert_eq!(answer.verdict().score(), Some(Score(1)));
        assert_eq!(TicTacToe.print_move(&position, answer.line[0]), "c1");
        assert_eq!(answer.line.len(), 1);
    }

    #[test]
    fn win_reading_says_who_wins() {
        let position = TicTacToe.parse_position("X--|-O-|--X O").unwrap();
        let answer =
            AlphaBeta.solve(&TicTacToe, &position, Goal::Win, &Context::default()).unwrap();
        assert_eq!(answer.verdict().outcome(), Some(Outcome::Draw));
    }

    #[test]
    fn values_tell_good_moves_from_bad_ones() {
        let position = TicTacToe.parse_position("X--|-O-|--X O").unwrap();
        let answers =
            AlphaBeta.values(&TicTacToe, &position, Goal::Score, &Context::default()).unwrap();
        let corners: Vec<_> = answers
            .moves
            .iter()
            .filter(|(mv, _)| [2, 6].contains(mv))
            .map(|(_, finding)| finding.verdict().score())
            .collect();
        assert_eq!(corners, [Some(Score(-1)); 2], "a corner loses to the double threat");
        assert_eq!(answers.moves.len(), 6);
    }

    #[test]
    fn a_limit_gives_unknown_and_says_why() {
        let context = Context::new(Limits { nodes: Some(5000), ..Limits::default() });
        let answer =
            AlphaBeta.solve(&TicTacToe, &TicTacToe.start(), Goal::Score, &context).unwrap();
        assert_eq!(answer.verdict(), Verdict::Unknown);
        assert_eq!(answer.stopped, Some(Stop::Nodes));
    }

    /// Every position of a game, by playing at random, is worth the same with and without a table,
    /// however small that is.
    #[test]
    fn a_table_changes_no_value() {
        let mut dice = yomikiri_core::Dice::numbered(5, 1);
        let small = Context::new(Limits { memory: 0, ..Limits::default() });
        for _ in 0..60 {
            let (game, mut position) = (TicTacToe, TicTacToe.start());
            for _ in 0..dice.below(6) {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                if !moves.is_empty() {
                    position = game.play(&position, moves[dice.below(moves.len())]);
                }
            }
            for goal in [Goal::Win, Goal::Score] {
                let plain = AlphaBeta.solve(&game, &position, goal, &small).unwrap();
                let tabled = TableAlphaBeta.solve(&game, &position, goal, &small).unwrap();
                assert_eq!(tabled.verdict(), plain.verdict(), "{position:?}");
                assert_eq!(tabled.line.is_empty(), plain.line.is_empty());
            }
        }
    }
}
