//! The weights of the evaluation. They are ours: the paper gives none.

/// What each feature counts for its owner, in units that mean nothing but in comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A wing.
    pub wing: i32,
    /// A mountain.
    pub mountain: i32,
    /// A disc on a C square beside an empty corner.
    pub c_square: i32,
    /// A disc on an X square beside an empty corner.
    pub x_square: i32,
    /// A stable disc on an edge; a corner is on two.
    pub stable: i32,
    /// An empty square beside a disc, for every disc that it is beside.
    pub openness: i32,
    /// A move.
    pub mobility: i32,
}

/// The one set in use, chosen by hand: mobility and openness lead the opening, a corner with its
/// row outweighs them, and giving one away costs about what it brings.
pub const WEIGHTS: Weights = Weights {
    wing: -40,
    mountain: 30,
    c_square: -25,
    x_square: -60,
    stable: 60,
    openness: -3,
    mobility: 12,
};

/// A finished game is worth this and [`DISC`] for every disc of its score: beyond every guess.
pub const WIN: i32 = 20_000;
/// What a disc of a finished game counts.
pub const DISC: i32 = 100;

/// What a game that ended with this score is worth.
pub const fn finished(score: i32) -> i32 {
    WIN * score.signum() + DISC * score
}
