//! What is known of the library before any of it is parsed: the names of each package, and where their declarations
//! lie.
//!
//! It is a table that `build.rs` makes and that every start of a program reads: so it is small, and what is not asked
//! for is not looked at. A declaration is parsed when the checker meets its name.
//!
//! The folder `index` beside it is Go's: it has package index/suffixarray.

pub(crate) mod suffixarray;

/// A declaration. Lists are parts of common arrays, from an index here up to that of the next declaration.
struct Decl {
    start: u32,
    end: u32,
    /// Where its body begins, or 0.
    body: u32,
    /// The methods of the type it declares, in [`METHODS`].
    methods: u32,
    /// Which of its package's files it stands in.
    file: u16,
    /// Its keyword, if that is not part of the text.
    keyword: Option<Keyword>,
}

/// The keywords that begin groups of specifications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Keyword {
    Const,
    Var,
    Type,
}

/// A method.
struct MethodEntry {
    /// Where its name stands in its file.
    at: u32,
    decl: u16,
    length: u8,
    pointer: bool,
}

/// A name at the top level of a package: where it begins in [`NAMES`], up to the next.
struct Top {
    name: u32,
    decl: u16,
}

#[derive(Debug)]
struct Package {
    path: &'static str,
    /// The name in its package clauses.
    clause: &'static str,
    /// Its names, sorted: a part of [`TOPS`].
    tops: std::ops::Range<usize>,
    /// The names that imports give, or nothing, and the paths, of each file.
    imports: &'static [&'static [(&'static str, &'static str)]],
    /// Where the lines of each file begin: parts of [`LINES`].
    lines: &'static [(usize, usize)],
    /// Its init functions.
    inits: &'static [u16],
}

// `NAMES`: all names, one after the other; `TOPS` and `DECLS`, each with one more at the end; `METHODS`; `LINES`;
// `PACKAGES`, sorted.
include!(concat!(env!("OUT_DIR"), "/declarations.rs"));

/// A package of the library.
#[derive(Clone, Copy, Debug)]
pub struct Index(&'static Package);

/// A declaration of the library, by its number.
pub type DeclNumber = u16;

/// Where a declaration lies: bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Which of the package's files it stands in.
    pub file: usize,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
    /// The brace that begins its body, if it is a function that has one; the body reaches up to the end.
    pub body: Option<usize>,
    /// The keyword that is to be read before the text, if it comes out of a group.
    pub keyword: Option<Keyword>,
}

/// A method of a type.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// Whether its receiver is a pointer.
    pub pointer: bool,
    /// Which of the package's files it stands in.
    pub file: usize,
    /// Where its name stands there.
    pub at: usize,
    /// Its declaration.
    pub decl: DeclNumber,
}

/// The package at `path`, if the library has it.
#[must_use]
pub fn index(path: &str) -> Option<Index> {
    PACKAGES.binary_search_by_key(&path, |p| p.path).ok().map(|at| Index(&PACKAGES[at]))
}

/// The name number `at` of all.
fn name(at: usize) -> &'static str {
    &NAMES[TOPS[at].name as usize..TOPS[at + 1].name as usize]
}

impl Index {
    /// The name in its package clauses.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.clause
    }

    /// The declaration of a name.
    #[must_use]
    pub fn find(self, wanted: &str) -> Option<DeclNumber> {
        let (mut low, mut high) = (self.0.tops.start, self.0.tops.end);
        while low < high {
            let middle = usize::midpoint(low, high);
            match name(middle).cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(TOPS[middle].decl),
            }
        }
        None
    }

    /// All names, sorted.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.tops.clone().map(name)
    }

    /// Where a declaration lies.
    #[must_use]
    pub fn place(self, decl: DeclNumber) -> Place {
        let decl = &DECLS[usize::from(decl)];
        Place {
            file: decl.file.into(),
            start: decl.start as usize,
            end: decl.end as usize,
            body: (decl.body > 0).then_some(decl.body as usize),
            keyword: decl.keyword,
        }
    }

    /// The methods of the type that a declaration declares.
    pub fn methods(self, decl: DeclNumber) -> impl Iterator<Item = Method> {
        let decl = usize::from(decl);
        let part = &METHODS[DECLS[decl].methods as usize..DECLS[decl + 1].methods as usize];
        let files = crate::files(self.0.path);
        part.iter().map(move |m| {
            let (file, at) = (usize::from(DECLS[usize::from(m.decl)].file), m.at as usize);
            let name = &files[file].1[at..at + usize::from(m.length)];
            Method { name, pointer: m.pointer, file, at, decl: m.decl }
        })
    }

    /// The init functions.
    #[must_use]
    pub fn inits(self) -> &'static [DeclNumber] {
        self.0.inits
    }

    /// Where the lines of each file begin.
    pub fn lines(self) -> impl Iterator<Item = &'static [u32]> {
        self.0.lines.iter().map(|&(start, end)| &LINES[start..end])
    }

    /// The imports of each file: the names they give, or nothing, and the paths.
    #[must_use]
    pub fn imports(self) -> &'static [&'static [(&'static str, &'static str)]] {
        self.0.imports
    }
}
