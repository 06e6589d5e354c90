//! What several tests need.
#![allow(dead_code, reason = "not every test needs everything")]

use yomikiri_core::{Context, Limits};
use yomikiri_shogi::notation::parse_size;
use yomikiri_shogi::{Rules, Setup, Shogi};

/// The game of a set-up.
pub(crate) fn game(board: &str, setup: &str, rules: Rules) -> Shogi {
    let size = parse_size(board).unwrap();
    Setup::parse(setup, size.files()).unwrap().game(size, rules)
}

/// Two threads and enough memory for any table of a test.
pub(crate) fn context() -> Context {
    Context::new(Limits { threads: 2, memory: 2 << 30, ..Limits::default() })
}
