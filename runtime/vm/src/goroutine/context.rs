//! The context of a goroutine's slice: the state that instructions and natives use.

use crate::goroutine::exit::InterpreterExit;
use crate::goroutine::fault::Fault;
use crate::goroutine::native_call::{Control, NativeFn};
use crate::goroutine::out_of_memory;
use crate::goroutine::registers::VmRegisters;
use crate::goroutine::stack::NoStack;
use crate::goroutine::state::Goroutine;
use crate::image::AllocationInfo;
use crate::image::lines::Pcs;
use crate::shared::Shared;
use crate::shared::dispatch_mode::DispatchMode;
use crate::shared::write_watch::WriteWatches;
use minigo_bytecode::ops::Op;
use minigo_bytecode::type_word;
use minigo_heap::{Cache, Desc};
use minigo_sched::ProcessorCx;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The state that instructions and natives use during a slice of a goroutine.
pub struct Cx {
    /// One past the last slot of the stack.
    pub(crate) stack_limit: *mut u64,
    pub(crate) constants: *const u64,
    pub(crate) globals: *mut u8,
    pub(crate) code: *const Op,
    pub(crate) strings: *const [u64; 2],
    pub(crate) natives: *const NativeFn,
    pub(crate) type_infos: *const AllocationInfo,
    /// The inline caches of interface calls.
    pub(crate) call_site_caches: *const AtomicU64,
    /// Address of the first type descriptor in programs with Go's layout of interface values; 0 in other programs.
    pub(crate) first_type_descriptor: u64,
    /// The heap cache of the processor that the goroutine runs on.
    pub(crate) cache: *mut Cache,
    pub(crate) g: *mut Goroutine,
    pub(crate) shared: *const Shared,
    /// The scheduler's context of this slice; its lifetime is that of the slice.
    pub(crate) task: *mut minigo_sched::Cx<'static, Goroutine>,
    /// The registers, valid whenever the interpreter has been left or has called an out-of-line function.
    pub(crate) registers: VmRegisters,
    /// The driver that runs instructions now, or ran the last ones.
    pub(crate) dispatch_mode: DispatchMode,
    /// The number of instructions that `DispatchMode::Step` still executes in this slice.
    pub(crate) fuel: u32,
    /// A debugger counts the instructions of the slice: see [`run_position`](crate::shared::run_position).
    pub(crate) counts_instructions: bool,
    /// While a debugger counts instructions: the fuel with which the slice began, and the part of that fuel that is for
    /// instructions behind the position at which the debugger stops the run.
    pub(crate) slice_fuel: u32,
    pub(crate) fuel_after_target: u32,
    /// The places whose writes a debugger watches; null if it watches none.
    pub(crate) write_watches: *mut WriteWatches,
    /// The budget that the goroutine was given and has not been charged for: the part of it that `s.n` no longer shows
    /// was used up.
    pub(crate) granted_budget: i64,
    /// Whether the goroutine's ticks are taken from the embedder's fuel.
    pub(crate) meters_fuel: bool,
    /// Whether a collection is marking: stores must record the pointers that they overwrite. The flag changes only
    /// while the world is stopped, so it is constant during a slice.
    pub(crate) is_marking: bool,
    /// Nonzero when the goroutine should yield or the world is about to stop.
    pub(crate) yield_flag: *const AtomicU32,
    /// Whether the native that runs next has been called before with the same arguments, and parked.
    pub(crate) is_retry: bool,
    /// Whether the original instructions are executed in place of hot ones: the goroutine is executed line by line.
    pub(crate) runs_original_instructions: bool,
    /// Whether compiled code is running: some slots of the innermost frame are in machine registers.
    pub(crate) is_in_compiled: bool,
    /// Whether the instruction before `pc` is a hot one of which the original instruction is being executed.
    pub(crate) is_running_original: bool,
    /// The frame with which compiled code was entered.
    pub(crate) compiled_entry_frame: *mut u64,
    /// The arguments of a rarely called function that compiled code calls.
    pub(crate) helper_arguments: [u64; 5],
    /// The result of the rarely called function.
    pub(crate) helper_result: u64,
    /// The lowest address of the native stack for compiled code.
    pub(crate) native_limit: usize,
    /// The entries of compiled code, and the distance from an instruction to its entry, in bytes.
    pub(crate) compiled_entries: *const AtomicU64,
    pub(crate) code_to_entry_distance: isize,
    /// The tables of method look-ups by interface calls, and of whether types implement interfaces.
    pub(crate) method_cache: *const AtomicU64,
    pub(crate) implements_cache: *const AtomicU64,
    /// The functions that compiled code calls: handlers by opcode, helpers by number.
    pub(crate) handlers: *const SingleInstructionHandler,
    pub(crate) helpers: *const HelperAddress,
    /// Whether an instruction is running, rather than VM code between two instructions.
    pub(crate) is_running: bool,
    pub(crate) exit: InterpreterExit,
    /// The address that the interpreter returns to when an instruction faults on unmapped memory; null before the
    /// interpreter has run.
    pub(crate) fault_landing_address: *mut u8,
    /// The class of each instruction, for `DispatchMode::Points`; 0 for instructions that the driver passes without a
    /// check.
    pub(crate) scheduling_point_classes: *const u8,
    /// Whether the goroutine has already stopped at the point before the next instruction and now executes that
    /// instruction.
    pub(crate) passes_scheduling_point: bool,
    /// Whether the goroutine has printed: it stops as soon as it is back in the user's code.
    pub(crate) has_printed: bool,
    /// Set while interleavings are explored and the operation on a `sync.Pool` is one that the library makes for
    /// itself: the pool keeps nothing.
    pub(crate) drops_pool_objects: bool,
    /// The race detector's state of the goroutine; null if accesses are not watched.
    pub(crate) race_state: *mut minigo_race::Goroutine,
    /// A race that compiled code has found; compiled code is about to exit because of it: see `interp::watched`.
    pub(crate) found_race: Option<Box<minigo_race::Race>>,
}

/// The handler of an instruction, for compiled code: returns the next instruction, or null when the handler has left
/// the interpreter; the registers are then in the context.
pub(crate) type SingleInstructionHandler =
    unsafe extern "C" fn(*const Op, *mut u64, i64, &mut Cx) -> *const Op;

/// The address of a function that compiled code calls.
#[repr(transparent)]
pub(crate) struct HelperAddress(pub(crate) *const ());

// SAFETY: any thread may call a function.
unsafe impl Sync for HelperAddress {}

/// Allocations of at least this many bytes first ask the system whether it has the memory.
const LARGE_ALLOCATION: usize = 64 << 20;

impl Cx {
    /// The machine.
    #[inline(always)]
    pub(crate) fn shared(&self) -> &Shared {
        // SAFETY: the machine outlives its slices.
        unsafe { &*self.shared }
    }

    /// The type of the first word of an interface value, 0 for none.
    #[inline(always)]
    pub(crate) fn type_of(&self, word: u64) -> u32 {
        if self.first_type_descriptor == 0 { word as u32 } else { type_word::type_of(word).0 }
    }

    /// The running goroutine.
    #[inline(always)]
    pub(crate) fn g(&mut self) -> &mut Goroutine {
        // SAFETY: the pointer is that of the task that is being resumed, which is only reached through this function.
        unsafe { &mut *self.g }
    }

    /// The scheduler.
    #[inline(always)]
    pub(crate) fn task(&mut self) -> &mut minigo_sched::Cx<'static, Goroutine> {
        // SAFETY: the scheduler's context lives as long as the slice.
        unsafe { &mut *self.task }
    }

    /// The processor that the goroutine runs on.
    #[inline(always)]
    pub(crate) fn on_p(&mut self) -> &mut ProcessorCx<'static, Goroutine> {
        self.task()
    }

    /// The heap's cache.
    #[inline(always)]
    pub(crate) fn cache(&mut self) -> &mut Cache {
        // SAFETY: the processor's data is this slice's alone.
        unsafe { &mut *self.cache }
    }

    /// Allocates `size` zeroed bytes.
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
        let Ok(at) = self.cache().alloc_slow(size, desc) else {
            out_of_memory::raise_out_of_memory(size)
        };
        self.registers.charge_budget(size);
        self.request_due_collection();
        at
    }

    /// Unwinds the goroutine unless there is room for `bytes` bytes: for memory that is allocated outside the heap
    /// before its contents become a Go object, or that never becomes a Go object.
    pub fn require_memory(&mut self, bytes: usize) {
        if self.shared().heap.make_room(bytes).is_err()
            || bytes >= LARGE_ALLOCATION && !minigo_heap::system_has_memory(bytes)
        {
            out_of_memory::raise_out_of_memory(bytes);
        }
    }

    /// Adds the objects just allocated that the heap sampled to the profile, with the goroutine's stack.
    #[cold]
    #[inline(never)]
    pub(crate) fn profile_allocations(&mut self) {
        let samples = self.cache().take_samples();
        let pcs = self.call_stack_pcs();
        self.shared().heap_profile.add(&pcs, &samples);
    }

    /// The code addresses of the running goroutine's innermost frames.
    pub(crate) fn call_stack_pcs(&mut self) -> Pcs {
        self.pcs_at(self.registers.pc)
    }

    /// The code addresses of the innermost frames when the goroutine stands at `pc`.
    pub(crate) fn pcs_at(&mut self, pc: *const Op) -> Pcs {
        let r = self.registers.frame_base;
        let g: *const Goroutine = self.g();
        // SAFETY: the goroutine does not change during the call, and the frame lies in its stack.
        let (g, base) = unsafe { (&*g, r.offset_from((*g).stack.base()) as usize) };
        g.pcs_at(&self.shared().image, pc, base)
    }

    /// The address that pointers to variables of size 0 have.
    #[inline(always)]
    pub(crate) fn zero_size_address(&self) -> *mut u8 {
        self.shared().zero_size_target()
    }

    /// Stores the registers in the context.
    #[inline(always)]
    pub(crate) fn save_registers(&mut self, s: VmRegisters) {
        self.registers = s;
    }

    /// Stores the goroutine's position in the goroutine, so that its frames can be walked.
    pub(crate) fn store_position(&mut self) -> &mut Goroutine {
        let VmRegisters { pc, frame_base: r, .. } = self.registers;
        let g = self.g();
        g.pc = pc;
        // SAFETY: the frame lies in the stack.
        g.frame_base = unsafe { r.offset_from(g.stack.base()) } as u32;
        g
    }

    /// Records why the interpreter is left.
    #[inline]
    pub(crate) fn set_exit(&mut self, exit: InterpreterExit) {
        if matches!(self.exit, InterpreterExit::None) {
            // Dropping the old value, which is always `InterpreterExit::None`, would cost a call.
            std::mem::forget(std::mem::replace(&mut self.exit, exit));
        } else {
            self.exit = exit;
        }
    }

    /// Records why a native leaves the interpreter.
    pub(crate) fn exit_interpreter(&mut self, exit: InterpreterExit) -> Control {
        self.set_exit(exit);
        Control::Leave
    }

    /// Records that the current instruction failed. Returns `false`, so that callers that report success can return the
    /// result.
    #[cold]
    pub(crate) fn fail_with(&mut self, fault: Fault) -> bool {
        self.exit = InterpreterExit::Fault(fault);
        false
    }

    /// Records that the stack cannot grow. Returns `false`.
    #[cold]
    pub(crate) fn overflow_stack(&mut self) -> bool {
        self.exit = InterpreterExit::NoStack(NoStack::TooLarge);
        false
    }
}
