//! Types and their identity.
//!
//! [`Types`] interns each type once, so that two ids are equal exactly when the types are identical. `layout` gives
//! sizes and offsets, `methodset` the method sets with promoted methods, `predicates` the questions that rules ask,
//! `terms` the type sets of constraints, `print` types as Go writes them.

pub(crate) mod embedding;
pub mod layout;
pub mod methodset;
pub(crate) mod predicates;
pub mod print;
pub(crate) mod terms;

use crate::ids::{FuncId, PkgId};
use crate::ty::layout::Layouts;
use minigo_syntax::ast::{ChanDir, Name};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;
use std::cell::RefCell;

/// A type; an index into [`Types`]. The ids of the predeclared types are constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeId(pub u32);

/// The type of what is in error: it silences errors that merely follow.
pub(crate) const INVALID: TypeId = Basic::Invalid.id();

/// A defined type; an index into [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamedId(pub u32);

/// A type parameter; an index into [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeParamId(pub u32);

/// The predeclared types, and those of untyped constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Basic {
    /// The type of what is in error; silences what follows from it.
    Invalid,
    Bool,
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Uintptr,
    Float32,
    Float64,
    Complex64,
    Complex128,
    String,
    UnsafePointer,
    UntypedBool,
    UntypedInt,
    UntypedRune,
    UntypedFloat,
    UntypedComplex,
    UntypedString,
    UntypedNil,
}

/// A type's structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A predeclared type. `byte` is `Uint8`, `rune` is `Int32`.
    Basic(Basic),
    /// A defined type, `error` included, or an instance of a generic one.
    Named(NamedId),
    /// `*T`
    Pointer(TypeId),
    /// `[]T`
    Slice(TypeId),
    /// `[n]T`
    Array(TypeId, u64),
    /// `map[K]V`
    Map(TypeId, TypeId),
    /// `chan T`
    Chan(ChanDir, TypeId),
    /// `struct { … }`
    Struct(Box<[Field]>),
    /// `func(…) …`
    Signature(Signature),
    /// `interface { … }`
    Interface(Interface),
    /// Several results.
    Tuple(Box<[TypeId]>),
    /// A type parameter; never in a finished [`crate::program::Program`].
    TypeParam(TypeParamId),
}

/// A field of a struct type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Its name; of an embedded field the type's.
    pub name: Name,
    /// The package it belongs to, if its name is not exported.
    pub pkg: Option<PkgId>,
    /// Its type.
    pub ty: TypeId,
    /// Whether it is embedded.
    pub embedded: bool,
    /// Its tag, decoded; empty without one.
    pub tag: Name,
}

/// Parameters and results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The parameters' types; a variadic one is a slice.
    pub params: Box<[TypeId]>,
    /// The results' types.
    pub results: Box<[TypeId]>,
    /// Whether the last parameter is variadic.
    pub variadic: bool,
}

/// An interface's type set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Interface {
    /// All methods, embedded ones included, sorted by name (then package).
    pub methods: Box<[Method]>,
    /// The types it is restricted to, if it is (constraints only).
    pub terms: Option<Box<[Term]>>,
    /// Whether it embeds `comparable`.
    pub comparable: bool,
}

/// A method of an interface.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Method {
    /// Its name.
    pub name: Name,
    /// The package it belongs to, if its name is not exported.
    pub pkg: Option<PkgId>,
    /// Its type, a `Signature`.
    pub sig: TypeId,
}

/// `~T` or `T` in a constraint.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// Whether all types with this underlying type are meant.
    pub tilde: bool,
    /// The type.
    pub ty: TypeId,
}

/// A defined type.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name; of an instance that of the generic type.
    pub name: Name,
    /// Its package; none for `error` and `comparable`.
    pub pkg: Option<PkgId>,
    /// Where it is declared.
    pub pos: Pos,
    /// Its underlying type; set once its declaration has been checked.
    pub underlying: TypeId,
    /// Its declared methods.
    pub methods: Vec<DeclaredMethod>,
    /// Of an instance: its type arguments.
    pub args: Box<[TypeId]>,
    /// Its local facts, if it is declared inside a function.
    pub local: Option<Box<Local>>,
}

/// The facts that only a type declared inside a function has.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its number among the types that are defined inside the functions of its package, in source order from 1.
    pub number: u32,
    /// The type arguments of the generic function around it, those of its receiver first; empty if that is not generic.
    pub args: Box<[TypeId]>,
}

impl Named {
    /// The type arguments of the generic function inside which it is declared; empty for all other types.
    #[must_use]
    pub fn implicit_args(&self) -> &[TypeId] {
        self.local.as_ref().map_or(&[], |local| &local.args)
    }
}

/// A method declared for a defined type.
#[derive(Clone, Debug)]
pub struct DeclaredMethod {
    /// Its name.
    pub name: Name,
    /// Its package.
    pub pkg: PkgId,
    /// Whether the receiver is a pointer.
    pub pointer: bool,
    /// Its type, a `Signature`.
    pub sig: TypeId,
    /// The function.
    pub func: FuncId,
    /// Where it is declared.
    pub pos: Pos,
}

/// A type parameter.
#[derive(Clone, Debug)]
pub struct TypeParam {
    /// Its name.
    pub name: Name,
    /// Where it is declared.
    pub pos: Pos,
    /// Its constraint: an interface, perhaps a defined one.
    pub constraint: TypeId,
}

/// How a package is called.
#[derive(Clone, Debug)]
pub struct PackageName {
    /// Its import path.
    pub path: Name,
    /// The name in its package clause.
    pub name: Name,
}

/// The table of all types.
#[derive(Clone, Debug)]
pub struct Types {
    list: Vec<Type>,
    ids: HashMap<Type, TypeId>,
    named: Vec<Named>,
    tparams: Vec<TypeParam>,
    /// The packages' names, by `PkgId`, for printing.
    pub packages: Vec<PackageName>,
    /// Which spelling of predeclared aliases messages prefer.
    pub spelling: Spelling,
    /// Sizes that have been computed.
    pub(crate) layouts: Layouts,
    /// The fields of wide structs by name, of those that have been asked for.
    wide: RefCell<HashMap<TypeId, HashMap<Name, u32>>>,
}

/// Which spelling the program prefers where a type has two: `byte`, `rune` and `any` are no types of their own here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spelling {
    /// `uint8` is written somewhere.
    pub uint8: bool,
    /// `int32` is written somewhere.
    pub int32: bool,
    /// `interface{}` is written somewhere.
    pub empty_interface: bool,
    /// `byte` is written somewhere.
    pub byte: bool,
    /// `rune` is written somewhere.
    pub rune: bool,
    /// `any` is written somewhere.
    pub any: bool,
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Basic {
    /// All of them, in the order of their ids.
    pub const ALL: [Self; 26] = [
        Self::Invalid,
        Self::Bool,
        Self::Int,
        Self::Int8,
        Self::Int16,
        Self::Int32,
        Self::Int64,
        Self::Uint,
        Self::Uint8,
        Self::Uint16,
        Self::Uint32,
        Self::Uint64,
        Self::Uintptr,
        Self::Float32,
        Self::Float64,
        Self::Complex64,
        Self::Complex128,
        Self::String,
        Self::UnsafePointer,
        Self::UntypedBool,
        Self::UntypedInt,
        Self::UntypedRune,
        Self::UntypedFloat,
        Self::UntypedComplex,
        Self::UntypedString,
        Self::UntypedNil,
    ];

    /// Its id in every table.
    #[must_use]
    pub const fn id(self) -> TypeId {
        TypeId(self as u32)
    }
}

impl Types {
    /// A table with the predeclared types.
    #[must_use]
    pub fn new() -> Self {
        let mut types = Self {
            list: Vec::new(),
            ids: HashMap::default(),
            named: Vec::new(),
            tparams: Vec::new(),
            packages: Vec::new(),
            spelling: Spelling::default(),
            layouts: Layouts::default(),
            wide: RefCell::default(),
        };
        for basic in Basic::ALL {
            types.intern(Type::Basic(basic));
        }
        types
    }

    /// The id of `ty`.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// Adds a defined type; its type is interned with it.
    pub fn define(&mut self, named: Named) -> (NamedId, TypeId) {
        let id = NamedId(self.named.len() as u32);
        self.named.push(named);
        (id, self.intern(Type::Named(id)))
    }

    /// The structure of `id`.
    #[must_use]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.list[id.0 as usize]
    }

    /// The defined type `id`.
    #[must_use]
    pub fn named(&self, id: NamedId) -> &Named {
        &self.named[id.0 as usize]
    }

    /// The defined type `id`, to complete it.
    pub fn named_mut(&mut self, id: NamedId) -> &mut Named {
        &mut self.named[id.0 as usize]
    }

    /// Adds a type parameter.
    pub fn define_param(&mut self, param: TypeParam) -> (TypeParamId, TypeId) {
        let id = TypeParamId(self.tparams.len() as u32);
        self.tparams.push(param);
        (id, self.intern(Type::TypeParam(id)))
    }

    /// The type parameter `id`.
    #[must_use]
    pub fn param(&self, id: TypeParamId) -> &TypeParam {
        &self.tparams[id.0 as usize]
    }

    /// The type parameter `id`, to complete it.
    pub fn param_mut(&mut self, id: TypeParamId) -> &mut TypeParam {
        &mut self.tparams[id.0 as usize]
    }

    /// How many defined types there are.
    #[must_use]
    pub fn named_len(&self) -> usize {
        self.named.len()
    }

    /// The underlying type of `id`: never a defined type.
    #[must_use]
    pub fn underlying(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Named(named) => self.named(*named).underlying,
            _ => id,
        }
    }

    /// The structure of the underlying type of `id`.
    #[must_use]
    pub fn under(&self, id: TypeId) -> &Type {
        self.get(self.underlying(id))
    }

    /// Which field of the struct type `id` has the name, if any; the last one if a faulty type has several.
    pub(crate) fn field_named(&self, id: TypeId, name: &str) -> Option<u32> {
        /// From how many fields on an index pays.
        const WIDE: usize = 64;
        let Type::Struct(fields) = self.get(id) else { return None };
        if fields.len() < WIDE {
            return fields.iter().rposition(|f| f.name == name).map(|i| i as u32);
        }
        let mut wide = self.wide.borrow_mut();
        let by_name = || (0..).zip(fields.iter()).map(|(i, f)| (f.name.clone(), i)).collect();
        wide.entry(id).or_insert_with(by_name).get(name).copied()
    }

    /// How many types there are; ids are below it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none, which never holds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
