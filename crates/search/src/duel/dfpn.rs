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
use super::{Bounds, Duel, Found, Hand, Meter, Prover, Reason, Win, place};
use crate::on_deep_stack;
use std::time::Duration;
use yomikiri_core::hash::HashMap;
use yomikiri_core::{Context, Side};

const WINDOW: usize = 8;

/// The answer to the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced<M> {
    /// The attacker's forced win, if it has one; or why that is not known.
    pub win: Result<Option<Win<M>>, Reason>,
    /// Positions entered.
    pub nodes: u64,
    /// What the search took, its table made before.
    pub time: Duration,
}

impl<M> Forced<M> {
    /// Whether the attacker can force a win; or why that is not known.
    pub fn forced(&self) -> Result<bool, Reason> {
        self.win.as_ref().map(Option::is_some).map_err(|reason| *reason)
    }
}

/// Asks whether `attacker` can force a win.
pub fn search<D: Duel>(
    duel: &D,
    root: &D::Position,
    attacker: Side,
    bounds: Bounds,
    context: &Context,
) -> Forced<D::Move>
where
    D::Position: Send + Sync,
    D::Move: Send,
{
    on_deep_stack(|| Dfpn::new(duel, attacker, bounds).ask(root, bounds, context))
}

/// The search with its table.
pub struct Dfpn<'d, D: Duel> {
    duel: &'d D,
    attacker: Side,
    table: Vec<Option<Entry>>,
    used: bool,
}

impl<'d, D: Duel> Dfpn<'d, D> {
    /// With an empty table.
    pub fn new(duel: &'d D, attacker: Side, bounds: Bounds) -> Dfpn<'d, D> {
        let table = vec![None; bounds.entries.next_power_of_two() + WINDOW];
        Dfpn { duel, attacker, table, used: false }
    }

    /// Asks whether the attacker can force a win.
    pub fn ask(
        &mut self,
        root: &D::Position,
        bounds: Bounds,
        context: &Context,
    ) -> Forced<D::Move> {
        if self.used {
            self.table.fill(None);
        }
        self.used = true;
        let mut search = Search {
            duel: self.duel,
            attacker: self.attacker,
            meter: Meter::new(bounds, context),
            table: &mut self.table,
            path: Vec::new(),
            depth_of: HashMap::default(),
            first: None,
        };
        let highest = Numbers { pn: INFINITE, dn: INFINITE };
        let Known { numbers, plies, .. } = search.deepen(root, highest);
        let win = match search.meter.stopped {
            _ if numbers.pn == 0 => {
                let plies = plies.max(0) as u16;
                Ok(Some(Win { side: self.attacker, plies, first: search.first }))
            }
            _ if numbers.dn == 0 => Ok(None),
            Some(reason) => Err(reason),
            None => unreachable!("a search ends by an answer or by a limit"),
        };
        let time = search.meter.begun.elapsed();
        Forced { win, nodes: search.meter.nodes, time }
    }
}

impl<D: Duel> Prover<D> for Dfpn<'_, D> {
    fn prove(&mut self, root: &D::Position, bounds: Bounds, context: &Context) -> Found<D::Move> {
        let Forced { win, nodes, time } = self.ask(root, bounds, context);
        // That there is no win is nothing that a proof of one can use.
        let win = win.and_then(|win| win.ok_or(Reason::Stopped));
        Found { win, nodes, time }
    }

    fn known(&self, position: &D::Position, winner: Side) -> Option<u16> {
        let (duel, attacker) = (self.duel, self.attacker);
        let key = (duel.board_key(position), duel.hand(position, attacker));
        let entry = entry(&self.table, &key).filter(|_| winner == attacker)?;
        (entry.numbers.pn == 0).then(|| entry.plies.max(0) as u16)
    }
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
    /// Plies to the end at most, for what is proved.
    plies: i16,
    /// The earlier position that a disproof rests on.
    rests_on: Option<Key>,
    /// Nodes below it; what took the least is forgotten first.
    work: u64,
}

/// What is known of a position on the present path.
#[derive(Clone, Copy)]
struct Known {
    numbers: Numbers,
    /// What a disproof rests on.
    rests: Rests,
    /// Plies to the end at most, for what is proved.
    plies: i16,
}

impl Known {
    fn open(numbers: Numbers) -> Known {
        Known { numbers, rests: Rests::OnNothing, plies: 0 }
    }

    fn disproved(rests: Rests) -> Known {
        Known { numbers: Numbers::DISPROVED, rests, plies: 0 }
    }
}

struct Child<P> {
    position: P,
    /// What the table said when the node was entered, or the last visit from here found.
    known: Known,
}

fn start(table: &[Option<Entry>], key: &Key) -> usize {
    let places = table.len() - WINDOW;
    place(key.0, &key.1, places)
}

fn entry(table: &[Option<Entry>], key: &Key) -> Option<Entry> {
    let start = start(table, key);
    let mut window = table[start..start + WINDOW].iter().flatten();
    window.find(|entry| entry.key == *key).copied()
}

struct Search<'a, D: Duel> {
    duel: &'a D,
    attacker: Side,
    meter: Meter<'a>,
    table: &'a mut [Option<Entry>],
    path: Vec<Key>,
    depth_of: HashMap<Key, usize>,
    /// The move at the root that wins, or that holds out longest.
    first: Option<D::Move>,
}

impl<D: Duel> Search<'_, D> {
    fn keep(&mut self, key: Key, found: Known, rests_on: Option<Key>, work: u64) {
        let Known { numbers, plies, .. } = found;
        let start = start(self.table, &key);
        let window = &mut self.table[start..start + WINDOW];
        let own = window.iter().position(|entry| entry.is_none_or(|entry| entry.key == key));
        let place = own.unwrap_or_else(|| {
            let least = (0..WINDOW).min_by_key(|at| window[*at].map_or(0, |entry| entry.work));
            least.expect("a window has places")
        });
        let before = window[place].filter(|entry| entry.key == key).map_or(0, |entry| entry.work);
        window[place] = Some(Entry { key, numbers, plies, rests_on, work: before + work });
    }

    fn known(&self, key: &Key) -> Known {
        let entry = entry(self.table, key);
        if let Some(Entry { numbers, plies, rests_on, .. }) = entry
            && numbers.solved()
        {
            match rests_on.map(|key| self.depth_of.get(&key)) {
                None => return Known { numbers, rests: Rests::OnNothing, plies },
                Some(Some(depth)) => return Known::disproved(Rests::On(*depth)),
                Some(None) => {}
            }
        }
        if let Some(depth) = self.depth_of.get(key) {
            return Known::disproved(Rests::On(*depth));
        }
        let open = entry.map(|entry| entry.numbers).filter(|numbers| !numbers.solved());
        Known::open(open.unwrap_or(Numbers::NEW))
    }

    /// Searches a node until one of its numbers reaches its threshold.
    fn deepen(&mut self, position: &D::Position, thresholds: Numbers) -> Known {
        let duel = self.duel;
        let depth = self.path.len();
        if !self.meter.enter(depth) {
            return Known::open(Numbers::NEW);
        }
        let begun = self.meter.nodes;
        let key = (duel.board_key(position), duel.hand(position, self.attacker));
        let attacks = duel.to_move(position) == self.attacker;
        let mut moves = Vec::new();
        let lost = duel.plies_when_lost() as i16;
        let at_once = match duel.wins_at_once(position) {
            true => Some((attacks, lost - 1)),
            false => {
                duel.moves(position, &mut moves);
                moves.is_empty().then_some((!attacks, lost))
            }
        };
        if let Some((attacker, plies)) = at_once {
            let numbers = Numbers::won_by(attacker);
            let found = Known { numbers, rests: Rests::OnNothing, plies };
            self.keep(key, found, None, 1);
            return found;
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
                let Known { numbers, rests, .. } = child.known;
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
                let proved = (0..children.len()).filter(|at| children[*at].known.numbers.pn == 0);
                let plies = |at: &usize| children[*at].known.plies;
                let at = if attacks { proved.min_by_key(plies) } else { proved.max_by_key(plies) };
                let at = at.expect("a proof has a proved child");
                if depth == 0 {
                    self.first = Some(moves[at]);
                }
                let plies = plies(&at).saturating_add(1);
                break Known { numbers: Numbers::PROVED, rests: Rests::OnNothing, plies };
            }
            if numbers.dn == 0 {
                let rests = if attacks { all_rest } else { one_rests.unwrap_or(Rests::OnNothing) };
                break Known::disproved(rests.within(depth));
            }
            if numbers.pn >= thresholds.pn || numbers.dn >= thresholds.dn {
                break Known::open(numbers);
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
                break Known::open(numbers);
            }
            children[at].known = found;
        };
        self.path.pop();
        self.depth_of.remove(&key);
        if self.meter.stopped.is_none() {
            let work = self.meter.nodes - begun + 1;
            match result.rests {
                Rests::OnNothing => self.keep(key, result, None, work),
                Rests::On(depth) => self.keep(key, result, Some(self.path[depth]), work),
                Rests::OnSeveral(_) => {}
            }
        }
        result
    }
}
