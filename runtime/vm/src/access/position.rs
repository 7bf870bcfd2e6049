//! Determines where a goroutine was when it accessed unmapped memory.
//!
//! This module reads the machine registers of compiled Rust code, and relies on the following facts. While the
//! interpreter runs, its state is in the registers that its calling convention names: `pc`, the frame's base, the
//! budget and the context are passed to each handler of an instruction in the first four argument registers. A handler
//! that has pushed nothing on the native stack has called no function that could have changed the registers, but the
//! handler may have advanced `pc` already. The `Switch` driver stores its position before each instruction.

use crate::arch::{self, Registers};
use crate::goroutine::access::{FaultedAccess, NIL_BOUND};
use crate::goroutine::context::Cx;
use crate::goroutine::registers::VmRegisters;
use crate::image::instr::read_op;
use crate::interp::dispatch::{handler_at, handler_of};
use crate::shared::dispatch_mode::{DispatchMode, HAS_TAIL_CALLS};
use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{Effects, Op};

/// The registers of the interpreter, if an instruction itself made the access and no other operation is in progress.
/// The `pc` of these registers points behind the instruction.
///
/// # Safety
/// `cx` belongs to the slice that this thread runs.
pub(crate) unsafe fn exact_position(
    cx: *const Cx,
    access: FaultedAccess,
    registers: &Registers<'_>,
) -> Option<VmRegisters> {
    // SAFETY: the caller's promise; nothing changes the context while the handler runs.
    let it = unsafe { &*cx };
    if !it.is_running || it.fault_landing_address.is_null() {
        return None;
    }
    if it.is_in_compiled {
        return position_in_compiled_code(it, registers);
    }
    if it.is_running_original {
        let image = &it.shared().image;
        let at = it.registers.pc.wrapping_sub(1);
        // SAFETY: the instruction before the registers' `pc` lies in the code.
        let op = unsafe { image.entries.original_op(image.offset_of(at), at) };
        return (only_moves_words(op) && is_frame(it, it.registers.pc, it.registers.frame_base))
            .then_some(it.registers);
    }
    if !HAS_TAIL_CALLS || it.dispatch_mode != DispatchMode::Tail {
        // SAFETY: this driver has stored `pc` before it executed the instruction, which lies before `pc`.
        let op = unsafe { read_op(it.registers.pc.sub(1)) };
        return (only_moves_words(op) && is_frame(it, it.registers.pc, it.registers.frame_base))
            .then_some(it.registers);
    }
    let pushed =
        (it.fault_landing_address as u64 - arch::CALL_PUSHED_BYTES).wrapping_sub(registers.sp());
    if let Some(at) = position_in_bulk_copy(it, registers, pushed, access) {
        return Some(at);
    }
    let [pc, r, its_cx] = registers.handler_state();
    if pushed > arch::MAX_PUSHED_BYTES || its_cx != cx as u64 {
        return None;
    }
    let (pc, r) = (pc as *const Op, r as *mut u64);
    if !is_frame(it, pc, r) {
        return None;
    }
    let handler = handler_at(it.is_marking, registers.ip())?;
    let (at, op) =
        instructions_before(it, pc).find(|&(_, op)| handler_of(it.is_marking, op) == handler)?;
    (pushed == 0 || only_moves_words(op)).then(|| VmRegisters {
        pc: at.wrapping_add(1),
        frame_base: r,
        budget: 0,
    })
}

/// The position in compiled code, if compiled code itself made the access. The machine code at the fault belongs to a
/// bytecode instruction. The base of this instruction's frame is `Cx::compiled_entry_frame` plus the windows of the
/// calls that compiled code has made since it was entered; the chain of native frames shows these calls. (The slots in
/// the frames are outdated, which does not matter, since the goroutine ends.)
fn position_in_compiled_code(it: &Cx, registers: &Registers<'_>) -> Option<VmRegisters> {
    let (image, memory) = (&it.shared().image, it.shared().tier.code_memory()?);
    let place = |ip: u64| {
        let function = memory.function_at(ip)?;
        Some((function.first_instruction + function.instruction_at(ip)?) as usize)
    };
    let at = place(registers.ip())?;
    let (mut r, mut frame) = (it.compiled_entry_frame, registers.frame_pointer());
    while (registers.sp()..it.fault_landing_address as u64).contains(&frame) {
        // SAFETY: `frame` lies on this thread's native stack, between the stack pointer and the landing; the two words
        // at `frame` are the caller's frame pointer and the return address.
        let [caller, back] = unsafe { *(frame as *const [u64; 2]) };
        let Some(call) = place(back.wrapping_sub(1)) else { break };
        image.op_at_index(call).operands(|operand| {
            if let Use::Window(window) = operand {
                r = r.wrapping_add(usize::from(window.0));
            }
        });
        frame = caller;
    }
    let pc = image.code.first_instruction().wrapping_add(at);
    is_frame(it, pc, r).then(|| VmRegisters { pc: pc.wrapping_add(1), frame_base: r, budget: 0 })
}

/// The most words of the native stack in a handler's frame.
const MAX_PUSHED_WORDS: usize = arch::MAX_PUSHED_BYTES as usize / 8;

/// The position of the interpreter if an instruction has called the C library's `memcpy` or `memset`, or the barrier's
/// `touch`, which push nothing and hold no lock: their return address is known, and the interpreter's state is in the
/// registers that they preserve or in their caller's frame. The caller's frame may also hold old values of these
/// registers: a candidate frame is the right one if an operand of the instruction in it points to the access.
fn position_in_bulk_copy(
    it: &Cx,
    registers: &Registers<'_>,
    pushed: u64,
    access: FaultedAccess,
) -> Option<VmRegisters> {
    let pushed = pushed.checked_sub(arch::CALL_PUSHED_BYTES)?;
    if !(arch::MIN_CALLER_PUSHED_BYTES..=arch::MAX_PUSHED_BYTES).contains(&pushed) {
        return None;
    }
    // SAFETY: the return address lies below the landing, on the native stack.
    let handler = handler_at(it.is_marking, unsafe { registers.return_address() }.wrapping_sub(1))?;
    let words = (registers.sp() + arch::CALL_PUSHED_BYTES) as *const u64;
    let mut values = [0; arch::CALLEE_SAVED_COUNT + MAX_PUSHED_WORDS];
    let count = arch::CALLEE_SAVED_COUNT + pushed as usize / 8;
    values[..arch::CALLEE_SAVED_COUNT].copy_from_slice(&registers.callee_saved());
    for (at, value) in values[arch::CALLEE_SAVED_COUNT..count].iter_mut().enumerate() {
        // SAFETY: these words lie between the call and the landing.
        *value = unsafe { *words.add(at) };
    }
    let values = &values[..count];
    for (pc, r) in values.iter().flat_map(|pc| values.iter().map(move |r| (*pc, *r))) {
        let (pc, r) = (pc as *const Op, r as *mut u64);
        if !pc.is_aligned() || !r.is_aligned() || !is_frame(it, pc, r) {
            continue;
        }
        let found =
            instructions_before(it, pc).find(|&(_, op)| handler_of(it.is_marking, op) == handler);
        let Some((at, op)) = found else { continue };
        if only_moves_words(op) && touches_address(it, op, r, access) {
            return Some(VmRegisters { pc: at.wrapping_add(1), frame_base: r, budget: 0 });
        }
    }
    None
}

/// The most likely position of the goroutine, for a report.
///
/// # Safety
/// As for [`exact_position`].
pub(crate) unsafe fn likely_position(
    cx: *const Cx,
    access: FaultedAccess,
    registers: &Registers<'_>,
) -> Option<VmRegisters> {
    // SAFETY: the caller's promise.
    let it = unsafe { &*cx };
    let stored = it.registers;
    if HAS_TAIL_CALLS && it.is_running && it.dispatch_mode == DispatchMode::Tail {
        // Called functions preserve these registers, so the registers still hold the interpreter's state after calls.
        let callee_saved = registers.callee_saved();
        let [pc, r, _] = registers.handler_state();
        let values = [pc, r].into_iter().chain(callee_saved);
        for (pc, r) in values.clone().flat_map(|pc| values.clone().map(move |r| (pc, r))) {
            let (pc, r) = (pc as *const Op, r as *mut u64);
            if pc.is_aligned() && r.is_aligned() && is_frame(it, pc, r) {
                let pc = faulting_instruction(it, pc, r, access).unwrap_or(pc).wrapping_add(1);
                return Some(VmRegisters { pc, frame_base: r, budget: 0 });
            }
        }
    }
    is_frame(it, stored.pc, stored.frame_base).then_some(stored)
}

/// Reports whether a goroutine can be at `pc` with its frame at `r`.
fn is_frame(cx: &Cx, pc: *const Op, r: *mut u64) -> bool {
    // SAFETY: the pointer is that of the slice's goroutine.
    let (base, limit) = unsafe { ((*cx.g).stack.base(), (*cx.g).stack.limit()) };
    if r < base.wrapping_add(2) || r >= limit || !cx.shared().image.has_pc(pc as u64) {
        return false;
    }
    // SAFETY: the address is a slot of the stack.
    let back = unsafe { *r.sub(1) };
    back == cx.shared().image.vm_return_address() as u64 || cx.shared().image.has_pc(back)
}

/// The instruction at `pc`, and those before it that may have advanced `pc` already, each with its original opcode: a
/// running instruction may have become hot since. (The handler of `hot` itself accesses no memory of the program.)
fn instructions_before(cx: &Cx, pc: *const Op) -> impl Iterator<Item = (*const Op, Op)> {
    let image = &cx.shared().image;
    let inside =
        |at: &*const Op| image.has_pc(*at as u64) && image.has_pc(at.wrapping_add(1) as u64);
    let places = (0..3).map(move |back| pc.wrapping_sub(back)).filter(inside);
    // SAFETY: these instructions lie in the code.
    places.map(|at| (at, unsafe { image.op_at(at) }))
}

/// The instruction that most likely made the access, judged by its operands.
fn faulting_instruction(
    cx: &Cx,
    pc: *const Op,
    r: *mut u64,
    access: FaultedAccess,
) -> Option<*const Op> {
    instructions_before(cx, pc)
        .find(|&(_, op)| touches_address(cx, op, r, access))
        .map(|(at, _)| at)
}

/// The largest distance between the pointer in a slot and an instruction's access: an index is added, and most slices
/// are smaller.
const MAX_ACCESS_DISTANCE: u64 = 1 << 32;

/// Reports whether an operand of the instruction points to the accessed memory.
fn touches_address(cx: &Cx, op: Op, r: *mut u64, access: FaultedAccess) -> bool {
    // SAFETY: as in `is_frame`.
    let limit = unsafe { (*cx.g).stack.limit() };
    let mut found = false;
    op.operands(|operand| {
        let (Use::Read(slot, _) | Use::Update(slot)) = operand else { return };
        let at = r.wrapping_add(slot.0 as usize);
        if at >= limit {
            return;
        }
        // SAFETY: a slot of the stack, above its base as `r` is.
        let value = unsafe { *at };
        found |= match access.address {
            // The address was non-canonical, which the kernel does not report.
            0 if access.signal_code == libc::SI_KERNEL => {
                (value as i64) >> 47 != 0 && (value as i64) >> 47 != -1
            }
            address => value >= NIL_BOUND && address.wrapping_sub(value) < MAX_ACCESS_DISTANCE,
        };
    });
    found
}

/// Reports whether an instruction only moves words: its incomplete effects can be abandoned, since it calls nothing
/// that would have to be completed.
fn only_moves_words(op: Op) -> bool {
    let (mut some, mut plain) = (false, !op.effects().has(Effects::ACCESSES_IN_RUNTIME));
    op.visit_memory_accesses((0, 0), |touch| {
        use minigo_bytecode::ops::{MemoryAccessKind, Place};
        some = true;
        plain &= matches!(
            touch.access,
            MemoryAccessKind::Reads | MemoryAccessKind::Writes | MemoryAccessKind::Updates
        );
        plain &= matches!(
            touch.place,
            Place::Pointer { .. }
                | Place::Element { .. }
                | Place::RowElement { .. }
                | Place::HeaderElement { .. }
                | Place::ArrayElement { .. }
        );
    });
    some && plain
}
