//! The tests of a package of Go's own library, from the sources of an installed Go. The test files become part of the
//! package that the program uses: if minigo has a package of its own, they test that package.

use std::path::{Path, PathBuf};

use minigo_syntax::parse_file;
use minigo_syntax::source::{SourceMap, decode_utf8};

use super::fs_view::FsView;
use super::goroot::{self, Goroot};
use super::library::SourceText;
use super::modules::module::Module;
use super::test_main::{
    EXTERNAL_TESTS_IMPORT_NAME, EXTERNAL_TESTS_PATH_SUFFIX, PACKAGE_NAME, TestFunctions,
};
use super::{LoadError, Loader};
use crate::options::Target;

/// The path of the module that Go's own library is.
const STD_MODULE: &str = "std";

/// A package of Go's own library under test.
#[derive(Debug)]
pub struct TestedPackage {
    /// The package's import path.
    pub path: String,
    /// The package's directory.
    pub dir: PathBuf,
    /// The test files that become part of the package.
    pub internal_tests: Vec<SourceText>,
    /// The test files of the external test package.
    pub external_tests: Vec<SourceText>,
    functions: TestFunctions,
}

/// The installed Go to whose library `dir` belongs, and the import path of its package, if `module` is Go's library.
#[must_use]
pub(super) fn package_at(fs: &FsView, module: &Module, dir: &Path) -> Option<(Goroot, String)> {
    let path = module.import_path(fs, dir).filter(|_| module.path == STD_MODULE)?;
    let path = path.strip_prefix("std/")?;
    let path = path.strip_prefix("vendor/").unwrap_or(path).to_owned();
    Some((Goroot::installed_at(fs, &module.dir)?, path))
}

impl TestedPackage {
    /// The package at `path`, in the directory `dir`, with its tests.
    ///
    /// # Errors
    /// Returns an error for a test file that cannot be read, or one with a malformed test function.
    pub fn find(fs: &FsView, path: String, dir: PathBuf) -> Result<Self, LoadError> {
        let read = goroot::test_files(fs, &path, &dir);
        let read = read.map_err(|error| super::read_error(&dir, &error))?;
        let (internal, external) = Default::default();
        let mut tested = Self {
            path,
            dir,
            internal_tests: internal,
            external_tests: external,
            functions: TestFunctions::default(),
        };
        let mut sources = SourceMap::new();
        for (file, bytes) in read {
            let (text, bad) = decode_utf8(bytes);
            let name = file.display().to_string();
            let source = sources.add(&name, text.clone());
            let source =
                source.map_err(|_| LoadError::Other(format!("{name}: too large")))?.clone();
            let parsed = parse_file(&source).file;
            let apart = parsed.package.name.ends_with(EXTERNAL_TESTS_PATH_SUFFIX);
            let package = if apart { EXTERNAL_TESTS_IMPORT_NAME } else { PACKAGE_NAME };
            tested.functions.add(&sources, &parsed, package).map_err(LoadError::Other)?;
            let pieces =
                if apart { &mut tested.external_tests } else { &mut tested.internal_tests };
            pieces.push(SourceText { name, text: text.into(), invalid_utf8: bad });
        }
        Ok(tested)
    }

    /// The import path of the package's external tests.
    #[must_use]
    pub fn external_path(&self) -> String {
        format!("{}{EXTERNAL_TESTS_PATH_SUFFIX}", self.path)
    }

    /// The text of the test program's main package.
    fn main_text(&self) -> String {
        let mut imports = vec![(PACKAGE_NAME, self.path.clone())];
        if !self.external_tests.is_empty() {
            imports.push((EXTERNAL_TESTS_IMPORT_NAME, self.external_path()));
        }
        self.functions.main_text(&self.path, "", &imports)
    }
}

impl Loader<'_> {
    /// Notes the package whose tests the user wants, if it belongs to Go's library.
    pub(super) fn find_tested_package(&mut self, target: &Target) -> Result<(), LoadError> {
        let Target::Tests(tests) = target else { return Ok(()) };
        let [dir] = &tests.paths[..] else { return Ok(()) };
        let module = Module::find(self.fs, dir).ok().flatten();
        let found = module.and_then(|module| package_at(self.fs, &module, dir));
        if let Some((goroot, path)) = found {
            self.goroot = Some(Ok(goroot));
            self.tested = Some(TestedPackage::find(self.fs, path, dir.clone())?);
        }
        Ok(())
    }

    /// Loads the program that runs the tests of the package that [`find_tested_package`](Self::find_tested_package) has
    /// noted.
    pub(super) fn load_go_tests(&mut self) -> Result<(), LoadError> {
        let Some(tested) = &self.tested else { return Ok(()) };
        let text = tested.main_text();
        let external = (!tested.external_tests.is_empty()).then(|| tested.external_path());
        let path = tested.path.clone();
        let is_own =
            minigo_stdlib::index(&path).is_some() && !minigo_stdlib::is_replaced_by_go(&path);
        let could_be_gos = !self.from_go.excludes_own_package(&path)
            && !minigo_stdlib::must_not_come_from_go(&path);
        self.loaded.own_tested_package = (is_own && could_be_gos).then(|| path.clone());
        for path in std::iter::once(&path).chain(&external) {
            self.load_library(path)?.map_err(LoadError::Other)?;
        }
        self.finish_test_main(&path, text)
    }
}
