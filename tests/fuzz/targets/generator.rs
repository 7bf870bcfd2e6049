//! Any bytes generate a program without errors, which must compile to code that the verifier accepts.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    minigo_fuzz::on_large_stack(|| minigo_fuzz::generate(data));
});
