//! The drivers: `tail`, in which every handler ends in a jump to the next one, and `switch`, a loop around a `match`;
//! the latter comes also with a hook before each instruction, for seeded runs. Both are generated from the instruction
//! table.

use crate::goroutine::context::{Cx, SingleHandler};
use crate::goroutine::registers::S;
use crate::interp::step;
use crate::shared::driver::Driver;
use minigo_bytecode::ops::Op;

/// What handlers look like. At the jump everything is in registers, so the stack does not grow.
/// They unwind when memory is used up.
type Handler = unsafe extern "sysv64-unwind" fn(*const Op, *mut u64, i64, &mut Cx);

#[inline(always)]
unsafe fn opcode(pc: *const Op) -> usize {
    // SAFETY: the tag is the first field of an instruction.
    unsafe { *pc.cast::<u16>() as usize }
}

/// All meanings by name, for the drivers.
mod meaning {
    pub(super) use crate::interp::alloc::*;
    pub(super) use crate::interp::arith::*;
    pub(super) use crate::interp::atomic::*;
    pub(super) use crate::interp::call::*;
    pub(super) use crate::interp::chan::*;
    pub(super) use crate::interp::collect::*;
    pub(super) use crate::interp::compare::*;
    pub(super) use crate::interp::compiled::*;
    pub(super) use crate::interp::control::*;
    pub(super) use crate::interp::element::*;
    pub(super) use crate::interp::iface::*;
    pub(super) use crate::interp::map::*;
    pub(super) use crate::interp::memory::*;
    pub(super) use crate::interp::number::*;
    pub(super) use crate::interp::print::*;
    pub(super) use crate::interp::strings::*;
}

/// Handlers that end in a jump to the next one; there are two sets of them, so that stores need not ask whether they
/// must tell a marking what they overwrite.
macro_rules! tail_driver {
    ($module:ident, $marking:literal, $($name:ident)*) => {
        mod $module {
            use super::{Cx, Handler, Op, S, meaning, opcode};

            pub(super) static TABLE: [Handler; Op::COUNT] = [$($name),*];

            $(
                #[allow(non_snake_case, reason = "named as in the table")]
                unsafe extern "sysv64-unwind" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) {
                    // SAFETY: `pc` is at an instruction of this name; the next one is where its meaning says. Whether a
                    // marking goes on does not change while the interpreter runs, and `first_of_tail` chooses by it.
                    unsafe {
                        std::hint::assert_unchecked(cx.marking == $marking);
                        let op = *pc;
                        if let Some(s) = meaning::$name(S { pc: pc.add(1), r, n }, op, cx) {
                            let next = TABLE.get_unchecked(opcode(s.pc));
                            next(s.pc, s.r, s.n, cx);
                        }
                    }
                }
            )*
        }
    };
}

macro_rules! drivers {
    ($($name:ident { $($f:ident),* })*) => {
        tail_driver!(tail, false, $($name)*);
        tail_driver!(tail_marking, true, $($name)*);

        /// Handlers that execute one instruction, for compiled code.
        pub(crate) mod single {
            use super::{Cx, Op, S, SingleHandler, meaning};
            use crate::goroutine::exit::Exit;
            use crate::goroutine::out_of_memory::catch;

            #[repr(u16)]
            enum Opcode { $($name),* }

            pub(crate) static TABLE: [SingleHandler; Op::COUNT] = [$($name),*];

            $(
                #[allow(non_snake_case, reason = "named as in the table")]
                unsafe extern "sysv64" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx) -> *const Op {
                    // SAFETY: `pc` is at an instruction of this name, or at a hot one that was made as that: only its
                    // opcode may differ.
                    let (s, op) = unsafe {
                        let bits = pc.cast::<u64>().read() & !0xffff | Opcode::$name as u64;
                        (S { pc: pc.add(1), r, n }, std::mem::transmute::<u64, Op>(bits))
                    };
                    cx.s = s;
                    // Nothing unwinds through compiled code.
                    // SAFETY: as for the drivers.
                    match catch(|| unsafe { meaning::$name(s, op, cx) }) {
                        Ok(Some(after)) => {
                            cx.s = after;
                            after.pc
                        }
                        Ok(None) => std::ptr::null(),
                        Err(wanted) => {
                            cx.exit = Exit::Exhausted(wanted);
                            std::ptr::null()
                        }
                    }
                }
            )*
        }

        /// Runs until something leaves: a loop around a `match`. With `STEP` at most as many instructions as there is
        /// fuel.
        #[allow(clippy::too_many_lines, reason = "the dispatch loop")]
        unsafe extern "sysv64-unwind" fn run_switch<const STEP: bool>(
            pc: *const Op,
            r: *mut u64,
            n: i64,
            cx: &mut Cx,
        ) {
            let mut s = S { pc, r, n };
            loop {
                if STEP {
                    if cx.fuel == 0 {
                        cx.s = s;
                        return step::pause(cx);
                    }
                    cx.fuel -= 1;
                }
                // SAFETY: `pc` is at an instruction; its meaning says where the next one is.
                let next = unsafe {
                    let op = *s.pc;
                    let s = S { pc: s.pc.add(1), ..s };
                    // The handler of bad accesses looks here: see `access::position`.
                    (cx.s.pc, cx.s.r) = (s.pc, s.r);
                    match op { $(Op::$name { .. } => meaning::$name(s, op, cx),)* }
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

/// The handler of the instruction that is next.
#[inline(always)]
unsafe fn first_of_tail(cx: &Cx) -> Handler {
    let table = if cx.marking { &tail_marking::TABLE } else { &tail::TABLE };
    // SAFETY: `pc` is at an instruction.
    unsafe { table[opcode(cx.s.pc)] }
}

/// No handler is longer than this, in bytes.
const LONGEST: u64 = 4096;

/// The instruction whose handler the native instruction at `ip` is part of, by its opcode. May be called in handlers of
/// signals.
pub(crate) fn opcode_at(marking: bool, ip: u64) -> Option<usize> {
    let table = if marking { &tail_marking::TABLE } else { &tail::TABLE };
    let behind = |handler: &Handler| ip.checked_sub(*handler as *const () as u64);
    let distances = table.iter().map(|handler| behind(handler).unwrap_or(u64::MAX));
    let (opcode, distance) = distances.enumerate().min_by_key(|(_, distance)| *distance)?;
    (distance < LONGEST).then_some(opcode)
}

/// The opcode of an instruction.
pub(crate) fn opcode_of(op: Op) -> usize {
    // SAFETY: the instruction is there.
    unsafe { opcode(&raw const op) }
}

/// Calls `first`, and notes where that call returns to, with all registers stored that it must give back: the handler
/// of bad accesses can so return in its stead.
#[cfg(not(miri))]
#[unsafe(naked)]
unsafe extern "sysv64-unwind" fn land(
    pc: *const Op,
    r: *mut u64,
    n: i64,
    cx: &mut Cx,
    first: Handler,
) {
    std::arch::naked_asm!(
        ".cfi_startproc",
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "push rbx",
        ".cfi_def_cfa_offset 24",
        ".cfi_offset rbx, -24",
        "push r12",
        ".cfi_def_cfa_offset 32",
        ".cfi_offset r12, -32",
        "push r13",
        ".cfi_def_cfa_offset 40",
        ".cfi_offset r13, -40",
        "push r14",
        ".cfi_def_cfa_offset 48",
        ".cfi_offset r14, -48",
        "push r15",
        ".cfi_def_cfa_offset 56",
        ".cfi_offset r15, -56",
        // Calls find the stack at a multiple of 16.
        "push rax",
        ".cfi_def_cfa_offset 64",
        "mov [rcx + {landing}], rsp",
        "call r8",
        "pop rax",
        ".cfi_def_cfa_offset 56",
        "pop r15",
        ".cfi_def_cfa_offset 48",
        "pop r14",
        ".cfi_def_cfa_offset 40",
        "pop r13",
        ".cfi_def_cfa_offset 32",
        "pop r12",
        ".cfi_def_cfa_offset 24",
        "pop rbx",
        ".cfi_def_cfa_offset 16",
        "pop rbp",
        ".cfi_def_cfa_offset 8",
        "ret",
        ".cfi_endproc",
        landing = const std::mem::offset_of!(Cx, landing),
    )
}

/// Calls `first`; under Miri there are no signals to land for.
#[cfg(miri)]
unsafe fn land(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx, first: Handler) {
    // SAFETY: the caller's promises.
    unsafe { first(pc, r, n, cx) }
}

impl Driver {
    /// Runs from the registers in the context until something leaves.
    ///
    /// # Safety
    /// The context is complete, and its registers are those of a goroutine of its machine.
    #[inline(always)]
    pub(crate) unsafe fn run(self, cx: &mut Cx) {
        // SAFETY: the caller's promise.
        unsafe {
            let first = match self {
                Self::Tail => first_of_tail(cx),
                Self::Switch => run_switch::<false>,
                Self::Step => run_switch::<true>,
            };
            let S { pc, r, n } = cx.s;
            land(pc, r, n, cx, first);
        }
    }
}
