//! Tasks that wait for pipes: no thread waits with them, deadlines and closes wake them, and a waiting task keeps the
//! scheduler alive.

// Miri has no sockets.
#![cfg(not(any(loom, miri)))]
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod closure_tasks;

use closure_tasks::{ClosureTask, config, scheduler};
use minigo_sched::{
    CloseResult, Cx, Direction, Event, NetAttempt, NetRef, Readiness, Reason, Refusal, RunOutcome,
    Scheduler, Step, Switches, VirtualClock,
};
use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn pipe() -> (PipeReader, PipeWriter) {
    let (r, w) = std::io::pipe().unwrap();
    for fd in [r.as_raw_fd(), w.as_raw_fd()] {
        // SAFETY: the calls have no pointers.
        unsafe { libc::fcntl(fd, libc::F_SETFL, libc::O_NONBLOCK) };
    }
    (r, w)
}

/// The result of a read.
enum ReadResult {
    Bytes(usize),
    Refused(Refusal),
    Not(Step),
}

/// A read as the VM does it.
fn read(
    cx: &mut Cx<'_, ClosureTask>,
    net: NetRef,
    from: &PipeReader,
    is_retry: bool,
    buf: &mut [u8],
) -> ReadResult {
    let me = cx.current_task();
    let mut next = cx.net_begin_operation(net, Direction::Read, me, is_retry);
    loop {
        match next {
            NetAttempt::Go(fd) => match (&*from).read(buf) {
                Ok(n) => {
                    cx.net_end_operation(net, Direction::Read);
                    return ReadResult::Bytes(n);
                }
                Err(_) => next = cx.net_wait(net, Direction::Read, me, fd),
            },
            NetAttempt::Park => return ReadResult::Not(Step::Park(Reason::IoWait)),
            NetAttempt::Refused(refusal) => return ReadResult::Refused(refusal),
            NetAttempt::Block(_) => {
                let handle = cx.handle();
                return ReadResult::Not(cx.block(Arc::new(move || {
                    if !handle.net_is_refused(net, Direction::Read) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                })));
            }
        }
    }
}

/// A task that reads until the end and counts the bytes.
fn reader(r: PipeReader, bytes: Arc<AtomicUsize>) -> ClosureTask {
    let (mut net, mut is_retry) = (None, false);
    ClosureTask::new(move |cx| {
        let net = *net.get_or_insert_with(|| cx.net_open(r.as_raw_fd(), false).unwrap());
        let mut buf = [0; 64];
        loop {
            match read(cx, net, &r, std::mem::take(&mut is_retry), &mut buf) {
                ReadResult::Bytes(0) => {
                    let me = cx.current_task();
                    assert_eq!(cx.net_close(net, me, false), CloseResult::Now(r.as_raw_fd()));
                    return Step::Done;
                }
                ReadResult::Bytes(n) => _ = bytes.fetch_add(n, Ordering::Relaxed),
                ReadResult::Refused(_) => {
                    unreachable!("no task closes the descriptor or sets a deadline")
                }
                ReadResult::Not(step) => {
                    is_retry = true;
                    return step;
                }
            }
        }
    })
}

fn hundred_readers(s: &Scheduler<ClosureTask>) -> usize {
    let bytes = Arc::new(AtomicUsize::new(0));
    let mut writers = Vec::new();
    for _ in 0..100 {
        let (r, w) = pipe();
        writers.push(w);
        s.spawn(reader(r, bytes.clone()));
    }
    let threads = Arc::new(AtomicUsize::new(0));
    let (most, handle) = (threads.clone(), s.handle());
    let outside = std::thread::spawn(move || {
        for round in 0..20 {
            for w in &mut writers {
                w.write_all(&[round]).unwrap();
            }
            std::thread::sleep(Duration::from_millis(1));
            most.fetch_max(handle.counts().threads, Ordering::Relaxed);
        }
    });
    assert_eq!(s.run(), RunOutcome::AllDone);
    outside.join().unwrap();
    assert_eq!(bytes.load(Ordering::Relaxed), 2000);
    threads.load(Ordering::Relaxed)
}

#[test]
fn readers_wait_without_threads() {
    let threads = hundred_readers(&scheduler(2));
    assert!(threads < 50, "{threads} threads for 100 tasks on 2 processors");
}

#[test]
fn without_the_poller_waiting_tasks_keep_threads() {
    let switches = Switches { netpoll: false, ..Switches::default() };
    hundred_readers(&Scheduler::new(config(2).feature_switches(switches)));
}

#[test]
fn seeded_runs_poll_the_network() {
    hundred_readers(&Scheduler::new(config(2).seed(7)));
}

/// A task that reads once and records the result.
fn read_once(
    r: PipeReader,
    net: Arc<Mutex<Option<NetRef>>>,
    refusals: Arc<Mutex<Vec<Refusal>>>,
) -> ClosureTask {
    let mut is_retry = false;
    ClosureTask::new(move |cx| {
        let net =
            *net.lock().unwrap().get_or_insert_with(|| cx.net_open(r.as_raw_fd(), false).unwrap());
        match read(cx, net, &r, std::mem::replace(&mut is_retry, true), &mut [0; 8]) {
            ReadResult::Bytes(n) => unreachable!("no task writes, but {n} bytes came"),
            ReadResult::Refused(refusal) => {
                refusals.lock().unwrap().push(refusal);
                Step::Done
            }
            ReadResult::Not(step) => step,
        }
    })
}

#[test]
fn close_fails_waiting_and_later_readers() {
    for _ in 0..200 {
        let s = scheduler(2);
        let (r, _w) = pipe();
        let (net, refusals) = (Arc::default(), Arc::default());
        for _ in 0..5 {
            s.spawn(read_once(r.try_clone().unwrap(), Arc::clone(&net), Arc::clone(&refusals)));
        }
        let (mut tries, mut is_retry) = (0, false);
        let named = net.clone();
        s.spawn(ClosureTask::new(move |cx| {
            tries += 1;
            let Some(net) = *named.lock().unwrap() else { return Step::Yield };
            if tries < 3 {
                return Step::Yield;
            }
            let me = cx.current_task();
            match cx.net_close(net, me, std::mem::replace(&mut is_retry, true)) {
                CloseResult::Park => Step::Park(Reason::Semacquire),
                CloseResult::Now(_) | CloseResult::Already => Step::Done,
            }
        }));
        assert_eq!(s.run(), RunOutcome::AllDone);
        assert_eq!(*refusals.lock().unwrap(), [Refusal::Closed; 5]);
    }
}

#[test]
fn a_deadline_wakes_the_reader() {
    let s = scheduler(2);
    let (r, _w) = pipe();
    let (net, refusals) = (Arc::new(Mutex::new(None)), Arc::default());
    let named = net.clone();
    let fd = r.as_raw_fd();
    s.spawn(ClosureTask::new(move |cx| {
        let new = cx.net_open(fd, false).unwrap();
        let soon = cx.now() + 5_000_000;
        // The second deadline replaces the first.
        assert!(cx.net_set_deadline(new, Direction::Read, Some(soon + 3_600_000_000_000)));
        assert!(cx.net_set_deadline(new, Direction::Read, Some(soon)));
        *named.lock().unwrap() = Some(new);
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
    s.spawn(read_once(r, net.clone(), Arc::clone(&refusals)));
    assert_eq!(s.run(), RunOutcome::AllDone);
    assert_eq!(*refusals.lock().unwrap(), [Refusal::TimedOut]);
}

#[test]
fn an_earlier_timer_breaks_the_wait_for_the_network() {
    let s = scheduler(2);
    let (r, w) = pipe();
    s.spawn(reader(r, Arc::default()));
    let mut open = Some(w);
    let mut naps = 0;
    s.spawn(ClosureTask::new(move |cx| {
        naps += 1;
        if naps > 100 {
            drop(open.take());
            return Step::Done;
        }
        let me = cx.current_task();
        let soon = cx.now() + 50_000;
        cx.wake_at(soon, me);
        Step::Park(Reason::Sleep)
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn a_stale_descriptor_is_closed() {
    let s = scheduler(1);
    let (r, _w) = pipe();
    let fd = r.as_raw_fd();
    s.spawn(ClosureTask::new(move |cx| {
        let me = cx.current_task();
        let old = cx.net_open(fd, false).unwrap();
        assert_eq!(cx.net_close(old, me, false), CloseResult::Now(fd));
        let new = cx.net_open(fd, false).unwrap();
        assert_ne!(old, new);
        assert_eq!(cx.net_close(old, me, false), CloseResult::Already);
        assert_eq!(
            cx.net_begin_operation(old, Direction::Read, me, false),
            NetAttempt::Refused(Refusal::Closed)
        );
        assert!(!cx.net_set_deadline(old, Direction::Write, Some(1)));
        assert_eq!(cx.net_with_descriptor(new, |fd| fd), Some(fd));
        assert_eq!(cx.net_with_descriptor(NetRef::from_bits(0), |fd| fd), None);
        assert_eq!(cx.net_with_descriptor(NetRef::from_bits(u64::MAX), |fd| fd), None);
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

/// A source of readiness that tasks control.
#[derive(Default)]
struct ManualReadiness {
    token: Mutex<Option<u64>>,
    events: Mutex<Vec<Event>>,
}

impl ManualReadiness {
    /// Makes the registered descriptor ready for reading.
    fn make_readable(&self) {
        let token = self.token.lock().unwrap().unwrap();
        let event =
            Event { token, readable: true, writable: false, has_exceptional_condition: false };
        self.events.lock().unwrap().push(event);
    }
}

impl Readiness for ManualReadiness {
    fn register(&self, fd: i32, token: u64) -> io::Result<()> {
        assert_eq!(fd, MANUAL_DESCRIPTOR);
        *self.token.lock().unwrap() = Some(token);
        Ok(())
    }

    fn deregister(&self, _: i32) {}

    fn wait(&self, pause: Option<Duration>, show: &mut dyn FnMut(Event)) -> bool {
        assert_eq!(pause, Some(Duration::ZERO), "a seeded run waits for nothing");
        self.events.lock().unwrap().drain(..).for_each(show);
        false
    }

    fn interrupt(&self) {}

    fn has_only_task_events(&self) -> bool {
        true
    }
}

/// A number that is no descriptor of the system.
const MANUAL_DESCRIPTOR: i32 = 1 << 20;

/// A task that reads once from the controlled source, which has data only once `is_there` says so.
fn manual_readiness_reader(is_there: Arc<AtomicUsize>) -> ClosureTask {
    let (mut net, mut is_retry) = (None, false);
    ClosureTask::new(move |cx| {
        let net = *net.get_or_insert_with(|| cx.net_open(MANUAL_DESCRIPTOR, false).unwrap());
        let me = cx.current_task();
        let mut next =
            cx.net_begin_operation(net, Direction::Read, me, std::mem::take(&mut is_retry));
        loop {
            match next {
                NetAttempt::Go(_) if is_there.load(Ordering::Relaxed) > 0 => {
                    cx.net_end_operation(net, Direction::Read);
                    return Step::Done;
                }
                NetAttempt::Go(fd) => next = cx.net_wait(net, Direction::Read, me, fd),
                _ => {
                    is_retry = true;
                    return Step::Park(Reason::IoWait);
                }
            }
        }
    })
}

/// A seeded scheduler with the controlled source.
fn manual_readiness_scheduler(source: &Arc<ManualReadiness>) -> Scheduler<ClosureTask> {
    let config = config(1).seed(3).clock(Arc::new(VirtualClock::new(1)));
    Scheduler::new(config.readiness(source.clone()))
}

#[test]
fn an_event_source_fed_by_tasks_wakes_its_readers() {
    let (source, is_there) = (Arc::<ManualReadiness>::default(), Arc::<AtomicUsize>::default());
    let s = manual_readiness_scheduler(&source);
    s.spawn(manual_readiness_reader(is_there.clone()));
    let fed = source.clone();
    s.spawn(ClosureTask::new(move |cx| {
        if fed.token.lock().unwrap().is_none() {
            return Step::Yield;
        }
        // A clock that jumps over an hour does not wait either.
        let hour = cx.now() + 3_600_000_000_000;
        let (there, fed) = (is_there.clone(), fed.clone());
        cx.call_at(hour, move |_| {
            there.store(1, Ordering::Relaxed);
            fed.make_readable();
            minigo_sched::AfterFiring::Done
        });
        Step::Done
    }));
    assert_eq!(s.run(), RunOutcome::AllDone);
}

#[test]
fn waiting_for_an_event_source_without_feeder_is_a_deadlock() {
    let source = Arc::<ManualReadiness>::default();
    let s = manual_readiness_scheduler(&source);
    s.spawn(manual_readiness_reader(Arc::default()));
    assert_eq!(s.run(), RunOutcome::Deadlock);
}

#[test]
fn calls_that_do_not_wait_take_no_thread() {
    let threads = |inline: bool| {
        let config = config(1).seed(3);
        let s = Scheduler::new(if inline { config.make_calls_inline() } else { config });
        let seen = Arc::<Mutex<Vec<_>>>::default();
        let (noted, mut called) = (seen.clone(), false);
        s.spawn(ClosureTask::new(move |cx| {
            noted.lock().unwrap().push(std::thread::current().id());
            if std::mem::replace(&mut called, true) {
                return Step::Done;
            }
            let noted = noted.clone();
            cx.block(Arc::new(move || {
                noted.lock().unwrap().push(std::thread::current().id());
            }))
        }));
        assert_eq!(s.run(), RunOutcome::AllDone);
        let mut seen = seen.lock().unwrap().clone();
        assert_eq!(seen.len(), 3);
        seen.dedup();
        seen.len()
    };
    assert_eq!(threads(true), 1);
    assert_eq!(threads(false), 3);
}
