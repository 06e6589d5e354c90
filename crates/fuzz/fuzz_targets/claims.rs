//! `cargo +nightly fuzz run --fuzz-dir crates/fuzz --features libfuzzer claims`

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yomikiri_fuzz::run("claims", bytes));
