//! The wakes of tasks that poll calls: by the end of a blocking call, by a cancel, or by a timer.

use super::threads::Threads;
use minigo_vm::BlockingCallThreads;
use parking_lot::{Condvar, Mutex};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant};

/// The time that the timers' thread waits for a new timer before it ends.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);

/// The waker of the task that polls a machine's call, if one does.
#[derive(Default)]
pub(super) struct WakerSlot(Mutex<Option<Waker>>);

impl WakerSlot {
    pub(super) fn set(&self, waker: &Waker) {
        *self.0.lock() = Some(waker.clone());
    }

    /// Wakes the task, once.
    pub(super) fn wake(&self) {
        let waker = self.0.lock().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// The waker of the task that polls a machine's call, and the engine's threads that wake the task.
pub(super) struct TaskWaking {
    pub(super) waker: Arc<WakerSlot>,
    threads: Arc<Threads>,
}

impl TaskWaking {
    pub(super) fn new(threads: Arc<Threads>) -> Self {
        Self { waker: Arc::default(), threads }
    }

    /// The threads for the machine's blocking calls. The end of each call wakes the task.
    pub(super) fn call_threads(&self) -> Arc<dyn BlockingCallThreads> {
        Arc::new(WakingThreads { threads: self.threads.clone(), waker: self.waker.clone() })
    }

    /// Wakes the task after this time.
    pub(super) fn wake_after(&self, pause: Duration) {
        if let Some(at) = Instant::now().checked_add(pause) {
            self.threads.timers.wake_at(at, self.waker.clone());
        }
    }
}

struct WakingThreads {
    threads: Arc<Threads>,
    waker: Arc<WakerSlot>,
}

impl BlockingCallThreads for WakingThreads {
    fn start(&self, job: Box<dyn FnOnce() + Send>) {
        let waker = self.waker.clone();
        self.threads.start(Box::new(move || {
            job();
            waker.wake();
        }));
    }
}

/// The timers of an engine's machines: while there are timers, one thread waits for the earliest.
#[derive(Default)]
pub(super) struct Timers(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    timers: BinaryHeap<Reverse<Timer>>,
    has_thread: bool,
}

struct Timer {
    at: Instant,
    waker: Arc<WakerSlot>,
}

impl Ord for Timer {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.at.cmp(&other.at)
    }
}

impl PartialOrd for Timer {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Timer {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for Timer {}

impl Timers {
    fn wake_at(&self, at: Instant, waker: Arc<WakerSlot>) {
        let mut state = self.0.state.lock();
        let is_first = state.timers.peek().is_none_or(|Reverse(first)| at < first.at);
        state.timers.push(Reverse(Timer { at, waker: waker.clone() }));
        if state.has_thread {
            drop(state);
            if is_first {
                self.0.changed.notify_one();
            }
            return;
        }
        state.has_thread = true;
        drop(state);
        let shared = self.0.clone();
        let thread = std::thread::Builder::new().name("minigo-timers".to_owned());
        if thread.spawn(move || shared.run()).is_err() {
            // If the thread cannot be started, the task polls until the timer is due.
            let mut state = self.0.state.lock();
            state.has_thread = false;
            state.timers.clear();
            drop(state);
            waker.wake();
        }
    }
}

impl Shared {
    fn run(&self) {
        let mut state = self.state.lock();
        loop {
            let now = Instant::now();
            match state.timers.peek() {
                Some(Reverse(first)) if first.at <= now => {
                    let due = state.timers.pop();
                    drop(state);
                    due.into_iter().for_each(|Reverse(timer)| timer.waker.wake());
                    state = self.state.lock();
                }
                Some(Reverse(first)) => {
                    let at = first.at;
                    self.changed.wait_until(&mut state, at);
                }
                None => {
                    let timed_out = self.changed.wait_for(&mut state, IDLE_TIMEOUT).timed_out();
                    if timed_out && state.timers.is_empty() {
                        state.has_thread = false;
                        return;
                    }
                }
            }
        }
    }
}
