//! Runs LALRPOP on `compiler/syntax/src/grammar.lalrpop` and writes the parser to
//! `compiler/syntax/generated/grammar.rs`:
//!
//! ```sh
//! cargo run -p minigo-grammar
//! ```
//!
//! The parser is committed, so a build of minigo neither compiles LALRPOP nor runs it. A test in this crate fails if
//! the committed parser differs from the generated one. This crate does not use the parser, so it can be built even if
//! the committed parser is stale and does not compile.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Generates the text of the parser.
fn generate() -> io::Result<String> {
    let dir = tempfile::tempdir()?;
    lalrpop::Configuration::new()
        .emit_whitespace(false)
        .set_out_dir(dir.path())
        .process_file(syntax().join("src/grammar.lalrpop"))
        .map_err(|error| io::Error::other(error.to_string()))?;
    let text = fs::read_to_string(dir.path().join("grammar.rs"))?;
    Ok(text)
}

fn syntax() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../syntax")
}

fn committed() -> PathBuf {
    syntax().join("generated/grammar.rs")
}

fn main() -> io::Result<()> {
    fs::write(committed(), generate()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_parser_is_that_of_the_grammar() {
        let text = fs::read_to_string(committed()).expect("the parser is committed");
        let fresh = generate().expect("the grammar is well formed");
        // `assert_eq!` would print both texts.
        assert!(text == fresh, "stale: cargo run -p minigo-grammar");
    }
}
