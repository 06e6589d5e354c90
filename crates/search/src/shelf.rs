use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use yomikiri_core::{Error, Result};

/// Where tables come from: the one used last, a folder, or they are made.
pub struct Shelf<T> {
    folder: Option<PathBuf>,
    latest: Mutex<Option<Arc<T>>>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf::new(None)
    }
}

impl<T> Shelf<T> {
    /// Tables from a folder, as far as it has them.
    pub fn new(folder: Option<PathBuf>) -> Shelf<T> {
        Shelf { folder, latest: Mutex::new(None) }
    }

    /// The latest table if it `fits`, else the one that `open` finds in the folder, else what
    /// `make` makes, which is kept as the latest.
    pub fn get(
        &self,
        fits: impl Fn(&T) -> bool,
        open: impl FnOnce(&Path) -> Result<Option<T>>,
        make: impl FnOnce() -> Result<Option<T>>,
    ) -> Result<Option<Arc<T>>> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = latest.as_ref().filter(|table| fits(table)) {
            return Ok(Some(table.clone()));
        }
        // The old one makes room for the new one first.
        *latest = None;
        let found = match &self.folder {
            Some(folder) if folder.is_file() => {
                return Err(Error::file(folder, "is not a folder; tables are kept in one"));
            }
            Some(folder) => open(folder).map_err(|error| match error {
                Error::File { path, problem } => {
                    let hint = "delete it, or make it anew with 'yomikiri table build'";
                    Error::file(path, format!("{problem}; {hint}"))
                }
                other => other,
            })?,
            None => None,
        };
        *latest = match found {
            Some(table) => Some(table),
            None => make()?,
        }
        .map(Arc::new);
        Ok(latest.clone())
    }
}
