//! The declarations of a package, sorted as by go/doc: constants, variables and functions that belong to a type are
//! listed with that type, and methods of embedded unexported types are listed as methods of the embedding type.

mod declaration_positions;
use minigo_syntax::small_sort::SmallSort as _;
mod reader;

use super::sources::Sources;
use minigo_syntax::ast::{Expr, File, FuncDecl, Ident, TypeSpec};
use minigo_syntax::parse_file;
use minigo_syntax::source::Pos;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The parsed files of a package.
#[derive(Debug, Default)]
pub struct Files {
    /// The texts of the files.
    pub(super) sources: Sources,
    files: Vec<File>,
}

impl Files {
    /// Parses files, sorted by name. Errors in a file are ignored, as far as its declarations can be recognised.
    pub fn parse(mut texts: Vec<(String, String)>) -> Self {
        texts.small_sort();
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
    /// The package name that its package clauses give.
    pub name: String,
    /// The comments above the package clauses.
    pub doc: String,
    /// The constants that belong to no type.
    pub consts: Vec<Value<'f>>,
    /// The variables that belong to no type.
    pub vars: Vec<Value<'f>>,
    /// The functions that belong to no type.
    pub funcs: Vec<Func<'f>>,
    /// The types that the package declares.
    pub types: Vec<Type<'f>>,
    /// The texts of comments that begin with `BUG(name):`.
    pub bugs: Vec<String>,
    /// The names that comments may refer to: `Name`, `Type.Method`.
    symbols: HashSet<String>,
    /// The import path that each package name denotes; none if different files import different packages by that name.
    imports: HashMap<String, Option<String>>,
}

/// A `const` or `var` declaration with its documentation.
#[derive(Clone, Debug)]
pub struct Value<'f> {
    /// The declaration's comment.
    pub doc: String,
    /// The declaration.
    pub decl: ValueDecl<'f>,
    /// The declaration's index among all declarations of values.
    source_order: usize,
}

/// The keyword of a declaration of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyword {
    /// The keyword `const`.
    Const,
    /// The keyword `var`.
    Var,
}

impl Keyword {
    /// Returns the keyword's text.
    pub fn text(self) -> &'static str {
        match self {
            Self::Const => "const",
            Self::Var => "var",
        }
    }
}

/// A `const` or `var` declaration, with its positions.
#[derive(Clone, Debug)]
pub struct ValueDecl<'f> {
    /// The keyword, `const` or `var`.
    pub keyword: Keyword,
    /// The position of the keyword.
    pub pos: Pos,
    /// The position behind the declaration.
    pub end: Pos,
    /// The positions of a group's parentheses.
    pub parentheses: Option<(Pos, Pos)>,
    /// The constants or variables that are declared.
    pub specs: Vec<Spec<'f>>,
}

/// Constants or variables of one line of a declaration.
#[derive(Clone, Debug)]
pub struct Spec<'f> {
    /// The position at which the constants or variables begin.
    pub pos: Pos,
    /// The position at which the constants or variables end.
    pub end: Pos,
    /// The names of the constants or variables.
    pub names: &'f [Ident],
    /// The type of the constants or variables, if the source gives it.
    pub ty: Option<&'f Expr>,
    /// The type that a constant inherits from a previous constant which is not shown.
    pub inherited_type: Option<String>,
    /// The values that the source gives to the constants or variables.
    pub values: &'f [Expr],
}

/// A function or method with its documentation.
#[derive(Clone, Debug)]
pub struct Func<'f> {
    /// The function's comment.
    pub doc: String,
    /// The function's declaration.
    pub decl: &'f FuncDecl,
    /// The receiver's type, if it differs from that of the declaration: for a method of an embedded type.
    pub receiver_name: Option<String>,
    /// Whether the method comes from an embedded type whose name is exported.
    is_promoted: bool,
    /// The depth at which the type that has the method is embedded.
    embedding_depth: usize,
}

/// A declared type with its documentation.
#[derive(Clone, Debug)]
pub struct Type<'f> {
    /// The type's comment.
    pub doc: String,
    /// The type's declaration.
    pub spec: &'f TypeSpec,
    /// The position at which the declaration begins: its keyword, or its name within a group.
    pub pos: Pos,
    /// Whether the type is declared in a group.
    pub is_grouped: bool,
    /// The position of the declaration's keyword, also for a type in a group.
    pub keyword_pos: Pos,
    /// The constants of this type.
    pub consts: Vec<Value<'f>>,
    /// The variables of this type.
    pub vars: Vec<Value<'f>>,
    /// The functions that return this type.
    pub funcs: Vec<Func<'f>>,
    /// The methods of the type.
    pub methods: Vec<Func<'f>>,
}

impl Func<'_> {
    /// Returns the function's name.
    pub fn name(&self) -> &str {
        &self.decl.name.name
    }
}

impl Type<'_> {
    /// Returns the type's name.
    pub fn name(&self) -> &str {
        &self.spec.name.name
    }
}

impl Value<'_> {
    /// Returns all names that the declaration declares.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.decl.specs.iter().flat_map(|spec| spec.names).map(|name| name.name.as_str())
    }

    /// Returns the name by which the declaration is sorted: empty unless it declares a single line.
    fn sorting_name(&self) -> &str {
        match &self.decl.specs[..] {
            [spec] => &spec.names[0].name,
            _ => "",
        }
    }
}

impl super::markup::Names for Package<'_> {
    fn has_symbol(&self, recv: &str, name: &str) -> bool {
        match recv {
            "" => self.symbols.contains(name),
            _ => self.symbols.contains(&format!("{recv}.{name}")),
        }
    }

    fn package_path(&self, name: &str) -> Option<String> {
        match self.imports.get(name) {
            Some(path) => path.clone(),
            None => (name == self.name).then(String::new),
        }
    }
}

type Methods<'f> = BTreeMap<String, Option<Func<'f>>>;
