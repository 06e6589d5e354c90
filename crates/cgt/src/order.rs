//! Which game is at least as good for Left as another.

use crate::forms::{Form, Forms};
use std::cmp::Ordering;

impl Forms {
    /// Whether `a <= b`: Left loses nothing by having `b` for `a`.
    pub fn le(&mut self, a: Form, b: Form) -> bool {
        self.le_at_a_glance(a, b).unwrap_or_else(|| {
            self.compared.trim();
            self.le_by_reading(a, b)
        })
    }

    /// How `a` lies to `b`; `None` if they are confused.
    pub fn compare(&mut self, a: Form, b: Form) -> Option<Ordering> {
        if a == b {
            return Some(Ordering::Equal);
        }
        // Different forms are different games, so at most one of these holds.
        if self.le(a, b) {
            Some(Ordering::Less)
        } else if self.le(b, a) {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    fn le_within(&mut self, a: Form, b: Form) -> bool {
        self.le_at_a_glance(a, b).unwrap_or_else(|| self.le_by_reading(a, b))
    }

    fn le_at_a_glance(&self, a: Form, b: Form) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        let (low, high) = (&self.glances[a.index()], &self.glances[b.index()]);
        // Stops and means keep the order of games.
        if low.left_stop > high.left_stop
            || low.right_stop > high.right_stop
            || low.mean > high.mean
        {
            return Some(false);
        }
        // Even the worst that b comes to is above the best that a comes to.
        if low.left_stop < high.right_stop {
            return Some(true);
        }
        if a == Form::ZERO {
            return Some(high.at_least_zero);
        }
        if b == Form::ZERO {
            return Some(low.at_most_zero);
        }
        if low.is_number && high.is_number {
            return Some(self.mean(a) <= self.mean(b));
        }
        None
    }

    /// The definition: no Left option of `a` is as good as `b`, and `a` is as good as no Right
    /// option of `b`.
    fn le_by_reading(&mut self, a: Form, b: Form) -> bool {
        if let Some(known) = self.compared.get(a.0, b.0) {
            return known;
        }
        let (low, high) = (self.spans[a.index()], self.spans[b.index()]);
        let mut answer = true;
        for index in low.start..low.middle {
            let option = self.options[index as usize];
            if self.le_within(b, option) {
                answer = false;
                break;
            }
        }
        if answer {
            for index in high.middle..high.end {
                let option = self.options[index as usize];
                if self.le_within(option, a) {
                    answer = false;
                    break;
                }
            }
        }
        self.compared.insert(a.0, b.0, answer);
        answer
    }

    /// Leaves of options for Left only the best: no two are equal or comparable afterwards, and
    /// they are in ascending order of ids.
    pub(crate) fn drop_dominated(&mut self, options: &mut Vec<Form>) {
        options.sort_unstable();
        options.dedup();
        if options.len() < 2 {
            return;
        }
        // From the highest mean down, nothing is better than what came before it, but for ties.
        options.sort_unstable_by(|&a, &b| {
            let (a, b) = (&self.glances[a.index()], &self.glances[b.index()]);
            let key =
                |glance: &crate::forms::Glance| (glance.mean, glance.right_stop, glance.left_stop);
            key(b).partial_cmp(&key(a)).unwrap_or(Ordering::Equal)
        });
        let mut kept = 0;
        for next in 0..options.len() {
            let option = options[next];
            if (0..kept).any(|place| self.le(option, options[place])) {
                continue;
            }
            let mut place = 0;
            while place < kept {
                if self.le(options[place], option) {
                    // It was kept before what dominates it: only among ties.
                    kept -= 1;
                    options.swap(place, kept);
                } else {
                    place += 1;
                }
            }
            options[kept] = option;
            kept += 1;
        }
        options.truncate(kept);
        options.sort_unstable();
    }
}
