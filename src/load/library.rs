//! The standard library: minigo's own packages, whose table of declarations is adapted to the checker's interface here
//! (the two crates do not depend on each other), and packages of an installed Go for those that minigo lacks.

use std::path::Path;

use crate::load::LoadError;
use crate::load::embed;
use crate::load::fs_view::FsView;
use crate::load::go_index::{GoIndex, IndexFailure};
use crate::load::go_tests::TestedPackage;
use crate::load::goroot::{self, Goroot};
use crate::load::modules::LANGUAGE_VERSION;
use crate::load::modules::module::has_dot;
use crate::load::packages_from_go::PackagesFromGo;
use crate::load::resolve::{
    BEING_LOADED, Import, Importer, PackagePlace, ProgramFacts, UnresolvedImport, resolve,
};
use minigo_stdlib::index::{self, DeclNumber};
use minigo_syntax::ast::Name;
use minigo_syntax::diagnostic::{Code, Diagnostics};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{FileId, Packed, Source, SourceMap, Text, decode_utf8};
use minigo_syntax::{Keyword, parse_file};
use minigo_types::PackageInput;
use minigo_types::input::{DeclLocation, IndexedPackage, Method, PackageIndex};

/// A package of minigo's own library, as the checker's index of declarations.
#[derive(Debug)]
pub struct Package(pub index::PackageIndex);

impl PackageIndex for Package {
    fn package_name(&self) -> &str {
        self.0.name()
    }

    fn find_decl(&self, name: &str) -> Option<DeclNumber> {
        self.0.find(name)
    }

    fn decl_names(&self) -> Vec<&str> {
        self.0.names().collect()
    }

    fn decl_location(&self, decl: DeclNumber) -> DeclLocation {
        let index::DeclLocation { file, start, end, body_start: body, keyword } =
            self.0.location_of(decl);
        let keyword = keyword.map(|keyword| match keyword {
            index::Keyword::Const => Keyword::Const,
            index::Keyword::Var => Keyword::Var,
            index::Keyword::Type => Keyword::Type,
        });
        DeclLocation { file, start, end, body, keyword }
    }

    fn methods(&self, decl: DeclNumber) -> Vec<Method<'_>> {
        let method = |m: index::Method| {
            let index::Method { name, has_pointer_receiver: pointer, file, name_offset: at, decl } =
                m;
            Method { name, has_pointer_receiver: pointer, file, name_offset: at, decl }
        };
        self.0.methods(decl).map(method).collect()
    }

    fn init_funcs(&self) -> &[DeclNumber] {
        self.0.init_decls()
    }

    fn imports(&self, file: usize) -> Vec<(&str, &str)> {
        self.0.imports()[file].to_vec()
    }
}

/// Adds packages of the library to a program: minigo's own, and those of an installed Go.
#[derive(Debug)]
pub struct LibraryLoader<'l> {
    /// The file system, for the sources of Go's packages.
    pub fs: &'l FsView,
    /// The source map that receives the packages' texts.
    pub sources: &'l mut SourceMap,
    /// The numbers of packages by import path.
    pub index: &'l mut HashMap<String, usize>,
    /// The number of packages that the program had before.
    pub package_count_before: usize,
    /// The list that receives the packages.
    pub packages: &'l mut Vec<PackageInput>,
    /// Errors in the sources of Go's packages.
    pub diagnostics: &'l mut Diagnostics,
    /// The installed Go, or the reason why there is none, once it has been searched for.
    pub goroot: &'l mut Option<Result<Goroot, String>>,
    /// The packages that come from an installed Go although minigo has its own.
    pub(super) from_go: &'l PackagesFromGo,
    /// The package of Go's library that is loaded with its tests.
    pub tested: Option<&'l TestedPackage>,
}

/// A source text of a package.
#[derive(Clone, Debug)]
pub struct SourceText {
    /// The file name in messages.
    pub name: String,
    /// The text.
    pub text: Text,
    /// The offsets of bytes that are not valid UTF-8.
    pub invalid_utf8: Vec<usize>,
}

impl LibraryLoader<'_> {
    /// Adds the package at `path` and its imports, unless the program has them already. The packages are not parsed.
    /// Returns the package's number, or the reason why there is no such package.
    ///
    /// # Errors
    /// Returns [`LoadError`] when the sources of a package cannot be read or are too large.
    pub fn load(&mut self, path: &str) -> Result<Result<usize, String>, LoadError> {
        let Self { fs, index, tested, from_go, goroot, .. } = self;
        let (tested, embedded) = (*tested, None);
        let facts = ProgramFacts { fs, index, embedded, tested, from_go, goroot };
        match resolve(facts, &Import { path, importer: Importer::Library }) {
            Ok(place) => self.add_package(path, place),
            Err(UnresolvedImport::Import(why)) => Ok(Err(why)),
            Err(UnresolvedImport::Hidden) => {
                unreachable!("nothing in the library is hidden from it")
            }
            Err(UnresolvedImport::Program(error)) => Err(error),
        }
    }

    /// Adds the package at `path`, which is at this place, and its imports.
    ///
    /// # Errors
    /// The errors of [`load`](Self::load).
    pub(super) fn add_package(
        &mut self,
        path: &str,
        place: PackagePlace,
    ) -> Result<Result<usize, String>, LoadError> {
        match (place, self.tested) {
            (PackagePlace::Loaded(number), _) => Ok(Ok(number)),
            (PackagePlace::GoTests, Some(tested)) => self.add_indexed_package(
                path,
                tested.external_tests.clone(),
                tested.external_tests.len(),
                0,
                &tested.dir,
            ),
            (PackagePlace::Own(_), Some(tested)) if path == tested.path => {
                self.add_minigo_package_with_tests(path, tested)
            }
            (PackagePlace::Own(table), _) => self.add_minigo_package(path, table).map(Ok),
            (PackagePlace::Installed(dir), _) => {
                let found = self.add_go_package(path, &dir);
                if !matches!(found, Ok(Ok(_))) {
                    self.index.remove(path);
                }
                found
            }
            (PackagePlace::GoTests | PackagePlace::Memory | PackagePlace::Module(..), _) => {
                unreachable!("the library has no packages there")
            }
        }
    }

    /// Adds a package of minigo's own library.
    fn add_minigo_package(
        &mut self,
        path: &str,
        table: index::PackageIndex,
    ) -> Result<usize, LoadError> {
        let imports = table.imports().iter().copied().flatten().map(|&(_, import)| import);
        let (imports, missing) = self.imports(path, imports)?;
        let mut files = Vec::new();
        for (name, text) in minigo_stdlib::files(path) {
            let name = format!("$GOROOT/src/{path}/{name}");
            let source = self.sources.add(&name, text);
            files.push(source.map_err(|_| LoadError::Other(format!("{path}: too large")))?.id);
        }
        Ok(self.add_to_program(path, Box::new(Package(table)), files, (imports, missing)))
    }

    /// Adds a package of minigo's own library together with Go's tests of the package.
    fn add_minigo_package_with_tests(
        &mut self,
        path: &str,
        tested: &TestedPackage,
    ) -> Result<Result<usize, String>, LoadError> {
        let mut pieces: Vec<SourceText> =
            minigo_package_texts(path, minigo_stdlib::files(path)).collect();
        let own = pieces.len();
        pieces.extend(tested.internal_tests.iter().cloned());
        let overlay = pieces.len();
        self.add_indexed_package(path, pieces, overlay, own, &tested.dir)
    }

    /// Adds a package of Go's own library from the directory `dir`.
    fn add_go_package(
        &mut self,
        path: &str,
        dir: &Path,
    ) -> Result<Result<usize, String>, LoadError> {
        let read = goroot::package_files(self.fs, path, dir);
        let read = read.map_err(|error| LoadError::Other(format!("{}: {error}", dir.display())))?;
        if read.is_empty() {
            return Ok(Err(format!("no Go files for this system in {}", dir.display())));
        }
        let mut pieces: Vec<SourceText> = read
            .into_iter()
            .map(|(file, bytes)| {
                let (text, bad) = decode_utf8(bytes);
                SourceText {
                    name: file.display().to_string(),
                    text: text.into(),
                    invalid_utf8: bad,
                }
            })
            .collect();
        if let Some(tested) = self.tested.filter(|tested| path == tested.path) {
            pieces.extend(tested.internal_tests.iter().cloned());
        }
        let overlay = pieces.len();
        pieces.extend(minigo_package_texts(path, minigo_stdlib::overlay_files(path)));
        self.add_indexed_package(path, pieces, overlay, 0, dir)
    }

    /// Adds a package with these texts. The first `own` texts are minigo's own package; those from number `overlay` on
    /// are minigo's overlay.
    fn add_indexed_package(
        &mut self,
        path: &str,
        pieces: Vec<SourceText>,
        overlay: usize,
        own: usize,
        dir: &Path,
    ) -> Result<Result<usize, String>, LoadError> {
        let (mut sources, mut not_utf8) = (Vec::new(), Vec::new());
        for (number, SourceText { name, text, invalid_utf8: bad }) in pieces.into_iter().enumerate()
        {
            let embedded = (own..overlay).contains(&number);
            let written =
                embedded.then(|| embed::text_with_values(self.fs, dir, &name, &text)).flatten();
            let text = written.map_or(text, Into::into);
            let source = self.sources.add(&name, text);
            let source =
                source.map_err(|_| LoadError::Other(format!("{name}: too large")))?.clone();
            not_utf8.extend(bad.into_iter().map(|offset| source.pos(offset)));
            sources.push(source);
        }
        let index = match GoIndex::new(&sources, overlay) {
            Ok(index) => {
                index.with_own_files(sources[..own].iter().map(|source| source.id).collect())
            }
            Err(failure) => return Ok(Err(self.refusal_reason(failure, &sources, dir))),
        };
        for at in not_utf8 {
            self.diagnostics.error_at(Code::InvalidUTF8, at, "invalid UTF-8 encoding");
        }
        let paths: Vec<String> = (0..sources.len())
            .flat_map(|file| index.imports(file))
            .map(|(_, import)| import.to_owned())
            .collect();
        let imports = self.imports(path, paths.iter().map(String::as_str))?;
        let files = sources.iter().map(|source| source.id).collect();
        Ok(Ok(self.add_to_program(path, Box::new(index), files, imports)))
    }

    /// The reason why a package with these sources cannot be used.
    fn refusal_reason(&self, failure: IndexFailure, sources: &[Source], dir: &Path) -> String {
        match failure {
            IndexFailure::Malformed(file) => {
                let found = parse_file(&sources[file]).diagnostics.into_sorted();
                let first = found.first().and_then(|error| {
                    let at = self.sources.position(error.span.start)?;
                    Some(format!("{}:{}:{}: {}", at.file, at.line, at.column, error.message))
                });
                first.unwrap_or_else(|| format!("{} is malformed", sources[file].name))
            }
            IndexFailure::Names(names) => format!("found packages {names} in {}", dir.display()),
            IndexFailure::TooLarge => format!("{} has too many declarations", dir.display()),
        }
    }

    /// Adds the packages that a package imports.
    fn imports<'p>(
        &mut self,
        importer: &str,
        paths: impl Iterator<Item = &'p str>,
    ) -> Result<ResolvedImports, LoadError> {
        self.index.insert(importer.to_owned(), BEING_LOADED);
        let (mut imports, mut missing) = (HashMap::default(), HashMap::default());
        for path in paths {
            if path == "unsafe" || imports.contains_key(path) || missing.contains_key(path) {
                continue;
            }
            // A package that Go's library vendors is not the package that modules of the program have at the same path.
            let vendored = has_dot(path).then(|| format!("vendor/{path}"));
            match self.load(vendored.as_deref().unwrap_or(path))? {
                Ok(at) => drop(imports.insert(Name::from(path), at)),
                Err(why) => drop(missing.insert(Name::from(path), why)),
            }
        }
        Ok((imports, missing))
    }

    fn add_to_program(
        &mut self,
        path: &str,
        index: Box<dyn PackageIndex>,
        files: Vec<FileId>,
        (imports, missing): ResolvedImports,
    ) -> usize {
        let at = self.package_count_before + self.packages.len();
        self.index.insert(path.to_owned(), at);
        self.packages.push(PackageInput {
            path: path.into(),
            files: Vec::new(),
            indexed: Some(IndexedPackage { index, files }),
            is_library: true,
            is_sandboxed: false,
            imports,
            missing_imports: missing,
            go_version: LANGUAGE_VERSION,
        });
        at
    }
}

/// The texts of the files `files` of package `path`, which are compiled into minigo.
fn minigo_package_texts<'a>(
    path: &'a str,
    files: &'static [(&'static str, Packed)],
) -> impl Iterator<Item = SourceText> + 'a {
    files.iter().map(move |(name, text)| SourceText {
        name: format!("$GOROOT/src/{path}/{name}"),
        text: (*text.unpack()).into(),
        invalid_utf8: Vec::new(),
    })
}

/// The numbers of the imported packages, and the reasons why others could not be loaded.
type ResolvedImports = (HashMap<Name, usize>, HashMap<Name, String>);

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_syntax::ast::{Body, Decl};
    use minigo_syntax::source::{SourceMap, Span};
    use minigo_syntax::{DeclPiece, parse_decl};

    /// The syntax tree of one declaration, parsed by itself.
    fn parsed(path: &str, location: DeclLocation) -> Decl {
        let mut map = SourceMap::new();
        let (file, packed) = &minigo_stdlib::files(path)[location.file];
        let source = map.add(file, packed).unwrap();
        let end = source.pos(location.end);
        let (decl, found) = parse_decl(
            source,
            DeclPiece {
                span: Span::new(source.pos(location.start), end),
                body: location.body.map(|at| Span::new(source.pos(at), end)),
                keyword: location.keyword,
            },
        );
        let name = &source.text[location.start..location.end];
        assert!(found.is_empty(), "{path}: {name}: {found:?}");
        if let Decl::Func(func) = &decl {
            let deferred = matches!(func.body, Some(Body::Deferred(_)));
            assert_eq!(deferred, location.body.is_some(), "{path}: {name}");
        }
        decl
    }

    #[test]
    fn each_declaration_of_the_library_can_be_parsed_by_itself() {
        for path in minigo_stdlib::import_paths() {
            let package = Package(minigo_stdlib::index(path).unwrap());
            for name in package.decl_names() {
                let number = package.find_decl(name).unwrap();
                match parsed(path, package.decl_location(number)) {
                    Decl::Const(specs) => assert!(
                        specs.iter().flat_map(|s| &s.names).any(|n| n.name == name),
                        "{path}.{name}"
                    ),
                    Decl::Var(specs) => assert!(
                        specs.iter().flat_map(|s| &s.names).any(|n| n.name == name),
                        "{path}.{name}"
                    ),
                    Decl::Type(specs) => assert_eq!(specs[0].name.name, name),
                    Decl::Func(func) => assert_eq!(func.name.name, name),
                    Decl::Bad(_) => panic!("{path}.{name}"),
                }
                for method in package.methods(number) {
                    let Decl::Func(func) = parsed(path, package.decl_location(method.decl)) else {
                        panic!("{path}.{name}.{}", method.name)
                    };
                    assert_eq!(func.name.name, method.name);
                    assert!(func.recv.is_some(), "{path}.{name}.{}", method.name);
                }
            }
            package
                .init_funcs()
                .iter()
                .for_each(|&decl| drop(parsed(path, package.decl_location(decl))));
        }
    }
}
