//! Any bytes are decoded as a linked program: they are either rejected, or safe to access.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    minigo_fuzz::decode_linked_program(data);
});
