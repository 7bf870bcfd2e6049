//! Files and declarations.

use super::{Block, Expr, FuncType, Ident, Name, Param};
use crate::source::{FileId, Pos, Span};

/// One source file.
#[derive(Clone, Debug)]
pub struct File {
    /// Which file.
    pub id: FileId,
    /// The package's name.
    pub package: Ident,
    /// The imports.
    pub imports: Vec<Import>,
    /// The other declarations in order.
    pub decls: Vec<Decl>,
    /// The language version of a `//go:build go1.N` line, as `(1, N)`.
    pub go_version: Option<(u32, u32)>,
    /// How many types are defined inside its functions.
    pub local_types: u32,
    /// Its `//go:linkname` lines.
    pub linknames: Vec<Linkname>,
}

/// `//go:linkname local name`
#[derive(Clone, Debug)]
pub struct Linkname {
    /// Where `go:linkname` stands.
    pub pos: Pos,
    /// The function or variable of the package.
    pub local: Name,
    /// The symbol that `local` stands for in the linker: a package's path, a dot and a name. `None`: the directive has
    /// no second name, and `local` keeps its own symbol.
    pub name: Option<Name>,
}

/// `import name "path"`
#[derive(Clone, Debug)]
pub struct Import {
    /// Where the spec starts.
    pub pos: Pos,
    /// The name given: an identifier, `_` or `.`.
    pub name: Option<Ident>,
    /// The path, decoded.
    pub path: Name,
    /// Where the path is written.
    pub path_span: Span,
}

/// A declaration.
#[derive(Clone, Debug)]
pub enum Decl {
    /// What stood here could not be parsed; an error has been reported.
    Bad(Pos),
    /// `const`: one group.
    Const(Vec<ConstSpec>),
    /// `var`: one group.
    Var(Vec<VarSpec>),
    /// `type`: one group.
    Type(Vec<TypeSpec>),
    /// `func`
    Func(Box<FuncDecl>),
}

/// `a, b T = x, y` in a `const` group.
#[derive(Clone, Debug)]
pub struct ConstSpec {
    /// Where it starts.
    pub pos: Pos,
    /// Its index in the group: the value of `iota`.
    pub iota: u32,
    /// The names.
    pub names: Vec<Ident>,
    /// The type, if written.
    pub ty: Option<Expr>,
    /// The values; empty means the last spec's that had some, with their type.
    pub values: Vec<Expr>,
}

/// `a, b T = x, y` in a `var` group.
#[derive(Clone, Debug)]
pub struct VarSpec {
    /// Where it starts.
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
    /// Where it starts.
    pub pos: Pos,
    /// The name.
    pub name: Ident,
    /// The type parameters.
    pub tparams: Vec<Param>,
    /// Whether it is an alias (`=`).
    pub alias: bool,
    /// The type.
    pub ty: Expr,
    /// The number of a definition inside a function among those of the file, from 1; 0 for any other.
    pub local: u32,
}

/// `func (recv) name[P any](…) … { … }`
#[derive(Clone, Debug)]
pub struct FuncDecl {
    /// Where `func` stands.
    pub pos: Pos,
    /// The receiver list as written; the checker wants exactly one.
    pub recv: Option<Vec<Param>>,
    /// The name.
    pub name: Ident,
    /// The type parameters.
    pub tparams: Vec<Param>,
    /// The signature.
    pub ty: FuncType,
    /// The body; none for a function implemented elsewhere.
    pub body: Option<Body>,
    /// `//go:linkname`-like pragmas are ignored; `//go:nosplit` and friends too.
    pub end: Pos,
}

/// A function's body, perhaps not looked at yet.
#[derive(Clone, Debug)]
pub enum Body {
    /// Parsed.
    Parsed(Block),
    /// Left for later, for `parse_body`: library functions are parsed when something reaches them. The span includes
    /// the braces.
    Deferred(Span),
}
