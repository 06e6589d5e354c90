//! What the command and the explorer can do with a game, whatever the game.

use crate::matches::{Plan, Told};
use crate::opponents::{Opponent, Player};
use crate::play::Seats;
use crate::reports::{Look, Shown, Solved, Valued};
use crate::results::Results;
use std::io::{BufRead, Write};
use std::sync::Arc;
use yomikiri_core::{Cell, Context, Goal, Picture, Result, Side, Stop};

/// A game at a position, its types forgotten, so that commands need not know which it is. What was
/// played before is known and has a say in what is told, unless said otherwise.
pub trait Room: Send + Sync {
    /// What there is to see.
    fn look(&self) -> Look;

    /// The position with all that its value depends on, as text.
    fn identity(&self) -> String;

    /// The position drawn; `knowledge`: with what the game knows of it without a search.
    fn show(&self, knowledge: bool) -> Result<Shown>;

    /// The names of the methods that `solve` and `values` know here, the usual one first.
    fn methods(&self) -> Vec<&'static str>;

    /// Who can be played against here: the game's own engines first, the strongest of them first.
    fn opponents(&self) -> Vec<Opponent>;

    /// One of the opponents, for a game that begins at this position; at its usual level if none is
    /// named. `seed` is where chance comes from, and `threads` what an engine may use of them.
    fn player(
        &self,
        name: &str,
        level: Option<u32>,
        threads: usize,
        seed: u64,
    ) -> Result<Box<dyn Player>>;

    /// What can be put on a cell when a position is set up; nothing if that cannot be done.
    fn pieces(&self) -> Vec<Cell>;

    /// The text of a position that looks like this, which may be one that cannot be played.
    fn write_picture(&self, picture: &Picture, to_move: Side) -> String;

    /// The same game after a legal move, given as it is written.
    fn after(&self, mv: &str) -> Result<Box<dyn Room>>;

    /// The same position, as if a game began here.
    fn alone(&self) -> Box<dyn Room>;

    /// Whether these moves lead back to where the game has been before this position.
    fn comes_back(&self, moves: &[String]) -> Result<bool>;

    /// From now on, what is remembered there is not proved again, and what is proved by the game's
    /// own method is remembered there.
    fn remember_in(&mut self, results: Arc<Results>);

    /// Proves the position's value, as if a game began here.
    fn solve(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Solved>;

    /// Proves every move's value, and finds the one to play, which may take longer.
    fn values(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Valued>;

    /// Proves every move's value; which of several that are as good is chosen is left open.
    fn only_values(&self, method: Option<&str>, goal: Goal, context: &Context) -> Result<Valued>;

    /// A game in a dialogue with whoever plays it; why it was stopped, if it was not played out.
    fn play(
        &self,
        seats: &Seats,
        context: &Context,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> anyhow::Result<Option<Stop>>;

    /// A match between two of the opponents, each by its name, as `yomi:level=3` or `random:seed=7`.
    fn play_match(
        &self,
        players: [&str; 2],
        plan: &Plan,
        context: &Context,
        tell: &mut dyn FnMut(Told) -> anyhow::Result<()>,
    ) -> anyhow::Result<()>;

    /// Counts lines of play; `None` if stopped.
    fn perft(&self, depth: u32, context: &Context) -> Option<u64>;
}
