use super::{end_when_unread, play_limits};
use crate::End;
use crate::args::NboardArgs;
use anyhow::{Context as _, Result};
use std::io::{BufReader, stdin, stdout};
use yomikiri_othello::nboard::Engine;

pub(crate) fn run(args: &NboardArgs) -> Result<End> {
    end_when_unread();
    let limits = play_limits(&args.strength);
    let engine = Engine::new(stdout(), args.strength.depth, &limits);
    // The input is read by a thread of its own, which a lock could not be handed to.
    engine.run(BufReader::new(stdin())).context("the dialogue broke off")?;
    Ok(End::Done)
}
