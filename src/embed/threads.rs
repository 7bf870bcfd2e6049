//! The threads that make the blocking calls of all machines of an engine.

use super::task_waking::Timers;
use minigo_vm::BlockingCallThreads;
use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The time that a thread without a job waits for one before it ends.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);

type Job = Box<dyn FnOnce() + Send>;

/// A thread for each blocking call; a thread whose call has returned takes the next one.
#[derive(Default)]
pub(super) struct Threads {
    call_threads: Arc<Shared>,
    /// The timers of machines whose calls are polled.
    pub(super) timers: Timers,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    has_job: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// The number of threads that wait for a job. Each waiting thread takes one of `jobs`, so only jobs beyond the
    /// number `idle_threads` need new threads.
    idle_threads: usize,
}

impl BlockingCallThreads for Threads {
    fn start(&self, job: Job) {
        let mut state = self.call_threads.state.lock();
        state.jobs.push_back(job);
        if state.idle_threads >= state.jobs.len() {
            drop(state);
            self.call_threads.has_job.notify_one();
            return;
        }
        drop(state);
        let shared = self.call_threads.clone();
        let thread = std::thread::Builder::new().name("minigo-call".to_owned());
        if thread.spawn(move || shared.run_jobs()).is_err() {
            // If no thread can be started, the caller's thread makes the call: the goroutines wait for the call, but no
            // call is lost.
            let job = self.call_threads.state.lock().jobs.pop_front();
            job.into_iter().for_each(|job| job());
        }
    }
}

impl Shared {
    fn run_jobs(&self) {
        while let Some(job) = self.next_job() {
            job();
        }
    }

    /// Waits for a job; `None` if there was none for the time [`IDLE_TIMEOUT`].
    fn next_job(&self) -> Option<Job> {
        let mut state = self.state.lock();
        while state.jobs.is_empty() {
            state.idle_threads += 1;
            let timed_out = self.has_job.wait_for(&mut state, IDLE_TIMEOUT).timed_out();
            state.idle_threads -= 1;
            if timed_out && state.jobs.is_empty() {
                return None;
            }
        }
        state.jobs.pop_front()
    }
}
