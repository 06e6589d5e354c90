use crate::standing::surest;
use crate::symmetric::Classes;
use crate::{
    Basis, Bounds, Context, Finding, Game, MoveValue, Outcome, Repetition, Result, Score, Side,
    Standing, Stop, Verdict, standings, together,
};
use serde::Serialize;

/// How much is to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Goal {
    /// Who wins, or that nobody does.
    Win,
    /// The exact score.
    #[default]
    Score,
}

impl Goal {
    /// Whether `bounds` answer the question.
    pub fn reached(self, bounds: Bounds) -> bool {
        match self {
            Goal::Win => bounds.outcome().is_some(),
            Goal::Score => bounds.exact().is_some(),
        }
    }
}

/// What a method asks, where that is not quite the game's own question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Rules that it goes by, in place of the game's rules of the same name, or beside them.
    pub rules: Vec<(&'static str, String)>,
    /// Whose a draw is, where the method knows two results only; `None` if it is nobody's.
    pub draw: Option<Side>,
}

impl Asked {
    /// How it ends for the side to move, if what is proved settles that.
    pub fn outcome(&self, verdict: &Verdict, to_move: Side) -> Option<Outcome> {
        let (Some(owner), Some(bounds)) = (self.draw, verdict.bounds()) else {
            return verdict.outcome();
        };
        let least = if owner == to_move { 0 } else { 1 };
        match bounds {
            Bounds { low, .. } if low.0 >= least => Some(Outcome::Win),
            Bounds { high, .. } if high.0 < least => Some(Outcome::Loss),
            _ => None,
        }
    }
}

/// What a solver found out.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// What was found out, for the side to move.
    pub finding: Finding,
    /// A perfect line from the position, passes included; every move in it was
    /// checked to keep the proved value. It ends early if the work was stopped, and is
    /// empty if only the winner was asked for.
    pub line: Vec<M>,
    /// Positions entered, in this run.
    pub nodes: u64,
    /// Positions entered by this and all the runs that it resumed.
    pub total_nodes: u64,
    /// Figures of this method's own, such as final positions reached.
    pub counts: Vec<(&'static str, u64)>,
    /// Why the work ended early, if it did.
    pub stopped: Option<Stop>,
}

impl<M> Answer<M> {
    /// What was found out by entering so many positions.
    pub fn new(finding: Finding, nodes: u64) -> Answer<M> {
        Answer {
            finding,
            line: Vec::new(),
            nodes,
            total_nodes: nodes,
            counts: Vec::new(),
            stopped: None,
        }
    }

    /// Nothing, because the work was stopped before it could begin.
    pub fn nothing(context: &Context) -> Answer<M> {
        Answer::new(Finding::Nothing, 0).stopped_by(context.stopped())
    }

    /// The same with a perfect line.
    pub fn with_line(self, line: Vec<M>) -> Answer<M> {
        Answer { line, ..self }
    }

    /// The same with figures of the method's own.
    pub fn with_counts(self, counts: Vec<(&'static str, u64)>) -> Answer<M> {
        Answer { counts, ..self }
    }

    /// The same, ended early by this, if by anything.
    pub fn stopped_by(self, stopped: Option<Stop>) -> Answer<M> {
        Answer { stopped, ..self }
    }

    /// What is proved, for the side to move.
    pub fn verdict(&self) -> Verdict {
        self.finding.verdict()
    }
}

/// A way to read a game out.
pub trait Solver<G: Game>: Send + Sync {
    /// The name used with `--method`.
    fn name(&self) -> &'static str;

    /// How many threads it works with under these limits.
    fn threads(&self, _context: &Context) -> usize {
        1
    }

    /// What it asks, where that is not quite the game's own question.
    fn asked(&self) -> Asked {
        Asked::default()
    }

    /// Whether it keeps what it proves in the context's checkpoint folder.
    fn keeps_checkpoints(&self) -> bool {
        false
    }

    /// Proves what `goal` asks about `position`, as far as the context allows.
    ///
    /// Being stopped is not an error: the answer then holds what was proved.
    fn solve(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answer<G::Move>>;

    /// Proves what `goal` asks about every legal move, as `(move, verdict)` for the side
    /// to move. Moves that are images of each other are worth the same, and proved once.
    fn values(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<G::Move>> {
        Classes::of(game, position).values(self, game, position, goal, context)
    }

    /// Of the moves that keep what is proved, one that leads on to the end of the game, where
    /// whoever only keeps what it has may do so for ever. That may take longer than the values.
    fn lead(
        &self,
        _game: &G,
        _position: &G::Position,
        _answers: &Answers<G::Move>,
        _context: &Context,
    ) -> Result<Option<G::Move>> {
        Ok(None)
    }

    /// [`Solver::lead`] in a game, of the moves that do not lead back; `answers` are those [in the
    /// game](Answers::in_game).
    fn lead_in_game(
        &self,
        game: &G,
        position: &G::Position,
        answers: &Answers<G::Move>,
        context: &Context,
    ) -> Result<Option<G::Move>> {
        let found = self.lead(game, position, &answers.new_ones(), context)?;
        Ok(found.filter(|mv| answers.may_lead(*mv, game.max_score())))
    }

    /// The value of every move in a game with these positions, the present one last, and which of
    /// them leads on to the end: what there is to know for whoever plays.
    fn values_to_play(
        &self,
        game: &G,
        played: &[G::Position],
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<G::Move>> {
        let position = played.last().expect("a game has a position");
        let mut answers = self.values(game, position, goal, context)?.in_game(game, played);
        if answers.leading.is_none() {
            answers.leading = self.lead_in_game(game, position, &answers, context)?;
        }
        Ok(answers)
    }

    /// [`Solver::values`] of some of the legal moves, of which the others are images. A solver that
    /// can share work between the moves overrides this.
    fn values_of(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<G::Move>> {
        let mut answers = Answers::none();
        for mv in moves {
            let answer = self.solve(game, &game.play(position, *mv), goal, context)?;
            let found = answer.finding.of_move();
            answers.moves.push((*mv, found));
            context.progress.found(&game.print_move(position, *mv), &found);
            answers.nodes += answer.nodes;
            answers.stopped = answers.stopped.or(answer.stopped);
        }
        Ok(answers)
    }
}

/// What was found out about each legal move of a position.
#[derive(Clone, Debug)]
pub struct Answers<M> {
    /// Each move with what was found out, for the side that makes it.
    pub moves: Vec<(M, Finding)>,
    /// Of the moves that keep what is proved, one that leads on to the end of the game, where the
    /// solver knows one: whoever only keeps what it has may do so for ever.
    pub leading: Option<M>,
    /// In a game, the moves that lead back to where it has been.
    pub repeating: Vec<M>,
    /// Positions entered.
    pub nodes: u64,
    /// Why the work ended early, if it did.
    pub stopped: Option<Stop>,
}

impl<M: Copy + Eq> Answers<M> {
    /// Nothing yet.
    pub fn none() -> Answers<M> {
        let (moves, repeating) = (Vec::new(), Vec::new());
        Answers { moves, leading: None, repeating, nodes: 0, stopped: None }
    }

    /// The same in a game with these positions, the present one last: a move that leads back to one
    /// of them is worth what the rules make of a repetition. Every other move is worth what a game is
    /// that begins with it, whatever was played before.
    pub fn in_game<G: Game<Move = M>>(self, game: &G, played: &[G::Position]) -> Answers<M> {
        self.with_repetitions(game.max_score(), |mv| Repetition::after(game, played, mv))
    }

    /// [`Answers::in_game`] where it is known of every move what becomes of the game by it, if it
    /// leads back; `most` is the largest score of the game.
    pub fn with_repetitions(
        mut self,
        most: Score,
        repetition: impl Fn(M) -> Option<Repetition>,
    ) -> Answers<M> {
        for (mv, finding) in &mut self.moves {
            let Some(Repetition { verdict, .. }) = repetition(*mv) else { continue };
            let ends = match verdict {
                Verdict::Cycle(ends) => Some(ends),
                _ => None,
            };
            *finding = Finding::proved(verdict, Basis::Rules).with_bracket(ends);
            self.repeating.push(*mv);
        }
        self.leading = self.leading.filter(|mv| self.may_lead(*mv, most));
        self
    }

    /// Only the moves that do not lead back to where the game has been.
    pub fn new_ones(&self) -> Answers<M> {
        let is_new = |mv: &M| !self.repeating.contains(mv);
        let moves = self.moves.iter().copied().filter(|(mv, _)| is_new(mv)).collect();
        Answers { moves, repeating: Vec::new(), ..*self }
    }

    /// Whether a move that keeps what is proved of a position keeps it in the game: no move that leads
    /// back is better, and if it does so itself, the game ends there with as much as can be had.
    fn may_lead(&self, mv: M, most: Score) -> bool {
        if self.repeating.contains(&mv) {
            let standings = self.standings(Goal::Score, most);
            let mut all = self.moves.iter().zip(standings);
            return all.any(|((other, _), found)| *other == mv && found == Standing::Best);
        }
        let back = |(other, _): &&(M, Finding)| self.repeating.contains(other);
        let own = self.moves.iter().filter(|(other, _)| *other == mv);
        let rivals = self.moves.iter().filter(back);
        let verdicts = own.chain(rivals).map(|(_, finding)| finding.verdict());
        standings(verdicts, Goal::Score, most).first() != Some(&Standing::Worse)
    }

    /// What these moves say of the position together with what is proved of it by itself, and where
    /// each stands by both; `most` is the largest score of the game.
    pub fn together(&self, own: Verdict, most: Score) -> (Verdict, Vec<MoveValue>) {
        let verdicts: Vec<Verdict> =
            self.moves.iter().map(|(_, finding)| finding.verdict()).collect();
        let back: Vec<bool> =
            self.moves.iter().map(|(mv, _)| self.repeating.contains(mv)).collect();
        together(own, &verdicts, &back, most)
    }

    /// The standing of every move, in their order.
    pub fn standings(&self, goal: Goal, most: Score) -> Vec<Standing> {
        standings(self.moves.iter().map(|(_, finding)| finding.verdict()), goal, most)
    }

    /// The move to play: one that is proved best, or where endless play decides which that is, one
    /// that is sure of most. The one that leads on to the end comes first, then those that do not lead
    /// back. `None` where neither is proved of any move.
    pub fn choice(&self, goal: Goal, most: Score) -> Option<Chosen<M>> {
        self.choice_by(&self.standings(goal, most), goal, most)
    }

    /// [`Answers::choice`] where the standing of every move is known.
    pub fn choice_by(&self, standings: &[Standing], goal: Goal, most: Score) -> Option<Chosen<M>> {
        let surest = surest(self.moves.iter().map(|(_, found)| found.verdict()), goal, most);
        let bounds = |found: &Finding| found.verdict().bounds();
        let sure = self.moves.iter().filter_map(|(_, found)| Some(bounds(found)?.low)).max();
        let mut choices: Vec<(_, Chosen<M>)> = Vec::new();
        for (((mv, finding), standing), surest) in self.moves.iter().zip(standings).zip(surest) {
            // What leads on keeps all that is sure, unless the game has come to offer more.
            let leads = self.leading == Some(*mv)
                && bounds(finding).is_none_or(|own| Some(own.high) >= sure);
            let merit = match standing {
                Standing::Best | Standing::Lost => Merit::Best,
                _ if surest || leads => Merit::Sure,
                _ => continue,
            };
            let is_worse = *standing == Standing::Worse;
            let order = (!leads, merit, is_worse, self.repeating.contains(mv));
            choices.push((order, Chosen { mv: *mv, finding: *finding, merit }));
        }
        // Of several the first one.
        choices.into_iter().min_by_key(|(order, _)| *order).map(|(_, chosen)| chosen)
    }
}

/// What is proved of a move that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Merit {
    /// It is as good as any.
    Best,
    /// By no move can one be sure of more, whatever endless play counts. Which one is best depends
    /// on that, where the rules leave it open: another may be worth more.
    Sure,
}

/// A move to play, by what is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chosen<M> {
    /// The move.
    pub mv: M,
    /// What was found out about it.
    pub finding: Finding,
    /// Why it is played.
    pub merit: Merit,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofs::{cycle, ends, score, within};

    const MOST: Score = Score(16);

    fn answers(verdicts: &[Verdict], leading: Option<usize>) -> Answers<usize> {
        let found = |verdict: &Verdict| Finding::proved(*verdict, Basis::Search);
        let moves = verdicts.iter().map(found).enumerate().collect();
        Answers { moves, leading, ..Answers::none() }
    }

    #[test]
    fn the_move_to_play_follows_from_what_is_proved() {
        use Merit::{Best, Sure};
        let nobody = Verdict::Unknown;
        for (verdicts, leading, choice) in [
            (vec![score(2), score(4), score(4)], None, Some((1, Best))),
            (vec![score(2), score(4), score(4)], Some(2), Some((2, Best))),
            // It depends on what endless play counts.
            (vec![cycle(-16, 16), score(1), score(-16)], None, Some((1, Sure))),
            (vec![cycle(-16, 16), score(1), score(-16)], Some(1), Some((1, Sure))),
            (vec![cycle(2, 8), cycle(4, 6), cycle(4, 5)], None, Some((1, Sure))),
            (vec![cycle(4, 12), cycle(4, 12), score(4)], None, Some((0, Best))),
            (vec![cycle(4, 12), cycle(4, 12), score(4)], Some(1), Some((1, Best))),
            // Only by the last one does the game come to an end with what is sure.
            (vec![cycle(4, 12), cycle(4, 12), score(4)], Some(2), Some((2, Sure))),
            // What leads on was proved to keep as much as any move is sure of.
            (vec![score(4), within(-16, 16)], Some(1), Some((1, Sure))),
            (vec![score(4), nobody, nobody], None, None),
            (vec![within(2, 6), within(3, 4)], None, None),
            (vec![nobody], None, Some((0, Best))),
            (vec![ends(Outcome::Loss, None); 2], None, Some((0, Best))),
            (vec![], None, None),
        ] {
            let chosen = answers(&verdicts, leading).choice(Goal::Score, MOST);
            assert_eq!(chosen.map(|chosen| (chosen.mv, chosen.merit)), choice, "{verdicts:?}");
        }
    }

    #[test]
    fn of_moves_as_good_one_that_does_not_lead_back_is_played() {
        let mut found = answers(&[score(0), score(0), score(-2)], None);
        found.repeating = vec![0];
        assert_eq!(found.choice(Goal::Score, MOST).map(|chosen| chosen.mv), Some(1));
        found.repeating = vec![0, 1];
        assert_eq!(found.choice(Goal::Score, MOST).map(|chosen| chosen.mv), Some(0));
    }
}
