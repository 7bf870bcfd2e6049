//! Scopes: the names that are declared in each part of the source.
//!
//! An object is inserted when the check reaches the start of its scope, never earlier, so lookups need no positions.
//! Small scopes are searched linearly; packages and the universe are hashed.

pub(crate) mod object;

use crate::ids::PkgId;
use crate::scope::object::ObjId;
use minigo_syntax::ast::Name;
use minigo_syntax::hash::HashMap;

/// The index of a scope in `Checker::scopes`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ScopeId(pub u32);

/// The number of names up to which a scope is searched linearly.
const MAX_LINEAR_SEARCH: usize = 8;

/// A scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// The enclosing scope.
    pub parent: Option<ScopeId>,
    /// The objects in the order of their declaration.
    pub objects: Vec<(Name, ObjId)>,
    /// The objects by name, if there are many.
    map: HashMap<Name, ObjId>,
    /// The package of this scope, if the scope's names are declared only when they are looked up.
    pub indexed_pkg: Option<PkgId>,
    /// The number of the session's input, if this is an input's scope. Other names are looked up in the inputs before
    /// it.
    pub input_number: Option<u32>,
}

impl Scope {
    /// Makes an empty scope inside `parent`.
    pub(crate) fn new(parent: Option<ScopeId>) -> Self {
        Self { parent, ..Self::default() }
    }

    /// The object that `name` denotes in this scope, not in those around it.
    pub(crate) fn get(&self, name: &str) -> Option<ObjId> {
        if self.objects.len() <= MAX_LINEAR_SEARCH {
            return self.objects.iter().find(|(n, _)| n == name).map(|&(_, obj)| obj);
        }
        self.map.get(name).copied()
    }

    /// Removes and returns all names.
    pub(crate) fn take_names(&mut self) -> Vec<(Name, ObjId)> {
        self.map = HashMap::default();
        std::mem::take(&mut self.objects)
    }

    /// Binds `name` to `obj`, replacing any earlier binding.
    pub(crate) fn rebind(&mut self, name: &Name, obj: ObjId) {
        if let Some(bound) = self.objects.iter_mut().find(|(n, _)| n == name) {
            bound.1 = obj;
            if let Some(bound) = self.map.get_mut(name) {
                *bound = obj;
            }
        } else {
            self.insert(name.clone(), obj);
        }
    }

    /// Adds `name`. If the scope has the name already, changes nothing and returns the object that it denotes.
    pub(crate) fn insert(&mut self, name: Name, obj: ObjId) -> Option<ObjId> {
        if let Some(old) = self.get(&name) {
            return Some(old);
        }
        self.objects.push((name.clone(), obj));
        if self.objects.len() == MAX_LINEAR_SEARCH + 1 {
            self.map = self.objects.iter().cloned().collect();
        } else if self.objects.len() > MAX_LINEAR_SEARCH {
            self.map.insert(name, obj);
        }
        None
    }
}
