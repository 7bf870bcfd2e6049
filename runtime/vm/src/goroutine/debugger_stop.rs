//! Goroutines that a debugger holds in the middle of a slice, in a run that can be repeated: see
//! [`run_position`](crate::shared::run_position).

use crate::goroutine::context::Cx;
use crate::shared::Shared;
use crate::shared::debugging::{Arrival, Debugging, StopCause};
use crate::shared::lookahead::ContinuedProcess;
use crate::shared::run_position::Position;
use crate::shared::write_watch::WatchedWrite;
use minigo_jit::abi::BREAKPOINT_ENTRY;

impl Cx {
    fn debugging(&self) -> Option<(&'static Shared, &'static Debugging)> {
        // SAFETY: the machine outlives its slices, and nothing keeps the reference longer.
        let shared: &'static Shared = unsafe { &*self.shared };
        shared.debugging.as_deref().map(|debugging| (shared, debugging))
    }

    /// Begins a slice of a program that a debugger may stop.
    pub(crate) fn begin_debugged_slice(&mut self) {
        let Some((shared, debugging)) = self.debugging() else { return };
        if shared.dispatch_mode.can_reschedule_in_slice() {
            return self.begin_counting_instructions();
        }
        self.write_watches = debugging.watches_of_worker();
        // SAFETY: the debugger changes the watches only while the world is stopped, and while there are some, no other
        // thread runs goroutines.
        if let Some(watches) = unsafe { self.write_watches.as_mut() } {
            self.runs_original_instructions = true;
            if shared.image.has_pc(self.registers.pc as u64) {
                // The goroutine stands behind the instruction, unless a trap has stopped it.
                let at = shared.image.offset_of(self.registers.pc).saturating_sub(1);
                let (position, goroutine) = (Position::END, self.g().id);
                watches.begin_slice(&WatchedWrite { position, goroutine, at });
            }
        }
    }

    /// Begins to count the instructions of a slice, for a debugger. Before that, waits as long as the debugger keeps
    /// the run stopped.
    #[cold]
    fn begin_counting_instructions(&mut self) {
        let Some((shared, debugging)) = self.debugging() else { return };
        if !shared.dispatch_mode.can_end_slice_anywhere() {
            // The search of interleavings ends slices at points of exploration, not after a number of instructions.
            self.fuel = u32::MAX;
        }
        (self.counts_instructions, self.slice_fuel, self.fuel_after_target) = (true, self.fuel, 0);
        let run = &debugging.run_position;
        if run.pauses_next_slice() {
            run.begin_debugger_hold(self.position());
            self.task().wait_mid_slice(|| run.wait_for_slice());
            run.end_debugger_hold();
        }
        self.divide_fuel_at_target(debugging);
    }

    /// Ends the counting of the slice's instructions.
    #[cold]
    pub(crate) fn end_counting_instructions(&mut self) {
        let Some((_, debugging)) = self.debugging() else { return };
        let left = u64::from(self.fuel) + u64::from(self.fuel_after_target);
        debugging.run_position.add(u64::from(self.slice_fuel) - left);
        self.counts_instructions = false;
    }

    /// How many instructions have begun.
    fn begun_instruction_count(&self) -> u64 {
        let before = self
            .debugging()
            .map_or(0, |(_, debugging)| debugging.run_position.executed_instructions());
        let left = u64::from(self.fuel) + u64::from(self.fuel_after_target);
        before + u64::from(self.slice_fuel) - left
    }

    /// The position of the run, before the next instruction; [`Position::END`] if instructions are not counted.
    pub(crate) fn position(&self) -> Position {
        if !self.counts_instructions {
            return Position::END;
        }
        Position::before_instruction(self.begun_instruction_count())
    }

    /// The position before the instruction that has begun; [`Position::END`] if instructions are not counted.
    pub(crate) fn position_before_current_instruction(&self) -> Position {
        if !self.counts_instructions {
            return Position::END;
        }
        Position::before_instruction(self.begun_instruction_count().saturating_sub(1))
    }

    /// The position between the load and the store of an interrupted read-modify-write.
    pub(crate) fn position_before_store(&self) -> Position {
        Position::before_store_of(self.begun_instruction_count())
    }

    /// Divides the fuel so that it is used up where the run is to stop.
    fn divide_fuel_at_target(&mut self, debugging: &Debugging) {
        let whole = self.fuel + self.fuel_after_target;
        (self.fuel, self.fuel_after_target) = (whole, 0);
        if debugging.run_position.is_aborted() {
            self.fuel = 0;
        }
        let target = debugging.run_position.target().and_then(Position::instruction);
        let ahead = target.and_then(|target| target.checked_sub(self.begun_instruction_count()));
        if let Some(ahead) = ahead.filter(|ahead| *ahead < u64::from(whole)) {
            (self.fuel, self.fuel_after_target) = (ahead as u32, whole - ahead as u32);
        }
        self.write_watches = debugging.watches_of_worker();
    }

    /// Holds the goroutine at the registers until the debugger lets the run go on. False if the program ends.
    pub(crate) fn wait_for_debugger(&mut self, position: Position) -> bool {
        let Some((_, debugging)) = self.debugging() else { return true };
        self.store_position();
        let run = &debugging.run_position;
        loop {
            let round = run.begin_debugger_hold(position);
            self.task().wait_mid_slice(|| run.wait_for_resume(round));
            run.end_debugger_hold();
            if debugging.lookahead.fork_if_requested() != ContinuedProcess::Original {
                break;
            }
        }
        self.divide_fuel_at_target(debugging);
        !run.is_aborted()
    }

    /// Holds the goroutine at the position up to which the debugger has let the run go. False if the program ends.
    pub(crate) fn stop_at_target(&mut self) -> bool {
        let position = self.position();
        self.stop_at_target_position(position)
    }

    fn stop_at_target_position(&mut self, position: Position) -> bool {
        let Some((_, debugging)) = self.debugging() else { return true };
        debugging.run_position.set_target(None);
        !debugging.report_stop(self.g().id, StopCause::Reached, position)
            || self.wait_for_debugger(position)
    }

    /// Called between the load and the store of an interrupted read-modify-write at the registers: the debugger may
    /// stop the run there.
    #[cold]
    pub(crate) fn wait_before_store(&mut self) {
        let Some((shared, debugging)) = self.debugging() else { return };
        let position = self.position_before_store();
        let (id, at) = (self.g().id, shared.image.offset_of(self.registers.pc));
        if debugging.run_position.target() == Some(position) {
            self.stop_at_target_position(position);
        } else if shared.image.entries.address(at) == BREAKPOINT_ENTRY {
            // SAFETY: the frame lies in the stack, and is that of the instruction.
            let arrival = unsafe {
                let base = self.registers.frame_base.offset_from(self.g().stack.base()) as usize;
                debugging.arrive_at_trap(id, at, base, self.registers.frame_base, position)
            };
            if arrival == Arrival::Stops {
                self.wait_for_debugger(position);
                debugging.finish_trapped_instruction(id, at, false);
            }
        }
    }
}
