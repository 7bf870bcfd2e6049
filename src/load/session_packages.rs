//! Loading for a session: the packages that no earlier input has needed, and the files of the directory whose package
//! the session enters.

use super::build_info::Modules;
use super::file_selection::{self, FileRules};
use super::fs_view::FsView;
use super::go_env::BuildFlags;
use super::goroot::Goroot;
use super::modules::LANGUAGE_VERSION;
use super::packages_from_go::PackagesFromGo;
use super::{
    LoadError, LoadedProgram, Loader, Location, PackageRole, ParsedPackage, library, read_error,
};
use minigo_syntax::ast::{File, Import, Name};
use minigo_syntax::diagnostic::{Diagnostic, Diagnostics};
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::SourceMap;
use minigo_types::PackageInput;
use std::path::{Path, PathBuf};

/// The packages that a session has loaded, and the directory from which its inputs import.
#[derive(Debug, Default)]
pub struct SessionPackages {
    /// The numbers of packages by import path.
    index: HashMap<String, usize>,
    /// The number of packages that the checker has received.
    received_package_count: usize,
    /// The numbers of the packages that are programs.
    programs: HashSet<usize>,
    /// Packages of the user that the session's current input imports and no earlier input did.
    new_packages: Vec<String>,
    /// The directory whose module decides what import paths mean; without one there is the library only.
    dir: Option<PathBuf>,
    /// The import path of the package whose files are inputs.
    input_package: Option<String>,
    /// The installed Go, or the reason why there is none, once it has been searched for.
    goroot: Option<Result<Goroot, String>>,
    /// The packages that come from an installed Go although minigo has its own.
    from_go: PackagesFromGo,
    /// Whether data races are detected. Files can depend on race detection by the tag `race`.
    race: bool,
}

/// The packages that an input imports.
#[derive(Debug, Default)]
pub struct ImportedPackages {
    /// The packages that are new, each after those it imports.
    pub packages: Vec<PackageInput>,
    /// The numbers of the imported packages by import path.
    pub package_numbers: HashMap<Name, usize>,
    /// For import paths that could not be loaded, the reason.
    pub missing: HashMap<Name, String>,
    /// The diagnostics of parsing.
    pub diagnostics: Vec<Diagnostic>,
}

/// The parsed files of a directory's package.
#[derive(Debug)]
pub struct DirectoryPackage {
    /// The name of the package.
    pub name: String,
    /// The import path of the package; its name if the package lies outside of modules or is a program.
    pub path: String,
    /// The parsed files.
    pub files: Vec<File>,
    /// The language version of the package's module.
    pub go_version: (u32, u32),
    /// The diagnostics of parsing.
    pub diagnostics: Vec<Diagnostic>,
}

/// A package for inputs. The package may import the packages that a package at this location may import.
fn input_unit(location: Location) -> ParsedPackage {
    let role = PackageRole::Plain;
    ParsedPackage { path: "main".into(), files: Vec::new(), file_ids: Vec::new(), location, role }
}

impl SessionPackages {
    /// A session that has loaded nothing yet; `race`: whether data races are detected.
    ///
    /// # Errors
    /// Fails if the environment names packages that cannot come from an installed Go.
    pub fn new(dir: Option<PathBuf>, race: bool) -> Result<Self, LoadError> {
        let from_go = PackagesFromGo::read(&FsView::default())?;
        Ok(Self { dir, from_go, race, ..Self::default() })
    }

    fn fs(&self) -> FsView {
        FsView::new(BuildFlags { race: self.race, ..BuildFlags::default() })
    }

    /// Loads a package of the library.
    ///
    /// # Errors
    /// Returns [`LoadError`] when the library does not have it.
    pub fn load_library(
        &mut self,
        path: &str,
        sources: &mut SourceMap,
        packages: &mut Vec<PackageInput>,
    ) -> Result<usize, LoadError> {
        let fs = self.fs();
        let Self { index, received_package_count: count, goroot, from_go, .. } = self;
        let (fs, before) = (&fs, *count);
        let diagnostics = &mut Diagnostics::new();
        let tested = None;
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
        loading.load(path)?.map_err(LoadError::Other)
    }

    /// Loads the packages that an input imports. The caller must then call
    /// [`record_received_packages`](Self::record_received_packages) or
    /// [`forget_new_packages`](Self::forget_new_packages).
    pub fn import_packages<'i>(
        &mut self,
        sources: &mut SourceMap,
        imports: impl Iterator<Item = &'i Import>,
    ) -> ImportedPackages {
        let fs = self.fs();
        let mut out = ImportedPackages::default();
        let bare = Ok(input_unit(Location { module: None, import_path: None }));
        let mut importer = None;
        let before = self.received_package_count;
        self.with_loader(&fs, sources, |loader, growing| {
            for import in imports.filter(|import| import.path != "unsafe") {
                let path = import.path.as_str();
                if let Some(&known) = loader.index.get(path) {
                    out.package_numbers.insert(import.path.clone(), known);
                    continue;
                }
                let importer = match minigo_stdlib::index(path) {
                    Some(_) => &bare,
                    None => importer.get_or_insert_with(|| growing.importer(&fs)),
                };
                let result = match importer {
                    Ok(_) if growing.input_package.as_deref() == Some(path) => {
                        Ok(Err(format!("import cycle not allowed: inputs are in package {path}")))
                    }
                    Ok(unit) => loader.import(path, unit, import.path_span),
                    Err(why) => Err(why.clone()),
                };
                match result {
                    Ok(Ok(number)) => drop(out.package_numbers.insert(import.path.clone(), number)),
                    Ok(Err(why)) | Err(LoadError::Other(why) | LoadError::Cycle(why)) => {
                        // A failed import leaves the chain of importers unfinished.
                        loader.import_chain.clear();
                        out.missing.insert(import.path.clone(), why);
                    }
                }
            }
            out.packages = std::mem::take(&mut loader.loaded.packages);
            out.diagnostics = std::mem::take(&mut loader.loaded.diagnostics).into_sorted();
        });
        for (number, package) in (before..).zip(&out.packages).filter(|(_, p)| !p.is_library) {
            if package.path == "main" {
                self.programs.insert(number);
            }
        }
        let user =
            |number: &usize| out.packages.get(number - before).is_some_and(|p| !p.is_library);
        let new = self.index.iter().filter(|(_, number)| **number >= before && user(number));
        self.new_packages = new.map(|(path, _)| path.clone()).collect();
        out
    }

    /// Records that the checker has received `count` more packages.
    pub fn record_received_packages(&mut self, count: usize) {
        self.received_package_count += count;
    }

    /// Forgets the packages of an input that failed: the user's packages that it was the first to import are loaded
    /// again when another input imports them.
    pub fn forget_new_packages(&mut self) {
        for path in std::mem::take(&mut self.new_packages) {
            self.index.remove(&path);
        }
        let count = self.received_package_count;
        self.index.retain(|_, number| *number < count);
        self.programs.retain(|number| *number < count);
    }

    /// Enters a directory: reads its files, and makes later inputs part of its package, with the imports of its module.
    ///
    /// # Errors
    /// Returns [`LoadError`] when the directory has no package.
    pub fn enter_directory(
        &mut self,
        dir: &Path,
        sources: &mut SourceMap,
    ) -> Result<DirectoryPackage, LoadError> {
        let fs = self.fs();
        let location = Location::of_directory(&fs, dir)?;
        let go_version =
            location.module.as_ref().map_or(LANGUAGE_VERSION, |module| module.go_version);
        let input_package = location.import_path.clone();
        let files = file_selection::read_dir(&fs, dir, FileRules::default());
        let files = files.map_err(|e| read_error(dir, &e))?;
        if files.is_empty() {
            let full = fs.canonical(dir).unwrap_or_else(|| dir.into());
            return Err(LoadError::Other(format!("no Go files in {}", full.display())));
        }
        let (files, diagnostics): (Vec<File>, _) =
            self.with_loader(&fs, sources, |loader, _| {
                let mut texts = Vec::new();
                for (file, bytes) in files {
                    texts.push(loader.add_source(&fs.display_name(&file), bytes)?);
                }
                let unit = loader.parse("main".into(), Some(dir), texts, location);
                loader.check_names(&unit, dir)?;
                Ok((unit.files, std::mem::take(&mut loader.loaded.diagnostics).into_sorted()))
            })?;
        let name = files.first().map_or_else(|| "main".into(), |f| f.package.name.to_string());
        let path = input_package.clone().filter(|_| name != "main").unwrap_or_else(|| name.clone());
        (self.dir, self.input_package) = (Some(dir.into()), input_package);
        Ok(DirectoryPackage { name, path, files, go_version, diagnostics })
    }

    /// Makes later inputs import as the module of this directory does. Returns the previous directory.
    pub fn import_from(&mut self, dir: Option<PathBuf>) -> Option<PathBuf> {
        std::mem::replace(&mut self.dir, dir)
    }

    /// The package on whose behalf inputs import: one in the session's directory.
    fn importer(&self, fs: &FsView) -> Result<ParsedPackage, LoadError> {
        Ok(input_unit(match &self.dir {
            Some(dir) => Location::of_directory(fs, dir)?,
            None => Location { module: None, import_path: None },
        }))
    }

    /// Calls `work` with a loader that continues the state of the last loader.
    fn with_loader<R>(
        &mut self,
        fs: &FsView,
        sources: &mut SourceMap,
        work: impl FnOnce(&mut Loader<'_>, &Self) -> R,
    ) -> R {
        let loaded = LoadedProgram {
            sources: std::mem::take(sources),
            packages: Vec::new(),
            named: Vec::new(),
            diagnostics: Diagnostics::new(),
            godebug: String::new(),
            modules: Modules::default(),
            own_tested_package: None,
        };
        let mut loader = Loader {
            fs,
            loaded,
            index: std::mem::take(&mut self.index),
            package_count_before: self.received_package_count,
            programs: std::mem::take(&mut self.programs),
            import_chain: Vec::new(),
            language: None,
            tested: None,
            embedded: None,
            coverage: None,
            goroot: self.goroot.take(),
            from_go: std::mem::take(&mut self.from_go),
        };
        let result = work(&mut loader, self);
        *sources = loader.loaded.sources;
        (self.goroot, self.from_go) = (loader.goroot, loader.from_go);
        (self.index, self.programs) = (loader.index, loader.programs);
        result
    }
}
