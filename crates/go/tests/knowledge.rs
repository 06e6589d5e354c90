//! What is told of a position without a search, against the paper's figures and the truth; and the
//! end of a game by overflow stones.

mod common;

use common::{context, go};
use yomikiri_core::{Game, Mark, Side};
use yomikiri_go::knowledge::{Knowledge, knowledge};
use yomikiri_go::oracle::Oracle;
use yomikiri_go::{Go, Ko, Rules, Scoring, State, afure, notation};

fn known(text: &str) -> (Go, Knowledge) {
    let rules = Rules::default();
    let (board, position) = notation::parse_position(text, rules).unwrap();
    let go = Go { board, rules };
    let known = knowledge(&go, &position);
    (go, known)
}

/// The paper's figure 18: seven stones, three eyes and half of five dame are 12.5, so 13 for the side
/// to move, which is more than half of 25.
#[test]
fn dame_extension_of_figure_18() {
    let (go, known) = known("5x5: X.X.X XXXXX ..... OOOOO .O.O. O");
    let [black, white] = known.sides;
    assert_eq!((white.living_stones, white.promised_points, white.dame), (7, 3, 5));
    assert_eq!((white.sure_points, black.sure_points), (13, 12));
    assert_eq!((known.winner, known.margin), (Some(Side::Second), Some([-1, -1])));
    assert_eq!(known.dame_filled, ["XXXXX", "XXXXX", "OXOXO", "OOOOO", "OOOOO"]);
    let crosses = |at: usize| {
        let diagrams = known.diagrams(&go);
        diagrams[at].marks.iter().filter(|mark| **mark == Mark::Cross).count()
    };
    assert_eq!((crosses(2), crosses(4)), (5, 5));
}

/// The numbers of the paper's figure 20: two living groups have seven dame each, five of them
/// shared; half of the nine is 4.5, and not 3.5 + 3.5.
#[test]
fn a_shared_dame_counts_once() {
    let (go, known) = known("5x7: X.X.X.. XXXXX.. ....... XXXXX.. X.X.X.. O");
    let black = known.sides[0];
    assert_eq!((black.settled_points, black.dame, black.sure_points), (20, 9, 24));
    assert!(known.said(&go).iter().any(|line| line.contains("20 + 9 dame / 2 = 24.5")));
    // Half of them are Black's if White begins.
    let filled: usize = known.dame_filled.iter().map(|row| row.matches('X').count()).sum();
    assert_eq!(filled, 24);
}

/// As in the paper's figure 3: right of the wall no two eyes fit, left of it they do.
#[test]
fn a_region_is_dead_where_no_two_eyes_fit() {
    let (_, known) = known("5x7: ...XX.X ...XXXX ...X.XX ...XX.. ...XX.. O");
    let of = |name: &str| known.points.iter().find(|point| point.name == name).unwrap().clone();
    assert!(of("D1").alive && of("G3").alive);
    assert_eq!(of("F5").eye_of, Some(Side::First));
    for name in ["F1", "F2", "G1", "G2"] {
        assert_eq!((of(name).dead_region_of, of(name).eye_of), (Some(Side::First), None));
        assert_eq!(of(name).promised_to, Some(Side::First));
    }
    for name in ["A1", "C3", "B5"] {
        assert_eq!((of(name).dead_region_of, of(name).promised_to), (None, None));
    }
    assert_eq!((known.sides[0].promised_points, known.sides[1].landfill_overflow), (6, 6));
}

/// The paper's figures 13 to 15: ten promise points, filled; with every dame taken by the other
/// side the settled stones stay.
#[test]
fn settled_stones_stay_without_liberties() {
    let (_, known) = known("6x5: XXX.. X.X.. XXXXX XXXXX X.X.. XXX.. O");
    assert_eq!(known.sides[0].promised_points, 10);
    assert!(known.filled.iter().all(|row| row == "XXXXX"));
    let board = yomikiri_go::Board::new(5, 5).unwrap();
    let (_, position) =
        notation::parse_position("5x5: X.X.X XXXXX OOOO. OOOOO .O.O. O", Rules::default()).unwrap();
    let filled = yomikiri_go::landfill::landfill(board, State::of(&position, Side::First));
    let last = filled.place(board, 1 << 14, false).unwrap();
    assert_eq!(last.stones[0], filled.stones[0], "ten black stones without a liberty");
}

/// Everything claimed of every state of a board is true.
#[test]
fn margins_hold_in_every_state_of_small_boards() {
    for (rows, columns) in [(2, 4), (3, 3)] {
        let go = go(rows, columns);
        let (oracle, _) = Oracle::new(&go, &context()).unwrap().unwrap();
        let mut decided = 0;
        for code in &oracle.boards {
            let [own, other] = oracle.numbering.board_of(*code);
            for side in [Side::First, Side::Second] {
                let (black, white) = if side == Side::First { (own, other) } else { (other, own) };
                let position = go.position(black, white, side);
                let value = oracle.value(&State::of(&position, Side::First)).unwrap();
                let value = if side == Side::First { value } else { -value };
                let known = knowledge(&go, &position);
                let [low, high] = known.margin.unwrap();
                let name = go.print_position(&position);
                assert!(low <= i32::from(value.low) && i32::from(value.high) <= high, "{name}");
                decided += u32::from(known.winner.is_some());
            }
        }
        assert!(decided > 100, "{decided} on {rows}x{columns}");
    }
}

#[test]
fn nothing_is_claimed_where_the_claims_do_not_hold() {
    let mut go = go(3, 3);
    let (_, position) = notation::parse_position("3x3: .X. XXX .X. O passed", go.rules).unwrap();
    assert!(knowledge(&go, &position).no_claim.unwrap().contains("pass"));
    go.rules.ko = Ko::Positional;
    let known = knowledge(&go, &go.start());
    assert_eq!((known.margin, known.winner), (None, None));
    assert!(known.said(&go).iter().any(|line| line.contains("basic ko only")));
}

fn at_the_end(text: &str) -> (Go, yomikiri_go::Position) {
    let rules = Rules { scoring: Scoring::Afure, ..Rules::default() };
    let (board, position) = notation::parse_position(text, rules).unwrap();
    (Go { board, rules }, position)
}

/// As in the paper's figures 5 and 6: play has stopped, territory is filled in turn until Black is
/// to move, and the overflow stones say that Black wins by one.
#[test]
fn territory_is_filled_until_black_is_to_move() {
    let (go, position) = at_the_end("5x5: X.X.X XXXXX XOXOX OOOOO .O.O. X over");
    let filling = afure::filled(&go, &position);
    assert_eq!(filling.margin(), 1);
    assert_eq!(filling.stones[0].count_ones() + filling.stones[1].count_ones(), 25);
    // Black filled two points and White three; a turn is left over for Black's overflow.
    let filled =
        |side| filling.turns.iter().filter(|turn| turn.0 == side && turn.1.is_some()).count();
    assert_eq!((filled(Side::First), filled(Side::Second)), (2, 3));
    assert!(filling.turns.len().is_multiple_of(2), "Black is to move again");
    let told = go.ending(&position).join("\n");
    assert!(told.contains("Black wins by 1"), "{told}");
    assert!(go.ending(&go.start()).is_empty());
    let tally = go.tally(&position);
    let of = |name: &str| tally.iter().find(|(other, _)| *other == name).unwrap().1 as i32;
    assert_eq!(of("White overflow") - of("Black overflow"), 1);
    assert_eq!(of("Black") - of("White"), 1);
}

#[test]
fn stones_alone_count_where_that_is_the_rule() {
    let mut go = go(3, 3);
    go.rules.scoring = Scoring::Stones;
    let position = go.parse_position("3x3: .X. XXX .X. O over").unwrap();
    assert_eq!(go.margin(&position), 5);
    assert_eq!(go.tally(&position), [("Black", 5), ("White", 0)]);
    // Two eyes must stay empty, and White may have stones in neither.
    let (oracle, _) = Oracle::new(&go, &context()).unwrap().unwrap();
    let start = oracle.value(&State::of(&go.start(), Side::First)).unwrap();
    assert_eq!((start.low, start.high), (7, 8));
}
