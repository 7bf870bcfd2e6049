//! What the scheduler lock guards: the global queue, idle processors, idle workers.

use crate::gmp::{Face, Member, Outcome, Processor, Shared, Task};
use crate::processor::ProcId;
use crate::processor::local_queue::{OUTGOING, Pushed};
use crate::trace::{Kind, Record};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

/// A worker's thread; the handle is gone once it has been joined.
type Thread<T> = (Arc<Member<T>>, Option<JoinHandle<()>>);

/// What the scheduler lock guards.
pub(crate) struct Core<T: Task> {
    /// The global queue.
    pub(crate) queue: VecDeque<u32>,
    /// Processors that nobody holds; they have no work (their timers may), unless somebody was rung to take them.
    pub(crate) idle_procs: Vec<Box<Processor<T>>>,
    /// Processors beyond the present number; they keep their data for when they come back.
    pub(crate) retired: Vec<Box<Processor<T>>>,
    /// Workers that wait for something in their inbox and have nothing to wait for.
    pub(crate) idle_workers: Vec<Arc<Member<T>>>,
    /// Workers that have been called; they may have come since.
    pub(crate) called: Vec<Arc<Member<T>>>,
    /// Every thread there is.
    pub(crate) threads: Vec<Thread<T>>,
    /// The parked tasks that keep a processor, with that mechanism switched off, and which.
    pub(crate) kept: Vec<(u32, ProcId)>,
    /// Sources of wake-ups outside of this scheduler.
    pub(crate) outside: usize,
    /// A stop of the world is under way: processors go here.
    pub(crate) held: Vec<Box<Processor<T>>>,
    /// `run` has been called and has not returned.
    pub(crate) running: bool,
    pub(crate) outcome: Option<Outcome>,
    /// A worker panicked, and its processor is lost.
    pub(crate) broken: bool,
    pub(crate) numbers: u32,
}

impl<T: Task> Core<T> {
    pub(crate) fn new() -> Self {
        Self {
            queue: VecDeque::new(),
            idle_procs: Vec::new(),
            retired: Vec::new(),
            idle_workers: Vec::new(),
            called: Vec::new(),
            threads: Vec::new(),
            kept: Vec::new(),
            outside: 0,
            held: Vec::new(),
            running: false,
            broken: false,
            outcome: None,
            numbers: 0,
        }
    }

    pub(crate) fn put_idle(&mut self, p: Box<Processor<T>>, sched: &Shared<T>) {
        self.idle_procs.push(p);
        sched.searchers.set_idle(self.idle_procs.len());
    }

    /// Takes an idle processor; `None` also while the world stops, when the run is over, or when the scheduler shuts down.
    pub(crate) fn take_idle(&mut self, sched: &Shared<T>) -> Option<Box<Processor<T>>> {
        if self.is_closed(sched) {
            return None;
        }
        let p = self.idle_procs.pop()?;
        sched.searchers.set_idle(self.idle_procs.len());
        if sched.sysmon.rouse() {
            sched.note(Kind::SysmonWake, Record::NO_TASK, 0);
        }
        Some(p)
    }

    fn is_closed(&self, sched: &Shared<T>) -> bool {
        !self.running
            || sched.stopping.load(Ordering::Relaxed)
            || sched.closing.load(Ordering::Relaxed)
    }

    /// A worker is to get a processor.
    pub(crate) fn note_called(&mut self, worker: &Arc<Member<T>>) {
        worker.inbox.call();
        self.called.retain(|w| w.inbox.is_called() && !Arc::ptr_eq(w, worker));
        self.called.push(worker.clone());
    }

    /// The world is to stop: takes the processors back that are on their way to workers which have not got up yet. When they
    /// do is up to the OS, and where more threads want to run than there are cores it takes some ms.
    pub(crate) fn call_off(&mut self, sched: &Shared<T>) {
        if sched.config.seed.is_some() || sched.closing.load(Ordering::Relaxed) {
            return;
        }
        for worker in std::mem::take(&mut self.called) {
            let Some((p, spinning)) = worker.inbox.take_back() else { continue };
            if spinning {
                sched.searchers.end();
            }
            self.held.push(p);
            self.idle_workers.push(worker);
        }
    }

    /// For a worker that is up: an idle processor, or one that is on its way to a worker which has not got up yet (when it does is
    /// up to the OS, and behind a thread that does not stop it takes some ms). Also whether that one was to search with it, and
    /// is counted: then this one searches in its place.
    pub(crate) fn take_free(&mut self, sched: &Shared<T>) -> Option<(Box<Processor<T>>, bool)> {
        if let Some(p) = self.take_idle(sched) {
            return Some((p, false));
        }
        if self.is_closed(sched) {
            return None;
        }
        let taken = |worker: &Arc<Member<T>>| worker.inbox.take_back();
        let (at, found) =
            self.called.iter().enumerate().find_map(|(at, w)| Some((at, taken(w)?)))?;
        self.idle_workers.push(self.called.swap_remove(at));
        Some(found)
    }

    /// Appends tasks to the global queue.
    pub(crate) fn inject(&mut self, tasks: &[u32], sched: &Shared<T>) {
        match tasks {
            [task] => self.queue.push_back(*task),
            tasks => self.queue.extend(tasks),
        }
        sched.global.store(self.queue.len() as u32, Ordering::Relaxed);
    }

    /// Brings what a processor has collected to the tail of the global queue.
    pub(crate) fn collect(&mut self, face: &Face<T>, sched: &Shared<T>) {
        let mut tasks = [0; OUTGOING];
        let n = face.outgoing.take_all(&mut tasks);
        if n > 0 {
            self.inject(&tasks[..n], sched);
        }
    }

    /// Takes a batch off the global queue: returns the first, puts the others into `p`'s queue.
    pub(crate) fn take_batch(&mut self, p: &mut Processor<T>, sched: &Shared<T>) -> Option<u32> {
        self.collect(&p.face, sched);
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let batch = p.policy.global_batch(self.queue.len(), procs).min(p.queue.room() + 1);
        let first = self.take_some(p, batch, sched)?;
        p.note(Kind::Global, first, batch as u32);
        Some(first)
    }

    /// Takes `batch` tasks off the global queue; see [`take_batch`](Self::take_batch).
    pub(crate) fn take_some(
        &mut self,
        p: &mut Processor<T>,
        batch: usize,
        sched: &Shared<T>,
    ) -> Option<u32> {
        if batch == 0 || self.queue.is_empty() {
            return None;
        }
        let first = self.queue.pop_front();
        for _ in 1..batch {
            let Some(task) = self.queue.pop_front() else { break };
            let pushed = p.queue.push(task);
            debug_assert_eq!(pushed, Pushed::Kept, "a batch is no larger than the room");
        }
        sched.global.store(self.queue.len() as u32, Ordering::Relaxed);
        first
    }
}
