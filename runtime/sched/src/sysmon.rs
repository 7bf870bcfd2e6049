//! sysmon: the thread of [`Scheduler::run`](crate::Scheduler::run), which has no P and looks after those who have one.
//!
//! A module of its own because it is the only part of the scheduler that goes by time: it asks
//! tasks that run too long to yield, takes processors out of long blocking calls, looks at the network when
//! nobody did for 10 ms, and is the net under what nobody announced.

use crate::gmp::{FLAG_TIMERS, FLAG_YIELD, Face, LATE, Shared, Task};
use crate::task::task_ref::TaskRef;
use crate::time::clock::Nanos;
use crate::trace::{Kind, Record};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What sysmon saw of a processor when it last looked.
#[derive(Clone, Copy, Default)]
struct Seen {
    tick: u32,
    since: Nanos,
    slices: u32,
    ticket: u64,
    lent_since: Nanos,
}

/// What it knows.
pub(crate) struct Watch<T: Task> {
    sched: Arc<Shared<T>>,
    seen: Vec<Seen>,
    /// Something runnable waited at the last look.
    contended: bool,
    /// How long it was until the next timer.
    until_timer: Nanos,
    /// Empty between two looks.
    ready: Vec<TaskRef>,
}

const SHORTEST: Nanos = 20_000;
const LONGEST: Nanos = 10_000_000;
/// The longest pause while something waits for a processor: a slice that is over is noticed soon.
const WATCHFUL: Nanos = 2_000_000;
/// Whoever has nothing to do for so long begins something new after that.
const REST: Duration = Duration::from_nanos(LONGEST);
/// After so many looks in vain the pauses grow.
const PATIENCE: u32 = 50;

impl<T: Task> Watch<T> {
    pub(crate) fn new(sched: Arc<Shared<T>>) -> Self {
        Self {
            sched,
            seen: Vec::new(),
            contended: false,
            until_timer: Nanos::MAX,
            ready: Vec::new(),
        }
    }

    /// Watches until the run is over; `visit` is called whenever there was something to wake up for, or time has passed.
    pub(crate) fn watch(mut self, visit: &mut dyn FnMut()) {
        let sched = self.sched.clone();
        let mut pause = SHORTEST;
        let mut in_vain = 0;
        // The longest pause since there was something to do.
        let mut slowest = SHORTEST;
        loop {
            sched.sysmon.doze(Some(Duration::from_nanos(pause)));
            visit();
            // A program that rests for a moment again and again need not rouse it as often: both would take some per cent of a core for it,
            // and a core on which somebody wakes every 0.1 ms counts as busy when the OS looks for one.
            if pause == LONGEST && sched.is_quiet() {
                sched.note(Kind::SysmonSleep, Record::NO_TASK, 0);
                let since = Instant::now();
                sched.sysmon.sleep(|| sched.is_quiet());
                visit();
                if since.elapsed() >= REST {
                    in_vain = 0;
                    (pause, slowest) = (SHORTEST, SHORTEST);
                }
            }
            if sched.sysmon.is_over() {
                return;
            }
            let now = sched.clock.now();
            sched.coarse.store(now, Ordering::Relaxed);
            if self.look(now) {
                in_vain = 0;
                (pause, slowest) = (SHORTEST, SHORTEST);
            } else {
                in_vain += 1;
                if in_vain > PATIENCE {
                    pause = (pause * 2).min(LONGEST);
                    if pause > slowest {
                        slowest = pause;
                        sched.note(Kind::SysmonSlow, Record::NO_TASK, (pause / 1000) as u32);
                    }
                }
                if self.contended {
                    pause = pause.min(WATCHFUL).min(self.until_timer.max(SHORTEST));
                }
            }
        }
    }

    /// Looks at everything once; says whether there was anything to do.
    fn look(&mut self, now: Nanos) -> bool {
        let sched = self.sched.clone();
        if sched.stopping.load(Ordering::Relaxed) {
            return false;
        }
        let mut busy = false;
        let first = sched.earliest();
        self.until_timer = first.saturating_sub(now);
        if first <= now && sched.searchers.idle() == 0 {
            Self::demand_timers(&sched, now);
        }
        // Whoever sleeps until then may be about to get up: to hand a processor to another worker, who may wait for a core longer, is to
        // take it from the former.
        let attended = sched.alarm.oversleeps(first) == Some(false);
        let mut neglected = first.saturating_add(if attended { LATE } else { 0 }) <= now;
        if sched.net.is_neglected_since(now.saturating_sub(LONGEST)) {
            sched.net.look(&mut self.ready);
            sched.net.note_look(now);
            if !self.ready.is_empty() {
                sched.ready_list(&mut self.ready, None);
                busy = true;
            }
        }
        self.contended = sched.global.load(Ordering::Relaxed) != 0;
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        self.seen.resize(procs, Seen::default());
        for ((face, seen), number) in sched.faces().zip(&mut self.seen).zip(0..) {
            let ticket = face.loan.ticket();
            if ticket != 0 {
                busy |= Self::look_at_loan(&sched, face, ticket, seen, now);
            } else {
                Self::look_at_slice(&sched, number, face, seen, now);
            }
            let slices = face.slices.load(Ordering::Relaxed);
            self.contended |= face.has_work();
            neglected |= face.has_queued() || (face.has_next() && slices == seen.slices);
            if slices == seen.slices && !(face.outgoing.is_empty() && face.mail.is_empty()) {
                let mut core = sched.core.lock();
                core.collect(face, &sched);
                core.inject(&face.mail.take_all(), &sched);
            }
            seen.slices = slices;
        }
        if neglected || sched.global.load(Ordering::Relaxed) != 0 {
            sched.wake_one();
        }
        busy
    }

    /// A processor on loan is taken away at the second look: at once if it has work, else when
    /// nobody else is free or after 10 ms.
    fn look_at_loan(
        sched: &Shared<T>,
        face: &Face<T>,
        ticket: u64,
        seen: &mut Seen,
        now: Nanos,
    ) -> bool {
        let work = face.has_work() || sched.global.load(Ordering::Relaxed) != 0;
        if seen.ticket != ticket {
            (seen.ticket, seen.lent_since) = (ticket, now);
            return work;
        }
        let others = sched.searchers.idle() + sched.searchers.searching();
        if !work && others > 0 && now - seen.lent_since < LONGEST {
            return false;
        }
        sched.retake(face, ticket);
        true
    }

    /// A timer is due while all processors run tasks: the timer's own, or the first, looks now, not at
    /// the end of a time slice.
    fn demand_timers(sched: &Shared<T>, now: Nanos) {
        if !sched.config.switches.preempt || sched.config.seed.is_some() {
            return;
        }
        let procs = sched.procs.load(Ordering::Relaxed) as usize;
        let due = sched.faces().position(|face| face.timers.earliest() <= now);
        let looks = due.filter(|n| *n < procs).unwrap_or(0);
        if let Some(face) = sched.face(looks as u32) {
            face.flag.fetch_or(FLAG_TIMERS, Ordering::SeqCst);
        }
    }

    /// A task that has run for a quantum is asked to yield.
    fn look_at_slice(sched: &Shared<T>, number: u32, face: &Face<T>, seen: &mut Seen, now: Nanos) {
        let tick = face.tick.load(Ordering::Relaxed);
        if seen.tick != tick {
            (seen.tick, seen.since) = (tick, now);
        } else if sched.config.switches.preempt
            && sched.config.seed.is_none()
            && now - seen.since >= sched.config.quantum.as_nanos() as Nanos
        {
            let before = face.flag.fetch_or(FLAG_YIELD, Ordering::SeqCst);
            if before & FLAG_YIELD == 0 {
                sched.note(Kind::PreemptAsk, Record::NO_TASK, number);
            }
        }
    }
}
