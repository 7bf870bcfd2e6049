//! Every interleaving of waiting with what ends it: the sleep at the alarm that an earlier timer breaks, and
//! a task at a gate that a poller, a deadline and a close compete for.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sched --test loom_netpoll`

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use loom::sync::{Arc, Condvar, Mutex};
use loom::thread;
use minigo_sched::idle::poll_sleeper::{Alarm, Bed};
use minigo_sched::netpoll::gate::{Found, Gate};
use minigo_sched::netpoll::poll_break::Kick;
use minigo_sched::state::{Parked, State, Wake};
use minigo_sched::time::clock::NEVER;
use minigo_sched::{Clock, Nanos, TaskRef};

/// Somewhere to lie: for ever, unless the sleeper has a time to get up.
#[derive(Default)]
struct Pallet {
    roused: Mutex<bool>,
    wake: Condvar,
}

impl Bed for Pallet {
    fn lie(&self, pause: Nanos, _: &mut Vec<TaskRef>) {
        if pause != NEVER {
            return;
        }
        let mut roused = self.roused.lock().unwrap();
        while !*roused {
            roused = self.wake.wait(roused).unwrap();
        }
        *roused = false;
    }

    fn rouse(&self) {
        *self.roused.lock().unwrap() = true;
        self.wake.notify_one();
    }
}

/// A clock that moves on whenever it is asked.
struct Ticks(std::sync::atomic::AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Nanos {
        self.0.fetch_add(10, std::sync::atomic::Ordering::Relaxed)
    }
}

#[test]
fn an_earlier_timer_breaks_the_sleep() {
    loom::model(|| {
        let alarm = Arc::new((Alarm::new(), Pallet::default(), AtomicU64::new(NEVER)));
        let starter = alarm.clone();
        let starter = thread::spawn(move || {
            let (alarm, bed, earliest) = &*starter;
            // `OnP::start` and `OnP::announce`.
            earliest.store(5, Ordering::SeqCst);
            match alarm.oversleeps(5) {
                Some(true) => {
                    alarm.ring(bed);
                }
                // Its own worker will look before it rests.
                Some(false) | None => {}
            }
        });
        let (watch, bed, earliest) = &*alarm;
        // `Worker::wait_for_alarm` of one who waits for the network only: a sleep that is not broken stands still for ever.
        assert!(watch.take(earliest.load(Ordering::SeqCst)));
        // Once more, now that whoever starts an earlier timer rings.
        let until = earliest.load(Ordering::SeqCst);
        watch.sleep(until, &Ticks(10.into()), bed, || false, &mut Vec::new());
        starter.join().unwrap();
        assert_eq!(watch.oversleeps(5), None);
    });
}

#[test]
fn a_ring_is_not_lost_between_taking_and_sleeping() {
    loom::model(|| {
        let alarm = Arc::new((Alarm::new(), Pallet::default()));
        assert!(alarm.0.take(NEVER));
        let ringer = alarm.clone();
        let ringer = thread::spawn(move || ringer.0.ring(&ringer.1));
        alarm.0.sleep(NEVER, &Ticks(10.into()), &alarm.1, || false, &mut Vec::new());
        ringer.join().unwrap();
        assert!(alarm.0.take(NEVER), "whoever got up has given it back");
    });
}

#[test]
fn a_processor_handed_to_the_sleeper_is_taken() {
    loom::model(|| {
        // An idle processor, and how many workers have lain down: what the scheduler lock guards.
        let scene = Arc::new((Alarm::new(), Pallet::default(), Mutex::new((false, 0))));
        let sleeper = scene.clone();
        let sleeper = thread::spawn(move || {
            let (alarm, bed, core) = &*sleeper;
            // `Worker::wait_for_alarm`: something else (here, the time) may end the sleep.
            let took = alarm.take(5) && {
                alarm.sleep(5, &Ticks(10.into()), bed, || false, &mut Vec::new());
                std::mem::take(&mut core.lock().unwrap().0)
            };
            if !took {
                core.lock().unwrap().1 += 1;
            }
            took
        });
        // `Shared::hand_over`.
        let (alarm, bed, core) = &*scene;
        let mut guard = core.lock().unwrap();
        let mut handed = guard.1 == 1;
        if !handed {
            guard.0 = true;
            if !alarm.ring(bed) {
                // To a new thread.
                handed = std::mem::take(&mut guard.0);
            }
        }
        drop(guard);
        let took = sleeper.join().unwrap();
        assert!(handed != took, "it lies there, and nobody looks");
    });
}

/// The waker of the poller: told once, to whoever asks first.
#[derive(Default)]
struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    fn ring(&self) {
        *self.rung.lock().unwrap() = true;
        self.changed.notify_one();
    }

    fn wait(&self) {
        let mut rung = self.rung.lock().unwrap();
        while !*rung {
            rung = self.changed.wait(rung).unwrap();
        }
        *rung = false;
    }

    fn look(&self) -> bool {
        std::mem::take(&mut *self.rung.lock().unwrap())
    }
}

#[test]
fn a_kick_that_a_looker_was_told_of_reaches_the_sleeper() {
    loom::model(|| {
        let scene = Arc::new((Kick::new(), Bell::default()));
        let (kicker, looker) = (scene.clone(), scene.clone());
        // `Netpoll::rouse`.
        let kicker = thread::spawn(move || {
            kicker.0.announce();
            kicker.1.ring();
        });
        // `Netpoll::look`.
        let looker = thread::spawn(move || {
            if looker.1.look() && looker.0.is_for_sleeper() {
                looker.1.ring();
            }
        });
        // `Netpoll::lie`: a sleep that is not broken stands still for ever.
        if scene.0.enter() {
            scene.1.wait();
            scene.0.leave();
        }
        kicker.join().unwrap();
        looker.join().unwrap();
    });
}

/// A connection whose reader knows when it has emptied it, and the poller, which is told of what comes while nothing is there to
/// tell yet.
struct Connection {
    bytes: AtomicU32,
    news: AtomicBool,
    scene: Scene,
}

impl Connection {
    fn send(&self) {
        self.bytes.fetch_add(1, Ordering::SeqCst);
        self.news.store(true, Ordering::SeqCst);
    }

    fn poll(&self) {
        if self.news.swap(false, Ordering::SeqCst) {
            self.scene.wake(self.scene.gate.open(true));
        }
    }

    /// `net_attempt`, the system's read, `net_wait` and `net_end_short`; `None`: parked.
    fn read(&self, empty: &mut bool, mut again: bool) -> Option<u32> {
        let (gate, me) = (&self.scene.gate, TaskRef::from_parts(0, self.scene.generation));
        let mut known = false;
        if !again {
            known = std::mem::take(empty);
            if !known {
                gate.close();
            }
        }
        loop {
            if again && gate.look(me) == Found::Waiting {
                if self.scene.state.transition_to_parked() == Parked::Asleep {
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
            if gate.wait(me) == Found::Waiting {
                if self.scene.state.transition_to_parked() == Parked::Asleep {
                    return None;
                }
                again = true;
            }
        }
    }
}

#[test]
fn who_has_emptied_a_connection_hears_of_more() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let scene = Arc::try_unwrap(Scene::new()).ok().unwrap();
        let (bytes, news) = (AtomicU32::new(0), AtomicBool::new(false));
        let connection = Arc::new(Connection { bytes, news, scene });
        // The first byte is there before the first read, and nobody has been told.
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
        // Whoever polls next.
        connection.poll();
        if parked {
            assert_eq!(connection.scene.queued.load(Ordering::SeqCst), 1, "nobody will wake it");
            connection.scene.state.transition_to_running();
            got += connection.read(&mut empty, true).unwrap_or(0);
            // It may have been woken for what it had read before.
            if got < 2 {
                connection.poll();
                assert_eq!(connection.scene.queued.load(Ordering::SeqCst), 2);
            }
        }
    });
}

/// A descriptor with one direction, and the task that reads.
struct Scene {
    gate: Gate,
    refused: AtomicBool,
    data: AtomicBool,
    state: State,
    generation: u32,
    queued: AtomicU32,
}

impl Scene {
    fn new() -> Arc<Self> {
        let state = State::new();
        state.transition_to_free();
        let generation = state.transition_to_new();
        state.transition_to_running();
        Arc::new(Self {
            gate: Gate::new(),
            refused: AtomicBool::new(false),
            data: AtomicBool::new(false),
            state,
            generation,
            queued: AtomicU32::new(0),
        })
    }

    fn wake(&self, task: Option<TaskRef>) {
        if task.is_some() && self.state.wake(self.generation) == Wake::Enqueue {
            self.queued.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// The poller.
    fn arrive(&self) {
        self.data.store(true, Ordering::SeqCst);
        self.wake(self.gate.open(true));
    }

    /// A deadline or close.
    fn refuse(&self) {
        self.refused.store(true, Ordering::SeqCst);
        loom::sync::atomic::fence(Ordering::SeqCst);
        self.wake(self.gate.open(false));
    }

    /// `operate` of the machine: returns false if the task has parked.
    fn read(&self, mut again: bool) -> bool {
        let me = TaskRef::from_parts(0, self.generation);
        loop {
            if again && self.gate.look(me) == Found::Waiting {
                if self.state.transition_to_parked() == Parked::Asleep {
                    return false;
                }
                continue;
            }
            if self.refused.load(Ordering::SeqCst) || self.data.load(Ordering::SeqCst) {
                return true;
            }
            again = true;
            if self.gate.wait(me) != Found::Waiting {
                continue;
            }
            loom::sync::atomic::fence(Ordering::SeqCst);
            if self.refused.load(Ordering::SeqCst) {
                self.gate.withdraw(me);
                return true;
            }
            if self.state.transition_to_parked() == Parked::Asleep {
                return false;
            }
        }
    }

    /// After everything has happened the task has ended, or is queued once and then ends.
    fn check(&self, ended: bool) {
        if ended {
            return;
        }
        assert_eq!(self.queued.load(Ordering::SeqCst), 1, "parked, and nobody will wake it");
        self.state.transition_to_running();
        assert!(self.read(true), "woken, but with nothing to do");
    }
}

#[test]
fn what_arrives_wakes_the_reader() {
    loom::model(|| {
        let scene = Scene::new();
        let poller = scene.clone();
        let poller = thread::spawn(move || poller.arrive());
        let ended = scene.read(false);
        poller.join().unwrap();
        scene.check(ended);
    });
}

#[test]
fn a_refusal_wakes_the_reader() {
    loom::model(|| {
        let scene = Scene::new();
        let closer = scene.clone();
        let closer = thread::spawn(move || closer.refuse());
        let ended = scene.read(false);
        closer.join().unwrap();
        scene.check(ended);
    });
}

#[test]
fn arrival_and_refusal_wake_it_once() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let scene = Scene::new();
        let (poller, closer) = (scene.clone(), scene.clone());
        let poller = thread::spawn(move || poller.arrive());
        let closer = thread::spawn(move || closer.refuse());
        let ended = scene.read(false);
        poller.join().unwrap();
        closer.join().unwrap();
        scene.check(ended);
    });
}
