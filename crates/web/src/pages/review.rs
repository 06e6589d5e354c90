//! What each move of a game cost.

use super::layout;
use crate::address::Place;
use crate::board::badge;
use crate::known::Known;
use crate::words::{Language, Words, fill};
use maud::{Markup, html};
use yomikiri_core::{Side, Standing, Verdict};
use yomikiri_rooms::reports::Look;

/// What a move is proved to have cost.
pub(crate) enum Cost {
    /// Nothing: no other move was worth more.
    Nothing(Verdict),
    /// Something: there was a better one.
    Lost {
        /// What could be had.
        best: Verdict,
        /// What the move left of it.
        got: Verdict,
    },
    /// Nobody knows whether it cost anything, or endless play decides it; so much is known of the
    /// move.
    Open(Verdict),
}

impl Cost {
    /// What a move cost, if anything is known of it.
    pub(crate) fn of(known: &Known, look: &Look, mv: &str) -> Option<Cost> {
        let value = known.values(look).of(mv);
        match value.standing {
            Standing::Best | Standing::Lost => Some(Cost::Nothing(value.verdict)),
            Standing::Worse => Some(Cost::Lost { best: known.verdict(look), got: value.verdict }),
            Standing::Possible => value.is_known().then_some(Cost::Open(value.verdict)),
        }
    }
}

/// A move of a game.
pub(crate) struct Reviewed {
    pub(crate) side: Side,
    pub(crate) sides: [&'static str; 2],
    pub(crate) mv: String,
    /// What it cost the side that moved, if anything is known of that.
    pub(crate) cost: Option<Cost>,
}

impl Reviewed {
    /// What is said of a loss: points where they can be counted, at least so many where only bounds
    /// are proved.
    fn loss(&self, best: &Verdict, got: &Verdict, words: &Words) -> String {
        let side = self.sides[self.side.index()];
        let points = |points: i32, said| fill(said, &[side, &points.to_string(), &self.mv]);
        if let (Some(best), Some(got)) = (best.score(), got.score()) {
            return points(best.0 - got.0, words.lost_here);
        }
        match (best, got) {
            (
                Verdict::Score { .. } | Verdict::Bounds(_),
                Verdict::Score { .. } | Verdict::Bounds(_),
            ) if let (Some(best), Some(got)) = (best.bounds(), got.bounds()) => {
                points(best.low.0 - got.high.0, words.lost_at_least)
            }
            _ => {
                let said = |verdict| words.verdict(verdict, self.side, self.sides);
                fill(words.instead, &[&said(got), &said(best)])
            }
        }
    }
}

/// The page of a game's moves and what they cost.
pub(crate) fn review(place: &Place, moves: &[Reviewed]) -> Markup {
    let words = place.language.words();
    let none = moves.iter().all(|mv| matches!(mv.cost, Some(Cost::Nothing(_))));
    let unknown = moves.iter().filter(|mv| mv.cost.is_none()).count();
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
                        td { a href=(place.back_to(index).only_looking().address()) { (reviewed.mv) } }
                        td {
                            @match &reviewed.cost {
                                None => span.faint { (words.unknown) },
                                Some(Cost::Nothing(Verdict::Unknown)) => span.faint { (words.only_move) },
                                Some(Cost::Nothing(verdict)) => (badge(verdict, false)),
                                Some(Cost::Open(verdict)) => {
                                    (badge(verdict, false)) " "
                                    (words.verdict(verdict, reviewed.side, reviewed.sides)) " "
                                    span.faint { "· " (words.cost_open) }
                                }
                                Some(Cost::Lost { best, got }) => {
                                    (badge(best, false)) " → " (badge(got, false)) " "
                                    (reviewed.loss(best, got, words))
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
    let here = format!("/review/{}?{}", here.game.name, here.query());
    layout(place.language, words.review, &here, body)
}
