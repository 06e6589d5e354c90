use crate::symmetric::Classes;
use crate::{
    Bounds, Context, Finding, Game, Outcome, Result, Score, Side, Standing, Stop, Verdict,
    standings,
};

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

    /// The value of every move, and which of them leads on to the end: what there is to know for
    /// whoever plays.
    fn values_to_play(
        &self,
        game: &G,
        position: &G::Position,
        goal: Goal,
        context: &Context,
    ) -> Result<Answers<G::Move>> {
        let mut answers = self.values(game, position, goal, context)?;
        if answers.leading.is_none() {
            answers.leading = self.lead(game, position, &answers, context)?;
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
            answers.moves.push((*mv, -answer.finding));
            context.progress.found(&game.print_move(position, *mv), &-answer.finding);
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
    /// Positions entered.
    pub nodes: u64,
    /// Why the work ended early, if it did.
    pub stopped: Option<Stop>,
}

impl<M: Copy + Eq> Answers<M> {
    /// Nothing yet.
    pub fn none() -> Answers<M> {
        Answers { moves: Vec::new(), leading: None, nodes: 0, stopped: None }
    }

    /// The standing of every move, in their order.
    pub fn standings(&self, goal: Goal, most: Score) -> Vec<Standing> {
        standings(self.moves.iter().map(|(_, finding)| finding.verdict()), goal, most)
    }

    /// The move to play: the one that leads on to the end, or else the first that is proved best;
    /// `None` where no move is proved to be as good as any.
    pub fn choice(&self, goal: Goal, most: Score) -> Option<(M, Finding)> {
        if let Some(leading) = self.leading {
            return self.moves.iter().copied().find(|(mv, _)| *mv == leading);
        }
        let standings = self.standings(goal, most);
        let mut both = self.moves.iter().zip(standings);
        both.find(|(_, standing)| matches!(standing, Standing::Best | Standing::Lost))
            .map(|(known, _)| *known)
    }
}
