//! The netpoller: it keeps the tasks that wait for sockets and pipes, and polls for their readiness.
//!
//! * [`gate`]: where a task waits for one direction of a descriptor; `desc`: a descriptor: two gates, its users, its
//!   deadlines;
//! * [`readiness`]: the source that reports ready descriptors, as a trait; `events`: the system's source (epoll);
//! * [`poll_break`]: interrupting the worker that waits in the poller.
//!
//! A descriptor is registered once, edge-triggered, in both directions. A task tries its operation first; if that would
//! block, the task waits at a gate, and its P continues without it. Three kinds of threads poll: a worker that has
//! nothing to run, without waiting; the last idle worker, which sleeps in the poller with the next timer as its
//! time-out; and sysmon if no thread polled for 10 ms. One thread polls at a time, and none while a worker sleeps in
//! the poller; but a worker that is about to wait enters beside a polling thread: behind a lock it would fall asleep,
//! and another worker would be woken in its place.
//!
//! The system's source is created when the first descriptor is opened: until then the sleeper waits on a condition
//! variable.
//!
//! Lock order: a descriptor's lock before the table's; neither is held while a task is woken.

pub mod gate;
pub mod poll_break;
pub mod readiness;

mod desc;
mod events;

use crate::idle::poll_sleeper::PollWait;
use crate::primitives::cache_padded::CachePadded;
use crate::task::task_ref::TaskRef;
use crate::time::clock::{NEVER, Nanos};
use events::SystemEvents;
use parking_lot::{Condvar, Mutex};
use poll_break::PollBreak;
use readiness::{Event, Readiness};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub(crate) use desc::{Desc, DescriptorUsers};
pub use desc::{Direction, NetRef, Refusal};
pub(crate) use gate::GateState;

/// How many slots the first chunk has; each further chunk has twice as many as the one before.
const FIRST_CHUNK_LEN: u32 = 64;
const MAX_CHUNKS: usize = 20;

/// All descriptors of a scheduler.
pub(crate) struct Netpoll {
    /// The source of readiness: either given, or the system's, created with the first descriptor.
    readiness_source: OnceLock<Arc<dyn Readiness>>,
    /// The value of [`Readiness::has_only_task_events`] for a given source.
    has_only_task_events: bool,
    /// How many tasks wait at gates. Incremented before a task enters a gate, decremented after the task was queued
    /// again: while it is not 0, polling may make a task runnable.
    waiting_tasks: CachePadded<AtomicU32>,
    /// When a thread last polled; 0 while a worker sleeps in the poller.
    last_poll: CachePadded<AtomicU64>,
    /// Whether a thread polls without waiting.
    is_polling: CachePadded<AtomicBool>,
    poll_break: PollBreak,
    pub(crate) desc_chunks: [OnceLock<Box<[Desc]>>; MAX_CHUNKS],
    free_slots: Mutex<DescriptorSlots>,
    /// Whether the sleeper, which waits on `interrupt_changed` while there is no poller, has to wake.
    interrupt_pending: Mutex<bool>,
    interrupt_changed: Condvar,
}

/// The slots of descriptors.
#[derive(Default)]
struct DescriptorSlots {
    free_indices: Vec<u32>,
    created_count: u32,
}

impl Default for Netpoll {
    fn default() -> Self {
        Self {
            readiness_source: OnceLock::new(),
            has_only_task_events: false,
            waiting_tasks: CachePadded(AtomicU32::new(0)),
            last_poll: CachePadded(AtomicU64::new(1)),
            is_polling: CachePadded(AtomicBool::new(false)),
            poll_break: PollBreak::new(),
            desc_chunks: [const { OnceLock::new() }; MAX_CHUNKS],
            free_slots: Mutex::default(),
            interrupt_pending: Mutex::new(false),
            interrupt_changed: Condvar::new(),
        }
    }
}

impl Netpoll {
    /// Creates a netpoller with the given source, or without one with the system's.
    pub(crate) fn new(source: Option<Arc<dyn Readiness>>) -> Self {
        let internal = source.as_ref().is_some_and(|source| source.has_only_task_events());
        let source = source.map_or_else(OnceLock::new, OnceLock::from);
        Self { readiness_source: source, has_only_task_events: internal, ..Self::default() }
    }

    /// Reports whether descriptors become ready only by operations of tasks.
    pub(crate) fn has_only_task_events(&self) -> bool {
        self.has_only_task_events
    }

    /// Reports whether tasks wait at gates.
    #[inline]
    pub(crate) fn has_waiters(&self) -> bool {
        self.waiting_tasks.load(Ordering::SeqCst) != 0
    }

    /// Reports whether polling may help: a task waits, and no worker sleeps in the poller.
    #[inline]
    pub(crate) fn wants_poll(&self) -> bool {
        self.waiting_tasks.load(Ordering::Relaxed) != 0
            && self.last_poll.load(Ordering::Relaxed) != 0
    }

    /// Reports whether no thread has polled since `then`.
    pub(crate) fn not_polled_since(&self, then: Nanos) -> bool {
        self.wants_poll() && self.last_poll.load(Ordering::Relaxed) < then
    }

    /// Records that a thread has polled, or has ended its sleep in the poller.
    pub(crate) fn note_poll(&self, now: Nanos) {
        self.last_poll.store(now.max(1), Ordering::Relaxed);
    }

    /// Records that `n` tasks that were at gates have been queued.
    pub(crate) fn subtract_waiting_tasks(&self, n: usize) {
        self.waiting_tasks.fetch_sub(n as u32, Ordering::SeqCst);
    }

    pub(crate) fn add_waiting_task(&self) {
        self.waiting_tasks.fetch_add(1, Ordering::SeqCst);
    }

    /// Polls without waiting, and appends the tasks that have become runnable. The caller queues the tasks and then
    /// calls [`subtract_waiting_tasks`](Self::subtract_waiting_tasks).
    pub(crate) fn poll(&self, ready: &mut Vec<TaskRef>) {
        let Some(source) = self.readiness_source.get() else { return };
        if self.is_polling.swap(true, Ordering::Acquire) {
            return;
        }
        let interrupted = self.take_events(&**source, Some(Duration::ZERO), ready);
        self.is_polling.store(false, Ordering::Release);
        if interrupted && self.poll_break.is_for_sleeper() {
            source.interrupt();
        }
    }

    /// Waits for events and opens the gates; returns whether there was an interrupt among the events.
    fn take_events(
        &self,
        source: &dyn Readiness,
        pause: Option<Duration>,
        ready: &mut Vec<TaskRef>,
    ) -> bool {
        source.wait(pause, &mut |event| self.open_gates(&event, ready))
    }

    fn open_gates(&self, event: &Event, ready: &mut Vec<TaskRef>) {
        let named = NetRef::from_bits(event.token);
        let desc = self.desc(named.index);
        if desc.generation.load(Ordering::Acquire) != named.generation {
            return;
        }
        if event.has_exceptional_condition {
            desc.clear_reports_all_data();
        }
        if event.readable {
            ready.extend(desc.gate(Direction::Read).open(true));
        }
        if event.writable {
            ready.extend(desc.gate(Direction::Write).open(true));
        }
    }

    /// Returns the tasks that wait at gates, with the system's descriptor and the direction.
    pub(crate) fn waiting_tasks(&self) -> Vec<(TaskRef, i32, Direction)> {
        let made = self.free_slots.lock().created_count;
        let at = |index: u32, direction| {
            let desc = self.desc(index);
            let task = desc.gate(direction).waiting_task()?;
            Some((task, desc.users.lock().fd, direction))
        };
        (0..made).flat_map(|i| Direction::BOTH.into_iter().filter_map(move |d| at(i, d))).collect()
    }

    /// Returns when a thread last polled, unless a worker sleeps in the poller.
    pub(crate) fn last_poll(&self) -> Option<Nanos> {
        Some(self.last_poll.load(Ordering::Relaxed)).filter(|at| *at > 1)
    }

    /// Registers a descriptor for both directions, once.
    pub(crate) fn register(&self, fd: i32, named: NetRef) -> io::Result<()> {
        let source = match self.readiness_source.get() {
            Some(source) => source,
            None => {
                let new = Arc::new(SystemEvents::new()?);
                let source = self.readiness_source.get_or_init(|| new);
                // A worker that sleeps on the condition variable has to wait in the source instead.
                self.interrupt();
                source
            }
        };
        source.register(fd, named.to_bits())
    }

    pub(crate) fn deregister(&self, fd: i32) {
        if let Some(source) = self.readiness_source.get() {
            source.deregister(fd);
        }
    }

    fn chunk_and_offset(index: u32) -> (usize, usize) {
        let n = index + FIRST_CHUNK_LEN;
        let chunk = (FIRST_CHUNK_LEN.leading_zeros() - n.leading_zeros()) as usize;
        (chunk, (n - (FIRST_CHUNK_LEN << chunk)) as usize)
    }

    /// The slot with a number that [`take_slot`](Self::take_slot) has returned.
    pub(crate) fn desc(&self, index: u32) -> &Desc {
        let (chunk, offset) = Self::chunk_and_offset(index);
        &self.desc_chunks[chunk].get().expect("a chunk exists before its numbers are given out")
            [offset]
    }

    /// The slot that a user's reference names, if it exists.
    pub(crate) fn desc_of(&self, named: NetRef) -> Option<&Desc> {
        if named.index >= u32::MAX - FIRST_CHUNK_LEN {
            return None;
        }
        let (chunk, offset) = Self::chunk_and_offset(named.index);
        self.desc_chunks.get(chunk)?.get()?.get(offset)
    }

    pub(crate) fn take_slot(&self) -> io::Result<u32> {
        let mut slots = self.free_slots.lock();
        if let Some(index) = slots.free_indices.pop() {
            return Ok(index);
        }
        let index = slots.created_count;
        let (chunk, offset) = Self::chunk_and_offset(index);
        if chunk >= MAX_CHUNKS {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        if offset == 0 {
            let new = (0..FIRST_CHUNK_LEN << chunk).map(|_| Desc::default()).collect();
            assert!(self.desc_chunks[chunk].set(new).is_ok(), "a chunk is made once");
        }
        slots.created_count += 1;
        Ok(index)
    }

    pub(crate) fn return_slot(&self, index: u32) {
        self.free_slots.lock().free_indices.push(index);
    }
}

impl PollWait for Netpoll {
    fn wait_in_poll(&self, pause: Nanos, ready: &mut Vec<TaskRef>) {
        let Some(source) = self.readiness_source.get() else {
            let mut interrupt_pending = self.interrupt_pending.lock();
            if !*interrupt_pending && self.readiness_source.get().is_none() {
                let pause = pause.min(3_600_000_000_000);
                self.interrupt_changed
                    .wait_for(&mut interrupt_pending, Duration::from_nanos(pause));
            }
            *interrupt_pending = false;
            return;
        };
        if !self.poll_break.begin_wait() {
            return;
        }
        self.last_poll.store(0, Ordering::Relaxed);
        self.take_events(&**source, (pause != NEVER).then(|| Duration::from_nanos(pause)), ready);
        self.last_poll.store(1, Ordering::Relaxed);
        self.poll_break.end_wait();
    }

    fn interrupt(&self) {
        *self.interrupt_pending.lock() = true;
        self.interrupt_changed.notify_all();
        self.poll_break.request();
        if let Some(source) = self.readiness_source.get() {
            source.interrupt();
        }
    }
}
