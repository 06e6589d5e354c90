//! Where a position is set up by touching squares.

use super::layout;
use crate::address::{Place, check_length, side_code};
use crate::board::{Canvas, Touch};
use crate::words::fill;
use maud::{Markup, html};
use yomikiri_core::{Cell, Error, InHand, Picture, Result, Side, Spot};
use yomikiri_rooms::reports::Look;
use yomikiri_rooms::{Library, Room};

/// Most pieces of a kind in hand.
const MOST_HELD: u8 = 18;

/// What was changed about a position, as an address has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Cells, and the marks of what was put there.
    put: Vec<(u16, String)>,
    /// Kinds in hand by side and index among the pieces, and how many.
    held: Vec<(Side, String, u8)>,
    to_move: Option<Side>,
    /// The mark of what is put next.
    brush: String,
}

impl Changes {
    /// Takes the changes out of a query; the rest is the place.
    pub(crate) fn take(query: &str) -> Result<(Changes, String)> {
        check_length(query)?;
        let mut changes = Changes::default();
        let mut rest = form_urlencoded::Serializer::new(String::new());
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let wrong = |expected: &str| {
                Error::notation("address", &format!("{name}={value}"), "not understood", expected)
            };
            match name.as_ref() {
                "put" => {
                    for part in value.split(' ').filter(|part| !part.is_empty()) {
                        let pair = part.split_once(':').and_then(|(cell, mark)| {
                            Some((cell.parse::<u16>().ok()?, mark.to_owned()))
                        });
                        changes.put.push(pair.ok_or_else(|| wrong("cells, as 5:X 7:O"))?);
                    }
                }
                "held" => {
                    for part in value.split(' ').filter(|part| !part.is_empty()) {
                        let pair = part.split_once(':').and_then(|(mark, count)| {
                            let count = count.parse().ok().filter(|count| *count <= MOST_HELD)?;
                            let capital = mark.chars().next()?.is_ascii_uppercase();
                            let side = if capital { Side::First } else { Side::Second };
                            Some((side, mark.to_owned(), count))
                        });
                        changes.held.push(pair.ok_or_else(|| wrong("pieces, as P:1 s:2"))?);
                    }
                }
                "side" => {
                    changes.to_move = Some(match value.as_ref() {
                        "first" => Side::First,
                        "second" => Side::Second,
                        _ => return Err(wrong("first or second")),
                    });
                }
                "brush" => changes.brush = value.into_owned(),
                _ => {
                    rest.append_pair(&name, &value);
                }
            }
        }
        Ok((changes, rest.finish()))
    }

    fn query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !self.put.is_empty() {
            let parts: Vec<_> =
                self.put.iter().map(|(cell, mark)| format!("{cell}:{mark}")).collect();
            query.append_pair("put", &parts.join(" "));
        }
        if !self.held.is_empty() {
            let parts: Vec<_> =
                self.held.iter().map(|(_, mark, count)| format!("{mark}:{count}")).collect();
            query.append_pair("held", &parts.join(" "));
        }
        if let Some(side) = self.to_move {
            query.append_pair("side", side_code(side));
        }
        if !self.brush.is_empty() {
            query.append_pair("brush", &self.brush);
        }
        query.finish()
    }

    fn with_put(&self, cell: u16, mark: &str) -> Changes {
        let mut changes = self.clone();
        changes.put.retain(|(other, _)| *other != cell);
        changes.put.push((cell, mark.into()));
        changes
    }

    fn with_held(&self, side: Side, mark: &str, count: u8) -> Changes {
        let mut changes = self.clone();
        changes.held.retain(|(_, other, _)| other != mark);
        changes.held.push((side, mark.into(), count));
        changes
    }

    /// The picture with the changes made.
    fn made(&self, picture: &Picture, pieces: &[Cell]) -> Result<Picture> {
        let mut picture = picture.clone();
        let named = |mark: &str| {
            pieces.iter().find(|piece| piece.mark() == mark).ok_or_else(|| {
                let marks: Vec<_> = pieces.iter().map(Cell::mark).collect();
                let expected = format!("one of {}", marks.join(" "));
                Error::notation("piece", mark, "there is no such piece", expected)
            })
        };
        for (cell, mark) in &self.put {
            let Some(place) = picture.cells.get_mut(usize::from(*cell)) else {
                let expected = format!("a number below {}", picture.cells.len());
                return Err(Error::notation(
                    "cell",
                    &cell.to_string(),
                    "not on the board",
                    expected,
                ));
            };
            *place = named(mark)?.clone();
        }
        for (side, mark, count) in &self.held {
            let Cell::Piece(piece) = named(mark)? else { continue };
            let hand = &mut picture.hands[side.index()];
            hand.retain(|held| held.piece.mark != *mark);
            if *count > 0 {
                hand.push(InHand { piece: piece.clone(), kind: 0, count: *count });
            }
        }
        Ok(picture)
    }
}

fn address(place: &Place, changes: &Changes) -> String {
    format!("/setup/{}?{}&{}", place.game.name, place.query(), changes.query())
}

/// The page on which a position is set up.
pub(crate) fn setup(
    place: &Place,
    room: &dyn Room,
    changes: &Changes,
    library: &Library,
) -> Result<Markup> {
    let words = place.language.words();
    let look: Look = words.rename(room.look());
    let pieces = room.pieces();
    let Some(picture) = look.picture.as_ref().filter(|_| !pieces.is_empty()) else {
        return Err(Error::refused(format!("positions of {} are pasted as text", look.game)));
    };
    let picture = changes.made(picture, &pieces)?;
    let to_move = changes.to_move.unwrap_or(look.to_move);
    let text = room.write_picture(&picture, to_move);
    let brush = pieces.iter().find(|piece| piece.mark() == changes.brush).unwrap_or(&pieces[1]);
    let canvas = Canvas {
        picture: &picture,
        mover: to_move,
        sides: look.sides,
        words,
        regions: &[],
        settled: &[],
        chosen: &[],
        touch: &|spot| {
            let Spot::Cell(cell) = spot else { return None };
            // Touching what is already there takes it away.
            let there = picture.cells.get(usize::from(cell))?.mark();
            let mark = if there == brush.mark() { pieces[0].mark() } else { brush.mark() };
            let address = address(place, &changes.with_put(cell, mark));
            Some(Touch { address, verdict: None, best: false, complete: None })
        },
    };
    let mut target = Place::new(place.game, &text);
    target.language = place.language;
    // A set-up belongs to a board's start, not to a position.
    target.rules = place.rules.clone();
    target.forget_beginning();
    let name = |piece: &Cell| match piece {
        Cell::Empty => words.empty.to_owned(),
        Cell::Gone => words.gone.to_owned(),
        Cell::Piece(piece) => {
            let side = look.sides[piece.side.index()];
            format!("{side} {}", words.name(piece.name))
        }
    };
    let pointed = look.game == "shogi";
    let body = html! {
        h1 { (words.set_up) }
        p { (words.set_up_hint) }
        div.two {
            section aria-label=(words.board) id="squares" { (canvas.draw()) }
            div {
                h2 { (words.brush) }
                p.said {
                    @for piece in &pieces {
                        @let next = Changes { brush: piece.mark().into(), ..changes.clone() };
                        a.button.main[piece == brush] href=(address(place, &next))
                          aria-current=[(piece == brush).then_some("true")] { (name(piece)) }
                    }
                }
                @if pointed {
                    @for side in [Side::First, Side::Second] {
                        h2 { (fill(words.in_hand, &[look.sides[side.index()]])) }
                        p.said {
                            @for piece in &pieces {
                                @if let Cell::Piece(held) = piece && held.side == side && !held.mark.starts_with('+') && !held.mark.eq_ignore_ascii_case("k") {
                                    @let count = picture.hands[side.index()].iter().find(|h| h.piece.mark == held.mark).map_or(0, |h| h.count);
                                    a.button href=(address(place, &changes.with_held(side, &held.mark, (count + 1) % 3))) { (held.name) " ×" (count) }
                                }
                            }
                        }
                    }
                }
                h2 { (fill(words.to_move, &[look.sides[to_move.index()]])) }
                p.said {
                    @for side in [Side::First, Side::Second] {
                        @let next = Changes { to_move: Some(side), ..changes.clone() };
                        a.button.main[side == to_move] data-side=(side_code(side)) href=(address(place, &next)) { (look.sides[side.index()]) }
                    }
                }
                p { code { (text) } }
                @match target.open(library) {
                    Ok(_) => p { a.button.main href=(target.address()) { (words.go_there) } },
                    // What is not yet a position is on its way to one.
                    Err(error) => p.wrong role="status" { (error) },
                }
            }
        }
    };
    let here =
        address(&Place { language: crate::words::Language::English, ..place.clone() }, changes);
    Ok(layout(place.language, words.set_up, &here, body))
}
