//! The commands in README and the book: `--help` lists each subcommand and each long flag that the documents name.

#![allow(clippy::unwrap_used, reason = "a failing test may panic")]

mod support;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Returns README and the chapters of the book.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = vec![root.join("README.md")];
    for folder in ["docs", "docs/using", "docs/inside"] {
        let files =
            std::fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        all.extend(files.filter(|path| path.extension() == Some("md".as_ref())));
    }
    all
}

/// Returns the command lines of a document: code in backquotes and lines of code blocks that begin with `minigo `.
fn command_lines(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_block = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            let line = line.trim_start_matches("$ ").split('#').next().unwrap();
            found.push(line.trim().to_owned());
        } else {
            prose.push_str(line);
            // A code span may continue in the next line.
            prose.push(' ');
        }
    }
    found.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
    found.retain(|command| command.starts_with("minigo "));
    found
}

/// Returns the long flags of a command line, up to the flags of the program that it runs.
fn flags(command: &str) -> impl Iterator<Item = &str> {
    let words = command.split_whitespace().filter_map(|word| {
        let name = word.trim_start_matches('[').strip_prefix("--")?;
        name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next()
    });
    words.filter(|name| !name.is_empty())
}

#[test]
fn documents_name_commands_and_flags_that_exist() {
    let mut helps: HashMap<String, Option<String>> = HashMap::new();
    let mut wrong = Vec::new();
    let mut count = 0;
    for document in documents() {
        for command in command_lines(&std::fs::read_to_string(&document).unwrap()) {
            let name = command.split_whitespace().nth(1).unwrap();
            if !name.bytes().all(|b| b.is_ascii_lowercase()) {
                continue;
            }
            count += 1;
            let help = helps.entry(name.to_owned()).or_insert_with(|| {
                let ran = support::minigo(Path::new("."), &[name, "--help"], "");
                (ran.status == Some(0)).then_some(ran.stdout)
            });
            let place = document.display();
            match help {
                None => wrong.push(format!("{place}: there is no command {name}: {command}")),
                Some(help) => wrong.extend(
                    flags(&command)
                        .filter(|flag| !help.contains(&format!("-{flag}")))
                        .map(|flag| format!("{place}: {name} has no flag {flag}: {command}")),
                ),
            }
        }
    }
    assert!(count > 50, "only {count} commands were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn commands_are_found_in_spans_and_blocks() {
    let text = "a `minigo run --race\nFILE` b `go run`\n```sh\nminigo test -v ./...   # `minigo x`\n$ minigo -e 1\n```\n";
    assert_eq!(
        command_lines(text),
        ["minigo test -v ./...", "minigo -e 1", "minigo run --race FILE"]
    );
    assert_eq!(flags("minigo run --race [--out=F] -v").collect::<Vec<_>>(), ["race", "out"]);
}
