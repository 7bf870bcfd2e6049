//! What instructions and natives work with during a slice of a goroutine.

use crate::goroutine::exit::Exit;
use crate::goroutine::fault::Fault;
use crate::goroutine::native_call::{Control, NativeFn};
use crate::goroutine::out_of_memory;
use crate::goroutine::registers::S;
use crate::goroutine::stack::NoStack;
use crate::goroutine::state::Goroutine;
use crate::image::Info;
use crate::image::lines::Pcs;
use crate::shared::Shared;
use crate::shared::driver::Driver;
use minigo_bytecode::ops::Op;
use minigo_bytecode::type_word;
use minigo_heap::{Cache, Desc};
use minigo_sched::OnP;
use std::sync::atomic::{AtomicU32, AtomicU64};

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
    /// Where the descriptors of types begin in programs with Go's layout of interface values, 0 in others.
    pub(crate) descriptors: u64,
    /// The heap's cache of the processor the goroutine runs on.
    pub(crate) cache: *mut Cache,
    pub(crate) g: *mut Goroutine,
    pub(crate) m: *const Shared,
    /// The scheduler's context of this slice; its lifetime is that of the slice.
    pub(crate) task: *mut minigo_sched::Cx<'static, Goroutine>,
    /// The registers, whenever the interpreter was left or called something out of line.
    pub(crate) s: S,
    /// The driver that runs instructions now, or has run them last.
    pub(crate) driver: Driver,
    /// How many instructions `Driver::Step` still runs in this slice.
    pub(crate) fuel: u32,
    /// Whether a collection marks just now: stores must tell of the pointers that they overwrite. It changes only while
    /// the world stands still, so it holds for a slice.
    pub(crate) marking: bool,
    /// Not 0 when the goroutine shall yield, or the world is to stop.
    pub(crate) flag: *const AtomicU32,
    /// Whether the native that runs next was called before with the same arguments, and parked.
    pub(crate) retry: bool,
    /// Whether hot instructions are executed as they were made: the goroutine is executed line by line.
    pub(crate) plain: bool,
    /// Whether compiled code runs, so that frames are not whole.
    pub(crate) in_compiled: bool,
    /// Whether the instruction before the registers is being executed as it was made, in place of a hot one.
    pub(crate) as_made: bool,
    /// The frame at which compiled code was entered.
    pub(crate) entered_at: *mut u64,
    /// A function that compiled code calls rarely, and its arguments.
    pub(crate) given: [u64; 5],
    /// What it has returned.
    pub(crate) result: u64,
    /// The lowest address of the native stack for compiled code.
    pub(crate) native_limit: usize,
    /// The entries of compiled code, and how far an instruction's entry is from it, in bytes.
    pub(crate) entries: *const AtomicU64,
    pub(crate) entry_distance: isize,
    /// The answers which methods interface calls have found, and whether types implement interfaces.
    pub(crate) methods: *const AtomicU64,
    pub(crate) asserts: *const AtomicU64,
    /// What compiled code calls: handlers by opcode, helpers by number.
    pub(crate) handlers: *const SingleHandler,
    pub(crate) helpers: *const HelperAddress,
    /// Whether instructions run, rather than the VM between them.
    pub(crate) running: bool,
    pub(crate) exit: Exit,
    /// Where the interpreter returns to when an instruction touches memory that is not there; null before it runs.
    pub(crate) landing: *mut u8,
    /// The class of each instruction, for `Driver::Points`: 0 if it is none that is looked at.
    pub(crate) classes: *const u8,
    /// Whether the goroutine has stopped before the instruction that is next, and passes it now.
    pub(crate) passes: bool,
    /// Whether it has printed, and stops when it is back in the user's code.
    pub(crate) has_printed: bool,
    /// Where interleavings are explored: the operation on a `sync.Pool` is one of the library for itself, which keeps
    /// nothing.
    pub(crate) drops_pooled: bool,
    /// The detector's part of the goroutine; null if that is not watched.
    pub(crate) race: *mut minigo_race::Goroutine,
    /// A race that compiled code has found and is about to leave for: see `interp::watched`.
    pub(crate) found: Option<Box<minigo_race::Race>>,
}

/// The handler of an instruction, for compiled code: gives the next instruction, or null when it has left. The
/// registers are in the context then.
pub(crate) type SingleHandler =
    unsafe extern "C" fn(*const Op, *mut u64, i64, &mut Cx) -> *const Op;

/// The address of a function that compiled code calls.
#[repr(transparent)]
pub(crate) struct HelperAddress(pub(crate) *const ());

// SAFETY: functions can be called by any thread.
unsafe impl Sync for HelperAddress {}

/// From this many bytes on the system is asked whether it has them before they are allocated.
const LARGE: usize = 64 << 20;

impl Cx {
    /// The machine.
    #[inline(always)]
    pub(crate) fn shared(&self) -> &Shared {
        // SAFETY: the machine outlives its slices.
        unsafe { &*self.m }
    }

    /// The type of the first word of an interface value, 0 for none.
    #[inline(always)]
    pub(crate) fn type_of(&self, word: u64) -> u32 {
        if self.descriptors == 0 { word as u32 } else { type_word::type_of(word).0 }
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

    /// The processor that the goroutine runs on.
    #[inline(always)]
    pub(crate) fn on(&mut self) -> &mut OnP<'static, Goroutine> {
        self.task()
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
        let Ok(at) = self.cache().alloc_slow(size, desc) else { out_of_memory::raise(size) };
        self.s.weigh(size);
        self.note_gc();
        at
    }

    /// Unwinds unless there is room for `bytes` bytes: for what is made elsewhere first, or is no Go object.
    pub fn need(&mut self, bytes: usize) {
        if self.shared().heap.make_room(bytes).is_err()
            || bytes >= LARGE && !minigo_heap::system_has(bytes)
        {
            out_of_memory::raise(bytes);
        }
    }

    /// Makes the next safepoint collect if that is due: to be called after allocations, before the budget is read back.
    #[inline]
    pub(crate) fn note_gc(&mut self) {
        if self.cache().wants_gc() {
            self.s.n = 0;
        }
        if self.cache().has_samples() {
            self.profile_allocations();
        }
    }

    /// Notes the sampled objects that were allocated just now, with the stack.
    #[cold]
    #[inline(never)]
    fn profile_allocations(&mut self) {
        let samples = self.cache().take_samples();
        let pcs = self.pcs();
        self.shared().heap_profile.add(&pcs, &samples);
    }

    /// The code addresses of the running goroutine's innermost frames.
    pub(crate) fn pcs(&mut self) -> Pcs {
        self.pcs_at(self.s.pc)
    }

    /// The same, if it is at `pc`.
    pub(crate) fn pcs_at(&mut self, pc: *const Op) -> Pcs {
        let r = self.s.r;
        let g: *const Goroutine = self.g();
        // SAFETY: the goroutine is not changed meanwhile, and the frame lies in its stack.
        let (g, base) = unsafe { (&*g, r.offset_from((*g).stack.base()) as usize) };
        g.pcs_at(&self.shared().image, pc, base)
    }

    /// Where pointers to variables of size 0 lead.
    #[inline(always)]
    pub(crate) fn zero(&self) -> *mut u8 {
        self.shared().zero()
    }

    /// Stores the registers in the context.
    #[inline(always)]
    pub(crate) fn save(&mut self, s: S) {
        self.s = s;
    }

    /// Stores in the goroutine where it stands, so that its frames can be walked.
    pub(crate) fn store_position(&mut self) -> &mut Goroutine {
        let S { pc, r, .. } = self.s;
        let g = self.g();
        g.pc = pc;
        // SAFETY: the frame lies in the stack.
        g.r = unsafe { r.offset_from(g.stack.base()) } as u32;
        g
    }

    /// Notes why the interpreter is left.
    #[inline]
    pub(crate) fn leave(&mut self, exit: Exit) {
        if matches!(self.exit, Exit::None) {
            // To drop what is not there would cost a call.
            std::mem::forget(std::mem::replace(&mut self.exit, exit));
        } else {
            self.exit = exit;
        }
    }

    /// Notes why a native leaves the interpreter.
    pub(crate) fn leave_with(&mut self, exit: Exit) -> Control {
        self.leave(exit);
        Control::Leave
    }

    /// Notes that the present instruction failed; `false`, for what reports success.
    #[cold]
    pub(crate) fn fail(&mut self, fault: Fault) -> bool {
        self.exit = Exit::Fault(fault);
        false
    }

    /// Notes that the stack cannot grow; `false`.
    #[cold]
    pub(crate) fn overflow(&mut self) -> bool {
        self.exit = Exit::NoStack(NoStack::TooLarge);
        false
    }
}
