//! What is known, and how: a [`Finding`] is proved, or it is not, and its type says which.
//!
//! Whatever marks a move as best, keeps a result or ends a run as done asks for what is *proved*.
//! What rests on a proof that nobody checked, or on a rule that nobody proved, is [`Unverified`]: it
//! can be shown, and nothing follows from it. What an evaluation believes is a
//! [`Worth::Guess`](crate::Worth), another type again.

use crate::{Bounds, Score, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Neg;

/// How something was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The game is over: the rules say it.
    Rules,
    /// By a search.
    Search,
    /// By a search whose proof was followed once more, by a verifier with plain rules.
    Checked,
    /// Read from a table of all positions, solved from the ends of the game backwards.
    Table,
    /// By the canonical forms of the position's parts.
    Forms,
}

impl fmt::Display for Basis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Basis::Rules => "rules",
            Basis::Search => "search",
            Basis::Checked => "checked",
            Basis::Table => "table",
            Basis::Forms => "forms",
        })
    }
}

/// Why something that was found does not count as proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Doubt {
    /// A proof was found, and its verifier was stopped before it came to its end.
    Unchecked,
    /// The method goes by a rule that nobody has proved.
    Rule,
}

/// Something proved, for the side to move (of a move: for the side that makes it).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proved {
    verdict: Verdict,
    /// In games that need not end, both ends of what endless play could make of it, if both are
    /// known; a rule about it, if there is one, stands in the verdict.
    #[serde(default)]
    bracket: Option<Bounds>,
    basis: Basis,
}

impl Proved {
    /// A proved verdict; `None` if the verdict says nothing.
    pub fn new(verdict: Verdict, basis: Basis) -> Option<Proved> {
        (verdict != Verdict::Unknown).then_some(Proved { verdict, bracket: None, basis })
    }

    /// The same [as a game with scores up to `most` says it](Verdict::told); `None` where it says
    /// nothing.
    pub fn told(self, most: Score) -> Option<Proved> {
        let verdict = self.verdict.told(most);
        (verdict != Verdict::Unknown).then_some(Proved { verdict, ..self })
    }

    /// What is proved; never [`Verdict::Unknown`].
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// In games that need not end, both ends of what endless play could make of it, if both are
    /// known.
    pub fn bracket(&self) -> Option<Bounds> {
        self.bracket
    }

    /// How it was proved.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// Whether it leaves nothing to be proved.
    pub fn is_whole(&self) -> bool {
        !matches!(self.verdict, Verdict::Bounds(_))
    }
}

/// Something found that does not count as proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unverified {
    /// What holds if the doubt is unfounded.
    pub verdict: Verdict,
    /// What is wanting.
    pub doubt: Doubt,
}

/// What a solver found out about a position, for the side to move, or about a move, for the side
/// that makes it.
///
/// ```
/// use yomikiri_core::{Basis, Doubt, Finding, Score, Verdict};
///
/// let value = Verdict::Score { score: Score(4) };
/// assert_eq!(Finding::proved(value, Basis::Search).verdict(), value);
/// // What was not verified is not known.
/// assert_eq!(Finding::unverified(value, Doubt::Unchecked).verdict(), Verdict::Unknown);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Nothing.
    Nothing,
    /// It is proved.
    Proved(Proved),
    /// It is not.
    Unverified(Unverified),
}

impl Finding {
    /// A proved verdict; nothing, if the verdict says nothing.
    pub fn proved(verdict: Verdict, basis: Basis) -> Finding {
        Proved::new(verdict, basis).map_or(Finding::Nothing, Finding::Proved)
    }

    /// A verdict that does not count as proved.
    pub fn unverified(verdict: Verdict, doubt: Doubt) -> Finding {
        match verdict {
            Verdict::Unknown => Finding::Nothing,
            verdict => Finding::Unverified(Unverified { verdict, doubt }),
        }
    }

    /// The same with both ends of what endless play could make of it, as far as it is proved.
    pub fn with_bracket(mut self, bracket: Option<Bounds>) -> Finding {
        if let Finding::Proved(proved) = &mut self {
            proved.bracket = bracket;
        }
        self
    }

    /// What this, found of the position that a move leads to, says of the move, for the side that
    /// makes it.
    pub fn of_move(self) -> Finding {
        let mut found = -self;
        match &mut found {
            Finding::Nothing => {}
            Finding::Proved(proved) => proved.verdict = (-proved.verdict).of_move(),
            Finding::Unverified(unverified) => {
                unverified.verdict = (-unverified.verdict).of_move();
            }
        }
        found
    }

    /// What is proved; [`Verdict::Unknown`] if nothing is.
    pub fn verdict(&self) -> Verdict {
        self.as_proved().map_or(Verdict::Unknown, Proved::verdict)
    }

    /// Both ends of what endless play could make of it, if that is proved.
    pub fn bracket(&self) -> Option<Bounds> {
        self.as_proved().and_then(Proved::bracket)
    }

    /// The proof, if there is one.
    pub fn as_proved(&self) -> Option<&Proved> {
        match self {
            Finding::Proved(proved) => Some(proved),
            _ => None,
        }
    }

    /// What was found, whether or not it counts as proved: to be shown beside its doubt, never to
    /// conclude from.
    pub fn said(&self) -> Verdict {
        match self {
            Finding::Nothing => Verdict::Unknown,
            Finding::Proved(proved) => proved.verdict,
            Finding::Unverified(unverified) => unverified.verdict,
        }
    }

    /// Why it does not count as proved, if something was found and it does not.
    pub fn doubt(&self) -> Option<Doubt> {
        match self {
            Finding::Unverified(unverified) => Some(unverified.doubt),
            _ => None,
        }
    }

    /// Whether a proof leaves nothing to be proved.
    pub fn is_whole(&self) -> bool {
        self.as_proved().is_some_and(Proved::is_whole)
    }
}

impl Neg for Finding {
    type Output = Finding;

    /// The same, said by the other side.
    fn neg(self) -> Finding {
        match self {
            Finding::Nothing => Finding::Nothing,
            Finding::Proved(Proved { verdict, bracket, basis }) => Finding::Proved(Proved {
                verdict: -verdict,
                bracket: bracket.map(|bracket| -bracket),
                basis,
            }),
            Finding::Unverified(Unverified { verdict, doubt }) => {
                Finding::Unverified(Unverified { verdict: -verdict, doubt })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn only_what_is_proved_has_a_verdict_a_bracket_or_is_whole() {
        let value = Verdict::Score { score: Score(-4) };
        let bracket = Some(Bounds::new(-8, -4));
        let proved = Finding::proved(value, Basis::Table).with_bracket(bracket);
        assert_eq!((proved.verdict(), proved.bracket(), proved.is_whole()), (value, bracket, true));
        assert_eq!((-proved).bracket(), Some(Bounds::new(4, 8)));
        assert_eq!(-(-proved), proved);
        for doubt in [Doubt::Unchecked, Doubt::Rule] {
            let found = Finding::unverified(value, doubt).with_bracket(bracket);
            assert_eq!((found.verdict(), found.bracket()), (Verdict::Unknown, None));
            assert!(!found.is_whole() && found.as_proved().is_none());
            assert_eq!(((-found).said(), found.doubt()), (-value, Some(doubt)));
        }
        for nothing in [
            Finding::proved(Verdict::Unknown, Basis::Search),
            Finding::unverified(Verdict::Unknown, Doubt::Rule),
        ] {
            assert_eq!((nothing, nothing.doubt()), (Finding::Nothing, None));
        }
        assert!(!Finding::proved(Verdict::Bounds(Bounds::new(0, 4)), Basis::Search).is_whole());
    }
}
