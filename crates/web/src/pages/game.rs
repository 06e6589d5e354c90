//! A position: its value, its board, its moves, and the game that led to it.

use super::layout;
use crate::address::Place;
use crate::board::{View, badge};
use crate::words::{Language, Words, fill};
use crate::work::{Phase, State, best};
use maud::{Markup, html};
use serde_json::Value;
use yomikiri_core::text::grouped;
use yomikiri_core::{Side, Verdict};
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::results::Remembered;

/// What is known of a position when a page of it is made.
pub(crate) enum Known {
    /// Everything.
    All(Remembered),
    /// What work on it has shown so far, or had shown when it ended.
    Some(String, State),
    /// Nothing.
    Nothing,
}

impl Known {
    fn moves(&self) -> &[(String, Verdict)] {
        match self {
            Known::All(answer) => &answer.moves,
            Known::Some(_, state) => &state.known.moves,
            Known::Nothing => &[],
        }
    }

    fn line(&self) -> &[String] {
        match self {
            Known::All(answer) => &answer.line,
            Known::Some(_, state) => &state.known.line,
            Known::Nothing => &[],
        }
    }

    fn remark(&self, name: &str) -> Option<&Value> {
        match self {
            Known::All(answer) => answer.remarks.get(name),
            _ => None,
        }
    }

    /// The position's value as far as it is known.
    fn verdict(&self) -> Verdict {
        match self {
            Known::All(answer) => match answer.verdict {
                Verdict::Unknown => best(&answer.moves).unwrap_or(Verdict::Unknown),
                verdict => verdict,
            },
            Known::Some(_, state) => state.known.verdict,
            Known::Nothing => Verdict::Unknown,
        }
    }
}

/// A page of a position.
pub(crate) struct Page<'a> {
    pub(crate) place: &'a Place,
    pub(crate) look: &'a Look,
    pub(crate) known: &'a Known,
    pub(crate) regions: Vec<Vec<String>>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(place: &'a Place, look: &'a Look, known: &'a Known) -> Page<'a> {
        let listed = known.remark("regions").and_then(Value::as_array);
        let regions = listed.into_iter().flatten().map(|region| {
            let squares = region["squares"].as_array().into_iter().flatten();
            squares.filter_map(|square| square.as_str().map(str::to_owned)).collect()
        });
        Page { place, look, known, regions: regions.collect() }
    }
}

impl Page<'_> {
    fn words(&self) -> &'static Words {
        self.place.language.words()
    }

    fn name(&self, side: Side) -> &'static str {
        self.look.sides[usize::from(side == Side::Second)]
    }

    /// Whether values are shown: whoever plays sees them when asking for a hint, and at the end.
    fn told(&self) -> bool {
        self.place.human.is_none() || self.place.hint || self.look.final_score.is_some()
    }

    fn view(&self) -> View<'_> {
        View {
            look: self.look,
            place: self.place,
            known: if self.told() { self.known.moves() } else { &[] },
            words: self.words(),
            regions: &self.regions,
            open: self.place.human.is_none_or(|human| human == self.look.to_move),
        }
    }

    /// The whole page.
    pub(crate) fn draw(&self) -> Markup {
        let words = self.words();
        let title = format!("{} {}", words.game(self.look.game), self.look.board);
        let following = match self.known {
            Known::Some(name, state) if !state.phase.ended() => {
                Some(format!("/follow/{name}?game={}&{}", self.place.game, self.place.query()))
            }
            _ => None,
        };
        let here = Place { language: Language::English, ..self.place.clone() }.address();
        let body = html! {
            div data-follow=[following] {
                p.faint { (title) }
                h1 id="verdict" aria-live="polite" { (self.headline()) }
                div.two {
                    section aria-label=(words.board) id="squares" { (self.view().draw()) }
                    div {
                        section.panel id="work" { (self.work()) }
                        section id="moves" { (self.moves()) }
                        section id="line" { (self.main_line()) }
                        (self.regions())
                        (self.played())
                        (self.playing())
                        (self.details())
                    }
                }
            }
        };
        layout(self.place.language, &title, &here, body)
    }

    fn headline(&self) -> Markup {
        let words = self.words();
        let said = words.verdict(&self.known.verdict(), self.look.to_move, self.look.sides);
        html! {
            @if self.look.final_score.is_some() { (words.game_over) ": " (said) }
            @else if !self.told() { (fill(words.to_move, &[self.name(self.look.to_move)])) }
            @else { (said) span.faint { " · " (fill(words.to_move, &[self.name(self.look.to_move)])) } }
        }
    }

    /// What is being done, or what could be.
    fn work(&self) -> Markup {
        let words = self.words();
        match self.known {
            _ if !self.told()
                && (self.place.level.is_some() || matches!(self.known, Known::All(_))) =>
            {
                html! { p { (words.your_turn) } }
            }
            Known::All(_) => html! { p { (words.legend) } },
            Known::Nothing => html! {
                p { (words.unknown_why) }
                (self.start_form())
            },
            Known::Some(name, state) => html! {
                p role="status" {
                    @match &state.phase {
                        Phase::Waiting => (words.waiting),
                        Phase::Working => (words.working),
                        Phase::Done => (words.proved),
                        Phase::Cancelled => (words.cancelled),
                        Phase::Failed { why } => (fill(words.failed, &[why])),
                    }
                    @if !state.stage.is_empty() { ": " (state.stage) }
                }
                @if !state.phase.ended() {
                    progress max="1" value=[state.share] aria-label=(words.working) {}
                    p.faint {
                        @if let Some(share) = state.share { (format!("{:.1}", 100.0 * share)) " % " (words.proved) ", " }
                        (grouped(state.nodes)) " " (words.positions) ", "
                        (grouped(state.nodes_per_second as u64)) " " (words.a_second) ", "
                        (format!("{:.0} s", state.seconds))
                        @if let Some(left) = state.remaining { ", ~" (format!("{left:.0} s ")) (words.left) }
                    }
                    form method="post" action=(format!("/cancel/{name}")) {
                        input type="hidden" name="back" value=(self.place.address());
                        button type="submit" { (words.cancel) }
                    }
                } @else {
                    (self.start_form())
                }
            },
        }
    }

    fn start_form(&self) -> Markup {
        html! {
            form method="post" action=(format!("/work/{}?{}", self.place.game, self.place.query())) {
                button.main type="submit" { (self.words().read_out) }
            }
        }
    }

    /// The list of moves, best first; those that are not known last.
    fn moves(&self) -> Markup {
        let words = self.words();
        let view = self.view();
        let mut moves: Vec<_> =
            self.look.moves.iter().map(|mv| (mv, view.verdict(&mv.name))).collect();
        moves.sort_by_key(|(_, verdict)| {
            std::cmp::Reverse(verdict.filter(|v| *v != Verdict::Unknown).map(|v| v.rank()))
        });
        html! {
            @if !moves.is_empty() {
                h2 { (words.moves) " (" (moves.len()) ")" }
                div.scroll tabindex="0" role="region" aria-label=(words.moves) {
                    table {
                        thead { tr {
                            th scope="col" { (words.a_move) }
                            th scope="col" { (fill(words.value, &[self.name(self.look.to_move)])) }
                        } }
                        tbody {
                            @for (mv, verdict) in moves {
                                tr {
                                    td {
                                        @if view.open { a href=(self.place.address_after(&mv.name)) { (mv.name) } }
                                        @else { (mv.name) }
                                        @if let Some(record) = &mv.record { " " span.faint { (record) } }
                                    }
                                    td {
                                        @match verdict {
                                            Some(verdict) if verdict != Verdict::Unknown => {
                                                (badge(&verdict, view.is_best(&verdict))) " "
                                                (words.verdict(&verdict, self.look.to_move, self.look.sides))
                                            }
                                            _ if !self.told() => "",
                                            _ => span.faint { (words.unknown) },
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn main_line(&self) -> Markup {
        let line = self.known.line();
        html! {
            @if !line.is_empty() && self.told() {
                h2 { (self.words().main_line) }
                ol.line {
                    @for at in 0..line.len() {
                        @let there = line[..=at].iter().fold(self.place.back_to(self.place.moves.len()), |place, mv| place.after(mv));
                        li { a href=(there.address()) { (line[at]) } }
                    }
                }
            }
        }
    }

    /// The regions of a game that falls apart into some.
    fn regions(&self) -> Markup {
        let words = self.words();
        let listed = self.known.remark("regions").and_then(Value::as_array);
        let number =
            |value: &Value| value.as_f64().map_or(String::new(), |value| value.to_string());
        html! {
            @if let Some(listed) = listed.filter(|listed| !listed.is_empty() && self.told()) {
                h2 { (words.regions) }
                table {
                    thead { tr { th scope="col" { "" } th scope="col" { (words.position) } th scope="col" { (words.mean) } th scope="col" { (words.temperature) } } }
                    tbody {
                        @for (index, region) in listed.iter().enumerate() {
                            @let text = region["region"].as_str().unwrap_or_default();
                            tr {
                                td { span class={ "tint" (index % 6) } { "▬" } }
                                td { code { (text) } @if let Some(form) = region["form"].as_str() { br; code { (form) } } }
                                td { (number(&region["mean"])) }
                                td { (number(&region["temperature"])) }
                            }
                            @if !region["mean"].is_null() {
                                tr { td colspan="4" {
                                    details {
                                        summary { (words.thermograph) }
                                        img loading="lazy" alt=(format!("{} {text}", words.thermograph)) width="448" height="348"
                                            src=(format!("/thermograph?{}", form_urlencoded::Serializer::new(String::new()).append_pair("region", text).finish()));
                                    }
                                } }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The moves that led here, each a link to where it led.
    fn played(&self) -> Markup {
        let words = self.words();
        let count = self.place.moves.len();
        html! {
            @if count > 0 {
                h2 { (words.played) }
                ol.line {
                    li { a href=(self.place.back_to(0).address()) { (words.beginning) } }
                    @for (index, mv) in self.place.moves.iter().enumerate() {
                        li {
                            a href=(self.place.back_to(index + 1).address())
                              aria-current=[(index + 1 == count).then_some("step")] { (mv) }
                        }
                    }
                }
                p.said {
                    a.button href=(self.place.back_to(count - if self.place.human.is_some() { 2.min(count) } else { 1 }).address()) { (words.take_back) }
                    a.button href=(format!("/review/{}?{}", self.place.game, self.place.query())) { (words.review) }
                }
            }
        }
    }

    fn playing(&self) -> Markup {
        let words = self.words();
        html! {
            @if let Some(side) = self.place.human {
                h2 {
                    @if self.look.final_score.is_some() { (words.game_over) }
                    @else if side == self.look.to_move { (words.your_turn) }
                    @else { (words.its_turn) }
                }
            }
            p.said {
                @match self.place.human {
                    None => {
                        @for side in [Side::First, Side::Second] {
                            @let place = Place { human: Some(side), ..self.place.clone() };
                            a.button href=(place.answer_address()) { (fill(words.play_as, &[self.name(side)])) }
                        }
                        @if self.look.has_engine {
                            @for level in [1, 3, 5, 8] {
                                @let place = Place { human: Some(self.look.to_move), level: Some(level), ..self.place.clone() };
                                a.button href=(place.answer_address()) { (fill(words.play_as, &[self.name(self.look.to_move)])) ", " (fill(words.level, &[&level.to_string()])) }
                            }
                        }
                    }
                    Some(side) => {
                        @if side != self.look.to_move && self.look.final_score.is_none() {
                            a.button.main href=(self.place.answer_address()) { (words.answer) }
                        }
                        @if !self.told() {
                            a.button href=(Place { hint: true, ..self.place.clone() }.address()) { (words.hint) }
                        }
                        a.button href=(Place { human: None, level: None, ..self.place.clone() }.address()) { (words.just_look) }
                    }
                }
            }
        }
    }

    fn details(&self) -> Markup {
        let words = self.words();
        html! {
            details {
                summary { (words.position) }
                p { code { (self.look.position) } }
                p { (words.rules) ": "
                    @for (index, (name, choice)) in self.look.rules.iter().enumerate() {
                        @if index > 0 { ", " }
                        (name) " " (choice.as_str().map_or_else(|| choice.to_string(), str::to_owned))
                    }
                }
                p { a.button href=(format!("/setup/{}?{}", self.place.game, self.place.query())) { (words.set_up) } }
                (super::home::paste(&self.place.game, "", "", words, self.place.language))
            }
        }
    }
}

/// The parts of a page that change while work goes on, by their names in it.
pub(crate) fn parts(page: &Page<'_>) -> serde_json::Value {
    serde_json::json!({
        "verdict": page.headline().into_string(),
        "squares": page.view().draw().into_string(),
        "work": page.work().into_string(),
        "moves": page.moves().into_string(),
    })
}

/// A move of a finished game, with what was known before it.
pub(crate) struct Reviewed {
    pub(crate) side: &'static str,
    pub(crate) mv: String,
    /// What could be had, and what the move left of it, for the side that moved.
    pub(crate) values: Option<(Verdict, Verdict)>,
}

/// What each move of a game cost.
pub(crate) fn review(place: &Place, moves: &[Reviewed]) -> Markup {
    let words = place.language.words();
    let lost = |values: &(Verdict, Verdict)| values.1.rank() < values.0.rank();
    let none = moves.iter().all(|reviewed| reviewed.values.as_ref().is_some_and(|v| !lost(v)));
    let body = html! {
        h1 { (words.review) }
        @if none { p { (words.review_none) } }
        table {
            tbody {
                @for (index, reviewed) in moves.iter().enumerate() {
                    tr {
                        td { (index + 1) "." }
                        td { (reviewed.side) }
                        td { a href=(place.back_to(index).address()) { (reviewed.mv) } }
                        td {
                            @match &reviewed.values {
                                None => span.faint { (words.unknown) },
                                Some((best, got)) => {
                                    (badge(best, false))
                                    @if lost(&(*best, *got)) { " → " (badge(got, false)) " " (cost(words, reviewed, best, got)) }
                                }
                            }
                        }
                    }
                }
            }
        }
        p { a.button href=(place.address()) { (words.go_there) } }
    };
    let here = Place { language: Language::English, ..place.clone() };
    let here = format!("/review/{}?{}", here.game, here.query());
    layout(place.language, words.review, &here, body)
}

/// What a move lost, in points where there are any.
fn cost(words: &Words, reviewed: &Reviewed, best: &Verdict, got: &Verdict) -> String {
    match (best.score(), got.score()) {
        (Some(best), Some(got)) => {
            let points = (best.0 - got.0).to_string();
            fill(words.lost_here, &[reviewed.side, &points, &reviewed.mv])
        }
        _ => String::new(),
    }
}
