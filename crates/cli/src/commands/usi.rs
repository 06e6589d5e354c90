use super::{cores, end_when_unread, free_memory};
use crate::End;
use crate::args::UsiArgs;
use anyhow::{Context as _, Result};
use yomikiri_core::Limits;
use yomikiri_rooms::catalog::tables_folder;
use yomikiri_shogi::usi::Engine;

pub(crate) fn run(args: &UsiArgs) -> Result<End> {
    end_when_unread();
    let memory = (free_memory() / 2).max(256 << 20);
    let limits = Limits { threads: cores(), memory, ..Limits::default() };
    let engine = Engine::new(std::io::stdout(), tables_folder(&args.tables), &limits);
    engine.run(std::io::stdin().lock()).context("the dialogue broke off")?;
    Ok(End::Done)
}
