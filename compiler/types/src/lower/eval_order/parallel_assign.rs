//! Orders several assignments in one statement: `a[i], b = x, y`.
//!
//! gc executes such assignments one after the other, after all calls. Before the first assignment gc reads only the
//! operands that an earlier assignment could change. A program observes this if one of the assignments panics.

use super::Order;
use crate::ids::VarId;
use crate::program::{BinaryOp, Expr, ExprKind as K, Stmt, StmtKind as S};
use crate::ty::{Basic, Type};
use minigo_syntax::source::Pos;

/// The variables and memory that the assignments so far may have changed.
#[derive(Default)]
struct ChangedMemory {
    /// The changed variables whose addresses are not taken.
    vars: Vec<VarId>,
    /// Any memory.
    may_be_any_memory: bool,
    /// A result variable that deferred calls see: every later value must be computed before the assignment.
    has_result: bool,
}

impl Order<'_> {
    /// The assignments as separate statements.
    pub(super) fn split_assignments(
        &mut self,
        lvalues: Vec<Option<Expr>>,
        values: Vec<Expr>,
        pos: Pos,
    ) -> Vec<Stmt> {
        let (mut early, mut late) = (Vec::new(), Vec::new());
        let mut changed = ChangedMemory::default();
        for (mut lvalue, mut value) in lvalues.into_iter().zip(values) {
            if let Some(lvalue) = &mut lvalue {
                self.save_operands(lvalue, &changed, &mut early);
            }
            self.save_if_affected(&mut value, &changed, &mut early);
            if let Some(lvalue) = &mut lvalue {
                self.note_change(lvalue, &mut changed);
                self.eval_lvalue_operands(lvalue, &mut late);
            }
            late.push(Stmt { kind: S::Assign(lvalue, value), pos });
        }
        early.append(&mut late);
        early
    }

    /// Reads those operands of an lvalue in advance that earlier assignments may change.
    fn save_operands(&mut self, lvalue: &mut Expr, changed: &ChangedMemory, early: &mut Vec<Stmt>) {
        match &mut lvalue.kind {
            K::Field(x, _) => self.save_operands(x, changed, early),
            K::Index(x, i) if matches!(self.types.underlying_structure(x.ty), Type::Array(..)) => {
                self.save_if_affected(i, changed, early);
                self.save_operands(x, changed, early);
            }
            K::Index(x, i) | K::MapIndex(x, i) => {
                self.save_if_affected(x, changed, early);
                self.save_if_affected(i, changed, early);
            }
            K::Deref(x) => self.save_if_affected(x, changed, early),
            _ => {}
        }
    }

    fn save_if_affected(&mut self, e: &mut Expr, changed: &ChangedMemory, early: &mut Vec<Stmt>) {
        if !matches!(e.kind, K::Const(_) | K::Zero | K::Func(_)) && self.is_affected_by(e, changed)
        {
            self.move_to_temporary(e, early);
        }
    }

    fn note_change(&self, lvalue: &Expr, changed: &mut ChangedMemory) {
        let mut root = lvalue;
        loop {
            match &root.kind {
                K::Field(x, _) => root = x,
                K::Index(x, _)
                    if matches!(self.types.underlying_structure(x.ty), Type::Array(..)) =>
                {
                    root = x;
                }
                _ => break,
            }
        }
        match root.kind {
            K::Var(var) if self.result_vars.contains(&var) => changed.has_result = true,
            K::Var(var) if !self.may_be_changed_by_call(var) => changed.vars.push(var),
            _ => changed.may_be_any_memory = true,
        }
    }

    /// Reports whether the assignments so far may change the value.
    fn is_affected_by(&self, e: &Expr, changed: &ChangedMemory) -> bool {
        if changed.has_result || changed.may_be_any_memory && self.reads_memory(e) {
            return true;
        }
        match &e.kind {
            K::Var(var) => changed.vars.contains(var),
            K::Closure(_) | K::Seq(..) | K::MapLit(_) => !changed.vars.is_empty(),
            _ => {
                let mut found = false;
                e.each_operand(|x| found = found || self.is_affected_by(x, changed));
                found
            }
        }
    }

    /// Reports whether the value of `e`, given its operands, may depend on memory; this is gc's cautious list.
    fn reads_memory(&self, e: &Expr) -> bool {
        match &e.kind {
            K::Var(var) => self.may_be_changed_by_call(*var),
            K::Binary(op, ..) => {
                *op == BinaryOp::Add && self.types.is_basic(e.ty, Basic::is_string)
            }
            K::Const(_)
            | K::Zero
            | K::Func(_)
            | K::Field(..)
            | K::Unary(..)
            | K::AndAnd(..)
            | K::OrOr(..)
            | K::TypeAssert(_)
            | K::Convert(..) => false,
            _ => true,
        }
    }
}
