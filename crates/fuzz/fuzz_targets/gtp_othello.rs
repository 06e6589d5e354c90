//! `cargo +nightly fuzz run --fuzz-dir crates/fuzz --features libfuzzer gtp_othello`

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yomikiri_fuzz::run("gtp_othello", bytes));
