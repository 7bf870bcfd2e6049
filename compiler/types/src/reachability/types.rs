//! Methods that are reached through types: through interfaces and reflection.

use crate::checker::Checker;
use crate::checker::named::UNRESOLVED;
use crate::checker::package::PackageState;
use crate::ids::PkgId;
use crate::program::Name;
use crate::scope::object::{Color, ObjId, ObjectKind};
use crate::ty::{NamedId, Type, TypeId};
use minigo_syntax::small_sort::SmallSort as _;

/// Methods of reflection types that return methods by number or name.
pub(crate) const REFLECTION_METHODS: [&str; 3] = ["Method", "Methods", "MethodByName"];

/// The method of `reflect.Type` that returns the number of methods. The library calls this method only for interface
/// types, whose methods are all known.
pub(crate) const NUM_METHOD: &str = "NumMethod";

impl<'a> Checker<'a> {
    /// Records that values of this type are converted to an interface, so that calls anywhere can reach its methods.
    pub(crate) fn mark_runtime_type(&mut self, ty: TypeId) {
        if !self.context.has_opaque_type_params
            && self.reachability.interface_value_types.insert(ty)
        {
            self.reachability.new_types.push(ty);
        }
    }

    /// Records that the program uses an indexed package, so that its init functions run.
    pub(crate) fn note_used_package(&mut self, pkg: PkgId) {
        self.reachability.pending_packages.push(pkg);
        if self.package(pkg).path == "reflect" {
            self.reachability.has_reflect = true;
            // The types in the table were visited before package reflect was reached, without the methods that only
            // reflection can call. The types are sorted, so that each run visits them in the same order.
            let mut all: Vec<TypeId> =
                self.reachability.interface_value_types.iter().copied().collect();
            all.small_sort_by_key(|ty| ty.0);
            self.reachability.new_types.extend(all);
        }
    }

    /// Records that reached code selects a member with this name, through which reflection may reach methods. The
    /// library's code counts too (in templates, for example), but not package reflect itself: its callers count.
    pub(crate) fn note_reflection(&mut self, name: &str) {
        if !self.reachability.has_reflect || self.reachability.uses_method_reflection {
            return;
        }
        let package = self.package(self.context.pkg);
        self.reachability.uses_method_reflection = match (package.is_library, name) {
            (false, NUM_METHOD) => true,
            (library, name) => {
                REFLECTION_METHODS.contains(&name) && !(library && package.path == "reflect")
            }
        };
    }

    /// Reaches the functions that the library runs by itself: its init functions.
    pub(crate) fn reach_roots(&mut self) {
        let parsed = |p: &&PackageState| p.is_library && self.scope(p.scope).indexed_pkg.is_none();
        self.reachability.has_reflect |=
            self.packages.iter().filter(parsed).any(|p| p.path == "reflect");
        let libraries = self.packages.iter().filter(|p| p.is_library);
        let roots: Vec<ObjId> = libraries.flat_map(|p| p.init_funcs.iter().copied()).collect();
        for obj in roots {
            self.resolve_object(obj);
            self.queue_object(obj);
        }
        self.reach_vm_types();
    }

    /// Reaches the types of which the machine itself makes values: run-time errors are Go values with methods.
    pub(crate) fn reach_vm_types(&mut self) {
        const VM_TYPES: [(&str, &str); 7] = [
            ("runtime", "errorString"),
            ("runtime", "boundsError"),
            ("runtime", "errorAddressString"),
            ("runtime", "plainError"),
            ("runtime", "TypeAssertionError"),
            ("runtime", "PanicNilError"),
            ("internal/runtime/maps", "unhashableTypeError"),
        ];
        for (path, name) in VM_TYPES {
            if let Some(ty) = self.library_type(path, name) {
                self.mark_runtime_type(ty);
                let pointer = self.types.intern(Type::Pointer(ty));
                self.mark_runtime_type(pointer);
            }
        }
    }

    /// Reaches the functions that the machine itself calls: in a session, to print values.
    pub(crate) fn reach_vm_funcs(&mut self) {
        if let Some(run) = self.library_object("internal/display", "run") {
            self.use_object(run);
        }
    }

    /// The type `name` in the library package `path`.
    pub(crate) fn library_type(&mut self, path: &str, name: &str) -> Option<TypeId> {
        let obj = self.library_object(path, name)?;
        match self.object(obj).kind {
            ObjectKind::TypeName(ty) => Some(ty),
            _ => None,
        }
    }

    /// The package of the library at this path.
    pub(crate) fn library_package(&self, path: &str) -> Option<PkgId> {
        let at = self.packages.iter().position(|p| p.path == path && p.is_library)?;
        Some(PkgId(at as u32))
    }

    fn library_object(&mut self, path: &str, name: &str) -> Option<ObjId> {
        let pkg = self.library_package(path)?;
        let obj = self.object_in_package(pkg, name)?;
        if self.object(obj).color == Color::White {
            self.resolve_object(obj);
        }
        Some(obj)
    }

    /// Finds the names of interface types' methods, and reaches the methods that waited for these names.
    pub(crate) fn reach_interface_method_names(&mut self) {
        if self.reachability.uses_method_reflection {
            let exported = |name: &Name| minigo_syntax::ast::is_exported(name);
            let waiting = self.reachability.waiting_methods.extract_if(|name, _| exported(name));
            for (id, index) in waiting.flat_map(|(_, methods)| methods).collect::<Vec<_>>() {
                self.reach_method(id, index);
            }
        }
        while self.reachability.scanned_type_count < self.types.len() {
            let ty = TypeId(self.reachability.scanned_type_count as u32);
            self.reachability.scanned_type_count += 1;
            let Type::Interface(interface) = self.types.get(ty) else { continue };
            let names: Vec<Name> = interface.methods.iter().map(|m| m.name.clone()).collect();
            for name in names {
                let waiting = self.reachability.waiting_methods.remove(&name).unwrap_or_default();
                self.reachability.method_names.insert(name);
                for (id, index) in waiting {
                    self.reach_method(id, index);
                }
            }
        }
    }

    pub(crate) fn reach_method(&mut self, id: NamedId, index: usize) {
        let (func, sig) = self.resolve_method(id, index);
        if func != UNRESOLVED {
            self.queue_body(func);
            if self.reachability.uses_method_reflection {
                self.mark_runtime_type(sig);
            }
        }
    }

    /// Visits the types whose values can be in interfaces, and the types that reflection reaches from them.
    pub(crate) fn reach_types(&mut self) {
        while let Some(ty) = self.reachability.new_types.pop() {
            match self.types.get(ty).clone() {
                Type::Named(id) => {
                    // The bodies of the user's own types' methods are checked in any case.
                    let callable = self.reachability.uses_method_reflection
                        || self
                            .types
                            .named_type(id)
                            .pkg
                            .is_some_and(|p| !self.package(p).is_library);
                    for index in 0..self.types.named_type(id).methods.len() {
                        let name = self.types.named_type(id).methods[index].name.clone();
                        let reflected = callable && minigo_syntax::ast::is_exported(&name);
                        if reflected || self.reachability.method_names.contains(&name) {
                            self.reach_method(id, index);
                        } else {
                            self.reachability
                                .waiting_methods
                                .entry(name)
                                .or_default()
                                .push((id, index));
                        }
                    }
                    self.mark_runtime_type(self.types.named_type(id).underlying);
                    if self.reachability.has_reflect {
                        // Reflection can make a pointer to the value, which has the pointer type's methods.
                        self.types.intern(Type::Pointer(ty));
                    }
                }
                Type::Pointer(e) | Type::Slice(e) | Type::Array(e, _) | Type::Chan(_, e) => {
                    self.mark_runtime_type(e);
                }
                Type::Map(k, v) => {
                    self.mark_runtime_type(k);
                    self.mark_runtime_type(v);
                }
                Type::Struct(fields) => {
                    fields.iter().for_each(|f| self.mark_runtime_type(f.ty));
                    if self.reachability.has_reflect && fields.iter().any(|f| f.embedded) {
                        // As for defined types, the pointer type may have more methods.
                        self.types.intern(Type::Pointer(ty));
                    }
                }
                // With package reflect a program can obtain the types of parameters and results, and make values of
                // them.
                Type::Signature(sig) if self.reachability.has_reflect => {
                    sig.params.iter().chain(&sig.results).for_each(|&t| self.mark_runtime_type(t));
                }
                Type::Interface(interface) if self.reachability.has_reflect => {
                    interface.methods.iter().for_each(|m| self.mark_runtime_type(m.sig));
                }
                _ => {}
            }
        }
    }

    /// Removes methods that have not been resolved: no interface in the program has a method with their name.
    pub(crate) fn drop_unresolved_methods(&mut self) {
        for id in 0..self.types.named_type_count() {
            let named = self.types.named_mut(NamedId(id as u32));
            named.methods.retain(|m| m.func != UNRESOLVED);
        }
    }
}
