//! Arguments of calls.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::operand::{is_untyped, is_valid};
use crate::expr::values::ExprValues;
use crate::program::{Expr, ExprKind, Stmt, StmtKind};
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::ast::{self, CallExpr};
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::expr_text;

impl Checker<'_> {
    /// The arguments of a call: the results of one call, or any number of single values.
    pub(crate) fn eval_args<'e>(&mut self, list: &'e [ast::Expr]) -> ExprValues<'e> {
        if let [one] = list {
            let (mut x, _) = self.raw_expr(one, None, true);
            self.reject_non_values(&mut x, true);
            let mut values = self.split_values(one, x, false);
            if values.tuple.is_some() {
                // gc's messages name the call itself, not its results.
                for value in &mut values.operands {
                    value.origin = crate::expr::operand::Origin::Expr(one);
                }
            }
            return values;
        }
        let list = list.iter().map(|e| self.generic_expr(e, None)).collect();
        ExprValues { operands: list, tuple: None }
    }

    /// Checks the arguments against the parameters. Returns the converted arguments, variadic ones not yet in a slice,
    /// and the statement that splits a tuple; `None` if they are in error.
    pub(crate) fn check_arguments(
        &mut self,
        call: &CallExpr,
        sig: &Signature,
        args: ExprValues<'_>,
    ) -> Option<(Vec<Expr>, Option<Stmt>)> {
        let params = self.match_params(call, sig, &args)?;
        let mut ok = true;
        let mut values = Vec::with_capacity(params.len());
        for (x, ty) in args.operands.into_iter().zip(params) {
            match self.assign_converted(x, Some(ty), AssignmentPurpose::Argument(&call.func)) {
                Some(value) => values.push(value),
                None => ok = false,
            }
        }
        let before = args.tuple.map(|(temps, ir)| {
            let pos = ir.pos;
            Stmt { kind: StmtKind::VarTuple(temps.into_iter().map(Some).collect(), ir), pos }
        });
        ok.then_some((values, before))
    }

    /// The parameter type for each argument, if the number of arguments is right.
    pub(crate) fn match_params(
        &mut self,
        call: &CallExpr,
        sig: &Signature,
        args: &ExprValues<'_>,
    ) -> Option<Vec<TypeId>> {
        let count = args.operands.len();
        let spread = call.ellipsis.is_some();
        let mut params = sig.params.to_vec();
        let mut expected = params.len();
        if sig.variadic {
            if spread {
                if call.args.len() == 1 && count > 1 {
                    let shown = expr_text(&call.args[0]);
                    let message = format!("cannot use ... with {count}-valued {shown}");
                    self.error_span(Code::InvalidDotDotDot, call.func.span(), message);
                    return None;
                }
            } else {
                let last = params.pop().expect("a variadic signature has parameters");
                expected -= 1;
                let elem = match self.types.get(last) {
                    Type::Slice(elem) => *elem,
                    _ => last,
                };
                if count >= expected {
                    params.resize(count, elem);
                    expected = count;
                }
            }
        } else if spread {
            let shown = expr_text(&call.func);
            let message = format!("cannot use ... in call to non-variadic {shown}");
            self.error_span(Code::NonVariadicDotDotDot, call.func.span(), message);
            return None;
        }
        if count == expected {
            return Some(params);
        }
        self.report_wrong_count(call, sig, args, expected);
        None
    }

    pub(crate) fn report_wrong_count(
        &mut self,
        call: &CallExpr,
        sig: &Signature,
        args: &ExprValues<'_>,
        expected: usize,
    ) {
        let count = args.operands.len();
        let (at, what) = if count > expected {
            (args.operands[expected].span(), "too many")
        } else if count > 0 {
            (args.operands[count - 1].span(), "not enough")
        } else {
            (call.func.span(), "not enough")
        };
        let have: Vec<TypeId> = args.operands.iter().map(|x| x.ty).collect();
        let have = self.types_summary(&have, false, call.ellipsis.is_some());
        let want = self.types_summary(&sig.params, sig.variadic, false);
        let func = expr_text(&call.func);
        let message = format!("{what} arguments in call to {func}\n\thave {have}\n\twant {want}");
        let error = Diagnostic::error(Code::WrongArgCount, at, message);
        let error = self.label_declaration(error, &call.func);
        self.report(error);
    }

    /// The types of arguments in messages: `(int, number, string)`.
    pub(crate) fn types_summary(&self, list: &[TypeId], variadic: bool, dots: bool) -> String {
        let mut parts = Vec::new();
        for (i, &ty) in list.iter().enumerate() {
            let mut part = if !is_valid(ty) {
                "unknown type".to_owned()
            } else if is_untyped(ty) {
                if self.types.is_basic(ty, Basic::is_numeric) {
                    "number".to_owned()
                } else {
                    self.type_string(ty).replace("untyped ", "")
                }
            } else {
                self.type_string(ty)
            };
            if i + 1 == list.len() {
                if variadic {
                    if let Type::Slice(elem) = self.types.get(ty) {
                        part = self.type_string(*elem);
                    }
                    part = format!("...{part}");
                } else if dots {
                    part.push_str("...");
                }
            }
            parts.push(part);
        }
        format!("({})", parts.join(", "))
    }

    /// Packs the arguments for `...T` into a slice. The argument `s...` of `f(s...)` is a slice already.
    pub(crate) fn pack_variadic(&mut self, sig: &Signature, mut args: Vec<Expr>) -> Vec<Expr> {
        let fixed = sig.params.len().saturating_sub(1);
        let Some(&last) = sig.params.last().filter(|_| sig.variadic) else { return args };
        let whole = args.len() == fixed + 1 && args[fixed].ty == last;
        if whole && !matches!(self.types.get(last), Type::Slice(elem) if *elem == last) {
            return args;
        }
        let rest = args.split_off(fixed.min(args.len()));
        let pos = rest.first().map_or_else(Default::default, |x| x.pos);
        let kind = if rest.is_empty() {
            ExprKind::Zero
        } else {
            let count = rest.len() as u64;
            ExprKind::SliceLit(count, (0..).zip(rest).collect())
        };
        args.push(Expr { kind, ty: last, pos });
        args
    }
}
