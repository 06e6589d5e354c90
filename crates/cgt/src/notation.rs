//! Games as text: `3/4`, `*2`, `^^*`, `1/2v`, `±1`, `tiny(2)`, `{3||1|0}`.
//!
//! - Numbers are written as such: `0`, `-3`, `5/8`.
//! - `*` and `*n` are nim heaps; `^`, `^^`, `^3` are ups and `v`, `vv`, `v3` downs. A number, ups
//!   or downs and a heap in this order, without a space, are their sum: `2^3*`, `-1/2v`.
//! - `±x` is `{x|-x}`; `tiny(x)` is `{0||0|-x}` and `miny(x)` its negative, for numbers x > 0.
//! - `{a,b|c}` has Left's options before the bar and Right's after it. An option that is alone on
//!   its side may stand without braces; then more bars part the sides than are in it: `{3||1|0}`.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms};

pub use crate::parse::parse;

/// With more bars than this, braces are easier to read.
const MOST_BARS: usize = 4;

/// The form as text that [`parse`] reads as the same form. It may be very long; see
/// [`print_within`].
pub fn print(forms: &Forms, form: Form) -> String {
    let mut out = String::new();
    let _ = Printer { forms, limit: usize::MAX }.braced(&mut out, form);
    out
}

/// The form as text if that has at most so many bytes.
pub fn print_within(forms: &Forms, form: Form, bytes: usize) -> Option<String> {
    let mut out = String::new();
    Printer { forms, limit: bytes }.braced(&mut out, form)?;
    (out.len() <= bytes).then_some(out)
}

struct Printer<'a> {
    forms: &'a Forms,
    limit: usize,
}

impl Printer<'_> {
    fn braced(&self, out: &mut String, form: Form) -> Option<()> {
        if let Some(name) = name(self.forms, form) {
            out.push_str(&name);
        } else {
            out.push('{');
            self.bare(out, form)?;
            out.push('}');
        }
        (out.len() <= self.limit).then_some(())
    }

    /// What stands between the braces, and with how many bars.
    fn bare(&self, out: &mut String, form: Form) -> Option<usize> {
        let mut left = String::new();
        let mut right = String::new();
        let bars = self
            .side(&mut left, self.forms.left(form))?
            .max(self.side(&mut right, self.forms.right(form))?)
            + 1;
        out.push_str(&left);
        (0..bars).for_each(|_| out.push('|'));
        out.push_str(&right);
        (out.len() <= self.limit).then_some(bars)
    }

    /// The options of a side, and how many bars they show without braces.
    fn side(&self, out: &mut String, options: &[Form]) -> Option<usize> {
        if let [only] = options
            && name(self.forms, *only).is_none()
        {
            let bars = self.bare(out, *only)?;
            if bars < MOST_BARS {
                return Some(bars);
            }
            out.insert(0, '{');
            out.push('}');
            return Some(0);
        }
        // In the order of their names: ids tell only what was met first.
        let mut names = Vec::with_capacity(options.len());
        let mut length = 0;
        for &option in options {
            let mut name = String::new();
            self.braced(&mut name, option)?;
            length += name.len() + 1;
            if length > self.limit.saturating_add(1) {
                return None;
            }
            names.push(name);
        }
        let is_number = |name: &str| name.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        names.sort_unstable_by(|a, b| (!is_number(a), a).cmp(&(!is_number(b), b)));
        out.push_str(&names.join(","));
        Some(0)
    }
}

/// The short name of a form that has one.
fn name(forms: &Forms, form: Form) -> Option<String> {
    if let Some((number, ups, heap)) = near_number(forms, form) {
        return Some(near_number_name(number, ups, heap));
    }
    let (&[left], &[right]) = (forms.left(form), forms.right(form)) else { return None };
    if forms.negate(left) == right && forms.is_number(left) {
        return Some(format!("±{}", forms.mean(left)));
    }
    if let Some(size) = tiny(forms, form) {
        return Some(format!("tiny({size})"));
    }
    tiny(forms, forms.negate(form)).map(|size| format!("miny({size})"))
}

/// The x of `tiny(x)`.
fn tiny(forms: &Forms, form: Form) -> Option<Dyadic> {
    let (&[Form::ZERO], &[threat]) = (forms.left(form), forms.right(form)) else { return None };
    let (&[Form::ZERO], &[loss]) = (forms.left(threat), forms.right(threat)) else { return None };
    forms.as_number(forms.negate(loss)).filter(|&size| size > Dyadic::ZERO)
}

/// The number, the ups and the nim heap of which a form is the sum, if it is such a sum.
fn near_number(forms: &Forms, form: Form) -> Option<(Dyadic, i32, u32)> {
    if let Some(number) = forms.as_number(form) {
        return Some((number, 0, 0));
    }
    if forms.left_stop(form) != forms.right_stop(form) {
        return None;
    }
    let (left, right) = (forms.left(form), forms.right(form));
    if left == right {
        return is_heap(forms, left).then(|| (forms.mean(form), 0, left.len() as u32));
    }
    positive_ups(forms, form).or_else(|| {
        let (number, ups, heap) = positive_ups(forms, forms.negate(form))?;
        Some((-number, -ups, heap))
    })
}

/// Whether these are a number x and x*, x*2 and so on: what one can move to from one heap more.
fn is_heap(forms: &Forms, options: &[Form]) -> bool {
    let mut by_age = options.to_vec();
    by_age.sort_unstable_by_key(|&option| forms.birthday(option));
    let mut smaller = Vec::with_capacity(by_age.len());
    by_age.into_iter().enumerate().all(|(size, heap)| {
        let fits = match size {
            0 => forms.is_number(heap),
            _ => forms.left(heap) == smaller && forms.right(heap) == smaller,
        };
        let place = smaller.partition_point(|&other| other < heap);
        smaller.insert(place, heap);
        fits
    })
}

/// x + n.^ + *m is `{x|x + (n-1).^ + *(m xor 1)}` for n > 0, but for x^* = `{x,x*|x}`.
fn positive_ups(forms: &Forms, form: Form) -> Option<(Dyadic, i32, u32)> {
    let &[right] = forms.right(form) else { return None };
    match *forms.left(form) {
        [only] => {
            let number = forms.as_number(only)?;
            let (same, ups, heap) = near_number(forms, right)?;
            (same == number && ups >= 0).then(|| (number, ups + 1, heap ^ 1))
        }
        [first, second] => {
            let number = forms.as_number(right)?;
            let star = if first == right { second } else { first };
            let is_star = near_number(forms, star)? == (number, 0, 1);
            (is_star && (first == right || second == right)).then_some((number, 1, 1))
        }
        _ => None,
    }
}

fn near_number_name(number: Dyadic, ups: i32, heap: u32) -> String {
    let mut name = String::new();
    if number != Dyadic::ZERO || ups == 0 && heap == 0 {
        name += &number.to_string();
    }
    let arrow = if ups > 0 { "^" } else { "v" };
    match ups.unsigned_abs() {
        0 => {}
        count @ 1..=2 => name += &arrow.repeat(count as usize),
        count => name += &format!("{arrow}{count}"),
    }
    match heap {
        0 => {}
        1 => name.push('*'),
        heap => name += &format!("*{heap}"),
    }
    name
}
