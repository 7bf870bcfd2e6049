//! The entries of compiled code: for each instruction the address of its machine code, if it is an entry.
//!
//! An entry's instruction is *hot*: its opcode is replaced by that of `hot_opcode`, which continues in compiled code,
//! while its operands stay. This module keeps the original opcode: tracebacks, liveness and the compiler read the
//! original code. The memory is allocated with the first entry, and used only where there are entries.

use crate::image::instr::{atomic_opcode, opcode, with_opcode};
use memmap2::{MmapMut, MmapOptions};
use minigo_bytecode::ops::Op;
use minigo_jit::abi::LOWEST_CODE_ENTRY;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering, fence};

/// The entries of an image.
pub(crate) struct CompiledEntries {
    tables: OnceLock<Option<EntryTables>>,
    /// The most instructions that the image may have.
    capacity: usize,
}

struct EntryTables {
    /// Addresses of compiled code, one for each instruction; a value below [`minigo_jit::abi::LOWEST_CODE_ENTRY`] means
    /// none. Above the 48 bits of an address stands the index of the entry in its function, plus 1; 0 for the
    /// beginning, where compiled code reads the word. Address and index are in one word, since another version of the
    /// function may be installed at any time.
    addresses: MmapMut,
    /// The original opcodes of hot instructions.
    original_opcodes: MmapMut,
}

/// The number of the entry at the beginning of a function.
pub(crate) const FUNCTION_START_ENTRY: u16 = u16::MAX;

/// Bits of an address in a process.
const ADDRESS_BITS: u32 = 48;

/// To be called when an instruction is found hot, before its entry is read: the partner of the release in
/// [`CompiledEntries::set`], since opcodes are loaded relaxed.
#[inline(always)]
pub(crate) fn acquire_entry_fence() {
    fence(Ordering::Acquire);
}

/// The opcode of the instruction `hot_opcode`, which runs compiled code.
pub(crate) fn hot_opcode() -> u16 {
    Op::Hot {}.to_bits() as u16
}

impl CompiledEntries {
    /// The entries of code that may grow to `room` instructions; with 0, no instruction can become an entry.
    pub(crate) fn new(room: usize) -> Self {
        Self { tables: OnceLock::new(), capacity: room }
    }

    fn tables(&self) -> Option<&EntryTables> {
        let map = |bytes: usize| MmapOptions::new().len(bytes).no_reserve_swap().map_anon().ok();
        if self.capacity == 0 {
            return None;
        }
        let new = || {
            Some(EntryTables {
                addresses: map(self.capacity * 8)?,
                original_opcodes: map(self.capacity * 2)?,
            })
        };
        self.tables.get_or_init(new).as_ref()
    }

    /// Reports whether the system provides memory for entries; from then on they can be set.
    pub(crate) fn ensure_memory(&self) -> bool {
        self.tables().is_some()
    }

    fn addresses(&self) -> &[AtomicU64] {
        match self.tables.get() {
            // SAFETY: a mapping of that many words, which begins at a page; zero bytes are words.
            Some(Some(t)) => unsafe {
                std::slice::from_raw_parts(t.addresses.as_ptr().cast(), self.capacity)
            },
            _ => &[],
        }
    }

    fn original_opcodes(&self) -> &[AtomicU16] {
        match self.tables.get() {
            // SAFETY: as above.
            Some(Some(t)) => unsafe {
                std::slice::from_raw_parts(t.original_opcodes.as_ptr().cast(), self.capacity)
            },
            _ => &[],
        }
    }

    /// The table of addresses, for compiled code.
    pub(crate) fn address_table(&self) -> *const AtomicU64 {
        self.addresses().as_ptr()
    }

    /// The address of the machine code for the instruction at index `at` of the code.
    pub(crate) fn address(&self, at: usize) -> u64 {
        self.entry(at).0
    }

    /// The address of the machine code for the instruction at index `at`, and the index of the entry in its function.
    pub(crate) fn entry(&self, at: usize) -> (u64, u16) {
        let word = self.addresses().get(at).map_or(0, |word| word.load(Ordering::Acquire));
        (word & ((1 << ADDRESS_BITS) - 1), ((word >> ADDRESS_BITS) as u16).wrapping_sub(1))
    }

    /// The original opcode of the hot instruction at index `at`.
    pub(crate) fn original_opcode(&self, at: usize) -> u16 {
        self.original_opcodes().get(at).map_or(0, |word| word.load(Ordering::Relaxed))
    }

    /// The original instruction at `pc`, which has index `at`.
    ///
    /// # Safety
    /// `pc` points to an instruction.
    pub(crate) unsafe fn original_op(&self, at: usize, pc: *const Op) -> Op {
        // SAFETY: the caller's promise; the original opcode of an instruction that was hot is stored here.
        unsafe {
            let present = opcode(pc);
            if present != hot_opcode() {
                return with_opcode(pc, present);
            }
            acquire_entry_fence();
            with_opcode(pc, self.original_opcode(at))
        }
    }

    /// Makes the instruction at `pc`, which has index `at`, an entry of compiled code.
    ///
    /// # Safety
    /// No other thread changes the code at the same time, and compiled code for this instruction lies at `address`.
    pub(crate) unsafe fn set(&self, at: usize, pc: *const Op, address: u64, number: u16) {
        let (addresses, opcodes) = (self.addresses(), self.original_opcodes());
        // SAFETY: the caller's promise.
        let tag = unsafe { atomic_opcode(pc) };
        let opcode = match tag.load(Ordering::Relaxed) {
            known if known == hot_opcode() => self.original_opcode(at),
            known => known,
        };
        opcodes[at].store(opcode, Ordering::Relaxed);
        // `FUNCTION_START_ENTRY` becomes 0.
        let word = address | u64::from(number.wrapping_add(1)) << ADDRESS_BITS;
        // This release is the partner of the acquire in `entry`: it publishes the machine code and the original opcode.
        addresses[at].store(word, Ordering::Release);
        // Goroutines that execute this instruction see either opcode; both do the same.
        tag.store(hot_opcode(), Ordering::Release);
    }

    /// Makes compiled code that calls the function at index `from` enter the function at index `to`, if that is
    /// compiled. The opcode of the instruction at `from` does not change.
    pub(crate) fn redirect_entry(&self, from: usize, to: usize) {
        let (word, (address, number)) = (self.addresses().get(from), self.entry(to));
        if let Some(word) = word
            && address >= LOWEST_CODE_ENTRY
            && number == FUNCTION_START_ENTRY
        {
            word.store(address, Ordering::Release);
        }
    }

    /// Makes the instruction an ordinary one again.
    ///
    /// # Safety
    /// No other thread changes the code at the same time.
    pub(crate) unsafe fn clear(&self, at: usize, pc: *const Op) {
        let Some(address) = self.addresses().get(at) else { return };
        address.store(0, Ordering::Release);
        // SAFETY: as in `set`.
        let tag = unsafe { atomic_opcode(pc) };
        if tag.load(Ordering::Relaxed) == hot_opcode() {
            tag.store(self.original_opcode(at), Ordering::Release);
        }
    }
}
