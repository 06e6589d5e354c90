//! A game as it was written down.

use crate::position::{Move, Othello, Position, Scoring, Size, Start};
use yomikiri_core::{Error, Game, Record, Result};

/// What stands beside a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Note {
    /// What whoever moved thought of it.
    pub value: Option<f64>,
    /// Seconds that it took.
    pub seconds: Option<f64>,
}

/// A game as it was written down, with who played it where.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The board and the rules.
    pub game: Othello,
    /// The moves, forced passes included.
    pub record: Record<Othello>,
    /// What stands beside each of them.
    pub notes: Vec<Note>,
    /// Who had Black; empty if not known.
    pub black: String,
    /// Who had White; empty if not known.
    pub white: String,
    /// Where it was played; empty if not known.
    pub place: String,
    /// The result as it was written down, for Black; empty if it was not.
    pub result: String,
}

/// The game on an 8x8 board, as it is played in tournaments.
pub fn tournament_game() -> Othello {
    let size = Size::new(8, 8).expect("8x8 can be played");
    Othello { size, start: Start::Othello, scoring: Scoring::usual(size) }
}

impl Sheet {
    /// A sheet with no move on it.
    pub fn new(game: Othello, start: Position) -> Sheet {
        Sheet {
            game,
            record: Record::new(start),
            notes: Vec::new(),
            black: String::new(),
            white: String::new(),
            place: String::new(),
            result: String::new(),
        }
    }

    /// Writes down a legal move.
    pub fn play(&mut self, mv: Move, note: Note) {
        self.record.play(&self.game, mv);
        self.notes.push(note);
    }

    /// Reads the next move and writes it down, and before it a pass that was left out.
    ///
    /// The error says which move of the game it was, whose, and what would have been legal.
    pub fn play_text(&mut self, text: &str, note: Note) -> Result<()> {
        let is_disc = matches!(super::parse_move(self.game.size, text), Ok(Move::Disc(_)));
        if is_disc && self.must_pass() {
            self.play(Move::Pass, Note::default());
        }
        let position = &self.record.position;
        let mv = self.game.parse_move(position, text).map_err(|error| match error {
            Error::Notation { what, found, problem, expected } => {
                let number = self.record.moves.len() + 1;
                let side = self.game.side_name(position.side);
                let problem = format!("{problem} (move {number} of the game, {side}'s)");
                Error::Notation { what, found, problem, expected }
            }
            other => other,
        })?;
        self.play(mv, note);
        Ok(())
    }

    /// Whether the side to move can only pass.
    pub fn must_pass(&self) -> bool {
        let mut moves = Vec::new();
        self.game.moves(&self.record.position, &mut moves);
        moves == [Move::Pass]
    }
}
