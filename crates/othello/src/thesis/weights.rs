//! What the evaluation counts, and the weights, which are ours: the paper gives none.

use std::fmt;
use std::ops::{Index, IndexMut};
use yomikiri_core::{Error, Result};

/// What the evaluation counts for either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// A legal move.
    Mobility,
    /// An empty square beside a disc, for every disc that it is beside.
    Openness,
    /// A disc on an X square beside an empty corner.
    XSquare,
    /// A disc on a C square beside an empty corner.
    CSquare,
    /// A wing.
    Wing,
    /// A mountain under a row that is not the opponent's alone.
    Mountain,
    /// A stable disc on an edge; a corner is on two.
    Stable,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; 7] = [
        Feature::Mobility,
        Feature::Openness,
        Feature::XSquare,
        Feature::CSquare,
        Feature::Wing,
        Feature::Mountain,
        Feature::Stable,
    ];

    /// Its name in files and settings.
    pub fn name(self) -> &'static str {
        match self {
            Feature::Mobility => "mobility",
            Feature::Openness => "openness",
            Feature::XSquare => "x-square",
            Feature::CSquare => "c-square",
            Feature::Wing => "wing",
            Feature::Mountain => "mountain",
            Feature::Stable => "stable",
        }
    }

    /// What is counted, for people.
    pub fn meaning(self) -> &'static str {
        match self {
            Feature::Mobility => "legal moves",
            Feature::Openness => "empty neighbours of discs",
            Feature::XSquare => "X squares beside an empty corner",
            Feature::CSquare => "C squares beside an empty corner",
            Feature::Wing => "wings",
            Feature::Mountain => "mountains",
            Feature::Stable => "stable discs on edges",
        }
    }

    /// Whether it is read off the edges.
    pub fn is_of_edges(self) -> bool {
        matches!(self, Feature::CSquare | Feature::Wing | Feature::Mountain | Feature::Stable)
    }

    /// The feature of this name.
    pub fn named(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.name() == name)
    }

    /// One side cannot have more of it than this.
    fn most(self) -> i32 {
        match self {
            Feature::Mobility => 40,
            Feature::Openness => 250,
            Feature::XSquare | Feature::Wing | Feature::Mountain => 4,
            Feature::CSquare => 8,
            Feature::Stable => 32,
        }
    }
}

/// A number for every feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerFeature([i32; Feature::ALL.len()]);

impl Index<Feature> for PerFeature {
    type Output = i32;

    #[inline(always)]
    fn index(&self, feature: Feature) -> &i32 {
        &self.0[feature as usize]
    }
}

impl IndexMut<Feature> for PerFeature {
    fn index_mut(&mut self, feature: Feature) -> &mut i32 {
        &mut self.0[feature as usize]
    }
}

/// What each feature counts for its owner, in units that mean nothing but in comparison.
pub type Weights = PerFeature;

/// The set in use unless another is given, chosen by hand: mobility and openness lead the opening,
/// a corner with its row outweighs them, and giving one away costs about what it brings.
pub const WEIGHTS: Weights = PerFeature([12, -3, -60, -25, -40, 30, 60]);

impl PerFeature {
    /// Weights as a text has them: a line `feature = number` for each that differs from
    /// [`WEIGHTS`]; empty lines and what follows a # are passed over.
    pub fn parse(text: &str) -> Result<Weights> {
        let mut weights = WEIGHTS;
        let mut set = Vec::new();
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |problem: String| {
                let names = Feature::ALL.map(Feature::name).join(", ");
                let expected = format!("lines such as 'mobility = 12'; the features are {names}");
                Error::notation("weights", line, format!("line {number}: {problem}"), expected)
            };
            let (name, value) =
                line.split_once('=').ok_or_else(|| wrong("there is no =".into()))?;
            let (name, value) = (name.trim(), value.trim());
            let feature = Feature::named(name)
                .ok_or_else(|| wrong(format!("there is no feature '{name}'")))?;
            if set.contains(&feature) {
                return Err(wrong(format!("{name} is set twice")));
            }
            set.push(feature);
            weights[feature] =
                value.parse().map_err(|_| wrong(format!("'{value}' is no whole number")))?;
        }
        weights.checked()
    }

    /// Refuses weights so large that a guess could look like the end of a game.
    pub fn checked(self) -> Result<Weights> {
        let most = |feature: Feature| i64::from(self[feature]).abs() * i64::from(feature.most());
        let sum = Feature::ALL.into_iter().fold(0i64, |sum, f| sum.saturating_add(most(f)));
        match sum < i64::from(WIN) {
            true => Ok(self),
            false => Err(Error::refused(format!(
                "the weights {self} are too large: a position could be worth {sum}, and a won game \
                 is worth {WIN}"
            ))),
        }
    }
}

impl fmt::Display for PerFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = Feature::ALL.map(|feature| format!("{}={}", feature.name(), self[feature]));
        f.write_str(&numbers.join(","))
    }
}

/// A finished game is worth this and [`DISC`] for every disc of its score: beyond every guess.
pub const WIN: i32 = 20_000;
/// What a disc of a finished game counts.
pub const DISC: i32 = 100;

/// What a game that ended with this score is worth.
pub const fn finished(score: i32) -> i32 {
    WIN * score.signum() + DISC * score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_and_what_is_wrong_is_told() {
        let read = Weights::parse("# mine\nmobility = 20  # more\n\nx-square=-70\n").unwrap();
        assert_eq!((read[Feature::Mobility], read[Feature::XSquare]), (20, -70));
        assert_eq!(read[Feature::Stable], WEIGHTS[Feature::Stable]);
        assert_eq!(Weights::parse("").unwrap(), WEIGHTS);
        let all = WEIGHTS.to_string().replace(',', "\n");
        assert_eq!(Weights::parse(&all).unwrap(), WEIGHTS);
        for (text, words) in [
            ("mobility 3", "line 1: there is no ="),
            ("\ncorner = 3", "line 2: there is no feature 'corner'"),
            ("wing = 1.5", "'1.5' is no whole number"),
            ("wing = 1\nwing = 2", "line 2: wing is set twice"),
            ("stable = 1000", "too large"),
            ("stable = -2147483647\nopenness = 2147483647", "too large"),
            ("mobility = -2147483648", "too large"),
        ] {
            let error = Weights::parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
