//! Any text is checked as a file of package main and, if it has no errors, compiled to code that the verifier must
//! accept.

#![no_main]

use libfuzzer_sys::fuzz_target;
use minigo::options::Target;
use std::sync::LazyLock;

static PROGRAM_FILE: LazyLock<std::path::PathBuf> =
    LazyLock::new(|| minigo_fuzz::directory("checker").join("fuzz.go"));

fuzz_target!(|data: &[u8]| {
    std::fs::write(&*PROGRAM_FILE, data).expect("the file can be written");
    minigo_fuzz::on_large_stack(|| drop(minigo_fuzz::compile(&Target::Files(vec![PROGRAM_FILE.clone()]))));
});
