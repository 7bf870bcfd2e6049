//! P: the right to run tasks, together with a queue and the data that need no lock.
//!
//! Ownership of the `Box<Processor>` is the whole locking discipline: the state that other threads may look at is in
//! the P's [`ProcessorShared`]; everything else has one owner at a time. The queues and atomic words are in
//! `processor/`.

use crate::gmp::{Callback, Sched, Task, Timers};
use crate::processor::ProcId;
use crate::processor::loan::BoxLoan;
use crate::processor::local_queue::{self, LocalQueue, OUTGOING_CAPACITY, PushResult, Stealer};
use crate::processor::net_affinity::NetAffinity;
use crate::processor::policy::SchedulingPolicy;
use crate::processor::remote_queue::RemoteQueue;
use crate::processor::runnext::RunNext;
use crate::trace::{Kind, Lane, QueuePlace};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Flag: sysmon asks the task to yield.
pub(crate) const FLAG_YIELD: u32 = 1;
/// Flag: the world is to stop.
pub(crate) const FLAG_STOP: u32 = 2;
/// Flag: some P's timers are due and no P is idle, so this P must run them.
pub(crate) const FLAG_TIMERS: u32 = 8;
/// Flag: the scheduler shuts down.
pub(crate) const FLAG_EXIT: u32 = 4;

const MAX_FREE_SLOTS: usize = 256;
const FREE_SLOT_BATCH: usize = 128;
/// How many never used slots a P initialises at a time.
const UNUSED_SLOT_BATCH: u32 = 32;

/// The part of a P that thieves, sysmon and stops of the world see. This part exists for as long as the scheduler does.
#[repr(align(128))]
pub(crate) struct ProcessorShared<T: Task> {
    /// The reason why the running task should return from its slice. Polled by the task, set by sysmon and by stops of
    /// the world.
    pub(crate) preempt_flag: AtomicU32,
    /// The task to run next.
    pub(crate) runnext: RunNext,
    /// Counts time slices; only the owner writes. Sysmon checks whether the count is the same as 10 ms before.
    pub(crate) tick: AtomicU32,
    /// Counts all slices; only the owner writes. By this count a thief decides whether the owner is about to take the
    /// task in runnext itself.
    pub(crate) slice_count: AtomicU32,
    /// The number of the P's worker plus one; only while events are recorded. `running_task`: the slot of the P's task
    /// plus one; also only while events are recorded.
    pub(crate) worker: AtomicU32,
    pub(crate) running_task: AtomicU32,
    spawned_tasks: AtomicU64,
    ended_count: AtomicU64,
    /// The `Processor` itself, while it is on loan to a blocking call.
    pub(crate) loan: BoxLoan<Processor<T>>,
    pub(crate) stealer: Stealer,
    /// The tasks that the owner has collected for the global queue: any thread may move them there.
    pub(crate) outgoing_queue: Stealer<OUTGOING_CAPACITY>,
    pub(crate) timers: Timers<Callback<T>>,
    /// The tasks that other Ps have handed over to the owner.
    pub(crate) remote_queue: RemoteQueue,
    pub(crate) net_affinity: NetAffinity,
    /// The value of `tick` that sysmon saw last, and when sysmon saw it first; only sysmon writes.
    pub(crate) seen_tick: AtomicU32,
    pub(crate) tick_seen_since: AtomicU64,
}

impl<T: Task> ProcessorShared<T> {
    fn new(
        id: ProcId,
        policy: &SchedulingPolicy,
        steal: Stealer,
        outgoing: Stealer<OUTGOING_CAPACITY>,
    ) -> Self {
        Self {
            preempt_flag: AtomicU32::new(0),
            runnext: RunNext::new(),
            tick: AtomicU32::new(0),
            slice_count: AtomicU32::new(0),
            worker: AtomicU32::new(0),
            running_task: AtomicU32::new(0),
            spawned_tasks: AtomicU64::new(0),
            ended_count: AtomicU64::new(0),
            loan: BoxLoan::new(),
            stealer: steal,
            outgoing_queue: outgoing,
            timers: Timers::with_tie_order(id.0, policy.order_of_timers()),
            remote_queue: RemoteQueue::new(),
            net_affinity: NetAffinity::default(),
            seen_tick: AtomicU32::new(0),
            tick_seen_since: AtomicU64::new(0),
        }
    }

    /// Counts a task that began on this P. Only the owner writes the counter, so it needs no read-modify-write.
    #[inline]
    pub(crate) fn count_spawned(&self) {
        self.spawned_tasks.store(self.spawned_tasks.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn count_ended(&self) {
        self.ended_count.store(self.ended_count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Returns how many tasks began on this P and how many ended on it.
    pub(crate) fn counts_of_tasks(&self) -> (u64, u64) {
        let ended_count = self.ended_count.load(Ordering::Relaxed);
        (self.spawned_tasks.load(Ordering::Relaxed), ended_count)
    }

    /// Returns how many tasks wait on this P that thieves may take, not counting runnext.
    pub(crate) fn queued_tasks(&self) -> usize {
        self.stealer.len() + self.remote_queue.len()
    }

    /// Reports whether this P has any task that others may take, not counting runnext.
    pub(crate) fn has_queued_tasks(&self) -> bool {
        !self.stealer.is_empty() || !self.outgoing_queue.is_empty() || !self.remote_queue.is_empty()
    }

    /// Reports whether this P has any task to run.
    pub(crate) fn has_work(&self) -> bool {
        self.has_queued_tasks() || self.runnext.is_some()
    }
}

/// A P (processor), as its owner sees it.
pub(crate) struct Processor<T: Task> {
    pub(crate) id: ProcId,
    pub(crate) shared: Arc<ProcessorShared<T>>,
    pub(crate) queue: LocalQueue,
    /// Tasks that yielded on this P and go to the tail of the global queue together: if they were queued there one by
    /// one, each would take the lock of that queue.
    pub(crate) outgoing_queue: LocalQueue<OUTGOING_CAPACITY>,
    pub(crate) policy: SchedulingPolicy,
    /// The lane into which the P records events, if events are recorded.
    pub(crate) trace_lane: Option<Box<Lane>>,
    /// Free slots for new tasks.
    pub(crate) free_slots: Vec<u32>,
    /// Slots that belong to this P and were never used: their memory has not been touched yet.
    unused_slots: Range<u32>,
    /// A wake-up is pending: a task was put into runnext, or a timer started, and no worker was woken for it.
    pub(crate) wakeup_pending: bool,
    /// When the last budget ended, a task waited here or in the global queue although a worker had been woken for it.
    pub(crate) had_unserved_work: bool,
    pub(crate) next_loan_ticket: u64,
    /// Under a seed: the task whose slice has not ended.
    pub(crate) running_task: Option<u32>,
    /// Under a seed and with parking switched off: the parked task that keeps this P.
    pub(crate) parked_task: Option<u32>,
    /// The P's use when the world stopped; meaningful while the world is stopped, or the P is on loan.
    pub(crate) use_at_stop: ProcessorUse,
    /// The P's use at the last stop of the world, and the number of slices that had begun on it by then.
    pub(crate) last_stop: (ProcessorUse, u32),
    pub(crate) local_data: T::Local,
}

/// The use that a P was in when the world was stopped: the stop ends that use, and snapshots report it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ProcessorUse {
    /// The P was idle.
    #[default]
    Idle,
    /// Worker `worker` ran `task`, which is now at the end of the queue or in runnext.
    Running { worker: u32, task: u32 },
    /// With parking switched off: worker `worker` waited with `task`.
    Kept { worker: u32, task: u32 },
    /// Worker `worker` was searching for a task to run.
    Finding { worker: u32, spinning: bool },
    /// Worker `worker` is in a blocking call of `task`.
    InCall { worker: u32, task: u32 },
    /// The P was on its way to worker `worker`, which was about to be woken.
    Assigned { worker: u32, spinning: bool },
}

impl<T: Task> Processor<T> {
    pub(crate) fn new(
        id: ProcId,
        policy: SchedulingPolicy,
        local: T::Local,
        lane: Option<Box<Lane>>,
    ) -> Box<Self> {
        let (queue, steal) = local_queue::new_queue();
        let (outgoing, collect) = local_queue::new_queue();
        let shared = Arc::new(ProcessorShared::new(id, &policy, steal, collect));
        let free = Vec::with_capacity(MAX_FREE_SLOTS + 1);
        Box::new(Self {
            id,
            shared,
            queue,
            outgoing_queue: outgoing,
            policy,
            trace_lane: lane,
            free_slots: free,
            unused_slots: 0..0,
            wakeup_pending: false,
            had_unserved_work: false,
            next_loan_ticket: 0,
            running_task: None,
            parked_task: None,
            use_at_stop: ProcessorUse::Idle,
            last_stop: (ProcessorUse::Idle, 0),
            local_data: local,
        })
    }

    /// Called when the world starts again: keeps the use at this stop for comparison at the next stop.
    pub(crate) fn end_stop(&mut self) {
        self.last_stop = (
            std::mem::take(&mut self.use_at_stop),
            self.shared.slice_count.load(Ordering::Relaxed),
        );
    }

    /// Returns the P's use as if the last stop of the world had not happened, if no slice has begun on the P since that
    /// stop. A P without a slice since the stop only looks different because of the stop: an interrupted task is still
    /// to be resumed, or an idle P was given to a worker that checks for work, as after each stop.
    pub(crate) fn use_before_stop(&self) -> ProcessorUse {
        let (before, slices) = self.last_stop;
        if slices != self.shared.slice_count.load(Ordering::Relaxed) {
            return self.use_at_stop;
        }
        match (before, self.use_at_stop) {
            (
                ProcessorUse::Running { task, .. },
                ProcessorUse::Assigned { worker, .. } | ProcessorUse::Finding { worker, .. },
            ) if self.has_queued(task) => ProcessorUse::Running { worker, task },
            (ProcessorUse::Running { task, .. }, ProcessorUse::Idle) if self.has_queued(task) => {
                before
            }
            (ProcessorUse::Idle, ProcessorUse::Assigned { spinning: false, .. })
                if !self.shared.has_work() =>
            {
                ProcessorUse::Idle
            }
            _ => self.use_at_stop,
        }
    }

    /// Reports whether `task` is queued on this P.
    fn has_queued(&self, task: u32) -> bool {
        self.shared.runnext.peek_task() == Some(task)
            || self.shared.stealer.queued_tasks().contains(&task)
    }

    /// Begins a time slice.
    #[inline]
    pub(crate) fn next_tick(&mut self) {
        let tick = &self.shared.tick;
        tick.store(tick.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// Begins a time slice; reports whether the global queue is looked at before the next task is taken.
    #[inline]
    pub(crate) fn next_tick_is_global_first(&mut self) -> bool {
        self.next_tick();
        self.is_global_queue_first()
    }

    /// Reports whether the global queue comes first at this tick.
    #[inline]
    pub(crate) fn is_global_queue_first(&self) -> bool {
        self.policy.is_global_queue_first(self.shared.tick.load(Ordering::Relaxed))
    }

    /// Counts a slice, whether it begins a time slice or continues one.
    #[inline]
    pub(crate) fn count_slice(&mut self) {
        let slices = &self.shared.slice_count;
        slices.store(slices.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// Returns how many slots of ended tasks and how many never used slots the P has.
    pub(crate) fn free_slots(&self) -> (usize, usize) {
        (self.free_slots.len(), self.unused_slots.len())
    }

    /// Under a seed: reports whether a task runs on this P or keeps it.
    pub(crate) fn is_held_by_task(&self) -> bool {
        self.running_task.is_some() || self.parked_task.is_some()
    }

    /// Reports whether events are not recorded and runnext is used.
    #[inline(always)]
    pub(crate) fn is_untraced_with_runnext(&self) -> bool {
        self.trace_lane.is_none() && self.policy.feature_switches.runnext
    }

    /// Makes task `index`, which has become runnable on this P, available to run.
    #[inline]
    pub(crate) fn make_runnable(&mut self, index: u32, sched: &Sched<T>) {
        if !self.policy.feature_switches.runnext {
            self.push(index, sched);
            sched.wake_one_worker();
            return;
        }
        match self.shared.runnext.replace_task(index) {
            None => self.wakeup_pending = true,
            Some(displaced) => {
                self.note_event_at_place(Kind::Kick, displaced, Self::push_place);
                self.push(displaced, sched);
                sched.wake_one_worker();
            }
        }
    }

    /// Reports whether no task waits in the local or the remote queue; runnext and outgoing tasks do not count.
    #[inline]
    pub(crate) fn has_no_queued_tasks(&self) -> bool {
        self.queue.is_empty() && self.shared.remote_queue.is_empty()
    }

    /// Queues a task at the local tail; half of a full queue moves to the global queue.
    #[inline]
    pub(crate) fn push(&mut self, index: u32, sched: &Sched<T>) {
        if !self.policy.feature_switches.local_queues {
            sched.inject_tasks(&[index]);
            return;
        }
        match self.queue.push(index) {
            PushResult::Kept => {}
            PushResult::Overflow(half) => {
                if let Some((watch, p)) = self.event_receiver() {
                    watch.report_moved(p, half.clone());
                }
                self.note_event(Kind::Overflow, index, half.len() as u32);
                self.note_moved(&half, QueuePlace::Global);
                sched.inject_tasks(&half);
            }
        }
    }

    /// Collects a task that has yielded for the tail of the global queue.
    #[inline]
    pub(crate) fn queue_yielded_task(&mut self, index: u32, sched: &Sched<T>) {
        if self.policy.feature_switches.local_queues && self.outgoing_queue.try_push(index).is_ok()
        {
            return;
        }
        let mut core = sched.core.lock();
        core.move_outgoing_to_global(&self.shared, sched);
        core.inject_tasks(&[index], sched);
    }

    /// Takes slots for new tasks from the scheduler; returns one of them.
    #[cold]
    pub(crate) fn refill_free_slots(&mut self, sched: &Sched<T>) -> u32 {
        sched.take_free_slots(&mut self.free_slots, FREE_SLOT_BATCH);
        if self.free_slots.is_empty() {
            if self.unused_slots.is_empty() {
                self.unused_slots = sched.slab.reserve_slots();
            }
            let some = (self.unused_slots.start + UNUSED_SLOT_BATCH).min(self.unused_slots.end);
            let some = std::mem::replace(&mut self.unused_slots.start, some)..some;
            sched.init_free_slots(some, &mut self.free_slots);
        }
        self.free_slots.pop().expect("the refill has made a slot")
    }

    /// Keeps a free slot for a later task.
    #[inline]
    pub(crate) fn keep_free_slot(&mut self, index: u32, sched: &Sched<T>) {
        self.free_slots.push(index);
        if self.free_slots.len() > MAX_FREE_SLOTS {
            sched.return_free_slots(self.free_slots.drain(..FREE_SLOT_BATCH));
        }
    }
}
