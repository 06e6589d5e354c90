//! A position: its value, its board, its moves, and the game that led to it.

use super::layout;
use crate::address::{Against, Place, side_code};
use crate::board::{View, badge};
use crate::known::{Known, Values};
use crate::settled::Settled;
use crate::words::{Language, Words, fill};
use crate::work::{LONG_GLANCE, Phase, State};
use maud::{Markup, html};
use serde_json::{Map, Value};
use yomikiri_core::text::{grouped, rough};
use yomikiri_core::{Cell, Ground, Side, Verdict};
use yomikiri_rooms::opponents::{Opponent, PERFECTION};
use yomikiri_rooms::reports::Look;

/// Most moves in a list; the board has them all.
const MOST_LISTED: usize = 200;

/// A page of a position.
pub(crate) struct Page<'a> {
    pub(crate) place: &'a Place,
    pub(crate) look: &'a Look,
    pub(crate) known: &'a Known,
    values: Values,
    pub(crate) regions: Vec<Vec<String>>,
    /// Whom one can play against.
    pub(crate) opponents: &'a [Opponent],
    /// What is settled without a search, in games that have such notions.
    pub(crate) settled: Option<&'a Settled>,
    /// How many moves are left when one is taken back.
    pub(crate) take_back: Option<usize>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(place: &'a Place, look: &'a Look, known: &'a Known) -> Page<'a> {
        let listed = known.remarks().and_then(|remarks| remarks.get("regions")?.as_array());
        let regions = listed.into_iter().flatten().map(|region| {
            let squares = region["squares"].as_array().into_iter().flatten();
            squares.filter_map(|square| square.as_str().map(str::to_owned)).collect()
        });
        Page {
            place,
            look,
            known,
            values: known.values(look),
            regions: regions.collect(),
            opponents: &[],
            settled: None,
            take_back: None,
        }
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

    /// Whether there can be anything to tell of moves: nothing where the game has come back.
    fn has_values(&self) -> bool {
        self.told() && self.look.repeated.is_none()
    }

    /// Whether a person is to move, or nobody plays.
    fn is_own_turn(&self) -> bool {
        self.place.human.is_none_or(|human| human == self.look.to_move)
    }

    /// Whom a person plays against.
    fn opponent(&self) -> String {
        let Against { name, level } = &self.place.against;
        let name = self.words().opponent(name);
        match level {
            Some(level) => format!("{name} ({})", fill(self.words().level, &[&level.to_string()])),
            None => name.to_owned(),
        }
    }

    fn its_turn(&self) -> String {
        fill(self.words().its_turn, &[&self.opponent()])
    }

    /// Whether perfection is to move and cannot, however long one waits.
    fn is_at_a_loss(&self) -> bool {
        let waited = match self.known {
            Known::All(_) => true,
            Known::Some(_, state) => match state.phase {
                Phase::GivenUp { hurried } => !hurried,
                _ => state.phase.ended() || state.seconds > LONG_GLANCE.as_secs_f64(),
            },
            Known::Nothing(_) => false,
        };
        let waits = self.place.against.is_perfection() && !self.is_own_turn() && !self.is_over();
        waits && waited && self.known.choice(self.look).is_none()
    }

    /// Whether the game ends here: by the rules, or because it would go on for ever.
    fn is_over(&self) -> bool {
        self.look.final_score.is_some() || self.look.repeated.is_some()
    }

    /// What the rules make of it that the game has come back, if it has.
    fn repetition(&self) -> Option<String> {
        let repeated = self.look.repeated?;
        Some(self.words().repetition(repeated.rule, self.look.sides))
    }

    /// What is settled, where somebody wants to see it.
    fn settled_shown(&self) -> Option<&Settled> {
        self.settled.filter(|_| self.place.settled)
    }

    fn view(&self) -> View<'_> {
        View {
            look: self.look,
            place: self.place,
            values: self.has_values().then_some(&self.values),
            settled: self.settled_shown().map_or(&[], Settled::points),
            words: self.words(),
            regions: &self.regions,
            open: self.place.human.is_none() || self.is_own_turn() && !self.is_over(),
        }
    }

    /// The whole page.
    pub(crate) fn draw(&self) -> Markup {
        let words = self.words();
        let variant = self.look.rules.get("variant").and_then(Value::as_str);
        let offers = self.place.game.offers.iter();
        let named = variant.filter(|variant| offers.clone().any(|of| of.variant == Some(variant)));
        let game = words.game(named.unwrap_or(self.look.game));
        let called = game.map_or(self.place.game.title, |(title, _)| title);
        let title = format!("{called} {}", self.look.board);
        let following = match self.known {
            Known::Some(name, state) if !state.phase.ended() => {
                Some(format!("/follow/{name}?game={}&{}", self.place.game.name, self.place.query()))
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
                @if let Some(counts) = self.counts() { p id="counts" { (counts) } }
                div.two {
                    div {
                        section aria-label=(words.board) id="squares" { (self.view().draw()) }
                        (self.settled())
                    }
                    div {
                        section.panel id="work" { (self.work()) }
                        section id="moves" { (self.moves()) }
                        section id="line" { (self.main_line()) }
                        section id="regions" { (self.regions()) }
                        section { (self.played()) }
                        section id="playing" { (self.playing()) }
                        p { a.button href=(format!("/setup/{}?{}", self.place.game.name, self.place.query())) { (words.set_up) } }
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
            @else if let Some(repetition) = self.repetition() { (words.game_over) ": " (repetition) }
            @else if !self.told() { (fill(words.to_move, &[self.name(self.look.to_move)])) }
            @else { (said) span.faint { " · " (fill(words.to_move, &[self.name(self.look.to_move)])) } }
        }
    }

    /// What stands on the board of those who count it, and at the end what is counted.
    fn counts(&self) -> Option<String> {
        let words = self.words();
        let side = |side: Side| self.name(side).to_owned();
        if self.look.tally.is_empty() {
            let picture = self.look.picture.as_ref()?;
            let stones = match picture.ground {
                Ground::Cloth => words.discs,
                Ground::Lines => words.stones,
                _ => return None,
            };
            let counted = [Side::First, Side::Second].map(|owner| {
                let own = |cell: &&Cell| matches!(cell, Cell::Piece(piece) if piece.side == owner);
                format!("{} {}", side(owner), picture.cells.iter().filter(own).count())
            });
            return Some(fill(stones, &[&counted.join(" · ")]));
        }
        let name = |key: &str| match key {
            "black" => side(Side::First),
            "white" => side(Side::Second),
            other => words.count(other),
        };
        let counted: Vec<String> =
            self.look.tally.iter().map(|(key, count)| format!("{} {count}", name(key))).collect();
        let said = if self.look.game == "othello" { words.discs } else { words.counted };
        Some(fill(said, &[&counted.join(" · ")]))
    }

    /// The switch between values and what is settled, and what the marks of that mean.
    fn settled(&self) -> Markup {
        let words = self.words();
        let other = Place { settled: !self.place.settled, ..self.place.clone() };
        html! {
            @if self.settled.is_some() {
                p.said {
                    a.button href=(other.address()) aria-pressed=(self.place.settled) role="button" {
                        (if self.place.settled { words.hide_settled } else { words.show_settled })
                    }
                }
            }
            @if let Some(settled) = self.settled_shown() {
                section id="settled" { (settled.legend(words, self.look.sides)) }
            }
        }
    }

    /// What is being done, or what could be.
    fn work(&self) -> Markup {
        let words = self.words();
        if let Some(repetition) = self.repetition() {
            return html! {
                p role="status" { (words.repeated) " " (repetition) "." }
                p { a.button href=(self.place.alone(&self.look.position).address()) { (words.look_alone) } }
            };
        }
        match self.known {
            _ if !self.told()
                && (!self.place.against.is_perfection() || matches!(self.known, Known::All(_))) =>
            {
                html! { p { @if self.is_own_turn() { (words.your_turn) } @else { (self.its_turn()) } } }
            }
            // Only the moves were remembered: there is more to be known.
            Known::All(answer)
                if answer.value.is_none_or(|value| !value.is_whole())
                    && self.known.verdict(self.look) != Verdict::Unknown =>
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
                        Phase::GivenUp { hurried: false } if self.known.verdict(self.look).outcome().is_some() => (words.moves_unknown),
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
                    @let whole = left.whole;
                    (fill(words.left, &[&format!("{least}–{most}"), &whole.done.to_string(), &whole.of.to_string()])) ", "
                }
                (grouped(state.nodes)) " " (words.positions) ", "
                (fill(words.a_second, &[&grouped(state.nodes_per_second as u64)])) ", "
                (format!("{:.0} s", state.seconds))
            }
        }
    }

    fn start_form(&self) -> Markup {
        html! {
            form method="post" action=(format!("/work/{}?{}", self.place.game.name, self.place.query())) {
                button.main type="submit" { (self.words().read_out) }
            }
        }
    }

    /// The list of moves, best first; those that are not known last.
    fn moves(&self) -> Markup {
        let words = self.words();
        let view = self.view();
        let mut moves: Vec<_> = view.begun().map(|mv| (mv, self.values.of(&mv.name))).collect();
        let told = self.has_values();
        if told {
            moves.sort_by_key(|(_, value)| value.order());
        }
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
                            @if told { th scope="col" { (fill(words.value, &[self.name(self.look.to_move)])) } }
                        } }
                        tbody {
                            @for (mv, value) in moves {
                                tr {
                                    td {
                                        @if view.open { a href=(self.place.address_after(&mv.name)) { (mv.name) } }
                                        @else { (mv.name) }
                                        @if let Some(record) = &mv.record { " " span.faint { (record) } }
                                    }
                                    @if told { td {
                                        @if value.is_known() {
                                            (badge(&value.verdict, value.is_best())) " "
                                            (words.verdict(&value.verdict, self.look.to_move, self.look.sides))
                                        } @else {
                                            span.faint { (words.unknown) }
                                        }
                                        @if let Some(repeats) = mv.repeats {
                                            span.faint { " · " (words.leads_back) ": " (words.repetition(repeats.rule, self.look.sides)) }
                                        }
                                    } }
                                }
                            }
                        }
                    }
                }
                @if told && self.look.moves.iter().any(|mv| mv.repeats.is_some()) {
                    p.faint { (words.in_game) }
                }
                @if count > moves_listed {
                    p.faint { (fill(words.more_moves, &[&(count - moves_listed).to_string()])) }
                }
            }
        }
    }

    fn main_line(&self) -> Markup {
        let line = self.known.line_in_game(self.look);
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
        let listed = self.known.remarks().and_then(|remarks| remarks.get("regions")?.as_array());
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
                    a.button href=(format!("/review/{}?{}", self.place.game.name, self.place.query())) { (words.review) }
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
                    form.row method="get" action=(format!("/answer/{}", self.place.game.name)) {
                        (self.fields())
                        (self.choose_opponent())
                        @for side in [Side::First, Side::Second] {
                            button name="as" value=(side_code(side)) { (fill(words.play_as, &[self.name(side)])) }
                        }
                    }
                }
                Some(_) => {
                    h2 {
                        @if over { (words.game_over) }
                        @else if self.is_own_turn() { (words.your_turn) }
                        @else { (self.its_turn()) }
                    }
                    p.faint {
                        @let about = words.about_opponent(&self.place.against.name).unwrap_or_default();
                        (fill(words.playing_against, &[&self.opponent(), about]))
                        @if let Some(took) = self.place.took {
                            " " (fill(words.took, &[&format!("{:.1}", f64::from(took) / 1000.0)]))
                        }
                    }
                    @if self.is_at_a_loss() {
                        p.wrong role="status" { (words.perfection_unknown) }
                    }
                    p.said {
                        @if self.is_at_a_loss() {
                            @for (index, opponent) in self.opponents.iter().filter(|other| **other != PERFECTION).enumerate() {
                                @let next = Place { against: Against::usual(opponent), ..self.place.anew() };
                                a.button.main[index == 0] href=(next.answer_address()) {
                                    (fill(words.play_on_against, &[words.opponent(opponent.name)]))
                                }
                            }
                        } @else if !self.is_own_turn() && !over {
                            a.button.main href=(self.place.answer_address()) { (words.answer) }
                        }
                        @if !self.told() {
                            a.button href=(Place { hint: true, ..self.place.clone() }.address()) { (words.hint) }
                        }
                        a.button href=(self.place.only_looking().address()) { (words.just_look) }
                    }
                }
            }
        }
    }

    /// Whom one could play against, and how long engines may take for a move. Where perfection
    /// does not know its move, the game's engine comes first.
    fn choose_opponent(&self) -> Markup {
        let words = self.words();
        let engine = self.opponents.first().filter(|opponent| opponent.levels > 0);
        let usual = match engine {
            Some(engine) if !matches!(self.known, Known::All(_)) => Against::usual(engine),
            _ => Against::default(),
        };
        html! {
            div {
                label for="against" { (words.against) }
                select id="against" name="against" {
                    @for opponent in self.opponents {
                        @let name = words.opponent(opponent.name);
                        @if opponent.levels == 0 {
                            @let against = Against::usual(opponent);
                            option value=(against) selected[against == usual] title=[words.about_opponent(opponent.name)] { (name) }
                        } @else {
                            optgroup label=(name) title=[words.about_opponent(opponent.name)] {
                                @for level in 1..=opponent.levels {
                                    @let against = Against { name: opponent.name.into(), level: Some(level) };
                                    option value=(against) selected[against == usual] {
                                        (name) ", " (fill(words.level, &[&level.to_string()]))
                                    }
                                }
                            }
                        }
                    }
                }
            }
            @if engine.is_some() {
                div {
                    label for="time" { (words.time_a_move) }
                    select id="time" name="time" {
                        @for seconds in [1, 2, 5, 10] {
                            option value=(seconds) selected[seconds == self.place.seconds] { (seconds) " s" }
                        }
                    }
                }
            }
        }
    }

    /// The place as fields of a form.
    fn fields(&self) -> Markup {
        let query = self.place.only_looking().query();
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
        ("playing", page.playing().into_string()),
    ];
    parts.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect()
}
