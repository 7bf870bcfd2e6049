//! sysmon: the thread of [`Scheduler::run`](crate::Scheduler::run). sysmon has no P and watches the Ps that are in use.
//!
//! sysmon is the only part of the scheduler that acts by time: it asks tasks that run too long to yield, retakes
//! processors from long blocking calls, polls the network if no worker did for 10 ms, and is the backstop for missed
//! wake-ups: work for which no worker was woken.

use crate::gmp::{FLAG_TIMERS, FLAG_YIELD, ProcessorShared, Sched, TIMER_TOLERANCE, Task};
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::trace::{Kind, QueuePlace, Record};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The state in which sysmon saw a processor in its last round.
#[derive(Clone, Copy, Default)]
struct SysmonTick {
    tick: u32,
    first_seen: Nanos,
    slice_count: u32,
    ticket: u64,
    lent_since: Nanos,
}

/// The state that sysmon keeps between two rounds.
pub(crate) struct SysmonState<T: Task> {
    sched: Arc<Sched<T>>,
    ticks: Vec<SysmonTick>,
    /// Whether a runnable task waited in the last round.
    was_contended: bool,
    /// The time until the next timer, as found in the last round.
    time_to_timer: Nanos,
    /// The tasks that polling has made runnable; empty between two rounds.
    ready_tasks: Vec<TaskRef>,
}

const MIN_PAUSE: Nanos = 20_000;
const MAX_PAUSE: Nanos = 10_000_000;
/// The longest pause while a task waits for a processor: the end of a time slice is then noticed soon.
const MAX_BUSY_PAUSE: Nanos = 2_000_000;
/// After a sleep of this length the pauses begin with the shortest again.
const LONG_SLEEP: Duration = Duration::from_nanos(MAX_PAUSE);
/// The number of rounds without result after which the pauses grow.
const IDLE_ROUNDS: u32 = 50;

impl<T: Task> SysmonState<T> {
    pub(crate) fn new(sched: Arc<Sched<T>>) -> Self {
        Self {
            sched,
            ticks: Vec::new(),
            was_contended: false,
            time_to_timer: Nanos::MAX,
            ready_tasks: Vec::new(),
        }
    }

    /// Watches until the run has ended. Calls `visit` after each pause and each sleep.
    pub(crate) fn run(mut self, visit: &mut dyn FnMut()) {
        let sched = self.sched.clone();
        let mut pause = MIN_PAUSE;
        let mut in_vain = 0;
        // The longest pause since sysmon last had something to do.
        let mut slowest = MIN_PAUSE;
        loop {
            sched.sysmon.pause_length.store(pause, Ordering::Relaxed);
            sched.sysmon.park(Some(Duration::from_nanos(pause)));
            visit();
            // A program that pauses briefly again and again should not wake sysmon each time: the program's thread and
            // sysmon would each spend some per cent of a core on it, and a core on which a thread wakes every 0.1 ms
            // counts as busy when the OS looks for one.
            if pause == MAX_PAUSE
                && sched.are_all_processors_idle()
                && Self::sleep(&sched, visit) >= LONG_SLEEP
            {
                in_vain = 0;
                (pause, slowest) = (MIN_PAUSE, MIN_PAUSE);
            }
            if sched.sysmon.has_outcome() {
                return;
            }
            let now = sched.clock.now();
            sched.coarse_time.store(now, Ordering::Relaxed);
            if self.run_round(now) {
                in_vain = 0;
                (pause, slowest) = (MIN_PAUSE, MIN_PAUSE);
            } else {
                in_vain += 1;
                if in_vain > IDLE_ROUNDS {
                    pause = (pause * 2).min(MAX_PAUSE);
                    if pause > slowest {
                        slowest = pause;
                        sched.note_event(Kind::SysmonSlow, Record::NO_TASK, (pause / 1000) as u32);
                    }
                }
                if self.was_contended {
                    pause = pause.min(MAX_BUSY_PAUSE).min(self.time_to_timer.max(MIN_PAUSE));
                }
            }
        }
    }

    /// Sleeps until a processor is in use again; returns how long it slept.
    fn sleep(sched: &Sched<T>, visit: &mut dyn FnMut()) -> Duration {
        sched.note_event(Kind::SysmonSleep, Record::NO_TASK, 0);
        let since = Instant::now();
        sched.sysmon.sleep(|| sched.are_all_processors_idle());
        visit();
        since.elapsed()
    }

    /// Makes one round; returns whether there was anything to do.
    fn run_round(&mut self, now: Nanos) -> bool {
        let sched = self.sched.clone();
        if sched.is_world_stopping.load(Ordering::Relaxed)
            || sched.pause_state.is_paused_without_permit()
        {
            return false;
        }
        let first = sched.earliest_deadline();
        self.time_to_timer = first.saturating_sub(now);
        if first <= now && sched.spinning.idle_processors() == 0 {
            Self::request_timer_check(&sched, now);
        }
        // The worker that sleeps in the poller until then may be about to wake. If another worker got the processor
        // instead, that worker might wait longer for a core than the poll sleeper.
        let attended = sched.poll_sleeper.sleeps_past(first) == Some(false);
        let mut neglected = first.saturating_add(if attended { TIMER_TOLERANCE } else { 0 }) <= now;
        let mut busy = self.poll_neglected_net(now);
        self.was_contended = sched.global_queue_len.load(Ordering::Relaxed) != 0;
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        self.ticks.resize(procs, SysmonTick::default());
        for ((proc, seen), number) in sched.allp().zip(&mut self.ticks).zip(0..) {
            let ticket = proc.loan.ticket();
            if ticket != 0 {
                busy |= Self::retake_loan(&sched, proc, ticket, seen, now);
            } else {
                Self::preempt_long_slice(&sched, number, proc, seen, now);
            }
            self.was_contended |= proc.has_work();
            neglected |= Self::drain_stuck_queue(&sched, proc, seen);
        }
        if neglected || sched.global_queue_len.load(Ordering::Relaxed) != 0 {
            sched.wake_one_worker();
        }
        busy
    }

    /// Polls the network if no worker did for some time; returns whether there were events.
    fn poll_neglected_net(&mut self, now: Nanos) -> bool {
        let sched = &*self.sched;
        if !sched.net.not_polled_since(now.saturating_sub(MAX_PAUSE)) {
            return false;
        }
        sched.net.poll(&mut self.ready_tasks);
        sched.net.note_poll(now);
        let found = !self.ready_tasks.is_empty();
        if found {
            sched.queue_ready_tasks(&mut self.ready_tasks, None);
        }
        found
    }

    /// Moves the tasks that wait at a processor to the global queue if the processor is in the same slice as in the
    /// last round. Returns whether there are tasks for which no worker may have been woken.
    fn drain_stuck_queue(
        sched: &Sched<T>,
        proc: &ProcessorShared<T>,
        seen: &mut SysmonTick,
    ) -> bool {
        let slices = proc.slice_count.load(Ordering::Relaxed);
        let same = std::mem::replace(&mut seen.slice_count, slices) == slices;
        let neglected = proc.has_queued_tasks() || (proc.runnext.is_some() && same);
        if same && !(proc.outgoing_queue.is_empty() && proc.remote_queue.is_empty()) {
            let mut core = sched.core.lock();
            core.move_outgoing_to_global(proc, sched);
            let tasks = proc.remote_queue.take_all();
            tasks
                .iter()
                .for_each(|task| sched.note_event(Kind::Moved, *task, QueuePlace::Global.code()));
            core.inject_tasks(&tasks, sched);
        }
        neglected
    }

    /// Retakes a processor on loan in the second round: at once if it has work, else if no other processor is idle or
    /// after 10 ms. Returns whether the processor was retaken: a call that ends before the second round is no reason
    /// for shorter pauses.
    fn retake_loan(
        sched: &Sched<T>,
        proc: &ProcessorShared<T>,
        ticket: u64,
        seen: &mut SysmonTick,
        now: Nanos,
    ) -> bool {
        let work = proc.has_work() || sched.global_queue_len.load(Ordering::Relaxed) != 0;
        if seen.ticket != ticket {
            (seen.ticket, seen.lent_since) = (ticket, now);
            return false;
        }
        let others = sched.spinning.idle_processors() + sched.spinning.spinning_workers();
        if !work && others > 0 && now - seen.lent_since < MAX_PAUSE {
            return false;
        }
        sched.retake_processor(proc, ticket);
        true
    }

    /// Called when a timer is due while all processors run tasks: makes the timer's processor, or the first one, check
    /// its timers now instead of at the end of a time slice.
    fn request_timer_check(sched: &Sched<T>, now: Nanos) {
        if !sched.feature_switches.get().preempt || sched.config.seed.is_some() {
            return;
        }
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let due = sched.allp().position(|proc| proc.timers.earliest_deadline() <= now);
        let looks = due.filter(|n| *n < procs).unwrap_or(0);
        if let Some(proc) = sched.processor(looks as u32) {
            proc.preempt_flag.fetch_or(FLAG_TIMERS, Ordering::SeqCst);
        }
    }

    /// Asks a task that has run for a quantum to yield.
    fn preempt_long_slice(
        sched: &Sched<T>,
        number: u32,
        proc: &ProcessorShared<T>,
        seen: &mut SysmonTick,
        now: Nanos,
    ) {
        let tick = proc.tick.load(Ordering::Relaxed);
        if seen.tick != tick {
            (seen.tick, seen.first_seen) = (tick, now);
            proc.tick_seen_since.store(now, Ordering::Relaxed);
            proc.seen_tick.store(tick, Ordering::Relaxed);
        } else if sched.feature_switches.get().preempt
            && sched.config.seed.is_none()
            && now - seen.first_seen >= sched.quantum.load(Ordering::Relaxed)
        {
            // If events are recorded, it is known whether a task runs: none does while a worker is only on its way to
            // the P.
            let task = proc.running_task.load(Ordering::Relaxed).checked_sub(1);
            if sched.tracer.is_some() && task.is_none() {
                return;
            }
            let before = proc.preempt_flag.fetch_or(FLAG_YIELD, Ordering::SeqCst);
            if before & FLAG_YIELD == 0 {
                sched.note_event(Kind::PreemptAsk, task.unwrap_or(Record::NO_TASK), number);
            }
        }
    }
}
