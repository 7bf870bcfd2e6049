//! Type expressions.

use crate::check::{Checker, FuncSig};
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::ast;

impl Checker<'_> {
    /// The type that `e` denotes; reports and returns `Invalid` when it denotes none.
    pub(crate) fn type_expr(&mut self, _e: &ast::Expr) -> TypeId {
        Basic::Invalid.id()
    }

    /// Like `type_expr` for the types of variables: constraint interfaces are refused.
    pub(crate) fn var_type(&mut self, e: &ast::Expr) -> TypeId {
        self.type_expr(e)
    }

    /// The type that `e` denotes if it denotes one; reports nothing if it is a value.
    /// For operands that may be types: conversions, composite literals, arguments of built-in functions.
    pub(crate) fn try_type(&mut self, _e: &ast::Expr) -> Option<TypeId> {
        None
    }

    /// The signature `ty`.
    pub(crate) fn func_type(&mut self, _ty: &ast::FuncType) -> FuncSig {
        let sig = Signature { params: [].into(), results: [].into(), variadic: false };
        FuncSig {
            ty: self.types.intern(Type::Signature(sig)),
            params: Vec::new(),
            results: Vec::new(),
        }
    }

    /// A type declaration inside a function; declares the name in the current scope.
    pub(crate) fn local_type_decl(&mut self, _spec: &ast::TypeSpec) {}
}
