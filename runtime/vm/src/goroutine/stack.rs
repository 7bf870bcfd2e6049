//! The stack of a goroutine: one block of slots that starts small and doubles by copying.
//!
//! A stack owns raw memory, which no other file of this folder allocates.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use minigo_heap::Heap;
use minigo_heap::ledger::{charge_explicitly, credit_explicitly};
use std::alloc::{Layout, alloc_zeroed, dealloc};

/// Makes room for `slots` slots, counted from the frame's base. Returns false if there is no room; the context says
/// why.
pub(crate) fn grow_stack(cx: &mut Cx, slots: usize) -> bool {
    let (r, shared) = (cx.registers.frame_base, cx.shared);
    let g = cx.g();
    // SAFETY: the frame lies in the stack.
    let offset = unsafe { r.offset_from(g.stack.base()) } as usize;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let needed = offset + slots;
    let grown = match shared.stress.moves_stacks && needed <= STRESS_MAX_SIZE {
        true => g.stack.move_to(&shared.heap, needed.max(g.stack.slots())),
        false => g.stack.grow(&shared.heap, needed, shared.settings.max_stack()),
    };
    if let Err(why) = grown {
        cx.set_exit(InterpreterExit::NoStack(why));
        return false;
    }
    g.retried_instruction = 0;
    let (base, limit) = (g.stack.base(), g.stack.limit());
    let bytes = size_of_val(g.stack.stack_words());
    cx.task().trace_stack_growth(bytes);
    cx.stack_limit = limit;
    // SAFETY: the larger stack contains this slot too.
    cx.registers.frame_base = unsafe { base.add(offset) };
    true
}

/// Slots of a new stack: with the goroutine's other memory, 512 bytes.
pub(crate) const FIRST_SLOTS: usize = 48;

/// Under stress, stacks above this size grow as without stress, and are moved less often.
pub(crate) const STRESS_MAX_SIZE: usize = 4096;

/// The fewest slots that a stack is shrunk to: the first growth is cheap.
const MIN_SLOTS_AFTER_SHRINK: usize = 128;

/// A run of slots. Only the frame base of the running slice points into the slots.
pub(crate) struct Stack {
    base: *mut u64,
    slots: usize,
}

// SAFETY: a stack owns its memory.
unsafe impl Send for Stack {}

/// Bytes of a goroutine: its place in the scheduler, and its first stack. The stack is counted as soon as the goroutine
/// exists: without room for one more, the goroutine that starts it fails, rather than the last one to begin running.
pub(crate) const GOROUTINE_BYTES: usize = SCHEDULER_BYTES + FIRST_SLOTS * 8;

/// Bytes of a goroutine's place in the scheduler.
const SCHEDULER_BYTES: usize = 320;

/// Charges a goroutine's place in the scheduler to the heap for as long as the goroutine lives.
pub(crate) struct SchedulerMemoryCharge(());

impl SchedulerMemoryCharge {
    #[inline(always)]
    pub(crate) fn charge_scheduler_memory() -> Self {
        charge_explicitly(SCHEDULER_BYTES);
        Self(())
    }
}

impl Drop for SchedulerMemoryCharge {
    #[inline(always)]
    fn drop(&mut self) {
        credit_explicitly(SCHEDULER_BYTES);
    }
}

/// Why a stack cannot grow.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NoStack {
    /// The stack would exceed its size limit.
    TooLarge,
    /// An allocation of this many bytes failed.
    NoMemory(usize),
}

fn layout(slots: usize) -> Layout {
    Layout::array::<u64>(slots).expect("a stack is far smaller than the address space")
}

impl Stack {
    /// A stack for a goroutine that begins. The heap counted the stack when the goroutine was made.
    pub(crate) fn new() -> Result<Self, NoStack> {
        let base = zeroed_slots(FIRST_SLOTS).ok_or(NoStack::NoMemory(FIRST_SLOTS * 8))?;
        Ok(Self { base, slots: FIRST_SLOTS })
    }

    /// The stack of a goroutine that has not begun: no slots.
    pub(crate) const fn without_slots() -> Self {
        Self { base: std::ptr::dangling_mut(), slots: 0 }
    }

    /// Reports whether the stack has no slots.
    #[inline]
    pub(crate) fn has_no_slots(&self) -> bool {
        self.slots == 0
    }

    #[inline]
    pub(crate) fn base(&self) -> *mut u64 {
        self.base
    }

    #[inline]
    pub(crate) fn slots(&self) -> usize {
        self.slots
    }

    /// One past the last slot.
    #[inline]
    pub(crate) fn limit(&self) -> *mut u64 {
        self.base.wrapping_add(self.slots)
    }

    /// Makes the stack hold at least `needed` slots, in at most `limit` bytes. (The stack doubles, so that with Go's
    /// limit of 10^9 bytes the largest is one of 512 MB, as in Go.)
    pub(crate) fn grow(&mut self, heap: &Heap, needed: usize, limit: usize) -> Result<(), NoStack> {
        let slots = needed.next_power_of_two().max(self.slots.next_power_of_two() * 2);
        if slots > limit / 8 {
            return Err(NoStack::TooLarge);
        }
        // The old block stays allocated until it has been copied.
        let base = allocate_slots(heap, slots)?;
        // SAFETY: both blocks have at least the old number of slots, and this stack owns the old block.
        unsafe {
            base.copy_from_nonoverlapping(self.base, self.slots);
            free_slots(self.base, self.slots);
        }
        (self.base, self.slots) = (base, slots);
        Ok(())
    }

    /// Moves the stack to a block of `slots` slots, which hold all slots in use, and overwrites the old block.
    pub(crate) fn move_to(&mut self, heap: &Heap, slots: usize) -> Result<(), NoStack> {
        let base = allocate_slots(heap, slots)?;
        // SAFETY: both blocks have at least the slots that are copied; this stack owns the old one, which nothing uses.
        unsafe {
            base.copy_from_nonoverlapping(self.base, slots.min(self.slots));
            self.words_mut().fill(DEAD_SLOT_PATTERN);
            free_slots(self.base, self.slots);
        }
        (self.base, self.slots) = (base, slots);
        Ok(())
    }

    /// Reports whether half of the stack is large enough to be given back.
    pub(crate) fn may_shrink(&self) -> bool {
        self.slots / 2 >= MIN_SLOTS_AFTER_SHRINK
    }

    /// Returns half of the memory if only the first `used` slots are in use and these are less than a quarter of all.
    /// (As in Go at most half at a time: many stacks soon grow again.)
    pub(crate) fn shrink(&mut self, heap: &Heap, used: usize) {
        let slots = self.slots / 2;
        if !self.may_shrink() || used > slots / 2 {
            return;
        }
        let Ok(base) = allocate_slots(heap, slots) else { return };
        // SAFETY: both blocks have at least `used` slots, and the old one is ours to give back.
        unsafe {
            base.copy_from_nonoverlapping(self.base, used);
            free_slots(self.base, self.slots);
        }
        (self.base, self.slots) = (base, slots);
    }

    /// Reports whether the stack is still as small as a new one: such stacks are kept for the next goroutine.
    pub(crate) fn has_first_size(&self) -> bool {
        self.slots == FIRST_SLOTS
    }

    /// All slots, for overwriting the dead slots.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        // SAFETY: the block has `slots` slots, zeroed at first, and the borrow is unique.
        unsafe { std::slice::from_raw_parts_mut(self.base, self.slots) }
    }

    /// All slots, for the collector and for dumps.
    pub(crate) fn stack_words(&self) -> &[u64] {
        // SAFETY: the block has `slots` slots, zeroed at first.
        unsafe { std::slice::from_raw_parts(self.base, self.slots) }
    }
}

/// Zeroed memory for `slots` slots, if `heap`'s limit has room for it.
fn allocate_slots(heap: &Heap, slots: usize) -> Result<*mut u64, NoStack> {
    let bytes = slots * 8;
    heap.make_room(bytes).map_err(|_| NoStack::NoMemory(bytes))?;
    zeroed_slots(slots).ok_or(NoStack::NoMemory(bytes))
}

/// Zeroed memory for `slots` slots, without asking the heap.
fn zeroed_slots(slots: usize) -> Option<*mut u64> {
    // SAFETY: the layout is not of size zero.
    let base = unsafe { alloc_zeroed(layout(slots)) }.cast::<u64>();
    if base.is_null() {
        return None;
    }
    charge_explicitly(slots * 8);
    Some(base)
}

/// Frees a block of `slots` slots.
///
/// # Safety
/// The block was allocated here with this many slots, and nothing uses it any more.
unsafe fn free_slots(base: *mut u64, slots: usize) {
    // SAFETY: the caller's promise.
    unsafe { dealloc(base.cast(), layout(slots)) };
    credit_explicitly(slots * 8);
}

impl Drop for Stack {
    fn drop(&mut self) {
        if self.has_no_slots() {
            return;
        }
        // SAFETY: the block was allocated with this layout.
        unsafe { free_slots(self.base, self.slots) }
    }
}

/// The pattern that overwrites dead slots in builds that check for their use.
pub(crate) const DEAD_SLOT_PATTERN: u64 = 0xdead_dead_dead_dead;

/// Overwrites the stack of a goroutine that has ended: for frames of which all slots count as live, the old values
/// would look alive to the next goroutine.
pub(crate) fn poison_ended_stack(stack: &mut Stack) {
    stack.words_mut().fill(DEAD_SLOT_PATTERN);
}
