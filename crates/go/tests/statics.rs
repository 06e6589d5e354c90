//! Static knowledge: fast versions against plain ones, and every claim against the truth.

mod common;

use common::{context, go, played};
use proptest::prelude::*;
use yomikiri_core::{Game, Side};
use yomikiri_go::afure::landfill as fill;
use yomikiri_go::benson::{alive, alive_plain};
use yomikiri_go::dead_region::{dead_regions, dead_regions_plain};
use yomikiri_go::key::Keys;
use yomikiri_go::landfill::{landfill, settling};
use yomikiri_go::oracle::Oracle;
use yomikiri_go::validate::{LANDFILL, validate};
use yomikiri_go::{Board, Go, Passes, Rules, Scoring, State};

fn boards() -> impl Strategy<Value = Board> {
    (1_usize..=6, 1_usize..=9).prop_filter_map("up to 36 points", |(r, c)| Board::new(r, c))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn life_and_dead_regions_agree_with_their_definitions(
        board in boards(), bits in any::<[u64; 4]>(), dense in any::<bool>(),
    ) {
        let black = board.full & bits[0] & (if dense { u64::MAX } else { bits[1] });
        let white = board.full & !black & bits[2] & bits[3];
        let living = alive(board, black, white, 0);
        prop_assert_eq!(living, alive_plain(board, black, white, 0));
        // Some chains may have been settled before.
        let settled = board.parts(black).filter(|c| c.count_ones() % 2 == 0).fold(0, |a, c| a | c);
        let living = alive(board, black, white, settled);
        prop_assert_eq!(living, alive_plain(board, black, white, settled));
        for living in [living, settled] {
            let dead = dead_regions(board, living);
            prop_assert_eq!(dead, dead_regions_plain(board, living));
        }
    }

    /// The paper's identity, in whole games with landfill whenever there is something to fill.
    #[test]
    fn overflow_is_area(
        board in boards(), choices in prop::collection::vec(any::<u16>(), 0..200),
        fills in any::<bool>(),
    ) {
        let rules = Rules { scoring: Scoring::Afure, ..Rules::default() };
        let go = Go { board, rules };
        let by_area = Go::new(board);
        for position in played(&go, &choices) {
            let mut ended = position.clone();
            // Whatever passes it takes.
            while ended.passes < 2 {
                ended = go.play(&ended, yomikiri_go::Move::Pass);
            }
            prop_assert_eq!(go.margin(&ended), by_area.margin(&ended));
            if fills {
                for side in [Side::First, Side::Second] {
                    let living = alive(board, ended.stones(side), ended.stones(!side), 0);
                    fill(&mut ended, side, dead_regions(board, living));
                    prop_assert_eq!(go.margin(&ended), by_area.margin(&ended));
                }
                let filled = landfill(board, State::of(&position, Side::First));
                prop_assert_eq!(filled.stones, {
                    let (mut again, mut settled) = (position.clone(), 0);
                    for side in [Side::First, Side::Second] {
                        let (own, other) = (again.stones(side), again.stones(!side));
                        let living = settling(board, own, other, settled);
                        let promised = dead_regions(board, living);
                        fill(&mut again, side, promised);
                        settled |= living | promised;
                    }
                    [again.black, again.white]
                });
            }
        }
    }

    #[test]
    fn keys_are_whole_states_and_the_same_for_images(
        board in boards(), choices in prop::collection::vec(any::<u16>(), 0..100),
        symmetry in 0_usize..8,
    ) {
        let go = Go::new(board);
        let keys = Keys::new(board);
        for position in played(&go, &choices).iter().filter(|position| position.passes < 2) {
            let state = landfill(board, State::of(position, Side::First));
            let least = keys.least(&state);
            prop_assert_eq!(keys.unpack(keys.pack(&state)), state);
            prop_assert_eq!(keys.unpack(keys.key(&state)), least);
            let images = go.symmetries(position);
            let image = State::of(&images[symmetry % images.len()], Side::First);
            prop_assert_eq!(keys.key(&landfill(board, image)), keys.key(&state));
        }
    }
}

fn every_claim_is_true(rows: usize, columns: usize) {
    let go = go(rows, columns);
    let context = context();
    let (oracle, _) = Oracle::new(&go, &context).unwrap().unwrap();
    for rule in validate(&oracle, &context).unwrap() {
        println!("{rows}x{columns} {}: {} claims, {} wrong", rule.rule, rule.claims, rule.wrong);
        if rule.rule.contains("empty points only") {
            assert!(rule.wrong > 0 || rows * columns < 12, "known to be unsound");
            continue;
        }
        let example = rule.example.map(|state| go.draw(&state.position(&go, Side::First)));
        assert_eq!(rule.wrong, 0, "{}: {}", rule.rule, example.unwrap_or_default());
    }
}

#[test]
fn no_claim_is_wrong_on_small_boards() {
    for (rows, columns) in
        [(1, 5), (1, 10), (5, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 3), (3, 4)]
    {
        every_claim_is_true(rows, columns);
    }
}

/// What landfill rests on: a pass that lifts a ban must not count. The static rules do without that.
#[test]
fn with_every_pass_counted_landfill_changes_values_and_no_other_rule_errs() {
    let go = go(2, 7);
    let (oracle, _) = Oracle::with_passes(&go, Passes::All, &context()).unwrap().unwrap();
    let found = validate(&oracle, &context()).unwrap();
    let of = |name: &str| found.iter().find(|rule| rule.rule == name).unwrap();
    assert!(of(LANDFILL).wrong > 0 && of(LANDFILL).example.is_some());
    for name in ["alive", "dead regions", "dead regions, eight neighbours", "dame extension"] {
        assert_eq!(of(name).wrong, 0, "{name}");
    }
}

/// Where suicide is allowed and boards may come back, a stone can be thrown away for ever: the game
/// need not end, and even living stones are sure of nothing. So nothing static is used there.
#[test]
fn suicide_makes_the_claims_wrong() {
    let mut go = go(1, 5);
    go.rules.suicide = true;
    let (oracle, _) = Oracle::new(&go, &context()).unwrap().unwrap();
    assert!(validate(&oracle, &context()).unwrap()[0].wrong > 0);
}

#[test]
#[ignore = "slow: every state of 3x5, 2x7 and 4x4"]
fn no_claim_is_wrong_on_large_boards() {
    for (rows, columns) in [(2, 7), (3, 5), (4, 4)] {
        every_claim_is_true(rows, columns);
    }
}
