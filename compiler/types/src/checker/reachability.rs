//! The functions, types and packages that the program reaches.

use crate::ids::{FuncId, PkgId};
use crate::program::Name;
use crate::reachability::parse_ahead::ParseAhead;
use crate::ty::{NamedId, TypeId};
use minigo_syntax::ast::Block;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::source::Pos;
use std::collections::VecDeque;
use std::rc::Rc;

/// The state of the reachability analysis.
#[derive(Debug, Default)]
pub(crate) struct Reachability {
    /// The functions whose bodies are still to be checked.
    pub pending_bodies: VecDeque<FuncId>,
    /// The number of functions queued so far.
    pub queued_count: usize,
    /// The thread that parses bodies ahead, if there are many.
    pub parse_ahead: Option<ParseAhead>,
    /// The parsed bodies of generic functions, kept for further instances.
    pub generic_bodies: HashMap<Pos, Rc<Block>>,
    /// The queued instances of generic functions. The instances wait until all generic bodies have been checked with
    /// opaque type parameters, which decides which calls in them are constant.
    pub pending_instances: VecDeque<FuncId>,
    /// Types whose values can be in interfaces.
    pub interface_value_types: HashSet<TypeId>,
    /// The types in `interface_value_types` that have not been examined yet.
    pub new_types: Vec<TypeId>,
    /// The names of methods of interface types that the program reaches.
    pub method_names: HashSet<Name>,
    /// Methods that no call can reach so far, by name.
    pub waiting_methods: HashMap<Name, Vec<(NamedId, usize)>>,
    /// The number of types in the table that have been searched for interfaces.
    pub scanned_type_count: usize,
    /// Whether exported methods can be called by reflection.
    pub uses_method_reflection: bool,
    /// The indexed packages that the program uses and whose init functions have not been reached yet.
    pub pending_packages: Vec<PkgId>,
    /// Whether package reflect is part of the program.
    pub has_reflect: bool,
    /// The number of methods that have been resolved.
    pub resolved_method_count: usize,
}

impl Reachability {
    pub(crate) fn next_body(&mut self) -> Option<FuncId> {
        self.pending_bodies.pop_front().or_else(|| self.pending_instances.pop_front())
    }

    pub(crate) fn is_done(&self) -> bool {
        let bodies = self.pending_bodies.is_empty() && self.pending_instances.is_empty();
        bodies && self.new_types.is_empty() && self.pending_packages.is_empty()
    }
}
