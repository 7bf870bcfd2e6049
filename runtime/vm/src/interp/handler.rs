//! The macros that declare the meanings of instructions, and the cold exits of handlers.
//!
//! A handler ends in a jump only if no callee may keep an address of the handler's frame. So out-of-line callees take
//! and return words, and pointers to slots: arrays and enums would be passed in the handler's frame.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::Fault;
use crate::goroutine::registers::VmRegisters;
use crate::shared::locks::LockSite;
use minigo_bytecode::ops::Op;

/// Declares the meanings of instructions: `Name(s, cx; operands) { … }` becomes a function of the registers, the
/// instruction and the context. The function ends by returning the registers of the next instruction, or by `return
/// None` when the interpreter is left.
macro_rules! sem {
    ($($name:ident($s:ident, $cx:ident; $($f:ident),*) $body:block)*) => { $(
        #[inline(always)]
        #[allow(non_snake_case, unused_mut, unused_variables, unused_unsafe, unreachable_code,
            clippy::undocumented_unsafe_blocks,
            reason = "generated; instructions are named as in the table and need not use everything")]
        pub(crate) unsafe fn $name(mut $s: VmRegisters, op: Op, $cx: &mut Cx) -> Option<VmRegisters> {
            // SAFETY: the driver calls this for an instruction of this name, whose operands the verifier has checked;
            // the type checker has proved the types of pointers in slots.
            let Op::$name { $($f,)* .. } = op else { unsafe { std::hint::unreachable_unchecked() } };
            unsafe { $body }
            Some($s)
        }
    )* };
}

pub(crate) use sem;

/// Leaves the interpreter by a cold function that gets the registers and further arguments.
macro_rules! leave {
    ($s:ident, $cx:ident, $f:path $(, $arg:expr)*) => {{
        $f($s.pc, $s.frame_base, $s.budget, $cx $(, $arg)*);
        return None;
    }};
}

pub(crate) use leave;

/// Calls an out-of-line function that reports success; leaves the interpreter if it fails.
macro_rules! slow {
    ($s:ident, $cx:ident, $call:expr) => {{
        $cx.save_registers($s);
        if !$call {
            return None;
        }
        // A function that allocates may end the budget.
        $s.budget = $cx.registers.budget;
    }};
}

pub(crate) use slow;

/// Cold ends of handlers: they store the registers and the reason of the exit.
macro_rules! cold_exits {
    ($($name:ident($($arg:ident: $ty:ty),*) => $exit:expr;)*) => { $(
        #[cold]
        #[inline(never)]
        pub(crate) extern "C" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx $(, $arg: $ty)*) {
            cx.registers = VmRegisters { pc, frame_base: r, budget: n };
            cx.exit = $exit;
        }
    )* };
}

cold_exits! {
    exit_nil() => InterpreterExit::Fault(Fault::Nil);
    exit_index(i: u64, len: u64) => InterpreterExit::Fault(Fault::Index(i as i64, len));
    exit_divide() => InterpreterExit::Fault(Fault::Divide);
    exit_shift() => InterpreterExit::Fault(Fault::Shift);
    exit_budget() => InterpreterExit::Budget;
    exit_no_method(has: u32, iface: u32) => InterpreterExit::Fault(Fault::MissingMethod { found_type: has, interface_type: iface });
    exit_resolve(ty: u32, site: u32) => InterpreterExit::Resolve(ty, site);
    exit_implements(ty: u32, iface: u32) => InterpreterExit::Implements(ty, iface);
    exit_grow(slots: usize) => InterpreterExit::Grow(slots);
    exit_reads(lock: u64, site: LockSite) => InterpreterExit::Reads(lock, site);
    exit_reads_no_more(lock: u64) => InterpreterExit::ReadsNoMore(lock);
}

/// Takes a tick from the budget; leaves the interpreter when the budget is used up.
macro_rules! tick {
    ($s:ident, $cx:ident) => {{
        $s.budget -= 1;
        if $s.budget < 0 {
            leave!($s, $cx, exit_budget);
        }
    }};
}

pub(crate) use tick;
