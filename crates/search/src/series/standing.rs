use super::{Played, Seat};
use yomikiri_core::{Game, Outcome};

/// How a series stands, seen by A.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Games that A won, lost and drew with the side that moves first, and with the other.
    pub by_side: [[u32; 3]; 2],
    /// The sum of all scores for A.
    pub score_sum: i64,
    /// Games that A and B lost by an illegal move, an error or a crash.
    pub forfeits: [u32; 2],
    /// Seconds that A and B took.
    pub seconds: [f64; 2],
    /// Positions that A and B entered.
    pub nodes: [u64; 2],
    /// Moves that A and B made.
    pub moves: [u32; 2],
}

/// A figure with the ends of its interval of 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Standing {
    /// Counts a game.
    pub(super) fn add<G: Game>(&mut self, played: &Played<G>) {
        let side = usize::from(played.pairing.first != Seat::A);
        let result = match Outcome::from(played.score) {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        };
        self.by_side[side][result] += 1;
        self.score_sum += i64::from(played.score.0);
        if let Some((seat, _)) = &played.forfeit {
            self.forfeits[*seat as usize] += 1;
        }
        for seat in 0..2 {
            self.seconds[seat] += played.seconds[seat];
            self.nodes[seat] += played.nodes[seat];
            self.moves[seat] += played.moves[seat];
        }
    }

    /// Games that A won, lost and drew.
    pub fn results(&self) -> [u32; 3] {
        let [first, second] = self.by_side;
        [first[0] + second[0], first[1] + second[1], first[2] + second[2]]
    }

    /// Games played.
    pub fn games(&self) -> u32 {
        self.results().iter().sum()
    }

    /// A's share of the points, a draw being half of one, with Wilson's interval (which takes
    /// draws for half-won games, and so is rather too wide than too narrow); `None` without games.
    pub fn score(&self) -> Option<Estimate> {
        let [won, _, drawn] = self.results();
        let games = f64::from(self.games());
        if games == 0.0 {
            return None;
        }
        let value = (f64::from(won) + 0.5 * f64::from(drawn)) / games;
        /// Standard deviations that hold 95 % of a normal distribution.
        const Z: f64 = 1.959_963_985;
        let z2 = Z * Z;
        let middle = (value + z2 / (2.0 * games)) / (1.0 + z2 / games);
        let spread = Z / (1.0 + z2 / games)
            * (value * (1.0 - value) / games + z2 / (4.0 * games * games)).sqrt();
        // At the ends rounding must not leave the figure outside of its own interval.
        let (low, high) = ((middle - spread).min(value), (middle + spread).max(value));
        Some(Estimate { value, low: low.max(0.0), high: high.min(1.0) })
    }

    /// By how many Elo points A is stronger; infinite where one side has all the points.
    pub fn elo(&self) -> Option<Estimate> {
        let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
        let Estimate { value, low, high } = self.score()?;
        Some(Estimate { value: elo(value), low: elo(low), high: elo(high) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(won: u32, lost: u32, drawn: u32) -> Standing {
        Standing { by_side: [[won, lost, drawn], [0; 3]], ..Standing::default() }
    }

    #[test]
    fn intervals_are_wilsons() {
        assert_eq!(standing(0, 0, 0).score(), None);
        let score = standing(50, 50, 0).score().unwrap();
        assert!((score.low - 0.4038).abs() < 1e-3 && (score.high - 0.5962).abs() < 1e-3);
        let all = standing(100, 0, 0).score().unwrap();
        assert!(all.value == 1.0 && (all.low - 0.963).abs() < 1e-3 && all.high == 1.0);
    }

    #[test]
    fn elo_is_the_logarithm_of_the_odds() {
        let even = standing(10, 10, 20).elo().unwrap();
        assert!(even.value.abs() < 1e-9 && even.low < 0.0 && even.high > 0.0);
        assert!((standing(10, 1, 0).elo().unwrap().value - 400.0).abs() < 1e-9);
        assert_eq!(standing(5, 0, 0).elo().unwrap().value, f64::INFINITY);
    }
}
