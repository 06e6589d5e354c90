//! A position: its value, its board, its moves, and the game that led to it.

use super::layout;
use crate::address::{Place, side_code};
use crate::board::{View, badge};
use crate::words::{Language, Words, fill};
use crate::work::{Phase, State, best};
use maud::{Markup, html};
use serde_json::{Map, Value};
use yomikiri_core::text::{grouped, rough};
use yomikiri_core::{Bounds, Outcome, Side, Verdict};
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::results::Remembered;

/// Most moves in a list; the board has them all.
const MOST_LISTED: usize = 200;

/// What is known of a position when a page of it is made.
pub(crate) enum Known {
    /// Everything.
    All(Remembered),
    /// What work on it has shown so far, or had shown when it ended.
    Some(String, State),
    /// Nobody had the time to look at it; its value may have been remembered.
    Nothing(Verdict),
}

impl Known {
    fn moves(&self) -> &[(String, Verdict)] {
        match self {
            Known::All(answer) => &answer.moves,
            Known::Some(_, state) => &state.known.moves,
            Known::Nothing(_) => &[],
        }
    }

    fn line(&self) -> &[String] {
        match self {
            Known::All(answer) => &answer.line,
            Known::Some(_, state) => &state.known.line,
            Known::Nothing(_) => &[],
        }
    }

    fn remark(&self, name: &str) -> Option<&Value> {
        match self {
            Known::All(answer) => answer.remarks.get(name),
            _ => None,
        }
    }

    /// The position's value as far as it is known.
    fn verdict(&self, look: &Look) -> Verdict {
        let (verdict, moves) = match self {
            Known::All(answer) => (answer.verdict, &answer.moves[..]),
            Known::Some(_, state) => (state.known.verdict, &state.known.moves[..]),
            Known::Nothing(verdict) => (*verdict, &[][..]),
        };
        let says_nothing = match verdict {
            Verdict::Unknown => true,
            Verdict::Bounds(Bounds { low, high }) => {
                low <= -look.max_score && high >= look.max_score
            }
            _ => false,
        };
        if says_nothing { so_far(look, moves) } else { verdict }
    }

    /// The same as the game would say it: who wins, where that is all that counts.
    pub(crate) fn said_of(mut self, look: &Look) -> Known {
        let say = |verdict: &mut Verdict| {
            if let Verdict::Score { score } = *verdict {
                *verdict = Verdict::Outcome { outcome: Outcome::from(score), plies: None };
            }
        };
        if look.won_not_scored {
            let known = match &mut self {
                Known::All(answer) => answer,
                Known::Some(_, state) => &mut state.known,
                Known::Nothing(_) => return self,
            };
            say(&mut known.verdict);
            known.moves.iter_mut().for_each(|(_, verdict)| say(verdict));
        }
        self
    }

    /// A best move, if one is known.
    pub(crate) fn best_move(&self) -> Option<String> {
        match self {
            Known::All(answer) if !answer.moves.is_empty() => {
                let best = answer.moves.iter().max_by_key(|(_, verdict)| verdict.rank());
                best.filter(|(_, verdict)| *verdict != Verdict::Unknown).map(|(mv, _)| mv.clone())
            }
            other => other.line().first().cloned(),
        }
    }
}

/// What moves say of a position: what the best of them is worth if all are known, and otherwise
/// what it is worth at least.
fn so_far(look: &Look, moves: &[(String, Verdict)]) -> Verdict {
    let Some(best) = best(moves) else { return Verdict::Unknown };
    let known = moves.iter().filter(|(_, verdict)| *verdict != Verdict::Unknown).count();
    if known == look.moves.len() {
        return best;
    }
    match (best, best.bounds()) {
        (Verdict::Outcome { outcome: Outcome::Win, .. }, _) => {
            Verdict::Outcome { outcome: Outcome::Win, plies: None }
        }
        (_, Some(bounds)) if bounds.low > -look.max_score => {
            Verdict::Bounds(Bounds { low: bounds.low, high: look.max_score })
        }
        _ => Verdict::Unknown,
    }
}

/// A page of a position.
pub(crate) struct Page<'a> {
    pub(crate) place: &'a Place,
    pub(crate) look: &'a Look,
    pub(crate) known: &'a Known,
    pub(crate) regions: Vec<Vec<String>>,
    /// How many moves are left when one is taken back.
    pub(crate) take_back: Option<usize>,
    /// Whether the position was here before in the game.
    pub(crate) repeated: bool,
}

impl<'a> Page<'a> {
    pub(crate) fn new(place: &'a Place, look: &'a Look, known: &'a Known) -> Page<'a> {
        let listed = known.remark("regions").and_then(Value::as_array);
        let regions = listed.into_iter().flatten().map(|region| {
            let squares = region["squares"].as_array().into_iter().flatten();
            squares.filter_map(|square| square.as_str().map(str::to_owned)).collect()
        });
        Page { place, look, known, regions: regions.collect(), take_back: None, repeated: false }
    }
}

impl Page<'_> {
    fn words(&self) -> &'static Words {
        self.place.language.words()
    }

    fn name(&self, side: Side) -> &'static str {
        self.look.sides[side.index()]
    }

    /// Whether values are shown: whoever plays sees them when asking for a hint, and at the end.
    fn told(&self) -> bool {
        self.place.human.is_none() || self.place.hint || self.is_over()
    }

    /// Whether a game ends here: by the rules, or because it would go on for ever.
    fn is_over(&self) -> bool {
        self.look.final_score.is_some() || self.repeated && self.place.human.is_some()
    }

    fn view(&self) -> View<'_> {
        View {
            look: self.look,
            place: self.place,
            known: if self.told() { self.known.moves() } else { &[] },
            words: self.words(),
            regions: &self.regions,
            open: self
                .place
                .human
                .is_none_or(|human| human == self.look.to_move && !self.is_over()),
        }
    }

    /// The whole page.
    pub(crate) fn draw(&self) -> Markup {
        let words = self.words();
        let variant = self.look.rules.get("variant").and_then(Value::as_str);
        let game = variant.filter(|variant| *variant == "dobutsu").unwrap_or(self.look.game);
        let title = format!("{} {}", words.game(game), self.look.board);
        let following = match self.known {
            Known::Some(name, state) if !state.phase.ended() => {
                Some(format!("/follow/{name}?game={}&{}", self.place.game, self.place.query()))
            }
            _ => None,
        };
        // Who waits for perfection's move is taken to it once it is known.
        let waits = !self.view().open && !self.is_over();
        let answer = waits.then(|| self.place.answer_address());
        let here = Place { language: Language::English, ..self.place.clone() }.address();
        let body = html! {
            div data-follow=[following] data-answer=[answer] {
                p.faint { (title) }
                h1 id="verdict" aria-live="polite" { (self.headline()) }
                div.two {
                    section aria-label=(words.board) id="squares" { (self.view().draw()) }
                    div {
                        @if self.repeated { p.panel role="status" { (words.repeated) } }
                        section.panel id="work" { (self.work()) }
                        section id="moves" { (self.moves()) }
                        section id="line" { (self.main_line()) }
                        section id="regions" { (self.regions()) }
                        section { (self.played()) }
                        section { (self.playing()) }
                        p { a.button href=(format!("/setup/{}?{}", self.place.game, self.place.query())) { (words.set_up) } }
                        (self.details())
                    }
                }
            }
        };
        layout(self.place.language, &title, &here, body)
    }

    fn headline(&self) -> Markup {
        let words = self.words();
        let said =
            words.verdict(&self.known.verdict(self.look), self.look.to_move, self.look.sides);
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
            // Only the moves were remembered: there is more to be known.
            Known::All(answer)
                if answer.verdict == Verdict::Unknown
                    && best(&answer.moves).is_some_and(|best| best != Verdict::Unknown) =>
            {
                html! { p { (words.legend) } p { (words.no_line) } (self.start_form()) }
            }
            Known::All(_) => html! { p { (words.legend) } },
            Known::Nothing(_) => html! {
                p { (words.busy) }
                (self.start_form())
            },
            Known::Some(name, state) => html! {
                p role="status" {
                    @match &state.phase {
                        Phase::Waiting => (words.waiting),
                        Phase::Working => (words.working),
                        Phase::Done => (words.proved),
                        Phase::Cancelled => (words.cancelled),
                        Phase::GivenUp { hurried: false } if state.known.verdict.outcome().is_some() => (words.moves_unknown),
                        Phase::GivenUp { hurried: false } => (words.unknown_why),
                        Phase::GivenUp { hurried: true } => (words.busy),
                        Phase::Failed { why } => (fill(words.failed, &[why])),
                    }
                }
                @if state.phase.ended() {
                    (self.start_form())
                } @else {
                    // Not within the status: nobody wants every number read out.
                    div id="numbers" { (self.numbers(state)) }
                    form method="post" action=(format!("/cancel/{name}")) {
                        input type="hidden" name="back" value=(self.place.address());
                        button type="submit" { (words.cancel) }
                    }
                }
            },
        }
    }

    /// How far work has come.
    fn numbers(&self, state: &State) -> Markup {
        let words = self.words();
        html! {
            progress max="1" value=[state.share] aria-label=(words.working) {}
            p.faint {
                @if !state.stage.is_empty() { (state.stage) ": " }
                @if let Some(share) = state.share {
                    (fill(words.of_stage, &[&format!("{:.0}", 100.0 * share)])) ", "
                }
                @if let Some(left) = state.remaining {
                    @let [least, most] = [left.least, left.most].map(|time| rough(time.as_secs_f64()));
                    (fill(words.left, &[&format!("{least}–{most}")])) ", "
                }
                (grouped(state.nodes)) " " (words.positions) ", "
                (fill(words.a_second, &[&grouped(state.nodes_per_second as u64)])) ", "
                (format!("{:.0} s", state.seconds))
            }
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
        let mut moves: Vec<_> = view.begun().map(|mv| (mv, view.verdict(&mv.name))).collect();
        moves.sort_by_key(|(_, verdict)| {
            std::cmp::Reverse(verdict.filter(|v| *v != Verdict::Unknown).map(|v| v.rank()))
        });
        let count = moves.len();
        moves.truncate(MOST_LISTED);
        let moves_listed = moves.len();
        html! {
            @if !moves.is_empty() {
                h2 { (words.moves) " (" (count) ")" }
                div.scroll tabindex="0" role="region" aria-label=(words.moves) {
                    table {
                        thead { tr {
                            th scope="col" { (words.a_move) }
                            @if self.told() { th scope="col" { (fill(words.value, &[self.name(self.look.to_move)])) } }
                        } }
                        tbody {
                            @for (mv, verdict) in moves {
                                tr {
                                    td {
                                        @if view.open { a href=(self.place.address_after(&mv.name)) { (mv.name) } }
                                        @else { (mv.name) }
                                        @if let Some(record) = &mv.record { " " span.faint { (record) } }
                                    }
                                    @if self.told() { td {
                                        @match verdict {
                                            Some(verdict) if verdict != Verdict::Unknown => {
                                                (badge(&verdict, view.is_best(&verdict))) " "
                                                (words.verdict(&verdict, self.look.to_move, self.look.sides))
                                            }
                                            _ => span.faint { (words.unknown) },
                                        }
                                    } }
                                }
                            }
                        }
                    }
                }
                @if count > moves_listed {
                    p.faint { (fill(words.more_moves, &[&(count - moves_listed).to_string()])) }
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
                div.scroll.wide tabindex="0" role="region" aria-label=(words.regions) { table {
                    thead { tr {
                        th scope="col" { (words.region) }
                        th scope="col" { (words.form) }
                        th scope="col" { (words.mean) }
                        th scope="col" { (words.temperature) }
                    } }
                    tbody {
                        @for (index, region) in listed.iter().enumerate() {
                            @let text = region["region"].as_str().unwrap_or_default();
                            tr {
                                td { span class={ "tint" (index % 6) } aria-hidden="true" { "▬ " } code { (text) } }
                                td { @if let Some(form) = region["form"].as_str() { code { (form) } } }
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
                } }
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
                    @if let Some(moves) = self.take_back {
                        a.button href=(self.place.back_to(moves).address()) { (words.take_back) }
                    }
                    a.button href=(format!("/review/{}?{}", self.place.game, self.place.query())) { (words.review) }
                }
            }
        }
    }

    fn playing(&self) -> Markup {
        let words = self.words();
        let over = self.is_over();
        html! {
            @match self.place.human {
                None if over => {}
                None => {
                    h2 { (words.play) }
                    form.row method="get" action=(format!("/answer/{}", self.place.game)) {
                        (self.fields())
                        @if self.look.has_engine {
                            div {
                                label for="level" { (words.against) }
                                select id="level" name="level" {
                                    option value="" { (words.perfection) }
                                    @for level in 1..=10 {
                                        option value=(level) { (fill(words.level, &[&level.to_string()])) }
                                    }
                                }
                            }
                        }
                        @for side in [Side::First, Side::Second] {
                            button name="as" value=(side_code(side)) { (fill(words.play_as, &[self.name(side)])) }
                        }
                    }
                }
                Some(side) => {
                    h2 {
                        @if over { (words.game_over) }
                        @else if side == self.look.to_move { (words.your_turn) }
                        @else if let Some(level) = self.place.level { (fill(words.level, &[&level.to_string()])) }
                        @else { (words.its_turn) }
                    }
                    p.said {
                        @if side != self.look.to_move && !over {
                            a.button.main href=(self.place.answer_address()) { (words.answer) }
                        }
                        @if !self.told() {
                            a.button href=(Place { hint: true, ..self.place.clone() }.address()) { (words.hint) }
                        }
                        a.button href=(Place { human: None, level: None, hint: false, ..self.place.clone() }.address()) { (words.just_look) }
                    }
                }
            }
        }
    }

    /// The place as fields of a form.
    fn fields(&self) -> Markup {
        let place = Place { touched: Vec::new(), hint: false, ..self.place.clone() };
        let query = place.query();
        html! {
            @for (name, value) in form_urlencoded::parse(query.as_bytes()) {
                input type="hidden" name=(name) value=(value);
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
                @if let Some(form) = super::paste_again(self.place, "") { (form) }
            }
        }
    }
}

/// The parts of a page that change while work goes on, by their names in it.
pub(crate) fn parts(page: &Page<'_>) -> Map<String, Value> {
    let numbers = match page.known {
        Known::Some(_, state) => page.numbers(state).into_string(),
        _ => String::new(),
    };
    let parts = [
        ("verdict", page.headline().into_string()),
        ("squares", page.view().draw().into_string()),
        ("numbers", numbers),
        ("moves", page.moves().into_string()),
    ];
    parts.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect()
}

/// A move of a game, with what was known before it.
pub(crate) struct Reviewed {
    pub(crate) side: Side,
    pub(crate) sides: [&'static str; 2],
    pub(crate) mv: String,
    /// What could be had, and what the move left of it, for the side that moved.
    pub(crate) values: Option<(Verdict, Verdict)>,
}

impl Reviewed {
    /// What the move lost, if it is known to have lost something.
    fn loss(&self, words: &Words) -> Option<String> {
        let (best, got) = self.values?;
        if got.rank() >= best.rank() {
            return None;
        }
        let side = self.sides[self.side.index()];
        Some(match (best.score(), got.score()) {
            (Some(best), Some(got)) => {
                fill(words.lost_here, &[side, &(best.0 - got.0).to_string(), &self.mv])
            }
            _ => fill(
                words.instead,
                &[
                    &words.verdict(&got, self.side, self.sides),
                    &words.verdict(&best, self.side, self.sides),
                ],
            ),
        })
    }
}

/// What each move of a game cost.
pub(crate) fn review(place: &Place, moves: &[Reviewed]) -> Markup {
    let words = place.language.words();
    let none = moves.iter().all(|mv| mv.values.is_some() && mv.loss(words).is_none());
    let unknown = moves.iter().filter(|mv| mv.values.is_none()).count();
    let body = html! {
        h1 { (words.review) }
        @if none { p { (words.review_none) } }
        @if unknown > 0 { p { (fill(words.review_unknown, &[&unknown.to_string()])) } }
        table {
            tbody {
                @for (index, reviewed) in moves.iter().enumerate() {
                    tr {
                        td { (index + 1) "." }
                        td { (reviewed.sides[reviewed.side.index()]) }
                        td { a href=(Place { human: None, level: None, ..place.back_to(index) }.address()) { (reviewed.mv) } }
                        td {
                            @match (&reviewed.values, reviewed.loss(words)) {
                                (None, _) => span.faint { (words.unknown) },
                                (Some((best, _)), None) => (badge(best, false)),
                                (Some((best, got)), Some(loss)) => {
                                    (badge(best, false)) " → " (badge(got, false)) " " (loss)
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
