use crate::text::rough;
use crate::{Progress, Whole};
use std::fmt;
use std::time::Duration;

/// How long the rest of a piece of work may take, and what that rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// If the rest goes a little faster than the fastest stretch so far.
    pub least: Duration,
    /// If it goes a little more slowly than the slowest.
    pub most: Duration,
    /// The parts that the speeds were measured on.
    pub whole: Whole,
}

impl fmt::Display for Estimate {
    /// As in `3 min to 4 min left (12 of 40 games)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [least, most] = [self.least, self.most].map(|time| rough(time.as_secs_f64()));
        match least == most {
            true => write!(f, "about {most}")?,
            false => write!(f, "{least} to {most}")?,
        }
        write!(f, " left ({})", self.whole)
    }
}

/// Watches a piece of work, and estimates what is left where its pace so far gives reason to.
///
/// It speaks only of the whole work ([`Progress::whole`]), and only if its parts are alike; of the
/// share of a stage nothing follows. It is silent until enough parts are done, where stretches of the work differ so much
/// that the past says nothing about the rest, and while a part takes much longer than any before.
#[derive(Clone, Debug, Default)]
pub struct Estimator {
    /// When how many parts were done, oldest first.
    seen: Vec<(f64, f64)>,
    /// When the last estimate was made, and its ends.
    last: Option<(f64, [f64; 2])>,
}

/// Nothing is said before so many seconds, parts, and such a share of the whole are done.
const LEAST_SECONDS: f64 = 3.0;
const LEAST_PARTS: f64 = 8.0;
const LEAST_SHARE: f64 = 0.1;
/// What is done is cut into so many stretches of equally many parts.
const STRETCHES: usize = 6;
/// Nothing is said where the rest may take so many times as long as the least that it may.
const WIDEST: f64 = 5.0;
/// Times are thinned out when there are so many.
const MOST_SEEN: usize = 512;

impl Estimator {
    /// Takes note of how far the work is, and says what that makes likely of the rest.
    pub fn see(&mut self, progress: &Progress) -> Option<Estimate> {
        let now = progress.elapsed.as_secs_f64();
        let alike = progress.whole.filter(|whole| whole.alike);
        let ends = alike.and_then(|whole| self.ends(now, whole));
        let Some(ends) = ends else {
            self.last = None;
            return None;
        };
        // New ends count the more the longer ago the old ones are: no jumping from one tick to
        // the next.
        let smooth = match self.last {
            Some((then, old)) if then <= now => {
                let weight = 1.0 - (-(now - then) / (0.05 * now).max(2.0)).exp();
                std::array::from_fn(|at| {
                    let expected = (old[at] - (now - then)).max(0.0);
                    expected + weight * (ends[at] - expected)
                })
            }
            _ => ends,
        };
        self.last = Some((now, smooth));
        let [least, most] = smooth.map(|end| Duration::try_from_secs_f64(end).ok());
        Some(Estimate { least: least?, most: most?, whole: progress.whole? })
    }

    /// The ends of an estimate in seconds.
    fn ends(&mut self, now: f64, whole: Whole) -> Option<[f64; 2]> {
        let (done, of) = (whole.done as f64, whole.of as f64);
        match self.seen.last() {
            // Something else has begun.
            Some(&(then, parts)) if done < parts || now < then => *self = Estimator::default(),
            _ => {}
        }
        if self.seen.last().is_none_or(|&(_, parts)| done > parts) {
            self.seen.push((now, done));
        }
        if self.seen.len() > MOST_SEEN {
            let mut kept = 0;
            self.seen.retain(|_| {
                kept += 1;
                kept % 2 == 1
            });
        }
        let (&(begun, first), &(until, last)) = (self.seen.first()?, self.seen.last()?);
        let done_here = last - first;
        if now - begun < LEAST_SECONDS || done_here < LEAST_PARTS || done < LEAST_SHARE * of {
            return None;
        }
        let length = done_here / STRETCHES as f64;
        let times: Vec<f64> =
            (0..=STRETCHES).map(|at| self.time_of(first + length * at as f64)).collect();
        let stretches: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let (fastest, slowest) = stretches
            .iter()
            .fold((f64::MAX, 0.0_f64), |(low, high), s| (low.min(*s), high.max(*s)));
        // If the pace goes on changing as from the first half of what is done to the second, this
        // is what it comes to in the middle of the rest.
        let halves = stretches.split_at(STRETCHES / 2);
        let [early, late] = [halves.0, halves.1].map(|half| half.iter().sum::<f64>());
        let ahead = 0.5 + (of - done) / done_here;
        let trend = late / (STRETCHES / 2) as f64 * (late / early).powf(ahead);
        // The rest may be a little further from the mean than what was seen, and the more so the
        // more is left.
        let margin = (slowest / fastest).sqrt().max(1.02 + 0.02 * ahead);
        let (fastest, slowest) = ((fastest / margin).min(trend), (slowest * margin).max(trend));
        // What is being done now counts too: it is not known how much of it is left.
        let waited = now - until;
        if slowest > WIDEST * fastest || waited > slowest {
            return None;
        }
        let left = (of - done).max(0.0) / length;
        let end = |pace: f64| (left * pace - waited).max(0.0);
        Some([end(fastest), end(slowest)])
    }

    /// When so many parts were done.
    fn time_of(&self, parts: f64) -> f64 {
        let at = self.seen.partition_point(|&(_, done)| done < parts).clamp(1, self.seen.len() - 1);
        let ((before, less), (after, more)) = (self.seen[at - 1], self.seen[at]);
        before + (after - before) * (parts - less) / (more - less)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    /// What is said ten times a second of work whose parts take so many seconds each, and how
    /// long it really took from then.
    fn told(parts: &[f64]) -> Vec<(f64, Option<Estimate>)> {
        let (mut estimator, mut told) = (Estimator::default(), Vec::new());
        let total: f64 = parts.iter().sum();
        let mut ends = 0.0;
        let ends: Vec<f64> = parts.iter().map(|part| (ends += part, ends).1).collect();
        for tick in 0..(10.0 * total) as u64 {
            let now = tick as f64 / 10.0;
            let done = ends.partition_point(|end| *end <= now) as u64;
            let progress = Progress {
                whole: Some(Whole { done, of: parts.len() as u64, unit: "games", alike: true }),
                elapsed: Duration::from_secs_f64(now),
                ..Progress::default()
            };
            told.push((total - now, estimator.see(&progress)));
        }
        told
    }

    /// Whether the truth is in the range, to within the rounding with which it is shown.
    fn holds(left: f64, estimate: &Estimate) -> bool {
        let [least, most] = [estimate.least, estimate.most].map(|end| end.as_secs_f64());
        (0.98 * least..=1.02 * most).contains(&left)
    }

    #[test]
    fn of_steady_work_the_truth_is_in_the_range_and_nothing_jumps() {
        let mut dice = Dice::new(1);
        let mut noisy = |parts: usize, spread: usize| -> Vec<f64> {
            (0..parts).map(|_| 1.0 + dice.below(spread + 1) as f64 / 100.0).collect()
        };
        for parts in [vec![1.0; 100], vec![0.001; 60_000], noisy(200, 50), noisy(100, 100)] {
            let told = told(&parts);
            let said: Vec<_> =
                told.iter().filter_map(|(left, said)| Some((*left, (*said)?))).collect();
            assert!(10 * said.len() > 8 * told.len(), "{} of {}", said.len(), told.len());
            let right = said.iter().filter(|(left, said)| holds(*left, said)).count();
            assert!(100 * right >= 97 * said.len(), "{right} of {}", said.len());
            for pair in said.windows(2) {
                let [before, after] = [&pair[0].1, &pair[1].1].map(|e| e.most.as_secs_f64());
                assert!((before - after).abs() <= 1.0 + 0.1 * before, "{before} {after}");
            }
        }
    }

    #[test]
    fn of_work_that_changes_its_pace_nothing_is_said_or_the_range_allows_for_it() {
        let quicker: Vec<f64> = (0..100).map(|at| 4.0 * 0.95_f64.powi(at)).collect();
        let slower: Vec<f64> = quicker.iter().rev().copied().collect();
        for parts in [quicker, slower] {
            let told = told(&parts);
            // Silent once the change is plain to see, half way at the latest.
            assert!(told[told.len() / 2..].iter().all(|(_, said)| said.is_none()));
        }
        let gently: Vec<f64> = (0..100).map(|at| 1.0 + 0.004 * f64::from(at)).collect();
        let told = told(&gently);
        let said: Vec<_> = told.iter().filter_map(|(left, said)| Some((*left, (*said)?))).collect();
        let right = said.iter().filter(|(left, said)| holds(*left, said)).count();
        assert!(said.len() > 100 && 100 * right >= 95 * said.len(), "{right} of {}", said.len());
    }

    #[test]
    fn a_part_that_takes_long_ends_the_estimate() {
        let mut parts = vec![1.0; 40];
        parts[30] = 100.0;
        let told = told(&parts);
        assert!(told[295].1.is_some());
        assert!(told[450..1290].iter().all(|(_, said)| said.is_none()));
    }

    #[test]
    fn nothing_is_said_of_stages_of_the_beginning_or_of_other_work() {
        let mut estimator = Estimator::default();
        let at = |seconds, share, whole| Progress {
            share: Some(share),
            whole,
            elapsed: Duration::from_secs(seconds),
            stage_elapsed: Duration::from_secs(seconds),
            ..Progress::default()
        };
        for second in 0..100 {
            let progress = at(second, second as f64 / 100.0, None);
            assert_eq!(estimator.see(&progress), None, "a search tree, or one stage of several");
        }
        let of = |done| Some(Whole { done, of: 1000, unit: "games", alike: true });
        for second in 0..99 {
            assert_eq!(estimator.see(&at(second, 0.0, of(second))), None);
        }
        assert!(estimator.see(&at(150, 0.0, of(150))).is_some());
        let unlike = Whole { alike: false, ..of(150).unwrap() };
        assert_eq!(estimator.see(&at(150, 0.0, Some(unlike))), None);
        assert!(estimator.see(&at(150, 0.0, of(150))).is_some());
        // The next piece of work is not measured by the one before it.
        assert_eq!(estimator.see(&at(151, 0.0, of(3))), None);
        assert_eq!(estimator.see(&at(152, 0.0, of(200))), None);
    }

    #[test]
    fn an_estimate_says_what_it_rests_on() {
        let estimate = |least, most| Estimate {
            least: Duration::from_secs(least),
            most: Duration::from_secs(most),
            whole: Whole { done: 12, of: 40, unit: "games", alike: true },
        };
        assert_eq!(estimate(130, 243).to_string(), "2 min to 4 min left (12 of 40 games)");
        assert_eq!(estimate(33, 34).to_string(), "about 35 s left (12 of 40 games)");
    }
}
