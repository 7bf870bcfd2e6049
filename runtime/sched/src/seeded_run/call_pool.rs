//! Threads that make the blocking calls of a seeded run, so that a call that never returns cannot stop the run. The
//! threads that make calls are the only concurrency of a seeded run.
//!
//! A call that ends in time has ended, for the run, at the moment it was made; a longer call (it waits for the outside
//! world, or for another task) ends at an unpredictable moment, and such a run cannot be repeated exactly.

use crate::gmp::{BlockingCall, RunOutcome, Sched, Task};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

const CALL_RUNNING: u8 = 0;
/// State of a call: the call was late, and the worker continues without it.
const CALL_LATE: u8 = 1;
/// State of a call: the call ended in time.
const CALL_ENDED: u8 = 2;

type Job = Box<dyn FnOnce() + Send>;

/// The report that a call has ended: its thread's number, and whether the worker waited for the call.
type CallReport = (usize, bool);

/// The threads that make calls.
pub(crate) struct CallPool {
    threads: Vec<Sender<Job>>,
    free_threads: Vec<usize>,
    reports: (Sender<CallReport>, Receiver<CallReport>),
    late_calls: Arc<AtomicU32>,
}

impl Default for CallPool {
    fn default() -> Self {
        let late = Arc::default();
        Self { threads: Vec::new(), free_threads: Vec::new(), reports: channel(), late_calls: late }
    }
}

impl CallPool {
    /// Makes `call` for `task`, which is `Blocked`; returns whether it ended in time. A call that did not end in time
    /// puts the task into the global queue when it ends, and counts as detached until then.
    pub(crate) fn make_call<T: Task>(
        &mut self,
        sched: &Arc<Sched<T>>,
        task: u32,
        call: BlockingCall,
        patience: Duration,
    ) -> bool {
        let state = Arc::new(AtomicU8::new(CALL_RUNNING));
        let thread = self.free_threads.pop().unwrap_or_else(|| self.start_thread(sched));
        let job = self.call_and_report(sched.clone(), task, call, state.clone(), thread);
        let sent = self.threads[thread].send(job);
        assert!(sent.is_ok(), "the threads live as long as the worker");
        loop {
            match self.reports.1.recv_timeout(patience) {
                Ok((thread, waited_for)) => {
                    self.free_threads.push(thread);
                    if waited_for {
                        return true;
                    }
                }
                Err(_) => {
                    self.late_calls.fetch_add(1, Ordering::SeqCst);
                    sched.detached_calls.fetch_add(1, Ordering::SeqCst);
                    let swapped = state.compare_exchange(
                        CALL_RUNNING,
                        CALL_LATE,
                        Ordering::AcqRel,
                        Ordering::Acquire,
                    );
                    if swapped.is_ok() {
                        sched.is_repeatable.store(false, Ordering::Relaxed);
                        return false;
                    }
                    self.late_calls.fetch_sub(1, Ordering::SeqCst);
                    sched.detached_calls.fetch_sub(1, Ordering::SeqCst);
                }
            }
        }
    }

    /// The thread's job: makes the call, and reports its end.
    fn call_and_report<T: Task>(
        &self,
        sched: Arc<Sched<T>>,
        task: u32,
        call: BlockingCall,
        state: Arc<AtomicU8>,
        thread: usize,
    ) -> Job {
        let (late, reports) = (self.late_calls.clone(), self.reports.0.clone());
        Box::new(move || {
            call.call();
            let swapped = state.compare_exchange(
                CALL_RUNNING,
                CALL_ENDED,
                Ordering::AcqRel,
                Ordering::Acquire,
            );
            if swapped.is_err() {
                sched.return_from_call(task);
                late.fetch_sub(1, Ordering::SeqCst);
            }
            // Drop `sched` and `call` before the report: once the report is sent, the run can end, and the scheduler
            // and its memory can be dropped.
            drop((sched, call));
            // After the run has ended there is no receiver.
            let _ = reports.send((thread, swapped.is_ok()));
        })
    }

    /// Waits for a late call to end; returns whether one did.
    pub(crate) fn wait_for_late_call(&mut self, patience: Duration) -> bool {
        if self.late_calls.load(Ordering::SeqCst) == 0 {
            return false;
        }
        match self.reports.1.recv_timeout(patience) {
            Ok((thread, _)) => {
                self.free_threads.push(thread);
                true
            }
            Err(_) => false,
        }
    }

    fn start_thread<T: Task>(&mut self, sched: &Arc<Sched<T>>) -> usize {
        let (sender, jobs) = channel::<Job>();
        let thread_owner = sched.config.thread_accounting.clone();
        // The blocking call for this thread has begun: even if the owner of the threads has no room for another one,
        // the thread starts and makes the call, and the run ends.
        let admitted = thread_owner.admit_thread();
        if !admitted {
            sched.finish(RunOutcome::NoRoom);
        }
        let body = move || {
            let _entered = thread_owner.enter_thread();
            jobs.into_iter().for_each(|job| job());
            if admitted {
                thread_owner.release_thread();
            }
        };
        let started = std::thread::Builder::new().name("minigo-call".to_owned()).spawn(body);
        assert!(started.is_ok(), "the system starts a thread");
        self.threads.push(sender);
        self.threads.len() - 1
    }
}
