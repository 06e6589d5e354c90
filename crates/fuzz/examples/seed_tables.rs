//! Writes the smallest tables of each kind into `corpus/tables`:
//!
//! `cargo run --release -p yomikiri-fuzz --example seed_tables`

use std::path::Path;
use yomikiri_amazons::{Database, FormFile};
use yomikiri_core::{Context, Result};
use yomikiri_fuzz::pack;
use yomikiri_go::{Board, Go};
use yomikiri_search::Archive;
use yomikiri_shogi::notation::parse_size;
use yomikiri_shogi::{Rules, Setup};

fn main() -> Result<()> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (folder, context) = (folder.path(), Context::default());
    let go = Go::new(Board::new(2, 2).expect("a board"));
    yomikiri_go::Table::build(yomikiri_go::Subject::of(&go), &context)?
        .expect("nothing stops it")
        .0
        .write(folder)?;
    let size = parse_size("1x5")?;
    let shogi = Setup::parse("K", size.files())?.game(size, Rules::standard(1));
    yomikiri_shogi::Table::build(yomikiri_shogi::Subject::of(&shogi, &shogi.start), &context)?
        .expect("nothing stops it")
        .write(folder)?;
    Database::build(2, folder, &context)?.expect("nothing stops it");
    FormFile::build(3, folder, &context)?.expect("nothing stops it");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let write = |name: String, bytes: Vec<u8>| {
        println!("{name}: {} bytes", bytes.len());
        std::fs::write(corpus.join(name), bytes).expect("a file can be written");
    };
    for entry in std::fs::read_dir(folder).expect("it was made here") {
        let path = entry.expect("it was made here").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.extension().is_some_and(|extension| extension == "table") {
            write(format!("tables/{name}"), pack(&Archive::open(&path)?)?);
        }
    }
    Ok(())
}
