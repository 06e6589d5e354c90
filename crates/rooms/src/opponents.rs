//! Who one can play against: a game's engines, perfect play, and chance.

use serde::Serialize;
use std::sync::Arc;
use yomikiri_core::{
    Answers, Choice, Context, Engine, Error, Finding, Game, Goal, Merit, Record, Result, Solver,
    Worth,
};

/// Somebody to play against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Opponent {
    /// What it is called.
    pub name: &'static str,
    /// Its levels are 1 to this; 0 if there is but one.
    pub levels: u32,
    /// The level that is meant where none is named.
    pub usual: u32,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// How an engine is to play.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// One of the opponent's levels.
    pub level: u32,
    /// Threads, where an engine can use several.
    pub threads: usize,
}

/// Plays the moves of one who proves what it plays.
pub const PERFECTION: Opponent = Opponent {
    name: "perfection",
    levels: 0,
    usual: 0,
    about: "plays what is proved: what is best or, where endless play decides that, what is sure \
            of most",
};

/// Plays any legal move.
pub const RANDOM: Opponent =
    Opponent { name: "random", levels: 0, usual: 0, about: "plays any legal move" };

/// An engine of a game, to be made when somebody plays against it.
pub struct Registered<G: Game> {
    /// Who it is.
    pub opponent: Opponent,
    make: Box<dyn Fn(Strength) -> Box<dyn Engine<G>> + Send + Sync>,
}

impl<G: Game> Registered<G> {
    /// An opponent, and how to make it.
    pub fn new<E: Engine<G> + 'static>(
        opponent: Opponent,
        make: impl Fn(Strength) -> E + Send + Sync + 'static,
    ) -> Registered<G> {
        Registered { opponent, make: Box::new(move |strength| Box::new(make(strength))) }
    }

    /// The engine.
    pub fn make(&self, strength: Strength) -> Box<dyn Engine<G>> {
        (self.make)(strength)
    }
}

/// Checks a level, or chooses the usual one.
pub(crate) fn level(opponent: &Opponent, level: Option<u32>) -> Result<u32> {
    match level {
        None => Ok(opponent.usual),
        Some(level) if (1..=opponent.levels).contains(&level) => Ok(level),
        Some(level) => {
            let expected = match opponent.levels {
                0 => format!("no level: {} has but one", opponent.name),
                levels => format!("1 to {levels}"),
            };
            let problem = format!("{} has no such level", opponent.name);
            Err(Error::notation("level", &level.to_string(), problem, expected))
        }
    }
}

/// Perfect play as an engine: its choice is proved, or it says that it is not.
pub(crate) struct Perfection<G: Game> {
    pub(crate) solver: Arc<dyn Solver<G>>,
}

/// What a verdict says as one number, if it says that much: a score, or in games that are won
/// rather than scored 1, 0 or -1.
fn expected(found: &Finding) -> Option<Worth> {
    crate::reports::value(&found.verdict()).map(Worth::Proved)
}

/// A move to play, by what was found.
pub(crate) struct BestMove<M> {
    pub(crate) mv: M,
    pub(crate) finding: Finding,
    /// Why it is played, if that is proved.
    pub(crate) merit: Option<Merit>,
}

/// The move to play by what was found: [the one that is proved to be](Answers::choice), or else the
/// one of which most is proved.
pub(crate) fn choose<G: Game>(game: &G, answers: &Answers<G::Move>) -> Option<BestMove<G::Move>> {
    if let Some(chosen) = answers.choice(Goal::Score, game.max_score()) {
        let (mv, finding, merit) = (chosen.mv, chosen.finding, Some(chosen.merit));
        return Some(BestMove { mv, finding, merit });
    }
    let most = answers.moves.iter().rev().max_by_key(|(_, found)| found.verdict().rank());
    most.map(|(mv, finding)| BestMove { mv: *mv, finding: *finding, merit: None })
}

impl<G: Game> Engine<G> for Perfection<G> {
    fn name(&self) -> String {
        PERFECTION.name.into()
    }

    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        context: &Context,
    ) -> Result<Choice<G::Move>> {
        let played = record.positions(game);
        let answers = self.solver.values_to_play(game, &played, Goal::Score, context)?;
        let over = || Error::refused("the game is over");
        let BestMove { mv, finding, merit } = choose(game, &answers).ok_or_else(over)?;
        let is_best = merit == Some(Merit::Best);
        let worth = expected(&finding).filter(|_| is_best);
        Ok(Choice { worth, is_best, nodes: answers.nodes, ..Choice::only(mv) })
    }
}

/// An engine that says so where what it chose is not proved to be as good as any move, instead of
/// playing it.
pub(crate) struct OnlyProved<G: Game>(pub(crate) Box<dyn Engine<G>>);

impl<G: Game> Engine<G> for OnlyProved<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        context: &Context,
    ) -> Result<Choice<G::Move>> {
        let choice = self.0.choose(game, record, context)?;
        match choice.is_best {
            true => Ok(choice),
            false => Err(Error::refused("no move is proved to be as good as any in time")),
        }
    }
}

/// A move that a player chose, and what it thinks of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chosen {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The score that it expects for the side that moves, if it has an opinion; in games that are
    /// won rather than scored 1, 0 or -1.
    pub value: Option<f64>,
    /// Whether the move is proved to be as good as any.
    pub proved: bool,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// The line that it expects, this move first.
    pub line: Vec<String>,
}

/// Somebody who plays a game that has begun at a room's position, its types forgotten. What it
/// keeps from move to move, such as threads and tables, lives as long as it does.
pub trait Player: Send {
    /// What it is called, its settings included.
    fn name(&self) -> String;

    /// Chooses a move where these moves have been played since the game began. The context's time
    /// is that for this move; being stopped is not an error.
    fn choose(&mut self, moves: &[String], context: &Context) -> Result<Chosen>;
}

/// An engine in a game.
pub(crate) struct Session<G: Game> {
    pub(crate) game: G,
    pub(crate) engine: Box<dyn Engine<G>>,
    pub(crate) record: Record<G>,
    /// The moves of the record as they were told.
    told: Vec<String>,
    begun: bool,
}

impl<G: Game> Session<G> {
    /// A game that begins at `start`.
    pub(crate) fn new(game: G, start: G::Position, engine: Box<dyn Engine<G>>) -> Session<G> {
        Session { game, engine, record: Record::new(start), told: Vec::new(), begun: false }
    }
}

impl<G: Game> Player for Session<G> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn choose(&mut self, moves: &[String], context: &Context) -> Result<Chosen> {
        if !std::mem::replace(&mut self.begun, true) {
            self.engine.begin(&self.game, context)?;
        }
        if !moves.starts_with(&self.told) {
            // Moves were taken back.
            self.record = Record::new(self.record.start.clone());
            self.told.clear();
        }
        for text in &moves[self.told.len()..] {
            let mv = self.game.parse_move(&self.record.position, text)?;
            self.record.play(&self.game, mv);
            self.told.push(text.clone());
        }
        if self.game.final_score(&self.record.position).is_some() {
            return Err(Error::refused("the game is over"));
        }
        let choice = self.engine.choose(&self.game, &self.record, context)?;
        let mut position = self.record.position.clone();
        let mut line = Vec::new();
        for mv in choice.line {
            line.push(self.game.print_move(&position, mv));
            position = self.game.play(&position, mv);
        }
        Ok(Chosen {
            name: self.game.print_move(&self.record.position, choice.mv),
            value: choice.worth.map(Worth::value),
            proved: choice.is_best,
            depth: choice.depth,
            nodes: choice.nodes,
            line,
        })
    }
}
