//! How values are packed: each by its odds, given those with one white amazon less.
//!
//! A value is coded by a table-driven asymmetric numeral system (Duda's tANS), with one table of
//! odds for each context. Contexts are learnt from a sample when a database is built, and kept in
//! it. A value that the sample did not have in its context is spelt out after an escape.

use crate::codes::{Codes, MOST};
use crate::rows::{Entry, MATERIALS};
use crate::tans::{ESCAPE, Odds, Pile, STATE_BITS, STATES};
use crate::value::Value;
use yomikiri_core::checked::Fields;
use yomikiri_core::hash::HashMap;

/// Contexts of their own, at most; the others are lumped together by what they have in common.
const OWN_CONTEXTS: usize = 1000;
/// The learnt odds.
pub struct Model {
    /// For material, and the codes without the last and without the first white amazon, a context.
    contexts: Vec<u16>,
    odds: Odds,
    /// As it is kept.
    bytes: Vec<u8>,
}

fn pair(material: u8, last: u8, first: u8) -> usize {
    (usize::from(material) * 256 + usize::from(last)) * 256 + usize::from(first)
}

/// What is known before a symbol of a row.
#[inline(always)]
fn known(entry: &Entry, row: &[u8]) -> usize {
    match entry.white {
        0 => pair(entry.material, 0, 0),
        _ => {
            let (last, first) = entry.without;
            pair(entry.material, row[usize::from(last)], row[usize::from(first)])
        }
    }
}

/// Counts what is met, for a model.
pub struct Teacher {
    met: HashMap<(u32, u8), u64>,
}

impl Default for Teacher {
    fn default() -> Teacher {
        Teacher::new()
    }
}

impl Teacher {
    /// A teacher that has met nothing.
    pub fn new() -> Teacher {
        Teacher { met: HashMap::default() }
    }

    /// Meets a row.
    pub fn meet(&mut self, template: &[Entry], row: &[u8]) {
        for (entry, symbol) in template.iter().zip(row) {
            *self.met.entry((known(entry, row) as u32, *symbol)).or_default() += 1;
        }
    }

    /// Adds what another has met.
    pub fn join(&mut self, other: Teacher) {
        for (key, count) in other.met {
            *self.met.entry(key).or_default() += count;
        }
    }

    /// The model of what was met.
    pub fn teach(self, codes: &Codes) -> Model {
        let mut often: HashMap<u32, u64> = HashMap::default();
        for ((context, _), count) in &self.met {
            *often.entry(*context).or_default() += count;
        }
        let mut often: Vec<(u32, u64)> = often.into_iter().collect();
        often.sort_unstable_by_key(|(context, count)| (std::cmp::Reverse(*count), *context));
        let mut own: Vec<u32> = often.iter().take(OWN_CONTEXTS).map(|(c, _)| *c).collect();
        own.sort_unstable();
        let contexts = contexts(&own, codes);
        let number = contexts.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut counts = vec![[0_u64; 256]; number];
        for ((context, symbol), count) in self.met {
            counts[usize::from(contexts[context as usize])][usize::from(symbol)] += count;
        }
        let counts: Vec<Vec<(u8, u16)>> = counts.iter().map(shares).collect();
        let mut bytes = (own.len() as u32).to_le_bytes().to_vec();
        bytes.extend(own.iter().flat_map(|context| context.to_le_bytes()));
        for counts in &counts {
            bytes.extend((counts.len() as u16).to_le_bytes());
            for (symbol, count) in counts {
                bytes.push(*symbol);
                bytes.extend(count.to_le_bytes());
            }
        }
        Model::new(contexts, counts, bytes)
    }
}

/// The context of everything that can be known: those with odds of their own, then the others,
/// lumped together by the material, the lower a and the lower b.
fn contexts(own: &[u32], codes: &Codes) -> Vec<u16> {
    const SCORES: usize = 4 * MOST as usize;
    let low = |score: Option<i8>| score.map_or(0, |score| (score + 2 * MOST) as usize);
    let scores: Vec<(usize, usize)> = (0..=u8::MAX)
        .map(|code| codes.value(code).unwrap_or(Value::new(None, None)))
        .map(|value| (low(value.black_first), low(value.white_first)))
        .collect();
    let mut contexts = vec![0; MATERIALS << 16];
    let mut next = own.len() as u16;
    for contexts in contexts.chunks_mut(1 << 16) {
        let mut lumps = [u16::MAX; SCORES * SCORES];
        for (context, (last, first)) in
            contexts.iter_mut().zip(scores.iter().flat_map(|l| scores.iter().map(move |f| (l, f))))
        {
            let lump = &mut lumps[last.0.min(first.0) * SCORES + last.1.min(first.1)];
            if *lump == u16::MAX {
                *lump = next;
                next += 1;
            }
            *context = *lump;
        }
    }
    for (number, known) in own.iter().enumerate() {
        contexts[*known as usize] = number as u16;
    }
    contexts
}

/// Shares the states among the symbols met; those that are too rare for a state come by the
/// escape.
fn shares(counts: &[u64; 256]) -> Vec<(u8, u16)> {
    /// A symbol with less than this part of a state is spelt out.
    const TOO_RARE: u64 = 4;
    let total: u64 = counts.iter().sum();
    let mut shares: Vec<(u8, u16)> = Vec::new();
    let mut rare = 0;
    for (symbol, count) in counts.iter().enumerate() {
        let states = count * STATES as u64;
        if states * TOO_RARE < total || *count == 0 {
            rare += states;
        } else {
            let share = (states + total / 2) / total;
            shares.push((symbol as u8, share.max(1) as u16));
        }
    }
    shares.push((ESCAPE, (rare / total.max(1)).max(1) as u16));
    loop {
        let sum: usize = shares.iter().map(|(_, share)| usize::from(*share)).sum();
        let largest = shares.iter_mut().max_by_key(|(symbol, share)| (*share, !*symbol));
        let (_, largest) = largest.expect("the escape is there");
        match sum.cmp(&STATES) {
            std::cmp::Ordering::Equal => return shares,
            std::cmp::Ordering::Less => *largest += (STATES - sum) as u16,
            std::cmp::Ordering::Greater => {
                let less = (sum - STATES).min(usize::from(*largest) / 2);
                *largest -= less as u16;
            }
        }
    }
}

impl Model {
    /// Contexts with the same odds, such as those never met, share them.
    fn new(mut contexts: Vec<u16>, counts: Vec<Vec<(u8, u16)>>, bytes: Vec<u8>) -> Model {
        let mut odds = Odds::default();
        let mut seen: HashMap<Vec<(u8, u16)>, u16> = HashMap::default();
        let shared: Vec<u16> = counts
            .into_iter()
            .map(|counts| match seen.get(&counts) {
                Some(number) => *number,
                None => {
                    odds.push(&counts);
                    let number = seen.len() as u16;
                    seen.insert(counts, number);
                    number
                }
            })
            .collect();
        for context in &mut contexts {
            *context = shared[usize::from(*context)];
        }
        Model { contexts, odds, bytes }
    }

    /// As it is kept in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Reads what [`Model::bytes`] gave; `None` if it cannot be that.
    pub fn from_bytes(bytes: &[u8], codes: &Codes) -> Option<Model> {
        let mut fields = Fields::new(bytes);
        let own = fields.count().filter(|own| *own <= OWN_CONTEXTS)?;
        let own: Vec<u32> = (0..own).map(|_| fields.u32()).collect::<Option<_>>()?;
        if !own.is_sorted() || own.iter().any(|context| *context as usize >= MATERIALS << 16) {
            return None;
        }
        let contexts = contexts(&own, codes);
        let mut all = Vec::new();
        for _ in 0..=contexts.iter().max().map_or(0, |most| usize::from(*most)) {
            let count = fields.u16()?;
            let counts: Vec<(u8, u16)> =
                (0..count).map(|_| fields.u8().zip(fields.u16())).collect::<Option<_>>()?;
            let sum: usize = counts.iter().map(|(_, count)| usize::from(*count)).sum();
            let good = counts.is_sorted_by(|a, b| a.0 < b.0)
                && counts.iter().all(|(_, count)| *count > 0)
                && counts.last().is_some_and(|(symbol, _)| *symbol == ESCAPE)
                && sum == STATES;
            all.push(good.then_some(counts)?);
        }
        fields.rest().is_empty().then(|| Model::new(contexts, all, bytes.to_vec()))
    }

    /// Packs a group of rows: each a template and its symbols, all of them in one piece.
    pub fn pack<'a>(
        &self,
        templates: impl DoubleEndedIterator<Item = &'a [Entry]>,
        symbols: &[u8],
    ) -> Vec<u8> {
        let mut pile = Pile::default();
        let mut state = 0_u32;
        let mut end = symbols.len();
        // What is put in last is taken out first.
        for template in templates.rev() {
            let row = &symbols[end - template.len()..end];
            end -= template.len();
            for (entry, symbol) in template.iter().zip(row).rev() {
                let context = usize::from(self.contexts[known(entry, row)]);
                let mut entrance = self.odds.entrances[context << 8 | usize::from(*symbol)];
                if entrance.drop == 0 {
                    pile.put(u64::from(*symbol), 8);
                    entrance = self.odds.entrances[context << 8 | usize::from(ESCAPE)];
                }
                let x = STATES as u32 + state;
                let bits = (x + entrance.drop) >> 16;
                pile.put(u64::from(x & ((1 << bits) - 1)), bits);
                let place = ((x >> bits) as i32 + entrance.offset) as usize;
                state = u32::from(self.odds.states[context << STATE_BITS | place]);
            }
        }
        pile.put(u64::from(state), STATE_BITS);
        // A bit marks the end.
        pile.put(1, 1);
        let Pile { mut bytes, pending, count } = pile;
        bytes.extend(&pending.to_le_bytes()[..count.div_ceil(8) as usize]);
        bytes
    }

    /// Unpacks a group; `None` if the bytes cannot be one.
    pub fn unpack<'a>(
        &self,
        templates: impl Iterator<Item = &'a [Entry]>,
        packed: &[u8],
        symbols: &mut Vec<u8>,
    ) -> Option<()> {
        symbols.clear();
        let last = *packed.last().filter(|last| **last != 0)?;
        let mut position = 8 * packed.len() - 1 - last.leading_zeros() as usize;
        let mut padded = Vec::with_capacity(packed.len() + 8);
        padded.extend(packed);
        padded.extend([0; 8]);
        let mut take = |count: u32| {
            position = position.checked_sub(count as usize)?;
            let mut word = [0; 8];
            word.copy_from_slice(&padded[position / 8..position / 8 + 8]);
            Some((u64::from_le_bytes(word) >> (position % 8) & ((1 << count) - 1)) as usize)
        };
        let mut state = take(STATE_BITS)?;
        for template in templates {
            let start = symbols.len();
            for entry in template {
                let context = usize::from(self.contexts[known(entry, &symbols[start..])]);
                let step = self.odds.steps[context << STATE_BITS | state];
                state = usize::from(step.base) + take(u32::from(step.bits))?;
                let symbol = match step.symbol {
                    ESCAPE => take(8)? as u8,
                    symbol => symbol,
                };
                symbols.push(symbol);
            }
        }
        (position == 0 && state == 0).then_some(())
    }
}
