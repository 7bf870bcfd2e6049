//! Types and their identity.
//!
//! [`Types`] interns each type once, so that two ids are equal exactly when the types are identical. The module
//! `layout` computes sizes and offsets; `methodset` computes method sets with promoted methods; `predicates` has the
//! predicates that the language's rules use; `terms` has the type sets of constraints; `print` prints types as Go
//! source writes them.

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

/// The type of an expression that is in error. Operands of this type cause no further errors.
pub(crate) const INVALID: TypeId = Basic::Invalid.id();

/// A defined type; an index into [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NamedId(pub u32);

/// A type parameter; an index into [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TypeParamId(pub u32);

/// The predeclared types and the types of untyped constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are Go's")]
pub enum Basic {
    /// The type of an expression that is in error; it suppresses follow-on errors.
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
    /// A defined type (`error` too), or an instance of a generic type.
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
    /// The types of several results.
    Tuple(Box<[TypeId]>),
    /// A type parameter; never in a finished [`crate::program::Program`].
    TypeParam(TypeParamId),
}

/// A field of a struct type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The name; for an embedded field the name of its type.
    pub name: Name,
    /// The package that declares the field, if the name is not exported.
    pub pkg: Option<PkgId>,
    /// The type.
    pub ty: TypeId,
    /// Whether the field is embedded.
    pub embedded: bool,
    /// The tag, decoded; empty if there is none.
    pub tag: Name,
}

/// Parameters and results.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The parameters' types. A variadic parameter's type is a slice.
    pub params: Box<[TypeId]>,
    /// The results' types.
    pub results: Box<[TypeId]>,
    /// Whether the last parameter is variadic.
    pub variadic: bool,
}

/// An interface's type set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Interface {
    /// All methods, those of embedded interfaces included, sorted by name and then by package.
    pub methods: Box<[Method]>,
    /// The terms of the type set, if the interface has any (in constraints only).
    pub terms: Option<Box<[Term]>>,
    /// Whether the interface embeds `comparable`.
    pub comparable: bool,
}

/// A method of an interface.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Method {
    /// The name.
    pub name: Name,
    /// The package that declares the method, if the name is not exported.
    pub pkg: Option<PkgId>,
    /// The type: a `Signature`.
    pub sig: TypeId,
}

/// `~T` or `T` in a constraint.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Term {
    /// Whether the term is `~T`: all types whose underlying type is `ty`.
    pub has_tilde: bool,
    /// The type `T`.
    pub ty: TypeId,
}

/// A defined type.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name; for an instance the name of the generic type.
    pub name: Name,
    /// The package that declares the type; `None` for `error` and `comparable`.
    pub pkg: Option<PkgId>,
    /// The position of the declaration.
    pub pos: Pos,
    /// The underlying type; set once the declaration has been checked.
    pub underlying: TypeId,
    /// The methods that are declared for the type.
    pub methods: Vec<DeclaredMethod>,
    /// The type arguments of an instance; empty for all other types.
    pub args: Box<[TypeId]>,
    /// The facts about a local type, if the type is declared inside a function.
    pub local_type: Option<Box<LocalType>>,
}

/// Facts about a type that is declared inside a function.
#[derive(Clone, Debug)]
pub struct LocalType {
    /// The type's number among the types that are defined inside the functions of its package: from 1, in source order.
    pub local_number: u32,
    /// The type arguments of the generic function around it, those of its receiver first; empty if the function is not
    /// generic.
    pub args: Box<[TypeId]>,
}

impl Named {
    /// The type arguments of the generic function that declares the type inside its body; empty for all other types.
    #[must_use]
    pub fn implicit_args(&self) -> &[TypeId] {
        self.local_type.as_ref().map_or(&[], |local| &local.args)
    }
}

/// A method declared for a defined type.
#[derive(Clone, Debug)]
pub struct DeclaredMethod {
    /// The name.
    pub name: Name,
    /// The package that declares the method.
    pub pkg: PkgId,
    /// Whether the receiver is a pointer.
    pub has_pointer_receiver: bool,
    /// The type: a `Signature`.
    pub sig: TypeId,
    /// The function that implements the method.
    pub func: FuncId,
    /// The position of the declaration.
    pub pos: Pos,
}

/// A type parameter.
#[derive(Clone, Debug)]
pub struct TypeParam {
    /// The name.
    pub name: Name,
    /// The position of the declaration.
    pub pos: Pos,
    /// The constraint: an interface, or a defined type whose underlying type is an interface.
    pub constraint: TypeId,
}

/// The path and the name of a package.
#[derive(Clone, Debug)]
pub struct PackageName {
    /// The import path.
    pub path: Name,
    /// The name in its package clause.
    pub name: Name,
}

/// The table of all types.
#[derive(Clone, Debug)]
pub struct Types {
    structures: Vec<Type>,
    ids: HashMap<Type, TypeId>,
    named_types: Vec<Named>,
    tparams: Vec<TypeParam>,
    /// The names of the packages, indexed by `PkgId`, for messages.
    pub packages: Vec<PackageName>,
    /// The spelling of predeclared aliases that messages prefer.
    pub spelling: TypeSpellings,
    /// A cache of computed sizes and offsets.
    pub(crate) layouts: Layouts,
    /// The fields of wide structs by name. A struct's fields are indexed when a field of it is first looked up.
    field_indexes: RefCell<HashMap<TypeId, HashMap<Name, u32>>>,
}

/// Records the spellings that the program uses for types that have two: in the type table `byte`, `rune` and `any` are
/// no types of their own.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypeSpellings {
    /// The program contains `uint8`.
    pub uint8: bool,
    /// The program contains `int32`.
    pub int32: bool,
    /// The program contains `interface{}`.
    pub empty_interface: bool,
    /// The program contains `byte`.
    pub byte: bool,
    /// The program contains `rune`.
    pub rune: bool,
    /// The program contains `any`.
    pub any: bool,
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Basic {
    /// All basic types in the order of their ids.
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

    /// The id of this basic type, which is the same in every table.
    #[must_use]
    pub const fn id(self) -> TypeId {
        TypeId(self as u32)
    }
}

impl Types {
    /// Makes a table that contains the predeclared types.
    #[must_use]
    pub fn new() -> Self {
        let mut types = Self {
            structures: Vec::new(),
            ids: HashMap::default(),
            named_types: Vec::new(),
            tparams: Vec::new(),
            packages: Vec::new(),
            spelling: TypeSpellings::default(),
            layouts: Layouts::default(),
            field_indexes: RefCell::default(),
        };
        for basic in Basic::ALL {
            types.intern(Type::Basic(basic));
        }
        types
    }

    /// Returns the id of `ty`; adds the type to the table if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = TypeId(self.structures.len() as u32);
        self.structures.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// Adds a defined type. Returns the defined type's id and the id of the interned type.
    pub fn define(&mut self, named: Named) -> (NamedId, TypeId) {
        let id = NamedId(self.named_types.len() as u32);
        self.named_types.push(named);
        (id, self.intern(Type::Named(id)))
    }

    /// The structure of `id`.
    #[must_use]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.structures[id.0 as usize]
    }

    /// The defined type `id`.
    #[must_use]
    pub fn named_type(&self, id: NamedId) -> &Named {
        &self.named_types[id.0 as usize]
    }

    /// The defined type `id`, mutable, to complete its declaration.
    pub fn named_mut(&mut self, id: NamedId) -> &mut Named {
        &mut self.named_types[id.0 as usize]
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

    /// The type parameter `id`, mutable, to complete its declaration.
    pub fn param_mut(&mut self, id: TypeParamId) -> &mut TypeParam {
        &mut self.tparams[id.0 as usize]
    }

    /// The number of defined types.
    #[must_use]
    pub fn named_type_count(&self) -> usize {
        self.named_types.len()
    }

    /// The underlying type of `id`: never a defined type.
    #[must_use]
    pub fn underlying(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Named(named) => self.named_type(*named).underlying,
            _ => id,
        }
    }

    /// The structure of the underlying type of `id`.
    #[must_use]
    pub fn underlying_structure(&self, id: TypeId) -> &Type {
        self.get(self.underlying(id))
    }

    /// The number of the field of struct type `id` that has this name, if there is one. In an invalid struct with
    /// several fields of one name, the map has the last one.
    pub(crate) fn field_named(&self, id: TypeId, name: &str) -> Option<u32> {
        /// The number of fields from which on an index by name pays off.
        const MIN_INDEXED_FIELDS: usize = 64;
        let Type::Struct(fields) = self.get(id) else { return None };
        if fields.len() < MIN_INDEXED_FIELDS {
            return fields.iter().rposition(|f| f.name == name).map(|i| i as u32);
        }
        let mut wide = self.field_indexes.borrow_mut();
        let by_name = || (0..).zip(fields.iter()).map(|(i, f)| (f.name.clone(), i)).collect();
        wide.entry(id).or_insert_with(by_name).get(name).copied()
    }

    /// The number of types; each id is below it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.structures.len()
    }

    /// Reports whether the table is empty, which it never is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.structures.is_empty()
    }
}
