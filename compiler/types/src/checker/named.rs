//! The checker's facts about defined types.

use crate::checker::Checker;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{Basic, Named, NamedId, TypeId};

pub(crate) use crate::ids::UNRESOLVED;

/// The progress of checking the declaration of a defined type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeResolutionStage {
    /// The name is known, but the declaration has not been looked at.
    Declared,
    /// The declaration is being checked.
    Completing,
    /// The underlying type is known.
    Done,
}

/// Facts about a defined type that [`Named`] does not contain.
#[derive(Clone, Debug)]
pub(crate) struct NamedInfo {
    /// How far the declaration has been checked.
    pub stage: TypeResolutionStage,
    /// The object; `None` for predeclared types.
    pub obj: Option<ObjId>,
    /// For an instance: the generic type.
    pub generic: Option<GenericId>,
    /// The objects of the methods, in the order of [`Named::methods`].
    pub methods: Vec<ObjId>,
    /// The type on the right side of the declaration.
    pub rhs: TypeId,
    /// Whether the type is known to have finite size.
    pub has_finite_size: bool,
}

impl<'a> Checker<'a> {
    /// Adds a defined type.
    pub(crate) fn new_named(&mut self, named: Named, info: NamedInfo) -> (NamedId, TypeId) {
        self.named_types.push(info);
        self.types.define(named)
    }

    /// The facts about `id`.
    pub(crate) fn named_info(&self, id: NamedId) -> &NamedInfo {
        &self.named_types[id.0 as usize]
    }

    /// The facts about `id`, mutable.
    pub(crate) fn named_info_mut(&mut self, id: NamedId) -> &mut NamedInfo {
        &mut self.named_types[id.0 as usize]
    }
}

impl NamedInfo {
    /// The facts about a type that is complete from the start.
    pub(crate) fn of_complete_type() -> Self {
        let info = Self::of_declaration(ObjId(0), None);
        Self { stage: TypeResolutionStage::Done, obj: None, has_finite_size: true, ..info }
    }

    /// The facts about a type that `obj` declares.
    pub(crate) fn of_declaration(obj: ObjId, generic: Option<GenericId>) -> Self {
        Self {
            stage: TypeResolutionStage::Declared,
            obj: Some(obj),
            generic,
            methods: Vec::new(),
            rhs: Basic::Invalid.id(),
            has_finite_size: false,
        }
    }
}
