//! Random games, and comparison by nothing but the definition.

use proptest::prelude::*;
use yomikiri_cgt::{Form, Forms};

/// A game as it is given: any options, in any order, dominated and reversible ones too.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) left: Vec<Tree>,
    pub(crate) right: Vec<Tree>,
}

impl Tree {
    pub(crate) fn form(&self, forms: &mut Forms) -> Form {
        let left: Vec<Form> = self.left.iter().map(|option| option.form(forms)).collect();
        let right: Vec<Form> = self.right.iter().map(|option| option.form(forms)).collect();
        forms.make(&left, &right)
    }

    /// `self <= other` by the definition.
    pub(crate) fn le(&self, other: &Tree) -> bool {
        !self.left.iter().any(|option| other.le(option))
            && !other.right.iter().any(|option| option.le(self))
    }
}

/// Trees of at most this depth.
pub(crate) fn trees(depth: u32) -> BoxedStrategy<Tree> {
    if depth == 0 {
        return Just(Tree { left: vec![], right: vec![] }).boxed();
    }
    let options = || prop::collection::vec(trees(depth - 1), 0..=2);
    (options(), options()).prop_map(|(left, right)| Tree { left, right }).boxed()
}

/// How to make a form: numbers at the leaves, so that hot games come up often.
#[derive(Clone, Debug)]
pub(crate) enum Recipe {
    Number(i8),
    Quarters(i8),
    Near(i8, bool),
    Heap(u8),
    Options(Vec<Recipe>, Vec<Recipe>),
}

impl Recipe {
    pub(crate) fn form(&self, forms: &mut Forms) -> Form {
        match self {
            Recipe::Number(value) => forms.integer((*value).into()),
            Recipe::Quarters(value) => {
                forms.number(yomikiri_cgt::Dyadic::new((*value).into(), 2).unwrap())
            }
            Recipe::Near(ups, star) => forms.ups((*ups).into(), *star),
            Recipe::Heap(size) => forms.nimber((*size).into()),
            Recipe::Options(left, right) => {
                let left: Vec<Form> = left.iter().map(|option| option.form(forms)).collect();
                let right: Vec<Form> = right.iter().map(|option| option.form(forms)).collect();
                forms.make(&left, &right)
            }
        }
    }
}

/// Rather hot forms with up to three options a side, three levels above simple games.
pub(crate) fn recipes() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        6 => (-5i8..=5).prop_map(Recipe::Number),
        2 => (-8i8..=8).prop_map(Recipe::Quarters),
        1 => (-2i8..=2, any::<bool>()).prop_map(|(ups, star)| Recipe::Near(ups, star)),
        1 => (0u8..=3).prop_map(Recipe::Heap),
    ];
    leaf.prop_recursive(3, 40, 3, |inner| {
        let options = || prop::collection::vec(inner.clone(), 1..=3);
        (options(), options()).prop_map(|(left, right)| Recipe::Options(left, right))
    })
}

/// The ids of the options of all forms.
pub(crate) fn parts(forms: &Forms) -> Vec<(Vec<u32>, Vec<u32>)> {
    let ids = |side: &[Form]| side.iter().map(|form| form.id()).collect();
    forms.options_flat().map(|(left, right)| (ids(left), ids(right))).collect()
}
