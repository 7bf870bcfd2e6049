//! Defined types, which get an id at first mention and are completed later.
//!
//! A type expression that names a defined type gets the type's id at once, whether or not the declaration has been
//! checked. The id is put on a list, and the declaration is checked after the current expression, or earlier if the
//! underlying type is needed (for an embedded interface, `type A B`, or an array's length). So declarations may refer
//! to each other in any order, and only true cycles are reported as cycles.

use crate::checker::Checker;
use crate::checker::deferred_checks::DeferredCheck;
use crate::checker::named::{NamedInfo, TypeResolutionStage, UNRESOLVED};
use crate::checker::package::DeclKind;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, DeclaredMethod, Named, NamedId, Type, TypeId};
use minigo_syntax::ast::{self, Name};
use minigo_syntax::diagnostic::Code;
use minigo_syntax::hash::HashMap;
use minigo_syntax::source::Pos;

impl<'a> Checker<'a> {
    /// Makes the defined type that a package-level object declares. The type is completed later.
    pub(crate) fn define_type(&mut self, obj: ObjId, spec: &'a ast::TypeSpec) -> TypeId {
        let pkg = self.object(obj).pkg;
        let named = Named {
            name: spec.name.name.clone(),
            pkg,
            pos: spec.name.pos,
            underlying: Basic::Invalid.id(),
            methods: Vec::new(),
            args: [].into(),
            local_type: None,
        };
        let (id, ty) = self.new_named(named, NamedInfo::of_declaration(obj, None));
        self.object_mut(obj).kind = ObjectKind::TypeName(ty);
        self.attach_methods(obj, id);
        self.resolving.incomplete_types.push(id);
        ty
    }

    /// Attaches the declared methods to the type. The signature of a method is checked when the method is first used.
    fn attach_methods(&mut self, obj: ObjId, id: NamedId) {
        let Some(methods) = self.collected_decls.methods.remove(&obj) else { return };
        let type_name = self.object(obj).name.clone();
        let mut declared: HashMap<Name, Pos> = HashMap::default();
        for (method, pointer) in methods {
            let object = self.object(method);
            let (name, pos) = (object.name.clone(), object.pos);
            let pkg = object.pkg.expect("methods have a package");
            // The library is known to have no duplicate methods.
            if !self.package(pkg).is_library {
                if let Some(&old) = declared.get(&name) {
                    self.report_duplicate_method(&type_name, &name, pos, old);
                    continue;
                }
                declared.insert(name.clone(), pos);
            }
            let sig = Basic::Invalid.id();
            let declared = DeclaredMethod {
                name,
                pkg,
                has_pointer_receiver: pointer,
                sig,
                func: UNRESOLVED,
                pos,
            };
            self.types.named_mut(id).methods.push(declared);
            self.named_info_mut(id).methods.push(method);
        }
        self.resolving.deferred_checks.push(DeferredCheck::FieldsAndMethods(id));
    }

    /// Completes `ty`, if it is a defined type, so that its underlying type is known. Returns false for a cycle, which
    /// is reported.
    pub(crate) fn complete_type(&mut self, ty: TypeId) -> bool {
        let Type::Named(id) = *self.types.get(ty) else { return true };
        match self.named_info(id).stage {
            TypeResolutionStage::Done => true,
            TypeResolutionStage::Completing => {
                self.report_type_cycle(id);
                false
            }
            TypeResolutionStage::Declared => {
                self.complete_named(id);
                if self.named_info(id).stage == TypeResolutionStage::Declared {
                    self.report_type_cycle(id);
                    return false;
                }
                true
            }
        }
    }

    /// Completes `ty` if that is possible now. Reports no error.
    pub(crate) fn complete_if_possible(&mut self, ty: TypeId) -> bool {
        let Type::Named(id) = *self.types.get(ty) else { return true };
        if self.named_info(id).stage == TypeResolutionStage::Declared {
            self.complete_named(id);
        }
        self.named_info(id).stage == TypeResolutionStage::Done
    }

    fn complete_named(&mut self, id: NamedId) {
        if let Some(generic) = self.named_info(id).generic {
            self.expand_instance(id, generic);
            return;
        }
        let obj = self.named_info(id).obj.expect("pending types have an object");
        let Some(decl) = self.decl_of(obj).cloned() else { return };
        let DeclKind::Type(spec) = decl.kind else { return };
        let outer = self.enter_declaration(obj, &decl);
        self.named_info_mut(id).stage = TypeResolutionStage::Completing;
        let rhs = self.defined_type(spec);
        self.set_underlying(id, rhs);
        self.leave_declaration(obj, outer);
    }

    /// The right side of a type definition, complete unless it is in error.
    pub(crate) fn defined_type(&mut self, spec: &ast::TypeSpec) -> TypeId {
        let rhs = self.type_inner(&spec.ty);
        if self.types.is_type_param(rhs) {
            let message = "cannot use a type parameter as RHS in type declaration";
            self.error(Code::MisplacedTypeParam, spec.ty.pos, message);
            return Basic::Invalid.id();
        }
        if self.complete_type(rhs) { rhs } else { Basic::Invalid.id() }
    }

    /// Ends the completion of a defined type.
    pub(crate) fn set_underlying(&mut self, id: NamedId, rhs: TypeId) {
        let underlying = self.types.underlying(rhs);
        self.types.named_mut(id).underlying = underlying;
        self.named_info_mut(id).stage = TypeResolutionStage::Done;
        self.named_info_mut(id).rhs = rhs;
        self.types.forget_layouts();
        if let Some(obj) = self.named_info(id).obj
            && self.named_info(id).generic.is_none()
        {
            self.object_mut(obj).color = Color::Black;
        }
        self.resolving.deferred_checks.push(DeferredCheck::Finite(id));
    }

    /// Completes the types that have been mentioned since the list had `mark` entries, then runs the deferred checks.
    pub(crate) fn complete_mentioned_types(&mut self, mark: usize) {
        // A constant in an array length is resolved while the array's type is incomplete. The deferred checks, which
        // need complete types, must not run meanwhile.
        self.resolving.depth += 1;
        self.complete_types_since(mark);
        self.resolving.depth -= 1;
        if self.resolving.depth == 0 {
            self.run_deferred_checks();
        }
    }

    /// Completes the types like [`Self::complete_mentioned_types`], but runs no deferred checks.
    pub(crate) fn complete_types_since(&mut self, mark: usize) {
        while self.resolving.incomplete_types.len() > mark {
            let Some(id) = self.resolving.incomplete_types.pop() else { return };
            if self.named_info(id).stage == TypeResolutionStage::Declared {
                self.complete_named(id);
            }
        }
    }
}
