//! x86-64: the linking of calls.

use cranelift_codegen::binemit::Reloc;

/// The relocation of calls of functions in the same piece of memory.
pub(crate) const CALL_RELOC: Reloc = Reloc::X86CallPCRel4;

/// The filling between pieces of code: traps.
pub(crate) const PADDING: &[u8] = &[0xcc];

/// Links the call at `place` to the code that is `distance` bytes away.
pub(crate) fn link_call(place: &mut [u8], distance: i64) {
    place[..4].copy_from_slice(&(distance as i32).to_le_bytes());
}
