//! Compiled code and the race detector: the functions that compiled code calls for accesses that it does not record
//! itself.
//!
//! While compiled code runs, slots of frames are in machine registers, so a report could not name their values. So a
//! race found there is kept ([`Cx::found_race`]), and compiled code exits: then all frames are whole, the race is
//! reported, and the instruction is executed again; the detector already knows its accesses.

use crate::goroutine::context::{Cx, SingleInstructionHandler};
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::registers::VmRegisters;
use crate::interp::dispatch::single_step;
use crate::race::hook;
use crate::race::sites::AccessSite;
use crate::report;
use minigo_bytecode::ops::Op;
use minigo_jit::abi::unpack_access;
use minigo_race::WORD_BYTES;
use minigo_race::cell::{AccessKind, Position};

/// By opcode, handlers that execute one instruction and report it to the race detector.
pub(crate) static RACE_HANDLERS: [SingleInstructionHandler; Op::COUNT] = [watched; Op::COUNT];

/// The handlers that execute one instruction.
pub(crate) fn single_instruction_handlers(
    cx: &Cx,
) -> &'static [SingleInstructionHandler; Op::COUNT] {
    if cx.race_state.is_null() { &single_step::HANDLERS } else { &RACE_HANDLERS }
}

/// Executes the original instruction at `pc`, which may be hot now, between the hooks of the race detector.
unsafe extern "C" fn watched(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) -> *const Op {
    let s = VmRegisters { pc: pc.wrapping_add(1), frame_base: r, budget: n };
    cx.registers = s;
    // SAFETY: the caller's promise: `pc` points to an instruction, the registers are a goroutine's.
    let (op, order) = unsafe {
        let image = &cx.shared().image;
        let op = image.entries.original_op(image.offset_of(pc), pc);
        (op, hook::before_any_instruction(s, op, cx))
    };
    if cx.found_race.is_some() {
        cx.registers = VmRegisters { pc, frame_base: r, budget: n };
        cx.exit = InterpreterExit::Race;
        return std::ptr::null();
    }
    // SAFETY: the opcode is the instruction's original one.
    let next = unsafe { single_step::HANDLERS[usize::from(op.to_bits() as u16)](pc, r, n, cx) };
    if order != 0 {
        if next.is_null() {
            hook::acquire_after_exit(cx, order);
        } else {
            let jumped = next != s.pc.wrapping_add(op.ext_count());
            hook::behind(cx, s.pc, r, order, jumped);
        }
    }
    next
}

/// See [`Helper::Access`](minigo_jit::abi::Helper::Access).
pub(crate) unsafe extern "C" fn access(cx: &mut Cx, addr: u64, access: u64, r: *const u64) -> u64 {
    let (bytes, kind, position) = unpack_access(access);
    let kind =
        [AccessKind::AtomicRead, AccessKind::Read, AccessKind::AtomicWrite, AccessKind::Write]
            .into_iter()
            .find(|k| *k as u8 == kind)
            .expect("compiled code gives the number of a kind");
    let me = cx.race_state;
    let Some(races) = cx.shared().race.as_deref() else { return 0 };
    // SAFETY: the running goroutine's state: its accesses are watched, or compiled code would not run.
    let me = unsafe { &mut *me };
    let (position, is_part) = (Position::new(position), (bytes as usize) < WORD_BYTES);
    let (bytes, cx_now): (u64, *const Cx) = (bytes.into(), cx);
    // Machine code may merge later accesses to other bytes of the word into the cell of this one: see `watch.rs` of
    // crate jit.
    // SAFETY: `r` is the frame of the running goroutine, whose machine code waits for this call.
    let found = unsafe {
        match is_part {
            true => {
                let here = AccessSite::<true>::new(cx_now, r, position);
                hook::record_access(races, me, addr, bytes, kind, here)
            }
            false => {
                let here = AccessSite::<false>::new(cx_now, r, position);
                hook::record_access(races, me, addr, bytes, kind, here)
            }
        }
    };
    let is_race = found.is_some();
    cx.found_race = cx.found_race.take().or(found);
    is_race.into()
}

/// Reports the race because of which compiled code has exited, if it has: the registers in the context are those before
/// the instruction, and all frames are whole.
pub(crate) fn report_found_race(cx: &mut Cx) {
    let Some(race) = cx.found_race.take() else { return };
    let here = cx.registers;
    cx.registers.pc = here.pc.wrapping_add(1);
    report::race::report_race(cx, &race);
    cx.registers = here;
}
