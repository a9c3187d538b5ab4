//! Bytes of a manager through the whole conversation.
//! Only the entry of the fuzzer; the work is in `src/session.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quinte_fuzz::session::run(data));
