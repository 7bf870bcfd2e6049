//! Lowers range-over-func loops.
//!
//! The loop's body becomes a closure, which is passed to the iterator function. A statement that leaves the body
//! (`break`, `return`, `goto`, …) stores the number of its exit in a variable and returns false; the jump is executed
//! after the iterator function has returned. A second variable contains the loop's state, which detects an iterator
//! function that calls the body when it must not. Calls that the body defers are collected; they are executed when the
//! function around the loop returns.

use crate::checker::Checker;
use crate::checker::body::{RangeFunc, RangeFuncExit};
use crate::expr::operand::{Operand, bool_expr, int_expr};
use crate::ids::{FuncId, VarId};
use crate::program::{
    Body, Builtin, Call, Callee, CompareOp, Const, Expr, ExprKind, Stmt, StmtKind as K,
};
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::ast::{self, Name, StmtKind as S};
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::Pos;
use std::rc::Rc;

/// The body has left the loop.
const STATE_DONE: i64 = 0;

/// State of the loop's body: the iterator may call it.
const STATE_CALLABLE: i64 = 1;

/// The body is running, has panicked, or was called when it must not be.
const STATE_RUNNING: i64 = 2;

/// The iterator function has returned.
const STATE_EXHAUSTED: i64 = 3;

/// The iterator function recovered a panic of the body.
const STATE_MISSING_PANIC: i64 = 4;

/// Go's panic messages, by state, for a call of the body or a swallowed panic.
const MISUSE_MESSAGES: [&str; 5] = [
    "range function continued iteration after function for loop body returned false",
    "",
    "range function continued iteration after loop body panic",
    "range function continued iteration after whole loop exit",
    "range function recovered a loop body panic and did not resume panicking",
];

impl Checker<'_> {
    /// Lowers `for k, v := range f { … }`.
    pub(crate) fn range_func(
        &mut self,
        s: &ast::RangeStmt,
        x: Operand<'_>,
        (key, value): (Option<TypeId>, Option<TypeId>),
        label: Option<&Name>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let Some(Type::Signature(sig)) =
            self.common_underlying_type(x.ty).map(|u| self.types.get(u))
        else {
            return;
        };
        let yield_ty = sig.params[0];
        let outermost = self.context.body.range_funcs.is_empty();
        if outermost && has_defer(&s.body.stmts) {
            self.collect_defers(pos, out);
        }
        let f = self.typed_expr(x);
        let state = self.declare_int_var(STATE_CALLABLE, pos, out);
        let code = self.declare_int_var(0, pos, out);
        let closure_sig = self.types.underlying(yield_ty);
        let closure = self.new_closure(closure_sig, pos, "range");
        let target = self.push_target(label.cloned(), true);
        let mut labels = HashSet::default();
        collect_labels(&s.body.stmts, &mut labels);
        let exits = Vec::new();
        let inner =
            RangeFunc { closure, target, state_var: state, exit_code_var: code, exits, labels };
        self.context.body.range_funcs.push(inner);
        self.context.body.enclosing.push(closure);
        let body = self.range_body(s, closure, (key, value), state, pos);
        self.context.body.enclosing.pop();
        let inner = self.context.body.range_funcs.pop().expect("pushed above");
        self.context.body.targets.pop();
        let made = &mut self.funcs[closure.0 as usize];
        made.body = Body::Block(body);
        made.end = s.body.rbrace;
        self.call_range(f, (closure, yield_ty), &inner, pos, out);
        if outermost {
            self.context.body.deferred_calls_var = None;
        }
    }

    /// Checks and lowers the body of the closure.
    fn range_body(
        &mut self,
        s: &ast::RangeStmt,
        closure: FuncId,
        (key, value): (Option<TypeId>, Option<TypeId>),
        state: VarId,
        pos: Pos,
    ) -> Vec<Stmt> {
        let mut head = Vec::new();
        let mut params = Vec::new();
        for (e, ty) in [(&s.key, key), (&s.value, value)] {
            let var = self.range_var(s, e.as_ref(), ty, &mut head);
            let Some(ty) = ty else { continue };
            params.push(var.unwrap_or_else(|| self.new_param(closure, ty, pos)));
        }
        let result = self.new_param(closure, Basic::Bool.id(), pos);
        let made = &mut self.funcs[closure.0 as usize];
        made.params = params;
        made.results = vec![result];
        let mut body = Vec::new();
        let bad = self.compare_state(CompareOp::Ne, state, STATE_CALLABLE, pos);
        let mut misused = Vec::new();
        let found = self.new_temporary(Basic::Int.id(), pos);
        let read = self.var_expr(state, pos);
        misused.push(Stmt { kind: K::Var(found, Some(read)), pos });
        // An iterator function that recovers this panic swallows it like a panic of the body.
        self.set_int(state, STATE_RUNNING, pos, &mut misused);
        let found = self.var_expr(found, pos);
        misused.push(self.range_panic(found, pos));
        body.push(Stmt { kind: K::If(bad, misused, Vec::new()), pos });
        self.set_int(state, STATE_RUNNING, pos, &mut body);
        body.append(&mut head);
        let inner = self.block(&s.body.stmts);
        body.push(Stmt { kind: K::Block(inner), pos });
        let end = s.body.rbrace;
        self.set_int(state, STATE_CALLABLE, end, &mut body);
        body.push(Stmt { kind: K::Return(vec![bool_expr(true, end)]), pos: end });
        body
    }

    /// Calls the iterator function with the closure, then executes the jump that the body has requested.
    fn call_range(
        &mut self,
        f: Expr,
        (closure, yield_ty): (FuncId, TypeId),
        inner: &RangeFunc,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let arg = Expr { kind: ExprKind::Closure(closure), ty: yield_ty, pos };
        let (callee, args) = match f.kind {
            ExprKind::Func(func) => (Callee::Func(func), vec![arg]),
            ExprKind::BoundMethod(recv, func) => (Callee::Func(func), vec![*recv, arg]),
            ExprKind::BoundInterfaceMethod(recv, index) => {
                (Callee::Interface(*recv, index), vec![arg])
            }
            _ => (Callee::Value(f), vec![arg]),
        };
        let ty = self.result_type(&[]);
        let kind = ExprKind::Call(Box::new(Call { callee, args }));
        out.push(Stmt { kind: K::Expr(Expr { kind, ty, pos }), pos });
        let swallowed = self.compare_state(CompareOp::Eq, inner.state_var, STATE_RUNNING, pos);
        let panic = self.range_panic(int_expr(STATE_MISSING_PANIC, pos), pos);
        out.push(Stmt { kind: K::If(swallowed, vec![panic], Vec::new()), pos });
        self.set_int(inner.state_var, STATE_EXHAUSTED, pos, out);
        for (i, exit) in (1..).zip(&inner.exits) {
            let taken = self.compare_state(CompareOp::Eq, inner.exit_code_var, i, pos);
            let mut then = Vec::new();
            self.exit_body(exit.clone(), pos, &mut then);
            out.push(Stmt { kind: K::If(taken, then, Vec::new()), pos });
        }
    }

    /// Generates statements that leave the loop's body with `exit`.
    pub(crate) fn exit_body(&mut self, exit: RangeFuncExit, pos: Pos, out: &mut Vec<Stmt>) {
        let Some(inner) = self.context.body.range_funcs.last() else {
            out.push(Stmt { kind: exit_stmt_kind(exit), pos });
            return;
        };
        let here = match &exit {
            RangeFuncExit::Break(id) | RangeFuncExit::Continue(id) => {
                let targets = &self.context.body.targets;
                targets.iter().any(|t| t.id == *id && t.func == inner.closure)
            }
            RangeFuncExit::Goto(name, _) => inner.labels.contains(name),
            RangeFuncExit::Return => false,
        };
        if here {
            out.push(Stmt { kind: exit_stmt_kind(exit), pos });
            return;
        }
        let (state, code, target) = (inner.state_var, inner.exit_code_var, inner.target);
        let go_on = exit == RangeFuncExit::Continue(target);
        if !go_on && exit != RangeFuncExit::Break(target) {
            let exits = &mut self.context.body.range_funcs.last_mut().expect("checked above").exits;
            let number = match exits.iter().position(|e| *e == exit) {
                Some(at) => at + 1,
                None => {
                    exits.push(exit);
                    exits.len()
                }
            };
            self.set_int(code, number as i64, pos, out);
        }
        self.set_int(state, if go_on { STATE_CALLABLE } else { STATE_DONE }, pos, out);
        out.push(Stmt { kind: K::Return(vec![bool_expr(go_on, pos)]), pos });
    }

    fn declare_int_var(&mut self, value: i64, pos: Pos, out: &mut Vec<Stmt>) -> VarId {
        let var = self.new_temporary(Basic::Int.id(), pos);
        self.vars[var.0 as usize].is_reassigned = true;
        out.push(Stmt { kind: K::Var(var, Some(int_expr(value, pos))), pos });
        var
    }

    fn set_int(&mut self, var: VarId, value: i64, pos: Pos, out: &mut Vec<Stmt>) {
        let lvalue = self.var_expr(var, pos);
        out.push(Stmt { kind: K::Assign(Some(lvalue), int_expr(value, pos)), pos });
    }

    fn compare_state(&mut self, op: CompareOp, var: VarId, value: i64, pos: Pos) -> Expr {
        let (l, r) = (Box::new(self.var_expr(var, pos)), Box::new(int_expr(value, pos)));
        Expr { kind: ExprKind::Compare(op, l, r), ty: Basic::Bool.id(), pos }
    }

    /// Makes a statement that panics with Go's message for the loop's state.
    fn range_panic(&mut self, state: Expr, pos: Pos) -> Stmt {
        // A program without the library (as in tests of the compiler) lacks this type.
        let found = self.library_type("runtime", "errorString");
        let ty = found.unwrap_or(Basic::String.id());
        let text = |text: &str| Expr {
            kind: ExprKind::Const(Const::Str(Rc::from(text.as_bytes()))),
            ty,
            pos,
        };
        let texts = (0..).zip(MISUSE_MESSAGES.iter().map(|misuse| text(misuse))).collect();
        let array = self.types.intern(Type::Array(ty, MISUSE_MESSAGES.len() as u64));
        let array = Expr { kind: ExprKind::ArrayLit(texts), ty: array, pos };
        let kind = ExprKind::Index(Box::new(array), Box::new(state));
        let any = self.universe.any;
        let value = self.coerce_to(Expr { kind, ty, pos }, any);
        let ty = self.result_type(&[]);
        let kind = ExprKind::Builtin(Builtin::Panic, vec![value]);
        Stmt { kind: K::Expr(Expr { kind, ty, pos }), pos }
    }

    /// Declares the list of functions that bodies of the loop defer, and defers their calls.
    ///
    /// The deferred calls belong to the frame of the function around the loop, as if that function had deferred them:
    /// if one of them recovers a panic, that function returns. A body may run on another goroutine, so it cannot itself
    /// defer in that frame.
    fn collect_defers(&mut self, pos: Pos, out: &mut Vec<Stmt>) {
        let sig = Signature { params: [].into(), results: [].into(), variadic: false };
        let sig = self.types.intern(Type::Signature(sig));
        let ty = self.types.intern(Type::Slice(sig));
        let list = self.new_temporary(ty, pos);
        let var = &mut self.vars[list.0 as usize];
        (var.is_reassigned, var.is_addressed) = (true, true);
        out.push(Stmt { kind: K::Var(list, None), pos });
        let kind = ExprKind::Addr(Box::new(self.var_expr(list, pos)));
        let ty = self.types.intern(Type::Pointer(ty));
        out.push(Stmt { kind: K::DeferEach(Expr { kind, ty, pos }), pos });
        let func = self.current_func();
        self.funcs[func.0 as usize].has_defer = true;
        self.context.body.deferred_calls_var = Some(list);
    }

    /// Defers a call from the body of a range-over-func loop until the function around the loop returns.
    pub(crate) fn defer_in_outer_func(&mut self, call: Expr, pos: Pos, out: &mut Vec<Stmt>) {
        let Some(list) = self.context.body.deferred_calls_var else { return };
        let closure = match call.kind {
            ExprKind::Call(inner) => self.deferred_closure(*inner, call.ty, call.pos, out),
            _ => None,
        };
        let Some(closure) = closure else { return };
        let old = self.var_expr(list, pos);
        let lvalue = old.clone();
        let ty = old.ty;
        let kind = ExprKind::Builtin(Builtin::Append, vec![old, closure]);
        let value = Expr { kind, ty, pos };
        out.push(Stmt { kind: K::Assign(Some(lvalue), value), pos });
    }

    /// Makes a closure without parameters and results that executes the call.
    fn deferred_closure(
        &mut self,
        call: Call,
        ty: TypeId,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let callee = match call.callee {
            Callee::Func(func) => Callee::Func(func),
            Callee::Value(f) if self.has_no_params_or_results(f.ty) => return Some(f),
            Callee::Value(f) => Callee::Value(self.store_in_temporary(f, out)),
            Callee::Interface(x, index) => {
                Callee::Interface(self.store_in_temporary(x, out), index)
            }
        };
        let args = call.args.into_iter().map(|arg| self.store_in_temporary(arg, out)).collect();
        let kind = ExprKind::Call(Box::new(Call { callee, args }));
        let ExprKind::Call(thunk) = self.thunk(Expr { kind, ty, pos }).kind else { return None };
        match thunk.callee {
            Callee::Value(closure) => Some(closure),
            _ => None,
        }
    }

    /// Reports whether functions of the type have neither parameters nor results.
    fn has_no_params_or_results(&self, ty: TypeId) -> bool {
        match self.types.underlying_structure(ty) {
            Type::Signature(sig) => sig.params.is_empty() && sig.results.is_empty(),
            _ => false,
        }
    }
}

fn exit_stmt_kind(exit: RangeFuncExit) -> K {
    match exit {
        RangeFuncExit::Break(id) => K::Break(id),
        RangeFuncExit::Continue(id) => K::Continue(id),
        RangeFuncExit::Goto(_, id) => K::Goto(id),
        RangeFuncExit::Return => K::Return(Vec::new()),
    }
}

/// The lists of statements directly inside a statement.
pub(crate) fn inner_lists(s: &ast::Stmt) -> Vec<&[ast::Stmt]> {
    match &s.kind {
        S::Labeled(_, inner) => vec![std::slice::from_ref(&**inner)],
        S::Block(block) => vec![&block.stmts],
        S::If(s) => {
            let mut lists = vec![&s.then.stmts[..]];
            lists.extend(s.els.as_ref().map(std::slice::from_ref));
            lists
        }
        S::For(s) => vec![&s.body.stmts],
        S::Range(s) => vec![&s.body.stmts],
        S::Switch(s) => s.clauses.iter().map(|c| &c.body[..]).collect(),
        S::TypeSwitch(s) => s.clauses.iter().map(|c| &c.body[..]).collect(),
        S::Select(s) => s.clauses.iter().map(|c| &c.body[..]).collect(),
        _ => Vec::new(),
    }
}

fn has_defer(list: &[ast::Stmt]) -> bool {
    list.iter().any(|s| matches!(s.kind, S::Defer(_)) || inner_lists(s).into_iter().any(has_defer))
}

fn collect_labels(list: &[ast::Stmt], labels: &mut HashSet<Name>) {
    for s in list {
        if let S::Labeled(name, _) = &s.kind {
            labels.insert(name.name.clone());
        }
        for inner in inner_lists(s) {
            collect_labels(inner, labels);
        }
    }
}
