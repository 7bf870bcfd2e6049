//! What is known about defined types while they are checked.

use crate::checker::Checker;
use crate::scope::object::{GenericId, ObjId};
use crate::ty::{Basic, Named, NamedId, TypeId};

pub(crate) use crate::ids::UNRESOLVED;

/// How much of a defined type is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Only that it exists.
    Declared,
    /// Its declaration is being checked.
    Completing,
    /// Its underlying type.
    Done,
}

/// What is known about a defined type beside what [`Named`] says.
#[derive(Clone, Debug)]
pub(crate) struct NamedInfo {
    /// How much is known.
    pub stage: Stage,
    /// Its object; none for predeclared types.
    pub obj: Option<ObjId>,
    /// Of an instance: the generic type.
    pub generic: Option<GenericId>,
    /// The objects of its methods, in the order of [`Named::methods`].
    pub methods: Vec<ObjId>,
    /// What it is defined as.
    pub rhs: TypeId,
    /// Whether it has been found to be of finite size.
    pub finite: bool,
}

impl<'a> Checker<'a> {
    /// Adds a defined type.
    pub(crate) fn new_named(&mut self, named: Named, info: NamedInfo) -> (NamedId, TypeId) {
        self.named.push(info);
        self.types.define(named)
    }

    /// What is known about `id`.
    pub(crate) fn named_info(&self, id: NamedId) -> &NamedInfo {
        &self.named[id.0 as usize]
    }

    /// What is known about `id`, to change it.
    pub(crate) fn named_info_mut(&mut self, id: NamedId) -> &mut NamedInfo {
        &mut self.named[id.0 as usize]
    }
}

impl NamedInfo {
    /// Of a type that is complete from the start.
    pub(crate) fn done() -> Self {
        let info = Self::declared(ObjId(0), None);
        Self { stage: Stage::Done, obj: None, finite: true, ..info }
    }

    /// Of a type that `obj` declares.
    pub(crate) fn declared(obj: ObjId, generic: Option<GenericId>) -> Self {
        Self {
            stage: Stage::Declared,
            obj: Some(obj),
            generic,
            methods: Vec::new(),
            rhs: Basic::Invalid.id(),
            finite: false,
        }
    }
}
