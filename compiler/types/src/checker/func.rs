//! Signatures with the names of their parameters, and the checker's facts about declared functions.

use crate::scope::ScopeId;
use crate::scope::object::ObjId;
use crate::ty::TypeId;
use minigo_syntax::ast::{self, Ident};
use minigo_syntax::source::Pos;

/// A parameter or result of a signature.
#[derive(Clone, Debug)]
pub(crate) struct ParamInfo {
    /// The name, if there is one.
    pub name: Option<Ident>,
    /// The position of the parameter.
    pub pos: Pos,
    /// The type; for a variadic parameter a slice.
    pub ty: TypeId,
}

/// A signature with the names of its parameters and results.
#[derive(Clone, Debug)]
pub(crate) struct FuncSig {
    /// The signature's type.
    pub ty: TypeId,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// The results.
    pub results: Vec<ParamInfo>,
}

/// The checker's facts about a declared function, an instance, or a method.
#[derive(Clone, Debug)]
pub(crate) struct FuncInfo<'a> {
    /// The object.
    pub obj: ObjId,
    /// The declaration.
    pub decl: &'a ast::FuncDecl,
    /// The scope around the parameters: the file scope, or the scope of the type parameters.
    pub scope: ScopeId,
    /// The language version of the file.
    pub version: (u32, u32),
    /// The receiver.
    pub recv: Option<ParamInfo>,
    /// The parameters and results.
    pub sig: FuncSig,
    /// Whether the body is already in the queue of bodies to check.
    pub is_queued: bool,
    /// The type arguments, for an instance of a generic function or a method of an instance of a generic type.
    pub args: Box<[TypeId]>,
}
