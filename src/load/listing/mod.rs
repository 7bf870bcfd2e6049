//! Packages as `go list` prints them: their files, imports, modules and errors.
//!
//! * this file: finds the [`Package`] for an import path or a directory, and the packages that it imports
//! * [`files`]: the files of a directory, by kind; [`variants`]: packages with their tests
//! * [`package`]: the result; [`json`]: its printed form
//!
//! Only the part of a file before its declarations is read. Packages of the library are listed from an installed Go,
//! whose files the tools that read the list open next; without one, minigo's own packages are listed without files.

use minigo_syntax::small_sort::SmallSort as _;
mod files;
pub mod json;
pub mod package;
mod variants;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use minigo_syntax::parse_file;
use minigo_syntax::source::{SourceMap, decode_utf8};

use self::files::DirectoryFiles;
use self::package::{Package, PackageError};
use crate::load::embed;
use crate::load::fs_view::FsView;
use crate::load::go_env::go_env;
use crate::load::godebug;
use crate::load::goroot::Goroot;
use crate::load::modules::describe::Description;
use crate::load::modules::module::{Module, ResolvedImport, has_dot};
use crate::load::patterns;
use crate::load::resolve::{may_import, missing_package};
use crate::load::std_packages::PACKAGES;

/// The path of a package that is given by its files.
const COMMAND_LINE_PACKAGE: &str = "command-line-arguments";

/// A package with the numbers of its imports.
#[derive(Clone, Debug)]
pub struct Node {
    /// The fields that `go list` prints.
    pub package: Package,
    /// The numbers of the packages that the package imports.
    pub imports: Vec<usize>,
    module: Option<Module>,
}

/// Flags that say which fields are filled in.
#[derive(Clone, Copy, Debug, Default)]
pub struct WantedFields {
    /// Whether imports are left out.
    pub skips_imports: bool,
    /// Whether the names of the compiled files are listed.
    pub lists_compiled_files: bool,
}

/// The tags of the compiler experiments that are on. These tags choose among the files of the library.
#[must_use]
pub fn experiments() -> &'static [&'static str] {
    files::EXPERIMENTS
}

/// The packages that were listed so far.
#[derive(Debug)]
pub struct Lister<'f> {
    fs: &'f FsView,
    wanted: WantedFields,
    /// All packages. Imported packages come before their importers, except in a cycle.
    pub nodes: Vec<Node>,
    by_path: HashMap<String, usize>,
    goroot: Option<PathBuf>,
    descriptions: HashMap<String, Description>,
    /// The packages whose imports are being looked up.
    import_stack: Vec<String>,
}

impl<'f> Lister<'f> {
    /// A lister with an empty list.
    #[must_use]
    pub fn new(fs: &'f FsView, wanted: WantedFields) -> Self {
        let goroot = Goroot::find(fs).ok().and_then(|go| go.src().parent().map(Path::to_path_buf));
        let (nodes, by_path, described, stack) = Default::default();
        Self { fs, wanted, nodes, by_path, goroot, descriptions: described, import_stack: stack }
    }

    /// Lists the package that a word names. If `found` is `None`, the package is a library package. Returns the
    /// package's number.
    pub fn list_named(&mut self, found: Option<&patterns::Package>, word: &str) -> usize {
        let number = match found {
            Some(found) => self.list_found_or_failed(found),
            None => self.list_standard(word),
        };
        let matched = &mut self.nodes[number].package.matched;
        if !matched.iter().any(|known| known == word) {
            matched.push(word.to_owned());
        }
        number
    }

    fn list_found_or_failed(&mut self, found: &patterns::Package) -> usize {
        match &found.error {
            Some(error) => {
                let error = PackageError { err: error.clone(), ..PackageError::default() };
                self.add_failed(&found.path, error)
            }
            None => self.list_found(found),
        }
    }

    fn list_found(&mut self, found: &patterns::Package) -> usize {
        let path = match &found.goroot {
            Some(_) => found.path.strip_prefix("std/").unwrap_or(&found.path),
            None => &found.path,
        };
        if let Some(&known) = self.by_path.get(path).filter(|_| path != COMMAND_LINE_PACKAGE) {
            return known;
        }
        if path == COMMAND_LINE_PACKAGE {
            let dir = found.paths[0].parent().unwrap_or(Path::new("/")).to_path_buf();
            let name =
                |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
            let only_files: Vec<String> = found.paths.iter().filter_map(name).collect();
            let module = Module::find(self.fs, &dir).ok().flatten();
            return self.read(path, &dir, module, false, Some(&only_files));
        }
        if found.goroot.is_some() {
            return self.list_standard(path);
        }
        let dir = found.paths[0].clone();
        let module = match found.is_of_dependency {
            true => match self.resolve(path) {
                ResolvedImport::Package(module, _) => Some(module),
                _ => None,
            },
            false => Module::find(self.fs, &dir).ok().flatten(),
        };
        self.read(path, &dir, module, false, None)
    }

    /// Resolves an import path in the module around the working directory.
    fn resolve(&self, path: &str) -> ResolvedImport {
        match Module::effective_main_module(self.fs) {
            Ok(Some(module)) => module.resolve(self.fs, path, None),
            Ok(None) => ResolvedImport::Elsewhere,
            Err(why) => ResolvedImport::Fatal(why),
        }
    }

    /// Adds an entry for a package that could not be loaded.
    fn add_failed(&mut self, path: &str, error: PackageError) -> usize {
        let package = Package {
            import_path: path.into(),
            incomplete: true,
            error: Some(error),
            ..Package::default()
        };
        self.add(path, Node { package, imports: Vec::new(), module: None })
    }

    fn add(&mut self, path: &str, node: Node) -> usize {
        let number = self.nodes.len();
        self.nodes.push(node);
        self.by_path.insert(path.to_owned(), number);
        number
    }

    /// Lists a package of the library.
    pub fn list_standard(&mut self, path: &str) -> usize {
        if let Some(&known) = self.by_path.get(path) {
            return known;
        }
        if let Some(dir) = self.goroot.as_ref().map(|root| root.join("src").join(path))
            && self.fs.is_dir(&dir)
        {
            return self.read(path, &dir, None, true, None);
        }
        if path == "unsafe" {
            let (import_path, name) = (path.to_owned(), path.to_owned());
            let package = Package { import_path, name, standard: true, ..Package::default() };
            return self.add(path, Node { package, imports: Vec::new(), module: None });
        }
        let Some(index) = minigo_stdlib::index(path) else {
            let why = Goroot::find(self.fs).err();
            let err = missing_package(path, why.as_deref());
            return self.add_failed(path, PackageError { err, ..PackageError::default() });
        };
        let mut imports: Vec<String> =
            index.imports().iter().copied().flatten().map(|(_, path)| (*path).to_owned()).collect();
        imports.small_sort();
        imports.dedup();
        let (import_path, name) = (path.to_owned(), index.name().to_owned());
        let package = Package { import_path, name, standard: true, imports, ..Package::default() };
        let number = self.add(path, Node { package, imports: Vec::new(), module: None });
        self.look_up_imports(number);
        number
    }

    /// Lists the package in a directory.
    fn read(
        &mut self,
        path: &str,
        dir: &Path,
        module: Option<Module>,
        standard: bool,
        only_files: Option<&[String]>,
    ) -> usize {
        let files = DirectoryFiles::read(self.fs, dir, only_files);
        let mut package = self.new_package(path, dir, standard, &files);
        if !standard && let Some(module) = &module {
            let described = self.descriptions.entry(module.path.clone());
            let described = described.or_insert_with(|| module.describe(self.fs)).clone();
            package.root.clone_from(&described.dir);
            package.module = (path != COMMAND_LINE_PACKAGE).then_some(described);
        }
        if standard {
            // The library's vendored packages are not the packages that modules have at these paths.
            for list in [&mut package.test_imports, &mut package.xtest_imports] {
                let outside = list.iter_mut().filter(|path| has_dot(path));
                outside.for_each(|path| path.insert_str(0, "vendor/"));
                list.small_sort();
            }
        }
        if package.name == "main" {
            package.target = self.install_path(&package);
            if !standard {
                package.default_godebug = self.default_godebug(&package, dir, module.as_ref());
            }
        }
        package.error = self.error_of(&package, dir, &files);
        package.incomplete = package.error.is_some();
        let number = self.add(path, Node { package, imports: Vec::new(), module });
        self.look_up_imports(number);
        number
    }

    /// The value of GODEBUG that a program has by default.
    fn default_godebug(&self, package: &Package, dir: &Path, module: Option<&Module>) -> String {
        let (mut sources, mut files) = (SourceMap::new(), Vec::new());
        for name in &package.go_files {
            // The list of the directory's files already has the error of a file that cannot be read.
            if let Some(text) = self.fs.read_text(&dir.join(name))
                && let Ok(source) = sources.add(name, text)
            {
                files.push(parse_file(source).file);
            }
        }
        godebug::godebug_value(module, files.iter().map(|file| (sources.file(file.id), file)))
    }

    fn new_package(
        &self,
        path: &str,
        dir: &Path,
        standard: bool,
        files: &DirectoryFiles,
    ) -> Package {
        let names = |patterns: &[String]| {
            let found = patterns.iter().filter_map(|p| embed::file_names(self.fs, dir, p).ok());
            let mut all: Vec<String> = found.flatten().collect();
            all.small_sort();
            all.dedup();
            all
        };
        let DirectoryFiles { go_files: go, test, xtest, .. } = files.clone();
        let root = self.goroot.as_ref().filter(|_| standard);
        Package {
            dir: dir.display().to_string(),
            import_path: path.to_owned(),
            name: files.names.first().map(|(name, _)| name.clone()).unwrap_or_default(),
            doc: files.doc.clone(),
            root: root.map(|root| root.display().to_string()).unwrap_or_default(),
            standard,
            compiled_go_files: if self.wanted.lists_compiled_files {
                go.files.clone()
            } else {
                Vec::new()
            },
            go_files: go.files,
            ignored_go_files: files.ignored.clone(),
            invalid_go_files: files.invalid.clone(),
            ignored_other_files: files.ignored_other.clone(),
            other_files: files.other_language_files.clone(),
            embed_files: names(&go.patterns),
            embed_patterns: go.patterns,
            imports: go.imports,
            test_go_files: test.files,
            test_imports: test.imports,
            test_embed_files: names(&test.patterns),
            test_embed_patterns: test.patterns,
            xtest_go_files: xtest.files,
            xtest_imports: xtest.imports,
            xtest_embed_files: names(&xtest.patterns),
            xtest_embed_patterns: xtest.patterns,
            ..Package::default()
        }
    }

    /// The path to which `minigo install` would write a program.
    fn install_path(&self, package: &Package) -> String {
        let path = match package.import_path.as_str() {
            COMMAND_LINE_PACKAGE => return String::new(),
            path => path,
        };
        let mut elements = path.rsplit('/');
        let last = elements.next().unwrap_or_default();
        let version = last.strip_prefix('v').is_some_and(|digits| {
            digits != "1"
                && !digits.starts_with('0')
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit())
        });
        let name = elements.next().filter(|_| version).unwrap_or(last);
        let bin = go_env(self.fs, "GOBIN").map(PathBuf::from).or_else(|| {
            let list = go_env(self.fs, "GOPATH");
            let first = list.and_then(|list| std::env::split_paths(&list).next());
            let home = || Some(PathBuf::from(self.fs.env("HOME")?).join("go"));
            Some(first.or_else(home)?.join("bin"))
        });
        bin.map(|bin| bin.join(name).display().to_string()).unwrap_or_default()
    }

    fn error_of(
        &self,
        package: &Package,
        dir: &Path,
        files: &DirectoryFiles,
    ) -> Option<PackageError> {
        let mut stack = self.import_stack.clone();
        stack.push(package.import_path.clone());
        if let Some((pos, err)) = files.error.clone() {
            let pos = pos
                .strip_prefix(&format!("{}/", working_dir_prefix()))
                .map_or(pos.clone(), str::to_owned);
            return Some(PackageError { import_stack: stack, pos, err, cycle: Vec::new() });
        }
        if let Some(name) = &files.dangling_link {
            let err = format!("open {}: no such file or directory", dir.join(name).display());
            return Some(PackageError { err, ..PackageError::default() });
        }
        if let [(first, one), (second, other), ..] = &files.names[..] {
            let dir = dir.display();
            let err = format!("found packages {first} ({one}) and {second} ({other}) in {dir}");
            return Some(PackageError { err, ..PackageError::default() });
        }
        let has_files = |list: &[String]| !list.is_empty();
        let any = [&package.go_files, &package.test_go_files, &package.xtest_go_files];
        if any.iter().any(|list| has_files(list)) {
            let (pos, err) = self.embed_error(package, dir)?;
            return Some(PackageError { import_stack: stack, pos, err, cycle: Vec::new() });
        }
        let dir = dir.display();
        if package.ignored_go_files.is_empty() {
            let err = format!("no Go files in {dir}");
            return Some(PackageError { err, ..PackageError::default() });
        }
        let err = format!("build constraints exclude all Go files in {dir}");
        Some(PackageError { import_stack: stack, err, ..PackageError::default() })
    }

    /// The error of the first `//go:embed` pattern that matches no files, with its position.
    fn embed_error(&self, package: &Package, dir: &Path) -> Option<(String, String)> {
        let wrong = |pattern: &&String| embed::file_names(self.fs, dir, pattern).is_err();
        let pattern = package.embed_patterns.iter().find(wrong)?;
        let why = embed::file_names(self.fs, dir, pattern).err()?;
        let err = format!("pattern {pattern}: {why}");
        for file in &package.go_files {
            let text = self.fs.read_text(&dir.join(file)).unwrap_or_default();
            let found = (1..).zip(text.lines()).find_map(|(number, line)| {
                let words = line.strip_prefix("//go:embed")?;
                Some((number, line.len() - words.len() + words.find(pattern.as_str())? + 1))
            });
            if let Some((line, column)) = found {
                let name = self.fs.display_name(&dir.join(file));
                let name = name.strip_prefix("./").unwrap_or(&name);
                return Some((format!("{name}:{line}:{column}"), err));
            }
        }
        Some((String::new(), err))
    }

    /// Lists the packages that a package imports, and notes their numbers.
    fn look_up_imports(&mut self, number: usize) {
        if self.wanted.skips_imports {
            let package = &mut self.nodes[number].package;
            for list in
                [&mut package.imports, &mut package.test_imports, &mut package.xtest_imports]
            {
                list.clear();
            }
            return;
        }
        let path = self.nodes[number].package.import_path.clone();
        self.import_stack.push(path);
        let mut imports = Vec::new();
        let mut shown = Vec::new();
        for import in self.nodes[number].package.imports.clone() {
            let found = self.list_import(&import, number);
            let path = self.nodes[found].package.import_path.clone();
            if path != import {
                self.nodes[number].package.import_map.insert(import, path.clone());
            }
            shown.push(path);
            imports.push(found);
        }
        if self.nodes[number].package.name == "main" {
            // The linker adds package runtime to each program.
            imports.push(self.list_standard("runtime"));
        }
        self.import_stack.pop();
        let node = &mut self.nodes[number];
        node.package.imports = shown;
        node.imports = imports;
    }

    /// Lists the package `import` that another one imports, and returns its number.
    fn list_import(&mut self, import: &str, importer: usize) -> usize {
        let node = &self.nodes[importer];
        if node.package.standard {
            let vendored = has_dot(import).then(|| format!("vendor/{import}"));
            return self.list_standard(vendored.as_deref().unwrap_or(import));
        }
        let importing_as = node.package.import_path.clone();
        let module = node.module.clone();
        if let Some(&known) = self.by_path.get(import) {
            if self.import_stack.iter().any(|path| path == import) {
                self.note_cycle(known, import);
            } else if !may_import(&importing_as, import) {
                let err = format!("use of internal package {import} not allowed");
                self.note_error(importer, import, err, true);
            }
            return known;
        }
        if PACKAGES.binary_search(&import).is_ok() || import == "unsafe" {
            return self.list_standard(import);
        }
        let found = match &module {
            Some(module) => module.resolve(self.fs, import, Some(&importing_as)),
            None => ResolvedImport::Elsewhere,
        };
        match found {
            ResolvedImport::Package(module, dir) => {
                let number = self.read(import, &dir, Some(module), false, None);
                if !may_import(&importing_as, import) {
                    let err = format!("use of internal package {import} not allowed");
                    self.note_error(importer, import, err, true);
                }
                number
            }
            ResolvedImport::Missing(why) | ResolvedImport::Fatal(why) => {
                self.add_missing(importer, import, why)
            }
            ResolvedImport::Elsewhere => {
                self.add_missing(importer, import, missing_package(import, None))
            }
        }
    }

    fn add_missing(&mut self, importer: usize, import: &str, err: String) -> usize {
        let error = PackageError {
            import_stack: self.import_stack.clone(),
            pos: self.import_position(importer, import),
            err,
            cycle: Vec::new(),
        };
        self.add_failed(import, error)
    }

    /// Notes an error at the importing package.
    fn note_error(&mut self, importer: usize, import: &str, err: String, with_import: bool) {
        let mut import_stack = self.import_stack.clone();
        import_stack.extend(with_import.then(|| import.to_owned()));
        let pos = self.import_position(importer, import);
        let error = PackageError { import_stack, pos, err, cycle: Vec::new() };
        let package = &mut self.nodes[importer].package;
        package.incomplete = true;
        package.error.get_or_insert(error);
    }

    /// Notes at the package where an import cycle begins that it imports itself through the packages on the stack.
    fn note_cycle(&mut self, first: usize, import: &str) {
        let begin = self.import_stack.iter().rposition(|path| path == import).unwrap_or(0);
        let mut import_stack = self.import_stack[begin..].to_vec();
        import_stack.push(import.to_owned());
        let file = |pair: &[String]| {
            let position = self.by_path.get(&pair[0]).map(|&n| self.import_position(n, &pair[1]));
            let position = position.unwrap_or_default();
            let path = position.split(':').next().unwrap_or_default();
            path.rsplit('/').next().unwrap_or_default().to_owned()
        };
        let cycle = import_stack.windows(2).map(file).collect();
        let err = "import cycle not allowed".to_owned();
        let error = PackageError { import_stack, pos: String::new(), err, cycle };
        let package = &mut self.nodes[first].package;
        package.incomplete = true;
        package.error.get_or_insert(error);
    }

    /// The position at which a package imports another one, as `file:line:column`.
    fn import_position(&self, importer: usize, import: &str) -> String {
        let package = &self.nodes[importer].package;
        let files = [&package.go_files, &package.test_go_files, &package.xtest_go_files];
        for file in files.into_iter().flatten() {
            let path = Path::new(&package.dir).join(file);
            let Ok(bytes) = self.fs.read(&path) else { continue };
            let mut sources = SourceMap::new();
            let Ok(source) = sources.add(file, decode_utf8(bytes).0) else { continue };
            let parsed = parse_file(source).file;
            if let Some(found) = parsed.imports.iter().find(|found| found.path == *import) {
                let start = found.name.as_ref().map_or(found.path_span.start, |name| name.pos);
                let (line, column) = source.line_col(start);
                let name = self.fs.display_name(&path);
                let name = name.strip_prefix("./").unwrap_or(&name);
                return format!("{name}:{line}:{column}");
            }
        }
        String::new()
    }

    /// Fills in the dependencies of these packages, direct and indirect, and the dependencies' errors.
    pub fn add_deps(&mut self, numbers: &[usize]) {
        for &number in numbers {
            let mut seen = vec![false; self.nodes.len()];
            self.mark_reachable(number, &mut seen);
            seen[number] = false;
            let all = self
                .nodes
                .iter()
                .zip(&seen)
                .filter(|(_, seen)| **seen)
                .map(|(node, _)| &node.package);
            let mut deps: Vec<&Package> = all.collect();
            deps.small_sort_by(|a, b| a.import_path.cmp(&b.import_path));
            let own = self.nodes[number].package.error.clone();
            // A package in a cycle depends on itself, so its error belongs to those of its dependencies.
            let own = own.filter(|error| !error.cycle.is_empty());
            let errors = deps.iter().filter_map(|package| package.error.clone());
            let errors: Vec<PackageError> = errors.chain(own).collect();
            let deps = deps.iter().map(|package| package.import_path.clone()).collect();
            let package = &mut self.nodes[number].package;
            package.incomplete |= !errors.is_empty();
            (package.deps, package.deps_errors) = (deps, errors);
        }
    }

    fn mark_reachable(&self, number: usize, seen: &mut [bool]) {
        if std::mem::replace(&mut seen[number], true) {
            return;
        }
        self.nodes[number].imports.iter().for_each(|&import| self.mark_reachable(import, seen));
    }

    /// The numbers of these packages and of all their dependencies, each after the packages that it imports.
    #[must_use]
    pub fn with_deps(&self, numbers: &[usize]) -> Vec<usize> {
        let (mut out, mut seen) = (Vec::new(), vec![false; self.nodes.len()]);
        numbers.iter().for_each(|&number| self.visit(number, &mut seen, &mut out));
        out
    }

    fn visit(&self, number: usize, seen: &mut [bool], out: &mut Vec<usize>) {
        if std::mem::replace(&mut seen[number], true) {
            return;
        }
        self.nodes[number].imports.iter().for_each(|&import| self.visit(import, seen, out));
        out.push(number);
    }
}

/// The working directory as a path prefix.
fn working_dir_prefix() -> String {
    std::env::current_dir().map(|dir| dir.display().to_string()).unwrap_or_default()
}
