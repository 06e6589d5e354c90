//! Files. Checksums are made to fit, or nothing behind them would ever be looked at.

use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use yomikiri_amazons::check::check;
use yomikiri_amazons::{Database, FormFile};
use yomikiri_core::checked::{Fields, Kind, Seal, checksum};
use yomikiri_core::{Basis, Context, Game, Limits, Side};
use yomikiri_othello::evaluation;
use yomikiri_rooms::results::{Question, Results};
use yomikiri_search::{Archive, ArchiveWriter, Store};
use yomikiri_storage::{ClaimStore, Policy, ProvenBounds};

/// A folder, in memory where the system has that: files are written by the thousand.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder can be made")
}

/// The claims of a run: a whole file; what stands behind a head; and a block, with checksums that fit.
pub(crate) fn claims(bytes: &[u8]) {
    const POLICY: Policy = Policy { least_work: 0, memory: 1 << 20, interval: Duration::ZERO };
    let folder = folder();
    let path = folder.path().join("claims.yomi");
    let open = || ClaimStore::open(folder.path(), "a test", POLICY);
    drop(open().expect("a folder can be used"));
    let head = fs::read(&path).expect("it was written here");
    let behind = [&head[..], bytes].concat();
    let block = [&head[..], &block(&head, bytes)].concat();
    for file in [bytes, &behind, &block] {
        fs::write(&path, file).expect("a file can be written");
        let Ok(claims) = open() else { continue };
        let known = |claims: &ClaimStore| {
            let mut known = claims.all();
            known.sort_by_key(|(key, _)| *key);
            known
        };
        let before = known(&claims);
        claims.add(1 << 127, ProvenBounds { low: 0, high: 0, best: 0, work: 1, basis: BASIS });
        // What was added may contradict it, and is then not written.
        let _ = claims.commit(1);
        drop(claims);
        let again = open().expect("it was written here");
        let mut after = known(&again);
        after.retain(|(key, _)| *key != 1 << 127);
        assert!(before.iter().filter(|(key, _)| *key != 1 << 127).eq(&after));
    }
    fs::write(&path, &block).expect("a file can be written");
    let shared = ClaimStore::share(folder.path(), "a test", 1 << 20).expect("damage is left out");
    let _ = shared.answer(1);
    shared.keep_answer(1, |_| Ok("answer".into())).expect("a file can be written");
    assert_eq!(shared.answer(1).expect("it was written here").as_deref(), Some("answer"));
}

const BASIS: Basis = Basis::Search;

/// A block as it stands behind a head.
fn block(head: &[u8], body: &[u8]) -> Vec<u8> {
    let at = (head.len() as u64).to_le_bytes();
    let sum = |bytes: &[u8]| checksum(&[&head[head.len() - 32..], &at, bytes]);
    let start = [&b"\x89CLM"[..], &(body.len() as u32).to_le_bytes()].concat();
    [&start[..], &sum(&start)[..8], &sum(body)[..16], body].concat()
}

/// The weights of an evaluation: as they are, then packed and with a checksum that fits.
pub(crate) fn weights(bytes: &[u8]) {
    const KIND: Kind = Kind { what: "", magic: b"YOMIEVAL", version: 1 };
    const LEVEL: i32 = 1;
    let packed = zstd::bulk::compress(bytes, LEVEL).expect("memory suffices");
    for file in [bytes.to_vec(), KIND.seal(Seal::Before, bytes), KIND.seal(Seal::Before, &packed)] {
        if let Ok(evaluation) = evaluation::from_bytes(&file) {
            let again = evaluation::from_bytes(&evaluation::to_bytes(&evaluation));
            assert_eq!(again.expect("it was written here").phases, evaluation.phases);
        }
    }
}

/// A remembered result.
pub(crate) fn results(bytes: &[u8]) {
    let room = yomikiri_rooms::open("tictactoe", "3x3", &Default::default()).expect("a game");
    let question = Question::of(&room.look());
    let key = u128::from_str_radix(&question.name(), 16).expect("a name is a number");
    let folder = folder();
    let results = Results::open(folder.path()).expect("a folder can be made");
    let claims = ClaimStore::share(folder.path(), "remembered results, version 3", 1 << 20);
    let claims = claims.expect("several may use it");
    let text = String::from_utf8_lossy(bytes).into_owned();
    claims.keep_answer(key, |_| Ok(text)).expect("a file can be written");
    if let Ok(Some(found)) = results.get(&question) {
        results.put(&question, found.clone()).expect("it agrees with itself");
        assert_eq!(results.get(&question).expect("it was written here"), Some(found));
    }
}

/// A table, its parts as [`pack`] has them, so that all checksums fit; and the same bytes as a file.
pub(crate) fn tables(bytes: &[u8]) {
    let folder = folder();
    let path = folder.path().join("a.table");
    fs::write(&path, bytes).expect("a file can be written");
    look_at(&path);
    fs::remove_file(&path).expect("it was there");
    let mut fields = Fields::new(bytes);
    let mut part = || {
        let length = fields.count()?;
        fields.bytes(length)
    };
    let (Some(parameters), Some(appendix)) = (part(), part()) else { return };
    let parameters = String::from_utf8_lossy(&parameters[..parameters.len().min(1000)]);
    let writer = ArchiveWriter::begin(&path, &parameters, appendix.to_vec());
    let mut writer = writer.expect("a file can be written");
    while let Some(record) = part() {
        writer.push(record).expect("a file can be written");
    }
    writer.finish().expect("a file can be written");
    look_at(&path);
}

/// Opens a table as everything that it could be, and reads all of it.
fn look_at(path: &Path) {
    let open = || Archive::open(path);
    let Ok(archive) = open() else { return };
    for record in 0..archive.records() {
        let _ = archive.record(record);
    }
    if let Ok(store) = Store::from_archive(archive) {
        let _ = (store.counts(), store.get(0), store.len());
        let _ = yomikiri_shogi::Table::from_store(store).map(|table| table.counts().is_ok());
    }
    if let Ok(table) = open().and_then(Store::from_archive).and_then(yomikiri_go::Table::from_store)
    {
        let go = table.subject.go();
        let state = yomikiri_go::State::of(&go.start(), Side::First);
        let _ = table.value(&state);
        let _ = table.load();
    }
    // A check reads every entry, and compares some with the rules.
    let limits = Limits { nodes: Some(1 << 12), ..Limits::default() };
    let context = Context::new(limits);
    if let Ok(database) = open().and_then(Database::from_archive) {
        let _ = check(&database, false, &context);
    }
    if let Ok(mut forms) = open().and_then(FormFile::from_archive) {
        let _ = forms.check(false, &context);
    }
}

/// The parts of a table as the target takes them: each with its length before it.
pub fn pack(archive: &Archive) -> yomikiri_core::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut put = |part: &[u8]| {
        bytes.extend((part.len() as u32).to_le_bytes());
        bytes.extend(part);
    };
    put(archive.parameters().as_bytes());
    put(archive.appendix());
    for record in 0..archive.records() {
        put(archive.record(record)?);
    }
    Ok(bytes)
}
