//! Runs the checks that were deferred until all types are complete.

use crate::checker::Checker;
use crate::checker::deferred_checks::DeferredCheck;
use crate::ty::{Basic, Field, NamedId, Type, TypeId};
use minigo_syntax::ast::Name;
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::hash::HashMap;
use minigo_syntax::small_sort::SmallSort as _;
use minigo_syntax::source::{Pos, Span};

impl Checker<'_> {
    /// Runs the deferred checks, which may add further checks.
    pub(crate) fn run_deferred_checks(&mut self) {
        while !self.resolving.deferred_checks.is_empty() {
            let mut list = std::mem::take(&mut self.resolving.deferred_checks);
            list.small_sort_by_key(|l| match l {
                DeferredCheck::Bound(_) => 0,
                DeferredCheck::Finite(_) => 1,
                _ => 2,
            });
            for check in list {
                let pkg = self.context.pkg;
                self.run_check(check);
                self.context.pkg = pkg;
            }
        }
    }

    fn run_check(&mut self, check: DeferredCheck) {
        match check {
            DeferredCheck::Bound(param) => {
                let Type::TypeParam(param) = *self.types.get(param) else { return };
                let bound = self.types.param(param).constraint;
                let known = self.types.is_valid(self.types.underlying(bound));
                if known && !self.types.is_interface(bound) {
                    let constraint = self.single_type_interface(bound);
                    self.types.param_mut(param).constraint = constraint;
                }
            }
            DeferredCheck::Finite(id) => self.check_finite(id),
            DeferredCheck::FieldsAndMethods(id) => self.check_fields_and_methods(id),
            DeferredCheck::MapKey(pkg, ty, pos) => {
                self.context.pkg = pkg;
                if let Err(cause) = self.comparable_or_reason(ty) {
                    let param = self.types.is_type_param(ty);
                    let why = if param { " (missing comparable constraint)" } else { "" };
                    let message = format!("invalid map key type {}{why}", self.type_string(ty));
                    let error = Diagnostic::error(Code::IncomparableMapKey, Span::at(pos), message);
                    let explained = !param && !cause.is_empty();
                    self.report(if explained { error.with_note(cause) } else { error });
                }
            }
            DeferredCheck::Embedded(pkg, ty, pos) => {
                self.context.pkg = pkg;
                self.check_embedded(ty, pos);
            }
            DeferredCheck::VarType(pkg, ty, pos) => {
                self.context.pkg = pkg;
                self.check_var_type(ty, pos);
            }
            DeferredCheck::Size(..) => self.backend_errors.size_checks.push(check),
            DeferredCheck::Instance(check) => {
                self.context.pkg = check.pkg;
                self.check_instance(&check);
            }
            DeferredCheck::Union(pkg, terms) => {
                self.context.pkg = pkg;
                self.check_union(&terms);
            }
        }
    }

    fn check_fields_and_methods(&mut self, id: NamedId) {
        let named = self.types.named_type(id);
        let Some(pkg) = named.pkg else { return };
        if self.package(pkg).is_library {
            return;
        }
        let Type::Struct(fields) = self.types.get(named.underlying) else { return };
        let mut clashes: Vec<(Name, Pos, Name)> = Vec::new();
        let by_name: HashMap<&Name, &Field> = fields.iter().map(|f| (&f.name, f)).collect();
        for method in named.methods.iter().filter(|method| method.name != "_") {
            if let Some(field) = by_name.get(&method.name) {
                clashes.push((method.name.clone(), method.pos, field.name.clone()));
            }
        }
        let obj = self.named_info(id).obj;
        for (method, pos, field) in clashes {
            let message = format!("field and method with the same name {method}");
            let span = Span::of_name(&method, pos);
            let mut error = Diagnostic::error(Code::DuplicateFieldAndMethod, span, message);
            if let Some(at) = obj.and_then(|o| self.field_pos(o, &field)) {
                let other = format!("other declaration of {field}");
                error = error.with_go_compiler_label(Span::of_name(&field, at), other);
            }
            self.report(error);
        }
    }

    fn check_embedded(&mut self, ty: TypeId, pos: Pos) {
        let (base, pointer) = match self.types.get(ty) {
            Type::Pointer(base) => (*base, true),
            _ => (ty, false),
        };
        let message = match self.types.underlying_structure(base) {
            Type::Basic(Basic::UnsafePointer) => "embedded field type cannot be unsafe.Pointer",
            Type::Pointer(_) => "embedded field type cannot be a pointer",
            Type::TypeParam(_) => "embedded field type cannot be a (pointer to a) type parameter",
            Type::Interface(_) if pointer => {
                "embedded field type cannot be a pointer to an interface"
            }
            _ => return,
        };
        let param = self.types.is_type_param(base);
        let code = if param { Code::MisplacedTypeParam } else { Code::InvalidPtrEmbed };
        self.error(code, pos, message);
    }

    pub(crate) fn check_var_type(&mut self, ty: TypeId, pos: Pos) {
        let Type::Interface(interface) = self.types.underlying_structure(ty) else { return };
        let what = if interface.comparable {
            "is (or embeds) comparable"
        } else if interface.terms.is_some() {
            "contains type constraints"
        } else {
            return;
        };
        let ty = self.type_string(ty);
        let message = format!("cannot use type {ty} outside a type constraint: interface {what}");
        self.error(Code::MisplacedConstraintIface, pos, message);
    }
}
