//! A package with its tests, and the program that runs them.
//!
//! As in the go command, test files with the package's own name become part of the package. Test files whose package
//! name ends in `_test` form a package of their own, and a generated package main imports both. Other packages of the
//! program that import the package get it with its tests.

use super::file_selection::{self, FileRules};
use super::test_main::{
    EXTERNAL_TESTS_IMPORT_NAME, EXTERNAL_TESTS_PATH_SUFFIX, PACKAGE_NAME, TestFunctions,
};
use super::{
    COMMAND_LINE_PACKAGE, LoadError, Loader, Location, PackageRole, ParsedPackage, godebug,
    no_files_error, patterns, read_error,
};
use crate::options::Tests;

impl Loader<'_> {
    /// Loads the program that runs the tests of the package in a directory, or of the package that some files form.
    pub(super) fn load_tests(&mut self, tests: &Tests) -> Result<(), LoadError> {
        let dir = tests.directory();
        let mut location = match &tests.import_path {
            Some(import) => Location::of_import(self.fs, import)?,
            None => Location::of_directory(self.fs, &dir)?,
        };
        let mut reading = FileRules::default();
        let files = match tests.paths.as_slice() {
            [path] if *path == dir => {
                let path = location.import_path.take();
                location.import_path = path.or_else(|| Some(patterns::path_outside_modules(&dir)));
                reading = location.file_rules(self.fs, &dir, true);
                let files = file_selection::read_dir(self.fs, &dir, reading);
                files.map_err(|error| read_error(&dir, &error))?
            }
            files => {
                location.import_path = None;
                self.read_all(files)?
            }
        };
        let path = location.import_path.clone().unwrap_or_else(|| COMMAND_LINE_PACKAGE.into());
        if files.is_empty() {
            return Err(no_files_error(self.fs, &path, &dir));
        }
        let sources = self.add_sources(&path, files)?;
        let all = self.parse(path.clone(), Some(&dir), sources, location.clone());
        let mut all = match reading.without_assembly {
            true => self.replace_assembly(all, &dir, reading)?,
            false => all,
        };
        all.drop_cgo();
        let (tested, external) = self.divide_files(all);
        self.check_names(&tested, &dir)?;
        let tested = self.with_tests_last(tested);
        let mut functions = TestFunctions::default();
        for (unit, package) in [(&tested, PACKAGE_NAME), (&external, EXTERNAL_TESTS_IMPORT_NAME)] {
            for file in &unit.files {
                let sources = &self.loaded.sources;
                if file_selection::is_test_file(&sources.file(file.id).name) {
                    functions.add(sources, file, package).map_err(LoadError::Other)?;
                }
            }
        }
        self.loaded.godebug = self.godebug_of(&tested, &external);
        let module = location.module.as_ref().map(|module| module.path.clone());
        let mut imports = Vec::new();
        for (unit, package) in [(tested, PACKAGE_NAME), (external, EXTERNAL_TESTS_IMPORT_NAME)] {
            if !unit.files.is_empty() {
                imports.push((package, unit.path.clone()));
                self.finish_package(unit)?;
            }
        }
        let text = functions.main_text(&path, &module.unwrap_or_default(), &imports);
        let text = self.instrument_test_main(text, &location)?;
        self.finish_test_main(&path, text)
    }

    /// Adds the main package of the program that tests the package at `path`.
    pub(super) fn finish_test_main(&mut self, path: &str, text: String) -> Result<(), LoadError> {
        let source = self.add_source("_testmain.go", text.into_bytes())?;
        let location = Location { module: None, import_path: None };
        let unit = self.parse(format!("{path}.test"), None, vec![source], location);
        self.finish_package(ParsedPackage { role: PackageRole::TestMain, ..unit })?;
        Ok(())
    }

    /// The value of GODEBUG for the tests: settings of the package's files come first, then those of its tests, then of
    /// its external tests.
    fn godebug_of(&self, tested: &ParsedPackage, external: &ParsedPackage) -> String {
        let sources = &self.loaded.sources;
        let files = tested.files.iter().chain(&external.files);
        let texts = files.map(|file| (sources.file(file.id), file));
        godebug::godebug_value(tested.location.module.as_ref(), texts)
    }

    /// Separates the files of the external tests from those of the package and its internal tests.
    fn divide_files(&self, all: ParsedPackage) -> (ParsedPackage, ParsedPackage) {
        let empty = |path: String| ParsedPackage {
            path,
            files: Vec::new(),
            file_ids: Vec::new(),
            location: all.location.clone(),
            role: PackageRole::Tested,
        };
        let mut external = empty(format!("{}{EXTERNAL_TESTS_PATH_SUFFIX}", all.path));
        let mut tested = empty(all.path);
        for (file, id) in all.files.into_iter().zip(all.file_ids) {
            let in_test_file = file_selection::is_test_file(&self.loaded.sources.file(id).name);
            let apart = in_test_file && file.package.name.ends_with(EXTERNAL_TESTS_PATH_SUFFIX);
            let unit = if apart { &mut external } else { &mut tested };
            unit.files.push(file);
            unit.file_ids.push(id);
        }
        (tested, external)
    }

    /// Puts the files of the internal tests last, whatever their names: as in the go command, the `init` functions
    /// of the package's own files are called before those of its tests.
    fn with_tests_last(&self, unit: ParsedPackage) -> ParsedPackage {
        let mut files = unit.files.into_iter().zip(unit.file_ids).collect::<Vec<_>>();
        files.sort_by_key(|(_, id)| {
            file_selection::is_test_file(&self.loaded.sources.file(*id).name)
        });
        let (files, ids) = files.into_iter().unzip();
        ParsedPackage { files, file_ids: ids, ..unit }
    }
}
