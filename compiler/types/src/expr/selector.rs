//! Selectors: fields, methods, method values and method expressions.
//!
//! Paths of promoted fields, and implicit addresses and dereferences, are made explicit here.

use crate::checker::Checker;
use crate::expr::lookup::Member;
use crate::expr::operand::{Mode, Operand, is_valid, placeholder};
use crate::program::{Expr, ExprKind};
use crate::ty::{Signature, Type, TypeId};
use minigo_syntax::ast::{self, Ident};
use minigo_syntax::diagnostic::{Code, Diagnostic};

impl Checker<'_> {
    /// Checks `x.sel`.
    pub(crate) fn selector<'e>(
        &mut self,
        e: &'e ast::Expr,
        inner: &'e ast::Expr,
        sel: &'e Ident,
    ) -> Operand<'e> {
        if let Some(x) = self.qualified_ident(e, inner, sel) {
            return x;
        }
        let mut x = self.expr_or_type(inner, false);
        match x.mode {
            Mode::Invalid => return Operand::invalid(e),
            Mode::Builtin(_) => {
                let what = self.describe(&x);
                let message = format!("invalid use of {what} in selector expression");
                self.error_span(Code::UncalledBuiltin, e.span(), message);
                return Operand::invalid(e);
            }
            _ => {}
        }
        let pkg = self.context.pkg;
        self.note_reflection(&sel.name);
        if x.mode != Mode::TypeExpr {
            self.set_default_type(&mut x);
        }
        let member = self.lookup_member(x.ty, &sel.name, pkg);
        self.record_selection(sel, x.ty, &member);
        match member {
            Member::Field { path, ty, is_indirect: indirect } => {
                self.field(e, x, sel, (&path, ty, indirect))
            }
            Member::Method { path, func, pointer_recv, sig, is_indirect: indirect } => {
                if pointer_recv && !indirect && x.mode != Mode::Variable {
                    return self.report_pointer_method(e, &x, sel);
                }
                self.use_func(func);
                if x.mode == Mode::TypeExpr {
                    if let Some(&id) = self.generics.methods_by_checking_func.get(&func) {
                        return self.generic_method_expr(e, x.ty, id);
                    }
                    return self.method_expr(e, &x, sel, sig);
                }
                let recv = self.receiver_arg(x, &path, pointer_recv);
                let kind = ExprKind::BoundMethod(Box::new(recv), func);
                self.as_generic_method(Operand::value(e, kind, sig), func)
            }
            Member::InterfaceMethod { path, index, sig } => {
                if x.mode == Mode::TypeExpr {
                    return self.method_expr(e, &x, sel, sig);
                }
                let ir = self.typed_expr(x);
                let recv = self.walk_fields(ir, &path);
                let kind = ExprKind::BoundInterfaceMethod(Box::new(recv), index);
                Operand::value(e, kind, sig)
            }
            Member::Ambiguous => {
                let message = format!("ambiguous selector {}.{}", x.text(), sel.name);
                self.error_span(Code::AmbiguousSelector, sel.span(), message);
                Operand::invalid(e)
            }
            Member::NotFound => {
                if is_valid(self.types.underlying(x.ty)) {
                    let message = self.lookup_error(x.ty, &x.text(), &sel.name, pkg);
                    let nearest = self.nearest_field_or_method(x.ty, sel);
                    let error = Diagnostic::error(Code::MissingFieldOrMethod, sel.span(), message);
                    self.report(error.with_suggestion(nearest));
                }
                Operand::invalid(e)
            }
        }
    }

    fn report_pointer_method<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: &Operand<'_>,
        sel: &Ident,
    ) -> Operand<'e> {
        let (ty, name) = (self.type_string(x.ty), &sel.name);
        let message = if x.mode == Mode::TypeExpr {
            format!("invalid method expression {ty}.{name} (needs pointer receiver (*{ty}).{name})")
        } else {
            format!("cannot call pointer method {name} on {ty}")
        };
        self.error_span(Code::InvalidMethodExpr, sel.span(), message);
        Operand::invalid(e)
    }

    fn field<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: Operand<'e>,
        sel: &Ident,
        (path, ty, indirect): (&[u32], TypeId, bool),
    ) -> Operand<'e> {
        if x.mode == Mode::TypeExpr {
            let message = format!(
                "operand for field selector {} must be value of type {}",
                sel.name,
                self.type_string(x.ty)
            );
            self.error_span(Code::MissingFieldOrMethod, x.span(), message);
            return Operand::invalid(e);
        }
        if !is_valid(ty) {
            return Operand::invalid(e);
        }
        let variable = x.mode == Mode::Variable || indirect;
        let ir = self.typed_expr(x);
        let mut ir = self.walk_fields(ir, path);
        ir.pos = sel.pos;
        Operand::with_ir(e, if variable { Mode::Variable } else { Mode::Value }, ir)
    }

    /// Walks through the fields of `path`; pointers on the way are dereferenced.
    pub(crate) fn walk_fields(&mut self, mut ir: Expr, path: &[u32]) -> Expr {
        for &index in path {
            let pos = ir.pos;
            if let Type::Pointer(base) = *self.types.underlying_structure(ir.ty) {
                ir = Expr { kind: ExprKind::Deref(Box::new(ir)), ty: base, pos };
            }
            let ty = match self.types.underlying_structure(ir.ty) {
                Type::Struct(fields) => fields[index as usize].ty,
                // The operand's type is a type parameter; the body is checked again with concrete types.
                _ => return ir,
            };
            ir = Expr { kind: ExprKind::Field(Box::new(ir), index), ty, pos };
        }
        ir
    }

    /// The receiver argument of a declared method.
    pub(crate) fn receiver_arg(&mut self, x: Operand<'_>, path: &[u32], pointer: bool) -> Expr {
        let ir = self.typed_expr(x);
        let ir = self.walk_fields(ir, path);
        let pos = ir.pos;
        let base = match self.types.underlying_structure(ir.ty) {
            Type::Pointer(base) => Some(*base),
            _ => None,
        };
        match base {
            Some(ty) if !pointer => Expr { kind: ExprKind::Deref(Box::new(ir)), ty, pos },
            None if pointer => {
                self.mark_addressed(&ir);
                let ty = self.types.intern(Type::Pointer(ir.ty));
                Expr { kind: ExprKind::Addr(Box::new(ir)), ty, pos }
            }
            _ => ir,
        }
    }

    /// Checks `T.M`: makes a synthetic function whose first parameter is the receiver.
    fn method_expr<'e>(
        &mut self,
        e: &'e ast::Expr,
        x: &Operand<'_>,
        sel: &Ident,
        method: TypeId,
    ) -> Operand<'e> {
        let Type::Signature(sig) = self.types.get(method).clone() else {
            return Operand::invalid(e);
        };
        let params: Vec<TypeId> = [x.ty].into_iter().chain(sig.params.iter().copied()).collect();
        let ty = self.types.intern(Type::Signature(Signature {
            params: params.clone().into(),
            results: sig.results.clone(),
            variadic: sig.variadic,
        }));
        if self.types.is_type_param(x.ty) {
            return Operand {
                ir: Some(placeholder(ty, e.pos)),
                ..Operand::new(e, Mode::Value, ty)
            };
        }
        let func = self.method_wrapper((x.ty, &sel.name, None), ty, &sig, e.pos);
        Operand::value(e, ExprKind::Func(func), ty)
    }
}
