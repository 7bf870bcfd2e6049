//! A machine as it is where main is about to be called, for others that begin there: see
//! [`beginning`](crate::explore::beginning).

use crate::channel::GoChan;
use crate::host::Mark;
use crate::image::{Image, Left};
use crate::shared::kept::Kept;
use crate::shared::settings::Changed;
use crate::shared::{finalizers, pools};
use hashbrown::HashMap;
use minigo_bytecode::ops::Op;
use minigo_heap::Heap;
use minigo_sync::Channel;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A machine as it is where main is about to be called.
pub(crate) struct Snapshot {
    pub(super) heap: minigo_heap::Snapshot,
    pub(super) left: Left,
    pub(super) globals: Box<[u64]>,
    pub(super) channels: Box<[IdleChannel]>,
    /// The next goroutine ids: of all, and of the processor.
    pub(super) ids: (u64, Range<u64>),
    pub(super) pools: pools::Lists,
    pub(super) finalizers: finalizers::Lists,
    /// The objects that have a finalizer or a cleanup which the program has set.
    pub(super) finalized: BTreeSet<u64>,
    /// The program has made weak pointers.
    pub(super) has_weak: bool,
    /// The handles of weak pointers.
    pub(super) weaks: HashMap<u64, u64>,
    pub(super) kept: Kept,
    pub(super) settings: Changed,
    pub(super) zero: Arc<[u64; 2]>,
    pub(super) host: Mark,
}

/// A channel at which no goroutine waits, and which holds nothing.
pub(super) struct IdleChannel {
    at: usize,
    capacity: usize,
    width: usize,
    is_closed: bool,
    made_at: usize,
}

impl IdleChannel {
    /// A channel as it is, if it is such a one, and no timer's.
    pub(super) fn of(at: *mut GoChan) -> Option<Self> {
        // SAFETY: the processor that made it keeps it; nothing else runs.
        let chan = unsafe { &*at };
        let channel = &chan.channel;
        let (receivers, senders) = channel.waiting();
        let is_idle = channel.is_empty() && receivers.is_empty() && senders.is_empty();
        (is_idle && !chan.timer.load(Ordering::Relaxed) && chan.bubble == 0).then(|| Self {
            at: at as usize,
            capacity: channel.capacity(),
            width: channel.width(),
            is_closed: channel.is_closed(),
            made_at: chan.made_at as usize,
        })
    }

    /// Makes it again, at the same place.
    pub(super) fn make(&self) -> *mut GoChan {
        let ring = vec![0; self.capacity * self.width].into_boxed_slice();
        let channel = Channel::with_ring(self.capacity, self.width, ring);
        if self.is_closed {
            channel.close_new();
        }
        let (timer, made_at) = (AtomicBool::new(false), self.made_at as *const Op);
        let at = self.at as *mut GoChan;
        // SAFETY: the place of the channel on the heap, which holds the bytes of a channel of another machine.
        unsafe { at.write(GoChan { channel, timer, bubble: 0, made_at }) };
        at
    }
}

impl Snapshot {
    /// The memory that a machine begins with, if no other one uses it.
    pub(crate) fn left(&self) -> Option<Left> {
        let is_free = Arc::strong_count(&self.left.globals) == 1
            && Arc::strong_count(&self.left.types.descriptors) == 1;
        is_free.then(|| self.left.clone())
    }

    /// Whether a machine of this program, whose heap is still empty, can begin here.
    pub(crate) fn fits(&self, image: &Image, heap: &Heap) -> bool {
        image.globals().cast_const().cast() == self.left.globals.as_ptr() && self.heap.fits(heap)
    }
}
