use crate::{Context, Dice, Error, Game, Result, Score};
use std::fmt;

/// A game in progress: where it began and what was played since.
#[derive(Debug)]
pub struct Record<G: Game> {
    /// The position that the game began from.
    pub start: G::Position,
    /// The moves played, forced passes included.
    pub moves: Vec<G::Move>,
    /// The position reached.
    pub position: G::Position,
}

// Not derived: the rules need not be cloned with a game.
impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Record<G> {
        let Record { start, moves, position } = self;
        Record { start: start.clone(), moves: moves.clone(), position: position.clone() }
    }
}

impl<G: Game> Record<G> {
    /// A game that begins at `start`.
    pub fn new(start: G::Position) -> Record<G> {
        Record { position: start.clone(), start, moves: Vec::new() }
    }

    /// The positions of the game, from its start to the present one.
    pub fn positions(&self, game: &G) -> Vec<G::Position> {
        let mut all = vec![self.start.clone()];
        for mv in &self.moves {
            all.push(game.play(&all[all.len() - 1], *mv));
        }
        all
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        self.position = game.play(&self.position, mv);
        self.moves.push(mv);
    }
}

/// What an engine thinks a move is worth, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Worth {
    /// It is proved.
    Proved(Score),
    /// An evaluation believes it.
    Guess(f64),
}

impl Worth {
    /// The number alone, to sort by; what it rests on is lost.
    pub fn value(self) -> f64 {
        match self {
            Worth::Proved(score) => score.0.into(),
            Worth::Guess(value) => value,
        }
    }

    /// The score, if it is proved.
    pub fn proved(self) -> Option<Score> {
        match self {
            Worth::Proved(score) => Some(score),
            Worth::Guess(_) => None,
        }
    }
}

impl fmt::Display for Worth {
    /// A guess is marked as one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Proved(score) => write!(f, "{score}, proved"),
            Worth::Guess(value) => write!(f, "≈ {value:+.1}"),
        }
    }
}

/// A move that an engine chose, and what it thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the engine thinks that it is worth, if it has an opinion.
    pub worth: Option<Worth>,
    /// Whether the move is proved to be as good as any other.
    pub is_best: bool,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// The line expected, this move first; empty if there is none to tell.
    pub line: Vec<M>,
}

impl<M> Choice<M> {
    /// A move without an opinion.
    pub fn only(mv: M) -> Choice<M> {
        Choice { mv, worth: None, is_best: false, depth: 0, nodes: 0, line: Vec::new() }
    }
}

/// A player: it need not prove anything, but moves in time.
pub trait Engine<G: Game>: Send {
    /// What it is called in results, its settings included.
    fn name(&self) -> String;

    /// Sees whether it can play games that begin with these openings, before a series of them.
    fn ready(&mut self, _game: &G, _openings: &[Record<G>], _context: &Context) -> Result<()> {
        Ok(())
    }

    /// A new game begins: nothing of an earlier one may matter.
    fn begin(&mut self, _game: &G, _context: &Context) -> Result<()> {
        Ok(())
    }

    /// Chooses a legal move in a game that is not over. The context's time is that for this move.
    ///
    /// Being stopped is not an error: the best move found so far is chosen. A player may give the
    /// game up by [`Error::Resigned`](crate::Error::Resigned).
    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        context: &Context,
    ) -> Result<Choice<G::Move>>;
}

/// A player that makes any legal move.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    games: u64,
    dice: Dice,
}

impl Random {
    /// A player that rolls this seed's dice, others in every game.
    pub fn new(seed: u64) -> Random {
        Random { seed, games: 0, dice: Dice::new(seed) }
    }
}

impl<G: Game> Engine<G> for Random {
    fn name(&self) -> String {
        format!("random:seed={}", self.seed)
    }

    fn begin(&mut self, _: &G, _: &Context) -> Result<()> {
        self.dice = Dice::numbered(self.seed, self.games);
        self.games += 1;
        Ok(())
    }

    fn choose(&mut self, game: &G, record: &Record<G>, _: &Context) -> Result<Choice<G::Move>> {
        let mut moves = Vec::new();
        game.moves(&record.position, &mut moves);
        match moves.is_empty() {
            true => Err(Error::refused("the game is over")),
            false => Ok(Choice::only(moves[self.dice.below(moves.len())])),
        }
    }
}
