//! `len` and `cap`.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::builtin::BuiltinCall;
use crate::expr::operand::{Operand, is_valid};
use crate::program::Builtin;
use crate::scope::object::BuiltinFn as F;
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::diagnostic::Code;

impl Checker<'_> {
    pub(crate) fn length<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let x = list.remove(0);
        let len = b.id == F::Len;
        let int = Basic::Int.id();
        let constant = |n: u64| Operand::constant(b.expr, ConstValue::int(n), int);
        if let (true, Some(bytes)) = (len, x.const_value().and_then(ConstValue::as_str)) {
            return constant(bytes.len() as u64);
        }
        let array = match self.types.underlying_structure(x.ty) {
            Type::Array(_, n) => Some(*n),
            Type::Pointer(base) => match self.types.underlying_structure(*base) {
                Type::Array(_, n) => Some(*n),
                _ => None,
            },
            _ => None,
        };
        if let Some(n) = array.filter(|_| !self.context.body.has_call) {
            return constant(n);
        }
        if array.is_none() && !self.has_length(x.ty, len) {
            if !is_valid(self.types.underlying(x.ty)) {
                return Operand::invalid(b.expr);
            }
            let code = if len { Code::InvalidLen } else { Code::InvalidCap };
            let what = self.describe(&x);
            let message = format!("invalid argument: {what} for built-in {}", b.id.name());
            return self.report_bad_argument(b, code, x.span(), message);
        }
        let builtin = if len { Builtin::Len } else { Builtin::Cap };
        let args = vec![self.typed_expr(x)];
        self.builtin_result(b, builtin, args, int)
    }

    pub(crate) fn has_length(&self, ty: TypeId, len: bool) -> bool {
        match self.types.underlying_structure(ty) {
            Type::Basic(basic) => basic.is_string() && len,
            Type::Slice(_) | Type::Chan(..) | Type::Array(..) => true,
            Type::Map(..) => len,
            Type::Pointer(base) => {
                matches!(self.types.underlying_structure(*base), Type::Array(..))
            }
            Type::TypeParam(_) => match self.types.terms(ty).flatten() {
                Some(terms) => {
                    !terms.is_empty() && terms.iter().all(|t| self.has_length(t.ty, len))
                }
                None => false,
            },
            _ => false,
        }
    }

    /// The underlying types of all types in the type set of `ty`.
    pub(crate) fn all_underlying_types(&self, ty: TypeId) -> Vec<TypeId> {
        match self.types.terms(ty) {
            None => vec![self.types.underlying(ty)],
            Some(terms) => {
                terms.unwrap_or_default().iter().map(|t| self.types.underlying(t.ty)).collect()
            }
        }
    }
}
