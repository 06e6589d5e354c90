//! The oracle: what every state of a small board is worth, cycles and all.
//!
//! A state has two values for the side to move: `low` if a game that never ends is lost for it,
//! `high` if it is won for it. Both are limits: from nothing known, `low` = −N and `high` = N,
//! every state is looked at again and again, `low` becoming the best −`high` of its moves and
//! `high` the best −`low`, until nothing changes. `low` only rises and `high` only falls, so the
//! order does not matter and threads need not wait for each other.
//!
//! After a pass only the outcome of a second pass differs, so a board is kept once, with the best
//! of its stone moves, and both states are made of that.

use crate::board::Points;
use crate::numbering::{Numbering, is_legal};
use crate::position::Go;
use crate::rules::{Ko, Passes, Scoring};
use crate::state::State;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use yomikiri_core::{Context, Error, Result, text::grouped};
use yomikiri_search::par_chunks;

/// What a state is worth to the side to move: at least `low`, at most `high`, and which of the
/// two, or what between, only what endless play is worth can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bracket {
    /// The score if endless play is lost.
    pub low: i8,
    /// The score if endless play is won.
    pub high: i8,
}

impl std::ops::Neg for Bracket {
    type Output = Bracket;

    fn neg(self) -> Bracket {
        Bracket { low: -self.high, high: -self.low }
    }
}

impl Bracket {
    fn pack(self) -> u16 {
        u16::from_le_bytes([self.low as u8, self.high as u8])
    }

    fn unpack(word: u16) -> Bracket {
        let [low, high] = word.to_le_bytes();
        Bracket { low: low as i8, high: high as i8 }
    }

    fn or(self, other: Bracket) -> Bracket {
        Bracket { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    fn exactly(score: i8) -> Bracket {
        Bracket { low: score, high: score }
    }
}

/// Set in a list of moves for one that leads to a state with a ban.
pub(crate) const WITH_KO: u32 = 1 << 31;
/// Boards that a thread takes at a time.
const STRIDE: usize = 1 << 13;

/// All states of a board under basic ko.
pub struct Oracle {
    /// The board and the rules.
    pub go: Go,
    /// Which passes count.
    pub passes: Passes,
    /// How boards are numbered.
    pub numbering: Numbering,
    /// The least codes of all legal boards, in order.
    pub boards: Vec<u32>,
    /// The numbers of all states with a ban, in order.
    pub bans: Vec<u64>,
    /// Of each board: with no pass before, and after a pass.
    pub values: Vec<[Bracket; 2]>,
    /// Of each state with a ban.
    pub ban_values: Vec<Bracket>,
}

/// A place in an oracle's lists.
pub(crate) enum Place {
    /// Of boards.
    Board(usize),
    /// Of states with a ban.
    Ban(usize),
}

/// What can be told of a board's states without their values.
pub struct Counts {
    /// Legal boards.
    pub legal: u64,
    /// Legal boards, symmetric ones as one, colours apart.
    pub classes: u64,
    /// States with a ban.
    pub bans: u64,
}

/// Bytes that making an oracle takes at most, counted generously.
fn memory_needed(points: usize) -> u64 {
    let codes = 3_u64.pow(points as u32);
    // An index of all codes, and for each board (a fifth of all codes in the worst case) its
    // values and its moves.
    4 * codes + codes / 5 * (16 + 4 * points as u64) + (4 << 20)
}

/// All boards and bans, and what moves lead where.
pub(crate) struct Graph {
    numbering: Numbering,
    pub(crate) boards: Vec<u32>,
    pub(crate) bans: Vec<u64>,
    /// Where the moves of a board or, after all boards, of a state with a ban begin.
    starts: Vec<u32>,
    /// What they lead to: a board, or a ban with [`WITH_KO`].
    moves: Vec<u32>,
    /// The board with colours exchanged.
    pub(crate) swapped: Vec<u32>,
    counts: Counts,
}

/// A board with the side to move as side 0.
fn state([own, other]: [Points; 2], ko: Points) -> State {
    State { stones: [own, other], settled: 0, ko, mover: 0, passed: false }
}

impl Graph {
    pub(crate) fn new(go: &Go, context: &Context) -> Option<Graph> {
        let board = go.board;
        let numbering = Numbering::new(board);
        // One piece of work: all boards with the same own stones.
        let legal = AtomicU64::new(0);
        let found = par_chunks(context, "boards", 1 << board.points(), 64, |range| {
            let (mut least, mut count) = (Vec::new(), 0);
            for own in range {
                let own = own as Points;
                let free = board.full & !own;
                let mut other = free;
                loop {
                    if is_legal(board, own, other) {
                        count += 1;
                        let code = numbering.code(own, other);
                        if numbering.codes_of_images(own, other).all(|image| code <= image) {
                            least.push(code);
                        }
                    }
                    if other == 0 {
                        break;
                    }
                    other = (other - 1) & free;
                }
            }
            legal.fetch_add(count, Ordering::Relaxed);
            least
        })?;
        let mut boards = found.concat();
        boards.sort_unstable();
        let mut number_of = vec![u32::MAX; numbering.codes()];
        for (number, code) in (0..).zip(&boards) {
            let [own, other] = numbering.board_of(*code);
            for image in numbering.codes_of_images(own, other) {
                number_of[image as usize] = number;
            }
        }
        let successors = |from: State, visit: &mut dyn FnMut(State)| {
            for at in crate::board::points(from.empty(board) & !from.ko) {
                if let Some(next) = from.place(board, 1 << at, go.rules.suicide) {
                    visit(State { stones: [next.stones[1], next.stones[0]], mover: 0, ..next });
                }
            }
        };
        // Bans are those that captures lead to, from boards and from other bans alike.
        let found = par_chunks(context, "bans", boards.len(), STRIDE, |range| {
            let mut bans = Vec::new();
            for number in range {
                successors(state(numbering.board_of(boards[number]), 0), &mut |next| {
                    if next.ko != 0 {
                        let [own, other] = next.stones;
                        bans.push(numbering.least_with_ko(own, other, next.ko));
                    }
                });
            }
            bans
        })?;
        let mut bans = found.concat();
        bans.sort_unstable();
        bans.dedup();
        let states = boards.len() + bans.len();
        let found = par_chunks(context, "moves", states, STRIDE, |range| {
            let (mut lengths, mut moves) = (Vec::new(), Vec::new());
            for number in range {
                let from = match number.checked_sub(boards.len()) {
                    None => state(numbering.board_of(boards[number]), 0),
                    Some(ban) => {
                        let (stones, ko) = numbering.board_of_ko(bans[ban]);
                        state(stones, ko)
                    }
                };
                let begins = moves.len();
                successors(from, &mut |next| {
                    let [own, other] = next.stones;
                    moves.push(match next.ko {
                        0 => number_of[numbering.code(own, other) as usize],
                        ko => {
                            let ban = numbering.least_with_ko(own, other, ko);
                            let place = bans.binary_search(&ban).expect("every ban was met");
                            place as u32 | WITH_KO
                        }
                    });
                });
                moves[begins..].sort_unstable();
                let mut end = begins;
                for at in begins..moves.len() {
                    if end == begins || moves[at] != moves[end - 1] {
                        moves[end] = moves[at];
                        end += 1;
                    }
                }
                moves.truncate(end);
                lengths.push((end - begins) as u32);
            }
            (lengths, moves)
        })?;
        let mut starts = Vec::with_capacity(states + 1);
        let mut moves = Vec::with_capacity(found.iter().map(|(_, moves)| moves.len()).sum());
        let mut start = 0;
        for (lengths, some) in found {
            for length in lengths {
                starts.push(start);
                start += length;
            }
            moves.extend(some);
        }
        starts.push(start);
        let swapped = boards.iter().map(|code| {
            let [own, other] = numbering.board_of(*code);
            number_of[numbering.code(other, own) as usize]
        });
        let swapped = swapped.collect();
        let images = |number: u64| {
            let ([own, other], ko) = numbering.board_of_ko(number);
            let of = |symmetry: usize, set: Points| {
                crate::board::points(set).fold(0, |all, p| all | 1_u64 << board.image(p, symmetry))
            };
            let mut images: Vec<_> = (0..board.symmetries())
                .map(|symmetry| (of(symmetry, own), of(symmetry, other), of(symmetry, ko)))
                .collect();
            images.sort_unstable();
            images.dedup();
            images.len() as u64
        };
        let counts = Counts {
            legal: legal.into_inner(),
            classes: boards.len() as u64,
            bans: bans.iter().map(|ban| images(*ban)).sum(),
        };
        Some(Graph { numbering, boards, bans, starts, moves, swapped, counts })
    }

    /// What the stone moves of a board or, after all boards, of a state with a ban lead to.
    pub(crate) fn moves(&self, number: usize) -> &[u32] {
        &self.moves[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The margin of a board for the side to move, if the game ends there.
    pub(crate) fn end(&self, go: &Go, number: usize) -> i8 {
        let state = state(self.numbering.board_of(self.boards[number]), 0);
        match go.rules.scoring {
            Scoring::Area | Scoring::Afure => state.margin(go.board) as i8,
            Scoring::Stones => state.stones_margin() as i8,
        }
    }

    /// The board that a pass lifts a ban from, for the side to move after it.
    pub(crate) fn lifted(&self, ban: usize) -> usize {
        let ([own, other], _) = self.numbering.board_of_ko(self.bans[ban]);
        let swapped = self.numbering.least(other, own);
        self.boards.binary_search(&swapped).expect("it is legal")
    }

    /// The value of every board, with no pass before and after a pass, and of every state with a
    /// ban; `None` if the context stopped the work.
    pub(crate) fn values(
        &self,
        go: &Go,
        passes: Passes,
        context: &Context,
    ) -> Option<(Vec<[Bracket; 2]>, Vec<Bracket>)> {
        let graph = self;
        let most = go.board.points() as i8;
        let unknown = Bracket { low: -most, high: most }.pack();
        let words = |count: usize| -> Vec<AtomicU16> {
            (0..count).map(|_| AtomicU16::new(unknown)).collect()
        };
        let boards = graph.boards.len();
        // The best stone move of each board; what a board is worth with no pass before; bans.
        let (stone_moves, open) = (words(boards), words(boards));
        let bans = words(graph.bans.len());
        let get = |word: &AtomicU16| Bracket::unpack(word.load(Ordering::Relaxed));
        let areas: Vec<i8> = (0..boards).map(|board| graph.end(go, board)).collect();
        let after_pass = |board: usize| get(&stone_moves[board]).or(Bracket::exactly(areas[board]));
        // A board with no stone move at all still has its pass.
        let worst = Bracket { low: -most, high: -most };
        let best_stone = |number: usize| {
            graph.moves(number).iter().fold(worst, |best, next| {
                let value = match next & WITH_KO {
                    0 => get(&open[*next as usize]),
                    _ => get(&bans[(next & !WITH_KO) as usize]),
                };
                best.or(-value)
            })
        };
        let mut waiting: Vec<u32> = (0..(boards + bans.len()) as u32).collect();
        for sweep in 1_u64.. {
            let changed = AtomicBool::new(false);
            let open_states = grouped(waiting.len() as u64);
            let stage = format!("sweep {sweep}, {open_states} states open");
            let set = |word: &AtomicU16, value: Bracket| {
                let value = value.pack();
                if word.load(Ordering::Relaxed) != value {
                    word.store(value, Ordering::Relaxed);
                    changed.store(true, Ordering::Relaxed);
                }
            };
            let left = par_chunks(context, &stage, waiting.len(), STRIDE, |range| {
                let mut left = Vec::new();
                for number in waiting[range].iter().copied() {
                    let at = number as usize;
                    let best = best_stone(at);
                    let settled = if at < boards {
                        set(&stone_moves[at], best);
                        let passed = -after_pass(graph.swapped[at] as usize);
                        let value = best.or(passed);
                        set(&open[at], value);
                        best.low == best.high && value.low == value.high
                    } else {
                        let lifted = graph.lifted(at - boards);
                        let value = best.or(-match passes {
                            Passes::ButBans => get(&open[lifted]),
                            Passes::All => after_pass(lifted),
                        });
                        set(&bans[at - boards], value);
                        value.low == value.high
                    };
                    if !settled {
                        left.push(number);
                    }
                }
                left
            });
            waiting = left?.concat();
            if !changed.into_inner() {
                break;
            }
        }
        let values = (0..boards).map(|board| [get(&open[board]), after_pass(board)]).collect();
        Some((values, bans.iter().map(get).collect()))
    }
}

/// Refuses boards and rules that no oracle can be made for.
pub fn check_possible(go: &Go, context: &Context) -> Result<()> {
    if go.board.points() > crate::numbering::MOST_NUMBERED {
        return Err(Error::refused(format!(
            "a {} board has too many states to keep them all; the most is 16 points",
            go.board
        )));
    }
    if go.rules.ko != Ko::Basic {
        return Err(Error::refused(
            "under superko a position is worth something only together with all that came before \
             it; there are no tables of that",
        ));
    }
    let needed = memory_needed(go.board.points());
    if needed > context.limits.memory {
        return Err(Error::refused(format!(
            "all states of a {} board need {} MB, where the limit on memory is {}",
            go.board,
            needed.div_ceil(1 << 20),
            context.limits.memory >> 20
        )));
    }
    Ok(())
}

impl Oracle {
    /// Finds the value of every state; `None` if the context stopped the work.
    pub fn new(go: &Go, context: &Context) -> Result<Option<(Oracle, Counts)>> {
        Oracle::with_passes(go, Passes::default(), context)
    }

    /// The same by another rule for passes.
    pub fn with_passes(
        go: &Go,
        passes: Passes,
        context: &Context,
    ) -> Result<Option<(Oracle, Counts)>> {
        check_possible(go, context)?;
        let Some(graph) = Graph::new(go, context) else { return Ok(None) };
        let values = graph.values(go, passes, context);
        Ok(values.map(|values| {
            let (oracle, counts) = Oracle::of(go, graph, values);
            (Oracle { passes, ..oracle }, counts)
        }))
    }

    pub(crate) fn of(
        go: &Go,
        graph: Graph,
        (values, ban_values): (Vec<[Bracket; 2]>, Vec<Bracket>),
    ) -> (Oracle, Counts) {
        let Graph { numbering, boards, bans, counts, .. } = graph;
        let (go, passes) = (*go, Passes::default());
        (Oracle { go, passes, numbering, boards, bans, values, ban_values }, counts)
    }

    /// What a state is worth to the side to move; nothing may be settled in it. `None` if it is
    /// none that can occur.
    pub fn value(&self, state: &State) -> Option<Bracket> {
        Some(match self.find(state)? {
            Place::Board(at) => self.values[at][usize::from(state.passed)],
            Place::Ban(at) => self.ban_values[at],
        })
    }

    /// Where a state stands in the lists.
    pub(crate) fn find(&self, state: &State) -> Option<Place> {
        debug_assert_eq!(state.settled, 0, "the oracle knows plain boards only");
        let [own, other] = match state.mover {
            0 => state.stones,
            _ => [state.stones[1], state.stones[0]],
        };
        match state.ko {
            0 => {
                let code = self.numbering.least(own, other);
                self.boards.binary_search(&code).ok().map(Place::Board)
            }
            ko => {
                let number = self.numbering.least_with_ko(own, other, ko);
                self.bans.binary_search(&number).ok().map(Place::Ban)
            }
        }
    }
}
