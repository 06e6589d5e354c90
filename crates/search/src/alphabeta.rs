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

struct Search<'a, G: Game> {
    game: &'a G,
    context: &'a Context,
    nodes: u64,
}

impl<G: Game> Search<'_, G> {
    /// The score if it lies inside the window, and otherwise a bound on it beyond the
    /// side of the window it missed (fail-soft). `None` if stopped.
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

    /// A line in which every move keeps the value `score`, checked move by move.
    fn line(&mut self, position: &G::Position, score: i32) -> Option<Vec<G::Move>> {
        let mut position = position.clone();
        let (mut line, mut score) = (Vec::new(), score);
        while self.game.final_score(&position).is_none() {
            let mut moves = Vec::new();
            self.game.moves(&position, &mut moves);
            let mut kept = None;
            for mv in moves {
                let child = self.game.play(&position, mv);
                if -self.search(&child, -score - 1, -score + 1)? == score {
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
        let max = game.max_score().0;
        let (alpha, beta) = match goal {
            Goal::Win => (-1, 1),
            Goal::Score => (-max - 1, max + 1),
        };
        let mut search = Search { game, context, nodes: 0 };
        let (mut finding, mut line) = (Finding::Nothing, Vec::new());
        if let Some(score) = search.search(position, alpha, beta) {
            let low = if score > alpha { score } else { -max };
            let high = if score < beta { score } else { max };
            let verdict = Verdict::from_bounds(Bounds { low: Score(low), high: Score(high) });
            finding = Finding::proved(verdict, Basis::Search);
            if goal == Goal::Score {
                line = search.line(position, score).unwrap_or_default();
            }
        }
        Ok(Answer::new(finding, search.nodes).with_line(line).stopped_by(context.stopped()))
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
}
