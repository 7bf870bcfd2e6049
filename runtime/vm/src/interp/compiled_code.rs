//! Compiled code: how the interpreter enters it, and continues after a side exit.

use crate::arch;
use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::registers::VmRegisters;
use crate::image::code::{call_window_before, frame_slots};
use crate::image::compiled_entries::{FUNCTION_START_ENTRY, acquire_entry_fence, hot_opcode};
use crate::image::instr::{opcode, read_op};
use crate::interp::call::method_offset;
use crate::interp::handler::sem;
use crate::interp::helpers::HELPERS;
use crate::interp::race_handlers::{report_found_race, single_instruction_handlers};
use crate::jit::compile::{self, compile_request};
use crate::jit::layout::context_layout;
use crate::shared::debugging::Arrival;
use crate::shared::run_position::Position;
use crate::shared::tier::{CompileRequest, EXITS_PER_RECORD, Tier, TierCounts, Tiering};
use minigo_bytecode::NIL_PAGE_SIZE;
use minigo_bytecode::operand::{FuncId, Slot, Wide};
use minigo_bytecode::ops::{Callee, Op};
use minigo_jit::Compiler;
use minigo_jit::abi::{
    BREAKPOINT_ENTRY, COMPILE_ON_FIRST_CALL, CompiledExitStatus, LOWEST_CODE_ENTRY, REGISTER_ARGS,
    REGISTER_RESULTS,
};
use std::sync::atomic::AtomicU64;

sem! {
    Hot(s, cx;) {
        if !enter_at_hot_instruction(s.pc.sub(1), s.frame_base, s.budget, cx) {
            return None;
        }
        s = cx.registers;
    }
}

/// The registers that compiled code takes and returns: first slots of arguments, and of results.
type ArgumentRegisters = [u64; REGISTER_ARGS];

const _: () = assert!(REGISTER_ARGS == 4 && REGISTER_RESULTS == 3);

/// The native stack that compiled code may use, in bytes: enough for frames of a thousand calls. The smallest thread
/// stack still leaves room for the VM's functions.
const NATIVE_STACK_BYTES: usize = 256 << 10;

/// Continues at the hot instruction at `pc`: in compiled code, if that is allowed here, otherwise with the original
/// instruction. The registers are in the context afterwards; `false`: the interpreter is left.
///
/// # Safety
/// The requirements are those of instruction handlers.
#[inline(never)]
pub(crate) unsafe fn enter_at_hot_instruction(
    pc: *const Op,
    r: *mut u64,
    n: i64,
    cx: &mut Cx,
) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let (image, tier) = (&shared.image, &shared.tier);
    acquire_entry_fence();
    let at = image.offset_of(pc);
    let (mut address, mut number) = image.entries.entry(at);
    if address == BREAKPOINT_ENTRY {
        // SAFETY: the caller's promise.
        return unsafe { execute_trapped_instruction(pc, r, n, cx) };
    }
    if address == COMPILE_ON_FIRST_CALL {
        compile_at_trap(cx, at);
        (address, number) = image.entries.entry(at);
    }
    // The interpreter repeats the call of a native that needs whole frames.
    // Compiled code reports all accesses to the race detector.
    let is_unwatched = shared.race.is_some() && cx.race_state.is_null();
    let is_native = image.entries.original_opcode(at) == call_native_opcode();
    let interprets =
        cx.runs_original_instructions || is_unwatched || is_native || cx.g().panics_on_fault();
    if address < LOWEST_CODE_ENTRY || interprets {
        // SAFETY: the caller's promise.
        return unsafe { execute_original(pc, r, n, cx) };
    }
    let begins = number == FUNCTION_START_ENTRY;
    cx.registers = VmRegisters { pc, frame_base: r, budget: n.max(0) };
    let given = if begins { n.max(0) } else { -1 - i64::from(number) };
    let mut registers = ArgumentRegisters::default();
    if begins {
        // SAFETY: the frame lies in the stack.
        let room = unsafe { cx.stack_limit.offset_from(r) }.max(0) as usize;
        for (i, arg) in registers.iter_mut().enumerate().take(room) {
            // SAFETY: as above.
            *arg = unsafe { *r.add(i) };
        }
    }
    prepare_entry(cx, r);
    cx.is_in_compiled = true;
    // SAFETY: the frame is whole, and the context complete; the machine code of the entry is published.
    let n = unsafe { arch::call(r, given, cx, &mut registers, address) };
    cx.is_in_compiled = false;
    tier.increment(&tier.counts.entries_made);
    if begins && count_side_exit(cx, |counts| &counts.calls_to_compiled) {
        // SAFETY: the return address lies below a frame's base.
        note_compiled_call(cx, unsafe { *r.sub(1) });
    }
    if n < 0 {
        // SAFETY: the context's registers are those of the innermost frame.
        return unsafe { handle_side_exit(cx, n) };
    }
    // SAFETY: the return address is in the frame's header; the slots above the results are dead.
    unsafe {
        let room = cx.stack_limit.offset_from(r).max(0) as usize;
        for (i, result) in registers.iter().enumerate().take(room.min(REGISTER_RESULTS)) {
            *r.add(i) = *result;
        }
        let back = *r.sub(1) as *const Op;
        cx.registers =
            VmRegisters { pc: back, frame_base: r.sub(call_window_before(back)), budget: n };
    }
    true
}

/// The opcode of `call.native`.
fn call_native_opcode() -> u16 {
    Op::CallNative { win: Slot(0), native: Wide::new(0) }.to_bits() as u16
}

/// Sets the fields of the context that only compiled code reads.
fn prepare_entry(cx: &mut Cx, r: *mut u64) {
    let here = 0_u8;
    let image = &cx.shared().image;
    let (entries, code) = (image.entries.address_table(), image.code.first_instruction());
    let (methods, asserts) =
        (image.method_cache.table_address(), image.implements_cache.table_address());
    cx.native_limit = (&raw const here as usize).saturating_sub(NATIVE_STACK_BYTES);
    cx.compiled_entries = entries;
    cx.code_to_entry_distance = (entries as isize).wrapping_sub(code as isize);
    (cx.method_cache, cx.implements_cache) = (methods, asserts);
    cx.handlers = single_instruction_handlers(cx).as_ptr();
    cx.helpers = HELPERS.as_ptr();
    cx.compiled_entry_frame = r;
}

/// Executes the original instruction of a hot instruction.
///
/// # Safety
/// The requirements are those of instruction handlers.
unsafe fn execute_original(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) -> bool {
    let image = &cx.shared().image;
    let opcode = image.entries.original_opcode(image.offset_of(pc));
    cx.registers = VmRegisters { pc: pc.wrapping_add(1), frame_base: r, budget: n };
    cx.is_running_original = true;
    // SAFETY: the caller's promise; the opcode is the instruction's original one.
    let next = unsafe { single_instruction_handlers(cx)[usize::from(opcode)](pc, r, n, cx) };
    cx.is_running_original = false;
    !next.is_null()
}

/// Executes a trapped instruction, unless a debugger stops the goroutine before it.
///
/// # Safety
/// The requirements are those of instruction handlers.
#[cold]
unsafe fn execute_trapped_instruction(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) -> bool {
    let shared = cx.shared;
    // SAFETY: the machine outlives its slices.
    let shared = unsafe { &*shared };
    let (id, at) = (cx.g().id, shared.image.offset_of(pc));
    let Some(debugging) = &shared.debugging else {
        // SAFETY: the caller's promise.
        return unsafe { execute_original(pc, r, n, cx) };
    };
    let position = if cx.counts_instructions {
        cx.position_before_current_instruction()
    } else {
        Position::END
    };
    // SAFETY: the frame lies in the stack, and is that of the instruction.
    let arrival = unsafe {
        let base = r.offset_from(cx.g().stack.base()) as usize;
        debugging.arrive_at_trap(id, at, base, r, position)
    };
    if arrival == Arrival::Stops {
        cx.registers = VmRegisters { pc, frame_base: r, budget: n };
        if !cx.counts_instructions || !cx.wait_for_debugger(position) {
            cx.exit = InterpreterExit::Break;
            return false;
        }
    }
    // SAFETY: the caller's promise.
    let goes_on = unsafe { execute_original(pc, r, n, cx) };
    let again = matches!(
        cx.exit,
        InterpreterExit::Grow(_)
            | InterpreterExit::Exhausted(_)
            | InterpreterExit::Part
            | InterpreterExit::Race
            | InterpreterExit::Again
            | InterpreterExit::ParkNative(_)
            | InterpreterExit::Resolve(..)
            | InterpreterExit::Implements(..)
    );
    if again && !goes_on || arrival != Arrival::GoesOn {
        debugging.finish_trapped_instruction(id, at, again && !goes_on);
    }
    goes_on
}

/// Handles a side exit of compiled code with a status. Reports whether the interpreter continues.
///
/// # Safety
/// The registers in the context are those of a whole frame.
unsafe fn handle_side_exit(cx: &mut Cx, status: i64) -> bool {
    const BUDGET: i64 = CompiledExitStatus::Budget as i64;
    const GROW: i64 = CompiledExitStatus::Grow as i64;
    const INTERPRET: i64 = CompiledExitStatus::Interpret as i64;
    match status {
        BUDGET => {
            cx.exit = InterpreterExit::Budget;
            false
        }
        GROW => {
            // SAFETY: a function begins at the address.
            cx.exit = InterpreterExit::Grow(unsafe { frame_slots(cx.registers.pc) });
            false
        }
        INTERPRET => {
            report_found_race(cx);
            if count_side_exit(cx, |counts| &counts.interpreted_calls) {
                note_side_exit(cx);
            }
            let VmRegisters { pc, frame_base: r, budget: n } = cx.registers;
            // SAFETY: `pc` is at an instruction.
            if unsafe { opcode(pc) } == hot_opcode() {
                // The interpreter executes the original of this hot instruction: entering compiled code here again
                // would lead to the same exit at once, again and again.
                acquire_entry_fence();
                let image = &cx.shared().image;
                if image.entries.address(image.offset_of(pc)) == BREAKPOINT_ENTRY {
                    // SAFETY: the caller's promise.
                    return unsafe { execute_trapped_instruction(pc, r, n, cx) };
                }
                // SAFETY: the caller's promise.
                return unsafe { execute_original(pc, r, n, cx) };
            }
            true
        }
        _ => {
            if count_side_exit(cx, |counts| &counts.side_exits) {
                note_handler_exit(cx);
            }
            false
        }
    }
}

/// Records that interpreted code has called compiled code, which has returned to `back`: the caller should be compiled
/// too, or is compiled and has no entry at `back`.
#[inline(never)]
fn note_compiled_call(cx: &mut Cx, back: u64) {
    let (image, tier) = (&cx.shared().image, &cx.shared().tier);
    if !image.has_pc(back) {
        return;
    }
    let back = back as *const Op;
    let caller = image.func_at(back);
    let func = &image.program.funcs[caller.0 as usize];
    tier.count_side_exit(|| format!("noted: {} is interpreted and calls compiled code", func.name));
    let place = image.offset_of(back) as u32 - image.function_starts[caller.0 as usize];
    if tier.count_call(caller, func.code.len(), place) {
        start_compiler_thread(cx);
    }
}

/// Counts a side exit of compiled code. Reports whether to record the exit: recording one exit in [`EXITS_PER_RECORD`]
/// is enough to find the frequent exits.
fn count_side_exit(cx: &mut Cx, count: impl FnOnce(&TierCounts) -> &AtomicU64) -> bool {
    let tier = &cx.shared().tier;
    tier.increment(count(&tier.counts));
    let local = cx.task().local_data();
    local.compiled_exit_count = local.compiled_exit_count.wrapping_add(1);
    local.compiled_exit_count.is_multiple_of(EXITS_PER_RECORD)
}

/// Records a side exit of compiled code before the instruction at the registers.
#[inline(never)]
fn note_side_exit(cx: &mut Cx) {
    let image = &cx.shared().image;
    let (pc, r) = (cx.registers.pc, cx.registers.frame_base);
    if !image.has_pc(pc as u64) {
        return;
    }
    let (func, at) = (image.func_at(pc), image.offset_of(pc));
    // SAFETY: the address is an instruction of the code.
    let op = unsafe { image.entries.original_op(at, pc) };
    let name = |func: FuncId| image.program.funcs[func.0 as usize].name.clone();
    let place = at as u32 - image.function_starts[func.0 as usize];
    // SAFETY: the frame is whole.
    let callee = unsafe { callee_of(cx, op, pc, r) };
    let tier = &cx.shared().tier;
    tier.count_side_exit(|| {
        let of = callee.and_then(|code| image.func_of(code as u64)).map(name);
        let of = of.map(|callee| format!(" of {callee}")).unwrap_or_default();
        format!("noted: left {} at {}{of}", name(func), op.mnemonic())
    });
    let is_missing = |func: FuncId| {
        image.entries.address(image.function_starts[func.0 as usize] as usize) < LOWEST_CODE_ENTRY
    };
    // At a function's beginning the exit may be due to a deferred function.
    let callee = match callee.and_then(|code| image.func_of(code as u64)) {
        None if place == 0 => Some(func),
        callee => callee.map(|callee| image.newest_version(callee)),
    };
    let wants = match callee {
        Some(callee) if is_missing(callee) => tier.note_missing_callee(callee),
        _ => tier.count_exit(func, place + 1 + op.ext_count() as u32),
    };
    if wants {
        start_compiler_thread(cx);
    }
}

/// Records a side exit by a handler: the goroutine continues at the registers, or at the instruction before.
#[inline(never)]
fn note_handler_exit(cx: &mut Cx) {
    if !matches!(
        cx.exit,
        InterpreterExit::Park(_) | InterpreterExit::Yield | InterpreterExit::Block { .. }
    ) {
        return;
    }
    let image = &cx.shared().image;
    let pc = cx.registers.pc;
    if !image.has_pc(pc as u64) {
        return;
    }
    let (func, at) = (image.func_at(pc), image.offset_of(pc));
    cx.shared().tier.count_side_exit(|| {
        let name = &image.program.funcs[func.0 as usize].name;
        format!("noted: left {name} by a handler that waits")
    });
    let place = at as u32 - image.function_starts[func.0 as usize];
    if cx.shared().tier.count_exit(func, place) {
        start_compiler_thread(cx);
    }
}

/// The code that an instruction calls, if it is known.
///
/// # Safety
/// The instruction's frame is at `r`.
unsafe fn callee_of(cx: &Cx, op: Op, pc: *const Op, r: *mut u64) -> Option<*const Op> {
    match op.callee()? {
        // The linker has replaced the function's number by the distance to its code, in bytes.
        Callee::Func(distance) => {
            Some(pc.wrapping_add(1).wrapping_byte_offset(distance.0 as i32 as isize))
        }
        // SAFETY: a slot of the frame, which holds a func value.
        Callee::Closure(slot) => unsafe {
            let f = *r.add(usize::from(slot.0));
            (f >= NIL_PAGE_SIZE).then(|| *(f as *const *const Op))
        },
        Callee::Method(slot) => {
            // SAFETY: the operands follow the instruction; a slot of the frame, which holds an interface's type.
            let (word, ext) = unsafe { (*r.add(usize::from(slot.0)), read_op(pc.add(1))) };
            let Op::Ext { b, .. } = ext else { return None };
            let place = (word != 0).then(|| method_offset(cx, cx.type_of(word), b.get()))?;
            Some(cx.shared().image.code.first_instruction().wrapping_add(place as usize))
        }
    }
}

/// Records that a budget was used up at the registers in the context.
#[inline(never)]
pub(crate) fn take_sample(cx: &mut Cx) {
    let image = &cx.shared().image;
    let pc = cx.registers.pc;
    if !image.has_pc(pc as u64) {
        return;
    }
    let (func, at) = (image.func_at(pc), image.offset_of(pc));
    let in_loop = at != image.function_starts[func.0 as usize] as usize;
    let len = image.program.funcs[func.0 as usize].code.len();
    if cx.shared().tier.note_sample(func, len, in_loop) {
        start_compiler_thread(cx);
    }
}

#[cold]
fn start_compiler_thread(cx: &mut Cx) {
    let shared = cx.task().local_data().shared.clone();
    cx.shared().tier.start_compiler(move || compile::start_compiler_thread(shared));
}

/// Compiles a function at its first call, for tests.
#[cold]
fn compile_at_trap(cx: &mut Cx, at: usize) {
    let shared = cx.shared();
    let image = &shared.image;
    let pc = image.code.first_instruction().wrapping_add(at);
    let func = image.func_at(pc);
    // SAFETY: only opcodes of the code are changed.
    unsafe { image.entries.clear(at, pc) };
    let request = CompileRequest { func, loops_only: false, entries: Vec::new() };
    if let Ok(mut compiler) = Compiler::new(context_layout()) {
        compile_request(shared, &mut compiler, &request);
    }
}

/// Makes every function compile at its first call.
pub(crate) fn compile_at_first_call(image: &crate::image::Image, tier: &Tier, from: usize) {
    if tier.tiering != Tiering::Eager || tier.ensure_code_memory(&image.entries).is_none() {
        return;
    }
    for func in from..image.function_starts.len() {
        let at = image.function_starts[func] as usize;
        let entry = image.entries.address(at);
        if entry >= LOWEST_CODE_ENTRY || entry == BREAKPOINT_ENTRY {
            // The function has code from an earlier run, or a breakpoint.
            continue;
        }
        let pc = image.entry_pc(FuncId(func as u32));
        // SAFETY: only opcodes of the code are changed; the function has no entry yet.
        unsafe { image.entries.set(at, pc, COMPILE_ON_FIRST_CALL, FUNCTION_START_ENTRY) };
    }
}
