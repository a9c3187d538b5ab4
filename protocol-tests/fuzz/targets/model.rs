//! Commands against the reference model of the conversation.
//! Only the entry of the fuzzer; the work is in `src/model.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| quinte_fuzz::model::run(data));
