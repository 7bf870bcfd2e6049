//! Words that stand for types: the first word of an interface value, and the pointer that a `reflect.Type` holds.
//!
//! Each type has [`STRIDE`] bytes of memory in a region of its machine, which begins at a multiple of its [`SIZE`] and
//! not in the first 4 GiB of the address space. The memory has the layout of Go's descriptors: `abi.Type` at the
//! beginning, and `abi.ITab` at [`ITAB`]. A word is 0 (no type), a number below 2³² (the id of a type), or an address
//! in the region: so the id can be found from a word alone.

use crate::operand::TypeId;

/// Bytes of a type's memory, a power of two.
pub const STRIDE: u64 = 1 << STRIDE_BITS;
/// See [`STRIDE`].
pub const STRIDE_BITS: u32 = 7;

/// Bytes of the region, a power of two.
pub const SIZE: u64 = 1 << SIZE_BITS;
/// See [`SIZE`].
pub const SIZE_BITS: u32 = 27;

/// Types for which there is room.
pub const MOST_TYPES: u64 = SIZE / STRIDE;

/// Where in a type's memory the itab of values of that type lies. All interface types with methods share it.
pub const ITAB: u64 = 96;

/// The type of a word, 0 for no type.
#[inline(always)]
#[must_use]
pub const fn type_of(word: u64) -> TypeId {
    if word >> 32 == 0 {
        TypeId(word as u32)
    } else {
        TypeId(((word & (SIZE - 1)) >> STRIDE_BITS) as u32)
    }
}
