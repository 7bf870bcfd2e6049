//! Line-by-line execution of a goroutine of a session.

use crate::image::lines::LIBRARY_PREFIX;
use crate::inspect::{SourceLine, StepEnd, StepResult};
use crate::machine::Machine;
use crate::machine::inspect::find_task;
use crate::shared::stepping::{FrameLine, StepStop, address_number};
use crate::task::stepping::current_line;
use minigo_sched::TaskRef;
use minigo_sched::state::Phase;
use std::time::{Duration, Instant};

/// How often the goroutine is checked for waiting.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// How long a goroutine may wait before the step ends as [`StepEnd::Waits`]: other goroutines may be about to wake the
/// goroutine.
const MAX_WAIT_BEFORE_REPORT: Duration = Duration::from_millis(100);

/// How long a goroutine may execute without reaching another line.
const STEP_TIME_LIMIT: Duration = Duration::from_secs(10);

impl Machine {
    /// Executes a goroutine of a session until `lines` lines of the user's own code have begun, including lines of
    /// functions that the goroutine calls, and freezes the goroutine before the last of these lines. Other goroutines
    /// that are not frozen run during the step. `None` if there is no such goroutine.
    #[must_use]
    pub fn step(&self, id: u64, lines: usize) -> Option<StepResult> {
        let stepping = &self.inputs().stepping;
        let task = self.freeze_for_step(id, lines.max(1))?;
        self.scheduler.thaw(task);
        self.shared.thaws.note_thaw();
        self.inputs().request_scheduler_rerun();
        let end = self.wait_for_step(task);
        // The goroutine stays frozen between two steps.
        let mut world = self.scheduler.stop_world();
        if end != StepEnd::Ended {
            let _ = world.freeze(task);
        }
        let began = stepping.take_lines();
        drop(world);
        Some(StepResult { lines: began.into_iter().map(|at| self.source_line(at)).collect(), end })
    }

    /// The goroutines that were frozen before they began, since the input that
    /// [`start_with_frozen_children`](Self::start_with_frozen_children) started. Waits a moment for goroutines that are
    /// not frozen yet.
    #[must_use]
    pub fn held_goroutines(&self) -> Vec<u64> {
        let began = Instant::now();
        let mut held = Vec::new();
        loop {
            let now = self.inputs().stepping.held_goroutines();
            let is_new = now.len() > held.len();
            held = now;
            if began.elapsed() > MAX_WAIT_BEFORE_REPORT && !is_new {
                held.sort_unstable();
                return held;
            }
            std::thread::sleep(POLL_INTERVAL / 5);
        }
    }

    /// Freezes the goroutine, and records where it stands and how many lines it is to execute.
    fn freeze_for_step(&self, id: u64, lines: usize) -> Option<TaskRef> {
        let mut world = self.scheduler.stop_world();
        let task = find_task(&mut world, id)?;
        let (mut from, mut pc) = (None, 0);
        world.each_task(|other, _, g| {
            if other == task {
                (from, pc) = (current_line(&self.shared, g), address_number(g.pc));
            }
        });
        let _ = world.freeze(task);
        self.inputs().stepping.begin_stepping(id, lines, from, pc);
        Some(task)
    }

    /// Waits until the goroutine has completed the step, waits, has ended, or takes too long.
    fn wait_for_step(&self, task: TaskRef) -> StepEnd {
        let began = Instant::now();
        let mut waits: Option<Instant> = None;
        loop {
            match self.inputs().stepping.wait_for_stop(POLL_INTERVAL) {
                Some(StepStop::Reached) => return StepEnd::Stopped,
                Some(StepStop::Ended) => return StepEnd::Ended,
                None => {}
            }
            match self.scheduler.status(task).map(|s| s.phase) {
                None => return StepEnd::Ended,
                Some(Phase::Parked | Phase::Blocked) => {
                    if waits.get_or_insert_with(Instant::now).elapsed() > MAX_WAIT_BEFORE_REPORT {
                        return StepEnd::Waits;
                    }
                }
                Some(_) => waits = None,
            }
            if began.elapsed() > STEP_TIME_LIMIT {
                return StepEnd::Busy;
            }
        }
    }

    fn source_line(&self, at: FrameLine) -> SourceLine {
        let image = &self.shared.image;
        let file = image.program.files.get(at.file as usize).map_or("?", |f| f).to_owned();
        debug_assert!(!file.starts_with(LIBRARY_PREFIX));
        SourceLine { func: String::new(), file, line: at.line }
    }
}
