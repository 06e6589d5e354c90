//! The paper's programs as methods to solve by.

use super::{Climber, Found, Ladder, MOST_DEPTH, Program, Weights, climb};
use crate::position::{Go, Move, Position};
use crate::rules::{Ko, Repetition, Scoring};
use crate::solver::answer;
use std::collections::HashMap;
use yomikiri_core::{
    Answer, Answers, Asked, Bounds, Context, Error, Game, Goal, Result, Side, Solver, Stop, Verdict,
};

impl Program {
    /// Refuses what the paper's programs do not know.
    fn check(&self, go: &Go, goal: Goal) -> Result<()> {
        let label = self.ladder.label();
        let refused = |problem: &str| Err(Error::refused(format!("the method {label} {problem}")));
        let rules = &go.rules;
        let own = self.counts();
        if goal != Goal::Win {
            return refused("tells only who wins; add --goal win");
        }
        if rules.ko != Ko::Basic || rules.suicide || rules.komi != 0 {
            return refused("knows basic ko, no suicide and no komi only");
        }
        if rules.repetition != Repetition::Open {
            return refused("proves wins that are reached in the end; leave out --repetition");
        }
        match (rules.scoring, own) {
            (Scoring::Stones, Scoring::Area) => refused("counts area; leave out --scoring stones"),
            (Scoring::Afure, Scoring::Stones) => {
                refused("counts stones alone; leave out --scoring afure")
            }
            _ => Ok(()),
        }
    }

    /// How it counts. Area stands for overflow too: both give the same result.
    fn counts(&self) -> Scoring {
        match self.ladder {
            Ladder::Taro55 => Scoring::Stones,
            _ => Scoring::Area,
        }
    }

    /// What a winner means, as scores for the side to move.
    fn verdict(&self, go: &Go, found: Found, side: Side) -> Verdict {
        let most = go.board.points() as i32;
        let bounds = match found {
            Found::Open => return Verdict::Unknown,
            Found::Black => Bounds::new(1, most),
            // But for 55taro a draw is White's.
            Found::White if self.ladder == Ladder::Taro55 => Bounds::new(-most, -1),
            Found::White => Bounds::new(-most, 0),
        };
        Verdict::Bounds(if side == Side::First { bounds } else { -bounds })
    }

    /// The verdict on a game that is over.
    fn verdict_at_the_end(&self, go: &Go, position: &Position) -> Verdict {
        let mut counted = *go;
        counted.rules.scoring = self.counts();
        Verdict::Score { score: counted.score(counted.margin(position), position.side) }
    }
}

impl Solver<Go> for Program {
    fn name(&self) -> &'static str {
        self.ladder.label()
    }

    fn asked(&self) -> Asked {
        let mut asked = Asked::default();
        match self.ladder {
            Ladder::Taro55 => {
                asked.rules.push(("scoring", Scoring::Stones.name().into()));
                asked.rules.push(("draw", "nobody's".into()));
            }
            _ => {
                asked.rules.push(("draw", "White's".into()));
                asked.draw = Some(Side::Second);
            }
        }
        if self.weights != Weights::default() {
            asked.rules.push(("weights", self.weights.to_string()));
        }
        asked
    }

    fn solve(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        self.check(go, goal)?;
        if position.passes >= 2 {
            let verdict = self.verdict_at_the_end(go, position);
            return Ok(answer(verdict, Vec::new(), 0, context));
        }
        let climbed = climb(*self, go, position, context)?;
        let found = match climbed.winner {
            None => Found::Open,
            Some(Side::First) => Found::Black,
            Some(Side::Second) => Found::White,
        };
        let verdict = self.verdict(go, found, position.side);
        let mut found = answer(verdict, climbed.line, climbed.nodes, context);
        found.counts.push(("depth", climbed.depth.into()));
        if climbed.winner.is_some() {
            found.stopped = None;
        }
        Ok(found)
    }

    /// All moves are searched to the same depth before any goes deeper, with one table; those that
    /// are images of each other are one.
    fn values(
        &self,
        go: &Go,
        position: &Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<Move>> {
        self.check(go, goal)?;
        let mut climber = Climber::new(*self, go.board, context)?;
        let mut moves = Vec::new();
        go.moves(position, &mut moves);
        let mut ended = None;
        let (mut roots, mut numbers) = (Vec::new(), HashMap::new());
        let mut places = Vec::new();
        for mv in &moves {
            let next = go.play(position, *mv);
            if next.passes >= 2 {
                ended = Some(self.verdict_at_the_end(go, &next));
                places.push(None);
                continue;
            }
            let root = climber.root(&next);
            let number = *numbers.entry(climber.keys.key(&root)).or_insert(roots.len());
            if number == roots.len() {
                roots.push((root, super::OPEN));
            }
            places.push(Some(number));
        }
        'deeper: for depth in 1..=MOST_DEPTH {
            if roots.iter().all(|(_, seen)| seen.found != Found::Open) {
                break;
            }
            for (root, seen) in roots.iter_mut().filter(|(_, seen)| seen.found == Found::Open) {
                let now = climber.visit_root(root, depth);
                if climber.stopped {
                    break 'deeper;
                }
                *seen = now;
            }
            if depth == MOST_DEPTH {
                context.stop(Stop::Depth);
            }
        }
        let mut answers = Answers { nodes: climber.nodes, ..Answers::none() };
        let mut shortest = u32::MAX;
        for (mv, place) in moves.into_iter().zip(places) {
            let (verdict, height) = match place {
                None => (-ended.unwrap_or(Verdict::Unknown), 0),
                Some(number) => {
                    let (_, seen) = roots[number];
                    (-self.verdict(go, seen.found, !position.side), seen.height)
                }
            };
            context.progress.found(&go.print_move(position, mv), &verdict);
            // Of winning moves, the one with the shortest proof leads on.
            let wins =
                self.asked().outcome(&verdict, position.side) == Some(yomikiri_core::Outcome::Win);
            if wins && height < shortest {
                (shortest, answers.leading) = (height, Some(mv));
            }
            answers.moves.push((mv, verdict));
        }
        let open = answers.moves.iter().any(|(_, verdict)| *verdict == Verdict::Unknown);
        answers.stopped = context.stopped().filter(|_| open);
        Ok(answers)
    }
}
