//! The slab of tasks: slots that never move and are never freed while the scheduler lives. All unsafe access to tasks
//! is here.
//!
//! Slots lie in chunks of doubling size. So an index leads to its slot with two loads and no lock, and a million tasks
//! need 10 allocations. Memory that no task ever used is never touched: chunks come zeroed from the system, and an
//! all-zero header means `Unused`. The model in `slab/model.rs` checks how new slots are published to other threads.

#[cfg(all(test, loom))]
mod model;

use crate::primitives::loom::{AtomicPtr, Mutex};
use crate::task::park_reason::Reason;
use crate::task::state::{Phase, State};
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

/// The number of slots in the first chunk: a power of two. Most programs have no more tasks, and find each slot without
/// a calculation. A loom model has an object for each slot, so there the chunk is small.
pub(crate) const FIRST_CHUNK_LEN: u32 = if cfg!(loom) { 1 } else { 1024 };
/// The number of slots in the first chunk of a driven run, of which a process may have 10,000.
pub(crate) const DRIVEN_FIRST_CHUNK_LEN: u32 = MIN_RESERVED_SLOTS;
const MAX_CHUNKS: usize = 22;
/// The fewest, and below (`MAX_RESERVED_SLOTS`) the most, slots that a processor reserves at a time.
const MIN_RESERVED_SLOTS: u32 = 32;
const MAX_RESERVED_SLOTS: u32 = 4096;

/// The memory of one task, with its header.
pub(crate) struct Slot<T, S> {
    pub(crate) state: State,
    /// The time since which the task is parked, in units of 2^24 ns. Written before the park, read by dumps.
    parked_since: AtomicU32,
    /// The worker to which the task is pinned, plus one; 0 for none. Written by the worker that runs the task; while
    /// none does, a thread that has stopped the world may set [`FROZEN`](crate::task::pinned_worker::FROZEN).
    pub(crate) pinned_worker: AtomicU32,
    reason: AtomicU8,
    /// The processor on which the task shall run when the network event for which it waits has come, plus one.
    pub(crate) home_proc: AtomicU16,
    /// Initialised unless the state is `Unused`.
    shared: UnsafeCell<MaybeUninit<S>>,
    /// Initialised unless the state is `Unused` or `Free`; belongs to the thread that moved the state to `Running`.
    task: UnsafeCell<MaybeUninit<T>>,
}

// SAFETY: `shared` is `Sync` and only read once initialised; `task` is handed from thread to thread
// by transitions of `state`, and it is `Send`.
unsafe impl<T: Send, S: Send + Sync> Sync for Slot<T, S> {}
// SAFETY: as above.
unsafe impl<T: Send, S: Send> Send for Slot<T, S> {}

const PARKED_SINCE_SHIFT: u32 = 24;

impl<T, S> Slot<T, S> {
    /// The part that any thread may access, if the slot was ever used.
    pub(crate) fn shared(&self) -> Option<&S> {
        if self.state.read().0 == Phase::Unused {
            return None;
        }
        // SAFETY: the shared part was initialised before the release store that ended `Unused`, which `read` acquired;
        // never written again while the slab lives.
        Some(unsafe { (*self.shared.get()).assume_init_ref() })
    }

    /// The task itself.
    ///
    /// # Safety
    /// The caller has moved the state to `Running`, the state is still `Running`, and the caller has
    /// [admitted](Task::admit) the task; or holds the stopped world; or keeps the task from being admitted. In all
    /// three cases no other reference to the task is alive.
    #[allow(clippy::mut_from_ref, reason = "exclusive by the state word, as the contract says")]
    pub(crate) unsafe fn task(&self) -> &mut T {
        // SAFETY: the task is initialised in every phase the contract allows, and exclusive by the contract.
        unsafe { (*self.task.get()).assume_init_mut() }
    }

    /// The address of the task, if there is one.
    #[inline]
    pub(crate) fn task_place(&self) -> *mut T {
        self.task.get().cast()
    }

    /// Fills a free slot.
    ///
    /// # Safety
    /// The caller took the slot off a free list, or made it, and no other thread has its number.
    #[inline(always)]
    pub(crate) unsafe fn fill_slot(&self, task: T) -> u32 {
        self.pinned_worker.store(0, Ordering::Relaxed);
        // SAFETY: exclusive by the contract; a free slot holds no task that would have to be
        // dropped.
        unsafe { (*self.task.get()).write(task) };
        self.state.transition_to_new()
    }

    /// Drops the finished task in its slot and frees the slot.
    ///
    /// # Safety
    /// As for [`task`](Self::task), in phase `Running`; the caller then owns the slot's number.
    pub(crate) unsafe fn clear_slot(&self) {
        // SAFETY: the task is initialised while the state is `Running`; afterwards the state is `Free`.
        unsafe { (*self.task.get()).assume_init_drop() };
        self.state.transition_to_free();
    }

    /// Records why and when the task parks, before it does.
    #[inline]
    pub(crate) fn note_park(&self, reason: Reason, now: u64) {
        self.reason.store(reason as u8, Ordering::Relaxed);
        self.parked_since.store((now >> PARKED_SINCE_SHIFT) as u32, Ordering::Relaxed);
    }

    pub(crate) fn park_note(&self) -> (Reason, u64) {
        let reason = Reason::from_number(self.reason.load(Ordering::Relaxed));
        (reason, u64::from(self.parked_since.load(Ordering::Relaxed)) << PARKED_SINCE_SHIFT)
    }
}

/// All slots of a scheduler.
pub(crate) struct Slab<T, S> {
    /// The number of slots in the first chunk.
    first_chunk_len: u32,
    chunks: [AtomicPtr<Slot<T, S>>; MAX_CHUNKS],
    /// How many slots were handed out so far; they are `Unused` until the receiver initialises them. The lock also
    /// guards the creation of chunks.
    handed_out_slots: Mutex<u32>,
    /// The value of `handed_out_slots` at some earlier moment; never beyond the chunks that exist.
    slot_bound: crate::primitives::loom::AtomicU32,
}

fn chunk_and_offset(index: u32, first_len: u32) -> (usize, usize) {
    let n = index + first_len;
    let chunk = (first_len.leading_zeros() - n.leading_zeros()) as usize;
    (chunk, (n - (first_len << chunk)) as usize)
}

impl<T, S> Slab<T, S> {
    /// Creates an empty slab, whose first chunk has `first_chunk_len` slots, a power of two.
    pub(crate) fn new(first_chunk_len: u32) -> Self {
        Self {
            first_chunk_len,
            chunks: std::array::from_fn(|_| AtomicPtr::new(std::ptr::null_mut())),
            handed_out_slots: Mutex::new(0),
            slot_bound: crate::primitives::loom::AtomicU32::new(0),
        }
    }

    fn layout(&self, chunk: usize) -> Layout {
        Layout::array::<Slot<T, S>>((self.first_chunk_len as usize) << chunk)
            .expect("slots fit the address space")
    }

    /// Allocates memory for slots, all of them `Unused`.
    fn new_chunk(&self, chunk: usize) -> *mut Slot<T, S> {
        let layout = self.layout(chunk);
        // SAFETY: a slot is never of size zero. All-zero bytes are a valid header and valid `MaybeUninit`s.
        let base = unsafe { alloc_zeroed(layout) }.cast::<Slot<T, S>>();
        if base.is_null() {
            handle_alloc_error(layout);
        }
        // loom's atomics are not valid as zero bytes, so each state is written.
        #[cfg(loom)]
        for slot in 0..(self.first_chunk_len as usize) << chunk {
            // SAFETY: the slot is within the chunk, which no other thread has.
            unsafe { (&raw mut (*base.add(slot)).state).write(State::new()) };
        }
        base
    }

    /// The slot with a number that this slab has handed out.
    #[inline]
    pub(crate) fn slot(&self, index: u32) -> &Slot<T, S> {
        let (chunk, offset) = if index < self.first_chunk_len {
            (0, index as usize)
        } else {
            chunk_and_offset(index, self.first_chunk_len)
        };
        let base = self.chunks[chunk].load(Ordering::Acquire);
        debug_assert!(!base.is_null());
        // SAFETY: the number came from `reserve_some`, which made the chunk before; it was passed on through a lock
        // or a release store. Chunks live as long as the slab.
        unsafe { &*base.add(offset) }
    }

    /// The slot with any number, if it exists.
    pub(crate) fn get(&self, index: u32) -> Option<&Slot<T, S>> {
        // Pairs with the release in `reserve_some`.
        (index < self.slot_bound.load(Ordering::Acquire)).then(|| self.slot(index))
    }

    /// How many slots were handed out.
    pub(crate) fn len(&self) -> u32 {
        self.slot_bound.load(Ordering::Acquire)
    }

    /// Initialises slots that were reserved. The caller holds no lock: at the first access to the slots' memory the
    /// operating system must provide pages, which takes long.
    pub(crate) fn init_free_slots(&self, unused: Range<u32>)
    where
        S: Default,
    {
        for index in unused {
            let slot = self.slot(index);
            // SAFETY: only the thread that reserved it knows this number, and none reads `shared` while the state is
            // `Unused`.
            unsafe { (*slot.shared.get()).write(S::default()) };
            slot.state.transition_from_unused();
        }
    }

    /// Reserves never used slots for a processor: the more slots exist, the more at a time. Two processors that touch
    /// neighbouring slots for the first time contend inside the system, where pages and page tables have locks.
    pub(crate) fn reserve_slots(&self) -> Range<u32> {
        self.reserve_some((self.len() / 16).clamp(MIN_RESERVED_SLOTS, MAX_RESERVED_SLOTS))
    }

    /// Reserves `n` never used slots in chunks that exist; returns their numbers.
    pub(crate) fn reserve_some(&self, n: u32) -> Range<u32> {
        let mut used = self.handed_out_slots.lock();
        let first = *used;
        let last = first.checked_add(n).expect("the program has fewer than four billion tasks");
        let chunk_of = |index| chunk_and_offset(index, self.first_chunk_len).0;
        for chunk in chunk_of(first)..=chunk_of(last - 1) {
            if self.chunks[chunk].load(Ordering::Relaxed).is_null() {
                self.chunks[chunk].store(self.new_chunk(chunk), Ordering::Release);
            }
        }
        *used = last;
        self.slot_bound.store(last, Ordering::Release);
        first..last
    }
}

impl<T, S> Slab<T, S> {
    /// Drops all tasks except those in blocking calls: they may own handles to the scheduler that owns this slab. To be
    /// called only once no worker will run a task any more and no task is spawned.
    pub(crate) fn clear(&self) {
        for index in 0..self.len() {
            let slot = self.slot(index);
            if !matches!(slot.state.read().0, Phase::Free | Phase::Unused | Phase::Blocked) {
                // SAFETY: no worker will touch the task, by the caller's promise; the slot is freed so that the task is
                // not dropped again.
                unsafe { slot.clear_slot() };
            }
        }
    }
}

impl<T, S> Drop for Slab<T, S> {
    fn drop(&mut self) {
        for index in 0..*self.handed_out_slots.get_mut() {
            let slot = self.slot(index);
            // SAFETY: no other thread has the slab any more; the phase says what is initialised.
            unsafe {
                match slot.state.read().0 {
                    Phase::Unused => continue,
                    Phase::Free => {}
                    _ => (*slot.task.get()).assume_init_drop(),
                }
                (*slot.shared.get()).assume_init_drop();
            }
        }
        for (chunk, base) in self.chunks.iter().enumerate() {
            let base = base.load(Ordering::Relaxed);
            if !base.is_null() {
                // SAFETY: the chunk was allocated in `new_chunk` with this layout.
                unsafe { dealloc(base.cast(), self.layout(chunk)) };
            }
        }
    }
}
