//! The command `yomikiri` with the games that are built in.

use std::process::ExitCode;

fn main() -> ExitCode {
    yomikiri::run(yomikiri_rooms::GAMES)
}
