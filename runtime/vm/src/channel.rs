//! Channels as heap objects: the targets of Go's `chan` values.
//!
//! A channel owns memory outside the Go heap (its ring, its queues), so it must be dropped: the processor that made it
//! keeps a list of its channels, which the collector goes through.

use minigo_bytecode::ops::Op;
use minigo_heap::ledger::credit_explicitly;
use minigo_sync::Channel;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A Go channel.
pub(crate) struct GoChan {
    pub(crate) channel: Channel,
    /// Whether the channel belongs to a timer: programs see such a channel as unbuffered.
    pub(crate) is_timer: AtomicBool,
    /// The bubble in which the channel was made; 0 for none.
    pub(crate) bubble: u32,
    /// The address behind the instruction that made the channel.
    pub(crate) made_at: *const Op,
}

impl Drop for GoChan {
    fn drop(&mut self) {
        credit_explicitly(self.ring_bytes());
    }
}

impl GoChan {
    /// Reports whether the channel belongs to a bubble other than `bubble`, so that only goroutines of its own may use
    /// it.
    #[inline(always)]
    pub(crate) fn is_of_other_bubble(&self, bubble: u32) -> bool {
        self.bubble != 0 && self.bubble != bubble
    }

    /// The size in bytes of the ring, which lies outside the heap.
    fn ring_bytes(&self) -> usize {
        self.channel.capacity() * self.channel.element_words() * 8
    }

    /// `len(ch)`.
    pub(crate) fn len(&self) -> usize {
        if self.is_timer.load(Relaxed) { 0 } else { self.channel.len() }
    }

    /// `cap(ch)`.
    pub(crate) fn cap(&self) -> usize {
        if self.is_timer.load(Relaxed) { 0 } else { self.channel.capacity() }
    }
}

/// The channel to which a word points; `None` for nil.
#[inline(always)]
pub(crate) fn chan_of<'a>(word: u64) -> Option<&'a GoChan> {
    // SAFETY: words of channel type are nil or come from `new_chan`; a reference to a channel keeps it alive.
    unsafe { (word as *const GoChan).as_ref() }
}
