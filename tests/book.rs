//! Runs the `console` and `repl` blocks of README and the book, and compares their output with the text below each
//! command.
//!
//! * A block behind a comment `<!-- file:… -->` is a file of its document, with the name in the comment. A `go` block
//!   is always a file.
//! * In a `console` block, a line that begins with `$ ` is a bash command; the lines below it are its output, on both
//!   streams. The commands of a document run one after another in one directory, which has the document's files and,
//!   where the document names them, `examples`.
//! * In a `repl` block, a line that begins with `> ` is an input of `minigo repl`; all other lines are the output.
//! * An output line that begins with `…` stands for any lines; a `…` within a line stands for any text. Numbers of
//!   goroutines are not compared, because each P reserves several of them at a time.
//! * A `sh` block is not run: it installs something, or needs something that a test does not have.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::ProcessResult;

/// The mark before each command's output: a character that no document contains.
const OUTPUT_MARK: &str = "\u{1}";

/// A code block of a document.
struct CodeBlock {
    line: usize,
    language: String,
    /// The name of the file that the block contains, if it is a file.
    file: Option<String>,
    text: String,
}

/// Returns README and the chapters of the book.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = vec![root.join("README.md")];
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => all.extend((path.extension() == Some("md".as_ref())).then_some(path)),
            }
        }
    }
    all
}

/// Returns the code blocks of a document.
fn code_blocks(document: &str) -> Vec<CodeBlock> {
    let mut found = Vec::new();
    let mut open: Option<(CodeBlock, usize)> = None;
    let mut file = None;
    for (n, line) in document.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let fence = line.trim_start().strip_prefix("```");
        match (&mut open, fence) {
            (None, Some(language)) => {
                let language = language.to_owned();
                let block =
                    CodeBlock { line: n + 1, language, file: file.take(), text: String::new() };
                open = Some((block, indent));
            }
            (Some(_), Some("")) => found.extend(open.take().map(|(block, _)| block)),
            (Some((block, indent)), _) => {
                block.text.push_str(line.get(*indent..).unwrap_or(""));
                block.text.push('\n');
            }
            (None, None) => {
                let name = line.trim().strip_prefix("<!-- file: ");
                match name.and_then(|rest| rest.strip_suffix(" -->")) {
                    Some(name) => file = Some(name.to_owned()),
                    None if line.trim().is_empty() => {}
                    None => file = None,
                }
            }
        }
    }
    assert!(open.is_none(), "a block of code has no end");
    found
}

/// Returns the commands or inputs of a block, each with its output.
fn commands<'b>(block: &'b CodeBlock, prompt: &str) -> Vec<(&'b str, Vec<&'b str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix(prompt), all.last_mut()) {
            (Some(command), _) => all.push((command, Vec::new())),
            (None, Some((_, output))) => output.push(line),
            (None, None) => panic!("line {}: no command is before the output", block.line),
        }
    }
    all
}

/// Returns the text without the numbers of goroutines and without addresses.
fn without_numbers(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let before = out.chars().next_back();
        let starts_word = !before.is_some_and(char::is_alphanumeric);
        let number = ["goroutine ", "goroutines ", "G", "0x"].into_iter().find_map(|name| {
            let digits = rest.strip_prefix(name).filter(|_| starts_word)?;
            let is_digit = |c: char| match name {
                "0x" => c.is_ascii_hexdigit(),
                "goroutines " => c.is_ascii_digit() || c == ',' || c == ' ',
                _ => c.is_ascii_digit(),
            };
            let end = digits.find(|c| !is_digit(c)).unwrap_or(digits.len());
            let some = digits[..end].contains(|c: char| c.is_ascii_hexdigit());
            some.then(|| (name, &digits[end..]))
        });
        match number {
            Some((name, after)) => {
                out.push_str(name);
                out.push('N');
                rest = after;
            }
            None => {
                out.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    out
}

/// Reports whether a line matches a line of the document.
fn line_matches(wanted: &str, line: &str) -> bool {
    let (wanted, line) = (without_numbers(wanted), without_numbers(line.trim_end()));
    let mut parts = wanted.split('…');
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Reports whether the output matches the document's.
fn output_matches(wanted: &[&str], output: &[&str]) -> bool {
    let Some((&first, others)) = wanted.split_first() else { return output.is_empty() };
    if first.trim_start().starts_with('…') {
        return (0..=output.len()).any(|skipped| output_matches(others, &output[skipped..]));
    }
    let Some((line, rest)) = output.split_first() else { return false };
    line_matches(first, line) && output_matches(others, rest)
}

/// Runs a bash script in `dir`; both output streams go to one pipe.
fn run_bash(dir: &Path, bin: &Path, script: &str) -> ProcessResult {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("bash");
    command.args(["-c", &format!("exec 2>&1\n{script}")]).current_dir(dir);
    command.env("PATH", format!("{}:{path}", bin.display()));
    command.env("MINIGOCACHE", dir.join(".cache")).env("HOME", dir).env_remove("GOTRACEBACK");
    for name in ["GO", "GOROOT", "GOFLAGS", "MINIGODEBUG", "GODEBUG", "GOMAXPROCS"] {
        command.env_remove(name);
    }
    support::run(command, "")
}

/// Runs the commands of a block in one shell, and compares their output.
fn run_console(block: &CodeBlock, dir: &Path, bin: &Path) -> Result<(), String> {
    let wanted = commands(block, "$ ");
    let mut script = String::from("status=0\n");
    for (command, _) in &wanted {
        // `$?` must be the status of the previous command.
        writeln!(script, "printf '{OUTPUT_MARK}'; (exit $status)\n{command}\nstatus=$?").unwrap();
    }
    let ran = run_bash(dir, bin, &script);
    let outputs: Vec<&str> = ran.stdout.split(OUTPUT_MARK).skip(1).collect();
    let mut outputs = outputs.into_iter();
    for (command, wanted) in &wanted {
        compare(wanted, outputs.next().unwrap_or(""))
            .map_err(|text| format!("$ {command}\n{text}"))?;
    }
    Ok(())
}

/// Runs a block's inputs in the REPL, and compares their output.
fn run_repl(block: &CodeBlock, dir: &Path, bin: &Path) -> Result<(), String> {
    let all = commands(block, "> ");
    let wanted: Vec<&str> = all.iter().flat_map(|(_, output)| output.iter().copied()).collect();
    let inputs: String = all.iter().map(|(input, _)| format!("{input}\n")).collect();
    fs::write(dir.join(".inputs"), inputs).unwrap();
    compare(&wanted, &run_bash(dir, bin, "minigo repl <.inputs").stdout)
}

fn compare(wanted: &[&str], output: &str) -> Result<(), String> {
    let lines: Vec<&str> = output.lines().collect();
    match output_matches(wanted, &lines) {
        true => Ok(()),
        false => Err(output.to_owned()),
    }
}

/// Runs the blocks of a document, and returns the differences.
fn run_document(document: &Path, bin: &Path) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = document.strip_prefix(root).unwrap().display().to_string();
    let all = code_blocks(&fs::read_to_string(document).unwrap());
    let dir = support::Dir::new(&name.replace('/', "-"), &[(".inputs", "")]);
    let dir = &dir.0;
    if all.iter().any(|block| block.text.contains(" examples/")) {
        fs::create_dir(dir.join("examples")).unwrap();
        for entry in fs::read_dir(root.join("examples")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), dir.join("examples").join(entry.file_name())).unwrap();
        }
    }
    let mut wrong = Vec::new();
    for block in &all {
        let place = format!("{name}:{}", block.line);
        if let Some(file) = &block.file {
            let path = dir.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, &block.text).unwrap();
            continue;
        }
        let result = match block.language.as_str() {
            "console" => run_console(block, dir, bin),
            "repl" => run_repl(block, dir, bin),
            "go" => Err("a Go program needs a name: <!-- file: NAME -->".into()),
            "" => Err("a block of code needs a language".into()),
            "text" if block.text.starts_with("$ ") || block.text.starts_with("> ") => {
                Err("the language of commands is console, of inputs repl".into())
            }
            _ => Ok(()),
        };
        wrong.extend(result.err().map(|text| format!("{place}: {text}")));
    }
    wrong
}

#[test]
fn documents_print_what_they_say() {
    let bin = support::Dir::new("bin", &[("README", "")]);
    std::os::unix::fs::symlink(support::command().get_program(), bin.0.join("minigo")).unwrap();
    let wrong = support::on_all_cores(&documents(), |document| run_document(document, &bin.0));
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} blocks differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn outputs_are_compared() {
    let same =
        |wanted: &[&str], output: &[&str]| assert!(output_matches(wanted, output), "{wanted:?}");
    same(&["a", "…", "d"], &["a", "b", "c", "d"]);
    same(&["…"], &[]);
    same(&["took … ms, at most …"], &["took 12 ms, at most 14 ms"]);
    same(&["G18 and goroutine 7, goroutines 1, 2 x"], &["G19 and goroutine 70, goroutines 3, 4 x"]);
    same(&["at 0xc000"], &["at 0xc008"]);
    let differs =
        |wanted: &[&str], output: &[&str]| assert!(!output_matches(wanted, output), "{wanted:?}");
    differs(&["a"], &["b"]);
    differs(&["a"], &["a", "a"]);
    differs(&["a …", "b"], &["a 1"]);
    differs(&["1 … 2"], &["1 … 3"]);
    differs(&["GO 1"], &["GO 2"]);
}

#[test]
fn blocks_are_found() {
    let text = "<!-- file: a.go -->\n```go\npackage a\n```\n  ```console\n  $ a\n    b\n  ```\n";
    let all = code_blocks(text);
    assert_eq!(all[0].file.as_deref(), Some("a.go"));
    assert_eq!((all[1].line, all[1].language.as_str()), (5, "console"));
    assert_eq!(commands(&all[1], "$ "), [("a", vec!["  b"])]);
}
