use crate::dyadic::Dyadic;
use crate::forms::{Form, Forms, Outcome};
use crate::grains::in_grains;
use crate::table::hash_each;
use hashbrown::HashTable;

/// Tells who wins sums of forms, by reading the sum and not by adding up.
///
/// One `Sums` goes with one [`Forms`], whose ids it remembers. A sum is seen from the side of the
/// player to move, who is called Left here: for Right all is negated. It is kept as a sorted list
/// of the forms that are no numbers and the total of the numbers; a form and its negative cancel.
#[derive(Default)]
pub struct Sums {
    /// The lists of all sums from the root to the one that is read.
    stack: Vec<Form>,
    /// The sums remembered, one after the other; see [`Sums::recall`].
    keys: Vec<u32>,
    known: HashTable<Known>,
    moves: Vec<Move>,
    nodes: u64,
    at_once: u64,
}

struct Known {
    start: u32,
    length: u16,
    wins: bool,
}

#[derive(Clone, Copy)]
struct Move {
    part: u32,
    option: Form,
    heat: f32,
    gain: f32,
}

/// Remembered sums are forgotten when they take this many words.
const ROOM: usize = 1 << 25;

/// With fewer parts than this, no sum of grains can overflow.
const MOST_PARTS: usize = 1 << 12;

impl Sums {
    /// Knows nothing yet.
    pub fn new() -> Sums {
        Sums::default()
    }

    /// How many sums were looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many of them were decided by bounds, without looking at a move.
    pub fn decided_at_once(&self) -> u64 {
        self.at_once
    }

    /// Whether the player who moves first wins the sum of the parts: Left or Right, as told.
    pub fn wins(&mut self, forms: &Forms, parts: &[Form], left_moves_first: bool) -> bool {
        self.stack.clear();
        self.moves.clear();
        let mut total = Dyadic::ZERO;
        for &part in parts {
            let part = if left_moves_first { part } else { forms.negate(part) };
            join(&mut self.stack, 0, &mut total, forms, part);
        }
        self.stack.sort_unstable();
        self.first_wins(forms, 0, total)
    }

    /// Who wins the sum of the parts.
    pub fn outcome(&mut self, forms: &Forms, parts: &[Form]) -> Outcome {
        match (self.wins(forms, parts, true), self.wins(forms, parts, false)) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        }
    }

    /// All moves to canonical options with which the player who moves first wins: the place of
    /// the part, and what it becomes.
    pub fn best_moves(
        &mut self,
        forms: &Forms,
        parts: &[Form],
        left_moves_first: bool,
    ) -> Vec<(usize, Form)> {
        let mut best = Vec::new();
        let mut after = parts.to_vec();
        for (place, &part) in parts.iter().enumerate() {
            let options = if left_moves_first { forms.left(part) } else { forms.right(part) };
            for &option in options {
                after[place] = option;
                if !self.wins(forms, &after, !left_moves_first) {
                    best.push((place, option));
                }
            }
            after[place] = part;
        }
        best
    }

    /// Whether Left wins the sum of the stack from `base` on and the number, moving first.
    fn first_wins(&mut self, forms: &Forms, base: usize, total: Dyadic) -> bool {
        self.nodes += 1;
        if let Some(wins) = at_a_glance(forms, &self.stack[base..], total) {
            self.at_once += 1;
            return wins;
        }
        self.read(forms, base, total)
    }

    /// The same where bounds do not tell. Numbers are left alone: while there is a part that is
    /// no number, Left has a winning move in such a part if there is a winning move at all.
    ///
    /// For if the other parts make up no number, that is the number avoidance theorem. If they
    /// do, and the whole is some z > 0, take any part A and its option with the right stop that
    /// is the left stop of A: that minus A has a right stop of at least 0, so with z it is won.
    fn read(&mut self, forms: &Forms, base: usize, total: Dyadic) -> bool {
        let (hash, recalled) = self.recall(base, total);
        if let Some(wins) = recalled {
            return wins;
        }
        let first_move = self.moves.len();
        let wins = self.wins_by_a_glance(forms, base, total) || {
            let moves = &mut self.moves[first_move..];
            moves
                .sort_unstable_by(|a, b| b.heat.total_cmp(&a.heat).then(b.gain.total_cmp(&a.gain)));
            (first_move..self.moves.len()).any(|index| {
                let found = self.moves[index];
                let end = self.stack.len();
                let after = self.play(forms, base, total, found);
                let loses = self.read(forms, end, after);
                self.stack.truncate(end);
                !loses
            })
        };
        self.moves.truncate(first_move);
        self.remember(hash, base, total, wins);
        wins
    }

    /// Looks at all moves without reading on: whether one wins. Those that neither win nor lose
    /// at once are left on the list of moves.
    fn wins_by_a_glance(&mut self, forms: &Forms, base: usize, total: Dyadic) -> bool {
        let end = self.stack.len();
        for place in base..end {
            let part = self.stack[place];
            if place > base && self.stack[place - 1] == part {
                continue;
            }
            let heat = forms.temperature(part).rounded();
            for &option in forms.left(part) {
                let gain = forms.glances[option.index()].right_stop;
                let found = Move { part: (place - base) as u32, option, heat, gain };
                let after = self.play(forms, base, total, found);
                self.nodes += 1;
                let reply = at_a_glance(forms, &self.stack[end..], after);
                self.stack.truncate(end);
                self.at_once += u64::from(reply.is_some());
                match reply {
                    Some(false) => return true,
                    Some(true) => {}
                    None => self.moves.push(found),
                }
            }
        }
        false
    }

    /// Puts the sum after a move on the stack, as the other player sees it, and returns its
    /// number.
    fn play(&mut self, forms: &Forms, base: usize, total: Dyadic, found: Move) -> Dyadic {
        let end = self.stack.len();
        for place in base..end {
            if place - base != found.part as usize {
                let turned = forms.negate(self.stack[place]);
                self.stack.push(turned);
            }
        }
        let mut after = -total;
        join(&mut self.stack, end, &mut after, forms, forms.negate(found.option));
        self.stack[end..].sort_unstable();
        after
    }

    /// What is known of a sum, and the hash it is remembered by. Its key has the number in three
    /// words and then the ids.
    fn recall(&self, base: usize, total: Dyadic) -> (u64, Option<bool>) {
        let parts = &self.stack[base..];
        let number = words(total);
        let hash = hash_each(number.into_iter().chain(parts.iter().map(|part| part.0)));
        let same = |known: &Known| {
            let key = &self.keys[known.start as usize..][..known.length as usize];
            key.len() == parts.len() + 3
                && key[..3] == number
                && key[3..].iter().zip(parts).all(|(&id, part)| id == part.0)
        };
        (hash, self.known.find(hash, same).map(|known| known.wins))
    }

    fn remember(&mut self, hash: u64, base: usize, total: Dyadic, wins: bool) {
        let Ok(length) = u16::try_from(self.stack.len() - base + 3) else { return };
        if self.keys.len() + length as usize > ROOM {
            self.keys.clear();
            self.known.clear();
        }
        let start = self.keys.len() as u32;
        self.keys.extend(words(total));
        self.keys.extend(self.stack[base..].iter().map(|part| part.0));
        let keys = &self.keys;
        self.known.insert_unique(hash, Known { start, length, wins }, |known| {
            hash_each(keys[known.start as usize..][..known.length as usize].iter().copied())
        });
    }
}

/// Adds a form to the sum of the list from `base` on and the number.
fn join(list: &mut Vec<Form>, base: usize, total: &mut Dyadic, forms: &Forms, part: Form) {
    if let Some(value) = forms.as_number(part) {
        *total = *total + value;
        return;
    }
    let turned = forms.negate(part);
    match list[base..].iter().position(|&other| other == turned) {
        Some(place) => {
            list.swap_remove(base + place);
        }
        None => list.push(part),
    }
}

/// Who wins if Left moves first, where bounds tell.
///
/// At every temperature t, cooling commutes with sums, the right stop of a sum is at least the
/// sum of the right stops, and its left stop is at least the left stop of one part with the right
/// stops of the others and at most the sum of the left stops. Cooling by t lowers a left stop by
/// 0 to t. So with the walls L and R of the parts, the left stop S of the sum has
/// `max over k of L_k(t) + sum of the other R_i(t) <= S <= sum of L_i(t) + t`.
/// Left wins if S > 0 and loses if S < 0. Both bounds turn only at corners of the walls; here
/// they are tried at 0 and at the temperatures of the parts.
fn at_a_glance(forms: &Forms, parts: &[Form], total: Dyadic) -> Option<bool> {
    if parts.is_empty() {
        return Some(total > Dyadic::ZERO);
    }
    let (mut all_at_least, mut all_at_most) = (total >= Dyadic::ZERO, total <= Dyadic::ZERO);
    for part in parts {
        let glance = &forms.glances[part.index()];
        all_at_least &= glance.at_least_zero;
        all_at_most &= glance.at_most_zero;
    }
    if all_at_most {
        return Some(false);
    }
    if all_at_least {
        // All are at least nought and one is not nought, which is won moving first.
        return Some(true);
    }
    let total = in_grains(total).filter(|_| parts.len() < MOST_PARTS)?;
    let bounds = |temperature: i64| {
        let (mut low, mut high, mut swing) = (total, total, 0);
        for &part in parts {
            // What is too fine or too large to be counted in grains is left to reading.
            let graph = forms.thermograph(part).in_grains()?;
            let (left, right) = (graph.left_at(temperature), graph.right_at(temperature));
            low += right;
            high += left;
            swing = swing.max(left - right);
        }
        if low + swing > 0 {
            Some(true)
        } else if high + temperature < 0 {
            Some(false)
        } else {
            None
        }
    };
    bounds(0).or_else(|| {
        let graphs = parts.iter().filter_map(|&part| forms.thermograph(part).in_grains());
        let temperatures = graphs.map(|graph| graph.temperature());
        temperatures.filter(|&temperature| temperature > 0).find_map(bounds)
    })
}

fn words(value: Dyadic) -> [u32; 3] {
    let numerator = value.numerator();
    [numerator as u32, (numerator >> 32) as u32, value.exponent().into()]
}

/// What [`Sums::wins`] tells, found plainly: the form of the whole sum is worked out.
pub fn wins_by_adding(forms: &mut Forms, parts: &[Form], left_moves_first: bool) -> bool {
    let sum = parts.iter().fold(Form::ZERO, |sum, &part| forms.add(sum, part));
    match forms.outcome(sum) {
        Outcome::Left => left_moves_first,
        Outcome::Right => !left_moves_first,
        Outcome::Next => true,
        Outcome::Previous => false,
    }
}
