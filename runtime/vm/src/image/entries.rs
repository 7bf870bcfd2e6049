//! Where compiled code is entered: beside each instruction the address of its code, if it is an entry.
//!
//! An entry's instruction is *hot*: its opcode is replaced by that of `hot`, which goes on in compiled code, while its
//! operands stay. Its opcode is kept here: tracebacks, liveness and the compiler read the code as it was made. The
//! memory is there from the first entry on, and only where there are entries.

use crate::image::instr::{opcode, tag, with_opcode};
use memmap2::{MmapMut, MmapOptions};
use minigo_bytecode::ops::Op;
use minigo_jit::abi::LOWEST_ENTRY;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering, fence};

/// The entries of an image.
pub(crate) struct Entries {
    tables: OnceLock<Option<Tables>>,
    /// How many instructions there may come to be.
    room: usize,
}

struct Tables {
    /// Addresses of compiled code, one an instruction; below [`minigo_jit::abi::LOWEST_ENTRY`] there is none. Above the
    /// 48 bits of an address stands which entry of its function it is, plus 1; nothing at the beginning, where compiled
    /// code reads the word. In one word, since another version of the function may be put there at any time.
    addresses: MmapMut,
    /// The opcodes that hot instructions were made with.
    opcodes: MmapMut,
}

/// The number of the entry at the beginning of a function.
pub(crate) const BEGINNING: u16 = u16::MAX;

/// Bits of addresses of a process.
const ADDRESS_BITS: u32 = 48;

/// To be called when an instruction was found hot, before its entry is looked at: the partner of the release in
/// [`Entries::set`], since opcodes are loaded relaxed.
#[inline(always)]
pub(crate) fn see_entry() {
    fence(Ordering::Acquire);
}

/// The opcode of `hot`.
pub(crate) fn hot() -> u16 {
    Op::Hot {}.to_bits() as u16
}

impl Entries {
    /// Of code that may come to have `room` instructions; with none, no instruction can become an entry.
    pub(crate) fn new(room: usize) -> Self {
        Self { tables: OnceLock::new(), room }
    }

    fn tables(&self) -> Option<&Tables> {
        let map = |bytes: usize| MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok();
        if self.room == 0 {
            return None;
        }
        let new = || Some(Tables { addresses: map(self.room * 8)?, opcodes: map(self.room * 2)? });
        self.tables.get_or_init(new).as_ref()
    }

    /// Whether the system gives memory for entries; from then on they can be set.
    pub(crate) fn are_there(&self) -> bool {
        self.tables().is_some()
    }

    fn addresses(&self) -> &[AtomicU64] {
        match self.tables.get() {
            // SAFETY: a mapping of that many words, which begins at a page; zero bytes are words.
            Some(Some(t)) => unsafe {
                std::slice::from_raw_parts(t.addresses.as_ptr().cast(), self.room)
            },
            _ => &[],
        }
    }

    fn opcodes(&self) -> &[AtomicU16] {
        match self.tables.get() {
            // SAFETY: as above.
            Some(Some(t)) => unsafe {
                std::slice::from_raw_parts(t.opcodes.as_ptr().cast(), self.room)
            },
            _ => &[],
        }
    }

    /// The addresses, for compiled code.
    pub(crate) fn begin(&self) -> *const AtomicU64 {
        self.addresses().as_ptr()
    }

    /// The address of the code that belongs to the instruction at place `at` of the code.
    pub(crate) fn address(&self, at: usize) -> u64 {
        self.entry(at).0
    }

    /// The same, and which entry of its function it is.
    pub(crate) fn entry(&self, at: usize) -> (u64, u16) {
        let word = self.addresses().get(at).map_or(0, |word| word.load(Ordering::Acquire));
        (word & ((1 << ADDRESS_BITS) - 1), ((word >> ADDRESS_BITS) as u16).wrapping_sub(1))
    }

    /// The opcode that a hot instruction was made with.
    pub(crate) fn opcode(&self, at: usize) -> u16 {
        self.opcodes().get(at).map_or(0, |word| word.load(Ordering::Relaxed))
    }

    /// The instruction at `pc`, which lies at place `at`, as it was made.
    ///
    /// # Safety
    /// `pc` is at an instruction.
    pub(crate) unsafe fn made_at(&self, at: usize, pc: *const Op) -> Op {
        // SAFETY: the caller's promise; an instruction that was hot has the opcode that it was made with here.
        unsafe {
            let present = opcode(pc);
            if present != hot() {
                return with_opcode(pc, present);
            }
            see_entry();
            with_opcode(pc, self.opcode(at))
        }
    }

    /// Makes the instruction at `pc`, which lies at place `at`, the entry of compiled code.
    ///
    /// # Safety
    /// The code may be changed, and compiled code for this instruction lies at `address`.
    pub(crate) unsafe fn set(&self, at: usize, pc: *const Op, address: u64, number: u16) {
        let (addresses, opcodes) = (self.addresses(), self.opcodes());
        // SAFETY: the caller's promise.
        let tag = unsafe { tag(pc) };
        let opcode = match tag.load(Ordering::Relaxed) {
            known if known == hot() => self.opcode(at),
            known => known,
        };
        opcodes[at].store(opcode, Ordering::Relaxed);
        // `BEGINNING` becomes 0.
        let word = address | u64::from(number.wrapping_add(1)) << ADDRESS_BITS;
        // The partner of the acquire in `entry`: the code and the opcode are there.
        addresses[at].store(word, Ordering::Release);
        // Goroutines that run here see one instruction or the other; both do the same.
        tag.store(hot(), Ordering::Release);
    }

    /// Compiled code that calls the function at place `from` enters that at `to`, if it is compiled. The instruction
    /// at `from` stays as it is.
    pub(crate) fn lead(&self, from: usize, to: usize) {
        let (word, (address, number)) = (self.addresses().get(from), self.entry(to));
        if let Some(word) = word
            && address >= LOWEST_ENTRY
            && number == BEGINNING
        {
            word.store(address, Ordering::Release);
        }
    }

    /// The instruction is no entry any more.
    ///
    /// # Safety
    /// The code may be changed.
    pub(crate) unsafe fn clear(&self, at: usize, pc: *const Op) {
        let Some(address) = self.addresses().get(at) else { return };
        address.store(0, Ordering::Release);
        // SAFETY: as in `set`.
        let tag = unsafe { tag(pc) };
        if tag.load(Ordering::Relaxed) == hot() {
            tag.store(self.opcode(at), Ordering::Release);
        }
    }
}
