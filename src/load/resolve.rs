//! Where an import leads: the one decision for all imports of a program, the user's and the library's.
//!
//! [`resolve`] has the table: the kinds of imports in their order, and the place or the error of each. `resolve` loads
//! nothing. For the kind of imports from modules [`Module::resolve`] decides: a main module or workspace, `vendor`, the
//! build list with its replacements.

use std::path::PathBuf;

use super::LoadError;
use super::file_selection;
use super::fs_view::FsView;
use super::go_tests::TestedPackage;
use super::goroot::Goroot;
use super::modules::module::{Module, ResolvedImport, has_dot};
use super::packages_from_go::{self, PackagesFromGo};
use super::std_packages::PACKAGES;
use crate::options::EmbeddedProgram;
use minigo_stdlib::index::PackageIndex;
use minigo_syntax::hash::HashMap;

/// The path of the module of Go's own commands, which lies in the directory of Go's library.
const COMMANDS_MODULE: &str = "cmd";

/// Stands for the number of a package whose imports are still being loaded.
pub(super) const BEING_LOADED: usize = usize::MAX;

/// The packages of the library that serve only cgo.
const CGO_PACKAGES: &[&str] = &["runtime/cgo"];

/// An import.
pub(super) struct Import<'i> {
    /// The import path.
    pub(super) path: &'i str,
    /// The importing package.
    pub(super) importer: Importer<'i>,
}

/// The package that imports another one.
pub(super) enum Importer<'i> {
    /// A package of the library, which sees the whole library and nothing else; or minigo itself.
    Library,
    /// A package of the user.
    User {
        module: Option<&'i Module>,
        /// The path that decides which internal packages the importer may import.
        path: &'i str,
        /// Whether the importer may import packages that are hidden from users.
        sees_hidden: bool,
        /// The packages being loaded: path, and the file that imports the next one.
        chain: &'i [(String, String)],
    },
}

/// The place of a package.
pub(super) enum PackagePlace {
    /// The package is loaded already; its number.
    Loaded(usize),
    /// A text of the program in memory.
    Memory,
    /// The external tests of the package of Go's library under test.
    GoTests,
    /// minigo's own library; the package's index of declarations.
    Own(PackageIndex),
    /// The library of an installed Go: the package's directory.
    Installed(PathBuf),
    /// This directory of this module.
    Module(Module, PathBuf),
}

/// The reason why an import cannot be resolved.
pub(super) enum UnresolvedImport {
    /// The program cannot be loaded, because one of its packages has this import.
    Program(LoadError),
    /// The import is of an internal package that the importer must not see.
    Hidden,
    /// The import alone is wrong; the text says why.
    Import(String),
}

/// The facts about the program that decide where imports lead.
pub(super) struct ProgramFacts<'f> {
    pub(super) fs: &'f FsView,
    /// The numbers of packages by import path.
    pub(super) index: &'f HashMap<String, usize>,
    /// The program in memory, if there is one.
    pub(super) embedded: Option<&'f EmbeddedProgram>,
    /// The package of Go's library that is loaded with its tests.
    pub(super) tested: Option<&'f TestedPackage>,
    /// The packages that come from an installed Go although minigo has its own.
    pub(super) from_go: &'f PackagesFromGo,
    /// The installed Go, or the reason why there is none, once it has been searched for.
    pub(super) goroot: &'f mut Option<Result<Goroot, String>>,
}

/// A row of the table: a kind of imports, and the place or the error of an import of that kind.
struct Rule {
    is_kind: fn(&mut ProgramFacts<'_>, &Import<'_>) -> bool,
    find_place: fn(&mut ProgramFacts<'_>, &Import<'_>) -> Result<PackagePlace, UnresolvedImport>,
}

const fn rule(
    is_kind: fn(&mut ProgramFacts<'_>, &Import<'_>) -> bool,
    place: fn(&mut ProgramFacts<'_>, &Import<'_>) -> Result<PackagePlace, UnresolvedImport>,
) -> Rule {
    Rule { is_kind, find_place: place }
}

/// Finds the place of an imported package.
///
/// # Errors
/// [`UnresolvedImport`], as the rule for the import's kind says.
pub(super) fn resolve(
    mut facts: ProgramFacts<'_>,
    import: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    // The first row whose kind the import has decides.
    const RULES: [Rule; 11] = [
        // a package that is being loaded: error "import cycle not allowed"
        rule(is_cycle, cycle_error),
        // an internal package of another tree: error "use of internal package … not allowed"
        rule(is_hidden, hidden_error),
        // a package of the program: its number; error for a cycle in the library
        rule(is_loaded, loaded_place),
        // "C": error
        rule(is_c, no_cgo_error),
        // a package of the program in memory
        rule(is_in_memory, memory_place),
        // the library: Go's tests of the package under test
        rule(is_tested_package, go_tests_place),
        // the library: minigo's own package
        rule(is_minigo_package, minigo_package_place),
        // the library: a part of cgo: error
        rule(is_part_of_cgo, cgo_part_error),
        // the library: an installed Go; error if there is none of the right release, or it lacks the package
        rule(is_of_library, installed_place),
        // a package of a module: vendor or the build list; errors in the go command's words
        rule(has_module, module_place),
        // any other: error
        rule(|_, _| true, missing_error),
    ];
    let rule = RULES.iter().find(|rule| (rule.is_kind)(&mut facts, import));
    (rule.expect("the last row of the table accepts every import").find_place)(&mut facts, import)
}

fn is_cycle(_: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    match import.importer {
        Importer::Library => false,
        Importer::User { chain, .. } => chain.iter().any(|(path, _)| path == import.path),
    }
}

fn cycle_error(
    _: &mut ProgramFacts<'_>,
    import: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    let Import { path, importer: Importer::User { chain, .. } } = import else {
        unreachable!("is_cycle accepts only imports of the user's packages")
    };
    let mut text = String::new();
    for (i, (package, _)) in chain.iter().enumerate() {
        match i.checked_sub(1).map(|before| &chain[before].1) {
            None => text.push_str(&format!("package {package}\n")),
            Some(file) => text.push_str(&format!("\timports {package} from {file}\n")),
        }
    }
    let file = chain.last().map_or("", |(_, file)| file);
    let by_test = chain.first().is_some_and(|(_, file)| file_selection::is_test_file(file));
    let cycle = format!("import cycle not allowed{}", if by_test { " in test" } else { "" });
    let text = format!("{text}\timports {path} from {file}: {cycle}");
    Err(UnresolvedImport::Program(LoadError::Cycle(text)))
}

/// An element `internal` hides the packages below it. Internal packages of the library are not hidden from Go's own
/// commands.
fn is_hidden(facts: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    match import.importer {
        Importer::Library | Importer::User { sees_hidden: true, .. } => false,
        Importer::User { path, .. } => {
            !may_import(path, import.path) && !is_of_own_goroot(facts, import)
        }
    }
}

fn hidden_error(
    _: &mut ProgramFacts<'_>,
    _: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    Err(UnresolvedImport::Hidden)
}

/// Reports whether one of Go's own commands imports a package of Go's library.
fn is_of_own_goroot(facts: &ProgramFacts<'_>, Import { path, importer: by }: &Import<'_>) -> bool {
    let Importer::User { module: Some(module), .. } = by else { return false };
    if module.path != COMMANDS_MODULE {
        return false;
    }
    let in_library =
        !has_dot(path) && path.split('/').next() != Some(COMMANDS_MODULE) && *path != "C";
    in_library
        && module.dir.parent().is_some_and(|src| Goroot::installed_at(facts.fs, src).is_some())
}

fn is_loaded(facts: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    facts.index.contains_key(import.path)
}

fn loaded_place(
    facts: &mut ProgramFacts<'_>,
    import: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    match facts.index[import.path] {
        BEING_LOADED => {
            Err(UnresolvedImport::Import(format!("import cycle in the library at {}", import.path)))
        }
        known => Ok(PackagePlace::Loaded(known)),
    }
}

fn is_c(_: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    import.path == "C" && matches!(import.importer, Importer::User { .. })
}

fn no_cgo_error(
    _: &mut ProgramFacts<'_>,
    _: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    Err(UnresolvedImport::Import("minigo does not support cgo (import \"C\")".into()))
}

fn is_in_memory(facts: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    let by_user = matches!(import.importer, Importer::User { .. });
    by_user && facts.embedded.is_some_and(|program| program.packages.contains_key(import.path))
}

fn memory_place(
    _: &mut ProgramFacts<'_>,
    _: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    Ok(PackagePlace::Memory)
}

fn is_of_library(facts: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    let path = import.path;
    matches!(import.importer, Importer::Library)
        || minigo_stdlib::index(path).is_some()
        || PACKAGES.binary_search(&path).is_ok()
        || is_of_own_goroot(facts, import)
}

fn is_tested_package(facts: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    let is_it = facts.tested.is_some_and(|tested| import.path == tested.external_path());
    is_it && is_of_library(facts, import)
}

fn go_tests_place(
    _: &mut ProgramFacts<'_>,
    _: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    Ok(PackagePlace::GoTests)
}

/// Reports whether minigo's own library has the package, and no installed Go's package is preferred.
fn is_minigo_package(facts: &mut ProgramFacts<'_>, Import { path, .. }: &Import<'_>) -> bool {
    minigo_stdlib::index(path).is_some()
        && !facts.from_go.excludes_own_package(path)
        && !(minigo_stdlib::is_replaced_by_go(path) && facts.directory(path).is_ok())
}

fn minigo_package_place(
    _: &mut ProgramFacts<'_>,
    Import { path, .. }: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    Ok(PackagePlace::Own(
        minigo_stdlib::index(path).expect("the row's is_kind has accepted the import"),
    ))
}

fn is_part_of_cgo(_: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    CGO_PACKAGES.contains(&import.path)
}

fn cgo_part_error(
    _: &mut ProgramFacts<'_>,
    import: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    let path = import.path;
    Err(UnresolvedImport::Import(format!(
        "package {path} is part of cgo, which minigo does not have"
    )))
}

impl ProgramFacts<'_> {
    /// The directory of a package in the library of an installed Go. The error says why there is no such Go; it is
    /// `None` if that Go lacks the package.
    fn directory(&mut self, path: &str) -> Result<PathBuf, Option<&str>> {
        let fs = self.fs;
        match self.goroot.get_or_insert_with(|| Goroot::find(fs)) {
            Ok(found) => found.dir(fs, path).ok_or(None),
            Err(why) => Err(Some(why)),
        }
    }
}

fn installed_place(
    facts: &mut ProgramFacts<'_>,
    Import { path, .. }: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    let excludes_own = facts.from_go.excludes_own_package(path);
    facts.directory(path).map(PackagePlace::Installed).map_err(|why| {
        UnresolvedImport::Import(match why {
            Some(why) if excludes_own => packages_from_go::missing_error(path, why),
            why => missing_package(path, why),
        })
    })
}

fn has_module(_: &mut ProgramFacts<'_>, import: &Import<'_>) -> bool {
    matches!(import.importer, Importer::User { module: Some(_), .. })
}

fn module_place(
    facts: &mut ProgramFacts<'_>,
    import: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    let Importer::User { module: Some(module), path: importer, .. } = import.importer else {
        unreachable!("the row's is_kind has accepted the import")
    };
    match module.resolve(facts.fs, import.path, Some(importer)) {
        ResolvedImport::Package(module, dir) => Ok(PackagePlace::Module(module, dir)),
        ResolvedImport::Missing(why) => Err(UnresolvedImport::Import(why)),
        ResolvedImport::Fatal(why) => Err(UnresolvedImport::Program(LoadError::Other(why))),
        ResolvedImport::Elsewhere => missing_error(facts, import),
    }
}

fn missing_error(
    _: &mut ProgramFacts<'_>,
    import: &Import<'_>,
) -> Result<PackagePlace, UnresolvedImport> {
    Err(UnresolvedImport::Import(missing_package(import.path, None)))
}

/// The reason why there is no package at a path that no module claims. The words are the go command's, except for
/// packages that minigo lacks; `no_go` says why there are no sources of Go's library.
#[must_use]
pub(super) fn missing_package(path: &str, no_go: Option<&str>) -> String {
    let of_go = PACKAGES.binary_search(&path).is_ok();
    if let Some(why) = no_go.filter(|_| of_go) {
        return format!(
            "package {path} is not part of minigo's own library and needs an installed Go; {why}"
        );
    }
    if has_dot(path) {
        let why = "go.mod file not found in current directory or any parent directory; see 'go help modules'";
        return format!("no required module provides package {path}: {why}");
    }
    format!("package {path} is not in std")
}

/// Reports whether a package at `importer` may import `path`. An element `internal` hides the packages below it from
/// packages outside the parent of that element.
#[must_use]
pub(super) fn may_import(importer: &str, path: &str) -> bool {
    let parent = match path.rfind("/internal/") {
        Some(at) => &path[..at],
        None => match path.strip_suffix("/internal") {
            Some(parent) => parent,
            None => return !(path == "internal" || path.starts_with("internal/")),
        },
    };
    importer == parent || importer.strip_prefix(parent).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn internal_packages_stay_in_their_tree() {
        assert!(may_import("m/a", "m/internal/x") && may_import("m", "m/internal"));
        assert!(may_import("n", "m/x") && may_import("m/internal/a", "m/internal/b"));
        assert!(!may_import("n/a", "m/internal/x") && !may_import("m", "internal/bytealg"));
    }
}
