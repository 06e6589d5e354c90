//! Canonical forms: how many there are, and what they and everything weaker say about sums.

use super::kinds::{Kind, SEED, Subgame};
use super::rows::Values;
use crate::runs::Finding;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;
use yomikiri_amazons::Value;
use yomikiri_amazons::bounds::{Rule, lower, unconditional, upper, winner};
use yomikiri_amazons::forms::FormTables;
use yomikiri_amazons::ground::Grounds;
use yomikiri_amazons::shape::Catalogue;
use yomikiri_cgt::{Dyadic, Form, Forms, Sums};
use yomikiri_core::{Context, Result, Side};

/// Up to so many cells every subgame has its form.
pub(super) const COMPLETE: usize = 8;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Canonical {
    /// Forms of subgames up to 1, 2, ... cells, each counted once, and their thermographs.
    pub(super) sizes: Vec<(u64, u64)>,
    /// How many of the forms are numbers, and of the others how many have a temperature of 0, up
    /// to 1/2, up to 1, and so on.
    pub(super) numbers: u64,
    pub(super) temperatures: Vec<u64>,
    /// Forms in all, those of larger subgames that were wanted too.
    pub(super) forms: u64,
    /// To work the forms out.
    pub(super) seconds: f64,
    pub(super) decided: Vec<Decided>,
}

/// What each way says about the winners of sums.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Decided {
    pub(super) kind: String,
    pub(super) sums: u64,
    pub(super) printed: Way,
    pub(super) sound: Way,
    pub(super) unconditional: Way,
    pub(super) thermographs: Way,
    /// Thermographs, and for each part whether it is at least 0 or at most 0.
    pub(super) glance: Way,
    /// To find all winners, and the sums looked at for it.
    pub(super) seconds: f64,
    pub(super) nodes: u64,
    pub(super) winners: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Way {
    /// Sums with some bound.
    pub(super) bounded: u64,
    /// Sums whose winner is named.
    pub(super) named: u64,
    /// Winners named wrongly.
    pub(super) wrong: u64,
}

impl Way {
    fn add(&mut self, bounded: bool, named: Option<bool>, truth: bool) {
        self.bounded += u64::from(bounded);
        self.named += u64::from(named.is_some());
        self.wrong += u64::from(named.is_some_and(|named| named != truth));
    }
}

impl Finding for Canonical {
    fn settled(&self) -> bool {
        self.forms > 0
    }

    fn nodes(&self) -> u64 {
        self.forms
    }
}

impl Canonical {
    pub(super) fn asked(cells: usize, kinds: &[Kind], sums: usize) -> Json {
        let kinds: Vec<_> = kinds.iter().map(|kind| kind.parts).collect();
        json!({ "question": "forms", "cells": cells, "kinds": kinds, "sums": sums, "seed": SEED })
    }

    /// Works out the forms up to so many cells, and asks them about sums.
    pub(super) fn find(
        cells: usize,
        kinds: &[Kind],
        sums: usize,
        (database, folder): (usize, &Path),
        context: &Context,
    ) -> Result<Canonical> {
        let stopped = || Ok(Canonical::default());
        let Some(catalogue) = Catalogue::new(cells, context) else { return stopped() };
        let Some(values) = Values::open(database, folder, context)? else { return stopped() };
        let grounds = Grounds::new(catalogue);
        let clock = Instant::now();
        let Some(tables) = FormTables::new(&grounds, cells, context) else { return stopped() };
        let seconds = clock.elapsed().as_secs_f64();
        let forms = tables.forms();
        let mut found = Canonical { seconds, forms: forms.len() as u64, ..Canonical::default() };
        found.count(&tables, &grounds);
        let mut rounder = Rounder(vec![None; forms.len()]);
        for kind in kinds {
            let drawn = kind.draw(sums, grounds.catalogue());
            let Some(values) = values.of_all(&drawn, context)? else { return stopped() };
            let parts: Option<Vec<Vec<Form>>> = drawn
                .iter()
                .map(|sum| sum.iter().map(|subgame| form_of(&tables, subgame)).collect())
                .collect();
            let Some(parts) = parts else { continue };
            found.decided.push(Decided::find(kind, forms, &values, &parts, &mut rounder));
        }
        Ok(found)
    }

    fn count(&mut self, tables: &FormTables, grounds: &Grounds) {
        let forms = tables.forms();
        let mut met = vec![false; forms.len()];
        let mut graphs = HashSet::new();
        let mut count = 0;
        for size in 1..=tables.cells().min(COMPLETE) {
            for number in 0..grounds.catalogue().of(size).len() {
                for form in tables.row(size, number as u32) {
                    if !std::mem::replace(&mut met[form.id() as usize], true) {
                        count += 1;
                        graphs.insert(forms.thermograph(*form));
                        self.note_temperature(forms, *form);
                    }
                }
            }
            self.sizes.push((count, graphs.len() as u64));
        }
    }

    fn note_temperature(&mut self, forms: &Forms, form: Form) {
        if forms.is_number(form) {
            self.numbers += 1;
            return;
        }
        let temperature = forms.temperature(form);
        let half = Dyadic::from(1).halve();
        let (mut place, mut end) = (0, Dyadic::ZERO);
        while end < temperature {
            (place, end) = (place + 1, end + half);
        }
        if self.temperatures.len() <= place {
            self.temperatures.resize(place + 1, 0);
        }
        self.temperatures[place] += 1;
    }
}

/// The form of a subgame, or of it with the colours exchanged.
fn form_of(tables: &FormTables, subgame: &Subgame) -> Option<Form> {
    let cells = subgame.shape.len();
    let look_up = |subgame: &Subgame| {
        let place = tables.slots(cells).place(subgame.black, subgame.white)?;
        Some(tables.row(cells, subgame.number)[place])
    };
    look_up(subgame)
        .or_else(|| look_up(&subgame.exchanged()).map(|form| tables.forms().negate(form)))
}

impl Decided {
    fn find(
        kind: &Kind,
        forms: &Forms,
        values: &[Vec<Value>],
        parts: &[Vec<Form>],
        rounder: &mut Rounder,
    ) -> Decided {
        let mut found =
            Decided { kind: kind.id.into(), sums: parts.len() as u64, ..Decided::default() };
        let mut reader = Sums::new();
        let mut told = Vec::with_capacity(parts.len());
        let clock = Instant::now();
        for parts in parts {
            let (nodes, at_once) = (reader.nodes(), reader.decided_at_once());
            let wins = reader.wins(forms, parts, true);
            let glance = reader.nodes() == nodes + 1 && reader.decided_at_once() == at_once + 1;
            told.push((wins, glance));
        }
        found.seconds = clock.elapsed().as_secs_f64();
        found.nodes = reader.nodes();
        for ((parts, values), (wins, glance)) in parts.iter().zip(values).zip(told) {
            for (rule, way) in [(Rule::Paper, &mut found.printed), (Rule::Sound, &mut found.sound)]
            {
                let low = lower(rule, values, Side::First);
                let high = upper(rule, values, Side::First);
                let named = winner(low, high, Side::First).map(|side| side == Side::First);
                way.add(low.is_some() || high.is_some(), named, wins);
            }
            let rounded: Vec<_> = parts.iter().map(|part| rounder.round(forms, *part)).collect();
            let (low, high) = unconditional(&rounded, Side::First);
            let named = winner(Some(low), Some(high), Side::First);
            found.unconditional.add(true, named.map(|side| side == Side::First), wins);
            found.thermographs.add(true, by_thermographs(forms, parts), wins);
            found.glance.add(true, glance.then_some(wins), wins);
            found.winners.push(if wins { 'X' } else { 'O' });
        }
        found
    }
}

/// Whether Black, moving first, wins, where the walls of the thermographs tell.
///
/// At every temperature t the left stop of a sum is at least the left wall of one part and the
/// right walls of the others, and at most the left walls of all and t.
fn by_thermographs(forms: &Forms, parts: &[Form]) -> Option<bool> {
    let at = |temperature: Dyadic| {
        let (mut low, mut high, mut swing) = (Dyadic::ZERO, Dyadic::ZERO, Dyadic::ZERO);
        for part in parts {
            let graph = forms.thermograph(*part);
            let (left, right) = (graph.left_at(temperature), graph.right_at(temperature));
            (low, high, swing) = (low + right, high + left, swing.max(left - right));
        }
        match () {
            _ if low + swing > Dyadic::ZERO => Some(true),
            _ if high + temperature < Dyadic::ZERO => Some(false),
            _ => None,
        }
    };
    let temperatures = parts.iter().map(|part| forms.temperature(*part));
    let mut temperatures = temperatures.filter(|temperature| *temperature > Dyadic::ZERO);
    at(Dyadic::ZERO).or_else(|| temperatures.find_map(at))
}

/// The least integer that a form is at most, and the greatest that it is at least, as
/// [`yomikiri_amazons::plain::Plain::unconditional`] has them, from the options of the form.
struct Rounder(Vec<Option<(i32, i32)>>);

impl Rounder {
    fn round(&mut self, forms: &Forms, form: Form) -> (i32, i32) {
        if let Some(known) = self.0[form.id() as usize] {
            return known;
        }
        let black = forms.left(form).iter().map(|option| self.round(forms, *option).1 + 1).max();
        let white = forms.right(form).iter().map(|option| self.round(forms, *option).0 - 1).min();
        let rounded = match (black, white) {
            (Some(black), Some(white)) if black >= white => (black, white),
            _ => {
                let integer = 0.max(black.unwrap_or(0)).min(white.unwrap_or(i32::MAX));
                (integer, integer)
            }
        };
        self.0[form.id() as usize] = Some(rounded);
        rounded
    }
}
