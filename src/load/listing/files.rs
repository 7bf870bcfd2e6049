//! The files of a directory, sorted as `go list` sorts them.

use minigo_syntax::small_sort::SmallSort as _;
use std::path::Path;

use minigo_syntax::constraint;
use minigo_syntax::decl_splitter::split_file;
use minigo_syntax::lexer::Lexer;
use minigo_syntax::parse_file;
use minigo_syntax::source::{Source, SourceMap, decode_utf8};
use minigo_syntax::token::Token;

use crate::load::embed;
use crate::load::file_selection::{is_test_file, name_matches_tests};
use crate::load::fs_view::{EntryKind, FsView};
use crate::load::std_packages::PACKAGES;

/// The files of a directory, by kind.
#[derive(Clone, Debug, Default)]
pub(super) struct DirectoryFiles {
    /// The package names in `go`, each with the first file that has it.
    pub(super) names: Vec<(String, String)>,
    /// The first sentence of the package's documentation.
    pub(super) doc: String,
    pub(super) go_files: FileGroup,
    pub(super) test: FileGroup,
    pub(super) xtest: FileGroup,
    /// Go files that the build constraints exclude.
    pub(super) ignored: Vec<String>,
    /// Files of other languages that their names or build constraints exclude.
    pub(super) ignored_other: Vec<String>,
    /// Go files that cannot be read.
    pub(super) invalid: Vec<String>,
    /// Files of other languages: the name of their field in the listing, and the files' names.
    pub(super) other_language_files: Vec<(&'static str, Vec<String>)>,
    /// The first error in a file, with its position.
    pub(super) error: Option<(String, String)>,
    /// The name of a file that is a symbolic link to a missing file.
    pub(super) dangling_link: Option<String>,
}

/// Go files of one package.
#[derive(Clone, Debug, Default)]
pub(super) struct FileGroup {
    pub(super) files: Vec<String>,
    /// The files' imports, sorted.
    pub(super) imports: Vec<String>,
    /// The patterns of the files' `//go:embed` lines, sorted.
    pub(super) patterns: Vec<String>,
}

/// The fields for files of other languages, and the extensions of their files.
const OTHER_LANGUAGES: &[(&str, &[&str])] = &[
    ("CFiles", &["c"]),
    ("CXXFiles", &["cc", "cpp", "cxx"]),
    ("MFiles", &["m"]),
    ("HFiles", &["h", "hh", "hpp", "hxx"]),
    ("FFiles", &["f", "F", "for", "f90"]),
    ("SFiles", &["s", "S", "sx"]),
    ("SwigFiles", &["swig"]),
    ("SwigCXXFiles", &["swigcxx"]),
    ("SysoFiles", &["syso"]),
];

/// The tags of the compiler experiments that are on. These tags choose among the files of the library.
pub(super) const EXPERIMENTS: &[&str] = &[
    "goexperiment.dwarf5",
    "goexperiment.greenteagc",
    "goexperiment.jsonv2",
    "goexperiment.randomizedheapbase64",
    "goexperiment.regabiargs",
    "goexperiment.regabiwrappers",
    "goexperiment.sizespecializedmalloc",
];

fn constraint_holds(fs: &FsView, text: &str) -> bool {
    let is_set =
        |tag: &str| constraint::is_tag_set(tag) || EXPERIMENTS.contains(&tag) || fs.has_tag(tag);
    constraint::is_satisfied(text, &is_set)
}

impl DirectoryFiles {
    /// Reads a directory; `only` names the files of the package, if the user names them one by one.
    pub(super) fn read(fs: &FsView, dir: &Path, only: Option<&[String]>) -> Self {
        let mut files = Self::default();
        for (name, kind) in fs.entries(dir) {
            let Some(name) = name.to_str().filter(|_| kind != EntryKind::Directory) else {
                continue;
            };
            if only.is_some_and(|only| !only.iter().any(|file| file == name)) {
                continue;
            }
            files.add(fs, dir, name, only.is_some());
        }
        let place = |field: &str| OTHER_LANGUAGES.iter().position(|(known, _)| *known == field);
        files.other_language_files.small_sort_by_key(|(field, _)| place(field));
        for group in [&mut files.go_files, &mut files.test, &mut files.xtest] {
            for list in [&mut group.imports, &mut group.patterns] {
                list.small_sort();
                list.dedup();
            }
        }
        files
    }

    fn add(&mut self, fs: &FsView, dir: &Path, name: &str, named: bool) {
        if name.starts_with(['_', '.']) && !named {
            return;
        }
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let field = OTHER_LANGUAGES
            .iter()
            .find(|(_, ends)| ends.contains(&extension))
            .map(|(field, _)| *field);
        if extension != "go" && field.is_none() {
            return;
        }
        let ignored = match field {
            None => &mut self.ignored,
            Some(_) => &mut self.ignored_other,
        };
        if !named && !name_matches_tests(&format!("{stem}.go")) {
            ignored.push(name.to_owned());
            return;
        }
        let path = dir.join(name);
        let Ok(bytes) = fs.read(&path) else {
            if field.is_none() && path.is_symlink() && !path.exists() {
                self.invalid.push(name.to_owned());
                self.dangling_link.get_or_insert(name.to_owned());
            }
            return;
        };
        let text = decode_utf8(bytes).0;
        // Object files contain no build constraints.
        let matches = field == Some("SysoFiles") || constraint_holds(fs, &text);
        if !named && !matches {
            ignored.push(name.to_owned());
            return;
        }
        match field {
            None => self.add_go(dir, name, text),
            Some(field) => {
                match self.other_language_files.iter_mut().find(|(known, _)| *known == field) {
                    Some((_, names)) => names.push(name.to_owned()),
                    None => self.other_language_files.push((field, vec![name.to_owned()])),
                }
            }
        }
    }

    fn add_go(&mut self, dir: &Path, name: &str, text: String) {
        let mut sources = SourceMap::new();
        let Ok(source) = sources.add(name, text) else { return };
        let header = Header::of(source);
        if let Some((position, why)) = header.error {
            self.invalid.push(name.to_owned());
            self.error.get_or_insert((format!("{}:{position}", dir.join(name).display()), why));
        }
        if header.package == "documentation" || header.imports.iter().any(|import| import == "C") {
            self.ignored.push(name.to_owned());
            return;
        }
        let apart = is_test_file(name) && header.package.ends_with("_test");
        let group = match is_test_file(name) {
            true if apart => &mut self.xtest,
            true => &mut self.test,
            false => &mut self.go_files,
        };
        group.files.push(name.to_owned());
        group.imports.extend(header.imports);
        group.patterns.extend(header.patterns);
        let package = if apart {
            header.package.trim_end_matches("_test").to_owned()
        } else {
            header.package
        };
        if !package.is_empty() && !self.names.iter().any(|(known, _)| *known == package) {
            if !self.names.is_empty() {
                self.invalid.push(name.to_owned());
            }
            self.names.push((package, name.to_owned()));
        }
        if self.doc.is_empty() && !is_test_file(name) {
            self.doc = header.doc;
        }
    }
}

/// The part of a file before its declarations.
struct Header {
    package: String,
    imports: Vec<String>,
    patterns: Vec<String>,
    doc: String,
    error: Option<(String, String)>,
}

impl Header {
    fn of(source: &Source) -> Self {
        let patterns = embed::patterns(source);
        let doc = synopsis(&comment_of_package(source));
        if let Ok(cut) = split_file(source) {
            let imports = cut.imports.iter().map(|(_, path)| (*path).to_owned()).collect();
            return Self { package: cut.package.to_owned(), imports, patterns, doc, error: None };
        }
        // The compiler reports errors after the imports.
        let parsed = parse_file(source);
        let package = parsed.file.package.name.to_string();
        // The parser uses `_` for a missing name.
        let package = if package == "_" { String::new() } else { package };
        let imports = parsed.file.imports.iter().map(|import| import.path.to_string()).collect();
        let found = parsed.diagnostics.into_sorted();
        let error = found.first().filter(|_| package.is_empty()).map(|error| {
            let (line, column) = source.line_col(error.span.start);
            let rest = &source.text[(error.span.start.0 - source.base.0) as usize..];
            let why = match error.message.as_str() {
                "syntax error: package statement must be first" => missing_clause_error(rest),
                other => other.to_owned(),
            };
            (format!("{line}:{column}"), why)
        });
        Self { package, imports, patterns, doc, error }
    }
}

/// The go command's error for a missing package clause; `rest` is the text at the place where it should begin.
fn missing_clause_error(rest: &str) -> String {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let word = &rest[..rest.find(|c| !is_letter(c)).unwrap_or(rest.len())];
    let keyword = ["const", "func", "import", "type", "var"].contains(&word);
    match word {
        "" if rest.trim().is_empty() => "expected 'package', found 'EOF'".to_owned(),
        "" => format!("expected 'package', found '{}'", &rest[..rest.ceil_char_boundary(1)]),
        word if keyword => format!("expected 'package', found '{word}'"),
        word => format!("expected 'package', found {word}"),
    }
}

/// The text of the comment directly above the package clause.
fn comment_of_package(source: &Source) -> String {
    let offset = |pos: minigo_syntax::source::Pos| (pos.0 - source.base.0) as usize;
    let (mut group, mut last): (Vec<&str>, usize) = (Vec::new(), 0);
    for (pos, token, end) in Lexer::new(source) {
        let gap = &source.text[last..offset(pos)];
        match token {
            Token::LineComment | Token::BlockComment(_) => {
                if gap.matches('\n').count() > 1 {
                    group.clear();
                }
                group.push(&source.text[offset(pos)..offset(end)]);
            }
            Token::Newline => continue,
            Token::Package => {
                let apart = gap.matches('\n').count() > 1;
                return if apart { String::new() } else { without_markers(&group) };
            }
            _ => return String::new(),
        }
        last = offset(end);
    }
    String::new()
}

fn without_markers(comments: &[&str]) -> String {
    let mut lines: Vec<&str> = Vec::new();
    for comment in comments {
        match comment.strip_prefix("//") {
            // A directive.
            Some(text) if is_directive(text) => {}
            Some(text) => lines.push(text.strip_prefix(' ').unwrap_or(text)),
            None => {
                let text = comment.strip_prefix("/*").unwrap_or(comment);
                lines.extend(text.strip_suffix("*/").unwrap_or(text).lines());
            }
        }
    }
    lines.join("\n")
}

/// Reports whether a comment with no blank after `//` is for tools: `//go:build`, `//line`.
fn is_directive(text: &str) -> bool {
    let word = text.split(':').next().unwrap_or_default();
    let plain =
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let behind = text.get(word.len() + 1..).and_then(|rest| rest.bytes().next());
    text.starts_with("line ")
        || plain && behind.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

/// The first sentence of the first paragraph of a documentation comment.
fn synopsis(text: &str) -> String {
    let paragraph: Vec<&str> = text
        .lines()
        .skip_while(|line| line.trim().is_empty())
        .take_while(|line| !line.trim().is_empty())
        .collect();
    let words = paragraph.iter().flat_map(|line| line.split_whitespace()).map(without_link);
    let words = words.collect::<Vec<_>>().join(" ");
    let lower = words.to_lowercase();
    if ["copyright", "all rights", "author"].iter().any(|start| lower.starts_with(start)) {
        return String::new();
    }
    let chars: Vec<(usize, char)> = words.char_indices().collect();
    for (i, &(at, c)) in chars.iter().enumerate() {
        let blank_follows = chars.get(i + 1).is_some_and(|(_, next)| *next == ' ');
        let before = |n: usize| i.checked_sub(n).map(|at| chars[at].1);
        // A period after a single capital letter ends an initial, not a sentence.
        let initial =
            before(1).is_some_and(char::is_uppercase) && !before(2).is_some_and(char::is_uppercase);
        if c == '.' && blank_follows && !initial || matches!(c, '。' | '．') {
            return words[..at + c.len_utf8()].to_owned();
        }
    }
    words
}

/// A word without the brackets that make a package path a link.
fn without_link(word: &str) -> String {
    let inside = word.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let is_package = |path: &str| PACKAGES.binary_search(&path).is_ok();
    let is_link = |path: &str| {
        is_package(path) || path.rsplit_once('.').is_some_and(|(package, _)| is_package(package))
    };
    match inside.filter(|(path, _)| is_link(path)) {
        Some((path, behind)) => format!("{path}{behind}"),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_is_the_synopsis() {
        assert_eq!(synopsis("Package a is one. It does.\n\nMore."), "Package a is one.");
        assert_eq!(synopsis("\nBy J. Doe\nand others"), "By J. Doe and others");
        assert_eq!(synopsis("Copyright 2020"), "");
        assert_eq!(synopsis("For [runtime] and [x]."), "For runtime and [x].");
        assert!(
            is_directive("go:build x") && is_directive("line a.go:1") && !is_directive(" go:build")
        );
    }

    #[test]
    fn the_comment_above_the_clause_counts() {
        let doc = |text: &str| {
            let mut sources = SourceMap::new();
            comment_of_package(sources.add("a.go", text).unwrap())
        };
        assert_eq!(doc("// Old.\n\n// Package a.\n//go:x y\npackage a"), "Package a.");
        assert_eq!(doc("/* Package b. */\npackage b"), " Package b. ");
        assert_eq!(doc("// Far.\n\npackage a"), "");
    }
}
