//! What has been reached.

use crate::ids::{FuncId, PkgId};
use crate::program::Name;
use crate::ty::{NamedId, TypeId};
use minigo_syntax::hash::{HashMap, HashSet};
use std::collections::VecDeque;

/// What has been reached.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// Functions whose bodies are to be checked.
    pub bodies: VecDeque<FuncId>,
    /// Instances of generic functions among them. They wait until all generic bodies have been checked with their type
    /// parameters, which decides what in them is constant.
    pub instances: VecDeque<FuncId>,
    /// Types whose values can be in interfaces.
    pub types: HashSet<TypeId>,
    /// Those of them that have not been looked at.
    pub new_types: Vec<TypeId>,
    /// The names of methods of interface types.
    pub names: HashSet<Name>,
    /// Methods that nothing can call so far, by name.
    pub waiting: HashMap<Name, Vec<(NamedId, usize)>>,
    /// How many types of the table have been searched for interfaces.
    pub scanned: usize,
    /// Whether exported methods can be called by reflection.
    pub by_reflection: bool,
    /// The indexed packages of which something is used, and whose init functions have not been reached.
    pub packages: Vec<PkgId>,
    /// Whether the program has package reflect.
    pub has_reflect: bool,
    /// How many methods of types have been resolved.
    pub resolved: usize,
}

impl Reach {
    pub(crate) fn next_body(&mut self) -> Option<FuncId> {
        self.bodies.pop_front().or_else(|| self.instances.pop_front())
    }

    pub(crate) fn is_done(&self) -> bool {
        let bodies = self.bodies.is_empty() && self.instances.is_empty();
        bodies && self.new_types.is_empty() && self.packages.is_empty()
    }
}
