//! Slices of a goroutine that is executed line by line: one instruction at a time, with a check of its position after
//! each.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::state::{Goroutine, Wait};
use crate::image::Image;
use crate::image::lines::{LIBRARY_PREFIX, TraceFrame, file_and_line_numbers};
use crate::shared::Shared;
use crate::shared::dispatch_mode::DispatchMode;
use crate::shared::stepping::{FrameLine, Position, Stepping, address_number};
use crate::task::interpreter_exit::handle_exit;
use crate::task::resume::is_instruction_repeated;
use minigo_bytecode::ops::Op;
use minigo_sched::Step;

/// Executes instructions until a line begins before which the goroutine must stop, or until the slice ends otherwise.
#[cold]
pub(super) fn run_stepping(cx: &mut Cx, shared: &Shared, stepping: &Stepping) -> Step {
    let id = cx.g().id;
    let mut moved = false;
    loop {
        // SAFETY: the frame lies in the stack.
        let base = unsafe { cx.registers.frame_base.offset_from(cx.g().stack.base()) } as usize;
        if let Some(position) = line_position(&shared.image, cx.registers.pc, base)
            && stepping.arrive_at(id, position, moved)
        {
            cx.task().freeze_current();
            return Step::Preempted;
        }
        moved = true;
        run_one_instruction(cx);
        if matches!(cx.exit, InterpreterExit::Pause) {
            cx.exit = InterpreterExit::None;
            // The next instruction completes an interrupted read-modify-write.
            cx.g().wait = Wait::Nothing;
            if cx.task().should_yield() {
                return Step::Preempted;
            }
            continue;
        }
        if !is_instruction_repeated(&cx.exit) {
            cx.g().retried_instruction = 0;
        }
        if let Some(step) = handle_exit(cx, shared) {
            if matches!(step, Step::Done) {
                stepping.end_step(id);
            }
            return step;
        }
    }
}

/// Freezes a goroutine that is to be held before it begins. Returns false if the goroutine continues.
#[cold]
pub(super) fn hold_before_begin(cx: &mut Cx, stepping: &Stepping) -> bool {
    let holds = stepping.hold_at(cx.g().id, address_number(cx.registers.pc));
    if holds {
        cx.task().freeze_current();
    }
    holds
}

/// Executes one instruction of the goroutine.
fn run_one_instruction(cx: &mut Cx) {
    cx.fuel = 1;
    (cx.runs_original_instructions, cx.is_running) = (true, true);
    let driver = if cx.race_state.is_null() { DispatchMode::Step } else { DispatchMode::RaceStep };
    // SAFETY: the registers are those of this goroutine.
    unsafe { driver.run(cx) };
    cx.is_running = false;
}

/// The line of the user's own code to which the instruction at `pc` belongs; `None` in the library, in wrappers, and in
/// the VM's own code.
fn line_position(image: &Image, pc: *const Op, base: usize) -> Option<Position> {
    if !image.has_pc(pc as u64) {
        return None;
    }
    // Positions are recorded for the address behind an instruction.
    let next = pc.wrapping_add(1);
    let id = image.func_at(next);
    let func = &image.program.funcs[id.0 as usize];
    let (file, line) = file_and_line_numbers(image, TraceFrame::innermost(image, next));
    let name = image.program.files.get(file as usize)?;
    if func.is_wrapper || id == image.program.entry || name.starts_with(LIBRARY_PREFIX) {
        return None;
    }
    let index = (image.offset_of(pc) - image.function_starts[id.0 as usize] as usize) as u32;
    let begins = func.lines.binary_search_by_key(&index, |l| l.pc).is_ok();
    Some(Position {
        pc_address: address_number(pc),
        line: FrameLine { file, line, frame_base: base },
        begins_line: begins,
    })
}

/// The line at which a goroutine stands while it is not running.
pub(crate) fn current_line(shared: &Shared, g: &Goroutine) -> Option<FrameLine> {
    let inputs = shared.inputs.as_ref()?;
    let before =
        inputs.stepping.stands_before(g.id, address_number(g.pc)) || g.native_wait().is_some();
    let image = &shared.image;
    let mut frames = g.frames(image);
    frames.find_map(|frame| {
        let innermost = frame.base == g.frame_base as usize;
        let pc = if innermost && before { frame.pc } else { frame.pc.wrapping_sub(1) };
        line_position(image, pc, frame.base).map(|p| p.line)
    })
}
