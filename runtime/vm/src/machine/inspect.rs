//! Inspection of a machine from outside: see [`inspect`](crate::inspect).

use crate::collector::cycle_statistics;
use crate::goroutine::state::Goroutine;
use crate::inspect::channel::{self, NoChannel};
use crate::inspect::scheduler::ProcPlaces;
use crate::inspect::{ChannelView, Detail, Inspection, goroutine_views, scheduler, wait_chain};
use crate::machine::Machine;
use crate::machine::session::ProgramPart;
use crate::report::{leak_report, value_text};
use crate::shared::session_inputs::SessionInputs;
use minigo_bytecode::growth::InputValue;
use minigo_heap::CacheStats;
use minigo_sched::{Handle, StoppedWorld, TaskRef};

impl Machine {
    /// The totals of objects and bytes allocated so far by all goroutines, freed objects included. Stops the world.
    #[must_use]
    pub fn allocation_totals(&self) -> Allocated {
        let mut world = self.scheduler.stop_world();
        let CacheStats { objects, bytes } =
            cycle_statistics::allocation_stats(&self.shared.heap, &mut world);
        Allocated { objects, bytes }
    }

    /// The bytes that the heap has taken from the system, and those outside that count for its limit.
    #[must_use]
    pub fn memory_in_use(&self) -> u64 {
        self.shared.heap.used_bytes() + self.shared.heap.external_bytes()
    }

    /// The current state of the scheduler, and as much of the goroutines as `detail` says. Stops the world, so a thread
    /// that runs a goroutine must not call this.
    #[must_use]
    pub fn inspect(&self, detail: Detail) -> Inspection {
        let handle = self.scheduler.handle();
        self.inspect_stopped(&handle, &mut handle.stop_world(), detail)
    }

    pub(super) fn inspect_stopped(
        &self,
        handle: &Handle<Goroutine>,
        world: &mut StoppedWorld<'_, Goroutine>,
        detail: Detail,
    ) -> Inspection {
        let mut inspection = scheduler::inspect_scheduler(world);
        if detail.goroutines {
            let places = ProcPlaces::from_snapshot(&inspection.scheduler);
            inspection.goroutines =
                goroutine_views::goroutine_views(handle, world, &places, &self.shared, detail);
        }
        inspection
    }

    /// Explains in words why a goroutine does not continue, a line each: the event that it waits for, the goroutines
    /// that hold or could provide that event, what those wait for in turn, and so on. `None` if there is no such
    /// goroutine.
    #[must_use]
    pub fn explain_wait(&self, id: u64) -> Option<Vec<String>> {
        self.explain_chosen_wait(Detail::SCHEDULER, |_| Some(id))
    }

    /// Explains like [`explain_wait`](Self::explain_wait), for the goroutine that `choose` selects from the inspection
    /// that it gets. The world is stopped once for both, so that choice and explanation show the same moment. `None` if
    /// `choose` selects none, or there is no such goroutine.
    #[must_use]
    pub fn explain_chosen_wait(
        &self,
        detail: Detail,
        choose: impl FnOnce(&Inspection) -> Option<u64>,
    ) -> Option<Vec<String>> {
        let handle = self.scheduler.handle();
        let mut world = handle.stop_world();
        let inspection = self.inspect_stopped(&handle, &mut world, detail);
        let places = ProcPlaces::from_snapshot(&inspection.scheduler);
        let id = choose(&inspection)?;
        wait_chain::explain_wait(&handle, &mut world, &places, &self.shared, id)
    }

    /// The value of the package-level variable with this index in the order of declaration, as text, component by
    /// component. `None` if there is no such variable.
    #[must_use]
    pub fn global_text(&self, number: usize) -> Option<String> {
        let variable = self.shared.image.program.globals.get(number)?;
        let at = self.shared.image.globals().wrapping_add(variable.offset as usize);
        let _world = self.scheduler.stop_world();
        // SAFETY: the variable exists and has this type; the world is stopped.
        Some(unsafe { value_text::memory_text(&self.shared, variable.ty, at.cast_const()) })
    }

    /// The channel that is the value of a part that has been executed.
    ///
    /// # Errors
    /// Returns [`NoChannel`] if the value has another type, is nil, or there is no single value.
    pub fn channel(&self, part: &ProgramPart) -> Result<ChannelView, NoChannel> {
        let &[InputValue { offset, ty }] = &part.shown_values[..] else {
            return Err(NoChannel::OfType(String::from("no single value")));
        };
        let handle = self.scheduler.handle();
        let mut world = handle.stop_world();
        channel::channel_view(&handle, &mut world, &self.shared, (offset, ty))
    }

    /// The goroutines that nothing can wake any more, in words, grouped by kind.
    #[must_use]
    pub fn leak_report(&self) -> String {
        leak_report::running_leaks_text(&self.scheduler.handle(), &self.shared)
    }

    /// Freezes a goroutine: it does not run until it is [thawed](Self::thaw). The wait of a frozen goroutine may end,
    /// and values sent to the goroutine arrive; its locks stay locked. False if there is no such goroutine.
    #[must_use]
    pub fn freeze(&self, id: u64) -> bool {
        let mut world = self.scheduler.stop_world();
        find_task(&mut world, id).is_some_and(|task| world.freeze(task))
    }

    /// Thaws a frozen goroutine. False if the goroutine is not frozen.
    #[must_use]
    pub fn thaw(&self, id: u64) -> bool {
        let task = find_task(&mut self.scheduler.stop_world(), id);
        let thawed = task.is_some_and(|task| self.scheduler.thaw(task));
        if thawed {
            self.shared.thaws.note_thaw();
            self.shared.inputs.iter().for_each(SessionInputs::request_scheduler_rerun);
        }
        thawed
    }

    /// Waits until no goroutine can continue by itself, but at most for `time_limit`; reports whether that state was
    /// reached.
    #[must_use]
    pub fn wait_until_idle(&self, time_limit: std::time::Duration) -> bool {
        let began = std::time::Instant::now();
        loop {
            let counts = self.scheduler.handle().counts();
            let quiet = counts.idle_procs == counts.procs
                && counts.global_queue_len == 0
                && counts.calls_without_p == 0;
            if quiet || began.elapsed() >= time_limit {
                return quiet;
            }
            std::thread::sleep(std::time::Duration::from_micros(200));
        }
    }
}

/// The task of a goroutine.
pub(super) fn find_task(world: &mut StoppedWorld<'_, Goroutine>, id: u64) -> Option<TaskRef> {
    let mut found = None;
    world.each_task(|task, _, g| {
        if g.id == id {
            found = Some(task);
        }
    });
    found
}

/// Totals of allocation.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Allocated {
    /// The number of allocated objects.
    pub objects: u64,
    /// The total size of the allocated objects in bytes.
    pub bytes: u64,
}

impl Allocated {
    /// The allocations made after `before`.
    #[must_use]
    pub fn difference_since(self, before: Self) -> Self {
        Self {
            objects: self.objects.saturating_sub(before.objects),
            bytes: self.bytes.saturating_sub(before.bytes),
        }
    }
}
