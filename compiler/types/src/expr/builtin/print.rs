//! `panic`, `print` and `println`.

use crate::checker::Checker;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::builtin::BuiltinCall;
use crate::expr::operand::Operand;
use crate::program::Builtin;
use crate::scope::object::BuiltinFn as F;
use crate::ty::{Type, TypeId};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::small_sort::SmallSort as _;

impl Checker<'_> {
    pub(crate) fn panic_call<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        self.context.body.panic_calls.insert(b.expr.pos);
        let any = self.universe.any;
        let x = list.remove(0);
        match self.assign_converted(x, Some(any), AssignmentPurpose::Text("argument to panic")) {
            Some(value) => self.builtin_stmt_operand(b, Builtin::Panic, vec![value]),
            None => Operand::invalid(b.expr),
        }
    }

    pub(crate) fn print_call<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let mut args = Vec::new();
        for x in list {
            match self.assign_converted(x, None, AssignmentPurpose::Builtin(b.id.name())) {
                Some(value) => {
                    self.check_printable(b, value.ty);
                    args.push(value);
                }
                None => return Operand::invalid(b.expr),
            }
        }
        let line = b.id == F::Println;
        self.builtin_stmt_operand(b, if line { Builtin::Println } else { Builtin::Print }, args)
    }

    /// Records a composite argument of `print`. gc detects composite arguments during code generation, so the checker
    /// reports them only if there is no other error.
    pub(crate) fn check_printable(&mut self, b: &BuiltinCall<'_>, ty: TypeId) {
        if self.context.has_opaque_type_params
            || !matches!(self.types.underlying_structure(ty), Type::Struct(_) | Type::Array(..))
        {
            return;
        }
        let info = self.context.decl_func.and_then(|func| self.func_info.get(&func));
        // gc compiles one function for all type arguments of one shape, and its message names the shape.
        let shown = if info.is_some_and(|info| info.args.contains(&ty)) {
            format!("go.shape.{}", self.types.runtime_name(self.types.underlying(ty)))
        } else if self.types.has_name(ty) {
            self.type_string(ty)
        } else {
            self.types.runtime_name(ty)
        };
        let message = format!("illegal types for operand: {}\n\t{shown}", b.id.name());
        self.backend_errors.unprintable_args.push((crate::expr::call::call_pos(b.expr), message));
    }

    /// Reports composite arguments of `print`, if there are no other errors.
    pub(crate) fn report_unprintable(&mut self) {
        if self.diags.has_errors() {
            return;
        }
        let mut list = std::mem::take(&mut self.backend_errors.unprintable_args);
        list.small_sort_by_key(|&(pos, _)| pos);
        for (pos, message) in list {
            self.error(Code::InvalidPrint, pos, message);
        }
    }
}
