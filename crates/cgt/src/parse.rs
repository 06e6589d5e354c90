use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms};

/// The longest text, the deepest nesting, and the largest numbers that are read.
const MOST_BYTES: usize = 1 << 20;
const DEEPEST: usize = 64;
const LARGEST: i64 = 4096;
const FINEST: u32 = 16;
const MOST_UPS: i64 = 256;
const LARGEST_HEAP: i64 = 256;

/// Reads the notation of [`crate::notation`]. Spaces may stand anywhere but inside a name.
///
/// Refused are texts of more than a megabyte, nesting deeper than 64, numbers beyond 4096 or
/// finer than 1/65536, and more than 256 ups or heaps larger than 256.
pub fn parse(forms: &mut Forms, text: &str) -> Result<Form, String> {
    if text.len() > MOST_BYTES {
        return Err(format!("the text has more than {MOST_BYTES} bytes"));
    }
    game(forms, text, 0)
}

fn game(forms: &mut Forms, text: &str, depth: usize) -> Result<Form, String> {
    let text = text.trim();
    if depth > DEEPEST {
        return Err(format!("nested deeper than {DEEPEST}"));
    }
    if let Some(rest) = text.strip_prefix('{') {
        let inner = rest.strip_suffix('}').ok_or_else(|| wrong(text, "lacks its last brace"))?;
        return sides(forms, inner, depth + 1);
    }
    if let Some(rest) = text.strip_prefix('±') {
        let option = game(forms, rest, depth + 1)?;
        let turned = forms.negate(option);
        return made(forms, &[option], &[turned]);
    }
    for (name, is_tiny) in [("tiny(", true), ("miny(", false)] {
        if let Some(rest) = text.strip_prefix(name) {
            let inner = rest.strip_suffix(')').ok_or_else(|| wrong(text, "lacks its )"))?;
            let (size, rest) = number(inner.trim())?;
            if size <= Dyadic::ZERO || !rest.is_empty() {
                return Err(wrong(inner, "is not a number above 0"));
            }
            let loss = forms.number(-size);
            let threat = made(forms, &[Form::ZERO], &[loss])?;
            let tiny = made(forms, &[Form::ZERO], &[threat])?;
            return Ok(if is_tiny { tiny } else { forms.negate(tiny) });
        }
    }
    near_number(forms, text)
}

/// What stands between braces, or beside the longest row of bars.
fn sides(forms: &mut Forms, text: &str, depth: usize) -> Result<Form, String> {
    if depth > DEEPEST {
        return Err(format!("nested deeper than {DEEPEST}"));
    }
    check_braces(text)?;
    let (start, length) = longest_bars(text)?;
    let left = options(forms, &text[..start], depth)?;
    let right = options(forms, &text[start + length..], depth)?;
    made(forms, &left, &right)
}

fn made(forms: &mut Forms, left: &[Form], right: &[Form]) -> Result<Form, String> {
    forms.check_fineness(left)?;
    forms.check_fineness(right)?;
    Ok(forms.make(left, right))
}

fn options(forms: &mut Forms, text: &str, depth: usize) -> Result<Vec<Form>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut commas = Vec::new();
    for (place, byte) in outside(text) {
        match byte {
            b'|' => return Ok(vec![sides(forms, text, depth + 1)?]),
            b',' => commas.push(place),
            _ => {}
        }
    }
    let mut options = Vec::with_capacity(commas.len() + 1);
    let mut from = 0;
    for to in commas.into_iter().chain([text.len()]) {
        options.push(game(forms, &text[from..to], depth + 1)?);
        from = to + 1;
    }
    Ok(options)
}

/// Where the longest row of bars outside inner braces begins, and how long it is.
fn longest_bars(text: &str) -> Result<(usize, usize), String> {
    let mut rows: Vec<(usize, usize)> = Vec::new();
    for (place, byte) in outside(text) {
        if byte == b'|' {
            match rows.last_mut() {
                Some((start, length)) if *start + *length == place => *length += 1,
                _ => rows.push((place, 1)),
            }
        }
    }
    let longest = rows.iter().map(|&(_, length)| length).max();
    let longest = longest.ok_or_else(|| wrong(text, "has no bar"))?;
    let mut rows = rows.into_iter().filter(|&(_, length)| length == longest);
    match (rows.next(), rows.next()) {
        (Some(row), None) => Ok(row),
        _ => Err(wrong(text, "has two equal rows of bars")),
    }
}

/// The bytes of a text that stand outside braces, with their places.
fn outside(text: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut open = 0usize;
    text.bytes().enumerate().filter(move |&(_, byte)| {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    })
}

fn check_braces(text: &str) -> Result<(), String> {
    let mut open = 0usize;
    for byte in text.bytes() {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.checked_sub(1).ok_or_else(|| wrong(text, "closes too often"))?,
            _ => {}
        }
    }
    if open > 0 { Err(wrong(text, "lacks a closing brace")) } else { Ok(()) }
}

/// A number, ups or downs, and a nim heap, at least one of the three.
fn near_number(forms: &mut Forms, text: &str) -> Result<Form, String> {
    if text.is_empty() {
        return Err("a game is missing".into());
    }
    let begins_with_number = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let (number, rest) = if begins_with_number { number(text)? } else { (Dyadic::ZERO, text) };
    let arrow = rest.chars().next().filter(|&c| c == '^' || c == 'v');
    let (ups, rest) = match arrow {
        None => (0, rest),
        Some(arrow) => {
            let tail = rest.trim_start_matches(arrow);
            let count = rest.len() - tail.len();
            match digits(tail, MOST_UPS)? {
                (Some(given), tail) if count == 1 => (given, tail),
                (Some(_), _) => return Err(wrong(text, "counts its arrows twice")),
                (None, tail) => (count as i64, tail),
            }
        }
    };
    if ups > MOST_UPS {
        return Err(wrong(text, "has too many ups"));
    }
    let (heap, rest) = match rest.strip_prefix('*') {
        None => (0, rest),
        Some(rest) => {
            let (size, rest) = digits(rest, LARGEST_HEAP)?;
            (size.unwrap_or(1), rest)
        }
    };
    if !rest.is_empty() {
        return Err(wrong(text, "is not a game"));
    }
    // The limits keep these in range.
    let ups = if arrow == Some('v') { -ups as i32 } else { ups as i32 };
    let (number, near_zero) = (forms.number(number), forms.ups_and_heap(ups, heap as u32));
    Ok(forms.add(number, near_zero))
}

/// A number at the beginning of a text, and the rest.
fn number(text: &str) -> Result<(Dyadic, &str), String> {
    let (minus, tail) = match text.strip_prefix('-') {
        Some(tail) => (true, tail),
        None => (false, text),
    };
    let (size, rest) = digits(tail, LARGEST << FINEST)?;
    let size = size.ok_or_else(|| wrong(text, "is not a number"))?;
    let (below, rest) = match rest.strip_prefix('/') {
        None => (1, rest),
        Some(rest) => match digits(rest, 1 << FINEST)? {
            (Some(below), rest) if below > 0 && below & (below - 1) == 0 => (below, rest),
            _ => return Err(wrong(text, "does not divide by a power of two")),
        },
    };
    if size > LARGEST * below {
        return Err(wrong(text, "is too large a number"));
    }
    let value = Dyadic::new(if minus { -size } else { size }, below.trailing_zeros() as u8);
    Ok((value.ok_or_else(|| wrong(text, "is too fine a number"))?, rest))
}

/// The whole number at the beginning of a text, if there is one, and the rest.
fn digits(text: &str, most: i64) -> Result<(Option<i64>, &str), String> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let found = &text[..text.len() - rest.len()];
    if found.is_empty() {
        return Ok((None, rest));
    }
    match found.parse::<i64>() {
        Ok(value) if value <= most => Ok((Some(value), rest)),
        _ => Err(wrong(found, "is too large")),
    }
}

/// A message with the beginning of the text that is wrong.
fn wrong(text: &str, what: &str) -> String {
    let mut start: String = text.chars().take(40).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    format!("'{start}' {what}")
}
