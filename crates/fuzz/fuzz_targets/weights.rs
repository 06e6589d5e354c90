//! `cargo +nightly fuzz run --fuzz-dir crates/fuzz --features libfuzzer weights`

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yomikiri_fuzz::run("weights", bytes));
