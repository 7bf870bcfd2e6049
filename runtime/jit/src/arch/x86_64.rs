//! x86-64.

use cranelift_codegen::binemit::Reloc;

/// Calls of functions in the same piece of memory.
pub(crate) const CALL: Reloc = Reloc::X86CallPCRel4;

/// What lies between pieces of code: traps.
pub(crate) const PADDING: &[u8] = &[0xcc];

/// Lets the call at `place` lead to what is `distance` bytes from there.
pub(crate) fn link_call(place: &mut [u8], distance: i64) {
    place[..4].copy_from_slice(&(distance as i32).to_le_bytes());
}
