//! The checker's findings about the source: types of expressions, objects that names denote, and selections.
//!
//! The typed program serves code generation and does not show how the source was written. [`TypeInfo`] serves readers
//! of the source: analyses, editors, the REPL. A [`TypeInfo`] is recorded only on request
//! ([`crate::Input::record_request`]) and only for the user's packages; generic code appears once, with its type
//! parameters. Expressions are found by their spans, which are unique: no two different expressions begin and end at
//! the same bytes. Identifiers are found by their positions.

use crate::constant::ConstValue;
use crate::program::Package;
use crate::ty::{TypeId, Types};
use minigo_syntax::ast::{self, Name};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::{Pos, Span};
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

pub use crate::ids::PkgId;

/// Requests that the checker record a [`TypeInfo`].
#[derive(Clone, Copy, Debug)]
pub struct RecordRequest {
    /// Methods of library types with these names are recorded even if the program does not use them.
    pub methods: &'static [&'static str],
}

/// The checker's findings about the source of the user's packages.
#[derive(Debug)]
pub struct TypeInfo {
    /// All types.
    pub types: Types,
    /// All packages, indexed by `PkgId`.
    pub packages: Vec<Package>,
    /// The predeclared type `error`.
    pub error: TypeId,
    pub(crate) exprs: HashMap<Span, TypeAndValue>,
    pub(crate) uses: HashMap<Pos, ObjectId>,
    pub(crate) defs: HashMap<Pos, ObjectId>,
    pub(crate) objects: HashMap<ObjectId, Object>,
    pub(crate) selections: HashMap<Pos, Selection>,
}

/// Identifies an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub(crate) u32);

/// An object: the entity that a name denotes.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name.
    pub name: Name,
    /// The position of the declaration; unknown for predeclared objects.
    pub pos: Pos,
    /// The package that declares the object; `None` for predeclared objects.
    pub pkg: Option<PkgId>,
    /// The kind of the object.
    pub kind: ObjectKind,
    /// The type of the object; for a type name the type that it denotes. Invalid for packages, generic types and
    /// built-in functions.
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
    /// A function or method, generic or not, with its name as tracebacks print it: `log.(*Logger).Printf`.
    Func(Rc<str>),
    /// A predeclared function, or a function of package unsafe.
    Builtin,
    /// `nil`
    Nil,
    /// An object that is in error, or a label.
    Other,
}

/// The mode of an expression, as in go/types.
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
    /// A value of an expression that has a comma-ok form.
    CommaOk,
}

impl ValueMode {
    /// Reports whether the expression has one or more values.
    #[must_use]
    pub fn is_value(self) -> bool {
        !matches!(self, Self::NoValue | Self::Builtin | Self::Type)
    }
}

/// The mode, type and value of an expression.
#[derive(Clone, Debug)]
pub struct TypeAndValue {
    /// The mode.
    pub mode: ValueMode,
    /// The final type: an untyped constant has the type that its context gives it. `nil` has the type untyped nil.
    pub ty: TypeId,
    /// The value of a constant.
    pub value: Option<Constant>,
}

/// The exact value of a constant expression.
#[derive(Clone, Debug)]
pub struct Constant(pub(crate) ConstValue);

impl Constant {
    /// The bytes of a string constant; `None` for other constants.
    #[must_use]
    pub fn as_str(&self) -> Option<Rc<[u8]>> {
        self.0.as_str().map(|text| text.bytes())
    }

    /// The value as an `i64`; `None` if the constant is no integer or does not fit.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    /// The value as a `u64`; `None` if the constant is no integer, is negative or does not fit.
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

/// The field or method that `x.name` selects, where `x` is no package.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Whether a field, a declared method or an interface's method is selected.
    pub kind: SelectionKind,
    /// The type of `x`.
    pub recv: TypeId,
    /// The numbers of the embedded fields to walk through; for a field, its own number comes last.
    pub path: Vec<u32>,
    /// The type of the field, or the type of the method without its receiver.
    pub ty: TypeId,
}

/// The kind of a selection.
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
    /// The mode, type and value of an expression. For a type expression the type is the one that it denotes.
    #[must_use]
    pub fn expr(&self, e: &ast::Expr) -> Option<&TypeAndValue> {
        self.exprs.get(&e.span())
    }

    /// The type of an expression, or the type that a type expression denotes.
    #[must_use]
    pub fn type_of(&self, e: &ast::Expr) -> Option<TypeId> {
        self.expr(e).map(|found| found.ty)
    }

    /// The object that the name at `pos`, a use, denotes.
    #[must_use]
    pub fn object_at_use(&self, pos: Pos) -> Option<(ObjectId, &Object)> {
        let id = *self.uses.get(&pos)?;
        Some((id, self.objects.get(&id)?))
    }

    /// The object that the name at `pos` declares. The name in the head of a type switch declares one variable for each
    /// clause; the result is one of these.
    #[must_use]
    pub fn object_at_def(&self, pos: Pos) -> Option<(ObjectId, &Object)> {
        let id = *self.defs.get(&pos)?;
        Some((id, self.objects.get(&id)?))
    }

    /// The object `id`.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(&id)
    }

    /// The functions, methods and variables at the top level of a package.
    pub fn package_objects(&self, pkg: PkgId) -> impl Iterator<Item = &Object> {
        self.objects.values().filter(move |object| {
            object.pkg == Some(pkg)
                && matches!(object.kind, ObjectKind::Func(_) | ObjectKind::Global)
        })
    }

    /// The selection of the selector expression whose name stands at `pos`.
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
