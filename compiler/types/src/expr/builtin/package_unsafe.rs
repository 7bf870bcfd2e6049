//! The functions of package unsafe.
//!
//! Only the functions of package unsafe need sizes and offsets during the check.

use crate::checker::Checker;
use crate::constant::ConstValue;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::builtin::BuiltinCall;
use crate::expr::lookup::Member;
use crate::expr::operand::{Mode, Operand, placeholder};
use crate::program::Builtin;
use crate::scope::object::BuiltinFn as F;
use crate::ty::{Basic, Type, TypeId};
use minigo_syntax::ast::ExprKind as E;
use minigo_syntax::diagnostic::Code;
use minigo_syntax::expr_text;
use minigo_syntax::hash::HashSet;

impl Checker<'_> {
    pub(crate) fn unsafe_call<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        match b.id {
            F::UnsafeOffsetof => self.unsafe_offsetof(b),
            F::UnsafeAlignof | F::UnsafeSizeof => {
                let mut x = list.remove(0);
                let name = if b.id == F::UnsafeSizeof {
                    "argument to unsafe.Sizeof"
                } else {
                    "argument to unsafe.Alignof"
                };
                self.check_assignment(&mut x, None, AssignmentPurpose::Text(name));
                if !x.is_valid() {
                    return Operand::invalid(b.expr);
                }
                if self.has_variable_size(x.ty)
                    || !self.has_known_size(x.ty, &mut HashSet::default())
                {
                    return self.nonconstant_size(b);
                }
                let value = if b.id == F::UnsafeSizeof {
                    let size = self.types.size_of(x.ty);
                    if i64::try_from(size).is_err() {
                        let message = format!("{} is too large", self.describe(&x));
                        return self.report_bad_argument(b, Code::TypeTooLarge, x.span(), message);
                    }
                    size
                } else {
                    self.types.align_of(x.ty)
                };
                Operand::constant(b.expr, ConstValue::int(value), Basic::Uintptr.id())
            }
            F::UnsafeSliceData => {
                let x = list.remove(0);
                self.require_language(20, b.call.func.pos, "unsafe.SliceData");
                let Some(&Type::Slice(elem)) =
                    self.common_underlying_type(x.ty).map(|u| self.type_structure(u))
                else {
                    let message = format!("invalid argument: {} is not a slice", self.describe(&x));
                    return self.report_bad_argument(
                        b,
                        Code::InvalidUnsafeSliceData,
                        x.span(),
                        message,
                    );
                };
                let ty = self.types.intern(Type::Pointer(elem));
                let args = vec![self.typed_expr(x)];
                self.builtin_result(b, Builtin::UnsafeSliceData, args, ty)
            }
            F::UnsafeStringData => {
                let x = list.remove(0);
                self.require_language(20, b.call.func.pos, "unsafe.StringData");
                let string = Basic::String.id();
                let why = AssignmentPurpose::Text("argument to unsafe.StringData");
                let Some(x) = self.assign_converted(x, Some(string), why) else {
                    return Operand::invalid(b.expr);
                };
                let ty = self.types.intern(Type::Pointer(Basic::Uint8.id()));
                self.builtin_result(b, Builtin::UnsafeStringData, vec![x], ty)
            }
            _ => self.unsafe_with_length(b, list),
        }
    }

    /// Checks `Add`, `Slice` and `String`, which take a pointer and a length.
    fn unsafe_with_length<'e>(
        &mut self,
        b: &BuiltinCall<'e>,
        mut list: Vec<Operand<'e>>,
    ) -> Operand<'e> {
        let mut y = list.remove(1);
        let x = list.remove(0);
        let bytes = self.types.intern(Type::Pointer(Basic::Uint8.id()));
        let pointer = Basic::UnsafePointer.id();
        let (builtin, code, version) = match b.id {
            F::UnsafeAdd => (Builtin::UnsafeAdd, Code::InvalidUnsafeAdd, 17),
            F::UnsafeSlice => (Builtin::UnsafeSlice, Code::InvalidUnsafeSlice, 17),
            _ => (Builtin::UnsafeString, Code::InvalidUnsafeString, 20),
        };
        self.require_language(version, b.call.func.pos, b.id.name());
        let (x, ty) = match b.id {
            F::UnsafeSlice => {
                let Some(&Type::Pointer(base)) =
                    self.common_underlying_type(x.ty).map(|u| self.type_structure(u))
                else {
                    let what = self.describe(&x);
                    let message = format!("invalid argument: {what} is not a pointer");
                    return self.report_bad_argument(b, code, x.span(), message);
                };
                let ty = self.types.intern(Type::Slice(base));
                (Some(self.typed_expr(x)), ty)
            }
            F::UnsafeAdd => {
                let why = AssignmentPurpose::Text("argument to unsafe.Add");
                (self.assign_converted(x, Some(pointer), why), pointer)
            }
            _ => {
                let why = AssignmentPurpose::Text("argument to unsafe.String");
                (self.assign_converted(x, Some(bytes), why), Basic::String.id())
            }
        };
        let Some(x) = x else { return Operand::invalid(b.expr) };
        if !self.check_index(&mut y, code, "length", b.id == F::UnsafeAdd) {
            return Operand::invalid(b.expr);
        }
        let args = vec![x, self.typed_expr(y)];
        self.builtin_result(b, builtin, args, ty)
    }

    fn type_structure(&self, ty: TypeId) -> &Type {
        self.types.get(ty)
    }

    fn unsafe_offsetof<'e>(&mut self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let arg = &b.call.args[0];
        let E::Selector(inner, sel) = &arg.unparen().kind else {
            let shown = expr_text(arg);
            self.check_unused_expr(arg, false);
            let message = format!("invalid argument: {shown} is not a selector expression");
            return self.report_bad_argument(b, Code::BadOffsetofSyntax, arg.span(), message);
        };
        let x = self.expr(inner);
        if !x.is_valid() {
            return Operand::invalid(b.expr);
        }
        let base = match *self.types.underlying_structure(x.ty) {
            Type::Pointer(base)
                if matches!(self.types.underlying_structure(base), Type::Struct(_)) =>
            {
                base
            }
            _ => x.ty,
        };
        let pkg = self.context.pkg;
        let shown = self.type_string(base);
        match self.lookup_member(base, &sel.name, pkg) {
            Member::Field { path, is_indirect: indirect, .. } => {
                if indirect {
                    let message = format!(
                        "invalid argument: field {} is embedded via a pointer in {shown}",
                        sel.name
                    );
                    return self.report_bad_argument(b, Code::InvalidOffsetof, x.span(), message);
                }
                if self.has_variable_size(base)
                    || !self.has_known_size(base, &mut HashSet::default())
                {
                    return self.nonconstant_size(b);
                }
                let offset = self.offset_of(base, &path);
                if i64::try_from(offset).is_err() {
                    let message = format!("{} is too large", self.describe(&x));
                    return self.report_bad_argument(b, Code::TypeTooLarge, x.span(), message);
                }
                Operand::constant(b.expr, ConstValue::int(offset), Basic::Uintptr.id())
            }
            Member::Method { .. } | Member::InterfaceMethod { .. } => {
                let message = format!("invalid argument: {} is a method value", expr_text(arg));
                self.report_bad_argument(b, Code::InvalidOffsetof, arg.span(), message)
            }
            Member::Ambiguous | Member::NotFound => {
                let message = format!("invalid argument: {shown} has no single field {}", sel.name);
                self.report_bad_argument(b, Code::MissingFieldOrMethod, x.span(), message)
            }
        }
    }

    /// Reports whether the size of the type depends on type parameters.
    fn has_variable_size(&self, ty: TypeId) -> bool {
        self.context.has_opaque_type_params
            && match self.types.underlying_structure(ty) {
                Type::TypeParam(_) => true,
                Type::Array(elem, _) => self.has_variable_size(*elem),
                Type::Struct(fields) => fields.iter().any(|f| self.has_variable_size(f.ty)),
                _ => false,
            }
    }

    /// Reports whether the size of the type is known. A use of a defined type whose declaration is being checked is a
    /// cycle, which is reported.
    fn has_known_size(&mut self, ty: TypeId, seen: &mut HashSet<TypeId>) -> bool {
        if !seen.insert(ty) {
            return true;
        }
        match self.types.get(ty).clone() {
            Type::Named(_) => {
                self.complete_type(ty) && self.has_known_size(self.types.underlying(ty), seen)
            }
            Type::Array(elem, _) => self.has_known_size(elem, seen),
            Type::Struct(fields) => fields.iter().all(|f| self.has_known_size(f.ty, seen)),
            _ => true,
        }
    }

    /// The operand for a size that is unknown until there are type arguments. In an instance the size is a constant.
    fn nonconstant_size<'e>(&self, b: &BuiltinCall<'e>) -> Operand<'e> {
        let uintptr = Basic::Uintptr.id();
        Operand::with_ir(b.expr, Mode::Value, placeholder(uintptr, b.expr.pos))
    }

    fn offset_of(&self, mut ty: TypeId, path: &[u32]) -> u64 {
        let mut offset = 0;
        for &index in path {
            let Type::Struct(fields) = self.types.underlying_structure(ty) else { break };
            let inner = self.types.field_offsets(ty)[index as usize];
            offset = u64::saturating_add(offset, inner);
            ty = fields[index as usize].ty;
        }
        offset
    }
}
