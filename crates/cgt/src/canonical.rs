//! From options to canonical forms.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms};
use crate::table::hash_of;
use hashbrown::HashTable;

/// A game given by its options, which need not be canonical and is not a number.
struct Draft<'a> {
    left: &'a [Form],
    right: &'a [Form],
    left_stop: f32,
    right_stop: f32,
    /// Comparisons made so far: twice the id, plus one for "form <= draft", and the answer above.
    known: HashTable<u64>,
}

const ANSWER: u64 = 1 << 40;

impl Forms {
    /// The canonical form of the game with these options, given as two Left sets: without
    /// dominated options, and Right's negated.
    pub(crate) fn reduce(&mut self, left: &[Form], turned_right: &[Form]) -> Form {
        if let Some(value) = self.number_between(left, turned_right) {
            return self.number(value);
        }
        let turn = |forms: &Forms, list: &[Form]| -> Vec<Form> {
            list.iter().map(|&form| forms.negate(form)).collect()
        };
        let (right, turned_left) = (turn(self, turned_right), turn(self, left));
        // Reversibility is a matter of the value of the game alone, so the sides can be treated
        // one after the other.
        let new_left = self.bypass_reversible(left, &right);
        let new_turned_right = self.bypass_reversible(turned_right, &turned_left);
        let mut new_right = turn(self, &new_turned_right);
        new_right.sort_unstable();
        self.settle(&new_left, &new_right, None)
    }

    /// The number that the game is, if it is one: the simplest that no option reaches.
    fn number_between(&mut self, left: &[Form], turned_right: &[Form]) -> Option<Dyadic> {
        let low = self.reach(left);
        let high = self.reach(turned_right).map(|(end, closed)| (-end, closed));
        match (low, high) {
            (Some((low, _)), Some((high, _))) if low > high => None,
            (Some((low, false)), Some((high, _))) if low == high => None,
            (Some((low, _)), Some((high, false))) if low == high => None,
            _ => Some(Dyadic::simplest(low, high).expect("a number finer than dyadics go")),
        }
    }

    /// The highest number that Left comes to by moving to one of these, and whether the game may
    /// yet be that number: whether none of them is at least it.
    fn reach(&mut self, options: &[Form]) -> Option<(Dyadic, bool)> {
        let best = options.iter().map(|&option| self.right_stop(option)).max()?;
        // A stop is a subposition of the form, so this is known already.
        let number = self.number(best);
        let free = options
            .iter()
            .all(|&option| self.right_stop(option) < best || !self.le(number, option));
        Some((best, free))
    }

    /// Left's options with the reversible ones replaced by what they come back to, and without
    /// the dominated ones.
    fn bypass_reversible(&mut self, left: &[Form], right: &[Form]) -> Vec<Form> {
        let highest = |stops: f32, stop: f32| stops.max(stop);
        let mut draft = Draft {
            left,
            right,
            left_stop: left
                .iter()
                .map(|form| self.glances[form.index()].right_stop)
                .fold(f32::NEG_INFINITY, highest),
            right_stop: -right
                .iter()
                .map(|form| -self.glances[form.index()].left_stop)
                .fold(f32::NEG_INFINITY, highest),
            known: HashTable::new(),
        };
        let mut waiting = left.to_vec();
        let mut kept = Vec::with_capacity(left.len());
        let mut changed = false;
        while let Some(option) = waiting.pop() {
            let span = self.spans[option.index()];
            let mut replies = span.middle..span.end;
            let back = replies.find_map(|index| {
                let reply = self.options[index as usize];
                self.le_draft(reply, &mut draft).then_some(reply)
            });
            match back {
                Some(reply) => {
                    waiting.extend_from_slice(self.left(reply));
                    changed = true;
                }
                None => kept.push(option),
            }
        }
        if changed {
            self.drop_dominated(&mut kept);
        } else {
            kept.sort_unstable();
        }
        kept
    }

    /// Whether `form <= draft`.
    fn le_draft(&mut self, form: Form, draft: &mut Draft) -> bool {
        let glance = &self.glances[form.index()];
        if glance.left_stop > draft.left_stop || glance.right_stop > draft.right_stop {
            return false;
        }
        if glance.left_stop < draft.right_stop {
            return true;
        }
        let key = u64::from(form.0) << 1 | 1;
        draft.recall(key).unwrap_or_else(|| {
            let span = self.spans[form.index()];
            let answer = !draft.right.iter().any(|&option| self.le(option, form))
                && !(span.start..span.middle)
                    .any(|index| self.draft_le(draft, self.options[index as usize]));
            draft.remember(key, answer)
        })
    }

    /// Whether `draft <= form`.
    fn draft_le(&mut self, draft: &mut Draft, form: Form) -> bool {
        let glance = &self.glances[form.index()];
        if draft.left_stop > glance.left_stop || draft.right_stop > glance.right_stop {
            return false;
        }
        if draft.left_stop < glance.right_stop {
            return true;
        }
        let key = u64::from(form.0) << 1;
        draft.recall(key).unwrap_or_else(|| {
            let span = self.spans[form.index()];
            let answer = !draft.left.iter().any(|&option| self.le(form, option))
                && !(span.middle..span.end)
                    .any(|index| self.le_draft(self.options[index as usize], draft));
            draft.remember(key, answer)
        })
    }
}

impl Draft<'_> {
    fn recall(&self, key: u64) -> Option<bool> {
        let found = self.known.find(hash_of(&key), |entry| entry & !ANSWER == key)?;
        Some(found & ANSWER != 0)
    }

    fn remember(&mut self, key: u64, answer: bool) -> bool {
        let entry = key | if answer { ANSWER } else { 0 };
        let hash = |entry: &u64| hash_of(&(entry & !ANSWER));
        self.known.insert_unique(hash(&entry), entry, hash);
        answer
    }
}
