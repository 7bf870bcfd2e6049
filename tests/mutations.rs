//! Feeds the compiler programs with random changes: it must report errors, never panic, whatever it is given.
//!
//! Some hundred changes of the repository's own programs run with every `cargo test`. For a longer hunt over other
//! trees: `MINIGO_MUTATE=/usr/share/go-1.19/test MINIGO_MUTATE_SECONDS=600 cargo test --release --test mutations`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failing test may panic and tell why"
)]

use minigo::load::fs_view::FsView;
use minigo::options::Target;
use minigo::pipeline::{CheckOptions, check};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A small generator of random numbers; its seed is told when a change fails.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below.max(1)
    }
}

/// Pieces that change much when they appear somewhere else.
const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ".",
    "...",
    ":",
    ":=",
    "=",
    "==",
    "<-",
    "*",
    "&",
    "&^",
    "<<",
    "+",
    "-",
    "!",
    "func",
    "type",
    "struct",
    "interface",
    "map",
    "chan",
    "go",
    "defer",
    "select",
    "case",
    "default",
    "switch",
    "range",
    "return",
    "break",
    "continue",
    "goto",
    "fallthrough",
    "const",
    "var",
    "import",
    "package",
    "nil",
    "iota",
    "_",
    "x",
    "T",
    "int",
    "string",
    "any",
    "error",
    "0",
    "1",
    "-1",
    "1e1000",
    "1i",
    "'a'",
    "\"s\"",
    "`r`",
    "0x",
    "1 << 100",
    "[]int{1}",
    "struct{}{}",
    "func() {}",
    "make",
    "new",
    "len",
    "append",
    "copy",
    "recover",
    "panic",
    "unsafe",
    "\n",
    "//",
    "/*",
    "\0",
    "[T any]",
    "[T ~int|string]",
    "x.(type)",
    "for {",
    "if true {",
    "...int",
    "*T",
    "<-chan",
];

/// Splits a text into tokens, roughly: names and numbers, and single other characters.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = false;
    for c in text.chars() {
        let in_word = c.is_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if word && in_word => last.push(c),
            _ => tokens.push(c.into()),
        }
        word = in_word;
    }
    tokens
}

/// One to four random changes.
fn mutate(random: &mut Random, original: &[String]) -> String {
    let mut tokens = original.to_vec();
    for _ in 0..=random.next(3) {
        let at = random.next(tokens.len());
        let other = random.next(tokens.len());
        let piece = PIECES[random.next(PIECES.len())].to_owned();
        match random.next(6) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, piece),
            2 => tokens[at] = piece,
            3 => tokens.swap(at, other),
            4 => tokens[at] = tokens[other].clone(),
            _ => {
                let end = (at + random.next(20)).min(tokens.len());
                let part = tokens[at..end].to_vec();
                tokens.splice(other..other, part);
            }
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.concat()
}

fn go_files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            go_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "go") {
            found.push(path);
        }
    }
}

/// Compiles a text as far as it goes.
fn compile(file: &Path) {
    let options = CheckOptions { language: None, require_bodies: false, warn: true };
    let checked =
        check(&FsView::default(), &Target::Files(vec![file.to_path_buf()]), options).unwrap();
    if let Some(program) = &checked.program
        && program.main.is_some()
    {
        drop(minigo_codegen::generate(program, &checked.sources, false));
    }
}

fn hunt() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    match std::env::var_os("MINIGO_MUTATE") {
        Some(tree) => go_files(Path::new(&tree), &mut files),
        None => ["examples", "tests"].iter().for_each(|d| go_files(&root.join(d), &mut files)),
    }
    files.sort();
    let texts: Vec<Vec<String>> = files
        .iter()
        .filter_map(|f| std::fs::read_to_string(f).ok())
        .map(|text| tokens(&text))
        .filter(|t| !t.is_empty() && t.len() < 20_000)
        .collect();
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse::<u64>().ok());
    let seconds = number("MINIGO_MUTATE_SECONDS").map(Duration::from_secs);
    let mut random = Random(number("MINIGO_MUTATE_SEED").unwrap_or(0x9e37_79b9_7f4a_7c15));
    let file = std::env::temp_dir().join(format!("minigo-mutation-{}.go", std::process::id()));
    let start = Instant::now();
    let mut count = 0u64;
    while seconds.map_or(count < 400, |limit| start.elapsed() < limit) {
        let original = &texts[random.next(texts.len())];
        let text = mutate(&mut random, original);
        std::fs::write(&file, text).unwrap();
        if std::panic::catch_unwind(|| compile(&file)).is_err() {
            panic!("the compiler panicked on {} (change {count})", file.display());
        }
        count += 1;
    }
    eprintln!("{count} changed programs");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn changed_programs_never_panic_the_compiler() {
    // As in the command: the compiler has a large stack.
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(hunt).unwrap();
    assert!(thread.join().is_ok(), "see above");
}
