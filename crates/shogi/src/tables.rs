//! Tables: every position of a material solved, in memory or on disk.

use crate::index::Index;
use crate::material::Material;
use crate::notation::{in_the_box, parse_size};
use crate::position::{Position, Shogi};
use crate::rules::{DeadSquares, PerpetualCheck, Repetition, Rules, Size, Variant};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yomikiri_core::{Context, Error, Game, Result};
use yomikiri_search::retrograde::{self, Counts, Value, Values};
use yomikiri_search::{Shelf, Store, perpetual};

/// What a table is of. Who wins a repetition is left open: a table says draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The board.
    pub size: Size,
    /// The rules, repetition aside.
    pub rules: Rules,
    /// The pieces.
    pub material: Material,
}

impl Subject {
    /// The table that has a position of a game.
    pub fn of(game: &Shogi, position: &Position) -> Subject {
        Subject {
            size: game.size,
            rules: Rules { repetition: Repetition::Draw, ..game.rules },
            material: Material::of(position, game.rules.variant),
        }
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        let (size, material) = (self.size, self.material.name());
        if self.rules.variant == Variant::Dobutsu {
            return format!("dobutsu-{size}-{material}.table");
        }
        let mut name = format!("shogi-{size}-{material}-zone{}", self.rules.zone);
        if self.rules.nifu {
            name += "-nifu";
        }
        if self.rules.uchifuzume {
            name += "-uchifuzume";
        }
        match self.rules.dead_squares {
            DeadSquares::Forbid => {}
            DeadSquares::Unpromotable => name += "-unpromotable",
            DeadSquares::Allow => name += "-dead",
        }
        if self.rules.perpetual_check == PerpetualCheck::Loses {
            name += "-perpetual";
        }
        name + ".table"
    }

    /// Everything that its values depend on, in words; stands in the file.
    pub fn parameters(&self) -> String {
        let game = Shogi {
            size: self.size,
            rules: self.rules,
            start: Position::empty(yomikiri_core::Side::First),
        };
        let rules = game.rules().into_iter().filter(|(name, _)| *name != "repetition");
        let rules: Vec<String> = rules.map(|(name, choice)| format!("{name} {choice}")).collect();
        format!("shogi {}, pieces {}, {}", self.size, self.material.name(), rules.join(", "))
    }

    /// Reads what [`Subject::parameters`] writes.
    pub fn parse(parameters: &str) -> Option<Subject> {
        let mut fields = parameters.split(", ").map(|field| field.rsplit_once(' '));
        let (_, size) = fields.next()??;
        let size = parse_size(size).ok()?;
        let (_, pieces) = fields.next()??;
        let mut rules = Rules::standard(1);
        for field in fields {
            match field? {
                ("variant", "dobutsu") => rules = Rules::dobutsu(),
                ("zone", zone) => rules.zone = zone.parse().ok()?,
                ("nifu", choice) => rules.nifu = choice == "allowed",
                ("uchifuzume", choice) => rules.uchifuzume = choice == "allowed",
                ("perpetual-check", "allowed") => {}
                ("perpetual-check", "loses") => rules.perpetual_check = PerpetualCheck::Loses,
                ("dead-squares", "forbid") => rules.dead_squares = DeadSquares::Forbid,
                ("dead-squares", "unpromotable") => rules.dead_squares = DeadSquares::Unpromotable,
                ("dead-squares", "allow") => rules.dead_squares = DeadSquares::Allow,
                _ => return None,
            }
        }
        let material = Material::parse(pieces, rules.variant)?;
        if !material
            .kinds()
            .iter()
            .all(|(kind, count)| usize::from(*count) <= in_the_box(*kind, rules.variant))
        {
            return None;
        }
        let subject = Subject { size, rules, material };
        // Whatever is not understood to the letter is not understood.
        (subject.parameters() == parameters).then_some(subject)
    }

    /// The numbering of its positions.
    pub fn index(&self) -> Result<Index> {
        Index::new(self.size, self.rules, &self.material)
    }
}

/// A table, wherever its values are.
pub struct Table {
    /// What it is of.
    pub subject: Subject,
    /// The numbering of its positions.
    pub index: Index,
    values: Held,
}

enum Held {
    Memory(Values),
    Disk(Store),
}

impl Table {
    /// Solves every position; `None` if the context stopped the work.
    pub fn build(subject: Subject, context: &Context) -> Result<Option<Table>> {
        let index = subject.index()?;
        let Some(mut values) = retrograde::solve(&index, context)? else { return Ok(None) };
        if subject.rules.perpetual_check == PerpetualCheck::Loses
            && perpetual::decide(&index, &mut values, context).is_none()
        {
            return Ok(None);
        }
        Ok(Some(Table { subject, index, values: Held::Memory(values) }))
    }

    /// Opens the table of `subject` in a folder, if it is there.
    pub fn open(subject: &Subject, folder: &Path) -> Result<Option<Table>> {
        let path = folder.join(subject.file_name());
        if !path.exists() {
            return Ok(None);
        }
        let store = Store::open(&path)?;
        let index = subject.index()?;
        if store.parameters() != subject.parameters() || store.len() != index.len() {
            let found = store.parameters();
            return Err(Error::file(path, format!("is a table of something else: {found}")));
        }
        Ok(Some(Table { subject: subject.clone(), index, values: Held::Disk(store) }))
    }

    /// The table in a file, whatever it is of.
    pub fn from_store(store: Store) -> Result<Table> {
        let wrong = |problem: String| Error::file(store.path(), problem);
        let subject = Subject::parse(store.parameters()).ok_or_else(|| {
            wrong(format!("is a table of something unknown here: {}", store.parameters()))
        })?;
        let index = subject.index()?;
        if index.len() != store.len() {
            return Err(wrong(format!(
                "has {} numbers, where {} have {}",
                store.len(),
                subject.parameters(),
                index.len()
            )));
        }
        Ok(Table { subject, index, values: Held::Disk(store) })
    }

    /// Writes the table into a folder, and says where.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let path = folder.join(self.subject.file_name());
        Store::write(&path, &self.subject.parameters(), &*self.load()?)?;
        Ok(path)
    }

    /// All values.
    pub fn load(&self) -> Result<std::borrow::Cow<'_, Values>> {
        use std::borrow::Cow;
        match &self.values {
            Held::Memory(values) => Ok(Cow::Borrowed(values)),
            Held::Disk(store) => store.load().map(Cow::Owned),
        }
    }

    /// The file, if it is on disk.
    pub fn store(&self) -> Option<&Store> {
        match &self.values {
            Held::Memory(_) => None,
            Held::Disk(store) => Some(store),
        }
    }

    /// How many positions are worth what.
    pub fn counts(&self) -> Result<Counts> {
        match &self.values {
            Held::Memory(values) => Ok(values.counts()),
            Held::Disk(store) => store.counts(),
        }
    }

    /// What a position is worth to the side to move. It must have the table's material.
    pub fn value(&self, position: &Position) -> Result<Value> {
        let game = Shogi { size: self.subject.size, rules: self.subject.rules, start: *position };
        // Where a lion has come home the game is over, and the table has nothing to say.
        if game.lion_is_home(position) {
            return Ok(Value::Loss(0));
        }
        let Some(index) = self.index.index_of(position) else { return Ok(Value::Hole) };
        match &self.values {
            Held::Memory(values) => Ok(values.get(index)),
            Held::Disk(store) => store.get(index),
        }
    }
}

/// Where tables come from: a folder, if there is one, and otherwise they are made.
#[derive(Default)]
pub struct Tables {
    shelf: Shelf<Table>,
}

impl Tables {
    /// Tables from a folder, as far as it has them.
    pub fn new(folder: Option<PathBuf>) -> Tables {
        Tables { shelf: Shelf::new(folder) }
    }

    /// The same, keeping so many in memory.
    pub fn with_room(folder: Option<PathBuf>, room: usize) -> Tables {
        Tables { shelf: Shelf::with_room(folder, room) }
    }

    /// The table that has a position; `None` if the context stopped the making of it. The latest
    /// one is kept.
    pub fn get(
        &self,
        game: &Shogi,
        position: &Position,
        context: &Context,
    ) -> Result<Option<Arc<Table>>> {
        let subject = Subject::of(game, position);
        self.shelf.get(
            |table| table.subject == subject,
            |folder| Table::open(&subject, folder),
            || Table::build(subject.clone(), context),
        )
    }
}
