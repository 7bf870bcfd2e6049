//! The order in which the operands of a statement are evaluated.
//!
//! This module is a pass over finished bodies. The spec orders calls only, but programs can observe more: in `f(x,
//! g())` they can tell whether `x` is read before or after `g` changes it. gc first executes the calls of a statement,
//! one after the other, and reads variables and memory when it needs the values. Where the difference is observable,
//! this pass moves the calls in front of the statement; elsewhere the program stays unchanged.
//!
//! Panics are observable too. Operations that gc evaluates in order (calls, slices, assertions that copy) come before
//! operations that it evaluates late (elements, dereferences, quotients); in an assignment the value comes before the
//! lvalue. Several assignments in one statement are executed one after the other; see [`parallel_assign`].

mod effects;
mod literal;
mod parallel_assign;

use crate::ids::{FuncId, VarId};
use crate::lower::eval_order::effects::{Effects, is_repeatable};
use crate::program::{Body, Comm, Expr, ExprKind as K, Func, Stmt, StmtKind as S, Var};
use crate::ty::{TypeId, Types};
use minigo_syntax::source::Pos;

/// Orders the operands in the bodies of the functions that `wanted` selects, from function number `first` on.
pub(crate) fn order_operands(
    funcs: &mut [Func],
    vars: &mut Vec<Var>,
    types: &Types,
    first: u32,
    wanted: impl Fn(&Func) -> bool,
) {
    for (id, func) in (first..).map(FuncId).zip(&mut funcs[first as usize..]) {
        if !wanted(func) {
            continue;
        }
        let results = if func.has_defer { func.results.clone() } else { Vec::new() };
        if let Body::Block(list) = &mut func.body {
            Order { vars, types, owner_func: id, result_vars: results }.order_stmts(list);
        }
    }
}

struct Order<'o> {
    vars: &'o mut Vec<Var>,
    types: &'o Types,
    owner_func: FuncId,
    /// The result variables of a function that defers: an assignment to them is observable if a later value panics.
    result_vars: Vec<VarId>,
}

impl Order<'_> {
    fn order_stmts(&mut self, list: &mut Vec<Stmt>) {
        let mut moved: Vec<(usize, Vec<Stmt>)> = Vec::new();
        let mut at = 0;
        while at < list.len() {
            let mut before = Vec::new();
            let together = self.joint_declaration_len(&list[at..]);
            if together > 1 {
                let values: Vec<&mut Expr> =
                    list[at..at + together].iter_mut().filter_map(declared_value).collect();
                if self.is_order_observable(values.iter().map(|e| &**e)) {
                    values.into_iter().for_each(|e| self.expr(e, &mut before));
                }
            } else {
                self.stmt(&mut list[at], &mut before);
            }
            if !before.is_empty() {
                moved.push((at, before));
            }
            at += together;
        }
        for (at, before) in moved.into_iter().rev() {
            list.splice(at..at, before);
        }
    }

    /// The number of statements at the start of the list that stem from one declaration of several variables, such as
    /// `a, b := x, y`.
    fn joint_declaration_len(&self, list: &[Stmt]) -> usize {
        let name_of = |s: &Stmt| match &s.kind {
            S::Var(var, Some(_)) => Some(*var),
            _ => None,
        };
        let is_named = |s: &&Stmt| {
            name_of(s).is_some_and(|v| !self.vars[v.0 as usize].name.is_empty())
                && s.pos == list[0].pos
        };
        let n = list.iter().take_while(is_named).count();
        if n < 2 {
            return 1;
        }
        let vars: Vec<VarId> = list[..n].iter().filter_map(name_of).collect();
        let uses = list[..n].iter().any(|s| match &s.kind {
            S::Var(_, Some(e)) => mentions_vars(e, &vars),
            _ => false,
        });
        if uses { 1 } else { n }
    }

    fn stmt(&mut self, s: &mut Stmt, before: &mut Vec<Stmt>) {
        self.order_stmt_map_literals(s);
        match &mut s.kind {
            S::Expr(e)
            | S::Var(_, Some(e))
            | S::VarTuple(_, e)
            | S::Assign(None, e)
            | S::Go(e)
            | S::Defer(e) => self.order_statement(e, before),
            S::AssignOp(_, lvalue, e) => self.assign_op(lvalue, e, before),
            S::Assign(Some(lvalue), e) => self.order_assign(lvalue, e, before),
            S::AssignMany(lvalues, values) => {
                let mut effects = Effects::default();
                lvalues.iter().flatten().for_each(|e| self.add_lvalue(e, &mut effects));
                values.iter().for_each(|e| self.add_effects_of(e, &mut effects));
                if effects.has_ordered_evaluation() {
                    lvalues.iter_mut().flatten().for_each(|e| self.order_operands_of(e, before));
                    values.iter_mut().for_each(|e| self.expr(e, before));
                }
                let (lvalues, values) = (std::mem::take(lvalues), std::mem::take(values));
                s.kind = S::Block(self.split_assignments(lvalues, values, s.pos));
            }
            S::AssignTuple(..) => self.assign_tuple(s, before),
            S::Send(ch, value) => {
                if self.is_order_observable([&*ch, &*value]) {
                    self.expr(ch, before);
                    self.expr(value, before);
                }
            }
            S::Return(values) => self.return_values(values, before),
            S::Block(list) | S::Breakable(_, list) => self.order_stmts(list),
            S::If(cond, then, other) => {
                self.order_statement(cond, before);
                self.order_stmts(then);
                self.order_stmts(other);
            }
            S::For(f) => {
                self.order_stmts(&mut f.init);
                f.cond.iter_mut().for_each(|e| self.order_in_place(e));
                self.order_stmts(&mut f.post);
                self.order_stmts(&mut f.body);
            }
            S::Range(r) => {
                self.order_statement(&mut r.x, before);
                self.order_stmts(&mut r.body);
            }
            S::Switch(s) => {
                for clause in &mut s.clauses {
                    clause.conds.iter_mut().flatten().for_each(|e| self.order_in_place(e));
                    self.order_stmts(&mut clause.body);
                }
            }
            S::TypeSwitch(s) => {
                self.order_statement(&mut s.x, before);
                s.clauses.iter_mut().for_each(|c| self.order_stmts(&mut c.body));
            }
            S::Select(s) => {
                for clause in &mut s.clauses {
                    match &mut clause.comm {
                        Comm::Send(ch, value) => {
                            self.order_in_place(ch);
                            self.order_in_place(value);
                        }
                        Comm::Recv(ch, ..) => self.order_in_place(ch),
                        Comm::Default => {}
                    }
                    self.order_stmts(&mut clause.body);
                }
            }
            S::Var(_, None)
            | S::DeferEach(_)
            | S::Break(_)
            | S::Continue(_)
            | S::Goto(_)
            | S::Label(_) => {}
        }
    }

    /// Orders `lvalue op= e`.
    fn assign_op(&mut self, lvalue: &mut Expr, e: &mut Expr, before: &mut Vec<Stmt>) {
        let (mut of_lvalue, of_value) = (self.effects_of_lvalue(lvalue), self.effects_of(e));
        of_lvalue.has_operand_evaluated_after_calls |=
            self.is_location_evaluated_after_calls(lvalue);
        let late_first = of_lvalue.has_operand_evaluated_after_calls
            && (of_value.has_call || of_value.may_panic);
        let ordered_first = of_lvalue.must_precede(&of_value);
        if late_first || of_lvalue.is_order_observable || of_value.is_order_observable {
            self.order_operands_of(lvalue, before);
            self.expr(e, before);
        } else if ordered_first || of_lvalue.has_operand_evaluated_after_calls && of_lvalue.has_call
        {
            self.order_operands_of(lvalue, before);
        }
        if of_lvalue.has_operand_evaluated_after_calls {
            self.eval_lvalue_operands(lvalue, before);
        }
    }

    /// Orders `lvalue = e`.
    fn order_assign(&mut self, lvalue: &mut Expr, e: &mut Expr, before: &mut Vec<Stmt>) {
        let (of_lvalue, of_value) = (self.effects_of_lvalue(lvalue), self.effects_of(e));
        let both_ordered = of_lvalue.has_ordered_evaluation() && of_value.has_call;
        let ordered_first = of_lvalue.must_precede(&of_value);
        let late_first = of_lvalue.has_operand_evaluated_after_calls
            && (of_value.has_call || of_value.may_panic);
        let observable = of_lvalue.is_order_observable || of_value.is_order_observable;
        if both_ordered || ordered_first || late_first || observable {
            self.order_operands_of(lvalue, before);
            if both_ordered || late_first {
                self.expr(e, before);
            } else {
                self.order_operands_of(e, before);
            }
        } else if of_lvalue.has_operand_evaluated_after_calls && of_lvalue.has_call {
            self.order_operands_of(lvalue, before);
        }
        if of_lvalue.has_operand_evaluated_after_calls {
            self.eval_lvalue_operands(lvalue, before);
        }
    }

    /// Orders `a[f()], ok = g()`: the calls of the lvalues come first. The variables for the tuple's values are
    /// declared in a block of their own, together with the assignment.
    fn assign_tuple(&mut self, s: &mut Stmt, before: &mut Vec<Stmt>) {
        let kind = std::mem::replace(&mut s.kind, S::Block(Vec::new()));
        let S::AssignTuple(vars, mut tuple, mut assignment) = kind else {
            unreachable!("the caller passes tuple assignments only")
        };
        self.order_stmt_map_literals(&mut assignment);
        match &mut assignment.kind {
            S::Assign(Some(lvalue), _) => self.order_operands_of(lvalue, before),
            S::AssignMany(lvalues, _) => {
                lvalues
                    .iter_mut()
                    .flatten()
                    .for_each(|lvalue| self.order_operands_of(lvalue, before));
            }
            _ => {}
        }
        self.order_statement(&mut tuple, before);
        let mut list = vec![Stmt { kind: S::VarTuple(vars, tuple), pos: s.pos }, *assignment];
        self.order_stmts(&mut list);
        s.kind = S::Block(list);
    }

    /// Orders the values of a return.
    fn return_values(&mut self, values: &mut [Expr], before: &mut Vec<Stmt>) {
        if let [one] = values {
            self.order_statement(one, before);
            return;
        }
        if self.is_order_observable(&*values) {
            values.iter_mut().for_each(|e| self.expr(e, before));
        }
        // Deferred calls see the first result if a later value panics, so gc computes the later values first.
        let late =
            values.iter().filter(|e| self.effects_of(e).has_operand_evaluated_after_calls).count();
        if late > 1 && !self.result_vars.is_empty() {
            values.iter_mut().for_each(|e| self.expr(e, before));
            values[1..].iter_mut().for_each(|e| self.move_to_temporary(e, before));
        }
    }

    /// Orders an expression that is the whole of a statement: its last call stays in place.
    fn order_statement(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        if self.is_order_observable([&*e]) {
            self.order_operands_of(e, before);
        }
    }

    /// Orders an expression in front of which no statement can be inserted.
    fn order_in_place(&mut self, e: &mut Expr) {
        let mut before = Vec::new();
        self.order_statement(e, &mut before);
        if !before.is_empty() {
            let inner = Expr { kind: K::Zero, ty: e.ty, pos: e.pos };
            let inner = std::mem::replace(e, inner);
            e.kind = K::Seq(before, Box::new(inner));
        }
    }

    /// Moves the calls in an expression, and the expression itself if it is evaluated in order, in front of the
    /// statement.
    fn expr(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        self.order_operands_of(e, before);
        if self.is_ordered_op(e) {
            self.move_to_temporary(e, before);
        }
    }

    /// Moves the calls in the operands of an expression in front of the statement.
    fn order_operands_of(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        match &mut e.kind {
            K::AndAnd(x, y) | K::OrOr(x, y) => {
                self.expr(x, before);
                self.order_in_place(y);
            }
            K::Seq(..) | K::MapLit(_) => {}
            K::Slice(op) => {
                self.expr(&mut op.x, before);
                for bound in [&mut op.lo, &mut op.hi, &mut op.max].into_iter().flatten() {
                    self.expr(bound, before);
                    if !is_repeatable(bound) {
                        self.move_to_temporary(bound, before);
                    }
                }
            }
            K::MapIndex(m, key) | K::MapIndexOk(m, key) => {
                let slow = self.is_key_passed_by_address(m.ty, key);
                self.expr(m, before);
                self.expr(key, before);
                if slow && !matches!(key.kind, K::Var(_)) {
                    self.move_to_temporary(key, before);
                }
            }
            _ => e.each_operand_mut(|x| self.expr(x, before)),
        }
    }

    /// Evaluates the operands of an lvalue that are not lvalues themselves, as gc does before it computes the value.
    fn eval_lvalue_operands(&mut self, lvalue: &mut Expr, before: &mut Vec<Stmt>) {
        // The value of a new map entry is computed before the map and the key, except for a key that is copied.
        if let K::MapIndex(m, key) = &mut lvalue.kind {
            if self.is_key_passed_by_address(m.ty, key)
                && self.effects_of(key).has_operand_evaluated_after_calls
            {
                self.move_to_temporary(key, before);
            }
            return;
        }
        self.eval_lvalue_operand(lvalue, before);
    }

    fn eval_lvalue_operand(&mut self, lvalue: &mut Expr, before: &mut Vec<Stmt>) {
        match &mut lvalue.kind {
            K::Var(_) | K::Global(_) => {}
            K::Field(x, _) | K::Deref(x) => self.eval_lvalue_operand(x, before),
            K::Index(x, i) => {
                self.eval_lvalue_operand(x, before);
                self.eval_lvalue_operand(i, before);
            }
            _ => {
                if self.effects_of(lvalue).has_operand_evaluated_after_calls {
                    self.move_to_temporary(lvalue, before);
                }
            }
        }
    }

    /// Moves the value into a temporary variable.
    fn move_to_temporary(&mut self, e: &mut Expr, before: &mut Vec<Stmt>) {
        let (ty, pos) = (e.ty, e.pos);
        let var = self.new_temporary(ty, pos);
        let value = std::mem::replace(e, Expr { kind: K::Var(var), ty, pos });
        before.push(Stmt { kind: S::Var(var, Some(value)), pos });
    }

    fn new_temporary(&mut self, ty: TypeId, pos: Pos) -> VarId {
        let id = VarId(self.vars.len() as u32);
        self.vars.push(Var {
            name: crate::program::Name::default(),
            ty,
            pos,
            owner: self.owner_func,
            is_captured: false,
            is_addressed: false,
            is_reassigned: false,
        });
        id
    }
}

/// The value of a declaration.
fn declared_value(s: &mut Stmt) -> Option<&mut Expr> {
    match &mut s.kind {
        S::Var(_, e) => e.as_mut(),
        _ => None,
    }
}

/// Reports whether the expression reads any of the variables; closures and statements inside it may read any variable.
fn mentions_vars(e: &Expr, vars: &[VarId]) -> bool {
    match &e.kind {
        K::Var(var) => vars.contains(var),
        K::Closure(_) | K::Seq(..) | K::MapLit(_) => true,
        _ => {
            let mut found = false;
            e.each_operand(|x| found = found || mentions_vars(x, vars));
            found
        }
    }
}
