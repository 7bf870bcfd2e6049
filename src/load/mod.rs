//! Loading: reads the files that the user names and all packages that they import, each package after its imports.
//!
//! * this file: follows imports and orders packages
//! * [`resolve`]: where an import leads, in one table; messages have the go command's words
//! * [`modules`]: the directory and language version of the package at an import path (go.mod, go.work, `vendor`, the
//!   module cache); [`version`] reads `go1.27` as a number; [`go_env`]: the go command's variables and build flags
//! * [`patterns`]: the packages that words such as `./...` name
//! * [`file_selection`]: the files of a directory that belong to its package
//! * [`test_package`]: a package with its tests, and the program that runs them, which [`test_main`] writes
//! * [`assembly`]: packages that are partly written in assembly
//! * [`cover`]: counters in the packages whose coverage is measured
//! * [`build_info`]: the build info of a program; [`file_names`]: its source files' names, if it is a file of its own
//! * [`embed`]: the values of variables below `//go:embed` lines; [`embed_files`]: the files that their patterns match
//! * [`embedded`]: the program of an embedder, which is in memory
//! * [`godebug`]: the settings of GODEBUG that a program is built with
//! * [`from_go`]: packages that are loaded from an installed Go although minigo has its own
//! * [`go_tests`]: the tests of Go's own packages
//! * [`goroot`]: the sources of an installed Go, for packages that the library lacks; [`go_index`]: the index of such a
//!   package, which is made before the package is parsed
//! * [`library`]: packages of the standard library, whose declarations are parsed when they are needed;
//!   [`std_packages`]: the import paths of Go's library
//! * [`load_error`]: the errors for packages that cannot be loaded
//! * [`listing`]: packages as `go list` prints them
//! * [`session_packages`]: the packages that the inputs of a session import
//! * [`fs_view`]: the only reader of source files; records its results for the [cache](crate::cache)

mod assembly;
pub mod build_info;
pub mod cover;
mod embed;
mod embed_files;
mod embedded_program;
pub mod file_names;
pub mod file_selection;
pub mod fs_view;
pub mod go_env;
pub mod go_index;
mod go_tests;
pub mod godebug;
pub mod goroot;
pub mod library;
pub mod listing;
mod load_error;
mod location;
pub mod modules;
mod packages_from_go;
pub mod patterns;
mod resolve;
pub mod session_packages;
pub mod std_packages;
mod test_main;
mod test_package;
pub mod version;

use minigo_codegen::Passes;
use minigo_syntax::hash::{HashMap, HashSet};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use minigo_syntax::ast::{File, Name};
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::parse_file;
use minigo_syntax::source::{FileId, Source, SourceMap, Span, decode_utf8};
use minigo_types::PackageInput;

use self::build_info::Modules;
use self::cover::CoverState;
use self::file_selection::FileRules;
use self::fs_view::FsView;
use self::go_tests::TestedPackage;
use self::goroot::Goroot;
pub use self::load_error::LoadError;
use self::load_error::{no_files_error, read_error};
use self::location::Location;
use self::modules::LANGUAGE_VERSION;
use self::modules::module::Module;
use self::packages_from_go::PackagesFromGo;
use self::resolve::{Import, Importer, PackagePlace, ProgramFacts, UnresolvedImport, resolve};
use crate::errno;
use crate::options::{EmbeddedProgram, Target};

/// All packages of a program, each after those it imports.
#[derive(Debug)]
pub struct LoadedProgram {
    /// The source texts of all packages.
    pub sources: SourceMap,
    /// The packages.
    pub packages: Vec<PackageInput>,
    /// The packages' names in messages, in the same order.
    pub named: Vec<NamedPackage>,
    /// The diagnostics of parsing.
    pub diagnostics: Diagnostics,
    /// The program's value of GODEBUG, unless the environment sets it.
    pub godebug: String,
    /// The modules that the packages belong to.
    pub modules: Modules,
    /// The package of Go's library under test, if minigo uses its own package and could use Go's.
    pub own_tested_package: Option<String>,
}

/// A package as messages name it: its import path and its files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPackage {
    /// The import path; `command-line-arguments` for a package given by its files.
    pub path: String,
    /// The package's files.
    pub files: Vec<FileId>,
}

/// Packages that every program needs: the machine creates values of their types.
pub(crate) const IMPLICIT_PACKAGES: &[&str] = &["runtime"];

/// The library package that `//go:linkname` lines may refer to without importing it.
const LINKNAME_PACKAGE: &str = "internal/linkname";

/// The path of a package that is given by its files.
const COMMAND_LINE_PACKAGE: &str = "command-line-arguments";

/// Loads the package that `target` names and all packages it imports.
///
/// # Errors
/// Returns [`LoadError`] when there is no package, or when packages import each other in a cycle.
pub fn load(
    fs: &FsView,
    target: &Target,
    language: Option<(u32, u32)>,
) -> Result<LoadedProgram, LoadError> {
    let loaded = LoadedProgram {
        sources: SourceMap::new(),
        packages: Vec::new(),
        named: Vec::new(),
        diagnostics: Diagnostics::new(),
        godebug: String::new(),
        modules: Modules::default(),
        own_tested_package: None,
    };
    let (index, chain) = (HashMap::default(), Vec::new());
    let (programs, goroot) = (HashSet::default(), None);
    let counting = match target {
        Target::Tests(tests) => tests.coverage.clone().map(CoverState::new),
        _ => None,
    };
    enabled_passes(fs)?;
    let mut loader = Loader {
        fs,
        loaded,
        index,
        package_count_before: 0,
        programs,
        import_chain: chain,
        language,
        goroot,
        from_go: PackagesFromGo::read(fs)?,
        tested: None,
        embedded: None,
        coverage: counting,
    };
    loader.find_tested_package(target)?;
    for path in IMPLICIT_PACKAGES {
        loader.load_library(path)?.map_err(LoadError::Other)?;
    }
    loader.load(target)?;
    Ok(loader.loaded)
}

/// The optimisation passes over bytecode that run: all but those that `MINIGODEBUG=nopass=NAME:NAME` names.
///
/// # Errors
/// Fails if the setting names an unknown pass.
pub(crate) fn enabled_passes(fs: &FsView) -> Result<Passes, LoadError> {
    let names = fs.minigodebug_setting("nopass").unwrap_or_default();
    let names = names.split(':').filter(|name| !name.is_empty());
    Passes::all_but(names).map_err(|why| LoadError::Other(format!("MINIGODEBUG=nopass: {why}")))
}

/// Reads packages and the packages that they import.
struct Loader<'d> {
    fs: &'d FsView,
    loaded: LoadedProgram,
    /// The numbers of packages by import path.
    index: HashMap<String, usize>,
    /// The number of packages that were loaded before; numbers of new packages follow.
    package_count_before: usize,
    /// The numbers of earlier packages that are programs.
    programs: HashSet<usize>,
    /// The packages being loaded: path, and the file that imports the next one.
    import_chain: Vec<(String, String)>,
    language: Option<(u32, u32)>,
    /// The installed Go, or the reason why there is none, once it has been searched for.
    goroot: Option<Result<Goroot, String>>,
    /// The packages that come from an installed Go although minigo has its own.
    from_go: PackagesFromGo,
    /// The package of Go's own library under test.
    tested: Option<TestedPackage>,
    /// The program in memory, if that is the target.
    embedded: Option<Arc<EmbeddedProgram>>,
    /// The packages to cover, and their counters.
    coverage: Option<CoverState>,
}

/// A parsed package whose imports are not loaded yet.
struct ParsedPackage {
    path: String,
    files: Vec<File>,
    file_ids: Vec<FileId>,
    location: Location,
    role: PackageRole,
}

impl ParsedPackage {
    /// The files with their texts.
    fn texts<'u>(&'u self, sources: &'u SourceMap) -> impl Iterator<Item = (&'u Source, &'u File)> {
        self.file_ids.iter().map(|id| sources.file(*id)).zip(&self.files)
    }

    /// Drops files that import C from packages of other modules, as the go command does where there is no C compiler. A
    /// package that has no other files keeps them, so that the import of C is reported.
    fn drop_cgo(&mut self) {
        let has_c = |file: &File| file.imports.iter().any(|import| import.path == "C");
        let of_main = self.location.module.as_ref().is_none_or(Module::is_main);
        if of_main || self.files.iter().all(has_c) {
            return;
        }
        let mut keep = self.files.iter().map(|file| !has_c(file)).collect::<Vec<_>>().into_iter();
        self.file_ids.retain(|_| keep.next().unwrap_or(true));
        self.files.retain(|file| !has_c(file));
    }
}

/// The role of a user's package in the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PackageRole {
    /// The program itself, or a package that it imports.
    Plain,
    /// A package with its tests. The package can be imported even if it is a package main.
    Tested,
    /// The main package of a test program or of a command: it may import packages that are hidden from users.
    TestMain,
}

impl Loader<'_> {
    fn load(&mut self, target: &Target) -> Result<(), LoadError> {
        match target {
            Target::Files(paths) => {
                let files = self.read_all(paths)?;
                let dir = target.directory();
                let location = Location::of_directory(self.fs, &dir)?;
                self.add_user_package(
                    COMMAND_LINE_PACKAGE.into(),
                    &dir,
                    files,
                    FileRules::default(),
                    location,
                )?;
            }
            Target::Directory(dir) => {
                let (dir, location) = match Location::of_import_path(self.fs, dir)? {
                    Some((dir, location)) => (dir, location),
                    None => (dir.clone(), Location::of_directory(self.fs, dir)?),
                };
                let path =
                    location.import_path.clone().unwrap_or_else(|| COMMAND_LINE_PACKAGE.into());
                self.load_dir(path, &dir, location)?;
            }
            Target::Tests(_) if self.tested.is_some() => self.load_go_tests()?,
            Target::Tests(tests) => self.load_tests(tests)?,
            Target::Stdin => {
                let mut bytes = Vec::new();
                std::io::stdin().read_to_end(&mut bytes).map_err(|e| {
                    LoadError::Other(format!("read /dev/stdin: {}", errno::text(&e)))
                })?;
                let source = self.add_source("<stdin>", bytes)?;
                let location = Location { module: None, import_path: None };
                let unit = self.parse(COMMAND_LINE_PACKAGE.into(), None, vec![source], location);
                self.finish_package(unit)?;
            }
            Target::Embedded(program) => self.load_embedded_program(program)?,
            Target::Own(package) => {
                let text =
                    format!("package main; import p {package:?}; func main() {{ p.Main() }}");
                let source = self.add_source("minigo.go", text.into_bytes())?;
                let location = Location { module: None, import_path: None };
                let unit = self.parse(COMMAND_LINE_PACKAGE.into(), None, vec![source], location);
                self.finish_package(ParsedPackage { role: PackageRole::TestMain, ..unit })?;
            }
        }
        Ok(())
    }

    fn load_dir(
        &mut self,
        path: String,
        dir: &Path,
        location: Location,
    ) -> Result<usize, LoadError> {
        let reading = location.file_rules(self.fs, dir, false);
        let files = file_selection::read_dir(self.fs, dir, reading);
        let files = files.map_err(|error| read_error(dir, &error))?;
        if files.is_empty() {
            return Err(no_files_error(self.fs, &path, dir));
        }
        self.add_user_package(path, dir, files, reading, location)
    }

    fn add_user_package(
        &mut self,
        path: String,
        dir: &Path,
        files: Vec<(PathBuf, Vec<u8>)>,
        reading: FileRules,
        location: Location,
    ) -> Result<usize, LoadError> {
        if let Some(&index) = self.index.get(&path).filter(|_| path != COMMAND_LINE_PACKAGE) {
            return Ok(index);
        }
        let sources = self.add_sources(&path, files)?;
        let unit = self.parse(path, Some(dir), sources, location);
        let mut unit = match reading.without_assembly {
            true => self.replace_assembly(unit, dir, reading)?,
            false => unit,
        };
        unit.drop_cgo();
        self.check_names(&unit, dir)?;
        self.finish_package(unit)
    }

    /// Adds the files of the package at `path` to the source map, with counters if the package is covered.
    fn add_sources(
        &mut self,
        path: &str,
        files: Vec<(PathBuf, Vec<u8>)>,
    ) -> Result<Vec<Source>, LoadError> {
        let mut sources = Vec::new();
        for (file, bytes) in files {
            let bytes = match &mut self.coverage {
                Some(counting) => counting.covered_text(path, &file, bytes),
                None => bytes,
            };
            sources.push(self.add_source(&self.fs.display_name(&file), bytes)?);
        }
        Ok(sources)
    }

    /// Adds a text to the source map; reports bytes that are not UTF-8.
    fn add_source(&mut self, name: &str, bytes: Vec<u8>) -> Result<Source, LoadError> {
        let (text, bad) = decode_utf8(bytes);
        let source = self.loaded.sources.add(name, text);
        let source = source.map_err(|_| LoadError::Other(format!("{name}: too large")))?.clone();
        for offset in bad {
            let at = source.pos(offset);
            self.loaded.diagnostics.error_at(Code::InvalidUTF8, at, "invalid UTF-8 encoding");
        }
        Ok(source)
    }

    /// Parses a package. The patterns of `//go:embed` lines are relative to `dir`; without `dir` the lines are ignored.
    fn parse(
        &mut self,
        path: String,
        dir: Option<&Path>,
        sources: Vec<Source>,
        location: Location,
    ) -> ParsedPackage {
        let (files, ids) = Default::default();
        let mut unit =
            ParsedPackage { path, files, file_ids: ids, location, role: PackageRole::Plain };
        for source in sources {
            let mut parsed = parse_file(&source);
            let diagnostics = &mut self.loaded.diagnostics;
            diagnostics.extend(parsed.diagnostics);
            if let Some(dir) = dir {
                embed::set_embedded_values(self.fs, dir, &source, &mut parsed.file, diagnostics);
            }
            unit.files.push(parsed.file);
            unit.file_ids.push(source.id);
        }
        let LoadedProgram { sources, diagnostics, .. } = &mut self.loaded;
        godebug::check_lines(unit.texts(sources), diagnostics);
        unit
    }

    /// Refuses the files of a directory that belong to different packages.
    fn check_names(&self, unit: &ParsedPackage, dir: &Path) -> Result<(), LoadError> {
        let mut names = BTreeMap::new();
        for (file, id) in unit.files.iter().zip(&unit.file_ids) {
            let shown = &self.loaded.sources.file(*id).name;
            let base = shown.rsplit('/').next().unwrap_or(shown).to_owned();
            names.entry(file.package.name.clone()).or_insert(base);
        }
        if names.len() < 2 || self.loaded.diagnostics.has_errors() {
            return Ok(());
        }
        let list: Vec<String> = names.iter().map(|(n, f)| format!("{n} ({f})")).collect();
        let full = self.fs.canonical(dir).unwrap_or_else(|| dir.into());
        Err(LoadError::Other(format!(
            "found packages {} in {}",
            list.join(" and "),
            full.display()
        )))
    }

    /// Loads the packages that the package imports, then adds the package itself.
    fn finish_package(&mut self, unit: ParsedPackage) -> Result<usize, LoadError> {
        let mut imports = HashMap::default();
        let mut missing = HashMap::default();
        self.import_chain.push((unit.path.clone(), String::new()));
        for (file, id) in unit.files.iter().zip(&unit.file_ids) {
            for import in &file.imports {
                let path = import.path.as_str();
                if path == "unsafe" || imports.contains_key(path) || missing.contains_key(path) {
                    continue;
                }
                if let Some(last) = self.import_chain.last_mut() {
                    let name = &self.loaded.sources.file(*id).name;
                    name.rsplit('/').next().unwrap_or(name).clone_into(&mut last.1);
                }
                match self.import(path, &unit, import.path_span)? {
                    Ok(index) => {
                        imports.insert(Name::from(path), index);
                    }
                    Err(why) => {
                        missing.insert(Name::from(path), why);
                    }
                }
            }
        }
        self.import_chain.pop();
        if unit.files.iter().any(|file| !file.linknames.is_empty()) {
            self.load_library(LINKNAME_PACKAGE)?.map_err(LoadError::Other)?;
        }
        let named_main = unit.files.first().is_some_and(|f| f.package.name == "main");
        let is_main = named_main && unit.role != PackageRole::Tested;
        if is_main && unit.role == PackageRole::Plain {
            let files = unit.texts(&self.loaded.sources);
            self.loaded.godebug = godebug::godebug_value(unit.location.module.as_ref(), files);
        }
        if unit.path.strip_suffix("_test").unwrap_or(&unit.path) == COMMAND_LINE_PACKAGE {
            let sources = &self.loaded.sources;
            let names = unit.file_ids.iter().map(|id| Arc::from(&*sources.file(*id).name));
            self.loaded.modules.add_named_files(names);
        }
        if let Some(module) = &unit.location.module {
            let program = is_main || unit.role == PackageRole::Tested;
            self.loaded.modules.add(module, &unit.path, program);
        }
        let shown = match unit.role {
            PackageRole::Tested => {
                let tested = unit.location.import_path.as_deref().unwrap_or(COMMAND_LINE_PACKAGE);
                format!("{} [{tested}.test]", unit.path)
            }
            PackageRole::Plain | PackageRole::TestMain => unit.path.clone(),
        };
        let stated = match &unit.location.module {
            // As in the go command, a package given by its files belongs to the main module but does not use its
            // language version.
            Some(module) if unit.path != COMMAND_LINE_PACKAGE => module.go_version,
            _ => LANGUAGE_VERSION,
        };
        let go_version = self.language.unwrap_or(stated);
        let index = self.package_count_before + self.loaded.packages.len();
        let path = if is_main { "main".into() } else { Name::from(&unit.path) };
        let sandboxed = self.embedded.is_some() && unit.role != PackageRole::TestMain;
        self.index.insert(unit.path, index);
        self.loaded.named.push(NamedPackage { path: shown, files: unit.file_ids });
        self.loaded.packages.push(PackageInput {
            path,
            files: unit.files,
            indexed: None,
            is_library: false,
            is_sandboxed: sandboxed,
            imports,
            missing_imports: missing,
            go_version,
        });
        Ok(index)
    }

    /// Loads the package at `path` for the package `importer`; returns its number, or the reason why there is no such
    /// package.
    fn import(
        &mut self,
        path: &str,
        importer: &ParsedPackage,
        span: Span,
    ) -> Result<Result<usize, String>, LoadError> {
        let Self { fs, index, embedded, tested, from_go, goroot, import_chain: chain, .. } = self;
        let module = importer.location.module.as_ref();
        let importing_as = importer.location.import_path.as_deref().unwrap_or(&importer.path);
        let sees_hidden = importer.role == PackageRole::TestMain;
        let by = Importer::User { module, path: importing_as, sees_hidden, chain };
        let (embedded, tested) = (embedded.as_deref(), tested.as_ref());
        let facts = ProgramFacts { fs, index, embedded, tested, from_go, goroot };
        match resolve(facts, &Import { path, importer: by }) {
            Ok(PackagePlace::Loaded(index)) => Ok(self.check_importable(index, path)),
            Ok(PackagePlace::Memory) => {
                let index = self.load_embedded_package(path)?;
                Ok(self.check_importable(index, path))
            }
            Ok(PackagePlace::Module(module, dir)) => {
                let location = Location { module: Some(module), import_path: Some(path.into()) };
                match self.load_dir(path.into(), &dir, location) {
                    Ok(index) => Ok(self.check_importable(index, path)),
                    Err(LoadError::Other(why)) => Ok(Err(why)),
                    Err(cycle @ LoadError::Cycle(_)) => Err(cycle),
                }
            }
            Ok(place) => self.with_library(|library| library.add_package(path, place)),
            Err(UnresolvedImport::Hidden) => {
                let text = format!("use of internal package {path} not allowed");
                self.loaded.diagnostics.error(Code::InternalPackage, span, text);
                Ok(Err("internal".into()))
            }
            Err(UnresolvedImport::Import(why)) => Ok(Err(why)),
            Err(UnresolvedImport::Program(error)) => Err(error),
        }
    }

    fn check_importable(&self, index: usize, path: &str) -> Result<usize, String> {
        let is_program = match index.checked_sub(self.package_count_before) {
            Some(new) => self.loaded.packages[new].path == "main",
            None => self.programs.contains(&index),
        };
        if is_program && path != "main" {
            return Err(format!("import {path:?} is a program, not an importable package"));
        }
        Ok(index)
    }

    /// Adds a package of the library and the packages it imports, without parsing them.
    fn load_library(&mut self, path: &str) -> Result<Result<usize, String>, LoadError> {
        self.with_library(|library| library.load(path))
    }

    /// Calls `add`, which adds packages of the library to the program.
    fn with_library<T>(
        &mut self,
        add: impl FnOnce(&mut library::LibraryLoader<'_>) -> Result<T, LoadError>,
    ) -> Result<T, LoadError> {
        let LoadedProgram { sources, packages, named, diagnostics, .. } = &mut self.loaded;
        let first = packages.len();
        let (fs, index, before) = (self.fs, &mut self.index, self.package_count_before);
        let (goroot, from_go) = (&mut self.goroot, &self.from_go);
        let tested = self.tested.as_ref();
        let mut loading = library::LibraryLoader {
            fs,
            sources,
            index,
            package_count_before: before,
            packages,
            diagnostics,
            goroot,
            from_go,
            tested,
        };
        let added = add(&mut loading)?;
        named.extend(packages[first..].iter().map(|package| NamedPackage {
            path: package.path.to_string(),
            files: package.indexed.iter().flat_map(|i| i.files.iter().copied()).collect(),
        }));
        Ok(added)
    }

    fn read_all(&self, paths: &[PathBuf]) -> Result<Vec<(PathBuf, Vec<u8>)>, LoadError> {
        let read = |path: &PathBuf| match self.fs.read(path) {
            Ok(bytes) => Ok((path.clone(), bytes)),
            Err(error) => Err(read_error(path, &error)),
        };
        paths.iter().map(read).collect()
    }
}
