//! What is known of a position without a search: the notions that the paper is about, point by
//! point, in numbers, and as diagrams like the paper's.

use crate::benson::alive;
use crate::board::{Board, Points, points};
use crate::dame::sure;
use crate::dead_region::{dead_regions, dead_regions_by_eight_neighbours};
use crate::landfill::landfill;
use crate::notation::{point_name, rows};
use crate::picture::picture;
use crate::position::{Go, Position, at};
use crate::rules::{Ko, Scoring};
use crate::state::State;
use serde::Serialize;
use yomikiri_core::{Diagram, Mark, Side};

/// What is known of one point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Its name, such as `C3`.
    pub name: String,
    /// Whose stone is there.
    pub stone: Option<Side>,
    /// Whether that stone is unconditionally alive.
    pub alive: bool,
    /// Whose eye it is: its part of the board without that side's living stones has no empty point
    /// that is not a liberty of one living chain.
    pub eye_of: Option<Side>,
    /// Whose dead closed region it is in, if that is more than an eye: the other side can never
    /// make two eyes there.
    pub dead_region_of: Option<Side>,
    /// To whom it is promised, so that nobody need play there.
    pub promised_to: Option<Side>,
    /// Who is settled there once all that is promised is filled.
    pub settled: Option<Side>,
    /// Whose settled stones it is a liberty of, Black's and White's.
    pub dame_of: [bool; 2],
}

/// What is known of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// Stones that are unconditionally alive.
    pub living_stones: u32,
    /// Points that are promised, stones of the other side included.
    pub promised_points: u32,
    /// Points that are settled: living stones, and what is promised around them.
    pub settled_points: u32,
    /// Empty points beside what is settled, each counted once.
    pub dame: u32,
    /// Points that the side is sure of: what is settled, and half of the dame, the larger half if it
    /// is to move.
    pub sure_points: u32,
    /// Stones that landfill adds to this side's overflow: what the other side fills.
    pub landfill_overflow: u32,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Knowledge {
    /// Every point, row by row from the top.
    pub points: Vec<Point>,
    /// Black and White.
    pub sides: [Standing; 2],
    /// The rows of the board with everything promised filled.
    pub filled: Vec<String>,
    /// The same with the dame filled in turn, the side to move first.
    pub dame_filled: Vec<String>,
    /// Between what the margin for Black lies, by area; nothing where no claim is made.
    pub margin: Option<[i32; 2]>,
    /// Who has more than half of the board for sure.
    pub winner: Option<Side>,
    /// Why nothing is claimed of the result, if that is so.
    pub no_claim: Option<&'static str>,
    #[serde(skip)]
    sets: Sets,
}

/// The same as sets, for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sets {
    position: Position,
    living: [Points; 2],
    eyes: [Points; 2],
    dead: [Points; 2],
    promised: [Points; 2],
    filled: [Points; 2],
    dame: [Points; 2],
    dame_filled: [Points; 2],
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// What is known of a position that is not over.
pub fn knowledge(go: &Go, position: &Position) -> Knowledge {
    let board = go.board;
    let stones = [position.black, position.white];
    let living = [0, 1].map(|side| alive(board, stones[side], stones[1 - side], 0));
    let eyes = living.map(|living| eyes(board, living, position.empty(board)));
    let dead = [0, 1].map(|side| dead_regions(board, living[side]) & !eyes[side]);
    let filled = landfill(board, State { passed: false, ..State::of(position, Side::First) });
    let settled = [0, 1].map(|side| filled.stones[side] & filled.settled);
    // A point is promised where something may be put, or taken off; elsewhere stones stand already.
    let promised = [0, 1].map(|side| settled[side] & !stones[side]);
    let dame = settled.map(|settled| board.neighbours(settled) & filled.empty(board));
    let sure = [0, 1].map(|side| if settled[side] == 0 { 0 } else { sure(board, &filled, side) });
    let dame_filled = fill_dame(filled.stones, dame, at(position.side));
    let no_claim = no_claim(go, position);
    let all = board.points() as i32;
    let margin = [2 * sure[0] as i32 - all, all - 2 * sure[1] as i32];
    let winner = SIDES.into_iter().find(|side| 2 * sure[at(*side)] as i32 > all);
    let owner = |sets: [Points; 2], point: usize| {
        SIDES.into_iter().find(|side| sets[at(*side)] >> point & 1 != 0)
    };
    let point = |point: usize| Point {
        name: point_name(board, point),
        stone: owner(stones, point),
        alive: owner(living, point).is_some(),
        eye_of: owner(eyes, point),
        dead_region_of: owner(dead, point),
        promised_to: owner(promised, point),
        settled: owner(settled, point),
        dame_of: dame.map(|dame| dame >> point & 1 != 0),
    };
    let side = |side: usize| Standing {
        living_stones: living[side].count_ones(),
        promised_points: promised[side].count_ones(),
        settled_points: settled[side].count_ones(),
        dame: dame[side].count_ones(),
        sure_points: sure[side],
        // For every stone put down the other side passes once, and what is taken counts too.
        landfill_overflow: promised[1 - side].count_ones()
            + (promised[1 - side] & stones[side]).count_ones(),
    };
    let text = |[black, white]: [Points; 2]| {
        let shown = rows(board, &Position { black, white, ..position.clone() });
        let squeezed = |line: &str| line.split_whitespace().skip(1).collect::<String>();
        shown.lines().skip(1).map(squeezed).collect()
    };
    Knowledge {
        points: (0..board.points()).map(point).collect(),
        sides: [side(0), side(1)],
        filled: text(filled.stones),
        dame_filled: text(dame_filled),
        margin: no_claim.is_none().then_some(margin),
        winner: winner.filter(|_| no_claim.is_none()),
        no_claim,
        sets: Sets {
            position: position.clone(),
            living,
            eyes,
            dead,
            promised,
            filled: filled.stones,
            dame,
            dame_filled,
        },
    }
}

/// Why nothing is claimed: `validate.rs` shows where the claims hold.
fn no_claim(go: &Go, position: &Position) -> Option<&'static str> {
    match () {
        _ if position.passes > 0 => {
            Some("after a pass the game may end on stones that are dead but still count")
        }
        _ if go.rules.ko != Ko::Basic => {
            Some("landfill and dame extension are shown to be right under basic ko only")
        }
        _ if go.rules.suicide => Some(
            "where suicide is allowed a game need not end, and living stones are sure of nothing",
        ),
        _ if go.rules.scoring == Scoring::Stones => {
            Some("where stones alone count, a side must leave two eyes of every group empty")
        }
        _ => None,
    }
}

/// The eyes of living stones: parts of the rest whose empty points are all liberties of one chain.
fn eyes(board: Board, living: Points, empty: Points) -> Points {
    let chains: Vec<Points> = board.parts(living).map(|chain| board.neighbours(chain)).collect();
    let is_eye = |region: &Points| chains.iter().any(|liberties| region & empty & !liberties == 0);
    board.parts(board.full & !living).filter(is_eye).fold(0, |eyes, region| eyes | region)
}

/// Each side in turn takes a dame, one of both sides' first, then one of its own, then one of the
/// other's, as long as there are any.
fn fill_dame(mut stones: [Points; 2], dame: [Points; 2], mut side: usize) -> [Points; 2] {
    loop {
        let left = dame.map(|dame| dame & !stones[0] & !stones[1]);
        if left == [0, 0] {
            return stones;
        }
        let choices = [left[0] & left[1], left[side], left[1 - side]];
        let points = choices.into_iter().find(|points| *points != 0).unwrap_or(0);
        stones[side] |= points & points.wrapping_neg();
        side = 1 - side;
    }
}

impl Knowledge {
    /// What is known, as the paper draws it: living groups (its figures 1 and 2), dead regions (3),
    /// promise points (13), the board filled (14), dame (18), and all dame filled (15 and 19).
    pub fn diagrams(&self, go: &Go) -> Vec<Diagram> {
        let Sets { position, .. } = &self.sets;
        let board = |[black, white]: [Points; 2]| {
            picture(go.board, &Position { black, white, ..position.clone() })
        };
        let own = [position.black, position.white];
        let both = |sets: [Points; 2]| points(sets[0] | sets[1]);
        let diagram = |caption: &str, stones: [Points; 2], mark: Mark, marked: [Points; 2]| {
            Diagram::new(caption, board(stones)).marked(mark, both(marked))
        };
        let sets = &self.sets;
        vec![
            diagram("Living groups (ring) and their eyes (cross)", own, Mark::Cross, sets.eyes)
                .marked(Mark::Ring, both(sets.living)),
            diagram("Dead closed regions (cross)", own, Mark::Cross, sets.dead),
            diagram("Promise points (cross)", own, Mark::Cross, sets.promised),
            diagram("Promise points filled", sets.filled, Mark::None, [0; 2]),
            diagram("Dame of settled stones (cross)", sets.filled, Mark::Cross, sets.dame),
            diagram("Dame filled in turn", sets.dame_filled, Mark::None, [0; 2]),
        ]
    }

    /// The same in words.
    pub fn said(&self, go: &Go) -> Vec<String> {
        let sets = &self.sets;
        let board = go.board;
        let half = f64::from(board.points() as u32) / 2.0;
        let mut lines = Vec::new();
        for (side, name) in ["Black", "White"].into_iter().enumerate() {
            let known = self.sides[side];
            if sets.living[side] == 0 {
                lines.push(format!("{name} has no living group."));
                continue;
            }
            let paper =
                dead_regions_by_eight_neighbours(board, sets.living[side]) & !sets.eyes[side];
            let regions = match (sets.dead[side].count_ones(), paper.count_ones()) {
                (0, 0) => "no dead region that is more than an eye".into(),
                (dead, paper) => {
                    format!(
                        "{dead} points in dead regions ({paper} by the paper's eight neighbours)"
                    )
                }
            };
            lines.push(format!(
                "{name}: {} living stones, {} points in eyes, {regions}; {} promise points.",
                known.living_stones,
                sets.eyes[side].count_ones(),
                known.promised_points,
            ));
            let to_move = if at(sets.position.side) == side { ", to move" } else { "" };
            lines.push(format!(
                "  Settled {} + {} dame / 2 = {}{to_move}: sure of {} ({} half of the board, {half}).",
                known.settled_points,
                known.dame,
                f64::from(known.settled_points) + f64::from(known.dame) / 2.0,
                known.sure_points,
                match f64::from(known.sure_points) {
                    sure if sure > half => "more than",
                    sure if sure < half => "less than",
                    _ => "exactly",
                },
            ));
            if known.promised_points > 0 {
                let other = ["White", "Black"][side];
                let overflow = self.sides[1 - side].landfill_overflow;
                lines.push(format!("  Filling them adds {overflow} to {other}'s overflow."));
            }
        }
        match (self.no_claim, self.margin, self.winner) {
            (Some(why), _, _) => lines.push(format!("No claim about the result: {why}.")),
            (None, Some([low, high]), winner) if low == high || winner.is_some() => {
                let told = match winner {
                    Some(Side::First) => "Black has won",
                    Some(Side::Second) => "White has won",
                    None => "A draw",
                };
                lines.push(format!("{told}: the margin for Black is from {low:+} to {high:+}."));
            }
            (None, Some([low, high]), _) => {
                lines.push(format!("The margin for Black is from {low:+} to {high:+}."));
            }
            (None, None, _) => {}
        }
        lines
    }
}
