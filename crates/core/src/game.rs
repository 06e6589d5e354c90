use crate::{Bounds, Cell, Picture, Repeated, Result, Score, Side, Spot};
use std::fmt::Debug;
use std::hash::Hash;

/// A two-player game of perfect information, with the rules it is played under.
///
/// A value of the implementing type *is* the rules (board size, scoring, start),
/// so one type serves every variant. This trait is the plain, readable truth about
/// a game; a room may have a faster private path, checked against this one.
pub trait Game: Send + Sync {
    /// A state of play, side to move included.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// One move; a forced pass is a move too.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The name used on the command line.
    fn name(&self) -> &'static str;

    /// The board as people write it, such as `6x6`.
    fn board(&self) -> String;

    /// The rules in force, as `(name, choice)` pairs; stands in every result.
    fn rules(&self) -> Vec<(&'static str, String)>;

    /// What people call a side, such as "Black".
    fn side_name(&self, side: Side) -> &'static str;

    /// The position a game starts from.
    fn start(&self) -> Self::Position;

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// Appends the legal moves to `moves`; none if, and only if, the game is over.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The final score for the side to move, if the game is over.
    fn final_score(&self, position: &Self::Position) -> Option<Score>;

    /// No score is above this, and none below its negation.
    fn max_score(&self) -> Score;

    /// What every score for a side lies between.
    fn scores(&self, _side: Side) -> Bounds {
        Bounds { low: -self.max_score(), high: self.max_score() }
    }

    /// Final counts worth telling beside the score (discs, area), as people say them.
    fn tally(&self, _position: &Self::Position) -> Vec<(&'static str, u32)> {
        Vec::new()
    }

    /// What else to tell of a game that is over, line by line or as boards, such as how its result
    /// came about.
    fn ending(&self, _position: &Self::Position) -> Vec<String> {
        Vec::new()
    }

    /// Reads a position; the error says what was wrong and what was expected.
    fn parse_position(&self, text: &str) -> Result<Self::Position>;

    /// Writes a position on one line, so that `parse_position` reads it back.
    fn print_position(&self, position: &Self::Position) -> String;

    /// A position with all that its value depends on, as text that stays the same from version to
    /// version: what is remembered of it stands under this. That is how it is written, unless that
    /// leaves something out that the rules look back on.
    fn identity(&self, position: &Self::Position) -> String {
        self.print_position(position)
    }

    /// Reads a move that is legal in `position`.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move>;

    /// Writes a move.
    fn print_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Whether scores may depend on what a game is worth that never ends.
    fn need_not_end(&self) -> bool {
        false
    }

    /// What becomes of a game that repeats itself, `cycle` being its positions from one until it is
    /// there again, which comes right after the last of them.
    fn repetition(&self, _cycle: &[Self::Position]) -> Repeated {
        Repeated::Undecided
    }

    /// Whether a game that comes from one of these positions to the other has come back: what is
    /// counted along the way makes no difference.
    fn is_same(&self, one: &Self::Position, other: &Self::Position) -> bool {
        one == other
    }

    /// What becomes of a game that comes to a position after these, if it was there before.
    fn repeated(&self, earlier: &[Self::Position], position: &Self::Position) -> Option<Repeated> {
        let since = earlier.iter().rposition(|before| self.is_same(before, position))?;
        Some(self.repetition(&earlier[since..]))
    }

    /// A move as the game's own records have it, where that is not how `print_move` writes it.
    fn record_move(&self, _position: &Self::Position, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Every position of the same value by the board's symmetry, itself included.
    fn symmetries(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// The board as a picture in text.
    fn draw(&self, position: &Self::Position) -> String;

    /// The board as something to look at and to touch; `None` if the text must do.
    fn picture(&self, _position: &Self::Position) -> Option<Picture> {
        None
    }

    /// What can be put on a cell when a position is set up; nothing if that cannot be done.
    fn pieces(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// The text of a position that looks like this, which may be one that cannot be played.
    fn write_picture(&self, _picture: &Picture, _to_move: Side) -> String {
        String::new()
    }

    /// What a person touches, in turn, to make a legal move. No two moves have the same, and none
    /// is the beginning of another's. Empty for all moves if they are chosen by name.
    fn spots(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<Spot> {
        Vec::new()
    }
}
