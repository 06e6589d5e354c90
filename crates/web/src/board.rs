//! The board as a drawing whose squares are links.

use crate::address::Place;
use crate::known::Values;
use crate::settled::Point;
use crate::words::Words;
use maud::{Markup, html};
use yomikiri_core::{
    Cell, Face, Ground, InHand, MoveValue, Outcome, Picture, Piece, Side, Spot, Verdict, best_of,
};
use yomikiri_rooms::reports::{Look, Possible};

/// Length of a cell's side.
const CELL: usize = 60;
/// Room for the names of rows and columns.
const EDGE: usize = 28;

/// Room for outlines at the far edges.
const RIM: usize = 4;

/// A position with what is known of its moves.
pub(crate) struct View<'a> {
    pub(crate) look: &'a Look,
    pub(crate) place: &'a Place,
    /// What is known of the moves, where it is told.
    pub(crate) values: Option<&'a Values>,
    pub(crate) words: &'static Words,
    /// Parts of the board that are outlined.
    pub(crate) regions: &'a [Vec<String>],
    /// What is settled about the points, if that is shown instead of values.
    pub(crate) settled: &'a [Point],
    /// Whether moves can be made here: not where the other side is to answer.
    pub(crate) open: bool,
}

/// What touching a spot leads to.
pub(crate) struct Touch {
    pub(crate) address: String,
    /// What the moves that begin so are worth, if anything is known of it.
    pub(crate) verdict: Option<Verdict>,
    /// Whether one of them is proved best.
    pub(crate) best: bool,
    /// The move, if it is complete.
    pub(crate) complete: Option<String>,
}

/// What is drawn, and what touching it leads to.
pub(crate) struct Canvas<'a> {
    pub(crate) picture: &'a Picture,
    pub(crate) mover: Side,
    pub(crate) sides: [&'static str; 2],
    pub(crate) words: &'static Words,
    /// Parts of the board that are outlined, by the names of their cells.
    pub(crate) regions: &'a [Vec<String>],
    /// What is settled about the cells, if that is shown instead of values.
    pub(crate) settled: &'a [Point],
    /// What was touched.
    pub(crate) chosen: &'a [Spot],
    pub(crate) touch: &'a dyn Fn(Spot) -> Option<Touch>,
}

/// The sign of a result, its class of colour, and the number that goes with it.
pub(crate) fn mark(verdict: &Verdict) -> (&'static str, &'static str, String) {
    let (sign, class) = match verdict.outcome() {
        Some(Outcome::Win) => ("▲", "win"),
        Some(Outcome::Draw) => ("●", "even"),
        Some(Outcome::Loss) => ("▼", "loss"),
        None => ("?", "open"),
    };
    let number = match verdict {
        Verdict::Score { score } => score.to_string(),
        Verdict::Outcome { plies, .. } => plies.map_or(String::new(), |plies| plies.to_string()),
        Verdict::Bounds(bounds) | Verdict::Cycle(bounds) => {
            format!("{}…{}", bounds.low, bounds.high)
        }
        Verdict::Unknown => String::new(),
    };
    (sign, class, number)
}

impl View<'_> {
    /// What is known of a move, where it is told.
    pub(crate) fn value(&self, name: &str) -> Option<MoveValue> {
        self.values.map(|values| values.of(name)).filter(MoveValue::is_known)
    }

    /// The moves that begin with what was touched.
    pub(crate) fn begun(&self) -> impl Iterator<Item = &Possible> {
        self.look.moves.iter().filter(|mv| mv.spots.starts_with(&self.place.touched))
    }

    /// What touching a spot leads to, if anything.
    fn touch(&self, spot: Spot) -> Option<Touch> {
        if !self.open {
            return None;
        }
        let depth = self.place.touched.len();
        let moves: Vec<&Possible> =
            self.begun().filter(|mv| mv.spots.get(depth) == Some(&spot)).collect();
        let first = moves.first()?;
        let values = moves.iter().map(|mv| self.value(&mv.name));
        let values: Vec<Option<MoveValue>> = values.collect();
        let verdicts: Vec<Verdict> = values
            .iter()
            .map(|value| value.map_or(Verdict::Unknown, |value| value.verdict))
            .collect();
        let verdict = Some(best_of(&verdicts, self.look.max_score));
        let verdict = verdict.filter(|verdict| *verdict != Verdict::Unknown);
        let best = values.iter().flatten().any(MoveValue::is_best);
        let complete = (first.spots.len() == depth + 1).then(|| first.name.clone());
        let address = match &complete {
            Some(name) => self.place.address_after(name),
            None => {
                let mut next = self.place.clone();
                next.touched.push(spot);
                next.address()
            }
        };
        Some(Touch { address, verdict, best, complete })
    }

    /// The whole board, hands and words to touch included.
    pub(crate) fn draw(&self) -> Markup {
        let Some(picture) = &self.look.picture else {
            return html! { pre.drawing { (self.look.drawing) } };
        };
        let canvas = Canvas {
            picture,
            mover: self.look.to_move,
            sides: self.look.sides,
            words: self.words,
            regions: self.regions,
            settled: self.settled,
            chosen: &self.place.touched,
            touch: &|spot| self.touch(spot),
        };
        html! {
            (canvas.draw())
            (self.said())
        }
    }

    /// What can be said instead of touched: a pass, a promotion; and letting a piece go.
    fn said(&self) -> Markup {
        let depth = self.place.touched.len();
        let mut said: Vec<&'static str> = Vec::new();
        for mv in self.begun() {
            if let Some(Spot::Word(word)) = mv.spots.get(depth)
                && !said.contains(word)
            {
                said.push(word);
            }
        }
        html! {
            @if self.open && (!said.is_empty() || depth > 0) {
                p.said {
                    @for word in said {
                        @if let Some(touch) = self.touch(Spot::Word(word)) {
                            a.button href=(touch.address) data-move=[touch.complete] {
                                (match word {
                                    "pass" => self.words.pass,
                                    "promote" => self.words.promote,
                                    "stay" => self.words.stay,
                                    other => other,
                                })
                                @if let Some(verdict) = touch.verdict {
                                    " " (badge(&verdict, touch.best))
                                }
                            }
                            " "
                        }
                    }
                    @if depth > 0 {
                        a.button href=(self.place.back_to(self.place.moves.len()).address()) {
                            (self.words.let_go)
                        }
                    }
                }
            }
        }
    }
}

impl Canvas<'_> {
    /// What a screen reader says of a place to touch.
    fn label(&self, name: &str, holds: &str, touch: Option<&Touch>) -> String {
        let mut label = format!("{name}: {holds}");
        if let Some(touch) = touch {
            if let Some(verdict) = &touch.verdict {
                let mover = self.mover;
                label += &format!(", {}", self.words.verdict(verdict, mover, self.sides));
            }
            if touch.best {
                label += &format!(", {}", self.words.best);
            }
        }
        label
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.sides[side.index()]
    }

    /// The board with what is in hand.
    pub(crate) fn draw(&self) -> Markup {
        let hands = self.picture.hands.iter().any(|hand| !hand.is_empty());
        html! {
            @if hands { (self.hand(Side::Second, &self.picture.hands[1])) }
            (self.squares())
            @if hands { (self.hand(Side::First, &self.picture.hands[0])) }
        }
    }

    fn hand(&self, side: Side, hand: &[InHand]) -> Markup {
        let own = side == self.mover;
        html! {
            p.hand {
                (crate::words::fill(self.words.in_hand, &[self.side_name(side)])) ": "
                @if hand.is_empty() { (self.words.nothing) }
                @for held in hand {
                    @let touch = (self.touch)(Spot::Hand(held.kind)).filter(|_| own);
                    @let sign = match held.piece.face {
                        Face::Pointed { sign, .. } | Face::Figure(sign) => sign,
                        Face::Disc => "●",
                    };
                    @let chosen = own && self.chosen.contains(&Spot::Hand(held.kind));
                    @match touch {
                        Some(touch) => {
                            a.button href=(touch.address)
                              aria-label=(self.label(held.piece.name, &held.count.to_string(), Some(&touch))) {
                                (sign) " ×" (held.count)
                                @if let Some(verdict) = touch.verdict {
                                    " " (badge(&verdict, touch.best))
                                }
                            }
                        }
                        None => span.held.chosen[chosen] title=(held.piece.name) { (sign) " ×" (held.count) },
                    }
                    " "
                }
            }
        }
    }

    /// The board alone.
    pub(crate) fn squares(&self) -> Markup {
        let picture = self.picture;
        let (columns, rows) = (picture.columns.len(), picture.rows.len());
        let (width, height) = (columns * CELL + EDGE, rows * CELL + EDGE);
        let ground = match picture.ground {
            Ground::Cloth => "cloth",
            Ground::Lines => "lines",
            Ground::Wood => "wood",
            Ground::Chequered => "chequered",
        };
        let breadth = match columns {
            0..=3 => "narrow",
            4..=6 => "middling",
            _ => "broad",
        };
        html! {
            svg class={ "board " (ground) " " (breadth) } viewBox=(format!("0 0 {} {}", width + RIM, height + RIM))
                role="group" aria-label=(self.words.board) xmlns="http://www.w3.org/2000/svg" {
                rect.ground x=(EDGE) y=(EDGE) width=(columns * CELL) height=(rows * CELL) {}
                @for (column, name) in picture.columns.iter().enumerate() {
                    text.name x=(EDGE + column * CELL + CELL / 2) y=(EDGE - 9) aria-hidden="true" { (name) }
                }
                @for (row, name) in picture.rows.iter().enumerate() {
                    text.name x=(EDGE / 2) y=(EDGE + row * CELL + CELL / 2 + 5) aria-hidden="true" { (name) }
                }
                (grid(picture))
                @for (index, cell) in picture.cells.iter().enumerate() {
                    (self.cell(index, cell))
                }
                @for (index, region) in self.regions.iter().enumerate() {
                    (self.outline(index, region))
                }
            }
        }
    }

    /// The edge of a part of the board.
    fn outline(&self, number: usize, region: &[String]) -> Markup {
        let (columns, rows) = (self.picture.columns.len() as i32, self.picture.rows.len() as i32);
        let inside = |column: i32, row: i32| {
            (0..columns).contains(&column)
                && (0..rows).contains(&row)
                && region.contains(&format!(
                    "{}{}",
                    self.picture.columns[column as usize], self.picture.rows[row as usize]
                ))
        };
        let at = |line: i32| EDGE as i32 + line * CELL as i32;
        let mut path = String::new();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)))
        {
            if !inside(column, row) {
                continue;
            }
            let (left, top, right, bottom) = (at(column), at(row), at(column + 1), at(row + 1));
            for (beside, edge) in [
                ((column, row - 1), format!("M{left} {top}H{right}")),
                ((column, row + 1), format!("M{left} {bottom}H{right}")),
                ((column - 1, row), format!("M{left} {top}V{bottom}")),
                ((column + 1, row), format!("M{right} {top}V{bottom}")),
            ] {
                if !inside(beside.0, beside.1) {
                    path += &edge;
                }
            }
        }
        html! { path class={ "outline tint" (number % 6) } d=(path) {} }
    }

    fn cell(&self, index: usize, cell: &Cell) -> Markup {
        let picture = self.picture;
        let (row, column) = (index / picture.columns.len(), index % picture.columns.len());
        let (x, y) = (EDGE + column * CELL, EDGE + row * CELL);
        let dark = picture.ground == Ground::Chequered && (row + column) % 2 == 1;
        let spot = Spot::Cell(index as u16);
        let touch = (self.touch)(spot);
        let chosen = self.chosen.contains(&spot);
        let name = format!("{}{}", picture.columns[column], picture.rows[row]);
        let holds = match cell {
            Cell::Empty => self.words.empty.to_owned(),
            Cell::Gone => self.words.gone.to_owned(),
            Cell::Piece(piece) => format!("{} {}", self.side_name(piece.side), piece.name),
        };
        let mut label = self.label(&name, &holds, touch.as_ref());
        let settled = self.settled.get(index);
        for said in settled.iter().flat_map(|point| point.said(self.words, self.sides)) {
            label += &format!(", {said}");
        }
        let inside = html! {
            rect.cell.dark[dark].gone[*cell == Cell::Gone].chosen[chosen]
                x=(x) y=(y) width=(CELL) height=(CELL) {}
            @if let Cell::Piece(piece) = cell { (draw_piece(piece, x, y)) }
            @if let Some(point) = settled {
                (point.draw(x + CELL / 2, y + CELL / 2))
            } @else if let Some(touch) = &touch {
                @match &touch.verdict {
                    Some(verdict) => (draw_verdict(verdict, touch.best, *cell != Cell::Empty, x, y)),
                    None if *cell == Cell::Empty => circle.can cx=(x + CELL / 2) cy=(y + CELL / 2) r="5" {},
                    None => {}
                }
            }
        };
        match touch {
            Some(touch) => html! {
                a href=(touch.address) aria-label=(label) data-cell=(name) data-move=[touch.complete] {
                    title { (label) }
                    (inside)
                }
            },
            None => html! { g role="img" aria-label=(label) data-cell=(name) { (inside) } },
        }
    }
}

/// A value beside a word.
pub(crate) fn badge(verdict: &Verdict, best: bool) -> Markup {
    let (sign, class, number) = mark(verdict);
    html! {
        span class={ "badge " (class) } { span aria-hidden="true" { (sign) } (number) @if best { "★" } }
    }
}

fn grid(picture: &Picture) -> Markup {
    let (columns, rows) = (picture.columns.len(), picture.rows.len());
    let middle = CELL / 2;
    html! {
        @if picture.ground == Ground::Lines {
            @for row in 0..rows {
                @let y = EDGE + row * CELL + middle;
                line.grid x1=(EDGE + middle) x2=(EDGE + columns * CELL - middle) y1=(y) y2=(y) {}
            }
            @for column in 0..columns {
                @let x = EDGE + column * CELL + middle;
                line.grid y1=(EDGE + middle) y2=(EDGE + rows * CELL - middle) x1=(x) x2=(x) {}
            }
        }
    }
}

fn draw_piece(piece: &Piece, x: usize, y: usize) -> Markup {
    let (middle_x, middle_y) = (x + CELL / 2, y + CELL / 2);
    let side = if piece.side == Side::First { "first" } else { "second" };
    match piece.face {
        Face::Disc => {
            html! { circle class={ "disc " (side) } cx=(middle_x) cy=(middle_y) r="25" {} }
        }
        Face::Figure(sign) => html! {
            text class={ "figure " (side) } x=(middle_x) y=(middle_y + 14) aria-hidden="true" { (sign) }
        },
        Face::Pointed { sign, promoted } => {
            let turned = match piece.side {
                Side::First => String::new(),
                Side::Second => format!("rotate(180 {middle_x} {middle_y})"),
            };
            let outline: Vec<String> = [(0, -26), (17, -18), (23, 25), (-23, 25), (-17, -18)]
                .iter()
                .map(|(dx, dy)| format!("{},{}", middle_x as i32 + dx, middle_y as i32 + dy))
                .collect();
            html! {
                g.pointed.promoted[promoted] transform=(turned) aria-hidden="true" {
                    polygon points=(outline.join(" ")) {}
                    text x=(middle_x) y=(middle_y + 11) { (sign) }
                }
            }
        }
    }
}

/// A value on a cell: in its middle if it is empty, otherwise in its corner.
fn draw_verdict(verdict: &Verdict, best: bool, taken: bool, x: usize, y: usize) -> Markup {
    let (sign, class, number) = mark(verdict);
    if taken {
        return html! {
            g class={ "verdict " (class) } aria-hidden="true" {
                rect x=(x + CELL - 32) y=(y + 1) width="31" height="17" rx="4" {}
                text.small x=(x + CELL - 16) y=(y + 14) { (sign) (number) @if best { "★" } }
            }
        };
    }
    let middle = x + CELL / 2;
    html! {
        g class={ "verdict " (class) @if best { " best" } } aria-hidden="true" {
            rect x=(x + 5) y=(y + 5) width=(CELL - 10) height=(CELL - 10) rx="8" {}
            @match number.split_once('…') {
                // Both ends of an interval, one below the other.
                Some((low, high)) => {
                    text.small x=(middle) y=(y + 19) { (sign) @if best { "★" } }
                    text.end x=(middle) y=(y + 34) { (low) " …" }
                    text.end x=(middle) y=(y + 49) { (high) }
                }
                None => {
                    text.sign x=(middle) y=(y + 24) { (sign) @if best { "★" } }
                    text.number x=(middle) y=(y + 46) { (number) }
                }
            }
        }
    }
}
