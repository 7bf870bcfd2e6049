//! Return statements.

use crate::checker::Checker;
use crate::checker::body::RangeFuncExit;
use crate::expr::operand::Operand;
use crate::expr::values::ExprValues;
use crate::program::{Expr, Stmt, StmtKind as K};
use crate::scope::object::ObjectKind;
use crate::ty::TypeId;
use minigo_syntax::ast::{self, ExprKind as E};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    pub(crate) fn return_stmt(&mut self, values: &[ast::Expr], pos: Pos, out: &mut Vec<Stmt>) {
        let results = self.context.body.results.clone();
        let named = results.first().is_some_and(|r| r.obj.is_some());
        if values.is_empty() && named {
            self.check_results_visible(&results, pos);
            self.exit_body(RangeFuncExit::Return, pos, out);
            return;
        }
        let types: Vec<_> = results.iter().map(|r| r.ty).collect();
        let Some(values) = self.result_values(&types, values, pos, out) else { return };
        if self.context.body.range_funcs.is_empty() {
            out.push(Stmt { kind: K::Return(values), pos });
            return;
        }
        let lvalues: Vec<Option<Expr>> = results
            .iter()
            .map(|r| {
                self.vars[r.var.0 as usize].is_reassigned = true;
                Some(self.var_expr(r.var, pos))
            })
            .collect();
        if !lvalues.is_empty() {
            out.push(Stmt { kind: K::AssignMany(lvalues, values), pos });
        }
        self.exit_body(RangeFuncExit::Return, pos, out);
    }

    pub(crate) fn check_results_visible(
        &mut self,
        results: &[crate::checker::body::ResultVar],
        pos: Pos,
    ) {
        for result in results {
            let Some(obj) = result.obj else { continue };
            let name = self.object(obj).name.clone();
            let Some(found) = self.lookup(&name).filter(|&found| found != obj) else { continue };
            if name == "_" {
                continue;
            }
            let other = self.object(found);
            let (inner, kind) = (Span::of_name(&name, other.pos), other.kind.clone());
            let what = match kind {
                ObjectKind::Var(var) => {
                    format!("var {name} {}", self.type_string(self.vars[var.0 as usize].ty))
                }
                ObjectKind::Const { .. } => format!("const {name}"),
                _ => format!("type {name}"),
            };
            let message = format!("result parameter {name} not in scope at return");
            let error = Diagnostic::error(Code::OutOfScopeResult, Span::at(pos), message);
            self.report(
                error.with_go_compiler_label(inner, format!("inner declaration of {what}")),
            );
        }
    }

    /// The values of a `return`, converted to the result types; `None` if they are in error.
    pub(crate) fn result_values(
        &mut self,
        types: &[TypeId],
        values: &[ast::Expr],
        pos: Pos,
        out: &mut Vec<Stmt>,
    ) -> Option<Vec<Expr>> {
        if values.is_empty() {
            if !types.is_empty() {
                self.report_result_count_mismatch(Span::at(pos), types, &[]);
                return None;
            }
            return Some(Vec::new());
        }
        let is_call = values.len() == 1 && matches!(values[0].unparen().kind, E::Call(_));
        let list = if values.len() == types.len() && !is_call {
            ExprValues {
                operands: values.iter().map(|e| self.assigned_expr(e)).collect(),
                tuple: None,
            }
        } else if values.len() > 1 {
            let list: Vec<_> = values.iter().map(|e| self.expr(e)).collect();
            if list.iter().all(Operand::is_valid) {
                self.report_return_mismatch(&list, types);
            }
            return None;
        } else {
            let e = &values[0];
            let (mut x, _) = self.raw_expr(e, None, true);
            self.reject_non_values(&mut x, true);
            self.split_values(e, x, false)
        };
        if list.operands.len() != types.len() {
            if list.operands[0].is_valid() {
                self.report_return_mismatch(&list.operands, types);
            }
            return None;
        }
        if let Some((temps, ir)) = list.tuple {
            let temps = temps.into_iter().map(Some).collect();
            out.push(Stmt { kind: K::VarTuple(temps, ir), pos });
        }
        let mut irs = Vec::with_capacity(types.len());
        let mut ok = true;
        for (x, &ty) in list.operands.into_iter().zip(types) {
            match self.init_value(Some(ty), x, "return statement").1 {
                Some(value) => irs.push(value),
                None => ok = false,
            }
        }
        ok.then_some(irs)
    }

    pub(crate) fn report_return_mismatch(&mut self, list: &[Operand<'_>], types: &[TypeId]) {
        let have: Vec<TypeId> = list.iter().map(|x| x.ty).collect();
        let at = match list.get(types.len()) {
            Some(extra) => extra.span(),
            None => list.last().map_or_else(Span::default, Operand::span),
        };
        self.report_result_count_mismatch(at, types, &have);
    }

    pub(crate) fn report_result_count_mismatch(
        &mut self,
        at: Span,
        types: &[TypeId],
        have: &[TypeId],
    ) {
        let what = if have.len() > types.len() { "too many" } else { "not enough" };
        let (have, want) =
            (self.types_summary(have, false, false), self.types_summary(types, false, false));
        let message = format!("{what} return values\n\thave {have}\n\twant {want}");
        self.error_span(Code::WrongResultCount, at, message);
    }
}
