//! The index of the library: the names that each package declares, and the byte ranges of their declarations. The
//! compiler uses the index before it parses any of the library's source.
//!
//! `build.rs` makes the table, and every start of a program reads from the table. The table is therefore small, and
//! lookups touch only the entries that they need. A declaration is parsed when the checker first meets its name.
//!
//! The folder `index` beside this file is unrelated: it holds Go's package index/suffixarray.

pub(crate) mod suffixarray;

/// A declaration. The lists of a declaration are ranges of tables that all declarations share: they begin at the index
/// given here and end where the next declaration's begin.
struct Decl {
    /// The offset at which the declaration begins, and in the top byte the index of its file among the package's files.
    start_and_file: u32,
    /// The length in bytes, and in the top two bits which keyword to put before the text: 0 for none, or the number of
    /// the [`Keyword`] plus one. A declaration of a group lacks the keyword.
    length_and_keyword: u32,
    /// The distance from the start to the body, or 0 if the declaration has no body.
    body_distance: u16,
    /// The index in [`METHODS`] of the first method of the type that the declaration declares.
    first_method: u16,
}

impl Decl {
    const START_BITS: u32 = 24;
    const LENGTH_BITS: u32 = 30;

    /// The declaration between two offsets of a file. `body` is the offset of its body, or 0.
    const fn new(
        (start, end, body): (u32, u32, u32),
        first_method: u16,
        file: u8,
        keyword: Option<Keyword>,
    ) -> Self {
        assert!(start < 1 << Self::START_BITS && end - start < 1 << Self::LENGTH_BITS);
        let body_distance = if body == 0 { 0 } else { body - start };
        assert!(body_distance <= u16::MAX as u32);
        let keyword = match keyword {
            None => 0,
            Some(keyword) => keyword as u32 + 1,
        };
        Self {
            start_and_file: start | (file as u32) << Self::START_BITS,
            length_and_keyword: (end - start) | keyword << Self::LENGTH_BITS,
            body_distance: body_distance as u16,
            first_method,
        }
    }

    fn file(&self) -> usize {
        (self.start_and_file >> Self::START_BITS) as usize
    }

    fn location(&self) -> DeclLocation {
        let start = (self.start_and_file & ((1 << Self::START_BITS) - 1)) as usize;
        let length = (self.length_and_keyword & ((1 << Self::LENGTH_BITS) - 1)) as usize;
        let keywords = [None, Some(Keyword::Const), Some(Keyword::Var), Some(Keyword::Type)];
        DeclLocation {
            file: self.file(),
            start,
            end: start + length,
            body_start: (self.body_distance > 0).then(|| start + usize::from(self.body_distance)),
            keyword: keywords[(self.length_and_keyword >> Self::LENGTH_BITS) as usize],
        }
    }
}

/// The keywords that begin groups of specifications.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Keyword {
    Const,
    Var,
    Type,
}

/// A method in the table [`METHODS`].
struct MethodEntry {
    /// The offset of the method's name in its file.
    name_offset: u32,
    /// The offset of the method's name in [`METHOD_NAMES`].
    name: u32,
    decl: u16,
    name_length: u8,
    has_pointer_receiver: bool,
}

/// A name at the top level of a package: the name begins in [`NAMES`] at this offset and ends where the next begins.
struct TopLevelName {
    name_offset: u32,
    decl: u16,
}

#[derive(Debug)]
struct Package {
    path: &'static str,
    /// The package name that its package clauses give.
    package_name: &'static str,
    /// The package's names, sorted: a range of [`TOPS`].
    name_range: std::ops::Range<usize>,
    /// The imports of each file: the name that the import gives (empty if none) and the import path.
    imports: &'static [&'static [(&'static str, &'static str)]],
    /// The numbers of the package's init functions.
    init_decls: &'static [u16],
}

// The generated constants are `NAMES` (all names, concatenated), `TOPS` and `DECLS` (each with a sentinel at the end),
// `METHODS`, `METHOD_NAMES` (the names of all methods, each once), and `PACKAGES` (sorted by path).
include!(concat!(env!("OUT_DIR"), "/declarations.rs"));

/// The index of one package of the library.
#[derive(Clone, Copy, Debug)]
pub struct PackageIndex(&'static Package);

/// The number of a declaration of the library.
pub type DeclNumber = u16;

/// The location of a declaration: a range of bytes of its file.
#[derive(Clone, Copy, Debug)]
pub struct DeclLocation {
    /// The index of the declaration's file among the files of the package.
    pub file: usize,
    /// The offset of the declaration's first byte.
    pub start: usize,
    /// The offset behind the declaration's last byte.
    pub end: usize,
    /// The offset of the brace that begins the body, for a function that has one; the body reaches up to `end`.
    pub body_start: Option<usize>,
    /// The keyword that the parser must read before the text, if the declaration comes from a group.
    pub keyword: Option<Keyword>,
}

/// A method of a type.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// The method's name.
    pub name: &'static str,
    /// Whether the method's receiver is a pointer.
    pub has_pointer_receiver: bool,
    /// The index of the method's file among the files of the package.
    pub file: usize,
    /// The offset of the method's name in that file.
    pub name_offset: usize,
    /// The number of the method's declaration.
    pub decl: DeclNumber,
}

/// Returns the index of the package at the import path `path`, if the library has that package.
#[must_use]
pub fn index(path: &str) -> Option<PackageIndex> {
    PACKAGES.binary_search_by_key(&path, |p| p.path).ok().map(|at| PackageIndex(&PACKAGES[at]))
}

/// Returns entry `at` of the table of all names.
fn name_at(at: usize) -> &'static str {
    &NAMES[TOPS[at].name_offset as usize..TOPS[at + 1].name_offset as usize]
}

impl PackageIndex {
    /// Returns the package name that the package clauses give.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.package_name
    }

    /// Returns the number of the declaration that declares the name `wanted` at the top level of the package.
    #[must_use]
    pub fn find(self, wanted: &str) -> Option<DeclNumber> {
        let (mut low, mut high) = (self.0.name_range.start, self.0.name_range.end);
        while low < high {
            let middle = usize::midpoint(low, high);
            match name_at(middle).cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(TOPS[middle].decl),
            }
        }
        None
    }

    /// Returns all names that the package declares at its top level, sorted.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.name_range.clone().map(name_at)
    }

    /// Returns the location of a declaration.
    #[must_use]
    pub fn location_of(self, decl: DeclNumber) -> DeclLocation {
        DECLS[usize::from(decl)].location()
    }

    /// Returns the methods of the type that `decl` declares.
    pub fn methods(self, decl: DeclNumber) -> impl Iterator<Item = Method> {
        let decl = usize::from(decl);
        let part =
            &METHODS[DECLS[decl].first_method as usize..DECLS[decl + 1].first_method as usize];
        part.iter().map(|m| {
            let at = m.name as usize;
            Method {
                name: &METHOD_NAMES[at..at + usize::from(m.name_length)],
                has_pointer_receiver: m.has_pointer_receiver,
                file: DECLS[usize::from(m.decl)].file(),
                name_offset: m.name_offset as usize,
                decl: m.decl,
            }
        })
    }

    /// Returns the numbers of the package's init functions.
    #[must_use]
    pub fn init_decls(self) -> &'static [DeclNumber] {
        self.0.init_decls
    }

    /// Returns the imports of each file: the name that an import gives (empty if none) and the import path.
    #[must_use]
    pub fn imports(self) -> &'static [&'static [(&'static str, &'static str)]] {
        self.0.imports
    }
}
