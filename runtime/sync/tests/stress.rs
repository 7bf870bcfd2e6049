//! Seeded stress: over a million operations on channels, selects, semaphores, timers and blocking calls on four
//! processors, while the world is stopped and the number of processors changes. Every value must arrive once.
//!
//! A failure prints its seed; `MINIGO_STRESS_SEED=n` runs that seed, `MINIGO_STRESS_ROUNDS=n` runs more seeds.

// Miri takes some thousand times as long.
#![cfg(not(any(loom, miri)))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, scheduler};
use minigo_sched::{Cx, Reason, RunOutcome, Step};
use minigo_sync::{
    AcquireStep, Case, Channel, Handoff, QueueEnd, RecvStep, SelectStep, SemaTable, SendStep,
    TrySendResult, finish_select, select,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

const CHANNELS: usize = 12;
const PRODUCERS: u64 = 24;
const CONSUMERS: u64 = 20;
const STEPS_PER_TASK: u64 = 12_000;

/// The random generator of one task.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

struct Shared {
    chans: Vec<Channel>,
    sent: AtomicU64,
    received: AtomicU64,
    sum_sent: AtomicU64,
    sum_received: AtomicU64,
    live_producers: AtomicU64,
    sema_table: SemaTable,
    semaphore: AtomicU32,
    /// Guarded by the semaphore: read and written in separate operations.
    guarded_counter: AtomicU64,
    critical_section_count: AtomicU64,
}

impl Shared {
    fn new() -> Self {
        let zero = || AtomicU64::new(0);
        Self {
            chans: (0..CHANNELS).map(|i| Channel::new(i % 4, 1 + i % 6).unwrap()).collect(),
            sent: zero(),
            received: zero(),
            sum_sent: zero(),
            sum_received: zero(),
            live_producers: AtomicU64::new(PRODUCERS),
            sema_table: SemaTable::new(),
            semaphore: AtomicU32::new(1),
            guarded_counter: zero(),
            critical_section_count: zero(),
        }
    }

    fn value(&self, ch: usize, n: u64) -> Vec<u64> {
        (0..self.chans[ch].element_words() as u64).map(|i| n + i).collect()
    }

    fn note_received(&self, words: &[u64]) {
        for (i, word) in words.iter().enumerate() {
            assert_eq!(*word, words[0] + i as u64, "a torn value");
        }
        self.received.fetch_add(1, Ordering::Relaxed);
        self.sum_received.fetch_add(words[0], Ordering::Relaxed);
    }
}

/// The operation of a task when it parked.
enum PendingOperation {
    No,
    Send(usize),
    Recv(usize),
    Select(Vec<(usize, bool)>),
    Lock,
    Sleep,
}

/// From time to time leaves and re-enters the scheduler in some other way.
fn leave_scheduler_sometimes(
    dice: &mut Rng,
    cx: &mut Cx<'_, ClosureTask>,
    wait: &mut PendingOperation,
) -> Option<Step> {
    match dice.below(400) {
        0..8 => Some(Step::Yield),
        8 => {
            let (until, me) = (cx.now() + dice.below(200_000), cx.current_task());
            cx.wake_at(until, me);
            *wait = PendingOperation::Sleep;
            Some(Step::Park(Reason::Sleep))
        }
        9 => {
            let micros = dice.below(100);
            Some(cx.block(Arc::new(move || std::thread::sleep(Duration::from_micros(micros)))))
        }
        10 => Some(cx.block_for_long(Arc::new(|| {}))),
        11 => {
            let procs = 1 + dice.below(4) as usize;
            if let Some(mut world) = cx.stop_world() {
                world.each_task(|_, _, _| {});
                world.set_procs(procs.max(2));
            }
            None
        }
        12 => {
            cx.spawn(ClosureTask::new(|_| Step::Done));
            None
        }
        _ => cx.should_yield().then_some(Step::Preempted),
    }
}

/// Enters and leaves the critical section.
fn run_critical_section(
    shared: &Shared,
    cx: &mut Cx<'_, ClosureTask>,
    wait: &mut PendingOperation,
    resumed: bool,
) -> bool {
    let me = cx.current_task();
    let step = if resumed {
        shared.sema_table.finish_acquire(&mut **cx, me, &shared.semaphore, QueueEnd::Fifo)
    } else {
        Some(shared.sema_table.acquire(&mut **cx, me, &shared.semaphore, QueueEnd::Fifo))
    };
    if step != Some(AcquireStep::Acquired) {
        *wait = PendingOperation::Lock;
        return false;
    }
    let n = shared.guarded_counter.load(Ordering::Relaxed);
    std::hint::spin_loop();
    shared.guarded_counter.store(n + 1, Ordering::Relaxed);
    shared.critical_section_count.fetch_add(1, Ordering::Relaxed);
    shared.sema_table.release(&mut **cx, &shared.semaphore, Handoff::Compete);
    true
}

#[allow(clippy::too_many_lines, reason = "a state machine reads best in one piece")]
fn producer(shared: Arc<Shared>, seed: u64, number: u64) -> ClosureTask {
    let mut dice = Rng(seed);
    let mut left = STEPS_PER_TASK;
    let mut wait = PendingOperation::No;
    ClosureTask::new(move |cx| {
        let me = cx.current_task();
        loop {
            let value = number * 1_000_000 + left;
            let mut sent = false;
            match std::mem::replace(&mut wait, PendingOperation::No) {
                PendingOperation::Sleep | PendingOperation::No | PendingOperation::Recv(_) => {}
                PendingOperation::Lock => {
                    if !run_critical_section(&shared, cx, &mut wait, true) {
                        return Step::Park(Reason::MutexLock);
                    }
                }
                PendingOperation::Send(ch) => match Channel::finish_send(cx.shared_data()) {
                    Some(step) => {
                        assert_eq!(step, SendStep::Sent);
                        sent = true;
                    }
                    None => {
                        wait = PendingOperation::Send(ch);
                        return Step::Park(Reason::ChanSend);
                    }
                },
                PendingOperation::Select(which) => {
                    let values: Vec<_> =
                        which.iter().map(|&(ch, _)| shared.value(ch, value)).collect();
                    let cases: Vec<_> = which
                        .iter()
                        .zip(&values)
                        .map(|(&(ch, _), value)| Case::Send(&shared.chans[ch], value))
                        .collect();
                    match finish_select(&**cx, me, &cases, &mut []) {
                        Some(chosen) => {
                            assert!(chosen.is_open);
                            sent = true;
                        }
                        None => {
                            wait = PendingOperation::Select(which);
                            return Step::Park(Reason::Select);
                        }
                    }
                }
            }
            if !sent {
                if let Some(step) = leave_scheduler_sometimes(&mut dice, cx, &mut wait) {
                    return step;
                }
                if dice.below(4) == 0 && !run_critical_section(&shared, cx, &mut wait, false) {
                    return Step::Park(Reason::MutexLock);
                }
                let ch = dice.below(CHANNELS as u64) as usize;
                let words = shared.value(ch, value);
                match dice.below(3) {
                    0 => match shared.chans[ch].try_send(&mut **cx, &words) {
                        TrySendResult::Sent => sent = true,
                        TrySendResult::Closed => {
                            unreachable!("the last producer closes the channel")
                        }
                        TrySendResult::WouldBlock => continue,
                    },
                    1 => match shared.chans[ch].send(&mut **cx, me, &words) {
                        SendStep::Sent => sent = true,
                        SendStep::Closed => unreachable!("the last producer closes the channel"),
                        SendStep::Parked => {
                            wait = PendingOperation::Send(ch);
                            return Step::Park(Reason::ChanSend);
                        }
                    },
                    _ => {
                        let which: Vec<_> = (0..1 + dice.below(10))
                            .map(|_| (dice.below(CHANNELS as u64) as usize, true))
                            .collect();
                        let values: Vec<_> =
                            which.iter().map(|&(ch, _)| shared.value(ch, value)).collect();
                        let cases: Vec<_> = which
                            .iter()
                            .zip(&values)
                            .map(|(&(ch, _), value)| Case::Send(&shared.chans[ch], value))
                            .collect();
                        match select(&mut **cx, me, &cases, false, &mut []) {
                            SelectStep::Chosen(chosen) => {
                                assert!(chosen.is_open);
                                sent = true;
                            }
                            SelectStep::Default => unreachable!("the select has no default"),
                            SelectStep::Parked => {
                                wait = PendingOperation::Select(which);
                                return Step::Park(Reason::Select);
                            }
                        }
                    }
                }
            }
            assert!(sent);
            shared.sent.fetch_add(1, Ordering::Relaxed);
            shared.sum_sent.fetch_add(value, Ordering::Relaxed);
            left -= 1;
            if left == 0 {
                if shared.live_producers.fetch_sub(1, Ordering::AcqRel) == 1 {
                    for ch in &shared.chans {
                        ch.close(&mut **cx).unwrap();
                    }
                }
                return Step::Done;
            }
        }
    })
}

/// Receives from `only`, or from any channel. One consumer for each channel makes sure that no sender waits for ever.
#[allow(clippy::too_many_lines, reason = "a state machine reads best in one piece")]
fn consumer(shared: Arc<Shared>, seed: u64, only: Option<usize>) -> ClosureTask {
    let mut dice = Rng(seed);
    let mut wait = PendingOperation::No;
    let mut closed: Vec<bool> = (0..CHANNELS).map(|ch| only.is_some_and(|o| o != ch)).collect();
    ClosureTask::new(move |cx| {
        let me = cx.current_task();
        let mut out = [0; 8];
        loop {
            match std::mem::replace(&mut wait, PendingOperation::No) {
                PendingOperation::Sleep
                | PendingOperation::No
                | PendingOperation::Send(_)
                | PendingOperation::Lock => {
                    if closed.iter().all(|closed| *closed) {
                        return Step::Done;
                    }
                    if let Some(step) = leave_scheduler_sometimes(&mut dice, cx, &mut wait) {
                        return step;
                    }
                    let ch = only.unwrap_or(dice.below(CHANNELS as u64) as usize);
                    if only.is_some() || dice.below(2) == 0 {
                        let out = &mut out[..shared.chans[ch].element_words()];
                        match shared.chans[ch].recv(&mut **cx, me, out) {
                            RecvStep::Received => shared.note_received(out),
                            RecvStep::Closed => closed[ch] = true,
                            RecvStep::Parked => {
                                wait = PendingOperation::Recv(ch);
                                return Step::Park(Reason::ChanReceive);
                            }
                        }
                    } else {
                        let which: Vec<_> = (0..1 + dice.below(10))
                            .map(|_| (dice.below(CHANNELS as u64) as usize, false))
                            .collect();
                        let cases: Vec<_> =
                            which.iter().map(|&(ch, _)| Case::Recv(&shared.chans[ch])).collect();
                        let has_default = dice.below(3) == 0;
                        match select(&mut **cx, me, &cases, has_default, &mut out) {
                            SelectStep::Chosen(chosen) => {
                                let ch = which[chosen.chosen_case].0;
                                if chosen.is_open {
                                    shared.note_received(&out[..shared.chans[ch].element_words()]);
                                } else {
                                    closed[ch] = true;
                                }
                            }
                            SelectStep::Default => {}
                            SelectStep::Parked => {
                                wait = PendingOperation::Select(which);
                                return Step::Park(Reason::Select);
                            }
                        }
                    }
                }
                PendingOperation::Recv(ch) => {
                    let out = &mut out[..shared.chans[ch].element_words()];
                    match Channel::finish_recv(cx.shared_data(), out) {
                        Some(RecvStep::Received) => shared.note_received(out),
                        Some(_) => closed[ch] = true,
                        None => {
                            wait = PendingOperation::Recv(ch);
                            return Step::Park(Reason::ChanReceive);
                        }
                    }
                }
                PendingOperation::Select(which) => {
                    let cases: Vec<_> =
                        which.iter().map(|&(ch, _)| Case::Recv(&shared.chans[ch])).collect();
                    let Some(chosen) = finish_select(&**cx, me, &cases, &mut out) else {
                        wait = PendingOperation::Select(which);
                        return Step::Park(Reason::Select);
                    };
                    let ch = which[chosen.chosen_case].0;
                    if chosen.is_open {
                        shared.note_received(&out[..shared.chans[ch].element_words()]);
                    } else {
                        closed[ch] = true;
                    }
                }
            }
        }
    })
}

fn round(seed: u64) {
    let s = scheduler(4);
    let shared = Arc::new(Shared::new());
    let mut dice = Rng(seed | 1);
    for number in 0..PRODUCERS {
        s.spawn(producer(shared.clone(), dice.below(u64::MAX) | 1, number));
    }
    for i in 0..CONSUMERS {
        let only = Some(i as usize).filter(|i| *i < CHANNELS);
        s.spawn(consumer(shared.clone(), dice.below(u64::MAX) | 1, only));
    }
    assert_eq!(s.run(), RunOutcome::AllDone, "seed {seed}");
    assert_eq!(s.counts().live_tasks, 0, "seed {seed}");
    drop(s);
    let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    assert_eq!(get(&shared.sent), PRODUCERS * STEPS_PER_TASK, "seed {seed}");
    assert_eq!(get(&shared.received), PRODUCERS * STEPS_PER_TASK, "seed {seed}");
    assert_eq!(get(&shared.sum_received), get(&shared.sum_sent), "seed {seed}");
    assert_eq!(get(&shared.guarded_counter), get(&shared.critical_section_count), "seed {seed}");
    for ch in &shared.chans {
        assert_eq!(ch.waiting_tasks(), (Vec::new(), Vec::new()), "seed {seed}");
    }
    assert!(shared.sema_table.waiting_tasks().is_empty(), "seed {seed}");
}

#[test]
fn every_value_arrives_once() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    if let Some(seed) = number("MINIGO_STRESS_SEED") {
        return round(seed);
    }
    // Two rounds are more than a million operations: each value is sent and received once, with a quarter as many
    // critical sections.
    for seed in 1..=number("MINIGO_STRESS_ROUNDS").unwrap_or(2) {
        round(seed);
    }
}

#[test]
fn dropping_a_scheduler_mid_run() {
    for seed in 1..=20_u64 {
        let s = scheduler(4);
        let shared = Arc::new(Shared::new());
        let mut dice = Rng(seed);
        for number in 0..PRODUCERS {
            s.spawn(producer(shared.clone(), dice.below(u64::MAX) | 1, number));
        }
        for i in 0..CHANNELS {
            s.spawn(consumer(shared.clone(), dice.below(u64::MAX) | 1, Some(i)));
        }
        let (mut waits, pause) = (true, dice.below(10_000_000));
        s.spawn(ClosureTask::new(move |cx| {
            if std::mem::take(&mut waits) {
                let (until, me) = (cx.now() + pause, cx.current_task());
                cx.wake_at(until, me);
                return Step::Park(Reason::Sleep);
            }
            cx.finish(RunOutcome::Finished);
            Step::Done
        }));
        assert_eq!(s.run(), RunOutcome::Finished, "seed {seed}");
        drop(s);
        // Tasks in blocking calls may remain; they end with their threads.
        let start = std::time::Instant::now();
        while Arc::strong_count(&shared) > 1 {
            assert!(start.elapsed() < Duration::from_secs(60), "a task leaked, seed {seed}");
            std::thread::yield_now();
        }
    }
}
