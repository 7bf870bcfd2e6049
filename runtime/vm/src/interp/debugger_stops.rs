//! A debugger's stops in runs that can be repeated, and the writes of a watched place. Before each instruction, the
//! loop of `driver` compares the watched bytes with the bytes before the previous instruction, and checks whether the
//! instruction is about to write them. So the loop also finds writes by natives and by the machine, and writes of an
//! equal value.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::Exit;
use crate::goroutine::registers::S;
use crate::interp::accesses::each_access;
use crate::shared::run_position::Position;
use crate::shared::write_watch::{WatchedPlace, Write, WriteWatch};
use minigo_bytecode::ops::Access;

/// Called where the run may have reached the position at which the debugger stops it. False if the interpreter is left.
#[cold]
#[inline(never)]
pub(crate) fn stop_at_target(cx: &mut Cx) -> bool {
    if !cx.write_watch.is_null() {
        let s = cx.s;
        // SAFETY: the registers are those of the running goroutine.
        unsafe { compare_at_stop(cx, s) };
    }
    let goes_on = cx.stop_at_target();
    cx.fuel = cx.fuel.saturating_sub(1);
    if !goes_on {
        cx.exit = Exit::Break;
    }
    goes_on
}

/// Called between the load and the store of an interrupted read-modify-write at the registers.
#[cold]
pub(crate) fn stop_before_store(cx: &mut Cx) {
    cx.wait_before_store();
    if !cx.write_watch.is_null() {
        let (s, position) = (cx.s, cx.position_before_store());
        // SAFETY: the registers are those of the running goroutine.
        unsafe { before_instruction(cx, s, position) };
    }
}

/// Called before the instruction at the registers.
///
/// # Safety
/// The context's watch is set; the registers are those of a running goroutine.
#[cold]
#[inline(never)]
pub(crate) unsafe fn before_instruction(cx: &mut Cx, s: S, position: Position) {
    // SAFETY: the debugger changes the watch only while this thread waits for it.
    let watch = unsafe { &mut *cx.write_watch };
    let at = cx.shared().image.offset_of(s.pc);
    let here = Write { position, goroutine: cx.g().id, at };
    // SAFETY: the caller's promise.
    unsafe { compare_watched(cx, s, watch) };
    if let WatchedPlace::Memory { address, .. } = watch.place {
        let end = address + watch.len as u64;
        // SAFETY: as above; the registers behind the instruction are those of the same frame.
        let writes = unsafe {
            let op = cx.shared().image.op_at(s.pc);
            let mut writes = false;
            each_access(S { pc: s.pc.add(1), ..s }, op, cx, |accessed| {
                let is_write = matches!(
                    accessed.access,
                    Access::Writes | Access::Updates | Access::Stores | Access::Swaps
                );
                let overlaps =
                    accessed.address < end && address < accessed.address + accessed.bytes;
                writes |= is_write && overlaps;
            });
            writes
        };
        if writes {
            watch.last_write = Some(here.clone());
        }
    }
    watch.previous_instruction = Some(here);
}

/// Called where the run stops: the last instruction may have written to the watched place.
///
/// # Safety
/// As for [`before_instruction`].
#[cold]
unsafe fn compare_at_stop(cx: &mut Cx, s: S) {
    // SAFETY: as in `before_instruction`.
    unsafe {
        let watch = &mut *cx.write_watch;
        compare_watched(cx, s, watch);
    }
}

/// Compares the watched bytes with the bytes before the previous instruction.
///
/// # Safety
/// As for [`before_instruction`].
unsafe fn compare_watched(cx: &mut Cx, s: S, watch: &mut WriteWatch) {
    let first = match watch.place {
        WatchedPlace::Memory { address, on_heap } => {
            if on_heap && cx.shared().heap.object_at(address as usize).is_none() {
                return watch.forget_writes();
            }
            address as *const u8
        }
        WatchedPlace::Slots { goroutine, base, slot, func } => {
            if cx.g().id != goroutine {
                return;
            }
            // SAFETY: the frame lies in the stack.
            let present = unsafe { s.frame_base.offset_from(cx.g().stack.base()) } as usize;
            let image = &cx.shared().image;
            let is_other = present == base
                && image.has_pc(s.pc as u64)
                && image.func_at(s.pc.wrapping_add(1)).0 != func;
            if present < base || is_other {
                return watch.forget_writes();
            }
            // SAFETY: the slot belongs to a frame of the stack.
            unsafe { cx.g().stack.base().add(slot).cast_const().cast() }
        }
    };
    // SAFETY: the bytes are those of a variable; if they lie on the heap, there is an object at the address.
    watch.compare(unsafe { std::slice::from_raw_parts(first, watch.len) });
}
