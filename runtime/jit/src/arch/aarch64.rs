//! aarch64: the linking of calls.

use cranelift_codegen::binemit::Reloc;

/// The relocation of calls of functions in the same piece of memory.
pub(crate) const CALL_RELOC: Reloc = Reloc::Arm64Call;

/// The filling between pieces of code: traps (`brk #0`).
pub(crate) const PADDING: &[u8] = &[0x00, 0x00, 0x20, 0xd4];

/// The bits of a call instruction that hold the distance, in instructions.
const DISTANCE_MASK: u32 = (1 << 26) - 1;

/// Links the call at `place` to the code that is `distance` bytes away.
pub(crate) fn link_call(place: &mut [u8], distance: i64) {
    let (word, _) = place.split_first_chunk_mut().expect("an instruction has four bytes");
    let opcode = u32::from_le_bytes(*word) & !DISTANCE_MASK;
    *word = (opcode | (distance >> 2) as u32 & DISTANCE_MASK).to_le_bytes();
}
