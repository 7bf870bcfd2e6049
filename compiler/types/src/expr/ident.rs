//! Identifiers and qualified identifiers.

use crate::checker::Checker;
use crate::expr::operand::{Mode, Operand, is_valid};
use crate::ids::{FuncId, PkgId, VarId};
use crate::program::{Expr, ExprKind};
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::Basic;
use minigo_syntax::ast::{self, ExprKind as E, Ident, Name, is_exported};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use minigo_syntax::suggest::equal_ignoring_case;

impl Checker<'_> {
    pub(crate) fn ident<'e>(&mut self, e: &'e ast::Expr, name: &Name) -> Operand<'e> {
        let Some(obj) = self.lookup(name) else {
            if name == "_" {
                self.error_span(Code::InvalidBlank, e.span(), "cannot use _ as value or type");
            } else {
                self.report_undefined_name(name, e.span());
            }
            return Operand::invalid(e);
        };
        if matches!(self.object(obj).kind, ObjectKind::Package(_)) {
            let message = format!("use of package {name} not in selector");
            self.error_span(Code::InvalidPkgUse, e.span(), message);
            return Operand::invalid(e);
        }
        self.object_operand(e, obj)
    }

    /// The operand for a name that denotes `obj`.
    pub(crate) fn object_operand<'e>(&mut self, e: &'e ast::Expr, obj: ObjId) -> Operand<'e> {
        self.use_object(obj);
        self.resolve_object(obj);
        self.check_sandboxed_use(e, obj);
        match &e.kind {
            E::Selector(_, sel) => self.record_use(sel.pos, obj),
            _ => self.record_use(e.pos, obj),
        }
        if let (ObjectKind::TypeName(_), E::Ident(name), None) =
            (&self.object(obj).kind, &e.kind, self.object(obj).pkg)
        {
            self.note_predeclared_type_spelling(name, e.pos);
        }
        let value = |kind, mode, ty| Operand::with_ir(e, mode, Expr { kind, ty, pos: e.pos });
        let x = match self.object(obj).kind.clone() {
            ObjectKind::Const { ty, value } => Operand::constant(e, value, ty),
            ObjectKind::TypeName(ty) => Operand::new(e, Mode::TypeExpr, ty),
            ObjectKind::GenericType(id) => Operand::new(e, Mode::GenericType(id), Basic::Int.id()),
            ObjectKind::Var(var) => {
                self.note_capture(var);
                value(ExprKind::Var(var), Mode::Variable, self.vars[var.0 as usize].ty)
            }
            ObjectKind::Global(global) => {
                let ty = self.globals[global.0 as usize].ty;
                value(ExprKind::Global(global), Mode::Variable, ty)
            }
            ObjectKind::Func(func) => {
                value(ExprKind::Func(func), Mode::Value, self.funcs[func.0 as usize].sig)
            }
            ObjectKind::GenericFunc(id) => {
                Operand::new(e, Mode::Generic(id, Vec::new()), Basic::Int.id())
            }
            ObjectKind::Builtin(builtin) => {
                Operand::new(e, Mode::Builtin(builtin), Basic::Int.id())
            }
            ObjectKind::Nil => Operand::new(e, Mode::Nil, Basic::UntypedNil.id()),
            ObjectKind::Iota => match self.context.iota.clone() {
                Some(value) => Operand::constant(e, value, Basic::UntypedInt.id()),
                None => {
                    let message = "cannot use iota outside constant declaration";
                    self.error_span(Code::InvalidIota, e.span(), message);
                    Operand::invalid(e)
                }
            },
            ObjectKind::Package(_) | ObjectKind::Unresolved | ObjectKind::Bad => {
                Operand::invalid(e)
            }
        };
        if is_valid(x.ty) { x } else { Operand::invalid(e) }
    }

    /// Records that the current function uses a variable, perhaps a captured one.
    pub(crate) fn note_capture(&mut self, var: VarId) {
        let owner = self.vars[var.0 as usize].owner;
        let mut captured = false;
        for at in (0..self.context.body.enclosing.len()).rev() {
            let func = self.context.body.enclosing[at];
            if func == owner {
                break;
            }
            captured = true;
            let captures = &mut self.funcs[func.0 as usize].captures;
            if !captures.contains(&var) {
                captures.push(var);
            }
        }
        self.vars[var.0 as usize].is_captured |= captured;
    }

    /// The function whose body is being checked.
    pub(crate) fn current_func(&self) -> FuncId {
        let inner = self.context.body.enclosing.last().copied();
        inner.or(self.context.func).unwrap_or(FuncId(0))
    }

    /// Checks `pkg.Name`, if `x` names a package.
    pub(crate) fn qualified_ident<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: &ast::Expr,
        sel: &Ident,
    ) -> Option<Operand<'e>> {
        let E::Ident(name) = &x.kind else { return None };
        let obj = self.lookup(name)?;
        let ObjectKind::Package(pkg) = self.object(obj).kind else { return None };
        self.use_object(obj);
        self.record_use(x.pos, obj);
        let state = &self.packages[pkg.0 as usize];
        let (library, package, fake) = (state.is_library, state.name.clone(), state.is_placeholder);
        let Some(found) = self.object_in_package(pkg, &sel.name) else {
            if sel.name != "_" {
                let other = self.name_in_other_case(pkg, &sel.name);
                let nearest = self.nearest_member(pkg, name, sel);
                let tail = match other {
                    Some(other) => format!(" (but have {other})"),
                    None if fake => return Some(Operand::invalid(e)),
                    // For a misspelt name the message suggests the right name, and does not say that minigo's library
                    // lacks the name.
                    None if library && package != "unsafe" && nearest.is_none() => {
                        " (not part of minigo's library yet)".to_owned()
                    }
                    None => String::new(),
                };
                let message = format!("undefined: {}{tail}", expr_text(e));
                let error = Diagnostic::error(Code::UndeclaredImportedName, sel.span(), message);
                self.report(error.with_suggestion(nearest));
            }
            return Some(Operand::invalid(e));
        };
        if !is_exported(&sel.name) {
            let message = format!("name {} not exported by package {package}", sel.name);
            self.error_span(Code::UnexportedName, sel.span(), message);
        }
        Some(self.object_operand(e, found))
    }

    /// The exported name of the package that differs from `name` only in case.
    pub(crate) fn name_in_other_case(&self, pkg: PkgId, name: &str) -> Option<Name> {
        self.exported_names(pkg).into_iter().find(|n| equal_ignoring_case(n, name))
    }
}
