//! The operations of a debugger on a machine: it stops all goroutines, sets traps, reads frames and variables, and lets
//! the goroutines go on.
//!
//! A debugger belongs to a machine whose [options](crate::Options::debug) have a clock for it, and runs on a thread of
//! its own. [`Machine::stop_for_debugger`] stops the world, and no time passes for the program, until the
//! [`StoppedMachine`] value is dropped. All other operations of a debugger are methods of `StoppedMachine`: so no
//! goroutine runs while a debugger looks at memory.
//!
//! * `conditions`: conditions of breakpoints, which goroutines evaluate without a stop.
//! * `traps`: breakpoints, and where steps end; `places`: lines and functions as places in the code.
//! * `repeatable_run`: positions of a run that can be repeated, and what is recorded on the way to one; `watches`: the
//!   last and the next writes of variables.
//! * `code`: the bytecode as text.
//! * `frames`: goroutines and their frames; `values`: variables as trees; `assign`: changes of variables; `waits`:
//!   which goroutines wait for which.

mod assign;
mod code;
mod conditions;
mod frames;
mod places;
mod repeatable_run;
mod traps;
mod values;
mod waits;
mod watches;

pub use crate::shared::condition::Arithmetic;
pub use crate::shared::debugging::{Hit, HitRule, RecordedArrival, Relation, StopCause};
pub use crate::shared::lookahead::LookaheadResult;
pub use crate::shared::run_position::Position;
pub use crate::shared::write_watch::WatchedWrite;
pub use assign::Type;
pub use code::Instruction;
pub use conditions::ConditionTerm;
pub use frames::{Frame, GoroutineSummary};
pub use places::LinePlaces;
pub use traps::StepKind;
pub use values::{Kind, NewValue, Value, ValueSummary, Variable};
pub use waits::WaitEdge;
pub use watches::WatchedValue;

use crate::goroutine::state::Goroutine;
use crate::machine::Machine;
use crate::shared::Shared;
use crate::shared::debugging::Debugging;
use minigo_sched::{RunOutcome, StoppedWorld, TaskRef, TaskStatus};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;

/// A machine whose goroutines and clock all stand still. Dropping the value ends the stop, but leaves goroutines frozen
/// that have reported a [`Hit`]: [`resume`](Self::resume) thaws them.
pub struct StoppedMachine<'m> {
    machine: &'m Machine,
    world: StoppedWorld<'m, Goroutine>,
    stop_number: u64,
    /// Values that lie in no memory of the program. These values live as long as the stop.
    #[allow(clippy::vec_box, reason = "the addresses of the values stay the same")]
    temporaries: Mutex<Vec<Box<[u64; 3]>>>,
    /// The machine, if the value shares its ownership; this field is dropped last.
    kept_machine: Option<Arc<Machine>>,
}

impl Drop for StoppedMachine<'_> {
    fn drop(&mut self) {
        self.adjust_procs();
        self.debugging().clock.start();
        self.debugging().run_position.set_pauses_next_slice(false);
    }
}

impl Machine {
    fn debugging(&self) -> &Debugging {
        self.shared.debugging.as_deref().expect("the machine's options say that it is debugged")
    }

    /// Stops all goroutines. Threads that make blocking calls for goroutines continue, but their goroutines do not.
    ///
    /// # Panics
    /// Panics if the machine's options do not say that the machine is debugged.
    #[must_use]
    pub fn stop_for_debugger(&self) -> StoppedMachine<'_> {
        let debugging = self.debugging();
        let world = match self.is_run_repeatable() {
            true => {
                debugging.run_position.set_pauses_next_slice(true);
                self.scheduler.stop_between_slices()
            }
            false => self.scheduler.stop_world(),
        };
        debugging.clock.stop();
        let number = debugging.next_stop_number();
        StoppedMachine {
            machine: self,
            world,
            stop_number: number,
            temporaries: Mutex::default(),
            kept_machine: None,
        }
    }

    /// Like [`stop_for_debugger`](Self::stop_for_debugger), for a debugger that shares the machine with the thread that
    /// runs the machine.
    ///
    /// # Panics
    /// As [`stop_for_debugger`](Self::stop_for_debugger).
    #[must_use]
    pub fn stop_shared(self: &Arc<Self>) -> StoppedMachine<'static> {
        let machine: *const Self = &raw const **self;
        // SAFETY: the value keeps the machine, which does not move, and drops it last.
        let machine: &'static Self = unsafe { &*machine };
        let mut stopped = machine.stop_for_debugger();
        stopped.kept_machine = Some(self.clone());
        stopped
    }

    /// Reports whether the run can be repeated: a seed or a schedule orders it. In such a run a debugger changes
    /// nothing, and a [`Position`] names the same moment in each repetition.
    #[must_use]
    pub fn is_run_repeatable(&self) -> bool {
        self.shared.dispatch_mode.can_reschedule_in_slice()
    }

    /// Waits until a goroutine has stopped for the debugger, but for no longer than `most`. Reports whether a goroutine
    /// has stopped.
    #[must_use]
    pub fn wait_for_hit(&self, most: Duration) -> bool {
        self.debugging().wait_for_hit(most)
    }

    /// Chooses whether goroutines stop when they panic, and before the program ends by a panic that nobody recovers, a
    /// fatal error or a deadlock.
    pub fn stop_at_failures(&self, panics: bool, crashes: bool) {
        self.debugging().stop_at(panics, crashes);
    }

    /// Removes all traps and lets all goroutines go on; nothing stops any more.
    pub fn detach_debugger(&self) {
        let mut stopped = self.stop_for_debugger();
        stopped.stop_at_writes(&[]);
        for at in self.debugging().detach() {
            stopped.unpatch(at);
        }
        stopped.resume();
    }

    /// Ends a program: [`run`](Self::run) returns. If the machine is stopped, no goroutine executes another
    /// instruction.
    pub fn abort(&self) {
        let _ = self.shared.set_status(crate::ExitStatus::Exited(1));
        self.scheduler.finish(RunOutcome::Finished);
        self.shared.thaws.note_thaw();
        self.debugging().run_position.resume_held_goroutine(true);
        self.debugging().release_program_end();
    }

    /// Called when the scheduler has stopped: a debugger may look at a deadlock before it is reported.
    pub(super) fn stop_at_deadlock(&self, outcome: RunOutcome) {
        if let Some(debugging) = &self.shared.debugging
            && matches!(outcome, RunOutcome::Deadlock)
            && self.shared.status.lock().is_none()
            && debugging.stops_at_crashes()
        {
            debugging.hold_program_end();
        }
    }
}

impl<'m> StoppedMachine<'m> {
    /// The stops of goroutines since the last call.
    pub fn take_hits(&mut self) -> Vec<Hit> {
        self.debugging().take_hits()
    }

    /// Ends the stop: goroutines go on, those included that have stopped by themselves.
    pub fn resume(mut self) {
        let keeps = self.kept_machine.take();
        let frozen = self.debugging().take_frozen_goroutines();
        self.debugging().begin_watching_again();
        let mut tasks = Vec::new();
        if !frozen.is_empty() {
            self.each_goroutine(|task, _, g| {
                if frozen.contains(&g.id) {
                    tasks.push(task);
                }
            });
        }
        let machine = self.machine;
        // The run is released before the world starts: a goroutine that arrives at a breakpoint afterwards stops at it.
        machine.debugging().run_position.resume_held_goroutine(false);
        drop(self);
        for task in tasks {
            machine.scheduler.thaw(task);
        }
        if !frozen.is_empty() {
            machine.shared.thaws.note_thaw();
        }
        machine.debugging().release_program_end();
        drop(keeps);
    }

    fn debugging(&self) -> &'m Debugging {
        self.machine.debugging()
    }

    fn shared(&self) -> &'m Shared {
        &self.machine.shared
    }

    fn each_goroutine(&mut self, mut visit: impl FnMut(TaskRef, TaskStatus, &mut Goroutine)) {
        self.world.each_task(|task, status, g| visit(task, status, g));
    }

    /// Calls `look` with the goroutine, if there is one with this id.
    fn with_goroutine<R>(
        &mut self,
        id: u64,
        look: impl FnOnce(&Shared, &mut Goroutine, TaskStatus) -> R,
    ) -> Option<R> {
        let (shared, mut look, mut result) = (self.shared(), Some(look), None);
        self.each_goroutine(|_, status, g| {
            if g.id == id
                && let Some(look) = look.take()
            {
                result = Some(look(shared, g, status));
            }
        });
        result
    }
}
