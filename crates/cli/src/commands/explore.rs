use super::{end_of, interruptible};
use crate::End;
use crate::args::{ExploreArgs, OutputArgs};
use crate::game_options::games;
use crate::output;
use anyhow::{Context as _, Result};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::time::Duration;
use yomikiri_rooms::catalog::{results_folder, tables_folder};
use yomikiri_web::{Explorer, Settings};

/// The port that is tried first.
const USUAL_PORT: u16 = 7766;

/// Listens at the port asked for, or else at any free one.
fn listen(asked: Option<u16>) -> std::io::Result<TcpListener> {
    let at = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    at(asked.unwrap_or(USUAL_PORT)).or_else(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => at(0),
        _ => Err(error),
    })
}

fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = || Stdio::null();
    let begun =
        Command::new(opener).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    if let Err(error) = begun {
        output::complain(&format!(
            "cannot open a browser with {opener} ({error}); open {address} yourself"
        ));
    }
}

pub(crate) fn run(args: &ExploreArgs) -> Result<End> {
    // It goes on when nobody reads its output any more: the browser does not.
    let (context, _bar) = interruptible(&args.limits, &OutputArgs::default())?;
    let listener = listen(args.port).context("cannot listen on 127.0.0.1")?;
    listener.set_nonblocking(true)?;
    let address = format!("http://{}/", listener.local_addr()?);
    let settings = Settings {
        games: games(),
        tables: tables_folder(&args.tables),
        results: results_folder(&args.results),
        reports: args.reports.clone(),
        limits: context.limits.clone(),
    };
    let explorer = Explorer::new(settings)?;
    output::line(&address)?;
    if args.open {
        open_browser(&address);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start the server")?;
    let waiting = context.clone();
    runtime.block_on(async {
        let stop = async move {
            while waiting.stopped().is_none() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        explorer.serve(tokio::net::TcpListener::from_std(listener)?, stop).await?;
        anyhow::Ok(())
    })?;
    // What runs on its own threads has been told to stop; nobody waits for it.
    runtime.shutdown_timeout(Duration::from_secs(2));
    Ok(end_of(&context))
}
