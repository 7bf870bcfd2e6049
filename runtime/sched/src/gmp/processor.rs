//! P: the right to run tasks, with the queue and the data that need no lock.
//!
//! A module of its own because ownership of the `Box<Processor>` is the whole locking discipline:
//! what others may look at is in its [`Face`], everything else has one owner at a time.

use crate::gmp::{Callback, Shared, Task};
use crate::processor::ProcId;
use crate::processor::loan::Loan;
use crate::processor::local_queue::{self, Local, OUTGOING, Pushed, Steal};
use crate::processor::net_affinity::Seat;
use crate::processor::policy::Policy;
use crate::processor::remote_queue::Mail;
use crate::processor::runnext::RunNext;
use crate::time::timer_heap::Timers;
use crate::trace::{Kind, Lane};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Asked to yield by sysmon.
pub(crate) const FLAG_YIELD: u32 = 1;
/// The world is to stop.
pub(crate) const FLAG_STOP: u32 = 2;
/// Some processor's timers are due and nobody is free: run them.
pub(crate) const FLAG_TIMERS: u32 = 8;
/// The scheduler shuts down.
pub(crate) const FLAG_EXIT: u32 = 4;

const FREE_MAX: usize = 256;
const FREE_BATCH: usize = 128;
/// So many slots that were never used are made free at a time.
const VIRGIN_BATCH: u32 = 32;

/// What thieves, sysmon and stoppers see of a processor. It exists for as long as the scheduler
/// does.
#[repr(align(128))]
pub(crate) struct Face<T: Task> {
    /// Why the running task should return. Polled by it, set by sysmon and stoppers.
    pub(crate) flag: AtomicU32,
    /// The task to run next.
    runnext: RunNext,
    /// Slices that began a new time slice; only the owner writes. sysmon: "still the same after 10
    /// ms?"
    pub(crate) tick: AtomicU32,
    /// All slices; only the owner writes. Thieves: "is it about to take its runnext itself?"
    pub(crate) slices: AtomicU32,
    /// Who holds it and what runs on it, each plus one; only while events are counted.
    pub(crate) worker: AtomicU32,
    pub(crate) running: AtomicU32,
    spawned: AtomicU64,
    ended: AtomicU64,
    /// The processor itself, while it is on loan to a blocking call.
    pub(crate) loan: Loan<Processor<T>>,
    pub(crate) steal: Steal,
    /// What the owner has collected for the global queue: anybody may bring it there.
    pub(crate) outgoing: Steal<OUTGOING>,
    pub(crate) timers: Timers<Callback<T>>,
    /// What others have found for the owner.
    pub(crate) mail: Mail,
    pub(crate) seat: Seat,
}

impl<T: Task> Face<T> {
    /// Counters that only the owner writes need no read-modify-write.
    #[inline]
    pub(crate) fn count_spawned(&self) {
        self.spawned.store(self.spawned.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn count_ended(&self) {
        self.ended.store(self.ended.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Tasks that began here and tasks that ended here.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let ended = self.ended.load(Ordering::Relaxed);
        (self.spawned.load(Ordering::Relaxed), ended)
    }

    /// Puts `index` into runnext (owner only); returns whom it displaced.
    #[inline]
    pub(crate) fn put_next(&self, index: u32) -> Option<u32> {
        self.runnext.put(index)
    }

    /// Empties runnext.
    #[inline]
    pub(crate) fn take_next(&self) -> Option<u32> {
        self.runnext.take()
    }

    /// Whether there is something in runnext.
    #[inline]
    pub(crate) fn has_next(&self) -> bool {
        self.runnext.is_some()
    }

    /// How many tasks wait for the owner and may be taken by thieves.
    pub(crate) fn queued(&self) -> usize {
        self.steal.len() + self.mail.len()
    }

    /// Whether there is anything that others may take, but for runnext.
    pub(crate) fn has_queued(&self) -> bool {
        !self.steal.is_empty() || !self.outgoing.is_empty() || !self.mail.is_empty()
    }

    /// Whether there is anything to run here.
    pub(crate) fn has_work(&self) -> bool {
        self.has_queued() || self.has_next()
    }
}

/// A processor.
pub(crate) struct Processor<T: Task> {
    pub(crate) id: ProcId,
    pub(crate) face: Arc<Face<T>>,
    pub(crate) queue: Local,
    /// Tasks that gave way here and belong to the tail of the global queue: each of them alone would take its lock.
    pub(crate) outgoing: Local<OUTGOING>,
    pub(crate) policy: Policy,
    /// Where events are recorded, if they are.
    pub(crate) lane: Option<Box<Lane>>,
    /// Slots for new tasks.
    pub(crate) free: Vec<u32>,
    /// Slots that belong to this processor and were never used: their memory is not touched yet.
    virgin: Range<u32>,
    /// Something was put into runnext, or a timer started, and nobody was told.
    pub(crate) owed: bool,
    /// At the last end of a budget something waited here, or in the global queue, for somebody who was called to fetch it.
    pub(crate) unfetched: bool,
    pub(crate) ticket: u64,
    /// Under a seed: the task whose slice is not over.
    pub(crate) running: Option<u32>,
    /// Under a seed and without parking: the parked task that keeps this processor.
    pub(crate) kept: Option<u32>,
    pub(crate) local: T::Local,
}

impl<T: Task> Processor<T> {
    pub(crate) fn new(
        id: ProcId,
        policy: Policy,
        local: T::Local,
        lane: Option<Box<Lane>>,
    ) -> Box<Self> {
        let (queue, steal) = local_queue::queue();
        let (outgoing, collect) = local_queue::queue();
        let face = Arc::new(Face {
            flag: AtomicU32::new(0),
            runnext: RunNext::new(),
            tick: AtomicU32::new(0),
            slices: AtomicU32::new(0),
            worker: AtomicU32::new(0),
            running: AtomicU32::new(0),
            spawned: AtomicU64::new(0),
            ended: AtomicU64::new(0),
            loan: Loan::new(),
            steal,
            outgoing: collect,
            timers: Timers::ordered_by(id.0, policy.order_of_timers()),
            mail: Mail::new(),
            seat: Seat::default(),
        });
        let free = Vec::with_capacity(FREE_MAX + 1);
        Box::new(Self {
            id,
            face,
            queue,
            outgoing,
            policy,
            lane,
            free,
            virgin: 0..0,
            owed: false,
            unfetched: false,
            ticket: 0,
            running: None,
            kept: None,
            local,
        })
    }

    /// A time slice begins.
    #[inline]
    pub(crate) fn next_tick(&mut self) {
        let tick = &self.face.tick;
        tick.store(tick.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// A slice begins, in a time slice of its own or not.
    #[inline]
    pub(crate) fn count_slice(&mut self) {
        let slices = &self.face.slices;
        slices.store(slices.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// Under a seed: whether a task has this processor.
    pub(crate) fn is_held(&self) -> bool {
        self.running.is_some() || self.kept.is_some()
    }

    /// Whether nobody watches and runnext is used.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.lane.is_none() && self.policy.switches.runnext
    }

    /// A task has become runnable here.
    #[inline]
    pub(crate) fn ready(&mut self, index: u32, sched: &Shared<T>) {
        if !self.policy.switches.runnext {
            self.push(index, sched);
            sched.wake_one();
            return;
        }
        match self.face.put_next(index) {
            None => self.owed = true,
            Some(displaced) => {
                self.note(Kind::Kick, displaced, 0);
                self.push(displaced, sched);
                sched.wake_one();
            }
        }
    }

    /// Whether nothing waits here, but for runnext and for what is to go to the global queue.
    #[inline]
    pub(crate) fn has_none_queued(&self) -> bool {
        self.queue.is_empty() && self.face.mail.is_empty()
    }

    /// Queues a task at the local tail; half of a full queue goes to the global one.
    #[inline]
    pub(crate) fn push(&mut self, index: u32, sched: &Shared<T>) {
        if !self.policy.switches.local_queues {
            sched.inject(&[index]);
            return;
        }
        match self.queue.push(index) {
            Pushed::Kept => {}
            Pushed::Overflow(half) => {
                self.note(Kind::Overflow, index, half.len() as u32);
                sched.inject(&half);
            }
        }
    }

    /// Gets slots for new tasks from the scheduler; returns one of them.
    #[cold]
    pub(crate) fn refill_free(&mut self, sched: &Shared<T>) -> u32 {
        sched.take_free(&mut self.free, FREE_BATCH);
        if self.free.is_empty() {
            if self.virgin.is_empty() {
                self.virgin = sched.slab.reserve();
            }
            let some = (self.virgin.start + VIRGIN_BATCH).min(self.virgin.end);
            let some = std::mem::replace(&mut self.virgin.start, some)..some;
            sched.make_free(some, &mut self.free);
        }
        self.free.pop().expect("there was at least one slot")
    }

    /// Keeps a slot for the next task.
    #[inline]
    pub(crate) fn keep_free(&mut self, index: u32, sched: &Shared<T>) {
        self.free.push(index);
        if self.free.len() > FREE_MAX {
            sched.give_free(self.free.drain(..FREE_BATCH));
        }
    }
}
