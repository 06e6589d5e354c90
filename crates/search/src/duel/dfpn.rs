//! Depth-first proof-number search that settles repetitions soundly.
//!
//! Can the attacker force a win? A position that comes back on the path is a failure of the
//! attacker's, since it got nowhere. Proofs do not depend on the path. A *disproof* may: it can
//! rest on an earlier position of the path coming back. So every disproof carries what it rests
//! on. One that rests on nothing above its own node (a cycle within what it shows) is kept for
//! good; one that rests on a single earlier position is kept together with that position and
//! believed only where it is on the path again; any other is forgotten when its node is left.
//! More positions on the path can only mean more repetitions, so what is believed is sound.

use super::numbers::{INFINITE, MOST, Numbers};
use super::{Bounds, Duel, Hand, KeyHasher, Meter, Reason, mix, on_deep_stack};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use yomikiri_core::{Context, Side};

const WINDOW: usize = 8;

/// The answer to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// Whether the attacker can force a win; or why that is not known.
    pub forced: Result<bool, Reason>,
    /// Positions entered.
    pub nodes: u64,
}

/// Asks whether `attacker` can force a win.
pub fn search<D: Duel>(
    duel: &D,
    root: &D::Position,
    attacker: Side,
    bounds: Bounds,
    context: &Context,
) -> Forced
where
    D::Position: Send + Sync,
    D::Move: Send,
{
    on_deep_stack(|| {
        let mut search = Search {
            duel,
            attacker,
            meter: Meter::new(bounds, context),
            table: vec![None; bounds.entries.next_power_of_two() + WINDOW],
            path: Vec::new(),
            depth_of: HashMap::default(),
        };
        let highest = Numbers { pn: INFINITE, dn: INFINITE };
        let (numbers, _) = search.deepen(root, highest);
        let forced = match search.meter.stopped {
            _ if numbers.pn == 0 => Ok(true),
            _ if numbers.dn == 0 => Ok(false),
            Some(reason) => Err(reason),
            None => unreachable!("a search ends by an answer or by a limit"),
        };
        Forced { forced, nodes: search.meter.nodes }
    })
}

/// Which earlier positions of the path a disproof rests on, by their depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rests {
    OnNothing,
    On(usize),
    /// Several, this one the earliest.
    OnSeveral(usize),
}

impl Rests {
    fn and(self, other: Rests) -> Rests {
        use Rests::{On, OnNothing, OnSeveral};
        match (self, other) {
            (OnNothing, rests) | (rests, OnNothing) => rests,
            (On(a), On(b)) if a == b => On(a),
            (On(a) | OnSeveral(a), On(b) | OnSeveral(b)) => OnSeveral(a.min(b)),
        }
    }

    /// The same once the position at `depth` is itself disproved by it.
    fn within(self, depth: usize) -> Rests {
        match self {
            Rests::On(at) | Rests::OnSeveral(at) if at >= depth => Rests::OnNothing,
            rests => rests,
        }
    }

    /// How bad it is to rest on this.
    fn weight(self) -> usize {
        match self {
            Rests::OnNothing => 0,
            Rests::On(_) => 1,
            Rests::OnSeveral(_) => 2,
        }
    }
}

type Key = (u128, Hand);

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    numbers: Numbers,
    /// The earlier position that a disproof rests on.
    rests_on: Option<Key>,
    /// Nodes below it; what took the least is forgotten first.
    work: u64,
}

struct Child<P> {
    position: P,
    /// What the table said when the node was entered, or the last visit from here found.
    known: (Numbers, Rests),
}

struct Search<'a, D: Duel> {
    duel: &'a D,
    attacker: Side,
    meter: Meter<'a>,
    table: Vec<Option<Entry>>,
    path: Vec<Key>,
    depth_of: HashMap<Key, usize, BuildHasherDefault<KeyHasher>>,
}

impl<D: Duel> Search<'_, D> {
    fn start(&self, key: &Key) -> usize {
        let places = self.table.len() - WINDOW;
        mix(key.0, &key.1) as usize & (places - 1)
    }

    fn entry(&self, key: &Key) -> Option<Entry> {
        let start = self.start(key);
        let mut window = self.table[start..start + WINDOW].iter().flatten();
        window.find(|entry| entry.key == *key).copied()
    }

    fn keep(&mut self, key: Key, numbers: Numbers, rests_on: Option<Key>, work: u64) {
        let start = self.start(&key);
        let window = &mut self.table[start..start + WINDOW];
        let own = window.iter().position(|entry| entry.is_none_or(|entry| entry.key == key));
        let place = own.unwrap_or_else(|| {
            let least = (0..WINDOW).min_by_key(|at| window[*at].map_or(0, |entry| entry.work));
            least.expect("a window has places")
        });
        let before = window[place].filter(|entry| entry.key == key).map_or(0, |entry| entry.work);
        window[place] = Some(Entry { key, numbers, rests_on, work: before + work });
    }

    /// What is known of a position on the present path.
    fn known(&self, key: &Key) -> (Numbers, Rests) {
        let entry = self.entry(key);
        if let Some(entry) = entry
            && entry.numbers.solved()
        {
            match entry.rests_on.map(|key| self.depth_of.get(&key)) {
                None => return (entry.numbers, Rests::OnNothing),
                Some(Some(depth)) => return (entry.numbers, Rests::On(*depth)),
                Some(None) => {}
            }
        }
        if let Some(depth) = self.depth_of.get(key) {
            return (Numbers::DISPROVED, Rests::On(*depth));
        }
        match entry {
            Some(entry) if !entry.numbers.solved() => (entry.numbers, Rests::OnNothing),
            _ => (Numbers::NEW, Rests::OnNothing),
        }
    }

    /// Searches a node until one of its numbers reaches its threshold.
    fn deepen(&mut self, position: &D::Position, thresholds: Numbers) -> (Numbers, Rests) {
        let duel = self.duel;
        let depth = self.path.len();
        if !self.meter.enter(depth) {
            return (Numbers::NEW, Rests::OnNothing);
        }
        let begun = self.meter.nodes;
        let key = (duel.board_key(position), duel.hand(position, self.attacker));
        let attacks = duel.to_move(position) == self.attacker;
        let mut moves = Vec::new();
        let at_once = match duel.wins_at_once(position) {
            true => Some(attacks),
            false => {
                duel.moves(position, &mut moves);
                moves.is_empty().then_some(!attacks)
            }
        };
        if let Some(attacker) = at_once {
            let numbers = Numbers::won_by(attacker);
            self.keep(key, numbers, None, 1);
            return (numbers, Rests::OnNothing);
        }
        self.path.push(key);
        self.depth_of.insert(key, depth);
        let mut children: Vec<Child<D::Position>> = moves
            .iter()
            .map(|mv| {
                let position = duel.play(position, *mv);
                let key = (duel.board_key(&position), duel.hand(&position, self.attacker));
                Child { position, known: self.known(&key) }
            })
            .collect();
        let result = loop {
            // At the attacker's node: the least pn, the sum of dn; at the other's the reverse.
            let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0_u32);
            let mut chosen = None;
            let (mut all_rest, mut one_rests) = (Rests::OnNothing, None::<Rests>);
            for (at, child) in children.iter().enumerate() {
                let (numbers, rests) = child.known;
                let (own, other) = match attacks {
                    true => (numbers.pn, numbers.dn),
                    false => (numbers.dn, numbers.pn),
                };
                sum = (sum + other).min(MOST);
                if own < least {
                    (second, least) = (least, own);
                    chosen = Some((at, numbers));
                } else {
                    second = second.min(own);
                }
                if numbers.dn == 0 {
                    all_rest = all_rest.and(rests);
                    if one_rests.is_none_or(|one| rests.weight() < one.weight()) {
                        one_rests = Some(rests);
                    }
                }
            }
            let numbers = match attacks {
                true => Numbers { pn: least, dn: sum },
                false => Numbers { pn: sum, dn: least },
            };
            if numbers.pn == 0 {
                break (Numbers::PROVED, Rests::OnNothing);
            }
            if numbers.dn == 0 {
                let rests = if attacks { all_rest } else { one_rests.unwrap_or(Rests::OnNothing) };
                break (Numbers::DISPROVED, rests.within(depth));
            }
            if numbers.pn >= thresholds.pn || numbers.dn >= thresholds.dn {
                break (numbers, Rests::OnNothing);
            }
            let (at, child) = chosen.expect("a node that is not solved has a child that is not");
            // A quarter more than the next best, so that the search does not hop to and fro.
            let next_best = second.saturating_add(second / 4).saturating_add(1);
            let child_thresholds = match attacks {
                true => Numbers {
                    pn: thresholds.pn.min(next_best),
                    dn: thresholds.dn.saturating_sub(sum - child.dn).min(INFINITE),
                },
                false => Numbers {
                    pn: thresholds.pn.saturating_sub(sum - child.pn).min(INFINITE),
                    dn: thresholds.dn.min(next_best),
                },
            };
            let next = children[at].position;
            let found = self.deepen(&next, child_thresholds);
            if self.meter.stopped.is_some() {
                break (numbers, Rests::OnNothing);
            }
            children[at].known = found;
        };
        self.path.pop();
        self.depth_of.remove(&key);
        if self.meter.stopped.is_none() {
            let work = self.meter.nodes - begun + 1;
            match result {
                (numbers, Rests::OnNothing) => self.keep(key, numbers, None, work),
                (numbers, Rests::On(depth)) => {
                    let rests_on = Some(self.path[depth]);
                    self.keep(key, numbers, rests_on, work);
                }
                (_, Rests::OnSeveral(_)) => {}
            }
        }
        result
    }
}
