//! The state of generic declarations and their instances.

use crate::checker::Checker;
use crate::checker::func::FuncSig;
use crate::checker::named::TypeResolutionStage;
use crate::ids::{FuncId, PkgId};
use crate::scope::ScopeId;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{LocalType, NamedId, TypeId};
use minigo_syntax::ast::Name;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::Pos;
use std::rc::Rc;

/// The generic declarations and their instances.
#[derive(Debug, Default)]
pub(crate) struct Generics {
    /// The generic types and functions.
    pub generics: Vec<Generic>,
    /// Methods that have type parameters of their own, by object and type arguments of the receiver.
    pub methods: HashMap<(ObjId, Box<[TypeId]>), GenericId>,
    /// Methods that have type parameters of their own, by the functions that check their bodies with opaque type
    /// parameters.
    pub methods_by_checking_func: HashMap<FuncId, GenericId>,
    /// Method expressions `T.m` of methods with type parameters, which are themselves generic functions.
    pub method_exprs: HashMap<(TypeId, GenericId), GenericId>,
    /// Instances of generic functions and methods, by object and type arguments.
    pub func_instances: HashMap<(ObjId, Box<[TypeId]>), FuncId>,
    /// The graph of type parameters that are instantiated with types that mention other type parameters.
    pub instantiation_graph: InstantiationGraph,
    /// The limits of instantiation.
    pub instantiation_limits: InstantiationLimits,
    /// For each scope that a method's receiver opens, the receiver's names for the type parameters of its type.
    pub receivers: HashMap<ScopeId, ReceiverNames>,
}

/// The type parameters of a generic type, each with the name that a method's receiver gives it.
pub(crate) type ReceiverNames = Rc<[(TypeId, Name)]>;

/// A generic type or function.
#[derive(Clone, Debug)]
pub(crate) struct Generic {
    /// The object.
    pub obj: ObjId,
    /// The package.
    pub pkg: PkgId,
    /// The name.
    pub name: Name,
    /// The position of the declaration.
    pub pos: Pos,
    /// For a type: whether it is an alias.
    pub is_alias: bool,
    /// For a type: how far its declaration has been checked.
    pub stage: TypeResolutionStage,
    /// The scope of the type parameters.
    pub scope: ScopeId,
    /// The type parameters, as types.
    pub params: Vec<TypeId>,
    /// For a type: the type on the right side of its declaration, once known.
    pub rhs: Option<TypeId>,
    /// For a type: the instances, by their type arguments.
    pub instances: HashMap<Box<[TypeId]>, TypeId>,
    /// The instances that were requested before `rhs` was known.
    pub waiting_instances: Vec<NamedId>,
    /// For a type: the methods, each with whether its receiver is a pointer.
    pub methods: Vec<(ObjId, bool)>,
    /// For a type declared inside a function: the facts that its instances inherit.
    pub local_type: Option<Box<LocalType>>,
    /// For a method: the type arguments of its receiver.
    pub recv_args: Box<[TypeId]>,
    /// For a method expression `T.m`: `T` and the generic method.
    pub method_expr: Option<(TypeId, GenericId)>,
    /// For a function: the function that is checked with opaque type parameters.
    pub body_checking_func: Option<FuncId>,
    /// For a function: the signature.
    pub sig: Option<FuncSig>,
    /// The number of requests for an instance.
    pub instance_request_count: usize,
    /// Whether the declaration is instantiated without end.
    pub has_endless_instances: bool,
}

impl<'a> Checker<'a> {
    /// The generic type or function `id`.
    pub(crate) fn generic(&self, id: GenericId) -> &Generic {
        &self.generics.generics[id.0 as usize]
    }

    /// The generic type or function `id`, mutable, to complete its declaration.
    pub(crate) fn generic_mut(&mut self, id: GenericId) -> &mut Generic {
        &mut self.generics.generics[id.0 as usize]
    }

    /// The type parameters of the generic type or function `id`.
    pub(crate) fn generic_params(&self, id: GenericId) -> Vec<TypeId> {
        self.generic(id).params.clone()
    }
}

/// A graph of instantiation. The graph's vertices are type parameters and types that are declared inside generic
/// functions (each instance of the function has its own copy of such a type). A vertex is the position of its
/// declaration, which all copies of a type parameter share.
#[derive(Debug, Default)]
pub(crate) struct InstantiationGraph {
    /// The edges, in the order in which they were found.
    pub edges: Vec<InstantiationEdge>,
    /// The vertices of local types that already have the edges from the type parameters of the function around them.
    pub local_vertices: HashSet<Pos>,
}

/// `to` depends on `from`: either `to` is instantiated with a type that mentions `from`, or `to` is a type declared
/// inside a function whose type parameter `from` is.
#[derive(Clone, Debug)]
pub(crate) struct InstantiationEdge {
    /// The package that contains the instantiation or declaration.
    pub pkg: PkgId,
    pub from: Pos,
    pub to: Pos,
    /// 1 if a type grows along the edge, else 0.
    pub growth_weight: usize,
    /// The position of the instantiation or declaration.
    pub pos: Pos,
    /// The name of `to`.
    pub name: Name,
    /// Whether `to` is a type declared inside a function.
    pub is_local: bool,
    /// The type argument, or the function's type parameter.
    pub ty: TypeId,
    /// The names that messages use for the receiver's type parameters at `pos`.
    pub receiver: Option<ReceiverNames>,
}

/// The limits beyond which an instance is made only after a check that instantiation ends. The limits are raised each
/// time the check succeeds.
#[derive(Debug)]
pub(crate) struct InstantiationLimits {
    /// The largest number of parts in the type arguments of one instance.
    pub max_type_arg_parts: usize,
    /// The largest number of requests for instances of one declaration.
    pub max_instance_requests: usize,
    /// Whether instantiation has no end.
    pub has_endless_instances: bool,
    /// The number of parts of types, as far as they have been counted.
    pub type_part_counts: HashMap<TypeId, usize>,
}

impl Default for InstantiationLimits {
    fn default() -> Self {
        Self {
            max_type_arg_parts: 100,
            max_instance_requests: 2_000,
            has_endless_instances: false,
            type_part_counts: HashMap::default(),
        }
    }
}
