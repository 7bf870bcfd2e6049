//! From what the user named to packages in dependency order: the only reader of source files.
//!
//! A module of its own so that everything else sees texts and trees, never paths.

use crate::options::Target;
use minigo_syntax::ast::{File, Name};
use minigo_syntax::diagnostic::Diagnostics;
use minigo_syntax::source::{Source, SourceMap, Span};
use minigo_syntax::{Mode, build_constraint, parse_file};
use minigo_types::PackageInput;
use std::collections::HashMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The language version of programs without a go.mod.
pub const LANGUAGE: (u32, u32) = (1, 27);

/// What could be loaded, and what is wrong with it.
#[derive(Debug)]
pub struct Loaded {
    /// All texts.
    pub sources: SourceMap,
    /// The packages, each after those it imports; the one the user named is the last.
    pub packages: Vec<PackageInput>,
    /// Syntax errors, and errors of loading that have a place.
    pub diagnostics: Diagnostics,
}

/// What the user named cannot be loaded at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError(pub String);

/// The sources of library packages: import path to (file name, text) pairs; none for what is not there.
pub type Library = fn(&str) -> &'static [(&'static str, &'static str)];

/// Loads the package that `target` names and all it imports.
///
/// # Errors
/// [`LoadError`] when a file or directory cannot be read or holds no Go files.
pub fn load(
    target: &Target,
    language: Option<(u32, u32)>,
    library: Library,
) -> Result<Loaded, LoadError> {
    let mut loader = Loader {
        sources: SourceMap::new(),
        packages: Vec::new(),
        diagnostics: Diagnostics::new(),
        state: HashMap::new(),
        module: Module::around(&target.directory()),
        language,
        library,
    };
    // The VM makes values of types of package runtime, whether the program imports it or not.
    loader.import("runtime", &mut Vec::new()).ok();
    let texts = loader.read_target(target)?;
    let path = loader.path_of(target);
    loader.package(&path, texts, false, &mut Vec::new())?;
    let Loader { sources, packages, diagnostics, .. } = loader;
    Ok(Loaded { sources, packages, diagnostics })
}

/// A module: where it is, what it is called, which language it is written in.
struct Module {
    root: PathBuf,
    path: String,
    language: Option<(u32, u32)>,
}

impl Module {
    /// The module whose go.mod stands in `directory` or above it.
    fn around(directory: &Path) -> Option<Self> {
        let directory = directory.canonicalize().ok()?;
        let root = directory.ancestors().find(|d| d.join("go.mod").is_file())?.to_path_buf();
        let text = std::fs::read_to_string(root.join("go.mod")).ok()?;
        let mut module = Self { root, path: String::new(), language: None };
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or_default();
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("module"), Some(path)) => module.path = path.trim_matches('"').to_owned(),
                (Some("go"), Some(version)) => module.language = version_of(version),
                _ => {}
            }
        }
        Some(module)
    }

    /// The directory of import path `path`, if it belongs to the module.
    fn directory(&self, path: &str) -> Option<PathBuf> {
        if path == self.path {
            return Some(self.root.clone());
        }
        let rest = path.strip_prefix(&self.path)?.strip_prefix('/')?;
        Some(self.root.join(rest))
    }
}

/// Reads `1.27`, `1.27.3`, `go1.27`.
#[must_use]
pub fn version_of(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim_start_matches("go").split('.');
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next().unwrap_or("0");
    let digits = minor.find(|c: char| !c.is_ascii_digit()).unwrap_or(minor.len());
    Some((major, minor[..digits].parse().ok()?))
}

/// A file's name as shown, and its text.
struct Text {
    name: String,
    bytes: Vec<u8>,
}

/// How far the loading of an import path has come.
#[derive(Clone)]
enum State {
    Loading,
    Loaded(usize),
    Failed(String),
}

struct Loader {
    sources: SourceMap,
    packages: Vec<PackageInput>,
    diagnostics: Diagnostics,
    state: HashMap<String, State>,
    module: Option<Module>,
    language: Option<(u32, u32)>,
    library: Library,
}

impl Loader {
    fn read_target(&self, target: &Target) -> Result<Vec<Text>, LoadError> {
        match target {
            Target::Stdin => {
                let mut bytes = Vec::new();
                let read = std::io::stdin().lock().read_to_end(&mut bytes);
                read.map_err(|e| LoadError(format!("standard input: {e}")))?;
                Ok(vec![Text { name: "stdin.go".into(), bytes }])
            }
            Target::Files(files) => files.iter().map(|f| read_file(f)).collect(),
            Target::Directory(directory) => {
                let texts = read_directory(directory)?;
                if texts.is_empty() {
                    return Err(LoadError(format!("no Go files in {}", directory.display())));
                }
                Ok(texts)
            }
        }
    }

    /// The import path of what the user named.
    fn path_of(&self, target: &Target) -> String {
        let named = || {
            let Target::Directory(directory) = target else { return None };
            let module = self.module.as_ref()?;
            let directory = directory.canonicalize().ok()?;
            let rest = directory.strip_prefix(&module.root).ok()?.to_string_lossy().into_owned();
            Some(if rest.is_empty() {
                module.path.clone()
            } else {
                format!("{}/{rest}", module.path)
            })
        };
        named().unwrap_or_else(|| "command-line-arguments".into())
    }

    /// Parses a package and loads what it imports; tells its index.
    fn package(
        &mut self,
        path: &str,
        texts: Vec<Text>,
        library: bool,
        stack: &mut Vec<String>,
    ) -> Result<usize, LoadError> {
        let mode = if library { Mode::LazyBodies } else { Mode::Full };
        let mut files: Vec<File> = Vec::new();
        for text in texts {
            let before = self.diagnostics.len();
            let source = self.add_source(text)?;
            let parsed = parse_file(&source, mode);
            if self.diagnostics.len() == before {
                self.diagnostics.extend(parsed.diagnostics);
            }
            files.push(parsed.file);
        }
        self.check_names(&files);
        let (imports, missing) = self.imports(path, &files, library, stack);
        let main = files.first().is_some_and(|f| f.package.name == "main");
        let module = self.module.as_ref().and_then(|m| m.language);
        let go_version =
            if library { LANGUAGE } else { self.language.or(module).unwrap_or(LANGUAGE) };
        let path = Name::from(if main && !library { "main" } else { path });
        self.packages.push(PackageInput { path, files, library, imports, missing, go_version });
        Ok(self.packages.len() - 1)
    }

    /// Enters a text into the source map; bytes that are not UTF-8 are reported and replaced.
    fn add_source(&mut self, text: Text) -> Result<Source, LoadError> {
        let Text { name, mut bytes } = text;
        if bytes.starts_with(b"#!") {
            // A comment of the same length keeps all columns true.
            bytes[..2].copy_from_slice(b"//");
        }
        let bad = std::str::from_utf8(&bytes).err().map(|e| e.valid_up_to());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let too_large = |_| LoadError(format!("{name}: the sources are larger than 4 GiB"));
        let source = self.sources.add(&name, text).map_err(too_large)?.clone();
        if let Some(offset) = bad {
            let at = source.pos(offset);
            self.diagnostics.error_at("InvalidUTF8", at, "invalid UTF-8 encoding");
        }
        Ok(source)
    }

    /// All files of a package must say the same name.
    fn check_names(&mut self, files: &[File]) {
        let Some(first) = files.first() else { return };
        for file in &files[1..] {
            if file.package.name != first.package.name && file.package.name != "_" {
                let message = format!(
                    "package {}; expected package {}",
                    file.package.name, first.package.name
                );
                self.diagnostics.error("MismatchedPkgName", file.package.span(), message);
            }
        }
    }

    fn imports(
        &mut self,
        importer: &str,
        files: &[File],
        library: bool,
        stack: &mut Vec<String>,
    ) -> (HashMap<Name, usize>, HashMap<Name, String>) {
        let (mut found, mut missing) = (HashMap::new(), HashMap::new());
        stack.push(importer.to_owned());
        let all = files.iter().flat_map(|f| &f.imports);
        for import in all {
            let path = import.path.as_str();
            if path == "unsafe" || found.contains_key(path) || missing.contains_key(path) {
                continue;
            }
            let allowed = library || internal_allowed(importer, path);
            let loaded = if allowed {
                self.import(path, stack)
            } else {
                Err(format!("use of internal package {path} not allowed"))
            };
            match loaded {
                Ok(index) => drop(found.insert(import.path.clone(), index)),
                Err(reason) if reason.starts_with("import cycle") => {
                    let span: Span = import.path_span;
                    self.diagnostics.error("InvalidImport", span, reason.clone());
                    missing.insert(import.path.clone(), reason);
                }
                Err(reason) => drop(missing.insert(import.path.clone(), reason)),
            }
        }
        stack.pop();
        (found, missing)
    }

    /// Loads the package with import path `path`, once.
    fn import(&mut self, path: &str, stack: &mut Vec<String>) -> Result<usize, String> {
        match self.state.get(path) {
            Some(State::Loaded(index)) => return Ok(*index),
            Some(State::Failed(reason)) => return Err(reason.clone()),
            Some(State::Loading) => {
                let from = stack.iter().position(|p| p == path).unwrap_or(0);
                let mut cycle = String::from("import cycle not allowed");
                for step in &stack[from..] {
                    cycle.push_str(&format!("\n\timports {step}"));
                }
                cycle.push_str(&format!("\n\timports {path}"));
                return Err(cycle);
            }
            None => {}
        }
        self.state.insert(path.to_owned(), State::Loading);
        let result = self.import_new(path, stack);
        let state = match &result {
            Ok(index) => State::Loaded(*index),
            Err(reason) => State::Failed(reason.clone()),
        };
        self.state.insert(path.to_owned(), state);
        result
    }

    fn import_new(&mut self, path: &str, stack: &mut Vec<String>) -> Result<usize, String> {
        if let Some(directory) = self.module.as_ref().and_then(|m| m.directory(path)) {
            let texts = read_directory(&directory).map_err(|e| e.0)?;
            if texts.is_empty() {
                return Err(format!("no Go files in {}", directory.display()));
            }
            return self.package(path, texts, false, stack).map_err(|e| e.0);
        }
        let files = (self.library)(path);
        if files.is_empty() {
            return Err(format!("package {path} is not part of minigo's library yet"));
        }
        let text = |(name, text): &(&str, &str)| Text {
            name: format!("$GOROOT/src/{path}/{name}"),
            bytes: text.as_bytes().to_vec(),
        };
        let texts = files.iter().map(text).collect();
        self.package(path, texts, true, stack).map_err(|e| e.0)
    }
}

/// Whether `importer` may import `path`: a package below `internal` belongs to the tree around that directory.
fn internal_allowed(importer: &str, path: &str) -> bool {
    let mut at = 0;
    for part in path.split('/') {
        if part == "internal" {
            let tree = path[..at].trim_end_matches('/');
            return importer == tree
                || importer
                    .strip_prefix(tree)
                    .is_some_and(|r| tree.is_empty() || r.starts_with('/'));
        }
        at += part.len() + 1;
    }
    true
}

fn read_file(path: &Path) -> Result<Text, LoadError> {
    let bytes = std::fs::read(path).map_err(|e| {
        let why = match e.kind() {
            std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
            _ => e.to_string(),
        };
        LoadError(format!("{}: {why}", path.display()))
    })?;
    Ok(Text { name: path.display().to_string(), bytes })
}

/// The Go files of a directory that belong to a build for linux/amd64, tests left out.
fn read_directory(directory: &Path) -> Result<Vec<Text>, LoadError> {
    let entries = std::fs::read_dir(directory)
        .map_err(|e| LoadError(format!("{}: {e}", directory.display())))?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|n| is_built(&n.to_string_lossy())))
        .collect();
    paths.sort();
    let mut texts = Vec::new();
    for path in paths {
        let text = read_file(&path)?;
        let lossy = String::from_utf8_lossy(&text.bytes);
        if build_constraint(&lossy).is_none_or(|c| c.holds()) {
            texts.push(text);
        }
    }
    Ok(texts)
}

const SYSTEMS: &[&str] = &[
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
    "linux",
];
const MACHINES: &[&str] = &[
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
    "amd64",
];

/// Whether a file of this name is part of a build for linux/amd64: by its suffix, and not a test.
fn is_built(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(".go") else { return false };
    if stem.ends_with("_test") || name.starts_with(['_', '.']) {
        return false;
    }
    // The part before the first underscore is never a system or machine.
    let parts: Vec<&str> = stem.split('_').skip(1).collect();
    let (last, before) = match parts.as_slice() {
        [] => return true,
        [last] => (*last, None),
        [.., before, last] => (*last, Some(*before)),
    };
    if MACHINES.contains(&last) {
        let system = before.filter(|b| SYSTEMS.contains(b)).unwrap_or("linux");
        return last == "amd64" && system == "linux";
    }
    !SYSTEMS.contains(&last) || last == "linux"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_choose_the_system() {
        assert!(is_built("a.go") && is_built("a_linux.go") && is_built("a_linux_amd64.go"));
        assert!(is_built("linux.go") && is_built("windows.go") && is_built("a_other.go"));
        assert!(!is_built("a_windows.go") && !is_built("a_arm64.go") && !is_built("a_test.go"));
        assert!(!is_built("a_windows_amd64.go") && !is_built("_a.go") && !is_built("a.txt"));
    }

    #[test]
    fn internal_packages_stay_in_their_tree() {
        assert!(internal_allowed("m/a", "m/internal/x") && internal_allowed("m", "m/internal"));
        assert!(!internal_allowed("n/a", "m/internal/x") && internal_allowed("n", "m/x"));
    }

    #[test]
    fn versions_are_read_with_and_without_prefix() {
        assert_eq!(version_of("go1.17"), Some((1, 17)));
        assert_eq!(version_of("1.27.3"), Some((1, 27)));
        assert_eq!(version_of("1.21rc1"), Some((1, 21)));
        assert_eq!(version_of("x"), None);
    }
}
