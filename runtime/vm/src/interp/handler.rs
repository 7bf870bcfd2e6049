//! The macros that declare what instructions do, and the cold exits that they leave by.
//!
//! A handler ends in a jump only if nothing that it calls may keep an address of its frame. So what it calls out of
//! line takes and gives words, and pointers to slots: arrays and enums would be passed in its frame.

use crate::goroutine::context::Cx;
use crate::goroutine::exit::Exit;
use crate::goroutine::fault::Fault;
use crate::goroutine::registers::S;
use crate::shared::locks::Site;
use minigo_bytecode::ops::Op;

/// Declares what instructions do: `Name(s, cx; operands) { … }` becomes a function of the registers, the instruction
/// and the context. It ends by giving the registers to go on with, or by `return None` when it has left.
macro_rules! sem {
    ($($name:ident($s:ident, $cx:ident; $($f:ident),*) $body:block)*) => { $(
        #[inline(always)]
        #[allow(non_snake_case, unused_mut, unused_variables, unused_unsafe, unreachable_code,
            clippy::undocumented_unsafe_blocks,
            reason = "generated; instructions are named as in the table and need not use everything")]
        pub(crate) unsafe fn $name(mut $s: S, op: Op, $cx: &mut Cx) -> Option<S> {
            // SAFETY: the driver calls it for this instruction, whose operands the verifier has checked; pointers in
            // slots are what the checker has proved them to be.
            let Op::$name { $($f,)* .. } = op else { unsafe { std::hint::unreachable_unchecked() } };
            unsafe { $body }
            Some($s)
        }
    )* };
}

pub(crate) use sem;

/// Leaves by a cold function that gets the registers and further arguments.
macro_rules! leave {
    ($s:ident, $cx:ident, $f:path $(, $arg:expr)*) => {{
        $f($s.pc, $s.r, $s.n, $cx $(, $arg)*);
        return None;
    }};
}

pub(crate) use leave;

/// Calls something out of line that reports success; leaves when it has none.
macro_rules! slow {
    ($s:ident, $cx:ident, $call:expr) => {{
        $cx.save($s);
        if !$call {
            return None;
        }
        // Whatever allocates may end the budget.
        $s.n = $cx.s.n;
    }};
}

pub(crate) use slow;

/// Cold ends of handlers: they store the registers and the reason.
macro_rules! cold_exits {
    ($($name:ident($($arg:ident: $ty:ty),*) => $exit:expr;)*) => { $(
        #[cold]
        #[inline(never)]
        pub(crate) extern "C" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx $(, $arg: $ty)*) {
            cx.s = S { pc, r, n };
            cx.exit = $exit;
        }
    )* };
}

cold_exits! {
    exit_nil() => Exit::Fault(Fault::Nil);
    exit_index(i: u64, len: u64) => Exit::Fault(Fault::Index(i as i64, len));
    exit_divide() => Exit::Fault(Fault::Divide);
    exit_shift() => Exit::Fault(Fault::Shift);
    exit_budget() => Exit::Budget;
    exit_no_method(has: u32, iface: u32) => Exit::Fault(Fault::MissingMethod { has, iface });
    exit_resolve(ty: u32, site: u32) => Exit::Resolve(ty, site);
    exit_implements(ty: u32, iface: u32) => Exit::Implements(ty, iface);
    exit_grow(slots: usize) => Exit::Grow(slots);
    exit_reads(lock: u64, site: Site) => Exit::Reads(lock, site);
    exit_reads_no_more(lock: u64) => Exit::ReadsNoMore(lock);
}

/// Takes one from the budget; leaves when it is used up.
macro_rules! tick {
    ($s:ident, $cx:ident) => {{
        $s.n -= 1;
        if $s.n < 0 {
            leave!($s, $cx, exit_budget);
        }
    }};
}

pub(crate) use tick;
