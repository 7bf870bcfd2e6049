//! Inlines functions whose body is a single expression.
//!
//! Only functions whose body is one expression that cannot panic are inlined here, so that no traceback lacks a frame.
//! The parameters are replaced by the arguments' slots or constants.

use crate::func::FuncGen;
use crate::func::vars::keeps_variable_names;
use crate::program::layout::Shape;
use crate::program::location::Location;
use minigo_bytecode::operand::Slot;
use minigo_types::program::{
    BinaryOp, Body, Callee, Const, Conversion, Expr, ExprKind, FuncId, StmtKind,
};

/// Expressions with more nodes are not inlined.
const MAX_EXPR_NODES: usize = 24;

/// The maximal nesting of calls inside inlined expressions.
const MAX_CALL_DEPTH: u32 = 3;

impl<'p> FuncGen<'_, 'p> {
    /// The expression that replaces calls of `f`, if there is one.
    pub(crate) fn inline_expr_of(&mut self, f: FuncId) -> Option<&'p Expr> {
        if let Some(&known) = self.program_gen.inline_exprs.get(&f) {
            return known;
        }
        // A function under examination counts as too large, which ends a recursion.
        self.program_gen.inline_exprs.insert(f, None);
        let body = self.single_expression(f).filter(|body| {
            let mut parts = 0;
            self.is_pure(body, MAX_CALL_DEPTH, &mut parts) && parts <= MAX_EXPR_NODES
        });
        self.program_gen.inline_exprs.insert(f, body);
        body
    }

    fn single_expression(&self, f: FuncId) -> Option<&'p Expr> {
        let func = self.program.func(f);
        let Body::Block(body) = &func.body else { return None };
        if self.program_gen.is_debugged && keeps_variable_names(self.program, func) {
            return None;
        }
        let [stmt] = &body[..] else { return None };
        let StmtKind::Return(values) = &stmt.kind else { return None };
        let ([value], [result]) = (&values[..], &func.results[..]) else { return None };
        let plain = func.captures.is_empty() && !self.program_gen.is_boxed(*result);
        let params = func.recv.iter().chain(&func.params);
        let fixed = params.into_iter().all(|&p| {
            let var = self.program.var(p);
            !var.is_reassigned && !var.is_captured && !self.program_gen.is_boxed(p)
        });
        let special = func.has_defer || func.has_recover || func.is_replaceable;
        (plain && fixed && !special).then_some(value)
    }

    /// Reports whether the expression cannot panic and has no effect.
    fn is_pure(&mut self, e: &'p Expr, depth: u32, parts: &mut usize) -> bool {
        *parts += 1;
        if *parts > MAX_EXPR_NODES {
            return false;
        }
        match &e.kind {
            ExprKind::Const(_) | ExprKind::Zero | ExprKind::Var(_) => true,
            ExprKind::Field(x, _) | ExprKind::Unary(_, x) => self.is_pure(x, depth, parts),
            ExprKind::Convert(Conversion::Same | Conversion::Numeric, x) => {
                self.is_pure(x, depth, parts)
            }
            ExprKind::Binary(op, x, y) => {
                let safe = match op {
                    BinaryOp::Quo | BinaryOp::Rem => {
                        matches!(self.shape(e.ty), Shape::F64 | Shape::F32)
                            || matches!(y.kind, ExprKind::Const(Const::Int(n)) if n != 0)
                    }
                    BinaryOp::Shl | BinaryOp::Shr => {
                        matches!(y.kind, ExprKind::Const(_))
                            || matches!(self.shape(y.ty), Shape::Int { signed: false, .. })
                    }
                    _ => self.shape(e.ty) != Shape::Str,
                };
                safe && self.is_pure(x, depth, parts) && self.is_pure(y, depth, parts)
            }
            ExprKind::Compare(_, x, y) => {
                let shape = self.shape(x.ty);
                (shape.is_word() || matches!(shape, Shape::F64 | Shape::F32 | Shape::Str))
                    && self.is_pure(x, depth, parts)
                    && self.is_pure(y, depth, parts)
            }
            ExprKind::AndAnd(x, y) | ExprKind::OrOr(x, y) => {
                self.is_pure(x, depth, parts) && self.is_pure(y, depth, parts)
            }
            ExprKind::Call(call) if depth > 0 => {
                let Callee::Func(f) = call.callee else { return false };
                let Some(body) = self.inline_expr_of(f) else { return false };
                self.is_pure(body, depth - 1, parts)
                    && call.args.iter().all(|a| self.is_pure(a, depth, parts))
            }
            _ => false,
        }
    }

    /// Generates `dst = body`, with the parameters of `f` bound to the arguments.
    pub(crate) fn inline(&mut self, f: FuncId, args: &'p [Expr], body: &'p Expr, dst: Slot) {
        self.bind_params(f, args);
        self.inlining_depth += 1;
        self.expr_to(body, dst);
        self.inlining_depth -= 1;
    }

    /// Binds the parameters of `f` to the arguments.
    pub(crate) fn bind_params(&mut self, f: FuncId, args: &'p [Expr]) {
        let func = self.program.func(f);
        let locations: Vec<Location> = args.iter().map(|arg| self.inline_argument(arg)).collect();
        for (&param, location) in func.recv.iter().chain(&func.params).zip(locations) {
            self.program_gen.locations[param.0 as usize] = location;
        }
    }

    /// The location of a parameter that is never assigned: that of the argument.
    pub(crate) fn inline_argument(&mut self, arg: &'p Expr) -> Location {
        if let Some(n) = self.const_int(arg)
            && matches!(self.shape(arg.ty), Shape::Int { .. } | Shape::Bool)
        {
            return Location::Const(n);
        }
        Location::Slots(self.operand(arg))
    }
}
