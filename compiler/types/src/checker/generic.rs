//! Generic declarations and their instances.

use crate::checker::Checker;
use crate::checker::func::FuncSig;
use crate::checker::named::Stage;
use crate::ids::{FuncId, PkgId};
use crate::scope::ScopeId;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{Local, NamedId, TypeId};
use minigo_syntax::ast::Name;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::Pos;
use std::rc::Rc;

/// Generic declarations and their instances.
#[derive(Debug, Default)]
pub(crate) struct Generics {
    /// The generic types and functions.
    pub list: Vec<Generic>,
    /// Methods with type parameters, by object and type arguments of the receiver.
    pub methods: HashMap<(ObjId, Box<[TypeId]>), GenericId>,
    /// Methods with type parameters, by their functions with opaque type parameters.
    pub opaque_methods: HashMap<FuncId, GenericId>,
    /// Method expressions `T.m` of methods with type parameters, which are generic functions themselves.
    pub method_exprs: HashMap<(TypeId, GenericId), GenericId>,
    /// Instances of generic functions and methods, by object and type arguments.
    pub func_instances: HashMap<(ObjId, Box<[TypeId]>), FuncId>,
    /// Which type parameters are instantiated with types that depend on others.
    pub flows: Flows,
    /// How far instantiation has gone.
    pub growth: Growth,
    /// By the scope that a method's receiver opens, what that calls the type parameters of its type.
    pub receivers: HashMap<ScopeId, ReceiverNames>,
}

/// Type parameters of a generic type, and how a method's receiver calls them.
pub(crate) type ReceiverNames = Rc<[(TypeId, Name)]>;

/// A generic type or function.
#[derive(Clone, Debug)]
pub(crate) struct Generic {
    /// Its object.
    pub obj: ObjId,
    /// Its package.
    pub pkg: PkgId,
    /// Its name.
    pub name: Name,
    /// Where it is declared.
    pub pos: Pos,
    /// Of a type: whether it is an alias.
    pub alias: bool,
    /// Of a type: how much is known.
    pub stage: Stage,
    /// The scope of its type parameters.
    pub scope: ScopeId,
    /// Its type parameters, as types.
    pub params: Vec<TypeId>,
    /// Of a type: what it is defined as, once known.
    pub rhs: Option<TypeId>,
    /// Of a type: its instances.
    pub instances: HashMap<Box<[TypeId]>, TypeId>,
    /// Instances that were asked for before `rhs` was known.
    pub waiting: Vec<NamedId>,
    /// Of a type: its methods, and whether their receivers are pointers.
    pub methods: Vec<(ObjId, bool)>,
    /// For a type declared inside a function, the part that its instances take over from it.
    pub local: Option<Box<Local>>,
    /// Of a method: the type arguments of its receiver.
    pub recv_args: Box<[TypeId]>,
    /// Of a method expression `T.m`: `T`, and the generic method.
    pub method_of: Option<(TypeId, GenericId)>,
    /// Of a function: itself with opaque type parameters.
    pub opaque: Option<FuncId>,
    /// Of a function: its signature.
    pub sig: Option<FuncSig>,
    /// How often an instance of it was asked for.
    pub asked: usize,
    /// Whether it is instantiated without end.
    pub endless: bool,
}

impl<'a> Checker<'a> {
    /// The generic type or function `id`.
    pub(crate) fn generic(&self, id: GenericId) -> &Generic {
        &self.generics.list[id.0 as usize]
    }

    /// The generic type or function `id`, to complete it.
    pub(crate) fn generic_mut(&mut self, id: GenericId) -> &mut Generic {
        &mut self.generics.list[id.0 as usize]
    }

    /// Its type parameters.
    pub(crate) fn generic_params(&self, id: GenericId) -> Vec<TypeId> {
        self.generic(id).params.clone()
    }
}

/// The graph whose vertices are type parameters, and types declared inside generic functions: each instance of the
/// function has its own. A vertex is where it is declared, which all copies of a type parameter share.
#[derive(Debug, Default)]
pub(crate) struct Flows {
    /// In the order in which they were found.
    pub edges: Vec<Edge>,
    /// The vertices of types to which the edges lead that come from the function around them.
    pub local: HashSet<Pos>,
}

/// `to` depends on `from`: it is instantiated with a type that mentions `from`, or is declared inside a function whose
/// type parameter that is.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The package in which that is written.
    pub pkg: PkgId,
    pub from: Pos,
    pub to: Pos,
    /// One if a type grows on the way.
    pub weight: usize,
    /// Where it is written.
    pub pos: Pos,
    /// The name of `to`.
    pub name: Name,
    /// Whether `to` is a type declared inside a function.
    pub local: bool,
    /// The type argument, or the type parameter of the function.
    pub ty: TypeId,
    /// How messages call the receiver's type parameters there.
    pub receiver: Option<ReceiverNames>,
}

/// How far instantiation may go before it is asked whether it has an end. The limits are raised each time it has.
#[derive(Debug)]
pub(crate) struct Growth {
    /// How many parts the type arguments have.
    pub parts: usize,
    /// How often one declaration is instantiated.
    pub asked: usize,
    /// Whether it has no end.
    pub endless: bool,
    /// How many parts types have that have been looked at.
    pub known: HashMap<TypeId, usize>,
}

impl Default for Growth {
    fn default() -> Self {
        Self { parts: 100, asked: 2_000, endless: false, known: HashMap::default() }
    }
}
