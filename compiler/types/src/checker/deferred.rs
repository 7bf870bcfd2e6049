//! Checks that wait until all types they look at are complete.

use crate::ids::PkgId;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{NamedId, TypeId};
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

/// The declarations and type expressions that are being checked.
#[derive(Debug, Default)]
pub(crate) struct Resolving {
    /// The objects whose declarations are being checked, outermost first.
    pub path: Vec<ObjId>,
    /// How many declarations and type expressions are being checked.
    pub depth: u32,
    /// Defined types that have been mentioned and whose underlying types are not known yet.
    pub incomplete: Vec<NamedId>,
    /// Checks that wait until `depth` is zero.
    pub deferred: Vec<Deferred>,
    /// Which package-level objects of the same package each object mentions.
    pub deps: HashMap<ObjId, Vec<ObjId>>,
    /// The local variable whose type is being checked.
    pub local_var: Option<Pos>,
    /// Above zero inside the signatures of interface methods.
    pub interface_depth: u32,
}

/// What has a limit to its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sized {
    /// An array.
    Array,
    /// The elements of a channel.
    ChanElem,
    /// The keys of a map.
    MapKey,
    /// The elements of a map.
    MapElem,
}

/// A check that waits.
#[derive(Clone, Debug)]
pub(crate) enum Deferred {
    /// A type parameter's constraint that was not complete must become an interface.
    Bound(TypeId),
    /// The defined type must be of finite size.
    Finite(NamedId),
    /// A struct's fields and methods must have different names.
    FieldsAndMethods(NamedId),
    /// A map's key type must be comparable.
    MapKey(PkgId, TypeId, Pos),
    /// The type of an embedded field must not be a pointer, and so on.
    Embedded(PkgId, TypeId, Pos),
    /// The type of a variable must not be a constraint.
    VarType(PkgId, TypeId, Pos),
    /// A type must not be larger than its use allows.
    Size(PkgId, Sized, TypeId, Pos),
    /// Type arguments must satisfy their constraints.
    Instance(Box<InstanceCheck>),
    /// A union's terms must be valid.
    Union(PkgId, Vec<UnionCheck>),
}

/// A term of a union, to be checked.
#[derive(Clone, Debug)]
pub(crate) struct UnionCheck {
    /// Where it stands.
    pub pos: Pos,
    /// Whether it is `~T`.
    pub tilde: bool,
    /// `T`
    pub ty: TypeId,
}

/// Type arguments, to be checked.
#[derive(Clone, Debug)]
pub(crate) struct InstanceCheck {
    /// The package from which they are seen.
    pub pkg: PkgId,
    /// What is instantiated.
    pub generic: GenericId,
    /// The arguments.
    pub args: Vec<TypeId>,
    /// Where each stands.
    pub at: Vec<Pos>,
    /// Where the whole stands.
    pub pos: Pos,
}
