//! `GODEBUG=schedtrace=N,scheddetail=1`: a line on the scheduler every N milliseconds, in Go's format.
//!
//! A dedicated thread reads the state and changes nothing. Figures that do not exist here (mallocing, gfreecnt …) have
//! the values of an idle Go program.

use crate::goroutine::state::Goroutine;
use crate::shared::Shared;
use minigo_heap::ledger;
use minigo_sched::state::Phase;
use minigo_sched::{Handle, LiveView, ProcView, Task as _, WorkerView};
use parking_lot::{Condvar, Mutex};
use std::fmt::{Display, Write as _};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// The interval and the detail of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SchedTrace {
    /// The time between two lines.
    pub interval: Duration,
    /// Whether each P, M and G is printed too.
    pub has_detail: bool,
}

/// The printing thread.
pub(crate) struct Ticker {
    stop_signal: Arc<(Mutex<bool>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts printing.
    pub(crate) fn start(
        options: SchedTrace,
        handle: Handle<Goroutine>,
        shared: Arc<Shared>,
    ) -> Self {
        let stop = Arc::new((Mutex::new(false), Condvar::new()));
        let stopped = stop.clone();
        let body = move || {
            let (flag, signal) = &*stopped;
            loop {
                let text = trace_text(&handle, &shared, options.has_detail);
                shared.write_stderr(text.as_bytes());
                let mut stop = flag.lock();
                if !*stop {
                    signal.wait_for(&mut stop, options.interval);
                }
                if *stop {
                    return;
                }
            }
        };
        let thread = std::thread::Builder::new().name("minigo-schedtrace".into());
        let thread = ledger::spawn(thread, body).ok();
        Self { stop_signal: stop, thread }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        *self.stop_signal.0.lock() = true;
        self.stop_signal.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // All output of the thread has been written already.
            drop(thread.join());
        }
    }
}

fn list_values(values: impl Iterator<Item = impl Display>) -> String {
    values.fold(String::new(), |mut text, value| {
        let _ = write!(text, "{value} ");
        text
    })
}

fn or_nil(value: Option<impl Display>) -> String {
    value.map_or_else(|| "nil".to_owned(), |value| value.to_string())
}

fn trace_text(handle: &Handle<Goroutine>, shared: &Shared, detail: bool) -> String {
    let LiveView { counts, is_world_stopping: stopping, procs, workers } = handle.live_view();
    let mut out = format!(
        "SCHED {}ms: gomaxprocs={} idleprocs={} threads={} spinningthreads={} needspinning=0 idlethreads={} runqueue={}",
        shared.host.monotonic() / 1_000_000,
        counts.procs,
        counts.idle_procs,
        // The sysmon thread counts as one.
        counts.threads + 1,
        counts.spinning_workers,
        counts.idle_threads,
        counts.global_queue_len,
    );
    if !detail {
        let queues = list_values(procs.iter().map(|p| p.queue_len));
        let ticks = list_values(procs.iter().map(|p| p.tick));
        let _ = writeln!(out, " [ {queues}] schedticks=[ {ticks}]");
        return out;
    }
    let quiet = counts.idle_procs == counts.procs;
    let goroutines = goroutines(handle);
    let locked_away = |m: &&WorkerView| {
        let held = procs.iter().any(|p| !p.idle && p.worker == Some(m.number));
        !held && goroutines.iter().any(|g| g.locked_thread == Some(m.number))
    };
    let waiting = workers.iter().filter(locked_away).count();
    let _ =
        writeln!(out, " gcwaiting={stopping} nmidlelocked={waiting} stopwait=0 sysmonwait={quiet}");
    write_procs(&procs, &mut out);
    write_workers(&workers, &procs, &goroutines, counts.spinning_workers > 0, &mut out);
    write_goroutines(&goroutines, &procs, &mut out);
    out
}

fn write_procs(procs: &[ProcView], out: &mut String) {
    for (number, p) in procs.iter().enumerate() {
        let status = if p.idle { 0 } else { 1 + u32::from(p.in_blocking_call) };
        let worker = or_nil(p.worker.filter(|_| !p.idle));
        let _ = writeln!(
            out,
            "  P{number}: status={status} schedtick={} syscalltick=0 m={worker} runqsize={} gfreecnt=0 timerslen={}",
            p.tick, p.queue_len, p.timer_count
        );
    }
}

fn write_workers(
    workers: &[WorkerView],
    procs: &[ProcView],
    goroutines: &[GoroutineView],
    some_spin: bool,
    out: &mut String,
) {
    let id_of = |slot: u32| goroutines.iter().find(|g| g.slot == slot).map(|g| g.id);
    for m in workers.iter().rev() {
        let holds = |p: &&ProcView| !p.idle && !p.in_blocking_call && p.worker == Some(m.number);
        let at = procs.iter().position(|p| holds(&p)).filter(|_| !m.idle);
        let task = at.and_then(|at| procs[at].task).and_then(id_of);
        let _ = writeln!(
            out,
            "  M{}: p={} curg={} mallocing=0 throwing=0 preemptoff= locks=0 dying=0 spinning={} blocked={} lockedg={}",
            m.number,
            or_nil(at),
            or_nil(task),
            at.is_some() && task.is_none() && some_spin,
            m.idle,
            or_nil(goroutines.iter().find(|g| g.locked_thread == Some(m.number)).map(|g| g.id))
        );
    }
}

fn write_goroutines(goroutines: &[GoroutineView], procs: &[ProcView], out: &mut String) {
    for g in goroutines {
        let proc = procs.iter().find(|p| !p.idle && p.task == Some(g.slot));
        let (status, m) = match proc {
            Some(p) => (2, p.worker),
            None => (g.status, None),
        };
        let reason = if status == 4 { g.reason } else { "" };
        let (m, locked) = (or_nil(m), or_nil(g.locked_thread));
        let _ = writeln!(out, "  G{}: status={status}({reason}) m={m} lockedm={locked}", g.id);
    }
}

/// The printed data of a goroutine.
struct GoroutineView {
    slot: u32,
    id: u64,
    /// Go's number of the status: 1 runnable, 2 running, 3 in a system call, 4 waiting.
    status: u32,
    reason: &'static str,
    /// The M that the goroutine is locked to.
    locked_thread: Option<u32>,
}

/// All goroutines, by id. Stops the world.
fn goroutines(handle: &Handle<Goroutine>) -> Vec<GoroutineView> {
    let mut all = Vec::new();
    handle.stop_world().each_task(|task, task_status, g| {
        let status = match task_status.phase {
            Phase::Running | Phase::Notified => 2,
            Phase::Blocked => 3,
            Phase::Parked => 4,
            _ => 1,
        };
        let reason = task_status.reason.text();
        let (slot, id, locked) =
            (task.index(), g.creation_mark().object, task_status.pinned_worker);
        all.push(GoroutineView { slot, id, status, reason, locked_thread: locked });
    });
    all.sort_unstable_by_key(|g| g.id);
    all
}
