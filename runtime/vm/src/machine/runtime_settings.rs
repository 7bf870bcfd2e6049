//! The settings of a machine that can be changed while its program runs.

use crate::image::Image;
use crate::machine::Machine;
use crate::report::trace::Recording;
use crate::report::trace::names::pc_of;
use minigo_sched::{DecisionReport, Switches, TraceLimit};
use std::time::Duration;

impl Machine {
    /// Sets the number of processors (1 to 256), as `runtime.GOMAXPROCS` does.
    pub fn set_procs(&self, n: usize) {
        self.scheduler.stop_world().set_procs(n);
    }

    /// Turns mechanisms of the scheduler on and off.
    pub fn set_scheduler_mechanisms(&self, switches: Switches) {
        self.scheduler.stop_world().set_feature_switches(switches);
    }

    /// Sets the time that a goroutine runs before it is asked to yield.
    pub fn set_quantum(&self, quantum: Duration) {
        self.scheduler.stop_world().set_quantum(quantum);
    }

    /// Pauses the scheduler before its next decision, which the listener of [`watch`](Self::watch) gets: running
    /// goroutines continue until they reach a decision. While the scheduler is paused, inputs of a session do not run.
    pub fn pause_scheduler(&self) {
        self.scheduler.pause();
    }

    /// Continues the scheduler after [`pause`](Self::pause).
    pub fn resume_scheduler(&self) {
        self.scheduler.resume();
    }

    /// While paused: allows `n` decisions, one at a time, and waits until they are made, or until none was made for
    /// `limit`. Returns how many of the `n` decisions were not made.
    pub fn allow_scheduler_decisions(&self, n: u64, limit: Duration) -> u64 {
        self.scheduler.allow_decisions(n, limit)
    }

    /// Sets the listener: it gets each decision of the scheduler and the events that lead to decisions, with the name
    /// of the first function where a goroutine is made; `None` removes the listener. False if the machine counts no
    /// events ([`Options::traced_events`](crate::Options::traced_events)). The thread that decides calls the listener
    /// with locks held: the listener must be short, and must not use the machine.
    pub fn set_listener(&self, listener: Option<DecisionListener>) -> bool {
        let shared = self.shared.clone();
        self.scheduler.watch_decisions(listener.map(|mut listener| -> minigo_sched::Listener {
            Box::new(move |report| {
                let func = func_at(&shared.image, report.location).map(str::to_owned);
                listener(report, func.as_deref());
            })
        }))
    }
}

/// Why no trace was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTrace {
    /// The machine counts no events ([`Options::traced_events`](crate::Options::traced_events)).
    NotCounted,
    /// A trace is running already.
    Running,
}

impl Machine {
    /// Starts a trace: from now on each P keeps its `events` newest events; goroutines that exist already appear with
    /// their current state. Tracing costs nothing before and after.
    ///
    /// # Errors
    /// Returns [`NoTrace`].
    pub fn start_trace(&self, events: usize) -> Result<(), NoTrace> {
        let mut world = self.scheduler.stop_world();
        if world.is_recording() {
            return Err(NoTrace::Running);
        }
        match world.start_recording(TraceLimit { records: events.max(1), window: None }) {
            true => Ok(()),
            false => Err(NoTrace::NotCounted),
        }
    }

    /// Ends the trace that was started; `None` if none is running.
    #[must_use]
    pub fn stop_trace(&self) -> Option<Recording> {
        let mut world = self.scheduler.stop_world();
        let trace = world.is_recording().then(|| world.take_trace())??;
        world.start_recording(TraceLimit { records: 0, window: None });
        drop(world);
        Some(Recording::new(trace, self.shared.clone(), None))
    }
}

/// A function that gets the scheduler's decisions: see [`Machine::set_listener`].
pub type DecisionListener = Box<dyn FnMut(&DecisionReport, Option<&str>) + Send>;

/// The function that a goroutine event's location names.
fn func_at(image: &Image, location: u32) -> Option<&str> {
    let func = image.func_at(pc_of(image, location)?);
    if func == image.program.entry {
        return Some("main.main");
    }
    Some(&image.program.funcs[func.0 as usize].name)
}
