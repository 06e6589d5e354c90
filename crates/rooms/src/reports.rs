//! What is told of a position, whatever the game.

use serde::Serialize;
use serde_json::{Map, Value};
use yomikiri_core::{
    Answers, Asked, Basis, Bounds, Chosen, Diagram, Doubt, Finding, Game, Goal, Merit, Outcome,
    Picture, Proved, Repetition, Score, Side, Spot, Standing, Verdict,
};

/// A position as people look at it.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    /// The game's name.
    pub game: &'static str,
    /// The board, such as `6x6`.
    pub board: String,
    /// The position on one line.
    pub position: String,
    /// The position with all that its value depends on: beside the text, what superko remembers.
    #[serde(skip)]
    pub identity: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// What both sides are called, the first player first.
    pub sides: [&'static str; 2],
    /// The rules in force.
    pub rules: Map<String, Value>,
    /// What becomes of the game, if this is where it has been before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<Repetition>,
    /// The legal moves; none if the game is over.
    pub moves: Vec<Possible>,
    /// What stands where, if the game has a picture.
    pub picture: Option<Picture>,
    /// The board in text.
    pub drawing: String,
    /// The final score for the side to move, if the game is over.
    pub final_score: Option<Score>,
    /// Final counts, such as discs.
    pub tally: Map<String, Value>,
    /// What else there is to tell of a game that is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ending: Vec<String>,
    /// No score is above this.
    pub max_score: Score,
    /// Whether there is an engine that plays without proving anything.
    pub has_engine: bool,
    /// Whether games are won rather than scored.
    pub won_not_scored: bool,
    /// Whether scores may depend on what a game is worth that never ends.
    #[serde(skip)]
    pub need_not_end: bool,
}

/// What a game knows of a position without a search.
pub struct Known {
    /// Boards with marks.
    pub diagrams: Vec<Diagram>,
    /// The same in words, line by line.
    pub said: Vec<String>,
    /// The same as data.
    pub data: Value,
}

/// The report of `show`.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The position.
    #[serde(flatten)]
    pub look: Look,
    /// What the game knows of it, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knowledge: Option<Value>,
    /// The boards to draw; none if the game has no picture.
    #[serde(skip)]
    pub diagrams: Vec<Diagram>,
    /// What to say of them.
    #[serde(skip)]
    pub said: Vec<String>,
}

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct Possible {
    /// How it is written.
    pub name: String,
    /// How the game's own records have it, where that is different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// What a person touches to make it.
    pub spots: Vec<Spot>,
    /// What becomes of the game by it, if that leads back to where the game has been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Repetition>,
}

/// What every report begins with.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// The game's name.
    pub game: &'static str,
    /// The board, such as `6x6`.
    pub board: String,
    /// The position on one line.
    pub position: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// The rules in force.
    pub rules: Map<String, Value>,
    /// How it was found.
    pub method: &'static str,
    /// With how many threads.
    pub threads: usize,
}

/// The report of `solve`.
#[derive(Clone, Debug, Serialize)]
pub struct Solved {
    #[serde(flatten)]
    /// What it is about.
    pub about: About,
    /// The exact value for the side to move.
    pub value: Option<Score>,
    /// What was found out, for the side to move.
    #[serde(skip)]
    pub finding: Finding,
    /// How it was proved, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// Why it does not count as proved, if it does not.
    #[serde(rename = "unproved", skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    /// `first`, `second` or `draw`; proved unless there is a doubt.
    pub winner: Option<&'static str>,
    /// Whether the value is known exactly.
    pub exact: bool,
    /// What is proved at least and at most.
    pub bounds: Option<[Score; 2]>,
    /// Both ends of what endless play could make of it.
    #[serde(skip_serializing_if = "Ends::is_none")]
    pub bracket: Ends,
    /// Plies to the end, in games that are won rather than scored; null for draws.
    #[serde(skip_serializing_if = "Distance::is_none")]
    pub plies: Distance,
    /// A perfect line, as far as it is known.
    pub line: Vec<String>,
    /// The line as the game's own records have it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub record: Vec<String>,
    /// Counts at the end of the line, such as discs.
    #[serde(rename = "final")]
    pub tally: Map<String, Value>,
    /// What else there is to tell of the end of the line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ending: Vec<String>,
    /// Positions entered.
    pub nodes: u64,
    /// Earlier work included.
    pub total_nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// Speed.
    pub nodes_per_second: f64,
    /// What else the method counted.
    pub counts: Map<String, Value>,
    /// Why it ended early, if it did.
    pub stopped: Option<&'static str>,
    /// What a game tells of a position beside its value.
    #[serde(flatten)]
    pub remarks: Map<String, Value>,
    /// Why it could not be remembered, if it was to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_remembered: Option<String>,
    #[serde(skip)]
    /// For people.
    pub text: SolvedText,
}

/// Both ends of what endless play could make of a score: nothing to say in a game that ends, and
/// otherwise a pair or, where one is not known, null.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Ends {
    /// Nothing to say.
    None,
    /// Both, if they are known.
    Pair(Option<[Score; 2]>),
}

impl Ends {
    pub(crate) fn is_none(&self) -> bool {
        *self == Ends::None
    }

    /// Whether both are known.
    pub fn are_known(&self) -> bool {
        matches!(self, Ends::Pair(Some(_)))
    }

    pub(crate) fn of(game: &impl Game, bracket: Option<Bounds>) -> Ends {
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
pub enum Distance {
    /// Nothing to say.
    None,
    /// So many, if there is an end.
    Plies(Option<u32>),
}

impl Distance {
    pub(crate) fn is_none(&self) -> bool {
        *self == Distance::None
    }

    pub(crate) fn of(verdict: &Verdict) -> Distance {
        match verdict {
            Verdict::Outcome { plies, .. } => Distance::Plies(*plies),
            _ => Distance::None,
        }
    }
}

/// A count's name as data has it.
pub(crate) fn key(name: &str) -> String {
    name.to_lowercase().replace(' ', "_")
}

/// What is proved as a number: the score, or 1, 0 and -1 for a win, a draw and a loss.
pub(crate) fn value(verdict: &Verdict) -> Option<Score> {
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
pub struct SolvedText {
    /// The position, drawn.
    pub first_board: String,
    /// The boards after each move of the line.
    pub boards: Vec<String>,
    /// The last board of a line that was not cut short.
    pub last_board: Option<String>,
    /// What the side to move is called.
    pub mover: &'static str,
    /// What the winner is called.
    pub winner: Option<&'static str>,
    /// The same where it wins because a draw counts as its own.
    pub draw: Option<&'static str>,
    /// What a game tells of a position beside its value.
    pub remarks: String,
}

/// The report of `values`.
#[derive(Clone, Debug, Serialize)]
pub struct Valued {
    #[serde(flatten)]
    /// What it is about.
    pub about: About,
    /// What becomes of the game, if this is where it has been before; then no move is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<Repetition>,
    /// The moves, best first.
    pub moves: Vec<MoveValue>,
    /// The move to play, if one is proved to be as good as any, or by none can one be sure of more.
    pub choice: Option<String>,
    /// Which of the two it is.
    pub choice_is: Option<Merit>,
    /// Of the moves that keep what is proved, one that is known to lead on to the end, where whoever
    /// only keeps what it has may do so for ever.
    pub leading: Option<String>,
    /// Positions entered.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
    /// Why it ended early, if it did.
    pub stopped: Option<&'static str>,
    /// Why they could not be remembered, if they were to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_remembered: Option<String>,
    #[serde(skip)]
    /// The position, drawn.
    pub board: String,
    #[serde(skip)]
    /// What both sides are called, the first player first.
    pub sides: [&'static str; 2],
}

/// What is known of one move, for the side that makes it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveValue {
    #[serde(rename = "move")]
    /// The move.
    pub name: String,
    /// Its exact value.
    pub value: Option<Score>,
    /// Whether the value is known exactly.
    pub exact: bool,
    /// What is proved at least and at most.
    pub bounds: Option<[Score; 2]>,
    #[serde(skip_serializing_if = "Ends::is_none")]
    /// Both ends of what endless play could make of it.
    pub bracket: Ends,
    /// Who wins, for the side that moves.
    pub outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Distance::is_none")]
    /// Plies to the end.
    pub plies: Distance,
    /// What is proved of it beside the other moves.
    pub standing: Standing,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// What becomes of the game by it, if that leads back to where the game has been.
    pub repeats: Option<Repetition>,
    /// How that was proved, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub basis: Option<Basis>,
    /// Why it does not count as proved, if it does not.
    #[serde(rename = "unproved", skip_serializing_if = "Option::is_none")]
    pub doubt: Option<Doubt>,
    #[serde(skip)]
    /// What was found out, for the side that moves.
    pub finding: Finding,
}

impl Solved {
    /// Whether it answers the question, as far as its method can: what an exit code says.
    pub fn is_answer(&self, goal: Goal) -> bool {
        match (self.doubt, goal) {
            // A proof that was not checked to its end is not done.
            (Some(Doubt::Unchecked), _) => false,
            // Who wins is all that such a method tells.
            (Some(Doubt::Rule), _) => self.winner.is_some(),
            (None, Goal::Win) => self.winner.is_some() || self.bracket.are_known(),
            (None, Goal::Score) => {
                self.exact && self.text.last_board.is_some() || self.bracket.are_known()
            }
        }
    }
}

impl Valued {
    /// Whether the answers rest on a rule that is not proved.
    pub fn by_unproved_rule(&self) -> bool {
        self.moves.iter().any(|mv| mv.doubt == Some(Doubt::Rule))
    }

    /// Whether every move answers the question, as far as the method can.
    pub fn is_answer(&self, goal: Goal) -> bool {
        let reached = |mv: &MoveValue| {
            mv.bounds.is_some_and(|[low, high]| goal.reached(Bounds { low, high }))
        };
        self.moves.iter().all(|mv| match (mv.doubt, goal) {
            (Some(Doubt::Unchecked), _) => false,
            (Some(Doubt::Rule), _) | (None, Goal::Win) if mv.outcome.is_some() => true,
            _ => reached(mv) || mv.bracket.are_known(),
        })
    }
}

impl MoveValue {
    /// The moves of a position, the last of a game with these, by what is proved of them there, best
    /// first; and the one to play, if that is proved of one.
    pub(crate) fn all<G: Game>(
        game: &G,
        played: &[G::Position],
        answers: &Answers<G::Move>,
        asked: &Asked,
        goal: Goal,
    ) -> (Vec<MoveValue>, Option<Chosen<G::Move>>) {
        let position = played.last().expect("a game has a position");
        let (most, mover) = (game.max_score(), game.to_move(position));
        let mut judged = answers.clone();
        if asked.draw.is_some() {
            // Where a draw is somebody's, all that can be known of a move is who wins.
            for (_, finding) in &mut judged.moves {
                let Finding::Proved(proved) = *finding else { continue };
                let outcome = asked.outcome(&proved.verdict(), mover);
                *finding = outcome.map_or(Finding::Nothing, |outcome| {
                    Finding::proved(Verdict::Outcome { outcome, plies: None }, proved.basis())
                });
            }
        }
        let standings = judged.standings(goal, most);
        let choice = judged.choice_by(&standings, goal, most);
        let each = answers.moves.iter().zip(standings);
        let mut moves: Vec<MoveValue> = each
            .map(|((mv, found), standing)| MoveValue {
                name: game.print_move(position, *mv),
                value: value(&found.verdict()),
                exact: value(&found.verdict()).is_some(),
                bounds: interval(game, &found.verdict()),
                bracket: Ends::of(game, found.bracket()),
                outcome: asked.outcome(&found.said(), mover),
                plies: Distance::of(&found.said()),
                standing,
                repeats: Repetition::after(game, played, *mv),
                basis: found.as_proved().map(Proved::basis),
                doubt: found.doubt(),
                finding: *found,
            })
            .collect();
        // By what is proved at least, then by what may be.
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.finding.said().rank()));
        (moves, choice)
    }
}

/// The proved interval, if the verdict is about scores; every score where nothing is proved.
pub(crate) fn interval(game: &impl Game, verdict: &Verdict) -> Option<[Score; 2]> {
    match verdict {
        Verdict::Unknown => Some([-game.max_score(), game.max_score()]),
        Verdict::Outcome { .. } => value(verdict).map(|score| [score, score]),
        _ => verdict.bounds().map(|bounds| [bounds.low, bounds.high]),
    }
}
