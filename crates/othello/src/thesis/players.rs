//! The players themselves.

use super::entry;
use super::evaluation::Evaluation;
use super::root::{Kept, Search};
use super::search::Children;
use super::weights::{Feature, WEIGHTS, Weights};
use crate::kernel::Kernel;
use crate::kernel::{WithKernel, with_kernel};
use crate::position::{Move, Othello, Position, Scoring, Size};
use crate::solver::ReadOut;
use std::fmt;
use std::sync::Arc;
use yomikiri_core::{Choice, Context, Engine, Error, Game, Goal, Record, Result, Score, Worth};
use yomikiri_search::Crew;

/// How far ahead a player looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// Plies that order the moves.
    pub presearch: u32,
    /// Plies on the evaluation.
    pub normal: u32,
    /// With so many empty squares or fewer, who wins is read.
    pub wld: u32,
    /// With so many or fewer, the score is.
    pub perfect: u32,
}

impl Depths {
    /// The depths of the thesis's series A.
    pub fn series_a(x: u32) -> Depths {
        Depths { presearch: 5, normal: 2 + x, wld: 5 + x, perfect: 3 + x }
    }

    /// Refuses depths that nothing could be made of.
    pub fn checked(self) -> Result<Depths> {
        const MOST: u32 = 60;
        let Depths { presearch, normal, wld, perfect } = self;
        let sound = |name, depth, least| match (least..=MOST).contains(&depth) {
            true => Ok(()),
            false => Err(Error::refused(format!("{name} {depth}: expected {least} to {MOST}"))),
        };
        sound("presearch depth", presearch, 1)?;
        sound("normal depth", normal, 1)?;
        sound("wld depth", wld, 0)?;
        sound("perfect depth", perfect, 0)?;
        Ok(self)
    }

    fn reading(&self, empties: u32) -> Reading {
        match empties {
            empties if empties <= self.perfect => Reading::Perfect,
            empties if empties <= self.wld => Reading::Wld,
            _ => Reading::Normal,
        }
    }
}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Depths { presearch, normal, wld, perfect } = self;
        write!(f, "presearch={presearch},normal={normal},wld={wld},perfect={perfect}")
    }
}

/// How a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// By the evaluation some plies ahead.
    Normal,
    /// By who wins.
    Wld,
    /// By the score.
    Perfect,
}

/// A move, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The first of the best moves, in the order of the presearch.
    pub mv: Move,
    /// What it is worth: in units of the evaluation, as 1, 0 or -1, or in discs, by `reading`;
    /// `None` for an only move, which is played unread, or where the search was stopped.
    pub value: Option<i32>,
    /// How that was found out.
    pub reading: Reading,
    /// Positions entered.
    pub nodes: u64,
}

/// Refuses every game but that of the thesis: 8x8, and empty squares count for the winner.
pub(super) fn check_game(game: &Othello) -> Result<()> {
    let eight = Size::new(8, 8).expect("8x8 can be played");
    if game.size == eight && game.scoring == Scoring::Tournament {
        return Ok(());
    }
    Err(Error::refused(format!(
        "the players of paper 003 play on 8x8 with tournament scoring, not on {} with {}",
        game.board(),
        game.rules()[1].1
    )))
}

/// A position's legal moves; an error if there is none.
pub(super) fn legal(game: &Othello, position: &Position) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    match moves.is_empty() {
        true => Err(Error::refused("the game is over")),
        false => Ok(moves),
    }
}

/// SSAI and MSAI.
pub struct Player {
    depths: Depths,
    read_out: ReadOut,
    evaluation: Arc<Evaluation>,
    /// The other threads, for all games.
    crew: Option<Arc<Crew>>,
    threads: usize,
    /// What was found out in this game.
    kept: Option<Kept>,
}

impl Player {
    /// SSAI: one thread.
    pub fn single(depths: Depths) -> Player {
        Player::multi(depths, 1)
    }

    /// MSAI: so many threads.
    pub fn multi(depths: Depths, threads: usize) -> Player {
        let threads = threads.max(1);
        Player {
            depths,
            read_out: ReadOut::default(),
            evaluation: Evaluation::usual(),
            crew: (threads > 1).then(|| Arc::new(Crew::new(threads - 1))),
            threads,
            kept: None,
        }
    }

    /// The same player on other kernels.
    pub fn with_kernels_of(mut self, read_out: ReadOut) -> Player {
        self.read_out = read_out;
        self
    }

    /// The same player with these weights.
    pub fn with_weights(mut self, weights: Weights) -> Player {
        self.evaluation = Evaluation::new(weights);
        self.kept = None;
        self
    }

    /// How far it looks ahead.
    pub fn depths(&self) -> Depths {
        self.depths
    }

    /// What is kept of this game; the table is made when it is first needed: as large as the depth
    /// is seen to use.
    fn kept(&mut self, memory: u64) -> Result<&mut Kept> {
        if self.kept.is_none() {
            let deepest = self.depths.normal.max(self.depths.presearch);
            let bytes = (1u64 << (14 + deepest).min(28)).min(memory / 2);
            let table = Arc::new(entry::table(bytes).map_err(|error| {
                Error::refused(format!("cannot get {} MiB for the table ({error})", bytes >> 20))
            })?);
            let (evaluation, crew) = (self.evaluation.clone(), self.crew.clone());
            self.kept = Some(Kept { evaluation, table, caches: None, crew });
        }
        Ok(self.kept.as_mut().expect("made above"))
    }

    /// Runs a task on the moves of a position.
    fn look<T: OnMoves>(
        &mut self,
        position: &Position,
        context: &Context,
        task: T,
    ) -> Result<T::Output> {
        let kernel = self.read_out.kernel;
        let kept = self.kept(context.limits.memory)?;
        with_kernel(kernel, Look { position, kept, context, task })
    }

    /// Every move's value as the presearch has it, in the order of their squares (fewer than all
    /// if the context stopped it), and the positions entered.
    pub fn presearch(
        &mut self,
        game: &Othello,
        position: &Position,
        context: &Context,
    ) -> Result<(Vec<(Move, i32)>, u64)> {
        check_game(game)?;
        let depth = self.depths.presearch;
        self.look(position, context, Values { depth })
    }

    /// Chooses a move in a game that is not over.
    pub fn consider(
        &mut self,
        game: &Othello,
        position: &Position,
        context: &Context,
    ) -> Result<Considered> {
        check_game(game)?;
        let moves = legal(game, position)?;
        let empties = 64 - (position.black | position.white).count_ones();
        let reading = self.depths.reading(empties);
        if let [mv] = moves[..] {
            return Ok(Considered { mv, value: None, reading, nodes: 0 });
        }
        let depths = self.depths;
        let ahead = self.look(position, context, Ahead { reading, depths })?;
        let first = *ahead.order.first().unwrap_or(&moves[0]);
        let mut considered =
            Considered { mv: first, value: ahead.value, reading, nodes: ahead.nodes };
        let goal = match reading {
            Reading::Normal => return Ok(considered),
            Reading::Wld => Goal::Win,
            Reading::Perfect => Goal::Score,
        };
        if context.stopped().is_some() {
            return Ok(considered);
        }
        let mut context = context.clone();
        context.limits.threads = self.threads;
        let (read_out, crew) = (self.read_out, self.crew.as_ref());
        if let Some(best) =
            read_out.first_best(game, position, &ahead.order, goal, crew, &context)?
        {
            considered.mv = best.mv;
            considered.value = Some(best.value);
            considered.nodes += best.nodes;
        }
        Ok(considered)
    }
}

impl Engine<Othello> for Player {
    fn name(&self) -> String {
        let mut name = match self.threads {
            1 => format!("single:{}", self.depths),
            threads => format!("multi:{},threads={threads}", self.depths),
        };
        let weights = self.evaluation.weights();
        for feature in Feature::ALL.into_iter().filter(|f| weights[*f] != WEIGHTS[*f]) {
            name += &format!(",{}={}", feature.name(), weights[feature]);
        }
        name
    }

    fn begin(&mut self, game: &Othello, _: &Context) -> Result<()> {
        self.kept = None;
        check_game(game)
    }

    fn choose(
        &mut self,
        game: &Othello,
        record: &Record<Othello>,
        context: &Context,
    ) -> Result<Choice<Move>> {
        let considered = self.consider(game, &record.position, context)?;
        let empties = 64 - (record.position.black | record.position.white).count_ones();
        // Only a score in discs is one that others can make something of.
        let score = considered.value.filter(|_| considered.reading == Reading::Perfect);
        Ok(Choice {
            worth: score.map(|score| Worth::Proved(Score(score))),
            is_best: score.is_some(),
            depth: match considered.reading {
                Reading::Normal => self.depths.normal,
                Reading::Wld | Reading::Perfect => empties,
            },
            nodes: considered.nodes,
            ..Choice::only(considered.mv)
        })
    }
}

/// A look ahead, once the kernel is chosen.
struct Look<'a, T> {
    position: &'a Position,
    kept: &'a mut Kept,
    context: &'a Context,
    task: T,
}

/// What to do with the moves of a position.
trait OnMoves {
    type Output;
    fn run<K: Kernel>(self, search: &mut Search<K>, children: Children) -> Self::Output;
}

impl<T: OnMoves> WithKernel for Look<'_, T> {
    type Output = T::Output;

    fn run<K: Kernel>(self, kernel: K) -> T::Output {
        let (own, other) = self.position.own_other();
        Search::run(kernel, self.kept, self.context, |search: &mut Search<K>| {
            let children = search.moves(own, other);
            self.task.run(search, children)
        })
    }
}

struct Values {
    depth: u32,
}

impl OnMoves for Values {
    type Output = (Vec<(Move, i32)>, u64);

    fn run<K: Kernel>(self, search: &mut Search<K>, children: Children) -> Self::Output {
        let values = search.values(&children, self.depth);
        let found = children.iter().zip(values);
        let found = found.filter_map(|(child, value)| Some((Move::Disc(child.square), value?)));
        (found.collect(), search.nodes())
    }
}

struct Ahead {
    depths: Depths,
    reading: Reading,
}

/// The moves, the one chosen first if the reading is [`Reading::Normal`], and its value.
struct Seen {
    order: Vec<Move>,
    value: Option<i32>,
    nodes: u64,
}

impl OnMoves for Ahead {
    type Output = Seen;

    fn run<K: Kernel>(self, search: &mut Search<K>, children: Children) -> Seen {
        let Depths { presearch, normal, .. } = self.depths;
        let values = search.values(&children, presearch);
        let mut order: Vec<usize> = (0..children.len()).collect();
        // Stable, so among equals the first square stays first; what was not read goes last.
        order.sort_by_key(|number| values[*number].map_or(i32::MAX, |value| -value));
        let sorted: Children = order.iter().map(|number| children[*number]).collect();
        let mut moves: Vec<Move> = sorted.iter().map(|child| Move::Disc(child.square)).collect();
        let mut value = None;
        if self.reading == Reading::Normal {
            let mut likely = 0;
            // Shallower searches fill the table with good moves; only the last one decides.
            let depths = (presearch + 1..=normal).filter(|depth| (normal - depth) % 2 == 0);
            for depth in depths.filter(|depth| *depth != normal).chain([normal]) {
                let Some((highest, number)) = search.highest(&sorted, depth, likely) else { break };
                likely = number;
                value = (depth == normal).then_some(highest);
            }
            moves[..=likely].rotate_right(1);
        }
        Seen { order: moves, value, nodes: search.nodes() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waking threads for a search of less than a thousandth of a second makes it slower.
    #[test]
    fn a_short_search_calls_nobody_and_a_long_one_does() {
        let game =
            Othello { scoring: Scoring::Tournament, ..Othello::new(Size::new(8, 8).unwrap()) };
        let called = |depths: Depths| {
            let mut player = Player::multi(depths, 4);
            let mut position = game.start();
            for _ in 0..8 {
                position = game.play(&position, legal(&game, &position).unwrap()[0]);
            }
            player.consider(&game, &position, &Context::default()).unwrap();
            player.crew.as_ref().unwrap().was_called()
        };
        assert!(!called(Depths { presearch: 3, ..Depths::series_a(1) }));
        assert!(called(Depths { normal: 11, ..Depths::series_a(1) }));
        assert!(Player::single(Depths::series_a(1)).crew.is_none());
    }
}
