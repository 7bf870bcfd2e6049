//! Any bytes are the choices of a generator of bytecode: interpreted and compiled the program does the same.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    minigo_fuzz::in_both_tiers(data);
});
