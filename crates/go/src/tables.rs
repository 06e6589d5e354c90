//! Tables of all states of a board: in memory, in a file, and where to find them.
//!
//! `docs/formats.md` gives the bytes of a file.

use crate::board::Board;
use crate::notation::parse_size;
use crate::numbering::Numbering;
use crate::oracle::{Bracket, Counts, Oracle, check_possible};
use crate::position::Go;
use crate::ranks::Ranks;
use crate::rules::{Passes, Rules, Scoring};
use crate::state::State;
use crate::strategy::Strategies;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use yomikiri_core::{Context, Error, Result};
use yomikiri_search::{Shelf, Store};

/// What a table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The board.
    pub board: Board,
    /// Whether suicide is allowed.
    pub suicide: bool,
    /// Whether stones alone count, and not what they enclose.
    pub stones: bool,
}

/// A byte that stands for no state.
const HOLE: u8 = 0x80;

impl Subject {
    /// What a table for this game is of.
    pub fn of(go: &Go) -> Subject {
        let stones = go.rules.scoring == Scoring::Stones;
        Subject { board: go.board, suicide: go.rules.suicide, stones }
    }

    /// The game that it is of.
    pub fn go(&self) -> Go {
        let scoring = if self.stones { Scoring::Stones } else { Scoring::Area };
        let rules = Rules { suicide: self.suicide, scoring, ..Rules::default() };
        Go { board: self.board, rules }
    }

    /// The file's name.
    pub fn file_name(&self) -> String {
        let suicide = if self.suicide { "-suicide" } else { "" };
        let stones = if self.stones { "-stones" } else { "" };
        format!("go-{}{suicide}{stones}.table", self.board)
    }

    /// The text in the file that says what it is of, followed by how many states have a ban.
    fn parameters(&self, bans: usize) -> String {
        let suicide = if self.suicide { "allowed" } else { "forbidden" };
        let scoring = if self.stones { " scoring stones" } else { "" };
        format!("go {} ko basic suicide {suicide}{scoring} bans {bans}", self.board)
    }

    /// What the table is of that has these parameters.
    pub fn of_parameters(text: &str) -> Option<Subject> {
        Subject::parse(text).map(|(subject, _)| subject)
    }

    /// Reads [`Subject::parameters`].
    fn parse(text: &str) -> Option<(Subject, usize)> {
        let words: Vec<&str> = text.split(' ').collect();
        let (board, suicide, bans, stones) = match words[..] {
            ["go", board, "ko", "basic", "suicide", suicide, "bans", bans] => {
                (board, suicide, bans, false)
            }
            ["go", board, "ko", "basic", "suicide", suicide, "scoring", "stones", "bans", bans] => {
                (board, suicide, bans, true)
            }
            _ => return None,
        };
        let suicide = match suicide {
            "allowed" => true,
            "forbidden" => false,
            _ => return None,
        };
        Some((Subject { board: parse_size(board).ok()?, suicide, stones }, bans.parse().ok()?))
    }
}

/// Where the values are.
enum Held {
    Memory(Oracle),
    Disk { store: Store, numbering: Numbering, bans: u64 },
}

/// The value of every state of a board.
pub struct Table {
    /// What it is of.
    pub subject: Subject,
    held: Held,
}

fn bytes_of(bracket: Bracket) -> [u8; 2] {
    [bracket.low as u8, bracket.high as u8]
}

impl Table {
    /// Makes a table; `None` if stopped.
    pub fn build(subject: Subject, context: &Context) -> Result<Option<(Table, Counts)>> {
        let made = Oracle::new(&subject.go(), context)?;
        Ok(made.map(|(oracle, counts)| (Table { subject, held: Held::Memory(oracle) }, counts)))
    }

    /// The table of a subject in a folder, if it is there.
    pub fn open(subject: Subject, folder: &Path) -> Result<Option<Table>> {
        let path = folder.join(subject.file_name());
        if !path.exists() {
            return Ok(None);
        }
        let table = Table::from_store(Store::open(&path)?)?;
        if table.subject != subject {
            return Err(Error::file(path, "is a table of something else than its name says"));
        }
        Ok(Some(table))
    }

    /// The table in a file, whatever it is of.
    pub fn from_store(store: Store) -> Result<Table> {
        let wrong = |problem: String| Error::file(store.path(), problem);
        let (subject, bans) = Subject::parse(store.parameters()).ok_or_else(|| {
            wrong(format!("is a table of something unknown here: {}", store.parameters()))
        })?;
        if subject.board.points() > crate::numbering::MOST_NUMBERED {
            return Err(wrong(format!("is of a board that is too large: {}", subject.board)));
        }
        let numbering = Numbering::new(subject.board);
        let bans = bans as u64;
        let expected =
            bans.checked_mul(10).and_then(|bans| bans.checked_add(4 * numbering.codes() as u64));
        if expected != Some(store.len()) {
            return Err(wrong(format!("has {} bytes of values, which does not fit", store.len())));
        }
        Ok(Table { subject, held: Held::Disk { store, numbering, bans } })
    }

    /// Writes the table into a folder, and says where.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let path = folder.join(self.subject.file_name());
        match &self.held {
            Held::Memory(oracle) => {
                let parameters = self.subject.parameters(oracle.bans.len());
                Store::write_bytes(&path, &parameters, &encode(oracle), &[])?;
            }
            Held::Disk { store, .. } => {
                Store::write_bytes(&path, store.parameters(), &store.load_bytes()?, &[])?;
            }
        }
        Ok(path)
    }

    /// The file, if it is on disk.
    pub fn store(&self) -> Option<&Store> {
        match &self.held {
            Held::Memory(_) => None,
            Held::Disk { store, .. } => Some(store),
        }
    }

    /// The whole table in memory.
    pub fn load(self) -> Result<Oracle> {
        match self.held {
            Held::Memory(oracle) => Ok(oracle),
            Held::Disk { store, numbering, bans } => {
                let bytes = store.load_bytes()?;
                decode(self.subject.go(), numbering, bans as usize, &bytes)
                    .map_err(|problem| Error::file(store.path(), problem))
            }
        }
    }

    /// What a state is worth to the side to move; `None` if it is none that can occur.
    pub fn value(&self, state: &State) -> Result<Option<Bracket>> {
        let (store, numbering, bans) = match &self.held {
            Held::Memory(oracle) => return Ok(oracle.value(state)),
            Held::Disk { store, numbering, bans } => (store, numbering, *bans),
        };
        let [own, other] = match state.mover {
            0 => state.stones,
            _ => [state.stones[1], state.stones[0]],
        };
        let pair = |at: u64| -> Result<Option<Bracket>> {
            let [low, high] = [store.byte(at)?, store.byte(at + 1)?];
            let bracket = Bracket { low: low as i8, high: high as i8 };
            Ok((low != HOLE).then_some(bracket))
        };
        if state.ko == 0 {
            let code = u64::from(numbering.least(own, other));
            return pair(4 * code + 2 * u64::from(state.passed));
        }
        // The numbers of states with a ban stand in order, their values after them.
        let wanted = numbering.least_with_ko(own, other, state.ko);
        let begin = 4 * numbering.codes() as u64;
        let (mut from, mut to) = (0, bans);
        while from < to {
            let middle = (from + to) / 2;
            let mut number = 0;
            for byte in (0..8).rev() {
                number = number << 8 | u64::from(store.byte(begin + 8 * middle + byte)?);
            }
            match number.cmp(&wanted) {
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
                std::cmp::Ordering::Equal => return pair(begin + 8 * bans + 2 * middle),
            }
        }
        Ok(None)
    }
}

fn encode(oracle: &Oracle) -> Vec<u8> {
    let mut bytes = vec![HOLE; 4 * oracle.numbering.codes()];
    for (code, values) in oracle.boards.iter().zip(&oracle.values) {
        let at = 4 * *code as usize;
        bytes[at..at + 2].copy_from_slice(&bytes_of(values[0]));
        bytes[at + 2..at + 4].copy_from_slice(&bytes_of(values[1]));
    }
    for ban in &oracle.bans {
        bytes.extend(ban.to_le_bytes());
    }
    for value in &oracle.ban_values {
        bytes.extend(bytes_of(*value));
    }
    bytes
}

fn decode(go: Go, numbering: Numbering, bans: usize, bytes: &[u8]) -> Result<Oracle, String> {
    let (dense, rest) = bytes.split_at(4 * numbering.codes());
    let (numbers, values) = rest.split_at(8 * bans);
    let bracket = |pair: &[u8]| Bracket { low: pair[0] as i8, high: pair[1] as i8 };
    let mut oracle = Oracle {
        go,
        passes: Passes::default(),
        numbering,
        boards: Vec::new(),
        bans: Vec::new(),
        values: Vec::new(),
        ban_values: values.chunks(2).map(bracket).collect(),
    };
    for (code, entry) in (0..).zip(dense.chunks(4)) {
        if entry[0] != HOLE {
            oracle.boards.push(code);
            oracle.values.push([bracket(&entry[..2]), bracket(&entry[2..])]);
        }
    }
    for number in numbers.as_chunks::<8>().0 {
        let number = u64::from_le_bytes(*number);
        if oracle.bans.last().is_some_and(|last| *last >= number) {
            return Err("the states with a ban are not in order".into());
        }
        oracle.bans.push(number);
    }
    Ok(oracle)
}

/// Where tables come from: a folder, if there is one, and otherwise they are made.
#[derive(Default)]
pub struct Tables {
    shelf: Shelf<Table>,
    /// How far states are from the end, of the boards asked last.
    ranks: Shelf<Ranks>,
    /// What does that for larger boards.
    pub(crate) strategies: Strategies,
}

impl Tables {
    /// Tables from a folder, as far as it has them.
    pub fn new(folder: Option<PathBuf>) -> Tables {
        Tables { shelf: Shelf::new(folder), ..Tables::default() }
    }

    /// The same, keeping so many in memory.
    pub fn with_room(folder: Option<PathBuf>, room: usize) -> Tables {
        let ranks = Shelf::with_room(None, room);
        Tables { shelf: Shelf::with_room(folder, room), ranks, ..Tables::default() }
    }

    /// A table that is at hand, in memory or in the folder.
    pub fn at_hand(&self, go: &Go) -> Result<Option<Arc<Table>>> {
        self.get_or(go, || Ok(None))
    }

    /// The table of a game, made if need be; `None` if the context stopped the making of it.
    pub fn get(&self, go: &Go, context: &Context) -> Result<Option<Arc<Table>>> {
        let build = || Table::build(Subject::of(go), context);
        self.get_or(go, || Ok(build()?.map(|(table, _)| table)))
    }

    /// How far all states of a board are from the end, worked out if need be and `in_time`; `None` if
    /// the context stopped that, or does not allow it.
    pub(crate) fn ranks(
        &self,
        go: &Go,
        in_time: bool,
        context: &Context,
    ) -> Result<Option<Arc<Ranks>>> {
        let fits = |ranks: &Ranks| Subject::of(&ranks.oracle.go) == Subject::of(go);
        self.ranks.get(
            fits,
            |_| Ok(None),
            || match in_time && self.can_have(go, context) {
                true => Ranks::new(go, context),
                false => Ok(None),
            },
        )
    }

    fn get_or(
        &self,
        go: &Go,
        make: impl FnOnce() -> Result<Option<Table>>,
    ) -> Result<Option<Arc<Table>>> {
        let subject = Subject::of(go);
        let open = |folder: &Path| Table::open(subject, folder);
        self.shelf.get(|table| table.subject == subject, open, make)
    }

    /// Whether a table of this game can be had under these limits.
    pub fn can_have(&self, go: &Go, context: &Context) -> bool {
        check_possible(go, context).is_ok()
    }
}
