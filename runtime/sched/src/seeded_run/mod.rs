//! Reproducible runs: one thread drives all Ps, one slice at a time, in an order drawn from a seed.
//!
//! With one thread nothing is concurrent any more: a P whose task was paused in the middle of its slice stands still
//! while others run, which suffices for any interleaving of instructions. Queues, `runnext`, stealing, the global
//! queue, timers and blocking calls are the ordinary ones. Sysmon's timed actions (asking a task to yield, retaking the
//! P of a blocking call) are drawn at random, so there is no sysmon.
//!
//! Between slices all Ps are in the idle list, so a task that stops the world finds them there; a P keeps its paused
//! task in `running_task`.
//!
//! * `schedule_parameters`: the behaviour of a run; `choose_actor`: which P acts next; `slice`: one step of a
//!   processor;
//! * `machines`: the Ms, if the run shall be like one on threads;
//! * `exploration`: the decisions that a [`Chooser`](crate::Chooser) makes instead of the random draw;
//! * `calls`: blocking calls; `call_pool`: the threads that make them;
//! * `outside_pipes`: pipes to other processes; `idle`: the case that no P can act.

use crate::gmp::{Assignment, Processor, Sched, Task, WorkerShared};
use crate::primitives::rng::Rng;
use crate::task::pin::Pin;
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use call_pool::CallPool;
use calls::PendingCall;
use choose_actor::NextActor;
use machines::Machines;
use outside_pipes::OutsidePipes;
use schedule_parameters::ScheduleParameters;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

mod call_pool;
mod calls;
mod choose_actor;
mod exploration;
mod idle;
mod machines;
mod outside_pipes;
mod schedule_parameters;
mod slice;

/// The most by which a due timer fires late.
const MAX_TIMER_DELAY: u32 = 1 << 14;
/// How long a blocking call may take before the other tasks continue without it.
const CALL_TIMEOUT: Duration = Duration::from_millis(500);
/// One in this many steps polls the network, if a task waits at a gate.
const NET_POLL_ODDS: u32 = 8;
/// How long the run waits for a late blocking call, or for the network, before the clock jumps to the next timer.
const LATE_EVENT_GRACE_PERIOD: Duration = Duration::from_millis(20);
/// After this many waits of length `LATE_EVENT_GRACE_PERIOD` without a network event the run counts as deadlocked, if
/// there is work and only the network could free a processor for it.
const MAX_SILENT_NET_WAITS: u32 = 50;

/// The only worker of a seeded scheduler.
pub(crate) struct SeededWorker<T: Task> {
    sched: Arc<Sched<T>>,
    worker: Arc<WorkerShared<T>>,
    rng: Rng,
    schedule_parameters: ScheduleParameters,
    favoured_proc: u32,
    task_pins: BTreeMap<u32, Pin>,
    pending_calls: Vec<PendingCall>,
    call_pool: CallPool,
    /// Tasks that the network has made runnable.
    network_ready: Vec<TaskRef>,
    /// The state of pipes to other processes.
    outside_pipes: OutsidePipes,
    /// The ids and list indexes of the Ps that can act: kept to reuse the list's memory.
    acting_ps: Vec<(u32, usize)>,
    /// The Ms, if they shall behave as on threads.
    machines: Option<Machines>,
    /// How often polling has found nothing while work waited and no processor was free for it.
    empty_poll_count: u32,
    /// With a chooser: the runnable tasks, and the time since when each is runnable, the longest waiting first. The
    /// tasks in this list are in no queue.
    runnable_tasks: VecDeque<(u32, Nanos)>,
    /// How many slices have run.
    slice_count: u32,
    /// Whether time does not pass faster after many slices.
    keeps_clock_slow: bool,
    /// With a chooser: a copy of the generator as it was before the first slice. When the first slice that counts has
    /// ended, the driver continues with this copy: so the slices that do not count use up no random numbers, and a run
    /// that begins after them draws the same numbers.
    rng_before_first_slice: Option<Rng>,
}

impl<T: Task> SeededWorker<T> {
    pub(crate) fn new(sched: Arc<Sched<T>>, me: Arc<WorkerShared<T>>, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let by_time = sched.config.schedules_by_time;
        let plan = if by_time {
            ScheduleParameters::for_run_by_time()
        } else {
            ScheduleParameters::new(&mut rng)
        };
        Self {
            machines: by_time.then(Machines::default),
            sched,
            worker: me,
            schedule_parameters: plan,
            rng,
            favoured_proc: 0,
            task_pins: BTreeMap::new(),
            pending_calls: Vec::new(),
            call_pool: CallPool::default(),
            network_ready: Vec::new(),
            outside_pipes: OutsidePipes::default(),
            acting_ps: Vec::new(),
            empty_poll_count: 0,
            runnable_tasks: VecDeque::new(),
            slice_count: 0,
            keeps_clock_slow: false,
            rng_before_first_slice: None,
        }
    }

    /// The main loop of the scheduler's only thread.
    pub(crate) fn run_all(&mut self) {
        let mut assignment = Some(self.worker.parker.park());
        loop {
            if !self.take_assignment(assignment.take()) {
                return;
            }
            self.sched.spinning.begin_spinning();
            let Some(nap) = self.run_until_idle() else { return };
            assignment = match nap {
                None => Some(self.worker.parker.park()),
                Some(nap) => {
                    self.worker.parker.park_timeout(nap).or_else(|| self.leave_idle_list())
                }
            };
        }
    }

    /// Takes the assignment with which the thread was woken; returns false if the thread shall end.
    fn take_assignment(&self, assignment: Option<Assignment<T>>) -> bool {
        match assignment {
            Some(Assignment::Processor { processor: p, spinning }) => {
                if spinning {
                    self.sched.spinning.end_spinning();
                }
                self.return_processor(p);
            }
            Some(Assignment::Pinned { .. }) => unreachable!("the only worker runs every task"),
            Some(Assignment::Exit) => return false,
            None => {}
        }
        true
    }

    /// Puts a P into the idle list, or hands it to the thread that stops the world.
    fn return_processor(&self, p: Box<Processor<T>>) {
        let mut core = self.sched.core.lock();
        if self.sched.is_world_stopping.load(Ordering::Relaxed) {
            core.stopped_processors.push(p);
            self.sched.state_changed.notify_all();
        } else {
            core.put_idle(p, &self.sched);
        }
    }

    /// Called when the thread was not woken in time: removes it from the list of idle workers, unless a thread is
    /// waking it.
    fn leave_idle_list(&self) -> Option<Assignment<T>> {
        let mut core = self.sched.core.lock();
        let Some(at) = core.idle_workers.iter().position(|w| Arc::ptr_eq(w, &self.worker)) else {
            drop(core);
            return Some(self.worker.parker.park());
        };
        core.idle_workers.swap_remove(at);
        None
    }

    /// Acts until no P can act; returns for how long to sleep then, if not without limit. `None`: the run has ended.
    #[allow(clippy::option_option, reason = "the inner option is a duration that may be endless")]
    fn run_until_idle(&mut self) -> Option<Option<Duration>> {
        let sched = self.sched.clone();
        loop {
            let mut core = sched.core.lock();
            while sched.is_world_stopping.load(Ordering::SeqCst)
                && !sched.is_closing.load(Ordering::SeqCst)
            {
                sched.state_changed.wait(&mut core);
            }
            if sched.is_closing.load(Ordering::Relaxed) {
                return None;
            }
            if core.outcome.is_some() || !core.is_running {
                if self.push_idle_worker(core) {
                    return Some(None);
                }
                continue;
            }
            if sched.pause_state.is_paused_without_permit() {
                drop(core);
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            // A descriptor that only tasks make ready becomes ready in the slice in which a task does so.
            let looks =
                |rng: &mut Rng| sched.net.has_only_task_events() || rng.below(NET_POLL_ODDS) == 0;
            if sched.net.has_waiters() && looks(&mut self.rng) {
                drop(core);
                self.poll_network();
                core = sched.core.lock();
            }
            match self.choose_actor(&mut core) {
                NextActor::Proc(at) => {
                    let p = core.idle_procs.swap_remove(at);
                    drop(core);
                    let p = self.run_step(p);
                    self.return_processor(p);
                }
                NextActor::Call(at) => {
                    drop(core);
                    let pending = self.pending_calls.swap_remove(at);
                    self.make_pending_call(pending);
                }
                NextActor::Nothing => {
                    if let Some(nap) = self.advance_clock_or_idle(core) {
                        return Some(nap);
                    }
                }
            }
        }
    }
}
