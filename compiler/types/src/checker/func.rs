//! Signatures with the names in them, and what is known about declared functions.

use crate::scope::ScopeId;
use crate::scope::object::ObjId;
use crate::ty::TypeId;
use minigo_syntax::ast::{self, Ident};
use minigo_syntax::source::Pos;

/// A parameter or result of a signature.
#[derive(Clone, Debug)]
pub(crate) struct ParamInfo {
    /// Its name, if it has one.
    pub name: Option<Ident>,
    /// Where it stands.
    pub pos: Pos,
    /// Its type; a variadic one is a slice.
    pub ty: TypeId,
}

/// A signature with the names in it.
#[derive(Clone, Debug)]
pub(crate) struct FuncSig {
    /// The signature's type.
    pub ty: TypeId,
    /// The parameters.
    pub params: Vec<ParamInfo>,
    /// The results.
    pub results: Vec<ParamInfo>,
}

/// What is known about a declared function, an instance, or a method.
#[derive(Clone, Debug)]
pub(crate) struct FuncInfo<'a> {
    /// Its object.
    pub obj: ObjId,
    /// Its declaration.
    pub decl: &'a ast::FuncDecl,
    /// The scope around its parameters: the file's, or that of its type parameters.
    pub scope: ScopeId,
    /// The language version of its file.
    pub version: (u32, u32),
    /// The receiver.
    pub recv: Option<ParamInfo>,
    /// Parameters and results.
    pub sig: FuncSig,
    /// Whether it has been put on the list of bodies to check.
    pub queued: bool,
    /// The type arguments, of an instance of a generic function or a method of an instance of a generic type.
    pub args: Box<[TypeId]>,
}
