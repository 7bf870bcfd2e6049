//! Channels of elements of a fixed number of words. This module and `select` keep the invariants in the crate's header.

mod inspection;

use crate::queue::{Entry, Queue};
use crate::waiter::{Completion, Ticket, Waiter};
use crate::wake_context::WakeContext;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU32, BusyGuard, BusyMutex, Ordering};

/// The result of a send.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendStep {
    /// The value is in the buffer or with a receiver.
    Sent,
    /// The channel is closed; in Go the operation panics.
    Closed,
    /// The task is in the queue of senders: park it, then call [`Channel::finish_send`].
    Parked,
}

/// The result of a send that must not wait.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrySendResult {
    /// The value is in the buffer or with a receiver.
    Sent,
    /// The channel is closed: a panic in Go.
    Closed,
    /// No receiver waits and the buffer is full.
    WouldBlock,
}

/// The result of a receive.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecvStep {
    /// The value is in `out`.
    Received,
    /// The channel is closed and empty; `out` is zero.
    Closed,
    /// The task is in the queue of receivers: park it, then call [`Channel::finish_recv`].
    Parked,
}

/// The result of a receive that must not wait.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryRecvResult {
    /// The value is in `out`.
    Received,
    /// The channel is closed and empty; `out` is zero.
    Closed,
    /// No sender waits and no element is buffered.
    WouldBlock,
}

/// The error of closing a channel that is already closed: a panic in Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyClosedError;

/// A channel. A channel owns its ring and its queues. A channel may be allocated anywhere, but must not move while
/// tasks use it, because its address is its rank in the lock order of selects.
#[derive(Debug)]
pub struct Channel {
    capacity: usize,
    element_words: usize,
    /// Whether a receive ([`CAN_RECV`]) and a send ([`CAN_SEND`]) need not wait, as of the last unlocking; written
    /// under the channel's lock. An operation that must not wait checks whether the lock is free, and then reads the
    /// hint: it sees every operation that happened before it. An operation that must not wait may miss a concurrent
    /// operation, as if that came later; but then, by the promise of [`BusyMutex::is_held`], the thread of the
    /// concurrent operation sees all that this thread did before its check. (Without that promise a receiver could
    /// empty the channel that is to wake it and miss the work that was stored just now, while the thread that stored
    /// the work still finds the channel full.)
    ready_hint: AtomicU32,
    inner: BusyMutex<Inner>,
}

pub(crate) const CAN_RECV: u32 = 1;
pub(crate) const CAN_SEND: u32 = 2;

/// The state that the channel's lock guards.
#[derive(Debug)]
pub(crate) struct Inner {
    /// `capacity * width` words.
    buffer: Box<[u64]>,
    /// The index of the oldest element in the ring.
    head_index: usize,
    len: usize,
    is_closed: bool,
    pub(crate) receivers: Queue,
    pub(crate) senders: Queue,
}

/// The result of an attempt under the channel's lock; the caller wakes the task in the result after it has released the
/// lock.
pub(crate) enum AttemptResult<P> {
    /// The operation took place; the caller has to wake this task, if there is one.
    Through(Option<P>),
    Closed,
    Wait,
}

/// A task that has been taken from a queue and whose wait this thread has claimed.
struct WaiterClaim<'w, P> {
    peer: P,
    waiter: &'w Waiter,
    /// The offset of the task's value in the waiter, in words.
    value_offset: usize,
}

impl Channel {
    /// Creates a channel with room for `capacity` elements of `width` words; `None` if there is not enough memory.
    pub fn new(capacity: usize, width: usize) -> Option<Self> {
        let words = capacity.checked_mul(width)?;
        let mut ring = Vec::new();
        ring.try_reserve_exact(words).ok()?;
        ring.resize(words, 0);
        Some(Self::with_ring(capacity, width, ring.into_boxed_slice()))
    }

    /// Like [`new`](Self::new), with a given ring of `capacity * width` words.
    pub fn with_ring(capacity: usize, width: usize, ring: Box<[u64]>) -> Self {
        debug_assert_eq!(ring.len(), capacity * width);
        let inner = Inner {
            buffer: ring,
            head_index: 0,
            len: 0,
            is_closed: false,
            receivers: Queue::default(),
            senders: Queue::default(),
        };
        let hint = AtomicU32::new(inner.state_hint(capacity));
        Self { capacity, element_words: width, ready_hint: hint, inner: BusyMutex::new(inner) }
    }

    /// Updates the hint; to be called after a change, before unlocking.
    #[inline]
    pub(crate) fn publish_hint(&self, inner: &Inner) {
        self.ready_hint.store(inner.state_hint(self.capacity), Ordering::Release);
    }

    /// Reports without the channel's lock whether a receive ([`CAN_RECV`]) or a send ([`CAN_SEND`]) may succeed at
    /// once.
    #[inline]
    pub(crate) fn operation_may_succeed(&self, what: u32) -> bool {
        self.inner.is_held() || self.operation_can_succeed(what)
    }

    /// Like [`operation_may_succeed`](Self::operation_may_succeed) for a thread that has the channel's lock: false is
    /// certain. (True is wrong where all waiting tasks have withdrawn.)
    #[inline]
    pub(crate) fn operation_can_succeed(&self, what: u32) -> bool {
        self.ready_hint.load(Ordering::Acquire) & what != 0
    }

    /// `cap(ch)`.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many words an element has.
    #[inline]
    pub fn element_words(&self) -> usize {
        self.element_words
    }

    /// `len(ch)`.
    pub fn len(&self) -> usize {
        self.inner.lock().len
    }

    /// Reports whether no element is buffered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reports whether the channel is closed.
    pub fn is_closed(&self) -> bool {
        self.inner.lock().is_closed
    }

    /// Fast path of a send: if there is room and no receiver waits, puts `value` into the ring, publishes the change
    /// and returns true.
    #[inline(always)]
    fn try_buffer_send(&self, on: &impl WakeContext, inner: &mut Inner, value: &[u64]) -> bool {
        let plain = inner.len < self.capacity && !inner.is_closed && inner.receivers.is_empty();
        if plain {
            inner.append_value(on, self.capacity, value);
            let room = if inner.len < self.capacity { CAN_SEND } else { 0 };
            self.ready_hint.store(CAN_RECV | room, Ordering::Release);
        }
        plain
    }

    /// Fast path of a receive: if an element is buffered and no sender waits, takes the oldest one and publishes the
    /// change.
    #[inline(always)]
    fn try_buffer_recv(&self, on: &impl WakeContext, inner: &mut Inner, out: &mut [u64]) -> bool {
        let plain = inner.len > 0 && inner.senders.is_empty();
        if plain {
            inner.remove_oldest(on, self.capacity, out);
            inner.len -= 1;
            let more = if inner.len > 0 || inner.is_closed { CAN_RECV } else { 0 };
            self.ready_hint.store(CAN_SEND | more, Ordering::Release);
        }
        plain
    }

    /// Sends `value` (of [`width`](Self::width) words), or puts task `me` into the queue of senders.
    #[inline]
    pub fn send(&self, on: &mut impl WakeContext, me: TaskRef, value: &[u64]) -> SendStep {
        let mut inner = self.inner.lock();
        if self.try_buffer_send(on, &mut inner, value) {
            return SendStep::Sent;
        }
        if let Some(WaiterClaim { peer, waiter, .. }) =
            Inner::claim_waiter(&mut inner.receivers, on)
        {
            inner.note_transfer(self.capacity, on, peer);
            waiter.put_value(0, value);
            waiter.complete_wait(true);
            self.publish_hint(&inner);
            drop(inner);
            on.wake_peer(peer);
            return SendStep::Sent;
        }
        // The receivers in the queue, if there were any, had withdrawn.
        match inner.try_send(self.capacity, on, value) {
            AttemptResult::Through(woken) => {
                debug_assert!(woken.is_none(), "no receiver waits");
                self.publish_hint(&inner);
                SendStep::Sent
            }
            AttemptResult::Closed => SendStep::Closed,
            AttemptResult::Wait => {
                let waiter = on.waiter(me);
                let ticket = waiter.begin_wait();
                waiter.put_value(0, value);
                waiter.note_entry_index(inner.senders.push(Entry::single(me, ticket)));
                self.publish_hint(&inner);
                SendStep::Parked
            }
        }
    }

    /// Sends `value` if that is possible at once.
    #[inline]
    pub fn try_send(&self, on: &mut impl WakeContext, value: &[u64]) -> TrySendResult {
        if !self.operation_may_succeed(CAN_SEND) {
            return TrySendResult::WouldBlock;
        }
        let attempt = {
            let mut inner = self.inner.lock();
            let attempt = inner.try_send(self.capacity, on, value);
            self.publish_hint(&inner);
            attempt
        };
        match attempt {
            AttemptResult::Through(peer) => {
                if let Some(peer) = peer {
                    on.wake_peer(peer);
                }
                TrySendResult::Sent
            }
            AttemptResult::Closed => TrySendResult::Closed,
            AttemptResult::Wait => TrySendResult::WouldBlock,
        }
    }

    /// Finishes the send of the parked task that owns `waiter`; `None` if the send has not completed: park again.
    #[inline]
    pub fn finish_send(waiter: &Waiter) -> Option<SendStep> {
        let Completion { is_operation_done: ok, .. } = waiter.completion()?;
        waiter.finish_wait();
        Some(if ok { SendStep::Sent } else { SendStep::Closed })
    }

    /// Receives into `out` (of [`width`](Self::width) words), or puts task `me` into the queue of receivers.
    #[inline]
    pub fn recv(&self, on: &mut impl WakeContext, me: TaskRef, out: &mut [u64]) -> RecvStep {
        let mut inner = self.inner.lock();
        if self.try_buffer_recv(on, &mut inner, out) {
            on.shade_received(out);
            return RecvStep::Received;
        }
        match inner.try_recv(self.capacity, on, out) {
            AttemptResult::Through(peer) => {
                self.publish_hint(&inner);
                drop(inner);
                if let Some(peer) = peer {
                    on.wake_peer(peer);
                }
                RecvStep::Received
            }
            AttemptResult::Closed => RecvStep::Closed,
            AttemptResult::Wait => {
                let waiter = on.waiter(me);
                let ticket = waiter.begin_wait();
                waiter.note_entry_index(inner.receivers.push(Entry::single(me, ticket)));
                self.publish_hint(&inner);
                RecvStep::Parked
            }
        }
    }

    /// Receives into `out` if that is possible at once.
    #[inline]
    pub fn try_recv(&self, on: &mut impl WakeContext, out: &mut [u64]) -> TryRecvResult {
        if !self.operation_may_succeed(CAN_RECV) {
            return TryRecvResult::WouldBlock;
        }
        let attempt = {
            let mut inner = self.inner.lock();
            let attempt = inner.try_recv(self.capacity, on, out);
            self.publish_hint(&inner);
            attempt
        };
        match attempt {
            AttemptResult::Through(peer) => {
                if let Some(peer) = peer {
                    on.wake_peer(peer);
                }
                TryRecvResult::Received
            }
            AttemptResult::Closed => TryRecvResult::Closed,
            AttemptResult::Wait => TryRecvResult::WouldBlock,
        }
    }

    /// Finishes the receive of the parked task that owns `waiter`; `None` if it has not completed: park again.
    #[inline]
    pub fn finish_recv(waiter: &Waiter, out: &mut [u64]) -> Option<RecvStep> {
        let Completion { is_operation_done: ok, .. } = waiter.completion()?;
        if ok {
            waiter.get_value(0, out);
        } else {
            clear_slots(out);
        }
        waiter.finish_wait();
        Some(if ok { RecvStep::Received } else { RecvStep::Closed })
    }

    /// Withdraws task `me`, which has parked in a send or a receive; an operation that has completed stays completed.
    pub fn withdraw_wait(&self, on: &impl WakeContext, me: TaskRef) {
        // This thread holds the channel's lock, so no thread has claimed the wait without having completed it.
        let mut inner = self.inner.lock();
        let waiter = on.waiter(me);
        if waiter.withdraw_wait().is_none() {
            let place = waiter.entry_index();
            let _ = inner.receivers.withdraw(place, me) || inner.senders.withdraw(place, me);
            self.publish_hint(&inner);
        }
    }

    /// Closes the channel: waiting receivers get zero values, waiting senders panic.
    ///
    /// # Errors
    /// Returns [`Closed`] if the channel was closed before.
    pub fn close(&self, on: &mut impl WakeContext) -> Result<(), AlreadyClosedError> {
        let mut inner = self.inner.lock();
        if inner.is_closed {
            return Err(AlreadyClosedError);
        }
        on.note_close(inner.race_key());
        inner.is_closed = true;
        // The queues of senders and of receivers are emptied in the same critical section: a thread that finds the
        // channel closed must not find a waiting sender whose value it could take.
        let mut claimed = Vec::new();
        while let Some(entry) = inner.pop_any_waiter() {
            let peer = on.peer(entry.task);
            let waiter = on.waiter_of(peer);
            if waiter.claim_entry(&entry) {
                on.note_recv_from_closed(inner.race_key(), Some(peer));
                waiter.complete_wait(false);
                claimed.push(peer);
            }
        }
        self.publish_hint(&inner);
        drop(inner);
        // Wakes the waiters in Go's order, last first: Go collects them on a stack.
        claimed.into_iter().rev().for_each(|peer| on.wake_peer(peer));
        Ok(())
    }

    /// Closes a new channel, which no task knows yet.
    pub fn close_unshared(&self) {
        let mut inner = self.inner.lock();
        inner.is_closed = true;
        self.publish_hint(&inner);
    }

    /// The channel's number for a detector of data races: see [`WakeContext::note_buffer_place`].
    pub fn race_key(&self) -> usize {
        self.inner.lock().race_key()
    }

    /// Discards all buffered elements; returns how many there were. (Stopping a timer drains its channel.)
    pub fn drain_buffer(&self) -> usize {
        let mut inner = self.inner.lock();
        inner.head_index = 0;
        inner.buffer.fill(0);
        let dropped = std::mem::take(&mut inner.len);
        self.publish_hint(&inner);
        dropped
    }

    /// The lock, for `select`.
    #[inline]
    pub(crate) fn lock(&self) -> BusyGuard<'_, Inner> {
        self.inner.lock()
    }
}

/// Copies an element; most elements are one word.
#[inline]
fn copy_words(to: &mut [u64], from: &[u64]) {
    match (to, from) {
        ([to], [from]) => *to = *from,
        (to, from) => to.copy_from_slice(from),
    }
}

/// Clears an element, so that it no longer keeps objects alive.
#[inline]
fn clear_slots(slots: &mut [u64]) {
    match slots {
        [word] => *word = 0,
        words => words.fill(0),
    }
}

impl Inner {
    /// The channel's number for a detector of data races: an address in it.
    #[inline]
    fn race_key(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    #[inline]
    fn state_hint(&self, capacity: usize) -> u32 {
        let recv = self.len > 0 || self.is_closed || !self.senders.is_empty();
        let send = self.len < capacity || self.is_closed || !self.receivers.is_empty();
        (u32::from(recv) * CAN_RECV) | (u32::from(send) * CAN_SEND)
    }

    /// The index in the ring of element `i` (counted from the oldest).
    #[inline]
    fn ring_index(&self, i: usize, capacity: usize) -> usize {
        let at = self.head_index + i;
        if at >= capacity { at - capacity } else { at }
    }

    /// The words of the ring that element `i` (counted from the oldest) takes.
    #[inline]
    fn element_slots(&self, i: usize, capacity: usize, width: usize) -> std::ops::Range<usize> {
        let at = self.ring_index(i, capacity);
        at * width..at * width + width
    }

    /// Takes entries from `queue` until it finds a waiter that can still be claimed, and claims that waiter.
    #[inline(always)]
    fn claim_waiter<'w, C: WakeContext>(
        queue: &mut Queue,
        on: &'w C,
    ) -> Option<WaiterClaim<'w, C::Peer>> {
        while let Some(entry) = queue.pop() {
            let peer = on.peer(entry.task);
            let waiter = on.waiter_of(peer);
            if waiter.claim_entry(&entry) {
                return Some(WaiterClaim {
                    peer,
                    waiter,
                    value_offset: entry.offset_or_time as usize,
                });
            }
        }
        None
    }

    #[inline(always)]
    pub(crate) fn try_send<C: WakeContext>(
        &mut self,
        capacity: usize,
        on: &C,
        value: &[u64],
    ) -> AttemptResult<C::Peer> {
        if self.is_closed {
            return AttemptResult::Closed;
        }
        if let Some(WaiterClaim { peer, waiter, .. }) = Self::claim_waiter(&mut self.receivers, on)
        {
            self.note_transfer(capacity, on, peer);
            waiter.put_value(0, value);
            waiter.complete_wait(true);
            return AttemptResult::Through(Some(peer));
        }
        if self.len == capacity {
            return AttemptResult::Wait;
        }
        self.append_value(on, capacity, value);
        AttemptResult::Through(None)
    }

    /// Reports to the detector of data races that the receiver `peer` gets a value from its sender directly.
    #[inline(always)]
    fn note_transfer<C: WakeContext>(&self, capacity: usize, on: &C, peer: C::Peer) {
        let key = self.race_key();
        if capacity == 0 {
            on.note_rendezvous(key, peer);
        } else {
            // As if the value went through the buffer.
            on.note_buffer_place(key, self.head_index, None);
            on.note_buffer_place(key, self.head_index, Some(peer));
        }
    }

    /// Stores `value` as the newest element; there must be room.
    #[inline(always)]
    fn append_value(&mut self, on: &impl WakeContext, capacity: usize, value: &[u64]) {
        on.note_buffer_place(self.race_key(), self.ring_index(self.len, capacity), None);
        let slots = self.element_slots(self.len, capacity, value.len());
        copy_words(&mut self.buffer[slots], value);
        self.len += 1;
    }

    /// Copies the oldest element out and returns its place. The caller lowers `len`, or refills the place.
    #[inline(always)]
    fn remove_oldest(
        &mut self,
        on: &impl WakeContext,
        capacity: usize,
        out: &mut [u64],
    ) -> std::ops::Range<usize> {
        on.note_buffer_place(self.race_key(), self.head_index, None);
        let slots = self.element_slots(0, capacity, out.len());
        let element = &mut self.buffer[slots.clone()];
        copy_words(out, element);
        clear_slots(element);
        self.head_index = if self.head_index + 1 == capacity { 0 } else { self.head_index + 1 };
        slots
    }

    #[inline(always)]
    pub(crate) fn try_recv<C: WakeContext>(
        &mut self,
        capacity: usize,
        on: &mut C,
        out: &mut [u64],
    ) -> AttemptResult<C::Peer> {
        let key = self.race_key();
        if self.len == 0 {
            if let Some(WaiterClaim { peer, waiter, value_offset: at }) =
                Self::claim_waiter(&mut self.senders, on)
            {
                on.note_rendezvous(key, peer);
                waiter.get_value(at, out);
                waiter.complete_wait(true);
                on.shade_received(out);
                return AttemptResult::Through(Some(peer));
            }
            if self.is_closed {
                on.note_recv_from_closed(key, None);
                clear_slots(out);
                return AttemptResult::Closed;
            }
            return AttemptResult::Wait;
        }
        let place = self.head_index;
        let slots = self.remove_oldest(on, capacity, out);
        on.shade_received(out);
        // A waiting sender waits for this place: its value becomes the newest element.
        if let Some(WaiterClaim { peer, waiter, value_offset: at }) =
            Self::claim_waiter(&mut self.senders, on)
        {
            on.note_buffer_place(key, place, Some(peer));
            let element = &mut self.buffer[slots];
            waiter.get_value(at, element);
            waiter.complete_wait(true);
            on.shade_received(element);
            return AttemptResult::Through(Some(peer));
        }
        self.len -= 1;
        AttemptResult::Through(None)
    }

    /// Takes a waiting receiver or else a waiting sender.
    fn pop_any_waiter(&mut self) -> Option<Entry> {
        self.receivers.pop().or_else(|| self.senders.pop())
    }

    /// Removes a select's entry from the queue of senders or receivers.
    #[inline]
    pub(crate) fn leave_queue(&mut self, sends: bool, index: u32, task: TaskRef, ticket: Ticket) {
        let queue = if sends { &mut self.senders } else { &mut self.receivers };
        queue.remove(index, task, ticket);
    }
}
