//! The pages.

mod game;
mod home;
mod review;
mod setup;

pub(crate) use game::{Page, parts};
pub(crate) use home::{home, offered, paste_again, report_address, reports, tour};
pub(crate) use review::{Cost, Reviewed, review};

pub(crate) use setup::{Changes, setup};

use crate::words::Language;
use maud::{DOCTYPE, Markup, html};

/// A page around its contents; `here` is the address without a language, for the other one's link.
pub(crate) fn layout(language: Language, title: &str, here: &str, contents: Markup) -> Markup {
    let words = language.words();
    let other = match language {
        Language::English => Language::Japanese,
        Language::Japanese => Language::English,
    };
    html! {
        (DOCTYPE)
        html lang=(language.code()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · yomikiri" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/style.css";
                script src="/assets/script.js" defer {}
            }
            body {
                a.skip href="#main" { (words.skip) }
                header {
                    a.brand href=(with_language("/", language)) { "yomikiri " span lang="ja" { "読み切り" } }
                    nav aria-label="yomikiri" {
                        a href=(with_language("/", language)) { (words.home) }
                        a href=(with_language("/tour", language)) { (words.tour) }
                        a href=(with_language("/reports", language)) { (words.reports) }
                        a href=(with_language(here, other)) lang=(other.code()) { (words.other_language) }
                    }
                }
                main id="main" { (contents) }
            }
        }
    }
}

/// An address with its language.
pub(crate) fn with_language(address: &str, language: Language) -> String {
    match language {
        Language::English => address.to_owned(),
        other => {
            let joint = if address.contains('?') { '&' } else { '?' };
            format!("{address}{joint}lang={}", other.code())
        }
    }
}

/// A page that says what was wrong.
pub(crate) fn problem(
    language: Language,
    heading: &str,
    text: &str,
    form: Option<Markup>,
) -> Markup {
    layout(
        language,
        heading,
        "/",
        html! {
            h1 { (heading) }
            p.wrong role="alert" { (text) }
            @if let Some(form) = form { (form) }
            p { a.button href=(with_language("/", language)) { (language.words().home) } }
        },
    )
}
