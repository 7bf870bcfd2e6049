//! What has been reached.

use crate::ids::{FuncId, PkgId};
use crate::program::Name;
use crate::reach::ahead::Ahead;
use crate::ty::{NamedId, TypeId};
use minigo_syntax::ast::Block;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::Pos;
use std::collections::VecDeque;
use std::rc::Rc;

/// What has been reached.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// Functions whose bodies are to be checked.
    pub bodies: VecDeque<FuncId>,
    /// How many there have been.
    pub queued: usize,
    /// What parses them, if there are many.
    pub ahead: Option<Ahead>,
    /// The bodies of generic functions that have been parsed, for further instances.
    pub generic_bodies: HashMap<Pos, Rc<Block>>,
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
