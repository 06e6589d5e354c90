//! PDS: proof-number and disproof-number search by multiple iterative deepening, with dominance,
//! proof pieces and disproof pieces.
//!
//! Is there a forced win for the attacker? A node has a number of leaves that must be proved
//! (pn) and one that must be disproved (dn); a node is left once both have reached the thresholds
//! it was entered with, and those of a child are its numbers with the smaller one raised by one.
//!
//! Repetitions are not noticed. Proofs and disproofs are built up from finished games, so neither
//! depends on the path: a disproof is a forced win of the other side. A position that neither
//! side can force is never settled.
//!
//! *Dominance*: with the same board, more pieces in the attacker's hand (hence fewer in the
//! other's) are never worse for it. A proof is therefore kept with the least hand for which it
//! holds, and a disproof with the largest.

use super::numbers::{INFINITE, MOST, Numbers};
use super::{Bounds, Duel, Found, Hand, Meter, mix, on_deep_stack};
use yomikiri_core::{Context, Side};

/// Places tried for an entry.
const WINDOW: usize = 16;

/// Asks whether the side to move at the root or the other one can force a win.
pub fn search<D: Duel>(
    duel: &D,
    root: &D::Position,
    dominance: bool,
    bounds: Bounds,
    context: &Context,
) -> Found
where
    D::Position: Send + Sync,
    D::Move: Send,
{
    on_deep_stack(|| {
        let attacker = duel.to_move(root);
        let mut search = Search {
            duel,
            attacker,
            dominance,
            meter: Meter::new(bounds, context),
            table: vec![None; bounds.entries.next_power_of_two() + WINDOW],
            depth: 0,
        };
        let mut numbers = Numbers::NEW;
        loop {
            if numbers.pn == 0 || numbers.dn == 0 {
                let winner = if numbers.pn == 0 { attacker } else { !attacker };
                return Found { winner: Ok(winner), nodes: search.meter.nodes };
            }
            numbers = search.deepen(root, raised(numbers));
            if let Some(reason) = search.meter.stopped {
                return Found { winner: Err(reason), nodes: search.meter.nodes };
            }
        }
    })
}

/// The thresholds for looking at a node once more: the smaller number one higher.
fn raised(numbers: Numbers) -> Numbers {
    match numbers.pn <= numbers.dn {
        true => Numbers { pn: numbers.pn + 1, ..numbers },
        false => Numbers { dn: numbers.dn + 1, ..numbers },
    }
}

#[derive(Clone, Copy)]
struct Entry {
    board: u128,
    /// The attacker's hand: the position's own, or for what is solved the least or the largest
    /// that will do.
    hand: Hand,
    numbers: Numbers,
}

struct Search<'a, D: Duel> {
    duel: &'a D,
    attacker: Side,
    dominance: bool,
    meter: Meter<'a>,
    table: Vec<Option<Entry>>,
    depth: usize,
}

/// What is known of a child, and the attacker's hand it is known for.
#[derive(Clone, Copy)]
struct Known {
    numbers: Numbers,
    hand: Hand,
}

impl<D: Duel> Search<'_, D> {
    fn start(&self, board: u128) -> usize {
        let places = self.table.len() - WINDOW;
        mix(board, &Hand::default()) as usize & (places - 1)
    }

    /// What is known of a board with a hand of the attacker's.
    fn look_up(&self, board: u128, hand: Hand) -> Option<Known> {
        let start = self.start(board);
        let mut exact = None;
        for entry in self.table[start..start + WINDOW].iter().flatten() {
            if entry.board != board {
                continue;
            }
            let known = Known { numbers: entry.numbers, hand: entry.hand };
            if entry.numbers.pn == 0 && hand.covers(&entry.hand)
                || entry.numbers.dn == 0 && entry.hand.covers(&hand)
            {
                return Some(known);
            }
            if entry.hand == hand && !entry.numbers.solved() {
                exact = Some(known);
            }
        }
        exact
    }

    fn keep(&mut self, board: u128, hand: Hand, numbers: Numbers) {
        let start = self.start(board);
        let window = &mut self.table[start..start + WINDOW];
        let same =
            |entry: &Entry| entry.board == board && entry.hand == hand && !entry.numbers.solved();
        let place = window
            .iter()
            .position(|entry| entry.as_ref().is_some_and(same))
            .or_else(|| window.iter().position(Option::is_none))
            // Whatever took the least work goes: small numbers, and before them nothing solved.
            .or_else(|| {
                (0..WINDOW).min_by_key(|at| {
                    let numbers = window[*at].map_or(Numbers::PROVED, |entry| entry.numbers);
                    if numbers.solved() { u64::MAX } else { numbers.pn as u64 + numbers.dn as u64 }
                })
            })
            .expect("a window has places");
        window[place] = Some(Entry { board, hand, numbers });
    }

    /// Searches a node until both numbers have reached their thresholds, or it is solved.
    fn deepen(&mut self, position: &D::Position, thresholds: Numbers) -> Numbers {
        let duel = self.duel;
        if !self.meter.enter(self.depth) {
            return thresholds;
        }
        let board = duel.board_key(position);
        let hand = duel.hand(position, self.attacker);
        let attacks = duel.to_move(position) == self.attacker;
        if duel.wins_at_once(position) {
            let numbers = Numbers::won_by(attacks);
            self.keep_solved(position, board, hand, numbers, None);
            return numbers;
        }
        let mut moves = Vec::new();
        duel.moves(position, &mut moves);
        if moves.is_empty() {
            let numbers = Numbers::won_by(!attacks);
            self.keep_solved(position, board, hand, numbers, None);
            return numbers;
        }
        let children: Vec<(D::Position, u128, Hand)> = moves
            .iter()
            .map(|mv| {
                let next = duel.play(position, *mv);
                (next, duel.board_key(&next), duel.hand(&next, self.attacker))
            })
            .collect();
        // A cycle that comes back here finds the thresholds, and looks elsewhere first.
        self.keep(board, hand, thresholds);
        let numbers_of = |search: &Self, (_, board, hand): &(D::Position, u128, Hand)| {
            let known = search.look_up(*board, *hand);
            known.map_or(Numbers::NEW, |known| known.numbers)
        };
        let mut known: Vec<Numbers> =
            children.iter().map(|child| numbers_of(self, child)).collect();
        self.depth += 1;
        let numbers = loop {
            let mut numbers = match attacks {
                true => Numbers { pn: INFINITE, dn: 0 },
                false => Numbers { pn: 0, dn: INFINITE },
            };
            let mut chosen = (0, Numbers { pn: INFINITE, dn: INFINITE });
            let mut solver = None;
            for (at, child) in known.iter().copied().enumerate() {
                // The number of the best child for the side to move, the sum over all for the
                // other.
                let (least, own, sum, other) = match attacks {
                    true => (&mut numbers.pn, child.pn, &mut numbers.dn, child.dn),
                    false => (&mut numbers.dn, child.dn, &mut numbers.pn, child.pn),
                };
                *sum = (*sum + other).min(MOST);
                *least = own.min(*least);
                if own == 0 {
                    solver = Some(at);
                }
                let rank = |numbers: Numbers| match attacks {
                    true => (numbers.pn, numbers.dn),
                    false => (numbers.dn, numbers.pn),
                };
                if !child.solved() && rank(child) < rank(chosen.1) {
                    chosen = (at, child);
                }
            }
            if numbers.solved() {
                let numbers = Numbers::won_by(numbers.pn == 0);
                self.keep_solved(position, board, hand, numbers, solver.map(|at| children[at]));
                break numbers;
            }
            if numbers.pn >= thresholds.pn && numbers.dn >= thresholds.dn {
                self.keep(board, hand, numbers);
                break numbers;
            }
            let found = self.deepen(&children[chosen.0].0, raised(chosen.1));
            known[chosen.0] = found;
            if self.meter.stopped.is_some() {
                break numbers;
            }
        };
        self.depth -= 1;
        numbers
    }

    /// Keeps a proof with the least hand of the attacker's that it needs, or a disproof with the
    /// largest that it allows; `by` is the child that settled it, if one did.
    fn keep_solved(
        &mut self,
        position: &D::Position,
        board: u128,
        hand: Hand,
        numbers: Numbers,
        by: Option<(D::Position, u128, Hand)>,
    ) {
        let bound = match self.dominance {
            true => self.hand_bound(position, hand, numbers, by),
            false => hand,
        };
        self.keep(board, bound, numbers);
    }

    fn hand_bound(
        &self,
        position: &D::Position,
        hand: Hand,
        numbers: Numbers,
        by: Option<(D::Position, u128, Hand)>,
    ) -> Hand {
        let duel = self.duel;
        let proved = numbers.pn == 0;
        let other = duel.hand(position, !self.attacker);
        let in_hands = hand.zip(other, |own, other| own + other);
        let attacks = duel.to_move(position) == self.attacker;
        // The bound of a child, said of this position: the attacker's hand changes by the same
        // pieces on the way, whatever it is.
        let said_here = |child_hand: Hand, bound: Hand| {
            Hand(std::array::from_fn(|kind| {
                let change = i16::from(child_hand.0[kind]) - i16::from(hand.0[kind]);
                let here = i16::from(bound.0[kind]) - change;
                here.clamp(0, i16::from(in_hands.0[kind])) as u8
            }))
        };
        let of_child = |(_, board, child_hand): &(D::Position, u128, Hand)| {
            let known = self.look_up(*board, *child_hand);
            let known = known.filter(|known| known.numbers.solved());
            said_here(*child_hand, known.map_or(*child_hand, |known| known.hand))
        };
        match (proved, by) {
            // One move settles it; it must be playable, which for a drop takes the piece.
            (true, Some(child)) => {
                let dropped = hand.zip(child.2, |now, then| now.saturating_sub(then));
                of_child(&child).zip(dropped, u8::max)
            }
            (false, Some(child)) => {
                let next_other = duel.hand(&child.0, !self.attacker);
                let dropped = other.zip(next_other, |now, then| now.saturating_sub(then));
                // What the other side drops must be in its hand, not in the attacker's.
                let most = in_hands.zip(dropped, |all, dropped| all - dropped);
                of_child(&child).zip(most, u8::min)
            }
            // The side to move takes the king, with whatever hands: or it has no move at all.
            (_, None) if duel.wins_at_once(position) => {
                if proved {
                    Hand::default()
                } else {
                    in_hands
                }
            }
            // Every move of the side to move fails. With another hand it would have other drops,
            // unless it has a piece of the kind already.
            (_, None) => {
                debug_assert_eq!(proved, !attacks);
                let mut moves = Vec::new();
                duel.moves(position, &mut moves);
                let mover = if attacks { hand } else { other };
                let mut bound = if proved { Hand::default() } else { in_hands };
                for mv in moves {
                    let next = duel.play(position, mv);
                    let child = (next, duel.board_key(&next), duel.hand(&next, self.attacker));
                    let join = if proved { u8::max } else { u8::min };
                    bound = bound.zip(of_child(&child), join);
                }
                Hand(std::array::from_fn(|kind| match mover.0[kind] {
                    0 => hand.0[kind],
                    _ => bound.0[kind],
                }))
            }
        }
    }
}
