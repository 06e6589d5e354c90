//! The tables of a table-driven asymmetric numeral system (Duda's tANS).

/// The states of the coder.
pub(crate) const STATES: usize = 1 << STATE_BITS;
pub(crate) const STATE_BITS: u32 = 10;
/// Stands before a symbol that is spelt out.
pub(crate) const ESCAPE: u8 = u8::MAX;

/// How a state is left: what it says, and how many bits and what to add for the next.
#[derive(Clone, Copy, Default)]
pub(crate) struct Step {
    pub(crate) symbol: u8,
    pub(crate) bits: u8,
    pub(crate) base: u16,
}

/// How a symbol is entered.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entrance {
    /// Added to the state, its upper half is the number of bits to drop; nought if the context
    /// does not have the symbol.
    pub(crate) drop: u32,
    /// Added to what is left of the state, where the next one stands in the list of all.
    pub(crate) offset: i32,
}

impl Entrance {
    /// Of a symbol with so many states, the first of them at this place in the list of all. What
    /// is left of a state must be once to twice the count; large states lose a bit more.
    fn new(count: u16, first: u16) -> Entrance {
        let most = STATE_BITS - (u32::from(count) - 1).checked_ilog2().unwrap_or(0);
        let most = if count == 1 { STATE_BITS } else { most };
        let enough = if count == 1 { STATES as u32 } else { u32::from(count) << most };
        Entrance { drop: (most << 16) - enough, offset: i32::from(first) - i32::from(count) }
    }
}

/// The odds in all contexts, one after the other.
#[derive(Default)]
pub(crate) struct Odds {
    /// By context and state.
    pub(crate) steps: Vec<Step>,
    /// By context and symbol.
    pub(crate) entrances: Vec<Entrance>,
    /// By context, the states, symbol by symbol.
    pub(crate) states: Vec<u16>,
}

impl Odds {
    /// Adds a context, from how many states each symbol has; they add up to [`STATES`].
    pub(crate) fn push(&mut self, counts: &[(u8, u16)]) {
        let mut entrances = [Entrance::default(); 256];
        let mut places = [(0, 0); 256];
        let mut first = 0;
        for (symbol, count) in counts {
            entrances[usize::from(*symbol)] = Entrance::new(*count, first);
            places[usize::from(*symbol)] = (*count, first);
            first += count;
        }
        self.entrances.extend(entrances);
        // The states of a symbol are spread over all of them by a step that meets each once.
        let mut spread = vec![0_u8; STATES];
        let mut at = 0;
        for (symbol, count) in counts {
            for _ in 0..*count {
                spread[at] = *symbol;
                at = (at + STATES / 2 + STATES / 8 + 3) % STATES;
            }
        }
        let start = self.states.len();
        self.states.resize(start + STATES, 0);
        let mut met = [0_u16; 256];
        for (state, symbol) in spread.into_iter().enumerate() {
            let (count, first) = places[usize::from(symbol)];
            let met = &mut met[usize::from(symbol)];
            let x = u32::from(count + *met);
            let bits = STATE_BITS - x.ilog2();
            let base = ((x << bits) as usize - STATES) as u16;
            self.steps.push(Step { symbol, bits: bits as u8, base });
            self.states[start + usize::from(first + *met)] = state as u16;
            *met += 1;
        }
    }
}

/// Bits, put in at one end and taken from the same.
#[derive(Default)]
pub(crate) struct Pile {
    pub(crate) bytes: Vec<u8>,
    pub(crate) pending: u64,
    pub(crate) count: u32,
}

impl Pile {
    pub(crate) fn put(&mut self, bits: u64, count: u32) {
        self.pending |= bits << self.count;
        self.count += count;
        if self.count >= 32 {
            self.bytes.extend(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.count -= 32;
        }
    }
}
