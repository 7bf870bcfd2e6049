//! A debugger's stops in runs that can be repeated, and the writes of a watched place. Before each instruction, the
//! loop of `driver` compares the watched bytes with the bytes before the previous instruction, and checks whether the
//! instruction is about to write them. So the loop also finds writes by natives and by the machine, and writes of an
//! equal value.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::registers::VmRegisters;
use crate::interp::accesses::each_access;
use crate::shared::run_position::Position;
use crate::shared::write_watch::{WatchedPlace, WatchedWrite, WriteWatch};
use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{MemoryAccessKind, WidthInputs};

/// Called where the run may have reached the position at which the debugger stops it. False if the interpreter is left.
#[cold]
#[inline(never)]
pub(crate) fn stop_at_target(cx: &mut Cx) -> bool {
    if !cx.write_watch.is_null() {
        let s = cx.registers;
        // SAFETY: the registers are those of the running goroutine.
        unsafe { compare_watched_at_stop(cx, s) };
    }
    let goes_on = cx.stop_at_target();
    cx.fuel = cx.fuel.saturating_sub(1);
    if !goes_on {
        cx.exit = InterpreterExit::Break;
    }
    goes_on
}

/// Called between the load and the store of an interrupted read-modify-write at the registers.
#[cold]
pub(crate) fn stop_before_store(cx: &mut Cx) {
    cx.wait_before_store();
    if !cx.write_watch.is_null() {
        let (s, position) = (cx.registers, cx.position_before_store());
        // SAFETY: the registers are those of the running goroutine.
        unsafe { check_stop_before_instruction(cx, s, position) };
    }
}

/// Called before the instruction at the registers.
///
/// # Safety
/// The context's watch is set; the registers are those of a running goroutine.
#[cold]
#[inline(never)]
pub(crate) unsafe fn check_stop_before_instruction(
    cx: &mut Cx,
    s: VmRegisters,
    position: Position,
) {
    // SAFETY: the debugger changes the watch only while this thread waits for it.
    let watch = unsafe { &mut *cx.write_watch };
    let at = cx.shared().image.offset_of(s.pc);
    let here = WatchedWrite { position, goroutine: cx.g().id, at };
    // SAFETY: the caller keeps this function's contract.
    let exists = unsafe { compare_watched_bytes(cx, s, watch) };
    // SAFETY: as above.
    if exists && unsafe { is_about_to_write(cx, s, watch) } {
        watch.last_write = Some(here.clone());
    }
    watch.previous_instruction = Some(here);
}

/// Reports whether the instruction at the registers writes to the watched place, which exists.
///
/// # Safety
/// As for [`check_stop_before_instruction`].
unsafe fn is_about_to_write(cx: &mut Cx, s: VmRegisters, watch: &WriteWatch) -> bool {
    let mut writes = false;
    match watch.place {
        WatchedPlace::Memory { address, .. } => {
            let end = address + watch.len as u64;
            // SAFETY: the caller's promise; the registers behind the instruction are those of the same frame.
            unsafe {
                let op = cx.shared().image.op_at(s.pc);
                each_access(VmRegisters { pc: s.pc.add(1), ..s }, op, cx, |accessed| {
                    let is_write = matches!(
                        accessed.access,
                        MemoryAccessKind::Writes
                            | MemoryAccessKind::Updates
                            | MemoryAccessKind::Stores
                            | MemoryAccessKind::Swaps
                    );
                    let overlaps =
                        accessed.address < end && address < accessed.address + accessed.bytes;
                    writes |= is_write && overlaps;
                });
            }
        }
        WatchedPlace::Slots { goroutine, base, slot, .. } => {
            // SAFETY: the frame lies in the stack.
            let present = unsafe { s.frame_base.offset_from(cx.g().stack.base()) } as usize;
            if cx.g().id != goroutine || present != base {
                return false;
            }
            let (first, end) = (slot - base, slot - base + watch.len.div_ceil(8));
            let visit = |operand: Use| {
                let (from, count) = match operand {
                    Use::Write(from, count) => (from, count as usize),
                    Use::Update(from) => (from, 1),
                    _ => return,
                };
                let from = usize::from(from.0);
                writes |= from < end && first < from + count;
            };
            // SAFETY: the instruction is one of the code, and an `Ext` follows each instruction that takes one.
            unsafe {
                let op = cx.shared().image.op_at(s.pc);
                let mut behind = VmRegisters { pc: s.pc.add(1), ..s };
                let (a, b) = if op.ext_count() > 0 { behind.read_ext_operands() } else { (0, 0) };
                let types = cx.shared().image.types.current_types();
                op.exact_operands(&WidthInputs { ext_a: a.into(), ext_b: b, types }, visit);
            }
        }
    }
    writes
}

/// Called where the run stops: the last instruction may have written to the watched place.
///
/// # Safety
/// As for [`check_stop_before_instruction`].
#[cold]
unsafe fn compare_watched_at_stop(cx: &mut Cx, s: VmRegisters) {
    // SAFETY: as in `check_stop_before_instruction`.
    unsafe {
        let watch = &mut *cx.write_watch;
        compare_watched_bytes(cx, s, watch);
    }
}

/// Compares the watched bytes with the bytes before the previous instruction. Reports whether the watched place exists,
/// as far as the running goroutine tells.
///
/// # Safety
/// As for [`check_stop_before_instruction`].
unsafe fn compare_watched_bytes(cx: &mut Cx, s: VmRegisters, watch: &mut WriteWatch) -> bool {
    let first = match watch.place {
        WatchedPlace::Memory { address, on_heap } => {
            if on_heap && cx.shared().heap.object_at(address as usize).is_none() {
                watch.forget_writes();
                return false;
            }
            address as *const u8
        }
        WatchedPlace::Slots { goroutine, base, slot, func } => {
            if cx.g().id != goroutine {
                return false;
            }
            // SAFETY: the frame lies in the stack.
            let present = unsafe { s.frame_base.offset_from(cx.g().stack.base()) } as usize;
            let image = &cx.shared().image;
            let is_other = present == base
                && image.has_pc(s.pc as u64)
                && image.func_at(s.pc.wrapping_add(1)).0 != func;
            if present < base || is_other {
                watch.forget_writes();
                return false;
            }
            // SAFETY: the slot belongs to a frame of the stack.
            unsafe { cx.g().stack.base().add(slot).cast_const().cast() }
        }
    };
    // SAFETY: the bytes are those of a variable; if they lie on the heap, there is an object at the address.
    watch.compare(unsafe { std::slice::from_raw_parts(first, watch.len) });
    true
}
