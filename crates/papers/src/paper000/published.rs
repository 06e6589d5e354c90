//! The paper's own numbers (its tables 4-1 and 4-2).

use yomikiri_othello::{Size, Start};

/// One published row.
#[derive(Debug)]
pub(super) struct Published {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) start: Start,
    /// Final positions visited.
    pub(super) finals: u64,
    /// The time as printed, and in seconds.
    pub(super) time: &'static str,
    pub(super) seconds: f64,
    /// Black's score.
    pub(super) value: i32,
    pub(super) black: u32,
    pub(super) white: u32,
    /// At which moves somebody passes.
    pub(super) passes: &'static [u32],
}

impl Published {
    pub(super) fn size(&self) -> Size {
        Size::new(self.rows, self.columns).expect("the paper's boards can be played")
    }

    /// Black's share of the discs on the board at the end, in percent.
    pub(super) fn share(&self) -> f64 {
        100.0 * f64::from(self.black) / f64::from(self.black + self.white)
    }
}

/// How long the paper expects 4×12 to take: about 60,000 days.
pub(super) const YEARS_FOR_4X12: f64 = 164.0;

/// Factor by which the paper expects final positions to grow from 4×10 to 4×12.
pub(super) const GROWTH_TO_4X12: f64 = 1e4;

/// A row as the table below has it.
macro_rules! row {
    ($rows:literal x $columns:literal $start:ident, $finals:literal, $time:literal = $seconds:expr,
     $value:literal, $black:literal - $white:literal, $passes:expr) => {
        Published {
            rows: $rows,
            columns: $columns,
            start: Start::$start,
            finals: $finals,
            time: $time,
            seconds: $seconds,
            value: $value,
            black: $black,
            white: $white,
            passes: &$passes,
        }
    };
}

const fn days(days: u32, hours: u32, minutes: u32) -> f64 {
    (60 * (60 * (24 * days + hours) + minutes)) as f64
}

/// The ten published rows.
#[rustfmt::skip]
pub(super) const PUBLISHED: [Published; 10] = [
    row!(4 x 4 Othello, 218, "0.001 s" = 0.001, -8, 3 - 11, []),
    row!(4 x 6 Othello, 139_803, "0.1 s" = 0.1, 16, 20 - 4, [18]),
    row!(4 x 8 Othello, 294_430_331, "2 m 15 s" = 135.0, 32, 28 - 0, [12, 24, 26]),
    row!(4 x 10 Othello, 1_195_804_922_641, "6 d 6 h 22 m" = days(6, 6, 22), 40, 39 - 0, [19, 28, 34, 36, 38, 40]),
    row!(6 x 6 Othello, 884_392_099_420, "5 d 12 h 16 m" = days(5, 12, 16), -4, 16 - 20, []),
    row!(4 x 4 Reversi, 524, "0.001 s" = 0.001, -3, 6 - 9, [10]),
    row!(4 x 6 Reversi, 274_549, "0.15 s" = 0.15, 18, 21 - 3, [20]),
    row!(4 x 8 Reversi, 299_987_758, "2 m 12 s" = 132.0, 32, 28 - 0, [20, 22, 26]),
    row!(4 x 10 Reversi, 842_204_125_277, "4 d 12 h 22 m" = days(4, 12, 22), 40, 32 - 0, [24, 26, 28]),
    row!(6 x 6 Reversi, 1_628_664_185_199, "8 d 12 h 42 m" = days(8, 12, 42), -2, 17 - 19, []),
];

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_othello::Scoring;

    #[test]
    fn the_printed_discs_give_the_printed_values_by_the_papers_rule_only() {
        let agree = |scoring: Scoring| {
            PUBLISHED
                .iter()
                .filter(|row| {
                    scoring.score(row.black, row.white, row.size().squares()) == row.value
                })
                .count()
        };
        assert_eq!(agree(Scoring::Paper), PUBLISHED.len());
        assert!(agree(Scoring::Tournament) < PUBLISHED.len());
        assert_eq!(PUBLISHED[3].seconds, 541_320.0);
    }
}
