//! Range loops.
//!
//! The type of the range expression determines the variables; `lower/range_func.rs` lowers loops over functions.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Mode, Operand, Origin, is_valid};
use crate::ids::VarId;
use crate::program::{Expr, ExprKind, Range, RangeOver, Stmt, StmtKind as K};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, ChanDir, ExprKind as E, Ident, Name};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::source::{Pos, Span};

/// The types and the kind of a range expression.
pub(crate) struct RangeTypes {
    pub(crate) key: Option<TypeId>,
    pub(crate) value: Option<TypeId>,
    pub(crate) kind: RangeKind,
}

/// The kind of a range expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RangeKind {
    Data(RangeOver),
    Func,
}

impl Checker<'_> {
    /// Checks `for k, v := range x { … }`.
    pub(crate) fn range_stmt(
        &mut self,
        s: &ast::RangeStmt,
        label: Option<&Name>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let mut x = self.expr(&s.x);
        let mut ranged = None;
        if x.is_valid() {
            ranged = self.check_range(s, &x);
        }
        self.open_scope();
        match ranged {
            Some(RangeTypes { key, value, kind: RangeKind::Func }) => {
                self.range_func(s, x, (key, value), label, pos, out);
            }
            Some(ranged) => self.range_over_container(s, x, &ranged, label, pos, out),
            None => {
                x.invalidate();
                self.check_invalid_range(s, label, pos);
            }
        }
        self.leave_scope();
    }

    fn check_range(&mut self, s: &ast::RangeStmt, x: &Operand<'_>) -> Option<RangeTypes> {
        let what = |this: &mut Self| this.describe(x);
        let ranged = match self.range_kind(x) {
            Ok(ranged) => ranged,
            Err(cause) => {
                let cause = if cause.is_empty() { cause } else { format!(": {cause}") };
                let message = format!("cannot range over {}{cause}", what(self));
                self.error_span(Code::InvalidRangeExpr, x.span(), message);
                return None;
            }
        };
        let problem = match (&s.key, &s.value) {
            (Some(key), _) if ranged.key.is_none() => {
                Some((key.span(), "permits no iteration variables"))
            }
            (_, Some(value)) if ranged.value.is_none() => {
                Some((value.span(), "permits only one iteration variable"))
            }
            _ => None,
        };
        if let Some((span, problem)) = problem {
            let message = format!("range over {} {problem}", what(self));
            self.error_span(Code::InvalidIterVar, span, message);
        }
        Some(ranged)
    }

    /// The types that ranging over `x` yields, or the reason why it is not possible.
    fn range_kind(&mut self, x: &Operand<'_>) -> Result<RangeTypes, String> {
        let int = Basic::Int.id();
        let data = |key, value, over| Ok(RangeTypes { key, value, kind: RangeKind::Data(over) });
        let under = self.common_underlying_or_reason(x.ty, |ty| {
            match ty.map(|ty| self.types.underlying_structure(ty)) {
                Some(Type::Chan(ChanDir::Send, _)) => {
                    Some(format!("receive from send-only channel {}", self.type_string(ty?)))
                }
                _ => None,
            }
        })?;
        match self.types.get(under).clone() {
            Type::Basic(b) if b.is_string() => {
                data(Some(int), Some(Basic::Int32.id()), RangeOver::String)
            }
            Type::Basic(b) if b.is_integer() => {
                if !self.allows_language(22) {
                    return Err("requires go1.22 or later".to_owned() + &self.version_hint());
                }
                data(Some(x.ty), None, RangeOver::Int)
            }
            Type::Array(elem, _) => data(Some(int), Some(elem), RangeOver::Array),
            Type::Pointer(base) => match self.types.underlying_structure(base) {
                Type::Array(elem, _) => data(Some(int), Some(*elem), RangeOver::ArrayPointer),
                _ => Err(String::new()),
            },
            Type::Slice(elem) => data(Some(int), Some(elem), RangeOver::Slice),
            Type::Map(key, elem) => data(Some(key), Some(elem), RangeOver::Map),
            Type::Chan(_, elem) => data(Some(elem), None, RangeOver::Chan),
            Type::Signature(sig) => {
                if !self.allows_language(23) {
                    return Err("requires go1.23 or later".to_owned() + &self.version_hint());
                }
                self.ranged_func(&sig)
            }
            _ => Err(String::new()),
        }
    }

    fn ranged_func(&mut self, sig: &crate::ty::Signature) -> Result<RangeTypes, String> {
        let shape = "func must be func(yield func(...) bool)";
        let [param] = sig.params[..] else {
            return Err(format!("{shape}: wrong argument count"));
        };
        if !sig.results.is_empty() {
            return Err(format!("{shape}: unexpected results"));
        }
        let under = self.common_underlying_or_reason(param, |_| None);
        let under = under.map_err(|why| format!("{shape}: in yield type, {why}"))?;
        let Type::Signature(callback) = self.types.get(under) else {
            return Err(format!("{shape}: argument is not func"));
        };
        if callback.params.len() > 2 {
            return Err(format!("{shape}: yield func has too many parameters"));
        }
        match callback.results[..] {
            [ty] if ty == Basic::Bool.id() => {}
            [ty] if self.types.is_basic(ty, Basic::is_boolean) => {
                return Err(format!("{shape}: yield func returns user-defined boolean, not bool"));
            }
            _ => return Err(format!("{shape}: yield func does not return bool")),
        }
        if callback.variadic {
            let shown = self.type_string(param);
            return Err(format!("yield func of type {shown} cannot be variadic"));
        }
        let (key, value) = (callback.params.first().copied(), callback.params.get(1).copied());
        Ok(RangeTypes { key, value, kind: RangeKind::Func })
    }

    /// Checks a loop whose range expression is in error: its variables are declared, and its body is checked.
    fn check_invalid_range(&mut self, s: &ast::RangeStmt, label: Option<&Name>, pos: Pos) {
        for e in [&s.key, &s.value].into_iter().flatten() {
            match &e.kind {
                E::Ident(name) if s.is_define => {
                    let ident = Ident { name: name.clone(), pos: e.pos };
                    let (_, obj) = self.undeclared_var(&ident);
                    self.object_mut(obj).is_used = true;
                    self.insert(self.context.scope, obj);
                }
                _ => {}
            }
        }
        self.report_no_new_vars(s, pos);
        self.push_target(label.cloned(), true);
        self.block(&s.body.stmts);
        self.context.body.targets.pop();
    }

    /// Reports a `:=` that declares no variable.
    fn report_no_new_vars(&mut self, s: &ast::RangeStmt, pos: Pos) {
        let is_new = |e: &Option<ast::Expr>| matches!(e, Some(e) if !matches!(&e.kind, E::Ident(n) if n == "_"));
        if s.is_define && !is_new(&s.key) && !is_new(&s.value) {
            self.report_no_new_variables(pos);
        }
    }

    fn range_over_container(
        &mut self,
        s: &ast::RangeStmt,
        mut x: Operand<'_>,
        ranged: &RangeTypes,
        label: Option<&Name>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let RangeKind::Data(over) = ranged.kind else { return };
        let mut head = Vec::new();
        let mut outer = Vec::new();
        let (mut key, mut value) = (None, None);
        self.report_no_new_vars(s, pos);
        if over == RangeOver::Int {
            key = self.range_over_int(s, &mut x, &mut head);
            self.range_var(s, s.value.as_ref(), None, &mut head);
        } else {
            key = self.range_var(s, s.key.as_ref(), ranged.key, &mut head).or(key);
            value = self.range_var(s, s.value.as_ref(), ranged.value, &mut head);
        }
        if s.is_define && !self.allows_language(22) {
            for var in [&mut key, &mut value].into_iter().flatten() {
                *var = self.assign_shared_var(*var, &mut outer, &mut head);
            }
        }
        let target = self.push_target(label.cloned(), true);
        let mut body = combine_assignments(head);
        body.extend(self.block(&s.body.stmts));
        self.context.body.targets.pop();
        let x = self.typed_expr(x);
        let range = Range { target, over_kind: over, x, key, value, body };
        let stmt = Stmt { kind: K::Range(Box::new(range)), pos };
        crate::stmt::push_in_block(outer, stmt, out);
    }

    /// Before Go 1.22 all iterations share the variables: each iteration assigns a temporary to them.
    fn assign_shared_var(
        &mut self,
        var: VarId,
        outer: &mut Vec<Stmt>,
        head: &mut Vec<Stmt>,
    ) -> VarId {
        let (ty, pos) = (self.vars[var.0 as usize].ty, self.vars[var.0 as usize].pos);
        let temp = self.new_temporary(ty, pos);
        self.vars[var.0 as usize].is_reassigned = true;
        outer.push(Stmt { kind: K::Var(var, None), pos });
        let read = |var| Expr { kind: ExprKind::Var(var), ty, pos };
        head.push(Stmt { kind: K::Assign(Some(read(var)), read(temp)), pos });
        temp
    }

    /// Checks a loop over an integer. The key has the integer's type, or determines the type of an untyped integer.
    fn range_over_int(
        &mut self,
        s: &ast::RangeStmt,
        x: &mut Operand<'_>,
        head: &mut Vec<Stmt>,
    ) -> Option<VarId> {
        let why = "range clause";
        let Some(key) = &s.key else {
            self.check_assignment(x, None, AssignmentPurpose::Text(why));
            return None;
        };
        if s.is_define {
            let E::Ident(name) = &key.kind else { return None };
            let ident = Ident { name: name.clone(), pos: key.pos };
            self.set_default_type_checked(x, why);
            let ty = x.ty;
            return self.declare_range_var(&ident, ty);
        }
        // The operand is used twice: for the assignment to the key, and for the loop itself.
        let probe = x.clone();
        let mut assigned = Vec::new();
        let ty = self.assign_value_without_source(key, probe, why, &mut assigned);
        let Some(ty) = ty else {
            self.set_default_type(x);
            return None;
        };
        if x.is_untyped() {
            self.convert_untyped(x, if self.types.is_integer(ty) { ty } else { Basic::Int.id() });
        }
        if !self.types.is_integer(ty) && !self.types.is_type_param(ty) {
            let shown = self.type_string(ty);
            let message = format!("cannot use iteration variable of type {shown}");
            self.error_span(Code::InvalidRangeExpr, key.span(), message);
            return None;
        }
        let lvalue = match assigned.pop()?.kind {
            K::Assign(Some(lvalue), _) => lvalue,
            _ => return None,
        };
        let var = self.new_temporary(x.ty, key.pos);
        let value = Expr { kind: ExprKind::Var(var), ty: x.ty, pos: key.pos };
        let value = self.coerce_to(value, lvalue.ty);
        head.push(Stmt { kind: K::Assign(Some(lvalue), value), pos: key.pos });
        Some(var)
    }

    fn set_default_type_checked(&mut self, x: &mut Operand<'_>, why: &'static str) {
        if x.is_untyped() {
            let ty = self.types.default_type(x.ty);
            self.check_assignment(x, Some(ty), AssignmentPurpose::Text(why));
        }
    }

    /// The variable that each iteration of a loop fills with the key or the value: a new variable, or a temporary that
    /// is then assigned to `e`. `None` if the loop has no such variable.
    pub(crate) fn range_var(
        &mut self,
        s: &ast::RangeStmt,
        e: Option<&ast::Expr>,
        ty: Option<TypeId>,
        head: &mut Vec<Stmt>,
    ) -> Option<VarId> {
        let e = e?;
        if s.is_define {
            // The parser accepts only identifiers to the left of `:=`.
            let E::Ident(name) = &e.kind else { return None };
            let ident = Ident { name: name.clone(), pos: e.pos };
            return self.declare_range_var(&ident, ty.unwrap_or(Basic::Invalid.id()));
        }
        let ty = ty.filter(|&ty| is_valid(ty))?;
        let blank = matches!(&e.unparen().kind, E::Ident(name) if name == "_");
        if blank {
            return None;
        }
        let var = self.new_temporary(ty, e.pos);
        let ir = Expr { kind: ExprKind::Var(var), ty, pos: e.pos };
        let x = Operand { mode: Mode::Value, ty, origin: Origin::Expr(e), ir: Some(ir) };
        let x = Operand { origin: Origin::Named(x.text(), Span::new(e.pos, e.end)), ..x };
        self.assign_value_without_source(e, x, "assignment", head);
        Some(var)
    }

    fn declare_range_var(&mut self, ident: &Ident, ty: TypeId) -> Option<VarId> {
        if ident.is_blank() {
            return None;
        }
        let (var, obj) = self.undeclared_var(ident);
        self.vars[var.0 as usize].ty = ty;
        if !is_valid(ty) {
            self.object_mut(obj).is_used = true;
        }
        self.insert(self.context.scope, obj);
        Some(var)
    }
}

/// Combines the assignments of `for i, x[i] = range …`: the index expression sees the old value.
fn combine_assignments(head: Vec<Stmt>) -> Vec<Stmt> {
    if head.len() != 2 || !head.iter().all(|s| matches!(s.kind, K::Assign(Some(_), _))) {
        return head;
    }
    let pos = head[0].pos;
    let (to, from) = head
        .into_iter()
        .map(|s| match s.kind {
            K::Assign(to, from) => (to, from),
            _ => unreachable!("both are assignments"),
        })
        .unzip();
    vec![Stmt { kind: K::AssignMany(to, from), pos }]
}
