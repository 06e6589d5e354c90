//! The paper's system for a whole position: bounds on its score from the pairs of its regions, who
//! wins if they tell, and the move that begins to keep them.

use crate::bounds::{Rule, lower, upper, winner};
use crate::keep::{Last, next_move};
use crate::known::Known;
use crate::position::{Amazons, Move, Position};
use crate::regions::{Region, split};
use crate::solver::{ReadSums, verdict};
use crate::value::Value;
use yomikiri_core::{Answer, Context, Doubt, Finding, Goal, Result, Side, Solver};

/// A lower and an upper bound of Black's moves less White's, as far as a rule knows them.
pub type Bounds = (Option<i32>, Option<i32>);

/// What the pairs of its regions say of a position.
#[derive(Clone, Debug)]
pub struct Bounded {
    /// The regions where somebody can move, and their pairs as far as they are in reach.
    pub regions: Vec<(Region, Option<Value>)>,
    /// The bounds by the paper's rule as printed.
    pub printed: Bounds,
    /// The bounds by the corrected rule.
    pub corrected: Bounds,
    /// Who wins by the corrected bounds.
    pub winner: Option<Side>,
    /// How the side to move begins to keep its own corrected bound.
    pub keeping: Option<Keeping>,
}

/// A move that keeps a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// What is kept: by Black at least this, by White at most.
    pub bound: i32,
    /// The region that the move is in, as [`Bounded::regions`] counts them.
    pub region: usize,
    /// The move.
    pub mv: Move,
}

impl Bounded {
    /// Asks for the pairs of a position's regions, and draws the conclusions.
    pub fn find(known: &mut Known, position: &Position, context: &Context) -> Result<Bounded> {
        let side = position.to_move;
        let value = |region: Region| {
            let value = known.value(&region.position(Side::First), context)?;
            Ok((region, value))
        };
        let regions = split(position).regions.into_iter().map(value).collect::<Result<Vec<_>>>()?;
        let pairs: Option<Vec<Value>> = regions.iter().map(|(_, value)| *value).collect();
        let by = |rule| match &pairs {
            Some(pairs) => (lower(rule, pairs, side), upper(rule, pairs, side)),
            None => (None, None),
        };
        let (printed, corrected) = (by(Rule::Paper), by(Rule::Sound));
        let winner = winner(corrected.0, corrected.1, side);
        let own = match side {
            Side::First => corrected.0,
            Side::Second => corrected.1,
        };
        let mut bounded = Bounded { regions, printed, corrected, winner, keeping: None };
        if let Some(bound) = own {
            let parts = bounded.parts(side);
            let first = next_move(&parts, side, Last::Nothing, values(known, context));
            bounded.keeping = first.map(|(region, mv)| Keeping { bound, region, mv });
        }
        Ok(bounded)
    }

    /// Each region where it is, all else on the board walled off.
    fn parts(&self, to_move: Side) -> Vec<Position> {
        self.regions.iter().map(|(region, _)| region.alone(to_move)).collect()
    }

    /// After the keeping move, every move of the other side with the answer that keeps the bound
    /// on; `None` where there is nothing to answer with, nor need be.
    pub fn replies(
        &self,
        known: &mut Known,
        position: &Position,
        context: &Context,
    ) -> Vec<(Move, Option<Move>)> {
        let Some(Keeping { region, mv, .. }) = self.keeping else { return Vec::new() };
        let keeper = position.to_move;
        let mut parts = self.parts(!keeper);
        parts[region] = Position { to_move: keeper, ..parts[region] }.play(mv);
        let mut replies = Vec::new();
        for part in 0..parts.len() {
            let before = Position { to_move: !keeper, ..parts[part] };
            let mut moves = Vec::new();
            before.each_move(|mv| moves.push(mv));
            for mv in moves {
                if context.check(0) {
                    return Vec::new();
                }
                parts[part] = before.play(mv);
                let answer = next_move(&parts, keeper, Last::In(part), values(known, context));
                replies.push((mv, answer.map(|(_, mv)| mv)));
            }
            parts[part] = before;
        }
        replies
    }
}

/// What a part is worth, where that is in reach.
fn values<'a>(
    known: &'a mut Known,
    context: &'a Context,
) -> impl FnMut(&Position) -> Option<Value> + 'a {
    |part| known.value(part, context).ok().flatten()
}

/// Names the winner by the corrected bounds, and nothing where they do not tell.
#[derive(Clone)]
pub struct ByBounds(pub ReadSums);

impl Solver<Amazons> for ByBounds {
    fn name(&self) -> &'static str {
        "bounds"
    }

    fn solve(
        &self,
        _: &Amazons,
        position: &Position,
        _: Goal,
        context: &Context,
    ) -> Result<Answer<Move>> {
        let bounded = self.0.ask(|known| Bounded::find(known, position, context))?;
        // One step of the corrected rule is taken for granted.
        let verdict = verdict(bounded.winner, position.to_move);
        let found = Finding::unverified(verdict, Doubt::Rule);
        Ok(Answer::new(found, 0).stopped_by(context.stopped()))
    }
}
