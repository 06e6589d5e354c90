//! `cargo +nightly fuzz run --fuzz-dir crates/fuzz --features libfuzzer amazons_sums`

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yomikiri_fuzz::run("amazons_sums", bytes));
