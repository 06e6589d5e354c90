use yomikiri_core::Basis;
use yomikiri_core::checked::Fields;

/// Proved bounds on a position's score, with the move that proves the lower end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenBounds {
    /// The score is at least this.
    pub low: i16,
    /// The score is at most this.
    pub high: i16,
    /// The best move known, as the game numbers its moves.
    pub best: u16,
    /// Logarithm of the work that went into it; what is cheap is forgotten first.
    pub work: u8,
    /// How it was proved.
    pub basis: Basis,
}

impl ProvenBounds {
    /// What both say of the same position; `None` if they contradict each other.
    pub(crate) fn and(self, new: ProvenBounds) -> Option<ProvenBounds> {
        let (low, high) = (self.low.max(new.low), self.high.min(new.high));
        let all = ProvenBounds {
            low,
            high,
            best: if new.low > self.low { new.best } else { self.best },
            work: self.work.max(new.work),
            // What comes of several proofs was put together by a search.
            basis: match (low, high) {
                _ if self.basis == new.basis => self.basis,
                ends if ends == (self.low, self.high) => self.basis,
                ends if ends == (new.low, new.high) => new.basis,
                _ => Basis::Search,
            },
        };
        (low <= high).then_some(all)
    }
}

/// What a search believed of a position: it may steer another search, and nothing follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guess {
    /// Probably the score is at least this, in the game's own unit.
    pub low: i16,
    /// Probably the score is at most this.
    pub high: i16,
    /// The move believed to be best, as the game numbers its moves.
    pub best: u16,
    /// How carefully it was found out, as the game has it; of too many guesses those with the
    /// lowest numbers are forgotten first.
    pub effort: u8,
}

/// What a block of the file holds.
pub(crate) enum Entry<'a> {
    Bounds(ProvenBounds),
    Guess(Guess),
    /// A whole answer, as its owner writes it.
    Answer(&'a str),
}

const BOUNDS: u8 = 1;
const GUESS: u8 = 2;
const ANSWER: u8 = 3;
/// Bytes of proved bounds or of a guess, with their key.
pub(crate) const ENTRY: usize = 25;

const BASES: [Basis; 5] = [Basis::Rules, Basis::Search, Basis::Checked, Basis::Table, Basis::Forms];

fn code(basis: Basis) -> u8 {
    match basis {
        Basis::Rules => 0,
        Basis::Search => 1,
        Basis::Checked => 2,
        Basis::Table => 3,
        Basis::Forms => 4,
    }
}

/// The head of a block: which program made it, and what all runs have entered until then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made<'a> {
    pub(crate) program: &'a str,
    pub(crate) nodes: u64,
}

impl Made<'_> {
    /// The body of a block that holds nothing yet.
    pub(crate) fn body(&self) -> Vec<u8> {
        let mut body = vec![self.program.len().min(255) as u8];
        body.extend(self.program.as_bytes().iter().take(255));
        body.extend(self.nodes.to_le_bytes());
        body
    }
}

/// Adds an entry to a block's body.
pub(crate) fn put(body: &mut Vec<u8>, key: u128, entry: &Entry<'_>) {
    let mut line = |kind: u8, low: i16, high: i16, best: u16, rest: [u8; 2]| {
        body.push(kind);
        body.extend(key.to_le_bytes());
        body.extend(low.to_le_bytes());
        body.extend(high.to_le_bytes());
        body.extend(best.to_le_bytes());
        body.extend(rest);
    };
    match entry {
        Entry::Bounds(known) => {
            let rest = [known.work, code(known.basis)];
            line(BOUNDS, known.low, known.high, known.best, rest);
        }
        Entry::Guess(guess) => line(GUESS, guess.low, guess.high, guess.best, [guess.effort, 0]),
        Entry::Answer(text) => {
            body.push(ANSWER);
            body.extend(key.to_le_bytes());
            body.extend((text.len() as u32).to_le_bytes());
            body.extend(text.as_bytes());
        }
    }
}

/// Reads a block's body; `None` if it is not one as this version writes them.
pub(crate) fn read<'a>(body: &'a [u8], mut found: impl FnMut(u128, Entry<'a>)) -> Option<Made<'a>> {
    let mut fields = Fields::new(body);
    let length = usize::from(fields.u8()?);
    let program = std::str::from_utf8(fields.bytes(length)?).ok()?;
    let made = Made { program, nodes: fields.u64()? };
    while let Some(kind) = fields.u8() {
        let key = fields.u128()?;
        let entry = match kind {
            ANSWER => {
                let length = fields.count()?;
                Entry::Answer(std::str::from_utf8(fields.bytes(length)?).ok()?)
            }
            _ => {
                let (low, high) = (fields.u16()? as i16, fields.u16()? as i16);
                let (best, first, last) = (fields.u16()?, fields.u8()?, fields.u8()?);
                match kind {
                    BOUNDS if low <= high => {
                        let basis = *BASES.get(usize::from(last))?;
                        Entry::Bounds(ProvenBounds { low, high, best, work: first, basis })
                    }
                    GUESS if last == 0 => Entry::Guess(Guess { low, high, best, effort: first }),
                    _ => return None,
                }
            }
        };
        found(key, entry);
    }
    Some(made)
}
