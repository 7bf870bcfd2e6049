//! Runs that can be repeated: positions, and what is recorded on the way to a position.

use crate::image::lines::LIBRARY_PREFIX;
use crate::machine::debug::places::is_user_function;
use crate::machine::debug::{Hit, LookaheadResult, Position, RecordedArrival, StoppedMachine};
use crate::shared::debugging::LineBegin;

impl StoppedMachine<'_> {
    /// The position at which the run stands.
    #[must_use]
    pub fn position(&self) -> Position {
        self.debugging().run_position.position()
    }

    /// Chooses the position at which the run stops by itself; `None`: the run does not stop by itself.
    pub fn stop_at(&mut self, position: Option<Position>) {
        self.debugging().run_position.set_target(position);
    }

    /// Makes the run record arrivals at breakpoints, and at lines that [`record_lines`](Self::record_lines) names,
    /// instead of stopping at them.
    pub fn begin_recording_arrivals(&mut self) {
        self.debugging().set_recording(true);
    }

    /// Stops recording. Returns the last recorded arrival.
    pub fn end_recording_arrivals(&mut self) -> Option<RecordedArrival> {
        self.debugging().set_recording(false)
    }

    /// Makes a goroutine that stands before an instruction execute it without stopping there.
    pub fn pass_instruction(&mut self, goroutine: u64) {
        let frame = self.stack_frames(goroutine).into_iter().next();
        if let (Some(frame), Some(_)) = (frame, self.position().instruction()) {
            self.debugging().finish_trapped_instruction(goroutine, frame.instruction_index, true);
        }
    }

    /// Makes a goroutine that stands before an instruction, while arrivals are recorded, arrive there: the arrival is
    /// counted and recorded now, and not again when the goroutine goes on. Arrivals that the debugger decides are
    /// [hits](Self::take_hits).
    pub fn record_arrival(&mut self, goroutine: u64) {
        let (position, debugging) = (self.position(), self.debugging());
        let frame = self.stack_frames(goroutine).into_iter().next();
        let (Some(frame), Some(_)) = (frame, position.instruction()) else { return };
        self.with_goroutine(goroutine, |_, g, _| {
            let slots = g.frame_words()[frame.base..].as_ptr();
            // SAFETY: the goroutine stands in this frame, before this instruction.
            unsafe {
                debugging.arrive_at_trap(
                    goroutine,
                    frame.instruction_index,
                    frame.base,
                    slots,
                    position,
                )
            }
        });
        debugging.finish_trapped_instruction(goroutine, frame.instruction_index, true);
    }

    /// Executes the run in a copy of this process up to a later position, and returns the last arrival at a line and
    /// the last write on the way. The run itself stands where it stood, and the copy's output must be discarded. `None`
    /// if the system makes no copy, or the copy does not come to that position.
    #[must_use]
    pub fn run_ahead_in_copy(mut self, position: Position) -> Option<LookaheadResult> {
        let machine = self.machine;
        let keeps = self.kept_machine.clone();
        let debugging = machine.debugging();
        let report = debugging.lookahead.request_copy()?;
        self.begin_recording_arrivals();
        debugging.ignore_breakpoints(true);
        self.stop_at(Some(position));
        self.resume();
        let ahead = debugging.lookahead.wait_for_copy(report);
        debugging.run_position.set_target(None);
        debugging.ignore_breakpoints(false);
        drop(keeps);
        ahead
    }

    /// Records a stop at a breakpoint whose condition the debugger has evaluated.
    pub fn record_hit(&mut self, hit: &Hit) {
        self.debugging().record_hit(hit);
    }

    /// The instructions at which the lines of the functions on the goroutine's stack begin, each with the first slot of
    /// the function's frame: for a function with several frames, of the innermost one.
    pub fn line_starts_of_calls(&mut self, goroutine: u64) -> Vec<(usize, usize)> {
        let frames = self.stack_frames(goroutine);
        let image = &self.shared().image;
        let mut all: Vec<(usize, usize)> = Vec::new();
        for frame in &frames {
            let id = self.func_of(frame.instruction_index);
            let func = &image.program.funcs[id];
            if !is_user_function(image, func) {
                continue;
            }
            let start = image.function_starts[id] as usize;
            // Lines of the library are those of calls that are inlined into the user's functions.
            let is_own = |file: u32| {
                let name = image.program.files.get(file as usize);
                name.is_some_and(|name| !name.starts_with(LIBRARY_PREFIX))
            };
            for line in func.lines.iter().filter(|line| is_own(line.file)) {
                let at = start + line.pc as usize;
                if !all.iter().any(|(known, _)| *known == at) {
                    all.push((at, frame.base));
                }
            }
        }
        all
    }

    /// Makes the run record the goroutine's arrivals at these instructions, at which lines begin.
    pub fn record_lines(&mut self, goroutine: u64, lines: &[(usize, usize)]) {
        for &(at, base) in lines {
            let image = &self.shared().image;
            let id = self.func_of(at);
            let line =
                image.program.funcs[id].line_at((at - image.function_starts[id] as usize) as u32);
            self.patch(at);
            self.debugging().record_line_arrivals(at, LineBegin { goroutine, base, line });
        }
    }
}
