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
use super::{Bounds, Duel, Found, Hand, Meter, Prover, Win, place};
use crate::on_deep_stack;
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
) -> Found<D::Move>
where
    D::Position: Send + Sync,
    D::Move: Send,
{
    let attacker = duel.to_move(root);
    on_deep_stack(|| Pds::new(duel, attacker, dominance, bounds).prove(root, bounds, context))
}

/// The search with its table.
pub struct Pds<'d, D: Duel> {
    duel: &'d D,
    attacker: Side,
    dominance: bool,
    table: Vec<Option<Entry>>,
    used: bool,
    /// Proof and disproof number of the root when the last search ended.
    root: [u32; 2],
}

impl<'d, D: Duel> Pds<'d, D> {
    /// With an empty table.
    pub fn new(duel: &'d D, attacker: Side, dominance: bool, bounds: Bounds) -> Pds<'d, D> {
        let table = vec![None; bounds.entries.next_power_of_two() + WINDOW];
        Pds { duel, attacker, dominance, table, used: false, root: [1; 2] }
    }

    /// The numbers of the root when its last search ended: how many leaves
    /// must at least be proved, and disproved, a leaf being counted once for every way to it.
    pub fn root_numbers(&self) -> [u32; 2] {
        self.root
    }
}

impl<D: Duel> Prover<D> for Pds<'_, D> {
    fn prove(&mut self, root: &D::Position, bounds: Bounds, context: &Context) -> Found<D::Move> {
        if self.used {
            self.table.fill(None);
        }
        self.used = true;
        let Pds { duel, attacker, dominance, ref mut table, .. } = *self;
        let numbers_at_root = &mut self.root;
        let meter = Meter::new(bounds, context);
        let mut search = Search { duel, attacker, dominance, meter, table, depth: 0, first: None };
        let mut numbers = Numbers::NEW;
        *numbers_at_root = [1; 2];
        loop {
            let (found, plies) = search.deepen(root, raised(numbers));
            if let Some(reason) = search.meter.stopped {
                // What the root was worth when the search was cut short.
                *numbers_at_root = [found.pn, found.dn];
                return search.meter.found(Err(reason));
            }
            numbers = found;
            *numbers_at_root = [numbers.pn, numbers.dn];
            if numbers.solved() {
                let side = if numbers.pn == 0 { attacker } else { !attacker };
                let plies = plies.max(0) as u16;
                return search.meter.found(Ok(Win { side, plies, first: search.first }));
            }
        }
    }

    fn known(&self, position: &D::Position, winner: Side) -> Option<u16> {
        let (duel, attacker) = (self.duel, self.attacker);
        let known = look_up(&self.table, duel.board_key(position), duel.hand(position, attacker))?;
        let won = Numbers::won_by(winner == attacker);
        (known.numbers == won).then(|| known.plies.max(0) as u16)
    }
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
    /// Plies to the end at most, for what is solved.
    plies: i16,
}

struct Search<'a, D: Duel> {
    duel: &'a D,
    attacker: Side,
    dominance: bool,
    meter: Meter<'a>,
    table: &'a mut [Option<Entry>],
    depth: usize,
    /// The move at the root that settled it, or that holds out longest.
    first: Option<D::Move>,
}

/// What is known of a child, and the attacker's hand it is known for.
#[derive(Clone, Copy)]
struct Known {
    numbers: Numbers,
    plies: i16,
    hand: Hand,
}

fn start(table: &[Option<Entry>], board: u128) -> usize {
    let places = table.len() - WINDOW;
    place(board, &Hand::default(), places)
}

/// What is known of a board with a hand of the attacker's.
fn look_up(table: &[Option<Entry>], board: u128, hand: Hand) -> Option<Known> {
    let start = start(table, board);
    let mut exact = None;
    for entry in table[start..start + WINDOW].iter().flatten() {
        if entry.board != board {
            continue;
        }
        let known = Known { numbers: entry.numbers, plies: entry.plies, hand: entry.hand };
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

impl<D: Duel> Search<'_, D> {
    fn keep(&mut self, board: u128, hand: Hand, numbers: Numbers, plies: i16) {
        let start = start(self.table, board);
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
        window[place] = Some(Entry { board, hand, numbers, plies });
    }

    /// Searches a node until both numbers have reached their thresholds, or it is solved, in so
    /// many plies at most.
    fn deepen(&mut self, position: &D::Position, thresholds: Numbers) -> (Numbers, i16) {
        let duel = self.duel;
        if !self.meter.enter(self.depth) {
            return (thresholds, 0);
        }
        let board = duel.board_key(position);
        let hand = duel.hand(position, self.attacker);
        let attacks = duel.to_move(position) == self.attacker;
        if duel.wins_at_once(position) {
            let (numbers, plies) = (Numbers::won_by(attacks), duel.plies_when_lost() as i16 - 1);
            self.keep_solved(position, board, hand, (numbers, plies), None);
            return (numbers, plies);
        }
        let mut moves = Vec::new();
        duel.moves(position, &mut moves);
        if moves.is_empty() {
            let (numbers, plies) = (Numbers::won_by(!attacks), duel.plies_when_lost() as i16);
            self.keep_solved(position, board, hand, (numbers, plies), None);
            return (numbers, plies);
        }
        let children: Vec<(D::Position, u128, Hand)> = moves
            .iter()
            .map(|mv| {
                let next = duel.play(position, *mv);
                (next, duel.board_key(&next), duel.hand(&next, self.attacker))
            })
            .collect();
        // A cycle that comes back here finds the thresholds, and looks elsewhere first.
        self.keep(board, hand, thresholds, 0);
        let numbers_of = |(_, board, hand): &(D::Position, u128, Hand)| {
            let known = look_up(self.table, *board, *hand);
            known.map_or((Numbers::NEW, 0), |known| (known.numbers, known.plies))
        };
        let mut known: Vec<(Numbers, i16)> = children.iter().map(numbers_of).collect();
        self.depth += 1;
        let found = loop {
            let mut numbers = match attacks {
                true => Numbers { pn: INFINITE, dn: 0 },
                false => Numbers { pn: 0, dn: INFINITE },
            };
            let mut chosen = (0, Numbers { pn: INFINITE, dn: INFINITE });
            let mut solver = None;
            for (at, (child, _)) in known.iter().copied().enumerate() {
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
                let longest = || (0..known.len()).max_by_key(|at| known[*at].1);
                let at = solver.or_else(longest).expect("a node has children here");
                let plies = known[at].1.saturating_add(1);
                if self.depth == 1 {
                    self.first = Some(moves[at]);
                }
                let by = solver.map(|at| children[at]);
                self.keep_solved(position, board, hand, (numbers, plies), by);
                break (numbers, plies);
            }
            if numbers.pn >= thresholds.pn && numbers.dn >= thresholds.dn {
                self.keep(board, hand, numbers, 0);
                break (numbers, 0);
            }
            let found = self.deepen(&children[chosen.0].0, raised(chosen.1));
            known[chosen.0] = found;
            if self.meter.stopped.is_some() {
                break (numbers, 0);
            }
        };
        self.depth -= 1;
        found
    }

    /// Keeps a proof with the least hand of the attacker's that it needs, or a disproof with the
    /// largest that it allows; `by` is the child that settled it, if one did.
    fn keep_solved(
        &mut self,
        position: &D::Position,
        board: u128,
        hand: Hand,
        (numbers, plies): (Numbers, i16),
        by: Option<(D::Position, u128, Hand)>,
    ) {
        let bound = match self.dominance {
            true => self.hand_bound(position, hand, numbers, by),
            false => hand,
        };
        self.keep(board, bound, numbers, plies);
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
            let known = look_up(self.table, *board, *child_hand);
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
