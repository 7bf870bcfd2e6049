//! The program of an embedder: packages whose texts are in memory.

use super::{COMMAND_LINE_PACKAGE, LoadError, Loader, Location, PackageRole, ParsedPackage};
use crate::options::EmbeddedProgram;
use std::sync::Arc;

impl Loader<'_> {
    /// Loads the program.
    pub(super) fn load_embedded_program(
        &mut self,
        program: &Arc<EmbeddedProgram>,
    ) -> Result<(), LoadError> {
        self.embedded = Some(program.clone());
        let source = self.add_source("main.go", program.main.clone().into_bytes())?;
        let location = Location { module: None, import_path: None };
        let unit = self.parse(COMMAND_LINE_PACKAGE.into(), None, vec![source], location);
        self.finish_package(ParsedPackage { role: PackageRole::TestMain, ..unit }).map(drop)
    }

    /// Loads the package at `path` of the program in memory.
    pub(super) fn load_embedded_package(&mut self, path: &str) -> Result<usize, LoadError> {
        let program = self.embedded.clone().unwrap_or_default();
        let mut sources = Vec::new();
        for (name, text) in program.packages.get(path).into_iter().flatten() {
            sources.push(self.add_source(name, text.clone().into_bytes())?);
        }
        let location = Location { module: None, import_path: Some(path.into()) };
        let mut unit = self.parse(path.into(), None, sources, location);
        if program.native_packages.contains(path) {
            // The generated package imports package internal/embed.
            unit.role = PackageRole::TestMain;
        }
        self.finish_package(unit)
    }
}
