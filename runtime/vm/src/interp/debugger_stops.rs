//! A debugger's stops in runs that can be repeated, and the writes of watched places. Before each instruction, the loop
//! of `dispatch` compares the watched bytes with the bytes before the previous instruction, and checks whether the
//! instruction is about to write them. So the loop also finds writes by natives and by the machine, and writes of an
//! equal value.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::state::PendingResume;
use crate::interp::accesses::each_access;
use crate::shared::debugging::{Hit, StopCause};
use crate::shared::run_position::Position;
use crate::shared::write_watch::{
    WatchedPlace, WatchedSlots, WatchedWrite, WriteWatch, WriteWatches,
};
use minigo_bytecode::operand::Use;
use minigo_bytecode::ops::{MemoryAccessKind, WidthInputs};

/// Called where the run may have reached the position at which the debugger stops it. False if the interpreter is left.
#[cold]
#[inline(never)]
pub(crate) fn stop_at_target(cx: &mut Cx) -> bool {
    if !cx.write_watches.is_null() {
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
    if !cx.write_watches.is_null() {
        let (s, position) = (cx.registers, cx.position_before_store());
        // SAFETY: the registers are those of the running goroutine.
        // If the program ends meanwhile, the goroutine is left before the next instruction.
        unsafe { check_stop_before_instruction(cx, s, position) };
    }
}

/// Called before the instruction at the registers. False if the interpreter is left: an earlier instruction has written
/// to a watched place at which the program stops.
///
/// # Safety
/// The context's watches are set; the registers are those of a running goroutine.
#[cold]
#[inline(never)]
pub(crate) unsafe fn check_stop_before_instruction(
    cx: &mut Cx,
    s: VmRegisters,
    position: Position,
) -> bool {
    let at = cx.shared().image.offset_of(s.pc);
    let here = WatchedWrite { position, goroutine: cx.g().id, at };
    // SAFETY: the debugger changes the watches only while this thread waits for it.
    while let Some(watches) = unsafe { cx.write_watches.as_mut() } {
        for watch in &mut watches.watches {
            if watches.stops && watch.repeats(&here) {
                watch.last_write = None;
            }
            // SAFETY: the caller keeps this function's contract.
            unsafe { compare_watched_bytes(cx, s, watch, !watches.stops) };
        }
        if !watches.stops || !may_stop(cx) || !reports_writes(cx, watches, position) {
            // SAFETY: as above.
            unsafe { note_instruction(cx, s, watches, &here) };
            return true;
        }
        cx.registers = s;
        if !cx.counts_instructions || !cx.wait_for_debugger(position) {
            cx.exit = InterpreterExit::Break;
            return false;
        }
    }
    true
}

/// Notes the instruction that is about to be executed, and the places that it is about to write.
///
/// # Safety
/// As for [`check_stop_before_instruction`].
unsafe fn note_instruction(
    cx: &mut Cx,
    s: VmRegisters,
    watches: &mut WriteWatches,
    here: &WatchedWrite,
) {
    for watch in &mut watches.watches {
        // SAFETY: the caller keeps this function's contract.
        if watch.exists() && unsafe { is_about_to_write(cx, s, watch) } {
            watch.last_write = Some(here.clone());
        }
        watch.note_instruction(here);
    }
}

/// Reports whether the goroutine may stop before the present instruction: it is not pinned, and the instruction is not
/// executed again after a wait.
fn may_stop(cx: &mut Cx) -> bool {
    let is_retry = cx.is_retry;
    let g = cx.g();
    let is_repeated = is_retry || g.retried_instruction != 0;
    !is_repeated && g.pin_count == 0 && matches!(g.pending_resume, PendingResume::Nothing)
}

/// Reports the writes, and the places that do not exist any more, to the debugger. True if the goroutine must stop.
fn reports_writes(cx: &mut Cx, watches: &mut WriteWatches, position: Position) -> bool {
    let stopping = cx.g().id;
    let Some(debugging) = cx.shared().debugging.as_deref() else { return false };
    let mut hits = Vec::new();
    for watch in &mut watches.watches {
        if let Some(WatchedWrite { goroutine, at, .. }) = watch.last_write.take() {
            hits.push(Hit { goroutine, cause: StopCause::Write(watch.number), at, position });
        }
        if std::mem::take(&mut watch.is_over) {
            let (goroutine, cause) = (stopping, StopCause::WatchEnd(watch.number));
            hits.push(Hit { goroutine, cause, at: usize::MAX, position });
        }
    }
    watches.has_reported |= !hits.is_empty();
    watches.has_reported && debugging.report_writes(stopping, hits)
}

/// Called at the end of a watched slice: changes until then are those of the goroutine.
pub(crate) fn end_watched_slice(cx: &mut Cx) {
    // SAFETY: as in `check_stop_before_instruction`.
    let Some(watches) = (unsafe { cx.write_watches.as_mut() }) else { return };
    for watch in &mut watches.watches {
        if matches!(watch.place, WatchedPlace::Memory { .. }) {
            let s = cx.registers;
            // SAFETY: the place is in memory, so that the registers do not matter.
            unsafe { compare_watched_bytes(cx, s, watch, !watches.stops) };
        }
    }
}

/// Reports whether the instruction at the registers writes to the watched place, which exists.
///
/// # Safety
/// As for [`check_stop_before_instruction`].
unsafe fn is_about_to_write(cx: &mut Cx, s: VmRegisters, watch: &WriteWatch) -> bool {
    let mut writes = false;
    match &watch.place {
        &WatchedPlace::Memory { address, .. } => {
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
        WatchedPlace::Slots(slots) => {
            let base = slots.base;
            // SAFETY: the frame lies in the stack.
            let present = unsafe { s.frame_base.offset_from(cx.g().stack.base()) } as usize;
            if cx.g().id != slots.goroutine || present != base {
                return false;
            }
            let first = slots.first_byte / 8 - base;
            let end = (slots.first_byte + watch.len).div_ceil(8) - base;
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

/// Called where the run stops: the last instruction may have written to a watched place.
///
/// # Safety
/// As for [`check_stop_before_instruction`].
#[cold]
unsafe fn compare_watched_at_stop(cx: &mut Cx, s: VmRegisters) {
    // SAFETY: as in `check_stop_before_instruction`.
    unsafe {
        let watches = &mut *cx.write_watches;
        for watch in &mut watches.watches {
            compare_watched_bytes(cx, s, watch, !watches.stops);
        }
    }
}

/// Compares the watched bytes with the bytes before the previous instruction, if the place exists, as far as the
/// running goroutine tells. `creates`: the first bytes of the place are a change too.
///
/// # Safety
/// As for [`check_stop_before_instruction`].
unsafe fn compare_watched_bytes(
    cx: &mut Cx,
    s: VmRegisters,
    watch: &mut WriteWatch,
    creates: bool,
) {
    let first = match &watch.place {
        &WatchedPlace::Memory { address, on_heap } => {
            if on_heap && cx.shared().heap.object_at(address as usize).is_none() {
                return watch.end();
            }
            address as *const u8
        }
        WatchedPlace::Slots(slots) => {
            if cx.g().id != slots.goroutine {
                return;
            }
            // SAFETY: the frame lies in the stack.
            let present = unsafe { s.frame_base.offset_from(cx.g().stack.base()) } as usize;
            if present < slots.base || present == slots.base && is_out_of_scope(cx, s, slots) {
                return watch.end();
            }
            // SAFETY: the bytes belong to a frame of the stack.
            unsafe { cx.g().stack.base().cast_const().cast::<u8>().add(slots.first_byte) }
        }
    };
    // SAFETY: the bytes are those of a variable; if they lie on the heap, there is an object at the address.
    watch.compare(unsafe { std::slice::from_raw_parts(first, watch.len) }, creates);
}

/// Reports whether the instruction at the registers, in a frame with the base of the watched one, belongs to another
/// function, or lies outside of the variable's scope.
fn is_out_of_scope(cx: &Cx, s: VmRegisters, slots: &WatchedSlots) -> bool {
    let image = &cx.shared().image;
    if !image.has_pc(s.pc as u64) {
        return false;
    }
    let func = image.func_at(s.pc.wrapping_add(1)).0;
    let start = image.function_starts[func as usize] as usize;
    let index = (image.offset_of(s.pc) - start) as u32;
    func != slots.func || !(slots.scope.0..slots.scope.1).contains(&index)
}
