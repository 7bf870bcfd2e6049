//! Reproducible runs: one thread drives all Ps, one slice at a time, in an order drawn from a seed.
//!
//! A module of its own because with one thread nothing is concurrent any more: a P whose task was
//! paused in the middle of its slice stands still while others run, and that is all it takes to get
//! any interleaving of instructions. Queues, `runnext`, stealing, the global queue, timers and
//! blocking calls are the ordinary ones. What sysmon does by time (asking a task to yield, taking the
//! P out of a blocking call) is done here by dice, so there is no sysmon.
//!
//! Between slices all Ps lie in the idle list, so a task that stops the world finds them there; a P
//! with a paused task has it in `running`.
//!
//! # The plan
//! How long slices are, how often a task is preempted, and whether one P may leave the others behind
//! for long differs from seed to seed ([`Plan`]): few bugs show under all of these habits, most show
//! under one of them.

use crate::gmp::{Handed, Member, Processor, Shared, Task};
use crate::primitives::dice::Dice;
use crate::task::pin::Pin;
use crate::task::task_ref::TaskRef;
use call_pool::Helpers;
use calls::Pending;
use choose::Next;
use plan::Plan;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

mod call_pool;
mod calls;
mod choose;
mod plan;
mod quiet;
mod slice;

/// Timers that are due fire up to so much late.
const LATE: u32 = 1 << 14;
/// How long a blocking call may take before the others go on without it.
const PATIENCE: Duration = Duration::from_millis(500);
/// One in so many steps looks at the network, if somebody waits for it.
const NET_LOOKS: u32 = 8;
/// How long the clock waits for such a call, or for the network, before it jumps to the next timer.
const GRACE: Duration = Duration::from_millis(20);
/// So many of these without news from the network are taken for the end, when there is work and only the network could make
/// somebody free for it.
const MOST_SILENT: u32 = 50;

/// The only worker of a seeded scheduler.
pub(crate) struct Seeded<T: Task> {
    sched: Arc<Shared<T>>,
    me: Arc<Member<T>>,
    dice: Dice,
    plan: Plan,
    favourite: u32,
    pins: BTreeMap<u32, Pin>,
    pending: Vec<Pending>,
    helpers: Helpers,
    /// Tasks that the network has made runnable.
    ready: Vec<TaskRef>,
    /// Ids and places of those that can act: kept for its memory.
    able: Vec<(u32, usize)>,
    /// How often the network has said nothing while there was work that nobody could do.
    silent: u32,
}

impl<T: Task> Seeded<T> {
    pub(crate) fn new(sched: Arc<Shared<T>>, me: Arc<Member<T>>, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let plan = Plan::new(&mut dice);
        Self {
            sched,
            me,
            plan,
            dice,
            favourite: 0,
            pins: BTreeMap::new(),
            pending: Vec::new(),
            helpers: Helpers::default(),
            ready: Vec::new(),
            able: Vec::new(),
            silent: 0,
        }
    }

    /// The thread's body.
    pub(crate) fn live(&mut self) {
        let mut handed = Some(self.me.inbox.take());
        loop {
            match handed.take() {
                Some(Handed::Processor { p, spinning }) => {
                    if spinning {
                        self.sched.searchers.end();
                    }
                    self.put_back(p);
                }
                Some(Handed::Pinned { .. }) => unreachable!("the only worker has every task"),
                Some(Handed::Exit) => return,
                None => {}
            }
            self.sched.searchers.begin();
            let Some(nap) = self.drive() else { return };
            handed = match nap {
                None => Some(self.me.inbox.take()),
                Some(nap) => self.me.inbox.take_for(nap).or_else(|| self.get_up()),
            };
        }
    }

    /// Into the idle list, or to whoever stops the world.
    fn put_back(&self, p: Box<Processor<T>>) {
        let mut core = self.sched.core.lock();
        if self.sched.stopping.load(Ordering::Relaxed) {
            core.held.push(p);
            self.sched.news.notify_all();
        } else {
            core.put_idle(p, &self.sched);
        }
    }

    /// Nobody has woken it in time: off the list of sleepers, unless somebody does so just now.
    fn get_up(&self) -> Option<Handed<T>> {
        let mut core = self.sched.core.lock();
        let Some(at) = core.idle_workers.iter().position(|w| Arc::ptr_eq(w, &self.me)) else {
            drop(core);
            return Some(self.me.inbox.take());
        };
        core.idle_workers.swap_remove(at);
        None
    }

    /// Acts until nobody can; says for how long to sleep then, if not for good. `None`: the end.
    #[allow(clippy::option_option, reason = "the inner one is a duration that may be endless")]
    fn drive(&mut self) -> Option<Option<Duration>> {
        let sched = self.sched.clone();
        loop {
            let mut core = sched.core.lock();
            while sched.stopping.load(Ordering::SeqCst) && !sched.closing.load(Ordering::SeqCst) {
                sched.news.wait(&mut core);
            }
            if sched.closing.load(Ordering::Relaxed) {
                return None;
            }
            if core.outcome.is_some() || !core.running {
                if self.lie_down(core) {
                    return Some(None);
                }
                continue;
            }
            if sched.net.has_waiters() && self.dice.below(NET_LOOKS) == 0 {
                drop(core);
                sched.net.look(&mut self.ready);
                sched.ready_list(&mut self.ready, None);
                core = sched.core.lock();
            }
            match self.choose(&mut core) {
                Next::Proc(at) => {
                    let p = core.idle_procs.swap_remove(at);
                    drop(core);
                    let p = self.act(p);
                    self.put_back(p);
                }
                Next::Call(at) => {
                    drop(core);
                    let pending = self.pending.swap_remove(at);
                    self.make(pending);
                }
                Next::Nobody => {
                    if let Some(nap) = self.pass_time(core) {
                        return Some(nap);
                    }
                }
            }
        }
    }
}
