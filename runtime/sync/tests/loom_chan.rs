//! Every interleaving of two or three tasks on channels: each value arrives once, no task sleeps for ever, no wait is
//! completed twice.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p minigo-sync --test loom_chan`. Tasks are threads
//! here, and parking is the scheduler's state word over loom's `Notify`; a lost wake-up is a
//! deadlock, which loom reports.

#![cfg(loom)]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use loom::sync::atomic::{AtomicU32, Ordering};
use loom::sync::{Arc, Notify};
use loom::thread;
use minigo_sched::state::{ParkResult, Phase, State, WakeResult};
use minigo_sched::{PeerWaker, TaskRef};
use minigo_sync::{
    Case, Channel, Handoff, QueueEnd, RecvStep, SelectResult, SelectStep, SemaTable, SendStep,
    TryRecvResult, TrySendResult, Waiter, WakeContext, finish_select, select,
};

struct Slot {
    state: State,
    waiter: Waiter,
    wake: Notify,
}

/// A few tasks.
#[derive(Clone)]
struct World(Arc<Vec<Slot>>);

impl PeerWaker for World {
    type Peer = TaskRef;
    fn peer(&self, task: TaskRef) -> TaskRef {
        task
    }
    fn wake_peer(&mut self, task: TaskRef) {
        let slot = &self.0[task.index() as usize];
        match slot.state.wake(task.generation()) {
            WakeResult::Enqueue => slot.wake.notify(),
            WakeResult::Noted => {}
            WakeResult::Stale => panic!("tasks live to the end"),
        }
    }
}

impl WakeContext for World {
    fn waiter_of(&self, task: TaskRef) -> &Waiter {
        &self.0[task.index() as usize].waiter
    }
    fn random(&mut self, n: u32) -> u32 {
        n - 1
    }
    fn now(&self) -> u64 {
        0
    }
}

impl World {
    fn new(tasks: usize) -> Self {
        let slot = || {
            let state = State::new();
            state.transition_to_free();
            state.transition_to_new();
            Slot { state, waiter: Waiter::default(), wake: Notify::new() }
        };
        Self(Arc::new((0..tasks).map(|_| slot()).collect()))
    }

    /// Begins task `i` on this thread.
    fn begin_task(&self, i: usize) -> TaskRef {
        TaskRef::from_parts(i as u32, self.0[i].state.transition_to_running())
    }

    /// Parks until resumed.
    fn park(&self, me: TaskRef) {
        let slot = &self.0[me.index() as usize];
        match slot.state.transition_to_parked() {
            ParkResult::WokenMeanwhile => {}
            ParkResult::Asleep => {
                // loom's `Notify` also wakes spuriously.
                while slot.state.read().0 != Phase::Queued {
                    slot.wake.wait();
                }
                slot.state.transition_to_running();
            }
        }
    }

    fn send(&mut self, me: TaskRef, ch: &Channel, value: u64) -> SendStep {
        match ch.send(self, me, &[value]) {
            SendStep::Parked => loop {
                self.park(me);
                if let Some(step) = Channel::finish_send(self.waiter(me)) {
                    return step;
                }
            },
            step => step,
        }
    }

    fn recv(&mut self, me: TaskRef, ch: &Channel) -> Option<u64> {
        let mut out = [0];
        let mut step = ch.recv(self, me, &mut out);
        while step == RecvStep::Parked {
            self.park(me);
            step = Channel::finish_recv(self.waiter(me), &mut out).unwrap_or(RecvStep::Parked);
        }
        (step == RecvStep::Received).then_some(out[0])
    }

    fn select(&mut self, me: TaskRef, cases: &[Case<'_>]) -> (SelectResult, u64) {
        let mut out = [0];
        match select(self, me, cases, false, &mut out) {
            SelectStep::Chosen(chosen) => (chosen, out[0]),
            SelectStep::Default => unreachable!("the select has no default"),
            SelectStep::Parked => loop {
                self.park(me);
                if let Some(chosen) = finish_select(self, me, cases, &mut out) {
                    return (chosen, out[0]);
                }
            },
        }
    }
}

fn check_model(f: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(f);
}

fn channel(capacity: usize) -> Arc<Channel> {
    Arc::new(Channel::new(capacity, 1).unwrap())
}

/// Two channels in one allocation: loom needs every run to lock them in the same order.
fn channel_pair() -> Arc<[Channel; 2]> {
    Arc::new(std::array::from_fn(|_| Channel::new(0, 1).unwrap()))
}

fn hand_over(capacity: usize) {
    check_model(move || {
        let mut world = World::new(2);
        let ch = channel(capacity);
        let other = {
            let (mut world, ch) = (world.clone(), ch.clone());
            thread::spawn(move || {
                let me = world.begin_task(1);
                for value in 1..=2 {
                    assert_eq!(world.send(me, &ch, value), SendStep::Sent);
                }
                ch.close(&mut world).unwrap();
            })
        };
        let me = world.begin_task(0);
        assert_eq!(world.recv(me, &ch), Some(1));
        assert_eq!(world.recv(me, &ch), Some(2));
        assert_eq!(world.recv(me, &ch), None);
        other.join().unwrap();
    });
}

#[test]
fn an_unbuffered_channel_hands_over_values() {
    hand_over(0);
}

#[test]
fn a_buffered_channel_hands_over_values() {
    hand_over(1);
}

/// A channel with room for one element wakes a task that looks for work: a task that stores work and then finds the
/// channel full may rely on that task seeing the work.
#[test]
fn a_full_channel_means_that_its_receiver_will_look() {
    check_model(|| {
        let mut world = World::new(2);
        let (ch, work) = (channel(1), Arc::new(AtomicU32::new(0)));
        assert_eq!(ch.try_send(&mut world, &[0]), TrySendResult::Sent);
        let other = {
            let (mut world, ch, work) = (world.clone(), ch.clone(), work.clone());
            thread::spawn(move || {
                work.store(1, Ordering::SeqCst);
                ch.try_send(&mut world, &[0]) == TrySendResult::Sent
            })
        };
        let me = world.begin_task(0);
        assert_eq!(world.recv(me, &ch), Some(0));
        let seen = work.load(Ordering::SeqCst) == 1;
        let woken = other.join().unwrap();
        assert!(seen || woken, "work is stored and no task will look for it");
    });
}

#[test]
fn closing_against_sending() {
    check_model(|| {
        let mut world = World::new(2);
        let ch = channel(0);
        let other = {
            let (mut world, ch) = (world.clone(), ch.clone());
            thread::spawn(move || {
                let me = world.begin_task(1);
                assert_eq!(world.send(me, &ch, 1), SendStep::Closed);
            })
        };
        world.begin_task(0);
        ch.close(&mut world).unwrap();
        other.join().unwrap();
    });
}

/// Closing is one step. A task that has found the channel closed receives nothing more from a sender that was blocked
/// when it was closed, neither at once nor as a case of a select; that sender finds the channel closed.
#[test]
fn close_races_with_a_blocked_sender() {
    for capacity in [0, 1] {
        check_model(move || {
            let mut world = World::new(2);
            let ch = channel(capacity);
            for buffered in 0..capacity as u64 {
                assert_eq!(ch.try_send(&mut world, &[buffered]), TrySendResult::Sent);
            }
            let blocked = world.begin_task(1);
            assert_eq!(ch.send(&mut world, blocked, &[7]), SendStep::Parked);
            let other = {
                let (mut world, ch) = (world.clone(), ch.clone());
                thread::spawn(move || {
                    let me = world.begin_task(0);
                    if !ch.is_closed() {
                        return;
                    }
                    for buffered in 0..capacity as u64 {
                        assert_eq!(world.recv(me, &ch), Some(buffered));
                    }
                    let mut out = [0];
                    assert_eq!(ch.try_recv(&mut world, &mut out), TryRecvResult::Closed);
                    let (chosen, _) = world.select(me, &[Case::Recv(&ch)]);
                    assert!(!chosen.is_open);
                })
            };
            ch.close(&mut world).unwrap();
            assert_eq!(Channel::finish_send(world.waiter(blocked)), Some(SendStep::Closed));
            assert_eq!(ch.waiting_tasks(), (Vec::new(), Vec::new()));
            other.join().unwrap();
        });
    }
}

/// A task withdraws its receive while another one sends to it, or closes the channel: its next wait is not disturbed.
#[test]
fn giving_up_against_a_send_and_a_close() {
    for closes in [false, true] {
        check_model(move || {
            let mut world = World::new(2);
            let ch = channel(0);
            let other = {
                let (mut world, ch) = (world.clone(), ch.clone());
                thread::spawn(move || {
                    if closes {
                        ch.close(&mut world).unwrap();
                    } else {
                        let _ = ch.try_send(&mut world, &[1]);
                    }
                })
            };
            let me = world.begin_task(0);
            let mut out = [0];
            if ch.recv(&mut world, me, &mut out) == RecvStep::Parked {
                ch.withdraw_wait(&world, me);
            }
            other.join().unwrap();
            assert_eq!(ch.waiting_tasks(), (Vec::new(), Vec::new()));
            assert_eq!(world.waiter(me).completion(), None);
            let next = channel(0);
            assert_eq!(next.recv(&mut world, me, &mut out), RecvStep::Parked);
            assert_eq!(next.try_send(&mut world, &[2]), TrySendResult::Sent);
            let step = Channel::finish_recv(world.waiter(me), &mut out);
            assert_eq!((step, out[0]), (Some(RecvStep::Received), 2));
        });
    }
}

#[test]
fn a_select_between_two_senders() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(|| {
        let mut world = World::new(3);
        let chans = channel_pair();
        let senders: Vec<_> = (0..2)
            .map(|i| {
                let (mut world, chans) = (world.clone(), chans.clone());
                thread::spawn(move || {
                    let me = world.begin_task(i + 1);
                    assert_eq!(world.send(me, &chans[i], 10 + i as u64), SendStep::Sent);
                })
            })
            .collect();
        let me = world.begin_task(0);
        let mut cases = [Case::Recv(&chans[0]), Case::Recv(&chans[1])];
        let (first, value) = world.select(me, &cases);
        assert_eq!(value, 10 + first.chosen_case as u64);
        cases[first.chosen_case] = Case::Never;
        let (second, value) = world.select(me, &cases);
        assert_eq!(
            (second.chosen_case, value),
            (1 - first.chosen_case, 10 + second.chosen_case as u64)
        );
        for sender in senders {
            sender.join().unwrap();
        }
        for ch in chans.iter() {
            assert_eq!(ch.waiting_tasks(), (Vec::new(), Vec::new()));
        }
    });
}

#[test]
fn two_selects_that_meet() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    model.check(|| {
        let world = World::new(2);
        let chans = channel_pair();
        // Each task would send on one channel and receive from the other; exactly one pair of cases takes place.
        let side = |i: usize| {
            let (mut world, chans) = (world.clone(), chans.clone());
            move || {
                let me = world.begin_task(i);
                let value = [i as u64 + 5];
                let cases = [Case::Send(&chans[i], &value), Case::Recv(&chans[1 - i])];
                let (chosen, got) = world.select(me, &cases);
                assert!(chosen.is_open);
                if chosen.chosen_case == 1 {
                    assert_eq!(got, 6 - i as u64);
                }
                chosen.chosen_case
            }
        };
        let other = thread::spawn(side(1));
        let mine = side(0)();
        assert_eq!(mine + other.join().unwrap(), 1);
    });
}

#[test]
fn a_semaphore_excludes() {
    use minigo_sched::loom::{AtomicU32, Ordering};
    use minigo_sync::AcquireStep;
    for handoff in [Handoff::Direct, Handoff::Compete] {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(move || {
            let world = World::new(2);
            let shared = Arc::new((SemaTable::with_roots(1), AtomicU32::new(1), AtomicU32::new(0)));
            let side = |i: usize| {
                let (mut world, shared) = (world.clone(), shared.clone());
                move || {
                    let (table, free, inside) = &*shared;
                    let me = world.begin_task(i);
                    let mut step = table.acquire(&mut world, me, free, QueueEnd::Fifo);
                    while step == AcquireStep::Parked {
                        world.park(me);
                        step = table
                            .finish_acquire(&mut world, me, free, QueueEnd::Fifo)
                            .unwrap_or(AcquireStep::Parked);
                    }
                    assert_eq!(inside.fetch_add(1, Ordering::Relaxed), 0);
                    inside.fetch_sub(1, Ordering::Relaxed);
                    table.release(&mut world, free, handoff);
                }
            };
            let other = thread::spawn(side(1));
            side(0)();
            other.join().unwrap();
        });
    }
}
