//! `cargo +nightly fuzz run --fuzz-dir crates/fuzz --features libfuzzer usi`

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yomikiri_fuzz::run("usi", bytes));
