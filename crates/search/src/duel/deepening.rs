//! Alpha-beta with iterative deepening at the root, as the paper on small shogi has it.
//!
//! An estimate at the horizon; a table with the value and the best move of a position; a stored
//! win or loss, or a value from at least the same depth, is returned at once; the table's move
//! comes first, the others by their estimate after one ply. With a rule for [`Repeat`], a position
//! that comes back on the path is worth what the rule says, and the table gives only the move to
//! try first, because such values depend on the path.

use super::{Bounds, Duel, Found, Hand, Meter, Reason, WON, mix, on_deep_stack};
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
) -> Found
where
    D::Position: Send + Sync,
    D::Move: Send,
{
    on_deep_stack(|| {
        let mut search = Search {
            duel,
            repeat,
            meter: Meter::new(bounds, context),
            table: vec![None; bounds.entries.next_power_of_two()],
            path: Vec::new(),
        };
        for depth in 1..=bounds.depth as u32 {
            let value = search.value(root, depth, -2 * WON, 2 * WON);
            if search.meter.stopped.is_some() {
                break;
            }
            if value.abs() >= WON {
                let mover = duel.to_move(root);
                let winner = if value > 0 { mover } else { !mover };
                return Found { winner: Ok(winner), nodes: search.meter.nodes };
            }
        }
        let reason = search.meter.stopped.unwrap_or(Reason::Depth);
        Found { winner: Err(reason), nodes: search.meter.nodes }
    })
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
    table: Vec<Option<Entry<D::Move>>>,
    path: Vec<(u128, Hand)>,
}

impl<D: Duel> Search<'_, D> {
    /// The value for the side to move: [`WON`] or its negation are proved.
    fn value(&mut self, position: &D::Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let duel = self.duel;
        if !self.meter.enter(self.path.len()) {
            return 0;
        }
        if duel.wins_at_once(position) {
            return WON;
        }
        let side = duel.to_move(position);
        let (board, hand) = (duel.board_key(position), duel.hand(position, Side::First));
        if let Repeat::Wins(winner) = self.repeat
            && self.path.contains(&(board, hand))
        {
            return if winner == side { WON } else { -WON };
        }
        if depth == 0 {
            return duel.estimate(position);
        }
        let slot = mix(board, &hand) as usize & (self.table.len() - 1);
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
            return -WON;
        }
        let mut ranked: Vec<(i32, D::Move, D::Position)> = moves
            .into_iter()
            .map(|mv| {
                let next = duel.play(position, mv);
                let first = known.is_some_and(|entry| entry.best == mv);
                let rank = if first { i32::MIN } else { duel.estimate(&next) };
                (rank, mv, next)
            })
            .collect();
        ranked.sort_by_key(|(rank, _, _)| *rank);

        self.path.push((board, hand));
        let (mut best, mut best_move) = (-2 * WON, ranked[0].1);
        for (_, mv, next) in &ranked {
            let value = -self.value(next, depth - 1, -beta, -alpha);
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
            self.table[slot] = Some(Entry { board, hand, value: best, depth, best: best_move });
        }
        best
    }
}
