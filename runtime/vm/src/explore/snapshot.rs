//! A machine in its state before the call of main, for other machines that begin in this state: see
//! [`beginning`](crate::explore::beginning).

use crate::channel::GoChan;
use crate::host::HostState;
use crate::image::{Image, ReusableMemory};
use crate::shared::kept_objects::KeptObjects;
use crate::shared::settings::ChangedSettings;
use crate::shared::{finalizers, heap_profile, pools};
use hashbrown::HashMap;
use minigo_bytecode::ops::Op;
use minigo_heap::Heap;
use minigo_sched::RngState;
use minigo_sync::Channel;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The state of a machine before the call of main.
pub(crate) struct Snapshot {
    pub(super) heap: minigo_heap::Snapshot,
    pub(super) reusable_memory: ReusableMemory,
    pub(super) globals: Box<[u64]>,
    pub(super) channels: Box<[IdleChannel]>,
    /// The next goroutine ids: of the machine, and of the processor.
    pub(super) next_ids: (u64, Range<u64>),
    pub(super) pools: pools::PoolLists,
    pub(super) finalizers: finalizers::FinalizerLists,
    /// The objects for which the program has set a finalizer or a cleanup.
    pub(super) finalized_objects: BTreeSet<u64>,
    /// Whether the program has made weak pointers.
    pub(super) has_weak_pointers: bool,
    /// The handles of weak pointers.
    pub(super) weak_handles: HashMap<u64, u64>,
    pub(super) kept_objects: KeptObjects,
    pub(super) settings: ChangedSettings,
    pub(super) heap_profile: heap_profile::State,
    pub(super) zero_size_target: Arc<[u64; 2]>,
    pub(super) host_state: HostState,
    /// The processor's random numbers.
    pub(super) rng: RngState,
}

/// An empty channel at which no goroutine waits.
pub(super) struct IdleChannel {
    address: usize,
    capacity: usize,
    element_words: usize,
    is_closed: bool,
    made_at: usize,
}

impl IdleChannel {
    /// The state of the channel at this address, if it is idle and does not belong to a timer.
    pub(super) fn from_channel_if_idle(at: *mut GoChan) -> Option<Self> {
        // SAFETY: the processor that made the channel keeps it; nothing else runs.
        let chan = unsafe { &*at };
        let channel = &chan.channel;
        let (receivers, senders) = channel.waiting_tasks();
        let is_idle = channel.is_empty() && receivers.is_empty() && senders.is_empty();
        (is_idle && !chan.is_timer.load(Ordering::Relaxed) && chan.bubble == 0).then(|| Self {
            address: at as usize,
            capacity: channel.capacity(),
            element_words: channel.element_words(),
            is_closed: channel.is_closed(),
            made_at: chan.made_at as usize,
        })
    }

    /// Makes the channel again at the same address.
    pub(super) fn recreate(&self) -> *mut GoChan {
        let ring = vec![0; self.capacity * self.element_words].into_boxed_slice();
        let channel = Channel::with_ring(self.capacity, self.element_words, ring);
        if self.is_closed {
            channel.close_unshared();
        }
        let (timer, made_at) = (AtomicBool::new(false), self.made_at as *const Op);
        let at = self.address as *mut GoChan;
        // SAFETY: the channel's address on the heap, which holds the bytes of another machine's channel.
        unsafe { at.write(GoChan { channel, is_timer: timer, bubble: 0, made_at }) };
        at
    }
}

impl Snapshot {
    /// The memory with which a machine begins, if no other machine uses it.
    pub(crate) fn reusable_memory(&self) -> Option<ReusableMemory> {
        let is_free = Arc::strong_count(&self.reusable_memory.globals) == 1
            && Arc::strong_count(&self.reusable_memory.types.descriptors) == 1;
        is_free.then(|| self.reusable_memory.clone())
    }

    /// Reports whether a machine of this program, whose heap is still empty, can begin with the snapshot.
    pub(crate) fn fits_machine(&self, image: &Image, heap: &Heap) -> bool {
        image.globals().cast_const().cast() == self.reusable_memory.globals.as_ptr()
            && self.heap.fits_heap(heap)
    }
}
