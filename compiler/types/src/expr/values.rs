//! Expressions that may have several values.

use crate::checker::Checker;
use crate::expr::operand::{Mode, Operand};
use crate::ids::VarId;
use crate::program::{Expr, ExprKind};
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind as E};

/// One value, or the values of one call or comma-ok form.
#[derive(Debug)]
pub(crate) struct ExprValues<'e> {
    pub(crate) operands: Vec<Operand<'e>>,
    /// If there are several: the temporaries that the operands read, and the tuple expression that fills the
    /// temporaries.
    pub(crate) tuple: Option<(Vec<VarId>, Expr)>,
}

impl Checker<'_> {
    /// Checks an expression that may have several values: a call or, with `allow_ok`, a comma-ok form.
    pub(crate) fn multi_expr<'e>(&mut self, e: &'e ast::Expr, allow_ok: bool) -> ExprValues<'e> {
        let (mut x, _) = self.raw_expr(e, None, false);
        self.reject_non_values(&mut x, true);
        self.split_values(e, x, allow_ok)
    }

    /// Splits the operand `x` into its values.
    pub(crate) fn split_values<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: Operand<'e>,
        allow_ok: bool,
    ) -> ExprValues<'e> {
        if x.is_valid()
            && let Type::Tuple(types) = self.types.get(x.ty)
        {
            let types = types.to_vec();
            let temps: Vec<VarId> = types.iter().map(|&ty| self.new_temporary(ty, e.pos)).collect();
            let part = |(i, (&var, &ty)): (usize, (&VarId, &TypeId))| {
                let name = format!("{} function result", ordinal(i + 1));
                let ir = Expr { kind: ExprKind::Var(var), ty, pos: e.pos };
                Operand::without_source(name, e.span(), ir)
            };
            let list = temps.iter().zip(&types).enumerate().map(part).collect();
            return ExprValues { operands: list, tuple: x.ir.map(|ir| (temps, ir)) };
        }
        if !allow_ok || !matches!(x.mode, Mode::MapIndex | Mode::CommaOk) {
            return ExprValues { operands: vec![x], tuple: None };
        }
        let ty = x.ty;
        let bool_ty = Basic::Bool.id();
        let mut ir = self.typed_expr(x.clone());
        ir.kind = match ir.kind {
            ExprKind::MapIndex(m, k) => ExprKind::MapIndexOk(m, k),
            ExprKind::TypeAssert(v) => ExprKind::TypeAssertOk(v),
            ExprKind::Recv(c) => ExprKind::RecvOk(c),
            other => other,
        };
        ir.ty = self.types.intern(Type::Tuple([ty, bool_ty].into()));
        let temps = vec![self.new_temporary(ty, e.pos), self.new_temporary(bool_ty, e.pos)];
        let first = Expr { kind: ExprKind::Var(temps[0]), ty, pos: e.pos };
        let second = Expr { kind: ExprKind::Var(temps[1]), ty: bool_ty, pos: e.pos };
        let mut ok =
            Operand::without_source("ok value of (comma, ok) expression", e.span(), second);
        ok.ty = Basic::UntypedBool.id();
        let value = Operand { ir: Some(first), ..x };
        ExprValues { operands: vec![value, ok], tuple: Some((temps, ir)) }
    }

    /// Checks expressions only to report their errors. Returns whether the expressions have no errors.
    pub(crate) fn check_unused_exprs<'e>(
        &mut self,
        list: impl IntoIterator<Item = &'e ast::Expr>,
    ) -> bool {
        let mut ok = true;
        for e in list {
            ok &= self.check_unused_expr(e, false);
        }
        ok
    }

    /// Checks an expression only for its errors and uses. With `lhs`, a variable that is only assigned to does not
    /// count as used.
    pub(crate) fn check_unused_expr(&mut self, e: &ast::Expr, lhs: bool) -> bool {
        match &e.unparen().kind {
            E::Ident(name) if name == "_" => true,
            E::Ident(name) => {
                let before = lhs.then(|| self.local_var_use(name)).flatten();
                let x = self.expr_or_type(e.unparen(), true);
                if let Some((obj, used)) = before {
                    self.object_mut(obj).is_used = used;
                }
                x.is_valid()
            }
            _ => self.raw_expr(e, None, true).0.is_valid(),
        }
    }

    /// The variable that a name denotes, and whether it counts as used so far.
    pub(crate) fn local_var_use(&mut self, name: &str) -> Option<(ObjId, bool)> {
        let obj = self.lookup(name)?;
        let object = self.object(obj);
        matches!(object.kind, ObjectKind::Var(_)).then_some((obj, object.is_used))
    }
}

/// The ordinal number: `1st`, `2nd`, …
pub(crate) fn ordinal(n: usize) -> String {
    let tail = match n {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{n}{tail}")
}
