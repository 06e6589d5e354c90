//! Files that are either whole or not there.

use crate::{Error, Result};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// Makes sure that `folder` exists, is one, and can be written to, before hours are spent on what
/// goes in; `purpose` says what it is needed for.
pub fn prepare_folder(folder: &Path, purpose: &str) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        return Err(Error::file(folder, format!("is not a folder; {purpose} needs one")));
    }
    let probe = folder.join(format!(".yomikiri-probe-{}", std::process::id()));
    fs::create_dir_all(folder)
        .and_then(|()| File::create_new(&probe))
        .and_then(|_| fs::remove_file(&probe))
        .map_err(|error| Error::io(folder, error))
}

/// Puts `bytes` in the place of `path` such that a reader, or a crash, sees all or nothing.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    // A name of this process's own, so that two of them do not write into one another's file.
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let put = || {
        let mut file = File::create(&temporary)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        // The new name is on disk only when its folder is; not every system lets one ask.
        if let Some(folder) = path.parent()
            && let Ok(folder) = File::open(folder)
        {
            let _ = folder.sync_all();
        }
        Ok(())
    };
    put().map_err(|error: std::io::Error| {
        let _ = fs::remove_file(&temporary);
        Error::io(path, error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report");
        write_whole(&file, b"long text").unwrap();
        write_whole(&file, b"text").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"text");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        let error = prepare_folder(&file, "the report").unwrap_err().to_string();
        assert!(error.contains("is not a folder; the report needs one"), "{error}");
        prepare_folder(&folder.path().join("a/b"), "the report").unwrap();
    }
}
