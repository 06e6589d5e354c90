//! The strong engine on 8x8: looks ahead on the trained evaluation, deeper and deeper, and reads the
//! game out to the end as soon as the time allows.

mod root;

use crate::evaluation::{DISC, Evaluation};
use crate::geometry::Geometry;
use crate::kernel::{Kernel, KernelChoice, OnBoard, on_board};
use crate::key::key_bits;
use crate::position::{Move, Othello, Position, Size};
use crate::search::{GUESS_BITS, Shared, with_crew};
use root::{Look, Root, Wanted};
use std::sync::Arc;
use std::time::Duration;
use yomikiri_core::{Choice, Context, Engine, Error, Game, Limits, Record, Result, Score, Worth};
use yomikiri_search::Table;

/// Bytes for each of the two tables, at most.
const TABLE_BYTES: u64 = 64 << 20;
/// Plies to look ahead where neither depth nor time is given.
const USUAL_DEPTH: u32 = 12;

/// How long and how deep [`Yomi`] thinks about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    /// Plies to look ahead in the middle game; as the time allows if not given. The end of the game
    /// is read out from six more empty squares on.
    pub depth: Option<u32>,
    /// Time for a move, if the context does not allow less.
    pub time: Option<Duration>,
    /// Threads, if not as many as the context allows.
    pub threads: Option<usize>,
}

/// What the engine thinks of one move.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The move.
    pub mv: Move,
    /// The score for the side that moves, in discs.
    pub worth: Worth,
    /// Plies looked ahead.
    pub depth: u32,
}

/// The strong engine on 8x8.
pub struct Yomi {
    level: Level,
    tables: Option<Tables>,
}

/// What is kept from move to move.
#[derive(Clone)]
struct Tables {
    proved: Arc<Table>,
    guesses: Arc<Table<GUESS_BITS>>,
}

impl Yomi {
    /// A game is read to its end from so many more empty squares than the plies it looks ahead, which
    /// takes no longer.
    pub const FURTHER_AT_THE_END: u32 = 6;

    /// Whether it plays on a board.
    pub fn plays(size: Size) -> bool {
        (size.rows(), size.columns()) == (8, 8)
    }

    /// An engine of this strength.
    pub fn new(level: Level) -> Yomi {
        Yomi { level, tables: None }
    }

    /// Changes how long and how deep it thinks.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// What every move of a position is worth, best first; a forced pass is a move too. If there was
    /// no time to form an opinion of every move, of those that there was time for.
    pub fn opinions(
        &mut self,
        game: &Othello,
        position: &Position,
        context: &Context,
    ) -> Result<Vec<Opinion>> {
        let thought = self.think(game, position, Wanted::All, context)?;
        let mut opinions: Vec<Opinion> = thought
            .moves
            .iter()
            .filter_map(|(mv, value)| {
                Some(Opinion { mv: *mv, worth: thought.worth((*value)?), depth: thought.depth })
            })
            .collect();
        opinions.sort_by(|a, b| b.worth.value().total_cmp(&a.worth.value()));
        Ok(opinions)
    }

    fn think(
        &mut self,
        game: &Othello,
        position: &Position,
        wanted: Wanted,
        context: &Context,
    ) -> Result<Thought> {
        let evaluation = Some(game.size)
            .filter(|size| Yomi::plays(*size))
            .and_then(Evaluation::trained)
            .ok_or_else(|| {
                Error::refused(format!(
                    "yomi plays on 8x8 only, and this board is {}",
                    game.board()
                ))
            })?;
        if game.final_score(position).is_some() {
            return Err(Error::refused("the game is over; there is no move to think about"));
        }
        let squares = game.size.squares();
        if self.tables.is_none() {
            let bytes = (context.limits.memory / 4).min(TABLE_BYTES);
            let no_memory = |error| {
                Error::refused(format!("cannot get {} MiB for tables ({error})", bytes >> 20))
            };
            self.tables = Some(Tables {
                proved: Arc::new(Table::new(bytes, key_bits(squares)).map_err(no_memory)?),
                guesses: Arc::new(Table::new(bytes, key_bits(squares)).map_err(no_memory)?),
            });
        }
        let time = [self.level.time, context.limits.time].into_iter().flatten().min();
        let threads = self.level.threads.unwrap_or(context.limits.threads).max(1);
        let limits = Limits { time, threads, ..context.limits.clone() };
        let task = Think {
            game,
            position,
            wanted,
            level: self.level,
            tables: self.tables.clone().expect("made above"),
            evaluation,
            context: context.part(limits),
        };
        on_board(KernelChoice::Fastest, game.size, task)
    }
}

/// What came of thinking.
struct Thought {
    /// Each move, the best first, with its value in units of the evaluation; the others' values are
    /// known only if all were wanted.
    moves: Vec<(Move, Option<i32>)>,
    proved: bool,
    depth: u32,
    nodes: u64,
    line: Vec<Move>,
}

impl Thought {
    /// A value in units of the evaluation, as it is meant.
    fn worth(&self, value: i32) -> Worth {
        match self.proved {
            true => Worth::Proved(Score(value / DISC)),
            false => Worth::Guess(f64::from(value) / f64::from(DISC)),
        }
    }
}

struct Think<'a> {
    game: &'a Othello,
    position: &'a Position,
    wanted: Wanted,
    level: Level,
    tables: Tables,
    evaluation: &'static Evaluation,
    context: Context,
}

impl OnBoard for Think<'_> {
    type Output = Thought;

    fn run<K: Kernel, G: Geometry>(self, kernel: K) -> Thought {
        let shared = Arc::new(Shared::<K, G>::new(
            kernel,
            self.tables.proved.clone(),
            self.tables.guesses.clone(),
            Some(self.evaluation),
            self.context.clone(),
            None,
        ));
        with_crew(&shared, self.game.scoring, |worker| {
            let mut root = Root::new(self.game, self.position, worker);
            let mut done = None;
            for look in self.looks(root.empties()) {
                if done.is_some() && self.is_too_late(look) {
                    break;
                }
                let finished = root.search(look, self.wanted);
                if finished {
                    done = Some(look);
                }
                if worker_stopped(&self.context) {
                    break;
                }
            }
            let look = done.unwrap_or(Look::NOT_AT_ALL);
            Thought {
                proved: look.is_proof(),
                depth: look.depth(root.empties()),
                line: root.line(),
                moves: root.moves(),
                nodes: root.nodes(),
            }
        })
    }
}

fn worker_stopped(context: &Context) -> bool {
    context.stopped().is_some()
}

impl Think<'_> {
    /// How to look at the position, one way after the other.
    fn looks(&self, empties: u32) -> Vec<Look> {
        let timed = self.context.limits.time.is_some();
        let depth = match (self.level.depth, timed) {
            (Some(depth), _) => depth,
            (None, true) => empties,
            (None, false) => USUAL_DEPTH,
        };
        let to_the_end = match self.level.depth.is_some() || !timed {
            true => empties <= depth + Yomi::FURTHER_AT_THE_END,
            false => true,
        };
        let ahead = match to_the_end {
            // Half the way ahead, and reading out pays.
            true => (empties / 2).min(depth),
            false => depth,
        };
        let mut looks: Vec<Look> = (1..=ahead).map(Look::ahead).collect();
        if to_the_end {
            looks.extend(Look::to_the_end(empties));
        }
        looks
    }

    /// Whether a look would most likely not be finished in time.
    fn is_too_late(&self, look: Look) -> bool {
        self.context.limits.time.is_some_and(|time| {
            self.context.started.elapsed().as_secs_f64() > look.latest_start() * time.as_secs_f64()
        })
    }
}

impl Engine<Othello> for Yomi {
    fn name(&self) -> String {
        let mut settings = Vec::new();
        settings.extend(self.level.depth.map(|depth| format!("depth={depth}")));
        settings.extend(self.level.time.map(|time| format!("time={}", time.as_secs_f64())));
        settings.extend(self.level.threads.map(|threads| format!("threads={threads}")));
        match settings.is_empty() {
            true => "yomi".into(),
            false => format!("yomi:{}", settings.join(",")),
        }
    }

    fn begin(&mut self, _: &Othello, _: &Context) -> Result<()> {
        self.tables = None;
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        let mut moves = Vec::new();
        game.moves(&record.position, &mut moves);
        if let [only] = moves[..] {
            return Ok(Choice::only(only));
        }
        let thought = self.think(game, &record.position, Wanted::Best, context)?;
        let (mv, value) = thought.moves[0];
        Ok(Choice {
            mv,
            worth: value.map(|value| thought.worth(value)),
            is_best: thought.proved,
            depth: thought.depth,
            nodes: thought.nodes,
            line: thought.line,
        })
    }
}
