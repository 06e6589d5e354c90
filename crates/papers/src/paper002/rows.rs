//! One row: a question, and its answer.

use super::diagrams::{FIGURE_18, read};
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::time::Instant;
use yomikiri_core::{Bounds, Context, Game, Goal, Limits, Outcome, Result, Side, Solver, Verdict};
use yomikiri_go::ladder::{Ladder, Program, Weights, climb};
use yomikiri_go::oracle::Oracle;
use yomikiri_go::validate::validate;
use yomikiri_go::{Board, Go, Ko, Move, Passes, ReadOut, Scoring, State};

pub(super) fn board((rows, columns): (usize, usize)) -> Board {
    Board::new(rows, columns).expect("the report's boards have at most 36 points")
}

/// The same work by one thread, as the paper's programs had it.
fn by_one_thread(context: &Context) -> Context {
    let mut one = context.clone();
    one.limits.threads = 1;
    one
}

/// How often a search of a second or less is timed.
const SHORT_RUNS: usize = 3;

/// What one of the paper's programs found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Climb {
    /// `Black` or `White`, if it was found.
    pub(super) winner: Option<String>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    /// The shortest of several runs where they are short.
    pub(super) seconds: f64,
}

impl Finding for Climb {
    fn settled(&self) -> bool {
        self.winner.is_some()
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Climb {
    /// The depth that was searched to the end.
    pub(super) fn searched(&self) -> u32 {
        match self.settled() {
            true => self.depth,
            false => self.depth.saturating_sub(1),
        }
    }

    pub(super) fn asked(ladder: Ladder, on: Board) -> Json {
        // The name of the question says what a node is and how positions are merged.
        json!({ "question": "ladder 2", "program": ladder.label(), "board": on.to_string() })
    }

    pub(super) fn find(program: Program, on: Board, context: &Context) -> Result<Climb> {
        let go = Go::new(on);
        let context = by_one_thread(context);
        let run = || -> Result<Climb> {
            let begun = Instant::now();
            let found = climb(program, &go, &go.start(), &context)?;
            Ok(Climb {
                winner: found.winner.map(|side| go.side_name(side).into()),
                nodes: found.nodes,
                depth: found.depth,
                seconds: begun.elapsed().as_secs_f64(),
            })
        };
        let mut best = run()?;
        let more = if on.points() <= 12 { SHORT_RUNS - 1 } else { 0 };
        for _ in 0..more {
            let again = run()?;
            if again.winner.is_some() {
                best.seconds = best.seconds.min(again.seconds);
            }
        }
        Ok(best)
    }
}

/// Nodes of Base with other weights, colours apart and merged.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Orders {
    /// The weights as in `9:1`; the nodes with colours apart, and merged. None if stopped.
    pub(super) rows: Vec<(String, u64, u64)>,
}

impl Finding for Orders {
    fn settled(&self) -> bool {
        !self.rows.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.rows.iter().map(|(_, apart, merged)| apart + merged).sum()
    }
}

impl Orders {
    /// The paper's weights first.
    pub(super) const TRIED: [(u32, u32); 9] =
        [(9, 1), (3, 1), (2, 1), (1, 1), (1, 2), (1, 3), (1, 9), (1, 0), (0, 1)];

    pub(super) fn find(on: Board, context: &Context) -> Result<Orders> {
        let go = Go::new(on);
        let context = by_one_thread(context);
        let mut rows = Vec::new();
        for (position, capture) in Orders::TRIED {
            let weights = Weights { position, capture };
            let mut nodes = [0; 2];
            for (nodes, colours) in nodes.iter_mut().zip([false, true]) {
                let program = Program { weights, colours, ..Ladder::Base.program() };
                let found = climb(program, &go, &go.start(), &context)?;
                if found.winner.is_none() {
                    return Ok(Orders::default());
                }
                *nodes = found.nodes;
            }
            rows.push((weights.to_string(), nodes[0], nodes[1]));
        }
        Ok(Orders { rows })
    }
}

/// Nodes for a state of a very small board, far more than any takes that comes to an end.
const PATIENCE: u64 = 1 << 17;

/// Programs with colours merged or apart, against the truth and among each other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Merging {
    /// States in which the merged program's answer was compared with all values of the board.
    pub(super) states: u64,
    /// Of them, those it got wrong.
    pub(super) wrong: u64,
    /// One of those.
    pub(super) example: Option<String>,
}

impl Finding for Merging {
    fn settled(&self) -> bool {
        self.states > 0
    }

    fn nodes(&self) -> u64 {
        self.states
    }
}

impl Merging {
    /// Base with colours merged, on every state of a board that one side wins by force, a draw being
    /// White's.
    pub(super) fn find(on: Board, context: &Context) -> Result<Merging> {
        let go = Go::new(on);
        let mut found = Merging::default();
        let Some((oracle, _)) = Oracle::new(&go, context)? else { return Ok(found) };
        let program = Program { colours: true, ..Ladder::Base.program() };
        for code in &oracle.boards {
            let [own, other] = oracle.numbering.board_of(*code);
            for side in [Side::First, Side::Second] {
                let (black, white) = if side == Side::First { (own, other) } else { (other, own) };
                let position = go.position(black, white, side);
                let value = oracle.value(&State::of(&position, Side::First)).expect("it can occur");
                let value = if side == Side::First { value } else { -value };
                let truth = match (value.low, value.high) {
                    (1.., _) => Side::First,
                    (_, ..=0) => Side::Second,
                    _ => continue,
                };
                // A wrong entry of the table may also keep a search from ever coming to its end.
                let ask = |program: Program| {
                    let limits =
                        Limits { threads: 1, nodes: Some(PATIENCE), ..context.limits.clone() };
                    climb(program, &go, &position, &context.part(limits))
                };
                let right = ask(program)?.winner == Some(truth);
                if context.check(found.states) {
                    return Ok(Merging::default());
                }
                // Only what the program gets right without merging can be held against it.
                if !right && ask(Ladder::Base.program())?.winner != Some(truth) {
                    continue;
                }
                found.states += 1;
                if !right {
                    found.wrong += 1;
                    found.example.get_or_insert(go.print_position(&position));
                }
            }
        }
        Ok(found)
    }
}

/// What each program needs for the paper's figure 18.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Extension {
    /// Nodes of each program, in the paper's order; none if stopped.
    pub(super) nodes: Vec<u64>,
    /// Whether all of them say that White wins.
    pub(super) white_wins: bool,
}

impl Finding for Extension {
    fn settled(&self) -> bool {
        !self.nodes.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.nodes.iter().sum()
    }
}

impl Extension {
    pub(super) fn find(context: &Context) -> Result<Extension> {
        let (go, position) = read(FIGURE_18, Scoring::Area);
        let mut found = Extension { nodes: Vec::new(), white_wins: true };
        for program in Ladder::ALL {
            let climbed = climb(program.program(), &go, &position, &by_one_thread(context))?;
            if context.stopped().is_some() {
                return Ok(Extension::default());
            }
            found.nodes.push(climbed.nodes);
            found.white_wins &= climbed.winner == Some(Side::Second);
        }
        Ok(found)
    }
}

/// A question for our own search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) board: Board,
    /// Whether Black has played the centre.
    pub(super) centre: bool,
    pub(super) ko: Ko,
    /// The winner, asked of one thread as in the paper; or the score, of all threads.
    pub(super) goal: Goal,
}

/// What our own search proved, for Black.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Value {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) settled: bool,
    pub(super) nodes: u64,
    /// Positions looked at when the proof was checked.
    pub(super) checked: Option<u64>,
}

impl Finding for Value {
    fn settled(&self) -> bool {
        self.settled
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Case {
    pub(super) fn title(&self) -> String {
        let Case { board, centre, ko, goal } = self;
        let centre = if *centre { " after the centre" } else { "" };
        let ko = if *ko == Ko::Basic { "" } else { " (superko)" };
        let goal = if *goal == Goal::Win { " (the winner)" } else { "" };
        format!("{board}{centre}{ko}{goal}")
    }

    fn goal_name(&self) -> &'static str {
        if self.goal == Goal::Win { "win" } else { "score" }
    }

    /// A name for the row's file.
    pub(super) fn name(&self) -> String {
        let centre = if self.centre { "-centre" } else { "" };
        format!("readout-{}{centre}-{}-{}", self.board, self.ko.name(), self.goal_name())
    }

    pub(super) fn asked(&self) -> Json {
        json!({ "question": "value", "board": self.board.to_string(), "centre": self.centre,
                "ko": self.ko.name(), "goal": self.goal_name() })
    }

    pub(super) fn solve(&self, context: &Context) -> Result<Value> {
        let mut go = Go::new(self.board);
        go.rules.ko = self.ko;
        let mut position = go.start();
        if self.centre {
            position = go.play(&position, Move::Place(self.board.points() as u8 / 2));
        }
        let context = match self.goal {
            Goal::Win => by_one_thread(context),
            Goal::Score => context.clone(),
        };
        let answer = ReadOut::default().solve(&go, &position, self.goal, &context)?;
        let for_black = match position.side {
            Side::First => answer.verdict(),
            Side::Second => -answer.verdict(),
        };
        let most = self.board.points() as i32;
        let (low, high) = for_black.bounds().map_or((-most, most), |b| (b.low.0, b.high.0));
        let settled = match for_black {
            Verdict::Score { .. } | Verdict::Cycle(_) => true,
            other => self.goal == Goal::Win && other.outcome().is_some(),
        };
        let checked = answer.counts.iter().find(|(name, _)| *name == "positions_checked");
        let checked = checked.map(|(_, count)| *count);
        Ok(Value { low, high, settled, nodes: answer.nodes, checked })
    }
}

impl Value {
    pub(super) fn black_wins(&self) -> bool {
        Bounds::new(self.low, self.high).outcome() == Some(Outcome::Win)
    }
}

/// How often a static rule was right, over every state of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) claims: u64,
    pub(super) wrong: u64,
    /// A position with a wrong claim.
    pub(super) example: Option<String>,
}

/// The static rules against the truth.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Checked {
    /// None if stopped.
    pub(super) rules: Vec<Rule>,
    states: u64,
}

impl Finding for Checked {
    fn settled(&self) -> bool {
        !self.rules.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.states
    }
}

impl Checked {
    #[cfg(test)]
    pub(super) fn of(rules: Vec<Rule>) -> Checked {
        Checked { rules, states: 1 }
    }

    pub(super) fn find(on: Board, passes: Passes, context: &Context) -> Result<Checked> {
        let go = Go::new(on);
        let mut found = Checked { rules: Vec::new(), states: 0 };
        let made = Oracle::with_passes(&go, passes, context)?;
        let Some((oracle, _)) = made else { return Ok(found) };
        found.states = (oracle.boards.len() + oracle.bans.len()) as u64;
        for rule in validate(&oracle, context).unwrap_or_default() {
            let position = |state: State| go.print_position(&state.position(&go, Side::First));
            found.rules.push(Rule {
                name: rule.rule.into(),
                claims: rule.claims,
                wrong: rule.wrong,
                example: rule.example.map(position),
            });
        }
        Ok(found)
    }
}

/// What every first move is worth to Black: its name, and both ends.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FirstMoves {
    /// Points in order, the pass last; none if stopped.
    pub(super) moves: Vec<(String, i8, i8)>,
    states: u64,
}

impl Finding for FirstMoves {
    fn settled(&self) -> bool {
        !self.moves.is_empty()
    }

    fn nodes(&self) -> u64 {
        self.states
    }
}

impl FirstMoves {
    #[cfg(test)]
    pub(super) fn of(moves: Vec<(String, i8, i8)>) -> FirstMoves {
        FirstMoves { moves, states: 1 }
    }

    pub(super) fn find(on: Board, context: &Context) -> Result<FirstMoves> {
        let go = Go::new(on);
        let mut found = FirstMoves { moves: Vec::new(), states: 0 };
        let Some((oracle, _)) = Oracle::new(&go, context)? else { return Ok(found) };
        found.states = (oracle.boards.len() + oracle.bans.len()) as u64;
        let start = State::of(&go.start(), Side::First);
        let points = (0..on.points() as u8).map(Move::Place);
        for mv in points.chain([Move::Pass]) {
            let next = start.play(on, mv, false).expect("any first move is legal");
            let value = -oracle.value(&next).expect("it can occur");
            found.moves.push((go.print_move(&go.start(), mv), value.low, value.high));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_rows_come_out_as_published() {
        let on = board((3, 3));
        let climb = Climb::find(Ladder::All.program(), on, &Context::default()).unwrap();
        assert_eq!(climb.winner.as_deref(), Some("Black"));
        let case = Case { board: on, centre: false, ko: Ko::Basic, goal: Goal::Score };
        let value = case.solve(&Context::default()).unwrap();
        assert!(value.settled && (value.low, value.high) == (9, 9));
        let moves = FirstMoves::find(on, &Context::default()).unwrap().moves;
        assert_eq!(moves[1].1..=moves[1].2, 3..=9);
    }

    #[test]
    fn merging_by_colours_is_compared_on_both_sides() {
        let found = Merging::find(board((2, 3)), &Context::default()).unwrap();
        assert!(found.states > 50 && found.wrong <= found.states, "{found:?}");
        assert_eq!(found.example.is_some(), found.wrong > 0);
        // A draw is met with either colour there, and taken for a win.
        let found = Merging::find(board((2, 4)), &Context::default()).unwrap();
        assert!(found.wrong > 0 && found.wrong < found.states, "{found:?}");
    }
}
