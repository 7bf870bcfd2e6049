//! What a check found out about the source: the types of expressions, what names denote, what selectors select.
//!
//! The typed program serves code generation and has forgotten how it was written. [`TypeInfo`] is for readers of the
//! source: analyses, editors, the REPL. It is recorded only on request ([`crate::Input::record`]), of the user's
//! packages only, and generic code appears once, with its type parameters. Expressions are found by their spans, which
//! are unique: no two different expressions begin and end at the same bytes. Names are found by where they stand.

use crate::constant::ConstValue;
use crate::program::Package;
use crate::ty::{TypeId, Types};
use minigo_syntax::ast::{self, Name};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

pub use crate::ids::PkgId;

/// Asks for a [`TypeInfo`].
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Methods of library types with these names are known even if nothing in the program uses them.
    pub methods: &'static [&'static str],
}

/// What was found out about the source of the user's packages.
#[derive(Debug)]
pub struct TypeInfo {
    /// All types.
    pub types: Types,
    /// All packages, by `PkgId`.
    pub packages: Vec<Package>,
    /// The predeclared type `error`.
    pub error: TypeId,
    pub(crate) exprs: HashMap<Span, TypeAndValue>,
    pub(crate) uses: HashMap<Pos, ObjectId>,
    pub(crate) defs: HashMap<Pos, ObjectId>,
    pub(crate) objects: HashMap<ObjectId, Object>,
    pub(crate) selections: HashMap<Pos, Selection>,
}

/// The identity of what a name denotes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub(crate) u32);

/// What a name denotes.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name.
    pub name: Name,
    /// Where it is declared; unknown for predeclared ones.
    pub pos: Pos,
    /// Its package; none for predeclared ones.
    pub pkg: Option<PkgId>,
    /// What it is.
    pub kind: ObjectKind,
    /// Its type; the type itself for a type name. Invalid for packages, generic types and built-in functions.
    pub ty: TypeId,
}

/// The kinds of objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// An imported package.
    Package(PkgId),
    /// A constant.
    Const,
    /// A type, generic ones included.
    Type,
    /// A local variable, a parameter or a result.
    Var,
    /// A package-level variable.
    Global,
    /// A function or method, generic ones included; its name as tracebacks print it: `log.(*Logger).Printf`.
    Func(Rc<str>),
    /// A predeclared function, or one of package unsafe.
    Builtin,
    /// `nil`
    Nil,
    /// In error, or a label.
    Other,
}

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueMode {
    /// A call without results.
    NoValue,
    /// A built-in function.
    Builtin,
    /// A type.
    Type,
    /// A constant.
    Constant,
    /// An addressable variable.
    Variable,
    /// An element of a map.
    MapIndex,
    /// A computed value.
    Value,
    /// `nil`
    Nil,
    /// A value that has a comma-ok form.
    CommaOk,
}

impl ValueMode {
    /// Whether the expression has a value (or several).
    #[must_use]
    pub fn is_value(self) -> bool {
        !matches!(self, Self::NoValue | Self::Builtin | Self::Type)
    }
}

/// Type and value of an expression.
#[derive(Clone, Debug)]
pub struct TypeAndValue {
    /// What it is.
    pub mode: ValueMode,
    /// Its type, final: that of an untyped constant is the one that its context gives it. `nil` has that of untyped
    /// nil.
    pub ty: TypeId,
    /// Its value, if it is a constant.
    pub value: Option<Constant>,
}

/// The exact value of a constant expression.
#[derive(Clone, Debug)]
pub struct Constant(pub(crate) ConstValue);

impl Constant {
    /// The bytes of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<Rc<[u8]>> {
        self.0.as_str().map(|text| text.bytes())
    }

    /// An integer that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    /// An integer that fits and is not negative.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.0.as_u64()
    }
}

impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What `x.name` selects, where `x` is no package.
#[derive(Clone, Debug)]
pub struct Selection {
    /// What is selected.
    pub kind: SelectionKind,
    /// The type of `x`.
    pub recv: TypeId,
    /// The embedded fields to walk; of a field with the field itself at the end.
    pub path: Vec<u32>,
    /// The type of the field, or of the method without its receiver.
    pub ty: TypeId,
}

/// What a selector selects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionKind {
    /// A field.
    Field,
    /// A declared method.
    Method(ObjectId),
    /// A method of an interface, or of the constraint of a type parameter.
    InterfaceMethod,
}

impl TypeInfo {
    /// Type and value of an expression, or the type that a type expression denotes.
    #[must_use]
    pub fn expr(&self, e: &ast::Expr) -> Option<&TypeAndValue> {
        self.exprs.get(&e.span())
    }

    /// The type of an expression; of a type expression the type.
    #[must_use]
    pub fn type_of(&self, e: &ast::Expr) -> Option<TypeId> {
        self.expr(e).map(|found| found.ty)
    }

    /// What the name that stands at `pos` denotes where it is used.
    #[must_use]
    pub fn used(&self, pos: Pos) -> Option<(ObjectId, &Object)> {
        let id = *self.uses.get(&pos)?;
        Some((id, self.objects.get(&id)?))
    }

    /// What the name that stands at `pos` declares. The name in the head of a type switch declares a variable for each
    /// clause; one of them is found.
    #[must_use]
    pub fn defined(&self, pos: Pos) -> Option<(ObjectId, &Object)> {
        let id = *self.defs.get(&pos)?;
        Some((id, self.objects.get(&id)?))
    }

    /// The object `id`.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id)
    }

    /// What the selector whose name stands at `pos` selects.
    #[must_use]
    pub fn selection(&self, pos: Pos) -> Option<&Selection> {
        self.selections.get(&pos)
    }

    /// The package `id`.
    #[must_use]
    pub fn package(&self, id: PkgId) -> &Package {
        &self.packages[id.0 as usize]
    }
}
