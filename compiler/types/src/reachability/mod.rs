//! Reachability: the functions whose bodies are checked.
//!
//! All functions of the user's packages are checked. A function of the library is checked if a checked body or
//! initialiser mentions it (this file). A method is checked if values of its type are converted to interfaces (or
//! reflection can reach such values), and either an interface type has a method with its name or the program requests
//! methods by reflection (`types`). `bodies` has the loop that checks bodies until no new ones are reached;
//! `parse_ahead` parses the bodies of a large program on a second thread.

pub(crate) mod bodies;
pub(crate) mod parse_ahead;
pub(crate) mod types;

use crate::checker::Checker;
use crate::checker::package::DeclKind;
use crate::ids::FuncId;
use crate::scope::object::{Color, ObjId, ObjectKind};

impl<'a> Checker<'a> {
    /// Records a use of the object: marks it as used, records the dependency, and queues the body of a library
    /// function. The checker calls this function for every identifier and qualified identifier that it resolves.
    pub(crate) fn use_object(&mut self, obj: ObjId) {
        let object = self.object_mut(obj);
        object.is_used = true;
        let (pkg, declared) = (object.pkg, object.decl.is_some());
        let Some(pkg) = pkg else { return };
        if !declared {
            if self.collected_decls.has_dot_imports && self.collected_decls.unsafe_pkg == Some(pkg)
            {
                self.mark_dot_import_used(obj);
            }
            return;
        }
        if pkg != self.context.pkg {
            if self.collected_decls.has_dot_imports {
                self.mark_dot_import_used(obj);
            }
        } else {
            self.note_dependency(obj);
        }
        let is_func = matches!(self.decl_of(obj).map(|d| &d.kind), Some(DeclKind::Func(_)));
        if is_func && self.object(obj).color == Color::White {
            self.resolve_object(obj);
        }
        if let ObjectKind::Func(func) = self.object(obj).kind {
            self.queue_body(func);
        }
    }

    /// Records a use of a method or function other than by its name: a selected method, or an instance.
    pub(crate) fn use_func(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get(&func) else { return };
        let obj = info.obj;
        if self.object(obj).pkg == Some(self.context.pkg) {
            self.note_dependency(obj);
        }
        self.queue_body(func);
    }

    fn note_dependency(&mut self, obj: ObjId) {
        let Some(from) = self.context.dependent_object else { return };
        let deps = self.resolving.dependencies.entry(from).or_default();
        if !deps.contains(&obj) {
            deps.push(obj);
        }
    }

    /// Queues the body of a function for its check.
    fn queue_body(&mut self, func: FuncId) {
        let opaque = self.context.has_opaque_type_params;
        let Some(info) = self.func_info.get(&func) else { return };
        if info.is_queued || opaque {
            return;
        }
        let args = info.args.clone();
        if args.iter().any(|&a| self.mentions_param(a)) {
            return;
        }
        self.queue_unconditionally(func);
    }

    fn queue_unconditionally(&mut self, func: FuncId) {
        let Some(info) = self.func_info.get_mut(&func) else { return };
        if std::mem::replace(&mut info.is_queued, true) {
            return;
        }
        let args = info.args.clone();
        if args.is_empty() || args.iter().any(|&a| self.mentions_param(a)) {
            self.reachability.pending_bodies.push_back(func);
            self.parse_ahead(func);
        } else {
            self.reachability.pending_instances.push_back(func);
        }
    }

    /// Queues a user's function; a generic function is queued with opaque type parameters.
    pub(crate) fn queue_object(&mut self, obj: ObjId) {
        match self.object(obj).kind {
            ObjectKind::Func(func) => self.queue_unconditionally(func),
            ObjectKind::GenericFunc(id) => {
                if let Some(func) = self.generic(id).body_checking_func {
                    self.queue_unconditionally(func);
                }
            }
            _ => {}
        }
    }
}
