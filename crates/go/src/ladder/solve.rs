//! The paper's programs as methods to solve by.

use super::{Climber, Found, Ladder, MOST_DEPTH, Program, Weights, climb};
use crate::position::{Go, Move, Position};
use crate::rules::{Ko, Repetition, Scoring};
use crate::solver::at_the_end;
use std::collections::HashMap;
use yomikiri_core::{
    Answer, Answers, Asked, Basis, Bounds, Context, Error, Finding, Game, Goal, Outcome, Result,
    Side, Solver, Stop, Verdict,
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

    /// What is found of a game that is over.
    fn at_the_end(&self, go: &Go, position: &Position) -> Finding {
        let mut counted = *go;
        counted.rules.scoring = self.counts();
        at_the_end(counted.score(counted.margin(position), position.side))
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
            return Ok(Answer::new(self.at_the_end(go, position), 0));
        }
        let climbed = climb(*self, go, position, context)?;
        let found = match climbed.winner {
            None => Found::Open,
            Some(Side::First) => Found::Black,
            Some(Side::Second) => Found::White,
        };
        let verdict = self.verdict(go, found, position.side);
        Ok(Answer::new(Finding::proved(verdict, Basis::Search), climbed.nodes)
            .with_line(climbed.line)
            .with_counts(vec![("depth", climbed.depth.into())])
            .stopped_by(context.stopped().filter(|_| climbed.winner.is_none())))
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
                ended = Some(self.at_the_end(go, &next));
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
            let (found, height) = match place {
                None => (-ended.unwrap_or(Finding::Nothing), 0),
                Some(number) => {
                    let (_, seen) = roots[number];
                    let verdict = -self.verdict(go, seen.found, !position.side);
                    (Finding::proved(verdict, Basis::Search), seen.height)
                }
            };
            context.progress.found(&go.print_move(position, mv), &found);
            // Of winning moves, the one with the shortest proof leads on.
            let wins = self.asked().outcome(&found.verdict(), position.side) == Some(Outcome::Win);
            if wins && height < shortest {
                (shortest, answers.leading) = (height, Some(mv));
            }
            answers.moves.push((mv, found));
        }
        let open = answers.moves.iter().any(|(_, found)| *found == Finding::Nothing);
        answers.stopped = context.stopped().filter(|_| open);
        Ok(answers)
    }
}
