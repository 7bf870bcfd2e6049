//! Feeds the compiler programs with random changes, and random programs. Whatever it is given, the compiler must report
//! errors and never panic, and the verifier must accept the generated code.
//!
//! Every `cargo test` runs some hundred changes of the repository's own programs, from several seeds. This command
//! makes more changes, of the programs in another directory: `MINIGO_MUTATE=/usr/share/go-1.19/test
//! MINIGO_MUTATE_SECONDS=600 cargo test --release --test mutations`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failing test may panic and print the reason"
)]

#[path = "fuzz/programs.rs"]
mod programs;

use minigo::load::fs_view::FsView;
use minigo::options::Target;
use minigo::pipeline::{CheckOptions, check};
use minigo_bytecode::verify::verify;
use minigo_syntax::deadline::Deadline;
use minigo_syntax::diagnostic::Code;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The seeds of an ordinary run, and the number of changes for each.
const SEEDS: [u64; 8] = [0x9e37_79b9_7f4a_7c15, 2, 3, 5, 8, 13, 21, 34];
const CHANGES_PER_SEED: u64 = 60;

/// The number of random programs in an ordinary run, and the largest number of bytes for each.
const PROGRAM_COUNT: usize = 200;
const MAX_PROGRAM_BYTES: usize = 600;

/// A small random number generator; the report of a failing change contains the seed.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % below.max(1)
    }
}

/// Pieces of source that have much effect at a random place.
const SOURCE_PIECES: &[&str] = &[
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

/// Splits a text roughly into tokens: names and numbers, and single other characters.
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

/// Makes one to four random changes.
fn mutate(random: &mut Random, original: &[String]) -> String {
    let mut tokens = original.to_vec();
    for _ in 0..=random.next(3) {
        let at = random.next(tokens.len());
        let other = random.next(tokens.len());
        let piece = SOURCE_PIECES[random.next(SOURCE_PIECES.len())].to_owned();
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

/// Compiles a text as far as possible; returns whether it has no errors.
fn compile(file: &Path) -> bool {
    let options = CheckOptions {
        language: None,
        require_bodies: false,
        warns: true,
        all_errors: true,
        deadline: Deadline::NEVER,
    };
    let checked =
        check(&FsView::default(), &Target::Files(vec![file.to_path_buf()]), options).unwrap();
    let internal = |errors: &[minigo_syntax::diagnostic::Diagnostic]| {
        let found = errors.iter().find(|error| error.code == Code::InternalError);
        assert!(found.is_none(), "{}", found.unwrap().message);
    };
    internal(checked.diagnostics.as_slice());
    let Some(program) = &checked.program else { return false };
    if program.main.is_none() {
        return true;
    }
    match minigo_codegen::generate(program, &checked.sources, minigo_codegen::Settings::default()) {
        Ok(code) => {
            verify(&code).unwrap_or_else(|fault| panic!("{fault}"));
            true
        }
        Err(errors) => {
            internal(errors.as_slice());
            false
        }
    }
}

/// Runs `work` with a file of its own; if `work` panics, the file is kept.
fn with_file<T>(name: &str, work: impl FnOnce(&Path) -> T) -> T {
    let file = std::env::temp_dir().join(format!("minigo-{name}-{}.go", std::process::id()));
    let done = work(&file);
    std::fs::remove_file(&file).unwrap();
    done
}

/// Compiles a text; returns whether it has no errors.
fn compiles_without_errors(file: &Path, text: String, what: &str) -> bool {
    std::fs::write(file, text).unwrap();
    let compiled = std::panic::catch_unwind(|| compile(file));
    compiled.unwrap_or_else(|_| panic!("the compiler failed on {} ({what})", file.display()))
}

fn environment_number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|s| s.parse().ok())
}

/// Runs `work` on a large stack, as the command runs its compiler.
fn on_large_stack(work: fn()) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(work).unwrap();
    assert!(thread.join().is_ok(), "see above");
}

fn compile_mutations() {
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
    let seconds = environment_number("MINIGO_MUTATE_SECONDS").map(Duration::from_secs);
    let seeds = environment_number("MINIGO_MUTATE_SEED").map_or(SEEDS.to_vec(), |seed| vec![seed]);
    let start = Instant::now();
    let mut count = 0;
    with_file("mutation", |file| {
        for seed in seeds {
            let (mut random, mut of_seed) = (Random(seed), 0);
            while seconds.map_or(of_seed < CHANGES_PER_SEED, |limit| start.elapsed() < limit) {
                let original = &texts[random.next(texts.len())];
                let text = mutate(&mut random, original);
                compiles_without_errors(file, text, &format!("seed {seed}, change {of_seed}"));
                of_seed += 1;
            }
            count += of_seed;
        }
    });
    eprintln!("{count} changed programs");
}

fn compile_random_programs() {
    let mut random = Random(environment_number("MINIGO_MUTATE_SEED").unwrap_or(SEEDS[0]));
    let seconds = environment_number("MINIGO_MUTATE_SECONDS").map(Duration::from_secs);
    let (start, mut count) = (Instant::now(), 0);
    with_file("program", |file| {
        while seconds.map_or(count < PROGRAM_COUNT, |limit| start.elapsed() < limit) {
            let bytes: Vec<u8> =
                (0..1 + random.next(MAX_PROGRAM_BYTES)).map(|_| random.next(256) as u8).collect();
            let what = format!("program {count}");
            let whole = compiles_without_errors(file, programs::program(&bytes), &what);
            assert!(whole, "{} has errors ({what})", file.display());
            count += 1;
        }
    });
    eprintln!("{count} random programs");
}

#[test]
fn changed_programs_never_panic_the_compiler() {
    on_large_stack(compile_mutations);
}

/// `fuzz/targets/generator.rs` generates programs of the same form, guided by coverage.
#[test]
fn random_programs_compile_to_code_that_the_verifier_accepts() {
    on_large_stack(compile_random_programs);
}
