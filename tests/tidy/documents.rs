//! What users and newcomers read: its links and paths lead somewhere, and its lines fit a page.

use std::fs;
use std::path::{Path, PathBuf};

/// The documents outside `docs/`.
const OTHERS: [&str; 6] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "examples/README.md",
    "bench/README.md",
];

/// Paths that look like the repository's: packages of Go, a pattern, a file of the reader's.
const ELSEWHERE: [&str; 6] = [
    "runtime/debug",
    "runtime/metrics",
    "runtime/pprof",
    "runtime/trace",
    "./...",
    ".github/workflows/explore.yml",
];

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<PathBuf> = OTHERS.iter().map(|name| root.join(name)).collect();
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension() == Some("md".as_ref()) {
                all.push(path);
            }
        }
    }
    all
}

/// The paths in backquotes: those that begin with a folder of the repository and are no packages of Go.
#[test]
fn documents_name_paths_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for path in text.split('`').skip(1).step_by(2) {
            let whole =
                path.bytes().all(|b| b.is_ascii_lowercase() || b"/._-0123456789".contains(&b));
            let folder = path.split_once('/').filter(|&(first, _)| first != "..");
            let folder = folder.map(|(first, _)| root.join(first));
            let ours =
                whole && !ELSEWHERE.contains(&path) && folder.is_some_and(|folder| folder.is_dir());
            if ours && !root.join(path).exists() {
                wrong.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "paths that are not there: {wrong:#?}");
}

/// The targets of `[text](target)` on a line, outside code.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

#[test]
fn links_lead_to_files() {
    let mut wrong = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let mut in_code = false;
        for (n, line) in text.lines().enumerate() {
            in_code ^= line.trim_start().starts_with("```");
            if in_code {
                continue;
            }
            for target in links(line).filter(|target| !target.contains("://")) {
                let file = target.split('#').next().unwrap();
                if !file.is_empty() && !document.parent().unwrap().join(file).exists() {
                    wrong.push(format!("{}:{}: {target}", document.display(), n + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "links to files that are not there: {wrong:#?}");
}

/// A chapter that the book's table of contents lacks is not found by readers.
#[test]
fn the_book_has_all_chapters() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    for document in documents() {
        let Ok(inside) = document.strip_prefix(&docs) else { continue };
        // A found bug has a folder of its own, whose list is a chapter.
        let listed = inside.components().count() > 2 || inside == Path::new("SUMMARY.md");
        let inside = inside.to_str().unwrap();
        assert!(
            listed || summary.contains(&format!("({inside})")),
            "docs/SUMMARY.md lacks {inside}"
        );
    }
}

#[test]
fn documents_fit_the_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let lines = readme.lines().count();
    assert!(lines <= 150, "README.md has {lines} lines; its place is the first minute");
    let mut wide = Vec::new();
    let books = documents().into_iter().filter(|document| {
        document.starts_with(root.join("docs")) || document.parent() == Some(root)
    });
    for document in books {
        let is_readme = document == root.join("README.md");
        let text = fs::read_to_string(&document).unwrap();
        for (n, line) in text.lines().enumerate() {
            // A table's row cannot be broken.
            let table = line.starts_with('|') && !is_readme;
            if !table && line.chars().count() > 120 {
                wide.push(format!("{}:{}", document.display(), n + 1));
            }
        }
    }
    assert!(wide.is_empty(), "lines above 120 columns: {wide:#?}");
}
