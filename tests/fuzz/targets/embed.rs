//! Any text is compiled as an embedder's program, and its exported functions without parameters run in a sandbox.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    minigo_fuzz::on_large_stack(|| minigo_fuzz::run_sandboxed(&text));
});
