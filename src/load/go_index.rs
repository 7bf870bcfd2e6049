//! The index of a package of Go's own library: names and places of its declarations, found without parsing the package.
//!
//! For sources that are read at run time, the index replaces the tables that `stdlib/build.rs` writes for minigo's own
//! packages. Files of minigo's overlay belong to the package too; their functions, methods and single variables replace
//! those with the same names.

use minigo_syntax::decl_splitter::{MalformedFile, SplitDeclaration, SplitFile, split_file};
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{FileId, Source};
use minigo_types::input::{DeclLocation, DeclNumber, GoCompilerPackage, Method, PackageIndex};

/// The index of a package of Go's own library.
#[derive(Debug, Default)]
pub struct GoIndex {
    package_name: String,
    /// All package-level names in one string, sorted; `tops` has the place of each name and its declaration.
    names: String,
    top_level_names: Vec<(u32, u32, DeclNumber)>,
    decls: Vec<DeclLocation>,
    /// The methods of each type.
    methods: HashMap<Box<str>, Vec<MethodEntry>>,
    /// The name of the type that a declaration declares, for declarations of one name.
    types: HashMap<DeclNumber, Box<str>>,
    inits: Vec<DeclNumber>,
    computed_vars: Vec<DeclNumber>,
    /// The imports of each file: the name that the import gives, and the path.
    imports: Vec<Vec<(Box<str>, Box<str>)>>,
    /// The link names of functions without body, by function name.
    link_names: HashMap<Box<str>, Box<str>>,
    /// The functions with a body that have a link name, by link name.
    by_link_name: HashMap<Box<str>, Box<str>>,
    /// The files of minigo's own package, if the index is of one.
    minigo_files: Vec<FileId>,
}

#[derive(Debug)]
struct MethodEntry {
    name: Box<str>,
    pointer: bool,
    file: usize,
    offset: usize,
    decl: DeclNumber,
}

/// The reason why a package has no index.
#[derive(Debug)]
pub enum IndexFailure {
    /// The file with this number cannot be cut into declarations.
    Malformed(usize),
    /// The files belong to several packages, which the text names.
    Names(String),
    /// The package has more declarations than numbers for them.
    TooLarge,
}

impl GoIndex {
    /// The index of a package with these files. The files from number `overlay` on are minigo's overlay.
    ///
    /// # Errors
    /// Returns [`IndexFailure`].
    pub fn new(sources: &[Source], overlay: usize) -> Result<Self, IndexFailure> {
        let mut cuts = Vec::new();
        for (file, source) in sources.iter().enumerate() {
            cuts.push(split_file(source).map_err(|MalformedFile| IndexFailure::Malformed(file))?);
        }
        let mut index = Self { package_name: common_package_name(&cuts)?, ..Self::default() };
        let replaced = replaced_keys(&cuts[overlay..]);
        let mut tops: Vec<(&str, DeclNumber)> = Vec::new();
        let mut with_body = HashSet::default();
        for (file, cut) in cuts.iter().enumerate() {
            for piece in &cut.decls {
                if file < overlay && key(piece).is_some_and(|key| replaced.contains(&key)) {
                    continue;
                }
                let number = index.add_declaration(file, piece).ok_or(IndexFailure::TooLarge)?;
                tops.extend(piece.names.iter().filter(|n| **n != "_").map(|n| (*n, number)));
                with_body.extend(piece.body.and(piece.names.first()));
            }
            let own = |text: &str| Box::from(text);
            index.imports.push(cut.imports.iter().map(|(n, p)| (own(n), own(p))).collect());
        }
        tops.small_sort();
        for (name, number) in tops {
            index.top_level_names.push((index.names.len() as u32, name.len() as u32, number));
            index.names.push_str(name);
        }
        for source in sources {
            index.add_link_name(&source.text, &with_body);
        }
        Ok(index)
    }

    /// The index of a package of minigo's own whose first files are `own`; the other files are Go's tests of the
    /// package.
    #[must_use]
    pub fn with_own_files(mut self, own: Vec<FileId>) -> Self {
        // As in a build without tests, variables of minigo's own files are only evaluated if they are used.
        let Self { computed_vars: computed, decls, .. } = &mut self;
        computed.retain(|decl| decls[usize::from(*decl)].file >= own.len());
        self.minigo_files = own;
        self
    }

    fn add_declaration(&mut self, file: usize, piece: &SplitDeclaration<'_>) -> Option<DeclNumber> {
        let number = DeclNumber::try_from(self.decls.len()).ok()?;
        let SplitDeclaration { keyword, start, end, body, .. } = *piece;
        self.decls.push(DeclLocation { file, start, end, body, keyword });
        if let Some(method) = &piece.method_name {
            let entry = MethodEntry {
                name: method.name.into(),
                pointer: method.has_pointer_receiver,
                file,
                offset: method.name_offset,
                decl: number,
            };
            self.methods.entry(method.receiver_type.into()).or_default().push(entry);
        }
        if let [name] = piece.names[..] {
            self.types.insert(number, name.into());
        }
        if piece.is_init {
            self.inits.push(number);
        }
        if piece.has_calls {
            self.computed_vars.push(number);
        }
        Some(number)
    }

    /// Reads the lines `//go:linkname local path.name`. If the function `local` has a body, `path.name` names it too;
    /// otherwise the body is that of `path.name`.
    fn add_link_name(&mut self, text: &str, with_body: &HashSet<&str>) {
        const DIRECTIVE: &str = "//go:linkname ";
        for at in memchr::memmem::find_iter(text.as_bytes(), DIRECTIVE) {
            if at > 0 && text.as_bytes()[at - 1] != b'\n' {
                continue;
            }
            let line = text[at + DIRECTIVE.len()..].lines().next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let (Some(local), Some(name)) = (words.next(), words.next()) else { continue };
            if with_body.contains(local) {
                self.by_link_name.insert(name.into(), local.into());
            } else {
                self.link_names.insert(local.into(), name.into());
            }
        }
    }

    fn top_level_name(&self, at: usize) -> &str {
        let (start, len, _) = self.top_level_names[at];
        &self.names[start as usize..(start + len) as usize]
    }
}

/// The package name, which must be the same in all files.
fn common_package_name(cuts: &[SplitFile<'_>]) -> Result<String, IndexFailure> {
    let first = cuts.first().map_or("_", |cut| cut.package);
    match cuts.iter().find(|cut| cut.package != first) {
        Some(other) => Err(IndexFailure::Names(format!("{first} and {}", other.package))),
        None => Ok(first.to_owned()),
    }
}

/// The key of a function, method or single name: the type of the receiver, or an empty text, and the name.
type Key<'t> = (&'t str, &'t str);

fn key<'t>(piece: &SplitDeclaration<'t>) -> Option<Key<'t>> {
    match (&piece.method_name, &piece.names[..]) {
        (Some(method), _) => Some((method.receiver_type, method.name)),
        (None, [name]) if *name != "_" => Some(("", name)),
        _ => None,
    }
}

fn replaced_keys<'t>(overlay: &[SplitFile<'t>]) -> HashSet<Key<'t>> {
    overlay.iter().flat_map(|cut| &cut.decls).filter_map(key).collect()
}

impl PackageIndex for GoIndex {
    fn package_name(&self) -> &str {
        &self.package_name
    }

    fn find_decl(&self, name: &str) -> Option<DeclNumber> {
        let at = self.top_level_names.partition_point(|&(start, len, _)| {
            &self.names[start as usize..(start + len) as usize] < name
        });
        (at < self.top_level_names.len() && self.top_level_name(at) == name)
            .then(|| self.top_level_names[at].2)
    }

    fn decl_names(&self) -> Vec<&str> {
        (0..self.top_level_names.len()).map(|at| self.top_level_name(at)).collect()
    }

    fn decl_location(&self, decl: DeclNumber) -> DeclLocation {
        self.decls[usize::from(decl)]
    }

    fn methods(&self, decl: DeclNumber) -> Vec<Method<'_>> {
        let entries = self.types.get(&decl).and_then(|name| self.methods.get(name));
        let method = |m: &'_ MethodEntry| (m.pointer, m.file, m.offset, m.decl);
        entries
            .into_iter()
            .flatten()
            .map(|m| {
                let (pointer, file, at, decl) = method(m);
                Method { name: &m.name, has_pointer_receiver: pointer, file, name_offset: at, decl }
            })
            .collect()
    }

    fn init_funcs(&self) -> &[DeclNumber] {
        &self.inits
    }

    fn imports(&self, file: usize) -> Vec<(&str, &str)> {
        self.imports[file].iter().map(|(name, path)| (&**name, &**path)).collect()
    }

    fn go_compiler_package(&self) -> Option<&dyn GoCompilerPackage> {
        Some(self)
    }
}

impl GoCompilerPackage for GoIndex {
    fn computed_vars(&self) -> &[DeclNumber] {
        &self.computed_vars
    }

    fn link_name(&self, name: &str) -> Option<&str> {
        self.link_names.get(name).map(|name| &**name)
    }

    fn linked_func(&self, link_name: &str) -> Option<&str> {
        self.by_link_name.get(link_name).map(|name| &**name)
    }

    fn has_natives(&self, file: FileId) -> bool {
        self.minigo_files.contains(&file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minigo_syntax::source::SourceMap;

    fn index(texts: &[&str], overlay: usize) -> Result<GoIndex, IndexFailure> {
        let mut map = SourceMap::new();
        let sources: Vec<Source> =
            texts.iter().map(|text| map.add("a.go", *text).unwrap().clone()).collect();
        GoIndex::new(&sources, overlay)
    }

    #[test]
    fn declarations_of_the_overlay_take_the_place_of_others() {
        let go = "package p\nfunc f()\nfunc g() {}\ntype T int\nfunc (t *T) m() {}\nfunc (t T) n() {}\nvar v, w = 1, 2";
        let own = "package p\nfunc f() {}\nfunc (T) m() {}\nfunc h() {}";
        let found = index(&[go, own], 1).unwrap();
        assert_eq!(found.decl_names(), ["T", "f", "g", "h", "v", "w"]);
        assert_eq!(found.decl_location(found.find_decl("f").unwrap()).file, 1);
        assert_eq!(found.decl_location(found.find_decl("g").unwrap()).file, 0);
        let methods = found.methods(found.find_decl("T").unwrap());
        let mut methods: Vec<_> =
            methods.iter().map(|m| (m.name, m.file, m.has_pointer_receiver)).collect();
        methods.sort_unstable();
        assert_eq!(methods, [("m", 1, false), ("n", 0, false)]);
        assert!(found.find_decl("x").is_none());
    }

    #[test]
    fn link_names_go_both_ways() {
        let text = "package p\nimport _ \"unsafe\"\n//go:linkname f runtime.f\nfunc f()\n//go:linkname g q.h\nfunc g() {}\n//go:linkname g\n";
        let found = index(&[text], 1).unwrap();
        assert_eq!(found.link_name("f"), Some("runtime.f"));
        assert_eq!(found.linked_func("q.h"), Some("g"));
        assert_eq!((found.link_name("g"), found.linked_func("runtime.f")), (None, None));
    }

    #[test]
    fn malformed_packages_are_refused() {
        assert!(matches!(index(&["package p", "package q"], 2), Err(IndexFailure::Names(_))));
        assert!(matches!(index(&["package p", "func"], 2), Err(IndexFailure::Malformed(1))));
        let many: String = (0..70_000).map(|i| format!("var v{i} int\n")).collect();
        assert!(matches!(index(&[&format!("package p\n{many}")], 1), Err(IndexFailure::TooLarge)));
    }
}
