//! What a name denotes.

use crate::constant::ConstValue;
use crate::ids::{FuncId, GlobalId, PkgId, VarId};
use crate::ty::TypeId;
use minigo_syntax::ast::Name;
use minigo_syntax::source::Pos;

/// Index of an object in `Checker::objects`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjId(pub u32);

/// Index of a package-level declaration in `Checker::decls`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct DeclId(pub u32);

/// Index of a generic function or type in `Checker::generics`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct GenericId(pub u32);

/// A declared thing with a name.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// Its name.
    pub name: Name,
    /// Where it is declared; unknown for predeclared ones.
    pub pos: Pos,
    /// Its package; none for predeclared ones.
    pub pkg: Option<PkgId>,
    /// What it is.
    pub kind: ObjectKind,
    /// Whether something uses it: of local variables and imports.
    pub used: bool,
    /// How far its declaration has been checked, if it is a package-level object.
    pub color: Color,
    /// Its declaration, if it is a package-level object or a method.
    pub decl: Option<DeclId>,
}

/// How far the checking of a declaration is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// Not begun.
    White,
    /// Being checked: needing it now is a cycle.
    Grey,
    /// Done.
    Black,
}

/// What an object is.
#[derive(Clone, Debug)]
pub(crate) enum ObjectKind {
    /// An imported package.
    Package(PkgId),
    /// A constant.
    Const {
        /// Its type, perhaps untyped.
        ty: TypeId,
        /// Its value.
        value: ConstValue,
    },
    /// A type, defined or alias.
    TypeName(TypeId),
    /// A generic type without arguments.
    GenericType(GenericId),
    /// A local variable.
    Var(VarId),
    /// A package-level variable; its type is in `Checker::globals`.
    Global(GlobalId),
    /// A function or method.
    Func(FuncId),
    /// A generic function without arguments.
    GenericFunc(GenericId),
    /// A predeclared function, or one of package unsafe.
    Builtin(BuiltinFn),
    /// `nil`
    Nil,
    /// `iota`; its value is `Context::iota`.
    Iota,
    /// A package-level object that `resolve` has not seen yet.
    Unresolved,
    /// Its declaration is in error; reported.
    Bad,
}

/// The predeclared functions and those of package unsafe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are Go's")]
pub(crate) enum BuiltinFn {
    Append,
    Cap,
    Clear,
    Close,
    Complex,
    Copy,
    Delete,
    Imag,
    Len,
    Make,
    Max,
    Min,
    New,
    Panic,
    Print,
    Println,
    Real,
    Recover,
    UnsafeAdd,
    UnsafeAlignof,
    UnsafeOffsetof,
    UnsafeSizeof,
    UnsafeSlice,
    UnsafeSliceData,
    UnsafeString,
    UnsafeStringData,
}

impl Object {
    /// An object that nothing uses yet.
    pub(crate) fn new(name: Name, pos: Pos, pkg: Option<PkgId>, kind: ObjectKind) -> Self {
        Self { name, pos, pkg, kind, used: false, color: Color::Black, decl: None }
    }
}
