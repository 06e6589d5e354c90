//! Where one begins.

use super::{layout, with_language};
use crate::address::Place;
use crate::board::Canvas;
use crate::words::{Language, Words};
use maud::{Markup, html};
use yomikiri_core::options::{Declared, Effect, Form, Options};
use yomikiri_rooms::{Declaration, Library, Offer};

/// The first page.
pub(crate) fn home(language: Language, library: &Library) -> Markup {
    let words = language.words();
    let body = html! {
        h1 { (words.tagline) }
        h2 { (words.choose) }
        ul.cards {
            @for (game, offer) in offers(library) {
                li.card {
                    (thumbnail(game, offer, words, library))
                    (card(game, offer, words, language))
                }
            }
        }
    };
    layout(language, words.home, "/", body)
}

/// All offers of all games.
fn offers(library: &Library) -> impl Iterator<Item = (&'static Declaration, &'static Offer)> {
    let games = library.games().iter();
    games.flat_map(|game| game.offers.iter().map(|offer| (*game, offer)))
}

/// Where one gets to by choosing nothing but what must be chosen.
fn place(game: &'static Declaration, offer: &Offer) -> Place {
    let mut place = Place::new(game, offer.boards[0]);
    for option in game.choices(offer) {
        if let Some(first) = needed(option) {
            place.rules = place.rules.with(option.name(), first);
        }
    }
    place
}

/// What stands in the form for an option without which a game cannot begin.
fn needed(option: &dyn Declared) -> Option<&'static str> {
    match option.form() {
        Form::Text { usual: None, examples, .. } if option.effect() == Effect::Start => {
            examples.first().copied()
        }
        _ => None,
    }
}

/// What the first page offers.
pub(crate) fn offered(library: &Library) -> impl Iterator<Item = Place> {
    offers(library).map(|(game, offer)| place(game, offer))
}

/// What the game looks like, for who can see it.
fn thumbnail(
    game: &'static Declaration,
    offer: &Offer,
    words: &'static Words,
    library: &Library,
) -> Markup {
    let room = place(game, offer).open(library).ok().and_then(|mut rooms| rooms.pop());
    let look = room.map(|room| room.look());
    html! {
        @if let Some(look) = &look && let Some(picture) = &look.picture {
            div.thumbnail aria-hidden="true" {
                (Canvas {
                    picture,
                    mover: look.to_move,
                    sides: look.sides,
                    words,
                    regions: &[],
                    settled: &[],
                    chosen: &[],
                    touch: &|_| None,
                }.squares())
            }
        }
    }
}

fn language_field(language: Language) -> Markup {
    html! {
        @if language != Language::English {
            input type="hidden" name="lang" value=(language.code());
        }
    }
}

fn card(
    declared: &'static Declaration,
    offer: &Offer,
    words: &Words,
    language: Language,
) -> Markup {
    let game = declared.name;
    let name = offer.variant.unwrap_or(game);
    let (title, about) = words.game(name).unwrap_or((declared.title, declared.about));
    let options = declared.choices(offer);
    let (shown, more) = options.split_at(offer.shown.min(options.len()));
    let paste = format!("{name}-paste");
    html! {
        h2 { (title) }
        p.faint { (about) }
        form action=(format!("/board/{game}")) method="get" {
            (language_field(language))
            div.row {
                @if let [board] = offer.boards {
                    input type="hidden" name="position" value=(board);
                } @else {
                    div {
                        label for=(format!("{name}-board")) { (words.board) }
                        select id=(format!("{name}-board")) name="position" {
                            @for board in offer.boards { option { (board) } }
                        }
                    }
                }
                @for option in shown { (choice(name, *option, words)) }
                button.main type="submit" { (words.start) }
            }
            @if !more.is_empty() {
                details {
                    summary { (words.more_rules) }
                    div.row { @for option in more { (choice(name, *option, words)) } }
                }
            }
            details {
                summary { (words.paste) }
                label for=(paste) { (words.paste_hint) }
                textarea id=(paste) name="paste" placeholder=(offer.example) spellcheck="false" {}
                button type="submit" { (words.go_there) }
            }
        }
    }
}

/// The field of an option: choices are picked, all else is typed.
fn choice(name: &str, option: &dyn Declared, words: &Words) -> Markup {
    let rule = option.name();
    let id = format!("{name}-{rule}");
    let picked = |choices: &[(&'static str, &'static str)], none: Option<&str>| {
        html! {
            select id=(id) name=(rule) title=(option.about()) {
                @if let Some(none) = none { option value="" { (none) } }
                @for (index, (choice, about)) in choices.iter().enumerate() {
                    // Leaving a rule out means its usual choice, and keeps addresses short.
                    @let is_usual = index == 0 && none.is_none();
                    option value=(if is_usual { "" } else { choice }) title=(about) {
                        (words.name(choice))
                    }
                }
            }
        }
    };
    html! {
        div {
            label for=(id) { (words.name(rule)) }
            @match option.form() {
                Form::One(choices) => (picked(&choices, None)),
                Form::Any(choices) => (picked(&choices, Some(words.name("nothing")))),
                Form::Switch => input id=(id) name=(rule) type="checkbox" value=(Options::GIVEN);,
                Form::Text { usual, examples, .. } => {
                    @let list = format!("{id}-list");
                    @let first = needed(option);
                    input id=(id) name=(rule) list=(list) size="5" spellcheck="false" autocomplete="off"
                        title=(option.about()) value=[first] required[first.is_some()]
                        placeholder=[usual];
                    datalist id=(list) { @for example in examples { option { (example) } } }
                }
            }
        }
    }
}

/// The form for a position of the same game under the same rules, with the text that was not
/// understood, if there is.
pub(crate) fn paste_again(place: &Place, text: &str) -> Option<Markup> {
    let offer = place.game.offers.first()?;
    let words = place.language.words();
    Some(html! {
        details open[!text.is_empty()] {
            summary { (words.paste) }
            form action=(format!("/board/{}", place.game.name)) method="get" {
                (language_field(place.language))
                @for (name, value) in place.rules.iter() {
                    input type="hidden" name=(name) value=(value);
                }
                label for="paste" { (words.paste_hint) }
                textarea id="paste" name="paste" placeholder=(offer.example)
                    spellcheck="false" required { (text) }
                button type="submit" { (words.go_there) }
            }
        }
    })
}

/// What the tour shows of each game.
const EXAMPLES: &[(&str, &str)] = &[
    ("othello", "/board/othello?position=4x6&moves=c1"),
    ("go", "/board/go?position=3x4"),
    ("shogi", "/board/shogi?position=3x3&setup=KSP"),
    ("amazons", "/board/amazons?position=X..%23%23%7C.%23%23%23X%7C.%23%23O.%7C%23%23%23.."),
    ("playing", "/board/tictactoe?position=3x3&as=first"),
];

/// What one sees, game by game.
pub(crate) fn tour(language: Language) -> Markup {
    let words = language.words();
    let body = html! {
        h1 { (words.tour) }
        @for (of, title, text) in words.tour_text {
            h2 { (title) }
            p { (text) }
            @if let Some((_, address)) = EXAMPLES.iter().find(|(example, _)| example == of) {
                p { a href=(with_language(address, language)) { (words.example) } }
            }
        }
        p { (words.legend) }
    };
    layout(language, words.tour, "/tour", body)
}

/// The address of a report's first page; its folder's name is a part of a path.
pub(crate) fn report_address(name: &str) -> String {
    let name = form_urlencoded::byte_serialize(name.as_bytes()).collect::<String>();
    format!("/reports/{}/index.html", name.replace('+', "%20"))
}

/// The reports that `reproduce` wrote, by their folders' names.
pub(crate) fn reports(language: Language, names: &[String]) -> Markup {
    let words = language.words();
    let body = html! {
        h1 { (words.reports) }
        @if names.is_empty() {
            p { (words.no_reports) }
            pre { "yomikiri reproduce 000 --quick --out report-000\nyomikiri explore --reports ." }
        }
        ul {
            @for name in names {
                li { a href=(report_address(name)) { (name) } }
            }
        }
    };
    layout(language, words.reports, "/reports", body)
}
