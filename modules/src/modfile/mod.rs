//! `go.mod` and `go.work`: a tree that keeps comments ([`syntax`]), the values of its directives, and changes of the
//! tree as the go command makes them ([`edit`], [`requirements`]).
//!
//! Parsing turns a text into values or into an error in the words of the go command; this module reads no files.

mod directives;
pub mod edit;
pub mod requirements;
pub mod syntax;

use crate::version::ModuleVersion;
pub use directives::{is_directory, is_version as is_go_version};
use syntax::{Comments, Line, Statement, SyntaxErrors, Tree, is_block};

/// A `require` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Require {
    /// The required module.
    pub module: ModuleVersion,
    /// Whether the line says `// indirect`.
    pub indirect: bool,
}

/// A `replace` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replace {
    /// The replaced module; without a version, all versions that have no line of their own.
    pub old: ModuleVersion,
    /// Another module; without a version, a directory.
    pub new: ModuleVersion,
}

/// A `retract` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retract {
    /// The first version.
    pub low: String,
    /// The last one.
    pub high: String,
    /// The reason, from the line's comments.
    pub rationale: String,
}

/// A `godebug` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Godebug {
    /// The setting's name.
    pub key: String,
    /// The setting's value.
    pub value: String,
    /// The number of the line.
    pub line: usize,
}

/// A `use` line of a `go.work`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The directory.
    pub path: String,
    /// The module's path, from a comment before the line.
    pub module_path: String,
}

/// The rules by which a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// The `go.mod` of the module that is built: unknown directives are errors.
    Main,
    /// The `go.mod` of another module: unknown directives and those for main modules only are skipped.
    Dependency,
    /// A `go.work`.
    Work,
}

/// The contents of a `go.mod` or `go.work`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModFile {
    /// The text with its comments.
    pub tree: Tree,
    /// The module's path.
    pub path: Option<String>,
    /// The text after `Deprecated:` in the comment of the `module` line.
    pub deprecated: String,
    /// The `go` line as written.
    pub go: Option<String>,
    /// The `toolchain` line.
    pub toolchain: Option<String>,
    /// The required modules.
    pub requires: Vec<Require>,
    /// The excluded versions.
    pub excludes: Vec<ModuleVersion>,
    /// The `replace` lines.
    pub replaces: Vec<Replace>,
    /// The retracted versions of the module.
    pub retracts: Vec<Retract>,
    /// The `tool` lines: packages.
    pub tools: Vec<String>,
    /// The `ignore` lines: directories that patterns do not match.
    pub ignores: Vec<String>,
    /// The module directories that a workspace uses.
    pub uses: Vec<Use>,
    /// The GODEBUG settings.
    pub godebugs: Vec<Godebug>,
}

/// Resolves a version query, such as a branch, for a module: takes the module's path and the query, and returns the
/// version.
pub type VersionFixer<'f> = &'f dyn Fn(&str, &str) -> Result<String, String>;

/// Reads the text of a file; messages name the file as `file`.
///
/// # Errors
/// Returns the errors, one on each line.
pub fn parse(
    file: &str,
    text: &str,
    kind: FileKind,
    fix: Option<VersionFixer<'_>>,
) -> Result<ModFile, String> {
    let mut faults = SyntaxErrors { file, messages: Vec::new() };
    let mut found = ModFile::default();
    if let Some(mut tree) = syntax::parse(text, &mut faults) {
        found.interpret(&mut tree, kind, &mut faults, fix);
        found.tree = tree;
    }
    if faults.messages.is_empty() { Ok(found) } else { Err(faults.messages.join("\n")) }
}

impl ModFile {
    /// Reads the values of the directives of a tree. Version queries in the tree are replaced by versions.
    fn interpret<'r>(
        &'r mut self,
        tree: &mut Tree,
        kind: FileKind,
        faults: &'r mut SyntaxErrors<'_>,
        fix: Option<VersionFixer<'r>>,
    ) {
        let mut reader = directives::DirectiveReader { mod_file: self, kind, faults, fix };
        for statement in &mut tree.statements {
            match statement {
                Statement::Comments(_) => {}
                Statement::Line(line) => {
                    if let Some((verb, args)) = line.tokens.split_first_mut() {
                        reader.directive(verb, args, line.position, &line.comments, None);
                    }
                }
                Statement::Block(block) => {
                    if !is_block(&block.tokens, kind) {
                        if kind != FileKind::Dependency {
                            let text = format!("unknown block type: {}", block.tokens.join(" "));
                            reader.faults.add(block.position, text);
                        }
                        continue;
                    }
                    let around = block.comments.clone();
                    for Line { comments, tokens, position: at } in &mut block.lines {
                        reader.directive(&block.tokens[0], tokens, *at, comments, Some(&around));
                    }
                }
            }
        }
    }

    /// Reads the values again after the tree has changed.
    fn reread(&mut self, kind: FileKind) {
        let mut tree = std::mem::take(&mut self.tree);
        *self = Self::default();
        self.interpret(&mut tree, kind, &mut SyntaxErrors { file: "", messages: Vec::new() }, None);
        self.tree = tree;
    }

    /// The text as the go command writes it.
    #[must_use]
    pub fn print(&self) -> String {
        self.tree.print()
    }

    /// The version in the `go` line; `1.16` for a file without one.
    #[must_use]
    pub fn go_version(&self) -> &str {
        self.go.as_deref().unwrap_or("1.16")
    }
}

/// The text of the comments of a line or, if the line has none, of the block around it.
fn comment_text(own: &Comments, block: Option<&Comments>) -> String {
    let none = own.before.is_empty() && own.suffix.is_empty();
    let comments = block.filter(|_| none).unwrap_or(own);
    let strip = |text: &String| text.strip_prefix("//").unwrap_or(text).trim().to_owned();
    let all: Vec<String> = comments.before.iter().chain(&comments.suffix).map(strip).collect();
    all.join("\n")
}

/// The text after `Deprecated:` in the paragraph that begins with it.
fn deprecation(text: &str) -> String {
    let mut paragraphs = text.split("\n\n").map(str::trim_start);
    let found = paragraphs.find_map(|paragraph| paragraph.strip_prefix("Deprecated:"));
    found.unwrap_or_default().trim_start_matches(' ').to_owned()
}
