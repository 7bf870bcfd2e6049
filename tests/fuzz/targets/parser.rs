//! Any text is parsed, as a file and as a single declaration, and the result can be printed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use minigo_syntax::source::{SourceMap, Span, decode_utf8};
use minigo_syntax::{Keyword, Piece, parse_decl, parse_file, print};

fuzz_target!(|data: &[u8]| {
    minigo_fuzz::on_large_stack(|| {
        let (text, _) = decode_utf8(data.to_vec());
        let mut sources = SourceMap::new();
        let Ok(source) = sources.add("fuzz.go", text) else { return };
        let parsed = parse_file(source);
        std::hint::black_box(print::print_file(source, &parsed.file).len());
        let span = Span::new(source.pos(0), source.pos(source.text.len()));
        for keyword in [None, Some(Keyword::Const), Some(Keyword::Var), Some(Keyword::Type)] {
            std::hint::black_box(parse_decl(source, Piece { span, body: None, keyword }));
        }
    });
});
