//! x86-64: the interpreter's `pc`, frame, budget and context are in rdi, rsi, rdx and rcx, compiled code's context is
//! in r15.

pub(crate) mod code;
pub(crate) mod kernel;
#[cfg(not(any(miri, sanitized)))]
pub(crate) mod words;

use crate::arch::Handler;
use libc::{REG_R12, REG_R13, REG_R14, REG_R15, REG_RBP, REG_RBX};
use libc::{REG_RCX, REG_RDI, REG_RIP, REG_RSI, REG_RSP};
use minigo_bytecode::ops::Op;
#[cfg(not(any(miri, sanitized)))]
use std::arch::asm;

/// Bytes that a call instruction pushes.
pub(crate) const CALL_PUSHED_BYTES: u64 = 8;

/// The least bytes that a function has pushed when it calls another.
pub(crate) const MIN_CALLER_PUSHED_BYTES: u64 = 0;

/// The most bytes that a handler of a plain instruction pushes: the six registers that it must restore, and some room.
pub(crate) const MAX_PUSHED_BYTES: u64 = 128;

/// The number of registers that functions restore.
pub(crate) const CALLEE_SAVED_COUNT: usize = 6;

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
        asm!("movzx {0:e}, word ptr [{1}]", out(reg) half, in(reg) at,
            options(pure, readonly, nostack, preserves_flags));
    }
    half
}

/// The registers at the time of a signal.
pub(crate) struct Registers<'a>(pub(crate) &'a mut libc::ucontext_t);

impl Registers<'_> {
    fn get(&self, register: i32) -> u64 {
        self.0.uc_mcontext.gregs[register as usize] as u64
    }

    /// The address of the machine instruction.
    pub(crate) fn ip(&self) -> u64 {
        self.get(REG_RIP)
    }

    /// The native stack pointer.
    pub(crate) fn sp(&self) -> u64 {
        self.get(REG_RSP)
    }

    /// The native frame pointer: it points to the caller's frame pointer, with the return address behind that.
    pub(crate) fn frame_pointer(&self) -> u64 {
        self.get(REG_RBP)
    }

    /// The interpreter's `pc` and frame, and the context, if the instruction's handler is in no call.
    pub(crate) fn handler_state(&self) -> [u64; 3] {
        [REG_RDI, REG_RSI, REG_RCX].map(|register| self.get(register))
    }

    /// The values of the registers that a called function must preserve.
    pub(crate) fn callee_saved(&self) -> [u64; CALLEE_SAVED_COUNT] {
        [REG_RBX, REG_RBP, REG_R12, REG_R13, REG_R14, REG_R15].map(|register| self.get(register))
    }

    /// The return address of a function that has pushed nothing.
    ///
    /// # Safety
    /// The stack pointer is valid.
    pub(crate) unsafe fn return_address(&self) -> u64 {
        // SAFETY: the caller's promise.
        unsafe { *(self.sp() as *const u64) }
    }

    /// Continues behind [`call_with_landing`]'s call of the interpreter, as if that call had returned.
    ///
    /// # Safety
    /// `call_with_landing` is at this landing, and the calls below it can be abandoned.
    pub(crate) unsafe fn return_to_landing(&mut self, landing: *const u8) {
        // SAFETY: the return address of the landing's call lies below the landing.
        let back = unsafe { *landing.cast::<i64>().sub(1) };
        let registers = &mut self.0.uc_mcontext.gregs;
        (registers[REG_RSP as usize], registers[REG_RIP as usize]) = (landing as i64, back);
    }
}

/// Reads two bytes, so that unmapped memory faults here; the function does not use the native stack.
///
/// # Safety
/// A fault at either address is handled as a fault of the running goroutine.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn touch(first: *const u8, last: *const u8) {
    std::arch::naked_asm!("mov al, byte ptr [rdi]", "mov al, byte ptr [rsi]", "ret")
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
        // A call needs the stack aligned to 16 bytes.
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
        "push r15",
        "push rcx",
        // A call needs the stack aligned to 16 bytes.
        "push rcx",
        "mov r15, rdx",
        "mov rax, r8",
        "mov r10, rcx",
        "mov rdx, [r10]",
        "mov rcx, [r10 + 8]",
        "mov r8, [r10 + 16]",
        "mov r9, [r10 + 24]",
        "call rax",
        "pop r10",
        "pop r10",
        "mov [r10], rcx",
        "mov [r10 + 8], rdx",
        "mov [r10 + 16], rsi",
        "pop r15",
        "ret",
    )
}

/// Calls the function that the context names at `GIVEN`, stores its result at `RESULT` and preserves all registers. The
/// context is in r15.
///
/// # Safety
/// Only compiled code calls this.
#[unsafe(naked)]
pub(crate) unsafe extern "C" fn preserving<const GIVEN: usize, const RESULT: usize>() {
    std::arch::naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rax",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "push r11",
        // A call needs the stack aligned to 16 bytes.
        "sub rsp, 264",
        "movaps [rsp], xmm0",
        "movaps [rsp + 16], xmm1",
        "movaps [rsp + 32], xmm2",
        "movaps [rsp + 48], xmm3",
        "movaps [rsp + 64], xmm4",
        "movaps [rsp + 80], xmm5",
        "movaps [rsp + 96], xmm6",
        "movaps [rsp + 112], xmm7",
        "movaps [rsp + 128], xmm8",
        "movaps [rsp + 144], xmm9",
        "movaps [rsp + 160], xmm10",
        "movaps [rsp + 176], xmm11",
        "movaps [rsp + 192], xmm12",
        "movaps [rsp + 208], xmm13",
        "movaps [rsp + 224], xmm14",
        "movaps [rsp + 240], xmm15",
        "mov rdi, [r15 + {given} + 8]",
        "mov rsi, [r15 + {given} + 16]",
        "mov rdx, [r15 + {given} + 24]",
        "mov rcx, [r15 + {given} + 32]",
        "call [r15 + {given}]",
        "mov [r15 + {result}], rax",
        "movaps xmm0, [rsp]",
        "movaps xmm1, [rsp + 16]",
        "movaps xmm2, [rsp + 32]",
        "movaps xmm3, [rsp + 48]",
        "movaps xmm4, [rsp + 64]",
        "movaps xmm5, [rsp + 80]",
        "movaps xmm6, [rsp + 96]",
        "movaps xmm7, [rsp + 112]",
        "movaps xmm8, [rsp + 128]",
        "movaps xmm9, [rsp + 144]",
        "movaps xmm10, [rsp + 160]",
        "movaps xmm11, [rsp + 176]",
        "movaps xmm12, [rsp + 192]",
        "movaps xmm13, [rsp + 208]",
        "movaps xmm14, [rsp + 224]",
        "movaps xmm15, [rsp + 240]",
        "add rsp, 264",
        "pop r11",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        "pop rax",
        "pop rbp",
        "ret",
        given = const GIVEN,
        result = const RESULT,
    )
}
