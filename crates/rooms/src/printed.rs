//! What the command prints of a position, read back.

use crate::reports::Look;

/// What `show` and `solve` print of a position: perhaps a line that names the game and its rules, then
/// the drawn board, then perhaps more.
pub(crate) struct Printed<'a> {
    /// The first line, if it names a game.
    heading: Option<&'a str>,
    /// The drawn board.
    pub(crate) board: &'a str,
    /// The line below it, which is empty or has the same position once more.
    below: &'a str,
}

impl Printed<'_> {
    /// What that seems to be of a text; `None` if it is no drawn board with more above or below it.
    pub(crate) fn of<'a>(game: &str, text: &'a str) -> Option<Printed<'a>> {
        let text = text.trim_end();
        let named =
            text.split_once('\n').filter(|(first, _)| first.split(' ').next() == Some(game));
        let (heading, text) = named.map_or((None, text), |(first, rest)| (Some(first), rest));
        // The board's last line says who is to move.
        let said = text.find(" to move")?;
        let end = text[said..].find('\n').map_or(text.len(), |end| said + end);
        let below = text[end..].lines().nth(1).unwrap_or_default();
        Some(Printed { heading, board: &text[..end], below: below.trim_end() })
    }

    /// Whether that is what is printed of a position.
    pub(crate) fn is_of(&self, look: &Look) -> bool {
        let name = format!("{} {}", look.game, look.board);
        let names = |heading: &str| {
            let rules = heading.trim_end().strip_prefix(&name);
            rules.is_some_and(|rules| rules.is_empty() || rules.starts_with(" ("))
        };
        self.heading.is_none_or(names)
            && self.board.lines().map(str::trim_end).eq(look.drawing.lines())
            && (self.below.is_empty() || self.below == look.position)
    }
}
