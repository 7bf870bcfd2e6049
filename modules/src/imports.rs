//! The imports of the Go files in a directory: of all files, whatever system and tags they are for, or of the files
//! that belong to a build.
//!
//! Most commands about modules read files for any system: each build constraint counts as satisfied unless it needs the
//! tag `ignore`.

use minigo_syntax::small_sort::SmallSort as _;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use minigo_syntax::constraint;
use minigo_syntax::file_name::matches_file_name;

/// The imports of a package and of its tests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Imports {
    /// The imports of the package's files.
    pub package_imports: BTreeSet<String>,
    /// The imports of the test files.
    pub test_imports: BTreeSet<String>,
    /// Whether the directory has Go files of the package or its tests.
    pub has_files: bool,
    /// The patterns of `//go:embed` lines in the package and its tests.
    pub embeds: BTreeSet<String>,
}

/// Reads the imports of the files of a directory.
///
/// # Errors
/// Fails if a file cannot be read or is no Go file, or there are no files.
pub fn of_directory(dir: &Path, files: FileFilter<'_>) -> Result<Imports, String> {
    let mut found = Imports::default();
    let mut names: Vec<String> = Vec::new();
    let entries = fs::read_dir(dir);
    let entries =
        entries.map_err(|_| format!("open {}: no such file or directory", dir.display()))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".go") && !name.starts_with(['_', '.']) && entry.path().is_file() {
            names.push(name);
        }
    }
    names.small_sort();
    for name in names {
        let path = dir.join(&name);
        let text = fs::read(&path).map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&text);
        if !files.accepts(&name, &text) {
            continue;
        }
        let file = Scanner { text: text.as_bytes(), at: 0 }.read_file();
        let file = file.map_err(|why| {
            let at = text.as_bytes()[..why.0.min(text.len())].iter().filter(|b| **b == b'\n');
            format!("{}:{}: {}", path.display(), at.count() + 1, why.1)
        })?;
        found.has_files = true;
        let list = if name.ends_with("_test.go") {
            &mut found.test_imports
        } else {
            &mut found.package_imports
        };
        list.extend(file.into_iter().filter(|path| path != "C"));
        if !name.ends_with("_test.go") {
            found.embeds.extend(embed_patterns(&text));
        }
    }
    Ok(found)
}

/// The imports of a Go file; `None` if it cannot be read or is no Go file.
#[must_use]
pub fn of_file(path: &Path) -> Option<Vec<String>> {
    let text = fs::read(path).ok()?;
    let mut found = Scanner { text: &text, at: 0 }.read_file().ok()?;
    found.retain(|path| path != "C");
    Some(found)
}

/// The files of a directory whose imports are read.
#[derive(Clone, Copy, Debug)]
pub enum FileFilter<'t> {
    /// All files whose constraints some system and some tags satisfy.
    Any,
    /// The files of a build for linux/amd64 without cgo, with these tags set.
    Build(&'t [String]),
}

impl FileFilter<'_> {
    fn accepts(self, name: &str, text: &str) -> bool {
        let Self::Build(tags) = self else { return constraint_holds(text) };
        let is_set =
            |tag: &str| constraint::is_tag_set(tag) || tags.iter().any(|other| other == tag);
        matches_file_name(name, &is_set) && constraint::is_satisfied(text, &is_set)
    }
}

/// The patterns of the `//go:embed` lines in a file.
#[must_use]
pub fn embed_patterns(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines() {
        let Some(mut rest) = line.strip_prefix("//go:embed") else { continue };
        if !rest.starts_with([' ', '\t']) {
            continue;
        }
        while let Some(first) = rest.trim_start().chars().next() {
            rest = rest.trim_start();
            let end = match first {
                '"' | '`' => match rest[1..].find(first) {
                    Some(end) => end + 2,
                    None => break,
                },
                _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
            };
            out.push(rest[..end].trim_matches(['"', '`']).to_owned());
            rest = &rest[end..];
        }
    }
    out
}

/// Reports whether some tags satisfy the build constraint of a file; only the tag `ignore` is never set.
pub(crate) fn constraint_holds(text: &str) -> bool {
    constraint::file_constraint(text).is_none_or(|constraint| constraint.is_satisfiable())
}

/// Reads a Go file up to its last import.
struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
}

type SyntaxError = (usize, &'static str);

impl Scanner<'_> {
    /// Skips blanks and comments; returns whether they contain a line break.
    fn skip_blanks(&mut self) -> bool {
        let mut lines = false;
        loop {
            let rest = &self.text[self.at..];
            match rest {
                [b'\n', ..] => {
                    lines = true;
                    self.at += 1;
                }
                [b' ' | b'\t' | b'\r', ..] => self.at += 1,
                [0xef, 0xbb, 0xbf, ..] if self.at == 0 => self.at += 3,
                [b'/', b'/', ..] => {
                    let end = rest.iter().position(|b| *b == b'\n');
                    self.at += end.unwrap_or(rest.len());
                }
                [b'/', b'*', ..] => {
                    let end = rest.windows(2).skip(2).position(|pair| pair == b"*/");
                    let length = end.map_or(rest.len(), |end| end + 4);
                    lines |= rest[..length].contains(&b'\n');
                    self.at += length;
                }
                _ => return lines,
            }
        }
    }

    fn read_word(&mut self) -> &[u8] {
        let start = self.at;
        let part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80;
        while self.text.get(self.at).is_some_and(part) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn skip(&mut self, byte: u8) -> bool {
        let found = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }

    fn read_file(&mut self) -> Result<Vec<String>, SyntaxError> {
        let mut out = Vec::new();
        self.skip_blanks();
        if self.read_word() != b"package" {
            return Err((self.at, "expected 'package'"));
        }
        self.skip_blanks();
        if self.read_word().is_empty() {
            return Err((self.at, "expected 'IDENT'"));
        }
        loop {
            self.skip_blanks();
            while self.skip(b';') {
                self.skip_blanks();
            }
            let start = self.at;
            if self.read_word() != b"import" {
                self.at = start;
                return Ok(out);
            }
            self.skip_blanks();
            if !self.skip(b'(') {
                out.push(self.read_import()?);
                continue;
            }
            loop {
                self.skip_blanks();
                while self.skip(b';') {
                    self.skip_blanks();
                }
                if self.skip(b')') {
                    break;
                }
                out.push(self.read_import()?);
            }
        }
    }

    /// Reads one import: an optional name or dot, and the path.
    fn read_import(&mut self) -> Result<String, SyntaxError> {
        if !self.skip(b'.') {
            self.read_word();
        }
        self.skip_blanks();
        let quote = match self.text.get(self.at) {
            Some(quote @ (b'"' | b'`')) => *quote,
            _ => return Err((self.at, "missing import path; require quoted string")),
        };
        let rest = &self.text[self.at + 1..];
        let end = rest.iter().position(|b| *b == quote || *b == b'\n');
        let end = end.filter(|end| rest[*end] == quote);
        let Some(end) = end else { return Err((self.at, "string literal not terminated")) };
        let path = String::from_utf8_lossy(&rest[..end]).into_owned();
        self.at += end + 2;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_and_what_follows_is_not_read() {
        let text = "// c\n/* d */ package x; import \"a\"\nimport (\n\t_ \"b\" // x\n\t. `c`; d \"e\"\n)\nfunc f() { import }";
        let found = Scanner { text: text.as_bytes(), at: 0 }.read_file();
        assert_eq!(found.unwrap(), ["a", "b", "c", "e"]);
        assert!(Scanner { text: b"package x\nimport \"a", at: 0 }.read_file().is_err());
        assert!(Scanner { text: b"x", at: 0 }.read_file().is_err());
    }

    #[test]
    fn all_constraints_hold_but_ignore() {
        for (line, wanted) in [
            ("//go:build linux && !cgo", true),
            ("//go:build ignore", false),
            ("//go:build !ignore", true),
            ("//go:build ignore || x", true),
            ("//go:build !(x && !y)", true),
            ("//go:build x && ignore", false),
            ("// +build ignore", false),
            ("// +build windows", true),
        ] {
            assert_eq!(constraint_holds(&format!("{line}\n\npackage x\n")), wanted, "{line}");
        }
    }
}
