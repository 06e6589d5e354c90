//! One row: a question about a board, and its answer.

use super::published::Published;
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yomikiri_core::{Bounds, Context, Error, Game, Goal, Outcome, Result, Solver, Verdict};
use yomikiri_othello::{
    Move, Othello, PaperMethod, Position, ReadOut, Scoring, Size, Start, Steps,
};

/// Both starts, in the order of the paper's tables.
pub(super) const STARTS: [Start; 2] = [Start::Othello, Start::Reversi];

/// The boards of the figures, in order of size: the paper's, and larger ones that were read out.
pub(super) const SQUARES: &[(u32, u32)] = &[(4, 4), (6, 6)];
pub(super) const RECTANGLES: &[(u32, u32)] = &[(4, 6), (4, 8), (4, 10), (4, 12), (4, 14), (4, 16)];

/// How a row is read out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    ReadOut,
    /// The paper's, or the beginning of it.
    Paper(Steps),
}

/// One question: a board, a start, the rules, what is to be proved and by which method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Case {
    pub(super) game: Othello,
    pub(super) method: Method,
    pub(super) goal: Goal,
}

impl Case {
    /// The score of a board by the default method and the paper's scoring.
    pub(super) fn new(size: Size, start: Start) -> Case {
        let game = Othello { start, ..Othello::new(size) };
        Case { game, method: Method::ReadOut, goal: Goal::Score }
    }

    pub(super) fn on(rows: u32, columns: u32, start: Start) -> Case {
        Case::new(Size::new(rows, columns).expect("a board that can be played"), start)
    }

    pub(super) fn win(self) -> Case {
        Case { goal: Goal::Win, ..self }
    }

    pub(super) fn by_paper(self) -> Case {
        self.up_to(Steps::Whole)
    }

    /// By the paper's method up to some step.
    pub(super) fn up_to(self, steps: Steps) -> Case {
        Case { method: Method::Paper(steps), ..self }
    }

    pub(super) fn tournament(self) -> Case {
        Case { game: Othello { scoring: Scoring::Tournament, ..self.game }, ..self }
    }

    pub(super) fn board(&self) -> String {
        self.game.board().replace('x', "×")
    }

    pub(super) fn start(&self) -> &'static str {
        start_name(self.game.start)
    }

    pub(super) fn method(&self) -> &'static str {
        match self.method {
            Method::ReadOut => ReadOut::default().name(),
            Method::Paper(steps) => PaperMethod { steps }.name(),
        }
    }

    pub(super) fn goal(&self) -> &'static str {
        match self.goal {
            Goal::Win => "win",
            Goal::Score => "score",
        }
    }

    pub(super) fn scoring(&self) -> &'static str {
        match self.game.scoring {
            Scoring::Paper => "paper",
            Scoring::Tournament => "tournament",
        }
    }

    /// The row in words.
    pub(super) fn title(&self) -> String {
        let goal = match self.goal {
            Goal::Win => ", win reading",
            Goal::Score => "",
        };
        let method = match self.method {
            Method::ReadOut => String::new(),
            Method::Paper(Steps::Whole) => ", the paper's method".into(),
            Method::Paper(steps) => format!(", {}", step_name(steps)),
        };
        let scoring = match self.game.scoring {
            Scoring::Paper => "",
            Scoring::Tournament => ", tournament scoring",
        };
        format!("{} {} start{goal}{method}{scoring}", self.board(), self.start())
    }

    /// A name for the row's file.
    pub(super) fn name(&self, suffix: &str) -> String {
        let start = self.start().to_lowercase();
        let (method, goal, scoring) = (self.method(), self.goal(), self.scoring());
        format!("{}-{start}-{method}-{goal}-{scoring}{suffix}", self.game.board())
    }

    /// What the row's file says was asked.
    pub(super) fn asked(&self, question: &str) -> Value {
        json!({
            "question": question,
            "board": self.game.board(),
            "start": self.start().to_lowercase(),
            "scoring": self.scoring(),
            "method": self.method(),
            "goal": self.goal(),
        })
    }

    pub(super) fn solve(&self, context: &Context) -> Result<Found> {
        let position = self.game.start();
        let answer = match self.method {
            Method::ReadOut => ReadOut::default().solve(&self.game, &position, self.goal, context),
            Method::Paper(steps) => {
                PaperMethod { steps }.solve(&self.game, &position, self.goal, context)
            }
        }?;
        let bounds = known(&answer.verdict(), &self.game);
        let mut found = Found {
            low: bounds.low.0,
            high: bounds.high.0,
            settled: self.goal.reached(bounds),
            line: Vec::new(),
            passes: Vec::new(),
            discs: None,
            nodes: answer.nodes,
            finals: answer.counts.iter().find(|(name, _)| *name == "final_positions").map(|c| c.1),
        };
        let last = found.follow(&self.game, &answer.line);
        if let Some(score) = self.game.final_score(&last) {
            let score = if last.side == position.side { score } else { -score };
            if bounds.exact() != Some(score) {
                return Err(Error::refused(format!(
                    "{}: the perfect line ends at {score}, not at the proved value; this is a \
                     fault of the program",
                    self.title()
                )));
            }
            found.discs = Some([last.black.count_ones(), last.white.count_ones()]);
        } else if self.goal == Goal::Score {
            // The value is proved but the line was cut short: the row is to be run again.
            found.settled = false;
        }
        Ok(found)
    }

    /// First moves by the class that each belongs to: those of one class are images of each other.
    fn classes(&self, moves: &[Move]) -> Vec<usize> {
        let start = self.game.start();
        let mut seen = Vec::new();
        let class = |mv: &Move| {
            let child = self.game.play(&start, *mv);
            let images = self.game.symmetries(&child);
            seen.iter().position(|other| images.contains(other)).unwrap_or_else(|| {
                seen.push(child);
                seen.len() - 1
            })
        };
        moves.iter().map(class).collect()
    }

    /// How many first moves there are, and how many classes they form: by the rules alone.
    pub(super) fn first_classes(&self) -> (usize, usize) {
        let mut moves = Vec::new();
        self.game.moves(&self.game.start(), &mut moves);
        (moves.len(), self.classes(&moves).into_iter().max().map_or(0, |last| last + 1))
    }

    pub(super) fn first_moves(&self, context: &Context) -> Result<FirstMoves> {
        let position = self.game.start();
        let answers = ReadOut::default().values(&self.game, &position, self.goal, context)?;
        let played: Vec<Move> = answers.moves.iter().map(|(mv, _)| *mv).collect();
        let mut settled = true;
        let mut moves = Vec::new();
        for ((mv, verdict), class) in answers.moves.into_iter().zip(self.classes(&played)) {
            let bounds = known(&verdict.verdict(), &self.game);
            settled &= bounds.exact().is_some();
            let name = self.game.print_move(&position, mv);
            moves.push(FirstMove { name, class, low: bounds.low.0, high: bounds.high.0 });
        }
        Ok(FirstMoves { moves, settled, nodes: answers.nodes })
    }
}

fn known(verdict: &Verdict, game: &Othello) -> Bounds {
    let max = game.max_score().0;
    verdict.bounds().unwrap_or(Bounds::new(-max, max))
}

/// What the paper's method is called when it has come so far.
pub(super) fn step_name(steps: Steps) -> &'static str {
    match steps {
        Steps::Minimax => "minimax",
        Steps::AlphaBeta => "alpha-beta",
        Steps::Priority => "and squares by priority",
        Steps::FirstMoves => "and one first move of a kind",
        Steps::Whole => "and win reading first: the paper's method",
    }
}

pub(super) fn start_name(start: Start) -> &'static str {
    match start {
        Start::Othello => "Othello",
        Start::Reversi => "Reversi",
    }
}

/// What a row found out, for Black.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) settled: bool,
    pub(super) line: Vec<String>,
    /// At which moves of the line somebody passes; the first move is 1.
    pub(super) passes: Vec<u32>,
    /// Black's and White's discs at the end of the line.
    pub(super) discs: Option<[u32; 2]>,
    pub(super) nodes: u64,
    pub(super) finals: Option<u64>,
}

impl Found {
    /// Writes a line down with its passes; gives the position that it leads to.
    fn follow(&mut self, game: &Othello, line: &[Move]) -> Position {
        let mut last = game.start();
        for (number, mv) in (1..).zip(line) {
            if *mv == Move::Pass {
                self.passes.push(number);
            }
            self.line.push(game.print_move(&last, *mv));
            last = game.play(&last, *mv);
        }
        last
    }

    /// Whether it ends with the discs and has the passes that the paper printed.
    pub(super) fn ends_as(&self, row: &Published) -> bool {
        self.discs == Some([row.black, row.white]) && self.passes == row.passes
    }

    pub(super) fn value(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// How it ends for Black, if that is proved.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        Bounds::new(self.low, self.high).outcome()
    }

    /// Black's share of the discs at the end, in percent.
    pub(super) fn share(&self) -> Option<f64> {
        self.discs.map(|[black, white]| 100.0 * f64::from(black) / f64::from(black + white))
    }
}

impl Finding for Found {
    fn settled(&self) -> bool {
        self.settled
    }
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// What every first move is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FirstMoves {
    pub(super) moves: Vec<FirstMove>,
    pub(super) settled: bool,
    pub(super) nodes: u64,
}

/// A first move; moves of one class are images of each other by the board's symmetry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FirstMove {
    pub(super) name: String,
    pub(super) class: usize,
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Finding for FirstMoves {
    fn settled(&self) -> bool {
        self.settled
    }
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_row_is_found_as_published() {
        let found = Case::on(4, 4, Start::Reversi).solve(&Context::default()).unwrap();
        assert_eq!((found.value(), found.settled), (Some(-3), true));
        let moves = Case::on(4, 6, Start::Othello).first_moves(&Context::default()).unwrap();
        let classes: std::collections::BTreeSet<_> =
            moves.moves.iter().map(|mv| (mv.class, mv.low, mv.high)).collect();
        assert_eq!(classes.len(), 2, "one value a class: {classes:?}");
        let of = |columns, start| Case::on(4, columns, start).first_classes();
        assert_eq!([of(4, Start::Othello), of(6, Start::Othello)], [(4, 1), (4, 2)]);
        assert_eq!([of(4, Start::Reversi), of(6, Start::Reversi)], [(4, 2), (4, 2)]);
    }
}
