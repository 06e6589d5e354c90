//! What the paper printed. Its tables 1 to 4 are lost in the only scan there is.

/// Results of the legal set-ups of a board, as the paper sums them up.
pub(super) struct Published {
    pub(super) board: &'static str,
    pub(super) illegal: u32,
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) draw: u32,
    pub(super) unsolved: u32,
}

impl Published {
    pub(super) fn solved(&self) -> u32 {
        self.first + self.second + self.draw
    }

    pub(super) fn legal(&self) -> u32 {
        self.solved() + self.unsolved
    }
}

pub(super) const PUBLISHED: [Published; 2] = [
    Published { board: "3x3", illegal: 87, first: 119, second: 58, draw: 15, unsolved: 3 },
    Published { board: "3x4", illegal: 45, first: 127, second: 2, draw: 4, unsolved: 104 },
];

/// How many times faster PDS was than alpha-beta: the median over problems that both solved.
pub(super) const PDS_FASTER: f64 = 4.6;

/// Dobutsu shogi (Tanaka 2009): name and number.
pub(super) const DOBUTSU: [(&str, u64); 7] = [
    ("positions that can be reached", 246_803_167),
    ("of them the game is not over in", 99_485_568),
    ("won by the side to move", 56_474_473),
    ("drawn", 2_682_700),
    ("lost by the side to move", 40_328_395),
    ("plies from the start (the second player wins)", 78),
    ("longest distance", 173),
];
