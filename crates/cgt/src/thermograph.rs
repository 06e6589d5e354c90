use crate::dyadic::Dyadic;
use crate::grains::InGrains;
use crate::table::hash_of;
use hashbrown::HashTable;

/// A point where a wall of a thermograph begins or turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Corner {
    /// The temperature there.
    pub temperature: Dyadic,
    /// The value there.
    pub value: Dyadic,
}

/// The walls and the mast of a game, from temperature 0 upwards.
///
/// A wall goes straight from corner to corner, vertically or one to one, and vertically above
/// the last corner. The walls are those of the game cooled by the temperature: Left's is its
/// left stop, Right's its right stop, and above the temperature of the game both are the mast at
/// its mean. A number is its own mast; see [`crate::Forms::temperature`] for its temperature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    left: Box<[Corner]>,
    right: Box<[Corner]>,
    mean: Dyadic,
    temperature: Dyadic,
    in_grains: Option<InGrains>,
}

impl Thermograph {
    fn new(
        left: Vec<Corner>,
        right: Vec<Corner>,
        mean: Dyadic,
        temperature: Dyadic,
    ) -> Thermograph {
        let in_grains = InGrains::of(&left, &right, temperature);
        Thermograph { left: left.into(), right: right.into(), mean, temperature, in_grains }
    }

    pub(crate) fn of_number(value: Dyadic) -> Thermograph {
        let mast = vec![Corner { temperature: Dyadic::ZERO, value }];
        let temperature = Dyadic::new(-1, value.exponent()).expect("as fine as the value");
        Thermograph::new(mast.clone(), mast, value, temperature)
    }

    /// The corners of Left's wall, the first at temperature 0.
    pub fn left(&self) -> &[Corner] {
        &self.left
    }

    /// The corners of Right's wall, the first at temperature 0.
    pub fn right(&self) -> &[Corner] {
        &self.right
    }

    /// Where the mast stands.
    pub fn mean(&self) -> Dyadic {
        self.mean
    }

    /// Where the mast begins.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }

    /// Left's wall at temperature 0.
    pub fn left_stop(&self) -> Dyadic {
        self.left[0].value
    }

    /// Right's wall at temperature 0.
    pub fn right_stop(&self) -> Dyadic {
        self.right[0].value
    }

    /// Left's wall at a temperature; below 0 it is taken as at 0.
    pub fn left_at(&self, temperature: Dyadic) -> Dyadic {
        value_at(&self.left, temperature)
    }

    /// Right's wall at a temperature; below 0 it is taken as at 0.
    pub fn right_at(&self, temperature: Dyadic) -> Dyadic {
        value_at(&self.right, temperature)
    }

    /// The thermograph of the negative.
    pub fn mirrored(&self) -> Thermograph {
        let mirror = |wall: &[Corner]| {
            wall.iter().map(|&corner| Corner { value: -corner.value, ..corner }).collect()
        };
        Thermograph::new(mirror(&self.right), mirror(&self.left), -self.mean, self.temperature)
    }

    /// The same in whole grains, if all of it is neither too fine nor too large for that.
    pub(crate) fn in_grains(&self) -> Option<&InGrains> {
        self.in_grains.as_ref()
    }

    /// The greatest power of two below any line in it.
    pub(crate) fn fineness(&self) -> u8 {
        let corners = self.left.iter().chain(&self.right);
        let corners = corners.flat_map(|corner| [corner.temperature, corner.value]);
        let all = corners.chain([self.mean, self.temperature]);
        all.map(Dyadic::exponent).max().unwrap_or(0)
    }
}

fn value_at(wall: &[Corner], temperature: Dyadic) -> Dyadic {
    let above = wall.iter().position(|corner| corner.temperature > temperature);
    match above {
        None => wall[wall.len() - 1].value,
        Some(0) => wall[0].value,
        Some(place) => {
            let (from, to) = (wall[place - 1], wall[place]);
            let way = temperature - from.temperature;
            match to.value.cmp(&from.value) {
                std::cmp::Ordering::Equal => from.value,
                std::cmp::Ordering::Greater => from.value + way,
                std::cmp::Ordering::Less => from.value - way,
            }
        }
    }
}

/// Left's scaffold: the corners, and after the last of them it falls one to one.
type Scaffold = Vec<Corner>;

/// Right's wall of an option, less the price of the move there.
fn taxed(right_wall: &[Corner]) -> Scaffold {
    let tax = |corner: &Corner| Corner { value: corner.value - corner.temperature, ..*corner };
    right_wall.iter().map(tax).collect()
}

fn scaffold_at(scaffold: &[Corner], temperature: Dyadic) -> Dyadic {
    let last = scaffold[scaffold.len() - 1];
    if temperature > last.temperature {
        last.value - (temperature - last.temperature)
    } else {
        value_at(scaffold, temperature)
    }
}

/// The higher of two scaffolds everywhere.
fn higher(first: &[Corner], second: &[Corner]) -> Scaffold {
    let mut result = Scaffold::new();
    // The difference the last time, and where that was.
    let mut before: Option<(Dyadic, Dyadic)> = None;
    for temperature in merged(first, second) {
        let (a, b) = (scaffold_at(first, temperature), scaffold_at(second, temperature));
        let difference = a - b;
        if let Some((was, since)) = before
            && (was > Dyadic::ZERO && difference < Dyadic::ZERO
                || was < Dyadic::ZERO && difference > Dyadic::ZERO)
        {
            // One was level and the other fell one to one: they met after as far as they differed.
            let meeting = since + was.max(-was);
            add_corner(&mut result, meeting, scaffold_at(first, meeting));
        }
        add_corner(&mut result, temperature, a.max(b));
        before = Some((difference, temperature));
    }
    // Both fall from here on, so they do not meet again; but the last corner may be none.
    if let [.., from, to] = result[..]
        && to.value < from.value
    {
        result.pop();
    }
    result
}

/// The temperatures of the corners of both in ascending order, each once.
fn merged(first: &[Corner], second: &[Corner]) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> =
        first.iter().chain(second).map(|corner| corner.temperature).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Adds a corner, and takes away the last one if the wall goes straight through it.
fn add_corner(wall: &mut Vec<Corner>, temperature: Dyadic, value: Dyadic) {
    if let [.., from, through] = wall[..] {
        // Walls are level or one to one, so directions are told by the signs.
        if through.value.cmp(&from.value) == value.cmp(&through.value) {
            wall.pop();
        }
    }
    wall.push(Corner { temperature, value });
}

/// Thermographs, each kept once: most forms share theirs with others.
#[derive(Default)]
pub(crate) struct Graphs {
    graphs: Vec<Thermograph>,
    numbers: HashTable<u32>,
}

impl Graphs {
    pub(crate) fn get(&self, number: u32) -> &Thermograph {
        &self.graphs[number as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.graphs.len()
    }

    pub(crate) fn intern(&mut self, graph: Thermograph) -> u32 {
        let hash = hash_graph(&graph);
        let same = |&number: &u32| self.graphs[number as usize] == graph;
        if let Some(&known) = self.numbers.find(hash, same) {
            return known;
        }
        let number = self.graphs.len() as u32;
        self.graphs.push(graph);
        let graphs = &self.graphs;
        self.numbers.insert_unique(hash, number, |&number| hash_graph(&graphs[number as usize]));
        number
    }

    /// The thermograph of a game that is no number, from those of Left's options and of the
    /// negatives of Right's.
    pub(crate) fn raise(
        &self,
        left: impl Iterator<Item = u32>,
        turned_right: impl Iterator<Item = u32>,
    ) -> Thermograph {
        let left = self.scaffold(left);
        let mut right = self.scaffold(turned_right);
        for corner in &mut right {
            corner.value = -corner.value;
        }
        // Right's scaffold rises after its last corner.
        let right_at = |temperature: Dyadic| {
            let last = right[right.len() - 1];
            if temperature > last.temperature {
                last.value + (temperature - last.temperature)
            } else {
                value_at(&right, temperature)
            }
        };
        let corners = merged(&left, &right);
        let gap = |temperature| scaffold_at(&left, temperature) - right_at(temperature);
        // The gap never grows, and closes at one or two to one where it closes.
        let meeting = match corners.iter().position(|&corner| gap(corner) <= Dyadic::ZERO) {
            Some(0) => Dyadic::ZERO,
            Some(place) => {
                let (from, to) = (corners[place - 1], corners[place]);
                let (wide, narrow) = (gap(from), gap(to));
                let slow = wide - narrow == to - from;
                from + if slow { wide } else { wide.halve() }
            }
            None => {
                let last = corners[corners.len() - 1];
                last + gap(last).halve()
            }
        };
        let mean = scaffold_at(&left, meeting);
        let cut = |scaffold: &[Corner]| {
            let mut wall = Vec::with_capacity(scaffold.len() + 1);
            for corner in scaffold.iter().take_while(|corner| corner.temperature < meeting) {
                wall.push(*corner);
            }
            if wall.last().is_none_or(|last| last.value != mean) {
                wall.push(Corner { temperature: meeting, value: mean });
            }
            wall
        };
        Thermograph::new(cut(&left), cut(&right), mean, meeting)
    }

    fn scaffold(&self, options: impl Iterator<Item = u32>) -> Scaffold {
        let mut options: Vec<u32> = options.collect();
        options.sort_unstable();
        options.dedup();
        let walls = options.iter().map(|&option| taxed(&self.get(option).right));
        walls.reduce(|first, second| higher(&first, &second)).unwrap_or_default()
    }
}

fn hash_graph(graph: &Thermograph) -> u64 {
    hash_of(&(&graph.left, &graph.right, graph.mean, graph.temperature))
}
