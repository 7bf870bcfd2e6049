//! Checks that are deferred until all types they depend on are complete.

use crate::ids::PkgId;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{NamedId, TypeId};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

/// The declarations and type expressions that are being checked.
#[derive(Debug, Default)]
pub(crate) struct ResolutionState {
    /// The objects whose declarations are being checked, outermost first.
    pub object_path: Vec<ObjId>,
    /// The number of declarations and type expressions that are being checked.
    pub depth: u32,
    /// Defined types that have been mentioned and whose underlying types are not yet known.
    pub incomplete_types: Vec<NamedId>,
    /// Checks that are deferred until `depth` is zero.
    pub deferred_checks: Vec<DeferredCheck>,
    /// For each object, the package-level objects of the same package that it mentions.
    pub dependencies: HashMap<ObjId, Vec<ObjId>>,
    /// The local variable whose type is being checked.
    pub local_var_pos: Option<Pos>,
    /// The nesting depth of interface method signatures around the current point; 0 outside of them.
    pub interface_depth: u32,
}

/// The uses of a type for which gc limits its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum SizeLimitedUse {
    /// An array.
    Array,
    /// The elements of a channel.
    ChanElem,
    /// The keys of a map.
    MapKey,
    /// The elements of a map.
    MapElem,
}

/// A deferred check.
#[derive(Clone, Debug)]
pub(crate) enum DeferredCheck {
    /// The constraint of a type parameter, incomplete when it was declared, must be an interface.
    Bound(TypeId),
    /// A defined type must have finite size.
    Finite(NamedId),
    /// The fields and methods of a struct must have different names.
    FieldsAndMethods(NamedId),
    /// A map's key type must be comparable.
    MapKey(PkgId, TypeId, Pos),
    /// The type of an embedded field must be permitted for embedding: for example, it must not be a pointer.
    Embedded(PkgId, TypeId, Pos),
    /// The type of a variable must not be a constraint.
    VarType(PkgId, TypeId, Pos),
    /// A type must not be larger than its use permits.
    Size(PkgId, SizeLimitedUse, TypeId, Pos),
    /// Type arguments must satisfy their constraints.
    Instance(Box<InstanceCheck>),
    /// A union's terms must be valid.
    Union(PkgId, Vec<UnionCheck>),
}

/// A term of a union whose check is deferred.
#[derive(Clone, Debug)]
pub(crate) struct UnionCheck {
    /// The position of the term.
    pub pos: Pos,
    /// Whether the term is `~T`.
    pub tilde: bool,
    /// The type `T`.
    pub ty: TypeId,
}

/// Type arguments whose check is deferred.
#[derive(Clone, Debug)]
pub(crate) struct InstanceCheck {
    /// The package that contains the instantiation.
    pub pkg: PkgId,
    /// The generic type or function that is instantiated.
    pub generic: GenericId,
    /// The type arguments.
    pub args: Vec<TypeId>,
    /// The position of each type argument.
    pub argument_positions: Vec<Pos>,
    /// The position of the whole instantiation.
    pub pos: Pos,
}
