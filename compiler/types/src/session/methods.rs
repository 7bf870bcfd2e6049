//! Methods that an input declares for a type of an earlier input.

use crate::checker::Checker;
use crate::checker::inputs::AddedMethod;
use crate::checker::named::UNRESOLVED;
use crate::decl::collect::UnresolvedMethod;
use crate::ids::FuncId;
use crate::scope::object::{GenericId, ObjId, ObjectKind};
use crate::ty::{DeclaredMethod, INVALID, NamedId, Type};
use minigo_syntax::small_sort::SmallSort as _;

impl Checker<'_> {
    /// Adds the methods that this input declares for types of earlier inputs to these types.
    pub(crate) fn add_methods_to_earlier_types(&mut self, methods: &[UnresolvedMethod<'_>]) {
        let scope = self.package(self.context.pkg).scope;
        for method in methods {
            let Some((base, pointer)) = self.base_type_name(scope, method) else { continue };
            if self.scope(scope).objects.iter().any(|(_, obj)| *obj == base) {
                self.collected_decls.methods.entry(base).or_default().push((method.obj, pointer));
                continue;
            }
            match self.object(base).kind {
                ObjectKind::TypeName(ty) => {
                    if let Type::Named(id) = *self.types.get(ty) {
                        self.add_method_to_earlier_type(id, method.obj, pointer);
                    }
                }
                ObjectKind::GenericType(id) => {
                    self.add_generic_method(id, method.obj, pointer);
                    let mut instances: Vec<_> =
                        self.generic(id).instances.values().copied().collect();
                    instances.small_sort_by_key(|ty| ty.0);
                    for ty in instances {
                        if let Type::Named(id) = *self.types.get(ty) {
                            self.add_method_to_earlier_type(id, method.obj, pointer);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn add_generic_method(&mut self, id: GenericId, obj: ObjId, pointer: bool) {
        let before = self.generic(id).methods.clone();
        let name = self.object(obj).name.clone();
        let mut methods = before.clone();
        methods.retain(|&(other, _)| self.object(other).name != name);
        methods.push((obj, pointer));
        self.generic_mut(id).methods = methods;
        if let Some(session) = &mut self.session_state {
            session.generic_methods_before_input.push((id, before));
        }
    }

    fn add_method_to_earlier_type(&mut self, id: NamedId, obj: ObjId, pointer: bool) {
        let object = self.object(obj);
        let (name, pos) = (object.name.clone(), object.pos);
        let pkg = self.context.pkg;
        let known = self.types.named_type(id).methods.iter().position(|m| m.name == name);
        let new = DeclaredMethod {
            name: name.clone(),
            pkg,
            has_pointer_receiver: pointer,
            sig: INVALID,
            func: UNRESOLVED,
            pos,
        };
        let (index, old) = match known {
            Some(index) => {
                let declared = &mut self.types.named_mut(id).methods[index];
                let old = std::mem::replace(declared, new);
                let old_obj = std::mem::replace(&mut self.named_info_mut(id).methods[index], obj);
                (index, Some((old, old_obj)))
            }
            None => {
                let methods = &mut self.types.named_mut(id).methods;
                methods.push(new);
                let index = methods.len() - 1;
                self.named_info_mut(id).methods.push(obj);
                (index, None)
            }
        };
        self.resolving
            .deferred_checks
            .push(crate::checker::deferred_checks::DeferredCheck::FieldsAndMethods(id));
        if let Some(session) = &mut self.session_state {
            session.added_methods.push(AddedMethod {
                ty: id,
                method_index: index,
                replaced_method: old,
            });
        }
        // If values of the type are in interfaces, the new method can be called.
        let ty = self.types.intern(Type::Named(id));
        if self.reachability.interface_value_types.contains(&ty) {
            self.reachability.new_types.push(ty);
        }
    }

    /// Removes the input's methods from the types of earlier inputs.
    pub(crate) fn undo_added_methods(&mut self) {
        let late = self.session_state.as_mut().map(|s| std::mem::take(&mut s.added_methods));
        for AddedMethod { ty, method_index: index, replaced_method: old } in
            late.into_iter().flatten().rev()
        {
            match old {
                Some((declared, obj)) => {
                    self.types.named_mut(ty).methods[index] = declared;
                    self.named_info_mut(ty).methods[index] = obj;
                }
                None => {
                    self.types.named_mut(ty).methods.truncate(index);
                    self.named_info_mut(ty).methods.truncate(index);
                }
            }
        }
        let late = self
            .session_state
            .as_mut()
            .map(|s| std::mem::take(&mut s.generic_methods_before_input));
        for (generic, methods) in late.into_iter().flatten().rev() {
            self.generic_mut(generic).methods = methods;
        }
    }

    /// Pairs of a replaced method and its replacement with the same type.
    pub(crate) fn replaced_methods(&mut self) -> Vec<(FuncId, FuncId)> {
        let late = self.session_state.as_mut().map(|s| std::mem::take(&mut s.added_methods));
        if let Some(session) = &mut self.session_state {
            session.generic_methods_before_input.clear();
        }
        let mut replaced = Vec::new();
        for AddedMethod { ty, method_index: index, replaced_method: old } in
            late.into_iter().flatten()
        {
            let Some((old, _)) = old else { continue };
            let (func, sig) = self.resolve_method(ty, index);
            let new = &self.types.named_type(ty).methods[index];
            if old.func != UNRESOLVED
                && func != UNRESOLVED
                && sig == old.sig
                && old.has_pointer_receiver == new.has_pointer_receiver
            {
                replaced.push((old.func, func));
            }
        }
        replaced
    }
}
