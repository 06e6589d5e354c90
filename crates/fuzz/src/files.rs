//! Files. Checksums are made to fit, or nothing behind them would ever be looked at.

use std::fs;
use std::path::Path;
use tempfile::TempDir;
use yomikiri_amazons::check::check;
use yomikiri_amazons::{Database, FormFile};
use yomikiri_core::checked::{Fields, Kind, Seal, TextKind};
use yomikiri_core::{Context, Game, Limits, Side};
use yomikiri_othello::evaluation;
use yomikiri_rooms::results::{Question, Results};
use yomikiri_search::{Archive, ArchiveWriter, Facts, Store};

/// A folder, in memory where the system has that: files are written by the thousand.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder can be made")
}

/// A checkpoint: first as it is, then with its checksum made to fit.
pub(crate) fn claims(bytes: &[u8]) {
    const KIND: Kind = Kind { what: "", magic: b"YOMIFACT", version: 1 };
    for file in [bytes.to_vec(), KIND.seal(Seal::Behind, bytes)] {
        let folder = folder();
        fs::write(folder.path().join("facts.yomi"), file).expect("a file can be written");
        let Ok(claims) = Facts::open(folder.path(), "a test", 1, 1 << 20) else { continue };
        let known = claims.len();
        claims.save(1).expect("a file can be written");
        drop(claims);
        let again = Facts::open(folder.path(), "a test", 1, 1 << 20);
        assert_eq!(again.expect("it was written here").len(), known);
    }
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

/// A remembered result: as it is, then with a checksum that fits.
pub(crate) fn results(bytes: &[u8]) {
    let room = yomikiri_rooms::open("tictactoe", "3x3", &Default::default()).expect("a game");
    let question = Question::of(&room.look());
    let name = question.name();
    let body = String::from_utf8_lossy(bytes);
    for file in [bytes.to_vec(), TextKind::LastLine.seal(&body).into_bytes()] {
        let folder = folder();
        let results = Results::open(folder.path()).expect("a folder can be made");
        let path = folder.path().join(&name[..2]);
        fs::create_dir(&path).expect("a folder can be made");
        fs::write(path.join(format!("{name}.json")), file).expect("a file can be written");
        if let Ok(Some(found)) = results.get(&question) {
            results.put(&question, found).expect("a file can be written");
        }
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
