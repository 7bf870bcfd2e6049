//! Walks through embedded fields, depth by depth. Method sets, selectors and hints all use this walk.

use crate::ty::{Basic, Type, TypeId, Types};
use minigo_syntax::hash::{HashMap, HashSet};
use std::collections::hash_map::Entry;
use std::ops::Range;

/// A type at some depth of embedding.
pub(crate) struct EmbeddedType {
    /// The type, dereferenced if it is a pointer. Invalid if the same type occurs at lesser depth, which hides this
    /// one.
    pub ty: TypeId,
    /// Whether the path to the type dereferences a pointer.
    pub is_indirect: bool,
    /// Whether the type occurs more than once at its depth: its fields and methods are ambiguous then.
    pub is_multiple: bool,
    /// The index in [`Embedding::embedded_types`] of the struct that embeds the type, and the number of the field.
    pub outer_field: Option<(usize, u32)>,
}

/// The embedded types found so far, those of lesser depth first. Only the last step of each path is stored: types can
/// be embedded thousands deep, and few of them have the member that is looked up.
pub(crate) struct Embedding<'t> {
    types: &'t Types,
    /// All types found.
    pub embedded_types: Vec<EmbeddedType>,
    /// The levels of the greatest depth so far.
    deepest_types: Range<usize>,
    /// The defined types found.
    seen_types: HashSet<TypeId>,
}

impl<'t> Embedding<'t> {
    /// Starts with `ty` itself at depth 0. `indirect`: the operand is a pointer to `ty`.
    pub(crate) fn of(types: &'t Types, ty: TypeId, indirect: bool) -> Self {
        let levels =
            vec![EmbeddedType { ty, is_indirect: indirect, is_multiple: false, outer_field: None }];
        Self { types, embedded_types: levels, deepest_types: 0..1, seen_types: HashSet::default() }
    }

    /// The levels of the greatest depth so far.
    pub(crate) fn deepest_types(&self) -> Range<usize> {
        self.deepest_types.clone()
    }

    /// Descends by one depth. Returns the levels at that depth; the range is empty at the end.
    pub(crate) fn descend_level(&mut self) -> Range<usize> {
        let start = self.embedded_types.len();
        let mut indices = TypeIndices::default();
        for at in self.deepest_types() {
            let EmbeddedType { ty, is_indirect: indirect, is_multiple: multiple, .. } =
                self.embedded_types[at];
            if matches!(self.types.get(ty), Type::Named(_)) {
                self.seen_types.insert(ty);
            }
            let Type::Struct(fields) = self.types.underlying_structure(ty) else { continue };
            for (field, number) in fields.iter().zip(0..).filter(|(field, _)| field.embedded) {
                let (ty, pointer) = self.types.deref(field.ty);
                if let Some(old) = indices.get_or_insert(ty, self.embedded_types.len()) {
                    self.embedded_types[old].is_multiple = true;
                    continue;
                }
                let outer = Some((at, number));
                self.embedded_types.push(EmbeddedType {
                    ty,
                    is_indirect: indirect || pointer,
                    is_multiple: multiple,
                    outer_field: outer,
                });
            }
        }
        for level in &mut self.embedded_types[start..] {
            if self.seen_types.contains(&level.ty) {
                level.ty = Basic::Invalid.id();
            }
        }
        self.deepest_types = start..self.embedded_types.len();
        self.deepest_types()
    }

    /// The numbers of the fields that lead to a level.
    pub(crate) fn path(&self, at: usize) -> Vec<u32> {
        let steps = std::iter::successors(self.embedded_types[at].outer_field, |&(at, _)| {
            self.embedded_types[at].outer_field
        });
        let mut path: Vec<u32> = steps.map(|(_, field)| field).collect();
        path.reverse();
        path
    }
}

/// The indices of the levels at one depth, by type.
#[derive(Default)]
struct TypeIndices {
    /// The first type at this depth, kept outside of the map, because most depths have only one type.
    first_type: Option<(TypeId, usize)>,
    other_types: HashMap<TypeId, usize>,
}

impl TypeIndices {
    /// The index of a type that is already present. A type that is not present gets `index`, and the result is `None`.
    fn get_or_insert(&mut self, ty: TypeId, index: usize) -> Option<usize> {
        match self.first_type {
            None => self.first_type = Some((ty, index)),
            Some((first, index)) if first == ty => return Some(index),
            Some(_) => match self.other_types.entry(ty) {
                Entry::Occupied(known) => return Some(*known.get()),
                Entry::Vacant(free) => _ = free.insert(index),
            },
        }
        None
    }
}

impl Types {
    /// The pointer base type and true if `ty` is a pointer type (not a defined type), else `ty` and false.
    pub(crate) fn deref(&self, ty: TypeId) -> (TypeId, bool) {
        match self.get(ty) {
            Type::Pointer(base) => (*base, true),
            _ => (ty, false),
        }
    }
}
