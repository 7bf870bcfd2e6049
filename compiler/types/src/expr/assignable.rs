//! Assignability, and the conversion of a value to the type of its destination.
//!
//! Assignments, arguments, results, sends, keys and elements all follow this rule.

use crate::checker::Checker;
use crate::expr::operand::{Mode, Operand, default_type, is_untyped, is_valid};
use crate::program::Expr;
use crate::ty::{Type, TypeId};
use minigo_syntax::ast::{self, ChanDir};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;
use std::fmt::{self, Display, Formatter};

/// The destination of a value, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum AssignmentPurpose<'e> {
    /// A context such as `assignment` or `send`.
    Text(&'static str),
    /// An assignment to this expression.
    To(&'e ast::Expr, &'static str),
    /// `argument to f`
    Argument(&'e ast::Expr),
    /// `argument to built-in f`
    Builtin(&'static str),
}

impl Display for AssignmentPurpose<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::To(_, text) => f.write_str(text),
            Self::Argument(func) => write!(f, "argument to {}", expr_text(func)),
            Self::Builtin(name) => write!(f, "argument to built-in {name}"),
        }
    }
}

impl Checker<'_> {
    /// Reports whether `x` can be assigned to a variable of type `to`. If `x` cannot be assigned, returns the error's
    /// code, and sets `cause` if the reason is known.
    pub(crate) fn is_assignable(
        &mut self,
        x: &Operand<'_>,
        to: TypeId,
        cause: &mut String,
    ) -> Result<(), Code> {
        let from = x.ty;
        if !x.is_valid() || !is_valid(to) || !is_valid(from) || from == to {
            return Ok(());
        }
        if is_untyped(from) {
            return self.check_untyped_fits(x, to).map_err(|_| Code::IncompatibleAssign);
        }
        let (vp, tp) = (self.types.is_type_param(from), self.types.is_type_param(to));
        let (fu, tu) = (self.types.underlying(from), self.types.underlying(to));
        let unnamed = !self.types.has_name(from) || !self.types.has_name(to);
        if fu == tu && unnamed && !vp && !tp {
            return Ok(());
        }
        let interface_pointer = matches!(self.types.get(tu), Type::Pointer(elem)
            if self.types.is_interface(*elem));
        if self.types.is_interface(to) || interface_pointer {
            match self.implements(from, to, false) {
                Ok(()) => return Ok(()),
                Err(purpose) if !vp => {
                    *cause = purpose;
                    return Err(Code::InvalidIfaceAssign);
                }
                Err(_) => {}
            }
        }
        if self.types.is_interface(from) && !vp && self.implements(to, from, false).is_ok() {
            *cause = "need type assertion".to_owned();
            return Err(Code::IncompatibleAssign);
        }
        if let (Type::Chan(ChanDir::Both, a), Type::Chan(_, b)) =
            (self.types.get(fu), self.types.get(tu))
            && a == b
        {
            return if unnamed { Ok(()) } else { Err(Code::InvalidChanAssign) };
        }
        if !vp && !tp {
            return Err(Code::IncompatibleAssign);
        }
        self.check_type_param_assignability(x, to, cause)
    }

    /// The rules of assignability for type parameters on either side.
    fn check_type_param_assignability(
        &mut self,
        x: &Operand<'_>,
        to: TypeId,
        cause: &mut String,
    ) -> Result<(), Code> {
        let from = x.ty;
        let terms = |this: &Self, ty| -> Vec<TypeId> {
            let terms = this.types.terms(ty).flatten().unwrap_or_default();
            terms.iter().map(|t| t.ty).collect()
        };
        let whole = if !self.types.has_name(from) && self.types.is_type_param(to) {
            to
        } else if self.types.is_type_param(from) && !self.types.has_name(to) {
            from
        } else {
            return Err(Code::IncompatibleAssign);
        };
        let parts = terms(self, whole);
        if parts.is_empty() {
            return Err(Code::IncompatibleAssign);
        }
        for part in parts {
            let mut one = x.clone();
            let (source, target) = if whole == to { (from, part) } else { (part, to) };
            one.ty = source;
            if let Err(code) = self.is_assignable(&one, target, cause) {
                let (s, t) = (self.type_string(source), self.type_string(target));
                let w = self.type_string(whole);
                let rest = if cause.is_empty() { String::new() } else { format!("\n\t{cause}") };
                *cause = if whole == to {
                    format!("cannot assign {s} to {t} (in {w}){rest}")
                } else {
                    format!("cannot assign {s} (in {w}) to {t}{rest}")
                };
                return Err(code);
            }
        }
        Ok(())
    }

    /// Checks that `x` can be assigned to a variable of type `to` (`None`: the blank identifier) and gives `x` its
    /// type. Reports an error and invalidates `x` if it cannot be assigned.
    pub(crate) fn check_assignment(
        &mut self,
        x: &mut Operand<'_>,
        to: Option<TypeId>,
        purpose: AssignmentPurpose<'_>,
    ) {
        self.require_single_value(x);
        match &x.mode {
            Mode::Invalid => return,
            Mode::Nil
            | Mode::Constant(_)
            | Mode::Variable
            | Mode::MapIndex
            | Mode::Value
            | Mode::CommaOk
            | Mode::Generic(..) => {}
            _ => {
                let to = to.map_or_else(String::new, |ty| self.type_string(ty));
                let message = format!("cannot assign {} to {to} in {purpose}", self.describe(x));
                self.error_span(Code::IncompatibleAssign, x.span(), message);
                x.invalidate();
                return;
            }
        }
        if matches!(x.mode, Mode::Generic(..)) {
            self.instantiate_for_assignment(x, to, purpose);
            if !x.is_valid() {
                return;
            }
        }
        if x.is_untyped() && !self.set_untyped_type(x, to, purpose) {
            x.invalidate();
            return;
        }
        if !x.is_valid() {
            return;
        }
        let Some(to) = to else { return };
        let mut cause = String::new();
        if let Err(code) = self.is_assignable(x, to, &mut cause) {
            let known = self.types.is_valid(self.types.underlying(x.ty));
            if known && !self.follows_from_error(&[x.ty, to]) {
                self.report_unassignable(x, to, code, &cause, purpose);
            }
            x.invalidate();
        }
    }

    /// Reports a `nil` that gets no type from its context.
    pub(crate) fn report_untyped_nil(&mut self, x: &Operand<'_>, purpose: &str) {
        let message = format!("use of untyped nil in {purpose}");
        let error = Diagnostic::error(Code::UntypedNilUse, x.span(), message);
        self.report(error.with_help("nil alone has no type: `var x *T = nil`, or just `var x *T`"));
    }

    /// Gives an untyped operand the type that the assignment requires.
    fn set_untyped_type(
        &mut self,
        x: &mut Operand<'_>,
        to: Option<TypeId>,
        purpose: AssignmentPurpose<'_>,
    ) -> bool {
        let target = match to {
            None if x.is_nil() => {
                self.report_untyped_nil(x, &purpose.to_string());
                return false;
            }
            Some(to) if x.is_nil() => to,
            Some(to) if !self.types.is_interface(to) => to,
            _ => default_type(x.ty),
        };
        match self.implicit_type_and_value(x, target) {
            Ok((ty, value)) => {
                self.set_type(x, ty, value);
                true
            }
            Err(misfit) => {
                self.report_untyped(x, target, misfit, purpose);
                false
            }
        }
    }

    /// Checks the assignment of `x` to type `to` and returns the converted value; `None` if it is in error.
    pub(crate) fn assign_converted(
        &mut self,
        mut x: Operand<'_>,
        to: Option<TypeId>,
        purpose: AssignmentPurpose<'_>,
    ) -> Option<Expr> {
        self.check_assignment(&mut x, to, purpose);
        if !x.is_valid() {
            return None;
        }
        if let Some(to) = to
            && x.is_nil()
        {
            return Some(crate::expr::operand::placeholder(to, x.pos()));
        }
        let ir = self.typed_expr(x);
        Some(match to {
            Some(to) => self.coerce_to(ir, to),
            None => ir,
        })
    }
}
