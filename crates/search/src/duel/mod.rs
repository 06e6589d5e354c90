//! Searches for a forced win in games that need not end: can a given side force one?
//!
//! - [`deepening`]: alpha-beta, deepened at the root.
//! - [`pds`]: proof-number and disproof-number search, with dominance between hands.
//! - [`dfpn`]: depth-first proof-number search that settles repetitions too.
//!
//! What is proved here is that a side wins in finitely many moves whatever the other does, which
//! does not depend on how the position came about. That it does *not* may: see [`dfpn`].

pub mod deepening;
pub mod dfpn;
mod numbers;
pub mod pds;

use crate::spread;
pub use numbers::MOST as MOST_LEAVES;
use std::fmt::Debug;
use std::time::{Duration, Instant};
use yomikiri_core::{Context, Side, Stop};

/// Pieces in hand by kind; a game without hands leaves them empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(pub [u8; 8]);

impl Hand {
    /// Whether it has at least as many of every kind.
    pub fn covers(&self, other: &Hand) -> bool {
        self.0.iter().zip(other.0).all(|(own, other)| *own >= other)
    }

    /// The two hands joined kind by kind.
    pub fn zip(self, other: Hand, join: impl Fn(u8, u8) -> u8) -> Hand {
        Hand(std::array::from_fn(|kind| join(self.0[kind], other.0[kind])))
    }
}

/// A game as these searches see it.
pub trait Duel: Sync {
    /// A state of play.
    type Position: Copy;
    /// One move.
    type Move: Copy + PartialEq + Debug;

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// Whether the side to move can end the game at once as the winner.
    fn wins_at_once(&self, position: &Self::Position) -> bool;

    /// Adds the moves; none if the side to move has lost. Moves after which the other side
    /// [`Duel::wins_at_once`] may be among them.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The whole position but for the hands, side to move included.
    fn board_key(&self, position: &Self::Position) -> u128;

    /// What a side has in hand. What neither hand has is on the board, so that with the board
    /// one hand tells the other.
    fn hand(&self, position: &Self::Position, side: Side) -> Hand;

    /// How good the position looks for the side to move; below [`WON`] either way.
    fn estimate(&self, position: &Self::Position) -> i32;

    /// Plies to the end of the game where the side to move has lost whatever it does. A side that
    /// [`Duel::wins_at_once`] is one ply nearer.
    fn plies_when_lost(&self) -> u16 {
        0
    }
}

/// Proved wins are worth this or more, the more the nearer they are.
pub const WON: i32 = 1 << 20;
/// What a win now is worth above [`WON`], and more plies than any proof has.
const FAR: i32 = 1 << 12;

/// What a proved win in so many plies is worth.
fn win_in(plies: i32) -> i32 {
    WON + (FAR - plies).max(0)
}

/// In how many plies a proved win is, given what it is worth.
fn plies_of(worth: i32) -> i32 {
    WON + FAR - worth
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Positions entered.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
    /// Plies from the root.
    pub depth: usize,
    /// Entries of the transposition table.
    pub entries: usize,
}

impl Bounds {
    /// The limits of the paper on small shogi: 2^24 nodes, a minute, depth 2^10, 2^21 entries.
    pub const PAPER: Bounds =
        Bounds { nodes: 1 << 24, time: Duration::from_secs(60), depth: 1 << 10, entries: 1 << 21 };
}

/// What stopped a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// Too many nodes.
    Nodes,
    /// Too much time.
    Time,
    /// Too deep.
    Depth,
    /// Asked to stop.
    Stopped,
}

impl Reason {
    /// As reports have it.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Nodes => "nodes",
            Reason::Time => "time",
            Reason::Depth => "depth",
            Reason::Stopped => "stopped",
        }
    }
}

/// A win that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win<M> {
    /// Who wins.
    pub side: Side,
    /// Plies to the end, at most.
    pub plies: u16,
    /// The winning move, or the move that holds out longest as far as was looked; none where the
    /// game is over or ends at once.
    pub first: Option<M>,
}

/// The answer to one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// What was proved, by the question's own measure; or why nothing was.
    pub win: Result<Win<M>, Reason>,
    /// Positions entered.
    pub nodes: u64,
    /// What the search took, its tables made and cleared before.
    pub time: Duration,
}

impl<M> Found<M> {
    /// Who wins, or why that is not known.
    pub fn winner(&self) -> Result<Side, Reason> {
        self.win.as_ref().map(|win| win.side).map_err(|reason| *reason)
    }
}

/// A search that can be asked of one position after another, such as those of a line.
pub trait Prover<D: Duel> {
    /// Asks of a position with an empty table, so that a proof never rests on one that is lost.
    fn prove(&mut self, root: &D::Position, bounds: Bounds, context: &Context) -> Found<D::Move>;

    /// Within how many plies `winner` wins, as far as the table still knows from the last proof.
    fn known(&self, position: &D::Position, winner: Side) -> Option<u16>;
}

/// Counts nodes and looks at the limits.
pub(crate) struct Meter<'a> {
    bounds: Bounds,
    context: &'a Context,
    pub(crate) begun: Instant,
    pub(crate) nodes: u64,
    pub(crate) stopped: Option<Reason>,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(bounds: Bounds, context: &'a Context) -> Meter<'a> {
        Meter { bounds, context, begun: Instant::now(), nodes: 0, stopped: None }
    }

    /// The answer, with what it took.
    pub(crate) fn found<M>(&self, win: Result<Win<M>, Reason>) -> Found<M> {
        Found { win, nodes: self.nodes, time: self.begun.elapsed() }
    }

    /// Enters a position at a depth; `false` if the search must end.
    #[inline]
    pub(crate) fn enter(&mut self, depth: usize) -> bool {
        self.nodes += 1;
        if self.nodes > self.bounds.nodes {
            self.stopped = self.stopped.or(Some(Reason::Nodes));
        }
        if depth > self.bounds.depth {
            self.stopped = self.stopped.or(Some(Reason::Depth));
        }
        if self.nodes.is_multiple_of(1024) {
            if self.context.check(0) {
                let reason = match self.context.stopped() {
                    Some(Stop::Time) => Reason::Time,
                    _ => Reason::Stopped,
                };
                self.stopped = self.stopped.or(Some(reason));
            } else if self.begun.elapsed() >= self.bounds.time {
                self.stopped = self.stopped.or(Some(Reason::Time));
            }
        }
        self.stopped.is_none()
    }
}

/// A place for a key among so many, a power of two.
pub(crate) fn place(board: u128, hand: &Hand, places: usize) -> usize {
    spread::board_and_hand(board, u64::from_le_bytes(hand.0)) as usize & (places - 1)
}

#[cfg(test)]
mod tests {
    use super::deepening::Repeat;
    use super::*;
    use proptest::prelude::*;
    use yomikiri_core::Outcome;

    /// A graph to move about in, with many ways back; who cannot move has lost.
    #[derive(Debug)]
    struct Maze {
        moves: Vec<Vec<usize>>,
    }

    impl Duel for Maze {
        type Position = (usize, Side);
        type Move = usize;

        fn to_move(&self, position: &(usize, Side)) -> Side {
            position.1
        }

        fn wins_at_once(&self, _: &(usize, Side)) -> bool {
            false
        }

        fn moves(&self, position: &(usize, Side), moves: &mut Vec<usize>) {
            moves.extend(&self.moves[position.0]);
        }

        fn play(&self, position: &(usize, Side), to: usize) -> (usize, Side) {
            (to, !position.1)
        }

        fn board_key(&self, position: &(usize, Side)) -> u128 {
            2 * position.0 as u128 + u128::from(position.1 == Side::First)
        }

        fn hand(&self, _: &(usize, Side), _: Side) -> Hand {
            Hand::default()
        }

        fn estimate(&self, position: &(usize, Side)) -> i32 {
            position.0 as i32 % 7
        }
    }

    impl Maze {
        /// What every place is worth to the side to move, by going over all of them again and
        /// again.
        fn truth(&self) -> Vec<Outcome> {
            let mut worth = vec![Outcome::Draw; self.moves.len()];
            for _ in 0..=self.moves.len() {
                let before = worth.clone();
                for (place, moves) in self.moves.iter().enumerate() {
                    if moves.iter().any(|to| before[*to] == Outcome::Loss) {
                        worth[place] = Outcome::Win;
                    } else if moves.iter().all(|to| before[*to] == Outcome::Win) {
                        worth[place] = Outcome::Loss;
                    }
                }
            }
            worth
        }
    }

    impl Maze {
        /// In how many moves every place is won or lost, by the same means.
        fn distances(&self) -> Vec<Option<u16>> {
            let truth = self.truth();
            let mut known = vec![None; self.moves.len()];
            for distance in 0..self.moves.len() as u16 {
                let before = known.clone();
                for (place, moves) in self.moves.iter().enumerate() {
                    let mut next = moves.iter().map(|to| before[*to]);
                    let now = match truth[place] {
                        Outcome::Win => moves
                            .iter()
                            .any(|to| truth[*to] == Outcome::Loss && before[*to].is_some()),
                        Outcome::Loss => next.all(|known| known.is_some()),
                        Outcome::Draw => false,
                    };
                    if now && known[place].is_none() {
                        known[place] = Some(distance);
                    }
                }
            }
            known
        }
    }

    const BOUNDS: Bounds =
        Bounds { nodes: 20_000, time: Duration::from_secs(60), depth: 64, entries: 1 << 10 };

    fn maze() -> impl Strategy<Value = Maze> {
        (2_usize..16)
            .prop_flat_map(|places| {
                let moves = proptest::collection::vec(0..places, 0..4);
                proptest::collection::vec(moves, places)
            })
            .prop_map(|moves| Maze { moves })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn dfpn_settles_every_place_whatever_the_cycles(maze in maze()) {
            let bounds = Bounds { depth: 1 << 10, ..BOUNDS };
            for (place, truth) in maze.truth().into_iter().enumerate() {
                let root = (place, Side::First);
                let can = |side| dfpn::search(&maze, &root, side, bounds, &Context::default());
                let first = can(Side::First).forced();
                let second = can(Side::Second).forced();
                prop_assert_eq!(first, Ok(truth == Outcome::Win), "{}", place);
                prop_assert_eq!(second, Ok(truth == Outcome::Loss), "{}", place);
            }
        }

        /// No proof is shorter than the truth, and where repetitions count it is no longer either.
        #[test]
        fn plies_are_enough_and_the_first_move_keeps_the_win(maze in maze()) {
            let context = Context::default();
            let (truth, distances) = (maze.truth(), maze.distances());
            let keeps = |place: usize, win: &Win<usize>| match (truth[place], win.first) {
                (Outcome::Win, Some(to)) => truth[to] == Outcome::Loss,
                (_, first) => first.is_some() != maze.moves[place].is_empty(),
            };
            for (place, distance) in distances.into_iter().enumerate().take(4) {
                let root = (place, Side::First);
                let pds = pds::search(&maze, &root, true, BOUNDS, &context).win;
                let deepening =
                    deepening::search(&maze, &root, Repeat::Unseen, BOUNDS, &context).win;
                let dfpn = [Side::First, Side::Second].map(|side| {
                    let bounds = Bounds { depth: 1 << 10, ..BOUNDS };
                    dfpn::search(&maze, &root, side, bounds, &context).win.ok().flatten()
                });
                let wins = [pds.ok(), deepening.ok(), dfpn[0], dfpn[1]];
                for (at, win) in wins.into_iter().enumerate() {
                    let Some(win) = win else { continue };
                    prop_assert!(win.plies >= distance.unwrap(), "{} {}", at, place);
                    prop_assert!(keeps(place, &win), "{} {}: {:?}", at, place, win);
                }
                for side in [Side::First, Side::Second] {
                    let repeat = Repeat::Wins(!side);
                    let found = deepening::search(&maze, &root, repeat, BOUNDS, &context);
                    if let Ok(win) = found.win && win.side == side {
                        prop_assert_eq!(Some(win.plies), distance, "{}", place);
                        prop_assert!(keeps(place, &win), "{}: {:?}", place, win);
                    }
                }
            }
        }

        #[test]
        fn what_the_others_claim_is_so(maze in maze()) {
            let context = Context::default();
            for (place, truth) in maze.truth().into_iter().enumerate().take(4) {
                let root = (place, Side::First);
                let winner = match truth {
                    Outcome::Win => Some(Side::First),
                    Outcome::Loss => Some(Side::Second),
                    Outcome::Draw => None,
                };
                let found = pds::search(&maze, &root, true, BOUNDS, &context);
                if let Ok(side) = found.winner() {
                    prop_assert_eq!(Some(side), winner, "pds, {}", place);
                }
                let found = deepening::search(&maze, &root, Repeat::Unseen, BOUNDS, &context);
                if let Ok(side) = found.winner() {
                    prop_assert_eq!(Some(side), winner, "alpha-beta, {}", place);
                }
                // A repetition that counts for one side decides every draw for it.
                for side in [Side::First, Side::Second] {
                    let repeat = Repeat::Wins(side);
                    let found = deepening::search(&maze, &root, repeat, BOUNDS, &context);
                    if let Ok(found) = found.winner() {
                        prop_assert_eq!(found, winner.unwrap_or(side), "alpha-beta, {}", place);
                    }
                }
            }
        }
    }

    /// The tests above pass over what a search gives up. Here that is counted, over the same mazes
    /// every time: everything is settled but draws by those who do not see repetitions.
    #[test]
    fn nothing_is_given_up_that_can_be_settled() {
        use proptest::strategy::ValueTree;
        use proptest::test_runner::TestRunner;
        let (mut runner, context) = (TestRunner::deterministic(), Context::default());
        let (mut decided, mut draws, mut settled) = (0, 0, [0; 4]);
        for _ in 0..100 {
            let maze = maze().new_tree(&mut runner).unwrap().current();
            for (place, truth) in maze.truth().into_iter().enumerate().take(4) {
                let root = (place, Side::First);
                let deepening =
                    |repeat| deepening::search(&maze, &root, repeat, BOUNDS, &context).winner();
                let answers = [
                    pds::search(&maze, &root, true, BOUNDS, &context).winner(),
                    deepening(Repeat::Unseen),
                    deepening(Repeat::Wins(Side::First)),
                    deepening(Repeat::Wins(Side::Second)),
                ];
                *if truth == Outcome::Draw { &mut draws } else { &mut decided } += 1;
                for (settled, answer) in settled.iter_mut().zip(answers) {
                    *settled += i32::from(answer.is_ok());
                }
            }
        }
        assert_eq!(settled, [decided, decided, decided + draws, decided + draws]);
        assert!(decided > 200 && draws > 100, "{decided} and {draws}");
    }
}
