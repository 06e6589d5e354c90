//! What can be reached from the start: for comparison with published counts.
//!
//! Positions are told apart as the published count of dobutsu shogi tells them: seen by the side
//! to move (so that one count serves both colours), and mirror images are one. The game is over
//! where the side to move can take the king or lion, or where the other lion has come home; such
//! positions are counted as reached, and nothing is reached from them.

use crate::index::Index;
use crate::moves::Steps;
use crate::setup::dobutsu;
use crate::tables::{Subject, Table};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use yomikiri_core::{Context, Error, Result};
use yomikiri_search::Stage;
use yomikiri_search::retrograde::Value;

/// How many positions can be reached, and what they are worth to the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The game is over.
    pub terminal: u64,
    /// The side to move wins.
    pub wins: u64,
    /// It loses.
    pub losses: u64,
    /// Nobody wins.
    pub draws: u64,
    /// The longest distance.
    pub longest: u16,
}

impl Reach {
    /// Positions in which the game is not over.
    pub fn open(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// All positions.
    pub fn positions(&self) -> u64 {
        self.open() + self.terminal
    }
}

/// A set of numbers that threads fill together.
struct Set(Vec<AtomicU64>);

impl Set {
    fn new(len: u64) -> Set {
        Set((0..len.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Adds a number, and says whether it is new.
    fn add(&self, number: u64) -> bool {
        let (word, bit) = (&self.0[(number / 64) as usize], 1 << (number % 64));
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }

    fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.load(Ordering::Relaxed).count_ones())).sum()
    }
}

/// Words of a set that a thread takes at once.
const STRIDE: usize = 1 << 10;

/// Follows every move from the start of dobutsu shogi; `None` if the context stopped the work.
pub fn reach(table: &Table, context: &Context) -> Result<Option<Reach>> {
    let start = dobutsu();
    if table.subject != Subject::of(&start, &start.start) {
        return Err(Error::refused(
            "what can be reached is counted from the start of dobutsu shogi only",
        ));
    }
    let index = &table.index;
    let wide = Index::with_all_kings(index.size(), *index.rules(), index.material())?;
    let needed = 3 * index.len() / 8 + wide.len() / 8 + index.len();
    if needed > context.limits.memory {
        return Err(Error::refused(format!(
            "counting needs {} MB, where the limit on memory is {}",
            needed >> 20,
            context.limits.memory >> 20
        )));
    }
    let seen = Set::new(index.len());
    let mut frontier = Set::new(index.len());
    let terminal = Set::new(wide.len());
    let first = index.index_of(&start.start).expect("the start has a number");
    seen.add(first);
    frontier.add(first);
    let begun = Instant::now();
    let counted = AtomicU64::new(1);
    loop {
        let next = Set::new(index.len());
        let more = AtomicBool::new(false);
        let stage = Stage::new(context, "following every move").counting(&counted, begun);
        let done = stage.par_each(frontier.0.len(), STRIDE, Steps::new, |steps, words| {
            for word in words {
                let mut bits = frontier.0[word].load(Ordering::Relaxed);
                while bits != 0 {
                    let number = 64 * word as u64 + u64::from(bits.trailing_zeros());
                    bits &= bits - 1;
                    follow(index, &wide, number, steps, |open, number| {
                        if !open {
                            terminal.add(number);
                        } else if seen.add(number) {
                            next.add(number);
                            more.store(true, Ordering::Relaxed);
                            counted.fetch_add(1, Ordering::Relaxed);
                        }
                    });
                }
            }
        });
        if !done {
            return Ok(None);
        }
        if !more.into_inner() {
            break;
        }
        frontier = next;
    }
    drop(frontier);
    let mut reach = Reach { terminal: terminal.count(), ..Reach::default() };
    drop(terminal);
    let values = table.load()?;
    for (word, bits) in seen.0.iter().enumerate() {
        let mut bits = bits.load(Ordering::Relaxed);
        while bits != 0 {
            let value = values.get(64 * word as u64 + u64::from(bits.trailing_zeros()));
            bits &= bits - 1;
            match value {
                Value::Win(_) | Value::RuleWin => reach.wins += 1,
                Value::Loss(_) | Value::RuleLoss => reach.losses += 1,
                Value::Draw => reach.draws += 1,
                Value::Hole => {
                    let problem = "the table has no value for a position that can be reached";
                    return Err(Error::refused(problem));
                }
            }
            reach.longest = reach.longest.max(value.plies().unwrap_or(0));
        }
    }
    Ok(Some(reach))
}

/// Calls `visit` with every position that one move leads to: whether the game goes on there, and
/// its number (among all placements of the kings if it does not).
fn follow(
    index: &Index,
    wide: &Index,
    number: u64,
    steps: &mut Steps,
    mut visit: impl FnMut(bool, u64),
) {
    let (geometry, slots) = (&index.geometry, &index.slots);
    let board = index.board_turned(number);
    steps.clear();
    board.steps(geometry, slots, 1, steps);
    for step in steps.iter() {
        let mut next = board;
        next.make(1, step);
        let king = usize::from(next.kings[1]);
        let taken = next.attackers(geometry, slots, 0, king, next.all()) != 0;
        let home = geometry.home[1] & (1 << king) != 0;
        match taken || home {
            true => visit(false, wide.place(&next).expect("all kings have a place").index),
            false => visit(true, index.place(&next).expect("kings apart have a place").index),
        }
    }
}
