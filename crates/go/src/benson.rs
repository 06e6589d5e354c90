//! Unconditional life (Benson 1976): chains that cannot be taken even if their side always passes.

use crate::board::{Board, Points};
use arrayvec::ArrayVec;

/// Most chains that a board of 36 points can hold.
const MOST: usize = 18;

/// The stones of one side that are alive whatever happens. `stones` are the side's, `other` the
/// opponent's; `settled` stones of the side are alive to begin with, and the opponent's cannot be
/// taken.
///
/// A region is a connected part of what is not the side's. It is vital to a chain that it touches
/// if all its empty points are liberties of that chain. A chain needs two vital regions that touch
/// no chain that fails. Where the opponent has settled stones no region is vital: those could take
/// every liberty in it and stay.
#[inline]
pub fn alive(board: Board, stones: Points, other: Points, settled: Points) -> Points {
    alive_by(board, stones, other, settled, |_| true)
}

/// The same with only those regions counted as vital that `may_count` lets through.
#[inline(always)]
pub fn alive_by(
    board: Board,
    stones: Points,
    other: Points,
    settled: Points,
    may_count: impl Fn(Points) -> bool,
) -> Points {
    let empty = board.full & !stones & !other;
    let mut living = settled & stones;
    let loose = stones & !living;
    if loose == 0 {
        return living;
    }
    // What comes to touch a living chain is part of it.
    living = board.connected(living, stones);
    // Two eyes are two regions; most positions have one.
    let rest = board.full & !stones;
    if board.connected(rest & rest.wrapping_neg(), rest) == rest {
        return living;
    }
    let mut regions: ArrayVec<(Points, Points), MOST> = ArrayVec::new();
    for region in board.parts(board.full & !stones) {
        if region & settled == 0 && may_count(region) {
            regions.push((region & empty, board.neighbours(region) & stones));
        }
    }
    let mut chains: ArrayVec<(Points, Points), MOST> = ArrayVec::new();
    for chain in board.parts(stones & !living) {
        chains.push((chain, board.neighbours(chain) & empty));
    }
    let mut fits = stones;
    loop {
        let before = fits;
        for (chain, liberties) in &chains {
            if fits & chain == 0 {
                continue;
            }
            let vital = regions.iter().filter(|(inside, touched)| {
                touched & chain != 0 && touched & !fits == 0 && inside & !liberties == 0
            });
            if vital.count() < 2 {
                fits &= !chain;
            }
        }
        if fits == before {
            return fits;
        }
    }
}

/// The same from the definition, with lists of chains and regions.
pub fn alive_plain(board: Board, stones: Points, other: Points, settled: Points) -> Points {
    let empty = board.full & !stones & !other;
    let mut chains: Vec<Points> = board.parts(stones).collect();
    let mut regions: Vec<Points> = board.parts(board.full & !stones).collect();
    loop {
        let vital = |chain: Points, region: Points| {
            let touches = board.neighbours(region) & chain != 0;
            touches && region & settled == 0 && region & empty & !board.neighbours(chain) == 0
        };
        let (safe, lost): (Vec<Points>, Vec<Points>) = chains.iter().partition(|chain| {
            let vital = regions.iter().filter(|region| vital(**chain, **region));
            **chain & settled != 0 || vital.count() >= 2
        });
        if lost.is_empty() {
            return safe.into_iter().fold(0, |all, chain| all | chain);
        }
        let beside_lost = board.neighbours(lost.into_iter().fold(0, |all, chain| all | chain));
        regions.retain(|region| region & beside_lost == 0);
        chains = safe;
    }
}
