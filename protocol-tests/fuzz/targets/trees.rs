//! Bytes of a file through the readers of variations and positions.
//! Only the entry of the fuzzer; the work is in `src/trees.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quinte_fuzz::trees::run(data));
