//! The entry points through which declarations ask for expressions and function bodies to be checked.

use crate::check::Checker;
use crate::constant::ConstValue;
use crate::program::{FuncId, GlobalId, Stmt};
use crate::ty::{Basic, TypeId};
use minigo_syntax::ast;

impl Checker<'_> {
    /// Checks the body of `func`, whose signature is in `self.func_info`, and stores the result in `self.funcs`.
    pub(crate) fn check_func_body(&mut self, _func: FuncId, _body: &ast::Block) {}

    /// Checks the constant expression `e` (`iota` is in the context). With a type, converts to it.
    /// Reports what is wrong and then returns `Invalid`.
    pub(crate) fn expr_const(
        &mut self,
        _e: &ast::Expr,
        _expected: Option<TypeId>,
    ) -> (TypeId, ConstValue) {
        (Basic::Invalid.id(), ConstValue::Unknown)
    }

    /// Checks the length of an array type; `None` when it is in error, which is reported.
    pub(crate) fn array_length(&mut self, _e: &ast::Expr) -> Option<u64> {
        None
    }

    /// Checks the initialiser of the variables `lhs`: one value, or one call with several results.
    /// Sets the variables' types unless they are declared with one.
    pub(crate) fn global_init(
        &mut self,
        _lhs: &[GlobalId],
        _declared: Option<TypeId>,
        _value: &ast::Expr,
    ) -> Vec<Stmt> {
        Vec::new()
    }
}
