//! What travels with a processor (a P): its cache of the heap, and what dead goroutines have left for new ones.

use crate::channel::GoChan;
use crate::goroutine::native_call::NativeFn;
use crate::goroutine::out_of_memory;
use crate::goroutine::records::Unwind;
use crate::goroutine::stack::{GOROUTINE, NoStack, Stack, poison_ended};
use crate::memory::table::Table;
use crate::shared::Shared;
use minigo_heap::Cache;
use parking_lot::Mutex;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many goroutine ids a processor takes at a time.
const ID_BATCH: u64 = 16;

/// How many stacks a processor keeps, and how many it moves to or from the others' list at a time.
const STACKS_KEPT: usize = 128;

const STACKS_MOVED: usize = 64;
/// For how many goroutines to come a processor sees at a time whether there is room.
const EXPECTED: usize = 64;

/// How many emptied lists of deferred calls a processor keeps.
const UNWINDS_KEPT: usize = 64;

/// Stacks for new goroutines that the processors have too many of.
#[derive(Default)]
pub(crate) struct SpareStacks(Mutex<Vec<Stack>>);

/// How many places where goroutines stop a processor remembers for a trace.
pub(crate) const NAMED_SITES: usize = 64;

/// What travels with a processor.
pub(crate) struct ProcLocal {
    pub(crate) cache: Cache,
    pub(crate) shared: Arc<Shared>,
    /// The natives of the program, by their numbers.
    pub(crate) natives: Arc<Table<NativeFn>>,
    stacks: Vec<Stack>,
    spare: Arc<SpareStacks>,
    #[allow(clippy::vec_box, reason = "they go from goroutine to goroutine as they are")]
    unwinds: Vec<Box<Unwind>>,
    /// Channels made here: they own memory outside the heap.
    pub(crate) chans: Vec<*mut GoChan>,
    /// For a trace: places in the user's own code, as [`code_number`](crate::image::lines::code_number) has them, where
    /// goroutines stop for something whose name is known.
    pub(crate) named_sites: [u32; NAMED_SITES],
    ids: Range<u64>,
    /// How often compiled code has left here.
    pub(crate) leaves: u32,
    /// For how many goroutines to come there was room.
    expected: usize,
}

// SAFETY: the channels are only touched when the processor is dropped, with the machine.
unsafe impl Send for ProcLocal {}

impl ProcLocal {
    pub(crate) fn new(
        shared: Arc<Shared>,
        natives: Arc<Table<NativeFn>>,
        spare: Arc<SpareStacks>,
    ) -> Self {
        let cache = shared.heap.cache();
        let named_sites = [0; NAMED_SITES];
        let (stacks, unwinds, chans) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            cache,
            shared,
            natives,
            stacks,
            spare,
            unwinds,
            chans,
            named_sites,
            ids: 0..0,
            leaves: 0,
            expected: 0,
        }
    }

    /// The goroutine ids that it has taken.
    pub(crate) fn ids(&self) -> Range<u64> {
        self.ids.clone()
    }

    /// Takes these instead.
    pub(crate) fn set_ids(&mut self, ids: Range<u64>) {
        self.ids = ids;
    }

    /// A goroutine id that is not in use.
    #[inline]
    pub(crate) fn next_id(&mut self) -> u64 {
        self.ids.next().unwrap_or_else(|| {
            let first = self.shared.ids.fetch_add(ID_BATCH, Ordering::Relaxed);
            self.ids = first + 1..first + ID_BATCH;
            first
        })
    }

    /// A goroutine is about to begin to exist. Without room for it this unwinds.
    #[inline]
    pub(crate) fn expect_goroutine(&mut self) {
        if self.expected == 0 {
            self.expect_some();
        }
        self.expected -= 1;
    }

    #[cold]
    fn expect_some(&mut self) {
        // The last ones that fit are asked for one by one.
        let room = |n: usize| self.shared.heap.make_room(n * GOROUTINE).map(|()| n);
        match room(EXPECTED).or_else(|_| room(1)) {
            Ok(n) => self.expected = n,
            Err(_) => out_of_memory::raise(GOROUTINE),
        }
    }

    /// How many stacks are kept here.
    pub(crate) fn kept_stacks(&self) -> usize {
        self.stacks.len()
    }

    /// A stack for a goroutine that begins, if one is kept here.
    #[inline]
    pub(crate) fn kept_stack(&mut self) -> Option<Stack> {
        self.stacks.pop()
    }

    /// A stack for a goroutine that begins.
    #[cold]
    pub(crate) fn take_stack(&mut self) -> Result<Stack, NoStack> {
        if let Some(stack) = self.kept_stack() {
            return Ok(stack);
        }
        let mut global = self.spare.0.lock();
        let keep = global.len().saturating_sub(STACKS_MOVED);
        self.stacks.extend(global.drain(keep..));
        drop(global);
        match self.stacks.pop() {
            Some(stack) => Ok(stack),
            None => Stack::new(),
        }
    }

    /// What a dead goroutine has left for its deferred calls: three allocations that the next one is spared.
    #[inline]
    pub(crate) fn take_unwind(&mut self) -> Option<Box<Unwind>> {
        self.unwinds.pop()
    }

    /// Keeps that, if it is empty and not large.
    #[inline]
    pub(crate) fn keep_unwind(&mut self, unwind: Box<Unwind>) {
        if self.unwinds.len() < UNWINDS_KEPT && unwind.is_as_new() {
            self.unwinds.push(unwind);
        }
    }

    /// Gives up the stacks that are kept here and for all.
    pub(crate) fn drop_stacks(&mut self) {
        self.unwinds.clear();
        drop(std::mem::take(&mut *self.spare.0.lock()));
        self.stacks = Vec::new();
        self.expected = 0;
    }

    /// Keeps the stack of a dead goroutine, if it is as a new one has.
    #[inline]
    pub(crate) fn keep_stack(&mut self, mut stack: Stack) {
        if !stack.is_first() {
            return;
        }
        if self.shared.gc.options.verify {
            poison_ended(&mut stack);
        }
        if self.stacks.len() >= STACKS_KEPT {
            let from = self.stacks.len() - STACKS_MOVED;
            self.spare.0.lock().extend(self.stacks.drain(from..));
        }
        self.stacks.push(stack);
    }
}

impl Drop for ProcLocal {
    fn drop(&mut self) {
        for chan in self.chans.drain(..) {
            // SAFETY: it was made here, no goroutine runs any more, and the heap is still there.
            unsafe { chan.drop_in_place() };
        }
    }
}
