//! Embedded fields, depth by depth: the one walk below method sets, selectors and hints.

use crate::ty::{Basic, Type, TypeId, Types};
use minigo_syntax::hash::{HashMap, HashSet};
use std::collections::hash_map::Entry;
use std::ops::Range;

/// A type at some depth of embedding.
pub(crate) struct Level {
    /// The type, a pointer to it dereferenced; invalid where the same type stands at lesser depth and hides it.
    pub ty: TypeId,
    /// Whether a pointer was dereferenced on the way.
    pub indirect: bool,
    /// Whether the type stands at its depth more than once: what it has is ambiguous.
    pub multiple: bool,
    /// The level it is embedded in, by its index in [`Embedding::levels`], and the number of its field there.
    pub outer: Option<(usize, u32)>,
}

/// The embedded types that have been found, those of lesser depth first. A path is kept as its last step: types are
/// embedded thousands deep, and few of them have what is looked for.
pub(crate) struct Embedding<'t> {
    types: &'t Types,
    /// All types found.
    pub levels: Vec<Level>,
    /// The levels of the greatest depth so far.
    deepest: Range<usize>,
    /// The defined types found.
    seen: HashSet<TypeId>,
}

impl<'t> Embedding<'t> {
    /// Begins with `ty` itself, at depth 0; `indirect` if what has it is a pointer to it.
    pub(crate) fn of(types: &'t Types, ty: TypeId, indirect: bool) -> Self {
        let levels = vec![Level { ty, indirect, multiple: false, outer: None }];
        Self { types, levels, deepest: 0..1, seen: HashSet::default() }
    }

    /// The levels of the greatest depth so far.
    pub(crate) fn deepest(&self) -> Range<usize> {
        self.deepest.clone()
    }

    /// Goes one depth further; tells which levels are there: none at the end.
    pub(crate) fn descend(&mut self) -> Range<usize> {
        let start = self.levels.len();
        let mut indices = Indices::default();
        for at in self.deepest() {
            let Level { ty, indirect, multiple, .. } = self.levels[at];
            if matches!(self.types.get(ty), Type::Named(_)) {
                self.seen.insert(ty);
            }
            let Type::Struct(fields) = self.types.under(ty) else { continue };
            for (field, number) in fields.iter().zip(0..).filter(|(field, _)| field.embedded) {
                let (ty, pointer) = self.types.deref(field.ty);
                if let Some(old) = indices.get_or_insert(ty, self.levels.len()) {
                    self.levels[old].multiple = true;
                    continue;
                }
                let outer = Some((at, number));
                self.levels.push(Level { ty, indirect: indirect || pointer, multiple, outer });
            }
        }
        for level in &mut self.levels[start..] {
            if self.seen.contains(&level.ty) {
                level.ty = Basic::Invalid.id();
            }
        }
        self.deepest = start..self.levels.len();
        self.deepest()
    }

    /// The fields that lead to a level.
    pub(crate) fn path(&self, at: usize) -> Vec<u32> {
        let steps = std::iter::successors(self.levels[at].outer, |&(at, _)| self.levels[at].outer);
        let mut path: Vec<u32> = steps.map(|(_, field)| field).collect();
        path.reverse();
        path
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

impl Types {
    /// The pointed-to type, if `ty` is a pointer type (not a defined one).
    pub(crate) fn deref(&self, ty: TypeId) -> (TypeId, bool) {
        match self.get(ty) {
            Type::Pointer(base) => (*base, true),
            _ => (ty, false),
        }
    }
}
