//! Adapts the standard library's table of declarations to the checker's interface: the two crates do not depend on each
//! other.

use minigo_stdlib::index::{self, DeclNumber};
use minigo_syntax::Keyword;
use minigo_types::input::{Index, Location, Method};

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
