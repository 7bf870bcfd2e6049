//! What a session has been given so far.
//!
//! Each input is a scope that sees the names of the inputs before it. A chain of scopes would make each look-up as long
//! as the session, so the names of earlier inputs are in one index: by name, the inputs that declare it.

use crate::ids::PkgId;
use crate::program::Name;
use crate::scope::ScopeId;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{DeclaredMethod, NamedId};
use minigo_syntax::hash::HashMap;

/// What a session keeps from input to input.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// The package of all inputs.
    pub main: PkgId,
    /// The number of the input that is checked.
    pub number: u32,
    /// The objects of earlier inputs by name, the oldest first, with the numbers of their inputs.
    names: HashMap<Name, Vec<(u32, ObjId)>>,
    /// The block of the input's statements: its variables become package-level ones.
    pub top: Option<ScopeId>,
    /// How many methods had been resolved when the last input was accepted.
    pub resolved: usize,
    /// How many functions there were then: the operands of those that have come since are to be put in order.
    pub ordered: usize,
    /// How many functions there were when code was generated last.
    pub generated: usize,
    /// How many bytes the package-level variables take.
    pub globals_size: u64,
    /// The methods that the input adds to types of earlier inputs, and those that they replace.
    pub late_methods: Vec<LateMethod>,
    /// The methods that generic types had before the input added to them.
    pub late_generics: Vec<(GenericId, Vec<(ObjId, bool)>)>,
}

/// A method that an input adds to a type of an earlier one.
#[derive(Debug)]
pub(crate) struct LateMethod {
    pub ty: NamedId,
    /// Its number among the type's methods.
    pub index: usize,
    /// The method that it replaces.
    pub old: Option<(DeclaredMethod, ObjId)>,
}

impl Inputs {
    pub(crate) fn new(main: PkgId) -> Self {
        let names = HashMap::default();
        let (late_methods, late_generics) = (Vec::new(), Vec::new());
        // The first one, which loads what every program needs, is number 0.
        let (number, top, resolved) = (u32::MAX, None, 0);
        Self {
            main,
            number,
            names,
            top,
            resolved,
            ordered: 0,
            generated: 0,
            globals_size: 0,
            late_methods,
            late_generics,
        }
    }

    /// What `name` denotes after `input`, by the inputs that have been accepted.
    pub(crate) fn find(&self, input: u32, name: &str) -> Option<ObjId> {
        let all = self.names.get(name)?;
        all.iter().rev().find(|(n, _)| *n <= input).map(|&(_, obj)| obj)
    }

    /// All that `name` has ever denoted, the oldest first.
    pub(crate) fn history(&self, name: &str) -> &[(u32, ObjId)] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// Makes a name of the input known to those that follow.
    pub(crate) fn publish(&mut self, name: Name, obj: ObjId) {
        self.names.entry(name).or_default().push((self.number, obj));
    }

    /// All names and what they denote now.
    pub(crate) fn latest(&self) -> impl Iterator<Item = (&Name, ObjId)> {
        self.names.iter().filter_map(|(name, all)| Some((name, all.last()?.1)))
    }
}
