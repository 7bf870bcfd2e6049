//! aarch64: the interpreter's `pc`, frame, budget and context are in x0 to x3, compiled code's context is in x21.

pub(crate) mod code;
pub(crate) mod kernel;
#[cfg(not(any(miri, sanitized)))]
pub(crate) mod words;

use crate::arch::Handler;
use minigo_bytecode::ops::Op;
#[cfg(not(any(miri, sanitized)))]
use std::arch::asm;

/// Bytes that a call instruction pushes: none, since the return address is in x30.
pub(crate) const CALL_PUSHED_BYTES: u64 = 0;

/// The least bytes that a function has pushed when it calls another: its own return address.
pub(crate) const MIN_CALLER_PUSHED_BYTES: u64 = 16;

/// The most bytes that a handler of a plain instruction pushes: the twelve registers that it must restore or return by,
/// and some room.
pub(crate) const MAX_PUSHED_BYTES: u64 = 192;

/// The number of registers that functions restore.
pub(crate) const CALLEE_SAVED_COUNT: usize = 11;

/// The two bytes at an address, loaded as by a relaxed atomic load and widened on the way.
///
/// # Safety
/// `at` is aligned, and can be read.
#[cfg(not(any(miri, sanitized)))]
#[inline(always)]
pub(crate) unsafe fn load_halfword(at: *const u16) -> usize {
    let half: usize;
    // SAFETY: the caller's promise.
    unsafe {
        asm!("ldrh {0:w}, [{1}]", out(reg) half, in(reg) at,
            options(pure, readonly, nostack, preserves_flags));
    }
    half
}

/// The registers at the time of a signal.
pub(crate) struct Registers<'a>(pub(crate) &'a mut libc::ucontext_t);

impl Registers<'_> {
    fn get(&self, register: usize) -> u64 {
        self.0.uc_mcontext.regs[register]
    }

    /// The address of the machine instruction.
    pub(crate) fn ip(&self) -> u64 {
        self.0.uc_mcontext.pc
    }

    /// The native stack pointer.
    pub(crate) fn sp(&self) -> u64 {
        self.0.uc_mcontext.sp
    }

    /// The native frame pointer: it points to the caller's frame pointer, with the return address behind that.
    pub(crate) fn frame_pointer(&self) -> u64 {
        self.get(29)
    }

    /// The interpreter's `pc` and frame, and the context, if the instruction's handler is in no call.
    pub(crate) fn handler_state(&self) -> [u64; 3] {
        [self.get(0), self.get(1), self.get(3)]
    }

    /// The values of the registers that a called function must preserve.
    pub(crate) fn callee_saved(&self) -> [u64; CALLEE_SAVED_COUNT] {
        std::array::from_fn(|at| self.get(19 + at))
    }

    /// The return address of a function that has pushed and called nothing.
    ///
    /// # Safety
    /// There are no requirements on this processor.
    pub(crate) unsafe fn return_address(&self) -> u64 {
        self.get(30)
    }

    /// Continues behind [`call_with_landing`]'s call of the interpreter, as if that call had returned.
    ///
    /// # Safety
    /// `call_with_landing` is at this landing, and the calls below it can be abandoned.
    pub(crate) unsafe fn return_to_landing(&mut self, landing: *const u8) {
        // SAFETY: the landing holds the return address of its call.
        self.0.uc_mcontext.pc = unsafe { *landing.cast::<u64>() };
        self.0.uc_mcontext.sp = landing as u64;
    }
}

/// Reads two bytes, so that unmapped memory faults here; the function does not use the native stack.
///
/// # Safety
/// A fault at either address is handled as a fault of the running goroutine.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn touch(first: *const u8, last: *const u8) {
    std::arch::naked_asm!("ldrb w9, [x0]", "ldrb w9, [x1]", "ret")
}

/// Calls `first`, and stores at `LANDING` in the context the place of that call's return address, with all registers
/// stored that `call_with_landing` must restore: the handler of bad accesses can then return in place of `first`.
///
/// # Safety
/// As for `first`.
#[unsafe(naked)]
pub(crate) unsafe extern "C-unwind" fn call_with_landing<C, const LANDING: usize>(
    pc: *const Op,
    r: *mut u64,
    n: i64,
    cx: &mut C,
    first: Handler<C>,
) {
    std::arch::naked_asm!(
        ".cfi_startproc",
        "sub sp, sp, #176",
        ".cfi_def_cfa_offset 176",
        "stp x29, x30, [sp, #16]",
        ".cfi_offset x29, -160",
        ".cfi_offset x30, -152",
        "stp x19, x20, [sp, #32]",
        ".cfi_offset x19, -144",
        ".cfi_offset x20, -136",
        "stp x21, x22, [sp, #48]",
        ".cfi_offset x21, -128",
        ".cfi_offset x22, -120",
        "stp x23, x24, [sp, #64]",
        ".cfi_offset x23, -112",
        ".cfi_offset x24, -104",
        "stp x25, x26, [sp, #80]",
        ".cfi_offset x25, -96",
        ".cfi_offset x26, -88",
        "stp x27, x28, [sp, #96]",
        ".cfi_offset x27, -80",
        ".cfi_offset x28, -72",
        "stp d8, d9, [sp, #112]",
        ".cfi_offset d8, -64",
        ".cfi_offset d9, -56",
        "stp d10, d11, [sp, #128]",
        ".cfi_offset d10, -48",
        ".cfi_offset d11, -40",
        "stp d12, d13, [sp, #144]",
        ".cfi_offset d12, -32",
        ".cfi_offset d13, -24",
        "stp d14, d15, [sp, #160]",
        ".cfi_offset d14, -16",
        ".cfi_offset d15, -8",
        "add x29, sp, #16",
        "adr x9, 2f",
        "str x9, [sp]",
        "mov x9, sp",
        "str x9, [x3, #{landing}]",
        "blr x4",
        "2:",
        "ldp x29, x30, [sp, #16]",
        "ldp x19, x20, [sp, #32]",
        "ldp x21, x22, [sp, #48]",
        "ldp x23, x24, [sp, #64]",
        "ldp x25, x26, [sp, #80]",
        "ldp x27, x28, [sp, #96]",
        "ldp d8, d9, [sp, #112]",
        "ldp d10, d11, [sp, #128]",
        "ldp d12, d13, [sp, #144]",
        "ldp d14, d15, [sp, #160]",
        "add sp, sp, #176",
        ".cfi_def_cfa_offset 0",
        "ret",
        ".cfi_endproc",
        landing = const LANDING,
    )
}

/// Calls the compiled code at `address` by its convention: see [`minigo_jit::abi`].
///
/// # Safety
/// There is compiled code for this context and frame at `address`.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn call<C>(
    r: *mut u64,
    n: i64,
    cx: &mut C,
    registers: &mut [u64; 4],
    address: u64,
) -> i64 {
    std::arch::naked_asm!(
        "stp x29, x30, [sp, #-32]!",
        "mov x29, sp",
        "stp x21, x3, [sp, #16]",
        "mov x21, x2",
        "mov x9, x4",
        "mov x10, x3",
        "mov x2, x0",
        "mov x3, x1",
        "ldp x4, x5, [x10]",
        "ldp x6, x7, [x10, #16]",
        "blr x9",
        "ldp x21, x10, [sp, #16]",
        "stp x3, x4, [x10]",
        "str x5, [x10, #16]",
        "mov x0, x2",
        "ldp x29, x30, [sp], #32",
        "ret",
    )
}

/// Calls the function that the context names at `GIVEN`, stores its result at `RESULT` and preserves all registers. The
/// context is in x21.
///
/// # Safety
/// Only compiled code calls this.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn preserving<const GIVEN: usize, const RESULT: usize>() {
    std::arch::naked_asm!(
        "sub sp, sp, #672",
        "stp x29, x30, [sp]",
        "mov x29, sp",
        "stp x0, x1, [sp, #16]",
        "stp x2, x3, [sp, #32]",
        "stp x4, x5, [sp, #48]",
        "stp x6, x7, [sp, #64]",
        "stp x8, x9, [sp, #80]",
        "stp x10, x11, [sp, #96]",
        "stp x12, x13, [sp, #112]",
        "stp x14, x15, [sp, #128]",
        "stp x16, x17, [sp, #144]",
        // A called function restores only the lower halves of some vector registers, so all registers are stored here.
        "stp q0, q1, [sp, #160]",
        "stp q2, q3, [sp, #192]",
        "stp q4, q5, [sp, #224]",
        "stp q6, q7, [sp, #256]",
        "stp q8, q9, [sp, #288]",
        "stp q10, q11, [sp, #320]",
        "stp q12, q13, [sp, #352]",
        "stp q14, q15, [sp, #384]",
        "stp q16, q17, [sp, #416]",
        "stp q18, q19, [sp, #448]",
        "stp q20, q21, [sp, #480]",
        "stp q22, q23, [sp, #512]",
        "stp q24, q25, [sp, #544]",
        "stp q26, q27, [sp, #576]",
        "stp q28, q29, [sp, #608]",
        "stp q30, q31, [sp, #640]",
        "ldr x9, [x21, #{given}]",
        "ldr x0, [x21, #{given} + 8]",
        "ldr x1, [x21, #{given} + 16]",
        "ldr x2, [x21, #{given} + 24]",
        "ldr x3, [x21, #{given} + 32]",
        "blr x9",
        "str x0, [x21, #{result}]",
        "ldp q0, q1, [sp, #160]",
        "ldp q2, q3, [sp, #192]",
        "ldp q4, q5, [sp, #224]",
        "ldp q6, q7, [sp, #256]",
        "ldp q8, q9, [sp, #288]",
        "ldp q10, q11, [sp, #320]",
        "ldp q12, q13, [sp, #352]",
        "ldp q14, q15, [sp, #384]",
        "ldp q16, q17, [sp, #416]",
        "ldp q18, q19, [sp, #448]",
        "ldp q20, q21, [sp, #480]",
        "ldp q22, q23, [sp, #512]",
        "ldp q24, q25, [sp, #544]",
        "ldp q26, q27, [sp, #576]",
        "ldp q28, q29, [sp, #608]",
        "ldp q30, q31, [sp, #640]",
        "ldp x0, x1, [sp, #16]",
        "ldp x2, x3, [sp, #32]",
        "ldp x4, x5, [sp, #48]",
        "ldp x6, x7, [sp, #64]",
        "ldp x8, x9, [sp, #80]",
        "ldp x10, x11, [sp, #96]",
        "ldp x12, x13, [sp, #112]",
        "ldp x14, x15, [sp, #128]",
        "ldp x16, x17, [sp, #144]",
        "ldp x29, x30, [sp]",
        "add sp, sp, #672",
        "ret",
        given = const GIVEN,
        result = const RESULT,
    )
}
