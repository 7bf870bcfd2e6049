//! Loads packages for tests: a file or a directory, what it imports from its module, and the library's sources.

use minigo_syntax::ast::{Import, Name};
use minigo_syntax::diagnostic::{Diagnostic, Diagnostics};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::SourceMap;
use minigo_syntax::{build_constraint, parse_file};
use minigo_types::{Input, Outcome, PackageInput};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads packages, each after those it imports.
pub(crate) struct Loader {
    pub(crate) sources: SourceMap,
    pub(crate) packages: Vec<PackageInput>,
    pub(crate) syntax: Diagnostics,
    index: HashMap<String, Option<usize>>,
    library: PathBuf,
    module: Option<(String, PathBuf)>,
    version: (u32, u32),
}

impl Loader {
    pub(crate) fn new(version: (u32, u32)) -> Self {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../stdlib/src");
        // `GOLIB=$(go env GOROOT)/src` checks programs against Go's own library.
        let library = std::env::var_os("GOLIB").map_or(own, PathBuf::from);
        Self {
            sources: SourceMap::new(),
            packages: Vec::new(),
            syntax: Diagnostics::new(),
            index: HashMap::default(),
            library,
            module: None,
            version,
        }
    }

    /// Loads the file or directory and what it imports.
    pub(crate) fn load(&mut self, path: &Path) {
        let files = if path.is_dir() {
            self.module = find_module(path);
            go_files(path)
        } else {
            vec![path.to_owned()]
        };
        self.package("main", &files, false);
    }

    fn package(&mut self, path: &str, files: &[PathBuf], library: bool) -> usize {
        let mut parsed = Vec::new();
        for file in files {
            let Ok(bytes) = std::fs::read(file) else { continue };
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if build_constraint(&text).is_some_and(|c| !c.holds()) {
                continue;
            }
            let name = file.display().to_string();
            let Ok(source) = self.sources.add(&name, text) else { continue };
            let result = parse_file(&source.clone());
            self.syntax.extend(result.diagnostics);
            parsed.push(result.file);
        }
        let mut imports = HashMap::default();
        let mut missing = HashMap::default();
        let list: Vec<Import> = parsed.iter().flat_map(|f| f.imports.clone()).collect();
        for import in list {
            if import.path == "unsafe" {
                continue;
            }
            match self.import(&import.path) {
                Some(index) => {
                    imports.insert(import.path.clone(), index);
                }
                None => {
                    let why = format!("package {} is not in std", import.path);
                    missing.insert(import.path.clone(), why);
                }
            }
        }
        let go_version = if library { (1, 27) } else { self.version };
        let path = Name::new(path);
        self.packages.push(PackageInput {
            path,
            files: parsed,
            indexed: None,
            library,
            imports,
            missing,
            go_version,
        });
        self.packages.len() - 1
    }

    fn import(&mut self, path: &str) -> Option<usize> {
        if let Some(&known) = self.index.get(path) {
            return known;
        }
        self.index.insert(path.to_owned(), None);
        let local = self.module.as_ref().and_then(|(module, root)| {
            let rest = path.strip_prefix(module.as_str())?;
            Some(root.join(rest.trim_start_matches('/')))
        });
        let (dir, library) = match local {
            Some(dir) => (dir, false),
            None if self.library.join(path).is_dir() => (self.library.join(path), true),
            None => (self.library.join("vendor").join(path), true),
        };
        let files = go_files(&dir);
        if files.is_empty() {
            return None;
        }
        let index = self.package(path, &files, library);
        self.index.insert(path.to_owned(), Some(index));
        Some(index)
    }

    /// Checks what was loaded; syntax errors end it.
    pub(crate) fn check(self) -> (SourceMap, Outcome) {
        let Self { sources, packages, syntax, .. } = self;
        if syntax.has_errors() {
            return (sources, Outcome { program: None, diagnostics: syntax });
        }
        let input =
            Input { sources: &sources, packages, require_bodies: false, library_tasks: |_| None };
        let outcome = minigo_types::check(input);
        (sources, outcome)
    }
}

/// `file:line:col: message` as gc prints it.
pub(crate) fn show(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let place = sources.place(diagnostic.span.start);
    let place = place.map_or_else(
        || "?".to_owned(),
        |p| format!("{}:{}:{}", Arc::clone(&p.file), p.line, p.column),
    );
    format!("{place}: {}", diagnostic.message)
}

fn go_files(dir: &Path) -> Vec<PathBuf> {
    let Ok(list) = std::fs::read_dir(dir) else { return Vec::new() };
    let mut files: Vec<PathBuf> = list.flatten().map(|e| e.path()).collect();
    files.retain(|f| {
        let name = f.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        name.ends_with(".go") && !name.ends_with("_test.go") && fits_machine(&name)
    });
    files.sort();
    files
}

/// Whether the file's name asks for no other system than linux on amd64.
fn fits_machine(name: &str) -> bool {
    const OTHERS: [&str; 44] = [
        "aix",
        "android",
        "darwin",
        "dragonfly",
        "freebsd",
        "hurd",
        "illumos",
        "ios",
        "js",
        "nacl",
        "netbsd",
        "openbsd",
        "plan9",
        "solaris",
        "wasip1",
        "windows",
        "zos",
        "386",
        "amd64p32",
        "arm",
        "armbe",
        "arm64",
        "arm64be",
        "loong64",
        "mips",
        "mipsle",
        "mips64",
        "mips64le",
        "mips64p32",
        "mips64p32le",
        "ppc",
        "ppc64",
        "ppc64le",
        "riscv",
        "riscv64",
        "s390",
        "s390x",
        "sparc",
        "sparc64",
        "wasm",
        "386",
        "arm",
        "wasm",
        "s390",
    ];
    let stem = name.strip_suffix(".go").unwrap_or(name);
    let mut parts = stem.split('_').skip(1);
    !parts.any(|p| OTHERS.contains(&p))
}

fn find_module(dir: &Path) -> Option<(String, PathBuf)> {
    let mut at = dir.to_owned();
    loop {
        if let Ok(text) = std::fs::read_to_string(at.join("go.mod")) {
            let line = text.lines().find_map(|l| l.strip_prefix("module "))?;
            return Some((line.trim().to_owned(), at));
        }
        if !at.pop() {
            return None;
        }
    }
}
