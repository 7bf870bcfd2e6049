//! The interpreter: what an instruction does, and the drivers that run one after the other.
//!
//! A module of its own because everything here follows one discipline. Each instruction's meaning is written once, as an
//! inlined function (in the files below, by family), and both drivers are generated from the instruction table:
//! `tail`, in which every handler ends in a jump to the next one, and `switch`, a loop around a `match`; the latter comes
//! also with a hook before each instruction, for seeded runs. The state of a running goroutine is four words in registers: `pc`, the frame's base `r`, the budget `n`, and the context [`Cx`].
//!
//! # How long others wait
//! Who stops the world waits until every goroutine that runs has used its budget up. Calls and turns of loops take a tick, and what reads
//! or writes 1 KB or more takes one for each 64 bytes ([`S::weigh`]); after a native the goroutine also looks whether it is to give
//! way. So loops of copies, comparisons or searches of 1 MB stop in 0.2 to 4 ms. What nothing
//! interrupts is a single instruction or native: the growth of a map to 4 million entries takes 100 ms (Go grows it by parts: 6), to
//! sort a million ints 45 (Go 4), to split a string into a million parts 70.
//!
//! # Rules for handlers
//! Nothing with `Drop` and no local whose address is taken lives at the jump. What is rare or long is a function of its own,
//! out of line: it leaves the interpreter ([`Cx::exit`] says why), or returns and the handler goes on. Handlers never unwind.

mod alloc;
mod arith;
mod atomic;
mod call;
mod chan;
mod collect;
mod compare;
mod control;
mod element;
mod iface;
mod map;
mod memory;
mod number;
mod print;
mod step;
mod strings;

pub(crate) use alloc::{MAX_ALLOC, next_cap};
pub(crate) use call::{frame_slots, resolve, window_before};
pub(crate) use chan::{Waited, resume_wait};
pub(crate) use iface::{bind_method, learn_implements};
pub(crate) use map::{map_fault, new_iter, next as next_entry};
pub(crate) use memory::NIL_PAGE;
pub(crate) use number::print_float;
pub(crate) use print::show;

use crate::blocking::Call;
use crate::exhaust;
use crate::fault::Fault;
use crate::goroutine::Goroutine;
use crate::image::Info;
use crate::locks::Site;
use crate::machine::Shared;
use crate::native::{Control, GoCall, GoError, NativeFn};
use crate::stack::NoStack;
use minigo_bytecode::operand::Slot;
use minigo_bytecode::ops::Op;
use minigo_heap::{Cache, Desc};
use minigo_sched::Reason;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The registers of a running goroutine.
#[derive(Clone, Copy)]
pub(crate) struct S {
    /// The next instruction.
    pub(crate) pc: *const Op,
    /// The frame's base.
    pub(crate) r: *mut u64,
    /// What is left of the budget.
    pub(crate) n: i64,
}

/// Why the interpreter was left. What it needs to go on is in [`Cx`].
pub(crate) enum Exit {
    /// It was not.
    None,
    /// The budget is used up.
    Budget,
    /// The instruction at `pc` needs so many slots from the frame's base on.
    Grow(usize),
    /// The instruction at `pc` needs to know whether this type implements this interface.
    Implements(u32, u32),
    /// The interface call at `pc` needs the method for this type; its site.
    Resolve(u32, u32),
    /// It holds this lock for reading, taken there; there was no room at hand to note it.
    Reads(u64, Site),
    /// It has given back this lock, which it had not at hand.
    ReadsNoMore(u64),
    /// The stack cannot grow.
    NoStack(NoStack),
    /// An instruction failed.
    Fault(Fault),
    /// `panic(v)`
    Panic([u64; 2]),
    /// A native failed.
    Error(GoError),
    /// The goroutine gives way.
    Yield,
    /// The goroutine waits, and has noted in `wait` what for.
    Park(Reason),
    /// A native waits; its instruction is run again.
    ParkNative(Reason),
    /// A native gives way; its instruction is run again.
    Again,
    /// A native makes a blocking call.
    Block { call: Arc<dyn Call>, long: bool },
    /// A native calls a Go function.
    CallGo(Box<GoCall>),
    /// `runtime.Goexit`
    Goexit,
    /// The slice is over, between two instructions.
    Pause,
    /// The program ends with this status.
    Program(i32),
    /// The goroutine's first function has returned.
    Done,
}

/// What instructions and natives work with during a slice of a goroutine.
pub struct Cx {
    /// One past the last slot of the stack.
    pub(crate) limit: *mut u64,
    pub(crate) consts: *const u64,
    pub(crate) globals: *mut u8,
    pub(crate) code: *const Op,
    pub(crate) strings: *const [u64; 2],
    pub(crate) natives: *const NativeFn,
    pub(crate) infos: *const Info,
    /// The caches of interface calls.
    pub(crate) sites: *const AtomicU64,
    /// The heap's cache of the processor the goroutine runs on.
    pub(crate) cache: *mut Cache,
    pub(crate) g: *mut Goroutine,
    pub(crate) m: *const Shared,
    /// The scheduler's context of this slice; its lifetime is that of the slice.
    pub(crate) task: *mut minigo_sched::Cx<'static, Goroutine>,
    /// The registers, whenever the interpreter was left or called something out of line.
    pub(crate) s: S,
    /// How many instructions `Driver::Step` still runs in this slice.
    pub(crate) fuel: u32,
    /// Whether a collection marks just now: stores must tell of the pointers that they overwrite. It changes only while the
    /// world stands still, so it holds for a slice.
    pub(crate) marking: bool,
    /// Not 0 when the goroutine shall give way, or the world is to stop.
    pub(crate) flag: *const AtomicU32,
    /// Whether the native that runs next was called before with the same arguments, and parked.
    pub(crate) retry: bool,
    /// Whether instructions run, rather than the VM between them.
    pub(crate) running: bool,
    pub(crate) exit: Exit,
    /// Where the interpreter returns to when an instruction touches memory that is not there; null before it runs.
    pub(crate) landing: *mut u8,
}

/// Memory is copied, compared and cleared at some 10 GB/s, and a tick of the budget stands for some ns.
const BYTES_PER_TICK: usize = 64;
/// Less costs no more than other instructions do.
const WEIGHTY: usize = 1024;

/// From so many bytes on the system is asked before what needs them begins.
const LARGE: usize = 64 << 20;

impl Cx {
    /// The machine.
    #[inline(always)]
    pub(crate) fn shared(&self) -> &Shared {
        // SAFETY: the machine outlives its slices.
        unsafe { &*self.m }
    }

    /// The running goroutine.
    #[inline(always)]
    pub(crate) fn g(&mut self) -> &mut Goroutine {
        // SAFETY: it is the task that is being resumed, and only reached through here.
        unsafe { &mut *self.g }
    }

    /// The scheduler.
    #[inline(always)]
    pub(crate) fn task(&mut self) -> &mut minigo_sched::Cx<'static, Goroutine> {
        // SAFETY: it lives as long as the slice does.
        unsafe { &mut *self.task }
    }

    /// The heap's cache.
    #[inline(always)]
    pub(crate) fn cache(&mut self) -> &mut Cache {
        // SAFETY: the processor's data is this slice's alone.
        unsafe { &mut *self.cache }
    }

    /// `size` zeroed bytes.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, size: usize, desc: Desc) -> *mut u8 {
        match self.cache().alloc_fast(size, desc) {
            Some(at) => at,
            None => self.alloc_slow(size, desc),
        }
    }

    #[cold]
    #[inline(never)]
    fn alloc_slow(&mut self, size: usize, desc: Desc) -> *mut u8 {
        let Ok(at) = self.cache().alloc_slow(size, desc) else { exhaust::unwind(size) };
        self.fed(size);
        self.s.weigh(size);
        self.note_gc();
        at
    }

    /// Notes that so many bytes could be had: an instruction that ran again for their sake went on.
    #[inline]
    pub(crate) fn fed(&mut self, size: usize) {
        if self.g().starved <= exhaust::note(size) {
            self.g().starved = 0;
        }
    }

    /// Unwinds unless so many bytes could be had: for what is made elsewhere first, or is no Go object.
    pub fn need(&mut self, bytes: usize) {
        if self.shared().heap.make_room(bytes).is_err()
            || bytes >= LARGE && !minigo_heap::system_has(bytes)
        {
            exhaust::unwind(bytes);
        }
        self.fed(bytes);
    }

    /// Makes the next safepoint collect if that is due: to be called after allocations, before the budget is read back.
    #[inline]
    pub(crate) fn note_gc(&mut self) {
        if self.cache().wants_gc() {
            self.s.n = 0;
        }
    }

    /// Where pointers to variables of size 0 lead.
    #[inline(always)]
    pub(crate) fn zero(&self) -> *mut u8 {
        self.shared().zero()
    }

    /// Stores the registers where everybody can see them.
    #[inline(always)]
    pub(crate) fn save(&mut self, s: S) {
        self.s = s;
    }

    /// Notes why the interpreter is left.
    #[inline]
    pub(crate) fn leave(&mut self, exit: Exit) {
        self.exit = exit;
    }

    /// The same, for natives.
    pub(crate) fn leave_with(&mut self, exit: Exit) -> Control {
        self.exit = exit;
        Control::Leave
    }

    /// Notes that the present instruction failed; `false`, for what reports success.
    #[cold]
    pub(crate) fn fail(&mut self, fault: Fault) -> bool {
        self.exit = Exit::Fault(fault);
        false
    }

    /// The same, for want of stack.
    #[cold]
    pub(crate) fn overflow(&mut self) -> bool {
        self.exit = Exit::NoStack(NoStack::TooLarge);
        false
    }
}

impl S {
    #[inline(always)]
    pub(crate) unsafe fn at(self, slot: Slot) -> *mut u64 {
        // SAFETY: slots of instructions lie in the frame, for which there is room.
        unsafe { self.r.add(slot.0 as usize) }
    }

    #[inline(always)]
    pub(crate) unsafe fn get(self, slot: Slot) -> u64 {
        // SAFETY: as in `at`.
        unsafe { *self.at(slot) }
    }

    #[inline(always)]
    pub(crate) unsafe fn int(self, slot: Slot) -> i64 {
        // SAFETY: as in `at`.
        unsafe { *self.at(slot) as i64 }
    }

    #[inline(always)]
    pub(crate) unsafe fn f64(self, slot: Slot) -> f64 {
        // SAFETY: as in `at`.
        unsafe { f64::from_bits(*self.at(slot)) }
    }

    #[inline(always)]
    pub(crate) unsafe fn f32(self, slot: Slot) -> f32 {
        // SAFETY: as in `at`.
        unsafe { f32::from_bits(*self.at(slot) as u32) }
    }

    #[inline(always)]
    pub(crate) unsafe fn pair(self, slot: Slot) -> [u64; 2] {
        // SAFETY: as in `at`.
        unsafe { [*self.at(slot), *self.at(slot).add(1)] }
    }

    #[inline(always)]
    pub(crate) unsafe fn set(self, slot: Slot, v: u64) {
        // SAFETY: as in `at`.
        unsafe { *self.at(slot) = v }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_pair(self, slot: Slot, v: [u64; 2]) {
        // SAFETY: as in `at`.
        unsafe {
            *self.at(slot) = v[0];
            *self.at(slot).add(1) = v[1];
        }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_triple(self, slot: Slot, v: [u64; 3]) {
        // SAFETY: as in `at`.
        unsafe {
            *self.at(slot) = v[0];
            *self.at(slot).add(1) = v[1];
            *self.at(slot).add(2) = v[2];
        }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_f64(self, slot: Slot, v: f64) {
        // SAFETY: as in `at`.
        unsafe { *self.at(slot) = v.to_bits() }
    }

    #[inline(always)]
    pub(crate) unsafe fn set_f32(self, slot: Slot, v: f32) {
        // SAFETY: as in `at`.
        unsafe { *self.at(slot) = u64::from(v.to_bits()) }
    }

    /// Takes from the budget what an instruction costs that reads or writes so many bytes: a loop of such must come to its
    /// end as soon as others, since whoever stops the world waits for that.
    #[inline(always)]
    pub(crate) fn weigh(&mut self, bytes: usize) {
        if bytes >= WEIGHTY {
            control::branch();
            self.n -= (bytes / BYTES_PER_TICK) as i64;
        }
    }

    /// Moves over an `Ext` and gives its operands.
    #[inline(always)]
    pub(crate) unsafe fn ext(&mut self) -> (u16, u32) {
        // SAFETY: instructions that take one are followed by it.
        unsafe {
            let Op::Ext { a, b } = *self.pc else { std::hint::unreachable_unchecked() };
            self.pc = self.pc.add(1);
            (a, b.get())
        }
    }

    /// The same for a number of 48 bits: it stands in the upper ones.
    #[inline(always)]
    pub(crate) unsafe fn reciprocal(&mut self) -> u64 {
        // SAFETY: as for `ext`.
        let (a, b) = unsafe { self.ext() };
        u64::from(b) << 32 | u64::from(a) << 16
    }

    #[inline(always)]
    pub(crate) unsafe fn jump(&mut self, distance: isize) {
        // SAFETY: jumps stay in the function.
        self.pc = unsafe { self.pc.offset(distance) };
    }
}

/// Declares what instructions do: `Name(s, cx; operands) { … }` becomes a function of the registers, the instruction and the
/// context. It ends by giving the registers to go on with, or by `return None` when it has left.
macro_rules! sem {
    ($($name:ident($s:ident, $cx:ident; $($f:ident),*) $body:block)*) => { $(
        #[inline(always)]
        #[allow(non_snake_case, unused_mut, unused_variables, unused_unsafe, unreachable_code,
            clippy::undocumented_unsafe_blocks,
            reason = "generated; instructions are named as in the table and need not use everything")]
        pub(crate) unsafe fn $name(mut $s: S, op: Op, $cx: &mut Cx) -> Option<S> {
            // SAFETY: the driver calls it for this instruction, whose operands the verifier has checked; pointers in slots
            // are what the checker has proved them to be.
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
        pub(crate) extern "sysv64" fn $name(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx $(, $arg: $ty)*) {
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
    pub(super) use super::alloc::*;
    pub(super) use super::arith::*;
    pub(super) use super::atomic::*;
    pub(super) use super::call::*;
    pub(super) use super::chan::*;
    pub(super) use super::collect::*;
    pub(super) use super::compare::*;
    pub(super) use super::control::*;
    pub(super) use super::element::*;
    pub(super) use super::iface::*;
    pub(super) use super::map::*;
    pub(super) use super::memory::*;
    pub(super) use super::number::*;
    pub(super) use super::print::*;
    pub(super) use super::strings::*;
}

/// Handlers that end in a jump to the next one; there are two sets of them, so that stores need not ask whether they must tell
/// a marking what they overwrite.
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

        /// Runs until something leaves: a loop around a `match`. With `STEP` at most as many instructions as there is fuel.
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
                    // The handler of bad accesses looks here: see `access::place`.
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

/// The instruction whose handler the native instruction at `ip` is part of, by its opcode. May be called in handlers of signals.
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

/// Calls `first`, and notes where that call returns to, with all registers stored that it must give back: the handler of bad
/// accesses can so return in its stead.
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

/// The same without that: nothing handles signals here.
#[cfg(miri)]
unsafe fn land(pc: *const Op, r: *mut u64, n: i64, cx: &mut Cx, first: Handler) {
    // SAFETY: the caller's promises.
    unsafe { first(pc, r, n, cx) }
}

/// How instructions are dispatched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    /// Handlers that jump to the next one: fast, but only in optimised builds.
    Tail,
    /// A loop around a `match`.
    Switch,
    /// The same, which can stop between any two instructions: for seeded runs.
    Step,
}

impl Default for Driver {
    /// Without optimisation the jumps of `Tail` would be calls.
    fn default() -> Self {
        if cfg!(debug_assertions) || cfg!(miri) { Self::Switch } else { Self::Tail }
    }
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
