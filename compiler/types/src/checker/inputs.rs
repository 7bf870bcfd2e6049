//! The names and counts that a session keeps about its inputs.
//!
//! Each input is a scope that sees the names of earlier inputs. A chain of scopes would make a lookup take time
//! proportional to the number of inputs. So one index has the names of earlier inputs: for each name, the inputs that
//! declare it.

use crate::ids::PkgId;
use crate::program::Name;
use crate::scope::ScopeId;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{DeclaredMethod, NamedId};
use minigo_syntax::hash::HashMap;

/// The state that a session keeps from input to input.
#[derive(Debug)]
pub(crate) struct SessionState {
    /// The package of the session's inputs.
    pub main_pkg: PkgId,
    /// The number of the current input.
    pub input_number: u32,
    /// The objects of earlier inputs by name, oldest first, each with the number of its input.
    earlier_objects: HashMap<Name, Vec<(u32, ObjId)>>,
    /// The block scope of the input's statements: its variables become package-level variables.
    pub top_scope: Option<ScopeId>,
    /// The number of methods that had been resolved when the last input was accepted.
    pub resolved_method_count: usize,
    /// The number of functions when the last input was accepted: the operands of newer functions are still to be
    /// ordered.
    pub ordered_func_count: usize,
    /// The number of functions when code was last generated.
    pub generated_func_count: usize,
    /// The total size of the package-level variables, in bytes.
    pub globals_size: u64,
    /// The methods that the input adds to types of earlier inputs, each with the method that it replaces.
    pub added_methods: Vec<AddedMethod>,
    /// The methods that generic types had before the input added some.
    pub generic_methods_before_input: Vec<(GenericId, Vec<(ObjId, bool)>)>,
}

/// A method that an input adds to a type of an earlier input.
#[derive(Debug)]
pub(crate) struct AddedMethod {
    pub ty: NamedId,
    /// The index among the type's methods.
    pub method_index: usize,
    /// The declared method of the same name that the input's method replaces.
    pub replaced_method: Option<(DeclaredMethod, ObjId)>,
}

impl SessionState {
    pub(crate) fn new(main: PkgId) -> Self {
        let names = HashMap::default();
        let (late_methods, late_generics) = (Vec::new(), Vec::new());
        // The first input, which loads the packages that every program needs, gets number 0.
        let (number, top, resolved) = (u32::MAX, None, 0);
        Self {
            main_pkg: main,
            input_number: number,
            earlier_objects: names,
            top_scope: top,
            resolved_method_count: resolved,
            ordered_func_count: 0,
            generated_func_count: 0,
            globals_size: 0,
            added_methods: late_methods,
            generic_methods_before_input: late_generics,
        }
    }

    /// The object that `name` denotes after `input`, according to the accepted inputs.
    pub(crate) fn find(&self, input: u32, name: &str) -> Option<ObjId> {
        let all = self.earlier_objects.get(name)?;
        all.iter().rev().find(|(n, _)| *n <= input).map(|&(_, obj)| obj)
    }

    /// All objects that `name` has denoted, oldest first.
    pub(crate) fn objects_named(&self, name: &str) -> &[(u32, ObjId)] {
        self.earlier_objects.get(name).map_or(&[], Vec::as_slice)
    }

    /// Makes a name of the input visible to later inputs.
    pub(crate) fn publish_name(&mut self, name: Name, obj: ObjId) {
        self.earlier_objects.entry(name).or_default().push((self.input_number, obj));
    }

    /// All names with the objects that they denote now.
    pub(crate) fn latest_objects(&self) -> impl Iterator<Item = (&Name, ObjId)> {
        self.earlier_objects.iter().filter_map(|(name, all)| Some((name, all.last()?.1)))
    }
}
