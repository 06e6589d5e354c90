//! Where one begins.

use super::{layout, with_language};
use crate::address::Place;
use crate::words::{Language, Words};
use maud::{Markup, html};

/// Boards that are offered, and rules that go with them.
struct Offer {
    game: &'static str,
    boards: &'static [&'static str],
    /// A rule's name and its choices, the usual one first.
    rules: &'static [(&'static str, &'static [&'static str])],
    /// A text that one might paste.
    example: &'static str,
}

const OFFERS: &[Offer] = &[
    Offer {
        game: "othello",
        boards: &["4x4", "4x6", "6x6", "4x8", "4x10", "6x8", "8x8"],
        rules: &[("start", &["othello", "reversi"])],
        example: "4x4: ---- -OX- -XO- ---- X",
    },
    Offer {
        game: "go",
        boards: &["2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "5x5"],
        rules: &[
            ("ko", &["basic", "positional", "situational"]),
            ("scoring", &["area", "afure"]),
            ("suicide", &["forbidden", "allowed"]),
        ],
        example: "3x4: .... .XO. .... X",
    },
    Offer {
        game: "shogi",
        boards: &["3x3", "3x4", "dobutsu", "9masu"],
        rules: &[("setup", &["KSP", "KPB", "KGP", "K-P"]), ("zone", &["1", "2", "3"])],
        example: "psk/3/KSP b - 1",
    },
    Offer {
        game: "amazons",
        boards: &["4x4", "5x4", "5x5", "6x6"],
        rules: &[],
        example: "X..O + .XO#|..#.",
    },
    Offer { game: "tictactoe", boards: &["3x3"], rules: &[], example: "X--|-O-|--X O" },
];

/// The first page.
pub(crate) fn home(language: Language) -> Markup {
    let words = language.words();
    let body = html! {
        h1 { (words.tagline) }
        h2 { (words.choose) }
        ul.cards {
            @for (game, title, about) in words.games {
                @if let Some(offer) = OFFERS.iter().find(|offer| offer.game == *game) {
                    li.card { (card(offer, title, about, words, language)) }
                }
            }
        }
    };
    layout(language, words.home, "/", body)
}

fn language_field(language: Language) -> Markup {
    html! {
        @if language != Language::English {
            input type="hidden" name="lang" value=(language.code());
        }
    }
}

fn card(offer: &Offer, title: &str, about: &str, words: &Words, language: Language) -> Markup {
    let game = offer.game;
    html! {
        h2 { (title) }
        p.faint { (about) }
        form action=(format!("/board/{game}")) method="get" {
            (language_field(language))
            div.row {
                div {
                    label for=(format!("{game}-board")) { (words.board) }
                    select id=(format!("{game}-board")) name="position" {
                        @for board in offer.boards { option { (board) } }
                    }
                }
                @for (rule, choices) in offer.rules {
                    div {
                        label for=(format!("{game}-{rule}")) { (rule) }
                        select id=(format!("{game}-{rule}")) name=(rule) {
                            @for (index, choice) in choices.iter().enumerate() {
                                // Leaving a rule out means its usual choice, and keeps addresses short.
                                @if index == 0 && *rule != "setup" {
                                    option value="" { (choice) }
                                } @else {
                                    option value=(choice) { (choice) }
                                }
                            }
                        }
                    }
                }
                button.main type="submit" { (words.start) }
            }
        }
        (paste(game, offer.example, "", words, language))
    }
}

/// A form to paste a position into.
pub(crate) fn paste(
    game: &str,
    example: &str,
    text: &str,
    words: &Words,
    language: Language,
) -> Markup {
    html! {
        details open[!text.is_empty()] {
            summary { (words.paste) }
            form action=(format!("/board/{game}")) method="get" {
                (language_field(language))
                label for=(format!("{game}-paste")) { (words.paste_hint) }
                textarea id=(format!("{game}-paste")) name="position" placeholder=(example)
                    spellcheck="false" required { (text) }
                button type="submit" { (words.go_there) }
            }
        }
    }
}

/// The form for a game whose position was not understood.
pub(crate) fn paste_again(place: &Place) -> Option<Markup> {
    let offer = OFFERS.iter().find(|offer| offer.game == place.game)?;
    let words = place.language.words();
    Some(paste(offer.game, offer.example, &place.position, words, place.language))
}

/// What one sees, game by game.
pub(crate) fn tour(language: Language) -> Markup {
    let words = language.words();
    let body = html! {
        h1 { (words.tour) }
        @for (title, text) in words.tour_text {
            h2 { (title) }
            p { (text) }
        }
        p { (words.legend) }
    };
    layout(language, words.tour, "/tour", body)
}

/// The reports that `reproduce` wrote, by their folders' names.
pub(crate) fn reports(language: Language, names: &[String]) -> Markup {
    let words = language.words();
    let body = html! {
        h1 { (words.reports) }
        @if names.is_empty() {
            p { "yomikiri reproduce 000 --quick --out report-000" br; "yomikiri explore --reports ." }
        }
        ul {
            @for name in names {
                li { a href=(with_language(&format!("/reports/{name}/index.html"), Language::English)) { (name) } }
            }
        }
    };
    layout(language, words.reports, "/reports", body)
}
