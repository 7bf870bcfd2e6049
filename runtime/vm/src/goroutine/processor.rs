//! The state that travels with a processor (a P): its heap cache, and memory of dead goroutines for new ones.

use crate::channel::GoChan;
use crate::goroutine::native_call::NativeFn;
use crate::goroutine::out_of_memory::{self, UnwindReason};
use crate::goroutine::stack::{GOROUTINE_BYTES, NoStack, Stack, poison_ended_stack};
use crate::goroutine::state::Goroutine;
use crate::goroutine::unwind_records::Unwind;
use crate::memory::table::Table;
use crate::shared::Shared;
use crate::shared::embedding::Resource;
use minigo_heap::Cache;
use minigo_sched::ProcessorCx;
use parking_lot::Mutex;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The number of goroutine ids that a processor takes at a time.
const ID_BATCH: u64 = 16;

/// How many stacks a processor keeps, and how many it moves at a time to or from the list that all processors share.
const MAX_KEPT_STACKS: usize = 128;

const STACKS_PER_MOVE: usize = 64;
/// For how many new goroutines a processor reserves room at a time.
const GOROUTINES_PER_RESERVATION: usize = 64;

/// The number of emptied lists of deferred calls that a processor keeps.
const MAX_KEPT_UNWINDS: usize = 64;

/// Spare stacks for new goroutines, shared by all processors.
#[derive(Default)]
pub(crate) struct SpareStacks(Mutex<Vec<Stack>>);

/// For how many code places, where goroutines block, a processor remembers for a trace that they are named.
pub(crate) const NAMED_WAIT_SITE_SLOTS: usize = 64;

/// The state that travels with a processor.
pub(crate) struct ProcLocal {
    pub(crate) cache: Cache,
    pub(crate) shared: Arc<Shared>,
    /// The program's natives, by number.
    pub(crate) natives: Arc<Table<NativeFn>>,
    stacks: Vec<Stack>,
    spare_stacks: Arc<SpareStacks>,
    #[allow(clippy::vec_box, reason = "the boxes are reused for other goroutines")]
    spare_unwinds: Vec<Box<Unwind>>,
    /// Channels made on this processor: they own memory outside the heap.
    pub(crate) made_channels: Vec<*mut GoChan>,
    /// For a trace: places in the user's own code, as [`code_number`](crate::image::lines::code_number) has them, where
    /// goroutines block on something that has a known name.
    pub(crate) named_wait_sites: [u32; NAMED_WAIT_SITE_SLOTS],
    goroutine_ids: Range<u64>,
    /// Room for the arguments of an embedder's call.
    pub(crate) embedder_args: Vec<u64>,
    /// How often compiled code has exited on this processor.
    pub(crate) compiled_exit_count: u32,
    /// For how many more goroutines room was checked.
    reserved_goroutine_count: usize,
}

// SAFETY: the channels are only accessed when the processor is dropped, with the machine.
unsafe impl Send for ProcLocal {}

impl ProcLocal {
    pub(crate) fn new(
        shared: Arc<Shared>,
        natives: Arc<Table<NativeFn>>,
        spare: Arc<SpareStacks>,
    ) -> Self {
        let cache = shared.heap.cache();
        let named_sites = [0; NAMED_WAIT_SITE_SLOTS];
        let (stacks, unwinds, chans) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            cache,
            shared,
            natives,
            stacks,
            spare_stacks: spare,
            spare_unwinds: unwinds,
            made_channels: chans,
            embedder_args: Vec::new(),
            named_wait_sites: named_sites,
            goroutine_ids: 0..0,
            compiled_exit_count: 0,
            reserved_goroutine_count: 0,
        }
    }

    /// The goroutine ids that the processor has taken.
    pub(crate) fn goroutine_ids(&self) -> Range<u64> {
        self.goroutine_ids.clone()
    }

    /// Replaces the goroutine ids that the processor has taken.
    pub(crate) fn set_ids(&mut self, ids: Range<u64>) {
        self.goroutine_ids = ids;
    }

    /// A goroutine id that is not in use.
    #[inline]
    pub(crate) fn next_id(&mut self) -> u64 {
        self.goroutine_ids.next().unwrap_or_else(|| {
            let first = self.shared.next_goroutine_id.fetch_add(ID_BATCH, Ordering::Relaxed);
            self.goroutine_ids = first + 1..first + ID_BATCH;
            first
        })
    }

    /// Makes sure that there is room for a new goroutine. Unwinds the running instruction if the limit of memory or of
    /// goroutines leaves no room.
    #[inline]
    pub(crate) fn require_goroutine_room(on: &mut ProcessorCx<'_, Goroutine>) {
        if on.local_data().reserved_goroutine_count == 0 {
            Self::require_room_for_batch(on);
        }
        on.local_data().reserved_goroutine_count -= 1;
    }

    #[cold]
    fn require_room_for_batch(on: &mut ProcessorCx<'_, Goroutine>) {
        let live = on.live_tasks() as usize;
        let local = on.local_data();
        let limit = local.shared.embedding.as_deref().map_or(usize::MAX, |e| e.goroutine_limit);
        let most = GOROUTINES_PER_RESERVATION.min(limit.saturating_sub(live));
        if most == 0 {
            out_of_memory::unwind_slice(UnwindReason::Exceeded(Resource::Goroutines));
        }
        // Near the limit, room is requested for one goroutine at a time.
        let room = |n: usize| local.shared.heap.make_room(n * GOROUTINE_BYTES).map(|()| n);
        match room(most).or_else(|_| room(1)) {
            Ok(n) => local.reserved_goroutine_count = n,
            Err(_) => out_of_memory::raise_out_of_memory(GOROUTINE_BYTES),
        }
    }

    /// The number of stacks that the processor keeps.
    pub(crate) fn kept_stack_count(&self) -> usize {
        self.stacks.len()
    }

    /// A stack for a new goroutine, if the processor keeps one.
    #[inline]
    pub(crate) fn take_kept_stack(&mut self) -> Option<Stack> {
        self.stacks.pop()
    }

    /// A stack for a new goroutine.
    #[cold]
    pub(crate) fn take_stack(&mut self) -> Result<Stack, NoStack> {
        if let Some(stack) = self.take_kept_stack() {
            return Ok(stack);
        }
        let mut global = self.spare_stacks.0.lock();
        let keep = global.len().saturating_sub(STACKS_PER_MOVE);
        self.stacks.extend(global.drain(keep..));
        drop(global);
        match self.stacks.pop() {
            Some(stack) => Ok(stack),
            None => Stack::new(),
        }
    }

    /// The [`Unwind`] of a dead goroutine: the next goroutine saves three allocations.
    #[inline]
    pub(crate) fn take_unwind(&mut self) -> Option<Box<Unwind>> {
        self.spare_unwinds.pop()
    }

    /// Keeps an [`Unwind`] if it is empty and not large.
    #[inline]
    pub(crate) fn keep_unwind(&mut self, unwind: Box<Unwind>) {
        if self.spare_unwinds.len() < MAX_KEPT_UNWINDS && unwind.is_reusable() {
            self.spare_unwinds.push(unwind);
        }
    }

    /// Frees the stacks that this processor keeps, and the spare stacks that all processors share.
    pub(crate) fn drop_stacks(&mut self) {
        self.spare_unwinds.clear();
        drop(std::mem::take(&mut *self.spare_stacks.0.lock()));
        self.stacks = Vec::new();
        self.reserved_goroutine_count = 0;
    }

    /// Keeps the stack of a dead goroutine if the stack has the size of a new one.
    #[inline]
    pub(crate) fn keep_stack(&mut self, mut stack: Stack) {
        if !stack.has_first_size() {
            return;
        }
        if self.shared.gc.options.verify {
            poison_ended_stack(&mut stack);
        }
        if self.stacks.len() >= MAX_KEPT_STACKS {
            let from = self.stacks.len() - STACKS_PER_MOVE;
            self.spare_stacks.0.lock().extend(self.stacks.drain(from..));
        }
        self.stacks.push(stack);
    }
}

impl Drop for ProcLocal {
    fn drop(&mut self) {
        for chan in self.made_channels.drain(..) {
            // SAFETY: this processor made the channel, no goroutine runs any more, and the heap still exists.
            unsafe { chan.drop_in_place() };
        }
    }
}
