//! Wall-clock benchmarks: `cargo bench -p yomikiri-cgt --bench forms`.

use divan::{Bencher, black_box};
use yomikiri_cgt::{Form, Forms, Sums};

fn main() {
    divan::main();
}

/// Numbers that only look random, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn pick(&mut self, pool: &[Form], count: usize) -> Vec<Form> {
        (0..count).map(|_| pool[self.below(pool.len())]).collect()
    }
}

/// Rather hot forms: each from a few older ones, the first from small numbers.
fn hot_forms(count: usize) -> (Forms, Vec<Form>, Dice) {
    let mut forms = Forms::new();
    let mut dice = Dice(0x1234_5678_9abc_def1);
    let mut pool: Vec<Form> = (-4..=4).map(|value| forms.integer(value)).collect();
    while pool.len() < count {
        let (left, right) = (dice.below(4) + 1, dice.below(4) + 1);
        let reach = pool.len().min(9 + pool.len() / 2);
        let (left, right) = (dice.pick(&pool[..reach], left), dice.pick(&pool[..reach], right));
        let form = forms.make(&left, &right);
        if forms.birthday(form) <= 9 {
            pool.push(form);
        }
    }
    (forms, pool, dice)
}

/// Options lists as a game would have them, most of them seen before.
#[divan::bench]
fn make_known(bencher: Bencher) {
    let (mut forms, pool, mut dice) = hot_forms(2000);
    let lists: Vec<_> = (0..256).map(|_| (dice.pick(&pool, 40), dice.pick(&pool, 40))).collect();
    for (left, right) in &lists {
        forms.make(left, right);
    }
    bencher.counter(lists.len()).bench_local(|| {
        for (left, right) in &lists {
            black_box(forms.make(left, right));
        }
    });
}

/// The same after everything but the forms was forgotten.
#[divan::bench]
fn make_anew(bencher: Bencher) {
    let (mut forms, pool, mut dice) = hot_forms(2000);
    let lists: Vec<_> = (0..256).map(|_| (dice.pick(&pool, 40), dice.pick(&pool, 40))).collect();
    bencher.counter(lists.len()).bench_local(|| {
        forms.forget();
        for (left, right) in &lists {
            black_box(forms.make(left, right));
        }
    });
}

#[divan::bench]
fn le(bencher: Bencher) {
    let (mut forms, pool, mut dice) = hot_forms(2000);
    let pairs: Vec<_> = (0..4096).map(|_| dice.pick(&pool, 2)).collect();
    bencher.counter(pairs.len()).bench_local(|| {
        for pair in &pairs {
            black_box(forms.le(pair[0], pair[1]));
        }
    });
}

#[divan::bench]
fn add(bencher: Bencher) {
    let (mut forms, pool, mut dice) = hot_forms(200);
    let pairs: Vec<_> = (0..64).map(|_| dice.pick(&pool, 2)).collect();
    bencher.counter(pairs.len()).bench_local(|| {
        forms.forget();
        for pair in &pairs {
            black_box(forms.add(pair[0], pair[1]));
        }
    });
}

/// Sums of four, none read before.
#[divan::bench]
fn wins(bencher: Bencher) {
    let (forms, pool, mut dice) = hot_forms(2000);
    let parts: Vec<_> = (0..1024).map(|_| dice.pick(&pool, 4)).collect();
    bencher.counter(parts.len()).bench_local(|| {
        let mut sums = Sums::new();
        for parts in &parts {
            black_box(sums.wins(&forms, parts, true));
        }
    });
}
