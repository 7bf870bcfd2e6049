//! Any bytes are read as a linked program: refused, or safe to look at.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    minigo_fuzz::read_linked(data);
});
