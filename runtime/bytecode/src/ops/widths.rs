//! Widths of operands that do not stand in the instruction itself.

use crate::operand::TypeId;
use crate::rtype::RType;

/// What such widths depend on: the first `Ext` of the instruction, and types.
#[derive(Clone, Copy, Debug)]
pub struct Widths<'t> {
    /// The first operand of the `Ext`.
    pub a: u32,
    /// The second one.
    pub b: u32,
    /// The types that it may name.
    pub types: &'t [RType],
}

impl Widths<'_> {
    /// Slots of a value of the type that `b` names.
    pub(super) fn elem(&self) -> u32 {
        self.slots(TypeId(self.b))
    }

    /// Slots of a key of the map type that `b` names.
    pub(super) fn key(&self) -> u32 {
        self.slots(self.types.get(self.b as usize).map_or(TypeId(0), |ty| ty.key))
    }

    fn slots(&self, ty: TypeId) -> u32 {
        self.types.get(ty.0 as usize).map_or(0, RType::slots)
    }
}
