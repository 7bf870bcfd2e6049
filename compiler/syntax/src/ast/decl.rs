//! Files and declarations.

use super::{Block, Expr, FuncType, Ident, Name, Param};
use crate::source::{FileId, Pos, Span};

/// One source file.
#[derive(Clone, Debug)]
pub struct File {
    /// The file's number in the source map.
    pub id: FileId,
    /// The package's name.
    pub package: Ident,
    /// The imports.
    pub imports: Vec<Import>,
    /// The declarations other than imports, in source order.
    pub decls: Vec<Decl>,
    /// The language version of a `//go:build go1.N` line, as `(1, N)`.
    pub go_version: Option<(u32, u32)>,
    /// The number of types that are defined inside the file's functions.
    pub local_type_count: u32,
    /// The file's `//go:linkname` directives.
    pub linknames: Vec<Linkname>,
}

/// `//go:linkname local name`
#[derive(Clone, Debug)]
pub struct Linkname {
    /// The position of `go:linkname`.
    pub pos: Pos,
    /// The function or variable of this package that the directive names.
    pub local_name: Name,
    /// The linker symbol that `local_name` stands for: a package's path, a dot and a name. `None` if the directive has
    /// no second name: then the function `local_name` keeps its own symbol, and the directive only allows other
    /// packages to refer to it.
    pub name: Option<Name>,
}

/// `import name "path"`
#[derive(Clone, Debug)]
pub struct Import {
    /// The position where the import spec starts.
    pub pos: Pos,
    /// The local name of the package, if one is written: an identifier, `_` or `.`.
    pub name: Option<Ident>,
    /// The import path, decoded.
    pub path: Name,
    /// The span of the path's string literal.
    pub path_span: Span,
}

/// A declaration.
#[derive(Clone, Debug)]
pub enum Decl {
    /// A declaration that the parser could not parse; an error has been reported.
    Bad(Pos),
    /// One `const` group.
    Const(Vec<ConstSpec>),
    /// One `var` group.
    Var(Vec<VarSpec>),
    /// One `type` group.
    Type(Vec<TypeSpec>),
    /// A `func` declaration.
    Func(Box<FuncDecl>),
}

/// `a, b T = x, y` in a `const` group.
#[derive(Clone, Debug)]
pub struct ConstSpec {
    /// The position of the first byte.
    pub pos: Pos,
    /// The index of the spec in its group: the value of `iota`.
    pub iota: u32,
    /// The names.
    pub names: Vec<Ident>,
    /// The type, if written.
    pub ty: Option<Expr>,
    /// The values. Empty: the spec repeats the values and the type of the last spec before it that has values.
    pub values: Vec<Expr>,
}

/// `a, b T = x, y` in a `var` group.
#[derive(Clone, Debug)]
pub struct VarSpec {
    /// The position of the first byte.
    pub pos: Pos,
    /// The names.
    pub names: Vec<Ident>,
    /// The type, if written.
    pub ty: Option<Expr>,
    /// The values.
    pub values: Vec<Expr>,
}

/// `T[P any] = U` in a `type` group.
#[derive(Clone, Debug)]
pub struct TypeSpec {
    /// The position of the first byte.
    pub pos: Pos,
    /// The name.
    pub name: Ident,
    /// The type parameters.
    pub tparams: Vec<Param>,
    /// Whether the spec declares an alias (`=`).
    pub is_alias: bool,
    /// The type on the right side.
    pub ty: Expr,
    /// The number, from 1 and within the file, of a type that is defined inside a function; 0 for all other types.
    pub local_number: u32,
}

/// `func (recv) name[P any](…) … { … }`
#[derive(Clone, Debug)]
pub struct FuncDecl {
    /// The position of `func`.
    pub pos: Pos,
    /// The receiver list as written. The checker requires exactly one receiver.
    pub recv: Option<Vec<Param>>,
    /// The name.
    pub name: Ident,
    /// The type parameters.
    pub tparams: Vec<Param>,
    /// The signature.
    pub ty: FuncType,
    /// The body; `None` for a function that is implemented elsewhere.
    pub body: Option<Body>,
    /// The position one past the last byte. (`//go:nosplit` and similar directives leave no trace in the tree.)
    pub end: Pos,
}

/// A function's body, parsed or not yet parsed.
#[derive(Clone, Debug)]
pub enum Body {
    /// A parsed body.
    Parsed(Block),
    /// The span of a body that `parse_body` parses later, with the braces: functions of the library are parsed only
    /// when they are reached.
    Deferred(Span),
}
