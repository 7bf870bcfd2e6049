//! Any bytes generate bytecode, which must behave the same interpreted and compiled.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    minigo_fuzz::in_both_tiers(data);
});
