//! What the command can do with a game, whatever the game: `solve`, `values`, `perft`.

use serde::Serialize;
use serde_json::{Map, Value};
use std::time::Instant;
use yomikiri_core::{
    Bounds, Context, Error, Game, Goal, Outcome, Result, Score, Side, Solver, Stop, Verdict,
};
use yomikiri_search::perft;

/// A game at a position, its types forgotten, so that commands need not know which it is.
pub(crate) trait Room {
    /// Proves the position's value.
    fn solve(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Solved>;

    /// Proves every move's value.
    fn values(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Valued>;

    /// Lets a person play one side in the terminal; with no side, it plays both.
    fn play(&self, human: Option<Side>, context: &Context) -> anyhow::Result<()>;

    /// Counts lines of play; `None` if stopped.
    fn perft(&self, depth: u32, context: &Context) -> Option<u64>;
}

/// What every report begins with.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct About {
    pub(crate) game: &'static str,
    pub(crate) board: String,
    pub(crate) position: String,
    pub(crate) to_move: Side,
    pub(crate) rules: Map<String, Value>,
    pub(crate) method: &'static str,
    pub(crate) threads: usize,
}

/// The report of `solve`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Solved {
    #[serde(flatten)]
    pub(crate) about: About,
    /// The exact value for the side to move.
    pub(crate) value: Option<Score>,
    /// `first`, `second` or `draw`.
    pub(crate) winner: Option<&'static str>,
    pub(crate) exact: bool,
    pub(crate) bounds: Option<[Score; 2]>,
    /// Both ends of what endless play could make of it.
    #[serde(skip_serializing_if = "Ends::is_none")]
    pub(crate) bracket: Ends,
    /// Plies to the end, in games that are won rather than scored; null for draws.
    #[serde(skip_serializing_if = "Distance::is_none")]
    pub(crate) plies: Distance,
    pub(crate) line: Vec<String>,
    /// The line as the game's own records have it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) record: Vec<String>,
    /// Counts at the end of the line, such as discs.
    #[serde(rename = "final")]
    pub(crate) tally: Map<String, Value>,
    pub(crate) nodes: u64,
    pub(crate) total_nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) nodes_per_second: f64,
    pub(crate) counts: Map<String, Value>,
    pub(crate) stopped: Option<&'static str>,
    /// What a game tells of a position beside its value.
    #[serde(flatten)]
    pub(crate) remarks: Map<String, Value>,
    #[serde(skip)]
    pub(crate) text: SolvedText,
}

/// Both ends of what endless play could make of a score: nothing to say in a game that ends, and
/// otherwise a pair or, where one is not known, null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Ends {
    None,
    Pair(Option<[Score; 2]>),
}

impl Ends {
    fn is_none(&self) -> bool {
        *self == Ends::None
    }

    /// Whether both are known.
    pub(crate) fn are_known(&self) -> bool {
        matches!(self, Ends::Pair(Some(_)))
    }

    fn of(game: &impl Game, bracket: Option<Bounds>) -> Ends {
        match game.need_not_end() {
            true => Ends::Pair(bracket.map(|bounds| [bounds.low, bounds.high])),
            false => Ends::None,
        }
    }
}

/// Plies to the end: nothing to say in a game of scores, and otherwise a number or, where
/// nobody wins, null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Distance {
    None,
    Plies(Option<u32>),
}

impl Distance {
    fn is_none(&self) -> bool {
        *self == Distance::None
    }

    fn of(verdict: &Verdict) -> Distance {
        match verdict {
            Verdict::Outcome { plies, .. } => Distance::Plies(*plies),
            _ => Distance::None,
        }
    }
}

/// What is proved as a number: the score, or 1, 0 and -1 for a win, a draw and a loss.
fn value(verdict: &Verdict) -> Option<Score> {
    match verdict {
        Verdict::Outcome { outcome, .. } => Some(Score(match outcome {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        })),
        _ => verdict.score(),
    }
}

/// What only the report for people shows.
#[derive(Clone, Debug)]
pub(crate) struct SolvedText {
    pub(crate) first_board: String,
    /// The boards after each move of the line.
    pub(crate) boards: Vec<String>,
    /// The last board of a line that was not cut short.
    pub(crate) last_board: Option<String>,
    pub(crate) mover: &'static str,
    pub(crate) winner: Option<&'static str>,
    pub(crate) remarks: String,
}

/// The report of `values`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Valued {
    #[serde(flatten)]
    pub(crate) about: About,
    pub(crate) moves: Vec<MoveValue>,
    pub(crate) nodes: u64,
    pub(crate) seconds: f64,
    pub(crate) stopped: Option<&'static str>,
    #[serde(skip)]
    pub(crate) board: String,
}

/// What is known of one move, for the side that makes it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MoveValue {
    #[serde(rename = "move")]
    pub(crate) name: String,
    pub(crate) value: Option<Score>,
    pub(crate) exact: bool,
    pub(crate) bounds: Option<[Score; 2]>,
    #[serde(skip_serializing_if = "Ends::is_none")]
    pub(crate) bracket: Ends,
    pub(crate) outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Distance::is_none")]
    pub(crate) plies: Distance,
    #[serde(skip)]
    pub(crate) verdict: Verdict,
}

/// A game of a known type, at a position.
pub(crate) struct Seat<G: Game> {
    game: G,
    position: G::Position,
    solvers: Vec<Box<dyn Solver<G>>>,
    hidden_rule: Option<&'static str>,
    extra_rule: Option<(&'static str, String)>,
    remarks: Option<Box<Remarks<G>>>,
}

/// Tells of a position beside its value: for people, and as data.
type Remarks<G> =
    dyn Fn(&<G as Game>::Position, &Context) -> Result<(String, Vec<(&'static str, Value)>)>;

impl<G: Game> Seat<G> {
    /// A seat with no method yet.
    pub(crate) fn new(game: G, position: G::Position) -> Seat<G> {
        Seat {
            game,
            position,
            solvers: Vec::new(),
            hidden_rule: None,
            extra_rule: None,
            remarks: None,
        }
    }

    /// Adds a method of the game's own; the last one added is the default.
    pub(crate) fn with_solver(mut self, solver: impl Solver<G> + 'static) -> Seat<G> {
        self.solvers.insert(0, Box::new(solver));
        self
    }

    /// Leaves a rule out of reports, because it has no say in this position.
    pub(crate) fn without_rule(mut self, name: &'static str) -> Seat<G> {
        self.hidden_rule = Some(name);
        self
    }

    /// Names one more choice in reports.
    pub(crate) fn with_rule(mut self, name: &'static str, choice: String) -> Seat<G> {
        self.extra_rule = Some((name, choice));
        self
    }

    /// Tells more of a position when it is solved.
    pub(crate) fn with_remarks(
        mut self,
        remarks: impl Fn(&G::Position, &Context) -> Result<(String, Vec<(&'static str, Value)>)>
        + 'static,
    ) -> Seat<G> {
        self.remarks = Some(Box::new(remarks));
        self
    }

    /// Plays moves from the position.
    pub(crate) fn with_moves(mut self, moves: &[String]) -> Result<Seat<G>> {
        for text in moves {
            let mv = self.game.parse_move(&self.position, text)?;
            self.position = self.game.play(&self.position, mv);
        }
        Ok(self)
    }

    fn solver(&self, name: Option<&str>, context: &Context) -> Result<&dyn Solver<G>> {
        let solver = self.named_solver(name)?;
        if context.checkpoint.is_some() && !solver.keeps_checkpoints() {
            return Err(Error::refused(format!(
                "the method {} keeps no checkpoint; leave out --checkpoint, or use another method",
                solver.name()
            )));
        }
        Ok(solver)
    }

    fn named_solver(&self, name: Option<&str>) -> Result<&dyn Solver<G>> {
        let Some(name) = name else { return Ok(&*self.solvers[0]) };
        self.solvers.iter().find(|solver| solver.name() == name).map(|solver| &**solver).ok_or_else(
            || {
                let names: Vec<_> = self.solvers.iter().map(|solver| solver.name()).collect();
                Error::notation(
                    "method",
                    name,
                    format!("{} has no such method", self.game.name()),
                    format!("one of {}", names.join(", ")),
                )
            },
        )
    }

    fn about(&self, solver: &dyn Solver<G>, context: &Context) -> About {
        let rules = self.game.rules().into_iter().filter(|rule| Some(rule.0) != self.hidden_rule);
        let rules = self.extra_rule.clone().into_iter().chain(rules);
        About {
            game: self.game.name(),
            board: self.game.board(),
            position: self.game.print_position(&self.position),
            to_move: self.game.to_move(&self.position),
            rules: rules.map(|(k, v)| (k.to_owned(), v.into())).collect(),
            method: solver.name(),
            threads: solver.threads(context),
        }
    }
}

/// Why work ended early, as results say it.
pub(crate) fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Cancelled => "interrupted",
        Stop::Time => "time",
        Stop::Nodes => "nodes",
        Stop::Depth => "depth",
        Stop::Memory => "memory",
    }
}

/// The proved interval, if the verdict is about scores; every score where nothing is proved.
fn interval(game: &impl Game, verdict: &Verdict) -> Option<[Score; 2]> {
    match verdict {
        Verdict::Unknown => Some([-game.max_score(), game.max_score()]),
        Verdict::Outcome { .. } => value(verdict).map(|score| [score, score]),
        _ => verdict.bounds().map(|bounds| [bounds.low, bounds.high]),
    }
}

impl<G: Game> Room for Seat<G> {
    fn solve(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Solved> {
        let solver = self.solver(method, context)?;
        let begun = Instant::now();
        let answer = solver.solve(&self.game, &self.position, goal, context)?;
        let (said, remarks) = match &self.remarks {
            Some(remarks) if goal == Goal::Score => remarks(&self.position, context)?,
            _ => (String::new(), Vec::new()),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let mover = self.game.to_move(&self.position);
        let winner = answer.verdict.outcome().map(|outcome| match outcome {
            Outcome::Win => Some(mover),
            Outcome::Loss => Some(!mover),
            Outcome::Draw => None,
        });
        let mut position = self.position.clone();
        let (mut line, mut record, mut boards) = (Vec::new(), Vec::new(), Vec::new());
        for mv in &answer.line {
            line.push(self.game.print_move(&position, *mv));
            record.extend(self.game.record_move(&position, *mv));
            position = self.game.play(&position, *mv);
            boards.push(self.game.draw(&position));
        }
        let finished = self.game.final_score(&position).is_some();
        let tally = match finished {
            true => self.game.tally(&position),
            false => Vec::new(),
        };
        Ok(Solved {
            about: self.about(solver, context),
            value: value(&answer.verdict),
            winner: winner.map(|side| match side {
                Some(Side::First) => "first",
                Some(Side::Second) => "second",
                None => "draw",
            }),
            exact: value(&answer.verdict).is_some(),
            bounds: interval(&self.game, &answer.verdict),
            bracket: Ends::of(&self.game, answer.bracket),
            plies: Distance::of(&answer.verdict),
            line,
            record,
            tally: tally.into_iter().map(|(k, v)| (k.to_lowercase(), v.into())).collect(),
            nodes: answer.nodes,
            total_nodes: answer.total_nodes,
            seconds,
            nodes_per_second: (answer.nodes as f64 / seconds.max(1e-9)).round(),
            counts: answer.counts.into_iter().map(|(k, v)| (k.to_owned(), v.into())).collect(),
            stopped: answer.stopped.map(stop_name),
            remarks: remarks.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            text: SolvedText {
                remarks: said,
                first_board: self.game.draw(&self.position),
                last_board: (finished || answer.stopped.is_none())
                    .then(|| self.game.draw(&position)),
                boards,
                mover: self.game.side_name(mover),
                winner: winner.map(|side| side.map_or("nobody", |s| self.game.side_name(s))),
            },
        })
    }

    fn values(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Valued> {
        let solver = self.solver(method, context)?;
        let begun = Instant::now();
        let answers = solver.values(&self.game, &self.position, goal, context)?;
        let mut moves: Vec<MoveValue> = answers
            .moves
            .iter()
            .map(|(mv, verdict)| MoveValue {
                name: self.game.print_move(&self.position, *mv),
                value: value(verdict),
                exact: value(verdict).is_some(),
                bounds: interval(&self.game, verdict),
                bracket: Ends::of(
                    &self.game,
                    match verdict {
                        Verdict::Score { .. } | Verdict::Cycle(_) => verdict.bounds(),
                        _ => None,
                    },
                ),
                outcome: verdict.outcome(),
                plies: Distance::of(verdict),
                verdict: *verdict,
            })
            .collect();
        // Best first: by what is proved at least, then by what may be.
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.bounds.map(|[low, high]| (low, high))));
        Ok(Valued {
            about: self.about(solver, context),
            moves,
            nodes: answers.nodes,
            seconds: begun.elapsed().as_secs_f64(),
            stopped: answers.stopped.map(stop_name),
            board: self.game.draw(&self.position),
        })
    }

    fn play(&self, human: Option<Side>, context: &Context) -> anyhow::Result<()> {
        let solver = self.solver(None, context)?;
        let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
        crate::play::play(&self.game, &self.position, solver, human, context, input, output)
    }

    fn perft(&self, depth: u32, context: &Context) -> Option<u64> {
        perft(&self.game, &self.position, depth, context)
    }
}
