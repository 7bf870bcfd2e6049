//! Every interleaving of a wait with the events that end it: the sleep in the poller that an earlier timer interrupts,
//! and a task at a gate for which a poller, a deadline and a close compete.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_netpoll`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use loom::sync::{Arc, Condvar, Mutex};
use loom::thread;
use minigo_sched::idle::poll_sleeper::{PollSleeper, PollWait};
use minigo_sched::netpoll::gate::{Gate, GateState};
use minigo_sched::netpoll::poll_break::PollBreak;
use minigo_sched::state::{ParkResult, State, WakeResult};
use minigo_sched::time::clock::NEVER;
use minigo_sched::{Clock, Nanos, TaskRef};

/// A poller in which nothing happens: waits until interrupted, unless the sleeper has a deadline.
#[derive(Default)]
struct EmptyPoller {
    is_interrupted: Mutex<bool>,
    interrupt_changed: Condvar,
}

impl PollWait for EmptyPoller {
    fn wait_in_poll(&self, pause: Nanos, _: &mut Vec<TaskRef>) {
        if pause != NEVER {
            return;
        }
        let mut is_interrupted = self.is_interrupted.lock().unwrap();
        while !*is_interrupted {
            is_interrupted = self.interrupt_changed.wait(is_interrupted).unwrap();
        }
        *is_interrupted = false;
    }

    fn interrupt(&self) {
        *self.is_interrupted.lock().unwrap() = true;
        self.interrupt_changed.notify_one();
    }
}

/// A clock that advances with each reading.
struct TickClock(std::sync::atomic::AtomicU64);

impl Clock for TickClock {
    fn now(&self) -> Nanos {
        self.0.fetch_add(10, std::sync::atomic::Ordering::Relaxed)
    }
}

#[test]
fn an_earlier_timer_interrupts_the_sleep() {
    loom::model(|| {
        let sleeper_slot =
            Arc::new((PollSleeper::new(), EmptyPoller::default(), AtomicU64::new(NEVER)));
        let starter = sleeper_slot.clone();
        let starter = thread::spawn(move || {
            let (sleeper_slot, poller, earliest) = &*starter;
            // `ProcessorCx::start_timer` and `ProcessorCx::ensure_worker_wakes_at`.
            earliest.store(5, Ordering::SeqCst);
            match sleeper_slot.sleeps_past(5) {
                Some(true) => {
                    sleeper_slot.wake(poller);
                }
                // The worker of the sleeper will check again before it sleeps.
                Some(false) | None => {}
            }
        });
        let (sleeper_slot, poller, earliest) = &*sleeper_slot;
        // `Worker::sleep_in_poll` of a worker that waits for the network only: a sleep that is not interrupted never
        // ends.
        assert!(sleeper_slot.claim(earliest.load(Ordering::SeqCst)));
        // Read the deadline again: from now on a task that starts an earlier timer wakes the sleeper.
        let until = earliest.load(Ordering::SeqCst);
        sleeper_slot.sleep(until, &TickClock(10.into()), poller, || false, &mut Vec::new());
        starter.join().unwrap();
        assert_eq!(sleeper_slot.sleeps_past(5), None);
    });
}

#[test]
fn a_wake_up_is_not_lost_between_claiming_and_sleeping() {
    loom::model(|| {
        let sleeper_slot = Arc::new((PollSleeper::new(), EmptyPoller::default()));
        assert!(sleeper_slot.0.claim(NEVER));
        let waker = sleeper_slot.clone();
        let waker = thread::spawn(move || waker.0.wake(&waker.1));
        sleeper_slot.0.sleep(
            NEVER,
            &TickClock(10.into()),
            &sleeper_slot.1,
            || false,
            &mut Vec::new(),
        );
        waker.join().unwrap();
        assert!(sleeper_slot.0.claim(NEVER), "a worker that woke has released the slot");
    });
}

#[test]
fn a_processor_handed_to_the_sleeper_is_taken() {
    loom::model(|| {
        // The state that the scheduler lock guards: whether a processor is idle, and how many workers have gone idle.
        let model = Arc::new((PollSleeper::new(), EmptyPoller::default(), Mutex::new((false, 0))));
        let sleeper = model.clone();
        let sleeper = thread::spawn(move || {
            let (sleeper_slot, poller, core) = &*sleeper;
            // `Worker::sleep_in_poll`: another event (here, the time) may end the sleep.
            let took = sleeper_slot.claim(5) && {
                sleeper_slot.sleep(5, &TickClock(10.into()), poller, || false, &mut Vec::new());
                std::mem::take(&mut core.lock().unwrap().0)
            };
            if !took {
                core.lock().unwrap().1 += 1;
            }
            took
        });
        // `Sched::hand_over`.
        let (sleeper_slot, poller, core) = &*model;
        let mut guard = core.lock().unwrap();
        let mut handed = guard.1 == 1;
        if !handed {
            guard.0 = true;
            if !sleeper_slot.wake(poller) {
                // No worker sleeps in the poller: the processor goes to a new thread.
                handed = std::mem::take(&mut guard.0);
            }
        }
        drop(guard);
        let took = sleeper.join().unwrap();
        assert!(handed != took, "the processor is idle, and no worker looks for work");
    });
}

/// The poller's waker: reported once, to the first thread that polls.
#[derive(Default)]
struct Waker {
    is_woken: Mutex<bool>,
    changed: Condvar,
}

impl Waker {
    fn wake(&self) {
        *self.is_woken.lock().unwrap() = true;
        self.changed.notify_one();
    }

    fn wait(&self) {
        let mut is_woken = self.is_woken.lock().unwrap();
        while !*is_woken {
            is_woken = self.changed.wait(is_woken).unwrap();
        }
        *is_woken = false;
    }

    fn poll(&self) -> bool {
        std::mem::take(&mut *self.is_woken.lock().unwrap())
    }
}

#[test]
fn an_interrupt_reported_to_a_polling_thread_reaches_the_sleeper() {
    loom::model(|| {
        let model = Arc::new((PollBreak::new(), Waker::default()));
        let (interrupter, polling) = (model.clone(), model.clone());
        // `Netpoll::interrupt`.
        let interrupter = thread::spawn(move || {
            interrupter.0.request();
            interrupter.1.wake();
        });
        // `Netpoll::poll`.
        let polling = thread::spawn(move || {
            if polling.1.poll() && polling.0.is_for_sleeper() {
                polling.1.wake();
            }
        });
        // `Netpoll::wait_in_poll`: a sleep that is not interrupted never ends.
        if model.0.begin_wait() {
            model.1.wait();
            model.0.end_wait();
        }
        interrupter.join().unwrap();
        polling.join().unwrap();
    });
}

/// A connection whose reader reads until no data is left. The kernel reports data to the poller even if it arrives
/// before the reader has asked to wait.
struct Connection {
    bytes: AtomicU32,
    changed: AtomicBool,
    model: ReadModel,
}

impl Connection {
    fn send(&self) {
        self.bytes.fetch_add(1, Ordering::SeqCst);
        self.changed.store(true, Ordering::SeqCst);
    }

    fn poll(&self) {
        if self.changed.swap(false, Ordering::SeqCst) {
            self.model.wake(self.model.gate.open(true));
        }
    }

    /// `net_begin_operation`, the system's read, `net_wait` and `net_end_short_read`; `None`: parked.
    fn read(&self, empty: &mut bool, mut again: bool) -> Option<u32> {
        let (gate, me) = (&self.model.gate, TaskRef::from_parts(0, self.model.generation));
        let mut known = false;
        if !again {
            known = std::mem::take(empty);
            if !known {
                gate.close();
            }
        }
        loop {
            if again && gate.check_resumed(me) == GateState::Waiting {
                if self.model.state.transition_to_parked() == ParkResult::Asleep {
                    return None;
                }
                continue;
            }
            if !std::mem::take(&mut known) {
                let got = self.bytes.swap(0, Ordering::SeqCst);
                if got > 0 {
                    *empty = true;
                    return Some(got);
                }
            }
            again = false;
            if gate.try_wait(me) == GateState::Waiting {
                if self.model.state.transition_to_parked() == ParkResult::Asleep {
                    return None;
                }
                again = true;
            }
        }
    }
}

#[test]
fn data_after_a_drained_read_wakes_the_reader() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let model = Arc::try_unwrap(ReadModel::new()).ok().unwrap();
        let (bytes, changed) = (AtomicU32::new(0), AtomicBool::new(false));
        let connection = Arc::new(Connection { bytes, changed, model });
        // The first byte arrives before the first read, and is not reported to any task.
        connection.send();
        let (peer, poller) = (connection.clone(), connection.clone());
        let peer = thread::spawn(move || peer.send());
        let poller = thread::spawn(move || poller.poll());
        let (mut empty, mut got, mut again, mut parked) = (false, 0, false, false);
        while got < 2 && !parked {
            match connection.read(&mut empty, again) {
                Some(n) => got += n,
                None => parked = true,
            }
            again = false;
        }
        peer.join().unwrap();
        poller.join().unwrap();
        // The next poll by any thread.
        connection.poll();
        if parked {
            assert_eq!(
                connection.model.times_queued.load(Ordering::SeqCst),
                1,
                "no event will wake the task"
            );
            connection.model.state.transition_to_running();
            got += connection.read(&mut empty, true).unwrap_or(0);
            // The reader may have been woken for the byte that it had already read.
            if got < 2 {
                connection.poll();
                assert_eq!(connection.model.times_queued.load(Ordering::SeqCst), 2);
            }
        }
    });
}

/// A descriptor with one direction, and the task that reads.
struct ReadModel {
    gate: Gate,
    is_refused: AtomicBool,
    has_data: AtomicBool,
    state: State,
    generation: u32,
    times_queued: AtomicU32,
}

impl ReadModel {
    fn new() -> Arc<Self> {
        let state = State::new();
        state.transition_to_free();
        let generation = state.transition_to_new();
        state.transition_to_running();
        Arc::new(Self {
            gate: Gate::new(),
            is_refused: AtomicBool::new(false),
            has_data: AtomicBool::new(false),
            state,
            generation,
            times_queued: AtomicU32::new(0),
        })
    }

    fn wake(&self, task: Option<TaskRef>) {
        if task.is_some() && self.state.wake(self.generation) == WakeResult::Enqueue {
            self.times_queued.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// The poller reports data.
    fn report_data(&self) {
        self.has_data.store(true, Ordering::SeqCst);
        self.wake(self.gate.open(true));
    }

    /// A deadline passes, or the descriptor is closed.
    fn refuse(&self) {
        self.is_refused.store(true, Ordering::SeqCst);
        loom::sync::atomic::fence(Ordering::SeqCst);
        self.wake(self.gate.open(false));
    }

    /// `attempt_until_done` of the machine: returns false if the task has parked.
    fn read(&self, mut again: bool) -> bool {
        let me = TaskRef::from_parts(0, self.generation);
        loop {
            if again && self.gate.check_resumed(me) == GateState::Waiting {
                if self.state.transition_to_parked() == ParkResult::Asleep {
                    return false;
                }
                continue;
            }
            if self.is_refused.load(Ordering::SeqCst) || self.has_data.load(Ordering::SeqCst) {
                return true;
            }
            again = true;
            if self.gate.try_wait(me) != GateState::Waiting {
                continue;
            }
            loom::sync::atomic::fence(Ordering::SeqCst);
            if self.is_refused.load(Ordering::SeqCst) {
                self.gate.withdraw(me);
                return true;
            }
            if self.state.transition_to_parked() == ParkResult::Asleep {
                return false;
            }
        }
    }

    /// After all events of the scene, the task has ended, or is queued once and then ends.
    fn check_reader_woken(&self, ended: bool) {
        if ended {
            return;
        }
        assert_eq!(
            self.times_queued.load(Ordering::SeqCst),
            1,
            "the task is parked, and no event will wake it"
        );
        self.state.transition_to_running();
        assert!(self.read(true), "the task was woken without data to read");
    }
}

#[test]
fn arriving_data_wakes_the_reader() {
    loom::model(|| {
        let model = ReadModel::new();
        let poller = model.clone();
        let poller = thread::spawn(move || poller.report_data());
        let ended = model.read(false);
        poller.join().unwrap();
        model.check_reader_woken(ended);
    });
}

#[test]
fn a_refusal_wakes_the_reader() {
    loom::model(|| {
        let model = ReadModel::new();
        let closer = model.clone();
        let closer = thread::spawn(move || closer.refuse());
        let ended = model.read(false);
        closer.join().unwrap();
        model.check_reader_woken(ended);
    });
}

#[test]
fn data_and_deadline_wake_a_reader_once() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let model = ReadModel::new();
        let (poller, closer) = (model.clone(), model.clone());
        let poller = thread::spawn(move || poller.report_data());
        let closer = thread::spawn(move || closer.refuse());
        let ended = model.read(false);
        poller.join().unwrap();
        closer.join().unwrap();
        model.check_reader_woken(ended);
    });
}
