//! Nanoseconds per yield, wake-and-park and spawn, with tasks that do nothing else.
//!
//! `cargo bench -p minigo-sched [-- NAME]`. Each figure is the best of five runs. `bench/run.py --set sched` measures
//! similar Go programs, and compares with native Go.

use minigo_sched::{Config, Cx, Reason, RunOutcome, Scheduler, Step, Task, TaskRef, TimerObjects};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// The tasks of the benchmarks.
enum Bench {
    Yield {
        remaining: u32,
    },
    /// Wakes the peer and parks.
    Ping {
        peer: Arc<AtomicU64>,
        own_task: Arc<AtomicU64>,
        remaining: u32,
        is_server: bool,
    },
    /// Spawns `left` tasks, one at a time; each wakes its parent.
    SpawnJoin {
        remaining: u32,
    },
    Child {
        parent: TaskRef,
    },
    /// Spawns all tasks, then parks until the last has ended.
    SpawnAll {
        remaining: u32,
        pending: Arc<AtomicU64>,
    },
    Counted {
        parent: TaskRef,
        pending: Arc<AtomicU64>,
    },
}

fn pack(task: TaskRef) -> u64 {
    u64::from(task.generation()) << 32 | u64::from(task.index())
}

fn unpack(word: u64) -> TaskRef {
    TaskRef::from_parts(word as u32, (word >> 32) as u32)
}

impl TimerObjects for Bench {}

impl Task for Bench {
    type Local = ();
    type Shared = ();

    unsafe fn resume(task: *mut Self, cx: &mut Cx<'_, Self>) -> Step {
        // SAFETY: no other reference to the running task is alive.
        match unsafe { &mut *task } {
            Self::Yield { remaining: 0 } => Step::Done,
            Self::Yield { remaining: left } => {
                *left -= 1;
                Step::Yield
            }
            Self::Ping { peer, own_task: me, remaining: left, is_server: serve } => {
                if me.load(Ordering::Relaxed) == 0 {
                    me.store(pack(cx.current_task()), Ordering::Relaxed);
                    return if *serve { Step::Yield } else { Step::Park(Reason::Unknown) };
                }
                let other = peer.load(Ordering::Relaxed);
                if other == 0 {
                    return Step::Yield;
                }
                cx.wake(unpack(other));
                *left -= 1;
                if *left == 0 { Step::Done } else { Step::Park(Reason::Unknown) }
            }
            Self::SpawnJoin { remaining: 0 } => Step::Done,
            Self::SpawnJoin { remaining: left } => {
                *left -= 1;
                let parent = cx.current_task();
                cx.spawn(Self::Child { parent });
                Step::Park(Reason::Unknown)
            }
            Self::Child { parent } => {
                cx.wake(*parent);
                Step::Done
            }
            Self::SpawnAll { remaining: left, pending } => {
                if *left == 0 {
                    return if pending.load(Ordering::Acquire) == 0 {
                        Step::Done
                    } else {
                        Step::Park(Reason::Unknown)
                    };
                }
                let parent = cx.current_task();
                pending.store(u64::from(*left), Ordering::Relaxed);
                for _ in 0..*left {
                    cx.spawn(Self::Counted { parent, pending: pending.clone() });
                }
                *left = 0;
                Step::Park(Reason::Unknown)
            }
            Self::Counted { parent, pending } => {
                if pending.fetch_sub(1, Ordering::AcqRel) == 1 {
                    cx.wake(*parent);
                }
                Step::Done
            }
        }
    }
}

const N: u32 = 1_000_000;

fn measure(name: &str, procs: usize, tasks: impl Fn() -> Vec<Bench>) {
    if std::env::args().skip(1).any(|a| !a.starts_with('-') && !name.contains(&a)) {
        return;
    }
    let mut best = f64::MAX;
    for _ in 0..5 {
        let scheduler = Scheduler::new(Config::new(procs, |_| ()));
        for task in tasks() {
            scheduler.spawn(task);
        }
        let start = Instant::now();
        assert_eq!(scheduler.run(), RunOutcome::AllDone);
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(N));
    }
    let mut out = std::io::stdout();
    writeln!(out, "{name:<12} {procs} P  {best:8.1} ns/op").expect("stdout takes a line");
}

fn main() {
    for procs in [1, 2] {
        measure("yield alone", procs, || vec![Bench::Yield { remaining: N }]);
        measure("yield two", procs, || {
            vec![Bench::Yield { remaining: N / 2 }, Bench::Yield { remaining: N / 2 }]
        });
        measure("yield many", procs, || {
            (0..100).map(|_| Bench::Yield { remaining: N / 100 }).collect()
        });
        measure("wake park", procs, || {
            let (a, b) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
            let one = Bench::Ping {
                peer: b.clone(),
                own_task: a.clone(),
                remaining: N / 2,
                is_server: false,
            };
            vec![one, Bench::Ping { peer: a, own_task: b, remaining: N / 2, is_server: true }]
        });
        measure("spawn join", procs, || vec![Bench::SpawnJoin { remaining: N }]);
        measure("spawn all", procs, || {
            vec![Bench::SpawnAll { remaining: N, pending: Arc::default() }]
        });
    }
}
