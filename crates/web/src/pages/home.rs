//! Where one begins.

use super::{layout, with_language};
use crate::address::Place;
use crate::board::Canvas;
use crate::words::{Language, Words};
use maud::{Markup, html};
use yomikiri_rooms::Library;

/// Boards that are offered, and rules that go with them.
pub(crate) struct Offer {
    /// What [`Words::games`] calls it.
    name: &'static str,
    pub(crate) game: &'static str,
    pub(crate) boards: &'static [&'static str],
    /// A rule's name and its choices, the usual one first; so many are shown at once.
    shown: usize,
    pub(crate) rules: &'static [(&'static str, &'static [&'static str])],
    /// A text that one might paste.
    pub(crate) example: &'static str,
}

pub(crate) const OFFERS: &[Offer] = &[
    Offer {
        name: "othello",
        game: "othello",
        boards: &["4x4", "4x6", "6x6", "4x8", "4x10", "6x8", "8x8"],
        shown: 1,
        rules: &[
            ("start", &["othello", "reversi"]),
            ("scoring", &["usual", "paper", "tournament"]),
        ],
        example: "4x4: ---- -OX- -XO- ---- X",
    },
    Offer {
        name: "go",
        game: "go",
        boards: &["3x3", "2x2", "2x3", "2x4", "3x4", "4x4", "4x5", "5x5"],
        shown: 1,
        rules: &[
            ("ko", &["basic", "positional", "situational"]),
            ("scoring", &["area", "afure", "stones"]),
            ("suicide", &["forbidden", "allowed"]),
            ("komi", &["0"]),
            ("repetition", &["open", "tie=0"]),
        ],
        example: "3x4: .... .XO. .... X",
    },
    Offer {
        name: "shogi",
        game: "shogi",
        boards: &["3x3", "3x4", "3x5"],
        shown: 2,
        rules: &[
            ("setup", &["KSP", "KPB", "LKP", "KGP", "K-P"]),
            ("zone", &["1", "2", "3"]),
            ("rules", &["standard", "paper"]),
            ("allow", &["nothing", "nifu", "uchifuzume"]),
            ("dead-squares", &["forbid", "unpromotable", "allow"]),
            ("repetition", &["draw", "first", "second"]),
            ("perpetual-check", &["allowed", "loses"]),
        ],
        example: "psk/3/KSP b - 1",
    },
    Offer {
        name: "amazons",
        game: "amazons",
        boards: &["4x4", "5x4", "5x5", "6x6"],
        shown: 0,
        rules: &[],
        example: "X..O + .XO#|..#.",
    },
    Offer {
        name: "dobutsu",
        game: "shogi",
        boards: &["dobutsu"],
        shown: 1,
        rules: &[("repetition", &["draw", "first", "second"])],
        example: "dobutsu gle/1c1/1C1/ELG b - 1",
    },
    Offer {
        name: "tictactoe",
        game: "tictactoe",
        boards: &["3x3"],
        shown: 0,
        rules: &[],
        example: "X--|-O-|--X O",
    },
];

/// The first page.
pub(crate) fn home(language: Language, library: &Library) -> Markup {
    let words = language.words();
    let body = html! {
        h1 { (words.tagline) }
        h2 { (words.choose) }
        ul.cards {
            @for (name, title, about) in words.games {
                @if let Some(offer) = OFFERS.iter().find(|offer| offer.name == *name) {
                    li.card {
                        (thumbnail(offer, words, library))
                        (card(offer, title, about, words, language))
                     }
                }
            }
        }
    };
    layout(language, words.home, "/", body)
}

impl Offer {
    /// Where one gets to by choosing nothing.
    fn place(&self) -> Place {
        let mut place = Place::new(self.game, self.boards[0]);
        if let Some((rule, choices)) = self.rules.iter().find(|(rule, _)| *rule == "setup") {
            place.rules.push(((*rule).into(), choices[0].into()));
        }
        place
    }
}

/// What the first page offers.
pub(crate) fn offered() -> impl Iterator<Item = Place> {
    OFFERS.iter().map(Offer::place)
}

/// What the game looks like, for who can see it.
fn thumbnail(offer: &Offer, words: &'static Words, library: &Library) -> Markup {
    let room = offer.place().open(library).ok().and_then(|mut rooms| rooms.pop());
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

fn card(offer: &Offer, title: &str, about: &str, words: &Words, language: Language) -> Markup {
    let (name, game) = (offer.name, offer.game);
    let (shown, more) = offer.rules.split_at(offer.shown);
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
                @for rule in shown { (choice(name, rule, words)) }
                button.main type="submit" { (words.start) }
            }
            @if !more.is_empty() {
                details {
                    summary { (words.more_rules) }
                    div.row { @for rule in more { (choice(name, rule, words)) } }
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

/// A choice of a rule; set-ups and numbers are typed.
fn choice(name: &str, (rule, choices): &(&'static str, &[&'static str]), words: &Words) -> Markup {
    let id = format!("{name}-{rule}");
    html! {
        div {
            label for=(id) { (words.name(rule)) }
            @if *rule == "setup" {
                @let list = format!("{id}-list");
                input id=(id) name=(rule) list=(list) value=(choices[0]) size="5" required spellcheck="false";
                datalist id=(list) { @for choice in *choices { option { (choice) } } }
            } @else if *rule == "komi" {
                input id=(id) name=(rule) size="3" inputmode="numeric" placeholder=(choices[0]);
            } @else {
                select id=(id) name=(rule) {
                    @for (index, choice) in choices.iter().enumerate() {
                        // Leaving a rule out means its usual choice, and keeps addresses short.
                        option value=(if index == 0 { "" } else { choice }) { (words.name(choice)) }
                    }
                }
            }
        }
    }
}

/// The form for a position of the same game under the same rules, with the text that was not
/// understood, if there is.
pub(crate) fn paste_again(place: &Place, text: &str) -> Option<Markup> {
    let offer = OFFERS.iter().find(|offer| offer.game == place.game)?;
    let words = place.language.words();
    Some(html! {
        details open[!text.is_empty()] {
            summary { (words.paste) }
            form action=(format!("/board/{}", offer.game)) method="get" {
                (language_field(place.language))
                @for (name, value) in &place.rules {
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
