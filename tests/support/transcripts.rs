//! Transcripts of the REPL: each `.in` of a folder contains the typed text, and the `.out` beside it the expected
//! output.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

use std::path::{Path, PathBuf};

/// Compares the output of `run` for each input, given its text and name, with its transcript; writes the transcript if
/// `MINIGO_BLESS` is set. There must be at least `least` inputs.
pub(crate) fn compare_transcripts(folder: &str, least: usize, run: impl Fn(&str, &str) -> String) {
    let bless = std::env::var_os("MINIGO_BLESS").is_some();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).expect("the folder exists");
    let files = files.map(|entry| entry.expect("the folder can be read").path());
    let mut inputs: Vec<PathBuf> =
        files.filter(|p| p.extension().is_some_and(|e| e == "in")).collect();
    inputs.sort();
    assert!(inputs.len() >= least);
    for input in inputs {
        let name = input.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = run(&std::fs::read_to_string(&input).unwrap(), &name);
        let expected = input.with_extension("out");
        if bless {
            std::fs::write(&expected, text).unwrap();
        } else {
            assert_eq!(text, std::fs::read_to_string(&expected).unwrap(), "{name}");
        }
    }
}
