//! Sets of options, for those who make very many forms from few different sets.

use crate::forms::{Form, Forms};
use crate::table::{Lists, PairMap, hash_of};

/// A set of Left options without dominated ones, kept once in a [`Forms`].
///
/// It serves Right too: a Right set is given by the Left set of the negatives of its options.
/// So [`Forms::from_sets`] of `L` and `R` is the game in which Left may move to the elements of
/// `L` and Right to the negatives of the elements of `R`; exchanging the two negates the game.
/// Sets of equal numbers are equal sets, until [`Forms::forget`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SideSet(u32);

/// The sets, and what was found about lists and pairs of them.
#[derive(Default)]
pub(crate) struct Sets {
    sets: Lists,
    /// Lists with dominated options, and the sets they come to.
    lists: Lists,
    set_of_list: Vec<u32>,
    /// The form of two sets, the lower number first.
    forms: PairMap,
    scratch: Vec<Form>,
}

/// Lists with dominated options are forgotten when they have this many options together.
const LIST_VOLUME: usize = 1 << 26;

impl Forms {
    /// The set that is left of these options for Left without dominated ones.
    pub fn intern_left(&mut self, options: &[Form]) -> SideSet {
        self.intern(options, false)
    }

    /// The set that stands for these options for Right.
    pub fn intern_right(&mut self, options: &[Form]) -> SideSet {
        self.intern(options, true)
    }

    /// The set of the negatives of the elements.
    pub fn negate_set(&mut self, set: SideSet) -> SideSet {
        let list = self.sets.sets.get(set.0).to_vec();
        // The negatives of elements of which none dominates another do not either, as is found.
        self.intern(&list, true)
    }

    /// The elements in ascending order of ids.
    pub fn elements(&self, set: SideSet) -> &[Form] {
        self.sets.sets.get(set.0)
    }

    /// How many different sets there are.
    pub fn sets(&self) -> usize {
        self.sets.sets.len()
    }

    /// The game in which Left may move to the elements of `left`, and Right to the negatives of
    /// the elements of `right`.
    pub fn from_sets(&mut self, left: SideSet, right: SideSet) -> Form {
        let (low, high) = (left.min(right), left.max(right));
        let form = match self.sets.forms.get(low.0, high.0) {
            Some(id) => Form(id),
            None => {
                let (first, second) = (self.elements(low).to_vec(), self.elements(high).to_vec());
                let form = self.reduce(&first, &second);
                self.sets.forms.insert(low.0, high.0, form.0);
                form
            }
        };
        if left == low { form } else { self.negate(form) }
    }

    /// The canonical form of the game with these options.
    pub fn make(&mut self, left: &[Form], right: &[Form]) -> Form {
        let (left, right) = (self.intern(left, false), self.intern(right, true));
        self.from_sets(left, right)
    }

    fn intern(&mut self, options: &[Form], negate: bool) -> SideSet {
        let mut list = std::mem::take(&mut self.sets.scratch);
        list.clear();
        if negate {
            list.extend(options.iter().map(|&form| self.negate(form)));
        } else {
            list.extend_from_slice(options);
        }
        if !list.is_sorted_by(|a, b| a < b) {
            list.sort_unstable();
            list.dedup();
        }
        let set = self.intern_sorted(&mut list);
        self.sets.scratch = list;
        SideSet(set)
    }

    fn intern_sorted(&mut self, list: &mut Vec<Form>) -> u32 {
        let hash = hash_of(&list[..]);
        if let Some(set) = self.sets.sets.find(hash, list) {
            return set;
        }
        if let Some(known) = self.sets.lists.find(hash, list) {
            return self.sets.set_of_list[known as usize];
        }
        let given = list.clone();
        self.drop_dominated(list);
        if *list == given {
            return self.sets.sets.push(hash, list);
        }
        let best = hash_of(&list[..]);
        let set = self.sets.sets.find(best, list);
        let set = set.unwrap_or_else(|| self.sets.sets.push(best, list));
        if self.sets.lists.volume() + given.len() > LIST_VOLUME {
            self.sets.lists.clear();
            self.sets.set_of_list.clear();
        }
        self.sets.lists.push(hash, &given);
        self.sets.set_of_list.push(set);
        set
    }
}
