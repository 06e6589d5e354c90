use super::{end_when_unread, play_limits};
use crate::End;
use crate::args::{GtpArgs, GtpGame};
use anyhow::{Context as _, Result};
use yomikiri_core::Error;
use yomikiri_rooms::catalog::tables_folder;

pub(crate) fn run(args: &GtpArgs) -> Result<End> {
    end_when_unread();
    let limits = play_limits(&args.strength);
    let (input, output) = (std::io::stdin().lock(), std::io::stdout());
    let ended = match args.game {
        GtpGame::Go if args.strength.depth.is_some() => {
            return Err(Error::refused("go has no --depth; leave it out").into());
        }
        GtpGame::Go => {
            yomikiri_go::gtp::Engine::new(output, tables_folder(&args.tables), &limits).run(input)
        }
        GtpGame::Othello => {
            yomikiri_othello::gtp::Engine::new(output, args.strength.depth, &limits).run(input)
        }
    };
    ended.context("the dialogue broke off")?;
    Ok(End::Done)
}
