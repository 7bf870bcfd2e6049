//! What a package declares, as go/doc sorts it: constants, variables and functions that belong to a type are that
//! type's, and methods of embedded types that are not exported are methods of the type.

mod places;
mod reader;

use super::sources::Sources;
use minigo_syntax::ast::{Expr, File, FuncDecl, Ident, TypeSpec};
use minigo_syntax::parse_file;
use minigo_syntax::source::Pos;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The parsed files of a package.
#[derive(Debug, Default)]
pub struct Files {
    /// Their texts.
    pub(super) sources: Sources,
    files: Vec<File>,
}

impl Files {
    /// Parses files, sorted by name; what is wrong with one is ignored, as far as the rest can be told.
    pub fn parse(mut texts: Vec<(String, String)>) -> Self {
        texts.sort();
        let mut files = Self::default();
        for (name, text) in texts {
            if let Some(source) = files.sources.add(&name, text) {
                files.files.push(parse_file(&source).file);
            }
        }
        files
    }
}

/// A package with its documentation.
#[derive(Debug, Default)]
pub struct Package<'f> {
    /// The name in its package clauses.
    pub name: String,
    /// The comments above them.
    pub doc: String,
    /// The constants that belong to no type.
    pub consts: Vec<Value<'f>>,
    /// The variables that belong to no type.
    pub vars: Vec<Value<'f>>,
    /// The functions that belong to no type.
    pub funcs: Vec<Func<'f>>,
    /// The types.
    pub types: Vec<Type<'f>>,
    /// What comments that begin with `BUG(name):` say.
    pub bugs: Vec<String>,
    /// Names that comments may refer to: `Name`, `Type.Method`.
    symbols: HashSet<String>,
    /// The path of what each name imports; none if files import different packages by it.
    imports: HashMap<String, Option<String>>,
}

/// A `const` or `var` declaration.
#[derive(Clone, Debug)]
pub struct Value<'f> {
    /// Its comment.
    pub doc: String,
    /// It.
    pub decl: ValueDecl<'f>,
    /// Its place among all.
    order: usize,
}

/// Which declaration of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    /// `const`
    Const,
    /// `var`
    Var,
}

impl Keyword {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Const => "const",
            Self::Var => "var",
        }
    }
}

/// The form of a declaration of values.
#[derive(Clone, Debug)]
pub struct ValueDecl<'f> {
    /// `const` or `var`.
    pub keyword: Keyword,
    /// Where that stands.
    pub pos: Pos,
    /// Its last position.
    pub end: Pos,
    /// The parentheses of a group.
    pub parens: Option<(Pos, Pos)>,
    /// What it declares.
    pub specs: Vec<Spec<'f>>,
}

/// Constants or variables that are declared together.
#[derive(Clone, Debug)]
pub struct Spec<'f> {
    /// Where it begins.
    pub pos: Pos,
    /// Where it ends.
    pub end: Pos,
    /// Their names.
    pub names: &'f [Ident],
    /// Their type, if it is written.
    pub ty: Option<&'f Expr>,
    /// The type of a constant that has that of one before it which is not shown.
    pub inherited: Option<String>,
    /// Their values.
    pub values: &'f [Expr],
}

/// A function or method.
#[derive(Clone, Debug)]
pub struct Func<'f> {
    /// Its comment.
    pub doc: String,
    /// Its declaration.
    pub decl: &'f FuncDecl,
    /// The receiver's type if it is not that of the declaration: of a method of an embedded type.
    pub receiver: Option<String>,
    /// Whether a method is that of an embedded type whose name is exported.
    promoted: bool,
    /// How deep the type that has the method is embedded.
    level: usize,
}

/// A type.
#[derive(Clone, Debug)]
pub struct Type<'f> {
    /// Its comment.
    pub doc: String,
    /// Its declaration.
    pub spec: &'f TypeSpec,
    /// Where the declaration begins: its keyword, or in a group its name.
    pub pos: Pos,
    /// Whether it stands in a group.
    pub grouped: bool,
    /// Where the declaration of a group begins.
    pub keyword: Pos,
    /// Constants of it.
    pub consts: Vec<Value<'f>>,
    /// Variables of it.
    pub vars: Vec<Value<'f>>,
    /// Functions that return it.
    pub funcs: Vec<Func<'f>>,
    /// Its methods.
    pub methods: Vec<Func<'f>>,
}

impl Func<'_> {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.decl.name.name
    }
}

impl Type<'_> {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.spec.name.name
    }
}

impl Value<'_> {
    /// All names that it declares.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.decl.specs.iter().flat_map(|spec| spec.names).map(|name| name.name.as_str())
    }

    /// What it is sorted by: only a single name counts.
    fn sorting_name(&self) -> &str {
        match &self.decl.specs[..] {
            [spec] => &spec.names[0].name,
            _ => "",
        }
    }
}

impl super::markup::Names for Package<'_> {
    fn symbol(&self, recv: &str, name: &str) -> bool {
        match recv {
            "" => self.symbols.contains(name),
            _ => self.symbols.contains(&format!("{recv}.{name}")),
        }
    }

    fn package(&self, name: &str) -> Option<String> {
        match self.imports.get(name) {
            Some(path) => path.clone(),
            None => (name == self.name).then(String::new),
        }
    }
}

type Methods<'f> = BTreeMap<String, Option<Func<'f>>>;
