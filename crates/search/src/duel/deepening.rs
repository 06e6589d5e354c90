//! Alpha-beta with iterative deepening at the root, as the paper on small shogi has it.
//!
//! An estimate at the horizon; a table with the value and the best move of a position; a stored
//! win or loss, or a value from at least the same depth, is returned at once; the table's move
//! comes first, the others by their estimate after one ply. With a rule for [`Repeat`], a position
//! that comes back on the path is worth what the rule says, and the table gives only the move to
//! try first, because such values depend on the path.

use super::{
    Bounds, Duel, FAR, Found, Hand, Meter, Prover, Reason, WON, Win, place, plies_of, win_in,
};
use crate::on_deep_stack;
use yomikiri_core::{Context, Side};

/// What becomes of a position that comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// It is not noticed.
    Unseen,
    /// This side wins.
    Wins(Side),
}

/// Searches deeper and deeper until one side is proved to win.
pub fn search<D: Duel>(
    duel: &D,
    root: &D::Position,
    repeat: Repeat,
    bounds: Bounds,
    context: &Context,
) -> Found<D::Move>
where
    D::Position: Send + Sync,
    D::Move: Send,
{
    on_deep_stack(|| Deepening::new(duel, repeat, bounds).prove(root, bounds, context))
}

/// The search with its table.
pub struct Deepening<'d, D: Duel> {
    duel: &'d D,
    repeat: Repeat,
    table: Vec<Option<Entry<D::Move>>>,
    used: bool,
}

impl<'d, D: Duel> Deepening<'d, D> {
    /// With an empty table.
    pub fn new(duel: &'d D, repeat: Repeat, bounds: Bounds) -> Deepening<'d, D> {
        let table = vec![None; bounds.entries.next_power_of_two()];
        Deepening { duel, repeat, table, used: false }
    }
}

impl<D: Duel> Prover<D> for Deepening<'_, D> {
    fn prove(&mut self, root: &D::Position, bounds: Bounds, context: &Context) -> Found<D::Move> {
        if self.used {
            self.table.fill(None);
        }
        self.used = true;
        let Deepening { duel, repeat, ref mut table, .. } = *self;
        let meter = Meter::new(bounds, context);
        let mut search = Search { duel, repeat, meter, table, path: Vec::new(), first: None };
        for depth in 1..=bounds.depth as u32 {
            let value = search.value(root, depth, -2 * WON, 2 * WON);
            if search.meter.stopped.is_some() {
                break;
            }
            if value.abs() >= WON {
                let mover = duel.to_move(root);
                let side = if value > 0 { mover } else { !mover };
                let plies = plies_of(value.abs()).max(0) as u16;
                return search.meter.found(Ok(Win { side, plies, first: search.first }));
            }
        }
        search.meter.found(Err(search.meter.stopped.unwrap_or(Reason::Depth)))
    }

    fn known(&self, position: &D::Position, winner: Side) -> Option<u16> {
        // Who wins although repetitions count for the other needs none, whatever the path.
        if self.repeat == Repeat::Wins(winner) {
            return None;
        }
        let (board, hand) = (self.duel.board_key(position), self.duel.hand(position, Side::First));
        let slot = place(board, &hand, self.table.len());
        let entry = self.table[slot].filter(|entry| entry.board == board && entry.hand == hand)?;
        let wins = self.duel.to_move(position) == winner;
        let worth = if wins { entry.value } else { -entry.value };
        (worth >= WON).then(|| plies_of(worth).max(0) as u16)
    }
}

#[derive(Clone, Copy)]
struct Entry<M> {
    board: u128,
    hand: Hand,
    value: i32,
    depth: u32,
    best: M,
}

struct Search<'a, D: Duel> {
    duel: &'a D,
    repeat: Repeat,
    meter: Meter<'a>,
    table: &'a mut [Option<Entry<D::Move>>],
    path: Vec<(u128, Hand)>,
    /// The best move at the root so far: what no shallower search saw lost holds out longest.
    first: Option<D::Move>,
}

/// What a position is worth to the side that moved there, given what it is to the other.
fn one_ply_back(value: i32) -> i32 {
    match value {
        WON.. => 1 - value,
        ..=LOST => -value - 1,
        _ => -value,
    }
}

const LOST: i32 = -WON;
/// A win by repetition takes no number of plies; it passes for one farther away than any other.
const BY_REPETITION: i32 = WON + FAR / 2;

impl<D: Duel> Search<'_, D> {
    /// The value for the side to move: [`WON`] or more, and its negation or less, are proved.
    fn value(&mut self, position: &D::Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let duel = self.duel;
        if !self.meter.enter(self.path.len()) {
            return 0;
        }
        if duel.wins_at_once(position) {
            return win_in(i32::from(duel.plies_when_lost()) - 1);
        }
        let side = duel.to_move(position);
        let (board, hand) = (duel.board_key(position), duel.hand(position, Side::First));
        if let Repeat::Wins(winner) = self.repeat
            && self.path.contains(&(board, hand))
        {
            return if winner == side { BY_REPETITION } else { -BY_REPETITION };
        }
        if depth == 0 {
            return duel.estimate(position);
        }
        let slot = place(board, &hand, self.table.len());
        let known = self.table[slot].filter(|entry| entry.board == board && entry.hand == hand);
        if let Some(entry) = known
            && self.repeat == Repeat::Unseen
            && (entry.value.abs() >= WON || entry.depth >= depth)
        {
            return entry.value;
        }
        let mut moves = Vec::new();
        duel.moves(position, &mut moves);
        if moves.is_empty() {
            return -win_in(duel.plies_when_lost().into());
        }
        let preferred = match self.path.is_empty() {
            true => self.first,
            false => known.map(|entry| entry.best),
        };
        let mut ranked: Vec<(i32, D::Move, D::Position)> = moves
            .into_iter()
            .map(|mv| {
                let next = duel.play(position, mv);
                let rank = if preferred == Some(mv) { i32::MIN } else { duel.estimate(&next) };
                (rank, mv, next)
            })
            .collect();
        ranked.sort_by_key(|(rank, _, _)| *rank);

        self.path.push((board, hand));
        let (mut best, mut best_move) = (-2 * WON, ranked[0].1);
        for (_, mv, next) in &ranked {
            let value = one_ply_back(self.value(next, depth - 1, -beta, -alpha));
            if self.meter.stopped.is_some() {
                break;
            }
            if value > best {
                (best, best_move) = (value, *mv);
            }
            alpha = alpha.max(best);
            if alpha >= beta || best >= WON {
                break;
            }
        }
        self.path.pop();
        if self.meter.stopped.is_none() {
            if self.path.is_empty() {
                self.first = Some(best_move);
            }
            self.table[slot] = Some(Entry { board, hand, value: best, depth, best: best_move });
        }
        best
    }
}
