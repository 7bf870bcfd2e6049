//! `append` and `copy`.

use crate::checker::Checker;
use crate::expr::builtin::BuiltinCall;
use crate::expr::operand::Operand;
use crate::expr::values::ExprValues;
use crate::program::Builtin;
use crate::ty::{Basic, Signature, Type, TypeId};
use minigo_syntax::diagnostic::Code;

impl Checker<'_> {
    /// The element type of a slice, or the reason why there is none.
    pub(crate) fn slice_elem(&mut self, x: &Operand<'_>) -> Result<TypeId, String> {
        if x.is_nil() {
            return Err("argument must be a slice; have untyped nil".to_owned());
        }
        let terms = self.types.terms(x.ty).map(|t| t.unwrap_or_default().to_vec());
        let types = terms.map_or_else(|| vec![x.ty], |t| t.iter().map(|t| t.ty).collect());
        let mut found: Option<TypeId> = None;
        for ty in &types {
            let Type::Slice(elem) = *self.types.underlying_structure(*ty) else {
                return Err(format!("argument must be a slice; have {}", self.describe(x)));
            };
            if let Some(first) = found.filter(|&first| first != elem) {
                let (a, b) = (self.type_string(first), self.type_string(elem));
                let shown = self.describe(x);
                return Err(format!("mismatched slice element types {a} and {b} in {shown}"));
            }
            found = Some(elem);
        }
        found.ok_or_else(|| format!("argument must be a slice; have {}", self.describe(x)))
    }

    pub(crate) fn is_byte_slice(&mut self, x: &Operand<'_>) -> bool {
        let bytes = self.types.intern(Type::Slice(Basic::Uint8.id()));
        self.is_assignable(x, bytes, &mut String::new()).is_ok()
    }

    /// Reports whether all types of `ty` are strings or (with `bytes`) byte slices.
    pub(crate) fn is_string_or_bytes(&self, ty: TypeId) -> bool {
        let one = |ty: TypeId| match self.types.underlying_structure(ty) {
            Type::Basic(basic) => basic.is_string(),
            Type::Slice(elem) => *elem == Basic::Uint8.id(),
            _ => false,
        };
        match self.types.terms(ty) {
            Some(terms) => terms.is_some_and(|t| !t.is_empty() && t.iter().all(|t| one(t.ty))),
            None => one(ty),
        }
    }

    pub(crate) fn append_builtin<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let elem = match self.slice_elem(&list[0]) {
            Ok(elem) => elem,
            Err(why) => {
                let at = list[0].span();
                return self.report_bad_argument(
                    b,
                    Code::InvalidAppend,
                    at,
                    format!("invalid append: {why}"),
                );
            }
        };
        let ty = list[0].ty;
        let spread = b.call.ellipsis.is_some();
        if spread && list.len() == 2 && self.is_byte_slice(&list[0]) {
            let y = list[1].ty;
            let only_bytes = matches!(self.types.underlying_structure(y), Type::Slice(_));
            if self.is_string_or_bytes(y) && !only_bytes {
                let y = list.pop().expect("two arguments");
                let x = list.pop().expect("two arguments");
                let args = vec![self.typed_expr(x), self.typed_expr(y)];
                return self.builtin_result(b, Builtin::AppendSlice, args, ty);
            }
        }
        let slice = self.types.intern(Type::Slice(elem));
        let sig = Signature { params: [ty, slice].into(), results: [].into(), variadic: true };
        let values = ExprValues { operands: list, tuple: None };
        let args = match self.check_arguments(b.call, &sig, values) {
            Some((args, _)) => args,
            None => Vec::new(),
        };
        let builtin = if spread { Builtin::AppendSlice } else { Builtin::Append };
        self.builtin_result(b, builtin, args, ty)
    }

    pub(crate) fn copy_builtin<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let y = list.remove(1);
        let x = list.remove(0);
        let elem = match self.slice_elem(&x) {
            Ok(elem) => elem,
            Err(why) => {
                let message = format!("invalid copy: {why}");
                return self.report_bad_argument(b, Code::InvalidCopy, x.span(), message);
            }
        };
        let special = self.is_byte_slice(&x) && self.is_string_or_bytes(y.ty);
        if !special {
            let source = match self.slice_elem(&y) {
                Ok(elem) => elem,
                Err(_) if self.types.is_all_basic(y.ty, Basic::is_string) => Basic::Uint8.id(),
                Err(why) => {
                    let message = format!("invalid copy: {why}");
                    return self.report_bad_argument(b, Code::InvalidCopy, y.span(), message);
                }
            };
            if source != elem {
                let (dst, src) = (self.describe(&x), self.describe(&y));
                let (d, s) = (self.type_string(elem), self.type_string(source));
                let message = format!(
                    "invalid copy: arguments {dst} and {src} have different element types {d} and {s}"
                );
                return self.report_bad_argument(b, Code::InvalidCopy, x.span(), message);
            }
        }
        let args = vec![self.typed_expr(x), self.typed_expr(y)];
        self.builtin_result(b, Builtin::Copy, args, Basic::Int.id())
    }
}
