//! M: a thread that finds work, runs a slice, files the outcome.
//!
//! A module of its own because it reads as the policy: `find_runnable` is the order of Go's. A
//! worker's life is a sequence of [`Turn`]s, and the processor it holds is in the turn, so no code
//! can use a processor it has parted with.

use crate::gmp::{Handed, Member, Processor, Shared, Task};
use crate::task::pin::Pin;
use crate::task::task_ref::TaskRef;
use crate::trace::{Kind, Record};
use std::sync::Arc;

mod blocking;
mod find;
mod handoff;
mod rest;
mod slice;
mod steal;
mod without_park;

/// What a worker does next.
pub(crate) enum Turn<T: Task> {
    Find(Box<Processor<T>>),
    /// The last field: whether it goes on with the time slice of the task before.
    Run(Box<Processor<T>>, u32, bool),
    /// Waits for something in the inbox.
    Sleep,
    Exit,
}

/// A worker as it sees itself.
pub(crate) struct Worker<T: Task> {
    pub(crate) sched: Arc<Shared<T>>,
    pub(crate) me: Arc<Member<T>>,
    /// It is counted in `Shared::searchers`.
    spinning: bool,
    pub(crate) pin: Pin,
    /// Slices since the clock was last looked at for timers.
    unclocked: u32,
    /// What the poller found; empty between two looks.
    ready: Vec<TaskRef>,
}

impl<T: Task> Worker<T> {
    pub(crate) fn new(sched: Arc<Shared<T>>, me: Arc<Member<T>>) -> Self {
        let pin = Pin::new(me.number);
        Self { sched, me, spinning: false, pin, unclocked: 0, ready: Vec::new() }
    }

    /// Works until the scheduler shuts down.
    pub(crate) fn run(&mut self) {
        // A counted reference for the whole life: a slice must not touch the count.
        let sched = self.sched.clone();
        let mut turn = Turn::Sleep;
        loop {
            turn = match turn {
                Turn::Run(p, task, inherits) => self.execute(&sched, p, task, inherits),
                Turn::Find(p) => self.find_runnable(p),
                Turn::Sleep => self.sleep(),
                Turn::Exit => return,
            };
        }
    }

    fn sleep(&mut self) -> Turn<T> {
        let me = self.me.number;
        self.sched.note(Kind::ThreadIdle, Record::NO_TASK, me);
        let handed = self.me.inbox.take();
        self.sched.note(Kind::ThreadWake, Record::NO_TASK, me);
        match handed {
            Handed::Processor { mut p, spinning } => {
                self.spinning = spinning;
                p.note(Kind::ProcStart, Record::NO_TASK, me);
                if spinning {
                    p.note(Kind::SpinStart, Record::NO_TASK, me);
                }
                Turn::Find(p)
            }
            Handed::Pinned { mut p, task } => {
                p.note(Kind::ProcStart, Record::NO_TASK, me);
                Turn::Run(p, task, false)
            }
            Handed::Exit => Turn::Exit,
        }
    }
}

/// How many slices may pass before the clock is looked at.
const LOOK_AT_CLOCK: u32 = 8;
