//! Method sets: which methods a value of a type has, and how each is reached.

use crate::ids::{FuncId, PkgId};
use crate::ty::{Basic, Type, TypeId, Types};
use minigo_syntax::ast::Name;
use minigo_syntax::hash::{HashMap, HashSet};
use std::collections::hash_map::Entry;
use std::ops::Range;

/// A method in the method set of a type, declared or promoted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodEntry {
    /// Its name.
    pub name: Name,
    /// The package it belongs to, if its name is not exported.
    pub pkg: Option<PkgId>,
    /// Its type, a `Signature` without receiver.
    pub sig: TypeId,
    /// The embedded fields to walk from the receiver: pointers on the way are dereferenced.
    pub path: Vec<u32>,
    /// What is called at the end of the path.
    pub target: MethodTarget,
}

/// What implements a method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodTarget {
    /// A declared method, and whether its receiver is a pointer.
    Func(FuncId, bool),
    /// The method with this index of an embedded interface.
    Interface(u32),
}

/// A type at some depth of embedding.
struct Level {
    ty: TypeId,
    /// The level it is embedded in, by its index in [`Walk::levels`], and the number of its field there.
    outer: Option<(usize, u32)>,
    indirect: bool,
    multiple: bool,
}

/// The embedded types that have been found, those of lesser depth first. A path is kept as its last step: types are
/// embedded thousands deep, and few of them have methods.
struct Walk<'t> {
    types: &'t Types,
    levels: Vec<Level>,
    /// The indices of the types that have been found.
    seen: Vec<bool>,
}

type Key = (Name, Option<PkgId>);

impl Types {
    /// The method set of `ty`, sorted by name, then package: what can be called through an interface that holds a value
    /// of the type. Methods that nothing can reach are left out.
    #[must_use]
    pub fn method_set(&self, ty: TypeId) -> Vec<MethodEntry> {
        let (base, pointer) = match self.get(ty) {
            Type::Pointer(base) => (*base, true),
            _ => (ty, false),
        };
        self.method_set_of(base, pointer)
    }

    /// The method set of `*base`, whether or not the program has that type.
    #[must_use]
    pub fn pointer_method_set(&self, base: TypeId) -> Vec<MethodEntry> {
        self.method_set_of(base, true)
    }

    fn method_set_of(&self, base: TypeId, pointer: bool) -> Vec<MethodEntry> {
        if pointer && matches!(self.under(base), Type::Interface(_) | Type::Pointer(_)) {
            return Vec::new();
        }
        let first = Level { ty: base, outer: None, indirect: pointer, multiple: false };
        let mut walk = Walk { types: self, levels: vec![first], seen: vec![false; self.len()] };
        let mut depths = Vec::from_iter(std::iter::once(0..1));
        while let Some(depth) = depths.last().cloned().filter(|d| !d.is_empty()) {
            depths.push(walk.embedded(depth));
        }
        let mut list: Vec<MethodEntry> = walk.entries(&depths).into_values().flatten().collect();
        list.sort_by(|a, b| (&a.name, a.pkg).cmp(&(&b.name, b.pkg)));
        list
    }
}

/// Where the types of one depth stand.
#[derive(Default)]
struct Indices {
    /// The first one: most often there is no other.
    first: Option<(TypeId, usize)>,
    others: HashMap<TypeId, usize>,
}

impl Indices {
    /// The index of a type that is in the map; another type gets `index`.
    fn get_or_insert(&mut self, ty: TypeId, index: usize) -> Option<usize> {
        match self.first {
            None => self.first = Some((ty, index)),
            Some((first, index)) if first == ty => return Some(index),
            Some(_) => match self.others.entry(ty) {
                Entry::Occupied(known) => return Some(*known.get()),
                Entry::Vacant(free) => _ = free.insert(index),
            },
        }
        None
    }
}

impl Walk<'_> {
    /// Adds the types that those of one depth embed; tells where they are.
    fn embedded(&mut self, depth: Range<usize>) -> Range<usize> {
        let start = self.levels.len();
        let mut indices = Indices::default();
        for at in depth {
            let Level { ty, indirect, multiple, .. } = self.levels[at];
            let named = matches!(self.types.get(ty), Type::Named(_));
            if named && std::mem::replace(&mut self.seen[ty.0 as usize], true) {
                // A type that was found at lesser depth hides itself.
                self.levels[at].ty = Basic::Invalid.id();
                continue;
            }
            let Type::Struct(fields) = self.types.under(ty) else { continue };
            for (i, field) in fields.iter().enumerate().filter(|(_, f)| f.embedded) {
                let (ty, pointer) = match self.types.get(field.ty) {
                    Type::Pointer(base) => (*base, true),
                    _ => (field.ty, false),
                };
                // What stands at one depth more than once is there once, but marked.
                if let Some(old) = indices.get_or_insert(ty, self.levels.len()) {
                    self.levels[old].multiple = true;
                    continue;
                }
                let (outer, indirect) = (Some((at, i as u32)), indirect || pointer);
                self.levels.push(Level { ty, outer, indirect, multiple });
            }
        }
        start..self.levels.len()
    }

    /// The methods by name; nothing where they hide each other.
    fn entries(&self, depths: &[Range<usize>]) -> HashMap<Key, Option<MethodEntry>> {
        let mut names: HashSet<Key> = HashSet::default();
        for at in 0..self.levels.len() {
            self.methods(at, |key, _| {
                names.insert(key);
            });
        }
        // Names found at lesser depth hide those below; a name found twice at one depth is hidden too.
        let mut done: HashMap<Key, Option<MethodEntry>> = HashMap::default();
        for depth in depths.iter().filter(|_| !names.is_empty()) {
            let mut found: HashMap<Key, Option<MethodEntry>> = HashMap::default();
            for at in depth.clone() {
                let level = &self.levels[at];
                let mut add = |key: Key, entry: Option<MethodEntry>| {
                    let clash = level.multiple || found.contains_key(&key);
                    found.insert(key, if clash { None } else { entry });
                };
                self.methods(at, &mut add);
                if let Type::Struct(fields) = self.types.under(level.ty) {
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

    /// Calls `add` for each method that the type at level `at` declares itself; one that cannot be called on the value
    /// has no entry.
    fn methods(&self, at: usize, mut add: impl FnMut(Key, Option<MethodEntry>)) {
        let level = &self.levels[at];
        if let Type::Named(id) = self.types.get(level.ty) {
            for method in &self.types.named(*id).methods {
                let exported = minigo_syntax::ast::is_exported(&method.name);
                let pkg = (!exported).then_some(method.pkg);
                let entry = || MethodEntry {
                    name: method.name.clone(),
                    pkg,
                    sig: method.sig,
                    path: self.path(at),
                    target: MethodTarget::Func(method.func, method.pointer),
                };
                let reachable = level.indirect || !method.pointer;
                add((method.name.clone(), pkg), reachable.then(entry));
            }
        }
        if let Type::Interface(interface) = self.types.under(level.ty)
            && level.outer.is_some()
        {
            for (i, method) in interface.methods.iter().enumerate() {
                let entry = MethodEntry {
                    name: method.name.clone(),
                    pkg: method.pkg,
                    sig: method.sig,
                    path: self.path(at),
                    target: MethodTarget::Interface(i as u32),
                };
                add((method.name.clone(), method.pkg), Some(entry));
            }
        }
    }

    /// The fields that lead to a level.
    fn path(&self, at: usize) -> Vec<u32> {
        let steps = std::iter::successors(self.levels[at].outer, |&(at, _)| self.levels[at].outer);
        let mut path: Vec<u32> = steps.map(|(_, field)| field).collect();
        path.reverse();
        path
    }
}
