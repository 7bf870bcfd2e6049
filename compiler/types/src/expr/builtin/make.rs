//! `make`, `new`, `clear`, `close` and `delete`.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::builtin::BuiltinCall;
use crate::expr::operand::{Mode, Operand, is_valid};
use crate::program::{Builtin, ExprKind};
use crate::scope::object::BuiltinFn as F;
use crate::ty::Type;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::{ast, expr_text};

impl Checker<'_> {
    pub(crate) fn clear_or_close<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let x = list.remove(0);
        let clear = b.id == F::Clear;
        if clear {
            self.require_language(21, b.call.func.pos, "clear");
        }
        let types = self.all_underlying_types(x.ty);
        let mut problem = types.is_empty().then_some("non-channel");
        for ty in types {
            problem = problem.or(match self.types.get(ty) {
                Type::Map(..) | Type::Slice(_) if clear => None,
                Type::Chan(ast::ChanDir::Recv, _) if !clear => Some("receive-only channel"),
                Type::Chan(..) if !clear => None,
                _ => Some("non-channel"),
            });
        }
        if let Some(problem) = problem {
            let (what, at) = (self.describe(&x), x.span());
            let message = if clear {
                format!(
                    "invalid argument: cannot clear {what}: argument must be (or constrained by) map or slice"
                )
            } else {
                format!("invalid operation: cannot close {problem} {what}")
            };
            let code = if clear { Code::InvalidClear } else { Code::InvalidClose };
            return self.report_bad_argument(b, code, at, message);
        }
        let args = vec![self.typed_expr(x)];
        self.builtin_stmt_operand(b, if clear { Builtin::Clear } else { Builtin::Close }, args)
    }

    pub(crate) fn delete_builtin<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let key = list.remove(1);
        let map = list.remove(0);
        let types = self.all_underlying_types(map.ty);
        let mut key_ty = None;
        for ty in types {
            let Type::Map(k, _) = self.types.get(ty) else {
                key_ty = None;
                break;
            };
            key_ty = Some(*k);
        }
        let Some(key_ty) = key_ty else {
            let message = format!("invalid argument: {} is not a map", self.describe(&map));
            return self.report_bad_argument(b, Code::InvalidDelete, map.span(), message);
        };
        let Some(key) =
            self.assign_converted(key, Some(key_ty), AssignmentPurpose::Text("argument to delete"))
        else {
            return Operand::invalid(b.expr);
        };
        let args = vec![self.typed_expr(map), key];
        self.builtin_stmt_operand(b, Builtin::Delete, args)
    }

    pub(crate) fn make_builtin<'e>(&mut self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let (first, sizes) = b.call.args.split_first().expect("the count has been checked");
        let ty = self.var_type(first);
        if !is_valid(ty) {
            self.check_unused_exprs(sizes);
            return Operand::invalid(b.expr);
        }
        let under =
            self.common_underlying_or_reason(ty, |ty| match self.types.underlying_structure(ty?) {
                Type::Slice(_) | Type::Map(..) | Type::Chan(..) => None,
                _ => Some("type must be slice, map, or channel".to_owned()),
            });
        let least = under.map(|under| match self.types.get(under) {
            Type::Slice(_) => 2,
            _ => 1,
        });
        let least = match least {
            Ok(least) => least,
            Err(why) => {
                let shown = expr_text(first);
                let message = format!("invalid argument: cannot make {shown}: {why}");
                return self.report_bad_argument(b, Code::InvalidMake, first.span(), message);
            }
        };
        let count = b.call.args.len();
        if count < least || least + 1 < count {
            let shown = expr_text(b.expr);
            let message = format!(
                "invalid operation: {shown} expects {least} or {} arguments; found {count}",
                least + 1
            );
            return self.report_bad_argument(b, Code::WrongArgCount, b.expr.span(), message);
        }
        let checked: Vec<_> = sizes.iter().filter_map(|e| self.index(e, None)).collect();
        if let [a, c] = &checked[..]
            && let (Some(a), Some(c)) = (a.value, c.value)
            && a > c
        {
            let message = "invalid argument: length and capacity swapped";
            self.error_span(Code::SwappedMakeArgs, sizes[0].span(), message);
        }
        let args = checked.into_iter().map(|i| i.ir).collect();
        self.builtin_result(b, Builtin::Make, args, ty)
    }

    pub(crate) fn new_builtin<'e>(&mut self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let arg = &b.call.args[0];
        let mut x = self.expr_or_type(arg, false);
        if matches!(x.mode, Mode::Builtin(_)) {
            self.reject_non_values(&mut x, true);
        }
        let value = match x.mode {
            Mode::Invalid => return Operand::invalid(b.expr),
            Mode::TypeExpr => {
                self.check_var_type(x.ty, arg.pos);
                crate::expr::operand::placeholder(x.ty, b.expr.pos)
            }
            _ => {
                let Some(value) =
                    self.assign_converted(x, None, AssignmentPurpose::Text("argument to new"))
                else {
                    return Operand::invalid(b.expr);
                };
                let shown = expr_text(arg);
                self.require_language(26, b.call.func.pos, &format!("new({shown})"));
                value
            }
        };
        let ty = self.types.intern(Type::Pointer(value.ty));
        Operand::value(b.expr, ExprKind::New(Box::new(value)), ty)
    }
}
