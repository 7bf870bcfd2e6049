//! What can be changed about a machine while its program runs.

use crate::image::Image;
use crate::machine::Machine;
use crate::report::trace::Recording;
use crate::report::trace::names::pc_of;
use minigo_sched::{Switches, Told, TraceLimit};
use std::time::Duration;

impl Machine {
    /// Changes how many processors there are (1 to 256), as `runtime.GOMAXPROCS` does.
    pub fn set_procs(&self, n: usize) {
        self.scheduler.stop_world().set_procs(n);
    }

    /// Switches mechanisms of the scheduler on and off.
    pub fn set_switches(&self, switches: Switches) {
        self.scheduler.stop_world().set_switches(switches);
    }

    /// Changes how long a goroutine runs before it is asked to yield.
    pub fn set_quantum(&self, quantum: Duration) {
        self.scheduler.stop_world().set_quantum(quantum);
    }

    /// Pauses the scheduler before its next decision, of which the listener of [`watch`](Self::watch) is told:
    /// goroutines that run go on until they come to one. Inputs of a session do not run meanwhile.
    pub fn pause(&self) {
        self.scheduler.pause();
    }

    /// Goes on after [`pause`](Self::pause).
    pub fn go_on(&self) {
        self.scheduler.go_on();
    }

    /// While paused: lets `n` decisions be made, one at a time, and waits for them; at most until none was made for
    /// `limit`. Says how many were not made.
    pub fn allow(&self, n: u64, limit: Duration) -> u64 {
        self.scheduler.allow(n, limit)
    }

    /// From now on `listener` is told each decision of the scheduler and what leads to it, with the name of the
    /// function that a goroutine begins with where it is made; `None`: no more. False if the machine counts nothing
    /// ([`Options::trace`](crate::Options::trace)). The listener is called by the thread that decides, with locks held:
    /// it must be short, and must not use the machine.
    pub fn watch(&self, listener: Option<Listener>) -> bool {
        let shared = self.shared.clone();
        self.scheduler.watch(listener.map(|mut listener| -> minigo_sched::Listener {
            Box::new(move |told| {
                let func = func_at(&shared.image, told.location).map(str::to_owned);
                listener(told, func.as_deref());
            })
        }))
    }
}

/// Why no trace begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTrace {
    /// The machine counts no events ([`Options::trace`](crate::Options::trace)).
    NotCounted,
    /// One runs already.
    Running,
}

impl Machine {
    /// Begins a trace: from now on each P keeps its newest events, `events` of them; of the goroutines that there are
    /// already it has what they do now. It costs nothing before and after.
    ///
    /// # Errors
    /// [`NoTrace`]
    pub fn start_trace(&self, events: usize) -> Result<(), NoTrace> {
        let mut world = self.scheduler.stop_world();
        if world.is_recording() {
            return Err(NoTrace::Running);
        }
        match world.record(TraceLimit { records: events.max(1), window: None }) {
            true => Ok(()),
            false => Err(NoTrace::NotCounted),
        }
    }

    /// Ends the trace that was started; `None` if none runs.
    #[must_use]
    pub fn stop_trace(&self) -> Option<Recording> {
        let mut world = self.scheduler.stop_world();
        let trace = world.is_recording().then(|| world.take_trace())??;
        world.record(TraceLimit { records: 0, window: None });
        drop(world);
        Some(Recording::new(trace, self.shared.clone(), None))
    }
}

/// Is told decisions: see [`Machine::watch`].
pub type Listener = Box<dyn FnMut(&Told, Option<&str>) + Send>;

/// The function at a location that a goroutine says of itself.
fn func_at(image: &Image, location: u32) -> Option<&str> {
    let func = image.func_at(pc_of(image, location)?);
    if func == image.program.entry {
        return Some("main.main");
    }
    Some(&image.program.funcs[func.0 as usize].name)
}
