//! Method sets: which methods a value of a type has, and how each is reached.

use crate::program::{FuncId, Name, PkgId};
use crate::ty::{Type, TypeId, Types};
use std::collections::{HashMap, HashSet};

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
    path: Vec<u32>,
    indirect: bool,
    multiple: bool,
}

impl Types {
    /// The method set of `ty`, sorted by name, then package: what can be called through an interface that holds a value of
    /// the type. Methods that nothing can reach are left out.
    #[must_use]
    pub fn method_set(&self, ty: TypeId) -> Vec<MethodEntry> {
        let (base, pointer) = match self.get(ty) {
            Type::Pointer(base) => (*base, true),
            _ => (ty, false),
        };
        if pointer && matches!(self.under(base), Type::Interface(_) | Type::Pointer(_)) {
            return Vec::new();
        }
        // Names found at lesser depth hide those below; a name met twice at one depth is hidden too.
        let mut done: HashMap<(Name, Option<PkgId>), Option<MethodEntry>> = HashMap::new();
        let mut seen: HashSet<TypeId> = HashSet::new();
        let first = Level { ty: base, path: Vec::new(), indirect: pointer, multiple: false };
        let mut current = vec![first];
        while !current.is_empty() {
            let mut found: HashMap<(Name, Option<PkgId>), Option<MethodEntry>> = HashMap::new();
            let mut next: Vec<Level> = Vec::new();
            for level in &current {
                if matches!(self.get(level.ty), Type::Named(_)) && !seen.insert(level.ty) {
                    continue;
                }
                self.level_methods(level, &mut found, &mut next);
            }
            for (key, entry) in found {
                done.entry(key).or_insert(entry);
            }
            current = consolidate(next);
        }
        let mut list: Vec<MethodEntry> = done.into_values().flatten().collect();
        list.sort_by(|a, b| (&a.name, a.pkg).cmp(&(&b.name, b.pkg)));
        list
    }

    fn level_methods(
        &self,
        level: &Level,
        found: &mut HashMap<(Name, Option<PkgId>), Option<MethodEntry>>,
        next: &mut Vec<Level>,
    ) {
        let mut add = |name: &Name, pkg: Option<PkgId>, entry: Option<MethodEntry>| {
            let key = (name.clone(), pkg);
            let clash = level.multiple || found.contains_key(&key);
            found.insert(key, if clash { None } else { entry });
        };
        if let Type::Named(id) = self.get(level.ty) {
            for method in &self.named(*id).methods {
                let exported = crate::resolve::is_exported(&method.name);
                let pkg = (!exported).then_some(method.pkg);
                let entry = MethodEntry {
                    name: method.name.clone(),
                    pkg,
                    sig: method.sig,
                    path: level.path.clone(),
                    target: MethodTarget::Func(method.func, method.pointer),
                };
                let reachable = level.indirect || !method.pointer;
                add(&method.name, pkg, reachable.then_some(entry));
            }
        }
        match self.under(level.ty) {
            Type::Struct(fields) => {
                for (i, field) in fields.iter().enumerate() {
                    add(&field.name, field.pkg, None);
                    if !field.embedded {
                        continue;
                    }
                    let mut path = level.path.clone();
                    path.push(i as u32);
                    let (ty, pointer) = match self.get(field.ty) {
                        Type::Pointer(base) => (*base, true),
                        _ => (field.ty, false),
                    };
                    let indirect = level.indirect || pointer;
                    next.push(Level { ty, path, indirect, multiple: level.multiple });
                }
            }
            Type::Interface(interface) if !level.path.is_empty() => {
                for (i, method) in interface.methods.iter().enumerate() {
                    let entry = MethodEntry {
                        name: method.name.clone(),
                        pkg: method.pkg,
                        sig: method.sig,
                        path: level.path.clone(),
                        target: MethodTarget::Interface(i as u32),
                    };
                    add(&method.name, method.pkg, Some(entry));
                }
            }
            _ => {}
        }
    }
}

/// Joins entries of the same type: it stands there more than once.
fn consolidate(list: Vec<Level>) -> Vec<Level> {
    let mut out: Vec<Level> = Vec::with_capacity(list.len());
    for level in list {
        match out.iter_mut().find(|e| e.ty == level.ty) {
            Some(old) => old.multiple = true,
            None => out.push(level),
        }
    }
    out
}
