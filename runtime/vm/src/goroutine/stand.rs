//! Goroutines that a debugger holds in the middle of a slice, in a run that can be repeated: see
//! [`run_position`](crate::shared::run_position).

use crate::goroutine::context::Cx;
use crate::shared::Shared;
use crate::shared::debugging::{Arrival, Cause, Debugging};
use crate::shared::lookahead::Continued;
use crate::shared::run_position::Position;
use minigo_jit::abi::BREAK;

impl Cx {
    fn debugging(&self) -> Option<(&'static Shared, &'static Debugging)> {
        // SAFETY: the machine outlives its slices, and nothing keeps the reference longer.
        let shared: &'static Shared = unsafe { &*self.m };
        shared.debugging.as_deref().map(|debugging| (shared, debugging))
    }

    /// Begins to count the instructions of a slice, for a debugger. Before that, waits as long as the debugger keeps
    /// the run stopped.
    #[cold]
    pub(crate) fn begin_counting(&mut self) {
        let Some((shared, debugging)) = self.debugging() else { return };
        if !shared.driver.executes_lines() {
            // The search of interleavings ends slices at points of exploration, not after a number of instructions.
            self.fuel = u32::MAX;
        }
        (self.counts, self.slice_fuel, self.kept_fuel) = (true, self.fuel, 0);
        let run = &debugging.run;
        if run.pauses() {
            run.begin_stand(self.position());
            self.task().stand(|| run.wait_for_slice());
            run.end_stand();
        }
        self.aim(debugging);
    }

    /// Ends the counting of the slice's instructions.
    #[cold]
    pub(crate) fn end_counting(&mut self) {
        let Some((_, debugging)) = self.debugging() else { return };
        let left = u64::from(self.fuel) + u64::from(self.kept_fuel);
        debugging.run.add(u64::from(self.slice_fuel) - left);
        self.counts = false;
    }

    /// How many instructions have begun.
    fn begun_instructions(&self) -> u64 {
        let before = self.debugging().map_or(0, |(_, debugging)| debugging.run.executed());
        let left = u64::from(self.fuel) + u64::from(self.kept_fuel);
        before + u64::from(self.slice_fuel) - left
    }

    /// The position of the run, before the next instruction; [`Position::END`] if instructions are not counted.
    pub(crate) fn position(&self) -> Position {
        if !self.counts {
            return Position::END;
        }
        Position::before(self.begun_instructions())
    }

    /// The position before the instruction that has begun.
    pub(crate) fn position_of_begun(&self) -> Position {
        Position::before(self.begun_instructions().saturating_sub(1))
    }

    /// The position between the load and the store of an interrupted read-modify-write.
    pub(crate) fn position_before_store(&self) -> Position {
        Position::inside(self.begun_instructions())
    }

    /// Divides the fuel so that it is used up where the run is to stop.
    fn aim(&mut self, debugging: &Debugging) {
        let whole = self.fuel + self.kept_fuel;
        (self.fuel, self.kept_fuel) = (whole, 0);
        if debugging.run.is_aborted() {
            self.fuel = 0;
        }
        let target = debugging.run.target().and_then(Position::instruction);
        let ahead = target.and_then(|target| target.checked_sub(self.begun_instructions()));
        if let Some(ahead) = ahead.filter(|ahead| *ahead < u64::from(whole)) {
            (self.fuel, self.kept_fuel) = (ahead as u32, whole - ahead as u32);
        }
        self.watch = debugging.watch_of_worker();
    }

    /// Holds the goroutine at the registers until the debugger lets the run go on. False if the program ends.
    pub(crate) fn stand(&mut self, position: Position) -> bool {
        let Some((_, debugging)) = self.debugging() else { return true };
        self.store_position();
        let run = &debugging.run;
        loop {
            let round = run.begin_stand(position);
            self.task().stand(|| run.wait_from(round));
            run.end_stand();
            if debugging.lookahead.copy_if_wanted() != Continued::Original {
                break;
            }
        }
        self.aim(debugging);
        !run.is_aborted()
    }

    /// Holds the goroutine at the position up to which the debugger has let the run go. False if the program ends.
    pub(crate) fn reach(&mut self) -> bool {
        let position = self.position();
        self.reach_at(position)
    }

    fn reach_at(&mut self, position: Position) -> bool {
        let Some((_, debugging)) = self.debugging() else { return true };
        debugging.run.set_target(None);
        !debugging.report(self.g().id, Cause::Reached, position) || self.stand(position)
    }

    /// Called between the load and the store of an interrupted read-modify-write at the registers: the debugger may
    /// stop the run there.
    #[cold]
    pub(crate) fn stand_before_store(&mut self) {
        let Some((shared, debugging)) = self.debugging() else { return };
        let position = self.position_before_store();
        let (id, at) = (self.g().id, shared.image.offset_of(self.s.pc));
        if debugging.run.target() == Some(position) {
            self.reach_at(position);
        } else if shared.image.entries.address(at) == BREAK {
            // SAFETY: the frame lies in the stack, and is that of the instruction.
            let arrival = unsafe {
                let base = self.s.r.offset_from(self.g().stack.base()) as usize;
                debugging.arrive(id, at, base, self.s.r, position)
            };
            if arrival == Arrival::Stops {
                self.stand(position);
                debugging.executed(id, at, false);
            }
        }
    }
}
