//! The state of line-by-line execution: the goroutine, and the lines that it has begun.
//!
//! The goroutine's slices run one instruction at a time (`task::stepping`) and report here each instruction of the
//! user's own code. A line begins where its code begins, if the instruction before belonged to another line or to
//! another frame. An instruction in the middle of a line's code begins no line, even if a call returns to it or a
//! branch that skips code leads to it (the jump that ends a `then` part leads to the code behind the `else` part, which
//! still belongs to the line of the `else` part). A line that jumps back to its own beginning begins again.

use hashbrown::HashMap;
use minigo_bytecode::ops::Op;
use parking_lot::{Condvar, Mutex};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A line in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FrameLine {
    pub(crate) file: u32,
    pub(crate) line: u32,
    /// The frame's base, in slots of the stack.
    pub(crate) frame_base: usize,
}

/// The position of the next instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) pc_address: usize,
    pub(crate) line: FrameLine,
    /// Whether the line's code begins with the instruction.
    pub(crate) begins_line: bool,
}

/// How stepping ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepStop {
    /// The requested number of lines has begun; the last one is executed next.
    Reached,
    /// The goroutine has ended.
    Ended,
}

/// The state of line-by-line execution.
#[derive(Default, Debug)]
pub(crate) struct Stepping {
    /// The goroutine that is executed line by line; 0 for none. Slices check this field first.
    goroutine_id: AtomicU64,
    /// The goroutine whose `go` statements start goroutines that are frozen before they begin; 0 for none.
    holding_goroutine: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct State {
    /// The number of lines that must still begin.
    lines_left: usize,
    last_line: Option<FrameLine>,
    /// The first instruction of the line begun last.
    first_pc: usize,
    begun_lines: Vec<FrameLine>,
    stop_reason: Option<StepStop>,
    /// The stopped goroutines, each with the instruction before which it stopped.
    stopped_at: HashMap<u64, usize>,
    /// The goroutines that were frozen before they began.
    held_goroutines: Vec<u64>,
}

impl Stepping {
    /// Starts executing the goroutine `id` until `lines` lines have begun; `from` is the line in which it stands.
    pub(crate) fn begin_stepping(&self, id: u64, lines: usize, from: Option<FrameLine>, pc: usize) {
        let mut state = self.state.lock();
        let (mut stopped_at, held) =
            (std::mem::take(&mut state.stopped_at), std::mem::take(&mut state.held_goroutines));
        stopped_at.remove(&id);
        let (last, first_pc) = (from, pc);
        *state = State {
            lines_left: lines,
            last_line: last,
            first_pc,
            stopped_at,
            held_goroutines: held,
            ..State::default()
        };
        self.goroutine_id.store(id, Ordering::Relaxed);
    }

    /// Reports whether the goroutine is executed line by line.
    #[inline]
    pub(crate) fn is_stepping(&self, id: u64) -> bool {
        self.goroutine_id.load(Ordering::Relaxed) == id
    }

    /// Called before the goroutine executes an instruction of the user's own code. Reports whether the goroutine must
    /// stop before the instruction; `moved`: the goroutine has executed another instruction in this step.
    pub(crate) fn arrive_at(&self, id: u64, position: Position, moved: bool) -> bool {
        let mut state = self.state.lock();
        let Position { pc_address: pc, line: at, begins_line: begins } = position;
        let again = moved && state.last_line == Some(at) && pc == state.first_pc;
        if state.last_line == Some(at) && !again {
            return false;
        }
        if !begins && !again {
            // No line begins here, so the goroutine does not stop. After a return it is on the caller's line; within a
            // frame it stays on the line that began last.
            if state.last_line.is_none_or(|last| at.frame_base != last.frame_base) {
                state.last_line = Some(at);
            }
            return false;
        }
        state.last_line = Some(at);
        state.first_pc = pc;
        state.begun_lines.push(at);
        state.lines_left = state.lines_left.saturating_sub(1);
        if state.lines_left > 0 {
            return false;
        }
        state.stopped_at.insert(id, pc);
        self.note_stop(&mut state, StepStop::Reached);
        true
    }

    /// Ends the step of a goroutine that has ended.
    pub(crate) fn end_step(&self, id: u64) {
        let mut state = self.state.lock();
        state.stopped_at.remove(&id);
        self.note_stop(&mut state, StepStop::Ended);
    }

    /// From now on the goroutines that this one starts are frozen before they begin.
    pub(crate) fn freeze_started_by(&self, id: u64) {
        self.state.lock().held_goroutines.clear();
        self.holding_goroutine.store(id, Ordering::Relaxed);
    }

    /// Reports whether goroutines that `parent` starts are to be frozen before they begin.
    #[inline]
    pub(crate) fn freezes_goroutines_of(&self, parent: u64) -> bool {
        parent != 0 && self.holding_goroutine.load(Ordering::Relaxed) == parent
    }

    /// Called when a goroutine that is to be held is about to execute the instruction at `pc`. Reports whether that is
    /// the goroutine's first instruction.
    pub(crate) fn hold_at(&self, id: u64, pc: usize) -> bool {
        let mut state = self.state.lock();
        let first = !state.held_goroutines.contains(&id);
        if first {
            state.held_goroutines.push(id);
            state.stopped_at.insert(id, pc);
        }
        first
    }

    /// The goroutines that were frozen before they began.
    pub(crate) fn held_goroutines(&self) -> Vec<u64> {
        self.state.lock().held_goroutines.clone()
    }

    fn note_stop(&self, state: &mut State, stop: StepStop) {
        state.stop_reason = Some(stop);
        self.goroutine_id.store(0, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Waits until the step has ended, or for `time`.
    pub(crate) fn wait_for_stop(&self, time: Duration) -> Option<StepStop> {
        let mut state = self.state.lock();
        if state.stop_reason.is_none() {
            self.changed.wait_for(&mut state, time);
        }
        state.stop_reason
    }

    /// Ends line-by-line execution. Returns the lines that have begun.
    pub(crate) fn take_lines(&self) -> Vec<FrameLine> {
        self.goroutine_id.store(0, Ordering::Relaxed);
        std::mem::take(&mut self.state.lock().begun_lines)
    }

    /// Reports whether the goroutine was stopped before the instruction at `pc` and still stands there.
    pub(crate) fn stands_before(&self, id: u64, pc: usize) -> bool {
        self.state.lock().stopped_at.get(&id) == Some(&pc)
    }
}

/// The address of an instruction, as a number.
pub(crate) fn address_number(pc: *const Op) -> usize {
    pc as usize
}
