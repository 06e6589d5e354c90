//! Sums that show something, worked out anew each time.

use yomikiri_amazons::bounds::{Rule, lower, upper};
use yomikiri_amazons::notation::{parse_position, parse_sum};
use yomikiri_amazons::regions::split;
use yomikiri_amazons::scorer::Scorer;
use yomikiri_amazons::{Position, Value};
use yomikiri_core::{Error, Result, Side};

/// Which bound a case is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower,
    Upper,
}

/// A sum, Black to move.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) id: &'static str,
    pub(super) sum: &'static str,
    pub(super) bound: Bound,
    pub(super) parts: Vec<Position>,
    pub(super) values: Vec<Value>,
    pub(super) printed: Option<i32>,
    pub(super) sound: Option<i32>,
    pub(super) score: i32,
    /// Whether no best move of a part is a best move of the sum.
    pub(super) elsewhere: bool,
}

const CASES: [(&str, &str, Bound); 4] = [
    ("unsound-1", "X##|#.#|##O + X#|#. + .XO.|#.##|##.# + ..#.#|##O##|###X#|####.", Bound::Lower),
    (
        "unsound-2",
        "X###|#.##|##O#|###. + .O##|##.#|###X + X#|#. + .#.#|#O#.|##X#|#.## + #X.#|.##.|#O.#",
        Bound::Lower,
    ),
    (
        "unsound-3",
        ".#.#|#.#O|##X# + .O#|#X#|##. + .#|#O + .###|#X#.|##O#|#.## + .X#.|##O#|#.##",
        Bound::Upper,
    ),
    ("figure-4", "O..X.. + O.#X|#..#|.###", Bound::Lower),
];

impl Case {
    /// Whether the printed bound is on the wrong side of the score.
    pub(super) fn is_broken(&self) -> bool {
        self.printed.is_some_and(|printed| match self.bound {
            Bound::Lower => printed > self.score,
            Bound::Upper => printed < self.score,
        })
    }

    pub(super) fn values(&self) -> String {
        let values: Vec<String> = self.values.iter().map(Value::to_string).collect();
        values.join(" + ").replace('-', "−")
    }
}

pub(super) fn all() -> Result<Vec<Case>> {
    let mut scorer = Scorer::new();
    let mut cases = Vec::new();
    for (id, sum, bound) in CASES {
        let parts = parse_sum(sum)?;
        let failed = || Error::refused("a sum falls into too many regions");
        let values: Option<Vec<Value>> = parts.iter().map(|part| scorer.value(part)).collect();
        let values = values.ok_or_else(failed)?;
        let by = |rule| match bound {
            Bound::Lower => lower(rule, &values, Side::First),
            Bound::Upper => upper(rule, &values, Side::First),
        };
        let best = scorer.keeps_with_a_best_move_of_a_part(&parts, Side::First);
        cases.push(Case {
            id,
            sum,
            bound,
            printed: by(Rule::Paper),
            sound: by(Rule::Sound),
            score: scorer.score(&parts, Side::First).ok_or_else(failed)?,
            elsewhere: !best.ok_or_else(failed)?,
            parts,
            values,
        });
    }
    Ok(cases)
}

/// An endgame on the whole board, as in figures 1 and 2. The paper's is lost.
const ENDGAME: &str = "X..##O..X.|..O####.#.|##########|##########|##########|##########|\
                       ##########|.#X####.X.|..#.###O..|O...##..##";

/// A position, and the subgames that it falls apart into.
#[derive(Clone)]
pub(super) struct Endgame {
    pub(super) position: Position,
    pub(super) parts: Vec<Position>,
    pub(super) values: Vec<Value>,
    /// Of the whole.
    pub(super) score: i32,
}

impl Endgame {
    pub(super) fn new() -> Result<Endgame> {
        let position = parse_position(ENDGAME)?;
        let regions = split(&position).regions;
        let parts: Vec<Position> =
            regions.iter().map(|region| region.position(position.to_move)).collect();
        let mut scorer = Scorer::new();
        let values: Option<Vec<Value>> = parts.iter().map(|part| scorer.value(part)).collect();
        let score = scorer.score(&parts, position.to_move);
        let failed = || Error::refused("an endgame falls into too many regions");
        let (values, score) = values.zip(score).ok_or_else(failed)?;
        Ok(Endgame { position, parts, values, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_endgame_is_as_the_text_has_it() {
        let endgame = Endgame::new().unwrap();
        let amazons = |side| endgame.position.amazons(side).into_iter().count();
        assert_eq!([Side::First, Side::Second].map(amazons), [4, 4]);
        assert_eq!(endgame.parts.len(), 4);
        let low = lower(Rule::Sound, &endgame.values, Side::First);
        let high = upper(Rule::Sound, &endgame.values, Side::First);
        assert!(low.is_none_or(|low| low <= endgame.score));
        assert!(high.is_none_or(|high| high >= endgame.score));
    }

    #[test]
    fn the_cases_are_what_they_are_shown_for() {
        let cases = all().unwrap();
        let told: Vec<_> =
            cases.iter().map(|case| (case.printed, case.score, case.is_broken())).collect();
        let wanted =
            [(Some(1), 0, true), (Some(3), -2, true), (Some(-1), 1, true), (Some(1), 4, false)];
        assert_eq!(told, wanted);
        assert_eq!(cases[3].values(), "(4|0) + (1|−4)");
        assert!(cases[3].elsewhere);
    }
}
