//! A disk in memory that forgets what was not synced, and fails when it is told to.

use crate::disk::Disk;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use yomikiri_core::{Dice, Error, Result};

/// What is lost without power is lost by so many bytes.
const SECTOR: usize = 64;

#[derive(Clone)]
enum Change {
    Write(u64, Vec<u8>),
    Cut(u64),
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Change::Write(at, bytes) => {
                let at = *at as usize;
                file.resize(file.len().max(at + bytes.len()), 0);
                file[at..][..bytes.len()].copy_from_slice(bytes);
            }
            Change::Cut(length) => file.resize(*length as usize, 0),
        }
    }
}

#[derive(Default)]
pub(super) struct State {
    /// What a process sees.
    seen: Option<Vec<u8>>,
    /// What is on disk for sure.
    synced: Option<Vec<u8>>,
    /// What may be on disk.
    unsynced: Vec<Change>,
    /// Changes until the power goes.
    pub(super) changes_left: Option<u32>,
    /// Bytes that there is room for.
    pub(super) room: Option<usize>,
    /// Changes so far.
    pub(super) changes: u32,
}

#[derive(Clone, Default)]
pub(super) struct Simulated(Arc<Mutex<State>>);

impl Simulated {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub(super) fn file(&self) -> Vec<u8> {
        self.state().seen.clone().unwrap_or_default()
    }

    pub(super) fn set_file(&self, bytes: &[u8]) {
        *self.state() =
            State { seen: Some(bytes.to_vec()), synced: Some(bytes.to_vec()), ..State::default() };
    }

    /// The process ends; the system goes on.
    pub(super) fn kill(&self) {
        let mut state = self.state();
        state.changes_left = None;
        state.room = None;
    }

    /// The power goes, and comes again: of what was not synced any part may be there.
    pub(super) fn lose_power(&self, dice: &mut Dice) {
        let mut state = self.state();
        let mut file = state.synced.clone();
        for change in std::mem::take(&mut state.unsynced) {
            let Some(file) = &mut file else { continue };
            match change {
                Change::Cut(_) if dice.below(2) == 0 => {}
                Change::Cut(length) => Change::Cut(length).apply(file),
                Change::Write(at, bytes) => {
                    // The length may be on disk before what is in it.
                    if dice.below(2) == 0 {
                        let length = file.len().max(at as usize + bytes.len());
                        file.resize(length, 0);
                    }
                    let whole = dice.below(3) == 0;
                    for (place, part) in bytes.chunks(SECTOR).enumerate() {
                        if whole || dice.below(2) == 0 {
                            let at = at + (place * SECTOR) as u64;
                            Change::Write(at, part.to_vec()).apply(file);
                        }
                    }
                }
            }
        }
        *state = State { seen: file.clone(), synced: file, ..State::default() };
    }

    fn change(&self, change: Change) -> io::Result<()> {
        let mut state = self.state();
        spend(&mut state)?;
        let end = match &change {
            Change::Write(at, bytes) => *at as usize + bytes.len(),
            Change::Cut(_) => 0,
        };
        let file = state.seen.as_mut().ok_or(ErrorKind::NotFound)?;
        change.apply(file);
        state.unsynced.push(change);
        match state.room.is_some_and(|room| end > room) {
            // What there is room for may be written.
            true => Err(ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}

fn spend(state: &mut State) -> io::Result<()> {
    state.changes += 1;
    if let Some(left) = &mut state.changes_left {
        *left = left.checked_sub(1).ok_or(ErrorKind::Other)?;
    }
    Ok(())
}

impl Disk for Simulated {
    fn path(&self) -> &Path {
        Path::new("simulated")
    }

    fn look(&mut self) -> Result<bool> {
        Ok(self.state().seen.is_some())
    }

    fn length(&mut self) -> io::Result<u64> {
        Ok(self.state().seen.as_ref().ok_or(ErrorKind::NotFound)?.len() as u64)
    }

    fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<usize> {
        let state = self.state();
        let file = state.seen.as_ref().ok_or(ErrorKind::NotFound)?;
        let rest = file.get(at as usize..).unwrap_or_default();
        let length = rest.len().min(bytes.len());
        bytes[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.change(Change::Write(at, bytes.to_vec()))
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.change(Change::Cut(length))
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.state();
        spend(&mut state)?;
        state.unsynced.clear();
        state.synced = state.seen.clone();
        Ok(())
    }

    fn replace(&mut self, bytes: &[u8]) -> Result<()> {
        let mut state = self.state();
        spend(&mut state).map_err(|error| Error::io("simulated", error))?;
        state.unsynced.clear();
        state.seen = Some(bytes.to_vec());
        state.synced = Some(bytes.to_vec());
        Ok(())
    }
}
