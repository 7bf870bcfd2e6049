//! Errors about values that do not fit their destination, and additions to gc's messages: the place of a declaration,
//! the range of a type, a suggested replacement.

use crate::checker::Checker;
use crate::constant::NotRepresentable;
use crate::expr::assignable::AssignmentPurpose;
use crate::expr::lookup::Member;
use crate::expr::operand::{Mode, Operand};
use crate::ids::FuncId;
use crate::scope::object::{ObjId, ObjectKind};
use crate::ty::{Basic, Method, Type, TypeId};
use minigo_syntax::ast::{self, ExprKind as E};
use minigo_syntax::diagnostic::{Code, Diagnostic, Suggestion};
use minigo_syntax::source::{Span, Text};
use minigo_syntax::suggest::nearest;

impl Checker<'_> {
    /// Reports that a value cannot be assigned to its destination. `cause` is the reason, if it is known.
    pub(crate) fn report_unassignable(
        &mut self,
        x: &Operand<'_>,
        to: TypeId,
        code: Code,
        cause: &str,
        purpose: AssignmentPurpose<'_>,
    ) {
        let (what, ty) = (self.describe(x), self.type_string(to));
        let separator = if cause.is_empty() { "" } else { ": " };
        let message = format!("cannot use {what} as {ty} value in {purpose}{separator}{cause}");
        let error = Diagnostic::error(code, x.span(), message);
        let error = match code {
            Code::InvalidIfaceAssign => self.advise_missing_method(error, x, to),
            _ => error,
        };
        self.report_assignment_error(error, purpose);
    }

    /// Reports that a value does not fit its destination, with the declaration of the destination.
    fn report_assignment_error(&mut self, error: Diagnostic, purpose: AssignmentPurpose<'_>) {
        let error = match purpose {
            AssignmentPurpose::To(e, _) | AssignmentPurpose::Argument(e) => {
                self.label_declaration(error, e)
            }
            AssignmentPurpose::Text(_) | AssignmentPurpose::Builtin(_) => error,
        };
        self.report(error);
    }

    /// Reports an untyped operand that is not representable in the type of its destination.
    pub(crate) fn report_untyped(
        &mut self,
        x: &Operand<'_>,
        target: TypeId,
        misfit: NotRepresentable,
        purpose: AssignmentPurpose<'_>,
    ) {
        let (what, ty) = (self.describe(x), self.type_string(target));
        let (code, tail, note) = match misfit {
            NotRepresentable::Truncated => {
                let note = format!("{ty} holds whole numbers, not fractions");
                (Code::TruncatedFloat, " (truncated)", Some(note))
            }
            NotRepresentable::Overflows => {
                (Code::NumericOverflow, " (overflows)", self.integer_range_note(target))
            }
            NotRepresentable::Kind => {
                let note = x.is_nil().then(|| format!(
                    "nil is a value of pointers, slices, maps, channels, functions and interfaces; {ty} is none of these"
                ));
                (Code::IncompatibleAssign, "", note)
            }
        };
        let message = format!("cannot use {what} as {ty} value in {purpose}{tail}");
        let mut error = Diagnostic::error(code, x.span(), message);
        error.notes.extend(note);
        self.report_assignment_error(error, purpose);
    }

    /// Adds a label at the declaration of the object that `e` names, if the program declares it.
    pub(crate) fn label_declaration(&mut self, error: Diagnostic, e: &ast::Expr) -> Diagnostic {
        match self.named_object(e) {
            Some(obj) => self.label_object(error, obj),
            None => error,
        }
    }

    fn named_object(&mut self, e: &ast::Expr) -> Option<ObjId> {
        match &e.unparen().kind {
            E::Ident(name) => self.lookup(name),
            E::Selector(x, sel) => {
                let E::Ident(name) = &x.kind else { return None };
                let obj = self.lookup(name)?;
                let ObjectKind::Package(pkg) = self.object(obj).kind else { return None };
                self.object_in_package(pkg, &sel.name)
            }
            _ => None,
        }
    }

    fn label_object(&self, error: Diagnostic, obj: ObjId) -> Diagnostic {
        let object = self.object(obj);
        let span = Span::of_name(&object.name, object.pos);
        if !self.is_excerpt_useful(span) || span.start == error.span.start {
            return error;
        }
        let name = &object.name;
        let declared_as = |ty| format!("{name} is declared here as {}", self.type_string(ty));
        error.with_label_at(
            span,
            match object.kind {
                ObjectKind::Var(var) => declared_as(self.vars[var.0 as usize].ty),
                ObjectKind::Global(global) => declared_as(self.globals[global.0 as usize].ty),
                ObjectKind::Const { .. } => format!("{name} is declared here as a constant"),
                _ => format!("{name} is declared here"),
            },
        )
    }

    /// Reports whether an excerpt of the source at the span helps the user: an excerpt from minigo's own library does
    /// not.
    fn is_excerpt_useful(&self, span: Span) -> bool {
        let file = self.sources.file_of(span.start).filter(|_| span.start.is_known());
        file.is_some_and(|file| !matches!(file.text, Text::BuiltIn { .. }))
    }

    /// Adds the range of the type to the error about a constant that does not fit.
    pub(crate) fn note_range(&self, mut error: Diagnostic, target: TypeId) -> Diagnostic {
        error.notes.extend(self.integer_range_note(target));
        error
    }

    /// The range of an integer type, as a note.
    fn integer_range_note(&self, target: TypeId) -> Option<String> {
        let Type::Basic(basic) = self.types.underlying_structure(target) else { return None };
        let (bits, signed) = match basic {
            Basic::Int8 => (8, true),
            Basic::Int16 => (16, true),
            Basic::Int32 => (32, true),
            Basic::Int | Basic::Int64 => (64, true),
            Basic::Uint8 => (8, false),
            Basic::Uint16 => (16, false),
            Basic::Uint32 => (32, false),
            Basic::Uint | Basic::Uint64 | Basic::Uintptr => (64, false),
            _ => return None,
        };
        let (least, most) = if signed {
            (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1)
        } else {
            (0, (1_i128 << bits) - 1)
        };
        Some(format!("{} holds {least} to {most}", self.type_string(target)))
    }

    /// Adds advice to the error that the type of `x` does not implement the interface `iface`.
    pub(crate) fn advise_missing_method(
        &mut self,
        error: Diagnostic,
        x: &Operand<'_>,
        iface: TypeId,
    ) -> Diagnostic {
        let Some(target) = self.interface_of(iface) else { return error };
        let pkg = self.context.pkg;
        for method in &*target.methods {
            match self.lookup_method(x.ty, &method.name, method.pkg.unwrap_or(pkg)) {
                Member::Method { func, sig, pointer_recv, is_indirect: indirect, .. } => {
                    let addressed = sig == method.sig;
                    if addressed && (indirect || !pointer_recv) {
                        continue;
                    }
                    return self.label_method(error, func, addressed, x);
                }
                Member::InterfaceMethod { sig, .. } if sig == method.sig => {}
                Member::NotFound => {
                    return self.with_missing_method_advice(error, x.ty, iface, method);
                }
                _ => return error,
            }
        }
        error
    }

    /// Adds a label at a method that does not match: its signature differs from the required one, or its receiver is a
    /// pointer and `x` is not.
    fn label_method(
        &self,
        error: Diagnostic,
        func: FuncId,
        needs_address: bool,
        x: &Operand<'_>,
    ) -> Diagnostic {
        let declared = self.func_info.get(&func).map(|info| info.decl.name.span());
        let what = if needs_address { "the receiver is a pointer" } else { "the method" };
        let error = match declared.filter(|span| self.is_excerpt_useful(*span)) {
            Some(span) => error.with_label_at(span, what),
            None => error,
        };
        error.with_suggestion(suggest_address(x).filter(|_| needs_address))
    }

    /// Adds the signature of the missing `method` to the error, and the method that may be meant.
    fn with_missing_method_advice(
        &self,
        error: Diagnostic,
        ty: TypeId,
        iface: TypeId,
        method: &Method,
    ) -> Diagnostic {
        let sig = self.method_string(&method.name, method.sig, false);
        let error = error.with_note(format!("{} has {sig}", self.type_string(iface)));
        let base = match self.types.get(ty) {
            Type::Pointer(base) => *base,
            _ => ty,
        };
        let Type::Named(named) = *self.types.get(base) else { return error };
        let methods = &self.types.named_type(named).methods;
        let found = nearest(&method.name, methods.iter().map(|m| m.name.as_str()));
        let Some(near) = found.and_then(|name| methods.iter().find(|m| m.name == name)) else {
            return error;
        };
        let span = Span::of_name(&near.name, near.pos);
        if !self.is_excerpt_useful(span) {
            return error;
        }
        let (message, replacement) =
            (format!("did you mean `{}` here?", method.name), method.name.to_string());
        error
            .with_label_at(span, format!("{} is declared here", near.name))
            .with_suggestion(Some(Suggestion { span, replacement, message }))
    }
}

/// The suggestion to take the address of `x`, if it is a variable.
fn suggest_address(x: &Operand<'_>) -> Option<Suggestion> {
    let replacement = format!("&{}", x.text());
    let message = format!("did you mean `{replacement}`?");
    (x.mode == Mode::Variable).then(|| Suggestion { span: x.span(), replacement, message })
}
