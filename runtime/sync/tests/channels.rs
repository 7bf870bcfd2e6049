//! Tests of each rule of channels, select, semaphores and conditions on a real scheduler.

#![cfg(not(loom))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, scheduler};
use minigo_sched::{Reason, RunOutcome, Step};
use minigo_sync::{
    AcquireStep, AlreadyClosedError, Case, Channel, Handoff, QueueEnd, RecvStep, SelectResult,
    SelectStep, SemaTable, SendStep, TryRecvResult, TrySendResult, finish_select, select,
};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The sizes of the tests, such as numbers of elements. Miri takes some thousand times as long.
const ELEMENTS: u64 = if cfg!(miri) { 24 } else { 2000 };
const PROCS: &[usize] = if cfg!(miri) { &[2] } else { &[1, 2, 4] };
const WIDTHS: &[usize] = if cfg!(miri) { &[3] } else { &[1, 3, 9] };
const SELECT_SIZES: &[usize] = if cfg!(miri) { &[4] } else { &[1, 4, 8, 20] };

fn channel(capacity: usize, width: usize) -> Arc<Channel> {
    Arc::new(Channel::new(capacity, width).unwrap())
}

/// Sends `from..to`, each as `width` words, then closes.
fn sender(ch: Arc<Channel>, from: u64, to: u64) -> ClosureTask {
    let mut next = from;
    let mut waits = false;
    ClosureTask::new(move |cx| {
        let me = cx.current_task();
        loop {
            if std::mem::take(&mut waits) {
                match Channel::finish_send(cx.shared_data()) {
                    Some(step) => assert_eq!(step, SendStep::Sent),
                    None => {
                        waits = true;
                        return Step::Park(Reason::ChanSend);
                    }
                }
                next += 1;
            }
            if next == to {
                assert_eq!(ch.close(&mut **cx), Ok(()));
                assert_eq!(ch.close(&mut **cx), Err(AlreadyClosedError));
                return Step::Done;
            }
            let value: Vec<u64> = (0..ch.element_words() as u64).map(|i| next * 10 + i).collect();
            match ch.send(&mut **cx, me, &value) {
                SendStep::Sent => next += 1,
                SendStep::Closed => panic!("no other task closes the channel"),
                SendStep::Parked => {
                    waits = true;
                    return Step::Park(Reason::ChanSend);
                }
            }
        }
    })
}

/// Receives until closed; `got` collects the first words.
fn receiver(ch: Arc<Channel>, got: Arc<Mutex<Vec<u64>>>) -> ClosureTask {
    let mut waits = false;
    ClosureTask::new(move |cx| {
        let me = cx.current_task();
        let mut out = vec![0; ch.element_words()];
        loop {
            let step = if std::mem::take(&mut waits) {
                Channel::finish_recv(cx.shared_data(), &mut out).unwrap_or(RecvStep::Parked)
            } else {
                ch.recv(&mut **cx, me, &mut out)
            };
            match step {
                RecvStep::Received => {
                    for (i, word) in out.iter().enumerate() {
                        assert_eq!(*word, out[0] + i as u64);
                    }
                    got.lock().unwrap().push(out.first().map_or(0, |w| w / 10));
                }
                RecvStep::Closed => return Step::Done,
                RecvStep::Parked => {
                    waits = true;
                    return Step::Park(Reason::ChanReceive);
                }
            }
        }
    })
}

#[test]
fn elements_arrive_in_order() {
    for &procs in PROCS {
        for capacity in [0, 1, 7, 100] {
            for &width in WIDTHS {
                let s = scheduler(procs);
                let ch = channel(capacity, width);
                let got = Arc::default();
                s.spawn(sender(ch.clone(), 0, ELEMENTS));
                s.spawn(receiver(ch, Arc::clone(&got)));
                assert_eq!(s.run(), RunOutcome::AllDone);
                assert_eq!(*got.lock().unwrap(), (0..ELEMENTS).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn empty_elements_have_no_words() {
    let s = scheduler(1);
    let ch = channel(2, 0);
    let got = Arc::default();
    s.spawn(sender(ch.clone(), 0, 50));
    s.spawn(receiver(ch, Arc::clone(&got)));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert_eq!(got.lock().unwrap().len(), 50);
}

#[test]
fn nothing_waits_without_a_peer() {
    let s = scheduler(1);
    s.spawn(ClosureTask::new(|cx| {
        let ch = channel(1, 1);
        let mut out = [9];
        assert_eq!(ch.try_recv(&mut **cx, &mut out), TryRecvResult::WouldBlock);
        assert_eq!(ch.try_send(&mut **cx, &[1]), TrySendResult::Sent);
        assert_eq!(ch.try_send(&mut **cx, &[2]), TrySendResult::WouldBlock);
        assert_eq!((ch.len(), ch.capacity()), (1, 1));
        assert_eq!(ch.close(&mut **cx), Ok(()));
        assert_eq!(ch.try_send(&mut **cx, &[2]), TrySendResult::Closed);
        assert_eq!((ch.try_recv(&mut **cx, &mut out), out), (TryRecvResult::Received, [1]));
        assert_eq!((ch.try_recv(&mut **cx, &mut out), out), (TryRecvResult::Closed, [0]));
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn closing_wakes_everybody() {
    let s = scheduler(2);
    let ch = channel(0, 1);
    let woken = Arc::new(AtomicU64::new(0));
    for sends in [false, false, false] {
        let (ch, woken) = (ch.clone(), woken.clone());
        let mut first = true;
        s.spawn(ClosureTask::new(move |cx| {
            let me = cx.current_task();
            let mut out = [7];
            let step = if std::mem::take(&mut first) {
                ch.recv(&mut **cx, me, &mut out)
            } else {
                Channel::finish_recv(cx.shared_data(), &mut out).unwrap_or(RecvStep::Parked)
            };
            assert!(!sends);
            match step {
                RecvStep::Parked => Step::Park(Reason::ChanReceive),
                step => {
                    assert_eq!((step, out), (RecvStep::Closed, [0]));
                    woken.fetch_add(1, Ordering::Relaxed);
                    Step::Done
                }
            }
        }));
    }
    let mut turns = 0;
    s.spawn(ClosureTask::new(move |cx| {
        turns += 1;
        if turns < 10 || ch.waiting_tasks().0.len() < 3 {
            return Step::Yield;
        }
        assert_eq!(ch.close(&mut **cx), Ok(()));
        assert!(ch.waiting_tasks().0.is_empty());
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert_eq!(woken.load(Ordering::Relaxed), 3);
}

#[test]
fn a_parked_sender_learns_of_the_close() {
    let s = scheduler(1);
    let ch = channel(0, 6);
    let other = ch.clone();
    let mut first = true;
    s.spawn(ClosureTask::new(move |cx| {
        let me = cx.current_task();
        if std::mem::take(&mut first) {
            assert_eq!(ch.send(&mut **cx, me, &[1; 6]), SendStep::Parked);
            return Step::Park(Reason::ChanSend);
        }
        assert_eq!(Channel::finish_send(cx.shared_data()), Some(SendStep::Closed));
        Step::Done
    }));
    s.spawn(ClosureTask::new(move |cx| {
        if other.waiting_tasks().1.is_empty() {
            return Step::Yield;
        }
        assert_eq!(other.close(&mut **cx), Ok(()));
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

/// Selects over `n` channels until all are closed.
fn selector(chans: Vec<Arc<Channel>>, sum: Arc<AtomicU64>) -> ClosureTask {
    let mut waits = false;
    let mut open: Vec<bool> = vec![true; chans.len()];
    ClosureTask::new(move |cx| {
        let me = cx.current_task();
        let mut out = [0; 8];
        loop {
            let cases: Vec<Case<'_>> = chans
                .iter()
                .zip(&open)
                .map(|(ch, open)| if *open { Case::Recv(ch) } else { Case::Never })
                .collect();
            let step = if std::mem::take(&mut waits) {
                match finish_select(&**cx, me, &cases, &mut out) {
                    Some(chosen) => SelectStep::Chosen(chosen),
                    None => SelectStep::Parked,
                }
            } else {
                select(&mut **cx, me, &cases, false, &mut out)
            };
            match step {
                SelectStep::Chosen(SelectResult { chosen_case: case, is_open: true }) => {
                    let width = chans[case].element_words();
                    for i in 0..width {
                        assert_eq!(out[i], out[0] + i as u64);
                    }
                    sum.fetch_add(out[0] / 10, Ordering::Relaxed);
                }
                SelectStep::Chosen(SelectResult { chosen_case: case, is_open: false }) => {
                    open[case] = false;
                    if open.iter().all(|open| !open) {
                        return Step::Done;
                    }
                }
                SelectStep::Default => unreachable!("the select has no default"),
                SelectStep::Parked => {
                    waits = true;
                    return Step::Park(Reason::Select);
                }
            }
        }
    })
}

#[test]
fn selects_receive_everything_once() {
    for &procs in PROCS {
        for &n in SELECT_SIZES {
            let s = scheduler(procs);
            let sum = Arc::new(AtomicU64::new(0));
            let chans: Vec<_> = (0..n).map(|i| channel(i % 3, 1 + i % 6)).collect();
            for ch in &chans {
                s.spawn(sender(ch.clone(), 0, ELEMENTS / 4));
            }
            for _ in 0..3 {
                s.spawn(selector(chans.clone(), sum.clone()));
            }
            assert_eq!(s.run(), RunOutcome::AllDone);
            assert_eq!(
                sum.load(Ordering::Relaxed),
                n as u64 * ((ELEMENTS / 4 - 1) * (ELEMENTS / 4) / 2)
            );
            for ch in &chans {
                assert_eq!(ch.waiting_tasks(), (Vec::new(), Vec::new()));
            }
        }
    }
}

#[test]
fn selects_meet_selects() {
    // Every task sends on one channel and receives from another in one select; both may be the same channel.
    let s = scheduler(4);
    let chans: Vec<_> = (0..3).map(|_| channel(0, 1)).collect();
    let balance = Arc::new(AtomicU64::new(0));
    let ended = Arc::new(AtomicU64::new(0));
    for t in 0..6 {
        let (chans, balance, ended) = (chans.clone(), balance.clone(), ended.clone());
        let mut waits = false;
        let mut left = ELEMENTS;
        s.spawn(ClosureTask::new(move |cx| {
            let me = cx.current_task();
            let mut out = [0];
            let value = [t as u64 + 1];
            loop {
                let cases = [
                    Case::Send(&chans[t % 3], &value),
                    Case::Recv(&chans[(t / 3 + t) % 3]),
                    Case::Never,
                    Case::Recv(&chans[(t + 1) % 3]),
                ];
                let step = if std::mem::take(&mut waits) {
                    finish_select(&**cx, me, &cases, &mut out)
                        .map_or(SelectStep::Parked, SelectStep::Chosen)
                } else {
                    select(&mut **cx, me, &cases, left == 0, &mut out)
                };
                match step {
                    SelectStep::Chosen(SelectResult { chosen_case: 0, is_open: true }) => {
                        balance.fetch_add(value[0], Ordering::Relaxed);
                    }
                    SelectStep::Chosen(SelectResult { is_open: true, .. }) => {
                        balance.fetch_sub(out[0], Ordering::Relaxed);
                    }
                    SelectStep::Chosen(_) => unreachable!("nobody closes them"),
                    SelectStep::Default => {
                        if ended.load(Ordering::Relaxed) == 0 {
                            ended.fetch_add(1, Ordering::Relaxed);
                            cx.finish(RunOutcome::Finished);
                        }
                        return Step::Done;
                    }
                    SelectStep::Parked => {
                        waits = true;
                        return Step::Park(Reason::Select);
                    }
                }
                left = left.saturating_sub(1);
            }
        }));
    }
    assert_ne!(s.run(), RunOutcome::Panicked);
    let parked: Vec<_> = chans.iter().map(|ch| ch.waiting_tasks()).collect();
    drop(s);
    // A transfer counts at each end when the task there has resumed; at the end of the run some tasks have not.
    let open = balance.load(Ordering::Relaxed) as i64;
    assert!(open.abs() < 100, "{open} {parked:?}");
}

#[test]
fn a_mutex_made_of_a_semaphore_excludes() {
    let s = scheduler(4);
    let table = Arc::new(SemaTable::new());
    let free = Arc::new(AtomicU32::new(1));
    let inside = Arc::new(AtomicU64::new(0));
    for t in 0..8 {
        let (table, free, inside) = (table.clone(), free.clone(), inside.clone());
        let (mut left, mut waits, mut yields) = (ELEMENTS, false, false);
        s.spawn(ClosureTask::new(move |cx| {
            let me = cx.current_task();
            let order = if t == 0 { QueueEnd::Lifo } else { QueueEnd::Fifo };
            while left > 0 {
                if !yields {
                    let step = if waits {
                        table
                            .finish_acquire(&mut **cx, me, &free, order)
                            .unwrap_or(AcquireStep::Parked)
                    } else {
                        table.acquire(&mut **cx, me, &free, order)
                    };
                    waits = step == AcquireStep::Parked;
                    if waits {
                        return Step::Park(Reason::MutexLock);
                    }
                    let n = inside.load(Ordering::Relaxed);
                    std::hint::spin_loop();
                    inside.store(n + 1, Ordering::Relaxed);
                    if left % 7 == 0 {
                        yields = true;
                        return Step::Yield;
                    }
                }
                yields = false;
                left -= 1;
                let handoff = if left % 3 == 0 { Handoff::Direct } else { Handoff::Compete };
                if table.release(&mut **cx, &free, handoff) {
                    return Step::Yield;
                }
            }
            Step::Done
        }));
    }
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert_eq!(inside.load(Ordering::Relaxed), 8 * ELEMENTS);
    assert!(table.waiting_tasks().is_empty());
}
