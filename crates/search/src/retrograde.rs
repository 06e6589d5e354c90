//! Retrograde analysis: every state of a game solved at once, from the ends backwards.
//!
//! A room numbers its states without gaps worth speaking of and implements [`StateSpace`]:
//! what each state is by itself, and from which states it can be reached. [`solve`] then finds
//! for every state whether the side to move wins or loses, and in how many plies if both sides
//! play best (the winner as fast, the loser as slowly as can be). What is left over can be
//! played for ever.
//!
//! Level after level: a state from which one move leads to a loss in *d* is a win in *d* + 1; a
//! state all of whose moves lead to wins, the last of them in *d*, is a loss in *d* + 1. Whether
//! all of them do is told by a counter of the moves left. So a state takes two bytes, one for the
//! value and one for the counter, and every level touches only one of the two.

use crate::parallel::{Stage, is_alone};
use crate::table::prefetch;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Instant;
use yomikiri_core::{Context, Error, Outcome, Result, text::grouped};

/// What a state is, seen by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A number that stands for no state, or for one that cannot occur.
    Hole,
    /// The game goes on, with this many legal moves.
    Open(u16),
    /// The side to move has lost, or will within this many plies (0 to 3) whatever it does.
    Lost(u16),
    /// The side to move wins within this many plies (1 to 3).
    Won(u16),
}

/// A game as states with numbers from 0 to [`StateSpace::len`].
pub trait StateSpace: Sync {
    /// How many numbers there are.
    fn len(&self) -> u64;

    /// Whether there is no state at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with every number of `range`, in order.
    fn look(&self, range: Range<u64>, visit: impl FnMut(u64, Look));

    /// Calls `visit` with every state from which a move leads to `index`, and with how many
    /// moves lead from there to it (more than one where symmetric moves count as one state).
    ///
    /// Over all `index`, a state that is [`Look::Open`] must be met as often as it has moves;
    /// holes and states that are won or lost by themselves may be met too and are passed over.
    fn predecessors(&self, index: u64, visit: impl FnMut(u64, u16));
}

const OPEN: u8 = 0;
const HOLE: u8 = 255;
/// Distances above [`LONGEST_SHORT`] stand in a list of their own.
const LONG: u8 = 254;
/// Decided by a rule about endless play.
const RULE_LOSS: u8 = 253;
const RULE_WIN: u8 = 252;
const LONGEST_SHORT: u16 = 250;

/// States in a block, the unit of work; few in tests, so that threads share small graphs.
const BLOCK: usize = if cfg!(test) { GROUP } else { GROUP << 7 };
/// States that share a flag that tells whether some of them are to be gone back from.
const GROUP: usize = 64;

/// The solution: what every state is worth to the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    bytes: Vec<u8>,
    /// States whose distance does not fit into a byte, in order.
    long: Vec<(u64, u16)>,
}

/// What a state is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Not a state that can occur.
    Hole,
    /// Nobody can force a win.
    Draw,
    /// A win in this many plies.
    Win(u16),
    /// A loss in this many plies.
    Loss(u16),
    /// The game goes on for ever, and a rule about that makes it a win.
    RuleWin,
    /// The game goes on for ever, and a rule about that makes it a loss.
    RuleLoss,
}

impl Value {
    /// A distance with its parity read as who wins: the side to move makes the odd plies.
    pub fn at(distance: u16) -> Value {
        match distance % 2 {
            0 => Value::Loss(distance),
            _ => Value::Win(distance),
        }
    }

    /// What a byte of [`Values::bytes`] means for state `index`; `None` if it should be in the
    /// list of long distances and is not.
    pub(crate) fn from_byte(byte: u8, index: u64, long: &[(u64, u16)]) -> Option<Value> {
        Some(match byte {
            HOLE => Value::Hole,
            OPEN => Value::Draw,
            RULE_WIN => Value::RuleWin,
            RULE_LOSS => Value::RuleLoss,
            LONG => {
                let at = long.binary_search_by_key(&index, |(index, _)| *index).ok()?;
                Value::at(long[at].1)
            }
            code => Value::at(u16::from(code) - 1),
        })
    }

    /// Who wins, if it is a state.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Value::Hole => None,
            Value::Draw => Some(Outcome::Draw),
            Value::Win(_) | Value::RuleWin => Some(Outcome::Win),
            Value::Loss(_) | Value::RuleLoss => Some(Outcome::Loss),
        }
    }

    /// Plies to the end, if there is one.
    pub fn plies(self) -> Option<u16> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            _ => None,
        }
    }
}

/// How many states are worth what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States that the side to move wins.
    pub wins: u64,
    /// States that it loses.
    pub losses: u64,
    /// States that nobody wins.
    pub draws: u64,
    /// Numbers that stand for no state.
    pub holes: u64,
    /// The longest distance of all.
    pub longest: u16,
}

impl Values {
    /// From the bytes and the long distances, as [`Values::bytes`] and [`Values::long`] give
    /// them; `None` if they do not belong together.
    pub fn from_parts(bytes: Vec<u8>, long: Vec<(u64, u16)>) -> Option<Values> {
        let mut marked = (0..).zip(&bytes).filter(|(_, byte)| **byte == LONG).map(|(i, _)| i);
        let listed = long
            .iter()
            .all(|(index, distance)| marked.next() == Some(*index) && *distance > LONGEST_SHORT);
        (listed && marked.next().is_none()).then_some(Values { bytes, long })
    }

    /// One byte a state: 0 a draw, 1 to 251 the distance and one more, 252 and 253 a win and a
    /// loss by a rule about endless play, 254 a distance in [`Values::long`], 255 a hole.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The states with distances above 250, in order.
    pub fn long(&self) -> &[(u64, u16)] {
        &self.long
    }

    /// Marks a draw as decided by a rule about endless play.
    pub(crate) fn decide(&mut self, index: u64, outcome: Outcome) {
        let byte = &mut self.bytes[index as usize];
        debug_assert_eq!(*byte, OPEN, "only draws are endless");
        match outcome {
            Outcome::Win => *byte = RULE_WIN,
            Outcome::Loss => *byte = RULE_LOSS,
            Outcome::Draw => {}
        }
    }

    /// How many numbers there are.
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What state `index` is worth.
    pub fn get(&self, index: u64) -> Value {
        let value = Value::from_byte(self.bytes[index as usize], index, &self.long);
        value.expect("every long distance is in the list")
    }

    /// How many states are worth what.
    pub fn counts(&self) -> Counts {
        let mut by_code = [0_u64; 256];
        for byte in &self.bytes {
            by_code[usize::from(*byte)] += 1;
        }
        Counts::of(&by_code, &self.long)
    }
}

impl Counts {
    /// From how often each byte occurs, and the long distances.
    pub(crate) fn of(by_code: &[u64; 256], long: &[(u64, u16)]) -> Counts {
        let mut counts = Counts {
            wins: by_code[usize::from(RULE_WIN)],
            losses: by_code[usize::from(RULE_LOSS)],
            draws: by_code[usize::from(OPEN)],
            holes: by_code[usize::from(HOLE)],
            longest: 0,
        };
        let short =
            (0..=LONGEST_SHORT).map(|distance| (distance, by_code[usize::from(distance) + 1]));
        let long = long.iter().map(|(_, distance)| (*distance, 1));
        for (distance, states) in short.chain(long).filter(|(_, states)| *states > 0) {
            match Value::at(distance) {
                Value::Win(_) => counts.wins += states,
                _ => counts.losses += states,
            }
            counts.longest = counts.longest.max(distance);
        }
        counts
    }
}

/// Bytes that [`solve`] needs for a space of `len` numbers.
pub fn memory_needed(len: u64) -> u64 {
    2 * len + 4 * (len / GROUP as u64) + (1 << 20)
}

/// Solves every state; `None` if the context stopped the work.
pub fn solve<S: StateSpace>(space: &S, context: &Context) -> Result<Option<Values>> {
    let needed = memory_needed(space.len());
    if needed > context.limits.memory {
        return Err(Error::refused(format!(
            "{} states need {} MB, where the limit on memory is {}",
            grouped(space.len()),
            needed.div_ceil(1 << 20),
            context.limits.memory >> 20
        )));
    }
    let work = Work::new(space, context);
    if !work.first_look()? {
        return Ok(None);
    }
    let mut level = 0;
    while work.fresh.iter().any(|fresh| fresh.count.load(Ordering::Relaxed) > 0) {
        if !work.level(level) {
            return Ok(None);
        }
        level += 1;
    }
    Ok(Some(work.finish()))
}

/// Which states are at a level that is still to come.
struct Fresh {
    groups: Vec<AtomicBool>,
    /// About how many; none only if there are none.
    count: AtomicU64,
    /// States too long for a byte.
    long: Mutex<Vec<u64>>,
}

struct Work<'a, S> {
    space: &'a S,
    context: &'a Context,
    values: Vec<AtomicU8>,
    /// Moves not yet known to lose; 0 once the state's value is known.
    counters: Vec<AtomicU8>,
    /// By level, modulo 4: the first look may place states three levels ahead.
    fresh: [Fresh; 4],
    settled: AtomicU64,
    long: Mutex<Vec<(u64, u16)>>,
    begun: Instant,
}

fn zeros(len: usize) -> Vec<AtomicU8> {
    (0..len).map(|_| AtomicU8::new(0)).collect()
}

impl<'a, S: StateSpace> Work<'a, S> {
    fn new(space: &'a S, context: &'a Context) -> Work<'a, S> {
        let len = space.len() as usize;
        let fresh = || Fresh {
            groups: (0..len.div_ceil(GROUP)).map(|_| AtomicBool::new(false)).collect(),
            count: AtomicU64::new(0),
            long: Mutex::new(Vec::new()),
        };
        Work {
            space,
            context,
            values: zeros(len),
            counters: zeros(len),
            fresh: std::array::from_fn(|_| fresh()),
            settled: AtomicU64::new(0),
            long: Mutex::new(Vec::new()),
            begun: Instant::now(),
        }
    }

    /// Gives blocks to the threads until none is left; `false` if stopped.
    fn over_blocks(
        &self,
        (stage, lone): (&str, bool),
        blocks: usize,
        work: impl Fn(usize, &mut Vec<(u64, u16)>) + Sync,
    ) -> bool {
        let stage = Stage::new(self.context, stage).counting(&self.settled, self.begun);
        let stage = if lone { stage.alone() } else { stage };
        let buffer = || Vec::with_capacity(2 * BUFFER);
        stage.par_each(blocks, BLOCKS_AT_A_TIME, buffer, |buffer, blocks| {
            for block in blocks {
                work(block, buffer);
            }
        })
    }

    fn blocks(&self) -> usize {
        self.values.len().div_ceil(BLOCK)
    }

    fn range(&self, block: usize) -> Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.values.len())
    }

    /// Fills holes, counters, and the states that are decided by themselves.
    fn first_look(&self) -> Result<bool> {
        let too_many = AtomicBool::new(false);
        let done = self.over_blocks(("first look", false), self.blocks(), |block, _| {
            let range = self.range(block);
            let mut settled = [0; 4];
            self.space.look(range.start as u64..range.end as u64, |index, look| match look {
                Look::Hole => self.values[index as usize].store(HOLE, Ordering::Relaxed),
                Look::Open(moves) => {
                    let moves = u8::try_from(moves).unwrap_or_else(|_| {
                        too_many.store(true, Ordering::Relaxed);
                        1
                    });
                    debug_assert!(moves > 0, "an open state has moves");
                    self.counters[index as usize].store(moves, Ordering::Relaxed);
                }
                Look::Lost(distance) | Look::Won(distance) => {
                    debug_assert!(distance < 4, "a look sees at most three plies");
                    self.settle(index, distance);
                    settled[usize::from(distance % 4)] += 1;
                }
            });
            for (distance, settled) in (0..).zip(settled) {
                self.count(distance, settled);
            }
        });
        if too_many.load(Ordering::Relaxed) {
            return Err(Error::refused("a position of this material has more than 255 moves"));
        }
        Ok(done)
    }

    /// Counts states whose value was found.
    fn count(&self, distance: u16, settled: u64) {
        self.fresh[usize::from(distance % 4)].count.fetch_add(settled, Ordering::Relaxed);
        self.settled.fetch_add(settled, Ordering::Relaxed);
    }

    /// Notes a value found.
    fn settle(&self, index: u64, distance: u16) {
        let fresh = &self.fresh[usize::from(distance % 4)];
        let code = match distance {
            0..=LONGEST_SHORT => {
                fresh.groups[index as usize / GROUP].store(true, Ordering::Relaxed);
                distance as u8 + 1
            }
            _ => {
                fresh.long.lock().expect("no thread panicked").push(index);
                LONG
            }
        };
        self.values[index as usize].store(code, Ordering::Relaxed);
    }

    /// Goes back from the states at one level; `false` if stopped.
    fn level(&self, level: u16) -> bool {
        let fresh = &self.fresh[usize::from(level % 4)];
        let states = fresh.count.swap(0, Ordering::Relaxed);
        let lone = states < STATES_TO_SHARE || is_alone(self.context);
        let stage = format!("level {level}");
        if level > LONGEST_SHORT {
            let mut states = std::mem::take(&mut *fresh.long.lock().expect("no thread panicked"));
            // Two threads may have found the same win.
            states.sort_unstable();
            states.dedup();
            let mut long = self.long.lock().expect("no thread panicked");
            long.extend(states.iter().map(|index| (*index, level)));
            let blocks = states.len().div_ceil(256);
            return self.over_blocks((&stage, lone), blocks, |block, buffer| {
                let states = &states[256 * block..(256 * (block + 1)).min(states.len())];
                self.back(level, lone, states.iter().copied(), buffer);
            });
        }
        let code = level as u8 + 1;
        self.over_blocks((&stage, lone), self.blocks(), |block, buffer| {
            let groups = self.range(block).step_by(GROUP);
            let groups = groups.filter(|at| {
                let flag = &fresh.groups[at / GROUP];
                let set = flag.load(Ordering::Relaxed);
                if set {
                    flag.store(false, Ordering::Relaxed);
                }
                set
            });
            let states = groups.flat_map(|at| {
                let group = &self.values[at..(at + GROUP).min(self.values.len())];
                let found = group.iter().enumerate();
                let found = found.filter(|(_, value)| value.load(Ordering::Relaxed) == code);
                found.map(move |(within, _)| (at + within) as u64)
            });
            self.back(level, lone, states, buffer);
        })
    }

    /// Goes back from some states at one level.
    fn back(
        &self,
        level: u16,
        lone: bool,
        states: impl Iterator<Item = u64>,
        buffer: &mut Vec<(u64, u16)>,
    ) {
        let lost = level.is_multiple_of(2);
        let touched = if lost { &self.values } else { &self.counters };
        let mut settled = 0;
        let mut flush = |buffer: &mut Vec<(u64, u16)>| {
            for (index, edges) in buffer.drain(..) {
                settled += u64::from(match (lost, lone) {
                    (true, _) => self.wins(index, level + 1),
                    (false, true) => self.loses::<true>(index, edges, level + 1),
                    (false, false) => self.loses::<false>(index, edges, level + 1),
                });
            }
        };
        for state in states {
            self.space.predecessors(state, |index, edges| {
                prefetch(&touched[index as usize]);
                buffer.push((index, edges));
            });
            if buffer.len() >= BUFFER {
                flush(buffer);
            }
        }
        flush(buffer);
        self.count(level + 1, settled);
    }

    /// A move leads to a loss of the other side.
    fn wins(&self, index: u64, distance: u16) -> bool {
        let open = self.values[index as usize].load(Ordering::Relaxed) == OPEN;
        if open {
            // Two threads may come here at once, with the same news; counts are not exact.
            self.settle(index, distance);
            self.counters[index as usize].store(0, Ordering::Relaxed);
        }
        open
    }

    /// Some moves lead to wins of the other side.
    fn loses<const LONE: bool>(&self, index: u64, edges: u16, distance: u16) -> bool {
        let counter = &self.counters[index as usize];
        let left = counter.load(Ordering::Relaxed);
        if left == 0 {
            return false;
        }
        let edges = edges as u8;
        let left = match LONE {
            true => {
                counter.store(left - edges, Ordering::Relaxed);
                left
            }
            false => counter.fetch_sub(edges, Ordering::Relaxed),
        };
        let lost = left == edges;
        if lost {
            self.settle(index, distance);
        }
        lost
    }

    fn finish(self) -> Values {
        let bytes = self.values.into_iter().map(AtomicU8::into_inner).collect();
        let mut long = self.long.into_inner().expect("no thread panicked");
        long.sort_unstable();
        Values { bytes, long }
    }
}

/// So many states of a level are worth more threads than one.
const STATES_TO_SHARE: u64 = if cfg!(test) { 2 } else { 4096 };
/// Blocks that a thread takes at a time.
const BLOCKS_AT_A_TIME: usize = if cfg!(test) { 1 } else { 4 };
/// Predecessors gathered before they are touched, so that memory is asked for them all at once.
const BUFFER: usize = 256;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use yomikiri_core::Limits;

    /// A graph by its edges; a state without moves is lost.
    struct Graph {
        moves: Vec<Vec<u64>>,
        back: Vec<Vec<u64>>,
    }

    impl Graph {
        fn new(moves: Vec<Vec<u64>>) -> Graph {
            let mut back = vec![Vec::new(); moves.len()];
            for (from, targets) in moves.iter().enumerate() {
                for to in targets {
                    back[*to as usize].push(from as u64);
                }
            }
            Graph { moves, back }
        }
    }

    impl StateSpace for Graph {
        fn len(&self) -> u64 {
            self.moves.len() as u64
        }

        fn look(&self, range: Range<u64>, mut visit: impl FnMut(u64, Look)) {
            for index in range {
                visit(
                    index,
                    match self.moves[index as usize].len() as u16 {
                        0 => Look::Lost(0),
                        moves => Look::Open(moves),
                    },
                );
            }
        }

        fn predecessors(&self, index: u64, mut visit: impl FnMut(u64, u16)) {
            for from in &self.back[index as usize] {
                visit(*from, 1);
            }
        }
    }

    /// The same by going over all states again and again, forwards.
    fn plainly(graph: &Graph) -> Vec<Value> {
        let mut values = vec![Value::Draw; graph.moves.len()];
        for distance in 0..=graph.moves.len() as u16 {
            let before = values.clone();
            for (index, moves) in graph.moves.iter().enumerate() {
                if before[index] != Value::Draw {
                    continue;
                }
                let is_loss = |to: &u64| matches!(before[*to as usize], Value::Loss(_));
                let is_win = |to: &u64| matches!(before[*to as usize], Value::Win(_));
                if moves.iter().any(is_loss) || moves.iter().all(is_win) {
                    values[index] = Value::at(distance);
                }
            }
        }
        values
    }

    proptest! {
        #[test]
        fn agrees_with_going_over_all_states_again_and_again(
            moves in (2_u64..400).prop_flat_map(|n| {
                proptest::collection::vec(proptest::collection::vec(0..n, 0..4), n as usize)
            }),
            threads in 1_usize..3,
        ) {
            let graph = Graph::new(moves);
            let context = Context::new(Limits { threads, ..Limits::default() });
            let values = solve(&graph, &context).unwrap().unwrap();
            let found: Vec<Value> = (0..values.len()).map(|index| values.get(index)).collect();
            prop_assert_eq!(found, plainly(&graph));
        }
    }

    #[test]
    fn distances_beyond_a_byte_are_exact() {
        let chain: Vec<Vec<u64>> =
            (0..1000).map(|n: u64| if n == 0 { vec![] } else { vec![n - 1] }).collect();
        let values = solve(&Graph::new(chain), &Context::default()).unwrap().unwrap();
        for index in [0, 1, 250, 251, 252, 253, 254, 999] {
            assert_eq!(values.get(index), Value::at(index as u16));
        }
        assert_eq!(values.counts().longest, 999);
        let again = Values::from_parts(values.bytes().to_vec(), values.long().to_vec()).unwrap();
        assert_eq!(again, values);
        assert!(Values::from_parts(values.bytes().to_vec(), values.long()[1..].to_vec()).is_none());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let graph = Graph::new(vec![vec![]; 10]);
        let context = Context::new(Limits { memory: 1000, ..Limits::default() });
        assert!(solve(&graph, &context).unwrap_err().to_string().contains("10 states need"));
    }
}
