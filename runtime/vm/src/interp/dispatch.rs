//! The drivers: `tail`, in which every handler ends in a jump to the next one, and `switch`, a loop around a `match`.
//! `tail` also exists with a hook before and after each instruction, for the race detector; `switch` exists with that
//! hook, with a stop before each instruction (for seeded runs), and with stops before points of exploration. All
//! drivers are generated from the instruction table.

use crate::arch;
use crate::explore::point_stop;
use crate::explore::scheduling_points::ACCESS_FLAG;
use crate::goroutine::context::{Cx, SingleInstructionHandler};
use crate::goroutine::registers::VmRegisters;
use crate::image::instr::{opcode, opcode_index, read_op, with_opcode};
use crate::interp::access_check::AccessCheck;
use crate::interp::debugger_stops;
use crate::interp::step;
use crate::race::hook;
use crate::shared::dispatch_mode::{DispatchMode, HAS_TAIL_CALLS, Hooks};
use minigo_bytecode::ops::{Op, row_accesses};
use std::ffi::c_void;

/// The signature of handlers. At the jump everything is in registers, so the stack does not grow.
/// Handlers unwind when memory is used up.
type Handler = arch::Handler<Cx>;

/// The meanings of all instructions by name, for the drivers.
mod semantics {
    pub(super) use crate::interp::alloc::*;
    pub(super) use crate::interp::arith::*;
    pub(super) use crate::interp::atomic::*;
    pub(super) use crate::interp::call::*;
    pub(super) use crate::interp::chan::*;
    pub(super) use crate::interp::compare::*;
    pub(super) use crate::interp::compiled_code::*;
    pub(super) use crate::interp::control::*;
    pub(super) use crate::interp::element::*;
    pub(super) use crate::interp::iface::*;
    pub(super) use crate::interp::map::*;
    pub(super) use crate::interp::memory::*;
    pub(super) use crate::interp::number::*;
    pub(super) use crate::interp::print::*;
    pub(super) use crate::interp::slice_expr::*;
    pub(super) use crate::interp::strings::*;
}

/// Handlers that end in a jump to the next one. There are two sets of handlers, one for stores during a marking and one
/// for other times, so that stores need no check whether they must mark overwritten pointers.
macro_rules! tail_driver {
    ($module:ident, $marking:literal, $($name:ident)*) => {
        mod $module {
            use super::{Cx, Handler, Op, Opcode, VmRegisters, semantics, opcode_index, with_opcode};

            pub(super) static HANDLERS: [Handler; Op::COUNT] = [$($name),*];

            $(
                #[allow(non_snake_case, reason = "the functions have the table's names")]
                unsafe extern "C-unwind" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) {
                    // SAFETY: `pc` points to an instruction of this name, or did when it was dispatched
                    // (`image::instr`); the instruction's meaning returns the address of the next instruction.
                    // `marking` does not change while the interpreter runs, and `first_tail_handler` chooses the set of
                    // handlers by `marking`.
                    unsafe {
                        std::hint::assert_unchecked(cx.is_marking == $marking);
                        let op = with_opcode(pc, Opcode::$name as u16);
                        if let Some(s) = semantics::$name(VmRegisters { pc: pc.add(1), frame_base: r, budget: n }, op, cx) {
                            let next = HANDLERS.get_unchecked(opcode_index(s.pc));
                            next(s.pc, s.frame_base, s.budget, cx);
                        }
                    }
                }
            )*
        }
    };
}

/// Executes the instruction at `pc` between the hooks of the race detector. Evaluates to the registers of the next
/// instruction, or `None` when the interpreter is left.
macro_rules! watched {
    ($name:ident, $pc:ident, $r:ident, $n:ident, $cx:ident) => {{
        const OP_WITHOUT_OPERANDS: Op = {
            let [low, high] = (Opcode::$name as u16).to_ne_bytes();
            // SAFETY: an instruction's first two bytes are its opcode, and any other six bytes are operands.
            unsafe { std::mem::transmute::<[u8; 8], Op>([low, high, 0, 0, 0, 0, 0, 0]) }
        };
        let op = with_opcode($pc, Opcode::$name as u16);
        let s = VmRegisters { pc: $pc.add(1), frame_base: $r, budget: $n };
        if const { OP_WITHOUT_OPERANDS.effects().touches_memory() } {
            // The handler of bad accesses reads this position: see `access::position`.
            ($cx.registers.pc, $cx.registers.frame_base) = (s.pc, s.frame_base);
        }
        let ext_count = const { OP_WITHOUT_OPERANDS.ext_count() };
        let order =
            hook::before_instruction(s, |ext, visit| row_accesses::$name(op, ext, visit), ext_count > 0, $cx);
        let next = semantics::$name(s, op, $cx);
        if order != 0 {
            match next {
                Some(after) => {
                    hook::behind($cx, s.pc, s.frame_base, order, after.pc != s.pc.add(ext_count));
                }
                None => hook::acquire_after_exit($cx, order),
            }
        }
        next
    }};
}

/// Handlers like those of [`tail_driver`], with the hook for the race detector.
macro_rules! race_driver {
    ($($name:ident)*) => {
        mod tail_race {
            use super::{Cx, Handler, Op, Opcode, VmRegisters, hook, semantics, opcode_index, row_accesses, with_opcode};

            pub(super) static HANDLERS: [Handler; Op::COUNT] = [$($name),*];

            $(
                #[allow(non_snake_case, reason = "the functions have the table's names")]
                unsafe extern "C-unwind" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) {
                    // SAFETY: as in `tail_driver`.
                    unsafe {
                        if let Some(s) = watched!($name, pc, r, n, cx) {
                            let next = HANDLERS.get_unchecked(opcode_index(s.pc));
                            next(s.pc, s.frame_base, s.budget, cx);
                        }
                    }
                }
            )*
        }
    };
}

macro_rules! drivers {
    ($($name:ident { $($f:ident),* })*) => {
        #[repr(u16)]
        enum Opcode { $($name),* }

        tail_driver!(tail, false, $($name)*);
        tail_driver!(tail_marking, true, $($name)*);
        race_driver!($($name)*);

        /// Handlers that execute one instruction, for compiled code.
        pub(crate) mod single_step {
            use super::{Cx, Op, Opcode, VmRegisters, SingleInstructionHandler, semantics, with_opcode};
            use crate::goroutine::exit::InterpreterExit;
            use crate::goroutine::out_of_memory::{UnwindReason, catch_unwinding};

            pub(crate) static HANDLERS: [SingleInstructionHandler; Op::COUNT] = [$($name),*];

            $(
                #[allow(non_snake_case, reason = "the functions have the table's names")]
                unsafe extern "C" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) -> *const Op {
                    // SAFETY: `pc` points to an instruction of this name, or to a hot one with this original opcode.
                    let (s, op) = unsafe {
                        (VmRegisters { pc: pc.add(1), frame_base: r, budget: n }, with_opcode(pc, Opcode::$name as u16))
                    };
                    cx.registers = s;
                    // Nothing unwinds through compiled code.
                    // SAFETY: as for the drivers.
                    match catch_unwinding(|| unsafe { semantics::$name(s, op, cx) }) {
                        Ok(Some(after)) => {
                            cx.registers = after;
                            after.pc
                        }
                        Ok(None) => std::ptr::null(),
                        Err(why) => {
                            cx.exit = match why {
                                UnwindReason::Exhausted(wanted) => InterpreterExit::Exhausted(wanted),
                                UnwindReason::Part => InterpreterExit::Part,
                                UnwindReason::Exceeded(resource) => InterpreterExit::Exceeded(resource),
                            };
                            std::ptr::null()
                        }
                    }
                }
            )*
        }

        /// Executes instructions until the interpreter is left: a loop around a `match`. Before each instruction the
        /// loop calls the hooks of the context's driver, which are chosen at run time: compiled for each driver, the
        /// loop would exist four times.
        #[allow(clippy::too_many_lines, reason = "the dispatch loop")]
        unsafe extern "C-unwind" fn run_switch(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) {
            let mut s = VmRegisters { pc, frame_base: r, budget: n };
            let Hooks { counts_fuel, watches_races, stops_at_scheduling_points } = cx.dispatch_mode.hooks();
            let counts_fuel = counts_fuel || cx.counts_instructions;
            loop {
                if counts_fuel {
                    if cx.fuel > 0 {
                        cx.fuel -= 1;
                    } else if cx.fuel_after_target > 0 {
                        cx.registers = s;
                        if !debugger_stops::stop_at_target(cx) {
                            return;
                        }
                    } else if cx.g().pin_count == 0 {
                        cx.registers = s;
                        return step::pause_slice(cx);
                    }
                }
                if !cx.write_watches.is_null() {
                    let position = cx.position_before_current_instruction();
                    // SAFETY: the registers are those of the running goroutine.
                    if !unsafe { debugger_stops::check_stop_before_instruction(cx, s, position) } {
                        return;
                    }
                }
                let mut watch = watches_races;
                if stops_at_scheduling_points {
                    // SAFETY: there is a class for each instruction.
                    let class = unsafe { *cx.scheduling_point_classes.offset(s.pc.offset_from(cx.code)) };
                    watch = class != 0;
                    if (class & !ACCESS_FLAG != 0 || cx.has_printed) && point_stop::arrive_at_point(cx, s) {
                        return;
                    }
                }
                // SAFETY: `pc` points to an instruction; its meaning returns the address of the next one.
                let next = unsafe {
                    let op = read_op(s.pc);
                    let s = VmRegisters { pc: s.pc.add(1), ..s };
                    // The handler of bad accesses reads this position: see `access::position`.
                    (cx.registers.pc, cx.registers.frame_base) = (s.pc, s.frame_base);
                    let check = if cfg!(debug_assertions) { AccessCheck::before_op(s, op, cx) } else { None };
                    let order = if watch { hook::before_any_instruction(s, op, cx) } else { 0 };
                    let next = match op { $(Op::$name { .. } => semantics::$name(s, op, cx),)* };
                    if order != 0 {
                        match next {
                            Some(after) => {
                                let jumped = after.pc != s.pc.add(op.ext_count());
                                hook::behind(cx, s.pc, s.frame_base, order, jumped);
                            }
                            None => hook::acquire_after_exit(cx, order),
                        }
                    }
                    if let Some(check) = check {
                        check.after_op(cx, next.is_some());
                    }
                    next
                };
                match next {
                    Some(after) => s = after,
                    None => return,
                }
            }
        }
    };
}

minigo_bytecode::for_each_op!(drivers);

/// The handlers of `DispatchMode::Tail`; an empty table where they are not used, so that they are not compiled.
fn tail_handlers(marking: bool) -> &'static [Handler] {
    match marking {
        _ if !HAS_TAIL_CALLS => &[],
        true => &tail_marking::HANDLERS,
        false => &tail::HANDLERS,
    }
}

/// The handler of the instruction at `pc`.
#[inline(always)]
unsafe fn first_tail_handler(cx: &Cx, watched: bool) -> Handler {
    let table = if watched { &tail_race::HANDLERS } else { tail_handlers(cx.is_marking) };
    // SAFETY: `pc` points to an instruction.
    unsafe { table[usize::from(opcode(cx.registers.pc))] }
}

unsafe extern "C" {
    /// The begin of the function that contains the machine instruction at `ip`; null if it is unknown. Every function
    /// that may unwind has its extent in the executable, including handlers.
    fn _Unwind_FindEnclosingFunction(ip: *mut c_void) -> *mut c_void;
}

/// The handler that contains the machine instruction at `ip`, by its address, if any does. Several instructions may
/// share a handler. Signal handlers may call this.
pub(crate) fn handler_at(marking: bool, ip: u64) -> Option<usize> {
    let table = tail_handlers(marking);
    // SAFETY: the function looks up the address, whatever it is.
    let begin = unsafe { _Unwind_FindEnclosingFunction(ip as *mut c_void) } as usize;
    table.iter().any(|handler| *handler as usize == begin).then_some(begin)
}

/// The address of an instruction's handler.
pub(crate) fn handler_of(marking: bool, op: Op) -> usize {
    // SAFETY: the pointer is that of an instruction.
    unsafe { tail_handlers(marking)[usize::from(opcode(&raw const op))] as usize }
}

/// Calls `first` in such a way that the handler of bad accesses can return in place of `first`.
///
/// # Safety
/// The registers are those of a goroutine of the context's machine, and `first` is the handler of the instruction at
/// `pc`.
#[inline(always)]
unsafe fn call_with_fault_landing(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx, first: Handler) {
    // SAFETY: the caller's promises.
    unsafe {
        if cfg!(miri) {
            // Miri has no signals, so no landing is needed.
            first(pc, r, n, cx);
        } else {
            arch::call_with_landing::<Cx, { std::mem::offset_of!(Cx, fault_landing_address) }>(
                pc, r, n, cx, first,
            );
        }
    }
}

impl DispatchMode {
    /// Executes instructions from the registers in the context until the interpreter is left.
    ///
    /// # Safety
    /// The context is complete, and its registers are those of a goroutine of its machine.
    #[inline(always)]
    pub(crate) unsafe fn run(self, cx: &mut Cx) {
        // SAFETY: the caller's promise.
        unsafe {
            let is_watched = !cx.write_watches.is_null();
            cx.dispatch_mode = if is_watched && self == Self::Tail { Self::Switch } else { self };
            let first = if HAS_TAIL_CALLS && !is_watched && matches!(self, Self::Tail | Self::Race)
            {
                first_tail_handler(cx, self == Self::Race)
            } else {
                run_switch
            };
            let VmRegisters { pc, frame_base: r, budget: n } = cx.registers;
            call_with_fault_landing(pc, r, n, cx, first);
        }
    }
}
