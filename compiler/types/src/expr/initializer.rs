//! The entry points for checking the expressions of declarations.
//!
//! Initialisers are constants, array lengths and the values of variables, at package level and in functions.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{Mode, Operand, is_untyped, is_valid};
use crate::ids::GlobalId;
use crate::program::{Expr, ExprKind, Stmt, StmtKind};
use crate::ty::{Basic, TypeId};
use minigo_syntax::ast::{self, ExprKind as E};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;

impl Checker<'_> {
    /// Checks the constant expression `e`; the context has the value of `iota`. Converts the constant to the type
    /// `expected`, if there is one. Reports errors, and then returns `Invalid`.
    pub(crate) fn check_const_expr(
        &mut self,
        e: &ast::Expr,
        expected: Option<TypeId>,
    ) -> (TypeId, ConstValue) {
        let failed = (Basic::Invalid.id(), ConstValue::Unknown);
        let mut x = self.expr(e);
        if !x.is_valid() || !is_valid(x.ty) || expected.is_some_and(|ty| !is_valid(ty)) {
            return failed;
        }
        if !x.is_constant() {
            let message = format!("{} is not constant", self.describe(&x));
            self.error_span(Code::InvalidConstInit, x.span(), message);
            return failed;
        }
        let ty = expected.unwrap_or(x.ty);
        if !is_untyped(ty) {
            self.check_assignment(
                &mut x,
                Some(ty),
                AssignmentPurpose::Text("constant declaration"),
            );
        }
        match x.mode {
            Mode::Constant(value) => (ty, value),
            _ => failed,
        }
    }

    /// Checks the length of an array type. Returns `None` if the length is in error, which is reported.
    pub(crate) fn array_length(&mut self, e: &ast::Expr) -> Option<u64> {
        if let E::Ident(name) = &e.kind {
            match self.lookup(name) {
                None => {
                    let message =
                        format!("undefined array length {name} or missing type constraint");
                    self.error_span(Code::InvalidArrayLen, e.span(), message);
                    return None;
                }
                Some(obj) => {
                    self.resolve_object(obj);
                    use crate::scope::object::ObjectKind as K;
                    let object = self.object(obj);
                    if !matches!(object.kind, K::Const { .. } | K::Iota | K::Bad | K::Unresolved) {
                        self.use_object(obj);
                        let message = format!("invalid array length {name}");
                        self.error_span(Code::InvalidArrayLen, e.span(), message);
                        return None;
                    }
                }
            }
        }
        let x = self.expr(e);
        if !x.is_valid() {
            return None;
        }
        let Some(value) = x.const_value() else {
            let message = format!("array length {} must be constant", self.describe_length(&x));
            self.error_span(Code::InvalidArrayLen, x.span(), message);
            return None;
        };
        if is_untyped(x.ty) || self.types.is_integer(x.ty) {
            let whole = value.to_int();
            if matches!(whole, ConstValue::Int(_)) {
                if let Some(n) = whole.as_i64().filter(|&n| n >= 0) {
                    return Some(n as u64);
                }
                let message = format!("invalid array length {}", self.describe_length(&x));
                self.error_span(Code::InvalidArrayLen, x.span(), message);
                return None;
            }
        }
        let integer = self.types.is_integer(x.ty);
        let what = self.describe_length(&x);
        let message = if integer {
            format!("invalid array length {what}")
        } else {
            format!("array length {what} must be integer")
        };
        self.error_span(Code::InvalidArrayLen, x.span(), message);
        None
    }

    fn describe_length(&mut self, x: &Operand<'_>) -> String {
        self.describe(x)
    }

    /// Checks the initialiser of the variables `lhs`: one value, or one call with several results. Sets the variables'
    /// types unless they are declared with one.
    pub(crate) fn global_init(
        &mut self,
        lhs: &[GlobalId],
        declared: Option<TypeId>,
        value: &ast::Expr,
    ) -> Vec<Stmt> {
        let mut out = Vec::new();
        let many = lhs.len() > 1;
        if let Some(ty) = declared {
            for global in lhs {
                self.globals[global.0 as usize].ty = ty;
            }
        }
        if !many {
            let x = self.assigned_expr(value);
            let ir = self.init_global(lhs[0], declared, x, "variable declaration");
            let lvalue = self.global_lvalue(lhs[0], value);
            let kind = StmtKind::Assign(Some(lvalue), ir);
            out.push(Stmt { kind, pos: value.pos });
            return out;
        }
        let values = self.multi_expr(value, lhs.len() == 2);
        if values.operands.len() != lhs.len() {
            if values.operands[0].is_valid() {
                self.report_assign_count_mismatch(
                    std::slice::from_ref(value),
                    lhs.len(),
                    values.operands.len(),
                );
            }
            for &global in lhs {
                if declared.is_none() {
                    self.globals[global.0 as usize].ty = Basic::Invalid.id();
                }
            }
            return out;
        }
        if let Some((temps, ir)) = values.tuple {
            let temps = temps.into_iter().map(Some).collect();
            out.push(Stmt { kind: StmtKind::VarTuple(temps, ir), pos: value.pos });
        }
        for (&global, x) in lhs.iter().zip(values.operands) {
            let ir = self.init_global(global, declared, x, "multiple assignment");
            let lvalue = self.global_lvalue(global, value);
            out.push(Stmt { kind: StmtKind::Assign(Some(lvalue), ir), pos: value.pos });
        }
        out
    }

    fn global_lvalue(&self, global: GlobalId, value: &ast::Expr) -> Expr {
        let ty = self.globals[global.0 as usize].ty;
        Expr { kind: ExprKind::Global(global), ty, pos: value.pos }
    }

    fn init_global(
        &mut self,
        global: GlobalId,
        declared: Option<TypeId>,
        x: Operand<'_>,
        why: &'static str,
    ) -> Expr {
        let pos = x.pos();
        let (ty, value) = self.init_value(declared, x, why);
        self.globals[global.0 as usize].ty = ty;
        value.unwrap_or_else(|| crate::expr::operand::placeholder(ty, pos))
    }

    /// The type that a variable gets from its initialiser `x`, unless it is declared with a type, and the value.
    pub(crate) fn init_value(
        &mut self,
        declared: Option<TypeId>,
        mut x: Operand<'_>,
        why: &'static str,
    ) -> (TypeId, Option<Expr>) {
        let invalid = Basic::Invalid.id();
        if !x.is_valid() || declared.is_some_and(|ty| !is_valid(ty)) {
            return (declared.unwrap_or(invalid), None);
        }
        let ty = match declared {
            Some(ty) => ty,
            None if x.is_nil() => {
                self.report_untyped_nil(&x, why);
                return (invalid, None);
            }
            None => {
                self.reject_generic(&mut x);
                self.types.default_type(x.ty)
            }
        };
        if !x.is_valid() || !is_valid(ty) {
            return (invalid, None);
        }
        (ty, self.assign_converted(x, Some(ty), AssignmentPurpose::Text(why)))
    }

    /// Reports `assignment mismatch: …`.
    pub(crate) fn report_assign_count_mismatch(&mut self, rhs: &[ast::Expr], l: usize, r: usize) {
        let measure = |n: usize, unit: &str| format!("{n} {unit}{}", if n == 1 { "" } else { "s" });
        let (vars, vals) = (measure(l, "variable"), measure(r, "value"));
        let message = match rhs {
            [one] if matches!(one.unparen().kind, E::Call(_)) => {
                let E::Call(call) = &one.unparen().kind else { return };
                let func = expr_text(&call.func);
                format!("assignment mismatch: {vars} but {func} returns {vals}")
            }
            _ => format!("assignment mismatch: {vars} but {vals}"),
        };
        let error = Diagnostic::error(Code::WrongAssignCount, rhs[0].span(), message);
        let called = match &rhs[0].unparen().kind {
            E::Call(call) if rhs.len() == 1 => Some(&call.func),
            _ => None,
        };
        let error = if called.is_some() && l < r {
            error.with_help("name every result; `_` takes those that are not needed")
        } else {
            error
        };
        let error = match called {
            Some(func) => self.label_declaration(error, func),
            None => error,
        };
        self.report(error);
    }
}
