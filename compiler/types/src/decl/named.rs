//! Defined types: they are met first, completed later.
//!
//! A type expression that names a defined type gets the type's id at once, whether or not the declaration has been
//! looked at: the id goes on a list, and the declaration is checked when the expression at hand is done, or earlier when
//! its underlying type is needed (an embedded interface, `type A B`, an array's length). So declarations may refer to
//! each other in any order, and only true cycles are met as cycles.

use crate::check::Checker;
use crate::decl::collect::DeclKind;
use crate::decl::deferred::Later;
use crate::generics::declare::GenericId;
use crate::program::FuncId;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{Basic, DeclaredMethod, Named, NamedId, Type, TypeId};
use minigo_syntax::ast;

/// Stands for the function of a method that has not been resolved.
pub(crate) const UNRESOLVED: FuncId = FuncId(u32::MAX);

/// How much of a defined type is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Only that it exists.
    Pending,
    /// Its declaration is being checked.
    Completing,
    /// Its underlying type.
    Done,
}

/// What is known about a defined type beside what [`Named`] says.
#[derive(Clone, Debug)]
pub(crate) struct NamedInfo {
    /// How much is known.
    pub stage: Stage,
    /// Its object; none for predeclared types.
    pub obj: Option<ObjId>,
    /// Of an instance: the generic type.
    pub generic: Option<GenericId>,
    /// The objects of its methods, in the order of [`Named::methods`].
    pub methods: Vec<ObjId>,
    /// What it is defined as.
    pub rhs: TypeId,
    /// Whether it has been found to be of finite size.
    pub finite: bool,
}

impl NamedInfo {
    /// Of a type that is complete from the start.
    pub(crate) fn done() -> Self {
        let info = Self::pending(ObjId(0), None);
        Self { stage: Stage::Done, obj: None, finite: true, ..info }
    }

    /// Of a type that `obj` declares.
    pub(crate) fn pending(obj: ObjId, generic: Option<GenericId>) -> Self {
        Self {
            stage: Stage::Pending,
            obj: Some(obj),
            generic,
            methods: Vec::new(),
            rhs: Basic::Invalid.id(),
            finite: false,
        }
    }
}

impl<'a> Checker<'a> {
    /// Adds a defined type.
    pub(crate) fn new_named(&mut self, named: Named, info: NamedInfo) -> (NamedId, TypeId) {
        self.named.push(info);
        self.types.define(named)
    }

    /// What is known about `id`.
    pub(crate) fn named_info(&self, id: NamedId) -> &NamedInfo {
        &self.named[id.0 as usize]
    }

    /// The same, to change it.
    pub(crate) fn named_info_mut(&mut self, id: NamedId) -> &mut NamedInfo {
        &mut self.named[id.0 as usize]
    }

    /// The defined type that a white package-level object declares; it is completed later.
    pub(crate) fn meet_type(&mut self, obj: ObjId, spec: &'a ast::TypeSpec) -> TypeId {
        let pkg = self.object(obj).pkg;
        let named = Named {
            name: spec.name.name.clone(),
            pkg,
            pos: spec.name.pos,
            underlying: Basic::Invalid.id(),
            methods: Vec::new(),
            args: [].into(),
        };
        let (id, ty) = self.new_named(named, NamedInfo::pending(obj, None));
        self.object_mut(obj).kind = ObjectKind::TypeName(ty);
        self.attach_methods(obj, id);
        self.pending.push(id);
        ty
    }

    /// Gives the type its declared methods, which are resolved when something needs them.
    fn attach_methods(&mut self, obj: ObjId, id: NamedId) {
        let Some(methods) = self.methods.remove(&obj) else { return };
        let type_name = self.object(obj).name.clone();
        for (method, pointer) in methods {
            let object = self.object(method);
            let (name, pos) = (object.name.clone(), object.pos);
            let pkg = object.pkg.expect("methods have a package");
            let old = self.types.named(id).methods.iter().find(|m| m.name == name);
            if let Some(old) = old {
                let place = self.place(old.pos);
                let message = format!("method {type_name}.{name} already declared at {place}");
                self.error("DuplicateMethod", pos, message);
                continue;
            }
            let sig = Basic::Invalid.id();
            let declared = DeclaredMethod { name, pkg, pointer, sig, func: UNRESOLVED, pos };
            self.types.named_mut(id).methods.push(declared);
            self.named_info_mut(id).methods.push(method);
        }
        self.later.push(Later::FieldsAndMethods(id));
    }

    /// Makes the underlying type of `ty` known, if it is a defined type. False when that is a cycle, which is reported.
    pub(crate) fn complete(&mut self, ty: TypeId) -> bool {
        let Type::Named(id) = *self.types.get(ty) else { return true };
        match self.named_info(id).stage {
            Stage::Done => true,
            Stage::Completing => {
                self.report_type_cycle(id);
                false
            }
            Stage::Pending => {
                self.complete_named(id);
                if self.named_info(id).stage == Stage::Pending {
                    self.report_type_cycle(id);
                    return false;
                }
                true
            }
        }
    }

    /// The same, but it is no error if it cannot be done yet.
    pub(crate) fn complete_if_possible(&mut self, ty: TypeId) -> bool {
        let Type::Named(id) = *self.types.get(ty) else { return true };
        if self.named_info(id).stage == Stage::Pending {
            self.complete_named(id);
        }
        self.named_info(id).stage == Stage::Done
    }

    fn complete_named(&mut self, id: NamedId) {
        if let Some(generic) = self.named_info(id).generic {
            self.expand_instance(id, generic);
            return;
        }
        let obj = self.named_info(id).obj.expect("pending types have an object");
        let Some(decl) = self.decl_of(obj).cloned() else { return };
        let DeclKind::Type(spec) = decl.kind else { return };
        let entered = self.enter(obj, &decl);
        self.named_info_mut(id).stage = Stage::Completing;
        let rhs = self.defined_type(spec);
        self.set_underlying(id, rhs);
        self.leave(obj, entered);
    }

    /// The right-hand side of a type definition, complete unless it is in error.
    pub(crate) fn defined_type(&mut self, spec: &ast::TypeSpec) -> TypeId {
        let rhs = self.type_inner(&spec.ty);
        if self.types.is_type_param(rhs) {
            let message = "cannot use a type parameter as RHS in type declaration";
            self.error("MisplacedTypeParam", spec.ty.pos, message);
            return Basic::Invalid.id();
        }
        if self.complete(rhs) { rhs } else { Basic::Invalid.id() }
    }

    /// Ends the completion of a defined type.
    pub(crate) fn set_underlying(&mut self, id: NamedId, rhs: TypeId) {
        let underlying = self.types.underlying(rhs);
        self.types.named_mut(id).underlying = underlying;
        self.named_info_mut(id).stage = Stage::Done;
        self.named_info_mut(id).rhs = rhs;
        self.types.forget_layouts();
        if let Some(obj) = self.named_info(id).obj
            && self.named_info(id).generic.is_none()
        {
            self.object_mut(obj).color = Color::Black;
        }
        self.later.push(Later::Finite(id));
    }

    /// Completes the types that were met since there were `mark` of them on the list.
    pub(crate) fn settle(&mut self, mark: usize) {
        while self.pending.len() > mark {
            let Some(id) = self.pending.pop() else { return };
            if self.named_info(id).stage == Stage::Pending {
                self.complete_named(id);
            }
        }
        if self.depth == 0 {
            self.run_later();
        }
    }

    /// A type declaration inside a function; declares the name in the current scope.
    pub(crate) fn local_type_decl(&mut self, spec: &ast::TypeSpec) {
        let mark = self.pending.len();
        let invalid = Basic::Invalid.id();
        if !spec.tparams.is_empty() {
            self.depth += 1;
            let obj = self.declare(self.cx.scope, &spec.name, ObjectKind::TypeName(invalid));
            self.enter_local(obj);
            self.local_generic_type(obj, spec);
            self.leave_local(obj);
            self.depth -= 1;
            self.settle(mark);
            return;
        }
        self.depth += 1;
        if spec.alias {
            self.require(9, spec.name.pos, "type alias");
            let obj = self.declare(self.cx.scope, &spec.name, ObjectKind::TypeName(invalid));
            self.enter_local(obj);
            let ty = self.type_inner(&spec.ty);
            self.object_mut(obj).kind = ObjectKind::TypeName(ty);
            self.leave_local(obj);
        } else {
            let named = Named {
                name: spec.name.name.clone(),
                pkg: Some(self.cx.pkg),
                pos: spec.name.pos,
                underlying: invalid,
                methods: Vec::new(),
                args: [].into(),
            };
            let unset = ObjId(u32::MAX);
            let (id, ty) = self.new_named(named, NamedInfo::pending(unset, None));
            let obj = self.declare(self.cx.scope, &spec.name, ObjectKind::TypeName(ty));
            self.named_info_mut(id).obj = Some(obj);
            self.named_info_mut(id).stage = Stage::Completing;
            self.enter_local(obj);
            let rhs = self.defined_type(spec);
            self.set_underlying(id, rhs);
            self.leave_local(obj);
        }
        self.depth -= 1;
        self.settle(mark);
    }

    fn enter_local(&mut self, obj: ObjId) {
        self.cx.decl_func = self.cx.func;
        self.path.push(obj);
        self.object_mut(obj).color = Color::Grey;
    }

    fn leave_local(&mut self, obj: ObjId) {
        self.path.pop();
        self.object_mut(obj).color = Color::Black;
    }
}
