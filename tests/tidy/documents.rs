//! Checks the documents for users and contributors: links and paths exist, and lines are not too long.

use std::fs;
use std::path::{Path, PathBuf};

/// The documents outside `docs/`.
const DOCUMENTS_OUTSIDE_DOCS: [&str; 6] = [
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "examples/README.md",
    "bench/README.md",
];

/// Paths that look like paths of the repository: packages of Go, a pattern, a file of the reader's.
const NON_REPOSITORY_PATHS: [&str; 6] = [
    "runtime/debug",
    "runtime/metrics",
    "runtime/pprof",
    "runtime/trace",
    "./...",
    ".github/workflows/explore.yml",
];

fn document_paths() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<PathBuf> = DOCUMENTS_OUTSIDE_DOCS.iter().map(|name| root.join(name)).collect();
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

/// Checks the paths in backquotes that begin with a folder of the repository and are no packages of Go.
#[test]
fn documents_name_paths_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    for document in document_paths() {
        let text = fs::read_to_string(&document).unwrap();
        for path in text.split('`').skip(1).step_by(2) {
            let whole =
                path.bytes().all(|b| b.is_ascii_lowercase() || b"/._-0123456789".contains(&b));
            let folder = path.split_once('/').filter(|&(first, _)| first != "..");
            let folder = folder.map(|(first, _)| root.join(first));
            let ours = whole
                && !NON_REPOSITORY_PATHS.contains(&path)
                && folder.is_some_and(|folder| folder.is_dir());
            if ours && !root.join(path).exists() {
                wrong.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "paths that do not exist: {wrong:#?}");
}

/// Returns the targets of `[text](target)` in a line, outside code.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let targets = line.split("](").enumerate().skip(1).filter_map(|(i, rest)| {
        let before: usize = line.split("](").take(i).map(|part| part.matches('`').count()).sum();
        before.is_multiple_of(2).then(|| rest.split_once(')'))?
    });
    targets.map(|(target, _)| target)
}

/// Returns the anchors that mdbook and GitHub give the headings of a document.
fn anchors(text: &str) -> Vec<String> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let heading = line.trim_start_matches('#');
        if in_code || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let letters = heading.trim().to_lowercase();
        let kept = letters.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        found.push(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
    }
    found
}

/// Returns the reason why a link of a document is broken. A link in the book must not leave the book, since the book is
/// also a site of its own.
fn why_broken(document: &Path, target: &str) -> Option<&'static str> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = match file {
        "" => document.to_owned(),
        file => document.parent().unwrap().join(file),
    };
    let Ok(file) = file.canonicalize() else { return Some("there is no such file") };
    if document.starts_with(&docs) && !file.starts_with(&docs) {
        return Some("the link leads out of the book: name the file in backquotes instead");
    }
    if document.starts_with(&docs) && file.is_dir() {
        return Some("a site has no page for a folder");
    }
    let known = anchor.is_empty()
        || anchors(&fs::read_to_string(file).unwrap()).contains(&anchor.to_owned());
    (!known).then_some("the file has no such heading")
}

#[test]
fn link_targets_exist() {
    let mut wrong = Vec::new();
    for document in document_paths() {
        let text = fs::read_to_string(&document).unwrap();
        let mut in_code = false;
        for (n, line) in text.lines().enumerate() {
            in_code ^= line.trim_start().starts_with("```");
            if in_code {
                continue;
            }
            for target in links(line).filter(|target| !target.contains("://")) {
                let why = why_broken(&document, target);
                let place = format!("{}:{}", document.display(), n + 1);
                wrong.extend(why.map(|why| format!("{place}: {target}: {why}")));
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere: {wrong:#?}");
}

#[test]
fn anchors_are_those_of_mdbook() {
    let text = "# A `--race` run, in CI\n```sh\n# no heading\n```\n## Two-way\n#no\n";
    assert_eq!(anchors(text), ["a---race-run-in-ci", "two-way"]);
    assert_eq!(links("[a](b) `[c](d)` [e](f#g)").collect::<Vec<_>>(), ["b", "f#g"]);
}

/// Readers do not find a chapter that the book's table of contents lacks.
#[test]
fn the_book_has_all_chapters() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    for document in document_paths() {
        let Ok(inside) = document.strip_prefix(&docs) else { continue };
        // The bugs that were found have a folder of their own, whose list is a chapter.
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
    let books = document_paths().into_iter().filter(|document| {
        document.starts_with(root.join("docs")) || document.parent() == Some(root)
    });
    for document in books {
        let is_readme = document == root.join("README.md");
        let text = fs::read_to_string(&document).unwrap();
        for (n, line) in text.lines().enumerate() {
            // A row of a table cannot be broken into lines.
            let table = line.starts_with('|') && !is_readme;
            if !table && line.chars().count() > 120 {
                wide.push(format!("{}:{}", document.display(), n + 1));
            }
        }
    }
    assert!(wide.is_empty(), "lines above 120 columns: {wide:#?}");
}
