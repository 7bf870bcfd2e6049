//! Adapts the standard library's table of declarations to the checker's interface: the two crates do not depend on each
//! other.

use crate::load::module::LANGUAGE;
use crate::load::{LoadError, missing_package};
use minigo_stdlib::index::{self, DeclNumber};
use minigo_syntax::Keyword;
use minigo_syntax::ast::Name;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{SourceMap, Text};
use minigo_types::PackageInput;
use minigo_types::input::{Index, Indexed, Location, Method};

/// A package of the library.
#[derive(Debug)]
pub struct Package(pub index::Index);

impl Index for Package {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn find(&self, name: &str) -> Option<DeclNumber> {
        self.0.find(name)
    }

    fn names(&self) -> Vec<&'static str> {
        self.0.names().collect()
    }

    fn location(&self, decl: DeclNumber) -> Location {
        let index::Place { file, start, end, body, keyword } = self.0.place(decl);
        let keyword = keyword.map(|keyword| match keyword {
            index::Keyword::Const => Keyword::Const,
            index::Keyword::Var => Keyword::Var,
            index::Keyword::Type => Keyword::Type,
        });
        Location { file, start, end, body, keyword }
    }

    fn methods(&self, decl: DeclNumber) -> Vec<Method> {
        let method = |m: index::Method| {
            let index::Method { name, pointer, file, at, decl } = m;
            Method { name, pointer, file, at, decl }
        };
        self.0.methods(decl).map(method).collect()
    }

    fn inits(&self) -> &'static [DeclNumber] {
        self.0.inits()
    }

    fn imports(&self, file: usize) -> &'static [(&'static str, &'static str)] {
        self.0.imports()[file]
    }
}

/// Adds a package of the library and what it imports, as far as `index` does not have them, to packages of which
/// `before` came earlier. Nothing of them is parsed. Returns its number.
///
/// # Errors
/// [`LoadError`] when the library does not have it.
pub fn load(
    path: &str,
    sources: &mut SourceMap,
    index: &mut HashMap<String, usize>,
    before: usize,
    packages: &mut Vec<PackageInput>,
) -> Result<usize, LoadError> {
    if let Some(&known) = index.get(path) {
        return Ok(known);
    }
    let Some(table) = minigo_stdlib::index(path) else {
        return Err(LoadError(missing_package(path)));
    };
    let mut imports = HashMap::default();
    for &(_, import) in table.imports().iter().copied().flatten() {
        if import != "unsafe" && !imports.contains_key(import) {
            let at = load(import, sources, index, before, packages)?;
            imports.insert(Name::from(import), at);
        }
    }
    let mut files = Vec::new();
    for (&(name, text), lines) in minigo_stdlib::files(path).iter().zip(table.lines()) {
        let name = format!("$GOROOT/src/{path}/{name}");
        let source = sources.add(&name, Text::BuiltIn { text, lines });
        files.push(source.map_err(|_| LoadError(format!("{path}: too large")))?.id);
    }
    let at = before + packages.len();
    index.insert(path.to_owned(), at);
    packages.push(PackageInput {
        path: path.into(),
        files: Vec::new(),
        indexed: Some(Indexed { index: Box::new(Package(table)), files }),
        library: true,
        imports,
        missing: HashMap::default(),
        go_version: LANGUAGE,
    });
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_syntax::ast::{Body, Decl};
    use minigo_syntax::source::{SourceMap, Span};
    use minigo_syntax::{Piece, parse_decl};

    /// The declaration, parsed by itself.
    fn parsed(path: &str, location: Location) -> Decl {
        let mut map = SourceMap::new();
        let (file, text) = minigo_stdlib::files(path)[location.file];
        let source = map.add(file, text).unwrap();
        let end = source.pos(location.end);
        let (decl, found) = parse_decl(
            source,
            Piece {
                span: Span::new(source.pos(location.start), end),
                body: location.body.map(|at| Span::new(source.pos(at), end)),
                keyword: location.keyword,
            },
        );
        let name = &text[location.start..location.end];
        assert!(found.is_empty(), "{path}: {name}: {found:?}");
        if let Decl::Func(func) = &decl {
            let deferred = matches!(func.body, Some(Body::Deferred(_)));
            assert_eq!(deferred, location.body.is_some(), "{path}: {name}");
        }
        decl
    }

    #[test]
    fn each_declaration_of_the_library_can_be_parsed_by_itself() {
        for path in minigo_stdlib::paths() {
            let package = Package(minigo_stdlib::index(path).unwrap());
            for name in package.names() {
                let number = package.find(name).unwrap();
                match parsed(path, package.location(number)) {
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
                    let Decl::Func(func) = parsed(path, package.location(method.decl)) else {
                        panic!("{path}.{name}.{}", method.name)
                    };
                    assert_eq!(func.name.name, method.name);
                    assert!(func.recv.is_some(), "{path}.{name}.{}", method.name);
                }
            }
            package.inits().iter().for_each(|&decl| drop(parsed(path, package.location(decl))));
        }
    }
}
