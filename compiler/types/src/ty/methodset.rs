//! Method sets: the methods of a type, each with the path to its receiver.

use crate::ids::{FuncId, PkgId};
use crate::ty::embedding::Embedding;
use crate::ty::{Type, TypeId, Types};
use minigo_syntax::ast::Name;
use minigo_syntax::hash::{HashMap, HashSet};
use minigo_syntax::small_sort::SmallSort as _;
use std::ops::Range;

/// A method in the method set of a type, declared or promoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodEntry {
    /// The name.
    pub name: Name,
    /// The package that declares the method, if the name is not exported.
    pub pkg: Option<PkgId>,
    /// The method's type: a `Signature` without receiver.
    pub sig: TypeId,
    /// The numbers of the embedded fields to walk from the receiver; pointers on the way are dereferenced.
    pub path: Vec<u32>,
    /// The function or method to call at the end of the path.
    pub target: MethodTarget,
}

/// The implementation of a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodTarget {
    /// A declared method, with whether its receiver is a pointer.
    Func(FuncId, bool),
    /// The method with this index in an embedded interface.
    Interface(u32),
}

/// The methods of a type and of the types that it embeds.
struct MethodSearch<'t> {
    types: &'t Types,
    embedding_search: Embedding<'t>,
}

type Key = (Name, Option<PkgId>);

impl Types {
    /// The method set of `ty`, sorted by name and then by package: the methods that can be called through an interface
    /// that holds a value of the type. Methods that no call can reach are omitted.
    #[must_use]
    pub fn method_set(&self, ty: TypeId) -> Vec<MethodEntry> {
        let (base, pointer) = self.deref(ty);
        self.method_set_of(base, pointer)
    }

    /// The method set of `*base`, whether or not the type table contains `*base`.
    #[must_use]
    pub fn pointer_method_set(&self, base: TypeId) -> Vec<MethodEntry> {
        self.method_set_of(base, true)
    }

    fn method_set_of(&self, base: TypeId, pointer: bool) -> Vec<MethodEntry> {
        if pointer
            && matches!(self.underlying_structure(base), Type::Interface(_) | Type::Pointer(_))
        {
            return Vec::new();
        }
        let mut embedding = Embedding::of(self, base, pointer);
        let mut depths = Vec::from_iter(std::iter::once(embedding.deepest_types()));
        while let Some(depth) = Some(embedding.descend_level()).filter(|d| !d.is_empty()) {
            depths.push(depth);
        }
        let methods = MethodSearch { types: self, embedding_search: embedding };
        let mut list: Vec<MethodEntry> =
            methods.find_entries(&depths).into_values().flatten().collect();
        list.small_sort_by(|a, b| (&a.name, a.pkg).cmp(&(&b.name, b.pkg)));
        list
    }
}

impl MethodSearch<'_> {
    /// The methods by name; `None` for a name that is ambiguous.
    fn find_entries(&self, depths: &[Range<usize>]) -> HashMap<Key, Option<MethodEntry>> {
        let mut names: HashSet<Key> = HashSet::default();
        for at in 0..self.embedding_search.embedded_types.len() {
            self.visit_methods(at, |key, _| {
                names.insert(key);
            });
        }
        // A name at lesser depth hides the same name at greater depth; a name that occurs twice at one depth is hidden
        // too.
        let mut done: HashMap<Key, Option<MethodEntry>> = HashMap::default();
        for depth in depths.iter().filter(|_| !names.is_empty()) {
            let mut found: HashMap<Key, Option<MethodEntry>> = HashMap::default();
            for at in depth.clone() {
                let level = &self.embedding_search.embedded_types[at];
                let mut add = |key: Key, entry: Option<MethodEntry>| {
                    let clash = level.is_multiple || found.contains_key(&key);
                    found.insert(key, if clash { None } else { entry });
                };
                self.visit_methods(at, &mut add);
                if let Type::Struct(fields) = self.types.underlying_structure(level.ty) {
                    let keys = fields.iter().map(|f| (f.name.clone(), f.pkg));
                    keys.filter(|key| names.contains(key)).for_each(|key| add(key, None));
                }
            }
            for (key, entry) in found {
                done.entry(key).or_insert(entry);
            }
        }
        done
    }

    /// Calls `add` for each method that the type at level `at` declares itself; with `None` for a method that cannot be
    /// called on the value.
    fn visit_methods(&self, at: usize, mut add: impl FnMut(Key, Option<MethodEntry>)) {
        let level = &self.embedding_search.embedded_types[at];
        if let Type::Named(id) = self.types.get(level.ty) {
            for method in &self.types.named_type(*id).methods {
                let exported = minigo_syntax::ast::is_exported(&method.name);
                let pkg = (!exported).then_some(method.pkg);
                let entry = || MethodEntry {
                    name: method.name.clone(),
                    pkg,
                    sig: method.sig,
                    path: self.embedding_search.path(at),
                    target: MethodTarget::Func(method.func, method.has_pointer_receiver),
                };
                let reachable = level.is_indirect || !method.has_pointer_receiver;
                add((method.name.clone(), pkg), reachable.then(entry));
            }
        }
        if let Type::Interface(interface) = self.types.underlying_structure(level.ty)
            && level.outer_field.is_some()
        {
            for (i, method) in interface.methods.iter().enumerate() {
                let entry = MethodEntry {
                    name: method.name.clone(),
                    pkg: method.pkg,
                    sig: method.sig,
                    path: self.embedding_search.path(at),
                    target: MethodTarget::Interface(i as u32),
                };
                add((method.name.clone(), method.pkg), Some(entry));
            }
        }
    }
}
