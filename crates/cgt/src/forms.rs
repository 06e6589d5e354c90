use crate::dyadic::Dyadic;
use crate::sets::Sets;
use crate::table::{PairCache, PairMap, hash_of};
use crate::thermograph::{Graphs, Thermograph};
use hashbrown::HashTable;

/// A canonical form in a [`Forms`]: equal games have equal forms. It means something only in the
/// `Forms` it came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub(crate) u32);

impl Form {
    /// Nought, the game without moves; the first form everywhere.
    pub const ZERO: Form = Form(0);

    /// The place of the form in the order in which its `Forms` came to know them.
    pub const fn id(self) -> u32 {
        self.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who wins a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Left, whoever moves first: the game is positive.
    Left,
    /// Right, whoever moves first: the game is negative.
    Right,
    /// The player who moves next, the first player: the game is confused with nought.
    Next,
    /// The player who moved last, the second player: the game is nought.
    Previous,
}

/// Where the options of a form lie: Left's, then Right's.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) middle: u32,
    pub(crate) end: u32,
}

/// What most comparisons can be decided by. The floats are rounded, which keeps the order, so
/// a strict inequality between them is one between the true values.
#[derive(Clone, Copy)]
pub(crate) struct Glance {
    pub(crate) left_stop: f32,
    pub(crate) right_stop: f32,
    pub(crate) mean: f32,
    pub(crate) is_number: bool,
    /// At least nought: Left wins if Right starts.
    pub(crate) at_least_zero: bool,
    /// At most nought: Right wins if Left starts.
    pub(crate) at_most_zero: bool,
}

/// Canonical forms of short games, each kept once.
///
/// A form comes after its options, and next to it comes its negative unless that was known
/// already or is the form itself; so the set is closed under negation. Stops, thermographs and
/// birthdays are found when a form is made and only looked up afterwards.
///
/// Numbers finer than [`Dyadic::FINEST`] and more than 2^31 forms are refused with a panic;
/// nothing overflows silently.
pub struct Forms {
    pub(crate) spans: Vec<Span>,
    pub(crate) options: Vec<Form>,
    pub(crate) glances: Vec<Glance>,
    negatives: Vec<Form>,
    graph_of: Vec<u32>,
    birthdays: Vec<u32>,
    by_options: HashTable<u32>,
    by_number: HashTable<u32>,
    graphs: Graphs,
    pub(crate) compared: PairCache,
    pub(crate) added: PairMap,
    pub(crate) sets: Sets,
}

impl Default for Forms {
    fn default() -> Forms {
        Forms::new()
    }
}

impl Forms {
    /// Only nought.
    pub fn new() -> Forms {
        let mut forms = Forms {
            spans: Vec::new(),
            options: Vec::new(),
            glances: Vec::new(),
            negatives: Vec::new(),
            graph_of: Vec::new(),
            birthdays: Vec::new(),
            by_options: HashTable::new(),
            by_number: HashTable::new(),
            graphs: Graphs::default(),
            compared: PairCache::default(),
            added: PairMap::default(),
            sets: Sets::default(),
        };
        forms.settle(&[], &[], Some(Dyadic::ZERO));
        forms
    }

    /// How many forms there are.
    #[expect(clippy::len_without_is_empty, reason = "nought is always there")]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// The form with this id.
    pub fn get(&self, id: u32) -> Option<Form> {
        ((id as usize) < self.len()).then_some(Form(id))
    }

    /// All forms, options before what has them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Form> + use<> {
        (0..self.len() as u32).map(Form)
    }

    /// Left's options in ascending order of ids.
    pub fn left(&self, form: Form) -> &[Form] {
        let span = self.spans[form.index()];
        &self.options[span.start as usize..span.middle as usize]
    }

    /// Right's options in ascending order of ids.
    pub fn right(&self, form: Form) -> &[Form] {
        let span = self.spans[form.index()];
        &self.options[span.middle as usize..span.end as usize]
    }

    /// The game with the sides exchanged.
    pub fn negate(&self, form: Form) -> Form {
        self.negatives[form.index()]
    }

    /// Who wins.
    pub fn outcome(&self, form: Form) -> Outcome {
        let glance = &self.glances[form.index()];
        match (glance.at_least_zero, glance.at_most_zero) {
            (true, true) => Outcome::Previous,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Next,
        }
    }

    /// The walls and the mast.
    pub fn thermograph(&self, form: Form) -> &Thermograph {
        self.graphs.get(self.graph_of[form.index()])
    }

    /// How many different thermographs the forms have.
    pub fn thermographs(&self) -> usize {
        self.graphs.len()
    }

    /// The number the play stops at if Left starts.
    pub fn left_stop(&self, form: Form) -> Dyadic {
        self.thermograph(form).left_stop()
    }

    /// The number the play stops at if Right starts.
    pub fn right_stop(&self, form: Form) -> Dyadic {
        self.thermograph(form).right_stop()
    }

    /// The mean value: what one of many copies is worth.
    pub fn mean(&self, form: Form) -> Dyadic {
        self.thermograph(form).mean()
    }

    /// How much the next move is worth: at least 0 but for numbers, whose temperature is -1 if
    /// they are whole and -1/2^k if their denominator is 2^k (so it is -1/2 for 1/2).
    pub fn temperature(&self, form: Form) -> Dyadic {
        self.thermograph(form).temperature()
    }

    /// Whether the game is a number.
    pub fn is_number(&self, form: Form) -> bool {
        self.glances[form.index()].is_number
    }

    /// Whether the game is a whole number.
    pub fn is_integer(&self, form: Form) -> bool {
        self.is_number(form) && self.mean(form).is_integer()
    }

    /// The number that the game is.
    pub fn as_number(&self, form: Form) -> Option<Dyadic> {
        self.is_number(form).then(|| self.mean(form))
    }

    /// The height of the tree of the canonical form.
    pub fn birthday(&self, form: Form) -> u32 {
        self.birthdays[form.index()]
    }

    /// Drops what is only remembered to be fast: comparisons, sums, lists of options. The forms
    /// stay; any [`crate::SideSet`] becomes meaningless.
    pub fn forget(&mut self) {
        self.compared = PairCache::default();
        self.added = PairMap::default();
        self.sets = Sets::default();
    }

    pub(crate) fn known_number(&self, value: Dyadic) -> Option<Form> {
        let same = |&id: &u32| self.graphs.get(self.graph_of[id as usize]).mean() == value;
        self.by_number.find(hash_of(&value), same).map(|&id| Form(id))
    }

    /// The form with these options, which are canonical, sorted, and a number only if the value
    /// is given. It is made, and its negative, if it is new.
    pub(crate) fn settle(&mut self, left: &[Form], right: &[Form], value: Option<Dyadic>) -> Form {
        let hash = hash_of(&(left, right));
        let same = |&id: &u32| self.left(Form(id)) == left && self.right(Form(id)) == right;
        if let Some(&id) = self.by_options.find(hash, same) {
            return Form(id);
        }
        let form = self.push(hash, left, right, value);
        let mut turned_left: Vec<Form> = right.iter().map(|&form| self.negate(form)).collect();
        let mut turned_right: Vec<Form> = left.iter().map(|&form| self.negate(form)).collect();
        turned_left.sort_unstable();
        turned_right.sort_unstable();
        if turned_left != left || turned_right != right {
            let hash = hash_of(&(&turned_left[..], &turned_right[..]));
            let negative = self.push(hash, &turned_left, &turned_right, value.map(|value| -value));
            self.negatives[form.index()] = negative;
            self.negatives[negative.index()] = form;
        }
        form
    }

    fn push(&mut self, hash: u64, left: &[Form], right: &[Form], value: Option<Dyadic>) -> Form {
        // The table of comparisons packs two ids and an answer into 64 bits.
        let id = u32::try_from(self.len()).ok().filter(|id| id >> 31 == 0);
        let id = id.expect("there is no room for more than 2^31 forms");
        let graph = match value {
            Some(value) => Thermograph::of_number(value),
            None => {
                let left = left.iter().map(|&form| self.graph_of[form.index()]);
                let turned = right.iter().map(|&form| self.negate(form));
                let right = turned.map(|form| self.graph_of[form.index()]);
                self.graphs.raise(left, right)
            }
        };
        self.glances.push(Glance {
            left_stop: graph.left_stop().rounded(),
            right_stop: graph.right_stop().rounded(),
            mean: graph.mean().rounded(),
            is_number: value.is_some(),
            at_least_zero: !right.iter().any(|form| self.glances[form.index()].at_most_zero),
            at_most_zero: !left.iter().any(|form| self.glances[form.index()].at_least_zero),
        });
        self.graph_of.push(self.graphs.intern(graph));
        let eldest = left.iter().chain(right).map(|form| self.birthdays[form.index()] + 1).max();
        self.birthdays.push(eldest.unwrap_or(0));
        self.negatives.push(Form(id));
        let start = self.options.len() as u32;
        self.options.extend_from_slice(left);
        let middle = self.options.len() as u32;
        self.options.extend_from_slice(right);
        let end = u32::try_from(self.options.len()).expect("there is no room for more options");
        self.spans.push(Span { start, middle, end });
        let Forms { by_options, by_number, spans, options, graphs, graph_of, .. } = self;
        by_options.insert_unique(hash, id, |&id| {
            let span = spans[id as usize];
            let part = |from: u32, to: u32| &options[from as usize..to as usize];
            hash_of(&(part(span.start, span.middle), part(span.middle, span.end)))
        });
        if let Some(value) = value {
            by_number.insert_unique(hash_of(&value), id, |&id| {
                hash_of(&graphs.get(graph_of[id as usize]).mean())
            });
        }
        Form(id)
    }
}
