//! Bytes of a file through every reader of files.
//! Only the entry of the fuzzer; the work is in `src/records.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quinte_fuzz::records::run(data));
