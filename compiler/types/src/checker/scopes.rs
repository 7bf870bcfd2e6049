//! Scopes and objects during a check: opening scopes, looking up names, declaring objects.

use crate::checker::Checker;
use crate::scope::object::{ObjId, Object, ObjectKind};
use crate::scope::{Scope, ScopeId};
use minigo_syntax::ast::Ident;
use minigo_syntax::diagnostic::{Code, Diagnostic};
use minigo_syntax::source::Span;

impl<'a> Checker<'a> {
    /// Opens a scope inside the current one.
    pub(crate) fn open_scope(&mut self) -> ScopeId {
        let id = self.new_scope(Some(self.context.scope));
        self.context.scope = id;
        id
    }

    /// Returns to the scope around the current one.
    pub(crate) fn close_scope(&mut self) {
        let parent = self.scopes[self.context.scope.0 as usize].parent;
        self.context.scope = parent.expect("a closed scope was opened before");
    }

    /// Makes a scope.
    pub(crate) fn new_scope(&mut self, parent: Option<ScopeId>) -> ScopeId {
        let id = ScopeId(self.scopes.len() as u32);
        self.scopes.push(Scope::new(parent));
        id
    }

    /// The scope `id`.
    pub(crate) fn scope(&self, id: ScopeId) -> &Scope {
        &self.scopes[id.0 as usize]
    }

    /// The object that `name` denotes in the current scope. Does not mark the object as used.
    pub(crate) fn lookup(&mut self, name: &str) -> Option<ObjId> {
        self.lookup_from(self.context.scope, name)
    }

    /// The object that `name` denotes in `scope` or a scope around it.
    pub(crate) fn lookup_from(&mut self, scope: ScopeId, name: &str) -> Option<ObjId> {
        let mut at = Some(scope);
        let mut indexed = None;
        while let Some(id) = at {
            let scope = self.scope(id);
            if let Some(obj) = scope.get(name) {
                return Some(obj);
            }
            if scope.input_number.is_some()
                && let Some(obj) = self.earlier_object(id, name)
            {
                return Some(obj);
            }
            indexed = indexed.or(scope.indexed_pkg);
            at = scope.parent;
        }
        // The library declares no predeclared name, so the scope of predeclared names may be searched first.
        self.declare_member(indexed?, name)
    }

    /// The object that `name` denotes in the scope of a package. In a session `scope` belongs to an input, and the
    /// objects of earlier inputs are found too.
    pub(crate) fn declared_in(&self, scope: ScopeId, name: &str) -> Option<ObjId> {
        self.scope(scope).get(name).or_else(|| self.earlier_object(scope, name))
    }

    /// The object that `name` denotes in the inputs before the one with this scope.
    fn earlier_object(&self, scope: ScopeId, name: &str) -> Option<ObjId> {
        let input = self.scope(scope).input_number?;
        self.session_state.as_ref()?.find(input, name)
    }

    /// The package scope around the current scope. In a session each input has a package scope, and a declaration sees
    /// the scope of its own input, even if later inputs declare names again.
    pub(crate) fn package_scope(&self) -> ScopeId {
        let own = self.package(self.context.pkg).scope;
        if self.scope(own).input_number.is_none() {
            return own;
        }
        let mut at = self.context.scope;
        loop {
            let scope = self.scope(at);
            match scope.parent {
                _ if scope.input_number.is_some() => return at,
                Some(parent) => at = parent,
                None => return own,
            }
        }
    }

    /// Makes an object without inserting it into a scope.
    pub(crate) fn new_object(&mut self, ident: &Ident, kind: ObjectKind) -> ObjId {
        let id = ObjId(self.objects.len() as u32);
        let pkg = Some(self.context.pkg);
        self.objects.push(Object::new(ident.name.clone(), ident.pos, pkg, kind));
        self.record_def(ident.pos, id);
        id
    }

    /// Declares `ident` in `scope`. The blank identifier gets an object but is not inserted.
    pub(crate) fn declare(&mut self, scope: ScopeId, ident: &Ident, kind: ObjectKind) -> ObjId {
        let id = self.new_object(ident, kind);
        self.insert(scope, id);
        id
    }

    /// Inserts an object into `scope`. Reports an error if the object's name is already declared in `scope`.
    pub(crate) fn insert(&mut self, scope: ScopeId, id: ObjId) -> bool {
        let object = self.object(id);
        let (name, pos) = (object.name.clone(), object.pos);
        if name == "_" {
            return true;
        }
        let Some(old) = self.scopes[scope.0 as usize].insert(name.clone(), id) else {
            return true;
        };
        let message = format!("{name} redeclared in this block");
        let error = Diagnostic::error(Code::DuplicateDecl, Span::of_name(&name, pos), message);
        self.report(self.with_other_declaration(error, old));
        false
    }

    /// Adds the position of the other declaration to the error.
    pub(crate) fn with_other_declaration(&self, error: Diagnostic, old: ObjId) -> Diagnostic {
        let old = self.object(old);
        if !old.pos.is_known() {
            return error;
        }
        let message = format!("other declaration of {}", old.name);
        error.with_go_compiler_label(Span::of_name(&old.name, old.pos), message)
    }

    /// The object `id`.
    pub(crate) fn object(&self, id: ObjId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// The object `id`, mutable.
    pub(crate) fn object_mut(&mut self, id: ObjId) -> &mut Object {
        &mut self.objects[id.0 as usize]
    }
}
