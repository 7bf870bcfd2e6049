//! Declarations inside functions.

use crate::checker::Checker;
use crate::expr::operand::is_valid;
use crate::ids::VarId;
use crate::program::{Stmt, StmtKind as K};
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Basic, TypeId};
use minigo_syntax::ast::{self, ConstSpec, Decl, VarSpec};
use minigo_syntax::diagnostic::Code;

impl Checker<'_> {
    /// Checks a declaration inside a function.
    pub(crate) fn local_decl(&mut self, decl: &Decl, out: &mut Vec<Stmt>) {
        match decl {
            Decl::Bad(_) | Decl::Func(_) => {}
            Decl::Const(specs) => self.local_consts(specs),
            Decl::Var(specs) => {
                for spec in specs {
                    self.local_vars(spec, out);
                }
            }
            Decl::Type(specs) => {
                for spec in specs {
                    self.local_type_decl(spec);
                }
            }
        }
    }

    pub(crate) fn local_consts(&mut self, specs: &[ConstSpec]) {
        let outer_iota = self.context.iota.take();
        let outer_errpos = self.context.error_pos;
        let mut last: Option<&ConstSpec> = None;
        for spec in specs {
            let inherited = spec.ty.is_none() && spec.values.is_empty() && last.is_some();
            if !inherited {
                last = Some(spec);
            }
            let source = last.unwrap_or(spec);
            let mut objects = Vec::new();
            for (i, name) in spec.names.iter().enumerate() {
                self.context.iota = Some(crate::constant::ConstValue::int(spec.iota));
                self.context.error_pos = inherited.then_some(name.pos);
                let kind = self.local_const(source, i);
                self.context.error_pos = None;
                objects.push(self.new_object(name, kind));
            }
            self.check_arity(&spec.names, &source.values, true, inherited.then_some(spec.pos));
            let scope = self.context.scope;
            for obj in objects {
                self.insert(scope, obj);
            }
        }
        self.context.iota = outer_iota;
        self.context.error_pos = outer_errpos;
    }

    pub(crate) fn local_const(&mut self, spec: &ConstSpec, index: usize) -> ObjectKind {
        let expected = spec.ty.as_ref().map(|ty| self.const_type(ty));
        let Some(value) = spec.values.get(index) else { return ObjectKind::Bad };
        let (ty, value) = self.check_const_expr(value, expected);
        if is_valid(ty) { ObjectKind::Const { ty, value } } else { ObjectKind::Bad }
    }

    pub(crate) fn const_type(&mut self, e: &ast::Expr) -> TypeId {
        let ty = self.type_expr(e);
        if is_valid(ty) && !self.types.is_basic(ty, Basic::is_const_type) {
            let shown = self.type_string(ty);
            if is_valid(self.types.underlying(ty)) {
                let message = format!("invalid constant type {shown}");
                self.error_span(Code::InvalidConstType, e.span(), message);
            }
            return Basic::Invalid.id();
        }
        ty
    }

    pub(crate) fn local_vars(&mut self, spec: &VarSpec, out: &mut Vec<Stmt>) {
        let outer = self.resolving.local_var_pos.replace(spec.names[0].pos);
        let declared = spec.ty.as_ref().map(|ty| self.var_type(ty));
        self.resolving.local_var_pos = outer;
        let vars: Vec<_> = spec.names.iter().map(|name| self.undeclared_var(name)).collect();
        for &(var, _) in &vars {
            self.vars[var.0 as usize].ty = declared.unwrap_or(Basic::Invalid.id());
        }
        let (l, r) = (spec.names.len(), spec.values.len());
        if r == 1 && l > 1 {
            self.local_tuple(spec, declared, &vars, out);
        } else {
            for (i, (&(var, _), name)) in vars.iter().zip(&spec.names).enumerate() {
                let mut value = None;
                if let Some(e) = spec.values.get(i) {
                    let x = self.assigned_expr(e);
                    let (ty, ir) = self.init_value(declared, x, "variable declaration");
                    self.vars[var.0 as usize].ty = ty;
                    value = ir;
                }
                let kind = match value {
                    Some(value) if name.is_blank() => K::Assign(None, value),
                    value => K::Var(var, value),
                };
                out.push(Stmt { kind, pos: spec.names[0].pos });
            }
            // Surplus values are checked, so that the names in them count as used.
            self.check_unused_exprs(spec.values.iter().skip(l));
            if spec.ty.is_none() || r > 0 {
                self.check_arity(&spec.names, &spec.values, false, None);
            }
        }
        let scope = self.context.scope;
        for (_, obj) in vars {
            self.insert(scope, obj);
        }
    }

    /// Checks `var a, b = f()`.
    pub(crate) fn local_tuple(
        &mut self,
        spec: &VarSpec,
        declared: Option<TypeId>,
        vars: &[(VarId, ObjId)],
        out: &mut Vec<Stmt>,
    ) {
        let values = self.multi_expr(&spec.values[0], vars.len() == 2);
        if values.operands.len() != vars.len() {
            if values.operands[0].is_valid() {
                self.report_assign_count_mismatch(&spec.values, vars.len(), values.operands.len());
            }
            return;
        }
        if let Some((temps, ir)) = values.tuple {
            let temps = temps.into_iter().map(Some).collect();
            out.push(Stmt { kind: K::VarTuple(temps, ir), pos: spec.pos });
        }
        for (&(var, _), x) in vars.iter().zip(values.operands) {
            let (ty, value) = self.init_value(declared, x, "multiple assignment");
            self.vars[var.0 as usize].ty = ty;
            out.push(Stmt { kind: K::Var(var, value), pos: spec.pos });
        }
    }
}
