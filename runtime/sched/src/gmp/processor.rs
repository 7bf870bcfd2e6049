//! P: the right to run tasks, with the queue and the data that need no lock.
//!
//! Ownership of the `Box<Processor>` is the whole locking discipline: what others may look at is in its
//! [`ProcessorShared`], everything else has one owner at a time. Its queues and words are in `processor/`.

use crate::gmp::{Callback, Sched, Task};
use crate::processor::ProcId;
use crate::processor::loan::Loan;
use crate::processor::local_queue::{self, LocalQueue, OUTGOING, Pushed, Stealer};
use crate::processor::net_affinity::NetAffinity;
use crate::processor::policy::Policy;
use crate::processor::remote_queue::RemoteQueue;
use crate::processor::runnext::RunNext;
use crate::time::timer_heap::Timers;
use crate::trace::{Kind, Lane, Place};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Asked to yield by sysmon.
pub(crate) const FLAG_YIELD: u32 = 1;
/// The world is to stop.
pub(crate) const FLAG_STOP: u32 = 2;
/// Some processor's timers are due and no processor is idle: run them.
pub(crate) const FLAG_TIMERS: u32 = 8;
/// The scheduler shuts down.
pub(crate) const FLAG_EXIT: u32 = 4;

const FREE_MAX: usize = 256;
const FREE_BATCH: usize = 128;
/// How many slots that were never used are initialised at a time.
const UNUSED_BATCH: u32 = 32;

/// What thieves, sysmon and stops of the world see of a processor. It exists for as long as the scheduler does.
#[repr(align(128))]
pub(crate) struct ProcessorShared<T: Task> {
    /// Why the running task should return. Polled by the task, set by sysmon and by stops of the world.
    pub(crate) flag: AtomicU32,
    /// The task to run next.
    runnext: RunNext,
    /// Slices that began a new time slice; only the owner writes. sysmon: "still the same after 10
    /// ms?"
    pub(crate) tick: AtomicU32,
    /// All slices; only the owner writes. Thieves: "is it about to take its runnext itself?"
    pub(crate) slices: AtomicU32,
    /// Its worker and the task that runs on it, each plus one; only while events are recorded.
    pub(crate) worker: AtomicU32,
    pub(crate) running: AtomicU32,
    spawned: AtomicU64,
    ended: AtomicU64,
    /// The processor itself, while it is on loan to a blocking call.
    pub(crate) loan: Loan<Processor<T>>,
    pub(crate) steal: Stealer,
    /// What the owner has collected for the global queue: any thread may bring it there.
    pub(crate) outgoing: Stealer<OUTGOING>,
    pub(crate) timers: Timers<Callback<T>>,
    /// What other processors have handed over to the owner.
    pub(crate) remote_queue: RemoteQueue,
    pub(crate) net_affinity: NetAffinity,
    /// The time slice that sysmon saw last, and when it saw it first; only sysmon writes.
    pub(crate) seen_tick: AtomicU32,
    pub(crate) seen_since: AtomicU64,
}

impl<T: Task> ProcessorShared<T> {
    fn new(id: ProcId, policy: &Policy, steal: Stealer, outgoing: Stealer<OUTGOING>) -> Self {
        Self {
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
            outgoing,
            timers: Timers::ordered_by(id.0, policy.order_of_timers()),
            remote_queue: RemoteQueue::new(),
            net_affinity: NetAffinity::default(),
            seen_tick: AtomicU32::new(0),
            seen_since: AtomicU64::new(0),
        }
    }

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

    /// Puts `index` into runnext (owner only); returns the task that it displaced.
    #[inline]
    pub(crate) fn put_next(&self, index: u32) -> Option<u32> {
        self.runnext.put(index)
    }

    /// Empties runnext.
    #[inline]
    pub(crate) fn take_next(&self) -> Option<u32> {
        self.runnext.take()
    }

    /// What is in runnext.
    pub(crate) fn next(&self) -> Option<u32> {
        self.runnext.peek()
    }

    /// Whether there is something in runnext.
    #[inline]
    pub(crate) fn has_next(&self) -> bool {
        self.runnext.is_some()
    }

    /// How many tasks wait for the owner and may be taken by thieves.
    pub(crate) fn queued(&self) -> usize {
        self.steal.len() + self.remote_queue.len()
    }

    /// Whether there is anything that others may take, but for runnext.
    pub(crate) fn has_queued(&self) -> bool {
        !self.steal.is_empty() || !self.outgoing.is_empty() || !self.remote_queue.is_empty()
    }

    /// Whether there is anything to run here.
    pub(crate) fn has_work(&self) -> bool {
        self.has_queued() || self.has_next()
    }
}

/// A processor.
pub(crate) struct Processor<T: Task> {
    pub(crate) id: ProcId,
    pub(crate) shared: Arc<ProcessorShared<T>>,
    pub(crate) queue: LocalQueue,
    /// Tasks that yielded here and belong to the tail of the global queue: each of them alone would take its lock.
    pub(crate) outgoing: LocalQueue<OUTGOING>,
    pub(crate) policy: Policy,
    /// Where events are recorded, if they are.
    pub(crate) lane: Option<Box<Lane>>,
    /// Slots for new tasks.
    pub(crate) free: Vec<u32>,
    /// Slots that belong to this processor and were never used: their memory is not touched yet.
    unused: Range<u32>,
    /// A wake-up is pending: something was put into runnext, or a timer started, and no worker was woken for it.
    pub(crate) wakeup_pending: bool,
    /// At the last end of a budget something waited here, or in the global queue, although a worker was woken for it.
    pub(crate) left_waiting: bool,
    pub(crate) ticket: u64,
    /// Under a seed: the task whose slice is not over.
    pub(crate) running: Option<u32>,
    /// Under a seed and without parking: the parked task that keeps this processor.
    pub(crate) kept: Option<u32>,
    /// Meaningful while the world is stopped, or the processor is on loan.
    pub(crate) stood: Stood,
    /// What it was used for at the last stop of the world, and how many slices had begun on it then.
    pub(crate) before: (Stood, u32),
    pub(crate) local: T::Local,
}

/// What a processor was used for when the world was stopped: that is gone then, and snapshots tell of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stood {
    /// For nothing.
    #[default]
    Idle,
    /// Worker `worker` ran `task`, which is at the end of the queue now, or in runnext.
    Running { worker: u32, task: u32 },
    /// Without parking: worker `worker` waited with `task`.
    Kept { worker: u32, task: u32 },
    /// Worker `worker` looked for work.
    Finding { worker: u32, spinning: bool },
    /// Worker `worker` is in a blocking call of `task`.
    InCall { worker: u32, task: u32 },
    /// It was on its way to worker `worker`, which was to be woken.
    Assigned { worker: u32, spinning: bool },
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
        let shared = Arc::new(ProcessorShared::new(id, &policy, steal, collect));
        let free = Vec::with_capacity(FREE_MAX + 1);
        Box::new(Self {
            id,
            shared,
            queue,
            outgoing,
            policy,
            lane,
            free,
            unused: 0..0,
            wakeup_pending: false,
            left_waiting: false,
            ticket: 0,
            running: None,
            kept: None,
            stood: Stood::Idle,
            before: (Stood::Idle, 0),
            local,
        })
    }

    /// The world goes on: what it was used for is kept for the next stop.
    pub(crate) fn stands_no_more(&mut self) {
        self.before = (std::mem::take(&mut self.stood), self.shared.slices.load(Ordering::Relaxed));
    }

    /// What it is used for but for stops of the world: nothing has run on it since the last one if that is not long
    /// ago. Then a task that the stop interrupted is only still to be resumed; and an idle processor was given to a
    /// worker to see whether there is work, as after each stop.
    pub(crate) fn stood_undisturbed(&self) -> Stood {
        let (before, slices) = self.before;
        if slices != self.shared.slices.load(Ordering::Relaxed) {
            return self.stood;
        }
        match (before, self.stood) {
            (
                Stood::Running { task, .. },
                Stood::Assigned { worker, .. } | Stood::Finding { worker, .. },
            ) if self.has(task) => Stood::Running { worker, task },
            (Stood::Running { task, .. }, Stood::Idle) if self.has(task) => before,
            (Stood::Idle, Stood::Assigned { spinning: false, .. }) if !self.shared.has_work() => {
                Stood::Idle
            }
            _ => self.stood,
        }
    }

    /// Whether a task is queued here.
    fn has(&self, task: u32) -> bool {
        self.shared.next() == Some(task) || self.shared.steal.contents().contains(&task)
    }

    /// A time slice begins.
    #[inline]
    pub(crate) fn next_tick(&mut self) {
        let tick = &self.shared.tick;
        tick.store(tick.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// A time slice begins; says whether the global queue is looked at before the next one.
    #[inline]
    pub(crate) fn next_tick_is_global_first(&mut self) -> bool {
        self.next_tick();
        self.is_global_first()
    }

    /// Whether the global queue is looked at first now.
    #[inline]
    pub(crate) fn is_global_first(&self) -> bool {
        self.policy.global_first(self.shared.tick.load(Ordering::Relaxed))
    }

    /// A slice begins, in a time slice of its own or not.
    #[inline]
    pub(crate) fn count_slice(&mut self) {
        let slices = &self.shared.slices;
        slices.store(slices.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// How many slots it has whose tasks have ended, and how many that were never used.
    pub(crate) fn free_slots(&self) -> (usize, usize) {
        (self.free.len(), self.unused.len())
    }

    /// Under a seed: whether a task has this processor.
    pub(crate) fn is_held(&self) -> bool {
        self.running.is_some() || self.kept.is_some()
    }

    /// Whether events are not recorded and runnext is used.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.lane.is_none() && self.policy.switches.runnext
    }

    /// A task has become runnable here.
    #[inline]
    pub(crate) fn ready(&mut self, index: u32, sched: &Sched<T>) {
        if !self.policy.switches.runnext {
            self.push(index, sched);
            sched.wake_one();
            return;
        }
        match self.shared.put_next(index) {
            None => self.wakeup_pending = true,
            Some(displaced) => {
                self.note_placed(Kind::Kick, displaced, Self::place_of_push);
                self.push(displaced, sched);
                sched.wake_one();
            }
        }
    }

    /// Whether nothing waits here, but for runnext and for what is to go to the global queue.
    #[inline]
    pub(crate) fn has_none_queued(&self) -> bool {
        self.queue.is_empty() && self.shared.remote_queue.is_empty()
    }

    /// Queues a task at the local tail; half of a full queue goes to the global one.
    #[inline]
    pub(crate) fn push(&mut self, index: u32, sched: &Sched<T>) {
        if !self.policy.switches.local_queues {
            sched.inject(&[index]);
            return;
        }
        match self.queue.push(index) {
            Pushed::Kept => {}
            Pushed::Overflow(half) => {
                if let Some((watch, p)) = self.watch() {
                    watch.moved(p, half.clone());
                }
                self.note(Kind::Overflow, index, half.len() as u32);
                self.note_moved(&half, Place::Global);
                sched.inject(&half);
            }
        }
    }

    /// A task has yielded: it is to go to the tail of the global queue.
    #[inline]
    pub(crate) fn put_yielded(&mut self, index: u32, sched: &Sched<T>) {
        if self.policy.switches.local_queues && self.outgoing.try_push(index).is_ok() {
            return;
        }
        let mut core = sched.core.lock();
        core.collect(&self.shared, sched);
        core.inject(&[index], sched);
    }

    /// Gets slots for new tasks from the scheduler; returns one of them.
    #[cold]
    pub(crate) fn refill_free(&mut self, sched: &Sched<T>) -> u32 {
        sched.take_free(&mut self.free, FREE_BATCH);
        if self.free.is_empty() {
            if self.unused.is_empty() {
                self.unused = sched.slab.reserve();
            }
            let some = (self.unused.start + UNUSED_BATCH).min(self.unused.end);
            let some = std::mem::replace(&mut self.unused.start, some)..some;
            sched.init_free(some, &mut self.free);
        }
        self.free.pop().expect("there was at least one slot")
    }

    /// Keeps a slot for the next task.
    #[inline]
    pub(crate) fn keep_free(&mut self, index: u32, sched: &Sched<T>) {
        self.free.push(index);
        if self.free.len() > FREE_MAX {
            sched.give_free(self.free.drain(..FREE_BATCH));
        }
    }
}
