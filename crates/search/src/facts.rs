use crate::sync::{Mutex, MutexGuard, others_go_on};
use std::collections::hash_map::Entry;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use yomikiri_core::checked::{Fields, Kind, Seal, read_if_there};
use yomikiri_core::files::{is_temporary, prepare_folder, write_whole};
use yomikiri_core::hash::HashMap;
use yomikiri_core::{Error, Result};

const KIND: Kind = Kind { what: "a file of proved facts", magic: b"YOMIFACT", version: 1 };
const RECORD: usize = 24;
/// Bytes that a fact takes at most, in memory and while it is being written.
const FACT_BYTES: u64 = 96;
/// The files of a checkpoint.
const FACTS: &str = "facts.yomi";
const LOCK: &str = "lock";
/// A save that failed counts as one that took so long.
const AFTER_FAILURE: Duration = Duration::from_secs(3);

/// A proved bound on a position's score, with the move that proves the lower end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The score is at least this.
    pub low: i16,
    /// The score is at most this.
    pub high: i16,
    /// The best move known, as the game numbers its moves.
    pub best: u16,
    /// Logarithm of the work that went into it; what is cheap is forgotten first.
    pub work: u8,
}

/// What has been proved high in the tree, kept in memory and, from time to time, on disk.
///
/// The file is written whole under a temporary name and then renamed, so at any moment it
/// is a complete older or newer state. `docs/formats.md` gives its bytes.
pub struct Facts {
    path: PathBuf,
    parameters: String,
    earlier_nodes: u64,
    state: Mutex<State>,
    /// One save at a time, or an older state could be written over a newer one.
    saving: Mutex<()>,
    _lock: File,
}

struct State {
    facts: HashMap<u128, Fact>,
    least_work: u8,
    most: usize,
    changed: bool,
    saved: Instant,
    cost: Duration,
}

impl State {
    /// Keeps within the memory by dropping what took the least work.
    fn drop_cheapest(&mut self) {
        while self.facts.len() > self.most && self.least_work < u8::MAX {
            self.least_work += 1;
            self.facts.retain(|_, fact| fact.work >= self.least_work);
        }
    }
}

impl Facts {
    /// Opens (or begins) the facts kept in `folder` for a run with these `parameters`; facts
    /// of another run, a damaged file, or a folder in use are refused.
    ///
    /// Facts that took less than `least_work` are not kept; where the others would take more than
    /// `memory` bytes, the cheapest are dropped.
    pub fn open(folder: &Path, parameters: &str, least_work: u8, memory: u64) -> Result<Facts> {
        refuse_foreign(folder)?;
        prepare_folder(folder, "a checkpoint")?;
        let path = folder.join(FACTS);
        let lock_path = folder.join(LOCK);
        // Never truncated: whatever it holds, only its lock is wanted.
        let lock = File::options().read(true).append(true).create(true).open(&lock_path);
        let lock = lock.map_err(|e| Error::io(&lock_path, e))?;
        if let Err(error) = lock.try_lock() {
            return Err(match error {
                fs::TryLockError::WouldBlock => {
                    Error::file(folder, "another run is using this checkpoint")
                }
                fs::TryLockError::Error(e) => Error::io(lock_path, e),
            });
        }
        let (facts, earlier_nodes) = match read_if_there(&path, u64::MAX)? {
            None => (HashMap::default(), 0),
            Some(bytes) => decode(&bytes, parameters).map_err(|why| Error::file(&path, why))?,
        };
        let mut state = State {
            facts,
            least_work,
            most: (memory / FACT_BYTES) as usize,
            changed: false,
            saved: Instant::now(),
            cost: Duration::ZERO,
        };
        state.drop_cheapest();
        let parameters = parameters.to_owned();
        Ok(Facts {
            path,
            parameters,
            earlier_nodes,
            state: Mutex::new(state),
            saving: Mutex::new(()),
            _lock: lock,
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Positions entered by the runs that this one resumes.
    pub fn earlier_nodes(&self) -> u64 {
        self.earlier_nodes
    }

    /// How many facts are known.
    pub fn len(&self) -> usize {
        self.state().facts.len()
    }

    /// Whether nothing is known yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every fact.
    pub fn all(&self) -> Vec<(u128, Fact)> {
        self.state().facts.iter().map(|(key, fact)| (*key, *fact)).collect()
    }

    /// What is known about the position `key`.
    pub fn get(&self, key: u128) -> Option<Fact> {
        self.state().facts.get(&key).copied()
    }

    /// Adds a fact; what was known of the position is narrowed by it, never widened.
    pub fn add(&self, key: u128, fact: Fact) {
        let mut state = self.state();
        if fact.work < state.least_work {
            return;
        }
        state.changed = true;
        match state.facts.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(fact);
            }
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                if fact.low > known.low {
                    known.best = fact.best;
                }
                known.low = known.low.max(fact.low);
                known.high = known.high.min(fact.high);
                known.work = known.work.max(fact.work);
            }
        }
        state.drop_cheapest();
    }

    /// Saves if something is new and the last save lies far enough back: at least `interval`,
    /// and long enough that saving takes a small share of the time.
    pub fn save_if_due(&self, interval: Duration, nodes: u64) -> Result<()> {
        let due = {
            let state = self.state();
            state.changed && state.saved.elapsed() >= interval.max(20 * state.cost)
        };
        if due { self.save(nodes) } else { Ok(()) }
    }

    /// Saves what is known. `nodes` are the positions entered by this run so far.
    pub fn save(&self, nodes: u64) -> Result<()> {
        let _alone = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        let begun = Instant::now();
        let bytes = {
            let mut state = self.state();
            state.changed = false;
            encode(&self.parameters, self.earlier_nodes + nodes, &state.facts)
        };
        others_go_on();
        let written = write_whole(&self.path, &bytes);
        let mut state = self.state();
        state.saved = Instant::now();
        // After a failure a disk may stay full for long: it is not tried, and told, every second.
        let failed = if written.is_err() { AFTER_FAILURE } else { Duration::ZERO };
        state.cost = begun.elapsed().max(failed);
        // What could not be written is tried again when the next save is due.
        state.changed |= written.is_err();
        written
    }
}

/// Refuses a folder with files in it that no checkpoint has, unless it is one: `lock` is a name
/// that others use too.
fn refuse_foreign(folder: &Path) -> Result<()> {
    let io = |error| Error::io(folder, error);
    for name in [FACTS, LOCK] {
        let path = folder.join(name);
        if path.exists() && !path.is_file() {
            return Err(Error::file(path, "is not a file; expected one of a checkpoint"));
        }
    }
    // One that is not there yet is made; what is no folder is refused when it is to be one.
    if folder.join(FACTS).exists() || !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        let name = entry.file_name();
        let is_empty_lock = name == LOCK && entry.metadata().is_ok_and(|at| at.len() == 0);
        if !is_empty_lock && !is_temporary(&name) {
            let name = name.to_string_lossy().into_owned();
            return Err(Error::file(
                folder,
                format!("holds '{name}' and no checkpoint; expected an empty or a new folder"),
            ));
        }
    }
    Ok(())
}

fn encode(parameters: &str, nodes: u64, facts: &HashMap<u128, Fact>) -> Vec<u8> {
    let mut body = Vec::with_capacity(64 + parameters.len() + RECORD * facts.len());
    body.extend((parameters.len() as u32).to_le_bytes());
    body.extend(parameters.as_bytes());
    body.extend(nodes.to_le_bytes());
    body.extend((facts.len() as u64).to_le_bytes());
    for (key, fact) in facts {
        body.extend(key.to_le_bytes());
        body.extend(fact.low.to_le_bytes());
        body.extend(fact.high.to_le_bytes());
        body.extend(fact.best.to_le_bytes());
        body.extend([fact.work, 0]);
    }
    KIND.seal(Seal::Behind, &body)
}

fn decode(bytes: &[u8], parameters: &str) -> Result<(HashMap<u128, Fact>, u64), String> {
    const HELP: &str = "delete it to start afresh, or restore a copy";
    let body = KIND.open(Seal::Behind, bytes).map_err(|problem| format!("{problem}; {HELP}"))?;
    let mut fields = Fields::new(body);
    let mut head = || {
        let length = fields.count()?;
        Some((fields.bytes(length)?, fields.u64()?, fields.u64()?))
    };
    let damaged = || format!("is damaged; {HELP}");
    let (made_for, nodes, count) = head().ok_or_else(damaged)?;
    if made_for != parameters.as_bytes() {
        return Err(format!(
            "these facts were proved for '{}', but this run is '{parameters}'; \
             give another --checkpoint folder",
            String::from_utf8_lossy(made_for)
        ));
    }
    let (records, rest) = fields.rest().as_chunks::<RECORD>();
    if records.len() as u64 != count || !rest.is_empty() {
        return Err(damaged());
    }
    let fact = |record: &[u8; RECORD]| {
        let mut fields = Fields::new(record);
        let key = fields.u128()?;
        let (low, high) = (fields.u16()? as i16, fields.u16()? as i16);
        Some((key, Fact { low, high, best: fields.u16()?, work: fields.u8()? }))
    };
    let facts = records.iter().map(fact).collect::<Option<_>>().ok_or_else(damaged)?;
    Ok((facts, nodes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_core::files::temporary_name;

    const FACT: Fact = Fact { low: -4, high: 36, best: 7, work: 30 };

    fn saved(folder: &Path) -> PathBuf {
        let facts = Facts::open(folder, "toy", 10, 1 << 20).unwrap();
        for key in 0..100 {
            facts.add(key << 100, Fact { best: key as u16, ..FACT });
        }
        facts.save(1000).unwrap();
        folder.join("facts.yomi")
    }

    #[test]
    fn facts_survive_and_nodes_add_up() {
        let folder = tempfile::tempdir().unwrap();
        saved(folder.path());
        let facts = Facts::open(folder.path(), "toy", 10, 1 << 20).unwrap();
        assert_eq!(facts.len(), 100);
        assert_eq!(facts.get(99 << 100), Some(Fact { best: 99, ..FACT }));
        assert_eq!(facts.earlier_nodes(), 1000);
        facts.save(5).unwrap();
        drop(facts);
        assert_eq!(Facts::open(folder.path(), "toy", 10, 1 << 20).unwrap().earlier_nodes(), 1005);
    }

    #[test]
    fn the_cheapest_go_when_memory_is_short() {
        let folder = tempfile::tempdir().unwrap();
        let facts = Facts::open(folder.path(), "toy", 10, 50 * FACT_BYTES).unwrap();
        for key in 0..100 {
            facts.add(key, Fact { work: 20 + key as u8, ..FACT });
        }
        assert!(facts.len() <= 50 && !facts.is_empty());
        assert!(facts.get(0).is_none() && facts.get(99).is_some());
    }

    #[test]
    fn facts_only_narrow() {
        let folder = tempfile::tempdir().unwrap();
        let facts = Facts::open(folder.path(), "toy", 10, 1 << 20).unwrap();
        facts.add(1, FACT);
        facts.add(1, Fact { low: -10, high: 2, best: 9, work: 20 });
        assert_eq!(facts.get(1), Some(Fact { low: -4, high: 2, best: 7, work: 30 }));
        facts.add(2, Fact { work: 9, ..FACT });
        assert_eq!(facts.get(2), None, "too cheap to keep");
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = saved(folder.path());
        let good = fs::read(&path).unwrap();
        for position in (0..good.len()).step_by(7) {
            let mut bad = good.clone();
            bad[position] ^= 0x10;
            assert!(decode(&bad, "toy").is_err(), "byte {position}");
            assert!(decode(&good[..position], "toy").is_err(), "cut at {position}");
        }
        assert!(decode(&good, "toy").is_ok());
    }

    #[test]
    fn a_folder_that_is_not_ours_is_refused_and_left_alone() {
        let open = |folder: &Path| Facts::open(folder, "toy", 10, 1 << 20);
        for name in ["lock", "diary.txt", ".hidden"] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(name), "a user's own").unwrap();
            let error = open(folder.path()).err().unwrap().to_string();
            assert!(error.contains(name) && error.contains("expected"), "{error}");
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "a user's own");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was added");
        }
        // What a run leaves that was killed before its first save is ours, and only that.
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(temporary_name(4_000_000_000, 1));
        let own = folder.path().join(".yomikiri-4000000000-1.tmp");
        fs::write(folder.path().join("lock"), "").unwrap();
        fs::write(&left, "half a file").unwrap();
        fs::write(&own, "a user's own").unwrap();
        assert!(open(folder.path()).is_err());
        assert!(left.exists() && own.exists(), "a folder that is refused is left alone");
        fs::remove_file(&own).unwrap();
        open(folder.path()).unwrap().save(0).unwrap();
        assert!(cfg!(not(target_os = "linux")) || !left.exists());
        // Beside a checkpoint others may keep what they like, even in the lock.
        saved(folder.path());
        fs::write(folder.path().join("lock"), "a user's own").unwrap();
        fs::write(folder.path().join("notes"), "").unwrap();
        drop(open(folder.path()).unwrap());
        assert_eq!(fs::read_to_string(folder.path().join("lock")).unwrap(), "a user's own");
        // Nothing but a file is opened.
        for name in ["lock", "facts.yomi"] {
            let folder = tempfile::tempdir().unwrap();
            saved(folder.path());
            fs::remove_file(folder.path().join(name)).unwrap();
            fs::create_dir(folder.path().join(name)).unwrap();
            assert!(open(folder.path()).err().unwrap().to_string().contains("is not a file"));
        }
    }

    #[test]
    fn other_parameters_and_a_folder_in_use_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        saved(folder.path());
        let error =
            Facts::open(folder.path(), "another toy", 10, 1 << 20).err().unwrap().to_string();
        assert!(error.contains("'toy'") && error.contains("'another toy'"), "{error}");
        let _open = Facts::open(folder.path(), "toy", 10, 1 << 20).unwrap();
        let error = Facts::open(folder.path(), "toy", 10, 1 << 20).err().unwrap().to_string();
        assert!(error.contains("another run"), "{error}");
    }
}
