//! Short variable declarations.

use crate::checker::Checker;
use crate::expr::operand::Operand;
use crate::ids::VarId;
use crate::program::{Expr, ExprKind, Stmt, StmtKind as K};
use crate::scope::object::{Color, ObjId, Object, ObjectKind};
use crate::ty::Basic;
use minigo_syntax::ast::{self, ExprKind as E, Ident};
use minigo_syntax::diagnostic::{Code, Diagnostic, Suggestion};
use minigo_syntax::hash::HashSet;
use minigo_syntax::source::{Pos, Span};

/// A name on the left side of `:=`.
#[derive(Clone, Copy)]
pub(crate) enum DefinedName {
    /// A variable that the statement declares, perhaps a blank one.
    New(VarId, ObjId),
    /// A variable that was declared before.
    Old(VarId),
    Bad,
}

impl Checker<'_> {
    /// Checks `a, b := x, y`.
    pub(crate) fn define_stmt(
        &mut self,
        names: &[Ident],
        rhs: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let mut failed = false;
        let redeclared = self.redeclares_all(names);
        let lhs = self.defined_names(names, redeclared, &mut failed);
        let outer =
            self.resolving.local_var_pos.replace(names.first().map_or(pos, |name| name.pos));
        self.define_values(names, &lhs, rhs, pos, out);
        self.resolving.local_var_pos = outer;
        let fresh: Vec<ObjId> = lhs
            .iter()
            .zip(names)
            .filter_map(|(d, name)| match d {
                DefinedName::New(_, obj) if !name.is_blank() => Some(*obj),
                _ => None,
            })
            .collect();
        if fresh.is_empty() && !failed {
            let at = self.define_pos(names, pos);
            self.report_no_new_variables(at);
        }
        let scope = self.context.scope;
        for obj in fresh {
            if redeclared {
                let name = self.object(obj).name.clone();
                self.scopes[scope.0 as usize].rebind(&name, obj);
            } else {
                self.insert(scope, obj);
            }
        }
    }

    /// Reports a `:=` at `pos` that declares no variable.
    pub(crate) fn report_no_new_variables(&mut self, pos: Pos) {
        let span = Span::of_name(":=", pos);
        let message = "no new variables on left side of :=";
        let (replacement, advice) = ("=".to_owned(), "assign with `=`: they are declared already");
        let suggestion = Suggestion { span, replacement, message: advice.to_owned() };
        let error = Diagnostic::error(Code::NoNewVar, span, message);
        self.report(error.with_suggestion(Some(suggestion)));
    }

    /// Reports whether the statement stands at the top level of a session's input and declares no new name: then it
    /// declares all its variables again.
    fn redeclares_all(&self, names: &[Ident]) -> bool {
        let top =
            self.session_state.as_ref().is_some_and(|s| s.top_scope == Some(self.context.scope));
        top && names.iter().all(|n| self.scope(self.context.scope).get(&n.name).is_some())
    }

    pub(crate) fn defined_names(
        &mut self,
        names: &[Ident],
        redeclared: bool,
        failed: &mut bool,
    ) -> Vec<DefinedName> {
        let mut seen = HashSet::default();
        let mut lhs = Vec::with_capacity(names.len());
        for ident in names {
            let name = &ident.name;
            if !ident.is_blank() {
                if !seen.insert(name.clone()) {
                    let message = format!("{name} repeated on left side of :=");
                    self.error_span(Code::RepeatedDecl, ident.span(), message);
                    *failed = true;
                    lhs.push(DefinedName::Bad);
                    continue;
                }
                if let Some(old) = self.scope(self.context.scope).get(name).filter(|_| !redeclared)
                {
                    self.record_use(ident.pos, old);
                    lhs.push(match self.object(old).kind {
                        ObjectKind::Var(var) => DefinedName::Old(var),
                        _ => {
                            let message = format!("cannot assign to {name}");
                            self.error_span(Code::UnassignableOperand, ident.span(), message);
                            *failed = true;
                            DefinedName::Bad
                        }
                    });
                    continue;
                }
            }
            let (var, obj) = self.undeclared_var(ident);
            lhs.push(DefinedName::New(var, obj));
        }
        lhs
    }

    /// Makes a local variable that has no scope and no type yet.
    pub(crate) fn undeclared_var(&mut self, ident: &Ident) -> (VarId, ObjId) {
        let invalid = Basic::Invalid.id();
        let var = self.new_var(&ident.name, invalid, ident.pos);
        let obj = ObjId(self.objects.len() as u32);
        let kind = ObjectKind::Var(var);
        let object = Object::new(ident.name.clone(), ident.pos, Some(self.context.pkg), kind);
        self.objects.push(Object { color: Color::Black, ..object });
        self.record_def(ident.pos, obj);
        (var, obj)
    }

    /// The position of `:=` after the names, which are separated by commas.
    pub(crate) fn define_pos(&self, names: &[Ident], pos: Pos) -> Pos {
        names.last().map_or(pos, |last| self.define_pos_after(last.span().end))
    }

    /// The position of the first `:=` after `pos`.
    pub(crate) fn define_pos_after(&self, pos: Pos) -> Pos {
        let end = pos;
        let Some(source) = self.sources.file_of(end) else { return pos };
        let offset = (end.0 - source.base.0) as usize;
        match source.text.get(offset..).and_then(|rest| rest.find(":=")) {
            Some(at) => Pos(end.0 + at as u32),
            None => pos,
        }
    }

    pub(crate) fn define_values(
        &mut self,
        names: &[Ident],
        lhs: &[DefinedName],
        rhs: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        let why = if lhs.len() > 1 { "multiple assignment" } else { "assignment" };
        let is_call = rhs.len() == 1 && matches!(rhs[0].unparen().kind, E::Call(_));
        if lhs.len() == rhs.len() && !is_call {
            let simple = lhs.len() == 1 || lhs.iter().all(|d| matches!(d, DefinedName::New(..)));
            let mut late = Vec::with_capacity(lhs.len());
            for (((d, name), r), i) in lhs.iter().zip(names).zip(rhs).zip(0..) {
                let x = self.assigned_expr(r);
                let Some(value) = self.define_one(*d, x, why) else { continue };
                let value = if simple || i + 1 == lhs.len() {
                    value
                } else {
                    self.store_in_temporary(value, out)
                };
                late.push((*d, name, value));
                if simple {
                    self.push_definition_stmts(&mut late, pos, out);
                }
            }
            // The last value needs no temporary: it is assigned first, before the values in temporaries.
            if !simple && !late.is_empty() {
                late.rotate_right(1);
            }
            self.push_definition_stmts(&mut late, pos, out);
            return;
        }
        if rhs.len() != 1 {
            if self.check_unused_exprs(rhs) {
                self.report_assign_count_mismatch(rhs, lhs.len(), rhs.len());
            }
            self.invalidate_vars(lhs);
            return;
        }
        let values = self.multi_expr(&rhs[0], lhs.len() == 2);
        if values.operands.len() != lhs.len() {
            if values.operands[0].is_valid() {
                self.report_assign_count_mismatch(rhs, lhs.len(), values.operands.len());
            }
            self.invalidate_vars(lhs);
            return;
        }
        let mut late = Vec::new();
        let mut targets = Vec::new();
        let mut temps = values.tuple.as_ref().map(|(t, _)| t.clone()).unwrap_or_default();
        temps.resize(lhs.len(), VarId(u32::MAX));
        let tupled = values.tuple.is_some();
        for (((d, name), x), temp) in lhs.iter().zip(names).zip(values.operands).zip(temps) {
            let Some(value) = self.define_one(*d, x, why) else {
                targets.push(None);
                continue;
            };
            let direct = matches!(value.kind, ExprKind::Var(v) if v == temp);
            match d {
                DefinedName::New(..) if tupled && name.is_blank() => targets.push(None),
                DefinedName::New(var, _) if tupled && direct => targets.push(Some(*var)),
                _ => {
                    targets.push(Some(temp));
                    late.push((*d, name, value));
                }
            }
        }
        if let Some((_, ir)) = values.tuple {
            out.push(Stmt { kind: K::VarTuple(targets, ir), pos });
        }
        self.push_definition_stmts(&mut late, pos, out);
    }

    /// Checks the value for one name of a `:=`, and sets the type of a new variable.
    pub(crate) fn define_one(
        &mut self,
        d: DefinedName,
        x: Operand<'_>,
        why: &'static str,
    ) -> Option<Expr> {
        match d {
            DefinedName::New(var, _) => {
                let (ty, value) = self.init_value(None, x, why);
                self.vars[var.0 as usize].ty = ty;
                value
            }
            DefinedName::Old(var) => {
                let ty = self.vars[var.0 as usize].ty;
                self.vars[var.0 as usize].is_reassigned = true;
                self.init_value(Some(ty), x, why).1
            }
            DefinedName::Bad => {
                self.init_value(None, x, why);
                None
            }
        }
    }

    pub(crate) fn push_definition_stmts(
        &mut self,
        late: &mut Vec<(DefinedName, &Ident, Expr)>,
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) {
        for (d, name, value) in late.drain(..) {
            let kind = match d {
                DefinedName::New(_, _) if name.is_blank() => K::Assign(None, value),
                DefinedName::New(var, _) => K::Var(var, Some(value)),
                DefinedName::Old(var) => K::Assign(Some(self.var_expr(var, name.pos)), value),
                DefinedName::Bad => continue,
            };
            out.push(Stmt { kind, pos });
        }
    }

    /// Gives variables whose initialiser is in error the invalid type.
    pub(crate) fn invalidate_vars(&mut self, lhs: &[DefinedName]) {
        for d in lhs {
            if let DefinedName::New(var, _) = d {
                self.vars[var.0 as usize].ty = Basic::Invalid.id();
            }
        }
    }
}
