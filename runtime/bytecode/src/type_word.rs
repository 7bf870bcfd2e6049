//! Words that stand for types: the first word of an interface value, and the pointer that a `reflect.Type` holds.
//!
//! Each type has [`TYPE_STRIDE`] bytes of memory in a region of its machine. The region begins at a multiple of its
//! [`REGION_SIZE`], and not in the first 4 GiB of the address space. The memory has the layout of Go's descriptors:
//! `abi.Type` at the beginning, and `abi.ITab` at [`ITAB_OFFSET`]. A word is 0 (no type), a number below 2³² (the id of
//! a type), or an address in the region: so the word alone determines the id.

use crate::operand::TypeId;

/// The size of a type's memory in bytes, a power of two.
pub const TYPE_STRIDE: u64 = 1 << STRIDE_BITS;
/// The binary logarithm of [`TYPE_STRIDE`].
pub const STRIDE_BITS: u32 = 7;

/// The size of the region in bytes, a power of two.
pub const REGION_SIZE: u64 = 1 << REGION_SIZE_BITS;
/// The binary logarithm of [`REGION_SIZE`].
pub const REGION_SIZE_BITS: u32 = 27;

/// The number of types for which there is room.
pub const MAX_TYPES: u64 = REGION_SIZE / TYPE_STRIDE;

/// The offset of the itab in a type's memory, for values of that type. All interface types with methods share the
/// type's one itab.
pub const ITAB_OFFSET: u64 = 96;

/// The type for which a word stands; 0 for no type.
#[inline(always)]
#[must_use]
pub const fn type_of(word: u64) -> TypeId {
    if word >> 32 == 0 {
        TypeId(word as u32)
    } else {
        TypeId(((word & (REGION_SIZE - 1)) >> STRIDE_BITS) as u32)
    }
}
