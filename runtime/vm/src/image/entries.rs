//! Where compiled code is entered: beside each instruction the address of its code, if it is an entry.
//!
//! An entry's instruction is *hot*: its opcode is replaced by that of `hot`, which goes on in compiled code, while its
//! operands stay. What it was is kept here, for all who want the code as it was made. The memory is there from the
//! first entry on, and only where there are entries.

use memmap2::{MmapMut, MmapOptions};
use minigo_bytecode::ops::Op;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

/// The entries of an image.
pub(crate) struct Entries {
    tables: OnceLock<Option<Tables>>,
    /// How many instructions there may come to be.
    room: usize,
}

struct Tables {
    /// Addresses of compiled code, one an instruction; below [`minigo_jit::abi::LOWEST_ENTRY`] there is none.
    addresses: MmapMut,
    /// What the hot instruction was (low half), and the number of the entry (high half).
    marks: MmapMut,
}

/// What is known of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    /// The opcode that the instruction was made with.
    pub(crate) opcode: u16,
    /// Which entry of its function it is, or [`BEGINNING`].
    pub(crate) number: u16,
}

/// The number of the entry at the beginning of a function.
pub(crate) const BEGINNING: u16 = u16::MAX;

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
        let new = || Some(Tables { addresses: map(self.room * 8)?, marks: map(self.room * 4)? });
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

    fn marks(&self) -> &[AtomicU32] {
        match self.tables.get() {
            // SAFETY: as above.
            Some(Some(t)) => unsafe {
                std::slice::from_raw_parts(t.marks.as_ptr().cast(), self.room)
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
        self.addresses().get(at).map_or(0, |word| word.load(Ordering::Acquire))
    }

    /// What is known of a hot instruction.
    pub(crate) fn mark(&self, at: usize) -> Mark {
        let word = self.marks().get(at).map_or(0, |word| word.load(Ordering::Relaxed));
        Mark { opcode: word as u16, number: (word >> 16) as u16 }
    }

    /// The instruction at `pc`, which lies at place `at`, as it was made.
    ///
    /// # Safety
    /// `pc` is at an instruction.
    pub(crate) unsafe fn made_at(&self, at: usize, pc: *const Op) -> Op {
        // SAFETY: the caller's promise.
        let (op, bits) = unsafe { (*pc, pc.cast::<u64>().read()) };
        let Op::Hot {} = op else { return op };
        Op::from_bits(bits & !0xffff | u64::from(self.mark(at).opcode)).unwrap_or(op)
    }

    /// Makes the instruction at `pc`, which lies at place `at`, the entry of compiled code.
    ///
    /// # Safety
    /// The code may be changed, and compiled code for this instruction lies at `address`.
    pub(crate) unsafe fn set(&self, at: usize, pc: *const Op, address: u64, number: u16) {
        let (addresses, marks) = (self.addresses(), self.marks());
        let tag = pc.cast::<AtomicU16>();
        // SAFETY: the opcode is the first field of an instruction.
        let tag = unsafe { &*tag };
        let opcode = match tag.load(Ordering::Relaxed) {
            known if known == hot() => self.mark(at).opcode,
            known => known,
        };
        marks[at].store(u32::from(opcode) | u32::from(number) << 16, Ordering::Relaxed);
        // The partner of the acquire in `address`: the code and the mark are there.
        addresses[at].store(address, Ordering::Release);
        // Goroutines that run here see one instruction or the other; both do the same.
        tag.store(hot(), Ordering::Release);
    }

    /// The instruction is no entry any more.
    ///
    /// # Safety
    /// The code may be changed.
    pub(crate) unsafe fn clear(&self, at: usize, pc: *const Op) {
        let Some(address) = self.addresses().get(at) else { return };
        address.store(0, Ordering::Release);
        // SAFETY: as in `set`.
        let tag = unsafe { &*pc.cast::<AtomicU16>() };
        if tag.load(Ordering::Relaxed) == hot() {
            tag.store(self.mark(at).opcode, Ordering::Release);
        }
    }
}
