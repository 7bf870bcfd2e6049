//! Golden files: `data/*.go` with its disassembly beside it in `*.code`. `UPDATE=1` writes them anew; read the difference.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test may panic")]

use minigo_bytecode::{print, verify};
use minigo_syntax::hash::HashMap;
use minigo_syntax::parse_file;
use minigo_syntax::source::SourceMap;
use minigo_types::{Input, PackageInput, check};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[test]
fn code_is_as_in_the_files() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<PathBuf> = std::fs::read_dir(data)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "go"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut different = Vec::new();
    for file in files {
        let code = disassembly(&file);
        let expected = file.with_extension("code");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&expected, &code).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != code {
            different.push(file.file_name().unwrap().to_owned());
        }
    }
    assert!(different.is_empty(), "other code than before: {different:?}; UPDATE=1 accepts it");
}

/// The code of all functions of a program that imports nothing.
fn disassembly(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let mut sources = SourceMap::new();
    let source = sources.add(&name, text).unwrap().clone();
    let parsed = parse_file(&source);
    assert!(!parsed.diagnostics.has_errors(), "{name}: {:?}", parsed.diagnostics);
    let package = PackageInput {
        indexed: None,
        path: "main".into(),
        files: vec![parsed.file],
        library: false,
        imports: HashMap::default(),
        missing: HashMap::default(),
        go_version: (1, 27),
    };
    let input = Input {
        sources: &sources,
        packages: vec![package],
        require_bodies: false,
        library_tasks: |_| None,
    };
    let outcome = check(input);
    assert!(outcome.program.is_some(), "{name}: {:?}", outcome.diagnostics);
    let code = minigo_codegen::generate(&outcome.program.unwrap(), &sources).unwrap();
    if let Err(fault) = verify::verify(&code) {
        let func = &code.funcs[fault.func.0 as usize];
        panic!("{name}: {}\n{fault}\n{}", func.name, print::function(&code, func));
    }
    let mut out = String::new();
    for func in code.funcs.iter().filter(|f| f.line > 0 || f.wrapper) {
        writeln!(out, "{}", print::function(&code, func)).unwrap();
    }
    out
}
