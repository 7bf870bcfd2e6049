//! The place of a package of the user: its module and its import path.

use std::path::{Path, PathBuf};

use super::LoadError;
use super::file_selection::FileRules;
use super::fs_view::{FsView, Language};
use super::modules::module::{Module, ResolvedImport, has_dot, is_local};
use super::resolve::missing_package;

/// The module and import path of a user's package.
#[derive(Clone)]
pub(super) struct Location {
    pub(super) module: Option<Module>,
    /// The import path of the package's directory, even if the package is given by its files. The path decides which
    /// internal packages the package may import.
    pub(super) import_path: Option<String>,
}

impl Location {
    pub(super) fn of_directory(fs: &FsView, dir: &Path) -> Result<Self, LoadError> {
        let module = Module::find(fs, dir).map_err(LoadError::Other)?;
        let import_path = module.as_ref().and_then(|m| m.import_path(fs, dir));
        Ok(Self { module, import_path })
    }

    /// Finds the package that a word names by its import path, as seen from the working directory: its directory and
    /// location. Returns `None` if the word is the path of a directory.
    pub(super) fn of_import_path(
        fs: &FsView,
        word: &Path,
    ) -> Result<Option<(PathBuf, Self)>, LoadError> {
        let Some(import) =
            word.to_str().filter(|word| !is_local(word) && !fs.is_dir(word.as_ref()))
        else {
            return Ok(None);
        };
        if import.contains('@') && has_dot(import) {
            return Err(LoadError::Other(format!(
                "{import}: minigo downloads no modules, so it runs no package at a version; in a module, \
                 to add it:\n\tgo get {import}"
            )));
        }
        let found = match Module::effective_main_module(fs).map_err(LoadError::Other)? {
            Some(module) => module.resolve(fs, import, None),
            None => ResolvedImport::Elsewhere,
        };
        match found {
            ResolvedImport::Package(module, dir) => {
                let import_path = Some(import.into());
                Ok(Some((dir, Self { module: Some(module), import_path })))
            }
            ResolvedImport::Missing(why) | ResolvedImport::Fatal(why) => Err(LoadError::Other(why)),
            ResolvedImport::Elsewhere if has_dot(import) => {
                Err(LoadError::Other(missing_package(import, None)))
            }
            ResolvedImport::Elsewhere => Ok(None),
        }
    }

    /// The location of the package `import` in the module around the working directory or in a dependency of it.
    pub(super) fn of_import(fs: &FsView, import: &str) -> Result<Self, LoadError> {
        match Self::of_import_path(fs, Path::new(import))? {
            Some((_, location)) => Ok(location),
            None => Err(LoadError::Other(missing_package(import, None))),
        }
    }

    /// The rules for reading the files of the package in this directory.
    pub(super) fn file_rules(&self, fs: &FsView, dir: &Path, tests: bool) -> FileRules {
        let installed = self.module.as_ref().is_some_and(|module| module.is_in_cache(fs));
        let without_assembly = self.module.is_some() && fs.has_files(dir, Language::Assembly);
        FileRules {
            includes_tests: tests,
            is_installed: installed,
            without_assembly,
            leaves_out_processor_files: false,
        }
    }
}
