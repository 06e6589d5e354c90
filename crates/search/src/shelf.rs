use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yomikiri_core::{Error, Result};

/// Where tables come from: those used last, a folder, or they are made.
pub struct Shelf<T> {
    folder: Option<PathBuf>,
    /// How many are kept in memory.
    room: usize,
    /// The one used last first.
    kept: Mutex<Vec<Arc<T>>>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf::new(None)
    }
}

impl<T> Shelf<T> {
    /// Tables from a folder, as far as it has them; the one used last is kept.
    pub fn new(folder: Option<PathBuf>) -> Shelf<T> {
        Shelf::with_room(folder, 1)
    }

    /// The same, keeping so many, at least one.
    pub fn with_room(folder: Option<PathBuf>, room: usize) -> Shelf<T> {
        Shelf { folder, room: room.max(1), kept: Mutex::new(Vec::new()) }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Arc<T>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table that is kept and `fits`, else the one that `open` finds in the folder, else what
    /// `make` makes. Nobody waits while a table is made, so two who want the same may both make it.
    pub fn get(
        &self,
        fits: impl Fn(&T) -> bool,
        open: impl FnOnce(&Path) -> Result<Option<T>>,
        make: impl FnOnce() -> Result<Option<T>>,
    ) -> Result<Option<Arc<T>>> {
        {
            let mut kept = self.kept();
            if let Some(index) = kept.iter().position(|table| fits(table)) {
                kept[..=index].rotate_right(1);
                return Ok(Some(kept[0].clone()));
            }
            // An old one makes room for the new one first.
            kept.truncate(self.room - 1);
        }
        let found = match &self.folder {
            Some(folder) if folder.exists() && !folder.is_dir() => {
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
        let table = match found {
            Some(table) => Some(table),
            None => make()?,
        };
        let Some(table) = table.map(Arc::new) else { return Ok(None) };
        let mut kept = self.kept();
        kept.truncate(self.room - 1);
        kept.insert(0, table.clone());
        Ok(Some(table))
    }
}
