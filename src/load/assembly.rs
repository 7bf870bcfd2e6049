//! Packages of modules that are partly written in assembly. minigo runs no assembly, so it uses Go code of the package
//! instead.
//!
//! The files of packages with assembly are chosen as if the tags `purego` and `noasm` were set. If functions still lack
//! bodies, the overlay of minigo's library supplies some of them (golang.org/x/sys). If functions lack bodies even
//! then, minigo takes the files for a processor that the package has no assembly for.

use std::path::Path;

use minigo_syntax::ast::{Decl, FuncDecl};
use minigo_syntax::parse_file;

use super::file_selection::{self, FileRules};
use super::{LoadError, Loader, ParsedPackage, read_error};

/// The function that a declaration declares, if the function has no body.
fn func_without_body(decl: &Decl) -> Option<&FuncDecl> {
    match decl {
        Decl::Func(func) if func.body.is_none() => Some(func),
        _ => None,
    }
}

impl ParsedPackage {
    /// Reports whether the body of a function is in these assembly texts. A function without a body that the texts do
    /// not name gets its body from another package, by a `//go:linkname` line there; so does a function that has such a
    /// line in this package.
    fn lacks_bodies(&self, assembly: &[String]) -> bool {
        let is_linked = |func: &FuncDecl| {
            let mut links = self.files.iter().flat_map(|file| &file.linknames);
            links.any(|link| link.local_name == func.name.name)
        };
        let decls = self.files.iter().flat_map(|file| &file.decls);
        let mut lacking = decls.filter_map(func_without_body).filter(|func| !is_linked(func));
        lacking.any(|func| assembly.iter().any(|text| text.contains(func.name.name.as_str())))
    }

    /// Drops files that have no declarations left: nothing uses their imports.
    fn drop_empty_files(&mut self) {
        let mut keep =
            self.files.iter().map(|file| !file.decls.is_empty()).collect::<Vec<_>>().into_iter();
        self.file_ids.retain(|_| keep.next().unwrap_or(true));
        self.files.retain(|file| !file.decls.is_empty());
    }
}

impl Loader<'_> {
    /// Replaces functions without bodies by those of minigo's overlay. If functions without bodies remain, takes the
    /// files for a processor that the package has no assembly for.
    pub(super) fn replace_assembly(
        &mut self,
        unit: ParsedPackage,
        dir: &Path,
        reading: FileRules,
    ) -> Result<ParsedPackage, LoadError> {
        let mut decls = unit.files.iter().flat_map(|file| &file.decls);
        if decls.all(|decl| func_without_body(decl).is_none()) {
            return Ok(unit);
        }
        let files = self.fs.entries(dir).into_iter().map(|(name, _)| dir.join(name));
        let assembly = files.filter(|file| file.extension().is_some_and(|e| e == "s"));
        let assembly: Vec<String> = assembly.filter_map(|file| self.fs.read_text(&file)).collect();
        if !unit.lacks_bodies(&assembly) {
            return Ok(unit);
        }
        let unit = self.add_overlay(unit)?;
        if !unit.lacks_bodies(&assembly) {
            return Ok(unit);
        }
        let files = file_selection::read_dir(
            self.fs,
            dir,
            FileRules { leaves_out_processor_files: true, ..reading },
        );
        let files = files.map_err(|error| read_error(dir, &error))?;
        let mut sources = Vec::new();
        for (file, bytes) in files {
            sources.push(self.add_source(&self.fs.display_name(&file), bytes)?);
        }
        let ParsedPackage { path, location, .. } = unit;
        Ok(self.parse(path, Some(dir), sources, location))
    }

    /// Adds the overlay's functions to a package, in place of the package's functions without bodies.
    fn add_overlay(&mut self, mut unit: ParsedPackage) -> Result<ParsedPackage, LoadError> {
        for (name, text) in minigo_stdlib::overlay_files(&unit.path) {
            let name = format!("$GOROOT/src/{}/{name}", unit.path);
            let source = self.add_source(&name, text.unpack().as_bytes().to_vec())?;
            let parsed = parse_file(&source);
            self.loaded.diagnostics.extend(parsed.diagnostics);
            let mut file = parsed.file;
            let lacking: Vec<_> = unit.files.iter().flat_map(|file| &file.decls).collect();
            let lacking = lacking.into_iter().filter_map(func_without_body);
            let lacking: Vec<_> = lacking.map(|func| func.name.name.clone()).collect();
            file.decls.retain(
                |decl| matches!(decl, Decl::Func(func) if lacking.contains(&func.name.name)),
            );
            for decls in unit.files.iter_mut().map(|file| &mut file.decls) {
                decls.retain(|decl| {
                    func_without_body(decl).is_none_or(|func| !declares(&file.decls, func))
                });
            }
            unit.drop_empty_files();
            if !file.decls.is_empty() {
                unit.files.push(file);
                unit.file_ids.push(source.id);
            }
        }
        Ok(unit)
    }
}

fn declares(decls: &[Decl], wanted: &FuncDecl) -> bool {
    let same = |decl: &Decl| matches!(decl, Decl::Func(func) if func.name.name == wanted.name.name);
    decls.iter().any(same)
}
