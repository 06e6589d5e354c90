//! Files that are either whole or not there.

use std::fs;
use std::io::Write;
use std::path::Path;
use yomikiri_core::{Error, Result};

/// Makes sure that `folder` exists and can be written to, before hours are spent on what goes in.
pub(crate) fn prepare(folder: &Path) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        return Err(Error::file(folder, "is not a folder; the report needs one to write to"));
    }
    fs::create_dir_all(folder).map_err(|error| Error::io(folder, error))?;
    let probe = folder.join(".writable");
    fs::write(&probe, b"")
        .and_then(|()| fs::remove_file(&probe))
        .map_err(|error| Error::io(folder, error))
}

/// Writes a file under a temporary name, then renames it, so that nobody sees half of it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let temporary = path.with_file_name(name);
    let put = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    put().map_err(|error| Error::io(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report");
        write(&file, b"text").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        assert!(prepare(&file).unwrap_err().to_string().contains("not a folder"));
        prepare(&folder.path().join("a/b")).unwrap();
    }
}
