//! Well-known games, and sums.

use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms};

impl Forms {
    /// Nought.
    pub fn zero(&self) -> Form {
        Form::ZERO
    }

    /// A whole number. It is made from all whole numbers between it and nought.
    pub fn integer(&mut self, value: i32) -> Form {
        if let Some(known) = self.known_number(value.into()) {
            return known;
        }
        let mut form = Form::ZERO;
        for size in 1..=i64::from(value.unsigned_abs()) {
            form = self.settle(&[form], &[], Some(Dyadic::integer(size)));
        }
        if value < 0 { self.negate(form) } else { form }
    }

    /// A number. Whole numbers beyond 32 bits are refused with a panic: there would be no room.
    pub fn number(&mut self, value: Dyadic) -> Form {
        if let Some(known) = self.known_number(value) {
            return known;
        }
        if value.is_integer() {
            return self.integer(value.numerator().try_into().expect("too large a number to make"));
        }
        let step = Dyadic::new(1, value.exponent()).expect("as fine as the value");
        let (below, above) = (self.number(value - step), self.number(value + step));
        self.settle(&[below], &[above], Some(value))
    }

    /// The nim heap of this size, `*n`.
    pub fn nimber(&mut self, size: u32) -> Form {
        let mut heaps = Vec::new();
        let mut heap = Form::ZERO;
        for _ in 0..size {
            heaps.push(heap);
            heaps.sort_unstable();
            heap = self.settle(&heaps.clone(), &heaps, None);
        }
        heap
    }

    /// So many ups (downs if negative), and a star if wished.
    pub fn ups(&mut self, count: i32, star: bool) -> Form {
        self.ups_and_heap(count, star.into())
    }

    /// The sum of so many ups (downs if negative) and the nim heap of this size.
    ///
    /// n.^ + *m is `{0|(n-1).^ + *(m xor 1)}` for n > 0, but for ^* = `{0,*|0}`.
    pub fn ups_and_heap(&mut self, count: i32, heap: u32) -> Form {
        let height = count.unsigned_abs();
        let mut form = self.nimber(heap ^ height & 1);
        for step in 1..=height {
            let is_up_star = step == 1 && heap ^ (height - step) & 1 == 1;
            form = if is_up_star {
                let star = self.nimber(1);
                self.settle(&[Form::ZERO, star], &[Form::ZERO], None)
            } else {
                self.settle(&[Form::ZERO], &[form], None)
            };
        }
        if count < 0 { self.negate(form) } else { form }
    }

    /// The sum: a move in it is a move in one of the two.
    pub fn add(&mut self, a: Form, b: Form) -> Form {
        if a == Form::ZERO {
            return b;
        }
        if b == Form::ZERO {
            return a;
        }
        if self.negate(a) == b {
            return Form::ZERO;
        }
        match (self.as_number(a), self.as_number(b)) {
            (Some(first), Some(second)) => return self.number(first + second),
            (Some(_), None) => return self.translate(b, a),
            (None, Some(_)) => return self.translate(a, b),
            (None, None) => {}
        }
        let (low, high) = (a.min(b), a.max(b));
        if let Some(known) = self.added.get(low.0, high.0) {
            return Form(known);
        }
        let mut left = Vec::new();
        let mut turned_right = Vec::new();
        for (moved, still) in [(a, b), (b, a)] {
            let span = self.spans[moved.index()];
            for index in span.start..span.middle {
                left.push(self.add(self.options[index as usize], still));
            }
            for index in span.middle..span.end {
                let sum = self.add(self.options[index as usize], still);
                turned_right.push(self.negate(sum));
            }
        }
        self.drop_dominated(&mut left);
        self.drop_dominated(&mut turned_right);
        let sum = self.reduce(&left, &turned_right);
        self.remember_sum(low, high, sum);
        sum
    }

    /// `a - b`.
    pub fn subtract(&mut self, a: Form, b: Form) -> Form {
        self.add(a, self.negate(b))
    }

    /// Adds a number to what is none: the options move along, and the form stays canonical.
    fn translate(&mut self, form: Form, number: Form) -> Form {
        let (low, high) = (form.min(number), form.max(number));
        if let Some(known) = self.added.get(low.0, high.0) {
            return Form(known);
        }
        let span = self.spans[form.index()];
        let mut moved = Vec::with_capacity((span.end - span.start) as usize);
        for index in span.start..span.end {
            moved.push(self.add(self.options[index as usize], number));
        }
        let (left, right) = moved.split_at_mut((span.middle - span.start) as usize);
        left.sort_unstable();
        right.sort_unstable();
        let sum = self.settle(left, right, None);
        self.remember_sum(low, high, sum);
        sum
    }

    /// Also the sum of the negatives, unless it is the same pair.
    fn remember_sum(&mut self, low: Form, high: Form, sum: Form) {
        self.added.insert(low.0, high.0, sum.0);
        let (turned_low, turned_high) = (self.negate(low), self.negate(high));
        let (first, second) = (turned_low.min(turned_high), turned_low.max(turned_high));
        if (first, second) != (low, high) {
            self.added.insert(first.0, second.0, self.negate(sum).0);
        }
    }
}
