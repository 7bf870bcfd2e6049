//! Objects: the entities that names denote.

use crate::constant::ConstValue;
use crate::ids::{FuncId, GlobalId, PkgId, VarId};
use crate::ty::TypeId;
use minigo_syntax::ast::Name;
use minigo_syntax::source::Pos;

/// The index of an object in `Checker::objects`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ObjId(pub u32);

/// The index of a package-level declaration in `Checker::decls`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct DeclId(pub u32);

/// The index of a generic function or type in `Checker::generics`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct GenericId(pub u32);

/// A declared entity that has a name.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// The name.
    pub name: Name,
    /// The position of the declaration; unknown for predeclared objects.
    pub pos: Pos,
    /// The package; `None` for predeclared objects.
    pub pkg: Option<PkgId>,
    /// The kind of the object.
    pub kind: ObjectKind,
    /// Whether the program uses the object; kept for local variables and imports.
    pub is_used: bool,
    /// How far the declaration of a package-level object has been checked.
    pub color: Color,
    /// The declaration of a package-level object or method.
    pub decl: Option<DeclId>,
}

/// The progress of checking a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// The check has not begun.
    White,
    /// The declaration is being checked: a use of the object meanwhile is part of a cycle.
    Grey,
    /// The check is complete.
    Black,
}

/// The kind of an object.
#[derive(Clone, Debug)]
pub(crate) enum ObjectKind {
    /// An imported package.
    Package(PkgId),
    /// A constant.
    Const {
        /// The type, perhaps untyped.
        ty: TypeId,
        /// The value.
        value: ConstValue,
    },
    /// A type, defined or alias.
    TypeName(TypeId),
    /// A generic type that is not instantiated.
    GenericType(GenericId),
    /// A local variable.
    Var(VarId),
    /// A package-level variable; its type is in `Checker::globals`.
    Global(GlobalId),
    /// A function or method.
    Func(FuncId),
    /// A generic function that is not instantiated.
    GenericFunc(GenericId),
    /// A predeclared function, or a function of package unsafe.
    Builtin(BuiltinFn),
    /// `nil`
    Nil,
    /// `iota`, whose value is `Context::iota`.
    Iota,
    /// A package-level object that `resolve` has not processed yet.
    Unresolved,
    /// An object whose declaration is in error; the error has been reported.
    Bad,
}

/// The predeclared functions and the functions of package unsafe.
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
    /// Makes an object that is not marked as used.
    pub(crate) fn new(name: Name, pos: Pos, pkg: Option<PkgId>, kind: ObjectKind) -> Self {
        Self { name, pos, pkg, kind, is_used: false, color: Color::Black, decl: None }
    }
}
