//! Any text is parsed: whole, with lazy bodies that are parsed afterwards, and what was parsed can be printed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use minigo_syntax::source::{SourceMap, decode_utf8};
use minigo_syntax::{Mode, parse_file, print};

fuzz_target!(|data: &[u8]| {
    minigo_fuzz::on_large_stack(|| {
        let (text, _) = decode_utf8(data.to_vec());
        let mut sources = SourceMap::new();
        let Ok(source) = sources.add("fuzz.go", text) else { return };
        for mode in [Mode::Full, Mode::LazyBodies] {
            let parsed = parse_file(source, mode);
            std::hint::black_box(print::print_file(source, &parsed.file).len());
        }
    });
});
