//! aarch64.

use cranelift_codegen::binemit::Reloc;

/// Calls of functions in the same piece of memory.
pub(crate) const CALL: Reloc = Reloc::Arm64Call;

/// What lies between pieces of code: traps (`brk #0`).
pub(crate) const PADDING: &[u8] = &[0x00, 0x00, 0x20, 0xd4];

/// Bits of an instruction that hold the distance of a call, in instructions.
const DISTANCE: u32 = (1 << 26) - 1;

/// Lets the call at `place` lead to what is `distance` bytes from there.
pub(crate) fn link_call(place: &mut [u8], distance: i64) {
    let (word, _) = place.split_first_chunk_mut().expect("an instruction has four bytes");
    let opcode = u32::from_le_bytes(*word) & !DISTANCE;
    *word = (opcode | (distance >> 2) as u32 & DISTANCE).to_le_bytes();
}
