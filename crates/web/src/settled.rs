//! What is settled on a Go board without a search, drawn on it.

use crate::words::{Words, fill};
use maud::{Markup, html};
use serde::Deserialize;
use yomikiri_core::Side;
use yomikiri_rooms::Room;

/// What a room tells of it.
#[derive(Deserialize)]
pub(crate) struct Settled {
    points: Vec<Point>,
    sides: [Counts; 2],
    winner: Option<Side>,
    no_claim: Option<String>,
}

/// What is settled about a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Point {
    alive: bool,
    eye_of: Option<Side>,
    dead_region_of: Option<Side>,
    promised_to: Option<Side>,
    dame_of: [bool; 2],
}

#[derive(Deserialize)]
struct Counts {
    living_stones: u32,
    promised_points: u32,
    settled_points: u32,
    dame: u32,
    sure_points: u32,
}

/// Half the side of the square that a mark is drawn in.
const HALF: usize = 15;

/// What something is called, without what it means.
fn short(said: &str) -> &str {
    said.split([':', '：']).next().unwrap_or(said)
}

impl Settled {
    /// What a room tells, if its game has such notions.
    pub(crate) fn of(room: &dyn Room) -> Option<Settled> {
        serde_json::from_value(room.show(true).ok()?.knowledge?).ok()
    }

    /// Every point, as the picture has the cells.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }

    fn count(&self, of: impl Fn(&Counts) -> u32) -> [u32; 2] {
        [of(&self.sides[0]), of(&self.sides[1])]
    }

    /// What the marks mean, and what there is of each side.
    pub(crate) fn legend(&self, words: &Words, sides: [&str; 2]) -> Markup {
        let none = Point {
            alive: false,
            eye_of: None,
            dead_region_of: None,
            promised_to: None,
            dame_of: [false; 2],
        };
        let black = Some(Side::First);
        let signs = [
            (Point { alive: true, ..none }, words.living),
            (Point { eye_of: black, ..none }, words.eyes),
            (Point { dead_region_of: black, ..none }, words.dead_regions),
            (Point { promised_to: black, ..none }, words.promised),
            (Point { dame_of: [true; 2], ..none }, words.dame),
        ];
        let rows = [
            (words.living, self.count(|side| side.living_stones)),
            (words.promised, self.count(|side| side.promised_points)),
            (words.settled_points, self.count(|side| side.settled_points)),
            (words.dame, self.count(|side| side.dame)),
            (words.sure_points, self.count(|side| side.sure_points)),
        ];
        html! {
            ul.legend {
                @for (point, said) in &signs {
                    li {
                        svg viewBox="0 0 36 36" width="28" height="28" aria-hidden="true" {
                            rect.wood x="0" y="0" width="36" height="36" rx="4" {}
                            (point.draw(18, 18))
                        }
                        " " (said)
                    }
                }
            }
            table {
                thead { tr { th {} @for side in sides { th scope="col" { (side) } } } }
                tbody { @for (said, counts) in rows {
                    tr { th scope="row" { (short(said)) } @for count in counts { td { (count) } } }
                } }
            }
            @if let Some(winner) = self.winner {
                p { (fill(words.more_than_half, &[sides[winner.index()]])) }
            }
            @if let Some(why) = &self.no_claim {
                p.faint { (words.no_claim) " " span lang="en" { (why) "." } }
            }
        }
    }
}

impl Point {
    /// What a screen reader says of it.
    pub(crate) fn said(&self, words: &Words, sides: [&str; 2]) -> Vec<String> {
        let of = |said: &str, side: Option<Side>| {
            side.map(|side| format!("{} ({})", short(said), sides[side.index()]))
        };
        [
            self.alive.then(|| short(words.living).to_owned()),
            of(words.eyes, self.eye_of),
            of(words.dead_regions, self.dead_region_of),
            of(words.promised, self.promised_to),
            self.dame_of.contains(&true).then(|| short(words.dame).to_owned()),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Its marks: each has a shape of its own, and the colour of the side that it is good for.
    pub(crate) fn draw(&self, x: usize, y: usize) -> Markup {
        let class = |side: Side| if side == Side::First { "first" } else { "second" };
        let square = HALF / 2;
        let (left, right, top, bottom) = (x - HALF, x + HALF, y - HALF, y + HALF);
        html! {
            g.settled aria-hidden="true" {
                @if let Some(side) = self.dead_region_of {
                    path class={ "dead " (class(side)) } d=(format!("M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z")) {}
                }
                @if let Some(side) = self.eye_of {
                    path class={ "eye " (class(side)) } d=(format!("M{x} {}L{} {}H{}Z", y - 9, x + 9, y + 7, x - 9)) {}
                } @else if let Some(side) = self.promised_to {
                    rect class={ "promised " (class(side)) } x=(x - square) y=(y - square) width=(2 * square) height=(2 * square) {}
                }
                @if self.alive { circle.living cx=(x) cy=(y) r="12" {} }
                @if self.dame_of.contains(&true) {
                    path.dame d=(format!("M{} {}L{} {}M{} {}L{} {}", x - 8, y - 8, x + 8, y + 8, x + 8, y - 8, x - 8, y + 8)) {}
                }
            }
        }
    }
}
