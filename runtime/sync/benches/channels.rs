//! Nanoseconds per channel operation, with tasks that do nothing else: ping-pong, ring, buffered,
//! select.
//!
//! `cargo bench -p minigo-sync [-- NAME]`. Each figure is the best of five runs.

use minigo_sched::{Config, Cx, Reason, RunOutcome, Scheduler, Step, Task, TimerObjects};
use minigo_sync::{Case, Channel, RecvStep, SelectStep, SendStep, Waiter, finish_select, select};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// The position of a task between two slices.
#[derive(Clone, Copy, PartialEq)]
enum RelayState {
    Recv,
    RecvEnd,
    Send,
    SendEnd,
}

/// A task that receives from one channel and sends to another, in a loop.
struct Relay {
    source: Option<Arc<Channel>>,
    destination: Option<Arc<Channel>>,
    remaining: u32,
    state: RelayState,
}

/// A task that selects over four channels.
struct Selector {
    chans: [Arc<Channel>; 4],
    remaining: u32,
    waits: bool,
}

enum Bench {
    Relay(Relay),
    Selector(Selector),
}

impl Relay {
    fn resume(&mut self, cx: &mut Cx<'_, Bench>) -> Step {
        let me = cx.current_task();
        let mut word = [7];
        loop {
            match self.state {
                RelayState::Recv | RelayState::RecvEnd => {
                    if let Some(from) = &self.source {
                        let step = if self.state == RelayState::Recv {
                            from.recv(&mut **cx, me, &mut word)
                        } else {
                            Channel::finish_recv(cx.shared_data(), &mut word)
                                .unwrap_or(RecvStep::Parked)
                        };
                        if step == RecvStep::Parked {
                            self.state = RelayState::RecvEnd;
                            return Step::Park(Reason::ChanReceive);
                        }
                    }
                    self.state = RelayState::Send;
                }
                RelayState::Send | RelayState::SendEnd => {
                    if let Some(to) = &self.destination {
                        let step = if self.state == RelayState::Send {
                            to.send(&mut **cx, me, &word)
                        } else {
                            Channel::finish_send(cx.shared_data()).unwrap_or(SendStep::Parked)
                        };
                        if step == SendStep::Parked {
                            self.state = RelayState::SendEnd;
                            return Step::Park(Reason::ChanSend);
                        }
                    }
                    self.remaining -= 1;
                    if self.remaining == 0 {
                        return Step::Done;
                    }
                    self.state = RelayState::Recv;
                }
            }
        }
    }
}

impl Selector {
    fn resume(&mut self, cx: &mut Cx<'_, Bench>) -> Step {
        let me = cx.current_task();
        let mut out = [0];
        loop {
            let [a, b, c, d] = &self.chans;
            let cases = [Case::Recv(a), Case::Recv(b), Case::Recv(c), Case::Recv(d)];
            let step = if self.waits {
                finish_select(&**cx, me, &cases, &mut out)
                    .map_or(SelectStep::Parked, SelectStep::Chosen)
            } else {
                select(&mut **cx, me, &cases, false, &mut out)
            };
            self.waits = step == SelectStep::Parked;
            if self.waits {
                return Step::Park(Reason::Select);
            }
            self.remaining -= 1;
            if self.remaining == 0 {
                return Step::Done;
            }
        }
    }
}

impl TimerObjects for Bench {}

impl Task for Bench {
    type Local = ();
    type Shared = Waiter;
    unsafe fn resume(task: *mut Self, cx: &mut Cx<'_, Self>) -> Step {
        // SAFETY: no other reference to the running task is alive.
        match unsafe { &mut *task } {
            Self::Relay(relay) => relay.resume(cx),
            Self::Selector(selector) => selector.resume(cx),
        }
    }
}

const N: u32 = 1_000_000;

fn channel(capacity: usize) -> Arc<Channel> {
    Arc::new(Channel::new(capacity, 1).expect("a small channel"))
}

fn relay(
    from: Option<&Arc<Channel>>,
    to: Option<&Arc<Channel>>,
    left: u32,
    at: RelayState,
) -> Bench {
    Bench::Relay(Relay {
        source: from.cloned(),
        destination: to.cloned(),
        remaining: left,
        state: at,
    })
}

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
        // In a ring the receiver of the last send has already ended.
        assert!(matches!(scheduler.run(), RunOutcome::AllDone | RunOutcome::Deadlock));
        best = best.min(start.elapsed().as_nanos() as f64 / f64::from(N));
    }
    let mut out = std::io::stdout();
    writeln!(out, "{name:<12} {procs} P  {best:8.1} ns/op").expect("stdout takes a line");
}

fn main() {
    for procs in [1, 2] {
        measure("ping-pong", procs, || {
            let (a, b) = (channel(0), channel(0));
            vec![
                relay(Some(&a), Some(&b), N, RelayState::Send),
                relay(Some(&b), Some(&a), N, RelayState::Recv),
            ]
        });
        measure("ring of 100", procs, || {
            let chans: Vec<_> = (0..100).map(|_| channel(0)).collect();
            (0..100)
                .map(|i| {
                    let at = if i == 0 { RelayState::Send } else { RelayState::Recv };
                    relay(Some(&chans[i]), Some(&chans[(i + 1) % 100]), N / 100, at)
                })
                .collect()
        });
        measure("unbuffered", procs, || {
            let ch = channel(0);
            vec![
                relay(None, Some(&ch), N, RelayState::Send),
                relay(Some(&ch), None, N, RelayState::Recv),
            ]
        });
        measure("buffered", procs, || {
            let ch = channel(128);
            vec![
                relay(None, Some(&ch), N, RelayState::Send),
                relay(Some(&ch), None, N, RelayState::Recv),
            ]
        });
        measure("mpmc", procs, || {
            let ch = channel(64);
            (0..8)
                .map(|i| match i % 2 {
                    0 => relay(None, Some(&ch), N / 4, RelayState::Send),
                    _ => relay(Some(&ch), None, N / 4, RelayState::Recv),
                })
                .collect()
        });
        measure("four pairs", procs, || {
            (0..4)
                .flat_map(|_| {
                    let ch = channel(0);
                    [
                        relay(None, Some(&ch), N / 4, RelayState::Send),
                        relay(Some(&ch), None, N / 4, RelayState::Recv),
                    ]
                })
                .collect()
        });
        measure("select of 4", procs, || {
            let chans: [_; 4] = std::array::from_fn(|_| channel(0));
            let mut tasks: Vec<_> =
                chans.iter().map(|ch| relay(None, Some(ch), N / 4, RelayState::Send)).collect();
            tasks.push(Bench::Selector(Selector { chans, remaining: N, waits: false }));
            tasks
        });
    }
}
