//! What programs that talk in lines share: reading them within bounds, and the Go Text Protocol.

pub mod gtp;

use crate::text::decoded;
use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes.
pub const LONGEST: u64 = 1 << 16;

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, or what there was of the last one; what is not UTF-8 is replaced.
    Text(String),
    /// The beginning of a line that is too long; all of it was passed over.
    TooLong(String),
    /// There is nothing more to read.
    End,
}

/// Reads a line of at most [`LONGEST`] bytes, the end of the line included.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    let whole = bytes.last() == Some(&b'\n') || (bytes.len() as u64) < LONGEST;
    let text = decoded(&bytes);
    if whole {
        return Ok(Line::Text(text));
    }
    while !bytes.is_empty() && bytes.last() != Some(&b'\n') {
        bytes.clear();
        input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
    }
    Ok(Line::TooLong(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over_and_the_last_needs_no_end() {
        let long = "x".repeat(2 * LONGEST as usize + 5);
        let text = format!("\u{feff}one\n{long}\n\nlast");
        let mut input = text.as_bytes();
        let mut read = || read_line(&mut input).unwrap();
        assert_eq!(read(), Line::Text("one\n".into()));
        assert!(matches!(read(), Line::TooLong(start) if start.len() as u64 == LONGEST));
        assert_eq!(read(), Line::Text("\n".into()));
        assert_eq!(read(), Line::Text("last".into()));
        assert_eq!(read(), Line::End);
    }
}
