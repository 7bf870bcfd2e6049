//! Handles declarations of earlier inputs whose names an input declares again.

use crate::checker::Checker;
use crate::program::Name;
use crate::scope::object::{ObjId, ObjectKind};
use crate::session::CheckedInput;
use crate::ty::{Type, TypeId};
use minigo_syntax::hash::HashMap;
use minigo_syntax::small_sort::SmallSort as _;

impl Checker<'_> {
    /// Updates the state for an earlier object whose name the input declares again.
    pub(super) fn shadow_object(&mut self, name: &Name, obj: ObjId, out: &mut CheckedInput) {
        let Some(&(_, old)) = self.session_state_mut().objects_named(name).last() else { return };
        match (&self.object(old).kind, &self.object(obj).kind) {
            (&ObjectKind::Func(from), &ObjectKind::Func(to)) => {
                if self.funcs[from.0 as usize].sig == self.funcs[to.0 as usize].sig {
                    out.replaced_funcs.push((from, to));
                } else {
                    self.note_outdated_callers(name, old, out);
                }
            }
            (ObjectKind::Func(_) | ObjectKind::GenericFunc(_), _) => {
                self.note_outdated_callers(name, old, out);
            }
            (&ObjectKind::TypeName(ty), _) => {
                if let Type::Named(id) = *self.types.get(ty)
                    && self.types.named_type(id).pkg == Some(self.session_package())
                    && self.types.named_type(id).name == *name
                {
                    self.types.named_mut(id).name = self.shadowed_type_name(name);
                    out.renamed_types.push(ty);
                }
            }
            (&ObjectKind::GenericType(id), _) if !self.generic(id).is_alias => {
                self.generic_mut(id).name = self.shadowed_type_name(name);
                out.renamed_types.extend(self.generic(id).instances.values());
            }
            _ => {}
        }
    }

    /// The name that messages print for a type whose name is declared again: the name, with the number of types that
    /// had it before.
    fn shadowed_type_name(&self, name: &Name) -> Name {
        let all = self.session_state().objects_named(name);
        let before = all.iter().filter(|(_, obj)| self.is_definition(*obj)).count();
        format!("{name}·{before}").into()
    }

    fn is_definition(&self, obj: ObjId) -> bool {
        match self.object(obj).kind {
            ObjectKind::TypeName(ty) => matches!(self.types.get(ty), Type::Named(_)),
            ObjectKind::GenericType(id) => !self.generic(id).is_alias,
            _ => false,
        }
    }

    /// Updates the names of instances whose generic types have been renamed.
    pub(super) fn rename_instances(&mut self, renamed: &mut Vec<TypeId>) {
        for generic in self.generics.generics.iter().filter(|generic| !generic.is_alias) {
            for &ty in generic.instances.values() {
                let Type::Named(id) = *self.types.get(ty) else { continue };
                if self.types.named_type(id).name != generic.name {
                    self.types.named_mut(id).name = generic.name.clone();
                    renamed.push(ty);
                }
            }
        }
    }

    fn note_outdated_callers(&mut self, name: &Name, old: ObjId, out: &mut CheckedInput) {
        let current: HashMap<ObjId, Name> = self
            .session_state_mut()
            .latest_objects()
            .map(|(name, obj)| (obj, name.clone()))
            .collect();
        let deps = self.resolving.dependencies.iter();
        // Callers of a function that was replaced before may refer to any of the functions with this name.
        let all: Vec<ObjId> =
            self.session_state().objects_named(name).iter().map(|&(_, obj)| obj).collect();
        let uses = |deps: &Vec<ObjId>| deps.iter().any(|dep| *dep == old || all.contains(dep));
        let users = deps.filter(|(_, deps)| uses(deps)).filter_map(|(user, _)| current.get(user));
        let mut users: Vec<Name> = users.filter(|user| *user != name).cloned().collect();
        users.small_sort();
        if !users.is_empty() {
            out.outdated_names.push((name.clone(), users));
        }
    }
}
