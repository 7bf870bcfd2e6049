//! Channels of elements of a fixed number of words. The invariants in the crate's header are kept here and in
//! `select`.

mod reports;

use crate::queue::{Entry, Queue};
use crate::waiter::{Completion, Ticket, Waiter};
use crate::wake_context::WakeContext;
use minigo_sched::TaskRef;
use minigo_sched::loom::{AtomicU32, BusyGuard, BusyMutex, Ordering};

/// What a send came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendStep {
    /// The value has been passed on.
    Sent,
    /// The channel is closed: a panic in Go.
    Closed,
    /// The task is in the queue: park, then ask [`Channel::finish_send`].
    Parked,
}

/// What a send that must not wait came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendNow {
    /// The value is on its way.
    Sent,
    /// The channel is closed: a panic in Go.
    Closed,
    /// No receiver waits and there is no room.
    WouldBlock,
}

/// What a receive came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecvStep {
    /// The value is in `out`.
    Received,
    /// The channel is closed and empty; `out` is zero.
    Closed,
    /// The task is in the queue: park, then ask [`Channel::finish_recv`].
    Parked,
}

/// What a receive that must not wait came to.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecvNow {
    /// The value is in `out`.
    Received,
    /// The channel is closed and empty; `out` is zero.
    Closed,
    /// No sender waits and there is no element.
    WouldBlock,
}

/// Closing came too late: it was closed already. A panic in Go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

/// A channel. It owns its ring and its queues and may lie anywhere, but not move while tasks use it
/// (its address is its rank in the lock order of selects).
#[derive(Debug)]
pub struct Channel {
    capacity: usize,
    width: usize,
    /// Whether a receive ([`CAN_RECV`]) and a send ([`CAN_SEND`]) need not wait, as of the last unlocking; written
    /// under the lock. An operation that must not wait checks whether the lock is free, and then this: what happened
    /// before is seen. What happens at the same time may be missed, as if it came later; but then the thread that did
    /// it sees all that this one did before it looked, by the promise of [`BusyMutex::is_held`]. (Otherwise a
    /// receiver could empty the channel that is to wake it, and miss the work that was stored just now, while the
    /// thread that stored it still finds the channel full.)
    hint: AtomicU32,
    inner: BusyMutex<Inner>,
}

pub(crate) const CAN_RECV: u32 = 1;
pub(crate) const CAN_SEND: u32 = 2;

/// What the lock guards.
#[derive(Debug)]
pub(crate) struct Inner {
    /// `capacity * width` words.
    ring: Box<[u64]>,
    /// The oldest element.
    head: usize,
    len: usize,
    closed: bool,
    pub(crate) receivers: Queue,
    pub(crate) senders: Queue,
}

/// What an attempt under the lock came to; the task in it is to be woken after the lock is
/// released.
pub(crate) enum Attempt<P> {
    /// It took place.
    Through(Option<P>),
    Closed,
    Wait,
}

/// A task that has left a queue and whose wait is claimed.
struct Claimed<'w, P> {
    peer: P,
    waiter: &'w Waiter,
    /// Where in the waiter its value is, in words.
    at: usize,
}

impl Channel {
    /// A channel with room for `capacity` elements of `width` words; `None` if there is not enough memory.
    pub fn new(capacity: usize, width: usize) -> Option<Self> {
        let words = capacity.checked_mul(width)?;
        let mut ring = Vec::new();
        ring.try_reserve_exact(words).ok()?;
        ring.resize(words, 0);
        Some(Self::with_ring(capacity, width, ring.into_boxed_slice()))
    }

    /// As [`new`](Self::new), with its ring, `capacity * width` words.
    pub fn with_ring(capacity: usize, width: usize, ring: Box<[u64]>) -> Self {
        debug_assert_eq!(ring.len(), capacity * width);
        let inner = Inner {
            ring,
            head: 0,
            len: 0,
            closed: false,
            receivers: Queue::default(),
            senders: Queue::default(),
        };
        let hint = AtomicU32::new(inner.hint(capacity));
        Self { capacity, width, hint, inner: BusyMutex::new(inner) }
    }

    /// To be called before unlocking after a change.
    #[inline]
    pub(crate) fn publish(&self, inner: &Inner) {
        self.hint.store(inner.hint(self.capacity), Ordering::Release);
    }

    /// Whether a receive might find something ([`CAN_RECV`]), or a send room, judged without the lock.
    #[inline]
    pub(crate) fn may(&self, what: u32) -> bool {
        self.inner.is_held() || self.can(what)
    }

    /// The same for a thread that has the lock: false is certain. (True is wrong where all that waits has given up.)
    #[inline]
    pub(crate) fn can(&self, what: u32) -> bool {
        self.hint.load(Ordering::Acquire) & what != 0
    }

    /// `cap(ch)`.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Words of an element.
    #[inline]
    pub fn width(&self) -> usize {
        self.width
    }

    /// `len(ch)`.
    pub fn len(&self) -> usize {
        self.inner.lock().len
    }

    /// Whether no element is buffered.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it has been closed.
    pub fn is_closed(&self) -> bool {
        self.inner.lock().closed
    }

    /// Puts `value` into the ring and publishes that, if there is room and no receiver waits: most sends of channels
    /// with room.
    #[inline(always)]
    fn put(&self, on: &impl WakeContext, inner: &mut Inner, value: &[u64]) -> bool {
        let plain = inner.len < self.capacity && !inner.closed && inner.receivers.is_empty();
        if plain {
            inner.append(on, self.capacity, value);
            let room = if inner.len < self.capacity { CAN_SEND } else { 0 };
            self.hint.store(CAN_RECV | room, Ordering::Release);
        }
        plain
    }

    /// Takes the oldest element and publishes that, if there is one and no sender waits.
    #[inline(always)]
    fn take(&self, on: &impl WakeContext, inner: &mut Inner, out: &mut [u64]) -> bool {
        let plain = inner.len > 0 && inner.senders.is_empty();
        if plain {
            inner.remove_oldest(on, self.capacity, out);
            inner.len -= 1;
            let more = if inner.len > 0 || inner.closed { CAN_RECV } else { 0 };
            self.hint.store(CAN_SEND | more, Ordering::Release);
        }
        plain
    }

    /// Sends `value` (of [`width`](Self::width) words), or queues task `me` to do so.
    #[inline]
    pub fn send(&self, on: &mut impl WakeContext, me: TaskRef, value: &[u64]) -> SendStep {
        let mut inner = self.inner.lock();
        if self.put(on, &mut inner, value) {
            return SendStep::Sent;
        }
        match inner.try_send(self.capacity, on, value) {
            Attempt::Through(peer) => {
                self.publish(&inner);
                drop(inner);
                wake(on, peer);
                SendStep::Sent
            }
            Attempt::Closed => SendStep::Closed,
            Attempt::Wait => {
                let waiter = on.waiter(me);
                let ticket = waiter.begin();
                waiter.put(0, value);
                waiter.note_place(inner.senders.push(Entry::single(me, ticket)));
                self.publish(&inner);
                SendStep::Parked
            }
        }
    }

    /// Sends `value` if that is possible at once.
    #[inline]
    pub fn try_send(&self, on: &mut impl WakeContext, value: &[u64]) -> SendNow {
        if !self.may(CAN_SEND) {
            return SendNow::WouldBlock;
        }
        let attempt = {
            let mut inner = self.inner.lock();
            let attempt = inner.try_send(self.capacity, on, value);
            self.publish(&inner);
            attempt
        };
        match attempt {
            Attempt::Through(peer) => {
                wake(on, peer);
                SendNow::Sent
            }
            Attempt::Closed => SendNow::Closed,
            Attempt::Wait => SendNow::WouldBlock,
        }
    }

    /// The end of a send of the task with this waiter, which has parked; `None`: not yet, park again.
    #[inline]
    pub fn finish_send(waiter: &Waiter) -> Option<SendStep> {
        let Completion { ok, .. } = waiter.completion()?;
        waiter.finish();
        Some(if ok { SendStep::Sent } else { SendStep::Closed })
    }

    /// Receives into `out` (of [`width`](Self::width) words), or queues task `me` to do so.
    #[inline]
    pub fn recv(&self, on: &mut impl WakeContext, me: TaskRef, out: &mut [u64]) -> RecvStep {
        let mut inner = self.inner.lock();
        if self.take(on, &mut inner, out) {
            on.shade_received(out);
            return RecvStep::Received;
        }
        match inner.try_recv(self.capacity, on, out) {
            Attempt::Through(peer) => {
                self.publish(&inner);
                drop(inner);
                wake(on, peer);
                RecvStep::Received
            }
            Attempt::Closed => RecvStep::Closed,
            Attempt::Wait => {
                let waiter = on.waiter(me);
                let ticket = waiter.begin();
                waiter.note_place(inner.receivers.push(Entry::single(me, ticket)));
                self.publish(&inner);
                RecvStep::Parked
            }
        }
    }

    /// Receives into `out` if that is possible at once.
    #[inline]
    pub fn try_recv(&self, on: &mut impl WakeContext, out: &mut [u64]) -> RecvNow {
        if !self.may(CAN_RECV) {
            return RecvNow::WouldBlock;
        }
        let attempt = {
            let mut inner = self.inner.lock();
            let attempt = inner.try_recv(self.capacity, on, out);
            self.publish(&inner);
            attempt
        };
        match attempt {
            Attempt::Through(peer) => {
                wake(on, peer);
                RecvNow::Received
            }
            Attempt::Closed => RecvNow::Closed,
            Attempt::Wait => RecvNow::WouldBlock,
        }
    }

    /// The end of a receive of the task with this waiter, which has parked; `None`: not yet, park again.
    #[inline]
    pub fn finish_recv(waiter: &Waiter, out: &mut [u64]) -> Option<RecvStep> {
        let Completion { ok, .. } = waiter.completion()?;
        if ok {
            waiter.get(0, out);
        } else {
            clear(out);
        }
        waiter.finish();
        Some(if ok { RecvStep::Received } else { RecvStep::Closed })
    }

    /// Task `me`, which has parked in a send or a receive, gives that up: what has taken place meanwhile has.
    pub fn withdraw(&self, on: &impl WakeContext, me: TaskRef) {
        // Under the lock: so no thread has claimed the wait and not completed it.
        let mut inner = self.inner.lock();
        let waiter = on.waiter(me);
        if waiter.withdraw().is_none() {
            let place = waiter.place();
            let _ = inner.receivers.withdraw(place, me) || inner.senders.withdraw(place, me);
            self.publish(&inner);
        }
    }

    /// Closes the channel: receivers that wait get zero values, senders that wait get their panic.
    ///
    /// # Errors
    /// [`Closed`] if it was closed before.
    pub fn close(&self, on: &mut impl WakeContext) -> Result<(), Closed> {
        let mut inner = self.inner.lock();
        if inner.closed {
            return Err(Closed);
        }
        on.note_close(inner.key());
        inner.closed = true;
        // Both queues are emptied in the same critical section: a thread that finds the channel closed finds no
        // sender of it any more whose value it could take.
        let mut claimed = Vec::new();
        while let Some(entry) = inner.pop_any() {
            let peer = on.peer(entry.task);
            let waiter = on.waiter_of(peer);
            if waiter.claim_entry(&entry) {
                on.note_closed(inner.key(), Some(peer));
                waiter.complete(false);
                claimed.push(peer);
            }
        }
        self.publish(&inner);
        drop(inner);
        // Go's order: the list that it makes of the waiters is a stack.
        claimed.into_iter().rev().for_each(|peer| on.wake_peer(peer));
        Ok(())
    }

    /// Closes a new channel, which no task knows yet.
    pub fn close_new(&self) {
        let mut inner = self.inner.lock();
        inner.closed = true;
        self.publish(&inner);
    }

    /// The channel's number for a detector of data races: see [`WakeContext::note_place`].
    pub fn key(&self) -> usize {
        self.inner.lock().key()
    }

    /// Throws away all buffered elements; returns how many there were. (Stopping a timer does that
    /// to its channel.)
    pub fn drain(&self) -> usize {
        let mut inner = self.inner.lock();
        inner.head = 0;
        inner.ring.fill(0);
        let dropped = std::mem::take(&mut inner.len);
        self.publish(&inner);
        dropped
    }

    /// Calls `visit` with the words of each buffered element, oldest first: for the collector.
    pub fn each_element(&self, mut visit: impl FnMut(&[u64])) {
        let inner = self.inner.lock();
        for i in 0..inner.len {
            let at = (inner.head + i) % self.capacity * self.width;
            visit(&inner.ring[at..at + self.width]);
        }
    }

    /// Whether a task waits to receive. (Or has waited in a select that has been completed by another case, and has not
    /// run since.)
    pub fn has_receiver(&self) -> bool {
        !self.inner.lock().receivers.is_empty()
    }

    /// The lock, for `select`.
    #[inline]
    pub(crate) fn lock(&self) -> BusyGuard<'_, Inner> {
        self.inner.lock()
    }
}

#[inline]
pub(crate) fn wake<C: WakeContext>(on: &mut C, peer: Option<C::Peer>) {
    if let Some(peer) = peer {
        on.wake_peer(peer);
    }
}

/// Copies an element; most are one word.
#[inline]
fn copy(to: &mut [u64], from: &[u64]) {
    match (to, from) {
        ([to], [from]) => *to = *from,
        (to, from) => to.copy_from_slice(from),
    }
}

/// Clears an element, so that it keeps nothing alive.
#[inline]
fn clear(slots: &mut [u64]) {
    match slots {
        [word] => *word = 0,
        words => words.fill(0),
    }
}

impl Inner {
    /// The channel's number for a detector of data races: an address in it.
    #[inline]
    fn key(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }

    #[inline]
    fn hint(&self, capacity: usize) -> u32 {
        let recv = self.len > 0 || self.closed || !self.senders.is_empty();
        let send = self.len < capacity || self.closed || !self.receivers.is_empty();
        (u32::from(recv) * CAN_RECV) | (u32::from(send) * CAN_SEND)
    }

    /// In which place of the ring element `i` (counted from the oldest) lies.
    #[inline]
    fn place(&self, i: usize, capacity: usize) -> usize {
        let at = self.head + i;
        if at >= capacity { at - capacity } else { at }
    }

    /// Where element `i` (counted from the oldest) lies.
    #[inline]
    fn element_slots(&self, i: usize, capacity: usize, width: usize) -> std::ops::Range<usize> {
        let at = self.place(i, capacity);
        at * width..at * width + width
    }

    /// Takes a waiter that can still be claimed, and claims it.
    #[inline(always)]
    fn claim<'w, C: WakeContext>(queue: &mut Queue, on: &'w C) -> Option<Claimed<'w, C::Peer>> {
        while let Some(entry) = queue.pop() {
            let peer = on.peer(entry.task);
            let waiter = on.waiter_of(peer);
            if waiter.claim_entry(&entry) {
                return Some(Claimed { peer, waiter, at: entry.at as usize });
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
    ) -> Attempt<C::Peer> {
        if self.closed {
            return Attempt::Closed;
        }
        let key = self.key();
        if let Some(Claimed { peer, waiter, .. }) = Self::claim(&mut self.receivers, on) {
            if capacity == 0 {
                on.note_meeting(key, peer);
            } else {
                // As if it went through the buffer.
                on.note_place(key, self.head, None);
                on.note_place(key, self.head, Some(peer));
            }
            waiter.put(0, value);
            waiter.complete(true);
            return Attempt::Through(Some(peer));
        }
        if self.len == capacity {
            return Attempt::Wait;
        }
        self.append(on, capacity, value);
        Attempt::Through(None)
    }

    /// Stores the newest element, for which there is room.
    #[inline(always)]
    fn append(&mut self, on: &impl WakeContext, capacity: usize, value: &[u64]) {
        on.note_place(self.key(), self.place(self.len, capacity), None);
        let slots = self.element_slots(self.len, capacity, value.len());
        copy(&mut self.ring[slots], value);
        self.len += 1;
    }

    /// Takes the oldest element; says where it was. The caller lowers `len`, or fills the place.
    #[inline(always)]
    fn remove_oldest(
        &mut self,
        on: &impl WakeContext,
        capacity: usize,
        out: &mut [u64],
    ) -> std::ops::Range<usize> {
        on.note_place(self.key(), self.head, None);
        let slots = self.element_slots(0, capacity, out.len());
        let element = &mut self.ring[slots.clone()];
        copy(out, element);
        clear(element);
        self.head = if self.head + 1 == capacity { 0 } else { self.head + 1 };
        slots
    }

    #[inline(always)]
    pub(crate) fn try_recv<C: WakeContext>(
        &mut self,
        capacity: usize,
        on: &mut C,
        out: &mut [u64],
    ) -> Attempt<C::Peer> {
        let key = self.key();
        if self.len == 0 {
            if let Some(Claimed { peer, waiter, at }) = Self::claim(&mut self.senders, on) {
                on.note_meeting(key, peer);
                waiter.get(at, out);
                waiter.complete(true);
                on.shade_received(out);
                return Attempt::Through(Some(peer));
            }
            if self.closed {
                on.note_closed(key, None);
                clear(out);
                return Attempt::Closed;
            }
            return Attempt::Wait;
        }
        let place = self.head;
        let slots = self.remove_oldest(on, capacity, out);
        on.shade_received(out);
        // A sender that waits has waited for this element: its value becomes the newest element.
        if let Some(Claimed { peer, waiter, at }) = Self::claim(&mut self.senders, on) {
            on.note_place(key, place, Some(peer));
            let element = &mut self.ring[slots];
            waiter.get(at, element);
            waiter.complete(true);
            on.shade_received(element);
            return Attempt::Through(Some(peer));
        }
        self.len -= 1;
        Attempt::Through(None)
    }

    /// Takes any waiter.
    fn pop_any(&mut self) -> Option<Entry> {
        self.receivers.pop().or_else(|| self.senders.pop())
    }

    /// Takes a select's entry out of a queue.
    #[inline]
    pub(crate) fn leave(&mut self, sends: bool, index: u32, task: TaskRef, ticket: Ticket) {
        let queue = if sends { &mut self.senders } else { &mut self.receivers };
        queue.remove(index, task, ticket);
    }
}
