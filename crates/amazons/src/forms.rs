//! The canonical form of every subgame up to some size.
//!
//! Like [`crate::kernel`], shape by shape from what an arrow leaves; but in a sum of games the
//! parts of a ground that has fallen apart simply add up, so only shapes that hang together have
//! tables. The options of many positions are the same, so what comes of a list of options is
//! remembered by each thread, and the forms themselves are shared.

use crate::census::MOST_AMAZONS;
use crate::ground::{Ground, Grounds};
use crate::kernel::THREES;
use crate::shape::MOST_CELLS;
use arrayvec::ArrayVec;
use std::sync::{Mutex, PoisonError};
use yomikiri_cgt::{Form, Forms, SideSet};
use yomikiri_core::Context;
use yomikiri_core::hash::HashMap;
use yomikiri_search::par_ordered;

/// Grounds that a thread takes at a time.
const STRIDE: usize = 16;
/// Lists of options that a thread remembers, at most.
const MOST_LISTS: usize = 1 << 21;

/// Which positions of a size have forms: their amazons, and their places in a row.
pub struct Slots {
    cells: usize,
    positions: Vec<(u16, u16)>,
    /// The place of a position by its index in base three.
    places: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

/// Whether subgames of so many cells with so many amazons have forms: all up to eight cells,
/// three against one up to nine, one against one up to ten. Those with three white amazons against
/// one are those with the colours exchanged.
pub fn has_form(cells: usize, black: usize, white: usize) -> bool {
    match cells {
        0..=8 => black.max(white) <= MOST_AMAZONS,
        9 => matches!((black, white), (3, 1) | (1, 1)),
        _ => cells == 10 && (black, white) == (1, 1),
    }
}

fn index(powers: &[usize], black: u16, white: u16) -> usize {
    let of = |set: u16| -> usize {
        powers.iter().enumerate().filter(|(cell, _)| set >> cell & 1 != 0).map(|(_, p)| p).sum()
    };
    of(black) + 2 * of(white)
}

impl Slots {
    /// The positions on so many cells whose number of amazons is chosen.
    pub fn new(cells: usize, chosen: impl Fn(usize, usize) -> bool) -> Slots {
        let mut slots =
            Slots { cells, positions: Vec::new(), places: vec![NOWHERE; THREES[cells]] };
        for black in 0..1_u16 << cells {
            for white in (0..1_u16 << cells).filter(|white| black & white == 0) {
                if chosen(black.count_ones() as usize, white.count_ones() as usize) {
                    slots.places[index(&THREES[..cells], black, white)] =
                        slots.positions.len() as u32;
                    slots.positions.push((black, white));
                }
            }
        }
        slots
    }

    /// How many positions a shape has.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The positions, as sets of black and white amazons.
    pub fn positions(&self) -> &[(u16, u16)] {
        &self.positions
    }

    /// The place of a position in a row of them.
    pub fn place(&self, black: u16, white: u16) -> Option<usize> {
        let place = self.places[index(&THREES[..self.cells], black, white)];
        (place != NOWHERE).then_some(place as usize)
    }
}

/// The forms of all shapes of a size, one row a shape, cells in the order of the shape's own.
pub struct Layer {
    slots: Slots,
    forms: Vec<Form>,
}

impl Layer {
    fn row(&self, number: u32) -> &[Form] {
        &self.forms[number as usize * self.slots.len()..][..self.slots.len()]
    }
}

/// The forms of every subgame that has one.
pub struct FormTables {
    forms: Forms,
    layers: Vec<Layer>,
}

/// What is the same for all shapes of a size.
struct Plan {
    cells: usize,
    /// The positions whose options are wanted, with their indices in base three.
    wanted: Vec<(u16, u16, usize)>,
    /// For each cell, those of them that an arrow on it may leave to White.
    left: Vec<Vec<(u16, u16, usize)>>,
    /// The indices of the positions that have forms, and with the colours exchanged.
    pairs: Vec<(usize, usize)>,
}

impl Plan {
    fn new(slots: &Slots) -> Plan {
        let cells = slots.cells;
        let number = |black, white| index(&THREES[..cells], black, white);
        let wanted = |black, white| has_form(cells, black, white) || has_form(cells, white, black);
        let wanted: Vec<_> = Slots::new(cells, wanted)
            .positions
            .into_iter()
            .map(|(black, white)| (black, white, number(black, white)))
            .collect();
        let left = |hit: usize| {
            let fits = |(black, white, _): &&(u16, u16, usize)| {
                *black != 0 && (black | white) >> hit & 1 == 0
            };
            wanted.iter().filter(fits).copied().collect()
        };
        let pairs = slots.positions.iter().map(|(b, w)| (number(*b, *w), number(*w, *b)));
        Plan { cells, left: (0..cells).map(left).collect(), pairs: pairs.collect(), wanted }
    }
}

/// The forms, which the threads share.
struct Shared<'a>(Mutex<&'a mut Forms>);

impl Shared<'_> {
    fn ask<T>(&self, question: impl FnOnce(&mut Forms) -> T) -> T {
        question(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One thread's memory and room to work in.
struct Worker<'a> {
    shared: &'a Shared<'a>,
    sets: HashMap<Box<[Form]>, SideSet>,
    pairs: HashMap<(SideSet, SideSet), Form>,
    sums: HashMap<(Form, Form), Form>,
    /// For each cell hit the forms that are left, by the index of the position without the arrow.
    after: Vec<Vec<Form>>,
    /// The set of Black's options, by the index of the position.
    options: Vec<SideSet>,
}

impl<'a> Worker<'a> {
    fn new(shared: &'a Shared<'a>, cells: usize) -> Worker<'a> {
        Worker {
            shared,
            sets: HashMap::default(),
            pairs: HashMap::default(),
            sums: HashMap::default(),
            after: vec![vec![Form::ZERO; THREES[cells]]; cells],
            options: vec![shared.ask(|forms| forms.intern_left(&[])); THREES[cells]],
        }
    }

    /// The forms of one shape.
    fn shape(
        &mut self,
        plan: &Plan,
        grounds: &Grounds,
        number: u32,
        layers: &[Layer],
    ) -> Vec<Form> {
        let ground = grounds.shape(plan.cells, number);
        for hit in 0..plan.cells {
            self.look_up(plan, grounds, &ground, hit, layers);
        }
        let lines: ArrayVec<ArrayVec<(usize, u16), MOST_CELLS>, MOST_CELLS> =
            (0..plan.cells).map(|cell| ground.in_line(cell).collect()).collect();
        let mut list = Vec::new();
        for (black, white, index) in &plan.wanted {
            list.clear();
            for from in (0..plan.cells).filter(|cell| black >> cell & 1 != 0) {
                let others = (black | white) & !(1 << from);
                let free = |(cell, between): &&(usize, u16)| others & (between | 1 << cell) == 0;
                for (to, _) in lines[from].iter().filter(free) {
                    let moved = index - THREES[from] + THREES[*to];
                    for (hit, _) in lines[*to].iter().filter(free) {
                        list.push(self.after[*hit][moved]);
                    }
                }
            }
            self.options[*index] = self.set(&mut list);
        }
        plan.pairs.iter().map(|(index, exchanged)| self.form(*index, *exchanged)).collect()
    }

    /// The form with the options of one position for Black, and of another, the colours exchanged
    /// back, for White.
    fn form(&mut self, index: usize, exchanged: usize) -> Form {
        let pair = (self.options[index], self.options[exchanged]);
        let make = || self.shared.ask(|forms| forms.from_sets(pair.0, pair.1));
        *self.pairs.entry(pair).or_insert_with(make)
    }

    /// The set of these options.
    fn set(&mut self, list: &mut Vec<Form>) -> SideSet {
        list.sort_unstable();
        list.dedup();
        if let Some(set) = self.sets.get(&list[..]) {
            return *set;
        }
        if self.sets.len() >= MOST_LISTS {
            self.sets.clear();
        }
        let set = self.shared.ask(|forms| forms.intern_left(list));
        self.sets.insert(list[..].into(), set);
        set
    }

    /// The forms after an arrow on a cell.
    fn look_up(
        &mut self,
        plan: &Plan,
        grounds: &Grounds,
        ground: &Ground,
        hit: usize,
        layers: &[Layer],
    ) {
        let pieces = grounds.pieces_without(ground, hit);
        // For each part, what every set of cells adds to an index of it.
        let mut sums = [[0_u16; 1 << MOST_CELLS]; MOST_CELLS / 2];
        let mut rows: ArrayVec<_, { MOST_CELLS / 2 }> = ArrayVec::new();
        for (piece, sums) in pieces.iter().zip(&mut sums) {
            for set in 1..1_usize << plan.cells {
                let own = piece.cells[set.trailing_zeros() as usize];
                let power = own.map_or(0, |cell| THREES[usize::from(cell)] as u16);
                sums[set] = sums[set & (set - 1)] + power;
            }
            let (size, number) = piece.shape;
            let layer = &layers[usize::from(size)];
            rows.push((&layer.slots.places[..], layer.row(number), &*sums));
        }
        for (black, white, index) in &plan.left[hit] {
            let part = |(places, row, sums): &(&[u32], &[Form], &[u16; 1 << MOST_CELLS])| {
                let own = sums[usize::from(*black)] + 2 * sums[usize::from(*white)];
                row[places[usize::from(own)] as usize]
            };
            let mut sum = Form::ZERO;
            for row in &rows {
                sum = self.add(sum, part(row));
            }
            self.after[hit][*index] = sum;
        }
    }

    fn add(&mut self, a: Form, b: Form) -> Form {
        if a == Form::ZERO || b == Form::ZERO {
            return a.max(b);
        }
        let pair = (a.min(b), a.max(b));
        *self.sums.entry(pair).or_insert_with(|| self.shared.ask(|forms| forms.add(a, b)))
    }
}

impl FormTables {
    /// Works out the forms of all subgames up to so many cells that have one. `None` if stopped.
    pub fn new(grounds: &Grounds, cells: usize, context: &Context) -> Option<FormTables> {
        let mut tables = FormTables { forms: Forms::new(), layers: Vec::new() };
        for size in 0..=cells {
            let slots = Slots::new(size, |black, white| has_form(size, black, white));
            let plan = Plan::new(&slots);
            let count = grounds.catalogue().of(size).len();
            let mut forms = Vec::with_capacity(count * slots.len());
            let shared = Shared(Mutex::new(&mut tables.forms));
            let layers = &tables.layers;
            let work = |worker: &mut Worker<'_>, range: std::ops::Range<usize>| {
                let shape = |number| worker.shape(&plan, grounds, number as u32, layers);
                range.flat_map(shape).collect::<Vec<Form>>()
            };
            let keep = |more: Vec<Form>| {
                forms.extend(more);
                true
            };
            let stage = format!("forms of {size} cells");
            let worker = || Worker::new(&shared, size);
            if !par_ordered(context, &stage, 0..count, STRIDE, worker, work, keep) {
                return None;
            }
            tables.layers.push(Layer { slots, forms });
        }
        Some(tables)
    }

    /// All forms.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The most cells that a subgame in it has.
    pub fn cells(&self) -> usize {
        self.layers.len() - 1
    }

    /// Which positions of a size have forms.
    pub fn slots(&self, cells: usize) -> &Slots {
        &self.layers[cells].slots
    }

    /// The forms of a shape, by its slots.
    pub fn row(&self, cells: usize, number: u32) -> &[Form] {
        self.layers[cells].row(number)
    }
}
