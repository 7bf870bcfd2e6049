//! Widths of operands that the instruction itself does not contain.

use crate::operand::TypeId;
use crate::rtype::RType;

/// The data that determine widths which the instruction itself does not contain: the first `Ext` of the instruction,
/// and types.
#[derive(Clone, Copy, Debug)]
pub struct WidthInputs<'t> {
    /// The first operand of the `Ext`.
    pub ext_a: u32,
    /// The second operand of the `Ext`.
    pub ext_b: u32,
    /// The types to which `ext_b` may refer.
    pub types: &'t [RType],
}

impl WidthInputs<'_> {
    /// How many slots a value of type `ext_b` takes.
    pub(super) fn elem_slots(&self) -> u32 {
        self.slots(TypeId(self.ext_b))
    }

    /// How many slots a key of map type `ext_b` takes.
    pub(super) fn key_slots(&self) -> u32 {
        self.slots(self.types.get(self.ext_b as usize).map_or(TypeId(0), |ty| ty.key))
    }

    fn slots(&self, ty: TypeId) -> u32 {
        self.types.get(ty.0 as usize).map_or(0, RType::slots)
    }
}
