//! The fast path against the plain rules: numbers, moves counted, moves taken back.

use proptest::prelude::*;
use std::collections::HashMap;
use yomikiri_core::{Game, Side};
use yomikiri_search::retrograde::{Look, StateSpace};
use yomikiri_shogi::notation::{check_position, parse_size};
use yomikiri_shogi::setup::dobutsu;
use yomikiri_shogi::{DeadSquares, Index, Material, Rules, Setup, Shogi, Variant};

const SETUPS: [(&str, &str); 16] = [
    ("3x3", "KSP"),
    ("3x3", "RKB"),
    ("3x4", "KPP"),
    ("3x4", "KNN"),
    ("3x4", "KPB"),
    ("3x4", "NKL"),
    ("3x4", "LKR"),
    ("3x4", "K-G"),
    ("3x5", "KLP"),
    ("3x3", "-K-"),
    ("3x3", "KG-+P"),
    ("4x4", "KP-B"),
    ("2x4", "KP"),
    ("1x5", "K"),
    ("1x5", "K+SB"),
    ("2x5", "KN+S"),
];

fn rules(choice: u32, zone: u8) -> Rules {
    let dead_squares = [DeadSquares::Forbid, DeadSquares::Unpromotable, DeadSquares::Allow];
    Rules {
        nifu: choice & 1 != 0,
        uchifuzume: choice & 2 != 0,
        dead_squares: dead_squares[choice as usize / 4 % 3],
        ..Rules::standard(zone)
    }
}

fn game(which: usize, choice: u32, zone: u8) -> Shogi {
    match SETUPS.get(which) {
        Some((size, setup)) => {
            let size = parse_size(size).unwrap();
            Setup::parse(setup, size.files()).unwrap().game(size, rules(choice, zone))
        }
        None => dobutsu(),
    }
}

fn index_for(game: &Shogi) -> Index {
    let material = Material::of(&game.start, game.rules.variant);
    Index::new(game.size, game.rules, &material).unwrap()
}

fn look(index: &Index, number: u64) -> Look {
    let mut found = None;
    index.look(number..number + 1, |_, look| found = Some(look));
    found.unwrap()
}

/// A board with the sides exchanged: turned by 180 degrees.
fn turned(game: &Shogi, position: &yomikiri_shogi::Position) -> yomikiri_shogi::Position {
    let mut turned = yomikiri_shogi::Position::empty(!position.side);
    for square in 0..game.size.squares() {
        turned.board[game.size.squares() - 1 - square] = position.board[square]
            .map(|piece| yomikiri_shogi::piece::Piece { side: !piece.side, ..piece });
    }
    turned.hands = [position.hands[1], position.hands[0]];
    turned
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn the_fast_path_agrees_with_the_rules(
        which in 0..=SETUPS.len(),
        choice in 0_u32..12,
        zone in 0_u8..4,
        portable: bool,
        at in 0.0..1.0_f64,
    ) {
        let game = game(which, choice, zone);
        type Known = HashMap<(usize, u32, u8, bool), std::rc::Rc<Index>>;
        thread_local! {
            static KNOWN: std::cell::RefCell<Known> = Known::new().into();
        }
        let index = KNOWN.with(|known| {
            let mut known = known.borrow_mut();
            let kept = known.entry((which, choice, zone, portable));
            let index = || match portable {
                true => index_for(&game).portable(),
                false => index_for(&game),
            };
            kept.or_insert_with(|| index().into()).clone()
        });
        let number = (at * index.len() as f64) as u64;
        let position = index.position(number);

        // The number of a position is that of every image of it.
        let images = game.symmetries(&position);
        let kept = index.index_of(&position).unwrap();
        for image in &images {
            prop_assert_eq!(index.index_of(image), Some(kept));
            prop_assert_eq!(index.index_of(&turned(&game, image)), Some(kept));
        }
        let allowed = check_position(game.size, &game.rules, &position, "").is_ok();
        let look = look(&index, number);
        if kept != number || !allowed {
            prop_assert_eq!(look, Look::Hole);
            return Ok(());
        }

        // As many moves as the rules have, and each of them can be taken back.
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        let mut edges: HashMap<u64, u16> = HashMap::new();
        let mut home = false;
        for mv in &moves {
            let next = game.play(&position, *mv);
            let lion = next.king(Side::First).unwrap();
            match index.index_of(&next) {
                _ if game.rules.variant == Variant::Dobutsu && lion < 3 => home = true,
                Some(next) => *edges.entry(next).or_default() += 1,
                None => panic!("a legal move leads to a state"),
            }
        }
        match look {
            Look::Won(1) => prop_assert!(home),
            Look::Lost(plies) => {
                prop_assert_eq!(moves.len(), 0);
                prop_assert_eq!(plies, game.rules.plies_after_mate());
            }
            Look::Open(count) => prop_assert_eq!(usize::from(count), moves.len()),
            other => panic!("{other:?}"),
        }
        for (next, count) in edges {
            let mut back = 0;
            index.predecessors(next, |from, edges| back += if from == number { edges } else { 0 });
            prop_assert_eq!(back, count, "{} -> {}", number, next);
        }
        // What is said to lead here does.
        let mut before = Vec::new();
        index.predecessors(number, |from, edges| before.push((from, edges)));
        for (from, _) in before {
            let position = index.position(from);
            if check_position(game.size, &game.rules, &position, "").is_err() {
                continue;
            }
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let leads_here = |mv| index.index_of(&game.play(&position, mv)) == Some(number);
            prop_assert!(moves.into_iter().any(leads_here), "not from {}", from);
        }
    }
}
